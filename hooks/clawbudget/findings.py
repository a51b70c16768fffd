"""What a check finds: the rules, and one finding of a rule."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

ERROR: Final = "error"
WARNING: Final = "warning"

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
}
"""Each rule's severity; more severe, and then more important, rules stand first."""

_RANK: Final = {rule: rank for rank, rule in enumerate(RULES)}


class Finding:
    """One thing that is wrong, or soon will be, with a file or with a whole workspace.

    ``message`` says what is wrong and ``advice`` what to do; both may hold text from files, raw. ``measured`` and
    ``allowed`` are UTF-16 code units where the rule compares two numbers, and ``line`` counts from 1.
    """

    __slots__ = ("advice", "allowed", "line", "measured", "message", "path", "rule")

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
    ) -> None:
        self.rule = rule
        self.path = path
        self.message = message
        self.advice = advice
        self.line = line
        self.measured = measured
        self.allowed = allowed

    @property
    def severity(self) -> str:
        """Either ERROR or WARNING."""
        return RULES[self.rule]


def quote(text: str, most: int = 60) -> str:
    """Give the first words of ``text`` in quotation marks: at most ``most`` characters of it."""
    shown = text.rstrip()
    if len(shown) > most:
        shown = shown[: most - 1].rstrip() + "…"
    return f"“{shown}”"


def most_severe_first(finding: Finding) -> int:
    """Sort key: the rank of the finding's rule. The sort is stable, so files and lines keep their order."""
    return _RANK[finding.rule]
