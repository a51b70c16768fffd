"""Cutting one file to its limit, as OpenClaw does it: a head and a tail with a marker between them.

An AGENTS.md has a policy digest between its markers, in the releases that make one. All texts here are widened (one
character per UTF-16 code unit) until they are put into parts.
"""

from __future__ import annotations

from clawbudget.injection.digest import Digest, LineReader
from clawbudget.javascript import narrow, splits_pair, trim_end, truncate, widen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from clawbudget.releases import Contract

HEAD: Final = "head"
DIGEST: Final = "digest"
TAIL: Final = "tail"
MARKER: Final = "marker"

_MIN_CONTENT: Final = 16
"""Code units of content that must fit beside the full marker; else the compact one is used."""


class Part:
    """A stretch of injected text: its ``origin``, its ``text`` and ``length``, and where it starts in the source.

    ``origin`` is HEAD, DIGEST, TAIL or MARKER (OpenClaw's own words and the newlines around them). ``start`` counts
    code units from the source's beginning; only a HEAD or TAIL has one.
    """

    __slots__ = ("length", "origin", "start", "text")

    def __init__(self, origin: str, units: str, start: int | None = None) -> None:
        self.origin = origin
        self.text = narrow(units)
        self.length = len(units)
        self.start = start


class Trimmed:
    """What is left of a file: its ``parts`` in order, its whole length (``raw``), and the ``digest`` if it has one."""

    __slots__ = ("digest", "parts", "raw")

    def __init__(self, raw: int, parts: list[Part], digest: Digest | None = None) -> None:
        self.raw = raw
        self.parts = parts
        self.digest = digest


def trim(name: str, text: str, limit: int, contract: Contract, reader: LineReader | None = None) -> Trimmed:
    """Trim the file called ``name`` to ``limit`` (at least 1) code units, as releases under ``contract`` do it.

    A ``reader`` made for ``contract.digest`` and kept between calls spares it from reading the same lines again.
    """
    text = trim_end(text)
    units = widen(text)
    if len(units) <= limit:
        return Trimmed(len(units), _join(limit, (HEAD, units, 0)))
    if name == "AGENTS.md" and contract.digest:
        reader = reader or LineReader(contract.digest)
        digest = Digest.of(text, int(limit * 0.35), reader)
        return _trim_with_digest(name, units, limit, digest, pair_safe=contract.pair_safe)
    return _trim_with_marker(name, units, limit, pair_safe=contract.pair_safe)


def _trim_with_marker(name: str, units: str, limit: int, *, pair_safe: bool) -> Trimmed:
    marker = _Marker(name, len(units))
    marker.is_full = limit - marker.length(0, 0) - 2 >= _MIN_CONTENT
    head, tail = _shares(marker, limit)
    head_text = units[: _head_end(units, head, pair_safe=pair_safe)]
    tail_start = _tail_start(units, tail, pair_safe=pair_safe)
    separator = "\n" if marker.is_full else ""
    middle = separator * bool(head_text) + marker.text(head, tail) + separator * (tail_start < len(units))
    parts = _join(limit, (HEAD, head_text, 0), (MARKER, middle, None), (TAIL, units[tail_start:], tail_start))
    return Trimmed(len(units), parts)


class _Marker:
    """The marker between head and tail, which states how much of both was kept of a text of ``total`` code units."""

    __slots__ = ("is_full", "name", "total")

    def __init__(self, name: str, total: int) -> None:
        self.name = name
        self.total = total
        self.is_full = True

    def text(self, head: int, tail: int) -> str:
        if self.is_full:
            return f"\n{_pointer(self.name)}\n…(truncated {self.name}: kept {head}+{tail} chars of {self.total})…\n"
        return f"[…truncated {head}+{tail}/{self.total}]"

    def length(self, head: int, tail: int) -> int:
        """Give the marker's length together with the newlines that part a full one from head and tail."""
        separators = (head > 0) + (tail > 0) if self.is_full else 0
        return len(self.text(head, tail)) + separators


def _pointer(name: str) -> str:
    return f"[...truncated, read {name} for full content...]"


def _shares(marker: _Marker, limit: int) -> tuple[int, int]:
    """Share the room beside the marker between head and tail: three quarters and one."""
    head, tail = _first_shares(marker, limit)
    overflow = head + tail + marker.length(head, tail) - limit
    if tail and overflow > 0:
        tail -= overflow  # a digit that the marker grew by at last, which is always less than the tail
    if not (head or tail) and 1 + marker.length(1, 0) <= limit:
        head = 1
    return head, tail


def _first_shares(marker: _Marker, limit: int) -> tuple[int, int]:
    shares = (0, 0)
    for _ in range(3):  # the marker's own length depends on the numbers in it
        room = max(0, limit - marker.length(*shares))
        shares = (room * 3 // 4, room // 4)
    return shares


def _trim_with_digest(name: str, units: str, limit: int, digest: Digest, *, pair_safe: bool) -> Trimmed:
    head, tail = int(limit * 0.45), int(limit * 0.15)
    parts = _render(name, units, head, tail, digest, pair_safe=pair_safe)
    while (overflow := _length(parts) - limit) > 0 and (tail > 0 or head > 1 or digest.budget > 0):
        if tail > 0:
            tail = max(0, tail - overflow)
        elif head > 1:
            head = max(1, head - overflow)
        else:
            digest = digest.shrunk_to(max(0, digest.budget - overflow))
        parts = _render(name, units, head, tail, digest, pair_safe=pair_safe)
    return Trimmed(len(units), _join(limit, *parts), digest)


_Draft = tuple[str, str, int | None]


def _render(name: str, units: str, head: int, tail: int, digest: Digest, *, pair_safe: bool) -> list[_Draft]:
    head_text = units[: _head_end(units, head, pair_safe=pair_safe)]
    tail_start = _tail_start(units, tail, pair_safe=pair_safe)
    digest_text = widen(digest.text())
    before = "\n" * bool(head_text) + _pointer(name) + "\n"
    after = f"…(truncated {name}: kept {head}+policy {digest.length}+{tail} chars of {len(units)})…"
    if digest.omitted:
        after = f"[...{digest.omitted} more policy lines omitted...]\n{after}"
    if digest_text:
        before += f"[Policy digest from {name}]\n"
        after = f"\n{after}"
    if tail_start < len(units):
        after += "\n"
    return [
        (HEAD, head_text, 0),
        (MARKER, before, None),
        (DIGEST, digest_text, None),
        (MARKER, after, None),
        (TAIL, units[tail_start:], tail_start),
    ]


def _length(drafts: list[_Draft]) -> int:
    return sum(len(units) for _, units, _ in drafts)


def _head_end(units: str, count: int, *, pair_safe: bool) -> int:
    return count - (pair_safe and splits_pair(units, count))


def _tail_start(units: str, count: int, *, pair_safe: bool) -> int:
    start = len(units) - count
    return start + (pair_safe and splits_pair(units, start))


def _join(limit: int, *drafts: _Draft) -> list[Part]:
    """Make parts of the drafts that are not empty, and truncate them together to ``limit`` code units."""
    parts = []
    room = limit
    for origin, units, start in drafts:
        kept = truncate(units, room)
        room -= len(kept)
        if kept:
            parts.append(Part(origin, kept, start))
        if len(kept) < len(units):
            break
    return parts
