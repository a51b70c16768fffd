"""Sorts a document's long lines into those that may be broken and those that have to stay."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from clawbudget.fields import fields_of
from clawbudget.suppressions import lines_allowed
from clawbudget.wrapping import reasons
from clawbudget.wrapping.breaks import Breaks
from clawbudget.wrapping.layouts import LongLine
from clawbudget.wrapping.measure import is_longer, width
from clawbudget.wrapping.paragraphs import Paragraph
from clawbudget.wrapping.staying import reason_to_stay
from clawbudget.wrapping.structure import read_blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from clawbudget.wrapping.document import Document
    from clawbudget.wrapping.structure import Block, Container

_CODE_INDENT: Final = 4


class Candidates:
    """The long lines that may be broken, in order, and why the others stay; numbered as in the document.

    ``surroundings`` gives for each candidate the first line and the end of a part of the document that means
    the same when it stands on its own: the block around it, or its item in an outermost list.
    """

    def __init__(self) -> None:
        self.lines: list[LongLine] = []
        self.left: dict[int, str] = {}
        self.surroundings: dict[int, tuple[int, int]] = {}


def find_candidates(document: Document, max_line: int, *, cjk: bool) -> Candidates:
    """Look at every line of the document that is over ``max_line``."""
    found = Candidates()
    wanted = []
    allowed = lines_allowed(document.contents, "line-too-long")
    fields = fields_of(document.name, document.contents)
    for number, content in enumerate(document.contents):
        if is_longer(content, max_line):
            if number + 1 in allowed:
                found.left[number] = reasons.ALLOWED
            elif number in fields:
                found.left[number] = reasons.FIELD
            elif number < document.front:
                found.left[number] = reasons.FRONT_MATTER
            elif "\r" in content:
                found.left[number] = reasons.CARRIAGE_RETURN
            else:
                wanted.append(number)
    if wanted:
        _look_at(wanted, document, max_line, cjk, found)
    return found


def _look_at(wanted: list[int], document: Document, max_line: int, cjk: bool, found: Candidates) -> None:
    found.left |= dict.fromkeys(wanted, reasons.REFERENCE)
    for block in read_blocks(document.part(document.front, len(document), {})):
        first, last = document.place(block.start)[0], document.place(block.end - 1)[0]
        numbers = wanted[bisect_left(wanted, first) : bisect_right(wanted, last)]
        if numbers:
            _look_at_block(Paragraph(block, document), numbers, max_line, cjk, found)
            found.surroundings |= dict.fromkeys(numbers, _surroundings(block, document))


def _look_at_block(paragraph: Paragraph, numbers: list[int], max_line: int, cjk: bool, found: Candidates) -> None:
    breaks = Breaks(paragraph)
    for number in numbers:
        if reason := reason_to_stay(paragraph, number):
            found.left[number] = reason
            continue
        prefix = paragraph.prefix(number)
        places = breaks.of_line(number, cjk=cjk)
        if width(f"{prefix}x") > max_line:
            found.left[number] = reasons.NESTED
        elif not places:
            found.left[number] = reasons.NO_BLANK
        else:
            del found.left[number]
            found.lines.append(LongLine(number, paragraph.lines[number], prefix, places, max_line))


def _surroundings(block: Block, document: Document) -> tuple[int, int]:
    """Prefer an item to the whole list, unless it would be code on its own for its indentation."""
    chosen: Block | Container = block
    if block.containers:
        chosen = block.containers[0]
        if chosen.kind == "List" and document.place(block.containers[1].start)[1] < _CODE_INDENT:
            chosen = block.containers[1]
    return document.place(chosen.start)[0], document.place(max(chosen.end, block.end) - 1)[0] + 1
