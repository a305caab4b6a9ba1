"""Makes the lab's page: one HTML file with the program, the puzzle, clingo and the family's lab.

Its policy allows scripts by hash; files and the content of links are only data in it.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

from pylab.analysis.catalogue import shipped_instances, title_of
from pylab.analysis.drawn import drawn_by_size
from pylab.base.errors import PylabError
from pylab.base.listing import FACT_SUFFIXES
from pylab.family.script import Lesson
from pylab.family.table import Family
from pylab.pages.lab.engine import LabSoftware, packed
from pylab.pages.lab.kit import game, has_lab, part, rules, sources
from pylab.pages.lab.program import LabProgram, grouped, puzzle_text
from pylab.pages.player.page import document, frame, hashed, json_in_html, looks, text
from pylab.pages.player.page import part as player_part
from pylab.text.fact_files import read_facts
from pylab.text.facts import signatures_of
from pylab.text.source import Source, read_source

_MOST = 24_000
"""The largest shipped puzzle in a page, in characters of its facts."""

_DRAWN = 24
"""The most random puzzles of each size in a page."""

_LAID_OUT = 12
"""The same of puzzles that have to be laid out, which takes long; large ones are hard to read."""

_PROGRAM = (
    "program.js",
    "share.js",
    "engine.js",
    "editor.js",
    "files.js",
    "puzzle.js",
    "here.js",
    "sheet.js",
    "judging.js",
    "asking.js",
    "why.js",
    "solving.js",
    "chance.js",
    "original.js",
    "sharing.js",
    "app.js",
)


def page(
    family: Family[Any, Any],
    program: LabProgram,
    puzzle: str,
    engine: LabSoftware,
    *,
    title: str = "",
    about: str = "",
    state: Mapping[str, Any] | None = None,
    beside: str = "",
    puzzles: Sequence[Mapping[str, str]] | None = None,
    collection: Sequence[Path] = (),
) -> str:
    """The HTML of a lab; the same for the same arguments.

    Args:
        family: a family or a folder with a scene. Raises PylabError for any other one.
        program: the question.
        puzzle: the text of the puzzle, facts or rules.
        engine: clingo and the editor.
        title: what the page is called; by default after the family.
        about: a line below the title, such as a file's name.
        state: the state of the page, as `link.Shared.state` has it.
        beside: the name of the file with the engine; empty if the page contains it.
        puzzles: the name, file and text of each puzzle to choose from, instead of the shipped ones.
        collection: the names of puzzles in files, to choose from before the shipped ones.
    """
    if not has_lab(family):
        beside = "beside it" if family.as_written else f"in encodings/{family.name}"
        raise PylabError(
            f"{family.called} has no lab; there is no scene.lp {beside}, which draws one"
        )
    lesson, usual = _lesson(family, puzzle), _lesson(family)
    told_rules = lesson.lines if lesson else (_said(family),)
    general = usual.lines if usual else told_rules
    player, playing = frame(rules(family), lesson)
    drawing = player_part("letters.js") + part("frame.js")
    sheet_program = f'(() => {{\n"use strict";\n{drawing}}})();\n'
    style = part("lab.css")
    body = _SHEET.format(program=sheet_program)
    sheet = document("", body, sheet_program, style=style, site=False)
    if puzzles is None:
        own = family.as_written is not None and not family.as_written.given_name
        where = f"{family.name}/{'instances/' if own else ''}"
        shipped = [(f"{where}{each.name}", each) for each in shipped_instances(family)]
        puzzles = list(_listed(family, [*((str(each), each) for each in collection), *shipped]))
    drawn = [] if family.as_written else _drawn(family)
    texts = [puzzle, *(each["text"] for each in puzzles), *chain.from_iterable(drawn)]
    told = {
        "family": family.name,
        "suffixes": [each for each in family.suffixes if each not in FACT_SUFFIXES],
        "program": asdict(program),
        "puzzle": puzzle,
        "shipped": puzzles,
        "drawn": drawn,
        "plans": list(_plans(family, texts)),
        "needed": _needed(family, [each["text"] for each in puzzles]),
        "driver": part("driver.lua"),
        "worker": part("worker.js"),
        "player": player,
        "sheet": sheet,
        "licences": engine.licences,
    }
    source = script(family, program.roles)
    within = [engine.editor] if not beside else []
    title = title or f"Lab: {family.listing.called}"
    body = part("lab.html").format(
        title=text(title),
        rules="".join(_RULE[line in general].format(text(line)) for line in told_rules),
        about=text(about),
        named=text(f": {about}" if about else ""),  # whose own rules these are
        data=packed(json.dumps(told).encode()),
        engine=_BESIDE.format(text(beside)) if beside else _WITHIN.format(engine),
        program=source,
    )
    if state is not None:
        body = body.replace(f"{_KEPT}null", _KEPT + json_in_html(state), 1)
    more = {
        "script-src": ["'wasm-unsafe-eval'", *(["'self'", "file:"] if beside else [])],
        "worker-src": ["blob:"],
        "img-src": ["data:"],
    }
    # frames are subject to their parent's policy and to their own
    more["style-src"] = [hashed(looks())]
    programs = [*within, source, playing, sheet_program]
    return document(title, body.rstrip(), *programs, style=style, more=more, site=False)


def script(family: Family[Any, Any], roles: Mapping[str, str] = {}) -> str:
    """The page's JavaScript: the family's and that of all labs, in one scope."""
    own = "\n".join([sources(family, roles), *(part(name) for name in _PROGRAM)])
    return f'(async () => {{\n"use strict";\n{own}\n}})();\n'


def _lesson(family: Family[Any, Any], puzzle: str = "") -> Lesson | None:
    """The rules in brief, from the player's page of the puzzle, or of a small one."""
    usual = game(family)
    if puzzle and usual and family.script is not None:
        with contextlib.suppress(PylabError):  # rules that make facts, or that pages don't know
            instance = family.from_facts(read_facts(Source("", puzzle), family.vocabulary))
            return family.script(instance, ()).lesson
    return usual.lesson if usual else None


def _said(family: Family[Any, Any]) -> str:
    """What is said of a family without a game, as a sentence."""
    words = family.listing.doc.removeprefix(f"{family.listing.called}. ")
    return f"{words[:1].upper()}{words[1:]}."


def _listed(
    family: Family[Any, Any], files: Iterable[tuple[str, Path]]
) -> Iterator[Mapping[str, str]]:
    """The puzzles as facts or rules, without large ones, by the names that commands know."""
    for file, path in files:
        try:
            instance = family.load(read_source(str(path)))
            ruled = family.as_written and instance.rules
            told = puzzle_text(str(path)) if ruled else grouped(family.facts(instance))
        except PylabError:
            continue
        if len(told) <= _MOST:
            yield {"name": path.name, "title": title_of(path), "file": file, "text": told}


def _drawn(family: Family[Any, Any]) -> list[list[str]]:
    """The random puzzles as facts, those of a size in a list; large ones are left out."""
    made = drawn_by_size(family, _DRAWN)
    if made and family.laid_out is not None and family.laid_out(made[0][0]) is not None:
        made = [each[:_LAID_OUT] for each in made[:2]]
    sizes = [[grouped(family.facts(each)) for each in size] for size in made]
    return [facts for facts in sizes if max(map(len, facts)) <= _MOST / 4]


def _needed(family: Family[Any, Any], texts: Iterable[str]) -> list[dict[str, str]]:
    """For each kind of puzzle among the texts, the predicates that it can't be without.

    With each predicate, as `start/1`, what is said of a puzzle that lacks its facts. A folder of
    rules takes any facts.
    """
    kinds: list[dict[str, str]] = []
    for one in () if family.as_written else texts:
        facts = read_facts(Source("", one), family.vocabulary)
        told = {}
        for kind in signatures_of(facts):
            try:
                family.from_facts([each for each in facts if each.signature != kind])
            except PylabError as error:
                lack = f"expected (one fact|facts) {kind}, found none"
                if found := re.search(lack, str(error)):
                    told[str(kind)] = found[0]
        if told not in kinds:
            kinds.append(dict(sorted(told.items())))
    return kinds


def _plans(family: Family[Any, Any], texts: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """The facts of `laid_out`, by the lines of the puzzles' facts."""
    if family.laid_out is None:
        return
    for each in texts:
        try:
            instance = family.from_facts(read_facts(Source("", each), family.vocabulary))
        except PylabError:  # rules that make facts
            continue
        if (plan := family.laid_out(instance)) is not None:
            yield "\n".join(map(str, family.facts(instance))), plan


_RULE = ('<li class="own">{}</li>', "<li>{}</li>")
_KEPT = '<script type="application/json" id="kept">'
_WITHIN = """<script type="text/plain" id="wasm">{0.wasm}</script>
<script type="text/plain" id="glue">{0.glue}</script>
<script type="text/plain" id="codemirror">{0.packed_editor}</script>
"""
_BESIDE = '<script src="{}"></script>\n'
_SHEET = """<body class="sheet">
<svg id="scene" xmlns="http://www.w3.org/2000/svg" role="group">
<g id="shapes"></g><g id="spots"></g><line id="pulled" class="pulled" hidden=""/></svg>
<ul id="legend" aria-label="Legend"></ul>
<script>{program}</script>
</body>"""
