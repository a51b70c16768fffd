"""Bars: how the budget is spent, how much of a file is left, and where in it the lost lines are."""

from __future__ import annotations

from clawbudget.injection.fates import IN_DIGEST, WHOLE
from clawbudget.javascript import length
from clawbudget.reports.xray.markup import css_class, element, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

    from clawbudget.losses import FileLoss
    from clawbudget.overview import FileOverview, Overview
    from clawbudget.reports.xray.markup import Markup

_CELLS: Final = 400
"""A strip is drawn of at most about so many pieces, whatever the size of the file."""

_LABELLED_SHARE: Final = 0.09
"""From this share of a bar on, a piece has room for its name."""


def budget_bar(overview: Overview) -> Markup:
    """Draw what of the total limit each file takes."""
    limit = max(overview.limits.max_total, overview.injected)
    files = [file for file in overview.files if file.injected]
    pieces = [_budget_piece(file, limit, odd=index % 2 == 1) for index, file in enumerate(files)]
    pieces.append(_piece("free", limit - overview.injected, ""))
    told = ", ".join(f"{file.name} {file.injected:,}" for file in files)
    label = f"{overview.injected:,} of {overview.limits.max_total:,} characters are used: {told}"
    return element("div", *pieces, class_="bar budget", role="img", aria_label=label)


def _budget_piece(file: FileOverview, limit: int, *, odd: bool) -> Markup:
    name = file.name.removesuffix(".md") if file.injected >= limit * _LABELLED_SHARE else ""
    title = f"{file.name} {file.injected:,}"
    return _piece("spent odd" if odd else "spent", file.injected, name, title)


def file_bar(file: FileOverview) -> Markup:
    """Draw what of a file is kept and lost, on the scale of its limit."""
    kept = file.raw - file.lost
    pieces = (
        _piece("whole", kept, ""),
        _piece("lost", file.lost, ""),
        _piece("free", max(file.limit - file.raw, 0), ""),
    )
    return element("div", *pieces, class_="bar small", role="img", aria_label=f"{kept:,} kept, {file.lost:,} lost")


def strip(loss: FileLoss, rules: Iterable[int]) -> Markup:
    """Draw a file from its first line to its last: what becomes of each stretch, and below it where its rules are."""
    sizes = [length(line) + 1 for line in loss.lines]
    kinds = [fate.kind for fate in loss.fates]
    pieces = [_piece(css_class(kind), size, "") for kind, size in _stretches(sizes, kinds)]
    return join(
        element("div", *pieces, class_="bar strip", role="img", aria_label="The file from its start to its end"),
        element("div", *_ticks(loss, sizes, rules), class_="ticks", aria_hidden="true"),
    )


def _piece(kind: str, size: int, text: str, title: str | None = None) -> Markup:
    return element("span", text, class_=kind, style=f"flex-grow:{size}", title=title) if size else join()


def _stretches(sizes: list[int], kinds: list[str]) -> Iterator[tuple[str, int]]:
    """Give kind and size of stretches wide enough to be seen: lines alike, or short ones under their main kind."""
    least = sum(sizes) / _CELLS
    found: dict[str, int] = {}
    last = ""
    for kind, size in zip(kinds, sizes, strict=True):
        if kind != last and sum(found.values()) >= least:
            yield _main(found)
            found = {}
        found[kind] = found.get(kind, 0) + size
        last = kind
    yield _main(found)


def _main(found: dict[str, int]) -> tuple[str, int]:
    return max(found, key=lambda kind: found[kind]), sum(found.values())


def _ticks(loss: FileLoss, sizes: list[int], rules: Iterable[int]) -> Iterator[Markup]:
    """Draw a tick for each rule line, one for all that would stand at the same place."""
    wanted = set(rules)
    total = sum(sizes)
    places: dict[int, bool] = {}
    start = 0
    for index, size in enumerate(sizes):
        if index in wanted:
            place = (2 * start + size) * _CELLS // (2 * total)
            is_whole = loss.fates[index].kind in (WHOLE, IN_DIGEST)
            places[place] = places.get(place, True) and is_whole
        start += size
    for place, is_whole in places.items():
        yield element("i", class_=None if is_whole else "gone", style=f"left:{place * 100 / _CELLS:g}%")
