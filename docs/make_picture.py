"""Makes docs/xray.png: the X-ray page of the sample workspace, as Chromium shows it.

    build/dev/bin/python docs/make_picture.py

Needs Chromium (Debian: apt-get install chromium) and, to come out as it is, the DejaVu fonts.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).parent
SAMPLE = DOCS.parent / "tests" / "samples" / "over-budget"
SIZE = "1240,1440"


def main() -> int:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not chromium:
        print("make_picture.py: there is no Chromium", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "xray.html"
        # Notes about missing files hold the workspace's absolute path, so its length is in the picture.
        workspace = shutil.copytree(SAMPLE, Path(folder) / "over-budget")
        clawbudget = Path(sys.executable).with_name("clawbudget")
        subprocess.run([clawbudget, "show", "--format", "html", "-o", page, workspace], check=True)
        options = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--user-data-dir={folder}/profile",
        ]
        options += [f"--window-size={SIZE}", f"--screenshot={DOCS / 'xray.png'}"]
        subprocess.run([chromium, *options, page.as_uri()], check=True, stderr=subprocess.DEVNULL)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
