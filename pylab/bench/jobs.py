"""From a sweep to its jobs, each with a key that tells it by content; runs nothing.

The key is a hash of all that can change a job's outcome: the instance's bytes, the program that
clingo gets (without comments), options, task, limits, and the versions of pylab and clingo.
"""

from __future__ import annotations

import errno
import functools
import glob
import hashlib
import itertools
import json
import os
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any

import clingo

from pylab import __version__, encoding, family, resources
from pylab.bench.sweep import AUTO, BOTH, MOST_JOBS, Limits, Puzzles, Sweep, Variant
from pylab.clingo_options import refuse_options
from pylab.errors import EncodingError, InstanceError, PylabError
from pylab.family import Family, Task
from pylab.pipeline import typed
from pylab.source import MAX_BYTES, opened

_MACHINE = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EIO, errno.ESTALE)
"""Trouble that has nothing to do with a file; a sweep can't begin in it."""

_WILD = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Instance:
    """A puzzle as a sweep names it.

    Attributes:
        name: what tables call it.
        family: its family.
        path: its file.
        digest: a hash of the file's bytes; of its path if it can't be read.
        size: in bytes, for guesses how long it takes.
        text: of a generated instance whose file is not written yet; None if it is there.
    """

    name: str
    family: str
    path: Path
    digest: str
    size: int
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """One variant's try at one task of one instance.

    Attributes:
        key: tells it from all others.
        order: its place in the sweep.
        rank: its variant's place in the sweep.
        instance, task, variant, repetition, limits: what is run.
        sweep: the sweep's name.
    """

    key: str
    order: int
    rank: int
    instance: Instance
    task: str
    variant: Variant
    repetition: int
    limits: Limits
    sweep: str


def expand(sweep: Sweep, base: Path, generated: Path) -> list[Job]:
    """All jobs of a sweep, in its order, each once; instances with the same content are one.

    Files are looked for from `base`, then from the working directory, then among the shipped
    ones; generated instances get paths in `generated`, and are not written yet. Raises PylabError
    for what is wrong with the sweep itself: a pattern that matches nothing, an encoding that can't
    be loaded, an option that the family doesn't know. An instance that can't be read is a job
    like any other; it ends as an error.
    """
    jobs: dict[str, Job] = {}
    digests = functools.cache(_program_digest)
    used = set()
    for puzzles in sweep.puzzles:
        for instance in _instances(puzzles, base, generated):
            known = family.get(instance.family)
            for task_name in puzzles.tasks or sweep.tasks or (known.tasks[0].name,):
                task = family.task_of(known, task_name)
                for rank, variant in enumerate(sweep.variants):
                    if not _applies(variant, instance, task):
                        continue
                    used.add(rank)
                    digest = digests(_Means.of(known, task, variant, base))
                    if len(jobs) + sweep.repetitions > MOST_JOBS:
                        raise PylabError(f"the sweep has more than {MOST_JOBS:,} jobs")
                    for repetition in range(sweep.repetitions):
                        key = _key(instance, task, variant, repetition, sweep.limits, digest)
                        job = Job(
                            key, len(jobs), rank, instance, task.name, _placed(variant, base),
                            repetition, sweep.limits, sweep.name,
                        )  # fmt: skip
                        jobs.setdefault(key, job)
    for rank, variant in enumerate(sweep.variants):
        if rank not in used and not any(p.optional for p in sweep.puzzles):
            raise PylabError(f"variant {variant.name!r} fits no instance and task of the sweep")
    return list(jobs.values())


def write_generated(jobs: Iterable[Job]) -> None:
    """Write the generated instances to their files."""
    for instance in {job.instance.path: job.instance for job in jobs}.values():
        if instance.text is not None:
            instance.path.parent.mkdir(parents=True, exist_ok=True)
            temporary = instance.path.with_name(f".{instance.path.name}.{os.getpid()}")
            temporary.write_text(instance.text, encoding="utf-8")
            temporary.replace(instance.path)


def engine_of(variant: Variant) -> str:
    """The variant's engine; what only clingo knows makes an open choice clingo."""
    if variant.engine == AUTO and (variant.encoding or variant.constants or variant.clingo):
        return "clingo"
    return variant.engine


def digest_of(*parts: object) -> str:
    """A hash of values that JSON can write, the same on every machine."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class _Means:
    """What decides which program is run."""

    family: str
    task: str
    engine: str
    encoding: str | None
    overlays: tuple[str, ...]
    constants: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    scripts: bool

    @classmethod
    def of(cls, known: Family[Any, Any], task: Task, variant: Variant, base: Path) -> _Means:
        """Of a variant that is put to a family's task. Raises PylabError for wrong options."""
        _check_options(known, variant)
        placed = _placed(variant, base)
        return cls(
            family=known.name,
            task=task.name,
            engine=engine_of(variant),
            encoding=placed.encoding,
            overlays=placed.overlays,
            constants=tuple(sorted(variant.constants.items())),
            options=tuple(sorted((k, str(v)) for k, v in variant.options.items())),
            scripts=variant.scripts,
        )


def _program_digest(means: _Means) -> str:
    """A hash of the program without comments, and of what its headers set. Raises PylabError."""
    known = family.get(means.family)
    task = family.task_of(known, means.task)
    if means.engine in ("native", BOTH):
        if not task.native:
            raise PylabError(f"{known.name} has no native engine for {task.name}")
        if means.encoding or means.constants:
            raise PylabError("encodings and constants are for the engine clingo")
        overlays = [encoding.find(overlay, known.name) for overlay in means.overlays]
        for overlay in overlays:
            if "Options" not in encoding.header(overlay):
                shown = encoding.shown(overlay)
                raise PylabError(f"{shown} sets no options: it is for the engine clingo")
        if means.engine == "native":
            return digest_of("native", sorted(encoding.options(overlays).items()))
    if not (means.encoding or task.encoding):
        if means.engine == AUTO:
            return digest_of("native")
        raise PylabError(f"{known.name} answers {task.name} by engine native only")
    program = encoding.load(
        encoding.find(means.encoding or f"{known.name}/{task.encoding}", known.name),
        [encoding.find(overlay, known.name) for overlay in means.overlays],
        means.scripts,
    )
    program.check_constants(dict(means.constants))
    return digest_of(
        [str(s) for s in program.statements if s.ast_type.name != "Comment"],
        program.solver_options,
        sorted(program.options.items()),
    )


def _key(
    instance: Instance, task: Task, variant: Variant, repetition: int, limits: Limits, digest: str
) -> str:
    return digest_of(
        instance.family,
        instance.digest,
        task.name,
        digest,
        engine_of(variant),
        variant.clingo,
        sorted(variant.constants.items()),
        sorted((name, str(value)) for name, value in variant.options.items()),
        variant.models,
        repetition,
        [limits.seconds, limits.megabytes, limits.cpu_seconds],
        [__version__, clingo.__version__],
        [variant.name, variant.asks],
    )[:32]


def _applies(variant: Variant, instance: Instance, task: Task) -> bool:
    return variant.family in ("", instance.family) and (
        not variant.tasks or task.name in variant.tasks
    )


def _placed(variant: Variant, base: Path) -> Variant:
    """The variant with its files as absolute paths, where they are files and no shipped names."""

    def located(name: str) -> str:
        for folder in (base, Path()):
            if (folder / name).is_file():
                return str((folder / name).absolute())
        return name

    return replace(
        variant,
        encoding=variant.encoding and located(variant.encoding),
        overlays=tuple(map(located, variant.overlays)),
    )


def _check_options(known: Family[Any, Any], variant: Variant) -> None:
    """Raises PylabError for options that the family or clingo don't know, or of a wrong type."""
    types = {parameter.name: type(parameter.default) for parameter in known.options}
    for name, value in variant.options.items():
        if name not in types:
            listed = ", ".join(sorted(types)) or "none"
            raise EncodingError(
                f"variant {variant.name!r}: {name} is no option of {known.name} (options: {listed})"
            )
        if type(value) is not types[name]:
            typed(str(value), types[name])
    if variant.clingo and variant.engine in ("native", BOTH):
        raise PylabError(f"variant {variant.name!r}: clingo's options are for the engine clingo")
    if variant.clingo:
        try:
            refuse_options(variant.clingo)
            clingo.Control(list(variant.clingo), logger=lambda _, __: None)
        except EncodingError as error:
            raise PylabError(f"variant {variant.name!r}: {error}") from None
        except RuntimeError as error:
            said = str(error).partition(": ")[2] or str(error)
            raise PylabError(f"variant {variant.name!r}: clingo says: {said}") from None


def options_of(known: Family[Any, Any], variant: Variant) -> dict[str, Any]:
    """The variant's options with the types that the family's `adapt` wants."""
    types = {parameter.name: type(parameter.default) for parameter in known.options}
    return {
        name: value if type(value) is types[name] else typed(str(value), types[name])
        for name, value in variant.options.items()
    }


def _instances(puzzles: Puzzles, base: Path, generated: Path) -> Iterator[Instance]:
    if puzzles.generate is not None:
        yield from _generated(puzzles.family, puzzles.generate, puzzles.seeds, generated)
        return
    found = False
    for pattern in puzzles.files:
        for name, path in _matches(os.path.expandvars(pattern), base):
            found = True
            known = puzzles.family or family.by_suffix(name).name
            yield _read(name, family.get(known).name, path)
    if not found and not puzzles.optional:
        raise PylabError(f"no instance matches {' '.join(puzzles.files)}")


def _matches(pattern: str, base: Path) -> list[tuple[str, Path]]:
    """Names and paths, sorted; a name without wildcards stands for itself, there or not."""
    shipped = resources.instances()
    wild = bool(_WILD & set(pattern))
    for root in dict.fromkeys((base.absolute(), Path.cwd(), shipped)):
        sought = pattern.removeprefix("instances/") if root == shipped else pattern
        files = [sought]
        if wild:  # pathlib can't: the pattern may be absolute
            files = sorted(glob.glob(sought, root_dir=root, recursive=True))  # noqa: PTH207
        there = [name for name in files if (root / name).is_file()]
        if there:
            prefix = "instances/" if root == shipped and not Path(sought).is_absolute() else ""
            return [(prefix + _short(name), (root / name).absolute()) for name in there]
    return [] if wild else [(_short(pattern), (base / pattern).absolute())]


def _short(name: str) -> str:
    """The name without the folders that only this machine has."""
    path = PurePath(name)
    return str(PurePath(path.parent.name, path.name)) if path.is_absolute() else name


def _read(name: str, known: str, path: Path) -> Instance:
    try:
        with opened(str(path), InstanceError, regular=True) as file:
            data = file.read(MAX_BYTES + 1)
    except InstanceError as error:
        cause = error.__context__
        if not isinstance(cause, OSError) or cause.errno in _MACHINE:
            raise  # what is read for the job would not be what was read for its key
        return Instance(name, known, path, digest_of("unreadable", str(path)), 0)
    return Instance(name, known, path, hashlib.sha256(data).hexdigest(), len(data))


def _generated(
    name: str,
    parameters: Mapping[str, Sequence[object]],
    seeds: Sequence[int],
    folder: Path,
) -> Iterator[Instance]:
    known = family.get(name)
    types = {parameter.name: type(parameter.default) for parameter in known.parameters}
    for parameter in parameters:
        if parameter not in types:
            listed = ", ".join(sorted(types))
            raise PylabError(f"{parameter} is no parameter of generate {name} ({listed})")
    for values in itertools.product(*parameters.values()):
        chosen = dict(zip(parameters, values, strict=True))
        for seed in seeds:
            words = [f"{key}-{value}" for key, value in chosen.items()]
            label = "-".join([name, *words, f"seed-{seed}"]).replace("/", "_")
            path = folder / f"{label}{known.suffixes[0]}"
            if path.is_file():  # made by an earlier run; some generators work by the clock
                yield _read(label, name, path.absolute())
                continue
            text = _generate(known, seed, {k: _cast(k, v, types[k]) for k, v in chosen.items()})
            data = text.encode()
            digest = hashlib.sha256(data).hexdigest()
            yield Instance(label, name, path.absolute(), digest, len(data), text)


def _cast(name: str, value: object, kind: type) -> object:
    try:
        return value if type(value) is kind else typed(str(value), kind)
    except PylabError as error:
        raise PylabError(f"{name}: {error}") from None


def _generate(known: Family[Any, Any], seed: int, parameters: Mapping[str, Any]) -> str:
    try:
        return known.write(known.generate(random.Random(seed), **parameters))
    except (ValueError, OverflowError) as error:
        raise PylabError(f"generate {known.name}: {error}") from None
