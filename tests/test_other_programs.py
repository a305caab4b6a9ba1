"""Other people's programs: solved as Debian's clingo solves them, compared, and broken."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import clingo
import pytest
from projects import SHARED, few, run

import pylab
from pylab.base.errors import PylabError
from pylab.base.finding import Status

PROGRAMS = SHARED / "programs"
CLINGO = shutil.which("clingo", path="/usr/bin")
"""Debian's (package `gringo`), which has a mode for steps; that of Python's package has none."""

pytestmark = pytest.mark.skipif(not PROGRAMS.is_dir(), reason="needs other people's programs")
beside_clingo = pytest.mark.skipif(CLINGO is None, reason="needs Debian's package gringo")

HANOI = [
    f"HanoiTower/{name}.asp"
    for name in ("0022-hanoi_tower-60-0", "0047-hanoi_tower-120-0", "0048-hanoi_tower-120-0")
]
QUICK = [
    ("clingo/queens/queens1.lp", "", 0),
    ("clingo/queens/queens2.lp", "", 0),
    ("clingo/toh/tohE.lp", "clingo/toh/tohI.lp", 0),
    *(("clingo/unblock/unblock.lp", f"clingo/unblock/inst{n}.lp", 1) for n in (1, 2, 3, 4)),
    ("clingraph/queens/encoding.lp", "", 0),
    ("clingraph/color/color.lp", "", 0),
    ("clingraph/elevator/encoding.lp", "clingraph/elevator/instance.lp", 1),
    ("clingraph/family_tree/encoding.lp", "", 0),
    ("clingraph/sudoku/encoding.lp", "clingraph/sudoku/instance.lp", 0),
]
LONG = [
    ("clingo/unblock/unblock.lp", "clingo/unblock/inst5.lp", 1),
    ("clingo/15puzzle/encoding.lp", "clingo/15puzzle/instance1.lp", 1),
    *((f"HanoiTower/{name}.asp", each, 1)
      for name in ("encoding_old", "encoding_single") for each in HANOI),
    *(("Nomistery/encoding.asp", f"Nomistery/{name}.asp", 1)
      for name in ("0009-nomystery-63-0", "0031-nomystery-52-0")),
]  # fmt: skip


def by_clingo(files, models):
    """Status, the number of steps, answers, and costs, by Debian's clingo."""
    words = [CLINGO, "--outf=2", "--warn=none", str(models), *map(str, files)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
    told = json.loads(done.stdout)
    last = told["Call"][-1].get("Witnesses", [])
    best = [each for each in last if each.get("Costs") == last[-1].get("Costs")]
    answers = {frozenset(each["Value"]) for each in (best if models == 0 else best[-1:])}
    costs = told["Models"].get("Costs", [])
    return told["Result"] != "UNSATISFIABLE", len(told["Call"]) - 1, answers, costs


@beside_clingo
@pytest.mark.parametrize(("program", "instance", "models"), few([*QUICK, *LONG], len(QUICK)))
def test_programs_are_solved_as_by_debians_clingo(tmp_path, program, instance, models):
    files = [PROGRAMS / each for each in (program, instance) if each]
    solution = pylab.program(*files).solve(models=models, time_limit=550)
    if "Nomistery" in program:  # the steps are clingo's own, and its mode comes as a file
        (tmp_path / "mode.lp").write_text("#include <incmode>.\n")
        files.append(tmp_path / "mode.lp")
    found, calls, answers, costs = by_clingo(files, models)
    assert (solution.status is Status.FOUND) == found
    ours = {
        frozenset(
            [*(str(fact.symbol) for fact in each.facts), *map(str, each.terms)]
        )
        for each in solution.witnesses
    }  # fmt: skip
    if models == 0:
        assert ours == answers
        assert solution.count == len(answers)
    if calls:
        assert solution.cost == calls
    elif costs:
        assert [value for value, _ in solution.answer.costs] == costs


def shown_by_clingo(files):
    """The answers, or the best ones, by clingo's own interface for Python."""
    control = clingo.Control(["0", "--opt-mode=optN", "--warn=none"])
    for each in files:
        control.load(str(each))
    control.ground()
    found = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            if model.optimality_proven or not model.cost:
                found.append({*map(str, model.symbols(shown=True))})
    return found


@pytest.mark.parametrize(("program", "instance", "models"), few(QUICK, 3))
def test_what_more_is_asked_of_programs_is_answered(program, instance, models):
    """Consequences are those of clingo's answers; what is shown has a derivation."""
    files = [PROGRAMS / each for each in (program, instance) if each]
    if models == 0 and "toh" not in program:  # which has steps
        answers = shown_by_clingo(files)
        for kind, wanted in ("brave", set.union), ("cautious", set.intersection):
            asked = pylab.program(*files).solve(consequences=kind, time_limit=300)
            assert {*asked.answer.consequences.atoms} == wanted(*answers)
            assert asked.answer.consequences.complete
    solution = pylab.program(*files).solve(time_limit=300)
    for fact in sorted(solution.witnesses[-1].facts, key=str)[:3]:
        if "color.lp" in program:
            with pytest.raises(PylabError, match="attr/4 is no atom, but a term that #show shows"):
                pylab.why(solution, str(fact.symbol))
            continue
        why = pylab.why(solution, str(fact.symbol), time_limit=60)
        assert why.holds
        levels = {each.atom: each.level for each in why.steps}
        assert levels[str(fact.symbol)] == max(levels.values())
        for step in why.steps:
            assert step.kind in ("rule", "choice", "fact", "instance")
            assert all(levels[each] < step.level for each in step.needs)


@pytest.mark.slow
def test_encodings_are_compared_on_a_predicate_of_both():
    words = [
        "compare", "--encoding", PROGRAMS / "HanoiTower/encoding_single.asp",
        "--encoding", PROGRAMS / "HanoiTower/encoding_old.asp", PROGRAMS / HANOI[0],
        "--on", "on/3", "--same", "status", "--random", "0", "--time-limit", "120",
    ]  # fmt: skip
    done = run(*words)
    assert (done.returncode, "the same on this instance" in done.stdout) == (0, True), done.stdout


HANOI_HEAD = "steps(3). time(0..3). disk(1..6). "
BOARDS = {
    "HanoiTower/encoding_single.asp": (
        HANOI_HEAD + "on0(5,1). on0(6,5). ongoal(5,2). ongoal(6,5).",
        HANOI_HEAD + "on0(6,3). on0(5,4). ongoal(5,1). ongoal(6,3).",
        HANOI_HEAD + "on0(5,3). on0(6,5). ongoal(5,3). ongoal(6,4).",
    ),
    "clingo/unblock/unblock.lp": (
        "field(1..3,1..3). stone(1,x,3,3,1). stone(2,x,1,2,1). target(2,2,2).",
        "field(1..4,1..4). stone(1,y,4,3,2). stone(2,y,2,2,1). target(1,4,1).",
        "field(1..4,1..3). stone(1,x,1,1,3). stone(2,y,1,3,1). target(2,1,1).",
        "field(1..4,1..3). stone(1,y,1,1,2). stone(2,y,4,2,2). stone(3,y,2,1,1). target(3,2,2).",
        "field(1..4,1..4). stone(1,y,2,4,1). stone(2,x,1,2,2). target(1,2,1).",
        "field(1..4,1..4). stone(1,x,4,2,1). stone(2,y,3,2,2). stone(3,x,4,1,1). target(1,2,2).",
        "field(1..4,1..3). stone(1,y,4,2,1). stone(2,x,1,3,3). target(2,2,3).",
        "field(1..3,1..3). stone(1,y,2,1,1). stone(2,x,1,1,1). target(2,3,1).",
    ),
}
"""Small random puzzles, all with an answer: a mutant that differs on any differs on one of them."""

EQUIVALENT = {
    "N1>=N.": "a disk that lies on itself is never moved again, and so at no goal",
    ":- move(T,N), N<5.": "no goal has a peg on anything, and a peg that is on a disk stays on one",
    ":- not on(T,N,N1), ongoal(N1,N), steps(T).": "a goal has each disk, once, and so has a state",
    ":- on(T,N,N1), not ongoal(N1,N), steps(T).": "the same",
    ":- stone(t,_,x,X1,Y1,N1), stone(t,_,y,X2,Y2,N2), X2 >= X1, X2 < X1 + N1, Y1 >= Y2,"
    " Y1 < Y2 + N2.": "redundant, as the program says: what would overlap is blocked",
}
"""Mutants that differ on no puzzle of the folder's kind, by what is removed or changed, and why."""

MUTANTS = [
    ("HanoiTower/encoding_single.asp", old, new)
    for old, new in (
        ("N1>=N.", "N1>N."),
        (":- time(T), on(T,N1,N), N1>=N.", ""),
        ("1 { move(T,N) : disk(N) } 1", "{ move(T,N) : disk(N) } 1"),
        ("1 { where(T,N) : disk(N) }1", "{ where(T,N) : disk(N) }1"),
        (":- move(T,N), N<5.", ""),
        (":- on(T-1,N,N1), move(T,N).", ""),
        (":- on(T-1,N,N1), where(T,N).", ""),
        (":- move(T,N), move(TM1,N), TM1=T-1.", ""),
        (":- not on(T,N,N1), ongoal(N1,N), steps(T).", ""),
        (":- on(T,N,N1), not ongoal(N1,N), steps(T).", ""),
    )
] + [
    ("clingo/unblock/unblock.lp", old, new)
    for old, new in (
        (", X1 != X2 }", " }"),
        (", Y1 != Y2 }", " }"),
        (", field(X2+L-1,Y)", ""),
        (", field(X,Y2+L-1)", ""),
        ("blocked(t,X+(0..L-1),Y)", "blocked(t,X,Y)"),
        ("blocked(t,X,Y+(0..L-1))", "blocked(t,X,Y)"),
        (":- move(t,_,x,_), move(t,_,y,_).", ""),
        (":- blocked(t,X3,Y), stone(t-1,S,x,X1,Y,L), move(t,S,x,X2), X1 < X2, X1 + L <= X3,"
         " X3 < X2 + L.", ""),
        (":- stone(t,_,x,X1,Y1,N1), stone(t,_,y,X2,Y2,N2), X2 >= X1, X2 < X1 + N1, Y1 >= Y2,"
         " Y1 < Y2 + N2.", ""),
        (":- target(S,X,Y), not stone(t,S,_,X,Y,_), query(t).", ":- query(t), t < 1."),
    )
]  # fmt: skip


@beside_clingo
@pytest.mark.slow
@pytest.mark.parametrize(("program", "old", "new"), MUTANTS)
def test_mutants_that_make_a_difference_are_found_and_blamed(tmp_path, program, old, new):
    """Debian's clingo says on which small puzzles they do, by the answers."""
    text = (PROGRAMS / program).read_text()
    assert old in text
    right, mutant = (tmp_path / name for name in ("right.lp", "mutant.lp"))
    right.write_text(text)
    mutant.write_text(text.replace(old, new, 1))
    differing, puzzles = set(), []
    for number, board in enumerate(BOARDS[program]):
        puzzles.append(tmp_path / f"{number}.lp")
        puzzles[-1].write_text(board)
        found = [by_clingo([rules, puzzles[-1]], 0)[:3] for rules in (right, mutant)]
        if found[0] != found[1]:
            differing.add(f"{number}.lp")
    assert bool(differing) != (old in EQUIVALENT), old
    words = ("compare", "--encoding", right, "--encoding", mutant, *puzzles, "--random", "0")
    limits = ("--time-limit", "3", "--making-limit", "2", "--format", "json")
    done = run(*words, *limits, cwd=tmp_path)
    told = json.loads(done.stdout)
    rows = {Path(each["name"]).name for each in told["instances"] if any(each["differences"])}
    assert rows == differing
    if not differing:
        assert done.returncode in (0, 3), done.stdout
        return
    assert done.returncode == 1, done.stderr
    [told] = told["differences"]
    assert told["facts"] <= 20
    line = text[: text.index(old)].count("\n") + 1
    sides = [side for each in told["blame"]["changes"] for side in each.values()]
    assert line in [side["line"] for side in sides if isinstance(side, dict)], told["blame"]
