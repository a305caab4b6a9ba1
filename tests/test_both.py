"""Both engines at once: they agree, they join bounds, and contradictions come out."""

from __future__ import annotations

import json
import os
import signal
import threading
import time

import pytest
from projects import ROOT, children, run, start, until_searching

import pylab
from pylab import engines
from pylab.base.errors import Disagreement, PylabError
from pylab.base.finding import Finding, Progress, Status
from pylab.base.verdict import Problem, Verdict
from pylab.core.answer import Answer, Checked, Watch
from pylab.core.question import Limits, Means, Question
from pylab.engines import both
from pylab.engines.clingo import Clingo
from pylab.engines.native import Native
from pylab.families.theseus.generate import open_plan
from pylab.families.theseus.model import Puzzle

MAZE = pylab.load("alice/example.alice")
ENDLESS = Puzzle(open_plan(8, 8))
"""More paths than anybody lists."""


def question(task="shortest"):
    return Question(MAZE.family, MAZE.instance, MAZE.family.task(task), Means(engine="both"))


@pytest.mark.parametrize(
    ("name", "task", "options"),
    [
        ("alice/example.alice", "shortest", {}),
        ("alice/twins.alice", "all", {}),
        ("alice/caged.alice", "shortest", {}),
        ("fractal/alice.lab", "shortest", {}),
        ("fractal/infinite.lab", "escape", {"goal": "at b"}),
        ("theseus/hemme.plan", "longest", {}),
    ],
)
def test_it_answers_as_either_engine_does(name, task, options):
    puzzle = pylab.load(name)
    joined = pylab.solve(puzzle, task, engine="both", **options)
    one = pylab.solve(puzzle, task, engine="native", **options)
    assert (joined.status, joined.answer.cost) == (one.status, one.answer.cost)
    assert len(joined.witnesses) == len(one.witnesses)
    assert joined.answer.certified == one.answer.certified
    assert joined.answer.reason == ""


def test_what_neither_engine_can_do_is_told():
    with pytest.raises(PylabError, match="no native engine for plan"):
        engines.ask(question("plan"))


def test_no_process_is_left_behind():
    before = set(children(os.getpid()))
    engines.ask(question())
    assert set(children(os.getpid())) == before


@pytest.mark.parametrize("error", [MemoryError, None])
def test_an_engine_that_dies_leaves_the_question_to_the_other(monkeypatch, error):
    ask = Native.ask

    def linger(self, *more):
        time.sleep(0.5)
        return ask(self, *more)

    def fail(*_):
        if error:
            raise error
        os._exit(1)

    monkeypatch.setattr(Native, "ask", linger)
    monkeypatch.setattr(Clingo, "ask", fail)
    answer = engines.ask(question())
    assert (answer.status, answer.cost) == (Status.FOUND, 5)
    assert (answer.engine, answer.reason) == ("native", "")
    lost = "clingo ran out of memory" if error else "the process of clingo died"
    assert answer.messages == (f"{lost}; the answer is that of the other engine",)


def test_an_engine_that_is_ended_by_the_others_answer_has_not_died(monkeypatch):
    monkeypatch.setattr(Native, "ask", lambda *_: time.sleep(60))
    answer = engines.ask(question())
    assert (answer.status, answer.engine, answer.messages) == (Status.FOUND, "clingo", ())


def test_each_has_the_whole_limit_beyond_what_they_share(tmp_path):
    """clingo, which is loaded before they start, takes nothing from the native search's."""
    words = ["ravensburger/generated-12-5.lp", "--task", "shortest", "--memory-limit", "80"]
    done = run("solve", *words, "--engine", "both", "--format", "json", "--time-limit", "60")
    told = json.loads(done.stdout)
    assert (told["status"], told["messages"]) == ("found", [])
    assert "native" in told["engine"]


def test_engines_that_both_die_are_told(monkeypatch):
    for engine in (Clingo, Native):
        monkeypatch.setattr(engine, "ask", lambda *_: os._exit(1))
    with pytest.raises(PylabError, match="both engines died without an answer"):
        engines.ask(question())


def side(engine, answer=None, witness=None, progress=None):
    """A runner without a process."""
    made = both._Runner.__new__(both._Runner)
    made.engine, made.progress = engine, progress
    made.result = answer and Answer.of(answer, question=question(), engine=engine)
    made.witnesses = [Checked(witness, Verdict())] if witness is not None else []
    return made


def found(cost, **known):
    return Finding(Status.FOUND, count=1, cost=cost, **known)


NONE = Finding(Status.NONE, complete=True)


@pytest.mark.parametrize(
    ("one", "other", "message"),
    [
        (side("clingo", NONE), side("native", found(3), "w"), "says that there is none"),
        (side("clingo", found(5, optimal=True), "v"), side("native", found(4), "w"), "less than 5"),
        (
            side("native", progress=Progress("searching", 7, 1.0, 0, 0, lower=7)),
            side("clingo", found(6, optimal=True), "w"),
            "native says that nothing costs less than 7, and clingo has 6",
        ),
        (
            side("clingo", Finding(Status.FOUND, count=2, complete=True), "w"),
            side("native", Finding(Status.FOUND, count=3, complete=True), "w"),
            "clingo finds 2, native 3",
        ),
    ],
)
def test_contradictions(one, other, message):
    for sides in ([one, other], [other, one]):
        if "finds" in message and sides[0] is other:
            continue
        with pytest.raises(Disagreement, match=message) as caught:
            both.compare(sides)
        assert set(caught.value.claims) == {"clingo", "native"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (side("clingo", found(4, optimal=True), "v"), side("native", found(4), "w")),
        (side("clingo", NONE), side("native", NONE)),
        (side("clingo", Finding(Status.UNKNOWN, at_least=4)), side("native", found(4), "w")),
        (side("clingo", NONE), side("native")),
    ],
)
def test_what_goes_together(one, other):
    both.compare([one, other])


def test_a_refuted_witness_contradicts_nothing():
    refuted = side("native", found(3))
    refuted.witnesses.append(Checked("w", Verdict((Problem("wrong", "it is"),))))
    both.compare([side("clingo", NONE), refuted])


def test_a_disagreement_is_saved_and_has_its_code(tmp_path):
    """The native engine is made to lie."""
    (tmp_path / "sitecustomize.py").write_text(
        "from pylab.families.alice.family import FAMILY\n"
        "from pylab.base.finding import Finding, Status\n"
        "lie = lambda maze, task, watch, models: Finding(Status.NONE, complete=True)\n"
        "object.__setattr__(FAMILY, 'native', FAMILY.native._replace(search=lie))\n"
        "import pylab.engines.both as both\n"
        "both._decided = lambda *_: False  # hear both\n"
    )
    done = run("solve", "alice/example.alice", "--engine", "both", cwd=tmp_path,
               env={"PYTHONPATH": f"{tmp_path}:{ROOT}"})  # fmt: skip
    assert done.returncode == 4, done.stderr
    assert "native says that there is none, and clingo has one; claims in " in done.stderr
    (saved,) = tmp_path.glob("pylab-disagreement-*.json")
    claims = json.loads(saved.read_text())
    assert claims["native"]["status"] == "none"
    assert claims["clingo"]["witnesses"]


def test_it_can_be_stopped():
    plan = pylab.load("theseus/hemme.plan")
    task = next(t for t in plan.family.tasks if t.name == "paths")
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    asked = Question(plan.family, ENDLESS, task, Means(engine="both"), Limits(models=0))
    answer = engines.ask(asked, Watch(stop=stop))
    assert (answer.reason, answer.interrupted) == ("interrupted", True)


def test_ctrl_c_ends_both(tmp_path):
    (tmp_path / "endless.plan").write_text(pylab.load("theseus/hemme.plan").family.write(ENDLESS))
    asked = ("solve", "endless.plan", "--task", "paths", "--engine", "both", "--count")
    process = start(*asked, cwd=tmp_path, start_new_session=True)
    until_searching(process)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=100)
    assert process.returncode == 130, err
    assert "Traceback" not in err
