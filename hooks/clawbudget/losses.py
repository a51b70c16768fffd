"""What a workspace loses on its way into the prompt: the model of OpenClaw's injection, asked about files on disk."""

from __future__ import annotations

import os

from clawbudget.injection.fates import CUT_IN_DIGEST, IN_DIGEST, line_fates
from clawbudget.injection.keywords import is_rule_line
from clawbudget.injection.prompt import Unreadable, inject
from clawbudget.injection.trimming import HEAD, TAIL
from clawbudget.javascript import WHITE_SPACE, length, trim_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clawbudget.injection.prompt import FileText, InjectedFile, Injection
    from clawbudget.limits import Limits
    from clawbudget.reading import BootstrapFile
    from clawbudget.releases import Release
    from clawbudget.workspaces import Workspace


class FileLoss:
    """What becomes of one file's lines.

    ``lines`` are the source lines (of the text without trailing white space) and ``fates`` what becomes of each.
    """

    __slots__ = ("_rules", "fates", "injected", "lines")

    def __init__(self, text: str, injected: InjectedFile) -> None:
        text = trim_end(text)
        self.injected = injected
        self.lines = text.split("\n")
        self.fates = line_fates(text, injected)
        self._rules: dict[str, list[int]] = {}

    @property
    def lost_units(self) -> int:
        """The UTF-16 code units of the source that stand nowhere in the prompt."""
        gap = range(self.injected.length_of(HEAD), self.injected.raw - self.injected.length_of(TAIL))
        return len(gap) - (self._repeated_units(gap) if self.injected.digest else 0)

    def _repeated_units(self, gap: range) -> int:
        """Count the code units of the ``gap`` between head and tail that the digest repeats."""
        repeated = start = 0
        for line, fate in zip(self.lines, self.fates, strict=True):
            end = start + length(line) + 1
            if fate.kind in (IN_DIGEST, CUT_IN_DIGEST):
                seen = end if fate.kind == IN_DIGEST else start + units_behind(line, fate.start)
                repeated += max(min(seen, gap.stop) - max(start, gap.start), 0)
            start = end
        return repeated

    def indexes(self, *kinds: str) -> list[int]:
        """Give the indexes of the lines that hold something and whose fate is one of ``kinds``."""
        return [index for index, fate in enumerate(self.fates) if fate.kind in kinds and self.lines[index].strip()]

    def rules(self, *kinds: str) -> list[int]:
        """Give the indexes of the lines, in any file, that hold a rule word of the digest's and have such a fate."""
        # Looking at a line costs far more than looking at its fate, so only those asked for are looked at, and once.
        new = {kind: list[int]() for kind in kinds if kind not in self._rules}
        for index, fate in enumerate(self.fates) if new else ():
            if fate.kind in new and (line := self.lines[index]) and is_rule_line(line):
                new[fate.kind].append(index)
        self._rules |= new
        return sorted(index for kind in kinds for index in self._rules[kind])


def units_behind(line: str, collapsed: int) -> int:
    """Give how many code units, from a line's start, are behind so many of the line with its white space collapsed."""
    units = 0
    after_blank = True
    for char in line:
        if collapsed <= 0:
            break
        units += length(char)
        is_blank = char in WHITE_SPACE
        collapsed -= 0 if is_blank and after_blank else length(char)
        after_blank = is_blank
    return units


def injection_of(
    workspace: Workspace, files: Iterable[BootstrapFile], limits: Limits, release: Release, session: str = "main"
) -> Injection:
    """Tell what a session gets of these files, read from ``workspace``, under ``release`` with these limits."""
    return inject(
        {file.name: _text_of(file) for file in files},
        release,
        session=session,
        max_file=limits.max_file,
        max_total=limits.max_total,
        workspace=os.path.abspath(workspace.folder),
    )


def _text_of(file: BootstrapFile) -> FileText:
    if file.refusal is not None:
        return Unreadable(file.refusal.reason)
    return None if file.data is None else file.text
