"""Proves that two versions of a document mean the same, to two parsers that share no code.

Comrak is compared by its XML, with and without footnotes, pulldown-cmark by its events. A soft
break counts as a space, and as nothing between two wide characters. A run of blanks in plain text counts as
one space, since a line end takes the place of a whole run. Everything else has to be the same to the
character: blocks and their nesting, links, code, HTML.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

from clawbudget.wrapping.document import front_matter
from clawbudget.wrapping.parsers import (
    comrak_xml,
    comrak_xml_without_footnotes,
    pulldown_events,
    pulldown_ranges,
    pulldown_references,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import Final

    from pyromark.event import Event

_STARTS: Final[list[object]] = [{"Start": "Item"}, {"Start": "Paragraph"}]
_ENDS: Final[list[list[object]]] = [[{"End": "Item"}, {"End": "Paragraph"}], [{"End": "Paragraph"}]]

_BLANKS = re.compile(r"[ \t]+")
_XML_TEXT = re.compile(r'(?<=<text xml:space="preserve">)[^<]+')
_XML_UNBROKEN = re.compile(r'<(?:code|image) sourcepos="(\d+):\d+-(\d+):')
_XML_POSITION = re.compile(r' sourcepos="[^"]*"')
_XML_SOFT_BREAK = "<softbreak />"
_XML_SPACE = '<text xml:space="preserve"> </text>'
_XML_SEAM = re.compile(r'</text>\s*<text xml:space="preserve">')
_XML_SPLIT = re.compile(
    r"""
    \s* </paragraph> \s*
    (?: </item> \s* <item\ sourcepos="(\d+): [^>]* > \s* <paragraph\ [^>]* > | <paragraph\ sourcepos="(\d+): [^>]* > )
    (\s*)
    """,
    re.VERBOSE,
)
_TASK = re.compile(r"^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)+\[[ xX]\][ \t].*", re.MULTILINE)


class Proof:
    """What a document means, to be compared with other versions of it."""

    def __init__(self, before: str) -> None:
        self._before = before

    def holds(self, after: str, seams: Collection[int] = ()) -> bool:
        """Tell whether ``after`` means the same.

        ``seams`` are the numbers, from 1, of lines of ``after`` that begin a list item or a paragraph of their own
        but were split off the one before: the proof is about the document with these joined again.
        """
        return (
            _starts_with_front_matter(after) == _starts_with_front_matter(self._before)
            and ticked_tasks(after) == ticked_tasks(self._before)
            and self._tree.means_the_same(_Tree(_joined_xml(comrak_xml(after), seams)))
            and self._tree_without_footnotes.means_the_same(
                _Tree(_joined_xml(comrak_xml_without_footnotes(after), seams))
            )
            and pulldown_references(after) == pulldown_references(self._before)
            and list(_joined_events(after, seams)) == self._events
        )

    @cached_property
    def _tree(self) -> _Tree:
        return _Tree(comrak_xml(self._before))

    @cached_property
    def _tree_without_footnotes(self) -> _Tree:
        return _Tree(comrak_xml_without_footnotes(self._before))

    @cached_property
    def _events(self) -> list[object]:
        return list(_joined_events(self._before))


def is_same_text(line: str, pieces: list[str], prefix: str) -> bool:
    """Tell whether the pieces hold all of the line but blanks, and add only blanks and quote signs."""
    bare = pieces[0] + "".join(piece.removeprefix(prefix) for piece in pieces[1:])
    return not prefix.strip(" \t>") and _BLANKS.sub("", bare) == _BLANKS.sub("", line)


def _starts_with_front_matter(markdown: str) -> bool:
    return front_matter(markdown.split("\n")) > 0


def ticked_tasks(markdown: str) -> list[bool]:
    """Tell of each task whether GitHub's cmark-gfm ticks it: if ``[x]`` stands anywhere on its first line."""
    return ["[x]" in task or "[X]" in task for task in _TASK.findall(markdown)]


class _Tree:
    """A document as comrak sees it, soft breaks being spaces, and how many line ends are in code and images.

    A line end in a code span counts as a space, so that the tree alone would not tell that one was put there.
    """

    def __init__(self, xml: str) -> None:
        self._line_ends = sum(int(last) - int(first) for first, last in _XML_UNBROKEN.findall(xml))
        xml = _XML_POSITION.sub("", xml).replace(_XML_SOFT_BREAK, _XML_SPACE)
        self._xml = _XML_SEAM.sub("", xml)

    def means_the_same(self, other: _Tree) -> bool:
        if self._line_ends != other._line_ends:
            return False
        return self._xml == other._xml or _with_normal_text(self._xml) == _with_normal_text(other._xml)


def _joined_xml(xml: str, seams: Collection[int]) -> str:
    def join(split: re.Match[str]) -> str:
        is_seam = int(split[1] or split[2]) in seams
        return f"{split[3]}{_XML_SOFT_BREAK}{split[3]}" if is_seam else split[0]

    return _XML_SPLIT.sub(join, xml) if seams else xml


def _with_normal_text(xml: str) -> str:
    return _XML_TEXT.sub(lambda text: _normal(text[0]), xml)


def _normal(text: str) -> str:
    text = _BLANKS.sub(" ", text)
    if text.isascii():
        return text
    from clawbudget.wrapping.wide import BETWEEN_WIDE

    return BETWEEN_WIDE.sub("", text)


def _joined_events(markdown: str, seams: Collection[int] = ()) -> Iterator[object]:
    """Give the events, each stretch of text and soft breaks, or of a code block's lines, as one string."""
    text: list[str] = []
    is_code = False
    for event in _events_without(markdown, seams) if seams else pulldown_events(markdown):
        if isinstance(event, str):
            if event == "SoftBreak":
                text.append(" ")
                continue
        elif "Text" in event:
            text.append(event["Text"])
            continue
        if text:
            joined = "".join(text)
            yield joined if is_code else _normal(joined)
            text.clear()
        is_code = not isinstance(event, str) and "Start" in event and "CodeBlock" in event["Start"]
        yield event


def _events_without(markdown: str, seams: Collection[int]) -> Iterator[Event]:
    """Give the events with a soft break for what ends before a seam and begins behind it."""
    starts = list(accumulate((len(line.encode()) + 1 for line in markdown.split("\n")), initial=0))
    events: list[Event] = []
    is_behind = False
    for event, place in pulldown_ranges(markdown):
        is_seam = event in _STARTS and bisect_right(starts, place["start"]) in seams
        if is_seam and is_behind:
            continue  # the paragraph in an item that was split off
        is_behind = is_seam
        if is_seam:
            while events and events[-1] in _ENDS[_STARTS.index(event)]:
                events.pop()
            events.append("SoftBreak")
        else:
            events.append(event)
    yield from events
