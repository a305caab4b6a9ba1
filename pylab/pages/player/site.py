"""A static site: puzzles to be played, with answers behind a click; families; what variants change.

Knows no family and solves nothing; it is handed what there is to show. The pages need no network:
they link to one another only, and show the pictures beside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

from pylab.drawing.svg import Drawing
from pylab.family.script import Script
from pylab.pages.player.page import document, page, text

VARIANTS = "variants.html"
_NAME = "Labyrinths"
_SHORT = 10
"""So many moves are few; three times as many are some."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A puzzle with an answer, or with what is in the way of one, and what is said below it."""

    picture: Drawing
    says: str


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One puzzle of the site.

    Attributes:
        family, name: of the puzzle; together they name its files.
        title, about: what people call it, and who made it.
        hard: what was measured of its difficulty, in words.
        picture: without an answer.
        solved: with one, or what is in the way of one.
        answers, facts: as a terminal shows them.
        moves: of the first answer that is played; 0 without.
        script: for the player; None for a puzzle that can't be watched.
        lab: the fragment by which the family's lab opens it; empty for none.
        drawn: whether it was drawn at random for this site.
    """

    family: str
    name: str
    title: str
    about: str
    hard: str
    picture: Drawing
    solved: Seen
    answers: str
    facts: str
    moves: int = 0
    script: Script | None = None
    lab: str = ""
    drawn: bool = False

    @property
    def path(self) -> str:
        """Of its page, without the ending: of plain letters, and different for each puzzle."""
        return _path(self.family, self.name)

    @property
    def size(self) -> str:
        """What the picture says that it is."""
        return self.picture.title[:1].upper() + self.picture.title[1:]


@dataclass(frozen=True, slots=True)
class Program:
    """A file of an encoding: its name, what its head says, and its rules."""

    name: str
    says: str
    rules: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A family's page.

    Attributes:
        family, about, history: its name, what it is about in a line, where it is from.
        rules: the rules of its puzzles, in lines.
        tasks: what can be asked, each with a line of words and the names of its files.
        programs: these files.
    """

    family: str
    about: str
    history: str = ""
    rules: Sequence[str] = ()
    tasks: Sequence[tuple[str, str, Sequence[str]]] = ()
    programs: Sequence[Program] = ()

    @property
    def path(self) -> str:
        """Of its page, without the ending."""
        return _path("family", self.family)


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


@dataclass(frozen=True, slots=True)
class Site:
    """All there is to show.

    Attributes:
        chapters, exhibits, variants: its families, their puzzles in the same order, their overlays.
        labs: the texts of `lab/FAMILY.html`, and what these need, by their names.
        address: where the site will be, with a slash at the end; previews need it.
        previews: what the pictures in previews end in.
    """

    chapters: Sequence[Chapter]
    exhibits: Sequence[Exhibit]
    variants: Sequence[Variant] = ()
    labs: Mapping[str, str] = field(default_factory=dict)
    address: str = ""
    previews: str = ".svg"

    def files(self) -> Mapping[str, str]:
        """The texts of all files by their names, `index.html` among them."""
        found = {"index.html": self._index(), **self.labs}
        for each in self.exhibits:
            found |= dict(_pictures(each.path, each.picture))
            found |= dict(_pictures(f"{each.path}.answer", each.solved.picture))
            found[f"{each.path}.html"] = self._puzzle(each)
        for chapter in self.chapters:
            found[f"{chapter.path}.html"] = self._chapter(chapter)
        if self.variants:
            named = list(_named(self.variants))
            found[VARIANTS] = self._variants(named)
            for path, variant in named:
                found |= dict(_pictures(path, variant.without.picture))
                found |= dict(_pictures(f"{path}.laid", variant.laid.picture))
                found |= variant.files
        return found

    def _puzzles(self, family: str) -> list[Exhibit]:
        return [each for each in self.exhibits if each.family == family]

    # ---- what all pages have

    def _document(self, title: str, parts: Iterable[str], picture: str = "") -> str:
        theme = _program("theme.js")
        told = f"{_joined(parts)}\n<script>{theme}</script>"
        body = f'<body class="gallery">\n{self._above()}\n{told}\n</body>'
        head = self._preview(title, "", picture)
        return document(f"{title} · {_NAME}", body, theme, head=head, more=_BESIDE)

    def _above(self) -> str:
        places = [("index.html", _NAME)]
        places += [(f"{chapter.path}.html", chapter.family) for chapter in self.chapters]
        places += [(VARIANTS, "what variants change")] if self.variants else []
        links = (f'<a href="{text(path)}">{text(name)}</a>' for path, name in places)
        return f'<nav class="site" aria-label="The site">{" ".join(links)}</nav>'

    def _preview(self, title: str, about: str, picture: str) -> str:
        """What messengers show of a link to the page."""
        told = {"og:type": "website", "og:site_name": _NAME, "og:title": title}
        if about:
            told["og:description"] = about
        if picture and self.address:
            told["og:image"] = f"{self.address}{picture}{self.previews}"
        lines = [
            f'<meta property="{name}" content="{text(said)}">\n' for name, said in told.items()
        ]
        return "".join([f'<meta name="description" content="{text(about or title)}">\n', *lines])

    def _played(self, each: Exhibit, title: str, above: str, below: str, *more: str) -> str:
        """The page that plays a puzzle, from its start, with something around it."""
        programs = [_program("theme.js"), *more]
        if each.script is None:
            picture = f'<p class="page">{_picture(each.path, each.title)}</p>'
            head = self._preview(title, each.about, each.path)
            run = "".join(f"<script>{program}</script>" for program in programs)
            told = f"<h1>{text(each.title)}</h1>{picture}{below}{run}"
            body = f'<body class="gallery">{above}{told}</body>'
            return document(title, body, *programs, head=head, more=_BESIDE)
        return page(
            replace(each.script, remark=""),
            f"{each.family} · {each.size}",
            title=each.title,
            window=title,
            begin="play",
            above=above,
            below=f'<div class="gallery">\n{below}\n</div>',
            programs=programs,
            head=self._preview(title, each.about, each.path),
            more=_BESIDE,
        )

    # ---- the first page

    def _index(self) -> str:
        """One puzzle to be played, and all of them to be looked through."""
        parts = [_search([chapter.family for chapter in self.chapters])]
        for chapter in self.chapters:
            shown = [each for each in self._puzzles(chapter.family) if not each.drawn]
            cards = "".join(map(_card, shown))
            head = f'<h2><a href="{chapter.path}.html">{text(chapter.family)}</a></h2>'
            parts.append(
                f'<section class="kind">{head}<p>{text(chapter.about)}</p>'
                f'<div class="cards">{cards}</div></section>'
            )
        playable = [each for each in self.exhibits if each.script and each.script.playable]
        if not playable:
            return self._document(_NAME, [f"<h1>{_NAME}</h1>", *parts])
        # neither trivial nor long
        first = min(playable, key=lambda each: (not each.moves, abs(each.moves - 6)))
        return self._played(first, _NAME, self._above(), _joined(parts), _program("site.js"))

    # ---- a puzzle

    def _puzzle(self, each: Exhibit) -> str:
        rows = [
            ("made by", text(each.about)),
            ("kind", f'<a href="{_path("family", each.family)}.html">{text(each.family)}</a>'),
            ("size", text(each.size)),
            ("difficulty", text(each.hard)),
        ]
        lab = f"lab/{_path(each.family)}.html"
        if lab in self.labs and each.lab:
            rows.append(
                ("change it", f'<a href="{text(f"{lab}#{each.lab}")}">open it in the lab</a>')
            )
        others = self._puzzles(each.family)
        if others[1:]:
            after = others[(others.index(each) + 1) % len(others)]
            there = f'<a href="{after.path}.html">{text(after.title)}</a>'
            rows.append(("another one", f"{there}{_seeds(others)}"))
        known = f"{_picture(f'{each.path}.answer', 'the answer')}"
        below = [
            f"<h2>About it</h2><dl>{''.join(f'<dt>{t}</dt><dd>{d}</dd>' for t, d in rows)}</dl>",
            f'<details id="answer"><summary>The answer</summary><p>{text(each.solved.says)}</p>'
            f'<p class="page">{known}</p><pre>{text(each.answers)}</pre></details>',
            "<details><summary>The puzzle as facts</summary>"
            f"<pre>{text(each.facts)}</pre></details>",
        ]
        return self._played(each, f"{each.title} · {_NAME}", self._above(), _joined(below))

    # ---- a family

    def _chapter(self, chapter: Chapter) -> str:
        puzzles = self._puzzles(chapter.family)
        lab = f"lab/{_path(chapter.family)}.html"
        parts = [f"<h1>{text(chapter.family)}</h1><p>{text(chapter.about)}</p>"]
        parts += [f"<p>{text(chapter.history)}</p>"] if chapter.history else []
        if chapter.rules:
            lines = "".join(f"<li>{text(line)}</li>" for line in chapter.rules)
            parts.append(f"<h2>The rules</h2><ol>{lines}</ol>")
        if lab in self.labs:
            parts.append(f'<p><a href="{lab}">Change puzzles and rules in the lab</a></p>')
        for name, drawn in (("Puzzles", False), ("Drawn at random", True)):
            shown = [each for each in puzzles if each.drawn is drawn]
            if shown:
                cards = "".join(map(_card, shown))
                parts.append(f'<h2>{name}</h2><div class="cards">{cards}</div>')
        parts += _encoding(chapter)
        picture = puzzles[0].path if puzzles else ""
        return self._document(chapter.family, parts, picture)

    # ---- variants

    def _variants(self, named: Iterable[tuple[str, Variant]]) -> str:
        title = "What variants change"
        parts = [f"<h1>{title}</h1><p>Each overlay on a puzzle: without it and with it.</p>"]
        for family, group in groupby(named, key=lambda pair: pair[1].family):
            parts.append(f"<h2>{text(family)}</h2>")
            parts += [_variant(path, each) for path, each in group]
        return self._document(title, parts)


def _search(families: Iterable[str]) -> str:
    """What `site.js` looks at; without it nothing is hidden."""
    kinds = "".join(f"<option>{text(name)}</option>" for name in families)
    return (
        '<div id="search" role="search" hidden><input type="text" id="sought" placeholder="Search" '
        'aria-label="Search the puzzles"> <select id="kind" aria-label="Kind">'
        f'<option value="">all kinds</option>{kinds}</select> '
        '<select id="length" aria-label="Length"><option value="">any length</option>'
        f'<option value="0 {_SHORT}">up to {_SHORT} moves</option>'
        f'<option value="{_SHORT + 1} {3 * _SHORT}">{_SHORT + 1} to {3 * _SHORT}</option>'
        f'<option value="{3 * _SHORT + 1} 1e9">more</option></select> '
        '<span id="matched" role="status"></span></div>'
    )


def _seeds(others: Iterable[Exhibit]) -> str:
    links = [f'<a href="{each.path}.html">{text(each.title)}</a>' for each in others if each.drawn]
    return f"<br>drawn at random: {' · '.join(links)}" if links else ""


def _card(each: Exhibit) -> str:
    address = text(each.path)
    words = text(" ".join([each.title, each.family, each.about, each.size, each.name]).lower())
    moves = f' data-moves="{each.moves}"' if each.moves else ""
    return (
        f'<article class="card" data-kind="{text(each.family)}" data-words="{words}"{moves}>'
        f'<a href="{address}.html">{_picture(each.path, "")}</a>'
        f'<div><h3><a href="{address}.html">{text(each.title)}</a></h3>'
        f"<p>{text(each.size)}</p><p>{text(each.hard)}</p><p>{text(each.about)}</p></div>"
        "</article>\n"
    )


def _encoding(chapter: Chapter) -> Iterator[str]:
    """What can be asked, and each file of rules beside what its head says of it."""
    if not chapter.tasks:
        return
    rows = []
    for name, doc, files in chapter.tasks:
        links = (f'<a href="#{text(_path(file))}">{text(file)}</a>' for file in files)
        told = ", ".join(links) or "natively alone"
        rows.append(f"<tr><th>{text(name)}</th><td>{text(doc)}</td><td>{told}</td></tr>")
    yield f'<h2>What can be asked</h2><div class="wide"><table>{"".join(rows)}</table></div>'
    yield "<h2>The rules as clingo gets them</h2>"
    for each in chapter.programs:
        yield (
            f'<details class="file" open id="{text(_path(each.name))}"><summary>{text(each.name)}'
            f'</summary><div class="pair"><pre class="says">{text(each.says)}</pre>'
            f"<pre>{text(each.rules)}</pre></div></details>"
        )


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


def _pictures(path: str, picture: Drawing) -> Iterator[tuple[str, str]]:
    yield f"{path}.svg", picture.render("light")
    yield f"{path}.dark.svg", picture.render("dark")


def _picture(path: str, words: str) -> str:
    """Light or dark as the page is; the style shows one of them, and only that is loaded."""
    address, told = text(path), text(words)
    return "".join(
        f'<img class="{name}" src="{address}{ending}" alt="{told}" loading="lazy">'
        for name, ending in (("day", ".svg"), ("night", ".dark.svg"))
    )


def _named(variants: Iterable[Variant]) -> Iterator[tuple[str, Variant]]:
    """Each with the path of its pictures, different for each."""
    seen: Counter[str] = Counter()
    for each in variants:
        path = _path(each.family, "with", each.overlay)
        seen[path] += 1
        yield (path if seen[path] == 1 else f"{path}-{seen[path]}"), each


def _path(*words: str) -> str:
    return "-".join("".join(map(_plain, word)) for word in words)


def _plain(character: str) -> str:
    return character if character.isascii() and (character.isalnum() or character in "-_") else "-"


def _joined(parts: Iterable[str]) -> str:
    return "\n".join(parts)


def _program(name: str) -> str:
    return (Path(__file__).resolve().parent / name).read_text(encoding="utf-8")


_BESIDE = {"img-src": ("'self'", "file:")}
"""Pages that run programs may show the pictures beside them, too."""
