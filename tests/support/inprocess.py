"""The command line in this process: quick, for tests that need no process of their own."""

from __future__ import annotations

import contextlib
import io
import shlex
import sys
from dataclasses import dataclass
from unittest import mock

from pylab import cli
from pylab.cli import bounds


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


def call(line, *more):
    """Run the command of a line; --memory-limit does not begin a process of its own here."""
    out, err = io.StringIO(), io.StringIO()
    words = ["pylab", *shlex.split(line), *map(str, more)]
    with (
        mock.patch.object(sys, "argv", words),
        mock.patch.object(sys, "stdin", io.StringIO()),
        mock.patch.object(bounds, "supervise"),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            code = cli._run() or 0
        except OSError as error:  # `main` says it
            code = 2
            err.write(str(error))
    return Done(code, out.getvalue(), err.getvalue())
