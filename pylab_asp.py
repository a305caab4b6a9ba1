"""The command `pylab`, under a name of its own: matplotlib installs a module named `pylab` too."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line, or say why another `pylab` is in the way."""
    import pylab

    if not hasattr(pylab, "__path__"):
        where = getattr(pylab, "__file__", "somewhere")
        sys.exit(
            f"pylab: another module named pylab is found first: {where}\n"
            "It comes with matplotlib. Install pylab-asp regularly (not editable, no -e), or in\n"
            "an environment of its own without matplotlib."
        )
    try:
        from pylab.cli import main as run

        run()
    except KeyboardInterrupt:  # while modules are still being imported
        sys.stderr.write("pylab: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
