"""Reads the known answers of a shipped instance: `x.expected.json` beside `x`; solves nothing.

The same for every family:

    {"title": "Three by three",
     "about": "who made the puzzle, and what it is",
     "source": "who says so, and by which definition",
     "answers": [{"task": "shortest", "cost": 5},
                 {"task": "all", "options": {"departure": true}, "status": "none"}]}

`pylab gallery` shows title and about, which are optional.

An entry is a question (`task`, and `options` for `adapt`) with keys of its answer as in
`pylab solve --format json`: `status`, `cost`, `count`, and `witness`, some or all keys of the first
answer. The `status` is `refused` if the instance doesn't fit the task.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pylab.base.errors import printable
from pylab.base.finding import Number
from pylab.base.plain import made
from pylab.core.answer import Answer, row

_OPEN: Any = object()
"""The value of a key that an entry leaves out."""

_STATUS = ("found", "none", "refused", _OPEN)


@dataclass(frozen=True, slots=True)
class ExpectedAnswer:
    """A question, and the known keys of its answer."""

    task: str
    options: Mapping[str, Any] = field(default_factory=dict)
    status: str = _OPEN
    cost: Number | None = _OPEN
    count: int = _OPEN
    witness: Any = _OPEN

    @property
    def wanted(self) -> Mapping[str, Any]:
        """The known keys of the answer."""
        told = ((name, getattr(self, name)) for name in ("status", "cost", "count", "witness"))
        return {name: value for name, value in told if value is not _OPEN}

    @property
    def models(self) -> int | None:
        """The number of answers to search; None for the task's own number."""
        return None if self.count is _OPEN else 0


@dataclass(frozen=True, slots=True)
class Expected:
    """The known answers, their source, and the puzzle's title and description."""

    source: str
    answers: tuple[ExpectedAnswer, ...]
    title: str = ""
    about: str = ""


def read(path: Path) -> Expected:
    """The known answers in a file. Raises ValueError, with its name, for another schema."""
    return parse(path.read_bytes(), path.name)


def parse(text: bytes, name: str) -> Expected:
    """The known answers in a text. Raises ValueError, with this name, for another schema."""
    try:
        found = made(Expected, json.loads(text.decode()))
        if len(found.source) <= 10:
            raise ValueError("source: expected more than 10 characters")
        if not found.answers:
            raise ValueError("answers: expected at least one")
        for each in found.answers:
            if not each.wanted:
                raise ValueError(f"{each.task}: nothing is expected of it")
            if each.status not in _STATUS:
                raise ValueError(f"{each.task}: no status: {each.status}")
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{name}: {printable(str(error)):.500}") from None
    return found


def differing(answer: Answer, claim: ExpectedAnswer) -> Iterator[tuple[str, Any, Any]]:
    """Each key of an answer that is not as expected, with both values."""
    first = row(answer.question, answer.checked[0])["witness"] if answer.checked else None
    found = {**answer.tail(), "witness": first}
    for key, value in claim.wanted.items():
        if not agrees(found[key], value):
            yield key, found[key], value


def agrees(found: Any, wanted: Any) -> bool:
    """Whether a value is as wanted; a mapping needs only the keys that are wanted.

    >>> agrees({"length": 5, "routes": 1}, {"length": 5}), agrees([1, 2], [1])
    (True, False)
    """
    if isinstance(wanted, Mapping):
        return isinstance(found, Mapping) and all(
            key in found and agrees(found[key], value) for key, value in wanted.items()
        )
    if isinstance(wanted, list):
        alike = isinstance(found, list | tuple) and len(found) == len(wanted)
        return alike and all(map(agrees, found, wanted))
    return bool(found == wanted)
