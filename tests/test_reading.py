"""What is read, and what is refused as OpenClaw refuses it, with real links, pipes and folders."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clawbudget.reading import NotReadError, _kind_of, _read_all, read_bytes, read_files
from clawbudget.releases import BOOTSTRAP_FILES, MAX_BYTES
from clawbudget.workspaces import Workspace, select

if TYPE_CHECKING:
    from collections.abc import Callable


def bind(path: str) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)


REFUSED: list[tuple[str, Callable[[], object], str]] = [
    ("inner link", lambda: os.symlink("SOUL.md", "AGENTS.md"), "it is a symbolic link to SOUL.md"),
    ("outer link", lambda: os.symlink("/etc/passwd", "AGENTS.md"), "it is a symbolic link to /etc/passwd"),
    ("dangling link", lambda: os.symlink("gone", "AGENTS.md"), "it is a symbolic link to gone"),
    ("hard link", lambda: os.link("SOUL.md", "AGENTS.md"), "it has 2 hard links"),
    ("folder", lambda: os.mkdir("AGENTS.md"), "it is a directory"),
    ("pipe", lambda: os.mkfifo("AGENTS.md"), "it is a named pipe"),
    ("socket", lambda: bind("AGENTS.md"), "it is a socket"),
    (
        "too large",
        lambda: Path("AGENTS.md").write_bytes(b"a" * (MAX_BYTES + 1)),
        "it holds 2,097,153 bytes, 1 more than OpenClaw reads of a file",
    ),
]


@pytest.mark.parametrize(("make", "reason"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_openclaw_does_not_read_is_refused(
    workspace: Callable[..., Path], make: Callable[[], object], reason: str
) -> None:
    workspace(SOUL="soul")
    make()
    with pytest.raises(NotReadError) as raised:
        read_bytes("AGENTS.md")
    assert str(raised.value) == reason


def test_a_device_is_refused_unopened() -> None:
    with pytest.raises(NotReadError, match="it is a device"):
        read_bytes(os.devnull)


@pytest.mark.parametrize("data", [b"", b"a", b"\xff\r\n\0", b"\n" * 70_000, b"a" * MAX_BYTES], ids=len)
def test_bytes_come_as_they_are(workspace: Callable[..., Path], data: bytes) -> None:
    workspace(AGENTS=data)
    assert read_bytes("AGENTS.md") == data


def test_a_file_that_grew_or_shrank_since_its_size_was_taken_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(b"x" * 300_000)
    for size in (0, 1, 299_999, 300_001, 400_000):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            assert _read_all(descriptor, size) == b"x" * 300_000
        finally:
            os.close(descriptor)


def test_a_file_that_grew_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(b"x" * (MAX_BYTES + 5))
    descriptor = os.open(path, os.O_RDONLY)
    try:
        with pytest.raises(NotReadError, match="it holds 2,097,157 bytes, 5 more than"):
            _read_all(descriptor, 10)
    finally:
        os.close(descriptor)


@pytest.mark.parametrize("mode", [stat.S_IFDIR, stat.S_IFLNK, stat.S_IFSOCK])
def test_what_is_gone_when_it_is_described_is_no_crash(tmp_path: Path, mode: int) -> None:
    assert _kind_of(mode, str(tmp_path / "AGENTS.md")) in (
        "it was no plain file, and is gone now",
        "it is a symbolic link",
    )


def test_files_come_in_the_order_asked_for_and_missing_ones_are_left_out(workspace: Callable[..., Path]) -> None:
    workspace(USER="u", AGENTS="\ufeffa", MEMORY="m")
    (found,) = select(["."]).workspaces
    assert [(file.name, file.text) for file in read_files(found, BOOTSTRAP_FILES)] == [
        ("AGENTS.md", "\ufeffa"),
        ("USER.md", "u"),
        ("MEMORY.md", "m"),
    ]


def test_a_file_that_vanished_since_it_was_listed_is_a_failure(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="a")
    listed = Workspace(".", ["AGENTS.md", "SOUL.md"])
    states = [(file.name, file.failure) for file in read_files(listed, BOOTSTRAP_FILES)]
    assert states == [("AGENTS.md", None), ("SOUL.md", "it vanished while being checked")]


def test_a_file_in_another_case_is_not_read_where_cases_differ(workspace: Callable[..., Path]) -> None:
    workspace(agents="a")
    if os.path.exists("AGENTS.md"):
        pytest.skip("this disk does not tell upper from lower case")
    assert read_files(Workspace(".", ["agents.md"]), BOOTSTRAP_FILES) == []


@pytest.mark.usefixtures("ordinary_user")
def test_a_file_that_the_system_does_not_open_is_a_failure() -> None:
    Path("AGENTS.md").touch(mode=0)
    (file,) = read_files(Workspace(".", ["AGENTS.md"]), BOOTSTRAP_FILES)
    assert file.failure == "Permission denied"
