"""The JSON report, for scripts and agents. ``docs/json.md`` describes it, ``docs/report-v1.schema.json`` defines it."""

from __future__ import annotations

from importlib.metadata import version

from clawbudget.findings import ERROR, WARNING
from clawbudget.injection.fates import ALL_FATES, CUT, CUT_IN_DIGEST, IN_DIGEST, LOST, WHOLE
from clawbudget.releases import BOOTSTRAP_FILES
from clawbudget.reports.json_text import json_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from clawbudget.budget import CheckedWorkspace
    from clawbudget.findings import Finding
    from clawbudget.losses import FileLoss
    from clawbudget.overview import FileOverview, Overview
    from clawbudget.reports.outcome import Outcome

SCHEMA_VERSION: Final = 1
"""Goes up when a key is taken away or changes its meaning, not when one is added."""

_FATES: Final = {
    WHOLE: "whole",
    CUT: "cut",
    IN_DIGEST: "in-digest",
    CUT_IN_DIGEST: "cut-in-digest",
    LOST: "lost",
}
"""What becomes of a line, as the report calls it."""


def json_report(outcome: Outcome) -> str:
    """Give the whole report."""
    return json_text(
        {
            "schemaVersion": SCHEMA_VERSION,
            "tool": {"name": "clawbudget", "version": version("clawbudget")},
            "command": outcome.command,
            "summary": {"errors": outcome.count(ERROR), "warnings": outcome.count(WARNING)},
            "findings": [_finding(checked, finding) for checked, finding in outcome.findings()],
            "workspaces": [_workspace(overview, checked) for overview, checked in outcome.workspaces()],
            "failures": [{"path": path, "reason": reason} for path, reason in outcome.failures],
            "notes": list(outcome.notes),
        }
    )


def _finding(checked: CheckedWorkspace, finding: Finding) -> dict[str, Any]:
    asked = checked.limits.release
    start, end = finding.columns or (None, None)
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "workspace": checked.workspace.folder,
        "path": finding.path,
        "line": finding.line,
        "column": start,
        "endLine": finding.line,
        "endColumn": end,
        "measured": finding.measured,
        "allowed": finding.allowed,
        "before": finding.before,
        "release": finding.release or (asked.name if asked else None),
        "message": finding.message,
        "advice": finding.advice,
    }


def _workspace(overview: Overview, checked: CheckedWorkspace | None) -> dict[str, Any]:
    described = {
        "path": overview.workspace.folder,
        "release": overview.release.name,
        "session": overview.session,
        "raw": overview.raw,
        "injected": overview.injected,
        "lost": overview.lost,
        "limit": overview.limits.max_total,
        "files": [_file(file, overview.workspace.path_of(file.name)) for file in overview.files],
    }
    if checked is not None:
        described["budget"] = _budget(checked)
    return described


def _budget(checked: CheckedWorkspace) -> dict[str, Any]:
    limits = checked.limits
    return {
        "release": limits.release.name if limits.release else None,
        "total": checked.total,
        "maxTotal": limits.max_total,
        "maxLine": limits.max_line,
        "lineFiles": [name for name in BOOTSTRAP_FILES if name in limits.line_files],
        "files": [
            {"name": name, "size": size, "maxSize": limits.of_file(name)} for name, size in checked.sizes.items()
        ],
        "missing": [{"name": name, "size": size} for name, size in checked.markers.items()],
    }


def _file(file: FileOverview, path: str) -> dict[str, Any]:
    return {
        "name": file.name,
        "path": path,
        "status": file.cause.replace(" ", "-"),
        "detail": file.detail,
        "raw": file.raw,
        "injected": file.injected,
        "lost": file.lost,
        "limit": file.limit or None,
        "rules": _rules(file.loss),
        "lines": _runs(file.loss),
    }


def _rules(loss: FileLoss | None) -> dict[str, Any]:
    if loss is None:
        return {"total": 0, "notWhole": []}
    not_whole = [(index, loss.fates[index]) for index in loss.rules(CUT, CUT_IN_DIGEST, LOST)]
    return {
        "total": len(loss.rules(*ALL_FATES)),
        "notWhole": [
            {"line": index + 1, "fate": _FATES[fate.kind], "keptStart": fate.start, "keptEnd": fate.end}
            for index, fate in not_whole
        ],
    }


def _runs(loss: FileLoss | None) -> list[dict[str, Any]]:
    """Give the lines' fates, lines alike in one entry."""
    runs: list[dict[str, Any]] = []
    for number, fate in enumerate(loss.fates if loss else (), 1):
        if runs and runs[-1]["fate"] == _FATES[fate.kind]:
            runs[-1]["end"] = number
        else:
            runs.append({"fate": _FATES[fate.kind], "start": number, "end": number})
    return runs
