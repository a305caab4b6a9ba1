"""What the family is tried by: a plain walk over stacks, forgeries, broken encodings."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pylab.base.listing import Task
from pylab.families.fractal.generate import nest, sample
from pylab.families.fractal.model import (
    BOTTOM,
    Configuration,
    Goal,
    Instance,
    Labyrinth,
    Pushdown,
    Run,
    Witness,
)
from pylab.family.testkit import FamilyTestkit, Forgery, Mutant, OverlayCase, PlayedGame, Truth
from pylab.text.facts import Fact

Here = tuple[tuple[str, ...], str, str]
"""A stack of boxes, a location, and the state of the automaton of the words, or ""."""

_DEEPEST = 7
_MOST = 4000
"""Deeper stacks are not walked, nor more configurations."""


def _names(lab: Labyrinth) -> set[str]:
    """All places that somebody may stand on."""
    names = set()
    named = () if lab.goal.kind == "accept" else lab.goal.names
    for listed in (*lab.cliques, *lab.oneways, (lab.start,), named):
        for name in listed:
            names.add(name)
            while "." in name and name.split(".")[0] not in ("inner", "internal"):
                name = name.partition(".")[2]
                names.add(name)
    return names


def _onward(lab: Labyrinth, names: set[str], here: Here) -> Iterator[Here]:
    stack, place, state = here
    walks = [
        (other, label)
        for members, label in lab.corridors()
        for other in members
        if place in members and other != place
    ]
    walks += [(target, label) for origin, target, label in lab.arrows() if origin == place]
    for other, label in walks:
        if lab.spelling is None or not label:
            yield stack, other, state
            continue
        for before, read, after in lab.spelling.steps:
            if (before, read) == (state, label):
                yield stack, other, after
    head, dot, rest = place.partition(".")
    if dot and head not in ("inner", "internal"):
        yield (*stack, head), rest, state
    if stack and f"{stack[-1]}.{place}" in names:
        yield stack[:-1], f"{stack[-1]}.{place}", state


def _wins(lab: Labyrinth, here: Here) -> bool:
    stack, place, state = here
    if lab.spelling is not None and state not in lab.spelling.last:
        return False
    if lab.goal.kind == "escape":
        return not stack and "." not in place
    if lab.goal.kind == "accept":
        return _accepted(lab.goal, place, [*reversed(stack), BOTTOM])
    return place in lab.goal.names and (lab.goal.kind == "reach" or not stack)


def _accepted(goal: Goal, state: str, stack: Sequence[str]) -> bool:
    if not stack:
        return state in goal.names
    return any(
        _accepted(goal, end, stack[1:])
        for here, top, end in goal.reads
        if (here, top) == (state, stack[0])
    )


def _fewest(lab: Labyrinth) -> tuple[int | None, bool]:
    """The moves of a run that wins, the fewest as far as was walked; whether that was all."""
    names = _names(lab)
    first: Here = (), lab.start, lab.spelling.first if lab.spelling else ""
    moves: dict[Here, int] = {first: 0}
    queue, whole = deque([first]), True
    while queue:
        here = queue.popleft()
        if _wins(lab, here):
            return moves[here], whole or moves[here] <= _DEEPEST
        for there in _onward(lab, names, here):
            if len(there[0]) > _DEEPEST or len(moves) > _MOST:
                whole = False
            elif there not in moves:
                moves[there] = moves[here] + 1
                queue.append(there)
    return None, whole


def truth(instance: Instance, task: Task) -> Truth | None:
    """By walking; None for pushdown systems, and where stacks grow too deep."""
    if isinstance(instance, Pushdown) or task.name in ("exits", "winning"):
        return None
    moves, whole = _fewest(instance)
    if moves is None:
        return Truth(False) if whole else None
    return Truth(True, moves if whole and task.name == "moves" else None)


def unsolvable(rng: random.Random) -> Labyrinth:
    """A labyrinth that one can't get out of, as far as one walks."""
    while True:
        instance = sample(rng)
        if isinstance(instance, Pushdown) or instance.goal.regular:
            continue
        if _fewest(instance) == (None, True):
            return instance


def relaxed(instance: Instance, loose: Sequence[Fact]) -> Labyrinth | None:
    """The labyrinth with more corridors."""
    if isinstance(instance, Pushdown):
        return None
    pairs: dict[str, list[tuple[str, ...]]] = {"corridor": [], "oneway": []}
    for each in loose:
        pairs[each.name].append(tuple(a.string for a in each.arguments))
    corridors = tuple(tuple(sorted(pair)) for pair in pairs["corridor"])
    oneways = tuple((one, two) for one, two in pairs["oneway"])
    return replace(
        instance,
        cliques=instance.cliques + corridors,
        oneways=instance.oneways + oneways,
    )


def lets_go(_before: Instance, after: Instance, requirement: Fact) -> bool:
    """Corridors are added."""
    assert isinstance(after, Labyrinth)
    ends = tuple(a.string for a in requirement.arguments)
    if requirement.name == "oneway":
        return ends in after.oneways
    return any(set(ends) <= set(clique) for clique in after.cliques)


def played(_instance: Instance, game: PlayedGame) -> Run:
    """The configurations that were come through."""
    states = (seen["state"] for seen in game.seen)
    return Run(tuple(Configuration(tuple(each["stack"]), each["at"]) for each in states))


_VISITS = (
    'visit(0,stack,"inner.start").', 'visit(1,stack,"A.1").', 'visit(2,stack("A"),"1").',
    'visit(3,stack("A"),"B.2").', 'visit(4,stack("A","B"),"2").',
    'visit(5,stack("A","B"),"A.3").', 'visit(6,stack("A","B","A"),"3").',
    'visit(7,stack("A","B","A"),"inner.treasure").',
)  # fmt: skip


def _instead(step: int, visit: str) -> str:
    return " ".join([*_VISITS[:step], visit, *_VISITS[step + 1 :]])


_FORGERIES = (
    (" ".join(_VISITS), ""),
    (" ".join(_VISITS[:-1]), "goal"),
    (_instead(0, 'visit(0,stack,"A.1").'), "start"),
    (_instead(2, 'visit(2,stack("B"),"1").'), "move"),
    (_instead(3, 'visit(3,stack("A"),"A.3").'), "move"),
    (_instead(6, 'visit(6,stack("A","B"),"3").'), "move"),
)

_MUTANTS = (
    Mutant(
        "one-way corridors lead both ways",
        "escape", "labyrinth.lp",
        "joined(P,Q) :- oneway(P,Q), not", "joined(P,Q;Q,P) :- oneway(P,Q), not",
        ("invalid",), 10,
    ),
    Mutant(
        "boxes are left by the location they were entered by",
        "shortest", "summary.lp",
        "through(P,Q) :- out(Y,Z), gate(X,Y,P), gate(X,Z,Q).",
        "through(P,Q) :- out(Y,Z), gate(X,Y,P), gate(X,Z,Q), Y = Z.",
        ("none", "invalid", "missing"), 20,
    ),
)  # fmt: skip

_DOWN = """goal at inner.end
inner.start A.1
1 B.1
2 inner.end
1 A.2
"""

TESTKIT: FamilyTestkit[Instance, Witness] = FamilyTestkit(
    truth=truth,
    forgeries=[Forgery("treasure.lab", witness, problem) for witness, problem in _FORGERIES],
    large=lambda: nest(3000),
    played=played,
    overlay_cases=[
        OverlayCase("bounded", "alice.lab", "shortest", "found 25", "none", "bound=24"),
        OverlayCase("bounded", "alice.lab", "shallowest", "found 6", "none", "bound=5"),
        OverlayCase("two-way", "turnstile-shut.lab", "shortest", "none", "found 3"),
        OverlayCase("anywhere", _DOWN, "shortest", "none", "found 3"),
    ],
    unsolvable=unsolvable,
    relaxed=relaxed,
    lets_go=lets_go,
    mutants=_MUTANTS,
    kinds=(
        "goal(escape)",
        "goal(at(_))",
        "goal(reach(_))",
        "goal(accept(_))",
        "reads(_,bottom,_)",
        "oneway(_,_)",
        "corridor(_,_)",
        "writes(_,3,_)",
    ),
)
