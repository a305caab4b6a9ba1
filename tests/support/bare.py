"""Entries run as their heads say, by clingo's own command, in processes of their own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import clingo
from projects import ROOT

from pylab.analysis.catalogue import entry_of
from pylab.encoding import files as encoding_files

IN_CHILDREN = """
import ctypes, json, os, sys
from clingo.application import clingo_main
from clingo.__main__ import PyClingoApplication
from pylab.engines import incmode
for number, (pips, words) in enumerate(json.load(sys.stdin)):
    if (child := os.fork()) == 0:
        with open(f"{number}.out", "wb") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
        code = clingo_main(PyClingoApplication(), words) if pips else incmode.run(words)
        ctypes.CDLL(None).fflush(None)  # without the end of an interpreter, which takes longest
        os._exit(code)
    with open(f"{number}.code", "w") as file:
        file.write(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])))
"""

_CALL = re.compile(r"runs bare: clingo (?P<words>[^(]*?)(\s\s|$)", re.MULTILINE)


def ours(folder, commands, pips=0):
    """What each command line prints, and its exit code; all run by one process and its children.

    So many of the last ones by the command of pip's package, which knows no `<incmode>`; all others
    by `pylab clingo`.
    """
    first = len(commands) - pips
    subprocess.run(
        [sys.executable, "-c", IN_CHILDREN],
        input=json.dumps([[n >= first, [*map(str, words)]] for n, words in enumerate(commands)]),
        cwd=folder, text=True, timeout=400, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    for number in range(len(commands)):
        printed = (folder / f"{number}.out").read_text()
        yield printed, int((folder / f"{number}.code").read_text())


def entries(family):
    """Each task's entry, and the one-shot entry that the family has beside them."""
    for task in family.tasks:
        if task.encoding:
            yield task, entry_of(family, task)
    beside = ROOT / "encodings" / family.name / "oneshot.lp"
    if beside.exists():
        yield family.tasks[0], beside


def words_of(entry: Path, files, numbers, overlay=None):
    """A command line as the head of an entry, or of an overlay, has it; numbers for M, N, ….

    Raises AttributeError for a head that says none.
    """
    told = _CALL.search(encoding_files.header(overlay or entry).sections["Purpose"])["words"]
    words = []
    for word in told.split():
        name, equals, value = word.partition("=")
        if word in ("INSTANCE", "INSTANCE.lp"):
            words += files
        elif word.endswith(".lp"):
            words.append(entry if entry.name == word else entry.parent / word)
        else:
            words.append(f"{name}={numbers.get(value, value)}" if equals else word)
    return words


@dataclass(frozen=True)
class Told:
    """What clingo told of a run: answers of the last call, the last one first, and their costs."""

    result: str
    calls: int
    answers: list[frozenset[str]]
    costs: list[int]


def told(printed):
    """clingo's JSON, with what it says before and behind that."""
    data = json.loads(printed[printed.index("{\n") : printed.rindex("}") + 1])
    calls = data["Call"]
    found = [each for each in calls[-1].get("Witnesses", []) if "Value" in each] if calls else []
    costs = [tuple(each.get("Costs", ())) for each in found]
    best = [each for each, cost in zip(found, costs, strict=True) if cost == min(costs)]
    return Told(
        data["Result"],
        len(calls),
        [frozenset(each["Value"]) for each in reversed(best)],
        list(min(costs, default=())),
    )


def symbols(answer):
    return [clingo.parse_term(atom) for atom in sorted(answer)]
