"""What a sweep is: instances, variants, tasks, repetitions and limits; runs nothing.

A *variant* is a way to answer: engine, encoding, overlays, options. A *job* is one variant's try
at one task of one instance. A *sweep* is the product of all of these, with limits for each job.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pylab.core.question import Limits, Means

AUTO = "auto"
"""In a sweep's file: the engine that pylab would choose for the instance."""

MOST_JOBS = 1_000_000
"""A larger sweep is more likely a mistake than a plan."""

TIME_LIMIT = 60.0
MEMORY_LIMIT = 4000


LIMITS = Limits(TIME_LIMIT, MEMORY_LIMIT)
"""What each job may use, unless the sweep says otherwise."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to answer.

    Attributes:
        name: what tables call it.
        family: the only family it is for; empty for all.
        tasks: the only tasks it is for; empty for all.
        means: engine, encoding, overlays, options.
        models: how many answers are wanted, 0 for all; None for the task's own number.
        asks: variants are compared if this is the same; it names a question of its own where
            overlays or constants change what is asked.
    """

    name: str
    family: str = ""
    tasks: tuple[str, ...] = ()
    means: Means = field(default_factory=Means)
    models: int | None = None
    asks: str = ""

    @property
    def engine(self) -> str:
        """What tables call its engine; what only clingo knows makes an open choice clingo."""
        return self.means.engine or ("clingo" if self.means.needs_encoding else AUTO)


@dataclass(frozen=True, slots=True)
class Puzzles:
    """Instances of one family: files by patterns, or generated ones.

    Attributes:
        family: their family; empty if the files' endings say.
        files: paths and patterns (`*`, `**`, `?`, `[…]`), also of shipped instances.
        generate: the generator's parameters, each with the values to go through; None for files.
        seeds: of the generator, one instance for each seed and combination of parameters.
        tasks: asked of these; empty for the sweep's tasks.
        optional: whether it is fine if nothing matches.
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
        name: for folders and headings.
        puzzles: the instances.
        variants: the ways to answer, the one others are measured against first.
        tasks: asked of each instance; empty for each family's first.
        repetitions: how often each job is run.
        limits: of each job.
    """

    name: str
    puzzles: tuple[Puzzles, ...]
    variants: tuple[Variant, ...] = (Variant("default"),)
    tasks: tuple[str, ...] = ()
    repetitions: int = 1
    limits: Limits = LIMITS
