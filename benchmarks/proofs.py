"""What it costs to prove clingo's claims by way of a SAT solver: the table of docs/proofs.md.

Each puzzle is solved, and whatever is claimed of it beyond the checked answers is proven as under
`pylab solve --certify`, but that certificates of a family's own are not asked for. It takes a
solver (`pip install 'pylab-asp[sat]'`, or cadical). PYLAB_NATIVE=0 has Python check the proofs.

    python benchmarks/proofs.py [seconds]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pylab import proving
from pylab.base.limits import Patience
from pylab.notebook.asking import solve

SECONDS = 60.0
"""So long, at most, one puzzle's proofs may take."""

CASES = (
    ("ravensburger/unsolvable-3x3.lp", "plan"),
    ("ravensburger/example-4x4.lp", "all"),
    ("ravensburger/generated-05-2.lp", "all"),
    ("ravensburger/generated-05-3.lp", "shortest"),
    ("ravensburger/generated-06-3.lp", "shortest"),
    ("ravensburger/generated-07-3.lp", "shortest"),
    ("alice/example.alice", "all"),
    ("alice/croquet.alice", "all"),
    ("theseus/hemme.plan", "shortest"),
    ("theseus/hemme.plan", "longest"),
    ("theseus/hemme.plan", "paths"),
    ("fractal/alice.lab", "shortest"),
    ("dungeon/trap.dungeon", "solve"),
)


def row(name: str, task: str, seconds: float) -> Sequence[str]:
    """What is proven of a puzzle, and what that takes, summed over all programs."""
    answer = solve(name, task, engine="clingo").answer
    asked = replace(answer, proofs=())
    proven, left = proving.certify(asked, Patience(seconds))
    rows = proven.statistics["proofs"]
    claims = [claim for claim in asked.claims if proven.proof(claim).certified]
    sums = [sum(each[key] for each in rows) for key in ("loops", "lemmas", "solving", "checking")]
    return (
        f"`{name}`",
        task,
        ", ".join(claims) + (f" ({left})" if left else ""),
        str(len(rows)),
        f"{max((each['clauses'] for each in rows), default=0):,}",
        *(f"{number:,}" for number in sums[:2]),
        *(f"{number:.1f}" for number in sums[2:]),
    )


def table(cases: Sequence[tuple[str, str]], seconds: float) -> Iterator[str]:
    """The table, a line at a time."""
    heads = ("puzzle", "task", "proven", "programs", "clauses", "loops", "lemmas")
    yield f"| {' | '.join((*heads, 'solving s', 'checking s'))} |"
    yield "|---|---|---|" + "---:|" * 6
    for name, task in cases:
        yield f"| {' | '.join(row(name, task, seconds))} |"


if __name__ == "__main__":
    if {"-h", "--help"} & set(sys.argv):
        sys.exit(__doc__)
    for line in table(CASES, float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS):
        print(line, flush=True)
