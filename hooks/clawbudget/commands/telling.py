"""What commands say on standard error, alike in all of them: notes for the user, and what could not be read."""

from __future__ import annotations

import sys

from clawbudget.reports.escaping import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clawbudget.file_selection import FileSelection
    from clawbudget.workspaces import Selection


def notes_on(selection: Selection | FileSelection) -> list[str]:
    """Give notes on the paths that stand for nothing."""
    ignored = [f"{path} is neither a bootstrap file nor a folder: ignored" for path in selection.ignored]
    return ignored + [f"no bootstrap file at or below {folder}" for folder in selection.empty]


def tell_notes(notes: Iterable[str]) -> None:
    """Print notes, each on a line of its own."""
    for note in notes:
        print(f"clawbudget: note: {escape(note)}", file=sys.stderr)


def tell_failures(failures: Iterable[tuple[str, str]]) -> None:
    """Print what could not be read: pairs of a path and the reason."""
    for path, reason in failures:
        print(f"clawbudget: can't read {escape(path) or repr(path)}: {escape(reason)}", file=sys.stderr)
