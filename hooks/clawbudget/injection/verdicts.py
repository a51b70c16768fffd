"""Why the policy digest takes a line or leaves it."""

from __future__ import annotations

from clawbudget.injection.digest import CANDIDATE
from clawbudget.injection.keywords import HIGH_PRIORITY, KEYWORD
from clawbudget.javascript import collapse_white_space

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from clawbudget.injection.digest import Digest, DigestLine
    from clawbudget.injection.keywords import Vocabulary

RULE_WORD: Final = "high priority"
WORD: Final = "keyword"
HEADING_OR_ITEM: Final = "heading or list item"
TAKEN_ALONG: Final = "stands right before a candidate"
NOT_A_CANDIDATE: Final = "not a candidate"


class Verdict:
    """What the digest makes of the line with this ``index``.

    ``reason`` tells what makes it a candidate: RULE_WORD, WORD, HEADING_OR_ITEM, or TAKEN_ALONG for a prose line that
    comes with the candidate after it; else NOT_A_CANDIDATE. A candidate that is not ``is_taken`` found no room.
    ``words`` are the digest's words in the line, ``late_words`` those in the source line that stand after its cut.
    """

    __slots__ = ("index", "is_taken", "late_words", "line", "reason", "words")

    def __init__(
        self, index: int, line: DigestLine, reason: str, *, is_taken: bool, words: list[str], late_words: list[str]
    ) -> None:
        self.index = index
        self.line = line
        self.reason = reason
        self.is_taken = is_taken
        self.words = words
        self.late_words = late_words


def verdicts(text: str, digest: Digest, vocabulary: Vocabulary) -> Iterator[Verdict]:
    """Explain the ``digest`` of an AGENTS.md with this ``text``, line by line, blank lines left out.

    ``vocabulary`` is that of the release's digest.
    """
    taken = set(digest.source_lines())
    along = {candidate.index - 1 for candidate in digest.candidates if candidate.takes_prose}
    for index, (source, line) in enumerate(zip(text.split("\n"), digest.lines, strict=False)):
        if not line.text:
            continue
        words = vocabulary.words(line.text)
        all_words = vocabulary.words(collapse_white_space(source)) if line.is_cut else words
        yield Verdict(
            index,
            line,
            TAKEN_ALONG if index in along else _reason(line),
            is_taken=index in taken,
            words=words,
            late_words=[word for word in all_words if word not in words],
        )


def _reason(line: DigestLine) -> str:
    if line.kind != CANDIDATE:
        return NOT_A_CANDIDATE
    return {HIGH_PRIORITY: RULE_WORD, KEYWORD: WORD}.get(line.priority, HEADING_OR_ITEM)
