"""`pylab families`: the families of puzzles and their tasks."""

from __future__ import annotations

import json

import click

from pylab.cli import completion
from pylab.cli.exits import remark
from pylab.cli.options import takes
from pylab.cli.streams import folded
from pylab.family import registry


@click.command("families")
@click.argument("folders", nargs=-1, shell_complete=completion.folder, metavar="[FOLDER]...")
@takes(form="--format text|json=text: Text for people or JSON for programs.")
def command(folders: tuple[str, ...], form: str) -> None:
    """List the families with file endings and tasks; the first task is the default.

    With FOLDERs of rules, list these instead.

    \b
    Example:
      pylab families
    """
    known = [registry.get(each).listing for each in folders] or registry.listings()
    for message in registry.unloadable():
        remark(message)
    if form == "json":
        keys = ("name", "doc", "encoding", "native")
        rows = [
            {name: getattr(family, name) for name in ("name", "doc", "suffixes")}
            | {"tasks": [{key: getattr(task, key) for key in keys} for task in family.tasks]}
            for family in known
        ]
        click.echo(json.dumps({"schema": 1, "families": rows}, indent=1))
        return
    for family in known:
        endings = f" ({' '.join(family.suffixes)})" if family.suffixes else ""
        stop = "." if ". " in family.doc else ""
        click.echo(folded(f"{family.name}{endings}: {family.doc}{stop}", 2))
        for task in family.tasks:
            engines = ", ".join(["clingo"] * bool(task.encoding) + ["native"] * task.native)
            click.echo(folded(f"  {task.name:12} {task.doc} [{engines}]", 15))
