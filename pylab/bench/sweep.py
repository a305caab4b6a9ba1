"""The description of a sweep: instances, variants, tasks, repetitions, limits; runs nothing.

A *variant* is a way to answer: engine, encoding, overlays, options. A *job* is one variant's try
at one task of one instance. A *sweep* is the product of all of these, with limits for each job.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pylab.core.question import Limits, Means

AUTO = "auto"
"""The engine, in a sweep's file, that pylab chooses for each instance."""

MOST_JOBS = 1_000_000
"""A larger sweep is more likely a mistake than a plan."""

TIME_LIMIT = 60.0
MEMORY_LIMIT = 4000


LIMITS = Limits(TIME_LIMIT, MEMORY_LIMIT)
"""The default limits of each job."""


@dataclass(frozen=True, slots=True)
class SweepVariant:
    """A way to answer.

    Attributes:
        name: its name in tables.
        family, tasks: the only family and tasks that it is for; empty for all.
        models: the number of answers, 0 for all; None for the task's own number.
        asks: a name for the question, where overlays or constants change it; only variants
            with the same `asks` are compared.
    """

    name: str
    family: str = ""
    tasks: tuple[str, ...] = ()
    means: Means = field(default_factory=Means)
    models: int | None = None
    asks: str = ""


@dataclass(frozen=True, slots=True)
class Puzzles:
    """Instances of one family: files by patterns, or generated ones.

    Attributes:
        family: their family; empty to infer it from each file.
        files: paths and patterns (`*`, `**`, `?`, `[…]`), also of shipped instances.
        generate: the generator's parameters, each with its values; None for files.
        seeds: the generator's seeds; each gives an instance for each combination of parameters.
        tasks: the tasks for these instances; empty for the sweep's tasks.
        optional: whether it is no error if nothing matches.
    """

    family: str = ""
    files: tuple[str, ...] = ()
    generate: Mapping[str, tuple[object, ...]] | None = None
    seeds: tuple[int, ...] = ()
    tasks: tuple[str, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Sweep:
    """A product of instances, tasks, variants and repetitions.

    Attributes:
        name: its name in paths and headings.
        variants: the ways to answer; others are compared with the first.
        tasks: the tasks for each instance; empty for each family's first task.
        repetitions, limits: the number of runs, and the limits, of each job.
    """

    name: str
    puzzles: tuple[Puzzles, ...]
    variants: tuple[SweepVariant, ...] = (SweepVariant("default"),)
    tasks: tuple[str, ...] = ()
    repetitions: int = 1
    limits: Limits = LIMITS
