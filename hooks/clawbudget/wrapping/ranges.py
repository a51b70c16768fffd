"""Ranges of columns, to ask whether one of them holds a column inside."""

from __future__ import annotations

from bisect import bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Ranges:
    """Ranges of columns, each from its first column to the one behind its last; those that overlap become one."""

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
        """Tell whether a range begins before the column and ends behind it."""
        index = bisect_right(self._starts, column - 1) - 1
        return index >= 0 and column < self._ends[index]
