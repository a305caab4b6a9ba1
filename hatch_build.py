"""Compiles the hot loops of the lazy search, if PYLAB_COMPILED=1; knows nothing of what they do.

The modules go through mypyc as they are, in a temporary folder: what is compiled is found in the
wheel, beside its source, and nowhere else. An editable install is never compiled, lest what runs
is older than what is read.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_WANTED = os.environ.get("PYLAB_COMPILED") == "1"
_PACKAGE = "pylab/families/ravensburger"
_MODULES = ("moves", "slots", "flood", "backward", "goal_side", "lazy")


class Compiled(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel."""

    def dependencies(self) -> list[str]:
        """What the build takes: the compiler, and what the package imports, for its types."""
        if not _WANTED:
            return []
        return ["mypy>=2.4", "setuptools>=77", *self.metadata.core.dependencies]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile. Raises CalledProcessError, for example where there is no C compiler."""
        if not _WANTED or version == "editable":
            return
        self._kept = tempfile.TemporaryDirectory(prefix="pylab-compiled-")
        folder = Path(self._kept.name)
        shutil.copytree(Path(self.root, "pylab"), folder / "pylab")
        sources = [f"{_PACKAGE}/{name}.py" for name in _MODULES]
        subprocess.run([sys.executable, "-m", "mypyc", *sources], cwd=folder, check=True)
        for place in (folder, folder / _PACKAGE):
            for built in (*place.glob("*.so"), *place.glob("*.pyd")):
                build_data["force_include"][str(built)] = str(built.relative_to(folder))
        build_data["pure_python"], build_data["infer_tag"] = False, True
