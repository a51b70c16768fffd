"""Timing whole processes side by side: in turn, by the system's own accounting, medians."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path


class Figures(NamedTuple):
    """Medians of one command's runs: CPU and wall seconds, children included, and the largest resident set in MiB."""

    cpu: float
    wall: float
    memory: float


def side_by_side(
    commands: Mapping[str, Sequence[str]],
    *,
    runs: int,
    folder: Path,
    prepare: Callable[[], object] = lambda: None,
) -> dict[str, Figures]:
    """Run the commands in turn, ``runs`` times after one warm-up, so that a noisy machine is noisy for all alike.

    ``prepare`` is called before each run, outside what is measured.
    """
    taken: dict[str, list[Figures]] = {name: [] for name in commands}
    for turn in range(runs + 1):
        for name, command in commands.items():
            prepare()
            figures = _run(command, folder)
            if turn:
                taken[name].append(figures)
    return {
        name: Figures(*(statistics.median(values) for values in zip(*each, strict=True)))
        for name, each in taken.items()
    }


def _run(command: Sequence[str], folder: Path) -> Figures:
    # Without its byte code, Python compiles every module anew: that is not what users run.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert process.stderr
    told = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.stderr.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):  # 1 is what a linter says that found something
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}:\n{told.decode(errors='replace')}")
    return Figures(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)
