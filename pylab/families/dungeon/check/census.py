"""All plays gone through, and counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from pylab.base.verdict import Problem, Verdict
from pylab.families.dungeon.check.rules import Combination, Node, Passage, Rules, spread
from pylab.families.dungeon.model import Place, Safe, Statistics, Unsolvable, counted


@dataclass(slots=True)
class Census:
    """All plays, gone through.

    Attributes:
        reached: of each combination, the nodes that plays come to, with the fewest moves.
        live: of each combination, the nodes from which the goal can be reached.
        sizes: how many places a place stands for.
    """

    reached: dict[Combination, dict[Node, int]]
    live: dict[Combination, set[Node]]
    sizes: Mapping[Place, int]

    @property
    def configurations(self) -> int:
        return len({(c, n[1]) for c, nodes in self.reached.items() for n in nodes})

    @property
    def states(self) -> int:
        return sum(self.sizes[node[0]] for nodes in self.reached.values() for node in nodes)

    @property
    def dead(self) -> int:
        living = sum(self.sizes[node[0]] for nodes in self.live.values() for node in nodes)
        return self.states - living


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
    """Go through all plays: combinations in order of their size, in each a walk from all entries.

    Without `moves` their numbers mean nothing, and it is faster.
    """
    rules, sizes = (rules, dict.fromkeys(rules.passages, 1)) if moves else merged(rules)
    return _census(rules, sizes)


def _census(rules: Rules, standing: Mapping[Place, int]) -> Census:
    first = rules.first()
    begin = first.combination
    waiting: dict[Combination, dict[Node, int]] = {begin: {(first.place, first.switched): 0}}
    sizes: dict[int, set[Combination]] = {_size(begin): {begin}}
    reached: dict[Combination, dict[Node, int]] = {}
    exits: dict[Combination, list[tuple[Node, Combination, Node]]] = {}
    before: dict[Combination, Sequence[tuple[Node, Node]]] = {}
    order: list[Combination] = []
    while sizes:
        size = min(sizes)
        for combination in sizes.pop(size):
            order.append(combination)
            nodes, leaving, walked = _spread(rules, waiting.pop(combination), combination)
            reached[combination], before[combination] = nodes, walked
            exits[combination] = [(node, other, entry) for node, other, entry, _ in leaving]
            for _, other, entry, moves in leaving:
                known = waiting.setdefault(other, {})
                known[entry] = min(moves, known.get(entry, moves))
                sizes.setdefault(_size(other), set()).add(other)
    live: dict[Combination, set[Node]] = {}
    for combination in reversed(order):
        seeds = {node for node in reached[combination] if node[0] in rules.goals}
        seeds |= {node for node, other, entry in exits[combination] if entry in live[other]}
        live[combination] = _back(before.pop(combination), seeds)
    return Census(reached, live, standing)


def _size(combination: Combination) -> int:
    return len(combination[0]) + len(combination[1])


def _spread(
    rules: Rules, entries: Mapping[Node, int], combination: Combination
) -> tuple[dict[Node, int], list[tuple[Node, Combination, Node, int]], Sequence[tuple[Node, Node]]]:
    """The nodes of a combination by fewest moves; the moves that leave it, and those within."""
    known = dict(entries)
    due: dict[int, list[Node]] = {}
    for node, moves in entries.items():
        due.setdefault(moves, []).append(node)
    leaving, within = [], []
    for moves, node in _in_order(due):
        if known[node] < moves:
            continue
        for entry, other in rules.moves(*node, combination):
            if other is not combination and other != combination:
                leaving.append((node, other, entry, moves + 1))
                continue
            within.append((entry, node))
            if moves + 1 < known.get(entry, moves + 2):
                known[entry] = moves + 1
                due.setdefault(moves + 1, []).append(entry)
    return known, leaving, within


def _in_order(due: dict[int, list[Node]]) -> Iterator[tuple[int, Node]]:
    """What is due, by moves; more may be added on the way, for later."""
    while due:
        moves = min(due)
        for node in due[moves]:
            yield moves, node
        del due[moves]


def _back(within: Iterable[tuple[Node, Node]], seeds: Iterable[Node]) -> set[Node]:
    """The nodes from which one of the seeds can be walked to, by moves from the second ones."""
    before: dict[Node, list[Node]] = {}
    for entry, node in within:
        before.setdefault(entry, []).append(node)
    return set(spread(seeds, lambda node: before.get(node, ())))


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
    moves = [m for nodes in found.reached.values() for n, m in nodes.items() if n[0] in rules.goals]
    counts = [t.count for each in rules.things.values() for t in each if t.what == "key"]
    right = Statistics(
        states=found.states,
        dead=found.dead,
        moves=min(moves, default=None),
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
