"""Why an atom is in an answer, or isn't: each step is an instance of a rule whose body holds."""

from __future__ import annotations

import json
import re
import time
from itertools import combinations

import clingo
import pytest
from projects import call, few, real
from random_programs import random_program

import pylab
from pylab.analysis.patterns import patterns
from pylab.base.errors import PylabError
from pylab.encoding.program import load

FOUR = "ravensburger/example-4x4.lp"


def heights(program, true):
    """The least level of each true atom, by going through all instances again and again."""
    found = {}
    for level in range(len(true) + 2):
        new = {}
        for _, head, positive, negative in program.ground():
            fits = head in true and positive <= {*found} and not negative & true
            if fits and (level == 0) == (not positive):
                new[head] = level
        found |= {head: level for head, level in new.items() if head not in found}
    return found


def test_only_heads_with_atoms_derive_some(tmp_path):
    file = tmp_path / "heads.lp"
    file.write_text(
        "a. not b :- a. not not b :- a. { c : a; not d : a }. e; f. :- e. 1 < 2 :- a.\n"
    )
    found = [str(each.head) for each in patterns(load(file, as_clingo=True), None)]
    assert found == ["a", "c", "e", "f"]


@pytest.mark.parametrize("seed", few(range(500), 12))
def test_each_step_is_an_instance_that_holds_and_none_is_higher_than_needed(seed):
    program = random_program(seed)
    asked = pylab.program(program.text)
    solution = asked.solve(models=1)
    if not solution.count:
        return
    instances = {*program.ground()}
    true = {str(each) for each in terms(solution.rows()[0]["facts"])}
    least = heights(program, true)
    assert {*least} == true
    for atom in sorted(true)[:6]:
        why = pylab.why(solution, atom)
        steps = {each.atom: each for each in why.steps}
        assert why.holds
        assert why.steps[0].atom == atom
        assert len(steps) == len(why.steps)
        for step in why.steps:
            body = frozenset(step.needs), frozenset(step.absent)
            assert (step.rule.line, step.atom, *body) in instances
            assert body[0] <= true
            assert not body[1] & true
            assert step.level == least[step.atom]
            assert all(steps[each].level < step.level for each in body[0])
            assert (step.kind == "choice") == (str(step.rule.text)[0] == "{")
            for told in step.conditions:
                assert holds(told, true)
    for atom in sorted({head for _, head, _, _ in instances if head} - true)[:4]:
        whynot = pylab.why(solution, atom, missing=True)
        could = {line for line, head, _, _ in instances if head == atom}
        allowed = {line for line, head, yes, no in instances
                   if head == atom and yes <= true and not no & true}  # fmt: skip
        assert {step.rule.line for step in whynot.steps} >= allowed
        assert {step.rule.line for step in whynot.steps} <= lines_with(program, atom)
        assert could <= {step.rule.line for step in whynot.steps}
        assert {step.rule.line for step in whynot.steps if not step.fails} == allowed
        for step in whynot.steps:
            assert all(holds(told, true) for told in step.conditions)
            if step.fails and not any(letter in step.fails for letter in "XY"):
                assert not holds(step.fails, true), step
        demanded = clingo.Control(["--warn=none"])
        demanded.add("base", [], program.text + f":- not {atom}.")
        demanded.ground([("base", [])])
        assert whynot.others is demanded.solve().satisfiable


def lines_with(program, atom):
    """The lines of the rules with the predicate of an atom in their head."""
    name = atom.split("(")[0]
    return {n for n, rule in enumerate(program.rules, 2) if rule.head and rule.head[0] == name}


def holds(literal, true):
    """Whether a ground literal holds, as Python and a set of atoms know it."""
    if "<" in literal:
        left, right = literal.split("<")
        return int(left) < int(right)
    if literal.startswith("not "):
        return literal.removeprefix("not ") not in true
    return literal in true


def terms(text):
    return clingo.parse_term(f"({text.replace('. ', ',').rstrip('.')},)").arguments


MAZE = """\
cell(1..3,1..3).
wall(2,2). wall(1,3).
reach(1,1).
reach(X,Y) :- reach(X',Y'), |X-X'|+|Y-Y'| = 1, cell(X,Y), not wall(X,Y).
rich(N) :- N = #count { X,Y : reach(X,Y) }.
good :- #count { X,Y : reach(X,Y) } >= 5, not wall(3,3).
all :- reach(X,Y) : cell(X,Y), not wall(X,Y).
two(X;X+1) :- cell(X,_), X = 1..2.
-bad :- good.
{ odd }.
"""


def test_a_derivation_in_the_terminal(tmp_path):
    (tmp_path / "maze.lp").write_text(MAZE)
    done = call("solve", "maze.lp", "--why", "reach(3,1)", cwd=tmp_path)
    assert done.stdout.partition("% why")[2] == (
        " reach(3,1) is in answer 1:\n"
        "% reach(3,1)  maze.lp:4\n"
        "% ├─ reach(2,1)  maze.lp:4\n"
        "% │  ├─ reach(1,1)  maze.lp:3\n"
        "% │  ├─ cell(2,1)  maze.lp:1\n"
        "% │  ├─ not wall(2,1)\n"
        "% │  └─ (|(2-1)|+|(1-1)|) = 1\n"
        "% ├─ cell(3,1)  maze.lp:1\n"
        "% ├─ not wall(3,1)\n"
        "% └─ (|(3-2)|+|(1-1)|) = 1\n"
        "% maze.lp:4: reach(X,Y) :- reach(X',Y'), |X-X'|+|Y-Y'| = 1, cell(X,Y), not\n"
        "%       wall(X,Y).\n"
    )
    done = call("solve", "maze.lp", "--why-not", "reach(2,2)", cwd=tmp_path)
    assert done.stdout.partition("% why")[2] == (
        " reach(2,2) is not in answer 1:\n"
        "% maze.lp:4: reach(X,Y) :- reach(X',Y'), |X-X'|+|Y-Y'| = 1, cell(X,Y), not\n"
        "%       wall(X,Y).\n"
        "%   fails: not wall(2,2)\n"
        "%   holds: reach(1,2), (|(2-1)|+|(2-2)|) = 1, cell(2,2)\n"
        "% no answer has it\n"
    )


def test_aggregates_conditions_pools_and_negated_predicates(tmp_path):
    solution = pylab.program(MAZE).solve()
    reached = tuple(f"reach({x},{y})" for x, y in
                    [(1, 1), (1, 2), (2, 1), (2, 3), (3, 1), (3, 2), (3, 3)])  # fmt: skip
    for atom in ("rich(7)", "good"):
        assert pylab.why(solution, atom).steps[0].within == reached
    assert {*pylab.why(solution, "all").steps[0].within} > {*reached}
    assert pylab.why(solution, "two(3)").steps[0].needs[0].startswith("cell(2,")
    assert pylab.why(solution, "-bad").steps[0].needs == ("good",)
    assert pylab.why(solution, "rich(8)", missing=True).steps[0].fails.startswith("8 = #count")
    odd = pylab.why(solution, "odd", missing=True)
    assert odd.others if not odd.holds else pylab.why(solution, "odd").steps[0].kind == "choice"


def test_choices_among_ranges_and_pools_are_fixed_to_those_of_the_answer():
    text = "1 { q(I,1..4) } 1 :- I = 1..4. 1 { q(1..4,J) } 1 :- J = 1..4. { r(1;2); s(3..5) }.\n"
    solution = pylab.program(text + ":- q(X,X). s(5) :- r(1).\n:- not r(1).").solve(models=3)
    for row in solution.rows():
        for atom in terms(row["facts"]):
            why = pylab.why(solution, str(atom))
            assert why.holds
            assert why.steps[0].kind in ("choice", "rule")


def test_a_recursive_aggregate_ends():
    text = "p(1..2). p(3) :- 2 <= #count { X : p(X) }. p(4) :- p(3).\n"
    why = pylab.why(pylab.program(text).solve(), "p(4)")
    assert [each.atom for each in why.steps][:2] == ["p(4)", "p(3)"]
    assert {each.atom for each in why.steps} == {"p(1)", "p(2)", "p(3)", "p(4)"}


QUESTIONS = [
    ("ravensburger/example-4x4.lp", "plan", "avatar(3,2,1)"),
    ("ravensburger/example-4x4.lp", "shortest", "arrived(2)"),
    ("ravensburger/example-4x4.lp", "all", "avatar(4,2,1)"),
    ("alice/twins.alice", "shortest", "length(6)"),
    ("dungeon/mission.dot", "solve", None),
    ("fractal/turnstile.lab", "escape", "hit(6)"),
    ("theseus/hemme.plan", "shortest", None),
]


@pytest.mark.parametrize(("name", "task", "atom"), QUESTIONS)
def test_every_family_tells_why(name, task, atom):
    solution = pylab.solve(name, task)
    atom = atom or str(terms(solution.rows()[-1]["facts"])[0])
    why = pylab.why(solution, atom)
    assert why.holds
    steps = {each.atom: each for each in why.steps}
    assert {each.kind for each in why.steps} <= {"rule", "choice", "fact", "instance", "external"}
    for step in why.steps:
        assert all(steps[each].level < step.level for each in step.needs)
        assert step.rule is None or step.place.rpartition(":")[2].isdecimal()


def test_an_atom_is_missing_where_later_steps_may_define_earlier_atoms():
    done = call("solve", "alice/example.alice", "--why-not", "arrived(2)")
    assert "% alice/layers.lp:34: arrived(t) :- length(t).\n%   fails: length(2)\n" in done.stdout
    assert re.search(r"% no answer with \d+ steps has it\n$", done.stdout)


def test_what_is_out_of_its_range_is_named(tmp_path):
    """`7 = (1..2)` did not say which of the two ranges it was about."""
    (tmp_path / "steps.lp").write_text(
        "#include <incmode>.\n#program step(t).\n1 { go(1..3,t) } 1.\n"
        "#program check(t).\n:- query(t), t < 2.\n#show go/2.\n"
    )
    for atom, fails in (("go(1,7)", "t = 7 is not in 1..2"), ("go(4,1)", "4 is not in 1..3")):
        done = call("solve", "steps.lp", "--why-not", atom, cwd=tmp_path)
        assert f"%   fails: {fails}\n" in done.stdout


def test_an_atom_is_asked_about_in_one_way():
    """The derivation that --why asks for was left out."""
    done = call("solve", FOUR, "--why", "arrived(2)", "--why-not", "arrived(2)")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Error: --why and --why-not both name arrived(2)" in done.stderr


def test_lines_fit_and_json_has_them_all():
    words = ("solve", FOUR, "--task", "shortest", "--why", "arrived(2)", "--why-not", "push(1,e,1)")
    done = call(*words)
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "no answer with 2 steps has it, by these rules:" in done.stdout
    told = json.loads(call(*words, "--format", "json").stdout)["why"]
    assert [each["holds"] for each in told] == [True, False]
    assert {each["kind"] for each in told[0]["steps"]} == {"rule", "choice", "fact", "instance"}
    assert (told[1]["others"], told[1]["last"]) == (False, 2)
    against = " ".join(told[1]["against"])
    assert re.search(r"stepwise.lp:\d+: :- query\(t\), not arrived\(t\)\.", against)


def test_a_given_answer_is_explained(tmp_path):
    plan = tmp_path / "plan.lp"
    plan.write_text("push(1,w,1). push(3,s,2).\n")
    done = call("validate", FOUR, plan, "--why", "goal(4,3,2)", "--task", "shortest")
    assert done.returncode == 0
    assert re.search(r"\ngoal\(4,3,2\)  ravensburger/dynamics.lp:\d+\n", done.stdout)
    told = json.loads(
        call("validate", FOUR, plan, "--why-not", "goal(1,1,2)", "--format", "json").stdout
    )
    assert told["why"][0]["holds"] is False
    plan.write_text("push(1,e,1).\n")
    done = call("validate", FOUR, plan, "--why", "goal(4,3,2)")
    assert done.returncode == 1
    assert "is not explained: there is no answer" in done.stdout
    assert call("validate", FOUR, plan, "--task", "shortest").returncode == 2


def test_a_given_answer_is_explained_by_the_program_that_is_named(tmp_path):
    """Its folder has another program, which comes first."""
    (tmp_path / "a.lp").write_text("% Purpose: the folder's first task.\n{ b }.\n#show b/0.\n")
    (tmp_path / "own.lp").write_text("{ c }.\nd :- c.\n#show d/0.\n")
    done = call("validate", "own.lp", "-", "--why", "d", stdin="d.\n", cwd=tmp_path)
    assert "\nd  own.lp:2\n" in done.stdout, done


@pytest.mark.parametrize(
    ("atom", "told"),
    [
        ("avatar(X,2,1)", "expected an atom such as at(3,2) without variables, found X in"),
        ("avatar(_,2,1)", "without variables, found _ in"),
        ("avatar(1", "expected an atom such as at(3,2), found 'avatar(1'"),
        ("7", "expected an atom such as at(3,2), found '7'"),
        ("avatr(1,2,3)", "no rule and no fact gives avatr/3 (did you mean avatar/3?)"),
        ("avatar(1,2)", "no rule and no fact gives avatar/2 (did you mean avatar/3?)"),
    ],
)
def test_what_is_no_atom_of_the_program_is_refused_before_the_search(atom, told):
    for flag in ("--why", "--why-not"):
        done = call("solve", FOUR, flag, atom)
        assert (done.returncode, done.stdout, told in done.stderr) == (2, "", True), done.stderr
    with pytest.raises(PylabError):
        pylab.why(FOUR, atom)


def test_constants_of_the_steps_are_for_the_search_alone():
    done = call("solve", FOUR, "--task", "shortest", "-c", "imax=9", "--why", "arrived(2)")
    assert "% why arrived(2) is in answer 1:" in done.stdout


def test_where_there_is_no_answer_or_no_encoding():
    done = call("solve", "ravensburger/unsolvable-3x3.lp", "--why", "avatar(1,1,1)")
    assert done.returncode == 1
    assert "there is no answer in which avatar(1,1,1) could be" in done.stdout
    done = call("solve", "alice/twins.alice", "--task", "statistics", "--why", "nothing(6)")
    assert (done.returncode, "no rule and no fact gives nothing/1" in done.stderr) == (2, True)


def test_an_atom_that_only_the_answer_has_is_told_from_a_missing_one():
    run = call("solve", "fractal/treasure.lab", "--why", 'visit(1,stack,"A.1")')
    told = "no rule gives visit/3: pylab works it out from the answer set"
    assert (run.returncode, told in run.stderr) == (2, True), run.stderr
    margin = call("solve", "dungeon/trap.dungeon", "--task", "margin", "--why", "margin(0)")
    assert "\nmargin(0).  " in margin.stdout
    assert "margin(0) is not explained: no rule derives it: pylab works" in margin.stdout


def test_a_condition_that_fails_is_as_it_is_written():
    margin = call("solve", "dungeon/trap.dungeon", "--task", "margin", "--why", "margin(7)")
    assert "  fails: worth(_,_)\n" in margin.stdout


EXPLAINED = {
    "a. :- not b.\n": ["own.lp:1: :- not b.", "no rule and no fact gives b/0"],
    "{ c }. :- not b, c. :- not c.\n": ["own.lp:1: :- not b, c.", "own.lp:1: :- not c.",
                                      "no rule and no fact gives b/0"],
    "p(1..3).\nq :- p(X), X > 2, not q.\n": ["own.lp:2: q :- p(X), X > 2, not q."],
    "1 { a; b } 1.\n:- a.\n:- b.\nc.\n:- not c.\n": [
        "own.lp:1: 1 { a; b } 1.", "own.lp:2: :- a.", "own.lp:3: :- b."],
}  # fmt: skip


@pytest.mark.parametrize("text", EXPLAINED)
def test_a_program_without_an_answer_names_rules_that_can_not_hold_together(text, tmp_path):
    (tmp_path / "own.lp").write_text(text)
    done = call("solve", "own.lp", "--explain", cwd=tmp_path)
    assert done.returncode == 1
    facts, *rules = done.stdout.split("\n% of ")  # facts that are in the way come first
    assert ("%   p(3).\n" in f"{facts}\n") is ("p(1..3)" in text)
    assert [line[4:] for line in rules[0].splitlines() if line.startswith("%   ")] == (
        EXPLAINED[text]
    )
    told = json.loads(call("solve", "own.lp", "--explain", "--format", "json", cwd=tmp_path).stdout)
    assert told["explanation"]["rules"]["minimal"]


@pytest.mark.parametrize("seed", few(range(2000, 2500), 4))
def test_the_named_rules_are_in_conflict_and_each_of_them_is_needed(seed):
    program = random_program(seed)
    found = pylab.program(program.text).solve()
    if found.count:
        return
    rules = pylab.explain(found).explained.rules
    lines = {change.new.line for change in rules.changes}
    assert rules.minimal
    assert lines
    text = program.text.splitlines()

    def solvable(left):
        kept = [line for number, line in enumerate(text, 1) if number not in left]
        control = clingo.Control(["--warn=none"])
        control.add("base", [], "\n".join(kept))
        control.ground([("base", [])])
        return control.solve().satisfiable

    constraints = {n for n, line in enumerate(text, 1) if line.startswith(" :-")}
    bodied = {n for n, line in enumerate(text, 1) if ":-" in line}
    others = (constraints if lines <= constraints else bodied) - lines

    def somehow(free):
        """Whether there is an answer without some of these lines."""
        sizes = range(len(free) + 1)
        return any(solvable({*some}) for n in sizes for some in combinations(sorted(free), n))

    assert not somehow(others)
    for line in lines:
        assert somehow(others | {line})


def test_why_takes_little_time_on_a_large_board():
    """clingo grounds the program once more, with the plan given; the search runs in C++."""

    def seconds(*words):
        started = time.process_time()
        assert call("solve", board, *words).returncode == 0
        return time.process_time() - started

    board = real("ravensburger", "0083-labyrinth-23-0.asp")
    assert seconds("--why", "arrived(22)") <= 30 * seconds()


DRIVERS = """\
person(gabriel;clare).
drive(gabriel). alcohol(gabriel,40). resist(gabriel).
drive(clare). alcohol(clare,5).
punish(P) :- drive(P), alcohol(P,A), A > 30, person(P).
punish(P) :- resist(P), person(P).
sentence(P,prison) :- punish(P).
sentence(P,innocent) :- person(P), not punish(P).
"""
"""An example of xclingo's, whose two explanations of `sentence(gabriel,prison)` are below."""

XCLINGO = [
    {"punish(gabriel)", "drive(gabriel)", "alcohol(gabriel,40)", "person(gabriel)"},
    {"punish(gabriel)", "resist(gabriel)", "person(gabriel)"},
]


def test_a_derivation_is_one_of_xclingos_explanations():
    solution = pylab.program(DRIVERS).solve()
    why = pylab.why(solution, "sentence(gabriel,prison)")
    assert {each.atom for each in why.steps[1:]} in XCLINGO
    assert [each.rule.line for each in why.steps][:1] == [6]
    innocent = pylab.why(solution, "sentence(clare,innocent)").steps[0]
    assert (innocent.needs, innocent.absent) == (("person(clare)",), ("punish(clare)",))
    missing = pylab.why(solution, "punish(clare)", missing=True)
    assert [each.fails for each in missing.steps] == ["5 > 30", "resist(clare)"]
    assert missing.others is False


CYCLE = """\
node(1..4). start(1).
edge(1,2). edge(2,3). edge(3,4). edge(4,1). edge(1,3). edge(3,1).
{ cycle(X,Y) : edge(X,Y) } = 1 :- node(X).
{ cycle(X,Y) : edge(X,Y) } = 1 :- node(Y).
reached(Y) :- cycle(X,Y), start(X).
reached(Y) :- cycle(X,Y), reached(X).
:- node(X), not reached(X).
"""
"""A Hamiltonian cycle: a recursion through choices."""


def test_a_recursion_is_derived_from_its_choices():
    solution = pylab.program(CYCLE).solve(models=0)
    assert solution.count == 1
    why = pylab.why(solution, "reached(4)")
    levels = {each.atom: each.level for each in why.steps if each.atom.startswith("reached")}
    assert levels == {"reached(4)": 4, "reached(3)": 3, "reached(2)": 2}
    chosen = {each.atom for each in why.steps if each.kind == "choice"}
    assert chosen == {"cycle(1,2)", "cycle(2,3)", "cycle(3,4)"}
    short = pylab.why(solution, "cycle(1,3)", missing=True)
    assert short.others is False
    assert [line.split(":")[1] for line in short.against] == ["3", "4"]


VIASP = {
    "reached(2)": {"start(1)", "cycle(1,2)"},
    "reached(3)": {"reached(2)", "cycle(2,3)"},
    "reached(4)": {"reached(3)", "cycle(3,4)"},
    "reached(1)": {"reached(4)", "cycle(4,1)"},
    "cycle(3,4)": {"node(3)", "edge(3,4)"},
}
"""The reasons in viasp's graph of this program, version 2.3.0."""


def test_each_step_has_viasps_reasons():
    solution = pylab.program(CYCLE).solve()
    for atom, reasons in VIASP.items():
        assert {*pylab.why(solution, atom).steps[0].needs} == reasons
    sprinkler = pylab.program("rain. {sprinkler}.\nwet :- rain.\nwet :- sprinkler.\n").solve()
    assert pylab.why(sprinkler, "wet").steps[0].needs == ("rain",)


EXPLAID = [
    ("a(1..3).\n{b(4..6)}.\na(X) :- b(X).\n:- a(X), X>=3.\n", {4}, {4}),
    ("a(1..3).\nb(1..3).\n:- a(X), b(X).\n", {3}, {3}),
    ("{a;b;c;d}.\n:- a.\n:- not a.\n", {3}, {2, 3}),
    ("a(1..10).\n:- a(1), a(2).\n:- a(5), a(8), a(3).\n:- a(1), a(9).\n:- a(1), a(9), a(4).\n",
     {2, 3, 4, 5}, {5}),
    ("a(1..3).\n:- a(X).\nunsat.\n:- unsat.\n", {2, 4}, {4}),
    ("number(1..5).\n1 { queen(X,Y): number(Y) } 1 :- number(X).\n"
     "1 { queen(X,Y): number(X) } 1 :- number(Y).\n:- 2 { queen(D-J,J) }, D = 2..10.\n"
     ":- 2 { queen(D+J,J) }, D = -4..4.\nqueen(1,1). queen(2,5). queen(3,2).\n",
     {4, 5}, {2, 3, 4}),
    ("number(1..4).\nsolution(X,Y,V) :- initial(X,Y,V).\n"
     "{solution(X,Y,N): number(N)}=1 :- number(X), number(Y).\n"
     ":- solution(X,Y1,N), solution(X,Y2,N), Y1 != Y2.\n"
     ":- solution(X1,Y,N), solution(X2,Y,N), X1 != X2.\n"
     "initial(1,1,4). initial(4,1,4). initial(1,4,2). initial(2,3,3). initial(3,3,1).\n",
     {5}, {5}),
]  # fmt: skip
"""Examples of clingo-explaid's: the lines of its unsatisfiable constraints, and those named here.

Of constraints that are violated whatever is chosen, it names all (4 of the fourth example, where
each is enough), but no bounds of choices, and not both of a pair (`:- a.`, `:- not a.`).
"""


@pytest.mark.parametrize(("text", "theirs", "ours"), EXPLAID)
def test_the_rules_in_conflict_are_among_clingo_explaids(text, theirs, ours):
    rules = pylab.explain(pylab.program(text).solve()).explained.rules
    lines = {change.new.line for change in rules.changes}
    assert lines == ours
    assert lines & theirs


def test_a_smallest_set_leaves_out_rules_that_are_not_needed(tmp_path):
    """Three colours for four countries that all touch: each pair's rule is the same one."""
    (tmp_path / "map.lp").write_text(
        "touch(X,Y) :- X = 1..4, Y = X+1..4.\n{ is(X,(r;g;b)) } = 1 :- X = 1..4.\n"
        ":- touch(X,Y), is(X,C), is(Y,C).\n:- is(1,r).\nunused :- is(2,b).\n"
    )
    done = call("solve", "map.lp", "--explain", cwd=tmp_path)
    assert [line[4:] for line in done.stdout.splitlines() if line.startswith("%   ")] == [
        "map.lp:2: { is(X,(r;g;b)) } = 1 :- X = 1..4.",
        "map.lp:3: :- touch(X,Y), is(X,C), is(Y,C).",
    ]
