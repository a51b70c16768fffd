"""The limits that hold, and where each is from: an option, OpenClaw's configuration, a settings file, the release."""

from __future__ import annotations

from clawbudget.limits import Limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from clawbudget.releases import Release

KEYS: Final = ("max-file", "max-total", "max-line", "line-files")
"""The limits that hold for all files, as options and settings call them."""


class ChosenLimits:
    """The limits that are asked for under ``release``, and ``notes`` for the user.

    ``values`` has them by key, in UTF-16 code units, ``file_limits`` those of single files by name, and ``origins``
    tells by key where each value is from.
    """

    __slots__ = ("file_limits", "notes", "origins", "release", "values")

    def __init__(self, release: Release | None) -> None:
        self.release = release
        self.notes = list(release.notes) if release else []
        self.values: dict[str, Any] = {}
        self.origins: dict[str, str] = {}
        self.file_limits: dict[str, int] = {}

    def set(self, key: str, value: object, origin: str) -> None:
        """Set a value in the place of any other."""
        self.values[key] = value
        self.origins[key] = origin

    def limits(self) -> Limits:
        """Give the limits that come of it."""
        values = {key.replace("-", "_"): value for key, value in self.values.items() if key in KEYS}
        return Limits(release=self.release, file_limits=self.file_limits, **values)
