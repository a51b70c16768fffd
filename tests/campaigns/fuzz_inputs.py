"""Random and mutated files of every kind that clawbudget reads: for ``fuzz.py``."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from clawbudget.limits import BOOTSTRAP_FILES

if TYPE_CHECKING:
    from random import Random

CANARY = Path("..", "canary")
"""A file that comes into being, beside the folder of the run, if something runs what a repository's settings name."""

SCRIPT = "<script>alert(1)</script>"

_HIDDEN = "\u00a0 \ufeff \u2028 \u2029 \x85 \x00 \x07 \x1b[2J \x9b31m \u202e \u2066 \x7f".split(" ")
_BLANKS = [" ", "  ", "\t", "\n", "\r\n", "\r", "\n\n", "    "]
_MARKERS = r"""
    # - 1. > | $$ {{ }} [[ ]] {% %} [^1]: [a]: ]( ** * _ ` `` [ ) < > <!-- --> <pre> </pre> <code> </code> \ &amp;
""".split()
_FENCES = ["```\n", "~~~\n", "---\n", "===\n", "+++\n", ":::note\n", "- [ ] ", "- [x] "]
_WORDS = """
    must never always don't 不得 必须 禁止 🔴 👩‍👩‍👧 漢字。 「引用」 word MUST\u017f \u212aeep é e\u0301 ไทย
    ::error::x ::stop-commands::y ##[group]
""".split()
_ROWS = ["| a | b |\n", "|---|---|\n", "word " * 60, "x" * 300, "。" * 250, f"\n::warning::{SCRIPT}\n", SCRIPT]
_COMMENTS = [
    f"<!-- clawbudget: {what} {rules} -->\n"
    for what in ("allow", "allow-file", "deny", "")
    for rules in ("line-too-long", "hidden-rule, file-too-long", "near-limit invalid-utf8", "no-such-rule", "\x1b[2J")
]
_TEXT = [*_BLANKS, *_FENCES, *_WORDS, *_ROWS]
MARKDOWN = [*_HIDDEN, *_TEXT, *_MARKERS, *(f"{marker} " for marker in _MARKERS), *_COMMENTS]

JSON5 = [
    *"{ } [ ] : , ' \" \\ /* */ // + - . 0x null true NaN Infinity 1e999 0.5 1 20000 \\u12 \\ud800 \\x4 é 🔴".split(),
    *"agents defaults list entries id bootstrapMaxChars bootstrapTotalMaxChars main".split(),
    *("\n", " ", "\u2028", "\ufeff", "\x00", "9" * 5_000),
]
OPENCLAW_JSON = """{ agents: { defaults: { bootstrapMaxChars: 20000, bootstrapTotalMaxChars: 60000 },
  list: [{ id: "main", bootstrapMaxChars: 7000 }], entries: { main: { bootstrapMaxChars: 9000 } } } } // end"""

TOML = [
    *"[ ] [[ ]] { } = . , ' \" ''' \"\"\" # \\ 1 -1 0x_ 1e999 nan inf true 1979-05-27 20_000 tool".split(),
    *"clawbudget rules openclaw max-file max-total max-line line-files exclude file-limits off warn".split(),
    *"error latest 2026.7.1".split(),
    *("\n", " ", "\r", "\x00", "\ufeff", "[[" * 50, "[" * 3_000, "9" * 5_000, '"**/../*"', '"\\u0000"', '"\x1b[2J"'),
]
SETTINGS = """openclaw = "2026.7.1"
max-file = 15_000
max-total = 50000
max-line = 200
line-files = ["AGENTS.md", "SOUL.md"]
exclude = ["archive/**", "*/old"]
[rules]
near-limit = "off"
hidden-rule = "warn"
[file-limits]
"AGENTS.md" = 9000
"""

HOOKS = """# Ours.
repos:
- repo: https://example.invalid/one   # first
  rev: v1
  hooks:
    - id: one
      args: [--x, "y"]
-   repo: local
    hooks:
    - {id: two, name: two, entry: "two: 2", language: system}
ci:
  autofix_prs: false
"""
YAML = [
    *"- : # { } [ ] & * ! | > ' \" % @ ` --- ... ? ~ repos repo rev hooks id local meta".split(),
    *"clawbudget bootstrap-budget bootstrap-wrap".split(),
    *("\n", "\r\n", "\n  ", "\n- ", "\t", " ", "\x00", "\ufeff", "\u2028", "\x85"),
    *("&a [*a, *a]", "<<: *a", "!!python/x"),
]

GIT_SETTINGS = f"""
[core]
    fsmonitor = touch {CANARY}; false
    hooksPath = hooks
    sshCommand = touch {CANARY}
    pager = touch {CANARY}
    worktree = ../..
[diff]
    external = touch {CANARY}
[filter "x"]
    clean = touch {CANARY}
    smudge = touch {CANARY}
    process = touch {CANARY}
[extensions]
    partialClone = origin
[remote "origin"]
    url = ext::touch {CANARY}
    promisor = true
[include]
    path = config
"""
REVISIONS = [
    *"HEAD HEAD~1 main v1 :/x HEAD^{/x} @{-1} @{u} --all -n --output=x 0000000 HEAD:AGENTS.md \udcff".split(),
    *("main..HEAD", "main@{1 day ago}", "a\nb", "\x1b[2J", "x" * 5_000, "refs/heads/../../config"),
]


def fill_workspace(random: Random) -> None:
    """Put up to three bootstrap files and a settings file, each random or mutated, into the current folder."""
    for name in random.sample(BOOTSTRAP_FILES, random.randint(1, 3)):
        Path(name).write_bytes(markdown(random))
    if random.random() < 0.25:
        name, head = random.choice([(".clawbudget.toml", ""), ("pyproject.toml", "[tool.clawbudget]\n")])
        Path(name).write_bytes(_some(random, TOML, f"{head}{SETTINGS}"))


def markdown(random: Random) -> bytes:
    """Give a bootstrap file of at most some 20 KB: any bytes, or pieces that mean something in Markdown or to us."""
    kind = random.random()
    if kind < 0.15:
        return random.randbytes(random.randint(0, 5_000))
    text = "".join(random.choices(MARKDOWN, k=random.randint(0, 400)))
    data = text.encode()
    return mutated(data, random, MARKDOWN) if kind < 0.4 else data


def openclaw_json(random: Random) -> bytes:
    """Give a configuration of OpenClaw's."""
    return _some(random, JSON5, OPENCLAW_JSON)


def hook_settings(random: Random) -> bytes:
    """Give a ``.pre-commit-config.yaml``."""
    return _some(random, YAML, HOOKS)


def _some(random: Random, pieces: list[str], sound: str) -> bytes:
    kind = random.random()
    if kind < 0.1:
        return random.randbytes(random.randint(0, 500))
    if kind < 0.3:
        return "".join(random.choices(pieces, k=random.randint(0, 60))).encode("utf-8", "surrogatepass")
    return mutated(sound.encode(), random, pieces) if kind < 0.95 else sound.encode()


def mutated(data: bytes, random: Random, pieces: list[str]) -> bytes:
    """Take out, put in and repeat some bytes of ``data``."""
    changed = bytearray(data)
    for _ in range(random.randint(1, 8)):
        start = random.randint(0, len(changed))
        end = min(len(changed), start + random.choice([0, 1, 1, 4, 30]))
        piece = random.choice(pieces).encode("utf-8", "surrogatepass")
        changed[start:end] = random.choice([b"", random.randbytes(2), piece, bytes(changed[:end][-40:])])
    return bytes(changed)


def make_repository(folder: Path) -> None:
    """Make a repository of two commits, some of its objects packed, to be copied and spoilt."""
    environment = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    for line in ("init -q -b main", "config user.name Ada", "config user.email ada@example.invalid", "gc -q"):
        if line == "gc -q":
            for size in (900, 700):
                (folder / "AGENTS.md").write_text("- You must never do this.\n" * size)
                for command in ("add .", f"commit -q -m {size}", "tag -f v1", "update-ref refs/heads/other HEAD"):
                    subprocess.run(["git", *command.split()], cwd=folder, check=True, env=environment)
        subprocess.run(["git", *line.split()], cwd=folder, check=True, env=environment)


def spoil_repository(random: Random) -> None:
    """Change, remove or invent some files below the ``.git`` of the current folder."""
    files = sorted(path for path in Path(".git").rglob("*") if path.is_file())
    for path in random.sample(files, random.randint(0, min(3, len(files)))):
        _spoil(path, random)
    if random.random() < 0.5:
        with Path(".git/config").open("a") as config:
            config.write(GIT_SETTINGS if random.random() < 0.5 else random.choice(GIT_SETTINGS.split("\n[")))
    for name in ("MERGE_HEAD", "CHERRY_PICK_HEAD", "shallow", "commondir", "gitdir", "index.lock", "info/grafts"):
        if random.random() < 0.1:
            Path(".git", name).parent.mkdir(exist_ok=True)
            Path(".git", name).write_bytes(random.choice([b"", b"../..\n", b"0" * 40 + b"\n", random.randbytes(30)]))


def _spoil(path: Path, random: Random) -> None:
    path.chmod(0o644)
    kind = random.random()
    if kind < 0.25:
        path.unlink()
    elif kind < 0.5:
        path.write_bytes(
            random.choice([b"", b"ref: refs/heads/none\n", b"ref: ../../x\n", b"0" * 40, b"f" * 64 + b"\n"])
        )
    else:
        path.write_bytes(mutated(path.read_bytes(), random, [" ", "\n", "\0", "ref: ", "refs/heads/main", "0" * 40]))
