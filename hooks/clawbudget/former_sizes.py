"""What a file measured in an earlier commit, by its bytes then and now. Sizes are UTF-16 code units."""

from __future__ import annotations

import re
from collections import Counter

from clawbudget.budget import long_lines
from clawbudget.javascript import collapse_white_space, decode_utf8, length, trim_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Final

_LAYOUT: Final = " \t>"

_MARKER = re.compile(rf"[{_LAYOUT}]*(?P<marker>[-+*]|\d{{1,9}}[.)])(?=[ \t])")

_ENDS: Final = 40
"""Characters at its start or its end by which a long line is recognised that was changed elsewhere."""


class Former:
    """What was measured in a place then: its ``size``, and whether wrapping alone can have made it grow since."""

    __slots__ = ("grew_by_wrapping", "size")

    def __init__(self, size: int, *, grew_by_wrapping: bool = False) -> None:
        self.size = size
        self.grew_by_wrapping = grew_by_wrapping


class OldLines:
    """A file's lines that were too long, to find again in those that are now.

    A line is its old self if its text is the same wherever it stands, or else if it starts or ends alike. Each old line
    is found again once; twice if it was parted, so that one half starts and another ends as it did.
    """

    __slots__ = ("_before",)

    def __init__(self, old: bytes, new: bytes, max_line: int) -> None:
        now = {number: collapse_white_space(line) for number, line, _ in long_lines(new, max_line)}
        before = [collapse_white_space(line) for _, line, _ in long_lines(old, max_line)]
        same = Counter(before) & Counter(now.values())
        self._before: dict[int, int] = {}
        for number, line in now.items():
            if same[line] > 0:
                same[line] -= 1
                self._before[number] = length(line)
        left = list((Counter(before) - Counter(now.values())).elements())
        left = self._match(now, left, lambda line: (line[:_ENDS], line[-_ENDS:]))
        self._match(now, left, lambda line: line[:_ENDS])
        self._match(now, left, lambda line: line[-_ENDS:])

    def before(self, number: int | None) -> int | None:
        """Give the length that the line with this number had, None if it is new."""
        return None if number is None else self._before.get(number)

    def _match(self, now: dict[int, str], left: list[str], ends: Callable[[str], object]) -> list[str]:
        """Match what is not matched yet with the lines ``left`` that have the same ends; give those still left."""
        by_ends: dict[object, list[str]] = {}
        for line in reversed(left):
            by_ends.setdefault(ends(line), []).append(line)
        for number, line in now.items():
            if number not in self._before and by_ends.get(ends(line)):
                self._before[number] = length(by_ends[ends(line)].pop())
        return [line for lines in by_ends.values() for line in reversed(lines)]


def grew_by_wrapping(old: Iterable[bytes], now: Iterable[bytes], growth: int, max_line: int) -> bool:
    """Tell whether files grew by ``growth`` UTF-16 code units for no other reason than that long lines were wrapped.

    So they hold no more text than before and fewer lines over ``max_line``, and the line feeds and indents (white space
    and quote signs, which are no text here) of the lines that were added account for all of the growth. The same goes
    for lines that were split: what list markers grew by is no text either, if no more were added than lines.
    """
    before, after = _Texts(old, max_line), _Texts(now, max_line)
    if after.ink > before.ink or after.long_lines >= before.long_lines:
        return False
    gone, new = before.lines - after.lines, after.lines - before.lines
    added = new.total() - gone.total()
    if after.items - before.items > added:
        return False
    indents = sorted(map(_indent, new.elements()), reverse=True)[: max(added, 0)]
    return growth - max(0, after.markers - before.markers) <= sum(indent + 1 for indent in indents)


class _Texts:
    """Texts as wrapping and splitting leave them and change them.

    ``ink`` counts the units of what is no layout, ``markers`` those of list markers, ``items`` the lines that begin
    with one. ``lines`` are the others and these, their markers left out, but for empty ones; ``long_lines`` counts.
    """

    def __init__(self, files: Iterable[bytes], max_line: int) -> None:
        self.ink = self.markers = self.items = self.long_lines = 0
        self.lines: Counter[str] = Counter()
        for data in files:
            text = decode_utf8(data)
            self.ink += length(collapse_white_space(text).replace(" ", "").replace(">", ""))
            self.long_lines += sum(1 for _ in long_lines(data, max_line))
            self.lines.update(line for line in map(self._without_marker, text.splitlines()) if line.strip(_LAYOUT))
        self.ink -= self.markers

    def _without_marker(self, line: str) -> str:
        start = _MARKER.match(line)
        if start is None:
            return line
        self.items += 1
        self.markers += len(start["marker"])
        return line[: start.start("marker")] + line[start.end() :]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(_LAYOUT))


def size_of(data: bytes) -> int:
    """Give the UTF-16 code units of a file that count, trailing white space left out."""
    return length(trim_end(decode_utf8(data)))


def similarity(one: bytes, other: bytes) -> float:
    """Give the share, from 0 to 1, of the larger text that stands in lines of both."""
    if one == other:
        return 1
    lines, others = Counter(one.splitlines()), Counter(other.splitlines())
    shared = sum(len(line) * count for line, count in (lines & others).items())
    return shared / max(len(one), len(other), 1)
