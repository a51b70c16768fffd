"""Where a file's sections begin and how large they are."""

from __future__ import annotations

import pytest

from clawbudget.sections import largest_sections


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("no heading\n", []),
        ("# Only\n", [("Only", 7)]),
        ("# Title\n## A\n1234\n## B\n12345\n", [("B", 11), ("A", 9), ("Title", 7)]),
        # Coarsest level that makes three: the parts of A stay with A.
        ("# A\n## A1\n## A2\n# B\n# C\n1\n", [("A", 15), ("C", 6), ("B", 3)]),
        ("# A\n```\n# no\n```\n# B\n~~~~\n~~~\n# no\n~~~~\n", [("B", 23), ("A", 16)]),
        ("# A\n```\n# never closed\n", [("A", 23)]),
        ("#hashtag\n####### seven\n    # code\n   # A #\n", [("A", 9)]),
        ("# 🔴\r\nx", [("🔴", 7)]),
        ("#\n", [("", 2)]),
    ],
)
def test_largest_sections(text: str, expected: list[tuple[str, int]]) -> None:
    assert [(section.heading, section.size) for section in largest_sections(text)] == expected
