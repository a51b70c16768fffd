"""The total that OpenClaw spends on a workspace's bootstrap files, one after the other, and what each of them gets."""

from __future__ import annotations

from clawbudget.injection.sessions import files_read
from clawbudget.injection.trimming import MARKER, Part, trim
from clawbudget.javascript import collapse_white_space, length, narrow, trim_end, truncate, widen
from clawbudget.releases import MIN_FILE_BUDGET, missing_marker, unreadable_marker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, TypeAlias

    from clawbudget.injection.digest import Digest
    from clawbudget.releases import Contract, Release

    FileText: TypeAlias = "str | Unreadable | None"

WHOLE_FILE: Final = "whole"
PER_FILE: Final = "per file"
TOTAL: Final = "total"
DROPPED: Final = "dropped"
MISSING: Final = "missing"
UNREADABLE: Final = "unreadable"

_MAX_REASON: Final = 300
"""Code units of the reason that an unreadable file's note may give."""


class Unreadable:
    """Stands for the text of a file that OpenClaw refuses to read, with the ``reason`` that it gives."""

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        self.reason = reason


class InjectedFile:
    """What one file gets: ``parts`` of injected text (none: nothing is injected), ``raw`` and ``injected`` lengths.

    ``raw`` is the length of the source without trailing white space, 0 if there is none to read. ``limit`` is what the
    file had to keep to: its own limit or what was left of the total. ``cause`` tells what happened to it: it is a
    WHOLE_FILE, cut PER_FILE (by its own limit) or by the TOTAL, DROPPED (nothing was left of the total), MISSING or
    UNREADABLE.
    """

    __slots__ = ("cause", "digest", "injected", "limit", "name", "parts", "path", "raw")

    def __init__(
        self,
        name: str,
        path: str,
        cause: str,
        *,
        raw: int = 0,
        limit: int = 0,
        parts: list[Part] | None = None,
        digest: Digest | None = None,
    ) -> None:
        self.name = name
        self.path = path
        self.cause = cause
        self.raw = raw
        self.limit = limit
        self.parts = parts or []
        self.digest = digest
        self.injected = sum(part.length for part in self.parts)

    def length_of(self, origin: str) -> int:
        """Give the code units of the parts with this origin, HEAD or TAIL say."""
        return sum(part.length for part in self.parts if part.origin == origin)

    def text(self) -> str:
        """Give the injected text; releases whose slices are plain may leave half a surrogate pair in it."""
        return "".join(part.text for part in self.parts)


class Injection:
    """What a prompt gets of a workspace: its ``files`` in order, and the length of it all (``total``)."""

    __slots__ = ("files", "total")

    def __init__(self, files: list[InjectedFile]) -> None:
        self.files = files
        self.total = sum(file.injected for file in files)

    def __getitem__(self, name: str) -> InjectedFile:
        """Give the file called ``name``; raises KeyError if the session does not read it."""
        for file in self.files:
            if file.name == name:
                return file
        raise KeyError(name)


def inject(
    texts: Mapping[str, FileText],
    release: Release,
    *,
    session: str = "main",
    max_file: int | None = None,
    max_total: int | None = None,
    workspace: str,
) -> Injection:
    """Tell what a ``session`` under ``release`` gets of the files with these ``texts``.

    ``texts`` maps file names to texts; None, or no entry, stands for a missing file. ``max_file`` and ``max_total``
    replace the release's limits. ``workspace`` is the workspace's absolute path: notes about missing files hold it.
    """
    contract = release.contract
    prompt = _Prompt(
        contract,
        contract.max_file if max_file is None else max_file,
        contract.max_total if max_total is None else max_total,
    )
    folder = workspace.rstrip("/")
    return Injection([prompt.add(name, f"{folder}/{name}", texts.get(name)) for name in files_read(release, session)])


class _Prompt:
    """A prompt in the making: what ``remaining`` of the total the next file may take."""

    __slots__ = ("contract", "is_full", "max_file", "remaining")

    def __init__(self, contract: Contract, max_file: int, max_total: int) -> None:
        self.contract = contract
        self.max_file = max_file
        self.remaining = max(1, max_total)
        self.is_full = False

    def add(self, name: str, path: str, text: FileText) -> InjectedFile:
        if isinstance(text, str):
            file = self._present(name, path, text)
        elif text is None:
            file = self._missing(name, path)
        else:
            file = self._unreadable(name, path, text)
        self.remaining -= file.injected
        return file

    def _present(self, name: str, path: str, text: str) -> InjectedFile:
        if not self._has_room_for(MIN_FILE_BUDGET):
            return InjectedFile(name, path, DROPPED, raw=length(trim_end(text)))
        own_limit = max(1, self.contract.cut_at(name, self.max_file))
        limit = min(own_limit, self.remaining)
        trimmed = trim(name, text, limit, self.contract)
        cause = WHOLE_FILE if trimmed.raw <= limit else PER_FILE if limit == own_limit else TOTAL
        return InjectedFile(name, path, cause, raw=trimmed.raw, limit=limit, parts=trimmed.parts, digest=trimmed.digest)

    def _missing(self, name: str, path: str) -> InjectedFile:
        if name in self.contract.silent_when_missing:
            return InjectedFile(name, path, MISSING)
        return self._noted_as_missing(name, path, MISSING)

    def _noted_as_missing(self, name: str, path: str, cause: str) -> InjectedFile:
        if not self._has_room_for(1):
            return InjectedFile(name, path, cause)
        note = _clamp(widen(missing_marker(path)), self.remaining)
        return InjectedFile(name, path, cause, limit=self.remaining, parts=[Part(MARKER, note)])

    def _unreadable(self, name: str, path: str, text: Unreadable) -> InjectedFile:
        if not self.contract.marks_unreadable:
            return self._noted_as_missing(name, path, UNREADABLE)
        noted = self._present(name, path, unreadable_marker(_reason(text)))
        note = [Part(MARKER, widen(noted.text()))] if noted.parts else []
        return InjectedFile(name, path, UNREADABLE, limit=noted.limit, parts=note)

    def _has_room_for(self, least: int) -> bool:
        """Tell whether a file that needs ``least`` gets in; once one does not, none after it does."""
        self.is_full = self.is_full or self.remaining < least
        return not self.is_full


def _clamp(units: str, budget: int) -> str:
    if len(units) <= budget:
        return units
    return truncate(units, budget) if budget <= 3 else truncate(units, budget - 1) + "…"


def _reason(text: Unreadable) -> str:
    return narrow(truncate(widen(collapse_white_space(text.reason)), _MAX_REASON))
