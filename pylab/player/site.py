"""A static site of puzzles: an index, and for each puzzle its picture, facts, answers and player.

Knows no family and solves nothing; it is handed what there is to show. The pages need no network:
they link to one another only, and show the pictures beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from pylab.player.page import document, page, text
from pylab.script import Script


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One puzzle of the site.

    Attributes:
        family, name: of the puzzle; together they name its files.
        about: what the family is about, in a line.
        summary: what the answer is, in a line.
        picture: an SVG document, with an answer if there is one.
        answers, facts: as a terminal shows them.
        script: for the player; None for a puzzle that can't be watched.
    """

    family: str
    name: str
    about: str
    summary: str
    picture: str
    answers: str
    facts: str
    script: Script | None = None

    @property
    def path(self) -> str:
        """Of its page, without the ending: of plain letters, and different for each puzzle."""
        return "-".join([self.family, *("".join(_plain(c) for c in self.name).split())])


def site(exhibits: Sequence[Exhibit]) -> Mapping[str, str]:
    """The texts of all files by their names, `index.html` among them."""
    files = {"index.html": _index(exhibits)}
    for each in exhibits:
        files[f"{each.path}.svg"] = each.picture
        files[f"{each.path}.html"] = _page(each)
        if each.script is not None:
            about = f"{each.family} · {each.name}"
            files[f"{each.path}.play.html"] = page(each.script, about, home="index.html")
    return files


def _plain(character: str) -> str:
    return character if character.isascii() and (character.isalnum() or character in "-_") else "-"


def _index(exhibits: Iterable[Exhibit]) -> str:
    parts = ["<header><h1>Labyrinths</h1><p>made by pylab</p></header>"]
    for family, group in groupby(exhibits, key=lambda each: each.family):
        members = list(group)
        parts.append(f"<h2>{text(family)}</h2><p>{text(members[0].about)}</p>")
        parts.append(f'<div class="cards">{"".join(map(_card, members))}</div>')
    return document("Labyrinths", _body(parts))


def _card(each: Exhibit) -> str:
    address = text(each.path)
    play = f' · <a href="{address}.play.html">play</a>' if each.script is not None else ""
    return (
        f'<article class="card"><a href="{address}.html">'
        f'<img src="{address}.svg" alt="{text(each.name)}" loading="lazy"></a>'
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
                f'<img src="{text(each.path)}.svg" alt="{text(each.name)}"></p>',
                f"<h2>Answers</h2><p></p><pre>{text(each.answers)}</pre>",
                f"<h2>Facts</h2><p></p><pre>{text(each.facts)}</pre>",
            ]
        ),
    )


def _body(parts: Iterable[str]) -> str:
    return '<body class="gallery">\n' + "\n".join(parts) + "\n</body>"
