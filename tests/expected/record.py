"""Records the reports on the small workspace. Run it when they are meant to change, and read what git shows then.

PYTHONPATH=tests build/dev/bin/python tests/expected/record.py
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from report_workspaces import ARGUMENTS, small_workspace

HERE = Path(__file__).parent
CLAWBUDGET = str(Path(sys.executable).with_name("clawbudget"))

REPORTS = {
    "check.json": ("check", "--format", "json", *ARGUMENTS),
    "check.sarif": ("check", "--format", "sarif", *ARGUMENTS),
    "check.github.txt": ("check", "--format", "github", *ARGUMENTS),
    "check.html": ("check", "--format", "html", *ARGUMENTS),
    "show.json": ("show", "--format", "json", *ARGUMENTS),
    "show.html": ("show", "--format", "html", *ARGUMENTS),
}
"""Each recorded file, and the command that prints it."""


def printed(folder: Path, arguments: tuple[str, ...]) -> str:
    """Give what the command prints in ``folder``, without what no reader wants to see: the style, our own version."""
    output = subprocess.run([CLAWBUDGET, *arguments], cwd=folder, capture_output=True, check=False).stdout.decode()
    output = re.sub(r"<style>.*</style>", "<style></style>", output, flags=re.DOTALL)
    return output.replace(version("clawbudget"), "VERSION")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        small_workspace(Path(folder))
        for name, arguments in REPORTS.items():
            (HERE / name).write_text(printed(Path(folder), arguments), encoding="utf-8")
            print(os.path.relpath(HERE / name))


if __name__ == "__main__":
    main()
