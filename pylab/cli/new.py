"""`pylab new`: a template of a family, in Python or as a folder of rules."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

import click

from pylab.base import resources, whole_files
from pylab.base.errors import PylabError, printable
from pylab.cli.exits import remark
from pylab.cli.group import Group
from pylab.cli.options import takes

_TEMPLATE = Path(__file__).resolve().parents[1] / "template"


@click.group("new", cls=Group)
def command() -> None:
    """Create a working template to edit.

    \b
    Example:
      pylab new family hopscotch
    """


@command.command("family")
@click.argument("name")
@takes(into="--into DIR=.: Where to create its folder; by default, here.")
def family(name: str, into: Path) -> None:
    """Create a family of puzzles as a distribution of its own: DIR/pylab-NAME.

    It is a small puzzle with everything that a family needs, and its tests pass. Install it, run
    the tests, and replace the puzzle with your own, file by file.

    \b
    Example:
      pylab new family hopscotch --into puzzles
    """
    fits = re.fullmatch(r"[a-z][a-z0-9]{1,30}", name)
    _refuse_name(name, bool(fits), "2 to 31 lower-case letters and digits, a letter first")
    if keyword.iskeyword(name):
        raise PylabError(f"expected a name for a Python package, found Python's keyword {name}")
    folder = _written(_TEMPLATE, into / f"pylab-{name}", name)
    path = folder if folder.is_absolute() else f"./{folder}"  # a bare name would be the index's
    remark(f"wrote {folder}; next: run pip install {path}, then pytest in it; see its README")


@command.command("folder")
@click.argument("name")
@takes(
    board="--board: A game on a board; the default.",
    graph="--graph: A question about a graph.",
    into="--into DIR=.: Where to create the folder; by default, here.",
)
def folder(name: str, board: bool, graph: bool, into: Path) -> None:
    """Create a family as a folder of rules, without Python: DIR/NAME.

    Encoding, judge, pictures, a generator of random puzzles and known answers are there, and fit
    each other. Put your own rules in their place, file by file.

    \b
    Example:
      pylab new folder hopscotch && pylab test hopscotch
    """
    if board and graph:
        raise click.UsageError("expected one of --board and --graph, found both")
    made = created(f"template_folder/{'graph' if graph else 'board'}", into, name)
    remark(f"wrote {made}; next: run pylab test {made}; its README has more commands")


def created(template: str, into: Path, name: str) -> Path:
    """A new folder with a template's files and this name in them.

    Raises PylabError for a name that can't be one, and for a folder that is there already.
    """
    fits = re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{1,60}", name)
    _refuse_name(name, bool(fits), "2 to 61 letters, digits, - and _, a letter first")
    return _written(_TEMPLATE.parent / template, into / name, name)


def _refuse_name(name: str, fits: bool, wanted: str) -> None:
    """Raises PylabError for a name that doesn't fit, or that a family has."""
    if not fits:
        raise PylabError(f"expected a name of {wanted}, found {printable(name)!r}")
    if name in resources.packages():
        raise PylabError(f"there is a family {name} already")


def _written(template: Path, folder: Path, name: str) -> Path:
    """Write a template's files with this name in them. Raises PylabError."""
    try:
        folder.mkdir(parents=True)
        for path in sorted(template.rglob("*.in")):
            relative = str(path.relative_to(template)).removesuffix(".in").replace("NAME", name)
            text = path.read_text(encoding="utf-8").replace("NAME", name)
            (folder / relative).parent.mkdir(parents=True, exist_ok=True)
            with whole_files.written(folder / relative) as file:
                file.write(text.encode())
    except FileExistsError:
        raise PylabError(
            f"{printable(str(folder))} is there already; nothing was written"
        ) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise PylabError(f"{printable(str(folder))}: {reason}") from None
    return folder
