"""The colours of all pictures and pages, by what they mean, and their themes; knows no puzzle.

Lightness, shape or place says the same as each colour, so that nobody has to tell hues apart: the
hero and its reach are blue, an answer's moves are orange, the goal is a magenta ring, and ordered
things go along a scale from dark to light. A family has colours of its own only for materials,
such as water or wood.
"""

from __future__ import annotations

import colorsys

PAPER = "#fbfaf7"
"""The background."""
CARD = "#ffffff"
"""A plate on the paper, and letters on a plate of a strong colour."""
INK = "#2b2f33"
"""Words, walls and frames."""
QUIET = "#646a70"
"""Less important words, such as the numbers of rows."""
LINE = "#d9d4c8"
"""Thin lines between similar things."""
FLOOR = "#efebe1"
"""Places where the hero can be."""
SHADE = "#dfd8c8"
"""Every other floor, or one in the background."""
STONE, STONE_EDGE, CHALK = "#5d5a66", "#4a4752", "#f9f7f4"
"""Walls as thick as the floor and darker than it in all themes; their edges; words on them."""
GROUND = "#f0ece2"
"""The floor between such walls."""
WAY = "#8a7f6c"
"""Corridors and passages."""
NEAR, NEAR_WAY = "#cfe3f5", "#1f6fb2"
"""Floor and corridors in the hero's reach, or those that it has visited."""
HERO = "#12507f"
"""The hero, and the start."""
GOAL = "#c2185b"
MOVE = "#d95f02"
"""The moves of an answer: the pushed line, the steps of a play."""
RIVAL = "#a84300"
"""A second answer beside the first, whose colour is the hero's."""
WARN = "#b3261e"
"""Trouble: dead ends, doors that must not be opened."""

SCALE = (
    "#20002b", "#020e72", "#0049c4", "#00693f", "#7f6204", "#778148", "#ad8110", "#ff33ca",
)  # fmt: skip
"""From the first to the last, or from the least to the most; safe for colour-blind readers."""

DARK = {
    PAPER: "#16191d", CARD: "#1f242a", INK: "#e4e3de", QUIET: "#a3a8ad", LINE: "#3a4149",
    FLOOR: "#2a3037", SHADE: "#343b43", STONE: "#07080a", STONE_EDGE: "#555e69",
    CHALK: "#c9c8c4", GROUND: "#515a65", WAY: "#8d96a0", NEAR: "#1d3d59", NEAR_WAY: "#6cb4ee",
    HERO: "#8fc7f5", GOAL: "#ff7eb0", MOVE: "#ff9d5c", RIVAL: "#ffb98a", WARN: "#ff7468",
} | dict(zip(SCALE, (
    "#f8caff", "#a6abff", "#1fbbc4", "#71a88e", "#8a9536", "#9c7b56", "#ec2400", "#c914a6",
), strict=True))  # fmt: skip
"""The same colours in the dark theme."""

MATERIALS = {
    "red": ("#c42a1e", "#ff7a6e"), "green": ("#4c7d2c", "#93c46f"),
    "blue": ("#2f6fb0", "#74b3ee"), "yellow": ("#e3b81f", "#f0cf58"),
    "orange": ("#e07a1b", "#ffa45a"), "purple": ("#7a52a8", "#b796df"),
    "brown": ("#99693a", "#c79a6b"), "water": ("#7fb3e0", "#3f78a8"),
    "grey": ("#8d9094", "#7d848c"), "black": ("#1e1c19", "#e8e6e1"),
    "white": ("#fefefe", "#20242a"),
}  # fmt: skip
"""What things are made of, in scenes, on light and on dark."""

DARK |= dict(MATERIALS.values())

THEMES = ("light", "dark", "print")
"""The themes: as drawn; on a dark ground; on white paper, in shades that print well."""


SCHEME = """<style>.pylab-cell { color-scheme: light; }
:is([data-jp-theme-light="false"], .vscode-dark, [theme="dark"]) .pylab-cell { color-scheme: dark; }
</style>"""
"""The style with which drawings in BOTH themes follow the theme of Jupyter, VS Code and Colab."""

BOTH = "both"
"""A picture in this theme follows the light or dark scheme of the page around it."""


def shaded(colour: str, theme: str) -> str:
    """A colour in one of THEMES, or BOTH; hues are kept.

    >>> shaded(PAPER, "light"), shaded(PAPER, "dark")
    ('#fbfaf7', '#16191d')
    """
    if theme == "light":
        return colour
    if theme == BOTH:
        return adaptable(colour)
    return _darkened(colour) if theme == "dark" else _printed(colour)


def adaptable(colour: str) -> str:
    """A CSS colour that follows the page's light or dark scheme; for browsers only.

    >>> adaptable(PAPER)
    'light-dark(#fbfaf7,#16191d)'
    """
    return f"light-dark({colour},{_darkened(colour)})"


def between(first: str, last: str, share: float) -> str:
    """The colour between two others; `share` is 0 for the first and 1 for the last.

    >>> between("#000000", "#ff8000", 0.5)
    '#804000'
    """
    pairs = [(int(first[i : i + 2], 16), int(last[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _darkened(colour: str) -> str:
    """The colour in the dark theme: from DARK, or with its lightness inverted."""
    if colour in DARK:
        return DARK[colour]
    hue, light, saturation = _hls(colour)
    tinted = 0.9 if light < 0.86 else 0.3  # a colour near white has more saturation than one sees
    return _hex(hue, 0.1 + 0.84 * (1 - light), saturation * tinted)


def _printed(colour: str) -> str:
    """The colour for print: pale greys become white, all others darker."""
    hue, light, saturation = _hls(colour)
    pale = light > 0.84 and saturation < 0.5
    return CARD if pale else _hex(hue, light * (0.94 if light > 0.8 else 0.8), saturation)


def _hls(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return colorsys.rgb_to_hls(red, green, blue)


def _hex(hue: float, light: float, saturation: float) -> str:
    parts = colorsys.hls_to_rgb(hue, light, saturation)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)
