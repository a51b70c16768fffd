"""The shared checker: a workspace and its limits in, findings out.

Here numbers are compared, and nothing is imported that a workspace within its limits does not need. What a finding
means is put into words in ``explaining``.
"""

from __future__ import annotations

from clawbudget.javascript import collapse_white_space, decode_utf8, length, length_from_utf8, trim_end
from clawbudget.limits import BOOTSTRAP_FILES, near_limit
from clawbudget.reading import read_files
from clawbudget.workspaces import reason_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from clawbudget.findings import Finding
    from clawbudget.injection.prompt import Injection
    from clawbudget.limits import Limits
    from clawbudget.losses import FileLoss
    from clawbudget.ratchet import Ratchet
    from clawbudget.reading import BootstrapFile
    from clawbudget.settings import Settings
    from clawbudget.workspaces import Workspace


SUPPRESSION_MARK: Final = b"clawbudget:"
"""What every comment to us contains."""


class CheckedWorkspace:
    """What the check of one workspace found.

    ``sizes`` are the UTF-16 code units of each file that was read, in injection order; ``markers`` those of the note
    that the release injects in the place of each missing file (none for the eight-file budget, which is about files).
    ``failures`` are pairs of a path and the reason why the system did not let us read it. The ``files``, their
    ``injections`` (by release) and ``losses`` are kept only while the check goes on.
    """

    __slots__ = (
        "failures",
        "files",
        "findings",
        "injections",
        "limits",
        "losses",
        "markers",
        "sizes",
        "unbreakable",
        "workspace",
    )

    def __init__(self, workspace: Workspace, limits: Limits) -> None:
        self.workspace = workspace
        self.limits = limits
        self.sizes: dict[str, int] = {}
        self.markers: dict[str, int] = {}
        self.findings: list[Finding] = []
        self.failures: list[tuple[str, str]] = []
        self.files: list[BootstrapFile] = []
        self.injections: dict[str, Injection] = {}
        self.losses: dict[str, FileLoss] = {}
        self.unbreakable: dict[str, dict[int, str]] = {}

    @property
    def total(self) -> int:
        """The UTF-16 code units that count towards the limit of all files together."""
        return sum(self.sizes.values()) + sum(self.markers.values())


def check(
    workspace: Workspace, limits: Limits, settings: Settings | None = None, ratchet: Ratchet | None = None
) -> CheckedWorkspace:
    """Hold a workspace's files, as they are on disk now, to ``limits``.

    Comments in the files, then ``settings``, then the ``ratchet`` may drop findings or make them less severe. Raises
    RatchetError if there is nothing to compare with.
    """
    checked = CheckedWorkspace(workspace, limits)
    checked.files = read_files(workspace, limits.files)
    for file in checked.files:
        if file.failure is not None:
            checked.failures.append((file.path, file.failure))
        else:
            checked.findings += _check_file(file, checked)
    checked.markers = _markers(checked)
    checked.findings += _check_names(workspace, limits)
    checked.findings += _check_total(checked)
    _let_pass(checked, settings, ratchet)
    checked.files.clear()
    checked.injections.clear()
    checked.losses.clear()
    checked.unbreakable.clear()
    return checked


def _let_pass(checked: CheckedWorkspace, settings: Settings | None, ratchet: Ratchet | None) -> None:
    if any(_may_hold_comment(file.data or b"") for file in checked.files):
        from clawbudget.suppressions import apply_suppressions

        apply_suppressions(checked)
    if settings is not None:
        checked.findings = settings.judged(checked.findings)
    if ratchet is not None:
        ratchet.apply(checked)


def _may_hold_comment(data: bytes) -> bool:
    # A single byte is found at the speed of memory, which spares most files the slower search.
    return b"<" in data and SUPPRESSION_MARK in data


def _markers(checked: CheckedWorkspace) -> dict[str, int]:
    """Measure what the release injects in the place of files that are not there or that it does not read."""
    limits = checked.limits
    if limits.release is None:
        return {}
    refused = {file.name: file.refusal.reason for file in checked.files if file.refusal is not None}
    folder = checked.workspace.folder
    try:
        return limits.release.markers(folder, checked.sizes, refused)
    except FileNotFoundError as error:  # the current folder is gone, and with it the absolute path
        checked.failures.append((folder, reason_of(error)))
        return {}


def long_lines(data: bytes, max_line: int) -> Iterator[tuple[int, str, int]]:
    """Give number, text and measured UTF-16 code units of each line over ``max_line`` in a file's bytes.

    A line is measured as OpenClaw measures it for the digest: without its line ending, trimmed, every run of white
    space as one space.
    """
    # A line takes at least as many bytes as UTF-16 code units, ill-formed bytes included, which become one U+FFFD each
    # or several together. So every line that ends within ``max_line`` bytes of its start is short enough, and a whole
    # stretch of lines is passed over at once.
    size = len(data)
    start = counted = 0
    number = 1
    while start < size:
        end = data.rfind(b"\n", start, start + max_line + 1)
        if end < 0:
            end = data.find(b"\n", start)
            if end < 0:
                end = size
            line = decode_utf8(data[start:end])
            measured = length(collapse_white_space(line))
            if measured > max_line:
                number += data.count(b"\n", counted, start)
                counted = start
                yield number, line, measured
        start = end + 1


def _check_file(file: BootstrapFile, checked: CheckedWorkspace) -> Iterator[Finding]:
    if file.refusal is not None:
        from clawbudget.explaining import unreadable

        yield unreadable(file)
        return
    limits = checked.limits
    data = file.data or b""
    text = file.text
    is_well_formed = "\ufffd" not in text or _is_utf8(data)
    trimmed = trim_end(text)
    size = length_from_utf8(trimmed, data) if is_well_formed else length(trimmed)
    checked.sizes[file.name] = size
    limit = limits.of_file(file.name)
    if size > min(limit, limits.cut_at(file.name)):
        from clawbudget.explaining import file_too_long

        yield file_too_long(file, size, checked)
        if file.name == "AGENTS.md":
            from clawbudget.explaining_losses import hidden_rule_findings

            yield from hidden_rule_findings(file, checked)
    elif size >= near_limit(limit):
        from clawbudget.explaining import file_near_limit

        yield file_near_limit(file, size, limit)
    if file.name in limits.line_files:
        for number, line, measured in long_lines(data, limits.max_line):
            from clawbudget.explaining import line_too_long

            yield line_too_long(file, number, line, measured, checked)
    if not is_well_formed:
        from clawbudget.explaining import invalid_utf8

        yield invalid_utf8(file)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _check_names(workspace: Workspace, limits: Limits) -> Iterator[Finding]:
    for name in sorted(workspace.names.difference(limits.files)):
        if name in BOOTSTRAP_FILES:
            from clawbudget.explaining import retired_file

            yield retired_file(workspace, name, limits)
        else:
            from clawbudget.explaining import misnamed

            yield misnamed(workspace, name, limits)


def _check_total(checked: CheckedWorkspace) -> Iterator[Finding]:
    limit = checked.limits.max_total
    if checked.total > limit:
        from clawbudget.explaining import total_too_long

        yield total_too_long(checked)
    elif checked.total >= near_limit(limit):
        from clawbudget.explaining import total_near_limit

        yield total_near_limit(checked)
