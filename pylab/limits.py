"""What a process may use, and when it has to end; knows nothing of what it does."""

from __future__ import annotations

import contextlib
import ctypes
import resource
import signal

_USERS_LIMIT = resource.getrlimit(resource.RLIMIT_AS)


def limit_memory(megabytes: int) -> None:
    """Bound this process's address space; what then fails to be allocated ends the search.

    A bound that the user has set already is never widened.
    """
    bounds = [b for b in (megabytes * 1024**2, *_USERS_LIMIT) if b != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(bounds), _USERS_LIMIT[1]))


def unlimit_memory() -> None:
    """Lift the bound again, so that there is room to report."""
    resource.setrlimit(resource.RLIMIT_AS, _USERS_LIMIT)


def die_with_parent() -> None:
    """Have the system end this process when its parent is killed (on Linux, where it can)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
