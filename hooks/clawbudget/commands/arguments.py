"""Arguments that several commands share."""

from __future__ import annotations

import argparse

from clawbudget.limits import BOOTSTRAP_FILES, Limits, Release, UnknownReleaseError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the examples' line breaks, and a fixed width: asking for the terminal's imports half the library."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=78)


class ArgumentParser(argparse.ArgumentParser):
    """argparse with errors of one line."""

    def __init__(self, *, prog: str, description: str, epilog: str) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            formatter_class=_HelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Leave with exit code 2 and the reason in one line."""
        from clawbudget.reports.escaping import escape

        self.exit(2, f"{self.prog}: {escape(message)} (see {self.prog} --help)\n")


def add_limits(parser: ArgumentParser) -> None:
    """Add the options that choose a release's limits or override single ones."""
    group = parser.add_argument_group("limits, in UTF-16 code units as OpenClaw counts")
    group.add_argument(
        "--openclaw",
        metavar="RELEASE",
        type=_release,
        help="what this release reads and allows: 2026.9.6, 2026.9, latest (default: the eight-file budget)",
    )
    group.add_argument("--max-file", metavar="N", type=_positive, help="limit of each file (default: 20000)")
    group.add_argument("--max-total", metavar="N", type=_positive, help="limit of all together (default: 60000)")
    group.add_argument("--max-line", metavar="N", type=_positive, help="limit of a line (default: 240)")
    group.add_argument(
        "--line-files",
        metavar="NAMES",
        type=_file_names,
        help="files whose lines are measured: names with commas between, all or none (default: all)",
    )


def limits_of(arguments: argparse.Namespace) -> Limits:
    """Give the limits that the options of ``add_limits`` ask for."""
    return Limits(
        release=arguments.openclaw,
        max_file=arguments.max_file,
        max_total=arguments.max_total,
        max_line=arguments.max_line,
        line_files=arguments.line_files,
    )


def _release(text: str) -> Release:
    try:
        return Release.named(text)
    except UnknownReleaseError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _positive(text: str) -> int:
    number = text.replace("_", "").replace(",", "")
    if not (number.isascii() and number.isdigit() and 0 < len(number) < 16 and int(number)):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number over 0")
    return int(number)


def _file_names(text: str) -> frozenset[str]:
    if text == "all":
        return frozenset(BOOTSTRAP_FILES)
    if text == "none":
        return frozenset()
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in BOOTSTRAP_FILES:
            known = ", ".join(BOOTSTRAP_FILES)
            raise argparse.ArgumentTypeError(f"{name!r} is no bootstrap file; name some of {known}, or all, or none")
    return frozenset(names)
