"""Advice on the AGENTS.md of a workspace: the search for better layouts, asked about a file on disk.

Importing this takes the Markdown parsers.
"""

from __future__ import annotations

from clawbudget.survival.advice import advise
from clawbudget.survival.attempts import Attempts
from clawbudget.survival.choosing import cut_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clawbudget.overview import Overview
    from clawbudget.survival.advice import Advice
    from clawbudget.survival.gains import Gain


def advice_on(overview: Overview) -> tuple[list[Advice] | None, Gain | None]:
    """Give what would bring most of AGENTS.md in front of the model, the best first; None if there is no AGENTS.md.

    Beside it stands what wrapping would do for its rule lines; None if it is whole, or has no long line to wrap.
    """
    file = overview["AGENTS.md"]
    if file.loss is None:
        return None, None
    text = "\n".join(file.loss.lines)
    cut = cut_of(text, file.loss.injected.limit, overview.release.contract)
    attempts = Attempts(text, overview.limits.max_line, cut) if cut and cut.is_certain else None
    is_told = attempts and file.lost and file.rule_lines and attempts.wrapped.changed
    gain = attempts.by_wrapping if attempts and is_told else None
    return advise(text, file.loss.injected, attempts), gain
