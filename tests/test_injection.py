"""The model's answers beyond the injected text: causes, notes, parts, fates, reasons and hidden rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clawbudget.injection.fates import CUT, CUT_IN_DIGEST, IN_DIGEST, LOST, WHOLE, line_fates
from clawbudget.injection.hidden_rules import hidden_rules
from clawbudget.injection.keywords import HIGH_PRIORITY, KEYWORD, VOCABULARIES, is_rule_line
from clawbudget.injection.mandatory_words import LANGUAGES, find_mandatory_words
from clawbudget.injection.prompt import (
    DROPPED,
    MISSING,
    PER_FILE,
    TOTAL,
    UNREADABLE,
    WHOLE_FILE,
    InjectedFile,
    Unreadable,
    inject,
)
from clawbudget.injection.sessions import files_read
from clawbudget.injection.trimming import DIGEST, HEAD, MARKER, TAIL
from clawbudget.injection.verdicts import HEADING_OR_ITEM, NOT_A_CANDIDATE, RULE_WORD, TAKEN_ALONG, WORD, verdicts
from clawbudget.releases import Release

if TYPE_CHECKING:
    from clawbudget.injection.prompt import FileText

EIGHT_FILES = Release.named("2026.7.35")
NEWEST = Release.named("latest")


def inject_agents(text: str, limit: int, release: Release = NEWEST) -> InjectedFile:
    return inject({"AGENTS.md": text}, release, max_file=limit, workspace="/w")["AGENTS.md"]


def test_each_file_is_told_its_cause() -> None:
    texts: dict[str, FileText] = {
        "AGENTS.md": "a" * 201,
        "SOUL.md": "s" * 200,
        "TOOLS.md": "not read since 2026.8.1",
        "IDENTITY.md": "i" * 200,
        "USER.md": Unreadable("path must not be hardlinked"),
        "MEMORY.md": "m",
    }
    injection = inject(texts, NEWEST, max_file=200, max_total=598, workspace="/w")
    told = [(file.name, file.cause, file.raw, file.injected, file.limit) for file in injection.files]
    assert told == [
        ("AGENTS.md", PER_FILE, 201, 198, 200),
        ("SOUL.md", WHOLE_FILE, 200, 200, 200),
        ("IDENTITY.md", WHOLE_FILE, 200, 200, 200),
        ("USER.md", UNREADABLE, 0, 0, 0),
        ("BOOTSTRAP.md", MISSING, 0, 0, 0),
        ("MEMORY.md", DROPPED, 1, 0, 0),
    ]
    assert injection.total == 598


def test_the_total_is_the_cause_where_it_leaves_less_than_the_own_limit() -> None:
    texts = {"AGENTS.md": "a" * 100, "SOUL.md": "s" * 300}
    files = inject(texts, NEWEST, max_file=200, max_total=299, workspace="/w")
    assert (files["SOUL.md"].cause, files["SOUL.md"].limit) == (TOTAL, 199)
    files = inject(texts, NEWEST, max_file=200, max_total=300, workspace="/w")
    assert (files["SOUL.md"].cause, files["SOUL.md"].limit) == (PER_FILE, 200)


def test_a_file_that_the_session_does_not_read_is_not_there() -> None:
    injection = inject({"SOUL.md": "x"}, NEWEST, session="subagent", workspace="/w")
    with pytest.raises(KeyError, match=r"SOUL\.md"):
        injection["SOUL.md"]


UNREADABLE_CASES = [
    ("2026.7.35", "AGENTS.md", "[MISSING] Expected at: /w/AGENTS.md"),
    # It is in the folder, so OpenClaw does not pass over it as over one that is not.
    ("2026.7.35", "MEMORY.md", "[MISSING] Expected at: /w/MEMORY.md"),
    ("2026.8.1", "MEMORY.md", "[UNREADABLE: symlink path component not allowed]"),
    ("2026.9.6", "AGENTS.md", "[UNREADABLE: symlink path component not allowed]"),
]


@pytest.mark.parametrize(("version", "name", "expected"), UNREADABLE_CASES)
def test_unreadable_files_leave_a_note(version: str, name: str, expected: str) -> None:
    refused = Unreadable("symlink path\n component  not allowed")
    file = inject({name: refused}, Release.named(version), workspace="/w")[name]
    assert file.text() == expected
    assert (file.cause, file.raw, file.injected) == (UNREADABLE, 0, len(expected))
    assert [part.origin for part in file.parts] == [MARKER]


def test_an_unreadable_files_reason_is_cut() -> None:
    file = inject({"AGENTS.md": Unreadable("x" * 299 + "😀😀")}, NEWEST, workspace="/w")["AGENTS.md"]
    assert file.text() == f"[UNREADABLE: {'x' * 299}]"


MISSING_CASES = [
    ("2026.7.35", "MEMORY.md", ""),
    ("2026.7.35", "USER.md", "[MISSING] Expected at: /home/me/USER.md"),
    ("2026.9.6", "USER.md", ""),
    ("2026.9.6", "SOUL.md", "[MISSING] Expected at: /home/me/SOUL.md"),
]


@pytest.mark.parametrize(("version", "name", "expected"), MISSING_CASES)
def test_missing_files_leave_a_note_or_none(version: str, name: str, expected: str) -> None:
    file = inject({}, Release.named(version), workspace="/home/me/")[name]
    assert (file.text(), file.cause) == (expected, MISSING)


def test_a_workspace_at_the_root_has_no_double_slash() -> None:
    assert inject({}, NEWEST, workspace="/")["AGENTS.md"].text() == "[MISSING] Expected at: /AGENTS.md"


SESSION_CASES = [
    ("2026.5.20", "subagent", "AGENTS SOUL TOOLS IDENTITY USER"),
    ("2026.5.22", "subagent", "AGENTS TOOLS"),
    ("2026.7.35", "subagent", "AGENTS TOOLS"),
    ("2026.8.1", "subagent", "AGENTS"),
    ("2026.4.23", "cron", "AGENTS SOUL TOOLS IDENTITY USER"),
    ("2026.7.35", "cron", "AGENTS SOUL TOOLS IDENTITY USER"),
    ("2026.8.1", "cron", "AGENTS SOUL IDENTITY USER"),
    ("2026.7.35", "group", "AGENTS SOUL TOOLS IDENTITY USER HEARTBEAT BOOTSTRAP MEMORY"),
    ("2026.9.6", "group", "AGENTS SOUL IDENTITY USER BOOTSTRAP"),
    ("2026.9.6", "main", "AGENTS SOUL IDENTITY USER BOOTSTRAP MEMORY"),
]


@pytest.mark.parametrize(("version", "session", "expected"), SESSION_CASES)
def test_a_session_reads_its_files(version: str, session: str, expected: str) -> None:
    assert files_read(Release.named(version), session) == tuple(f"{name}.md" for name in expected.split())


def test_parts_of_a_file_cut_with_a_marker() -> None:
    file = inject({"SOUL.md": "h" * 150 + "t" * 150}, NEWEST, max_file=200, workspace="/w")["SOUL.md"]
    assert [(part.origin, part.start, part.text) for part in file.parts] == [
        (HEAD, 0, "h" * 75),
        (
            MARKER,
            None,
            "\n\n[...truncated, read SOUL.md for full content...]\n…(truncated SOUL.md: kept 75+25 chars of 300)…\n\n",
        ),
        (TAIL, 275, "t" * 25),
    ]


OPENING = "These opening words of the file stay as they are\n" * 10
MIDDLE = """\
You must lock the door
- a list item

These rules apply to the whole house, always:
- feed the cat
Prose that nobody needs.

必须喝茶
test the soup
```
"""
LONG = f"- {'long ' * 60}must\n"
CLOSING = "The closing words of the file are kept, too.\n" * 30
AGENTS = OPENING + MIDDLE + LONG + CLOSING


def test_parts_of_a_file_with_a_digest() -> None:
    assert [(part.origin, part.start, part.text) for part in inject_agents(AGENTS, 1100).parts] == [
        (HEAD, 0, OPENING + "You m"),
        (MARKER, None, "\n[...truncated, read AGENTS.md for full content...]\n[Policy digest from AGENTS.md]\n"),
        (
            DIGEST,
            None,
            "These opening words of the file stay as they are\nYou must lock the door\n- a list item\n"
            "These rules apply to the whole house, always:\n- feed the cat\n必须喝茶\ntest the soup",
        ),
        (
            MARKER,
            None,
            "\n[...1 more policy lines omitted...]\n…(truncated AGENTS.md: kept 495+policy 165+165 chars of 2294)…\n",
        ),
        (TAIL, 2129, AGENTS[2129:2294]),
    ]


OUTSIDE_THE_MIDDLE = [(WHOLE, 0, 0)] * 10, [(LOST, 0, 0)] * 26
FATES = {
    NEWEST: [
        (IN_DIGEST, 22, 0),  # You must lock the door
        (IN_DIGEST, 13, 0),  # - a list item
        (LOST, 0, 0),
        (IN_DIGEST, 45, 0),  # These rules apply to the whole house, always:
        (IN_DIGEST, 14, 0),  # - feed the cat
        (LOST, 0, 0),  # Prose that nobody needs.
        (LOST, 0, 0),
        (IN_DIGEST, 4, 0),  # 必须喝茶
        (IN_DIGEST, 13, 0),  # test the soup
        (LOST, 0, 0),  # ```
        (LOST, 0, 0),  # - long long ...
    ],
    EIGHT_FILES: [
        (IN_DIGEST, 22, 0),
        (IN_DIGEST, 13, 0),
        (LOST, 0, 0),
        (LOST, 0, 0),
        (IN_DIGEST, 14, 0),
        (LOST, 0, 0),
        (LOST, 0, 0),
        (LOST, 0, 0),
        (IN_DIGEST, 13, 0),
        (LOST, 0, 0),
        (CUT_IN_DIGEST, 239, 0),
    ],
}


@pytest.mark.parametrize(("release", "middle"), FATES.items(), ids=lambda value: getattr(value, "name", ""))
def test_fates_of_lines_with_a_digest(release: Release, middle: list[tuple[str, int, int]]) -> None:
    fates = [(fate.kind, fate.start, fate.end) for fate in line_fates(AGENTS, inject_agents(AGENTS, 1100, release))]
    first_of_tail = (CUT, 0, 30 if release is NEWEST else 17)
    before, after = OUTSIDE_THE_MIDDLE
    assert fates == [*before, *middle, *after, first_of_tail, *[(WHOLE, 0, 0)] * 4]


FATES_BESIDE_A_MARKER = [
    # 75 units of the head and 25 of the tail are kept of 300.
    ("one line", "x" * 300, [(CUT, 75, 25)]),
    ("cut at a line's end", "x" * 75 + "\n" + "y" * 224, [(WHOLE, 0, 0), (CUT, 0, 25)]),
    ("cut between CR and LF", "x" * 74 + "\r\n" + "y" * 224, [(WHOLE, 0, 0), (CUT, 0, 25)]),
    ("cut before CR", "x" * 75 + "\r\n" + "y" * 223, [(WHOLE, 0, 0), (CUT, 0, 25)]),
    ("cut at a line's start", "x" * 74 + "\n" + "y" * 225, [(WHOLE, 0, 0), (CUT, 0, 25)]),
    ("a line lost", "x" * 80 + "\n" + "y" * 193 + "\n" + "z" * 25, [(CUT, 75, 0), (LOST, 0, 0), (WHOLE, 0, 0)]),
    ("blank lines", "\n" * 299 + "x", [*[(WHOLE, 0, 0)] * 75, *[(LOST, 0, 0)] * 201, *[(WHOLE, 0, 0)] * 24]),
    ("blank lines at the end", "x" * 300 + "\n \n", [(CUT, 75, 25), (WHOLE, 0, 0), (WHOLE, 0, 0)]),
]


@pytest.mark.parametrize(("text", "expected"), [pytest.param(*row[1:], id=row[0]) for row in FATES_BESIDE_A_MARKER])
def test_fates_of_lines_beside_a_marker(text: str, expected: list[tuple[str, int, int]]) -> None:
    file = inject({"SOUL.md": text}, NEWEST, max_file=200, workspace="/w")["SOUL.md"]
    assert [part.length for part in file.parts if part.origin != MARKER] == [75, 25]
    assert [(fate.kind, fate.start, fate.end) for fate in line_fates(text, file)] == expected


def test_a_line_in_the_head_and_the_digest_is_told_the_better_of_both() -> None:
    # The head keeps 450 units: 430 of the first line, of which the digest keeps 239, and 19 of the second.
    text = f"- {'x' * 428}\nA second line that must stay whole\n" + "prose\n" * 200
    fates = line_fates(text, inject_agents(text, 1000))
    assert [(fate.kind, fate.start) for fate in fates[:2]] == [(WHOLE, 0), (IN_DIGEST, 34)]
    # Now the head ends within the first line, after more of it than the digest keeps; then after less.
    text = f"- must {'x' * 500}\n" + "prose\n" * 200
    assert [(fate.kind, fate.start) for fate in line_fates(text, inject_agents(text, 1000))[:1]] == [(CUT, 450)]
    assert [(fate.kind, fate.start) for fate in line_fates(text, inject_agents(text, 700))[:1]] == [(CUT, 315)]


def test_fates_when_nothing_or_all_is_injected() -> None:
    texts = {"AGENTS.md": "a" * 100, "SOUL.md": "one\ntwo\n"}
    dropped = inject(texts, NEWEST, max_total=120, workspace="/w")["SOUL.md"]
    assert [fate.kind for fate in line_fates("one\ntwo\n", dropped)] == [LOST, LOST, LOST]
    whole = inject(texts, NEWEST, workspace="/w")["SOUL.md"]
    assert [fate.kind for fate in line_fates("one\ntwo\n", whole)] == [WHOLE, WHOLE, WHOLE]


VERDICTS = [
    ("These opening words of the file stay as they are", True, TAKEN_ALONG, [], []),
    ("You must lock the door", True, RULE_WORD, ["must"], []),
    ("- a list item", True, HEADING_OR_ITEM, [], []),
    ("These rules apply to the whole house, always:", True, TAKEN_ALONG, [], []),
    ("- feed the cat", True, HEADING_OR_ITEM, [], []),
    ("Prose that nobody needs.", False, NOT_A_CANDIDATE, [], []),
    ("必须喝茶", True, TAKEN_ALONG, [], []),
    ("test the soup", True, WORD, ["test"], []),
    ("```", False, NOT_A_CANDIDATE, [], []),
    (f"- {'long ' * 47}lo…", False, HEADING_OR_ITEM, [], ["must"]),
    ("The closing words of the file are kept, too.", False, NOT_A_CANDIDATE, [], []),
]


def test_verdicts_of_the_digest() -> None:
    digest = inject_agents(AGENTS, 1100).digest
    assert digest is not None
    told = list(verdicts(AGENTS, digest, VOCABULARIES[2]))
    assert [(it.line.text, it.is_taken, it.reason, it.words, it.late_words) for it in told[9:20]] == VERDICTS
    assert [it.index for it in told[9:20]] == [9, 10, 11, 13, 14, 15, 17, 18, 19, 20, 21]


def test_hidden_rules_are_those_whose_words_the_digest_does_not_see() -> None:
    rules = hidden_rules(AGENTS, inject_agents(AGENTS, 1100), VOCABULARIES[2])
    assert [(rule.index, rule.fate.kind, rule.unknown_words, rule.late_words) for rule in rules] == [
        (17, IN_DIGEST, ["必须"], []),
        (20, LOST, [], ["must"]),
    ]


HIDDEN_RULES = [
    ("known to the newest digest alone", "禁止喝茶", "2026.9.6", []),
    ("not known to the older digest", "禁止喝茶", "2026.7.35", [(["禁止"], [])]),
    ("a candidate, but without priority", "必須喝茶", "2026.9.6", [(["必須"], [])]),
    ("with an English word beside it", "必须 must 喝茶", "2026.9.6", []),
    ("no digest at all", "必须喝茶", "2026.4.23", []),
    ("a keyword of no priority after the cut", "x" * 300 + " commit", "2026.9.6", []),
    ("a keyword after the cut and one before", "must " + "x" * 300 + " never", "2026.9.6", []),
    ("both", "niemals " + "x" * 300 + " never", "2026.9.6", [(["niemals"], ["never"])]),
    ("a fence", "```niemals", "2026.9.6", []),
]


@pytest.mark.parametrize(("line", "version", "expected"), [pytest.param(*row[1:], id=row[0]) for row in HIDDEN_RULES])
def test_hidden_rules(line: str, version: str, expected: list[tuple[list[str], list[str]]]) -> None:
    text = OPENING + line + "\n" + CLOSING
    release = Release.named(version)
    vocabulary = VOCABULARIES[max(release.contract.digest, 1)]
    rules = hidden_rules(text, inject_agents(text, 900, release), vocabulary)
    assert [(rule.unknown_words, rule.late_words) for rule in rules] == expected


def test_rules_in_the_head_or_the_tail_are_not_hidden() -> None:
    text = f"niemals\n{OPENING}{CLOSING}niemals"
    assert hidden_rules(text, inject_agents(text, 900), VOCABULARIES[2]) == []
    assert hidden_rules(text, inject_agents(text, 9000), VOCABULARIES[2]) == []


MANDATORY = [
    ("你必须喝茶", ["必须"]),
    ("絕不遲到，務必準時", ["務必", "絕不"]),
    ("必ず確認しなければならない。遅れてはいけません。", ["なければならない", "てはいけません", "必ず"]),
    ("반드시 확인해야 합니다", ["해야 합니다", "반드시"]),
    ("Никогда не опаздывай", ["никогда"]),
    ("Siempre pregunta; NUNCA borres nada", ["nunca", "siempre"]),
    ("Você não deve apagar nada.", ["deve"]),
    ("Das MUSS so sein, es darf nicht fehlen", ["muss", "darf nicht"]),
    ("Man muß fragen", ["muss"]),
    ("Ne pas effacer : c'est interdit", ["ne pas", "interdit"]),
    ("l'agent doit demander", ["doit"]),
]


@pytest.mark.parametrize(("line", "expected"), MANDATORY)
def test_mandatory_words_are_found(line: str, expected: list[str]) -> None:
    assert find_mandatory_words(f"\n{line}\nnothing here\n{line}") == {1: expected, 3: expected}


@pytest.mark.parametrize(
    "line",
    [
        "A mussel, an immersion, a doity deveria debería nuncas",
        "musste niemalsig muss1 1muss",
        "Nie wiem, no sé, nicht, pas",
        "должность никогдашний",
        "You must never do that",
        "必 须",
        "",
    ],
)
def test_other_words_are_not_mandatory(line: str) -> None:
    assert find_mandatory_words(line) == {}


def test_every_language_has_a_source_and_words_of_its_own() -> None:
    assert all(language.source and language.words for language in LANGUAGES)
    for language in LANGUAGES:
        assert language.words == tuple(dict.fromkeys(language.words))
        assert all(word in find_mandatory_words(f"x {word} x")[0] for word in language.words)


@pytest.mark.parametrize("number", [1, 2])
def test_the_words_that_a_digest_lists(number: int) -> None:
    rules = "AGENTS.md,scoped,required,must,never,do not,before subtree,read scoped,security,secret,credential"
    others = "owner,test,validation,command,commit,push,github,pr"
    english = [(HIGH_PRIORITY, True, rules), (KEYWORD, True, others)]
    chinese = [(HIGH_PRIORITY, False, "🔴,禁止,嚴禁,不得,絕不,絕對不,切勿"), (KEYWORD, False, "必須,務必,一律,紅線")]
    expected = [
        (word, priority, between_boundaries)
        for priority, between_boundaries, words in (english if number == 1 else english + chinese)
        for word in words.split(",")
    ]
    assert list(VOCABULARIES[number].listed()) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("You MUST ask", True),
        ("do \t not ask", True),
        ("x" * 500 + " never", True),
        ("禁止", True),
        ("必須", False),
        ("- a commit", False),
        ("musts", False),
        ("", False),
    ],
)
def test_rule_lines(line: str, expected: bool) -> None:
    assert is_rule_line(line) == expected
