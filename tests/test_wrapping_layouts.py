from __future__ import annotations

from itertools import combinations

import pytest

from clawbudget.wrapping.breaks import Breaks
from clawbudget.wrapping.document import Document
from clawbudget.wrapping.engine import best_layouts, wrap
from clawbudget.wrapping.layouts import Layout, LongLine, best_layout, greedy_layout
from clawbudget.wrapping.measure import has_long_line, split_lines, width
from clawbudget.wrapping.paragraphs import Paragraph
from clawbudget.wrapping.structure import read_blocks


def long_line(text: str, max_line: int) -> LongLine:
    document = Document(text)
    (block,) = read_blocks(document.part(0, len(document), {}))
    paragraph = Paragraph(block, document)
    breaks = Breaks(paragraph).of_line(0, cjk=True)
    return LongLine(0, document.contents[0], paragraph.prefix(0), breaks, max_line)


def layouts_by_force(line: LongLine) -> list[Layout]:
    everything = (taken for count in range(len(line.breaks) + 1) for taken in combinations(line.breaks, count))
    return [taken for taken in everything if all(width(piece) <= line.max_line for piece in line.pieces(taken))]


@pytest.mark.parametrize("max_line", [20, 23, 30, 41, 60])
@pytest.mark.parametrize(
    "text",
    [
        "- You must never commit secrets. Ask first, then push the branch; run tests.",
        "> > One two. Three, four five 😀😀 six seven (eight nine) ten, eleven twelve.",
        "1. All tests pass before you push: no exceptions, ever. Really.",
        "- 甲乙丙丁。戊己庚辛，壬癸。子丑寅卯；辰巳午未。申酉戌亥 end, 甲乙丙丁。戊己庚辛，壬癸。",
    ],
)
def test_best_layout_is_the_best_of_all(text: str, max_line: int) -> None:
    line = long_line(text, max_line)
    penalties = (0, 2, 5, 50)

    def cost(layout: Layout) -> tuple[int, int, int]:
        pieces = line.pieces(layout)
        short = sum(width(piece) < max_line / 3 for piece in pieces)
        return len(pieces), short, sum(penalties[place.quality] for place in layout)

    every = layouts_by_force(line)
    assert cost(best_layout(line)) == min(map(cost, every))
    assert len(greedy_layout(line)) == min(map(len, every))


def test_another_chooser_takes_the_place_of_the_own_one() -> None:
    text = "one. two three four five six seven eight nine ten\n"
    greedy = wrap(text, 40, choose=lambda lines: [greedy_layout(line) for line in lines])
    assert greedy.text == "one. two three four five six seven eight\nnine ten\n"
    assert wrap(text, 40, choose=best_layouts).text != ""
    untouched = wrap(text, 40, choose=lambda lines: [() for _ in lines])
    assert untouched.text == text


def test_lines_keep_their_endings() -> None:
    text = "a\r\nb\n\rc\u2028d\n\ne"
    assert list(split_lines(text)) == [
        ("a", "\r\n"),
        ("b", "\n"),
        ("\rc\u2028d", "\n"),
        ("", "\n"),
        ("e", ""),
    ]
    assert "".join(map("".join, split_lines(text))) == text


@pytest.mark.parametrize(
    ("line", "units"),
    [("abc", 3), ("  a  b\t\u00a0c ", 5), ("😀", 2), ("\ufeff甲\u3000乙\u2028", 3), ("a\x85b", 3), ("", 0)],
)
def test_width_is_that_of_javascript(line: str, units: int) -> None:
    assert width(line) == units
    assert units == 0 or has_long_line(f"{line}\r\n{line}", units - 1)
    assert not has_long_line(f"\n{line}\r\n", units)
