"""What the documents say is what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clawbudget.commands import check, init, limit_options, show, wrap
from clawbudget.findings import RULES
from clawbudget.releases import CONTRACTS, NEWEST, format_version
from clawbudget.reports.rule_texts import HOME, RULE_TEXTS
from git_repo import PROJECT

README = (PROJECT / "README.md").read_text(encoding="utf-8")


def rows(first_cell: str) -> list[list[str]]:
    """Give the cells of the rows of README's table whose header starts with ``first_cell``."""
    table = README.split(f"| {first_cell} |", 1)[1].split("\n\n", 1)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def test_the_table_of_rules() -> None:
    assert [(row[0].strip("`"), row[1]) for row in rows("rule")] == list(RULES.items())


CHINESE = (PROJECT / "README.zh-CN.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("| option | meaning |", "| 选项 | 含义 |"),
        ("| option | what it shows |", "| 选项 | 显示什么 |"),
        ("| option | what it does |", "| 选项 | 做什么 |"),
        ("| rule | severity |", "| 规则 | 级别 |"),
        ("| since | a file |", "| 自版本 | 单个文件 |"),
    ],
)
def test_the_tables_of_both_languages_are_in_step(english: str, chinese: str) -> None:
    first_cells = [
        [line.split(" | ")[0] for line in text.split(header, 1)[1].split("\n\n", 1)[0].splitlines()[2:]]
        for text, header in ((README, english), (CHINESE, chinese))
    ]
    assert first_cells[0]
    for text, header in ((README, english), (CHINESE, chinese)):
        table = (header + text.split(header, 1)[1].split("\n\n", 1)[0]).splitlines()
        assert len({line.count("|") for line in table}) == 1
    assert [cell.replace(" 至 ", " to ") for cell in first_cells[1]] == first_cells[0]


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) < 250
    assert len(CHINESE.splitlines()) < 250


def names(first_cell: str, second_cell: str) -> list[str]:
    return [re.split(r"[ \[]", row[0].strip("`"))[0] for row in rows(f"{first_cell} | {second_cell}")]


def helped(text: str) -> list[str]:
    return re.findall(r"^  (--?[a-z-]+)", text, re.MULTILINE)


def test_the_options_of_check() -> None:
    documented = names("option", "meaning")
    assert documented == list(check.options())
    assert sorted(helped(check.help_text())) == sorted(documented)


def test_the_options_of_init() -> None:
    assert sorted(helped(init.help_text())) == sorted(init.OPTIONS)
    assert f"- repo: {HOME}   # PLACEHOLDER: the public address is not known yet\n  rev: v" in README


def test_the_options_of_show() -> None:
    documented = names("option", "what it shows")
    assert sorted(documented) == sorted(name for name in show.OPTIONS if name not in limit_options.OPTIONS)
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


@pytest.mark.parametrize("rule", ["file-too-long", "line-too-long"])
def test_a_page_shows_what_the_sample_prints(
    rule: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (PROJECT / "docs" / "rules" / f"{rule}.md").read_text(encoding="utf-8")
    shown = page.split("```text\n", 1)[1].split("\n```", 1)[0].replace("\n", " ")
    monkeypatch.chdir(PROJECT / "tests" / "samples" / "over-budget")
    check.main([])
    assert shown in capsys.readouterr().out.splitlines()


def test_make_targets_named_in_the_readme_exist() -> None:
    targets = re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE)
    named = re.findall(r"^make ([a-z-]+)", README, re.MULTILINE)
    assert "test" in named
    assert set(named) <= set(targets)


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_has_a_page(rule: str) -> None:
    page = (PROJECT / "docs" / "rules" / f"{rule}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {rule}\n\n{RULES[rule].capitalize()}. ")
    assert re.findall("^## (.*)", page, re.MULTILINE) == ["Why", "Example", "How to fix it"]


def test_no_page_is_about_a_rule_that_is_gone() -> None:
    assert {page.stem for page in (PROJECT / "docs" / "rules").glob("*.md")} == set(RULES)
    assert list(RULE_TEXTS) == list(RULES)


def test_the_public_address_is_the_same_everywhere() -> None:
    assert f"repo: {HOME} " in README


def test_every_module_has_its_row() -> None:
    table = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8").split("| module | its one job |")[1]
    named = set(re.findall(r"`([a-z_]+)/?`", table.split("\n\n")[0]))
    package = PROJECT / "hooks" / "clawbudget"
    modules = {path.stem for path in package.glob("[a-z]*.py")} | {path.parent.name for path in package.glob("*/*.py")}
    assert modules <= named


LINK = re.compile(r"\]\(([^)#]+)")


@pytest.mark.parametrize("page", [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))], ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    assert [target for target in targets if "://" not in target and not (page.parent / target).exists()] == []


def test_the_picture_is_small() -> None:
    assert (PROJECT / "docs" / "xray.png").stat().st_size < 300_000


def test_the_skill_has_what_its_readers_need() -> None:
    text = (PROJECT / "skills" / "bootstrap-budget" / "SKILL.md").read_text(encoding="utf-8")
    front_matter, body = text.removeprefix("---\n").split("\n---\n", 1)
    assert re.findall("^[a-z]+", front_matter, re.MULTILINE) == ["name", "description", "metadata"]
    assert "name: bootstrap-budget\n" in front_matter
    described = re.findall("^description: (.*)", front_matter, re.MULTILINE)
    assert len(described[0]) < 1024
    assert len(body.splitlines()) < 100
    assert set(re.findall(r"(?<= )--[a-z-]+", body)) <= {"--strict", "--verbose", "--check", *show.OPTIONS}
