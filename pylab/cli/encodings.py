"""`pylab encodings`: which encoding files answer which task, and where they are."""

from __future__ import annotations

import click

from pylab import family as families
from pylab import resources


@click.command("encodings")
@click.option("--path", is_flag=True, help="Only print the folder they are in.")
def command(path: bool) -> None:
    """List the encodings of each family's tasks, and the overlays for them.

    \b
    Example:
      pylab encodings
      clingo $(pylab encodings --path)/ravensburger/plan.lp INSTANCE.lp
    """
    from pylab.encoding import header

    root = resources.encodings()
    if path:
        click.echo(root)
        return
    for name in families.names():
        for task in families.get(name).tasks:
            click.echo(f"{name}/{task.encoding}  {task.name}: {task.doc}")
        for overlay in sorted((root / name / "variants").glob("*.lp")):
            purpose = header(overlay).get("Purpose", "").split("\n")[0]
            click.echo(f"{name}/variants/{overlay.name}  overlay: {purpose}")
