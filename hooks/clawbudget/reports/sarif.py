"""Findings as SARIF 2.1.0, the way GitHub's code scanning wants it.

Places are given relative to the current folder (%SRCROOT%), so the check has to run at the repository's root.
"""

from __future__ import annotations

import hashlib
import os
from importlib.metadata import version
from pathlib import Path
from urllib.parse import quote

from clawbudget.findings import RULES
from clawbudget.javascript import collapse_white_space
from clawbudget.reports.escaping import escape
from clawbudget.reports.json_text import json_text
from clawbudget.reports.rule_texts import HOME, RULE_TEXTS, page_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from clawbudget.budget import CheckedWorkspace
    from clawbudget.findings import Finding
    from clawbudget.reports.outcome import Outcome

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

MAX_RESULTS: Final = 25_000
"""GitHub refuses a run with more."""

_FINGERPRINT: Final = "clawbudget/v1"
# GitHub knows alerts by "primaryLocationLineHash" alone. Its upload action computes that from the sources, and warns of
# any that is not computed in its own way.

_INDEX: Final = {rule: index for index, rule in enumerate(RULES)}


def sarif_report(outcome: Outcome) -> str:
    """Give the whole log."""
    found = outcome.findings()
    notifications = [_notification("note", note) for note in outcome.notes]
    notifications += [_notification("error", f"can't read {path}: {why}") for path, why in outcome.failures]
    if len(found) > MAX_RESULTS:
        left_out = len(found) - MAX_RESULTS
        notifications.append(_notification("warning", f"{left_out:,} findings are left out: GitHub takes no more"))
    run = {
        "tool": {"driver": _driver()},
        "invocations": [
            {"executionSuccessful": not outcome.failures, "toolExecutionNotifications": notifications},
        ],
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The root of the repository"}}},
        "columnKind": "utf16CodeUnits",
        "results": _results(found[:MAX_RESULTS]),
    }
    return json_text({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _driver() -> dict[str, Any]:
    return {
        "name": "clawbudget",
        "semanticVersion": version("clawbudget"),
        "informationUri": HOME,
        "rules": [_rule(rule, severity) for rule, severity in RULES.items()],
    }


def _rule(rule: str, severity: str) -> dict[str, Any]:
    title, why = RULE_TEXTS[rule]
    return {
        "id": rule,
        "shortDescription": {"text": f"{title}."},
        "fullDescription": {"text": why},
        "help": {
            "text": f"{why} What to do is said on {page_of(rule)}",
            "markdown": f"{why} [What to do]({page_of(rule)})",
        },
        "helpUri": page_of(rule),
        "defaultConfiguration": {"level": severity},
        "properties": {"precision": "very-high", "problem.severity": severity, "tags": ["openclaw"]},
    }


def _notification(level: str, text: str) -> dict[str, Any]:
    return {"level": level, "message": {"text": _plain(text)}}


def _results(found: list[tuple[CheckedWorkspace, Finding]]) -> list[dict[str, Any]]:
    seen: dict[str, int] = {}
    results = []
    for checked, finding in found:
        key = _hash_of(finding)
        place = f"{finding.path}\n{key}"
        seen[place] = seen.get(place, 0) + 1
        results.append(_result(checked, finding, f"{key}:{seen[place]}"))
    return results


def _result(checked: CheckedWorkspace, finding: Finding, fingerprint: str) -> dict[str, Any]:
    return {
        "ruleId": finding.rule,
        "ruleIndex": _INDEX[finding.rule],
        "level": finding.severity,
        "message": {"text": _plain(f"{finding.message}. To fix: {finding.advice}.")},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": _location(_file_of(finding, checked)),
                    "region": _region(finding),
                }
            }
        ],
        "partialFingerprints": {_FINGERPRINT: fingerprint},
        "properties": {
            "measured": finding.measured,
            "allowed": finding.allowed,
            "before": finding.before,
            "release": finding.release,
        },
    }


def _file_of(finding: Finding, checked: CheckedWorkspace) -> str:
    """Give the file that a finding is shown in: for one about all files together the first of them."""
    if finding.path != checked.workspace.folder:
        return finding.path
    return checked.workspace.path_of(next(iter(checked.sizes), ""))


def _location(path: str) -> dict[str, str]:
    inside = os.path.relpath(path)
    if inside.split(os.sep, 1)[0] == os.pardir:
        return {"uri": Path(path).absolute().as_uri()}
    return {"uri": quote(os.fsencode(inside.replace(os.sep, "/"))), "uriBaseId": "%SRCROOT%"}


def _region(finding: Finding) -> dict[str, int]:
    if finding.line is None:
        return {"startLine": 1}  # GitHub wants a line even of what is about a whole file
    region = {"startLine": finding.line}
    if finding.columns:
        region |= {"startColumn": finding.columns[0], "endLine": finding.line, "endColumn": finding.columns[1]}
    return region


def _hash_of(finding: Finding) -> str:
    """Give what stays the same of a finding while other lines come and go."""
    line = collapse_white_space(finding.source)
    return hashlib.sha256(f"{finding.rule}\n{line}".encode("utf-8", "replace")).hexdigest()[:16]


def _plain(text: str) -> str:
    # A viewer would make a link of what looks like one in Markdown.
    return escape(text).replace("](", "]\\(")
