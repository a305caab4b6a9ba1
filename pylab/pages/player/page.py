"""Makes one self-contained HTML file from a script; knows no family, and escapes all input.

Names from files appear only in texts and in JSON, both escaped. The page's Content-Security-Policy
allows its scripts and styles by hash, and no loading from anywhere.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from pylab.base.limits import uncollected
from pylab.drawing.flight import NEAR
from pylab.drawing.svg import number
from pylab.family.script import Lesson, Script
from pylab.pages.player.fold import folded
from pylab.pages.player.legend import split

_HERE = Path(__file__).resolve().parent
_PROGRAM = (
    "worker.js",
    "fold.js",
    "stage.js",
    "letters.js",
    "camera.js",
    "hints.js",
    "tracks.js",
    "flight.js",
    "clicks.js",
    "swipes.js",
    "panel.js",
    "streak.js",
    "card.js",
    "address.js",
    "player.js",
    "lesson.js",
)


@uncollected()
def page(
    script: Script,
    about: str = "",
    *,
    title: str = "",
    window: str = "",
    begin: str = "",
    solvable: bool | None = None,
    onward: tuple[str, str] | None = None,
    others: Sequence[tuple[str, Script]] = (),
    above: str = "",
    below: str = "",
    programs: Sequence[str] = (),
    head: str = "",
    more: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """The HTML of a page that plays the script; deterministic.

    Args:
        script: the script.
        about: a line below the title, such as a file's name.
        title: a title instead of the scene's.
        window: the title of the window, if it is different.
        begin: `play` to begin with a game even if there is an answer to watch.
        solvable: whether there is a way, for those who say that there is none; None if that is not
            known, or if they aren't asked.
        onward: the address and the title of the next puzzle.
        others: further puzzles with the same rules to choose from, each with a title.
        above, below: HTML around the player.
        programs, head, more: as `document` has them.
    """
    title = title or script.scene.title
    title = title[:1].upper() + title[1:]
    playing = program(completed(script.rules))
    shapes, legend, told = _told(script)
    body = part("player.html").format(
        title=text(title),
        about=text(about),
        onward=_onward(*onward) if onward else "",
        heading="h2" if "<h1>" in above else "h1",
        above=above,
        below=below,
        view=" ".join(map(number, told["view"])),
        scene=shapes,
        legend=legend,
        data=json_in_html({**told, "begin": begin, "solvable": solvable}),
        others="".join(_other(name, each) for name, each in others),
        program=playing,
        **_lesson(script.lesson),
    )
    parts = [f"<script>{each}</script>\n" for each in programs]
    body = body.rstrip().removesuffix("</body>") + "".join(parts) + "</body>"
    return document(window or title, body, playing, *programs, head=head, more=more)


def _told(script: Script) -> tuple[str, str, dict[str, Any]]:
    """The shapes of its scene, its legend, and the rest of the player's data as plain JSON."""
    scene, items = split(script.scene)
    legend = "".join(f"<li>{picture}{text(words)}</li>" for picture, words in items)
    shapes, folds = folded(scene, script.hero)
    ways = [{"name": way.name, "moves": way.moves} for way in script.ways]
    found = {"title": scene.title, "view": scene.view, "data": script.data, "ways": ways}
    same = ("howto", "hero", "playable", "remark", "board", "views", "shortest")
    found |= {name: getattr(script, name) for name in same}
    return _short(shapes), legend, {**found, "folds": folds}


def _onward(address: str, title: str) -> str:
    name = f"Next puzzle: {title}"
    return f'<a id="onward" href="{text(address)}" title="{text(name)}">Next puzzle</a>\n'


def _other(name: str, script: Script) -> str:
    """The data of a puzzle that can be chosen."""
    shapes, legend, told = _told(script)
    told["lines"] = script.lesson.lines if script.lesson is not None else []
    return (
        f'<template class="other" data-name="{text(name)}"><svg>{shapes}</svg>'
        f'<script type="application/json">{json_in_html(told)}</script>'
        f"<ul>{legend}</ul></template>\n"
    )


def completed(source: str) -> str:
    """A script's rules, of `graph.js` for an empty source, and what adds their optional members."""
    return part("common.js") + (source or part("graph.js"))


def frame(source: str, lesson: Lesson | None = None) -> tuple[str, str]:
    """A page for a frame of another page, which fills it in, and its program.

    The other page replaces `@@title@@`, `@@about@@`, `@@view@@`, `@@scene@@`, `@@legend@@` and
    `@@data@@`, as `page` does.
    """
    playing = program(completed(source))
    marks = {name: f"@@{name}@@" for name in ("title", "about", "view", "scene", "legend", "data")}
    marks |= {"above": "", "below": "", "others": "", "onward": "", "heading": "h1"}
    body = part("player.html").format(**marks, program=playing, **_lesson(lesson))
    body = body.replace("<body", '<body class="within"', 1)
    return document("@@title@@", body.rstrip(), playing), playing


def document(
    title: str,
    body: str,
    *programs: str,
    style: str = "",
    head: str = "",
    more: Mapping[str, Sequence[str]] | None = None,
    site: bool = True,
) -> str:
    """A whole HTML document in the player's style, which may run only these programs.

    Args:
        title: the title of the window.
        body: its HTML.
        programs: the scripts that may run.
        style: CSS in addition to the player's.
        head: further elements of the head.
        more: further permissions of the policy.
        site: whether it may have what pages of a site have.
    """
    style = looks(site) + style
    return _DOCUMENT.format(
        policy=_policy([style], programs, more or {}),
        title=text(title),
        head=head,
        style=style,
        body=body,
    )


def looks(site: bool = True) -> str:
    """The player's style, with that of a site's pages or without."""
    style = part("player.css")
    return style if site else re.sub(r"(?s)(?<=/\* the gallery \*/).*(?=/\* everywhere)", "", style)


def text(words: str) -> str:
    """Text for HTML and XML: escaped, and without characters that XML forbids.

    >>> text('<b>&"')
    '&lt;b&gt;&amp;&quot;'
    """
    return escape("".join(c if c.isprintable() or c == "\n" else " " for c in words), quote=True)


def json_in_html(data: Any) -> str:
    """JSON for a script element: no character in it has a meaning in HTML.

    >>> json_in_html("</script><!--")
    '"\\\\u003c/script\\\\u003e\\\\u003c!--"'
    """
    plain = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    for character in "<>&":
        plain = plain.replace(character, f"\\u{ord(character):04x}")
    return plain


_EXAMPLE, _READ = (270, 176), 9
"""How wide and high the example in the rules is at most, and its smallest letters, in pixels."""


def _lesson(lesson: Lesson | None) -> dict[str, str]:
    """The rules in brief as HTML; ids in the example's scene are made unique.

    The legend is left out, and so are letters that would be too small to be read there.
    """
    lines = "".join(f"<li>{text(line)}</li>" for line in lesson.lines) if lesson else ""
    if lesson is None or lesson.example is None:
        return {"lines": lines, "example": "", "taught": "null"}
    script = lesson.example()
    scene, _ = split(script.scene)
    told = {"view": scene.view, "data": script.data, "hero": script.hero}
    shapes = re.sub(r' id="|href="#|="url\(#', r"\g<0>example-", _short(scene.shapes()))
    _, _, width, height = scene.view
    least = _READ * max(width / _EXAMPLE[0], height / _EXAMPLE[1])
    shapes = re.sub(
        r'<text [^>]*font-size="([\d.]+)"[^>]*>[^<]*</text>\n?',
        lambda found: found[0] if float(found[1]) >= least else "",
        shapes,
    )
    return {
        "lines": lines,
        "example": f'<svg id="example" viewBox="{" ".join(map(number, scene.view))}" '
        f'role="img" aria-label="An example that moves">{shapes}</svg>',
        "taught": json_in_html({**told, "moves": lesson.moves}),
    }


def _short(shapes: str) -> str:
    """The shapes in shorter form; colours that have a name in the style sheet are written by it.

    Attributes that the style sheet sets for a class are left out. Quotation marks always enclose
    attributes, because in texts they are escaped.
    """
    style = looks()
    for name, pair in re.findall(r"(--[a-z-]+): (light-dark\(#.*?\));", style):
        shapes = shapes.replace(f'"{pair.replace(" ", "")}"', f'"var({name})"')
    said = {
        name: re.compile(rf' (?:{"|".join(re.findall("([a-z-]+):", rule))})="[^"]*"')
        for name, rule in re.findall(r"(?m)^\.([a-z-]+) \{ ([^}]*)\}$", style)
    }

    def without(found: re.Match[str]) -> str:
        rule = said.get(found[1])
        return rule.sub("", found[0]) if rule else found[0]

    return re.sub(r'<[a-z]+ [^<>]*?class="([a-z-]+)"[^<>]*>', without, shapes)


def program(source: str) -> str:
    """The rules, as `completed` gives them, and the player, in a scope of their own."""
    player = uncommented("".join(map(part, _PROGRAM)))
    return f'(() => {{\n"use strict";\nconst NEAR = {NEAR};\n{source}\n{player}}})();\n'


def uncommented(program: str) -> str:
    """A program of the pages without indentation and comments, which stay in the files."""
    return re.sub(r"(?m)^ *(//.*\n)?", "", program)


def part(name: str) -> str:
    """The text of one of the files beside this one."""
    return (_HERE / name).read_text(encoding="utf-8")


def _policy(
    styles: Sequence[str], programs: Sequence[str], more: Mapping[str, Sequence[str]]
) -> str:
    """The policy: only these styles and programs, by hash, and pictures from the page's folder."""
    parts = {
        "default-src": ["'none'"],
        "style-src": [hashed(style) for style in styles],
        "script-src": [hashed(program) for program in programs] or ["'none'"],
        "img-src": ["'none'"] if programs else ["'self'", "file:"],
        **({"worker-src": ["blob:"]} if programs else {}),
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }
    for name, values in more.items():
        kept = [value for value in parts.get(name, []) if value != "'none'"]
        parts[name] = [*kept, *values]
    return "; ".join(" ".join([name, *values]) for name, values in parts.items())


def hashed(source: str) -> str:
    """The hash by which a policy names a script or a style."""
    digest = hashlib.sha256(source.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


_DOCUMENT = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="pylab">
<title>{title}</title>
{head}<style>{style}</style>
</head>
{body}
</html>
"""
