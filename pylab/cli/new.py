"""`pylab new family NAME`: a template of a family, as a distribution with tests."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

import click

from pylab.base import resources
from pylab.base.errors import PylabError, printable
from pylab.cli import completion
from pylab.cli.exits import remark

_TEMPLATE = Path(__file__).resolve().parents[1] / "template"


@click.group("new")
def command() -> None:
    """Create a working template to edit.

    \b
    Example:
      pylab new family hopscotch
    """


@command.command("family")
@click.argument("name")
@click.option(
    "--into",
    default=".",
    metavar="DIR",
    shell_complete=completion.folder,
    help="Where to create its folder; by default, here.",
)
def family(name: str, into: str) -> None:
    """Create a family of puzzles as a distribution of its own: DIR/pylab-NAME.

    It is a small puzzle with everything that a family needs, and its tests pass. Install it, run
    the tests, and replace the puzzle with your own, file by file.

    \b
    Example:
      pylab new family hopscotch --into puzzles
    """
    if not re.fullmatch(r"[a-z][a-z0-9]{1,30}", name) or keyword.iskeyword(name):
        wanted = "a name of 2 to 31 lower-case letters and digits"
        raise PylabError(f"expected {wanted}, found {printable(name)!r}")
    if name in resources.packages():
        raise PylabError(f"there is a family {name} already")
    folder = Path(into, f"pylab-{name}")
    try:
        folder.mkdir(parents=True)
        for path in sorted(_TEMPLATE.rglob("*.in")):
            relative = str(path.relative_to(_TEMPLATE)).removesuffix(".in").replace("NAME", name)
            text = path.read_text(encoding="utf-8").replace("NAME", name)
            (folder / relative).parent.mkdir(parents=True, exist_ok=True)
            (folder / relative).write_text(text, encoding="utf-8")
    except FileExistsError:
        raise PylabError(
            f"{printable(str(folder))} is there already; nothing was written"
        ) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise PylabError(f"{printable(str(folder))}: {reason}") from None
    remark(f"wrote {folder}: pip install it, then pytest in it; its README says what comes next")
