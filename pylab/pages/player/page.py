"""From a script to one self-contained HTML file; knows no family, and takes no word on trust.

Names from files end up in texts and in JSON only, both escaped. What may run or be styled on the
page is named by hash in its Content-Security-Policy; nothing may be loaded from anywhere.
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

from pylab.drawing.svg import number
from pylab.family.script import Lesson, Script
from pylab.pages.player.fold import folded

_HERE = Path(__file__).resolve().parent
_PROGRAM = (
    "worker.js",
    "fold.js",
    "stage.js",
    "camera.js",
    "hints.js",
    "tracks.js",
    "clicks.js",
    "panel.js",
    "address.js",
    "player.js",
    "lesson.js",
)


def page(
    script: Script,
    about: str = "",
    *,
    title: str = "",
    window: str = "",
    begin: str = "",
    others: Sequence[tuple[str, Script]] = (),
    above: str = "",
    below: str = "",
    programs: Sequence[str] = (),
    head: str = "",
    more: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """The HTML of a page that plays the script; the same for the same one.

    Args:
        script: what is played.
        about: a line below the title, such as a file's name.
        title: another one than the scene's.
        window: the title of the window, if it is another one.
        begin: `play` to begin with a game, where an answer could be watched as well.
        others: further puzzles of the same rules that can be chosen, each with a title.
        above, below: HTML around the player.
        programs, head, more: as `document` has them.
    """
    title = title or script.scene.title
    playing = program(rules(script))
    scene = script.scene
    shapes, told = _told(script)
    body = _part("player.html").format(
        title=text(title),
        about=text(about),
        above=above,
        below=below,
        view=" ".join(map(number, scene.view)),
        scene=shapes,
        data=json_in_html({**told, "begin": begin}),
        others="".join(_other(name, each) for name, each in others),
        program=playing,
        **_lesson(script.lesson),
    )
    parts = [f"<script>{each}</script>\n" for each in programs]
    body = body.rstrip().removesuffix("</body>") + "".join(parts) + "</body>"
    return document(window or title, body, playing, *programs, head=head, more=more)


def _told(script: Script) -> tuple[str, dict[str, Any]]:
    """The shapes of its scene, and what else the player is told, plain JSON."""
    scene = script.scene
    shapes, folds = folded(scene, script.trail)
    return _short(shapes), {
        "title": scene.title,
        "view": scene.view,
        "data": script.data,
        "ways": [{"name": way.name, "moves": way.moves} for way in script.ways],
        "howto": script.howto,
        "trail": script.trail,
        "playable": script.playable,
        "remark": script.remark,
        "board": script.board,
        "views": script.views,
        "folds": folds,
    }


def _other(name: str, script: Script) -> str:
    """A puzzle that waits until it is chosen."""
    shapes, told = _told(script)
    told["lines"] = script.lesson.lines if script.lesson is not None else []
    return (
        f'<template class="other" data-name="{text(name)}"><svg>{shapes}</svg>'
        f'<script type="application/json">{json_in_html(told)}</script></template>\n'
    )


def rules(script: Script) -> str:
    """The source of `rules`, and of `completed`, which adds what they leave out."""
    return completed(script.rules)


def completed(source: str) -> str:
    """The same of a script's rules; those of `graph.js` for an empty source."""
    return _part("common.js") + (source or _part("graph.js"))


def frame(source: str, lesson: Lesson | None = None) -> tuple[str, str]:
    """A page that another one fills in and shows in a frame, and the program that it runs.

    What is filled in is `@@title@@`, `@@about@@`, `@@view@@`, `@@scene@@` and `@@data@@`, as `page`
    writes it.
    """
    playing = program(completed(source))
    marks = {name: f"@@{name}@@" for name in ("title", "about", "view", "scene", "data")}
    marks |= {"above": "", "below": "", "others": ""}
    body = _part("player.html").format(**marks, program=playing, **_lesson(lesson))
    return document("@@title@@", body.rstrip(), playing), playing


def document(
    title: str,
    body: str,
    *programs: str,
    style: str = "",
    head: str = "",
    more: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """A whole HTML document in the player's looks, which may run just these programs.

    Args:
        title: of the window.
        body: in HTML.
        programs: the scripts that may run.
        style: looks beside the player's.
        head: more elements of the head.
        more: what the policy allows beyond that.
    """
    style = looks() + style
    return _DOCUMENT.format(
        policy=_policy([style], programs, more or {}),
        title=text(title),
        head=head,
        style=style,
        body=body,
    )


def looks() -> str:
    """The player's style."""
    return _part("player.css")


def text(words: str) -> str:
    """Words as HTML and XML show them: escaped, and without characters that XML forbids.

    >>> text('<b>&"')
    '&lt;b&gt;&amp;&quot;'
    """
    return escape("".join(c if c.isprintable() or c == "\n" else " " for c in words), quote=True)


def json_in_html(data: Any) -> str:
    """JSON that can stand in a script element: no character in it means anything to HTML.

    >>> json_in_html("</script><!--")
    '"\\\\u003c/script\\\\u003e\\\\u003c!--"'
    """
    plain = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    for character in "<>&":
        plain = plain.replace(character, f"\\u{ord(character):04x}")
    return plain


def _lesson(lesson: Lesson | None) -> dict[str, str]:
    """The rules in brief as the body takes them; the names in the example's scene are its own."""
    if lesson is None:
        return {"lines": "", "example": "", "taught": "null"}
    lines = "".join(f"<li>{text(line)}</li>" for line in lesson.lines)
    if lesson.example is None:
        return {"lines": lines, "example": "", "taught": "null"}
    script = lesson.example()
    told = {"view": script.scene.view, "data": script.data, "trail": script.trail}
    shapes = re.sub(r' id="|href="#|="url\(#', r"\g<0>example-", _short(script.scene.shapes()))
    return {
        "lines": lines,
        "example": f'<svg id="example" viewBox="{" ".join(map(number, script.scene.view))}" '
        f'role="img" aria-label="An example that moves">{shapes}</svg>',
        "taught": json_in_html({**told, "moves": lesson.moves}),
    }


def _short(shapes: str) -> str:
    """The same shapes; colours that the looks have a name for are called by it.

    What the looks say of a class is not said again of each shape. What is within quotation marks is
    an attribute: in texts they are escaped.
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
    """The rules, as `completed` has them, and the player in a scope of their own."""
    player = "".join(map(_part, _PROGRAM))
    player = re.sub(r"(?m)^ *(//.*\n)?", "", player)  # comments are read in the files
    return f'(() => {{\n"use strict";\n{source}\n{player}}})();\n'


def _part(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _policy(
    styles: Sequence[str], programs: Sequence[str], more: Mapping[str, Sequence[str]]
) -> str:
    """The policy: only these styles and programs, by hash; pictures from the page's own folder."""
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
    """What a policy calls a script or a style by."""
    digest = hashlib.sha256(source.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


_DOCUMENT = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
{head}<style>{style}</style>
</head>
{body}
</html>
"""
