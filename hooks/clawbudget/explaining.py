"""What a finding means and what to do about it, in words: one function for each thing that a check can find."""

from __future__ import annotations

from clawbudget.findings import NOTE, Finding, columns_of, quote
from clawbudget.javascript import collapse_white_space, decode_utf8, length
from clawbudget.limits import BOOTSTRAP_FILES, LAST_OF_EIGHT_FILES, MAX_LINE, MEMORY_FILES, MIN_FILE_BUDGET, Release
from clawbudget.sections import largest_sections

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clawbudget.budget import CheckedWorkspace
    from clawbudget.limits import Limits
    from clawbudget.reading import BootstrapFile
    from clawbudget.sections import Section
    from clawbudget.workspaces import Workspace

_MOVE_OUT = "move what is not needed in every prompt into documents of its own and leave one line that points there"


def file_too_long(file: BootstrapFile, size: int, checked: CheckedWorkspace) -> Finding:
    """Say by how much a file is over; a note only, if it has a limit of its own that lets it be cut by OpenClaw."""
    from clawbudget.explaining_losses import what_is_lost

    limits = checked.limits
    limit = limits.of_file(file.name)
    is_allowed = size <= limit
    if is_allowed:
        limit = limits.cut_at(file.name)
    message = _over(size, limit) + (f" (allowed here: {limits.of_file(file.name):,})" if is_allowed else "")
    if lost := what_is_lost(file, checked):
        message += f"; {lost}"
    if len(sections := largest_sections(file.text)) > 1:
        named = ", ".join(f"{_title(section)} {section.size:,}" for section in sections)
        message += f"; largest sections: {named}"
    release = checked.limits.release_for(file.name).name
    finding = Finding("file-too-long", file.path, message, _MOVE_OUT, measured=size, allowed=limit, release=release)
    if is_allowed:
        finding.severity = NOTE
    return finding


def _title(section: Section) -> str:
    return quote(section.heading, 40) if section.heading else "before the first heading"


def file_near_limit(file: BootstrapFile, size: int, limit: int) -> Finding:
    message = f"{size:,} characters, {_per_cent(size, limit)} of the limit of {limit:,}"
    return Finding("near-limit", file.path, message, _NEAR_ADVICE, measured=size, allowed=limit)


_NEAR_ADVICE = "nothing is cut by this limit yet; make room before the next additions"


def line_too_long(file: BootstrapFile, number: int, line: str, size: int, checked: CheckedWorkspace) -> Finding:
    limits = checked.limits
    limit = limits.max_line
    reason = _why_no_fixer_helps(file, checked).get(number)
    advice = "shorten these lines by hand: no fixer may break them" if reason else _how_to_break(file, checked)
    named = f" ({reason}: no fixer may break it)" if reason else ""
    shown = quote(collapse_white_space(line))
    return Finding(
        "line-too-long",
        file.path,
        f"{_over(size, limit)}{_what_is_left_of(file, number, checked)}{named}: {shown}",
        advice,
        line=number,
        measured=size,
        allowed=limit,
        columns=columns_of(line),
        source=line,
        release=limits.release_for(file.name).name,
    )


def _how_to_break(file: BootstrapFile, checked: CheckedWorkspace) -> str:
    if file.name in MEMORY_FILES:
        return "break the lines between sentences by hand: clawbudget wrap leaves memory files alone unless told"
    if checked.sizes[file.name] > checked.limits.of_file(file.name):
        return "make the file fit first, then run clawbudget wrap: its indents count, too"
    return "run clawbudget wrap, or break the lines between sentences by hand"


def _why_no_fixer_helps(file: BootstrapFile, checked: CheckedWorkspace) -> dict[int, str]:
    """Give the reason for each long line of a file that clawbudget wrap would leave alone."""
    if file.name not in checked.unbreakable:
        from clawbudget.wrapping.engine import lines_to_leave

        checked.unbreakable[file.name] = lines_to_leave(file.text, checked.limits.max_line)
    return checked.unbreakable[file.name]


def _what_is_left_of(file: BootstrapFile, number: int, checked: CheckedWorkspace) -> str:
    limits = checked.limits
    if file.name != "AGENTS.md" or not limits.release_for(file.name).contract.digest:
        return ""
    limit = min(limits.cut_at(file.name), limits.max_total)
    if checked.sizes[file.name] <= limit:
        return f" (whole today, but cut to {MAX_LINE} as soon as the file is over {limit:,})"
    from clawbudget.explaining_losses import what_is_left_of

    return f" ({what_is_left_of(file, number, checked)})"


def unreadable(file: BootstrapFile) -> Finding:
    return Finding(
        "unreadable",
        file.path,
        f"OpenClaw does not read it, so nothing in it reaches any agent: {file.refusal}",
        "put a plain file of its own there: no link, one name only, at most 2 MiB",
    )


def invalid_utf8(file: BootstrapFile) -> Finding:
    from io import BytesIO

    from identify.identify import is_text

    data = file.data or b""
    start = _first_ill_formed(data)
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


def _first_ill_formed(data: bytes) -> int:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start
    raise ValueError("the data is well-formed UTF-8")


def misnamed(workspace: Workspace, name: str, limits: Limits) -> Finding:
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
    release = limits.release.name if limits.release else ""
    return Finding(
        "retired-file",
        workspace.path_of(name),
        f"OpenClaw {release} no longer reads {name}: nothing in it reaches any agent",
        "move what is still needed to AGENTS.md",
    )


def total_too_long(checked: CheckedWorkspace) -> Finding:
    limit = checked.limits.max_total
    message = (
        f"{_over(checked.total, limit)} for all files together{_markers(checked)}; {_what_the_total_takes(checked)}"
    )
    return Finding(
        "total-too-long",
        checked.workspace.folder,
        message,
        _MOVE_OUT,
        measured=checked.total,
        allowed=limit,
        release=_spending_release(checked.limits).name,
    )


def total_near_limit(checked: CheckedWorkspace) -> Finding:
    limit = checked.limits.max_total
    share = _per_cent(checked.total, limit)
    message = (
        f"{checked.total:,} characters in all files together{_markers(checked)}, {share} of the limit of {limit:,}"
    )
    return Finding("near-limit", checked.workspace.folder, message, _NEAR_ADVICE, measured=checked.total, allowed=limit)


def _markers(checked: CheckedWorkspace) -> str:
    if not checked.markers:
        return ""
    names = " and ".join(checked.markers) if len(checked.markers) < 3 else f"{len(checked.markers)} missing files"
    return f" ({sum(checked.markers.values()):,} of them for the notes that OpenClaw injects in the place of {names})"


def _what_the_total_takes(checked: CheckedWorkspace) -> str:
    """Say which files are cut or dropped for the total, as OpenClaw spends it: file by file, in injection order."""
    release = _spending_release(checked.limits)
    if _takes_the_model(checked):
        from clawbudget.explaining_losses import what_the_total_takes

        cut, dropped = what_the_total_takes(checked, release)
    else:
        cut, dropped = spend(checked)
    goes = [f"cut {name} to at most {left:,}" for name, left in cut.items()]
    if dropped:
        goes.append(f"drop {', '.join(dropped)}")
    if not goes:
        return "no file is cut for this as long as others are cut to their own limits"
    return f"OpenClaw {release.name} spends it in injection order and would {' and '.join(goes)}"


def _spending_release(limits: Limits) -> Release:
    return limits.release or Release.named(LAST_OF_EIGHT_FILES)


def _takes_the_model(checked: CheckedWorkspace) -> bool:
    """Tell whether sizes alone do not say what is left for the later files.

    A file that is cut by its own limit, and an AGENTS.md that is cut at all, may leave room. Any other file that is cut
    for the total uses it up.
    """
    limits = checked.limits
    if checked.sizes.get("AGENTS.md", 0) > limits.max_total:
        return True
    return any(size > limits.cut_at(name) for name, size in checked.sizes.items())


def spend(checked: CheckedWorkspace) -> tuple[dict[str, int], list[str]]:
    """Spend the total on files by their sizes: which are cut, to how much, and which are dropped."""
    cut: dict[str, int] = {}
    dropped: list[str] = []
    remaining = checked.limits.max_total
    for name in checked.limits.files:
        size = checked.sizes.get(name, checked.markers.get(name, 0))
        if name in checked.sizes and (dropped or remaining < MIN_FILE_BUDGET):
            dropped.append(name)
        elif name in checked.sizes and size > remaining:
            cut[name] = remaining
        if not dropped:
            remaining -= min(size, remaining)
    return cut, dropped


def _over(size: int, limit: int) -> str:
    return f"{size:,} characters, {size - limit:,} over the limit of {limit:,}"


def _per_cent(size: int, limit: int) -> str:
    # Rounded down, so that nothing below its limit is called 100 %.
    return f"{size * 1000 // limit / 10:.1f} %"
