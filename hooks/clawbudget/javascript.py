"""JavaScript string semantics: the length, trimming and white space that OpenClaw counts with.

Python's own ``len``, ``strip`` and ``split`` give other numbers: they count code points, take U+001C to U+001F and
U+0085 for white space, and leave U+FEFF. No ``re`` here: its import costs as much as half an interpreter start.
"""

from __future__ import annotations

import codecs

WHITE_SPACE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""ECMAScript's WhiteSpace and LineTerminator together: what ``trim()``, ``trimEnd()`` and ``\\s`` take."""

_TO_SPACE = str.maketrans(dict.fromkeys(WHITE_SPACE, " "))


def decode_utf8(data: bytes) -> str:
    """Decode as the WHATWG decoder does: ill-formed bytes become U+FFFD, a byte order mark stays and counts."""
    return data.decode("utf-8", "replace")


def length(text: str) -> int:
    """Give ``text.length``: the number of UTF-16 code units (a character outside the BMP counts 2)."""
    if text.isascii():
        return len(text)
    return len(codecs.utf_16_le_encode(text, "surrogatepass")[0]) // 2


def trim(text: str) -> str:
    """Give ``text.trim()``."""
    return text.strip(WHITE_SPACE)


def trim_end(text: str) -> str:
    """Give ``text.trimEnd()``."""
    return text.rstrip(WHITE_SPACE)


def collapse_white_space(text: str) -> str:
    """Give ``text.trim().replace(/\\s+/g, " ")``."""
    return " ".join(filter(None, text.translate(_TO_SPACE).split(" ")))
