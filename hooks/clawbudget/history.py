"""A workspace's files in an earlier commit, found again where they were renamed, and what they measured there."""

from __future__ import annotations

import os

from clawbudget.former_sizes import Former, OldLines, grew_by_wrapping, similarity, size_of
from clawbudget.git import Repository, blob_id
from clawbudget.line_endings import as_checked_out
from clawbudget.releases import MAX_BYTES
from clawbudget.workspaces import is_bootstrap_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

    from clawbudget.evidence import Evidence
    from clawbudget.findings import Finding
    from clawbudget.ratchet import Revision
    from clawbudget.reading import BootstrapFile

_SIMILAR: Final = 0.5
"""The share of its text that a file must have in common with the one that it was renamed from; the same as git's."""

_MOST_CANDIDATES: Final = 200
"""Files that are read, at most, in search of the one that another was renamed from."""


class NoCommitError(Exception):
    """The revision names no commit of the repository."""


class OldFile:
    """A file as it was committed: its path from the root and its bytes."""

    __slots__ = ("data", "path")

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.data = data


class History:
    """A repository as it was in one commit. ``commit`` is None before the first, when everything is new."""

    __slots__ = ("_commit", "_files", "_repository", "_vanished")

    def __init__(self, root: str, revision: Revision) -> None:
        self._repository = Repository(root)
        self._commit = _find_commit(self._repository, revision)
        self._files: dict[str, OldFile | None] = {}
        self._vanished: dict[str, str] | None = None

    def close(self) -> None:
        """End the process that was asked."""
        self._repository.close()

    def before(self, evidence: Evidence, findings: Iterable[Finding]) -> Iterator[tuple[Finding, Former | None]]:
        """Give each finding with what was measured in its place then, in UTF-16 code units; None: nothing was there.

        The findings are about sizes, and those about one file's lines stand in the order of the lines.
        """
        self._files.clear()
        files = {file.path: file for file in evidence.files}
        lines: dict[str, OldLines] = {}
        for finding in findings:
            if finding.rule == "total-too-long":
                yield finding, self._total(evidence)
                continue
            file = files[finding.path]
            old = self._old_self(file)
            if old is None:
                yield finding, None
            elif finding.rule == "file-too-long":
                before = self._on_disk(old, file)
                size = size_of(before)
                growth = evidence.sizes[file.name] - size
                is_wrapped = growth > 0 and grew_by_wrapping(
                    [before], [file.data or b""], growth, evidence.limits.max_line
                )
                yield finding, Former(size, grew_by_wrapping=is_wrapped)
            else:
                if finding.path not in lines:
                    lines[finding.path] = OldLines(old.data, file.data or b"", evidence.limits.max_line)
                line = lines[finding.path].before(finding.line)
                yield finding, None if line is None else Former(line)

    def _total(self, evidence: Evidence) -> Former | None:
        if self._commit is None:
            return None
        now = {file.name: file for file in evidence.files}
        sizes: dict[str, int] = {}
        contents: dict[str, bytes] = {}
        found: dict[str, int] = {}
        for name in evidence.limits.files:
            file = now.get(name)
            old = self._old_self(file) if file else self._committed(self._path_of(evidence.workspace.path_of(name)))
            if old is not None:
                # By path, so that a file renamed within the workspace counts once.
                contents[old.path] = self._on_disk(old, file)
                sizes[old.path] = found[name] = size_of(contents[old.path])
            elif name in evidence.sizes and self._repository.ignores(self._path_of(evidence.workspace.path_of(name))):
                # It has no history, and no commit changes it.
                sizes[name] = found[name] = evidence.sizes[name]
                contents[name] = now[name].data or b""
        if not sizes:
            return None
        release = evidence.limits.release
        markers = release.markers(evidence.workspace.folder, found, {}) if release else {}
        size = sum(sizes.values()) + sum(markers.values())
        contents_now = [file.data or b"" for file in evidence.files]
        growth = evidence.total - size
        is_wrapped = growth > 0 and grew_by_wrapping(contents.values(), contents_now, growth, evidence.limits.max_line)
        return Former(size, grew_by_wrapping=is_wrapped)

    def _old_self(self, file: BootstrapFile) -> OldFile | None:
        """Find a file in the commit, under its own path or under that which it was renamed from."""
        path = self._path_of(file.path)
        if path not in self._files:
            self._files[path] = self._committed(path) or self._renamed_from(path, file.data or b"")
        return self._files[path]

    def _on_disk(self, old: OldFile, file: BootstrapFile | None) -> bytes:
        """Give the old bytes as git would write them on disk today, where line ends there are not those of the blob."""
        if file and b"\r\n" in (file.data or b"") and b"\n" in old.data:
            return as_checked_out(self._repository, self._path_of(file.path), old.data)
        return old.data

    def _path_of(self, path: str) -> str:
        folder, name = os.path.split(os.path.abspath(path))
        relative = os.path.relpath(os.path.realpath(folder), os.path.realpath(self._repository.root))
        parts = [] if relative == os.curdir else relative.split(os.sep)
        return "/".join([*parts, name])

    def _committed(self, path: str) -> OldFile | None:
        data = None if self._commit is None else self._repository.blob(self._commit, path, MAX_BYTES)
        return None if data is None else OldFile(path, data)

    def _renamed_from(self, path: str, data: bytes) -> OldFile | None:
        """Find the same, else the most similar, of the bootstrap files that were committed and are no longer there."""
        for gone, identity in self._gone().items():
            if identity == blob_id(data, like=identity):
                return OldFile(gone, data)
        folder, _, name = path.rpartition("/")
        alike = sorted(self._gone(), key=lambda gone: (not gone.endswith(name), not gone.startswith(f"{folder}/")))
        best, best_share = None, _SIMILAR
        for candidate in alike[:_MOST_CANDIDATES]:
            old = self._committed(candidate)
            share = similarity(old.data, data) if old else 0
            if old and share >= best_share:
                best, best_share = old, share
        return best

    def _gone(self) -> dict[str, str]:
        if self._vanished is None:
            listed = {} if self._commit is None else self._repository.files(self._commit)
            self._vanished = {
                path: identity
                for path, identity in listed.items()
                if is_bootstrap_name(path.rpartition("/")[2])
                and not os.path.lexists(os.path.join(self._repository.root, path))
            }
        return self._vanished


def _find_commit(repository: Repository, revision: Revision) -> str | None:
    commit = repository.commit(revision.name)
    if commit is None and revision.name == "HEAD":
        return None
    if commit is None:
        raise NoCommitError(f"{revision.name} is no commit of {repository.root}; a shallow clone may lack it")
    until = repository.commit(revision.until) if revision.until else None
    return (until and repository.merge_base(commit, until)) or commit
