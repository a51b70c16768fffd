"""``clawbudget check``: hold workspaces to their limits."""

from __future__ import annotations

import sys

from clawbudget.budget import check
from clawbudget.limits import Limits
from clawbudget.workspaces import select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from clawbudget.budget import CheckedWorkspace
    from clawbudget.findings import Finding


_HELP: Final = """\
usage: clawbudget check [OPTION ...] [PATH ...]

Fails if a bootstrap file, all of them together or a line is over its limit.
PATH is a bootstrap file, which stands for its whole workspace, or a folder,
which stands for every workspace at or below it (default: the current folder).

  --strict            fail on warnings, too
  --verbose           print each workspace's summary even if all is well

{limits}
examples:
  clawbudget check                         all workspaces in this folder
  clawbudget check --openclaw latest ~/w   as the newest release reads it
  clawbudget check --max-file 15,000       a tighter budget

Exit code: 0 nothing over, 1 errors found, 2 wrong usage or an unreadable path.
"""


class Options:
    """What the command line asks for. The defaults are what the hook does without arguments."""

    __slots__ = ("limits", "notes", "paths", "strict", "verbose")

    def __init__(
        self,
        paths: Sequence[str] = (),
        *,
        limits: Limits | None = None,
        notes: Sequence[str] = (),
        strict: bool = False,
        verbose: bool = False,
    ) -> None:
        self.paths = paths or (".",)
        self.limits = limits or Limits()
        self.notes = notes
        self.strict = strict
        self.verbose = verbose


def help_text() -> str:
    """Give what ``clawbudget check --help`` prints."""
    from clawbudget.commands.limit_options import HELP

    return _HELP.format(limits=HELP.format(default="default: the eight-file budget"))


def main(argv: Sequence[str]) -> int:
    """Check the workspaces that ``argv`` names. Gives 0 (nothing over), 1 (errors) or 2 (a path can't be read)."""
    options = _parse(argv)
    selection = select(options.paths)
    checked = [check(workspace, options.limits) for workspace in selection.workspaces]
    failures = selection.failures + [failure for each in checked for failure in each.failures]
    notes = [*options.notes]
    notes += [f"{path} is neither a bootstrap file nor a folder: ignored" for path in selection.ignored]
    notes += [f"no bootstrap file at or below {folder}" for folder in selection.empty]
    if notes or failures:
        _tell(notes, failures)
    findings = [finding for each in checked for finding in each.findings]
    if findings or options.verbose:
        findings = _report(checked, findings, verbose=options.verbose)
    if failures:
        return 2
    return int(any(options.strict or finding.severity == "error" for finding in findings))


def _parse(argv: Sequence[str]) -> Options:
    if not any(argument.startswith("-") for argument in argv):
        return Options(argv)
    from clawbudget.commands import command_line, limit_options

    line = command_line.read(argv, {**limit_options.OPTIONS, "--strict": (), "--verbose": ()})
    limits, notes = limit_options.limits_of(line, line.value("--openclaw"))
    return Options(
        line.arguments,
        limits=limits,
        notes=notes,
        strict=line.has("--strict"),
        verbose=line.has("--verbose"),
    )


def _report(checked: list[CheckedWorkspace], findings: list[Finding], *, verbose: bool) -> list[Finding]:
    from clawbudget.findings import most_severe_first
    from clawbudget.reports.style import Style
    from clawbudget.reports.text import report

    findings.sort(key=most_severe_first)
    summarised = [each for each in checked if verbose or each.findings]
    for line in report(summarised, findings, Style.of(sys.stdout)):
        print(line)
    return findings


def _tell(notes: list[str], failures: list[tuple[str, str]]) -> None:
    from clawbudget.reports.escaping import escape

    for note in notes:
        print(f"clawbudget: note: {escape(note)}", file=sys.stderr)
    for path, reason in failures:
        print(f"clawbudget: can't read {escape(path)}: {escape(reason)}", file=sys.stderr)
