"""Ravensburger by brute force, written apart from pylab: every sequence of pushes, replayed.

A board is a list of rows from the south; a tile is (openings, has avatar's start, is goal).
"""

from __future__ import annotations

import itertools

SIDES = "nesw"


def tiles_of(size, connections, start, goal):
    """Rows from the south, of (set of open sides, number of the tile)."""
    board = [[set() for _ in range(size)] for _ in range(size)]
    for row, column, side in connections:
        board[row - 1][column - 1].add(side)
    grid = [[(frozenset(board[r][c]), r * size + c) for c in range(size)] for r in range(size)]
    home = (start[0] - 1) * size + start[1] - 1
    target = (goal[0] - 1) * size + goal[1] - 1
    return grid, home, target


def pushed(grid, line, side):
    """A new grid with row or column `line` (from 0) rotated by one towards the side."""
    grid = [list(row) for row in grid]
    if side in "ew":
        row = grid[line]
        grid[line] = row[-1:] + row[:-1] if side == "e" else row[1:] + row[:1]
        return grid
    column = [row[line] for row in grid]
    column = column[-1:] + column[:-1] if side == "n" else column[1:] + column[:1]
    for row, tile in zip(grid, column, strict=True):
        row[line] = tile
    return grid


def walked(grid, tiles):
    """The numbers of all tiles that can be walked to from these tiles."""
    size = len(grid)
    parent = {tile: tile for row in grid for _, tile in row}

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


def plans(size, connections, start, goal, length, first_arrival):
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
        for line in range(size):
            for side in SIDES:
                after = pushed(grid, line, side)
                extend(after, walked(after, reached), (*plan, (line + 1, side)))

    extend(grid, {home}, ())
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
