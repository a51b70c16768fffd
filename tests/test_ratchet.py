"""``clawbudget check --ratchet`` in real git repositories: what is compared with what, and all that is said."""

from __future__ import annotations

import os
import shutil
import subprocess
import zlib
from pathlib import Path

import pytest

from clawbudget import git
from clawbudget.former_sizes import OldLines, similarity
from clawbudget.line_endings import as_checked_out
from clawbudget.ratchet import Revision
from git_repo import GitRepo


@pytest.fixture
def plain(tmp_path: Path, environment: dict[str, str]) -> GitRepo:
    """A repository without hooks."""
    return GitRepo(tmp_path / "repo", environment)


def text(size: int) -> str:
    """Give text of exactly ``size`` characters in lines of ten."""
    return "".join(f"line {number:04}\n" for number in range(size // 10 + 1))[:size].rstrip("\n").ljust(size, "x")


def check(repo: GitRepo, *arguments: str) -> tuple[int, list[str]]:
    """Run the check; give its exit code and the findings' lines without what the model of the injection adds."""
    result = repo.run("clawbudget", "check", *(arguments or ["--ratchet"]))
    told = [line for line in result.stdout.splitlines() if " over the limit of " in line]
    return result.returncode, [line.split("; ")[0] for line in told]


@pytest.mark.parametrize(
    ("before", "after", "code", "told"),
    [
        (25_000, 24_000, 0, "note: shrank by 1,000 since HEAD: 24,000 characters, 4,000 over the limit of 20,000"),
        (25_000, 25_000, 0, "note: unchanged since HEAD: 25,000 characters, 5,000 over the limit of 20,000"),
        (25_000, 25_001, 1, "error: grew by 1 since HEAD: 25,001 characters, 5,001 over the limit of 20,000"),
        (20_001, 20_001, 0, "note: unchanged since HEAD: 20,001 characters, 1 over the limit of 20,000"),
        (20_000, 20_001, 1, "error: grew by 1 since HEAD: 20,001 characters, 1 over the limit of 20,000"),
        (None, 20_001, 1, "error: new since HEAD: 20,001 characters, 1 over the limit of 20,000"),
    ],
)
def test_a_file(plain: GitRepo, before: int | None, after: int, code: int, told: str) -> None:
    plain.write("SOUL.md", "soul")
    if before is not None:
        plain.write("MEMORY.md", text(before))
    plain.commit()
    plain.write("MEMORY.md", text(after))
    assert check(plain) == (code, [f"MEMORY.md: {told}"])


ONE_LINE = "- " + "many words in a row " * 20
TWO_LINES = f"- {'many words in a row ' * 10}\n  {'many words in a row ' * 10}"
SENTENCES = " ".join(["The cat gets its food at seven, and no later than that."] * 3)
ONE_ITEM = f"9. {SENTENCES} {SENTENCES}\n10. Go."
TWO_ITEMS = f"9. {SENTENCES}\n10. {SENTENCES}\n11. Go."


@pytest.mark.parametrize(
    ("before", "after", "severity", "change"),
    [
        (
            f"{ONE_LINE}\n{text(25_000)}",
            f"{TWO_LINES}\n{text(25_000)}",
            "note",
            "grew by 3 since HEAD, by wrapped lines alone",
        ),
        (f"{ONE_LINE}\n{text(25_000)}", f"{TWO_LINES}\n{text(25_002)}", "error", "grew by 5 since HEAD"),
        (f"{ONE_LINE}\n{text(25_000)}", f"{ONE_LINE}\n\n{text(25_000)}", "error", "grew by 1 since HEAD"),
        (f"{ONE_LINE}\n{text(19_597)}", f"{TWO_LINES}\n{text(19_597)}", "error", "grew by 3 since HEAD"),
        (f"{ONE_LINE}\n{text(25_000)}", f"{TWO_LINES}\n\n{text(25_000)}", "error", "grew by 4 since HEAD"),
        (
            f"{ONE_ITEM}\n{text(25_000)}",
            f"{TWO_ITEMS}\n{text(25_000)}",
            "note",
            "grew by 4 since HEAD, by wrapped lines alone",
        ),
        (
            f"{SENTENCES} {SENTENCES}\n{text(25_000)}",
            f"{SENTENCES}\n\n{SENTENCES}\n{text(25_000)}",
            "note",
            "grew by 1 since HEAD, by wrapped lines alone",
        ),
        (f"{ONE_ITEM}\n{text(25_000)}", f"{TWO_ITEMS}\n- a\n{text(25_000)}", "error", "grew by 8 since HEAD"),
        (f"{ONE_ITEM}\n{text(25_000)}", f"{TWO_ITEMS}\n- - - -\n{text(25_000)}", "error", "grew by 12 since HEAD"),
        (f"{ONE_LINE}\n{text(25_000)}", f"{TWO_LINES}\n> >\n{text(25_000)}", "error", "grew by 7 since HEAD"),
    ],
    ids=[
        *("wrapped", "wrapped, and more text", "a blank line more", "wrapped, and over only for that"),
        *("wrapped, and a blank line more", "an item split", "a paragraph split", "split, and an item more"),
        *("split, and a rule of markers more", "wrapped, and quote signs more"),
    ],
)
def test_a_file_that_was_wrapped(plain: GitRepo, before: str, after: str, severity: str, change: str) -> None:
    plain.write("MEMORY.md", before)
    plain.commit()
    plain.write("MEMORY.md", after)
    told = check(plain)[1]
    (found,) = [line for line in told if line.startswith("MEMORY.md: ")]
    assert found.startswith(f"MEMORY.md: {severity}: {change}: ")


def test_a_total_that_was_wrapped(plain: GitRepo) -> None:
    for name in ("SOUL.md", "USER.md", "TOOLS.md"):
        plain.write(name, f"{ONE_LINE}\n{text(19_590)}")
    plain.write("MEMORY.md", text(10_000))
    plain.commit()
    plain.write("USER.md", f"{TWO_LINES}\n{text(19_590)}")
    code, told = check(plain)
    (total,) = [line for line in told if line.startswith(".: ")]
    assert total.startswith(".: note: grew by 3 since HEAD, by wrapped lines alone: 69,982 characters, ")
    assert code == 0


def test_notes_fail_nothing_even_if_strict(plain: GitRepo) -> None:
    plain.write("MEMORY.md", text(25_000))
    plain.commit()
    assert check(plain, "--ratchet", "--strict")[0] == 0


def test_before_the_first_commit_all_is_new(plain: GitRepo) -> None:
    plain.write("MEMORY.md", text(25_000))
    code, told = check(plain)
    assert (code, told[0].split(",")[0]) == (1, "MEMORY.md: error: new since HEAD: 25")


def test_a_new_file_beside_an_old_one(plain: GitRepo) -> None:
    plain.write("MEMORY.md", text(25_000))
    plain.commit()
    plain.write("AGENTS.md", text(20_001))
    assert check(plain) == (
        1,
        [
            "AGENTS.md: error: new since HEAD: 20,001 characters, 1 over the limit of 20,000",
            "MEMORY.md: note: unchanged since HEAD: 25,000 characters, 5,000 over the limit of 20,000",
        ],
    )


def test_an_ignored_file_has_no_history(plain: GitRepo) -> None:
    plain.write(".gitignore", "MEMORY.md\n")
    plain.write("MEMORY.md", text(25_000))
    plain.commit()
    assert check(plain) == (1, ["MEMORY.md: error: new since HEAD: 25,000 characters, 5,000 over the limit of 20,000"])


@pytest.mark.parametrize(
    ("change", "code", "told"),
    [
        ({}, 0, "note: unchanged since HEAD: 70,000"),
        ({"AGENTS": 17_000, "MEMORY": 17_400}, 0, "note: shrank by 600 since HEAD: 69,400"),
        ({"AGENTS": 17_000, "MEMORY": 18_001}, 1, "error: grew by 1 since HEAD: 70,001"),
        ({"SOUL": None, "TOOLS": 17_500}, 0, "note: unchanged since HEAD: 70,000"),
        ({"SOUL": None}, 0, None),
    ],
)
def test_the_total(plain: GitRepo, change: dict[str, int | None], code: int, told: str | None) -> None:
    for name in ("AGENTS", "SOUL", "IDENTITY", "MEMORY"):
        plain.write(f"{name}.md", text(17_500))
    plain.commit()
    for name, size in change.items():
        if size is None:
            (plain.path / f"{name}.md").unlink()
        else:
            plain.write(f"{name}.md", text(size))
    found, lines = check(plain)
    assert found == code
    assert [line.split(" characters")[0] for line in lines if "together" in line] == ([f".: {told}"] if told else [])


def test_a_total_that_an_ignored_file_is_part_of(plain: GitRepo) -> None:
    plain.write(".gitignore", "MEMORY.md\n")
    for name in ("AGENTS", "SOUL", "IDENTITY", "MEMORY"):
        plain.write(f"{name}.md", text(17_500))
    plain.commit()
    assert check(plain)[0] == 0
    plain.write("AGENTS.md", text(17_501))
    assert check(plain)[0] == 1


def test_a_total_with_the_notes_about_missing_files(plain: GitRepo) -> None:
    for name in ("AGENTS", "SOUL", "IDENTITY", "BOOTSTRAP"):
        plain.write(f"{name}.md", text(17_500))
    plain.commit()
    arguments = ("--ratchet", "--openclaw", "2026.9.6")
    assert check(plain, *arguments)[0] == 0
    # The note in the place of a short file is longer than the file was.
    plain.write("BOOTSTRAP.md", text(9))
    plain.commit("--amend")
    limits = ("--max-total", "52,000")
    assert check(plain, *arguments, *limits)[0] == 0
    (plain.path / "BOOTSTRAP.md").unlink()
    assert check(plain, *arguments, *limits)[0] == 1


def test_a_workspace_that_moved(plain: GitRepo) -> None:
    for name in ("AGENTS", "SOUL", "IDENTITY", "MEMORY"):
        plain.write(f"agents/one/{name}.md", f"{name} {text(17_500)}")
    plain.write("agents/one/USER.md", text(25_000))
    plain.commit()
    plain.git("mv", "agents/one", "agents/uno")
    code, told = check(plain)
    assert (code, [line.split(":")[1:3] for line in told]) == (
        0,
        [[" note", " unchanged since HEAD"], [" note", " unchanged since HEAD"]],
    )


def test_a_file_that_was_renamed_and_edited(plain: GitRepo) -> None:
    plain.write("TOOLS.md", text(25_000))
    plain.write("one/TOOLS.md", "x\n" * 12_000)
    plain.commit()
    plain.git("mv", "TOOLS.md", "MEMORY.md")
    shutil.rmtree(plain.path / "one")
    plain.write("MEMORY.md", text(24_990))
    assert check(plain) == (
        0,
        ["MEMORY.md: note: shrank by 10 since HEAD: 24,990 characters, 4,990 over the limit of 20,000"],
    )


def test_what_was_no_bootstrap_file_is_new(plain: GitRepo) -> None:
    plain.write("notes.txt", text(25_000))
    plain.commit()
    plain.git("mv", "notes.txt", "MEMORY.md")
    assert check(plain)[0] == 1


def test_a_copy_is_new(plain: GitRepo) -> None:
    plain.write("MEMORY.md", text(25_000))
    plain.commit()
    plain.write("two/MEMORY.md", text(25_000))
    code, told = check(plain)
    assert (code, told[0]) == (
        1,
        "two/MEMORY.md: error: new since HEAD: 25,000 characters, 5,000 over the limit of 20,000",
    )


def test_two_workspaces(plain: GitRepo) -> None:
    plain.write("one/MEMORY.md", text(25_000))
    plain.write("two/MEMORY.md", text(23_000))
    plain.commit()
    plain.write("one/MEMORY.md", text(24_000))
    plain.write("two/MEMORY.md", text(24_000))
    assert check(plain) == (
        1,
        [
            "two/MEMORY.md: error: grew by 1,000 since HEAD: 24,000 characters, 4,000 over the limit of 20,000",
            "one/MEMORY.md: note: shrank by 1,000 since HEAD: 24,000 characters, 4,000 over the limit of 20,000",
        ],
    )


LONG = "- " + "some words of a rule " * 15
OTHER = "- " + "quite another matter " * 15


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (["a", LONG, "b"], ["a", LONG, "b"], ["2: note: unchanged"]),
        (["a", LONG, "b"], [OTHER, LONG], ["1: error: new", "2: note: unchanged"]),
        ([LONG, OTHER], [OTHER, "  " + LONG], ["1: note: unchanged", "2: note: unchanged"]),
        ([LONG], [LONG, LONG], ["2: error: new", "1: note: unchanged"]),
        ([LONG], [LONG + "more"], ["1: error: grew by 5"]),
        ([LONG], [LONG[:-21]], ["1: note: shrank by 21"]),
        ([LONG], ["- " + LONG[23:]], ["1: note: shrank by 21"]),
        ([LONG], ["- as always, " + LONG[2:]], ["1: error: grew by 11"]),
        ([LONG + OTHER], [LONG, OTHER], ["1: note: shrank by 317", "2: note: shrank by 317"]),
        ([LONG], [OTHER], ["1: error: new"]),
        (["short"], [LONG], ["1: error: new"]),
    ],
)
def test_lines(plain: GitRepo, before: list[str], after: list[str], told: list[str]) -> None:
    plain.write("AGENTS.md", "\n".join(before))
    plain.commit()
    plain.write("AGENTS.md", "\n".join(after))
    code, lines = check(plain)
    assert code == int(any("error" in each for each in told))
    assert [line.split(" since")[0] for line in lines] == [f"AGENTS.md:{each}" for each in told]


def test_many_long_lines_take_no_longer_for_each() -> None:
    old = "\n".join(f"{LONG}{number}" for number in range(6_000))
    new = "\n".join(f"{LONG}{number} or so" for number in range(6_000))
    lines = OldLines(old.encode(), new.encode(), 240)
    assert lines.before(1) is not None
    assert lines.before(6_001) is None


ATTRIBUTES = ["", "* text", "* text=auto", "* -text", "* eol=crlf", "* text=auto eol=crlf", "* text eol=lf", "* binary"]
CONFIGURATIONS = [{}, {"core.autocrlf": "true"}, {"core.autocrlf": "input"}, {"core.eol": "crlf"}]
CONTENTS = {"LF.md": b"a\nb\n\nc", "CRLF.md": b"a\r\nb\nc\n", "CR.md": b"a\rb\nc\n", "NUL.md": b"a\0\nb\n"}


@pytest.mark.parametrize("attributes", ATTRIBUTES)
@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
def test_line_ends_are_foretold_as_git_writes_them(
    plain: GitRepo, attributes: str, configuration: dict[str, str]
) -> None:
    for name, data in CONTENTS.items():
        plain.write(name, data.decode())
    plain.git("config", "core.autocrlf", "false")
    plain.commit()
    plain.write(".gitattributes", f"{attributes}\n")
    plain.git("config", "--unset", "core.autocrlf")
    for key, value in configuration.items():
        plain.git("config", key, value)
    repository = git.Repository(str(plain.path))
    foretold = {name: as_checked_out(repository, name, data) for name, data in CONTENTS.items()}
    for name in CONTENTS:
        (plain.path / name).unlink()
    plain.git("checkout", "--", *CONTENTS)
    assert foretold == {name: (plain.path / name).read_bytes() for name in CONTENTS}


def test_attributes_are_not_asked_of_the_index(plain: GitRepo) -> None:
    plain.write(".gitattributes", "* eol=crlf\n")
    plain.write("MEMORY.md", "a\n")
    plain.commit()
    (plain.path / ".gitattributes").unlink()
    (plain.path / ".git" / "index").write_bytes(b"damaged")
    assert as_checked_out(git.Repository(str(plain.path)), "MEMORY.md", b"a\n") == b"a\n"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ((" xxxxxx", "\r\n xxxxx"), "error: grew by 1"),
        (("\r\nline 0001\r\n", "; line 0001; "), "note: unchanged"),
        (("line 0001\r\n", "line 0001\r\n" + "four\r\n" * 10), "error: grew by 60"),
        (("line 0001\r\n", ""), "note: shrank by 11"),
    ],
)
def test_line_ends_that_git_writes_count_as_they_were(plain: GitRepo, change: tuple[str, str], told: str) -> None:
    plain.git("config", "core.autocrlf", "true")
    plain.write("MEMORY.md", text(25_000) + " xxxxxx")
    plain.commit()
    (plain.path / "MEMORY.md").unlink()
    plain.git("checkout", "MEMORY.md")
    content = (plain.path / "MEMORY.md").read_bytes().decode()
    (plain.path / "MEMORY.md").write_bytes(content.replace(*change).encode())
    assert check(plain)[1][0].startswith(f"MEMORY.md: {told} since HEAD")


def test_line_ends_that_git_does_not_write_are_growth(plain: GitRepo) -> None:
    plain.git("config", "core.autocrlf", "false")
    plain.write("MEMORY.md", text(25_000))
    plain.commit()
    (plain.path / "MEMORY.md").write_bytes((plain.path / "MEMORY.md").read_bytes().replace(b"\n", b"\r\n"))
    assert check(plain)[1][0].startswith("MEMORY.md: error: grew by 2,499 since HEAD")


def test_line_ends_that_git_converts(plain: GitRepo) -> None:
    plain.write("MEMORY.md", text(25_000))
    plain.commit()
    plain.git("config", "core.autocrlf", "true")
    (plain.path / "MEMORY.md").unlink()
    plain.git("checkout", "MEMORY.md")
    assert (plain.path / "MEMORY.md").read_bytes().count(b"\r\n") == 2_499
    assert check(plain) == (
        0,
        ["MEMORY.md: note: unchanged since HEAD: 27,499 characters, 7,499 over the limit of 20,000"],
    )


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [(b"a\nb", b"a\nb", 1), (b"aa\nbb\n", b"aa\ncc\n", 2 / 6), (b"", b"a", 0), (b"a\n" * 9, b"a\n" * 10, 9 / 20)],
)
def test_similarity(one: bytes, other: bytes, share: float) -> None:
    assert similarity(one, other) == share


@pytest.mark.parametrize(
    ("given", "environment", "name", "shown", "until"),
    [
        (None, {}, "HEAD", "HEAD", None),
        (None, {"PRE_COMMIT_FROM_REF": ""}, "HEAD", "HEAD", None),
        ("v1", {"PRE_COMMIT_FROM_REF": "main"}, "v1", "v1", None),
        (None, {"PRE_COMMIT_FROM_REF": "main", "PRE_COMMIT_TO_REF": "side"}, "main", "main", "side"),
        (None, {"PRE_COMMIT_FROM_REF": "0123456789" * 4}, "0123456789" * 4, "012345678901", "HEAD"),
    ],
)
def test_the_revision(given: str | None, environment: dict[str, str], name: str, shown: str, until: str | None) -> None:
    revision = Revision.chosen(given, environment)
    assert (revision.name, revision.shown, revision.until) == (name, shown, until)


def test_a_revision_that_is_named(plain: GitRepo) -> None:
    for size in (25_000, 23_000):
        plain.write("MEMORY.md", text(size))
        plain.commit()
    plain.write("MEMORY.md", text(24_000))
    assert check(plain, "--ratchet=HEAD")[0] == 1
    assert check(plain, "--ratchet=HEAD~1") == (
        0,
        ["MEMORY.md: note: shrank by 1,000 since HEAD~1: 24,000 characters, 4,000 over the limit of 20,000"],
    )


def usage_error(repo: GitRepo, *arguments: str) -> str:
    result = repo.run("clawbudget", "check", *arguments)
    assert result.returncode == 2
    (line,) = result.stdout.splitlines()
    return line.removeprefix("clawbudget check: ").removesuffix(" (see clawbudget check --help)")


@pytest.mark.parametrize("revision", ["nowhere", "--help", "a\nb", "HEAD^{tree}", "^HEAD", ""])
def test_a_revision_that_is_no_commit(plain: GitRepo, revision: str) -> None:
    plain.write("MEMORY.md", text(25_000))
    plain.commit()
    told = usage_error(plain, f"--ratchet={revision}")
    if revision:
        shown = revision.replace("\n", "\\x0a")
        assert told == f"--ratchet: {shown} is no commit of {plain.path}; a shallow clone may lack it"
    else:
        assert told == "--ratchet: name a revision after the =, or leave it out"


def test_outside_git_it_is_a_usage_error_even_if_all_is_well(tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "AGENTS.md").write_text("fine")
    result = subprocess.run(
        ["clawbudget", "check", "--ratchet"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (
        2,
        "clawbudget check: --ratchet: . is in no git repository, so there is nothing to compare it with "
        "(see clawbudget check --help)\n",
    )


def test_a_revision_without_an_equals_sign_is_a_path(plain: GitRepo) -> None:
    plain.write("MEMORY.md", "m")
    plain.commit()
    result = plain.run("clawbudget", "check", "--ratchet", "HEAD~1")
    assert result.returncode == 2
    assert "clawbudget: note: --ratchet takes a revision after = only: --ratchet=HEAD~1\n" in result.stdout


def test_git_is_asked_only_about_what_is_over(plain: GitRepo, tmp_path: Path, environment: dict[str, str]) -> None:
    plain.write("one/SOUL.md", "soul")
    plain.write("two/MEMORY.md", text(25_000))
    plain.write("two/SOUL.md", "soul")
    plain.commit()
    asked = tmp_path / "asked"
    (tmp_path / "bin").mkdir()
    wrapper = tmp_path / "bin" / "git"
    wrapper.write_text(f'#!/bin/sh\necho "$@" >> {asked}\nexec {shutil.which("git")} "$@"\n')
    wrapper.chmod(0o755)
    path = f"{wrapper.parent}{os.pathsep}{environment['PATH']}"
    for folder, commands in (("one", []), (".", ["rev-parse", "cat-file"])):
        subprocess.run(
            ["clawbudget", "check", "--ratchet", folder],
            cwd=plain.path,
            env=environment | {"PATH": path},
            capture_output=True,
            check=False,
        )
        lines = asked.read_text().splitlines() if asked.exists() else []
        assert [
            next(word for word in ("rev-parse", "cat-file", "ls-tree") if word in line) for line in lines
        ] == commands


def test_a_folder_whose_name_ends_a_line(plain: GitRepo) -> None:
    plain.write("a\nb/MEMORY.md", text(25_000))
    plain.commit()
    assert check(plain)[0] == 0


def test_a_link_to_a_workspace(plain: GitRepo, tmp_path: Path) -> None:
    plain.write("agents/one/MEMORY.md", text(25_000))
    plain.commit()
    (tmp_path / "link").symlink_to(plain.path / "agents" / "one")
    assert check(plain, "--ratchet", str(tmp_path / "link"))[0] == 0


def test_a_workspace_in_a_worktree_and_in_a_submodule(
    plain: GitRepo, tmp_path: Path, environment: dict[str, str]
) -> None:
    plain.write("MEMORY.md", text(25_000))
    plain.commit()
    plain.git("worktree", "add", "--quiet", str(tmp_path / "tree"))
    outer = GitRepo(tmp_path / "outer", environment)
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(plain.path), "agents")
    outer.commit()
    for folder in (tmp_path / "tree", tmp_path / "outer" / "agents"):
        for size, code in ((25_000, 0), (25_001, 1)):
            (folder / "MEMORY.md").write_text(text(size))
            assert check(outer, "--ratchet", str(folder))[0] == code


def test_what_git_sets_for_hooks_of_another_repository_does_not_count(
    plain: GitRepo, tmp_path: Path, environment: dict[str, str]
) -> None:
    plain.write("MEMORY.md", text(25_000))
    plain.commit()
    other = GitRepo(tmp_path / "other", environment)
    hooked = environment | {"GIT_DIR": str(other.path / ".git"), "GIT_INDEX_FILE": "gone", "GIT_WORK_TREE": "/"}
    result = subprocess.run(["clawbudget", "check", "--ratchet", str(plain.path)], env=hooked, check=False)
    assert result.returncode == 0


def test_a_repository_that_the_environment_alone_names(
    tmp_path: Path, environment: dict[str, str], plain: GitRepo
) -> None:
    plain.write("w/MEMORY.md", text(25_000))
    plain.commit()
    shutil.move(plain.path / ".git", tmp_path / "elsewhere")
    for named in ({"GIT_DIR": "../elsewhere"}, {"GIT_DIR": str(tmp_path / "elsewhere"), "GIT_WORK_TREE": "."}):
        result = subprocess.run(
            ["clawbudget", "check", "--ratchet"], cwd=plain.path, env=environment | named, check=False
        )
        assert result.returncode == 0


def test_a_folder_called_dot_git_is_not_looked_above(plain: GitRepo) -> None:
    plain.write("w/MEMORY.md", text(25_000))
    plain.commit()
    (plain.path / "w" / ".git").mkdir()
    assert check(plain, "--ratchet", "w")[0] == 0
    (plain.path / "w" / ".git" / "HEAD").touch()
    told = usage_error(plain, "--ratchet", "w")
    assert told.startswith(f"--ratchet: {plain.path}/w: not a git repository")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make another user's repository")
def test_a_repository_of_another_user(plain: GitRepo) -> None:
    plain.write("MEMORY.md", text(25_000))
    plain.commit()
    os.chown(plain.path, 65_534, -1)
    os.chown(plain.path / ".git", 65_534, -1)
    told = usage_error(plain, "--ratchet")
    assert told == (
        f"--ratchet: {plain.path}: detected dubious ownership in repository at '{plain.path}'; "
        "name it in git's setting safe.directory if you trust it"
    )


def rewrite_blob(repo: GitRepo, revision: str, content: bytes) -> None:
    """Write something else where git keeps a blob, under the blob's id."""
    identity = repo.git("rev-parse", revision)
    path = repo.path / ".git" / "objects" / identity[:2] / identity[2:]
    path.unlink()
    path.write_bytes(zlib.compress(content))


def test_a_blob_whose_bytes_are_others(plain: GitRepo) -> None:
    plain.write("MEMORY.md", text(25_000))
    plain.commit()
    blob = plain.git("rev-parse", "HEAD:MEMORY.md")
    rewrite_blob(plain, blob, b"blob 24000\0" + text(24_000).encode())
    assert usage_error(plain, "--ratchet") == (
        f"--ratchet: {plain.path}: MEMORY.md is damaged in the repository: its bytes are not those of the blob {blob}"
    )


def test_a_blob_that_is_missing(plain: GitRepo) -> None:
    plain.write("MEMORY.md", text(25_000))
    plain.commit()
    blob = plain.git("rev-parse", "HEAD:MEMORY.md")
    (plain.path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    plain.write("MEMORY.md", text(24_000))
    assert usage_error(plain, "--ratchet") == (
        f"--ratchet: {plain.path}: MEMORY.md was committed, but its blob is missing in the repository"
    )


@pytest.mark.parametrize("name", ["MEMORY.md", "of two\nlines/MEMORY.md"], ids=["a name", "a name with a line feed"])
def test_a_link_was_no_file(plain: GitRepo, name: str) -> None:
    """OpenClaw reads nothing through one, so what takes its place is new."""
    path = plain.path / name
    path.parent.mkdir(exist_ok=True)
    path.symlink_to("elsewhere")
    path.with_name("SOUL.md").write_text(text(100))
    plain.commit()
    path.unlink()
    path.write_text(text(25_000))
    result = plain.run("clawbudget", "check", "--ratchet", str(path))
    assert "error: new since HEAD: 25,000 characters, 5,000 over the limit of 20,000" in result.stdout
    for full in ("AGENTS.md", "SOUL.md", "TOOLS.md", "MEMORY.md"):
        path.with_name(full).write_text(text(20_000))
    result = plain.run("clawbudget", "check", "--ratchet", str(path))
    assert "error: grew by 79,900 since HEAD: 80,000 characters" in result.stdout


def test_git_is_not_waited_for_without_end(plain: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    plain.write("MEMORY.md", text(25_000))
    plain.commit()
    commit = plain.git("rev-parse", "HEAD")
    monkeypatch.setattr(git, "PATIENCE", 1)
    # Git announces the size that the object tells, and then gives what there is.
    rewrite_blob(plain, "HEAD:MEMORY.md", b"blob 25000\0" + text(24_000).encode())
    repository = git.Repository(str(plain.path))
    with pytest.raises(git.GitError, match=r"git did not give MEMORY\.md whole|git ended while it was asked"):
        repository.blob(commit, "MEMORY.md", 2_000_000)
    repository.close()
    # Git waits for what may come out of a pipe.
    (plain.path / ".git" / "config").unlink()
    os.mkfifo(plain.path / ".git" / "config")
    with pytest.raises(git.GitError, match="git gave no answer within 1 seconds"):
        repository.commit("HEAD")


def test_without_git(plain: GitRepo, environment: dict[str, str]) -> None:
    plain.write("MEMORY.md", text(25_000))
    plain.commit()
    clawbudget = shutil.which("clawbudget", path=environment["PATH"])
    assert clawbudget is not None
    result = subprocess.run(
        [clawbudget, "check", "--ratchet"],
        cwd=plain.path,
        env=environment | {"PATH": "/nowhere"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (
        2,
        f"clawbudget check: --ratchet: {plain.path}: git can't be run: No such file or directory "
        "(see clawbudget check --help)\n",
    )


def test_nothing_that_the_repository_names_is_run(plain: GitRepo, tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {canary}\nexit 1\n")
    trap.chmod(0o755)
    plain.write(".gitattributes", "*.md filter=trap diff=trap\n")
    for name in ("AGENTS", "SOUL", "IDENTITY"):
        plain.write(f"{name}.md", name + text(25_000))
    plain.write("one/MEMORY.md", text(24_000))
    plain.commit()
    hooks = plain.path / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in ("post-index-change", "reference-transaction", "fsmonitor-watchman", "post-checkout"):
        shutil.copy(trap, hooks / name)
    for key in (
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "core.alternateRefsCommand",
        "core.editor",
        "core.askPass",
        "diff.external",
        "diff.trap.textconv",
        "diff.trap.command",
        "filter.trap.smudge",
        "filter.trap.clean",
        "filter.trap.process",
        "credential.helper",
        "gpg.program",
        "pager.cat-file",
        "pager.rev-parse",
        "pager.ls-tree",
        "uploadpack.packObjectsHook",
        "remote.trap.uploadpack",
    ):
        plain.git("config", key, str(trap))
    plain.git("config", "alias.cat-file", f"!{trap}")
    # A promised object that is not there makes git fetch it, from what here is any command.
    plain.git("config", "extensions.partialClone", "trap")
    plain.git("config", "core.repositoryFormatVersion", "1")
    plain.git("config", "protocol.ext.allow", "always")
    plain.git("config", "remote.trap.promisor", "true")
    plain.git("config", "remote.trap.url", f"ext::{trap}")
    blob = plain.git("rev-parse", "HEAD:SOUL.md")
    plain.git("config", "core.hooksPath", str(hooks))
    canary.unlink(missing_ok=True)
    index = (plain.path / ".git" / "index").read_bytes()

    (plain.path / "one" / "MEMORY.md").rename(plain.path / "one" / "USER.md")
    identity = plain.path / "IDENTITY.md"
    identity.write_bytes(identity.read_bytes().replace(b"\n", b"\r\n"))
    code, told = check(plain, "--ratchet", "--max-total", "9,000")
    shutil.rmtree(plain.path / ".git" / "objects" / blob[:2])
    error = usage_error(plain, "--ratchet")
    assert not canary.exists()
    assert (plain.path / ".git" / "index").read_bytes() == index
    assert code == 1
    assert "AGENTS.md: note: unchanged since HEAD: 25,006 characters, 5,006 over the limit of 20,000" in told
    assert "one/USER.md: note: unchanged since HEAD: 24,000 characters, 4,000 over the limit of 20,000" in told
    assert any(line.startswith("IDENTITY.md: error: grew by 2,499 since HEAD") for line in told)
    assert "SOUL.md" in error
    # Were the trap no trap, the test would prove nothing.
    plain.run("git", "cat-file", "blob", blob)
    assert canary.exists()
