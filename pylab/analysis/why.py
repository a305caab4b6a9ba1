"""Explains an atom of an answer by the rules that derive it, and why another atom is missing.

`completed` finds the whole answer set that shows an answer: the program is solved again with its
choices fixed. Then rules beside these atoms (`_Rules`) give the ground instances of the program's
rules whose bodies hold in it, as far as the atom in question rests on them. Aggregates, conditions
and negation are thus evaluated by clingo itself. Prints nothing.
"""

from __future__ import annotations

import functools
import heapq
import itertools
import re
import textwrap
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import clingo
from clingo import ast

from pylab.base.errors import LimitReached, PylabError, near
from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.base.listing import Signature
from pylab.base.words import counted
from pylab.core.answer import Answer, Checked
from pylab.core.question import Question
from pylab.encoding.places import statements_of
from pylab.encoding.predicates import (
    BASE,
    CHECK,
    MADE,
    STEP,
    Role,
    Section,
    Statement,
    placed,
    signatures,
    trees,
    variables,
    without_theory,
)
from pylab.encoding.program import INCMODE, Encoding
from pylab.engines import clingo as solver
from pylab.engines import collecting, driver
from pylab.engines.probes import NOWHERE
from pylab.engines.probes import literal as made
from pylab.text.facts import Fact

_Kind = ast.ASTType
_GIVEN, _WHY, _GOAL, _WITHIN, _UPTO = (
    f"_pylab_{name}" for name in ("given", "why", "goal", "within", "upto")
)
_QUERY = Signature("query", 1)

_VARIABLE = re.compile(r"\b_*[A-Z]\w*|\b_\b")

PATIENCE = 10.0
"""The default time limit, in seconds."""

MOST_LINES = 60
"""The most lines of a derivation in text."""

WIDTH = 78
"""The width of lines, apart from the sign of a comment."""

_DEEPEST = 9
"""How many levels of a tree are drawn at most."""

_FEW = 4
"""How many atoms of an aggregate are drawn."""


@dataclass(frozen=True, slots=True)
class Step:
    """How one atom is derived, or why a rule doesn't derive it.

    Attributes:
        atom: the atom.
        kind: `rule`; `choice`, for a rule that allows it; `fact`; `instance`, for a fact of the
            puzzle; `external`; or `unknown`, for an atom that a theory or a script gives.
        rule: the statement; None for a fact of the puzzle.
        needs: the atoms that its body has, each with a step of its own.
        within: the atoms that aggregates and conditions of its body are about.
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
        return f"{self.rule.file}:{self.rule.line}" if self.rule else ""

    @property
    def data(self) -> dict[str, Any]:
        """The step for JSON."""
        rule = self.rule and {
            "file": self.rule.file, "line": self.rule.line, "text": self.rule.text
        }  # fmt: skip
        names = ("atom", "kind", "needs", "within", "absent", "conditions", "fails", "level")
        return {**{name: getattr(self, name) for name in names}, "rule": rule}


@dataclass(frozen=True, slots=True)
class Why:
    """Why an atom is in an answer, or isn't.

    Attributes:
        atom: the atom.
        number: the number of the answer, from 1.
        holds: whether it is in this answer.
        steps: if it is, its derivation, of least height: its own step, then those of the atoms it
            rests on, each once. If it isn't, a step for each rule that could derive it.
        others: of a missing atom, whether another answer has it; None if that is unknown.
        against: if no answer has it, lines on the rules that rule it out.
    """

    atom: str
    number: int
    holds: bool
    steps: tuple[Step, ...]
    others: bool | None = None
    against: tuple[str, ...] = ()

    @property
    def data(self) -> dict[str, Any]:
        """The same for JSON; docs/json.md describes the keys."""
        return {
            "atom": self.atom,
            "answer": self.number,
            "holds": self.holds,
            "steps": [each.data for each in self.steps],
            "others": self.others,
            "against": list(self.against),
        }


def atom_of(text: str, program: Encoding, facts: Iterable[Fact]) -> clingo.Symbol:
    """The ground atom that a user asks about.

    Raises PylabError if it is none, or nothing gives atoms of its predicate.
    """
    written = text.strip().removesuffix(".")
    names = ", ".join(dict.fromkeys(_VARIABLE.findall(written)))
    try:
        symbol = clingo.parse_term(written, lambda _, __: None)
    except RuntimeError:
        without = f" without variables, found {names} in" if names else ", found"
        raise PylabError(f"expected an atom such as at(3,2){without} {text!r}") from None
    if symbol.type is not clingo.SymbolType.Function or not symbol.name:
        raise PylabError(f"expected an atom such as at(3,2), found {text!r}")
    return known(symbol, program, facts)


def known(symbol: clingo.Symbol, program: Encoding, facts: Iterable[Fact]) -> clingo.Symbol:
    """The symbol itself. Raises PylabError if nothing gives atoms of its predicate."""
    signature = Signature(symbol.name, len(symbol.arguments))
    there = program.signatures(*MADE) | {each.signature for each in facts}
    if signature not in there:
        hint = near(str(signature), map(str, there))
        raise PylabError(f"no rule and no fact gives {signature}{hint}")
    return symbol


def explained(
    answer: Answer,
    text: str,
    missing: bool = False,
    seconds: float = PATIENCE,
    stop: threading.Event | None = None,
) -> Why:
    """Why an atom is in an answer: in the first that shows it, else in the first, or the best one.

    Args:
        answer: to a question, with its witnesses.
        text: the atom, as clingo writes it.
        missing: whether one asks why it is missing; then it is the first answer that lacks it.
        seconds: the time limit.
        stop: set from outside to end it.

    Raises:
        PylabError: if there is no answer, the atom is none, or its rules can't be found.
        LimitReached: at the limit.
    """
    question = answer.question
    patience = Patience(seconds, time.monotonic(), stop or threading.Event())
    symbol = atom_of(text, question.encoding, question.facts)
    there = [
        (number, each)
        for number, each in enumerate(answer.checked, 1)
        if each.witness is not None and not each.refutes
    ]
    if not there:
        raise PylabError(f"there is no answer in which {symbol} could be")
    number, chosen = there[0 if question.wanted != 1 else -1]
    for other, each in there:
        if (Fact(symbol) in question.family.encode(each.witness)) is not missing:
            number, chosen = other, each
            break
    return within(question, chosen, symbol, number, patience, missing)


def within(
    question: Question,
    checked: Checked,
    symbol: clingo.Symbol,
    number: int,
    patience: Patience,
    missing: bool = False,
) -> Why:
    """The same for one answer."""
    atoms = completed(question, question.family.encode(checked.witness), patience)
    rules = _Rules(question, atoms, patience)
    if symbol in atoms:
        steps = () if missing else tuple(rules.derivation(symbol))
        return Why(str(symbol), number, True, steps)
    others, against = None, tuple[str, ...]()
    steps = tuple(rules.attempts(symbol))
    if missing:
        others, against = _elsewhere(question, symbol, rules.last, patience)
    return Why(str(symbol), number, False, steps, others, against)


def _elsewhere(
    question: Question, symbol: clingo.Symbol, last: int | None, patience: Patience
) -> tuple[bool | None, tuple[str, ...]]:
    """Whether another answer has an atom; if none has, lines on what rules it out."""
    from pylab.analysis import rules

    seconds = patience.seconds and patience.started + patience.seconds - time.monotonic()
    found = rules.against(question, symbol, last, max(seconds or 0.1, 0.1), patience.stop)
    if found.status is Status.UNKNOWN:
        return None, ()
    if found.status is Status.NONE:
        return True, ()
    return False, tuple(rules.named(found))


def completed(
    question: Question, facts: Sequence[Fact], patience: Patience
) -> frozenset[clingo.Symbol]:
    """All atoms of an answer set of the question's program that shows these facts alone.

    A choice among atoms that are shown becomes a rule for those that the answer has, so that there
    is hardly anything to search. Raises PylabError if there is no such answer set.
    """
    program, given = _fixed(question.encoding, facts)
    run = solver.program(question, program)
    run = replace(run, facts=[*run.facts, *(Fact(clingo.Function(_GIVEN, [g])) for g in given)])
    models: list[Sequence[clingo.Symbol]] = []
    finding = driver.run(run, patience, take=models.append)
    if models:
        return frozenset(s for s in models[-1] if not s.name.startswith("_pylab_"))
    if not finding.settled:
        raise LimitReached(finding.reason, finding.ended)
    raise PylabError("the encoding has no answer set that shows this answer")


def _fixed(program: Encoding, facts: Sequence[Fact]) -> tuple[Encoding, list[clingo.Symbol]]:
    """The program whose answers show these facts alone, and the facts for it."""
    shows = program.shows
    program, named = collecting.showing(program)
    made_so = program.signatures(*MADE)
    ours = (made_so.intersection(named) if shows else made_so) - {_QUERY}
    given = [
        each.symbol if each.signature in ours else collecting.shown_term(each.symbol)
        for each in facts
    ]
    kept: list[Statement] = []
    for each in placed(program.statements):
        if each.kind is _Kind.Rule and _pinned(each, ours):
            kept += _as_rules(each)
        elif each.kind not in _LEFT_OUT:
            kept.append(each)
    asks = "query(t), " if program.in_steps else ""
    text = f"#program {'check(t)' if program.in_steps else 'base'}."
    for name, arity in sorted(ours):
        atom = f"{name}({','.join(f'X{i}' for i in range(arity))})".removesuffix("()")
        for sign in ("", "-") if (name, arity, False) in _negative(program) else ("",):
            text += f":- {asks}{_GIVEN}({sign}{atom}), not {sign}{atom}."
            text += f":- {asks}{sign}{atom}, not {_GIVEN}({sign}{atom})."
    if program.in_steps and CHECK not in program.parts:
        text = f"{INCMODE} {text}"
    added = [*statements_of(text)[1:], *statements_of(f"#defined {_GIVEN}/1.")[1:]]
    return replace(program, statements=(*trees(kept), *added)), given


_LEFT_OUT = frozenset(
    getattr(_Kind, name)
    for name in ("Heuristic", "Minimize", "ProjectAtom", "ProjectSignature", "ShowSignature",
                 "ShowTerm")
)  # fmt: skip
"""What changes no answer set, or what is shown of it."""


def _negative(program: Encoding) -> set[tuple[str, int, bool]]:
    """The predicates that stand somewhere behind a `-`, as clingo has their signatures."""
    return {
        (*each.signature, False)
        for each in program.atoms
        if each.tree.ast_type is _Kind.UnaryOperation
    }


def _pinned(rule: Statement, shown: Collection[Signature]) -> bool:
    """Whether a rule is a choice among atoms that an answer shows."""
    defined = rule.defined
    return rule.tree.head.ast_type is _Kind.Aggregate and bool(defined) and defined <= {*shown}


def _as_rules(choice: Statement) -> Iterator[Statement]:
    """A choice among the given atoms as rules for them, and a constraint for its bounds."""
    tree = choice.tree
    for element in tree.head.elements:
        if element.literal.atom.ast_type is _Kind.SymbolicAtom:
            given = made(_GIVEN, [element.literal.atom.symbol])
            body = [*tree.body, *element.condition, given]
            yield replace(choice, tree=ast.Rule(tree.location, element.literal, body))
    if tree.head.left_guard is not None or tree.head.right_guard is not None:
        bounds = ast.Literal(tree.location, ast.Sign.Negation, tree.head)
        never = statements_of(":-.")[-1].head
        yield replace(choice, tree=ast.Rule(tree.location, never, [*tree.body, bounds]))


class _Plain(ast.Transformer):
    """Replaces the parameter of a part by a variable, and names what a literal leaves open."""

    def __init__(self, parameters: Collection[str] = ()) -> None:
        self._parameters = parameters
        self.ranges: list[tuple[ast.AST, ast.AST]] = []
        self._numbers = itertools.count()
        self._naming = self._anonymous = False

    def named(self, tree: ast.AST, anonymous: bool = True) -> ast.AST:
        """A literal or an atom with variables for its intervals, and for each `_`."""
        self._naming, self._anonymous = True, anonymous
        try:
            return self.visit(tree)
        finally:
            self._naming = False

    def fresh(self) -> ast.AST:
        """A new variable."""
        return ast.Variable(NOWHERE, f"_Pylab{next(self._numbers)}")

    def visit_SymbolicTerm(self, term: ast.AST) -> ast.AST:  # noqa: N802
        name = str(term.symbol)
        return ast.Variable(NOWHERE, f"_Pylab_{name}") if name in self._parameters else term

    def visit_Variable(self, variable: ast.AST) -> ast.AST:  # noqa: N802
        return self.fresh() if self._naming and self._anonymous and variable.name == "_" else variable

    def visit_Interval(self, interval: ast.AST) -> ast.AST:  # noqa: N802
        inner = interval.update(left=self.visit(interval.left), right=self.visit(interval.right))
        if not self._naming:
            return inner
        self.ranges.append((self.fresh(), inner))
        return self.ranges[-1][0]


class _Values(ast.Transformer):
    """Replaces variables by their values."""

    def __init__(self, values: Mapping[str, clingo.Symbol]) -> None:
        self._values = values

    def visit_Variable(self, variable: ast.AST) -> ast.AST:  # noqa: N802
        value = self._values.get(variable.name)
        return variable if value is None else ast.SymbolicTerm(NOWHERE, value)


@dataclass(frozen=True, slots=True)
class _Instance:
    """A ground instance of a rule whose body holds, by the number of its pattern."""

    number: int
    head: clingo.Symbol
    needs: tuple[clingo.Symbol, ...]
    absent: tuple[clingo.Symbol, ...]
    values: tuple[clingo.Symbol, ...]
    within: tuple[clingo.Symbol, ...] = ()


@dataclass(frozen=True)
class _Pattern:
    """A rule for one atom of a head, without pools and with one variable for each unknown.

    Attributes:
        statement: where it stands.
        choice: whether the atom is chosen.
        head: the atom's term.
        ranges: literals that give values to parameters and intervals.
        body: the other literals, with the conditions of a choice's element.
        inner: for each atom in an aggregate or condition: literals that hold with it, its term.
    """

    statement: Statement
    choice: bool
    head: ast.AST
    ranges: tuple[ast.AST, ...]
    body: tuple[ast.AST, ...]
    inner: tuple[tuple[tuple[ast.AST, ...], ast.AST], ...] = ()
    names: tuple[str, ...] = field(default=())

    @property
    def positive(self) -> list[ast.AST]:
        """The terms of the atoms that it needs."""
        return [each.atom.symbol for each in self.body if _is_atom(each, ast.Sign.NoSign)]

    @property
    def negative(self) -> list[ast.AST]:
        """The terms of those that must not hold, with `_` where any value will do."""
        found = [each.atom.symbol for each in self.body if _is_atom(each, ast.Sign.Negation)]
        return [_Values({"_": clingo.Function(_ANY)}).visit(each) for each in found]

    @property
    def others(self) -> list[ast.AST]:
        """Its literals that are no atoms, and those of theories."""
        signs = (ast.Sign.NoSign, ast.Sign.Negation)
        plain = [each for each in self.body if not any(_is_atom(each, sign) for sign in signs)]
        return [*plain, *(e for e in self.statement.tree.body if e not in self.statement.body)]


_ANY = "_pylab_any"


def _is_atom(literal: ast.AST, sign: int) -> bool:
    return bool(
        literal.ast_type is _Kind.Literal
        and literal.atom.ast_type is _Kind.SymbolicAtom
        and literal.sign == sign
    )


def _equal(left: ast.AST, right: ast.AST) -> ast.AST:
    guard = ast.Guard(ast.ComparisonOperator.Equal, right)
    return ast.Literal(NOWHERE, ast.Sign.NoSign, ast.Comparison(left, [guard]))


def _patterns(program: Encoding, last: int | None) -> Iterator[_Pattern]:
    """All ways of a program to derive an atom, up to the last step."""
    for each in placed(program.statements):
        if each.kind is not _Kind.Rule or each.constraint or each.part not in (BASE, STEP, CHECK):
            continue
        if each.part != BASE and last is None:
            continue
        for tree in each.tree.unpool(condition=True):
            yield from _of_rule(each, tree, last or 0)


def _of_rule(statement: Statement, tree: ast.AST, last: int) -> Iterator[_Pattern]:
    head = tree.head
    elements: list[tuple[ast.AST, Sequence[ast.AST], bool]] = []
    if head.ast_type is _Kind.Literal:
        elements.append((head, (), False))
    elif head.ast_type in (_Kind.Aggregate, _Kind.Disjunction):
        elements += [(e.literal, e.condition, True) for e in head.elements]
    elif head.ast_type is _Kind.HeadAggregate:
        elements += [(e.condition.literal, e.condition.condition, True) for e in head.elements]
    for literal, condition, choice in elements:
        if not _is_atom(literal, ast.Sign.NoSign):
            continue
        parameters = statement.section.parameters
        plain = _Plain(parameters)
        body, inner = [], []
        for each in without_theory([*tree.body, *condition]):
            if any(_is_atom(each, sign) for sign in (ast.Sign.NoSign, ast.Sign.Negation)):
                body.append(plain.named(each, anonymous=each.sign == ast.Sign.NoSign))
            else:
                body.append(plain.visit(each))
                inner += _inner(body[-1])
        term = plain.named(literal.atom.symbol)
        ranges = [_equal(*pair) for pair in plain.ranges]
        first = 0 if statement.part == CHECK else 1
        for name in parameters:
            steps = ast.Interval(NOWHERE, _number(first), _number(last))
            ranges.insert(0, _equal(ast.Variable(NOWHERE, f"_Pylab_{name}"), steps))
        names = sorted(variables([term, *filter(_global, [*body, *ranges])]) | _assigned(body))
        yield _Pattern(
            statement, choice, term, tuple(ranges), tuple(body), tuple(inner), tuple(names)
        )


def _number(value: int) -> ast.AST:
    return ast.SymbolicTerm(NOWHERE, clingo.Number(value))


def _global(literal: ast.AST) -> bool:
    """Whether all variables of a literal belong to the rule."""
    return literal.ast_type is _Kind.Literal and literal.atom.ast_type in (
        _Kind.SymbolicAtom, _Kind.Comparison
    )  # fmt: skip


def _assigned(body: Iterable[ast.AST]) -> set[str]:
    """The variables in the bounds of aggregates."""
    found = set[str]()
    for each in body:
        if each.ast_type is _Kind.Literal and each.atom.ast_type in _AGGREGATES:
            guards = (each.atom.left_guard, each.atom.right_guard)
            found |= variables(g for g in guards if g is not None)
    return found


_AGGREGATES = (_Kind.BodyAggregate, _Kind.Aggregate)


def _inner(literal: ast.AST) -> Iterator[tuple[tuple[ast.AST, ...], ast.AST]]:
    """The atoms that an aggregate or a condition rests on, each with what holds beside it."""
    groups: list[list[ast.AST]] = []
    if literal.ast_type is _Kind.ConditionalLiteral:
        groups.append([literal.literal, *literal.condition])
    elif literal.ast_type is _Kind.Literal and literal.sign == ast.Sign.NoSign:
        if literal.atom.ast_type is _Kind.BodyAggregate:
            groups += [list(each.condition) for each in literal.atom.elements]
        elif literal.atom.ast_type is _Kind.Aggregate:
            groups += [[each.literal, *each.condition] for each in literal.atom.elements]
    for group in groups:
        named = _Plain()
        whole = [named.named(e) if _is_atom(e, ast.Sign.NoSign) else e for e in group]
        whole = without_theory([*whole, *(_equal(*pair) for pair in named.ranges)])
        for each in whole:
            if _is_atom(each, ast.Sign.NoSign):
                yield tuple(whole), each.atom.symbol


class _Rules:
    """The rules of a program over the atoms of an answer.

    Attributes:
        last: the last step; None in a program without steps.
    """

    def __init__(
        self, question: Question, atoms: frozenset[clingo.Symbol], patience: Patience
    ) -> None:
        self._question, self._atoms, self._patience = question, atoms, patience
        steps = [s.arguments[0].number for s in atoms if s.match(*_QUERY)]
        encoding = question.encoding
        self.last = max(steps, default=None) if encoding.in_steps else None
        self._patterns = list(_patterns(encoding, self.last))
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
        run = driver.Program(
            program,
            [Fact(each) for each in (*self._atoms, *facts)],
            self._question.constants,
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
        chosen = _lowest(supports, self._given | self._external)
        pending, seen = [goal], {goal}
        while pending:
            atom = pending.pop()
            level, instance = chosen.get(atom, (0, None))
            step = self._step(atom, level, instance)
            yield step
            below = [*instance.needs, *instance.within] if instance else []
            lower = [each for each in dict.fromkeys(below) if chosen.get(each, (level,))[0] < level]
            fresh = [each for each in lower if each not in seen]
            seen.update(fresh)
            pending += reversed(fresh)

    @functools.cached_property
    def _external(self) -> set[clingo.Symbol]:
        signatures = self._question.encoding.signatures(Role.EXTERNAL)
        return {s for s in self._atoms if any(s.match(*each) for each in signatures)}

    def _step(self, atom: clingo.Symbol, level: int, instance: _Instance | None) -> Step:
        if instance is None:
            outside = "external" if atom in self._external else "unknown"
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
            absent=tuple(dict.fromkeys(map(_written, instance.absent))),
            conditions=tuple(_written(_Values(values).visit(each)) for each in pattern.others),
            level=level,
        )

    def _supports(self, goal: clingo.Symbol) -> dict[clingo.Symbol, list[_Instance]]:
        """The instances of rules whose bodies hold, for all atoms that the goal may rest on."""
        rules: list[ast.AST] = [Section().opening(NOWHERE)]
        widths, nested = set[int](), False
        for number, each in enumerate(self._patterns):
            named = [ast.Variable(NOWHERE, name) for name in each.names]
            parts = (each.positive, each.negative, named)
            widths.add(len(each.positive))
            terms = [_number(number), each.head, *map(_tuple, parts)]
            body = [made(_GOAL, [each.head]), *each.ranges, *each.body]
            rules.append(ast.Rule(NOWHERE, made(_WHY, terms), body))
            found = [_number(number), *(ast.Variable(NOWHERE, "_") for _ in range(3)), _tuple(named)]
            for beside, atom in each.inner:
                nested = True
                head = made(_WITHIN, [_number(number), _tuple(named), atom])
                rules.append(ast.Rule(NOWHERE, head, [made(_WHY, found), *each.ranges, *beside]))
        text = f"#show {_WHY}/5. #show {_WITHIN}/3. #defined {_WITHIN}/3. "
        text += f"{_GOAL}(A) :- {_WITHIN}(_,_,A). " * nested
        for width in widths:
            for at in range(width):
                places = ",".join("A" if i == at else "_" for i in range(width)) + ","
                text += f"{_GOAL}(A) :- {_WHY}(_,_,({places}),_,_). "
        rules += statements_of(text)[1:]
        supports: dict[clingo.Symbol, list[_Instance]] = {}
        within: dict[tuple[int, clingo.Symbol], list[clingo.Symbol]] = {}
        shown = self._run(rules, [clingo.Function(_GOAL, [goal])])
        for symbol in shown:
            if symbol.name == _WITHIN:
                number, values, atom = symbol.arguments
                within.setdefault((number.number, values), []).append(atom)
        for symbol in sorted(each for each in shown if each.name == _WHY):
            number, head, needs, absent, values = symbol.arguments
            parts = (tuple(each.arguments) for each in (needs, absent, values))
            inner = tuple(sorted(within.get((number.number, values), ())))
            supports.setdefault(head, []).append(_Instance(number.number, head, *parts, inner))
        return supports

    def attempts(self, target: clingo.Symbol) -> Iterator[Step]:
        """For each rule that could give an atom, how far its body holds, and where it fails."""
        rules: list[ast.AST] = [Section().opening(NOWHERE)]
        orders: dict[int, list[ast.AST]] = {}
        for number, each in enumerate(self._patterns):
            head = ast.SymbolicAtom(each.head)
            fits = ast.Literal(NOWHERE, ast.Sign.NoSign, head).atom.symbol
            if not _may_match(fits, target):
                continue
            orders[number] = _in_order(each)
            bound: set[str] = _binds(each.head)
            before = [made(_GOAL, [each.head])]
            if not bound >= variables([each.head]):  # arithmetic in the head: match it at the end
                before, bound = [], set()
            for done, literal in enumerate([None, *orders[number]]):
                if literal is not None:
                    before.append(literal)
                    bound |= variables([literal] if _global(literal) else ()) | _assigned([literal])
                names = sorted(bound & {*each.names})
                values = _tuple([ast.Variable(NOWHERE, name) for name in names])
                terms = [_number(number), _number(done), values]
                rules.append(ast.Rule(NOWHERE, made(_UPTO, terms), list(before)))
                before = [made(_UPTO, terms)]
                if done == len(orders[number]):
                    terms = [_number(number), _number(done + 1), values]
                    body = [*before, made(_GOAL, [each.head])]
                    rules.append(ast.Rule(NOWHERE, made(_UPTO, terms), body))
        rules += statements_of(f"#show {_UPTO}/3. #defined {_UPTO}/3.")[1:]
        best: dict[int, clingo.Symbol] = {}
        for symbol in sorted(self._run(rules, [clingo.Function(_GOAL, [target])])):
            number, done, _ = symbol.arguments
            if number.number not in best or best[number.number].arguments[1] < done:
                best[number.number] = symbol
        for number, order in orders.items():
            yield from self._attempt(target, number, order, best.get(number))

    def _attempt(
        self, target: clingo.Symbol, number: int, order: list[ast.AST], best: clingo.Symbol | None
    ) -> Iterator[Step]:
        """How far one rule gets; nothing if its head doesn't match."""
        if best is None:
            return
        pattern = self._patterns[number]
        done = best.arguments[1].number
        bound = _bound(pattern, order[:done])
        values = dict(zip(sorted(bound & {*pattern.names}), best.arguments[2].arguments, strict=True))
        told = [_written(_Values(values).visit(each)) for each in order]
        kind = "choice" if pattern.choice else "rule"
        fails = told[done] if done < len(order) else ""
        if done == len(order):
            fails = f"{_written(_Values(values).visit(pattern.head))} = {target}"
        ranged = {_written(_Values(values).visit(each)) for each in pattern.ranges}
        met = tuple(each for each in told[:done] if each not in ranged)
        yield Step(str(target), kind, pattern.statement, conditions=met, fails=fails)


def _bound(pattern: _Pattern, literals: Iterable[ast.AST]) -> set[str]:
    """The variables that have values once the head and these literals hold."""
    bound = _binds(pattern.head)
    if not bound >= variables([pattern.head]):
        bound = set()
    for each in literals:
        bound |= variables([each] if _global(each) else ()) | _assigned([each])
    return bound


def _in_order(pattern: _Pattern) -> list[ast.AST]:
    """The literals of a rule as they are written, each as soon as clingo can evaluate it.

    What it can't tell to be safe any earlier comes last.
    """
    left, order = [*pattern.ranges, *pattern.body], list[ast.AST]()
    bound = _bound(pattern, ())
    while left:
        ready = next((e for e in left if _safe(e, bound, pattern.names)), left[0])
        left.remove(ready)
        order.append(ready)
        bound = _bound(pattern, order)
    return order


def _safe(literal: ast.AST, bound: set[str], names: Collection[str]) -> bool:
    """Whether a literal has a value once these variables have."""
    if _is_atom(literal, ast.Sign.NoSign):
        return variables([literal]) <= bound | _binds(literal.atom.symbol)
    used = variables([literal]) & {*names}
    if literal.ast_type is _Kind.Literal and literal.sign == ast.Sign.NoSign:
        if literal.atom.ast_type is _Kind.Comparison and len(literal.atom.guards) == 1:
            term, guard = literal.atom.term, literal.atom.guards[0]
            if guard.comparison == ast.ComparisonOperator.Equal:
                sides = ((term, guard.term), (guard.term, term))
                return any(variables([b]) <= bound and used <= bound | _binds(a) for a, b in sides)
        elif literal.atom.ast_type in _AGGREGATES:
            used -= _assigned([literal])
    return used <= bound


def _binds(term: ast.AST) -> set[str]:
    """The variables that get a value when a term is matched: those outside of arithmetic."""
    if term.ast_type is _Kind.Variable:
        return {term.name}
    if term.ast_type is _Kind.Function:
        return {name for each in term.arguments for name in _binds(each)}
    if term.ast_type is _Kind.UnaryOperation:
        return _binds(term.argument)
    if term.ast_type is _Kind.BinaryOperation:
        sides = (term.left, term.right)
        linear = term.operator_type in (ast.BinaryOperator.Plus, ast.BinaryOperator.Minus)
        plain = [each for each in sides if each.ast_type is not _Kind.SymbolicTerm]
        return _binds(plain[0]) if linear and len(plain) == 1 else set()
    return set()


def _may_match(term: ast.AST, target: clingo.Symbol) -> bool:
    """Whether a head can have this atom as an instance, as far as its constants show."""
    if term.ast_type is _Kind.SymbolicTerm:
        constant = term.symbol.type is clingo.SymbolType.Function  # may be a `#const`
        return constant or bool(term.symbol == target)
    if term.ast_type is _Kind.UnaryOperation and target.type is clingo.SymbolType.Function:
        if term.argument.ast_type is _Kind.Function:
            positive = clingo.Function(target.name, target.arguments)
            return target.negative and _may_match(term.argument, positive)
        return True
    if term.ast_type is not _Kind.Function:
        return True
    if target.type is not clingo.SymbolType.Function or target.negative:
        return False
    if (term.name, len(term.arguments)) != (target.name, len(target.arguments)):
        return False
    return all(map(_may_match, term.arguments, target.arguments))


def _tuple(terms: Iterable[ast.AST]) -> ast.AST:
    return ast.Function(NOWHERE, "", list(terms), False)


def _written(what: object) -> str:
    return " ".join(str(what).replace(_ANY, "_").replace("_Pylab_", "").split())


def _lowest(
    supports: Mapping[clingo.Symbol, Sequence[_Instance]], given: Collection[clingo.Symbol]
) -> dict[clingo.Symbol, tuple[int, _Instance | None]]:
    """For each atom its least level, and the instance that derives it there.

    As in Knuth's generalization of Dijkstra's algorithm, atoms are settled from the lowest level
    up. Atoms of aggregates count like others; where aggregates are recursive, so that this settles
    too little, those that are settled later are passed over.
    """
    chosen: dict[clingo.Symbol, tuple[int, _Instance | None]] = {}
    for strict in (True, False):
        users: dict[clingo.Symbol, list[_Instance]] = {}
        waiting: dict[_Instance, int] = {}
        queue: list[tuple[int, int, int, int, clingo.Symbol, _Instance | None]] = []
        order = itertools.count()

        def put(instance: _Instance, below: Iterable[clingo.Symbol], settled=chosen, heap=queue,
                number=order) -> None:  # fmt: skip
            high = [settled[each][0] for each in below if each in settled]
            level = 1 + max(high, default=0) if instance.needs or instance.within else 0
            size = len(instance.needs) + len(instance.within)
            heapq.heappush(heap, (level, size, instance.number, next(number), instance.head, instance))

        def below(instance: _Instance, whole: bool = strict) -> set[clingo.Symbol]:
            return {*instance.needs, *(instance.within if whole else ())}

        for atom in given if strict else ():
            heapq.heappush(queue, (0, 0, 0, next(order), atom, None))
        for instance in itertools.chain.from_iterable(supports.values()):
            left = [each for each in below(instance) if each not in chosen]
            waiting[instance] = len(left)
            for each in left:
                users.setdefault(each, []).append(instance)
            if not left and instance.head not in chosen:
                put(instance, below(instance))
        while queue:
            level, _, _, _, atom, found = heapq.heappop(queue)
            if atom in chosen:
                continue
            chosen[atom] = level, found
            for instance in users.get(atom, ()):
                waiting[instance] -= 1
                if not waiting[instance]:
                    put(instance, below(instance))
    return chosen


def lines(found: Why) -> Iterator[str]:
    """The derivation as a tree, or the rules that fail, then the rules by their lines."""
    if found.holds and not found.steps:
        yield f"{found.atom} is in answer {found.number}: --why says why"
        return
    if found.holds:
        yield f"why {found.atom} is in answer {found.number}:"
        trees_ = (list(_tree(found.steps, deepest)) for deepest in range(_DEEPEST, 0, -1))
        rows = next((each for each in trees_ if len(each) <= MOST_LINES), [])
        rows = (rows or list(_tree(found.steps, 1)))[:MOST_LINES]
        yield from rows
        if " …" in "".join(rows):
            total = counted(len(found.steps), "atom")
            yield f"… is drawn above, or deeper: {total} in all (--format json has them)"
        told = "\n".join(rows)
        used = {each.place: each.rule for each in found.steps if each.rule is not None}
        for place, rule in used.items():
            yield from _wrapped(str(rule)) if place in told else ()
        return
    yield f"why {found.atom} is not in answer {found.number}:"
    if not found.steps:
        yield "no rule has it as an instance of its head"
    for each in found.steps:
        yield from _wrapped(str(each.rule))
        if each.fails:
            yield from _wrapped(f"  fails: {each.fails}")
        else:
            yield "  its body holds: it could be chosen"
        if each.conditions:
            yield from _wrapped(f"  holds: {', '.join(each.conditions)}")
    if found.others:
        yield "another answer has it"
    elif found.others is False:
        yield "no answer has it" + (", by these rules:" if found.against else "")
        for line in found.against:
            yield from _wrapped(f"  {line}")


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent=" " * 6, drop_whitespace=True)


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"


def _tree(steps: Sequence[Step], deepest: int) -> Iterator[str]:
    """The steps as a tree; … stands for what is drawn elsewhere in it, or lies deeper."""
    known = {each.atom: each for each in steps}
    drawn = set[str]()

    def branch(step: Step, begin: str, rest: str, depth: int) -> Iterator[str]:
        below = step.needs or step.within or step.absent or step.conditions
        above = step.atom in drawn
        mark = " …" if above or depth == deepest else ""
        yield _cut(f"{begin}{step.atom}  {_kind(step)}{mark if below else ''}")
        if mark:
            return
        drawn.add(step.atom)
        leaves = [f"not {each}" for each in step.absent] + [*step.conditions]
        atoms = [*step.needs, *step.within[:_FEW]]
        if more := step.within[_FEW:]:
            leaves.append(f"and {counted(len(more), 'atom')} more")
        left = len(atoms) + len(leaves)
        for atom in atoms:
            left -= 1
            told = known.get(atom) or Step(atom, "unknown")
            yield from branch(told, *_edges(rest, left), depth + 1)
        for leaf in leaves:
            left -= 1
            yield _cut(f"{_edges(rest, left)[0]}{leaf}")

    return branch(steps[0], "", "", 0)


def _edges(rest: str, left: int) -> tuple[str, str]:
    return (f"{rest}├─ ", f"{rest}│  ") if left else (f"{rest}└─ ", f"{rest}   ")


def _kind(step: Step) -> str:
    words = {"instance": "fact of the puzzle", "external": "given from outside",
             "unknown": "by no rule that is known", "choice": "chosen, "}  # fmt: skip
    return words.get(step.kind, "") + step.place
