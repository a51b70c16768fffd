"""What many tests need: workspaces on disk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Write files (by name, ``.md`` left out) into a new folder that becomes the current one."""

    def write(folder: str = ".", /, **contents: str | bytes) -> Path:
        target = tmp_path / folder
        target.mkdir(parents=True, exist_ok=True)
        for name, content in contents.items():
            data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
            (target / f"{name}.md").write_bytes(data)
        return target

    monkeypatch.chdir(tmp_path)
    return write
