"""Which settings files count for a workspace. Runs on every check, so it costs a few system calls and no imports."""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from clawbudget.roots import Roots

NAME: Final = ".clawbudget.toml"
PYPROJECT: Final = "pyproject.toml"
MAX_BYTES: Final = 1_048_576
"""A settings file of more bytes is refused."""


class SettingsFiles:
    """Finds settings files: those at the root of a workspace's repository, and those in the workspace itself."""

    __slots__ = ("_found", "_roots")

    def __init__(self, roots: Roots) -> None:
        self._roots = roots
        self._found: dict[str, tuple[str, ...]] = {}

    def of(self, folder: str) -> tuple[str, ...]:
        """Give the absolute paths of the files that count for the workspace ``folder``: a later one beats an earlier.

        A workspace outside git has only those of its own.
        """
        try:
            folder = os.path.abspath(folder)
        except OSError:  # the current folder is gone; what is read of the workspace will tell
            return ()
        root = self._roots.of_absolute(folder)
        if root is None or root == folder:
            return self._in(folder)
        return self._in(root) + _look(folder)

    def _in(self, folder: str) -> tuple[str, ...]:
        if folder not in self._found:
            self._found[folder] = _look(folder)
        return self._found[folder]


def _look(folder: str) -> tuple[str, ...]:
    found = []
    pyproject = os.path.join(folder, PYPROJECT)
    if os.access(pyproject, os.F_OK) and _names_us(pyproject):
        found.append(pyproject)
    own = os.path.join(folder, NAME)
    if os.access(own, os.F_OK):
        found.append(own)
    return tuple(found)


def _names_us(pyproject: str) -> bool:
    """Tell whether a pyproject.toml may have a table of ours, which spares other projects the parser."""
    try:
        return b"clawbudget" in read_bytes(pyproject)
    except OSError:  # not ours to complain about
        return False


def read_bytes(path: str) -> bytes:
    """Read a settings file's bytes. Raises OSError if it can't be read, is no plain file or over MAX_BYTES."""
    # Without O_NONBLOCK, a pipe would hang us.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("it is no plain file")
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise OSError(f"it holds more than {MAX_BYTES:,} bytes")
    return data
