"""The package `pylab` under a second name, because matplotlib installs a module named `pylab`, too.

`import pylab_asp` offers all that `import pylab` does. It imports the package beside this one, even
if another module named pylab comes first on the path. If that module has been imported already, an
ImportError says what to do.
"""

from __future__ import annotations

import gc
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # until `main` runs, Ctrl-C prints a traceback, so few imports come first
    from typing import Any

    from pylab import *  # noqa: F403

_HINT = """\
another module named pylab is imported already: {where}
It comes with matplotlib, which calls it matplotlib.pylab as well: write `from matplotlib import
pylab` or, better, `import matplotlib.pyplot as plt`, instead of `import pylab`; or import pylab_asp
first. Then start Python anew."""


def main() -> None:
    """Run the command line; exit with a message if it can't be imported."""
    # modules, large puzzles and searches are many small objects, hardly any of them in cycles: a
    # full collection takes seconds, in which no limit is checked
    gc.set_threshold(1_000_000, 20, 1_000_000)
    try:
        import signal

        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, _interrupted)
    except KeyboardInterrupt:
        _interrupted()
    try:
        _package()
    except ImportError as error:
        sys.exit(f"pylab: {error}")
    from pylab.cli import main as run

    run()


def _interrupted(*_: object) -> None:
    """End the process at once: an exception can get lost while modules are imported."""
    import os

    os.write(2, b"pylab: interrupted\n")
    os._exit(130)


def _package() -> Any:
    """Import the package. Raises ImportError with a message on what to do."""
    known = sys.modules.get("pylab")
    if known is None:
        _find()
        import pylab as known
    if not hasattr(known, "__path__"):
        raise ImportError(_HINT.format(where=getattr(known, "__file__", "somewhere")))
    return known


def _find() -> None:
    """Import the package beside this one, if another pylab comes first on the path."""
    from importlib.machinery import PathFinder

    first = PathFinder.find_spec("pylab")
    if first is None or first.submodule_search_locations is not None:
        return
    from pathlib import Path

    ours = PathFinder.find_spec("pylab", [str(Path(__file__).resolve().parents[1])])
    if ours is None or ours.submodule_search_locations is None or ours.loader is None:
        return
    from importlib.util import module_from_spec

    package = sys.modules["pylab"] = module_from_spec(ours)
    ours.loader.exec_module(package)


def __getattr__(name: str) -> Any:
    if name.startswith("__") and name not in ("__version__", "__all__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "__all__":
        return [*_package()._HOME, "__version__"]
    return getattr(_package(), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *dir(_package())})


if "pylab" not in sys.modules:  # so that `import pylab` means the package from now on, too
    _find()
