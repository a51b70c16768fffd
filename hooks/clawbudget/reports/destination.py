"""Where a report goes: to standard output, or whole into a file of its own."""

from __future__ import annotations

import os
import sys

from clawbudget.system_errors import reason_of
from clawbudget.workspaces import is_bootstrap_name
from clawbudget.writing import Original, RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)


def deliver(report: str, path: str | None) -> None:
    """Print ``report``, or put it as UTF-8 into the file ``path``, which holds the old or the new report, never half.

    Raises RefusedError for a bootstrap file, a link or anything else that is no plain file, and where the system
    refuses.
    """
    data = report.encode("utf-8", "backslashreplace")
    if path is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    elif is_bootstrap_name(os.path.basename(path)):
        raise RefusedError("it is a bootstrap file, and the report would take its place")
    else:
        _write(path, data)


def _write(path: str, data: bytes) -> None:
    is_new = _create(path)
    try:
        Original.read(path).replace(data)
    except BaseException:
        if is_new:
            os.unlink(path)
        raise


def _create(path: str) -> bool:
    """Make an empty file if nothing is there; tell whether it was made."""
    try:
        os.close(os.open(path, _NEW, 0o666))  # less what the umask takes
    except FileExistsError:
        return False
    except (OSError, ValueError) as error:
        raise RefusedError(reason_of(error)) from None
    return True
