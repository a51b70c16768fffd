"""Real git, real pre-commit and real prek, in new repositories, with the hook installed from this project."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from git_repo import GitRepo, repo_with_hook

if TYPE_CHECKING:
    from pathlib import Path

OVER = "x\n" * 10_001
FITS = "x\n" * 5_000


@pytest.fixture
def wrapping_repo(tmp_path: Path, environment: dict[str, str], hook_repo: GitRepo, runner: str) -> GitRepo:
    """A repository with both hooks, the one that wraps first."""
    repo = repo_with_hook(tmp_path, environment, hook_repo, runner)
    config = repo.path / ".pre-commit-config.yaml"
    config.write_text(config.read_text().replace("  - id:", "  - id: bootstrap-wrap\n  - id:"))
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "-m", "the hook that wraps")
    return repo


def test_a_good_commit_passes_quietly(repo: GitRepo) -> None:
    repo.write("AGENTS.md", FITS)
    result = repo.commit()
    assert (result.returncode, repo.commits()) == (0, 2), result.stdout
    assert "AGENTS" not in result.stdout


def test_an_over_budget_commit_is_stopped_and_told_why(repo: GitRepo) -> None:
    repo.write("AGENTS.md", OVER)
    result = repo.commit()
    assert (result.returncode, repo.commits()) == (1, 1)
    assert "AGENTS.md: error: 20,001 characters, 1 over the limit of 20,000; OpenClaw 2026.9.6 would" in result.stdout
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
    assert repo.commits() == 4
    repo.write("notes.txt", OVER)
    assert repo.commit().returncode == 0
    repo.git("mv", "--force", "notes.txt", "AGENTS.md")
    stopped = repo.commit()
    assert (stopped.returncode, repo.commits()) == (1, 5)
    assert "AGENTS.md: error: 20,001 characters" in stopped.stdout


def test_a_clean_merge_is_stopped_if_its_hook_is_installed(repo: GitRepo, runner: str) -> None:
    installed = repo.run(runner, "install", "--hook-type", "pre-merge-commit")
    assert installed.returncode == 0, installed.stdout
    repo.git("checkout", "--quiet", "-b", "side")
    repo.write("SOUL.md", "x\n" * 9_900)
    repo.write("TOOLS.md", "x\n" * 9_900)
    assert repo.commit().returncode == 0
    repo.git("checkout", "--quiet", "main")
    repo.write("AGENTS.md", "x\n" * 9_900)
    repo.write("MEMORY.md", "x\n" * 9_900)
    assert repo.commit().returncode == 0
    merged = repo.run("git", "merge", "--no-edit", "side")
    assert merged.returncode != 0
    assert "79,196 characters, 19,196 over the limit of 60,000" in merged.stdout


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


def test_two_workspaces_in_one_repo(repo: GitRepo, runner: str) -> None:
    for folder in ("agents/one", "agents/über zwei"):
        for name in ("AGENTS", "SOUL"):
            repo.write(f"{folder}/{name}.md", "x\n" * 9_900)
    result = repo.commit()
    assert result.returncode == 0, result.stdout
    ran = repo.run(runner, "run", "--all-files", "--verbose")
    assert ran.returncode == 0
    assert sorted(line.split(": ")[0].strip() for line in ran.stdout.splitlines() if " = 39," in line) == [
        "agents/one",
        "agents/über zwei",
    ]


def test_arguments_in_the_configuration(repo: GitRepo) -> None:
    config = repo.path / ".pre-commit-config.yaml"
    config.write_text(config.read_text() + "    args: [--openclaw, 2026.9.6]\n")
    repo.write("USER.md", "x\n" * 2_001)
    result = repo.commit()
    assert result.returncode == 1
    assert (
        "USER.md: error: 4,001 characters, 1 over the limit of 4,000; OpenClaw 2026.9.6 would inject" in result.stdout
    )


def test_a_list_that_is_split_is_right(
    tmp_path: Path, environment: dict[str, str], hook_repo: GitRepo, runner: str
) -> None:
    repo = repo_with_hook(tmp_path, environment, hook_repo, runner)
    folder = "a-folder-with-a-name-of-some-length/so-that-the-list-of-arguments-is-split"
    for number in range(3_000):
        repo.write(f"{folder}/{number:04}/AGENTS.md", OVER if number in (0, 2_999) else "x\n")
    config = repo.path / ".pre-commit-config.yaml"
    config.write_text(config.read_text() + "    args: [--verbose]\n")
    result = repo.commit()
    assert result.returncode == 1
    # The workspaces are summarised process by process, so that a second process begins again at the first findings.
    processes = sum(line.strip().startswith("To fix ") for line in result.stdout.splitlines())
    assert processes == 2 if runner == "pre-commit" else processes >= 1
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


SENTENCE = "You must look twice, cut once, and write down what you did and why you did it. "
LONG_ITEM = "- " + SENTENCE * 4 + "\n"


def test_a_long_line_is_fixed_on_commit_and_the_next_commit_passes(wrapping_repo: GitRepo) -> None:
    repo = wrapping_repo
    repo.write("AGENTS.md", "# Rules\n\n" + LONG_ITEM)
    repo.write("USER.md", LONG_ITEM)
    stopped = repo.commit()
    assert (stopped.returncode, repo.commits()) == (1, 2)
    assert "AGENTS.md: wrapped line 3" in stopped.stdout
    wrapped = (repo.path / "AGENTS.md").read_text()
    assert max(map(len, wrapped.splitlines())) <= 240
    # Nothing was staged for the user, and the memory file was left alone.
    assert repo.git("diff", "--name-only") == "AGENTS.md"
    assert (repo.path / "USER.md").read_text() == LONG_ITEM
    assert "USER.md:1: error: 317 characters, 77 over the limit of 240" in stopped.stdout
    (repo.path / "USER.md").unlink()
    passed = repo.commit()
    assert (passed.returncode, repo.commits()) == (0, 3), passed.stdout
    assert (repo.path / "AGENTS.md").read_text() == wrapped


def test_wrapping_beside_unstaged_changes(wrapping_repo: GitRepo) -> None:
    repo = wrapping_repo
    repo.write("SOUL.md", "calm\n")
    assert repo.commit().returncode == 0
    repo.write("SOUL.md", "calm, and changed since\n")
    repo.write("AGENTS.md", LONG_ITEM)
    repo.git("add", "AGENTS.md")
    assert repo.run("git", "commit", "--quiet", "-m", "stopped").returncode == 1
    assert (repo.path / "SOUL.md").read_text() == "calm, and changed since\n"
    repo.git("add", "AGENTS.md")
    passed = repo.run("git", "commit", "--quiet", "-m", "passes")
    assert passed.returncode == 0, passed.stdout
    assert repo.git("diff", "--name-only") == "SOUL.md"


def test_wrapping_with_arguments(wrapping_repo: GitRepo) -> None:
    repo = wrapping_repo
    config = repo.path / ".pre-commit-config.yaml"
    arguments = "bootstrap-wrap\n    args: [--include-memory, --max-line, '90']"
    config.write_text(config.read_text().replace("bootstrap-wrap", arguments))
    repo.write("MEMORY.md", LONG_ITEM)
    assert repo.commit().returncode == 1
    assert max(map(len, (repo.path / "MEMORY.md").read_text().splitlines())) <= 90
    passed = repo.commit()
    assert passed.returncode == 0, passed.stdout


def test_a_link_is_not_wrapped(wrapping_repo: GitRepo) -> None:
    repo = wrapping_repo
    repo.write("docs/agents.txt", LONG_ITEM)
    os.symlink("docs/agents.txt", repo.path / "AGENTS.md")
    assert repo.commit().returncode == 1
    assert (repo.path / "docs/agents.txt").read_text() == LONG_ITEM
