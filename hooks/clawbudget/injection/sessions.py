"""Who reads which bootstrap file: a sub-agent, a scheduled run or a group chat gets fewer files than the main session.

Read off ``filterBootstrapFilesForSession`` in the releases named in the table.
"""

from __future__ import annotations

from clawbudget.releases import BOOTSTRAP_FILES, SIX_FILES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from clawbudget.releases import Release

SESSIONS: Final = ("main", "subagent", "cron", "group")
"""The kinds of session; ``group`` stands for group chats and channels."""

_CORE: Final = ("AGENTS.md", "SOUL.md", "TOOLS.md", "IDENTITY.md", "USER.md")

_READERS: Final = (
    (
        (2026, 4, 23),
        {"main": BOOTSTRAP_FILES, "subagent": _CORE, "cron": _CORE, "group": BOOTSTRAP_FILES},
    ),
    (
        (2026, 5, 22),
        {"main": BOOTSTRAP_FILES, "subagent": ("AGENTS.md", "TOOLS.md"), "cron": _CORE, "group": BOOTSTRAP_FILES},
    ),
    (
        (2026, 8, 1),
        {
            "main": SIX_FILES,
            "subagent": ("AGENTS.md",),
            "cron": ("AGENTS.md", "SOUL.md", "IDENTITY.md", "USER.md"),
            "group": tuple(name for name in SIX_FILES if name != "MEMORY.md"),
        },
    ),
)


def files_read(release: Release, session: str = "main") -> tuple[str, ...]:
    """Name the files that ``session`` (one of SESSIONS) reads under ``release``, in injection order."""
    return next(files for since, files in reversed(_READERS) if since <= release.version)[session]
