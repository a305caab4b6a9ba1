"""Programs that come as text: files as long as this process lives, as clingo wants files."""

from __future__ import annotations

import functools
import hashlib
import tempfile
from pathlib import Path

from pylab.encoding.places import TEXTS


def file_with(text: str, called: str) -> Path:
    """A file with that text; messages call it so, see `places.shown`.

    It stays for as long as anybody in this process may look at it.
    """
    key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    path = Path(_folder().name, key, f"{called}.lp")
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
    return path


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Removed when the process ends."""
    return tempfile.TemporaryDirectory(prefix=TEXTS)
