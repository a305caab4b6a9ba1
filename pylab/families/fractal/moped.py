"""Labyrinths in the listing of the source, in Moped's syntax and with names as they are.

There each rule stands once, for all stacks: `\\bot` is whatever lies below. Corridors are
`u <\\bot> --> v <\\bot>`, entering a box is `X.y <\\bot> --> y <X \\bot>`, and leaving it
`y <X> --> X.y <\\bot>`. If wanted, `y <\\bot> --> y <>` follows for each outer location: there one
gets out of the labyrinth. Taken literally no box would ever leave the stack; so a system of such
rules alone is read as the labyrinth that it is of.
"""

from __future__ import annotations

from pylab.base.errors import PylabError
from pylab.families.fractal import lab, pds
from pylab.families.fractal.model import (
    BELOW,
    BOTTOM,
    Goal,
    Labyrinth,
    Pushdown,
    Rule,
    behind,
    box_of,
    clique,
)
from pylab.family.walks import reach


def listing(labyrinth: Labyrinth, out: bool = False) -> str:
    """The listing of a labyrinth, if `out` with the rules for getting out of it.

    Raises PylabError for what it can't say: labels, and with `out` another goal than to escape.
    """
    if out and labyrinth.goal != Goal():
        raise PylabError("expected the goal to escape, as its rules get out; use moped or pds")
    if labyrinth.spelling is not None:
        raise PylabError("expected no word to be spelled, as its rules have no labels; use pds")
    ports = [each for each in labyrinth.locations() if box_of(each) is not None]
    for name in labyrinth.locations():
        if not pds.is_word(name) or (box_of(name) or name) == BELOW:
            raise PylabError(f"expected names without brackets, found {name[:60]!r}; use pds")
    below = (BELOW,)
    rules = [Rule(p, BELOW, q, below) for p, q in pds.joined(labyrinth)]
    for port in ports:
        box, inside = box_of(port) or "", behind(port) or ""
        rules += [Rule(port, BELOW, inside, (box, BELOW)), Rule(inside, box, port, below)]
    if out:
        rules += [Rule(outer, BELOW, outer, ()) for outer in labyrinth.outer()]
    return pds.write(Pushdown(tuple(dict.fromkeys(rules)), labyrinth.start, below, labyrinth.goal))


def labyrinth_of(system: Pushdown) -> Labyrinth | None:
    """The labyrinth that a system is the listing of; None for any other system."""
    if system.stack != (BELOW,):
        return None
    corridors: list[tuple[str, str]] = []
    entered, left, outside = set(), set(), set()
    for rule in system.rules:
        match rule:
            case Rule(state, "\\bot", target, ("\\bot",)):
                corridors.append((state, target))
            case Rule(state, "\\bot", target, (box, "\\bot")) if state == f"{box}.{target}":
                entered.add(state)
            case Rule(state, box, target, ("\\bot",)) if target == f"{box}.{state}":
                left.add(target)
            case Rule(state, "\\bot", target, ()) if state == target:
                outside.add(state)
            case _:
                return None
    named = {name for pair in corridors for name in pair} | {system.state}
    ports = {name for name in named if box_of(name) is not None}
    if not entered or entered != left or not ports <= entered:
        return None
    if any(lab.misnamed(name) for name in named | entered):
        return None
    cliques = [*_cliques(corridors), *(clique([port]) for port in sorted(entered - named))]
    joined = {(p, q) for p, q in corridors if p != q and (q, p) in corridors}
    oneways = sorted(set(corridors) - joined)
    reads = ((p, BOTTOM if top == BELOW else top, q) for p, top, q in system.goal.reads)
    goal = Goal(system.goal.kind, system.goal.names, tuple(sorted(reads)))
    labyrinth = Labyrinth(tuple(cliques), tuple(oneways), system.state, goal)
    if outside and (goal != Goal() or outside != set(labyrinth.outer())):
        return None
    return labyrinth


def _cliques(corridors: list[tuple[str, str]]) -> list[tuple[str, ...]]:
    """What is joined in both directions: together where all are joined to all, else in pairs."""
    near: dict[str, dict[str, None]] = {}
    both = set(corridors)
    for here, there in corridors:
        if here != there and (there, here) in both:
            near.setdefault(here, {})[there] = None
    found: dict[tuple[str, ...], None] = {}
    seen: set[str] = set()
    for name in near:
        if name in seen:
            continue
        together = list(reach([name], lambda each: near[each]))
        seen.update(together)
        if all(len(near[each]) == len(together) - 1 for each in together):
            found[clique(together)] = None
        else:
            found |= dict.fromkeys(
                clique([here, there]) for here in together for there in near[here]
            )
    return list(found)
