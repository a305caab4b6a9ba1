"""Writes files atomically: a file is written completely or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

BESIDE = ".pylab-*"
"""The name pattern of temporary files, which a killed process may leave behind."""

READ: set[tuple[int, int]] = set()
"""Device and inode of each text that the running command has read; it writes over none."""


@contextlib.contextmanager
def written(path: str | Path) -> Iterator[BinaryIO]:
    """A stream into a temporary file, which replaces `path` at the end and keeps its permissions.

    If the block raises, the old file stays and the temporary file is removed. Raises OSError.
    """
    place = os.path.realpath(path)
    try:
        there = os.stat(place)  # noqa: PTH116 - strange names, too
    except OSError:
        there = None
    folder = os.path.dirname(place)  # noqa: PTH120
    mode = stat.S_IMODE(there.st_mode) if there else 0o666
    descriptor, temporary = _beside(folder, mode & 0o666)
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123
            yield file
            if there and hasattr(os, "fchmod"):  # Windows has none before Python 3.13
                os.fchmod(file.fileno(), mode)
        if there is not None and not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        os.replace(temporary, place)  # noqa: PTH105
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108
        raise


def _beside(folder: str, mode: int) -> tuple[int, str]:
    """Create a file with a new name in a folder; its descriptor and its path.

    The umask applies to `mode`.
    """
    flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_BINARY", 0)
    while True:
        path = os.path.join(folder, BESIDE.replace("*", os.urandom(6).hex()))  # noqa: PTH118
        with contextlib.suppress(FileExistsError):
            return os.open(path, flags, mode), path
