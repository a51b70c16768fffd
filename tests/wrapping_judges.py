"""Judges of a wrapped document that share nothing with the proof: the HTML of other renderers, and the bytes.

A line end in running text may stand for a blank, and for nothing between two wide characters. What stands in
``pre`` and in code spans has to be the same to the character.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from html.parser import HTMLParser

import cmarkgfm
from cmarkgfm.cmark import Options
from markdown_it import MarkdownIt

_MARKDOWN_IT = MarkdownIt("commonmark", {"maxNesting": 200}).enable(["table", "strikethrough"])
_EXTENSIONS = ["table", "autolink", "strikethrough", "tasklist"]
_CMARK_GITHUB = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES
_EXACT = frozenset({"pre", "code", "textarea", "script", "style"})
_BLOCKS = frozenset({"p", "li", "ul", "ol", "td", "th", "blockquote", "details", "div", "section"})
"""A block ends what was left open in the one before, as GitHub does; in a code block such tags are text."""


def touched_neighbours(before: str, after: str, changed: dict[int, int]) -> bool:
    """Tell whether other lines than these differ, or more in these than blanks and prefixes."""
    old = before.split("\n")
    new = after.split("\n")
    place = 0
    for number, line in enumerate(old, 1):
        count = changed.get(number, 1)
        pieces = new[place : place + count]
        place += count
        if count == 1 and pieces != [line]:
            return True
        if count > 1 and not _is_only_broken(line, pieces, is_last=number == len(old)):
            return True
    return place != len(new)


def _is_only_broken(line: str, pieces: list[str], *, is_last: bool) -> bool:
    has_return = [piece.endswith("\r") for piece in pieces]
    if has_return[-1] != line.endswith("\r") or (not is_last and len(set(has_return)) > 1):
        return False
    first, *rest = (piece.removesuffix("\r") for piece in pieces)
    bare = first + "".join(re.sub(r"^[ \t>]*", "", piece) for piece in rest)
    return re.sub(r"[ \t]", "", bare) == re.sub(r"[ \t]", "", line.removesuffix("\r"))


def github_shows_the_same(before: str, after: str) -> bool:
    """Tell whether GitHub's cmark-gfm makes the same page of both, with all its extensions and with few."""
    return all(_page(render(before)) == _page(render(after)) for render in (cmark_gfm, cmark_with_tables))


def markdown_it_shows_the_same(before: str, after: str) -> bool:
    """Tell whether markdown-it makes the same page of both."""
    return _page(markdown_it(before)) == _page(markdown_it(after))


def renderers_agree(markdown: str) -> bool:
    """Tell whether markdown-it finds the text in the blocks where cmark finds it; with tabs it may not."""
    return list(_blocks(markdown_it(markdown))) == list(_blocks(cmark_with_tables(markdown)))


def _blocks(html: str) -> Iterator[str]:
    """Give the tags of blocks, and the text between them without white space."""
    text: list[str] = []
    for fact in _page(html):
        kind, content = fact if isinstance(fact, tuple) else (fact, "")
        if kind == "text":
            text += str(content).removeprefix("=").split()
        elif kind in _BLOCKS or kind in ("pre", "h1", "h2", "h3", "table"):
            yield "".join(text)
            yield str(kind)
            text.clear()
    yield "".join(text)


def markdown_it(markdown: str) -> str:
    """Give the HTML of markdown-it with tables."""
    return str(_MARKDOWN_IT.render(markdown))


def cmark_gfm(markdown: str) -> str:
    """Give the HTML of cmark-gfm with all that GitHub turns on."""
    return str(cmarkgfm.markdown_to_html_with_extensions(markdown, _CMARK_GITHUB, _EXTENSIONS))


def cmark_with_tables(markdown: str) -> str:
    """Give the HTML of cmark-gfm with what markdown-it knows as well."""
    extensions = ["table", "strikethrough"]
    return str(cmarkgfm.markdown_to_html_with_extensions(markdown, Options.CMARK_OPT_UNSAFE, extensions))


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.facts: list[object] = []
        self._exact: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.facts.append((tag, tuple((name, _running(value or "")) for name, value in attrs)))
        if tag in _BLOCKS:
            self._exact.clear()
        if tag in _EXACT:
            self._exact.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.facts.append(tag)
        if tag in _BLOCKS:
            self._exact.clear()
        if tag in self._exact:
            while self._exact.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.facts.append(("text", "=" + data if self._exact else _running(data)))

    def handle_comment(self, data: str) -> None:
        self._forget_swallowed_ends(data)
        self.facts.append(("!", _running(data)))

    def _forget_swallowed_ends(self, hidden: str) -> None:
        """Take elements as ended whose end tags stand in a comment that was never closed."""
        if "</" in hidden:
            self._exact.clear()

    def parse_marked_section(self, i: int, report: int = 1) -> int:
        self.facts.append(("[", report))
        return i + len("<![")

    def handle_pi(self, data: str) -> None:
        # No page shows it, and what stands in one that is never closed is text to Markdown.
        self._forget_swallowed_ends(data)
        self.facts.append(("?", " ".join(data.split())))

    def handle_decl(self, decl: str) -> None:
        self.facts.append(("!", decl))

    def unknown_decl(self, data: str) -> None:
        self.facts.append(("[", data))


def _page(html: str) -> list[object]:
    page = _Page()
    page.feed(re.sub("<!--?->", "<!---->", html))  # Python's parser does not know these as whole comments.
    page.close()
    return page.facts


def _running(text: str) -> str:
    collapsed = re.sub(r"[ \t\n]+", " ", text)
    return re.sub(r"(?<=(.)) (?=(.))", lambda space: "" if _are_wide(space[1], space[2]) else " ", collapsed)


def _are_wide(one: str, other: str) -> bool:
    return all(unicodedata.east_asian_width(character) in "WF" or character in "“”‘’" for character in (one, other))


def front_matter_stays(before: str, after: str) -> bool:
    """Tell whether both texts start with front matter, or neither does."""
    return (without_front_matter(before) == before) == (without_front_matter(after) == after)


def without_front_matter(text: str) -> str:
    """Take YAML or TOML front matter away, as the tools that read it do."""
    lines = text.removeprefix("\ufeff").split("\n")
    ends = {"---": ("---", "..."), "+++": ("+++",)}.get(lines[0].rstrip(), ())
    for number, line in enumerate(lines[1:], 1):
        if line.rstrip() in ends:
            inside = "\n".join(lines[1:number])
            is_matter = lines[1].strip() or re.match(r"\s*[\w\"'.-]+[ \t]*:(?:\s|$)", inside)
            return "\n".join(lines[number + 1 :]) if is_matter else "\n".join(lines)
    return "\n".join(lines)
