"""What each rule is about, in the words that reports with a list of rules show, and where its page is."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

HOME: Final = "https://example.invalid/clawbudget"
"""The repository's public address. It is not known yet; README has the same placeholder."""

RULE_TEXTS: Final = {
    "file-too-long": (
        "Bootstrap file over its limit",
        "OpenClaw cuts a bootstrap file that is over its limit and says so only in its log.",
    ),
    "total-too-long": (
        "Bootstrap files over their limit together",
        "OpenClaw spends one limit on all bootstrap files in turn; the last ones are cut or dropped.",
    ),
    "line-too-long": (
        "Line over its limit",
        "Of a line in an AGENTS.md that is cut, OpenClaw's policy digest keeps at most 240 characters.",
    ),
    "unreadable": (
        "Bootstrap file that OpenClaw does not read",
        "OpenClaw reads no link, no file with a second name, nothing but plain files, and none over 2 MiB.",
    ),
    "invalid-utf8": (
        "Bootstrap file that is no UTF-8",
        "OpenClaw puts U+FFFD in the place of bytes that it can't decode.",
    ),
    "hidden-rule": (
        "Rule that the policy digest does not see",
        "The digest of a cut AGENTS.md knows few words that make a rule, and sees the first 239 characters of a line.",
    ),
    "near-limit": (
        "Limit nearly reached",
        "At least 85 % of a limit is used. Nothing is cut by it yet.",
    ),
    "misnamed": (
        "Bootstrap file in the wrong case",
        "Where the disk tells upper from lower case, OpenClaw reads the exact names alone.",
    ),
    "retired-file": (
        "Bootstrap file that the release no longer reads",
        "Since 2026.8.1, OpenClaw reads neither TOOLS.md nor HEARTBEAT.md.",
    ),
    "unused-suppression": (
        "Comment that allows nothing",
        "A comment to clawbudget that names a wrong rule, or nothing to allow, hides what comes later or never worked.",
    ),
}
"""For each rule of ``findings.RULES`` a title and one sentence that says why it matters."""


def page_of(rule: str) -> str:
    """Give the address of a rule's page in the documentation."""
    return f"{HOME}/blob/main/docs/rules/{rule}.md"
