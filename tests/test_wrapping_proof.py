"""The proof has to refuse whatever changes the meaning, also what no rule lets it see."""

from __future__ import annotations

import pytest

from clawbudget.wrapping import reasons
from clawbudget.wrapping.engine import wrap
from clawbudget.wrapping.layouts import greedy_layout
from clawbudget.wrapping.proof import Proof, is_same_text

SAME = [
    ("one two", "one\ntwo"),
    ("one  two", "one\ntwo"),
    ("- one two", "- one\n  two"),
    ("- one two", "- one\ntwo"),
    ("> one two", "> one\n> two"),
    ("> one two", "> one\ntwo"),
    ("[a b](c)", "[a\nb](c)"),
    ("*a b*", "*a\nb*"),
    ("甲。乙", "甲。\n乙"),
    ("甲 乙", "甲\n乙"),
    ("[^1]: a b c\n\nd[^1]", "[^1]: a b\n    c\n\nd[^1]"),
    ("> [!NOTE]\n> a b", "> [!NOTE]\n> a\n> b"),
    ("a\r\nb", "a\nb"),
]
OTHER = [
    ("one two", "one\n\ntwo"),
    ("one two", "onetwo"),
    ("one two", "one  \ntwo"),
    ("one two", "one\\\ntwo"),
    ("one - two", "one\n- two"),
    ("one > two", "one\n> two"),
    ("one # two", "one\n# two"),
    ("one ---", "one\n---"),
    ("one 1. two", "one\n1. two"),
    ("one <div> two", "one\n<div> two"),
    ("a | b\n--- | --- | ---", "a\n| b\n--- | --- | ---".replace("a\n", "a | b\n| c ")),
    ("`a b` c", "`a\nb` c"),
    ("![a b](c)", "![a\nb](c)"),
    ("[a](b 'c d')", "[a](b 'c\nd')"),
    ("<a b='c d'>", "<a b='c\nd'>"),
    ("[a]: b c", "[a]: b\nc"),
    ("    a b", "    a\n    b"),
    ("```\na b\n```", "```\na\nb\n```"),
    ("```\na  b\n```", "```\na b\n```"),
    ("`a  b`", "`a b`"),
    ("- a b", "- a\n- b"),
    ("- a b\n- c", "- a b\n\n- c"),
    ("- [ ] a [x] b", "- [ ] a\n  [x] b"),
    ("1. a b", "2. a b"),
    ("甲乙", "甲 乙 "[:1] + "甲"),
    ("甲a", "甲\na"),
    ("[^1]: a\n\n    b c\n\nd[^1]", "[^1]: a\n\n    b\n    c\n\nd[^1]"),
    ("[^1]: a b", "[^1]: a\n    b"),
    ("[a]: b 'c d'\n\n[e]", "[a]: b 'c\nd'\n\n[e]"),
    ("<!-- a b -->", "<!-- a\nb -->"),
    ("&amp; b", "&amp;amp; b"),
    # To comrak these are the same.
    ("    a", "```\na\n```"),
    ("[a][a] b\n\n[a]: c", "[a] b\n\n[a]: c"),
]


@pytest.mark.parametrize(("before", "after"), SAME)
def test_means_the_same(before: str, after: str) -> None:
    assert Proof(f"{before}\n").holds(f"{after}\n")


@pytest.mark.parametrize(("before", "after"), OTHER)
def test_means_something_else(before: str, after: str) -> None:
    assert not Proof(f"{before}\n").holds(f"{after}\n")


@pytest.mark.parametrize(
    ("before", "after", "seams", "expected"),
    [
        ("- a b", "- a\n- b", {2}, True),
        ("- a b", "- a\n- b", {1}, False),
        ("- a b", "- a\n- b c", {2}, False),
        ("- a b", "- a\n  - b", {2}, False),
        ("- a b\n- c", "- a\n- b\n- c", {2}, True),
        ("- a b\n- c", "- a\n- b\n- c", {3}, False),
        ("- a b\n- c", "- a\n- b\n- c", {2, 3}, False),
        ("- a b c", "- a\n- b\n- c", {2, 3}, True),
        ("- a b c", "- a\n- b\n- c", {2}, False),
        ("- a b\n\n- c", "- a\n\n- b\n\n- c", {3}, True),
        ("- a b\n\n- c", "- a\n\n- b\n\n- c", {5}, False),
        ("- a\n\n  b c", "- a\n\n  b\n\n  c", {5}, True),
        ("- a\n  - b c\n- d", "- a\n  - b\n  - c\n- d", {3}, True),
        ("1. a b\n2. c", "1. a\n2. b\n3. c", {2}, True),
        ("a b", "a\n\nb", {3}, True),
        ("a b", "a\n\nb", {2}, False),
        ("a b", "a\n\n- b", {3}, False),
        ("a\n\n- b", "a\n\n- b", {3}, False),
        ("é 🔴 b", "é 🔴\n\nb", {3}, True),
        ("> a b", "> a\n>\n> b", {3}, True),
        ("- a *b c*", "- a *b\n- c*", {2}, False),
        ("- a `b c`", "- a `b\n- c`", {2}, False),
    ],
)
def test_what_begins_at_a_seam_is_joined_again(before: str, after: str, seams: set[int], expected: bool) -> None:
    assert Proof(f"{before}\n").holds(f"{after}\n", seams) == expected


def test_text_may_lose_blanks_and_gain_prefixes_only() -> None:
    assert is_same_text("> a b c", ["> a", "> b", "> c"], "> ")
    assert not is_same_text("> a b c", ["> a", "> c"], "> ")
    assert not is_same_text("> a b c", ["> a", "- b c"], "- ")
    assert not is_same_text("a b", ["a", "b."], "")


def test_only_the_line_that_can_not_be_proved_stays() -> None:
    """Wherever the first line ends, the rest of it becomes the header of a table of one column."""
    rest = "one two three four five six\n"
    wrapped = wrap(f"{rest}\none | two three four five six\n:-:\n\n{rest}", 20)
    assert wrapped.text == (
        "one two three four\nfive six\n\none | two three four five six\n:-:\n\none two three four\nfive six\n"
    )
    assert wrapped.left == {3: reasons.UNPROVABLE}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "one two three four [ me@mail.org five six seven eight nine ten eleven twelve\n",
            "one two three four\n[ me@mail.org five\nsix seven eight nine\nten eleven twelve\n",
        ),
        (
            "one two three four five six seven [ me@mail.org eight nine ten eleven twelve\n",
            "one two three four\nfive six seven\n[ me@mail.org eight\nnine ten eleven\ntwelve\n",
        ),
        (
            "one two three four five six seven eight nine ten eleven twelve [ me@mail.org\n",
            "one two three four\nfive six seven eight\nnine ten eleven\ntwelve [ me@mail.org\n",
        ),
        (
            "one two three four five six\none two three four [ me@mail.org five\nseven eight nine ten eleven\n",
            "one two three four\nfive six\none two three four\n[ me@mail.org five\nseven eight nine ten\neleven\n",
        ),
        (
            "one two three four [ me@mail.org five\nsix seven eight ni [ me@mail.org ten\neleven\n",
            "one two three four\n[ me@mail.org five\nsix seven eight ni\n[ me@mail.org ten\neleven\n",
        ),
        (
            "one two three four [ me@mail.org five six seven ei [ me@mail.org nine ten elevent [ me@mail.org "
            "twelve thirt f f [ me@mail.org five\n",
            "one two three four\n[ me@mail.org five\nsix seven ei\n[ me@mail.org nine\nten elevent\n"
            "[ me@mail.org twelve\nthirt f f\n[ me@mail.org five\n",
        ),
    ],
)
def test_a_break_at_fault_is_found_among_others(text: str, expected: str) -> None:
    """No line may end behind a bracket that an address follows: one parser would not see the address."""
    assert wrap(text, 20, choose=lambda lines: [greedy_layout(line) for line in lines]).text == expected


def test_the_breaks_at_fault_are_left_out() -> None:
    """The first piece must not be a rule, an underline or a definition, which no rule for breaks looks at."""
    assert wrap("* * * a b c d e f\n", 12).text == "* * * a b c\n      d e f\n"
    assert wrap("a\n=== b c d e f g h i\n", 6).text == "a\n=== b\nc d e\nf g\nh i\n"
