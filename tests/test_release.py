"""What a release hands out: packages that can be built again byte by byte, that hold what they should and install.

Those that install packages from registries are run by ``make test-release``.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from git_repo import PROJECT, SCRIPTS, GitRepo, isolated_environment, project_as_hook_repo, repo_with_hook

SETTINGS = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
VERSION = SETTINGS["version"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two folders with the packages, built from two copies of the project in different places."""
    outputs = []
    for name in ("one", "another-place"):
        folder = tmp_path_factory.mktemp(name)
        copy = project_as_hook_repo(folder / "project", isolated_environment(folder))
        shutil.rmtree(copy.path / ".git")
        uv = [str(SCRIPTS / "uv"), "build", "--quiet", "--out-dir", str(folder / "dist"), str(copy.path)]
        result = subprocess.run(uv, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stderr
        outputs.append(folder / "dist")
    return outputs


def modules() -> set[str]:
    return {
        path.relative_to(PROJECT / "hooks").as_posix()
        for path in (PROJECT / "hooks").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_packages_are_built_again_byte_by_byte(built: list[Path]) -> None:
    digests = [
        {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("clawbudget-*")}
        for folder in built
    ]
    assert set(digests[0]) == {f"clawbudget-{VERSION}.tar.gz", f"clawbudget-{VERSION}-py3-none-any.whl"}
    assert digests[0] == digests[1]


def test_the_wheel_holds_the_package_alone(built: list[Path]) -> None:
    with zipfile.ZipFile(built[0] / f"clawbudget-{VERSION}-py3-none-any.whl") as wheel:
        names = {name for name in wheel.namelist() if not name.endswith("/")}
    about = f"clawbudget-{VERSION}.dist-info"
    assert names - modules() == {
        f"{about}/METADATA",
        f"{about}/RECORD",
        f"{about}/WHEEL",
        f"{about}/entry_points.txt",
        f"{about}/licenses/LICENSE",
    }
    assert modules() <= names


def test_the_source_holds_what_the_wheel_is_built_from(built: list[Path]) -> None:
    top = f"clawbudget-{VERSION}"
    with tarfile.open(built[0] / f"{top}.tar.gz") as source:
        names = {member.name.removeprefix(f"{top}/") for member in source.getmembers() if member.isfile()}
    names.discard("pyproject.toml.orig")  # only some releases of the backend add it
    assert names - {f"hooks/{name}" for name in modules()} == {"LICENSE", "PKG-INFO", "README.md", "pyproject.toml"}
    assert {f"hooks/{name}" for name in modules()} <= names


def test_the_version_stands_in_one_place() -> None:
    told = subprocess.run([SCRIPTS / "clawbudget", "--version"], capture_output=True, text=True, check=True)
    assert told.stdout == f"clawbudget {VERSION}\n"
    assert [path for path in modules() if VERSION in (PROJECT / "hooks" / path).read_text(encoding="utf-8")] == []
    newest = next(line for line in (PROJECT / "CHANGELOG.md").read_text("utf-8").splitlines() if line.startswith("## "))
    assert newest in ("## Unreleased", f"## {VERSION}")


def run(*command: str | Path, **changes: str) -> str:
    result = subprocess.run(
        [str(part) for part in command],
        env=os.environ | changes,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout
    return result.stdout


@pytest.mark.installs
def test_the_index_would_take_the_packages(built: list[Path]) -> None:
    packages = [str(path) for path in built[0].glob("clawbudget-*")]
    told = run(SCRIPTS / "uv", "tool", "run", "twine", "check", "--strict", *packages, NO_COLOR="1")
    assert told.count("PASSED") == 2, told


@pytest.mark.installs
def test_the_source_installs_and_runs_without_git(built: list[Path], tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", tmp_path / "venv")
    (source,) = built[0].glob("*.tar.gz")
    run(tmp_path / "venv/bin/pip", "install", "--quiet", source, PATH=str(tmp_path / "venv/bin"))
    (tmp_path / "AGENTS.md").write_text("short\n")
    told = run(tmp_path / "venv/bin/clawbudget", "check", "--verbose", tmp_path, PATH=str(tmp_path / "venv/bin"))
    assert "AGENTS 5 = 5 of 60,000" in told


@pytest.mark.installs
def test_the_environment_of_the_hook_installs_offline(tmp_path: Path, hook_repo: GitRepo) -> None:
    wheels = tmp_path / "wheels"
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--wheel-dir", wheels, PROJECT)
    requires = tomllib.loads((PROJECT / "pyproject.toml").read_text())["build-system"]["requires"]
    run(sys.executable, "-m", "pip", "download", "--quiet", "--dest", wheels, *requires)
    (own,) = wheels.glob("clawbudget-*.whl")
    own.unlink()
    offline = isolated_environment(tmp_path) | {
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(wheels),
        "PIP_CONFIG_FILE": os.devnull,
        "VIRTUALENV_NO_DOWNLOAD": "1",
    }
    repo = repo_with_hook(tmp_path, offline, hook_repo, "pre-commit")
    repo.write("AGENTS.md", "x\n" * 10_001)
    stopped = repo.commit()
    assert (stopped.returncode, "AGENTS.md: error: 20,001 characters" in stopped.stdout) == (1, True), stopped.stdout
