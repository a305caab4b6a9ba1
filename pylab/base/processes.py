"""Processes that this one starts: each ends with it and has room to report a lack of memory.

This module knows nothing of what they do.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import signal
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any

from pylab.base.errors import Fault
from pylab.base.faults import told
from pylab.base.limits import USERS, held_bytes, keep_memory, posix

_ORPHAN_SECONDS = 0.2
"""How often a process looks whether its parent is there, where the system doesn't tell it."""

_RESERVE_SECONDS = 0.5
_RESERVES = 8
_RESERVE_BYTES = 4 * 1024**2
_BRIM_BYTES = 1024**2
"""A process that is twice found as near to its bound gets some more, so many times."""


def die_with(parent: int) -> None:
    """Have this process killed as soon as its parent, which has this number, has ended.

    To be called by the child, in its main thread, as soon as it runs. Linux kills it; elsewhere a
    thread looks for the parent every 0.2 seconds.
    """
    import ctypes  # takes longer to import than most of what this module does

    try:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    except (OSError, AttributeError):
        threading.Thread(target=_die_with, args=(parent,), name="orphan", daemon=True).start()
    if os.getppid() != parent:  # it ended before it could be watched
        os.kill(os.getpid(), signal.SIGKILL)


def _die_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_ORPHAN_SECONDS)
    os.kill(os.getpid(), signal.SIGKILL)


class Child:
    """Work in a forked process, which ends with this one; what it reports comes out of a pipe.

    Attributes:
        pipe: can be waited for; ready when `receive` has something, or the process has ended.
        pid: the process's number.
        reserve: its room for reports; `poll` looks after it.
    """

    def __init__(self, work: Callable[..., None], what: str, *given: object) -> None:
        """Start `work(*given, pipe)`, which sends what it reports into its end of the pipe.

        It starts with Ctrl-C ignored: the terminal sends that to the whole group, and whoever
        started the process decides what becomes of it. Raises PylabError where no process can be
        forked: that is what `what` needs.
        """
        import ctypes  # noqa: F401 - here, once; each child would import it for itself
        import multiprocessing

        posix("resource", what)
        fork = multiprocessing.get_context("fork")
        self.pipe, theirs = fork.Pipe(duplex=False)
        self._process = fork.Process(
            target=_run, args=(os.getpid(), work, *given, theirs), daemon=True
        )
        with warnings.catch_warnings():  # of threads; the child touches nothing that they hold
            warnings.simplefilter("ignore", DeprecationWarning)
            self._process.start()
        theirs.close()
        self.pid: int = self._process.pid or 0
        self.reserve = MemoryReserve(self.pid)

    def poll(self, seconds: float) -> bool:
        """Whether the pipe is ready within so many seconds; to be called every now and then."""
        self.reserve.look()
        return self.pipe.poll(seconds)

    def receive(self) -> Any:
        """What the process reports next; waits for it.

        Raises EOFError if the process has ended, and Fault if its work failed.
        """
        try:
            content = self.pipe.recv()
        except ConnectionResetError:
            raise EOFError from None
        if isinstance(content, Fault):
            raise content
        return content

    def terminate(self) -> None:
        """Ask the process to end, by SIGTERM."""
        self._process.terminate()

    def end(self) -> None:
        """Kill the process, if it is still there, and let go of it."""
        self._process.kill()
        self._process.join()
        self.pipe.close()


def _run(parent: int, work: Callable[..., None], *given: Any) -> None:
    """In the child."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    die_with(parent)
    keep_memory()
    try:
        work(*given)
    except MemoryError:  # the pipe's end says so
        pass
    except Exception as error:  # the other process raises it
        with contextlib.suppress(OSError):  # nobody listens any more
            given[-1].send(_fault(error))


def _fault(error: Exception) -> Fault:
    """What the other process raises; the exception is its cause, if it can be sent."""
    fault = Fault(told(error))
    with contextlib.suppress(Exception):  # whatever another's exception does when it is pickled
        fault.__cause__ = pickle.loads(pickle.dumps(error))
    return fault


class MemoryReserve:
    """Room for a process that stands at its memory bound, so that it can end and say so.

    Where there is none for even a number, Python up to 3.14 never gets an error out of a long
    function, and tries again for ever (python/cpython#132508 and #134163). Whoever started the
    process looks from outside, and widens its bound by little. Where a system can't, nothing is
    done.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._looked = time.monotonic()
        self._full = False
        self._left = _RESERVES

    def look(self) -> None:
        """To be called every now and then."""
        now = time.monotonic()
        if now - self._looked < _RESERVE_SECONDS or not self._left:
            return
        self._looked = now
        resource = importlib.import_module("resource")
        try:
            soft, hard = resource.prlimit(self._pid, resource.RLIMIT_AS)
            ours = soft not in (resource.RLIM_INFINITY, USERS["RLIMIT_AS"][0])
            full = ours and soft - held_bytes(self._pid) < _BRIM_BYTES
            if full and self._full:
                self._left -= 1
                bounds = [b for b in USERS["RLIMIT_AS"] if b != resource.RLIM_INFINITY]
                wider = min([soft + _RESERVE_BYTES, *bounds])
                resource.prlimit(self._pid, resource.RLIMIT_AS, (wider, hard))
            self._full = full
        except (AttributeError, OSError, ValueError, IndexError):  # no Linux, or it has ended
            self._left = 0


_guarded = threading.Event()


def guard() -> None:
    """From now on, whoever started this process kills its group, with all that it starts."""
    _guarded.set()


def guarded() -> bool:
    """Whether what this process starts must stay in its group, to be killed with it."""
    return _guarded.is_set()
