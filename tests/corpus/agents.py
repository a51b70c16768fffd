"""Makes AGENTS.md files as people write them, from 20,001 to 120,000 characters, with long lines in every place.

The files differ in size, language, how many lines hold a rule word, how many lines are long and where, and whether the
text stands in lists or in paragraphs. Run it with a folder as its argument to look at them.
"""

from __future__ import annotations

import sys
from itertools import cycle, islice, product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from clawbudget.javascript import length

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ENGLISH, CHINESE, BOTH = "en", "zh", "both"
EVERYWHERE, HEAD, MIDDLE, TAIL = "all", "head", "middle", "tail"
LISTS, PARAGRAPHS, MIXED = "lists", "prose", "mixed"
SIZES = (20_001, 21_400, 23_000, 25_000, 28_000, 20_600, 33_000, 40_000, 52_000, 75_000, 120_000)
_FILES = 72

_THINGS = (
    "the deploy script", "the family calendar", "the backup box", "the staging database", "the release notes",
    "the pump controller", "the mail account", "the shopping list", "the heating schedule", "the photo archive",
    "the billing export", "the weather station", "the door lock", "the school newsletter", "the log folder",
    "the API gateway", "the translation memory", "the invoice template", "the password store", "the robot vacuum",
)  # fmt: skip
_PEOPLE = ("the household", "Maria", "the on-call person", "the customer", "the team lead", "Jo", "the reviewer")
_DEEDS = (
    "read {thing} from top to bottom", "compare {thing} with last week's copy", "write down what changed in {thing}",
    "ask {who} about {thing}", "restart {thing}", "send a summary of {thing} to {who}", "tidy up {thing}",
    "keep {thing} in sync with the notes of {who}", "look at {thing} twice", "make a copy of {thing}",
)  # fmt: skip
_WHEN = (
    "before lunch", "on Mondays", "after the nightly run", "when somebody asks", "as soon as the queue is empty",
    "during the quiet hours", "once the numbers are in", "whenever the light is red", "at the end of the month",
)  # fmt: skip
_RULES = (
    "You must {deed} {when}", "Never {deed} {when}", "Do not {deed}, not even {when}", "{who} must {deed} {when}",
    "It is required to {deed} {when}", "Never let a secret slip into {thing}", "Every credential of {thing} must go",
)  # fmt: skip
_HINTS = (
    "Run the test for {thing} {when}", "The owner of {thing} is {who}", "A commit about {thing} goes out {when}",
    "The command for {thing} is in the notes", "Push {thing} {when}",
)  # fmt: skip
_PLAIN = (
    "Usually {who} likes to {deed} {when}", "It helps to {deed} {when}", "In most weeks {thing} is quiet",
    "{who} may {deed} {when}, and that is fine", "Think of {thing} as a guest {when}",
    "If {thing} looks odd, {deed} {when}, or wait", "The colour of {thing} says nothing",
)  # fmt: skip
_TAILS = (
    "",
    "",
    "",
    ", however late it is",
    "; nobody minds",
    ", and say so",
    " (see `docs/notes.md`)",
    ": **every time**",
)

_ZH_THINGS = (
    "部署脚本",
    "家庭日历",
    "备份服务器",
    "生产数据库",
    "发布说明",
    "邮件账户",
    "購物清單",
    "暖氣時間表",
    "照片資料夾",
)
_ZH_WHEN = ("上线之前", "每个星期一", "夜间任务之后", "有人询问的时候", "月底結算以後", "安靜的時段裡")
_ZH_RULES = (
    "禁止在{when}修改{thing}", "{when}不得删除{thing}", "切勿把{thing}的密码写进日志", "{when}必須檢查{thing}",
    "务必在{when}确认{thing}", "{thing}一律由負責人處理", "必须must在{when}备份{thing}", "嚴禁在{when}移動{thing}",
)  # fmt: skip
_ZH_PLAIN = (
    "通常{thing}在{when}比较安静", "{when}可以看一下{thing}", "如果{thing}看起来不对，就在{when}再等一会儿",
    "{thing}的顏色沒有特別的意思", "{when}記得和家人聊聊{thing}",
)  # fmt: skip


class Recipe(NamedTuple):
    """What one file is like: ``rules`` and ``long`` are the shares of sentences and of lines that are so."""

    size: int
    language: str
    rules: float
    long: float
    where: str
    form: str


def recipes() -> Iterator[Recipe]:
    """Give the recipes of all files, every value with many of the others."""
    traits = list(product((ENGLISH, CHINESE, BOTH), (0.03, 0.1, 0.3), (EVERYWHERE, HEAD, MIDDLE, TAIL)))
    forms, sizes, shares = cycle((LISTS, PARAGRAPHS, MIXED, MIXED, LISTS)), cycle(SIZES), cycle((0.1, 0.25, 0.45, 0.2))
    for language, rules, where in islice(cycle(traits), _FILES):
        yield Recipe(next(sizes), language, rules, next(shares), where, next(forms))


def corpus() -> Iterator[tuple[str, str]]:
    """Give name and text of each file, the same ones in every run."""
    for number, recipe in enumerate(recipes()):
        traits = f"{recipe.language}-{recipe.where}-{recipe.form}-{recipe.rules:.0%}-rules"
        yield f"{number:02}-{recipe.size}-{traits}", _Author(recipe, Random(number)).file()


class _Author:
    def __init__(self, recipe: Recipe, random: Random) -> None:
        self._recipe = recipe
        self._random = random

    def file(self) -> str:
        """Write sections until the file has its size, and cut its last line so that it has it exactly."""
        lines = ["# Working here", ""]
        written = sum(length(line) + 1 for line in lines)
        while written <= self._recipe.size:
            section = list(self._section(written))
            written += sum(length(line) + 1 for line in section)
            lines += section
        text = "\n".join(lines)
        while length(text) > self._recipe.size:
            text = text[:-1].rstrip()
        return text + "." * (self._recipe.size - length(text)) + "\n"

    def _section(self, written: int) -> Iterator[str]:
        yield f"## {self._fill('{thing}').removeprefix('the ').capitalize()}"
        yield ""
        for _ in range(self._random.randint(1, 3)):
            is_list = {LISTS: 0.9, PARAGRAPHS: 0.15, MIXED: 0.55}[self._recipe.form] > self._random.random()
            yield from self._list(written) if is_list else self._paragraphs(written)

    def _list(self, written: int) -> Iterator[str]:
        is_ordered = self._random.random() < 0.2
        for number in range(1, self._random.randint(3, 8)):
            yield (f"{number}. " if is_ordered else "- ") + self._line(written)
            if self._random.random() < 0.1:
                yield ("   - " if is_ordered else "  - ") + self._line(written)
        yield ""

    def _paragraphs(self, written: int) -> Iterator[str]:
        for _ in range(self._random.randint(1, 3)):
            for _ in range(self._random.choice((1, 1, 2, 3))):
                yield self._line(written)
            yield ""

    def _line(self, written: int) -> str:
        wanted = self._random.randint(245, 700) if self._is_long(written) else self._random.randint(30, 150)
        is_chinese = self._random.random() < {ENGLISH: 0.0, CHINESE: 0.85, BOTH: 0.4}[self._recipe.language]
        sentences: list[str] = []
        most = wanted if wanted > 240 else 230
        while sum(map(length, sentences)) < wanted:
            sentences.append(self._chinese() if is_chinese else self._english())
        line = ("" if is_chinese else " ").join(sentences)
        return line if wanted > 240 or length(line) <= most else line[:most].rstrip()

    def _is_long(self, written: int) -> bool:
        spans = {EVERYWHERE: (0.0, 1.0), HEAD: (0.0, 0.4), MIDDLE: (0.3, 0.85), TAIL: (0.75, 1.0)}
        start, end = spans[self._recipe.where]
        is_there = start <= written / self._recipe.size < end
        return self._random.random() < (self._recipe.long if is_there else 0.04)

    def _english(self) -> str:
        sentence = self._fill(self._pick(self._kind((_RULES, _HINTS, _PLAIN))) + self._pick(_TAILS))
        return sentence[0].upper() + sentence[1:] + "."

    def _chinese(self) -> str:
        return self._fill(self._pick(self._kind((_ZH_RULES, _ZH_PLAIN, _ZH_PLAIN))), chinese=True) + "。"

    def _kind(self, kinds: tuple[Sequence[str], Sequence[str], Sequence[str]]) -> Sequence[str]:
        share = self._recipe.rules
        return self._random.choices(kinds, (share, 0.15, 0.85 - share))[0]

    def _fill(self, template: str, *, chinese: bool = False) -> str:
        filled = template.replace("{deed}", self._pick(_DEEDS))
        things, times = (_ZH_THINGS, _ZH_WHEN) if chinese else (_THINGS, _WHEN)
        return filled.format(thing=self._pick(things), who=self._pick(_PEOPLE), when=self._pick(times))

    def _pick(self, choices: Sequence[str]) -> str:
        return self._random.choice(choices)


def main(folder: str) -> None:
    for name, text in corpus():
        Path(folder, f"{name}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
