"""Where a line says one thing and then another, so that each of them can stand by itself.

A sentence can. A clause can, if what comes before it in its sentence neither turns nor obliges nor conditions it: of
``never delete; move or rename`` the second half alone says the opposite. Nothing in brackets or quotation marks can.
"""

from __future__ import annotations

from clawbudget.injection.mandatory_words import find_mandatory_words
from clawbudget.wrapping.breaks import BINDING
from clawbudget.wrapping.layouts import CLAUSE, SENTENCE
from clawbudget.wrapping.ranges import Ranges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from clawbudget.wrapping.layouts import Break, LongLine

_ENDS_CLAUSE: Final = (";", "；")
"""Signs between clauses; commas, colons and dashes stand between words of one clause as well."""

_CONDITIONS: Final = frozenset(
    "if when whenever while until before after once because since though although whether so"
    " required forbidden prohibited allowed avoid refuse stop".split()
)
_OPENED_BY: Final = dict(zip(')]}）】」』》“”»"', '([{（【「『《„“«"', strict=True))
_OPENING: Final = frozenset(_OPENED_BY.values())
_SIGNS: Final = str.maketrans(dict.fromkeys('.,:;!?()[]{}*_`"“”«»—–；，：、', " "))


def separable(line: LongLine) -> Iterator[Break]:
    """Give those breaks of a line that part what can stand by itself."""
    enclosed = Ranges(_enclosed(line.content))
    is_bound = False
    seen = 0
    for place in line.breaks:
        if enclosed.hold(place.end):
            continue
        if place.quality == SENTENCE:
            is_bound, seen = False, place.start
            yield place
        elif place.quality == CLAUSE:
            is_bound = is_bound or _binds(line.content[seen : place.end])
            seen = place.end
            if not is_bound and line.content.endswith(_ENDS_CLAUSE, 0, seen):
                yield place


def _binds(text: str) -> bool:
    words = text.lower().translate(_SIGNS).split()
    return not (BINDING | _CONDITIONS).isdisjoint(words) or bool(find_mandatory_words(text))


def _enclosed(text: str) -> Iterator[tuple[int, int]]:
    """Give the ranges between brackets or quotation marks that are closed."""
    opened: dict[str, list[int]] = {sign: [] for sign in _OPENING}
    for place, sign in enumerate(text):
        if (opening := _OPENED_BY.get(sign)) and opened[opening]:
            yield opened[opening].pop(), place + 1
        elif sign in _OPENING:
            opened[sign].append(place)
