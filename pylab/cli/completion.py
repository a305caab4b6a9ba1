"""What a shell may complete: shipped puzzles, tasks, overlays, encodings; loads no family."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath

import click
from click.shell_completion import CompletionItem

from pylab import header, registry, resources
from pylab.errors import EncodingError
from pylab.listing import Listing
from pylab.source import read_source

EXPECTED = ".expected.json"


def family(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of families."""
    return _items(((each.name, each.doc) for each in registry.listings()), incomplete)


def instance(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Shipped puzzles, and files."""
    return _with_files(_items(_instances(), incomplete), incomplete)


def instances(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The same, and names of families, which stand for all of theirs."""
    return [*instance(ctx, param, incomplete), *family(ctx, param, incomplete)]


def task(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Tasks of the family that is meant; of all, if none is."""
    found = {each.name: each.doc for listing in _meant(ctx) for each in listing.tasks}
    return _items(found.items(), incomplete)


def overlay(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Overlays of the family that is meant, and files."""
    return _with_files(_items(_overlays(_meant(ctx)), incomplete), incomplete)


def encoding(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Entry files of the family that is meant, and files."""
    found = (
        (f"{listing.name}/{each.encoding}", each.doc)
        for listing in _meant(ctx)
        for each in listing.tasks
        if each.encoding
    )
    return _with_files(_items(found, incomplete), incomplete)


def _meant(ctx: click.Context) -> list[Listing]:
    """The families that the words so far may be about."""
    known = registry.listings()
    told = ctx.params.get("family")
    named = [each for each in known if each.name == told]
    said = [ctx.params.get(key) for key in ("file", "instances", "entries", "encoding")]
    words = list(ctx.args)  # what stands before an option whose value is wanted is there
    for value in said:
        words += [value] if isinstance(value, str) else value or ()
    for path in map(PurePath, words):
        own = [each for each in known if each.name in path.parts]
        named = named or own or [each for each in known if path.suffix in each.suffixes]
    return named or list(known)


def _instances() -> Iterator[tuple[str, str]]:
    for listing in registry.listings():
        for path in sorted(resources.instances(listing.name).glob("*")):
            if path.suffix in listing.suffixes and not path.name.endswith(EXPECTED):
                yield f"{listing.name}/{path.name}", ""


def _overlays(listings: Iterable[Listing]) -> Iterator[tuple[str, str]]:
    for listing in listings:
        for path in sorted((resources.encodings(listing.name) / "variants").glob("*.lp")):
            try:
                head = header.parse(read_source(str(path), EncodingError))
            except EncodingError:
                continue
            named = head.overlays or {path.stem: head}
            yield from ((name, _purpose(each)) for name, each in named.items())


def _purpose(head: header.Header) -> str:
    return head.sections.get("Purpose", "").strip().partition("\n")[0]


def _items(found: Iterable[tuple[str, str]], incomplete: str) -> list[CompletionItem]:
    kept = dict(found)
    return [
        CompletionItem(name, help=doc or None)
        for name, doc in kept.items()
        if name.startswith(incomplete)
    ]


def _with_files(found: list[CompletionItem], incomplete: str) -> list[CompletionItem]:
    """Files first: bash then shows them only where nothing else is meant."""
    return [CompletionItem(incomplete, type="file"), *found]
