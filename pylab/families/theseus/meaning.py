"""What is counted under which rules, in a sentence; knows no search and no floor."""

from __future__ import annotations

from collections.abc import Iterator

from pylab.base.listing import Task
from pylab.families.theseus.model import Puzzle, Rules

_PATHS = "acyclic: no state, which is a door with a direction of travel, is visited twice"
_CYCLES = "elementary: no state is visited twice; a cycle counts once, wherever it begins"
_BEST = {
    "shortest": "lightest: those of the least weight",
    "longest": "heaviest: those of the greatest weight",
}
_OFTEN = {1: "once", 2: "twice", 3: "thrice"}
_LEAVING = {
    "same-wall": "rooms may be left through the wall they were entered by",
    "back": "rooms may be left by the door they were entered by",
}


def counts(puzzle: Puzzle, task: Task) -> str:
    """The definition of what is counted; empty where the encoding's header says just that."""
    if puzzle.rules == Rules() and task.encoding:
        return ""
    paths, cycles = _paths(puzzle.rules), _cycles(puzzle.rules)
    if not task.encoding:
        of = {"count": f"paths {paths}", "count-cycles": f"cycles {cycles}"}
        return f"one answer, the figures of {of.get(task.name, f'paths {paths}; cycles {cycles}')}"
    if task.name in _BEST:
        return f"{_BEST[task.name]} among {paths}"
    return cycles if task.name == "cycles" else paths


def _paths(rules: Rules) -> str:
    if rules == Rules():
        return _PATHS
    clauses = list(_limits(rules, free=rules.trails))
    once = 1 in (rules.door, rules.room, rules.point)
    if not (rules.trails or once):
        clauses.insert(0, "no state twice")
    return _sentence(rules, clauses, "")


def _cycles(rules: Rules) -> str:
    """A cycle visits no state twice, whatever else is limited."""
    if rules == Rules():
        return _CYCLES
    clauses = ["no state twice", *_limits(rules, free=False)]
    return _sentence(rules, clauses, "a cycle counts once, wherever it begins")


def _limits(rules: Rules, free: bool) -> Iterator[str]:
    """What must not happen; without free states nobody walks the same way twice anyhow."""
    if rules.passage:
        yield "no way from door to door is walked twice, in either direction"
    elif rules.edge and free:
        yield "no way from door to door is walked twice in the same direction"
    if rules.door:
        yield f"no door is passed {more(rules.door)}, in either direction"
    if rules.room:
        yield f"no room is crossed {more(rules.room)}"
    if rules.point:
        yield "no point of the plane is touched twice"


def more(often: int) -> str:
    """More than so often, in words."""
    if often == 1:
        return "twice"
    return "more than " + {2: "twice", 3: "three times"}.get(often, f"{often} times")


def _sentence(rules: Rules, clauses: list[str], identity: str) -> str:
    names = [
        f"{kind}-{_OFTEN.get(often, f'{often}-times')}" for kind, often in rules.limits.items()
    ]
    if rules.leaving != "turn":
        names.append(rules.leaving)
    parts = [", and ".join(clauses), _LEAVING.get(rules.leaving, ""), identity]
    return f"{' and '.join(names)}: {'; '.join(part for part in parts if part)}"
