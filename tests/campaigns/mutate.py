"""Changes one thing at a time in a room of the core and counts the changes that its tests notice: ``make mutation``.

The changes are those that hands make: ``<`` for ``<=``, ``+`` for ``-``, ``and`` for ``or``, a number one off, a
negation left out, a line left out. Each is made in a copy of the project, so that nothing here is touched. The files
of tests are run one after the other, those that tell most in the least time first. A change that tests do not end with
in time, or in the memory that they get, counts as noticed.
"""

from __future__ import annotations

import argparse
import ast
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

PROJECT = Path(__file__).resolve().parents[2]
PACKAGE = Path("hooks/clawbudget")
ROOMS = {
    "javascript": ("javascript.py", ("javascript", "injection", "budget", "injection_properties")),
    "releases": ("releases.py", ("releases", "limits", "budget", "lost_messages", "check_command")),
    "limits": ("limits.py", ("limits", "budget", "lost_messages", "check_command")),
    "injection": (
        "injection/*.py",
        ("injection", "injection_goldens", "lost_messages", "injection_properties"),
    ),
    "wrapping": (
        "wrapping/*.py",
        (
            *("wrapping_proof", "wrapping_candidates", "wrapping_dialects", "wrapping_successive", "wrapping_cases"),
            *("wrapping_layouts", "squeezing", "wrap_command", "wrapping_properties", "wrapping_hostile"),
        ),
    ),
}
"""Each room's files, and the tests that are to notice, in the order in which they are run."""

_FINDS = "what is looked for never stands at the very beginning"
_SPARES_WORK = "only spares work that comes to the same"
EQUIVALENT = {
    ("keywords.py", "_holds: at >= 0  ->  at > 0"): _FINDS,
    ("mandatory_words.py", "_collect: after < 0  ->  after <= 0"): _FINDS,
    ("digest.py", "_shortlist: left - 1  ->  left + 1"): _SPARES_WORK,
    ("layouts.py", "best_layout: costs[farthest] // _PIECE + 1  ->  costs[farthest] // _PIECE + 2"): _SPARES_WORK,
    ("search.py", "holds: return True  ->  return False"): _SPARES_WORK,
    ("squeezing.py", "_read: block.end - 1  ->  block.end - 2"): "a line of one character has nothing to take out",
    ("trimming.py", "_shares: marker.length(1, 0)  ->  marker.length(1, 1)"): "nought and one are as long",
    ("paragraphs.py", "offsets: self.last + 1  ->  self.last + 2"): "no one asks where the next block begins",
    ("measure.py", "is_longer: 2 * len(line) <= max_line  ->  2 * len(line) < max_line"): _SPARES_WORK,
    (
        "measure.py",
        "is_longer: line.isascii() or 2 * len(line) <= max_line  ->  line.isascii() and 2 * len(line) <= max_line",
    ): _SPARES_WORK,
    (
        "staying.py",
        "_has_tabs_in_quoted_list: {'BlockQuote', 'Item'} <= set(_kinds(paragraph.block))"
        "  ->  {'BlockQuote', 'Item'} < set(_kinds(paragraph.block))",
    ): "around every item there is a list",
    ("document.py", "_bytes: initial=0  ->  initial=1"): "differences alone are used",
    (
        "layouts.py",
        "best_layout: best < 0  ->  best <= 0",
    ): "what costs nothing comes first, and all else costs a piece",
    ("layouts.py", "best_layout: best < 0  ->  best < 1"): "what costs nothing comes first, and all else costs a piece",
    (
        "layouts.py",
        "best_layout: [0, *(PENALTIES[place.quality] for place in line.breaks), 0]"
        "  ->  [0, *(PENALTIES[place.quality] for place in line.breaks), 1]",
    ): "every layout ends there",
}
"""Changes after which the code does what it did, by file and text, each with the reason; they are not counted."""

_MEMORY = 4 << 30
"""Bytes of address space for the tests of one change, so that an endless list does not take all there is."""

_WAITING = 30
"""Seconds to wait for each CPU second that tests may take: they may sleep, and others may be at work."""

_NO_END = "no end in time"


class Mutant(NamedTuple):
    """A file, the line of the change, what it is and in which function, and the whole source with it."""

    path: Path
    line: int
    change: str
    source: str


_COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_COMPUTE: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
}  # fmt: skip


def changed(node: ast.AST) -> Iterator[ast.AST]:
    """Give the ways in which a node can be written wrongly."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARE:
        yield ast.Compare(node.left, [_COMPARE[type(node.ops[0])](), *node.ops[1:]], node.comparators)
    elif isinstance(node, ast.BinOp) and type(node.op) in _COMPUTE:
        yield ast.BinOp(node.left, _COMPUTE[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        yield type(node)(**{**dict(ast.iter_fields(node)), "test": ast.UnaryOp(ast.Not(), node.test)})
    elif isinstance(node, ast.Assign | ast.AugAssign) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Yield)
    ):
        yield ast.Pass()


def mutants(path: Path) -> Iterator[Mutant]:
    """Give all mutants of the file at ``path``."""
    tree = ast.parse((PROJECT / path).read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inside = {id(node): function.name for function in functions for part in function.body for node in ast.walk(part)}
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            for index, child in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(child, ast.AST) and id(child) in inside:
                    for other in changed(child):
                        place = index if isinstance(value, list) else None
                        yield _mutant(path, tree, inside[id(child)], parent, field, place, other)


def _mutant(
    path: Path, tree: ast.Module, function: str, parent: ast.AST, field: str, index: int | None, other: ast.AST
) -> Mutant:
    value = getattr(parent, field)
    child = value if index is None else value[index]
    shown = parent if isinstance(child, ast.Constant) else child
    before = _first_line(shown)
    _put(parent, field, index, other)
    after = _first_line(parent if shown is parent else other)
    source = ast.unparse(ast.fix_missing_locations(tree))
    _put(parent, field, index, child)
    return Mutant(path, child.lineno, f"{function}: {before}  ->  {after}", source)


def _first_line(node: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(node)).splitlines()[0]


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


class Copy:
    """A copy of the project to make changes in."""

    def __init__(self, folder: Path) -> None:
        shutil.copytree(PROJECT, folder, ignore=shutil.ignore_patterns("build", ".git", "__pycache__"))
        self._folder = folder

    def failure(self, mutant: Mutant, tests: tuple[str, ...], seconds: dict[str, int]) -> str:
        """Run the tests with the mutant until a file fails, and tell how it does; ``seconds`` are of CPU time."""
        target = self._folder / mutant.path
        original = target.read_bytes()
        target.write_text(mutant.source, encoding="utf-8")
        try:
            return next(filter(None, (self._run(name, seconds[name]) for name in tests)), "")
        finally:
            target.write_bytes(original)

    def _run(self, name: str, seconds: int) -> str:
        pytest = [sys.executable, "-m", "pytest", "-x", "-q", f"tests/test_{name}.py"]
        environment = os.environ | {"PYTHONPATH": str(self._folder / "hooks"), "PYTHONDONTWRITEBYTECODE": "1"}
        with subprocess.Popen(
            pytest, cwd=self._folder, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
        ) as running:
            resource.prlimit(running.pid, resource.RLIMIT_CPU, (seconds, seconds))
            try:
                output, _ = running.communicate(timeout=_WAITING * seconds)
            except subprocess.TimeoutExpired:
                os.killpg(running.pid, signal.SIGKILL)
                return _NO_END
        if running.returncode == -signal.SIGKILL:
            return _NO_END
        return output if running.returncode else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rooms", nargs="*", default=list(ROOMS), help=f"of {', '.join(ROOMS)} (default: all)")
    parser.add_argument("--most", type=int, default=100, help="mutants of each room, chosen at random (default: 100)")
    parser.add_argument("--only", default="", metavar="TEXT", help="mutants whose file and change hold this text")
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)  # some tests work as another user, who has to import from there
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(options.jobs):
            copies.put(Copy(Path(name, str(number))))
        for room in options.rooms:
            pattern, tests = ROOMS[room]
            counted = [mutant for path in sorted((PROJECT / PACKAGE).glob(pattern)) for mutant in _counted(path)]
            found = [mutant for mutant in counted if options.only in f"{mutant.path}: {mutant.change}"]
            chosen = Random(options.seed).sample(found, min(options.most, len(found)))
            _judge(room, chosen, len(found), tests, copies, options.jobs)
    return 0


def _counted(path: Path) -> list[Mutant]:
    """Give the mutants of the file at ``path`` but for the equivalent ones, each of which has to be there once."""
    found = list(mutants(path.relative_to(PROJECT)))
    equivalent = {change for name, change in EQUIVALENT if name == path.name}
    times = Counter(mutant.change for mutant in found)
    if unclear := [change for change in equivalent if times[change] != 1]:
        raise SystemExit(f"{path.name}: not possible exactly once: {', '.join(unclear)}")
    return [mutant for mutant in found if mutant.change not in equivalent]


def _judge(
    room: str, chosen: list[Mutant], of: int, tests: tuple[str, ...], copies: SimpleQueue[Copy], jobs: int
) -> None:
    seconds = _patience(room, chosen[0].path, tests, copies)

    def judge(mutant: Mutant) -> str:
        copied = copies.get()
        try:
            return copied.failure(mutant, tests, seconds)
        finally:
            copies.put(copied)

    noticed: Counter[bool] = Counter()
    with ThreadPoolExecutor(jobs) as pool:
        for mutant, failed in zip(chosen, pool.map(judge, chosen), strict=True):
            if failed:
                noticed[failed == _NO_END] += 1
            else:
                print(f"  survived: {mutant.path}:{mutant.line}: {mutant.change}", flush=True)
    share = f"{noticed.total()} of {len(chosen)} noticed ({noticed.total() / len(chosen):.0%})"
    print(f"{room}: {share}, {noticed[True]} as the tests did not end; {of} possible", flush=True)


def _patience(room: str, path: Path, tests: tuple[str, ...], copies: SimpleQueue[Copy]) -> dict[str, int]:
    """Give the CPU seconds that each file of tests may take, by those that it takes when nothing is changed."""
    unchanged = Mutant(path, 0, "nothing", (PROJECT / path).read_text(encoding="utf-8"))
    copied = copies.get()
    seconds = {}
    for name in tests:
        before = _cpu_seconds()
        if failed := copied.failure(unchanged, (name,), {name: 600}):
            raise SystemExit(f"{room}: the tests fail without any change:\n{failed}")
        seconds[name] = 5 + 3 * round(_cpu_seconds() - before)
    copies.put(copied)
    return seconds


def _cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    raise SystemExit(main())
