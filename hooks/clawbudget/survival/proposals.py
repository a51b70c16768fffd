"""A few layouts of one long line that differ in what the policy digest makes of their pieces.

The digest judges each piece by itself. Where the line reaches the model by the digest alone, its pieces should hold
keywords, and a piece without one should stand right before one that has (digest 2 takes it along). Where it stands in
the head or the tail, its pieces should take as little as possible of the digest's room.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from clawbudget.injection.digest import is_heading_or_item
from clawbudget.injection.keywords import HIGH_PRIORITY, KEYWORD, NO_KEYWORD, VOCABULARIES
from clawbudget.javascript import WHITE_SPACE, collapse_white_space
from clawbudget.wrapping.layouts import CLAUSE, HELD_TOGETHER, PENALTIES, SENTENCE, best_layout, greedy_layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

    from clawbudget.injection.keywords import Vocabulary
    from clawbudget.wrapping.layouts import Layout, LongLine

BEST: Final = 0
"""The way to lay out a line as it reads best: the first that is proposed."""

WAYS: Final = 4
"""How many layouts of a line are proposed: the best one, the greedy one, and two that suit the digest. These two differ
in a line that needs the digest: one is for the case that only rule words find room in it, the other for the case that
every candidate does."""

_NEEDED: Final = ((10, 9, 0), (10, 1, 0))
_SPARED: Final = ((0, 2, 10),)
"""What a character costs in a piece without a keyword, in a candidate, and in a candidate of high priority: in a line
that reaches the model by the digest alone, and in one that would take room there without need."""

_SHORT: Final = 1 << 50
_CHARACTER: Final = 1 << 20
_PIECE: Final = 1 << 12
_STOPS_A_PIECE: Final = 8
"""Stops to choose from, for each piece that the line needs; more cost time and gain nothing."""

_NEVER: Final = 1 << 40
_WORD = "0-9A-Za-z_"


class Proposer:
    """Proposes layouts to suit the digest with the given number."""

    def __init__(self, digest: int) -> None:
        vocabulary = VOCABULARIES[digest]
        self._takes_prose = digest > 1
        self._high = _pattern(vocabulary, HIGH_PRIORITY)
        self._other = _pattern(vocabulary, KEYWORD)

    def splits(self, line: LongLine, *, are_items: bool) -> list[Layout]:
        """Give layouts for a line each piece of which becomes a list item, or a paragraph, of its own."""
        best = best_layout(line)
        high, other = self._keywords(line)
        stops = list(range(line.stops))
        pieces = _Pieces(line, stops, high, other, items=len(stops) if are_items else 0)
        suited = [pieces.cheapest(costs, NO_KEYWORD, takes_prose=False) for costs in _NEEDED]
        return list(dict.fromkeys([best, *suited, line.breaks]))

    def _keywords(self, line: LongLine) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Give the places of words of high priority, and of other keywords."""
        content = line.content.replace("\u017f", "s").replace("\u212a", "k")
        return [*_places(self._high, content)], [*_places(self._other, content)]

    def layouts(self, line: LongLine, following: int, *, is_beside: bool) -> list[Layout]:
        """Give the layout for each way.

        ``is_beside`` tells whether the line reaches the model without the digest; ``following`` is the priority of the
        candidate right after it, NO_KEYWORD if what follows is none.
        """
        best, greedy = best_layout(line), greedy_layout(line)
        high, other = self._keywords(line)
        collapsed = collapse_white_space(line.content)
        is_item = bool(collapsed) and is_heading_or_item(collapsed)
        if not (high or other or is_item or (self._takes_prose and following)):
            return [best, greedy, best, best]  # no piece can be a candidate, wherever the line is broken
        pieces = _Pieces(line, _interesting_stops(line, [*high, *other], (best, greedy)), high, other, items=is_item)
        following = following if self._takes_prose else NO_KEYWORD
        all_costs = _SPARED if is_beside else _NEEDED
        suited = [pieces.cheapest(costs, following, takes_prose=self._takes_prose) for costs in all_costs]
        return [best, greedy, suited[0], suited[-1]]


def _pattern(vocabulary: Vocabulary, wanted: int) -> re.Pattern[str]:
    """Match the words of one priority; case and the blanks within a phrase do not matter."""
    found = [(word, bounded) for word, priority, bounded in vocabulary.listed() if priority == wanted]
    bounded_words = (re.escape(word).replace(r"\ ", f"[{WHITE_SPACE}]+") for word, bounded in found if bounded)
    parts = [f"(?<![{_WORD}])(?:{'|'.join(bounded_words)})(?![{_WORD}])"]
    parts += [re.escape(word) for word, bounded in found if not bounded]
    return re.compile("|".join(parts), re.ASCII | re.IGNORECASE)


def _places(pattern: re.Pattern[str], content: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in pattern.finditer(content))


def _interesting_stops(line: LongLine, keywords: Iterable[tuple[int, int]], layouts: Iterable[Layout]) -> list[int]:
    """Choose the stops worth trying: ends of sentences and clauses, around keywords, and as far as a piece goes.

    What is held together is left so: a word like never keeps what it forbids, whichever of the two lines is lost.
    """
    last = line.stops - 1
    held = {stop for stop, place in enumerate(line.breaks, 1) if place.quality == HELD_TOGETHER}
    ends = [place.end for place in line.breaks]
    found = {stop for stop, place in enumerate(line.breaks, 1) if place.quality in (SENTENCE, CLAUSE)}
    for start, end in keywords:
        found |= {bisect_left(ends, start + 1), bisect_left(ends, end) + 1}
    found |= {line.not_short[stop] for stop in [0, *found] if stop < last}
    most = _STOPS_A_PIECE * (line.piece_width(0, last) // line.max_line + 1)
    stops = {0, *sorted(found)[:: len(found) // most + 1]}
    stops |= {line.farthest[stop] for stop in stops if stop < last}
    stops -= held
    # With those of whole layouts, there is a way from the first stop to the last.
    stops |= {bisect_left(ends, place.end) + 1 for layout in layouts for place in layout}
    return [*sorted(stop for stop in stops if stop < last), last]


class _Pieces:
    """The pieces between some of a line's stops, and what each of them is to the digest."""

    def __init__(
        self,
        line: LongLine,
        stops: list[int],
        high: list[tuple[int, int]],
        other: list[tuple[int, int]],
        *,
        items: int,
    ) -> None:
        """Take a line, the stops to choose from, its keywords, and how many of these begin a list item."""
        self._places = [None, *(line.breaks[stop - 1] for stop in stops[1:-1])]
        starts = [place.start if place else 0 for place in self._places]
        ends = [place.end if place else 0 for place in self._places] + [len(line.content)]
        high_ends, other_ends = _first_ends(high, starts), _first_ends(other, starts)
        other_ends[:items] = [0] * min(items, len(starts))
        self._from = [
            [
                (index, size, cost, _kind(high_ends[first], other_ends[first], ends[index]))
                for index, size, cost in _pieces_from(first, line, stops)
            ]
            for first in range(len(starts))
        ]

    def cheapest(self, costs: tuple[int, int, int], following: int, *, takes_prose: bool) -> Layout:
        """Choose the cheapest pieces, none of them under a third of the limit where that can be had.

        Going from the line's end to its start, it keeps for each stop the cheapest rest whose first piece is of each
        priority: it decides what a piece without a keyword right before it comes to.
        """
        last = len(self._from)
        rests: list[dict[int, tuple[int, int, int]]] = [{} for _ in range(last)]
        rests.append({following: (0, last, NO_KEYWORD)})
        costs = (costs[0] * _CHARACTER, costs[1] * _CHARACTER, costs[2] * _CHARACTER)
        cheapest = [(0, NO_KEYWORD)] * last + [(0, following)]
        for first in range(last - 1, -1, -1):
            found = rests[first]
            for stop, size, base, kind in self._from[first]:
                if not rests[stop]:
                    continue
                if takes_prose and kind == NO_KEYWORD:
                    cost, next_kind = min(
                        (base + costs[next_kind] * size + rest, next_kind)
                        for next_kind, (rest, _, _) in rests[stop].items()
                    )
                else:
                    rest, next_kind = cheapest[stop]
                    cost = base + costs[kind] * size + rest
                if kind not in found or cost < found[kind][0]:
                    found[kind] = cost, stop, next_kind
            if found:
                cheapest[first] = min((cost, kind) for kind, (cost, _, _) in found.items())
        places = (self._places[index] for index in _follow(rests, last))
        return tuple(place for place in places if place)


def _pieces_from(first: int, line: LongLine, stops: list[int]) -> Iterator[tuple[int, int, int]]:
    """Give where each piece from there within the limit stops, its room in a digest and what it costs by itself."""
    start, not_short = stops[first], line.not_short[stops[first]]
    for index in range(first + 1, bisect_right(stops, line.farthest[start])):
        stop = stops[index]
        penalty = PENALTIES[line.breaks[stop - 1].quality] if stop < stops[-1] else 0
        yield index, line.piece_width(start, stop) + 1, _PIECE + penalty + (_SHORT if stop < not_short else 0)


def _kind(high_end: int, other_end: int, end: int) -> int:
    if high_end <= end:
        return HIGH_PRIORITY
    return KEYWORD if other_end <= end else NO_KEYWORD


def _first_ends(places: list[tuple[int, int]], starts: list[int]) -> list[int]:
    """Give for each start the end of the first place at or behind it."""
    all_starts = [start for start, _ in places]
    ends = [*(end for _, end in places), _NEVER]
    return [ends[bisect_left(all_starts, start)] for start in starts]


def _follow(rests: list[dict[int, tuple[int, int, int]]], last: int) -> Iterator[int]:
    kind = min(rests[0], key=lambda kind: rests[0][kind])
    _, index, kind = rests[0][kind]
    while index < last:
        yield index
        _, index, kind = rests[index][kind]
