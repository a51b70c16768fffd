"""What would bring most of an AGENTS.md in front of the model: changes that its owner can make, and what each saves."""

from __future__ import annotations

import re
from itertools import accumulate

from clawbudget.injection.hidden_rules import hidden_rules
from clawbudget.injection.keywords import VOCABULARIES
from clawbudget.injection.trimming import HEAD
from clawbudget.javascript import collapse_white_space, length
from clawbudget.sections import largest_sections
from clawbudget.survival.reach import Survey
from clawbudget.wrapping.squeezing import squeeze

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Final

    from clawbudget.injection.prompt import InjectedFile
    from clawbudget.survival.attempts import Attempts
    from clawbudget.survival.gains import Gain

SECTION: Final = "section"
LOST_RULE: Final = "lost rule"
WRAP: Final = "wrap"
SPLIT: Final = "split"
HIDDEN_RULE: Final = "hidden rule"
REPEATED: Final = "repeated line"
SQUEEZE: Final = "squeeze"

_MARKS_PART = re.compile(r"[> ]*(?:#|\[!)")
"""Matches headings and the titles of alerts, which may be alike in several parts of a file."""

_START = re.compile(r"[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?")
"""Matches what stands before the words of a line."""

_WORTH_TELLING: Final = 20
"""Code units of a line whose repetition is worth a word."""

_MOST_WORDS: Final = 10
"""Sets of unknown words that are told of; each of them takes a look at the whole file."""


class Advice:
    """Something to do: its ``kind``, the ``lines`` (from 1) that it is about, and ``details`` to tell.

    ``rules`` tells how many more rule lines would reach the model whole, ``characters`` how many fewer the file had.
    """

    __slots__ = ("characters", "details", "kind", "lines", "rules")

    def __init__(
        self, kind: str, *, lines: tuple[int, ...] = (), details: str = "", rules: int = 0, characters: int = 0
    ) -> None:
        self.kind = kind
        self.lines = lines
        self.details = details
        self.rules = rules
        self.characters = characters


def advise(text: str, injected: InjectedFile, attempts: Attempts | None) -> list[Advice]:
    """Give advice on an AGENTS.md with this text, of which ``injected`` is left: what brings most comes first.

    ``attempts`` are those to lay it out; None if it is not cut.
    """
    found = [*_sections(text), *_repeated(text), *_squeezed(text)]
    if attempts:
        found += [*_layouts(attempts), *_lost_rules(injected, attempts), *_hidden_rules(injected, attempts)]
    return sorted(found, key=lambda advice: (-advice.rules, -advice.characters))


def _sections(text: str) -> Iterator[Advice]:
    sections = largest_sections(text)
    if len(sections) > 1:
        for section in sections:
            yield Advice(SECTION, details=section.heading, characters=section.size)


def _repeated(text: str) -> Iterator[Advice]:
    places: dict[str, list[int]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        places.setdefault(collapse_white_space(line), []).append(number)
    for line, (first, *others) in places.items():
        is_text = any(map(str.isalpha, line)) and not _MARKS_PART.match(line)
        if others and length(line) >= _WORTH_TELLING and is_text:
            yield Advice(REPEATED, lines=tuple(others), details=str(first), characters=(length(line) + 1) * len(others))


def _squeezed(text: str) -> Iterator[Advice]:
    savings = squeeze(text).savings
    if saved := sum(savings.values()):
        details = ", ".join(f"{kind} {units:,}" for kind, units in savings.items())
        yield Advice(SQUEEZE, details=details, characters=saved)


def _layouts(attempts: Attempts) -> Iterator[Advice]:
    if not attempts.wrapped.changed:
        return
    by_wrapping, by_splitting = attempts.by_wrapping, attempts.by_splitting
    if by_wrapping.ink_after > by_wrapping.ink_before:
        yield _layout(WRAP, attempts.wrapped.changed, by_wrapping)
    if by_splitting.ink_after > max(by_wrapping.ink_after, by_wrapping.ink_before):
        yield _layout(SPLIT, attempts.divided.changed, by_splitting)


def _layout(kind: str, changed: Mapping[int, int], gain: Gain) -> Advice:
    rules = max(0, gain.after - gain.before)
    characters = 0 if rules else gain.ink_after - gain.ink_before
    return Advice(kind, lines=tuple(changed), rules=rules, characters=characters)


def _lost_rules(injected: InjectedFile, attempts: Attempts) -> Iterator[Advice]:
    """Name the lost rule lines, in their order, as far as the head has room for them."""
    survey = Survey(attempts.text, attempts.max_line)
    head = injected.length_of(HEAD)
    lost = survey.not_whole(attempts.cut)
    reached = accumulate(length(survey.lines[index]) + 1 for index in lost)
    fitting = tuple(index + 1 for index, size in zip(lost, reached, strict=True) if size <= head)
    if fitting:
        yield Advice(LOST_RULE, lines=fitting, details=f"{head:,}", rules=len(fitting))


def _hidden_rules(injected: InjectedFile, attempts: Attempts) -> Iterator[Advice]:
    """Take rules with the same unknown words together; what counts is how many the digest then has room for."""
    by_words: dict[str, list[int]] = {}
    for rule in hidden_rules(attempts.text, injected, VOCABULARIES[attempts.cut.contract.digest]):
        if rule.unknown_words:
            by_words.setdefault(", ".join(rule.unknown_words), []).append(rule.index)
    for words, indexes in sorted(by_words.items(), key=lambda found: -len(found[1]))[:_MOST_WORDS]:
        lines = attempts.text.split("\n")
        for index in indexes:
            lines[index] = _START.sub(r"\g<0>MUST ", lines[index], count=1)
        lost = frozenset(Survey("\n".join(lines), attempts.max_line).not_whole(attempts.cut))
        saved = sum(index not in lost for index in indexes)
        if saved:
            yield Advice(HIDDEN_RULE, lines=tuple(index + 1 for index in indexes), details=words, rules=saved)
