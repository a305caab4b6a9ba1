"""Linting: each kind of mistake is found where it is; shipped encodings are clean."""

from __future__ import annotations

import json

import pytest
from projects import ROOT, broken_copy, call

import pylab
from pylab.analysis.lint import family_of, lint
from pylab.base.listing import Signature
from pylab.encoding import program
from pylab.encoding.header import declared
from pylab.family import registry

TRIED = {f"{f.name}/{task.encoding}" for f in registry.families() for task in f.tasks}
"""Entries, which are linted where every family is tried; and so are overlays."""

SHIPPED = [
    path
    for path in sorted((ROOT / "encodings").rglob("*.lp"))
    if path.parent.name != "variants" and str(path.relative_to(ROOT / "encodings")) not in TRIED
]

GOOD = """% Purpose:
%   One push.
%
% Input predicates:
%   field/2, connect/3   - the board.
%
% Output predicates:
%   push(Z, D, T)        - a push.
{ push(X,D,1) : field(X,_), connect(_,_,D) } = 1.
#show push/3.
"""

MISTAKES = [
    ("field(X,_)", "feild(X,_)", "undefined", "feild/2 is used, but never defined; did you mean f"),
    ("field(X,_)", "field(X)", "arity", "field/1 is never defined; wrong number of arguments? The"),
    ("field(X,_)", "field(Y,_)", "unsafe", "unsafe variable X in"),
    ("#show push/3.", "#show pusch/3.", "undefined", "pusch/3 is shown, but never defined; did"),
    ("#show push/3.", "#show push/2.", "output", "push/3 is not shown: answers to plan are read"),
    ("#show push/3.", "#show push/3. a(1).", "unused", "a/1 is defined, but neither used nor"),
    ("#show push/3.", "#show push/3. field(9,9).", "input", "field/2 is an input predicate"),
    ("connect/3   -", "connect/3, max_steps/1   -", "header", "max_steps/1 stands in the header's"),
    ("T)        -", "T), go(X)        -", "header", "go/1 stands in the header's Output predicate"),
    (
        "% Output",
        "% Program parts:\n%   step(t)\n%\n% Output",
        "header",
        "the header says parts st",
    ),
    ("= 1.", "= 1", "error", "syntax error, unexpected #show"),
    ("the board", "the b\u00f6ard", "error", "expected ASCII only in an encoding, found"),
]


def findings(path, name="ravensburger", task="plan"):
    puzzles = registry.get(name)
    return lint(path, (), puzzles, puzzles.task(task))


def test_a_good_encoding_has_no_findings(tmp_path):
    (tmp_path / "plan.lp").write_text(GOOD)
    assert findings(tmp_path / "plan.lp") == []


@pytest.mark.parametrize(("old", "new", "code", "message"), MISTAKES)
def test_slips_are_found_where_they_are(tmp_path, old, new, code, message):
    assert GOOD.count(old) == 1
    path = tmp_path / "plan.lp"
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    found = [each for each in findings(path) if each.code == code]
    assert any(each.message.startswith(message) for each in found), findings(path)
    first, *_ = found
    if code != "output":
        assert first.place.source.endswith("plan.lp")
        assert first.place.text in path.read_text(encoding="utf-8").split("\n")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: str(p.relative_to(ROOT / "encodings")))
def test_shipped_encodings_are_clean(path):
    puzzles = registry.get(path.relative_to(ROOT / "encodings").parts[0])
    assert [str(finding) for finding in lint(path, (), puzzles, None)] == []


def test_all_errors_are_told_with_their_lines(tmp_path):
    path = tmp_path / "plan.lp"
    path.write_text("a(X) :- b(X)\nc(X.\nd(1..).\n")
    done = call("lint", path)
    assert done.returncode == 1
    assert f"{path}:2:1: syntax error" in done.stdout
    assert "    d(1..).\n         ^\n" in done.stdout
    assert "2 findings" in done.stdout


def test_every_unsafe_rule_is_told_as_it_was_written(tmp_path):
    rules = "a(X,\n  Y) :- field(X,_), X < Y.\n:- not a(Q,Q).\n"
    (tmp_path / "plan.lp").write_text(GOOD + rules)
    found = [f for f in findings(tmp_path / "plan.lp") if f.code == "unsafe"]
    assert ["a(X, Y) :- field(X,_), X < Y" in f.message for f in found] == [True, False]
    assert [f.place.line for f in found] == [12, 13]


def test_the_command(tmp_path):
    (tmp_path / "plan.lp").write_text(GOOD.replace("connect(_", "conect(_"))
    done = call("lint", "plan.lp", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "pylab: family ravensburger, task plan\n")
    message = "plan.lp:9:29: conect/3 is used, but never defined; did you mean connect/3?"
    assert message in done.stdout
    told = json.loads(call("lint", "plan.lp", "--format", "json", cwd=tmp_path).stdout)
    assert {"file": "plan.lp", "line": 9, "column": 29} in [f["place"] for f in told["findings"]]
    assert call("lint", "ravensburger/plan.lp", "--with", "variants/any.lp").returncode == 0
    assert call("lint", "nothing.lp").returncode == 2
    assert call("lint", "plan.lp", "--task", "x", cwd=tmp_path).returncode == 2


def test_a_familys_name_is_no_file():
    done = call("lint", "alice")
    told = "alice is a family: pylab encodings --family alice lists its files"
    assert (done.returncode, told in done.stderr) == (2, True)


def test_parts_in_a_header_may_be_explained(tmp_path):
    """The words of an explanation were taken for parts."""
    head = "% Purpose: a\n% Input predicates: none\n% Output predicates: a/0\n% Program parts:\n"
    (tmp_path / "a.lp").write_text(f"{head}%   base - all rules.\n\n{{ a }}.\n#show a/0.\n")
    assert call("lint", "a.lp", cwd=tmp_path).stdout == "no findings\n"
    (tmp_path / "a.lp").write_text(f"{head}%   step(t) - all rules.\n\n{{ a }}.\n#show a/0.\n")
    assert (
        "the header says parts step; in the code are" in call("lint", "a.lp", cwd=tmp_path).stdout
    )


def test_findings_are_told_though_the_puzzles_cannot_be_run(tmp_path):
    (tmp_path / "part.lp").write_text("#program foo(t).\n:- push(1,w,t).\n")
    words = ("lint", "ravensburger/shortest.lp", "--with", "part.lp")
    done = call(*words, "--on", "ravensburger/square-2x2.lp", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, call(*words, cwd=tmp_path).stdout)
    assert "not run on the puzzles: solve refuses the program" in done.stderr


def test_a_copy_without_a_rule_leaves_something_unused(tmp_path):
    broken_copy(tmp_path / "my")
    done = call("lint", "my/shortest.lp", cwd=tmp_path)
    assert done.returncode == 1
    assert "opposite/2 is defined, but neither used nor shown" in done.stdout


def test_the_family_is_the_one_whose_facts_are_used(tmp_path):
    known = [registry.get(name) for name in registry.names()]
    path = tmp_path / "x.lp"
    for text, name in (("a :- connect(1,2,n), field(1,2).", "ravensburger"), ("a :- b.", None)):
        path.write_text(text)
        found = family_of(program.load(path), known)
        assert (found.name if found else None) == name


def test_headers_name_predicates_in_several_ways():
    section = "a/1, b(X, f(Y,Z)), c   - d/4.\nand those of x.lp.\nd, e.\nf/2, g/0"
    assert [str(each) for each in declared(section)] == ["a/1", "b/2", "c", "f/2", "g/0"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (":- psh(_,w,T).", "psh/3 is used, but never defined; did you mean push/3?"),
        (":- push(_,w,T), nothing_of_the_kind(T).", "nothing_of_the_kind/1 is used, but never def"),
        ("a(@f(1)) :- push(_,w,T).", "no script defines @f, so clingo leaves out what uses it"),
        ("&maximize { x }.", "expected no &maximize: only clingcon has it, in programs without "),
        ("% Judge:\n:- push(_,w,T).", "the section Judge names no file"),
        ("% Rules: x\n:- push(_,w,T).", "only overlays that a family ships have a section Rules"),
        ("% Relaxes: field/2\n:- push(_,w,T).", "only a family's reasons.lp has a section Relaxes"),
        ("% Judge replaces:\n%\n:- push(_,w,T).", "the section Judge replaces names no file"),
        ("% Replaces:\n:- push(_,w,T).", "the section Replaces names no file"),
        ("% Overlays:\n:- push(_,w,T).", "the section Overlays names no overlay"),
        ("% Theory:\n:- push(_,w,T).", "the section Theory names no theory"),
        ("% Relaxes: push\n:- push(_,w,T).", "the section Relaxes names no predicate"),
    ],
)
def test_a_file_that_is_no_tasks_is_looked_at_too(text, message, tmp_path):
    path = tmp_path / "mine.lp"
    path.write_text(f"{text}\n")
    (found,) = lint(path, (), registry.get("ravensburger"))
    assert found.message.startswith(message)


def test_what_the_familys_encodings_define_is_known(tmp_path):
    path = tmp_path / "mine.lp"
    path.write_text(":- push(_,w,T), moved(_,_,T), query(T).\n")
    assert [f.message for f in lint(path, (), registry.get("ravensburger"))] == []


def test_a_section_that_names_nothing_is_told_where_it_is_solved(tmp_path):
    (tmp_path / "o.lp").write_text("% Judge:\n:- push(1,s,1).\n")
    done = call("solve", "ravensburger/example-4x4.lp", "--with", "o.lp", cwd=tmp_path)
    assert (done.returncode, "o.lp:1:3: the section Judge names no file" in done.stderr) == (
        0,
        True,
    )


def test_findings_for_editors(tmp_path):
    (tmp_path / "mine lp.lp").write_text("% Purpose: nothing\n:- oops(X).\n{ p(X) } :- q.\n")
    words = ["mine lp.lp", "--family", "alice", "--task", "plan"]
    done = call("lint", *words, "--format", "sarif", cwd=tmp_path)
    told = json.loads(done.stdout)
    rows = json.loads(call("lint", *words, "--format", "json", cwd=tmp_path).stdout)["findings"]
    (found,) = told["runs"]
    assert (done.returncode, told["version"]) == (1, "2.1.0")
    assert [each["ruleId"] for each in found["results"]] == [row["code"] for row in rows]
    assert {each["id"] for each in found["tool"]["driver"]["rules"]} == {r["code"] for r in rows}
    levels = {each["ruleId"]: each["level"] for each in found["results"]}
    assert (levels["unsafe"], levels["undefined"]) == ("error", "warning")
    for each, row in zip(found["results"], rows, strict=True):
        if row["place"] is not None:
            place = each["locations"][0]["physicalLocation"]
            assert place["artifactLocation"]["uri"] == "mine%20lp.lp"
            region = {"startLine": row["place"]["line"], "startColumn": row["place"]["column"]}
            assert place["region"] == region
    whole = call("lint", str(tmp_path / words[0]), *words[1:], "--format", "sarif").stdout
    assert f'"{(tmp_path / words[0]).as_uri()}"' in whole


def test_a_program_of_no_family_is_held_against_the_predicates_of_its_facts(tmp_path):
    path = tmp_path / "x.lp"
    path.write_text("p(X) :- q(X), qq(X).\nr(1).\n#show p/1.\n#program step(t).\ns(t) :- s(t-1).\n")
    told = {(each.code, each.place.line) for each in lint(path, inputs=[Signature("q", 1)])}
    assert told == {("undefined", 1), ("unused", 2), ("part", 5)}
    assert lint(path) == []  # it may be a part of another program


def test_an_option_that_the_family_cannot_have_is_told_as_when_it_is_solved(tmp_path):
    head = tmp_path / "head.lp"
    for line in ("nosuch=yes", "no_undo=maybe"):
        head.write_text(f"% Options: {line}\n")
        found = call("lint", "ravensburger/shortest.lp", "--with", head)
        solved = call("solve", "ravensburger/example-4x4.lp", "--task", "shortest", "--with", head)
        told = solved.stderr.splitlines()[1].removeprefix("pylab: ")
        assert (found.returncode, found.stdout.count(told), ":1:12: " in told) == (1, 1, True)


HEADED = """\
% Input predicates:
%   {given}
%
% Output predicates:
%   q(X)  - out

{{ q(X) : d(X) }}. r(X) :- q(X). #show {shown}/1.
"""


@pytest.mark.parametrize(
    ("given", "shown", "said"),
    [
        ("d(X) - in", "q", None),
        ("d(X) - in", "r", "r/1 is shown, but missing in the header's Output predicates"),
        ("none", "q", "d/1 is used, but never defined"),
        ("None.", "q", "d/1 is used, but never defined"),
        ("those of another file.", "q", None),
    ],
)
def test_a_header_of_ones_own_is_believed(given, shown, said, tmp_path):
    path = tmp_path / "mine.lp"
    path.write_text(HEADED.format(given=given, shown=shown))
    found = [each.message for each in pylab.lint(path) if each.code in ("header", "undefined")]
    assert found == ([] if said is None else [said])


def test_absolute_values_and_complements_of_names_have_no_value(tmp_path):
    program = tmp_path / "program.lp"
    program.write_text(
        "s(X) :- X = |a|.\ns(X) :- X = ~b.\ns(X) :- X = -b.\n"
        "s(X) :- X = |1-3|, X != ~3.\n#const k=3.\ns(|k|).\n#show s/1.\n"
    )
    found = [(each.code, each.place.line) for each in lint(program)]
    assert found == [("value", 1), ("value", 2)]
