"""Records the goldens: run ``python -m goldens.record`` after a change of the recipes or of the table of contracts.

``recorded.json`` maps the name of each case to what released OpenClaw injects: a list of pairs, the releases that agree
and, by file, the text. A long text is told by its length and hash, and a whole note about a missing file by null.
Needs node, and npm for releases that are not cached.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from clawbudget.javascript import length
from clawbudget.releases import Release
from goldens.recipes import cases
from oracle.cases import question
from oracle.released import RELEASES, ask, ask_for_readers

if TYPE_CHECKING:
    from collections.abc import Mapping

RECORDED = Path(__file__).with_name("recorded.json")
SESSIONS = Path(__file__).with_name("sessions.json")

MAX_TEXT = 160
"""Code units of a text that is recorded in full."""


Short = str | list[int | str] | None


def in_short(injected: Mapping[str, str]) -> dict[str, Short]:
    """Write injected texts by path as they are recorded: by the name of the file."""
    return {path.rpartition("/")[2]: _text_in_short(path, text) for path, text in injected.items()}


def _text_in_short(path: str, text: str) -> Short:
    if text == f"[MISSING] Expected at: {path}":
        return None
    if length(text) <= MAX_TEXT:
        return text
    return [length(text), hashlib.sha256(text.encode("utf-16-le", "surrogatepass")).hexdigest()[:16]]


def main() -> None:
    named = dict(cases())
    recorded: dict[str, list[tuple[list[str], object]]] = {name: [] for name in named}
    for version in RELEASES:
        release = Release.named(version)
        answers = ask(version, [question(case, release) for case in named.values()])
        for name, answer in zip(named, answers, strict=True):
            _add(recorded[name], version, in_short(answer))
    lines = (f"{json.dumps(name)}: {json.dumps(groups)}" for name, groups in recorded.items())
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="ascii")
    readers = {version: ask_for_readers(version, Release.named(version).contract.files) for version in RELEASES}
    SESSIONS.write_text(json.dumps(readers, indent=1) + "\n", encoding="ascii")


def _add(groups: list[tuple[list[str], object]], version: str, answer: object) -> None:
    for versions, known in groups:
        if known == answer:
            versions.append(version)
            return
    groups.append(([version], answer))


if __name__ == "__main__":
    main()
