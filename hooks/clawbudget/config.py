"""The limits that an OpenClaw configuration (``openclaw.json``) sets, as the release reads them.

Read off ``resolveBootstrapMaxChars``, ``resolveAgentEntry`` and ``normalizeAgentId`` in the released packages: a value
of the agent's own replaces the defaults' value, and if what then counts is no finite number over 0, the release's own
limit does.
"""

from __future__ import annotations

from clawbudget.javascript import trim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final

    from clawbudget.releases import Release

MAX_JSON: Final = 4_194_304
"""Characters of a configuration that are read."""

MAX_JSON5: Final = 131_072
"""The same where it is no JSON: our parser takes 20 microseconds for each character of an ordinary one, but 100 where
all is short numbers. No faster one is known that reads numbers and escapes as OpenClaw's does."""

_KEYS: Final = ("bootstrapMaxChars", "bootstrapTotalMaxChars")
_PER_AGENT_SINCE: Final = (2026, 5, 18)
_ENTRIES_SINCE: Final = (2026, 8, 1)
_LONGEST_ID: Final = 64


class ConfigError(ValueError):
    """A configuration that can't be read; the message says where and why."""


class ConfiguredLimits:
    """What a configuration sets, in UTF-16 code units (None: nothing), and ``notes`` on what does not count and why."""

    __slots__ = ("max_file", "max_total", "notes")

    def __init__(self, max_file: int | None, max_total: int | None, notes: list[str]) -> None:
        self.max_file = max_file
        self.max_total = max_total
        self.notes = notes


def configured_limits(text: str, release: Release, agent: str | None = None) -> ConfiguredLimits:
    """Read the limits of ``agent`` (None: of an agent without settings of its own) from a configuration's text.

    Raises ConfigError if the text is no JSON5.
    """
    agents = _section(_parse(text), "agents")
    defaults = _section(agents, "defaults")
    notes: list[str] = []
    own = {} if agent is None else _own_settings(agents, agent, release, notes)
    max_file, max_total = (_limit(key, own, defaults, agent, notes) for key in _KEYS)
    return ConfiguredLimits(max_file, max_total, notes)


def _limit(key: str, own: dict[str, Any], defaults: dict[str, Any], agent: str | None, notes: list[str]) -> int | None:
    value = own.get(key)
    place = f"{key} of agent {agent}"
    if value is None:
        value = defaults.get(key)
        place = f"agents.defaults.{key}"
    if value is None:
        return None
    if _is_number(value) and 0 < value < float("inf"):
        # OpenClaw floors 0.5 to 0, and then keeps one character all the same.
        return max(int(value), 1)
    notes.append(f"{place} is no number over 0, so OpenClaw takes its own limit")
    return None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _own_settings(agents: dict[str, Any], agent: str, release: Release, notes: list[str]) -> dict[str, Any]:
    if release.version < _PER_AGENT_SINCE:
        notes.append(f"OpenClaw {release.name} knows no limits per agent, so the defaults count")
        return {}
    wanted = normalize_agent_id(agent)
    for name, settings in _roster(agents, release):
        if normalize_agent_id(name) == wanted:
            return settings
    notes.append(f"there is no agent {agent} in the configuration, so the defaults count")
    return {}


def _roster(agents: dict[str, Any], release: Release) -> Iterator[tuple[object, dict[str, Any]]]:
    """Give each agent's id and settings from where the release looks for them."""
    entries = agents.get("entries") if release.version >= _ENTRIES_SINCE else None
    listed = agents.get("list")
    if isinstance(entries, dict):
        yield from ((name, settings) for name, settings in entries.items() if isinstance(settings, dict))
    elif entries is None and isinstance(listed, list):
        yield from ((settings.get("id"), settings) for settings in listed if isinstance(settings, dict))


def normalize_agent_id(agent: object) -> str:
    """Give an agent's id as OpenClaw compares ids: in lower case, and what can't stand in one as dashes."""
    import re

    trimmed = trim(agent) if isinstance(agent, str) else ""
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", trimmed):
        return trimmed.lower()
    dashed = re.sub(r"[^a-z0-9_-]+", "-", trimmed.lower()).strip("-")
    return dashed[:_LONGEST_ID] or "main"


def _section(settings: dict[str, Any], name: str) -> dict[str, Any]:
    section = settings.get(name)
    return section if isinstance(section, dict) else {}


def _parse(text: str) -> dict[str, Any]:
    import json

    if len(text) > MAX_JSON:
        raise ConfigError(f"it holds more than {MAX_JSON:,} characters, and no configuration of OpenClaw's does")
    try:
        parsed = json.loads(text)
    except ValueError:
        parsed = _parse_json5(text)
    except RecursionError:
        raise ConfigError("it is nested too deeply") from None
    return parsed if isinstance(parsed, dict) else {}


def _parse_json5(text: str) -> object:
    import json5

    if len(text) > MAX_JSON5:
        raise ConfigError(
            f"it is no JSON, and of JSON5 no more than {MAX_JSON5:,} characters are read, because that is slow; "
            f"it has {len(text):,}"
        )
    try:
        return json5.loads(text)
    except ValueError as error:
        raise ConfigError(_position_first(str(error))) from None
    except RecursionError:
        raise ConfigError("it is nested too deeply") from None


def _position_first(reason: str) -> str:
    """Turn ``<string>:3 Unexpected "b" at column 7`` into ``line 3, column 7: unexpected "b"``."""
    place, _, what = reason.removeprefix("<string>:").partition(" ")
    what, _, column = what.rpartition(" at column ")
    if not (place.isdigit() and column.isdigit()):
        return reason
    return f"line {place}, column {column}: {what[:1].lower()}{what[1:]}"
