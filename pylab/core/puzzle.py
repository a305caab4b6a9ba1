"""Puzzles: instances with their family and a name, which are read, generated and shown.

>>> import pylab
>>> board = pylab.load("ravensburger/example-4x4.lp")
>>> board
<Puzzle ravensburger/example-4x4.lp, of ravensburger>
>>> pylab.load("field(1,1). init_on(1,1).\\ngoal_on(1,1). max_steps(1).")
<Puzzle text, of ravensburger>
>>> pylab.generate("ravensburger", seed=7, size=4)
<Puzzle ravensburger --seed 7 --size 4, of ravensburger>
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import permutations
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from pylab.base import ranges, resources
from pylab.base.errors import InstanceError, PylabError, SourceError
from pylab.base.listing import FACT_SUFFIXES, Parameter
from pylab.core.options import noted
from pylab.core.question import adapted, converted, typed
from pylab.family import registry
from pylab.family.table import Family, Report
from pylab.text.fact_files import Tell, further
from pylab.text.facts import write_facts
from pylab.text.source import Source, read_source, single, split_name, without_gz

if TYPE_CHECKING:
    from pylab.core.data import InstanceData
    from pylab.drawing.svg import Drawing

TEXT = "text"
"""The name of a puzzle that is given as text."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """An instance, its family, and its name; notebooks show it as a picture.

    Attributes:
        family: the family's table; `puzzle.family.tasks` has its tasks.
        instance: the instance in the family's own form; `pylab.facts` writes it as facts.
        name: the name it was read by, `text` for a text, or the generator's arguments.
        text: the text it was read from; empty if it was generated.
        generated: the seed and parameters of its generator; None if it was read.
        task: the task that the file of a program stands for; None for the family's first one.
    """

    family: Family[Any, Any]
    instance: Any
    name: str
    text: str = field(default="", repr=False, compare=False)
    generated: Mapping[str, Any] | None = field(default=None, repr=False, compare=False)
    task: str | None = None

    @property
    def data(self) -> InstanceData:
        """The puzzle's identity, for JSON and records."""
        from pylab.core.data import InstanceData, text_digest

        digest = text_digest(self.text) if self.text else ""
        return InstanceData(self.name, digest, self.generated)

    @noted()
    def under(self, **options: Any) -> Puzzle:
        """The puzzle under options of its family, such as `start="a1"`.

        Raises:
            InstanceError: for values that don't fit the puzzle.
            PylabError: for options that the family doesn't have.
        """
        return under_options(self, options)

    def __hash__(self) -> int:
        return hash((self.family.name, self.name))  # some families' instances have no hash

    def __repr__(self) -> str:
        return f"<Puzzle {self.name}, of {self.family.name}>"

    def __str__(self) -> str:
        return self.family.picture(self.instance, None)

    def _seen(self) -> Drawing | str:
        return seen(lambda: self.family.draw(self.instance, None), self.__str__)

    def _repr_svg_(self) -> str | None:
        return in_svg(self._seen())

    def _repr_html_(self) -> str:
        from html import escape

        from pylab.drawing.svg import in_cell

        title = f"<p><strong>{escape(PurePath(self.name).name)}</strong></p>"
        return title + in_cell(self._seen())


def seen(draw: Callable[[], Drawing], text: Callable[[], str]) -> Drawing | str:
    """What a notebook shows: a drawing; the text where there is none, as for many programs."""
    try:
        return draw()
    except PylabError:
        return text()


def in_svg(shown: Drawing | str) -> str | None:
    """A drawing as SVG for a notebook's cell; None for a text."""
    from pylab.drawing.svg import fitting

    return None if isinstance(shown, str) else fitting(shown.render())


@noted()
def load(puzzle: Puzzle | str | Path, family: str | None = None) -> Puzzle:
    """The puzzle in a file, of a shipped name, or in a text.

    Args:
        puzzle: a path; or, if there is no such file, the name of a shipped instance, such as
            `ravensburger/example-4x4.lp`; or a text, which has more than one line, ends with a full
            stop, or comes with `family`. A `Puzzle` is returned as it is.
        family: the family's name; by default, it is inferred from the file's ending or the facts.

    Raises:
        InstanceError: for a text that is no puzzle, with the place; for an unreadable file.
        PylabError: if there is no such family, or it can't be inferred.
    """
    for words, given, known in (("a puzzle", puzzle, Puzzle | str | Path),
                                ("a family's name", family or "-", str | Path)):  # fmt: skip
        if not given or not isinstance(given, known):
            found = repr(given) if given == "" else type(given).__name__
            raise PylabError(f"expected {words}, found {found}")
    if isinstance(puzzle, Puzzle):
        if family not in (None, puzzle.family.name):
            raise PylabError(f"expected a puzzle of {family}, found one of {puzzle.family.name}")
        return puzzle
    if isinstance(puzzle, str) and _is_text(puzzle, family):
        return _of_text(puzzle, family)
    source = source_of(str(puzzle), family)
    written = program([source], family)
    return written or read(source, registry.get(family or registry.route(source)))


def under_options(puzzle: Puzzle, options: Mapping[str, Any]) -> Puzzle:
    """The puzzle under options of its family; errors name them as the command line does."""
    if not options:
        return puzzle
    values = typed(puzzle.family, options)
    return replace(puzzle, instance=adapted(puzzle.family, puzzle.instance, values))


def source_of(file: str, family: str | None) -> Source:
    """The text of a puzzle's file, of a shipped instance, or of standard input for `-`.

    Raises InstanceError if it can't be read, and for a whole collection.
    """
    path = located(file)
    source = read_source(path, most=registry.most_bytes(path, family))
    source = single(source, registry.each_of(family) if path == "-" else "")
    return source if path == file else replace(source, name=without_gz(file))


def _is_text(given: str, family: str | None) -> bool:
    """Whether this is a puzzle's text, not a name."""
    if "\n" in given or (re.search(r"[\w)]\s*\.\s*$", given) and not _is_file(located(given))):
        return True
    return family is not None and not PurePath(given).suffix and not _is_file(located(given))


def _is_file(name: str) -> bool:
    try:
        return Path(name).exists() and not Path(name).is_dir()
    except (OSError, ValueError):  # too long for a name, or no name at all
        return False


def _of_text(text: str, family: str | None) -> Puzzle:
    """The puzzle in a text of facts, or in the own format of the given family."""
    if family is not None and (written := program([Source(TEXT, text)], family)):
        return replace(written, name=TEXT)
    fitting = registry.by_facts(text)
    if family is None:
        if len(fitting) != 1:
            found = f"those of {' and '.join(fitting)}" if fitting else "none of any family"
            raise PylabError(
                f"a text must have the facts of one family, and has {found}; "
                f'say family="…", one of {", ".join(registry.names())}'
            )
        family = fitting[0]
    found_family = registry.get(family)
    suffix = FACT_SUFFIXES[0] if family in fitting else found_family.suffix
    source = single(Source(f"{TEXT}{suffix}", text), found_family.listing.each)
    return replace(read(source, found_family), name=TEXT)


def program(
    sources: Sequence[Source], family: str | None = None, *, alone: bool = False
) -> Puzzle | None:
    """The puzzle of a program's files; None where a single file is a puzzle of a Python family.

    The first file with rules is the program, and its task is asked; the others are the instance. If
    none has rules, the family that their folder gives has the program; without one, they are the
    program themselves. With `alone`, Python families are left out. Raises PylabError.
    """
    opened = registry.program(sources, family, alone)
    if opened is None:
        return None
    found, instance, task = opened
    text = "\n".join(each.text for each in sources)
    return Puzzle(found, instance(), " ".join(each.name for each in sources), text, task=task)


def passed_over(found: str, error: SourceError) -> str:
    """The remark on the first fact of an unknown predicate."""
    return f"{error.place}: unknown predicate {found}; passed over"


def _warn(found: str, error: SourceError) -> None:
    warnings.warn(passed_over(found, error), stacklevel=2)


def read(source: Source, family: Family[Any, Any], tell: Tell = _warn) -> Puzzle:
    """The puzzle in a file's text.

    Without an ending, as on standard input, its predicates show whether it has facts. Facts of
    unknown predicates are skipped; `tell` is called with the first of each, and may raise. Raises
    InstanceError with the place; it names other families that have such facts.
    """
    facts = not source.suffix and family.name in registry.by_facts(source.text)
    passed: list[tuple[str, SourceError]] = []
    failure: SourceError | None = None
    try:
        with further(lambda *each: passed.append(each)):
            instance = family.load(source, facts)
    except InstanceError as error:
        failure = error
    if failure is not None and passed and family.name not in registry.by_facts(source.text):
        _, failure = passed.pop(0)
        passed.clear()
    for found, unknown in passed:
        tell(found, unknown)
    if failure is None:
        return Puzzle(family, instance, source.name, source.text)
    others = registry.others(source, family.name)
    whose = f"; the facts look like those of {' or '.join(others)}" if others else ""
    raise InstanceError(f"{failure.message}{whose}", failure.place)


def located(file: str) -> str:
    """The file itself, or the shipped instance of this name if there is no such file.

    `x/one.lp` also stands for `one.lp.gz`, which is read under this name.
    """
    whole, number = split_name(file)
    if whole == "-" or _is_file(whole) or PurePath(whole).is_absolute():
        return file
    name = whole.removeprefix("instances/")
    shipped = str(resources.located("instances", name))
    found = [each for each in (shipped, f"{shipped}.gz") if _is_file(each)]
    if ".." in PurePath(name).parts or not found:
        return file
    return f"{found[0]}#{number}" if number else found[0]


def generate(
    family: str, seed: int | None = None, *, report: Report | None = None, **parameters: Any
) -> Puzzle:
    """A random puzzle, the same for the same seed and parameters.

    A generator that searches for a good puzzle, such as that of alice, may end at its limit
    `seconds`; it gives the same puzzle only if it completes its `steps` before.

    Args:
        family: its name.
        seed: the seed of the random numbers, by default a random one, which the puzzle's name has.
        report: is called, by a generator that searches, with the share of its budget that is used,
            from 0 to 1, and how good the best puzzle so far is.
        parameters: the family's own, for instance `size=8`; `pylab generate FAMILY --help` has
            them.

    Raises:
        PylabError: for unknown families and parameters, and for values without a puzzle.
    """
    return generated(family, seed, parameters, report)


def generated(
    family: str, seed: int | None, parameters: Mapping[str, Any], report: Report | None = None
) -> Puzzle:
    """The same, for parameters of any name."""
    found: Family[Any, Any] = registry.get(family)
    named = {each.name: each for each in found.parameters}
    import random

    values = {}
    for name, value in parameters.items():
        if name not in named:
            known = ", ".join(named) or "none"
            raise PylabError(f"{name} is no parameter of {family} (parameters: {known})")
        values[name] = converted(named[name], value)
    _refuse_idle(found.parameters, values)
    seed = random.SystemRandom().randrange(2**31) if seed is None else ranges.seed(seed)
    try:
        if found.composing is not None and report is not None:
            instance = found.composing.compose(random.Random(seed), report, **values)
        else:
            instance = found.generate(random.Random(seed), **values)
    except (ValueError, OverflowError) as error:
        raise PylabError(str(error)) from None
    words = [f"--{name.replace('_', '-')} {value}" for name, value in values.items()]
    name = " ".join([family, f"--seed {seed}", *words])
    return Puzzle(found, instance, name, generated={"seed": seed, **values})


def _refuse_idle(parameters: Sequence[Parameter], values: Mapping[str, Any]) -> None:
    """Raises PylabError for a parameter without effect beside another one, or without it."""
    given = [each for each in parameters if values.get(each.name, each.default) != each.default]
    names = {each.name for each in given}
    for each in given:
        if each.needs and each.needs not in names:
            raise PylabError(f"{each.name} has no effect without {each.needs}")
    for one, other in permutations(given, 2):
        if one.beside is not None and other.name not in one.beside:
            raise PylabError(f"{other.name} has no effect beside {one.name} {values[one.name]}")


@noted()
def facts(
    puzzle: Puzzle | str | Path, form: str = "facts", *, family: str | None = None, **options: Any
) -> str:
    """A puzzle as ground facts, ready for clingo, or in another format of its family.

    Args:
        puzzle: as `load` takes it.
        form: `facts`, one of the family's other formats, or its name for its own file format.
        family: as `load` takes it.
        options: the family's options, under which the puzzle is written.

    Raises:
        PylabError: for a format that the family doesn't have, or that can't represent the whole
            puzzle; and as `load`.
    """
    return text_of(load(puzzle, family).under(**options), form)


def text_of(puzzle: Puzzle, form: str) -> str:
    """A puzzle in a format, as `facts`; errors name options as the command line does."""
    family, instance = puzzle.family, puzzle.instance
    if form == "facts":
        written = family.as_written
        return write_facts((written.whole if written else family.facts)(instance))
    if form == family.name:
        return _written(puzzle)
    if form not in family.exports:
        known = ", ".join(sorted({"facts", family.name, *family.exports}))
        raise PylabError(f"{family.called} has the formats {known}; found {form!r}")
    return family.exports[form](instance)


def _written(puzzle: Puzzle) -> str:
    """A puzzle in its family's own format. Raises PylabError if that can't represent all of it."""
    family, instance = puzzle.family, puzzle.instance
    text = family.write(instance)
    for suffix in family.suffixes or (family.suffix,):
        with suppress(PylabError):
            if family.read(Source(f"written{suffix}", text)) == instance:
                return text
    raise PylabError(
        f"{family.name}'s files can't represent all of this puzzle, such as options; use facts"
    )
