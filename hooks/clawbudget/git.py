"""Asking git about what is committed, in repositories that may be hostile.

Only plumbing is run that reads objects: nothing here reads or writes the index, and nothing that a repository's own
configuration names (hooks, filters, text converters, file system monitors, pagers, remotes) is ever run.
"""

from __future__ import annotations

import os
import subprocess
import threading
from contextlib import suppress

from clawbudget.system_errors import reason_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Final

_OPTIONS: Final = (
    "--no-pager",
    "--no-replace-objects",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "safe.bareRepository=explicit",
)

# Set by git for its hooks, and about the repository that the hook runs in. A workspace may be in another.
_OF_ONE_REPOSITORY: Final = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
)

_SAFE: Final = {
    # In a partial clone, reading an object may start a fetch, which runs what the configuration names. Where git does
    # not know the first of these, the second leaves it no transport.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}

PATIENCE: Final = 30
"""Seconds that git gets for an answer. In a damaged repository it may wait without end, or let us wait."""

_CHUNK: Final = 1 << 20
"""Bytes that are read at once of what is not wanted."""

_SHA256_DIGITS: Final = 64

_FILE: Final = "100"
"""What the mode of a file begins with in a tree."""

_LONGEST_LINK: Final = 4096
"""Bytes that no target of a symbolic link reaches where git can make one."""


class GitError(Exception):
    """Git is not there, or refuses; the message is the reason, in one line."""


class Repository:
    """The repository whose work tree begins at the folder ``root``."""

    __slots__ = ("_batch", "_command", "_environment", "root")

    def __init__(self, root: str) -> None:
        self.root = root
        self._command = ("git", "-C", root, *_OPTIONS)
        self._environment = _environment(root)
        self._batch: subprocess.Popen[bytes] | None = None

    def commit(self, revision: str) -> str | None:
        """Give the id of the commit that ``revision`` names, None if it names none. Raises GitError."""
        if revision.startswith("-") or "\0" in revision:
            return None
        result = self._run("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        if result.returncode not in (0, 1):
            raise GitError(_reason(result.stderr))
        found = result.stdout.decode().strip()
        return found if found.isalnum() else None  # ^HEAD names what is not in HEAD

    def merge_base(self, one: str, other: str) -> str | None:
        """Give the id of the best common ancestor of two commits, None if none is known. Raises GitError."""
        result = self._run("merge-base", one, other)
        return result.stdout.decode().strip() or None

    def blob(self, commit: str, path: str, most: int) -> bytes | None:
        """Give a file's bytes as they were committed; None if there is no such file, or one of over ``most`` bytes.

        ``path`` starts at the root, with slashes. A symbolic link is no file. Raises GitError.
        """
        if "\n" in path:  # would end the request
            result = self._run("cat-file", "blob", f"{commit}:{path}")
            data = None if result.returncode or len(result.stdout) > most else result.stdout
        else:
            data = self._ask(f"{commit}:{path}\n", path, most)
        if data is not None and len(data) >= _LONGEST_LINK:
            return data
        mode, identity = self._tree_entry(commit, path)
        if not mode.startswith(_FILE):
            return None
        if data is None and self._run("cat-file", "-e", identity).returncode:
            raise GitError(f"{path} was committed, but its blob is missing in the repository")
        return data

    def files(self, commit: str) -> dict[str, str]:
        """Give the paths of all committed files, from the root, with the ids of their blobs. Raises GitError.

        Symbolic links and submodules are no files.
        """
        result = self._run("ls-tree", "-r", "-z", "--full-tree", commit)
        if result.returncode:
            raise GitError(_reason(result.stderr))
        files = {}
        for entry in os.fsdecode(result.stdout).split("\0")[:-1]:
            described, _, path = entry.partition("\t")
            mode, _, identity = described.split(" ")
            if mode.startswith(_FILE):
                files[path] = identity
        return files

    def attributes(self, path: str, *names: str) -> dict[str, str]:
        """Give what the attribute files say of ``path``: for each attribute its value, or set, unset or unspecified.

        Raises GitError.
        """
        # An index that is not there, or it would be asked for attributes.
        no_index = {"GIT_INDEX_FILE": f"{os.devnull}-none"}
        result = self._run("check-attr", "-z", *names, "--", f"./{path}", **no_index)
        if result.returncode:
            raise GitError(_reason(result.stderr))
        _, *parts = os.fsdecode(result.stdout).split("\0")
        return dict(zip(parts[::3], parts[1::3], strict=False))

    def configured(self, name: str) -> str:
        """Give the value of a setting in small letters, empty if it has none. Raises GitError."""
        return os.fsdecode(self._run("config", "--get", name).stdout).strip().lower()

    def ignores(self, path: str) -> bool:
        """Tell whether the ignore files cover ``path``."""
        # It takes a colon at the start for pathspec magic, and fails if told to take it literally.
        return self._run("check-ignore", "--quiet", "--no-index", "--", f"./{path}").returncode == 0

    def close(self) -> None:
        """End the process that answers for blobs."""
        if self._batch is not None:
            self._batch.communicate()
            self._batch = None

    def _ask(self, request: str, path: str, most: int) -> bytes | None:
        batch = self._batch or self._start_batch()
        assert batch.stdin is not None
        assert batch.stdout is not None
        watch = threading.Timer(PATIENCE, batch.kill)
        watch.start()
        try:
            with suppress(BrokenPipeError):
                batch.stdin.write(os.fsencode(request))
                batch.stdin.flush()
            return _read_answer(batch.stdout, path, most)
        finally:
            watch.cancel()

    def _tree_entry(self, commit: str, path: str) -> tuple[str, str]:
        """Give mode and id of what the commit has at ``path``; both are empty if that is nothing."""
        listed = self._run("--literal-pathspecs", "ls-tree", "-z", "--full-tree", commit, "--", path).stdout
        if not listed:
            return "", ""
        mode, _, identity = listed.partition(b"\t")[0].decode().split(" ")
        return mode, identity

    def _start_batch(self) -> subprocess.Popen[bytes]:
        self._batch = subprocess.Popen(
            [*self._command, "cat-file", "--batch"],
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        return self._batch

    def _run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
        try:
            return subprocess.run(
                [*self._command, *arguments],
                env={**self._environment, **environment},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=PATIENCE,
            )
        except subprocess.TimeoutExpired:
            raise GitError(f"git gave no answer within {PATIENCE} seconds") from None
        except OSError as error:
            raise GitError(f"git can't be run: {reason_of(error)}") from None


def _read_answer(stream: IO[bytes], path: str, most: int) -> bytes | None:
    """Read what ``git cat-file --batch`` says about one object: a line that describes it, the object, a line feed.

    Git takes the size from a damaged object's own header, and does not look whether the bytes are those of its id.
    """
    answer = stream.readline()
    if not answer:
        raise GitError(f"git ended while it was asked for {path}; in a partial clone, it may have to be fetched first")
    described = answer.split()
    if len(described) != 3 or not described[2].isdigit():
        return None
    size = int(described[2])
    kept = size if described[1] == b"blob" and size <= most else 0
    data = stream.read(kept)
    left = size - len(data)
    while left and (passed := stream.read(min(left, _CHUNK))):
        left -= len(passed)
    if left or stream.read(1) != b"\n":
        raise GitError(f"git did not give {path} whole")
    if described[1] != b"blob" or size > most:
        return None
    identity = described[0].decode()
    if blob_id(data, like=identity) != identity:
        raise GitError(f"{path} is damaged in the repository: its bytes are not those of the blob {identity}")
    return data


def blob_id(data: bytes, *, like: str) -> str:
    """Give the id that a blob of these bytes has in a repository whose ids look ``like`` this one."""
    import hashlib

    algorithm = "sha256" if len(like) == _SHA256_DIGITS else "sha1"
    return hashlib.new(algorithm, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def named_work_tree() -> str | None:
    """Give the root of the work tree that the environment names, as it does for one whose .git is elsewhere."""
    if "GIT_DIR" not in os.environ:
        return None
    return os.path.abspath(os.environ.get("GIT_WORK_TREE", os.curdir))


def _environment(root: str) -> dict[str, str]:
    environment = {**os.environ, **_SAFE}
    if os.path.lexists(os.path.join(root, ".git")):
        for name in _OF_ONE_REPOSITORY:
            environment.pop(name, None)
        # What lies at the root is the repository, or there is none: git does not look further up.
        environment["GIT_CEILING_DIRECTORIES"] = os.path.dirname(root)
    else:
        for name in ("GIT_DIR", "GIT_WORK_TREE"):
            if name in environment:
                environment[name] = os.path.abspath(environment[name])
    return environment


def _reason(stderr: bytes) -> str:
    """Give the first line of what git said, and where it refuses another user's repository, what it is about."""
    lines = stderr.decode("utf-8", "backslashreplace").splitlines() or ["git failed and gave no reason"]
    told = next((line for line in lines if line.startswith("fatal: ")), lines[0]).removeprefix("fatal: ")
    if "dubious ownership" in told:
        return f"{told}; name it in git's setting safe.directory if you trust it"
    return told
