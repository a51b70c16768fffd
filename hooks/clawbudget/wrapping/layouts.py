"""Which of a long line's possible breaks are taken."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property

from clawbudget.wrapping.measure import width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Final

    Chooser = Callable[[Sequence["LongLine"]], Sequence["Layout"]]
    """Chooses a layout for each of the lines; an empty one leaves a line as it is."""

SENTENCE: Final = 0
CLAUSE: Final = 1
WORD: Final = 2
HELD_TOGETHER: Final = 3
"""Qualities of a break, best first; the last is in a link's text or in brackets that ask to be filled in."""


class Break:
    """A place where a line may end: before its column ``end``. The next line goes on at column ``start``."""

    __slots__ = ("end", "quality", "start")

    def __init__(self, end: int, start: int, quality: int) -> None:
        self.end = end
        self.start = start
        self.quality = quality


Layout = tuple[Break, ...]
"""The breaks of a line that are taken, in order; none leaves the line as it is."""


class LongLine:
    """A line over the limit with the places where it may end.

    ``number`` counts from 0; ``content`` is the line without its ending; ``prefix`` is what each further line
    begins with, to stay in its containers; ``max_line`` is the limit.

    Pieces go from stop to stop: 0 is the line's start, ``i`` its break ``i - 1``, the last its end. ``stops`` counts
    them. ``farthest`` gives for each stop but the last where a piece from there ends at the latest: at the last stop
    within the limit, or else at the next one. ``not_short`` gives where it ends at the earliest if it is to have a
    third of the limit; one past the last stop if it can't.
    """

    def __init__(self, number: int, content: str, prefix: str, breaks: Iterable[Break], max_line: int) -> None:
        self.number = number
        self.content = content
        self.prefix = prefix
        self.breaks = tuple(breaks)
        self.max_line = max_line
        self._starts = [0]
        self._ends = [0]
        self._measure(width(f"{prefix}x") - 1)
        self.stops = len(self._ends)

    def _measure(self, prefix_width: int) -> None:
        """Note how wide the line is up to each stop, so that the width of a piece is a difference."""
        start = reached = 0
        for place in self.breaks:
            reached += width(self.content[start : place.end])
            self._ends.append(reached)
            reached += place.start > place.end
            self._starts.append(reached - prefix_width)
            start = place.start
        self._ends.append(reached + width(self.content[start:]))

    def piece_width(self, first: int, last: int) -> int:
        """Give the width, prefix included, of the piece between two stops."""
        return self._ends[last] - self._starts[first]

    @cached_property
    def farthest(self) -> list[int]:
        ends, limit = self._ends, self.max_line
        return [max(stop + 1, bisect_right(ends, start + limit) - 1) for stop, start in enumerate(self._starts)]

    @cached_property
    def not_short(self) -> list[int]:
        ends, least = self._ends, self.max_line / 3
        return [bisect_left(ends, start + least) for start in self._starts]

    def without(self, breaks: Iterable[Break]) -> LongLine:
        """Give the line with fewer places to end at."""
        gone = set(breaks)
        kept = [place for place in self.breaks if place not in gone]
        return LongLine(self.number, self.content, self.prefix, kept, self.max_line)

    def pieces(self, layout: Layout) -> list[str]:
        """Give the lines that the layout makes of this one, without endings."""
        starts = [0, *(place.start for place in layout)]
        ends = [*(place.end for place in layout), len(self.content)]
        pieces = [self.content[start:end] for start, end in zip(starts, ends, strict=True)]
        return [pieces[0], *(self.prefix + piece for piece in pieces[1:])]


_SHORT: Final = 1 << 26
_PIECE: Final = 1 << 46
"""Costs of a piece under a third of the limit, and of any piece. Neither is reached by the sum of all smaller costs, as
a line has at most two million characters."""

PENALTIES: Final = (0, 2, 5, 50)
"""Costs of a break by its quality."""


def best_layout(line: LongLine) -> Layout:
    """Choose the fewest pieces, the fewest of them under a third of the limit, the best breaks, the latest.

    Every piece is within the limit, but for those that hold no break.
    """
    last = line.stops - 1
    penalties = [0, *(PENALTIES[place.quality] for place in line.breaks), 0]
    costs = [0] * (last + 1)
    following = [last] * last
    for first in range(last - 1, -1, -1):
        farthest, not_short = line.farthest[first], line.not_short[first]
        too_costly = (costs[farthest] // _PIECE + 1) * _PIECE
        best = -1
        for stop in range(farthest, first, -1):
            cost = costs[stop] + penalties[stop]
            if cost >= too_costly:
                break
            if stop < not_short:
                cost += _SHORT
            if cost < best or best < 0:
                best, following[first] = cost, stop
        costs[first] = best + _PIECE
    return tuple(line.breaks[stop - 1] for stop in _follow(following))


def _follow(following: list[int]) -> Iterator[int]:
    """Give the stops between the first and the last, of all of which but the last it is known which one follows."""
    stop = following[0]
    while stop < len(following):
        yield stop
        stop = following[stop]


def greedy_layout(line: LongLine) -> Layout:
    """Fill each piece as far as it goes, whatever the breaks are worth."""
    return tuple(line.breaks[stop - 1] for stop in _follow(line.farthest))


def taken_by(choose: Chooser, lines: Sequence[LongLine]) -> dict[int, tuple[LongLine, Layout]]:
    """Give the lines that are to be broken, by their numbers, with their layouts."""
    return {line.number: (line, layout) for line, layout in zip(lines, choose(lines), strict=True) if layout}
