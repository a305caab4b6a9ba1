"""Finds a minimal set of requirements that can't be met together; knows no puzzle.

A family's `reasons.lp` can drop what a puzzle demands: a true atom `relaxed(R)` drops the
requirement R. Facts of the signatures that its header names under `% Relaxes:` can be dropped, too.
Requirements are kept by assuming that their atoms are false. clingo says which of these assumptions
contradict one another; each is then left out, and put back if there is an answer without it.

So each set is an unsatisfiable core, minimal by deletion (J. Marques-Silva, Minimal
unsatisfiability: models, algorithms and applications, ISMVL 2010). Every change that leads to an
answer drops a requirement of each such set (R. Reiter, A theory of diagnosis from first principles,
AIJ 32, 1987).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

import clingo
from clingo import ast

from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.base.listing import Signature
from pylab.core.answer import Answer
from pylab.encoding import files
from pylab.encoding.places import is_text, statements_of
from pylab.encoding.predicates import Role, atoms, is_constraint, signatures, with_literal
from pylab.encoding.program import Encoding
from pylab.engines import driver
from pylab.text.facts import Fact


@dataclass(frozen=True, slots=True)
class Reasons:
    """Requirements that can't all be met.

    Attributes:
        status: found; none, if all of them can be met, so that the cause is something else; or
            unknown.
        reason: the limit that ended the search, if one did.
        requirements: the R of the atoms `relaxed(R)`, sorted. Empty, if found: there is no answer
            even without all requirements that `reasons.lp` knows.
        minimal: whether it is proven that there is an answer without any one of them.
        known: how many requirements `reasons.lp` knows of this puzzle.
        file: the encoding that knows the requirements, `alice/reasons.lp`; empty if none was run.
        words: what they are, line by line.
        obstacles: the same for the family's `draw` and `picture`; None if it can't be drawn.
        rules: how many of them are rules of overlays.
        also: of a program of one's own, other predicates without whose facts there would be an
            answer, too.
    """

    status: Status
    reason: str = ""
    requirements: tuple[Fact, ...] = ()
    minimal: bool = False
    known: int = 0
    file: str = ""
    words: tuple[str, ...] = ()
    obstacles: Any = None
    rules: int = 0
    also: tuple[str, ...] = ()


def last_step(answer: Answer) -> int:
    """The last step that a stepwise search solved; without an answer, the last one that is allowed.

    A search without an answer may end earlier, at a conflict that no later step can resolve.
    """
    solved = max((row["step"] for row in answer.statistics.get("solved", ())), default=0)
    horizon = answer.statistics.get("last", 0) if answer.status is Status.NONE else 0
    return max(solved, horizon)


def relaxes(program: Encoding) -> frozenset[Signature]:
    """The signatures of facts that may be relaxed, by an encoding's header."""
    return files.header(program.entry).relaxes


def find(
    program: Encoding,
    facts: Sequence[Fact],
    seconds: float | None = None,
    stop: threading.Event | None = None,
    relaxable: Collection[Signature] = (),
    last: int = 0,
) -> Reasons:
    """A minimal set of requirements that rule out an answer.

    Args:
        program: the family's `reasons.lp`, with the overlays that are laid over it.
        facts: the instance.
        seconds: a limit on the whole; when it is over, the smallest set so far is returned.
        stop: set from outside to end it.
        relaxable: the predicates of facts that may be given up, beside those that its head names.
        last: so many steps of a stepwise program are looked at.
    """
    known = relaxes(program) | frozenset(relaxable)
    return within(driver.ClingoProgram(program, facts), seconds, stop, known, last)


def within(
    asked: driver.ClingoProgram,
    seconds: float | None,
    stop: threading.Event | None,
    relaxable: Collection[Signature],
    last: int = 0,
) -> Reasons:
    """The same for a program with constants and options, and facts of these predicates alone."""
    search = CoreSearch("relaxed")
    patience = Patience(seconds, stop=stop or threading.Event())
    outcome = driver.assume(asked, patience, frozenset(relaxable), search.work, last)
    return Reasons(
        status=search.status,
        reason=outcome.reason,
        requirements=tuple(Fact(symbol) for symbol in sorted(search.core or ())),
        minimal=search.minimal,
        known=search.known,
    )


class CoreSearch:
    """A search for a minimal set of atoms of a unary predicate that can't all be false.

    `work` runs in another thread. Atoms that are tried first are more likely to be left out; by
    default these are limits and rules, before places.

    Attributes:
        core: the arguments of the smallest set so far; None if none was found yet.
        met: whether all of the atoms can be false.
        minimal: whether it is proven that the set has no smaller one in it.
        known: how many atoms there are.
    """

    def __init__(self, name: str, ordered: Sequence[clingo.Symbol] | None = None) -> None:
        self.core: Sequence[clingo.Symbol] | None = None
        self.met = self.minimal = False
        self.known = 0
        self._name, self._ordered = name, ordered

    @property
    def status(self) -> Status:
        """Found, none if all can be false, or unknown."""
        if self.met:
            return Status.NONE
        return Status.UNKNOWN if self.core is None else Status.FOUND

    def work(self, program: driver.Assuming) -> None:
        """Look for it in a program that is grounded."""
        arguments = sorted((a.arguments[0] for a in program.atoms(self._name)), reverse=True)
        self.known = len(arguments)

        def refuted(some: Sequence[clingo.Symbol]) -> Sequence[clingo.Symbol] | None:
            return program.refuted([clingo.Function(self._name, [each]) for each in some])

        def smaller(core: Sequence[clingo.Symbol]) -> None:
            self.core = core

        ordered = arguments if self._ordered is None else self._ordered
        self.met = not minimise(ordered, refuted, smaller)
        self.minimal = not self.met


def minimise(
    requirements: Sequence[clingo.Symbol],
    refuted: Callable[[Sequence[clingo.Symbol]], Sequence[clingo.Symbol] | None],
    smaller: Callable[[Sequence[clingo.Symbol]], None],
) -> bool:
    """Minimise a set of requirements by deletion; whether it is refuted at all.

    Several are left out at once: twice as many after a success, half as many after a failure. In
    the end, each one that is left was tried by itself.

    Args:
        requirements: those that are tried first come first.
        refuted: which atoms `relaxed(R)` of requirements can't all be false, or None.
        smaller: is called with each set that is refuted and smaller than those before.
    """

    def step(tried: Sequence[clingo.Symbol]) -> list[clingo.Symbol] | None:
        atoms = refuted(tried)
        if atoms is None:
            return None
        left = {atom.arguments[0] for atom in atoms}
        core = [each for each in tried if each in left]
        smaller(core)
        return core

    core = step(requirements)
    if core is None:
        return False
    kept, chunk = 0, len(core) // 2 or 1
    while kept < len(core):
        found = step([*core[:kept], *core[kept + chunk :]])
        if found is not None:
            core, chunk = found, 2 * chunk
        elif chunk > 1:
            chunk //= 2
        else:
            kept += 1
    return True


OVERLAY = "overlay"
"""The requirement `overlay("no-undo.lp",14)`: the rule in line 14 of the overlay holds."""


def guarded(program: Encoding) -> Encoding:
    """The program with its overlays' constraints, and their rules for facts that can be dropped, as
    requirements.
    """
    statements: list[ast.AST] = []
    known, choices = relaxes(program), list[ast.AST]()
    overlays = {str(p): p.stem if is_text(p) else p.name for p in program.overlays}
    for each in program.statements:
        begin = each.location.begin
        if begin.filename not in overlays or not _demands(each, known):
            statements.append(each)
            continue
        relaxed = f'relaxed({OVERLAY}("{overlays[begin.filename]}",{begin.line}))'
        statements.append(with_literal(each, f"not {relaxed}"))
        choices += statements_of(f"{{ {relaxed} }}.")
    return replace(program, statements=(*statements, *choices))


def _demands(statement: ast.AST, known: Collection[Signature]) -> bool:
    """Whether a statement is a constraint, or a rule for one of these predicates."""
    if is_constraint(statement):
        return True
    head = getattr(statement, "head", None)
    plain = head is not None and head.ast_type is ast.ASTType.Literal
    return plain and not signatures(atoms(statement), Role.DEFINED).isdisjoint(known)
