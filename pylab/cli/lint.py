"""`pylab lint`: what is likely wrong with an encoding, before it is run."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import click

from pylab import family as families
from pylab.cli.exits import FAULTLESS, FAULTY, remark
from pylab.errors import EncodingError, PylabError
from pylab.family import Family, Task

if TYPE_CHECKING:
    from pylab.variants.lint import Finding


@click.command("lint")
@click.argument("file")
@click.option(
    "--with", "overlays", multiple=True, metavar="FILE.lp", help="An overlay; repeatable."
)
@click.option("--family", metavar="NAME", help="By default, the family whose facts it uses.")
@click.option("--task", metavar="NAME", help="By default, what the file is named after.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="For people, or for programs.",
)
def command(
    file: str, overlays: tuple[str, ...], family: str | None, task: str | None, form: str
) -> int:
    """Look for what is likely wrong with the encoding FILE and what it includes.

    Predicates that are used and never defined, or defined and never used; wrong numbers of
    arguments; input predicates that are redefined, output predicates that are not shown; unsafe
    variables; syntax errors; headers that are out of step with the rules. An overlay is looked
    at with what it is laid over: FILE is the entry then, the overlay comes after --with.

    Exit codes: 0 nothing found, 1 something found.

    \b
    Examples:
      pylab lint ravensburger/shortest.lp
      pylab lint ravensburger/plan.lp --with variants/fewest.lp
    """
    from pylab import encoding
    from pylab.variants.lint import lint

    known = [families.get(name) for name in families.names()]
    entry = _found(file, family, known)
    reads = families.get(family) if family else _family(entry, known)
    asked = _task(reads, entry, task)
    if reads is None:
        remark("no family's facts are used: say whose encoding it is with --family")
    else:
        told = f", task {asked.name}" if asked else "; its name is no task's, --task says which"
        remark(f"family {reads.name}{told}")
    paths = [encoding.find(each, reads.name if reads else "") for each in overlays]
    findings = lint(entry, paths, reads, asked)
    if form == "json":
        rows = [_row(each) for each in findings]
        click.echo(json.dumps({"schema": 1, "findings": rows}, indent=1))
    else:
        for finding in findings:
            click.echo(str(finding))
        number = len(findings)
        click.echo(f"{number or 'no'} finding{'' if number == 1 else 's'}")
    return FAULTY if findings else FAULTLESS


def _found(file: str, family: str | None, known: list[Family[Any, Any]]) -> Path:
    """The file itself, or the shipped one of that name."""
    from pylab import encoding

    with contextlib.suppress(OSError, ValueError):
        if Path(file).exists() and not Path(file).is_dir():
            return Path(file).absolute()
    names = [family] if family else [each.name for each in known]
    for name in names:
        with contextlib.suppress(EncodingError):
            return encoding.find(file, name).absolute()
    raise EncodingError(f"{file}: no such file, and no encoding has that name")


def _family(entry: Path, known: list[Family[Any, Any]]) -> Family[Any, Any] | None:
    """The family in whose folder it is; else the one whose facts it uses."""
    from pylab import encoding, resources
    from pylab.variants.lint import family_of

    if entry.is_relative_to(resources.encodings()):
        name = entry.relative_to(resources.encodings()).parts[0]
        return next((each for each in known if each.name == name), None)
    try:
        return family_of(encoding.load(entry, scripts=True).statements, known)
    except EncodingError:
        return None


def _task(family: Family[Any, Any] | None, entry: Path, task: str | None) -> Task | None:
    if family is None:
        if task is not None:
            raise PylabError("--task needs --family")
        return None
    if task is not None:
        return families.task_of(family, task)
    stems = {PurePath(each.encoding).stem: each for each in family.tasks if each.encoding}
    return stems.get(entry.stem)


def _row(finding: Finding) -> dict[str, object]:
    place = finding.place
    where = None if place is None else {"file": place.source, "line": place.line}
    if where is not None and place is not None:
        where["column"] = place.column
    return {"code": finding.code, "message": finding.message, "place": where}
