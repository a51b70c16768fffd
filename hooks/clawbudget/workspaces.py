"""Which workspaces are meant by these paths.

A path that names a bootstrap file stands for the folder it is in; a folder stands for every workspace at or below it.
Links to folders are followed only where the user named them.
"""

from __future__ import annotations

import os

from clawbudget.releases import BOOTSTRAP_FILES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

_RIGHT_NAMES: Final = frozenset(BOOTSTRAP_FILES)
_LOWERED: Final = frozenset(name.lower() for name in BOOTSTRAP_FILES)


class Workspace:
    """A folder with bootstrap files: its path as the user would write it, and what stands in it.

    ``names`` are the folder's entries that are called like a bootstrap file, in whatever case.
    """

    __slots__ = ("_prefix", "folder", "names")

    def __init__(self, folder: str, names: Iterable[str]) -> None:
        self.folder = folder
        self._prefix = _join(folder, "")
        self.names = frozenset(names)

    def path_of(self, name: str) -> str:
        """Give the path of the file called ``name``, relative if the folder is."""
        return self._prefix + name


class Selection:
    """What a list of paths stands for.

    ``workspaces`` holds each workspace once; ``ignored`` the paths that are neither a bootstrap file nor a folder;
    ``empty`` the folders without any workspace; ``failures`` what could not be read: pairs of a path and the reason.
    """

    __slots__ = ("_listed", "_seen", "empty", "failures", "ignored", "workspaces")

    def __init__(self) -> None:
        self.workspaces: list[Workspace] = []
        self.ignored: list[str] = []
        self.empty: list[str] = []
        self.failures: list[tuple[str, str]] = []
        self._listed: set[str] = set()
        self._seen: set[tuple[int, int]] = set()

    def add_path(self, path: str) -> None:
        """Add what ``path`` stands for. Raises OSError or ValueError if it can't be read."""
        if is_bootstrap_name(os.path.basename(path)):
            os.lstat(path)
            self._add_folder_of(path)
        elif os.path.isdir(path):
            self._add_tree(path)
        else:
            os.lstat(path)
            self.ignored.append(path)

    def _add_folder_of(self, path: str) -> None:
        folder = os.path.dirname(path) or os.curdir
        if folder not in self._listed:
            self._listed.add(folder)
            self._add(Workspace(folder, filter(is_bootstrap_name, os.listdir(folder))))

    def _add_tree(self, top: str) -> None:
        found = False
        for folder, names in _walk(top, self.failures):
            # A misnamed file alone makes a workspace only of the folder that the user pointed at: a tools.md somewhere
            # below is most likely just a document.
            if names and (folder == top or not _RIGHT_NAMES.isdisjoint(names)):
                found = True
                self._add(Workspace(folder, names))
        if not found:
            self.empty.append(top)

    def _add(self, workspace: Workspace) -> None:
        status = os.stat(workspace.folder)
        identity = (status.st_dev, status.st_ino)
        if identity not in self._seen:
            self._seen.add(identity)
            self.workspaces.append(workspace)


def select(paths: Iterable[str]) -> Selection:
    """Find the workspaces that ``paths`` stand for, in the order given. What can't be read is in ``failures``."""
    selection = Selection()
    for path in paths:
        try:
            selection.add_path(path)
        except (OSError, ValueError) as error:
            from clawbudget.system_errors import reason_of

            selection.failures.append((path, reason_of(error)))
    return selection


def is_bootstrap_name(name: str) -> bool:
    """Tell whether a file of this name is a bootstrap file, or would be if its case were right."""
    return name.lower() in _LOWERED


def _walk(top: str, failures: list[tuple[str, str]]) -> Iterator[tuple[str, list[str]]]:
    """Go through ``top`` and the folders below it that may hold workspaces: each with its bootstrap-like names."""
    pending = [top]
    while pending:
        folder = pending.pop()
        names: list[str] = []
        below: list[str] = []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if is_bootstrap_name(entry.name):
                        names.append(entry.name)
                    if entry.is_dir(follow_symlinks=False):
                        below.append(entry.name)
                    elif entry.name == "pyvenv.cfg" and folder != top:
                        break
                else:
                    yield folder, names
                    pending += (_join(folder, name) for name in sorted(below, reverse=True) if _may_hold(name))
        except OSError as error:
            from clawbudget.system_errors import reason_of

            failures.append((folder, reason_of(error)))


def _may_hold(folder_name: str) -> bool:
    return not folder_name.startswith(".") and folder_name != "node_modules"


def _join(folder: str, name: str) -> str:
    return name if folder == os.curdir else os.path.join(folder, name)
