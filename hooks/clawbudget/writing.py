"""Replaces the bytes of a file so that at every moment the old or the new ones are there, whole.

The new bytes go to a file next to it, which is flushed to the disk and then renamed. That file always has the
same name and is locked while it is in use, so that the next run knows what an interrupted one left behind,
and removes it. Signals that end a process wait until the file is whole, which takes milliseconds; against
SIGKILL and power failures there is only the order of flushing and renaming.

What can't be kept is a reason to refuse: owner and group, mode, extended attributes with the access control
lists in them (on Linux). So are a symbolic link, further hard links, a read-only file, a folder that can't be
written to, and a file that is no longer what was read. Between that last look and the renaming lie some
microseconds.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager, suppress

from clawbudget.system_errors import reason_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO, Final, Self

_HAS_LOCKS: Final = os.name == "posix"
_OPEN: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class RefusedError(Exception):
    """A file that was not read or not replaced. The message is the reason, without the name of the file."""


class Original:
    """A file as it was read: its path, its bytes, and what is known of it."""

    __slots__ = ("data", "path", "status")

    def __init__(self, path: str, data: bytes, status: os.stat_result) -> None:
        self.path = path
        self.data = data
        self.status = status

    @classmethod
    def read(cls, path: str) -> Self:
        """Read a regular file that has no other name. Raises RefusedError if it is none, or can't be read."""
        try:
            _check_kind(os.lstat(path))
            descriptor = os.open(path, os.O_RDONLY | _OPEN)
            with open(descriptor, "rb") as file:
                status = os.fstat(descriptor)
                _check_kind(status)
                return cls(path, file.read(), status)
        except OSError as error:
            raise RefusedError(_reason(error)) from error

    def replace(self, data: bytes) -> None:
        """Put ``data`` in the file's place. Raises RefusedError; the file is what it was then."""
        if data == self.data:
            return
        if not os.access(self.path, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            raise RefusedError("it is read-only")
        with _signals_waiting():
            try:
                remove_leftover(self.path)
                self._replace(data)
            except OSError as error:
                raise RefusedError(_reason(error)) from error
        _sync_folder(self.path)

    def _replace(self, data: bytes) -> None:
        new = _temporary(self.path)
        with _created(new) as file:
            try:
                _lock(file, new)
                file.write(data)
                file.flush()
                self._keep_attributes(file.fileno())
                os.fsync(file.fileno())
                self._check_unchanged()
                if not _HAS_LOCKS:
                    file.close()
                os.replace(new, self.path)
            except BaseException:
                if not _HAS_LOCKS:
                    file.close()
                with suppress(FileNotFoundError):
                    os.unlink(new)
                raise

    def _keep_attributes(self, descriptor: int) -> None:
        """Give the new file the owner, group, extended attributes and mode of the old one."""
        if not _HAS_LOCKS:
            return
        new = os.fstat(descriptor)
        if (new.st_uid, new.st_gid) != (self.status.st_uid, self.status.st_gid):
            try:
                os.fchown(descriptor, self.status.st_uid, self.status.st_gid)
            except PermissionError:
                raise RefusedError("its owner and group can't be kept") from None
        if hasattr(os, "listxattr"):
            _copy_extended_attributes(self.path, descriptor)
        os.fchmod(descriptor, stat.S_IMODE(self.status.st_mode))

    def _check_unchanged(self) -> None:
        now = Original.read(self.path)
        if now.data != self.data or _identity(now.status) != _identity(self.status):
            raise RefusedError("it was changed by something else in the meantime")


def remove_leftover(path: str) -> None:
    """Remove what an interrupted run left beside the file at ``path``.

    Raises RefusedError if another run is at work on it, or if it can't be removed.
    """
    new = _temporary(path)
    try:
        descriptor = os.open(new, os.O_WRONLY | _OPEN)
        with open(descriptor, "wb") as file:
            _lock(file, new)
            if not _HAS_LOCKS:
                file.close()
            os.unlink(new)
    except FileNotFoundError:
        return
    except OSError as error:
        raise RefusedError(f"{new} is in the way: {_reason(error)}") from error


def _temporary(path: str) -> str:
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name}.clawbudget-new")


@contextmanager
def _created(path: str) -> Iterator[BinaryIO]:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _OPEN, 0o600)
    except PermissionError:
        raise RefusedError("its folder can't be written to") from None
    with open(descriptor, "wb") as file:
        yield file


def _lock(file: BinaryIO, path: str) -> None:
    """Lock a file and make sure that it still has its name."""
    if not _HAS_LOCKS:
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        is_ours = _identity(os.lstat(path)) == _identity(os.fstat(file.fileno()))
    except (BlockingIOError, FileNotFoundError):
        is_ours = False
    if not is_ours:
        raise RefusedError("another run is at work on it")


def _copy_extended_attributes(path: str, descriptor: int) -> None:
    """Make the new file's extended attributes, which it may have from its folder, those of the old one."""
    try:
        wanted = {name: os.getxattr(path, name, follow_symlinks=False) for name in os.listxattr(path)}
        present = {name: os.getxattr(descriptor, name) for name in os.listxattr(descriptor)}
    except OSError as error:
        if error.errno in (errno.ENOTSUP, errno.ENOSYS):
            return
        raise
    try:
        for name in present.keys() - wanted.keys():
            os.removexattr(descriptor, name)
        for name, value in wanted.items():
            if present.get(name) != value:
                os.setxattr(descriptor, name, value)
    except OSError:
        raise RefusedError("its extended attributes can't be kept") from None


@contextmanager
def _signals_waiting() -> Iterator[None]:
    """Let the signals that ask a process to end wait."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    ending = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ending)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _sync_folder(path: str) -> None:
    """Bring the new name to the disk, where the system can: the file itself is safe without."""
    with suppress(OSError):
        descriptor = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _check_kind(status: os.stat_result) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise RefusedError("it is a symbolic link")
    if not stat.S_ISREG(status.st_mode):
        raise RefusedError("it is not a regular file")
    if status.st_nlink > 1:
        raise RefusedError("it has more than one hard link")


def _identity(status: os.stat_result) -> tuple[int, ...]:
    return status.st_dev, status.st_ino, status.st_mode, status.st_uid, status.st_gid


def _reason(error: OSError) -> str:
    if error.errno == errno.ELOOP:
        return "it is a symbolic link"
    return reason_of(error)
