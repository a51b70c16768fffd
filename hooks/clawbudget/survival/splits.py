"""Where a long list item, or a paragraph, may become several, and the document with some of them split.

A piece begins where a sentence ends, or else a clause, outside emphasis, links and images. The last piece keeps what
follows the line: the rest of its paragraph, and the lists in its item. An ordered list goes on counting behind it.
"""

from __future__ import annotations

import re

from clawbudget.wrapping.layouts import CLAUSE, SENTENCE, LongLine, best_layout
from clawbudget.wrapping.measure import is_longer
from clawbudget.wrapping.parsers import pulldown_ranges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Final

    from pyromark.event import Event

    from clawbudget.wrapping.document import Document

_ITEM = re.compile(r"(?P<margin>[ \t>]*)(?:[-+*]|(?P<number>\d{1,9})(?=[.)]).)[ \t]+(?!\[[ xX]\][ \t])")
_LARGEST: Final = 999_999_999
_STYLES: Final = frozenset({"Emphasis", "Strong", "Strikethrough", "Link", "Image"})
_IN_PARAGRAPH: Final = _STYLES | {"Text", "Code", "InlineHtml", "FootnoteReference", "SoftBreak", "HardBreak"}
_CONTAINERS: Final = frozenset({"BlockQuote", "List", "Item", "FootnoteDefinition", "Table"})


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
        self._items: dict[int, re.Match[str]] = {}
        self._paragraphs: set[int] = set()
        self._lists: list[list[int]] = []
        self._plain: dict[int, list[tuple[int, int]]] = {}
        self._read()

    def _read(self) -> None:
        document = self._document
        open_lists: list[list[int]] = []
        containers: list[str] = []
        styles = 0
        begun = -1
        for event, place in pulldown_ranges(document.part(document.front, len(document), {})):
            action, name = _parts(event)
            line, column = document.place(place["start"])
            if name in _STYLES:
                styles += {"Start": 1, "End": -1}[action]
            if name == "Text" and not styles:
                self._plain.setdefault(line, []).append((column, document.place(place["end"])[1]))
            if begun == line and name in _IN_PARAGRAPH:
                self._note_item(line, column)
            if name != "Paragraph":
                begun = -1
            elif action == "Start" and not (containers or column):
                self._paragraphs.add(line)
            if name in _CONTAINERS and action == "End":
                containers.pop()
                if name == "List":
                    open_lists.pop()
            elif name in _CONTAINERS:
                containers.append(name)
                if name == "List":
                    self._lists.append([])
                    open_lists.append(self._lists[-1])
                elif name == "Item":
                    open_lists[-1].append(line)
                    begun = line

    def _note_item(self, line: int, column: int) -> None:
        marker = _ITEM.match(self._lines[line])
        if marker and marker.end() == column:
            self._items[line] = marker

    def of(self, line: LongLine) -> LongLine | None:
        """Give the line with the places where it may be split; None if it may not, or not within the limit."""
        marker = self._items.get(line.number)
        if marker is None and line.number not in self._paragraphs:
            return None
        prefix, room = (marker[0], bool(marker["number"])) if marker else ("", False)
        plain = self._plain.get(line.number, [])
        for qualities in ((SENTENCE,), (SENTENCE, CLAUSE)):
            places = [
                place
                for place in line.breaks
                if place.quality in qualities and any(start <= place.end and place.start <= end for start, end in plain)
            ]
            # A number may get a digit more.
            found = LongLine(line.number, line.content, prefix, places, line.max_line - room)
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


def _parts(event: Event) -> tuple[str, str]:
    """Give whether something starts, ends or merely stands there (``""``), and what."""
    if isinstance(event, str):
        return "", event
    key, value = next(iter(event.items()))
    if key not in ("Start", "End"):
        return "", key
    return key, next(iter(value)) if isinstance(value, dict) else str(value)
