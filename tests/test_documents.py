"""What the documents say is what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clawbudget.commands import check, limit_options
from clawbudget.findings import RULES
from git_repo import PROJECT

README = (PROJECT / "README.md").read_text(encoding="utf-8")


def rows(first_cell: str) -> list[list[str]]:
    """Give the cells of the rows of README's table whose header starts with ``first_cell``."""
    table = README.split(f"| {first_cell} |", 1)[1].split("\n\n", 1)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def test_the_table_of_rules() -> None:
    assert [(row[0].strip("`"), row[1]) for row in rows("rule")] == list(RULES.items())


def test_the_table_of_options_and_the_help() -> None:
    documented = [row[0].strip("`").split(" ")[0] for row in rows("option")]
    assert documented == [*limit_options.OPTIONS, "--strict", "--verbose"]
    helped = re.findall(r"^  (--[a-z-]+)", check.help_text(), re.MULTILINE)
    assert sorted(helped) == sorted(documented)


@pytest.mark.parametrize("hook", re.findall(r"^- id: (\S+)", (PROJECT / ".pre-commit-hooks.yaml").read_text(), re.M))
def test_each_hook_is_in_the_readme(hook: str) -> None:
    assert f"- id: {hook}\n" in README


def test_the_sample_fails_as_the_readme_shows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(PROJECT / "tests" / "samples" / "over-budget")
    assert check.main([]) == 1
    printed = capsys.readouterr().out.splitlines()
    shown = README.split("- exit code: 1\n\n", 1)[1].split("\n```", 1)[0].splitlines()
    assert [line for line in shown if line not in printed] == []


def test_make_targets_named_in_the_readme_exist() -> None:
    targets = re.findall(r"^([a-z-]+):", Path(PROJECT / "Makefile").read_text(), re.M)
    assert set(re.findall(r"^make ([a-z-]+)", README, re.M)) <= set(targets)
