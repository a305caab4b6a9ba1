"""Finds clingo and the editor for pages, in the distribution that contains them."""

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
"""The group of entry points of that distribution."""

_BESIDE = Path(__file__).resolve().parents[3] / "lab" / "pylab_lab" / "vendor"
"""Its place in a checkout."""

_WASM, _GLUE, _EDITOR = "clingo/clingo.wasm", "clingo/clingo.js", "codemirror/codemirror.js"


@dataclass(frozen=True)
class LabSoftware:
    """The third-party software, as pages need it, from the files in a folder."""

    folder: Path

    @cached_property
    def editor(self) -> str:
        """The editor's source."""
        return self._text(_EDITOR)

    @cached_property
    def packed_editor(self) -> str:
        """The editor's source, compressed, in base64; a page allows it by its hash."""
        return packed(self.editor.encode())

    @cached_property
    def wasm(self) -> str:
        """clingo, compressed, in base64."""
        return packed(self._bytes(_WASM))

    @cached_property
    def glue(self) -> str:
        """Its loader, as the source of a worker instead of a module, compressed, in base64."""
        source = self._text(_GLUE)
        for old, new in (("import.meta.url", "self.location.href"), ("export default Module;", "")):
            if old not in source:
                raise PylabError(f"{self.folder / _GLUE}: expected {old!r} in it")
            source = source.replace(old, new)
        return packed(source.encode())

    @cached_property
    def licences(self) -> str:
        """The licences that must go with every copy."""
        found = sorted(self.folder.glob("*/LICENSE*"))
        return "\n\n".join(f"== {file.name}\n\n{file.read_text('utf-8')}" for file in found)

    @cached_property
    def script(self) -> str:
        """All of it as one script, for several pages to share."""
        parts = json.dumps({"wasm": self.wasm, "glue": self.glue})
        return f"{self.editor}\nglobalThis.CM = CM;\nglobalThis.pylabEngine = {parts};\n"

    def _bytes(self, name: str) -> bytes:
        try:
            return (self.folder / name).read_bytes()
        except OSError as error:
            raise PylabError(f"{self.folder / name}: {error.strerror}") from None

    def _text(self, name: str) -> str:
        return self._bytes(name).decode("utf-8")


def find() -> LabSoftware:
    """The installed distribution, or the checkout's. Raises PylabError with what to install."""
    for _, module in resources.entry_points(GROUP):
        try:
            return LabSoftware(Path(importlib.import_module(module).VENDOR))
        except (ImportError, AttributeError) as error:
            raise PylabError(f"{module}, which has clingo for pages, is broken: {error}") from error
    if (_BESIDE / _WASM).is_file():
        return LabSoftware(_BESIDE)
    raise PylabError(
        "a lab needs clingo as WebAssembly and an editor, which are a distribution of their own: "
        "pip install ./lab in pylab's checkout, or pip install 'pylab-asp[lab]'"
    )


@lru_cache(maxsize=5)
def packed(data: bytes) -> str:
    """The data compressed, in base64; deterministic."""
    return base64.b64encode(gzip.compress(data, 6, mtime=0)).decode()
