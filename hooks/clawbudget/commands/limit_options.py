"""The options that choose a release's limits or override single ones, alike in every command that has them."""

from __future__ import annotations

from clawbudget.limits import BOOTSTRAP_FILES, Limits, Release

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from clawbudget.commands.command_line import CommandLine

HELP: Final = """\
limits, in UTF-16 code units as OpenClaw counts them:
  --openclaw RELEASE  what this release reads and allows, e.g. 2026.9.6, 2026.9,
                      latest (default: the eight-file budget of the next four)
  --max-file N        limit of each file (20000)
  --max-total N       limit of all files together (60000)
  --max-line N        limit of a line (240)
  --line-files NAMES  whose lines are measured: names with commas between them,
                      all or none (all; with --openclaw: what it cuts lines of)
"""


def whole_number(text: str) -> int:
    """Read a number over 0; 20,000 and 20_000 are 20000. Raises ValueError."""
    digits = text.replace("_", "").replace(",", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 16 and int(digits)):
        raise ValueError(f"{text!r} is no whole number over 0")
    return int(digits)


def file_names(text: str) -> frozenset[str]:
    """Read names of bootstrap files with commas between them, or all, or none. Raises ValueError."""
    if text in ("all", "none"):
        return frozenset(BOOTSTRAP_FILES if text == "all" else ())
    names = frozenset(name.strip() for name in text.split(","))
    for name in sorted(names.difference(BOOTSTRAP_FILES)):
        raise ValueError(f"{name!r} is no bootstrap file; name some of {', '.join(BOOTSTRAP_FILES)}, or all, or none")
    return names


OPTIONS: Final = {
    "--openclaw": (Release.named,),
    "--max-file": (whole_number,),
    "--max-total": (whole_number,),
    "--max-line": (whole_number,),
    "--line-files": (file_names,),
}


def limits_of(line: CommandLine) -> Limits:
    """Give the limits that a command line with these options asks for."""
    return Limits(
        release=line.value("--openclaw"),
        max_file=line.value("--max-file"),
        max_total=line.value("--max-total"),
        max_line=line.value("--max-line"),
        line_files=line.value("--line-files"),
    )
