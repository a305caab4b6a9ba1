"""What docs/findings.md has from programs in benchmarks/: each on its smallest size."""

from __future__ import annotations

import importlib.util
import itertools
import random

import pytest
from projects import ROOT, few

import pylab
from pylab.base.finding import Status


def program(name):
    """A program of benchmarks/ as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "benchmarks" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


boards, alice, ways = map(program, ("hardest_boards", "longest_alice", "longest_way_out"))


def pushes_of(size, openings, start, goal):
    """The fewest pushes by trying all boards that come up; None if there is no plan.

    `openings` are those of each tile; a situation is where the tiles lie, and the tile walked on.
    """
    if start == goal:
        return 0
    taken = boards.pushes(size)
    tiles = tuple(range(size * size))  # tile by cell
    known, level, count = {(tiles, start)}, [(tiles, start)], 0
    while level:
        count += 1
        after = []
        for lying, on in level:
            for push in taken:
                moved = [0] * len(lying)
                for cell, tile in enumerate(lying):
                    moved[push[cell]] = tile
                for tile in reached(size, openings, moved, on):
                    if tile == goal:
                        return count
                    if (tuple(moved), tile) not in known:
                        known.add((tuple(moved), tile))
                        after.append((tuple(moved), tile))
        level = after
    return None


def reached(size, openings, lying, on):
    """The tiles that can be walked to."""
    found = [on]
    for tile in found:
        x, y = divmod(lying.index(tile), size)
        for direction in openings[tile]:
            dx, dy = boards.STEPS[direction]
            if 0 <= x + dx < size and 0 <= y + dy < size:
                other = lying[(x + dx) * size + y + dy]
                if boards.FACING[direction] in openings[other] and other not in found:
                    found.append(other)
    return found


def test_chains_that_cannot_be_cut_are_of_few_kinds():
    assert list(boards.chains()) == ["n", "ne", "ns", "new", "nse", "nsew"]
    longer = itertools.product("nesw", repeat=5)
    assert all(boards.cut(crossings) for crossings in longer)


def test_the_hardest_board_of_four_tiles():
    most, found = boards.hardest(2)
    assert most == 5
    crossings, places = found[0]
    text = boards.board(2, crossings, places[0], most)
    for engine in ("clingo", "native"):
        answer = pylab.solve(text, "shortest", family="ravensburger", engine=engine).answer
        assert (answer.cost, answer.optimal) == (5, True)


@pytest.mark.parametrize("seed", few(range(5000), 30))
def test_no_board_of_four_tiles_is_harder(seed):
    rng = random.Random(seed)
    share = rng.choice((0.2, 0.35, 0.5))
    openings = [{d for d in "nesw" if rng.random() < share} for _ in range(4)]
    count = pushes_of(2, openings, *rng.sample(range(4), 2))
    assert count is None or count <= 5


@pytest.mark.parametrize("crossings", ["n", "ne", "ns", "new", "nse"])
def test_pushes_are_counted_backwards_from_all_places(crossings):
    costs = boards.counted(2, crossings)
    assert set(costs) == set(itertools.permutations(range(4), len(crossings) + 1))
    for places, cost in costs.items():
        openings = [set() for _ in range(4)]
        for cell, directions in zip(places, boards.openings(crossings), strict=True):
            openings[cell] = directions
        assert cost == pushes_of(2, openings, places[0], places[-1])


def longest_by_brute_force():
    """The most moves of an only shortest route on 2 × 2 squares, start and goal as they come."""
    most, squares = 0, list(itertools.product(range(2), repeat=2))
    for start, goal in itertools.permutations(squares, 2):
        rest = [square for square in squares if square != goal]
        onto = [[other for other in squares if other != square] for square in rest]
        for lists in itertools.product(*(itertools.product((0, 1), repeat=3) for _ in rest)):
            leads = {
                square: [to for to, there in zip(others, said, strict=True) if there]
                for square, others, said in zip(rest, onto, lists, strict=True)
            }
            for stuck in itertools.product((False, True), repeat=3):  # a colour makes d 0, or 2
                deep, steps, ways = {start: 1}, 0, {start: 1}
                while ways and goal not in ways:
                    steps, after = steps + 1, {}
                    for square, number in ways.items():
                        for to in leads[square]:
                            dead = to != goal and to != start and stuck[rest.index(to)]
                            if to not in deep and not dead:
                                after[to] = after.get(to, 0) + number
                    deep |= after
                    ways = after
                if ways.get(goal) == 1:
                    most = max(most, steps)
    return most


def test_the_longest_maze_of_four_squares():
    assert len(alice.ends(2, 2)) == 2
    assert len(alice.ends(3, 3)) == 12
    found = list(alice.longest(2, 2))
    assert [length for length, _, _ in found] == [3, 3]
    assert longest_by_brute_force() == 3
    for _, answer, proven in found:
        assert "there is 1 shortest route of 3 moves" in answer.checked[0].verdict.summary
        assert not proven
    assert alice.asked(2, 2, (0, 0), (1, 1), 4).status is Status.NONE


def test_the_longest_way_out_of_two_corridors():
    assert ways.longest(1, 2)[0] == 2
    every = set(itertools.combinations(itertools.combinations(ways.places(1, 2), 2), 2))
    kinds = set(ways.mazes(1, 2))
    names = ways.renamings(1, 2)

    def renamed(maze, way):
        return tuple(sorted(tuple(sorted(way[place] for place in corridor)) for corridor in maze))

    assert kinds == {min(renamed(maze, way) for way in names) for maze in every}
    for maze in sorted(kinds)[:12]:
        made = ways.labyrinth(maze)
        if any(ways.START in clique for clique in made.cliques) and made.outer():
            answer = pylab.solve(
                ways.write(made), "shortest", family="fractal", engine="clingo"
            ).answer
            assert ways.length(maze) == (answer.cost or 0), made


def test_the_longest_way_out_of_three_corridors():
    most, found, number = ways.longest(1, 3)
    assert (most, len(found), number) == (4, 1, 249)
    answer = pylab.solve(
        ways.write(ways.labyrinth(found[0])), "shortest", family="fractal", engine="clingo"
    ).answer
    assert (answer.cost, answer.optimal) == (4, True)
