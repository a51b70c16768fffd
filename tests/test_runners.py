"""Every way to a commit: git's own commands under pre-commit and prek, a plain git hook, and other runners' releases.

Those that install a runner of their own are run by ``make test-runners``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from git_repo import GitRepo, repo_with_hook

OVER = "x\n" * 10_001
FITS = "x\n" * 5_000
TOLD = "AGENTS.md: error: 20,001 characters, 1 over the limit of 20,000"
LONG = "- " + "You must look twice, cut once, and write down what you did and why you did it. " * 4 + "\n"


def test_commits_of_all_of_some_and_of_parts(repo: GitRepo) -> None:
    repo.write("AGENTS.md", FITS)
    repo.write("notes.txt", "notes\n")
    assert repo.commit().returncode == 0
    repo.write("AGENTS.md", OVER)
    repo.write("notes.txt", "more notes\n")

    stopped = repo.run("git", "commit", "--quiet", "--all", "-m", "all")
    assert (stopped.returncode, TOLD in stopped.stdout) == (1, True)
    stopped = repo.run("git", "commit", "--quiet", "-m", "only", "--only", "AGENTS.md")
    assert (stopped.returncode, TOLD in stopped.stdout) == (1, True)
    passed = repo.run("git", "commit", "--quiet", "-m", "only the notes", "--only", "notes.txt")
    assert passed.returncode == 0, passed.stdout
    stopped = repo.run("git", "commit", "--quiet", "--all", "--amend", "--no-edit")
    assert (stopped.returncode, TOLD in stopped.stdout) == (1, True)

    # Of two changed places, one is staged: with it alone the file fits.
    repo.write("AGENTS.md", "staged\n" + FITS)
    repo.git("add", "AGENTS.md")
    repo.write("AGENTS.md", "staged\n" + OVER)
    passed = repo.run("git", "commit", "--quiet", "-m", "a part")
    assert (passed.returncode, repo.commits()) == (0, 4), passed.stdout
    assert (repo.path / "AGENTS.md").read_text() == "staged\n" + OVER


def test_a_merge_with_a_conflict_and_a_rebase(repo: GitRepo, runner: str) -> None:
    installed = repo.run(runner, "install", "--hook-type", "pre-push")
    assert installed.returncode == 0, installed.stdout
    repo.write("AGENTS.md", "start\n")
    assert repo.commit().returncode == 0
    repo.git("init", "--quiet", "--bare", "../origin")
    repo.git("remote", "add", "origin", "../origin")
    repo.git("push", "--quiet", "--no-verify", "origin", "main")
    repo.git("checkout", "--quiet", "-b", "side")
    repo.write("AGENTS.md", "side\n" + "x\n" * 6_000)
    repo.write("SOUL.md", "y\n" * 9_900)
    repo.write("TOOLS.md", "z\n" * 9_900)
    assert repo.commit().returncode == 0
    repo.git("checkout", "--quiet", "main")
    repo.write("AGENTS.md", "main\n" + "x\n" * 6_000)
    assert repo.commit().returncode == 0

    assert repo.run("git", "merge", "side").returncode == 1
    repo.write("AGENTS.md", OVER)
    stopped = repo.commit()
    assert (stopped.returncode, TOLD in stopped.stdout) == (1, True)
    repo.git("merge", "--abort")

    # Git runs no pre-commit hook for what a rebase picks; the one before the push sees the outcome.
    repo.write("MEMORY.md", "m\n" * 9_900)
    repo.git("rm", "--quiet", "AGENTS.md")
    assert repo.commit().returncode == 0
    repo.git("checkout", "--quiet", "side")
    assert repo.run("git", "rebase", "main").returncode == 1
    repo.write("AGENTS.md", "x\n" * 6_000)
    repo.git("add", "AGENTS.md")
    repo.git("-c", "core.editor=true", "rebase", "--continue")
    told = "71,396 characters, 11,396 over the limit of 60,000"
    seen = repo.run(runner, "run", "--from-ref", "origin/main", "--to-ref", "HEAD")
    assert (seen.returncode, told in seen.stdout) == (1, True), seen.stdout
    pushed = repo.run("git", "push", "origin", "side")
    assert (pushed.returncode, told in pushed.stdout) == (1, True), pushed.stdout


def test_worktrees_submodules_and_shallow_clones(repo: GitRepo, runner: str, environment: dict[str, str]) -> None:
    repo.write("AGENTS.md", FITS)
    assert repo.commit().returncode == 0

    repo.git("worktree", "add", "--quiet", "../worktree")
    worktree = GitRepo(repo.path.parent / "worktree", environment, new=False)
    worktree.write("AGENTS.md", OVER)
    stopped = worktree.commit()
    assert (stopped.returncode, TOLD in stopped.stdout) == (1, True)

    above = GitRepo(repo.path.parent / "above", environment)
    above.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(repo.path), "agents/one")
    submodule = GitRepo(above.path / "agents/one", environment, new=False)
    assert submodule.run(runner, "install").returncode == 0
    submodule.write("AGENTS.md", OVER)
    stopped = submodule.commit()
    assert (stopped.returncode, TOLD in stopped.stdout) == (1, True)

    above.git("clone", "--quiet", "--depth", "1", repo.path.as_uri(), "../shallow")
    shallow = GitRepo(repo.path.parent / "shallow", environment, new=False)
    assert (shallow.commits(), shallow.run(runner, "install").returncode) == (1, 0)
    shallow.write("AGENTS.md", OVER)
    stopped = shallow.commit()
    assert (stopped.returncode, TOLD in stopped.stdout) == (1, True)


def plain_hook(repo: GitRepo, script: str) -> None:
    hook = repo.path / ".git/hooks/pre-commit"
    hook.write_text(f"#!/bin/sh\n{script}\n")
    hook.chmod(0o755)


STAGED = "git diff --cached --name-only -z --diff-filter=d | xargs -0 clawbudget check --"


@pytest.mark.parametrize("script", ["exec clawbudget check", STAGED], ids=["the folder", "the staged files"])
def test_a_plain_git_hook(tmp_path: Path, environment: dict[str, str], script: str) -> None:
    repo = GitRepo(tmp_path / "repo", environment)
    plain_hook(repo, script)
    repo.write("agents/ a 'b' /AGENTS.md", OVER)
    repo.write("notes.txt", "notes\n")
    stopped = repo.commit()
    assert (stopped.returncode, f"agents/ a 'b' /{TOLD}" in stopped.stdout) == (1, True)
    repo.write("agents/ a 'b' /AGENTS.md", FITS)
    passed = repo.commit()
    assert passed.returncode == 0, passed.stdout


class TestLineEndingsOfWindows:
    """7,000 lines are 14,000 characters as git keeps them and 21,000 as it writes them, and as OpenClaw reads them."""

    LINES = 7_000
    TOLD = "AGENTS.md: error: 20,998 characters, 998 over the limit of 20,000"

    @pytest.fixture(params=["core.autocrlf", "eol=crlf"])
    def windows(self, request: pytest.FixtureRequest, repo: GitRepo) -> GitRepo:
        if request.param == "core.autocrlf":
            repo.git("config", "core.autocrlf", "true")
            repo.git("config", "core.safecrlf", "false")
        else:
            repo.write(".gitattributes", "*.md text eol=crlf\n")
            assert repo.commit().returncode == 0
        return repo

    def test_the_working_tree_is_counted(self, windows: GitRepo, runner: str) -> None:
        windows.write("AGENTS.md", "x\r\n" * self.LINES)
        stopped = windows.commit()
        assert (stopped.returncode, self.TOLD in stopped.stdout) == (1, True), stopped.stdout
        assert windows.commit("--no-verify").returncode == 0
        assert windows.git("cat-file", "-s", "HEAD:AGENTS.md") == str(2 * self.LINES)
        (windows.path / "AGENTS.md").unlink()
        windows.git("checkout", "AGENTS.md")
        seen = windows.run(runner, "run", "--all-files")
        assert (seen.returncode, self.TOLD in seen.stdout) == (1, True), seen.stdout

    def test_wrapping_keeps_them(self, windows: GitRepo) -> None:
        windows.write("AGENTS.md", ("short\n" + LONG).replace("\n", "\r\n"))
        assert windows.commit().returncode == 1
        assert windows.run("clawbudget", "wrap").returncode == 1
        data = (windows.path / "AGENTS.md").read_bytes()
        assert data.count(b"\n") == data.count(b"\r\n") == 3
        passed = windows.commit()
        assert passed.returncode == 0, passed.stdout
        assert windows.git("status", "--porcelain") == ""


@pytest.mark.skipif(os.sep != "/", reason="a backslash is a separator here")
def test_backslashes_in_arguments_are_part_of_names_here(tmp_path: Path, environment: dict[str, str]) -> None:
    repo = GitRepo(tmp_path / "repo", environment)
    repo.write("agents/AGENTS.md", OVER)
    repo.write("named\\AGENTS.md", OVER)
    missing = repo.run("clawbudget", "check", "agents\\AGENTS.md")
    assert (missing.returncode, missing.stdout) == (
        2,
        "clawbudget: can't read agents\\AGENTS.md: No such file or directory\n",
    )
    other = repo.run("clawbudget", "check", "named\\AGENTS.md")
    assert (other.returncode, other.stdout) == (
        0,
        "clawbudget: note: named\\AGENTS.md is neither a bootstrap file nor a folder: ignored\n",
    )


@pytest.mark.installs
class TestRunnersOfTheirOwn:
    """Each is installed from its registry; left out with a message where that can't be."""

    @pytest.mark.parametrize("version", ["3.2.0", ""], ids=["oldest", "newest"])
    def test_pre_commit(self, tmp_path: Path, environment: dict[str, str], hook_repo: GitRepo, version: str) -> None:
        installed = python_package(tmp_path, f"pre-commit=={version}" if version else "pre-commit")
        own = environment | {
            "PATH": f"{installed}{os.pathsep}{environment['PATH']}",
            "PRE_COMMIT_HOME": str(tmp_path / "home"),
        }
        repo = repo_with_hook(tmp_path, own, hook_repo, "pre-commit")
        if version:
            assert repo.run("pre-commit", "--version").stdout == f"pre-commit {version}\n"
        config = repo.path / ".pre-commit-config.yaml"
        config.write_text(config.read_text().replace("  - id:", "  - id: bootstrap-wrap\n  - id:"))
        repo.write("AGENTS.md", OVER)
        stopped = repo.commit()
        assert (stopped.returncode, TOLD in stopped.stdout) == (1, True), stopped.stdout
        repo.write("AGENTS.md", LONG)
        stopped = repo.commit()
        assert (stopped.returncode, "AGENTS.md: wrapped line 1" in stopped.stdout) == (1, True), stopped.stdout
        assert repo.commit().returncode == 0

    def test_lefthook(self, tmp_path: Path, environment: dict[str, str]) -> None:
        repo = GitRepo(tmp_path / "repo", environment)
        node_package(repo, "lefthook")
        repo.write(
            "lefthook.yml",
            "pre-commit:\n  piped: true\n  commands:\n"
            "    1_wrap:\n      glob: '*.md'\n      run: clawbudget wrap {staged_files}\n"
            "    2_budget:\n      glob: '*.md'\n      run: clawbudget check {staged_files}\n",
        )
        assert repo.run("npx", "lefthook", "install").returncode == 0
        check_both_commands(repo)

    def test_husky(self, tmp_path: Path, environment: dict[str, str]) -> None:
        repo = GitRepo(tmp_path / "repo", environment)
        node_package(repo, "husky")
        assert repo.run("npx", "husky").returncode == 0
        repo.write(".husky/pre-commit", f"clawbudget wrap\n{STAGED}\n")
        check_both_commands(repo)


def check_both_commands(repo: GitRepo) -> None:
    repo.write(".gitignore", "node_modules/\n")
    repo.write("AGENTS.md", OVER)
    stopped = repo.commit()
    assert (stopped.returncode, TOLD in stopped.stdout) == (1, True), stopped.stdout
    repo.write("AGENTS.md", LONG)
    stopped = repo.commit()
    assert (stopped.returncode, "AGENTS.md: wrapped line 1" in stopped.stdout) == (1, True), stopped.stdout
    passed = repo.commit()
    assert passed.returncode == 0, passed.stdout


def python_package(folder: Path, requirement: str) -> Path:
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    # The oldest pre-commit expects a setuptools that still has pkg_resources.
    pip = [str(environment / "bin/python"), "-m", "pip", "install", "--quiet", requirement, "setuptools<81"]
    installed = subprocess.run(pip, capture_output=True, text=True, check=False)
    if installed.returncode:
        pytest.skip(f"{requirement} can't be installed: {installed.stderr}")
    return environment / "bin"


def node_package(repo: GitRepo, name: str) -> None:
    if not shutil.which("npm"):
        pytest.skip("needs npm")
    repo.write("package.json", json.dumps({"private": True}))
    installed = repo.run("npm", "install", "--silent", "--no-audit", "--no-fund", "--save-dev", name)
    if installed.returncode:
        pytest.skip(f"{name} can't be installed: {installed.stdout}")
