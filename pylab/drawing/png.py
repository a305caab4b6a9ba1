"""SVG as PNG, by resvg, which `pip install 'pylab-asp[png]'` installs; imports it when asked."""

from __future__ import annotations

import importlib.util
import re
from typing import Any

from pylab.base.errors import PylabError

_MODULE = "resvg_py"
_SIZE = re.compile(r'<svg [^>]*?\bwidth="([\d.]+)" height="([\d.]+)"')


def available() -> bool:
    """Whether PNGs can be made here."""
    return importlib.util.find_spec(_MODULE) is not None


def font() -> str:
    """The font of PNGs, one that is installed here; empty for none, so that they lack letters."""
    page = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{}</svg>'
    letter = page.format('<text y="9" font-size="9" font-family="{}">M</text>')
    blank = _drawn(svg_string=page.format(""))
    return next((each for each in _FONTS if _drawn(svg_string=letter.format(each)) != blank), "")


_FONTS = (
    "Helvetica", "Arial", "Liberation Sans", "DejaVu Sans", "Noto Sans", "FreeSans", "Ubuntu",
    "Cantarell", "Open Sans", "Roboto", "Segoe UI", "Verdana", "Tahoma",
)  # fmt: skip


def png(svg: str, within: tuple[int, int] | None = None) -> bytes:
    """The picture at twice its size, or as large as fits `within` a width and a height, in pixels.

    Raises PylabError if nothing that makes PNGs is installed, or the picture is too large for it.
    """
    zoom = 2.0
    if within is not None and (found := _SIZE.match(svg)):
        zoom = min(most / float(size) for most, size in zip(within, found.groups(), strict=True))
    given = {"svg_string": svg, "background": "white", "zoom": zoom}
    return _drawn(**given, sans_serif_family=font() or None)


def _drawn(**given: Any) -> bytes:
    """What resvg makes of this. Raises PylabError."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        needed = "what makes PNG is not installed: pip install 'pylab-asp[png]'"
        raise PylabError(f"{needed} (or write FILE.svg, and convert it)") from None
    try:
        return bytes(svg_to_bytes(**given))
    except ValueError as error:
        raise PylabError(f"a PNG can't be made of this picture: {error}") from None
