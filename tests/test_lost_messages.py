"""What ``check`` says about the losses: true for the release that it speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clawbudget.budget import check
from clawbudget.limits import Limits
from clawbudget.releases import Release
from clawbudget.workspaces import select

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from clawbudget.findings import Finding

HEAD = "".join(f"{number:>3} plain words that say nothing much.\n" for number in range(30))
MIDDLE = (
    "- Prefer the small one.\n"
    "You must keep this line, which is no list item.\n"
    "Some prose that the digest does not want.\n"
    "- This item is so long that the digest cuts it. " + "It goes on and on. " * 12 + "You must read its end.\n"
    "必须先备份，再动手。\n"
    "- " + "word " * 50 + "\n"
)
TAIL = "".join(f"{number:>3} more of the same, and then some.\n" for number in range(12))


def findings(rule: str, limits: Limits) -> list[Finding]:
    (workspace,) = select(["."]).workspaces
    return [finding for finding in check(workspace, limits).findings if finding.rule == rule]


def messages(rule: str, limits: Limits) -> list[str]:
    return [finding.message for finding in findings(rule, limits)]


@pytest.mark.parametrize(
    ("release", "expected"),
    [
        (
            "2026.9.6",
            "2,290 characters, 290 over the limit of 2,000; OpenClaw 2026.9.6 would inject 1,991 of 2,290 characters; "
            "lines 24 and 40 are cut; lines 25-39 are lost except for 7 digest lines, 2 of them cut",
        ),
        (
            "2026.7.33",
            "2,290 characters, 290 over the limit of 2,000; OpenClaw 2026.7.33 would inject 1,900 of 2,290 characters; "
            "lines 24 and 40 are cut; lines 25-39 are lost except for 4 digest lines, 2 of them cut",
        ),
        # No word of a digest where there is none.
        (
            "2026.4.23",
            "2,290 characters, 290 over the limit of 2,000; OpenClaw 2026.4.23 would inject 1,999 of 2,290 characters; "
            "lines 34 and 36 are cut; line 35 is lost",
        ),
    ],
)
def test_file_too_long_says_what_is_lost(workspace: Callable[..., Path], release: str, expected: str) -> None:
    workspace(AGENTS=HEAD + MIDDLE + TAIL)
    limits = Limits(release=Release.named(release), max_file=2_000, line_files=())
    assert messages("file-too-long", limits) == [expected]


def test_rule_lines_among_the_lost_are_counted_in_any_file(workspace: Callable[..., Path]) -> None:
    rules = "".join(f"- You must keep rule {number} of them all.\n" for number in range(10, 40))
    workspace(SOUL=rules)
    assert messages("file-too-long", Limits(max_file=600, line_files=())) == [
        "1,109 characters, 509 over the limit of 600; OpenClaw 2026.9.6 would inject 599 of 1,109 characters; "
        "lines 11 and 27 are cut; lines 12-26 are lost; 15 rule lines among the lost"
    ]


def test_a_file_that_the_total_drops_is_lost_altogether(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="a" * 100, SOUL="s" * 100)
    limits = Limits(max_file=90, max_total=120, line_files=())
    assert messages("file-too-long", limits)[1] == (
        "100 characters, 10 over the limit of 90; OpenClaw 2026.9.6 would inject nothing of it"
    )


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (
            Limits(release=Release.named("2026.9.6"), max_file=2_000),
            ["cut: the digest keeps its first 239 characters", "cut: the digest keeps its first 239 characters"],
        ),
        (
            Limits(release=Release.named("2026.9.6"), max_file=700),
            ["lost: nothing of it reaches the model", "lost: nothing of it reaches the model"],
        ),
        (
            Limits(release=Release.named("2026.9.6")),
            ["whole today, but cut to 240 as soon as the file is over 20,000"] * 2,
        ),
        (
            Limits(max_total=1_500),
            ["cut: the digest keeps its first 239 characters", "lost: nothing of it reaches the model"],
        ),
        (Limits(release=Release.named("2026.4.23"), line_files=["AGENTS.md"]), [None, None]),
    ],
)
def test_line_too_long_says_what_is_left_of_the_line(
    workspace: Callable[..., Path], limits: Limits, expected: list[str | None]
) -> None:
    workspace(AGENTS=HEAD + MIDDLE + TAIL)
    starts = ["298 characters, 58 over the limit of 240", "251 characters, 11 over the limit of 240"]
    stated = [message.split(": “")[0] for message in messages("line-too-long", limits)]
    assert stated == [start + (f" ({left})" if left else "") for start, left in zip(starts, expected, strict=True)]


def test_a_long_line_of_another_file_is_not_said_to_be_cut(workspace: Callable[..., Path]) -> None:
    workspace(SOUL="some words " * 23)
    assert messages("line-too-long", Limits()) == [
        "252 characters, 12 over the limit of 240: “some words some words some words some words some words some…”"
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("# " + "word " * 50, "heading"),
        ("```\n" + "word " * 50 + "\n```", "code block"),
        ("| a | b |\n|---|---|\n| " + "word " * 50 + "| x |", "table row"),
        ("---\nkey: " + "word " * 50 + "\n---\n", "front matter"),
        ("x" * 250, "no blank at which it may be broken"),
    ],
)
def test_a_line_that_no_fixer_may_break_says_why(workspace: Callable[..., Path], text: str, reason: str) -> None:
    workspace(SOUL=text)
    (finding,) = findings("line-too-long", Limits())
    assert f" over the limit of 240 ({reason}: no fixer may break it): “" in finding.message
    assert finding.advice == "shorten these lines by hand: no fixer may break them"


def test_hidden_rules(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS=HEAD + MIDDLE + TAIL)
    late = "its “must” stands after column 239; cut: the digest keeps its first 239 characters"
    quoted = "“- This item is so long that the digest cuts it. It goes on…”"
    assert messages("hidden-rule", Limits(release=Release.named("2026.7.33"), max_file=2_000)) == [
        f"OpenClaw 2026.7.33 does not see that this is a rule: {late}: {quoted}",
        "OpenClaw 2026.7.33 does not see that this is a rule: its digest does not know “必须”; "
        "lost: nothing of it reaches the model: “必须先备份，再动手。”",
    ]
    assert messages("hidden-rule", Limits(release=Release.named("2026.7.33"))) == []
    assert messages("hidden-rule", Limits(release=Release.named("2026.4.23"), max_file=2_000)) == []


@pytest.mark.parametrize(
    ("agents", "expected"),
    [
        # Few rules make a short digest, so a cut AGENTS.md leaves room for files that size alone would cut.
        (2_000, "no file is cut for this as long as others are cut to their own limits"),
        (900, "OpenClaw 2026.7.35 spends it in injection order and would cut MEMORY.md to at most 301"),
    ],
)
def test_what_a_cut_agents_file_leaves_goes_to_the_others(
    workspace: Callable[..., Path], agents: int, expected: str
) -> None:
    workspace(
        AGENTS="prose\n" * (agents // 6),
        SOUL="s" * 800,
        MEMORY="m" * (480 if agents > 1_000 else 500),
        TOOLS="",
        IDENTITY="",
        USER="",
    )
    workspace(HEARTBEAT="", BOOTSTRAP="")
    (message,) = messages("total-too-long", Limits(max_file=1_000, max_total=2_000, line_files=()))
    assert message.endswith(expected)
