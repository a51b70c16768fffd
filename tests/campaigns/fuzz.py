"""Hands random and mutated input to every reader of files and settings: run by ``make fuzz SECONDS=600``.

A fault is an exception that leaves a command, an exit code other than 0, 1 and 2, a run that takes too long, a change
on disk by a command that only reads, a change by ``wrap`` or ``init`` that they do not stand for, control characters
or workflow commands from a file in what is printed, and anything run that a repository's settings name.
What fails is kept in ``build/fuzz``, to be made a test.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import fuzz_inputs

from clawbudget.cli import main as clawbudget

if TYPE_CHECKING:
    from types import FrameType

KEPT = Path(__file__).resolve().parents[2] / "build" / "fuzz"
TOO_LONG = 10.0
"""CPU seconds, for inputs of some 20 KB."""

HANGS = 60
"""Seconds after which a run is taken to hang."""

CHECKS = [
    "",
    "--strict --verbose",
    "--show-settings",
    *(f"--format {name}" for name in "json sarif github html".split()),
]
SHOWS = [
    "",
    "--lost",
    "--digest",
    "--file AGENTS.md",
    "--session subagent",
    "--advise",
    "--format json",
    "--format html",
]
WRAPS = ["", "--diff", "--check", "--split", "--squeeze", "--split --squeeze --include-memory", "--no-cjk"]
LIMITS = [
    *("", "--openclaw latest", "--openclaw 2026.4.23", "--openclaw 2026.5.19", "--openclaw 2026.8.1"),
    *("--max-file 100", "--max-total 64 --max-file 1", "--max-line 20", "--line-files none"),
]
_RAW = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029\u2066-\u2069]")
"""What a terminal or a log must not get from a file."""

_PRINTS_THE_FILE = {"--diff", "--file", "--digest"}
"""Options with which the text of a file is what was asked for."""


class Outcome(NamedTuple):
    """How a run ended: its exit code, what it printed, and the CPU seconds that it and its children took."""

    code: int
    out: str
    errors: str
    took: float


def main(arguments: list[str]) -> int:
    """Go on for as many CPU seconds as the first argument says; the second one is the seed. Gives 1 after a fault."""
    seconds = float(arguments[0]) if arguments else 600
    seed = int(arguments[1]) if len(arguments) > 1 else int(time.time())
    print(f"seed {seed}, {seconds:.0f} seconds of CPU", flush=True)
    signal.signal(signal.SIGALRM, _give_up)
    runs = faults = 0
    with tempfile.TemporaryDirectory() as name:
        repository = Path(name, "repository")
        repository.mkdir()
        fuzz_inputs.make_repository(repository)
        while _cpu() < seconds:
            fault = _one(Random(seed * 1_000_003 + runs), Path(name, "run"), repository)
            runs += 1
            if fault:
                faults += 1
                _keep(f"{seed}-{runs}", fault)
    print(f"{runs:,} runs, {faults} faults")
    return int(bool(faults))


def _one(random: Random, folder: Path, repository: Path) -> str:
    shutil.rmtree(folder, ignore_errors=True)
    kind = random.random()
    if kind < 0.3:
        shutil.copytree(repository, folder)
    else:
        folder.mkdir()
    os.chdir(folder)
    fuzz_inputs.fill_workspace(random)
    if kind < 0.2:
        return _check_against_commit(random)
    if kind < 0.3:
        return _init(random)
    arguments = _arguments(random)
    if random.random() < 0.2:
        Path("openclaw.json").write_bytes(fuzz_inputs.openclaw_json(random))
        arguments += ["--config", "openclaw.json", "--agent", random.choice(["main", "", "Ä b", "\udcff", "x" * 99])]
        arguments += [] if "--openclaw" in arguments else ["--openclaw", "latest"]
    return _run(arguments)


def _arguments(random: Random) -> list[str]:
    command, options = random.choice([("check", CHECKS), ("show", SHOWS), ("wrap", WRAPS)])
    limits = random.choice(LIMITS if command != "show" else LIMITS[:5])
    return [command, *random.choice(options).split(), *limits.split()]


def _check_against_commit(random: Random) -> str:
    fuzz_inputs.spoil_repository(random)
    ratchet = random.choice(["--ratchet", f"--ratchet={random.choice(fuzz_inputs.REVISIONS)}"])
    fault = _run(["check", ratchet, *random.choice(CHECKS).split()])
    return fault or ("something ran that the repository names" if fuzz_inputs.CANARY.exists() else "")


def _init(random: Random) -> str:
    config = Path(".pre-commit-config.yaml")
    before = fuzz_inputs.hook_settings(random)
    if random.random() < 0.9:
        config.write_bytes(before)
    else:
        before = b""
    fault = _run(["init", "--yes", "--repo", "../x", "--rev", "v1"])
    after = config.read_bytes() if config.exists() else b""
    return fault or ("" if _is_extended(before, after) else f"init took something out:\n{before!r}\n{after!r}")


def _is_extended(before: bytes, after: bytes) -> bool:
    pairs = enumerate(zip(before, after, strict=False))
    start = next((place for place, (one, other) in pairs if one != other), len(before))
    return len(after) >= len(before) and after.endswith(before[start:])


def _run(arguments: list[str]) -> str:
    """Run one command in the current folder and say what is wrong with what it did."""
    before = _on_disk()
    try:
        outcome = _outcome(arguments)
    except BaseException:
        return f"{arguments}\n{traceback.format_exc()}"
    after = _on_disk()
    fault = _fault_of(outcome, arguments) or _fault_on_disk(before, after, arguments)
    if not fault and arguments[0] == "wrap" and after != before:
        again = _outcome(arguments)
        fault = "a second run changes something" if again.code == 1 or _on_disk() != after else ""
    return f"{arguments}: {fault}" if fault else ""


def _outcome(arguments: list[str]) -> Outcome:
    out, errors = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="surrogateescape") for _ in range(2))
    started = _cpu()
    signal.alarm(HANGS)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            code = clawbudget(arguments)
    finally:
        signal.alarm(0)
    return Outcome(code, _written(out), _written(errors), _cpu() - started)


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def _fault_of(outcome: Outcome, arguments: list[str]) -> str:
    if outcome.code not in (0, 1, 2):
        return f"exit code {outcome.code}"
    if outcome.took > TOO_LONG:
        return f"{outcome.took:.1f} seconds"
    printed = outcome.errors + ("" if _PRINTS_THE_FILE.intersection(arguments) else outcome.out)
    if raw := _RAW.search(printed):
        return f"prints {raw[0]!r}"
    if "github" not in arguments and re.search(r"^\s*(?:::|##\[)", printed, re.MULTILINE):
        return "prints a workflow command"
    if outcome.code < 2 and ("json" in arguments or "sarif" in arguments):
        json.loads(outcome.out)
    return "prints a script" if "html" in arguments and fuzz_inputs.SCRIPT in outcome.out else ""


def _fault_on_disk(before: dict[str, bytes], after: dict[str, bytes], arguments: list[str]) -> str:
    command = arguments[0]
    if command == "init":
        before.pop(".pre-commit-config.yaml", None)
        after = {name: data for name, data in after.items() if name != ".pre-commit-config.yaml"}
    if after != before and (command != "wrap" or {"--diff", "--check"}.intersection(arguments)):
        return "changes a file"
    if {"--split", "--squeeze"}.isdisjoint(arguments) and _visible(after) != _visible(before):
        return "changes more than blanks and quote marks"
    return ""


def _visible(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name: b"".join(data.replace(b">", b" ").split()) for name, data in files.items()}


def _on_disk() -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in Path().rglob("*") if path.is_file() and not path.is_symlink()}


def _cpu() -> float:
    return sum(os.times()[:4])


def _give_up(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"no end within {HANGS} seconds")


def _keep(name: str, fault: str) -> None:
    folder = KEPT / name
    shutil.copytree(Path.cwd(), folder, dirs_exist_ok=True, symlinks=True)
    (folder / "fault.txt").write_text(fault, encoding="utf-8", errors="backslashreplace")
    print(f"{folder}: {fault.strip().splitlines()[-1]}", flush=True)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
