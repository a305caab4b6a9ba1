"""Makes a static site: puzzles to play, with answers behind a click; families; variants.

It knows no family and solves nothing: its input is the content. The pages need no network: they
only link to each other, and show the pictures beside them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from pylab.base.words import counted
from pylab.drawing import png
from pylab.drawing.svg import Drawing
from pylab.family.script import Script
from pylab.pages.player.page import document, page, part, text

INDEX = "index.html"
VARIANTS = "variants.html"
DAILY = "daily.html"
ICON = "favicon.svg"
_PREVIEW = (1200, 630)
"""The width and height within which messengers show pictures, in pixels."""

_ASKED = "Is there a way?"
"""What is said instead of how hard a puzzle is, where that would tell whether it can be solved."""

_WEEK = 7
"""So many puzzles with names are enough for the labyrinths of the days."""

_SHORT = 10
"""The largest number of moves called few; up to three times as many are called some."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A picture of a puzzle with an answer, or with the obstacles to one, and its caption."""

    picture: Drawing
    says: str
    impossible: bool = False


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One puzzle of the site.

    Attributes:
        family, name: of the puzzle; together they name its files.
        hard: its measured difficulty, in words.
        stars: the same from 1 to 5; 0 if it isn't known, or if there may be no way.
        solvable: whether it has an answer; None if that isn't known.
        picture: the picture without an answer.
        solved: the picture with one, or with the obstacles to one.
        answers, facts: as a terminal shows them.
        title, about: its title, and its author.
        moves: the number of moves of the first answer that is played; 0 if there is none.
        script: the script for the player; None for a puzzle that can't be watched.
        lab: the fragment by which the family's lab opens it; empty for none.
        drawn: whether it was generated for this site.
    """

    family: str
    name: str
    hard: str
    picture: Drawing
    solved: Seen
    answers: str
    facts: str
    stars: int = 0
    solvable: bool | None = None
    title: str = ""
    about: str = ""
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
        """The size that the picture's title states, such as 5 by 5; empty if it states none."""
        found = re.search(r"(?:^| of |, )(\d.*)", self.picture.title)
        return found[1] if found else ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A family's page.

    Attributes:
        family, title: its name, and what people call such puzzles.
        about, history: a line about it, its origin.
        rules: the rules of its puzzles, in lines.
        tasks: its tasks, each with a line of words and the names of its files.
        programs: these files, each with its name, its header and its rules.
    """

    family: str
    title: str
    about: str
    history: str = ""
    rules: Sequence[str] = ()
    tasks: Sequence[tuple[str, str, Sequence[str]]] = ()
    programs: Sequence[tuple[str, str, str]] = ()

    @property
    def path(self) -> str:
        """Of its page, without the ending."""
        return _path("family", self.family)


@dataclass(frozen=True, slots=True)
class OverlayEffect:
    """The effect of an overlay on one puzzle.

    Attributes:
        about: the overlay's purpose, in a line.
        without, laid: the puzzle without the overlay, and with it.
        command: the command that shows it, for the folder of the site.
        files: the files that the command needs, texts by their names.
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
    """The content of a site.

    Attributes:
        chapters, exhibits, variants: its families, their puzzles in the same order, their overlays.
        labs: the texts of `lab/FAMILY.html` and of the files they need, by their names.
        address: the site's address, with a final slash; links that are sent need it for pictures.
        name: what the site is called.
    """

    chapters: Sequence[Chapter]
    exhibits: Sequence[Exhibit]
    variants: Sequence[OverlayEffect] = ()
    labs: Mapping[str, str] = field(default_factory=dict)
    address: str = ""
    name: str = "Labyrinths"

    def files(self) -> Mapping[str, str | bytes]:
        """All files by their names, `index.html` among them. Raises PylabError as `png` does."""
        found: dict[str, str | bytes] = {INDEX: self._index(), ICON: _ICON, **self.labs}
        for each in self.exhibits:
            found |= dict(_pictures(each.path, each.picture.thumbnail()))
            if self._previews == ".png":
                found[f"{each.path}.png"] = png.png(each.picture.render("light"), _PREVIEW)
            found |= dict(_pictures(f"{each.path}.answer", each.solved.picture))
            found[f"{each.path}.html"] = self._puzzle(each)
        for chapter in self.chapters:
            found[f"{chapter.path}.html"] = self._chapter(chapter)
        if self._pool:
            found[DAILY] = self._daily()
        if self.variants:
            named = list(_named(self.variants))
            found[VARIANTS] = self._variants(named)
            for path, variant in named:
                found |= dict(_pictures(path, variant.without.picture.thumbnail()))
                found |= dict(_pictures(f"{path}.laid", variant.laid.picture.thumbnail()))
                found |= variant.files
        return found

    @property
    def _previews(self) -> str:
        return ".png" if self.address and png.available() else ".svg"

    def _puzzles(self, family: str) -> list[Exhibit]:
        """Those of a family, the easy ones first and those that may have no answer last."""
        found = [each for each in self.exhibits if each.family == family]
        return sorted(found, key=lambda each: (not each.stars, each.stars))

    # ---- what all pages have

    def _document(
        self, title: str, parts: Iterable[str], path: str, picture: str = "", *programs: str
    ) -> str:
        theme = part("theme.js")
        told = "\n".join(
            [self._above(path), "<main>", *parts, "</main>", f"<script>{theme}</script>"]
        )
        body = f'<body class="gallery">\n{told}\n</body>'
        head = self._preview(title, "", picture)
        return document(f"{title} · {self.name}", body, theme, *programs, head=head, more=_BESIDE)

    def _above(self, here: str) -> str:
        """The links to the main pages; this one is marked. On a phone, most are in a menu."""
        places = [(INDEX, self.name)]
        places += [(DAILY, "Today's")] if self._pool else []
        places += [(f"{chapter.path}.html", chapter.title) for chapter in self.chapters]
        places += [(VARIANTS, "Variants")] if self.variants else []
        links = [
            f'<a href="{text(path)}"{" aria-current=page" if path == here else ""}>{text(name)}</a>'
            for path, name in places
        ]
        first = 2 if self._pool else 1
        return (
            f'<nav class="site" aria-label="The site">{" ".join(links[:first])} '
            f'<button type="button" popovertarget="places">All kinds ▾</button> '
            f'<span id="places" popover>{" ".join(links[first:])}</span></nav>'
        )

    def _preview(self, title: str, about: str, picture: str) -> str:
        """The elements by which messengers preview a link to the page."""
        told = {"og:type": "website", "og:site_name": self.name, "og:title": title}
        if about:
            told["og:description"] = about
        if picture and self.address:
            told["og:image"] = f"{self.address}{picture}{self._previews}"
        lines = [
            f'<meta property="{name}" content="{text(said)}">\n' for name, said in told.items()
        ]
        lines.append(f'<link rel="icon" href="{ICON}">\n')
        return "".join([f'<meta name="description" content="{text(about or title)}">\n', *lines])

    def _played(
        self,
        each: Exhibit,
        window: str,
        above: str,
        below: str,
        *more: str,
        title: str = "",
    ) -> str:
        """The page that plays a puzzle from its start, with HTML around the player."""
        ordered = [each for chapter in self.chapters for each in self._puzzles(chapter.family)]
        after = ordered[(ordered.index(each) + 1) % len(ordered)]
        programs = [part("theme.js"), *more]
        if each.script is None:
            picture = f'<p class="page">{_picture(each.path, each.title)}</p>'
            head = self._preview(window, each.about, each.path)
            run = "".join(f"<script>{program}</script>" for program in programs)
            told = f"<main><h1>{text(each.title)}</h1>{picture}{below}</main>{run}"
            body = f'<body class="gallery">{above}{told}</body>'
            return document(window, body, *programs, head=head, more=_BESIDE)
        # where one is asked whether there is a way, nothing to be watched gives it away
        open_question = not each.stars and each.solvable is not None
        ways = () if open_question else each.script.ways
        asked = _ASKED if open_question else ""
        beside = each.title if title else self._title(each.family)
        return page(
            replace(each.script, remark="", ways=ways),
            " · ".join(filter(None, (beside, each.size, asked))),
            title=title or each.title,
            window=window,
            begin="play",
            solvable=each.solvable if open_question else None,
            onward=(f"{after.path}.html", after.title) if after is not each else None,
            above=above,
            below=f'<section class="gallery" aria-label="More">\n{below}\n</section>',
            programs=programs,
            head=self._preview(window, each.about, each.path),
            more=_BESIDE,
        )

    # ---- the first page

    def _index(self) -> str:
        """The first page: one puzzle to play, and a list of all."""
        listed = [each for each in self.exhibits if not each.drawn]
        count = f"{counted(len(listed), 'puzzle')} of {counted(len(self.chapters), 'kind')}"
        today = f'<a href="{DAILY}">Today\'s labyrinth</a> ' if self._pool else ""
        random = " Their pages have more, drawn at random." if listed != self.exhibits else ""
        parts = [
            f'<h2 id="all">All puzzles</h2><p>Stars say how hard a puzzle is.{random}</p>',
            _search(self.chapters),
        ]
        for chapter in self.chapters:
            shown = [each for each in self._puzzles(chapter.family) if not each.drawn]
            cards = "".join(map(_card, shown))
            head = f'<h2><a href="{chapter.path}.html">{text(chapter.title)}</a></h2>'
            words = " ".join(
                [chapter.title, chapter.family, chapter.about, chapter.history]
            ).lower()
            parts.append(
                f'<section class="kind" data-words="{text(words)}">{head}<p>'
                f'{text(_sentence(chapter.about))}</p><div class="cards">{cards}</div></section>'
            )
        first = _shown(self.exhibits)
        if first is None:
            return self._document(self.name, [f"<h1>{self.name}</h1>", *parts], INDEX)
        lead = f"<h1>{count}</h1> <span>to play here, with hints and answers. {today}</span>"
        lead += '<a href="#all">Find one</a>'
        lead = f'<div class="lead" role="region" aria-label="Puzzles">{lead}</div>'
        above = self._above(INDEX) + lead
        return self._played(first, self.name, above, "\n".join(parts), part("site.js"))

    # ---- a puzzle each day

    @property
    def _pool(self) -> Sequence[Exhibit]:
        """The puzzles for each day: to be played in some moves; named ones, if these are enough."""
        found = [
            each
            for each in self.exhibits
            if each.stars > 1 and each.script and each.script.playable
        ]
        named = [each for each in found if not each.drawn]
        return named if len(named) >= _WEEK else found

    def _daily(self) -> str:
        """The page that shows the puzzle of the day, and those of the days before."""
        cards = "".join(f"<li hidden>{_card(each)}</li>" for each in self._pool)
        script = part("streak.js") + part("daily.js")
        parts = [
            "<h1>Labyrinth of the day</h1><p>The same for all.</p>"
            f'<p id="streak" role="status"></p><ul id="days">{cards}</ul>',
            "<noscript><p>Without JavaScript this page doesn't know the day.</p></noscript>",
            f"<script>{script}</script>",
        ]
        return self._document("Labyrinth of the day", parts, DAILY, "", script)

    def _title(self, family: str) -> str:
        return next(each.title for each in self.chapters if each.family == family)

    # ---- a puzzle

    def _puzzle(self, each: Exhibit) -> str:
        rows = [
            ("made by", text(each.about)),
            (
                "kind",
                f'<a href="{_path("family", each.family)}.html">'
                f"{text(self._title(each.family))}</a>",
            ),
            *([("size", text(each.size))] if each.size else []),
            ("difficulty", f"{_stars(each)} {text(each.hard)}"),
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
        told = "".join(f"<dt>{name}</dt><dd>{words}</dd>" for name, words in rows if words)
        below = [
            f"<h2>About it</h2><dl>{told}</dl>",
            f'<details id="answer"><summary>The answer</summary><p>{text(each.solved.says)}</p>'
            f'<p class="page">{known}</p></details>',
            *(
                f"<details><summary>The {name} as facts</summary>"
                f'<pre tabindex="0">{text(facts)}</pre></details>'
                for name, facts in (("answer", each.answers), ("puzzle", each.facts))
            ),
        ]
        above = self._above(f"{_path('family', each.family)}.html")
        return self._played(each, f"{each.title} · {self.name}", above, "\n".join(below))

    # ---- a family

    def _chapter(self, chapter: Chapter) -> str:
        puzzles = self._puzzles(chapter.family)
        lab = f"lab/{_path(chapter.family)}.html"
        about = _sentence(chapter.about.removeprefix(f"{chapter.title}. "))
        about = about if about != " ".join(chapter.rules) else ""
        first, parts = _shown(puzzles), list[str]()
        if first is None:
            parts.append(f"<h1>{text(chapter.title)}</h1>")
            lines = "".join(f"<li>{text(line)}</li>" for line in chapter.rules)
            parts += [f"<h2>The rules</h2><ol>{lines}</ol>"] if lines else []
        told = f"<h2>Puzzles</h2><p>{text(about)}</p>"
        for name, drawn in ((told, False), ("<h2>Drawn at random</h2>", True)):
            cards = "".join(_card(each) for each in puzzles if each.drawn is drawn)
            parts += [f'{name}<div class="cards">{cards}</div>'] if cards else []
        if lab in self.labs:
            told = f'<a href="{lab}">Change puzzles and rules in the lab</a>'
            parts.append(f"<h2>Make your own</h2><p>{told}</p>")
        parts += _encoding(chapter)
        if chapter.history:
            parts.append(f"<h2>Where they come from</h2><p>{text(chapter.history)}</p>")
        path, title = f"{chapter.path}.html", chapter.title
        if first is None:
            return self._document(title, parts, path, puzzles[0].path if puzzles else "")
        return self._played(
            first,
            f"{title} · {self.name}",
            self._above(path),
            "\n".join(parts),
            title=title,
        )

    # ---- variants

    def _variants(self, named: Iterable[tuple[str, OverlayEffect]]) -> str:
        title = "What variants change"
        kinds = [(family, sorted(group, key=lambda pair: pair[1].laid.impossible))
                 for family, group in groupby(named, key=lambda pair: pair[1].family)]  # fmt: skip
        told = "Rules laid over a puzzle. Open one to see the puzzle without them and with them."
        parts = [f"<h1>{title}</h1><p>{told}</p>"]
        for family, group in kinds:
            cards = "".join(_variant(path, each) for path, each in group)
            parts.append(f'<h2>{text(self._title(family))}</h2><div class="cards">{cards}</div>')
        return self._document(title, parts, VARIANTS)


def _shown(exhibits: Iterable[Exhibit]) -> Exhibit | None:
    """Of puzzles that can be played, the one that shows best what they are about."""
    playable = [each for each in exhibits if each.script and each.script.playable]
    return max(playable, key=_shows, default=None)


def _shows(each: Exhibit) -> tuple[bool, bool, int, int]:
    """How well a puzzle shows its family's point: named, many kinds of facts, some moves."""
    words = set(re.findall(r"[a-z]\w*", each.facts))
    return not each.drawn, 4 <= each.moves <= 2 * _SHORT, len(words), -each.moves


def _search(chapters: Iterable[Chapter]) -> str:
    """The attributes for the search by `site.js`; without JavaScript nothing is hidden."""
    kinds = "".join(
        f'<option value="{text(each.family)}">{text(each.title)}</option>' for each in chapters
    )
    return (
        '<div id="search" role="search" hidden><input type="text" id="sought" placeholder="Search" '
        'aria-label="Search the puzzles"> <select id="kind" aria-label="Kind">'
        f'<option value="">all kinds</option>{kinds}</select> '
        '<select id="length" aria-label="Length"><option value="">any length</option>'
        f'<option value="0 {_SHORT}">up to {_SHORT} moves</option>'
        f'<option value="{_SHORT + 1} {3 * _SHORT}">{_SHORT + 1} to {3 * _SHORT}</option>'
        f'<option value="{3 * _SHORT + 1} 1e9">more</option></select> '
        '<span id="matched" role="status"></span> '
        '<button type="button" id="unsought" hidden>Show all</button></div>'
    )


def _seeds(others: Iterable[Exhibit]) -> str:
    drawn = sorted((len(each.title), each.title, each.path) for each in others if each.drawn)
    links = [f'<a href="{path}.html">{text(title)}</a>' for _, title, path in drawn]
    return f"<br>drawn at random: {' · '.join(links)}" if links else ""


def _card(each: Exhibit) -> str:
    address = text(each.path)
    hardness = ("", "easy", "easy", "medium", "hard", "hard")[each.stars]
    more = "impossible unsolvable no way" if each.solvable is False else hardness
    words = text(" ".join([each.title, each.about, each.size, each.name, more]).lower())
    moves = f' data-moves="{each.moves}"' if each.moves else ""
    lines = filter(None, (_stars(each), text(each.size)))
    return (
        f'<article class="card" data-kind="{text(each.family)}" data-words="{words}"{moves}>'
        f'<a href="{address}.html" tabindex="-1" aria-hidden="true">{_picture(each.path, "")}</a>'
        f'<div><h3><a href="{address}.html">{text(each.title)}</a></h3>'
        f"{''.join(f'<p>{line}</p>' for line in lines)}</div>"
        "</article>\n"
    )


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


def _stars(each: Exhibit) -> str:
    """Its difficulty as stars, with the moves of a shortest way."""
    if not each.stars:
        return _ASKED
    shown = "★" * each.stars + "☆" * (5 - each.stars)
    least = text(each.hard.partition(",")[0])
    label = f'role="img" aria-label="{each.stars} of 5 stars"'
    return f'<span class="stars" {label}>{shown}</span> {least}'


def _encoding(chapter: Chapter) -> Iterator[str]:
    """The tasks, and each file of rules with its header."""
    if not chapter.tasks:
        return
    rows = []
    for name, doc, files in chapter.tasks:
        links = (f'<a href="#{text(_path(file))}">{text(file)}</a>' for file in files)
        told = ", ".join(links) or "native search only"
        rows.append(f"<tr><th>{text(name)}</th><td>{text(doc)}</td><td>{told}</td></tr>")
    yield f'<h2>What can be asked</h2><div class="wide"><table>{"".join(rows)}</table></div>'
    yield "<h2>The rules as clingo gets them</h2>"
    for name, says, rules in chapter.programs:
        yield (
            f'<details class="file"><summary id="{text(_path(name))}">{text(name)}'
            f'</summary><div class="pair"><pre class="says" tabindex="0">{text(says)}</pre>'
            f'<pre tabindex="0">{text(rules)}</pre></div></details>'
        )


def _variant(path: str, each: OverlayEffect) -> str:
    figures = (
        f"<figure>{_picture(name, told)}<figcaption><b>{text(told)}</b>: {text(seen.says)}"
        "</figcaption></figure>"
        for name, told, seen in (
            (path, "as it is", each.without),
            (f"{path}.laid", f"with {each.overlay}", each.laid),
        )
    )
    return (
        f'<details class="card variant"><summary>{_picture(f"{path}.laid", "")}'
        f"<h3>{text(each.overlay)}</h3><span>{text(each.about)}</span></summary>"
        f'<div class="pair">{"".join(figures)}</div>'
        f'<pre tabindex="0">{text(each.command)}</pre></details>\n'
    )


def _pictures(path: str, picture: Drawing) -> Iterator[tuple[str, str]]:
    yield f"{path}.svg", picture.render("light")
    yield f"{path}.dark.svg", picture.render("dark")


def _picture(path: str, words: str) -> str:
    """A picture in light and dark; the style sheet shows one of them, and only that is loaded."""
    address, told = text(path), text(words)
    return "".join(
        f'<img class="{name}" src="{address}{ending}" alt="{told}" loading="lazy">'
        for name, ending in (("day", ".svg"), ("night", ".dark.svg"))
    )


def _named(variants: Iterable[OverlayEffect]) -> Iterator[tuple[str, OverlayEffect]]:
    """Each with a unique path for its pictures."""
    seen: Counter[str] = Counter()
    for each in variants:
        path = _path(each.family, "with", each.overlay)
        seen[path] += 1
        yield (path if seen[path] == 1 else f"{path}-{seen[path]}"), each


def _path(*words: str) -> str:
    return "-".join(re.sub("[^A-Za-z0-9_-]", "-", word) for word in words)


_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'
    '<rect width="16" height="16" rx="3" fill="#12507f"/>'
    '<path d="M3 13V3h10v10H6V6h4v4" fill="none" stroke="#fff" stroke-width="1.6"/>'
    '<circle cx="9.5" cy="10" r="1.4" fill="#ff7eb0"/></svg>\n'
)
"""The picture of the site in tabs of browsers: a way to a goal."""

_BESIDE = dict.fromkeys(("img-src", "frame-src"), ("'self'", "file:"))
"""Allows pages that run programs to show the pictures and pages beside them."""
