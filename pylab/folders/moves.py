"""A folder's game by its `moves.lp`: what can be done in a state, and the fewest moves to win.

A state is facts. `can(M)` is a move, `then(M,F)` a fact of the state behind it, `won` the end.
Facts of a predicate that occurs in no head `then(M,p(…))` never change.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import clingo
from clingo import ast

from pylab.base.errors import Ended, LimitReached
from pylab.base.limits import Patience
from pylab.base.listing import Signature
from pylab.encoding import places
from pylab.encoding import program as encodings
from pylab.encoding.predicates import Role
from pylab.text.facts import Fact

_THEN = Signature("then", 2)

State = frozenset[clingo.Symbol]


@dataclass(frozen=True)
class Game:
    """The rules of a game.

    Attributes:
        path: its `moves.lp`.
        constants: values for its `#const`s.
    """

    path: Path
    constants: tuple[tuple[str, str], ...] = ()

    @cached_property
    def _program(self) -> encodings.Encoding:
        return encodings.load(self.path, ascii_only=False)

    @cached_property
    def changing(self) -> frozenset[Signature]:
        """The predicates whose facts are others behind a move."""
        found = set[Signature]()
        for atom in self._program.atoms:
            if atom.role is Role.DEFINED and atom.signature == _THEN:
                fact = atom.tree.arguments[1]
                if fact.ast_type is ast.ASTType.Function:
                    found.add(Signature(fact.name, len(fact.arguments)))
                elif fact.ast_type is ast.ASTType.SymbolicTerm:
                    found.add(Signature(str(fact), 0))
        return frozenset(found)

    def seen(self, state: State) -> tuple[bool, dict[clingo.Symbol, State]]:
        """Whether a state is won, and the state behind each move. Raises EncodingError."""
        messages: list[str] = []
        words = [word for pair in self.constants for word in ("-c", "=".join(pair))]
        control = clingo.Control(
            ["--warn=no-atom-undefined", *words], logger=lambda _, text: messages.append(text)
        )
        try:
            encodings.add_to(control, self._program.statements)
            with control.backend() as backend:
                for fact in state:
                    backend.add_rule([backend.add_atom(fact)])
            control.ground([("base", [])])
            found: list[clingo.Symbol] = []
            control.solve(on_model=lambda model: found.extend(model.symbols(atoms=True)))
        except RuntimeError as error:
            raise places.error_of(messages, str(error)) from None
        then: dict[clingo.Symbol, set[clingo.Symbol]] = {
            each.arguments[0]: set() for each in found if each.match("can", 1)
        }
        for each in found:
            if each.match("then", 2) and each.arguments[0] in then:
                then[each.arguments[0]].add(each.arguments[1])
        changing = {(each.name, each.arity) for each in self.changing}
        kept = [each for each in state if (each.name, len(each.arguments)) not in changing]
        won = any(each.match("won", 0) for each in found)
        return won, {move: frozenset([*after, *kept]) for move, after in sorted(then.items())}


@dataclass(frozen=True, slots=True)
class Fewest:
    """The fewest moves, by breadth-first search.

    Attributes:
        moves: their number; None if no state that can be reached is won.
        states: how many states were looked at.
    """

    moves: int | None
    states: int


def fewest(game: Game, facts: Sequence[Fact], patience: Patience, most: int = 100_000) -> Fewest:
    """The fewest moves that win. Raises LimitReached when time or `most` states are used up."""
    start: State = frozenset(each.symbol for each in facts)
    seen, waiting = {start}, deque([(0, start)])
    while waiting:
        patience.check()
        if len(seen) > most:
            raise LimitReached(f"more than {most} states", Ended.STEPS)
        number, state = waiting.popleft()
        won, after = game.seen(state)
        if won:
            return Fewest(number, len(seen))
        for following in _new(after.values(), seen):
            waiting.append((number + 1, following))
    return Fewest(None, len(seen))


def _new(states: Iterable[State], seen: set[State]) -> Iterator[State]:
    for state in states:
        if state not in seen:
            seen.add(state)
            yield state
