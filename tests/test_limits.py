"""The limits that a check holds files to: what is the default, what a release changes, what the user overrides."""

from __future__ import annotations

import pytest

from clawbudget.limits import Limits, near_limit
from clawbudget.releases import BOOTSTRAP_FILES, Release


def test_the_default_is_the_eight_file_budget() -> None:
    limits = Limits()
    assert limits.files == BOOTSTRAP_FILES
    assert {limits.of_file(name) for name in BOOTSTRAP_FILES} == {20_000}
    assert (limits.max_total, limits.max_line, limits.line_files) == (60_000, 240, frozenset(BOOTSTRAP_FILES))


@pytest.mark.parametrize(
    ("release", "expected"),
    [("2026.4.23", set()), ("2026.5.19", {"AGENTS.md"}), ("2026.9.6", {"AGENTS.md"})],
)
def test_lines_are_measured_where_the_release_cuts_them(release: str, expected: set[str]) -> None:
    assert Limits(release=Release.named(release)).line_files == expected


def test_overrides_replace_single_values_but_not_the_cap_on_user_md() -> None:
    limits = Limits(
        release=Release.named("2026.9.6"), max_file=30_000, max_total=90_000, max_line=100, line_files={"SOUL.md"}
    )
    assert (limits.of_file("SOUL.md"), limits.of_file("USER.md"), limits.max_total) == (30_000, 4_000, 90_000)
    assert (limits.max_line, limits.line_files) == (100, frozenset({"SOUL.md"}))
    assert Limits(release=Release.named("2026.9.6"), max_file=3_000).of_file("USER.md") == 3_000


@pytest.mark.parametrize(("limit", "near"), [(20_000, 17_000), (60_000, 51_000), (100, 85), (1, 1), (19, 17), (10, 9)])
def test_near_is_85_per_cent_rounded_up(limit: int, near: int) -> None:
    assert near_limit(limit) == near
