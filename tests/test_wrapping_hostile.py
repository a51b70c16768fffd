"""Input made to keep a parser busy, or to end the process: each has to come back."""

from __future__ import annotations

import subprocess
import sys

import pytest

from clawbudget.wrapping.engine import wrap

HOSTILE = {
    "quotes": ">" * 100_000,
    "quotes and words": "> " * 390 + "a " * 300,
    "many deep quotes": ("> " * 390 + "a " * 200 + "\n") * 80,
    "quotes and lists": "> - " * 25_000 + "a",
    "lists": "- " * 50_000 + "a",
    "lists by indentation": "\n".join("  " * depth + "- a" for depth in range(300)) + " b" * 200,
    "brackets": "[" * 100_000,
    "brackets closed": "[x " * 20_000 + "]" * 20_000,
    "images": "![[" * 33_000,
    "links": "[a](" * 25_000,
    "references": "[a][" * 25_000,
    "back-ticks": " ".join("`" * count for count in range(440)),
    "back-ticks closed": "`a``b```" * 12_000,
    "stars": "*a " * 33_000,
    "stars closed": "**a" * 15_000 + "b**" * 15_000,
    "stars in words": "a**b" + "c* " * 30_000,
    "underscores": "_" * 50_000 + "a" + "_" * 50_000,
    "tildes": "~~a " * 25_000,
    "tags": "<a " * 33_000,
    "comments": "a <!-- " * 14_000,
    "CDATA": "a <![CDATA[" * 9_000,
    "instructions": "a <?" * 25_000,
    "entities": "&a" * 50_000,
    "definitions": "[a]: b\n" * 10_000 + "[a] " * 7_000,
    "footnotes": "[^a]: " * 16_000 + "x",
    "placeholders": "{{ " * 33_000,
    "wiki links": "[[ " * 33_000,
    "math": "$a " * 33_000,
    "braces": "{a " * 33_000,
    "tables": "| a | b |\n|-|-|\n" + "| a | b |\n" * 8_000 + "a " * 200,
    "ticks": "- [ ] " + "a " * 20_000 + "[x] " + "b " * 20_000,
    "words": "a " * 50_000,
    "wide words": "甲，" * 30_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_comes_back(name: str) -> None:
    text = HOSTILE[name]
    wrapped = wrap(text, 240)
    assert wrap(wrapped.text, 240).text == wrapped.text
    assert "".join(wrapped.text.split()) == "".join(text.split()) or ">" in text


def test_a_large_file_of_long_lines() -> None:
    line = "- " + "You **must** run `the tests` before [every](x.md) push, and never after. " * 8
    text = f"{line}\n" * (600_000 // len(line))
    wrapped = wrap(text, 240)
    assert len(wrapped.changed) == text.count("\n")
    assert not wrapped.left


def test_parsers_are_imported_for_long_lines_only() -> None:
    program = (
        "import sys\n"
        "from clawbudget.wrapping.measure import has_long_line\n"
        "assert not has_long_line('short line\\n' * 1000, 240)\n"
        "heavy = {'re', 'comrak', 'pyromark', 'typing', 'clawbudget.wrapping.engine'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-S", "-c", program], check=True, env={"PYTHONPATH": ":".join(sys.path)})
