"""``clawbudget wrap`` as a process, on real files."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clawbudget.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

CLAWBUDGET = str(Path(sys.executable).with_name("clawbudget"))
FIRST = "- You must ask before you touch the pump, and you must write down what it said."
SECOND = "Never ask twice, and never answer for somebody else, however sure you are of it."
LONG = f"{FIRST} {SECOND}"
WRAPPED = f"{FIRST}\n  {SECOND}"
LIMIT = ("--max-line", "100")


def wrap(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([CLAWBUDGET, "wrap", *LIMIT, *arguments], capture_output=True, text=True, check=False)


def outcome(*arguments: str) -> tuple[int, str, str]:
    result = wrap(*arguments)
    return result.returncode, result.stdout, result.stderr


def test_long_lines_are_wrapped_once(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS=f"# Rules\n\n{LONG}\nshort\n", SOUL="short\n")
    assert outcome() == (1, "AGENTS.md: wrapped line 3\n", "")
    assert Path("AGENTS.md").read_text() == f"# Rules\n\n{WRAPPED}\nshort\n"
    assert outcome() == (0, "", "")


def test_a_file_stands_for_itself_and_a_folder_for_all_below(workspace: Callable[..., Path]) -> None:
    workspace("one", AGENTS=f"{LONG}\n{LONG}\n", SOUL=LONG)
    workspace("two", AGENTS=LONG)
    assert outcome("one/AGENTS.md") == (1, "one/AGENTS.md: wrapped 2 lines (1, 2)\n", "")
    assert outcome(".") == (1, "one/SOUL.md: wrapped line 1\ntwo/AGENTS.md: wrapped line 1\n", "")


def test_endings_byte_order_mark_and_mode_stay(workspace: Callable[..., Path]) -> None:
    path = workspace(AGENTS=f"\ufeff{LONG}\r\nmixed\n\r\nlast") / "AGENTS.md"
    path.chmod(0o750)
    assert wrap().returncode == 1
    first, second = WRAPPED.split("\n")
    assert path.read_bytes() == f"\ufeff{first}\r\n{second}\r\nmixed\n\r\nlast".encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o750
    assert os.listdir() == ["AGENTS.md"]


def test_what_cannot_be_wrapped_is_told_with_the_reason(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS=f"# {LONG}\n\n```\n{LONG}\n```\n\n{'x' * 150}\n")
    assert outcome() == (
        0,
        "AGENTS.md:1: left alone, 162 characters: heading\n"
        "AGENTS.md:4: left alone, 160 characters: code block\n"
        "AGENTS.md:7: left alone, 150 characters: no blank at which it may be broken\n",
        "",
    )


def test_twenty_lines_are_named_and_the_rest_counted(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS=f"# {LONG}\n\n{LONG}\n\n" * 23)
    code, out, errors = outcome("--check")
    *left, more, changed = out.splitlines()
    assert (code, errors) == (1, "")
    assert left == [f"AGENTS.md:{number}: left alone, 162 characters: heading" for number in range(1, 80, 4)]
    assert more == "AGENTS.md: 3 more lines were left alone (clawbudget check --verbose shows them all)"
    numbers = "3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79"
    assert changed == f"AGENTS.md: would wrap 23 lines ({numbers} and 3 more)"


def test_check_and_diff_change_nothing(workspace: Callable[..., Path]) -> None:
    path = workspace(AGENTS=f"before\n\n{LONG}\n\nafter\r\nno end") / "AGENTS.md"
    before = path.read_bytes()
    assert outcome("--check") == (1, "AGENTS.md: would wrap line 3\n", "")
    code, patch, _ = outcome("--diff")
    assert (code, path.read_bytes()) == (1, before)
    assert patch == (
        "--- a/AGENTS.md\n"
        "+++ b/AGENTS.md\n"
        "@@ -1,6 +1,7 @@\n"
        " before\n"
        " \n"
        f"-{LONG}\n"
        f"+{FIRST}\n"
        f"+  {SECOND}\n"
        " \n"
        " after\n"
        " no end\n"
        "\\ No newline at end of file\n"
    )


def test_the_diff_is_a_patch_that_git_applies(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS=f"é\r\n{LONG}\r\n{LONG}", SOUL=f"{LONG}\n")
    patch = subprocess.run([CLAWBUDGET, "wrap", *LIMIT, "--diff"], capture_output=True, check=False).stdout
    subprocess.run(["git", "apply", "-"], input=patch, check=True)
    assert outcome("--check") == (0, "", "")


@pytest.mark.parametrize(
    "name", ["with space", "tab\there", 'quote"d', "back\\slash", "new\n+++ b/evil", "ümläut", "##[x]"]
)
@pytest.mark.parametrize("is_absolute", [False, True])
def test_a_patch_names_files_as_git_does(workspace: Callable[..., Path], name: str, is_absolute: bool) -> None:
    folder = workspace(name, AGENTS=f"{LONG}\n")
    subprocess.run(["git", "init", "--quiet"], check=True)
    path = str(folder.absolute()) if is_absolute else f"./{folder.name}" if "/" not in name else name
    patch = subprocess.run([CLAWBUDGET, "wrap", *LIMIT, "--diff", path], capture_output=True, check=False).stdout
    subprocess.run(["git", "apply", "-"], input=patch, check=True)
    assert outcome("--check") == (0, "", "")
    assert (folder / "AGENTS.md").read_text() == f"{WRAPPED}\n"


def test_a_patch_in_the_folder_of_another_repository(workspace: Callable[..., Path]) -> None:
    folder = workspace("inner/deep", AGENTS=f"{LONG}\n")
    subprocess.run(["git", "init", "--quiet", "inner"], check=True)
    assert outcome("--diff")[1].startswith("--- a/deep/AGENTS.md\n+++ b/deep/AGENTS.md\n")
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
    assert outcome("--diff")[1].startswith("--- a/AGENTS.md\n+++ b/AGENTS.md\n")


@pytest.mark.parametrize("name", ["CI", "PRE_COMMIT"])
def test_what_may_end_in_a_log_holds_no_commands(
    workspace: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "1")
    workspace(AGENTS=f"::error::\x1b[2J\r\n{LONG}\r\n")
    command = [CLAWBUDGET, "wrap", *LIMIT, "--diff"]
    piped = subprocess.run(command, capture_output=True, check=False).stdout
    assert b" \\x3a:error::\\x1b[2J\r\n" in piped
    with open("patch", "wb") as file:
        subprocess.run(command, stdout=file, check=False)
    assert b" ::error::\x1b[2J\r\n" in Path("patch").read_bytes()


def test_memory_files_are_left_alone_unless_asked_for(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="short\n", USER=LONG, MEMORY=f"{LONG}\n\n{LONG}\n")
    told = (
        "could be wrapped; left alone, because OpenClaw can shut a memory file out of every prompt once something else "
        "rewrote it (--include-memory wraps it all the same)\n"
    )
    assert outcome() == (0, f"USER.md: line 1 {told}MEMORY.md: 2 lines (1, 3) {told}", "")
    assert Path("USER.md").read_text() == LONG
    assert outcome("--include-memory") == (1, "USER.md: wrapped line 1\nMEMORY.md: wrapped 2 lines (1, 3)\n", "")


@pytest.mark.parametrize(
    ("bootstrap", "identity", "is_waiting"),
    [
        ("Hello.\n", f"- **Name:**\n  _(pick one)_\n- **Vibe:**\n\n{LONG}\n", True),
        ("Hello.\n", f"- **Name:** Ada\n- **Vibe:**\n\n{LONG}\n", False),
        ("Hello.\n", f"Who you are.\n\n{LONG}\n", False),
        (None, f"- **Name:**\n  _(pick one)_\n- **Vibe:**\n\n{LONG}\n", False),
    ],
    ids=["to come", "named", "no form", "no BOOTSTRAP.md"],
)
def test_a_workspace_that_waits_for_its_first_conversation(
    workspace: Callable[..., Path], bootstrap: str | None, identity: str, is_waiting: bool
) -> None:
    files = {"AGENTS": LONG, "SOUL": LONG, "IDENTITY": identity} | ({"BOOTSTRAP": bootstrap} if bootstrap else {})
    folder = workspace(**files)
    code, told, _ = outcome("--squeeze")
    assert (code, told.count("left alone until the agent has its name")) == (1, 2 if is_waiting else 0)
    assert (folder / "AGENTS.md").read_text() == WRAPPED
    assert ((folder / "IDENTITY.md").read_text() == identity) == is_waiting
    assert ((folder / "SOUL.md").read_text() == LONG) == is_waiting


def test_only_files_that_check_would_fail_for(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS=LONG, SOUL=LONG)
    no_lines = (
        "clawbudget: note: no line of these files is measured under these limits and settings, so none is wrapped\n"
    )
    assert outcome("--openclaw", "2026.4.23") == (0, "", no_lines)
    assert outcome("--openclaw", "latest", "--check") == (1, "AGENTS.md: would wrap line 1\n", "")
    assert outcome("--line-files", "SOUL.md", "--check") == (1, "SOUL.md: would wrap line 1\n", "")


def test_what_the_owner_lets_pass_is_not_wrapped(workspace: Callable[..., Path]) -> None:
    comment = "<!-- clawbudget: allow line-too-long -->"
    workspace(AGENTS=f"{comment}\n{LONG}\n\n{LONG}\n", SOUL=f"<!-- clawbudget: allow-file line-too-long -->\n{LONG}\n")
    allowed = f"left alone, {len(LONG)} characters: a comment allows it\n"
    assert outcome() == (1, f"AGENTS.md:2: {allowed}AGENTS.md: wrapped line 4\nSOUL.md:2: {allowed}", "")
    assert Path("AGENTS.md").read_text() == f"{comment}\n{LONG}\n\n{WRAPPED}\n"
    workspace(AGENTS=LONG)
    Path(".clawbudget.toml").write_text('[rules]\nline-too-long = "off"\n')
    assert outcome()[:2] == (0, "")
    assert Path("AGENTS.md").read_text() == LONG


def test_text_without_spaces(workspace: Callable[..., Path]) -> None:
    text = "这是第一句话，它说明了规则的内容。" * 8
    workspace(AGENTS=text)
    assert outcome("--no-cjk") == (
        0,
        "AGENTS.md:1: left alone, 136 characters: no blank at which it may be broken\n",
        "",
    )
    assert outcome() == (1, "AGENTS.md: wrapped line 1\n", "")
    assert Path("AGENTS.md").read_text().replace("\n", "") == text


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: os.symlink("other.txt", "AGENTS.md"), "it is a symbolic link"),
        (lambda: os.link("other.txt", "AGENTS.md"), "it has more than one hard link"),
        (lambda: os.mkdir("AGENTS.md"), "it is not a regular file"),
        (lambda: os.mkfifo("AGENTS.md"), "it is not a regular file"),
        (lambda: Path("AGENTS.md").write_bytes(LONG.encode() + b" \xff"), "it is no UTF-8 at offset 161"),
        (
            lambda: Path("AGENTS.md").write_text("a b\n" * 524_289),
            "it holds 2,097,156 bytes, and OpenClaw reads no file of over 2,097,152",
        ),
    ],
    ids=["symlink", "hard link", "folder", "pipe", "no UTF-8", "too large"],
)
def test_what_is_never_touched(workspace: Callable[..., Path], make: Callable[[], object], reason: str) -> None:
    workspace(SOUL=f"{LONG}\n")
    Path("other.txt").write_text(LONG)
    make()
    code, out, err = outcome()
    assert (code, out, err) == (2, "SOUL.md: wrapped line 1\n", f"clawbudget: AGENTS.md: not touched: {reason}\n")
    assert Path("other.txt").read_text() == LONG


def test_bytes_that_are_no_utf8_do_no_harm_without_long_lines(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS=b"\xff short\n")
    assert outcome() == (0, "", "")


@pytest.mark.usefixtures("ordinary_user")
def test_a_folder_that_cannot_be_written_to(capsys: pytest.CaptureFixture[str]) -> None:
    Path("AGENTS.md").write_text(LONG)
    Path.cwd().chmod(0o500)
    try:
        assert main(["wrap", *LIMIT, "AGENTS.md"]) == 2
    finally:
        Path.cwd().chmod(0o700)
    assert capsys.readouterr().err == "clawbudget: AGENTS.md: not touched: its folder can't be written to\n"
    assert Path("AGENTS.md").read_text() == LONG


def test_paths_that_are_no_bootstrap_files(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="short\n")
    Path("notes.txt").touch()
    Path("empty").mkdir()
    assert outcome("notes.txt", "empty", "gone/SOUL.md", "gone.txt") == (
        2,
        "",
        "clawbudget: note: notes.txt is neither a bootstrap file nor a folder: ignored\n"
        "clawbudget: note: no bootstrap file at or below empty\n"
        "clawbudget: gone/SOUL.md: No such file or directory\n"
        "clawbudget: gone.txt: No such file or directory\n",
    )


def test_hostile_names_and_contents(workspace: Callable[..., Path]) -> None:
    workspace("::error::\n\x1b[2J", AGENTS=f"# \x1b[31m{LONG}\n\n{LONG}\n")
    result = wrap()
    assert result.returncode == 1
    assert result.stdout == (
        "\\x3a:error::\\x0a\\x1b[2J/AGENTS.md:1: left alone, 167 characters: heading\n"
        "\\x3a:error::\\x0a\\x1b[2J/AGENTS.md: wrapped line 3\n"
    )


def test_a_terminal_gets_the_diff_escaped(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS=f"\x1b[2J\n{LONG}\n")
    leader, follower = os.openpty()
    subprocess.run([CLAWBUDGET, "wrap", *LIMIT, "--diff"], stdout=follower, check=False)
    os.close(follower)
    shown = os.read(leader, 10_000)
    os.close(leader)
    assert b"\x1b" not in shown
    assert b" \\x1b[2J" in shown


def test_help_fits_a_screen() -> None:
    lines = wrap("--help").stdout.splitlines()
    assert (max(map(len, lines)) <= 80, len(lines) <= 40) == (True, True)
