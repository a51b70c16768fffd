"""What wrapping makes of a bootstrap file on disk: its new bytes, and why lines are left alone."""

from __future__ import annotations

import os

from clawbudget.budget import long_lines
from clawbudget.releases import MAX_BYTES
from clawbudget.writing import Original, RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clawbudget.limits import Limits
    from clawbudget.survival.gains import Gain
    from clawbudget.survival.reach import Cut
    from clawbudget.wrapping.engine import Wrapped
    from clawbudget.wrapping.squeezing import Squeezed


class Fix:
    """What wrapping makes of a file, read as ``original``: its bytes ``after`` that.

    ``changed`` gives for each wrapped line its number and how many lines it becomes; ``left`` for each line that stays
    too long its number, its UTF-16 code units and the reason. ``squeezed`` counts the code units that were taken out
    where no reader sees it. ``gain`` tells, for an AGENTS.md that OpenClaw cuts, what became of its rules.
    """

    __slots__ = ("after", "changed", "gain", "left", "original", "squeezed")

    def __init__(self, original: Original) -> None:
        self.original = original
        self.after = original.data
        self.changed: dict[int, int] = {}
        self.left: list[tuple[int, int, str]] = []
        self.squeezed = 0
        self.gain: Gain | None = None

    @property
    def path(self) -> str:
        """The path of the file."""
        return self.original.path

    @property
    def before(self) -> bytes:
        """The bytes of the file as it is."""
        return self.original.data

    def write(self) -> None:
        """Put the new bytes in the file's place. Raises RefusedError; the file is then what it was."""
        self.original.replace(self.after)


def fix_file(path: str, limits: Limits, *, cjk: bool = True, split: bool = False, squeeze: bool = False) -> Fix:
    """Wrap the lines over the limit of the file at ``path``, as far as it can be proved that nothing else changes.

    Of an AGENTS.md the breaks are chosen by what keeps most in front of the model once OpenClaw cuts the file; with
    ``split``, its items and paragraphs may be split for that. With ``squeeze``, what no reader sees is taken out first.
    Raises RefusedError for what is not touched: a link, anything but a plain file, more than OpenClaw reads, a long
    line in what is no UTF-8.
    """
    fix = Fix(Original.read(path))
    if len(fix.before) > MAX_BYTES:
        raise RefusedError(f"it holds {len(fix.before):,} bytes, and OpenClaw reads no file of over {MAX_BYTES:,}")
    lines = long_lines(fix.before, limits.max_line)
    too_long = {number: size for number, _, size in lines}
    if too_long or squeeze:
        _lay_out(fix, too_long, limits, cjk=cjk, split=split, squeeze=squeeze)
    return fix


def _lay_out(fix: Fix, too_long: dict[int, int], limits: Limits, *, cjk: bool, split: bool, squeeze: bool) -> None:
    text = _decoded(fix.before)
    cut = _cut_of(fix.path, text, limits)
    squeezed = _squeezed(text) if squeeze else None
    name = os.path.basename(fix.path)
    wrapped = _wrapped(squeezed.text if squeezed else text, name, limits.max_line, cut, cjk=cjk, split=split)
    if squeezed:
        from clawbudget.wrapping.successive import together

        fix.squeezed = sum(squeezed.savings.values())
        wrapped.changed, wrapped.left = together(text, squeezed.counts, wrapped)
    fix.after = wrapped.text.encode()
    fix.changed = {number: count for number, count in wrapped.changed.items() if count > 1}
    fix.left = [(number, too_long[number], reason) for number, reason in wrapped.left.items()]
    if cut and cut.is_certain and fix.after != fix.before:
        from clawbudget.survival.gains import Gain

        fix.gain = Gain(text, wrapped.text, wrapped.changed, limits.max_line, cut)


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise RefusedError(f"it is no UTF-8 at offset {error.start:,}") from None


def _squeezed(text: str) -> Squeezed:
    from clawbudget.wrapping.squeezing import squeeze

    return squeeze(text)


def _wrapped(text: str, name: str, max_line: int, cut: Cut | None, *, cjk: bool, split: bool) -> Wrapped:
    if cut is None:
        from clawbudget.wrapping.engine import wrap

        return wrap(text, max_line, cjk=cjk, name=name)
    from clawbudget.survival.choosing import split_for_survival, wrap_for_survival

    return (split_for_survival if split else wrap_for_survival)(text, max_line, cut, cjk=cjk)


def _cut_of(path: str, text: str, limits: Limits) -> Cut | None:
    """Tell how OpenClaw cuts, or would cut, the file; None where its layout makes no difference."""
    name = os.path.basename(path)
    if name != "AGENTS.md":
        return None
    from clawbudget.survival.choosing import cut_of

    limit = min(limits.cut_at(name), limits.max_total)
    return cut_of(text, limit, limits.release_for(name).contract)
