from __future__ import annotations

import fcntl
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from clawbudget.writing import Original, RefusedError, remove_leftover

OLD = b"old rules\n"
NEW = b"new rules\n" * 1000
LEFTOVER = ".AGENTS.md.clawbudget-new"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(OLD)
    return path


def replace(path: Path, data: bytes = NEW) -> None:
    Original.read(str(path)).replace(data)


def refusal(path: Path) -> str:
    with pytest.raises(RefusedError) as refused:
        replace(path)
    return str(refused.value)


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


def test_replaces_the_bytes_and_leaves_nothing_else(path: Path) -> None:
    replace(path)
    assert path.read_bytes() == NEW
    assert names(path.parent) == ["AGENTS.md"]


def test_same_bytes_are_not_written(path: Path) -> None:
    before = path.stat()
    replace(path, OLD)
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_path_without_a_folder(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    Original.read("AGENTS.md").replace(NEW)
    assert path.read_bytes() == NEW


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o755, 0o700, 0o666, 0o2644])
def test_keeps_the_mode(path: Path, mode: int) -> None:
    path.chmod(mode)
    old_mask = os.umask(0o077)
    try:
        replace(path)
    finally:
        os.umask(old_mask)
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_keeps_owner_and_group(path: Path) -> None:
    os.chown(path, 12345, 54321)
    replace(path)
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 54321)


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="needs extended attributes")
def test_keeps_extended_attributes(path: Path) -> None:
    try:
        os.setxattr(path, "user.origin", b"mine")
    except OSError:
        pytest.skip("the file system has no extended attributes")
    replace(path)
    assert os.getxattr(path, "user.origin") == b"mine"


def test_refuses_a_symbolic_link(path: Path) -> None:
    link = path.parent / "SOUL.md"
    link.symlink_to(path)
    assert refusal(link) == "it is a symbolic link"
    assert path.read_bytes() == OLD


def test_refuses_a_file_with_two_names(path: Path) -> None:
    os.link(path, path.parent / "SOUL.md")
    assert refusal(path) == "it has more than one hard link"


def test_refuses_a_pipe_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "AGENTS.md")
    assert refusal(tmp_path / "AGENTS.md") == "it is not a regular file"


def test_refuses_a_folder_and_what_is_missing(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "it is not a regular file"
    assert refusal(tmp_path / "AGENTS.md") == "No such file or directory"


@pytest.mark.parametrize("change", ["rewritten", "exchanged", "mode", "linked"])
def test_refuses_what_was_changed_since_it_was_read(path: Path, change: str) -> None:
    original = Original.read(str(path))
    if change == "rewritten":
        path.write_bytes(b"rules\n")
    elif change == "exchanged":
        (path.parent / "other").write_bytes(OLD)
        os.replace(path.parent / "other", path)
    elif change == "mode":
        path.chmod(0o600)
    else:
        path.rename(path.parent / "other")
        path.symlink_to("other")
    before = path.read_bytes()
    with pytest.raises(RefusedError):
        original.replace(NEW)
    assert path.read_bytes() == before
    assert LEFTOVER not in names(path.parent)


@pytest.mark.usefixtures("ordinary_user")
def test_refuses_a_read_only_file() -> None:
    path = Path("AGENTS.md")
    path.write_bytes(OLD)
    path.chmod(0o444)
    assert refusal(path) == "it is read-only"
    assert path.read_bytes() == OLD


@pytest.mark.usefixtures("ordinary_user")
def test_refuses_in_a_folder_that_it_may_not_write_to() -> None:
    path = Path("AGENTS.md")
    path.write_bytes(OLD)
    Path.cwd().chmod(0o555)
    try:
        assert refusal(path) == "its folder can't be written to"
    finally:
        Path.cwd().chmod(0o755)
    assert path.read_bytes() == OLD


def test_removes_what_a_killed_run_left(path: Path) -> None:
    leftover = path.parent / LEFTOVER
    leftover.write_bytes(b"new ru")
    remove_leftover(str(path))
    assert names(path.parent) == ["AGENTS.md"]
    leftover.write_bytes(b"new ru")
    replace(path)
    assert names(path.parent) == ["AGENTS.md"]
    remove_leftover(str(path))


def test_leaves_the_file_of_another_run_alone(path: Path) -> None:
    leftover = path.parent / LEFTOVER
    with leftover.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert refusal(path) == "another run is at work on it"
        assert names(path.parent) == [LEFTOVER, "AGENTS.md"]
    assert path.read_bytes() == OLD


def test_does_not_follow_a_link_in_the_place_of_the_new_file(path: Path) -> None:
    (path.parent / "victim").write_bytes(OLD)
    (path.parent / LEFTOVER).symlink_to("victim")
    assert refusal(path).endswith("is in the way: it is a symbolic link")
    assert (path.parent / "victim").read_bytes() == OLD


_WRITER = """
import signal
import sys
from clawbudget.writing import Original, RefusedError
path = sys.argv[1]
# What started the tests may have these ignored, as nohup does.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
print(flush=True)
for letter in "ab" * 100_000:
    Original.read(path).replace((letter * 99 + "\\n").encode() * 3000)
"""
SIZE = 300_000


def start_writer(path: Path) -> subprocess.Popen[bytes]:
    writer = subprocess.Popen([sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE)
    assert writer.stdout
    writer.stdout.readline()
    return writer


def is_whole(data: bytes) -> bool:
    return data == OLD or (len(data) == SIZE and len(set(data)) == 2)


def test_two_hundred_kills_leave_the_old_or_the_new_file(path: Path) -> None:
    random = Random(4)
    for _ in range(200):
        with start_writer(path) as writer:
            time.sleep(random.random() / 30)
            writer.kill()
        assert is_whole(path.read_bytes())
        assert set(names(path.parent)) <= {"AGENTS.md", LEFTOVER}
    replace(path)
    assert names(path.parent) == ["AGENTS.md"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals_that_ask_leave_no_litter(path: Path, number: signal.Signals) -> None:
    random = Random(number)
    for _ in range(10):
        with start_writer(path) as writer:
            time.sleep(random.random() / 30)
            writer.send_signal(number)
        assert is_whole(path.read_bytes())
        assert names(path.parent) == ["AGENTS.md"]


def test_two_runs_at_once(path: Path) -> None:
    writers = [start_writer(path) for _ in range(2)]
    time.sleep(0.3)
    for writer in writers:
        writer.kill()
        writer.communicate()
    assert is_whole(path.read_bytes())
