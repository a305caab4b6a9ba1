"""From a script to one self-contained HTML file; knows no family, and takes no word on trust.

Names from files end up in texts and in JSON only, both escaped. What may run or be styled on the
page is named by hash in its Content-Security-Policy; nothing may be loaded from anywhere.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any

from pylab.script import Script
from pylab.svg import number

_HERE = Path(__file__).resolve().parent


def page(script: Script, about: str = "", home: str = "") -> str:
    """The HTML of a page that plays the script; the same for the same one.

    Args:
        script: what is played.
        about: a line below the title, such as a file's name.
        home: where a link leads back to; empty for none.
    """
    program = _program(script.rules or _part("graph.js"))
    data = asdict(script)
    for key in ("scene", "rules"):
        del data[key]
    for way in data["ways"]:
        del way["frames"]
    body = _BODY.format(
        title=text(script.title),
        about=_home(home) + text(about),
        view=" ".join(map(number, script.view)),
        scene=script.scene,
        data=json_in_html(data),
        program=program,
    )
    return document(script.title, body, program)


def document(title: str, body: str, program: str = "") -> str:
    """A whole HTML document in the player's looks, which may run just this program."""
    style = _part("player.css")
    return _DOCUMENT.format(
        policy=_policy([style], [program] if program else []),
        title=text(title),
        style=style,
        body=body,
    )


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


def _program(rules: str) -> str:
    """The rules and the player in a scope of their own."""
    return f'(() => {{\n"use strict";\n{rules}\n{_part("player.js")}}})();\n'


def _part(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _policy(styles: Sequence[str], programs: Sequence[str]) -> str:
    """The policy: only these styles and programs, by hash; pictures from the page's own folder."""
    parts = {
        "default-src": ["'none'"],
        "style-src": [_hash(style) for style in styles],
        "script-src": [_hash(program) for program in programs] or ["'none'"],
        "img-src": ["'none'"] if programs else ["'self'", "file:"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }
    return "; ".join(" ".join([name, *values]) for name, values in parts.items())


def _hash(source: str) -> str:
    digest = hashlib.sha256(source.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _home(address: str) -> str:
    return f'<a href="{text(address)}">all puzzles</a> · ' if address else ""


_DOCUMENT = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
{body}
</html>
"""

_BODY = """<body data-mode="watch">
<header>
<h1>{title}</h1>
<p>{about}</p>
<button type="button" id="theme" aria-label="Light or dark">◐</button>
</header>
<main>
<section id="stage" aria-label="The puzzle">
<svg id="scene" xmlns="http://www.w3.org/2000/svg" viewBox="{view}" role="group" aria-label="{title}">
<title>{title}</title>
{scene}</svg>
<div id="bar" role="group" aria-label="Steps">
<button type="button" id="first" aria-label="To the start"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 4h2v12H4zM16 4v12l-9-6z"/></svg></button>
<button type="button" id="back" aria-label="One step back"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M14 4v12l-9-6z"/></svg></button>
<button type="button" id="toggle" aria-label="Play"><svg viewBox="0 0 20 20" aria-hidden="true"><path class="go" d="M5 3v14l12-7z"/><path class="pause" d="M5 3h3v14H5zM12 3h3v14h-3z"/></svg></button>
<button type="button" id="forward" aria-label="One step on"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M6 4v12l9-6z"/></svg></button>
<button type="button" id="last" aria-label="To the end"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M14 4h2v12h-2zM4 4v12l9-6z"/></svg></button>
<input type="range" id="slider" min="0" max="0" value="0" step="1" aria-label="Step">
<span id="place"></span>
<select id="speed" aria-label="Speed"><option value="0.5">½×</option><option value="1" selected>1×</option><option value="2">2×</option><option value="5">5×</option></select>
</div>
</section>
<aside>
<div id="modes" role="group" aria-label="What to do">
<button type="button" id="watch" aria-pressed="true">Watch</button>
<button type="button" id="play" aria-pressed="false">Play it yourself</button>
</div>
<label id="choice">Answer <select id="way"></select></label>
<p id="caption" aria-live="polite"></p>
<p id="news" role="status"></p>
<p id="broken" hidden>The rules refuse the next move of this answer.</p>
<dl id="facts"></dl>
<div id="moves" role="group" aria-label="Moves"></div>
<div id="tools" role="group" aria-label="Help">
<button type="button" id="undo">Undo</button>
<button type="button" id="restart">Restart</button>
<button type="button" id="next">Show me the next move</button>
<button type="button" id="distance">How far is it?</button>
</div>
<p id="far" aria-live="polite"></p>
<p id="howto"></p>
<p id="remark"></p>
<p id="keys"><kbd>←</kbd> <kbd>→</kbd> step, <kbd>Space</kbd> play; when you play, the arrows choose and <kbd>Enter</kbd> moves, <kbd>U</kbd> undo, <kbd>R</kbd> restart, <kbd>N</kbd> next move, <kbd>D</kbd> distance; <kbd>W</kbd> watch, <kbd>P</kbd> play</p>
<noscript><p>Without JavaScript this page shows the start only.</p></noscript>
</aside>
</main>
<script type="application/json" id="script">{data}</script>
<script>{program}</script>
</body>"""
