"""Which workspaces a list of paths stands for, on real folders."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clawbudget.workspaces import select

if TYPE_CHECKING:
    from collections.abc import Callable


def folders(*paths: str) -> list[str]:
    return [workspace.folder for workspace in select(paths).workspaces]


@pytest.mark.usefixtures("workspace")
class TestPaths:
    @pytest.fixture(autouse=True)
    def tree(self, workspace: Callable[..., Path]) -> None:
        workspace(".", AGENTS="a", USER="u")
        workspace("agents/one", AGENTS="a")
        workspace("agents/two two", SOUL="s", MEMORY="m")
        workspace("代理/三", SOUL="s")
        for hidden in (".git", ".openclaw/workspace", "node_modules/x", "venv/lib", "agents/.cache"):
            workspace(hidden, AGENTS="a")
        Path("venv/pyvenv.cfg").touch()
        Path("docs").mkdir()
        Path("docs/tools.md").touch()
        Path("docs/guide.md").touch()

    @pytest.mark.parametrize(
        ("paths", "expected"),
        [
            (["AGENTS.md"], ["."]),
            (["./AGENTS.md"], ["."]),
            (["AGENTS.md", "USER.md"], ["."]),
            (["agents/one/AGENTS.md"], ["agents/one"]),
            (["agents/two two/MEMORY.md", "USER.md"], ["agents/two two", "."]),
            (["."], [".", "agents/one", "agents/two two", "代理/三"]),
            (["agents"], ["agents/one", "agents/two two"]),
            (["agents/"], ["agents/one", "agents/two two"]),
            # What is skipped on the way down is read if it is named.
            ([".openclaw"], [".openclaw/workspace"]),
            ([".openclaw/workspace/AGENTS.md"], [".openclaw/workspace"]),
            (["venv"], ["venv/lib"]),
            (["node_modules"], ["node_modules/x"]),
            # Each workspace once, under whatever path.
            ([".", "AGENTS.md", "agents/../AGENTS.md"], [".", "agents/one", "agents/two two", "代理/三"]),
            (["agents/one", "agents/../agents/one"], ["agents/one"]),
        ],
    )
    def test_workspaces(self, paths: list[str], expected: list[str]) -> None:
        selection = select(paths)
        assert [workspace.folder for workspace in selection.workspaces] == expected
        assert (selection.ignored, selection.empty, selection.failures) == ([], [], [])

    def test_an_absolute_path_and_a_relative_one_are_the_same_workspace(self) -> None:
        assert folders("AGENTS.md", os.path.abspath("USER.md")) == ["."]

    def test_other_files_are_ignored(self) -> None:
        selection = select(["docs/guide.md", "AGENTS.md"])
        assert (selection.ignored, len(selection.workspaces)) == (["docs/guide.md"], 1)

    def test_a_folder_with_nothing_is_told(self) -> None:
        Path("empty").mkdir()
        assert select(["empty", "agents", "agents"]).empty == ["empty"]

    def test_a_misnamed_file_alone_makes_a_workspace_only_where_the_user_points(self) -> None:
        assert folders("docs/tools.md") == ["docs"]
        assert "docs" not in folders(".")

    @pytest.mark.parametrize("path", ["gone/AGENTS.md", "SOUL.md", "gone", "", "a\0b", "AGENTS.md/AGENTS.md"])
    def test_what_is_not_there_is_a_failure_and_the_rest_is_found(self, path: str) -> None:
        selection = select([path, "agents/one"])
        assert [failed for failed, _ in selection.failures] == [path]
        assert [workspace.folder for workspace in selection.workspaces] == ["agents/one"]

    def test_links_to_folders_are_followed_only_where_named(self) -> None:
        os.symlink("agents/one", "linked")
        os.symlink("..", "agents/one/loop")
        assert "linked" not in folders(".")
        assert folders("linked") == ["linked"]

    def test_a_folder_called_like_a_file_belongs_to_the_workspace_around_it(self) -> None:
        Path("agents/one/SOUL.md").mkdir()
        (found,) = select(["agents/one"]).workspaces
        assert found.names == {"AGENTS.md", "SOUL.md"}


@pytest.mark.usefixtures("ordinary_user")
def test_an_unreadable_folder_is_told_and_the_rest_is_found() -> None:
    for folder in ("a", "closed"):
        Path(folder).mkdir()
        Path(folder, "AGENTS.md").touch()
    Path("closed").chmod(0)
    selection = select([".", "closed/AGENTS.md"])
    assert selection.failures == [("closed", "Permission denied"), ("closed/AGENTS.md", "Permission denied")]
    assert [found.folder for found in selection.workspaces] == ["a"]
    Path("closed").chmod(0o700)
