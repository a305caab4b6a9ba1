"""The saturation of a P-automaton, transition by transition, each with the rule that adds it.

It begins with those that accept what has won. Then, for each rule `p <a> --> q <w>`, as soon as
w can be read from q up to s, `p --a--> s` is added (Bouajjani, Esparza, Maler 1997).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pylab.families.fractal.model import (
    BELOW,
    BOTTOM,
    VICTORY,
    Instance,
    Labyrinth,
    Pushdown,
    Rule,
    Transition,
    arrow,
)
from pylab.families.fractal.pds import system_of
from pylab.families.fractal.prestar import settled, treasure


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


def written(instance: Instance) -> Pushdown:
    """The pushdown system whose rules the saturation uses."""
    return system_of(instance) if isinstance(instance, Labyrinth) else instance


def saturation(
    instance: Instance, progress: Callable[[int], None] = lambda _: None
) -> Iterator[Added]:
    """All transitions of the saturated automaton, those of the fewest moves first.

    `progress` gets the number of steps so far, as in `prestar.settled`.
    """
    system = written(instance)
    # who has got out of a labyrinth has won, by no rule of it
    rules = [rule for rule in system.rules if rule.target != VICTORY]
    free = [*treasure(system), *(rule for rule in system.rules if rule.target == VICTORY)]
    for transition, (_, node) in settled(rules, free, progress):
        number = node.rule
        assert isinstance(number, int)
        if number > len(rules):
            yield Added(transition)
            continue
        rule = rules[number - 1]
        ends = (rule.target, *node.between, node.target)
        yield Added(transition, rule, tuple(zip(ends, rule.written, ends[1:], strict=False)))
