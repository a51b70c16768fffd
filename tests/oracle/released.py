"""Runs the injection code of a released ``openclaw@VERSION``.

The package is fetched with ``npm pack``, the functions that inject bootstrap files are taken out of its bundle with all
that they call and put into a cache folder (``CLAWBUDGET_ORACLE_CACHE``, else below ``~/.cache``), and node runs them.
Nothing of OpenClaw's is stored in this repository.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

RELEASES = ("2026.4.23", "2026.5.22", "2026.7.1", "2026.7.33", "2026.8.1", "2026.9.6")
"""A release of each row of the table of contracts."""

ROW_ENDS = (
    "2026.4.23",
    "2026.5.18",
    "2026.5.19",
    "2026.5.20",
    "2026.5.22",
    "2026.5.28",
    "2026.6.1",
    "2026.7.1-2",
    "2026.7.33",
    "2026.7.35",
    "2026.8.1",
    "2026.9.3",
    "2026.9.4",
    "2026.9.6",
)
"""The oldest and the newest release of each row, and of each row of the table of sessions."""

ENTRY_POINTS = ("buildBootstrapContextFiles", "filterBootstrapFilesForSession")

_CACHE = Path(os.environ.get("CLAWBUDGET_ORACLE_CACHE") or Path.home() / ".cache" / "clawbudget-oracle")
_DRIVER = Path(__file__).with_name("driver.mjs")
_VERSION = re.compile(r"\d{4}\.\d+\.\d+(-[\w.]+)?")
_CHUNK = re.compile(r"package/dist/([^/]+\.m?js)")
_IDENTIFIER = re.compile(r"(?<![.\w$])[A-Za-z_$][\w$]*")
_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
_DEFAULT_IMPORT = re.compile(r'^import (\w+)(?:, \{[^}]*\})? from "(node:\w+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)
_DECLARATION = re.compile(
    r"^(?:(?:async )?function (?P<function>[\w$]+)\(.*?^\}"
    r"|(?:const|let|var) (?P<value>[\w$]+) = (?:[^\n]*|.*?^\S[^\n]*);)$",
    re.MULTILINE | re.DOTALL,
)


class File(TypedDict):
    """A file as OpenClaw hands it on: its content, or None when it is missing."""

    name: str
    path: str
    content: str | None


class Question(TypedDict):
    """What to ask a release: which ``files``, in injection order, under which limits."""

    files: list[File]
    maxChars: int
    totalMaxChars: int


def ask(version: str, questions: Sequence[Question]) -> list[dict[str, str]]:
    """Give for each question what the release injects: texts by file path."""
    answers: list[dict[str, str]] = _run(version, {"questions": questions})["answers"]
    return answers


def ask_for_readers(version: str, names: Sequence[str]) -> dict[str, list[str]]:
    """Give for each kind of session which of the files called ``names`` it reads."""
    readers: dict[str, list[str]] = _run(version, {"names": names})["readers"]
    return readers


def _run(version: str, request: dict[str, Any]) -> Any:
    command = ["node", str(_DRIVER), str(extract(version))]
    done = subprocess.run(command, input=json.dumps(request).encode(), stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def extract(version: str) -> Path:
    """Give the path of a JavaScript module with the injection code of a release; fetch the release if need be."""
    if not _VERSION.fullmatch(version):
        raise ValueError(f"not a released version: {version!r}")
    module = _CACHE / f"{version}.mjs"
    if not module.exists():
        _CACHE.mkdir(parents=True, exist_ok=True)
        code = _Bundle(_fetch(version)).module(ENTRY_POINTS)
        draft = module.with_suffix(f".{os.getpid()}")
        draft.write_text(code, encoding="utf-8")
        draft.replace(module)
    return module


def _fetch(version: str) -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", f"openclaw@{version}", "--pack-destination", folder, "--silent"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        (package,) = Path(folder).glob("*.tgz")
        return dict(_read_chunks(package))


def _read_chunks(package: Path) -> Iterable[tuple[str, str]]:
    with tarfile.open(package) as archive:
        for member in archive:
            chunk = _CHUNK.fullmatch(member.name)
            content = archive.extractfile(member) if chunk else None
            if chunk and content:
                yield chunk[1], content.read().decode("utf-8")


class _Bundle:
    """The chunks of a release, of which a few declarations are wanted together with all that they refer to."""

    def __init__(self, chunks: dict[str, str]) -> None:
        self._texts = chunks
        self._chunks: dict[str, _Chunk] = {}
        self._seen: set[tuple[str, str]] = set()
        self._taken: list[str] = []
        self._imports: set[str] = set()

    def module(self, names: Iterable[str]) -> str:
        for name in names:
            self._take(self._home(name), name)
        parts = [*sorted(self._imports), *self._taken, f"export {{ {', '.join(names)} }};"]
        return "\n".join(parts) + "\n"

    def _home(self, name: str) -> str:
        declared = re.compile(rf"^function {name}\(", re.MULTILINE)
        (home,) = (file for file, text in self._texts.items() if declared.search(text))
        return home

    def _take(self, file: str, name: str) -> None:
        """Take a declaration after all that it refers to; any other identifier is none of the bundle's."""
        if (file, name) in self._seen:
            return
        self._seen.add((file, name))
        chunk = self._chunk(file)
        if name in chunk.declared:
            for used in _IDENTIFIER.findall(chunk.declared[name]):
                self._take(file, used)
            self._taken.append(chunk.declared[name])
        elif name in chunk.builtins:
            self._imports.add(f'import {name} from "{chunk.builtins[name]}";')
        elif name in chunk.imported:
            self._take_imported(name, *chunk.imported[name])

    def _take_imported(self, name: str, file: str, exported: str) -> None:
        original = self._chunk(file).exported[exported]
        self._take(file, original)
        if name != original:
            self._taken.append(f"const {name} = {original};")

    def _chunk(self, file: str) -> _Chunk:
        if file not in self._chunks:
            self._chunks[file] = _Chunk(self._texts[file])
        return self._chunks[file]


class _Chunk:
    """One file of a bundle: what it declares at its top level, imports and exports."""

    def __init__(self, text: str) -> None:
        self.declared = {found["function"] or found["value"]: found[0] for found in _DECLARATION.finditer(text)}
        self.builtins = dict(_DEFAULT_IMPORT.findall(text))
        self.exported = {public: name for names in _EXPORT.findall(text) for name, public in _aliases(names)}
        self.imported = {
            name: (file.removeprefix("./"), public)
            for names, file in _IMPORT.findall(text)
            if file.startswith("./")
            for public, name in _aliases(names)
        }


def _aliases(names: str) -> Iterable[tuple[str, str]]:
    """Split ``a as b, c`` into pairs: ``(a, b)`` and ``(c, c)``."""
    for item in filter(None, (part.strip() for part in names.split(","))):
        first, _, second = item.partition(" as ")
        yield first, second or first
