"""Reading a workspace's bootstrap files as OpenClaw does: never through a link, never anything but a plain file."""

from __future__ import annotations

import os
import stat

from clawbudget.javascript import decode_utf8
from clawbudget.releases import MAX_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from clawbudget.workspaces import Workspace

# Without O_NONBLOCK, a pipe put in the file's place between look and open would hang us.
_OPEN_FLAGS: Final = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


_CHUNK: Final = 1 << 20

_LINK: Final = "symlink path component not allowed"
_HARD_LINKS: Final = "path must not be hardlinked"
_NO_PLAIN_FILE: Final = "path does not have the required file type"


class NotReadError(Exception):
    """A file that is there but that OpenClaw does not read.

    The message says what it is; ``reason`` is what OpenClaw says, in the releases that say something.
    """

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


class BootstrapFile:
    """One bootstrap file as it was found on disk.

    Exactly one of ``data`` (its bytes), ``refusal`` (OpenClaw does not read it) and ``failure`` (why the system did not
    let us read it) is given.
    """

    __slots__ = ("data", "failure", "name", "path", "refusal")

    def __init__(
        self,
        name: str,
        path: str,
        *,
        data: bytes | None = None,
        refusal: NotReadError | None = None,
        failure: str | None = None,
    ) -> None:
        self.name = name
        self.path = path
        self.data = data
        self.refusal = refusal
        self.failure = failure

    @property
    def text(self) -> str:
        """The file's text as OpenClaw decodes it; empty if there is no data."""
        return decode_utf8(self.data or b"")


def read_files(workspace: Workspace, names: Iterable[str]) -> list[BootstrapFile]:
    """Read those of ``names`` that stand in the workspace, in the order of ``names``. Missing ones are left out."""
    lowered = {name.lower() for name in workspace.names}
    files = []
    for name in names:
        if name.lower() in lowered:
            file = _read_file(name, workspace.path_of(name), listed=name in workspace.names)
            if file is not None:
                files.append(file)
    return files


def _read_file(name: str, path: str, *, listed: bool) -> BootstrapFile | None:
    try:
        return BootstrapFile(name, path, data=read_bytes(path))
    except NotReadError as refusal:
        return BootstrapFile(name, path, refusal=refusal)
    except FileNotFoundError:
        # Only a name in another case stands there, and the disk tells cases apart.
        return BootstrapFile(name, path, failure="it vanished while being checked") if listed else None
    except OSError as error:
        from clawbudget.system_errors import reason_of

        return BootstrapFile(name, path, failure=reason_of(error))


def read_bytes(path: str) -> bytes:
    """Read a bootstrap file's bytes.

    Raises NotReadError for what OpenClaw does not read (a link, a file with several hard links, anything but a plain
    file, more than MAX_BYTES), OSError if the system refuses.
    """
    _refuse_unless_plain(os.lstat(path), path)
    descriptor = os.open(path, _OPEN_FLAGS)  # a link put there meanwhile makes this fail
    try:
        status = os.fstat(descriptor)
        _refuse_unless_plain(status, path)
        return _read_all(descriptor, status.st_size)
    finally:
        os.close(descriptor)


def _read_all(descriptor: int, size: int) -> bytes:
    # One byte more than the size shows at once whether the file grew since that was taken. Some files state no size.
    data = os.read(descriptor, size + 1)
    if len(data) == size:
        return data
    chunks = [data]
    while chunk := os.read(descriptor, _CHUNK):
        chunks.append(chunk)
        _refuse_if_too_large(sum(map(len, chunks)))
    return b"".join(chunks)


def _refuse_unless_plain(status: os.stat_result, path: str) -> None:
    if not stat.S_ISREG(status.st_mode):
        is_link = stat.S_ISLNK(status.st_mode)
        raise NotReadError(_kind_of(status.st_mode, path), _LINK if is_link else _NO_PLAIN_FILE)
    if status.st_nlink > 1:
        raise NotReadError(f"it has {status.st_nlink} hard links", _HARD_LINKS)
    _refuse_if_too_large(status.st_size)


def _refuse_if_too_large(size: int) -> None:
    if size > MAX_BYTES:
        message = f"it holds {size:,} bytes, {size - MAX_BYTES:,} more than OpenClaw reads of a file"
        raise NotReadError(message, f"File exceeds {MAX_BYTES} bytes")


def _kind_of(mode: int, path: str) -> str:
    if stat.S_ISLNK(mode):
        return f"it is a symbolic link{_target_of(path)}"
    if stat.S_ISFIFO(mode):
        return "it is a named pipe"
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        return "it is a device"
    # These kinds are tested first because identify takes pipes and devices for files, and opens some.
    from identify.identify import tags_from_path

    try:
        return f"it is a {' '.join(sorted(tags_from_path(path)))}"
    except ValueError:
        return "it was no plain file, and is gone now"


def _target_of(path: str) -> str:
    try:
        return f" to {os.readlink(path)}"
    except OSError:  # replaced since it was looked at
        return ""
