"""What became of lines that were first changed one way and then wrapped."""

from __future__ import annotations

import pytest

from clawbudget.wrapping.engine import Wrapped
from clawbudget.wrapping.successive import together


@pytest.mark.parametrize(
    ("counts", "changed", "left", "expected"),
    [
        ({}, {}, {}, ({}, {})),
        ({}, {2: 3}, {3: "why"}, ({2: 3}, {3: "why"})),
        # The first of three lines is taken out: the others are found one line further up.
        ({1: 0}, {1: 2}, {2: "why"}, ({1: 0, 2: 2}, {3: "why"})),
        # The second becomes two, of which the second becomes two again.
        ({2: 2}, {3: 2}, {}, ({2: 3}, {})),
        ({2: 2}, {4: 2}, {1: "why"}, ({2: 2, 3: 2}, {1: "why"})),
        # Of two reasons for pieces of one line the first is told.
        ({1: 2}, {}, {1: "first", 2: "second", 4: "third"}, ({1: 2}, {1: "first", 3: "third"})),
        ({3: 2}, {}, {4: "why"}, ({3: 2}, {3: "why"})),
    ],
)
def test_a_line_is_told_all_that_became_of_it(
    counts: dict[int, int],
    changed: dict[int, int],
    left: dict[int, str],
    expected: tuple[dict[int, int], dict[int, str]],
) -> None:
    assert together("one\ntwo\nthree", counts, Wrapped("", changed, left)) == expected
