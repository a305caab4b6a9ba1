"""Expands a sweep to jobs, each with a key that identifies it by content; runs nothing.

The key is a hash of everything that can change a job's outcome: the instance's text, and the
identity of the question about it (`bench/identity.py`).
"""

from __future__ import annotations

import contextlib
import errno
import glob
import itertools
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import Any

import clingo

from pylab import engines
from pylab.base import resources, whole_files
from pylab.base.errors import InstanceError, PylabError, near
from pylab.base.listing import Task
from pylab.bench.identity import digest, identity
from pylab.bench.sweep import MOST_JOBS, Puzzles, Sweep, SweepVariant
from pylab.core import puzzle
from pylab.core.data import InstanceData, QuestionData, text_digest
from pylab.core.options import Limits
from pylab.core.puzzle import Puzzle
from pylab.core.question import Question, typed
from pylab.encoding import files as encoding_files
from pylab.encoding.clingo_options import refuse_options
from pylab.encoding.places import shown
from pylab.engines.report import versions
from pylab.family import registry
from pylab.family.table import Family
from pylab.text.source import (
    Source,
    names_in,
    numbered,
    opened,
    read_source,
    source_of,
    split_name,
    suffix_of,
    without_gz,
)

_MACHINE = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EIO, errno.ESTALE)
"""Errors of the machine, not of a file; a sweep doesn't begin with them."""

_WILD = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Instance:
    """A puzzle of a sweep.

    Attributes:
        name: its name in tables.
        digest: a hash of the file's text, or of its path if it can't be read.
        size: in characters, for estimates of times.
        generate: the seed and parameters of its generator; None if it was not generated.
        text: the text of a generated instance without a file yet; None if there is a file.
    """

    name: str
    family: str
    path: Path
    digest: str
    size: int
    generate: Mapping[str, Any] | None = None
    text: str | None = None

    @property
    def identity(self) -> tuple[str, str, str]:
        """The family, the digest, and the file's suffix, which determine what is read."""
        return self.family, self.digest, suffix_of(str(self.path))

    @property
    def data(self) -> InstanceData:
        """The instance's identity, for records."""
        return InstanceData(self.name, self.digest, self.generate)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a certificate that nothing costs less than a bound.

    Attributes:
        name: the part's name, from the family's `parts`.
        file: the file for its compressed text.
    """

    bound: int
    name: str
    file: Path


@dataclass(frozen=True, slots=True)
class Job:
    """One variant's try at one task of one instance.

    Attributes:
        order, rank: the positions of the job and of its variant in the sweep.
        sweep: the sweep's name.
        asked: the key of its question, the same for all repetitions.
        versions: the versions of the software that takes part.
        part: the part of a proof to run instead of the task, if any.
    """

    key: str
    order: int
    rank: int
    instance: Instance
    task: str
    variant: SweepVariant
    repetition: int
    limits: Limits
    sweep: str
    asked: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    part: Part | None = None

    @property
    def question(self) -> QuestionData:
        """The job's question, for records."""
        limits = replace(self.limits, models=self.variant.models)
        return QuestionData(
            self.instance.family, self.task, self.instance.data, self.variant.means, limits,
            self.versions,
        )  # fmt: skip


def expand(sweep: Sweep, base: Path, generated: Path) -> list[Job]:
    """All jobs of a sweep, in its order; instances with the same content count once.

    Files are searched relative to `base`, then to the working directory, then among the shipped
    ones; generated instances get paths in `generated`, but are not written yet. Raises PylabError
    for errors in the sweep: a pattern that matches nothing, an encoding that can't be loaded, an
    option that the family doesn't have. An instance that can't be read is a job like any other,
    which ends as an error.
    """
    jobs: dict[str, Job] = {}
    identities: dict[tuple[str, str, int], tuple[str, Mapping[str, str]]] = {}
    used, families = set[int](), set[str]()
    variants = [_placed(variant, base) for variant in sweep.variants]
    for puzzles in sweep.puzzles:
        for instance in _instances(puzzles, base, generated, variants):
            known = registry.get(instance.family)
            families.add(instance.family)
            for task_name in (
                puzzles.tasks or sweep.tasks or (_first_task(instance, known, variants),)
            ):
                task = known.task(task_name)
                for rank, variant in enumerate(variants):
                    of_family = variant.family in ("", instance.family)
                    if not of_family or (variant.tasks and task.name not in variant.tasks):
                        continue
                    used.add(rank)
                    of = known.name, task.name, rank
                    if of not in identities:
                        put = question(known, task, variant, sweep.limits)
                        identities[of] = _identity(put, variant), versions(put)
                    if len(jobs) + sweep.repetitions > MOST_JOBS:
                        raise PylabError(f"the sweep has more than {MOST_JOBS:,} jobs")
                    identified, found = identities[of]
                    whole = _asked(instance, identified)
                    for repetition in range(sweep.repetitions):
                        key = digest(whole, repetition)[:32]
                        job = Job(
                            key, len(jobs), rank, instance, task.name, variant, repetition,
                            sweep.limits, sweep.name, whole, found,
                        )  # fmt: skip
                        jobs.setdefault(key, job)
    for rank, variant in enumerate(sweep.variants):
        if rank not in used and not any(p.optional for p in sweep.puzzles):
            _refuse_tasks(variant, families)
            raise PylabError(f"variant {variant.name!r} fits no instance and task of the sweep")
    return list(jobs.values())


def _first_task(
    instance: Instance, family: Family[Any, Any], variants: Sequence[SweepVariant]
) -> str:
    """The default task; for a program in a folder, the task that its file stands for."""
    own = None
    if family.as_written:
        entries = [each.means.encoding for each in variants if each.means.encoding]
        for entry in entries:
            from pylab.analysis.asked import named_after  # takes a while to import

            if named := named_after(family, entry):
                return named.name
        with contextlib.suppress(PylabError):
            text = instance.text or read_source(str(instance.path)).text
            own = puzzle.program([Source(str(instance.path), text)], instance.family)
    return (own and own.task) or family.tasks[0].name


def _refuse_tasks(variant: SweepVariant, families: Iterable[str]) -> None:
    """Raises PylabError for a task of the variant that none of these families has."""
    known = {task.name for family in families for task in registry.get(family).tasks}
    for name in () if variant.family else variant.tasks:
        if name not in known:
            why = f"no family of the sweep has a task {name!r}{near(name, known)}"
            raise PylabError(f"variant {variant.name!r}: {why}")


def write_generated(jobs: Iterable[Job]) -> None:
    """Write the generated instances to their files."""
    for instance in {job.instance.path: job.instance for job in jobs}.values():
        if instance.text is not None:
            instance.path.parent.mkdir(parents=True, exist_ok=True)
            with whole_files.written(instance.path) as file:
                file.write(instance.text.encode("utf-8"))


def question(
    known: Family[Any, Any], task: Task, variant: SweepVariant, limits: Limits, given: Any = None
) -> Question:
    """A job's question about an instance, or without one while a sweep is planned."""
    means = replace(variant.means, detailed=True)
    limits = replace(limits, models=variant.models)
    return Question.of(Puzzle(known, given, ""), task, means, limits)


def asked(instance: Instance, put: Question, variant: SweepVariant) -> str:
    """The key of a variant's question about this instance.

    Raises PylabError for a question that can't be asked.
    """
    return _asked(instance, _identity(put, variant))


def _asked(instance: Instance, identified: str) -> str:
    return digest(instance.identity, identified)[:32]


def _identity(put: Question, variant: SweepVariant) -> str:
    """A hash of a variant's question, and of the variant's name and `asks`.

    Raises PylabError for a question that can't be asked about any instance.
    """
    _check_options(put.family, variant)
    engine = engines.named(variant.means)
    if cannot := engines.refusal(engine, put) if engine else engines.unanswerable(put):
        raise PylabError(f"variant {variant.name!r}: {cannot}")
    return digest(identity(put), variant.name, variant.asks)


def _placed(variant: SweepVariant, base: Path) -> SweepVariant:
    """The variant with absolute paths of its files; shipped names are kept."""

    def located(name: str) -> str:
        for folder in (base, Path()):
            if (folder / name).is_file():
                return str((folder / name).absolute())
        return name

    return replace(variant, means=variant.means.placed(located))


def _check_options(known: Family[Any, Any], variant: SweepVariant) -> None:
    """Raises PylabError for invalid options of the family or clingo."""
    options = variant.means.clingo_arguments
    try:
        typed(known, variant.means.options)
        if options:
            refuse_options(options)
            clingo.Control(list(options), logger=lambda _, __: None)
    except PylabError as error:
        raise PylabError(f"variant {variant.name!r}: {error}") from None
    except RuntimeError as error:
        said = str(error).partition(": ")[2] or str(error)
        raise PylabError(f"variant {variant.name!r}: clingo says: {said}") from None


def _instances(
    puzzles: Puzzles, base: Path, generated: Path, variants: Sequence[SweepVariant]
) -> Iterator[Instance]:
    if puzzles.generate is not None:
        yield from _generated(puzzles.family, puzzles.generate, puzzles.seeds, generated)
        return
    found = False
    for pattern in puzzles.files:
        for name, path in _matches(os.path.expandvars(pattern), base):
            found = True
            for each, _ in names_in(path):
                part = each.removeprefix(str(path))
                family = puzzles.family or _family_of(name, Path(each), variants)
                yield read_instance(f"{name}{part}", family, Path(each))
    if not found and not puzzles.optional:
        raise PylabError(f"no instance matches {' '.join(puzzles.files)}")


def _matches(pattern: str, base: Path) -> list[tuple[str, Path]]:
    """Names and paths, sorted; a name without wildcards is kept even if no file has it.

    Wildcards don't match the files with expected answers beside instances.
    """
    name = pattern.removeprefix("instances/")
    family, _, rest = name.partition("/")
    wild = bool(_WILD & set(pattern))
    places = [(base.absolute(), pattern, ""), (Path.cwd(), pattern, "")]
    if family in resources.packages():
        places.append((resources.instances(family), rest, f"instances/{family}/"))
    else:
        places.append((resources.shipped("instances"), name, "instances/"))
    for root, sought, prefix in places:
        files = [sought]
        if wild:  # not pathlib, because the pattern may be absolute
            found = glob.glob(sought, root_dir=root, recursive=True)  # noqa: PTH207
            files = sorted(name for name in found if not name.endswith(resources.EXPECTED))
        there = [name for name in files if (root / name).is_file()]
        if there:
            before = "" if Path(sought).is_absolute() else prefix
            return [(before + _short(name), (root / name).absolute()) for name in there]
    return [] if wild else [(_short(pattern), (base / pattern).absolute())]


def _family_of(name: str, path: Path, variants: Sequence[SweepVariant]) -> str:
    """The family of a file; if it can't be read, by its name alone.

    A file that is no family's is an instance of the first program that a variant has.
    """
    try:
        text = read_source(str(path), most=registry.most_bytes(name)).text
    except InstanceError:
        text = ""
    whole = Path(split_name(str(path))[0])
    if whole.suffix not in registry.suffixes() and (whole.is_dir() or not whole.exists()):
        found = "a directory" if whole.is_dir() else "none"
        inside = "instances/" if (whole / "instances").is_dir() else ""
        pattern = f"{shown(whole)}/{inside}*.lp" if whole.is_dir() else "DIR/*.lp"
        told = f"expected files, or a pattern such as '{pattern}', found {found}"
        raise PylabError(f"{name}: {told}")
    opened = registry.program([Source(without_gz(str(path)), text)]) if text.strip() else None
    if opened is None:
        return registry.route(Source(without_gz(name), text))
    entries = [each.means.encoding for each in variants if each.means.encoding]
    if entries:
        from pylab.analysis import asked  # takes a while to import

        asked.refuse_programs([path], entries)
        owners = (asked.asking(opened[0], each) for each in entries)
        return next(filter(None, owners), opened[0].key)
    return opened[0].key


def _short(name: str) -> str:
    """The name; of an absolute path, only the last folder and the file's name."""
    path = PurePath(name)
    return str(PurePath(path.parent.name, path.name)) if path.is_absolute() else name


def read_instance(
    name: str, known: str, path: Path, generate: Mapping[str, Any] | None = None
) -> Instance:
    """The instance in a file, with this name. Raises PylabError for trouble of the machine."""
    most = registry.most_bytes(name, known)
    try:
        whole, number = split_name(str(path))
        with opened(whole, InstanceError, regular=True) as file:
            source = source_of(file, whole, most=most)
        text = (numbered(source, number) if number else source).text
    except InstanceError as error:
        cause = error.__context__
        special = path.exists() and not (path.is_file() or path.is_dir())
        if special or (isinstance(cause, OSError) and cause.errno in _MACHINE):
            raise  # the job might read something else than its key is made of
        return Instance(name, known, path, digest("unreadable", str(path)), 0)
    if registry.get(known).as_written:
        text = _with_includes(path, text)
    return Instance(name, known, path, text_digest(text), len(text), generate)


def _with_includes(path: Path, text: str) -> str:
    """The text of an instance that may have rules, then those of the files that it includes."""
    try:
        return "".join(each.text for each in encoding_files.read_whole(path, ascii_only=False))
    except PylabError:  # the job says what is wrong
        return text


def _generated(
    name: str,
    parameters: Mapping[str, Sequence[object]],
    seeds: Sequence[int],
    folder: Path,
) -> Iterator[Instance]:
    suffix = registry.get(name).suffix
    for values in itertools.product(*parameters.values()):
        chosen = dict(zip(parameters, values, strict=True))
        for seed in seeds:
            words = [f"{key}-{value}" for key, value in chosen.items()]
            label = "-".join([name, *words, f"seed-{seed}"]).replace("/", "_")
            path = (folder / f"{label}{suffix}").absolute()
            generate = {"seed": seed, **chosen}
            if path.is_file():  # from an earlier run; some generators depend on the clock
                yield read_instance(label, name, path, generate)
                continue
            yield generated_instance(label, name, path, generate)


def generated_instance(name: str, family: str, path: Path, generate: Mapping[str, Any]) -> Instance:
    """The instance for a seed and parameters; not written yet. Raises PylabError."""
    try:
        found = puzzle.generate(family, **generate)
        text = found.family.write(found.instance)
    except (PylabError, ValueError, OverflowError) as error:
        raise PylabError(f"generate {family}: {error}") from None
    return Instance(name, family, path, text_digest(text), len(text), generate, text)
