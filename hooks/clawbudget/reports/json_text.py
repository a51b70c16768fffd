"""JSON as text that any parser reads and that is harmless wherever it is printed."""

from __future__ import annotations

import json
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# In a JSON text these characters stand inside strings alone, where an escape means the same. "##[" is a command to some
# CI systems wherever it stands in a line.
_ESCAPED: Final = re.compile(r"[^\n -~]|#(?=#)")


def json_text(value: object) -> str:
    """Write ``value`` as indented JSON in ASCII.

    Half a surrogate pair, such as a byte of a file name that is no UTF-8, becomes U+FFFD: strict parsers refuse the
    whole text for one.
    """
    text = json.dumps(value, indent=2, ensure_ascii=False)
    well_formed = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _ESCAPED.sub(_escape, well_formed) + "\n"


def _escape(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
