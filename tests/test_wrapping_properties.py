"""Properties of wrapping, on documents made at random and on the examples of the specifications."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from subprocess import CalledProcessError

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clawbudget.wrapping.engine import wrap
from clawbudget.wrapping.measure import is_longer
from clawbudget.wrapping.proof import Proof
from specifications import examples
from wrapping_documents import document
from wrapping_judges import (
    front_matter_stays,
    github_shows_the_same,
    markdown_it_shows_the_same,
    renderers_agree,
    touched_neighbours,
    without_front_matter,
)

EXAMPLES = int(os.environ.get("WRAP_EXAMPLES", "150"))


def check(text: str, max_line: int, *, cjk: bool = True) -> None:
    wrapped = wrap(text, max_line, cjk=cjk)
    assert front_matter_stays(text, wrapped.text)
    before, after = without_front_matter(text), without_front_matter(wrapped.text)
    assert github_shows_the_same(before, after)
    assert markdown_it_shows_the_same(before, after) or not renderers_agree(before)
    assert not touched_neighbours(text, wrapped.text, wrapped.changed)
    assert wrap(wrapped.text, max_line, cjk=cjk).text == wrapped.text
    assert any(is_longer(line, max_line) for line in wrapped.text.split("\n")) == bool(wrapped.left)


@given(st.randoms(use_true_random=False), st.integers(20, 400), st.booleans())
@settings(max_examples=EXAMPLES, deadline=None, derandomize=EXAMPLES == 150)
def test_documents_made_at_random(random: Random, max_line: int, cjk: bool) -> None:
    check(document(random), max_line, cjk=cjk)


@given(st.randoms(use_true_random=False))
def test_a_document_is_the_same_whether_asked_for_places_or_not(random: Random) -> None:
    text = document(random)
    assert Proof(text).holds(text, seams={text.count("\n") + 2})


@given(st.text(st.sampled_from("ab \t\n\r>-*#`[]()!|:$<1.\\\u00a0。甲"), max_size=120))
@settings(max_examples=EXAMPLES, deadline=None, derandomize=EXAMPLES == 150)
def test_signs_made_at_random(text: str) -> None:
    check(text, 20)


@given(
    st.lists(
        st.sampled_from(["must", "never", "**bold text**", "`a b`", "[a b](c)", "end."]),
        min_size=30,
        max_size=60,
    )
)
@settings(max_examples=EXAMPLES, deadline=None, derandomize=EXAMPLES == 150)
def test_plain_paragraphs_are_always_fixed(words: list[str]) -> None:
    line = " ".join(words)
    for max_line in range(20, 60, 7):
        wrapped = wrap(f"- {line}\n", max_line)
        assert not wrapped.left
        assert all(len(piece) <= max_line for piece in map(str.strip, wrapped.text.split("\n")))


@pytest.fixture(scope="module")
def specifications(pytestconfig: pytest.Config) -> list[str]:
    folder = Path(pytestconfig.cache.mkdir("specifications")) if pytestconfig.cache else Path("build")
    try:
        return examples(folder)
    except (CalledProcessError, OSError) as error:
        pytest.skip(f"the specifications can't be fetched: {error}")


def test_all_examples_are_there(specifications: list[str]) -> None:
    assert len(specifications) > 1200


def joined(pieces: list[str], count: int) -> list[str]:
    return ["\n\n".join(pieces[first : first + count]) for first in range(0, len(pieces), count)]


@pytest.mark.parametrize("max_line", [20, 40, 80])
def test_examples_joined_into_documents(specifications: list[str], max_line: int) -> None:
    for text in joined(specifications, 8):
        check(text, max_line)


@pytest.mark.parametrize("max_line", [20, 40, 80])
def test_examples_with_words_behind_each_line(specifications: list[str], max_line: int) -> None:
    words = "and so it goes on, word by word. Until the line - at last - is over the limit; as it must be"
    for example in specifications[::2]:
        lines = [f"{line} {words}" if line.strip() else line for line in example.splitlines()]
        check("\n".join(lines) + "\n", max_line)


@pytest.mark.parametrize("max_line", [20, 40])
def test_examples_within_a_line(specifications: list[str], max_line: int) -> None:
    for example in specifications:
        check(f"So it goes on, {example.replace(chr(10), ' ')} word by word, and ends.\n", max_line)
