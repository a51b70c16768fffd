"""Wraps the lines of a text that are over a limit; this is what the commands call."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import repeat

from clawbudget.wrapping import reasons
from clawbudget.wrapping.candidates import find_candidates
from clawbudget.wrapping.document import Document
from clawbudget.wrapping.layouts import best_layout, taken_by
from clawbudget.wrapping.measure import has_long_line, is_longer, split_lines
from clawbudget.wrapping.parsers import is_too_deep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clawbudget.wrapping.document import Taken
    from clawbudget.wrapping.layouts import Chooser, Layout, LongLine
    from clawbudget.wrapping.search import Part


class Wrapped:
    """What became of a text.

    ``text`` is the new text. ``changed`` gives for each line that was wrapped its number in the old text,
    from 1, and how many lines it became. ``left`` gives for each line that stays over the limit, or a piece
    of which does, its number in the old text and the reason.
    """

    __slots__ = ("changed", "left", "text")

    def __init__(self, text: str, changed: dict[int, int], left: dict[int, str]) -> None:
        self.text = text
        self.changed = changed
        self.left = left


def best_layouts(lines: Sequence[LongLine]) -> list[Layout]:
    """Choose for each line by itself."""
    return [best_layout(line) for line in lines]


def wrap(text: str, max_line: int, *, cjk: bool = True, name: str = "", choose: Chooser = best_layouts) -> Wrapped:
    """Wrap the lines of ``text`` that are over ``max_line`` UTF-16 code units into soft line breaks.

    ``text`` is a file as decoded from UTF-8, with its line endings and byte order mark. Lines within the
    limit, and lines that can't be wrapped with a proof that the document means the same, are not touched.
    With ``cjk``, text without spaces may be broken behind full-width punctuation. ``name`` is that of the
    bootstrap file, in some of which OpenClaw reads lines by themselves. ``choose`` gives a layout for each of
    the lines it gets. Wrapping the result again changes nothing.
    """
    return Wrapping(text, max_line, cjk=cjk, name=name).by(choose)


class Wrapping:
    """A text that is read once, to be wrapped in several ways; parameters as those of ``wrap``."""

    def __init__(self, text: str, max_line: int, *, cjk: bool = True, name: str = "") -> None:
        self._text = text
        self._max_line = max_line
        self._cjk = cjk
        self._name = name

    def by(self, choose: Chooser) -> Wrapped:
        """Wrap the text with the layouts that ``choose`` gives."""
        if not has_long_line(self._text, self._max_line):
            return Wrapped(self._text, {}, {})
        if is_too_deep(self._text):
            return Wrapped(self._text, {}, _all_nested(self._text, self._max_line))
        return _wrap_in_rounds(self._reading, choose)

    def draft(self, choose: Chooser) -> Wrapped:
        """Lay the text out with what ``choose`` gives, and prove nothing: what ``by`` gives if all of it holds."""
        taken = taken_by(choose, self._reading.candidates.lines)
        counts = {number + 1: len(layout) + 1 for number, (_, layout) in taken.items()}
        return Wrapped(self._reading.document.text(taken), counts, {})

    @cached_property
    def _reading(self) -> _Reading:
        return _Reading(Document(self._text, self._name), self._max_line, cjk=self._cjk)


def lines_to_leave(text: str, max_line: int, *, cjk: bool = True, name: str = "") -> dict[int, str]:
    """Give the number and the reason for each long line that stands where no line may be broken.

    This costs no proof, so it does not tell of lines for which ``wrap`` finds none.
    """
    if is_too_deep(text):
        return _all_nested(text, max_line)
    left = find_candidates(Document(text, name), max_line, cjk=cjk).left
    return {number + 1: reason for number, reason in left.items()}


def _all_nested(text: str, max_line: int) -> dict[int, str]:
    lines = enumerate(split_lines(text), 1)
    return {number: reasons.NESTED for number, (line, _) in lines if is_longer(line, max_line)}


class _Reading:
    """A document with the lines in it that may be broken, and what it means as a whole."""

    def __init__(self, document: Document, max_line: int, *, cjk: bool) -> None:
        self.document = document
        self.candidates = find_candidates(document, max_line, cjk=cjk)
        self._max_line = max_line
        self._cjk = cjk

    def search(self, choose: Chooser) -> Taken:
        if not self.candidates.lines:
            return {}
        from clawbudget.wrapping.search import Search

        return Search(self._whole, choose).find(self.candidates)

    @cached_property
    def _whole(self) -> Part:
        from clawbudget.wrapping.search import Part

        return Part(self.document, self.document.front, len(self.document))

    def after(self, taken: Taken) -> _Reading:
        return _Reading(Document(self.document.text(taken), self.document.name), self._max_line, cjk=self._cjk)


def _wrap_in_rounds(reading: _Reading, choose: Chooser) -> Wrapped:
    """Wrap until nothing changes: a piece that is still too long may have breaks that the line had not."""
    origins = list(range(len(reading.document)))
    while taken := reading.search(choose):
        origins = list(_origins(len(reading.document), origins, taken))
        reading = reading.after(taken)
    left = reading.candidates.left | {line.number: reasons.UNPROVABLE for line in reading.candidates.lines}
    return Wrapped(reading.document.text({}), _changed(origins), _left(origins, left))


def _origins(count: int, origins: list[int], taken: Taken) -> Iterator[int]:
    for number in range(count):
        pieces = len(taken[number][1]) + 1 if number in taken else 1
        yield from repeat(origins[number], pieces)


def _changed(origins: list[int]) -> dict[int, int]:
    return {number + 1: count for number, count in Counter(origins).items() if count > 1}


def _left(origins: list[int], left: dict[int, str]) -> dict[int, str]:
    first_reasons: dict[int, str] = {}
    for number in sorted(left):
        first_reasons.setdefault(origins[number] + 1, left[number])
    return first_reasons
