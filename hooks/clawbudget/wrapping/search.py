"""Finds the layouts that can be proved: for the whole document if that can be had, or else line by line."""

from __future__ import annotations

from clawbudget.fields import fields_of
from clawbudget.wrapping.layouts import taken_by
from clawbudget.wrapping.proof import Proof, is_same_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from clawbudget.wrapping.candidates import Candidates
    from clawbudget.wrapping.document import Document, Taken
    from clawbudget.wrapping.layouts import Break, Chooser, Layout, LongLine

_LEAST_EFFORT: Final = 4_000_000
"""Characters to parse in search of layouts for single lines, at least; this takes some seconds."""

_FAULTS_ONE_BY_ONE: Final = 3
"""Breaks of a line that are found at fault before all of them are tried, each alone."""


class Search:
    """Searches the layouts of one document, ``whole``; the effort is bounded by its size."""

    def __init__(self, whole: Part, choose: Chooser) -> None:
        self._whole = whole
        self._document = whole.document
        self._choose = choose
        self._effort = _LEAST_EFFORT + whole.document.size

    def find(self, candidates: Candidates) -> Taken:
        """Give layouts with which the whole document is proved to mean what it meant."""
        taken = self._chosen(candidates.lines)
        if self._whole.holds(taken):
            return taken
        return self._searched(candidates)

    def _searched(self, candidates: Candidates) -> Taken:
        """Search in small parts of the document, the smallest first; then see whether all of it holds."""
        lines_of_part: dict[tuple[int, int], list[LongLine]] = {}
        for line in candidates.lines:
            lines_of_part.setdefault(candidates.surroundings[line.number], []).append(line)
        taken: dict[int, tuple[LongLine, Layout]] = {}
        for first, end in sorted(lines_of_part, key=lambda part: part[1] - part[0]):
            taken |= self._best(Part(self._document, first, end), lines_of_part[first, end])
        if not self._whole.holds(taken):
            taken = self._best(self._whole, [line for line, _ in taken.values()])
        if self._defines_labels():
            for line in candidates.lines:
                if line.number not in taken:
                    taken |= self._repaired(self._whole, line, taken)
        return taken

    def _defines_labels(self) -> bool:
        """Tell whether some line may define what is a link or a footnote in other parts of the document."""
        return any("]:" in line for line in self._document.contents)

    def _chosen(self, lines: Sequence[LongLine]) -> dict[int, tuple[LongLine, Layout]]:
        return taken_by(self._choose, lines)

    def _best(self, part: Part, lines: Sequence[LongLine]) -> dict[int, tuple[LongLine, Layout]]:
        """Halve the lines until it is known which of them can't be broken as chosen; repair these."""
        taken = self._chosen(lines)
        if not taken or self._holds(part, taken):
            return taken
        if len(lines) == 1:
            return self._repaired(part, lines[0], {})
        half = len(lines) // 2
        taken = self._best(part, lines[:half])
        rest = self._best(part, lines[half:])
        if self._holds(part, taken | rest):
            return taken | rest
        for line, _ in rest.values():
            taken |= self._repaired(part, line, taken)
        return taken

    def _repaired(self, part: Part, line: LongLine, given: Taken) -> dict[int, tuple[LongLine, Layout]]:
        """Find a layout of the line that holds beside the given ones, leaving out the breaks that do not."""
        for _ in range(_FAULTS_ONE_BY_ONE):
            chosen = self._chosen([line])
            if not chosen or self._holds(part, {**given, **chosen}):
                return chosen
            fault = self._first_fault(part, line, chosen[line.number][1], given)
            line = line.without([fault])
        bad = [place for place in line.breaks if not self._holds_alone(part, line, place, given)]
        return self._combined(part, line.without(bad), given)

    def _combined(self, part: Part, line: LongLine, given: Taken) -> dict[int, tuple[LongLine, Layout]]:
        """Find a layout of a line whose breaks hold each for itself."""
        remaining = line
        while chosen := self._chosen([remaining]):
            if self._holds(part, {**given, **chosen}):
                return chosen
            remaining = remaining.without([self._first_fault(part, remaining, chosen[line.number][1], given)])
        return {line.number: (line, line.breaks[:1])} if line.breaks else {}

    def _holds_alone(self, part: Part, line: LongLine, place: Break, given: Taken) -> bool:
        return self._effort > 0 and self._holds(part, {**given, line.number: (line, (place,))})

    def _first_fault(self, part: Part, line: LongLine, layout: Layout, given: Taken) -> Break:
        """Find the break of a layout that does not hold which spoils it for those before."""
        good, bad = 0, len(layout)
        while bad - good > 1:
            middle = (good + bad) // 2
            if self._holds(part, {**given, line.number: (line, layout[:middle])}):
                good = middle
            else:
                bad = middle
        return layout[bad - 1]

    def _holds(self, part: Part, taken: Taken) -> bool:
        if self._effort <= 0:
            return False
        self._effort -= part.size
        return part.holds(taken)


class Part:
    """Lines of a document from ``first`` to before ``end``, with the proof of what they mean."""

    def __init__(self, document: Document, first: int, end: int) -> None:
        self.document = document
        self._first = first
        self._end = end
        before = document.part(first, end, {})
        self.size = len(before)
        self._proof = Proof(before)
        self._fields = self._fields_in(before)

    def holds(self, taken: Taken) -> bool:
        """Tell whether it is proved that the part means the same with these layouts of its lines."""
        if not taken:
            return True
        if not all(is_same_text(line.content, line.pieces(layout), line.prefix) for line, layout in taken.values()):
            return False
        after = self.document.part(self._first, self._end, taken)
        return self._fields_in(after) == self._fields and self._proof.holds(after)

    def _fields_in(self, text: str) -> list[str]:
        return list(fields_of(self.document.name, text.split("\n")).values())
