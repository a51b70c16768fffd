"""Reading a command line: ``--flag``, ``--name VALUE`` and ``--name=VALUE``, anywhere among the other arguments.

An option whose value may be left out takes one after ``=`` only: what follows ``--name`` is never its value.

argparse would do all of this, but its import alone doubles the run time of a hook that runs on every commit.
"""

from __future__ import annotations

from itertools import islice

from clawbudget.commands import HelpWanted, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    Convert = Callable[[str], object]


class OptionalValue(tuple["Convert", ...]):
    """The function that converts the value of an option that need not have one, in the place of a plain tuple."""

    __slots__ = ()


class CommandLine:
    """The arguments that are no options, and each option's last value: True for a flag, a tuple for several values."""

    __slots__ = ("_values", "arguments")

    def __init__(self, arguments: list[str], values: dict[str, Any]) -> None:
        self.arguments = arguments
        self._values = values

    def has(self, flag: str) -> bool:
        """Tell whether the option is given."""
        return flag in self._values

    def value(self, option: str) -> Any:
        """Give the option's converted value (a tuple if it takes two), None if it is not given."""
        return self._values.get(option)


def read(argv: Sequence[str], options: Mapping[str, Sequence[Convert]]) -> CommandLine:
    """Read ``argv``. ``options`` gives for each option the functions that convert its values: none for a flag,
    OptionalValue for a value that may be left out (the option is True then).

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
            converts = _find(name, options)
            takes = 0 if isinstance(converts, OptionalValue) else len(converts)
            given = [value] if equals else [*islice(pending, takes)]
            values[name] = _converted(name, given, converts)
        else:
            arguments.append(argument)
    return CommandLine(arguments, values)


def _find(name: str, options: Mapping[str, Sequence[Convert]]) -> Sequence[Convert]:
    if name in ("-h", "--help"):
        raise HelpWanted
    if name not in options:
        from difflib import get_close_matches

        near = get_close_matches(name, options, 1)
        raise UsageError(f"unknown option {name}" + (f"; did you mean {near[0]}?" if near else ""))
    return options[name]


def _converted(name: str, given: list[str], converts: Sequence[Convert]) -> object:
    if not given and isinstance(converts, OptionalValue):
        return True
    if len(given) != len(converts):
        needed = ("takes no value", "needs a value", "needs two values")[len(converts)]
        raise UsageError(f"{name} {needed}")
    try:
        values = tuple(convert(value) for convert, value in zip(converts, given, strict=True))
    except ValueError as error:
        raise UsageError(f"{name}: {error}") from None
    return values[0] if len(values) == 1 else values or True
