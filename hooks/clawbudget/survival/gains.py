"""What a new layout of an AGENTS.md that is cut gained: how many rule lines reach the model whole, before and after."""

from __future__ import annotations

from clawbudget.survival.reach import Survey

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from clawbudget.survival.reach import Cut


class Gain:
    """How many of the ``rules`` (lines of the old text) reach the model whole ``before`` and ``after``.

    ``ink_before`` and ``ink_after`` count what of these lines reaches the model, as in ``reach``.
    """

    __slots__ = ("after", "before", "ink_after", "ink_before", "rules")

    def __init__(self, text: str, new_text: str, counts: Mapping[int, int], max_line: int, cut: Cut) -> None:
        survey = Survey(text, max_line)
        self.rules = len(survey.rules)
        self.before = survey.whole_rules(text, {}, cut)
        self.after = survey.whole_rules(new_text, counts, cut)
        self.ink_before = survey.score(text, {}, cut)[0]
        self.ink_after = survey.score(new_text, counts, cut)[0]
