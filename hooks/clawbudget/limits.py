"""The limits that a check holds files to: those of a release, or of the eight-file budget, or the user's own."""

from __future__ import annotations

from clawbudget.releases import BOOTSTRAP_FILES, LAST_OF_EIGHT_FILES, MAX_LINE, Release

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Final

NEAR_PER_CENT: Final = 85
"""From this share of a limit on (rounded up), OpenClaw's doctor and we call a file near its limit."""


def near_limit(limit: int) -> int:
    """Give the size from which a file or the total is near ``limit``, in the same units."""
    return -(-limit * NEAR_PER_CENT // 100)


class Limits:
    """The limits that one check holds a workspace to, in UTF-16 code units.

    ``release`` is None for the eight-file budget: all eight files, as releases from 2026.6.1 to 2026.7.35 read them.
    ``line_files`` names the files whose lines must stay within ``max_line``. ``file_limits`` are limits that the user
    sets for single files by name; OpenClaw knows no such thing, and cuts by its own limit all the same.
    """

    __slots__ = ("_contract", "file_limits", "files", "line_files", "max_file", "max_line", "max_total", "release")

    def __init__(
        self,
        *,
        release: Release | None = None,
        max_file: int | None = None,
        max_total: int | None = None,
        max_line: int | None = None,
        line_files: Collection[str] | None = None,
        file_limits: Mapping[str, int] | None = None,
    ) -> None:
        contract = (release or Release.named(LAST_OF_EIGHT_FILES)).contract
        self.release = release
        self.files = contract.files
        self.max_file = max_file or contract.max_file
        self.max_total = max_total or contract.max_total
        self.max_line = max_line or MAX_LINE
        self.line_files = _measured_files(release) if line_files is None else frozenset(line_files)
        self._contract = contract
        self.file_limits = file_limits or {}

    def release_for(self, name: str) -> Release:
        """Give the release that findings about a file speak of: the one asked for, else the newest that reads it."""
        newest = Release.named("latest")
        if self.release or name in newest.contract.files:
            return self.release or newest
        return Release.named(LAST_OF_EIGHT_FILES)

    def of_file(self, name: str) -> int:
        """Give the limit to hold the file called ``name`` to: its own if it has one, else where OpenClaw cuts it."""
        return self.file_limits.get(name) or self.cut_at(name)

    def cut_at(self, name: str) -> int:
        """Give the size that OpenClaw cuts the file to, whatever limit of its own the user sets for it."""
        return self._contract.cut_at(name, self.max_file)


def _measured_files(release: Release | None) -> frozenset[str]:
    """Give the files whose lines are measured by default: under a release, those whose lines it cuts."""
    if release is None:
        return frozenset(BOOTSTRAP_FILES)
    return frozenset({"AGENTS.md"} if release.contract.digest else ())
