"""Replays plays and recounts claims by the rules of dungeons; knows no encoding, search or format.

A state is (place, what was collected, which locks are open, whether the switch is on). Keys and
bombs in hand are what was collected, and had at the start, minus the locks opened. Collecting and
opening only ever add, so all plays can be gone through combination by combination, smaller ones
first.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pylab.errors import InstanceError
from pylab.families.dungeon.model import (
    ARROWS,
    BOMB,
    BOSS_DOOR,
    BOSS_KEY,
    CRACKED,
    CROSSING_ITEMS,
    DIRECTIONS,
    GOAL,
    KEY,
    LOCK,
    LOWERED,
    RAISED,
    START,
    SWITCH,
    WATER,
    Alignment,
    Dungeon,
    Guarantee,
    Guaranteed,
    Hopeless,
    Instance,
    Legend,
    Margin,
    Mission,
    Place,
    Route,
    Safe,
    Statistics,
    Stuck,
    Survey,
    Thrift,
    Tile,
    Witness,
    counted,
    lock_name,
    place_order,
    room_of,
)
from pylab.verdict import Problem, Verdict

_LISTED = 8
_ALL_STATES = 20_000
"""Up to this many states are gone through to confirm that no play spends fewer keys."""

_ALL_SETS = 2000
"""Up to this many sets of doors are tried to confirm that a number is the least or the most."""

Node = tuple[Place, bool]
"""A place, and whether the switch is on there."""

Combination = tuple[frozenset["Thing"], frozenset[str]]
"""What is collected, which locks are open."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something to collect: what it is, where its taking is noted, how many of it there are.

    Attributes:
        what: `key`, `bomb`, or the name of a flag that is kept.
        where: the place; empty for a flag that any of several places gives.
        count: keys or bombs.
    """

    what: str
    where: Place = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class Passage:
    """From one place to the next: what it takes.

    Attributes:
        target: where it leads.
        lock: the lock's name; empty if there is none.
        price: what opens the lock, `key` or `bomb`.
        flags: of each group, one flag must be held.
        switched: how the switch must be; None if it doesn't matter.
    """

    target: Place
    lock: str = ""
    price: str = "key"
    flags: tuple[frozenset[str], ...] = ()
    switched: bool | None = None


@dataclass(frozen=True, slots=True)
class State:
    """Where a hero is, and what has come about."""

    place: Place
    collected: frozenset[Thing]
    opened: frozenset[str]
    switched: bool = False


@dataclass(frozen=True)
class Rules:
    """What a dungeon's or mission's map says, place by place; of each lock, what opens it."""

    start: Place
    goals: frozenset[Place]
    passages: Mapping[Place, Sequence[Passage]]
    things: Mapping[Place, frozenset[Thing]]
    switches: frozenset[Place]
    prices: Mapping[str, str]
    keys: int
    bombs: int

    def first(self) -> State:
        return State(self.start, self.things.get(self.start, frozenset()), frozenset())

    def in_hand(self, price: str, collected: Iterable[Thing], opened: Iterable[str]) -> int:
        """Keys, or bombs, that are left."""
        held = self.keys if price == "key" else self.bombs
        held += sum(thing.count for thing in collected if thing.what == price)
        return held - sum(1 for lock in opened if self.prices[lock] == price)

    @property
    def plain(self) -> Mapping[Place, Sequence[Place]]:
        """Of each place, those that one can always go to and where nothing happens."""
        found: dict[Place, list[Place]] = self.__dict__.setdefault("_plain", {})
        if not found:
            for place, passages in self.passages.items():
                found[place] = (
                    [] if place in self.goals else [p.target for p in passages if self._is_plain(p)]
                )
        return found

    @property
    def special(self) -> Mapping[Place, Sequence[Passage]]:
        """Of each place, all other passages."""
        found: dict[Place, list[Passage]] = self.__dict__.setdefault("_special", {})
        if not found:
            for place, passages in self.passages.items():
                found[place] = (
                    [] if place in self.goals else [p for p in passages if not self._is_plain(p)]
                )
        return found

    def _is_plain(self, passage: Passage) -> bool:
        gate = passage.lock or passage.flags or passage.switched is not None
        target = passage.target
        return not (gate or self.things.get(target) or target in self.switches)

    def hindrance(self, passage: Passage, state: State) -> str:
        """Why the passage can't be taken; empty if it can."""
        held = {thing.what for thing in state.collected}
        for group in passage.flags:
            if not group & held:
                return f"without {' or '.join(sorted(group)) or 'what it takes'}"
        if passage.switched not in (None, state.switched):
            return "the block there is up"
        closed = passage.lock and passage.lock not in state.opened
        if closed and self.in_hand(passage.price, state.collected, state.opened) < 1:
            return f"{passage.lock} is locked and there is no {passage.price} left"
        return ""

    def after(self, passage: Passage, state: State) -> State:
        """The state after taking a passage that nothing hinders."""
        found = self.things.get(passage.target, frozenset())
        opened = state.opened | {passage.lock} if passage.lock else state.opened
        turned = state.switched != (passage.target in self.switches)
        return State(passage.target, state.collected | found, opened, turned)


def check(instance: Instance, witness: Witness) -> Verdict:
    """Replay a play, or go through all plays to confirm a claim about them.

    Raises InstanceError for an answer to a question that can't be asked of the instance: only a
    survey can be aligned, and that is all that can be done with it.
    """
    if isinstance(instance, Survey) and isinstance(witness, Alignment):
        return _check_alignment(instance, witness)
    if isinstance(instance, Survey):
        raise InstanceError("a survey of a map and a graph can only be aligned")
    if isinstance(witness, Alignment):
        raise InstanceError(
            "an alignment is for a survey of a map and a graph, found a dungeon or a graph alone"
        )
    rules = rules_of(instance)
    if isinstance(witness, Route | Thrift | Stuck):
        return _check_play(rules, witness)
    if isinstance(witness, Margin):
        return _check_margin(instance, rules, witness)
    if isinstance(witness, Guaranteed):
        return _check_guaranteed(instance, rules, witness)
    return _check_count(rules, witness)


def _unfit(message: str) -> Verdict:
    return Verdict((Problem("misfit", message),))


# --- what the map says -------------------------------------------------------------------------


def rules_of(
    instance: Instance, freed: str = "", gift: Place | None = None, extra: int = 0
) -> Rules:
    """The rules of an instance.

    Args:
        instance: a dungeon or a mission graph; InstanceError for others.
        freed: a lock that is left out.
        gift: a place one of whose keys the hero has from the start.
        extra: more keys that the hero starts with.
    """
    if isinstance(instance, Dungeon):
        rules = _rules_of_dungeon(instance)
    elif isinstance(instance, Mission):
        rules = _rules_of_mission(instance)
    else:
        raise InstanceError("expected a dungeon or a mission graph, found a survey")
    passages = rules.passages
    if freed:
        passages = {
            place: [
                Passage(p.target, "" if p.lock == freed else p.lock, p.price, p.flags, p.switched)
                for p in each
            ]
            for place, each in passages.items()
        }
    things = dict(rules.things)
    if gift is not None:
        things[gift] = frozenset(
            thing if thing.what != "key" else Thing("key", thing.where, thing.count - 1)
            for thing in things[gift]
        )
    keys = rules.keys + extra + (gift is not None)
    return Rules(
        rules.start,
        rules.goals,
        passages,
        things,
        rules.switches,
        rules.prices,
        keys,
        rules.bombs,
    )


def _rules_of_mission(mission: Mission) -> Rules:
    passages: dict[Place, list[Passage]] = {room.name: [] for room in mission.rooms}
    for each in mission.passages:
        if not each.sealed:
            flags = tuple(frozenset({flag}) for flag in each.flags)
            lock = lock_name(each.tail, each.head) if each.locked else ""
            passages[each.tail].append(Passage(each.head, lock, "key", flags))
    things: dict[Place, frozenset[Thing]] = {}
    for room in mission.rooms:
        found = {Thing(flag) for flag in room.flags}
        if room.keys:
            found.add(Thing("key", room.name, room.keys))
        things[room.name] = frozenset(found)
    prices = {p.lock: p.price for each in passages.values() for p in each if p.lock}
    goals = frozenset(mission.goals)
    return Rules(mission.start, goals, passages, things, frozenset(), prices, 0, 0)


def _rules_of_dungeon(dungeon: Dungeon) -> Rules:
    glyphs = dungeon.glyphs()
    legends, items = {legend.letter: legend for legend in dungeon.legends}, dungeon.named()
    entries = {tile: _entry(dungeon, legends, tile, glyph) for tile, glyph in glyphs.items()}
    passages: dict[Place, list[Passage]] = {}
    for tile, beside in dungeon.beside().items():
        passages[tile] = [
            entries[other]
            for direction, other in beside
            if not direction
            or {ARROWS.get(glyphs[tile], direction), ARROWS.get(glyphs[other], direction)}
            == {direction}
        ]
    return Rules(
        start=next(tile for tile, glyph in glyphs.items() if glyph == START),
        goals=frozenset(tile for tile, glyph in glyphs.items() if glyph == GOAL),
        passages=passages,
        things={tile: _things_at(dungeon, items, tile, glyph) for tile, glyph in glyphs.items()},
        switches=frozenset(tile for tile, glyph in glyphs.items() if glyph == SWITCH),
        prices={entry.lock: entry.price for entry in entries.values() if entry.lock},
        keys=dungeon.keys,
        bombs=dungeon.bombs or 0,
    )


def _entry(dungeon: Dungeon, legends: Mapping[str, Legend], tile: Tile, glyph: str) -> Passage:
    """What it takes to step onto the tile."""
    legend = legends.get(glyph)
    kind, name = {LOCK: "key", BOSS_DOOR: "boss", CRACKED: "bomb"}.get(glyph, ""), str(tile)
    if legend is not None:
        kind, name = legend.opened_by, legend.name
    if kind == "key" or (kind == "bomb" and dungeon.bombs is not None):
        return Passage(tile, name, kind)
    if kind == "boss":
        return Passage(tile, flags=(frozenset({"the boss key"}),))
    if kind == "item":
        return Passage(tile, flags=(frozenset({f"the {name}"}),))
    if glyph == WATER:
        return Passage(tile, flags=(frozenset(f"the {item}" for item in CROSSING_ITEMS),))
    if glyph in (RAISED, LOWERED):
        return Passage(tile, switched=glyph == RAISED)
    return Passage(tile)


def _things_at(
    dungeon: Dungeon, items: Mapping[str, str], tile: Tile, glyph: str
) -> frozenset[Thing]:
    if glyph in items:
        return frozenset({Thing(f"the {items[glyph]}", tile)})
    if glyph == BOMB and dungeon.bombs is None:
        return frozenset()
    what = {KEY: "key", BOMB: "bomb", BOSS_KEY: "the boss key"}.get(glyph)
    return frozenset({Thing(what, tile)}) if what else frozenset()


# --- plays -------------------------------------------------------------------------------------


def _check_play(rules: Rules, play: Route | Thrift | Stuck) -> Verdict:
    problems, states, trace = replay(rules, play.places)
    if problems:
        return Verdict(tuple(problems), trace=tuple(trace))
    spent = min((_spent(rules, state) for state in states), key=len)
    steps = counted(len(play.places) - 1, "step")
    told = f"{steps}, {_keys(len(spent))} spent"
    last = play.places[-1]
    if not isinstance(play, Stuck):
        if last not in rules.goals:
            problems.append(Problem("goal", f"the play ends at {last}, which is no goal"))
        told += f", the goal at {last} reached"
        if isinstance(play, Thrift) and not problems:
            fewer = _with_fewer(rules, len(spent))
            if fewer:
                text = f"{_keys(len(spent))} spent, and some play to the goal spends fewer"
                problems.append(Problem("spent", text))
            elif fewer is None:
                told += " (that none spends fewer is not checked)"
        return Verdict(tuple(problems), told, tuple(trace))
    verdicts = [_stuck(rules, state) for state in states]
    if all(problem is not None for problem in verdicts):
        problems.append(next(p for p in verdicts if p is not None))
        return Verdict(tuple(problems), told, tuple(trace))
    state = next(s for s, p in zip(states, verdicts, strict=True) if p is None)
    region = {node[0] for node in _walk(rules, state)}
    spent = _spent(rules, state)
    doors = f" on {', '.join(spent)}" if spent else ""
    summary = (
        f"{steps}, {_keys(len(spent))} spent{doors}; then the hero can walk to "
        f"{_some(region)}, where nothing is left to collect or open"
    )
    return Verdict((), summary, tuple(trace))


def _with_fewer(rules: Rules, spent: int) -> bool | None:
    """Whether some play to the goal spends fewer keys; None if that takes too many states."""
    rules, _ = merged(rules)
    stack = [rules.first()] if spent else []
    seen = set(stack)
    while stack:
        state = stack.pop()
        if state.place in rules.goals:
            return True
        for passage in rules.passages[state.place]:
            if not rules.hindrance(passage, state):
                after = rules.after(passage, state)
                if after not in seen and len(_spent(rules, after)) < spent:
                    seen.add(after)
                    stack.append(after)
        if len(seen) > _ALL_STATES:
            return None
    return False


def replay(rules: Rules, places: Sequence[Place]) -> tuple[list[Problem], list[State], list[str]]:
    """What is wrong with a sequence of places, the states it may lead to, and its events.

    There are several states only where two passages with different locks join two places.
    """
    if not places:
        return [Problem("empty", "expected a play, found no place at all")], [], []
    if places[0] != rules.start:
        text = f"the play begins at {places[0]}, not at the start {rules.start}"
        return [Problem("start", text)], [], []
    states, trace = [rules.first()], [f"start at {places[0]}"]
    for step, (here, there) in enumerate(itertools.pairwise(places), 1):
        problem = _wrong_step(rules, states, here, there)
        if problem is not None:
            return [Problem(problem.code, problem.message, step)], states, trace
        following: dict[State, State] = {}
        for state in states:
            for passage in rules.passages[here]:
                if passage.target == there and not rules.hindrance(passage, state):
                    following.setdefault(rules.after(passage, state), state)
        for after, before in following.items():
            trace += [f"step {step}: {event}" for event in _events(rules, before, after)]
        states = list(following)
    return [], states, trace


def _wrong_step(rules: Rules, states: Sequence[State], here: Place, there: Place) -> Problem | None:
    if here in rules.goals:
        return Problem("after-goal", f"the play goes on after the goal at {here}")
    if there not in rules.passages:
        return Problem("no-place", f"{there} is no place to be")
    passages = [p for p in rules.passages[here] if p.target == there]
    if not passages:
        return Problem("no-way", f"there is no way from {here} to {there}")
    reasons = [rules.hindrance(p, state) for p in passages for state in states]
    if all(reasons):
        return Problem(_code(reasons[0]), f"from {here} to {there}: {reasons[0]}")
    return None


def _code(reason: str) -> str:
    if reason.startswith("without"):
        return "missing"
    return "block" if reason.startswith("the block") else "locked"


def _events(rules: Rules, before: State, after: State) -> Iterator[str]:
    for lock in sorted(after.opened - before.opened):
        price = rules.prices[lock]
        left = rules.in_hand(price, before.collected, after.opened)
        yield f"spends a {price} on {lock}, {left} left"
    for thing in sorted(after.collected - before.collected, key=lambda t: t.what):
        number = f"{thing.count} keys" if thing.count > 1 else f"a {thing.what}"
        what = thing.what if thing.what not in ("key", "bomb") else number
        yield f"collects {what} at {after.place}"
    if before.switched != after.switched:
        yield f"turns the switch at {after.place} {'on' if after.switched else 'off'}"


def _spent(rules: Rules, state: State) -> list[str]:
    return sorted(lock for lock in state.opened if rules.prices[lock] == "key")


def _keys(count: int) -> str:
    return counted(count, "key")


def _some(places: Iterable[Place]) -> str:
    names = [str(place) for place in sorted(places, key=place_order)]
    shown = names if len(names) <= _LISTED + 1 else names[:_LISTED]
    return " ".join(shown) + (f" and {len(names) - len(shown)} more" if shown != names else "")


def stuck_region(instance: Instance, places: Sequence[Place]) -> frozenset[Place]:
    """Where the hero can still walk after a play; nowhere if the play is not possible."""
    rules = rules_of(instance)
    problems, states, _ = replay(rules, places)
    if problems:
        return frozenset()
    stuck = [state for state in states if _stuck(rules, state) is None]
    return frozenset(node[0] for node in _walk(rules, (stuck or states)[0]))


def _stuck(rules: Rules, state: State) -> Problem | None:
    """What a hero who is said to be stuck can still do."""
    nodes = _walk(rules, state)
    for place, switched in sorted(nodes, key=lambda n: (place_order(n[0]), n[1])):
        if place in rules.goals:
            return Problem("not-stuck", f"the goal at {place} can still be reached")
        here = State(place, state.collected, state.opened, switched)
        for passage in rules.passages[place]:
            if not rules.hindrance(passage, here):
                after = rules.after(passage, here)
                for event in _events(rules, here, after):
                    if (after.collected, after.opened) != (state.collected, state.opened):
                        return Problem("not-stuck", f"at {place} the hero still {event}")
    return None


def _walk(rules: Rules, state: State) -> set[Node]:
    """Where the hero can be without anything being collected or opened."""
    return _closure(rules, {(state.place, state.switched)}, (state.collected, state.opened))


def _closure(rules: Rules, nodes: Iterable[Node], combination: Combination) -> set[Node]:
    seen = set(nodes)
    stack = list(seen)
    while stack:
        place, switched = stack.pop()
        for node, other in _moves(rules, place, switched, combination):
            if node not in seen and other == combination:
                seen.add(node)
                stack.append(node)
    return seen


def _moves(
    rules: Rules, place: Place, switched: bool, combination: Combination
) -> Iterator[tuple[Node, Combination]]:
    """Where one can go from a node, and the combination that it makes."""
    for target in rules.plain[place]:
        yield (target, switched), combination
    special = rules.special[place]
    if special:
        state = State(place, *combination, switched)
        for passage in special:
            if not rules.hindrance(passage, state):
                after = rules.after(passage, state)
                yield (after.place, after.switched), (after.collected, after.opened)


# --- all plays ---------------------------------------------------------------------------------


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
    for place in rules.passages:
        if place in first:
            continue
        first[place], sizes[place], stack = place, 0, [place]
        while stack:
            here = stack.pop()
            sizes[place] += 1
            for other in both[here]:
                if other not in first and here in both[other]:
                    first[other] = place
                    stack.append(other)
    passages: dict[Place, dict[Passage, None]] = {place: {} for place in sizes}
    for place, each in rules.passages.items():
        for p in each:
            target = first[p.target]
            if target != first[place] or p.lock or target in rules.switches:
                one = Passage(target, p.lock, p.price, p.flags, p.switched)
                passages[first[place]][one] = None
    fewer = Rules(
        first[rules.start],
        rules.goals,
        {place: list(each) for place, each in passages.items()},
        {place: things for place, things in rules.things.items() if things},
        rules.switches,
        rules.prices,
        rules.keys,
        rules.bombs,
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
    begin: Combination = (first.collected, first.opened)
    waiting: dict[Combination, dict[Node, int]] = {begin: {(first.place, False): 0}}
    sizes: dict[int, set[Combination]] = {_size(begin): {begin}}
    reached: dict[Combination, dict[Node, int]] = {}
    exits: dict[Combination, list[tuple[Node, Combination, Node]]] = {}
    order: list[Combination] = []
    while sizes:
        size = min(sizes)
        for combination in sizes.pop(size):
            order.append(combination)
            nodes, leaving = _spread(rules, waiting.pop(combination), combination)
            reached[combination] = nodes
            exits[combination] = [(node, other, entry) for node, other, entry, _ in leaving]
            for _, other, entry, moves in leaving:
                known = waiting.setdefault(other, {})
                known[entry] = min(moves, known.get(entry, moves))
                sizes.setdefault(_size(other), set()).add(other)
    live: dict[Combination, set[Node]] = {}
    for combination in reversed(order):
        seeds = {node for node in reached[combination] if node[0] in rules.goals}
        seeds |= {node for node, other, entry in exits[combination] if entry in live[other]}
        live[combination] = _back(rules, reached[combination], seeds, combination)
    return Census(reached, live, standing)


def _size(combination: Combination) -> int:
    return len(combination[0]) + len(combination[1])


def _spread(
    rules: Rules, entries: Mapping[Node, int], combination: Combination
) -> tuple[dict[Node, int], list[tuple[Node, Combination, Node, int]]]:
    """The nodes of a combination by fewest moves, and the moves that leave it."""
    known = dict(entries)
    due: dict[int, list[Node]] = {}
    for node, moves in entries.items():
        due.setdefault(moves, []).append(node)
    leaving = []
    for moves, node in _in_order(due):
        if known[node] < moves:
            continue
        for entry, other in _moves(rules, *node, combination):
            if other is not combination and other != combination:
                leaving.append((node, other, entry, moves + 1))
            elif moves + 1 < known.get(entry, moves + 2):
                known[entry] = moves + 1
                due.setdefault(moves + 1, []).append(entry)
    return known, leaving


def _in_order(due: dict[int, list[Node]]) -> Iterator[tuple[int, Node]]:
    """What is due, by moves; more may be added on the way, for later."""
    while due:
        moves = min(due)
        for node in due[moves]:
            yield moves, node
        del due[moves]


def _back(
    rules: Rules, nodes: Iterable[Node], seeds: set[Node], combination: Combination
) -> set[Node]:
    """The nodes from which one of the seeds can be walked to."""
    before: dict[Node, list[Node]] = {}
    for node in nodes:
        for entry, other in _moves(rules, *node, combination):
            if other is combination or other == combination:
                before.setdefault(entry, []).append(node)
    seen, stack = set(seeds), list(seeds)
    while stack:
        for node in before.get(stack.pop(), ()):
            if node not in seen:
                seen.add(node)
                stack.append(node)
    return seen


def _check_count(rules: Rules, witness: Safe | Hopeless | Statistics) -> Verdict:
    found = census(rules, moves=isinstance(witness, Statistics))
    problems = []
    combinations, states = found.configurations, counted(found.states, "state")
    told = f"{counted(combinations, 'combination')}, {states}, {found.dead} dead"
    if isinstance(witness, Safe | Hopeless):
        if witness.configurations != combinations:
            problems.append(_differs("configurations", witness.configurations, combinations))
        if isinstance(witness, Safe) and found.dead:
            are = "is" if found.dead == 1 else "are"
            problems.append(Problem("dead", f"{found.dead} of {states} {are} dead"))
        if isinstance(witness, Hopeless) and found.dead < found.states:
            problems.append(Problem("solvable", "some play reaches the goal"))
        safe = isinstance(witness, Safe)
        summary = "nobody gets locked out" if safe else "the goal is out of reach"
        return Verdict(tuple(problems), f"{summary}: all plays gone through, {told}")
    moves = min(
        (m for nodes in found.reached.values() for n, m in nodes.items() if n[0] in rules.goals),
        default=None,
    )
    keys = sum(t.count for each in rules.things.values() for t in each if t.what == "key")
    locks = sum(1 for price in rules.prices.values() if price == "key")
    for name, claimed, right in (
        ("states", witness.states, found.states),
        ("dead", witness.dead, found.dead),
        ("moves", witness.moves, moves),
        ("locks", witness.locks, locks),
        ("keys", witness.keys, keys),
    ):
        if claimed != right:
            problems.append(_differs(name, claimed, right))
    return Verdict(tuple(problems), f"recounted: {told}")


def _differs(name: str, claimed: object, found: object) -> Problem:
    return Problem(name, f"{name}: {claimed} claimed, {found} counted")


# --- margins and guarantees --------------------------------------------------------------------


def refusal(instance: Instance, two_way: bool) -> str:
    """Why margins (two_way) or guarantees don't apply to an instance; empty if they do."""
    rules = rules_of(instance)
    if rules.switches:
        return "it has switches, and toggle blocks come and go"
    if "bomb" in rules.prices.values():
        return "its bombs run out; with bombs=renewable it would do"
    if not two_way:
        return ""
    if not rules.goals & _open_region(rules, rules.prices):
        return "the goal is out of reach even with all doors open"
    gates = {
        (place, p.target, p.lock, p.flags) for place, each in rules.passages.items() for p in each
    }
    returns: dict[tuple[Place, Place], list[tuple[str, tuple[frozenset[str], ...]]]] = {}
    for place, target, lock, flags in gates:
        returns.setdefault((place, target), []).append((lock, flags))
    for place, target, lock, flags in sorted(
        gates, key=lambda g: (place_order(g[0]), place_order(g[1]), g[2])
    ):
        if place in rules.goals or target in rules.goals:
            continue
        back = returns.get((target, place), [])
        # a tile's own gate has let the hero in before; a mission's gates belong to directions
        if not back if isinstance(place, Tile) else (lock, flags) not in back:
            return f"the passage from {place} to {target} is one-way, or not the same both ways"
    return ""


def _check_margin(instance: Instance, rules: Rules, witness: Margin) -> Verdict:
    reason = refusal(instance, two_way=True)
    if reason:
        return _unfit(f"a margin says nothing about this dungeon: {reason}")
    problems = _margin_problems(rules, witness)
    sets = _door_sets(rules)
    if sets is not None and not problems:
        values = [_value(rules, doors) for doors, region in sets if not rules.goals & region]
        least = min(values, default=None)
        if least != witness.margin:
            problems.append(_differs("margin", witness.margin, least))
    if witness.extra is not None and not problems:
        problems += _repair_problems(instance, witness)
    if witness.margin is None:
        return Verdict(tuple(problems), "nothing can keep the hero from the goal")
    safe = "nobody gets locked out" if witness.margin >= 1 else "the hero can get locked out"
    tried = "tried against every set of doors"
    who = tried if sets is not None else "that it is the least is not checked"
    return Verdict(tuple(problems), f"margin {witness.margin}: {safe} ({who})")


def _margin_problems(rules: Rules, witness: Margin) -> list[Problem]:
    if witness.margin is None:
        if rules.goals & _open_region(rules, ()):
            return []
        return [Problem("margin", "the goal is not in reach at once, so there is a margin")]
    return _doors_problems(rules, witness.doors, rules.goals, "the goal") or (
        [_differs("margin", witness.margin, value)]
        if (value := _value(rules, witness.doors)) != witness.margin
        else []
    )


def _doors_problems(
    rules: Rules, doors: Sequence[str], outside: frozenset[Place], what: str
) -> list[Problem]:
    """What is wrong with opening these doors and nothing else, while `outside` is out of reach."""
    unknown = [door for door in doors if rules.prices.get(door) != "key"]
    if unknown:
        return [Problem("no-lock", f"there is no locked door {unknown[0]}")]
    if len(set(doors)) < len(doors):
        return [Problem("repeated", "a door is opened twice")]
    region = _open_region(rules, doors)
    if outside & region:
        return [Problem("reached", f"with {_list(doors)} open, {what} is in reach")]
    ajar = _touched(rules, region)
    for door in doors:
        if door not in ajar:
            return [Problem("far-door", f"the hero never gets to {door} to open it")]
    return []


def _list(doors: Sequence[str]) -> str:
    return ", ".join(doors) or "no door"


def _open_region(rules: Rules, doors: Iterable[str]) -> frozenset[Place]:
    """All places in reach with these doors open, flags taken where they lie."""
    opened = set(doors)
    region: set[Place] = {rules.start}
    held = {thing.what for thing in rules.things.get(rules.start, ())}
    ahead = list(rules.passages[rules.start]) if rules.start not in rules.goals else []
    while ahead:
        missing: list[Passage] = []
        size = len(held)
        while ahead:
            passage = ahead.pop()
            target = passage.target
            if target in region or (passage.lock and passage.lock not in opened):
                continue
            if passage.switched:  # no switch turns where regions are asked for
                continue
            if not all(group & held for group in passage.flags):
                missing.append(passage)
                continue
            region.add(target)
            held |= {thing.what for thing in rules.things.get(target, ())}
            ahead += rules.passages[target] if target not in rules.goals else ()
        ahead = missing if len(held) > size else []
    return frozenset(region)


def _touched(rules: Rules, region: frozenset[Place]) -> set[str]:
    """The locks that can be tried from within the region."""
    held = {thing.what for place in region for thing in rules.things.get(place, ())}
    return {
        passage.lock
        for place in region - rules.goals
        for passage in rules.passages[place]
        if passage.lock and all(group & held for group in passage.flags)
    }


def _value(rules: Rules, doors: Collection[str]) -> int:
    region = _open_region(rules, doors)
    found = sum(t.count for place in region for t in rules.things.get(place, ()) if t.what == "key")
    return rules.keys + found - len(doors)


def _door_sets(rules: Rules) -> list[tuple[frozenset[str], frozenset[Place]]] | None:
    """All sets of doors that can be opened one after the other, with what is in reach then.

    None if there are more than _ALL_SETS of them.
    """
    found: dict[frozenset[str], frozenset[Place]] = {}
    stack: list[frozenset[str]] = [frozenset()]
    while stack:
        doors = stack.pop()
        if doors in found:
            continue
        if len(found) >= _ALL_SETS:
            return None
        found[doors] = _open_region(rules, doors)
        stack += [doors | {lock} for lock in sorted(_touched(rules, found[doors]) - doors)]
    return list(found.items())


def _repair_problems(instance: Instance, witness: Margin) -> list[Problem]:
    problems = []
    needed = 0 if witness.margin is None else max(0, 1 - witness.margin)
    if witness.extra != needed:
        problems.append(_differs("extra", witness.extra, needed))
    elif census(rules_of(instance, extra=needed)).dead:
        problems.append(Problem("extra", f"with {_keys(needed)} more there are dead states"))
    rules = rules_of(instance)
    for door in witness.freed:
        if door not in rules.prices:
            problems.append(Problem("no-lock", f"there is no locked door {door}"))
        elif census(rules_of(instance, freed=door)).dead:
            problems.append(Problem("freed", f"with {door} free there are dead states"))
    for place in witness.moved:
        if not any(t.what == "key" for t in rules.things.get(place, ())):
            problems.append(Problem("no-key", f"there is no key at {place}"))
        elif census(rules_of(instance, gift=place)).dead:
            text = f"with a key of {place} at the start there are dead states"
            problems.append(Problem("moved", text))
    return problems


def _check_guaranteed(instance: Instance, rules: Rules, witness: Guaranteed) -> Verdict:
    reason = refusal(instance, two_way=False)
    if reason:
        return _unfit(f"guarantees say nothing about this dungeon: {reason}")
    rooms: dict[str, set[Place]] = {}
    for place in rules.passages:
        rooms.setdefault(room_of(place), set()).add(place)
    names = [each.room for each in witness.rooms]
    problems = [Problem("no-place", f"there is no room {n}") for n in names if n not in rooms]
    problems += [Problem("left-out", f"room {n} is left out") for n in rooms if n not in names]
    if len(set(names)) < len(names):
        problems.append(Problem("repeated", "a room is there twice"))
    if not problems:
        everywhere = _open_region(rules, rules.prices)
        for each in witness.rooms:
            inside = frozenset(rooms[each.room])
            problems += _guarantee_problems(rules, each, inside, everywhere)
    sets = None if problems else _door_sets(rules)
    for each in witness.rooms if sets is not None else ():
        counts = [len(d) for d, region in sets or () if not rooms[each.room] & region]
        if each.keys and max(counts, default=0) >= each.keys:
            doors = counted(max(counts), "door")
            text = f"room {each.room}: {doors} can be open before it is in reach"
            problems.append(Problem("keys", text))
    most = max((each.keys or 0 for each in witness.rooms), default=0)
    tried = "tried against every set of doors"
    summary = f"{counted(len(names), 'room')}, {_keys(most)} at most; each number is attained, "
    summary += tried if sets is not None else "that none is higher is not checked"
    return Verdict(tuple(problems), summary)


def _guarantee_problems(
    rules: Rules, each: Guarantee, inside: frozenset[Place], everywhere: frozenset[Place]
) -> list[Problem]:
    if each.keys is None:
        if inside & everywhere:
            return [Problem("reached", f"room {each.room} can be entered with all doors open")]
        return []
    if not inside & everywhere:
        return [Problem("unreached", f"room {each.room} can't be entered at all")]
    if each.keys == 0:
        if inside & _open_region(rules, ()):
            return []
        return [Problem("keys", f"room {each.room} can't be entered without a key")]
    if each.keys != len(each.doors) + 1:
        keys = _keys(len(each.doors) + 1)
        text = f"{keys} for room {each.room} by its doors, {each.keys} claimed"
        return [Problem("keys", text)]
    return _doors_problems(rules, each.doors, inside, f"room {each.room}")


# --- alignments --------------------------------------------------------------------------------


def _check_alignment(survey: Survey, witness: Alignment) -> Verdict:
    """Whether no door of the map contradicts the graph; how many rooms and doors agree."""
    rooms = {room.name: room for room in survey.map.chambers}
    known = {room.name for room in survey.mission.rooms}
    problems = []
    images: dict[str, str] = {}
    for one, other in witness.rooms:
        if one not in rooms or other not in known:
            problems.append(Problem("no-place", f"there is no room {one} or no {other}"))
        elif one in images or other in images.values():
            problems.append(Problem("repeated", f"{one} or {other} is matched twice"))
        else:
            images[one] = other
    passages = {frozenset((p.tail, p.head)) for p in survey.mission.passages}
    doors = facing_doors(survey)
    agreed = 0
    for one, other in doors:
        if one in images and other in images:
            if frozenset((images[one], images[other])) in passages:
                agreed += 1
            else:
                text = f"the door between {one} and {other} is none between "
                problems.append(Problem("door", f"{text}{images[one]} and {images[other]}"))
    summary = f"{len(images)}/{len(rooms)} rooms, {agreed}/{len(doors)} doors"
    return Verdict(tuple(problems), summary)


def facing_doors(survey: Survey) -> list[tuple[str, str]]:
    """The pairs of neighbouring rooms of the map that have doors towards each other."""
    at = {(room.row, room.column): i for i, room in enumerate(survey.map.chambers)}
    found = []
    for i, room in enumerate(survey.map.chambers):
        for direction, opposite in (("s", "n"), ("e", "w")):
            down, right = DIRECTIONS[direction]
            j = at.get((room.row + down, room.column + right))
            if j is None or direction not in survey.map.doors[i]:
                continue
            if opposite in survey.map.doors[j]:
                found.append((room.name, survey.map.chambers[j].name))
    return found
