"""Hands random and mutated input to every reader of files, settings and repositories: run by ``make fuzz SECONDS=600``.

A fault is an exception that leaves a command, an exit code other than 0, 1 and 2, a run that takes too long, a command
of a repository's own that is run, text from a file that does harm where it is printed, a change on disk by a command
that only reads, and a change by one that writes which a second run or the words of the file contradict. What fails is
kept in ``build/fuzz``, to be made a test.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import signal
import stat
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from unittest.mock import patch

from clawbudget import git
from clawbudget.cli import main as clawbudget
from fuzz_cases import Case, Cases, clear
from fuzz_judges import what_is_wrong_with_the_disk, what_is_wrong_with_the_text
from fuzz_repositories import Repositories
from git_repo import isolated_environment

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

KEPT = Path(__file__).resolve().parents[2] / "build" / "fuzz"
TOO_LONG = 10.0
"""CPU seconds for inputs of some 10 KB, git's own included."""

HANGS = 120
"""Seconds after which a run is ended."""

PATIENCE = 5
"""Seconds that git gets for an answer here, where many of its repositories are damaged."""


class HangsError(BaseException):
    """A run that does not end. No command catches it."""


def main(arguments: list[str]) -> int:
    """Go on for as many CPU seconds as the first argument says; the second one is the seed. Gives 1 after a fault.

    A third argument is the number of one run of that seed, to be done alone.
    """
    seconds = float(arguments[0]) if arguments else 600
    seed = int(arguments[1]) if len(arguments) > 1 else int(time.time())
    only = int(arguments[2]) if len(arguments) > 2 else None
    print(f"seed {seed}, {seconds:.0f} seconds of CPU", flush=True)
    signal.signal(signal.SIGALRM, _end)
    with tempfile.TemporaryDirectory() as name, patch.object(git, "PATIENCE", PATIENCE):
        folder = Path(name)
        os.environ.update(isolated_environment(folder))
        campaign = Campaign(folder)
        if only is not None:
            campaign.run(seed, only)
        while only is None and _cpu() < seconds:
            campaign.run(seed, campaign.runs + 1)
    print(f"seed {seed}: {campaign.runs:,} runs, {campaign.faults} faults")
    return int(bool(campaign.faults))


class Campaign:
    """Runs below ``folder``, and how many of them there were, and how many had a fault."""

    def __init__(self, folder: Path) -> None:
        self._canary = folder / "canary"
        self._folder = folder / "case"
        self._folder.mkdir()
        os.chdir(self._folder)
        self._cases = Cases(Repositories(folder / "repositories", dict(os.environ), self._canary))
        self.runs = 0
        self.faults = 0

    def run(self, seed: int, number: int) -> None:
        """Make the case with this number, run it and keep it if something is wrong."""
        clear()
        case = self._cases.make(Random(seed * 1_000_003 + number))
        self._canary.unlink(missing_ok=True)
        made = _on_disk()
        try:
            found = list(self._faults(case))
        except Exception:
            found = [f"what came of it can't be judged:\n{traceback.format_exc()}"]
        self.runs += 1
        if found:
            self.faults += 1
            _keep(f"{seed}-{number}", made, [f"{case.arguments} {case.environment}", *found])

    def _faults(self, case: Case) -> Iterator[str]:
        before = _on_disk()
        started = _cpu()
        ran = Run(case)
        took = _cpu() - started
        if ran.fault:
            yield ran.fault
            return
        after = _on_disk()
        if ran.code not in (0, 1, 2):
            yield f"exit code {ran.code}"
        if took > TOO_LONG:
            yield f"{took:.1f} seconds"
        if self._canary.exists():
            yield "a command of the repository's was run"
        yield from what_is_wrong_with_the_disk(case.arguments, before, after)
        report = after.get("report.txt", b"").decode() if "-o" in case.arguments else ran.printed
        yield from what_is_wrong_with_the_text(case.arguments, report, ran.told)
        yield from _wrong_with_a_second_run(case, ran, before != after)


class Run:
    """What came of a command: its exit code, what it printed and told, or the exception that left it."""

    def __init__(self, case: Case) -> None:
        self.code = -1
        self.fault = ""
        printed, told = _stream(), _stream()
        signal.alarm(HANGS)
        try:
            with _environment(case.environment), contextlib.redirect_stdout(printed), contextlib.redirect_stderr(told):
                self.code = clawbudget(case.arguments)
        except BaseException:
            self.fault = traceback.format_exc()
        finally:
            signal.alarm(0)
        self.printed, self.told = (_text_of(stream) for stream in (printed, told))


def _wrong_with_a_second_run(case: Case, ran: Run, has_changed: bool) -> Iterator[str]:
    """Run once more a command that wrote: all is done now."""
    if not has_changed or case.arguments[0] not in ("wrap", "init"):
        return
    before = _on_disk()
    again = Run(case)
    if again.fault:
        yield again.fault
    elif _on_disk() != before or again.code == 1:
        yield f"a second run changes something, or would: {again.code} after {ran.code}"


def _on_disk() -> dict[str, bytes]:
    """Give the bytes of every file below the current folder, the targets of links, and nothing for each folder."""
    found = {}
    for folder, folders, files in os.walk("."):
        for name in (*folders, *files):
            path = os.path.join(folder, name)
            mode = os.lstat(path).st_mode
            if stat.S_ISLNK(mode):
                found[path[2:]] = b"-> " + os.fsencode(os.readlink(path))
            else:
                found[path[2:]] = Path(path).read_bytes() if stat.S_ISREG(mode) else b""
    return found


def _keep(name: str, made: dict[str, bytes], faults: list[str]) -> None:
    folder = KEPT / name
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "files").mkdir(parents=True)
    for path, data in made.items():
        kept = folder / "files" / path
        if data or not Path(path).is_dir():
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(data)
    (folder / "fault.txt").write_text("\n".join(faults), encoding="utf-8", errors="backslashreplace")
    print(f"{folder}: {faults[-1].strip().splitlines()[-1][:300]!a}", flush=True)


@contextlib.contextmanager
def _environment(added: Mapping[str, str]) -> Iterator[None]:
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            del os.environ[name]


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="strict", write_through=True)


def _text_of(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8", "replace")


def _cpu() -> float:
    """Give the seconds that this process and those that it ran have used."""
    return sum(os.times()[:4])


def _end(*_: object) -> None:
    raise HangsError


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
