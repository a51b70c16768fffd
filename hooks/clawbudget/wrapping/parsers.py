"""The two Markdown parsers: comrak, a descendant of cmark, and pulldown-cmark, set to what GitHub renders.

They were written apart from each other and share no code. Comrak is also asked as a renderer would read the
document that knows tables but no footnotes: to it, the second paragraph of one is code. Only comrak's XML is
used: making its tree recurses in native code, so that some thousand nested quotes end the process.
"""

from __future__ import annotations

import re

from comrak import ExtensionOptions, ParseOptions, RenderOptions, markdown_to_xml
from pyromark import Markdown, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyromark.event import Event, Range

_COMRAK_EXTENSIONS = ExtensionOptions(
    alerts=True, autolink=True, footnotes=True, strikethrough=True, table=True, tasklist=True
)
_COMRAK_FEW_EXTENSIONS = ExtensionOptions(strikethrough=True, table=True)
_COMRAK_PARSE = ParseOptions(leave_footnote_definitions=True)
_COMRAK_RENDER = RenderOptions(sourcepos=True)
_PULLDOWN = Markdown(
    options=Options.ENABLE_FOOTNOTES
    | Options.ENABLE_GFM
    | Options.ENABLE_STRIKETHROUGH
    | Options.ENABLE_TABLES
    | Options.ENABLE_TASKLISTS
)
_DEEP_QUOTE = re.compile(r"^(?:[ \t]*>){400}", re.MULTILINE)


def is_too_deep(markdown: str) -> bool:
    """Tell whether quotes are nested so deeply that comrak gets slow: it takes time square in their depth."""
    return bool(_DEEP_QUOTE.search(markdown))


def comrak_xml(markdown: str) -> str:
    """Give the document as comrak sees it, as XML with positions."""
    return markdown_to_xml(markdown, _COMRAK_EXTENSIONS, _COMRAK_PARSE, _COMRAK_RENDER)


def comrak_xml_without_footnotes(markdown: str) -> str:
    """Give the document as comrak sees it with tables and struck out text as its only extensions."""
    return markdown_to_xml(markdown, _COMRAK_FEW_EXTENSIONS, None, _COMRAK_RENDER)


def pulldown_events(markdown: str) -> Iterable[Event]:
    """Give the document as pulldown-cmark sees it: what starts, what stands there, what ends."""
    return _PULLDOWN.events(markdown)


def pulldown_ranges(markdown: str) -> Iterable[tuple[Event, Range]]:
    """Give the events, each with its range in the UTF-8 bytes of the document; text is not joined."""
    return _PULLDOWN.events_with_range(markdown)


def pulldown_references(markdown: str) -> list[tuple[str, str, str | None]]:
    """Give the label, destination and title of each link reference definition."""
    found = _PULLDOWN.reference_definitions(markdown)
    return [(label, definition["dest"], definition["title"]) for label, definition in found.items()]
