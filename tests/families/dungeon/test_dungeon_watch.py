"""The page's rules against the checker: random games, plays watched, suggestions, stuck heroes."""

from __future__ import annotations

import re
from collections import deque

import players
import pytest
from dungeon_ask import ask, brute_force, dungeon, random_dungeon, random_graph
from projects import QUICK, ROOT, few, many

from pylab.base.errors import PylabError
from pylab.families.dungeon.check import check, played, replay, rules_of, unfinished
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.model import Mission, Passage, Room, Route, Survey
from pylab.families.dungeon.world import world_of
from pylab.text.source import read_source

SHIPPED = sorted((ROOT / "instances" / "dungeon").glob("*.d*"))

ENDLESS = """dungeon endless
start keys=0 bombs=renewable
legend m = door item lamp
legend s = door bomb stone
item i = lamp
room A at 0,0
########
#@.%..i#
#..#####
#..m.s.#
#~B###T#
########
"""

PARALLEL = Mission(
    rooms=(Room("a", keys=1), Room("b", flags=("S1",)), Room("c")),
    passages=(
        Passage("a", "b", locked=True),
        Passage("a", "b"),
        Passage("b", "a"),
        Passage("b", "b"),
        Passage("b", "c", flags=("S1",)),
        Passage("b", "c", locked=True),
    ),
    start="a",
    goals=("c",),
)
"""Two ways between two rooms that differ in what they ask for."""


def shipped():
    return [FAMILY.read(read_source(str(path))) for path in SHIPPED]


def puzzles(first, count):
    found = [random_dungeon(seed) for seed in range(first, first + count)]
    return found + [random_graph(seed, 0.5) for seed in range(first, first + count // 2)]


def ids(rules, world, state):
    """The moves that there should be: walks on which nothing happens before the last step."""
    numbers = {place: number for number, place in enumerate(world.places)}
    found, seen, queue = set(), {state.place}, deque([state.place])
    while queue:
        place = queue.popleft()
        here = state._replace(place=place)
        for passage in () if place in rules.goals else rules.passages[place]:
            if rules.hindrance(passage, here):
                continue
            after = rules.after(passage, here)
            opened = after.opened - state.opened
            changed = after._replace(place=place) != here or after.place in rules.goals
            names = [f" opens {world.locks.index(lock)}" for lock in opened]
            if changed:
                found.add(f"{numbers[after.place]}{''.join(names)}")
            elif after.place not in seen:
                seen.add(after.place)
                found.add(str(numbers[after.place]))
                queue.append(after.place)
    return found


def walked(world, seen):
    return [world.places[number] for number in seen["state"]["path"]]


def follow(instance, game):
    rules, world = rules_of(instance), world_of(instance)
    assert game["refused"] is None
    for seen in game["seen"]:
        replayed = replay(rules, walked(world, seen))
        assert replayed.problem is None
        opened = {world.locks[lock] for lock in seen["state"]["open"]}
        (state,) = (each for each, _ in replayed.courses if each.opened == opened)
        told = dict(seen["facts"])
        assert told["keys"] == str(rules.in_hand("key", state.collected, state.opened))
        if told.get("bombs", "without end") != "without end":
            assert told["bombs"] == str(rules.in_hand("bomb", state.collected, state.opened))
        if "switch" in told:
            assert told["switch"] == ("on" if state.switched else "off")
        assert seen["won"] == (state.place in rules.goals)
        assert set(seen["moves"]) == (set() if seen["won"] else ids(rules, world, state))
        if not seen["won"]:
            assert bool(seen["stuck"]) == (unfinished(rules, state) is None)


@pytest.mark.parametrize("number", few([3, 30], 1))
def test_random_games_follow_the_rules_of_the_checker(number):
    some = [*shipped(), dungeon(ENDLESS), PARALLEL, *puzzles(1, number)]
    scripts = [FAMILY.script(each, []) for each in some]
    games, won, stuck = 1 if QUICK else 3, 0, 0
    for instance, told in zip(some, players.run(scripts, games=games, length=25), strict=True):
        for game in told["games"]:
            follow(instance, game)
            won += game["seen"][-1]["won"]
            stuck += bool(game["seen"][-1]["stuck"])
    assert won > number // 3
    assert stuck > number // 3


@pytest.mark.slow
def test_many_more_random_games():
    some = puzzles(1000, 160)
    scripts = [FAMILY.script(each, []) for each in some]
    for instance, told in zip(some, players.run(scripts, games=3, length=40), strict=True):
        for game in told["games"]:
            follow(instance, game)


def test_plays_are_watched_to_their_end():
    some = [*shipped(), *puzzles(100, many(15))]
    ends = {"solve": 0, "softlock": 0}
    for task in ends:
        found = [ask(each, task).witness for each in some]
        pairs = [(i, w) for i, w in zip(some, found, strict=True) if hasattr(w, "places")]
        scripts = [FAMILY.script(instance, [witness]) for instance, witness in pairs]
        replayed = players.run(scripts)
        for (instance, witness), script, told in zip(pairs, scripts, replayed, strict=True):
            (way,), (seen,) = script.ways, told["ways"]
            assert seen["refused"] is None
            last = seen["seen"][-1]
            assert walked(world_of(instance), last) == list(played(instance, witness).places)
            assert last["won"] == (task == "solve")
            assert bool(last["stuck"]) == (task == "softlock")
            assert len(way.frames) == len(way.moves) + 1
            ends[task] += 1
    assert min(ends.values()) > 3


def test_suggestions_make_a_cheapest_route():
    some = [
        dungeon(ENDLESS),
        PARALLEL,
        *shipped()[:: 2 if QUICK else 1],
        *puzzles(200, 5 if QUICK else 14),
    ]
    known = [16, 2, *(brute_force(instance)[0] for instance in some[2:])]
    scripts = [FAMILY.script(each, []) for each in some]
    lost = 0
    led = players.run(scripts, lead=True)
    for instance, fewest, told in zip(some, known, led, strict=True):
        if fewest is None:
            assert told["far"]["lost"]
            lost += 1
            continue
        last = told["led"]["seen"][-1]
        assert last["won"]
        assert check(instance, Route(tuple(walked(world_of(instance), last)))).valid
        assert len(last["state"]["path"]) == fewest + 1
        assert told["far"]["words"] == f"{fewest} steps"
    assert lost > 0


def test_after_wrong_moves_the_goal_is_reached_or_called_lost():
    """Led on from random games: where the page says lost, the checker's rules leave no play."""
    some = [*shipped()[1 :: 2 if QUICK else 1], *puzzles(300, 5 if QUICK else 10)]
    scripts = [FAMILY.script(each, []) for each in some]
    ends = set()
    for instance, told in zip(some, players.run(scripts, lead=True, before=5), strict=True):
        last, rules = told["led"]["seen"][-1], rules_of(instance)
        ends.add(last["won"])
        if not last["won"]:
            states = [s for s, _ in replay(rules, walked(world_of(instance), last)).courses]
            assert not any(state.place in rules.goals for state in onward(rules, states))
    assert ends == {True, False}


def onward(rules, states):
    """All states that plays can reach from these."""
    seen, stack = set(states), list(states)
    while stack:
        state = stack.pop()
        for passage in () if state.place in rules.goals else rules.passages[state.place]:
            if not rules.hindrance(passage, state):
                after = rules.after(passage, state)
                if after not in seen:
                    seen.add(after)
                    stack.append(after)
    return seen


def test_what_is_no_play_cannot_be_watched():
    trap = FAMILY.read(read_source(str(ROOT / "instances/dungeon/trap.dungeon")))
    wrong = Route((trap.find("@")[0], trap.find("T")[0]))
    assert FAMILY.script(trap, [wrong]).ways == ()
    figures = FAMILY.script(trap, [ask(trap, "statistics").witness])
    assert (figures.ways, bool(figures.remark)) == ((), True)
    demo = FAMILY.read(read_source(str(ROOT / "instances/dungeon/demo.dungeon")))
    safe = FAMILY.script(demo, [ask(demo, "softlock").witness])
    assert safe.remark.startswith("Nobody gets locked out")


def test_the_first_steps_of_a_play_are_no_play_to_the_goal():
    for instance in shipped()[:2]:
        witness = ask(instance, "solve").witness
        assert (
            "to the goal"
            in FAMILY.pictures.step(instance, witness, len(witness.places) - 1).render()
        )
        assert "the goal<" not in FAMILY.pictures.step(instance, witness, 2).render()
        with pytest.raises(ValueError, match="expected a step from 0 to"):
            FAMILY.pictures.step(instance, witness, -1).render()


def test_a_survey_is_nothing_to_watch():
    survey = Survey(None, PARALLEL)
    with pytest.raises(PylabError, match="can only be aligned"):
        FAMILY.script(survey, [])


def test_a_frame_in_a_terminal_says_what_its_characters_mean():
    for name, meant in [
        ("trap", ["* walked", "T goal", "g door gate", "k small key", "~ water"]),
        ("switchyard", ["! switch", "o toggle block up at first", "x toggle block down at first"]),
    ]:
        instance = FAMILY.load(read_source(str(ROOT / f"instances/dungeon/{name}.dungeon")))
        (way,) = FAMILY.script(instance, [ask(instance, "solve").witness]).ways
        for frame in way.frames:
            heading, _, chart = frame[: frame.index("\nin a room")].partition("\n")
            room, row, column = re.match(r"step \d+: at (\w+)\((\d+),(\d+)\)", heading).groups()
            assert chart.count("@") == 1
            lines = chart.split("\n")
            top = next(i for i, line in enumerate(lines) if room in line.split())
            assert lines[top + 1 + int(row)][lines[top].index(room) + int(column)] == "@"
            below = frame[frame.index("* walked") :]
            assert set(meant) <= {*below.replace("\n", " ").split(", ")}
            assert max(map(len, below.split("\n"))) < 80
            assert "\nin a room: (row, column), from 0 in the wall\n@ here, * walked" in frame
    assert "\n@ start, T goal, g door gate, " in FAMILY.pictures.text(
        FAMILY.load(read_source(str(ROOT / "instances/dungeon/trap.dungeon"))), None
    )


def test_a_picture_of_a_mission_numbers_the_steps_beside_the_passages():
    instance = FAMILY.load(read_source(str(ROOT / "instances/dungeon/mission.dot")))
    route = ask(instance, "solve").witness
    shown = FAMILY.draw(instance, route).render()
    walked = {}
    for step, ways in enumerate(zip(route.places, route.places[1:], strict=False), 1):
        walked.setdefault(ways, []).append(step)
    for steps in walked.values():
        assert f">{', '.join(map(str, steps))}<" in shown
