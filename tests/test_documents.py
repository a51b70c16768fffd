"""What the documents say is what the code does."""

from __future__ import annotations

import re

import pytest

from clawbudget.commands import check, limit_options, show, wrap
from clawbudget.findings import RULES
from clawbudget.limits import CONTRACTS, NEWEST, format_version
from git_repo import PROJECT

README = (PROJECT / "README.md").read_text(encoding="utf-8")


def rows(first_cell: str) -> list[list[str]]:
    """Give the cells of the rows of README's table whose header starts with ``first_cell``."""
    table = README.split(f"| {first_cell} |", 1)[1].split("\n\n", 1)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def test_the_table_of_rules() -> None:
    assert [(row[0].strip("`"), row[1]) for row in rows("rule")] == list(RULES.items())


def names(first_cell: str, second_cell: str) -> list[str]:
    return [row[0].strip("`").split(" ")[0] for row in rows(f"{first_cell} | {second_cell}")]


def helped(text: str) -> list[str]:
    return re.findall(r"^  (--[a-z-]+)", text, re.MULTILINE)


def test_the_options_of_check() -> None:
    documented = names("option", "meaning")
    assert documented == [*limit_options.OPTIONS, "--strict", "--verbose"]
    assert sorted(helped(check.help_text())) == sorted(documented)


def test_the_options_of_show() -> None:
    documented = names("option", "what it shows")
    assert documented == [name for name in show.OPTIONS if name not in limit_options.OPTIONS]
    assert sorted(helped(show.help_text())) == sorted(show.OPTIONS)


def test_the_options_of_wrap() -> None:
    documented = names("option", "what it does")
    assert documented == [name for name in wrap.OPTIONS if name not in limit_options.OPTIONS]
    assert sorted(helped(wrap.help_text())) == sorted(wrap.OPTIONS)


def test_the_table_of_releases() -> None:
    table = [
        [
            format_version(contract.since),
            f"{contract.max_file:,}",
            f"{contract.max_total:,}",
            f"{contract.user_cap:,}" if contract.user_cap else "",
        ]
        for contract in CONTRACTS
    ]
    table[-1][0] += f" to {format_version(NEWEST)}"
    assert [row[:4] for row in rows("since")] == table


def test_each_hook_is_in_the_readme() -> None:
    hooks = re.findall(r"^- id: (\S+)", (PROJECT / ".pre-commit-hooks.yaml").read_text(), re.MULTILINE)
    assert hooks
    assert [hook for hook in hooks if f"- id: {hook}" not in README] == []


def test_the_sample_fails_as_the_readme_shows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(PROJECT / "tests" / "samples" / "over-budget")
    assert check.main([]) == 1
    printed = capsys.readouterr().out.splitlines()
    shown = README.split("- exit code: 1\n\n", 1)[1].split("\n```", 1)[0].splitlines()
    assert [line for line in shown if line not in printed] == []


def test_make_targets_named_in_the_readme_exist() -> None:
    targets = re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE)
    named = re.findall(r"^make ([a-z-]+)", README, re.MULTILINE)
    assert "test" in named
    assert set(named) <= set(targets)
