"""What programs show by `#show`: terms, `-p`, numbers; compared with clingo alone."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys

import clingo
import pytest
from projects import BARE, call, few
from random_programs import SHOWS, showing_program

import pylab
from pylab.base.errors import PylabError
from pylab.text import solver_output
from pylab.text.fact_files import further
from pylab.text.source import Source


def shown(text):
    """All that clingo shows of each answer set, with all atoms of it."""
    control, found = clingo.Control(["--models=0", "--warn=none"]), []
    control.add("base", [], text)
    control.ground([("base", [])])

    def take(model):
        found.append((frozenset(map(str, model.symbols(shown=True))),
                      frozenset(map(str, model.symbols(atoms=True)))))  # fmt: skip

    control.solve(on_model=take)
    return found


@pytest.mark.parametrize("seed", few(range(4000, 4500), 15))
def test_consequences_are_what_some_or_all_answers_show(seed):
    text = showing_program(seed)
    every = [told for told, _ in shown(text)]
    for kind, meant in (("brave", frozenset.union), ("cautious", frozenset.intersection)):
        if text.count("#show") == 1 and "#show." in text:
            with pytest.raises(PylabError, match="the program shows nothing"):
                pylab.program(text).solve(consequences=kind)
            continue
        found = pylab.program(text).solve(consequences=kind).answer
        if every:
            assert {*found.consequences.atoms} == meant(*every)
            assert found.consequences.complete
        else:
            assert found.consequences is None


@pytest.mark.parametrize("seed", few(range(5000, 5500), 15))
def test_each_atom_of_an_answer_is_explained_whatever_is_shown(seed):
    text = showing_program(seed)
    solution = pylab.program(text).solve(models=3)
    every = shown(text)
    assert bool(solution.count) is bool(every)
    for checked in solution.answer.checked[:1]:
        told = {*map(str, [*(e.symbol for e in checked.witness.facts), *checked.witness.terms])}
        alike = [atoms for those, atoms in every if those == told]
        assert alike
        for atom in sorted(frozenset.union(*(atoms for _, atoms in every)))[:5]:
            why = pylab.why(solution, atom)
            if why.number == 1 and all(atom in atoms for atoms in alike):
                assert why.holds
            if why.number == 1 and not any(atom in atoms for atoms in alike):
                assert not why.holds


@pytest.mark.parametrize("seed", few(range(6000, 6500), 10))
def test_programs_that_show_different_terms_differ(seed, tmp_path):
    rng, text = random.Random(seed), showing_program(seed)
    lines = text.splitlines()
    other = "\n".join([*lines[:-1], *rng.sample(SHOWS[:-1], 1), ""])
    for name, rules in (("one", text), ("two", other)):
        (tmp_path / f"{name}.lp").write_text(rules)
    words = ["--encoding", "one.lp", "--encoding", "two.lp", "--answers", "3000"]
    done = call("compare", *words, "--format", "json", cwd=tmp_path)
    instance = json.loads(done.stdout)["instances"][0]  # others are made at random
    one, two = ({told for told, _ in shown(rules)} for rules in (text, other))
    differs = bool(instance["differences"][0])
    undecided = done.returncode == 3  # there are more answer sets than are enumerated
    assert differs is (one != two) or (undecided and not differs)


@pytest.mark.parametrize("seed", few(range(8000, 8500), 10))
def test_answers_with_terms_and_negation_are_read_as_they_were_shown(seed, tmp_path):
    """From clingo's three formats, and from those of pylab."""
    text = showing_program(seed)
    (tmp_path / "one.lp").write_text(text)
    puzzle = pylab.program(text)
    outputs = [call("solve", "one.lp", "--format", form, cwd=tmp_path).stdout
               for form in ("text", "facts", "json")]  # fmt: skip
    for form in "012":
        words = [sys.executable, "-c", BARE, "one.lp", f"--outf={form}", "--warn=none"]
        done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
        outputs.append(done.stdout)
    every = [told for told, _ in shown(text)]
    for output in outputs if every else ():
        (answer, *_) = solver_output.split(Source("output", output))
        with further(lambda *_: None):
            witness = puzzle.family.read_witness(answer)
        found = {*(str(each.symbol) for each in witness.facts), *map(str, witness.terms)}
        assert found in every, output


@pytest.mark.parametrize("seed", few(range(9000, 9200), 10))
def test_facts_and_their_negations_contradict_each_other_as_in_clingo(seed, tmp_path):
    rng = random.Random(seed)
    atoms = [f"{sign}{name}({n})" for name in "pq" for n in (1, 2) for sign in ("", "-")]
    some = rng.sample(atoms, rng.randint(1, 3))
    rules = "".join(f"r({n},{name}) :- {name}({n}). s({n},{name}) :- -{name}({n}).\n"
                    for name in "pq" for n in (1, 2))  # fmt: skip
    rules += "{ t }.\n" + "".join(f"#defined {s}{name}/1.\n" for name in "pq" for s in ("", "-"))
    (tmp_path / "rules.lp").write_text(rules)
    files = ["one.lp", "two.lp"][: rng.randint(1, 2)]
    for index, name in enumerate(files):
        facts = some[index :: len(files)] or ["u"]
        (tmp_path / name).write_text("".join(f"{each}.\n" for each in facts))
    whole = rules + "".join((tmp_path / name).read_text() for name in files)
    words = [str(tmp_path / name) for name in ("rules.lp", *files)]
    found = pylab.program(*words).solve(models=0)
    facts = [{str(e.symbol) for e in checked.witness.facts} for checked in found.answer.checked]
    assert sorted(map(sorted, facts)) == sorted(sorted(told) for told, _ in shown(whole))


@pytest.mark.parametrize("seed", few(range(9500, 9700), 12))
def test_each_optimal_answer_set_counts_as_in_clingo(seed):
    """Also those that show the same."""
    text = showing_program(seed) + "#minimize { 1,X : p(X); 1,X : -p(X) }.\n"
    control, optimal = clingo.Control(["--models=0", "--opt-mode=optN", "--warn=none"]), []
    control.add("base", [], text)
    control.ground([("base", [])])
    control.solve(on_model=lambda m: optimal.append(m) if m.optimality_proven else None)
    assert pylab.program(text).solve(optima=True, models=0).count == len(optimal)


def test_no_format_drops_what_is_no_fact_without_a_word(tmp_path):
    (tmp_path / "one.lp").write_text('a. #show 7. #show (1,b). #show "x". #show a/0.\n')
    for form in ("text", "facts", "json", "competition"):
        done = call("solve", "one.lp", "--format", form, cwd=tmp_path)
        told = done.stderr if form == "competition" else done.stdout
        terms = ('"7"', '"(1,b)"') if form == "json" else ('also shown: 7 "x" (1,b)',)
        assert all(each in told for each in terms), form


def test_that_nothing_checks_answers_is_said_once_beside_facts(tmp_path):
    (tmp_path / "one.lp").write_text("{ a(1..3) }.\n")
    done = call("solve", "one.lp", "--models", "0", "--format", "facts", cwd=tmp_path)
    assert done.stderr == "pylab: not checked: there is no check.lp\n"
    assert done.stdout.count("\n") == 16


def test_terms_that_begin_with_a_minus_and_texts_that_look_like_comments_are_read(tmp_path):
    atoms = 'p(-a). p(-f(1)). -a(-b). q((-a,1)). p("x % also shown: 5 6"). p(-1).'
    (tmp_path / "one.lp").write_text(f"{atoms}\n#show p/1. #show -a/1. #show q/1. #show 7.\n")
    puzzle = pylab.program(tmp_path / "one.lp")
    for form in ("text", "facts", "json"):
        done = call("solve", "one.lp", "--format", form, cwd=tmp_path)
        (answer, *_) = solver_output.split(Source("output", done.stdout))
        with further(lambda *_: None):
            witness = puzzle.family.read_witness(answer)
        assert {str(each) for each in witness.facts} == {f"{e}." for e in atoms[:-1].split(". ")}
        assert [*map(str, witness.terms)] == ["7"]


def test_a_difference_among_too_many_answers_is_found_by_single_ones(tmp_path):
    """Each program has more than 10,000 answers; 500 were compared, and they were the same."""
    text = "{ on(X,1..9) } = 1 :- X = 1..9.\n:- on(X,Y), on(Z,Y), X < Z.\n#show on/2.\n"
    more = {"less": ":- on(1,1), on(2,2), on(3,3).\n", "same": ":- on(1,1), on(2,1).\n"}
    (tmp_path / "one.lp").write_text(text)
    for name, rule in more.items():
        (tmp_path / f"{name}.lp").write_text(text + rule)
    for name, code, kind in (("less", 1, "missing"), ("same", 3, None)):
        for pair in ((name, "one"), ("one", name)):
            words = [word for each in pair for word in ("--encoding", f"{each}.lp")]
            done = call("compare", *words, "--format", "json", cwd=tmp_path)
            (found,) = json.loads(done.stdout)["instances"][0]["differences"]
            meant = kind and ("extra" if pair[0] == name else "missing")
            assert (done.returncode, found and found["kind"]) == (code, meant), pair


def test_a_program_counts_the_same_answers_wherever_it_is_named(tmp_path):
    """Answer sets that show the same counted once, if the program was named by --encoding."""
    (tmp_path / "rules.lp").write_text("{ h }. { p(X) } :- d(X).\n#show p/1.\n")
    (tmp_path / "none.lp").write_text(":- d(X), p(X).\np(1).\n")
    (tmp_path / "facts.lp").write_text("d(1).\n")
    for words in (("rules.lp", "facts.lp"), ("facts.lp", "--encoding", "rules.lp")):
        done = call("solve", *words, "--models", "0", "--count", cwd=tmp_path)
        assert done.stdout == "4\n", words
    asked = ("none.lp", "facts.lp"), ("facts.lp", "--encoding", "none.lp")
    told = [call("solve", *words, "--explain", cwd=tmp_path).stdout for words in asked]
    for each in told:
        assert "none.lp:1: :- d(X), p(X)." in each
    assert len({re.sub(" with none.lp", "", each) for each in told}) == 1


def test_a_tuple_after_a_name_is_no_argument_of_it(tmp_path):
    """As clingo prints them, with a blank between."""
    (tmp_path / "one.lp").write_text("q. #show q/0. #show (1,2). #show (3,). #show ().\n")
    puzzle = pylab.program(tmp_path / "one.lp")
    words = [sys.executable, "-c", BARE, "one.lp"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    (answer, *_) = solver_output.split(Source("output", done.stdout))
    with further(lambda *_: None):
        witness = puzzle.family.read_witness(answer)
    assert [*map(str, witness.facts)] == ["q."]
    assert {*map(str, witness.terms)} == {"(1,2)", "(3,)", "()"}


def test_a_negated_atom_that_is_shown_as_a_term_is_not_taken_for_a_choice(tmp_path):
    text = "d(1..2). { p(X) : d(X) }. { -p(X) : d(X) }.\n:- not p(2). :- not -p(1).\n"
    solution = pylab.program(f"{text}#show -p(X) : p(X).\n").solve()
    assert pylab.why(solution, "p(2)").holds


def test_pages_of_facts_are_made_by_a_program_of_a_folder(tmp_path):
    (tmp_path / "game").mkdir()
    texts = {
        "game/one": "{ pick(X) : n(X) } = 1.\n#show pick/1.\n",
        "game/scene": "draw(square((X,1),wall)) :- n(X).\ndraw(disc((X,1),hero)) :- pick(X).\n",
        "other": "{ pick(X) : n(X), X > 1 } = 1.\n#show pick/1.\n",
        "facts": "n(1..3).\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.lp").write_text(text)
    for page in ("watch", "lab"):
        words = (page, "facts.lp", "--encoding", "game/one.lp", "-o", f"{page}.html")
        done = call(*words, cwd=tmp_path)
        assert (done.returncode, "not your own" in done.stderr) == (0, False), done.stderr
    words = ("watch", "facts.lp", "--family", "game", "--encoding", "other.lp", "-o", "w.html")
    assert "the page uses the rules of game, not your own" in call(*words, cwd=tmp_path).stderr
