"""The console script: finds the command and imports nothing but that."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_HELP = """\
usage: clawbudget COMMAND [OPTION ...] [PATH ...]

Keeps the bootstrap files of OpenClaw workspaces within what OpenClaw really injects.

commands:
  check   fail if a bootstrap file, all of them together or a line is too long

"clawbudget COMMAND --help" tells more; "clawbudget --version" tells the version.
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
    if command == "check":
        from clawbudget.commands import check

        return check.main(arguments)
    if command == "--version":
        from importlib.metadata import version

        print(f"clawbudget {version('clawbudget')}")
        return 0
    if command in ("-h", "--help"):
        print(_HELP, end="")
        return 0
    print(f"clawbudget: unknown command {command!r}; known: check" if command else _HELP, file=sys.stderr)
    return 2


def _leave_quietly() -> int:
    """The reader of our output is gone: keep the interpreter from complaining when it flushes what is left."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141
