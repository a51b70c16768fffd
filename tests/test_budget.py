"""Each rule at its limit, one under and one over, on real files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clawbudget.budget import CheckedWorkspace, check, long_lines
from clawbudget.javascript import collapse_white_space, decode_utf8, length
from clawbudget.limits import Limits
from clawbudget.releases import BOOTSTRAP_FILES, Release
from clawbudget.workspaces import select

if TYPE_CHECKING:
    from collections.abc import Callable

    Row = tuple[str, str, int | None, int | None, int | None]

NO_LINES = Limits(line_files=())


def check_here(limits: Limits) -> CheckedWorkspace:
    (workspace,) = select(["."]).workspaces
    return check(workspace, limits)


def rows(checked: CheckedWorkspace) -> list[Row]:
    return [(each.rule, each.path, each.line, each.measured, each.allowed) for each in checked.findings]


FILE_CASES: list[tuple[str, str | bytes, int]] = [
    ("ascii", "a" * 20_000, 20_000),
    ("final line end", "a" * 20_000 + "\n", 20_000),
    ("trailing blank lines", "a" * 20_000 + " \t\r\n \n\n", 20_000),
    ("leading blank lines", "\n\n" + "a" * 19_998, 20_000),
    ("emoji outside the BMP", "🔴" * 10_000, 20_000),
    ("half an emoji over", "🔴" * 10_000 + "a", 20_001),
    ("CJK", "漢" * 20_000, 20_000),
    ("CRLF counts two", "a\r\n" * 6_666 + "ab", 20_000),
    ("byte order mark", "\ufeff" + "a" * 19_999, 20_000),
    ("U+2028 at the end", "a" * 20_000 + "\u2028", 20_000),
    ("U+FEFF at the end", "a" * 20_000 + "\ufeff", 20_000),
    ("U+3000 at the end", "a" * 20_000 + "\u3000", 20_000),
    ("U+001C at the end", "a" * 20_000 + "\x1c", 20_001),
    ("U+0085 at the end", "a" * 20_000 + "\x85", 20_001),
    ("ill-formed UTF-8", b"a" * 19_999 + b"\xe2\x82", 20_000),
    ("ill-formed UTF-8, three replacements", b"a" * 19_998 + b"\xed\xa0\x80", 20_001),
    ("one over", "a" * 20_001, 20_001),
]


@pytest.mark.parametrize(("content", "size"), [case[1:] for case in FILE_CASES], ids=[case[0] for case in FILE_CASES])
@pytest.mark.parametrize("name", ["AGENTS", "MEMORY"])
def test_file_too_long(workspace: Callable[..., Path], name: str, content: str | bytes, size: int) -> None:
    workspace(**{name: content})
    checked = check_here(NO_LINES)
    assert checked.sizes == {f"{name}.md": size}
    over = ("file-too-long", f"{name}.md", None, size, 20_000)
    near = ("near-limit", f"{name}.md", None, size, 20_000)
    assert rows(checked)[0] == (over if size > 20_000 else near)


@pytest.mark.parametrize(("size", "near"), [(16_999, False), (17_000, True), (20_000, True)])
def test_near_limit_of_a_file(workspace: Callable[..., Path], size: int, near: bool) -> None:
    workspace(SOUL="a" * size)
    expected: list[Row] = [("near-limit", "SOUL.md", None, size, 20_000)] if near else []
    assert rows(check_here(NO_LINES)) == expected


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        (999, []),
        (1_000, ["near-limit"]),
        (10_000, ["near-limit"]),
        (10_001, ["total-too-long"]),
    ],
)
def test_the_total_of_all_eight(workspace: Callable[..., Path], last: int, expected: list[str]) -> None:
    sizes = dict.fromkeys((name.removesuffix(".md") for name in BOOTSTRAP_FILES), 7_142)
    sizes |= {"AGENTS": 7_148, "MEMORY": last}
    workspace(**{name: "a" * size for name, size in sizes.items()})
    checked = check_here(NO_LINES)
    assert checked.total == 50_000 + last
    assert rows(checked) == [(rule, ".", None, 50_000 + last, 60_000) for rule in expected]


def total_message(limits: Limits) -> str:
    (message,) = (finding.message for finding in check_here(limits).findings if finding.rule == "total-too-long")
    return message


@pytest.mark.parametrize(
    ("sizes", "total", "taken"),
    [
        ((20_000, 20_000, 15_000, 0, 0, 0, 0, 5_001), "60,001", "cut MEMORY.md to at most 5,000"),
        ((20_000, 20_000, 19_936, 64, 1, 0, 0, 0), "60,001", "drop USER.md, HEARTBEAT.md, BOOTSTRAP.md, MEMORY.md"),
        (
            (20_000, 20_000, 19_937, 10, 0, 0, 0, 500),
            "60,447",
            "drop IDENTITY.md, USER.md, HEARTBEAT.md, BOOTSTRAP.md, MEMORY.md",
        ),
        (
            (20_000, 20_000, 19_900, 200, 0, 0, 0, 500),
            "60,600",
            "cut IDENTITY.md to at most 100 and drop USER.md, HEARTBEAT.md, BOOTSTRAP.md, MEMORY.md",
        ),
        ((50_000, 20_000, 0, 0, 0, 0, 0, 0), "70,000", None),
    ],
)
def test_which_files_the_total_takes_from(
    workspace: Callable[..., Path], sizes: tuple[int, ...], total: str, taken: str | None
) -> None:
    workspace(**{name.removesuffix(".md"): "a" * size for name, size in zip(BOOTSTRAP_FILES, sizes, strict=True)})
    goes = "no file is cut for this as long as others are cut to their own limits"
    if taken:
        goes = f"OpenClaw 2026.7.35 spends it in injection order and would {taken}"
    message = total_message(NO_LINES)
    assert message.startswith(f"{total} characters, ")
    assert message.endswith(f" over the limit of 60,000 for all files together; {goes}")


def test_what_stands_for_missing_files_takes_from_the_later_ones(workspace: Callable[..., Path]) -> None:
    names = ("IDENTITY.md", "USER.md", "HEARTBEAT.md", "BOOTSTRAP.md")
    folder = workspace(AGENTS="a" * 20_000, SOUL="a" * 20_000, TOOLS="a" * 15_000, MEMORY="a" * 5_001)
    markers = sum(len(f"[MISSING] Expected at: {folder}/{name}") for name in names)
    assert total_message(NO_LINES).endswith(f" and would cut MEMORY.md to at most {5_000 - markers:,}")


def test_a_release_counts_what_it_injects_for_missing_files(workspace: Callable[..., Path]) -> None:
    folder = workspace(AGENTS="a" * 20_000, SOUL="s" * 20_000, MEMORY="m" * 19_900)
    checked = check_here(Limits(release=Release.named("2026.9.6"), line_files=()))
    marker = len(f"[MISSING] Expected at: {folder}/")
    markers = 2 * marker + len("IDENTITY.md") + len("BOOTSTRAP.md")
    assert checked.markers == {"IDENTITY.md": marker + 11, "BOOTSTRAP.md": marker + 12}
    (finding,) = (each for each in checked.findings if each.rule == "total-too-long")
    assert (finding.measured, checked.total) == (59_900 + markers, 59_900 + markers)
    assert finding.message == (
        f"{59_900 + markers:,} characters, {markers - 100} over the limit of 60,000 for all files together "
        f"({markers} of them for the notes that OpenClaw injects in the place of IDENTITY.md and BOOTSTRAP.md); "
        f"OpenClaw 2026.9.6 spends it in injection order and would cut MEMORY.md to at most {20_000 - markers:,}"
    )


LINE_CASES: list[tuple[str, str, list[tuple[int, int]]]] = [
    ("at the limit", "a" * 240, []),
    ("one over", "a" * 241, [(1, 241)]),
    ("with its line end", "a" * 240 + "\r\n" + "b" * 240 + "\n", []),
    ("blanks around", " \t" + "a" * 240 + " \t\n", []),
    ("runs of blanks count one", "a" * 120 + " \t \u3000" + "b" * 119, []),
    ("runs of blanks count one, one over", "a" * 120 + " \t \u3000" + "b" * 120, [(1, 241)]),
    ("emoji", "🔴" * 120, []),
    ("emoji, one over", "🔴" * 120 + "a", [(1, 241)]),
    ("CJK", "\n" + "漢" * 241, [(2, 241)]),
    ("byte order mark is white space in a line", "\ufeff" + "a" * 240, []),
    ("U+0085 is none", "a" * 239 + "\x85" + "b", [(1, 241)]),
    ("U+0085 ends no line", "a" * 200 + "\x85" + "b" * 200, [(1, 401)]),
    ("U+2028 ends no line", "a" * 200 + "\u2028" + "b" * 200, [(1, 401)]),
    ("a lone carriage return ends no line", "a" * 200 + "\r" + "b" * 200, [(1, 401)]),
    ("several", f"{'a' * 241}\nshort\n{'b' * 300}", [(1, 241), (3, 300)]),
]


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in LINE_CASES], ids=[case[0] for case in LINE_CASES])
def test_line_too_long(workspace: Callable[..., Path], text: str, expected: list[tuple[int, int]]) -> None:
    assert [(number, size) for number, _, size in long_lines(text.encode(), 240)] == expected
    workspace(HEARTBEAT=text)
    assert rows(check_here(Limits())) == [
        ("line-too-long", "HEARTBEAT.md", number, size, 240) for number, size in expected
    ]


@given(
    st.lists(
        st.sampled_from(
            [b"\n", b"\r\n", b"ab", b"  ", "é漢🔴\ufeff".encode(), b"\xff", b"\xe2\x82", b"\xf0\x9f", b"\xed\xa0"]
        )
    )
)
@example([b"\xff" * 9, b"\n", b"ab"])
def test_lines_of_any_bytes_are_measured_as_those_of_the_whole_text(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    lines = decode_utf8(data).split("\n")
    measured = [(number, line, length(collapse_white_space(line))) for number, line in enumerate(lines, 1)]
    assert list(long_lines(data, 8)) == [each for each in measured if each[2] > 8]


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (Limits(), ["AGENTS.md", "SOUL.md"]),
        (Limits(release=Release.named("2026.9.6")), ["AGENTS.md"]),
        (Limits(release=Release.named("2026.4.23")), []),
        (Limits(line_files={"SOUL.md"}), ["SOUL.md"]),
        (Limits(line_files=()), []),
        (Limits(max_line=241), []),
    ],
)
def test_whose_lines_are_measured(workspace: Callable[..., Path], limits: Limits, expected: list[str]) -> None:
    workspace(AGENTS="a" * 241, SOUL="b" * 241)
    assert [finding.path for finding in check_here(limits).findings] == expected


BY_HAND = "break the lines between sentences by hand"


@pytest.mark.parametrize(
    ("files", "advice"),
    [
        ({"SOUL": "so be it " * 30}, f"run clawbudget wrap, or {BY_HAND}"),
        (
            {"MEMORY": "so it was " * 30},
            "have the agent itself break the lines between sentences (a memory file that something else rewrote, such "
            "as clawbudget wrap, OpenClaw can shut out of every prompt), or measure AGENTS.md alone: "
            "--line-files AGENTS.md",
        ),
        ({"SOUL": f"# {'so be it ' * 30}"}, "shorten these lines by hand: no fixer may break them"),
        (
            {"SOUL": "so be it " * 3_000},
            "make the file fit first, then run clawbudget wrap: its indents count, too",
        ),
    ],
    ids=["any file", "a memory file", "a heading", "a file over its own limit"],
)
def test_what_to_do_about_a_long_line(workspace: Callable[..., Path], files: dict[str, str], advice: str) -> None:
    workspace(**files)
    found = [finding.advice for finding in check_here(Limits()).findings if finding.rule == "line-too-long"]
    assert found == [advice]


def test_invalid_utf8_says_where(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS=b"fine\nfine\n\xffand \xfe\n", SOUL="an honest \ufffd", USER=b"\x89PNG\x0d\x0a\x1a\x0a\0\0")
    checked = check_here(Limits())
    assert [(each.rule, each.path, each.line) for each in checked.findings] == [
        ("invalid-utf8", "AGENTS.md", 3),
        ("invalid-utf8", "USER.md", 1),
    ]
    replaced = "OpenClaw puts U+FFFD in the place of what it can't decode"
    assert [each.message for each in checked.findings] == [
        f"no UTF-8 at offset 10; {replaced}",
        f"no UTF-8 at offset 0 (the file looks binary); {replaced}",
    ]


def test_misnamed_files(workspace: Callable[..., Path]) -> None:
    workspace(agents="a", Memory="m", MEMORY="m")
    if os.path.samefile("Memory.md", "MEMORY.md"):
        pytest.skip("this disk does not tell upper from lower case")
    checked = check_here(Limits())
    assert checked.sizes == {"MEMORY.md": 1}
    assert [(each.rule, each.path, each.message, each.advice) for each in checked.findings] == [
        (
            "misnamed",
            "Memory.md",
            "OpenClaw reads MEMORY.md; a file called Memory.md beside MEMORY.md is not read "
            "where the disk tells upper from lower case",
            "merge it into MEMORY.md",
        ),
        (
            "misnamed",
            "agents.md",
            "OpenClaw reads AGENTS.md; a file called agents.md is not read where the disk tells upper from lower case",
            "rename it to AGENTS.md",
        ),
    ]


def test_a_misnamed_file_that_the_release_would_not_read_anyway(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="a", tools="t")
    (finding,) = check_here(Limits(release=Release.named("2026.9.6"))).findings
    assert (finding.rule, finding.path, finding.advice) == (
        "retired-file",
        "tools.md",
        "move what is still needed to AGENTS.md",
    )


@pytest.mark.parametrize(("release", "retired"), [("2026.7.35", []), ("2026.8.1", ["HEARTBEAT.md", "TOOLS.md"])])
def test_retired_files_are_told_and_do_not_count(
    workspace: Callable[..., Path], release: str, retired: list[str]
) -> None:
    workspace(AGENTS="a", TOOLS="t" * 100, HEARTBEAT="h" * 100)
    checked = check_here(Limits(release=Release.named(release)))
    assert rows(checked) == [("retired-file", name, None, None, None) for name in retired]
    assert ("TOOLS.md" in checked.sizes) is not bool(retired)


def test_an_unreadable_file_does_not_hide_the_others(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="a", SOUL="s" * 20_001)
    os.symlink("AGENTS.md", "TOOLS.md")
    checked = check_here(NO_LINES)
    assert [(each.rule, each.path) for each in checked.findings] == [
        ("file-too-long", "SOUL.md"),
        ("unreadable", "TOOLS.md"),
    ]
    assert checked.findings[1].message == (
        "OpenClaw does not read it, so nothing in it reaches any agent: it is a symbolic link to AGENTS.md"
    )


def test_two_workspaces_never_share_a_total(workspace: Callable[..., Path]) -> None:
    for folder in (".", "nested", "nested/deeper"):
        workspace(folder, AGENTS="a" * 20_000, SOUL="s" * 20_000)
    results = [check(each, NO_LINES) for each in select(["."]).workspaces]
    assert [result.total for result in results] == [40_000] * 3


@pytest.mark.parametrize("name", BOOTSTRAP_FILES)
def test_only_one_of_the_eight(workspace: Callable[..., Path], name: str) -> None:
    workspace(**{name.removesuffix(".md"): "a" * 20_001})
    assert rows(check_here(NO_LINES)) == [("file-too-long", name, None, 20_001, 20_000)]


def test_an_empty_file_is_fine(workspace: Callable[..., Path]) -> None:
    workspace(AGENTS="")
    checked = check_here(Limits())
    assert (checked.sizes, checked.findings) == ({"AGENTS.md": 0}, [])
