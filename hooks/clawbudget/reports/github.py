"""Findings as workflow commands, which GitHub shows as annotations at the lines that they are about.

The escapes are those of GitHub's own toolkit (@actions/core): all other characters reach the runner as they are.
"""

from __future__ import annotations

import os

from clawbudget.findings import ERROR, NOTE, WARNING
from clawbudget.reports.escaping import escape, escape_line
from clawbudget.reports.shortening import Shortening

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from clawbudget.findings import Finding
    from clawbudget.reports.outcome import Outcome


_COMMANDS: Final = {ERROR: "error", WARNING: "warning", NOTE: "notice"}


def workflow_commands(outcome: Outcome, *, most: int | None = None) -> Iterator[str]:
    """Give one line for each finding, of one rule in one file at most ``most`` (None: all)."""
    shortening = Shortening(most)
    for checked, finding in outcome.findings():
        if shortening.shows(finding):
            yield _annotation(finding, checked.workspace.folder)
    for rule, path, words in shortening.left_out():
        yield _command("notice", {"file": path, "title": rule}, words)


def _annotation(finding: Finding, folder: str) -> str:
    properties = {"title": finding.rule}
    if finding.path != folder:
        properties = {"file": os.path.normpath(finding.path), **_place(finding), "title": finding.rule}
    # A command's lines are shown one below the other, so each must be harmless by itself.
    message = "\n".join(map(escape_line, (finding.message, f"To fix: {finding.advice}")))
    if finding.path == folder:
        message = f"{escape_line(folder)}: {message}"
    return _command(_COMMANDS[finding.severity], properties, message)


def _place(finding: Finding) -> dict[str, str]:
    if finding.line is None:
        return {}
    place = {"line": str(finding.line), "endLine": str(finding.line)}
    if finding.columns:
        place |= {"col": str(finding.columns[0]), "endColumn": str(finding.columns[1])}
    return place


def _command(name: str, properties: dict[str, str], message: str) -> str:
    given = ",".join(f"{key}={_escape_property(value)}" for key, value in properties.items())
    return f"::{name} {given}::{_escape_data(message)}"


def _escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    # A file's name must come out as it is, line ends and all. What would harm a terminal is shown instead.
    kept = (escape(line) for line in text.split("\n"))
    return _escape_data("\n".join(kept)).replace(":", "%3A").replace(",", "%2C")
