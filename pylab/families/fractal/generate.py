"""Random puzzles, and labyrinths whose shortest runs grow exponentially; solves none of them."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pylab.base.words import lettered
from pylab.families.fractal.lab import with_arrows
from pylab.families.fractal.model import (
    BOTTOM,
    Goal,
    Instance,
    Labyrinth,
    Pushdown,
    Rule,
    Spelling,
    clique,
    ordered,
    trimmed,
)

_MOST = 5_000_000
"""The most locations of a labyrinth that is made."""


def generate(
    rng: random.Random,
    outer: int = 12,
    boxes: int = 4,
    density: float = 0.55,
    oneway: float = 0.0,
    hubs: float = 0.0,
    deep: float = 0.0,
    goal: str = "at",
    letters: int = 0,
    nested: int = 0,
    pushdown: int = 0,
) -> Instance:
    """A labyrinth with corridors between random pairs of locations, from `inner.start`.

    Args:
        rng: the source of all randomness; not used for `nested`.
        outer: locations on the outer face, at least 1; they are called 1, 2, ….
        boxes: copies of the labyrinth in it, at least 1; they are called A, B, ….
        density: corridors for each location, 0 to 10.
        oneway: the share of corridors that are one-way, 0 to 1.
        hubs: the share of corridors that join three or four locations, 0 to 1.
        deep: the share of corridors with an end on a box within a box, 0 to 1.
        goal: `escape`, `at` (then `inner.goal`), `reach` (then the location 1) or `accept` (what
            `acceptor` makes).
        letters: labels that corridors may have, a, b, …; then a run has to spell a word that a
            random automaton accepts (see `spelled`).
        nested: if positive, `nest(nested)` and nothing of the above.
        pushdown: if positive, `rewrite(rng, pushdown, goal)` and nothing of the above.

    Raises:
        ValueError: for values outside these.
    """
    if nested:
        return nest(nested)
    if goal not in _GOALS:
        raise ValueError(f"expected one of {', '.join(_GOALS)} as goal, found {goal!r}")
    if pushdown:
        return rewrite(rng, pushdown, goal)
    if outer < 1 or boxes < 1 or outer * (boxes + 1) > _MOST:
        raise ValueError(
            f"expected at least 1 outer location and box, and at most {_MOST} locations in all, "
            f"found {outer} and {boxes}"
        )
    if not 0 <= letters <= _LETTERS:
        raise ValueError(f"expected from 0 to {_LETTERS} letters, found {letters}")
    if not 0 <= density <= 10:
        raise ValueError(f"expected a density from 0 to 10, found {density}")
    for share in (oneway, hubs, deep):
        if not 0 <= share <= 1:
            raise ValueError(f"expected a share from 0 to 1, found {share}")
    faces = [str(number) for number in range(1, outer + 1)]
    places = ["inner.start", *(["inner.goal"] if goal == "at" else []), *faces]
    places += [f"{box}.{face}" for box in map(lettered, range(boxes)) for face in faces]
    # the two ends of the labyrinth have one corridor at least
    pairs = [(end, rng.choice(places[2:])) for end in places[:2] if end.startswith("inner")]
    for _ in range(round(density * len(places))):
        pairs.append((rng.choice(places), rng.choice(places)))
    cliques, oneways = [], set()
    for origin, target in pairs:
        if origin == target:
            continue
        ends = [origin, target]
        if deep and rng.random() < deep:
            ends[1] = f"{lettered(rng.randrange(boxes))}.{target}"
        if oneway and rng.random() < oneway:
            oneways.add((ends[0], ends[1]))
            continue
        if hubs and rng.random() < hubs:
            ends += rng.choices(places, k=rng.randint(1, 2))
        cliques.append(clique(ends))
    made = Labyrinth(tuple(cliques), tuple(sorted(oneways)), "inner.start", _GOALS[goal])
    if goal == "accept":
        tops = [BOTTOM, *made.boxes()]
        made = replace(made, goal=acceptor(rng, made.locations(), tops))
    return spelled(rng, made, letters) if letters else made


def spelled(rng: random.Random, labyrinth: Labyrinth, letters: int) -> Labyrinth:
    """The labyrinth with so many labels on half of its corridors, and words to be spelled.

    The automaton of the words has two or three states, and reads each letter in each of them.
    """
    alphabet = [lettered(k).lower() for k in range(letters)]

    def label() -> str:
        return rng.choice(alphabet) if rng.random() < 0.5 else ""

    labels = trimmed(label() for _ in labyrinth.cliques)
    arrows = {(*ends, label()) for ends in labyrinth.oneways}
    states = ["p", "q", "r"][: rng.randint(2, 3)]
    steps = {(state, letter, rng.choice(states)) for state in states for letter in alphabet}
    last = tuple(sorted(rng.sample(states[1:], rng.randint(1, len(states) - 1))))
    spelling = Spelling("p", last, tuple(sorted(steps)))
    return with_arrows(replace(labyrinth, labels=labels, spelling=spelling), arrows)


def acceptor(rng: random.Random, first: Sequence[str], tops: Sequence[str]) -> Goal:
    """A goal that a random automaton accepts, by a chain of transitions and some more of them.

    Args:
        rng: the source of all randomness.
        first: where it may begin.
        tops: what it may read; the first of these is the last symbol that the chain reads.
    """
    states = [f"q{k}" for k in range(rng.randint(1, 3))]
    middle = [rng.choice(tops[1:] or tops) for _ in states[1:]]
    chain = zip([rng.choice(first), *states], [*middle, tops[0]], states, strict=False)
    reads = set(chain)
    for _ in range(rng.randint(0, 3)):
        origin = rng.choice([*states, *rng.sample(first, min(2, len(first)))])
        reads.add((origin, rng.choice(tops), rng.choice(states)))
    return Goal("accept", (states[-1],), tuple(sorted(reads)))


_LETTERS = 26
"""The most labels."""

_GOALS: Mapping[str, Goal] = {
    "escape": Goal(),
    "at": Goal("at", ("inner.goal",)),
    "reach": Goal("reach", ("1",)),
    "accept": Goal(),
}


def sample(rng: random.Random) -> Instance:
    """A puzzle of a few corridors or rules, to try encodings on: with a way to win or without."""
    goal = rng.choice(("at", "escape", "reach"))
    kind = rng.random()
    if kind < 0.2:
        return rewrite(rng, rng.randint(1, 8), "accept" if kind < 0.04 else goal)
    if kind < 0.5:
        return _altered(rng, nest(rng.randint(1, 2)))
    if kind < 0.58:
        goal = "accept"
    made = generate(
        rng,
        outer=rng.randint(1, 4),
        boxes=rng.randint(1, 2),
        density=rng.choice((0.4, 0.7, 1.0)),
        oneway=rng.choice((0.0, 0.3)),
        hubs=rng.choice((0.0, 0.0, 0.3)),
        deep=rng.choice((0.0, 0.0, 0.2)),
        goal=goal,
    )
    assert isinstance(made, Labyrinth)
    if rng.random() < 0.2:
        made = replace(made, start=rng.choice(made.locations()))
    if made.goal.names and goal != "accept" and rng.random() < 0.2:
        more = rng.choice(["inner.start", *made.outer()])
        made = replace(made, goal=replace(made.goal, names=ordered([*made.goal.names, more])))
    return made


def _altered(rng: random.Random, labyrinth: Labyrinth) -> Labyrinth:
    """The labyrinth with a corridor more, less, or one way only; most ways lead through boxes."""
    places, cliques = labyrinth.locations(), list(labyrinth.cliques)
    oneways: list[tuple[str, str]] = []
    for _ in range(rng.randint(0, 2)):
        one, other = rng.sample(places, 2)
        change = rng.random()
        if change < 0.4:
            cliques.append(clique((one, other)))
        elif change < 0.6:
            oneways.append((one, other))
        else:
            gone = cliques.pop(rng.randrange(len(cliques)))
            cliques += [(place,) for place in gone]
            oneways += [(gone[0], gone[-1])] if change < 0.9 and len(gone) > 1 else []
    return replace(labyrinth, cliques=tuple(cliques), oneways=tuple(sorted(set(oneways))))


def rewrite(rng: random.Random, rules: int, goal: str = "escape") -> Pushdown:
    """A random pushdown system, whose rules write up to three symbols and mostly pop.

    Args:
        rng: the source of all randomness.
        rules: their number, at least 1; of states and symbols there are about as many roots of it.
        goal: `escape`, or `at` or `reach` (then one of the states), or `accept`.

    Raises:
        ValueError: for fewer rules, or too many.
    """
    if not 1 <= rules <= _MOST:
        raise ValueError(f"expected from 1 to {_MOST} rules, found {rules}")
    few = 1 + math.isqrt(rules)
    states, symbols = [f"p{k}" for k in range(few)], [f"a{k}" for k in range(few)]
    made = [
        Rule(
            rng.choice(states),
            rng.choice(symbols),
            rng.choice(states),
            tuple(rng.choices(symbols, k=rng.choice((0, 0, 0, 1, 1, 2, 2, 3)))),
        )
        for _ in range(rules)
    ]
    stack = tuple(rng.choices(symbols, k=rng.randint(1, 3)))
    known = Pushdown(tuple(made), rng.choice(made).state, stack)
    if goal == "accept":
        tops = sorted(known.symbols())
        return replace(known, goal=acceptor(rng, sorted(known.states()), tops))
    if not _GOALS[goal].names:
        return known
    return replace(known, goal=replace(_GOALS[goal], names=(rng.choice(sorted(known.states())),)))


def nest(depth: int) -> Labyrinth:
    """The labyrinth of a depth, at least 1, whose only run has 2^(depth+2) - 3 corridors.

    Each x i leads to y i through box A and box B, from x to y one less each.
    """
    if not 1 <= depth <= 100_000:
        raise ValueError(f"expected a depth from 1 to 100000, found {depth}")
    cliques = [("x0", "y0")]
    for i in range(1, depth + 1):
        cliques += [
            (f"x{i}", f"A.x{i - 1}"),
            (f"A.y{i - 1}", f"B.x{i - 1}"),
            (f"B.y{i - 1}", f"y{i}"),
        ]
    return Labyrinth(tuple(map(clique, cliques)), (), f"x{depth}", Goal("at", (f"y{depth}",)))
