"""What many tests need: workspaces on disk, and a user whom permissions bind."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_NOBODY = 65534


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Write files (by name, ``.md`` left out) into a folder below a new one that becomes the current folder."""

    def write(folder: str = ".", /, **contents: str | bytes) -> Path:
        target = tmp_path / folder
        target.mkdir(parents=True, exist_ok=True)
        for name, content in contents.items():
            data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
            (target / f"{name}.md").write_bytes(data)
        return target

    monkeypatch.chdir(tmp_path)
    return write


@pytest.fixture
def ordinary_user(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Work in a new folder as a user who may not read everything, even if the tests are run by root."""
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.chdir(folder)
        if os.geteuid() != 0:
            yield
            return
        os.chown(folder, _NOBODY, -1)
        os.seteuid(_NOBODY)
        try:
            yield
        finally:
            os.seteuid(0)
