"""The ratchet: what was over its limit in an earlier commit fails a check only if it got worse since."""

from __future__ import annotations

import os

from clawbudget.findings import NOTE
from clawbudget.roots import Roots

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Final

    from clawbudget.evidence import Evidence
    from clawbudget.findings import Finding
    from clawbudget.former_sizes import Former
    from clawbudget.history import History

COMPARED: Final = frozenset({"file-too-long", "total-too-long", "line-too-long"})
"""The rules about sizes. What the others find is there or not; it can't get better step by step."""

_FROM_REF: Final = "PRE_COMMIT_FROM_REF"
_TO_REF: Final = "PRE_COMMIT_TO_REF"


class RatchetError(Exception):
    """There is nothing to compare with: no repository, no such commit, no git. The message says so in one line."""


class Revision:
    """The commit to compare with: as git would name it, and as messages do.

    ``until`` names the commit whose common ancestor with ``name`` is meant, None if ``name`` is meant itself.
    """

    __slots__ = ("name", "shown", "until")

    def __init__(self, name: str, shown: str, until: str | None = None) -> None:
        self.name = name
        self.shown = shown
        self.until = until

    @classmethod
    def chosen(cls, given: str | None, environment: Mapping[str, str]) -> Revision:
        """Choose: what is ``given``, else where the commits begin that a hook runner was asked about, else HEAD.

        Both pre-commit and prek put the commits of --from-ref and --to-ref into the environment, and run hooks for what
        changed since their common ancestor.
        """
        if given is not None:
            return cls(given, given)
        if begin := environment.get(_FROM_REF):
            return cls(begin, begin[:12] if len(begin) >= 40 else begin, environment.get(_TO_REF) or "HEAD")
        return cls("HEAD", "HEAD")


class Ratchet:
    """Compares the findings of workspaces with what was committed in ``revision``."""

    __slots__ = ("_histories", "_revision", "_roots")

    def __init__(self, revision: Revision, roots: Roots) -> None:
        self._revision = revision
        self._roots = roots
        self._histories: dict[str, History] = {}

    def apply(self, findings: Iterable[Finding], evidence: Evidence) -> None:
        """Say in each finding about a size how that changed, and turn those that got no worse into notes.

        Git is asked about what is over its limit alone. Raises RatchetError.
        """
        root = self._root_of(evidence.workspace.folder)
        over = [finding for finding in findings if finding.rule in COMPARED and finding.severity != NOTE]
        if not over:
            return
        from clawbudget.git import GitError

        try:
            for finding, former in self._history(root).before(evidence, over):
                _judge(finding, former, self._revision.shown)
        except GitError as error:
            raise RatchetError(f"{root}: {error}") from None

    def close(self) -> None:
        """End the processes that were asked."""
        for history in self._histories.values():
            history.close()

    def _root_of(self, folder: str) -> str:
        root = self._roots.of(folder)
        if root is None and "GIT_DIR" in os.environ:
            from clawbudget.git import named_work_tree

            root = named_work_tree()
        if root is None:
            raise RatchetError(f"{folder} is in no git repository, so there is nothing to compare it with")
        return root

    def _history(self, root: str) -> History:
        from clawbudget.history import History, NoCommitError

        if root not in self._histories:
            try:
                self._histories[root] = History(root, self._revision)
            except NoCommitError as error:
                raise RatchetError(str(error)) from None
        return self._histories[root]


def _judge(finding: Finding, former: Former | None, since: str) -> None:
    before = finding.before = former.size if former else None
    if former is None or before is None or finding.measured is None or finding.allowed is None:
        change = f"new since {since}"
    elif finding.measured > before:
        change = f"grew by {finding.measured - before:,} since {since}"
        if former.grew_by_wrapping and before > finding.allowed:
            # Else the hook that wraps lines, whose indents count, would stop a commit that shortens the text.
            finding.severity = NOTE
            change += ", by wrapped lines alone"
    else:
        finding.severity = NOTE
        change = f"shrank by {before - finding.measured:,}" if before > finding.measured else "unchanged"
        change += f" since {since}"
    finding.message = f"{change}: {finding.message}"
