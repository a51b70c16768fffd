"""Text that is written without spaces: where Chinese and Japanese lines may end.

Korean puts spaces between words; Thai, Lao and Khmer need a dictionary. They are broken at spaces only.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_WIDE: Final = (
    "\u2e80-\u2fff\u3001-\u30ff\u3100-\u312f\u31a0-\u31ff\u3220-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f"
    "\uff01-\uff60\uffe0-\uffe6\U00020000-\U0003ffff"
)
"""Ranges of wide characters, the ideographic space left out."""

_CLOSING: Final = "」』）】》〉〕］｝”’"

BETWEEN_WIDE: Final = re.compile(f"(?<=[{_WIDE}”’]) (?=[{_WIDE}“‘])")
"""Matches a space between two wide characters; a line end there may stand for nothing as well."""

_NOT_FIRST: Final = "。；，、：！？．・…—～〜ー々〻ゝゞヽヾ％‰℃゛゜ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"
"""What the rules of typesetting keep from the beginning of a line, besides what closes."""

WIDE_BREAK: Final = re.compile(f"[。；，、：！？][{_CLOSING}]*(?=[{_WIDE}“‘])(?![{_CLOSING}{_NOT_FIRST}])")
"""Matches full-width punctuation, with closing signs, before a wide character that may start a line."""
