"""The saturation of a P-automaton, transition by transition, each with the rule that adds it.

It begins with those that accept what has won. Then, for each rule `p <a> --> q <w>`, as soon as
w can be read from q up to s, `p --a--> s` is added (Bouajjani, Esparza, Maler 1997). For people:
the searches that answer questions have saturations of their own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from pylab.families.fractal.model import (
    BELOW,
    BOTTOM,
    VICTORY,
    Instance,
    Labyrinth,
    Rule,
    Transition,
    arrow,
)
from pylab.families.fractal.pds import system_of
from pylab.families.fractal.prestar import treasure


@dataclass(frozen=True, slots=True)
class Added:
    """A transition, the rule that adds it, if it was not there before, and what this rests on."""

    transition: Transition
    rule: Rule | None = None
    read: tuple[Transition, ...] = ()

    def words(self) -> str:
        """How it comes."""
        rule = self.rule
        if rule is None:
            return "to begin with"
        tops = [BELOW if top == BOTTOM else top for top in (rule.symbol, *rule.written)]
        words = f"by {rule.state} <{tops[0]}> --> {rule.target} <{' '.join(tops[1:])}>"
        return ", and ".join([words, *map(arrow, self.read)])


def saturation(instance: Instance) -> Iterator[Added]:
    """All transitions of the saturated automaton, in the order in which they are added."""
    system = system_of(instance) if isinstance(instance, Labyrinth) else instance
    # who has got out of a labyrinth has won, by no rule of it
    won = [rule for rule in system.rules if rule.target == VICTORY]
    onward: dict[tuple[str, str], list[Transition]] = {}
    waiting: dict[tuple[str, str], list[tuple[Rule, tuple[Transition, ...]]]] = {}
    queue = deque(
        Added((rule.state, rule.symbol, rule.target)) for rule in [*treasure(system), *won]
    )
    begun: deque[tuple[Rule, tuple[Transition, ...]]] = deque(
        (rule, ()) for rule in system.rules if rule.target != VICTORY
    )
    known: set[Transition] = set()
    while queue or begun:
        if queue:
            added = queue.popleft()
            place = added.transition[:2]
            if added.transition not in known:
                known.add(added.transition)
                onward.setdefault(place, []).append(added.transition)
                begun += [
                    (rule, (*read, added.transition)) for rule, read in waiting.get(place, ())
                ]
                yield added
            continue
        rule, read = begun.popleft()
        end = read[-1][2] if read else rule.target
        if len(read) == len(rule.written):
            queue.append(Added((rule.state, rule.symbol, end), rule, read))
            continue
        place = end, rule.written[len(read)]
        waiting.setdefault(place, []).append((rule, read))
        begun += [(rule, (*read, each)) for each in onward.get(place, ())]
