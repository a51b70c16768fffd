"""``clawbudget show``: what the model really gets of a workspace."""

from __future__ import annotations

import sys
from itertools import chain

from clawbudget.commands import UsageError, limit_options, report_options
from clawbudget.commands.command_line import read
from clawbudget.commands.limit_options import chosen_limits
from clawbudget.commands.telling import tell_failures, tell_notes
from clawbudget.commands.workspace_limits import read_settings
from clawbudget.injection.sessions import SESSIONS
from clawbudget.overview import overview_of
from clawbudget.releases import BOOTSTRAP_FILES, Release
from clawbudget.reports.escaping import escape
from clawbudget.reports.show import comparison_lines, digest_lines, lost_lines, overview_lines
from clawbudget.reports.style import Style
from clawbudget.roots import Roots
from clawbudget.settings_files import SettingsFiles
from clawbudget.workspaces import select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Final

    from clawbudget.commands.command_line import CommandLine, Convert
    from clawbudget.commands.report_options import Request
    from clawbudget.overview import Overview
    from clawbudget.workspaces import Workspace

_HELP: Final = """\
usage: clawbudget show [OPTION ...] [WORKSPACE]

Shows what a session gets of a workspace's bootstrap files (default: the current
folder), computed from the files on disk as OpenClaw would.

  --file NAME         exactly what is injected of this file, and nothing else
  --lost              the source lines that do not reach the model whole, with
                      their numbers; rule lines first, marked with ! (also with
                      --file)
  --digest            AGENTS.md as the policy digest sees it: what it takes (+)
                      or leaves, and why
  --advise            what would bring most of AGENTS.md in front of the model
  --compare A B       the workspace under two releases, side by side
  --session KIND      main, subagent, cron or group (main)
  --format FORMAT     text, json or html: the overview in another form (text)
  -o FILE             write into FILE instead of printing

{limits}
examples:
  clawbudget show                              the overview
  clawbudget show --file AGENTS.md > seen.md   what the model reads of AGENTS.md
  clawbudget show --compare 2026.7.35 latest   what an upgrade takes away
"""


def help_text() -> str:
    """Give what ``clawbudget show --help`` prints."""
    return _HELP.format(limits=limit_options.HELP.format(default="default: latest"))


def main(argv: Sequence[str]) -> int:
    """Print what ``argv`` asks for. Gives 0, or 2 if a file can't be read."""
    line = read(argv, OPTIONS)
    _refuse_contradictions(line)
    request = report_options.request_of(line)
    if request is not None:
        _refuse_unless_possible(request, line)
    workspace = _workspace(line.arguments)
    overviews, notes = _overviews(line, workspace)
    if request is None:
        _print(line, overviews)
    else:
        _deliver(request, line, overviews, notes)
    tell_failures(overviews[-1].failures)
    return 2 if overviews[-1].failures else 0


def _refuse_contradictions(line: CommandLine) -> None:
    views = [view for view in ("--lost", "--digest", "--compare") if line.has(view)]
    if len(views) > 1:
        raise UsageError(f"{views[0]} and {views[1]} are two views: ask for one")
    name = line.value("--file")
    if name and (line.has("--compare") or (line.has("--digest") and name != "AGENTS.md")):
        raise UsageError(f"{views[0]} is of {'all files' if line.has('--compare') else 'AGENTS.md'}: leave --file out")


def _refuse_unless_possible(request: Request, line: CommandLine) -> None:
    if request.format in ("sarif", "github"):
        raise UsageError(f"show finds nothing that {request.format} could tell; clawbudget check does")
    for view in ("--file", "--lost", "--digest", "--advise", "--compare"):
        if request.format != "text" and line.has(view):
            raise UsageError(f"{view} is text; leave it out, the {request.format} of all files holds what it tells")


def _file_name(text: str) -> str:
    if text not in BOOTSTRAP_FILES:
        raise ValueError(f"{text!r} is no bootstrap file; name one of {', '.join(BOOTSTRAP_FILES)}")
    return text


def _session(text: str) -> str:
    if text not in SESSIONS:
        raise ValueError(f"{text!r} is no kind of session; name one of {', '.join(SESSIONS)}")
    return text


OPTIONS: Final[dict[str, Sequence[Convert]]] = {
    **limit_options.OPTIONS,
    **report_options.OPTIONS,
    "--file": (_file_name,),
    "--lost": (),
    "--digest": (),
    "--advise": (),
    "--compare": (Release.named, Release.named),
    "--session": (_session,),
}


def _workspace(paths: Sequence[str]) -> Workspace:
    if len(paths) > 1:
        raise UsageError("name one workspace; clawbudget check takes many")
    path = paths[0] if paths else "."
    selection = select([path])
    for failed, reason in selection.failures:
        raise UsageError(f"can't read {failed}: {reason}")
    found = selection.workspaces
    if found and (len(found) == 1 or found[0].folder == path):
        return found[0]
    if not found:
        raise UsageError(f"no bootstrap file at or below {path}")
    raise UsageError(f"name one workspace of {', '.join(each.folder for each in found)}")


def _overviews(line: CommandLine, workspace: Workspace) -> tuple[list[Overview], list[str]]:
    """Give the overview that is asked for, or the two to be compared, and what there is to note."""
    paths = SettingsFiles(Roots()).of(workspace.folder)
    settings = read_settings(paths) if paths else None
    asked = line.value("--openclaw") or (settings.release if settings else None) or Release.named("latest")
    releases = line.value("--compare") or (asked,)
    if line.has("--compare") and line.has("--openclaw"):
        raise UsageError("--compare names both releases; leave --openclaw out")
    overviews, notes = [], []
    for release in releases:
        chosen = chosen_limits(line, settings, release)
        notes += chosen.notes
        overviews.append(overview_of(workspace, chosen.limits(), release, line.value("--session") or "main"))
    tell_notes(notes)
    return overviews, notes


def _view(line: CommandLine, overviews: list[Overview], style: Style) -> Iterable[str]:
    """Give the lines of the view that is asked for, but for what ``--file`` alone shows."""
    overview, name = overviews[0], line.value("--file")
    if line.has("--compare"):
        before, after = overviews
        return comparison_lines(before, after, style)
    if line.has("--lost"):
        files = [overview[name]] if name else overview.files
        path_of = overview.workspace.path_of
        return (found for file in files for found in lost_lines(file, path_of(file.name), style))
    if line.has("--digest"):
        return digest_lines(overview["AGENTS.md"], overview)
    if line.has("--advise"):
        return _advice(overview, name)
    return overview_lines(overview, style)


def _advice(overview: Overview, name: str | None) -> Iterable[str]:
    if name not in (None, "AGENTS.md"):
        raise UsageError("--advise is about AGENTS.md")
    # Here alone, because trying layouts takes the parsers, which cost more than the whole overview.
    from clawbudget.advising import advice_on
    from clawbudget.reports.advice import advice_lines, wrapping_lines

    found, gain = advice_on(overview)
    return chain(wrapping_lines(gain) if gain else (), advice_lines(found))


def _is_exact_text(line: CommandLine) -> bool:
    return line.has("--file") and not any(map(line.has, ("--compare", "--lost", "--digest", "--advise")))


def _print(line: CommandLine, overviews: list[Overview]) -> None:
    if not _is_exact_text(line):
        lines = _view(line, overviews, Style.of(sys.stdout))
    elif sys.stdout.isatty():
        lines = map(escape, overviews[0][line.value("--file")].text.split("\n"))
    else:
        report_options.deliver(_exact_text(line, overviews), None)
        return
    for shown in lines:
        print(shown)


def _exact_text(line: CommandLine, overviews: list[Overview]) -> str:
    # Half a surrogate pair reaches a model as what every UTF-8 encoder makes of it: U+FFFD.
    text = overviews[0][line.value("--file")].text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _deliver(request: Request, line: CommandLine, overviews: list[Overview], notes: list[str]) -> None:
    if request.format != "text":
        from clawbudget.reports.outcome import Outcome

        outcome = Outcome("show", overviews=overviews, notes=notes, failures=overviews[0].failures)
        report = report_options.render(outcome, request.format)
    elif _is_exact_text(line):
        report = _exact_text(line, overviews)
    else:
        report = "".join(f"{shown}\n" for shown in _view(line, overviews, Style()))
    report_options.deliver(report, request.path)
