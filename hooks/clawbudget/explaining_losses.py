"""What is lost on the way into the prompt, in words: for findings about files and lines that OpenClaw cuts."""

from __future__ import annotations

from clawbudget.injection.fates import CUT, CUT_IN_DIGEST, IN_DIGEST, LOST, WHOLE
from clawbudget.injection.prompt import DROPPED, TOTAL
from clawbudget.injection.prompt import WHOLE as WHOLE_FILE
from clawbudget.losses import FileLoss, injection_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from clawbudget.budget import CheckedWorkspace
    from clawbudget.limits import Release
    from clawbudget.reading import BootstrapFile

_LEFT_OF_LINE: Final = {
    WHOLE: "in the part of the file that stays whole",
    CUT: "cut: {0.start:,} characters of its start and {0.end:,} of its end reach the model",
    IN_DIGEST: "whole in the digest",
    CUT_IN_DIGEST: "cut: the digest keeps its first {0.start:,} characters",
    LOST: "lost: nothing of it reaches the model",
}


def what_is_lost(file: BootstrapFile, checked: CheckedWorkspace) -> str:
    """Say how much of a file is injected, which lines are lost and how many rule lines; "" if it is injected whole."""
    loss = _loss_of(file, checked)
    if loss.injected.cause == WHOLE_FILE:
        return ""
    name = checked.limits.release_for(file.name).name
    if not loss.injected.parts:
        return f"OpenClaw {name} would inject nothing of it"
    stated = [f"OpenClaw {name} would inject {loss.injected.injected:,} of {loss.injected.raw:,} characters"]
    if cut := loss.indexes(CUT):
        stated.append(f"{_these_lines(cut)} cut")
    kept = loss.indexes(IN_DIGEST, CUT_IN_DIGEST)
    if missing := sorted(loss.indexes(LOST) + kept):
        exception = f" except for {_count(len(kept), 'digest line')}" if kept else ""
        stated.append(f"{_lines(missing)} lost{exception}")
    if rules := loss.rules(LOST):
        stated.append(f"{_count(rules, 'rule line')} among the lost")
    return "; ".join(stated)


def what_is_left_of(file: BootstrapFile, number: int, checked: CheckedWorkspace) -> str:
    """Say what is left of the line with this number of a file that is cut."""
    fate = _loss_of(file, checked).fates[number - 1]
    return _LEFT_OF_LINE[fate.kind].format(fate)


def what_the_total_takes(checked: CheckedWorkspace, release: Release) -> tuple[dict[str, int], list[str]]:
    """Tell which files are cut because of the total, to how many UTF-16 code units, and which are dropped."""
    files = injection_of(checked.workspace, checked.files, checked.limits, release).files
    cut = {file.name: file.limit for file in files if file.cause == TOTAL}
    return cut, [file.name for file in files if file.cause == DROPPED]


def _loss_of(file: BootstrapFile, checked: CheckedWorkspace) -> FileLoss:
    if file.name not in checked.losses:
        release = checked.limits.release_for(file.name)
        injection = injection_of(checked.workspace, checked.files, checked.limits, release)
        checked.losses[file.name] = FileLoss(file.text, injection[file.name])
    return checked.losses[file.name]


def _these_lines(indexes: list[int]) -> str:
    """Name each of the lines, with their verb: at most two are cut, one by the head's end and one by the tail's start."""
    numbers = " and ".join(str(index + 1) for index in indexes)
    return f"line {numbers} is" if len(indexes) == 1 else f"lines {numbers} are"


def _lines(indexes: list[int]) -> str:
    """Name the lines from the first to the last of ``indexes``, with their verb."""
    first, last = indexes[0] + 1, indexes[-1] + 1
    return f"line {first} is" if first == last else f"lines {first}-{last} are"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
