"""What wrapping and splitting make of one AGENTS.md that OpenClaw cuts, and what its rules gain by either."""

from __future__ import annotations

from functools import cached_property

from clawbudget.survival.choosing import split_for_survival, wrap_for_survival
from clawbudget.survival.gains import Gain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clawbudget.survival.reach import Cut
    from clawbudget.wrapping.engine import Wrapped


class Attempts:
    """The text of an AGENTS.md laid out for a ``cut`` in two ways, each when it is first asked for, and once."""

    def __init__(self, text: str, max_line: int, cut: Cut) -> None:
        self.text = text
        self.max_line = max_line
        self.cut = cut

    @cached_property
    def wrapped(self) -> Wrapped:
        """The text with its long lines wrapped."""
        return wrap_for_survival(self.text, self.max_line, self.cut)

    @cached_property
    def divided(self) -> Wrapped:
        """The text with list items and paragraphs split as well."""
        return split_for_survival(self.text, self.max_line, self.cut, wrapped=self.wrapped)

    @cached_property
    def by_wrapping(self) -> Gain:
        """What wrapping gains."""
        return self._gain(self.wrapped)

    @cached_property
    def by_splitting(self) -> Gain:
        """What splitting gains."""
        return self._gain(self.divided)

    def _gain(self, laid_out: Wrapped) -> Gain:
        return Gain(self.text, laid_out.text, laid_out.changed, self.max_line, self.cut)
