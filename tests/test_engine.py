"""Driving clingo: stepwise, one-shot, optimising; three-valued answers; limits; odd programs."""

from __future__ import annotations

import threading
import time

import pytest

from pylab import encoding, engine
from pylab.errors import EncodingError
from pylab.facts import fact
from pylab.family import Status

COUNTING = """
horizon(M) :- most(M).
#defined most/1. #defined at/2.
at(0,0).
#program step(t).
{ at(X+1,t); at(X,t) } = 1 :- at(X,t-1).
#program check(t).
#external query(t).
:- query(t), not at(3,t).
#show at/2.
"""


def run(tmp_path, text, *facts, **job):
    path = tmp_path / "program.lp"
    path.write_text(text)
    found = []
    outcome = engine.run(engine.Job(encoding.load(path), facts, **job), found.append)
    return outcome, [sorted(map(str, model)) for model in found]


def test_stepwise_finds_the_least_step_and_proves_it(tmp_path):
    outcome, models = run(tmp_path, COUNTING, fact("most", 5), models=0)
    assert (outcome.status, outcome.cost, outcome.refuted) == (Status.FOUND, 3, 3)
    assert (outcome.optimal, outcome.complete, outcome.reason) == (True, True, "")
    assert len(models) == 1
    assert [row["step"] for row in outcome.statistics["solved"]] == [0, 1, 2, 3]


def test_stepwise_ends_at_the_horizon(tmp_path):
    outcome, models = run(tmp_path, COUNTING, fact("most", 2))
    assert (outcome.status, outcome.refuted, models) == (Status.NONE, 3, [])
    assert outcome.complete


def test_a_search_limit_is_no_horizon(tmp_path):
    text = COUNTING + "search_limit(2). "
    outcome, models = run(tmp_path, text.replace("#show", "#program base.\n#show"))
    assert (outcome.status, models, outcome.refuted) == (Status.UNKNOWN, [], 3)
    assert outcome.reason == "searched up to 2 steps"
    assert not outcome.complete
    outcome, _ = run(tmp_path, text.replace("#show", "#program base.\n#show"), fact("most", 1))
    assert (outcome.status, outcome.reason) == (Status.NONE, "")


def test_stepwise_goes_on_without_a_horizon(tmp_path):
    outcome, _ = run(tmp_path, COUNTING)
    assert outcome.cost == 3


@pytest.mark.parametrize(("length", "count"), [(2, 0), (3, 1), (4, 4), (5, 10), (6, 0)])
def test_a_length_is_asked_for_alone(tmp_path, length, count):
    text = COUNTING + "#const length = fewest.\n"
    outcome, models = run(
        tmp_path, text, fact("most", 5), models=0, constants={"length": str(length)}
    )
    assert len(models) == count
    assert outcome.status is (Status.FOUND if count else Status.NONE)
    assert outcome.complete
    assert outcome.refuted is None
    assert not outcome.optimal


def test_one_shot_counts_and_knows_when_it_has_all(tmp_path):
    text = "{ a; b }.\n:- a, b."
    outcome, models = run(tmp_path, text, models=0)
    assert (len(models), outcome.complete) == (3, True)
    outcome, models = run(tmp_path, text, models=2)
    assert (len(models), outcome.complete) == (2, False)
    outcome, models = run(tmp_path, ":- not a. #defined a/0.")
    assert (outcome.status, models, outcome.complete) == (Status.NONE, [], True)


def test_answers_are_counted_as_they_are_shown(tmp_path):
    outcome, models = run(tmp_path, "{ a; b; c }. #show a/0.", models=0)
    assert sorted(models) == [[], ["a"]]
    assert outcome.complete


def test_optimisation(tmp_path):
    text = "{ a; b } = 1. { c }. #minimize { 2 : a; 2 : b; 3 : c }. #show a/0. #show b/0."
    outcome, models = run(tmp_path, text)
    assert (outcome.status, outcome.cost, outcome.optimal, len(models)) == (
        Status.FOUND,
        2,
        True,
        1,
    )
    outcome, models = run(tmp_path, text, models=0)
    assert sorted(models) == [["a"], ["b"]]
    assert outcome.complete


def test_overlays_written_stepwise_work_in_one_shot_programs(tmp_path):
    text = "horizon(3). { p(1..3) }. #program step(t). :- p(t), t > 1."
    _, models = run(tmp_path, text, models=0)
    shown = sorted([a for a in model if a.startswith("p")] for model in models)
    assert shown == [[], ["p(1)"]]


def test_facts_are_not_rewritten_by_constants(tmp_path):
    text = "#const n = 1. q(X) :- p(X). r(n). #show q/1. #show r/1."
    _, (model,) = run(tmp_path, text, fact("p", "n"), constants={"n": "5"})
    assert model == ["q(n)", "r(5)"]
    with pytest.raises(EncodingError, match="has no '#const m' to set"):
        run(tmp_path, text, constants={"m": "5"})


HARD = "{ in(P,1..14) } = 1 :- P = 1..15.\n:- in(P,H), in(Q,H), P < Q."
LARGE = "p(0..120). q(X,Y,Z) :- p(X), p(Y), p(Z)."


def wait_for_threads(count):
    """Until no more than `count` threads are alive: none may outlive the tests."""
    deadline = time.monotonic() + 60
    while threading.active_count() > count and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() == count


@pytest.mark.parametrize(("text", "abandoned"), [(HARD, False), (LARGE, True)])
def test_a_time_limit_is_unknown_and_never_none(tmp_path, text, abandoned):
    before = threading.active_count()
    outcome, models = run(tmp_path, text, seconds=0.1)
    assert (outcome.status, outcome.reason, models) == (Status.UNKNOWN, "time limit of 0.1 s", [])
    assert not outcome.complete
    assert outcome.abandoned == abandoned
    wait_for_threads(before)


def test_an_optimisation_that_is_stopped_has_proven_nothing(tmp_path):
    text = "{ in(P,1..14) } = 1 :- P = 1..15.\n#minimize { 1,P,Q : in(P,H), in(Q,H), P < Q }."
    outcome, models = run(tmp_path, text, seconds=1)
    assert (outcome.status, outcome.optimal, outcome.complete) == (Status.FOUND, False, False)
    assert outcome.cost >= 1
    assert len(models) == 1


def test_it_can_be_stopped_from_another_thread(tmp_path):
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    outcome, _ = run(tmp_path, HARD, stop=stop)
    assert (outcome.status, outcome.reason) == (Status.UNKNOWN, "interrupted")


def test_the_caller_can_have_enough(tmp_path):
    path = tmp_path / "program.lp"
    path.write_text("{ p(1..20) }.")
    found = []

    def take(model):
        found.append(model)
        return len(found) == 5

    outcome = engine.run(engine.Job(encoding.load(path), [], models=0), take)
    assert (outcome.status, outcome.reason, outcome.complete) == (Status.FOUND, "", False)
    assert len(found) >= 5


def test_an_exception_of_the_callers_ends_the_search(tmp_path):
    path = tmp_path / "program.lp"
    path.write_text("{ p(1..20) }.")

    def take(_model):
        raise KeyError("mine")

    before = threading.active_count()
    with pytest.raises(KeyError, match="mine"):
        engine.run(engine.Job(encoding.load(path), [], models=0), take)
    wait_for_threads(before)


def test_progress_is_told_while_it_searches(tmp_path):
    path = tmp_path / "program.lp"
    path.write_text(HARD)
    told = []
    engine.run(engine.Job(encoding.load(path), [], seconds=0.5), lambda _: None, told.append)
    assert {p.phase for p in told} >= {"solving"}
    assert told[-1].seconds > told[0].seconds


def test_errors_found_while_grounding_have_their_place(tmp_path):
    with pytest.raises(EncodingError) as caught:
        run(tmp_path, "p(1).\nq(X) :- not p(X).")
    assert caught.value.place.line == 2
    assert "unsafe" in caught.value.message


def test_warnings_are_handed_on(tmp_path):
    outcome, _ = run(tmp_path, "q :- typo(1).")
    assert "atom does not occur in any rule head" in outcome.messages[0]


def test_the_askers_solver_options_override_the_encodings(tmp_path):
    text = "% Purpose: p\n% Solver options:\n%   --configuration=jumpy --loops=no\n\na."
    for options in ((), ("--configuration=handy",), ("--loops=shared", "--parallel-mode=2")):
        outcome, models = run(tmp_path, text, options=options)
        assert (outcome.status, models) == (Status.FOUND, [["a"]])
    with pytest.raises(EncodingError, match="unknown option"):
        run(tmp_path, text, options=["--no-such-option"])


def test_answers_that_were_found_but_not_handed_on_are_not_all(tmp_path):
    """clingo is through long before whoever takes the answers."""
    path = tmp_path / "many.lp"
    path.write_text("% Purpose: many\n{ a(1..8) }.\n#show a/1.\n")
    taken = []

    def take(model):
        taken.append(model)
        time.sleep(0.02)

    job = engine.Job(encoding.load(path), [], models=0, seconds=0.3)
    outcome = engine.run(job, take)
    assert len(taken) < 256
    assert not outcome.complete
    assert outcome.reason == "time limit of 0.3 s"
