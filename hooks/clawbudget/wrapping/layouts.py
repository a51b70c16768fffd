"""Which of a long line's possible breaks are taken."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from clawbudget.wrapping.measure import width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

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
    """

    def __init__(self, number: int, content: str, prefix: str, breaks: Iterable[Break], max_line: int) -> None:
        self.number = number
        self.content = content
        self.prefix = prefix
        self.breaks = tuple(breaks)
        self.max_line = max_line
        self._prefix_width = width(f"{prefix}x") - 1
        self._starts = [0]
        self._ends = [0]
        self._measure()

    def _measure(self) -> None:
        """Note how wide the line is up to each stop, so that the width of a piece is a difference."""
        start = reached = 0
        for place in self.breaks:
            reached += width(self.content[start : place.end])
            self._ends.append(reached)
            reached += place.start > place.end
            self._starts.append(reached)
            start = place.start
        self._ends.append(reached + width(self.content[start:]))

    @property
    def stops(self) -> int:
        """How many stops there are: 0 is the line's start, ``i`` its break ``i - 1``, the last its end."""
        return len(self._ends)

    def piece_width(self, first: int, last: int) -> int:
        """Give the width, prefix included, of the piece between two stops."""
        return self._ends[last] - self._offset(first)

    def farthest(self, first: int) -> int:
        """Give the last stop within the limit for a piece from stop ``first``, or else the next one."""
        return max(first + 1, bisect_right(self._ends, self.max_line + self._offset(first)) - 1)

    def first_not_under(self, piece_width: float, first: int) -> int:
        """Give the first stop that makes a piece from stop ``first`` at least so wide."""
        return bisect_left(self._ends, piece_width + self._offset(first))

    def _offset(self, first: int) -> int:
        return self._starts[first] - (self._prefix_width if first else 0)

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

_PENALTIES: Final = (0, 2, 5, 50)
"""Costs of a break by its quality."""


def best_layout(line: LongLine) -> Layout:
    """Choose the fewest pieces, the fewest of them under a third of the limit, the best breaks, the latest.

    Every piece is within the limit, but for those that hold no break.
    """
    last = line.stops - 1
    penalties = [0, *(_PENALTIES[place.quality] for place in line.breaks), 0]
    costs = [0] * (last + 1)
    following = [last] * last
    for first in range(last - 1, -1, -1):
        farthest = line.farthest(first)
        short = line.first_not_under(line.max_line / 3, first)
        too_costly = (costs[farthest] // _PIECE + 1) * _PIECE
        best = -1
        for stop in range(farthest, first, -1):
            cost = costs[stop] + penalties[stop]
            if cost >= too_costly:
                break
            if stop < short:
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
    following = [line.farthest(first) for first in range(line.stops - 1)]
    return tuple(line.breaks[stop - 1] for stop in _follow(following))
