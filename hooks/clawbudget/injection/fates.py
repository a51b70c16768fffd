"""What becomes of each source line of a file: whether it reaches the prompt, and how much of it."""

from __future__ import annotations

from clawbudget.injection.prompt import WHOLE_FILE
from clawbudget.injection.trimming import HEAD, TAIL
from clawbudget.javascript import trim_end, widen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from clawbudget.injection.digest import Digest
    from clawbudget.injection.prompt import InjectedFile

WHOLE: Final = "whole"
CUT: Final = "cut"
IN_DIGEST: Final = "in the digest"
CUT_IN_DIGEST: Final = "cut in the digest"
LOST: Final = "lost"

ALL_FATES: Final = (WHOLE, CUT, IN_DIGEST, CUT_IN_DIGEST, LOST)


class Fate:
    """What becomes of a line: its ``kind``, and how many code units from its start and its end reach the prompt.

    WHOLE: all of it stands in the head or the tail. CUT: the end of the head or the start of the tail runs through it.
    IN_DIGEST and CUT_IN_DIGEST: the digest repeats it, with its white space collapsed; ``start`` then counts the units
    of it there. LOST: nothing of it reaches the prompt. Of several, the one that keeps most of the start is told.
    """

    __slots__ = ("end", "kind", "start")

    def __init__(self, kind: str, start: int = 0, end: int = 0) -> None:
        self.kind = kind
        self.start = start
        self.end = end


_WHOLE: Final = Fate(WHOLE)
_LOST: Final = Fate(LOST)


def line_fates(text: str, injected: InjectedFile) -> list[Fate]:
    """Tell the fate of each line of ``text``, the source of ``injected``, in order; lines end at U+000A.

    Blank lines have a fate like all others. White space at the end of the file is not injected but nothing is lost with
    it: the lines that hold nothing else count as WHOLE.
    """
    count = text.count("\n") + 1
    if injected.cause == WHOLE_FILE:
        return [_WHOLE] * count
    units = widen(trim_end(text))
    fates = _beside_digest(units, injected)
    fates += [_WHOLE if injected.parts else _LOST] * (count - len(fates))
    if injected.digest:
        for index, fate in _in_digest(injected.digest):
            fates[index] = _better(fates[index], fate)
    return fates


def _beside_digest(units: str, injected: InjectedFile) -> list[Fate]:
    """Tell the fates that the head and the tail alone give the lines."""
    head_end = injected.length_of(HEAD)
    tail_start = len(units) - injected.length_of(TAIL)
    last_of_head = units.count("\n", 0, head_end)
    first_of_tail = units.count("\n", 0, tail_start)
    count = units.count("\n") + 1
    fates = [_WHOLE] * last_of_head + [_LOST] * (count - last_of_head)
    fates[first_of_tail + 1 :] = [_WHOLE] * (count - first_of_tail - 1)
    for index, cut in ((last_of_head, head_end), (first_of_tail, tail_start)):
        start, end = _line_around(units, cut)
        fates[index] = _cut_line(end - start, max(0, head_end - start), max(0, end - tail_start))
    return fates


def _line_around(units: str, index: int) -> tuple[int, int]:
    """Give where the line around a cut before ``index`` starts and ends, without its line ending."""
    start = units.rfind("\n", 0, index) + 1
    end = units.find("\n", index)
    if end < 0:
        return start, len(units)
    return start, end - (end > start and units[end - 1] == "\r")


def _cut_line(length: int, start: int, end: int) -> Fate:
    if start + end >= length > 0:
        return _WHOLE
    return Fate(CUT, start, end) if start or end else _LOST


def _in_digest(digest: Digest) -> Iterator[tuple[int, Fate]]:
    """Give the fates of the lines in the digest; where the prompt itself is truncated, it is empty."""
    for index in digest.source_lines():
        line = digest.lines[index]
        if line.is_cut:
            yield index, Fate(CUT_IN_DIGEST, line.length - 1)  # less the ellipsis
        else:
            yield index, Fate(IN_DIGEST, line.length)


def _better(beside: Fate, in_digest: Fate) -> Fate:
    if beside.kind == WHOLE:
        return beside
    if in_digest.kind == CUT_IN_DIGEST and beside.start >= in_digest.start:
        return beside
    return Fate(in_digest.kind, in_digest.start, beside.end)
