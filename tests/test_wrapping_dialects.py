"""What dialects and templates take as a whole: where it begins and ends in plain text."""

from __future__ import annotations

import pytest

from clawbudget.wrapping.dialects import closed_ranges


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b", []),
        ("a [[b c]] d", ["[[b c]]"]),
        ("[[b]] c [[d e]]", ["[[b]]", "[[d e]]"]),
        ("a {{ b }} {% c %} {# d #} <% e %> ${f g} h", ["{{ b }}", "{% c %}", "{# d #}", "<% e %>", "${f g}"]),
        (r"a \(b c\) \[d e\]", [r"\(b c\)", r"\[d e\]"]),
        ("a $$b c$$ d", ["$$b c$$"]),
        ("a $b c$ d", ["$b c$"]),
        ("a [^b c] d", ["[^b c]"]),
        ("a]{b c} d", ["{b c}"]),
        ("a {b c} d", []),
        ("a\0{b c} d", ["{b c}"]),
        # The first that is open counts, with its own end; what was opened within is not looked for any more.
        ("a {{ b [[ c }} d ]] e", ["{{ b [[ c }}"]),
        ("a [[ b {{ c ]] d [[e f]]", ["[[ b {{ c ]]", "[[e f]]"]),
        # Plain text, since nothing ends it; others may follow.
        ("a [[b c d", []),
        ("a [[b {{c d}} e", ["{{c d}}"]),
        ("a {{b [[c d]] {{e [[f g]]", ["[[c d]]", "[[f g]]"]),
        # Prices are no math; a dollar sign behind a word begins nothing.
        ("a $5 and $6 b", []),
        ("a $b c d", []),
        ("a b$c d$ e", ["$"]),
        ("a $b c$d e$ f", ["$b c$d e$"]),
        ("a $b c $d", []),
    ],
)
def test_what_is_closed(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in closed_ranges(text)] == expected
