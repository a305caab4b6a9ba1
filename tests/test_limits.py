"""Limits of processes, where Python itself can't keep them."""

import gc
import signal
import subprocess
import sys
import time
import weakref
from pathlib import Path

import pytest

from pylab.base import limits
from pylab.base.errors import LimitReached

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="bounds are widened on Linux only")

ROOT = Path(__file__).parent.parent
CROWDED = """
import resource
from pylab.base import limits

limits.aside(int)  # its stack is kept for the next one
held = limits.held_megabytes() * 1024**2
resource.setrlimit(resource.RLIMIT_AS, (held, resource.RLIM_INFINITY))
try:
    limits.aside(int)
except MemoryError as error:
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
    print(error)
"""
SUPERVISED = """
import click
from pylab.base import limits, processes
from pylab.cli import bounds
from tests.support.stuck import fill

processes._RESERVE_SECONDS = 0.1
with click.Context(click.Command("solve")):
    bounds.supervise(80)
    with limits.memory(80):
        fill()
"""


def fresh(code):
    """A process that has no memory left from other tests."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=100, cwd=ROOT
    )


def test_a_thread_without_room_is_told_and_not_waited_for():
    done = fresh(CROWDED)
    assert done.stdout == "no room for a thread\n", done.stderr


def test_a_command_without_room_for_an_error_ends():
    assert "MemoryError" in fresh(SUPERVISED).stderr


class Board:
    """Something that a search holds."""


@pytest.mark.parametrize("kept", [True, False])
def test_what_a_search_holds_is_given_back_at_once_unless_the_process_ends(monkeypatch, kept):
    """No cycle of error, traceback and frame keeps it until it is collected."""
    monkeypatch.setattr(limits, "_ended", [] if kept else None)
    patience = limits.Patience(0, time.monotonic() - 1)
    held = []

    def search():
        board = Board()
        held.append(weakref.ref(board))
        patience.check()

    gc.disable()
    try:
        search()
    except LimitReached as error:
        limits.ended_search(error)
    finally:
        gc.enable()
    assert (held[0]() is not None) == kept


def test_a_signal_at_the_end_of_what_is_limited_raises_nothing(monkeypatch):
    """It may come after the limit was noticed, and before the clock is switched off."""
    switched = signal.setitimer

    def late(which, seconds, interval=0.0):
        if not seconds:
            signal.raise_signal(signal.SIGALRM)
        return switched(which, seconds, interval)

    monkeypatch.setattr(limits, "_PATIENT_SECONDS", -1)
    before = signal.getsignal(signal.SIGALRM)
    with (
        pytest.raises(LimitReached),
        monkeypatch.context() as patched,
        limits.within(limits.Patience(0, time.monotonic() - 1)),
    ):
        patched.setattr(signal, "setitimer", late)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
