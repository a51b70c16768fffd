"""Where a long list item, or a paragraph, may become several, and the document with some of them split.

A piece begins where a sentence ends, or else a clause that can stand by itself (``clauses``), outside emphasis, links
and images. The last piece keeps what follows the line: the rest of its paragraph, and the lists in its item. An ordered
list goes on counting behind it.
"""

from __future__ import annotations

import re
from functools import cached_property

from clawbudget.survival.clauses import separable
from clawbudget.survival.split_places import SplitPlaces
from clawbudget.wrapping.layouts import SENTENCE, LongLine, best_layout
from clawbudget.wrapping.measure import is_longer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Final

    from clawbudget.wrapping.document import Document

_ITEM = re.compile(r"(?P<margin>[ \t>]*)(?:[-+*]|(?P<number>\d{1,9})(?=[.)]).)[ \t]+(?!\[[ xX]\][ \t])")
_STEP = re.compile(
    r"\b(?:step|item|rule|point|number|no\.|schritt|punkt|regel|nr\.|étape|règle|paso|regla|passo|шаг|пункт)s? ?#?\d"
    r"|第[0-9一二三四五六七八九十]+[步条條点點项項]|步骤 ?\d|[0-9]+단계|手順 ?\d",
    re.IGNORECASE,
)
"""Matches what names an item of an ordered list by its number."""

_LARGEST: Final = 999_999_999


class SplitDocument:
    """A document with some of its long lines split.

    ``counts`` gives for the number (from 1) of each of these how many lines it became; ``seams`` are the numbers of the
    new lines that begin an item or a paragraph, as ``wrapping.proof`` takes them.
    """

    __slots__ = ("counts", "seams", "text")

    def __init__(self, text: str, counts: dict[int, int], seams: list[int]) -> None:
        self.text = text
        self.counts = counts
        self.seams = seams


class Splits:
    """The items and paragraphs of a document whose first lines may be split; lines are numbered from 0."""

    def __init__(self, document: Document, text: str) -> None:
        self._document = document
        self._lines = text.split("\n")
        places = SplitPlaces(document)
        self._paragraphs = places.paragraphs
        self._lists = places.lists
        self._plain = places.plain
        markers = ((line, column, _ITEM.match(self._lines[line])) for line, column in places.items.items())
        self._items = {line: marker for line, column, marker in markers if marker and marker.end() == column}
        self._keep_numbers = {line for lines in self._lists if self._is_counted_on(lines) for line in lines}

    def of(self, line: LongLine) -> LongLine | None:
        """Give the line with the places where it may be split; None if it may not, or not within the limit."""
        marker = self._items.get(line.number)
        if line.number in self._keep_numbers or (marker is None and line.number not in self._paragraphs):
            return None
        prefix = marker[0] if marker else ""
        more_digits = 1 if marker and marker["number"] else 0  # the number of a later piece may be longer
        plain = self._plain.get(line.number, [])
        clauses = [
            place for place in separable(line) if any(start <= place.end and place.start <= end for start, end in plain)
        ]
        sentences = [place for place in clauses if place.quality == SENTENCE]
        for places in (sentences, clauses):
            found = LongLine(line.number, line.content, prefix, places, line.max_line - more_digits)
            layout = best_layout(found)
            if layout and not any(is_longer(piece, found.max_line) for piece in found.pieces(layout)):
                return found
        return None

    def are_items(self, number: int) -> bool:
        """Tell whether pieces of this line become list items; else they are paragraphs."""
        return number in self._items

    def between(self, pieces: Sequence[str], number: int) -> list[str]:
        """Give the lines that the pieces of a line stand on: paragraphs have empty lines between them."""
        if number in self._items:
            return list(pieces)
        return [line for piece in pieces for line in (piece, "")][:-1]

    def document(self, chosen: Mapping[int, Sequence[str]]) -> SplitDocument:
        """Give the document with these lines split into these pieces, and its ordered lists counting on."""
        numbers = self._numbers(chosen)
        new: list[str] = []
        counts: dict[int, int] = {}
        seams: list[int] = []
        for index, line in enumerate(self._lines):
            ending = "\r" if line.endswith("\r") else ""
            pieces = chosen.get(index, (line.removesuffix("\r"),))
            if index in numbers:
                pieces = [_numbered(piece, numbers[index], step) for step, piece in enumerate(pieces)]
            written = self.between(pieces, index)
            if index in chosen:
                counts[index + 1] = len(written)
                first = len(new) - self._document.front + 1
                seams += [first + place for place, piece in enumerate(written) if place and piece]
            new += [piece + ending for piece in written]
        return SplitDocument("\n".join(new), counts, seams)

    def _is_counted_on(self, lines: Sequence[int]) -> bool:
        """Tell whether the numbers of a list's items matter elsewhere: to a list that goes on with them, or the text.

        Lists that are parted by a block without an indent count on where the author did.
        """
        written = [number for line in lines if (number := _number_of(self._lines[line])) is not None]
        if not written:
            return False
        return self._last_starts.get(written[-1] + 1, 0) > lines[-1] or self._names_steps

    @cached_property
    def _last_starts(self) -> dict[int | None, int]:
        """The line of the last list that starts with a number, by the number."""
        return {_number_of(self._lines[lines[0]]): lines[0] for lines in self._lists}

    @cached_property
    def _names_steps(self) -> bool:
        return any(map(_STEP.search, self._lines))

    def _numbers(self, chosen: Mapping[int, Sequence[str]]) -> dict[int, tuple[int, int]]:
        """Give the number and the step to the next one for the items of lists that are to count on."""
        numbers = {}
        for lines in self._lists:
            shift = 0
            written = [_number_of(self._lines[line]) for line in lines]
            step = 0 if len(written) > 1 and written[0] == written[1] else 1
            for line, number in zip(lines, written, strict=True):
                if number is not None and (shift or line in chosen):
                    numbers[line] = number + shift, step
                shift += step * (len(chosen[line]) - 1 if line in chosen else 0)
        return numbers


def _number_of(line: str) -> int | None:
    marker = _ITEM.match(line)
    return int(marker["number"]) if marker and marker["number"] else None


def _numbered(line: str, number: tuple[int, int], steps: int) -> str:
    marker = _ITEM.match(line)
    if marker is None or not marker["number"]:
        return line
    first, step = number
    return f"{line[: marker.start('number')]}{min(first + step * steps, _LARGEST)}{line[marker.end('number') :]}"
