"""Processor time of each test, with that of the processes that it starts: `pytest --cpu FILE`.

The file gets a line a test, seconds first: `sort -rn FILE | head` shows what is worth a look.
"""

from __future__ import annotations

import os
import resource
from pathlib import Path

import pytest

_TICKS = os.sysconf("SC_CLK_TCK")


class Meter:
    """Appends a line for each test; what the time of the listing is comes first."""

    def __init__(self, path):
        self._path = Path(path).absolute()
        self._last = 0.0

    def pytest_collection_finish(self):
        self._told("all tests are listed")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        done = yield
        self._told(item.nodeid)
        return done

    def _told(self, name):
        now = _spent()
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{now - self._last:.3f} {name}\n")
        self._last = now


def _spent():
    """By this process, by those that ended, and by those that are at work."""
    times = [resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in times) + _below(os.getpid())


def _below(process):
    found = 0.0
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        for child in _read(path).split():
            fields = _read(Path(f"/proc/{child}/stat")).rpartition(")")[2].split()
            found += sum(map(int, fields[11:15])) / _TICKS + _below(child)
    return found


def _read(path):
    try:
        return path.read_text()
    except OSError:  # it has ended
        return ""
