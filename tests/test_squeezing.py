"""Savings that no reader sees: what is taken out, what stays, and that the document is the same."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clawbudget.wrapping.squeezing import squeeze
from wrapping_documents import document
from wrapping_judges import (
    front_matter_stays,
    github_shows_the_same,
    markdown_it_shows_the_same,
    renderers_agree,
    without_front_matter,
)

SQUEEZED = {
    "trailing blanks": ("a \n\nb\t\n# c  \n", "a\n\nb\n# c\n"),
    "blank lines": ("a\n\n\n\nb\n", "a\n\nb\n"),
    "blanks on a blank line": ("a\n  \nb\n", "a\n\nb\n"),
    "carriage returns": ("a \r\n\r\n\r\nb\r\n", "a\r\n\r\nb\r\n"),
    "a padded table": (
        "| name     | value |\n|----------|------:|\n| a        |     1 |\n",
        "|name|value|\n|---|---:|\n|a|1|\n",
    ),
    "cells with pipes and code": ("| a \\| b | `c` |\n| --- | --- |\n", "|a \\| b|`c`|\n|---|---|\n"),
    "wide rules": ("a\n\n----------\n\n* * * *\n", "a\n\n---\n\n***\n"),
    "an underline": ("Title\n=======\n", "Title\n===\n"),
    "behind front matter": ("---\na: b  \n\n\n---\n\n\nb \n", "---\na: b  \n\n\n---\n\nb\n"),
    "a byte order mark": ("\ufeffa \n", "\ufeffa\n"),
    "rules that would be fences of front matter": (
        "----------\na: b\n----------\nc \n\n---\n",
        "----------\na: b\n---\nc\n\n---\n",
    ),
}

UNTOUCHED = {
    "hard breaks": "a  \nb\\\nc\n",
    "a backslash that would become one": "a\\ \nb\n",
    "fenced code": "```\na  \n\n\nb\n```\n",
    "indented code": "    a  \n\n\n    b\n",
    "code that is written as HTML": "<code>a\t\nb</code>\n",
    "a blank that keeps a carriage return from a line feed": "a\r \nb\n\n> \r\t\nc\n",
    "HTML": "<pre>\na  \n\n\n</pre>\n",
    "the white space at the end": "a\n\n\n",
    "nothing": "",
}


@pytest.mark.parametrize(("text", "expected"), SQUEEZED.values(), ids=SQUEEZED)
def test_what_is_taken_out(text: str, expected: str) -> None:
    assert squeeze(text).text == expected


@pytest.mark.parametrize("text", UNTOUCHED.values(), ids=UNTOUCHED)
def test_what_stays(text: str) -> None:
    assert squeeze(text).text == text


def test_what_was_saved() -> None:
    squeezed = squeeze("a \n\n\nb\n-----\n\n----\n| a  |\n|----|\n")
    assert squeezed.counts == {3: 0}
    assert squeezed.savings == {
        "trailing blanks": 1,
        "repeated blank lines": 1,
        "wide rules of dashes": 3,
        "padding in tables": 4,
    }


@pytest.mark.parametrize(("refused", "is_reached"), [(0, True), (24, True), (31, True), (32, False), (99, False)])
def test_a_saving_behind_many_that_can_not_be_proved(refused: int, is_reached: bool) -> None:
    # Blanks at a line's end in a code span count. To tell each of n savings takes 2n - 1 proofs, and 64 are made.
    text = "`a \nb`\n\n" * refused
    assert squeeze(f"{text}c \n").text == f"{text}c{'' if is_reached else ' '}\n"


def test_nearly_all_padding_is_saved() -> None:
    cells = [["name", "what it does", "owner"], ["pump", "waters the plants", "Jo"], ["lamp", "-", "nobody"]]
    widths = [max(len(row[column]) for row in cells) + 20 for column in range(3)]
    rows = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in cells
    ]
    rows.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    bare = sum(len(f"|{'|'.join(row)}|") for row in cells) + len("|---|---|---|")
    padding = sum(map(len, rows)) - bare
    assert sum(squeeze("\n".join(rows)).savings.values()) == padding


@settings(deadline=None, max_examples=100, derandomize=True)
@given(st.integers(0, 2**32))
def test_the_document_stays_the_same(seed: int) -> None:
    text = document(Random(seed))
    squeezed = squeeze(text)
    assert front_matter_stays(text, squeezed.text)
    before, after = without_front_matter(text), without_front_matter(squeezed.text)
    assert github_shows_the_same(before, after)
    assert markdown_it_shows_the_same(before, after) or not renderers_agree(before)
    assert squeeze(squeezed.text).text == squeezed.text
    assert len(squeezed.text) <= len(text)
