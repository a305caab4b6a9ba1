"""Random labyrinths as texts, under random options, each with the raw data it was made from."""

from __future__ import annotations

import functools
import random
from dataclasses import asdict, dataclass, field
from fractions import Fraction

import theseus_rules as right
from theseus_rules import Maze, Rules, Way

OVERLAYS = {
    ("door", 1): "door-once",
    ("passage", 1): "passage-once",
    ("edge", 1): "edge-once",
    ("room", 1): "room-once",
    ("room", 2): "room-twice",
    ("room", 3): "room-thrice",
    ("point", 1): "point-once",
    ("leaving", "same-wall"): "same-wall",
    ("leaving", "back"): "back",
}

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Case:
    """A labyrinth's text, how it is asked, and what it means.

    Attributes:
        name, text: as a file.
        options, overlays: as on the command line.
        maze, rules: what they come to.
        reduced: whether the reduced graph is asked for.
    """

    name: str
    text: str
    maze: Maze
    rules: Rules
    options: dict = field(default_factory=dict)
    overlays: tuple = ()
    reduced: bool = False


@functools.cache
def case(seed):
    rng = random.Random(f"theseus case {seed}")
    return rng.choice((_drawn, _listed, _plan_facts, _edge_list, _graph_facts))(rng)


# rules, and the ways to say them


def _rules(rng, plan):
    kinds = ["door", "room", "passage", "edge", "point"] if plan else ["door", "passage", "edge"]
    chosen = rng.sample(kinds, rng.choice((0, 0, 1, 1, 1, 2, 3)) % (len(kinds) + 1))
    most = {"door": 3, "room": 3}
    limits = {kind: rng.randint(1, most.get(kind, 1)) for kind in chosen}
    leaving = rng.choice(("turn", "turn", "same-wall", "back")) if plan else "turn"
    return Rules(**limits, leaving=leaving)


def _said(rng, rules, in_facts):
    """The rules as options, as overlays, and as facts."""
    options, overlays, facts = {}, [], []
    for item in asdict(rules).items():
        name, value = item
        if value in (0, "turn"):
            continue
        ways = ["option", *["overlay"] * (item in OVERLAYS), *["fact"] * in_facts]
        way = rng.choice(ways)
        if way == "option":
            options[name] = str(value)
        elif way == "overlay":
            overlays.append(OVERLAYS[item])
        elif name == "leaving":
            facts.append("allowed(same_wall)." + " allowed(back)." * (value == "back"))
        else:
            facts.append(f"limit({name},{value}).")
    return options, tuple(overlays), "\n".join(facts)


def _case(rng, name, text, maze, rules, options, overlays):
    if not rules.limited and rng.random() < 0.4:
        return Case(name, text, maze, rules, {**options, "graph": "reduced"}, overlays, True)
    if rng.random() < 0.1:
        options = {**options, "graph": "full"}
    return Case(name, text, maze, rules, options, overlays)


# plans


def _rectangles(rng, width, height):
    """Rectangles of unit squares that fill a rectangle."""
    owner, found = {}, []
    merge = rng.choice((0.1, 0.4, 0.7))
    for y in range(height):
        for x in range(width):
            if (x, y) in owner:
                continue
            wide = high = 1
            while x + wide < width and (x + wide, y) not in owner and rng.random() < merge:
                wide += 1
            while y + high < height and rng.random() < merge:
                high += 1
            owner.update({(x + i, y + j): None for i in range(wide) for j in range(high)})
            found.append((x, y, wide, high))
    return found


def _floor(rng, xs, ys, step):
    """Rooms and openings on lines at xs and ys; openings at multiples of a step."""
    width, height = len(xs) - 1, len(ys) - 1
    rooms = [
        (xs[x], ys[y], xs[x + w] - xs[x], ys[y + h] - ys[y])
        for x, y, w, h in _rectangles(rng, width, height)
    ]

    def between(low, high):
        return [
            low + step * i for i in range(1, int((high - low) / step) + 1) if low + step * i < high
        ]

    doors, chance = set(), rng.choice((0.5, 0.8, 1.0))
    for i, (x, y, w, h) in enumerate(rooms):
        for x2, y2, w2, h2 in rooms[:i] + rooms[i + 1 :]:
            if rng.random() >= chance:
                continue
            spots = []
            if x + w == x2:
                spots = [(x2, at) for at in between(max(y, y2), min(y + h, y2 + h2))]
            elif y + h == y2:
                spots = [(at, y2) for at in between(max(x, x2), min(x + w, x2 + w2))]
            doors.update(rng.sample(spots, min(len(spots), rng.choice((1, 1, 1, 2)))))
    outer = [
        spot
        for x, y, w, h in rooms
        for spot in (
            *[(at, y) for at in between(x, x + w) if y == 0],
            *[(at, y + h) for at in between(x, x + w) if y + h == ys[-1]],
            *[(x, at) for at in between(y, y + h) if x == 0],
            *[(x + w, at) for at in between(y, y + h) if x + w == xs[-1]],
        )
    ]
    start, goal = rng.sample(sorted(set(outer)), 2)
    return rooms, sorted(doors), start, goal


def _drawn(rng):
    width, height = rng.randint(1, 3), rng.randint(1, 3)
    floor = _floor(rng, list(range(width + 1)), list(range(height + 1)), HALF)
    rooms, doors, start, goal = floor
    canvas = [[" "] * (4 * width + 1) for _ in range(2 * height + 1)]
    for x, y, w, h in rooms:
        left, right_, low, high = 4 * x, 4 * (x + w), 2 * (height - y), 2 * (height - y - h)
        for column in range(left, right_ + 1):
            for row in (low, high):
                canvas[row][column] = "-" if canvas[row][column] in " -" else "+"
        for row in range(high, low + 1):
            for column in (left, right_):
                canvas[row][column] = "|" if canvas[row][column] in " |" else "+"
    for mark, spots in (("o", doors), ("S", [start]), ("G", [goal])):
        for x, y in spots:
            canvas[int(2 * (height - y))][int(4 * x)] = mark
    text = "".join("".join(line) + "\n" for line in canvas)
    return _plan_case(rng, "x.plan", text, floor)


def _lines_at(rng, number):
    at = [Fraction(0)]
    for _ in range(number):
        at.append(at[-1] + Fraction(rng.choice(("1", "1", "2", "0.5", "1.5", "0.75"))))
    return at


def _fractional(rng):
    xs, ys = _lines_at(rng, rng.randint(1, 3)), _lines_at(rng, rng.randint(1, 3))
    return (xs, ys), _floor(rng, xs, ys, Fraction(rng.choice(("0.25", "0.25", "0.125", "0.2"))))


def _listed(rng):
    (xs, ys), floor = _fractional(rng)
    rooms, doors, start, goal = floor
    lines = [f"room n{i} {_words(room)}" for i, room in enumerate(rooms)]
    lines += [f"door {_words(door)}" for door in doors]
    lines += [f"start {_words(start)}", f"goal {_words(goal)}"]
    rng.shuffle(lines)
    lines.insert(rng.randint(0, 1), f"size {_words((xs[-1], ys[-1]))}")
    return _plan_case(rng, "x.plan", "".join(f"{line}\n" for line in lines), floor)


def _words(numbers):
    return " ".join(f"{float(number):g}" for number in numbers)


def _plan_facts(rng):
    (xs, ys), floor = _fractional(rng)
    rooms, doors, start, goal = floor
    scale = rng.choice((200, 1000))
    openings = sorted([*doors, start, goal], key=lambda p: (p[1], p[0]))

    def parts(*numbers):
        return ",".join(str(int(number * scale)) for number in numbers)

    facts = [f"scale({scale}).", f"size({parts(xs[-1], ys[-1])})."]
    facts += [f'room("n{i}",{parts(*room)}).' for i, room in enumerate(rooms)]
    facts += [f"door({i},{parts(*each)})." for i, each in enumerate(openings)]
    facts += [f"entrance({openings.index(start)}).", f"exit({openings.index(goal)})."]
    rng.shuffle(facts)
    return _plan_case(rng, "x.lp", "\n".join(facts) + "\n", floor)


def _plan_case(rng, name, text, floor):
    rules = _rules(rng, True)
    options, overlays, facts = _said(rng, rules, name.endswith(".lp"))
    maze = right.of_plan(*floor, rules.leaving)
    return _case(rng, name, f"{text}{facts}\n", maze, rules, options, overlays)


# graphs


_WEIGHTS = ("0", "1", "2", "1.0", "3.5", "0.50", "1.125", "2.25")


def _ends(rng, nodes):
    """As options: none, one or both of them."""
    start, goal = rng.sample(range(2 * nodes), 2)
    start, goal = rng.choice(
        ((None, None), (None, None), (start, goal), (start, None), (None, goal))
    )
    if (start == nodes - 1 and goal is None) or (goal == 0 and start is None):
        return None, None
    return start, goal


def _edge_list(rng):
    nodes = rng.randint(2, 5)
    rows = []
    for _ in range(rng.randint(1, 9)):
        ends = rng.randrange(nodes), rng.randrange(nodes)
        rows.append((*ends, rng.choice(_WEIGHTS), rng.choice("urdl"), rng.choice("urdl")))
        if rng.random() < 0.1:
            rows.append(rows[-1])
    if nodes - 1 not in {end for row in rows for end in row[:2]}:
        rows.append((0, nodes - 1, "2.5", "u", rng.choice("urdl")))
    arrows = None
    if rng.random() < 0.3:  # a turn on the spot is its own reverse, so `->` says nothing else
        arrows = ["<->" if row[0] == row[1] else rng.choice(("->", "<->")) for row in rows]
    text = f"node1,node2,weight,direction1,direction2{',arrow' if arrows else ''}\n"
    rows = [(*row, arrow) for row, arrow in zip(rows, arrows or ["<->"] * len(rows), strict=True)]
    text += "".join(",".join(map(str, row if arrows else row[:5])) + "\n" for row in rows)
    start, goal = _ends(rng, nodes)
    maze = right.of_rows([(a, b, Fraction(w), *rest) for a, b, w, *rest in rows], start, goal)
    rules = _rules(rng, False)
    options, overlays, _ = _said(rng, rules, False)
    for name, state in (("start", start), ("goal", goal)):
        if state is not None:
            options[name] = str(state)
    return _case(rng, "x.csv", text, maze, rules, options, overlays)


def _graph_facts(rng):
    nodes = rng.randint(1, 4)
    scale = rng.choice((1, 8, 1000))
    edges, ways = {}, []
    for number in range(rng.randint(1, 14)):
        ends = rng.randrange(2 * nodes), rng.randrange(2 * nodes)
        key = *ends, rng.randint(1, 3)
        passage = rng.choice((number, max(0, number - 1)))
        edges.setdefault(key, (rng.randint(0, 5 * scale), passage))
    for key, (weight, passage) in edges.items():
        ways.append(Way(*key, Fraction(weight, scale), passage))
    ends = rng.sample(range(2 * nodes), 2)
    facts = [f"scale({scale}).", f"nodes({nodes}).", f"start({ends[0]}).", f"goal({ends[1]})."]
    for (u, v, k), (weight, passage) in edges.items():
        facts += [f"edge({u},{v},{k},{weight}).", f"passage({u},{v},{k},{passage})."]
    rng.shuffle(facts)
    rules = _rules(rng, False)
    options, overlays, said = _said(rng, rules, True)
    maze = Maze(tuple(ways), nodes, *ends)
    start, goal = _ends(rng, nodes)
    if (ends[0] if start is None else start) != (ends[1] if goal is None else goal):
        maze = right.with_ends(maze, start, goal)
        options |= {
            name: str(state)
            for name, state in (("start", start), ("goal", goal))
            if state is not None
        }
    text = "\n".join([*facts, said]) + "\n"
    return _case(rng, "x.lp", text, maze, rules, options, overlays)
