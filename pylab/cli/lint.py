"""`pylab lint`: what is likely wrong with an encoding, before it is run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from pylab import registry
from pylab.cli.exits import FAULTLESS, FAULTY, remark
from pylab.cli.options import form_option

if TYPE_CHECKING:
    from pylab.dropped import Finding


@click.command("lint")
@click.argument("file")
@click.option(
    "--with", "overlays", multiple=True, metavar="FILE.lp", help="An overlay; repeatable."
)
@click.option("--family", metavar="NAME", help="By default, the family whose facts it uses.")
@click.option("--task", metavar="NAME", help="By default, what the file is named after.")
@form_option
def command(
    file: str, overlays: tuple[str, ...], family: str | None, task: str | None, form: str
) -> int:
    """Look for what is likely wrong with the encoding FILE and what it includes.

    Predicates that are used and never defined, or defined and never used; wrong numbers of
    arguments; input predicates that are redefined, output predicates that are not shown; unsafe
    variables; syntax errors; headers that are out of step with the rules; and what nobody would
    follow: parts that are never grounded, rules in base about later steps, theory atoms, externals
    that nobody sets, inputs that nothing gives. An overlay is looked
    at with what it is laid over: FILE is the entry then, the overlay comes after --with.

    Exit codes: 0 nothing found, 1 something found.

    \b
    Examples:
      pylab lint ravensburger/shortest.lp
      pylab lint ravensburger/plan.lp --with variants/fewest.lp
    """
    from pylab import encoding
    from pylab.variants import asked
    from pylab.variants.lint import lint

    entry = asked.found(file, family)
    reads = registry.get(family) if family else asked.reader_of(entry)
    meant = asked.task_linted(reads, entry, task)
    if reads is None:
        remark("no family's facts are used: say whose encoding it is with --family")
    else:
        told = f", task {meant.name}" if meant else "; its name is no task's, --task says which"
        remark(f"family {reads.name}{told}")
    paths = [encoding.find(each, reads.name if reads else "") for each in overlays]
    findings = lint(entry, paths, reads, meant)
    if form == "json":
        rows = [_row(each) for each in findings]
        click.echo(json.dumps({"schema": 1, "findings": rows}, indent=1))
    else:
        for finding in findings:
            click.echo(str(finding))
        number = len(findings)
        click.echo(f"{number or 'no'} finding{'' if number == 1 else 's'}")
    return FAULTY if findings else FAULTLESS


def _row(finding: Finding) -> dict[str, object]:
    place = finding.place
    where = None if place is None else {"file": place.source, "line": place.line}
    if where is not None and place is not None:
        where["column"] = place.column
    return {"code": finding.code, "message": finding.message, "place": where}
