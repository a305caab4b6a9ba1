"""Runs other programs, with limits; all processes that they start end with them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from typing import IO

from pylab.base import limits
from pylab.base.errors import LimitReached, PylabError
from pylab.base.limits import Patience
from pylab.base.processes import Ending, end_of
from pylab.base.watchdog import die_with, in_group


def run(
    commands: Sequence[Sequence[str]],
    patience: Patience,
    given: str = "",
    *,
    megabytes: int | None = None,
    most: int = 1 << 30,
    waiting: Callable[[], object] = lambda: None,
) -> Ending:
    """Run a pipeline of programs, with `given` as the input of the first one.

    `waiting` is called regularly. Raises LimitReached when patience is over or more than `most`
    bytes are printed, and PylabError if a program can't be started. All processes that they have
    started are killed at the end, in any case.
    """
    parent = os.getpid()

    def begin() -> None:
        die_with(parent)
        if megabytes is not None:
            limits.limit_memory(megabytes)

    running: list[subprocess.Popen[bytes]] = []
    with (
        tempfile.TemporaryFile() as standard,
        tempfile.TemporaryFile() as printed,
        tempfile.TemporaryFile() as said,
    ):
        standard.write(given.encode())
        standard.seek(0)
        before: IO[bytes] | None = standard
        try:
            for words in commands:
                process = subprocess.Popen(
                    words,
                    stdin=before,
                    stdout=printed if words is commands[-1] else subprocess.PIPE,
                    stderr=said,
                    start_new_session=not in_group.is_set(),
                    preexec_fn=begin,
                )
                if running and before is not None:
                    before.close()  # so that it notices the end of the next one
                running.append(process)
                before = process.stdout
            while True:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(limits.POLL_SECONDS)
                    break
                patience.check()
                if os.fstat(printed.fileno()).st_size > most:
                    raise LimitReached(f"{words[0]} prints more than {most >> 20} MiB")
                waiting()
            code = process.returncode
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            reason = getattr(error, "strerror", None) or error
            raise PylabError(f"{words[0]}: {reason}") from None
        finally:
            for process in running:
                _end(process)
        printed.seek(0)
        return Ending(code, end_of(said), printed.read(most))


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and all processes that it has started, even if it has ended."""
    with contextlib.suppress(OSError):
        process.kill()
        if not in_group.is_set():
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdout:
        process.stdout.close()
