"""Tasks with nothing behind their box.

Parsers that know no tasks take the box for text, which goes on with the next line; to the others, that line begins a
block of its own: a table, a list or raw HTML, say, that could not have begun within a paragraph.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_EMPTY_TASK = re.compile(r"(?:[-+*]|\d{1,9}[.)])[ \t]+\[[ xX]\][ \t]*$")
_BEGINS_LIST = re.compile(r"[ \t>]*(?:[-+*]|1[.)])[ \t]+[^ \t]")
"""Matches what begins a list even within a paragraph, so that all parsers agree again."""


def lines_behind_empty_tasks(lines: Iterable[str]) -> Iterator[int]:
    """Give the numbers, from 0, of the lines from such a box to the next blank line or list."""
    is_behind = False
    for number, line in enumerate(lines):
        if is_behind:
            is_behind = bool(line.strip("\t >")) and not _BEGINS_LIST.match(line)
            if is_behind:
                yield number
        if "]" in line and _EMPTY_TASK.search(line):
            is_behind = True
