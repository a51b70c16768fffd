"""Splitting long items and paragraphs: what becomes of the document, its proof, and where it is done."""

from __future__ import annotations

import re

import pytest

from clawbudget.releases import CONTRACTS
from clawbudget.survival.choosing import split_for_survival, wrap_for_survival
from clawbudget.survival.reach import Cut, Survey
from clawbudget.survival.splits import Splits
from clawbudget.wrapping.candidates import find_candidates
from clawbudget.wrapping.document import Document
from clawbudget.wrapping.proof import Proof
from test_survival import RELEASES, SMALL_FILES, cut, middle

ONE = "Never feed the cat twice a day."
TWO = "Ask the owner before you do."
THREE = "The bowl is blue."


def split_all(text: str, max_line: int = 60) -> str | None:
    """Split every line that may be split at every sentence end; None if it can't be proved."""
    document = Document(text)
    splits = Splits(document, text)
    lines = find_candidates(document, max_line, cjk=True).lines
    found = [whole for line in lines if (whole := splits.of(line))]
    divided = splits.document({whole.number: whole.pieces(whole.breaks) for whole in found})
    proof = Proof(document.part(document.front, len(document), {}))
    after = "\n".join(divided.text.removeprefix("\ufeff").split("\n")[document.front :])
    return divided.text if proof.holds(after, divided.seams) else None


SPLIT = {
    "an item": (f"- {ONE} {TWO}\n", f"- {ONE}\n- {TWO}\n"),
    "with carriage returns": (f"* {ONE} {TWO}\r\n* x\r\n", f"* {ONE}\r\n* {TWO}\r\n* x\r\n"),
    "last line without an end": (f"- {ONE} {TWO}", f"- {ONE}\n- {TWO}"),
    "three sentences": (f"- {ONE} {TWO} {THREE}\n", f"- {ONE}\n- {TWO}\n- {THREE}\n"),
    "a paragraph": (f"{ONE} {TWO}\n\nnext\n", f"{ONE}\n\n{TWO}\n\nnext\n"),
    "a sub-list stays with the last piece": (
        f"- {ONE} {TWO}\n  - sub\n- next\n",
        f"- {ONE}\n- {TWO}\n  - sub\n- next\n",
    ),
    "the rest of the paragraph stays with the last piece": (
        f"- {ONE} {TWO}\n  and that is all\n",
        f"- {ONE}\n- {TWO}\n  and that is all\n",
    ),
    "a nested item": (f"- x\n  - {ONE} {TWO}\n  - y\n", f"- x\n  - {ONE}\n  - {TWO}\n  - y\n"),
    "an item in a quote": (f"> - {ONE} {TWO}\n> - y\n", f"> - {ONE}\n> - {TWO}\n> - y\n"),
    "an ordered list counts on": (
        f"1. x\n2. {ONE} {TWO}\n3. y\n4. {TWO} {ONE}\n5. z\n",
        f"1. x\n2. {ONE}\n3. {TWO}\n4. y\n5. {TWO}\n6. {ONE}\n7. z\n",
    ),
    "and gets wider": (f"8. {ONE} {TWO}\n9. y\n", f"8. {ONE}\n9. {TWO}\n10. y\n"),
    "an ordered list of ones": (f"1. x\n1. {ONE} {TWO}\n1. y\n", f"1. x\n1. {ONE}\n1. {TWO}\n1. y\n"),
    "a loose list": (f"1) {ONE} {TWO}\n\n2) y\n", f"1) {ONE}\n2) {TWO}\n\n3) y\n"),
    "lists inside count by themselves": (
        f"1. {ONE} {TWO}\n   1. a\n   2. b\n2. y\n",
        f"1. {ONE}\n2. {TWO}\n   1. a\n   2. b\n3. y\n",
    ),
    "behind emphasis, not within": (
        f"- **Wash it. Dry it.** Then rest a little. {THREE}\n",
        f"- **Wash it. Dry it.**\n- Then rest a little.\n- {THREE}\n",
    ),
    "clauses that stand by themselves": (
        "- The cat gets its food at seven; the dog gets its water at eight\n",
        "- The cat gets its food at seven;\n- the dog gets its water at eight\n",
    ),
    "not in brackets or quotation marks": (
        f"- {ONE} (So. Is. It.) And “so. Is. That.” {TWO}\n",
        f"- {ONE}\n- (So. Is. It.)\n- And “so. Is. That.”\n- {TWO}\n",
    ),
    "front matter": (f"---\na: b\n---\n- {ONE} {TWO}\n", f"---\na: b\n---\n- {ONE}\n- {TWO}\n"),
    "behind code of several lines": (
        f"- a\n  ```\n  x\n  y\n  ```\n\n> ```\n> x\n> y\n> ```\n\n- {ONE} {TWO}\n",
        f"- a\n  ```\n  x\n  y\n  ```\n\n> ```\n> x\n> y\n> ```\n\n- {ONE}\n- {TWO}\n",
    ),
    "behind code with carriage returns": (
        f"```\r\nx\r\ny\r\n```\r\n- {ONE} {TWO}\r\n",
        f"```\r\nx\r\ny\r\n```\r\n- {ONE}\r\n- {TWO}\r\n",
    ),
    "a byte order mark": (f"\ufeff# T\n\n- {ONE} {TWO}\n", f"\ufeff# T\n\n- {ONE}\n- {TWO}\n"),
}

LEFT_WHOLE = {
    "a task": f"- [ ] {ONE} {TWO}\n",
    "a paragraph in an item": f"- x\n\n  {ONE} {TWO}\n",
    "a later line of a paragraph": f"- x\n  {ONE} {TWO}\n",
    "all in emphasis": f"- **{ONE} {TWO}**\n",
    "all in a link": f"- [{ONE} {TWO}](x)\n",
    "code": f"- `{ONE} {TWO}`\n",
    "a quote": f"> {ONE} {TWO}\n",
    "a table row": f"| a |\n|---|\n| {ONE} {TWO} |\n",
    "a list that another goes on with": f"1. {ONE} {TWO}\n\n```\nx\n```\n\n2. y\n",
    "a list whose items the text names": f"See step 2.\n\n1. {ONE} {TWO}\n2. y\n",
    "and in Chinese": f"1. {ONE} {TWO}\n2. 见第1步。\n",
    "sentences in brackets": f"- Here (see below. {ONE} {TWO} And so on.) {'word ' * 5}\n",
    "what is forbidden": "- Never feed the cat; give the dog its water; go away for longer than a day\n",
    "what depends on something": "- Feed the cat if it is at home; give the dog its water; water the flowers\n",
    "what is obliged elsewhere": "- Нельзя кормить кошку дважды в день; давать собаке её воду; и уходить надолго\n",
    "an enumeration": "- Feed the cat of the neighbours, the dog of the family, the fish in the pond\n",
    "an abbreviation": "- Die Rechnung vom 12. Mai an die Fa. Krause in der Karl-Liebknecht-Str. 12 senden\n",
    "no sentence and no clause": f"- {'word ' * 20}\n",
}


@pytest.mark.parametrize(("text", "expected"), SPLIT.values(), ids=SPLIT)
def test_what_a_split_looks_like(text: str, expected: str) -> None:
    assert split_all(text, 50) == expected


@pytest.mark.parametrize("text", LEFT_WHOLE.values(), ids=LEFT_WHOLE)
def test_what_is_not_split(text: str) -> None:
    assert split_all(text, 50) == text


NO_PROOF = {
    "a word changed": ("- one. two\n", "- one.\n- too\n", [2]),
    "an item that is no seam": ("- one. two\n", "- one.\n- two\n", []),
    "a seam that is none": ("- one\n- two\n", "- one\n- two\n", [2]),
    "emphasis cut": ("- **one. two**\n", "- **one.\n- two**\n", [2]),
    "one level deeper": ("- one. two\n", "- one.\n  - two\n", [2]),
    "a sub-list that moved": ("- one. two\n  - sub\n", "- one.\n  - sub\n- two\n", [3]),
    "a list that became loose": ("- one. two\n- three\n", "- one.\n\n- two\n- three\n", [3]),
    "another list": ("- one. two\n", "- one.\n* two\n", [2]),
    "a heading": ("- one. two\n", "- one.\n- # two\n", [2]),
}


@pytest.mark.parametrize(("before", "after", "seams"), NO_PROOF.values(), ids=NO_PROOF)
def test_what_the_proof_refuses(before: str, after: str, seams: list[int]) -> None:
    assert not Proof(before).holds(after, seams)


RULE = (
    "- You must never skip this: Before you touch the pump of the greenhouse, read its log from start to end and tell "
    "the household what you will do. Somebody has to stand beside the valve all the time, and that person holds the "
    "telephone with the number of the plumber on its screen, just in case."
)


@pytest.mark.parametrize(
    "contract", [contract for contract in CONTRACTS if contract.digest], ids=lambda c: str(c.since)
)
def test_a_rule_of_two_sentences_in_the_middle_survives_whole(contract: object) -> None:
    from clawbudget.releases import Contract

    assert isinstance(contract, Contract)
    line = "Prose about nothing in particular, that only fills the page and says no word of any weight.\n"
    text = (line * 108 + f"\n{RULE}\n\n" + line * 140)[:21_400]
    here = Cut(contract, contract.max_file)
    survey = Survey(text, 240)
    assert (len(text), len(RULE) // 10, survey.whole_rules(text, {}, here)) == (21_400, 29, 0)
    divided = split_for_survival(text, 240, here)
    assert survey.whole_rules(divided.text, divided.changed, here) == 1


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("name", [name for name, _ in SMALL_FILES])
def test_never_below_wrapping(name: str, release: str) -> None:
    text = dict(SMALL_FILES)[name]
    survey = Survey(text, 240)
    wrapped, divided = (way(text, 240, cut(release)) for way in (wrap_for_survival, split_for_survival))
    kept = survey.score(divided.text, divided.changed, cut(release))
    assert kept >= survey.score(wrapped.text, wrapped.changed, cut(release))
    assert _words(divided.text) == _words(text)
    assert split_for_survival(divided.text, 240, cut(release)).text == divided.text


def _words(text: str) -> str:
    """Give the text without list markers and blanks."""
    return re.sub(r"\s", "", re.sub(r"^[ \t]*(?:-|\d+\.) ", "", text, flags=re.MULTILINE))


def test_no_more_pieces_than_save_something() -> None:
    sentences = [
        "Never be late.",
        *(f"The cat of house {number} gets one bowl, and no more than that." for number in range(11, 17)),
    ]
    text = middle(f"- {' '.join(sentences)}")
    divided = split_for_survival(text, 240, cut("2026.7.1"))
    first, second = " ".join(sentences[:4]), " ".join(sentences[4:])
    assert divided.text == middle(f"- {first}\n- {second}")


def test_what_wrapping_saves_is_not_split() -> None:
    text = middle("- You must never wait " + "and wait " * 20 + "here. Never ask " + "and ask " * 10 + "again.")
    wrapped = wrap_for_survival(text, 240, cut("2026.7.1"))
    assert split_for_survival(text, 240, cut("2026.7.1")).text == wrapped.text
