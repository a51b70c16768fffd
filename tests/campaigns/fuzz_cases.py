"""Cases for ``fuzz.py``: each is written to the current folder, which is empty, and comes with a command line."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import fuzz_inputs
from fuzz_repositories import LONG, REVISIONS, Repositories, damage
from git_repo import GitRepo

if TYPE_CHECKING:
    from random import Random

READING = [line.split() for line in """\
check
check --strict --verbose
check --verbose
check --show-settings
check --format json
check --format sarif
check --format github
check --format html
check --format github --verbose
check --format text -o report.txt
check --format sarif -o report.txt
show
show --lost
show --digest
show --advise
show --compare 2026.4.23 latest
show --file AGENTS.md
show --file AGENTS.md --lost
show --session subagent
show --session cron
show --format json
show --format html
show --format html -o report.txt
wrap --check
wrap --diff
wrap --check --split
wrap --diff --squeeze --include-memory\
""".splitlines()]  # fmt: skip

LIMITS = [line.split() for line in """\

--openclaw latest
--openclaw 2026.4.23
--openclaw 2026.5.19
--openclaw 2026.8.1
--max-file 100
--max-file 900
--max-total 64 --max-file 1
--max-line 20
--line-files none
--line-files all --max-line 60\
""".splitlines()]  # fmt: skip

WRAPPING = ["--split", "--squeeze", "--include-memory", "--no-cjk"]


class Case:
    """A command line, and what the environment has besides."""

    def __init__(self, arguments: list[str], environment: dict[str, str] | None = None) -> None:
        self.arguments = arguments
        self.environment = environment or {}


class Cases:
    """Makes cases of all kinds; ``repositories`` are those that some of them are about."""

    def __init__(self, repositories: Repositories) -> None:
        self._repositories = repositories

    def make(self, random: Random) -> Case:
        """Write a case and give what to run."""
        kinds = [self._files, self._wrapping, self._settings, self._named, self._hooks, self._repository]
        kind = random.choices(kinds, [3, 3, 3, 1, 2, 4])[0]
        return kind(random)

    def _files(self, random: Random) -> Case:
        _write_files(random, Path())
        options = _limits(random)
        if random.random() < 0.3:
            Path("openclaw.json").write_bytes(fuzz_inputs.configuration(random))
            agent = random.choice(["main", "", "Ä b", "\udcff", "x" * 99, "\x1b[2J"])
            options += ["--config", "openclaw.json", "--agent", agent]
        return Case([*random.choice(READING), *options])

    def _wrapping(self, random: Random) -> Case:
        _write_files(random, Path())
        return Case(["wrap", *_wrapping_options(random), *_limits(random)])

    def _settings(self, random: Random) -> Case:
        workspace = random.choice([Path(), Path("w"), Path("drafts/old")])
        for folder in {workspace, *workspace.parents}:
            if random.random() < 0.7:
                _write(folder / ".clawbudget.toml", fuzz_inputs.settings(random))
            if random.random() < 0.4:
                _write(folder / "pyproject.toml", fuzz_inputs.pyproject(random))
        _write_files(random, workspace)
        if random.random() < 0.5:
            Path(".git").mkdir()
            Path(".git/HEAD").touch()
        command = random.choice([*READING, *[["wrap", *_wrapping_options(random)]] * 5])
        return Case([*command, *random.choice([[], _limits(random)]), *random.choice([[], ["--", str(workspace)]])])

    def _named(self, random: Random) -> Case:
        folder = Path(fuzz_inputs.name(random), *(fuzz_inputs.name(random) for _ in range(random.randint(0, 1))))
        _write_files(random, folder)
        (folder / "settings").write_text("x")
        if random.random() < 0.2:
            _write(folder / ".clawbudget.toml", fuzz_inputs.settings(random))
        paths = random.choice([[], [str(folder)], [str(folder / "AGENTS.md")], [fuzz_inputs.name(random)]])
        return Case([*random.choice(READING), *_limits(random), "--", *paths])

    def _hooks(self, random: Random) -> Case:
        Path(".git").mkdir()
        Path(".git/HEAD").touch()
        if random.random() < 0.5:
            _write_files(random, Path())
        known = [".pre-commit-config.yaml"] * 12 + [".pre-commit-config.yml", "prek.toml"]
        Path(random.choice(known)).write_bytes(fuzz_inputs.hook_configuration(random))
        options = random.choice([[], ["--openclaw", "2026.9.6"], ["--repo", _value(random)], ["--rev", _value(random)]])
        return Case(["init", *random.choice([[], ["--yes"], ["--yes"], ["--yes"]]), *options])

    def _repository(self, random: Random) -> Case:
        repo = self._repositories.copy(Path.cwd(), random)
        if random.random() < 0.4:
            self._commit_anything(repo, random)
        if random.random() < 0.5:
            self._repositories.configure_commands(repo)
        if random.random() < 0.7:
            damage(repo.path, random)
        for name in fuzz_inputs.bootstrap_files(random):
            _write(random.choice([Path(), Path("w"), Path("new")]) / name, random.choice([b"", LONG.encode() * 2]))
        _write(Path("AGENTS.md"), random.choice([LONG.encode() * 3, fuzz_inputs.text(random)]))
        environment = {}
        if random.random() < 0.2:
            for name in ("PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF"):
                environment[name] = random.choice(REVISIONS).replace("\0", "")
        revision = random.choice([*REVISIONS, *["HEAD"] * 20])
        ratchet = random.choice(["--ratchet", f"--ratchet={revision}", f"--ratchet={revision}"])
        command = random.choice([line for line in READING if line[0] == "check"] + [["check", "--verbose"]] * 5)
        limits = random.choice([["--max-file", "300", "--max-total", "500"], ["--max-line", "100"], []])
        return Case([*command, ratchet, *limits], environment)

    def _commit_anything(self, repo: GitRepo, random: Random) -> None:
        _write_files(random, Path(random.choice([".", "w", fuzz_inputs.name(random)])))
        repo.commit()


def _write_files(random: Random, folder: Path) -> None:
    for name in fuzz_inputs.bootstrap_files(random):
        _write(folder / name, fuzz_inputs.text(random))


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _wrapping_options(random: Random) -> list[str]:
    return [option for option in WRAPPING if random.random() < 0.35]


def _limits(random: Random) -> list[str]:
    return list(random.choice(LIMITS))


def _value(random: Random) -> str:
    known = [
        "https://a.b/c",
        "v1",
        "1e5",
        "a, 2001-99-99",
        "a: b",
        "a #b",
        "a, !!int x",
        "a" + "[" * 3_000 + "]" * 3_000,
    ]
    return random.choice([*known, fuzz_inputs.name(random), fuzz_inputs.name(random)])


def clear() -> None:
    """Empty the current folder."""
    for path in Path().iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            os.unlink(path)
