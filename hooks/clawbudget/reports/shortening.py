"""Showing only so many findings, or line numbers: a file of nothing but long lines would bury all else."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from clawbudget.findings import Finding


def named_numbers(numbers: Collection[int], most: int) -> str:
    """Write out the first numbers, ``most`` of them at most, and how many more there are."""
    named = ", ".join(map(str, [*numbers][:most]))
    return f"{named} and {len(numbers) - most:,} more" if len(numbers) > most else named


class Shortening:
    """Counts the findings of each rule in each file as they are shown, ``most`` of them at most; None shows all."""

    __slots__ = ("_counts", "_most")

    def __init__(self, most: int | None) -> None:
        self._most = most
        self._counts: dict[tuple[str, str], int] = {}

    def shows(self, finding: Finding) -> bool:
        """Count the finding, and tell whether it is to be shown."""
        kind = (finding.rule, finding.path)
        self._counts[kind] = self._counts.get(kind, 0) + 1
        return self._most is None or self._counts[kind] <= self._most

    def left_out(self) -> Iterator[tuple[str, str, str]]:
        """Give rule and path of each kind of which not all were shown, with words about the others."""
        for (rule, path), count in self._counts.items():
            if self._most is not None and count > self._most:
                yield rule, path, f"and {count - self._most:,} more like that, shown with --verbose"
