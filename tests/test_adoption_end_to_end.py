"""Adopting the hook in repositories that are over already: real git, real pre-commit, real prek."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from git_repo import GitRepo, repo_with_hook

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def ratchet_repo(tmp_path: Path, environment: dict[str, str], hook_repo: GitRepo, runner: str) -> GitRepo:
    """A repository whose hook has --ratchet, with a MEMORY.md of 25,000 characters in its last commit."""
    repo = repo_with_hook(tmp_path, environment, hook_repo, runner, "--ratchet")
    repo.write("MEMORY.md", facts(25_000))
    assert repo.commit("--no-verify").returncode == 0
    return repo


def facts(size: int) -> str:
    """Give exactly ``size`` characters in lines of 16."""
    return "".join(f"- fact no. {number:04}\n" for number in range(size // 16 + 1))[: size - 1] + "."


def test_a_shrinking_commit_passes_and_a_growing_one_is_stopped(ratchet_repo: GitRepo, runner: str) -> None:
    repo = ratchet_repo
    repo.write("MEMORY.md", facts(24_000))
    passed = repo.commit()
    assert (passed.returncode, repo.commits()) == (0, 3), passed.stdout
    repo.write("MEMORY.md", facts(24_001))
    stopped = repo.commit()
    assert (stopped.returncode, repo.commits()) == (1, 3)
    assert (
        "MEMORY.md: error: grew by 1 since HEAD: 24,001 characters, 4,001 over the limit of 20,000;" in stopped.stdout
    )
    repo.write("MEMORY.md", facts(23_000))
    repo.git("add", "--all")
    told = repo.run(runner, "run", "--verbose").stdout
    assert "MEMORY.md: note: shrank by 1,000 since HEAD: 23,000 characters, 3,000 over the limit of 20,000;" in told
    assert repo.commit().returncode == 0


def test_a_new_file_beside_an_old_one_is_stopped(ratchet_repo: GitRepo) -> None:
    ratchet_repo.write("AGENTS.md", facts(20_001))
    stopped = ratchet_repo.commit()
    assert stopped.returncode == 1
    assert "AGENTS.md: error: new since HEAD: 20,001 characters" in stopped.stdout
    assert "MEMORY.md: note: unchanged since HEAD: 25,000 characters" in stopped.stdout
    ratchet_repo.write("AGENTS.md", facts(9_000))
    assert ratchet_repo.commit().returncode == 0


def test_renaming_and_deleting(ratchet_repo: GitRepo) -> None:
    repo = ratchet_repo
    repo.write("SOUL.md", "soul\n")
    (repo.path / "agents").mkdir()
    repo.git("mv", "MEMORY.md", "agents/MEMORY.md")
    repo.write("agents/MEMORY.md", facts(24_900))
    renamed = repo.commit()
    assert (renamed.returncode, repo.commits()) == (0, 3), renamed.stdout
    (repo.path / "SOUL.md").unlink()
    assert repo.commit().returncode == 0
    (repo.path / "agents" / "MEMORY.md").unlink()
    assert repo.commit().returncode == 0
    repo.write("agents/MEMORY.md", facts(24_900))
    assert "new since HEAD: 24,900" in repo.commit().stdout


def test_the_first_commit(tmp_path: Path, environment: dict[str, str], hook_repo: GitRepo, runner: str) -> None:
    repo = GitRepo(tmp_path / "repo", environment)
    repo.write("SOUL.md", "soul\n")
    initialised = repo.run(
        "clawbudget", "init", "--yes", "--repo", str(hook_repo.path), "--rev", hook_repo.git("rev-parse", "HEAD")
    )
    assert initialised.returncode == 0, initialised.stdout
    config = repo.path / ".pre-commit-config.yaml"
    config.write_text(f"{config.read_text()}    args: [--ratchet]\n")
    assert repo.run(runner, "install").returncode == 0
    repo.write("MEMORY.md", facts(25_000))
    stopped = repo.commit()
    assert stopped.returncode == 1
    assert "MEMORY.md: error: new since HEAD: 25,000 characters" in stopped.stdout
    repo.write("MEMORY.md", facts(15_000))
    first = repo.commit()
    assert (first.returncode, repo.commits()) == (0, 1), first.stdout


def test_a_merge(ratchet_repo: GitRepo) -> None:
    repo = ratchet_repo
    repo.git("checkout", "--quiet", "-b", "worse")
    repo.write("MEMORY.md", facts(25_100))
    assert repo.commit("--no-verify").returncode == 0
    repo.git("checkout", "--quiet", "-b", "better", "main")
    repo.write("MEMORY.md", facts(24_000))
    assert repo.commit().returncode == 0
    for branch, code in (("better", 0), ("worse", 1)):
        repo.git("checkout", "--quiet", "main")
        repo.write(f"{branch}.txt", branch)
        assert repo.commit().returncode == 0
        merged = repo.run("git", "merge", "--no-edit", "--strategy-option=theirs", branch)
        assert merged.returncode == code, merged.stdout
    assert "MEMORY.md: error: grew by 1,100 since HEAD: 25,100" in merged.stdout


def test_a_branch_in_ci(ratchet_repo: GitRepo, runner: str) -> None:
    repo = ratchet_repo
    repo.git("checkout", "--quiet", "-b", "side")
    repo.write("MEMORY.md", facts(24_500))
    assert repo.commit().returncode == 0
    repo.write("MEMORY.md", facts(24_900))
    assert repo.commit("--no-verify").returncode == 0
    repo.git("checkout", "--quiet", "main")
    repo.write("MEMORY.md", facts(20_500))
    assert repo.commit().returncode == 0
    repo.git("checkout", "--quiet", "side")
    # The branch made it better than where it began, though worse than its first commit and than main is now.
    compared = repo.run(runner, "run", "--from-ref", "main", "--to-ref", "HEAD", "--verbose")
    assert compared.returncode == 0, compared.stdout
    assert "MEMORY.md: note: shrank by 100 since main: 24,900 characters" in compared.stdout
    repo.write("MEMORY.md", facts(25_001))
    assert repo.commit("--no-verify").returncode == 0
    compared = repo.run(runner, "run", "--from-ref", "main", "--to-ref", "HEAD")
    assert compared.returncode == 1
    assert "MEMORY.md: error: grew by 1 since main: 25,001 characters" in compared.stdout


def test_two_workspaces_with_their_own_settings(ratchet_repo: GitRepo) -> None:
    repo = ratchet_repo
    for folder in ("one", "two"):
        repo.write(f"agents/{folder}/USER.md", facts(4_200))
        repo.write(f"agents/{folder}/AGENTS.md", f"{'a long line ' * 30}\n")
    repo.write(".clawbudget.toml", 'openclaw = "2026.9.6"\nexclude = ["agents/two/USER.md"]\n')
    repo.write("agents/two/.clawbudget.toml", '[rules]\nline-too-long = "warn"\n')
    stopped = repo.commit()
    assert stopped.returncode == 1
    told = [line.split(";")[0].strip() for line in stopped.stdout.splitlines() if " over the limit of " in line]
    assert [line.split(" characters")[0] for line in told] == [
        "agents/one/USER.md: error: new since HEAD: 4,200",
        "agents/one/AGENTS.md:1: error: new since HEAD: 359",
        "agents/two/AGENTS.md:1: warning: new since HEAD: 359",
    ]
    repo.write("agents/one/USER.md", facts(4_000))
    repo.write("agents/one/AGENTS.md", f"<!-- clawbudget: allow line-too-long -->\n{'a long line ' * 30}\n")
    passed = repo.commit()
    assert passed.returncode == 0, passed.stdout


def test_in_a_worktree_and_with_parts_staged(ratchet_repo: GitRepo, tmp_path: Path) -> None:
    ratchet_repo.git("worktree", "add", "--quiet", str(tmp_path / "tree"))
    ratchet_repo.write("MEMORY.md", facts(24_000))
    ratchet_repo.git("add", "MEMORY.md")
    ratchet_repo.write("MEMORY.md", facts(26_000))
    staged = ratchet_repo.run("git", "commit", "--quiet", "-m", "the staged part shrinks")
    assert staged.returncode == 0, staged.stdout
    (tmp_path / "tree" / "MEMORY.md").write_text(facts(25_001))
    stopped = ratchet_repo.run("git", "-C", str(tmp_path / "tree"), "commit", "--quiet", "-a", "-m", "grows")
    assert stopped.returncode == 1
    assert "MEMORY.md: error: grew by 1 since HEAD: 25,001" in stopped.stdout
