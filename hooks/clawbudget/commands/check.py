"""``clawbudget check``: hold workspaces to their limits."""

from __future__ import annotations

import sys

from clawbudget.budget import check
from clawbudget.limits import Limits
from clawbudget.workspaces import select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final, TypeAlias

    from clawbudget.budget import CheckedWorkspace
    from clawbudget.commands.report_options import Request
    from clawbudget.findings import Finding
    from clawbudget.reports.style import Style

    Failure: TypeAlias = tuple[str, str]

# A file of nothing but long lines would bury all else that was found.
_MOST_OF_A_KIND: Final = 20

_HELP: Final = """\
usage: clawbudget check [OPTION ...] [PATH ...]

Fails if a bootstrap file, all of them together or a line is over its limit.
PATH is a bootstrap file, which stands for its whole workspace, or a folder,
which stands for every workspace at or below it (default: the current folder).

  --strict            fail on warnings, too
  --verbose           print all findings of a kind, and each workspace's summary
{report}
{limits}
examples:
  clawbudget check                         all workspaces in this folder
  clawbudget check --openclaw latest ~/w   as the newest release reads it
  clawbudget check --max-file 15,000       a tighter budget

Exit code: 0 nothing over, 1 errors found, 2 wrong usage or an unreadable path.
"""


class Options:
    """What the command line asks for. The defaults are what the hook does without arguments."""

    __slots__ = ("limits", "notes", "paths", "request", "strict", "verbose")

    def __init__(
        self,
        paths: Sequence[str] = (),
        *,
        limits: Limits | None = None,
        notes: Sequence[str] = (),
        strict: bool = False,
        verbose: bool = False,
        request: Request | None = None,
    ) -> None:
        self.paths = paths or (".",)
        self.limits = limits or Limits()
        self.notes = notes
        self.strict = strict
        self.verbose = verbose
        self.request = request


def help_text() -> str:
    """Give what ``clawbudget check --help`` prints."""
    from clawbudget.commands import limit_options, report_options

    return _HELP.format(
        report=report_options.HELP, limits=limit_options.HELP.format(default="default: the eight-file budget")
    )


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
    if options.request is not None:
        _deliver(options.request, checked, notes, failures, verbose=options.verbose)
    elif findings or options.verbose:
        _report(checked, findings, verbose=options.verbose)
    if failures:
        return 2
    return int(any(options.strict or finding.severity == "error" for finding in findings))


def _parse(argv: Sequence[str]) -> Options:
    if not any(argument.startswith("-") for argument in argv):
        return Options(argv)
    from clawbudget.commands import command_line, limit_options, report_options

    known = {**limit_options.OPTIONS, **report_options.OPTIONS, "--strict": (), "--verbose": ()}
    line = command_line.read(argv, known)
    limits, notes = limit_options.limits_of(line, line.value("--openclaw"))
    return Options(
        line.arguments,
        limits=limits,
        notes=notes,
        strict=line.has("--strict"),
        verbose=line.has("--verbose"),
        request=report_options.request_of(line),
    )


def _report(checked: list[CheckedWorkspace], findings: list[Finding], *, verbose: bool) -> None:
    from clawbudget.reports.style import Style

    for line in _text(checked, findings, Style.of(sys.stdout), verbose=verbose):
        print(line)


def _text(checked: list[CheckedWorkspace], findings: list[Finding], style: Style, *, verbose: bool) -> Iterator[str]:
    from clawbudget.findings import most_severe_first
    from clawbudget.reports.text import report

    ordered = sorted(findings, key=most_severe_first)
    summarised = [each for each in checked if verbose or each.findings]
    return report(summarised, ordered, style, most=None if verbose else _MOST_OF_A_KIND)


def _deliver(
    request: Request, checked: list[CheckedWorkspace], notes: list[str], failures: list[Failure], *, verbose: bool
) -> None:
    from clawbudget.commands import report_options

    if request.format == "text":
        from clawbudget.reports.style import Style

        findings = [finding for each in checked for finding in each.findings]
        report = "".join(f"{line}\n" for line in _text(checked, findings, Style(), verbose=verbose))
    else:
        from clawbudget.reports.outcome import Outcome

        outcome = Outcome("check", checked=checked, notes=notes, failures=failures)
        report = report_options.render(outcome, request.format, most=None if verbose else _MOST_OF_A_KIND)
    report_options.deliver(report, request.path)


def _tell(notes: list[str], failures: list[Failure]) -> None:
    from clawbudget.reports.escaping import escape

    for note in notes:
        print(f"clawbudget: note: {escape(note)}", file=sys.stderr)
    for path, reason in failures:
        print(f"clawbudget: can't read {escape(path) or repr(path)}: {escape(reason)}", file=sys.stderr)
