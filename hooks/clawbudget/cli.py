"""The console script: finds the command and imports nothing but that."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

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

clawbudget COMMAND --help tells more; clawbudget --version tells the version.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that ``argv`` (by default the process's own arguments) names and give its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    # What a terminal's encoding can't show is escaped, never a crash.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        code = _run(arguments[0] if arguments else "", arguments[1:])
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        return _leave_quietly()
    except KeyboardInterrupt:
        return 130


def _run(command: str, arguments: list[str]) -> int:
    module: Command
    if command == "check":
        from clawbudget.commands import check as module
    elif command == "show":
        from clawbudget.commands import show as module
    elif command in _OF_NO_COMMAND:
        return _OF_NO_COMMAND[command]()
    else:
        print(f"clawbudget: there is no command {command!r}; known are check and show", file=sys.stderr)
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


def _miss_command() -> int:
    print(_HELP, end="", file=sys.stderr)
    return 2


_OF_NO_COMMAND = {"": _miss_command, "-h": _print_help, "--help": _print_help, "--version": _print_version}


def _leave_quietly() -> int:
    """The reader of our output is gone: keep the interpreter from complaining when it flushes what is left."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141
