"""Whatever an encoding shows, decoding it gives a witness or an error that says where."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import clingo
import pytest
from asking import question

from pylab import engines, puzzle, registry
from pylab.errors import PylabError
from pylab.source import Source

DECODED = [
    (name, task.name)
    for name in registry.names()
    for task in registry.get(name).tasks
    if task.encoding
]
INSTANCES = {
    "alice": "alice/example.alice",
    "dungeon": "dungeon/trap.dungeon",
    "fractal": "fractal/infinite.lab",
    "ravensburger": "ravensburger/square-2x2.lp",
    "theseus": "theseus/hemme.plan",
}

ROOMS = [row + row[::-1] for row in ["W" * 11] * 7 + ["WWFFFFFFFDW"] * 2 + ["W" * 11] * 7]
SURVEY = registry.get("dungeon").gather(
    [
        Source("map.txt", "\n".join(ROOMS)),
        Source("graph.dot", 'graph { 0 [label="s"] 1 [label="t"] 0 -- 1 }'),
    ]
)
"""Two rooms with doors towards each other, and a graph of two rooms."""


def term(rng: random.Random, depth: int = 2) -> clingo.Symbol:
    """Anything that can stand in an atom."""
    kind = rng.randrange(6 if depth else 4)
    if kind == 0:
        return clingo.Number(rng.choice((-1, 0, 1, 2, 7, 2**31 - 1)))
    if kind == 1:
        return clingo.String(rng.choice(("", "a", "door 1", "\n")))
    if kind == 2:
        return clingo.Function(rng.choice(("n", "s", "white", "start", "at", "goal")))
    if kind == 3:
        return rng.choice((clingo.Infimum, clingo.Supremum))
    arguments = [term(rng, depth - 1) for _ in range(rng.randrange(4))]
    return clingo.Function(rng.choice(("", "s", "walk", "door")), arguments)


def changed(rng: random.Random, symbols: list[clingo.Symbol]) -> list[clingo.Symbol]:
    """The atoms of a model with up to three slips."""
    symbols = list(symbols)
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(symbols)) if symbols else 0
        match rng.randrange(4):
            case 0:
                del symbols[at : at + 1]
            case 1:
                name = rng.choice(symbols).name if symbols else "push"
                arguments = [term(rng) for _ in range(rng.randrange(6))]
                symbols.insert(at, clingo.Function(name, arguments))
            case _ if at < len(symbols):
                arguments = list(symbols[at].arguments)
                if not arguments or rng.random() < 0.2:
                    arguments.append(term(rng))
                elif rng.random() < 0.2:
                    arguments.pop()
                else:
                    arguments[rng.randrange(len(arguments))] = term(rng)
                symbols[at] = clingo.Function(symbols[at].name, arguments)
    return symbols


def loaded(name: str, task: str) -> Any:
    return puzzle.load(INSTANCES.get((name, task), INSTANCES[name])).instance


@pytest.mark.parametrize(("name", "task"), DECODED)
def test_any_atoms_are_decoded_or_refused(name: str, task: str) -> None:
    puzzles = registry.get(name)
    asked = puzzles.task(task)
    instance = SURVEY if task == "align" else loaded(name, task)
    models = []
    spied = replace(
        puzzles, decode=lambda i, t, s: models.append(list(s)) or puzzles.decode(i, t, s)
    )
    engines.ask(replace(question(name, instance, task, models=1, engine="clingo"), family=spied))
    rng = random.Random(f"{name} {task}")
    decoded = 0
    for _ in range(120):
        symbols = changed(rng, models[-1])
        try:
            witness = puzzles.decode(instance, asked, symbols)
        except PylabError:
            continue
        decoded += 1
        verdict = puzzles.check(instance, witness)
        assert verdict.summary or verdict.problems
        puzzles.show(witness)
        puzzles.encode(witness)
        puzzles.picture(instance, witness)
        puzzles.draw(instance, witness).render()
    assert decoded
