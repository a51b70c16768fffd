"""The options that choose a report's format and where it goes, alike in every command that has them."""

from __future__ import annotations

from clawbudget.commands import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from clawbudget.commands.command_line import CommandLine, Convert
    from clawbudget.reports.outcome import Outcome

HELP: Final = """\
  --format FORMAT     text, json, sarif, github (annotations) or html (text)
  -o FILE             write the report into FILE instead of printing it
"""

FORMATS: Final = ("text", "json", "sarif", "github", "html")


def _format(text: str) -> str:
    if text not in FORMATS:
        raise ValueError(f"{text!r} is no format; name one of {', '.join(FORMATS)}")
    return text


OPTIONS: Final[dict[str, Sequence[Convert]]] = {"--format": (_format,), "-o": (str,)}


class Request:
    """The report that the command line asks for: its ``format``, and the ``path`` of a file for it, if any."""

    __slots__ = ("format", "path")

    def __init__(self, report_format: str, path: str | None) -> None:
        self.format = report_format
        self.path = path


def request_of(line: CommandLine) -> Request | None:
    """Give what a command line with these options asks for, None if that is text on standard output."""
    request = Request(line.value("--format") or "text", line.value("-o"))
    return None if request.format == "text" and request.path is None else request


def render(outcome: Outcome, report_format: str, *, most: int | None = None) -> str:
    """Give the report in any format but text. Annotations are at most ``most`` of one rule in one file."""
    if report_format == "json":
        from clawbudget.reports.json_report import json_report

        return json_report(outcome)
    if report_format == "sarif":
        from clawbudget.reports.sarif import sarif_report

        return sarif_report(outcome)
    if report_format == "github":
        from clawbudget.reports.github import workflow_commands

        return "".join(f"{line}\n" for line in workflow_commands(outcome, most=most))
    from clawbudget.reports.xray.page import html_page

    return html_page(outcome)


def deliver(report: str, path: str | None) -> None:
    """Print the report, or write it into the file at ``path``. Raises UsageError if that can't be done."""
    from clawbudget.reports import destination
    from clawbudget.writing import RefusedError

    try:
        destination.deliver(report, path)
    except RefusedError as error:
        raise UsageError(f"-o: can't write {path}: {error}") from None
