"""``clawbudget show``: everything that it prints, written out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clawbudget.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

CLAWBUDGET = str(Path(sys.executable).with_name("clawbudget"))

AGENTS = """\
# Rules

- You must read this first.
This line is prose, and it goes on for a while so that the head of the file is soon full of it.
This line is prose, too, and it goes on for a while so that the head of the file is soon full of it.
- Never push on a Friday.
- Water the plants.
Only prose here.
- You must not feed the cat twice, whatever it says, however it looks, \
and even if it sits on the keyboard and looks at you.
必须先备份。
- Ask the owner.
This is prose that nobody will ever read, because it is neither in the head nor in the digest.
- The last rule is never lost.
"""


def show(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [CLAWBUDGET, "show", *arguments], capture_output=True, text=True, env=os.environ | environment, check=False
    )


def printed(*arguments: str) -> str:
    result = show(*arguments)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


@pytest.fixture
def over(workspace: Callable[..., Path]) -> Path:
    """A workspace whose AGENTS.md is over a limit of 500, and that misses no file that a release would mention."""
    return workspace(AGENTS=AGENTS, SOUL="calm\n", IDENTITY="me\n", USER="u" * 450, BOOTSTRAP="b\n")


@pytest.mark.usefixtures("over")
class TestOverBudget:
    def test_the_overview(self) -> None:
        assert printed("--max-file", "500") == (
            ".: OpenClaw 2026.9.6, main session\n"
            "\n"
            "file              raw  injected     lost          of its limit\n"
            "AGENTS.md         571       500      311   54.5%  ███████▒▒▒▒▒▒▒▒▒  cut (own limit)\n"
            "SOUL.md             4         4        0          █░░░░░░░░░░░░░░░\n"
            "TOOLS.md            0         0        0                            missing\n"
            "IDENTITY.md         2         2        0          █░░░░░░░░░░░░░░░\n"
            "USER.md           450       450        0          ███████████████░  near its limit\n"
            "HEARTBEAT.md        0         0        0                            missing\n"
            "BOOTSTRAP.md        1         1        0          █░░░░░░░░░░░░░░░\n"
            "MEMORY.md           0         0        0                            missing\n"
            "total           1,028       957      311   30.3%  █░░░░░░░░░░░░░░░  of 60,000\n"
            "AGENTS.md: 2 of 4 rule lines reach the model whole (OpenClaw 2026.9.6)\n"
        )

    def test_the_overview_of_another_session_and_release(self) -> None:
        Path("TOOLS.md").write_text("tools\n")
        os.symlink("SOUL.md", "HEARTBEAT.md")
        assert printed("--session", "cron", "--openclaw", "2026.7.35", "--max-total", "511", "--max-file", "500") == (
            ".: OpenClaw 2026.7.35, cron session\n"
            "\n"
            "file              raw  injected     lost          of its limit\n"
            "AGENTS.md         571       500      286   50.1%  ███████▒▒▒▒▒▒▒▒▒  cut (own limit)\n"
            "SOUL.md             4         0        4  100.0%  ▒░░░░░░░░░░░░░░░  dropped (total)\n"
            "TOOLS.md            5         0        5  100.0%  ▒░░░░░░░░░░░░░░░  dropped (total)\n"
            "IDENTITY.md         2         0        2  100.0%  ▒░░░░░░░░░░░░░░░  dropped (total)\n"
            "USER.md           450         0      450  100.0%  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒░  dropped (total)\n"
            "HEARTBEAT.md        0         0        0                            not read here\n"
            "BOOTSTRAP.md        1         0        0                            not read here\n"
            "MEMORY.md           0         0        0                            missing\n"
            "total           1,032       500      747   72.4%  ███████████████░  of 511\n"
            "AGENTS.md: 3 of 4 rule lines reach the model whole (OpenClaw 2026.7.35)\n"
        )

    def test_exactly_the_injected_text(self) -> None:
        assert printed("--max-file", "500", "--file", "AGENTS.md") == (
            "# Rules\n"
            "\n"
            "- You must read this first.\n"
            "This line is prose, and it goes on for a while so that the head of the file is soon full of it.\n"
            "This line is prose, too, a\n"
            "[...truncated, read AGENTS.md for full content...]\n"
            "[Policy digest from AGENTS.md]\n"
            "# Rules\n"
            "- You must read this first.\n"
            "This line is prose, too, and it goes on for a while so that the head of the file is soon full of it.\n"
            "- Never push on a Friday.\n"
            "[...4 more policy lines omitted...]\n"
            "…(truncated AGENTS.md: kept 159+policy 162+0 chars of 571)…"
        )

    def test_lost_lines_rules_first(self) -> None:
        assert printed("--max-file", "500", "--lost") == (
            "! AGENTS.md:9: lost: - You must not feed the cat twice, whatever it says, however it looks, "
            "and even if it sits on the keyboard and looks at you.\n"
            "! AGENTS.md:13: lost: - The last rule is never lost.\n"
            "  AGENTS.md:7: lost: - Water the plants.\n"
            "  AGENTS.md:8: lost: Only prose here.\n"
            "  AGENTS.md:10: lost: 必须先备份。\n"
            "  AGENTS.md:11: lost: - Ask the owner.\n"
            "  AGENTS.md:12: lost: This is prose that nobody will ever read, "
            "because it is neither in the head nor in the digest.\n"
        )
        assert printed("--max-file", "500", "--lost", "--file", "SOUL.md") == ""

    def test_lost_lines_of_a_file_without_a_digest(self) -> None:
        Path("AGENTS.md").write_text("short\n")
        Path("SOUL.md").write_text("".join(f"line {number}\n" for number in range(10, 60)))
        lines = printed("--max-file", "300", "--lost", "--file", "SOUL.md").splitlines()
        assert (lines[0], lines[1]) == ("  SOUL.md:19: cut at column 7: line 28", "  SOUL.md:20: lost: line 29")
        assert lines[-1] == "  SOUL.md:44: lost but for its last 2 characters: line 53"

    def test_the_digest_line_by_line(self) -> None:
        assert printed("--max-file", "500", "--digest") == (
            "+    1 # Rules  [heading or list item]\n"
            "+    3 - You must read this first.  [high priority: must]\n"
            "     4 This line is prose, and it goes on for a while so that the head of the file is soon full of it."
            "  [not a candidate]\n"
            "+    5 This line is prose, too, and it goes on for a while so that the head of the file is soon full "
            "of it.  [stands right before a candidate]\n"
            "+    6 - Never push on a Friday.  [high priority: never, push]\n"
            "     7 - Water the plants.  [heading or list item, no room]\n"
            "     8 Only prose here.  [stands right before a candidate, no room]\n"
            "     9 - You must not feed the cat twice, whatever it says, however it looks, and even if it sits on the "
            "keyboard and looks at you.  [high priority: must, no room]\n"
            "    10 必须先备份。  [stands right before a candidate, no room]\n"
            "    11 - Ask the owner.  [keyword: owner, no room]\n"
            "    12 This is prose that nobody will ever read, because it is neither in the head nor in the digest."
            "  [stands right before a candidate, no room]\n"
            "    13 - The last rule is never lost.  [high priority: never, no room]\n"
            "4 lines, 162 of 175 characters; 4 candidates left out\n"
        )

    @pytest.mark.parametrize(
        ("arguments", "expected"),
        [
            ([], "AGENTS.md is injected whole, so there is no digest: 571 of 20,000 characters\n"),
            (
                ["--max-file", "500", "--openclaw", "2026.4.23"],
                "OpenClaw 2026.4.23 makes no digest: it cuts AGENTS.md like the other files\n",
            ),
        ],
    )
    def test_why_there_is_no_digest(self, arguments: list[str], expected: str) -> None:
        assert printed("--digest", *arguments) == expected

    def test_two_releases_side_by_side(self) -> None:
        Path("TOOLS.md").write_text("tools\n")
        Path("USER.md").write_text("u" * 4_500)
        assert printed("--compare", "2026.7.35", "latest", "--max-total", "9000") == (
            ".: characters that reach the model, main session\n"
            "\n"
            "file              raw    2026.7.35     2026.9.6  difference\n"
            "AGENTS.md         571          571          571           0\n"
            "SOUL.md             4            4            4           0\n"
            "TOOLS.md            5            5            0          -5  whole -> no longer read\n"
            "IDENTITY.md         2            2            2           0\n"
            "USER.md         4,500        4,500        3,896        -604  whole -> cut (own limit)\n"
            "HEARTBEAT.md        0            0            0           0\n"
            "BOOTSTRAP.md        1            1            1           0\n"
            "MEMORY.md           0            0            0           0\n"
            "total           5,083        5,083        4,474        -609\n"
            "rule lines of all files that reach the model whole: 4 of 4 before, 4 after\n"
        )

    def test_limits_of_a_configuration(self) -> None:
        Path("openclaw.json").write_text("{agents: {entries: {ops: {bootstrapMaxChars: 500}}}} // JSON5")
        assert "AGENTS.md         571       571        0" in printed("--config", "openclaw.json")
        assert "AGENTS.md         571       500      311" in printed("--config", "openclaw.json", "--agent", "Ops")
        assert "AGENTS.md         571       571        0" in printed(
            "--config", "openclaw.json", "--agent", "ops", "--max-file", "1000"
        )
        result = show("--config", "openclaw.json", "--agent", "other")
        assert result.stderr == (
            "clawbudget: note: there is no agent other in the configuration, so the defaults count\n"
        )


@pytest.mark.parametrize(
    ("text", "limit", "lost"),
    [
        # The counts of head and tail stand in the text that OpenClaw injects: kept 22 of 199, and so on.
        ("a\n" * 100, 121, 177),
        ("a\n" * 100, 122, 175),
        ("a\n" * 100, 126, 171),
        ("a\r\n" * 100, 121, 276),
    ],
)
def test_lost_is_what_is_neither_in_the_head_nor_in_the_tail(
    workspace: Callable[..., Path], text: str, limit: int, lost: int
) -> None:
    workspace(SOUL=text)
    arguments = ("--openclaw", "2026.7.33", "--max-file", str(limit))
    kept = re.search(r"kept (\d+)\+(\d+) chars of (\d+)", printed(*arguments, "--file", "SOUL.md"))
    assert kept
    head, tail, whole = map(int, kept.groups())
    assert whole - head - tail == lost
    assert f" {lost:>8,} " in printed(*arguments).splitlines()[4]


def test_a_file_that_the_digest_repeats_whole_is_cut_all_the_same(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="\n".join(f"- must {number}{' ' * 150}x" for number in range(130)))
    assert printed().splitlines()[3] == (
        "AGENTS.md      20,949    13,730        0          ████████████████  cut (own limit)"
    )


def test_blanks_that_the_digest_collapses_are_not_lost(workspace: Callable[..., Path]) -> None:
    line = "- You must  " + "never  " * 60
    workspace(AGENTS="\n".join(["words " * 75, line, "words " * 75]))
    arguments = ("--openclaw", "2026.7.33", "--max-file", "700")
    assert printed(*arguments, "--lost").splitlines()[0].startswith("! AGENTS.md:2: cut at column 240 in the digest: ")
    # Beside the head the model gets 239 characters of the second line: with its double blanks these are 277.
    assert "kept 315+policy 240+0 chars of 1333)" in printed(*arguments, "--file", "AGENTS.md")
    assert printed(*arguments).splitlines()[3].split()[3] == f"{1333 - 315 - 277}"


def test_a_retired_file_is_lost_and_one_for_other_sessions_is_not(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="a", TOOLS="- never\n", SOUL="soul", IDENTITY="i", BOOTSTRAP="")
    lines = printed("--session", "subagent").splitlines()
    assert lines[4] == "SOUL.md             4         0        0                            not read here"
    assert lines[5] == "TOOLS.md            7         0        7  100.0%                    no longer read"
    assert lines[9] == "BOOTSTRAP.md        0         0        0                            not read here"
    assert lines[11].split()[:5] == ["total", "8", "1", "7", "87.5%"]
    assert printed("--lost") == "! TOOLS.md:1: lost: - never\n"


def test_half_a_surrogate_pair_is_shown_as_utf8_encodes_it(workspace: Callable[..., Path]) -> None:
    workspace(SOUL="🔴" * 300)
    text = subprocess.run(
        [CLAWBUDGET, "show", "--openclaw", "2026.7.1", "--max-file", "302", "--file", "SOUL.md"],
        capture_output=True,
        check=True,
    ).stdout.decode()
    assert text.startswith("🔴" * 75 + "\ufffd\n\n[...truncated, read SOUL.md")


def test_unreadable_and_missing_files(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="a", IDENTITY="i", BOOTSTRAP="b")
    os.symlink("AGENTS.md", "SOUL.md")
    lines = printed().splitlines()
    assert lines[4] == "SOUL.md             0        48        0                            unreadable"
    assert lines[-1] == "SOUL.md: it is a symbolic link to AGENTS.md"
    assert printed("--file", "SOUL.md") == "[UNREADABLE: symlink path component not allowed]"
    assert printed("--file", "MEMORY.md") == ""


@pytest.mark.usefixtures("ordinary_user")
def test_what_the_system_does_not_let_us_read_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("AGENTS.md").write_text("a")
    Path("SOUL.md").touch(mode=0)
    assert main(["show"]) == 2
    captured = capsys.readouterr()
    assert captured.err == "clawbudget: can't read SOUL.md: Permission denied\n"
    assert "AGENTS.md           1         1" in captured.out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--file", "agents.md"], "--file: 'agents.md' is no bootstrap file; name one of AGENTS.md, SOUL.md, TOOLS.md, "
         "IDENTITY.md, USER.md, HEARTBEAT.md, BOOTSTRAP.md, MEMORY.md"),
        (["--session", "night"], "--session: 'night' is no kind of session; name one of main, subagent, cron, group"),
        (["--compare", "latest"], "--compare needs two values"),
        (["--compare", "latest", "1"], "--compare: '1' is no OpenClaw release"),
        (["--compare", "latest", "2026.9", "--openclaw", "2026.9"], "--compare names both releases; leave --open"),
        (["--lost", "--digest"], "--lost and --digest are two views: ask for one"),
        (["--digest", "--file", "USER.md"], "--digest is of AGENTS.md: leave --file out"),
        (["--compare", "2026.9", "latest", "--file", "USER.md"], "--compare is of all files: leave --file out"),
        (["one", "two"], "name one workspace; clawbudget check takes many"),
        (["gone"], "can't read gone: No such file or directory"),
        (["nothing"], "no bootstrap file at or below nothing"),
        (["several"], "name one workspace of several/a, several/b"),
        (["--agent", "x"], "--agent needs --config: it is that file that holds the agent's limits"),
        (["--config", "gone.json"], "--config: can't read gone.json: No such file or directory"),
        (["--config", "broken.json"], "--config: broken.json: line 2, column 1: unexpected \"}\""),
        (["--config", "latin.json"], "--config: latin.json is no UTF-8 at byte 6"),
    ],
)  # fmt: skip
def test_wrong_usage(workspace: Callable[..., Path], arguments: list[str], reason: str) -> None:
    workspace(AGENTS="a")
    workspace("several/a", AGENTS="a")
    workspace("several/b", AGENTS="a")
    Path("nothing").mkdir()
    Path("broken.json").write_text("{a:\n}")
    Path("latin.json").write_bytes(b'{"a": \xff}')
    result = show(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"clawbudget show: {reason}")
    assert result.stderr.endswith(" (see clawbudget show --help)\n")
    assert result.stderr.count("\n") == 1


def test_a_terminal_gets_no_control_characters(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="\x1b[2J# A\n- never\x07\n")
    leader, follower = os.openpty()
    subprocess.run([CLAWBUDGET, "show", "--file", "AGENTS.md"], stdout=follower, check=True)
    os.close(follower)
    shown = os.read(leader, 1000)
    os.close(leader)
    assert shown == b"\\x1b[2J# A\r\n- never\\x07\r\n"
    assert printed("--file", "AGENTS.md") == "\x1b[2J# A\n- never\x07"


def test_colour_and_ascii(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS=AGENTS, IDENTITY="i", BOOTSTRAP="b")
    row = show("--max-file", "500", PYTHONIOENCODING="ascii").stdout.splitlines()[3]
    assert row == "AGENTS.md         571       500      311   54.5%  #######xxxxxxxxx  cut (own limit)"
    leader, follower = os.openpty()
    command = [CLAWBUDGET, "show", "--max-file", "500"]
    subprocess.run(command, stdout=follower, env=os.environ | {"TERM": "xterm", "NO_COLOR": ""}, check=True)
    os.close(follower)
    shown = os.read(leader, 10_000)
    os.close(leader)
    assert b"\x1b[31mcut (own limit)\x1b[0m" in shown


def test_help_fits_a_screen() -> None:
    lines = printed("--help").splitlines()
    assert (max(map(len, lines)) <= 80, len(lines) <= 40) == (True, True)
