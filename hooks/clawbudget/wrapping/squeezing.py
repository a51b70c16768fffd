"""Takes out of a Markdown file what no reader sees: savings that leave the rendered document as it is, with a proof."""

from __future__ import annotations

import re

from clawbudget.javascript import length
from clawbudget.wrapping.breaks import RAW_TEXT
from clawbudget.wrapping.document import Document
from clawbudget.wrapping.parsers import is_too_deep, pulldown_ranges
from clawbudget.wrapping.proof import Proof
from clawbudget.wrapping.structure import CODE, HEADING, HTML, RULE, TABLE, read_blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Final

    from clawbudget.wrapping.structure import Block

    Edits = Mapping[int, str | None]
    """New lines by their number, from 0, without ending; None takes a line out."""

TRAILING_BLANKS: Final = "trailing blanks"
BLANK_LINES: Final = "repeated blank lines"
PADDING: Final = "padding in tables"
WIDE_RULES: Final = "wide rules of dashes"
"""Kinds of savings."""

_MOST_PROOFS: Final = 64
_CELLS = re.compile(r"((?:[^|\\]|\\.)*)(\||$)")
_WIDE_RULE = re.compile(r"([ \t>]*)([-_*=])(?:[ \t]*\2){3,}")
_DELIMITER = re.compile(r"-{4,}")


class Squeezed:
    """The ``text`` that is left, and how many lines (0) became of each line that was taken out, by number from 1.

    ``savings`` tells what each kind of saving brought, in UTF-16 code units.
    """

    __slots__ = ("counts", "savings", "text")

    def __init__(self, text: str, counts: dict[int, int], savings: dict[str, int]) -> None:
        self.text = text
        self.counts = counts
        self.savings = savings


def squeeze(text: str) -> Squeezed:
    """Take out trailing blanks, repeated blank lines, padding in tables, and the length of rules of dashes.

    What can't be proved to leave the document as it was stays. Squeezing the result again changes nothing.
    """
    if is_too_deep(text):
        return Squeezed(text, {}, {})
    document = Document(text)
    found = [edit for edit in _edits(document) if edit[1] != document.contents[edit[0]]]
    kept = _Attempt(text, document).all_proved({number: line for number, line, _ in found})
    savings: dict[str, int] = {}
    for number, line, kind in found:
        if number in kept:
            saved = length(document.contents[number]) + 1 - (0 if line is None else length(line) + 1)
            savings[kind] = savings.get(kind, 0) + saved
    return Squeezed(_with(text, kept), {number + 1: 0 for number, line in kept.items() if line is None}, savings)


def _edits(document: Document) -> Iterator[tuple[int, str | None, str]]:
    """Give for lines that may be squeezed the number, what would be left, and the kind of saving."""
    reader = _Reader(document)
    filled = [number for number, line in enumerate(document.contents) if line.strip()]
    for number in range(document.front, (filled[-1] if filled else -1) + 1):
        line, kind = document.contents[number], reader.kind(number)
        # A carriage return alone ends a line for parsers, and with what follows taken out would end one for us.
        if kind in (CODE, HTML) or "\r" in line:
            continue
        if not line.strip(" \t"):
            is_repeated = number > document.front and reader.is_free_blank(number - 1)
            yield number, None if is_repeated else "", BLANK_LINES if is_repeated else TRAILING_BLANKS
        elif kind == TABLE:
            yield number, _without_padding(line), PADDING
        elif reader.is_rule(number):
            yield number, _WIDE_RULE.sub(r"\1\2\2\2", line.rstrip(" \t")), WIDE_RULES
        elif not reader.needs_trailing_blanks(number):
            yield number, line.rstrip(" \t"), TRAILING_BLANKS


class _Reader:
    """What the lines of a document are, by their number."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._kinds: dict[int, str] = {}
        self._underlines: set[int] = set()
        part = document.part(document.front, len(document), {})
        breaks = (place for event, place in pulldown_ranges(part) if event == "HardBreak")
        self._exact = {document.place(place["start"])[0] for place in breaks}
        for block in read_blocks(part):
            self._read(block)

    def _read(self, block: Block) -> None:
        first = self._document.place(block.start)[0]
        last = self._document.place(max(block.end - 1, block.start))[0]
        self._kinds |= dict.fromkeys(range(first, last + 1), block.kind)
        if block.kind == HEADING and last > first:
            self._underlines.add(last)
        if any(RAW_TEXT.match(tag) for _, tag in block.tags):
            self._exact.update(range(first, last + 1))

    def kind(self, number: int) -> str:
        """Give the kind of the block that a line stands in, "" if it stands in none."""
        return self._kinds.get(number, "")

    def is_free_blank(self, number: int) -> bool:
        """Tell whether a line is blank and no part of code or HTML."""
        return not self._document.contents[number].strip(" \t") and self.kind(number) not in (CODE, HTML)

    def is_rule(self, number: int) -> bool:
        """Tell whether a line is a thematic break or underlines a heading."""
        return self.kind(number) == RULE or number in self._underlines

    def needs_trailing_blanks(self, number: int) -> bool:
        """Tell whether the blanks at a line's end may mean something: a hard break, or an exact text."""
        return number in self._exact or self._document.contents[number].rstrip(" \t").endswith("\\")


def _without_padding(row: str) -> str:
    margin = row[: len(row) - len(row.lstrip(" \t>"))]
    cells = []
    for match in _CELLS.finditer(row, len(margin)):
        cell = match[1].strip(" \t")
        # A blank keeps a backslash from escaping the cell's end.
        cells.append(f"{cell} {match[2]}" if cell.endswith("\\") else cell + match[2])
    bare = "".join(cells)
    return margin + (_DELIMITER.sub("---", bare) if not bare.strip("|:-") else bare)


def _with(text: str, edits: Edits) -> str:
    lines = []
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    for number, line in enumerate(text.removeprefix(mark).split("\n")):
        new = edits.get(number, line)
        if new is not None:
            lines.append(new + "\r" if number in edits and line.endswith("\r") else new)
    return mark + "\n".join(lines)


class _Attempt:
    """Finds out which edits can be proved, within a bounded number of proofs."""

    def __init__(self, text: str, document: Document) -> None:
        self._text = text
        self._front = document.front
        self._left = _MOST_PROOFS
        self._proof = Proof(document.part(document.front, len(document), {}))

    def all_proved(self, edits: Edits) -> Edits:
        """Give those of the edits that hold beside each other. Some hold only once others are made."""
        kept: Edits = {}
        while more := self._proved({number: line for number, line in edits.items() if number not in kept}, kept):
            kept = {**kept, **more}
        return kept

    def _proved(self, edits: Edits, given: Edits) -> Edits:
        """Give those of the edits that hold beside the given ones, halving them until it is known which do not."""
        if not edits or self._left <= 0:
            return {}
        if self._holds({**given, **edits}):
            return edits
        if len(edits) == 1:
            return {}
        numbers = list(edits)
        half = len(numbers) // 2
        kept = self._proved({number: edits[number] for number in numbers[:half]}, given)
        rest = {number: edits[number] for number in numbers[half:]}
        return {**kept, **self._proved(rest, {**given, **kept})}

    def _holds(self, edits: Edits) -> bool:
        self._left -= 1
        # Front matter is never edited, so its lines are those of the new text, too.
        lines = _with(self._text, edits).removeprefix("\ufeff").split("\n")
        return self._proof.holds("\n".join(lines[self._front :]))
