"""What an answer costs by a program of the user's own, and the claims of solvers about it."""

from __future__ import annotations

import json

import clingo
import pytest
from projects import call, few
from random_programs import random_program

from pylab.analysis import showing
from pylab.base.limits import Patience
from pylab.core.options import Limits
from pylab.core.puzzle import program
from pylab.core.question import Question
from pylab.text.facts import Fact
from pylab.text.source import Source

SHOWS = ("", "#show p/1.", "#show p/1. #show r/2.", "#show X+5 : p(X).", "#show r/2. #show s/0.")
COSTS = ("", "#minimize { 3@2,X : r(X,X) }.", ":~ s. [2@3]", "#maximize { X@1,X : p(X) }.")


def answers(text):
    """What each answer set shows, with its costs, by clingo alone."""
    words = ["--models=0", "--opt-mode=enum,999,999,999", "--warn=none"]
    control, found = clingo.Control(words), []
    control.add("base", [], text)
    control.ground([("base", [])])
    control.solve(on_model=lambda m: found.append((frozenset(m.symbols(shown=True)), m.cost)))
    return found


@pytest.mark.parametrize("seed", few(range(7000, 7300), 20))
def test_the_cost_of_an_answer_is_the_least_of_those_that_show_it(seed):
    shows, more = SHOWS[seed % len(SHOWS)], COSTS[seed % len(COSTS)]
    text = f"{random_program(seed, minimise=True).text}{more}\n{shows}\n#defined s/0.\n"
    every = answers(text)
    puzzle = program([Source("text.lp", text)], None, alone=True)
    asked = Question.of(puzzle, None, None, Limits())
    for shown in sorted({shown for shown, _ in every}, key=sorted)[:4]:
        least = min(cost for told, cost in every if told == shown)
        facts = [Fact(each) for each in shown if each.type is clingo.SymbolType.Function]
        beside = [each for each in shown if each.type is not clingo.SymbolType.Function]
        found = showing.cost_of(asked, facts, Patience(30), beside)
        if not beside and "+" in shows:  # a format may have left terms out
            assert found in ((), tuple(least))
            continue
        assert list(found) == least or not least  # no ground instance: clingo prints no cost


COVER = """\
{ pick(S) : set(S,_) }.
:- set(_,E), not pick(S) : set(S,E).
:~ pick(S), price(S,C). [C@2,S]
:~ pick(S). [1@1,S]
#show pick/1.
"""
SETS = "set(a,(1;2)). set(b,(3;4)). set(c,(1;3)). set(d,(2;4)). set(e,(1;2;3;4)).\n" \
       "price(a,2). price(b,2). price(c,3). price(d,3). price(e,4).\n"  # fmt: skip
CHECK = 'wrong(E) :- set(_,E), not pick(S) : set(S,E).\n#defined pick/1.\nsummary("all").\n'


@pytest.mark.parametrize("check_optimum", [(), ("--check-optimum",)])
def test_a_claim_is_tested_by_what_answers_cost_and_not_by_other_claims(tmp_path, check_optimum):
    """e costs 4 and is one set; a and b cost 4, too, and are two; c and d cost 6."""
    outputs = {
        "best": "pick(e).\nCOST 4@2 1@1\nOPTIMUM\n",
        "second": "pick(a). pick(b).\nCOST 4@2 2@1\nOPTIMUM\n",
        "lie": "pick(c). pick(d).\nCOST 1@2 1@1\nOPTIMUM\n",
        "honest": "pick(c). pick(d).\nCOST 6@2 2@1\n",
    }
    for name, text in outputs.items():
        (tmp_path / "outs" / name).mkdir(parents=True)
        (tmp_path / "outs" / name / "one.out").write_text(f"ANSWER\n{text}")
    (tmp_path / "cover/instances").mkdir(parents=True)
    for name, text in (("cover", COVER), ("check", CHECK), ("instances/one", SETS)):
        (tmp_path / f"cover/{name}.lp").write_text(text)
    words = ["score", "cover", "outs", "--format", "json", *check_optimum]
    for task in ((), ("--task", "cover")):  # there is no other task
        done = call(*words, *task, cwd=tmp_path)
        lines = {each["solver"]: each for each in json.loads(done.stdout)["entries"]}
        standings = {name: each["standing"] for name, each in lines.items()}
        assert standings == {
            "best": "solved",
            "second": "wrong",
            "lie": "wrong",
            "honest": "solved",
        }
        costs = {name: each["cost"] for name, each in lines.items()}
        assert costs == {"best": [4, 1], "second": [4, 2], "lie": [6, 2], "honest": [6, 2]}


def test_steps_are_the_cost_of_a_stepwise_program(tmp_path):
    rules = (
        "#program base.\nat(0,0).\n#program step(t).\n{ at(X+1,t); at(X+2,t) } = 1 :- at(X,t-1).\n"
        "#program check(t).\n:- query(t), not at(4,t).\n"
    )
    check = "wrong(none) :- not at(4,_).\n#defined at/2.\n"
    (tmp_path / "walk/instances").mkdir(parents=True)
    for name, text in (("walk", rules), ("check", check), ("instances/one", "start(0).\n")):
        (tmp_path / f"walk/{name}.lp").write_text(text)
    ways = {"short": "at(0,0). at(2,1). at(4,2).", "long": "at(0,0). at(1,1). at(2,2). at(4,3)."}
    for name, way in ways.items():
        (tmp_path / "outs" / name).mkdir(parents=True)
        text = f"ANSWER\n{way}\nCOST {way.count('at') - 1}@1\nOPTIMUM\n"
        (tmp_path / "outs" / name / "one.out").write_text(text)
    done = call("score", "walk", "outs", "--format", "json", cwd=tmp_path)
    lines = {each["solver"]: each for each in json.loads(done.stdout)["entries"]}
    assert (lines["short"]["standing"], lines["short"]["cost"]) == ("solved", 2)
    assert (lines["long"]["standing"], lines["long"]["cost"]) == ("wrong", 3)


def test_levels_may_stand_in_any_order_and_a_table_has_costs_as_solvers_print_them(tmp_path):
    for name in ("boards", "outs"):
        (tmp_path / name).mkdir()
    rules = "1 { p(1..3) }.\n#minimize { X@2 : p(X); 5@1,X : p(X) }.\n#show p/1.\n"
    (tmp_path / "boards/m.lp").write_text(rules)
    (tmp_path / "judge.lp").write_text("wrong(none) :- not p(_).\n#defined p/1.\n")
    (tmp_path / "outs/m.out").write_text("ANSWER\np(1).\nCOST 5@1 1@2\nOPTIMUM\n")
    words = ("score", "boards", "outs", "--judge", "judge.lp", "--format", "csv")
    done = call(*words, cwd=tmp_path)
    assert (done.returncode, ",1 5,true,1 5" in done.stdout) == (0, True), done.stdout


def test_an_answer_whose_numbers_a_format_has_left_out_is_not_priced(tmp_path):
    """The competition's format has no place for them; a claim about it was called wrong."""
    for name in ("boards", "outs"):
        (tmp_path / name).mkdir()
    rules = "1 { p(1..3) }. { h(1..2) }.\n#minimize { X@2 : p(X); -2@1,X : h(X) }.\n"
    (tmp_path / "boards/m.lp").write_text(f"{rules}#show p/1. #show X : h(X).\n")
    (tmp_path / "judge.lp").write_text("wrong(none) :- not p(_).\n#defined p/1.\n")
    for form, cost in (("competition", None), ("text", [1, -4]), ("json", [1, -4])):
        done = call("solve", "boards/m.lp", "--format", form, cwd=tmp_path)
        (tmp_path / "outs/m.out").write_text(done.stdout)
        words = ("score", "boards", "outs", "--judge", "judge.lp", "--format", "json")
        (entry,) = json.loads(call(*words, cwd=tmp_path).stdout)["entries"]
        assert (entry["standing"], entry["cost"]) == ("solved", cost), form
