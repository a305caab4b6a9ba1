"""Limits of processes, where Python itself can't keep them."""

import subprocess
import sys
from pathlib import Path

import pytest

from pylab import limits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="bounds are widened on Linux only")

SUPERVISED = """
import click
from pylab import limits
from pylab.cli import bounds
from tests.support.stuck import fill

with click.Context(click.Command("solve")):
    bounds.supervise(80)
    with limits.memory(80):
        fill()
"""


def _fill(pipe):
    from tests.support.stuck import fill

    limits.limit_memory(limits.held_megabytes() + 10)
    try:
        fill()
    except MemoryError:
        limits.unlimit_memory()
        pipe.send("out of memory")


def test_a_process_without_room_for_an_error_is_given_some():
    pipe, child = limits.forked(_fill, "a test")
    relief = limits.Relief(child.pid)
    try:
        for _ in range(600):
            relief.look()
            if pipe.poll(0.1):
                break
        assert pipe.poll()
        assert pipe.recv() == "out of memory"
    finally:
        child.kill()
        child.join()


def test_a_command_without_room_for_an_error_ends():
    done = subprocess.run(
        [sys.executable, "-c", SUPERVISED], capture_output=True, text=True, timeout=100,
        cwd=Path(__file__).parent.parent,
    )  # fmt: skip
    assert "MemoryError" in done.stderr


def test_a_bound_that_is_the_users_own_is_never_widened():
    """Twice as many looks as are needed, at a process at the bound of whoever started us."""
    code = """
import contextlib, resource, time
held = 200 * 1024**2
resource.setrlimit(resource.RLIMIT_AS, (held, resource.RLIM_INFINITY))
from pylab import limits

def wait(pipe):
    pipe.send("filling")
    keep = []
    with contextlib.suppress(MemoryError):
        while True:
            keep.append(bytearray(2**16))
    time.sleep(60)

pipe, child = limits.forked(wait, "a test")
assert pipe.recv() == "filling"
time.sleep(1)
relief = limits.Relief(child.pid)
for _ in range(4):
    time.sleep(0.6)
    relief.look()
print(resource.prlimit(child.pid, resource.RLIMIT_AS)[0] == held)
child.kill()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert done.stdout == "True\n", done.stderr
