"""Which rules of overlays have no ground instance on an instance; grounds, solves nothing.

The program is grounded once more, without what forbids anything. Beside each rule that is watched
stands a probe with the same body; where the probe has no instance, the rule has none. A rule of the
base is probed once more behind the last step: what it has then and had not before, it never saw.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import clingo
from clingo import ast

from pylab import engines
from pylab.base import resources
from pylab.base.errors import LimitReached
from pylab.base.limits import aside
from pylab.core.answer import Answer
from pylab.encoding import files as encoding_files
from pylab.encoding import places
from pylab.encoding import program as encodings
from pylab.encoding.ineffective import BASE, CHECK, STEP, Finding
from pylab.encoding.places import place_of
from pylab.encoding.predicates import is_constraint
from pylab.encoding.program import Part, Section
from pylab.engines import incmode
from pylab.engines.coverage import without_theory
from pylab.engines.session import Program

QUICK = 5.0
"""Seconds: where grounding took longer, it is not done once more."""

_LATE = "behind_the_last_step"
_Kind = ast.ASTType


def noted(answer: Answer) -> Answer:
    """The answer, with a message for each rule of an overlay that changes nothing here.

    Nothing is looked for where no overlay was asked for, or a limit ended the search.
    """
    question = answer.question
    if not (question.overlays and answer.settled and engines.get(answer.engine).program):
        return answer
    why_not = ""
    if answer.statistics.get("grounding", 0) > QUICK:
        why_not = "grounding is slow"
    elif question.limits.megabytes is not None:
        why_not = "memory is limited"
    told: list[str] = []
    if not why_not:
        try:
            told = [str(finding) for finding in aside(lambda: _of(answer))]
        except (LimitReached, RuntimeError) as error:
            why_not = str(error)
    if why_not:
        told = [f"not looked whether each rule of the overlays has an instance: {why_not}"]
    return replace(answer, messages=(*answer.messages, *told))


def _of(answer: Answer) -> list[Finding]:
    question = answer.question
    files = {file for path in question.overlays for file in encoding_files.with_includes(path)}
    rows = answer.statistics.get("solved", [])
    program = Program(
        question.encoding,
        list(question.facts),
        question.constants,
        scripts=question.means.scripts,
    )
    return unfired(program, files, max((row["step"] for row in rows), default=0))


def unfired(program: Program, files: Collection[Path], steps: int) -> list[Finding]:
    """Rules in these files that have no ground instance, or whose instances come too late.

    Of a shipped file, whose rules are for more than one puzzle, only if none has an instance.

    Args:
        program: as it was run; its facts are the instance.
        files: whose rules are watched.
        steps: so many steps of a stepwise program are grounded; others go to their horizon.
    """
    probes = _Probes(program, {str(file) for file in files})
    found: list[Finding] = []
    if probes.watched:
        control = _ground(program, probes, steps)
        ended = program.encoding.stepwise and incmode.largest(control, "horizon") != steps
        found = list(probes.findings(control, steps if ended else None))
    told = {each.place for each in found}
    fires = {s.location.begin.filename for _, s in probes.watched if place_of(s) not in told}
    quiet = {places.shown(Path(name)) for name in fires if resources.named(Path(name))}
    return [each for each in found if each.place is None or each.place.source not in quiet]


class _Probes:
    """The program with its probes.

    Attributes:
        watched: the statements that are watched, by the numbers of their probes.
        statements: the program, which forbids and minimises nothing any more.
    """

    def __init__(self, program: Program, files: Collection[str]) -> None:
        self.watched: list[tuple[Part, ast.AST]] = []
        self.statements: list[ast.AST] = []
        self.stepwise = {STEP, CHECK} & program.encoding.parts
        late: list[ast.AST] = []
        part = BASE
        for statement in program.encoding.written:
            if statement.ast_type is _Kind.Program:
                part = Section.of(statement).part
                self.statements.append(statement)
                continue
            body = without_theory(getattr(statement, "body", ()))
            harmless = _harmless(statement)
            self.statements += [harmless] if harmless else []
            if not body or statement.location.begin.filename not in files or _refuses(statement):
                continue
            number = len(self.watched)
            self.watched.append((part, statement))
            self.statements.append(_probe("fires", number, 0, statement, body))
            if part == BASE and self.stepwise:
                for which, variant in enumerate(_positive(body)):
                    self.statements.append(_probe("fires", number, which + 1, statement, variant))
                    late.append(_probe("late", number, which + 1, statement, variant))
        self.statements += [ast.Program(_NOWHERE, _LATE, []), *late]

    def findings(self, control: clingo.Control, steps: int | None) -> Iterator[Finding]:
        """What the probes have found; `steps` is how many were looked at, None for all."""
        fires, late = _instances(control, "fires"), _instances(control, "late")
        for number, (part, statement) in enumerate(self.watched):
            variants = {key for key in late if key[0] == number}
            missed = any(late[key] - fires.get(key, set()) for key in variants)
            if missed:
                told = (
                    "stands in base and sees only what is there before step 1; for what comes "
                    "with the steps put it behind #program step(t)."
                )
                yield Finding("step", f"this rule {told}", place_of(statement))
            elif (number, 0) not in fires:
                where = "" if part == BASE else f", in part {part[0]}(t),"
                until = "here: it changes nothing"
                if where and steps is not None:
                    until = f"up to step {steps}; no later step was looked at"
                message = f"this rule{where} has no ground instance {until}"
                yield Finding("unfired", message, place_of(statement))


def _ground(program: Program, probes: _Probes, steps: int) -> clingo.Control:
    constants = [word for c in program.constants.items() for word in ("-c", "=".join(c))]
    control = clingo.Control(constants, logger=lambda _, __: None)
    encodings.add_to(control, probes.statements)
    control.add("check", ["t"], "#external query(t).")
    with control.backend() as backend:
        for fact in program.facts:
            backend.add_rule([backend.add_atom(fact.symbol)])
    if program.encoding.stepwise:
        for step in range(steps + 1):
            control.ground(incmode.parts(step))
    else:
        control.ground([("base", [])])
        horizon = incmode.largest(control, "horizon")
        if probes.stepwise and horizon is not None:
            later = [part for step in range(horizon + 1) for part in incmode.parts(step)]
            control.ground([part for part in later if part[0] != "base"])
    control.ground([(_LATE, [])])
    return control


def _refuses(statement: ast.AST) -> bool:
    """Whether it only says what must not be, by an atom `refused(WHY)`."""
    return str(getattr(statement, "head", "")).startswith("refused(")


def _harmless(statement: ast.AST) -> ast.AST | None:
    """The statement as far as it makes atoms: without constraints, objectives and bounds."""
    if statement.ast_type not in (_Kind.Rule, _Kind.External, _Kind.Definition, _Kind.Script,
                                  _Kind.Defined):  # fmt: skip
        return None
    if statement.ast_type is not _Kind.Rule:
        return statement
    head = statement.head
    if is_constraint(statement) or head.ast_type is _Kind.TheoryAtom:
        return None
    if head.ast_type is _Kind.Aggregate:
        head = head.update(left_guard=None, right_guard=None)
    return statement.update(head=head, body=without_theory(statement.body))


def _probe(name: str, number: int, which: int, statement: ast.AST, body: list[ast.AST]) -> ast.AST:
    """A rule with this body, whose atoms tell its instances apart."""
    place = statement.location
    values = [ast.Variable(place, each) for each in sorted(_variables(body))] if which else []
    numbers = [ast.SymbolicTerm(place, clingo.Number(each)) for each in (number, which)]
    instance = ast.Function(place, "", values, False)
    symbol = ast.Function(place, f"_pylab_{name}", [*numbers, instance], False)
    head = ast.Literal(place, ast.Sign.NoSign, ast.SymbolicAtom(symbol))
    return ast.Rule(place, head, body)


def _positive(body: list[ast.AST]) -> Iterator[list[ast.AST]]:
    """The body, and for each negated atom in it the body in which this one is not negated."""
    yield body
    others = [each for each in body if not _negated(each)]
    for each in body:
        if _negated(each):
            yield [*others, each.update(sign=ast.Sign.NoSign)]


def _negated(literal: ast.AST) -> bool:
    return bool(
        literal.ast_type is _Kind.Literal
        and literal.atom.ast_type is _Kind.SymbolicAtom
        and literal.sign == ast.Sign.Negation
    )


def _variables(body: list[ast.AST]) -> set[str]:
    """The names of the variables in a body's own literals; those in aggregates are others."""
    found: set[str] = set()

    class Names(ast.Transformer):  # type: ignore[misc,unused-ignore]
        def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802
            found.add(node.name)
            return node

    for each in body:
        if each.ast_type is _Kind.Literal and each.atom.ast_type in (
            _Kind.SymbolicAtom,
            _Kind.Comparison,
        ):
            Names().visit(each)
    return found - {"_"}


def _instances(control: clingo.Control, name: str) -> Mapping[tuple[int, int], set[clingo.Symbol]]:
    found: dict[tuple[int, int], set[clingo.Symbol]] = {}
    for atom in control.symbolic_atoms.by_signature(f"_pylab_{name}", 3):
        number, which, instance = atom.symbol.arguments
        found.setdefault((number.number, which.number), set()).add(instance)
    return found


_POSITION = ast.Position("<string>", 1, 1)
_NOWHERE: Any = ast.Location(_POSITION, _POSITION)
