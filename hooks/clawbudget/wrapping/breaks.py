"""The places where a line may end, and how good each is."""

from __future__ import annotations

import re

from clawbudget.wrapping.dialects import STARTS_BLOCK, closed_ranges
from clawbudget.wrapping.layouts import CLAUSE, HELD_TOGETHER, SENTENCE, WORD, Break
from clawbudget.wrapping.paragraphs import FOOTNOTE_MARKER
from clawbudget.wrapping.ranges import Ranges
from clawbudget.wrapping.staying import is_no_definition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from clawbudget.wrapping.paragraphs import Paragraph

_BLANKS = re.compile(r"[ \t]+")
_WHITE_SPACE = "\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff\0"
_NO_EDGE = frozenset([*_WHITE_SPACE, *map(chr, range(0x2000, 0x200C))])
"""A line must not begin or end with these: renderers and tools trim some of them, or show them."""

_OPENING: Final = "\"'“‘«(*_["
_CLOSING: Final = "\"'”’»)]*_~」』）】"
"""Signs around words that do not count when the end of a sentence or clause is looked for."""

_ENDS_SENTENCE: Final = frozenset(".!?…。！？")
_ENDS_CLAUSE: Final = frozenset(";:,；：，、—–")
_ABBREVIATIONS: Final = frozenset(
    "al approx ca cf etc incl vs capt col dr gen jr lt mr mrs ms prof sgt sr st co corp inc ltd"
    " abs bspw bzw evtl exkl fa fr ggf hr inkl insb kap lt max min mind nr sog str tel vgl zzgl"
    " bijv dhr dott mevr mme sig sra srta ud напр рис см стр тел ул"
    " jan feb mar apr jun jul aug sep sept okt oct nov dec dez".split()
)
"""Abbreviations, their points left out, that a capital letter may follow: ours, and those of some other languages."""

BINDING: Final = frozenset(
    "not never no nor don't doesn't didn't can't cannot couldn't won't wouldn't shouldn't mustn't isn't aren't"
    " do does did must shall should may might can could will would always only without unless except"
    " don’t doesn’t didn’t can’t couldn’t won’t wouldn’t shouldn’t mustn’t isn’t aren’t".split()
)
"""Words that turn or oblige what comes next: apart from them, as where only one of two lines is left, it says other."""

_UNITS: Final = frozenset(
    "% ‰ ° °C °F € $ £ ¥ KB kB MB GB TB KiB MiB GiB TiB ms s sec min h Hz kHz MHz GHz km m cm mm kg g mg l ml px pt"
    " W kW kWh V mV A mA mAh am pm a.m p.m AM PM Uhr".split()
)
"""Units that stay with the number before them."""

_LOOK_AROUND: Final = 32
"""Characters before and behind a break that are looked at to judge it."""

_HELD_TOGETHER = re.compile(r"\{[^{}\0]{1,60}\}|<[^<>\0]{1,60}>|\[[^\[\]\0]{1,60}\]")
_IN_BRACKETS = re.compile(r"\([^()\0]+\)|（[^（）\0]+）")
RAW_TEXT = re.compile(r"<(?P<close>/?)(?P<name>pre|textarea|script|style|code|tt|kbd|samp)\b", re.IGNORECASE)
_ORDINAL_OR_LETTERS = re.compile(r"\d{1,2}\.|(?:[^\W\d_]\.)+")
"""Matches ``12.`` as in ``12. Mai``, initials, and abbreviations like ``z.B.``: none tells that a sentence ends."""
_SIGNS_AND_WORD = re.compile(r"(?:(?:[-+*=_~:|.]+|<[^<>]*>|\d+[^ \t][ \t]+\[[ xX]\])[ \t]+)+[^ \t]+")
"""Matches what must not be a line by itself: it could be a rule, an underline, a table, an HTML block or a task."""


class Breaks:
    """The breaks in the lines of a paragraph."""

    def __init__(self, paragraph: Paragraph) -> None:
        self._paragraph = paragraph
        self._forbidden = Ranges([*closed_ranges(paragraph.plain_text), *_raw_text(paragraph)])
        self._in_brackets = Ranges(match.span() for match in _IN_BRACKETS.finditer(paragraph.plain_text))
        self._held_together = Ranges(match.span() for match in _HELD_TOGETHER.finditer(paragraph.plain_text))

    def of_line(self, number: int, *, cjk: bool) -> list[Break]:
        """Give the places where line ``number`` may end; with ``cjk``, also behind full-width punctuation."""
        line = self._paragraph.lines[number]
        earliest = _earliest(self._paragraph, number)
        return [
            Break(end, start, self._quality(number, end, start, in_link=in_link))
            for end, start, in_link in self._places(number, cjk=cjk)
            if end >= earliest and start < len(line) and self._may_end(number, end, start)
        ]

    def _places(self, number: int, *, cjk: bool) -> Iterator[tuple[int, int, bool]]:
        """Give the runs of blanks in plain text, and the ends of punctuation, as ranges without width."""
        line = self._paragraph.lines[number]
        for first, last, in_link in self._paragraph.text_of(number):
            places = [match.span() for match in _BLANKS.finditer(line, first, last)]
            if cjk and not line.isascii():
                from clawbudget.wrapping.wide import WIDE_BREAK

                places += ((match.end(), match.end()) for match in WIDE_BREAK.finditer(line, first, last))
                places.sort()
            yield from ((end, start, in_link) for end, start in places)

    def _may_end(self, number: int, end: int, start: int) -> bool:
        line = self._paragraph.lines[number]
        before, after = line[end - 1], line[start]
        if before == "\\" or before in _NO_EDGE or after in _NO_EDGE or after in " \t":
            return False
        is_inside = self._forbidden.hold(self._paragraph.offsets[number] + end)
        return not is_inside and not STARTS_BLOCK.match(line, start)

    def _quality(self, number: int, end: int, start: int, *, in_link: bool) -> int:
        line = self._paragraph.lines[number]
        column = self._paragraph.offsets[number] + end
        if in_link or self._held_together.hold(column):
            return HELD_TOGETHER
        before = line[max(0, end - _LOOK_AROUND) : end].rstrip(_CLOSING)
        if before[-1:] in _ENDS_CLAUSE or before.endswith("--"):
            return WORD if self._in_brackets.hold(column) else CLAUSE
        last_word = before[max(before.rfind(" "), before.rfind("\t")) + 1 :].lstrip(_OPENING)
        if before[-1:] not in _ENDS_SENTENCE:
            return HELD_TOGETHER if last_word.lower() in BINDING or _is_quantity(before, line, start) else WORD
        next_sign = line[start : start + _LOOK_AROUND].lstrip(_OPENING)[:1]
        goes_on = next_sign.islower() or (before.endswith(".") and _may_go_on(last_word, next_sign))
        return WORD if goes_on else SENTENCE


def _is_quantity(before: str, line: str, start: int) -> bool:
    """Tell whether a number ends before the break, and its unit begins behind it."""
    if not before[-1:].isdecimal():
        return False
    next_word = line[start : start + _LOOK_AROUND].split(maxsplit=1)[0]
    return next_word.rstrip(f"{_CLOSING}.,;:!?") in _UNITS


def _may_go_on(word: str, next_sign: str) -> bool:
    """Tell whether the point at the end of a word may be another than that of a sentence.

    One too many costs a little in looks, one too few tears ``Sept. 2025`` and ``12. Mai`` apart.
    """
    stem = word[:-1].rpartition("-")[2].lower()
    return next_sign.isdigit() or stem in _ABBREVIATIONS or bool(_ORDINAL_OR_LETTERS.fullmatch(word))


def _earliest(paragraph: Paragraph, number: int) -> int:
    """Give the column before which the line must not end, lest its beginning mean something else."""
    line = paragraph.lines[number]
    head = paragraph.head(number)
    start = len(head)
    kept = [_SIGNS_AND_WORD.match(line, start)]
    if number == paragraph.first:
        footnote = FOOTNOTE_MARKER.search(head)
        no_definition = is_no_definition(line, footnote.start() if footnote else start)
        if footnote and not no_definition:
            return len(line)  # to parsers that know no footnotes, one word behind the label is a destination
        kept.append(no_definition)
    return max(start + 1, _tick_end(paragraph, number), *(match.end() for match in kept if match))


def _tick_end(paragraph: Paragraph, number: int) -> int:
    """Give the column behind the ``[x]`` that has to stay on the first line of a task that is not done, or 0.

    GitHub's cmark-gfm takes a task as done if ``[x]`` stands anywhere on that line.
    """
    line = paragraph.lines[number]
    if number != paragraph.first or not line.startswith("[ ]", len(paragraph.head(number))):
        return 0
    ticks = [place + 3 for place in (line.find("[x]"), line.find("[X]")) if place >= 0]
    return min(ticks, default=0)


def _raw_text(paragraph: Paragraph) -> Iterator[tuple[int, int]]:
    """Give the ranges between tags whose content keeps its line ends, here or in GitHub's style sheet."""
    opened: dict[str, list[int]] = {}
    for line, column, written in paragraph.tags:
        if not (tag := RAW_TEXT.match(written)):
            continue
        places = opened.setdefault(tag["name"].lower(), [])
        if not tag["close"]:
            places.append(paragraph.offsets[line] + column)
        elif places:
            yield places.pop(), paragraph.offsets[line] + column
    yield from ((place, len(paragraph.plain_text) + 1) for places in opened.values() for place in places)
