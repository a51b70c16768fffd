"""A file line by line: as it is on disk, with what becomes of each line, and as the model gets it."""

from __future__ import annotations

from itertools import groupby

from clawbudget.injection.fates import ALL_FATES, CUT, CUT_IN_DIGEST, IN_DIGEST, LOST, WHOLE
from clawbudget.injection.keywords import VOCABULARIES
from clawbudget.injection.prompt import WHOLE_FILE
from clawbudget.injection.trimming import DIGEST, HEAD, MARKER, TAIL
from clawbudget.injection.verdicts import verdicts
from clawbudget.javascript import length, narrow, widen
from clawbudget.losses import units_behind
from clawbudget.reports.show import fate_in_words, reason_in_words
from clawbudget.reports.xray.markup import Markup, css_class, element, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from typing import Final

    from clawbudget.injection.digest import Digest
    from clawbudget.injection.fates import Fate
    from clawbudget.injection.trimming import Part
    from clawbudget.losses import FileLoss

_SHOWN_AT_ENDS: Final = 6
"""Lines that stay at either end of a long stretch of lines alike."""

_FOLDED_FROM: Final = 30
"""Of so many whole lines in a row the middle is folded: what is lost is what a reader looks for."""

_LEFT_OUT_FROM: Final = 1_000
"""Of so many lines alike the middle is left out, so that a browser can show the page."""

_MOST_MARKED: Final = 2_000
"""Rule lines that stay wherever they are."""

_LONGEST: Final = 2_000
"""UTF-16 code units that are shown of one piece of a line."""

_PARTS: Final = {HEAD: "head", DIGEST: "policy digest", TAIL: "tail", MARKER: "OpenClaw’s own words"}


class FileRows:
    """The rows of one file that was read. ``marks`` says what the check found, by line number."""

    __slots__ = ("_anchor", "_loss", "_marks", "_reasons", "rules")

    def __init__(self, loss: FileLoss, digest_number: int, anchor: str, marks: Mapping[int, str]) -> None:
        self._loss = loss
        self._anchor = anchor
        self._marks = marks
        self._reasons = _reasons(loss, digest_number)
        self.rules = frozenset(loss.rules(*ALL_FATES))

    def source(self) -> Iterator[Markup]:
        """Give a row for each line on disk."""
        kinds = [fate.kind for fate in self._loss.fates]
        yield _caption(f"{len(kinds):,} lines", self._loss.injected.raw)
        marked = sorted(index for index in self.rules if kinds[index] != WHOLE)
        for stretch in _stretches(kinds, marked[:_MOST_MARKED]):
            foldable = kinds[stretch.start] == WHOLE and self._loss.injected.cause != WHOLE_FILE
            yield from _shown(stretch, self._line, foldable=foldable)

    def prompt(self) -> Iterator[Markup]:
        """Give a row for each line that is injected, part by part, with the number of the line that it is from."""
        for part in self._loss.injected.parts:
            yield _caption(_PARTS[part.origin], part.length)
            yield from self._part(part)

    def _line(self, index: int) -> Markup:
        fate = self._loss.fates[index]
        is_rule = index in self.rules
        note = self._marks.get(index + 1, "")
        hint = None
        if fate.kind != WHOLE and self._loss.lines[index].strip():
            told = " · ".join(filter(None, (fate_in_words(fate), self._reasons.get(index, ""))))
            if is_rule or fate.kind != LOST:
                note = " · ".join(filter(None, (told, note)))
            else:
                hint = told
        return element(
            "div",
            element("b", str(index + 1)),
            element("code", _text(self._loss.lines[index].removesuffix("\r"), fate)),
            element("small", note) if note else "",
            class_=f"row {css_class(fate.kind)}{' rule' if is_rule else ''}",
            id=f"{self._anchor}-{index + 1}" if note else None,
            title=hint,
        )

    def _part(self, part: Part) -> Iterator[Markup]:
        lines = part.text.strip("\n").split("\n") if part.origin == MARKER else part.text.split("\n")
        numbers = self._numbers(part, len(lines))

        def row(index: int) -> Markup:
            number = self._link(numbers[index] if numbers else None)
            return element("div", number, element("code", _clip(lines[index])), class_=f"row {part.origin}")

        first = numbers[0] if part.start is not None else 1
        yield from _shown(range(len(lines)), row, foldable=part.start is not None, first=first)

    def _link(self, number: int | None) -> Markup:
        if number is None:
            return element("b")
        if self._loss.fates[number - 1].kind in (IN_DIGEST, CUT_IN_DIGEST):
            return element("b", element("a", str(number), href=f"#{self._anchor}-{number}"))
        return element("b", str(number))

    def _numbers(self, part: Part, count: int) -> Sequence[int]:
        """Give the number of the source line behind each line of a part; none for OpenClaw's own words."""
        if part.origin == DIGEST:
            digest = self._loss.injected.digest
            return [index + 1 for index in digest.source_lines()] if digest else ()
        if part.start is None:
            return ()
        first = widen("\n".join(self._loss.lines)).count("\n", 0, part.start) + 1
        return range(first, first + count)


def _caption(what: str, size: int) -> Markup:
    return element("div", f"{what} ", element("span", f"{size:,} characters"), class_="part")


def _reasons(loss: FileLoss, digest_number: int) -> dict[int, str]:
    digest: Digest | None = loss.injected.digest
    if digest is None:
        return {}
    explained = verdicts("\n".join(loss.lines), digest, VOCABULARIES[digest_number])
    return {verdict.index: reason_in_words(verdict) for verdict in explained}


def _stretches(kinds: Sequence[str], marked: Collection[int]) -> Iterator[range]:
    """Give stretches of lines alike; a marked line is one of its own."""
    kept = set(marked)
    start = 0
    for _, run in groupby(range(len(kinds)), key=lambda index: index if index in kept else kinds[index]):
        stretch = range(start, start + sum(1 for _ in run))
        start = stretch.stop
        yield stretch


def _shown(stretch: range, row: Callable[[int], Markup], *, foldable: bool, first: int = 1) -> Iterator[Markup]:
    """Give the rows of a stretch, its middle folded or left out if it is long. Line ``i`` has the number i + first."""
    if len(stretch) < (_FOLDED_FROM if foldable else _LEFT_OUT_FROM):
        yield from map(row, stretch)
        return
    middle = stretch[_SHOWN_AT_ENDS:-_SHOWN_AT_ENDS]
    numbers = f"lines {middle.start + first:,} to {middle.stop + first - 1:,}"
    yield from map(row, stretch[:_SHOWN_AT_ENDS])
    if len(middle) < _LEFT_OUT_FROM:
        yield element("details", element("summary", f"{numbers}, all whole"), *map(row, middle), class_="fold")
    else:
        yield element("div", f"{numbers}, all alike, are not shown here", class_="gap")
    yield from map(row, stretch[-_SHOWN_AT_ENDS:])


def _text(line: str, fate: Fate) -> Markup:
    """Give a line with the parts of it that are lost marked."""
    if fate.kind not in (CUT, CUT_IN_DIGEST):
        return _clip(line)
    units = widen(line)
    end = len(units) - fate.end
    start = min(fate.start if fate.kind == CUT else units_behind(line, fate.start), end)
    pieces = (units[:start], units[start:end], units[end:])
    kept_start, gone, kept_end = map(narrow, pieces)
    return join(_clip(kept_start), element("s", _clip(gone)) if gone else "", _clip(kept_end))


def _clip(text: str) -> Markup:
    if len(text) <= _LONGEST:
        return join(text)
    return join(text[:_LONGEST], element("em", f"… {length(text[_LONGEST:]):,} more characters"))
