"""clingo and the editor for pages, from the distribution that has them; knows no page."""

from __future__ import annotations

import base64
import gzip
import importlib
import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from pylab.base import resources
from pylab.base.errors import PylabError

GROUP = "pylab.lab"
"""The group of entry points in which the distribution is found."""

_BESIDE = Path(__file__).resolve().parents[3] / "lab" / "pylab_lab" / "vendor"
"""Where it is in a checkout."""

_WASM, _GLUE, _EDITOR = "clingo/clingo.wasm", "clingo/clingo.js", "codemirror/codemirror.js"


@dataclass(frozen=True)
class Engine:
    """What others made, as pages need it.

    Attributes:
        folder: of the files.
    """

    folder: Path

    @cached_property
    def editor(self) -> str:
        """The editor's source."""
        return self._text(_EDITOR)

    @cached_property
    def wasm(self) -> str:
        """clingo, compressed, in base64."""
        return packed(self._bytes(_WASM))

    @cached_property
    def glue(self) -> str:
        """What loads it, as the source of a worker rather than a module, compressed, in base64."""
        source = self._text(_GLUE)
        for old, new in (("import.meta.url", "self.location.href"), ("export default Module;", "")):
            if old not in source:
                raise PylabError(f"{self.folder / _GLUE}: expected {old!r} in it")
            source = source.replace(old, new)
        return packed(source.encode())

    @cached_property
    def licences(self) -> str:
        """What must go with every copy."""
        found = sorted(self.folder.glob("*/LICENSE*"))
        return "\n\n".join(f"== {file.name}\n\n{file.read_text('utf-8')}" for file in found)

    @cached_property
    def script(self) -> str:
        """All of it as a script of its own, for several pages beside it."""
        parts = json.dumps({"wasm": self.wasm, "glue": self.glue})
        return f"{self.editor}\nglobalThis.CM = CM;\nglobalThis.pylabEngine = {parts};\n"

    def _bytes(self, name: str) -> bytes:
        try:
            return (self.folder / name).read_bytes()
        except OSError as error:
            raise PylabError(f"{self.folder / name}: {error.strerror}") from None

    def _text(self, name: str) -> str:
        return self._bytes(name).decode("utf-8")


def find() -> Engine:
    """What is installed, else what lies in the checkout. Raises PylabError with what to do."""
    for _, module in resources.entry_points(GROUP):
        try:
            return Engine(Path(importlib.import_module(module).VENDOR))
        except (ImportError, AttributeError) as error:
            raise PylabError(f"{module}, which has clingo for pages, is broken: {error}") from error
    if (_BESIDE / _WASM).is_file():
        return Engine(_BESIDE)
    raise PylabError(
        "a lab needs clingo as WebAssembly and an editor, which are a distribution of their own: "
        "pip install ./lab in pylab's checkout, or pip install 'pylab-asp[lab]'"
    )


@lru_cache(maxsize=4)
def packed(data: bytes) -> str:
    """Compressed, in base64; the same for the same."""
    return base64.b64encode(gzip.compress(data, 6, mtime=0)).decode()
