"""Puzzles without an answer, and what becomes of them when requirements are let go of.

Each family's changes are made once more here, on the instance's own data: nothing is shared with
`reasons.lp` but the names of requirements.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import clingo
from asking import ask

from pylab import registry, resources
from pylab.facts import Fact, fact, integer
from pylab.families.dungeon.model import Dungeon, Mission, Passage, Tile
from pylab.families.fractal.model import Pushdown
from pylab.families.theseus.model import Rules
from pylab.finding import Status

TASKS = {
    "alice": "shortest",
    "dungeon": "solve",
    "fractal": "escape",
    "ravensburger": "plan",
    "theseus": "paths",
}
RELAXES = {"alice": {"colour"}, "theseus": {"limit"}}
"""The predicates of facts that may be let go of, as the headers should say."""


def solvable(name: str, instance: Any) -> bool:
    """By the native search."""
    report, _ = ask(name, instance, TASKS[name], engine="native", models=1)
    assert report.status is not Status.UNKNOWN
    return report.status is Status.FOUND


def sample(name: str, rng: random.Random) -> Any:
    """A small random puzzle that `reasons.lp` is for; pushdown systems have no corridors."""
    while isinstance(instance := registry.get(name).sample(rng), Pushdown):
        pass
    return instance


def hopeless(name: str, seed: object) -> Any:
    """A small random puzzle without an answer."""
    rng = random.Random(f"hopeless {name} {seed}")
    while True:
        instance = sample(name, rng)
        if name == "ravensburger":
            instance = replace(instance, max_steps=rng.choice((0, 0, 1)), rules=frozenset())
        if name == "theseus":
            rules = Rules(door=rng.choice((0, 0, 1)), room=rng.choice((0, 1)))
            instance = replace(instance, rules=rules)
        if name == "dungeon":
            instance = poorer(instance, rng)
        if name == "alice" and instance.width * instance.height > 9:
            continue
        if not solvable(name, instance):
            return instance


def poorer(instance: Dungeon | Mission, rng: random.Random) -> Dungeon | Mission:
    """With fewer keys and flags."""
    if isinstance(instance, Mission):
        rooms = tuple(replace(r, keys=0) if rng.random() < 0.7 else r for r in instance.rooms)
        rooms = tuple(replace(r, flags=()) if rng.random() < 0.5 else r for r in rooms)
        return replace(instance, rooms=rooms)
    gone = [t for t, g in instance.glyphs().items() if g in "kKi" and rng.random() < 0.7]
    return floored(instance, gone)


def floored(instance: Dungeon, tiles: Collection[Tile], walls: Collection[str] = ()) -> Dungeon:
    """With these tiles made floor, and the walls and voids of these rooms."""
    chambers = []
    for room in instance.chambers:
        rows = []
        for y, row in enumerate(room.rows):
            glyphs = [
                "."
                if Tile(room.name, y, x) in tiles or (room.name in walls and glyph in "#_")
                else glyph
                for x, glyph in enumerate(row)
            ]
            rows.append("".join(glyphs))
        chambers.append(replace(room, rows=tuple(rows)))
    return replace(instance, chambers=tuple(chambers))


@dataclass
class Program:
    """`reasons.lp` with an instance, in a solver of its own, without assumptions."""

    name: str
    facts: Sequence[Fact]

    def control(self) -> clingo.Control:
        said: list[str] = []
        control = clingo.Control(["--warn=all"], logger=lambda _, text: said.append(text))
        control.load(str(resources.encodings(self.name) / "reasons.lp"))
        with control.backend() as backend:
            for each in self.facts:
                atom = backend.add_atom(each.symbol)
                free = each.name in RELAXES.get(self.name, ())
                backend.add_rule([atom], choice=free)
                if free:
                    relaxed = backend.add_atom(clingo.Function("relaxed", [each.symbol]))
                    backend.add_rule([relaxed], [-atom])
        control.ground([("base", [])])
        assert not said
        return control

    def known(self) -> list[clingo.Symbol]:
        """All requirements."""
        control = self.control()
        found = control.symbolic_atoms.by_signature("relaxed", 1)
        return sorted(atom.symbol.arguments[0] for atom in found)

    def answer(self, insisted: Iterable[clingo.Symbol]) -> list[clingo.Symbol] | None:
        """What is let go of in an answer that meets these requirements; None if there is none."""
        control = self.control()
        atoms = {a.symbol: a.literal for a in control.symbolic_atoms.by_signature("relaxed", 1)}
        with control.backend() as backend:
            for each in insisted:
                backend.add_rule([], [atoms[clingo.Function("relaxed", [each])]])
        with control.solve(yield_=True) as handle:
            for model in handle:
                shown = model.symbols(atoms=True)
                return [s.arguments[0] for s in shown if s.match("relaxed", 1)]
            assert handle.get().unsatisfiable
        return None


def relaxed(name: str, instance: Any, loose: Sequence[clingo.Symbol]) -> bool:
    """Whether there is an answer when just these requirements are let go of, natively."""
    return _RELAXED[name](instance, [Fact(each) for each in loose])


def _alice(maze: Any, loose: Sequence[Fact]) -> bool:
    puzzles = registry.get("alice")
    facts = puzzles.facts(maze)
    painted = [each for each in loose if each.name == "paint"]
    for each in loose:
        if each.name == "arrow" and each not in facts:
            facts.append(each)
        if each.name == "colour":  # let go of; black if it is not painted, so that it is no blank
            facts.remove(each)
            if not any(list(p.arguments[:2]) == list(each.arguments[:2]) for p in painted):
                facts.append(fact("colour", *each.arguments[:2], "black"))
    coloured = {tuple(each.arguments[:2]) for each in facts if each.name == "colour"}
    for each in painted:
        assert tuple(each.arguments[:2]) not in coloured
        facts.append(fact("colour", *each.arguments))
    return solvable("alice", puzzles.from_facts(facts))


def _ravensburger(board: Any, loose: Sequence[Fact]) -> bool:
    openings = {
        (integer(each, 0), integer(each, 1), str(each.arguments[2]))
        for each in loose
        if each.name == "connect"
    }
    more = 4 * any(each.name == "max_steps" for each in loose)
    wider = replace(
        board, connections=board.connections | openings, max_steps=board.max_steps + more
    )
    return solvable("ravensburger", wider)


def _fractal(labyrinth: Any, loose: Sequence[Fact]) -> bool:
    pairs = {name: [] for name in ("corridor", "oneway")}
    for each in loose:
        pairs[each.name].append(tuple(a.string for a in each.arguments))
    corridors = tuple(tuple(sorted(pair)) for pair in pairs["corridor"])
    wider = replace(
        labyrinth,
        cliques=labyrinth.cliques + corridors,
        oneways=labyrinth.oneways + tuple(pairs["oneway"]),
    )
    return solvable("fractal", wider)


def _theseus(puzzle: Any, loose: Sequence[Fact]) -> bool:
    """By trying all ways, for limits of doors and rooms; rooms may be left straight on, too."""
    facts = registry.get("theseus").facts(puzzle)
    gone = [each for each in loose if each.name == "limit"]
    doors = {tuple(integer(f, i) for i in (1, 2)): integer(f, 0) for f in facts if f.name == "door"}
    places = [*doors, *(tuple(integer(f, i) for i in (0, 1)) for f in loose if f.name == "door")]
    entrance, exit_ = (
        next(p for p, n in doors.items() if fact(kind, n) in facts) for kind in ("entrance", "exit")
    )
    rooms = [[integer(f, i) for i in range(1, 5)] for f in facts if f.name == "room"]
    limits = {str(f.arguments[0]): integer(f, 1) for f in facts if f.name == "limit"}
    for each in gone:
        del limits[str(each.arguments[0])]
    manners = {str(f.arguments[0]) for f in (*facts, *loose) if f.name in ("allowed", "leaving")}
    sides: dict[tuple[tuple[int, ...], int], str] = {}
    for x, y in places:
        for number, (left, low, wide, high) in enumerate(rooms):
            if left < x < left + wide and y in (low, low + high):
                sides[(x, y), number] = "s" if y == low else "n"
            if low < y < low + high and x in (left, left + wide):
                sides[(x, y), number] = "w" if x == left else "e"

    def may(one: Any, other: Any, room: int) -> bool:
        here, there = sides[one, room], sides[other, room]
        if here == there:
            return ("back" if one == other else "same_wall") in manners
        return "straight" in manners if {here, there} in ({"n", "s"}, {"e", "w"}) else True

    def walk(door: Any, room: int, states: set[Any], passed: Mapping[Any, int]) -> bool:
        """From inside a room, come in by a door."""
        crossed = passed.get(room, 0) + 1
        if crossed > limits.get("room", 99):
            return False
        for other in (place for place, number in sides if number == room):
            count = passed.get(other, 0) + 1
            if not may(door, other, room) or count > limits.get("door", 99):
                continue
            if other == exit_:
                return True
            behind = [n for place, n in sides if place == other and n != room]
            if not behind or (other, behind[0]) in states:
                continue
            now = {**passed, room: crossed, other: count}
            if walk(other, behind[0], states | {(other, behind[0])}, now):
                return True
        return False

    first = next(number for place, number in sides if place == entrance)
    return walk(entrance, first, {(entrance, first)}, {entrance: 1})


def _dungeon(instance: Any, loose: Sequence[Fact]) -> bool:
    given = {(str(f.arguments[0]), integer(f, 1)) for f in loose if f.name == "more"}
    more = {"key": 0, "bomb": 0}
    for kind in more:  # a second one only after a first one
        while (kind, more[kind] + 1) in given:
            more[kind] += 1
    named = [(each.name, each.arguments[0]) for each in loose]
    if isinstance(instance, Mission):
        return solvable("dungeon", _richer(instance, loose, more["key"]))
    letters = {each.name: each.letter for each in instance.legends}
    tiles = set()
    for kind, term in named:
        if kind in ("lock", "floor"):
            if term.name == "door":
                letter = letters[term.arguments[0].string]
                tiles |= {tile for tile, glyph in instance.glyphs().items() if glyph == letter}
            else:
                room, y, x = term.arguments
                tiles.add(Tile(room.string, y.number, x.number))
    walls = [term.string for kind, term in named if kind == "walls"]
    opened = floored(instance, tiles, walls)
    bombs = None if instance.bombs is None else instance.bombs + more["bomb"]
    return solvable("dungeon", replace(opened, keys=instance.keys + more["key"], bombs=bombs))


def _name(term: clingo.Symbol) -> str:
    return str(term.number) if term.type is clingo.SymbolType.Number else term.string


def _richer(mission: Mission, loose: Sequence[Fact], keys: int) -> Mission:
    flags = {each.arguments[0].string for each in loose if each.name == "grants"}
    locks = [each.arguments[0] for each in loose if each.name == "lock"]
    opened = [{_name(end) for end in lock.arguments} for lock in locks]
    free = tuple(
        Passage(*(_name(a) for a in each.arguments)) for each in loose if each.name == "passage"
    )
    rooms = tuple(
        replace(r, keys=r.keys + keys, flags=tuple(sorted({*r.flags, *flags})))
        if r.name == mission.start
        else r
        for r in mission.rooms
    )
    passages = tuple(
        replace(p, locked=False) if {p.tail, p.head} in opened else p for p in mission.passages
    )
    ends = {(p.tail, p.head) for p in free}
    kept = tuple(p for p in passages if (p.tail, p.head) not in ends)
    return replace(mission, rooms=rooms, passages=kept + free)


_RELAXED: dict[str, Callable[[Any, Sequence[Fact]], bool]] = {
    "alice": _alice,
    "dungeon": _dungeon,
    "fractal": _fractal,
    "ravensburger": _ravensburger,
    "theseus": _theseus,
}


def lets_go(name: str, instance: Any, changed: Any, requirement: Fact) -> bool:
    """Whether a changed instance does not meet a requirement of the original one."""
    puzzles = registry.get(name)
    before, after = puzzles.facts(instance), puzzles.facts(changed)
    kind = requirement.name
    if name == "alice":
        return kind == "arrow" and requirement in after
    if name == "ravensburger":
        return kind == "max_steps" and changed.max_steps > instance.max_steps
    if name == "theseus":
        places = {tuple(f.arguments[1:]) for f in after if f.name == "door"}
        return kind == "door" and tuple(requirement.arguments) in places
    if name == "fractal":
        ends = tuple(a.string for a in requirement.arguments)
        if kind == "oneway":
            return ends in changed.oneways
        return any(set(ends) <= set(c) for c in changed.cliques)
    given = [each for each in after if each not in before]
    if kind == "more":
        what = f"{requirement.arguments[0]}s"
        return _held(after, what) - _held(before, what) >= integer(requirement, 1)
    if kind == "grants":
        return any(f.name == "grants" and f.arguments[1] == requirement.arguments[0] for f in given)
    if kind == "passage":
        return _joined(after, requirement) and not _joined(before, requirement)
    if kind in ("floor", "lock") and isinstance(instance, Dungeon):
        term = requirement.arguments[0]
        shown = {tuple(f.arguments[:3]): str(f.arguments[3]) for f in before if f.name == "tile"}
        floor = [tuple(f.arguments[:3]) for f in given if f.name == "tile"]
        if term.name != "door":
            return tuple(term.arguments) in floor
        letters = {f'"{e.letter}"' for e in instance.legends if e.name == term.arguments[0].string}
        return any(shown[tile] in letters for tile in floor)
    return False


def _held(facts: Sequence[Fact], what: str) -> int:
    """The keys or bombs at the start: a dungeon's, or those in a mission's first room."""
    start = [f.arguments[0] for f in facts if f.name == "start"]
    numbers = [
        f.arguments[-1]
        for f in facts
        if f.name == what and (len(f.arguments) == 1 or f.arguments[0] in start)
    ]
    return sum(n.number for n in numbers if n.type is clingo.SymbolType.Number)


def _joined(facts: Sequence[Fact], passage: Fact) -> bool:
    ends = list(passage.arguments)
    sealed = {f.arguments[0] for f in facts if f.name == "sealed"}
    return any(
        f.name == "passage" and list(f.arguments[1:]) == ends and f.arguments[0] not in sealed
        for f in facts
    )
