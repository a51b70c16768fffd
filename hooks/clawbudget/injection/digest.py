"""The policy digest: the lines of an over-long AGENTS.md that OpenClaw repeats between its head and its tail.

Every line is a candidate or not, whatever stands around it (digest 2 lets a candidate take the prose line before it
along). Candidates with a rule word are taken first, then the others, each in the file's order and if it still fits.
"""

from __future__ import annotations

from clawbudget.injection.keywords import HIGH_PRIORITY, NO_KEYWORD, VOCABULARIES
from clawbudget.javascript import collapse_white_space, length, narrow, truncate, widen
from clawbudget.releases import MAX_LINE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final, Self

EMPTY: Final = "empty"
FENCE: Final = "fence"
PROSE: Final = "prose"
CANDIDATE: Final = "candidate"

_MAX_DEPTH: Final = 6
"""Number signs that a heading may start with."""


class DigestLine:
    """A line as the digest sees it: ``text`` with its white space collapsed, cut to 240 units, and what it is.

    ``kind`` is EMPTY, FENCE (for digest 2 alone), PROSE or CANDIDATE; ``priority`` is one of the values in
    ``keywords``; ``is_cut`` tells whether the line was longer than ``text``.
    """

    __slots__ = ("is_cut", "kind", "length", "priority", "text")

    def __init__(self, text: str, units: int, kind: str, priority: int, is_cut: bool) -> None:
        self.text = text
        self.length = units
        self.kind = kind
        self.priority = priority
        self.is_cut = is_cut


_EMPTY_LINE: Final = DigestLine("", 0, EMPTY, NO_KEYWORD, False)


class LineReader:
    """Reads source lines as the digest with the given number does, each distinct line once."""

    __slots__ = ("_known", "_vocabulary", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self._vocabulary = VOCABULARIES[number]
        self._known: dict[str, DigestLine] = {}

    def read(self, sources: Sequence[str]) -> list[DigestLine]:
        """Read lines without their line endings."""
        known = self._known
        for source in sources:
            if source not in known:
                known[source] = self._read(source)
        return [known[source] for source in sources]

    def _read(self, source: str) -> DigestLine:
        text = collapse_white_space(source)
        if not text:
            return _EMPTY_LINE
        units = length(text)
        is_cut = units > MAX_LINE
        if is_cut:
            text = narrow(truncate(widen(text[:MAX_LINE]), MAX_LINE - 1)) + "…"
            units = length(text)
        if self.number > 1 and text.startswith(("```", "~~~")):
            return DigestLine(text, units, FENCE, NO_KEYWORD, is_cut)
        priority = self._vocabulary.priority(text)
        kind = CANDIDATE if priority or is_heading_or_item(text) else PROSE
        return DigestLine(text, units, kind, priority, is_cut)


def is_heading_or_item(text: str) -> bool:
    """Tell whether a line of collapsed white space begins like a Markdown heading or list item with text in it."""
    if text[0] not in "#-*+0123456789":
        return False
    start, _, rest = text.partition(" ")
    if start[0] == "#":
        return bool(rest) and len(start) <= _MAX_DEPTH and not start.strip("#")
    is_marker = start in ("-", "*", "+") or (start[-1] in ".)" and start.isascii() and start[:-1].isdigit())
    return bool(rest) and is_marker


class Candidate:
    """A candidate: the ``index`` of its line, whether the prose line before it comes along, and its whole length."""

    __slots__ = ("has_high_priority", "index", "length", "takes_prose")

    def __init__(self, index: int, length: int, has_high_priority: bool, takes_prose: bool) -> None:
        self.index = index
        self.length = length
        self.has_high_priority = has_high_priority
        self.takes_prose = takes_prose


class Digest:
    """The digest of a text within ``budget`` code units.

    ``lines`` are the text's lines as the digest sees them, ``candidates`` those of them that may be taken and ``taken``
    those that are, both in the file's order; ``length`` is that of ``text()``, and ``omitted`` counts the candidates
    left out as the prompt states it: none when the budget is 0.
    """

    __slots__ = ("_shortlist", "budget", "candidates", "length", "lines", "omitted", "taken")

    def __init__(
        self,
        lines: Sequence[DigestLine],
        candidates: Sequence[Candidate],
        budget: int,
        shortlist: Sequence[Candidate] | None = None,
    ) -> None:
        self._shortlist = _shortlist(candidates, budget) if shortlist is None else shortlist
        self.lines = lines
        self.candidates = candidates
        self.budget = budget
        self.taken = _select(self._shortlist, budget)
        self.length = sum(candidate.length + 1 for candidate in self.taken) - bool(self.taken)
        self.omitted = len(candidates) - len(self.taken) if budget > 0 else 0

    @classmethod
    def of(cls, text: str, budget: int, reader: LineReader) -> Self:
        """Make the digest of an AGENTS.md without trailing white space."""
        lines = reader.read(text.replace("\r\n", "\n").split("\n"))
        return cls(lines, find_candidates(lines, takes_prose=reader.number > 1), budget)

    def shrunk_to(self, budget: int) -> Self:
        """Give the digest of the same text within a smaller budget."""
        return type(self)(self.lines, self.candidates, budget, self._shortlist)

    def text(self) -> str:
        """Give the digest as it is injected."""
        return "\n".join(self.lines[index].text for index in self.source_lines())

    def source_lines(self) -> list[int]:
        """Give the indexes of the lines in the digest, in its order, prose lines that are taken along included."""
        return [
            index
            for candidate in self.taken
            for index in range(candidate.index - candidate.takes_prose, candidate.index + 1)
        ]


def find_candidates(lines: Sequence[DigestLine], *, takes_prose: bool) -> list[Candidate]:
    """Find the candidates among all the lines of a text, each with the prose line right before it if it takes one."""
    candidates = []
    before = _EMPTY_LINE
    for index, line in enumerate(lines):
        if line.kind == CANDIDATE:
            along = takes_prose and before.kind == PROSE
            units = line.length + before.length + 1 if along else line.length
            candidates.append(Candidate(index, units, line.priority == HIGH_PRIORITY, along))
        before = line
    return candidates


def _shortlist(candidates: Sequence[Candidate], budget: int) -> list[Candidate]:
    """Leave out candidates that no budget up to ``budget`` has room for.

    Of candidates alike in priority and length the first ones are taken, so only as many matter as fit by themselves.
    This keeps a hostile file cheap whose digest is made again and again for a tiny limit.
    """
    room: dict[tuple[bool, int], int] = {}
    kept = []
    for candidate in candidates:
        kind = candidate.has_high_priority, candidate.length
        left = room.get(kind, (budget + 1) // (candidate.length + 1))
        if left > 0:
            kept.append(candidate)
            room[kind] = left - 1
    return kept


def _select(candidates: Sequence[Candidate], budget: int) -> list[Candidate]:
    room = budget + 1  # each line costs one more for its newline, which the first goes without
    taken = []
    for turn in (True, False):
        for candidate in candidates:
            if candidate.has_high_priority is turn and candidate.length < room:
                taken.append(candidate)
                room -= candidate.length + 1
    return sorted(taken, key=lambda candidate: candidate.index)
