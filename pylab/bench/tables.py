"""Tables of a sweep as plain text, Markdown, CSV or HTML; computes no results."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from operator import attrgetter

from pylab.base.errors import printable
from pylab.base.words import counted
from pylab.bench.analysis import (
    VIRTUAL_BEST,
    Contradiction,
    JobOutcome,
    Table,
    Topic,
    pairs,
    summaries,
)
from pylab.bench.records import STATUSES, Record

NOTHING = "-"


_NONE: Mapping[str, str] = {}

_MEANT = {
    "PAR2 s": "the mean time, with twice its limit for a job that was not solved",
    "median s": "over the solved instances",
    "total s": "over the solved instances",
    "best": "no other variant was faster",
    "alone": "no other variant solved it",
    "none": "it is proven that there is no answer, or an engine says so",
    "optimum": "it is proven that no answer is better, or an engine says so",
}
"""What heads mean, for those who point at them."""


@dataclass(frozen=True, slots=True)
class TextTable:
    """Cells of text under heads; all columns except the first are right-aligned."""

    title: str
    heads: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]

    def text(self, most: int | None = None) -> str:
        """The table for a terminal, at most `most` characters wide, if given.

        Columns without room are printed below, with the first column repeated.

        >>> print(TextTable("seconds", ("", "one", "two"), (("a", "1", "22"),)).text(8))
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
        """The table in Markdown."""
        rule = ["---", *["---:"] * (len(self.heads) - 1)]
        lines = [
            "| " + " | ".join(_plain(cell) for cell in line) + " |"
            for line in (self.heads, rule, *self.cells)
        ]
        return "\n".join([f"**{_plain(self.title)}**", "", *lines]) + "\n"

    def html(self, pictures: Mapping[str, str] = _NONE) -> str:
        """The table in HTML, with an element before the texts of first cells that have one."""
        heads = "".join(
            f'<th title="{html_text(_MEANT[head])}">{html_text(head)}</th>'
            if head in _MEANT
            else f"<th>{html_text(head)}</th>"
            if head
            else "<td></td>"
            for head in self.heads
        )
        named = [f' data-head="{html_text(head)}"' for head in self.heads[1:]]
        body = "\n".join(
            f"<tr><td>{pictures.get(line[0], '')}{html_text(line[0])}</td>"
            + "".join(
                f"<td{head}>{html_text(cell)}</td>"
                for head, cell in zip(named, line[1:], strict=True)
            )
            + "</tr>"
            for line in self.cells
        )
        return (
            f"<table><caption>{html_text(self.title)}</caption>\n"
            f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody></table>\n"
        )


def conclusion(topics: Sequence[Table], wrong: Sequence[Contradiction]) -> str:
    """What the results say, in a sentence."""
    if wrong:
        return (
            f"{counted(len(wrong), 'contradiction')} between answers: no time counts before that."
        )
    told = [_leader(table) for table in topics]
    leaders = Counter(leader for leader, _ in told if leader)
    if not told[1:] or len(leaders) < 1:
        return f"{'; '.join(words for _, words in told)}."
    name, count = leaders.most_common(1)[0]
    first = next(words for leader, words in told if leader == name)
    return f"{name} leads in {count} of {len(told)} questions; {first}."


def _leader(table: Table) -> tuple[str, str]:
    """The variant that solved most, or as many in less time, and by how much."""
    made = [each for each in summaries(table) if each.variant != VIRTUAL_BEST]
    made.sort(key=lambda each: (-each.solved, each.par2 is None, each.par2 or 0.0))
    best, *others = made
    of = f"{best.solved} of {counted(best.instances, 'instance')} of {table.topic.called}"
    if not others:
        return "", f"{best.variant} solved {of}, with a median of {seconds(best.median)} s"
    second = others[0]
    if best.solved > second.solved:
        return best.variant, f"{best.variant} solved most, {of}; {second.variant} {second.solved}"
    names = {best.variant, second.variant}
    pair = next((each for each in pairs(table) if {each.first, each.second} == names), None)
    if pair is None or not pair.ratio:
        return best.variant, f"{best.variant} and {second.variant} solved {of}"
    times = pair.ratio if pair.first == best.variant else 1 / pair.ratio
    if 0.95 < times < 1.05:
        return "", f"{best.variant} and {second.variant} solved {of}, equally fast"
    first, last = (best, second) if times > 1 else (second, best)
    faster = f"{first.variant} is {max(times, 1 / times):.1f} times as fast as {last.variant}"
    return first.variant, f"{faster} on what the two solved, each {of}"


def summary(table: Table) -> TextTable:
    """The summary of each variant: solved instances and times."""
    made, chosen = summaries(table), _chosen(table)
    several = len(made) > 1
    statuses = [s for s in STATUSES if any(s in each.statuses for each in made)]
    heads = ("variant", "solved", "of", "PAR2 s", "median s", "total s", "MB")
    return TextTable(
        f"{table.topic}: {counted(len(table.instances), 'instance')}",
        (*heads, *(("best", "alone") if several else ()), *statuses),
        tuple(
            (
                each.variant + chosen.get(each.variant, ""),
                str(each.solved), str(each.instances), seconds(each.par2),
                seconds(each.median), seconds(each.total), _figure(each.memory, ".0f"),
                *((NOTHING, NOTHING) if each.variant == VIRTUAL_BEST else
                  (str(each.best), str(each.alone)) if several else ()),
                *(str(each.statuses.get(status, 0)) for status in statuses),
            )
            for each in made
        ),
    )  # fmt: skip


def _chosen(table: Table) -> dict[str, str]:
    """The engines that pylab chose for each variant that names none, if they differ."""
    engines: dict[str, set[str]] = {}
    for (variant, _), outcome in table.outcomes.items():
        for record in outcome.records:
            if not record.question.means.engine and record.answer.engine:
                engines.setdefault(variant, set()).add(record.answer.engine)
    names = {variant: f" ({', '.join(sorted(each))})" for variant, each in engines.items()}
    return names if len(set(names.values())) > 1 else {}


def overview(topics: Sequence[Table], called: Callable[[Topic], str] = str) -> TextTable:
    """A line for each topic: each variant's number of solved instances and PAR2."""
    variants = tuple(dict.fromkeys(name for table in topics for name in table.variants))
    cells = []
    for table in topics:
        told = {s.variant: f"{s.solved} ({seconds(s.par2)} s)" for s in summaries(table)}
        figures = (told.get(name, "") for name in variants)
        cells.append((called(table.topic), str(len(table.instances)), *figures))
    return TextTable("Solved, and PAR2", ("question", "of", *variants), tuple(cells))


def duels(table: Table) -> TextTable | None:
    """The pairs of variants side by side; None if there is only one variant."""
    cells = tuple(
        (f"{p.first} : {p.second}", _figure(p.ratio, ".2f"),
         *map(str, (p.both, p.wins, p.losses, p.ties)))
        for p in pairs(table)
    )  # fmt: skip
    heads = ("first : second", "second / first", "both solved", "first wins", "second wins", "ties")
    return TextTable(f"{table.topic}: pair by pair", heads, cells) if cells else None


def details(table: Table) -> TextTable:
    """Each instance with each variant's time, or its status if it is not solved."""
    cells = []
    for instance in table.instances:
        found = table.on(instance)
        told = (_detail(found[each]) if each in found else "" for each in table.variants)
        cells.append((instance, *told))
    title = f"{table.topic}: each instance; what isn't certified is a claim"
    return TextTable(title, ("instance", *table.variants), tuple(cells))


def _detail(outcome: JobOutcome) -> str:
    first = outcome.first
    if not outcome.solved:
        return first.status
    proven = all(record.answer.certified for record in outcome.records)
    cost = "" if first.answer.cost is None else str(first.answer.cost)
    cost = cost if len(cost) <= 12 else f"{cost[:4]}… ({len(cost)} digits)"
    words = (first.status, "certified" * proven, cost)
    return f"{' '.join(filter(None, words))}, {seconds(outcome.time)} s"


def origin_table(records: Sequence[Record]) -> TextTable:
    """The origin of the records: sweeps, versions, hosts, limits."""
    cells = (
        ("sweep", _kinds(r.sweep for r in records)),
        ("jobs", str(len(records))),
        *((name, _versions(records, name)) for name in _software(records)),
        ("hosts", _kinds(r.host for r in records)),
        ("time limit s", _kinds(_figure(r.question.limits.seconds) for r in records)),
        ("memory limit MB", _kinds(_figure(r.question.limits.megabytes) for r in records)),
        ("first started", _minute(min((r.started for r in records), default=""))),
    )
    return TextTable("Where this is from", ("", ""), cells)


def origin(records: Sequence[Record], clock: str) -> str:
    """The origin of an overview and the meaning of its figures, as a paragraph of Markdown."""
    repetitions = 1 + max(record.repetition for record in records)
    limits = _kinds(_figure(record.question.limits.seconds) for record in records)
    told = (
        f"Solved, and in brackets PAR2: the mean of {clock} seconds"
        f"{f', medians of {repetitions} runs' if repetitions > 1 else ''}, an unsolved instance "
        f"counted with twice the limit of {limits} s. "
    )
    versions = (f"{name} {_versions(records, name)}" for name in _software(records))
    return _plain(f"{told}{', '.join(versions)}.") + "\n"


def _minute(moment: str) -> str:
    """A record's moment, as people write it.

    >>> _minute("2026-11-28T08:08:01.543+00:00"), _minute("")
    ('2026-11-28 08:08 UTC', '-')
    """
    utc = moment.endswith("+00:00")
    return f"{moment[:16].replace('T', ' ')} UTC" if utc else moment or NOTHING


def _kinds(values: Iterable[str]) -> str:
    return ", ".join(sorted(set(filter(None, values)))) or NOTHING


def _software(records: Sequence[Record]) -> list[str]:
    """The names of software whose versions the records have."""
    return list(dict.fromkeys(name for record in records for name in record.question.versions))


def _versions(records: Sequence[Record], name: str) -> str:
    return _kinds(record.question.versions.get(name, "") for record in records)


_COLUMNS = {
    "sweep": "sweep",
    "family": "question.family",
    "instance": "question.instance.name",
    "task": "question.task",
    **{name: name for name in ("asks", "variant", "engine", "repetition", "status", "signal",
                               "reason")},
    **{name: f"answer.{name}" for name in ("count", "complete", "optimal", "cost", "at_least")},
    "checked": "checked",
    "invalid": "answer.invalid",
    "certified": "answer.certified",
    "memory": "memory",
    "time_limit": "question.limits.seconds",
    "memory_limit": "question.limits.megabytes",
    **{name: name for name in ("host", "started", "key")},
}  # fmt: skip
"""The columns of CSV, with the attributes of records that are in them."""

_TIMES = ("reading", "grounding", "solving", "wall", "cpu")


def csv_of(records: Sequence[Record]) -> str:
    """A line for each job."""
    software, values = _software(records), attrgetter(*_COLUMNS.values())
    lines: list[Iterable[object]] = [
        (*_COLUMNS, *software, *(f"{name}_seconds" for name in _TIMES))
    ]
    for record in records:
        versions = (record.question.versions.get(name) for name in software)
        times = (record.times.get(name) for name in _TIMES)
        lines.append((*values(record), *versions, *times))
    return csv_text(lines)


def csv_text(lines: Iterable[Iterable[object]]) -> str:
    """Lines as CSV; no cell is a formula for a spreadsheet, or controls a terminal."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(map(_csv, line) for line in lines)
    return out.getvalue()


def seconds(value: float | None) -> str:
    """Seconds with three significant figures, at most three decimals.

    >>> seconds(None), seconds(0.01234), seconds(12.345), seconds(1234.5)
    ('-', '0.012', '12.3', '1234')
    """
    if value is None:
        return NOTHING
    return f"{value:.{3 if value < 1 else 2 if value < 10 else 1 if value < 100 else 0}f}"


def _figure(value: float | None, form: str = "g") -> str:
    return NOTHING if value is None else f"{value:{form}}"


def _csv(value: object) -> object:
    """A value for CSV; text that a spreadsheet would run as a formula is quoted."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        shown = printable(value)
        return f"'{shown}" if shown[:1] in ("=", "+", "-", "@") else shown
    return "" if value is None else value


def _plain(text: str) -> str:
    """The text, escaped for Markdown, which reads angle brackets as HTML."""
    return escape(printable(text), quote=False).replace("|", "\\|")


def html_text(text: str) -> str:
    """The text, escaped for HTML."""
    return escape(printable(text))
