"""Shell completion: files, shipped puzzles, tasks, overlays, encodings, formats.

Families are loaded only for their formats.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from pylab.base import resources
from pylab.base.errors import EncodingError, PylabError
from pylab.base.listing import FACT_SUFFIXES, Listing
from pylab.family import registry
from pylab.text.source import read_source

_ASKED_BY = "_PYLAB_COMPLETE"
"""The environment variable in which click's scripts name the shell."""


def file(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files."""
    return _with_files([], incomplete)


def folder(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Folders."""
    return [CompletionItem(incomplete, type="dir")]


def family(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of families, and folders of rules."""
    known = _items(((each.name, each.doc) for each in registry.listings()), incomplete)
    return [*known, CompletionItem(incomplete, type="dir")] if "/" in incomplete else known


def instance(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Shipped puzzles, and files."""
    return _with_files(_items(_instances(), incomplete), incomplete)


def instances(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Shipped puzzles, files, and names of families, which stand for all their puzzles."""
    found = [*_items(_instances(), incomplete), *family(ctx, param, incomplete)]
    return _with_files(found, incomplete)


def export(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Formats of the family on the command line, else of all families."""
    found = {"facts"}
    for listing in _at_hand(ctx):
        with contextlib.suppress(PylabError):
            found |= {listing.name, *registry.get(listing.name).exports}
    return _items(((name, "") for name in sorted(found)), incomplete)


def task(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Tasks of the family on the command line, else of all families."""
    found = {each.name: each.doc for listing in _at_hand(ctx) for each in listing.tasks}
    return _items(found.items(), incomplete)


def overlay(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Overlays of the family on the command line, and files."""
    return _with_files(_items(_overlays(_at_hand(ctx)), incomplete), incomplete)


def encoding(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Entry files of the family on the command line, and files."""
    found = (
        (f"{listing.name}/{each.encoding}", each.doc)
        for listing in _at_hand(ctx)
        for each in listing.tasks
        if each.encoding
    )
    return _with_files(_items(found, incomplete), incomplete)


def _at_hand(ctx: click.Context) -> list[Listing]:
    """The families that the command line so far may be about."""
    # arguments before the option that is being completed are in `args`
    return at_hand({**ctx.params, "args": ctx.args}) or list(registry.listings())


def at_hand(told: Mapping[str, Any]) -> list[Listing]:
    """The families that a command line may be about, by its parameters; empty if it names none.

    That is the family of --family, or those of the first file or name that belongs to any.
    """
    name, known = told.get("family"), registry.listings()
    if isinstance(name, str) and Path(name).is_dir():
        with contextlib.suppress(PylabError):
            return [registry.get(name).listing]
    if named := [each for each in known if each.name == name]:
        return named
    for key in ("args", "file", "files", "instances", "entries", "encoding"):
        value = told.get(key)
        words = value if isinstance(value, tuple | list) else [value]
        for word in (each for each in words if isinstance(each, str)):
            if found := _families_of(word):
                return found
    return []


def _families_of(word: str) -> list[Listing]:
    """The possible families of a name or a file; a file of facts tells by its predicates."""
    path, known = Path(word), registry.listings()
    if path.suffix in FACT_SUFFIXES and path.is_file():
        with contextlib.suppress(PylabError):
            names = registry.by_facts(read_source(word).text)
            return [each for each in known if each.name in names]
    own = [each for each in known if each.name in path.parts]
    return own or [each for each in known if path.suffix in each.suffixes]


def _instances() -> Iterator[tuple[str, str]]:
    for listing in registry.listings():
        for path in sorted(resources.instances(listing.name).glob("*")):
            if path.suffix in listing.suffixes and not path.name.endswith(resources.EXPECTED):
                yield f"{listing.name}/{path.name}", ""


def _overlays(listings: Iterable[Listing]) -> Iterator[tuple[str, str]]:
    from pylab.encoding import files, header

    for listing in listings:
        there = sorted((resources.encodings(listing.name) / "variants").glob("*.lp"))
        judges = set[Path]()
        for path in there:
            with contextlib.suppress(EncodingError):
                judges |= {*files.judges([path])}
        for path in (each for each in there if each not in judges):
            try:
                head = header.parse(read_source(str(path), EncodingError))
            except EncodingError:
                continue
            named = head.overlays or {path.stem: head}
            for name, each in named.items():
                yield name, each.sections.get("Purpose", "").strip().partition("\n")[0]


def _items(found: Iterable[tuple[str, str]], incomplete: str) -> list[CompletionItem]:
    kept = dict(found)
    return [
        CompletionItem(name, help=doc or None)
        for name, doc in kept.items()
        if name.startswith(incomplete)
    ]


def _with_files(found: list[CompletionItem], incomplete: str) -> list[CompletionItem]:
    """Candidates and files; files come first, so that bash itself completes them if alone.

    If there is, bash gets the names of files; the other shells show both anyway.
    """
    files = CompletionItem(incomplete, type="file")
    if not (found and os.environ.get(_ASKED_BY, "").startswith("bash")):
        return [files, *found]
    names = dict.fromkeys([*_files(incomplete), *(item.value for item in found)])
    return [files, *(CompletionItem(name) for name in names)]


def _files(incomplete: str) -> Iterator[str]:
    """Names of files with this beginning, quoted for bash's script; folders with a slash."""
    above, slash, begin = incomplete.rpartition("/")
    with contextlib.suppress(OSError, ValueError), os.scandir(above + slash or ".") as entries:
        for entry in sorted(entries, key=lambda each: each.name):
            hidden = entry.name.startswith(".") and not begin.startswith(".")
            if entry.name.startswith(begin) and entry.name.isprintable() and not hidden:
                name = above + slash + entry.name + "/" * entry.is_dir()
                # escaped for bash; the script's `read` removes a backslash
                yield re.sub(r"([^\w./,:=@%+~-])", r"\\\\\1", name)
