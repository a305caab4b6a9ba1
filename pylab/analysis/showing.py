"""Finds the answer sets of a program that show an answer, and what the answer costs.

The program is solved again, with the shown atoms and terms given; a choice among them may become
rules. Prints nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

import clingo
from clingo import ast

from pylab.analysis.patterns import (
    Plain,
    negative,
)
from pylab.base.errors import LimitReached, PylabError
from pylab.base.finding import Number, Status
from pylab.base.limits import Patience
from pylab.base.listing import Signature
from pylab.core.question import Question
from pylab.encoding.places import statements_of
from pylab.encoding.predicates import (
    CHECK,
    MADE,
    NOWHERE,
    VALUES,
    Role,
    Statement,
    elements,
    placed,
    trees,
)
from pylab.encoding.program import INCMODE, Encoding
from pylab.engines import clingo as solver
from pylab.engines import collecting, driver, theory
from pylab.engines.collecting import SHOWN, Signed
from pylab.engines.probes import literal as made
from pylab.text.facts import Fact

_Kind = ast.ASTType
_GIVEN = "_pylab_given"

THERE = "_pylab_there"
"""The atoms that the program has at each step, of those that it negates."""

QUERY = Signature("query", 1)


class NoSuchAnswer(PylabError):
    """No answer set shows an answer."""


def completed(
    question: Question,
    facts: Sequence[Fact],
    patience: Patience,
    beside: Sequence[clingo.Symbol] = (),
) -> frozenset[clingo.Symbol]:
    """All atoms of an answer set of the question's program that shows these facts alone.

    A choice among shown atoms becomes a rule for those that the answer has, so that hardly any
    search is left. If a family writes answers by other atoms than the program shows, the program's
    answers are enumerated until one is the same. Raises NoSuchAnswer, and LimitReached.

    Args:
        beside: what the answer set shows that is no fact, such as numbers.
    """
    family, wanted = question.family, {*facts}
    encoding, named = collecting.showing(question.encoding.without_objectives())
    models: list[Sequence[clingo.Symbol]] = []

    def take(symbols: Sequence[clingo.Symbol]) -> bool:
        """Keep a model that is read as the same answer."""
        some = named or not question.encoding.shows
        shown = collecting.shown_of(symbols, named) if some else []
        witness = family.decode(question.instance, question.task, shown)
        if {*family.encode(witness)} == wanted:
            models.append(symbols)
        return bool(models)

    for fixed, pinned in _showing(question, encoding, named, facts, beside, quick=True):
        finding = driver.run(fixed, patience, take=models.append if pinned else take,
                             models=1 if pinned else 0)  # fmt: skip
        if models:
            return frozenset(models[-1])
        if not finding.settled:
            raise LimitReached(finding.reason, finding.ended)
        if encoding.as_clingo:
            break
    name = question.task.name
    raise NoSuchAnswer(f"the encoding of {name} has no answer set that shows this answer")


def cost_of(
    question: Question,
    facts: Sequence[Fact],
    patience: Patience,
    beside: Sequence[clingo.Symbol] = (),
) -> tuple[Number, ...]:
    """The least cost of an answer set of the user's program that shows these facts alone.

    It is the number of steps, or each value that the program minimises, the most important one
    first. Empty for a program that has neither, or both, if no answer set is found in time, and if
    the program shows terms such as numbers and none is given: some formats leave them out.
    """
    program = question.encoding
    terms = (e.tree.term for e in placed(program.statements) if e.kind is _Kind.ShowTerm)
    lost = not beside and any(e.ast_type is not _Kind.Function or not e.name for e in terms)
    if lost or program.theory or program.optimising is program.stepwise:
        return ()
    encoding, named = collecting.showing(program)
    # the same values as clingo prints, which leaves out those without a ground instance
    for fixed, pinned in _showing(question, encoding, named, facts, beside, quick=False):
        found = driver.run(fixed, patience, proven=True) if pinned else None
        if found is None or found.status is not Status.FOUND or not found.optimal:
            return ()
        if program.optimising:
            return tuple(value for value, _ in found.costs or program.nothing_to_pay)
        return () if found.cost is None else (found.cost,)
    return ()


def _showing(
    question: Question,
    encoding: Encoding,
    named: Sequence[Signed],
    facts: Sequence[Fact],
    beside: Sequence[clingo.Symbol],
    quick: bool,
) -> Iterator[tuple[driver.ClingoProgram, bool]]:
    """A program whose answer sets show these facts alone, if that can be said in its atoms.

    Then a program without this demand; in both, choices of other atoms are left. `quick` is as for
    `_fixed`.
    """
    ours = {*collecting.signed(encoding, encoding.signatures(*MADE) - {QUERY})}
    told = question.encoding.signatures(Role.SHOWN)
    values = [e for e in facts if e.signature == VALUES and (*VALUES, True) not in ours]
    facts = [each for each in facts if each not in values]
    text = theory.fixed(question.means.theory or encoding.theory, values)
    encoding = replace(encoding, statements=(*encoding.statements, *statements_of(text)))
    if question.encoding.shows:
        ours.intersection_update(named)
        if not (encoding.as_clingo or told.issuperset(each.signature for each in facts)):
            ours = set()
    symbols = [*(each.symbol for each in facts), *beside]
    terms = [clingo.Function(SHOWN.name, [each, clingo.Tuple_([])])
             for each in symbols if _signed(each) not in ours]  # fmt: skip
    given = [Fact(clingo.Function(_GIVEN, [each])) for each in [*symbols, *terms]]
    for pinned in dict.fromkeys([frozenset(ours), frozenset[Signed]()]):
        fixed = solver.program(question, _fixed(encoding, pinned, quick))
        nothing = not (ours or symbols)  # is what every answer set shows
        yield replace(fixed, facts=[*fixed.facts, *given]), nothing or bool(pinned)


def _signed(symbol: clingo.Symbol) -> Signed | None:
    """The predicate of a symbol; None for one that is no atom, such as a number."""
    named = symbol.type is clingo.SymbolType.Function and symbol.name
    return (symbol.name, len(symbol.arguments), symbol.positive) if named else None


def _fixed(program: Encoding, ours: Collection[Signed], quick: bool) -> Encoding:
    """The program without `#show`, with these predicates fixed as given.

    With `quick`, a choice of given atoms becomes rules for them: then there are fewer instances.
    """
    kept: list[Statement] = []
    terms = [e.tree.term for e in placed(program.statements) if e.kind is _Kind.ShowTerm]
    vague = any(each.ast_type is _Kind.Variable for each in terms)  # it may be any atom
    for each in placed(program.statements):
        pinned = quick and not vague and each.kind is _Kind.Rule
        if pinned and _pinned(each, program, ours, terms):
            kept += _as_rules(each)
        elif each.kind not in _LEFT_OUT:
            kept.append(each)
    asks = "query(t), " if program.in_steps else ""
    text = f"#program {'check(t)' if program.in_steps else 'base'}."
    shown = (*SHOWN, True)
    if shown in ours:
        term = f"{_GIVEN}({SHOWN.name}(X,()))"
        text += f":- {asks}{SHOWN.name}(X,_), not {_GIVEN}(X)."
        text += f":- {asks}{term}, not {SHOWN.name}(X,_)."
    for name, arity, positive in sorted({*ours} - {shown}):
        atom = f"{name}({','.join(f'X{i}' for i in range(arity))})".removesuffix("()")
        atom = atom if positive else f"-{atom}"
        or_shown = f", not {SHOWN.name}({atom},_)" * (shown in ours)
        text += f":- {asks}{_GIVEN}({atom}), not {atom}{or_shown}."
        text += f":- {asks}{atom}, not {_GIVEN}({atom})."
    if program.stepwise:  # a step's rules know no atoms of later steps
        negated = (s for each in placed(program.statements) for s in each.body if negative(s))
        for atom in sorted({each for literal in negated for each in _open(literal.atom.symbol)}):
            text += f"{THERE}({atom},t) :- {atom}."
    if program.in_steps and CHECK not in program.parts:
        text = f"{INCMODE} {text}"
    added = [*statements_of(text)[1:], *statements_of(f"#defined {_GIVEN}/1.")[1:]]
    return replace(program, statements=(*trees(kept), *added))


_LEFT_OUT = frozenset(
    getattr(_Kind, name)
    for name in ("Heuristic", "ProjectAtom", "ProjectSignature", "ShowSignature", "ShowTerm")
)
"""Statements that change neither the answer sets nor what is shown of them."""


def _open(term: ast.AST) -> Iterator[str]:
    """An atom's term, or each term of a pool, with a variable in place of each argument."""
    if term.ast_type is _Kind.Pool:
        yield from (each for pooled in term.arguments for each in _open(pooled))
    elif term.ast_type is _Kind.UnaryOperation:
        yield from (f"-{each}" for each in _open(term.argument))
    elif term.ast_type is _Kind.Function:
        names = [ast.Variable(NOWHERE, f"X{i}") for i in range(len(term.arguments))]
        yield str(term.update(arguments=names))


def _pinned(
    rule: Statement, program: Encoding, shown: Collection[Signed], terms: Sequence[ast.AST]
) -> bool:
    """Whether a rule is a choice among atoms that an answer shows, none of them as a term."""
    if rule.tree.head.ast_type is not _Kind.Aggregate or not rule.defined:
        return False
    bare = [e.argument if e.ast_type is _Kind.UnaryOperation else e for e in terms]
    named = {(e.name, len(e.arguments)) for e in bare if e.ast_type is _Kind.Function}
    fixed = {*shown}.issuperset(collecting.signed(program, rule.defined))
    return fixed and named.isdisjoint(rule.defined)


def _as_rules(choice: Statement) -> Iterator[Statement]:
    """A choice among the given atoms as rules for them, and a constraint for its bounds."""
    tree = choice.tree
    for single in tree.unpool(condition=True):
        for literal, condition in elements(single.head):
            if literal.atom.ast_type is _Kind.SymbolicAtom:
                named = Plain()  # so that the same atom is given and derived
                head = named.named(literal, anonymous=False)
                given = made(_GIVEN, [head.atom.symbol])
                body = [*single.body, *condition, *named.equalities, given]
                yield replace(choice, tree=ast.Rule(tree.location, head, body))
    if tree.head.left_guard is not None or tree.head.right_guard is not None:
        bounds = ast.Literal(tree.location, ast.Sign.Negation, tree.head)
        never = statements_of(":-.")[-1].head
        yield replace(choice, tree=ast.Rule(tree.location, never, [*tree.body, bounds]))
