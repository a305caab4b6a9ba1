"""The checker names the right problem for every way in which a good answer can be spoiled."""

from __future__ import annotations

import functools
import signal
from dataclasses import replace
from decimal import Decimal

import pytest
from projects import few
from theseus_samples import (
    FAMILY,
    edges_of_the_seed,
    hemme,
    native,
    puzzle_of,
    random_graph,
    random_labyrinth,
)

from pylab.base.errors import WitnessError
from pylab.families.theseus.check import figures as figures_of
from pylab.families.theseus.check import limits
from pylab.families.theseus.check.tally import TooMany
from pylab.families.theseus.generate import open_plan
from pylab.families.theseus.model import Count, NoRoute, Puzzle, Route
from pylab.text.source import Source

SHORTEST = native(hemme(), "shortest")[1][0]
LONGEST = native(hemme(), "longest")[1][0]
CYCLE = native(hemme(), "cycles", 1)[1][0]


def codes(puzzle, witness):
    verdict = FAMILY.check(puzzle, witness)
    assert all(problem.message for problem in verdict.problems)
    return {problem.code for problem in verdict.problems}


def cut(route, start, end=None):
    """A part of a path."""
    return replace(
        route,
        states=route.states[start:end],
        lanes=route.lanes[start:end],
        weights=route.weights[start:end],
    )


def test_what_is_right_is_valid_and_measured():
    for route in (SHORTEST, LONGEST, CYCLE):
        assert FAMILY.check(hemme(), route).valid
        assert FAMILY.check(hemme(), replace(route, weights=(), nodes=0)).valid
    assert FAMILY.check(hemme(), SHORTEST).summary == "path of 24 edges, weight 30"


def stations(first, second):
    """Two steps, the second of which should break the rule of turning."""
    return Route(False, (first, second), (1,), (), 83)


@pytest.mark.parametrize(
    ("spoilt", "code"),
    [
        (cut(SHORTEST, 1), "start"),
        (cut(SHORTEST, 0, -1), "goal"),
        (replace(SHORTEST, states=SHORTEST.states[:-1]), "shape"),
        (replace(SHORTEST, weights=SHORTEST.weights[:-1]), "shape"),
        (replace(SHORTEST, states=(), lanes=(), weights=()), "shape"),
        (replace(SHORTEST, nodes=38), "other-graph"),
        (replace(SHORTEST, lanes=(2, *SHORTEST.lanes[1:])), "no-way"),
        (replace(SHORTEST, weights=(Decimal(7), *SHORTEST.weights[1:])), "weight"),
        (replace(SHORTEST, states=(0, 999, *SHORTEST.states[2:])), "no-state"),
        (replace(SHORTEST, states=(0, 2 * 83, *SHORTEST.states[2:])), "no-state"),
        (replace(SHORTEST, states=(0, 50, *SHORTEST.states[2:])), "other-room"),
        (replace(SHORTEST, states=(83, *SHORTEST.states[1:])), "outside"),
        (replace(SHORTEST, cycle=True), "shape"),
        (replace(CYCLE, states=(*CYCLE.states[1:], CYCLE.states[0])), "root"),
        (replace(CYCLE, cycle=False), "shape"),
    ],
)
def test_spoilt_routes(spoilt, code):
    assert code in codes(hemme(), spoilt)


def test_walking_straight_on_or_back_is_no_turn():
    puzzle = hemme()
    plan = puzzle.floor
    n = len(plan.openings)
    by_room = {}
    for number, opening in enumerate(plan.openings):
        by_room.setdefault(opening.behind, []).append((number, "enters", opening.forward))
        by_room.setdefault(opening.before, []).append((number, "leaves", opening.forward))
    room = next(
        doors
        for index, doors in by_room.items()
        if index is not None and {d[1:] for d in doors} >= {("enters", "u"), ("leaves", "u")}
    )
    south = next(d[0] for d in room if d[1:] == ("enters", "u"))
    north = next(d[0] for d in room if d[1:] == ("leaves", "u"))
    verdict = FAMILY.check(puzzle, Route(False, (south, north), (1,)))
    assert "straight on" in next(p.message for p in verdict.problems if p.code == "no-turn")
    verdict = FAMILY.check(puzzle, Route(False, (south, south + n), (1,)))
    assert "same door" in next(p.message for p in verdict.problems if p.code == "no-turn")
    allowed = FAMILY.adapt(puzzle, leaving="back")
    assert "no-turn" not in codes(allowed, Route(False, (south, south + n), (1,)))


def test_the_same_wall_is_no_turn():
    text = "+-G-+---+\n|   o   |\n+-o-+-o-+\n|       |\n+-S-----+\n"
    puzzle = puzzle_of(text)
    west, east = 1, 2
    n = len(puzzle.floor.openings)
    back = Route(False, (west + n, east), (1,))
    verdict = FAMILY.check(puzzle, back)
    assert "same wall" in next(p.message for p in verdict.problems if p.code == "no-turn")
    assert "no-turn" not in codes(FAMILY.adapt(puzzle, leaving="same-wall"), back)


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"door": 1}, "door-too-often"),
        ({"room": 1}, "room-too-often"),
        ({"room": 3}, "room-too-often"),
        ({"point": 1}, "point-too-often"),
        ({"passage": 1}, "passage-too-often"),
    ],
)
def test_the_longest_path_breaks_every_narrower_rule(rules, code):
    assert code in codes(FAMILY.adapt(hemme(), **rules), LONGEST)


def test_the_earlier_step_that_touched_a_point_is_named():
    """Both steps are in one room, told here by the doors that lie on its walls."""
    plan = hemme().floor

    def rooms(step):
        doors = [
            plan.openings[each % len(plan.openings)] for each in LONGEST.states[step - 1 :][:2]
        ]
        return {
            room.name
            for room in plan.rooms
            if all(
                room.x <= door.x <= room.x + room.width and room.y <= door.y <= room.y + room.height
                for door in doors
            )
        }

    problems = FAMILY.check(FAMILY.adapt(hemme(), point=1), LONGEST).problems
    words = "a point of the plane is touched that step "
    told = [problem for problem in problems if problem.message.startswith(words)]
    assert told
    for problem in told:
        earlier = int(problem.message.removeprefix(words).removesuffix(" has touched"))
        assert 0 < earlier < problem.step
        assert rooms(earlier) & rooms(problem.step)


def test_a_route_that_returns_breaks_the_rule_of_states():
    _, (figures,) = native(hemme(), "statistics")
    index, cycle = next(
        (SHORTEST.states.index(c.states[0]), c)
        for c in (*figures.cycles.shortest, *figures.cycles.longest)
        if c.states[0] in SHORTEST.states
    )
    spliced = replace(
        SHORTEST,
        states=SHORTEST.states[:index] + cycle.states + SHORTEST.states[index:],
        lanes=SHORTEST.lanes[:index] + cycle.lanes + SHORTEST.lanes[index:],
        weights=SHORTEST.weights[:index] + cycle.weights + SHORTEST.weights[index:],
    )
    assert codes(hemme(), spliced) == {"state-too-often"}
    twice = replace(
        cycle, states=cycle.states * 2, lanes=cycle.lanes * 2, weights=cycle.weights * 2
    )
    assert codes(hemme(), twice) == {"state-too-often"}
    assert "edge-too-often" in codes(FAMILY.adapt(hemme(), edge=1), twice)


def test_a_path_ends_at_the_goal():
    puzzle = FAMILY.adapt(edges_of_the_seed(), goal="2")
    _, (path, *_) = native(edges_of_the_seed(), "shortest")
    assert codes(puzzle, path) == {"goal", "goal-passed"}


CLOSED = "+---+-G-+\n|   o   |\n+---+---+\n|   o   |\n+-S-+---+\n"


def test_closed_states_prove_that_there_is_no_path():
    puzzle = puzzle_of(CLOSED)
    for name in ("paths", "shortest", "longest", "count"):
        answer, (proof,) = native(puzzle, name)
        assert isinstance(proof, NoRoute)
        assert answer.status.value == "none"
        assert FAMILY.check(puzzle, proof).valid
    assert codes(puzzle, replace(proof, closed=())) == {"start"}
    assert codes(puzzle, replace(proof, nodes=9)) == {"other-graph"}
    goal = puzzle.floor.goal_state
    assert codes(puzzle, replace(proof, closed=(*proof.closed, goal))) == {"goal"}
    assert codes(puzzle, replace(proof, closed=(0,))) == {"open"}


@functools.cache
def open_four():
    return Puzzle(open_plan(4, 4))


def spoilt_tables(table):
    value, number = table[0]
    yield ((value, number + 1), *table[1:])
    yield table[1:]
    yield ((value + 100, number), *table[1:])


@pytest.mark.parametrize("puzzle", few([open_four, hemme, edges_of_the_seed], 1))
def test_spoilt_counts(puzzle, counted_once):
    for name in ("count", "count-cycles"):
        _, (count,) = native(puzzle(), name)
        assert "counted again" in FAMILY.check(puzzle(), count).summary
        for table in spoilt_tables(count.weights):
            assert "count" in codes(puzzle(), replace(count, weights=table, factors=()))
    _, (count,) = native(puzzle(), "count")
    assert codes(puzzle(), replace(count, factors=(344, 2, 2, 7))) == {"factors"}
    assert codes(puzzle(), replace(count, nodes=1)) == {"other-graph"}
    assert "histogram" in codes(puzzle(), replace(count, weights=count.weights[::-1]))


def test_spoilt_statistics():
    puzzle = open_four()
    _, (figures,) = native(puzzle, "statistics")
    assert FAMILY.check(puzzle, figures).valid
    paths = figures.paths
    optional = next(i for i in range(figures.nodes) if i not in figures.must_pass)
    wrong = replace(paths.shortest[0], states=(1, *paths.shortest[0].states[1:]))
    spoilt = [
        (replace(figures, nodes=82), "size"),
        (replace(figures, edges=255), "size"),
        (replace(figures, reduced_nodes=37), "size"),
        (replace(figures, factors=(344, 2, 2)), "factors"),
        (replace(figures, must_pass=(optional,)), "must-pass"),
        (replace(figures, door_use=figures.door_use[1:]), "use"),
        (replace(figures, room_use=(1, *figures.room_use[1:])), "use"),
        (replace(figures, reduced_lengths=figures.reduced_lengths[1:]), "count"),
        (replace(figures, paths=replace(paths, lengths=paths.lengths[1:])), "count"),
        (replace(figures, paths=replace(paths, weights=paths.weights[1:])), "count"),
        (replace(figures, paths=replace(paths, shortest=paths.longest)), "ties"),
        (replace(figures, paths=replace(paths, longest=paths.longest[:1] * 2)), "ties"),
        (replace(figures, paths=replace(paths, shortest=(wrong,))), "start"),
    ]
    for witness, code in spoilt:
        assert code in codes(puzzle, witness)


def moved(numbers, one, other, by):
    """Some taken from one and given to the other, so that the sum stays."""
    changed = list(numbers)
    changed[one] += by
    changed[other] -= by
    return tuple(changed)


def bent(table):
    """With one more of one value and one less of the next, so that the sum stays."""
    (one, many), (other, more) = table[5:7]
    return (*table[:5], (one, many + 1), (other, more - 1), *table[7:])


def forged_statistics(figures):
    paths, cycles = figures.paths, figures.cycles
    yield replace(figures, paths=replace(paths, weights=bent(paths.weights))), "count"
    yield replace(figures, cycles=replace(cycles, weights=bent(cycles.weights))), "count"
    yield replace(figures, reduced_lengths=bent(figures.reduced_lengths)), "count"
    yield replace(figures, door_use=moved(figures.door_use, 3, 7, 5)), "use"
    if figures.room_use:
        yield replace(figures, room_use=moved(figures.room_use, 3, 7, 1)), "use"
    yield replace(figures, room_use=(*figures.room_use, 0)), "use"
    yield replace(figures, must_pass=()), "must-pass"
    yield replace(figures, must_pass=figures.must_pass[::-1]), "must-pass"
    yield replace(figures, must_pass=figures.must_pass[:-1]), "must-pass"
    for factors in forged_factors(figures.paths.total):
        yield replace(figures, factors=factors), "factors"
    yield replace(figures, reduced_edges=1), "size"
    yield replace(figures, paths=replace(paths, longest=paths.longest[:1])), "ties"
    yield replace(figures, paths=replace(paths, shortest=())), "ties"
    yield replace(figures, cycles=replace(cycles, shortest=cycles.shortest[:5])), "ties"


def forged_factors(total):
    return ((total,), (2, total // 2), (), (-1, -total), (1, 344, 2, 2, 6), (2, 344, 2, 6))


@pytest.mark.parametrize("puzzle", few([hemme, edges_of_the_seed], 1))
def test_forged_statistics(puzzle, counted_once):
    _, (figures,) = native(puzzle(), "statistics")
    assert FAMILY.check(puzzle(), figures).valid
    for forged, code in forged_statistics(figures):
        assert codes(puzzle(), forged) == {code}


def test_forged_factors(counted_once):
    _, (count,) = native(hemme(), "count")
    for factors in forged_factors(8256):
        assert codes(hemme(), replace(count, factors=factors)) == {"factors"}
    _, (figures,) = native(hemme(), "statistics")
    cycles = Count(True, figures.nodes, figures.cycles.weights)
    assert FAMILY.check(hemme(), cycles).valid
    assert codes(hemme(), replace(cycles, factors=(2, 1769))) == {"factors"}
    coupled = FAMILY.adapt(hemme(), door=1)
    _, (count,) = native(coupled, "count")
    assert FAMILY.check(coupled, count).valid
    assert codes(coupled, replace(count, factors=(2, 48))) == {"factors"}


@pytest.mark.parametrize("name", ["door_use", "room_use"])
def test_uses_have_the_right_total_where_nothing_is_counted_again(name, monkeypatch):
    def too_many(_):
        raise TooMany

    monkeypatch.setattr(figures_of.Recount, "paths", too_many)
    _, (figures,) = native(hemme(), "statistics")
    assert FAMILY.check(hemme(), figures).valid
    first, *rest = getattr(figures, name)
    assert codes(hemme(), replace(figures, **{name: (first + 1, *rest)})) == {"use"}


def test_uses_are_counted_again_where_doors_are_limited():
    puzzle = FAMILY.adapt(open_four(), door=1)
    _, (figures,) = native(puzzle, "statistics")
    assert "counted again by remainders" in FAMILY.check(puzzle, figures).summary
    assert figures.paths.total > 9
    forged = replace(figures, door_use=moved(figures.door_use, 3, 7, 1))
    assert codes(puzzle, forged) == {"use"}


@functools.cache
def rooms_twice():
    """The labyrinth when a room may be visited twice, and its figures."""
    puzzle = FAMILY.adapt(hemme(), room=2)
    _, (figures,) = native(puzzle, "statistics")
    return puzzle, figures


@pytest.mark.parametrize("given_up", few([True, False], 1))
def test_what_is_not_checked_is_said(given_up, monkeypatch):
    """Of a labyrinth that takes too long to be counted again, or one that is given up at once."""

    def too_many(self):
        raise TooMany

    if given_up:
        monkeypatch.setattr(figures_of.Recount, "paths", too_many)
        puzzle = FAMILY.adapt(hemme(), door=1)
        _, (figures,) = native(puzzle, "statistics")
    else:
        puzzle, figures = rooms_twice()
    summary = FAMILY.check(puzzle, figures).summary
    assert "the numbers by length and weight, whether other states" in summary
    assert "the uses of each door" in summary
    assert "counted again by" not in summary


def test_stations_are_the_states_without_which_there_is_no_path():
    for seed in range(60):
        puzzle = random_labyrinth(seed, 4) if seed % 2 else random_graph(seed)
        _, (figures,) = native(puzzle, "statistics")
        _, found = native(puzzle, "paths")
        routes = [set(route.states) for route in found if isinstance(route, Route)]
        if routes:
            assert set(figures.must_pass) == set.intersection(*routes)
        assert FAMILY.check(puzzle, figures).valid


@pytest.mark.parametrize("rules", [{"room": 1}, {"room": 2}, {"passage": 1}, {"point": 1}])
def test_what_limits_couple_is_counted_again_by_walking(rules):
    held = 0
    plans = [Puzzle(open_plan(2, 2)), Puzzle(open_plan(3, 3)), *map(random_labyrinth, range(6))]
    for plan in plans:
        puzzle = FAMILY.adapt(plan, **rules)
        _, (figures,) = native(puzzle, "statistics")
        assert "counted again by walking" in FAMILY.check(puzzle, figures).summary
        if not figures.paths.total:
            assert figures.must_pass == ()
            continue
        held += 1
        wrong = replace(figures, must_pass=figures.must_pass[1:])
        assert codes(puzzle, wrong) == {"must-pass"}
        doors = moved(figures.door_use, 0, -1, 1)
        assert codes(puzzle, replace(figures, door_use=doors)) == {"use"}
        _, (count,) = native(puzzle, "count")
        for table in spoilt_tables(count.weights):
            assert "count" in codes(puzzle, replace(count, weights=table))
    assert held


@pytest.mark.slow
def test_where_nobody_counts_again_routes_that_are_listed_still_tell():
    puzzle, figures = rooms_twice()
    assert "not checked" in FAMILY.check(puzzle, figures).summary
    apart = set(figures.paths.shortest[0].states) - set(figures.paths.longest[0].states)
    more = tuple(
        s for s in figures.paths.shortest[0].states if s in apart or s in figures.must_pass
    )
    for forged in (more, figures.must_pass[1:], figures.must_pass[::-1]):
        assert codes(puzzle, replace(figures, must_pass=forged)) == {"must-pass"}


def printed(route, doors):
    """As the Theseus program prints it: doors and weights, some to a line."""
    ends = [state % doors for state in (*route.states, *route.states[: route.cycle])]
    steps = list(zip(ends, route.weights, ends[1:], strict=False))
    lines = []
    for at in range(0, len(steps), 6):
        part = steps[at : at + 6]
        lines.append(f"({part[0][0]})" + "".join(f"-[{float(w)}]->({b})" for _, w, b in part))
    return "\n".join(lines) + "    \n"


def test_routes_are_checked_as_the_theseus_program_prints_them():
    some = [(hemme(), [SHORTEST, LONGEST, CYCLE])]
    for seed in range(60):  # at 18, start and goal are the two directions of one door
        puzzle = random_labyrinth(seed, 4) if seed % 2 else random_graph(seed)
        some += [(puzzle, native(puzzle, name, 5)[1]) for name in ("paths", "cycles")]
    checked = 0
    for puzzle, found in some:
        for route in found:
            if isinstance(route, Route):
                text = printed(route, route.nodes)
                verdict = FAMILY.check(puzzle, FAMILY.read_witness(Source("w", text)))
                assert verdict.valid
                assert verdict.summary == FAMILY.check(puzzle, route).summary
                checked += 1
                longer = FAMILY.read_witness(Source("w", text.replace("-[", "-[9", 1)))
                assert codes(puzzle, longer) == {"no-way"}
    assert checked > 60


def test_a_printed_route_must_hang_together():
    for text, words in (
        ("(0)-[1.0]->(3)\n(4)-[1.0]->(5)\n", "w:2:1: expected a line that goes on from (3)"),
        ("(0)-[1.0]->(3)-[1.0]\n", "expected an arrow"),
    ):
        with pytest.raises(WitnessError) as error:
            FAMILY.read_witness(Source("w", text))
        assert words in str(error.value)
    short = FAMILY.read_witness(Source("w", printed(cut(SHORTEST, 0, -1), 83)))
    assert codes(hemme(), short) == {"goal"}


def check_for_long(puzzle, witness):
    for _ in range(100):
        FAMILY.check(puzzle, witness)


def test_a_long_check_can_be_interrupted():
    """Ctrl-C is a KeyboardInterrupt, wherever the checker is."""

    def interrupt(_number, frame):
        while frame.f_globals["__name__"].startswith("pylab."):  # not in a collection of garbage
            frame = frame.f_back
        if frame.f_code is check_for_long.__code__:  # nor once it is on its way out
            raise KeyboardInterrupt

    puzzle = Puzzle(open_plan(25, 25))
    count = Count(False, len(puzzle.floor.openings), ((Decimal(1), 1),))
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for seconds in (0.05, 0.15):
            # again and again, until the checker itself is at work
            signal.setitimer(signal.ITIMER_REAL, seconds, 0.05)
            with pytest.raises(KeyboardInterrupt):
                check_for_long(puzzle, count)
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_numbers_of_thousands_of_digits_make_no_long_message(counted_once):
    huge = 10**3990
    count = Count(False, 83, ((Decimal(30), huge),), (huge,) * 2000)
    verdict = FAMILY.check(hemme(), count)
    assert {problem.code for problem in verdict.problems} == {"factors", "count"}
    for forged in (
        replace(count, factors=()),
        replace(count, factors=(huge, 2)),
        replace(count, factors=tuple(range(2, 4000))),
    ):
        verdict = FAMILY.check(hemme(), forged)
        assert not verdict.valid
        assert all(len(problem.message) < 300 for problem in verdict.problems)
        assert len(verdict.summary) < 300
    _, (figures,) = native(hemme(), "statistics")
    forged = replace(
        figures,
        door_use=(huge, *figures.door_use[1:]),
        paths=replace(figures.paths, weights=((Decimal(30), huge),)),
    )
    verdict = FAMILY.check(hemme(), forged)
    assert all(len(problem.message) < 300 for problem in verdict.problems)
    assert FAMILY.draw(hemme(), count).render()


def test_one_is_one():
    puzzle = puzzle_of("+-G-+\n|   |\n+   +\n|   |\n+-S-+\n")
    proof = native(puzzle, "paths")[1][0]
    assert FAMILY.check(puzzle, proof).summary == "no way leaves 1 closed state"
    one = Count(False, 1, ((Decimal(2), 1),))
    assert FAMILY.check(puzzle, one).summary.startswith("1 path, ")
    assert "1 path by weight" in FAMILY.draw(puzzle, one).render()
    assert "of 1 room</title>" in FAMILY.draw(puzzle, None).render()


def test_one_edge_is_one_edge():
    puzzle = puzzle_of("node1,node2,weight,direction1,direction2\n0,1,1,u,d\n", "x.csv")
    _, (path,) = native(puzzle, "paths")
    assert FAMILY.check(puzzle, path).summary == "path of 1 edge, weight 1"


@pytest.mark.slow
def test_what_is_too_large_to_count_again_is_said():
    puzzle = FAMILY.adapt(hemme(), room=2)
    _, (count,) = native(puzzle, "count")
    assert count.total == 924
    assert "too many to count again here" in FAMILY.check(puzzle, count).summary


def test_random_damage_is_noticed():
    for seed in range(30):
        puzzle = random_labyrinth(seed, 4)
        _, found = native(puzzle, "paths", 3)
        for route in found:
            if isinstance(route, NoRoute):
                continue
            for index in range(len(route.states)):
                states = list(route.states)
                states[index] = (states[index] + 1) % (2 * route.nodes)
                assert codes(puzzle, replace(route, states=tuple(states)))


def test_bent_lines_meet_where_their_pieces_do():
    """One bends around the other: what both take up overlaps, and they have no point in common."""
    outer, inner = [(0, 0), (0, 4), (4, 4)], [(2, 0), (2, 2), (4, 2)]
    assert not limits._meet(outer, inner)
    assert limits._meet(outer, [*inner, (4, 4)])
    assert limits._meet(outer, [(-1, 1), (2, 1), (2, 0)])
