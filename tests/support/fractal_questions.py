"""Random questions about fractal labyrinths, under every option, held against the oracle."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product

import fractal_oracle as oracle
from fractal_ask import ask, read

from pylab.base.finding import Status
from pylab.families.fractal import program
from pylab.families.fractal.family import FAMILY
from pylab.families.fractal.model import Automaton, Configuration, Exits, Labyrinth, Run
from pylab.families.fractal.pds import export
from pylab.text.fact_files import read_facts
from pylab.text.facts import write_facts
from pylab.text.source import Source

MEASURES = {"shortest": 0, "moves": 1, "shallowest": 2}
"""What each task minimises, of corridors, moves and depth."""


@dataclass
class Asked:
    """A puzzle as a file, and options as on the command line."""

    text: str
    options: dict = field(default_factory=dict)
    overlays: list = field(default_factory=list)

    @property
    def instance(self):
        return read(self.text, "x")

    def instances(self):
        """The puzzle from its file, written again, and from its facts."""
        yield self.instance
        yield read(FAMILY.write(self.instance), "x")
        facts = write_facts(FAMILY.facts(self.instance))
        yield FAMILY.from_facts(read_facts(Source("x.lp", facts), FAMILY.vocabulary))

    def puzzle(self):
        """The same, for the oracle."""
        options = dict(self.options)
        options |= {{"two-way": "two_way"}.get(name, name): True for name in self.overlays}
        instance = self.instance
        make = oracle.maze if isinstance(instance, Labyrinth) else oracle.system
        return make(instance, **options)


def labyrinth(rng):
    """Nested boxes, cliques of any size, one-way corridors, any start and goal, all options."""
    faces = [str(i) for i in range(1, rng.randint(1, 4) + 1)]
    boxes = "AB"[: rng.randint(1, 2)]
    inside = rng.sample(["inner.s", "inner.g", "internal.x"], rng.randint(0, 3))
    if {"inner.s", "internal.x"} <= set(inside) and rng.random() < 0.5:
        inside.remove("internal.x")
    ports = [f"{b}.{f}" for b in boxes for f in faces]
    if rng.random() < 0.3:
        ports += [f"{rng.choice(boxes)}.{rng.choice([*ports, *inside, *faces])}" for _ in range(3)]
    places = sorted({*faces, *inside, *ports})
    lines = []
    for _ in range(rng.randint(1, len(places))):
        size = min(rng.choice([1, 2, 2, 2, 2, 3, 4]), len(places))
        lines.append(" ".join(rng.sample(places, size)))
    for _ in range(rng.choice([0, 0, 1, 3, 6])):
        lines.append(f"{rng.choice(places)} -> {rng.choice(places)}")
    if rng.random() < 0.7:
        lines += faces
    used = sorted(read("\n".join(lines)).locations())
    ends = [name for name in used if "." not in name or name.startswith("inn")] or None
    lines.append(f"start: {rng.choice(used)}" if rng.random() < 0.5 else "")
    lines.append(f"goal: {_goal(rng, ends)}" if rng.random() < 0.8 else "")
    options = {}
    if rng.random() < 0.3:
        options["goal"] = _goal(rng, ends)
    if rng.random() < 0.3:
        options["start"] = rng.choice(used)
    overlays = []
    for name, overlay in (("anywhere", "anywhere"), ("two_way", "two-way")):
        if rng.random() < 0.15:
            options[name] = True
        elif rng.random() < 0.1:
            overlays.append(overlay)
    return Asked("\n".join(line for line in lines if line), options, overlays)


def pushdown(rng):
    """Any number of symbols written, any first stack, any goal."""
    states, symbols = "pqrs"[: rng.randint(1, 4)], "abc"[: rng.randint(1, 3)]
    top = rng.choice(["", *symbols, *symbols, *symbols])
    stack = " ".join([top, *(rng.choice(symbols) for _ in range(rng.choice([0, 0, 1, 2])))]).strip()
    lines = [f"({rng.choice(states)} <{stack}>)"]
    for _ in range(rng.randint(0, 7)):
        written = " ".join(rng.choice(symbols) for _ in range(rng.choice([0, 0, 0, 1, 1, 2, 2, 3])))
        origin, target = rng.choice(states), rng.choice(states)
        lines.append(f"{origin} <{rng.choice(symbols)}> --> {target} <{written}>")
    known = sorted(read("\n".join(lines)).states())
    if rng.random() < 0.4:
        kind, *names = _goal(rng, known).split()
        lines += [f"goal {kind} <{' '.join(names)}>"] if names else []
    options = {}
    if rng.random() < 0.5:
        options["goal"] = _goal(rng, known)
    if rng.random() < 0.3:
        options["start"] = rng.choice(known)
    return Asked("\n".join(lines), options)


def _goal(rng, names):
    kind = rng.choice(["escape", "at", "at", "reach", "reach"]) if names else "escape"
    if kind == "escape":
        return kind
    return " ".join([kind, *rng.sample(names, min(len(names), rng.choice([1, 1, 2])))])


ONE = "the native search gives one answer here; --engine clingo lists all"


@contextmanager
def folded(yes):
    """Runs stay straight-line programs, however short."""
    before = program.LISTED
    program.LISTED = 0 if yes else before
    try:
        yield
    finally:
        program.LISTED = before


def verify(seed, engines):
    """Put all tasks to a random puzzle, one per format, and count what was compared."""
    rng = random.Random(seed)
    asked = labyrinth(rng) if rng.random() < 0.6 else pushdown(rng)
    puzzle = asked.puzzle()
    done = Counter({"instances": 1})
    instances = list(asked.instances())
    is_lab = isinstance(puzzle, oracle.Maze)
    tasks = ["escape", "winning", *([*MEASURES, "exits"] if is_lab else [])]
    for engine in engines:
        for task in tasks:
            with folded(rng.random() < 0.3):
                _compare(asked, puzzle, rng.choice(instances), task, engine, rng, (seed, engine))
            done[engine] += 1
    if "native" in engines:
        done["memberships"] += _memberships(asked, puzzle, rng.choice(instances), rng, seed)
        if is_lab:
            _exported(asked, puzzle, rng, seed)
            done["exported"] += 1
    if "clingo" in engines and is_lab:
        done["bounded"] += _bounded(asked, puzzle, rng, seed)
    return done


def _compare(asked, puzzle, instance, task, engine, rng, where):
    models = rng.choice([None, None, 1, 0, 2])
    if engine == "clingo" and models == 0:
        models = 20
    idle = {each.name for each in FAMILY.options if task not in (each.tasks or (task,))}
    options = {name: value for name, value in asked.options.items() if name not in idle}
    overlays = [each for each in asked.overlays if each.replace("-", "_") not in idle]
    report, found = ask(instance, task, engine, overlays=overlays, models=models, **options)
    told = (where, task, asked)
    assert found, told
    assert report.invalid == (), (told, found)
    lacking = engine == "native" and report.status is Status.FOUND and not report.complete
    assert report.messages == ((ONE,) if lacking and models in {0, 2} else ()), (told, models)
    for checked in found:
        _same_in_writing(report.instance, checked)
    answer = report
    if task == "winning":
        _is_automaton(puzzle, found, told)
    elif task == "exits":
        _are_exits(puzzle, found, told)
    else:
        _is_run(puzzle, report, found, task, told)
    if engine == "native":
        alone = answer.status.value == "none" or task == "winning"
        assert answer.complete == alone, told
    if engine == "native" and task not in MEASURES:
        assert (answer.cost, answer.optimal) == (None, False), told


def _same_in_writing(instance, checked):
    witness = checked.witness
    assert checked.verdict.problems == (), (witness, checked.verdict)
    text = FAMILY.show(witness)
    facts = "\n".join(map(str, FAMILY.encode(witness)))
    assert FAMILY.read_witness(Source("w", text)) == witness
    assert FAMILY.read_witness(Source("w", facts)) == witness
    assert FAMILY.check(instance, witness) == checked.verdict


def _configurations(run):
    return [(each.stack, each.location) for each in run.configurations]


def _first(puzzle):
    return () if isinstance(puzzle, oracle.Maze) else puzzle.stack, (
        puzzle.start if isinstance(puzzle, oracle.Maze) else puzzle.state
    )


def _can(puzzle, stack, place):
    wins = oracle.can_win if isinstance(puzzle, oracle.Maze) else oracle.system_wins
    return wins(puzzle, stack, place)


def _is_run(puzzle, report, found, task, told):
    won = _can(puzzle, *_first(puzzle))
    assert (report.status.value == "found") == won, told
    if not won:
        assert report.certified, told
        return
    costs = set()
    for checked in found:
        run = checked.witness
        if not isinstance(run, Run):
            whole = FAMILY.unfold(report.instance, run, 1000)
            run = FAMILY.read_witness(Source("w", whole))
        cost = oracle.judged(puzzle, *_first(puzzle), _configurations(run))
        assert cost is not None, (told, run)
        costs.add(cost)
        if isinstance(puzzle, oracle.Maze):
            corridors, moves, depth = cost
            measures = (
                f"{corridors} corridor{'s' * (corridors != 1)}, {moves} move{'s' * (moves != 1)}, "
                f"depth {depth}"
            )
            assert measures in checked.verdict.summary, told
    if task in MEASURES:
        least = _least(puzzle)
        assert report.optimal, told
        assert report.cost == least[MEASURES[task]][0], (told, least)
        for cost in costs:
            assert cost[MEASURES[task]] == least[MEASURES[task]][0], (told, cost, least)
            if task != "shallowest":
                assert cost[1 - MEASURES[task]] == least[MEASURES[task]][1], (told, cost, least)


def _least(puzzle):
    """The best costs by each measure, with what comes second."""
    dive = puzzle.kind == "reach"
    least = []
    for toll in (0, 1):
        known = oracle.costs(puzzle, toll, dive)
        least.append(min(known[target] for target in puzzle.targets if target in known))
    return [*least, (oracle.depth(puzzle), None)]


def _are_exits(puzzle, found, told):
    known = oracle.costs(puzzle, 0, dive=False)
    outer = {name for name in puzzle.names if "." not in name}
    for checked in found:
        assert isinstance(checked.witness, Exits)
        assert set(checked.witness.ends) == outer & set(known), told
        for line in checked.verdict.trace:
            end, _, measures = line.partition(": ")
            corridors, moves, _ = measures.split(", ")
            got = (int(corridors.split()[0]), int(moves.split()[0]))
            assert got == known[end], (told, line, known[end])


def _places(puzzle, rng):
    """Configurations to be asked for."""
    if isinstance(puzzle, oracle.Maze):
        symbols, places = sorted(puzzle.boxes), sorted(puzzle.names)
    else:
        symbols = sorted({*puzzle.stack, *(s for r in puzzle.rules for s in (r[1], *r[3]))})
        places = sorted({puzzle.state, *(s for r in puzzle.rules for s in (r[0], r[2]))})
    stacks = [stack for n in range(4) for stack in product(symbols, repeat=n)]
    every = list(product(stacks, places))
    return rng.sample(every, min(len(every), 25))


def _is_automaton(puzzle, found, told):
    (checked,) = found
    assert isinstance(checked.witness, Automaton)
    is_system = not isinstance(puzzle, oracle.Maze)
    for stack, place in _places(puzzle, random.Random(0)):
        accepted = oracle.accepts(
            checked.witness.transitions, puzzle.kind, puzzle.targets, is_system, stack, place
        )
        assert accepted == _can(puzzle, stack, place), (told, stack, place)


def _memberships(asked, puzzle, instance, rng, where):
    options = asked.options | {name.replace("-", "_"): True for name in asked.overlays}
    adapted = FAMILY.adapt(instance, **options)
    places = _places(puzzle, rng)[:8]
    if isinstance(puzzle, oracle.Maze) and puzzle.boxes:
        box, inside = rng.choice(sorted(puzzle.boxes)), rng.choice(sorted(puzzle.names))
        places.append(((), f"{box}.{inside}"))
    for stack, place in places:
        verdict = FAMILY.membership(adapted, str(Configuration(stack, place)))
        won = _can(puzzle, stack, place)
        assert verdict.valid == won, (where, asked, stack, place)
        assert won or verdict.problems[0].code == "lost", (where, asked, stack, place)
        if oracle.explored(puzzle, stack, place, len(stack) + 3):
            assert won, ("oracle", where, asked, stack, place)
    return len(places)


def _exported(asked, puzzle, rng, where):
    """The labyrinth as a pushdown system wins where it does."""
    options = asked.options | {name.replace("-", "_"): True for name in asked.overlays}
    other = read(export(FAMILY.adapt(asked.instance, **options)), "x.pds")
    report, (checked,) = ask(other, "escape", "native")
    assert checked.verdict.valid
    assert (report.status.value == "found") == _can(puzzle, *_first(puzzle)), where


def _bounded(asked, puzzle, rng, where):
    """The overlay that bounds what is counted."""
    if not _can(puzzle, *_first(puzzle)):
        return 0
    for task, index in MEASURES.items():
        least = _least(puzzle)[index][0]
        bound = max(0, least + rng.choice([-1, 0, 1]))
        report, _ = ask(
            asked.instance,
            task,
            "clingo",
            overlays=[*asked.overlays, "bounded"],
            constants={"bound": str(bound)},
            **asked.options,
        )
        assert (report.status.value == "found") == (bound >= least), (where, asked, task)
    return len(MEASURES)
