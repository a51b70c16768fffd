"""Each workspace under its own limits: what the command line asks for, laid over the workspace's settings."""

from __future__ import annotations

from clawbudget.budget import check
from clawbudget.settings_files import SettingsFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clawbudget.budget import CheckedWorkspace
    from clawbudget.commands.command_line import CommandLine
    from clawbudget.limits import Limits
    from clawbudget.ratchet import Ratchet
    from clawbudget.roots import Roots
    from clawbudget.settings import Settings
    from clawbudget.workspaces import Workspace


class WorkspaceLimits:
    """Finds and reads settings, each set of files once. ``notes`` are for the user; more come as settings are read.

    ``default`` are the limits where there are no settings, ``line`` the options, None if there are none.
    """

    __slots__ = ("_files", "_known", "_line", "notes")

    def __init__(self, line: CommandLine | None, default: Limits, roots: Roots) -> None:
        self._line = line
        self._files = SettingsFiles(roots)
        self._known: dict[tuple[str, ...], tuple[Limits, Settings | None]] = {(): (default, None)}
        self.notes: list[str] = []

    def of(self, folder: str) -> tuple[Limits, Settings | None]:
        """Give the limits and the settings, if any, of the workspace ``folder``. Raises UsageError."""
        paths = self._files.of(folder)
        if paths not in self._known:
            self._known[paths] = self._read(paths)
        return self._known[paths]

    def _read(self, paths: tuple[str, ...]) -> tuple[Limits, Settings]:
        settings = read_settings(paths)
        if self._line is None:
            self._note(settings.release.notes if settings.release else ())
            return settings.limits(), settings
        from clawbudget.commands.limit_options import chosen_limits

        chosen = chosen_limits(self._line, settings)
        self._note(chosen.notes)
        return chosen.limits(), settings

    def _note(self, notes: Iterable[str]) -> None:
        self.notes += [note for note in notes if note not in self.notes]


def check_workspaces(
    workspaces: Iterable[Workspace], known: WorkspaceLimits, ratchet: Ratchet | None = None
) -> list[CheckedWorkspace]:
    """Check each workspace that its settings do not exclude. Raises UsageError and, with a ratchet, RatchetError."""
    checked = []
    for workspace in workspaces:
        limits, settings = known.of(workspace.folder)
        if settings is None or not settings.excludes(workspace.folder):
            checked.append(check(workspace, limits, settings, ratchet))
    return checked


def read_settings(paths: tuple[str, ...]) -> Settings:
    """Read settings files. Raises UsageError if one can't be read or understood."""
    from clawbudget.commands import UsageError
    from clawbudget.settings_reading import SettingsError, load

    try:
        return load(paths)
    except SettingsError as error:
        raise UsageError(str(error)) from None
