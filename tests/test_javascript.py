"""JavaScript's numbers, not Python's. The expected values were confirmed with Node."""

from __future__ import annotations

import pytest

from clawbudget.javascript import (
    WHITE_SPACE,
    collapse_white_space,
    decode_utf8,
    length,
    length_from_utf8,
    narrow,
    splits_pair,
    trim,
    trim_end,
    truncate,
    widen,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("abc", 3),
        ("é", 1),
        ("e\u0301", 2),
        ("漢字", 2),
        ("🔴", 2),
        ("👩‍👩‍👧", 8),
        ("\ud83d", 1),
        ("\ufeffa", 2),
    ],
)
def test_length_counts_utf16_code_units(text: str, expected: int) -> None:
    assert length(text) == expected
    assert length_from_utf8(text, text.encode("utf-8", "surrogatepass")) == expected
    assert length_from_utf8(text, f" {text}\u3000\n".encode("utf-8", "surrogatepass")) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a \t\r\n", "a"),
        ("a\u2028\u2029\u3000\u00a0\u1680", "a"),
        ("a\ufeff", "a"),
        # White space for Python, but not for JavaScript.
        ("a\x1c", "a\x1c"),
        ("a\x1f", "a\x1f"),
        ("a\x85", "a\x85"),
        # White space for neither, any more.
        ("a\u180e", "a\u180e"),
        ("a\u200b", "a\u200b"),
    ],
)
def test_trim_end(text: str, expected: str) -> None:
    assert trim_end(text) == expected
    assert trim(text[::-1]) == expected[::-1]


@pytest.mark.parametrize("char", [*WHITE_SPACE])
def test_each_white_space_character_collapses(char: str) -> None:
    assert collapse_white_space(f"{char}a{char}{char}b{char}") == "a b"


@pytest.mark.parametrize("char", ["\x1c", "\x85", "\u200b", "\u180e"])
def test_other_characters_do_not_collapse(char: str) -> None:
    assert collapse_white_space(f"a{char}{char}b") == f"a{char}{char}b"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\xef\xbb\xbfa", "\ufeffa"),
        (b"\xff", "\ufffd"),
        (b"\xc3", "\ufffd"),
        (b"\xe2\x82", "\ufffd"),
        (b"\xe2\x82a", "\ufffda"),
        (b"\xf0\x9f\x94", "\ufffd"),
        (b"\xf0\x9f\x94\xf0\x9f\x94\xb4", "\ufffd🔴"),
        (b"\xc0\xaf", "\ufffd\ufffd"),
        (b"\xed\xa0\x80", "\ufffd\ufffd\ufffd"),
        (b"\xf4\x90\x80\x80", "\ufffd\ufffd\ufffd\ufffd"),
    ],
)
def test_ill_formed_utf8_is_replaced_as_whatwg_does(data: bytes, expected: str) -> None:
    assert decode_utf8(data) == expected


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("", ""),
        ("aé漢", "aé漢"),
        ("a🔴b", "a\ud83d\udd34b"),
        ("\ud83d🔴", "\ud83d\ud83d\udd34"),
        ("é\ud83d", "é\ud83d"),
        ("𝕏", "\ud835\udd4f"),
    ],
)
def test_widening_gives_one_character_per_code_unit(text: str, units: str) -> None:
    assert widen(text) == units
    assert len(units) == length(text)
    assert narrow(units) == text


@pytest.mark.parametrize(
    ("units", "limit", "expected"),
    [
        ("abc", 2, "ab"),
        ("abc", 3, "abc"),
        ("abc", 9, "abc"),
        ("a\ud83d\udd34b", 2, "a"),
        ("a\ud83d\udd34b", 3, "a\ud83d\udd34"),
        ("\ud83dx", 1, "\ud83d"),
        ("\ud83d\udd34", 1, ""),
        ("\udd34-\ud83d", 0, ""),
        ("a\ud800\udc00", 2, "a"),
        ("a\udbff\ue000", 2, "a\udbff"),
        ("a\udc00\udc00", 2, "a\udc00"),
    ],
)
def test_truncating_parts_no_surrogate_pair(units: str, limit: int, expected: str) -> None:
    assert truncate(units, limit) == expected


def test_the_start_of_a_text_parts_nothing() -> None:
    assert [splits_pair("\udd34-\ud83d", index) for index in (0, 3)] == [False, False]
