"""``clawbudget check``: hold workspaces to their limits."""

from __future__ import annotations

from clawbudget.commands.workspace_limits import WorkspaceLimits, check_workspaces
from clawbudget.limits import Limits
from clawbudget.roots import Roots
from clawbudget.workspaces import select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Final

    from clawbudget.budget import CheckedWorkspace
    from clawbudget.commands.command_line import CommandLine, Convert
    from clawbudget.commands.report_options import Request
    from clawbudget.ratchet import Ratchet
    from clawbudget.workspaces import Selection, Workspace

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
    """What the command line asks for. The defaults are what the hook does without arguments.

    ``line`` is None if there are no options; ``request`` if the report is text on standard output.
    """

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
        from clawbudget.commands.check_printing import print_settings

        print_settings(selection.workspaces, options)
        checked = []
    else:
        checked = _check(selection.workspaces, options)
    failures = selection.failures + [failure for each in checked for failure in each.failures]
    notes = options.notes + _notes_on(selection, options)
    findings = [finding for each in checked for finding in each.findings]
    if findings or notes or failures or options.verbose or options.request:
        from clawbudget.commands.check_printing import print_outcome
        from clawbudget.reports.outcome import Outcome

        print_outcome(Outcome("check", checked=checked, notes=notes, failures=failures), options)
    if failures:
        return 2
    return int(any(finding.fails(strict=options.strict) for finding in findings))


def _check(workspaces: Iterable[Workspace], options: Options) -> list[CheckedWorkspace]:
    known = WorkspaceLimits(options.line, options.limits, options.roots)
    if options.ratchet is None:
        checked = check_workspaces(workspaces, known)
    else:
        checked = _check_with_ratchet(workspaces, known, options.ratchet)
    options.notes += [note for note in known.notes if note not in options.notes]
    return checked


def _check_with_ratchet(
    workspaces: Iterable[Workspace], known: WorkspaceLimits, ratchet: Ratchet
) -> list[CheckedWorkspace]:
    from clawbudget.commands import UsageError
    from clawbudget.ratchet import RatchetError

    try:
        return check_workspaces(workspaces, known, ratchet)
    except RatchetError as error:
        raise UsageError(f"--ratchet: {error}") from None
    finally:
        ratchet.close()


def _notes_on(selection: Selection, options: Options) -> list[str]:
    if not (selection.ignored or selection.empty or selection.failures):
        return []
    from clawbudget.commands.telling import notes_on

    notes = notes_on(selection)
    if options.ratchet and selection.failures:
        notes.append(f"--ratchet takes a revision after = only: --ratchet={selection.failures[0][0]}")
    return notes


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
    from clawbudget.commands.command_line import OptionalValue

    own: dict[str, Sequence[Convert]] = {
        "--ratchet": OptionalValue((_revision,)),
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
