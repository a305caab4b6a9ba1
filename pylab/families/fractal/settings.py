"""Other goals and starts than the file's; knows what they must look like, not what they lead to."""

from __future__ import annotations

from dataclasses import replace

from pylab.base.errors import InstanceError
from pylab.families.fractal import lab
from pylab.families.fractal.model import (
    BELOW,
    BOTTOM,
    VICTORY,
    Goal,
    Instance,
    Labyrinth,
    Pushdown,
    clique,
    ordered,
    trimmed,
)
from pylab.families.fractal.oddities import spelled


def adapt(
    instance: Instance,
    goal: str = "",
    start: str = "",
    word: str = "",
    anywhere: bool = False,
    two_way: bool = False,
) -> Instance:
    """The instance with another goal or start. Raises InstanceError for what it does not have.

    Args:
        instance: a labyrinth or a pushdown system.
        goal: as in a file; empty for the instance's own.
        start: a location; empty for the instance's own.
        word: labels of corridors that a run has to spell, in a labyrinth; empty as above. Or a
            regular set of words, `from s to t; …`, by an automaton that reads them.
        anywhere: a labyrinth's goal `at` some locations is to `reach` them.
        two_way: a labyrinth's one-way corridors become ordinary ones.

    Only start and goal change: what was a location stays one, even if nothing else names it.
    """
    if isinstance(instance, Pushdown):
        if anywhere or two_way or word:
            raise InstanceError(
                "expected a labyrinth, which has boxes and corridors, for this rule"
            )
        return _pushdown(instance, goal, start)
    given = {"start": start, "goal": goal, "word": word}
    told = tuple(each for each in instance.assumed if not given.get(each[0]))
    if start or goal:
        instance = _labyrinth(instance, goal, start)
    if word:
        several = word.split()[:1] == ["from"]
        spelling = lab.parse_words(word) if several else lab.parse_word(word.split())
        instance = replace(instance, spelling=spelling)
        told += tuple(spelled(instance))
    if anywhere and instance.goal.kind == "at":
        instance = replace(instance, goal=Goal("reach", instance.goal.names))
    if two_way and instance.oneways:
        corridors = [*instance.corridors()]
        corridors += [(clique([one, other]), label) for one, other, label in instance.arrows()]
        instance = replace(
            instance,
            cliques=tuple(members for members, _ in corridors),
            labels=trimmed(label for _, label in corridors),
            oneways=(),
            oneway_labels=(),
        )
    return instance if told == instance.assumed else replace(instance, assumed=told)


def _labyrinth(labyrinth: Labyrinth, goal: str, start: str) -> Labyrinth:
    known = set(labyrinth.locations())
    if start and start not in known:
        raise InstanceError(f"expected a location of the labyrinth as start, found {start[:60]!r}")
    wanted = lab.parse_goal(goal) if goal else labyrinth.goal
    if goal and (problem := lab.misplaced(wanted, known)) is not None:
        raise InstanceError(problem)
    other = replace(labyrinth, start=start or labyrinth.start, goal=wanted)
    alone = tuple((name,) for name in ordered(known.difference(other.locations())))
    return replace(other, cliques=other.cliques + alone)


def _pushdown(system: Pushdown, goal: str, start: str) -> Pushdown:
    states = system.states()
    if start and start not in states:
        raise InstanceError(f"expected a state of the system as start, found {start[:60]!r}")
    wanted = lab.parse_goal(goal) if goal else system.goal
    if wanted.regular:
        # there `\bot` is a symbol as any other
        reads = tuple((p, BELOW if top == BOTTOM else top, q) for p, top, q in wanted.reads)
        wanted = replace(wanted, reads=tuple(sorted(reads)))
        if (misread := lab.unread(wanted, system.symbols(), states)) is not None:
            raise InstanceError(misread[1])
    for name in wanted.names if goal and not wanted.regular else ():
        if name not in states:
            raise InstanceError(f"expected a state of the system in the goal, found {name[:60]!r}")
    if wanted.anywhere and VICTORY in states:
        raise InstanceError(f"expected no state {VICTORY} beside a goal 'reach', found one")
    return replace(system, state=start or system.state, goal=wanted)


def remarks(instance: Instance) -> tuple[str, ...]:
    """What is odd about it: what has no effect, or is probably a mistake."""
    return tuple(words for _, words in instance.assumed)
