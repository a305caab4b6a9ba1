"""Where encodings and instances are, of pylab's own families and of those from outside.

Those of pylab's own are in the installed package, else beside it: a folder for each family. A
family from outside is a distribution with an entry point in the group `pylab.families`: the name is
the family's, the value its package, which has folders `encodings` and `instances` of its own.
"""

from __future__ import annotations

import functools
import importlib.util
import pkgutil
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pylab.families

_PACKAGE = Path(__file__).resolve().parents[1]
FAMILIES = "pylab.families"
"""The group of entry points in which families from outside are found."""


@functools.cache
def packages() -> Mapping[str, str]:
    """The importable package of each family, by the family's name, sorted; nothing is imported."""
    own = {
        m.name: f"pylab.families.{m.name}" for m in pkgutil.iter_modules(pylab.families.__path__)
    }
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
    """Names and values of a group's entry points in the distributions on the path.

    The files are looked through first: `importlib.metadata` takes longer to import than clingo, and
    is needed only where somebody has installed something.
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
    """That of the distribution which an entry point is from; empty if there is none."""
    if any(name == each for each, _ in entry_points(group)):
        from importlib import metadata

        for point in metadata.entry_points(group=group, name=name):
            return point.dist.version if point.dist else ""
    return ""


def shipped(kind: str) -> Path:
    """The folder of `encodings` or `instances` with one for each of pylab's own families."""
    installed = _PACKAGE / kind
    return installed if installed.is_dir() else _PACKAGE.parent / kind


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


def encodings(family: str) -> Path:
    """The folder of a family's encodings, there or not."""
    return _folder("encodings", family)


def instances(family: str) -> Path:
    """The folder of a family's instances, there or not."""
    return _folder("instances", family)


EXPECTED = ".expected.json"
"""How the files end that have the known answers of an instance, beside it."""


def natural(name: str | Path) -> list[tuple[bool, int, str]]:
    """A key that sorts names by the numbers in them.

    >>> sorted(["maze-10.alice", "maze-9.alice"], key=natural)
    ['maze-9.alice', 'maze-10.alice']
    """
    parts = filter(None, re.split(r"([0-9]{1,18})", str(name)))
    return [(not p.isdecimal(), int(p) if p.isdecimal() else 0, p) for p in parts]


def located(kind: str, name: str) -> Path:
    """What a name such as `alice/plan.lp` stands for among `encodings` or `instances`.

    It need not be there.
    """
    family, slash, rest = name.partition("/")
    return _folder(kind, family) / rest if slash else shipped(kind) / name


def named(encoding: Path) -> str:
    """An encoding's name such as `alice/plan.lp`; empty for one that comes with no family."""
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
    """The folders that a package consists of; none if it can't be found."""
    try:
        found = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return []
    return [Path(folder).resolve() for folder in (found and found.submodule_search_locations) or ()]
