"""Places, rooms and locks as the terms of the encodings, and back."""

from __future__ import annotations

import re

import clingo

from pylab.families.dungeon.model import (
    LOCKS,
    Dungeon,
    Mission,
    Tile,
    is_name,
    lock_name,
)
from pylab.text.facts import argument, type_of


def name_symbol(name: str) -> clingo.Symbol:
    """A room's name as clingo gets it: numbers as numbers, all others as strings."""
    if re.fullmatch(r"0|[1-9]\d{0,8}", name, re.ASCII):
        return clingo.Number(int(name))
    return clingo.String(name)


def place_of(symbol: clingo.Symbol) -> str | Tile | None:
    """The place that a term of the encodings stands for; None if it is none."""
    if symbol.type is type_of.Number:
        return str(symbol.number)
    if symbol.type is type_of.String:
        return symbol.string if is_name(symbol.string) else None
    if symbol.type is type_of.Function and symbol.name == "" and len(symbol.arguments) == 3:
        room, y, x = symbol.arguments
        if (room.type, y.type, x.type) == (type_of.String, type_of.Number, type_of.Number):
            tile = Tile(room.string, y.number, x.number)
            return tile if is_name(tile.room) else None
    return None


def place_symbol(place: str | Tile) -> clingo.Symbol:
    """The inverse of `place_of`."""
    if isinstance(place, Tile):
        tuple_ = [clingo.String(place.room), clingo.Number(place.y), clingo.Number(place.x)]
        return clingo.Function("", tuple_)
    return name_symbol(place)


PLACE = argument("a place", place_of, place_symbol)


def lock_of(symbol: clingo.Symbol) -> str | None:
    """The name of a lock: a string, or a term of the encodings; None if it is none."""
    if symbol.type is type_of.String:
        return symbol.string if symbol.string.isprintable() else None
    if symbol.type is not type_of.Function:
        return None
    arguments = symbol.arguments
    if symbol.name == "door" and len(arguments) == 1 and arguments[0].type is type_of.String:
        return arguments[0].string if is_name(arguments[0].string) else None
    tile = place_of(symbol)
    if isinstance(tile, Tile):
        return str(tile)
    if symbol.name == "" and len(arguments) == 2:
        one, other = (place_of(argument) for argument in arguments)
        return None if one is None or other is None else lock_name(one, other)
    return None


def lock_symbols(instance: Dungeon | Mission) -> dict[str, clingo.Symbol]:
    """What the encodings call the locks, by their names."""
    if isinstance(instance, Mission):
        pairs = [sorted(map(name_symbol, (p.tail, p.head))) for p in instance.passages if p.locked]
        names = [lock_name(p.tail, p.head) for p in instance.passages if p.locked]
        return {n: clingo.Function("", pair) for n, pair in zip(names, pairs, strict=True)}
    legends = {each.name for each in instance.legends}
    return {
        mark.name: clingo.Function("door", [clingo.String(mark.name)])
        if mark.name in legends
        else place_symbol(tile)
        for tile, mark in instance.marks().items()
        if mark.kind in LOCKS
    }
