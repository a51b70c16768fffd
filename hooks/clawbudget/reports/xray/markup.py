"""HTML elements from Python, where all text is escaped unless it is Markup already."""

from __future__ import annotations

from html import escape

from clawbudget.reports.escaping import disarm, make_visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# Tabs and wide blanks do no harm on a page, nor do joiners.
_KEPT: Final = frozenset("\t\u00a0\u3000\u200c\u200d")


_ON_A_LINE_OF_ITS_OWN: Final = frozenset(("details", "div", "figure", "li", "p", "section", "table", "tr", "ul"))
"""Elements that are followed by a line end, which changes nothing that is shown."""


class Markup(str):
    """Text that is HTML."""

    __slots__ = ()


def markup(text: str) -> Markup:
    """Give plain ``text`` as HTML: escaped, with what does not print itself made visible. Markup stays as it is."""
    if isinstance(text, Markup):
        return text
    # A page may be printed into the log of a CI system.
    return Markup(disarm(escape(make_visible(text, kept=_KEPT)), "&#35;"))


def element(name: str, *content: str, **attributes: str | int | bool | None) -> Markup:
    """Give an element. A trailing ``_`` of an attribute's name is left out, and so is one that is None or False."""
    given = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{markup(str(value))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    end = "\n" if name in _ON_A_LINE_OF_ITS_OWN else ""
    return Markup(f"<{name}{given}>{join(*content)}</{name}>{end}")


def css_class(fate: str) -> str:
    """Give the class of what is drawn of a line with this fate; ``style.css`` has its colour."""
    return fate.replace(" ", "-")


def join(*content: str) -> Markup:
    """Give the contents one after the other."""
    return Markup("".join(map(markup, content)))
