"""The text report: for people, and for agents that read what a hook printed."""

from __future__ import annotations

import os

from clawbudget.reports.escaping import escape, escape_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final, TextIO

    from clawbudget.budget import CheckedWorkspace
    from clawbudget.findings import Finding

_BAR_WIDTH: Final = 20
_COLOURS: Final = {"error": "31", "warning": "33"}


class Style:
    """How a report is drawn: with colour or without, with block characters or in ASCII."""

    __slots__ = ("_blocks", "_colour")

    def __init__(self, *, colour: bool = False, blocks: bool = True) -> None:
        self._colour = colour
        self._blocks = "█░" if blocks else "#-"

    @classmethod
    def of(cls, stream: TextIO) -> Style:
        """Give the style that suits ``stream``: colour on a terminal only, and never if NO_COLOR is set."""
        colour = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return cls(colour=colour, blocks=stream.encoding.lower().startswith("utf"))

    def paint(self, text: str, kind: str) -> str:
        """Give ``text`` in the colour of ``kind`` (a severity)."""
        return f"\033[{_COLOURS[kind]}m{text}\033[0m" if self._colour else text

    def bar(self, value: int, full: int) -> str:
        """Draw ``value`` as a share of ``full``; anything over 0 shows, and only what is full looks full."""
        cells = min(-(-value * _BAR_WIDTH // full), _BAR_WIDTH)
        if value < full:
            cells = min(cells, _BAR_WIDTH - 1)
        return self._blocks[0] * cells + self._blocks[1] * (_BAR_WIDTH - cells)


def report(workspaces: Iterable[CheckedWorkspace], findings: Iterable[Finding], style: Style) -> Iterator[str]:
    """Give the report's lines: the findings in their order, advice once for each kind, a summary of each workspace."""
    advice: dict[tuple[str, str], None] = {}
    for finding in findings:
        advice.setdefault((finding.rule, finding.advice))
        yield _finding_line(finding, style)
    for rule, text in advice:
        yield escape_line(f"To fix {rule}: {text}")
    for checked in workspaces:
        yield _summary_line(checked, style)


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
    bar = style.bar(checked.total, limits.max_total)
    if checked.total > limits.max_total:
        bar = style.paint(bar, "error")
    sizes = f"{' + '.join(parts) or '0'} = {checked.total:,} of {limits.max_total:,} ({budget})"
    return f"{escape_line(checked.workspace.folder)}: {bar} {escape(sizes)}"
