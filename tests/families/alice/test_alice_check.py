"""The checker: what is right passes, and each broken rule is named."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from alice_ask import EXAMPLE, maze, native, plain, random_maze

from pylab.families.alice.check import check, figures, layers
from pylab.families.alice.check.rules import moves
from pylab.families.alice.generate import quality
from pylab.families.alice.model import (
    Closed,
    Count,
    Design,
    Hint,
    Maze,
    Move,
    Rivals,
    Route,
    State,
    Statistics,
    Tree,
    Unique,
)

M = maze(EXAMPLE)
BLANKED = maze("3 1 ?,b,e #,, !,,")
FORKED = maze("3 3 #,b,e #,b,s #,b,w ?,b,ne_se #,b,e #,b,w #,b,e #,b,n !,,")
TWINS = maze("3 2 ?,b,e_s #,b,s #,b,w #,b,e !,, #,b,w")


def answer(instance: Maze, task: str) -> Any:
    return native(instance, task)[1][0]


def codes(instance: Maze, witness: Any) -> list[str]:
    return [problem.code for problem in check(instance, witness).problems]


ROUTE = answer(M, "shortest")


def changed(step: int, /, **change: Any) -> Route:
    moves = list(ROUTE.moves)
    moves[step - 1] = moves[step - 1]._replace(**change)
    return Route(tuple(moves), ROUTE.length)


@pytest.mark.parametrize(
    "task", ["shortest", "all", "count", "unique", "statistics", "hint", "tree"]
)
def test_answers_pass(task: str) -> None:
    for instance in (M, TWINS):
        verdict = check(instance, answer(instance, task))
        assert verdict.valid
        assert verdict.summary


@pytest.mark.parametrize(
    ("witness", "code"),
    [
        (changed(1, direction="w"), "no-arrow"),
        (changed(1, direction="stay"), "no-arrow"),
        (changed(1, direction="e"), "landing"),
        (changed(2, d=1), "d"),
        (changed(2, d=3), "d"),
        (changed(3, x=1), "landing"),
        (changed(3, direction="se"), "landing"),
        (changed(3, step=4), "step-number"),
        (changed(1, step=0), "step-number"),
        (Route(ROUTE.moves[:-1], 4), "goal"),
        (Route((), 0), "goal"),
        (Route(ROUTE.moves[1:], 4), "step-number"),
        (Route((*ROUTE.moves, Move(6, "n", 1, 0, 1)), 6), "over"),
        (replace(ROUTE, length=4), "length"),
        (replace(ROUTE, length=6), "length"),
    ],
)
def test_forged_routes(witness: Route, code: str) -> None:
    assert codes(M, witness)[0] == code


def test_a_route_names_the_step_and_the_trace_ends_there() -> None:
    verdict = check(M, changed(2, d=1))
    assert verdict.problems[0].step == 2
    assert "d is 2, not 1" in verdict.problems[0].message
    assert len(verdict.trace) == 2


def test_off_the_grid() -> None:
    moves = (Move(1, "e", 1, 2, 1), Move(2, "e", 2, 2, 1), Move(3, "n", 2, 1, 1))
    assert codes(M, Route((*moves, Move(4, "n", 2, 0, 1)))) == ["no-arrow"]
    up = (Move(1, "n", 0, 1, 1), Move(2, "n", 0, 0, 2), Move(3, "s", 0, 2, 2))
    moves = (*up, Move(4, "n", 0, 0, 3), Move(5, "e", 3, 0, 3))
    assert codes(M, Route(moves)) == ["outside"]


def test_blank_squares() -> None:
    assert codes(BLANKED, Route((Move(1, "e", 1, 0, 1),))) == ["blank"]


def test_nothing_moves_at_zero() -> None:
    faded = maze("3 1 ?,b,e #,y,e !,,")
    route = Route((Move(1, "e", 1, 0, 0), Move(2, "e", 2, 0, 0)))
    assert codes(faded, route) == ["zero"]
    assert codes(faded, Route((route.moves[0], Move(2, "stay", 1, 0, -1)))) == ["zero"]


def test_backwards_moves_only_under_their_rule() -> None:
    back = maze("4 1 !,, ?,b,e #,y,e #,b,e", backwards=True)
    route = answer(back, "shortest")
    assert [move.direction for move in route.moves] == ["e", "stay", "e", "e"]
    assert check(back, route).valid
    assert not check(replace(back, backwards=False), route).valid


def test_departure_counts_the_square_left() -> None:
    late = maze("4 1 ?,r,e #,b,e #,b,e !,,", departure=True)
    route = answer(late, "shortest")
    assert [tuple(move.state) for move in route.moves] == [(1, 0, 2), (3, 0, 2)]
    assert check(late, route).valid
    assert codes(replace(late, departure=False), route) == ["d"]


def test_a_detour_is_no_shortest_route() -> None:
    short = maze("3 2 ?,b,e_s #,b,e !,, #,b,e #,b,e #,b,n")
    route = tuple(
        Move(i, d, x, y, 1)
        for i, (d, x, y) in enumerate([("s", 0, 1), ("e", 1, 1), ("e", 2, 1), ("n", 2, 0)], 1)
    )
    assert check(short, Route(route)).valid
    assert codes(short, Route(route, 4)) == ["not-shortest"]
    assert codes(short, Unique(route, 4)) == ["not-shortest"]


def test_uniqueness() -> None:
    rivals = answer(TWINS, "unique")
    assert isinstance(rivals, Rivals)
    assert rivals.refutes
    assert codes(TWINS, Unique(rivals.moves, 2)) == ["not-unique"]
    assert codes(TWINS, replace(rivals, others=rivals.moves)) == ["same"]
    assert codes(TWINS, replace(rivals, length=3)) == ["length", "length"]
    assert codes(TWINS, replace(rivals, others=rivals.others[:1])) == ["goal", "length"]
    bent = (rivals.others[0]._replace(d=2), rivals.others[1])
    assert codes(TWINS, replace(rivals, others=bent)) == ["d"]


def test_closed_sets() -> None:
    faded = maze("3 1 ?,b,e #,y,e !,,")
    closed = answer(faded, "shortest")
    assert closed == Closed((State(0, 0, 1), State(1, 0, 0)))
    assert check(faded, closed).valid
    assert codes(faded, Closed(closed.states[:1])) == ["open"]
    assert codes(faded, Closed(closed.states[1:])) == ["first-missing"]
    assert codes(faded, Closed(())) == ["first-missing"]
    assert codes(faded, Closed((*closed.states, State(2, 0, 1)))) == ["goal"]
    assert codes(faded, Closed((*closed.states, State(7, 0, 1)))) == ["off-board"]
    more = Closed((*closed.states, State(0, 0, 0)))
    assert check(faded, more).valid, "a larger closed set proves as much"


def test_a_closed_set_is_no_proof_where_there_is_a_route() -> None:
    states = {State(*M.start, 1)} | {move.state for move in ROUTE.moves[:-1]}
    assert "open" in codes(M, Closed(tuple(sorted(states))))


@pytest.mark.parametrize("name", [*Statistics.__dataclass_fields__])
def test_forged_statistics(name: str) -> None:
    figures = answer(M, "statistics")
    wrong = replace(figures, **{name: getattr(figures, name) + 1})
    assert codes(M, wrong) == [name]


def test_forged_counts() -> None:
    assert check(TWINS, Count(2, 2)).valid
    assert codes(TWINS, Count(2, 1)) == ["count"]
    assert codes(TWINS, Count(3, 2)) == ["not-shortest"]
    assert codes(TWINS, Count(1, 2)) == ["length"]
    assert codes(BLANKED, Count(1, 1)) == ["unreachable"]


def test_forged_hints() -> None:
    hint = answer(M, "hint")
    assert hint == Hint((Move(1, "n", 0, 1, 1),), 5)
    detour = Move(1, "e", 1, 2, 1)
    assert codes(M, replace(hint, moves=(*hint.moves, detour))) == ["detour"]
    assert codes(M, replace(hint, moves=(detour,))) == ["detour", "missing"]
    assert codes(M, replace(hint, moves=())) == ["missing"]
    assert codes(M, replace(hint, length=4)) == ["length"]
    assert codes(M, replace(hint, length=6)) == ["not-shortest"]
    assert codes(M, replace(hint, moves=(Move(1, "s", 0, 3, 1),))) == ["no-move"]


def test_forged_trees() -> None:
    tree = answer(M, "tree")
    assert isinstance(tree, Tree)
    lost = replace(tree, branches=tree.branches[1:])
    assert codes(M, lost) == ["missing"]
    for outcome in ("seen", "arrowless", "blank", "outside", "zero", "goal"):
        first = tree.branches[0]._replace(outcome=outcome)
        if first != tree.branches[0]:
            forged = replace(tree, branches=(first, *tree.branches[1:]))
            assert codes(M, forged) == ["branch", "missing"]
    assert codes(M, replace(tree, root=State(0, 0, 1))) == ["root"]
    assert "missing" in codes(M, answer(replace(M, depth=2), "tree"))
    assert "branch" in codes(replace(M, depth=2), tree)


def test_designs() -> None:
    line = maze("3 1 ?,, #,, !,,")
    design = Design(((0, 0, "e"), (1, 0, "e")), (), 2)
    assert check(line, design).valid
    assert codes(line, replace(design, length=1)) == ["length"]
    assert codes(line, replace(design, arrows=((0, 0, "e"),))) == ["unreachable"]
    assert codes(line, replace(design, arrows=((0, 1, "e"),))) == ["design"]
    twice = ((1, 0, "red"), (1, 0, "yellow"))
    assert codes(line, replace(design, colours=twice)) == ["design"]
    assert codes(line, replace(design, colours=((1, 0, "yellow"),))) == ["unreachable"]


def test_beyond_its_means_the_checker_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "STATES_WALKED", 3)
    monkeypatch.setattr(layers, "MOST_BITS", 3)
    assert "not checked" in check(M, ROUTE).summary
    for task in ("unique", "hint"):
        verdict = check(M, answer(M, task))
        assert "not checked" in verdict.summary
        assert not verdict.summary.startswith("not checked")
    for task in ("statistics", "count"):
        assert codes(M, answer(M, task)) == ["unchecked"], "nothing of it can be confirmed"
    line = maze("3 2 ?,, #,, #,, #,, #,, !,,")
    design = Design(((0, 0, "e"), (1, 0, "e"), (2, 0, "s")), (), 3)
    assert codes(line, design) == ["unchecked"]
    rivals = answer(TWINS, "unique")
    assert "not checked" in check(TWINS, rivals).summary


def test_the_walk_agrees_with_a_plain_search() -> None:
    rng = random.Random(21)
    for _ in range(150):
        instance = random_maze(rng, 6)
        walked = plain(instance)
        assert check(instance, Statistics(**walked.statistics())).valid
        if walked.length is not None and walked.length < 25:
            routes = len(walked.routes())
            assert check(instance, Count(walked.length, routes)).valid
            assert codes(instance, Count(walked.length, routes + 1)) == ["count"]


def test_where_layers_are_not_kept_only_the_length_is_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = maze("4 1 ?,,e #,,e #,,e !,,")
    sizes = [layers.Layers(line).length, len(line.arrows)]
    assert sizes == [3, 4]
    monkeypatch.setattr(layers, "MOST_BITS", 4)
    assert check(line, answer(line, "shortest")).summary.endswith("no route is shorter")
    assert "that it is the only one was not checked" in check(line, answer(line, "unique")).summary
    assert codes(line, answer(line, "count")) == ["unchecked"]
    one, two = (check(each, answer(each, "hint")).summary for each in (line, TWINS))
    assert one == "the hint is a move; that no other way is shorter was not checked"
    assert two == "the hints are moves; that no other way is shorter was not checked"
    short = Route(tuple(answer(line, "shortest").moves), 2)
    assert codes(line, short) == ["length"]


@pytest.mark.parametrize("count", [300, pytest.param(40_000, marks=pytest.mark.slow)])
def test_layers_are_what_single_moves_make_them(count: int) -> None:
    """Under all rules, from any state, off the grid's edges; the goal may be the start."""
    rng = random.Random(f"layers {count}")
    reached = 0
    for _ in range(count):
        drawn = random_maze(rng, 7)
        instance = replace(
            drawn,
            departure=rng.random() < 0.5,
            backwards=rng.random() < 0.5,
            begin=State(*drawn.start, rng.randrange(-3, 5)) if rng.random() < 0.5 else None,
            goal=drawn.start if rng.random() < 0.1 else drawn.goal,
        )
        ways, seen, length = {instance.first: 1}, {instance.first}, 0
        while ways and (length == 0 or not any(s.square == instance.goal for s in ways)):
            following: dict[State, int] = {}
            for state, number in ways.items():
                for _, to in moves(instance, state):
                    if to not in seen:
                        following[to] = following.get(to, 0) + number
            seen |= following.keys()
            ways, length = following, length + 1
        found = layers.Layers(instance)
        assert found.kept
        assert found.length == (length if ways else None)
        assert layers.Layers(instance, keep=False).length == found.length
        goals = [number for state, number in ways.items() if state.square == instance.goal]
        assert found.routes() == sum(goals)
        if found.length is not None:
            for most in (found.length, found.length + 1):
                near = layers.Layers(instance, most=most)
                assert (near.length, near.routes(), near.firsts()) == (
                    found.length,
                    found.routes(),
                    found.firsts(),
                )
            assert layers.Layers(instance, most=found.length - 1).length is None
        reached += bool(ways)
    assert count / 10 < reached < count / 2


@pytest.mark.parametrize(("order", "arrow"), [(1, "s"), (-1, "n")])
def test_only_rows_from_which_the_goal_is_too_far_are_left_out(
    monkeypatch: pytest.MonkeyPatch, order: int, arrow: str
) -> None:
    """Moves of 1, 2, 3 and 4 rows just reach the goal; with a step of 0, nobody does."""
    marked = {0: f"?,,{arrow}_e #,y,", 10: "!,, #,,"} | dict.fromkeys((1, 3, 6), f"#,r,{arrow} #,,")
    rows = [marked.get(row, "#,, #,,") for row in range(11)]
    tall = maze(" ".join(["2 11", *rows[::order]]))
    assert layers.Layers(tall, most=4).length == layers.Layers(tall).length == 4
    monkeypatch.setattr(layers, "MOST_BITS", 4 * len(tall.arrows))
    assert [layers.Layers(tall, most=most).complete for most in (4, None)] == [True, False]


def test_with_no_step_left_nobody_moves() -> None:
    """Leaving the red square with a step of 0 would make it 1, and the goal is next to it."""
    stuck = maze("4 1 ?,b,e #,y,e #,r,e !,,", departure=True)
    assert layers.Layers(stuck).length is None
    assert layers.Layers(replace(stuck, backwards=True)).length == 4


@pytest.mark.slow
def test_more_states_than_there_used_to_be_are_walked() -> None:
    size = 300 * 300
    board = Maze(300, 300, (0, 0), (299, 299), b"\x14" * size, b"\x01" * size)
    figures = answer(board, "statistics")
    assert figures.states == size
    assert check(board, figures).valid
    assert codes(board, replace(figures, forks=figures.forks + 1)) == ["forks"]
    assert check(board, answer(board, "count")).valid
    assert "not checked" not in check(board, answer(board, "hint")).summary


def test_one_is_no_plural() -> None:
    near = maze("2 1 ?,b,e !,,")
    assert check(near, answer(near, "shortest")).summary.startswith("1 move, ")
    stuck = maze("2 1 ?,b,n !,,")
    assert "1 states" not in check(stuck, answer(stuck, "shortest")).summary
    assert check(stuck, answer(stuck, "statistics")).summary == "counted again over 1 state"
    assert check(near, answer(near, "tree")).summary == "1 branch, 1 of them to the goal"
    told = str(quality(near))
    assert told.startswith("a unique shortest route of 1 move, 2 states, 0 dead ends")


def test_many_problems_are_cut() -> None:
    states = tuple(State(9, y, 1) for y in range(30))
    assert codes(M, Closed(states))[-1] == "more"
    assert len(codes(M, Closed(states))) == 9
