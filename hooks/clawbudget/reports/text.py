"""The text report: for people, and for agents that read what a hook printed."""

from __future__ import annotations

from clawbudget.findings import NOTE
from clawbudget.reports.escaping import escape, escape_line
from clawbudget.reports.shortening import Shortening

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Final

    from clawbudget.budget import CheckedWorkspace
    from clawbudget.findings import Finding
    from clawbudget.reports.style import Style

_BAR_WIDTH: Final = 20


def report(
    workspaces: Iterable[CheckedWorkspace], findings: Sequence[Finding], style: Style, *, most: int | None = None
) -> Iterator[str]:
    """Give the report's lines: the findings in their order, advice once for each kind, a summary of each workspace.

    Of one rule in one file at most ``most`` findings are shown; None shows all.
    """
    shortening = Shortening(most)
    for finding in findings:
        if shortening.shows(finding):
            yield _finding_line(finding, style)
    for rule, path, words in shortening.left_out():
        yield f"{escape_line(path)}: {words} [{rule}]"
    yield from _advice(findings)
    for checked in workspaces:
        yield _summary_line(checked, style)


def _advice(findings: Iterable[Finding]) -> Iterator[str]:
    rules: dict[str, dict[str, None]] = {}
    for finding in findings:
        if finding.severity != NOTE:
            rules.setdefault(finding.advice, {})[finding.rule] = None
    for advice, names in rules.items():
        yield escape_line(f"To fix {' and '.join(names)}: {advice}")


def _finding_line(finding: Finding, style: Style) -> str:
    line = "" if finding.line is None else f":{finding.line}"
    where = escape_line(f"{finding.path}{line}")
    return f"{where}: {style.paint(finding.severity, finding.severity)}: {escape(finding.message)} [{finding.rule}]"


def _summary_line(checked: CheckedWorkspace, style: Style) -> str:
    limits = checked.limits
    parts = [f"{name.removesuffix('.md')} {size:,}" for name, size in checked.sizes.items()]
    if checked.markers:
        parts.append(f"[MISSING] {sum(checked.markers.values()):,}")
    budget = f"OpenClaw {limits.release.name}" if limits.release else "the eight-file budget"
    bar = style.bar(checked.total, limits.max_total, _BAR_WIDTH)
    if checked.total > limits.max_total:
        bar = style.paint(bar, "error")
    sizes = f"{' + '.join(parts) or '0'} = {checked.total:,} of {limits.max_total:,} ({budget})"
    return f"{escape_line(checked.workspace.folder)}: {bar} {escape(sizes)}"
