"""``clawbudget init``: add the hook to a repository's hook configuration, after showing what that changes."""

from __future__ import annotations

import os
import sys

from clawbudget.commands import UsageError
from clawbudget.commands.command_line import read
from clawbudget.commands.telling import tell_notes
from clawbudget.commands.workspace_limits import WorkspaceLimits, check_workspaces
from clawbudget.findings import ERROR
from clawbudget.hook_config import HOOK, Entry, NotUnderstoodError, extended, has_ours, new_text
from clawbudget.installed import installed_version
from clawbudget.limits import Limits
from clawbudget.ratchet import COMPARED
from clawbudget.releases import Release, UnknownReleaseError
from clawbudget.reports.escaping import escape, escape_line
from clawbudget.reports.rule_texts import HOME
from clawbudget.roots import Roots
from clawbudget.system_errors import reason_of
from clawbudget.workspaces import select
from clawbudget.writing import Original, RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from clawbudget.commands.command_line import CommandLine, Convert

CONFIG: Final = ".pre-commit-config.yaml"
_COMMENT: Final = "PLACEHOLDER: the public address is not known yet"

# Runners look for these instead; two configurations would be worse than none.
_OTHERS: Final = (".pre-commit-config.yml", "prek.toml")

_HELP: Final = f"""\
usage: clawbudget init [OPTION ...] [FOLDER]

Adds the hook {HOOK} to the {CONFIG} of the git
repository that FOLDER is in (default: the current folder), or writes a new one.
Shows first what changes, and asks. All else in the file stays as it is; a file
that has an entry of ours is not touched, nor is one that is not understood.

Takes the release of the OpenClaw that is installed, if there is one, and adds
--ratchet if a workspace is over its limits already.

  --yes               write without asking
  --openclaw RELEASE  the release to check for, whatever is installed
  --repo URL          where the hook is installed from: an address, or the path
                      of a clone (its public address is not known yet)
  --rev REV           the tag or commit of it (default: the tag of this version)

Exit code: 0 written or nothing to do, 1 not written, 2 wrong usage, or a file
that is not understood or can't be written.
"""

OPTIONS: Final[dict[str, Sequence[Convert]]] = {
    "--yes": (),
    "--openclaw": (Release.named,),
    "--repo": (str,),
    "--rev": (str,),
}


def help_text() -> str:
    """Give what ``clawbudget init --help`` prints."""
    return _HELP


def main(argv: Sequence[str]) -> int:
    """Add the hook where ``argv`` says. Gives 0 (written, or nothing to do) or 1 (not written)."""
    line = read(argv, OPTIONS)
    if len(line.arguments) > 1:
        raise UsageError("name one folder; its repository is meant")
    folder = line.arguments[0] if line.arguments else os.curdir
    if not os.path.isdir(folder):
        raise UsageError(f"{folder} is no folder")
    root = Roots().of(folder)
    if root is None:
        raise UsageError(f"{folder} is in no git repository; git init makes one")
    path = os.path.join(root, CONFIG)
    original = _read(root, path)
    try:
        if original is not None and has_ours(_text(original)):
            print(f"{escape(path)} has an entry of clawbudget's already: nothing to do")
            return 0
        entry = _entry(line, root)
        after = extended(_text(original), entry) if original else new_text(entry)
    except NotUnderstoodError as error:
        raise UsageError(f"{path} is left alone: {error}; add the hook by hand, as README tells") from None
    return _write(path, original, after, asked=not line.has("--yes"))


def _read(root: str, path: str) -> Original | None:
    for name in _OTHERS:
        if not os.path.lexists(path) and os.path.lexists(os.path.join(root, name)):
            raise UsageError(f"{root} is set up by {name}, which init does not extend")
    try:
        return Original.read(path) if os.path.lexists(path) else None
    except RefusedError as refusal:
        raise UsageError(f"{path} is left alone: {refusal}") from None


def _text(original: Original) -> str:
    try:
        return original.data.decode()
    except UnicodeDecodeError as error:
        raise NotUnderstoodError(f"it is no UTF-8 at byte {error.start:,}") from None


def _entry(line: CommandLine, root: str) -> Entry:
    from importlib.metadata import version

    release = line.value("--openclaw") or _installed()
    arguments = ["--openclaw", release.name] if release else []
    if _is_over(root, release):
        _tell("a workspace is over its limits already, so the hook gets --ratchet: it stops only what makes it worse")
        arguments.append("--ratchet")
    repo = line.value("--repo")
    if repo is None:
        _tell(f"the public address is not known yet, so {HOME} stands for it: put in a clone's, or give --repo")
    rev = line.value("--rev") or f"v{version('clawbudget')}"
    return Entry(repo or HOME, rev, arguments, "" if repo else _COMMENT)


def _installed() -> Release | None:
    version = installed_version()
    if version is None:
        _tell("no OpenClaw is found on PATH, so the hook holds to the eight-file budget (or give --openclaw)")
        return None
    try:
        release = Release.named(version)
    except UnknownReleaseError as error:
        _tell(f"{error}; so the hook holds to the eight-file budget")
        return None
    _tell(f"OpenClaw {version} is installed, so the hook checks for it")
    return release


def _is_over(root: str, release: Release | None) -> bool:
    selection = select([root])
    if selection.empty:
        _tell(f"there is no bootstrap file at or below {root} yet")
    checked = check_workspaces(selection.workspaces, WorkspaceLimits(None, Limits(release=release), Roots()))
    return any(each.rule in COMPARED and each.severity == ERROR for found in checked for each in found.findings)


def _write(path: str, original: Original | None, after: str, *, asked: bool) -> int:
    _print_diff(path, original.data.decode() if original else "", after)
    if asked and not _agrees():
        print(f"{escape(path)} is as it was")
        return 1
    try:
        if original is None:
            _create(path, after.encode())
        else:
            original.replace(after.encode())
    except RefusedError as refusal:
        raise UsageError(f"{path} is left alone: {refusal}") from None
    except OSError as error:
        raise UsageError(f"{path} is left alone: {reason_of(error)}") from None
    print(f"wrote {escape(path)}; now run: pre-commit install -t pre-commit -t pre-merge-commit (or: prek install ...)")
    return 0


def _create(path: str, data: bytes) -> None:
    """Write a file that was not there; if that fails, there is none again."""
    with open(path, "xb", buffering=0) as file:
        try:
            file.write(data)
            os.fsync(file.fileno())
        except OSError:
            os.unlink(path)
            raise


def _agrees() -> bool:
    if not (sys.stdin and sys.stdin.isatty()):
        _tell("nothing is written without --yes where there is no terminal to ask on")
        return False
    print("Write this? [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _print_diff(path: str, before: str, after: str) -> None:
    from difflib import unified_diff

    old, new = (text.removesuffix("\n").split("\n") if text else [] for text in (before, after))
    for line in unified_diff(old, new, f"{path} (now)", f"{path} (then)", lineterm=""):
        print(escape_line(line))
    sys.stdout.flush()


def _tell(note: str) -> None:
    tell_notes([note])
