"""The arguments of ``clawbudget check``. Apart from the command, because argparse costs a whole interpreter start."""

from __future__ import annotations

from clawbudget.commands.arguments import ArgumentParser, add_limits, limits_of
from clawbudget.commands.check import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_EPILOG = """\
examples:
  clawbudget check                          the workspaces at or below this folder
  clawbudget check --openclaw 2026.9.6 ~/w  a workspace, as that release reads it
  clawbudget check --max-file 15000         a tighter budget
  clawbudget check --strict                 warnings fail, too
"""


def parse(argv: Sequence[str]) -> Options:
    """Read the command line. Leaves with exit code 2 and one line on stderr if it is wrong."""
    parser = ArgumentParser(
        prog="clawbudget check",
        description="Fail if a bootstrap file, a workspace's total or a line is over its limit.",
        epilog=_EPILOG,
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help="bootstrap files or folders (default: this folder)")
    add_limits(parser)
    parser.add_argument("--strict", action="store_true", help="fail on warnings, too")
    parser.add_argument("--verbose", action="store_true", help="print each workspace's summary even if all is well")
    arguments = parser.parse_args(argv)
    return Options(arguments.paths, limits=limits_of(arguments), strict=arguments.strict, verbose=arguments.verbose)
