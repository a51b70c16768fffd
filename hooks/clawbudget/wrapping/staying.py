"""Why a long line has to stay as it is, as far as its block and its beginning tell."""

from __future__ import annotations

import re
from functools import lru_cache

from clawbudget.wrapping import reasons, structure
from clawbudget.wrapping.dialects import IS_DIRECTIVE
from clawbudget.wrapping.paragraphs import FOOTNOTE_MARKER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from clawbudget.wrapping.paragraphs import Paragraph
    from clawbudget.wrapping.structure import Block

_DEEPEST: Final = 40
"""Containers around a line that is still broken; some parsers give up at a hundred."""

_CODE_INDENT: Final = 4

_OF_BLOCK: Final = {
    structure.HEADING: reasons.HEADING,
    structure.TABLE: reasons.TABLE_ROW,
    structure.CODE: reasons.CODE,
    structure.HTML: reasons.HTML,
    structure.RULE: reasons.RULE,
}

_STARTS_PLAIN_BLOCK = re.compile(
    r"(?:[-+*]|\d{1,9}[.)]|\#{1,6})(?=[ \t]|$) | [>|] | `{3} | ~{3} | <[A-Za-z/!?] | (?:[-*_=][ \t]*){3,}$"
    r"| \[(?:[^\[\]\\]|\\.)*(?:\]:|$)",
    re.VERBOSE,
)
"""Matches where a block of CommonMark or GFM starts."""

_ALERT = re.compile(r"\[![^\[\]]+\]")
_DEFINITION = re.compile(r"[\t >]*[:~][ \t]")
_TASK_BOX = re.compile(r"\[[ xX]\][ \t]+")
_NO_DEFINITION = re.compile(
    r"\[(?:[^\[\]\\]|\\.)+\]:[ \t]*[^ \t]+[ \t]+ (?:(?:\"[^\"]*\"|'[^']*'|\([^()]*\))[ \t]+)? [^ \t]+",
    re.VERBOSE,
)


def reason_to_stay(paragraph: Paragraph, number: int) -> str | None:
    """Give the reason why line ``number`` of the paragraph has to stay, if there is one."""
    block = paragraph.block
    if block.kind in _OF_BLOCK:
        return _OF_BLOCK[block.kind]
    if len(block.containers) > _DEEPEST:
        return reasons.NESTED
    line = paragraph.lines[number]
    start = len(paragraph.head(number))
    if line.startswith("|", start):
        return reasons.TABLE_ROW
    if IS_DIRECTIVE.match(line, start):
        return reasons.DIRECTIVE
    if number == paragraph.first and _kinds(block)[-1:] == ["BlockQuote"] and _ALERT.match(line, start):
        return reasons.ALERT_TITLE
    is_ambiguous = (
        _is_block_in_task(paragraph)
        or paragraph.is_behind_empty_task
        or _is_code_without_footnotes(paragraph, number)
        or number >= _first_code_to_markdown_it(paragraph)
        or _is_defined(paragraph, number)
        or _is_quote_above_delimiter_row(paragraph, number)
        or _has_tabs_in_quoted_list(paragraph, number)
    )
    return reasons.AMBIGUOUS if is_ambiguous else None


def is_no_definition(line: str, start: int) -> re.Match[str] | None:
    """Match a label, a word, perhaps a title, and a word more, without which it would be a definition."""
    return _NO_DEFINITION.match(line, start)


def _kinds(block: Block) -> list[str]:
    return [container.kind for container in block.containers]


def _is_block_in_task(paragraph: Paragraph) -> bool:
    """Tell whether a block starts behind a task's box: to cmark-gfm it is one, to all others it is text."""
    line = paragraph.lines[paragraph.first]
    box = _TASK_BOX.match(line, len(paragraph.head(paragraph.first)))
    return bool(box and _STARTS_PLAIN_BLOCK.match(line, box.end()))


def _is_code_without_footnotes(paragraph: Paragraph, number: int) -> bool:
    """Tell whether the line belongs to a footnote, but is code to a parser that knows none.

    It is in a later paragraph, or behind ``[^label]: word``, which is a link reference definition then.
    Footnotes within other blocks are not told apart.
    """
    kinds = _kinds(paragraph.block)
    if "FootnoteDefinition" not in kinds:
        return False
    label = FOOTNOTE_MARKER.search(paragraph.head(paragraph.first))
    if "FootnoteDefinition" in kinds[1:] or not label:
        return True
    return number != paragraph.first and not is_no_definition(paragraph.lines[paragraph.first], label.start())


@lru_cache(maxsize=1)
def _first_code_to_markdown_it(paragraph: Paragraph) -> int:
    """Give the first line that may be code to markdown-it, and with it all that follow; past the last if none is."""
    lines = range(paragraph.first + 1, paragraph.last + 1)
    return next((number for number in lines if _is_code_to_markdown_it(paragraph, number)), paragraph.last + 1)


def _is_defined(paragraph: Paragraph, number: int) -> bool:
    """Tell whether a definition comes next: in the dialects that know them, each line before one is a term."""
    following = (line for line in paragraph.lines[number + 1 : number + 3] if line.strip("\t >"))
    return bool(_DEFINITION.match(next(following, "")))


def _is_quote_above_delimiter_row(paragraph: Paragraph, number: int) -> bool:
    """Tell whether markdown-it may take a quoted line, with its sign, for the header of a table."""
    following = "".join(paragraph.lines[number + 1 : number + 2])
    is_row = "-" in following and not following.strip("-:| \t") and bool({"|", ":"}.intersection(following))
    return is_row and "BlockQuote" in _kinds(paragraph.block)


def _is_code_to_markdown_it(paragraph: Paragraph, number: int) -> bool:
    """Tell whether a later line of the paragraph is indented and seems to start a block."""
    head = paragraph.head(number)
    if number == paragraph.first or not _STARTS_PLAIN_BLOCK.match(paragraph.lines[number], len(head)):
        return False
    depth = len(head.expandtabs(4))
    return depth >= _CODE_INDENT and depth != len(paragraph.head(paragraph.first).expandtabs(4))


def _has_tabs_in_quoted_list(paragraph: Paragraph, number: int) -> bool:
    """Tell whether markdown-it may count the columns otherwise: tabs, quotes and lists meet."""
    return "\t" in paragraph.head(number) and {"BlockQuote", "Item"} <= set(_kinds(paragraph.block))
