"""What ``clawbudget check`` prints: notes, findings, reports, settings. Imported only if there is something to say."""

from __future__ import annotations

import sys

from clawbudget.commands import report_options
from clawbudget.commands.telling import tell_failures, tell_notes
from clawbudget.reports.style import Style
from clawbudget.reports.text import report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

    from clawbudget.commands.check import Options
    from clawbudget.reports.outcome import Outcome
    from clawbudget.workspaces import Workspace

_MOST_OF_A_KIND: Final = 20
"""Findings of one rule in one file that are shown without ``--verbose``."""


def print_outcome(outcome: Outcome, options: Options) -> None:
    """Tell notes and failures on standard error, and give the report that is asked for where it is asked for."""
    tell_notes(outcome.notes)
    tell_failures(outcome.failures)
    most = None if options.verbose else _MOST_OF_A_KIND
    request = options.request
    if request is None:
        for line in _text(outcome, Style.of(sys.stdout), most, options):
            print(line)
        return
    if request.format == "text":
        printed = "".join(f"{line}\n" for line in _text(outcome, Style(), most, options))
    else:
        printed = report_options.render(outcome, request.format, most=most)
    report_options.deliver(printed, request.path)


def _text(outcome: Outcome, style: Style, most: int | None, options: Options) -> Iterator[str]:
    summarised = [each for each in outcome.checked if options.verbose or each.findings]
    return report(summarised, [finding for _, finding in outcome.findings()], style, most=most)


def print_settings(workspaces: Iterable[Workspace], options: Options) -> None:
    """Print what holds for each workspace, and where each setting is from. Raises UsageError."""
    from clawbudget.commands.command_line import CommandLine
    from clawbudget.commands.limit_options import chosen_limits
    from clawbudget.commands.workspace_limits import read_settings
    from clawbudget.reports.settings import settings_lines
    from clawbudget.settings_files import SettingsFiles

    files = SettingsFiles(options.roots)
    for workspace in workspaces:
        settings = read_settings(files.of(workspace.folder))
        chosen = chosen_limits(options.line or CommandLine([], {}), settings)
        for line in settings_lines(workspace, chosen, settings):
            print(line)
