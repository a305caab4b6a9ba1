"""`pylab bench report`: tables, plots and an HTML page from the results of sweeps."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from pylab.base.errors import PylabError, SourceError, printable
from pylab.base.words import counted
from pylab.bench import records
from pylab.bench.analysis import Contradiction, Table, disagreements, tables
from pylab.bench.records import Record
from pylab.cli import given
from pylab.cli.bench.options import CLOCK, tell_broken
from pylab.cli.exits import BAD_INPUT, INVALID, OWN_INVALID, VALID, complain, remark
from pylab.cli.family_options import BriefCommand
from pylab.cli.options import takes
from pylab.cli.output import refuse_inputs, write_within
from pylab.cli.streams import steer, width
from pylab.text.source import decode_source

_ENDINGS = {".txt": "text", ".md": "markdown", ".csv": "csv", ".html": "html", ".htm": "html"}
FORMATS = tuple(dict.fromkeys(_ENDINGS.values()))


@click.command("report", cls=BriefCommand)
@click.argument("results", nargs=-1, required=True, type=click.Path(path_type=Path))
@takes(
    output="-o --output FILE: Write the report to FILE.",
    form=f"--format {'|'.join(FORMATS)}: By default, by FILE's ending, else text.",
    into="--into FILE: Write the overview into FILE, between the sweep's markers.",
    plots="--plots FOLDER: Cactus and scatter plots as SVG.",
    clock=CLOCK,
    details="--details: Also list each instance (text and Markdown).",
)
def command(
    results: Sequence[Path],
    output: str | None,
    form: str | None,
    into: str | None,
    plots: Path | None,
    clock: str,
    details: bool,
) -> int:
    """Print tables of the results of sweeps.

    RESULTS are files of results or folders of sweeps. Contradictions between answers come first.

    Exit codes: 0 no contradictions, 1 contradictions, 4 the checker or a judge found an answer
    invalid.

    \b
    Examples:
      pylab bench report out
      pylab bench report out/results.jsonl -o out/report.html
      pylab bench report out --format markdown --time cpu
    """
    only_into = into is not None and output is None and form is None and plots is None
    form = form or (_ENDINGS.get(Path(output).suffix, "text") if output else "text")
    if only_into or form not in ("text", "markdown"):
        given.refuse("details", why="is for a report in text or Markdown")
    if output is not None:
        refuse_inputs(output, further=(f for each in results for f in records.files_of(each)))
    read = records.read(results)
    tell_broken(read.broken)
    found = records.current(read.records)
    if not found:
        return complain("there are no records in these results", BAD_INPUT)
    topics, wrong = tables(found, clock), disagreements(found)
    if into is not None:
        _insert(Path(into), found, topics, wrong, clock)
    if only_into:
        return _code(found, wrong)
    most = None if output else width()
    text = _written(form, found, topics, wrong, clock, details, most)
    if output is None:
        lines = text.splitlines(keepends=True)
        red = len(wrong) if form == "text" else 0  # escaped already, and may be in colour
        steer("".join(lines[:red]))
        click.echo("".join(lines[red:]), nl=False)
    else:
        _write(Path(output), text)
    if plots is not None:
        _write_plots(plots, topics, clock)
    if wrong and (output is not None or form in ("csv", "html")):
        remark(f"{counted(len(wrong), 'contradiction')}, the first: {wrong[0]}")
    return _code(found, wrong)


def _code(found: Sequence[Record], wrong: Sequence[Contradiction]) -> int:
    if any(record.status == "invalid" for record in found):
        return OWN_INVALID
    return INVALID if wrong else VALID


def _insert(
    into: Path,
    found: Sequence[Record],
    topics: Sequence[Table],
    wrong: Sequence[Contradiction],
    clock: str,
) -> None:
    """Write the overview between the sweep's markers in a file. Raises PylabError without them."""
    from pylab.bench import marked
    from pylab.bench import tables as shown

    names = sorted({record.sweep for record in found})
    if len(names) > 1:
        raise PylabError(f"expected the results of one sweep, found {', '.join(names)}")
    source = decode_source(into.read_bytes(), str(into), SourceError)
    told = [f"{_marked(each, 'markdown')}\n" for each in wrong]
    text = "\n".join([*told, shown.overview(topics).markdown(), shown.origin(found, clock)])
    try:
        changed = marked.inserted(source.text, names[0], text)
    except PylabError as error:
        raise PylabError(f"{into}: {error}") from None
    _write(into, changed, "into")


def _written(
    form: str,
    found: Sequence[Record],
    topics: Sequence[Table],
    wrong: Sequence[Contradiction],
    clock: str,
    details: bool,
    most: int | None,
) -> str:
    from pylab.bench import tables as shown

    if form == "csv":
        return shown.csv_of(found)
    if form == "html":
        from pylab.bench.page import page

        return page(found, topics, wrong, clock)
    made = [shown.overview(topics)] if topics[1:] else []
    for table in topics:
        made += filter(None, (shown.summary(table), shown.duels(table)))
        made += [shown.details(table)] if details else []
    told = [_marked(each, form) for each in wrong]
    parts = [each.markdown() if form == "markdown" else each.text(most) for each in made]
    return "\n".join([*(["\n".join(told) + "\n"] if told else []), *parts])


def _marked(wrong: Contradiction, form: str) -> str:
    """The line of a contradiction; red on a terminal."""
    line = f"CONTRADICTION {printable(str(wrong))}"
    if form == "markdown":
        return f"- **{line}**"
    if os.environ.get("NO_COLOR") or not sys.stdout.isatty():
        return line
    return click.style(line, fg="red", bold=True)


def _write_plots(folder: Path, topics: Sequence[Table], clock: str) -> None:
    from pylab.bench import plots

    for number, table in enumerate(topics, 1):
        start = f"{number}-" if len(topics) > 1 else ""
        _write(folder / f"{start}cactus.svg", plots.cactus(table, clock))
        for index, other in enumerate(table.variants[1:], 1):
            end = f"-{index}" if len(table.variants) > 2 else ""
            drawing = plots.scatter(table, table.variants[0], other, clock)
            _write(folder / f"{start}scatter{end}.svg", drawing)


def _write(path: Path, text: str, option: str = "output") -> None:
    write_within(path.parent, {path.name: text}, option)
    remark(f"wrote {path}")
