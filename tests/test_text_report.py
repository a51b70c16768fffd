"""The text report and its escaping: whole lines, as they are printed."""

from __future__ import annotations

import pytest

from clawbudget.budget import CheckedWorkspace
from clawbudget.findings import RULES, Finding, most_severe_first
from clawbudget.limits import Limits
from clawbudget.releases import Release
from clawbudget.reports.escaping import escape, escape_line
from clawbudget.reports.style import Style
from clawbudget.reports.text import report
from clawbudget.workspaces import Workspace


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain ünïcode 漢字 🔴 “quoted”", "plain ünïcode 漢字 🔴 “quoted”"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
        ("a\nb\r\tc", "a\\x0ab\\x0d\\x09c"),
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("\x9b31m", "\\x9b31m"),
        ("\u202egnirts", "\\u202egnirts"),
        ("\u2066x\u2069", "\\u2066x\\u2069"),
        ("\ud83d", "\\ud83d"),
        ("name-\udcff", "name-\\udcff"),
        ("\U000e0041", "\\U000e0041"),
        ("a ##[error]b", "a \\x23#[error]b"),
        ("##vso[task.complete]", "\\x23#vso[task.complete]"),
    ],
)
def test_escape(text: str, expected: str) -> None:
    assert escape(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("::error::x", "\\x3a:error::x"),
        ("  ::stop-commands::x", "  \\x3a:stop-commands::x"),
        ("a::b", "a::b"),
        (":a", ":a"),
    ],
)
def test_escape_line(text: str, expected: str) -> None:
    assert escape_line(text) == expected


def checked(folder: str, release: str | None = None, **sizes: int) -> CheckedWorkspace:
    limits = Limits(release=Release.named(release) if release else None)
    return CheckedWorkspace(Workspace(folder, []), limits, sizes={f"{name}.md": size for name, size in sizes.items()})


FINDINGS = [
    Finding("near-limit", "w/SOUL.md", "close", "watch it"),
    Finding("line-too-long", "::w/A.md", "long: “\x1b[2J”", "break it", line=3),
    Finding("line-too-long", "::w/A.md", "longer", "break it", line=9),
    Finding("file-too-long", "w/\nAGENTS.md", "too long", "move\nout"),
]


def test_findings_come_first_then_advice_once_then_summaries() -> None:
    workspaces = [checked("w", AGENTS=12_457, SOUL=2_001), checked("::x", "2026.9.6", MEMORY=60_001)]
    ordered = sorted(FINDINGS, key=most_severe_first)
    assert list(report(workspaces, ordered, Style())) == [
        "w/\\x0aAGENTS.md: error: too long [file-too-long]",
        "\\x3a:w/A.md:3: error: long: “\\x1b[2J” [line-too-long]",
        "\\x3a:w/A.md:9: error: longer [line-too-long]",
        "w/SOUL.md: warning: close [near-limit]",
        "To fix file-too-long: move\\x0aout",
        "To fix line-too-long: break it",
        "To fix near-limit: watch it",
        "w: █████░░░░░░░░░░░░░░░ AGENTS 12,457 + SOUL 2,001 = 14,458 of 60,000 (the eight-file budget)",
        "\\x3a:x: ████████████████████ MEMORY 60,001 = 60,001 of 60,000 (OpenClaw 2026.9.6)",
    ]


def test_rules_with_the_same_advice_share_it() -> None:
    findings = [Finding(rule, "w", "long", "move") for rule in ("file-too-long", "total-too-long", "line-too-long")]
    assert list(report([], findings, Style()))[-1] == (
        "To fix file-too-long and total-too-long and line-too-long: move"
    )


def test_of_one_rule_in_one_file_only_so_many_are_shown() -> None:
    findings = [Finding("line-too-long", path, "long", "break it") for path in ("a", "b", "a", "a")]
    assert list(report([], findings, Style(), most=2)) == [
        "a: error: long [line-too-long]",
        "b: error: long [line-too-long]",
        "a: error: long [line-too-long]",
        "a: and 1 more like that, shown with --verbose [line-too-long]",
        "To fix line-too-long: break it",
    ]


def test_colour_and_ascii() -> None:
    lines = list(report([checked("w", "latest", SOUL=60_001)], FINDINGS[:2], Style(colour=True, blocks=False)))
    assert lines == [
        "w/SOUL.md: \x1b[33mwarning\x1b[0m: close [near-limit]",
        "\\x3a:w/A.md:3: \x1b[31merror\x1b[0m: long: “\\x1b[2J” [line-too-long]",
        "To fix near-limit: watch it",
        "To fix line-too-long: break it",
        "w: \x1b[31m####################\x1b[0m SOUL 60,001 = 60,001 of 60,000 (OpenClaw 2026.9.6)",
    ]


def test_markers_of_missing_files_are_in_the_sum() -> None:
    workspace = checked("w", "2026.9.6", AGENTS=100)
    workspace.markers = {"SOUL.md": 30, "IDENTITY.md": 31}
    (line,) = report([workspace], [], Style())
    assert line == "w: █░░░░░░░░░░░░░░░░░░░ AGENTS 100 + [MISSING] 61 = 161 of 60,000 (OpenClaw 2026.9.6)"


@pytest.mark.parametrize(
    ("value", "expected"), [(0, "-" * 20), (1, "#" + "-" * 19), (50, "#" * 10 + "-" * 10), (99, "#" * 19 + "-")]
)
def test_bar(value: int, expected: str) -> None:
    assert Style(blocks=False).bar(value, 100, 20) == expected


def test_errors_rank_before_warnings() -> None:
    assert list(RULES.values()) == sorted(RULES.values())
