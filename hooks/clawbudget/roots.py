"""Where the git repository begins that a folder is in: looked up on disk, without asking git."""

from __future__ import annotations

import os


class Roots:
    """Finds repositories' roots, and looks at each folder only once."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[str, str | None] = {}

    def of(self, folder: str) -> str | None:
        """Give the absolute path of the nearest folder, from ``folder`` upwards, that is the root of a work tree.

        A folder that is reached through a link belongs where the link points. Raises OSError if the current folder is
        gone and ``folder`` is relative.
        """
        return self.of_absolute(os.path.abspath(folder))

    def of_absolute(self, folder: str) -> str | None:
        """Do what ``of`` does, for a path that ``os.path.abspath`` gave."""
        passed = []
        while folder not in self._known:
            passed.append(folder)
            if _is_root(folder):
                self._known[folder] = folder
                break
            parent = os.path.dirname(os.path.realpath(folder) if os.path.islink(folder) else folder)
            if parent == folder:
                self._known[folder] = None
                break
            folder = parent
        root = self._known[folder]
        self._known.update(dict.fromkeys(passed, root))
        return root


def _is_root(folder: str) -> bool:
    # Worktrees and submodules have a file called .git; a folder of that name without a HEAD is none of git's.
    git = os.path.join(folder, ".git")
    return os.access(git, os.F_OK) and (os.path.isfile(git) or os.access(os.path.join(git, "HEAD"), os.F_OK))
