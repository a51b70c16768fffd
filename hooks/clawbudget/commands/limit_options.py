"""The options that choose a release's limits or override single ones, alike in every command that has them."""

from __future__ import annotations

import os

from clawbudget.chosen_limits import KEYS, ChosenLimits
from clawbudget.commands import UsageError
from clawbudget.limits import Limits
from clawbudget.releases import BOOTSTRAP_FILES, Release
from clawbudget.system_errors import reason_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from clawbudget.commands.command_line import CommandLine, Convert
    from clawbudget.config import ConfiguredLimits
    from clawbudget.settings import Settings

HELP: Final = """\
limits, in UTF-16 code units as OpenClaw counts them:
  --openclaw RELEASE  what this release reads and allows: 2026.9.6, 2026.9,
                      latest ({default})
  --config FILE       the limits that this openclaw.json sets
  --agent ID          those that it sets for this agent
  --max-file N        limit of each file, whatever else says
  --max-total N       limit of all files together
  --max-line N        limit of a line (240)
  --line-files NAMES  whose lines are measured: names with commas between them,
                      all or none
"""


def whole_number(text: str) -> int:
    """Read a number over 0, written 20000 or 20,000. Raises ValueError."""
    digits = text.replace(",", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 16 and int(digits)):
        raise ValueError(f"{text!r} is no whole number over 0")
    number = int(digits)
    if text not in (digits, f"{number:,}"):
        raise ValueError(f"{text!r} is no whole number over 0; is it {number:,}?")
    return number


def file_names(text: str) -> frozenset[str]:
    """Read names of bootstrap files with commas between them, or all, or none. Raises ValueError."""
    if text in ("all", "none"):
        return frozenset(BOOTSTRAP_FILES if text == "all" else ())
    names = frozenset(name.strip() for name in text.split(","))
    for name in sorted(names.difference(BOOTSTRAP_FILES)):
        raise ValueError(f"{name!r} is no bootstrap file; name some of {', '.join(BOOTSTRAP_FILES)}, or all, or none")
    return names


OPTIONS: Final[dict[str, Sequence[Convert]]] = {
    "--openclaw": (Release.named,),
    "--config": (str,),
    "--agent": (str,),
    "--max-file": (whole_number,),
    "--max-total": (whole_number,),
    "--max-line": (whole_number,),
    "--line-files": (file_names,),
}


def chosen_limits(line: CommandLine, settings: Settings | None = None, release: Release | None = None) -> ChosenLimits:
    """Choose between a command line with these options and settings, under ``release`` if that is given.

    What stands on the command line beats the configuration that it names, which beats the settings, which beat the
    release. Raises UsageError if the configuration can't be read.
    """
    chosen = ChosenLimits(release or line.value("--openclaw") or (settings.release if settings else None))
    if settings:
        for key, value in settings.values.items():
            chosen.set(key, value, settings.origins[key])
        # An option about each file leaves no file out.
        chosen.file_limits = {} if line.has("--max-file") else settings.file_limits
    _choose_configured(chosen, line)
    for key in ("openclaw", *KEYS):
        if line.has(f"--{key}"):
            chosen.set(key, line.value(f"--{key}"), f"--{key}")
    return chosen


def limits_of(line: CommandLine, release: Release | None) -> tuple[Limits, list[str]]:
    """Give the limits that a command line asks for under ``release`` where there are no settings, and notes."""
    chosen = chosen_limits(line, release=release)
    return chosen.limits(), chosen.notes


def _choose_configured(chosen: ChosenLimits, line: CommandLine) -> None:
    path = line.value("--config")
    if path is not None:
        configured = _configured(path, line.value("--agent"), chosen.release or Release.named("latest"))
        chosen.notes += configured.notes
        for key, value in (("max-file", configured.max_file), ("max-total", configured.max_total)):
            if value is not None:
                chosen.set(key, value, path)
    elif line.has("--agent"):
        raise UsageError("--agent needs --config: it is that file that holds the agent's limits")


def _configured(path: str, agent: str | None, release: Release) -> ConfiguredLimits:
    from clawbudget.config import MAX_JSON, ConfigError, configured_limits

    try:
        with open(path, encoding="utf-8-sig", opener=_open_at_once) as file:
            return configured_limits(file.read(MAX_JSON + 1), release, agent)
    except UnicodeDecodeError as error:
        raise UsageError(f"--config: {path} is no UTF-8 at byte {error.start:,}") from None
    except ConfigError as error:
        raise UsageError(f"--config: {path}: {error}") from None
    except OSError as error:
        raise UsageError(f"--config: can't read {path}: {reason_of(error)}") from None


def _open_at_once(path: str, flags: int) -> int:
    """Open a file, or a pipe: one that nobody writes to would hang us, and is empty like this."""
    if not hasattr(os, "O_NONBLOCK"):
        return os.open(path, flags)
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)
    return descriptor
