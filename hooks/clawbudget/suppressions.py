"""Comments in a bootstrap file that let single findings pass.

``<!-- clawbudget: allow line-too-long -->`` is about the next line that is not blank, ``allow-file`` about the whole
file; several rules stand with spaces or commas between them. The comment itself is injected, and counts, like all else.
"""

from __future__ import annotations

import re

from clawbudget.findings import RULES, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

    from clawbudget.reading import BootstrapFile

# Bounded, and stopped by the next comment, so that a line of nothing but unfinished ones takes no longer than others.
_COMMENT: Final = re.compile(r"<!--[ \t]{0,9}clawbudget:([^<>]{0,300})-->")

OF_A_LINE: Final = ("line-too-long", "invalid-utf8", "hidden-rule")
"""The rules that a comment can allow for one line."""

OF_A_FILE: Final = ("file-too-long", *OF_A_LINE, "near-limit")
"""Those that it can allow for a whole file. The others are about no text that OpenClaw reads, or about no one file."""


class Suppression:
    """One rule that one comment allows: in the line ``target``, or in the whole file if that is None."""

    __slots__ = ("line", "rule", "target", "used")

    def __init__(self, rule: str, line: int, target: int | None) -> None:
        self.rule = rule
        self.line = line
        self.target = target
        self.used = False


def apply_suppressions(findings: Iterable[Finding], files: Iterable[BootstrapFile]) -> list[Finding]:
    """Leave out the findings that comments in ``files`` allow, and add one for each comment that allows nothing."""
    left = list(findings)
    for file in files:
        if file.data is not None:
            left = _apply(file, left)
    return left


def _apply(file: BootstrapFile, findings: Iterable[Finding]) -> list[Finding]:
    suppressions, left = _read(file)
    covering: dict[tuple[str, int | None], list[Suppression]] = {}
    for each in suppressions:
        covering.setdefault((each.rule, each.target), []).append(each)
    for finding in findings:
        found: list[Suppression] = []
        if finding.path == file.path:
            for target in {finding.line, None}:
                found += covering.get((finding.rule, target), [])
        for each in found:
            each.used = True
        if not found:
            left.append(finding)
    for each in suppressions:
        if not each.used:
            where = "in this file" if each.target is None else "in the next line"
            left.append(_unused(file, each.line, f"there is no {each.rule} {where} to allow"))
    return left


def lines_allowed(lines: list[str], rule: str) -> frozenset[int]:
    """Give the numbers, from 1, of the lines for which comments among them allow ``rule``."""
    allowed: set[int] = set()
    for index, comment in _comments(lines):
        verb, rules = _parts(comment)
        if rule in rules and verb == "allow-file":
            return frozenset(range(1, len(lines) + 1))
        if rule in rules and verb == "allow":
            allowed.add(_next_line(lines, index))
    return frozenset(allowed)


def _parts(comment: str) -> tuple[str, list[str]]:
    verb, *rules = comment.replace(",", " ").split() or [""]
    return verb, rules


def _read(file: BootstrapFile) -> tuple[list[Suppression], list[Finding]]:
    """Give what the comments of a file allow, and findings about those that can allow nothing."""
    suppressions: list[Suppression] = []
    findings: list[Finding] = []
    lines = file.text.split("\n")
    for index, comment in _comments(lines):
        verb, rules = _parts(comment)
        for problem in _problems(verb, rules):
            findings.append(_unused(file, index + 1, problem))
        allowed = {"allow": OF_A_LINE, "allow-file": OF_A_FILE}.get(verb, ())
        target = _next_line(lines, index) if verb == "allow" else None
        suppressions += [Suppression(rule, index + 1, target) for rule in rules if rule in allowed]
    return suppressions, findings


def _comments(lines: list[str]) -> Iterator[tuple[int, str]]:
    for index, line in enumerate(lines):
        if "clawbudget:" in line:
            for match in _COMMENT.finditer(line):
                yield index, match[1]


def _next_line(lines: list[str], index: int) -> int:
    """Give the number of the next line that holds something; if there is none, of the line after the last."""
    number = index + 1
    while number < len(lines) and not lines[number].strip():
        number += 1
    return number + 1


def _problems(verb: str, rules: list[str]) -> Iterator[str]:
    if verb not in ("allow", "allow-file"):
        yield f"a comment to clawbudget says “{verb}”, which is neither “allow” nor “allow-file”"
    elif not rules:
        yield "a comment to clawbudget names no rule"
    else:
        for rule in rules:
            if rule not in RULES:
                yield f"there is no rule {rule}{_guess(rule)}"
            elif rule not in OF_A_FILE:
                yield f"no comment can allow {rule}; a settings file can"
            elif verb == "allow" and rule not in OF_A_LINE:
                yield f"{rule} is not about a line; “allow-file {rule}” allows it"


def _guess(rule: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(rule, RULES, 1)
    return f"; did you mean {near[0]}?" if near else ""


def _unused(file: BootstrapFile, line: int, problem: str) -> Finding:
    return Finding("unused-suppression", file.path, problem, "remove or correct the comment", line=line)
