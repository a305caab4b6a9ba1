"""What ends with this process: children, and groups of processes that it leaves behind."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import threading
import time
from typing import NoReturn

ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM))

_ORPHAN_SECONDS = 0.2
"""How often a process checks for its parent on systems that don't signal the parent's end."""

_CHUNK = 1 << 16

in_group = threading.Event()
"""Whether a watchdog kills this process's group, so that programs it starts must stay in it."""


def die_with(parent: int) -> None:
    """Make this process die when its parent, which has this process id, ends.

    Call it in the child's main thread as soon as it runs. Linux kills the child; elsewhere a thread
    checks for the parent every 0.2 seconds.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_ORPHAN_SECONDS)
        os.kill(os.getpid(), signal.SIGKILL)

    try:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    except (OSError, AttributeError):
        threading.Thread(target=watch, name="orphan", daemon=True).start()
    if os.getppid() != parent:  # it ended before it could be watched
        os.kill(os.getpid(), signal.SIGKILL)


class Watchdog:
    """A process that kills the process groups that this process leaves behind when it ends.

    It reads from a pipe, whose other end the system closes when this process ends, for whatever
    reason. Start it before any threads, children and locked files.
    """

    def __init__(self) -> None:
        reading, self._writing = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            os.close(self._writing)
            _watch(reading)
        os.close(reading)

    def begin(self) -> None:
        """In a child that leads a group: have the group watched, and close the pipe."""
        self._tell(b"+%d\n" % os.getpid())
        os.close(self._writing)

    def ended(self, group: int) -> None:
        """Stop watching a dead group; call this before the system can reuse its id."""
        self._tell(b"-%d\n" % group)

    def dismiss(self) -> None:
        """End the watchdog."""
        os.close(self._writing)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._pid, 0)

    def _tell(self, line: bytes) -> None:
        with contextlib.suppress(OSError):  # the work goes on without a watchdog
            os.write(self._writing, line)


def _watch(reading: int) -> NoReturn:
    """In the watchdog: read groups until the pipe is closed, then kill those that are left."""
    try:
        os.setsid()
        for number in ENDING_SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        groups: set[int] = set()
        heard = b""
        while data := os.read(reading, _CHUNK):
            *lines, heard = (heard + data).split(b"\n")
            for line in lines:
                (groups.add if line[:1] == b"+" else groups.discard)(int(line[1:]))
        for group in groups:
            with contextlib.suppress(OSError):
                os.killpg(group, signal.SIGKILL)
    finally:
        os._exit(0)
