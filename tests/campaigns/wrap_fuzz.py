"""Wraps documents made at random and counts what must not be: run by ``make fuzz-wrap N=100000``.

Every document is wrapped at a limit of its own. Counted are documents that two renderers show otherwise than
before, neighbours that were touched, second runs that change something, lines that were left long although
some place where they may end can be proved, and long lines that were not reported.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections import Counter
from random import Random

from clawbudget.wrapping.candidates import find_candidates
from clawbudget.wrapping.document import Document
from clawbudget.wrapping.engine import wrap
from clawbudget.wrapping.measure import is_longer
from clawbudget.wrapping.proof import Proof
from wrapping_documents import document
from wrapping_judges import (
    front_matter_stays,
    github_shows_the_same,
    markdown_it_shows_the_same,
    renderers_agree,
    touched_neighbours,
    without_front_matter,
)

_DISAGREE = "changed for markdown-it, which reads the document otherwise than cmark-gfm from the start"
LIMITS = (20, 24, 30, 40, 60, 80, 120, 240, 400)


def examine(seed: int) -> Counter[str]:
    """Make, wrap and judge one document; the counter tells what was seen and what was wrong (``FAULT``)."""
    random = Random(seed)
    text = document(random)
    max_line = random.choice((*LIMITS, random.randint(20, 400)))
    cjk = random.random() < 0.8
    seen = Counter(documents=1)
    wrapped = wrap(text, max_line, cjk=cjk)
    seen["wrapped lines"] += len(wrapped.changed)
    seen.update(f"left: {reason}" for reason in wrapped.left.values())
    before, after = without_front_matter(text), without_front_matter(wrapped.text)
    if not front_matter_stays(text, wrapped.text):
        seen[f"FAULT front matter came or went, seed {seed}"] += 1
    if not github_shows_the_same(before, after):
        seen[f"FAULT meaning changed for cmark-gfm, seed {seed}"] += 1
    if not markdown_it_shows_the_same(before, after):
        fault = renderers_agree(before)
        seen[f"FAULT meaning changed for markdown-it, seed {seed}" if fault else _DISAGREE] += 1
    if touched_neighbours(text, wrapped.text, wrapped.changed):
        seen[f"FAULT neighbour touched, seed {seed}"] += 1
    if wrap(wrapped.text, max_line, cjk=cjk).text != wrapped.text:
        seen[f"FAULT second run changed, seed {seed}"] += 1
    if _is_breakable(wrapped.text, max_line, cjk):
        seen[f"FAULT left long though breakable, seed {seed}"] += 1
    long = [line for line in wrapped.text.split("\n") if is_longer(line, max_line)]
    if bool(long) != bool(wrapped.left):
        seen[f"FAULT long line not reported, seed {seed}"] += 1
    return seen


def _is_breakable(text: str, max_line: int, cjk: bool) -> bool:
    """Try each place where a line that is still long may end."""
    document = Document(text)
    proof = Proof(document.part(document.front, len(document), {}))
    return any(
        proof.holds(document.part(document.front, len(document), {line.number: (line, (place,))}))
        for line in find_candidates(document, max_line, cjk=cjk).lines
        for place in line.breaks
    )


def main(arguments: list[str]) -> int:
    """Examine as many documents as the first argument says, from the seed that the second one gives."""
    count = int(arguments[0]) if arguments else 10_000
    first = int(arguments[1]) if len(arguments) > 1 else 0
    started = time.monotonic()
    total: Counter[str] = Counter()
    with multiprocessing.Pool(maxtasksperchild=20) as pool:  # cmarkgfm does not free what it renders.
        for seen in pool.imap_unordered(examine, range(first, first + count), chunksize=50):
            total += seen
            for name in seen:
                if name.startswith("FAULT"):
                    print(name, flush=True)
            if total["documents"] % 10_000 == 0:
                print(f"{total['documents']:9,}  documents", flush=True)
    for name, number in sorted(total.items()):
        print(f"{number:9,}  {name}")
    print(f"{time.monotonic() - started:9,.0f}  seconds")
    return int(any(name.startswith("FAULT") for name in total))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
