"""``clawbudget init``: what it adds to a hook configuration, and what it refuses to touch."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from clawbudget.hook_config import MAX_CHARACTERS, Entry, NotUnderstoodError, extended, has_ours, new_text
from clawbudget.installed import installed_version
from git_repo import GitRepo

ENTRY = Entry("https://example.invalid/hooks", "v1", ["--ratchet"])
ADDED = """\
- repo: https://example.invalid/hooks
  rev: v1
  hooks:
  - id: bootstrap-budget
    args: [--ratchet]
"""
OTHER = "- repo: local\n  hooks:\n  - id: other\n    name: other\n"


def indented(text: str, left: str) -> str:
    return "".join(left + line for line in text.splitlines(keepends=True))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"repos:\n{OTHER}", f"repos:\n{OTHER}{ADDED}"),
        (f"repos:\n{OTHER.rstrip()}", f"repos:\n{OTHER}{ADDED}"),
        (f"# top\nrepos: # here\n{OTHER}\n\n", f"# top\nrepos: # here\n{OTHER}{ADDED}\n\n"),
        (f"repos:\n{indented(OTHER, '  ')}", f"repos:\n{indented(OTHER, '  ')}{indented(ADDED, '  ')}"),
        (f"repos:\n{OTHER}    # of the hook\n  # of the repo\n# of what follows\nfail_fast: true\n",
         f"repos:\n{OTHER}    # of the hook\n  # of the repo\n{ADDED}# of what follows\nfail_fast: true\n"),
        (f"repos:\n{OTHER}ci: {{skip: [other]}}\n", f"repos:\n{OTHER}{ADDED}ci: {{skip: [other]}}\n"),
        (f"---\nrepos:\n{OTHER}...\n", f"---\nrepos:\n{OTHER}{ADDED}...\n"),
        (f"repos:\n{OTHER}    args: [a,\n      b]\n", f"repos:\n{OTHER}    args: [a,\n      b]\n{ADDED}"),
        (f"repos:\n{OTHER}    entry: |\n      a\n      b\n\nfail_fast: true\n",
         f"repos:\n{OTHER}    entry: |\n      a\n      b\n{ADDED}\nfail_fast: true\n"),
        (f"repos:\n{OTHER}    exclude: &x 'a'\n    files: *x # b\n",
         f"repos:\n{OTHER}    exclude: &x 'a'\n    files: *x # b\n{ADDED}"),
        (f"repos:\n{OTHER}    args:\n", f"repos:\n{OTHER}    args:\n{ADDED}"),
        (f"\ufeffrepos:\n{OTHER}", f"\ufeffrepos:\n{OTHER}{ADDED}"),
        (f"repos:\n{OTHER}    name: 'ü 🔴'\n", f"repos:\n{OTHER}    name: 'ü 🔴'\n{ADDED}"),
        ("repos:\n-   repo: local\n    hooks:\n    -   id: a\n",
         "repos:\n-   repo: local\n    hooks:\n    -   id: a\n-   repo: https://example.invalid/hooks\n    rev: v1\n"
         "    hooks:\n    -   id: bootstrap-budget\n        args: [--ratchet]\n"),
        ("repos:\n  - repo: local\n    hooks:\n      - id: a\n",
         "repos:\n  - repo: local\n    hooks:\n      - id: a\n  - repo: https://example.invalid/hooks\n    rev: v1\n"
         "    hooks:\n      - id: bootstrap-budget\n        args: [--ratchet]\n"),
        ("repos:\n- repo: local\n  hooks: [{id: a}]\n", f"repos:\n- repo: local\n  hooks: [{{id: a}}]\n{ADDED}"),
    ],
)  # fmt: skip
def test_extended(before: str, after: str) -> None:
    assert extended(before, ENTRY) == after
    assert extended(before.replace("\n", "\r\n"), ENTRY) == after.replace("\n", "\r\n")
    assert has_ours(after)
    assert yaml.safe_load(after)["repos"][-1] == yaml.safe_load(ADDED)[0]


@pytest.mark.parametrize(
    ("before", "reason"),
    [
        ("", "it has no list of repos"),
        ("# only a comment\n", "it has no list of repos"),
        ("repos:\n", "it has no list of repos"),
        ("- a\n", "it has no list of repos"),
        ("repos: []\n", "its list of repos is empty or written in brackets"),
        ("repos: [{repo: local, hooks: []}]\n", "its list of repos is empty or written in brackets"),
        ("repos:\n-\n  repo: local\n", "its first entry does not start in a line of its own with a dash and a key"),
        (f"repos:\n{OTHER}- # nothing\n", "it is written in a way that our entry can't be added to with certainty"),
        (f"repos:\n{OTHER}    exclude: >\n      a\n      b",
         "it is written in a way that our entry can't be added to with certainty"),
        ("repos: {\n", "it is no YAML: line 2, column 1: expected the node content, but found '<stream end>'"),
        ("repos:\n- repo: a\n---\nrepos:\n", "it is no YAML: line 3, column 1: but found another document"),
        ("repos: *a\n", "it is no YAML: line 1, column 8: found undefined alias 'a'"),
        ("repos:\n\t- a\n", "it is no YAML: line 2, column 1: found character '\\t' that cannot start any token"),
        ("\x00", "it is no YAML: unacceptable character #x0000: special characters are not allowed"),
        ("a: " + "[" * 10_000, "it is nested too deeply"),
        ('repos: ["\\U00110000"]\n', "it is no YAML: a number in it is too large"),
        ("%YAML 1." + "9" * 5_000 + "\n--- a\n", "it is no YAML: a number in it is too large"),
        ("#" * (MAX_CHARACTERS + 1), "it holds more than 262,144 characters"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_refused(before: str, reason: str) -> None:
    with pytest.raises(NotUnderstoodError) as caught:
        extended(before, ENTRY)
    assert str(caught.value).startswith(reason)


BOMB = [f"a{depth}: &a{depth} [*a{depth - 1}, *a{depth - 1}]\n" for depth in range(1, 40)]
"""Written out, the last of these lists has 2 ** 40 entries."""


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        (f"repos:\n{OTHER}", False),
        (f"repos:\n{OTHER}{ADDED}", True),
        ("repos:\n- repo: local\n  hooks:\n  - id: bootstrap-wrap\n", True),
        ("repos:\n- repo: /home/me/clawbudget\n", True),
        ("repos:\n- repo: [a]\n- a\n- hooks: 1\n", False),
        ("repos:\n- repo: &a [clawbudget, *a]\n  hooks: [id: [bootstrap-budget]]\n", False),
        (f"a0: &a0 [x, x]\n{''.join(BOMB)}repos:\n- repo: *a39\n", False),
    ],
)
def test_has_ours(text: str, ours: bool) -> None:
    assert has_ours(text) is ours


@settings(derandomize=True, max_examples=50, deadline=None)
@given(st.text(max_size=20), st.text(max_size=20), st.lists(st.text(max_size=20), max_size=3))
def test_any_value_is_read_back(repo: str, rev: str, arguments: list[str]) -> None:
    hook = {"id": "bootstrap-budget"} | ({"args": arguments} if arguments else {})
    assert yaml.safe_load(new_text(Entry(repo, rev, arguments))) == {
        "repos": [{"repo": repo, "rev": rev, "hooks": [hook]}]
    }


@pytest.mark.parametrize(
    "rev",
    [
        "1e5", "123", "true", "2026.9", "0x1f", ".inf", "null", "v1: a", "a #b", "a,b", "a, 2001-99-99",
        "a: 2001-99-99", "a, !!int x", "a, !!timestamp x", "a" + "[" * 3_000 + "]" * 3_000,
    ],
)  # fmt: skip
def test_what_could_be_anything_but_a_string_is_quoted(rev: str) -> None:
    assert f'  rev: "{rev}"\n' in new_text(Entry("r", rev, []))


def install_openclaw(folder: Path, package: str, *, link: bool = True) -> Path:
    """Install a package as npm does: a command that must not be run, linked from bin to lib. Give the bin folder."""
    modules, commands = folder / "lib" / "node_modules" / "openclaw", folder / "bin"
    modules.mkdir(parents=True)
    commands.mkdir()
    (modules / "package.json").write_text(package)
    command = modules / "openclaw.mjs"
    command.write_text(f"#!/bin/sh\ntouch '{folder}/was-run'\n")
    command.chmod(0o755)
    if link:
        (commands / "openclaw").symlink_to(command)
    else:
        (commands / "openclaw").write_text(f"#!/bin/sh\nexec '{command}'\n")
        (commands / "openclaw").chmod(0o755)
    return commands


@pytest.mark.parametrize("link", [True, False])
@pytest.mark.parametrize(
    ("package", "version"),
    [
        ('{"name": "openclaw", "version": "2026.9.4"}', "2026.9.4"),
        ('{"name": "other", "version": "1.0"}', None),
        ('{"name": "openclaw", "version": 3}', None),
        ("[]", None),
        ("{", None),
    ],
)
def test_the_installed_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, version: str | None, link: bool
) -> None:
    monkeypatch.setenv("PATH", str(install_openclaw(tmp_path, package, link=link)))
    assert installed_version() == version
    assert not (tmp_path / "was-run").exists()


def test_no_version_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert installed_version() is None


CONFIG = ".pre-commit-config.yaml"
REPO = ("--repo", "/hooks", "--rev", "v1")


@pytest.fixture
def plain(tmp_path: Path, environment: dict[str, str]) -> GitRepo:
    """A repository without hooks."""
    return GitRepo(tmp_path / "repo", environment)


def init(repo: GitRepo, *arguments: str) -> tuple[int, list[str]]:
    result = repo.run("clawbudget", "init", *arguments)
    return result.returncode, result.stdout.splitlines()


def test_a_new_configuration(plain: GitRepo) -> None:
    plain.write("w/AGENTS.md", "a")
    path = plain.path / CONFIG
    assert init(plain, "w") == (
        1,
        [
            "clawbudget: note: no OpenClaw is found on PATH, so the hook holds to the eight-file budget "
            "(or give --openclaw)",
            "clawbudget: note: the public address is not known yet, so https://example.invalid/clawbudget stands for "
            "it: put in a clone's, or give --repo",
            f"--- {path} (now)",
            f"+++ {path} (then)",
            "@@ -0,0 +1,5 @@",
            "+repos:",
            "+- repo: https://example.invalid/clawbudget   # PLACEHOLDER: the public address is not known yet",
            "+  rev: v0.1.0",
            "+  hooks:",
            "+  - id: bootstrap-budget",
            "clawbudget: note: nothing is written without --yes where there is no terminal to ask on",
            f"{path} is as it was",
        ],
    )
    assert not path.exists()
    code, told = init(plain, "--yes", "--openclaw", "2026.9.6", *REPO)
    assert (code, told[-1]) == (
        0,
        f"wrote {path}; now run: pre-commit install -t pre-commit -t pre-merge-commit (or: prek install ...)",
    )
    assert path.read_text() == (
        "repos:\n- repo: /hooks\n  rev: v1\n  hooks:\n  - id: bootstrap-budget\n    args: [--openclaw, \"2026.9.6\"]\n"
    )  # fmt: skip
    assert init(plain) == (0, [f"{path} has an entry of clawbudget's already: nothing to do"])


def test_the_installed_release_and_a_workspace_that_is_over(
    plain: GitRepo, tmp_path: Path, environment: dict[str, str]
) -> None:
    plain.write("w/USER.md", "u\n" * 2_001)
    commands = install_openclaw(tmp_path / "node", '{"name": "openclaw", "version": "2026.9.4"}')
    path = f"{commands}{os.pathsep}{environment['PATH']}"
    result = subprocess.run(
        ["clawbudget", "init", "--yes"],
        cwd=plain.path,
        env=environment | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0
    assert "OpenClaw 2026.9.4 is installed, so the hook checks for it\n" in result.stderr
    assert '    args: [--openclaw, "2026.9.4", --ratchet]\n' in (plain.path / CONFIG).read_text()
    assert not (tmp_path / "node" / "was-run").exists()


def test_an_installed_release_that_is_too_old(plain: GitRepo, tmp_path: Path, environment: dict[str, str]) -> None:
    plain.write("AGENTS.md", "a")
    commands = install_openclaw(tmp_path / "node", '{"name": "openclaw", "version": "2026.1.1"}')
    path = f"{commands}{os.pathsep}{environment['PATH']}"
    result = subprocess.run(
        ["clawbudget", "init", "--yes"],
        cwd=plain.path,
        env=environment | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0
    assert "OpenClaw 2026.1.1 is older than what is known here" in result.stderr
    assert "args" not in (plain.path / CONFIG).read_text()


def test_an_existing_configuration_keeps_its_bytes_and_mode(plain: GitRepo) -> None:
    before = f"# ü\r\nrepos:\r\n{OTHER}    # kept\r\n".replace("\r\n", "\n").replace("\n", "\r\n").encode()
    plain.write("AGENTS.md", "a")
    plain.write(CONFIG, before)
    (plain.path / CONFIG).chmod(0o640)
    assert init(plain, "--yes", *REPO)[0] == 0
    after = (plain.path / CONFIG).read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == after.count(b"\r\n")
    assert (plain.path / CONFIG).stat().st_mode & 0o777 == 0o640


def test_what_it_shows_holds_no_commands(plain: GitRepo) -> None:
    plain.write("AGENTS.md", "a")
    plain.write(CONFIG, f"repos:\n{OTHER}    entry: |\n      ::error::forged\n      ##[group]\n")
    told = init(plain, "--yes", *REPO)[1]
    assert "       \\x3a:error::forged" in told
    assert "       \\x23#[group]" in told


def usage_error(repo: GitRepo, *arguments: str) -> str:
    code, told = init(repo, *arguments)
    assert code == 2
    return told[-1].removeprefix("clawbudget init: ").removesuffix(" (see clawbudget init --help)")


def test_what_is_left_alone(plain: GitRepo, tmp_path: Path) -> None:
    path = plain.path / CONFIG
    plain.write("prek.toml", "")
    assert usage_error(plain) == f"{plain.path} is set up by prek.toml, which init does not extend"
    (plain.path / "prek.toml").unlink()
    plain.write(CONFIG, "repos: []\n")
    by_hand = "add the hook by hand, as README tells"
    assert usage_error(plain, "--yes") == (
        f"{path} is left alone: its list of repos is empty or written in brackets; {by_hand}"
    )
    plain.write(CONFIG, b"\xff")
    assert usage_error(plain, "--yes") == f"{path} is left alone: it is no UTF-8 at byte 0; {by_hand}"
    path.unlink()
    path.symlink_to(tmp_path / "elsewhere")
    assert usage_error(plain, "--yes") == f"{path} is left alone: it is a symbolic link"
    assert usage_error(plain, "a", "b") == "name one folder; its repository is meant"
    assert usage_error(plain, "gone") == "gone is no folder"


def test_outside_git(tmp_path: Path, environment: dict[str, str]) -> None:
    result = subprocess.run(
        ["clawbudget", "init"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (
        2,
        "clawbudget init: . is in no git repository; git init makes one (see clawbudget init --help)\n",
    )


@pytest.mark.parametrize(("answer", "written"), [("y", True), ("n", False), ("", False)])
def test_it_asks_on_a_terminal(plain: GitRepo, environment: dict[str, str], answer: str, written: bool) -> None:
    leader, follower = os.openpty()
    os.write(leader, f"{answer}\n".encode())
    command = [str(Path(sys.executable).with_name("clawbudget")), "init"]
    result = subprocess.run(command, cwd=plain.path, env=environment, stdin=follower, capture_output=True, check=False)
    os.close(follower)
    os.close(leader)
    assert b"Write this? [y/N] " in result.stdout
    assert (plain.path / CONFIG).exists() is written
    assert result.returncode == int(not written)
