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
    from collections.abc import Collection, Iterator, Mapping, Sequence
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

_MOST_HALVED: Final = 3
"""How often fewer lost rules are tried for a move into the head."""

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
    """Name lost rule lines, in their order and as far as the head has room: as many as brings most once they are there.

    What they take the place of leaves the head, and a rule in the head still takes room in the digest.
    """
    survey = Survey(attempts.text, attempts.max_line)
    head = injected.length_of(HEAD)
    lost = survey.not_whole(attempts.cut)
    reached = accumulate(length(survey.lines[index]) + 1 for index in lost)
    fitting = [index for index, size in zip(lost, reached, strict=True) if size <= head]
    counts = sorted({len(fitting) >> halved for halved in range(_MOST_HALVED + 1)} - {0})
    gains = {count: _gain(_moved_up(survey.lines, fitting[:count]), attempts) for count in counts}
    count = max(counts, key=lambda count: gains[count], default=0)
    if count and gains[count] > 0:
        lines = tuple(index + 1 for index in fitting[:count])
        yield Advice(LOST_RULE, lines=lines, details=f"{head:,}", rules=gains[count])


def _moved_up(lines: Sequence[str], indexes: Collection[int]) -> str:
    moved = frozenset(indexes)
    stay = (line for index, line in enumerate(lines) if index not in moved)
    return "\n".join([*(lines[index] for index in indexes), *stay])


def _hidden_rules(injected: InjectedFile, attempts: Attempts) -> Iterator[Advice]:
    """Take rules with the same unknown words together; what counts is what the digest then has room for in all."""
    by_words: dict[str, list[int]] = {}
    for rule in hidden_rules(attempts.text, injected, VOCABULARIES[attempts.cut.contract.digest]):
        if rule.unknown_words:
            by_words.setdefault(", ".join(rule.unknown_words), []).append(rule.index)
    for words, indexes in sorted(by_words.items(), key=lambda found: -len(found[1]))[:_MOST_WORDS]:
        lines = attempts.text.split("\n")
        for index in indexes:
            lines[index] = _START.sub(r"\g<0>MUST ", lines[index], count=1)
        gain = _gain("\n".join(lines), attempts)
        if gain > 0:
            yield Advice(HIDDEN_RULE, lines=tuple(index + 1 for index in indexes), details=words, rules=gain)


def _gain(changed: str, attempts: Attempts) -> int:
    """Tell how many more rule lines reach the model whole once AGENTS.md has been changed."""
    return _whole_rules(changed, attempts) - _whole_rules(attempts.text, attempts)


def _whole_rules(text: str, attempts: Attempts) -> int:
    survey = Survey(text, attempts.max_line)
    return survey.whole_rules(text, {}, attempts.cut)
