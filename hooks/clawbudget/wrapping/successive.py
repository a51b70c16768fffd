"""What became of a text's lines when it was changed twice, one way after the other."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from clawbudget.wrapping.engine import Wrapped


def together(text: str, counts: Mapping[int, int], wrapped: Wrapped) -> tuple[dict[int, int], dict[int, str]]:
    """Give what became of the lines of a text that was first changed into these many lines, and then wrapped."""
    changed: dict[int, int] = {}
    left: dict[int, str] = {}
    place = 0
    for number in range(1, text.count("\n") + 2):
        places = range(place + 1, place + 1 + counts.get(number, 1))
        place = places.stop - 1
        pieces = sum(wrapped.changed.get(each, 1) for each in places)
        if pieces != 1:
            changed[number] = pieces
        for each in places:
            if each in wrapped.left:
                left.setdefault(number, wrapped.left[each])
    return changed, left
