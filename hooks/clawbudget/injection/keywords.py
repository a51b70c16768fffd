"""The words by which OpenClaw's policy digest knows a rule, and how it looks for them in a line.

OpenClaw looks with a JavaScript regular expression under the flags ``iu``. There the word characters are the ASCII
letters, digits and ``_``, and besides U+017F (long s) and U+212A (kelvin sign), which also equal ``s`` and ``k``. All
other letters are none: ``必须must遵守`` holds the word ``must``, and so does ``émust``.
"""

from __future__ import annotations

from clawbudget.javascript import collapse_white_space

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

NO_KEYWORD: Final = 0
KEYWORD: Final = 1
HIGH_PRIORITY: Final = 2
"""What the words of a line make of it: nothing, a candidate for the digest, a candidate that is taken first."""

_RULE_WORDS: Final = (
    "AGENTS.md",
    "scoped",
    "required",
    "must",
    "never",
    "do not",
    "before subtree",
    "read scoped",
    "security",
    "secret",
    "credential",
)
_OTHER_WORDS: Final = ("owner", "test", "validation", "command", "commit", "push", "github", "pr")
_CHINESE_RULE_WORDS: Final = ("🔴", "禁止", "嚴禁", "不得", "絕不", "絕對不", "切勿")
_OTHER_CHINESE_WORDS: Final = ("必須", "務必", "一律", "紅線")

_WORD_CHARACTERS: Final = b"0123456789_abcdefghijklmnopqrstuvwxyz"
_BLANK_NON_WORD: Final = bytes(byte if byte in _WORD_CHARACTERS else 0x20 for byte in range(256))


class Vocabulary:
    """The words that one digest knows; English ones count between word boundaries, Chinese ones anywhere."""

    __slots__ = ("_first_tokens", "_others", "_others_anywhere", "_rules", "_rules_anywhere")

    def __init__(self, rules_anywhere: tuple[str, ...] = (), others_anywhere: tuple[str, ...] = ()) -> None:
        self._rules = _EnglishWords(_RULE_WORDS)
        self._others = _EnglishWords(_OTHER_WORDS)
        self._first_tokens = self._rules.first_tokens | self._others.first_tokens
        self._rules_anywhere = rules_anywhere
        self._others_anywhere = others_anywhere

    def priority(self, line: str) -> int:
        """Give HIGH_PRIORITY, KEYWORD or NO_KEYWORD for a line whose white space is collapsed."""
        folded = _fold(line)
        tokens = _tokens(folded)
        if line.isascii() and self._first_tokens.isdisjoint(tokens):  # as most lines are
            return NO_KEYWORD
        if self._rules.occur_in(folded, tokens) or _any_in(line, self._rules_anywhere):
            return HIGH_PRIORITY
        if self._others.occur_in(folded, tokens) or _any_in(line, self._others_anywhere):
            return KEYWORD
        return NO_KEYWORD

    def listed(self) -> Iterator[tuple[str, int, bool]]:
        """Give each word, its priority, and whether it counts between word boundaries only."""
        for words, priority in ((self._rules, HIGH_PRIORITY), (self._others, KEYWORD)):
            yield from ((word, priority, True) for word in words.names)
        for anywhere, priority in ((self._rules_anywhere, HIGH_PRIORITY), (self._others_anywhere, KEYWORD)):
            yield from ((word, priority, False) for word in anywhere)

    def rule_words(self, line: str) -> list[str]:
        """List the words in a line of collapsed white space that give it high priority."""
        folded = _fold(line)
        english = self._rules.found_in(folded, _tokens(folded))
        return [*english, *(word for word in self._rules_anywhere if word in line)]

    def words(self, line: str) -> list[str]:
        """List all the words in a line of collapsed white space that the digest knows, rule words first."""
        if self.priority(line) == NO_KEYWORD:
            return []
        folded = _fold(line)
        others = self._others.found_in(folded, _tokens(folded))
        return [*self.rule_words(line), *others, *(word for word in self._others_anywhere if word in line)]


class _EnglishWords:
    """Words and phrases that stand between word boundaries, in any case."""

    __slots__ = ("_names", "_phrases", "_single", "first_tokens")

    def __init__(self, words: Iterable[str]) -> None:
        self._names = {word.lower().encode("ascii"): word for word in words}
        self._single = frozenset(word for word in self._names if _tokens(word) == [word])
        self._phrases = tuple(word for word in self._names if word not in self._single)
        self.first_tokens = frozenset(_tokens(word)[0] for word in self._names)

    @property
    def names(self) -> list[str]:
        """The words as OpenClaw writes them."""
        return list(self._names.values())

    def occur_in(self, folded: bytes, tokens: list[bytes]) -> bool:
        if not self._single.isdisjoint(tokens):
            return True
        if self.first_tokens.isdisjoint(tokens):
            return False
        return any(_holds(folded, phrase) for phrase in self._phrases)

    def found_in(self, folded: bytes, tokens: list[bytes]) -> list[str]:
        found = self._single.intersection(tokens)
        found |= {phrase for phrase in self._phrases if _holds(folded, phrase)}
        return [name for word, name in self._names.items() if word in found]


def _any_in(line: str, words: tuple[str, ...]) -> bool:
    return not line.isascii() and any(word in line for word in words)


def _fold(line: str) -> bytes:
    """Give one lower-case byte per character; what is outside ASCII and equals no ASCII letter becomes ``?``."""
    if not line.isascii():
        line = line.replace("\u017f", "s").replace("\u212a", "k")
    return line.encode("ascii", "replace").lower()


def _tokens(folded: bytes) -> list[bytes]:
    return folded.translate(_BLANK_NON_WORD).split()


def _holds(folded: bytes, word: bytes) -> bool:
    padded = b" %b " % folded
    at = padded.find(word)
    while at >= 0:
        if padded[at - 1] not in _WORD_CHARACTERS and padded[at + len(word)] not in _WORD_CHARACTERS:
            return True
        at = padded.find(word, at + 1)
    return False


VOCABULARIES: Final = {
    1: Vocabulary(),
    2: Vocabulary(_CHINESE_RULE_WORDS, _OTHER_CHINESE_WORDS),
}
"""By the number of the digest, as in ``Contract.digest``."""


def is_rule_line(line: str) -> bool:
    """Tell whether a line of any file, however long, holds one of the newest digest's words of high priority."""
    return VOCABULARIES[2].priority(collapse_white_space(line)) == HIGH_PRIORITY
