"""The thin entry points: parse the arguments, call the core, print a report, return the exit code."""

from __future__ import annotations


class UsageError(ValueError):
    """A command line that can't be understood or followed; the message says why, in one line."""


class HelpWanted(Exception):  # noqa: N818 -- asking for help is no error
    """The command line asks for the command's HELP."""
