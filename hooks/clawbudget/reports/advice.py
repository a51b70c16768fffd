"""Advice on an AGENTS.md in words, one line each."""

from __future__ import annotations

from clawbudget.findings import quote
from clawbudget.reports.escaping import escape_line
from clawbudget.reports.shortening import named_numbers
from clawbudget.survival import advice as kinds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from clawbudget.survival.advice import Advice
    from clawbudget.survival.gains import Gain

_MOST_LINES: Final = 10
"""Line numbers that one line of advice names."""


def advice_lines(found: Sequence[Advice] | None) -> Iterator[str]:
    """Give a line for each piece of advice, with what it would save. None stands for a workspace without AGENTS.md."""
    if found is None:
        yield "There is no AGENTS.md to give advice on"
        return
    for advice in found:
        yield escape_line(f"{_saves(advice):>18}  {_words(advice)}")
    if not found:
        yield "There is nothing to save in AGENTS.md"


def _saves(advice: Advice) -> str:
    if advice.characters:
        return f"{advice.characters:,} character{'' if advice.characters == 1 else 's'}"
    return f"{advice.rules:,} rule line{'' if advice.rules == 1 else 's'}"


def _words(advice: Advice) -> str:
    lines = _lines(advice.lines)
    if advice.kind == kinds.SECTION:
        title = quote(advice.details, 60) if advice.details else "before the first heading"
        return f"move the section {title} into a document of its own and leave one line that points there"
    if advice.kind == kinds.LOST_RULE:
        return f"move {lines} into the first {advice.details} characters: not all of it reaches the model"
    if advice.kind == kinds.HIDDEN_RULE:
        return f"begin {lines} with an English MUST or NEVER: the digest does not know {quote(advice.details, 60)}"
    if advice.kind == kinds.REPEATED:
        return f"take out {lines}, the same as line {advice.details}"
    if advice.kind == kinds.SQUEEZE:
        return f"run clawbudget wrap --squeeze: {advice.details}"
    command = "clawbudget wrap --split" if advice.kind == kinds.SPLIT else "clawbudget wrap"
    return f"run {command}: more of the rules in the file reaches the model with {lines} laid out anew"


def _lines(numbers: tuple[int, ...]) -> str:
    return f"line{'' if len(numbers) == 1 else 's'} {named_numbers(numbers, _MOST_LINES)}"


def wrapping_lines(gain: Gain) -> Iterator[str]:
    """Say what wrapping the long lines of an AGENTS.md that is cut would do for its rule lines."""
    if gain.ink_after < gain.ink_before:
        yield (
            "AGENTS.md: no layout of its long lines that was tried keeps as much of the rule lines as they do now: "
            f"{gain.ink_after:,} characters, now {gain.ink_before:,}"
        )
    else:
        yield (
            f"AGENTS.md: {gain.after:,} of {gain.rules:,} rule lines would reach the model whole "
            f"after clawbudget wrap, {gain.before:,} do now"
        )
