"""What settings say, once they are read: limits, severities, and what is left out of the check."""

from __future__ import annotations

import os

from clawbudget.findings import NOTE
from clawbudget.limits import Limits
from clawbudget.releases import Release

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Final

    from clawbudget.findings import Finding

OFF: Final = "off"
"""Stands for the severity of a rule that is turned off."""


class Exclusion:
    """A glob in a settings file, which holds from that file's folder on down.

    ``*`` and ``?`` stop at a slash, ``**`` stands for any number of folders, and what is below an excluded folder is
    excluded, too.
    """

    __slots__ = ("_base", "_parts", "origin", "pattern")

    def __init__(self, pattern: str, base: str, origin: str) -> None:
        self.pattern = pattern
        self.origin = origin
        self._base = base
        self._parts = pattern.strip("/").split("/")

    def covers(self, path: str) -> bool:
        """Tell whether the absolute ``path`` is excluded."""
        if path != self._base and not path.startswith(os.path.join(self._base, "")):
            return False
        from fnmatch import fnmatchcase

        end = len(self._parts)
        reached = self._past_any_folders({0})
        for name in filter(None, path[len(self._base) :].split(os.sep)):
            if end in reached:
                return True
            stayed = {at for at in reached if self._parts[at] == "**"}
            moved = {at + 1 for at in reached - stayed if fnmatchcase(name, self._parts[at])}
            reached = self._past_any_folders(stayed | moved)
        return end in reached

    def _past_any_folders(self, reached: set[int]) -> set[int]:
        """Add the places in the pattern that are reached if each ``**`` stands for no folder."""
        for at, part in enumerate(self._parts):
            if at in reached and part == "**":
                reached.add(at + 1)
        return reached


class Settings:
    """What the settings files of one workspace say, all laid over each other.

    ``values`` has the limits by key (``openclaw`` as a Release), ``file_limits`` those of single files by name,
    ``severities`` a severity or OFF by rule, ``exclusions`` all globs. ``origins`` tells which file each key is from;
    keys in tables are written with a dot.
    """

    __slots__ = ("exclusions", "file_limits", "origins", "severities", "values")

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.file_limits: dict[str, int] = {}
        self.severities: dict[str, str] = {}
        self.exclusions: list[Exclusion] = []
        self.origins: dict[str, str] = {}

    @property
    def release(self) -> Release | None:
        """The release that the files ask for."""
        return self.values.get("openclaw")

    def limits(self) -> Limits:
        """Give the limits that the files ask for, if nothing beats them."""
        values = {key.replace("-", "_"): value for key, value in self.values.items() if key != "openclaw"}
        return Limits(release=self.release, file_limits=self.file_limits, **values)

    def excludes(self, path: str) -> bool:
        """Tell whether a glob covers ``path``."""
        return bool(self.exclusions) and any(each.covers(os.path.abspath(path)) for each in self.exclusions)

    def turns_off(self, rule: str) -> bool:
        """Tell whether the files turn ``rule`` off."""
        return self.severities.get(rule) == OFF

    def judged(self, findings: Iterable[Finding]) -> list[Finding]:
        """Leave out the findings that are turned off or about excluded files; give others the severity asked for."""
        left = []
        for finding in findings:
            severity = self.severities.get(finding.rule, finding.severity)
            if severity != OFF and not self.excludes(finding.path):
                if finding.severity != NOTE:
                    finding.severity = severity
                left.append(finding)
        return left
