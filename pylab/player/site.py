"""A static site: puzzles with pictures, facts, answers and players; and what variants change.

Knows no family and solves nothing; it is handed what there is to show. The pages need no network:
they link to one another only, and show the pictures beside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from pylab.player.page import document, page, text
from pylab.script import Script
from pylab.svg import Drawing

VARIANTS = "variants.html"


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One puzzle of the site.

    Attributes:
        family, name: of the puzzle; together they name its files.
        about: what the family is about, in a line.
        summary: what the answer is, in a line.
        picture: with an answer if there is one.
        answers, facts: as a terminal shows them.
        script: for the player; None for a puzzle that can't be watched.
    """

    family: str
    name: str
    about: str
    summary: str
    picture: Drawing
    answers: str
    facts: str
    script: Script | None = None

    @property
    def path(self) -> str:
        """Of its page, without the ending: of plain letters, and different for each puzzle."""
        return _path(self.family, self.name)


@dataclass(frozen=True, slots=True)
class Seen:
    """A puzzle with an answer, or with what is in the way of one, and what is said below it."""

    picture: Drawing
    says: str


@dataclass(frozen=True, slots=True)
class Variant:
    """What an overlay changes, on one puzzle.

    Attributes:
        family, overlay: whose, and its name.
        about: what it is for, in a line.
        without, laid: the puzzle as its family has it, and under the overlay.
        command: what a terminal says to see it, in the folder of the site.
        files: what the command needs, texts by their names.
    """

    family: str
    overlay: str
    about: str
    without: Seen
    laid: Seen
    command: str
    files: Mapping[str, str] = field(default_factory=dict)


def site(
    exhibits: Sequence[Exhibit],
    variants: Sequence[Variant] = (),
    labs: Mapping[str, str] | None = None,
) -> Mapping[str, str]:
    """The texts of all files by their names, `index.html` among them.

    Those of `labs` are `lab/FAMILY.html`, and what these need.
    """
    files = {"index.html": _index(exhibits, bool(variants), labs or {}), **(labs or {})}
    for each in exhibits:
        files |= dict(_pictures(each.path, each.picture))
        files[f"{each.path}.html"] = _page(each)
        if each.script is not None:
            about = f"{each.family} · {each.name}"
            files[f"{each.path}.play.html"] = page(each.script, about, home="index.html")
    if variants:
        named = list(_named(variants))
        files[VARIANTS] = _variants(named)
        for path, variant in named:
            files |= dict(_pictures(path, variant.without.picture))
            files |= dict(_pictures(f"{path}.laid", variant.laid.picture))
            files |= variant.files
    return files


def _path(*words: str) -> str:
    return "-".join("".join(map(_plain, word)) for word in words)


def _pictures(path: str, picture: Drawing) -> Iterator[tuple[str, str]]:
    yield f"{path}.svg", picture.render("light")
    yield f"{path}.dark.svg", picture.render("dark")


def _picture(path: str, words: str) -> str:
    """Light or dark as the page is."""
    address = text(path)
    return (
        f'<picture><source srcset="{address}.dark.svg" media="(prefers-color-scheme: dark)">'
        f'<img src="{address}.svg" alt="{text(words)}" loading="lazy"></picture>'
    )


def _named(variants: Iterable[Variant]) -> Iterator[tuple[str, Variant]]:
    """Each with the path of its pictures, different for each."""
    seen: Counter[str] = Counter()
    for each in variants:
        path = _path(each.family, "with", each.overlay)
        seen[path] += 1
        yield (path if seen[path] == 1 else f"{path}-{seen[path]}"), each


def _plain(character: str) -> str:
    return character if character.isascii() and (character.isalnum() or character in "-_") else "-"


def _index(exhibits: Iterable[Exhibit], variants: bool, labs: Container[str]) -> str:
    more = f' · <a href="{VARIANTS}">what variants change</a>' if variants else ""
    parts = [f"<header><h1>Labyrinths</h1><p>made by pylab{more}</p></header>"]
    for family, group in groupby(exhibits, key=lambda each: each.family):
        members = list(group)
        there = f"lab/{_path(family)}.html"
        lab = f' · <a href="{text(there)}">change them in the lab</a>' if there in labs else ""
        parts.append(f"<h2>{text(family)}</h2><p>{text(members[0].about)}{lab}</p>")
        parts.append(f'<div class="cards">{"".join(map(_card, members))}</div>')
    return document("Labyrinths", _body(parts))


def _card(each: Exhibit) -> str:
    address = text(each.path)
    play = f' · <a href="{address}.play.html">play</a>' if each.script is not None else ""
    return (
        f'<article class="card"><a href="{address}.html">'
        f"{_picture(each.path, each.name)}</a>"
        f"<div><h3>{text(each.name)}</h3><p>{text(each.summary)}</p>"
        f'<p><a href="{address}.html">facts and answers</a>{play}</p></div></article>\n'
    )


def _page(each: Exhibit) -> str:
    play = ""
    if each.script is not None:
        play = f'<p><a href="{text(each.path)}.play.html">Watch the answer, or play</a></p>'
    return document(
        each.name,
        _body(
            [
                f"<header><h1>{text(each.name)}</h1>",
                f'<p><a href="index.html">all puzzles</a> · {text(each.family)}</p></header>',
                f'<p>{text(each.summary)}</p>{play}<p class="page">',
                f"{_picture(each.path, each.name)}</p>",
                f"<h2>Answers</h2><p></p><pre>{text(each.answers)}</pre>",
                f"<h2>Facts</h2><p></p><pre>{text(each.facts)}</pre>",
            ]
        ),
    )


def _variants(named: Iterable[tuple[str, Variant]]) -> str:
    parts = [
        "<header><h1>What variants change</h1>",
        '<p><a href="index.html">all puzzles</a> · each overlay on a puzzle: without it and with it'
        "</p></header>",
    ]
    for family, group in groupby(named, key=lambda pair: pair[1].family):
        parts.append(f"<h2>{text(family)}</h2>")
        parts += [_variant(path, each) for path, each in group]
    return document("What variants change", _body(parts))


def _variant(path: str, each: Variant) -> str:
    figures = (
        f"<figure>{_picture(name, told)}<figcaption><b>{text(told)}</b>: {text(seen.says)}"
        "</figcaption></figure>"
        for name, told, seen in (
            (path, "as it is", each.without),
            (f"{path}.laid", f"with {each.overlay}", each.laid),
        )
    )
    return (
        f'<article class="card variant" id="{text(path)}"><div><h3>{text(each.overlay)}</h3>'
        f'<p>{text(each.about)}</p></div><div class="pair">{"".join(figures)}</div>'
        f"<pre>{text(each.command)}</pre></article>\n"
    )


def _body(parts: Iterable[str]) -> str:
    return '<body class="gallery">\n' + "\n".join(parts) + "\n</body>"
