"""Checks answers against a maze by Abbott's rules; knows no encoding, no search and no format.

A claim about all routes (that none is shorter, that there is just one) is checked over all states,
see `layers`; figures are counted again state by state, see `figures`. Where a maze is too large
for that, the summary of a route says what was checked and what was not; an answer of which nothing
can be checked is not accepted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace

from pylab.base.verdict import Problem, Verdict
from pylab.families.alice.check.figures import Walk
from pylab.families.alice.check.layers import Layers
from pylab.families.alice.check.rules import directions, fly, moves, won
from pylab.families.alice.model import (
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
    counted,
    designed,
    rounded,
)

_LISTED = 8
_NONE_SHORTER = "no route is shorter"
_BEYOND = "that no route is shorter was not checked: too many states"


def _unchecked(what: str) -> Problem:
    return Problem("unchecked", f"too many states: {what} can't be confirmed")


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


def _check_route(maze: Maze, steps: Sequence[Move], length: int | None) -> Verdict:
    problems = list(_replayed(maze, steps))
    summary = f"{counted(len(steps), 'move')}, then the goal on {_name(maze.goal)} is landed on"
    note = ""
    if length is not None:
        problems += _wrong_length(steps, length)
        if not problems:
            short, note = _shorter(maze, length, Layers(maze, keep=False, most=length))
            problems += short
            summary += f"; {note}" if note else ""
    return _verdict(problems, summary, _trace(maze, steps), note)


def _check_unique(maze: Maze, steps: Sequence[Move], length: int) -> Verdict:
    problems = [*_replayed(maze, steps), *_wrong_length(steps, length)]
    if problems:
        return _verdict(problems, "", _trace(maze, steps))
    walk = Layers(maze, most=length)
    short, note = _shorter(maze, length, walk)
    problems += short
    routes = walk.routes() if walk.kept and not short else 1
    if routes != 1:
        many = counted(routes, "route")
        problems.append(Problem("not-unique", f"there are {many} of this length"))
    other = "no other is as short" if walk.kept else "that it is the only one was not checked"
    way = f"{counted(len(steps), 'move')} to the goal on {_name(maze.goal)}"
    summary = f"{way}; {note} and {other}"
    return _verdict(problems, summary, _trace(maze, steps), note)


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
        short, note = _shorter(maze, length, Layers(maze, keep=False, most=length))
        problems += short
    summary = f"at least two routes of {counted(length, 'move')}" + (f"; {note}" if note else "")
    return _verdict(problems, summary, _trace(maze, steps), note)


def _check_closed(maze: Maze, states: Sequence[State]) -> Verdict:
    problems, inside = [], set(states)
    if maze.first not in inside:
        problems.append(Problem("first-missing", f"{maze.first}, where routes begin, is missing"))
    for state in states:
        if not maze.inside(state.square):
            problems.append(Problem("off-board", f"{state} is off the grid"))
        elif won(maze, state):
            problems.append(Problem("goal", f"{state} is on the goal"))
        else:
            for direction, each in moves(maze, state):
                if each not in inside:
                    message = f"{direction} leads from {state} to {each}, which is not listed"
                    problems.append(Problem("open", message))
    these = "the only state" if len(inside) == 1 else f"these {len(inside)} states"
    return _verdict(problems, f"no route: no move leaves {these}", ())


def _check_statistics(maze: Maze, claimed: Statistics) -> Verdict:
    walk = Walk(maze)
    if not walk.complete:
        return _verdict([_unchecked("the figures")], "", ())
    choices, live = walk.choices(), walk.live()
    actual = Statistics(
        states=walk.states,
        goals=len(walk.goals),
        moves=walk.moves,
        dead=choices.count(0),
        hopeless=live.count(0),
        forks=sum(each > 1 for each in choices),
        largest=walk.largest,
        squares=sum(square != maze.goal and not maze.is_blank(square) for square in maze.squares()),
        arrows=sum(len(maze.arrows_of(each)) for each in maze.squares() if each != maze.goal),
        wrong=walk.wrong(live),
        late=walk.late(live),
    )
    names = [each.name for each in fields(Statistics)]
    problems = [
        Problem(name, f"{name} is {getattr(actual, name)}, not {getattr(claimed, name)}")
        for name in names
        if getattr(actual, name) != getattr(claimed, name)
    ]
    return _verdict(problems, f"counted again over {counted(actual.states, 'state')}", ())


def _check_count(maze: Maze, length: int, routes: int) -> Verdict:
    walk = Layers(maze)
    problems, note = _shorter(maze, length, walk)
    if walk.complete and walk.length is not None and walk.length > length:
        problems.append(_unlike(walk.length, length))
    if not problems and not walk.kept:
        problems.append(_unchecked("the number of routes"))
    if not problems and (actual := walk.routes()) != routes:
        message = f"the number of such routes is {rounded(actual)}, not {rounded(routes)}"
        problems.append(Problem("count", message))
    ways = counted(routes, "shortest route")
    return _verdict(problems, f"{ways} of {counted(length, 'move')}; {note}", (), note)


def _check_hint(maze: Maze, hints: Sequence[Move], length: int) -> Verdict:
    actual = {(d, state) for d, state in moves(maze, maze.first)}
    problems = [
        Problem("no-move", f"{move} is no move from {maze.first}")
        for move in hints
        if (move.direction, move.state) not in actual
    ]
    if problems:
        return _verdict(problems, "", ())
    walk = Layers(maze)
    if not walk.kept:
        hinted = "the hint is a move" if len(hints) == 1 else "the hints are moves"
        return Verdict((), f"{hinted}; that no other way is shorter was not checked")
    problems, note = _shorter(maze, length, walk)
    if not problems and walk.length != length:
        problems.append(_unlike(walk.length, length))
    if not problems:
        firsts = walk.firsts()
        best = {(d, each) for d, each in actual if each in firsts}
        given = {(move.direction, move.state) for move in hints}
        for direction, each in sorted(given - best):
            message = f"no shortest route begins with {direction} to {each}"
            problems.append(Problem("detour", message))
        for direction, each in sorted(best - given):
            message = f"a shortest route begins with {direction} to {each}, which is missing"
            problems.append(Problem("missing", message))
    way = counted(length, "move")
    return _verdict(problems, f"from {maze.first}, {way} to the goal; {note}", (), note)


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
    grown = counted(len(branches), "branch", "branches")
    summary = f"{grown}, {reached} of them to the goal"
    return _verdict(problems, summary, ())


def _check_design(maze: Maze, design: Design) -> Verdict:
    try:
        made = designed(maze, design)
    except ValueError as error:
        return _verdict([Problem("design", str(error))], "", ())
    if any((x, y) == maze.start for x, y, _ in design.colours):
        message = f"the start {_name(maze.start)} is painted; it has no colour in a design"
        return _verdict([Problem("start", message)], "", ())
    walk = Layers(made)
    if not walk.complete:
        return _verdict([_unchecked("the length of its routes")], "", ())
    problems = [] if walk.length == design.length else [_unlike(walk.length, design.length)]
    ways = f"there is a route of {counted(design.length, 'move')}"
    if walk.kept:
        routes = walk.routes()
        there = f"there {'is' if routes == 1 else 'are'} {counted(routes, 'shortest route')}"
        ways = f"{there} of {counted(design.length, 'move')}"
    summary = f"{ways}; none is shorter"
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
    if not won(maze, state):
        yield Problem("goal", f"the route ends at {state}, not on the goal {_name(maze.goal)}")


def _illegal(maze: Maze, state: State, move: Move) -> Problem | None:
    """Why this move can't be made from this state."""
    step, direction = move.step, move.direction
    if won(maze, state):
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
    return [Problem("length", f"the route has {counted(len(steps), 'move')}, not {length}")]


def _shorter(maze: Maze, length: int, walk: Layers) -> tuple[list[Problem], str]:
    """A problem if there is a shorter route, and words on what was checked."""
    if walk.length is not None and walk.length < length:
        message = f"there is a route of {counted(walk.length, 'move')}, which is shorter"
        return [Problem("not-shortest", message)], ""
    if not walk.complete:
        return [], _BEYOND
    if walk.length is None:
        return [Problem("unreachable", f"the goal {_name(maze.goal)} can't be reached")], ""
    return [], _NONE_SHORTER


def _unlike(actual: int | None, claimed: int) -> Problem:
    if actual is None:
        return Problem("unreachable", "the goal can't be reached at all")
    return Problem("length", f"the shortest routes have {counted(actual, 'move')}, not {claimed}")


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
    if won(maze, state):
        return "seen" if state in seen else "goal"
    if state.d == 0 and not maze.backwards:
        return "zero"
    if state in seen:
        return "seen"
    return "new" if directions(maze, state) else "arrowless"


def _verdict(
    problems: Sequence[Problem], summary: str, trace: Sequence[str], note: str = ""
) -> Verdict:
    """The verdict, with the first few problems; the note is what `_shorter` saw."""
    shown = list(problems[:_LISTED])
    if len(problems) > _LISTED:
        shown.append(Problem("more", f"and {counted(len(problems) - _LISTED, 'more problem')}"))
    proves = ("at_least",) if note == _NONE_SHORTER else ()
    return Verdict(tuple(shown), "" if problems else summary, tuple(trace), proves=proves)


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


def _name(square: Square) -> str:
    return f"({square[0]}, {square[1]})"
