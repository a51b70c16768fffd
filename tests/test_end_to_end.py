"""Real git, real pre-commit and real prek, in new repositories, with the hook installed from this project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from git_repo import GitRepo, isolated_environment, project_as_hook_repo

OVER = "x\n" * 10_001
FITS = "x\n" * 5_000

CONFIG = """\
repos:
- repo: {url}
  rev: {rev}
  hooks:
  - id: bootstrap-budget
"""


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return isolated_environment(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session")
def hook_repo(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> GitRepo:
    return project_as_hook_repo(tmp_path_factory.mktemp("project"), environment)


@pytest.fixture(params=["pre-commit", "prek"])
def runner(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def repo(tmp_path: Path, environment: dict[str, str], hook_repo: GitRepo, runner: str) -> GitRepo:
    """A repository whose commits go through the hook, run by ``runner``."""
    return repo_with_hook(tmp_path, environment, hook_repo, runner)


def repo_with_hook(path: Path, environment: dict[str, str], hook_repo: GitRepo, runner: str) -> GitRepo:
    repo = GitRepo(path / "repo", environment)
    repo.write(".pre-commit-config.yaml", CONFIG.format(url=hook_repo.path, rev=hook_repo.git("rev-parse", "HEAD")))
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "-m", "the hook")
    installed = repo.run(runner, "install")
    assert installed.returncode == 0, installed.stdout
    return repo


def commits(repo: GitRepo) -> int:
    return int(repo.git("rev-list", "--count", "HEAD"))


def test_a_good_commit_passes_quietly(repo: GitRepo) -> None:
    repo.write("AGENTS.md", FITS)
    result = repo.commit()
    assert (result.returncode, commits(repo)) == (0, 2), result.stdout
    assert "AGENTS" not in result.stdout


def test_an_over_budget_commit_is_stopped_and_told_why(repo: GitRepo) -> None:
    repo.write("AGENTS.md", OVER)
    result = repo.commit()
    assert (result.returncode, commits(repo)) == (1, 1)
    assert "AGENTS.md: error: 20,001 characters, 1 over the limit of 20,000 [file-too-long]" in result.stdout
    repo.write("AGENTS.md", FITS)
    assert repo.commit().returncode == 0


def test_a_commit_that_touches_one_file_sees_the_total_of_all(repo: GitRepo) -> None:
    for name in ("AGENTS", "SOUL", "TOOLS"):
        repo.write(f"{name}.md", "x\n" * 9_900)
    assert repo.commit().returncode == 0
    repo.write("USER.md", "x\n" * 1_000)
    result = repo.commit()
    assert result.returncode == 1
    assert ".: error: 61,396 characters, 1,396 over the limit of 60,000 for all files together" in result.stdout


def test_an_ignored_memory_file_counts(repo: GitRepo) -> None:
    repo.write(".gitignore", "MEMORY.md\n")
    repo.write("MEMORY.md", OVER)
    repo.write("AGENTS.md", FITS)
    result = repo.commit()
    assert result.returncode == 1
    assert "MEMORY.md: error: 20,001 characters" in result.stdout


def test_deleting_and_renaming_a_file(repo: GitRepo) -> None:
    repo.write("AGENTS.md", FITS)
    repo.write("SOUL.md", FITS + "soul\n")
    assert repo.commit().returncode == 0
    (repo.path / "AGENTS.md").unlink()
    assert repo.commit().returncode == 0
    repo.git("mv", "SOUL.md", "AGENTS.md")
    assert repo.commit().returncode == 0
    assert commits(repo) == 4


def test_the_staged_content_decides(repo: GitRepo) -> None:
    repo.write("AGENTS.md", FITS)
    repo.git("add", "AGENTS.md")
    repo.write("AGENTS.md", OVER)
    fits = repo.run("git", "commit", "--quiet", "-m", "the staged content fits")
    assert fits.returncode == 0, fits.stdout
    repo.git("add", "AGENTS.md")
    repo.write("AGENTS.md", FITS)
    over = repo.run("git", "commit", "--quiet", "-m", "the staged content is over")
    assert over.returncode == 1
    assert "AGENTS.md: error: 20,001 characters" in over.stdout
    assert (repo.path / "AGENTS.md").read_text() == FITS


def test_all_files(repo: GitRepo, runner: str) -> None:
    repo.write("agents/one/AGENTS.md", OVER)
    repo.write("agents/two/SOUL.md", FITS)
    assert repo.commit("--no-verify").returncode == 0
    result = repo.run(runner, "run", "--all-files")
    assert result.returncode == 1
    assert "agents/one/AGENTS.md: error: 20,001 characters" in result.stdout
    assert "agents/two" not in result.stdout


def test_a_symbolic_link_triggers_the_hook(repo: GitRepo) -> None:
    repo.write("docs/agents.txt", FITS)
    os.symlink("docs/agents.txt", repo.path / "AGENTS.md")
    result = repo.commit()
    assert result.returncode == 1
    assert "AGENTS.md: error: OpenClaw does not read it" in result.stdout
    assert "it is a symbolic link to docs/agents.txt [unreadable]" in result.stdout


def test_other_files_do_not_trigger_it(repo: GitRepo) -> None:
    repo.write("docs/AGENTS.md.txt", OVER)
    repo.write("MY-AGENTS.md", OVER)
    result = repo.commit()
    assert result.returncode == 0, result.stdout


def test_two_workspaces_in_one_repo(repo: GitRepo) -> None:
    for folder in ("agents/one", "agents/über zwei"):
        for name in ("AGENTS", "SOUL"):
            repo.write(f"{folder}/{name}.md", "x\n" * 9_900)
    result = repo.commit()
    assert result.returncode == 0, result.stdout


def test_arguments_in_the_configuration(repo: GitRepo) -> None:
    config = repo.path / ".pre-commit-config.yaml"
    config.write_text(config.read_text() + "    args: [--openclaw, 2026.9.6]\n")
    repo.write("USER.md", "x\n" * 2_001)
    result = repo.commit()
    assert result.returncode == 1
    assert "USER.md: error: 4,001 characters, 1 over the limit of 4,000 [file-too-long]" in result.stdout


def test_a_list_that_is_split_is_right(
    tmp_path: Path, environment: dict[str, str], hook_repo: GitRepo, runner: str
) -> None:
    repo = repo_with_hook(tmp_path, environment, hook_repo, runner)
    folder = "a-folder-with-a-name-of-some-length/so-that-the-list-of-arguments-is-split"
    for number in range(3_000):
        repo.write(f"{folder}/{number:04}/AGENTS.md", OVER if number in (0, 2_999) else "x\n")
    result = repo.commit()
    assert result.returncode == 1
    errors = [line for line in result.stdout.splitlines() if ": error: " in line]
    assert sorted(error.split(": ")[0].strip() for error in errors) == [
        f"{folder}/0000/AGENTS.md",
        f"{folder}/2999/AGENTS.md",
    ]


def test_try_repo(tmp_path: Path, environment: dict[str, str], hook_repo: GitRepo, runner: str) -> None:
    repo = GitRepo(tmp_path / "repo", environment)
    repo.write("AGENTS.md", OVER)
    repo.git("add", "--all")
    result = repo.run(runner, "try-repo", str(hook_repo.path), "bootstrap-budget", "--all-files")
    assert result.returncode == 1
    assert "AGENTS.md: error: 20,001 characters" in result.stdout


def test_the_manifest_is_valid(hook_repo: GitRepo) -> None:
    result = hook_repo.run("pre-commit", "validate-manifest", ".pre-commit-hooks.yaml")
    assert (result.returncode, result.stdout) == (0, "")


def test_nothing_is_staged_or_changed(repo: GitRepo) -> None:
    repo.write("AGENTS.md", OVER)
    repo.git("add", "AGENTS.md")
    before = repo.git("status", "--porcelain=v2"), repo.git("ls-files", "--stage")
    assert repo.run("git", "commit", "--quiet", "-m", "stopped").returncode == 1
    assert (repo.git("status", "--porcelain=v2"), repo.git("ls-files", "--stage")) == before
