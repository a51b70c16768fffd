"""Lines and their width, as OpenClaw's policy digest takes them.

Cheap to import, because it decides whether the rest of the package is needed.
"""

from __future__ import annotations

from clawbudget.javascript import collapse_white_space, length

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def width(line: str) -> int:
    """Give the UTF-16 code units of ``line`` after trimming and with each run of white space as one space."""
    if line.isascii() and line.isprintable() and "  " not in line:
        return len(line.strip(" "))
    return length(collapse_white_space(line))


def is_longer(line: str, max_line: int) -> bool:
    """Tell whether the width of ``line`` is over ``max_line``; for most lines their size alone tells."""
    if len(line) <= max_line and (line.isascii() or 2 * len(line) <= max_line):
        return False
    return width(line) > max_line


def has_long_line(text: str, max_line: int) -> bool:
    """Tell whether any line of ``text`` is over ``max_line``."""
    return any(is_longer(line, max_line) for line in text.split("\n"))


def split_lines(text: str) -> Iterator[tuple[str, str]]:
    r"""Give each line's content and ending: ``"\n"``, ``"\r\n"``, or ``""`` for a last line without one.

    OpenClaw splits at ``\r?\n`` alone, so a lone carriage return or U+2028 is part of the content.
    """
    *ended, last = text.split("\n")
    for line in ended:
        yield (line[:-1], "\r\n") if line.endswith("\r") else (line, "\n")
    if last:
        yield last, ""
