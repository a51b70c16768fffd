"""Lines that OpenClaw itself reads, each for its own: the fields of IDENTITY.md and the tasks of HEARTBEAT.md.

All releases known here take a field's value from one line, whatever Markdown makes of the next one. Read off
``openclaw@2026.4.23``, ``2026.7.33`` and ``2026.9.6`` (its doctor, as tasks of HEARTBEAT.md are moved elsewhere).
"""

from __future__ import annotations

import re

from clawbudget.javascript import trim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

_LABELS: Final = frozenset({"name", "creature", "vibe", "theme", "emoji", "avatar"})
_EMPHASIS = str.maketrans("", "", "*_`")
_IN_TASKS: Final = ("-", "interval:", "prompt:")
_COMMENTS: Final = r"(?:\s*<!--(?:[^-]|-(?!->))*-->)*"
_OPEN_COMMENT: Final = r"\s*<!--"


def fields_of(name: str, lines: Iterable[str]) -> dict[int, str]:
    """Give number, from 0, and text of the lines that OpenClaw reads one by one in the bootstrap file ``name``."""
    if name == "IDENTITY.md":
        return dict(_fields_of_identity(lines))
    return dict(_lines_of_tasks(lines)) if name == "HEARTBEAT.md" else {}


def is_nameless(lines: Iterable[str]) -> bool:
    """Tell whether an IDENTITY.md with these lines has a name to be filled in."""
    names = [value for label, value in map(_label_and_value, lines) if label == "name"]
    return bool(names) and not any(names)


def _fields_of_identity(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines):
        if _label_and_value(line)[0] in _LABELS:
            yield number, trim(line)


def _label_and_value(line: str) -> tuple[str, str]:
    label, colon, value = trim(line).removeprefix("-").partition(":")
    return (trim(label.translate(_EMPHASIS)).lower(), trim(value.translate(_EMPHASIS))) if colon else ("", "")


def _lines_of_tasks(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Give all of each block of tasks: what is no part of one ends it, and with it what OpenClaw reads."""
    is_inside = False
    for number, line in enumerate(_without_comments(lines)):
        text = trim(line)
        if text == "tasks:":
            is_inside = True
        elif text and not text.startswith(_IN_TASKS):
            is_inside = False
        if is_inside and text:
            yield number, text


def _without_comments(lines: Iterable[str]) -> Iterator[str]:
    """Take out the HTML comments with which lines begin."""
    # Compiled here, because all other files are wrapped without.
    comments, open_comment = re.compile(_COMMENTS), re.compile(_OPEN_COMMENT)
    is_open = False
    for line in lines:
        start = line.find("-->") + len("-->") if is_open else 0
        if is_open and start < len("-->"):
            yield ""
            continue
        found = comments.match(line, start)
        start = found.end() if found else start
        is_open = bool(open_comment.match(line, start))
        yield "" if is_open else line[start:]
