"""Splits long list items and paragraphs of an AGENTS.md where that keeps more than wrapping them, with a proof."""

from __future__ import annotations

from clawbudget.survival.choosing import Search
from clawbudget.survival.reach import Survey
from clawbudget.survival.splits import SplitDocument, Splits
from clawbudget.wrapping.candidates import find_candidates
from clawbudget.wrapping.document import Document
from clawbudget.wrapping.parsers import is_too_deep
from clawbudget.wrapping.proof import Proof

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from clawbudget.survival.reach import Cut


def split(text: str, max_line: int, cut: Cut, *, cjk: bool) -> SplitDocument:
    """Split the lines of ``text`` for which the model says so, as far as the proof allows."""
    nothing = SplitDocument(text, {}, [])
    if is_too_deep(text):
        return nothing
    document = Document(text)
    injected = cut.injected(text)
    lines = find_candidates(document, max_line, cjk=cjk).lines
    if not lines or injected.digest is None:
        return nothing
    splits = Splits(document, text)
    search = Search(Survey(text, max_line), lines, cut, injected)
    search.run()
    return _proved(splits, search.split(splits), document)


def _proved(splits: Splits, chosen: Mapping[int, Sequence[str]], document: Document) -> SplitDocument:
    """Make the splits that can be proved: all of them together, or else those that can be made one after the other."""
    proof = Proof(document.part(document.front, len(document), {}))
    divided = splits.document(chosen)
    if not chosen or _holds(proof, divided, document):
        return divided
    kept: dict[int, Sequence[str]] = {}
    for number, pieces in chosen.items():
        if _holds(proof, splits.document({**kept, number: pieces}), document):
            kept[number] = pieces
    return splits.document(kept)


def _holds(proof: Proof, divided: SplitDocument, document: Document) -> bool:
    lines = divided.text.removeprefix("\ufeff").split("\n")
    return proof.holds("\n".join(lines[document.front :]), frozenset(divided.seams))
