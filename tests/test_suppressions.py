"""Comments that let findings pass, and what is said of those that allow nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clawbudget.budget import check
from clawbudget.limits import Limits
from clawbudget.workspaces import select

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[..., Path]

LONG = "some words of a rule " * 15
ALLOW = "<!-- clawbudget: allow line-too-long -->"


def findings(**limits: int) -> list[str]:
    (workspace,) = select(["."]).workspaces
    checked = check(workspace, Limits(**limits))  # type: ignore[arg-type]
    return [
        f"{each.line}: {each.message} [{each.rule}]"
        if each.rule == "unused-suppression"
        else f"{each.line}: {each.rule}"
        for each in checked.findings
    ]


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        ([ALLOW, LONG], []),
        (["- a", "  " + ALLOW, "  " + LONG], []),
        (["> " + ALLOW, "> " + LONG], []),
        ([f"text {ALLOW}", LONG], []),
        ([ALLOW, "", " ", LONG], []),
        ([ALLOW + "\r", LONG + "\r"], []),
        ([ALLOW, LONG, LONG], ["3: line-too-long"]),
        (["<!--clawbudget:allow line-too-long-->", LONG], []),
        (["<!-- clawbudget: allow hidden-rule, line-too-long -->", LONG],
         ["1: there is no hidden-rule in the next line to allow [unused-suppression]"]),
        ([LONG, "<!-- clawbudget: allow-file line-too-long -->", LONG], []),
        ([ALLOW, "short", LONG],
         ["3: line-too-long", "1: there is no line-too-long in the next line to allow [unused-suppression]"]),
        (["a", ALLOW], ["2: there is no line-too-long in the next line to allow [unused-suppression]"]),
        (["<!-- clawbudget: allow-file near-limit -->"],
         ["1: there is no near-limit in this file to allow [unused-suppression]"]),
        (["<!-- clawbudget: allow line-to-long -->", LONG],
         ["1: there is no rule line-to-long; did you mean line-too-long? [unused-suppression]", "2: line-too-long"]),
        (["<!-- clawbudget: allow zzz -->"], ["1: there is no rule zzz [unused-suppression]"]),
        (["<!-- clawbudget: allow-file total-too-long -->"],
         ["1: no comment can allow total-too-long; a settings file can [unused-suppression]"]),
        (["<!-- clawbudget: allow file-too-long -->"],
         ["1: file-too-long is not about a line; “allow-file file-too-long” allows it [unused-suppression]"]),
        (["<!-- clawbudget: allow -->"], ["1: a comment to clawbudget names no rule [unused-suppression]"]),
        (["<!-- clawbudget: -->"],
         ["1: a comment to clawbudget says “”, which is neither “allow” nor “allow-file” [unused-suppression]"]),
        (["<!-- clawbudget: alow line-too-long -->"],
         ["1: a comment to clawbudget says “alow”, which is neither “allow” nor “allow-file” [unused-suppression]"]),
        (["clawbudget: allow line-too-long", LONG], ["2: line-too-long"]),
    ],
)  # fmt: skip
def test_lines(workspace: Write, lines: list[str], left: list[str]) -> None:
    workspace(AGENTS="\n".join(lines))
    assert findings() == left


def test_a_file_that_is_too_long(workspace: Write) -> None:
    workspace(MEMORY="<!-- clawbudget: allow-file file-too-long -->\n" + "m\n" * 100, SOUL="s" * 100)
    assert findings(max_file=99) == ["None: file-too-long"]


def test_what_is_allowed_in_one_file_is_not_in_another(workspace: Write) -> None:
    workspace(AGENTS=f"<!-- clawbudget: allow-file line-too-long -->\n{LONG}", SOUL=LONG)
    assert findings() == ["1: line-too-long"]


def test_the_comment_counts(workspace: Write) -> None:
    workspace(AGENTS=f"{ALLOW}\nx" + "<!-- clawbudget: allow-file near-limit -->")
    assert findings(max_file=83) == ["None: file-too-long", "1: there is no line-too-long in the next line to allow "
                                     "[unused-suppression]", "2: there is no near-limit in this file to allow "
                                     "[unused-suppression]"]  # fmt: skip


def test_many_comments_take_no_longer_for_each(workspace: Write) -> None:
    workspace(AGENTS=f"{ALLOW}\n{LONG}\n" * 600, SOUL="<!-- clawbudget:" * 100_000)
    assert findings(max_file=10**7, max_total=10**7) == ["1: line-too-long"]
