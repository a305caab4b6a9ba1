"""What holds in some answer, and in every one; projected and optimal answers: by brute force."""

from __future__ import annotations

import json

import clingo
import pytest
from projects import ROOT, call, few, run
from random_programs import answers, random_program

import pylab
from pylab.base.errors import PylabError

FOUR = "ravensburger/example-4x4.lp"


def best(text):
    """The answers that no other one undercuts, by comparing all of them."""
    found = answers(text, "--opt-mode=ignore")
    costs = {}
    for atoms, _ in found:
        cost = sum(1 for a in atoms if a.startswith("p(")) + 2 * sum(
            1 for a in atoms if a.startswith("r(")
        )
        costs.setdefault(cost, []).append(atoms)
    return costs[min(costs)] if costs else []


@pytest.mark.parametrize("seed", few(range(500), 12))
def test_the_consequences_are_those_of_brute_force_and_of_clingo(seed):
    minimise = seed % 3 == 0
    program = random_program(seed, minimise)
    every = best(program.text) if minimise else [atoms for atoms, _ in answers(program.text)]
    asked = pylab.program(program.text)
    for kind, meant in (("brave", frozenset.union), ("cautious", frozenset.intersection)):
        found = asked.solve(consequences=kind).answer
        assert bool(every) == (found.status.value == "found")
        if not every:
            assert found.consequences is None
            continue
        assert {*found.consequences.atoms} == meant(*every)
        assert found.consequences.complete
        assert not found.complete
        assert found.count <= 1 + len(found.consequences.atoms)
        by_clingo = answers(program.text, f"--enum-mode={kind}", "--opt-mode=optN")
        assert {*found.consequences.atoms} == by_clingo[-1][0]
        on = asked.solve(consequences=kind, on=["p/1"]) if "p(" in program.text else None
        if on is not None:
            only = {atom for atom in meant(*every) if atom.startswith("p(")}
            assert {*on.answer.consequences.atoms} == only


@pytest.mark.parametrize("seed", few(range(1000, 1500), 8))
def test_projected_answers_are_as_many_as_differ(seed):
    program = random_program(seed, minimise=seed % 2 == 0)
    if "p(" not in program.text.replace("#minimize { 1,X : p(X)", ""):
        return
    every = best(program.text) if program.minimise else [a for a, _ in answers(program.text)]
    parts = {frozenset(a for a in atoms if a.startswith("p(")) for atoms in every}
    asked = pylab.program(program.text)
    found = asked.solve(project=["p/1"], models=0)
    assert (found.count, found.complete) == (len(parts), True)
    assert {
        frozenset(a for a in facts(each) if a.startswith("p(")) for each in rows(found)
    } == parts
    if program.minimise:
        assert asked.solve(optima=True).count == len(every)
        ignoring = asked.solve(opt_mode="ignore", models=0)
        assert ignoring.count == len(answers(program.text, "--opt-mode=ignore"))
        assert not ignoring.optimal
        assert not ignoring.answer.costs


def rows(solution):
    return [row["facts"] for row in solution.rows()]


def facts(text):
    return [
        str(each)
        for each in clingo.parse_term(f"({text.replace('. ', ',').rstrip('.')},)").arguments
    ]


@pytest.mark.parametrize("seed", few(range(500), 3))
def test_of_puzzles_they_are_those_of_all_plans_of_the_native_search(seed):
    task = ("all", "shortest", "plan")[seed % 3]
    puzzle = pylab.generate("ravensburger", seed=seed, size=3, bound=2)
    plans = pylab.solve(puzzle, task, engine="native", models=0)
    sets = [{*facts(each)} if each else set() for each in rows(plans)]
    for kind, meant in (("brave", set.union), ("cautious", set.intersection)):
        found = pylab.solve(puzzle, task, consequences=kind).answer
        assert bool(found.consequences) == bool(sets)
        if not sets:
            continue
        assert {*found.consequences.atoms} == meant(*sets)
        assert found.consequences.complete
        assert all(each.verdict.valid for each in found.checked)


def test_the_atoms_of_a_program_are_counted(tmp_path):
    (tmp_path / "one.lp").write_text("{ a; b; c } = 1.\n")
    done = call("solve", "one.lp", "--consequences", "brave", "--count", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "3\n"), done.stderr


def test_native_tasks_are_answered_by_clingo_and_the_front_ends_say_so(tmp_path):
    done = call("solve", "ravensburger/generated-12-5.lp", "--consequences", "brave",
                "--task", "all", "--time-limit", "0.01")  # fmt: skip
    assert done.returncode == 3
    known = call("solve", "fractal/sealed.lab", "--consequences", "brave")
    assert "--consequences is for --engine clingo" in known.stderr or known.returncode == 1
    for engine in ("native", "both"):
        done = call("solve", FOUR, "--consequences", "brave", "--engine", engine)
        assert (done.returncode, done.stderr.splitlines()[-1]) == (
            2, "pylab: --consequences is for --engine clingo")  # fmt: skip


def test_the_formats_have_the_atoms():
    words = ("solve", FOUR, "--task", "shortest", "--consequences")
    assert call(*words, "brave").stdout == (
        "push(1,w,1).  % step 1\npush(2,n,2). push(3,s,2).  % step 2\n"
        "% no plan with fewer than 2 pushes (clingo's claim)\n"
        "% 3 atoms in some optimal answer, no others (clingo's claim)\n"
    )
    assert call(*words, "cautious", "--format", "facts").stdout == "push(1,w,1).\n"
    assert call(*words, "cautious", "--count").stdout.splitlines()[0] == "1"
    told = json.loads(call(*words, "brave", "--on", "goal/3", "--format", "json").stdout)
    assert told["consequences"]["on"] == ["goal/3"]
    assert "goal(1,3,1)" in told["consequences"]["atoms"]
    assert all(each["valid"] for each in told["answers"])
    assert not told["complete"]
    assert {each["claim"] for each in told["claims"]} >= {"consequences", "optimal"}
    for form in ("csv", "competition"):
        assert call(*words, "brave", "--format", form).returncode == 2


def test_what_is_not_complete_does_not_say_so(tmp_path):
    path = tmp_path / "a.lp"
    path.write_text("{ a(1..400) }.\n:- #count { X : a(X) } > 1.\n#show a/1.\n")
    done = run("solve", path, "--consequences", "brave", "--time-limit", "0.2")
    if done.returncode == 3:
        assert "there may be others" in done.stdout or "unknown" in done.stdout
    whole = call("solve", path, "--consequences", "brave")
    assert whole.stdout.splitlines()[-1] == "% 400 atoms in some answer, no others (clingo's claim)"


def test_terms_that_are_shown_count_too(tmp_path):
    path = tmp_path / "a.lp"
    path.write_text("1 { a(1..3) } 2. b :- a(X).\n#show (X,old) : a(X).\n#show b/0.\n")
    assert call("solve", path, "--consequences", "brave").stdout.startswith(
        "b.\n(1,old).\n(2,old).\n(3,old).\n"
    )
    assert call("solve", path, "--consequences", "cautious").stdout.startswith("b.\n%")
    path.write_text("a.\n#show.\n")
    assert "name predicates with --on" in call("solve", path, "--consequences", "brave").stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--on push/3", "--on needs --consequences"),
        ("--consequences brave --models 2", "--models has no use beside --consequences"),
        ("--consequences brave --project push/3", "--project has no use beside --consequences"),
        ("--consequences brave --on psuh/3", "has no psuh/3 (did you mean push/3?)"),
        ("--consequences brave --on push", "such as push/3, for --on, found 'push'"),
        ("--consequences brave --certify", "--certify has no use beside --consequences"),
        ("--optima", "--optima: plan minimises nothing"),
        ("--opt-mode ignore --optima", "contradict"),
        ("--opt-mode enum", "'enum' is not one of"),
        ("--task shortest --opt-mode ignore", "--opt-mode ignore: shortest minimises nothing"),
        ("-n 0", "for clingo's, use --models 0"),
        ("-n0", "for clingo's, use --models 0"),
        ("-t 2", "for clingo's, use --threads 2"),
        ("--enum-mode=brave", "for clingo's, use --consequences brave"),
        ("-e cautious", "for clingo's, use --consequences cautious"),
        ("--const n=3", "for clingo's, use -c n=3"),
        ("--seed=3", "for clingo's, use --clingo-option=--seed=3"),
        ("--enum-mode=domRec", "No such option '--enum-mode'"),
        ("--modls 3", "--models"),
        ("0", "0: No such file or directory (for the number of answers, --models 0)"),
        ("--clingo-option=--opt-mode=optN", "found `--opt-mode=optN`: use --opt-mode optN"),
        ("--clingo-option=--enum-mode=brave", "`--enum-mode=brave`: use --consequences brave"),
        ("--clingo-option=--project", "found `--project`: use --project PREDICATE/N"),
    ],
)
def test_what_makes_no_sense_is_refused_with_what_to_type(words, told):
    done = call("solve", FOUR, *words.split())
    assert (done.returncode, told in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize("mode", ["auto", "bt", "record"])
def test_ways_to_enumerate_change_no_answer(mode):
    plain = {*rows(pylab.solve(FOUR, "all"))}
    for options in ([f"--enum-mode={mode}"], [f"-e{mode}"]):
        assert {*rows(pylab.solve(FOUR, "all", clingo_options=options))} == plain


def test_projecting_a_family_keeps_whole_answers():
    found = pylab.solve("alice/twins.alice", "all", project=["length/1"], engine="clingo", models=0)
    assert found.count == 1
    assert found.complete
    assert "projected to length/1" in found.conclusions[-1]
    with pytest.raises(PylabError, match=r"has no lenght/1 \(did you mean length/1\?\)"):
        pylab.solve("alice/twins.alice", project=["lenght/1"])


SHAPES = ("<path", "<circle", "<rect", "<line", "<poly", "<ellipse")


def drawings(solution):
    """Each answer's picture."""
    puzzle = solution.puzzle
    return [puzzle.family.draw(puzzle.instance, each).render() for each in solution.witnesses]


def shapes(svg, kinds=SHAPES):
    return {line.strip() for line in svg.splitlines() if line.strip().startswith(kinds)}


@pytest.mark.parametrize(
    ("name", "task"),
    [
        (FOUR, "shortest"),
        (FOUR, "all"),
        ("alice/twins.alice", "all"),
        ("theseus/hemme.plan", "shortest"),
        (str(ROOT / "examples/queens/instances/eight.lp"), None),
        (str(ROOT / "examples/colouring/instances/crossing.lp"), None),
    ],
)
def test_pictures_show_what_every_answer_has_and_faintly_what_some_have(name, task, tmp_path):
    """Held against the pictures of all answers, which are drawn one by one.

    Texts that differ at one place are cut; those that all have are whole.
    """
    pictures = drawings(pylab.solve(name, task, models=0))
    every = [shapes(each) for each in pictures]
    texts = set.intersection(*(shapes(each, "<text") for each in pictures))
    task_words = ["--task", task] if task else []
    for kind in ("brave", "cautious"):
        words = ("--consequences", kind, "--format", "svg")
        svg = call("draw", name, *task_words, *words).stdout
        assert texts <= shapes(svg, "<text")
        strong, faint, depth = set(), set(), []
        for line in map(str.strip, svg.splitlines()):
            if line.startswith(("<g", "<svg")):
                depth.append('opacity="0.3"' in line)
            elif line.startswith(("</g", "</svg")):
                depth.pop()
            elif line.startswith(SHAPES):
                (faint if any(depth) else strong).add(line)
        assert strong == set.intersection(*every)
        assert strong | faint == (set.union(*every) if kind == "brave" else strong)


def test_alternatives_of_a_step_stand_on_one_line():
    done = call("solve", FOUR, "--task", "shortest", "--consequences", "brave")
    assert done.stdout.startswith("push(1,w,1).  % step 1\npush(2,n,2). push(3,s,2).  % step 2\n")
    plans = rows(pylab.solve(FOUR, "shortest", models=0))
    found = pylab.solve(FOUR, "shortest", consequences="brave", on=["push/3", "arrived/1"])
    by_step = found.answer.consequences.by_step
    for step, atoms in by_step.items():
        pushes = {atom for atom in atoms if atom.startswith("push")}
        meant = {each for plan in plans for each in facts(plan) if each.endswith(f",{step})")}
        assert pushes == meant
    assert by_step[2][0] == "arrived(2)"


def test_atoms_whose_last_argument_is_no_step_stand_alone():
    """`hint(A,X,Y,D)` was at step D; in a header, T and t are steps."""
    done = call("solve", "alice/lawn.alice", "--task", "hint", "--consequences", "brave")
    assert done.stdout.startswith("length(18).\nhint(e,4,4,1).\n")
    done = call("solve", "alice/example.alice", "--consequences", "cautious")
    assert "move(ne,1,0,1,2).  % step 2\n" in done.stdout


STEPS = """\
#include <incmode>.
#program step(t).
1 { go(1..2,t) } 1.
#minimize { X,t : go(X,t) }.
#program check(t).
:- query(t), t < 2.
#show go/2.
"""


def test_consequences_are_of_the_answers_at_one_step(tmp_path):
    (tmp_path / "steps.lp").write_text(STEPS)
    words = ("solve", "steps.lp", "--consequences", "brave")
    for constant in ("imin=4", "istop=unsat"):
        done = call(*words, "-c", constant, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "of the answers at one step: imin and istop ask for more" in done.stderr
    assert " answer of least cost among " in call(*words, "-c", "imin=1", cwd=tmp_path).stdout
    done = call(*words, "--opt-mode", "ignore", cwd=tmp_path)
    assert "% 4 atoms in some answer, no others (clingo's claim)\n" in done.stdout


def test_they_are_no_answer_to_validate(tmp_path):
    for kind in ("brave", "cautious"):
        words = ("solve", FOUR, "--task", "all", "--consequences", kind)
        (tmp_path / "found.txt").write_text(call(*words).stdout)
        done = call("validate", FOUR, "found.txt", cwd=tmp_path)
        assert done.returncode == 2
        assert "expected answer sets, found consequences" in done.stderr


def test_a_notebook_draws_them_too():
    found = pylab.solve(FOUR, "shortest", consequences="brave")
    assert 'opacity="0.3"' in str(pylab.draw(found))
    assert 'opacity="0.3"' in found._repr_svg_()
    only = pylab.solve(FOUR, "shortest", consequences="brave", on=["push/3"])
    assert 'opacity="0.3"' not in only._repr_svg_()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--consequences brave", "--consequences is for SVG"),
        ("--consequences brave --format svg --steps", "--steps has no use beside --consequences"),
        ("--consequences brave --format svg --witness x", "--witness"),
        ("--consequences brave --format svg --engine native", "is for --engine clingo"),
    ],
)
def test_pictures_of_consequences_that_make_no_sense_are_refused(words, told):
    done = call("draw", FOUR, *words.split())
    assert (done.returncode, told in done.stderr) == (2, True), done.stderr


def test_a_picture_of_consequences_remarks_on_each_thing_once(tmp_path):
    idle = tmp_path / "idle.lp"
    idle.write_text("% Purpose: a test\n:- push(99,_,1).\n")
    asked = "--task", "plan", "--consequences", "brave", "--format", "svg"
    done = call("draw", FOUR, *asked, "--with", idle)
    assert (done.returncode, done.stderr.count("no ground instance")) == (0, 1), done.stderr
    done = call("draw", "dungeon/trap.dungeon", "--task", "softlock", *asked[2:])
    assert (done.returncode, done.stderr.count("using clingo")) == (0, 1), done.stderr


def test_without_an_answer_the_puzzle_is_drawn_alone():
    done = call(
        "draw", "ravensburger/unsolvable-3x3.lp", "--consequences", "brave", "--format", "svg"
    )  # fmt: skip
    assert (done.returncode, "shows only the puzzle" in done.stderr) == (0, True)


@pytest.mark.parametrize(
    ("head", "rule"),
    [
        ("", "1 { a(t,1..3) } 1."),
        ("", "1 { a(t,X) : X = 1..3 } 1 :- t > 0."),
        ("%   a(T, X)  - at step T, X.\n", "1 { a(t,1..3) } 1."),
        ("%   a(X, Y)  - X and Y.\n", "1 { a(t,1..3) } 1."),
    ],
)
def test_the_step_is_the_argument_that_the_rules_or_the_header_say(head, rule):
    head = f"% Purpose:\n%   Steps.\n%\n% Output predicates:\n{head}" if head else ""
    text = f"{head}\n#program step(t).\n{rule}\n#program check(t).\n:- query(t), not a(2,_).\n"
    asked = pylab.program(f"{text}#show a/2.\n")
    found = asked.solve(consequences="brave").answer.consequences
    meant = {step: tuple(f"a({step},{n})" for n in (1, 2, 3)) for step in (1, 2)}
    assert found.by_step == ({} if "a(X, Y)" in head else meant)
