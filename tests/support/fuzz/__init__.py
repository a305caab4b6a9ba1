"""The standing job: what nobody foresaw is fed to all that reads, and answers are compared.

A `Target` makes cases, each of them bytes, and looks at one. What it finds wrong it raises. A case
depends on nothing but the seed and its number.
"""

from __future__ import annotations

import contextlib
import math
import random
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path


class Defect(Exception):
    """What must not be; the message says what was expected and what was found."""


class NoCase(Exception):
    """Bytes that are no case of a target: a file that was damaged, or is something else."""


@contextlib.contextmanager
def taken_apart() -> Iterator[None]:
    """While a case is taken apart into what it is made of. Raises NoCase."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise NoCase(f"{error!r:.100}") from error


@dataclass(frozen=True)
class Seen:
    """What became of a case: a word for the tables, and how many answers were compared."""

    word: str
    compared: int = 0


def _none(_case: bytes) -> Iterator[bytes]:
    yield from ()


@dataclass(frozen=True)
class Target:
    """A kind of input.

    Attributes:
        name: also of the folders in which its cases are kept.
        make: a case, by randomness alone.
        look: what becomes of it. Raises whatever is wrong.
        smaller: cases that are a little smaller, the smallest first.
        share: of the time, in relation to the others.
    """

    name: str
    make: Callable[[random.Random], bytes]
    look: Callable[[bytes], Seen]
    smaller: Callable[[bytes], Iterator[bytes]] = field(default=_none)
    share: float = 1.0

    def case(self, seed: int, number: int) -> bytes:
        """The case of that number."""
        return self.make(random.Random(f"{seed} {self.name} {number}"))


def kind_of(error: BaseException) -> str:
    """By what two failures are the same: the exception, and where it came from."""
    if isinstance(error, Defect):
        return f"Defect: {str(error).split(':')[0]}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [each for each in frames if "/support/" not in each.filename] or frames
    last = own[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}, {last.name}"


def failure(target: Target, case: bytes) -> str:
    """The kind of a case's failure; empty if it is none."""
    try:
        target.look(case)
    except Exception as error:
        return kind_of(error)
    return ""


def shrunk(
    target: Target,
    case: bytes,
    becomes: Callable[[Target, bytes], str] = failure,
    tries: int = 2000,
    seconds: float = math.inf,
) -> bytes:
    """A smaller case that fails in the same way; `becomes` says in which."""
    kind, until = becomes(target, case), time.monotonic() + seconds
    progress = kind != ""
    while progress and tries > 0 and time.monotonic() < until:
        progress = False
        for other in target.smaller(case):
            tries -= 1
            if len(other) <= len(case) and other != case and becomes(target, other) == kind:
                case, progress = other, True
                break
            if tries <= 0 or time.monotonic() >= until:
                break
    return case
