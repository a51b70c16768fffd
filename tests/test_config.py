"""The limits in an openclaw.json, as each release reads them."""

from __future__ import annotations

import pytest

from clawbudget.config import ConfigError, configured_limits, normalize_agent_id
from clawbudget.releases import Release

OLD = Release.named("2026.7.35")
NEW = Release.named("2026.9.6")

COMMENTED = """\
// limits
{
  agents: {
    defaults: { bootstrapMaxChars: 0x4E20, bootstrapTotalMaxChars: 150000, },
    list: [{ id: 'Old One', bootstrapMaxChars: 7000 }],
    entries: {
      "new": { bootstrapMaxChars: 9000.9 },
      plain: {},
    },
  },
}
"""


@pytest.mark.parametrize(
    ("release", "agent", "max_file", "max_total", "notes"),
    [
        (NEW, None, 20_000, 150_000, []),
        (NEW, "new", 9_000, 150_000, []),
        (NEW, " NEW ", 9_000, 150_000, []),
        (NEW, "plain", 20_000, 150_000, []),
        (
            NEW,
            "old-one",
            20_000,
            150_000,
            ["there is no agent old-one in the configuration, so the defaults count"],
        ),
        (OLD, "old-one", 7_000, 150_000, []),
        (OLD, "new", 20_000, 150_000, ["there is no agent new in the configuration, so the defaults count"]),
        (
            Release.named("2026.4.23"),
            "old-one",
            20_000,
            150_000,
            ["OpenClaw 2026.4.23 knows no limits per agent, so the defaults count"],
        ),
    ],
)
def test_whose_limits_count(
    release: Release, agent: str | None, max_file: int, max_total: int, notes: list[str]
) -> None:
    limits = configured_limits(COMMENTED, release, agent)
    assert (limits.max_file, limits.max_total, limits.notes) == (max_file, max_total, notes)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("1", 1),
        ("0.5", 1),
        ("15000.99", 15_000),
        ("1e5", 100_000),
        ("+7", 7),
        ("null", None),
    ],
)
def test_a_number_over_0_is_floored(value: str, expected: int | None) -> None:
    limits = configured_limits("{agents: {defaults: {bootstrapMaxChars: %s}}}" % value, NEW)  # noqa: UP031
    assert (limits.max_file, limits.notes) == (expected, [])


@pytest.mark.parametrize("value", ["0", "-5", "'20000'", "true", "Infinity", "NaN", "[]", "{}", "1e999"])
def test_anything_else_is_told_and_does_not_count(value: str) -> None:
    limits = configured_limits("{agents: {defaults: {bootstrapTotalMaxChars: %s}}}" % value, NEW)  # noqa: UP031
    assert limits.max_total is None
    assert limits.notes == [
        "agents.defaults.bootstrapTotalMaxChars is no number over 0, so OpenClaw takes its own limit"
    ]


def test_a_wrong_value_of_the_agent_hides_the_one_of_the_defaults() -> None:
    text = '{"agents": {"defaults": {"bootstrapMaxChars": 9}, "entries": {"a": {"bootstrapMaxChars": "9"}}}}'
    limits = configured_limits(text, NEW, "a")
    assert limits.max_file is None
    assert limits.notes == ["bootstrapMaxChars of agent a is no number over 0, so OpenClaw takes its own limit"]


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        "7",
        '{"agents": 7}',
        '{"agents": {"defaults": [], "entries": [], "list": {}}}',
        '{"agents": {"entries": {"a": 7}, "list": [{"id": "a", "bootstrapMaxChars": 7}]}}',
        '{"agents": {"list": [null, 7, {"id": 7}]}}',
    ],
)
def test_other_shapes_set_nothing(text: str) -> None:
    limits = configured_limits(text, NEW, "a")
    assert (limits.max_file, limits.max_total) == (None, None)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{a: 1,,}", 'line 1, column 8: unexpected "}"'),
        ("{\n  agents: {\n    defaults {", 'line 3, column 14: unexpected "{"'),
        ("", "Empty strings are not legal JSON5"),
        ("{a:", "line 1, column 4: unexpected end of input"),
        ("[" * 200_000, "it is nested too deeply"),
        ("{a: '" + "x" * 200_000 + "'}", "it is no JSON, and of JSON5 no more than 131,072 characters are read, "
         "because that is slow; it has 200,007"),
        ('"' + "x" * 5_000_000 + '"',
         "it holds more than 4,194,304 characters, and no configuration of OpenClaw's does"),
    ],
)  # fmt: skip
def test_what_is_no_json5(text: str, reason: str) -> None:
    with pytest.raises(ConfigError) as raised:
        configured_limits(text, NEW)
    assert str(raised.value) == reason


@pytest.mark.parametrize(
    ("agent", "normalized"),
    [
        ("main", "main"),
        ("  Ops_1 ", "ops_1"),
        ("a-", "a-"),
        ("Old One", "old-one"),
        ("--x--", "x"),
        ("日本", "main"),
        ("", "main"),
        (7, "main"),
        ("a" * 70, "a" * 64),
        ("é!!e", "e"),
    ],
)
def test_agent_ids_are_compared_as_openclaw_does(agent: object, normalized: str) -> None:
    assert normalize_agent_id(agent) == normalized
