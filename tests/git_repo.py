"""Real git repositories for the end-to-end tests, and this project as one that pre-commit and prek can install."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from subprocess import CompletedProcess

PROJECT = Path(__file__).resolve().parent.parent
CONFIG = """\
repos:
- repo: {url}
  rev: {rev}
  hooks:
  - id: bootstrap-budget
"""
SCRIPTS = Path(sys.executable).parent
_SET_BY_OTHERS = (
    *("GIT_", "PRE_COMMIT", "PREK", "LEFTHOOK", "HUSKY"),
    *("CI", "GITHUB_", "GITLAB_", "TF_BUILD", "BUILDKITE", "TEAMCITY_"),
    *("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "PY_COLORS", "TERM", "COLUMNS", "LINES", "OPENCLAW_"),
)


def forget_the_surroundings() -> None:
    """Take out of the environment what changes our output or git's because of who runs the tests, and where."""
    for name in [name for name in os.environ if name.startswith(_SET_BY_OTHERS)]:
        del os.environ[name]


def isolated_environment(home: Path) -> dict[str, str]:
    """Give an environment in which nothing of this user's git, pre-commit or prek settings counts."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_SET_BY_OTHERS)}
    return kept | {
        "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Ada",
        "GIT_AUTHOR_EMAIL": "ada@example.invalid",
        "GIT_COMMITTER_NAME": "Ada",
        "GIT_COMMITTER_EMAIL": "ada@example.invalid",
        "PRE_COMMIT_HOME": str(home / "pre-commit"),
        "PRE_COMMIT_COLOR": "never",
        "PREK_HOME": str(home / "prek"),
        "NO_COLOR": "1",
    }


class GitRepo:
    """A git repository in which commands are run as a user would."""

    def __init__(self, path: Path, environment: dict[str, str], *, new: bool = True) -> None:
        self.path = path
        self._environment = environment
        if new:
            path.mkdir(parents=True, exist_ok=True)
            self.git("init", "--quiet", "--initial-branch=main")

    def run(self, *command: str) -> CompletedProcess[str]:
        """Run a command in the repository; its exit code is the caller's affair."""
        return subprocess.run(
            command,
            cwd=self.path,
            env=self._environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )

    def git(self, *arguments: str) -> str:
        """Run a git command that must succeed and give what it printed."""
        result = self.run("git", *arguments)
        if result.returncode:
            raise AssertionError(f"git {' '.join(arguments)} failed:\n{result.stdout}")
        return result.stdout.strip()

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file, its folders included."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    def commits(self) -> int:
        """Count the commits of the current branch."""
        return int(self.git("rev-list", "--count", "HEAD"))

    def commit(self, *options: str) -> CompletedProcess[str]:
        """Stage all and commit, hooks included."""
        self.git("add", "--all")
        return self.run("git", "commit", "--quiet", "-m", "a commit", *options)


def repo_with_hook(
    path: Path, environment: dict[str, str], hook_repo: GitRepo, runner: str, *arguments: str
) -> GitRepo:
    """Give a repository whose commits go through the hook ``bootstrap-budget``, with these arguments."""
    repo = GitRepo(path / "repo", environment)
    config = CONFIG.format(url=hook_repo.path, rev=hook_repo.git("rev-parse", "HEAD"))
    if arguments:
        config += f"    args: [{', '.join(arguments)}]\n"
    repo.write(".pre-commit-config.yaml", config)
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "-m", "the hook")
    installed = repo.run(runner, "install", "-t", "pre-commit", "-t", "pre-merge-commit")
    assert installed.returncode == 0, installed.stdout
    return repo


def project_as_hook_repo(target: Path, environment: dict[str, str]) -> GitRepo:
    """Copy the project as it is on disk (what git ignores left out) into a repository of one commit."""
    repo = GitRepo(target, environment)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    for name in filter(None, os.fsdecode(listed).split("\0")):
        if (PROJECT / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, target / name)
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "-m", "the project")
    return repo
