"""What ``wrap`` and ``show`` say about the rules of an AGENTS.md that is cut, and the options that save more."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clawbudget.cli import main
from test_splits import RULE

if TYPE_CHECKING:
    from collections.abc import Callable

PROSE = "Prose about nothing in particular, that only fills the page and says no word of any weight.\n"
OVER = PROSE * 108 + f"\n{RULE}\n- That is all.\n\n" + PROSE * 140
MOVED = "into a document of its own and leave one line that points there"
LOSING = PROSE * 108 + f"\n- You must rest {'x' * 100} {'y' * 150}.\n\n" + PROSE * 140


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    code = main([*arguments])
    return code, capsys.readouterr().out.splitlines()


def test_wrap_tells_what_was_gained(workspace: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    workspace(AGENTS=OVER)
    assert outcome(capsys, "wrap", "--check") == (
        1,
        [
            "AGENTS.md: would wrap line 110",
            "AGENTS.md: 1 of 1 rule lines reach the model whole (OpenClaw 2026.9.6), 0 before",
        ],
    )


@pytest.mark.parametrize(
    ("text", "limit", "told"),
    [
        (OVER[: -80 * len(PROSE)], 12_000, []),
        (OVER, 25_000, ["AGENTS.md: 1 of 1 rule lines reach the model whole (OpenClaw 2026.9.6), 0 before"]),
    ],
    ids=["lower", "higher"],
)
def test_a_limit_of_the_users_own_is_nothing_to_openclaw(
    workspace: Callable[..., Path], capsys: pytest.CaptureFixture[str], text: str, limit: int, told: list[str]
) -> None:
    folder = workspace(AGENTS=text)
    (folder / ".clawbudget.toml").write_text(f'[file-limits]\n"AGENTS.md" = {limit}\n')
    assert outcome(capsys, "wrap", "--check") == (1, ["AGENTS.md: would wrap line 110", *told])


def test_a_loss_is_told(workspace: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    workspace(AGENTS=LOSING)
    assert outcome(capsys, "wrap", "--check", "--openclaw", "2026.7.1")[1][1:] == [
        "AGENTS.md: 0 of 1 rule lines reach the model whole (OpenClaw 2026.7.1), 0 before",
        "AGENTS.md: no layout that was tried keeps as much of the rule lines as the long lines did: 112 characters, "
        "234 before (OpenClaw 2026.7.1)",
    ]
    assert outcome(capsys, "show", "--advise", "--openclaw", "2026.7.1")[1][0] == (
        "AGENTS.md: no layout of its long lines that was tried keeps as much of the rule lines as they do now: "
        "112 characters, now 234"
    )


def test_where_no_line_is_a_rule_there_is_nothing_to_tell(
    workspace: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    workspace(AGENTS="ash and elm " * 25 + "\n" + "Elms grow here.\n" * 2000)
    assert outcome(capsys, "wrap", "--check") == (1, ["AGENTS.md: would wrap line 1"])


def test_split_keeps_what_wrapping_loses(workspace: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    workspace(AGENTS=OVER)
    assert outcome(capsys, "wrap", "--split", "--openclaw", "2026.7.1") == (
        1,
        [
            "AGENTS.md: wrapped or split line 110",
            "AGENTS.md: 1 of 1 rule lines reach the model whole (OpenClaw 2026.7.1), 0 before",
        ],
    )
    assert Path("AGENTS.md").read_text() == OVER.replace("will do. Somebody", "will do.\n- Somebody")
    assert outcome(capsys, "wrap", "--split", "--openclaw", "2026.7.1") == (0, [])


def test_squeeze(workspace: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    workspace(AGENTS="a \n\n\n\nb\n", SOUL="b\n", MEMORY="c \n")
    assert outcome(capsys, "wrap", "--squeeze", "--check") == (1, ["AGENTS.md: would squeeze out 3 characters"])
    assert outcome(capsys, "wrap", "--squeeze") == (1, ["AGENTS.md: squeezed out 3 characters"])
    assert Path("AGENTS.md").read_text() == "a\n\nb\n"
    assert Path("MEMORY.md").read_text() == "c \n"
    assert outcome(capsys, "wrap", "--squeeze") == (0, [])


def test_squeezed_lines_keep_their_numbers(workspace: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    workspace(AGENTS=f"a\n\n\n\n{RULE}\n\n# {RULE}\n")
    assert outcome(capsys, "wrap", "--squeeze", "--check") == (
        1,
        [
            f"AGENTS.md:7: left alone, {len(RULE) + 2} characters: heading",
            "AGENTS.md: would squeeze out 2 characters",
            "AGENTS.md: would wrap line 5",
        ],
    )


def test_show_tells_what_wrapping_would_do(workspace: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    workspace(AGENTS=OVER)
    assert outcome(capsys, "show")[1][-1] == "AGENTS.md: 0 of 1 rule lines reach the model whole (OpenClaw 2026.9.6)"
    assert outcome(capsys, "show", "--advise")[1][0] == (
        "AGENTS.md: 1 of 1 rule lines would reach the model whole after clawbudget wrap, 0 do now"
    )


def test_advice(workspace: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    line = "Line {} is prose about nothing in particular that only fills the page."
    lines = "\n".join(line.format(number) for number in range(300))
    first, second = lines[:9_400], lines[9_400:]
    third = f"{line.format(0)}\n\nThe end is here \nor there."
    text = f"# One\n\n{first}\n\n{RULE}\n必须先备份。\n\n# Two\n\n{second}\n\n# Three\n\n{third}\n"
    workspace(AGENTS=text)
    rule = text[: text.index(RULE)].count("\n") + 1
    repeated = text.count("\n") - 3
    code, advice = outcome(capsys, "show", "--file", "AGENTS.md", "--advise", "--openclaw", "2026.7.1")
    assert code == 0
    assert [line.strip() for line in advice] == [
        "AGENTS.md: 0 of 1 rule lines would reach the model whole after clawbudget wrap, 0 do now",
        "1 rule line  run clawbudget wrap --split: more of the rules in the file reaches the model with "
        f"line {rule} laid out anew",
        f"1 rule line  move line {rule} into the first 9,000 characters: not all of it reaches the model",
        f"1 rule line  begin line {rule + 1} with an English MUST or NEVER: the digest does not know “必须”",
        f"{len(second) + 8:,} characters  move the section “Two” {MOVED}",
        f"{len(first) + len(RULE) + 17:,} characters  move the section “One” {MOVED}",
        f"{len(third) + 9:,} characters  move the section “Three” {MOVED}",
        f"70 characters  take out line {repeated}, the same as line 3",
        "1 character  run clawbudget wrap --squeeze: trailing blanks 1",
    ]


def whole_rules(capsys: pytest.CaptureFixture[str]) -> int:
    """Count the rule lines that reach the model whole as ``show`` tells it."""
    told = re.fullmatch(r"AGENTS\.md: (\d+) of \d+ rule lines .*", outcome(capsys, "show")[1][-1])
    assert told
    return int(told[1])


def advised(capsys: pytest.CaptureFixture[str], words: str) -> list[tuple[int, list[int]]]:
    """Give the rule lines promised by each piece of advice of one kind, and the numbers of the lines it names."""
    found = []
    for line in outcome(capsys, "show", "--advise")[1]:
        if told := re.match(rf" *(\d+) rule lines?  {words} lines? ([\d, ]+)", line):
            found.append((int(told[1]), [*map(int, told[2].split(", "))]))
    return found


def test_moving_lost_rules_up_brings_what_is_promised(
    workspace: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Those that they push out of the head, and out of the digest, are counted."""
    text = (Path(__file__).parent / "samples" / "over-budget" / "AGENTS.md").read_text()
    workspace(AGENTS=text)
    before = whole_rules(capsys)
    ((promised, numbers),) = advised(capsys, "move")
    lines = text.split("\n")
    moved = [lines[number - 1] for number in numbers]
    rest = [line for number, line in enumerate(lines, 1) if number not in numbers]
    workspace(AGENTS="\n".join([rest[0], *moved, *rest[1:]]))
    assert (promised, whole_rules(capsys) - before) == (2, 2)


def test_no_rule_is_moved_up_where_others_pay_for_it(
    workspace: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    rules = "".join(f"- You must never open door {number} of the greenhouse before noon.\n" for number in range(500))
    workspace(AGENTS=rules)
    assert whole_rules(capsys) < 500
    assert advised(capsys, "move") == []


def test_english_words_bring_what_is_promised(
    workspace: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """English rules that lose their room in the digest to others are counted."""
    prose = "Background about the family and the house, with nothing in it to obey.\n"
    english = "".join(f"- Never unlock the door of shed {number} without the owner of it.\n" for number in range(110))
    hidden = [f"- Bevor du Schuppen {number} öffnest, muss die Pumpe ganz aus sein." for number in range(9)]
    lines = [*(prose * 140).splitlines(), *hidden, *(english + prose * 140).splitlines()]
    workspace(AGENTS="\n".join(lines))
    before = whole_rules(capsys)
    ((promised, numbers),) = advised(capsys, "begin")
    assert [lines[number - 1] for number in numbers] == hidden
    workspace(AGENTS="\n".join(line.replace("- Bevor", "- MUST Bevor") for line in lines))
    assert promised == whole_rules(capsys) - before < len(hidden)


@pytest.mark.parametrize(
    ("files", "arguments", "expected"),
    [
        ({"AGENTS": "short\n"}, (), (0, ["There is nothing to save in AGENTS.md"])),
        ({"SOUL": "short\n"}, (), (0, ["There is no AGENTS.md to give advice on"])),
        ({"SOUL": "short\n"}, ("--file", "SOUL.md"), (2, [])),
    ],
)
def test_no_advice(
    workspace: Callable[..., Path],
    capsys: pytest.CaptureFixture[str],
    files: dict[str, str],
    arguments: tuple[str, ...],
    expected: tuple[int, list[str]],
) -> None:
    workspace(**files)
    assert outcome(capsys, "show", "--advise", *arguments) == expected
