"""The inputs of the goldens: small workspaces, each named after the branch of OpenClaw's injection that it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clawbudget.injection.sessions import SESSIONS
from clawbudget.javascript import WHITE_SPACE, length
from clawbudget.releases import BOOTSTRAP_FILES
from oracle.cases import Case

if TYPE_CHECKING:
    from collections.abc import Iterator

AMPLE = 60_000

RULES = """\
# House rules

Speak plainly and keep notes short.

- You must ask before you delete anything 🗑️.
- Never post a credential, not even a test one.
1. Plan the trip, then book it.

The following applies to every reply:
禁止 jokes about the weather, 必須 be kind.
Some prose that nobody marked as a rule at all.
```sh
git push --force  # never
```
2) Run the validation command, then commit.
Notes end here; the rest is talk about tea and 茶碗 and long walks by the sea 🌊.
"""

EMOJI = "👨‍👩‍👧😀𝕏 "

WORDS = """\
AGENTS.md scoped required must never security secret credential owner test validation command commit push github pr
🔴 禁止 嚴禁 不得 絕不 絕對不 切勿 必須 務必 一律 紅線 必须 严禁
MUST NEVER Scoped GitHub AGENTSxmd agents.mdx musts tests _must must_ 1must must1
émust musté 必须must遵守 (must) must-not
\u017fcoped mu\u017ft te\u017ft pu\u017fh \u212amust must\u212a \u212a \u017fmust must\u017f
\u0130must must\u0130 g\u0131thub g\u0130thub comm\u0131t do before read subtree
"""
PHRASES: tuple[str, ...] = (
    "do not",
    "before subtree",
    "read scoped",
    "do  not",
    "do-not",
    "do\tnot",
    "do\u00a0not",
    "DO NOT",
    "do nots",
)
PHRASES += ("xdo not", "do xdo not", "do xdo not do not", "agents xagents.md", "before xbefore subtree", "read xscoped")


def cases() -> Iterator[tuple[str, Case]]:
    """Give every case with its name; the part before the first ``:`` names its group."""
    for group in (
        _limits,
        _trailing_white_space,
        _totals,
        _missing_files,
        _user_cap,
        _keywords,
        _line_starts,
        _long_lines,
        _prose,
        _white_space_in_lines,
        _line_ends,
        _pairs,
        _selection,
        _sessions,
        _defaults,
    ):
        name = group.__name__.strip("_").replace("_", " ")
        yield from ((f"{name}: {title}", case) for title, case in group())


def _talk(units: int) -> str:
    """Write prose of so many units without a digest candidate in it."""
    sentence = "We walked along the river and talked of tea, boats and the slow light of autumn.\n"
    return (sentence * (units // len(sentence) + 1))[:units]


def _alone(text: str, limit: int, total: int = AMPLE) -> Case:
    return Case({"AGENTS.md": text}, limit, total)


def _amid_talk(line: str) -> Case:
    """Put a line into the middle of an AGENTS.md, where only the digest can save it."""
    return _alone(f"{_talk(400)}\n\n{line}\n\n{_talk(400)}", 600)


def _limits() -> Iterator[tuple[str, Case]]:
    for limit in range(1, 401):
        yield str(limit), Case({"AGENTS.md": RULES, "SOUL.md": RULES}, limit, AMPLE)
    for offset in (-1, 0, 1):
        yield f"text longer by {offset}", Case(dict.fromkeys(BOOTSTRAP_FILES, _talk(300 + offset)), 300, AMPLE)


def _trailing_white_space() -> Iterator[tuple[str, Case]]:
    for character in (*WHITE_SPACE, "\u0085", "\u001c", "\u001f", "\u200b", "\u180e", "\0"):
        yield f"U+{ord(character):04X}", Case(dict.fromkeys(("AGENTS.md", "SOUL.md"), "x" * 99 + character), 99, AMPLE)
    yield "nothing else", Case(dict.fromkeys(BOOTSTRAP_FILES, " \n\ufeff\n"), 99, AMPLE)
    yield "empty files", Case(dict.fromkeys(BOOTSTRAP_FILES, ""), 99, AMPLE)


def _totals() -> Iterator[tuple[str, Case]]:
    texts = {name: _talk(150 + 10 * index) for index, name in enumerate(BOOTSTRAP_FILES)}
    for index, name in enumerate(BOOTSTRAP_FILES):
        for left in (0, 1, 63, 64, 65, 100, 149):
            total = max(1, sum(150 + 10 * before for before in range(index)) + left)
            yield f"{left} left for {name}", Case(texts, 500, total)
    for total in (1, 2, 3, 4, 63, 64, 65, 300):
        yield f"{total} for a digest", _alone(RULES, 500, total)
    yield "all files cut by their own limit", Case(texts, 100, AMPLE)
    yield "own limit equal to what is left", Case(texts, 100, 200)


def _missing_files() -> Iterator[tuple[str, Case]]:
    for name in BOOTSTRAP_FILES:
        others = {other: "Short." for other in BOOTSTRAP_FILES if other != name}
        yield name, Case(others, 500, AMPLE)
    for total in (1, 2, 3, 4, 5, 40, 43, 44, 45, 46, 80, 130):
        yield f"all, total {total}", Case({}, 500, total)
    yield "path with emoji clamped", Case({}, 500, 30, workspace="/" + "😀" * 9)
    for total in (70, 107, 108, 109, 172):
        yield f"one after another file, total {total}", Case({"AGENTS.md": "x" * 64, "TOOLS.md": "y"}, 500, total)


def _user_cap() -> Iterator[tuple[str, Case]]:
    for limit, units in ((20_000, 3_999), (20_000, 4_000), (20_000, 4_001), (4_001, 4_002), (3_999, 4_000), (9, 4_001)):
        yield f"{units} units, limit {limit}", Case({"USER.md": _talk(units - 1) + "!"}, limit, AMPLE)
    yield "less than the cap left", Case({"AGENTS.md": "x" * 900, "USER.md": _talk(4_100)}, 20_000, 4_500)


def _keywords() -> Iterator[tuple[str, Case]]:
    for word in (*WORDS.split(), *PHRASES):
        yield word, _amid_talk(f"Here {word} stands in a line of prose.")
        yield f"{word} or an item before it", _amid_talk(f"- {'tea ' * 30}\n\n{word} {'or so ' * 20}")


def _line_starts() -> Iterator[tuple[str, Case]]:
    starts = ["# ", "## ", "###### ", "####### ", "#", "#\t", "- ", "* ", "+ ", "-", "• ", "-\u00a0", "-\ufeff", "- - "]
    starts += [
        "1. ",
        "12) ",
        "1.",
        "1 . ",
        "１. ",
        "1１. ",
        "1². ",
        "a. ",
        "1: ",
        "(1) ",
        "0. ",
        "1.) ",
        "  - ",
        "\t* ",
    ]
    starts += ["> ", "> - ", "| ", "***", "*** ", "--- ", "- [ ] ", "\ufeff# ", "\u200b# ", "\u0085- ", "**1. ", ".) "]
    starts += ["9" * 237 + ". "]
    for start in starts:
        yield repr(start), _amid_talk(f"{start}tea")
    for line in ("-", "- ", "#", "1.", "-  \u0085", "- \u200b", "9" * 238 + ". x", "9" * 236 + ". 😀"):
        yield f"all of {line!r}", _amid_talk(line)


def _long_lines() -> Iterator[tuple[str, Case]]:
    for units in (238, 239, 240, 241, 242, 400):
        yield f"{units} units", _amid_talk(("- " + "x" * units)[:units])
    for at in range(232, 243):
        yield f"must after {at} units", _amid_talk("x" * (at - 1) + " must be kept and more")
    for before in range(234, 241):
        yield f"emoji after {before} units", _amid_talk("- " + "x" * (before - 2) + "😀😀😀😀")
    for blank in (" ", "\t", "\u3000"):
        yield f"padded with {blank!r}", _amid_talk("- must" + blank * 300 + "end")
    yield "blank at the cut", _amid_talk("- " + "x" * 236 + " yyy")
    yield "cut word", _amid_talk("x" * 235 + " mustard and more")


def _prose() -> Iterator[tuple[str, Case]]:
    lines = {
        "before an item": "These hold:\n- tea",
        "two before an item": "First.\nThese hold:\n- tea",
        "blank between": "These hold:\n\n- tea",
        "white space between": "These hold:\n \u3000\n- tea",
        "U+0085 between": "These hold:\n\u0085\n- tea",
        "candidate between": "These hold:\n- tea\n- coffee",
        "fence between": "These hold:\n```\n- tea\n```\n- coffee",
        "tilde fence between": "These hold:\n~~~\n- tea\n",
        "two backticks": "These hold:\n``\n- tea",
        "long fence": "These hold:\n`````must\n- tea",
        "indented fence": "These hold:\n    ```must\n- tea",
        "inline code at the start": "These hold:\n```must``` tea\n- tea",
        "prose in a fence": "```\nprose\n- tea\n```\nmust",
        "priority is the line's": "You never know:\nmust\nand\n- tea",
        "cut prose": "x" * 300 + "\n- tea",
        "cut both": "x" * 300 + "\n- " + "y" * 300,
        "prose after the last": "- tea\nThe end.",
        "carriage returns": "These hold:\r\n- tea\r\n\r\nThese\r\n- too",
    }
    for title, text in lines.items():
        yield title, _amid_talk(text)
        yield f"{title}, first in the file", _alone(f"{text}\n{_talk(900)}", 500)


def _white_space_in_lines() -> Iterator[tuple[str, Case]]:
    for character in (*WHITE_SPACE, "\u0085", "\u001c", "\u001d", "\u001e", "\u001f", "\u200b", "\u2060", "\u180e"):
        yield f"U+{ord(character):04X}", _amid_talk(f"{character}-{character}do{character}{character}not{character}")


def _line_ends() -> Iterator[tuple[str, Case]]:
    for end in ("\n", "\r\n", "\r", "\n\r", "\r\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029", "\x1e"):
        yield repr(end), _alone(RULES.replace("\n", end) * 3, 500)
        yield f"{end!r} at the cuts", Case({"SOUL.md": ("ab" + end) * 90, "AGENTS.md": ("ab" + end) * 190}, 251, AMPLE)


def _pairs() -> Iterator[tuple[str, Case]]:
    for limit in (*range(20, 30), *range(150, 166), *range(300, 312)):
        texts = {"AGENTS.md": EMOJI * 90, "SOUL.md": EMOJI * 90, "TOOLS.md": "x" + "😀" * 300, "USER.md": "😀" * 300}
        yield f"limit {limit}", Case(texts, limit, AMPLE)
    for limit in (1, 2, 3, 4, 5):
        yield f"limit {limit}", Case({"AGENTS.md": "😀" * 50, "SOUL.md": "😀" * 50}, limit, AMPLE)
    for units in (18, 19, 20, 21, 22):
        yield f"room for {units - 19} beside the compact marker", Case({"SOUL.md": "😀" * 50}, units, AMPLE)


def _selection() -> Iterator[tuple[str, Case]]:
    for limit in (200, 220, 240, 260, 280, 300, 350, 500, 800):
        yield f"rule words first, limit {limit}", _alone("- tea\n- never\n" * 100, limit)
        yield f"long ones skipped, limit {limit}", _alone(f"- {'must ' * 30}\n- tea\n- must\n# x\npr\n" * 20, limit)
        yield f"nothing fits, limit {limit}", _alone(f"- {'must ' * 60}\n" * 20, limit)
        yield f"no candidates, limit {limit}", _alone(_talk(2_000), limit)
    for size in (33, 34, 35, 36):  # the digest's budget is 35 at this limit
        yield f"one candidate of {size}", _alone("- " + "x" * (size - 2) + "\n" + _talk(500), 100)
        yield (
            f"two candidates of {size}",
            _alone(f"{'must':x<{size // 2}}\n- {'y' * (size // 2 - 2)}\n{_talk(500)}", 300),
        )
    for count in (1, 2, 9, 10, 11, 99, 100, 101):
        yield f"{count} candidates", _alone("- a line with some words in it\n" * count + _talk(900), 600)


def _sessions() -> Iterator[tuple[str, Case]]:
    for session in SESSIONS:
        yield session, Case({name: f"This is {name}." for name in BOOTSTRAP_FILES}, 500, AMPLE, session)
        yield f"{session}, all missing", Case({}, 500, AMPLE, session)


def _defaults() -> Iterator[tuple[str, Case]]:
    long = RULES * 60
    for limit in (12_000, 20_000):
        for excess in (0, 1, 30, 400):
            text = (long * 3)[: limit - 1] + "!" + "y" * excess
            yield f"{limit}, {excess} over", Case({"AGENTS.md": text, "SOUL.md": text}, limit, AMPLE)
        yield f"{limit}, all files", Case(dict.fromkeys(BOOTSTRAP_FILES, long), limit, AMPLE)
        yield f"{limit}, emoji", Case(dict.fromkeys(BOOTSTRAP_FILES, EMOJI * 2_000), limit, AMPLE)
        yield f"{limit}, Windows lines", _alone(long.replace("\n", "\r\n") * 2, limit)
        yield f"{limit}, one line", _alone("- must " + "word " * 9_000, limit)
        yield f"{limit}, short lines", _alone("must\n- a\npr\n\nx\n" * 4_000, limit)
    assert length(long) > 20_000
