"""Why a long line is left alone: the words that a report shows after the line's number."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

HEADING: Final = "heading"
TABLE_ROW: Final = "table row"
CODE: Final = "code block"
HTML: Final = "HTML block"
REFERENCE: Final = "link reference definition"
FRONT_MATTER: Final = "front matter"
ALERT_TITLE: Final = "title of an alert"
RULE: Final = "thematic break"
DIRECTIVE: Final = "directive of a Markdown dialect"
AMBIGUOUS: Final = "start that parsers read differently"
ALLOWED: Final = "a comment allows it"
FIELD: Final = "field that OpenClaw reads from one line"
NO_BLANK: Final = "no blank at which it may be broken"
CARRIAGE_RETURN: Final = "carriage return within the line"
NESTED: Final = "nested too deeply"
UNPROVABLE: Final = "no break that can be proved harmless"

ALL: Final = (
    HEADING,
    TABLE_ROW,
    CODE,
    HTML,
    REFERENCE,
    FRONT_MATTER,
    ALERT_TITLE,
    RULE,
    DIRECTIVE,
    AMBIGUOUS,
    ALLOWED,
    FIELD,
    NO_BLANK,
    CARRIAGE_RETURN,
    NESTED,
    UNPROVABLE,
)
