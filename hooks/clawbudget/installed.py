"""Which OpenClaw is installed: read from its package, without running it."""

from __future__ import annotations

import json
import os
import shutil

from clawbudget.settings_files import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

_COMMAND: Final = "openclaw"


def installed_version() -> str | None:
    """Give the version of the OpenClaw whose command is on PATH, None if there is none or its package is not found."""
    command = shutil.which(_COMMAND)
    if command is None:
        return None
    return next(filter(None, map(_version_in, _package_folders(command))), None)


def _package_folders(command: str) -> Iterator[str]:
    """Give the folders that the command's package may be in: what it links to, and where npm puts packages."""
    folder = os.path.dirname(os.path.realpath(command))
    while folder != os.path.dirname(folder):
        yield folder
        folder = os.path.dirname(folder)
    beside = os.path.dirname(os.path.abspath(command))
    yield os.path.join(beside, os.pardir, "lib", "node_modules", _COMMAND)
    yield os.path.join(beside, "node_modules", _COMMAND)


def _version_in(folder: str) -> str | None:
    try:
        package = json.loads(read_bytes(os.path.join(folder, "package.json")))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(package, dict) or package.get("name") != _COMMAND:
        return None
    version = package.get("version")
    return version if isinstance(version, str) else None
