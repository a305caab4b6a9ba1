"""Derives an atom of an answer from facts and choices, by rules whose bodies hold in the answer.

`showing` finds the whole answer set that shows an answer. A second program has its atoms as facts;
the rules of this one give the ground instances of the first one's rules whose bodies hold, as far
as the atom in question depends on them. So clingo evaluates negation, aggregates and conditions.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import clingo
from clingo import ast

from pylab.analysis.patterns import (
    Pattern,
    Values,
    bound_by,
    in_order,
    negative,
    number_of,
    outline,
    patterns,
    tuple_of,
    written,
)
from pylab.analysis.showing import QUERY, THERE
from pylab.base.errors import LimitReached
from pylab.base.limits import Patience
from pylab.core.question import Question
from pylab.encoding.ineffective import may
from pylab.encoding.places import statements_of
from pylab.encoding.predicates import (
    NOWHERE,
    Role,
    Section,
    Statement,
)
from pylab.encoding.program import INCMODE_CONSTANTS
from pylab.engines import driver
from pylab.engines.probes import literal as made
from pylab.text.facts import Fact

_Kind = ast.ASTType
_WHY, _GOAL, _WITHIN, _UPTO = (f"_pylab_{name}" for name in ("why", "goal", "within", "upto"))


@dataclass(frozen=True, slots=True)
class Step:
    """How one atom is derived, or why a rule doesn't derive it.

    Attributes:
        atom: the atom.
        kind: `rule`; `choice`, for a rule that allows it; `fact`; `instance`, for a fact of the
            puzzle; `external`; or `unknown`, for an atom that a theory or a script gives.
        rule: the statement: `file`, `line` and `text`; null for a fact of the puzzle.
        needs: the atoms in its body, each with a step of its own.
        within: the atoms in aggregates and conditions of its body.
        absent: the atoms that must not hold.
        conditions: the other conditions, with values in place of variables.
        fails: of an atom that is missing, the first condition that fails; empty if none does.
        level: 0 for a fact, else one more than that of the highest atom it is derived from.
    """

    atom: str
    kind: str
    rule: Statement | None = None
    needs: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    fails: str = ""
    level: int = 0

    @property
    def place(self) -> str:
        """The file and line of the rule."""
        return self.rule.where if self.rule else ""


@dataclass(frozen=True, slots=True)
class _Instance:
    """A ground instance of a rule whose body holds, by the number of its pattern."""

    number: int
    head: clingo.Symbol
    needs: tuple[clingo.Symbol, ...]
    absent: tuple[clingo.Symbol, ...]
    values: tuple[clingo.Symbol, ...]
    within: tuple[clingo.Symbol, ...] = ()

    @property
    def below(self) -> tuple[clingo.Symbol, ...]:
        """All atoms that the instance depends on."""
        return (*self.needs, *self.within)


_Supports = dict[clingo.Symbol, list[_Instance]]
"""For each atom the instances that derive it."""

_Settled = dict[clingo.Symbol, tuple[int, _Instance | None]]
"""For each atom its level, and the instance that derives it; None for what is given."""


class RuleInstances:
    """The rules of a program over the atoms of an answer.

    Attributes:
        last: the last step; None in a program without steps.
    """

    def __init__(
        self, question: Question, atoms: frozenset[clingo.Symbol], patience: Patience
    ) -> None:
        self._question, self._atoms, self._patience = question, atoms, patience
        encoding = question.encoding
        asked = (s for s in atoms if s.match(*QUERY)) if encoding.in_steps else ()
        self.last = max((s.arguments[0].number for s in asked), default=None)
        self._patterns = list(patterns(encoding, self.last))
        self._given = {each.symbol for each in question.facts}

    def _run(self, rules: Sequence[ast.AST], facts: Iterable[clingo.Symbol]) -> list[clingo.Symbol]:
        """What clingo derives by rules from the answer's atoms and further facts."""
        encoding = self._question.encoding
        named = [s for s in encoding.statements if s.ast_type in (_Kind.Definition, _Kind.Script)]
        program = replace(
            encoding,
            statements=(*named, *rules),
            stepwise=False, as_clingo=False, theory="", solver_options=(), projecting=frozenset(),
        )  # fmt: skip
        constants = self._question.constants
        steps = INCMODE_CONSTANTS - encoding.constants.keys()
        run = driver.ClingoProgram(
            program,
            [Fact(each) for each in (*self._atoms, *facts)],
            {name: value for name, value in constants.items() if name not in steps},
            scripts=self._question.means.scripts,
        )
        models: list[Sequence[clingo.Symbol]] = []
        finding = driver.run(run, self._patience, take=models.append)
        if not models:
            raise LimitReached(finding.reason, finding.ended)
        return list(models[-1])

    def derivation(self, goal: clingo.Symbol) -> Iterator[Step]:
        """The steps of a derivation of least height, from the goal on, each atom once."""
        supports = self._supports(goal)
        needed = {n for those in supports.values() for each in those for n in each.below}
        chosen = _lowest(supports, self._given | (needed - supports.keys()))
        pending, seen = [goal], {goal}
        while pending:
            atom = pending.pop()
            level, instance = chosen.get(atom, (0, None))
            step = self._step(atom, level, instance)
            yield step
            below = instance.below if instance else ()
            lower = [each for each in dict.fromkeys(below) if chosen.get(each, (level,))[0] < level]
            fresh = [each for each in lower if each not in seen]
            seen.update(fresh)
            pending += reversed(fresh)

    def _step(self, atom: clingo.Symbol, level: int, instance: _Instance | None) -> Step:
        if instance is None:
            signatures = self._question.encoding.signatures(Role.EXTERNAL)
            outside = "external" if any(atom.match(*each) for each in signatures) else "unknown"
            kind = "instance" if atom in self._given else outside
            return Step(str(atom), kind)
        pattern = self._patterns[instance.number]
        bare = not pattern.statement.tree.body
        values = dict(zip(pattern.names, instance.values, strict=True))
        return Step(
            atom=str(atom),
            kind="choice" if pattern.choice else "fact" if bare else "rule",
            rule=pattern.statement,
            needs=tuple(dict.fromkeys(map(str, instance.needs))),
            within=tuple(map(str, instance.within)),
            absent=tuple(dict.fromkeys(map(written, instance.absent))),
            conditions=tuple(written(Values(values).visit(each)) for each in pattern.others),
            level=level,
        )

    def _then(self, pattern: Pattern) -> Callable[[ast.AST], ast.AST]:
        """A function that gives the meaning of a literal when its rule is grounded.

        In a stepwise program, a rule of a step asks for the absence of atoms up to this step only.
        """
        parameters = pattern.statement.section.parameters
        step = ast.Variable(NOWHERE, f"_Pylab_{parameters[0]}") if parameters else number_of(0)
        stepwise = self._question.encoding.stepwise

        def then(literal: ast.AST) -> ast.AST:
            if not (stepwise and negative(literal)):
                return literal
            return made(THERE, [literal.atom.symbol, step], ast.Sign.Negation)

        return then

    def _supports(self, goal: clingo.Symbol) -> _Supports:
        """The instances of rules whose bodies hold, for all atoms that the goal may depend on."""
        rules: list[ast.AST] = [Section().opening(NOWHERE)]
        widths, nested = set[int](), False
        for number, each in enumerate(self._patterns):
            named = [ast.Variable(NOWHERE, name) for name in each.names]
            parts = (each.positive, each.absent, named)
            widths.add(len(each.positive))
            terms = [number_of(number), each.head, *map(tuple_of, parts)]
            body = [made(_GOAL, [each.head]), *each.ranges, *map(self._then(each), each.body)]
            rules.append(ast.Rule(NOWHERE, made(_WHY, terms), body))
            blanks = [ast.Variable(NOWHERE, "_")] * 3
            these = [number_of(number), *blanks, tuple_of(named)]
            for beside, term in each.inner:
                nested = True
                rest = made(_WITHIN, [number_of(number), tuple_of(named), term])
                rules.append(ast.Rule(NOWHERE, rest, [made(_WHY, these), *each.ranges, *beside]))
        text = f"#show {_WHY}/5. #show {_WITHIN}/3. #defined {_WITHIN}/3. "
        text += f"{_GOAL}(A) :- {_WITHIN}(_,_,A). " * nested
        for width in widths:
            for at in range(width):
                places = ",".join("A" if i == at else "_" for i in range(width)) + ","
                text += f"{_GOAL}(A) :- {_WHY}(_,_,({places}),_,_). "
        rules += statements_of(text)[1:]
        supports: _Supports = {}
        within: dict[tuple[int, clingo.Symbol], list[clingo.Symbol]] = {}
        shown = self._run(rules, [clingo.Function(_GOAL, [goal])])
        for symbol in shown:
            if symbol.name == _WITHIN:
                which, values, part = symbol.arguments
                within.setdefault((which.number, values), []).append(part)
        for symbol in sorted(each for each in shown if each.name == _WHY):
            which, head, needs, absent, values = symbol.arguments
            inner = tuple(sorted(within.get((which.number, values), ())))
            needed, missing = tuple(needs.arguments), tuple(absent.arguments)
            found = _Instance(which.number, head, needed, missing, tuple(values.arguments), inner)
            supports.setdefault(head, []).append(found)
        return supports

    def attempts(self, target: clingo.Symbol) -> Iterator[Step]:
        """For each rule that could give an atom, how far its body holds, and where it fails."""
        rules: list[ast.AST] = [Section().opening(NOWHERE)]
        orders: dict[int, list[ast.AST]] = {}
        atom = statements_of(f"{target}.")[-1].head.atom.symbol
        names = {*self._question.encoding.constants, *self._question.constants}
        for number, each in enumerate(self._patterns):
            if not may(each.head, atom, names):
                continue
            orders[number] = in_order(each)
            before = [made(_GOAL, [outline(each)])]  # the whole head at the end
            for done in range(len(orders[number]) + 1):
                before += map(self._then(each), orders[number][done - 1 : done] if done else ())
                bound = sorted(bound_by(each, orders[number][:done]) & {*each.names})
                values = tuple_of([ast.Variable(NOWHERE, name) for name in bound])
                terms = [number_of(number), number_of(done), values]
                rules.append(ast.Rule(NOWHERE, made(_UPTO, terms), list(before)))
                before = [made(_UPTO, terms)]
                if done == len(orders[number]):
                    terms = [number_of(number), number_of(done + 1), values]
                    body = [*before, made(_GOAL, [each.head])]
                    rules.append(ast.Rule(NOWHERE, made(_UPTO, terms), body))
        rules += statements_of(f"#show {_UPTO}/3. #defined {_UPTO}/3.")[1:]
        best: dict[int, clingo.Symbol] = {}
        for symbol in sorted(self._run(rules, [clingo.Function(_GOAL, [target])])):
            which, far, _ = symbol.arguments
            if which.number not in best or best[which.number].arguments[1] < far:
                best[which.number] = symbol
        # of the rules that a pool stands for, the one that gets furthest
        told: dict[Statement, tuple[float, Step]] = {}
        for number, order in orders.items():
            for step in self._attempt(target, number, order, best.get(number)):
                got = best[number].arguments[1].number / (len(order) + 1)
                if step.rule is not None and told.get(step.rule, (-1.0,))[0] < got:
                    told[step.rule] = got, step
        yield from (step for _, step in told.values())

    def _attempt(
        self, target: clingo.Symbol, number: int, order: list[ast.AST], best: clingo.Symbol | None
    ) -> Iterator[Step]:
        """How far the body of one rule holds; nothing if its head doesn't match."""
        if best is None:
            return
        pattern = self._patterns[number]
        done = best.arguments[1].number
        names = sorted(bound_by(pattern, order[:done]) & {*pattern.names})
        values = dict(zip(names, best.arguments[2].arguments, strict=True))
        told = [written(Values(values).visit(each)) for each in order]
        kind = "choice" if pattern.choice else "rule"
        fails = told[done] if done < len(order) else ""
        if done < len(order) and order[done] in pattern.ranges:
            fails = _beyond(order[done], values)
        elif done == len(order):
            fails = f"{written(Values(values).visit(pattern.head))} = {target}"
        elif done > len(order) and not pattern.choice:  # what only the theory knows
            fails = ", ".join(written(Values(values).visit(each)) for each in pattern.theory)
        ranged = {written(Values(values).visit(each)) for each in pattern.ranges}
        met = tuple(each for each in told[:done] if each not in ranged)
        yield Step(str(target), kind, pattern.statement, conditions=met, fails=fails)


def _beyond(literal: ast.AST, values: Mapping[str, clingo.Symbol]) -> str:
    """What fails if a parameter or an argument isn't in its range."""
    variable, interval = literal.atom.term, literal.atom.guards[0].term
    parameter = written(variable) if variable.name.startswith("_Pylab_") else ""
    value = written(Values(values).visit(variable))
    steps = written(Values(values).visit(interval)).removeprefix("(").removesuffix(")")
    return f"{f'{parameter} = ' if parameter else ''}{value} is not in {steps}"


def _lowest(supports: _Supports, given: Collection[clingo.Symbol]) -> _Settled:
    """For each atom its least level, and the instance that derives it there.

    As in Knuth's generalization of Dijkstra's algorithm, atoms are settled from the lowest level
    up. Atoms of aggregates count like others; where aggregates are recursive, so that this settles
    too little, those that are settled later are passed over.
    """
    settled: _Settled = dict.fromkeys(given, (0, None))
    _settle(settled, supports, strict=True)
    _settle(settled, supports, strict=False)
    return settled


def _settle(settled: _Settled, supports: _Supports, strict: bool) -> None:
    """Settle atoms as `_lowest` does; only if `strict`, atoms of aggregates come before."""
    users: dict[clingo.Symbol, list[int]] = {}
    instances = [each for atom, those in supports.items() if atom not in settled for each in those]
    waiting: list[int] = []
    queue: list[tuple[int, int, int]] = []

    def put(index: int) -> None:
        instance = instances[index]
        high = max((settled[each][0] for each in instance.below if each in settled), default=-1)
        heapq.heappush(queue, (high + 1, len(instance.below), index))

    for index, instance in enumerate(instances):
        needed = {*instance.needs, *(instance.within if strict else ())}
        left = [each for each in needed if each not in settled]
        waiting.append(len(left))
        for each in left:
            users.setdefault(each, []).append(index)
        if not left:
            put(index)
    while queue:
        level, _, index = heapq.heappop(queue)
        atom = instances[index].head
        if atom in settled:
            continue
        settled[atom] = level, instances[index]
        for user in users.get(atom, ()):
            waiting[user] -= 1
            if not waiting[user]:
                put(user)
