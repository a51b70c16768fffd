"""``make bench``, second part: what ways of laying out long lines keep of the rules in generated AGENTS.md files.

For each file of the corpus and each release: the share of the ink of its rule lines, and of its over-long lines, that
reaches the model if the lines are left long, wrapped greedily, by ``clawbudget wrap`` or ``wrap --split``, and what
mdformat, prettier and rumdl leave, each told to wrap at 240. Those are fetched from their registries; what can't be had
is left out with a message. Run it with the interpreter of an environment in which clawbudget is installed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from clawbudget.injection.keywords import is_rule_line
from clawbudget.releases import Release
from clawbudget.survival.choosing import split_for_survival, wrap_for_survival
from clawbudget.survival.reach import Cut, ink_of
from clawbudget.wrapping.engine import wrap
from clawbudget.wrapping.layouts import greedy_layout
from clawbudget.wrapping.measure import is_longer
from corpus.agents import corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

RELEASES = ("2026.7.1", "2026.9.6")
LIMIT = 20_000
MAX_LINE = 240
LONG, GREEDY, WRAP, SPLIT = "left long", "wrapped greedily", "clawbudget wrap", "clawbudget wrap --split"
_LOOK_AHEAD = 400
_MARKER = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")

Share = tuple[float, float]
Texts = dict[str, str]


def main() -> None:
    files = dict(corpus())
    with tempfile.TemporaryDirectory() as folder:
        others = dict(other_tools(files, Path(folder)))
    for release in RELEASES:
        print(f"\nOpenClaw {release}: what reaches the model of {len(files)} AGENTS.md files over the limit, mean")
        print(f"{'':<26} {'rule lines':>11} {'gain':>8} {'long lines':>11} {'gain':>8}  better, worse than left long")
        table(files, {**dict(own(files, Cut(Release.named(release).contract, LIMIT))), **others}, release)


def table(files: Texts, ways: Mapping[str, Texts], release: str) -> None:
    cut = Cut(Release.named(release).contract, LIMIT)
    shares = {way: {name: share(files[name], texts[name], cut) for name in texts} for way, texts in ways.items()}
    for way, each in shares.items():
        base = [shares[LONG][name] for name in each]
        mean = [sum(one[kind] for one in each.values()) / len(each) for kind in (0, 1)]
        gain = [mean[kind] - sum(one[kind] for one in base) / len(base) for kind in (0, 1)]
        better = sum(one[0] > other[0] for one, other in zip(each.values(), base, strict=True))
        worse = sum(one[0] < other[0] for one, other in zip(each.values(), base, strict=True))
        figures = " ".join(f"{mean[kind]:>11.1%} {100 * gain[kind]:>+8.2f}" for kind in (0, 1))
        print(f"{way:<26} {figures}  {better}, {worse}")
    for way, base_way in ((WRAP, GREEDY), (SPLIT, WRAP)):
        below = [name for name in files if shares[way][name] < shares[base_way][name]]
        print(f"{way}: below {base_way} in {len(below)} files {below or ''}".rstrip())


def own(files: Texts, cut: Cut) -> Iterator[tuple[str, Texts]]:
    """Lay the files out in each of our own ways."""
    ways: dict[str, Callable[[str], str]] = {
        LONG: lambda text: text,
        GREEDY: lambda text: wrap(text, MAX_LINE, choose=lambda lines: list(map(greedy_layout, lines))).text,
        WRAP: lambda text: wrap_for_survival(text, MAX_LINE, cut).text,
        SPLIT: lambda text: split_for_survival(text, MAX_LINE, cut).text,
    }
    for way, lay_out in ways.items():
        yield way, {name: lay_out(text) for name, text in files.items()}


def share(source: str, text: str, cut: Cut) -> Share:
    """Give which share of the ink of rule lines, and of over-long lines, reaches the model.

    Tools may rewrite more than line ends, so both texts are aligned: each character of the source is found again a
    little further on, or counts as lost. List markers do not count: some tools, and ``--split``, number anew.
    """
    marked = list(_marked(text, cut))
    all_ink, kept = [0, 0], [0, 0]
    place = 0
    for line in source.split("\n"):
        counts = is_rule_line(line), is_longer(line, MAX_LINE)
        for character in ink_of(line)[_marker(line) :]:
            found = _find(character, marked, place)
            reaches = 0
            if found is not None:
                place = found + 1
                reaches = marked[found][1]
            for kind in (0, 1):
                all_ink[kind] += counts[kind]
                kept[kind] += counts[kind] * reaches
    return (kept[0] / max(all_ink[0], 1), kept[1] / max(all_ink[1], 1))


def _marked(text: str, cut: Cut) -> Iterator[tuple[str, int]]:
    """Give each character of ink, and whether it reaches the model."""
    for line, (first, last) in zip(text.split("\n"), cut.reaches(text), strict=True):
        units = ink_of(line)
        for index, unit in enumerate(units[_marker(line) :], _marker(line)):
            yield unit, index < first or index >= len(units) - last


def _words(line: str) -> str:
    return "".join(line.split())


def _marker(line: str) -> int:
    """Count the ink of the line's list marker."""
    marker = _MARKER.match(line)
    return len(ink_of(marker[0])) if marker else 0


def _find(character: str, marked: Sequence[tuple[str, int]], place: int) -> int | None:
    ahead = range(place, min(place + _LOOK_AHEAD, len(marked)))
    return next((index for index in ahead if marked[index][0] == character), None)


def other_tools(files: Texts, folder: Path) -> Iterator[tuple[str, Texts]]:
    """Lay the files out with each other tool that can be had."""
    environment = folder / "python"
    venv.create(environment, with_pip=True)
    python = environment / "bin" / "python"
    prettier = ["npx", "--yes", "prettier@3", "--write", "--log-level", "warn"]
    tools: dict[str, tuple[list[str], list[str]]] = {
        "mdformat --wrap 240": (
            [str(python), "-m", "pip", "install", "--quiet", "mdformat", "mdformat-gfm"],
            [str(python), "-m", "mdformat", "--wrap", "240"],
        ),
        "prettier --prose-wrap": (
            [*prettier[:3], "--version"],
            [*prettier, "--prose-wrap", "always", "--print-width", "240"],
        ),
        "rumdl fmt": (
            [str(python), "-m", "pip", "install", "--quiet", "rumdl"],
            [str(environment / "bin" / "rumdl"), "fmt", "--config", "rumdl.toml"],
        ),
    }
    for tool, (install, run) in tools.items():
        if _runs(install, folder):
            yield f"{tool}", dict(_laid_out(files, run, folder / tool.split()[0]))
        else:
            print(f"{tool} left out: it can't be installed here", file=sys.stderr)


def _laid_out(files: Texts, run: list[str], folder: Path) -> Iterator[tuple[str, str]]:
    folder.mkdir()
    (folder / "rumdl.toml").write_text('[MD013]\nline-length = 240\nreflow = true\nreflow-mode = "default"\n')
    for name, text in files.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    _runs([*run, *(f"{name}.md" for name in files)], folder)
    for name in files:
        yield name, (folder / f"{name}.md").read_text(encoding="utf-8")


def _runs(command: list[str], folder: Path) -> bool:
    try:
        ran = subprocess.run(command, cwd=folder, env=os.environ, capture_output=True, check=False, timeout=300)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return ran.returncode == 0


if __name__ == "__main__":
    main()
