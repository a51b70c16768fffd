"""Input that is made to harm: files that change under us, disks that refuse, texts without end, names that pretend."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clawbudget.cli import main
from clawbudget.releases import MAX_BYTES
from git_repo import GitRepo, isolated_environment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

CLAWBUDGET = str(Path(sys.executable).with_name("clawbudget"))
LONG = "- " + "You must look twice, cut once, and write down what you did and why you did it. " * 4 + "\n"
NEVER_THIS_LONG = 120
"""Seconds after which a run counts as one that hangs; none takes a tenth of it."""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    result = subprocess.run(
        [CLAWBUDGET, *arguments], capture_output=True, text=True, check=False, timeout=NEVER_THIS_LONG
    )
    assert "Traceback" not in result.stderr
    return result


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


class TestFilesThatChange:
    """Between look and read, a file becomes each of these in turn, thousands of times."""

    SECRET = "s" * 30_000

    @pytest.fixture
    def restless(self, workspace: Callable[..., Path]) -> Iterator[Path]:
        """AGENTS.md of the current folder, never the same for long."""
        folder = workspace("inside", SOUL="soul\n")
        Path("secret.txt").write_text(self.SECRET)
        path = folder / "AGENTS.md"
        prepared = folder / "prepared"
        shapes: Sequence[Callable[[], object]] = (
            lambda: prepared.write_text(LONG),
            lambda: os.symlink("../secret.txt", prepared),
            lambda: os.mkfifo(prepared),
            lambda: prepared.write_text("short\n"),
            lambda: os.link("secret.txt", prepared),
        )
        stop = threading.Event()

        def change() -> None:
            while not stop.is_set():
                for shape in shapes:
                    shape()
                    prepared.replace(path)
                    if stop.wait(0.0002):
                        return
                path.unlink()

        thread = threading.Thread(target=change)
        thread.start()
        yield folder
        stop.set()
        thread.join()

    def test_check_reads_what_is_there_or_says_why_not(
        self, restless: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for _ in range(300):
            code = main(["check", "inside"])
            told = capsys.readouterr()
            assert code in (0, 1, 2)
            assert "30,000" not in told.out
            assert (code == 2) == bool(told.err)
        assert restless.is_dir()

    @pytest.mark.parametrize("command", ["show", "wrap"])
    def test_nothing_is_read_or_written_through_a_link(
        self, restless: Path, command: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for _ in range(100):
            assert main([command, "inside"]) in (0, 1, 2)
            assert "30,000" not in capsys.readouterr().out
        assert Path("secret.txt").read_text() == self.SECRET
        assert (restless / "SOUL.md").read_text() == "soul\n"


def test_a_loop_of_folders(workspace: Callable[..., Path]) -> None:
    folder = workspace("a/b", AGENTS=LONG)
    os.symlink("..", folder / "up")
    os.symlink("loop", "loop")
    result = run("check", ".", "a/b/up/b/AGENTS.md", "loop")
    assert (result.returncode, result.stdout.count("[line-too-long]")) == (1, 1)
    assert result.stderr == "clawbudget: note: loop is neither a bootstrap file nor a folder: ignored\n"


class TestDisks:
    @pytest.fixture
    def small_disk(self, tmp_path: Path) -> Iterator[Path]:
        """A file system of its own, of 256 KB."""
        folder = tmp_path / "disk"
        folder.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder], capture_output=True, text=True, check=False
        )
        if mounted.returncode:
            pytest.skip(f"needs to mount a disk: {mounted.stderr.strip()}")
        try:
            yield folder
        finally:
            subprocess.run(["umount", folder], check=True)

    def test_a_full_disk(self, small_disk: Path) -> None:
        path = small_disk / "AGENTS.md"
        path.write_text(LONG * 100)
        with open(small_disk / "rest", "wb", 0) as rest, suppress(OSError):
            while True:
                rest.write(b"x" * 1024)
        before = path.read_bytes()
        result = run("wrap", str(small_disk))
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == f"clawbudget: {path}: not touched: No space left on device\n"
        assert (path.read_bytes(), names(small_disk)) == (before, ["AGENTS.md", "rest"])
        assert run("check", str(small_disk)).returncode == 1

    def test_a_read_only_disk(self, small_disk: Path) -> None:
        path = small_disk / "AGENTS.md"
        path.write_text(LONG)
        subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
        result = run("wrap", str(small_disk))
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == f"clawbudget: {path}: not touched: it is read-only\n"
        assert (path.read_text(), names(small_disk)) == (LONG, ["AGENTS.md"])
        assert run("check", str(small_disk)).returncode == 1


def test_a_file_for_its_owner_alone_stays_one(workspace: Callable[..., Path]) -> None:
    path = workspace(AGENTS=LONG) / "AGENTS.md"
    path.chmod(0o600)
    assert run("wrap").returncode == 1
    assert (path.read_text() != LONG, stat.S_IMODE(path.stat().st_mode)) == (True, 0o600)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="needs to be root to give files away")
@pytest.mark.usefixtures("ordinary_user")
def test_the_file_of_another_user(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path("AGENTS.md")
    path.write_text(LONG)
    nobody = os.geteuid()
    os.seteuid(0)
    os.chown(path, 1234, 1234)
    path.chmod(0o666)
    os.seteuid(nobody)
    assert main(["check"]) == 1
    assert main(["wrap"]) == 2
    assert capsys.readouterr().err == "clawbudget: AGENTS.md: not touched: its owner and group can't be kept\n"
    assert (path.read_text(), names(Path())) == (LONG, ["AGENTS.md"])


def test_a_folder_of_a_hundred_thousand_files(workspace: Callable[..., Path]) -> None:
    folder = workspace("many", AGENTS=LONG)
    for number in range(100_000):
        os.mknod(folder / f"{number}.md")
    assert run("check").stdout.count("[line-too-long]") == 1
    assert run("check", "many/AGENTS.md").stdout.count("[line-too-long]") == 1
    assert run("wrap").stdout == "many/AGENTS.md: wrapped line 1\n"


def repeated(piece: str, size: int = 100_000) -> str:
    return piece * (size // len(piece))


HUGE = {
    "a line without blanks": repeated("x", MAX_BYTES),
    "empty lines": repeated("\n", 1_000_000),
    "a line of words": repeated("word "),
    "a line of blanks": repeated(" "),
    "empty lines of Windows": repeated("\r\n"),
    "carriage returns": repeated("\r"),
    "emoji": repeated("🔴"),
    "zeros": repeated("\0"),
    "bytes that are no UTF-8": b"\xff" * 100_000,
    "quotes": "> " * 2_000 + LONG,
    "list items": "- " * 2_000 + LONG,
    "keywords": repeated("- must\n"),
}


@pytest.mark.parametrize("command", [["check"], ["show", "--lost"], ["wrap", "--check"]])
@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_texts_without_end(workspace: Callable[..., Path], text: str | bytes, command: list[str]) -> None:
    workspace(AGENTS=text)
    result = run(*command)
    assert result.returncode in (0, 1, 2)
    # However much is wrong, what is printed can be read.
    assert command[0] == "show" or len(result.stdout) < 200_000


CONFIGURATIONS = {
    "nested lists": "[" * 100_000,
    "nested objects": "{a:" * 10_000,
    "nested JSON": "[" * 100_000 + "]" * 100_000,
    "a number of many digits": '{"agents": {"defaults": {"bootstrapMaxChars": ' + "9" * 10_000 + "}}}",
    "the same in JSON5": "{agents: {defaults: {bootstrapMaxChars: " + "9" * 10_000 + "}}}",
    "the same in base 16": "{agents: {defaults: {bootstrapMaxChars: 0x" + "f" * 10_000 + "}}}",
    "a huge exponent": "{agents: {defaults: {bootstrapMaxChars: 1e999999}}}",
    "a comment without end": "/*" + "*" * 10_000,
    "a text without end": "'" + "\\" * 10_000,
    "half a surrogate pair": '{"agents": {"list": [{"id": "\\ud800"}]}}',
    "zeros": "\0" * 1_000,
    "nothing": "",
    "too large for JSON5": "{a:" + " " * 300_000,
    "too large for any configuration": " " * 5_000_000,
}


@pytest.mark.parametrize("text", CONFIGURATIONS.values(), ids=CONFIGURATIONS)
def test_a_configuration_that_is_a_bomb(workspace: Callable[..., Path], text: str) -> None:
    workspace(AGENTS="short\n")
    Path("openclaw.json").write_text(text)
    result = run("check", "--config", "openclaw.json", "--agent", "main")
    assert result.returncode in (0, 2)
    assert result.returncode == 0 or result.stderr.startswith("clawbudget check: --config: openclaw.json: ")
    assert len(result.stderr) < 1_000


PRETENDING = {
    "line feeds": "a\n::error::b",
    "escapes": "a\x1b[2J\x1b]0;title\x07b",
    "right-to-left override": "a\u202eb",
    "isolates": "a\u2066b\u2069",
    "line separator": "a\u2028b",
    "C1 control": "a\x9b31mb",
    "no UTF-8": b"a\xffb",
}


@pytest.mark.parametrize("name", PRETENDING.values(), ids=PRETENDING)
@pytest.mark.parametrize("command", [["check", "--verbose"], ["wrap", "--check"], ["show", "--lost"]])
def test_names_that_pretend_to_be_more_than_names(
    workspace: Callable[..., Path], name: str | bytes, command: list[str]
) -> None:
    folder = os.fsdecode(name)
    workspace(folder, AGENTS=LONG + "x" * 30_000)
    result = run(*command, folder)
    assert result.returncode in (0, 1)
    told = result.stdout + result.stderr
    assert "AGENTS.md" in told
    assert all(character.isprintable() or character == "\n" for character in told)
    assert not any(line.startswith("::") for line in told.splitlines())


NO_PROCESS = """
import sys
def refuse(event, arguments):
    if event.startswith(("subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system", "socket.")):
        raise SystemExit(f"{event} {arguments}")
sys.addaudithook(refuse)
from clawbudget.cli import main
raise SystemExit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("command", [["check"], ["check", "--openclaw", "latest"], ["show"], ["wrap"]])
def test_a_repository_that_configures_commands_gets_none_of_them_run(
    tmp_path: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = GitRepo(tmp_path / "repo", isolated_environment(tmp_path))
    repo.write("AGENTS.md", LONG + "x\n" * 20_000)
    repo.write(".gitattributes", "*.md filter=evil diff=evil\n")
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "-m", "before")
    evil = f"touch {tmp_path}/evil"
    for name in ("core.fsmonitor", "core.pager", "core.sshCommand", "diff.external", "diff.evil.textconv"):
        repo.git("config", name, evil)
    for name in ("filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "core.editor", "core.hooksPath"):
        repo.git("config", name, evil)
    monkeypatch.chdir(repo.path)
    result = subprocess.run(
        [sys.executable, "-c", NO_PROCESS, *command], capture_output=True, text=True, check=False, cwd=repo.path
    )
    assert (result.returncode in (0, 1), result.stderr) == (True, "")
    assert not (tmp_path / "evil").exists()


def test_modules_of_the_workspace_are_not_imported(workspace: Callable[..., Path]) -> None:
    folder = workspace(AGENTS=LONG)
    for module in ("argparse", "identify", "comrak", "os", "codecs", "difflib", "json5"):
        (folder / f"{module}.py").write_text("raise SystemExit('a module of the workspace was imported')\n")
    assert run("check", "--openclaw", "latest").returncode == 1
    assert run("wrap").stdout == "AGENTS.md: wrapped line 1\n"


class TestWritingUnderAttack:
    def test_kills_at_random_moments(self) -> None:
        campaign = Path(__file__).parent / "campaigns" / "kill_wrap.py"
        result = subprocess.run([sys.executable, campaign, "8"], capture_output=True, text=True, check=False)
        assert (result.returncode, result.stderr) == (0, "")

    def test_the_order_that_survives_a_power_failure(self) -> None:
        campaign = Path(__file__).parent / "campaigns" / "power_loss.py"
        result = subprocess.run([sys.executable, campaign], capture_output=True, text=True, check=False)
        if result.returncode == 77:
            pytest.skip(result.stderr.strip())
        assert (result.returncode, result.stderr) == (0, "")

    def test_runs_at_once_on_the_same_files(self, workspace: Callable[..., Path]) -> None:
        text = LONG * 10
        folders = [workspace(f"{number:02}", AGENTS=text, SOUL=text) for number in range(5)]
        runs = [subprocess.Popen([CLAWBUDGET, "wrap"], stdout=-1, stderr=-1, text=True) for _ in range(4)]
        for process in runs:
            _, told = process.communicate(timeout=NEVER_THIS_LONG)
            assert process.returncode in (0, 1, 2)
            assert "Traceback" not in told
        run("wrap")
        assert run("wrap").returncode == 0
        for name in ("AGENTS.md", "SOUL.md"):
            wrapped = {(folder / name).read_text() for folder in folders}
            assert len(wrapped) == 1
            assert text not in wrapped
        assert wrapped.pop().replace("\n  ", " ").split() == text.split()
        assert all(names(folder) == ["AGENTS.md", "SOUL.md"] for folder in folders)
