"""Texts for ``fuzz.py``: Markdown, JSON5, TOML, YAML and names, made of pieces that mean something, then mutated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clawbudget.findings import RULES
from clawbudget.releases import BOOTSTRAP_FILES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

MARK_UP = "<b data-canary"
"""Is in texts, and must be in no page: there it would be an element."""

HOSTILE = [
    "\x00", "\x07", "\x1b[2J", "\x1b]0;title\x07", "\x7f", "\x85", "\x9b31m", "\u2028", "\u202e", "\u2066", "\ufeff",
    "\n::error file=a::b\n", "::stop-commands::x", "##[error]", "##vso[task.complete]", "##teamcity[x]", "](//a.b)",
    f"{MARK_UP}>", f"\"'>{MARK_UP}>", "</script></pre>", "%0A::error::", "\U000e0041", "\u200d",
]  # fmt: skip
"""What does harm where it is printed as it is."""

_BLANKS = ["\n", "\n", "\n\n", "\r\n", "\r", " ", "  ", "\t", "    ", "\u00a0", "\u3000"]
_MARKS = """
    ** * _ ` `` [ ]( ) < > <!-- --> <pre> </pre> <div> $$ {{ }} [[ ]] \\ &amp; | ~~ : ! # === --- ---------- ***
""".split()
_STARTS = [
    *(f"\n{mark} " for mark in "# ## - * + 1. 9) > >> - [[] [^1]: [a]: : |".split()),
    *(f"\n{line}\n" for line in ("```", "~~~", "---", "===", "| a | b |\n|---|---|", "<details>", "+++", "$$")),
]
_WORDS = """
    must never always 不得 必须 禁止 🔴 👩‍👩‍👧 漢字。 ไทย é e\u0301
    MUST\u017f \u212aeep word sentence. clause; clause, (so) https://a.b/c
""".split()
_LONG = ["word " * 60, "Look twice. " * 30, "x" * 300, "。" * 250, "漢字" * 150, "| a   | b " * 30, "`c d` " * 50]
_COMMENTS = [
    f"{start}<!-- clawbudget: {verb} {rules} -->{end}"
    for start, verb, rules, end in [
        ("", "allow", "line-too-long", "\n"), ("\n", "allow-file", "file-too-long near-limit", "\n"),
        ("", "allow-file", "line-too-long, hidden-rule invalid-utf8", ""), ("- ", "allow", "hidden-rule", "\n"),
        ("", "alow", "", "\n"), ("", "allow", "line-to-long", "\n"), ("", "allow", "total-too-long", "<!--"),
        ("", "allow", "\x1b[2J", "\n"), ("", "::error::", "x" * 290, "\n"), ("<!--", "allow", "\u202e", "\n"),
    ]
]  # fmt: skip

_JSON5 = """
    { } [ ] : , ' " \\ /* */ // + - . 0x agents defaults list entries id main bootstrapMaxChars bootstrapTotalMaxChars
    null true NaN Infinity 1e999 0.5 1 20000 \\u12 \\ud800 \\x4 é 🔴
""".split()
_CONFIG = """{ agents: { defaults: { bootstrapMaxChars: 20000, bootstrapTotalMaxChars: 60000 },
  list: [{ id: "main", bootstrapMaxChars: 7000 }], entries: { main: { bootstrapMaxChars: 9000 } } } } // end"""

_TOML = [
    *"""
    [ ] [[ ]] { } = . , # " ' \''' \\ \\u12 \\ud800 \\U00110000 true inf nan -1 0x1f 1e9 1_0 2026-02-30 12:61:00
    1979-05-27T07:32:00Z tool clawbudget tool.clawbudget openclaw max-file max-total max-line line-files exclude rules
    file-limits latest "2026.9.6" "2026.4" "all" "none" "error" "warn" "off" "**/a" "../x" "/" "[" AGENTS.md
    "AGENTS.md" "a.b" é
    """.split(),
    *(f'"{rule}"' for rule in RULES),
]
_SETTINGS = """\
openclaw = "2026.9.6"
max-file = 900
max-total = 1_500
max-line = 60
line-files = ["AGENTS.md", "SOUL.md", "MEMORY.md"]
exclude = ["drafts/**", "**/old", "w?/[a-z]*"]

[file-limits]
"USER.md" = 200

[rules]
near-limit = "error"
line-too-long = "warn"
hidden-rule = "off"
"""
_KEYS_AND_VALUES = [
    *"""\
openclaw = "latest"
openclaw = "2026.4.23"
openclaw = 2026
max-file = 1
max-file = 0
max-total = -1
max-total = 99999999999999999999
max-line = 20
max-line = true
line-files = "all"
line-files = []
line-files = [1, "AGENTS.md"]
exclude = ["**"]
exclude = ["**/**/**/**/**/**/x"]
exclude = ["[!"]
rules = "off"
rules.near-limit = "off"
file-limits."AGENTS.md" = 5
file-limits.AGENTS.md = 5
x = 1""".splitlines(),
    'exclude = ["' + "*a" * 40 + '"]',
    "max-file = " + "9" * 5_000,
    "a." * 300 + "b = 1",
    "a." * 90 + "b = 1",
    "x = " + "[" * 3_000,
]

_YAML = [
    *"""
    - : ? , # & &a *a ! !!int !!binary !<x> | > |+ >- @ ` % --- ... {{ }} [ ] { } ' " \\ repos: repo: rev: hooks: id:
    args: local bootstrap-budget clawbudget null ~ 1e5 0x1f 2001-99-99 1:99 "\\U00110000" "\\ud800" <<: é 🔴 %YAML
    """.split(),
    *["\n", "\n  ", "\n    ", " ", "\t", "- repo: a\n", "  - id: b\n", "%YAML 1." + "9" * 5_000 + "\n", "[" * 900],
]
_HOOK_CONFIGS = [
    "repos:\n- repo: https://a.b/c\n  rev: v1\n  hooks:\n  - id: x\n    args: [--y, z]  # why\n# the end\n",
    "# start\ndefault_stages: [pre-commit]\nrepos:\n  - repo: local\n    hooks:\n      - id: y\n        entry: |\n"
    "          a\n          b\n        language: system\n\n  # no more\nci:\n  skip: [y]\n",
    "repos:\r\n-   repo: a\r\n    rev: 'b'\r\n    hooks:\r\n    -   id: c\r\n",
    "---\nexclude: >\n  x\nrepos: # all\n- &one {repo: a, rev: b, hooks: [{id: c}]}\n- repo: d\n  rev: e\n"
    "  hooks: []\n...",
    "a: &a [x, x]\nb: &b [*a, *a]\nrepos:\n- repo: a\n  rev: *b\n  hooks:\n  - {id: c, files: *b}\n",
    "repos: []\n", "repos:\n", '{"repos": [{"repo": "a", "rev": "b", "hooks": []}]}', "- repo: a\n", "",
]  # fmt: skip

_OF_NAMES = ["a", "é", "\n", " ", "::", "--", "-o", "\\", "'", "\udcff", "%41", "[", "*", "#", ".", "::error::"]


def text(random: Random) -> bytes:
    """Give what may stand in a bootstrap file."""
    kind = random.random()
    if kind < 0.1:
        return random.randbytes(random.randint(0, 5_000))
    groups = random.choices(
        [_BLANKS, _MARKS, _STARTS, _WORDS, _LONG, HOSTILE, _COMMENTS], [9, 6, 5, 9, 1, 1, 0.5], k=400
    )
    data = _encoded(random.choice(group) + random.choice(["", " "]) for group in groups[: random.randint(0, 400)])
    return mutated(data, random) if kind < 0.35 else data


def configuration(random: Random) -> bytes:
    """Give what may stand in openclaw.json."""
    return _of(_CONFIG, [*_JSON5, *_BLANKS, *HOSTILE, "9" * 5_000], random)


def settings(random: Random) -> bytes:
    """Give what may stand in .clawbudget.toml: half of the time what can be read."""
    if random.random() < 0.5:
        lines = [*_SETTINGS.splitlines()[:6], *_KEYS_AND_VALUES]
        return _encoded(f"{line}\n" for line in random.sample(lines, random.randint(0, 4)))
    return _of(_SETTINGS, [*_TOML, *_BLANKS, *HOSTILE, *_KEYS_AND_VALUES], random)


def pyproject(random: Random) -> bytes:
    """Give what may stand in pyproject.toml."""
    start = random.choice([b"", b'[project]\nname = "x"\n', b"[tool]\n", b"[[tool]]\n", b"tool = 1\n", b"[tool.a]\n"])
    table = random.choice([b"[tool.clawbudget]\n", b"[[tool.clawbudget]]\n", b"tool.clawbudget = 1\n", b""])
    return start + table + settings(random)


def hook_configuration(random: Random) -> bytes:
    """Give what may stand in .pre-commit-config.yaml."""
    known = random.choice(_HOOK_CONFIGS)
    if random.random() < 0.3:
        return known.encode()
    return _of(known, [*_YAML, *_BLANKS, *HOSTILE], random)


def name(random: Random) -> str:
    """Give a folder's name: what no file system refuses."""
    pieces = [*HOSTILE, *_OF_NAMES]
    made = "".join(random.choices(pieces, k=random.randint(1, 4))).replace("/", "_").replace("\0", "_")
    return made if made not in (".", "..") else "dots"


def mutated(data: bytes, random: Random) -> bytes:
    """Give ``data`` with up to eight places cut, overwritten or repeated."""
    changed = bytearray(data)
    for _ in range(random.randint(1, 8)):
        start = random.randint(0, len(changed))
        end = min(len(changed), start + random.choice([0, 1, 1, 4, 30]))
        pieces = [b"", random.randbytes(2), _encoded([random.choice(HOSTILE + _JSON5)]), bytes(changed[:end][-40:])]
        changed[start:end] = random.choice(pieces)
    return bytes(changed)


def bootstrap_files(random: Random) -> list[str]:
    """Choose some names of bootstrap files, AGENTS.md more often than the others."""
    return list({random.choice(["AGENTS.md", *BOOTSTRAP_FILES]) for _ in range(random.randint(1, 4))})


def _of(known: str, pieces: Sequence[str], random: Random) -> bytes:
    kind = random.random()
    if kind < 0.1:
        return random.randbytes(random.randint(0, 500))
    if kind < 0.3:
        return _encoded(random.choices(pieces, k=random.randint(0, 60)))
    if kind < 0.6:
        lines = known.splitlines(keepends=True)
        for _ in range(random.randint(1, 3)):
            at = random.randint(0, len(lines))
            lines[at : at + random.randint(0, 1)] = random.choices([*pieces, *lines, "\n"], k=random.randint(0, 3))
        return _encoded(lines)
    return mutated(known.encode(), random)


def _encoded(pieces: Iterable[str]) -> bytes:
    return "".join(pieces).encode("utf-8", "surrogatepass")
