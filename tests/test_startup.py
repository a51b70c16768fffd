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


def imported(*arguments: str) -> set[str]:
    """Give the modules that the console script imports beyond those of a bare interpreter."""
    loaded = [
        subprocess.run([sys.executable, "-X", "importtime", *command], capture_output=True, text=True, check=False)
        for command in ([CLAWBUDGET, *arguments], ["-c", "pass"])
    ]
    script, bare = ({line.split("|")[-1].strip() for line in run.stderr.splitlines()} for run in loaded)
    return script - bare


def test_a_check_without_findings_imports_next_to_nothing(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="a\n" * 1_000 + "über 🔴\n", SOUL="s")
    assert imported("check", "AGENTS.md") <= {
        "__future__",
        "clawbudget",
        "clawbudget.budget",
        "clawbudget.cli",
        "clawbudget.commands",
        "clawbudget.commands.check",
        "clawbudget.javascript",
        "clawbudget.limits",
        "clawbudget.reading",
        "clawbudget.workspaces",
    }


@pytest.mark.parametrize(
    "arguments", [["--verbose"], ["--openclaw", "latest"], ["--max-file=9", "--line-files", "none"]]
)
def test_options_and_findings_import_nothing_heavy(workspace: Callable[..., Path], arguments: list[str]) -> None:
    workspace(AGENTS="# a\n" + "a" * 300)
    assert imported("check", *arguments).isdisjoint(
        {"argparse", "dataclasses", "difflib", "identify.identify", "json", "pathlib", "re", "shutil", "typing"}
    )
