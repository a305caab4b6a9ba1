"""Random dungeons, mission graphs and surveys of all shapes, with every tile, option and mark.

Unlike the family's own generator this one builds nothing that makes sense: tiles are thrown at
random, rooms may lie apart, lead nowhere or have no ways at all.
"""

from __future__ import annotations

import itertools
import random

from pylab.families.dungeon.model import (
    Chamber,
    Dungeon,
    Legend,
    Mission,
    Passage,
    Room,
    RoomMap,
    Survey,
    Warp,
    natural,
)

LETTERS = "hgfdc"
ITEMS = ("ladder", "raft", "boat", "item")
FLAGS = ("K", "I", "S1", "S2")
KINDS = ("key", "key", "boss", "bomb", "item")

PALETTES = (
    ("....##LLk", 0.9),
    ("...#LLkk<>^v", 0.9),
    ("....#LkB K".replace(" ", ""), 0.8),
    ("....#%%bbLk", 0.7),
    ("....#~iL k".replace(" ", ""), 0.8),
    ("....!ox#Lk", 0.8),
    ("...!oxL%kb<>^v", 0.7),
    ("..#_~^v<>kKbiLB%!ox", 0.9),
)
"""Tiles to be thrown, and how much of a room they cover; all else is floor or wall."""


def dungeon(rng: random.Random) -> Dungeon:
    """Up to four rooms, with up to five things and five locks."""
    while True:
        found = _thrown(rng)
        if found is not None:
            return found


def _thrown(rng: random.Random) -> Dungeon | None:
    signs, share = rng.choice(PALETTES)
    legends = _legends(rng)
    items = _items(rng)
    signs += "".join(legend.letter for legend in legends) * 2
    signs += "".join(letter for letter, _ in items)
    chambers = []
    cells = rng.sample([(0, 0), (0, 1), (1, 0), (1, 1), (-1, 0), (3, 3)], rng.choice((1, 1, 2, 3)))
    for number, (row, column) in enumerate(sorted(cells)):
        height, width = rng.randint(1, 3), rng.randint(1, 5)
        rows = [
            [rng.choice(signs) if rng.random() < share else "." for _ in range(width)]
            for _ in range(height)
        ]
        chambers.append((f"R{number}", row, column, rows))
    spots = [(rows, y, x) for *_, rows in chambers for y, row in enumerate(rows)
             for x in range(len(row))]  # fmt: skip
    rng.shuffle(spots)
    wanted = "@T" + "T" * (rng.random() < 0.15)
    if len(spots) < len(wanted):
        return None
    for sign in wanted:
        rows, y, x = spots.pop()
        rows[y][x] = sign
    warps = _warps(rng, chambers)
    rooms = tuple(
        Chamber(name, row, column, tuple("".join(line) for line in rows))
        for name, row, column, rows in chambers
    )
    text = "".join(line for room in rooms for line in room.rows)
    dear = sum(text.count(sign) for sign in "kbKi!")
    dear += sum(text.count(letter) for letter, _ in items)
    locks = text.count("L") + text.count("%") + sum(legend.letter in text for legend in legends)
    if dear > 5 or locks > 5:
        return None
    return Dungeon(
        name="thrown",
        chambers=rooms,
        keys=rng.choice((0, 0, 0, 1, 2)),
        bombs=rng.choice((0, 0, 1, 2, None)),
        legends=legends,
        items=items,
        warps=warps,
    )


def _legends(rng: random.Random) -> tuple[Legend, ...]:
    letters = rng.sample(LETTERS, rng.choice((0, 0, 1, 2)))
    found = []
    for letter in letters:
        kind = rng.choice(KINDS)
        name = rng.choice(ITEMS) if kind == "item" else f"door-{rng.choice('pqr')}-{kind}"
        found.append(Legend(letter, kind, name))
    return tuple(sorted(found))


def _items(rng: random.Random) -> tuple[tuple[str, str], ...]:
    letters = rng.sample("iyz", rng.choice((0, 0, 1, 2)))
    return tuple(sorted((letter, rng.choice(ITEMS)) for letter in letters))


def _warps(
    rng: random.Random, chambers: list[tuple[str, int, int, list[list[str]]]]
) -> tuple[Warp, ...]:
    """Stairs between tiles that nothing else needs."""
    if rng.random() < 0.6:
        return ()
    ends = []
    for digit in rng.sample("0123456789", 3):
        name, _, _, rows = rng.choice(chambers)
        y = rng.randrange(len(rows))
        x = rng.randrange(len(rows[0]))
        if rows[y][x] not in "@T" and not rows[y][x].isdigit():
            rows[y][x] = digit
            ends.append((name, digit))
    found = set()
    for _ in range(rng.randint(1, 2)):
        if len(ends) >= 2:
            one, other = rng.sample(ends, 2)
            found.add(Warp(*one, *other, rng.random() < 0.5))
    return tuple(sorted(found))


def mission(rng: random.Random) -> Mission:
    """Up to six rooms; passages may be one-way, locked one way, doubled, sealed, or missing."""
    count = rng.randint(1, 6)
    names = [str(n) for n in range(count)]
    if rng.random() < 0.1:
        names[-1] = rng.choice(("last room", "K", "S1", "007"))
    if count > 3 and rng.random() < 0.1:
        names[-2:] = ["0-1", "1-2"]
    names.sort(key=natural)
    flags = rng.sample(FLAGS, rng.choice((0, 0, 1, 2)))
    keys = rng.choice((0, 1, 2, 3, 4))
    held = [rng.randrange(count) for _ in range(keys)]
    rooms = tuple(
        Room(
            name,
            held.count(number),
            tuple(sorted(f for f in flags if rng.random() < 0.4)),
            tuple(sorted(s for s in "beimp" if rng.random() < 0.05)),
        )
        for number, name in enumerate(names)
    )
    passages: dict[tuple[str, str, bool, tuple[str, ...], bool], Passage] = {}
    symmetric = rng.random() < 0.5
    locked = rng.choice((0.0, 0.3, 0.6))
    for one, other in itertools.combinations(names, 2):
        if rng.random() < (0.25 if count > 3 else 0.1):
            continue
        if count > 3 and rng.random() < 0.4:
            continue
        style = _style(rng, locked, flags)
        for tail, head in ((one, other), (other, one)):
            if not symmetric:
                if rng.random() < 0.2:
                    continue
                if rng.random() < 0.4:
                    style = _style(rng, locked, flags)
            for each in (style, _style(rng, locked, flags))[: 1 + (rng.random() < 0.07)]:
                passages[(tail, head, *each[:3])] = Passage(tail, head, *each)
    order = list(passages.values())
    rng.shuffle(order)
    goals = rng.sample(names, min(count, rng.choice((0, 1, 1, 1, 1, 1, 2))))
    return Mission(rooms, tuple(order), rng.choice(names), tuple(sorted(goals, key=natural)))


def _style(
    rng: random.Random, locked: float, flags: list[str]
) -> tuple[bool, tuple[str, ...], bool, tuple[str, ...]]:
    asked = tuple(sorted(f for f in {*flags, "S9"} if rng.random() < (0.02 if f == "S9" else 0.2)))
    marks = tuple(sorted(m for m in ("b", "l", "O") if rng.random() < 0.05))
    return rng.random() < locked, asked, rng.random() < 0.05, marks


def survey(rng: random.Random) -> Survey:
    """A map of up to five rooms and a graph of up to six that need not have to do with it."""
    cells = [(row, column) for row in range(2) for column in range(3)]
    chosen = sorted(rng.sample(cells, rng.randint(1, 5)))
    chambers = tuple(Chamber(f"{'ABC'[c]}{r + 1}", r, c, ("F",)) for r, c in chosen)
    doors = []
    for row, column in chosen:
        found = set()
        for way, (down, right) in (("n", (-1, 0)), ("s", (1, 0)), ("w", (0, -1)), ("e", (0, 1))):
            inside = (row + down, column + right) in chosen
            if rng.random() < (0.8 if inside else 0.06):
                found.add(way)
        doors.append(frozenset(found))
    graph = mission(rng)
    return Survey(RoomMap("thrown", chambers, tuple(doors)), graph)
