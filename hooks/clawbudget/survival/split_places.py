"""Where in a document items and paragraphs begin that may be split, and which of their text is plain."""

from __future__ import annotations

from clawbudget.wrapping.parsers import pulldown_ranges
from clawbudget.wrapping.structure import event_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from clawbudget.wrapping.document import Document

_STYLES: Final = frozenset({"Emphasis", "Strong", "Strikethrough", "Link", "Image"})
_IN_PARAGRAPH: Final = _STYLES | {"Text", "Code", "InlineHtml", "FootnoteReference", "SoftBreak", "HardBreak"}
_CONTAINERS: Final = frozenset({"BlockQuote", "List", "Item", "FootnoteDefinition", "Table"})
_NO_LINE: Final = -1


class SplitPlaces:
    """What of a document matters to splitting; lines are numbered from 0, columns count characters.

    ``items`` are the lines on which a list item begins with text, with the column of that text; ``paragraphs`` those on
    which a paragraph begins outside all other blocks. ``lists`` gives for each list the lines of its items. ``plain``
    are the ranges of text on a line that stand in no emphasis, link or image.
    """

    def __init__(self, document: Document) -> None:
        self.items: dict[int, int] = {}
        self.paragraphs: set[int] = set()
        self.lists: list[list[int]] = []
        self.plain: dict[int, list[tuple[int, int]]] = {}
        self._open_lists: list[list[int]] = []
        self._containers: list[str] = []
        self._styles = 0
        self._begun_item = _NO_LINE
        for event, place in pulldown_ranges(document.part(document.front, len(document), {})):
            action, name, _ = event_parts(event)
            line, column = document.place(place["start"])
            if name in _CONTAINERS:
                self._read_container(action, name, line)
            elif name == "Paragraph":
                if action == "Start" and not (self._containers or column):
                    self.paragraphs.add(line)
            else:
                self._read_inline(action, name, line, column)
                if name == "Text" and not self._styles:
                    self.plain.setdefault(line, []).append((column, document.place(place["end"])[1]))

    def _read_container(self, action: str, name: str, line: int) -> None:
        self._begun_item = line if (action, name) == ("Start", "Item") else _NO_LINE
        if action == "End":
            self._containers.pop()
            if name == "List":
                self._open_lists.pop()
            return
        self._containers.append(name)
        if name == "List":
            self.lists.append([])
            self._open_lists.append(self.lists[-1])
        elif name == "Item":
            self._open_lists[-1].append(line)

    def _read_inline(self, action: str, name: str, line: int, column: int) -> None:
        if name in _STYLES:
            self._styles += 1 if action == "Start" else -1
        if self._begun_item == line and name in _IN_PARAGRAPH:
            self.items[line] = column
        self._begun_item = _NO_LINE
