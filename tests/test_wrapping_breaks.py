"""How good a place is for a line to end."""

from __future__ import annotations

import pytest

from clawbudget.wrapping.candidates import find_candidates
from clawbudget.wrapping.document import Document
from clawbudget.wrapping.layouts import CLAUSE, HELD_TOGETHER, SENTENCE, WORD


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ask first.|Then go.", SENTENCE),
        ("Ask (always!)|Then go.", SENTENCE),
        ("Ask **first.**|Then go.", SENTENCE),
        ("Is it off?|Übung macht den Meister.", SENTENCE),
        ("It runs v1.2.|Then go.", SENTENCE),
        ("It was in 2025.|Then it ended.", SENTENCE),
        ("先备份。|再删除。", SENTENCE),
        ("Really?|3 times at least!", SENTENCE),
        ("ask first;|then go", CLAUSE),
        ("ask first --|then go", CLAUSE),
        ("ask (always);|then go", CLAUSE),
        ("the red|box", WORD),
        ("numbers (12 ms,|3 GB, and so on)", WORD),
        ("数字（甲，|乙）", WORD),
        # Points that end no sentence.
        ("on e.g.|Mondays", WORD),
        ("by J.|Bach", WORD),
        ("in the U.S.|Army", WORD),
        ("am 12.|Mai", WORD),
        ("seit Sept.|2025", WORD),
        ("Karl-Liebknecht-Str.|12", WORD),
        ("Karl-Liebknecht-Str.|Ecke Hauptstraße", WORD),
        ("ask Lt.|Colombo", WORD),
        ("ask Fa.|Krause", WORD),
        ("laut § 3 Abs.|2", WORD),
        ("keep min.|20 files", WORD),
        ("Acme Inc.|Berlin", WORD),
        ("и т.д.|Потом", WORD),
        ("it ends here.|and goes on", WORD),
        # Apart, either of the two lines would say other.
        ("you must never|ask", HELD_TOGETHER),
        ("over 90|% full", HELD_TOGETHER),
        ("keep 20|GB, always", HELD_TOGETHER),
        ("from 9|a.m.", HELD_TOGETHER),
        ("all 20|files", WORD),
        ("fill in {the|name} here", HELD_TOGETHER),
    ],
)
def test_quality(text: str, expected: int) -> None:
    place = text.index("|")
    gap = "" if ord(text[0]) > 0x2E80 else " "
    document = Document(text.replace("|", gap))
    (line,) = find_candidates(document, 1, cjk=True).lines
    assert {found.end: found.quality for found in line.breaks}[place] == expected
