"""What is right about fractal labyrinths and pushdown systems, from the rules alone.

Naive fixed points over places and states, with nothing of the family but an instance's data: no
heap, no automaton, no classes. A question is put as the command line puts it: the instance as it
was read, and options as text; how they change it is worked out here anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field


def port(place):
    """The box and the place behind, or None."""
    box, dot, rest = place.partition(".")
    return (box, rest) if dot and box not in ("inner", "internal") else None


def goal_of(instance, text, anywhere=False):
    """The kind of the goal and its names."""
    kind, *names = text.split() or [instance.goal.kind, *instance.goal.names]
    return ("reach" if anywhere and kind == "at" else kind), set(names)


@dataclass
class Maze:
    """A labyrinth under options."""

    names: set
    roads: dict
    start: str
    kind: str
    targets: set
    boxes: set
    # from each place behind a port: what can be reached within the copy
    within: dict = field(default_factory=dict)

    def wins(self, stack, place):
        return place in self.targets and (self.kind == "reach" or not stack)

    def moves(self, stack, place):
        """What can be done: configurations, and whether along a corridor."""
        for other in self.roads.get(place, ()):
            yield stack, other, True
        if port(place):
            yield (*stack, port(place)[0]), port(place)[1], False
        if stack and f"{stack[-1]}.{place}" in self.names:
            yield stack[:-1], f"{stack[-1]}.{place}", False


def maze(lab, goal="", start="", anywhere=False, two_way=False):
    """A labyrinth and options, as one puzzle."""
    names, roads = set(), {}
    kind, wanted = goal_of(lab, goal, anywhere)
    for listed in (*lab.cliques, *lab.oneways, (lab.start,), lab.goal.names):
        for name in listed:
            names.add(name)
            while port(name):
                name = port(name)[1]
                names.add(name)
    pairs = [(p, q) for clique in lab.cliques for p in clique for q in clique]
    pairs += lab.oneways
    pairs += [(q, p) for p, q in lab.oneways] if two_way else []
    for p, q in pairs:
        if p != q:
            roads.setdefault(p, set()).add(q)
    targets = {n for n in names if "." not in n} if kind == "escape" else wanted
    boxes = {port(n)[0] for n in names if port(n)}
    found = Maze(names, roads, start or lab.start, kind, targets, boxes)
    found.within = summaries(found)
    return found


def spread(puzzle, begin, within, dive=False):
    """All places that can be reached in one copy from some; with `dive`, or in copies below."""
    found, grows = set(begin), True
    while grows:
        more = set()
        for place in found:
            more |= puzzle.roads.get(place, set())
            if port(place):
                box, inside = port(place)
                leaving = (f"{box}.{z}" for z in within.get(inside, ()))
                more |= {p for p in leaving if p in puzzle.names}
                more |= {inside} if dive else set()
        grows = not more <= found
        found |= more
    return found


def summaries(puzzle):
    """From each place behind a port, all that can be reached within the copy."""
    within = {port(n)[1]: {port(n)[1]} for n in puzzle.names if port(n)}
    while True:
        further = {y: spread(puzzle, found, within) for y, found in within.items()}
        if further == within:
            return within
        within = further


def can_win(puzzle, stack, place):
    """Whether one can win from a configuration."""
    here = spread(puzzle, {place}, puzzle.within | _unlisted(puzzle, place))
    for box in [*reversed(stack), None]:
        if puzzle.kind == "reach" and spread(puzzle, here, puzzle.within, True) & puzzle.targets:
            return True
        if box is None:
            return bool(here & puzzle.targets)
        out = {f"{box}.{z}" for z in here} & puzzle.names
        here = spread(puzzle, out, puzzle.within)


def _unlisted(puzzle, place):
    """A port that no corridor leads to leads in all the same."""
    found = {}
    while port(place):
        place = port(place)[1]
        found[place] = spread(puzzle, {place}, puzzle.within)
    return found


def costs(puzzle, toll, dive):
    """The least cost from the start to each place: corridors, then moves; or with a toll, moves,
    then corridors."""

    def plus(*pairs):
        return tuple(map(sum, zip(*pairs, strict=True)))

    walk, gate = ((1, 1), (1, 0)) if toll else ((1, 1), (0, 1))
    best = {y: {y: (0, 0)} for y in puzzle.within}
    best[None] = {puzzle.start: (0, 0)}
    grows = True
    while grows:
        grows = False
        for frame, known in best.items():
            for place, cost in list(known.items()):
                ways = [(q, plus(cost, walk)) for q in puzzle.roads.get(place, ())]
                if port(place):
                    box, inside = port(place)
                    ways += [
                        (f"{box}.{z}", plus(cost, gate, more, gate))
                        for z, more in best[inside].items()
                        if f"{box}.{z}" in puzzle.names
                    ]
                    if dive and frame is None:
                        ways.append((inside, plus(cost, gate)))
                for other, total in ways:
                    if other not in known or total < known[other]:
                        known[other], grows = total, True
    return best[None]


def depth(puzzle):
    """The least depth of winning, for a puzzle that can be won."""
    levels = []
    most = 0
    while True:
        below = levels[-1] if levels else {}
        within = {y: spread(puzzle, {y}, below) for y in puzzle.within}
        tops = [{puzzle.start}, *(set() for _ in range(most))]
        for height in range(most + 1):
            left = most - height - 1
            tops[height] = spread(puzzle, tops[height], levels[left] if left >= 0 else {})
            if puzzle.kind == "reach" and height < most:
                tops[height + 1] |= {port(p)[1] for p in tops[height] if port(p)}
            if tops[height] & puzzle.targets and (height == 0 or puzzle.kind == "reach"):
                return most
        levels.append(within)
        most += 1


@dataclass
class System:
    """A pushdown system under options; `pops` and `heads` are its fixed points."""

    rules: list
    state: str
    stack: tuple
    kind: str
    targets: set
    pops: dict = field(default_factory=dict)
    heads: set = field(default_factory=set)

    def wins(self, stack, state):
        if self.kind == "reach":
            return state in self.targets
        return not stack and (self.kind == "escape" or state in self.targets)

    def moves(self, stack, state):
        for origin, symbol, target, written in self.rules:
            if stack and (origin, symbol) == (state, stack[-1]):
                yield (*stack[:-1], *reversed(written)), target, True


def system(pushdown, goal="", start=""):
    """A pushdown system and options, as one puzzle."""
    rules = [(r.state, r.symbol, r.target, tuple(r.written)) for r in pushdown.rules]
    kind, names = goal_of(pushdown, goal)
    found = System(rules, start or pushdown.state, tuple(pushdown.stack), kind, names)
    grows = True
    while grows:
        grows = False
        for origin, symbol, target, written in rules:
            ends, met = run_down(found, {target}, written)
            known = found.pops.setdefault((origin, symbol), set())
            if not ends <= known:
                known |= ends
                grows = True
            if met and (origin, symbol) not in found.heads:
                found.heads.add((origin, symbol))
                grows = True
    return found


def run_down(puzzle, states, symbols):
    """The states in which symbols (top first) are popped; whether a target's state comes up."""
    met = bool(states & puzzle.targets)
    for symbol in symbols:
        met = met or any((s, symbol) in puzzle.heads for s in states)
        states = set().union(*(puzzle.pops.get((s, symbol), ()) for s in states))
        met = met or bool(states & puzzle.targets)
    return states, met


def system_wins(puzzle, stack, state):
    """Whether one can win from a configuration."""
    ends, met = run_down(puzzle, {state}, tuple(reversed(stack)))
    if puzzle.kind == "reach":
        return met
    return bool(ends if puzzle.kind == "escape" else ends & puzzle.targets)


def judged(puzzle, stack, place, run):
    """What a run costs (corridors, moves, depth), replayed from a configuration; None if wrong."""
    here = (tuple(stack), place)
    if not run or run[0] != here:
        return None
    corridors = 0
    for there in run[1:]:
        ways = {(s, p): along for s, p, along in puzzle.moves(*here)}
        if there not in ways:
            return None
        corridors += ways[there]
        here = there
    if not puzzle.wins(*here):
        return None
    return corridors, len(run) - 1, max(len(s) for s, _ in run)


def explored(puzzle, stack, place, most):
    """Breadth-first over stacks of bounded height: whether that much is enough to win."""
    first = (tuple(stack), place)
    seen, pending = {first}, [first]
    while pending:
        here = pending.pop()
        if puzzle.wins(*here):
            return True
        for s, p, _ in puzzle.moves(*here):
            if len(s) <= most and (s, p) not in seen:
                seen.add((s, p))
                pending.append((s, p))
    return False


def accepts(transitions, kind, targets, is_system, stack, place):
    """Whether an automaton accepts a configuration, read as its definition says."""
    states = {place}
    word = [*reversed(stack), *([] if is_system else ["(bottom)"])]
    for symbol in word:
        states = {t for s, a, t in transitions if s in states and a == symbol}
    if not is_system:
        return "(victory)" in states
    if kind == "escape":
        return bool(states)
    return bool(states & targets) or (kind == "reach" and "(victory)" in states)
