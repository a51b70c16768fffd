"""What a file measured in an earlier commit, by its bytes then and now. Sizes are UTF-16 code units."""

from __future__ import annotations

from collections import Counter

from clawbudget.budget import long_lines
from clawbudget.javascript import collapse_white_space, decode_utf8, length, trim_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Final

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


def size_before(old: bytes, now: bytes) -> int:
    """Give the UTF-16 code units that a file had, as it would be written on disk today.

    Where git writes other line ends to disk than it commits, the size changes with them alone: committed line feeds
    are taken for what they are on disk.
    """
    if b"\r\n" in old or b"\r\n" not in now:
        return size_of(old)
    return size_of(now) - size_of(now.replace(b"\r\n", b"\n")) + size_of(old)


def grew_by_wrapping(old: Iterable[bytes], now: Iterable[bytes], max_line: int) -> bool:
    """Tell whether files hold no more text than before, but fewer lines over ``max_line`` UTF-16 code units.

    White space and quote signs are no text here: that is what wrapping a line adds.
    """
    (old_text, old_lines), (new_text, new_lines) = (_text_and_long_lines(files, max_line) for files in (old, now))
    return new_text <= old_text and new_lines < old_lines


def _text_and_long_lines(files: Iterable[bytes], max_line: int) -> tuple[int, int]:
    text = lines = 0
    for data in files:
        text += length(collapse_white_space(decode_utf8(data)).replace(" ", "").replace(">", ""))
        lines += sum(1 for _ in long_lines(data, max_line))
    return text, lines


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
