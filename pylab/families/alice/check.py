"""Checks answers against a maze by Abbott's rules; knows no encoding, no search and no format.

A claim about all routes (that none is shorter, that there is just one) is checked by walking
through all states; where these are more than STATES_WALKED, the summary says that the claim was
not checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace

from pylab.families.alice.model import (
    DIRECTIONS,
    STAY,
    Branch,
    Closed,
    Count,
    Design,
    Hint,
    Maze,
    Move,
    Rivals,
    Route,
    Square,
    State,
    Statistics,
    Tree,
    Unique,
    Witness,
    designed,
)
from pylab.verdict import Problem, Verdict

STATES_WALKED = 50_000
"""The most states that are walked through to check a claim about all routes."""

_LISTED = 8
_BEYOND = "that no route is shorter was not checked: too many states"


def check(maze: Maze, witness: Witness) -> Verdict:
    """Whether the witness is what it says, by the rules of the maze."""
    match witness:
        case Route(moves, length):
            return _check_route(maze, moves, length)
        case Unique(moves, length):
            return _check_unique(maze, moves, length)
        case Rivals(moves, others, length):
            return _check_rivals(maze, moves, others, length)
        case Closed(states):
            return _check_closed(maze, states)
        case Statistics():
            return _check_statistics(maze, witness)
        case Count(length, routes):
            return _check_count(maze, length, routes)
        case Hint(moves, length):
            return _check_hint(maze, moves, length)
        case Tree(root, branches):
            return _check_tree(maze, root, branches)
        case Design():
            return _check_design(maze, witness)


@dataclass(frozen=True, slots=True)
class Flight:
    """Where an arrow leads: the square, and d if one lands there; what is wrong with it if not."""

    state: State
    obstacle: str = ""


def fly(maze: Maze, state: State, direction: str) -> Flight:
    """Follow an arrow straight for d squares, whatever lies between."""
    dx, dy = DIRECTIONS.get(direction, (0, 0))
    target = (state.x + state.d * dx, state.y + state.d * dy)
    if not maze.inside(target):
        return Flight(State(*target, state.d), "outside")
    if maze.is_blank(target):
        return Flight(State(*target, state.d), "blank")
    coloured = state.square if maze.departure else target
    change = {"red": 1, "yellow": -1}.get(maze.colour_of(coloured), 0)
    return Flight(State(*target, state.d + change))


def directions(maze: Maze, state: State) -> tuple[str, ...]:
    """The moves that a state's square and d leave to try: its arrows, none for a dead state."""
    if state.square == maze.goal or (state.d <= 0 and not maze.backwards):
        return ()
    arrows = maze.arrows_of(state.square)
    return (STAY,) if arrows and state.d == 0 else arrows


def moves(maze: Maze, state: State) -> list[tuple[str, State]]:
    """The directions in which one can move, each with the state it leads to."""
    flights = ((direction, fly(maze, state, direction)) for direction in directions(maze, state))
    return [(direction, flight.state) for direction, flight in flights if not flight.obstacle]


@dataclass(slots=True)
class _Walk:
    """All states by their distance from the first: how far, by how many shortest ways, and on."""

    distance: dict[State, int]
    ways: dict[State, int]
    onward: dict[State, list[State]]
    goals: list[State]
    complete: bool = True

    @property
    def length(self) -> int | None:
        """Of the shortest routes."""
        return min((self.distance[goal] for goal in self.goals), default=None)

    @property
    def routes(self) -> int:
        """How many shortest routes there are."""
        return sum(self.ways[goal] for goal in self.goals if self.distance[goal] == self.length)


def _walk(maze: Maze, to_goal: bool = False) -> _Walk:
    """Breadth first through all states, or up to those as far away as the nearest goal."""
    walk = _Walk({maze.first: 0}, {maze.first: 1}, {}, [])
    layer = [maze.first] if maze.width * maze.height <= STATES_WALKED else []
    walk.complete = bool(layer)
    while layer and not (to_goal and walk.goals):
        following: list[State] = []
        for state in layer:
            if len(walk.distance) > STATES_WALKED:
                walk.complete = False
                return walk
            walk.onward[state] = [each for _, each in moves(maze, state)]
            for each in walk.onward[state]:
                if each not in walk.distance:
                    walk.distance[each] = walk.distance[state] + 1
                    walk.ways[each] = 0
                    following.append(each)
                    if each.square == maze.goal:
                        walk.goals.append(each)
                if walk.distance[each] == walk.distance[state] + 1:
                    walk.ways[each] += walk.ways[state]
        layer = following
    return walk


def _check_route(maze: Maze, steps: Sequence[Move], length: int | None) -> Verdict:
    problems = list(_replayed(maze, steps))
    summary = f"{_moves(len(steps))}, then the goal on {_name(maze.goal)} is landed on"
    if length is not None:
        problems += _wrong_length(steps, length)
        if not problems:
            short, note = _shorter(maze, length, _walk(maze, to_goal=True))
            problems += short
            summary += f"; {note}" if note else ""
    return _verdict(problems, summary, _trace(maze, steps))


def _check_unique(maze: Maze, steps: Sequence[Move], length: int) -> Verdict:
    problems = [*_replayed(maze, steps), *_wrong_length(steps, length)]
    if problems:
        return _verdict(problems, "", _trace(maze, steps))
    walk = _walk(maze, to_goal=True)
    short, note = _shorter(maze, length, walk)
    problems += short
    if walk.complete and not short and walk.routes != 1:
        problems.append(Problem("not-unique", f"there are {walk.routes} routes of this length"))
    alone = "" if not walk.complete else " and no other is as short"
    note = note if walk.complete else "that it is the only shortest one was not checked"
    summary = f"{_moves(len(steps))} to the goal on {_name(maze.goal)}; {note}{alone}"
    return _verdict(problems, summary, _trace(maze, steps))


def _check_rivals(
    maze: Maze, steps: Sequence[Move], others: Sequence[Move], length: int
) -> Verdict:
    problems = []
    for name, route in (("first", steps), ("second", others)):
        found = [*_replayed(maze, route), *_wrong_length(route, length)]
        problems += [replace(p, message=f"{name} route: {p.message}") for p in found]
    if tuple(steps) == tuple(others):
        problems.append(Problem("same", "the two routes are the same"))
    note = ""
    if not problems:
        short, note = _shorter(maze, length, _walk(maze, to_goal=True))
        problems += short
    summary = f"two different routes of {_moves(length)}" + (f"; {note}" if note else "")
    return _verdict(problems, summary, _trace(maze, steps))


def _check_closed(maze: Maze, states: Sequence[State]) -> Verdict:
    problems, inside = [], set(states)
    if maze.first not in inside:
        problems.append(Problem("first-missing", f"{maze.first}, where routes begin, is missing"))
    for state in states:
        if not maze.inside(state.square):
            problems.append(Problem("off-board", f"{state} is off the grid"))
        elif state.square == maze.goal:
            problems.append(Problem("goal", f"{state} is on the goal"))
        else:
            for direction, each in moves(maze, state):
                if each not in inside:
                    message = f"{direction} leads from {state} to {each}, which is not listed"
                    problems.append(Problem("open", message))
    return _verdict(problems, f"no route: {len(inside)} states, and no move leaves them", ())


def _check_statistics(maze: Maze, claimed: Statistics) -> Verdict:
    walk = _walk(maze)
    if not walk.complete:
        return Verdict((), f"not checked: more than {STATES_WALKED} states")
    off_goal = [state for state in walk.distance if state.square != maze.goal]
    actual = Statistics(
        states=len(walk.distance),
        goals=len(walk.goals),
        moves=sum(map(len, walk.onward.values())),
        dead=sum(not walk.onward[state] for state in off_goal),
        hopeless=len(walk.distance) - len(_hopeful(walk)),
        forks=sum(len(walk.onward[state]) > 1 for state in off_goal),
        largest=max(state.d for state in walk.distance),
    )
    names = [each.name for each in fields(Statistics)]
    problems = [
        Problem(name, f"{name} is {getattr(actual, name)}, not {getattr(claimed, name)}")
        for name in names
        if getattr(actual, name) != getattr(claimed, name)
    ]
    return _verdict(problems, f"counted again over {actual.states} states", ())


def _check_count(maze: Maze, length: int, routes: int) -> Verdict:
    walk = _walk(maze, to_goal=True)
    problems, note = _shorter(maze, length, walk)
    if walk.complete and walk.length is not None and walk.length > length:
        problems.append(Problem("length", f"the shortest routes have {_moves(walk.length)}"))
    if walk.complete and not problems and walk.routes != routes:
        problems.append(Problem("count", f"there are {walk.routes} such routes, not {routes}"))
    if not walk.complete:
        return _verdict(problems, f"not checked: more than {STATES_WALKED} states", ())
    ways = "1 shortest route" if routes == 1 else f"{routes} shortest routes"
    summary = f"{ways} of {_moves(length)}; {note}"
    return _verdict(problems, summary, ())


def _check_hint(maze: Maze, hints: Sequence[Move], length: int) -> Verdict:
    actual = {(d, state) for d, state in moves(maze, maze.first)}
    problems = [
        Problem("no-move", f"{move} is no move from {maze.first}")
        for move in hints
        if (move.direction, move.state) not in actual
    ]
    if problems:
        return _verdict(problems, "", ())
    walk = _walk(maze, to_goal=True)
    if not walk.complete:
        return Verdict((), "the hints are moves; that they are the best ones was not checked")
    problems, note = _shorter(maze, length, walk)
    if not problems and walk.length != length:
        problems.append(_unlike(walk.length, length))
    if not problems:
        best = {(d, each) for d, each in actual if _leads(walk, each)}
        given = {(move.direction, move.state) for move in hints}
        for direction, each in sorted(given - best):
            message = f"no shortest route begins with {direction} to {each}"
            problems.append(Problem("detour", message))
        for direction, each in sorted(best - given):
            message = f"a shortest route begins with {direction} to {each}, which is missing"
            problems.append(Problem("missing", message))
    return _verdict(problems, f"from {maze.first}, {_moves(length)} to the goal; {note}", ())


def _check_tree(maze: Maze, root: State, branches: Sequence[Branch]) -> Verdict:
    if root != maze.first:
        return _verdict([Problem("root", f"the root is {maze.first}, not {root}")], "", ())
    actual = set(_grown(maze))
    problems = [
        Problem("branch", f"{_told(branch)} is no branch of the tree")
        for branch in sorted(set(branches) - actual)
    ]
    problems += [
        Problem("missing", f"{_told(branch)} is missing")
        for branch in sorted(actual - set(branches))
    ]
    reached = sum(branch.outcome == "goal" for branch in branches)
    summary = f"{len(branches)} branches, {reached} of them to the goal"
    return _verdict(problems, summary, ())


def _check_design(maze: Maze, design: Design) -> Verdict:
    try:
        made = designed(maze, design)
    except ValueError as error:
        return _verdict([Problem("design", str(error))], "", ())
    walk = _walk(made, to_goal=True)
    if not walk.complete:
        return Verdict((), f"not checked: more than {STATES_WALKED} states")
    problems = [] if walk.length == design.length else [_unlike(walk.length, design.length)]
    summary = f"the shortest routes, {walk.routes} of them, have {_moves(design.length)}"
    return _verdict(problems, summary, ())


def _replayed(maze: Maze, steps: Sequence[Move]) -> Iterator[Problem]:
    """What is wrong with a route, up to the first move that can't be made."""
    state = maze.first
    for due, move in enumerate(steps, 1):
        if move.step != due:
            yield Problem("step-number", f"expected step {due}, found step {move.step}", due)
            return
        if problem := _illegal(maze, state, move):
            yield problem
            return
        state = move.state
    if state.square != maze.goal:
        yield Problem("goal", f"the route ends at {state}, not on the goal {_name(maze.goal)}")


def _illegal(maze: Maze, state: State, move: Move) -> Problem | None:
    """Why this move can't be made from this state."""
    step, direction = move.step, move.direction
    if state.square == maze.goal:
        return Problem("over", "the goal has been landed on, which ends the route", step)
    if state.d <= 0 and not maze.backwards:
        return Problem("zero", f"at {state} there are no moves any more", step)
    if direction not in directions(maze, state):
        has = ", ".join(directions(maze, state)) or "none"
        return Problem("no-arrow", f"at {state} there is no arrow {direction}, only {has}", step)
    flight = fly(maze, state, direction)
    if flight.obstacle == "outside":
        message = f"{direction} from {state} leads to {_name(flight.state.square)}, off the grid"
        return Problem("outside", message, step)
    if flight.obstacle == "blank":
        message = f"{direction} from {state} leads to {_name(flight.state.square)}, a blank square"
        return Problem("blank", message, step)
    if move.state.square != flight.state.square:
        message = f"{direction} from {state} lands on {_name(flight.state.square)}, "
        return Problem("landing", message + f"not on {_name(move.state.square)}", step)
    if move.d != flight.state.d:
        message = f"after {direction} from {state}, d is {flight.state.d}, not {move.d}"
        return Problem("d", message, step)
    return None


def _wrong_length(steps: Sequence[Move], length: int) -> list[Problem]:
    if len(steps) == length:
        return []
    return [Problem("length", f"the route has {_moves(len(steps))}, not {length}")]


def _shorter(maze: Maze, length: int, walk: _Walk) -> tuple[list[Problem], str]:
    """A problem if there is a shorter route, and words on what was checked."""
    if walk.length is not None and walk.length < length:
        message = f"there is a route of {_moves(walk.length)}, which is shorter"
        return [Problem("not-shortest", message)], ""
    if not walk.complete:
        return [], _BEYOND
    if walk.length is None:
        return [Problem("unreachable", f"the goal {_name(maze.goal)} can't be reached")], ""
    return [], "no route is shorter"


def _unlike(actual: int | None, claimed: int) -> Problem:
    if actual is None:
        return Problem("unreachable", "the goal can't be reached at all")
    return Problem("length", f"the shortest routes have {_moves(actual)}, not {claimed}")


def _hopeful(walk: _Walk) -> set[State]:
    """The states from which the goal can be reached."""
    backward: dict[State, list[State]] = {}
    for state, following in walk.onward.items():
        for each in following:
            backward.setdefault(each, []).append(state)
    hopeful, pending = set(walk.goals), list(walk.goals)
    while pending:
        for state in backward.get(pending.pop(), []):
            if state not in hopeful:
                hopeful.add(state)
                pending.append(state)
    return hopeful


def _leads(walk: _Walk, first: State) -> bool:
    """Whether a shortest route has this state after its first move."""
    layer, distance = {first}, 1
    while layer and walk.distance[next(iter(layer))] == distance != walk.length:
        distance += 1
        layer = {
            each
            for state in layer
            for each in walk.onward[state]
            if walk.distance[each] == distance
        }
    return any(goal in layer for goal in walk.goals) and distance == walk.length


def _grown(maze: Maze) -> Iterator[Branch]:
    """The tree that the rules grow: a queue of states, each one's arrows clockwise."""
    seen, layer, level = {maze.first}, [maze.first], 0
    while layer and (maze.depth == 0 or level < maze.depth):
        level += 1
        following: list[State] = []
        for state in layer:
            for direction in directions(maze, state):
                flight = fly(maze, state, direction)
                outcome = flight.obstacle or _outcome(maze, flight.state, seen)
                if outcome == "new":
                    following.append(flight.state)
                if not flight.obstacle:
                    seen.add(flight.state)
                yield Branch(*state, direction, *flight.state, outcome)
        layer = following


def _outcome(maze: Maze, state: State, seen: set[State]) -> str:
    if state.square == maze.goal:
        return "seen" if state in seen else "goal"
    if state.d == 0 and not maze.backwards:
        return "zero"
    return "seen" if state in seen else "new"


def _verdict(problems: Sequence[Problem], summary: str, trace: Sequence[str]) -> Verdict:
    """The verdict, with the first few problems."""
    shown = list(problems[:_LISTED])
    if len(problems) > _LISTED:
        shown.append(Problem("more", f"and {len(problems) - _LISTED} more problems"))
    return Verdict(tuple(shown), "" if problems else summary, tuple(trace))


def _trace(maze: Maze, steps: Sequence[Move]) -> list[str]:
    """One line a move, up to the first that can't be made."""
    state, lines = maze.first, [f"start: {maze.first}"]
    for move in steps:
        if _illegal(maze, state, move):
            break
        state = move.state
        colour = maze.colour_of(state.square)
        lines.append(f"move {move.step}: {move}; the square is {colour}")
    return lines


def _told(branch: Branch) -> str:
    return f"{branch.direction} from {branch.origin} to {branch.target}: {branch.outcome}"


def _moves(number: int) -> str:
    return f"{number} move" if number == 1 else f"{number} moves"


def _name(square: Square) -> str:
    return f"({square[0]}, {square[1]})"
