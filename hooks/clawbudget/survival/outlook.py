"""Foresees quickly what the policy digest takes of a file while the layouts of its long lines change one by one.

Where head and tail end, and the digest's room, are taken as known. So this is a guide for a search, close to the truth
but not the judge: that is ``reach``.
"""

from __future__ import annotations

from itertools import chain

from clawbudget.injection.digest import CANDIDATE, PROSE
from clawbudget.injection.keywords import HIGH_PRIORITY
from clawbudget.survival.reach import ink

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from clawbudget.injection.digest import DigestLine, LineReader

    Entries = Sequence[tuple[int, int]]
    """The length of each candidate, and what is gained if it is taken."""

RULE: Final = 1 << 40
LONG: Final = 1
"""What is gained with each unit of ink in a rule line, in an over-long line: one of the first outweighs all others."""


class Outlook:
    """A file as the digest sees it, line by line; ``worth`` tells for each line what a unit of its ink gains."""

    def __init__(self, lines: Sequence[str], worth: Sequence[int], budget: int, reader: LineReader) -> None:
        self._reader = reader
        self._takes_prose = reader.number > 1
        self._budget = budget
        self._worth = worth
        self._pieces: list[Sequence[DigestLine]] = [(line,) for line in reader.read(lines)]
        self._added = [0] * len(lines)
        self._high: list[Entries] = [()] * len(lines)
        self._others: list[Entries] = [()] * len(lines)
        for index in range(len(lines)):
            self._renew(index)

    def lay_out(self, index: int, pieces: Sequence[str], *, added: int = 0) -> None:
        """Give the line with this index another layout; each piece but the first has so much ink of a marker's."""
        self._pieces[index] = self._reader.read(pieces)
        self._added[index] = added
        self._renew(index)
        if self._takes_prose and index + 1 < len(self._pieces):
            self._renew(index + 1)

    def candidates(self) -> int:
        """Count the candidates."""
        return sum(map(len, self._high)) + sum(map(len, self._others))

    def gain(self) -> int:
        """Give what is gained with all that the digest takes."""
        room = self._budget + 1
        gained = 0
        for length, gain in chain(chain.from_iterable(self._high), chain.from_iterable(self._others)):
            if length < room:
                room -= length + 1
                gained += gain
        return gained

    def priority_at(self, index: int) -> int:
        """Give 0 if the first piece of the line is no candidate, else 1 or, with high priority, 2."""
        if index >= len(self._pieces):
            return 0
        first = self._pieces[index][0]
        return 0 if first.kind != CANDIDATE else 2 if first.priority == HIGH_PRIORITY else 1

    def _renew(self, index: int) -> None:
        high: list[tuple[int, int]] = []
        others: list[tuple[int, int]] = []
        before = self._pieces[index - 1][-1] if index and self._takes_prose else None
        worth_before = self._worth[index - 1] if index else 0
        added = 0
        for piece in self._pieces[index]:
            if piece.kind == CANDIDATE:
                length, gain = piece.length, self._worth[index] and self._worth[index] * (ink(piece.text) - added)
                if before and before.kind == PROSE:
                    length += before.length + 1
                    gain += worth_before and worth_before * ink(before.text)
                (high if piece.priority == HIGH_PRIORITY else others).append((length, gain))
            before = piece if self._takes_prose else None
            worth_before = self._worth[index]
            added = self._added[index]
        self._high[index] = high
        self._others[index] = others
