"""The written cases: files of a title, a limit, the text, and what becomes of it.

A line ``%%% title | limit`` starts a case, ``%%% becomes`` or ``%%% stays`` ends its text, and ``%%% line N:
reason`` tells of a line that stays over the limit. ``no-cjk`` may follow the limit, and the name of the
file. In ``files.txt``, backslashes escape what can't be seen; ``\\c`` at the end takes the newline away.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from clawbudget.wrapping import reasons
from clawbudget.wrapping.engine import Wrapped, wrap
from clawbudget.wrapping.measure import is_longer
from wrapping_judges import (
    github_shows_the_same,
    markdown_it_shows_the_same,
    touched_neighbours,
    without_front_matter,
)

FIXTURES = Path(__file__).parent / "fixtures" / "wrapping"


class Case(NamedTuple):
    title: str
    max_line: int
    cjk: bool
    name: str
    text: str
    expected: str
    left: dict[int, str]

    def wrapped(self, text: str) -> Wrapped:
        """Wrap the text of the case, or another one in its place."""
        return wrap(text, self.max_line, cjk=self.cjk, name=self.name)


def read_cases(path: Path) -> list[Case]:
    start = r"^%%% (.*) \| (\d+)( no-cjk)?(?: (\w+\.md))?\n"
    _, *parts = re.split(start, f"{path.read_text(encoding='utf-8')}\n", flags=re.MULTILINE)
    groups = zip(*[iter(parts)] * 5, strict=True)
    is_escaped = path.stem == "files"
    return [
        _case(title, int(limit), not no_cjk, name or "", body, is_escaped)
        for title, limit, no_cjk, name, body in groups
    ]


def _case(title: str, max_line: int, cjk: bool, name: str, body: str, is_escaped: bool) -> Case:
    left = {int(number): reason for number, reason in re.findall(r"^%%% line (\d+): (.*)\n", body, re.MULTILINE)}
    body = re.sub(r"^%%% line .*\n", "", body, flags=re.MULTILINE).removesuffix("\n")
    text, verb, expected = re.split(r"^%%% (becomes|stays)(?:\n|\Z)", body, maxsplit=1, flags=re.MULTILINE)
    if is_escaped:
        text, expected = (re.sub(r"\\c\n\Z", "", part) for part in (text, expected))
        text, expected = (re.sub(r"\\(?:[r0\\]|[xu][0-9a-f]+)", _unescaped, part) for part in (text, expected))
    return Case(title, max_line, cjk, name, text, expected if verb == "becomes" else text, left)


def _unescaped(escape: re.Match[str]) -> str:
    return escape[0].encode().decode("unicode_escape")


CASES = [case for path in sorted(FIXTURES.glob("*.txt")) for case in read_cases(path)]


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 150
    assert len({case.title for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_case(case: Case) -> None:
    wrapped = case.wrapped(case.text)
    assert wrapped.text == case.expected
    assert wrapped.left == case.left


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_second_run_changes_nothing(case: Case) -> None:
    again = case.wrapped(case.expected)
    assert again.text == case.expected
    assert not again.changed


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_expected_text_means_the_same(case: Case) -> None:
    before, after = without_front_matter(case.text), without_front_matter(case.expected)
    assert github_shows_the_same(before, after)
    assert markdown_it_shows_the_same(before, after)
    assert not touched_neighbours(case.text, case.expected, case.wrapped(case.text).changed)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_every_long_line_has_its_reason(case: Case) -> None:
    is_long = any(is_longer(line, case.max_line) for line in case.expected.split("\n"))
    assert is_long == bool(case.left)


def test_every_reason_has_a_case() -> None:
    unprovable = {reasons.UNPROVABLE}  # A line that only the proof can tell: see test_wrapping_proof.
    assert {reason for case in CASES for reason in case.left.values()} | unprovable == set(reasons.ALL)
