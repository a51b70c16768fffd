"""What many tests need: workspaces on disk, and a user whom permissions bind."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from git_repo import GitRepo, forget_the_surroundings, isolated_environment, project_as_hook_repo, repo_with_hook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# The same examples on every run; a test that looks further says so itself.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

forget_the_surroundings()

_NOBODY = 65534


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Write files (by name, ``.md`` left out) into a folder below a new one that becomes the current folder."""

    def write(folder: str = ".", /, **contents: str | bytes) -> Path:
        target = tmp_path / folder
        target.mkdir(parents=True, exist_ok=True)
        for name, content in contents.items():
            data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
            (target / f"{name}.md").write_bytes(data)
        return target

    monkeypatch.chdir(tmp_path)
    return write


@pytest.fixture
def ordinary_user(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Work in a new folder as a user who may not read everything, even if the tests are run by root."""
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.chdir(folder)
        if os.geteuid() != 0:
            yield
            return
        os.chown(folder, _NOBODY, -1)
        os.seteuid(_NOBODY)
        try:
            yield
        finally:
            os.seteuid(0)


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of all commands in git repositories: nothing of this user's settings counts."""
    return isolated_environment(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session")
def hook_repo(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> GitRepo:
    """This project as a repository that hooks can be installed from."""
    return project_as_hook_repo(tmp_path_factory.mktemp("project"), environment)


@pytest.fixture(params=["pre-commit", "prek"])
def runner(request: pytest.FixtureRequest) -> str:
    """What runs the hooks."""
    return str(request.param)


@pytest.fixture
def repo(tmp_path: Path, environment: dict[str, str], hook_repo: GitRepo, runner: str) -> GitRepo:
    """A repository whose commits go through the hook, run by ``runner``."""
    return repo_with_hook(tmp_path, environment, hook_repo, runner)
