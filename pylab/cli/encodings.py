"""`pylab encodings`: lists, prints, copies and draws the encodings of families."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import click

from pylab.base import resources
from pylab.base.errors import PylabError
from pylab.base.listing import Task
from pylab.cli import completion, given
from pylab.cli.exits import remark
from pylab.cli.options import shared, takes
from pylab.cli.output import write
from pylab.cli.streams import folded
from pylab.core.options import flag
from pylab.family import registry
from pylab.family.table import Family

if TYPE_CHECKING:
    from pylab.analysis.catalogue import CatalogueEntry


@click.group("encodings", invoke_without_command=True)
@takes(
    path="--path: Print only the folder of the encodings.",
    family="--family NAME: List only this family's encodings.",
    form="--format text|json=text: Text for people or JSON for programs.",
)
@click.pass_context
def command(context: click.Context, path: bool, family: str | None, form: str) -> None:
    """List the encodings of all tasks, their overlays, and the judges.

    Each is listed with its purpose, the files it includes or replaces, the
    predicates it may read and those it shows, and the options that it sets.

    \b
    Example:
      pylab encodings
      pylab encodings --family alice
      clingo $(pylab encodings --path)/ravensburger/plan.lp INSTANCE.lp
    """
    if context.invoked_subcommand:
        why = f"has no use before {context.invoked_subcommand}"
        given.refuse_all_but(why=why, context=context)
        return
    if path:
        given.refuse("family", "form", why="has no use beside --path")
        click.echo(resources.shipped("encodings"))
        return
    chosen = [registry.get(family)] if family else registry.families()
    if form == "json":
        rows = [_data(each) for each in chosen]
        click.echo(json.dumps({"schema": 1, "families": rows}, indent=1))
        return
    for each in chosen:
        for role, task, entry in _listed(each):
            for line in _lines(each, role, task, entry):
                click.echo(folded(line, 13 if line.startswith(" ") else 2))


_SECTIONS = {
    "includes": "includes",
    "replaces": "replaces",
    "options": "sets",
    "inputs": "may read",
    "outputs": "gives",
}


def _listed(family: Family[Any, Any]) -> Iterator[tuple[str, Task | None, CatalogueEntry | None]]:
    """The role of each file, its task if it is an entry, and what its header says.

    A task without an encoding has no file.
    """
    from pylab.analysis import catalogue

    for task in family.tasks:
        path = catalogue.entry_of(family, task) if task.encoding else None
        yield "task", task, catalogue.listing(path) if path else None
    others = [("overlay", path) for path in catalogue.overlays_of(family)]
    for role, path in (*others, ("judge", family.judge), ("scene", family.scene)):
        if path is not None:
            yield role, None, catalogue.listing(path)


def _lines(
    family: Family[Any, Any], role: str, task: Task | None, entry: CatalogueEntry | None
) -> Iterator[str]:
    """What is known of a file."""
    told = f"{task.name}: {task.doc}" if task else f"{role}: {entry.purpose if entry else ''}"
    if entry is None:
        yield f"{family.name}  {told} (native, no encoding)"
        return
    yield f"{entry.name}  {told}"
    sections = ((word, getattr(entry, title)) for title, word in _SECTIONS.items())
    yield from (f"    {word:9}{', '.join(values)}" for word, values in sections if values)


def _data(family: Family[Any, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"name": family.name, "tasks": [], "overlays": []}
    for role, task, entry in _listed(family):
        if entry and task:
            own = {"name": task.name, "doc": task.doc, "file": task.encoding}
            found["tasks"].append(asdict(entry) | own)
        elif entry and role == "overlay":
            found["overlays"].append(asdict(entry))
        elif entry:
            found[role] = asdict(entry)
    return found


def _family_and_task(family: str, task: str) -> tuple[Family[Any, Any], Task]:
    found = registry.get(family)
    return found, found.task(task)


_with = shared("overlays")


def _assembled(family: Family[Any, Any], task: Task, overlays: tuple[str, ...]) -> Any:
    from pylab.analysis import catalogue
    from pylab.encoding import files
    from pylab.encoding import program as encoding

    paths = [files.find(overlay, family.name) for overlay in overlays]
    return encoding.load(catalogue.entry_of(family, task), paths, scripts=True)


@command.command("show")
@click.argument("family", shell_complete=completion.family)
@click.argument("task", shell_complete=completion.task)
@_with
@click.option("--predicates", is_flag=True, help="Print comments on its predicates instead.")
def show(family: str, task: str, overlays: tuple[str, ...], predicates: bool) -> None:
    """Print the whole program of TASK: entry, includes and overlays.

    clingo can run it as it is; if overlays set options, a remark says how to make
    its facts. Comments name the file of each part. With --predicates, print
    comments for Potassco's mkdoclingo.

    \b
    Example:
      pylab encodings show ravensburger shortest
      pylab encodings show ravensburger shortest --with any > program.lp
      pylab encodings show ravensburger shortest --predicates > predicates.lp
    """
    from pylab.analysis import catalogue

    program = _assembled(*_family_and_task(family, task), overlays)
    text = catalogue.predicates_text if predicates else catalogue.program_text
    click.echo(text(program), nl=False)
    if program.options and not predicates:
        words = (
            flag(name) if value == "true" else f"{flag(name)} {value}"
            for name, value in program.options.items()
        )
        told = "for its facts, set the options of these overlays"
        remark(f"{told}: pylab facts FILE {' '.join(words)}")


@command.command("copy")
@click.argument("family", shell_complete=completion.family)
@click.argument("task", shell_complete=completion.task)
@click.argument("folder", metavar="DIR", shell_complete=completion.folder)
def copy(family: str, task: str, folder: str) -> None:
    """Copy the encoding of TASK and its includes into DIR, ready to edit.

    A README.md there lists the next commands. Nothing is overwritten.

    \b
    Example:
      pylab encodings copy ravensburger shortest my
    """
    from pylab.analysis import catalogue

    found, asked = _family_and_task(family, task)
    samples = catalogue.shipped_instances(found)
    sample = "INSTANCE"
    if samples and resources.by_folder(found.name):
        sample = resources.brief(samples[0])
    elif samples:
        sample = f"{found.name}/{samples[0].name}"
    for path in catalogue.copy(found, asked, Path(folder), sample):
        click.echo(path)


@command.command("graph")
@click.argument("family", shell_complete=completion.family)
@click.argument("task", shell_complete=completion.task)
@_with
@takes(output="-o --output FILE: Write .svg or .dot; by default, print DOT.")
def graph(family: str, task: str, overlays: tuple[str, ...], output: str | None) -> None:
    """Draw how the predicates of TASK's program depend on each other.

    The picture also names the file that defines each predicate.

    \b
    Example:
      pylab encodings graph ravensburger shortest -o shortest.svg
    """
    from pylab.analysis import diagram
    from pylab.encoding.predicates import dependencies

    found, asked = _family_and_task(family, task)
    forms = {".svg": diagram.svg, ".dot": diagram.dot, "": diagram.dot}
    suffix = PurePath(output or "").suffix.lower()
    if suffix not in forms:
        raise PylabError(f"expected an output that ends in .svg or .dot, found {output!r}")
    rests = dependencies(_assembled(found, asked, overlays).written)
    text = forms[suffix](rests, f"{found.name}/{asked.encoding}")
    if output is None:
        click.echo(text, nl=False)
        return
    write(output, text)
