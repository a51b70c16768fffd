"""What a run imports. The check runs on every commit, so what it does not need must not be loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

CLAWBUDGET = str(Path(sys.executable).with_name("clawbudget"))


DEFAULT = {
    "clawbudget",
    "clawbudget.budget",
    "clawbudget.cli",
    "clawbudget.commands",
    "clawbudget.commands.check",
    "clawbudget.commands.workspace_limits",
    "clawbudget.evidence",
    "clawbudget.javascript",
    "clawbudget.limits",
    "clawbudget.reading",
    "clawbudget.releases",
    "clawbudget.roots",
    "clawbudget.settings_files",
    "clawbudget.workspaces",
}
"""What a check without options, settings and findings imports of ours."""


def imported(*arguments: str) -> set[str]:
    """Give the modules that the console script imports beyond those of a bare interpreter."""
    script, bare = (
        subprocess.run([sys.executable, "-X", "importtime", *command], capture_output=True, text=True, check=False)
        for command in ([CLAWBUDGET, *arguments], ["-c", "pass"])
    )
    assert script.returncode in (0, 1), script.stderr
    modules = _modules(script.stderr) - _modules(bare.stderr)
    assert "clawbudget.workspaces" in modules
    return modules


def _modules(told: str) -> set[str]:
    return {line.split("|")[-1].strip() for line in told.splitlines() if line.startswith("import time:")}


def test_a_check_without_findings_imports_next_to_nothing(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="a\n" * 1_000 + "über 🔴\n", SOUL="s")
    assert imported("check", "AGENTS.md") <= {"__future__", *DEFAULT}


HEAVY = {
    "argparse",
    "hashlib",
    "html",
    "importlib.metadata",
    "comrak",
    "dataclasses",
    "difflib",
    "identify.identify",
    "json",
    "pathlib",
    "re",
    "typing",
}


@pytest.mark.parametrize(
    "arguments", [["--verbose"], ["--openclaw", "latest"], ["--max-file=9", "--line-files", "none"]]
)
def test_options_and_findings_import_nothing_heavy(workspace: Callable[..., Path], arguments: list[str]) -> None:
    workspace(AGENTS="# a\nsome text\n")
    assert imported("check", *arguments).isdisjoint(HEAVY)


def test_show_imports_no_parser(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="# a\n" + "a b " * 10_000)
    assert imported("show").isdisjoint(HEAVY)


def test_wrap_imports_the_parsers_only_for_a_long_line(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="short\n")
    assert imported("wrap", "--check").isdisjoint({"comrak", "pyromark", "re"})
    workspace(AGENTS="long " * 100)
    assert imported("wrap", "--check") >= {"comrak", "pyromark"}


def test_settings_cost_little_more_than_their_parser(workspace: Callable[..., Path]) -> None:
    folder = workspace(AGENTS="a")
    (folder / "pyproject.toml").write_text("[project]\n")
    assert "tomllib" not in imported("check")
    (folder / ".clawbudget.toml").write_text('max-line = 300\n[rules]\nnear-limit = "off"\n')
    modules = imported("check")
    assert {each for each in modules if each.startswith("clawbudget")} == {
        *DEFAULT,
        "clawbudget.findings",
        "clawbudget.settings",
        "clawbudget.settings_reading",
    }
    assert modules.isdisjoint({"argparse", "dataclasses", "difflib", "fnmatch", "json", "pathlib", "subprocess"})


def test_a_ratchet_over_nothing_does_not_ask_git(workspace: Callable[..., Path]) -> None:
    folder = workspace(AGENTS="a")
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").touch()
    assert imported("check", "--ratchet").isdisjoint({"subprocess", "clawbudget.git", "clawbudget.history"})
