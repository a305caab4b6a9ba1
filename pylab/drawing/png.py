"""SVG as PNG, by resvg, which `pip install 'pylab-asp[png]'` installs; imports it when asked."""

from __future__ import annotations

import importlib.util
import re

from pylab.base.errors import PylabError

_MODULE = "resvg_py"
_SIZE = re.compile(r'<svg [^>]*?\bwidth="([\d.]+)" height="([\d.]+)"')


def available() -> bool:
    """Whether PNGs can be made here."""
    return importlib.util.find_spec(_MODULE) is not None


def png(svg: str, within: tuple[int, int] | None = None) -> bytes:
    """The picture at twice its size, or as large as fits `within` a width and a height, in pixels.

    Raises PylabError if nothing that makes PNGs is installed, or the picture is too large for it.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        needed = "what makes PNG is not installed: pip install 'pylab-asp[png]'"
        raise PylabError(f"{needed} (or write FILE.svg, and convert it)") from None
    zoom = 2.0
    if within is not None and (found := _SIZE.match(svg)):
        zoom = min(most / float(size) for most, size in zip(within, found.groups(), strict=True))
    try:
        return bytes(svg_to_bytes(svg_string=svg, background="white", zoom=zoom))
    except ValueError as error:
        raise PylabError(f"a PNG can't be made of this picture: {error}") from None
