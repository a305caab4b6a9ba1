"""Overlays: rules that the checker learns of."""

from __future__ import annotations

import itertools
import random

import pytest
from asking import ask
from brute_force import plans as brute_plans
from brute_force import pushed, tiles_of, walked
from projects import call, few

from pylab.base.errors import EncodingError, PylabError
from pylab.base.finding import Status
from pylab.core.puzzle import load
from pylab.families.ravensburger.model import RULES, Board, Plan, Push
from pylab.family import registry


def brute(board, most):
    """The fewest pushes and all such plans, by the rules in force; at most so many pushes."""
    grid, home, target = tiles_of(board.size, board.connections, board.start, board.goal)
    blank = itertools.count(-1, -1)

    def push(grid, line, side):
        after = pushed(grid, line, side)
        if "lost_tiles" in board.rules:
            at = {"e": (line, 0), "w": (line, -1), "n": (0, line), "s": (-1, line)}[side]
            after[at[0]][at[1]] = (frozenset(), next(blank))
        return after

    start = walked(grid, {home}) if "walk_first" in board.rules else {home}
    layer = [(grid, start, ())]
    for length in range(most + 1):
        found = [plan for _, reached, plan in layer if target in reached]
        if "exact" in board.rules and length < board.max_steps:
            found = []
        if found or length == most:
            return (length, sorted(found)) if found else (None, [])
        following = []
        for grid, reached, plan in layer:
            for line, side in itertools.product(range(board.size), "nesw"):
                if "fixed_lines" in board.rules and line % 2 == 0:
                    continue
                back = dict(zip("nesw", "swne", strict=True))[side]
                undo = plan and plan[-1] == (line + 1, back)
                if "no_undo" in board.rules and undo:
                    continue
                after = push(grid, line, side)
                there = {tile for row in after for _, tile in row}
                left = reached & there
                now = walked(after, left) if left else set()
                following.append((after, now, (*plan, (line + 1, side))))
        layer = following
    return None, []


@pytest.mark.parametrize("seed", few(range(6), 3))
def test_rules_of_the_game_agree_with_brute_force(seed):
    rng = random.Random(f"rules {seed}")
    for _ in range(6):
        puzzles = registry.get("ravensburger")
        rules = frozenset(rng.sample(RULES, rng.choice((1, 1, 2, 3))))
        bare = puzzles.generate(rng, size=rng.choice((2, 3)), density=0.45, bound=2)
        board = puzzles.adapt(bare, **dict.fromkeys(rules, True))
        assert puzzles.from_facts(puzzles.facts(board)) == board
        fewest, plans = brute(board, 2)
        names = [name.replace("_", "-") for name in sorted(rules)]
        for instance, overlays in ((bare, names), (board, ())):  # overlays come by themselves
            report, found = ask("ravensburger", instance, "all", overlays=overlays)
            assert all(checked.verdict.valid for checked in found)
            assert (report.status is Status.FOUND) == (fewest is not None)
            got = sorted(tuple((p.line, p.direction) for p in c.witness.pushes) for c in found)
            assert got == plans


def brute_pair(board, most):
    """The fewest pushes that bring both avatars to the goal, and all such plans, or None."""
    grid, home, target = tiles_of(board.size, board.connections, board.start, board.goal)
    row, column = board.start
    other = grid[board.size - row][board.size - column][1]
    start = ({home}, {other})
    if "walk_first" in board.rules:
        start = tuple(walked(grid, each) for each in start)
    layer = [(grid, start, ())]
    for length in range(most + 1):
        found = [plan for _, both, plan in layer if all(target in each for each in both)]
        if found:
            return length, sorted(found)
        layer = [
            (after, [walked(after, each) for each in both], (*plan, (line + 1, side)))
            for grid, both, plan in layer
            for line, side in itertools.product(range(board.size), "nesw")
            for after in [pushed(grid, line, side)]
        ]
    return None, []


def test_two_avatars_agree_with_brute_force():
    rng, lengths = random.Random("two avatars"), set()
    puzzles = registry.get("ravensburger")
    for _ in range(12):
        board = puzzles.generate(rng, size=rng.choice((2, 3)), density=0.5, bound=2)
        board = puzzles.adapt(board, walk_first=rng.random() < 0.4)
        fewest, plans = brute_pair(board, 2)
        report, found = ask("ravensburger", board, "all", overlays=["two-avatars"])
        assert (report.status is Status.FOUND) == (fewest is not None)
        got = sorted(tuple((p.line, p.direction) for p in c.witness.pushes) for c in found)
        assert got == plans
        assert all(checked.verdict.valid for checked in found)  # each is a plan for the first
        lengths.add(fewest)
    assert lengths >= {1, 2, None}
    constants = {"other_x": "9"}
    with pytest.raises(EncodingError, match="other_x and other_y name no field"):
        ask("ravensburger", board, "all", overlays=["two-avatars"], constants=constants)


@pytest.mark.parametrize("pair", [*itertools.permutations(("any", "exact", "two-avatars"), 2)])
def test_two_overlays_dont_replace_the_same_file(pair):
    with pytest.raises(PylabError, match=r"both replace arrival\.lp; leave out one"):
        ask("ravensburger", board(), "all", overlays=pair)


def test_two_overlays_dont_add_up_what_each_minimises():
    plan = load("theseus/hemme.plan").instance
    with pytest.raises(PylabError, match=r"both minimise at priority 0; leave out one"):
        ask("theseus", plan, "paths", overlays=["lightest", "heaviest"])


def board(*rules, size=2, connections=(), start=(1, 1), goal=(2, 2), most=3):
    return Board(size, frozenset(connections), start, goal, most, frozenset(rules))


def plan(*pushes):
    return Plan(tuple(Push(t, line, d) for t, (line, d) in enumerate(pushes, 1)))


@pytest.mark.parametrize(
    ("puzzle", "pushes", "codes"),
    [
        (board("fixed_lines"), [(1, "e")], ["fixed", "goal"]),
        (board("no_undo", goal=(1, 1)), [(2, "e"), (2, "w")], ["undone"]),
        (board("no_undo", goal=(1, 1)), [(2, "e"), (2, "e")], []),
        (board("no_undo", goal=(1, 1)), [(2, "e"), (2, "s")], []),
        (board("exact", goal=(1, 1)), [(1, "e"), (1, "w")], ["too-few"]),
        (board("exact", goal=(1, 1)), [(1, "e"), (1, "w"), (2, "e")], []),
        (board("lost_tiles", goal=(1, 1)), [(1, "w")], ["goal"]),
        (board("lost_tiles", goal=(1, 2)), [(2, "s")], ["goal"]),
        (board("lost_tiles", goal=(1, 1)), [(2, "w")], []),
        (board("walk_first", connections=[(1, 1, "e"), (1, 2, "w")], goal=(1, 2)), [], []),
        (board(connections=[(1, 1, "e"), (1, 2, "w")], goal=(1, 2)), [], ["goal"]),
    ],
)
def test_the_checker_knows_the_rules(puzzle, pushes, codes):
    puzzles = registry.get("ravensburger")
    verdict = puzzles.check(puzzle, plan(*pushes))
    assert [problem.code for problem in verdict.problems] == codes
    assert puzzles.draw(puzzle, plan(*pushes)).render().startswith("<svg")
    assert puzzles.picture(puzzle, plan(*pushes))


def test_an_option_brings_its_overlay_along():
    done = call("solve", "ravensburger/example-4x4.lp", "--task", "shortest", "--fixed-lines")
    assert (done.returncode, "none" in done.stdout) == (1, True)
    checked = call(
        "validate", "ravensburger/example-4x4.lp", "-", "--no-undo",
        stdin="push(1,w,1). push(1,e,2).",
    )  # fmt: skip
    assert "the push before is taken back: row 1 moves east" in checked.stdout


def test_a_goal_anywhere_wins_where_a_goal_at_one_place_does_not(tmp_path):
    lab = tmp_path / "down.lab"
    lab.write_text("goal at inner.end\ninner.start A.1\n1 B.1\n2 inner.end\n1 A.2\n")
    plain = call("solve", lab)
    laid = call("solve", lab, "--with", "anywhere", "--format", "json")
    optioned = call("solve", lab, "--anywhere")
    assert plain.returncode in (0, 1)
    assert laid.returncode == optioned.returncode
    assert '"invalid": 0' in laid.stdout


@pytest.mark.parametrize("seed", few(range(8), 3))
def test_exact_plans_are_all_sequences_of_max_steps_pushes_whose_end_arrives(seed):
    """As brute force lists them, whether by the option or by the overlay's name."""
    rng = random.Random(f"exact {seed}")
    puzzles = registry.get("ravensburger")
    instance = puzzles.generate(rng, size=2, density=0.6, bound=rng.choice((1, 2, 3)))
    length = instance.max_steps
    where = instance.size, instance.connections, instance.start, instance.goal
    expected = sorted(brute_plans(*where, length, first_arrival=False))
    for asked, overlays in ((puzzles.adapt(instance, exact=True), ()), (instance, ["exact"])):
        report, found = ask("ravensburger", asked, "plan", overlays=overlays, models=0)
        got = sorted(tuple((p.line, p.direction) for p in c.witness.pushes) for c in found)
        assert got == expected
        assert report.counts == "exact: every valid plan of max_steps pushes"
        assert all(checked.verdict.valid for checked in found)
