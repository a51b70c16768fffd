"""What a check finds: the rules, and one finding of a rule."""

from __future__ import annotations

from clawbudget.javascript import length, trim, trim_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

ERROR: Final = "error"
WARNING: Final = "warning"
NOTE: Final = "note"
"""Severities, most severe first. A note tells of something over its limit that is let pass, and fails nothing."""

RULES: Final = {
    "file-too-long": ERROR,
    "total-too-long": ERROR,
    "line-too-long": ERROR,
    "unreadable": ERROR,
    "invalid-utf8": WARNING,
    "hidden-rule": WARNING,
    "near-limit": WARNING,
    "misnamed": WARNING,
    "retired-file": WARNING,
    "unused-suppression": WARNING,
}
"""Each rule's severity; more severe, and then more important, rules stand first."""

_RANK: Final = {rule: rank for rank, rule in enumerate(RULES)}
_SEVERITY_RANK: Final = {ERROR: 0, WARNING: 1, NOTE: 2}


class Finding:
    """One thing that is wrong, or soon will be, with a file or with a whole workspace.

    ``message`` says what is wrong and ``advice`` what to do; both may hold text from files, raw. ``measured`` and
    ``allowed`` are UTF-16 code units where the rule compares two numbers, and ``before`` is what was measured in an
    earlier commit, if there is one to compare with. For a finding about one line, ``line`` is its number, ``columns``
    where in it the finding starts and before which column it ends (all from 1, in UTF-16 code units), and ``source``
    the line itself. ``release`` is the OpenClaw release that the message speaks of, if any. ``severity`` is ERROR,
    WARNING or NOTE: the rule's, until settings or a ratchet say otherwise.
    """

    __slots__ = (
        "advice",
        "allowed",
        "before",
        "columns",
        "line",
        "measured",
        "message",
        "path",
        "release",
        "rule",
        "severity",
        "source",
    )

    def __init__(
        self,
        rule: str,
        path: str,
        message: str,
        advice: str,
        *,
        line: int | None = None,
        measured: int | None = None,
        allowed: int | None = None,
        columns: tuple[int, int] | None = None,
        source: str = "",
        release: str | None = None,
    ) -> None:
        self.rule = rule
        self.path = path
        self.message = message
        self.advice = advice
        self.line = line
        self.measured = measured
        self.allowed = allowed
        self.columns = columns
        self.source = source
        self.release = release
        self.before: int | None = None
        self.severity = RULES[rule]

    def fails(self, *, strict: bool) -> bool:
        """Tell whether the finding fails a check: an error does, and if that is ``strict``, a warning."""
        return self.severity == ERROR or (strict and self.severity == WARNING)


def columns_of(line: str) -> tuple[int, int]:
    """Give the columns, from 1, where a line's text starts and before which it ends, white space around it left out."""
    end = length(trim_end(line)) + 1
    return end - length(trim(line)), end


def quote(text: str, most: int = 60) -> str:
    """Give the first words of ``text`` in quotation marks: at most ``most`` characters of it."""
    shown = text.rstrip()
    if len(shown) > most:
        shown = shown[: most - 1].rstrip() + "…"
    return f"“{shown}”"


def most_severe_first(finding: Finding) -> tuple[int, int]:
    """Sort key: the ranks of severity and rule. The sort is stable, so files and lines keep their order."""
    return _SEVERITY_RANK[finding.severity], _RANK[finding.rule]
