"""What each OpenClaw release allows and does: one table of contracts.

The table is data about the released npm packages ``openclaw@VERSION``; every number was read off them and confirmed by
running them. To learn of a new release, add a row.
"""

from __future__ import annotations

import os

from clawbudget.javascript import length

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Final, Self

BOOTSTRAP_FILES: Final = (
    "AGENTS.md",
    "SOUL.md",
    "TOOLS.md",
    "IDENTITY.md",
    "USER.md",
    "HEARTBEAT.md",
    "BOOTSTRAP.md",
    "MEMORY.md",
)
"""The eight bootstrap files in injection order."""

SIX_FILES: Final = tuple(name for name in BOOTSTRAP_FILES if name not in ("TOOLS.md", "HEARTBEAT.md"))
"""The files that releases since 2026.8.1 still read."""

LAST_OF_EIGHT_FILES: Final = "2026.7.35"
"""The last release that reads all eight files."""

MEMORY_FILES: Final = ("USER.md", "MEMORY.md")
"""Since 2026.9, OpenClaw can shut one of these out of every prompt once something other than the agent rewrote it."""

MAX_LINE: Final = 240
"""UTF-16 code units that OpenClaw keeps of one line in the policy digest."""

MIN_FILE_BUDGET: Final = 64
"""With less than this left of the total, OpenClaw drops a file and all after it."""

MAX_BYTES: Final = 2_097_152
"""A larger bootstrap file is not read at all."""


class UnknownReleaseError(ValueError):
    """A release that is no version number, or older than the oldest contract; the message lists the known ones."""


class Contract:
    """What one range of OpenClaw releases does: a row of the table.

    Sizes are UTF-16 code units. ``digest`` is 0 (AGENTS.md is cut like the others), 1 (policy digest) or 2 (policy
    digest that takes the prose line before a candidate along). ``pair_safe`` tells whether slices keep surrogate pairs
    whole. ``silent_when_missing`` names the files whose absence is not mentioned in the prompt. ``marks_unreadable``
    tells whether a file that is not read leaves an ``[UNREADABLE: ...]`` note (else it counts as missing).
    """

    __slots__ = (
        "digest",
        "files",
        "marks_unreadable",
        "max_file",
        "max_total",
        "pair_safe",
        "silent_when_missing",
        "since",
        "user_cap",
    )

    def __init__(
        self,
        since: tuple[int, int, int],
        *,
        max_file: int,
        digest: int,
        max_total: int = 60_000,
        user_cap: int | None = None,
        files: tuple[str, ...] = BOOTSTRAP_FILES,
        pair_safe: bool = True,
        silent_when_missing: tuple[str, ...] = ("MEMORY.md",),
        marks_unreadable: bool = False,
    ) -> None:
        self.since = since
        self.max_file = max_file
        self.max_total = max_total
        self.user_cap = user_cap
        self.files = files
        self.digest = digest
        self.pair_safe = pair_safe
        self.silent_when_missing = silent_when_missing
        self.marks_unreadable = marks_unreadable

    def cut_at(self, name: str, max_file: int) -> int:
        """Give the size that the file called ``name`` is cut to where the limit of each file is ``max_file``."""
        if name == "USER.md" and self.user_cap is not None:
            return min(max_file, self.user_cap)
        return max_file


CONTRACTS: Final = (
    Contract((2026, 4, 23), max_file=12_000, digest=0, pair_safe=False),
    Contract((2026, 5, 19), max_file=12_000, digest=1, pair_safe=False),
    Contract((2026, 6, 1), max_file=20_000, digest=1, pair_safe=False),
    Contract((2026, 7, 33), max_file=20_000, digest=1),
    Contract(
        (2026, 8, 1),
        max_file=20_000,
        digest=1,
        user_cap=4_000,
        files=SIX_FILES,
        silent_when_missing=("USER.md", "MEMORY.md"),
        marks_unreadable=True,
    ),
    Contract(
        (2026, 9, 4),
        max_file=20_000,
        digest=2,
        user_cap=4_000,
        files=SIX_FILES,
        silent_when_missing=("USER.md", "MEMORY.md"),
        marks_unreadable=True,
    ),
)
"""Oldest first; a release follows the last row at or before it."""

NEWEST: Final = (2026, 9, 6)
"""The newest release that the last row was confirmed with."""


def format_version(version: tuple[int, int, int]) -> str:
    """Write ``(2026, 9, 6)`` as ``2026.9.6``."""
    return ".".join(map(str, version))


class Release:
    """A release as the user named it.

    ``name`` is for messages. ``version`` serves to compare releases; the newest of a month, as in ``2026.9``, has a
    last number above all others. ``notes`` tell how far the release is known here.
    """

    __slots__ = ("contract", "name", "notes", "version")

    def __init__(self, name: str, version: tuple[int, int, int], contract: Contract, notes: Sequence[str] = ()) -> None:
        self.name = name
        self.version = version
        self.contract = contract
        self.notes = notes

    @classmethod
    def named(cls, text: str) -> Self:
        """Find a release by ``latest``, ``2026.9`` (the newest of that month) or ``2026.9.6`` (suffixes do not count).

        Raises UnknownReleaseError for anything else, and for a release older than the oldest contract.
        """
        if text == "latest":
            text = format_version(NEWEST)
        numbers = _parse_version(text)
        older = [contract for contract in CONTRACTS if contract.since <= numbers]
        if not older:
            raise UnknownReleaseError(f"OpenClaw {text} is older than what is known here: {_known()}")
        return cls(text, numbers, older[-1], _notes_on(text, numbers))

    def markers(self, folder: str, present: Collection[str], refused: Mapping[str, str]) -> dict[str, int]:
        """Give, for each file that is not ``present``, the size of what stands in its place, if anything does.

        ``refused`` maps the files that are there but not read to OpenClaw's reasons. The note about a missing file
        holds its absolute path, so its size depends on where the workspace lies.
        """
        contract = self.contract
        markers = {}
        for name in contract.files:
            if name in refused and contract.marks_unreadable:
                markers[name] = length(unreadable_marker(refused[name]))
            elif name not in present and (name in refused or name not in contract.silent_when_missing):
                markers[name] = length(missing_marker(os.path.join(os.path.abspath(folder), name)))
        return markers


_NEWEST_OF_MONTH = 10**9


def _parse_version(text: str) -> tuple[int, int, int]:
    core, _, _suffix = text.removeprefix("v").partition("-")
    parts = core.split(".")
    are_numbers = all(part.isascii() and part.isdigit() and len(part) <= 6 for part in parts)
    if len(parts) not in (2, 3) or not are_numbers or not 1 <= int(parts[1]) <= 12:
        raise UnknownReleaseError(f"{text!r} is no OpenClaw release; known are {_known()}")
    year, month, *number = map(int, parts)
    return year, month, number[0] if number else _NEWEST_OF_MONTH


def _notes_on(text: str, numbers: tuple[int, int, int]) -> list[str]:
    if numbers <= NEWEST or (numbers[:2] == NEWEST[:2] and numbers[2] == _NEWEST_OF_MONTH):
        return []
    newest = format_version(NEWEST)
    return [f"OpenClaw {text} is newer than the newest release known here; it is taken to do what {newest} does"]


def _known() -> str:
    rows = ", ".join(format_version(contract.since) for contract in CONTRACTS)
    return f"{rows} to {format_version(NEWEST)} and those between, and latest"


def missing_marker(path: str) -> str:
    """Give what OpenClaw injects in the place of a missing file; ``path`` is absolute."""
    return f"[MISSING] Expected at: {path}"


def unreadable_marker(reason: str) -> str:
    """Give what releases since 2026.8.1 inject in the place of a file that they do not read."""
    return f"[UNREADABLE: {reason}]"
