"""What ``fuzz.py`` holds against a run: what it printed, and what it left on disk."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import yaml

from clawbudget.findings import RULES
from clawbudget.releases import BOOTSTRAP_FILES, MEMORY_FILES
from fuzz_inputs import MARK_UP

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Disk = dict[str, bytes]

_KEPT = frozenset("\n\u200c\u200d")
"""Characters that do not print themselves, and may be printed all the same."""

_KEPT_ON_PAGES = _KEPT | frozenset("\t\u00a0\u3000")
_ANNOTATION = re.compile(
    r"::(?:error|warning|notice) (?:(?:file|line|endLine|col|endColumn|title)=[^:,]*(?:,(?!:)|(?=::)))+::.*"
)
_COMMANDS = ("##[", "##vso[", "##teamcity[")

# What is printed as it is in the file, because that is what was asked for.
_VIEWS = ("--lost", "--digest", "--advise", "--compare")


def what_is_wrong_with_the_text(arguments: Sequence[str], printed: str, told: str) -> Iterator[str]:
    """Judge what a command printed as its report, and what it told beside that."""
    arguments = _without_paths(arguments)
    yield from _harm(told, _KEPT)
    if _is_exact(arguments):
        return
    report = arguments[arguments.index("--format") + 1] if "--format" in arguments else "text"
    if report == "github" and not told.startswith(f"clawbudget {arguments[0]}: "):
        for line in printed.splitlines():
            title = line.partition("title=")[2].partition("::")[0]
            if title not in RULES or not _ANNOTATION.fullmatch(line):
                yield f"no annotation: {line!r}"
        printed = re.sub("(?m)^::", "", printed)
    yield from _harm(printed, _KEPT_ON_PAGES if report == "html" else _KEPT)
    if report in ("json", "sarif") and printed:
        json.loads(printed)
        if not printed.isascii():
            yield "JSON that is no ASCII"
    if report == "html" and MARK_UP in printed:
        yield "mark-up from a text in a page"


def _without_paths(arguments: Sequence[str]) -> Sequence[str]:
    return arguments[: arguments.index("--")] if "--" in arguments else arguments


def _is_exact(arguments: Sequence[str]) -> bool:
    if arguments[0] == "show":
        return "--file" in arguments and not any(view in arguments for view in _VIEWS)
    return arguments[0] == "wrap" and "--diff" in arguments


def _harm(text: str, kept: frozenset[str]) -> Iterator[str]:
    harmful = {character for character in text if not (character.isprintable() or character in kept)}
    if harmful:
        yield f"raw characters: {sorted(harmful)!r}"
    for line in text.split("\n"):
        if line.lstrip().startswith("::"):
            yield f"a workflow command: {line!r}"
        if any(command in line for command in _COMMANDS):
            yield f"a command to a CI system: {line!r}"


def what_is_wrong_with_the_disk(arguments: Sequence[str], before: Disk, after: Disk) -> Iterator[str]:
    """Judge what a command changed: nothing but what its name and options say."""
    arguments = _without_paths(arguments)
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    if "-o" in arguments[:-1]:
        changed.discard(arguments[arguments.index("-o") + 1])
    if arguments[0] == "init" and "--yes" in arguments:
        yield from _wrong_with_the_hooks(before, after, changed)
        return
    if arguments[0] == "wrap" and not {"--diff", "--check"}.intersection(arguments):
        yield from _wrong_with_the_wrapping(arguments, before, after, changed)
        return
    for name in changed:
        yield f"changed {name!r}"


def _wrong_with_the_hooks(before: Disk, after: Disk, changed: set[str]) -> Iterator[str]:
    name = ".pre-commit-config.yaml"
    if changed - {name}:
        yield f"changed {changed!r}"
    if name not in changed or name not in before:
        return
    old, new = before[name], after[name]
    if not any(old == new[:at] + new[at + len(new) - len(old) :] for at in range(len(old) + 1)):
        yield "what was in the file is no more as it was"
    try:
        was = yaml.safe_load(old)
    except (yaml.YAMLError, ValueError, TypeError, AttributeError):
        return  # values that are none, such as the 30th of February; pre-commit refuses the file
    now = yaml.safe_load(new)
    added = now["repos"].pop()
    if was != now:
        yield "the other settings are no more what they were"
    if [hook["id"] for hook in added["hooks"]] != ["bootstrap-budget"]:
        yield f"the hook is {added!r}"


def _wrong_with_the_wrapping(arguments: Sequence[str], before: Disk, after: Disk, changed: set[str]) -> Iterator[str]:
    for name in changed:
        base = name.rpartition("/")[2]
        if base not in BOOTSTRAP_FILES or name not in before or name not in after:
            yield f"changed {name!r}"
        elif base in MEMORY_FILES and "--include-memory" not in arguments:
            yield f"changed {name!r}, a memory file"
        elif _visible(before[name], arguments) != _visible(after[name], arguments):
            yield f"changed more of {name!r} than it may"
        elif _breaks_at_blanks_alone(arguments) and _words(before[name]) != _words(after[name]):
            yield f"broke {name!r} where there was no blank"


def _breaks_at_blanks_alone(arguments: Sequence[str]) -> bool:
    return "--no-cjk" in arguments and not {"--split", "--squeeze"}.intersection(arguments)


def _words(data: bytes) -> list[bytes]:
    return data.replace(b">", b" ").split()


def _visible(data: bytes, arguments: Sequence[str]) -> bytes:
    """Take out of a text what wrapping with these options may add or take out anywhere."""
    if "--split" in arguments:
        # New items have markers, and ordered lists go on counting.
        data = re.sub(rb"(?m)^([ \t>]*)(?:[-+*]|\d{1,9}[.)])(?=\s|\Z)", rb"\1", data)
    data = b"".join(_words(data))
    # A rule of stars may be shortened; two stars of a text may be parted by a line end.
    return re.sub(rb"([-_*=])\1+", rb"\1", data) if "--squeeze" in arguments else data
