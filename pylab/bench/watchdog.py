"""A process that outlives a killed sweep just long enough to end the jobs it left running.

The sweep holds one end of a pipe, the warden the other. Each job's child says `+GROUP` before it
begins, the sweep says `-GROUP` when it has ended it. Whatever kills the sweep, the system closes
its end of the pipe, and the warden kills the groups that are left.
"""

from __future__ import annotations

import contextlib
import os
import signal


class Watchdog:
    """The sweep's end of the pipe. To be made before threads, jobs and locked files."""

    def __init__(self) -> None:
        reading, self._writing = os.pipe()
        self._process = os.fork()
        if self._process == 0:
            os.close(self._writing)
            _watch(reading)
        os.close(reading)

    def begin(self) -> None:
        """In a job's child, which leads a group of its own: have it watched, let go of the pipe."""
        with contextlib.suppress(OSError):  # without a warden jobs are run all the same
            os.write(self._writing, b"+%d\n" % os.getpid())
        os.close(self._writing)

    def ended(self, group: int) -> None:
        """The group is dead; said before its number can be given to others."""
        with contextlib.suppress(OSError):  # nobody is left to tell
            os.write(self._writing, b"-%d\n" % group)

    def dismiss(self) -> None:
        """All is done."""
        os.close(self._writing)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._process, 0)


def _watch(reading: int) -> None:
    """Hear of groups until the sweep is gone; kill those that are left; never returns."""
    try:
        os.setsid()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        groups: set[int] = set()
        heard = b""
        while data := os.read(reading, 65536):
            *lines, heard = (heard + data).split(b"\n")
            for line in lines:
                (groups.add if line[:1] == b"+" else groups.discard)(int(line[1:]))
        for group in groups:
            with contextlib.suppress(OSError):
                os.killpg(group, signal.SIGKILL)
    finally:
        os._exit(0)
