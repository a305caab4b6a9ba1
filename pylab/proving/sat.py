"""SAT solvers that write proofs: one of python-sat, or the program cadical.

They aren't trusted: their models are examined, and `rup` checks their proofs.
"""

from __future__ import annotations

import importlib
import importlib.util
import shutil
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pylab.base.errors import PylabError
from pylab.base.limits import Patience
from pylab.base.processes import scratch_folder
from pylab.base.programs import run
from pylab.proving.rup import ADD, DELETE

HOW_TO_GET_ONE = (
    "no SAT solver that writes proofs is installed: pip install 'pylab-asp[sat]', "
    "or Debian's package cadical"
)


class Solver(ABC):
    """Solves a growing set of clauses.

    Attributes:
        name: the solver's name.
    """

    name: str

    @abstractmethod
    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses."""

    @abstractmethod
    def model(self) -> list[bool] | None:
        """A model, indexed by the variables from 1, or None. Raises PylabError if it fails."""

    @abstractmethod
    def proof(self) -> array[int]:
        """A proof that there is no model, in steps as in `rup`, after `model` has found none."""


class Library(Solver):
    """A solver of python-sat, in this process."""

    name = "glucose4"

    def __init__(self) -> None:
        made: Any = importlib.import_module("pysat.solvers")
        self._solver = made.Solver(name=self.name, with_proof=True)

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        for clause in clauses:
            self._solver.add_clause(clause)

    def model(self) -> list[bool] | None:
        if not self._solver.solve():
            return None
        return [False, *(literal > 0 for literal in self._solver.get_model())]

    def proof(self) -> array[int]:
        return steps(self._solver.get_proof())


class SolverCommand(Solver):
    """A solver run as a command, such as `cadical FILE PROOF`, each time from the start."""

    def __init__(self, path: str) -> None:
        self.name = Path(path).name
        self._path = path
        self._clauses: list[Sequence[int]] = []
        self._proof = array("i")

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        self._clauses.extend(clauses)

    def model(self) -> list[bool] | None:
        with scratch_folder() as folder:
            formula, proof = folder / "formula.cnf", folder / "proof.drat"
            last = max((abs(literal) for clause in self._clauses for literal in clause), default=0)
            lines = [f"p cnf {last} {len(self._clauses)}"]
            lines += [" ".join(map(str, [*clause, 0])) for clause in self._clauses]
            formula.write_text("\n".join(lines) + "\n", encoding="ascii")
            words = [self._path, "-q", "--no-binary", str(formula), str(proof)]
            done = run([words], Patience())
            printed = done.printed.decode("ascii", "replace")
            if done.code == 20 and proof.exists():
                self._proof = steps(proof.read_text("ascii", "replace").splitlines())
                return None
            if done.code != 10:
                said = (done.said or printed.strip()).split("\n")[-1]
                raise PylabError(f"{self.name} ended with exit code {done.code}: {said}")
        model = [False] * (last + 1)
        for line in printed.splitlines():
            for literal in map(int, line[1:].split() if line.startswith("v") else ()):
                model[abs(literal)] = literal > 0
        return model

    def proof(self) -> array[int]:
        return self._proof


def solver() -> Solver:
    """An installed solver. Raises PylabError if there is none."""
    if importlib.util.find_spec("pysat") is not None:
        return Library()
    path = shutil.which("cadical")
    if path is None:
        raise PylabError(HOW_TO_GET_ONE)
    return SolverCommand(path)


def steps(lines: Iterable[str]) -> array[int]:
    """The steps of a proof in DRAT's text form. Raises PylabError for anything else."""
    found = array("i")
    for line in lines:
        words = line.split()
        if not words or words[0] == "c":
            continue
        kind = DELETE if words[0] == "d" else ADD
        try:
            literals = [int(word) for word in words[kind == DELETE :]]
            if literals[-1:] != [0] or 0 in literals[:-1]:
                raise ValueError
            found.append(kind)
            found.extend(literals)
        except (ValueError, OverflowError):
            raise PylabError(f"expected a step of a DRAT proof, found {line[:60]!r}") from None
    return found
