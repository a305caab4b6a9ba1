"""All plays gone through, and counted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from pylab.base.verdict import Problem, Verdict
from pylab.base.words import counted
from pylab.families.dungeon.check.rules import Combination, Node, Passage, Rules, path_to, spread
from pylab.families.dungeon.model import Place, Safe, Statistics, Unsolvable

Standing = tuple[Node, int]


@dataclass(frozen=True)
class Census:
    """All plays, gone through. A standing is a node, and the number of a combination.

    Attributes:
        numbers: of the combinations that come about.
        reached: the standings that plays come to, nearest first, each with the one before it.
        live: those from which the goal can be reached.
        ends: those at the goal, nearest first.
        sizes: how many places a place stands for.
    """

    numbers: Mapping[Combination, int]
    reached: Mapping[Standing, Standing | None]
    live: Collection[Standing]
    ends: Sequence[Standing]
    sizes: Mapping[Place, int]

    @property
    def configurations(self) -> int:
        return len({(node[1], number) for node, number in self.reached})

    @property
    def states(self) -> int:
        return sum(self.sizes[node[0]] for node, _ in self.reached)

    @property
    def dead(self) -> int:
        return self.states - sum(self.sizes[node[0]] for node, _ in self.live)

    @property
    def fewest(self) -> int | None:
        """The fewest moves to the goal; None if it is out of reach."""
        return len(path_to(self.ends[0], self.reached)) - 1 if self.ends else None

    def is_live(self, node: Node, combination: Combination) -> bool:
        """Whether the goal can be reached from a standing of some play."""
        return (node, self.numbers[combination]) in self.live


def merged(rules: Rules) -> tuple[Rules, dict[Place, int]]:
    """The rules with places that one can always walk between taken for one, and their sizes.

    Who is at one of them is at any of them, so nothing but the numbers of moves is lost.
    """
    first: dict[Place, Place] = {}
    sizes: dict[Place, int] = {}
    both = {place: set(targets) for place, targets in rules.plain.items()}

    def mutual(here: Place) -> Iterator[Place]:
        return (other for other in both[here] if here in both[other])

    for place in rules.passages:
        if place not in first:
            alike = spread([place], mutual)
            sizes[place] = len(alike)
            first |= dict.fromkeys(alike, place)
    passages: dict[Place, dict[Passage, None]] = {place: {} for place in sizes}
    for place, each in rules.passages.items():
        for p in each:
            target = first[p.target]
            if target != first[place] or p.lock or target in rules.switches:
                passages[first[place]][p._replace(target=target)] = None
    fewer = replace(
        rules,
        start=first[rules.start],
        begun=rules.begun and rules.begun._replace(place=first[rules.start]),
        passages={place: list(each) for place, each in passages.items()},
        things={place: things for place, things in rules.things.items() if things},
    )
    return fewer, sizes


def census(rules: Rules, moves: bool = False) -> Census:
    """Go through all plays, step by step.

    Without `moves` their numbers mean nothing, and it is faster.
    """
    rules, sizes = (rules, dict.fromkeys(rules.passages, 1)) if moves else merged(rules)
    first = rules.first()
    combinations = [first.combination]
    numbers = {first.combination: 0}
    before: dict[Standing, list[Standing]] = {}

    def onward(standing: Standing) -> Iterator[Standing]:
        node, number = standing
        combination = combinations[number]
        for other, made in rules.moves(*node, combination):
            after = other, number
            if made is not combination:
                after = other, numbers.setdefault(made, len(combinations))
                if after[1] == len(combinations):
                    combinations.append(made)
            before.setdefault(after, []).append(standing)
            yield after

    reached = spread([((first.place, first.switched), 0)], onward)
    ends = [standing for standing in reached if standing[0][0] in rules.goals]
    live = spread(ends, lambda standing: before.get(standing, ()))
    return Census(numbers, reached, live, ends, sizes)


def check_count(rules: Rules, witness: Safe | Unsolvable | Statistics) -> Verdict:
    """Whether the figures are right, and with them the claim."""
    found = census(rules, moves=isinstance(witness, Statistics))
    figures = f"{counted(found.configurations, 'combination')}, {counted(found.states, 'state')}"
    figures += f", {found.dead} dead"
    if isinstance(witness, Statistics):
        return Verdict(tuple(_wrong_figures(rules, found, witness)), f"recounted: {figures}")
    problems = []
    if witness.configurations != found.configurations:
        claim = witness.configurations, found.configurations
        problems.append(differs("configurations", *claim))
    if isinstance(witness, Safe):
        summary = "nobody gets locked out"
        if found.dead:
            are = "is" if found.dead == 1 else "are"
            text = f"{found.dead} of {counted(found.states, 'state')} {are} dead"
            problems.append(Problem("dead", text))
    else:
        summary = "the goal is out of reach"
        if found.dead < found.states:
            problems.append(Problem("solvable", "some play reaches the goal"))
    return Verdict(tuple(problems), f"{summary}: all plays gone through, {figures}")


def _wrong_figures(rules: Rules, found: Census, claimed: Statistics) -> Iterator[Problem]:
    counts = [t.count for each in rules.things.values() for t in each if t.what == "key"]
    right = Statistics(
        states=found.states,
        dead=found.dead,
        moves=found.fewest,
        locks=sum(1 for price in rules.prices.values() if price == "key"),
        keys=sum(counts),
    )
    for each in fields(Statistics):
        wrong, count = getattr(claimed, each.name), getattr(right, each.name)
        if wrong != count:
            yield differs(each.name, wrong, count)


def differs(name: str, claimed: object, found: object) -> Problem:
    """A number that is claimed and is not what was counted."""
    return Problem(name, f"{name}: {claimed} claimed, {found} counted")
