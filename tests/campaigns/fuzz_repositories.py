"""Git repositories for ``fuzz.py``: one in each state that git knows, to be copied, and harm done to a copy's .git."""

from __future__ import annotations

import shutil
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from fuzz_inputs import HOSTILE, mutated
from git_repo import GitRepo

if TYPE_CHECKING:
    from random import Random

LONG = "- " + "You must look twice, cut once, and write down what you did. " * 6 + "\n"
ELSEWHERE = "elsewhere"
"""The folder beside the repositories in which those have a part of theirs that have it outside."""
PRISTINE = "pristine"
"""A copy of that one."""

_COMMANDS = """
    core.fsmonitor core.pager core.sshCommand core.editor core.askPass core.gitProxy core.alternateRefsCommand
    diff.external diff.evil.textconv diff.evil.command filter.evil.clean filter.evil.smudge filter.evil.process
    merge.evil.driver credential.helper gpg.program uploadpack.packObjectsHook pager.rev-parse pager.cat-file
    alias.rev-parse alias.cat-file alias.ls-tree alias.merge-base remote.origin.uploadpack remote.origin.vcs
    sequence.editor interactive.diffFilter
""".split()
"""Settings whose value git may run."""

_HOOKS = "fsmonitor-watchman post-index-change reference-transaction pre-auto-gc post-checkout".split()

_SETTINGS = """
    core.repositoryFormatVersion 1
    core.repositoryFormatVersion 99
    core.bare true
    core.worktree ../elsewhere
    core.excludesFile ../elsewhere
    core.excludesFile config
    core.ignoreCase true
    core.abbrev 99
    core.quotePath false
    color.ui always
    advice.x \\
    extensions.partialClone origin
    extensions.objectFormat sha256
    extensions.worktreeConfig true
    remote.origin.promisor true
    include.path config
    include.path ../elsewhere
    safe.directory *
    transfer.hideRefs HEAD
    i18n.commitEncoding x
    core.x "
    core.x \x1b[2J
    a.\x1b[2J.b \u202e
""".splitlines()[1:]
"""Settings that change what git reads, or that git can't read."""


class Repositories:
    """Repositories below ``folder``, one for each state; all commits are those of the same moment."""

    def __init__(self, folder: Path, environment: dict[str, str], canary: Path) -> None:
        self._folder = folder
        self._environment = environment | {"GIT_AUTHOR_DATE": "@1 +0000", "GIT_COMMITTER_DATE": "@1 +0000"}
        self._canary = canary
        self._states = [self._made(name) for name in STATES]
        shutil.copytree(folder / ELSEWHERE, folder / PRISTINE, symlinks=True)

    def copy(self, target: Path, random: Random) -> GitRepo:
        """Copy one of the repositories to ``target``."""
        state = random.choice(self._states)
        shutil.copytree(state, target, symlinks=True, dirs_exist_ok=True)
        # What lies elsewhere may have been harmed in an earlier copy.
        shutil.rmtree(self._folder / ELSEWHERE)
        shutil.copytree(self._folder / PRISTINE, self._folder / ELSEWHERE, symlinks=True)
        return GitRepo(target, self._environment, new=False)

    def configure_commands(self, repo: GitRepo) -> None:
        """Let the repository name a command wherever it can, which makes the canary."""
        (repo.path / ".gitattributes").write_text("* filter=evil diff=evil merge=evil\n")
        config = _folder(repo.path) / "config"
        if config.is_file():
            lines = (_setting(name, f"touch {self._canary}") for name in _COMMANDS)
            config.write_bytes(config.read_bytes() + "".join(lines).encode())
        for hook in _HOOKS:
            path = _folder(repo.path) / "hooks" / hook
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"#!/bin/sh\ntouch {self._canary}\n")
            path.chmod(0o755)

    def _made(self, state: str) -> Path:
        repo = GitRepo(self._folder / state, self._environment, new=state != "sha256")
        if state == "sha256":
            repo.path.mkdir()
            repo.git("init", "--quiet", "--initial-branch=main", "--object-format=sha256")
        shutil.rmtree(repo.path / ".git" / "hooks", ignore_errors=True)
        if state != "unborn":
            _commit_twice(repo)
            getattr(self, f"_{state}", _leave)(repo)
        return repo.path

    def _packed(self, repo: GitRepo) -> None:
        repo.git("gc", "--quiet")

    def _detached(self, repo: GitRepo) -> None:
        repo.git("checkout", "--quiet", "--detach", "HEAD~1")

    def _merging(self, repo: GitRepo) -> None:
        repo.git("checkout", "--quiet", "-b", "other", "HEAD~1")
        repo.write("AGENTS.md", LONG * 3)
        repo.commit()
        repo.run("git", "merge", "--quiet", "main")

    def _rebasing(self, repo: GitRepo) -> None:
        repo.git("checkout", "--quiet", "-b", "other", "HEAD~1")
        repo.write("AGENTS.md", LONG * 3)
        repo.commit()
        repo.run("git", "rebase", "--quiet", "main")

    def _shallow(self, repo: GitRepo) -> None:
        self._clone(repo, "--depth=1")

    def _partial(self, repo: GitRepo) -> None:
        self._clone(repo, "--filter=tree:0", "--no-checkout")
        repo.git("config", "remote.origin.url", f"ext::touch {self._canary}")
        repo.git("config", "protocol.ext.allow", "always")

    def _worktree(self, repo: GitRepo) -> None:
        origin = self._to_elsewhere(repo)
        GitRepo(origin, self._environment, new=False).git("worktree", "add", "--quiet", "-b", "tree", str(repo.path))

    def _gitfile(self, repo: GitRepo) -> None:
        origin = self._to_elsewhere(repo)
        repo.path.mkdir()
        repo.write(".git", f"gitdir: {origin / '.git'}\n")

    def _clone(self, repo: GitRepo, *options: str) -> None:
        origin = self._to_elsewhere(repo)
        GitRepo(origin, self._environment, new=False).git("config", "uploadpack.allowFilter", "true")
        cloning = GitRepo(self._folder, self._environment, new=False)
        cloning.git("clone", "--quiet", "--template=", *options, f"file://{origin}", str(repo.path))

    def _to_elsewhere(self, repo: GitRepo) -> Path:
        origin = self._folder / ELSEWHERE / repo.path.name
        origin.parent.mkdir(exist_ok=True)
        repo.path.rename(origin)
        return origin


STATES = "loose packed unborn detached merging rebasing shallow partial worktree gitfile sha256".split()

REVISIONS = [
    *"""
    HEAD HEAD~1 main other first HEAD^{tree} HEAD:AGENTS.md ^HEAD ^main ^@ HEAD..main HEAD...main HEAD^@ HEAD^! HEAD^-
    @ @{-1} @{u} main@{0} HEAD@{99} HEAD@{yesterday} :/commit :/(a*)*b HEAD^{/(((} HEAD^{/} :AGENTS.md :0:AGENTS.md
    --help --all -h - ^ ~ refs/heads/main refs/heads/* FETCH_HEAD MERGE_HEAD stash 0 00000 HEAD~99999999999 HEAD^99
    HEAD^{blob} HEAD^{} first^{commit} main^{object} gone origin/main ../HEAD .git/HEAD /etc/passwd $(id) ::error::x
    """.split(),
    "HEAD\n", "HEAD\nmain", "HEAD x", " HEAD", "0" * 40, "f" * 64, "main^" * 500, "x" * 200_000, "\udcff", "🔴", "\0",
    *HOSTILE,
]  # fmt: skip
"""What may be asked for, and what must not."""


_ODD = [b"", b"\n", b"ref: \x1b[2J\n", b"ref: refs/heads/gone\n", b"gitdir: .git\n", b"0" * 40]


def damage(root: Path, random: Random) -> None:
    """Do harm to one to four files, or folders, of the repository at ``root``, which is a copy without any harm yet."""
    folder = _folder(root)
    for _ in range(random.randint(1, 4)):
        # Never through a link, which may lead anywhere.
        found = sorted(path for path in [folder, *folder.rglob("*")] if path.exists() and not path.is_symlink())
        paths = [path for path in found if path.is_file() or random.random() < 0.1]
        if paths:
            # A few files say what the others are.
            telling = [path for path in paths if path.suffix == "" and "objects" not in path.parts]
            _harm(random.choice(telling if telling and random.random() < 0.6 else paths), random)


def _harm(path: Path, random: Random) -> None:
    kind = random.random()
    if path.is_file() and path.name == "config" and kind < 0.7:
        path.write_bytes(path.read_bytes() + _setting(*random.choice(_SETTINGS).split()).encode())
    elif path.is_file() and kind < 0.75:
        data = path.read_bytes()
        _replace(path, _mutated_object(data, random) if "objects" in path.parts else mutated(data, random))
    elif path.is_file() and kind < 0.8:
        _replace(path, random.choice(_ODD))
    else:
        _remove(path)
        if kind > 0.92:
            path.mkdir()
        elif kind > 0.85:
            path.symlink_to(random.choice([path.name, "HEAD", "/etc/passwd", "..", "gone"]))


def _mutated_object(data: bytes, random: Random) -> bytes:
    """Change a loose object within what git compressed, so that it can be read; anything else as it is."""
    try:
        content = zlib.decompress(data)
    except zlib.error:
        return mutated(data, random)
    if random.random() < 0.2:
        return zlib.compress(b"blob 99999999999999\0" + content)
    return zlib.compress(mutated(content, random))


def _replace(path: Path, data: bytes) -> None:
    # Git writes objects for reading only.
    _remove(path)
    path.write_bytes(data)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def _folder(root: Path) -> Path:
    """Give the folder with the repository: that which the file .git names, where there is one and all is well yet."""
    git = root / ".git"
    if not git.is_file():
        return git
    named = Path(git.read_text(errors="replace").removeprefix("gitdir: ").strip())
    return named if named.is_dir() else git


def _leave(_: GitRepo) -> None:
    """Leave a repository as it is after its commits."""


def _commit_twice(repo: GitRepo) -> None:
    repo.write("AGENTS.md", LONG)
    repo.write("SOUL.md", LONG * 2)
    repo.write("w/USER.md", LONG)
    repo.commit()
    repo.git("tag", "-a", "-m", "a tag", "first")
    repo.write("AGENTS.md", LONG * 2)
    repo.git("mv", "SOUL.md", "w/TOOLS.md")
    repo.commit()


def _setting(name: str, value: str) -> str:
    section, _, key = name.rpartition(".")
    section, _, part = section.partition(".")
    return f"\n[{section}" + (f' "{part}"' if part else "") + f"]\n\t{key} = {value}\n"
