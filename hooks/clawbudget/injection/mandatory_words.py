"""Words that make a sentence a rule in languages that OpenClaw's policy digest knows little or nothing of.

For each language the common words for must, must not, never, always and forbidden, with the source that says they mean
that. To add a language, add a row.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Language:
    """A language's mandatory ``words`` and where they are from; ``spaced`` if it sets its words apart by blanks."""

    __slots__ = ("name", "source", "spaced", "words")

    def __init__(self, name: str, words: str, source: str, *, spaced: bool = True) -> None:
        self.name = name
        self.words = tuple(word.strip().casefold() for word in words.split(","))
        self.source = source
        self.spaced = spaced


LANGUAGES: Final = (
    Language(
        "Chinese (simplified)",
        "必须, 务必, 禁止, 严禁, 不得, 不要, 不准, 不许, 切勿, 绝不, 绝对不, 永远不, 始终, 总是, 一律",
        "立法技术规范（试行）（一）, 2009, on 必须, 不得 and 禁止; 现代汉语词典 for the others",
        spaced=False,
    ),
    Language(
        "Chinese (traditional)",
        "必須, 務必, 禁止, 嚴禁, 不得, 不要, 不准, 不許, 切勿, 絕不, 絕對不, 永遠不, 始終, 總是, 一律",
        "教育部重編國語辭典修訂本",
        spaced=False,
    ),
    Language(
        "Japanese",
        "なければならない, なければなりません, てはならない, てはなりません, てはいけない, てはいけません, "
        "ないでください, 必ず, 必須, 禁止, 厳禁, 決して, 絶対に, 常に",
        "JIS Z 8301, 7, on しなければならない and してはならない; デジタル大辞泉 for the others",
        spaced=False,
    ),
    Language(
        "Korean",
        "해야 한다, 해야 합니다, 안 된다, 안 됩니다, 하지 마, 반드시, 절대, 금지, 항상, 필수",
        "KS A 0001 on 하여야 한다 and 하여서는 안 된다; 표준국어대사전 for the others",
        spaced=False,
    ),
    Language(
        "Russian",
        "должен, должна, должно, должны, обязан, обязательно, нельзя, никогда, всегда, запрещено, запрещается",
        "ГОСТ 2.105-95, 4.2.2, on должен and запрещается; Ожегов, Толковый словарь русского языка, for the others",
    ),
    Language(
        "Spanish",
        "debe, deben, nunca, jamás, siempre, prohibido, prohibida, obligatorio, obligatoria",
        "ISO/IEC Directives, Part 2, in Spanish (UNE) on debe; Diccionario de la lengua española for the others",
    ),
    Language(
        "Portuguese",
        "deve, devem, nunca, jamais, sempre, proibido, proibida, obrigatório, obrigatória",
        "ABNT Diretiva 2 on deve; Dicionário Priberam for the others",
    ),
    # Not "nie": it is Polish for "not".
    Language(
        "German",
        "muss, müssen, darf nicht, dürfen nicht, niemals, immer, verboten, untersagt",
        "DIN 820-2 on muss and darf nicht; Duden for the others",
    ),
    Language(
        "French",
        "doit, doivent, ne pas, jamais, toujours, interdit, interdite, obligatoire",
        "Directives ISO/IEC, Partie 2, on doit; Larousse for the others",
    ),
)


def find_mandatory_words(text: str) -> dict[int, list[str]]:
    """Find the mandatory words in a text: the index of each line that holds some, and which.

    Words of spaced languages count between characters that are neither letters nor digits, in any case; the others
    anywhere.
    """
    folded = text.casefold()
    found: dict[int, list[str]] = {}
    for word, spaced in _WORDS.items():
        _collect(found, folded, word, spaced=spaced)
    return found


_WORDS: Final = {word: language.spaced for language in LANGUAGES for word in language.words}


def _collect(found: dict[int, list[str]], folded: str, word: str, *, spaced: bool) -> None:
    index = counted = 0
    at = folded.find(word)
    while at >= 0:
        after = at + len(word)
        if not spaced or _stands_alone(folded, at, after):
            index += folded.count("\n", counted, at)
            counted = at
            found.setdefault(index, []).append(word)
            after = folded.find("\n", at)  # once a line is enough
            if after < 0:
                return
        at = folded.find(word, after)


def _stands_alone(text: str, start: int, end: int) -> bool:
    return not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum())
