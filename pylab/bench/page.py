"""A sweep's report as one self-contained HTML page, without scripts, fonts and network."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from pylab.base.errors import PylabError
from pylab.base.words import counted
from pylab.bench import plots, tables
from pylab.bench.analysis import Contradiction, Table, Topic
from pylab.bench.records import Record
from pylab.bench.tables import TextTable
from pylab.bench.tables import html_text as _text
from pylab.core.data import text_digest
from pylab.core.puzzle import located
from pylab.family import registry
from pylab.text.source import read_source

MOST_SCATTERS = 6

MOST_PICTURES, LARGEST, MOST_BYTES = 60, 20_000, 60_000
"""The number of instances with pictures, the characters of their texts, the bytes of a picture."""

MOST_OPEN = 60
"""A table with more lines is folded."""

_STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#222, #e4e3de);
  --line: light-dark(#ddd, #3a4149); --paper: light-dark(#fff, #16191d);
  --quiet: light-dark(#666, #a3a8ad); --wrong: light-dark(#900, #ff7468); }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, Helvetica, Arial, sans-serif; color: var(--ink);
  background: var(--paper); max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin: 0 0 .3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; border-top: 1px solid var(--line);
  padding-top: 1rem; }
.conclusion { font-size: 1.25rem; line-height: 1.35; margin: .6rem 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: bold; padding: .2rem 0; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0;
  background: var(--paper); }
th { border-bottom: 2px solid #888; }
td img { width: 4rem; height: 4rem; object-fit: contain; vertical-align: middle;
  margin-right: .6rem; background: #fff; border-radius: 4px; }
.wide { overflow-x: auto; }
.plots { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
.plots svg { flex: 46 1 26rem; min-width: 0; max-width: min(100%, 28rem); height: auto; }
.plots svg:first-child { flex: 64 1 36rem; max-width: min(100%, 39rem); } /* both in one scale */
.wrong { border: 2px solid var(--wrong); color: var(--wrong); padding: .3rem 1rem;
  margin: 1.5rem 0; }
.wrong caption { font-size: 1.2rem; }
.wrong th, .wrong td { text-align: left; vertical-align: top; }
.right { color: light-dark(#2a6b3a, #4cd3a0); }
details summary { cursor: pointer; color: light-dark(#0b6cb4, #6cb4ee); min-height: 2.2rem; }
@media (prefers-color-scheme: dark) { .plots svg { filter: invert(.9) hue-rotate(180deg); }
  .plots rect[fill="#ffffff"][x="0"] { fill: none; } }
th[title] { text-decoration: underline dotted; text-underline-offset: 3px; cursor: help; }
@media (max-width: 40rem) { body { margin: 1rem auto; } th, td { padding: .2rem .45rem; }
  summary { min-height: 44px; align-content: center; }
  .wide { & table, & tbody, & caption { display: block; } & thead { display: none; }
    & tr { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; padding: .4rem 0;
      border-bottom: 1px solid var(--line); }
    & td { padding: 0; border: 0; text-align: left; position: static; }
    & td:first-child { flex-basis: 100%; font-weight: 600; overflow-wrap: anywhere; }
    & td:empty { display: none; }
    & td[data-head]::before { content: attr(data-head) " "; color: var(--quiet); } }
  .wrong td { flex-basis: 100%; } }
"""

_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'"
)


def page(
    records: Sequence[Record],
    topics: Sequence[Table],
    wrong: Sequence[Contradiction],
    clock: str = "wall",
) -> str:
    """The whole page: the runs, contradictions, and for each topic plots and tables."""
    pictures = _pictures(records)
    names = ", ".join(sorted({record.sweep for record in records})) or "no records"
    families = counted(
        len({each.topic.family for each in topics}), "kind of puzzle", "kinds of puzzles"
    )
    title = f"{names}: {counted(len(topics), 'question')} about {families}"
    if len(topics) < 2:
        title = " · ".join([*(each.topic.called for each in topics), names])
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{_text(title)}</h1>\n",
        f'<p class="conclusion">{_text(tables.conclusion(topics, wrong))}</p>\n',
        _run(records),
        _disagreements(wrong),
        f'<div class="wide">{tables.overview(topics, attrgetter("called")).html()}</div>\n'
        if topics[1:]
        else "",
        *(_topic(table, clock, pictures) for table in topics),
        f"<hr>\n{tables.origin_table(records).html()}",
        "<p>PAR2: the mean time, with twice its limit for an unsolved job. Median, total: over "
        f"solved instances; times are {clock} seconds, medians over repetitions. Best: no variant "
        "was faster; alone: no other variant solved it. Virtual best: the fastest variant for each "
        "instance. Tie: less than 5 % or 0.01 s apart.</p>\n</main>\n</body>\n</html>\n",
    ]
    return "".join(parts)


def _run(records: Sequence[Record]) -> str:
    """The runs, in a line for each topic."""
    lines = []
    for asked in dict.fromkeys(map(Topic.of, records)):
        of_it = [each for each in records if Topic.of(each) == asked]
        variants = ", ".join(dict.fromkeys(each.variant for each in of_it))
        puzzles = counted(len({each.question.instance.name for each in of_it}), "puzzle")
        told = f"{asked.called}: {puzzles}, {counted(len(of_it), 'job')}, by {variants}"
        lines.append(f"<li>{_text(told)}</li>\n")
    return f"<ul>\n{''.join(lines)}</ul>\n"


def _disagreements(wrong: Sequence[Contradiction]) -> str:
    if not wrong:
        return '<p class="right">No two answers contradict each other.</p>\n'
    shown = TextTable(
        counted(len(wrong), "contradiction"),
        ("instance", "question", "problem", "who says what"),
        tuple((w.instance, str(w.topic), w.problem, "; ".join(w.claims)) for w in wrong),
    )
    return f'<section class="wrong wide">\n{shown.html()}</section>\n'


def _topic(table: Table, clock: str, pictures: Mapping[str, str]) -> str:
    def bare(made: TextTable) -> TextTable:
        """Without the topic, which is in the heading."""
        return replace(made, title=made.title.removeprefix(f"{table.topic}: "))

    duels, summary, each = tables.duels(table), tables.summary(table), tables.details(table)
    drawings = [plots.cactus(table, clock)]
    if len(table.variants) > 1:
        others = table.variants[1 : 1 + MOST_SCATTERS]
        drawings += [plots.scatter(table, table.variants[0], other, clock) for other in others]
    return (
        f"<h2>{_text(table.topic.called)}</h2>\n"
        f'<div class="wide">{bare(summary).html()}</div>\n'
        f'<div class="plots">\n{"".join(drawings)}</div>\n'
        + (_folded("Each pair", bare(duels)) if duels else "")
        + _folded("Each instance", bare(each), pictures)
    )


def _pictures(records: Sequence[Record]) -> dict[str, str]:
    """Small pictures of the instances by their names, where their files are as they were."""
    found: dict[str, str] = {}
    for record in records:
        asked = record.question.instance
        if asked.name in found or len(found) == MOST_PICTURES or asked.generate is not None:
            continue
        try:
            source = read_source(located(asked.name))
            if text_digest(source.text) != asked.digest or len(source.text) > LARGEST:
                continue
            family = registry.get(record.question.family)
            drawn = family.draw(family.load(source), None).render("light").encode()
        except PylabError:
            continue
        if len(drawn) <= MOST_BYTES:
            data = base64.b64encode(drawn).decode()
            found[asked.name] = (
                f'<img src="data:image/svg+xml;base64,{data}" alt="" loading="lazy">'
            )
    return found


def _folded(name: str, shown: TextTable, pictures: Mapping[str, str] | None = None) -> str:
    html = shown.html(pictures or {})
    state = " open" if len(shown.cells) <= MOST_OPEN else ""
    return f'<details{state}><summary>{name}</summary>\n<div class="wide">{html}</div></details>\n'
