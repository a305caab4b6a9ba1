"""Judges: a user's own programs over the instance, the answer and what the checker saw."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from dataclasses import replace

import projects
import pytest
from asking import ask, question
from projects import ROOT, call
from random_boards import boards

import pylab
from pylab.base.errors import EncodingError
from pylab.base.limits import Patience
from pylab.core import judge as pylab_judge
from pylab.encoding import program as encodings
from pylab.engines import judges
from pylab.families.ravensburger.check import check
from pylab.families.ravensburger.model import Plan, Push
from pylab.family import registry

EXAMPLE = "ravensburger/example-4x4.lp"
COMPETITION = ROOT / "tests/data/judges/competition.lp"
PLANS = {("w", "s"): [(1, "w"), (3, "s")], ("w", "n"): [(1, "w"), (2, "n")]}


def judge(folder, text, name="judge.lp"):
    path = folder / name
    path.write_text(text)
    return str(path)


def verdict(board, plan, *files):
    asked = question("ravensburger", board, judges=tuple(map(str, files)))
    return judges.verdict(asked, plan, Patience())


def plan(*pushes):
    return Plan(tuple(Push(step, *push) for step, push in enumerate(pushes, 1)))


@pytest.fixture(scope="module")
def example():
    return pylab.load(EXAMPLE).instance


GOOD = plan((1, "w"), (3, "s"))


def test_what_a_judge_says_is_a_problem_with_its_step(example, tmp_path):
    path = judge(tmp_path, 'wrong("a column is pushed",T) :- push(_,s,T).\nwrong("so",far).')
    said = verdict(example, GOOD, path)
    assert [(p.code, p.message, p.step) for p in said.problems] == [
        ("judge", "so, far", None),
        ("judge", "a column is pushed", 2),
    ]
    assert str(said.problems[1]) == f"{path}: step 2: a column is pushed"


def test_a_judge_adds_to_the_checker(example, tmp_path):
    path = judge(tmp_path, "wrong(odd) :- N = #count { T : push(_,_,T) }, N \\ 2 == 1.")
    assert verdict(example, GOOD, path).valid
    assert verdict(example, GOOD, path).summary.endswith(f"; right by your judge {path}")
    codes = [p.code for p in verdict(example, plan((1, "w")), path).problems]
    assert codes == ["goal", "judge"]


def test_without_a_word_of_wrong_it_judges_by_having_an_answer_set(example, tmp_path):
    path = judge(tmp_path, ":- push(_,s,_).")
    assert verdict(example, plan((1, "w"), (2, "n")), path).valid
    (problem,) = verdict(example, GOOD, path).problems
    assert str(problem) == f"{path}: it has no answer set with this answer"


def test_an_answer_is_right_if_one_answer_set_has_nothing_against_it(example, tmp_path):
    free = judge(tmp_path, "1 { wrong(a); fine } 1. #show fine/0.", "free.lp")
    assert verdict(example, GOOD, free).valid
    shown = judge(tmp_path, "wrong(a). #show push/3.", "shown.lp")
    assert [p.message for p in verdict(example, GOOD, shown).problems] == ["a"]


def test_the_competitions_way_of_judging_agrees_with_the_checker():
    rng = random.Random(20)
    tried = {True: 0, False: 0}
    for board in boards(20, 40, 3):
        pushes = [(rng.randint(1, 3), rng.choice("nesw")) for _ in range(rng.randint(0, 3))]
        ours = check(board, plan(*pushes))
        said = verdict(board, plan(*pushes), COMPETITION)
        judged = not any(p.code == "judge" for p in said.problems)
        assert judged == ours.valid, (board, pushes)
        tried[judged] += 1
    assert min(tried.values()) >= 5


@pytest.mark.parametrize(
    "head", ["goal(9,9,9)", "{ goal(9,9,9) }", "1 #count { X : goal(X,X,X) : X = 1..2 }",
             "goal(9,9,9) : 1 = 1; other"],
)  # fmt: skip
def test_what_a_judge_defines_itself_it_is_not_given(head, example, tmp_path):
    told = "wrong(goal(X,Y,T)) :- goal(X,Y,T), T = 0. wrong(stands) :- stands(_,_,0)."
    given = verdict(example, GOOD, judge(tmp_path, told))
    assert [p.message for p in given.problems] == ["goal(1,4,0)", "stands"]
    own = verdict(example, GOOD, judge(tmp_path, f"{told}\n{head} :- #true."))
    assert [p.message for p in own.problems] == ["stands"]


def test_all_answers_of_both_engines_are_judged(example):
    for engine in ("clingo", "native", "both"):
        answer, found = ask(
            "ravensburger", example, "shortest", models=0, engine=engine,
            judges=(str(COMPETITION),),
        )  # fmt: skip
        assert len(found) == 2
        assert not answer.invalid
        assert all("right by your judge" in each.verdict.summary for each in found)


def test_a_judge_that_is_grounded_for_ever_is_ended(tmp_path):
    grounding = judge(tmp_path, "a(1..4000). wrong(X,Y,Z) :- a(X), a(Y), a(Z), X*Y*Z < 0.")
    solved = projects.run("solve", EXAMPLE, "--judge", grounding, "--time-limit", "0.2")
    assert solved.returncode == 3
    assert "unknown (time limit of 0.2 s" in solved.stdout
    asked = ("--judge", grounding, "--time-limit", "0.4")
    validated = projects.run("validate", EXAMPLE, "-", *asked, stdin="push(1,w,1). push(2,n,2).")
    assert validated.returncode == 3
    assert "time limit of 0.4 s, with the judge" in validated.stdout + validated.stderr


ENDLESS = "n(0). n(X+1) :- n(X). wrong(x) :- n(-1)."


@pytest.mark.slow
def test_compare_and_notebooks_end_a_judge_without_an_end(tmp_path):
    """Each in a process of its own: what clingo grounds for ever can't be interrupted there."""
    endless = judge(tmp_path, ENDLESS)
    done = projects.run(
        "compare", EXAMPLE, "--task", "shortest", "--with", "any", "--random", "0",
        "--judge", endless, "--time-limit", "1", timeout=60,
    )  # fmt: skip
    assert done.returncode == 3
    assert "undecided (time limit of 1 s, with the judge" in done.stdout
    assert "DIFFERENT" not in done.stdout
    told = subprocess.run(
        [sys.executable, "-c", f"import pylab, os\ntry:\n    pylab.validate({EXAMPLE!r}, "
         f"'push(1,w,1).', judges={endless!r}, time_limit=1)\n"
         "except pylab.base.errors.LimitReached as e:\n    print(e, flush=True)\nos._exit(0)"],
        capture_output=True, text=True, timeout=60, check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ).stdout  # fmt: skip
    assert told.startswith("time limit of 1 s, with the judge")


def test_scripts_in_judges_are_run_by_nobody_who_is_not_told_to(tmp_path):
    mark = tmp_path / "mark"
    script = f"open({str(mark)!r}, 'w').close()"
    hostile = judge(tmp_path, f"#script (python)\n{script}\n#end.\nwrong(x) :- #count{{ 1 }} = 0.")
    words = ("--with", "any", "--random", "0", "--judge", hostile, "--time-limit", "9")
    plan = "push(1,w,1). push(2,n,2)."
    for done in (
        projects.run("solve", EXAMPLE, "--judge", hostile),
        projects.run("validate", EXAMPLE, "-", "--judge", hostile, stdin=plan),
        projects.run("compare", EXAMPLE, "--task", "shortest", *words),
    ):
        assert (done.returncode, "expected no embedded script" in done.stderr) == (2, True)
    with pytest.raises(EncodingError, match="expected no embedded script"):
        pylab.validate(EXAMPLE, plan, judges=hostile)
    assert not mark.exists()
    told = projects.run("validate", EXAMPLE, "-", "--judge", hostile, "--allow-scripts", stdin=plan)
    assert (told.returncode, mark.exists()) == (0, True), told.stderr


def test_a_judge_that_is_wrong_is_blamed_by_its_name_and_no_one_else(tmp_path):
    """Right answers are refused by it alone, forged ones by the checker, too."""
    never = judge(tmp_path, 'wrong("never").', "never.lp")
    done = call("solve", EXAMPLE, "--task", "shortest", "--judge", never)
    assert done.returncode == 4
    assert f"% INVALID: {never}: never" in done.stdout
    assert f"% your judge {never} found an answer INVALID" in done.stdout
    assert "bug" not in done.stdout
    blind = judge(tmp_path, ":- not push(_,_,1).", "blind.lp")
    forged = call("validate", EXAMPLE, "-", "--judge", blind, stdin="push(1,w,1).")
    assert (forged.returncode, "is not reached" in forged.stdout) == (1, True)
    kind = judge(tmp_path, "% Judge replaces:\n%   blind.lp\n", "kind.lp")
    passed = call("validate", EXAMPLE, "-", "--with", kind, stdin="push(1,w,1).")
    assert passed.stdout.startswith(f"valid by your judge {tmp_path / 'blind.lp'}")


HARD = """
1 { at(P,H) : H = 1..11 } 1 :- P = 1..12.
:- at(P,H), at(Q,H), P < Q.
wrong("never").
"""


def test_a_judge_that_searches_for_ever_is_ended_too(tmp_path):
    told = projects.run("solve", EXAMPLE, "--judge", judge(tmp_path, HARD), "--time-limit", "0.3")
    assert told.returncode == 3
    assert "unknown (time limit of 0.3 s" in told.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wrong(X).", "unsafe"),
        ("wrong(", "judge.lp:2:1: syntax error"),
        ("#script (python) import os #end.", "script"),
        ('wrong("é").', "ASCII"),
    ],
)
def test_what_is_no_judge_is_an_error(text, said, tmp_path):
    done = call("solve", EXAMPLE, "--judge", judge(tmp_path, text))
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    missing = call("validate", EXAMPLE, "-", "--judge", "nowhere.lp", stdin="push(1,w,1).")
    assert (missing.returncode, "nowhere.lp: no such file" in missing.stderr) == (2, True)


BLIND = [
    ('wrong("east",T) :- psh(_,e,T).', "judge.lp:2:20", "did you mean push/3?"),
    ("wrong(x) :- push(_,T).", "judge.lp:2:13", "push/2 is never defined; wrong number of"),
    ("wrong(x,T) :- push(_,_,T), not stand(_,_,T).", "judge.lp:2:32", "did you mean stands/3?"),
    ("wrong(x) :- 2 { psh(_,_,T) : push(_,_,T) }.", "judge.lp:2:17", "did you mean push/3?"),
    (":- fold(_,_).", "judge.lp:2:4", "did you mean field/2?"),
    ('wrng("east",T) :- push(_,e,T).', "judge.lp:2:1", "wrng/2 is derived, and nothing uses it"),
    ("wrong(x) :- push(_,e,_). worng(y) :- push(_,n,_).", "judge.lp:2:26", "did you mean wrong?"),
]
"""Judges that can't see or say something, where, and what is said of it."""

VALUELESS = [
    ("wrong(@f(T)) :- push(_,w,T).", "judge.lp:2:7", "no script defines @f"),
    ('wrong("west",1/0) :- push(_,w,_).', "judge.lp:2:14", "the divisor is 0"),
    ("wrong(x,T) :- push(Z,w,T), Z*w > 3.", "judge.lp:2:28", "w is no number"),
    ("wrong(x,T) :- push(Z,D,T), D*Z > 3.", "judge.lp:2:28", "D*Z has no value"),
    (":- #sum { D*Z,T : push(Z,D,T) } > 3.", "judge.lp:2:11", "D*Z has no value"),
    ("wrong(x,T) :- push(Z,D,T), Z = 1..D.", "judge.lp:2:32", "1..D has no value"),
    ("#edge (1,1) : push(Z,D,T), Z/(T-T) > 0.", "judge.lp:2:28", "has no value"),
    ("#program step(t). wrong(x,t) :- push(_,w,t).", "judge.lp:2:19", "a judge has no steps: "),
]
"""Judges some of whose rules clingo leaves out, where, and what is said of it."""

MUTE = ["fine.", "odd(T) :- push(_,_,T).", "wrong(x) :- a. a :- b. b :- a.", "-wrong(x).",
        "wrong(x) :- psh(_). #defined psh/1.", "{ fine }."]  # fmt: skip
"""Judges that object to nothing, whatever the answer."""

HEARD = [":- push(_,e,_).", "2 { lamp } 2 :- push(_,e,_).", "wrong :- push(_,e,_).",
         "fine :- not fine, push(_,e,_).", "a. -a :- push(_,e,_).", "#edge (1,1) : push(_,e,_).",
         "wrong(x) :- lamp. #external lamp. [true]",
         "wrong(x) :- push(_,e,_), not b. #defined b/0.",
         "wrong(T) :- goal(_,_,T), stands(_,_,T), open(_,_,_,T), rides(_,_,_,_,T)."]  # fmt: skip


@pytest.mark.parametrize(("text", "place", "said"), BLIND)
def test_a_judge_that_misspells_something_judges_nothing(text, place, said, tmp_path):
    path = judge(tmp_path, f"% {text}\n{text}\n")
    overlay = judge(tmp_path, "% Judge:\n%   judge.lp\n", "overlay.lp")
    plan = "push(1,w,1). push(2,n,2)."
    for done in (
        call("solve", EXAMPLE, "--judge", path),
        call("solve", EXAMPLE, "--engine", "native", "--with", overlay),
        call("validate", EXAMPLE, "-", "--judge", path, stdin=plan),
        call("validate", EXAMPLE, "-", "--with", overlay, stdin=plan),
        call("compare", EXAMPLE, "--task", "shortest", "--with", "any", "--random", "0",
             "--judge", path),
    ):  # fmt: skip
        assert (done.returncode, "judge" in done.stdout) == (2, False)
        assert place in done.stderr
        assert said in done.stderr
    with pytest.raises(EncodingError, match=re.escape(said)):
        pylab.solve(EXAMPLE, judges=path)
    with pytest.raises(EncodingError, match=re.escape(said)):
        pylab.validate(EXAMPLE, plan, judges=path)
    for done in (
        call("lint", path, "--family", "ravensburger"),
        call("lint", "ravensburger/shortest.lp", "--judge", path),
        call("lint", "ravensburger/shortest.lp", "--with", overlay),
    ):
        if text.startswith(":-") and "--judge" not in done.args:
            continue
        assert done.returncode == 1
        assert place in done.stdout
        assert said in done.stdout


@pytest.mark.parametrize(("text", "place", "said"), VALUELESS)
def test_a_judge_that_clingo_leaves_rules_out_of_judges_nothing(text, place, said, tmp_path):
    path = judge(tmp_path, f"% {text}\n{text}\n")
    for ask_it in (
        lambda: pylab.validate(EXAMPLE, "push(1,w,1). push(2,n,2).", judges=path),
        lambda: pylab.solve(EXAMPLE, judges=path),
        lambda: pylab.solve(EXAMPLE, judges=path, engine="native"),
        lambda: pylab.solve(EXAMPLE, judges=path, engine="both"),
    ):
        with pytest.raises(EncodingError, match=re.escape(said)) as caught:
            ask_it()
        assert str(caught.value.place).endswith(place)


def test_a_judge_without_a_value_ends_commands_and_is_found_by_lint(tmp_path):
    rule, place, said = VALUELESS[3]
    path = judge(tmp_path, f"\n{rule}\n")
    for name in ("boards", "outputs"):
        (tmp_path / name).mkdir()
    (tmp_path / "boards/one.lp").write_text((ROOT / "instances" / EXAMPLE).read_text())
    text = "Answer: 1\npush(1,w,1) push(2,n,2)\nSATISFIABLE\n"
    plan = judge(tmp_path / "outputs", text, "one.out")
    for done in (
        call("validate", EXAMPLE, plan, "--judge", path),
        call("score", "boards", "outputs", "--judge", path, cwd=tmp_path),
    ):
        assert (done.returncode, place in done.stderr, said in done.stderr) == (2, True, True)
    path = judge(tmp_path, f"\n{VALUELESS[0][0]}\n")
    done = call("lint", path, "--family", "ravensburger")
    assert (done.returncode, "judge.lp:2:7: no script defines @f" in done.stdout) == (1, True)


@pytest.mark.parametrize("text", [
    "#const w = 2. wrong(x) :- push(Z,w,T), Z*w > 3.", "wrong(x) :- T = #count { Z : push(Z,_,_) }"
    ", 4/T = 0.",
])  # fmt: skip
def test_a_judge_that_calculates_is_heard(text, example, tmp_path):
    assert verdict(example, GOOD, judge(tmp_path, text)).valid


@pytest.mark.parametrize("text", MUTE)
def test_a_judge_that_can_object_to_nothing_is_refused(text, tmp_path):
    path = judge(tmp_path, text)
    done = call("solve", EXAMPLE, "--judge", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "judge.lp:1:1: this judge never objects: " in done.stderr
    done = call("lint", "ravensburger/shortest.lp", "--judge", path)
    assert (done.returncode, "this judge never objects" in done.stdout) == (1, True)


@pytest.mark.parametrize("text", HEARD)
def test_a_judge_that_can_object_is_heard(text, example, tmp_path):
    east = plan((1, "e"))
    asked = question("ravensburger", example, judges=(judge(tmp_path, text),))
    said = judges.verdict(asked, east, Patience())
    assert any(problem.code == "judge" for problem in said.problems)


def test_where_it_is_not_known_what_the_checker_sees_a_judge_has_any_words(example, tmp_path):
    board = pylab.load(EXAMPLE).family
    path = judge(tmp_path, "wrong(x) :- psh(_,_,_).")
    program = encodings.load(tmp_path / "judge.lp")
    assert list(pylab_judge.findings(program, None)) == []
    silent = replace(board, trace=board.trace._replace(predicates=None))
    assert pylab_judge.given(silent) is None
    assert pylab_judge.accepted(program, silent) is program
    with pytest.raises(EncodingError, match=f"{path}:1:13"):
        pylab_judge.accepted(program, board)


def test_what_stages_show_a_judge_has_the_step_behind_it():
    family = registry.get("ricochet") if "ricochet" in registry.names() else None
    if family is None:
        pytest.skip("the example family is not installed")
    steps = {(each.name, each.arity + 1) for each in family.vocabulary}
    assert {(each.name, each.arity) for each in family.trace.predicates} == steps


OVERLAY = """% Purpose:
%   The avatar carries a lamp: a plan is right if it lights two lines.
% JUDGE:
%   lamp.lp
:- not push(2,n,2).
"""


@pytest.fixture
def two(tmp_path):
    """The example has two shortest plans; both judges object to the one that begins westwards."""
    west = judge(tmp_path, 'wrong("west",T) :- push(_,w,T).', "west.lp")
    never = judge(tmp_path, ":- push(_,_,_).", "never.lp")
    return "--judge", west, "--judge", never


def test_who_refutes_an_answer_is_said_everywhere(tmp_path, two):
    west, never = two[1], two[3]
    done = call("solve", EXAMPLE, *two)
    assert f"% INVALID: {west}: step 1: west\n" in done.stdout
    assert f"% INVALID: {never}: it has no answer set with this answer\n" in done.stdout
    told = json.loads(call("solve", EXAMPLE, *two, "--format", "json").stdout)
    assert [each["by"] for each in told["answers"][0]["problems"]] == [str(west), str(never)]
    done = call("solve", EXAMPLE, *two, "--format", "competition")
    assert done.returncode == 4
    assert (
        f"pylab: your judges {west}, {never} found an answer invalid; none is printed"
        in done.stderr
    )
    done = call("draw", EXAMPLE, "--task", "shortest", *two, "-o", tmp_path / "x.svg")
    assert f"your judges {west}, {never} found this answer invalid" in done.stderr


def test_how_many_of_those_counted_are_invalid_stands_beside_the_number(two):
    words = ("solve", EXAMPLE, "--task", "all", "--models", "0")
    done = call(*words, *two, "--count")
    assert (done.returncode, done.stdout) == (4, "2\n")
    assert "pylab: invalid: 2 of these 2\n" in done.stderr
    assert "% 2 answers in all, 2 of them invalid (" in call(*words, *two).stdout
    told = json.loads(call(*words, *two, "--format", "json").stdout)
    assert (told["count"], told["invalid"]) == (2, 2)
    assert "refuted" not in call(*words, "--count").stderr


def test_headers_name_judges(tmp_path):
    judge(tmp_path, "wrong(dark,T) :- push(1,_,T).", "lamp.lp")
    added = judge(tmp_path, OVERLAY.replace("JUDGE", "Judge"), "added.lp")
    done = call("solve", EXAMPLE, "--with", added)
    assert done.returncode == 4
    assert f"% INVALID: {tmp_path / 'lamp.lp'}: step 1: dark" in done.stdout
    assert f"% your judge {tmp_path / 'lamp.lp'} found an answer INVALID" in done.stdout
    judge(tmp_path, "wrong(dark,T) :- push(3,_,T).", "lamp.lp")
    replaced = judge(tmp_path, OVERLAY.replace("JUDGE", "Judge replaces"), "replaced.lp")
    done = call("solve", EXAMPLE, "--with", replaced)
    assert done.returncode == 0
    assert f"% valid, checked by your judge {tmp_path / 'lamp.lp'}: " in done.stdout
    told = json.loads(call("solve", EXAMPLE, "--with", replaced, "--format", "json").stdout)
    assert told["answers"][0]["by"] == f"your judge {tmp_path / 'lamp.lp'}"
    (tmp_path / "lamp.lp").unlink()
    done = call("solve", EXAMPLE, "--with", added)
    assert (done.returncode, "there is no lamp.lp beside it" in done.stderr) == (2, True)


@pytest.mark.parametrize("title", ["Judge", "Judge replaces"])
def test_an_overlay_that_only_names_a_judge_has_an_effect(title, tmp_path):
    judge(tmp_path, "wrong(dark,T) :- push(1,_,T).", "lamp.lp")
    overlay = judge(tmp_path, f"% {title}:\n%   lamp.lp\n", "over.lp")
    assert "this file has no rules" not in call("solve", EXAMPLE, "--with", overlay).stderr
    assert "no findings" in call("lint", "ravensburger/plan.lp", "--with", overlay).stdout


@pytest.mark.parametrize("title", ["Judge", "Judge replaces"])
def test_a_record_names_the_judge_that_found_it_invalid(title, tmp_path):
    judge(tmp_path, "wrong(dark,T) :- push(1,_,T).", "lamp.lp")
    overlay = judge(tmp_path, OVERLAY.replace("JUDGE", title), "over.lp")
    folder = tmp_path / "out"
    means = ("--instances", str(ROOT / "instances" / EXAMPLE), "--with", overlay, "-j", "1")
    done = call("bench", "run", *means, "-o", str(folder))
    assert (done.returncode, "1 job, 1 of them now: 1 invalid" in done.stdout) == (4, True)
    named = f" {tmp_path / 'lamp.lp'}"
    told = call("bench", "report", str(folder)).stdout
    assert f": invalid: default (clingo): your judge{named} found 1 answer invalid\n" in told
    assert "ravensburger plan: 1 instance\n" in told


def test_an_overlay_that_is_asked_with_is_not_told_of_as_idle(tmp_path):
    idle = judge(tmp_path, "lamp(1).", "idle.lp")
    claim = ("validate", "ravensburger/unsolvable-3x3.lp", "-", "--with", idle)
    remark = "sets no option and names no judge"
    assert remark in call(*claim, stdin="UNSATISFIABLE").stderr
    assert remark not in call(*claim, "--check-none", stdin="UNSATISFIABLE").stderr
    assert remark in call(*claim, "--check-none", stdin="push(1,n,1).").stderr


def test_a_judge_in_place_of_the_checker_forgives_what_the_rules_do_not(tmp_path):
    judge(tmp_path, 'wrong("no push") :- not push(_,_,1).', "kind.lp")
    overlay = judge(tmp_path, "% Judge replaces:\n%   kind.lp\n", "kinder.lp")
    short = "push(1,e,1)."
    strict = call("validate", EXAMPLE, "-", stdin=short)
    assert strict.returncode == 1
    kind = call("validate", EXAMPLE, "-", "--with", overlay, stdin=short)
    assert (kind.returncode, "valid by your judge" in kind.stdout) == (0, True)


def test_a_file_in_both_the_encoding_and_its_judge_is_remarked(tmp_path):
    shared = judge(tmp_path, "lamp(1..2).", "shared.lp")
    path = judge(tmp_path, '#include "shared.lp".\nwrong(x) :- not lamp(1).', "judge.lp")
    done = call("solve", EXAMPLE, "--with", shared, "--judge", path)
    assert done.returncode == 0
    assert "shared.lp is part of the encoding and of its judge" in done.stderr
    linted = call("lint", "ravensburger/plan.lp", "--with", shared, "--judge", path).stdout
    assert "shared.lp is a part of what is judged, too\n" in linted
    assert "is part of" not in call("solve", EXAMPLE, "--judge", path).stderr
    path = judge(tmp_path, "#script(python)\n#end.\nwrong(x) :- push(1,w,1).\n", "judge.lp")
    assert "judge.lp:1:1: an embedded script" in call("lint", path).stdout


def test_the_rules_that_refuse_an_answer_are_named_and_the_option_that_would_not(tmp_path):
    walking = ROOT / "encodings/ravensburger/variants/walk-first.lp"
    text = "".join(
        line for line in walking.read_text().splitlines(keepends=True)
        if "walk_first" not in line and "Options" not in line
    )  # fmt: skip
    own = judge(tmp_path, text, "mine.lp")
    board = tmp_path / "board.lp"
    for seed in range(3, 200):
        made = call("generate", "ravensburger", "--size", "3", "--seed", str(seed)).stdout
        board.write_text(made)
        done = call("solve", board, "--task", "shortest", "--with", own)
        if done.returncode == 4:
            break
    assert f"INVALID by the rules of ravensburger, but {own} allows it" in done.stdout
    assert "% it is valid with --walk-first" in done.stdout
    assert "tell the checker by a judge" in done.stdout
    mild = judge(tmp_path, "wrong(far) :- push(99,_,_).", "mild.lp")
    done = call("solve", board, "--task", "shortest", "--with", own, "--judge", mild)
    assert "INVALID by the rules of ravensburger" in done.stdout
    assert "let your judge stand in" in done.stdout
    assert "valid with --" not in done.stdout
    never = judge(tmp_path, "wrong(never).", "never.lp")
    done = call("solve", board, "--task", "shortest", "--with", own, "--judge", never)
    assert done.stdout.endswith(f"% the checker and your judge {never} found an answer INVALID\n")


def test_a_none_under_changed_rules_has_no_certificate_of_the_houses_rules(tmp_path):
    forbid = judge(tmp_path, ":- #true.", "forbid.lp")
    for name in ("fractal/sealed.lab", "theseus/hemme.plan"):
        answer = pylab.solve(name, overlays=forbid, models=1)
        assert not answer.answer.certified


def test_in_notebooks(tmp_path):
    odd = "wrong(odd) :- N = #count { T : push(_,_,T) }, N \\ 2 == 1."
    assert not pylab.solve(EXAMPLE, judges=odd).invalid
    assert pylab.validate(EXAMPLE, "push(1,w,1).", judges=odd).problems[-1].message == "odd"
    never = pylab.solve(EXAMPLE, judges="wrong(x).")
    assert never.invalid
    with pytest.raises(EncodingError):
        pylab.solve(EXAMPLE, judges="wrong(X).\n")


def test_compare_hears_judges(tmp_path):
    never = judge(tmp_path, 'wrong("never",T) :- push(_,_,T).')
    done = call(
        "compare", "ravensburger/square-2x2.lp", "--task", "shortest", "--with", "any",
        "--random", "0",
        "--judge", never, "-o", tmp_path / "x",
    )  # fmt: skip
    assert done.returncode == 1
    assert "never" in done.stdout


SEEN = {
    "ravensburger/example-4x4.lp": ["stands/3", "open/4", "goal/3", "rides/5", "walk/4"],
    "alice/example.alice": ["token/4", "lands/4"],
    "fractal/treasure.lab": ["at/2", "height/2", "box/3", "moved/2"],
    "theseus/hemme.plan": ["door/2", "state/2", "room/2", "walked/2"],
    "dungeon/trap.dungeon": ["hero/2", "keys/2", "bombs/2", "collected/3", "opened/2"],
}


@pytest.mark.parametrize("name", SEEN)
def test_what_the_checker_saw_is_what_the_documentation_says(name):
    solution = pylab.solve(name, models=1)
    family, instance = solution.puzzle.family, solution.puzzle.instance
    seen = family.trace.facts(instance, solution.witness)
    assert {str(each.signature) for each in seen} == set(SEEN[name])
    assert {str(each) for each in family.trace.predicates} >= set(SEEN[name])
    row = next(
        line for line in (ROOT / "docs/judges.md").read_text().splitlines()
        if line.startswith(f"| `{family.name}` |") and "T)`" in line
    )  # fmt: skip
    for predicate in family.trace.predicates:
        assert f"`{predicate.name}(" in row


PLAN = "size 4 2\nroom A 0 0 2 2\nroom B 2 0 2 2\ndoor 2 1\nstart 1 0\ngoal 3 2\n"


def test_what_was_seen_is_true():
    """Counted from the answer by other means."""
    board = pylab.load(EXAMPLE).instance
    facts = pylab.load(EXAMPLE).family.trace.facts(board, GOOD)
    rides = {tuple(map(str, f.arguments[:4])) for f in facts if f.name == "rides"
             and f.arguments[4].number == 1}  # fmt: skip
    assert {(f"{x}", f"{y}") for x in range(1, 5) for y in range(1, 5)} == {r[:2] for r in rides}
    assert ("1", "1", "1", "4") in rides
    assert ("1", "2", "1", "1") in rides
    assert ("2", "2", "2", "2") in rides
    alice = pylab.solve("alice/example.alice", "shortest", models=1)
    trace_facts = alice.puzzle.family.trace.facts(alice.puzzle.instance, alice.witness)
    steps = len(alice.witness.moves)
    lands = sorted(str(f)[5:] for f in trace_facts if f.name == "lands")
    token = sorted(
        str(f)[5:] for f in trace_facts if f.name == "token" and f.arguments[3].number > 0
    )
    assert lands == token
    assert len(lands) == steps
    for puzzle in (PLAN, "a,b,2,->\nb,c,2.5,->\n"):  # a weight is written as in the answer
        walk = pylab.solve(puzzle, "shortest", family="theseus", models=1)
        seen = walk.puzzle.family.trace.facts(walk.puzzle.instance, walk.witness)
        lengths = [f.arguments[0].string for f in seen if f.name == "walked"]
        assert lengths == re.findall(r"-\[([\d.]+)\]->", str(walk))


def test_a_claim_of_none_is_tried_under_the_overlays(tmp_path):
    forbid = judge(tmp_path, ":- push(_,_,1).", "forbid.lp")
    claim = ("validate", EXAMPLE, "-", "--check-none", "--task", "plan")
    assert call(*claim, stdin="UNSATISFIABLE\n").returncode == 1
    tried = call(*claim, "--with", forbid, stdin="UNSATISFIABLE\n")
    assert (tried.returncode, "none (clingo's claim with" in tried.stdout) == (0, True)


@pytest.mark.parametrize("count", [judges.MOST, judges.MOST + 1, 3 * judges.MOST])
def test_how_many_objections_are_left_out_is_said(count, tmp_path):
    """By a judge of the command line and that of a folder, in text and in JSON."""
    text = f"wrong(X) :- X = 1..{count}, here."
    files = {"f/few": "here. #show here/0.", "f/check": text, "f/instances/one": "n(1)."}
    projects.folder(tmp_path, **files, alone="here.", judge=text)
    more = count - judges.MOST
    for words in (["f/instances/one.lp"], ["alone.lp", "--judge", "judge.lp"]):
        done = call("solve", *words, cwd=tmp_path)
        assert done.stdout.count("INVALID: ") == judges.MOST + bool(more)
        assert bool(re.search(rf"INVALID: (judge.lp: )?and {more} more\n", done.stdout)) == (
            more > 0
        )
        told = json.loads(call("solve", *words, "--format", "json", cwd=tmp_path).stdout)
        codes = [each["code"] for each in told["answers"][0]["problems"]]
        assert codes == ["judge"] * judges.MOST + ["more"] * bool(more)


@pytest.mark.parametrize("most", [9, 0])
def test_what_a_judge_measured_is_told_by_every_command(most, tmp_path):
    """Alone, beside the checker and in its place, of a folder's and of the command line's."""
    text = f"wrong(no) :- in(X), X > {most}. "
    text += 'summary(("size",N)) :- N = #count { X : in(X) }.'
    rules = "{ in(1..2) } = 2. #show in/1."
    files = {"f/few": rules, "f/check": text, "f/instances/one": "n(1).", "alone": rules}
    projects.folder(tmp_path, **files, judge=text, answer="in(1). in(2).")
    (tmp_path / "second.lp").write_text("ok :- in(_). summary(ok,4) :- ok. :- in(9). #show ok/0.")
    push = (
        'wrong(no,T) :- push(_,_,T), T > 9. summary(("pushes",N)) :- N = #max { T : push(_,_,T) }.'
    )
    (tmp_path / "push.lp").write_text(push)
    for words in (["f/instances/one.lp"], ["alone.lp", "--judge", "judge.lp"]):
        name = words[-1] if "--judge" in words else "check.lp"
        by = f"valid by {'your judge ' * ('--judge' in words)}{name}: size 2"
        done = call("validate", words[0], "answer.lp", *words[1:], cwd=tmp_path)
        assert done.stdout.startswith("invalid: size 2\n" if most == 0 else f"{by}\n")
        done = call("solve", *words, cwd=tmp_path)
        assert (f"% {by}\n" in done.stdout) is (most == 9)
        told = json.loads(call("solve", *words, "--format", "json", cwd=tmp_path).stdout)
        assert told["answers"][0]["summary"] == "size 2"
    both = call("solve", "alone.lp", "--judge", "judge.lp", "--judge", "second.lp", cwd=tmp_path)
    if most:
        assert "% valid by your judges judge.lp, second.lp: size 2; ok, 4\n" in both.stdout
        done = call("solve", EXAMPLE, "--judge", "push.lp", cwd=tmp_path)
        assert done.stdout.endswith("; right by your judge push.lp: pushes 2\n")


def test_an_answer_may_show_a_text_that_refuses_a_puzzle_elsewhere(tmp_path):
    rules = 'refused("no seat").\n{ pick(X) : n(X) }.\n#show refused/1.\n#show pick/1.\n'
    judge = "wrong(X) :- pick(X), not n(X).\n"
    scene = "draw(square((X,1),wall)) :- n(X).\n"
    projects.folder(
        tmp_path, **{"pick": rules, "check": judge, "scene": scene, "instances/one": "n(1)."}
    )
    done = call("solve", "instances/one.lp", cwd=tmp_path)
    assert (done.returncode, "% valid by check.lp" in done.stdout) == (0, True), done.stderr
    assert call("draw", "instances/one.lp", "--solve", cwd=tmp_path).stdout == "#\n"


def test_a_judge_may_say_that_it_knows_no_answers_of_a_kind(tmp_path):
    """Alone, beside a checker and in its place; what a checker refuses stays refused."""
    rules = "{ pick(1..3) } = 1.\n#show pick/1.\n"
    judge = 'wrong("unchecked: no idea of 2") :- pick(2). wrong("low: 1") :- pick(1).\n'
    over = {"over": "% Judge: judge.lp\n", "instead": "% Judge replaces: judge.lp\n"}
    texts = {"alone": rules, "judge": judge, "f/pick": rules, "f/instances/one": "n(1).", **over}
    projects.folder(tmp_path, **texts, **{"f/check": "wrong(high) :- pick(3).\n"})
    for at in (1, 2, 3):
        (tmp_path / f"{at}.txt").write_text(f"pick({at}).\n")
    for words, told in (
        (("alone.lp", "--judge", "judge.lp"), ("invalid", "not checked", "valid")),
        (("f/instances/one.lp", "--judge", "judge.lp"), ("invalid", "not checked", "invalid")),
        (("f/instances/one.lp", "--with", "over.lp"), ("invalid", "not checked", "invalid")),
        (("f/instances/one.lp", "--with", "instead.lp"), ("invalid", "not checked", "valid")),
    ):
        for at, word in enumerate(told, 1):
            done = call("validate", words[0], f"{at}.txt", *words[1:], cwd=tmp_path)
            assert done.stdout.startswith(word), (words, at, done)
            assert ("no idea of 2" in done.stdout + done.stderr) is (at == 2)
            (tmp_path / "at.lp").write_text(f":- not pick({at}).\n")
            done = call("solve", *words, "--with", "at.lp", cwd=tmp_path)
            assert word.lower() in done.stdout.lower(), (words, at, done)
            assert done.returncode == (4 if word == "invalid" else 0)
