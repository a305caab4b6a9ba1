"""Finds the encodings and instances of pylab's own families and of families from plug-ins.

pylab's own files are in the installed package or, in a checkout, beside it: one folder for each
family. A plug-in is a distribution with an entry point in the group `pylab.families`: its name is
the family's name, its value a package that has its own folders `encodings` and `instances`.
"""

from __future__ import annotations

import functools
import importlib.util
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
FAMILIES = "pylab.families"
"""The group of entry points in which families from outside are found."""

ENGINES = "pylab.engines"
"""The same of engines."""


@functools.cache
def packages() -> Mapping[str, str]:
    """The name of each family's package by the family's name, sorted; nothing is imported."""
    listings = (PACKAGE / "families").glob("*/listing.py")
    own = {file.parent.name: f"{FAMILIES}.{file.parent.name}" for file in listings}
    outside = {name: value for name, value in entry_points(FAMILIES) if name not in own}
    return dict(sorted((own | outside).items()))


@functools.cache
def _python() -> frozenset[str]:
    """The families in Python, and those from outside that have a `listing.py`."""
    return frozenset(
        name
        for name, package in packages().items()
        if package.startswith("pylab.families.") or not written(name)
    )


def written(name: str) -> Path | None:
    """The folder of a family from outside that has no Python, only rules; None for others."""
    if packages()[name].startswith("pylab.families."):
        return None
    for folder in locations(packages()[name]):
        if not (folder / "listing.py").exists() and any(folder.rglob("*.lp")):
            return folder
    return None


def entry_points(group: str) -> Iterator[tuple[str, str]]:
    """The names and values of a group's entry points in all installed distributions.

    The files are searched as text first, because importing `importlib.metadata` is slow and is
    needed only if a plug-in is installed.
    """
    needle = f"[{group}]".encode()
    for folder in dict.fromkeys(sys.path):
        try:
            found = any(
                needle in file.read_bytes() for file in Path(folder).glob("*-info/entry_points.txt")
            )
        except OSError:
            continue
        if found:
            from importlib import metadata

            yield from ((point.name, point.value) for point in metadata.entry_points(group=group))
            return


def version(group: str, name: str) -> str:
    """The version of the distribution that an entry point belongs to; empty if there is none."""
    if any(name == each for each, _ in entry_points(group)):
        from importlib import metadata

        for point in metadata.entry_points(group=group, name=name):
            return point.dist.version if point.dist else ""
    return ""


def installed(distribution: str) -> str:
    """The version of a distribution; empty if it isn't installed."""
    from importlib import metadata

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


def shipped(kind: str) -> Path:
    """pylab's own folder `encodings` or `instances`, which has a subfolder for each family."""
    installed = PACKAGE / kind
    return installed if installed.is_dir() else PACKAGE.parent / kind


_written: dict[str, tuple[Path, Path]] = {}
"""Of families that folders give: where encodings and instances are, by the family's name."""


def give(name: str, encodings: Path, instances: Path) -> str:
    """Note where a family's encodings and instances are; its name, with a number if it is taken."""
    free, number = name, 1
    places = encodings, instances
    while free in _python() or _written.get(free, places) != places:
        number += 1
        free = f"{name}-{number}"
    _written[free] = places
    return free


def by_folder(family: str) -> bool:
    """Whether a folder gives the family of this name, so that nothing of it comes with pylab."""
    return family in _written


def called(family: str) -> str:
    """What a command calls a family: its name, or the folder that gives it, from here if below."""
    return brief(_written[family][1].parent) if family in _written else family


def brief(path: Path) -> str:
    """A path as a command may have it: from the current folder, if it is in there."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def encodings(family: str) -> Path:
    """The folder of a family's encodings; it need not exist."""
    return _folder("encodings", family)


def instances(family: str) -> Path:
    """The folder of a family's instances; it need not exist."""
    return _folder("instances", family)


EXPECTED = ".expected.json"
"""The ending of the file beside an instance that lists its known answers."""


def natural(name: str | Path) -> list[tuple[bool, int, str]]:
    """A key that sorts names by the numbers in them.

    >>> sorted(["maze-10.alice", "maze-9.alice"], key=natural)
    ['maze-9.alice', 'maze-10.alice']
    """
    parts = filter(None, re.split(r"([0-9]{1,18})", str(name)))
    return [(not p.isdecimal(), int(p) if p.isdecimal() else 0, p) for p in parts]


def expected_beside(instance: Path) -> Path:
    """The file beside an instance that lists its known answers.

    >>> expected_beside(Path("four.lp")).name, expected_beside(Path("levels.lp.gz#2")).name
    ('four.expected.json', 'levels#2.expected.json')
    """
    name, number, which = instance.name.removesuffix(".gz").partition("#")
    stem, dot, ending = name.removesuffix(".gz").rpartition(".")
    return instance.with_name(f"{stem if dot else ending}{number}{which}{EXPECTED}")


def located(kind: str, name: str) -> Path:
    """The path that a name such as `alice/plan.lp` stands for among `encodings` or `instances`.

    The file need not exist.
    """
    family, slash, rest = name.partition("/")
    return _folder(kind, family) / rest if slash else shipped(kind) / name


def named(encoding: Path) -> str:
    """An encoding's name such as `alice/plan.lp`; empty for a file that belongs to no family."""
    for family in packages():
        folder = encodings(family)
        if encoding.is_relative_to(folder):
            return f"{family}/{encoding.relative_to(folder).as_posix()}"
    return ""


def _folder(kind: str, family: str) -> Path:
    if family in _written:
        return _written[family][kind == "instances"]
    return _packaged(kind, family)


@functools.cache
def _packaged(kind: str, family: str) -> Path:
    package = packages().get(family, "")
    if package and not package.startswith("pylab.families."):
        for folder in locations(package):
            return folder / kind
    return shipped(kind) / family


def locations(package: str) -> list[Path]:
    """The folders of a package; none if it can't be found."""
    try:
        found = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return []
    return [Path(folder).resolve() for folder in (found and found.submodule_search_locations) or ()]
