"""Plays, replayed step by step; walks that they skip are filled in."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pylab.base.verdict import Problem, Verdict
from pylab.base.words import counted
from pylab.families.dungeon.check.census import census, merged
from pylab.families.dungeon.check.rules import Node, Rules, State, path_to, rules_of, spread
from pylab.families.dungeon.model import (
    Instance,
    Place,
    Play,
    Route,
    Stuck,
    Thrift,
    Wasted,
    place_order,
)

_LISTED = 8
"""So many places are named; more are counted."""

_ALL_STATES = 20_000
"""Up to this many states are gone through to confirm that no play spends fewer keys."""


Skips = Literal["nothing", "gaps", "anywhere"]
"""Where a play may leave out walks: nowhere, where there is no step, or between any two places."""


class Course(NamedTuple):
    """A state, and how it came about, step by step."""

    state: State
    before: Course | None = None

    def states(self) -> list[State]:
        """From the first one on."""
        found: list[State] = []
        course: Course | None = self
        while course is not None:
            found.append(course.state)
            course = course.before
        return found[::-1]


class Replay(NamedTuple):
    """What became of a play.

    Attributes:
        problem: the rule that it breaks first; None if it breaks none.
        courses: what it may be, to its end or to the problem. There are several only where two
            passages with different locks join two places, or a walk that is skipped may have
            turned the switch.
    """

    problem: Problem | None
    courses: tuple[Course, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """A play for whoever shows it.

    Attributes:
        places: step by step; as they were given, if no such play is possible.
        region: where the hero can still walk, if the play is said to end stuck.
        wasted: the locks that were opened then.
        doomed: where the hero may be dead: of each place, of how many of its states in how many
            the goal can't be reached any more.
        states: as many as there are places; none if no such play is possible.
    """

    places: tuple[Place, ...] = ()
    region: frozenset[Place] = frozenset()
    wasted: frozenset[str] = frozenset()
    doomed: Mapping[Place, tuple[int, int]] = field(default_factory=dict)
    states: tuple[State, ...] = ()


def played(instance: Instance, play: Play) -> Played:
    """A play with what it skips."""
    rules = rules_of(instance)
    courses = courses_of(rules, play)
    if not courses:
        return Played(() if isinstance(play, Wasted) else play.places)
    course = courses[0]
    if len(courses) > 1:
        course = next((each for each in courses if not unfinished(rules, each.state)), course)
    stuck = isinstance(play, Stuck | Wasted)
    region = frozenset(node[0] for node in _quiet(rules, course.state) if stuck)
    wasted = course.state.opened - rules.first().opened if stuck else frozenset()
    states = tuple(course.states())
    return Played(tuple(state.place for state in states), region, wasted, states=states)


def doomed(instance: Instance) -> Played:
    """No play, but where the hero may be dead, all plays gone through."""
    found = census(rules_of(instance), moves=True)
    states = Counter(node[0] for node, _ in found.reached)
    dead = states - Counter(node[0] for node, _ in found.live)
    return Played(doomed={place: (dead[place], states[place]) for place in states if dead[place]})


def courses_of(rules: Rules, play: Play) -> list[Course]:
    """What a play may be, with what it skips; none if it is not possible."""
    readings = (each for each in _readings(rules, play) if each.problem is None)
    return [course for each in readings for course in each.courses]


def _readings(rules: Rules, play: Play) -> Iterator[Replay]:
    """How a play may be understood, the cheaper way first."""
    if isinstance(play, Wasted):
        yield _squander(rules, play.doors)
    elif isinstance(play, Route):
        yield replay(rules, play.places)
    else:
        yield replay(rules, play.places, "gaps")
        yield replay(rules, play.places, "anywhere")


def check_play(rules: Rules, play: Play) -> Verdict:
    """Whether the play is possible, and ends as it is said to."""
    verdicts = []
    for replayed in _readings(rules, play):
        verdicts.append(_verdict_on(rules, play, replayed))
        if verdicts[-1].valid:
            return verdicts[-1]
    return verdicts[0]


def _verdict_on(rules: Rules, play: Play, replayed: Replay) -> Verdict:
    """The verdict on one reading of a play."""
    if replayed.problem is not None:
        trace = _trace(rules, replayed.courses[0]) if replayed.courses else ()
        return Verdict((replayed.problem,), trace=trace)
    if isinstance(play, Stuck | Wasted):
        return _check_stuck(rules, replayed.courses)
    course = min(replayed.courses, key=lambda each: len(_spent(rules, each.state)))
    spent = len(_spent(rules, course.state))
    summary = f"{_length(rules, course)}, the goal at {course.state.place} reached"
    problem = not_at_goal(rules, play.places)
    if problem is None and isinstance(play, Thrift):
        fewer = _with_fewer(rules, spent)
        if fewer:
            text = f"{counted(spent, 'key')} spent, and some play to the goal spends fewer"
            problem = Problem("spent", text)
        elif fewer is None:
            summary += " (that none spends fewer is not checked)"
    return Verdict((problem,) if problem else (), summary, _trace(rules, course))


def not_at_goal(rules: Rules, places: Sequence[Place]) -> Problem | None:
    """The problem of a play that doesn't end at a goal."""
    if places[-1] in rules.goals:
        return None
    return Problem("goal", f"the play ends at {places[-1]}, which is no goal")


def _check_stuck(rules: Rules, courses: Sequence[Course]) -> Verdict:
    """Whether nothing is left to be done at the end of one of the courses."""
    for course in courses:
        problem = unfinished(rules, course.state)
        if problem is None:
            break
    length, trace = _length(rules, course, named=problem is None), _trace(rules, course)
    if problem is not None:
        return Verdict((problem,), length, trace)
    region = _some(node[0] for node in _quiet(rules, course.state))
    then = f"then the hero can walk to {region}, where nothing is left to collect or open"
    return Verdict((), f"{length}; {then}", trace)


def _squander(rules: Rules, doors: Collection[str]) -> Replay:
    """Collect all in reach, and open these doors while there are keys, until nothing is left."""
    unknown = [door for door in doors if door not in rules.prices]
    if unknown:
        return Replay(Problem("no-lock", f"there is no locked door {unknown[0]}"))
    course: Course | None = Course(rules.first())
    while course is not None:
        last = course
        course = _next_event(rules, last, ()) or _next_event(rules, last, doors)
    return Replay(None, (last,))


def _next_event(rules: Rules, course: Course, doors: Collection[str]) -> Course | None:
    """On to the nearest event that opens none but these doors; None if there is none."""
    state = course.state
    before = _quiet(rules, state)
    for place, switched in before:
        here = State(place, *state.combination, switched)
        for passage in rules.special[place]:
            if not rules.hindrance(passage, here):
                after = rules.after(passage, here)
                new = after.opened - here.opened
                if after.combination != here.combination and new <= set(doors):
                    return Course(after, _along(course, before, (place, switched)))
    return None


def _with_fewer(rules: Rules, spent: int) -> bool | None:
    """Whether some play to the goal spends fewer keys; None if that takes too many states."""
    rules, _ = merged(rules)
    met = 0

    def onward(state: State) -> Iterator[State]:
        nonlocal met
        met += 1
        for passage in rules.onward(state.place) if met <= _ALL_STATES else ():
            if not rules.hindrance(passage, state):
                after = rules.after(passage, state)
                if len(_spent(rules, after)) < spent:
                    yield after

    states = spread([rules.first()] if spent else [], onward)
    if any(state.place in rules.goals for state in states):
        return True
    return None if met > _ALL_STATES else False


def replay(rules: Rules, places: Sequence[Place], skips: Skips = "nothing") -> Replay:
    """Go from place to place.

    Args:
        rules: of the dungeon.
        places: the start first.
        skips: where walks on which nothing happens may be left out.
    """
    if not places:
        return Replay(Problem("empty", "expected a play, found no place at all"))
    if places[0] != rules.start:
        text = f"the play begins at {places[0]}, not at the start {rules.start}"
        return Replay(Problem("start", text))
    courses: tuple[Course, ...] = (Course(rules.first()),)
    for step, (here, there) in enumerate(itertools.pairwise(places), 1):
        if here in rules.goals:
            text = f"the play goes on after the goal at {here}"
            return Replay(Problem("after-goal", text, step), courses)
        if there not in rules.passages:
            return Replay(Problem("no-place", f"{there} is no place to be", step), courses)
        following: dict[State, Course] = {}
        for course in courses:
            for passage in rules.passages[here]:
                if passage.target == there and not rules.hindrance(passage, course.state):
                    after = rules.after(passage, course.state)
                    following.setdefault(after, Course(after, course))
            if skips == "anywhere" or (skips == "gaps" and not following):
                before = _quiet(rules, course.state)
                for node in ((there, False), (there, True)):
                    if node in before:
                        walk = _along(course, before, node)
                        following.setdefault(walk.state, walk)
        if not following:
            return Replay(_wrong_step(rules, courses, here, there, step), courses)
        courses = tuple(following.values())
    return Replay(None, courses)


def _wrong_step(
    rules: Rules, courses: Sequence[Course], here: Place, there: Place, step: int
) -> Problem:
    for course, passage in itertools.product(courses, rules.passages[here]):
        if passage.target == there and (found := rules.hindrance(passage, course.state)):
            return Problem(found.code, f"from {here} to {there}: {found.message}", step)
    return Problem("no-way", f"there is no way from {here} to {there}", step)


def _trace(rules: Rules, course: Course) -> tuple[str, ...]:
    """What happens, step by step."""
    states = course.states()
    events = [f"start at {states[0].place}"]
    for step, (before, after) in enumerate(itertools.pairwise(states), 1):
        events += [f"step {step}: {event}" for event in _events(rules, before, after)]
    return tuple(events)


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


def _spent(rules: Rules, state: State, price: str = "key") -> list[str]:
    """The locks that a play has opened with keys, or with bombs."""
    opened = state.opened - rules.first().opened
    return sorted(lock for lock in opened if rules.prices[lock] == price)


def _length(rules: Rules, course: Course, named: bool = False) -> str:
    """Steps, keys and bombs; where they are named, with what these were spent on."""
    words = [counted(len(course.states()) - 1, "step")]
    for price in ("key", "bomb"):
        spent = _spent(rules, course.state, price)
        if spent or price == "key":
            doors = f" on {', '.join(spent)}" if named and spent else ""
            words.append(f"{counted(len(spent), price)} spent{doors}")
    return ", ".join(words)


def _some(places: Iterable[Place]) -> str:
    names = [str(place) for place in sorted(set(places), key=place_order)]
    shown = names if len(names) <= _LISTED + 1 else names[:_LISTED]
    return " ".join(shown) + (f" and {len(names) - len(shown)} more" if shown != names else "")


def _quiet(rules: Rules, state: State) -> dict[Node, Node | None]:
    """Where the hero can be without anything being collected or opened, nearest first."""
    combination = state.combination
    return spread([(state.place, state.switched)], lambda node: rules.quiet(node, combination))


def _along(course: Course, before: Mapping[Node, Node | None], node: Node) -> Course:
    """The course with a walk to one of these nodes."""
    for place, switched in path_to(node, before)[1:]:
        course = Course(State(place, *course.state.combination, switched), course)
    return course


def unfinished(rules: Rules, state: State) -> Problem | None:
    """What a hero who is said to be stuck can still do; None if it is nothing."""
    nodes = _quiet(rules, state)
    for place, switched in sorted(nodes, key=lambda n: (place_order(n[0]), n[1])):
        if place in rules.goals:
            return Problem("not-stuck", f"the goal at {place} can still be reached")
        here = State(place, *state.combination, switched)
        for passage in rules.passages[place]:
            if not rules.hindrance(passage, here):
                after = rules.after(passage, here)
                if after.combination != here.combination:
                    event = next(_events(rules, here, after))
                    return Problem("not-stuck", f"at {place} the hero still {event}")
    return None
