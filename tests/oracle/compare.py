"""Compares our model with released OpenClaw on fresh random cases.

Run as ``python -m oracle.compare --cases 2000``. Prints the seed and the count of differences for each release, and for
a release that differs the smallest such case that could be found. Needs node, and npm for what is not cached.
"""

from __future__ import annotations

import argparse
import pprint
import secrets
import sys
from random import Random
from typing import TYPE_CHECKING

from clawbudget.injection.sessions import SESSIONS, files_read
from clawbudget.releases import Release
from oracle.cases import Case, model, question, random_case
from oracle.released import RELEASES, ROW_ENDS, ask, ask_for_readers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BATCH = 1000


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=2000, metavar="N", help="random cases per release (%(default)s)")
    parser.add_argument("--seed", type=int, default=None, help="repeat a run (fresh cases without it)")
    parser.add_argument("--row-ends", action="store_true", help="ask the first and last release of every row")
    parser.add_argument("releases", nargs="*", help=f"releases to ask ({', '.join(RELEASES)})")
    options = parser.parse_args(argv)
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    releases = options.releases or (ROW_ENDS if options.row_ends else RELEASES)
    return min(1, sum(compare(version, options.cases, seed) for version in releases))


def compare(version: str, count: int, seed: int) -> int:
    """Compare ``count`` cases, report on stdout, and give the number of cases that differ."""
    release = Release.named(version)
    random = Random(f"{seed} {version}")
    differing: list[Case] = []
    for start in range(0, count, BATCH):
        cases = [random_case(random) for _ in range(min(BATCH, count - start))]
        differing += differences(release, cases)
    readers_differ = readers_of(release) != ask_for_readers(version, release.contract.files)
    print(f"OpenClaw {version}: {count} cases, seed {seed}, {len(differing)} differ", flush=True)
    if readers_differ:
        print(f"OpenClaw {version}: the sessions read other files than the model says")
    if differing:
        _show(release, shrink(release, min(differing, key=_size)))
    return len(differing) + readers_differ


def differences(release: Release, cases: Sequence[Case]) -> list[Case]:
    """List the cases on which the model and the release differ."""
    answers = ask(release.name, [question(case, release) for case in cases])
    return [case for case, answer in zip(cases, answers, strict=True) if model(case, release) != answer]


def readers_of(release: Release) -> dict[str, list[str]]:
    """Give which files each kind of session reads according to the model."""
    return {session: list(files_read(release, session)) for session in SESSIONS}


def shrink(release: Release, case: Case) -> Case:
    """Make a differing case smaller for as long as what is left differs."""
    while smaller := differences(release, list(_reductions(case))):
        case = min(smaller, key=_size)
    return case


def _reductions(case: Case) -> Iterator[Case]:
    """Give simpler cases: fewer files, plainer circumstances, shorter texts, and less of both text and limit."""
    for name in case.texts:
        yield case._replace(texts={other: text for other, text in case.texts.items() if other != name})
    if (case.session, case.workspace) != ("main", "/w"):
        yield case._replace(session="main", workspace="/w")
    for name, text in case.texts.items():
        for shorter in _shortened(text):
            cut = case._replace(texts={**case.texts, name: shorter})
            yield cut
            yield cut._replace(max_file=max(1, case.max_file - len(text) + len(shorter)))
            yield cut._replace(max_file=max(1, case.max_file * len(shorter) // len(text)))


def _shortened(text: str) -> Iterator[str]:
    """Leave out each half, quarter and so on of a text, and each of its lines."""
    for parts in (2, 4, 8, 16, 32, 64):
        size = -(-len(text) // parts)
        if size:
            yield from (text[:start] + text[start + size :] for start in range(0, len(text), size))
    lines = text.splitlines(keepends=True)
    if len(lines) < 200:
        yield from ("".join(lines[:index] + lines[index + 1 :]) for index in range(len(lines)))


def _size(case: Case) -> int:
    return sum(map(len, case.texts.values())) + len(case.workspace)


def _show(release: Release, case: Case) -> None:
    (answer,) = ask(release.name, [question(case, release)])
    ours = model(case, release)
    for path in sorted({*ours, *answer}):
        if ours.get(path) != answer.get(path):
            pprint.pp({"case": case._asdict(), "file": path, "model": ours.get(path), "OpenClaw": answer.get(path)})


if __name__ == "__main__":
    sys.exit(main())
