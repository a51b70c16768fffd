"""Rules that the policy digest passes over: it does not know their words, or sees only the start of their line."""

from __future__ import annotations

from clawbudget.injection.digest import FENCE
from clawbudget.injection.fates import WHOLE, line_fates
from clawbudget.injection.keywords import HIGH_PRIORITY
from clawbudget.injection.mandatory_words import find_mandatory_words
from clawbudget.javascript import collapse_white_space

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clawbudget.injection.fates import Fate
    from clawbudget.injection.keywords import Vocabulary
    from clawbudget.injection.prompt import InjectedFile


class HiddenRule:
    """A rule line without high priority: the ``index`` of its line, its ``fate``, and the words that make it a rule.

    ``unknown_words`` are mandatory words that give no high priority in the digest, ``late_words`` words that would, but
    stand after the part of the line that the digest sees.
    """

    __slots__ = ("fate", "index", "late_words", "unknown_words")

    def __init__(self, index: int, fate: Fate, unknown_words: list[str], late_words: list[str]) -> None:
        self.index = index
        self.fate = fate
        self.unknown_words = unknown_words
        self.late_words = late_words


def hidden_rules(text: str, injected: InjectedFile, vocabulary: Vocabulary) -> list[HiddenRule]:
    """List the hidden rules of an AGENTS.md, of which ``injected`` is left, outside its head and tail.

    ``vocabulary`` is that of the release's digest. An AGENTS.md that fits has none, nor has one without a digest.
    """
    digest = injected.digest
    if digest is None:
        return []
    mandatory = find_mandatory_words(text)
    sources = text.split("\n")
    rules = []
    for index, (line, fate) in enumerate(zip(digest.lines, line_fates(text, injected), strict=False)):
        if line.priority == HIGH_PRIORITY or line.kind == FENCE or fate.kind == WHOLE:
            continue
        unknown = mandatory.get(index, [])
        late = vocabulary.rule_words(collapse_white_space(sources[index])) if line.is_cut else []
        if unknown or late:
            rules.append(HiddenRule(index, fate, unknown, late))
    return rules
