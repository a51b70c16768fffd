"""The files that are measured with: prose as in real workspaces, of any size, within the limits or over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("AGENTS", "SOUL", "TOOLS", "IDENTITY", "USER", "HEARTBEAT", "BOOTSTRAP", "MEMORY")
FILES = tuple(f"{name}.md" for name in NAMES)

_SHORT = "".join(
    [f"- Rule {number}: look twice, cut once, and write down what you did and why.\n" for number in range(9)]
    + ["- Größe und Maß: 二度測り、一度で切る。 ✂ 🔴\n"]
)
_CLAUSE = "you must **ask** before you touch `the pump`, and [write down](https://example.invalid/log) what it said; "
_LONG = "- Always: " + _CLAUSE * 4 + "then you stop.\n"
_LONG_AND_SHORT = _LONG + "- " + "look twice, cut once. " * 2 + "\n"


def prose(size: int) -> str:
    """Give ``size`` characters in lines of some 80, one in ten of them not ASCII."""
    return (_SHORT * (size // len(_SHORT) + 1))[:size]


def long_lines(size: int) -> str:
    """Give some ``size`` characters of list items, every other one of them 450 characters long: 40 in 20 KB."""
    return _LONG_AND_SHORT * round(size / len(_LONG_AND_SHORT))


def write_workspace(folder: Path, size: int) -> None:
    """Write eight files of ``size`` characters each."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        (folder / name).write_text(prose(size), encoding="utf-8")
