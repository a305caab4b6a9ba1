"""Tables of a sweep as plain text, Markdown, CSV or HTML; computes nothing that is in them."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from pylab.base.errors import printable
from pylab.base.finding import Number
from pylab.bench.analysis import VIRTUAL_BEST, Pair, Table, pairs, rows
from pylab.bench.records import STATUSES, Record

NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells of text under heads; all columns but the first are aligned to the right."""

    title: str
    heads: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]

    def text(self, most: int | None = None) -> str:
        """For a terminal; of so many columns at most, if that is said.

        What has no room beside the first column stands below, with the first column again.

        >>> print(Grid("seconds", ("", "one", "two"), (("a", "1", "22"),)).text(8))
        seconds
           one
        a    1
        <BLANKLINE>
           two
        a   22
        <BLANKLINE>
        """
        lines = [self.heads, *self.cells]
        shown = [[printable(cell) for cell in line] for line in lines]
        widths = [max(len(line[i]) for line in shown) for i in range(len(self.heads))]
        blocks: list[list[int]] = [[]]
        for column in range(1, len(widths)):
            taken = widths[0] + sum(2 + widths[i] for i in (*blocks[-1], column))
            if most is not None and taken > most and blocks[-1]:
                blocks.append([])
            blocks[-1].append(column)
        aligned = [
            "\n".join(
                "  ".join(
                    [line[0].ljust(widths[0]), *(line[i].rjust(widths[i]) for i in block)]
                ).rstrip()
                for line in shown
            )
            for block in blocks
        ]
        return f"{printable(self.title)}\n" + "\n\n".join(aligned) + "\n"

    def markdown(self) -> str:
        """For a README."""
        rule = ["---", *["---:"] * (len(self.heads) - 1)]
        lines = [
            "| " + " | ".join(_plain(cell) for cell in line) + " |"
            for line in (self.heads, rule, *self.cells)
        ]
        return "\n".join([f"**{_plain(self.title)}**", "", *lines]) + "\n"

    def html(self) -> str:
        """For the page."""
        heads = "".join(f"<th>{_text(head)}</th>" for head in self.heads)
        body = "\n".join(
            "<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in line) + "</tr>"
            for line in self.cells
        )
        return (
            f"<table><caption>{_text(self.title)}</caption>\n"
            f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody></table>\n"
        )


def summary(table: Table) -> Grid:
    """Who solved how much, how quickly."""
    made = rows(table)
    several = len(made) > 1
    heads = ("variant", "solved", "of", "PAR2 s", "median s", "total s", "MB")
    extra = ("best", "alone") if several else ()
    statuses = [s for s in STATUSES if any(s in row.statuses for row in made)]
    return Grid(
        f"{table.question}: {len(table.instances)} instance{'s' * (len(table.instances) != 1)}",
        (*heads, *extra, *statuses),
        tuple(
            (
                row.variant, str(row.solved), str(row.instances), seconds(row.par2),
                seconds(row.median), seconds(row.total), _figure(row.memory, 0),
                *((NOTHING, NOTHING) if row.variant == VIRTUAL_BEST else
                  (str(row.best), str(row.alone)) if several else ()),
                *(str(row.statuses.get(status, 0)) for status in statuses),
            )
            for row in made
        ),
    )  # fmt: skip


def overview(questions: Sequence[Table]) -> Grid:
    """A line for each question: how much each variant solved, and its PAR2."""
    names = [name for table in questions for name in table.variants]
    variants = tuple(dict.fromkeys(names))
    cells = []
    for table in questions:
        made = {row.variant: row for row in rows(table)}
        told = [made.get(name) for name in variants]
        cells.append(
            (
                str(table.question),
                str(len(table.instances)),
                *("" if r is None else f"{r.solved} ({seconds(r.par2)} s)" for r in told),
            )
        )
    return Grid("Solved, and PAR2", ("question", "of", *variants), tuple(cells))


def duels(table: Table) -> Grid | None:
    """Each two variants side by side; None if there is just one."""
    made = pairs(table)
    if not made:
        return None
    heads = ("first : second", "second / first", "both solved", "first wins", "second wins", "ties")
    return Grid(f"{table.question}: pair by pair", heads, tuple(map(_duel, made)))


def _duel(pair: Pair) -> tuple[str, ...]:
    return (
        f"{pair.first} : {pair.second}",
        _figure(pair.ratio, 2),
        *map(str, (pair.both, pair.wins, pair.losses, pair.ties)),
    )


def details(table: Table) -> Grid:
    """Each instance with each variant's time, or why there is none."""
    cells = []
    for instance in table.instances:
        row = [instance]
        for variant in table.variants:
            result = table.results.get((variant, instance))
            if result is None:
                row.append("")
            elif result.seconds is None:
                row.append(result.status)
            else:
                first = result.records[0]
                cost = "" if first.cost is None else f" {_cost(first.cost)}"
                proven = " certified" * all(record.certified for record in result.records)
                row.append(f"{result.status}{proven}{cost} {seconds(result.seconds)}")
        cells.append(tuple(row))
    title = f"{table.question}: each instance, seconds; what isn't certified is a claim"
    return Grid(title, ("instance", *table.variants), tuple(cells))


def statistics_grid(records: Sequence[Record]) -> Grid:
    """Where the records are from."""

    def kinds(values: Sequence[str]) -> str:
        return ", ".join(sorted(set(filter(None, values)))) or NOTHING

    cells = (
        ("sweep", kinds([r.sweep for r in records])),
        ("jobs", str(len(records))),
        ("pylab", kinds([r.pylab for r in records])),
        ("clingo", kinds([r.clingo for r in records])),
        ("hosts", kinds([r.host for r in records])),
        ("time limit s", kinds([_figure(r.time_limit, None) for r in records])),
        ("memory limit MB", kinds([_figure(r.memory_limit, None) for r in records])),
        ("first started", min((r.started for r in records), default=NOTHING)),
    )
    return Grid("Where this is from", ("", ""), cells)


def origin(records: Sequence[Record], clock: str) -> str:
    """Where an overview is from and what its figures mean, as a paragraph of Markdown."""

    def kinds(values: Sequence[object]) -> str:
        return ", ".join(sorted({str(value) for value in values}))

    repetitions = 1 + max(record.repetition for record in records)
    told = (
        f"Solved, and in brackets PAR2: the mean of {clock} seconds"
        f"{f', medians of {repetitions} runs' if repetitions > 1 else ''}, an unsolved instance "
        f"counted with twice the limit of {kinds([_figure(r.time_limit, None) for r in records])} "
        f"s. pylab {kinds([r.pylab for r in records])}, "
        f"clingo {kinds([r.clingo for r in records])}."
    )
    return _plain(told) + "\n"


_COLUMNS = (
    "sweep", "family", "instance", "task", "asks", "variant", "engine", "repetition", "status",
    "signal", "reason", "count", "complete", "optimal", "cost", "at_least", "checked",
    "rejected", "certified", "memory", "time_limit", "memory_limit", "host", "started", "pylab",
    "clingo", "key",
)  # fmt: skip
_TIMES = ("reading", "grounding", "solving", "wall", "cpu")


def csv_of(records: Sequence[Record]) -> str:
    """A line for each job."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*_COLUMNS, *(f"{name}_seconds" for name in _TIMES)])
    for record in records:
        writer.writerow(
            [
                *(_csv(getattr(record, name)) for name in _COLUMNS),
                *(_csv(record.times.get(name)) for name in _TIMES),
            ]
        )
    return out.getvalue()


def seconds(value: float | None) -> str:
    """Seconds with three figures, at most three decimals.

    >>> seconds(None), seconds(0.01234), seconds(12.345), seconds(1234.5)
    ('-', '0.012', '12.3', '1234')
    """
    if value is None:
        return NOTHING
    return f"{value:.{3 if value < 1 else 2 if value < 10 else 1 if value < 100 else 0}f}"


def _figure(value: float | None, decimals: int | None) -> str:
    if value is None:
        return NOTHING
    return f"{value:g}" if decimals is None else f"{value:.{decimals}f}"


def _cost(cost: Number) -> str:
    return str(cost) if abs(cost) < 10**12 else f"{str(cost)[:4]}… ({len(str(cost))} digits)"


def _csv(value: object) -> object:
    """Spreadsheets run what looks like a formula; numbers and words stay what they are."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        shown = printable(value)
        return f"'{shown}" if shown[:1] in ("=", "+", "-", "@") else shown
    return "" if value is None else value


def _plain(text: str) -> str:
    """For Markdown, which takes what is in angle brackets for HTML."""
    return escape(printable(text), quote=False).replace("|", "\\|")


def _text(text: str) -> str:
    return escape(printable(text))
