"""Ravensburger by brute force, written apart from pylab: every sequence of pushes, replayed.

A board is a list of rows from the south; a tile is (openings, its number). Under the rule
`lost_tiles` blank tiles enter; they have no number. The other rules are `walk_first`, `fixed_lines`
and `no_undo`.
"""

from __future__ import annotations

import itertools

SIDES = "nesw"
BACK = {"n": "s", "s": "n", "e": "w", "w": "e"}
BLANK = (frozenset(), None)


def tiles_of(size, connections, start, goal):
    """Rows from the south, of (set of open sides, number of the tile)."""
    board = [[set() for _ in range(size)] for _ in range(size)]
    for row, column, side in connections:
        board[row - 1][column - 1].add(side)
    grid = [[(frozenset(board[r][c]), r * size + c) for c in range(size)] for r in range(size)]
    home = (start[0] - 1) * size + start[1] - 1
    target = (goal[0] - 1) * size + goal[1] - 1
    return grid, home, target


def pushed(grid, line, side, rules=()):
    """A new grid with row or column `line` (from 0) moved by one towards the side."""

    def moved(tiles):
        ahead = side in "en"
        entering = tiles[-1:] if ahead else tiles[:1]
        if "lost_tiles" in rules:
            entering = [BLANK]
        return entering + tiles[:-1] if ahead else tiles[1:] + entering

    grid = [list(row) for row in grid]
    if side in "ew":
        grid[line] = moved(grid[line])
        return grid
    for row, tile in zip(grid, moved([row[line] for row in grid]), strict=True):
        row[line] = tile
    return grid


def walked(grid, tiles):
    """The numbers of all tiles that can be walked to from these tiles, as far as they are there."""
    size = len(grid)
    parent = {tile: tile for row in grid for _, tile in row}
    tiles = {tile for tile in tiles if tile in parent}

    def find(tile):
        while parent[tile] != tile:
            parent[tile] = parent[parent[tile]]
            tile = parent[tile]
        return tile

    for r, c in itertools.product(range(size), repeat=2):
        sides, tile = grid[r][c]
        if "e" in sides and c + 1 < size and "w" in grid[r][c + 1][0]:
            parent[find(tile)] = find(grid[r][c + 1][1])
        if "n" in sides and r + 1 < size and "s" in grid[r + 1][c][0]:
            parent[find(tile)] = find(grid[r + 1][c][1])
    roots = {find(tile) for tile in tiles}
    return {tile for tile in parent if find(tile) in roots}


def pushes(size, rules=(), last=None):
    """All pushes (line, side), lines from 1, that may follow the last one."""
    for line in range(1, size + 1):
        for side in SIDES:
            undone = last == (line, BACK[side]) and "no_undo" in rules
            if not undone and not (line % 2 and "fixed_lines" in rules):
                yield line, side


def first_tiles(grid, home, rules):
    """Where the avatar can be before the first push."""
    return walked(grid, {home}) if "walk_first" in rules else {home}


def tally(size, connections, start, goal, most, rules=()):
    """For 0 to `most` pushes, how many sequences bring the goal into reach.

    Pairs of numbers: those of which no shorter beginning does, and all whose end does.
    """
    grid, home, target = tiles_of(size, connections, start, goal)
    first = tuple(map(tuple, grid)), frozenset(first_tiles(grid, home, rules))
    after = {}

    def following(situation, push):
        if (situation, push) not in after:
            grid = pushed(situation[0], push[0] - 1, push[1], rules)
            reached = frozenset(walked(grid, situation[1]))
            after[situation, push] = tuple(map(tuple, grid)), reached
        return after[situation, push]

    layer = {(first, None, True): 1}
    found = []
    for length in range(most + 1):
        there = [(fresh, n) for ((_, r), _, fresh), n in layer.items() if target in r]
        found.append((sum(n for fresh, n in there if fresh), sum(n for _, n in there)))
        grown = {}
        for (situation, last, fresh), number in layer.items() if length < most else ():
            fresh = fresh and target not in situation[1]
            for push in pushes(size, rules, last):
                kept = push if "no_undo" in rules else None
                key = following(situation, push), kept, fresh
                grown[key] = grown.get(key, 0) + number
        layer = grown
    return found


def plans(size, connections, start, goal, length, first_arrival, rules=()):
    """All plans of exactly this length, as tuples of (line, side), lines from 1."""
    grid, home, target = tiles_of(size, connections, start, goal)
    found = set()

    def extend(grid, reached, plan):
        arrived = target in reached
        if len(plan) == length:
            if arrived:
                found.add(plan)
            return
        if arrived and first_arrival:
            return
        for line, side in pushes(size, rules, plan[-1] if plan else None):
            after = pushed(grid, line - 1, side, rules)
            extend(after, walked(after, reached), (*plan, (line, side)))

    extend(grid, first_tiles(grid, home, rules), ())
    return found


def optimum(size, connections, start, goal, most):
    """The fewest pushes, or None if `most` are not enough; breadth first over whole situations."""
    grid, home, target = tiles_of(size, connections, start, goal)
    layer = {(tuple(map(tuple, grid)), frozenset({home}))}
    for length in range(most + 1):
        if any(target in reached for _, reached in layer):
            return length
        if length < most:
            layer = {
                (tuple(map(tuple, after)), frozenset(walked(after, reached)))
                for grid, reached in layer
                for line in range(size)
                for side in SIDES
                for after in [pushed(grid, line, side)]
            }
    return None
