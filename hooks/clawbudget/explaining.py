"""What a finding means and what to do about it, in words: one function for each thing that a check can find.

Sizes in messages are UTF-16 code units, called characters there. What is lost is said in ``explaining_losses``.
"""

from __future__ import annotations

from clawbudget.findings import NOTE, Finding, columns_of, quote
from clawbudget.javascript import collapse_white_space, decode_utf8, length
from clawbudget.releases import BOOTSTRAP_FILES, LAST_OF_EIGHT_FILES, MAX_LINE, MEMORY_FILES, Release
from clawbudget.sections import largest_sections

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from clawbudget.evidence import Evidence
    from clawbudget.limits import Limits
    from clawbudget.reading import BootstrapFile
    from clawbudget.sections import Section
    from clawbudget.workspaces import Workspace

_MOVE_OUT: Final = (
    "move what is not needed in every prompt into documents of its own and leave one line that points there"
)
_MAKE_ROOM: Final = "nothing is cut by this limit yet; make room before the next additions"


def file_too_long(file: BootstrapFile, evidence: Evidence) -> Finding:
    """Say by how much a file is over; a note only, if it has a limit of its own that lets it be cut by OpenClaw."""
    from clawbudget.explaining_losses import what_is_lost

    limits = evidence.limits
    size = evidence.sizes[file.name]
    limit = limits.of_file(file.name)
    is_allowed = size <= limit
    if is_allowed:
        limit = limits.cut_at(file.name)
    message = _over(size, limit) + (f" (allowed here: {limits.of_file(file.name):,})" if is_allowed else "")
    if lost := what_is_lost(file, evidence):
        message += f"; {lost}"
    if len(sections := largest_sections(file.text)) > 1:
        named = ", ".join(f"{_title(section)} {section.size:,}" for section in sections)
        message += f"; largest sections: {named}"
    release = limits.release_for(file.name).name
    finding = Finding("file-too-long", file.path, message, _MOVE_OUT, measured=size, allowed=limit, release=release)
    if is_allowed:
        finding.severity = NOTE
    return finding


def _title(section: Section) -> str:
    return quote(section.heading, 40) if section.heading else "before the first heading"


def file_near_limit(file: BootstrapFile, evidence: Evidence) -> Finding:
    """Say how much of its limit a file uses."""
    size, limit = evidence.sizes[file.name], evidence.limits.of_file(file.name)
    message = f"{size:,} characters, {_per_cent(size, limit)} of the limit of {limit:,}"
    return Finding("near-limit", file.path, message, _MAKE_ROOM, measured=size, allowed=limit)


def line_too_long(file: BootstrapFile, number: int, line: str, size: int, evidence: Evidence) -> Finding:
    """Say by how much a line is over, what OpenClaw keeps of it, and whether ``clawbudget wrap`` can break it.

    ``size`` is the line's as ``budget.long_lines`` measures it.
    """
    limits = evidence.limits
    limit = limits.max_line
    reason = evidence.unbreakable_lines(file).get(number)
    advice = "shorten these lines by hand: no fixer may break them" if reason else _how_to_break(file, evidence)
    named = f" ({reason}: no fixer may break it)" if reason else ""
    shown = quote(collapse_white_space(line))
    return Finding(
        "line-too-long",
        file.path,
        f"{_over(size, limit)}{_what_is_left_of(file, number, evidence)}{named}: {shown}",
        advice,
        line=number,
        measured=size,
        allowed=limit,
        columns=columns_of(line),
        source=line,
        release=limits.release_for(file.name).name,
    )


def _how_to_break(file: BootstrapFile, evidence: Evidence) -> str:
    if file.name in MEMORY_FILES:
        by_agent = "have the agent itself break the lines between sentences"
        why = (
            "a memory file that something else rewrote, such as clawbudget wrap, OpenClaw can shut out of every prompt"
        )
        return f"{by_agent} ({why}), or measure AGENTS.md alone: --line-files AGENTS.md"
    if evidence.sizes[file.name] > evidence.limits.of_file(file.name):
        return "make the file fit first, then run clawbudget wrap: its indents count, too"
    return "run clawbudget wrap, or break the lines between sentences by hand"


def _what_is_left_of(file: BootstrapFile, number: int, evidence: Evidence) -> str:
    limits = evidence.limits
    if file.name != "AGENTS.md" or not limits.release_for(file.name).contract.digest:
        return ""
    limit = min(limits.cut_at(file.name), limits.max_total)
    if evidence.sizes[file.name] <= limit:
        return f" (whole today, but cut to {MAX_LINE} as soon as the file is over {limit:,})"
    from clawbudget.explaining_losses import what_is_left_of

    return f" ({what_is_left_of(file, number, evidence)})"


def unreadable(file: BootstrapFile) -> Finding:
    """Say why OpenClaw does not read a file that is there."""
    return Finding(
        "unreadable",
        file.path,
        f"OpenClaw does not read it, so nothing in it reaches any agent: {file.refusal}",
        "put a plain file of its own there: no link, one name only, at most 2 MiB",
    )


def invalid_utf8(file: BootstrapFile, data: bytes, start: int) -> Finding:
    """Say where the bytes of a file stop being UTF-8: at the offset ``start``."""
    from io import BytesIO

    from identify.identify import is_text

    line_start = data.rfind(b"\n", 0, start) + 1
    column = length(decode_utf8(data[line_start:start])) + 1
    binary = "" if is_text(BytesIO(data)) else " (the file looks binary)"
    return Finding(
        "invalid-utf8",
        file.path,
        f"no UTF-8 at offset {start:,}{binary}; OpenClaw puts U+FFFD in the place of what it can't decode",
        "save the file as UTF-8",
        line=data.count(b"\n", 0, start) + 1,
        columns=(column, column + 1),
        source=decode_utf8(data[line_start:].partition(b"\n")[0]),
    )


def misnamed(workspace: Workspace, name: str, limits: Limits) -> Finding:
    """Say what a file called like a bootstrap file, but in another case, should be called."""
    right = next(known for known in BOOTSTRAP_FILES if known.lower() == name.lower())
    if right not in limits.files:
        return retired_file(workspace, name, limits)
    beside = f" beside {right}" if right in workspace.names else ""
    return Finding(
        "misnamed",
        workspace.path_of(name),
        f"OpenClaw reads {right}; a file called {name}{beside} is not read where the disk tells upper from lower case",
        f"merge it into {right}" if beside else f"rename it to {right}",
    )


def retired_file(workspace: Workspace, name: str, limits: Limits) -> Finding:
    """Say that the release no longer reads a file of this name."""
    release = limits.release.name if limits.release else ""
    return Finding(
        "retired-file",
        workspace.path_of(name),
        f"OpenClaw {release} no longer reads {name}: nothing in it reaches any agent",
        "move what is still needed to AGENTS.md",
    )


def total_too_long(evidence: Evidence) -> Finding:
    """Say by how much all files together are over, and which of them are cut or dropped for it."""
    limit = evidence.limits.max_total
    message = (
        f"{_over(evidence.total, limit)} for all files together{_markers(evidence)}; {_what_the_total_takes(evidence)}"
    )
    return Finding(
        "total-too-long",
        evidence.workspace.folder,
        message,
        _MOVE_OUT,
        measured=evidence.total,
        allowed=limit,
        release=_spending_release(evidence.limits).name,
    )


def total_near_limit(evidence: Evidence) -> Finding:
    """Say how much of the total limit all files together use."""
    limit = evidence.limits.max_total
    share = _per_cent(evidence.total, limit)
    message = (
        f"{evidence.total:,} characters in all files together{_markers(evidence)}, {share} of the limit of {limit:,}"
    )
    return Finding("near-limit", evidence.workspace.folder, message, _MAKE_ROOM, measured=evidence.total, allowed=limit)


def _markers(evidence: Evidence) -> str:
    if not evidence.markers:
        return ""
    names = " and ".join(evidence.markers) if len(evidence.markers) < 3 else f"{len(evidence.markers)} missing files"
    return f" ({sum(evidence.markers.values()):,} of them for the notes that OpenClaw injects in the place of {names})"


def _what_the_total_takes(evidence: Evidence) -> str:
    """Say which files are cut or dropped for the total, as OpenClaw spends it: file by file, in injection order."""
    from clawbudget.explaining_losses import what_the_total_takes

    release = _spending_release(evidence.limits)
    cut, dropped = what_the_total_takes(evidence, release)
    goes = [f"cut {name} to at most {left:,}" for name, left in cut.items()]
    if dropped:
        goes.append(f"drop {', '.join(dropped)}")
    if not goes:
        return "no file is cut for this as long as others are cut to their own limits"
    return f"OpenClaw {release.name} spends it in injection order and would {' and '.join(goes)}"


def _spending_release(limits: Limits) -> Release:
    return limits.release or Release.named(LAST_OF_EIGHT_FILES)


def _over(size: int, limit: int) -> str:
    return f"{size:,} characters, {size - limit:,} over the limit of {limit:,}"


def _per_cent(size: int, limit: int) -> str:
    # Rounded down, so that nothing below its limit is called 100 %.
    return f"{size * 1000 // limit / 10:.1f} %"
