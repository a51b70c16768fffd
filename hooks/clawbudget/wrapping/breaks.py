"""Where a line may end: the places, how good each is, and what the next line has to begin with."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

from clawbudget.wrapping import reasons, structure
from clawbudget.wrapping.dialects import (
    DEFINITION_MARKER,
    IS_DIRECTIVE,
    STARTS_BLOCK,
    STARTS_PLAIN_BLOCK,
    closed_ranges,
)
from clawbudget.wrapping.layouts import CLAUSE, HELD_TOGETHER, SENTENCE, WORD, Break

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

    from clawbudget.wrapping.document import Document
    from clawbudget.wrapping.structure import Block


class CannotBreakError(Exception):
    """A line that is left alone; its argument is the reason."""


_DEEPEST: Final = 40
"""Containers around a line that is still broken. GitHub's own parser gives up at about a hundred."""

_BLANKS = re.compile(r"[ \t]+")
_WHITE_SPACE = "\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff\0"
_NO_EDGE = frozenset([*_WHITE_SPACE, *map(chr, range(0x2000, 0x200C))])
"""A line must not begin or end with these: renderers and tools trim some of them, or show them."""

_OPENING: Final = "\"'“‘«(*_["
_CLOSING: Final = "\"'”’»)]*_~」』）】"
"""Signs around words that do not count when a sentence's or a clause's end is looked for."""

_ENDS_SENTENCE: Final = frozenset(".!?…。！？")
_ENDS_CLAUSE: Final = frozenset(";:,；：，、—–")
_ABBREVIATIONS: Final = frozenset(
    {"e.g.", "i.e.", "a.k.a.", "etc.", "cf.", "vs.", "approx.", "incl.", "fig.", "vol."}
    | {"dr.", "mr.", "mrs.", "ms.", "prof.", "st."}
)
_LOOK_BACK: Final = 32
"""Characters before and behind a break that are looked at to judge it."""

_HELD_TOGETHER = re.compile(r"\{[^{}\0]{1,60}\}|<[^<>\0]{1,60}>|\[[^\[\]\0]{1,60}\]")
_RAW_TEXT = re.compile(r"<(?P<close>/?)(?:pre|textarea|script|style)\b", re.IGNORECASE)
_FOOTNOTE_MARKER = re.compile(r"\[\^[^\]]*\]:[ \t]*$")
_ALERT_TITLE = re.compile(r"\[!\w+\]")
_TASK_BOX = re.compile(r"\[[ xX]\][ \t]+")
_CODE_INDENT: Final = 4
_NO_DEFINITION = re.compile(r"\[(?:[^\[\]\\]|\\.)+\]:[ \t]*[^ \t]+[ \t]+[^ \t]+")
_TIGHT_QUOTE = re.compile(r">(?=[^\s>])")
_MARKER = re.compile(r"[^>\s]")

_REASONS: Final = {
    structure.HEADING: reasons.HEADING,
    structure.TABLE: reasons.TABLE_ROW,
    structure.CODE: reasons.CODE,
    structure.HTML: reasons.HTML,
    structure.RULE: reasons.RULE,
}


class Paragraph:
    """A block with long lines, to ask for the places where these may end."""

    def __init__(self, block: Block, document: Document) -> None:
        self._block = block
        self._lines = document.contents
        self._first, self._column = document.place(block.start)
        self._last = document.place(block.end - 1)[0]
        self._spans: dict[int, list[tuple[int, int, bool]]] = {}
        for start, end, in_link in block.text:
            line, column = document.place(start)
            self._spans.setdefault(line, []).append((column, document.place(end)[1], in_link))
        self._tags = [(*document.place(start), tag) for start, tag in block.tags]

    def prefix_and_breaks(self, number: int, *, cjk: bool) -> tuple[str, list[Break]]:
        """Give the places where line ``number`` may end, and what the lines behind them begin with.

        That prefix keeps them in the line's containers. Raises CannotBreakError if the line has to stay.
        """
        self._check_block()
        line = self._lines[number]
        head = self._head(number)
        if line.startswith("|", len(head)):
            raise CannotBreakError(reasons.TABLE_ROW)
        if IS_DIRECTIVE.match(line, len(head)):
            raise CannotBreakError(reasons.DIRECTIVE)
        if number == self._first and _ALERT_TITLE.match(line, len(head)):
            raise CannotBreakError(reasons.ALERT_TITLE)
        if (
            self._is_block_in_task
            or self._is_code_without_footnotes(number)
            or self._is_block_to_markdown_it(number, head)
        ):
            raise CannotBreakError(reasons.AMBIGUOUS)
        earliest = max(len(head) + 1, self._tick_end(number, head), self._definition_end(number, head))
        breaks = [place for place in self._breaks(number, cjk=cjk) if place.end >= earliest]
        if not breaks:
            raise CannotBreakError(reasons.NO_BLANK)
        return self._continuation(head, line), breaks

    def _check_block(self) -> None:
        if self._block.kind in _REASONS:
            raise CannotBreakError(_REASONS[self._block.kind])
        if len(self._block.containers) > _DEEPEST:
            raise CannotBreakError(reasons.NESTED)

    def _head(self, number: int) -> str:
        """Give what stands in front of the content of line ``number``: markers, quote signs, blanks."""
        line = self._lines[number]
        if number == self._first:
            return line[: self._column]
        margin = len(line) - len(line.lstrip("\t >"))
        first_text = self._spans[number][0][0] if number in self._spans else margin
        return line[: min(margin, first_text)]

    def _is_code_without_footnotes(self, number: int) -> bool:
        """Tell whether the line belongs to a footnote, but is code to a parser that knows none.

        It is in a later paragraph, or behind ``[^label]: word``, which is a link reference definition then.
        Footnotes within other blocks are not told apart.
        """
        kinds = [container.kind for container in self._block.containers]
        if "FootnoteDefinition" not in kinds:
            return False
        label = _FOOTNOTE_MARKER.search(self._head(self._first))
        if "FootnoteDefinition" in kinds[1:] or not label:
            return True
        return number != self._first and not _NO_DEFINITION.match(self._lines[self._first], label.start())

    @cached_property
    def _is_block_in_task(self) -> bool:
        """Whether a block starts behind a task's box: to cmark-gfm it is one, to all others it is text."""
        line = self._lines[self._first]
        box = _TASK_BOX.match(line, self._column)
        return bool(box and STARTS_PLAIN_BLOCK.match(line, box.end()))

    def _is_block_to_markdown_it(self, number: int, head: str) -> bool:
        """Tell whether the line, which seems to start a block but does not, is no text to markdown-it."""
        if not STARTS_PLAIN_BLOCK.match(self._lines[number], len(head)):
            return False
        if number == self._first:
            return not head and number > 0 and bool(self._lines[number - 1].strip())
        depth = len(head.expandtabs(4))
        return depth >= _CODE_INDENT and depth != len(self._head(self._first).expandtabs(4))

    def _continuation(self, head: str, line: str) -> str:
        """Turn the markers in ``head`` into blanks of their width; quote signs stay as they are written."""
        definition = DEFINITION_MARKER.match(line, len(head))
        head = _FOOTNOTE_MARKER.sub("    ", head)
        head = _TIGHT_QUOTE.sub("> ", head)
        return _MARKER.sub(" ", head) + " " * (len(definition[0]) if definition else 0)

    def _tick_end(self, number: int, head: str) -> int:
        """Give the column behind the ``[x]`` that has to stay on an item's first line, or 0.

        GitHub's cmark-gfm takes a task as done if ``[x]`` stands anywhere on the item's first line.
        """
        line = self._lines[number]
        if number != self._first or not line.startswith("[ ]", len(head)):
            return 0
        ticks = [place + 3 for place in (line.find("[x]"), line.find("[X]")) if place >= 0]
        return min(ticks, default=0)

    def _definition_end(self, number: int, head: str) -> int:
        """Give the column behind ``[label]: word word``, or 0; the label and a word are a definition."""
        if number != self._first:
            return 0
        footnote = _FOOTNOTE_MARKER.search(head)
        no_definition = _NO_DEFINITION.match(self._lines[number], footnote.start() if footnote else len(head))
        return no_definition.end() if no_definition else 0

    def _breaks(self, number: int, *, cjk: bool) -> Iterator[Break]:
        line = self._lines[number]
        for first, last, in_link in self._spans.get(number, ()):
            found = list(_BLANKS.finditer(line, first, last))
            if cjk and not line.isascii():
                from clawbudget.wrapping.wide import WIDE_BREAK

                found += WIDE_BREAK.finditer(line, first, last)
                found.sort(key=re.Match.end)
            for match in found:
                start, end = match.span() if match[0].isspace() else (match.end(), match.end())
                if end < len(line) and self._may_end(number, start, end):
                    yield Break(start, end, self._quality(number, start, end, in_link=in_link))

    def _may_end(self, number: int, end: int, start: int) -> bool:
        line = self._lines[number]
        before, after = line[end - 1 : end], line[start]
        if before == "\\" or before in _NO_EDGE or after in _NO_EDGE or after in " \t":
            return False
        return not self._forbidden.hold(self._offsets[number] + end) and not STARTS_BLOCK.match(line, start)

    def _quality(self, number: int, end: int, start: int, *, in_link: bool) -> int:
        line = self._lines[number]
        if in_link or self._held_together.hold(self._offsets[number] + end):
            return HELD_TOGETHER
        before = line[max(0, end - _LOOK_BACK) : end].rstrip(_CLOSING)
        if before[-1:] in _ENDS_CLAUSE or before.endswith("--"):
            return CLAUSE
        if before[-1:] not in _ENDS_SENTENCE:
            return WORD
        last_word = before.split()[-1].lstrip(_OPENING)
        is_initial = len(last_word) == 2 and last_word[0].isalpha()
        goes_on = line[start : start + _LOOK_BACK].lstrip(_OPENING)[:1].islower()
        return WORD if is_initial or goes_on or last_word.lower() in _ABBREVIATIONS else SENTENCE

    @cached_property
    def _offsets(self) -> dict[int, int]:
        """Where each line begins in the paragraph's text."""
        numbers = range(self._first, self._last + 1)
        sizes = accumulate((len(self._lines[number]) + 1 for number in numbers), initial=0)
        return dict(zip(numbers, sizes, strict=False))

    @cached_property
    def _plain_text(self) -> str:
        """The paragraph's lines with all but plain text blotted out."""
        return "\n".join("".join(self._blotted(number)) for number in range(self._first, self._last + 1))

    def _blotted(self, number: int) -> Iterator[str]:
        line = self._lines[number]
        reached = 0
        for start, end, _ in self._spans.get(number, ()):
            if start > reached and line[start - 1] == "\\":
                start -= 1
            yield "\0" * (start - reached)
            yield line[start:end]
            reached = end
        yield "\0" * (len(line) - reached)

    @cached_property
    def _forbidden(self) -> _Ranges:
        return _Ranges([*closed_ranges(self._plain_text), *self._raw_text()])

    @cached_property
    def _held_together(self) -> _Ranges:
        return _Ranges([match.span() for match in _HELD_TOGETHER.finditer(self._plain_text)])

    def _raw_text(self) -> Iterator[tuple[int, int]]:
        """Give the ranges between tags whose content keeps its line ends."""
        opened = None
        for line, column, written in self._tags:
            place = self._offsets[line] + column
            tag = _RAW_TEXT.match(written)
            if tag and opened is None and not tag["close"]:
                opened = place
            elif tag and opened is not None and tag["close"]:
                yield opened, place
                opened = None
        if opened is not None:
            yield opened, len(self._plain_text) + 1


class _Ranges:
    """Ranges of columns, to ask whether one of them holds a column inside."""

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(ranges):
            if self._ends and start < self._ends[-1]:
                self._ends[-1] = max(end, self._ends[-1])
            else:
                self._starts.append(start)
                self._ends.append(end)

    def hold(self, column: int) -> bool:
        index = bisect_right(self._starts, column - 1) - 1
        return index >= 0 and column < self._ends[index]
