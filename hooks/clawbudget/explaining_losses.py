"""What is lost on the way into the prompt, in words: for findings about files and lines that OpenClaw cuts."""

from __future__ import annotations

from clawbudget.findings import Finding, columns_of, quote
from clawbudget.injection.fates import CUT, CUT_IN_DIGEST, IN_DIGEST, LOST, WHOLE
from clawbudget.injection.hidden_rules import hidden_rules
from clawbudget.injection.keywords import VOCABULARIES
from clawbudget.injection.prompt import DROPPED, TOTAL, WHOLE_FILE
from clawbudget.javascript import collapse_white_space
from clawbudget.releases import MAX_LINE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from clawbudget.evidence import Evidence
    from clawbudget.injection.fates import Fate
    from clawbudget.injection.hidden_rules import HiddenRule
    from clawbudget.reading import BootstrapFile
    from clawbudget.releases import Release

_LEFT_OF_LINE: Final = {
    WHOLE: "in the part of the file that stays whole",
    CUT: "cut: {0.start:,} characters of its start and {0.end:,} of its end reach the model",
    IN_DIGEST: "whole in the digest",
    CUT_IN_DIGEST: "cut: the digest keeps its first {0.start:,} characters",
    LOST: "lost: nothing of it reaches the model",
}


def what_is_lost(file: BootstrapFile, evidence: Evidence) -> str:
    """Say how much of a file is injected, which lines are lost and how many rule lines; "" if it is injected whole."""
    loss = evidence.loss_of(file)
    if loss.injected.cause == WHOLE_FILE:
        return ""
    name = evidence.limits.release_for(file.name).name
    if not loss.injected.parts:
        return f"OpenClaw {name} would inject nothing of it"
    stated = [f"OpenClaw {name} would inject {loss.injected.injected:,} of {loss.injected.raw:,} characters"]
    if cut := loss.indexes(CUT):
        stated.append(f"{_these_lines(cut)} cut")
    kept = loss.indexes(IN_DIGEST, CUT_IN_DIGEST)
    if missing := sorted(loss.indexes(LOST) + kept):
        exception = f" except for {_digest_lines(kept, loss.indexes(CUT_IN_DIGEST))}" if kept else ""
        stated.append(f"{_lines(missing)} lost{exception}")
    if rules := loss.rules(LOST):
        stated.append(f"{_count(len(rules), 'rule line')} among the lost")
    return "; ".join(stated)


def _digest_lines(kept: list[int], cut: list[int]) -> str:
    return _count(len(kept), "digest line") + (f", {len(cut):,} of them cut" if cut else "")


def what_is_left_of(file: BootstrapFile, number: int, evidence: Evidence) -> str:
    """Say what is left of the line with this number of a file that is cut."""
    return _left(evidence.loss_of(file).fates[number - 1])


def _left(fate: Fate) -> str:
    return _LEFT_OF_LINE[fate.kind].format(fate)


def hidden_rule_findings(file: BootstrapFile, evidence: Evidence) -> Iterator[Finding]:
    """Find the rules in the part of an AGENTS.md that is cut which the digest does not take for rules."""
    loss = evidence.loss_of(file)
    release = evidence.limits.release_for(file.name)
    if not loss.injected.digest:
        return
    for rule in hidden_rules(file.text, loss.injected, VOCABULARIES[release.contract.digest]):
        line = loss.lines[rule.index]
        yield Finding(
            "hidden-rule",
            file.path,
            f"OpenClaw {release.name} does not see that this is a rule: {_why_hidden(rule)}; {_left(rule.fate)}: "
            f"{quote(collapse_white_space(line))}",
            "move it to the first 45 % of the file, or begin it as a list item with an English MUST or NEVER",
            line=rule.index + 1,
            columns=columns_of(line),
            source=line,
            release=release.name,
        )


def _why_hidden(rule: HiddenRule) -> str:
    if rule.late_words:
        return f"its {_quoted(rule.late_words)} stands after column {MAX_LINE - 1}"
    return f"its digest does not know {_quoted(rule.unknown_words)}"


def _quoted(words: list[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)


def what_the_total_takes(evidence: Evidence, release: Release) -> tuple[dict[str, int], list[str]]:
    """Tell which files are cut because of the total, to how many UTF-16 code units, and which are dropped."""
    files = evidence.injection_under(release).files
    cut = {file.name: file.limit for file in files if file.cause == TOTAL}
    return cut, [file.name for file in files if file.cause == DROPPED]


def _these_lines(indexes: list[int]) -> str:
    """Name each of the lines, with their verb: at most two are cut, by the head's end and by the tail's start."""
    numbers = " and ".join(str(index + 1) for index in indexes)
    return f"line {numbers} is" if len(indexes) == 1 else f"lines {numbers} are"


def _lines(indexes: list[int]) -> str:
    """Name the lines from the first to the last of ``indexes``, with their verb."""
    first, last = indexes[0] + 1, indexes[-1] + 1
    return f"line {first} is" if first == last else f"lines {first}-{last} are"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
