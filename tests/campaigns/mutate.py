"""Changes one thing at a time in a room of the core and counts the changes that its tests notice: ``make mutation``.

The changes are those that hands make: ``<`` for ``<=``, ``+`` for ``-``, ``and`` for ``or``, a number one off, a
negation left out, a line left out. Each is made in a copy of the project, so that nothing here is touched. A change
that tests do not end with in time counts as noticed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import shutil
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
    "javascript": ("javascript.py", ("test_javascript.py", "test_budget.py", "test_injection.py")),
    "limits": ("limits.py", ("test_limits.py", "test_budget.py", "test_check_command.py")),
    "injection": (
        "injection/*.py",
        ("test_injection.py", "test_injection_goldens.py", "test_injection_properties.py", "test_lost_messages.py"),
    ),
    "wrapping": ("wrapping/*.py", ("test_wrapping_*.py", "test_wrap_command.py")),
}
"""Each room's files, and the tests that are to notice."""

IN_TIME = 300


class Mutant(NamedTuple):
    """A file, the line of the change, what it is, and the whole source with it."""

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
    inside = [node for function in ast.walk(tree) if isinstance(function, ast.FunctionDef) for node in function.body]
    seen = {id(node): node for body in inside for node in ast.walk(body) if not isinstance(node, ast.FunctionDef)}
    for parent in list(ast.walk(tree)):
        for field, value in ast.iter_fields(parent):
            for index, child in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(child, ast.AST) and id(child) in seen:
                    for other in changed(child):
                        yield _mutant(path, tree, parent, field, index if isinstance(value, list) else None, other)


def _mutant(path: Path, tree: ast.Module, parent: ast.AST, field: str, index: int | None, other: ast.AST) -> Mutant:
    value = getattr(parent, field)
    child = value if index is None else value[index]
    _put(parent, field, index, other)
    source = ast.unparse(ast.fix_missing_locations(copy.deepcopy(tree)))
    _put(parent, field, index, child)
    before, after = (ast.unparse(ast.fix_missing_locations(node)).splitlines()[0] for node in (child, other))
    return Mutant(path, child.lineno, f"{before}  ->  {after}", source)


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def failure(mutant: Mutant, tests: tuple[str, ...], copied: Path) -> str:
    """Run the tests in a copy of the project that holds the mutant and tell how the first one that fails does so."""
    target = copied / mutant.path
    original = target.read_bytes()
    target.write_text(mutant.source, encoding="utf-8")
    files = sorted(str(path) for pattern in tests for path in (copied / "tests").glob(pattern))
    pytest = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *files]
    environment = os.environ | {"PYTHONPATH": str(copied / "hooks"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        ended = subprocess.run(
            pytest, cwd=copied, env=environment, capture_output=True, text=True, check=False, timeout=IN_TIME
        )
        return ended.stdout if ended.returncode else ""
    except subprocess.TimeoutExpired:
        return f"no end within {IN_TIME} seconds"
    finally:
        target.write_bytes(original)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rooms", nargs="*", default=list(ROOMS), help=f"of {', '.join(ROOMS)} (default: all)")
    parser.add_argument("--most", type=int, default=100, help="mutants of each room, chosen at random (default: 100)")
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(options.jobs):
            folder = Path(name, str(number))
            shutil.copytree(PROJECT, folder, ignore=shutil.ignore_patterns("build", ".git", "__pycache__", ".*_cache"))
            copies.put(folder)
        for room in options.rooms:
            pattern, tests = ROOMS[room]
            found = [
                each
                for path in sorted((PROJECT / PACKAGE).glob(pattern))
                for each in mutants(path.relative_to(PROJECT))
            ]
            chosen = Random(options.seed).sample(found, min(options.most, len(found)))
            _judge(room, chosen, len(found), tests, copies, options.jobs)
    return 0


def _judge(
    room: str, chosen: list[Mutant], of: int, tests: tuple[str, ...], copies: SimpleQueue[Path], jobs: int
) -> None:
    def judge(mutant: Mutant) -> str:
        copied = copies.get()
        try:
            return failure(mutant, tests, copied)
        finally:
            copies.put(copied)

    unchanged = Mutant(chosen[0].path, 0, "nothing", (PROJECT / chosen[0].path).read_text(encoding="utf-8"))
    if failed := judge(unchanged):
        raise SystemExit(f"{room}: the tests fail without any change:\n{failed}")
    seen: Counter[bool] = Counter()
    with ThreadPoolExecutor(jobs) as pool:
        for mutant, failed in zip(chosen, pool.map(judge, chosen), strict=True):
            seen[bool(failed)] += 1
            if not failed:
                print(f"  survived: {mutant.path}:{mutant.line}: {mutant.change}", flush=True)
    print(f"{room}: {seen[True]} of {len(chosen)} noticed ({seen[True] / len(chosen):.0%}); {of} possible", flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
