"""Changes of a puzzle that leave its answers what they are: it is turned, or has other names."""

from __future__ import annotations

import clingo

from pylab.text.facts import Fact, fact

_TURNED = {"n": "e", "e": "n", "s": "w", "w": "s"}
_NORTH_SOUTH = {"n": "s", "s": "n"}
_EAST_WEST = {"e": "w", "w": "e", "ne": "nw", "nw": "ne", "se": "sw", "sw": "se"}
_DIAGONAL = {"n": "w", "w": "n", "e": "s", "s": "e", "ne": "sw", "sw": "ne"}


def _made(name, *arguments):
    return Fact(clingo.Function(name, list(arguments)))


def _number(symbol):
    return symbol.number if symbol.type is clingo.SymbolType.Number else None


def _word(symbol, table):
    return clingo.Function(table.get(str(symbol), str(symbol)))


def _one(facts, name):
    return next((each.arguments for each in facts if each.name == name), None)


def _has(facts, *names):
    return any(each.name in names for each in facts)


# --- ravensburger: a torus of tiles; n is up in the first coordinate, e in the second


def ravensburger_turned(facts, _rng):
    """Rows and columns change places."""
    for each in facts:
        match each.name, each.arguments:
            case (("field" | "init_on" | "goal_on"), [x, y]):
                yield _made(each.name, y, x)
            case ["connect", [x, y, d]]:
                yield _made("connect", y, x, _word(d, _TURNED))
            case _:
                yield each


def ravensburger_mirrored(facts, _rng):
    """South is north; without lines that can't be pushed, which have numbers."""
    if any(str(each.symbol) == "rule(fixed_lines)" for each in facts):
        return
    most = max(each.arguments[0].number for each in facts if each.name == "field")
    for each in facts:
        match each.name, each.arguments:
            case (("field" | "init_on" | "goal_on"), [x, y]):
                yield fact(each.name, most + 1 - x.number, y)
            case ["connect", [x, y, d]]:
                yield fact("connect", most + 1 - x.number, y, _word(d, _NORTH_SOUTH))
            case _:
                yield each


# --- alice


def _of_squares(facts, place, words):
    for each in facts:
        match each.name, each.arguments:
            case ["size", [w, h]]:
                yield fact("size", *place.size(w.number, h.number))
            case (("square" | "start" | "goal" | "begin" | "colour" | "arrow"), [x, y, *rest]):
                moved = place(x.number, y.number)
                rest = [_word(r, words) if each.name == "arrow" else r for r in rest]
                yield fact(each.name, *moved, *rest)
            case _:
                yield each


class _Place:
    def __init__(self, move, size):
        self.move, self.size = move, size

    def __call__(self, x, y):
        return self.move(x, y)


def alice_turned(facts, _rng):
    """Rows and columns change places."""
    place = _Place(lambda x, y: (y, x), lambda w, h: (h, w))
    yield from _of_squares(facts, place, _DIAGONAL)


def alice_mirrored(facts, _rng):
    """East is west."""
    width = _one(facts, "size")[0].number
    place = _Place(lambda x, y: (width - 1 - x, y), lambda w, h: (w, h))
    yield from _of_squares(facts, place, _EAST_WEST)


def alice_framed(facts, _rng):
    """With blank squares all around, on which nobody may land."""
    place = _Place(lambda x, y: (x + 1, y + 1), lambda w, h: (w + 2, h + 2))
    yield from _of_squares(facts, place, {})


# --- fractal


def _renamed(symbol, name):
    match symbol.type:
        case clingo.SymbolType.String:
            return clingo.String(name(symbol.string))
        case clingo.SymbolType.Function:
            return clingo.Function(symbol.name, [_renamed(each, name) for each in symbol.arguments])
    return symbol


def fractal_renamed(facts, rng):
    """Boxes, locations, states and symbols have other names."""
    names = {"inner": "inner", "internal": "internal"}

    def name(text):
        parts = text.split(".")
        for part in parts:
            names.setdefault(part, f"{rng.choice('abxyQZ')}{len(names)}")
        return ".".join(names[part] for part in parts)

    for each in facts:
        yield Fact(_renamed(each.symbol, name))


def fractal_spared(facts, _rng):
    """With a corridor that leads nowhere from nowhere."""
    if not _has(facts, "start"):
        return
    last = max((each.arguments[0].number for each in facts if each.name == "corridor"), default=0)
    yield from facts
    yield Fact(
        clingo.Function("corridor", [clingo.Number(last + 1), clingo.String("inner.spare1")])
    )
    yield Fact(
        clingo.Function("corridor", [clingo.Number(last + 1), clingo.String("inner.spare2")])
    )


# --- theseus


def _in_order(facts):
    """The doors numbered by y, then x, as they have to be."""
    doors = [each.arguments for each in facts if each.name == "door"]
    places = sorted((y.number, x.number, n) for n, x, y in doors)
    numbers = {n: clingo.Number(new) for new, (_, _, n) in enumerate(places)}
    for each in facts:
        if each.name in ("door", "entrance", "exit"):
            yield _made(each.name, numbers[each.arguments[0]], *each.arguments[1:])
        else:
            yield each


def theseus_turned(facts, _rng):
    """A plan whose x is y."""
    yield from _in_order(list(_plan_turned(facts)))


def theseus_mirrored(facts, _rng):
    """A plan whose east is west."""
    yield from _in_order(list(_plan_mirrored(facts)))


def _plan_turned(facts):
    if not _has(facts, "size"):
        return
    for each in facts:
        match each.name, each.arguments:
            case ["size", [w, h]]:
                yield fact("size", h, w)
            case ["room", [r, x, y, w, h]]:
                yield fact("room", r, y, x, h, w)
            case ["door", [n, x, y]]:
                yield fact("door", n, y, x)
            case _:
                yield each


def _plan_mirrored(facts):
    if not _has(facts, "size"):
        return
    width = _one(facts, "size")[0].number
    for each in facts:
        match each.name, each.arguments:
            case ["room", [r, x, y, w, h]]:
                yield fact("room", r, width - x.number - w.number, y, w, h)
            case ["door", [n, x, y]]:
                yield fact("door", n, width - x.number, y)
            case _:
                yield each


def theseus_backwards(facts, _rng):
    """The way from the exit to the entrance, where the rules are the same both ways."""
    if not _has(facts, "size") or _has(facts, "allowed"):
        return
    for each in facts:
        match each.name:
            case "entrance":
                yield fact("exit", *each.arguments)
            case "exit":
                yield fact("entrance", *each.arguments)
            case _:
                yield each


# --- dungeon


def _permuted(rng, symbols):
    known = sorted(set(symbols))
    others = rng.sample(known, len(known))
    return dict(zip(known, others, strict=True))


def dungeon_renamed(facts, rng):
    """Rooms have other names, passages of graphs other numbers."""
    if _has(facts, "standing", "emptied", "unlocked", "map"):
        return
    if _has(facts, "chamber"):
        rooms = {
            e.arguments[0]: clingo.String(f"r{n}")
            for n, e in enumerate(facts)
            if e.name == "chamber"
        }
        for each in facts:
            match each.name, list(each.arguments):
                case (("tile" | "chamber" | "void"), [room, *rest]):
                    yield _made(each.name, rooms.get(room, room), *rest)
                case ["warp", [one, a, other, b, *rest]]:
                    yield _made("warp", rooms.get(one, one), a, rooms.get(other, other), b, *rest)
                case _:
                    yield each
        return
    rooms = _permuted(rng, [e.arguments[0] for e in facts if e.name == "room"])
    ways = _permuted(rng, [e.arguments[0] for e in facts if e.name == "passage"])
    for each in facts:
        match each.name, list(each.arguments):
            case (("room" | "start" | "goal" | "sign" | "grants"), [room, *rest]):
                yield _made(each.name, rooms.get(room, room), *rest)
            case ["keys", [room, count]]:
                yield _made("keys", rooms.get(room, room), count)
            case ["passage", [way, one, other]]:
                yield _made("passage", ways[way], rooms.get(one, one), rooms.get(other, other))
            case (("locked" | "needs" | "sealed" | "mark"), [way, *rest]):
                yield _made(each.name, ways.get(way, way), *rest)
            case _:
                yield each


def dungeon_mirrored(facts, _rng):
    """East is west, in rooms of tiles."""
    if not _has(facts, "chamber") or _has(facts, "map", "standing", "emptied", "unlocked"):
        return
    rooms = {e.arguments[0]: e.arguments for e in facts if e.name == "chamber"}
    last = max(each[2].number for each in rooms.values())
    turned = {'"<"': clingo.String(">"), '">"': clingo.String("<")}
    for each in facts:
        match each.name, list(each.arguments):
            case ["tile", [room, row, column, what]]:
                width = rooms[room][4].number
                what = turned.get(str(what), what)
                yield fact("tile", room, row, width - 1 - column.number, what)
            case ["void", [room, row, column]]:
                yield fact("void", room, row, rooms[room][4].number - 1 - column.number)
            case ["chamber", [room, row, column, height, width]]:
                yield fact("chamber", room, row, last - column.number, height, width)
            case _:
                yield each


ALL = {
    name: {
        key.partition("_")[2]: value
        for key, value in globals().items()
        if key.startswith(f"{name}_")
    }
    for name in ("alice", "dungeon", "fractal", "ravensburger", "theseus")
}
"""By family and name: functions from facts, and randomness, to the facts of the same puzzle; none
where that can't be said."""
