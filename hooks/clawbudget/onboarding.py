"""Whether a workspace still waits for its first conversation, which OpenClaw calls onboarding."""

from __future__ import annotations

import os

from clawbudget.fields import is_nameless
from clawbudget.javascript import decode_utf8
from clawbudget.reading import NotReadError, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

PROFILE_FILES: Final = ("SOUL.md", "IDENTITY.md", "USER.md")
"""The files that the first conversation fills in.

While BOOTSTRAP.md is there, OpenClaw compares them with its templates byte for byte. As soon as one differs, it takes
the setup for done and deletes BOOTSTRAP.md (read off ``openclaw@2026.7.33`` and ``2026.9.6``, whose template of
IDENTITY.md has a line of 366 characters).
"""


def is_to_come(folder: str) -> bool:
    """Tell whether the workspace ``folder`` has a BOOTSTRAP.md, and an IDENTITY.md whose name is not filled in."""
    if not os.path.isfile(os.path.join(folder, "BOOTSTRAP.md")):
        return False
    try:
        identity = decode_utf8(read_bytes(os.path.join(folder, "IDENTITY.md")))
    except (NotReadError, OSError):
        return False
    return is_nameless(identity.split("\n"))
