"""A block with long lines in it: where the content of each line begins, and what of it is plain text."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import accumulate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from clawbudget.wrapping.document import Document
    from clawbudget.wrapping.structure import Block

FOOTNOTE_MARKER = re.compile(r"\[\^[^\]]*\]:[ \t]*$")
"""Matches the end of a head that is the marker of a footnote."""

_DEFINITION_MARKER = re.compile(r":[ \t]+")
_TIGHT_QUOTE = re.compile(r">(?=[^\s>])")
_MARKER = re.compile(r"[^>\s]+[ \t]*")
_TAB_WIDTH: Final = 4


class Paragraph:
    """A block and the lines that it stands on, from ``first`` to ``last``, numbered as in the document.

    The head of a line is what stands in front of its content: markers, quote signs, blanks.
    ``is_behind_empty_task`` tells whether parsers that know no tasks may begin the block elsewhere.
    """

    def __init__(self, block: Block, document: Document) -> None:
        self.block = block
        self.lines = document.contents
        self.first, self._column = document.place(block.start)
        self.last = document.place(block.end - 1)[0]
        self._spans: dict[int, list[tuple[int, int, bool]]] = {}
        for start, end, in_link in block.text:
            line, column = document.place(start)
            self._spans.setdefault(line, []).append((column, document.place(end)[1], in_link))
        self.tags = [(*document.place(start), tag) for start, tag in block.tags]
        self.is_behind_empty_task = self.first in document.behind_empty_tasks

    def text_of(self, number: int) -> list[tuple[int, int, bool]]:
        """Give the stretches of plain text on a line, as columns, and whether they stand in a link."""
        return self._spans.get(number, [])

    def head(self, number: int) -> str:
        """Give the head of a line."""
        line = self.lines[number]
        if number == self.first:
            return line[: self._column]
        margin = len(line) - len(line.lstrip("\t >"))
        return line[: min([margin, *(start for start, _, _ in self.text_of(number)[:1])])]

    def prefix(self, number: int) -> str:
        """Give the head of lines that go on with this one: its markers as blanks, quote signs as they are."""
        head = self.head(number)
        definition = _DEFINITION_MARKER.match(self.lines[number], len(head))
        head = FOOTNOTE_MARKER.sub("    ", head)
        head = _TIGHT_QUOTE.sub("> ", head)
        return _MARKER.sub(_columns, head) + " " * (len(definition[0]) if definition else 0)

    @cached_property
    def offsets(self) -> dict[int, int]:
        """Where each line begins in ``plain_text``."""
        numbers = range(self.first, self.last + 1)
        sizes = accumulate((len(self.lines[number]) + 1 for number in numbers), initial=0)
        return dict(zip(numbers, sizes, strict=False))

    @cached_property
    def plain_text(self) -> str:
        """The lines, joined by line feeds, with all but plain text blotted out by NUL."""
        return "\n".join("".join(self._blotted(number)) for number in range(self.first, self.last + 1))

    def _blotted(self, number: int) -> Iterator[str]:
        line = self.lines[number]
        reached = 0
        for start, end, _ in self.text_of(number):
            if start > reached and line[start - 1] == "\\":
                start -= 1
            yield "\0" * (start - reached)
            yield line[start:end]
            reached = end
        yield "\0" * (len(line) - reached)


def _columns(marker: re.Match[str]) -> str:
    """Give spaces for the columns that a marker takes with the tabs behind it."""
    start, end = (len(marker.string[:place].expandtabs(_TAB_WIDTH)) for place in marker.span())
    return " " * (end - start)
