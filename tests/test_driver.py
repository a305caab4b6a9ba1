"""Driving clingo: stepwise, one-shot, optimising; three-valued answers; limits; odd programs."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import clingo
import pytest
from projects import ROOT

from pylab.base.errors import EncodingError, Ended
from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.encoding import program as encoding
from pylab.engines import driver
from pylab.engines.session import ModelQueue
from pylab.text.facts import fact

COUNTING = """
#include <incmode>.
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


def run(tmp_path, text, *facts, models=1, seconds=None, stop=None, megabytes=None,
        progress=lambda _: None, **means):  # fmt: skip
    """The finding, and each model's atoms."""
    path = tmp_path / "program.lp"
    path.write_text(text)
    found = []
    finding = driver.run(
        driver.ClingoProgram(encoding.load(path), facts, **means),
        Patience(seconds, stop=stop or threading.Event()),
        megabytes,
        models,
        take=found.append,
        progress=progress,
    )
    return finding, [sorted(map(str, model)) for model in found]


def test_stepwise_finds_the_least_step_and_proves_it(tmp_path):
    outcome, models = run(tmp_path, COUNTING, fact("most", 5), models=0)
    assert (outcome.status, outcome.cost, outcome.at_least) == (Status.FOUND, 3, 3)
    assert (outcome.optimal, outcome.complete, outcome.reason) == (True, True, "")
    assert len(models) == 1
    assert [row["step"] for row in outcome.statistics["solved"]] == [0, 1, 2, 3]


def test_a_search_limit_is_no_horizon(tmp_path):
    text = COUNTING + "search_limit(2). "
    outcome, models = run(tmp_path, text.replace("#show", "#program base.\n#show"))
    assert (outcome.status, models, outcome.at_least) == (Status.UNKNOWN, [], 3)
    assert outcome.reason == "searched up to 2 steps"
    assert outcome.ended is Ended.STEPS
    assert not outcome.complete
    outcome, _ = run(tmp_path, text.replace("#show", "#program base.\n#show"), fact("most", 1))
    assert (outcome.status, outcome.reason) == (Status.NONE, "")


@pytest.mark.parametrize(("length", "count"), [(2, 0), (3, 1), (4, 4), (5, 10), (6, 0)])
def test_a_length_is_asked_for_alone(tmp_path, length, count):
    text = COUNTING + "#const length = fewest.\n"
    outcome, models = run(
        tmp_path, text, fact("most", 5), models=0, constants={"length": str(length)}
    )
    assert len(models) == count
    assert outcome.status is (Status.FOUND if count else Status.NONE)
    assert outcome.complete
    assert outcome.at_least is None
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


ASKED = """
horizon(3). { p(1..3) }.
#program step(t).
q(t) :- p(t).
#program check(t).
:- query(t), not q(t).
seen(t).
#show p/1. #show seen/1.
"""


def test_overlays_that_ask_at_a_step_ask_at_the_horizon_of_one_shot_programs(tmp_path):
    """Or at the step after which the program itself says that an answer ends."""
    outcome, models = run(tmp_path, ASKED, models=0)
    assert (len(models), outcome.complete) == (4, True)
    assert all({"p(3)", "seen(0)", "seen(3)"} <= set(model) for model in models)
    _, models = run(tmp_path, "query(2).\n" + ASKED, models=0)
    assert (len(models), all("p(2)" in model for model in models)) == (4, True)
    _, models = run(tmp_path, "{ query(1..3) } = 1.\n" + ASKED, models=0)
    chosen = sorted("".join(atom[2] for atom in model if atom[0] == "p") for model in models)
    assert chosen == ["1", "12", "123", "13", "2", "23", "3"]


def test_a_number_as_length_is_the_programs_own(tmp_path):
    outcome, _ = run(tmp_path, COUNTING + "#const length = 5. wide(length). #defined wide/1.")
    assert (outcome.cost, outcome.optimal) == (3, True)


def test_the_base_sees_what_is_checked_before_the_first_step(tmp_path):
    """clingo grounds both in one go."""
    text = "#include <incmode>. a :- d(0). b :- d(1). #defined d/1. #program check(t). d(t)."
    _, (model,) = run(tmp_path, text + " #show a/0. #show b/0.")
    assert model == ["a"]


def test_a_search_that_would_go_on_after_enough_answers_says_so(tmp_path):
    outcome, models = run(tmp_path, COUNTING, constants={"imin": "6"})
    assert len(models) == 1
    assert "imin and istop ask for later" in "".join(outcome.messages)
    outcome, models = run(tmp_path, COUNTING, models=0, constants={"imin": "6"})
    assert (outcome.messages, outcome.statistics["solved"][-1]["step"]) == ((), 5)


def test_facts_are_not_rewritten_by_constants(tmp_path):
    text = "#const n = 1. q(X) :- p(X). r(n). #show q/1. #show r/1."
    _, (model,) = run(tmp_path, text, fact("p", "n"), constants={"n": "5"})
    assert model == ["q(n)", "r(5)"]
    with pytest.raises(EncodingError, match="has no '#const m' to set"):
        run(tmp_path, text, constants={"m": "5"})


HARD = "{ in(P,1..14) } = 1 :- P = 1..15.\n:- in(P,H), in(Q,H), P < Q."
LARGE = "p(0..70). q(X,Y,Z) :- p(X), p(Y), p(Z)."


def wait_for_threads(count):
    """Until no more than `count` threads are alive: none may outlive the tests."""
    deadline = time.monotonic() + 60
    while threading.active_count() > count and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() == count


@pytest.mark.parametrize(("text", "abandoned"), [(HARD, False), (LARGE, True)])
def test_a_time_limit_is_unknown_and_never_none(tmp_path, text, abandoned, monkeypatch):
    before = threading.active_count()
    if abandoned:  # sooner than it would be
        monkeypatch.setattr("pylab.engines.session.GRACE_SECONDS", 0.05)
    outcome, models = run(tmp_path, text, seconds=0.1)
    assert (outcome.status, outcome.reason, models) == (Status.UNKNOWN, "time limit of 0.1 s", [])
    assert outcome.ended is Ended.TIME
    assert not outcome.complete
    assert driver.left_at_work() == abandoned
    wait_for_threads(before)


def test_an_error_of_the_caller_waits_for_the_search_to_stop(tmp_path):
    """Else Python, if it ends then, aborts in clingo's call of it."""

    def refuse(_):
        raise KeyError("refused")

    path = tmp_path / "program.lp"
    path.write_text("{ p(1..20) }.")
    before = threading.active_count()
    with pytest.raises(KeyError):
        driver.run(driver.ClingoProgram(encoding.load(path), ()), models=0, take=refuse)
    assert threading.active_count() == before


def test_an_optimisation_that_is_stopped_has_proven_nothing(tmp_path):
    text = "{ in(P,1..14) } = 1 :- P = 1..15.\n#minimize { 1,P,Q : in(P,H), in(Q,H), P < Q }."
    stop = threading.Event()

    def hear(progress):
        if progress.upper is not None:  # a model is known
            stop.set()

    outcome, models = run(tmp_path, text, stop=stop, progress=hear)
    assert (outcome.status, outcome.optimal, outcome.complete) == (Status.FOUND, False, False)
    assert outcome.cost >= 1
    assert len(models) == 1


def test_optima_that_are_interrupted_are_not_all_whatever_clasp_says(tmp_path, monkeypatch):
    """Stopped between its proof and the other optima, clasp says exhausted and interrupted."""
    solve = clingo.Control.solve

    def interrupted(control, *more, on_model):
        solve(
            control, *more, on_model=lambda model: on_model(model) and not model.optimality_proven
        )
        return SimpleNamespace(exhausted=True, interrupted=True, satisfiable=True)

    monkeypatch.setattr(clingo.Control, "solve", interrupted)
    outcome, models = run(tmp_path, "1 { p(1..4) }.\n#minimize { 1,X : p(X) }.", models=0)
    assert (len(models), outcome.cost, outcome.complete) == (1, 1, False)


def test_it_can_be_stopped_from_another_thread(tmp_path):
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    outcome, _ = run(tmp_path, HARD, stop=stop)
    assert (outcome.status, outcome.reason) == (Status.UNKNOWN, "interrupted")
    assert outcome.ended is Ended.INTERRUPTED


def test_the_caller_can_have_enough(tmp_path):
    path = tmp_path / "program.lp"
    path.write_text("{ p(1..20) }.")
    found = []

    def take(model):
        found.append(model)
        return len(found) == 5

    outcome = driver.run(driver.ClingoProgram(encoding.load(path), []), models=0, take=take)
    assert (outcome.status, outcome.reason, outcome.complete) == (Status.FOUND, "", False)
    assert outcome.settled
    assert len(found) >= 5


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("#include <incmode>.\n#program check(t).\n{ p(1..20) } :- t = 2.\n:- query(t), t < 2.", 2),
        ("1 { p(1) } 1. { q(1..20) }.\n#minimize { 1,X : p(X) }.", 1),
    ],
)
def test_answers_are_optimal_though_the_caller_has_enough(tmp_path, text, cost):
    path = tmp_path / "program.lp"
    path.write_text(text)
    found = []

    def take(model):
        found.append(model)
        return len(found) == 2

    outcome = driver.run(driver.ClingoProgram(encoding.load(path), []), models=0, take=take)
    assert len(found) >= 2
    assert (outcome.cost, outcome.optimal, outcome.complete) == (cost, True, False)


def test_an_exception_of_the_callers_ends_the_search(tmp_path):
    path = tmp_path / "program.lp"
    path.write_text("{ p(1..20) }.")

    def take(_model):
        raise KeyError("mine")

    before = threading.active_count()
    with pytest.raises(KeyError, match="mine"):
        driver.run(driver.ClingoProgram(encoding.load(path), []), models=0, take=take)
    wait_for_threads(before)


def test_progress_is_told_while_it_searches(tmp_path):
    path = tmp_path / "program.lp"
    path.write_text(HARD)
    told, stop = [], threading.Event()

    def hear(progress):
        told.append(progress)
        if [each.phase for each in told].count("solving") == 2:
            stop.set()

    driver.run(driver.ClingoProgram(encoding.load(path), []), Patience(stop=stop), progress=hear)
    assert {p.phase for p in told} >= {"solving"}
    assert told[-1].seconds > told[0].seconds


def test_progress_is_told_between_models_that_come_without_a_pause(tmp_path):
    path, told, stop = tmp_path / "program.lp", [], threading.Event()
    path.write_text("{ a(1..40) }.")

    def hear(progress):
        told.append(progress.models)
        if len(told) == 3:
            stop.set()

    program = driver.ClingoProgram(encoding.load(path), [])
    driver.run(program, Patience(stop=stop), models=0, progress=hear)
    assert told[0] < told[-1]


def test_errors_found_while_grounding_have_their_place(tmp_path):
    with pytest.raises(EncodingError) as caught:
        run(tmp_path, "p(1).\nq(X) :- not p(X).")
    assert caught.value.place.line == 2
    assert "unsafe" in caught.value.message


def test_warnings_are_handed_on(tmp_path):
    outcome, _ = run(tmp_path, "q :- typo(1).")
    assert "atom does not occur in any rule head" in outcome.messages[0]


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (":- psuh(_,D,t).", "psuh(_,D,t)"),
        (":- psuh(_,\n  D,t).", "psuh(_, D,t)"),
        ("b(1/(t-1)).", "1/(t-1)"),
        (":- a(X), psuh(X+t).", "psuh(X+t)"),
    ],
)
def test_warnings_have_the_words_of_the_file_and_no_names_of_clingos_own(tmp_path, rule, told):
    """Within a part with a parameter, for instance."""
    text = f"{COUNTING}a(1).\n#program step(t).\n{rule}\n"
    outcome, _ = run(tmp_path, text, fact("most", 5))
    assert any(message.rstrip().endswith(f"\n  {told}") for message in outcome.messages)
    assert not any("#" in message.partition("\n")[2] for message in outcome.messages)


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

    program = driver.ClingoProgram(encoding.load(path), [])
    outcome = driver.run(program, Patience(0.3), models=0, take=take)
    assert len(taken) < 256
    assert not outcome.complete
    assert outcome.reason == "time limit of 0.3 s"


PUSHING = """
#include <incmode>.
#program step(t).
{ at(X+1,t); at(X,t) } = 1 :- at(X,t-1).
#program check(t).
:- query(t), not at(3,t).
#program base.
at(0,0).
#show at/2.
"""
"""Without an external of its own, as clingo's own examples are."""


def test_a_program_that_says_incmode_gets_the_external_from_the_engine(tmp_path):
    outcome, models = run(tmp_path, PUSHING, models=0)
    assert (outcome.cost, outcome.at_least, outcome.optimal, len(models)) == (3, 3, True, 1)
    assert [row["step"] for row in outcome.statistics["solved"]] == [0, 1, 2, 3]


@pytest.mark.parametrize("text", ["% #include <incmode>.\n", '#const a = "#include <incmode>.".\n'])
def test_only_a_program_that_says_incmode_is_stepwise(tmp_path, text):
    """Parts of these names are no sign, nor are comments and strings."""
    path = tmp_path / "program.lp"
    path.write_text(text + "{ p(1..3) }. #program step(t). #program check(t).\n")
    assert not encoding.load(path).stepwise
    path.write_text(text + PUSHING)
    assert encoding.load(path).stepwise
    (tmp_path / "entry.lp").write_text('#include "program.lp".\n')
    assert encoding.load(tmp_path / "entry.lp").stepwise


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("a.\n#program check(t).\n:- query(t).\n", 3, "check/1"),
        ("a.\n#program step(t).\nb(t).\n", 3, "step/1"),
        ("a.\n#program more.\nb.\n", 3, "more/0"),
        ("horizon(2).\n#program step(t).\nb(t).\n#program check(t,u).\n:- b(t).\n", 5, "check/2"),
        (PUSHING + "#program step(t,u).\nb(t).\n", 11, "step/2"),
        (PUSHING + "#program steps(t).\nb(t).\n", 11, "steps/1"),
    ],
)
def test_rules_in_parts_that_are_never_grounded_are_an_error_with_its_place(
    tmp_path, text, line, part
):
    with pytest.raises(EncodingError, match=f"part {part} is never grounded") as caught:
        run(tmp_path, text)
    assert (caught.value.place.line, caught.value.place.column) == (line, 1)
    assert caught.value.place.source.endswith("program.lp")


def test_parts_that_hold_no_rules_are_no_error(tmp_path):
    text = "{ a }. #program check(t). #show a/0. #const n = 1. % nothing\n#defined b/1."
    _, models = run(tmp_path, text, models=0)
    assert sorted(models) == [[], ["a"]]


def test_a_stepwise_objective_is_least_among_answers_of_as_many_steps(tmp_path):
    text = PUSHING + "{ dear(1..3) } = 2. #minimize { X : dear(X) }. #show dear/1.\n"
    outcome, (model,) = run(tmp_path, text)
    assert {"dear(1)", "dear(2)"} <= set(model)
    assert (outcome.cost, outcome.at_least, outcome.costs) == (3, 3, ((3, 0),))
    assert (outcome.least, outcome.optimal) == (True, False)


def test_nothing_is_optimal_that_was_neither_minimised_nor_stepped(tmp_path):
    for text in ("a.", "{ a; b } = 1.", ":- a. { a }."):
        for models in (0, 1):
            outcome, _ = run(tmp_path, text, models=models)
            assert (outcome.status, outcome.optimal, outcome.cost) == (Status.FOUND, False, None)


WIDE = """
#include <incmode>.
#program step(t).
wide(1..100**t,t).
#program check(t).
:- query(t).
"""
"""Each step has a hundred times the rules of the one before."""

IN_A_CHILD = """
import sys
from pathlib import Path
from pylab.encoding import program as encoding
from pylab.engines import driver
found = driver.run(driver.ClingoProgram(encoding.load(Path(sys.argv[1])), []), megabytes=600)
print(found.status.value, found.ended.value, found.reason, found.at_least, sep="|", flush=True)
import os; os._exit(0)
"""


@pytest.mark.slow
def test_a_memory_limit_keeps_the_bound_that_is_proven(tmp_path):
    """In a child: the C++ library aborts now and then where it can't even report the lack."""
    path = tmp_path / "wide.lp"
    path.write_text(WIDE)
    for _ in range(5):
        done = subprocess.run(
            [sys.executable, "-c", IN_A_CHILD, str(path)],
            capture_output=True, encoding="utf-8", check=False, cwd=ROOT,
        )  # fmt: skip
        if done.returncode >= 0:
            break
    assert done.stdout.strip() in (
        "unknown|memory|memory limit|3",
        "unknown|memory|memory limit|4",
    ), (done.returncode, done.stderr)


def test_a_script_that_runs_out_of_memory_has_reached_the_limit(tmp_path):
    path = tmp_path / "big.lp"
    path.write_text("#script (python)\nx = b'x' * (8 * 1024**3)\n#end.\na.\n")
    program = driver.ClingoProgram(encoding.load(path, scripts=True), [], scripts=True)
    outcome = driver.run(program, megabytes=1000)
    assert (outcome.status, outcome.ended) == (Status.UNKNOWN, Ended.MEMORY)


def test_models_that_nobody_takes_any_more_make_it_incomplete(tmp_path):
    """clingo is through with all three before the caller, who has enough with two, says so."""
    path = tmp_path / "three.lp"
    path.write_text("{ a; b } . :- a, b. #show a/0. #show b/0.")
    taken = []

    def take(model):
        time.sleep(0.1)
        taken.append(model)
        return len(taken) == 2

    finding = driver.run(driver.ClingoProgram(encoding.load(path), []), models=0, take=take)
    assert (len(taken), finding.settled, finding.complete) == (2, True, False)


def test_models_come_in_order_the_first_at_once_and_the_last_word_behind_them():
    box, got, never = ModelQueue(), [], threading.Event()
    sent = [*range(5000), None]
    sender = threading.Thread(target=lambda: [box.put(each, never.is_set) for each in sent])
    sender.start()
    while not got or got[-1][-1] is not None:
        items = box.take(60)
        assert items  # no minute went by
        got.append(list(items))
    sender.join(60)
    assert [each for items in got for each in items] == sent
    assert len(got) < 2500
    assert not box.take(0)


def test_a_model_that_comes_alone_is_handed_over_and_nobody_waits_for_one_who_has_left(monkeypatch):
    monkeypatch.setattr("pylab.engines.session._MOMENT", 3600.0)  # that long, others may come
    box, gone = ModelQueue(), threading.Event()
    box.put("one", gone.is_set)
    assert list(box.take(60)) == ["one"]
    box.put("two", gone.is_set)
    box.put(None, gone.is_set)
    assert list(box.take(60)) == ["two", None]
    box.put("three", gone.is_set)
    waiting = threading.Timer(0.05, lambda: [box.put(n, gone.is_set) for n in range(3000)])
    waiting.start()
    assert len(box.take(60)) >= 64
    gone.set()
    waiting.join(60)
    assert not waiting.is_alive()


@pytest.mark.parametrize(
    ("overlay", "endless"), [("", False), ("#program check(t).\n:- query(t), t < 0.\n", True)]
)
def test_only_a_search_by_rules_of_ones_own_may_have_no_end(
    overlay, endless, tmp_path, monkeypatch
):
    sessions = []
    monkeypatch.setattr(driver, "_configure", lambda session, _: sessions.append(session))
    (tmp_path / "later.lp").write_text(overlay)
    entry = ROOT / "encodings" / "dungeon" / "solve.lp"
    maze = fact("room", "a"), fact("start", "a"), fact("goal", "a")
    program = encoding.load(entry, [tmp_path / "later.lp"] if overlay else [])
    patience = Patience(None, stop=threading.Event())
    found = driver.run(
        driver.ClingoProgram(program, maze), patience, None, 1, take=lambda _: None,
        progress=lambda _: None,
    )  # fmt: skip
    assert found.status is Status.FOUND
    assert sessions[-1].endless == endless
