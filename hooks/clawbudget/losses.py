"""What a workspace loses on its way into the prompt: the model of OpenClaw's injection, asked about files on disk."""

from __future__ import annotations

import os

from clawbudget.injection.fates import CUT_IN_DIGEST, IN_DIGEST, WHOLE, line_fates
from clawbudget.injection.keywords import is_rule_line
from clawbudget.injection.prompt import Unreadable, inject
from clawbudget.javascript import length, trim_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clawbudget.injection.fates import Fate
    from clawbudget.injection.prompt import FileText, InjectedFile, Injection
    from clawbudget.limits import Limits, Release
    from clawbudget.reading import BootstrapFile
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
        last = len(self.lines) - 1
        return sum(
            _lost_of_line(line, fate, is_last=index == last)
            for index, (line, fate) in enumerate(zip(self.lines, self.fates, strict=True))
            if fate.kind != WHOLE
        )

    def indexes(self, *kinds: str) -> list[int]:
        """Give the indexes of the lines that hold something and whose fate is one of ``kinds``."""
        return [index for index, fate in enumerate(self.fates) if fate.kind in kinds and self.lines[index].strip()]

    def rules(self, *kinds: str) -> list[int]:
        """Give the indexes of the lines, in any file, that hold a rule word of the digest's and have such a fate."""
        # Looking at a line costs far more than looking at its fate, so only those asked for are looked at, and once.
        for kind in kinds:
            if kind not in self._rules:
                self._rules[kind] = [
                    index
                    for index, (line, fate) in enumerate(zip(self.lines, self.fates, strict=True))
                    if fate.kind == kind and is_rule_line(line)
                ]
        return sorted(index for kind in kinds for index in self._rules[kind])


def _lost_of_line(line: str, fate: Fate, *, is_last: bool) -> int:
    if fate.kind == IN_DIGEST:
        return 0
    content = line.removesuffix("\r")
    ending = len(line) - len(content) + 1
    lost_ending = 0 if is_last or fate.end or fate.kind == CUT_IN_DIGEST else ending
    return max(length(content) - fate.start - fate.end, 0) + lost_ending


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
