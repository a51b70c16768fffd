"""Layouts of AGENTS.md that keep most of the rules: the measure written out, the choice against greedy wrapping."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clawbudget.releases import Release
from clawbudget.survival.choosing import cut_of, split_for_survival, wrap_for_survival
from clawbudget.survival.reach import Cut, Survey, ink
from clawbudget.wrapping.engine import wrap
from clawbudget.wrapping.layouts import greedy_layout
from corpus.agents import corpus
from wrapping_documents import document
from wrapping_judges import (
    github_shows_the_same,
    markdown_it_shows_the_same,
    renderers_agree,
    touched_neighbours,
    without_front_matter,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clawbudget.wrapping.engine import Wrapped
    from clawbudget.wrapping.layouts import Layout, LongLine

RELEASES = ("2026.7.1", "2026.9.6")
SMALL_FILES = [file for file in corpus() if len(file[1]) < 26_000][::4]
LIMIT = 20_000


def cut(release: str, limit: int = LIMIT) -> Cut:
    return Cut(Release.named(release).contract, limit)


def greedy_layouts(lines: Sequence[LongLine]) -> list[Layout]:
    return [greedy_layout(line) for line in lines]


@cache
def files() -> dict[str, str]:
    return dict(SMALL_FILES)


@cache
def chosen(name: str, release: str) -> Wrapped:
    return wrap_for_survival(files()[name], 240, cut(release))


each_file = pytest.mark.parametrize("name", [name for name, _ in SMALL_FILES])
each_release = pytest.mark.parametrize("release", RELEASES)


def middle(*lines: str) -> str:
    """Put lines into the middle of a file over the limit, where the digest alone can save them."""
    return "\n".join(["x" * 80] * 130 + [""] + list(lines) + [""] + ["y" * 80] * 130) + "\n"


RULE = "- You must never " + "open the valve " * 18 + "twice. "
ALSO = "Ask the owner " + "and wait " * 8 + "for the answer."


@pytest.mark.parametrize(
    ("text", "reaches"),
    [
        ("- You must go.\nplain", [(11, 0), (0, 0)]),
        (f"- You must {'go ' * 100}", [(160, 0)]),
        (f"plain {'go ' * 100}", [(0, 0)]),
    ],
    ids=["whole candidate", "239 units of a long one, 79 of them white space", "none of what is no candidate"],
)
def test_what_reaches_the_model_of_a_line_in_the_middle(text: str, reaches: list[tuple[int, int]]) -> None:
    lines = text.split("\n")
    whole = middle(*lines)
    assert cut("2026.7.1").reaches(whole)[131 : 131 + len(lines)] == reaches


def test_the_ends_of_head_and_tail_run_through_lines() -> None:
    whole = middle("short")
    reaches = cut("2026.9.6").reaches(whole)
    in_head = 9_000 - 81 * (9_000 // 81)
    assert reaches[9_000 // 81] == (in_head, 0)
    in_tail = (3_000 - 80) % 81
    assert reaches[len(reaches) - 2 - (3_000 // 81)] == (0, in_tail - 1)


def test_pieces_count_to_their_line_whatever_was_added() -> None:
    line = "- You must look. Never run. And so on"
    survey = Survey(middle(line), 240)
    assert sorted(survey.rules) == [131]
    wrapped = middle("- You must look.", "  Never run.", "  And so on")
    whole = ink(line)
    assert survey.score(wrapped, {132: 3}, cut("2026.7.1"))[0] == whole - len("Andsoon")
    split = middle("- You must look.", "- Never run.", "- And so on")
    assert survey.score(split, {132: 3}, cut("2026.7.1")) == (whole, 0)


@each_file
@each_release
def test_never_below_greedy_wrapping(name: str, release: str) -> None:
    text = files()[name]
    survey = Survey(text, 240)
    greedy = wrap(text, 240, choose=greedy_layouts)
    kept = survey.score(chosen(name, release).text, chosen(name, release).changed, cut(release))
    assert kept >= survey.score(greedy.text, greedy.changed, cut(release))


@each_file
@each_release
def test_what_wrapping_promises(name: str, release: str) -> None:
    text, wrapped = files()[name], chosen(name, release)
    assert set(wrapped.changed) == set(wrap(text, 240).changed)
    assert not touched_neighbours(text, wrapped.text, wrapped.changed)
    assert github_shows_the_same(text, wrapped.text)
    assert markdown_it_shows_the_same(text, wrapped.text)
    assert wrap_for_survival(wrapped.text, 240, cut(release)).text == wrapped.text


@each_release
def test_more_is_gained_than_by_greedy_wrapping(release: str) -> None:
    gains = {"greedy": 0.0, "chosen": 0.0}
    for name, text in SMALL_FILES:
        survey = Survey(text, 240)
        greedy = wrap(text, 240, choose=greedy_layouts)
        whole = sum(ink(survey.lines[index]) for index in survey.rules)
        before = survey.score(text, {}, cut(release))[0]
        for way, wrapped in (("greedy", greedy), ("chosen", chosen(name, release))):
            gains[way] += (survey.score(wrapped.text, wrapped.changed, cut(release))[0] - before) / whole
    assert gains["chosen"] > 1.4 * gains["greedy"]


def test_breaks_give_each_piece_a_keyword() -> None:
    text = middle(f"{RULE}{ALSO}")
    wrapped = wrap_for_survival(text, 240, cut("2026.7.1"))
    survey = Survey(text, 240)
    assert survey.score(wrapped.text, wrapped.changed, cut("2026.7.1"))[0] == ink(f"{RULE}{ALSO}")


@pytest.mark.parametrize(
    ("size", "limit", "expected"),
    [
        (1_999, 20_000, None),
        (2_000, 20_000, 1_999),
        (20_000, 20_000, 19_999),
        (20_001, 20_000, 20_000),
        (600, 500, 500),
    ],
)
def test_a_file_that_fits_is_taken_as_just_over(size: int, limit: int, expected: int | None) -> None:
    found = cut_of("x" * size + "\n\n", limit, Release.named("latest").contract)
    assert (found and found.limit) == expected


def test_without_a_digest_there_is_nothing_to_choose() -> None:
    assert cut_of("x" * 30_000, 12_000, Release.named("2026.4.23").contract) is None


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 2**32), st.integers(20, 120), st.sampled_from(RELEASES), st.booleans())
def test_any_document_stays_the_same_and_keeps_as_much_as_by_greedy_wrapping(
    seed: int, max_line: int, release: str, splits: bool
) -> None:
    random = Random(seed)
    text = "\n\n".join(document(random) for _ in range(3)) + "\n"
    here = cut(release, max(random.randint(10, 100) * len(text) // 100, 1))
    wrapped = wrap_for_survival(text, max_line, here)
    survey = Survey(text, max_line)
    greedy = wrap(text, max_line, choose=greedy_layouts)
    kept = survey.score(wrapped.text, wrapped.changed, here)
    assert kept >= survey.score(greedy.text, greedy.changed, here)
    before, after = without_front_matter(text), without_front_matter(wrapped.text)
    assert github_shows_the_same(before, after)
    assert markdown_it_shows_the_same(before, after) or not renderers_agree(before)
    assert not touched_neighbours(text, wrapped.text, wrapped.changed)
    assert wrap_for_survival(wrapped.text, max_line, here).text == wrapped.text
    if splits:
        divided = split_for_survival(text, max_line, here)
        assert survey.score(divided.text, divided.changed, here) >= kept
        assert split_for_survival(divided.text, max_line, here).text == divided.text
