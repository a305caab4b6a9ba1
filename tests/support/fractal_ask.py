"""Puts questions to the family of fractal labyrinths, the way that users do."""

from __future__ import annotations

import random
from pathlib import Path

import asking

from pylab.families.fractal.family import FAMILY
from pylab.families.fractal.model import Goal, Labyrinth
from pylab.text.source import Source, read_source

ROOT = Path(__file__).resolve().parents[2]
INSTANCES = ROOT / "instances" / "fractal"


def read(text, name="x.lab"):
    return FAMILY.read(Source(name, text))


def load(name):
    return FAMILY.read(read_source(str(INSTANCES / name)))


def ask(instance, task, engine, overlays=(), constants=None, models=None, **options):
    """The answer and the checked witnesses."""
    return asking.ask(
        "fractal",
        instance,
        task,
        engine=engine,
        overlays=tuple(overlays),
        constants=constants or {},
        models=models,
        options=options,
        seconds=60,
    )


def small(rng: random.Random) -> Labyrinth:
    """A labyrinth small enough for brute force, of any kind: nested, one-way, any goal."""
    outer = rng.randint(1, 4)
    boxes = "AB"[: rng.randint(1, 2)]
    faces = [str(i) for i in range(1, outer + 1)]
    places = ["inner.s", "inner.g", *faces, *(f"{b}.{f}" for b in boxes for f in faces)]
    if rng.random() < 0.25:
        places += [f"{rng.choice(boxes)}.{rng.choice(places)}" for _ in range(2)]
        places = [p for p in places if not p.startswith("inner.inner")]
    cliques = []
    for _ in range(rng.randint(1, outer * len(boxes))):
        size = rng.choice([2, 2, 2, 3])
        chosen = rng.sample(places, min(size, len(places)))
        cliques.append(tuple(chosen))
    oneways = []
    if rng.random() < 0.4:
        for _ in range(rng.randint(1, 3)):
            oneways.append(tuple(rng.sample(places, 2)))
    kind = rng.choice(["escape", "at", "at", "reach"])
    target = rng.choice(["inner.g", "inner.g", *faces])
    text = "\n".join(
        [
            "start: " + rng.choice(["inner.s", "inner.s", "inner.s", rng.choice(places)]),
            "goal: " + (kind if kind == "escape" else f"{kind} {target}"),
            "inner.s " + rng.choice(places[2:]),
            "inner.g " + rng.choice([p for p in places[2:] if "." in p]),
            *(" ".join(c) for c in cliques),
            *(f"{p} -> {q}" for p, q in oneways),
            *faces,
            *[p for p in places if "." in p],
        ]
    )
    return read(text)


__all__ = ["INSTANCES", "ROOT", "Goal", "ask", "load", "read", "small"]
