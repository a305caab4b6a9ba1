"""A folder's game by its `moves.lp`: what can be done in a state, and the fewest moves to win.

A state is a set of facts. `can(M)` is a move, `then(M,F)` a fact of the state after it, and `won`
says that the game is won. `words(M,T)` says a move in words; without it, one sees the term M.
Facts of predicates without a rule `then(M,p(…))` never change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

import clingo
from clingo import ast

from pylab.base.errors import Ended, LimitReached
from pylab.base.limits import Patience
from pylab.base.listing import Signature
from pylab.drawing.scenes import terms
from pylab.encoding import program as encodings
from pylab.encoding.predicates import Role
from pylab.family.walks import breadth_first
from pylab.text.facts import Fact

_THEN = Signature("then", 2)

GAME = (Signature("can", 1), _THEN, Signature("won", 0))
"""What each game has to define."""

State = frozenset[clingo.Symbol]


class Position(NamedTuple):
    """A state as a player sees it: is it won, the state after each move, and the moves' names."""

    won: bool
    after: dict[clingo.Symbol, State]
    words: dict[clingo.Symbol, str]


@dataclass(frozen=True)
class MovesGame:
    """The rules of a game.

    Attributes:
        path: its `moves.lp`.
        constants: values for its `#const`s.
    """

    path: Path
    constants: tuple[tuple[str, str], ...] = ()

    @cached_property
    def _program(self) -> encodings.Encoding:
        return encodings.load(self.path, scripts=None, ascii_only=False)

    @cached_property
    def changing(self) -> frozenset[Signature]:
        """The predicates whose facts change in a move."""
        found = set[Signature]()
        for atom in self._program.atoms:
            negated = atom.tree.ast_type is ast.ASTType.UnaryOperation
            if atom.role is Role.DEFINED and atom.signature == _THEN and not negated:
                given = atom.tree.arguments[1]
                pooled = given.arguments if given.ast_type is ast.ASTType.Pool else [given]
                for fact in pooled:
                    if fact.ast_type is ast.ASTType.Function:
                        found.add(Signature(fact.name, len(fact.arguments)))
                    elif fact.ast_type is ast.ASTType.SymbolicTerm:
                        found.add(Signature(str(fact), 0))
        return frozenset(found)

    def seen(self, state: State) -> Position:
        """What can be done in a state. Raises EncodingError."""
        options = ["--warn=no-atom-undefined"]
        control = encodings.grounded(self._program, state, dict(self.constants), options)
        found: list[clingo.Symbol] = []
        control.solve(on_model=lambda model: found.extend(model.symbols(atoms=True)))
        then: dict[clingo.Symbol, set[clingo.Symbol]] = {
            each.arguments[0]: set() for each in found if each.match("can", 1)
        }
        for each in found:
            if each.match("then", 2) and each.arguments[0] in then:
                then[each.arguments[0]].add(each.arguments[1])
        changing = {(each.name, each.arity) for each in self.changing}
        kept = [each for each in state if (each.name, len(each.arguments)) not in changing]
        won = any(each.match("won", 0) for each in found)
        named = [each.arguments for each in found if each.match("words", 2)]
        return Position(
            won,
            {move: frozenset([*after, *kept]) for move, after in sorted(then.items())},
            {move: terms.words(*terms.parsed([str(told)])) for move, told in named},
        )


def fewest(
    game: MovesGame, facts: Sequence[Fact], patience: Patience, most: int = 100_000
) -> tuple[int | None, int]:
    """The fewest moves that win (None if no reachable state is won), and the number of states seen.

    Raises LimitReached when time or `most` states are used up.
    """
    seen = lru_cache(maxsize=1)(game.seen)
    looked = count()

    def onward(state: State) -> Iterable[tuple[clingo.Symbol, State]]:
        patience.check()
        if next(looked) >= most:
            raise LimitReached(f"more than {most} states", Ended.STEPS)
        return seen(state).after.items()

    start: State = frozenset(each.symbol for each in facts)
    found = breadth_first([start], onward, lambda state: seen(state).won)
    return None if found.goal is None else found.cost[found.goal], len(found.cost)
