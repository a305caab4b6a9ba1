"""What a worker is at and what it has done, in memory that outlives it."""

from __future__ import annotations

import json
import mmap
import struct
from collections import Counter
from dataclasses import dataclass

_HEAD = struct.Struct("qqqq")
_ROOM = 64 << 20
"""Bytes for a case; there is none as large."""

_SLOT = 1 << 18
"""Bytes for what is counted of a target."""


@dataclass(frozen=True)
class Place:
    """What a worker is at: the target's index, the case's number, and what it looks at.

    `looks` is 0 while the case is being made, 1 for the case itself, and more for smaller ones.
    """

    index: int
    number: int
    looks: int
    case: bytes


class AnswerChecker:
    """The case that a worker looks at."""

    def __init__(self):
        self._memory = mmap.mmap(-1, _HEAD.size + _ROOM)

    def begin(self, index, number):
        """A case is going to be made."""
        _HEAD.pack_into(self._memory, 0, index, number, 0, 0)

    def put(self, case):
        """It is looked at, or one that is like it."""
        index, number, looks, _ = _HEAD.unpack_from(self._memory)
        self._memory[_HEAD.size : _HEAD.size + len(case)] = case
        _HEAD.pack_into(self._memory, 0, index, number, looks + 1, len(case))

    def place(self):
        """What the worker is at."""
        index, number, looks, size = _HEAD.unpack_from(self._memory)
        return Place(index, number, looks, self._memory[_HEAD.size : _HEAD.size + size])

    def mark(self):
        """Something else whenever it is at something else."""
        return self._memory[: _HEAD.size]


class Counts:
    """For each target how many cases there were, how many comparisons, and what became of them.

    In `words`, "was X" are cases that are well, "bad X" those that are not, "kind X" says how often
    a kind of failure was seen, and "seconds" how much time the target had.
    """

    def __init__(self, targets):
        self._at = {each.name: index * _SLOT for index, each in enumerate(targets)}
        self._memory = mmap.mmap(-1, len(self._at) * _SLOT)
        self.words = {name: Counter() for name in self._at}

    def add(self, name, word, compared=0):
        """A case, and what became of it: "was X" or "bad X"."""
        self.words[name].update({"cases": 1, word: 1, "compared": compared})
        self._save(name)

    def first(self, name, kind):
        """Whether a kind of failure is seen for the first time, which is counted."""
        self.words[name][f"kind {kind}"] += 1
        self._save(name)
        return self.words[name][f"kind {kind}"] == 1

    def spend(self, name, seconds):
        """Time that it took."""
        self.words[name]["seconds"] += seconds

    def _save(self, name):
        told, at = json.dumps(self.words[name]).encode(), self._at[name]
        if len(told) < _SLOT:
            self._memory[at : at + len(told)] = told  # at once; an object's end needs no mark

    def load(self):
        """What a worker counted that is no more."""
        for name, at in self._at.items():
            told = self._memory[at : self._memory.find(b"\0", at)].decode()
            self.words[name] = Counter(json.JSONDecoder().raw_decode(told or "{}")[0])

    def failed(self):
        """How many cases were bad."""
        return sum(
            number
            for words in self.words.values()
            for word, number in words.items()
            if word.startswith("bad ")
        )
