"""A Markdown file as lines that are put back as they were, but for those that are wrapped."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

from clawbudget.wrapping.measure import split_lines
from clawbudget.wrapping.tasks import lines_behind_empty_tasks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Final

    from clawbudget.wrapping.layouts import Layout, LongLine

    Taken = Mapping[int, tuple[LongLine, Layout]]
    """The layouts that are taken, by the line's number."""

_BYTE_ORDER_MARK: Final = "\ufeff"
_KEY = re.compile(r"[\w\"'.-]+[ \t]*:(?:[ \t]|$)")
_ENDS_OF: Final = {"---": ("---", "..."), "+++": ("+++",)}


class Document:
    """The lines of a text, numbered from 0. The first ``front`` are front matter, unseen by parsers.

    ``name`` is that of the bootstrap file, where it is known: OpenClaw reads some lines of some files by themselves.
    """

    def __init__(self, text: str, name: str = "") -> None:
        self.name = name
        self._mark = _BYTE_ORDER_MARK if text.startswith(_BYTE_ORDER_MARK) else ""
        lines = list(split_lines(text[len(self._mark) :]))
        self.contents = [content for content, _ in lines]
        self._endings = [ending for _, ending in lines]
        self.front = front_matter(self.contents)
        self._known_columns: dict[int, list[int]] = {}

    def __len__(self) -> int:
        return len(self.contents)

    @property
    def size(self) -> int:
        """The characters of all lines, without their endings."""
        return sum(map(len, self.contents))

    @cached_property
    def behind_empty_tasks(self) -> frozenset[int]:
        """The lines that parsers without tasks may read as text of a task which is empty to the others."""
        return frozenset(lines_behind_empty_tasks(self.contents))

    def place(self, byte: int) -> tuple[int, int]:
        """Give line and column, in characters, of a place in the UTF-8 bytes that parsers get to see."""
        line = bisect_right(self._bytes, byte) - 1
        column = byte - self._bytes[line]
        content = self.contents[line]
        return line, column if content.isascii() else self._columns(line)[column]

    @cached_property
    def _bytes(self) -> list[int]:
        """Where each line begins, the first one behind the front matter at 0."""
        sizes = (len(part.encode()) for part in map("".join, zip(self.contents, self._endings, strict=True)))
        starts = list(accumulate(sizes, initial=0))
        return [start - starts[self.front] for start in starts[:-1]]

    def _columns(self, line: int) -> list[int]:
        """Give for each byte of a line the character that it belongs to; behind them, the line's size."""
        if line not in self._known_columns:
            content = self.contents[line]
            columns = [i for i, character in enumerate(content) for _ in character.encode()]
            self._known_columns[line] = [*columns, *[len(content)] * 3]
        return self._known_columns[line]

    def text(self, taken: Taken) -> str:
        """Give the whole text with these layouts."""
        return self._mark + self.part(0, len(self), taken)

    def part(self, first: int, end: int, taken: Taken) -> str:
        """Give the lines from ``first`` to before ``end`` with these layouts."""
        return "".join(piece for number in range(first, end) for piece in self._written(number, taken.get(number)))

    def _written(self, number: int, taken: tuple[LongLine, Layout] | None) -> Iterator[str]:
        ending = self._endings[number]
        if taken:
            line, layout = taken
            *pieces, last = line.pieces(layout)
            new_ending = ending or (self._endings[number - 1] if number else "\n")
            yield from (piece + new_ending for piece in pieces)
            yield last + ending
        else:
            yield self.contents[number] + ending


def front_matter(lines: Sequence[str]) -> int:
    """Count the lines of YAML or TOML front matter at the start of these, fences included.

    A thematic break at the top of a file is none: it has no second one, or a blank line and no key follow it.
    """
    fence = lines[0].rstrip() if lines else ""
    if fence not in _ENDS_OF:
        return 0
    for number in range(1, len(lines)):
        if lines[number].rstrip() in _ENDS_OF[fence]:
            inside = [line for line in lines[1:number] if line.strip()]
            is_matter = lines[1].strip() or (inside and _KEY.match(inside[0]))
            return number + 1 if is_matter else 0
    return 0
