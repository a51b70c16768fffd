"""Random workspaces that sit on the seams of OpenClaw's injection: limits, budgets, pairs, boundaries, white space."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from clawbudget.injection.prompt import inject
from clawbudget.injection.sessions import SESSIONS, files_read
from clawbudget.javascript import length
from clawbudget.releases import BOOTSTRAP_FILES, Release

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from oracle.released import Question


class Case(NamedTuple):
    """A workspace and the limits for it; a file that ``texts`` does not hold is missing."""

    texts: dict[str, str]
    max_file: int
    max_total: int
    session: str = "main"
    workspace: str = "/workspace"


def question(case: Case, release: Release) -> Question:
    """Put a case as OpenClaw's own loader would hand it to the injection."""
    present = [
        name
        for name in files_read(release, case.session)
        if name in case.texts or name not in release.contract.silent_when_missing
    ]
    return {
        "files": [
            {"name": name, "path": f"{case.workspace}/{name}", "content": case.texts.get(name)} for name in present
        ],
        "maxChars": case.max_file,
        "totalMaxChars": case.max_total,
    }


def model(case: Case, release: Release) -> dict[str, str]:
    """Give what our model says is injected: texts by file path."""
    injection = inject(
        case.texts,
        release,
        session=case.session,
        max_file=case.max_file,
        max_total=case.max_total,
        workspace=case.workspace,
    )
    return {file.path: file.text() for file in injection.files if file.parts}


_KEYWORDS = """\
AGENTS.md scoped required must never before read owner security secret credential test validation command commit push
github pr do not subtree 🔴 禁止 嚴禁 不得 絕不 絕對不 切勿 必須 務必 一律 紅線
"""
_LOOK_ALIKES = """\
必须 严禁 _must must_not musts émust musté 必须must遵守 (pr) pr. p\u0440 \u212a \u212amust must\u212a
\u017fcoped MU\u017fT te\u017ft pu\u017fh mu\u017ft_ \u017fecret \u017fecurity
\u0130must must\u0130 \u0131must g\u0131thub g\u0130thub comm\u0131t
do-not dont AGENTSxmd agents.mdx 1must mUsT NEVER,
"""
_PLAIN = "a of the it plan x1 zz, file; é ß 日本 語 ж 😀 👨‍👩‍👧 🏳️‍🌈 𝕏 ` ** […] … \ufffd \ufe0f \u200d"

KEYWORDS = (*_KEYWORDS.split(), "do not", "before subtree", "read scoped")
LOOK_ALIKES = (
    *_LOOK_ALIKES.split(),
    *("do  not", "do\tnot", "do\u00a0not", "before\u3000subtree"),
    *("do xdo not", "agents xagents.md", "before _before subtree"),
)
PLAIN = tuple(_PLAIN.split())
BLANKS = (
    *(" ", " ", " ", "  ", "\t", "\u00a0", "\u3000", "\ufeff", "\u0085", "\x1c", "\x1f"),
    *("\v", "\f", "\r", "\u2028", "\u200b"),
)
STARTS = (
    *("# ", "## ", "###### ", "####### ", "#", "- ", "* ", "+ ", "-", "1. ", "12) ", "１. ", "1.", "1１. ", "1 . "),
    *("  - ", "\t* ", "> ", "- - ", "*** ", "-\u00a0", "- \ufeff", "\ufeff# ", "- [ ] "),
    *("```", "``` ", "~~~", "``", "`` ", "   ```", "~~~~ must"),
)
LINE_ENDS = ("\n", "\n", "\n", "\n", "\r\n", "\r\n", "\n\n", "\n \n", "\r", "\n\r", "\u2028", "\n\ufeff\n")
TRAILERS = ("", "", "\n", "\n\n \t\n", "\u00a0\ufeff", "\u0085", "\x1c\n", "\r\n")


def random_case(random: Random) -> Case:
    """Build one case; the same state of ``random`` builds the same one."""
    max_file = _limit(random)
    texts = {
        name: _text(random, _length_near(random, max_file))
        for name in BOOTSTRAP_FILES
        if random.random() < (0.9 if name == "AGENTS.md" else 0.6)
    }
    session = "main" if random.random() < 0.85 else random.choice(SESSIONS)
    workspace = "/" + random.choice(
        ("w", "workspace", "home/user/.openclaw/workspace", "x" * random.randint(1, 90), "é😀" * 9)
    )
    return Case(texts, max_file, _total(random, texts, max_file), session, workspace)


def _limit(random: Random) -> int:
    kind = random.random()
    if kind < 0.1:
        return random.randint(16, 28)  # around where the compact marker leaves room for a single unit
    if kind < 0.45:
        return random.randint(1, 400)
    if kind < 0.6:
        return random.randint(105, 165)  # around where the full marker starts to fit
    if kind < 0.92:
        return random.randint(400, 2500)
    return random.choice((4_000, 12_000, 20_000))


def _length_near(random: Random, limit: int) -> int:
    kind = random.random()
    if kind < 0.3:
        return max(0, limit + random.randint(-3, 3))
    if kind < 0.5:
        return random.randint(0, limit)
    if kind < 0.95:
        return limit + random.randint(1, 200 + limit)
    return limit * random.randint(2, 5)


def _total(random: Random, texts: dict[str, str], max_file: int) -> int:
    """Choose a total that runs out in one of the files, often right at the point where files are dropped."""
    kind = random.random()
    if kind < 0.35:
        return 60_000
    if kind < 0.5:
        return random.randint(1, 500)
    names = list(BOOTSTRAP_FILES[: random.randint(1, 8)])
    spent = sum(min(max_file, length(texts[name])) if name in texts else 45 for name in names)
    return max(1, spent + random.choice((-1, 0, 1, 2, 3, 4, 44, 63, 64, 65, random.randint(-200, 300))))


def _text(random: Random, target: int) -> str:
    """Write lines until the text is as long as asked for, and cut or pad it to that length."""
    flavour = random.choice((_line, _line, _line, _short_line, _long_line, _astral_line, _rule_line))
    end = random.choice(LINE_ENDS) if random.random() < 0.5 else ""
    text = ""
    while len(text) < target:
        text += flavour(random) + (end or random.choice(LINE_ENDS))
    text = text[:target]
    while length(text) > target:
        text = text[: target - length(text)]
    return text + random.choice(TRAILERS)


def _words(random: Random, count: int) -> Iterable[str]:
    for _ in range(count):
        kind = random.random()
        yield random.choice(KEYWORDS if kind < 0.15 else LOOK_ALIKES if kind < 0.25 else PLAIN)
        yield " " if kind < 0.9 else random.choice(BLANKS)


def _line(random: Random) -> str:
    start = random.choice(STARTS) if random.random() < 0.5 else ""
    return start + "".join(_words(random, random.randint(0, 12)))


def _short_line(random: Random) -> str:
    return random.choice(
        ("", "", "x", "-", "- a", "pr", "pr", "# x", "must", "test", "```", "prose here", "禁止", "必須")
    )


def _long_line(random: Random) -> str:
    """Write a line near the 240 units that the digest keeps, often with a keyword or a pair right at the cut."""
    start = random.choice((*STARTS, ""))
    fill = random.randint(225, 241) - length(start)
    filler = random.choice(("a", "word ", "b  ", "😀", "x\t", "日本"))
    body = (filler * fill)[: max(0, fill // random.choice((1, 1, len(filler))))]
    return start + body + random.choice(("", " ", "😀", "a😀", " must ", " never", "禁止", "test", "must not be"))


def _astral_line(random: Random) -> str:
    unit = random.choice(("😀", "a😀", "👨‍👩‍👧", "𝕏y𝕏", "🔴"))
    return random.choice(("", "- ", "a", "must ")) + unit * random.randint(1, 40)


def _rule_line(random: Random) -> str:
    words = random.choice(("must", "never do", "test", "commit", "secret 😀", "plain", "- item", "# head"))
    return words + " " + "y" * random.choice((0, 1, 5, 5, 5, 20, random.randint(0, 60)))
