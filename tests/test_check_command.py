"""``clawbudget check`` as a process: its exit codes and everything that it prints."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clawbudget.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

CLAWBUDGET = str(Path(sys.executable).with_name("clawbudget"))


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [CLAWBUDGET, *arguments], capture_output=True, text=True, env=os.environ | environment, check=False
    )


def test_quiet_when_all_is_well(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="a" * 100, SOUL="s" * 100)
    result = run("check", "AGENTS.md", "SOUL.md")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_verbose_prints_the_summary(workspace: Callable[..., Path]) -> None:
    workspace("w", AGENTS="a" * 100, SOUL="s" * 100)
    result = run("check", "--verbose", "w")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "w: █░░░░░░░░░░░░░░░░░░░ AGENTS 100 + SOUL 100 = 200 of 60,000 (the eight-file budget)\n"


def test_findings(workspace: Callable[..., Path]) -> None:
    rules = "# Rules\n\n- You must " + "never " * 60
    workspace(AGENTS=rules + "\n\n## Long\n" + "a b\n" * 5_000, memory="m")
    result = run("check")
    assert (result.returncode, result.stderr) == (1, "")
    assert result.stdout == (
        "AGENTS.md: error: 20,389 characters, 389 over the limit of 20,000; "
        "OpenClaw 2026.9.6 would inject 12,406 of 20,389 characters; line 2158 is cut; lines 2159-4255 are lost; "
        "largest sections: “Long” 20,008, “Rules” 381 [file-too-long]\n"
        "AGENTS.md:3: error: 370 characters, 130 over the limit of 240 (in the part of the file that stays whole): "
        "“- You must never never never never never never never never…” [line-too-long]\n"
        "memory.md: warning: OpenClaw reads MEMORY.md; a file called memory.md is not read "
        "where the disk tells upper from lower case [misnamed]\n"
        "To fix file-too-long: move what is not needed in every prompt into documents of its own "
        "and leave one line that points there\n"
        "To fix line-too-long: make the file fit first, then run clawbudget wrap: its indents count, too\n"
        "To fix misnamed: rename it to MEMORY.md\n"
        ".: ███████░░░░░░░░░░░░░ AGENTS 20,389 = 20,389 of 60,000 (the eight-file budget)\n"
    )


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 0),
        (["--strict"], 1),
        (["--max-file", "998"], 1),
        (["--max-file=1,000"], 0),
        (["--max-total", "998"], 1),
        (["--max-line", "100"], 1),
        (["--max-line", "100", "--line-files", "SOUL.md,USER.md"], 0),
        (["--max-line", "100", "--line-files", "none"], 0),
        (["--max-line", "100", "--line-files", "all"], 1),
        (["--max-line", "100", "--openclaw", "2026.4.23"], 0),
        (["--max-line", "100", "--openclaw", "latest"], 1),
    ],
)
def test_options(workspace: Callable[..., Path], arguments: list[str], code: int) -> None:
    workspace(AGENTS=("a" * 124 + "\n") * 8, soul="s")
    result = run("check", *arguments)
    assert (result.returncode, result.stderr) == (code, "")


def test_after_two_dashes_nothing_is_an_option(workspace: Callable[..., Path]) -> None:
    workspace("--strict", AGENTS="a" * 300)
    result = run("check", "--max-line=400", "--", "--strict/AGENTS.md", "-")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "clawbudget: can't read -: No such file or directory\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--max-file", "0"], "--max-file: '0' is no whole number over 0"),
        (["--max-total", "-5"], "--max-total: '-5' is no whole number over 0"),
        (["--max-line=²"], "--max-line: '²' is no whole number over 0"),
        (["--max-line"], "--max-line needs a value"),
        (["--max-file", "1,,0"], "--max-file: '1,,0' is no whole number over 0; is it 10?"),
        (["--max-line="], "--max-line: '' is no whole number over 0"),
        (["--strict=yes"], "--strict takes no value"),
        (
            ["--line-files", "AGENTS.md,agents.md"],
            "--line-files: 'agents.md' is no bootstrap file; name some of AGENTS.md, SOUL.md, TOOLS.md, "
            "IDENTITY.md, USER.md, HEARTBEAT.md, BOOTSTRAP.md, MEMORY.md, or all, or none",
        ),
        (["--max-fiel", "5"], "unknown option --max-fiel; did you mean --max-file?"),
        (["--\x1b[31m"], "unknown option --\\x1b[31m"),
        (["-v"], "unknown option -v"),
        (
            ["--openclaw", "2026.4.22"],
            "--openclaw: OpenClaw 2026.4.22 is older than what is known here: 2026.4.23, 2026.5.19, "
            "2026.6.1, 2026.7.33, 2026.8.1, 2026.9.4 to 2026.9.6 and those between, and latest",
        ),
    ],
)
def test_wrong_usage_is_one_line(workspace: Callable[..., Path], arguments: list[str], reason: str) -> None:
    workspace(AGENTS="a")
    result = run("check", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"clawbudget check: {reason} (see clawbudget check --help)\n"


def test_what_cannot_be_read_is_told_and_the_rest_is_checked(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="a" * 20_001)
    result = run("check", "--line-files", "none", "gone/SOUL.md", "AGENTS.md", "notes\x1b.txt")
    assert result.returncode == 2
    assert "AGENTS.md: error: 20,001 characters" in result.stdout
    assert result.stderr == (
        "clawbudget: can't read gone/SOUL.md: No such file or directory\n"
        "clawbudget: can't read notes\\x1b.txt: No such file or directory\n"
    )


def test_notes(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="a")
    Path("empty").mkdir()
    Path("notes.txt").touch()
    result = run("check", "--openclaw", "2030.1", "notes.txt", "empty", "AGENTS.md")
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr == (
        "clawbudget: note: OpenClaw 2030.1 is newer than the newest release known here; "
        "it is taken to do what 2026.9.6 does\n"
        "clawbudget: note: notes.txt is neither a bootstrap file nor a folder: ignored\n"
        "clawbudget: note: no bootstrap file at or below empty\n"
    )


@pytest.mark.usefixtures("ordinary_user")
def test_a_file_that_the_system_does_not_open(capsys: pytest.CaptureFixture[str]) -> None:
    Path("AGENTS.md").touch(mode=0)
    Path("SOUL.md").write_text("s" * 20_001)
    assert main(["check", "--line-files", "none"]) == 2
    captured = capsys.readouterr()
    assert captured.out.startswith("SOUL.md: error: 20,001 characters, 1 over")
    assert captured.err == "clawbudget: can't read AGENTS.md: Permission denied\n"


def test_hostile_names_and_contents_are_escaped(workspace: Callable[..., Path]) -> None:
    folder = "::error::x\n\x1b[2J\u202e##[group]"
    workspace(folder, AGENTS="# ::stop-commands::\x07\n" + "\x1b[31m " * 100)
    result = run("check", "--max-file", "10", ".")
    assert result.returncode == 1
    assert not set("\x1b\x07\u202e") & set(result.stdout)
    assert "##[" not in result.stdout
    assert not any(line.lstrip().startswith("::") for line in result.stdout.splitlines())
    assert "\\x1b[31m" in result.stdout


def test_an_encoding_that_cannot_show_a_name_is_no_crash(workspace: Callable[..., Path]) -> None:
    workspace("代理", AGENTS="a")
    result = run("check", "--verbose", PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert result.stdout == ("\\u4ee3\\u7406: #------------------- AGENTS 1 = 1 of 60,000 (the eight-file budget)\n")


def test_colour_on_a_terminal_only_and_not_with_no_color(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="a" * 20_001)

    def on_terminal(**environment: str) -> bytes:
        leader, follower = os.openpty()
        command = [CLAWBUDGET, "check", "--line-files", "none"]
        subprocess.run(command, stdout=follower, env=os.environ | {"TERM": "xterm"} | environment, check=False)
        os.close(follower)
        shown = os.read(leader, 10_000)
        os.close(leader)
        return shown

    assert b"\x1b[31merror\x1b[0m" in on_terminal(NO_COLOR="")
    assert b"\x1b" not in on_terminal(NO_COLOR="1")
    assert "\x1b" not in run("check", "--line-files", "none").stdout


def test_a_reader_that_leaves_gets_no_traceback(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS=("a" * 300 + "\n") * 5_000)
    with subprocess.Popen(
        [CLAWBUDGET, "check", "--verbose"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 128 + signal.SIGPIPE


@pytest.mark.parametrize(
    ("redirection", "command", "code", "told"),
    [
        ("2>&-", "check", 0, ""),
        ("2>&-", "check gone", 2, ""),
        (">&-", "check --verbose", 0, ""),
        (">&-", "--help", 0, ""),
        (">/dev/full", "check --verbose", 2, "clawbudget: No space left on device\n"),
        (">/dev/full", "--help", 2, "clawbudget: No space left on device\n"),
        (">/dev/full", "show --file AGENTS.md", 2, "clawbudget: No space left on device\n"),
        ("2>/dev/full", "check gone", 2, ""),
        (">/dev/full 2>&1", "check --verbose", 2, ""),
    ],
)
def test_output_that_cannot_be_written_is_no_traceback(
    workspace: Callable[..., Path], redirection: str, command: str, code: int, told: str
) -> None:
    workspace(AGENTS="a")
    result = subprocess.run(
        f"'{CLAWBUDGET}' {command} {redirection}", shell=True, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (code, told)


def test_a_current_folder_that_is_gone_is_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / "AGENTS.md").touch()
    (tmp_path / "gone").mkdir()
    command = f"cd gone && rmdir ../gone && exec '{CLAWBUDGET}' check --openclaw latest ../w"
    result = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (2, "clawbudget: can't read ../w: No such file or directory\n")


@pytest.mark.parametrize(
    ("arguments", "code", "stream", "start"),
    [
        ([], 2, "stderr", "usage: clawbudget COMMAND"),
        (["--help"], 0, "stdout", "usage: clawbudget COMMAND"),
        (["-h"], 0, "stdout", "usage: clawbudget COMMAND"),
        (["--version"], 0, "stdout", "clawbudget 0."),
        (["chekc"], 2, "stderr", "clawbudget: there is no command 'chekc'; known are check, show, wrap and init"),
        (
            ["##vso[x]"],
            2,
            "stderr",
            "clawbudget: there is no command '\\x23#vso[x]'; known are check, show, wrap and init",
        ),
        (["check", "--help"], 0, "stdout", "usage: clawbudget check"),
    ],
)
def test_the_command_itself(arguments: list[str], code: int, stream: str, start: str) -> None:
    result = run(*arguments)
    assert result.returncode == code
    assert getattr(result, stream).startswith(start)
    assert max(map(len, result.stdout.splitlines()), default=0) <= 80


def test_a_configuration_that_comes_through_a_pipe(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="a" * 30)
    os.mkfifo("pipe")
    nobody_writes = run("check", "--config", "pipe")
    assert nobody_writes.returncode == 2
    assert nobody_writes.stderr.startswith("clawbudget check: --config: pipe: Empty")
    reader, writer = os.pipe()
    os.write(writer, b"{agents:{defaults:{bootstrapMaxChars:20}}}")
    os.close(writer)
    command = [CLAWBUDGET, "check", "--config", f"/dev/fd/{reader}"]
    assert subprocess.run(command, pass_fds=(reader,), capture_output=True, check=False).returncode == 1
    os.close(reader)


def test_as_a_module(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="a" * 20_001)
    command = [sys.executable, "-m", "clawbudget", "check", "AGENTS.md"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1
