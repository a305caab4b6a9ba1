"""Finds all families, in the package and from plug-ins, and loads one on demand.

A family that can't be listed or loaded causes a warning; all others still work.
"""

from __future__ import annotations

import contextlib
import copyreg
import functools
import importlib
import importlib.util
import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from pylab.base import resources
from pylab.base.errors import PylabError, near
from pylab.base.listing import FACT_SUFFIXES, Listing, Parting
from pylab.base.resources import packages

if TYPE_CHECKING:
    from pylab.family.table import Family
    from pylab.text.source import Source

T = TypeVar("T")


def suffixes() -> list[str]:
    """The file endings of all families."""
    return sorted({suffix for each in listings() for suffix in each.suffixes})


def _each(suffix: str) -> str:
    """The regular expression of one puzzle in files of an ending; empty if there is none."""
    return next((of.each for of in listings() if suffix in of.suffixes), "")


Parting.each = _each


def each_of(name: str | None) -> str:
    """The regular expression of one puzzle in files of that family; empty if there is none."""
    return listing(name).each if name in packages() else ""


def names() -> list[str]:
    """The families that are installed and can be listed, sorted."""
    return [listing.name for listing in listings()]


@functools.cache
def listings() -> Sequence[Listing]:
    """The listings of all families, sorted by name; a broken one causes a warning."""
    return tuple(_sound(listing, packages()))


@functools.cache
def families() -> Sequence[Family[Any, Any]]:
    """All families, loaded, sorted by name; a broken one causes a warning."""
    return tuple(_sound(get, names()))


def _sound(find: Callable[[str], T], named: Iterable[str]) -> Iterator[T]:
    for name in named:
        try:
            yield find(name)
        except PylabError as error:
            warnings.warn(str(error), stacklevel=3)


def unloadable() -> Iterator[str]:
    """For each plug-in's family that is listed but can't be loaded, the reason."""
    for name in names():
        if packages()[name].startswith("pylab.families."):
            continue
        try:
            get(name)
        except PylabError as error:
            yield str(error)


@functools.cache
def listing(name: str) -> Listing:
    """The listing of that family. Raises PylabError if there is none, or it is broken."""
    if name not in packages():
        known = ", ".join(packages())
        hint = near(name, packages())
        raise PylabError(
            f"expected one of the families {known}, or a folder of rules, found {name!r}{hint}"
        )
    if folder := resources.written(name):
        return written(folder, name).listing
    with _blamed(name):
        found = _member(name, _alone(packages()[name]), "LISTING")
    if not isinstance(found, Listing):
        raise PylabError(f"family {name}: LISTING is no Listing")
    if found.name != name:
        raise PylabError(f"family {name}: its LISTING is named {found.name!r}")
    return found


def get(name: str) -> Family[Any, Any]:
    """The family of that name, or that a folder of rules or a file gives, loaded.

    A folder of the working directory comes before one of the same name that was opened elsewhere.
    Raises PylabError if there is none, or it is broken, and for a part of a folder of rules.
    """
    if name not in packages():
        for path in (Path(name), *filter(None, [_opened.get(name)])):
            with contextlib.suppress(OSError, ValueError):
                if path.is_dir() or (path.is_file() and _is_program(path)):
                    if name not in _opened:
                        _refuse_part(path)
                    return written(path)
    return _installed(name)


def written(path: Path, name: str = "") -> Family[Any, Any]:
    """The family that a folder of rules or a file gives, under that name. Raises PylabError."""
    from pylab.family.table import Family

    copyreg.pickle(Family, _reduced)
    module = importlib.import_module("pylab.folders.family")
    path = Path(os.path.normpath(path.absolute()))
    found: Family[Any, Any] = module.opened(path, name)
    _opened[found.name] = path
    return found


def _refuse_part(path: Path) -> None:
    """Raises PylabError for a file of a folder of rules, and for its folder of puzzles."""
    layout = importlib.import_module("pylab.folders.layout")
    path = path.absolute()
    whole = layout.family_of(path / "any" if path.is_dir() else path)
    apart = whole in (None, path) or (path.is_dir() and layout.programs_beside(path))
    if not apart:
        shown = importlib.import_module("pylab.encoding.places").shown
        raise PylabError(f"{shown(path)} is a part of {shown(whole)}: name that folder")


STDIN = "<stdin>"
"""The name of standard input."""

_opened: dict[str, Path] = {}
"""Where the families are from that folders and files have given so far, by their names."""


def opened() -> list[Path]:
    """The folders of rules, and the files, that have given families so far."""
    return [*_opened.values()]


def drawn_by(family: Family[Any, Any], scene: Path | None, directed: bool) -> Family[Any, Any]:
    """A program's family with pictures by another file, or with arrowheads at edges."""
    module = importlib.import_module("pylab.folders.family")
    found: Family[Any, Any] = module.drawn_by(family, scene, directed)
    return found


@functools.cache
def _installed(name: str) -> Family[Any, Any]:
    from pylab.family.table import Family

    of = listing(name)
    if folder := resources.written(name):
        return written(folder, name)
    copyreg.pickle(Family, _reduced)
    with _blamed(name):
        module = importlib.import_module(f"{packages()[name]}.family")
        found: Family[Any, Any] = _member(name, module, "FAMILY")
    if not isinstance(found, Family):
        raise PylabError(f"family {name}: FAMILY is no Family")
    if found.listing != of:
        raise PylabError(f"family {name}: FAMILY's listing is not that of listing.py")
    return found


def _reduced(family: Family[Any, Any]) -> str | tuple[Any, ...]:
    """Pickle and copy an installed family by its name, because its functions can't be pickled."""
    if family.as_written:
        return written, (family.as_written.path, family.name)
    if family.name in packages() and get(family.name) is family:
        return get, (family.name,)
    return family.__reduce_ex__(4)


def _alone(package: str) -> ModuleType:
    """The module `listing.py` of a package, loaded without importing the package.

    Raises ImportError if there is none.
    """
    found = importlib.util.find_spec(package)
    for folder in (found and found.submodule_search_locations) or ():
        file = Path(folder, "listing.py")
        spec = importlib.util.spec_from_file_location(f"{package}.listing", file)
        if file.is_file() and spec is not None and spec.loader is not None:
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            return module
    raise ImportError(f"{package} has no listing.py")


@contextlib.contextmanager
def _blamed(name: str) -> Iterator[None]:
    """Turns any exception into a PylabError with the family's name."""
    try:
        yield
    except PylabError:
        raise
    except (Exception, SystemExit) as error:
        from pylab.base import faults

        told = f"{type(error).__name__}: {error}".split("\n")[0] + faults.place(error)
        told = told.replace("TypeError: Family.__init__()", "FAMILY is").replace("is got", "has")
        raise PylabError(f"family {name} can't be loaded: {told}") from error


def _member(name: str, module: ModuleType, member: str) -> Any:
    try:
        return getattr(module, member)
    except AttributeError:
        raise PylabError(f"family {name}: {module.__name__} has no {member}") from None


def program(
    sources: Sequence[Source], family: str | None = None, alone: bool = False
) -> tuple[Family[Any, Any], Callable[[], Any], str | None] | None:
    """The family of a program's files, what reads the instance, and the task.

    None for a puzzle of a Python family. With `alone`, no Python family is looked for. Raises
    PylabError for a family that there is not, and for files that make no program.
    """
    if family in packages() and not resources.written(family or ""):
        return None
    if not alone and family is None and len(sources) == 1 and is_puzzle(sources[0]):
        return None
    module = importlib.import_module("pylab.folders.family")
    found: tuple[Family[Any, Any], Callable[[], Any], str | None]
    found = module.opened_with(sources, family)
    return found


def is_puzzle(source: Source) -> bool:
    """Whether a file is a Python family's: by its ending, or as most of its facts are.

    A file with rules is none. Nor is a puzzle of a folder of rules that has a judge or a scene.
    """
    suffix = source.suffix
    if suffix not in FACT_SUFFIXES and suffix in suffixes():
        return True
    if suffix in FACT_SUFFIXES or source.name == STDIN or _parsed(source):
        return _fits(source) and not _within_folder(source.name)
    return True


def _is_program(path: Path) -> bool:
    from pylab.text.source import read_source

    return path.suffix in FACT_SUFFIXES or _parsed(read_source(str(path)))


def _parsed(source: Source) -> bool:
    """Whether clingo can read a file, whatever its ending."""
    from pylab.encoding.parsing import is_program

    return is_program(source)


def _fits(source: Source) -> bool:
    """Whether a text has facts alone, most of which a Python family knows, with their arguments."""
    from pylab.text.fact_files import read_facts
    from pylab.text.lexer import TokenKind, blanked, has_rules
    from pylab.text.source import Source as Text

    said = predicates(source.text)
    if not any(2 * len(said & _known(each)) > len(said) for each in listings()):
        return False
    text = source.text
    if has_rules(text) or "#" in blanked(text, TokenKind.COMMENT, TokenKind.STRING):
        return False
    beginning = text[: text.rfind("\n", 0, _LOOKED_AT) + 1] if len(text) > _LOOKED_AT else text
    try:
        found = {each.signature for each in read_facts(Text(source.name, beginning or text), None)}
    except PylabError:  # the family itself says what is wrong
        return True
    return any(2 * len(found.intersection(each.vocabulary)) > len(found) for each in listings())


def _within_folder(name: str) -> bool:
    """Whether a file is in a folder of rules that has a judge or a scene, or in its instances."""
    from pylab.text.source import split_name

    layout = importlib.import_module("pylab.folders.layout")
    path = Path(split_name(name)[0])
    return layout.is_there(path) and any(
        layout.has_judge_or_scene(each) and not (each / "listing.py").is_file()
        for each in layout.above(path)
    )


_TRIED = 1 << 20
"""The most characters that are read for nothing but a better message."""


def route(source: Source) -> str:
    """The name of a puzzle's family, found by the file's ending or by the predicates of its facts.

    Facts that fit several families belong to the one in whose folder of instances they are.
    Raises PylabError if that doesn't decide.
    """
    suffix, folder = source.suffix, PurePath(source.name).parent.name
    claimants = [each.name for each in listings() if suffix in each.suffixes]
    if suffix in FACT_SUFFIXES:
        fitting = by_facts(source.text)
        if len(fitting) > 1 and folder in fitting:
            return folder
        claimants = fitting or claimants
    if len(claimants) == 1:
        return claimants[0]
    if claimants:
        what = "its facts could be of" if suffix in FACT_SUFFIXES else f"{suffix} belongs to"
        listed = " and of " if suffix in FACT_SUFFIXES else " and "
        raise PylabError(f"{source.name}: {what} {listed.join(claimants)}; say which with --family")
    if fitting := [each.name for each in listings() if _reads(each.name, source)]:
        told = " or ".join(f"--family {name}" for name in fitting)
        raise PylabError(f"{source.name}: the ending names no family; {told} can read it")
    for each in listings():
        importing = get(each.name).importing
        if importing is not None and (others := importing.is_part(source)):
            told = f"pylab import {source.name} {others} -o PUZZLE{each.suffixes[0]}"
            raise PylabError(f"{source.name}: one of several files that make a puzzle: {told}")
    if source.name.endswith(resources.EXPECTED):
        told = "this file has a puzzle's expected answers; give the puzzle itself"
        raise PylabError(f"{source.name}: {told}")
    endings = " ".join(suffixes())
    raise PylabError(
        f"{source.name}: the ending names no family, and the text looks like no family's puzzle "
        f"(known endings: {endings}); if it is one, say which with --family"
    )


def _reads(name: str, source: Source) -> bool:
    """Whether a family can read the text without remarks, if it is not too large for trying.

    Words alone are prose, though each could be a location.
    """
    if len(source.text) > _TRIED or not re.search(r"\d|\w\.\w", source.text):
        return False
    try:
        family = get(name)
        return not family.remarks(family.load(source))
    except PylabError:
        return False


def most_bytes(path: str, name: str | None = None) -> int:
    """The size of the largest puzzle file that is read, for a family's name or a file's ending."""
    from pylab.text.source import MAX_BYTES, suffix_of

    suffix = suffix_of(path)
    fitting = [
        each.largest
        for each in listings()
        if (suffix in each.suffixes if name is None else each.name == name)
        and suffix not in FACT_SUFFIXES
    ]
    return max(fitting) * 1024**2 if fitting else MAX_BYTES


def others(source: Source, name: str) -> list[str]:
    """The families that a file of facts fits best; empty if the named family is one of them."""
    suffix = source.suffix
    if suffix and suffix not in FACT_SUFFIXES:
        return []
    fitting = by_facts(source.text)
    return [] if name in fitting else fitting


_PREDICATE = re.compile(r"(?:^|[.\n])\s*(?P<name>_*[a-z]\w*)\s*(?P<end>[(.])", re.ASCII)
_LOOKED_AT = 200_000
"""The number of characters by which a file of facts is assigned to a family."""


def by_facts(text: str) -> list[str]:
    """The families that know most of a text's predicates; empty if none knows any."""
    said = predicates(text)
    known = {each.name: len(said & _known(each)) for each in listings()}
    most = max(known.values(), default=0)
    return [name for name, count in known.items() if count == most > 0]


def predicates(text: str) -> set[str]:
    """The names that begin a text's facts and rules."""
    from pylab.text.lexer import TokenKind, blanked

    stripped = blanked(text[:_LOOKED_AT], TokenKind.COMMENT)
    return {match["name"] for match in _PREDICATE.finditer(stripped)}


def _known(listing: Listing) -> set[str]:
    return {each.name for each in listing.vocabulary}
