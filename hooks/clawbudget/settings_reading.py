"""Reading settings files: checking every key and value, and laying the later files over the earlier."""

from __future__ import annotations

import os
import re
import tomllib

from clawbudget.findings import ERROR, RULES, WARNING
from clawbudget.releases import BOOTSTRAP_FILES, Release
from clawbudget.settings import OFF, Exclusion, Settings
from clawbudget.settings_files import PYPROJECT, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Any, Final

SEVERITIES: Final = {"error": ERROR, "warn": WARNING, OFF: OFF}
"""The words for severities in a settings file, and what they stand for."""

# tomllib takes time with the square of a key's parts. No part is read twice here: dots and quotes stand for themselves.
_LONG_KEY = re.compile(r"""(?:\.[ \t]*+(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+){100}""")

_MOST_SHOWN: Final = 80
"""Characters of a wrong value that a message shows."""


class SettingsError(ValueError):
    """A settings file that can't be read or understood; the message names the file and says where and why."""


def load(paths: Iterable[str]) -> Settings:
    """Read the settings files at these absolute paths; a later one beats an earlier. Raises SettingsError."""
    settings = Settings()
    for path in paths:
        shown = shown_path(path)
        try:
            _lay_over(settings, _read_table(path), path, shown)
        except ValueError as error:
            raise SettingsError(f"{shown}: {error}") from None
        except OSError as error:
            from clawbudget.system_errors import reason_of

            raise SettingsError(f"can't read {shown}: {reason_of(error)}") from None
    return settings


def shown_path(path: str) -> str:
    """Give an absolute path as the user would write it: from the current folder on, if it is below that."""
    relative = os.path.relpath(path)
    return path if relative.split(os.sep)[0] == os.pardir else relative


def _read_table(path: str) -> dict[str, Any]:
    table = _parse(read_bytes(path))
    if os.path.basename(path) != PYPROJECT:
        return table
    for key in ("tool", "clawbudget"):
        table = table.get(key, {})
        if not isinstance(table, dict):
            raise ValueError(f"{key} is to be a table")
    return table


def _parse(data: bytes) -> dict[str, Any]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"no UTF-8 at byte {error.start:,}") from None
    if _LONG_KEY.search(text):
        raise ValueError("a key has more than 100 parts")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(_position_first(str(error), text)) from None
    except ValueError:  # from int, which tomllib lets through
        raise ValueError("a number has too many digits") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _position_first(reason: str, text: str) -> str:
    """Turn ``Expected '=' (at line 1, column 2)`` into ``line 1, column 2: expected '='``."""
    what, _, place = reason.removesuffix(")").rpartition(" (at ")
    if place == "end of document":
        lines = text.split("\n")
        place = f"line {len(lines)}, column {len(lines[-1]) + 1}"
    if not what:
        return reason
    return f"{place}: {what[:1].lower()}{what[1:]}"


def _lay_over(settings: Settings, table: dict[str, Any], path: str, shown: str) -> None:
    for key, value in table.items():
        _known(key, (*_VALUES, "file-limits", "rules", "exclude"), "key")
        if key in _VALUES:
            settings.values[key] = _VALUES[key](key, value)
            settings.origins[key] = shown
        elif key == "exclude":
            base = os.path.dirname(path)
            settings.exclusions += [Exclusion(pattern, base, shown) for pattern in _patterns(key, value)]
        else:
            _lay_over_table(settings, key, value, shown)


def _lay_over_table(settings: Settings, key: str, table: object, shown: str) -> None:
    if not isinstance(table, dict):
        raise ValueError(f"{key} is to be a table, and is {_shown_value(table)}")
    for name, value in table.items():
        if key == "rules":
            _known(name, RULES, "rule")
            settings.severities[name] = _severity(name, value)
        else:
            if isinstance(value, dict):
                raise ValueError(f'{key}.{name} is a table; names with a dot need quotes: "{name}.md" = 25_000')
            _known(name, BOOTSTRAP_FILES, "bootstrap file")
            settings.file_limits[name] = _number(f"{key}.{name}", value)
        settings.origins[f"{key}.{name}"] = shown


def _known(name: str, names: Collection[str], kind: str) -> None:
    if name in names:
        return
    from difflib import get_close_matches

    lowered = {known.lower(): known for known in names}
    near = get_close_matches(name.lower(), lowered, 1)
    advice = f"did you mean {lowered[near[0]]}?" if near else f"known: {', '.join(names)}"
    raise ValueError(f"unknown {kind} {name}; {advice}")


def _release(key: str, value: object) -> Release:
    if not isinstance(value, str):
        raise ValueError(f'{key} is to be a string such as "2026.9.6", and is {_shown_value(value)}')
    try:
        return Release.named(value)
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from None


def _number(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 10**15:
        raise ValueError(f"{key} is to be a whole number over 0, and is {_shown_value(value)}")
    return value


def _line_files(key: str, value: object) -> frozenset[str]:
    if value in ("all", "none"):
        return frozenset(BOOTSTRAP_FILES if value == "all" else ())
    names = _strings(key, value, '"all", "none" or a list of bootstrap files')
    for name in names:
        _known(name, BOOTSTRAP_FILES, f"bootstrap file in {key}:")
    return frozenset(names)


def _patterns(key: str, value: object) -> list[str]:
    patterns = _strings(key, value, "a list of globs")
    for pattern in patterns:
        if not pattern.strip("/") or pattern.startswith("/") or ".." in pattern.split("/"):
            raise ValueError(f"{key}: {pattern!r} is no glob for paths below the folder that the file is in")
    return patterns


def _severity(rule: str, value: object) -> str:
    if not isinstance(value, str) or value not in SEVERITIES:
        raise ValueError(f'rules.{rule} is to be "error", "warn" or "off", and is {_shown_value(value)}')
    return SEVERITIES[value]


def _strings(key: str, value: object, wanted: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"{key} is to be {wanted}, and is {_shown_value(value)}")
    return value


def _shown_value(value: object) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, bool):
        return str(value).lower()
    shown = f'"{value}"' if isinstance(value, str) else repr(value)
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}..."


_VALUES: Final[dict[str, Callable[[str, object], Any]]] = {
    "openclaw": _release,
    "max-file": _number,
    "max-total": _number,
    "max-line": _number,
    "line-files": _line_files,
}
