"""Which bootstrap files are meant by these paths, for what changes files one by one."""

from __future__ import annotations

import os

from clawbudget.releases import BOOTSTRAP_FILES
from clawbudget.system_errors import reason_of
from clawbudget.workspaces import select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class FileSelection:
    """The bootstrap files that a list of paths stands for, and what came of the other paths as in ``Selection``."""

    __slots__ = ("empty", "failures", "ignored", "paths")

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.ignored: list[str] = []
        self.empty: list[str] = []
        self.failures: list[tuple[str, str]] = []


def select_files(paths: Iterable[str]) -> FileSelection:
    """Find the files that ``paths`` stand for, each once: a bootstrap file for itself, a folder for all below it."""
    found = FileSelection()
    seen: set[tuple[int, int]] = set()
    for path in paths:
        for file in _files_of(path, found):
            try:
                status = os.lstat(file)
            except OSError as error:
                found.failures.append((file, reason_of(error)))
                continue
            if (status.st_dev, status.st_ino) not in seen:
                seen.add((status.st_dev, status.st_ino))
                found.paths.append(file)
    return found


def _files_of(path: str, found: FileSelection) -> list[str]:
    if os.path.basename(path) in BOOTSTRAP_FILES:
        return [path]
    selection = select([path])
    found.failures += selection.failures
    found.empty += selection.empty
    found.ignored += selection.ignored
    return [
        workspace.path_of(name)
        for workspace in selection.workspaces
        for name in BOOTSTRAP_FILES
        if name in workspace.names
    ]
