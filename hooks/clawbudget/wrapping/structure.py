"""What a Markdown document consists of: blocks, the containers around them, the plain text in paragraphs."""

from __future__ import annotations

from clawbudget.wrapping.parsers import pulldown_ranges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Final

    from pyromark.event import Event

PARAGRAPH: Final = "Paragraph"
HEADING: Final = "Heading"
CODE: Final = "CodeBlock"
HTML: Final = "HtmlBlock"
TABLE: Final = "Table"
RULE: Final = "Rule"

_LEAVES: Final = frozenset({PARAGRAPH, HEADING, CODE, HTML, TABLE, RULE})
_CONTAINERS: Final = frozenset({"BlockQuote", "List", "Item", "FootnoteDefinition"})


class Container:
    """A block around others; its range counts UTF-8 bytes of the document."""

    __slots__ = ("end", "kind", "start")

    def __init__(self, kind: str, start: int, end: int) -> None:
        self.kind = kind
        self.start = start
        self.end = end


class Block:
    """A block that holds no other blocks; ranges count UTF-8 bytes of the document.

    ``containers`` are the blocks around it, outermost first. For a paragraph, ``start`` is where its first
    inline begins, behind all markers but a task's box; ``text`` are the ranges of plain text, with whether
    they stand in a link, but without those in images; ``tags`` are the places of inline HTML with what is
    written there.
    """

    __slots__ = ("containers", "end", "kind", "start", "tags", "text")

    def __init__(self, kind: str, start: int, end: int, containers: tuple[Container, ...]) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.containers = containers
        self.text: list[tuple[int, int, bool]] = []
        self.tags: list[tuple[int, str]] = []


def read_blocks(markdown: str) -> Iterator[Block]:
    """Give the blocks of a document in order; link reference definitions stand in none."""
    reader = _Reader()
    for event, place in pulldown_ranges(markdown):
        yield from reader.read(event, place["start"], place["end"])
    yield from reader.end_paragraph()


class _Reader:
    """Follows the events of pulldown-cmark, which gives the paragraphs of a tight list as bare inlines."""

    def __init__(self) -> None:
        self._containers: list[Container] = []
        self._paragraph: Block | None = None
        self._other_leaf = ""
        self._depth = {"Link": 0, "Image": 0}

    def read(self, event: Event, start: int, end: int) -> Iterator[Block]:
        """Take an event, and give the blocks that are known with it."""
        action, name, content = event_parts(event)
        if self._other_leaf:
            if action == "End" and name == self._other_leaf:
                self._other_leaf = ""
        elif name in _CONTAINERS:
            yield from self.end_paragraph()
            if action == "Start":
                self._containers.append(Container(name, start, end))
            else:
                self._containers.pop()
        elif name == PARAGRAPH:
            yield from self.end_paragraph()
        elif name in _LEAVES:
            yield from self.end_paragraph()
            yield Block(name, start, end, tuple(self._containers))
            self._other_leaf = "" if name == RULE else name
        else:
            self._read_inline(action, name, content, start, end)

    def end_paragraph(self) -> Iterator[Block]:
        """Give the paragraph that was being read, if any."""
        if self._paragraph:
            yield self._paragraph
            self._paragraph = None

    def _read_inline(self, action: str, name: str, content: str, start: int, end: int) -> None:
        if self._paragraph is None:
            self._paragraph = Block(PARAGRAPH, start, end, tuple(self._containers))
        paragraph = self._paragraph
        paragraph.end = max(paragraph.end, end)
        if name in self._depth:
            self._depth[name] += 1 if action == "Start" else -1
        elif name == "Text" and not self._depth["Image"]:
            paragraph.text.append((start, end, self._depth["Link"] > 0))
        elif name == "InlineHtml":
            paragraph.tags.append((start, content))


def event_parts(event: Event) -> tuple[str, str, str]:
    """Give whether something starts, ends or merely stands there (``""``), what, and its text."""
    if isinstance(event, str):
        return "", event, ""
    parts: Mapping[str, object] = event
    key, value = next(iter(parts.items()))
    if key in ("Start", "End"):
        return key, next(iter(value)) if isinstance(value, dict) else str(value), ""
    return "", key, value if isinstance(value, str) else ""
