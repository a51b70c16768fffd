"""Workspaces whose reports are tested whole, and one whose name and contents mean harm."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

AGENTS = """\
# Rules

- You must read this first.
This line is prose, and it goes on for a while so that the head of the file is soon full of it.
This line is prose, too, and it goes on for a while so that the head of the file is soon full of it.
- Never push on a Friday.
- Water the plants.
Only prose here.
- You must not feed the cat twice, whatever it says, however it looks, and even if it sits on the keyboard.
必须先备份。
- Ask the owner.
This is prose that nobody will ever read, because it is neither in the head nor in the digest.
- The last rule is never lost.
"""

ARGUMENTS = ("--max-file", "500", "--max-line", "104", "w")
"""What makes ``small_workspace`` have findings of many rules."""


def small_workspace(parent: Path) -> None:
    """Write ``w``. It misses no file whose note in the prompt would hold an absolute path."""
    files = {
        "AGENTS": AGENTS.encode(),
        "SOUL": b"Be calm \xff and kind.\n",
        "IDENTITY": b"me\n",
        "USER": b"u" * 450,
        "BOOTSTRAP": b"b\n",
        "memory": b"lower case\n",
    }
    (parent / "w").mkdir()
    for name, data in files.items():
        (parent / "w" / f"{name}.md").write_bytes(data)


HOSTILE_FOLDER = b"::error::\n\x1b[2J\xe2\x80\xae##[group]<img src=x onerror=pwn()>\"'%0A,:\xff"

_HOSTILE_LINES = (
    "# </code></div></style></script><script>document.title='pwned'</script>",
    "- never <img src=x onerror=\"document.title='pwned'\"> [link](javascript:document.title='pwned')",
    "\x00\x07\x1b]0;pwned\x07\x1b[2J\x9b31m must \u202etxt.exe\u2066 <!-- --> ]]> &lt; &amp;",
    "::error::pwned",
    "##[group]pwned ##vso[task.complete] %0A::set-output::pwned",
    "\" onmouseover=\"document.title='pwned'\" x='",
    "{0} `${document.title='pwned'}` {{7*7}} must never",
    "<iframe srcdoc=\"<script>top.document.title='pwned'</script>\"></iframe>" + " never" * 40,
)


def hostile_workspace(parent: Path) -> str:
    """Write a workspace that is over its limits, and give its path."""
    folder = os.path.join(os.fsencode(parent), HOSTILE_FOLDER)
    os.mkdir(folder)
    text = "\n".join(_HOSTILE_LINES) + "\n"
    with open(os.path.join(folder, b"AGENTS.md"), "wb") as agents:
        agents.write(text.encode("utf-8") * 30 + b"\xff must\n")
    with open(os.path.join(folder, b"SOUL.md"), "wb") as soul:
        soul.write(text.encode("utf-8"))
    os.symlink("<script>\n::error::\udcff", os.path.join(os.fsdecode(folder), "USER.md"))
    return os.fsdecode(HOSTILE_FOLDER)
