"""What ``clawbudget show`` prints: a workspace's overview, lost lines, the digest, two releases side by side."""

from __future__ import annotations

from clawbudget.injection.fates import CUT, CUT_IN_DIGEST, IN_DIGEST, LOST
from clawbudget.injection.keywords import VOCABULARIES
from clawbudget.injection.prompt import DROPPED, MISSING, PER_FILE, TOTAL, UNREADABLE, WHOLE_FILE
from clawbudget.injection.verdicts import NOT_A_CANDIDATE, verdicts
from clawbudget.limits import near_limit
from clawbudget.overview import NEAR_LIMIT, OTHER_SESSIONS, RETIRED
from clawbudget.releases import MAX_LINE
from clawbudget.reports.escaping import escape, escape_line
from clawbudget.reports.reaching import rules_reaching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from clawbudget.injection.fates import Fate
    from clawbudget.injection.verdicts import Verdict
    from clawbudget.overview import FileOverview, Overview
    from clawbudget.reports.style import Style

_BAR_WIDTH: Final = 16

CAUSES: Final = {
    WHOLE_FILE: "",
    PER_FILE: "cut (own limit)",
    TOTAL: "cut (total)",
    DROPPED: "dropped (total)",
    MISSING: "missing",
    UNREADABLE: "unreadable",
    NEAR_LIMIT: "near its limit",
    RETIRED: "no longer read",
    OTHER_SESSIONS: "not read here",
}
HARMFUL: Final = frozenset((PER_FILE, TOTAL, DROPPED, UNREADABLE))


def overview_lines(overview: Overview, style: Style) -> Iterator[str]:
    """Give the table of a workspace's files, and what it comes to in rules."""
    yield escape_line(f"{overview.workspace.folder}: OpenClaw {overview.release.name}, {overview.session} session")
    yield ""
    yield f"{'file':<12} {'raw':>8} {'injected':>9} {'lost':>8} {'':>7}  of its limit"
    for file in overview.files:
        yield _file_row(file, style).rstrip()
    yield _total_row(overview, style).rstrip()
    for file in overview.files:
        if file.detail:
            yield escape_line(f"{file.name}: {file.detail}")
    for file in overview.files:
        if file.lost and file.rule_lines:
            yield _rules_line(file, overview)


def _file_row(file: FileOverview, style: Style) -> str:
    told = CAUSES[file.cause] or ("empty" if file.loss and not file.raw else "")
    cause = style.paint(told, "error" if file.cause in HARMFUL else "warning")
    bar = ""
    if file.limit and file.raw:
        bar = style.bar(file.raw - file.lost, max(file.limit, file.raw), _BAR_WIDTH, lost=file.lost)
    return f"{_numbers(file.name, file.raw, file.injected, file.lost)}  {bar:<{_BAR_WIDTH}}  {cause}"


def _total_row(overview: Overview, style: Style) -> str:
    limit = overview.limits.max_total
    bar = style.bar(min(overview.injected, limit), limit, _BAR_WIDTH)
    near = near_limit(limit) <= overview.injected
    of = style.paint(f"of {limit:,}", "warning" if near else "")
    return f"{_numbers('total', overview.raw, overview.injected, overview.lost)}  {bar}  {of}"


def _numbers(name: str, raw: int, injected: int, lost: int) -> str:
    share = f"{lost / raw:.1%}" if lost else ""
    return f"{name:<12} {raw:>8,} {injected:>9,} {lost:>8,} {share:>7}"


def _rules_line(file: FileOverview, overview: Overview) -> str:
    release = f"OpenClaw {overview.release.name}"
    return f"{file.name}: {rules_reaching(file.whole_rule_lines, file.rule_lines, release)}"


def lost_lines(file: FileOverview, path: str, style: Style) -> Iterator[str]:
    """Give the source lines of a file that do not reach the model whole: rule lines first, marked with ``!``."""
    loss = file.loss
    if loss is None:
        return
    rules = frozenset(loss.rules(LOST, CUT, CUT_IN_DIGEST))
    for index in sorted(loss.indexes(LOST, CUT, CUT_IN_DIGEST), key=lambda index: index not in rules):
        mark = style.paint("!", "error") if index in rules else " "
        where = escape_line(f"{path}:{index + 1}")
        yield f"{mark} {where}: {fate_in_words(loss.fates[index])}: {escape(loss.lines[index].rstrip())}"


def fate_in_words(fate: Fate) -> str:
    """Say what becomes of a line that does not stand whole in the head or the tail."""
    if fate.kind == IN_DIGEST:
        return IN_DIGEST
    if fate.kind == LOST:
        return "lost"
    if fate.kind == CUT_IN_DIGEST:
        return f"cut at column {fate.start + 1} in the digest"
    if not fate.start:
        return f"lost but for its last {fate.end} characters"
    return f"cut at column {fate.start + 1}"


def digest_lines(file: FileOverview, overview: Overview) -> Iterator[str]:
    """Give the lines of an AGENTS.md that the digest looked at, ``+`` if taken, each with the reason behind it."""
    digest = file.loss.injected.digest if file.loss else None
    if file.loss is None or digest is None:
        yield _why_no_digest(file, overview)
        return
    for verdict in verdicts("\n".join(file.loss.lines), digest, VOCABULARIES[overview.release.contract.digest]):
        mark = "+" if verdict.is_taken else " "
        yield f"{mark} {verdict.index + 1:>4} {escape(verdict.line.text)}  [{reason_in_words(verdict)}]"
    taken = len(digest.source_lines())
    yield f"{taken:,} lines, {digest.length:,} of {digest.budget:,} characters; {digest.omitted:,} candidates left out"


def _why_no_digest(file: FileOverview, overview: Overview) -> str:
    if not overview.release.contract.digest:
        return f"OpenClaw {overview.release.name} makes no digest: it cuts AGENTS.md like the other files"
    if file.loss is None:
        return "There is no AGENTS.md to make a digest of"
    return f"AGENTS.md is injected whole, so there is no digest: {file.raw:,} of {file.limit:,} characters"


def reason_in_words(verdict: Verdict) -> str:
    """Say why the digest takes a line or leaves it."""
    late = f"; {', '.join(verdict.late_words)} after column {MAX_LINE - 1}" if verdict.late_words else ""
    words = f": {', '.join(verdict.words)}" if verdict.words else ""
    room = "" if verdict.is_taken or verdict.reason == NOT_A_CANDIDATE else ", no room"
    return f"{verdict.reason}{words}{room}{late}"


def comparison_lines(before: Overview, after: Overview, style: Style) -> Iterator[str]:
    """Give what of each file reaches the model under two releases, and what the second takes away."""
    yield escape_line(f"{before.workspace.folder}: characters that reach the model, {before.session} session")
    yield ""
    yield f"{'file':<12} {'raw':>8} {before.release.name:>12} {after.release.name:>12} {'difference':>11}"
    for one, other in zip(before.files, after.files, strict=True):
        yield _comparison_row(one, other, style).rstrip()
    yield _comparison_numbers("total", max(before.raw, after.raw), _reaching(before), _reaching(after))
    was, now = (sum(file.whole_rule_lines for file in overview.files) for overview in (before, after))
    all_rules = sum(max(one.rule_lines, other.rule_lines) for one, other in zip(before.files, after.files, strict=True))
    yield f"rule lines of all files that reach the model whole: {was:,} of {all_rules:,} before, {now:,} after"


def _reaching(overview: Overview) -> int:
    return sum(_reaching_of(file) for file in overview.files)


def _reaching_of(file: FileOverview) -> int:
    return file.raw - file.lost if file.loss else 0


def _comparison_row(before: FileOverview, after: FileOverview, style: Style) -> str:
    change = ""
    if before.cause != after.cause:
        was, now = (CAUSES[file.cause] or "whole" for file in (before, after))
        change = style.paint(f"{was} -> {now}", "error" if after.cause in HARMFUL else "warning")
    raw = max(before.raw, after.raw)
    return f"{_comparison_numbers(after.name, raw, _reaching_of(before), _reaching_of(after))}  {change}"


def _comparison_numbers(name: str, raw: int, before: int, after: int) -> str:
    difference = f"{after - before:+,}" if after != before else "0"
    return f"{name:<12} {raw:>8,} {before:>12,} {after:>12,} {difference:>11}"
