"""The console script: finds the command and imports nothing but that."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol, TextIO

    class Command(Protocol):
        """A module of ``commands``."""

        def main(self, argv: Sequence[str]) -> int: ...
        def help_text(self) -> str: ...


_HELP = """\
usage: clawbudget COMMAND [OPTION ...] [PATH ...]

Keeps OpenClaw's bootstrap files within what OpenClaw really injects.

commands:
  check   fail if a bootstrap file, all of them together or a line is too long
  show    show what the model really gets of a workspace
  wrap    break lines that are too long, where nothing else changes by that
  init    add the check to a repository's hooks

clawbudget COMMAND --help tells more; clawbudget --version tells the version.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that ``argv`` (by default the process's own arguments) names and give its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _prepare_streams()
    try:
        code = _run(arguments[0] if arguments else "", arguments[1:])
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _give_up(sys.stdout)
        return 141
    except OSError as error:
        _give_up(sys.stdout)
        return _fail(error)
    return code


def _run(command: str, arguments: list[str]) -> int:
    module: Command
    if command == "check":
        from clawbudget.commands import check as module
    elif command == "show":
        from clawbudget.commands import show as module
    elif command == "wrap":
        from clawbudget.commands import wrap as module
    elif command == "init":
        from clawbudget.commands import init as module
    elif command in _WITHOUT_COMMAND:
        return _WITHOUT_COMMAND[command]()
    else:
        from clawbudget.reports.escaping import escape

        told = escape(repr(command))
        print(f"clawbudget: there is no command {told}; known are check, show, wrap and init", file=sys.stderr)
        return 2
    from clawbudget.commands import HelpWanted, UsageError

    try:
        return module.main(arguments)
    except HelpWanted:
        print(module.help_text(), end="")
        return 0
    except UsageError as error:
        from clawbudget.reports.escaping import escape

        print(f"clawbudget {command}: {escape(str(error))} (see clawbudget {command} --help)", file=sys.stderr)
        return 2


def _print_help() -> int:
    print(_HELP, end="")
    return 0


def _print_version() -> int:
    from importlib.metadata import version

    print(f"clawbudget {version('clawbudget')}")
    return 0


def _complain_of_no_command() -> int:
    print(_HELP, end="", file=sys.stderr)
    return 2


_WITHOUT_COMMAND = {"": _complain_of_no_command, "-h": _print_help, "--help": _print_help, "--version": _print_version}


def _prepare_streams() -> None:
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            # Closed by the caller: what we would say there is lost, what we find is not.
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        else:
            # What a terminal's encoding can't show is escaped, never a crash.
            stream.reconfigure(errors="backslashreplace")


def _give_up(stream: TextIO) -> None:
    """Keep the interpreter from failing again when, at its end, it flushes what could not be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _fail(error: OSError) -> int:
    try:
        print(f"clawbudget: {error.strerror or error}", file=sys.stderr, flush=True)
    except OSError:
        _give_up(sys.stderr)
    return 2
