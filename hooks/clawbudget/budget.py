"""The shared checker: a workspace and its limits in, findings out.

Here numbers are compared, and nothing is imported that a workspace within its limits does not need. What a finding
means is put into words in ``explaining``.
"""

from __future__ import annotations

from clawbudget.evidence import Evidence
from clawbudget.javascript import collapse_white_space, decode_utf8, length
from clawbudget.limits import near_limit
from clawbudget.reading import read_files
from clawbudget.releases import BOOTSTRAP_FILES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Final

    from clawbudget.findings import Finding
    from clawbudget.limits import Limits
    from clawbudget.ratchet import Ratchet
    from clawbudget.reading import BootstrapFile
    from clawbudget.settings import Settings
    from clawbudget.workspaces import Workspace


SUPPRESSION_MARK: Final = b"clawbudget:"
"""What every comment to us contains."""


class CheckedWorkspace:
    """What the check of one workspace found.

    ``sizes``, ``markers`` and ``failures`` are those of the ``Evidence`` that it was found in.
    """

    __slots__ = ("failures", "findings", "limits", "markers", "sizes", "workspace")

    def __init__(
        self,
        workspace: Workspace,
        limits: Limits,
        *,
        findings: Sequence[Finding] = (),
        sizes: Mapping[str, int] | None = None,
        markers: Mapping[str, int] | None = None,
        failures: Sequence[tuple[str, str]] = (),
    ) -> None:
        self.workspace = workspace
        self.limits = limits
        self.findings = findings
        self.sizes = sizes or {}
        self.markers = markers or {}
        self.failures = failures

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
    evidence = Evidence(workspace, limits, read_files(workspace, limits.files))
    findings = _let_pass([*_find(evidence)], evidence, settings, ratchet)
    return CheckedWorkspace(
        workspace,
        limits,
        findings=findings,
        sizes=evidence.sizes,
        markers=evidence.markers,
        failures=evidence.failures,
    )


def _find(evidence: Evidence) -> Iterator[Finding]:
    for file in evidence.files:
        if file.refusal is not None:
            from clawbudget.explaining import unreadable

            yield unreadable(file)
        elif file.data is not None:
            yield from _check_size(file, evidence)
            yield from _check_lines(file, file.data, evidence)
            if file.name in evidence.ill_formed:
                from clawbudget.explaining import invalid_utf8

                yield invalid_utf8(file, file.data, evidence.ill_formed[file.name])
    yield from _check_names(evidence)
    yield from _check_total(evidence)


def _let_pass(
    findings: list[Finding], evidence: Evidence, settings: Settings | None, ratchet: Ratchet | None
) -> list[Finding]:
    if any(_may_hold_comment(file.data or b"") for file in evidence.files):
        from clawbudget.suppressions import apply_suppressions

        findings = apply_suppressions(findings, evidence.files)
    if settings is not None:
        findings = settings.judged(findings)
    if ratchet is not None:
        ratchet.apply(findings, evidence)
    return findings


def _may_hold_comment(data: bytes) -> bool:
    # A single byte is found at the speed of memory, which spares most files the slower search.
    return b"<" in data and SUPPRESSION_MARK in data


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


def _check_size(file: BootstrapFile, evidence: Evidence) -> Iterator[Finding]:
    limits = evidence.limits
    size = evidence.sizes[file.name]
    limit = limits.of_file(file.name)
    if size > min(limit, limits.cut_at(file.name)):
        from clawbudget.explaining import file_too_long

        yield file_too_long(file, evidence)
        if file.name == "AGENTS.md":
            from clawbudget.explaining_losses import hidden_rule_findings

            yield from hidden_rule_findings(file, evidence)
    elif size >= near_limit(limit):
        from clawbudget.explaining import file_near_limit

        yield file_near_limit(file, evidence)


def _check_lines(file: BootstrapFile, data: bytes, evidence: Evidence) -> Iterator[Finding]:
    limits = evidence.limits
    if file.name in limits.line_files:
        for number, line, size in long_lines(data, limits.max_line):
            from clawbudget.explaining import line_too_long

            yield line_too_long(file, number, line, size, evidence)


def _check_names(evidence: Evidence) -> Iterator[Finding]:
    workspace, limits = evidence.workspace, evidence.limits
    for name in sorted(workspace.names.difference(limits.files)):
        if name in BOOTSTRAP_FILES:
            from clawbudget.explaining import retired_file

            yield retired_file(workspace, name, limits)
        else:
            from clawbudget.explaining import misnamed

            yield misnamed(workspace, name, limits)


def _check_total(evidence: Evidence) -> Iterator[Finding]:
    total, limit = evidence.total, evidence.limits.max_total
    if total > limit:
        from clawbudget.explaining import total_too_long

        yield total_too_long(evidence)
    elif total >= near_limit(limit):
        from clawbudget.explaining import total_near_limit

        yield total_near_limit(evidence)
