"""Hands random and mutated input to every reader of files and settings: run by ``make fuzz SECONDS=600``.

A fault is an exception that leaves a command, an exit code other than 0, 1 and 2, a run that takes too long, a change
on disk by a command that only reads, and a change by ``wrap`` that a second run or the words of the file contradict.
What fails is kept in ``build/fuzz``, to be made a test.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random

from clawbudget.cli import main as clawbudget
from clawbudget.limits import BOOTSTRAP_FILES

KEPT = Path(__file__).resolve().parents[2] / "build" / "fuzz"
TOO_LONG = 10.0
"""CPU seconds for inputs of some 10 KB."""

PIECES = [
    *("\n", "\r\n", "\r", "\n\n", " ", "  ", "\t", "\u00a0", "\ufeff", "\u2028", "\x85", "\x00", "\x1b[2J", "\u202e"),
    *(
        "# ",
        "- ",
        "1. ",
        "> ",
        "    ",
        "```\n",
        "~~~\n",
        "---\n",
        "===\n",
        "| a | b |\n",
        "|---|---|\n",
        "[^1]: ",
        "[a]: ",
    ),
    *(
        "**",
        "*",
        "_",
        "`",
        "``",
        "[",
        "](",
        ")",
        "<",
        ">",
        "<!--",
        "-->",
        "<pre>",
        "</pre>",
        "$$",
        "{{",
        "}}",
        "[[",
        "]]",
    ),
    *(
        "must ",
        "never ",
        "不得",
        "必须",
        "禁止 ",
        "🔴",
        "👩‍👩‍👧",
        "漢字。",
        "word ",
        "word " * 60,
        "x" * 300,
        "。" * 250,
        "\\",
        "&amp;",
    ),
    *("MUST\u017f ", "\u212aeep ", "é", "e\u0301", "ไทย"),
]
JSON5 = [
    *(
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "'",
        '"',
        "\\",
        "/*",
        "*/",
        "//",
        "\n",
        " ",
        "\u2028",
        "\ufeff",
        "+",
        "-",
        ".",
        "0x",
    ),
    *(
        "agents",
        "defaults",
        "list",
        "entries",
        "id",
        "bootstrapMaxChars",
        "bootstrapTotalMaxChars",
        "null",
        "true",
        "NaN",
    ),
    *("Infinity", "1e999", "9" * 5_000, "0.5", "1", "20000", "\\u12", "\\ud800", "\\x4", "\x00", "é", "🔴"),
]
CONFIG = """{ agents: { defaults: { bootstrapMaxChars: 20000, bootstrapTotalMaxChars: 60000 },
  list: [{ id: "main", bootstrapMaxChars: 7000 }], entries: { main: { bootstrapMaxChars: 9000 } } } } // end"""
OPTIONS = [
    *(
        [],
        ["--openclaw", "latest"],
        ["--openclaw", "2026.4.23"],
        ["--openclaw", "2026.5.19"],
        ["--openclaw", "2026.8.1"],
    ),
    *(["--max-file", "100"], ["--max-total", "64", "--max-file", "1"], ["--max-line", "20"], ["--line-files", "none"]),
]


def main(arguments: list[str]) -> int:
    """Go on for as many CPU seconds as the first argument says; the second one is the seed. Gives 1 after a fault."""
    seconds = float(arguments[0]) if arguments else 600
    seed = int(arguments[1]) if len(arguments) > 1 else int(time.time())
    print(f"seed {seed}, {seconds:.0f} seconds of CPU")
    runs = faults = 0
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        while time.process_time() < seconds:
            fault = _one(Random(seed * 1_000_003 + runs))
            runs += 1
            if fault:
                faults += 1
                _keep(f"{seed}-{runs}", fault)
    print(f"{runs:,} runs, {faults} faults")
    return int(bool(faults))


def _one(random: Random) -> str:
    for path in Path().iterdir():
        path.unlink()
    for name in random.sample(BOOTSTRAP_FILES, random.randint(1, 3)):
        Path(name).write_bytes(_text(random))
    options = list(random.choice(OPTIONS))
    if random.random() < 0.3:
        Path("openclaw.json").write_bytes(_config(random))
        options += ["--config", "openclaw.json", "--agent", random.choice(["main", "", "Ä b", "\udcff", "x" * 99])]
    command = random.choice(
        [
            *(["check"], ["check", "--strict", "--verbose"], ["show"], ["show", "--lost"], ["show", "--digest"]),
            *(["show", "--file", "AGENTS.md"], ["show", "--session", "subagent"], ["wrap", "--diff"], ["wrap"]),
        ]
    )
    return _run([*command, *options])


def _text(random: Random) -> bytes:
    kind = random.random()
    if kind < 0.15:
        return random.randbytes(random.randint(0, 5_000))
    data = "".join(random.choices(PIECES, k=random.randint(0, 400))).encode()
    return _mutated(data, random) if kind < 0.4 else data


def _config(random: Random) -> bytes:
    kind = random.random()
    if kind < 0.2:
        return random.randbytes(random.randint(0, 500))
    if kind < 0.5:
        return "".join(random.choices(JSON5, k=random.randint(0, 60))).encode("utf-8", "surrogatepass")
    return _mutated(CONFIG.encode(), random)


def _mutated(data: bytes, random: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(random.randint(1, 8)):
        start = random.randint(0, len(changed))
        end = min(len(changed), start + random.choice([0, 1, 1, 4, 30]))
        changed[start:end] = random.choice(
            [
                b"",
                random.randbytes(2),
                random.choice(JSON5).encode("utf-8", "surrogatepass"),
                bytes(changed[:end][-40:]),
            ]
        )
    return bytes(changed)


def _run(arguments: list[str]) -> str:
    """Run one command in the current folder and say what is wrong with what it did."""
    before = _on_disk()
    started = time.process_time()
    try:
        with contextlib.redirect_stdout(_stream()), contextlib.redirect_stderr(_stream()):
            code = clawbudget(arguments)
            changed = _on_disk()
            again = clawbudget(arguments) if arguments == ["wrap"] else 0
    except BaseException:
        return f"{arguments}\n{traceback.format_exc()}"
    took = time.process_time() - started
    if code not in (0, 1, 2):
        return f"{arguments}: exit code {code}"
    if took > TOO_LONG:
        return f"{arguments}: {took:.1f} seconds"
    if changed != before and (arguments[0] != "wrap" or "--diff" in arguments):
        return f"{arguments}: changed a file"
    if _visible(changed) != _visible(before):
        return f"{arguments}: changed more than blanks and quote marks"
    if again == 1 or _on_disk() != changed:
        return f"{arguments}: a second run changes something"
    return ""


def _visible(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name: b"".join(data.replace(b">", b" ").split()) for name, data in files.items()}


def _on_disk() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path().iterdir()}


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="strict", write_through=True)


def _keep(name: str, fault: str) -> None:
    folder = KEPT / name
    folder.mkdir(parents=True, exist_ok=True)
    for path in Path().iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "fault.txt").write_text(fault, encoding="utf-8", errors="backslashreplace")
    print(f"{folder}: {fault.strip().splitlines()[-1]}")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
