"""The sections of a Markdown file, to tell a reader what to move out of it."""

from __future__ import annotations

from itertools import pairwise

from clawbudget.javascript import length

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_WANTED = 3

# Most lines start with none of these, and a file that is too long has many lines.
_MAY_START = frozenset(" #`~")


class Section:
    """A heading's text and the UTF-16 code units from the heading to the next section, heading included."""

    __slots__ = ("heading", "size")

    def __init__(self, heading: str, size: int) -> None:
        self.heading = heading
        self.size = size


def largest_sections(text: str) -> list[Section]:
    """Give the three largest sections of ``text``, largest first.

    Sections are cut at the coarsest level of ATX headings that makes three of them, or at all headings if none does:
    a document's title alone is no section that anyone could move out.
    """
    lines = text.split("\n")
    headings = list(_headings(lines))
    level = _coarsest_level([level for _, level in headings])
    bounds = [*(at for at, found in headings if found <= level), len(lines)]
    sections = [
        Section(lines[start].strip("# \t\r"), length("\n".join(lines[start:end]))) for start, end in pairwise(bounds)
    ]
    return sorted(sections, key=lambda section: -section.size)[:_WANTED]


def _coarsest_level(levels: list[int]) -> int:
    for level in range(1, 6):
        if sum(found <= level for found in levels) >= _WANTED:
            return level
    return 6


def _headings(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Give index and level of each ATX heading outside fenced code."""
    fence = ""
    for at, line in enumerate(lines):
        if line[:1] not in _MAY_START:
            continue
        start = line.lstrip(" ")
        if len(line) - len(start) > 3:
            continue
        if fence:
            if start.startswith(fence) and not start.strip(fence[0] + " \t\r"):
                fence = ""
        elif start.startswith(("```", "~~~")):
            fence = start[: len(start) - len(start.lstrip(start[0]))]
        elif level := _heading_level(start):
            yield at, level


def _heading_level(start: str) -> int:
    level = len(start) - len(start.lstrip("#"))
    followed_by_blank = start[level : level + 1] in ("", " ", "\t", "\r")
    return level if level <= 6 and followed_by_blank else 0
