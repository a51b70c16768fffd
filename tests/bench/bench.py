"""``make bench``: what clawbudget costs, side by side with others in one run, as a table and as JSON.

Run it with the interpreter of an environment in which clawbudget is installed as users install it.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from material import FILES, long_lines, prose, write_workspace
from measuring import Figures, side_by_side
from peers import LINTERS, WRAPPERS, install

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

PROJECT = Path(__file__).resolve().parents[2]
PYTHON = sys.executable
CLAWBUDGET = str(Path(PYTHON).with_name("clawbudget"))
BARE = "bare interpreter"
LINEAR = 11.5  # ten times as much to do (10.45 in part c), and a tenth more
READ_ALL = """
import sys
folder, names = sys.argv[1], sys.argv[2:]
for number in range(int(names.pop())):
    for name in names:
        with open(f"{folder}/{number:05}/{name}", "rb") as file:
            file.read().decode()
"""


class Row(NamedTuple):
    """One line of the table. ``ratio`` is of CPU times; a goal says the largest value that is good enough."""

    part: str
    case: str
    figures: Figures
    against: str
    ratio: float
    goal: float | None = None

    @property
    def verdict(self) -> str:
        """Say whether the goal is met."""
        return "" if self.goal is None else "met" if self.ratio <= self.goal else "MISSED"

    def __str__(self) -> str:
        goal = "" if self.goal is None else f"<= {self.goal:g}"
        cpu, wall, memory = self.figures
        return (
            f"{self.part}  {self.case:<42} {cpu:9.4f} {wall:9.4f} {memory:7.1f}  "
            f"{self.ratio:7.2f} x {self.against:<34} {goal:>7} {self.verdict}"
        )


HEADING = f"   {'':<42} {'CPU s':>9} {'wall s':>9} {'MiB':>7}  {'CPU ratio':>9} {'against':<34} {'goal':>7}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15, help="counted runs of each command (default: 15)")
    parser.add_argument("--parts", default="abcde", help="which parts to run (default: abcde)")
    parser.add_argument("--json", type=Path, default=None, help="where the rows go as JSON, too")
    options = parser.parse_args()
    rows = []
    print(HEADING)
    for part in options.parts:
        for row in PARTS[part](options.runs):
            print(row, flush=True)
            rows.append(row)
    text = json.dumps([{**row._asdict(), "figures": row.figures._asdict(), "verdict": row.verdict} for row in rows])
    if options.json:
        options.json.write_text(text + "\n")
    else:
        print(text)


def start_up(runs: int) -> Iterator[Row]:
    """One workspace, against the interpreter's own start and against other linters."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fits = [f"fits/{file}" for file in FILES]
        write_workspace(folder / "fits", 6_300)
        write_workspace(folder / "set", 6_300)
        (folder / "set/.clawbudget.toml").write_text('max-line = 300\n[rules]\nnear-limit = "off"\n')
        write_workspace(folder / "over", 20_000)
        (folder / "one").mkdir()
        (folder / "one/AGENTS.md").write_text(prose(16_000), encoding="utf-8")
        options = ["--openclaw", "2026.7.1", "--max-total", "200000"]
        ours = {
            BARE: [PYTHON, "-I", "-c", "pass"],
            "check, 1 file that fits": [CLAWBUDGET, "check", "one/AGENTS.md"],
            "check, 8 files that fit": [CLAWBUDGET, "check", *fits],
            "check with options, 8 files that fit": [CLAWBUDGET, "check", *options, *fits],
            "check with settings, 8 files that fit": [CLAWBUDGET, "check", *(f"set/{file}" for file in FILES)],
            "check, 8 files of 20 KB, total over": [CLAWBUDGET, "check", *(f"over/{file}" for file in FILES)],
            "check with options, 8 files of 20 KB": [
                CLAWBUDGET,
                "check",
                *options,
                *(f"over/{file}" for file in FILES),
            ],
        }
        peers = {name: [*command, *fits] for name, command in install(LINTERS).items()}
        figures = side_by_side(ours | peers, runs=runs, folder=folder)
    goals = {
        "check, 8 files that fit": 1.3,
        "check with options, 8 files that fit": 2.2,
        "check with settings, 8 files that fit": 3.0,
        "check, 1 file that fits": 1.3,
    }
    for case in figures:
        yield compare("a", figures, case, BARE, goals.get(case))
    for peer in peers:
        yield compare("a", figures, "check, 8 files that fit", peer, None if LINTERS[peer].native else 1)


def many_workspaces(runs: int) -> Iterator[Row]:
    """Up to 10,000 workspaces in one run, against a loop that reads and decodes the same files."""
    counts = (10, 100, 1_000, 10_000)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for count in counts:
            for number in range(count):
                write_workspace(folder / f"{count}/{number:05}", 6_300)
        commands = {}
        for count in counts:
            commands[f"read {count:,} workspaces"] = [PYTHON, "-I", "-c", READ_ALL, str(count), *FILES, str(count)]
            commands[f"check {count:,} workspaces"] = [CLAWBUDGET, "check", str(count)]
        figures = side_by_side(commands, runs=runs, folder=folder)
    for count in counts:
        yield compare(
            "b", figures, f"check {count:,} workspaces", f"read {count:,} workspaces", 3 if count > 999 else None
        )
    yield compare("b", figures, "check 10,000 workspaces", "check 1,000 workspaces", LINEAR)
    most = figures["check 10,000 workspaces"]
    yield Row("b", "check 10,000 workspaces: memory", most, "100 MB", most.memory * 1.048576 / 100, 1)


def long_texts(runs: int) -> Iterator[Row]:
    """Show and wrap of ever longer files; the goals are about growth: no worse than linear."""
    sizes = {"20 KB": 20_000, "200 KB": 200_000, "2 MiB": 2_090_000}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        commands = {}
        for label, size in sizes.items():
            (folder / label).mkdir()
            (folder / label / "AGENTS.md").write_text(long_lines(size), encoding="utf-8")
            commands[f"show, {label}"] = [CLAWBUDGET, "show", label]
            commands[f"wrap --check, {label} of long lines"] = [CLAWBUDGET, "wrap", "--check", label]
        figures = side_by_side(commands, runs=runs, folder=folder)
    for case, smaller in (("show, 200 KB", "show, 20 KB"), ("show, 2 MiB", "show, 200 KB")):
        yield compare("c", figures, case, smaller, LINEAR)
    for label, smaller in (("200 KB", "20 KB"), ("2 MiB", "200 KB")):
        many, few = (f"wrap --check, {each} of long lines" for each in (label, smaller))
        yield compare("c", figures, many, few, LINEAR)


def wrapping(runs: int) -> Iterator[Row]:
    """Wrapping a file of 20 KB with 40 long lines, against other programs on the same file."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "AGENTS.md"
        peers = {peer: [*command, file.name] for peer, command in install(WRAPPERS).items()}
        figures = side_by_side(
            {"wrap, 20 KB with 40 long lines": [CLAWBUDGET, "wrap", file.name], **peers},
            runs=runs,
            folder=folder,
            prepare=lambda: file.write_text(long_lines(20_000), encoding="utf-8"),
        )
    goals = {"mdformat": 0.3, "prettier": 0.15}
    for peer in peers:
        yield compare("d", figures, "wrap, 20 KB with 40 long lines", peer, goals.get(peer))


def installing(runs: int) -> Iterator[Row]:
    """Installing from source into a new environment, as runners do, against an environment with nothing in it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv = f"{PYTHON} -m venv new"
        commands = {
            "new environment": ["sh", "-ec", venv],
            "new environment, install from source": [
                "sh",
                "-ec",
                f'{venv}; new/bin/python -m pip install -q "$0"',
                str(PROJECT),
            ],
        }
        figures = side_by_side(
            commands,
            runs=min(runs, 3),
            folder=folder,
            prepare=lambda: shutil.rmtree(folder / "new", ignore_errors=True),
        )
    yield compare("e", figures, "new environment, install from source", "new environment")


def compare(part: str, figures: Mapping[str, Figures], case: str, against: str, goal: float | None = None) -> Row:
    return Row(part, case, figures[case], against, figures[case].cpu / figures[against].cpu, goal)


PARTS: dict[str, Callable[[int], Iterator[Row]]] = {
    "a": start_up,
    "b": many_workspaces,
    "c": long_texts,
    "d": wrapping,
    "e": installing,
}

if __name__ == "__main__":
    main()
