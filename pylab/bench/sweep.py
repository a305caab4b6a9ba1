"""What a sweep is: instances, variants, tasks, repetitions and limits; runs nothing.

A *variant* is a way to answer: engine, encoding, overlays, options. A *job* is one variant's try
at one task of one instance. A *sweep* is the product of all of these, with limits for each job.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

AUTO = "auto"
"""The engine that pylab would choose for the instance."""

BOTH = "both"
"""clingo and the native search side by side, as `pylab solve --engine both`."""

MOST_JOBS = 1_000_000
"""A larger sweep is more likely a slip than a plan."""

TIME_LIMIT = 60.0
MEMORY_LIMIT = 4000


@dataclass(frozen=True, slots=True)
class Limits:
    """What each job may use.

    Attributes:
        seconds: wall-clock time; None for no limit.
        megabytes: address space, Python and clingo themselves included; None for no limit.
        cpu_seconds: CPU time of all threads; None for the wall-clock limit times the threads.
    """

    seconds: float | None = TIME_LIMIT
    megabytes: int | None = MEMORY_LIMIT
    cpu_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to answer.

    Attributes:
        name: what tables call it.
        family: the only family it is for; empty for all.
        tasks: the only tasks it is for; empty for all.
        engine: `clingo`, `native`, `both` or `auto`.
        encoding: an entry file instead of the task's own, by path or name; None for that one.
        overlays: files laid over it, by path or name.
        clingo: options for clingo, as on its command line.
        constants: values for the encoding's `#const`s.
        options: values for the family's `adapt`.
        models: how many answers are wanted, 0 for all; None for the task's own number.
        asks: variants are compared if this is the same; it names a question of its own where
            overlays or constants change what is asked.
        scripts: whether encodings may contain embedded scripts.
    """

    name: str
    family: str = ""
    tasks: tuple[str, ...] = ()
    engine: str = AUTO
    encoding: str | None = None
    overlays: tuple[str, ...] = ()
    clingo: tuple[str, ...] = ()
    constants: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, object] = field(default_factory=dict)
    models: int | None = None
    asks: str = ""
    scripts: bool = False


@dataclass(frozen=True, slots=True)
class Puzzles:
    """Instances of one family: files by patterns, or generated ones.

    Attributes:
        family: their family; empty if the files' endings tell.
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
    limits: Limits = Limits()
