"""Key margins and guaranteed keys: what is in reach with some doors open."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from pylab.base.verdict import Problem, Verdict
from pylab.base.words import counted
from pylab.families.dungeon.check.census import census, differs, merged
from pylab.families.dungeon.check.rules import Rules, rules_of, spread
from pylab.families.dungeon.model import (
    Guarantee,
    Guaranteed,
    Instance,
    Margin,
    Place,
    Tile,
    place_order,
    room_of,
)

_ALL_SETS = 2000
"""Up to this many sets of doors are tried to confirm that a number is the least or the most."""


def refusal(instance: Instance, two_way: bool) -> str:
    """Why margins (two_way) or guarantees don't apply to an instance; empty if they do."""
    rules = rules_of(instance)
    if rules.switches:
        return "it has switches, and toggle blocks come and go"
    if not two_way:
        spent = "bomb" in rules.prices.values()
        return "its bombs run out (bombs=renewable never do)" if spent else ""
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


def _misfit(says: str, reason: str) -> Verdict:
    return Verdict((Problem("misfit", f"{says} nothing about this dungeon: {reason}"),))


def _verdict(problems: Sequence[Problem], summary: str, tried: bool) -> Verdict:
    """The verdict; if all sets of doors were tried, it proves that nothing is better."""
    return Verdict(tuple(problems), summary, proves=("optimal",) if tried else ())


def _keys(count: int) -> str:
    return counted(count, "key")


def check_margin(instance: Instance, rules: Rules, witness: Margin) -> Verdict:
    """Whether the doors leave that margin, and no others leave less.

    Where bombs run out it is what is left to open something with, in the order of a play.
    """
    reason = refusal(instance, two_way=True)
    if reason:
        return _misfit("a margin says", reason)
    rules, _ = merged(rules)
    spent = "bomb" in rules.prices.values()
    problems = list(_margin_problems(rules, witness, spent))
    sets = None if problems else _door_sets(rules, frozenset(rules.prices), spent)
    if sets is not None:
        values = (_left(rules, d, region, spent) for d, region in sets.items())
        least = min((value for value in values if value is not None), default=None)
        if least != witness.margin:
            problems.append(differs("margin", witness.margin, least))
    if witness.extra is not None and not problems:
        problems += _repair_problems(instance, witness)
    if witness.margin is None:
        return Verdict(tuple(problems), "nothing can keep the hero from the goal")
    safe = "nobody gets locked out" if witness.margin >= 1 else "the hero can get locked out"
    tried = f"tried against every {'order' if spent else 'set'} of doors"
    who = tried if sets is not None else "that it is the least is not checked"
    return _verdict(problems, f"margin {witness.margin}: {safe} ({who})", sets is not None)


def _margin_problems(rules: Rules, witness: Margin, spent: bool) -> Iterator[Problem]:
    """What is wrong with the doors, and with what they leave."""
    if spent and (witness.extra is not None or witness.freed or witness.moved):
        text = "where bombs run out nothing is said of what would make it safe"
        yield Problem("extra", text)
    if witness.margin is None:
        if not rules.goals & _open_region(rules, ()):
            yield Problem("margin", "the goal is not in reach at once, so there is a margin")
        return
    prices = ("key", "bomb") if spent else ("key",)
    wrong = _doors_problems(rules, witness.doors, rules.goals, "the goal", prices)
    yield from wrong
    if wrong:
        return
    doors = frozenset(witness.doors)
    paid = _door_sets(rules, doors, spent) if spent else None
    left = _left(rules, doors, _open_region(rules, doors), spent)
    if paid is not None and doors not in paid:
        names = _list(witness.doors)
        yield Problem("unpaid", f"no order pays for opening {names} and no other")
    elif left != witness.margin:
        yield differs("margin", witness.margin, left)


def _hand(rules: Rules, doors: Collection[str], region: Iterable[Place], price: str) -> int:
    """Keys, or bombs, that are left when these doors are open and all in reach is collected."""
    things = (thing for place in region for thing in rules.things.get(place, ()))
    return rules.in_hand(price, things, doors)


def _left(
    rules: Rules, doors: Collection[str], region: frozenset[Place], spent: bool
) -> int | None:
    """Keys that are left with these doors open; None if the goal is in reach.

    Where bombs run out, those keys and bombs that open another door in reach.
    """
    if rules.goals & region:
        return None
    useful = {rules.prices[lock] for lock in _touched(rules, region).difference(doors)}
    return sum(_hand(rules, doors, region, price) for price in (useful if spent else {"key"}))


def _door_sets(
    rules: Rules, among: frozenset[str], paid: bool = False
) -> Mapping[frozenset[str], frozenset[Place]] | None:
    """All sets of doors that can be opened one after the other, with what is in reach then.

    None if there are more than _ALL_SETS of them.

    Args:
        rules: of the dungeon.
        among: the doors that may be opened.
        paid: whether there must be a key or a bomb for each, and none opens after the goal.
    """
    found: dict[frozenset[str], frozenset[Place]] = {}

    def onward(doors: frozenset[str]) -> Iterator[frozenset[str]]:
        if len(found) > _ALL_SETS:
            return
        region = found[doors] = _open_region(rules, doors)
        if paid and rules.goals & region:
            return
        for lock in sorted((_touched(rules, region) & among) - doors):
            if not paid or _hand(rules, doors, region, rules.prices[lock]) > 0:
                yield doors | {lock}

    spread([frozenset[str]()], onward)
    return found if len(found) <= _ALL_SETS else None


def _doors_problems(
    rules: Rules,
    doors: Sequence[str],
    outside: frozenset[Place],
    what: str,
    prices: Sequence[str] = ("key",),
) -> list[Problem]:
    """What is wrong with opening these doors and nothing else, while `outside` is out of reach."""
    unknown = [door for door in doors if rules.prices.get(door) not in prices]
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
    opened, held = set(doors), set[str]()

    def onward(place: Place) -> Iterator[Place]:
        for passage in rules.onward(place):
            closed = passage.lock and passage.lock not in opened
            up = passage.switched  # no switch turns where regions are asked for
            if not closed and not up and all(group & held for group in passage.flags):
                yield passage.target

    while True:
        region = spread([rules.start], onward)
        found = {thing.what for place in region for thing in rules.things.get(place, ())}
        if found <= held:
            return frozenset(region)
        held |= found


def _touched(rules: Rules, region: frozenset[Place]) -> set[str]:
    """The locks that can be tried from within the region."""
    held = {thing.what for place in region for thing in rules.things.get(place, ())}
    return {
        passage.lock
        for place in region - rules.goals
        for passage in rules.passages[place]
        if passage.lock and all(group & held for group in passage.flags)
    }


def _repair_problems(instance: Instance, witness: Margin) -> list[Problem]:
    problems = []
    needed = 0 if witness.margin is None else max(0, 1 - witness.margin)
    if witness.extra != needed:
        problems.append(differs("extra", witness.extra, needed))
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


def check_guaranteed(instance: Instance, rules: Rules, witness: Guaranteed) -> Verdict:
    """Whether the numbers are attained by their doors, and by no more doors."""
    reason = refusal(instance, two_way=False)
    if reason:
        return _misfit("guarantees say", reason)
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
    sets = None if problems else _door_sets(rules, frozenset(rules.prices))
    for each in witness.rooms if sets is not None else ():
        regions = (sets or {}).items()
        counts = [len(doors) for doors, region in regions if not rooms[each.room] & region]
        if each.keys and max(counts, default=0) >= each.keys:
            doors = counted(max(counts), "door")
            text = f"room {each.room}: {doors} can be open before it is in reach"
            problems.append(Problem("keys", text))
    most = max((each.keys or 0 for each in witness.rooms), default=0)
    tried = "tried against every set of doors"
    summary = f"{counted(len(names), 'room')}, {_keys(most)} at most; each number is attained, "
    summary += tried if sets is not None else "that none is higher is not checked"
    return _verdict(problems, summary, sets is not None)


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
