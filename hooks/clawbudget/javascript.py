"""JavaScript string semantics: the length, slices, trimming and white space that OpenClaw counts with.

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

_SHORTER_THAN_FOUR = bytes(range(0xF0))
"""The bytes of UTF-8 that do not begin a sequence of four, which is a character outside the BMP."""

_TO_SPACE = str.maketrans(dict.fromkeys(WHITE_SPACE, " "))


def decode_utf8(data: bytes) -> str:
    """Decode as the WHATWG decoder does: ill-formed bytes become U+FFFD, a byte order mark stays and counts."""
    return data.decode("utf-8", "replace")


def length(text: str) -> int:
    """Give ``text.length``: the number of UTF-16 code units (a character outside the BMP counts 2)."""
    if text.isascii():
        return len(text)
    return len(codecs.utf_16_le_encode(text, "surrogatepass")[0]) // 2


def length_from_utf8(text: str, data: bytes) -> int:
    """Give ``text.length`` as ``length`` does, in half the time.

    ``data`` is the well-formed UTF-8 that ``text`` was decoded from; ``text`` may lack white space at its ends.
    """
    if text.isascii():
        return len(text)
    return len(text) + len(data.translate(None, _SHORTER_THAN_FOUR))


def widen(text: str) -> str:
    """Give ``text`` with one character per UTF-16 code unit, so that Python's indexes are JavaScript's.

    Text without characters outside the BMP comes back as it is; others become two surrogates each.
    """
    units = codecs.utf_16_le_encode(text, "surrogatepass")[0]
    if len(units) == 2 * len(text):
        return text
    # Two bytes of each unit and two zero bytes make a character of UTF-32: far faster than chr() of each unit.
    wide = bytearray(2 * len(units))
    wide[0::4] = units[0::2]
    wide[1::4] = units[1::2]
    return wide.decode("utf-32-le", "surrogatepass")


def narrow(units: str) -> str:
    """Undo ``widen``: join surrogate pairs into characters; a half without its partner stays as it is."""
    if units.isascii():
        return units
    encoded = codecs.utf_16_le_encode(units, "surrogatepass")[0]
    return codecs.utf_16_le_decode(encoded, "surrogatepass", True)[0]


def splits_pair(units: str, index: int) -> bool:
    """Tell whether a cut of widened text before ``index`` would part the two halves of a surrogate pair."""
    return 0 < index < len(units) and (
        "\ud800" <= units[index - 1] <= "\udbff" and "\udc00" <= units[index] <= "\udfff"
    )


def truncate(units: str, limit: int) -> str:
    """Cut widened text to at most ``limit`` code units, one less where the cut would part a surrogate pair."""
    return units[: limit - splits_pair(units, limit)]


def trim(text: str) -> str:
    """Give ``text.trim()``."""
    return text.strip(WHITE_SPACE)


def trim_end(text: str) -> str:
    """Give ``text.trimEnd()``."""
    return text.rstrip(WHITE_SPACE)


def collapse_white_space(text: str) -> str:
    """Give ``text.trim().replace(/\\s+/g, " ")``."""
    if text.isprintable():  # then its only white space is U+0020, on which Python and JavaScript agree
        return " ".join(text.split())
    return " ".join(filter(None, text.translate(_TO_SPACE).split(" ")))
