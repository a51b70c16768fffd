"""The table of releases, as the released packages behave."""

from __future__ import annotations

import pytest

from clawbudget.limits import Limits
from clawbudget.releases import BOOTSTRAP_FILES, CONTRACTS, Release, UnknownReleaseError, missing_marker

SIX = ("AGENTS.md", "SOUL.md", "IDENTITY.md", "USER.md", "BOOTSTRAP.md", "MEMORY.md")


@pytest.mark.parametrize(
    ("name", "max_file", "user", "files", "digest", "pair_safe"),
    [
        ("2026.4.23", 12_000, 12_000, BOOTSTRAP_FILES, 0, False),
        ("2026.5.18", 12_000, 12_000, BOOTSTRAP_FILES, 0, False),
        ("2026.5.19", 12_000, 12_000, BOOTSTRAP_FILES, 1, False),
        ("2026.5.31", 12_000, 12_000, BOOTSTRAP_FILES, 1, False),
        ("2026.6.1", 20_000, 20_000, BOOTSTRAP_FILES, 1, False),
        # Numbers, not text: 2026.6.35 is older than 2026.7.1.
        ("2026.6.35", 20_000, 20_000, BOOTSTRAP_FILES, 1, False),
        ("2026.7.1-2", 20_000, 20_000, BOOTSTRAP_FILES, 1, False),
        ("2026.7.2-beta.3", 20_000, 20_000, BOOTSTRAP_FILES, 1, False),
        ("2026.7.32", 20_000, 20_000, BOOTSTRAP_FILES, 1, False),
        ("2026.7.33", 20_000, 20_000, BOOTSTRAP_FILES, 1, True),
        ("2026.7", 20_000, 20_000, BOOTSTRAP_FILES, 1, True),
        ("2026.8.1", 20_000, 4_000, SIX, 1, True),
        ("2026.9.3", 20_000, 4_000, SIX, 1, True),
        ("2026.9.4", 20_000, 4_000, SIX, 2, True),
        ("2026.9.6", 20_000, 4_000, SIX, 2, True),
        ("v2026.9.6", 20_000, 4_000, SIX, 2, True),
        ("2026.9", 20_000, 4_000, SIX, 2, True),
        ("latest", 20_000, 4_000, SIX, 2, True),
    ],
)
def test_a_release_follows_the_last_contract_at_or_before_it(
    name: str, max_file: int, user: int, files: tuple[str, ...], digest: int, pair_safe: bool
) -> None:
    release = Release.named(name)
    limits = Limits(release=release)
    assert (limits.of_file("AGENTS.md"), limits.of_file("USER.md"), limits.max_total) == (max_file, user, 60_000)
    assert limits.files == files
    assert (release.contract.digest, release.contract.pair_safe) == (digest, pair_safe)
    assert release.notes == []


@pytest.mark.parametrize("name", ["2026.9.7", "2026.9.999999", "2026.10", "2026.10.1", "2027.1.1", "2026.9.7-beta.1"])
def test_a_release_newer_than_known_follows_the_newest_and_says_so(name: str) -> None:
    release = Release.named(name)
    assert release.contract is CONTRACTS[-1]
    assert release.notes == [
        f"OpenClaw {name} is newer than the newest release known here; it is taken to do what 2026.9.6 does"
    ]


KNOWN = "2026.4.23, 2026.5.19, 2026.6.1, 2026.7.33, 2026.8.1, 2026.9.4 to 2026.9.6 and those between, and latest"


@pytest.mark.parametrize("name", ["2026.4.22", "2026.4.9", "2025.12.31", "2026.1"])
def test_an_older_release_is_refused(name: str) -> None:
    with pytest.raises(UnknownReleaseError) as raised:
        Release.named(name)
    assert str(raised.value) == f"OpenClaw {name} is older than what is known here: {KNOWN}"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "2026.13.1",
        "2026.0.1",
        "2026.9.1000000",
        "newest",
        "2026",
        "2026.9.6.1",
        "2026..6",
        "2026.9.x",
        "-1",
        "2026.9.٣",
        "2026.-9.6",
        "1" * 5000,
    ],
)
def test_what_is_no_release_is_refused(name: str) -> None:
    with pytest.raises(UnknownReleaseError) as raised:
        Release.named(name)
    assert str(raised.value) == f"{name!r} is no OpenClaw release; known are {KNOWN}"


def test_the_missing_marker_holds_the_path() -> None:
    assert missing_marker("/w/SOUL.md") == "[MISSING] Expected at: /w/SOUL.md"


@pytest.mark.parametrize(
    ("release", "expected"),
    [
        ("2026.7.1", {"TOOLS.md": 34, "IDENTITY.md": 37, "USER.md": 33, "HEARTBEAT.md": 38, "BOOTSTRAP.md": 38}),
        ("2026.8.1", {"IDENTITY.md": 37, "BOOTSTRAP.md": 38}),
    ],
)
def test_which_missing_files_are_mentioned(release: str, expected: dict[str, int]) -> None:
    assert Release.named(release).markers("/w", {"AGENTS.md", "SOUL.md"}, {}) == expected


@pytest.mark.parametrize(
    ("release", "expected"),
    [
        # Before 2026.8.1 a file that is not read counts as missing, and then even a MEMORY.md is mentioned.
        ("2026.7.35", {"SOUL.md": 33, "MEMORY.md": 35}),
        ("2026.9.6", {"SOUL.md": 31, "MEMORY.md": 31}),
    ],
)
def test_what_stands_in_the_place_of_a_file_that_is_not_read(release: str, expected: dict[str, int]) -> None:
    refused = {"SOUL.md": "a fine reason now", "MEMORY.md": "a fine reason now"}
    present = set(BOOTSTRAP_FILES) - refused.keys()
    assert Release.named(release).markers("/w", present, refused) == expected
