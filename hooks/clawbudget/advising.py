"""Advice on the AGENTS.md of a workspace: the search for better layouts, asked about a file on disk.

Importing this takes the Markdown parsers.
"""

from __future__ import annotations

from clawbudget.survival.advice import advise
from clawbudget.survival.choosing import cut_of, wrap_for_survival
from clawbudget.survival.gains import Gain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clawbudget.overview import Overview
    from clawbudget.survival.advice import Advice


def advice_on(overview: Overview) -> list[Advice] | None:
    """Give what would bring most of AGENTS.md in front of the model, the best first; None if there is no AGENTS.md."""
    loss = overview["AGENTS.md"].loss
    if loss is None:
        return None
    text = "\n".join(loss.lines)
    return advise(text, loss.injected, overview.release.contract, overview.limits.max_line)


def gain_by_wrapping(overview: Overview) -> Gain | None:
    """Tell what wrapping AGENTS.md would do for its rule lines; None if it is whole, or has no long line to wrap."""
    file = overview["AGENTS.md"]
    if not file.loss or not file.lost or not file.rule_lines:
        return None
    text = "\n".join(file.loss.lines)
    cut = cut_of(text, file.loss.injected.limit, overview.release.contract)
    if cut is None or not cut.is_certain:
        return None
    max_line = overview.limits.max_line
    wrapped = wrap_for_survival(text, max_line, cut)
    return Gain(text, wrapped.text, wrapped.changed, max_line, cut) if wrapped.changed else None
