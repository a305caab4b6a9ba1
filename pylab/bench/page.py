"""A sweep's report as one HTML page that needs nothing else: no script, no font, no network."""

from __future__ import annotations

from collections.abc import Sequence

from pylab.base.words import counted
from pylab.bench import plots, tables
from pylab.bench.analysis import Contradiction, Table
from pylab.bench.records import Record
from pylab.bench.tables import TextTable
from pylab.bench.tables import html_text as _text

MOST_SCATTERS = 6

_STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.5 Helvetica, Arial, sans-serif; color: #222; background: #fff;
  max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin: 0 0 .3rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; border-top: 1px solid #ccc; padding-top: 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: bold; padding: .2rem 0; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid #e2e2e2; text-align: right; }
th:first-child, td:first-child { text-align: left; }
th { border-bottom: 2px solid #888; }
tbody tr:hover { background: #f4f7fa; }
.wide { overflow-x: auto; }
.plots { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
.plots svg { max-width: 100%; height: auto; }
.wrong { border: 2px solid #c00; background: #fff2f2; color: #900; padding: .3rem 1rem;
  margin: 1.5rem 0; }
.wrong caption { font-size: 1.2rem; color: #c00; }
.wrong th, .wrong td { text-align: left; vertical-align: top; border-color: #e8b0b0; }
.wrong tbody tr:hover { background: none; }
.right { color: #2a6b3a; }
details summary { cursor: pointer; color: #0b6cb4; }
"""


def page(
    records: Sequence[Record],
    topics: Sequence[Table],
    wrong: Sequence[Contradiction],
    clock: str = "wall",
) -> str:
    """The whole page: what was run, disagreements, and for each topic plots before tables."""
    names = ", ".join(sorted({record.sweep for record in records})) or "no records"
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Sweep: {_text(names)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>Sweep: {_text(names)}</h1>\n",
        _run(records),
        _disagreements(wrong),
        f'<div class="wide">{tables.overview(topics).html()}</div>\n' if topics[1:] else "",
        *(_topic(table, clock) for table in topics),
        f"<hr>\n{tables.origin_table(records).html()}",
        "<p>PAR2: the mean time, an unsolved job counted with twice its limit. Median, total: of "
        f"what was solved; times are {clock} seconds, medians over repetitions. Best: nobody was "
        "quicker; alone: nobody else solved it. Virtual best: for each instance its quickest "
        "variant. A tie: less than 5 % or 0.01 s apart.</p>\n</body>\n</html>\n",
    ]
    return "".join(parts)


def _run(records: Sequence[Record]) -> str:
    """What was run, in a line for each family and task."""
    lines = []
    for asked in dict.fromkeys((each.question.family, each.question.task) for each in records):
        of_it = [r for r in records if (r.question.family, r.question.task) == asked]
        variants = ", ".join(dict.fromkeys(each.variant for each in of_it))
        puzzles = counted(len({each.question.instance.name for each in of_it}), "puzzle")
        told = f"{' '.join(asked)}: {puzzles}, {counted(len(of_it), 'job')}, by {variants}"
        lines.append(f"<li>{_text(told)}</li>\n")
    return f"<ul>\n{''.join(lines)}</ul>\n"


def _disagreements(wrong: Sequence[Contradiction]) -> str:
    if not wrong:
        return '<p class="right">No two answers contradict each other.</p>\n'
    shown = TextTable(
        counted(len(wrong), "disagreement"),
        ("instance", "question", "problem", "who says what"),
        tuple((w.instance, str(w.topic), w.problem, "; ".join(w.claims)) for w in wrong),
    )
    return f'<section class="wrong wide">\n{shown.html()}</section>\n'


def _topic(table: Table, clock: str) -> str:
    duels = tables.duels(table)
    drawings = [plots.cactus(table, clock)]
    if len(table.variants) > 1:
        others = table.variants[1 : 1 + MOST_SCATTERS]
        drawings += [plots.scatter(table, table.variants[0], other, clock) for other in others]
    return (
        f"<h2>{_text(str(table.topic))}</h2>\n"
        f'<div class="plots">\n{"".join(drawings)}</div>\n'
        f'<div class="wide">{tables.summary(table).html()}</div>\n'
        + (_folded("Each against the first", duels) if duels else "")
        + _folded("Each instance", tables.details(table))
    )


def _folded(name: str, shown: TextTable) -> str:
    return f'<details><summary>{name}</summary>\n<div class="wide">{shown.html()}</div></details>\n'
