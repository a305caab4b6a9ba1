"""How hard a game is, held against what the families' own searches say."""

from __future__ import annotations

import brute_force
import pytest
from asking import ask
from projects import few

from pylab.core import puzzle
from pylab.core.answer import row
from pylab.family.difficulty import measured
from pylab.family.script import Game, Turn


def game_of(name):
    loaded = puzzle.load(name)
    return loaded.instance, loaded.family.script(loaded.instance, []).game


@pytest.mark.parametrize("name", few(["example-4x4", "square-2x2", "generated-05-2"], 2))
def test_first_pushes_that_keep_to_the_shortest_plans_are_those_of_all_of_them(name):
    board, game = game_of(f"ravensburger/{name}.lp")
    _, found = ask("ravensburger", board, "all", engine="native", models=0)
    plans = [each.witness.pushes for each in found]
    told = measured(game)
    assert told.least == len(plans[0])
    assert told.first == 4 * board.size
    assert told.kept == len({plan[0] for plan in plans})


def test_positions_are_boards_whatever_pushes_led_there():
    """Held against every sequence of pushes, laid out by the brute force."""
    board, game = game_of("ravensburger/square-2x2.lp")
    told = measured(game)
    grid, home, target = brute_force.tiles_of(
        board.size, board.connections, board.start, board.goal
    )
    positions, live = set(), set()

    def passed(grid, reached, count):
        """Whether the goal can still be reached; what lies there is noted."""
        at = {tile: i for i, (_, tile) in enumerate(tile for row in grid for tile in row)}
        sides = tuple(each for row in grid for each, _ in row)
        here = (count, sides, at[target], frozenset(at[tile] for tile in reached))
        positions.add(here)
        alive = target in reached
        if not alive and count < board.max_steps:
            for line, side in brute_force.pushes(board.size):
                after = brute_force.pushed(grid, line - 1, side)
                alive |= passed(after, brute_force.walked(after, reached), count + 1)
        if alive:
            live.add(here)
        return alive

    passed(grid, {home}, 0)
    assert (told.positions, told.dead) == (len(positions), len(positions - live))


@pytest.mark.parametrize("name", ["alice/croquet.alice", "alice/lawn.alice"])
def test_positions_and_dead_ends_are_those_of_the_statistics(name):
    maze, game = game_of(name)
    answer, _ = ask("alice", maze, "statistics", engine="native")
    figures = dict(row(answer.question, answer.checked[0])["witness"])
    told = measured(game)
    assert (told.positions, told.dead) == (figures["states"], figures["hopeless"])
    _, found = ask("alice", maze, "shortest", engine="native")
    assert told.least == len(found[0].witness.moves)


def test_what_is_not_looked_at_is_not_told():
    """A goal that lies beyond the work, one that is out of reach, one that one stands on."""

    def steps(n):
        return [Turn("", n + 1), Turn("", n - 1)]

    line = Game(0, steps, lambda n: n == 60, str)
    assert measured(line, work=100) is None
    told = measured(line, work=300)
    assert (told.least, told.kept, told.first) == (60, 1, 2)
    assert (told.along, told.wrong, told.positions, told.dead) == (120, 60, None, None)
    assert "dead" not in str(told)
    assert measured(Game(0, lambda n: [], lambda n: n == 1, str)) is None
    assert measured(Game(0, lambda n: [], lambda n: n == 0, str)) is None


def test_the_last_layer_is_looked_at_whole_or_nothing_is_told():
    """All of 40 first moves lead to the goal by the second; with less work that isn't known."""

    def turns(n):
        return [Turn("", each) for each in (range(1, 41) if n == 0 else (99, *range(41, 90)))]

    wide = Game(0, turns, lambda n: n == 99, str)
    assert measured(wide, work=60) is None
    assert measured(wide, work=40 + 40 * 50).kept == 40
