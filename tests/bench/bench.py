"""``make bench``: what clawbudget costs, as ratios measured side by side in one run.

Run it with the interpreter of an environment in which clawbudget is installed as users install it.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from measuring import side_by_side

if TYPE_CHECKING:
    from collections.abc import Iterator

PYTHON = sys.executable
CLAWBUDGET = str(Path(PYTHON).with_name("clawbudget"))
NAMES = ("AGENTS", "SOUL", "TOOLS", "IDENTITY", "USER", "HEARTBEAT", "BOOTSTRAP", "MEMORY")
BARE = [PYTHON, "-I", "-c", "pass"]
READ_ALL = """
import sys
folder, names = sys.argv[1], sys.argv[2].split()
for number in range(int(sys.argv[3])):
    for name in names:
        with open(f"{folder}/{number:05}/{name}.md", "rb") as file:
            file.read().decode()
"""

Row = dict[str, str | float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20, help="counted runs of each command (default: 20)")
    runs = parser.parse_args().runs
    rows = [*start_up(runs), *many_workspaces(max(runs // 4, 3))]
    for row in rows:
        print(f"{row['case']:<34} {row['cpu']:8.4f} s  {row['ratio']:6.2f} x {row['against']}")
    print(json.dumps(rows))


def start_up(runs: int) -> Iterator[Row]:
    """One workspace of eight files within their limits, against the interpreter's own start."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_workspace(folder, 20_000)
        files = [f"{each}.md" for each in NAMES]
        # Eight files of 20 KB are over the default total, so that run prints a report.
        write_workspace(folder / "fits", 6_300)
        write_workspace(folder / "set", 6_300)
        (folder / "set" / ".clawbudget.toml").write_text('max-line = 300\n[rules]\nnear-limit = "off"\n')
        commands = {
            "bare interpreter": BARE,
            "check, 8 files that fit": [CLAWBUDGET, "check", *(f"fits/{file}" for file in files)],
            "check with settings, 8 that fit": [CLAWBUDGET, "check", *(f"set/{file}" for file in files)],
            "check, 8 files of 20 KB": [CLAWBUDGET, "check", *files],
            "check with options, 8 of 20 KB": [
                CLAWBUDGET, "check", "--openclaw", "2026.7.1", "--max-total", "200000", *files,
            ],
        }  # fmt: skip
        figures = side_by_side(commands, runs=runs, folder=folder)
    for case, figure in figures.items():
        yield {
            "case": case,
            "cpu": figure.cpu,
            "wall": figure.wall,
            "against": "bare interpreter",
            "ratio": figure.cpu / figures["bare interpreter"].cpu,
        }


def many_workspaces(runs: int) -> Iterator[Row]:
    """1,000 and 2,000 workspaces in one run, against a loop that reads and decodes the same files."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(2_000):
            write_workspace(folder / f"{number // 1_000}/{number % 1_000:05}", 6_300)
        commands = {
            "read 1,000 workspaces": [PYTHON, "-I", "-c", READ_ALL, "0", " ".join(NAMES), "1000"],
            "check 1,000 workspaces": [CLAWBUDGET, "check", "0"],
            "check 2,000 workspaces": [CLAWBUDGET, "check", "0", "1"],
        }
        figures = side_by_side(commands, runs=runs, folder=folder)
    for case, against in (
        ("check 1,000 workspaces", "read 1,000 workspaces"),
        ("check 2,000 workspaces", "check 1,000 workspaces"),
    ):
        yield {
            "case": case,
            "cpu": figures[case].cpu,
            "wall": figures[case].wall,
            "memory": figures[case].memory,
            "against": against,
            "ratio": figures[case].cpu / figures[against].cpu,
        }


def write_workspace(folder: Path, size: int) -> None:
    """Write eight files of ``size`` characters: prose in lines of some 80, one in ten of them not ASCII."""
    lines = [f"- Rule {number}: look twice, cut once, and write down what you did and why.\n" for number in range(9)]
    block = "".join(lines) + "- Größe und Maß: 二度測り、一度で切る。 ✂ 🔴\n"
    folder.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        (folder / f"{name}.md").write_text((block * (size // len(block) + 1))[:size], encoding="utf-8")


if __name__ == "__main__":
    main()
