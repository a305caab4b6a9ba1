"""`pylab test`: tests the files of a folder of rules against each other."""

from __future__ import annotations

from pathlib import Path

import click

from pylab.cli import completion
from pylab.cli.exits import FAULTLESS, FAULTY
from pylab.cli.options import takes
from pylab.cli.output import refuse_inputs, write
from pylab.cli.streams import folded
from pylab.family import registry


@click.command("test")
@click.argument("folder", shell_complete=completion.folder)
@takes(
    seed="--seed INTEGER=1: For the random puzzles.",
    junit="--junit FILE.xml: Also write the outcomes for a build server.",
    everything="--all: Show each test, not only failures.",
)
def command(folder: str, seed: int, junit: str | None, everything: bool) -> int:
    """Test the files of a folder of rules against each other.

    The rules are linted, and the puzzles are solved and their answers judged. Tests also cover
    known answers, accepted and rejected witnesses, programs run by clingo alone, encodings of one
    task, moves.lp, the generator, pictures, and the coverage of rules.

    Exit codes: 0 no test failed, 1 a test failed.

    \b
    Example:
      pylab test hops
    """
    from pylab.testing import folders

    path = Path(folder)
    family = registry.written(path) if path.is_dir() else registry.get(folder)
    if junit is not None:
        refuse_inputs(junit, "junit")
    found = []
    chapters: dict[str, list[int]] = {}
    for each in folders.outcomes(family, seed):
        found.append(each)
        row = chapters.setdefault(each.chapter, [0, 0, 0])
        row[1 if each.wrong else 2 if each.skipped else 0] += 1
        if each.wrong or everything:
            word = "wrong" if each.wrong else "skipped" if each.skipped else "ok"
            told = each.wrong or each.skipped
            click.echo(folded(": ".join(filter(None, (word, each.chapter, each.name, told))), 2))
    click.echo(f"{'':12}{'ok':>8}{'wrong':>8}{'skipped':>8}")
    for chapter, row in chapters.items():
        click.echo(f"{chapter:12}" + "".join(f"{number or '':>8}" for number in row))
    for reason in dict.fromkeys(each.skipped for each in found if each.skipped):
        click.echo(folded(f"skipped: {reason}", 2))
    if junit is not None:
        write(junit, folders.junit(family.name, found), "junit")
    return FAULTY if any(each.wrong for each in found) else FAULTLESS
