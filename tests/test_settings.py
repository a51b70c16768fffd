"""Settings files: which count, what they may say, and what ``--show-settings`` tells of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from clawbudget.cli import main
from clawbudget.roots import Roots
from clawbudget.settings import Exclusion
from clawbudget.settings_files import MAX_BYTES, SettingsFiles
from clawbudget.settings_reading import SettingsError, load

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[..., Path]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like a repository's root, as the current one."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(path: Path, text: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    """Run the check; give its exit code and the findings' places, severities and rules."""
    code = main(["check", *arguments])
    lines = capsys.readouterr().out.splitlines()
    findings = [line for line in lines if line.endswith("]") and not line.startswith("To fix")]
    return code, [f"{': '.join(line.split(': ')[:2])} [{line.split('[')[-1]}" for line in findings]


def test_which_files_count(root: Path) -> None:
    put(root / "pyproject.toml", "[tool.clawbudget]")
    put(root / ".clawbudget.toml", "")
    put(root / "agents/.clawbudget.toml", "")
    put(root / "agents/one/pyproject.toml", "[project]")
    put(root / "agents/two/pyproject.toml", "# clawbudget")
    put(root / "agents/two/.clawbudget.toml", "")
    files = SettingsFiles(Roots())
    at_root = (str(root / "pyproject.toml"), str(root / ".clawbudget.toml"))
    assert files.of(".") == at_root
    assert files.of("agents/one") == at_root
    two = str(root / "agents/two")
    assert files.of("agents/two") == (*at_root, f"{two}/pyproject.toml", f"{two}/.clawbudget.toml")


def test_outside_git_only_those_of_the_workspace_count(tmp_path: Path) -> None:
    put(tmp_path / ".clawbudget.toml", "")
    put(tmp_path / "w/.clawbudget.toml", "")
    assert SettingsFiles(Roots()).of(str(tmp_path / "w")) == (str(tmp_path / "w/.clawbudget.toml"),)


def test_a_nested_repository_is_on_its_own(root: Path) -> None:
    put(root / ".clawbudget.toml", "")
    put(root / "inner/.git", "gitdir: elsewhere")
    (root / "inner/w").mkdir()
    (root / "stray/.git").mkdir(parents=True)
    files = SettingsFiles(Roots())
    assert files.of("inner/w") == ()
    assert files.of("stray") == (str(root / ".clawbudget.toml"),)


def test_a_link_to_a_workspace_counts_where_it_points(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    put(root / ".clawbudget.toml", "")
    (root / "w").mkdir()
    link = tmp_path_factory.mktemp("elsewhere") / "link"
    link.symlink_to(root / "w")
    assert SettingsFiles(Roots()).of(str(link)) == (str(root / ".clawbudget.toml"),)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("max-fiel = 9", "unknown key max-fiel; did you mean max-file?"),
        ("zzz = 9", "unknown key zzz; known: openclaw, max-file, max-total, max-line, line-files, file-limits, "),
        ("max-file = 0", "max-file is to be a whole number over 0, and is 0"),
        ("max-total = true", "max-total is to be a whole number over 0, and is true"),
        ('max-line = "240"', 'max-line is to be a whole number over 0, and is "240"'),
        ("max-line = 240.0", "max-line is to be a whole number over 0, and is 240.0"),
        ("openclaw = 2026.9", 'openclaw is to be a string such as "2026.9.6", and is 2026.9'),
        ('openclaw = "new"', "openclaw: 'new' is no OpenClaw release; known are 2026.4.23, "),
        ("line-files = 1", 'line-files is to be "all", "none" or a list of bootstrap files, and is 1'),
        ('line-files = ["agents.md"]', "unknown bootstrap file in line-files: agents.md; did you mean AGENTS.md?"),
        ("rules = 1", "rules is to be a table, and is 1"),
        ("[rules]\nline-to-long = 'off'", "unknown rule line-to-long; did you mean line-too-long?"),
        (
            "[rules]\nline-too-long = 'warning'",
            'rules.line-too-long is to be "error", "warn" or "off", and is "warning"',
        ),
        ("[rules]\nline-too-long = {}", 'rules.line-too-long is to be "error", "warn" or "off", and is a table'),
        ("[file-limits]\nMEMROY = 1", "unknown bootstrap file MEMROY; did you mean MEMORY.md?"),
        ('[file-limits]\n"MEMORY.md" = "x"', 'file-limits.MEMORY.md is to be a whole number over 0, and is "x"'),
        ("[file-limits]\nMEMORY.md = 5", 'file-limits.MEMORY is a table; names with a dot need quotes: "MEMORY.md" = '),
        ('exclude = "a"', 'exclude is to be a list of globs, and is "a"'),
        ("exclude = [1]", "exclude is to be a list of globs, and is [1]"),
        ('exclude = ["../x"]', "exclude: '../x' is no glob for paths below the folder that the file is in"),
        ('exclude = ["/"]', "exclude: '/' is no glob for paths below the folder that the file is in"),
        ("a = 1\nb c", "line 2, column 3: expected '=' after a key in a key/value pair"),
        ("a = [1,", "line 1, column 8: invalid value"),
        ("a = 1\na = 2", "line 2, column 6: cannot overwrite a value"),
        (b"a = 1 # \xff", "no UTF-8 at byte 8"),
        ("a = " + "[" * 100_000, "it is nested too deeply"),
        ("a = " + "9" * 5_000, "a number has too many digits"),
        ("a." * 100 + "b = 1", "a key has more than 100 parts"),
        ("a." * 500_000 + "b = 1", "a key has more than 100 parts"),
        ("['a' . " + '"b c" .\t' * 100 + "d]", "a key has more than 100 parts"),
        ("a." * 99 + "b = 1", "unknown key a; known: "),
        ("max-file = [" + "1, " * 10_000 + "]", f"max-file is to be a whole number over 0, and is [{'1, ' * 26}1..."),
        (f"max-line = '{'x' * 99}'", f'max-line is to be a whole number over 0, and is "{"x" * 79}...'),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(root: Path, text: str | bytes, reason: str) -> None:
    put(root / ".clawbudget.toml", text)
    with pytest.raises(SettingsError) as caught:
        load([str(root / ".clawbudget.toml")])
    assert str(caught.value).startswith(f".clawbudget.toml: {reason}")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("tool = 1 # clawbudget", "tool is to be a table"),
        ("[tool]\nclawbudget = 1", "clawbudget is to be a table"),
        ("[tool.clawbudget]\nopenclwa = 1", "unknown key openclwa; did you mean openclaw?"),
    ],
)
def test_what_is_wrong_in_pyproject(root: Path, text: str, reason: str) -> None:
    put(root / "w/pyproject.toml", text)
    with pytest.raises(SettingsError) as caught:
        load([str(root / "w/pyproject.toml")])
    assert str(caught.value) == f"w/pyproject.toml: {reason}"


def test_files_that_cannot_be_read(root: Path) -> None:
    path = root / ".clawbudget.toml"
    os.mkfifo(path)
    with pytest.raises(SettingsError, match=r"^can't read \.clawbudget\.toml: it is no plain file$"):
        load([str(path)])
    path.unlink()
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(SettingsError, match=r"it holds more than 1,048,576 bytes$"):
        load([str(path)])
    os.mkfifo(root / "pyproject.toml")
    path.unlink()
    assert SettingsFiles(Roots()).of(".") == ()


def test_a_wrong_file_is_a_usage_error(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(root / "AGENTS.md", "a")
    put(root / ".clawbudget.toml", "a = \x1b")
    assert main(["check"]) == 2
    assert capsys.readouterr() == (
        "",
        "clawbudget check: .clawbudget.toml: line 1, column 5: invalid value (see clawbudget check --help)\n",
    )


def test_the_workspace_beats_the_root_and_options_beat_both(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(root / "w/AGENTS.md", "a" * 100)
    assert check(capsys) == (0, [])
    put(root / "pyproject.toml", "[tool.clawbudget]\nmax-file = 90")
    assert check(capsys) == (1, ["w/AGENTS.md: error [file-too-long]"])
    put(root / ".clawbudget.toml", "max-file = 101")
    assert check(capsys) == (0, ["w/AGENTS.md: warning [near-limit]"])
    put(root / "w/.clawbudget.toml", "max-file = 99")
    assert check(capsys) == (1, ["w/AGENTS.md: error [file-too-long]"])
    assert check(capsys, "--max-file", "200") == (0, [])


def test_each_workspace_has_its_own(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder in ("one", "two", "three"):
        put(root / folder / "USER.md", "u\n" * 2_200)
    put(root / "one/.clawbudget.toml", 'openclaw = "2026.9"')
    put(root / "two/.clawbudget.toml", "max-total = 4_000")
    assert check(capsys) == (1, ["one/USER.md: error [file-too-long]", "two: error [total-too-long]"])


def test_severities(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(root / "AGENTS.md", "a" * 250)
    put(root / "agents.txt", "")
    put(root / "memory.md", "m")
    put(root / ".clawbudget.toml", "[rules]\nline-too-long = 'warn'\nmisnamed = 'error'")
    assert check(capsys) == (1, ["memory.md: error [misnamed]", "AGENTS.md:1: warning [line-too-long]"])
    put(root / ".clawbudget.toml", "[rules]\nline-too-long = 'warn'\nmisnamed = 'off'")
    assert check(capsys) == (0, ["AGENTS.md:1: warning [line-too-long]"])
    assert check(capsys, "--strict")[0] == 1


def test_a_file_with_a_limit_of_its_own(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(root / "MEMORY.md", "m\n" * 12_000)
    put(root / ".clawbudget.toml", '[file-limits]\n"MEMORY.md" = 25_000')
    assert main(["check"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(
        "MEMORY.md: note: 23,999 characters, 3,999 over the limit of 20,000 (allowed here: 25,000); "
        "OpenClaw 2026.9.6 would inject 19,999 of 23,999 characters"
    )
    assert check(capsys, "--max-file", "20000")[0] == 1
    put(root / ".clawbudget.toml", '[file-limits]\n"MEMORY.md" = 23_998')
    assert check(capsys) == (1, ["MEMORY.md: error [file-too-long]"])
    put(root / "MEMORY.md", "m\n" * 5_000)
    put(root / ".clawbudget.toml", '[file-limits]\n"MEMORY.md" = 9_998')
    assert main(["check"]) == 1
    told = capsys.readouterr().out
    assert told.startswith("MEMORY.md: error: 9,999 characters, 1 over the limit of 9,998 [file-too-long]\n")


def test_exclusions(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder in ("one", "two/templates", "three"):
        put(root / folder / "MEMORY.md", "m\n" * 12_000)
    put(root / ".clawbudget.toml", 'exclude = ["two/**"]')
    put(root / "three/.clawbudget.toml", 'exclude = ["MEMORY.md"]\nmax-total = 23_000')
    over = ["one/MEMORY.md: error [file-too-long]", "three: error [total-too-long]"]
    assert check(capsys) == (1, over)
    assert check(capsys, "two/templates/MEMORY.md") == (0, [])


@pytest.mark.parametrize(
    ("pattern", "path", "covered"),
    [
        ("a", "a", True),
        ("a", "a/b/c", True),
        ("a", "b/a", False),
        ("**/a", "a", True),
        ("**/a", "x/y/a/z", True),
        ("*/a", "x/a", True),
        ("*/a", "x/y/a", False),
        ("a/**", "a", True),
        ("a/**", "a/b", True),
        ("a/**/b", "a/b", True),
        ("a/**/b", "a/x/y/b/MEMORY.md", True),
        ("a/**/b", "a/x/y", False),
        ("a*", "abc", True),
        ("[ab]?", "bc", True),
        ("A", "a", False),
        ("a/", "a", True),
        ("**", "", True),
        ("*", "", False),
        ("**/" * 30 + "b", "a/" * 60 + "a", False),
    ],
)
def test_globs(pattern: str, path: str, covered: bool) -> None:
    exclusion = Exclusion(pattern, "/base", "")
    assert exclusion.covers(f"/base/{path}".rstrip("/")) is covered
    assert not exclusion.covers("/base2/a")


def test_show_settings(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(root / "w/AGENTS.md", "a" * 20_001)
    put(root / "old/AGENTS.md", "a")
    put(root / ".clawbudget.toml", 'exclude = ["old"]\nopenclaw = "2026.9"\nmax-total = 50_000')
    put(root / "w/.clawbudget.toml", '[rules]\nnear-limit = "off"\n[file-limits]\n"USER.md" = 3_000')
    assert main(["check", "--show-settings", "--max-line", "200", "w"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "w:",
        "  openclaw                  2026.9     .clawbudget.toml",
        "  max-file                  20,000     OpenClaw 2026.9",
        "  max-total                 50,000     .clawbudget.toml",
        "  file-limits.USER.md       3,000      w/.clawbudget.toml",
        "  max-line                  200        --max-line",
        "  line-files                AGENTS.md  OpenClaw 2026.9",
        "  rules.file-too-long       error      default",
        "  rules.total-too-long      error      default",
        "  rules.line-too-long       error      default",
        "  rules.unreadable          error      default",
        "  rules.invalid-utf8        warn       default",
        "  rules.hidden-rule         warn       default",
        "  rules.near-limit          off        w/.clawbudget.toml",
        "  rules.misnamed            warn       default",
        "  rules.retired-file        warn       default",
        "  rules.unused-suppression  warn       default",
        "  exclude                   old        .clawbudget.toml",
    ]
    assert main(["check", "--show-settings", "old", "gone"]) == 2
    captured = capsys.readouterr()
    assert captured.out.startswith("old: (excluded)\n")
    assert captured.err == "clawbudget: can't read gone: No such file or directory\n"


def test_the_other_commands_follow_them(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(root / "AGENTS.md", "- " + "one more word of it " * 10 + "\n")
    put(root / "SOUL.md", "- " + "one more word of it " * 10 + "\n")
    put(root / ".clawbudget.toml", 'openclaw = "2026.7.1"\nmax-line = 100\nline-files = "all"\nexclude = ["SOUL.md"]')
    assert main(["wrap", "--check"]) == 1
    assert capsys.readouterr().out == "AGENTS.md: would wrap line 1\n"
    assert main(["wrap", "--check", "--max-line", "240"]) == 0
    assert main(["show"]) == 0
    assert capsys.readouterr().out.startswith(".: OpenClaw 2026.7.1, main session\n")
    assert main(["show", "--openclaw", "latest"]) == 0
    assert capsys.readouterr().out.startswith(".: OpenClaw 2026.9.6, main session\n")
