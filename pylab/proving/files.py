"""Writes and checks files of proofs: formulas in DIMACS, proofs as DRAT text."""

from __future__ import annotations

import io
import itertools
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pylab.base import native, whole_files
from pylab.base.errors import Place, PylabError, WitnessError
from pylab.base.verdict import Problem, Verdict
from pylab.proving import rup, sat
from pylab.text.source import Source, read_source

MOST_BYTES = 256 * 1024 * 1024
"""The largest file of a formula or a proof that is read."""

_HEAD = re.compile(r"p +cnf +([0-9]{1,9}) +([0-9]{1,9}) *")
_NUMBERS = re.compile(r"(?:\s*-?[0-9]{1,9}(?=\s|$))*\s*", re.ASCII)


def write(
    place: Path, words: Sequence[str], clauses: Sequence[Sequence[int]], proof: array[int]
) -> None:
    """Write a formula and its proof into the files `place`.cnf and `place`.drat.

    Raises PylabError if they can't be written.
    """
    last = max((abs(literal) for clause in clauses for literal in clause), default=0)
    head = [*(f"c {line}" for line in words), f"p cnf {last} {len(clauses)}"]
    formula = (" ".join(map(str, [*clause, 0])) for clause in clauses)
    put(place.with_suffix(".cnf"), itertools.chain(head, formula))
    put(place.with_suffix(".drat"), _lines(proof))


def put(path: Path, lines: Iterable[str]) -> None:
    """Write a file, whole or not at all. Raises PylabError."""
    try:
        with whole_files.written(path) as stream:
            stream.writelines(f"{line}\n".encode() for line in lines)
    except OSError as error:
        raise PylabError(f"{path}: {error.strerror}") from None


def _lines(proof: Iterable[int]) -> Iterator[str]:
    step: list[int] = []
    for number in proof:
        step.append(number)
        if not number and len(step) > 1:
            yield ("d " if step[0] == rup.DELETE else "") + " ".join(map(str, step[1:]))
            step = []


def checked(formula: str, proof: str) -> Verdict:
    """The verdict on a proof in one file that refutes the formula in another one.

    Raises WitnessError for files that can't be read.
    """
    source = read_source(formula, WitnessError, most=MOST_BYTES)
    clauses, count = _formula(source)
    steps = _steps(read_source(proof, WitnessError, most=MOST_BYTES))
    most = len(clauses) + len(steps)
    if max(map(abs, (*clauses, *steps)), default=0) > most:
        raise WitnessError(f"{source.name}: expected variables up to {most}, as many as numbers")
    outcome, by = rup.check(clauses, steps)
    by = native.CHECKER if by != "Python" else ""
    if outcome == rup.ACCEPTED:
        return Verdict(summary=f"{count} clauses have no model", by=by)
    if outcome == rup.INCOMPLETE:
        return Verdict((Problem("incomplete", "the proof ends before the contradiction"),), by=by)
    return Verdict((Problem("step", f"step {outcome} of the proof does not follow"),), by=by)


def _formula(source: Source) -> tuple[array[int], int]:
    """The clauses, each followed by 0, and their number. Raises WitnessError."""
    found, count, head = array("i"), 0, None
    for number, line in enumerate(io.StringIO(source.text), 1):
        if line.startswith("c") or not line.strip():
            continue
        if head is None:
            head = _HEAD.fullmatch(line.rstrip("\n"))
            if head is None:
                raise _wrong(source, number, 1, line, "p cnf VARIABLES CLAUSES")
            continue
        right = _NUMBERS.match(line)
        if right is None or right.end() < len(line):
            column = right.end() + 1 if right else 1
            raise _wrong(source, number, column, line, "numbers of variables, and 0")
        literals = [int(word) for word in line.split()]
        if max(map(abs, literals)) > int(head[1]):
            raise _wrong(source, number, 1, line, f"variables up to {head[1]}")
        count += literals.count(0)
        found.extend(literals)
    if head is None:
        raise WitnessError(f"{source.name}: expected a formula in DIMACS, found nothing")
    if count != int(head[2]) or (found and found[-1]):
        raise WitnessError(f"{source.name}: expected {head[2]} clauses, found {count}")
    return found, count


def _steps(source: Source) -> array[int]:
    """The steps of a proof, as in `rup`. Raises WitnessError."""
    read = [(0, "")]

    def lines() -> Iterator[str]:
        for read[0] in enumerate(io.StringIO(source.text), 1):
            yield read[0][1]

    try:
        return sat.steps(lines())
    except PylabError:
        number, line = read[0]
        raise _wrong(source, number, 1, line, "a step of a DRAT proof, as text") from None


def _wrong(source: Source, number: int, column: int, line: str, expected: str) -> WitnessError:
    text = line.rstrip("\n")
    found = text[column - 1 :][:60]
    place = Place(source.name, number, column, text)
    return WitnessError(f"expected {expected}, found {found!r}", place)
