"""``clawbudget show``: what the model really gets of a workspace."""

from __future__ import annotations

import sys

from clawbudget.commands import UsageError
from clawbudget.commands.command_line import read
from clawbudget.commands.limit_options import HELP, OPTIONS, limits_of
from clawbudget.injection.sessions import SESSIONS
from clawbudget.limits import BOOTSTRAP_FILES, Release
from clawbudget.overview import overview_of
from clawbudget.reports.escaping import escape
from clawbudget.reports.show import comparison_lines, digest_lines, lost_lines, overview_lines
from clawbudget.reports.style import Style
from clawbudget.workspaces import select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Final

    from clawbudget.commands.command_line import CommandLine, Convert
    from clawbudget.overview import FileOverview, Overview
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
  --compare A B       the workspace under two releases, side by side
  --session KIND      main, subagent, cron or group (main)

{limits}
examples:
  clawbudget show                              the overview
  clawbudget show --file AGENTS.md > seen.md   what the model reads of AGENTS.md
  clawbudget show --compare 2026.7.35 latest   what an upgrade takes away
"""


def help_text() -> str:
    """Give what ``clawbudget show --help`` prints."""
    return _HELP.format(limits=HELP.format(default="default: latest"))


def main(argv: Sequence[str]) -> int:
    """Print what ``argv`` asks for. Gives 0, or 2 if a file can't be read."""
    line = read(argv, _OPTIONS)
    workspace = _workspace(line.arguments)
    if line.has("--compare"):
        return _compare(line, workspace)
    release = line.value("--openclaw") or Release.named("latest")
    overview = _overview(line, workspace, release)
    name = line.value("--file")
    if line.has("--lost"):
        files = [overview[name]] if name else overview.files
        _print(found for file in files for found in lost_lines(file, workspace.path_of(file.name), _style()))
    elif line.has("--digest"):
        _print(digest_lines(overview["AGENTS.md"], overview))
    elif name:
        _print_file(overview[name])
    else:
        _print(overview_lines(overview, _style()))
    return _tell_failures(overview)


def _file_name(text: str) -> str:
    if text not in BOOTSTRAP_FILES:
        raise ValueError(f"{text!r} is no bootstrap file; name one of {', '.join(BOOTSTRAP_FILES)}")
    return text


def _session(text: str) -> str:
    if text not in SESSIONS:
        raise ValueError(f"{text!r} is no kind of session; name one of {', '.join(SESSIONS)}")
    return text


_OPTIONS: Final[dict[str, Sequence[Convert]]] = {
    **OPTIONS,
    "--file": (_file_name,),
    "--lost": (),
    "--digest": (),
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


def _overview(line: CommandLine, workspace: Workspace, release: Release) -> Overview:
    limits, notes = limits_of(line, release)
    for note in notes:
        print(f"clawbudget: note: {escape(note)}", file=sys.stderr)
    return overview_of(workspace, limits, release, line.value("--session") or "main")


def _compare(line: CommandLine, workspace: Workspace) -> int:
    if line.has("--openclaw"):
        raise UsageError("--compare names both releases; leave --openclaw out")
    before, after = (_overview(line, workspace, release) for release in line.value("--compare"))
    _print(comparison_lines(before, after, _style()))
    return _tell_failures(after)


def _style() -> Style:
    return Style.of(sys.stdout)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _print_file(file: FileOverview) -> None:
    if sys.stdout.isatty():
        _print(map(escape, file.text.split("\n")))
        return
    # Half a surrogate pair reaches a model as what every UTF-8 encoder makes of it: U+FFFD.
    text = file.text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())


def _tell_failures(overview: Overview) -> int:
    for path, reason in overview.failures:
        print(f"clawbudget: can't read {escape(path)}: {escape(reason)}", file=sys.stderr)
    return 2 if overview.failures else 0
