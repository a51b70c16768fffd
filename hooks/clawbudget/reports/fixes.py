"""What ``clawbudget wrap`` says about a file: what it changed, what it left alone and why, what the rules gained."""

from __future__ import annotations

from clawbudget.reports.reaching import rules_reaching
from clawbudget.reports.shortening import named_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from clawbudget.fixing import Fix
    from clawbudget.survival.gains import Gain

_MOST_LINES: Final = 20
"""Lines of a file that are named one by one; the rest is a number."""


def changed_lines(fix: Fix, release: str, *, is_done: bool, may_split: bool) -> Iterator[str]:
    """Say what was changed in a file, or would be if it is not ``is_done``, and what OpenClaw ``release`` reads."""
    would = "" if is_done else "would "
    if fix.squeezed:
        squeeze = "squeezed" if is_done else "squeeze"
        yield f"{fix.path}: {would}{squeeze} out {fix.squeezed:,} characters"
    if fix.changed:
        wrap = "wrapped" if is_done else "wrap"
        verb = f"{wrap} or split" if may_split else wrap
        yield f"{fix.path}: {would}{verb} {_numbers(fix)}"
    if fix.gain and fix.gain.rules:
        yield from _gain_lines(fix.path, fix.gain, f"OpenClaw {release}")


def left_lines(fix: Fix) -> Iterator[str]:
    """Name the lines of a file that stay too long, with the reasons."""
    for number, size, reason in fix.left[:_MOST_LINES]:
        if number in fix.changed:
            yield f"{fix.path}:{number}: a piece stays over the limit: {reason}"
        else:
            yield f"{fix.path}:{number}: left alone, {size:,} characters: {reason}"
    if len(fix.left) > _MOST_LINES:
        more = len(fix.left) - _MOST_LINES
        yield f"{fix.path}: {more:,} more lines were left alone (clawbudget check --verbose shows them all)"


def memory_lines(fix: Fix) -> Iterator[str]:
    """Say why a memory file was not wrapped, if it has lines that could be."""
    if fix.changed:
        yield (
            f"{fix.path}: {_numbers(fix)} could be wrapped; left alone, because OpenClaw can shut a memory file out of "
            "every prompt once something else rewrote it (--include-memory wraps it all the same)"
        )


def onboarding_lines(fix: Fix) -> Iterator[str]:
    """Say why a file was not changed that OpenClaw's first conversation is to fill in."""
    yield (
        f"{fix.path}: left alone until the agent has its name: once this file differs from its template, OpenClaw "
        "takes the setup for done and deletes BOOTSTRAP.md"
    )


def _gain_lines(path: str, gain: Gain, release: str) -> Iterator[str]:
    yield f"{path}: {rules_reaching(gain.after, gain.rules, release)}, {gain.before:,} before"
    if gain.ink_after < gain.ink_before:
        yield (
            f"{path}: no layout that was tried keeps as much of the rule lines as the long lines did: "
            f"{gain.ink_after:,} characters, {gain.ink_before:,} before ({release})"
        )


def _numbers(fix: Fix) -> str:
    count = len(fix.changed)
    if count == 1:
        return f"line {next(iter(fix.changed))}"
    return f"{count:,} lines ({named_numbers(fix.changed, _MOST_LINES)})"
