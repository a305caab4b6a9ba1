"""What programs by strangers showed: names, words and options that no generator reaches."""

from __future__ import annotations

import re
import shutil

from projects import call, folder, run

import pylab


def test_a_file_of_the_same_name_in_the_working_directory_is_another_program(tmp_path):
    folder(tmp_path, blocks__blocks="old.", other__blocks="new.")
    done = call("solve", "other/blocks.lp", cwd=tmp_path)
    assert done.stdout.startswith("new.\n")


def test_a_familys_encoding_is_its_own_whatever_the_working_directory_has(tmp_path):
    folder(tmp_path, ravensburger__shortest="broken", ravensburger__variants__any="broken")
    words = ("ravensburger/example-4x4.lp", "--task", "shortest")
    assert call("solve", *words, cwd=tmp_path).returncode == 0
    words = ("--encoding", "ravensburger/shortest.lp", "ravensburger", "--random", 0)
    assert call("compare", *words, cwd=tmp_path).returncode == 2


def test_a_judge_whose_only_objection_is_false_checks_nothing(tmp_path):
    at = folder(tmp_path, one__one="{a}.", one__check='wrong("x") :- #false, not a.')
    done = call("solve", "one/one.lp", cwd=at)
    assert "no rule for wrong(…) can hold" in done.stdout
    assert "% valid" not in done.stdout


def test_words_of_a_tuple_do_not_touch(tmp_path):
    rules = {
        "words__words": "a.",
        "words__scene": 'draw(title(("step",3,"of ",a,": (",4,") on ",b,2))).',
        "words__check": 'wrong(("not ",a,"in",3)) :- a.',
    }
    at = folder(tmp_path, **rules)
    assert "step 3 of a: (4) on b2" in call("draw", "words/words.lp", cwd=at).stdout
    assert "not a in 3" in call("solve", "words/words.lp", cwd=at).stdout


def test_programs_with_another_ending_are_compared(tmp_path):
    at = folder(tmp_path, a="{p(X)} :- n(X).", b="{p(X)} :- n(X), X > 1.", one="n(1). n(2).")
    for name in "ab":
        (at / f"{name}.lp").rename(at / f"{name}.cl")
    done = call("compare", "--encoding", "a.cl", "--encoding", "b.cl", "one.lp", cwd=at)
    assert "different on" in done.stdout


def test_lint_says_nothing_of_coverage_where_a_limit_ends_the_run(tmp_path):
    rules = "n(0). n(X+1) :- n(X), X < 9000000. seen :- n(9000000), a. {b} :- a."
    rules += "#show b/0. #show seen/0."
    rules += "#show b/0. #show seen/0."
    at = folder(tmp_path, slow=rules, one="a.")
    done = run("lint", "slow.lp", "--on", "one.lp", "--time-limit", 0.2, cwd=at)
    assert done.returncode == 3
    assert "not covered so far: " in done.stderr
    assert "is not covered:" not in done.stdout


def test_a_constant_that_two_files_set_is_named_with_both_places(tmp_path):
    at = folder(tmp_path, program="#const n=3.\r\n{a(1..n)}.\r\n", one="#const n=4.\r\n")
    told = call("solve", "program.lp", "one.lp", cwd=at).stderr
    assert (
        "one.lp:1:1: redefinition of constant: #const n=4, which has a value in program.lp:1:1"
        in told
    )
    assert "\\r" not in told


VISIT = """\
at(X,0) :- start(X).
#program step(t).
{ go(t) }.
at(N,T) :- link(C,N), T = t, not off(N,T), go(t).
off(N,T) :- link(_,N), T = t, at(O,T), O != N, go(t).
ok(T) :- at(C,T-1), at(N,T), link(C,N), T = t.
:- T = t, not ok(T), go(t).
#program check(t).
:- query(t), goal(X), not at(X,T), T = t.
"""
"""In steps, atoms whose last argument is a variable; nothing is shown, so everything is."""


def test_atoms_that_only_the_text_for_other_solvers_has_are_in_no_answer(tmp_path):
    facts = "start(a). link(a,b). link(b,a). link(b,c). goal(c)."
    at = folder(tmp_path, visit=VISIT, one=facts)
    own = call("solve", "visit.lp", "one.lp", "--models", 0, "--certify", cwd=at)
    assert "1 answer in all (proof of the ground program checked)" in own.stdout
    clasp = shutil.which("clasp")
    if clasp is not None:
        other = call("solve", "visit.lp", "one.lp", "--engine-command", "clasp {ground}", cwd=at)
        assert other.stdout.split("\n%")[0] in own.stdout


def test_a_gallery_of_a_folder_is_not_called_labyrinths(tmp_path):
    rules = {"seats__scene": "draw(square((0,0))).", "seats__instances__one": "who(ann)."}
    at = folder(tmp_path, seats__seats="#external who(ann). {at(X)} :- who(X).", **rules)
    assert call("gallery", "seats", "site", cwd=at).returncode == 0
    assert "<h1>Puzzles</h1>" in (at / "site" / "index.html").read_text()
    assert "the external" not in call("test", "seats", cwd=at).stdout


def test_inertia_that_nothing_bounds_is_found(tmp_path):
    rules = "on(a,0). {move(X,1..3)} :- on(X,0). on(X,T) :- on(X,T-1), not move(X,T)."
    bounded = rules.replace("not move", "not stop") + " stop(a,4)."
    at = folder(tmp_path, chosen=rules, bounded=bounded)
    told = call("lint", "chosen.lp", cwd=at).stdout
    assert "grounding may never end: on/2 grows, and nothing in the body bounds it" in told
    assert "never end" not in call("lint", "bounded.lp", cwd=at).stdout


def test_a_folder_of_rules_stands_for_its_puzzles_and_its_task(tmp_path):
    rules = "{p(X)} :- n(X), X > 1."
    files = {
        "two__two": rules,
        "two__check": "wrong(X) :- p(X), not n(X).",
        "my": "{p(X)} :- n(X).",
    }
    at = folder(tmp_path, two__instances__one="n(1..2).", **files)
    done = call("compare", "two", "--encoding", "my.lp", "--random", 0, cwd=at)
    assert "two/instances/one.lp: 2 answers: DIFFERENT (extra)" in done.stdout
    assert "check.lp: " not in done.stdout
    done = call("compare", "two", "--encoding", "two/two.lp", "--random", 0, cwd=at)
    assert re.search(r"two(-\d+)?/two.lp is compared with itself", done.stderr)  # numbered if taken


def test_programs_are_compared_on_facts_in_notebooks_as_on_the_command_line(tmp_path, monkeypatch):
    texts = {"a": "{p(X)} :- n(X).", "b": "{p(X)} :- n(X), X > 1.", "one": "n(1..2)."}
    monkeypatch.chdir(folder(tmp_path, **texts))
    found = pylab.compare("a.lp", "b.lp", puzzles="one.lp", random=0)
    assert found.same is False, found.rows()
