"""The colours of all pictures and pages, by what they mean, and their themes; knows no puzzle.

What a colour says is said by light, shape or place too, so that nobody has to tell hues apart:
the hero and where it can stand are blue, what an answer does is orange, the goal is a magenta
ring, and what comes in an order goes along one scale from dark to light. A family has colours of
its own only for what things are made of, such as water or wood.
"""

from __future__ import annotations

import colorsys

PAPER = "#fbfaf7"
"""Behind everything."""
CARD = "#ffffff"
"""A plate that lies on the paper, and letters on a plate of a strong colour."""
INK = "#2b2f33"
"""Words, walls and frames."""
QUIET = "#646a70"
"""Words that are looked at last, such as the numbers of rows."""
LINE = "#d9d4c8"
"""Thin lines between things that are alike."""
FLOOR = "#efebe1"
"""Where one can be."""
SHADE = "#dfd8c8"
"""Every other floor, or one that is further back."""
STONE, STONE_EDGE, CHALK = "#5d5a66", "#4a4752", "#f9f7f4"
"""Walls that are as thick as what one walks on, darker than it in all themes; words on them."""
GROUND = "#f0ece2"
"""The floor between such walls."""
WAY = "#8a7f6c"
"""Corridors and passages."""
NEAR, NEAR_WAY = "#cfe3f5", "#1f6fb2"
"""Floor and corridors in the hero's reach, or where it has been."""
HERO = "#12507f"
"""Who walks, and the start."""
GOAL = "#c2185b"
MOVE = "#d95f02"
"""What an answer does: the pushed line, the steps of a play."""
RIVAL = "#a84300"
"""A second answer beside the first, whose colour is the hero's."""
WARN = "#b3261e"
"""What went wrong: where one is stuck, doors not to be opened."""

SCALE = (
    "#20002b", "#020e72", "#0049c4", "#00693f", "#7f6204", "#778148", "#ad8110", "#ff33ca",
)  # fmt: skip
"""From the first to the last, or from the least to the most; no two look alike to anybody."""

DARK = {
    PAPER: "#16191d", CARD: "#1f242a", INK: "#e4e3de", QUIET: "#a3a8ad", LINE: "#3a4149",
    FLOOR: "#2a3037", SHADE: "#343b43", STONE: "#07080a", STONE_EDGE: "#555e69",
    CHALK: "#c9c8c4", GROUND: "#515a65", WAY: "#8d96a0", NEAR: "#1d3d59", NEAR_WAY: "#6cb4ee",
    HERO: "#8fc7f5", GOAL: "#ff7eb0", MOVE: "#ff9d5c", RIVAL: "#ffb98a", WARN: "#ff7468",
} | dict(zip(SCALE, (
    "#f8caff", "#a6abff", "#1fbbc4", "#71a88e", "#8a9536", "#9c7b56", "#ec2400", "#c914a6",
), strict=True))  # fmt: skip
"""What each of them is on dark."""

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
"""How a drawing may look: as it is drawn; on dark; on white paper, in shades that print well."""


def shaded(colour: str, theme: str) -> str:
    """A colour in one of THEMES: hues stay, so that what is told apart by them still is.

    >>> shaded(PAPER, "light"), shaded(PAPER, "dark")
    ('#fbfaf7', '#16191d')
    """
    if theme == "light":
        return colour
    return _darkened(colour) if theme == "dark" else _printed(colour)


def adaptable(colour: str) -> str:
    """A colour that is light or dark as the page around it is; for browsers only.

    >>> adaptable(PAPER)
    'light-dark(#fbfaf7,#16191d)'
    """
    return f"light-dark({colour},{_darkened(colour)})"


def between(first: str, last: str, share: float) -> str:
    """The colour that is this share, from 0 to 1, of the way from the first to the last.

    >>> between("#000000", "#ff8000", 0.5)
    '#804000'
    """
    pairs = [(int(first[i : i + 2], 16), int(last[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _darkened(colour: str) -> str:
    """As DARK says; of others light and dark change places."""
    if colour in DARK:
        return DARK[colour]
    hue, light, saturation = _hls(colour)
    tinted = 0.9 if light < 0.86 else 0.3  # what is just off white has more hue than one sees
    return _hex(hue, 0.1 + 0.84 * (1 - light), saturation * tinted)


def _printed(colour: str) -> str:
    """Pale greys are left to the paper, all else is darker."""
    hue, light, saturation = _hls(colour)
    pale = light > 0.84 and saturation < 0.5
    return CARD if pale else _hex(hue, light * (0.94 if light > 0.8 else 0.8), saturation)


def _hls(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return colorsys.rgb_to_hls(red, green, blue)


def _hex(hue: float, light: float, saturation: float) -> str:
    parts = colorsys.hls_to_rgb(hue, light, saturation)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)
