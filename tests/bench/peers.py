"""The programs to compare with, from their registries: each that can't be installed is told and left out."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

BELOW = Path(__file__).resolve().parents[2] / "build" / "peers"


class Peer(NamedTuple):
    """A package of PyPI or npm, and the command in it that is measured with its options.

    A ``native`` program starts no interpreter, which is most of what the others cost.
    """

    registry: str
    packages: tuple[str, ...]
    command: str
    options: tuple[str, ...] = ()
    native: bool = False


LINTERS = {
    "check-added-large-files": Peer("PyPI", ("pre-commit-hooks",), "check-added-large-files"),
    "rumdl": Peer("PyPI", ("rumdl",), "rumdl", ("check", "--no-cache"), native=True),
    "agnix": Peer("npm", ("agnix",), "agnix", native=True),
    "markdownlint-cli2": Peer("npm", ("markdownlint-cli2",), "markdownlint-cli2"),
}
"""What else checks such files; each takes them as arguments."""

WRAPPERS = {
    "mdformat": Peer("PyPI", ("mdformat", "mdformat-gfm"), "mdformat", ("--wrap", "240")),
    "prettier": Peer("npm", ("prettier",), "prettier", ("--write", "--prose-wrap", "always", "--print-width", "240")),
    "flowmark": Peer("PyPI", ("flowmark",), "flowmark", ("--inplace", "--nobackup", "--width", "240")),
    "rumdl": Peer(
        "PyPI",
        ("rumdl",),
        "rumdl",
        (
            "fmt",
            "--no-cache",
            "--enable",
            "MD013",
            "--config",
            "MD013.line-length=240",
            "--config",
            "MD013.reflow=true",
        ),
    ),
}
"""What else wraps Markdown, in place."""


def install(peers: dict[str, Peer]) -> dict[str, list[str]]:
    """Install what can be had and give each such peer's command."""
    commands = {}
    for name, peer in peers.items():
        folder = BELOW / peer.registry / "-".join(peer.packages)
        scripts = folder / ("bin" if peer.registry == "PyPI" else "node_modules/.bin")
        script = scripts / peer.command
        try:
            if not script.exists():
                _install_python(folder, peer.packages) if peer.registry == "PyPI" else _install_node(
                    folder, peer.packages
                )
            commands[name] = [str(script), *peer.options]
        except (OSError, subprocess.CalledProcessError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            print(f"left out: {name}, which could not be installed from {peer.registry} ({error})", file=sys.stderr)
    return commands


def _install_python(folder: Path, packages: tuple[str, ...]) -> None:
    _run([sys.executable, "-m", "venv", str(folder)])
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run([*pip, "--upgrade", "pip"])  # scripts of old versions import re
    _run([*pip, *packages])


def _install_node(folder: Path, packages: tuple[str, ...]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    _run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), *packages])


def _run(command: list[str]) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
