"""The line ends that git gives a file on checkout, by its attributes and the configuration."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from clawbudget.git import Repository

_TRUE: Final = ("true", "yes", "on", "1")


def as_checked_out(repository: Repository, path: str, data: bytes) -> bytes:
    """Give what git writes for a blob at ``path`` (from the root, with slashes), filters left out. Raises GitError."""
    text = _turns_line_feeds(repository, path)
    if not text or (text == "auto" and (b"\r" in data or b"\0" in data)):
        return data
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def _turns_line_feeds(repository: Repository, path: str) -> str:
    """Tell whether git writes line feeds as CRLF: ``"set"``, ``"auto"`` if the content decides, or ``""`` if not.

    gitattributes(5), ``text`` and ``eol``; git-config(1), ``core.autocrlf`` and ``core.eol``.
    """
    attributes = repository.attributes(path, "text", "eol")
    text, eol = attributes["text"], attributes["eol"]
    if text == "unset":
        return ""
    if eol in ("crlf", "lf"):
        kind = "auto" if text == "auto" else "set"
        return kind if eol == "crlf" else ""
    kind = "set" if text == "set" else "auto"
    converts = repository.configured("core.autocrlf")
    if converts in _TRUE:
        return kind
    is_crlf = converts != "input" and repository.configured("core.eol") == "crlf"
    return kind if is_crlf and text in ("set", "auto") else ""
