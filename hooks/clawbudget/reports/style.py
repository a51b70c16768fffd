"""How text reports are drawn: colour and block characters, or without."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TextIO

_COLOURS: Final = {"error": "31", "warning": "33"}


class Style:
    """Colour or not, block characters or ASCII."""

    __slots__ = ("_blocks", "_colour")

    def __init__(self, *, colour: bool = False, blocks: bool = True) -> None:
        self._colour = colour
        self._blocks = ("█", "▒", "░") if blocks else ("#", "x", "-")

    @classmethod
    def of(cls, stream: TextIO) -> Style:
        """Give the style that suits ``stream``: colour on a terminal only, and never if NO_COLOR is set."""
        colour = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return cls(colour=colour, blocks=(stream.encoding or "").lower().startswith("utf"))

    def paint(self, text: str, kind: str) -> str:
        """Give ``text`` in the colour of ``kind`` ("error" or "warning"; any other has none)."""
        return f"\033[{_COLOURS[kind]}m{text}\033[0m" if self._colour and text and kind in _COLOURS else text

    def bar(self, value: int, full: int, width: int, *, lost: int = 0) -> str:
        """Draw ``value``, and what is ``lost`` beside it, as shares of ``full`` in ``width`` characters.

        Anything over 0 shows, and the bar looks full only if it is.
        """
        shown = _cells(value + lost, full, width)
        gone = min(_cells(lost, full, width), shown - bool(value)) if lost else 0
        used, shaded, free = self._blocks
        return used * (shown - gone) + shaded * gone + free * (width - shown)


def _cells(value: int, full: int, width: int) -> int:
    cells = min(-(-value * width // full), width)
    return cells if value >= full else min(cells, width - 1)
