"""What must hold of every injection, tried on generated workspaces.

The cases are the same in every run. With CLAWBUDGET_EXAMPLES=5000 there are that many of each, and fresh ones.
"""

from __future__ import annotations

import os
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clawbudget.injection.digest import Digest, LineReader, find_candidates
from clawbudget.injection.fates import CUT, CUT_IN_DIGEST, IN_DIGEST, LOST, WHOLE, line_fates
from clawbudget.injection.hidden_rules import hidden_rules
from clawbudget.injection.keywords import HIGH_PRIORITY, VOCABULARIES
from clawbudget.injection.prompt import DROPPED, PER_FILE, TOTAL, WHOLE_FILE, InjectedFile, Injection, inject
from clawbudget.injection.trimming import DIGEST, HEAD, TAIL, trim
from clawbudget.injection.verdicts import NOT_A_CANDIDATE, TAKEN_ALONG, verdicts
from clawbudget.javascript import collapse_white_space, length, narrow, trim_end, truncate, widen
from clawbudget.releases import BOOTSTRAP_FILES, CONTRACTS, MAX_LINE, Contract, Release, format_version
from oracle.cases import BLANKS, KEYWORDS, LINE_ENDS, LOOK_ALIKES, PLAIN, STARTS

EXAMPLES = os.environ.get("CLAWBUDGET_EXAMPLES")
PROPERTY = settings(derandomize=EXAMPLES is None, max_examples=int(EXAMPLES or 150), deadline=None)

PIECES = st.sampled_from(
    [*KEYWORDS, *LOOK_ALIKES, *PLAIN, *BLANKS, *STARTS, *LINE_ENDS, "y" * 60, "x" * 230, "\n", "\n"]
)
TEXTS = st.lists(PIECES, max_size=60).map("".join)
RELEASES = st.sampled_from([Release.named(format_version(contract.since)) for contract in CONTRACTS])
LIMITS = st.integers(1, 400) | st.integers(400, 3000)
WORKSPACES = st.dictionaries(st.sampled_from(BOOTSTRAP_FILES), TEXTS)
WITH_DIGEST = st.sampled_from([contract for contract in CONTRACTS if contract.digest])


@st.composite
def injections(draw: st.DrawFn) -> tuple[dict[str, str], int, int, Release, Injection]:
    texts, max_file, max_total, release = draw(WORKSPACES), draw(LIMITS), draw(LIMITS | st.just(60_000)), draw(RELEASES)
    injection = inject(texts, release, max_file=max_file, max_total=max_total, workspace="/w")
    return texts, max_file, max_total, release, injection


@st.composite
def cut_agents_files(draw: st.DrawFn) -> tuple[str, Contract, InjectedFile]:
    """Draw an AGENTS.md with a digest."""
    text, contract, limit = draw(TEXTS.filter(lambda text: length(trim_end(text)) > 1)), draw(WITH_DIGEST), draw(LIMITS)
    limit = min(limit, length(trim_end(text)) - 1)
    release = Release.named(format_version(contract.since))
    return text, contract, inject({"AGENTS.md": text}, release, max_file=limit, workspace="/w")["AGENTS.md"]


@PROPERTY
@given(injections())
def test_no_file_exceeds_its_limit_nor_all_of_them_the_total(
    drawn: tuple[dict[str, str], int, int, Release, Injection],
) -> None:
    texts, max_file, max_total, release, injection = drawn
    for file in injection.files:
        if file.name in texts:
            cap = release.contract.user_cap if file.name == "USER.md" else None
            assert file.injected <= min(max_file, cap or max_file)
    assert injection.total == sum(length(file.text()) for file in injection.files) <= max_total


@PROPERTY
@given(injections())
def test_what_fits_is_injected_whole_and_the_cause_says_what_happened(
    drawn: tuple[dict[str, str], int, int, Release, Injection],
) -> None:
    texts, max_file, _, release, injection = drawn
    for file in injection.files:
        text = trim_end(texts.get(file.name, ""))
        if file.cause == WHOLE_FILE:
            assert file.text() == text
            assert file.raw == file.injected <= file.limit
        elif file.cause in (PER_FILE, TOTAL):
            assert file.raw == length(text) > file.limit
            own_limit = min(max_file, (file.name == "USER.md" and release.contract.user_cap) or max_file)
            assert (file.limit == own_limit) == (file.cause == PER_FILE)
        elif file.cause == DROPPED:
            assert not file.parts


@PROPERTY
@given(injections())
def test_nothing_present_is_injected_after_a_dropped_file(
    drawn: tuple[dict[str, str], int, int, Release, Injection],
) -> None:
    injection = drawn[-1]
    dropped = (
        [file.cause for file in injection.files].index(DROPPED) if DROPPED in (f.cause for f in injection.files) else 99
    )
    assert not any(file.parts for file in injection.files[dropped:])


@PROPERTY
@given(injections())
def test_parts_tile_the_injected_text_and_point_to_their_source(
    drawn: tuple[dict[str, str], int, int, Release, Injection],
) -> None:
    texts, *_, injection = drawn
    for file in injection.files:
        units = widen(file.text())
        assert "".join(widen(part.text) for part in file.parts) == units
        assert [part.length for part in file.parts] == [len(widen(part.text)) for part in file.parts]
        source = widen(texts.get(file.name, ""))
        for part in file.parts:
            if part.origin in (HEAD, TAIL):
                assert part.start is not None
                assert source[part.start : part.start + part.length] == widen(part.text)
            elif part.origin == DIGEST:
                assert file.digest is not None
                assert file.digest.text() == part.text


@PROPERTY
@given(injections())
def test_a_source_starts_with_its_head_and_ends_with_its_tail(
    drawn: tuple[dict[str, str], int, int, Release, Injection],
) -> None:
    texts, *_, injection = drawn
    for file in injection.files:
        source = widen(trim_end(texts.get(file.name, "")))
        origins = [part.origin for part in file.parts]
        assert origins.count(HEAD) <= 1
        if HEAD in origins:
            assert origins[0] == HEAD
            assert source.startswith(widen(file.parts[0].text))
        if TAIL in origins:
            assert origins[-1] == TAIL
            assert source.endswith(widen(file.parts[-1].text))


@PROPERTY
@given(TEXTS, TEXTS, RELEASES, LIMITS)
def test_what_follows_changes_nothing_in_the_head_but_its_length(
    before: str, after: str, release: Release, limit: int
) -> None:
    heads = []
    for text in (before + "|" + after, before + "|" + after[::-1]):
        parts = trim("SOUL.md", text, limit, release.contract).parts
        heads.append(parts[0].text if parts and parts[0].origin == HEAD else "")
    shared = min(len(head) for head in heads)
    assert heads[0][: min(shared, len(before))] == heads[1][: min(shared, len(before))]


@PROPERTY
@given(injections())
def test_fates_agree_with_the_text(drawn: tuple[dict[str, str], int, int, Release, Injection]) -> None:
    texts, *_, injection = drawn
    for file in injection.files:
        if file.name in texts:
            _check_fates(texts[file.name], file)


def _check_fates(text: str, file: InjectedFile) -> None:
    """Recompute what stands in head and tail of every line, one unit at a time."""
    trimmed = len(widen(trim_end(text)))
    head = sum(part.length for part in file.parts if part.origin == HEAD)
    tail = trimmed - sum(part.length for part in file.parts if part.origin == TAIL)
    in_digest = [part.text for part in file.parts if part.origin == DIGEST]
    digest_lines = in_digest[0].split("\n") if in_digest else []
    lines = widen(text).split("\n")
    fates = line_fates(text, file)
    assert len(fates) == len(lines)
    repeated = file.digest.source_lines()[: len(digest_lines)] if file.digest else []
    assert not any(fates[index].kind == LOST for index in repeated)
    assert not any(fate.kind in (IN_DIGEST, CUT_IN_DIGEST) for index, fate in enumerate(fates) if index not in repeated)
    offset = 0
    for line, fate in zip(lines, fates, strict=True):
        content = trim_end(line) if offset + len(line) >= trimmed else line.removesuffix("\r")
        kept = [offset + at < head or offset + at >= tail for at in range(len(content))]
        offset += len(line) + 1
        if fate.kind == WHOLE:
            assert all(kept)
        elif fate.kind == LOST:
            assert not any(kept)
        elif fate.kind == CUT:
            expected = [at < fate.start or at >= len(content) - fate.end for at in range(len(content))]
            assert kept == expected
            assert not all(kept)
        elif fate.kind == IN_DIGEST:
            assert collapse_white_space(narrow(line)) in digest_lines
        else:
            assert fate.kind == CUT_IN_DIGEST
            start = narrow(widen(collapse_white_space(narrow(line)))[: fate.start])
            assert any(shown.startswith(start) for shown in digest_lines)


@PROPERTY
@given(TEXTS, st.sampled_from([1, 2]), st.integers(0, 400), st.integers(0, 400))
def test_a_digest_keeps_its_budget_and_shrinks_as_if_made_anew(text: str, number: int, budget: int, less: int) -> None:
    text = trim_end(text)
    digest = Digest.of(text, budget, LineReader(number))
    assert digest.length == length(digest.text()) <= max(budget, 0)
    shrunk = digest.shrunk_to(min(budget, less))
    assert shrunk.text() == Digest.of(text, min(budget, less), LineReader(number)).text()
    assert shrunk.omitted == (len(digest.candidates) - len(shrunk.taken)) * (min(budget, less) > 0)


@PROPERTY
@given(TEXTS, st.sampled_from([1, 2]), st.integers(1, 400))
def test_a_digest_takes_what_a_plain_search_takes(text: str, number: int, budget: int) -> None:
    lines = LineReader(number).read(trim_end(text).split("\n"))
    candidates = find_candidates(lines, takes_prose=number > 1)
    taken: list[int] = []
    used = 0
    for candidate in sorted(candidates, key=lambda candidate: not candidate.has_high_priority):
        cost = candidate.length + bool(taken)
        if used + cost <= budget:
            taken.append(candidate.index)
            used += cost
    digest = Digest(lines, candidates, budget)
    assert [candidate.index for candidate in digest.taken] == sorted(taken)


WORD = "[a-z0-9_]"
RULE = r"agents\.md|scoped|required|must|never|do not|before subtree|read scoped|security|secret|credential"
OTHER = "owner|test|validation|command|commit|push|github|pr"


@PROPERTY
@given(st.lists(st.sampled_from([*KEYWORDS, *LOOK_ALIKES, " ", ".", "_", "x", "\u017f", "\u212a", "é"])).map("".join))
def test_keywords_are_found_as_a_regular_expression_finds_them(text: str) -> None:
    line = collapse_white_space(text)
    folded = re.sub("[A-Z]", lambda found: found[0].lower(), line).replace("\u017f", "s").replace("\u212a", "k")
    for number, anywhere in ((1, "(?!)"), (2, "🔴|禁止|嚴禁|不得|絕不|絕對不|切勿")):
        high = re.search(rf"(?<!{WORD})(?:{RULE})(?!{WORD})|{anywhere}", folded)
        assert (VOCABULARIES[number].priority(line) == HIGH_PRIORITY) == bool(high)
        assert bool(VOCABULARIES[number].rule_words(line)) == bool(high)
    known = re.search(rf"(?<!{WORD})(?:{RULE}|{OTHER})(?!{WORD})", folded)
    assert bool(VOCABULARIES[1].priority(line)) == bool(known) == bool(VOCABULARIES[1].words(line))


@PROPERTY
@given(cut_agents_files())
def test_every_line_of_the_digest_has_a_reason(drawn: tuple[str, Contract, InjectedFile]) -> None:
    text, contract, file = drawn
    assert file.digest is not None
    told = list(verdicts(text, file.digest, VOCABULARIES[contract.digest]))
    assert [verdict.index for verdict in told if verdict.is_taken] == file.digest.source_lines()
    assert {verdict.index for verdict in told if verdict.reason not in (NOT_A_CANDIDATE, TAKEN_ALONG)} == {
        candidate.index for candidate in file.digest.candidates
    }
    for verdict in told:
        assert not verdict.is_taken or verdict.reason != NOT_A_CANDIDATE
        assert not verdict.late_words or verdict.line.is_cut


@PROPERTY
@given(cut_agents_files())
def test_hidden_rules_have_no_priority_and_do_not_reach_the_prompt_beside_the_digest(
    drawn: tuple[str, Contract, InjectedFile],
) -> None:
    text, contract, file = drawn
    assert file.digest is not None
    for rule in hidden_rules(text, file, VOCABULARIES[contract.digest]):
        assert file.digest.lines[rule.index].priority != HIGH_PRIORITY
        assert rule.fate.kind != WHOLE
        line = collapse_white_space(text.split("\n")[rule.index])
        assert all(word in line.casefold() for word in rule.unknown_words)
        assert not rule.late_words or length(line) > MAX_LINE


ANY_TEXT = st.text(st.characters(codec="utf-8") | st.sampled_from("😀👨‍👩‍👧\ufeff\u0085 \x1c\t"))


@PROPERTY
@given(ANY_TEXT, st.integers(0, 40))
def test_widened_text_counts_as_javascript_does(text: str, limit: int) -> None:
    units = widen(text)
    assert len(units) == length(text)
    assert narrow(units) == text
    kept = truncate(units, limit)
    assert units.startswith(kept)
    assert len(kept) in (min(limit, len(units)), limit - 1)
    narrow(kept).encode("utf-8")  # raises if half a pair is left


@PROPERTY
@given(ANY_TEXT)
def test_white_space_collapses_as_a_regular_expression_does_it(text: str) -> None:
    blank = r"[\t\n\v\f\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+"
    assert collapse_white_space(text) == re.sub(blank, " ", re.sub(rf"^{blank}|{blank}$", "", text))


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: format_version(contract.since))
def test_a_reader_kept_between_calls_changes_nothing(contract: Contract) -> None:
    texts = ["- must\n" * 90 + "tea\n" * 90, "- must\n" * 9 + "```\n" * 90 + "- tea\n" * 90]
    reader = LineReader(contract.digest) if contract.digest else None
    for text in texts * 2:
        kept, fresh = trim("AGENTS.md", text, 300, contract, reader), trim("AGENTS.md", text, 300, contract)
        assert [part.text for part in kept.parts] == [part.text for part in fresh.parts]
