"""What the checker's replay saw, as facts for a user's judge."""

from __future__ import annotations

from collections.abc import Iterator

import clingo

from pylab.base.listing import signatures
from pylab.families.dungeon.check.plays import courses_of
from pylab.families.dungeon.check.rules import Thing, rules_of
from pylab.families.dungeon.model import Instance, Priced, Route, Stuck, Thrift, Wasted, Witness
from pylab.families.dungeon.terms import place_symbol
from pylab.text.facts import Fact, fact

TRACE = signatures("hero/2 keys/2 bombs/2 collected/3 opened/2 switched/1")
"""The predicates of what `trace_facts` gives."""


def trace_facts(instance: Instance, witness: Witness) -> list[Fact]:
    """A play, with the walks that it leaves out; nothing of other answers, or if it is impossible.

    hero(P, T): after T steps the hero is at P. keys(N, T), bombs(N, T): so many are left.
    collected(I, P, T): step T (0: the start) collects I = key, bomb or another thing, in quotes, at
    P. opened(L, T): step T opens the lock L, a name in quotes. switched(T): the switch is on.
    """
    if isinstance(witness, Priced):
        witness = witness.route
    if isinstance(witness, Route | Thrift | Stuck | Wasted):
        return list(_seen(instance, witness))
    return []


def _seen(instance: Instance, play: Route | Thrift | Stuck | Wasted) -> Iterator[Fact]:
    rules = rules_of(instance)
    courses = courses_of(rules, play)
    if not courses:
        return
    collected: frozenset[Thing] = frozenset()
    opened: frozenset[str] = frozenset()
    for time, state in enumerate(courses[0].states()):
        place = place_symbol(state.place)
        yield fact("hero", place, time)
        for name, price in (("keys", "key"), ("bombs", "bomb")):
            yield fact(name, rules.in_hand(price, state.collected, state.opened), time)
        for what in sorted({thing.what for thing in state.collected - collected}):
            yield fact("collected", clingo.String(what), place, time)
        for lock in sorted(state.opened - opened):
            yield fact("opened", clingo.String(lock), time)
        if state.switched:
            yield fact("switched", time)
        collected, opened = state.collected, state.opened
