"""Text from files and file names, made harmless for a terminal and for a CI log."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# Joiners are format characters, but emoji and several scripts are written with them, and they move nothing.
_HARMLESS: Final = frozenset("\u200c\u200d")

# What CI systems take for a command anywhere in a line.
_COMMANDS: Final = ("##[", "##vso[", "##teamcity[")


def escape(text: str) -> str:
    """Give ``text`` with every character that does not print itself as a backslash escape.

    Control characters, line ends, bidirectional overrides and lone surrogates (bytes of a file name that are no UTF-8
    among them) are escaped, and so is the start of what a CI system would take for a command.
    """
    return disarm(make_visible(text), "\\x23")


def disarm(text: str, escaped: str) -> str:
    """Give ``text`` with the first ``#`` of what a CI system would take for a command ``escaped``."""
    for command in _COMMANDS:
        if command in text:
            text = text.replace(command, f"{escaped}{command[1:]}")
    return text


def make_visible(text: str, *, kept: frozenset[str] = _HARMLESS) -> str:
    """Give ``text`` with a backslash escape for every character that does not print itself, but those ``kept``."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in kept else _backslash_escape(char) for char in text)


def escape_line(text: str) -> str:
    """Give ``text`` as a line of its own: escaped, and harmless where a line that starts with ``::`` is a command."""
    text = escape(text)
    if text.lstrip().startswith("::"):
        at = text.index(":")
        text = f"{text[:at]}\\x3a{text[at + 1 :]}"
    return text


def _backslash_escape(char: str) -> str:
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
