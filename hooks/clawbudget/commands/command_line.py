"""Reading a command line: ``--flag``, ``--name VALUE`` and ``--name=VALUE``, anywhere among the other arguments.

argparse would do all of this, but its import alone doubles the run time of a hook that runs on every commit.
"""

from __future__ import annotations

from clawbudget.commands import HelpWanted, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    Convert = Callable[[str], object]


class CommandLine:
    """What a command line holds: the arguments that are no options, and each option's last value (True for a flag)."""

    __slots__ = ("_values", "arguments")

    def __init__(self, arguments: list[str], values: dict[str, Any]) -> None:
        self.arguments = arguments
        self._values = values

    def has(self, flag: str) -> bool:
        """Tell whether the option is given."""
        return flag in self._values

    def value(self, option: str) -> Any:
        """Give the option's converted value, None if it is not given."""
        return self._values.get(option)


def read(argv: Sequence[str], options: Mapping[str, Convert | None]) -> CommandLine:
    """Read ``argv``. ``options`` gives for each option the function that converts its value, None for a flag.

    All after ``--`` is no option. A converter raises ValueError for a wrong value. Raises UsageError for what can't be
    understood, HelpWanted for -h and --help.
    """
    arguments: list[str] = []
    values: dict[str, Any] = {}
    pending = iter(argv)
    for argument in pending:
        if argument == "--":
            arguments += pending
        elif argument.startswith("-") and argument != "-":
            name, equals, value = argument.partition("=")
            convert = _find(name, options)
            if convert is None:
                if equals:
                    raise UsageError(f"{name} takes no value")
                values[name] = True
                continue
            if not equals:
                value = next(pending, "")
                if not value:
                    raise UsageError(f"{name} needs a value")
            values[name] = _converted(name, value, convert)
        else:
            arguments.append(argument)
    return CommandLine(arguments, values)


def _find(name: str, options: Mapping[str, Convert | None]) -> Convert | None:
    if name in ("-h", "--help"):
        raise HelpWanted
    if name not in options:
        from difflib import get_close_matches

        near = get_close_matches(name, options, 1)
        raise UsageError(f"unknown option {name}" + (f"; did you mean {near[0]}?" if near else ""))
    return options[name]


def _converted(name: str, value: str, convert: Convert) -> object:
    try:
        return convert(value)
    except ValueError as error:
        raise UsageError(f"{name}: {error}") from None
