"""What a run has to tell, whatever the format that tells it."""

from __future__ import annotations

from clawbudget.findings import most_severe_first

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clawbudget.budget import CheckedWorkspace
    from clawbudget.findings import Finding
    from clawbudget.overview import Overview


class Outcome:
    """What ``command`` found: ``checked`` workspaces with their findings, or ``overviews`` that stand alone.

    ``notes`` are for the user; ``failures`` are pairs of a path and the reason why it could not be read.
    """

    __slots__ = ("_overviews", "checked", "command", "failures", "notes")

    def __init__(
        self,
        command: str,
        *,
        checked: Sequence[CheckedWorkspace] = (),
        overviews: Sequence[Overview] = (),
        notes: Sequence[str] = (),
        failures: Sequence[tuple[str, str]] = (),
    ) -> None:
        self.command = command
        self.checked = checked
        self.notes = notes
        self.failures = failures
        self._overviews = overviews

    def findings(self) -> list[tuple[CheckedWorkspace, Finding]]:
        """Give all findings, most severe first, each with its workspace."""
        found = [(checked, finding) for checked in self.checked for finding in checked.findings]
        return sorted(found, key=lambda pair: most_severe_first(pair[1]))

    def count(self, severity: str) -> int:
        """Count the findings of a severity."""
        return sum(finding.severity == severity for checked in self.checked for finding in checked.findings)

    def workspaces(self) -> Iterator[tuple[Overview, CheckedWorkspace | None]]:
        """Give each workspace's overview, made when it is asked for, and what a check found in it, if there was one."""
        # Here alone, because a report in text needs none of it.
        from clawbudget.overview import overview_of_checked

        for overview in self._overviews:
            yield overview, None
        for checked in self.checked:
            yield overview_of_checked(checked), checked
