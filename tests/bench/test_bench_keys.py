"""A job's key: whatever can change the answer changes it, and nothing else does.

The fields are those of the dataclasses; a new field without a case fails.
"""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

from pylab.bench.jobs import Instance, expand
from pylab.bench.sweep import Puzzles, Sweep, SweepVariant
from pylab.core.options import TABLE, Key, Kind
from pylab.core.question import Judge, Limits, Means, Question
from pylab.encoding.program import Encoding
from pylab.engines import report

BOARD = "field(1,1). init_on(1,1).\ngoal_on(1,1). max_steps(1).\n"
FILES = {
    "board.lp": BOARD,
    "other.lp": BOARD.replace("max_steps(1)", "max_steps(2)"),
    "entry.lp": '#include "part.lp".\n#const n = 1.\n{ push(1,e,1..n) }.\n#show push/3.\n',
    "entry2.lp": "{ push(1,w,1) }.\n#show push/3.\n",
    "part.lp": "part(1).\n",
    "over.lp": '% Judge: beside.lp\n\n#include "overpart.lp".\n:- push(1,e,1), part(2).\n',
    "over2.lp": ":- push(1,w,1).\n",
    "overpart.lp": "over(1).\n",
    "beside.lp": "wrong(1) :- push(3,e,1).\n",
    "judge.lp": '#include "judgepart.lp".\nwrong("east",T) :- push(_,e,T).\n',
    "judge2.lp": 'wrong("west",T) :- push(_,w,T).\n',
    "judgepart.lp": "judged(1).\n",
    "steps.lp": "#include <incmode>.\n#program step(t).\n{ push(1,e,t) }.\n#show push/3.\n",
    "solver.sh": "#!/bin/sh\nclingo\n",
    "option.lp": "% Options: walk_first=yes\n",
    "minimising.lp": "{ push(1,e,1) }.\n:~ push(1,e,1). [1]\n",
}
OWN = Means(engine="clingo", encoding="entry.lp", overlays=("over.lp",), judges=("judge.lp",))
CHEAP = replace(OWN, encoding="minimising.lp")
NATIVE = Means(engine="native")
WALK = Means(engine="native", options={"walk_first": True})


def edited(name, new, old=None):
    """An edit of a file: all of its text is new, or a part of it."""

    def edit():
        path = Path(name)
        text = path.read_text()
        assert old is None or text.count(old) == 1
        path.write_text(new if old is None else text.replace(old, new))

    return edit


def head(name, line):
    return edited(name, f"{line}\n\n{FILES[name]}")


SETTLED = "whatever it is, the answer is the same"
MEANS = {
    "engine": (NATIVE, Means(engine="both")),
    "encoding": (OWN, replace(OWN, encoding="entry2.lp")),
    "overlays": (OWN, replace(OWN, overlays=("over2.lp",))),
    "judges": (OWN, replace(OWN, judges=("judge2.lp",))),
    "constants": (OWN, replace(OWN, constants={"n": "2"})),
    "options": (NATIVE, WALK),
    "clingo_options": (OWN, replace(OWN, clingo_options=("--configuration=trendy",))),
    "scripts": (OWN, replace(OWN, scripts=True), SETTLED),
    "detailed": (OWN, replace(OWN, detailed=True), SETTLED),
    "command": (
        Means(engine="command", command=("clingo", "{models}")),
        Means(engine="command", command=("clingo", "{models}", "--seed=3")),
    ),
    "theory": (OWN, replace(OWN, theory="clingcon")),
    "consequences": (OWN, replace(OWN, consequences="brave")),
    "on": (
        replace(OWN, consequences="brave"),
        replace(OWN, consequences="brave", on=("push/3",)),
    ),
    "project": (OWN, replace(OWN, project=("push/3",))),
    "optima": (CHEAP, replace(CHEAP, optima=True)),
    "opt_mode": (CHEAP, replace(CHEAP, opt_mode="ignore")),
}
MEANS |= {
    name: (OWN, replace(OWN, **{name: 2}), *([SETTLED] * (each.key is Key.NOTHING)))
    for name, each in TABLE.items()
    if hasattr(Means, name) and each.kind is Kind.WHOLE
}
STEPWISE = replace(OWN, encoding="steps.lp")
MEANS |= {"steps": (STEPWISE, replace(STEPWISE, steps=0))}
LIMITS = {
    "seconds": Limits(2, 1000),
    "megabytes": Limits(1, 2000),
    "models": Limits(1, 1000, 7),
    "cpu_seconds": Limits(1, 1000, cpu_seconds=3),
}
QUESTION = {
    "family": {"files": ("board.lp",), "family": "alice"},
    "given": {"files": ("other.lp",)},
    "task": {"tasks": ("all",)},
    "means": {},  # MEANS
    "limits": {},  # LIMITS
    "started": {},  # the clock of each job
}
ENCODING = {
    "entry": (edited("over.lp", FILES["over.lp"]), SETTLED),  # where files are: see the last test
    "overlays": (edited("over.lp", FILES["over.lp"]), SETTLED),
    "files": (edited("over.lp", FILES["over.lp"]), SETTLED),
    "statements": (edited("entry.lp", "push(2,e", "push(1,e"),),
    "constants": (edited("entry.lp", "n = 2", "n = 1"),),
    "counts": (head("entry.lp", "% Counts: pushes"),),
    "solver_options": (head("entry.lp", "% Solver options: --configuration=trendy"),),
    "options": (head("entry.lp", "% Options: walk_first=yes"),),
    "theory": (head("entry.lp", "% Theory: clingcon"),),
    "stepwise": (edited("entry.lp", "#include <incmode>.\n" + FILES["entry.lp"]),),
    "in_parts": (head("minimising.lp", "% Cost: pushes"),),
    "as_clingo": (lambda: None, "follows from the family"),
    "projecting": (lambda: None, "follows from the means"),
}
JUDGE = {
    "program": (edited("judge.lp", "push(_,w,T)", "push(_,e,T)"),),
    "replaces": (edited("over.lp", "% Judge replaces:", "% Judge:"),),
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text)
    Path("solver.sh").chmod(0o755)


LIMIT = Limits(1, 1000)


def key(means=OWN, limits=LIMIT, files=("board.lp",), family="ravensburger",
        tasks=("shortest",), **more):  # fmt: skip
    """Of the only job of a sweep."""
    variant = SweepVariant("v", means=means, models=limits.models)
    sweep = Sweep("s", (Puzzles(family, files),), (variant,), tasks, limits=limits, **more)
    (job,) = expand(sweep, Path.cwd(), Path("made"))
    return job.key


@pytest.mark.parametrize(
    ("kind", "cases"),
    [(Means, MEANS), (Limits, LIMITS), (Question, QUESTION), (Encoding, ENCODING), (Judge, JUDGE)],
)
def test_every_field_has_a_case(kind, cases):
    assert set(cases) == {each.name for each in fields(kind)}


@pytest.mark.parametrize("name", MEANS)
def test_each_of_the_means_is_in_the_key(name):
    one, other, *same = MEANS[name]
    assert (key(one) == key(other)) == bool(same)


@pytest.mark.parametrize("name", LIMITS)
def test_each_limit_is_in_the_key(name):
    assert key(limits=LIMITS[name]) != key()


@pytest.mark.parametrize("name", [name for name, changed in QUESTION.items() if changed])
def test_what_is_asked_is_in_the_key(name):
    changed = QUESTION[name]
    assert key(NATIVE, **changed) != key(NATIVE)


@pytest.mark.parametrize("name", [*ENCODING, *JUDGE])
def test_all_of_an_encoding_and_of_a_judge_is_in_the_key(name):
    edit, *same = {**ENCODING, **JUDGE}[name]
    means = replace(OWN, encoding="minimising.lp") if name == "in_parts" else OWN
    before = key(means)
    edit()
    assert (key(means) == before) == bool(same)


PROGRAMS = [
    "entry.lp", "part.lp", "over.lp", "overpart.lp", "beside.lp", "judge.lp", "judgepart.lp",
]  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_file_is_in_the_key_without_its_comments(name):
    before = key()
    Path(name).write_text(f"{FILES[name]}% what nobody reads\n\n%* nor\n  this *%\n")
    assert key() == before
    Path(name).write_text(f"{FILES[name]}more(1).\n")
    assert key() != before


def test_an_instance_is_in_the_key_with_what_decides_how_it_is_read():
    before = key(NATIVE)
    Path("board.lp").write_text(BOARD + "% a comment of an instance may be its header\n")
    assert key(NATIVE) != before
    Path("board.asp").write_text(BOARD)
    assert key(NATIVE, files=("board.asp",)) != before
    Path("again.lp").write_text(BOARD)
    assert key(NATIVE, files=("again.lp",)) == before


@pytest.mark.parametrize("engine", [None, "native", "clingo", "both"])
@pytest.mark.parametrize("value", ["walk_first=no", "no_undo=yes"])
def test_what_an_overlay_sets_is_in_the_key_for_every_engine(engine, value):
    means = Means(engine=engine, overlays=("option.lp",))
    before = key(means)
    Path("option.lp").write_text(f"% Options: {value}\n")
    assert key(means) != before


def test_what_an_overlay_sets_is_in_the_key_where_a_task_has_no_encoding():
    asked = {"files": ("theseus/hemme.plan",), "family": "theseus", "tasks": ("count",)}
    keys = set()
    for text in ("% Options: room=1\n", "% Options: room=2\n", "set(1).\n", "set(2).\n"):
        Path("room.lp").write_text(text)
        keys.add(key(Means(overlays=("room.lp",)), **asked))
    assert len(keys) == 4


def test_an_option_is_the_same_however_it_is_said():
    assert key(WALK) == key(Means(engine="native", options={"walk_first": "yes"}))
    assert key(WALK) != key(Means(engine="native", overlays=("option.lp",)))  # other rules' claim


def test_the_files_of_a_command_are_in_the_key():
    means = Means(engine="command", command=("./solver.sh", "{models}"))
    before = key(means)
    Path("solver.sh").write_text("#!/bin/sh\nclasp\n")
    assert key(means) != before


@pytest.mark.parametrize(
    ("name", "means"), [("__version__", OWN), ("clingo", OWN), ("native", NATIVE)]
)
def test_versions_are_in_the_key(name, means, monkeypatch):
    before = key(means)
    if name == "__version__":
        monkeypatch.setattr(report, "__version__", "99")
    elif name == "clingo":
        monkeypatch.setattr(report.resources, "installed", lambda _: "99")
    else:
        own, built = key(OWN), report.native.available()
        monkeypatch.setattr(report.native, "available", lambda: not built)
        assert key(OWN) == own
    assert key(means) != before


def test_names_places_and_orders_of_files_do_not_matter():
    before = key()
    Path("there").mkdir()
    for name in FILES:
        Path("there", name).write_text(Path(name).read_text())
    moved = Means(
        engine="clingo",
        encoding="there/entry.lp",
        overlays=("there/over.lp",),
        judges=("there/judge.lp",),
    )
    assert key(moved) == before


def test_repetitions_have_keys_of_their_own():
    sweep = Sweep(
        "s", (Puzzles("ravensburger", ("board.lp",)),), (SweepVariant("v"),), ("plan",), 3
    )
    assert len(expand(sweep, Path.cwd(), Path("made"))) == 3


def test_an_instance_has_no_other_fields():
    known = {"name", "family", "path", "digest", "size", "generate", "text"}
    assert {each.name for each in fields(Instance)} == known
