"""Which lines are looked at: those behind front matter, each with the part of the document that stands on its own."""

from __future__ import annotations

import pytest

from clawbudget.wrapping.candidates import find_candidates
from clawbudget.wrapping.document import Document

LONG = "so it goes on and on and on"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", 0),
        ("a\n", 0),
        ("---\na: b\n---\nc\n", 3),
        ("---\na: b\n...\nc\n", 3),
        ("--- \na: b\n---\t\nc\n", 3),
        ("---\r\na: b\r\n---\r\nc\r\n", 3),
        ("\ufeff---\na: b\n---\n", 3),
        ("+++\na = 1\n+++\n", 3),
        ("---\n---\na\n---\n", 2),
        ("---\n\n\na: b\n---\n", 5),
        ("---\n\n'a' :\n---\n", 4),
        # A rule, since a blank line but no key follows it.
        ("---\n\na\n---\n", 0),
        ("---\n\na:b\n---\n", 0),
        ("---\n\n---\n", 0),
        ("---\n\na\nb: c\n---\n", 0),
        # Nothing ends it.
        ("---\na: b\n", 0),
        ("+++\na = 1\n...\n", 0),
        ("+++\na = 1\n---\n", 0),
        (" ---\na: b\n---\n", 0),
        ("----\na: b\n----\n", 0),
        ("\n---\na: b\n---\n", 0),
    ],
)
def test_front_matter(text: str, lines: int) -> None:
    assert Document(text).front == lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"a\n\n{LONG}\nb\n\nc\n", {2: (2, 4)}),
        (f"{LONG}", {0: (0, 1)}),
        (f"---\na: b\n---\n# c\n{LONG}\nd\n", {4: (4, 6)}),
        (f"> a\n>\n> {LONG}\n\nb\n", {2: (0, 3)}),
        (f"- a\n- {LONG}\n  b\n- c\n", {1: (1, 3)}),
        (f"- a\n\n- b\n\n  {LONG}\n\n  c\n- d\n", {4: (2, 7)}),
        (f"1. a\n   - b\n   - {LONG}\n2. {LONG}\n", {2: (0, 3), 3: (3, 4)}),
        (f"> - a\n> - {LONG}\n>   b\n\nc\n", {1: (0, 3)}),
        # The parser takes the blank line at a footnote's end for a part of it.
        (f"[^a]: b\n\n    {LONG}\n\nc[^a]\n", {2: (0, 4)}),
        (f"甲 🔴\n\n- 乙🔴乙\n- {LONG}\n", {3: (3, 4)}),
        (f"[a]: {LONG.replace(' ', '-')}\n", {}),
    ],
)
def test_the_part_around_a_long_line(text: str, expected: dict[int, tuple[int, int]]) -> None:
    assert find_candidates(Document(text), 20, cjk=True).surroundings == expected
