"""What is claimed of all answers: by whom, under which rules, and what of them is the best."""

from __future__ import annotations

import importlib.util
import json
import random
from dataclasses import replace

import clingo
import fractal_oracle as oracle
import pytest
from asking import ask, question
from brute_force import plans
from fractal_ask import small
from projects import ROOT, call
from random_boards import boards

import pylab
from pylab import proving
from pylab.base import resources
from pylab.base.errors import Ended
from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.cli import certificates
from pylab.core.answer import brief, conclusions
from pylab.core.puzzle import load, read
from pylab.engines import judges
from pylab.families.alice.model import Route, Unique
from pylab.family import registry
from pylab.text.facts import fact
from pylab.text.source import Source

MAZE, TWINS = "alice/example.alice", "alice/twins.alice"
WRAP = """\
#program step(t).
transition(X,Y,D,A,X',Y',D') :- ready(X,Y,D,t), moving(D), arrow(X,Y,A), delta(A,DX,DY), size(W,H),
    X' = (X+DX*D+W)\\W, Y' = (Y+DY*D+H)\\H, kind(X',Y',C), makes(C,D,D'), not seen(X',Y',D').
"""
STUCK = "5 1\n?,b,w #,b, #,b, ! #,b,\n"
CASES = {
    "alice": ("none.alice", STUCK, WRAP),
    "fractal": ("none.lab", "start: 1\ngoal: at 4\n1 2\n3 4\n5 A.1\n", 'oneway("2","5").\n'),
    "dungeon": (
        "none.dungeon",
        "dungeon t\nstart keys=0 bombs=0\nroom A at 0,0\n@..#T\n",
        'way(x,("A",0,0),("A",0,2)).\n',
    ),
}


@pytest.fixture(params=CASES)
def case(request, tmp_path):
    """A puzzle without an answer, and an overlay that adds moves and leaves it so."""
    name, text, rules = CASES[request.param]
    (tmp_path / name).write_text(text)
    (tmp_path / "more.lp").write_text(rules)
    return request.param, name, tmp_path


def test_the_tasks_own_encoding_is_not_named():
    words = ["solve", "ravensburger/unsolvable-3x3.lp", "--task", "shortest", "--engine", "clingo"]
    for more in ([], ["--encoding", "shortest"]):
        assert "% none (clingo's claim)\n" in call(*words, *more).stdout
    done = call(*words, "--encoding", "plan")
    assert "% none (clingo's claim with ravensburger/plan.lp)\n" in done.stdout


def test_the_only_shortest_route_under_rules_of_ones_own_is_not_checked(tmp_path):
    (tmp_path / "more.lp").write_text("foo(1).\n#defined foo/1.\n")
    only = ["solve", "alice/example.alice", "--task", "unique"]
    done = call(*only, "--with", "more.lp", cwd=tmp_path)
    assert "% not checked: the checker of alice does not know the rules of more.lp" in done.stdout
    assert "% valid, checked: 5 moves" in call(*only).stdout


def test_a_none_under_rules_of_ones_own_is_a_claim(case):
    family, name, folder = case
    word = "no" if family == "fractal" else "none"
    done = call("solve", name, "--engine", "clingo", cwd=folder)
    assert (done.returncode, f"% {word} (certificate checked)" in done.stdout) == (1, True)
    done = call("solve", name, "--engine", "clingo", "--with", "more.lp", cwd=folder)
    assert done.returncode == 1, done.stdout
    assert f"% {word} (clingo's claim with more.lp)" in done.stdout
    assert f"not checked: the checker of {family} does not know the rules of more.lp" in done.stdout
    told = json.loads(
        call(
            "solve", name, "--engine", "clingo", "--with", "more.lp", "--format", "json",
            cwd=folder,
        ).stdout
    )  # fmt: skip
    assert (told["status"], told["certified"], told["invalid"]) == ("none", False, 0)
    assert [claim["certified"] for claim in told["claims"]] == [False]
    assert [problem["code"] for problem in told["answers"][0]["problems"]] == ["unchecked"]


def test_a_certificate_is_judged_only_by_rules_that_were_asked(case):
    _, name, folder = case
    shown = call("solve", name, "--engine", "clingo", "--format", "facts", cwd=folder).stdout
    (folder / "none.out").write_text(shown)
    assert call("validate", name, "none.out", cwd=folder).returncode == 0
    done = call("validate", name, "none.out", "--with", "more.lp", cwd=folder)
    assert (done.returncode, "not checked" in done.stdout) == (3, True)
    puzzle = str(folder / name)
    said = pylab.validate(puzzle, shown, overlays=str(folder / "more.lp"))
    assert said.unchecked
    assert pylab.validate(puzzle, shown).valid
    (folder / "claim.out").write_text("UNSATISFIABLE\n")
    done = call("validate", "--check-none", name, "claim.out", "--with", "more.lp", cwd=folder)
    assert (done.returncode, "clingo's claim with more.lp" in done.stdout) == (0, True)


def test_what_an_answer_set_shows_is_not_proven_by_there_being_none(tmp_path):
    (tmp_path / "none.alice").write_text(STUCK)
    (tmp_path / "wrap.lp").write_text(WRAP)
    done = call("solve", "none.alice", "--with", "wrap.lp", "--certify", cwd=tmp_path)
    assert done.returncode == 3
    assert "none (clingo's claim with wrap.lp)" in done.stdout
    assert 'not certified: this encoding shows "no answer" by an answer set' in done.stderr


@pytest.mark.parametrize("title", ["Judge", "Judge replaces"])
def test_no_certificate_is_refuted_under_rules_that_a_judge_knows(tmp_path, title):
    (tmp_path / "judge.lp").write_text('wrong("east",T) :- move(e,_,_,_,T).\n')
    (tmp_path / "west.lp").write_text(
        f"% Replaces:\n%   transition.lp\n% {title}:\n%   judge.lp\n\n#program step(t).\n"
    )
    done = call("solve", MAZE, "--with", "west.lp", cwd=tmp_path)
    assert done.returncode == 1, done.stdout
    assert "INVALID" not in done.stdout
    assert "tell the checker" not in done.stdout
    assert "none (clingo's claim with west.lp)" in done.stdout


@pytest.mark.parametrize(
    ("family", "means", "unknown"),
    [
        ("alice", {}, []),
        ("alice", {"encoding": "alice/shortest.lp"}, []),
        ("alice", {"encoding": "alice/all.lp"}, ["alice/all.lp"]),
        ("alice", {"overlays": ["backwards"]}, []),
        ("alice", {"overlays": ["backwards"], "options": {"backwards": False}}, ["backwards"]),
        ("alice", {"overlays": ["visit"]}, ["visit"]),
        ("fractal", {"overlays": ["two-way", "anywhere"]}, []),
        ("ravensburger", {"overlays": ["walk-first", "lost-tiles"]}, []),
        ("ravensburger", {"constants": {"imax": "9"}}, []),
        ("ravensburger", {"constants": {"length": "9"}}, ["-c length"]),
        ("theseus", {"overlays": ["room-once", "passage-once", "lightest"]}, []),
        ("dungeon", {"overlays": ["few-locks"]}, ["few-locks"]),
        ("ravensburger", {"overlays": ["told.lp"]}, []),
        ("ravensburger", {"overlays": ["fact.lp"]}, ["fact.lp"]),
        ("ravensburger", {"overlays": ["gone.lp"]}, ["gone.lp"]),
        ("ravensburger", {"overlays": ["says.lp"]}, ["says.lp"]),
        ("ravensburger", {"judges": ["word.lp"]}, ["word.lp"]),
    ],
)
def test_which_rules_the_checker_does_not_know(tmp_path, monkeypatch, family, means, unknown):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "told.lp").write_text("% Options:\n%   walk_first=true\n")
    (tmp_path / "fact.lp").write_text("% Options:\n%   walk_first=true\n\nextra(1).\n")
    (tmp_path / "word.lp").write_text(":- push(_,_,9).\n")
    (tmp_path / "gone.lp").write_text("% Replaces:\n%   arrival.lp\n")
    (tmp_path / "says.lp").write_text("% Rules:\n%   those of the puzzle\n\nextra(1).\n")
    found = question(family, None, **means).unknown_rules
    assert [each.split("/")[-1].removesuffix(".lp") for each in found] == [
        each.split("/")[-1].removesuffix(".lp") for each in unknown
    ]


def test_every_shipped_overlay_without_a_word_on_its_rules_is_unknown():
    """A new one has to say what it does to them, or its claims are the engine's."""
    told = {
        "alice": {"backwards", "departure"},
        "dungeon": set(),
        "fractal": {"anywhere", "two-way"},
        "ravensburger": {
            "any", "exact", "fewest", "fixed-lines", "lost-tiles", "no-undo", "walk-first",
        },
        "theseus": {"heaviest", "lightest"},
    }  # fmt: skip
    for family, wanted in told.items():
        found = sorted((resources.encodings(family) / "variants").glob("*.lp"))
        known = {
            p.stem for p in found if not question(family, None, overlays=[str(p)]).unknown_rules
        }
        assert known - {"rules"} == wanted


def test_no_random_corridor_makes_a_certificate_wrong(tmp_path):
    """An overlay adds one-way corridors; the naive oracle has it in the labyrinth itself."""
    rng, seen = random.Random(34), set()
    family = registry.get("fractal")
    for number in range(16):
        lab = small(rng)
        names = sorted(oracle.maze(lab).names)
        pairs = [rng.sample(names, 2) for _ in range(4)]
        path = tmp_path / f"{number}.lp"
        path.write_text("".join(f'oneway("{p}","{q}").\n' for p, q in pairs))
        answer, _ = ask("fractal", lab, "escape", overlays=[str(path)])
        more = [fact("oneway", clingo.String(p), clingo.String(q)) for p, q in pairs]
        wider = family.from_facts([*family.facts(lab), *more])
        truth = oracle.can_win(oracle.maze(wider), (), lab.start)
        assert (answer.status is Status.FOUND) == truth, path.read_text()
        assert not answer.certified
        own, _ = ask("fractal", lab, "escape")
        assert own.certified == (own.status is Status.NONE)
        seen.add((own.status, answer.status))
    assert (Status.NONE, Status.NONE) in seen
    assert (Status.NONE, Status.FOUND) in seen


def test_a_bound_is_neither_checked_nor_refuted_under_other_rules(tmp_path):
    """The shortest route takes a square that the overlay forbids."""
    path = tmp_path / "dry.lp"
    path.write_text("#program step(t).\n:- transition(_,_,_,_,0,1,1), ready(_,_,_,t).\n")
    puzzle = load(MAZE)
    (route,) = ask("alice", puzzle.instance, "shortest")[1]
    assert route.verdict.proves == ("at_least",)
    other = Route(route.witness.moves, 99)
    plain, asked = (
        question("alice", puzzle.instance, **means)
        for means in ({}, {"overlays": [str(path)]})
    )  # fmt: skip
    for witness in (route.witness, other):
        said = judges.verdict(asked, witness, Patience())
        assert (said.valid, said.proves, "shorter" in said.summary) == (True, (), False)
    only = judges.verdict(asked, Unique(route.witness.moves, 5), Patience())
    assert (only.valid, only.unchecked, only.proves) == (False, True, ())
    assert not judges.verdict(plain, other, Patience()).valid
    wrong = Route(route.witness.moves[:-1], 4)
    assert judges.verdict(asked, wrong, Patience()).problems[0].code == "goal"


SOFT = "#program step(t).\n:~ push(3,_,t). [5@1,t]\n:~ push(_,(e;w),t). [1@1,t,x]\n"


@pytest.fixture
def soft(tmp_path):
    (tmp_path / "soft.lp").write_text(SOFT)
    board = call("generate", "ravensburger", "--size", "4", "--seed", "5").stdout
    (tmp_path / "b5.lp").write_text(board)
    return tmp_path


FEWEST = "no plan with fewer than 2 pushes"
LEAST = "least cost among plans of 2 pushes: 6"


def test_a_stepwise_task_does_not_call_its_cheapest_plan_optimal(soft):
    done = call("solve", "b5.lp", "--task", "shortest", "--with", "soft.lp", cwd=soft)
    words = "(clingo's claim with soft.lp)"
    assert done.stdout.endswith(f"% {FEWEST} {words}\n% {LEAST} {words}\n")
    done = call("solve", "b5.lp", "--task", "plan", "--with", "soft.lp", cwd=soft)
    assert f"% optimal, cost 1 {words}\n" in done.stdout


def test_a_cost_of_ones_own_in_every_format(soft):
    def asked(*words):
        return call("solve", "b5.lp", "--task", "shortest", "--with", "soft.lp", *words, cwd=soft)

    told = json.loads(asked("--format", "json").stdout)
    assert (told["cost"], told["at_least"]) == (2, 2)
    assert told["costs"] == [{"priority": 1, "value": 6}]
    assert (told["optimal"], told["least"]) == (False, True)
    assert [each["claim"] for each in told["claims"]] == ["at_least", "least"]
    done = asked("--format", "competition")
    assert (done.returncode, "OPTIMUM" in done.stdout) == (10, False)
    assert done.stdout.endswith("COST 6@1\n")
    assert FEWEST in done.stderr
    assert LEAST in done.stderr
    done = asked("--count")
    assert done.stdout == "1\n"
    assert "counted: those of least cost among plans of 2 pushes; first arrival" in done.stderr
    done = call("solve", "b5.lp", "--with", "soft.lp", "--count", cwd=soft)
    assert "counted: optimal answers; first arrival" in done.stderr
    found = pylab.solve(str(soft / "b5.lp"), "shortest", overlays=str(soft / "soft.lp"))
    assert (found.cost, found.optimal, found.least) == (2, False, True)


def test_a_cost_of_ones_own_in_a_sweep(soft):
    (soft / "s.toml").write_text(
        'tasks = ["shortest"]\n[[instances]]\nfamily = "ravensburger"\nfiles = ["b5.lp"]\n'
        '[[variants]]\nname = "soft"\nwith = ["soft.lp"]\n'
    )
    done = call("bench", "run", "s.toml", "-o", "out", cwd=soft)
    assert done.returncode == 0, done.stderr
    record = json.loads((soft / "out/results.jsonl").read_text())
    assert record["run"]["status"] == "found"
    costs = [{"priority": 1, "value": 6}]
    assert (record["cost"], record["at_least"], record["costs"]) == (2, 2, costs)
    assert (record["optimal"], record["least"]) == (False, True)


def test_the_least_cost_of_a_step_is_proven(soft):
    if importlib.util.find_spec("pysat") is None:
        pytest.skip("python-sat is not installed")
    words = ("--task", "all", "--with", "soft.lp", "--certify")
    done = call("solve", "b5.lp", *words, cwd=soft)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("proof of the ground program checked with soft.lp") == 3


def test_the_least_cost_of_a_step_is_that_of_all_its_plans(tmp_path):
    """Held against brute force, which tries every sequence of pushes."""
    rng, told = random.Random(2), 0
    for board in boards(7, 20, largest=3):
        one, _ = ask("ravensburger", board, "shortest")
        if one.status is not Status.FOUND or not one.cost or one.cost > 3:
            continue
        weights = {side: rng.randint(-3, 5) for side in "nesw"}
        path = tmp_path / "weights.lp"
        rules = (f":~ push(Z,{s},t). [{w}*Z@1,t,Z,{s}]\n" for s, w in weights.items() if w)
        path.write_text("#program step(t).\n" + "".join(rules))
        answer, found = ask("ravensburger", board, "all", overlays=[str(path)], models=0)
        puzzle = (board.size, board.connections, board.start, board.goal)
        costs = [
            sum(weights[side] * line for line, side in plan)
            for plan in plans(*puzzle, one.cost, first_arrival=True)
        ]
        assert (answer.cost, answer.at_least, answer.least) == (one.cost, one.cost, True)
        assert answer.costs[0][0] == min(costs)
        assert answer.count == len(found) == costs.count(min(costs))
        told += 1
    assert told >= 5


SOLVED = (
    "field(1,1). field(1,2). field(2,1). field(2,2). init_on(1,1). goal_on(1,1). max_steps(2).\n"
)


@pytest.fixture
def solved(tmp_path):
    """A puzzle that is solved at the start, and objectives without an instance at step 0."""
    (tmp_path / "gsf.lp").write_text(SOLVED)
    (tmp_path / "neg.lp").write_text("#program step(t).\n:~ push(Z,D,t). [-3,t]\n")
    (tmp_path / "two.lp").write_text(
        "#program step(t).\n#maximize { 3@2,t : push(Z,D,t); 1@1,Z,t : push(Z,n,t) }.\n"
    )
    (tmp_path / "parts.lp").write_text("#program check(t).\n:~ push(Z,D,t), query(t). [-3,t]\n")
    return tmp_path


def test_an_objective_that_has_no_instance_yet_is_one(solved):
    def asked(*words):
        return call("solve", "gsf.lp", "--with", "neg.lp", "--with", "any", *words, cwd=solved)

    least = "least cost among plans of 0 pushes: 0"
    done = asked("--task", "shortest")
    assert f"% {least} (clingo's claim with neg.lp, " in done.stdout
    assert "optimal" not in done.stdout
    assert "neg.lp:2:1: this rule, in part step(t), has no ground instance up to step 0; no later" \
        in done.stderr  # fmt: skip
    assert "changes nothing" not in done.stderr
    done = asked("--task", "shortest", "--format", "competition")
    assert (done.returncode, done.stdout) == (10, "ANSWER\n\nCOST 0@0\n")
    assert least in done.stderr
    assert "% optimal, cost -6 (" in asked("--task", "plan").stdout


@pytest.mark.parametrize(
    ("overlay", "costs"),
    [("neg.lp", ((0, 0),)), ("two.lp", ((0, 2), (0, 1))), ("parts.lp", ((0, 0),))],
)
@pytest.mark.parametrize(("task", "models"), [("shortest", 1), ("all", 0)])
def test_what_nothing_pays_for_costs_nothing(solved, overlay, costs, task, models):
    board = load(str(solved / "gsf.lp")).instance
    answer, _ = ask(
        "ravensburger", board, task, models=models, overlays=[str(solved / overlay), "any"]
    )
    assert (answer.optimal, answer.least, answer.costs) == (False, True, costs)
    assert (answer.count, answer.complete) == (1, models == 0)


def test_in_one_shot_it_is_optimal_and_told_apart_by_what_is_shown(tmp_path):
    """Hidden choices are not counted twice, whether the objective has an instance or not."""
    board = load(str(ROOT / "instances/ravensburger/square-2x2.lp")).instance
    plain, _ = ask("ravensburger", board, "plan", models=0)
    (tmp_path / "far.lp").write_text("#program step(t).\n:~ push(9,_,t). [1,t]\n{ hidden(t) }.\n")
    answer, _ = ask("ravensburger", board, "plan", models=0, overlays=[str(tmp_path / "far.lp")])
    assert (answer.optimal, answer.costs, answer.count) == (True, (), plain.count)


def test_a_cost_of_nothing_is_certified(solved):
    if importlib.util.find_spec("pysat") is None:
        pytest.skip("python-sat is not installed")
    words = ("--task", "all", "--models", "0", "--with", "neg.lp", "--with", "any", "--certify")
    done = call("solve", "gsf.lp", *words, cwd=solved)
    assert (done.returncode, done.stdout.count("ground program checked with neg.lp")) == (0, 2)
    done = call("solve", "gsf.lp", "--task", "shortest", "--certify", cwd=solved)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("% optimal (nothing has fewer than 0 steps)\n")


def test_it_is_said_why_nothing_is_certified(solved, monkeypatch, capsys):
    board = load(str(solved / "gsf.lp")).instance
    answer, _ = ask("ravensburger", board, "shortest")
    monkeypatch.setattr(proving, "certify", lambda answer, *_: (answer, None))
    assert certificates.certify(answer) is answer
    assert capsys.readouterr().err == "pylab: not certified: there is no proof of optimal\n"
    (solved / "never.lp").write_text("wrong(never).\n")
    answer, _ = ask("ravensburger", board, "shortest", judges=[str(solved / "never.lp")])
    certificates.certify(answer)
    told = f"your judge {solved / 'never.lp'} found an answer invalid"
    assert capsys.readouterr().err == f"pylab: not certified: {told}\n"


def test_after_an_answer_no_later_step_is_called_the_least(soft):
    board = load(str(soft / "b5.lp")).instance
    answer, _ = ask(
        "ravensburger", board, "shortest", overlays=[str(soft / "soft.lp")], models=0,
        constants={"istop": '"UNKNOWN"', "imax": "5"},
    )  # fmt: skip
    assert (answer.cost, answer.optimal, answer.least) == (2, False, False)


THEORY = "&dom { 3..5 } = cost.\n&minimize { cost }.\n"


@pytest.mark.parametrize(("name", "cost"), [("minimize", 3), ("maximize", -5)])
@pytest.mark.parametrize("words", [[], ["--certify"], ["--models", "0"], ["--task", "shortest"]])
def test_a_theory_optimises_where_there_are_no_steps(tmp_path, name, cost, words):
    path = tmp_path / "costs.lp"
    path.write_text(f"% Theory:\n%   clingcon\n\n{THEORY.replace('minimize', name)}")
    words = words if "--task" in words else ["--task", "plan", *words]
    done = call(
        "solve", "ravensburger/square-2x2.lp", "--with", "costs.lp", *words, cwd=tmp_path
    )  # fmt: skip
    if "shortest" in words:
        assert done.returncode == 2
        assert f"costs.lp:5:1: expected no &{name}: " in done.stderr
    else:
        assert done.returncode == (3 if "--certify" in words else 0)
        assert f"% optimal, cost {cost} (clingo's claim with costs.lp)\n" in done.stdout
    for task, refused in (("plan", False), ("shortest", True)):
        done = call("lint", f"ravensburger/{task}.lp", "--with", "costs.lp", cwd=tmp_path)
        assert (f"costs.lp:5:1: expected no &{name}: " in done.stdout) is refused


def test_a_theory_that_is_named_beside_the_files_optimises_too(tmp_path):
    (tmp_path / "costs.lp").write_text(THEORY)
    words = ("solve", "ravensburger/square-2x2.lp", "--with", "costs.lp", "--theory", "clingcon")
    done = call(*words, "--task", "plan", cwd=tmp_path)
    assert (done.returncode, "% optimal, cost 3" in done.stdout) == (0, True), done.stderr


def test_the_fewest_locks_are_told_alike_by_both_engines():
    for engine in ("clingo", "native"):
        asked = ("solve", "dungeon/trap.dungeon", "--task", "minimal-keys", "--engine", engine)
        words = f"no play spends fewer than 2 keys ({engine}'s claim)"
        assert call(*asked).stdout.endswith(f"% {words}\n")
        asked = ("solve", "-", "--family", "dungeon", *asked[2:])
        free = call(*asked, stdin="dungeon a\nroom A at 0,0\n####\n#@T#\n####\n").stdout
        assert free.endswith(f"% no play spends fewer keys ({engine}'s claim)\n")


def test_a_heaviest_path_that_is_not_proven_is_told_by_its_weight():
    answer, _ = ask("theseus", load("theseus/hemme.plan").instance, "longest")
    stopped = replace(answer, optimal=False, complete=False, reason="a limit")
    assert next(conclusions(stopped)) == "weight 104 (not proven best)"
    assert "weight 104" in brief(stopped)
    asked = ("solve", "theseus/hemme.plan", "--task", "cycles", "--with", "heaviest")
    told = "optimal, weight 85 (clingo's claim with theseus/variants/heaviest.lp)"
    assert told in call(*asked).stdout


def test_only_of_a_task_with_an_objective_a_limit_leaves_better_answers():
    puzzle = load("theseus/hemme.plan")
    for task, more in (("paths", "there may be more"), ("shortest", "or better ones")):
        answer, _ = ask("theseus", puzzle.instance, task, models=1)
        (*_, said) = conclusions(
            replace(answer, ended=Ended.TIME, optimal=False, complete=False, reason="a limit")
        )
        assert said.endswith(more)


DECISIONS = [
    ("alice", "unique", STUCK, "x.alice"),
    ("fractal", "escape", CASES["fractal"][1], "x.lab"),
    ("dungeon", "softlock", "dungeon t\nstart keys=0 bombs=0\nroom A at 0,0\n@..T\n", "x.dungeon"),
]


@pytest.mark.parametrize(("family", "task", "text", "name"), DECISIONS)
@pytest.mark.parametrize("engine", ["clingo", "native", "both"])
def test_no_is_no_and_never_none(family, task, text, name, engine):
    puzzle = read(Source(name, text), registry.get(family))
    answer, _ = ask(family, puzzle.instance, task, engine=engine)
    assert (answer.status, answer.decision) == (Status.NONE, "no")
    (said,) = conclusions(answer)
    assert said in ("no (certificate checked)", "no (clingo's claim)")
    assert answer.tail()["decision"] == "no"
    assert repr(answer).startswith("<Answer: no, ")


@pytest.mark.parametrize(
    ("puzzle", "task"),
    [(MAZE, "unique"), ("fractal/alice.lab", "escape"), ("dungeon/trap.dungeon", "softlock")],
)
def test_yes_is_yes(puzzle, task):
    loaded = load(puzzle)
    answer, _ = ask(loaded.family.name, loaded.instance, task, engine="native")
    assert (answer.status, answer.decision) == (Status.FOUND, "yes")
    done = call("solve", puzzle, "--task", task, "--engine", "native")
    assert (done.returncode, "% none" in done.stdout) == (0, False)


def test_two_routes_are_at_least_two(tmp_path):
    count = call("solve", TWINS, "--task", "count")
    assert "3 shortest routes" in count.stdout
    for engine in ("clingo", "native"):
        done = call("solve", TWINS, "--task", "unique", "--engine", engine, cwd=tmp_path)
        assert done.returncode == 1
        assert done.stdout.startswith("% at least two shortest routes")
        assert done.stdout.endswith("% no (certificate checked)\n")
        (tmp_path / "no.out").write_text(done.stdout)
        again = call("validate", TWINS, "no.out", cwd=tmp_path)
        assert (again.returncode, "at least two routes" in again.stdout) == (0, True)


def test_which_tasks_are_questions_of_yes_or_no():
    found = {
        (listing.name, task.name)
        for listing in registry.listings()
        for task in listing.tasks
        if task.decision
    }
    assert found >= {("alice", "unique"), ("fractal", "escape"), ("dungeon", "softlock")}


ROOMS = "dungeon t\nstart keys=1 bombs=0\nlegend g = door key gate\nroom A at 0,0\n@g.T\n"


@pytest.mark.parametrize(
    ("name", "text", "tasks"),
    [
        ("x.alice", "2 1\n?,b,e !\n", "hint statistics"),
        ("x.dungeon", ROOMS, "margin statistics guaranteed"),
        ("x.lab", "start: 1\ngoal: at 2\n1 2\n3 A.1\n", "exits winning"),
    ],
)
def test_what_is_said_of_all_answers_is_checked_only_under_known_rules(tmp_path, name, text, tasks):
    (tmp_path / "mine.lp").write_text("extra(1).\n")
    (tmp_path / "judge.lp").write_text("% Judge replaces:\n%   right.lp\n\nextra(1).\n")
    (tmp_path / "right.lp").write_text("right. :- not right.\n")
    puzzle = read(Source(name, text), registry.get(registry.route(Source(name, text))))
    for task in tasks.split():
        for overlay, valid in ((None, True), ("mine.lp", None), ("judge.lp", True)):
            overlays = [str(tmp_path / overlay)] if overlay else []
            _, found = ask(puzzle.family.name, puzzle.instance, task, overlays=overlays)
            told = found[0].verdict
            assert (None if told.unchecked else told.valid) is valid, (task, overlay)
            assert told.proves == () or not overlay


def test_the_users_file_makes_the_claim_and_no_overlay_of_an_option(tmp_path):
    (tmp_path / "north.lp").write_text("#program step(t).\n:- push(_,n,t).\n")
    words = ("--task", "all", "--with", "north.lp", "--no-undo")
    done = call("solve", "ravensburger/example-4x4.lp", *words, cwd=tmp_path)
    assert "claim with north.lp)" in done.stdout
    assert "variants/no-undo" not in done.stdout
