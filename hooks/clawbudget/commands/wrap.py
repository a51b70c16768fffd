"""``clawbudget wrap``: break long lines where that changes nothing but the lines."""

from __future__ import annotations

import os
import stat
import sys
from io import StringIO

from clawbudget.commands import limit_options
from clawbudget.commands.command_line import read
from clawbudget.commands.telling import notes_on, tell_notes
from clawbudget.commands.workspace_limits import WorkspaceLimits
from clawbudget.file_selection import select_files
from clawbudget.fixing import fix_file
from clawbudget.releases import MEMORY_FILES
from clawbudget.reports.escaping import escape, escape_line
from clawbudget.reports.fixes import changed_lines, left_lines, memory_lines, onboarding_lines
from clawbudget.roots import Roots
from clawbudget.writing import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Final

    from clawbudget.commands.command_line import CommandLine, Convert
    from clawbudget.fixing import Fix
    from clawbudget.limits import Limits
    from clawbudget.settings import Settings

_HELP: Final = """\
usage: clawbudget wrap [OPTION ...] [PATH ...]

Breaks lines over the limit into soft line breaks, where it can prove that the
document stays the same; nothing else is touched. PATH is a bootstrap file, or a
folder with all bootstrap files at or below it (default: the current folder).

  --diff              print what would change, and change nothing
  --check             only say which files would change
  --include-memory    MEMORY.md and USER.md, too (see README before you do)
  --no-cjk            break text without spaces nowhere
  --split             split list items and paragraphs of AGENTS.md at sentence
                      ends, where that keeps more of its rules than wrapping
  --squeeze           take out trailing blanks, repeated blank lines, padding
                      in tables and the length of rules of dashes, too

{limits}
Exit code: 0 nothing to change, 1 files changed (or would, with --diff and
--check), 2 wrong usage, or a file that can't be read or must not be written.
"""

OPTIONS: Final[dict[str, Sequence[Convert]]] = {
    **limit_options.OPTIONS,
    "--diff": (),
    "--check": (),
    "--include-memory": (),
    "--no-cjk": (),
    "--split": (),
    "--squeeze": (),
}


def help_text() -> str:
    """Give what ``clawbudget wrap --help`` prints."""
    return _HELP.format(limits=limit_options.HELP.format(default="default: the eight-file budget"))


def main(argv: Sequence[str]) -> int:
    """Wrap the files that ``argv`` names. Gives 0 (nothing changed), 1 (files changed) or 2 (something went wrong)."""
    line = read(argv, OPTIONS)
    default, notes = limit_options.limits_of(line, line.value("--openclaw"))
    selection = select_files(line.arguments or ["."])
    known = WorkspaceLimits(line, default, Roots())
    held = [(path, *known.of(os.path.dirname(path) or os.curdir)) for path in selection.paths]
    included = [each for each in held if each[2] is None or not each[2].excludes(each[0])]
    measured = [(path, limits) for path, limits, settings in included if _is_measured(path, limits, settings)]
    notes += [note for note in known.notes if note not in notes]
    notes += notes_on(selection)
    if included and not measured:
        notes.append("no line of these files is measured under these limits and settings, so none is wrapped")
    tell_notes(notes)
    codes = [_complain(path, reason) for path, reason in selection.failures]
    codes += [_fix(path, limits, line) for path, limits in measured]
    return max(codes, default=0)


def _is_measured(path: str, limits: Limits, settings: Settings | None) -> bool:
    is_off = settings is not None and settings.turns_off("line-too-long")
    return os.path.basename(path) in limits.line_files and not is_off


def _fix(path: str, limits: Limits, line: CommandLine) -> int:
    try:
        fix = fix_file(
            path, limits, cjk=not line.has("--no-cjk"), split=line.has("--split"), squeeze=line.has("--squeeze")
        )
        if os.path.basename(path) in MEMORY_FILES and not line.has("--include-memory"):
            _tell(memory_lines(fix))
            return 0
        _tell(left_lines(fix))
        if fix.after == fix.before:
            return 0
        if _waits_for_onboarding(path):
            _tell(onboarding_lines(fix))
            return 0
        if line.has("--diff"):
            _print_diff(fix)
            return 1
        if not line.has("--check"):
            fix.write()
    except RefusedError as refusal:
        return _complain(path, f"not touched: {refusal}")
    release = limits.release_for("AGENTS.md").name
    _tell(changed_lines(fix, release, is_done=not line.has("--check"), may_split=line.has("--split")))
    return 1


def _waits_for_onboarding(path: str) -> bool:
    from clawbudget.onboarding import PROFILE_FILES, is_to_come

    folder, name = os.path.split(path)
    return name in PROFILE_FILES and is_to_come(folder or os.curdir)


def _tell(lines: Iterable[str]) -> None:
    _print(map(escape_line, lines))


def _print_diff(fix: Fix) -> None:
    lines = _diff(fix)
    if sys.stdout.isatty():
        _tell(lines)
        return
    if _may_be_a_log():
        # A carriage return at a line's end does no harm, and without it the patch would be none.
        lines = (escape_line(line.removesuffix("\r")) + "\r" * line.endswith("\r") for line in lines)
    sys.stdout.flush()
    sys.stdout.buffer.writelines(f"{line}\n".encode("utf-8", "surrogateescape") for line in lines)


def _diff(fix: Fix) -> Iterator[str]:
    """Give the lines of a unified diff, without their line feeds: a patch that git applies."""
    from difflib import unified_diff

    # Git ends lines at line feeds alone.
    before, after = ([*StringIO(data.decode(), newline="\n")] for data in (fix.before, fix.after))
    path = _path_in_repository(fix.path)
    for line in unified_diff(before, after, _quoted(f"a/{path}"), _quoted(f"b/{path}")):
        yield line.removesuffix("\n")
        if not line.endswith("\n"):
            yield "\\ No newline at end of file"


def _may_be_a_log() -> bool:
    """Tell whether what is piped may end in the log of a CI system or of a hook."""
    if not any(name in os.environ for name in ("CI", "PRE_COMMIT")):
        return False
    return not stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)


def _path_in_repository(path: str) -> str:
    """Give the path as git's own patches do: from the root of the repository, or else from the current folder."""
    folder = os.path.dirname(path) or os.curdir
    return os.path.relpath(path, Roots().of(folder) or os.curdir).replace(os.sep, "/")


def _quoted(path: str) -> str:
    """Quote a path in a patch as git does, where it holds what would end it."""
    if path.isprintable() and not set(path) & {'"', "\\"}:
        return path
    escaped = (f"\\{ord(char):03o}" if char < " " or char in '\x7f"\\' else char for char in path)
    return f'"{"".join(escaped)}"'


def _complain(path: str, reason: str) -> int:
    print(f"clawbudget: {escape(path) or repr(path)}: {escape(reason)}", file=sys.stderr)
    return 2


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
