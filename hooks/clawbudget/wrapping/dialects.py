"""What Markdown dialects and template languages see in plain text: a line end there might change it.

The parsers of the proof know none of these, so such places are never broken.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_OPENING = re.compile(r"\[\[|\[\^|\[(?= \])|\]\(|\{\{|\{%|\{#|\{:|<%|\$\{|\\\(|\\\[|\$\$|\$(?=\S)|(?<=[\w)\]`*\0])\{")
_CLOSING = {
    "[[": "]]",
    "[^": "]",
    "[": "]",
    "](": ")",
    "{{": "}}",
    "{%": "%}",
    "{#": "}",
    "{:": "}",
    "{": "}",
    "${": "}",
    "<%": "%>",
    "$$": "$$",
    r"\(": r"\)",
    r"\[": r"\]",
}
_MATH_END = re.compile(r"(?<![\s\\$])\$(?![\w$])")

STARTS_BLOCK = re.compile(
    r"""
    [-+*=_~:|^]+(?=[ \t]|$)                 # list item, underline, rule, fence, delimiter row, definition
    | (?:\d+|[A-Za-z])[.)](?=[ \t]|$)       # ordered list item, pandoc's lettered ones
    | [#>|@^]                               # heading or tag, quote, table row, import, block id
    | `{3} | ~{3} | :{3} | !{3} | \?{3}     # fence, container, admonition
    | \$\$ | %% | \+{3}                     # math, comment, front matter
    | <(?=[A-Za-z/!?])(?![A-Za-z][A-Za-z0-9+.-]+:[^\s<>]*>|[^\s<>]+@[^\s<>]+>)   # HTML, but not an autolink
    | \*?\[[^\]\n]{1,999}\]:                # link reference, footnote, abbreviation
    | \[[ xX]\]                             # task box
    | \d+[^ \t\n][ \t]+\[[ xX]\](?=[ \t])     # to cmark-gfm, a task behind a number and any sign
    | \{[:.\#]                              # attributes
    """,
    re.VERBOSE,
)
"""Matches where no line may begin: a block of CommonMark, GFM or a common dialect might start there."""

IS_DIRECTIVE = re.compile(r":{3}|!{3}|\?{3}|={3}[ \t]+\"|%%|\$\$|\{:|\*\[[^\]\n]{1,999}\]:")
"""Matches a line's content that a dialect takes as a whole: container, admonition, tab, abbreviation."""


def closed_ranges(text: str) -> Iterator[tuple[int, int]]:
    """Give the ranges of a paragraph that are wiki links, placeholders, template tags, attributes or math.

    What is not plain text (code, say) is to be blotted out with NUL before. An opening without its end is
    plain text.
    """
    place = 0
    unclosed: set[str] = set()
    while opening := _OPENING.search(text, place):
        place = opening.end()
        if opening[0] in unclosed:
            continue
        end = _end(text, opening)
        if end < 0:
            unclosed.add(opening[0])
        else:
            yield opening.start(), end
            place = end


def _end(text: str, opening: re.Match[str]) -> int:
    if opening[0] == "$":
        if text[opening.start() - 1 : opening.start()].isalnum():
            return opening.end()
        end = _MATH_END.search(text, opening.end())
        return end.end() if end else -1
    closing = _CLOSING[opening[0]]
    found = text.find(closing, opening.end())
    return found + len(closing) if found >= 0 else -1
