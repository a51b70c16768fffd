"""``clawbudget check``: hold workspaces to their limits."""

from __future__ import annotations

import sys

from clawbudget.budget import check
from clawbudget.commands.workspace_limits import WorkspaceLimits
from clawbudget.limits import Limits
from clawbudget.roots import Roots
from clawbudget.workspaces import select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Final, TypeAlias

    from clawbudget.budget import CheckedWorkspace
    from clawbudget.commands.command_line import CommandLine, Convert
    from clawbudget.commands.report_options import Request
    from clawbudget.findings import Finding
    from clawbudget.ratchet import Ratchet
    from clawbudget.reports.style import Style
    from clawbudget.workspaces import Workspace

    Failure: TypeAlias = tuple[str, str]

# A file of nothing but long lines would bury all else that was found.
_MOST_OF_A_KIND: Final = 20

_HELP: Final = """\
usage: clawbudget check [OPTION ...] [PATH ...]

Fails if a bootstrap file, all of them together or a line is over its limit.
PATH is a bootstrap file, which stands for its whole workspace, or a folder,
which stands for every workspace at or below it (default: the current folder).

  --ratchet[=REV]     let pass what was over in the commit REV (HEAD) and got
                      no worse; in CI: where --from-ref's branch began
  --strict            fail on warnings, too
  --verbose           print all findings of a kind, and each workspace's summary
  --show-settings     print each workspace's settings and where they are from
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

    __slots__ = (
        "limits",
        "line",
        "notes",
        "paths",
        "ratchet",
        "request",
        "roots",
        "shows_settings",
        "strict",
        "verbose",
    )

    def __init__(self, paths: Sequence[str]) -> None:
        self.paths = paths or (".",)
        self.line: CommandLine | None = None
        self.limits = Limits()
        self.notes: list[str] = []
        self.request: Request | None = None
        self.roots = Roots()
        self.ratchet: Ratchet | None = None
        self.shows_settings = False
        self.strict = False
        self.verbose = False


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
    if options.shows_settings:
        _show_settings(selection.workspaces, options)
        checked = []
    else:
        checked = _check_all(selection.workspaces, options)
    failures = selection.failures + [failure for each in checked for failure in each.failures]
    notes = [*options.notes]
    notes += [f"{path} is neither a bootstrap file nor a folder: ignored" for path in selection.ignored]
    notes += [f"no bootstrap file at or below {folder}" for folder in selection.empty]
    if options.ratchet and selection.failures:
        notes.append(f"--ratchet takes a revision after = only: --ratchet={selection.failures[0][0]}")
    if notes or failures:
        _tell(notes, failures)
    findings = [finding for each in checked for finding in each.findings]
    if options.request is not None:
        _deliver(options.request, checked, notes, failures, verbose=options.verbose)
    elif findings or options.verbose:
        _report(checked, findings, verbose=options.verbose)
    if failures:
        return 2
    failing = ("error", "warning") if options.strict else ("error",)
    return int(any(finding.severity in failing for finding in findings))


def _check_all(workspaces: Iterable[Workspace], options: Options) -> list[CheckedWorkspace]:
    if options.ratchet is None:
        return check_workspaces(workspaces, options)
    from clawbudget.commands import UsageError
    from clawbudget.ratchet import RatchetError

    try:
        return check_workspaces(workspaces, options)
    except RatchetError as error:
        raise UsageError(f"--ratchet: {error}") from None
    finally:
        options.ratchet.close()


def check_workspaces(workspaces: Iterable[Workspace], options: Options) -> list[CheckedWorkspace]:
    """Check each workspace under its own settings, if there are any."""
    known = WorkspaceLimits(options.line, options.limits, options.roots)
    checked = []
    for workspace in workspaces:
        limits, settings = known.of(workspace.folder)
        if settings is None or not settings.excludes(workspace.folder):
            checked.append(check(workspace, limits, settings, options.ratchet))
    options.notes += [note for note in known.notes if note not in options.notes]
    return checked


def _parse(argv: Sequence[str]) -> Options:
    if not any(argument.startswith("-") for argument in argv):
        return Options(argv)
    from clawbudget.commands import command_line, limit_options, report_options

    line = command_line.read(argv, options())
    asked = Options(line.arguments)
    asked.line = line
    asked.limits, asked.notes = limit_options.limits_of(line, line.value("--openclaw"))
    asked.shows_settings = line.has("--show-settings")
    asked.strict = line.has("--strict")
    asked.verbose = line.has("--verbose")
    asked.request = report_options.request_of(line)
    if line.has("--ratchet"):
        asked.ratchet = _ratchet(line.value("--ratchet"), asked.roots)
    return asked


def options() -> dict[str, Sequence[Convert]]:
    """Give the options that the command knows."""
    from clawbudget.commands import limit_options, report_options
    from clawbudget.commands.command_line import AtWill

    own: dict[str, Sequence[Convert]] = {
        "--ratchet": AtWill((_revision,)),
        "--strict": (),
        "--verbose": (),
        "--show-settings": (),
    }
    return {**limit_options.OPTIONS, **own, **report_options.OPTIONS}


def _revision(text: str) -> str:
    if not text:
        raise ValueError("name a revision after the =, or leave it out")
    return text


def _ratchet(given: str | bool, roots: Roots) -> Ratchet:
    import os

    from clawbudget.ratchet import Ratchet, Revision

    return Ratchet(Revision.chosen(given if isinstance(given, str) else None, os.environ), roots)


def _show_settings(workspaces: Iterable[Workspace], options: Options) -> None:
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
