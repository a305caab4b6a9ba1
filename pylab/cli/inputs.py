"""Reads the families and instances that a command's arguments name."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import click

from pylab.base import resources
from pylab.base.errors import (
    InstanceError,
    PylabError,
    SourceError,
    WitnessError,
    mistaken,
    nearest,
    printable,
)
from pylab.base.listing import FACT_SUFFIXES
from pylab.cli import bounds
from pylab.cli.exits import remark
from pylab.cli.options import strict
from pylab.core.puzzle import Puzzle, located, passed_over, program, read, source_of
from pylab.encoding import places
from pylab.family import registry
from pylab.family.table import Family
from pylab.text.source import Source, names_in, read_source, split_name, suffix_of

if TYPE_CHECKING:
    from pylab.analysis.compare import Sample
    from pylab.text.solver_claims import AnswerText


def load(file: str | Sequence[str], family_name: str | None, encoding: str | None = None) -> Puzzle:
    """The puzzle in a file, standard input (`-`), a shipped instance, or a program's files.

    Without a family's name, an encoding of the user's own may tell the family.
    `assumed` reports what had to be assumed, once the options are known. Raises PylabError for
    files that can't be read.
    """
    names = [file] if isinstance(file, str) else list(dict.fromkeys(file))
    with bounds.reading():
        sources = [_read(name, family_name) for name in names]
        if len(sources) > 1 and family_name is None:
            _refuse_more(sources)
        if (puzzle := program(sources, family_name)) is not None:
            owner = None
            if encoding is not None:
                from pylab.analysis import asked

                asked.refuse_programs(names, [encoding])
                owner = None if family_name else asked.asking(puzzle.family, encoding)
            return (owner and program(sources, owner)) or puzzle
        if len(sources) > 1:
            raise PylabError(f"expected one puzzle of {family_name}, found {len(sources)} files")
        if sources[0].name == registry.STDIN and family_name is None:
            raise PylabError("standard input has no ending that names a family; use --family")
        family = registry.get(family_name or registry.route(sources[0]))
        return read(sources[0], family, remark_on)


def _refuse_more(sources: Sequence[Source]) -> None:
    """Raises PylabError for a puzzle with another file: several files are one program."""
    puzzles = [(each, name) for each in sources if (name := _family_of(each))]
    if not puzzles:
        return
    first, family = puzzles[0]
    if first.suffix in FACT_SUFFIXES and len(puzzles) == 1:
        return  # it may be the instance of a program
    other = puzzles[1][0] if puzzles[1:] else next(each for each in sources if each is not first)
    told = f"{family} takes one file, and {first.name} is a puzzle already"
    raise PylabError(f"{other.name}: {told}")


def _family_of(source: Source) -> str:
    """The family in Python that a file has a puzzle of, by its ending or its facts; else empty."""
    for each in registry.listings():
        if source.suffix in each.suffixes and source.suffix not in FACT_SUFFIXES:
            return each.name
    try:
        if registry.is_puzzle(source):
            name = registry.route(source)
            registry.get(name).load(source)
            return name
    except PylabError:
        pass  # facts that are a part of a puzzle
    return ""


def _read(file: str, family_name: str | None) -> Source:
    """The text of a file, of standard input, or of a shipped instance."""
    path = located(file)
    if path == "-" and sys.stdin.isatty():
        remark("reading from the terminal; Ctrl-D ends it")
    try:
        source = source_of(file, family_name)
    except InstanceError as error:
        hint = "" if "(did you mean" in str(error) else _meant(file)
        raise InstanceError(f"{error}{hint}") from None
    if path not in (file, "-"):
        own = resources.by_folder(PurePath(file).parts[0])
        _remark_once(f"using {places.shown(Path(path)) if own else f'the shipped instance {file}'}")
    return source


def puzzles_of(name: str, suffixes: Sequence[str]) -> list[str]:
    """The names of the puzzles in a file, a folder, files of a pattern, or shipped instances.

    A folder or a pattern stands for its files with these suffixes, and files of facts; a folder of
    rules for its instances; a collection for all of its puzzles. Raises PylabError if there are
    none.
    """
    from pylab.folders import layout

    path, endings = Path(name), {*suffixes, *FACT_SUFFIXES}
    if path.is_dir():
        rules = layout.Folder(path) if layout.has_puzzles(path) else None
        within: Iterable[Path] = rules.within("instances") if rules else path.iterdir()
    elif _WILD.intersection(name) and not path.exists():
        import glob

        within = [Path(each) for each in glob.glob(name, recursive=True)]  # noqa: PTH207
        within = within or list(_shipped(name))
    else:
        shipped = located(name)
        return [each.replace(shipped, name, 1) for each, _ in names_in(shipped)]
    those = (str(each) for each in within if suffix_of(each.name) in endings)
    found = sorted((each for each in those if Path(located(each)).is_file()), key=resources.natural)
    if not found:
        raise PylabError(f"{name}: expected puzzles, found none")
    return [
        each.replace(located(file), file, 1)
        for file in found
        for each, _ in names_in(located(file))
    ]


def _shipped(pattern: str) -> Iterable[Path]:
    """The names of the shipped instances of a pattern such as `ravensburger/s*.lp`."""
    family, _, rest = pattern.removeprefix("instances/").partition("/")
    if rest and family in resources.packages():
        folder = resources.instances(family)
        yield from (family / path.relative_to(folder) for path in folder.glob(rest))


def samples_of(
    family: Family[Any, Any], names: Iterable[str], options: Mapping[str, Any] | None = None
) -> list[Sample]:
    """The named puzzles; the family's name stands for its small shipped ones. Raises PylabError.

    Other names are as for `puzzles_of`. All puzzles are under the given options of the family.
    """
    from pylab.analysis import trials
    from pylab.analysis.compare import Sample

    samples: list[Sample] = []
    for name in names:
        if name == family.name:
            small, left_out = trials.shipped(family)
            samples += small
            if left_out:
                those = "instance is" if left_out == 1 else "instances are"
                remark(f"{left_out} larger {those} left out; name those you want")
        elif name in registry.names():
            raise PylabError(f"expected puzzles of {family.name} only, found {name}")
        else:
            found = [load(each, family.name) for each in puzzles_of(name, family.suffixes)]
            samples += [Sample(each.name, each.instance) for each in found]
    samples = [*trials.under(family, samples, options or {})]
    for each in samples:
        assumed(family, each.instance)
    return samples


def read_answers(path: str) -> list[AnswerText]:
    """Each answer in a file (`-` for standard input), as text that a family can read.

    Raises WitnessError if the file can't be read, or says that there is no answer.
    """
    from pylab.text import solver_output

    with bounds.reading():
        source = read_source(path, WitnessError)
        if not source.text:
            raise WitnessError(f"expected an answer in {source.name}, found an empty file")
        return solver_output.split(source)


def refuse_both(files: Iterable[str], witness: str | None) -> None:
    """Raises PylabError if an instance and an answer both come from standard input."""
    if "-" in files and witness == "-":
        raise PylabError("only one of FILE and WITNESS can be standard input")


_WILD = frozenset("*?[")
_TOLD = "pylab.told"


def _meant(file: str) -> str:
    """A hint at the file that is meant: a folder's puzzle, or a shipped one of a similar name.

    A folder may be one of `examples/` here. clingo's users end their commands with
    a number of answers.
    """
    if (path := Path(file)).is_dir():
        from pylab.folders.layout import Folder

        inside = [*Folder(path).instances, *Folder(path).entries]
        return f" (did you mean {printable(str(inside[0]))}?)" if inside else ""
    if path.exists() or Path(split_name(file)[0]).is_file():  # a collection without this puzzle
        return ""
    if file.isdecimal():
        return f" (for the number of answers, --models {file})"
    if (example := Path("examples", file)).is_dir():
        return _meant(str(example))
    found = shipped_like(file)
    return f" (did you mean {found}?)" if found else ""


def shipped_like(file: str) -> str:
    """The shipped instance that a missing file's name resembles; empty if there is none.

    Of a family's name, alone or as a folder, it is the family's first one.
    """
    shipped = [
        f"{name}/{each.name}"
        for name in registry.names()
        for each in sorted(resources.instances(name).glob("*"), key=resources.natural)
        if not each.name.endswith(resources.EXPECTED)
    ]
    file, number = split_name(file)
    if (family := file.rstrip("/")) in registry.names():
        of = [each for each in shipped if each.startswith(f"{family}/")]
        return next((each for each in of if "example" in each), (of or [""])[0])
    if "/" in file:
        found = nearest(file, shipped, 0.8)  # all names with the same family are similar
    else:
        named = {each.rpartition("/")[2]: each for each in shipped}
        found = named.get(nearest(file, named, 0.75), "")
    return f"{found}#{number}" if found and number else found


def remark_on(found: str, error: SourceError) -> None:
    """Print that a fact is passed over; with --strict, raise the error instead."""
    if strict():
        raise error
    remark(passed_over(found, error))


def assumed(family: Family[Any, Any], instance: Any) -> None:
    """Print, once each, the assumptions about an instance under all its options.

    With --strict, raises InstanceError for them.
    """
    found = family.remarks(instance)
    if strict() and found:
        raise InstanceError(mistaken(found))
    for each in found:
        _remark_once(f"assumed: {each}")


def _remark_once(message: str) -> None:
    told: set[str] = click.get_current_context().meta.setdefault(_TOLD, set())
    if message not in told:
        told.add(message)
        remark(message)
