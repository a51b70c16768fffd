"""How much of a file's lines reaches the model, however their text is laid out in lines.

It is counted in *ink*: UTF-16 code units that are no white space. So it makes no difference whether words stand on one
line or on three, and what a layout adds (indentation, quote signs, list markers) is not counted: the ink of a source
line that reaches the model can be compared between the line left long, wrapped in this way or another, or split.
"""

from __future__ import annotations

from clawbudget.injection.digest import LineReader
from clawbudget.injection.fates import CUT, CUT_IN_DIGEST, LOST, line_fates
from clawbudget.injection.keywords import is_rule_line
from clawbudget.injection.prompt import PER_FILE, WHOLE_FILE, InjectedFile
from clawbudget.injection.trimming import trim
from clawbudget.javascript import collapse_white_space, length, narrow, widen
from clawbudget.wrapping.measure import is_longer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Final

    from clawbudget.injection.fates import Fate
    from clawbudget.releases import Contract

_NAME: Final = "AGENTS.md"


class Cut:
    """Where AGENTS.md is cut: the ``contract`` of a release, and the ``limit`` of the file in UTF-16 code units.

    ``is_certain`` is False for a file that fits but is taken as if it were just over its limit.
    """

    __slots__ = ("contract", "is_certain", "limit", "reader")

    def __init__(self, contract: Contract, limit: int, *, is_certain: bool = True) -> None:
        self.contract = contract
        self.limit = limit
        self.is_certain = is_certain
        self.reader = LineReader(contract.digest or 1)

    def injected(self, text: str) -> InjectedFile:
        """Give what the model gets of a file with this text."""
        trimmed = trim(_NAME, text, self.limit, self.contract, self.reader)
        cause = WHOLE_FILE if trimmed.raw <= self.limit else PER_FILE
        return InjectedFile(
            _NAME, _NAME, cause, raw=trimmed.raw, limit=self.limit, parts=trimmed.parts, digest=trimmed.digest
        )

    def reaches(self, text: str) -> list[tuple[int, int]]:
        """Give for each line how much ink of its start, and how much of its end, reaches the model."""
        lines = text.split("\n")
        return [_reach(line, fate) for line, fate in zip(lines, line_fates(text, self.injected(text)), strict=True)]


def ink(text: str) -> int:
    """Count the UTF-16 code units of ``text`` that are no white space."""
    return length(ink_of(text))


def ink_of(text: str) -> str:
    """Give ``text`` without white space."""
    return collapse_white_space(text).replace(" ", "")


def _reach(line: str, fate: Fate) -> tuple[int, int]:
    if fate.kind == LOST:
        return 0, 0
    if fate.kind not in (CUT, CUT_IN_DIGEST):
        return ink(line), 0
    units = widen(line.removesuffix("\r"))
    seen = widen(collapse_white_space(line)) if fate.kind == CUT_IN_DIGEST else units
    return _ink_in(seen[: fate.start]), _ink_in(units[len(units) - fate.end :])


def _ink_in(units: str) -> int:
    return ink(narrow(units))


class Survey:
    """The lines of an AGENTS.md that count: rule lines, and lines over ``max_line``; indexes count from 0."""

    def __init__(self, text: str, max_line: int) -> None:
        self.lines = text.split("\n")
        self.rules = frozenset(index for index, line in enumerate(self.lines) if is_rule_line(line))
        self.long = frozenset(index for index, line in enumerate(self.lines) if is_longer(line, max_line))
        self._ink = {index: widen(ink_of(self.lines[index])) for index in self.rules | self.long}

    def score(self, text: str, counts: Mapping[int, int], cut: Cut) -> tuple[int, int]:
        """Measure the ink of rule lines and that of over-long lines that reaches the model.

        ``text`` is the same file laid out in another way: ``counts`` gives for the number (from 1) of each line that
        became several how many.
        """
        kept = self.kept(text, counts, cut)
        return sum(kept[index] for index in self.rules), sum(kept[index] for index in self.long)

    def whole_rules(self, text: str, counts: Mapping[int, int], cut: Cut) -> int:
        """Count the rule lines that reach the model whole; parameters as in ``score``."""
        kept = self.kept(text, counts, cut)
        return sum(kept[index] == len(self._ink[index]) for index in self.rules)

    def not_whole(self, cut: Cut) -> list[int]:
        """Give the indexes of the rule lines that do not reach the model whole as they stand."""
        kept = self.kept("\n".join(self.lines), {}, cut)
        return [index for index in sorted(self.rules) if kept[index] < len(self._ink[index])]

    def kept(self, text: str, counts: Mapping[int, int], cut: Cut) -> dict[int, int]:
        """Give the ink that reaches the model of each line that counts; parameters as in ``score``."""
        lines = text.split("\n")
        reaches = cut.reaches(text)
        kept = {}
        place = 0
        for index in range(len(self.lines)):
            count = counts.get(index + 1, 1)
            if index in self._ink:
                pieces = zip(lines[place : place + count], reaches[place : place + count], strict=True)
                kept[index] = _kept_of(self._ink[index], [*pieces])
            place += count
        return kept


def _kept_of(source: str, pieces: Sequence[tuple[str, tuple[int, int]]]) -> int:
    kept = place = 0
    for piece, (first, last) in pieces:
        text = widen(ink_of(piece))
        added = _added(text, source, place) if len(pieces) > 1 else 0
        own = len(text) - added
        kept += min(own, max(first - added, 0) + min(last, own))
        place += own
    return min(kept, len(source))


def _added(piece: str, source: str, place: int) -> int:
    """Count the ink at the start of a piece that is not the source's: quote signs or a list marker."""
    for added in range(len(piece)):
        if source.startswith(piece[added:], place):
            return added
    return 0
