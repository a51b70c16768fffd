"""Wraps an AGENTS.md so that, once OpenClaw cuts it, as much as possible of its rules still reaches the model."""

from __future__ import annotations

from clawbudget.injection.trimming import HEAD, TAIL
from clawbudget.javascript import length, trim_end
from clawbudget.survival.outlook import LONG, RULE, Outlook
from clawbudget.survival.proposals import BEST, WAYS, Proposer
from clawbudget.survival.reach import Cut, Survey, ink
from clawbudget.wrapping.engine import Wrapped, Wrapping
from clawbudget.wrapping.layouts import best_layout, greedy_layout
from clawbudget.wrapping.successive import together

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from clawbudget.injection.prompt import InjectedFile
    from clawbudget.releases import Contract
    from clawbudget.survival.splits import Splits
    from clawbudget.wrapping.layouts import Layout, LongLine

_LEAST_SIZE: Final = 2_000
"""A smaller file has to grow so much before it is cut that nothing of its present shape tells what will be lost."""

_MOST_EFFORT: Final = 2_000_000
"""Candidates to look at while searching, at most."""

_MOST_COMPARED: Final = 400_000
"""Characters of a file that is also wrapped greedily, and split, to compare what came of it: it takes several runs."""

_ROUNDS: Final = 2

_LEAST_SAVED: Final = 20
"""Ink that each further item or paragraph has to save: a split for less does more to a file than for it."""

_MOST_SPLITS: Final = 64
"""Lines that are split in one file, at most."""


def cut_of(text: str, limit: int, contract: Contract) -> Cut | None:
    """Tell how an AGENTS.md with this text is cut: if it fits its ``limit``, as if it were just over it.

    None if nothing can be said: the release makes no digest, or the file is far too small.
    """
    size = length(trim_end(text))
    if not contract.digest or (size <= limit and size < _LEAST_SIZE):
        return None
    is_certain = size > limit
    return Cut(contract, limit if is_certain else size - 1, is_certain=is_certain)


def wrap_for_survival(text: str, max_line: int, cut: Cut, *, cjk: bool = True) -> Wrapped:
    """Wrap as ``wrapping.engine.wrap`` does, with breaks that keep most once the file is ``cut``.

    First the ink of rule lines counts that reaches the model, then that of over-long lines, then how few pieces there
    are. The result keeps no less than greedy wrapping whose breaks can all be proved.
    """
    choice = Choice(text, max_line, cut)
    wrapping = Wrapping(text, max_line, cjk=cjk)
    chosen = wrapping.by(choice)
    if not chosen.changed or len(text) > _MOST_COMPARED:
        return chosen
    worth = _worth(choice.survey, chosen, cut)
    if _worth(choice.survey, wrapping.draft(_greedy_layouts), cut) <= worth:
        return chosen
    greedy = wrapping.by(_greedy_layouts)
    return greedy if _worth(choice.survey, greedy, cut) > worth else chosen


def split_for_survival(
    text: str, max_line: int, cut: Cut, *, cjk: bool = True, wrapped: Wrapped | None = None
) -> Wrapped:
    """Wrap like ``wrap_for_survival``, and split lines where that keeps more than wrapping them.

    A list item or a paragraph may become several. It is proved that with these joined again the document means the
    same. The result keeps no less than wrapping alone: ``wrapped``, if that was tried before.
    """
    wrapped = wrapped or wrap_for_survival(text, max_line, cut, cjk=cjk)
    if not wrapped.changed or len(text) > _MOST_COMPARED:
        return wrapped
    from clawbudget.survival.splitting import split

    divided = split(text, max_line, cut, cjk=cjk)
    if not divided.counts:
        return wrapped
    rest = wrap_for_survival(divided.text, max_line, cut, cjk=cjk)
    both = Wrapped(rest.text, *together(text, divided.counts, rest))
    survey = Survey(text, max_line)
    is_better = survey.score(both.text, both.changed, cut) > survey.score(wrapped.text, wrapped.changed, cut)
    return both if is_better else wrapped


def _worth(survey: Survey, wrapped: Wrapped, cut: Cut) -> tuple[int, int, int]:
    return *survey.score(wrapped.text, wrapped.changed, cut), -sum(wrapped.changed.values())


def _greedy_layouts(lines: Sequence[LongLine]) -> list[Layout]:
    return [greedy_layout(line) for line in lines]


class Choice:
    """Chooses layouts for the long lines of one AGENTS.md; to be given to ``wrapping.engine.wrap``."""

    def __init__(self, text: str, max_line: int, cut: Cut) -> None:
        self.survey = Survey(text, max_line)
        self._text = text
        self._cut = cut
        self._known: dict[tuple[object, ...], Layout] | None = None

    def __call__(self, lines: Sequence[LongLine]) -> list[Layout]:
        """Give a layout for each line: what was chosen when all of the file's lines were asked for, if it was there."""
        if self._known is None:
            self._known = self._decide(lines)
        return [self._known.get(_identity(line)) or best_layout(line) for line in lines]

    def _decide(self, lines: Sequence[LongLine]) -> dict[tuple[object, ...], Layout]:
        injected = self._cut.injected(self._text)
        if injected.digest is None:
            return {}
        search = Search(self.survey, lines, self._cut, injected)
        search.run()
        return {_identity(line): layout for line, layout in zip(lines, search.layouts(), strict=True)}


def _identity(line: LongLine) -> tuple[object, ...]:
    return line.number, line.content, tuple(place.end for place in line.breaks)


class Search:
    """Goes through the long lines and changes the layout of one at a time, as long as something is gained."""

    def __init__(self, survey: Survey, lines: Sequence[LongLine], cut: Cut, injected: InjectedFile) -> None:
        assert injected.digest is not None
        self._lines = lines
        self._rules = survey.rules
        worth = [
            0 if is_beside else RULE * (index in survey.rules) + LONG * (index in survey.long)
            for index, is_beside in enumerate(_are_beside_digest(survey.lines, injected))
        ]
        self._is_beside = [not worth[line.number] for line in lines]
        self._outlook = Outlook(survey.lines, worth, injected.digest.budget, cut.reader)
        self._number = cut.reader.number
        self._examined = self._worth_examining()
        self._options = list(self._proposals(Proposer(self._number)))
        self._taken = [BEST] * len(lines)
        self._known_gain: int | None = None
        for place in range(len(lines)):
            self._lay_out(place)

    def layouts(self) -> Iterator[Layout]:
        """Give the layout taken for each line."""
        return (options[taken] for options, taken in zip(self._options, self._taken, strict=True))

    def run(self) -> None:
        """Start from the best way to treat all lines alike, and improve it line by line."""
        recipes = [[way] * len(self._lines) for way in range(WAYS)]
        self._take_all(max(recipes, key=self._value_with))
        for _ in range(_ROUNDS):
            if not sum(map(self._improve, self._examined)):
                break
        for place in self._examined:
            self._choose(place, [BEST, self._taken[place]])

    def split(self, splits: Splits) -> dict[int, list[str]]:
        """Split lines, by their number, where that gains; give the pieces of each. Comes after ``run``."""
        proposer = Proposer(self._number)
        found: dict[int, list[str]] = {}
        for place in self._examined:
            line = self._lines[place]
            if len(found) == _MOST_SPLITS or (whole := splits.of(line)) is None:
                continue
            gain = self._outlook.gain()
            layouts = proposer.splits(whole, are_items=splits.are_items(line.number))
            values = {layout: self._value_split(splits, whole, layout) for layout in layouts}
            best = max(values, key=lambda layout: values[layout])
            if values[best] > gain:
                self._value_split(splits, whole, best)
                found[line.number] = whole.pieces(best)
            else:
                self._lay_out(place)
        return found

    def _value_split(self, splits: Splits, line: LongLine, layout: Layout) -> int:
        """Split a line, and give what is gained then, less what each further piece has to save."""
        pieces = splits.between(line.pieces(layout), line.number)
        self._outlook.lay_out(line.number, pieces, added=ink(line.prefix))
        least = _LEAST_SAVED * (RULE if line.number in self._rules else LONG)
        return self._outlook.gain() - least * len(layout)

    def _worth_examining(self) -> list[int]:
        """Choose the lines to examine: those in head and tail, then the others in order, as far as the effort goes."""
        most = _MOST_EFFORT // ((self._outlook.candidates() + 50) * WAYS * (_ROUNDS + 1))
        return sorted(sorted(range(len(self._lines)), key=lambda place: not self._is_beside[place])[:most])

    def _proposals(self, proposer: Proposer) -> Iterator[list[Layout]]:
        examined = frozenset(self._examined)
        for place, line in enumerate(self._lines):
            if place in examined:
                following = self._outlook.priority_at(line.number + 1)
                yield proposer.layouts(line, following, is_beside=self._is_beside[place])
            else:
                yield [best_layout(line)] * WAYS

    def _improve(self, place: int) -> bool:
        before = self._taken[place]
        self._choose(place, [before, *(way for way in range(WAYS) if way != before)])
        return self._taken[place] != before

    def _choose(self, place: int, ways: Sequence[int]) -> None:
        """Take the best of these ways, the first of those that are equally good."""
        best, best_value = self._taken[place], None
        tried: set[Layout] = set()
        for way in ways:
            layout = self._options[place][way]
            if layout in tried:
                continue
            tried.add(layout)
            self._take(place, way)
            value = self._gain(), -len(layout)
            if best_value is None or value > best_value:
                best, best_value = way, value
        self._take(place, best)
        if best_value is not None:
            self._known_gain = best_value[0]

    def _value_with(self, ways: Sequence[int]) -> tuple[int, int]:
        self._take_all(ways)
        return self._gain(), -sum(map(len, self.layouts()))

    def _gain(self) -> int:
        """Give what is gained with the layouts that are taken; it is counted anew only after one was changed."""
        if self._known_gain is None:
            self._known_gain = self._outlook.gain()
        return self._known_gain

    def _take_all(self, ways: Sequence[int]) -> None:
        for place, way in enumerate(ways):
            self._take(place, way)

    def _take(self, place: int, way: int) -> None:
        options, before = self._options[place], self._taken[place]
        self._taken[place] = way
        if options[way] != options[before]:
            self._lay_out(place)

    def _lay_out(self, place: int) -> None:
        line = self._lines[place]
        self._outlook.lay_out(line.number, line.pieces(self._options[place][self._taken[place]]))
        self._known_gain = None


def _are_beside_digest(lines: Sequence[str], injected: InjectedFile) -> Iterator[bool]:
    """Tell of each line whether it stands in the head or the tail, and so reaches the model without the digest."""
    head = injected.length_of(HEAD)
    tail_start = injected.raw - injected.length_of(TAIL)
    start = 0
    for line in lines:
        end = start + length(line)
        yield end <= head or start >= tail_start
        start = end + 1
