"""What each OpenClaw release allows and does: one table of contracts, and the limits that a check holds files to.

The table is data about the released npm packages ``openclaw@VERSION``; every number was read off them and confirmed by
running them. To learn of a new release, add a row.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
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

MAX_LINE: Final = 240
"""UTF-16 code units that OpenClaw keeps of one line in the policy digest."""

MAX_BYTES: Final = 2_097_152
"""A larger bootstrap file is not read at all."""

NEAR_PER_CENT: Final = 85
"""From this share of a limit on (rounded up), OpenClaw's doctor and we call a file near its limit."""


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
    """A release as the user named it: ``name`` for messages, its numbers and ``contract``, and whether we know of it.

    ``version`` serves to compare releases: the newest of a month, as in ``2026.9``, has a last number above all others.
    """

    __slots__ = ("contract", "is_newer_than_known", "name", "version")

    def __init__(
        self, name: str, version: tuple[int, int, int], contract: Contract, *, is_newer_than_known: bool = False
    ) -> None:
        self.name = name
        self.version = version
        self.contract = contract
        self.is_newer_than_known = is_newer_than_known

    @classmethod
    def named(cls, text: str) -> Self:
        """Find a release by ``latest``, ``2026.9`` (the newest of that month) or ``2026.9.6`` (suffixes do not count).

        Raises UnknownReleaseError for anything else, and for a release older than the oldest contract.
        """
        if text == "latest":
            return cls(format_version(NEWEST), NEWEST, CONTRACTS[-1])
        numbers = _parse_version(text)
        older = [contract for contract in CONTRACTS if contract.since <= numbers]
        if not older:
            raise UnknownReleaseError(f"OpenClaw {text} is older than the releases known here: {_known()}")
        month_is_known = numbers[2] == _LAST_OF_MONTH and numbers[:2] <= NEWEST[:2]
        return cls(text, numbers, older[-1], is_newer_than_known=numbers > NEWEST and not month_is_known)


_LAST_OF_MONTH = 1_000_000


def _parse_version(text: str) -> tuple[int, int, int]:
    core, _, _suffix = text.partition("-")
    parts = core.split(".")
    if len(parts) == 2:
        parts.append(str(_LAST_OF_MONTH))
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) < 8 for part in parts):
        raise UnknownReleaseError(f"{text!r} is not an OpenClaw release; known are {_known()}")
    year, month, number = map(int, parts)
    return year, month, number


def _known() -> str:
    rows = ", ".join(format_version(contract.since) for contract in CONTRACTS)
    return f"latest, {format_version(NEWEST)}, and what follows {rows}"


class Limits:
    """The limits that one check holds a workspace to, in UTF-16 code units.

    ``release`` is None for the eight-file budget: all eight files, as the releases from 2026.6.1 to 2026.7.35 read them.
    ``line_files`` names the files whose lines must stay within ``max_line``.
    """

    __slots__ = ("files", "line_files", "max_file", "max_line", "max_total", "release", "user_cap")

    def __init__(
        self,
        *,
        release: Release | None = None,
        max_file: int | None = None,
        max_total: int | None = None,
        max_line: int | None = None,
        line_files: Collection[str] | None = None,
    ) -> None:
        contract = release.contract if release else None
        self.release = release
        self.files = contract.files if contract else BOOTSTRAP_FILES
        self.max_file = max_file or (contract.max_file if contract else 20_000)
        self.max_total = max_total or (contract.max_total if contract else 60_000)
        self.user_cap = contract.user_cap if contract else None
        self.max_line = max_line or MAX_LINE
        self.line_files = _cut_lines(contract) if line_files is None else frozenset(line_files)

    def of_file(self, name: str) -> int:
        """Give the limit of the file called ``name``: the per-file limit, and for USER.md the release's cap on it."""
        if name == "USER.md" and self.user_cap is not None:
            return min(self.max_file, self.user_cap)
        return self.max_file


def _cut_lines(contract: Contract | None) -> frozenset[str]:
    if contract is None:
        return frozenset(BOOTSTRAP_FILES)
    return frozenset({"AGENTS.md"} if contract.digest else ())
