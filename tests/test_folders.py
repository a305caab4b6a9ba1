"""Programs as clingo takes them, and folders of rules that are families."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil

import clingo
import pytest
from projects import ROOT, SHARED, call, folder, run

import pylab
from pylab.base.errors import PylabError
from pylab.base.finding import Status
from pylab.base.limits import Patience
from pylab.core.puzzle import load as load_puzzle
from pylab.family import registry
from pylab.folders import layout, moves
from pylab.testing import folders
from pylab.text.source import Source

SOKOBAN = ROOT / "examples" / "sokoban"
PROGRAMS = SHARED / "programs"

QUEENS = """\
#const n = 8.
{ q(X,1..n) } = 1 :- X = 1..n.
:- q(X,Y), q(Z,Y), X < Z.
:- q(X,Y), q(Z,V), X < Z, |Y-V| = Z-X.
#show q/2.
"""
"""With 4, 10, 4 and 40 answers for n = 6, 5, … (sequence A000170)."""

WALK = """\
at(X,0) :- start(X).
#program step(t).
{ go(1,t); go(-1,t) } = 1.
at(X+D,t) :- at(X,t-1), go(D,t).
#program check(t).
:- query(t), goal(X), not at(X,t).
#program base.
#show go/2.
"""


@pytest.mark.parametrize(("n", "count"), [(4, 2), (5, 10), (6, 4), (7, 40)])
def test_a_program_is_solved_as_it_is(tmp_path, n, count):
    folder(tmp_path, queens=QUEENS)
    done = call("solve", "queens.lp", "-c", f"n={n}", "--count", cwd=tmp_path)
    assert (done.returncode, done.stdout.strip()) == (0, str(count))
    piped = call("solve", "-", "-c", f"n={n}", "--count", stdin=QUEENS, cwd=tmp_path)
    assert piped.stdout == done.stdout
    assert pylab.program(tmp_path / "queens.lp", n=n).solve(models=0).count == count


def test_a_broken_file_changes_no_row_of_the_table(tmp_path):
    """The rows of `pylab test` are those of docs/folders.md, also where a file can't be read."""
    mine = shutil.copytree(SOKOBAN, tmp_path / "mine")
    (mine / "instances/bad.lp").write_text("cell(1")
    done = call("test", "mine", cwd=tmp_path)
    assert done.stdout.startswith("wrong: lint: mine/instances/bad.lp:")
    page = (ROOT / "docs/folders.md").read_text(encoding="utf-8").split("\n## The tests\n")[1]
    rows = re.findall(r"(?m)^([a-z]+) +\d", done.stdout)
    assert rows
    assert set(rows) <= set(re.findall(r"(?m)^\| ([a-z]+) \|", page))


def test_a_piped_program_includes_nothing(tmp_path):
    folder(tmp_path, facts="p(1).")
    done = call("solve", "-", stdin='#include "facts.lp".', cwd=tmp_path)
    assert "a program given as text has no files beside it" in done.stderr
    assert done.returncode == 2


@pytest.mark.parametrize("command", [["solve"], ["validate", "-"], ["lint"]])
def test_a_program_that_cannot_be_parsed_is_refused(tmp_path, command):
    folder(tmp_path, queens=QUEENS + "q(1,\n")
    done = call(command[0], "queens.lp", *command[1:], stdin="q(1,1).", cwd=tmp_path)
    assert done.returncode == (1 if command == ["lint"] else 2)
    assert "queens.lp:6:5: expected a full stop" in done.stdout + done.stderr


@pytest.mark.parametrize("command", [["draw"], ["watch", "-o", "x.html"]])
def test_what_a_limit_leaves_open_is_said_of_pictures_and_pages(tmp_path, command):
    """Thirteen pigeons in twelve holes: an answer at once, and a long proof that it is the best."""
    holes = "{ in(X,1..12) } = 1 :- X = 1..13.\n#minimize { 1,X,Y : in(X,H), in(Y,H), X < Y }.\n"
    folder(tmp_path, holes=holes, scene="draw(X,square((H,0),floor)) :- in(X,H).")
    done = call(*command, "holes.lp", "--time-limit", "1", cwd=tmp_path)
    assert done.returncode == 3
    assert "pylab: stopped (time limit of 1 s); there may be" in done.stderr


def test_an_answer_that_nothing_checks_is_neither_valid_nor_invalid(tmp_path):
    folder(tmp_path, queens=QUEENS)
    words = ("validate", "queens.lp", "-", "--format", "json")
    done = call(*words, stdin="q(1,1).", cwd=tmp_path)
    assert [each["valid"] for each in json.loads(done.stdout)["verdicts"]] == [None]
    assert done.returncode == 3


def test_an_answer_that_nothing_checks_says_so(tmp_path):
    folder(tmp_path, queens=QUEENS)
    for name in ("text", "facts", "competition", "count"):
        done = call("solve", "queens.lp", "-c", "n=4", "--format", name, cwd=tmp_path)
        assert done.returncode == (10 if name == "competition" else 0)
        assert "not checked: there is no check.lp" in done.stdout + done.stderr
    told = json.loads(call("solve", "queens.lp", "--format", "json", cwd=tmp_path).stdout)
    assert told["answers"][0]["valid"] is None
    for words in (["solve", "--count", "--format", "json"], ["draw"]):
        done = call(*words, "queens.lp", "-c", "n=4", cwd=tmp_path)
        assert done.stderr.count("not checked: there is no check.lp") == 1


def test_an_unchecked_answer_that_a_judge_refuses_is_invalid_by_the_judge_alone(tmp_path):
    folder(tmp_path, ab="{ a; b } = 1.")
    (tmp_path / "mine.lp").write_text('wrong("no a") :- not a.\n#defined a/0.\n')
    solved = call("solve", "ab.lp", "--judge", "mine.lp", "--models", "0", cwd=tmp_path)
    assert solved.returncode == 4
    assert "% INVALID: mine.lp: no a\n" in solved.stdout
    assert solved.stdout.endswith("% your judge mine.lp found an answer INVALID\n")
    assert "a.\n% valid by your judge mine.lp\n" in solved.stdout
    done = call("validate", "ab.lp", "-", "--judge", "mine.lp", stdin="b.", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "invalid\n  mine.lp: no a\n")


@pytest.mark.parametrize("name", ["check", "scene"])
def test_scripts_that_never_run_are_not_said_to_need_an_option(tmp_path, name):
    mine = shutil.copytree(SOKOBAN, tmp_path / "mine")
    with (mine / f"{name}.lp").open("a") as file:
        file.write("#script (python)\n#end.\n")
    words = ["draw", "mine/instances/one.lp", "--solve", "--allow-scripts"]
    done = call(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert f"mine/{name}.lp:" in done.stderr
    assert "expected no embedded script\n" in done.stderr


@pytest.mark.parametrize("name", ["reasons", "repair"])
def test_nor_are_those_that_would_explain(tmp_path, name):
    folder(tmp_path, **{"a": "{ a }. :- not b, a. :- not a, p. #defined b/0. #defined p/0.",
                        name: "#script (python)\n#end.\n", "i": "p."})  # fmt: skip
    words = ["solve", "i.lp", "--family", ".", "--explain", "--allow-scripts"]
    done = call(*words, cwd=tmp_path)
    assert (done.returncode, f"{name}.lp:1:1: expected no embedded script\n" in done.stdout) == (
        1,
        True,
    )


def test_an_overlay_of_a_folder_is_for_the_tasks_that_it_names(tmp_path):
    mine = shutil.copytree(SOKOBAN, tmp_path / "named")
    (mine / "variants").mkdir()
    (mine / "variants/up.lp").write_text("% Tasks: steps\n#program step(t).\n:- step(u,t).\n")
    for task, code in (("steps", 0), ("pushes", 2)):
        words = ["solve", "named/instances/one.lp", "--task", task, "--with", "up"]
        done = call(*words, cwd=tmp_path)
        assert done.returncode == code
        told = "named/variants/up.lp means nothing to named/pushes.lp; it is for --task steps"
        assert (told in done.stderr) == (code == 2)


def test_a_game_for_a_task_that_is_not_there_fails(tmp_path):
    assert call("new", "folder", "misnamed", cwd=tmp_path).returncode == 0
    game = tmp_path / "misnamed/moves.lp"
    game.write_text(f"% Tasks: misnamd\n{game.read_text()}")
    done = run("test", "misnamed", cwd=tmp_path)
    told = "wrong: moves: moves.lp: its header names the task misnamd, which there is not"
    assert (done.returncode, told in done.stdout) == (1, True)


def test_a_puzzle_of_ones_own_folder_is_not_called_shipped(tmp_path):
    shutil.copytree(SOKOBAN, tmp_path / "owned")
    done = call("lab", "--family", "owned", "-o", "lab.html", cwd=tmp_path)
    assert done.returncode == 0
    assert "pylab: using owned/instances/" in done.stderr
    assert "shipped" not in done.stderr


def test_two_puzzles_of_a_folder_are_not_one(tmp_path):
    puzzles = [SOKOBAN / "instances" / name for name in ("one.lp", "two.lp")]
    done = call("lab", *puzzles, cwd=tmp_path)
    assert done.returncode == 2
    assert "two.lp: expected one puzzle of sokoban, and " in done.stderr


def test_a_program_compared_with_itself_says_so():
    assert "is compared with itself" in str(pylab.compare("a.\nb.\n"))


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: pylab.compare("a.\nb.\n", answers=-1), "answers: -1 is not in the range"),
        (lambda: pylab.compare("a.\nb.\n", making_limit="x"), "making_limit: 'x' is not a number"),
        (lambda: pylab.why("ravensburger/example-4x4.lp", 3), "expected an atom as a text"),
        (lambda: pylab.watch(pylab.program("a.\nb.\n")), "nothing to watch; there is no scene.lp"),
    ],
)
def test_wrong_arguments_of_notebooks_are_errors(ask, told):
    with pytest.raises(PylabError, match=told):
        ask()


TAILS = ["{p}.", ":- x.", "a;b.", "a|b.", "#show.", "r(X) :- X=1..2.", "p : q.", "not z."]


@pytest.mark.parametrize("listing", registry.listings(), ids=lambda each: each.name)
def test_a_file_with_rules_is_a_program_whatever_its_facts_are_called(tmp_path, listing):
    for number, name in enumerate(sorted({each.name for each in listing.vocabulary})):
        for arity in (0, 1, 2, 3):
            arguments = f"({','.join('123'[:arity])})" if arity else ""
            text = f"{name}{arguments}. {TAILS[(number + arity) % len(TAILS)]}\n"
            (tmp_path / "x.lp").write_text(text)
            control = clingo.Control(["0"], logger=lambda *_: None)
            control.load(str(tmp_path / "x.lp"))
            control.ground([("base", [])])
            found = []
            control.solve(on_model=lambda model, found=found: found.append(str(model)))
            done = call("solve", "x.lp", "--count", cwd=tmp_path)
            assert done.stdout.strip() == str(len(found)), text


def test_facts_that_do_not_fit_a_family_are_a_program(tmp_path):
    for text in ('item("a").', "#const n = 2. item(n)."):
        (tmp_path / "x.lp").write_text(text)
        assert "% not checked" in call("solve", "x.lp", cwd=tmp_path).stdout
    folder(tmp_path, scene="draw(square((X,1),floor)) :- size(X,_).", go="{ a(X) : size(X,_) }.")
    folder(tmp_path, instances__one="size(2,3).")
    assert "a(2)" in call("solve", "instances/one.lp", "--models", "0", cwd=tmp_path).stdout


@pytest.mark.parametrize("name", ["noext", "x.txt", "x.gringo"])
def test_a_program_may_have_any_ending(tmp_path, name):
    (tmp_path / name).write_text(QUEENS)
    assert call("solve", name, "-c", "n=5", "--count", cwd=tmp_path).stdout == "10\n"


def test_comments_may_be_in_latin_1(tmp_path):
    (tmp_path / "x.lp").write_bytes("a. % café\nb. { c }.\n".encode("latin-1"))
    assert call("solve", "x.lp", "--count", cwd=tmp_path).stdout == "2\n"
    assert call("lint", "x.lp", cwd=tmp_path).stdout == "no findings\n"
    (tmp_path / "x.lp").write_bytes('a("café").\n'.encode("latin-1"))
    assert "expected UTF-8 text" in call("solve", "x.lp", cwd=tmp_path).stderr


def test_a_folder_with_facts_alone_is_drawn(tmp_path):
    """As clingraph's examples: facts of a graph beside a viz.lp, and no program."""
    (tmp_path / "viz.lp").write_text("node(X) :- state(X). edge((X,Y)) :- to(X,Y).\n")
    (tmp_path / "lights.lp").write_text("state(red). state(green). to(red,green).\n")
    (tmp_path / "other.lp").write_text("state(blue).\n")
    for name, states in (("lights", {"red", "green"}), ("other", {"blue"})):
        done = call("draw", f"{name}.lp", "-o", "x.svg", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        drawn = (tmp_path / "x.svg").read_text(encoding="utf-8")
        assert set(re.findall(r">(\w+)</text>", drawn)) == states


@pytest.mark.parametrize(
    ("shapes", "told"),
    [
        ("draw(square((0,0),floor;(1,0),flor)).", "expected a colour or a style, found flor"),
        ("node(a). attr(node,a,zzz,khaki).", "attributes that are not drawn: node's zzz"),
    ],
)
def test_a_program_that_draws_itself_says_what_it_cannot_draw(tmp_path, shapes, told):
    folder(tmp_path, shown=f"{shapes} {{ a }}.")
    done = call("draw", "shown.lp", cwd=tmp_path)
    assert (done.returncode, done.stderr.count(told)) == (0, 1)


def test_a_program_and_its_instance_are_watched_and_have_a_lab(tmp_path):
    (tmp_path / "viz.lp").write_text(
        """viz_graph(0..1). viz_node((X,T),T) :- node(X), viz_graph(T).
        viz_attr(node,(X,T),label,@concat("n",X,T)) :- in(X), viz_graph(T)."""
    )
    (tmp_path / "cover.lp").write_text("{ in(X) : node(X) } = n. #const n = 2.\n")
    (tmp_path / "given.lp").write_text("node(1..3).\nsecret(X) :- node(X).\n")
    done = call("watch", "cover.lp", "given.lp", "--text", "-c", "n=3", cwd=tmp_path)
    assert done.returncode == 0
    assert re.findall(r"n\d\d", done.stdout) == ["n10", "n20", "n30", "n11", "n21", "n31"]
    done = call("lab", "cover.lp", "given.lp", "--files", "out", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "pylab: wrote 4 files into out\n")
    facts = (tmp_path / "out/puzzle.lp").read_text()
    assert sorted(re.findall(r"\w+\(\d\)", facts)) == [
        f"{name}({n})" for name in ("node", "secret") for n in (1, 2, 3)
    ]
    assert "No such file" in call("lab", "cover.lp", "none.lp", cwd=tmp_path).stderr


def test_the_facts_of_an_instance_are_printed(tmp_path):
    folder(tmp_path, one="#const n = 2.\nnode(1..n).\n", two="edge(1,2).\n")
    folder(tmp_path, three="node(1..2).\nedge(X,X+1) :- node(X), node(X+1).\n")
    assert call("facts", "one.lp", cwd=tmp_path).stdout == "node(1).\nnode(2).\n"
    assert call("facts", "two.lp", cwd=tmp_path).stdout == "edge(1,2).\n"
    assert "edge(1,2).\n" in call("facts", "three.lp", cwd=tmp_path).stdout
    done = call("facts", ROOT / "examples/queens/queens.lp")
    assert (done.returncode, done.stdout) == (0, "")
    assert "queens.lp: a program without an instance" in done.stderr


def test_large_programs_are_what_clingo_reads(tmp_path):
    """Most facts are given to clingo as text; what only looks like facts is not."""
    rows = [f"p({n},{n % 7}).\n" for n in range(40_000)]
    rows[9_000] = "r(X) :- p(X,_), % and.\n  p(3,3).\np(5,5,5).\n"
    rows[20_000] = "s :- p(1,1),\n p(2,2),\n p(99999999,1).\np(n,-4). q(f(1),2). q(f(3),4).\n"
    text = "#const n = 77.\n" + "".join(rows) + "{ t }.\n"
    (tmp_path / "x.lp").write_text(text)
    control = clingo.Control(["0"])
    control.load(str(tmp_path / "x.lp"))
    control.ground([("base", [])])
    whole = []
    control.solve(on_model=lambda model: whole.append({*map(str, model.symbols(shown=True))}))
    found = pylab.program(tmp_path / "x.lp").solve(models=0)
    ours = [{str(fact)[:-1] for fact in each.facts} for each in found.witnesses]
    assert sorted(map(len, ours)) == sorted(map(len, whole))
    assert all(each in whole for each in ours)


def test_a_time_limit_leaves_no_tracebacks_behind(tmp_path):
    text = "".join(f'p({n},"{n}").\n' for n in range(100_000))
    (tmp_path / "x.lp").write_text(f"{text}{{ a }}.\n")
    done = run("solve", "x.lp", "--time-limit", "1", cwd=tmp_path)
    assert "Traceback" not in done.stderr


def test_a_folder_may_have_thousands_of_other_files(tmp_path):
    made = shutil.copytree(SOKOBAN, tmp_path / "sokoban")
    for number in range(5_000):
        (made / f"{number}.txt").touch()
        (made / "instances" / f"x{number}.txt").touch()
    assert "4 pushes" in call("solve", str(made / "instances" / "one.lp")).stdout
    for number in range(2_001):
        (made / f"{number}.lp").touch()
    done = call("families", str(made))
    assert (done.returncode, "expected at most 2000 files of rules" in done.stderr) == (2, True)


LATIN = """\
#const size = 4.
#const givens = 3.
{ v(X,Y,V) : V = 1..size } = 1 :- X = 1..size, Y = 1..size.
:- v(X,Y,V), v(X,Z,V), Y < Z.
:- v(X,Y,V), v(Z,Y,V), X < Z.
{ given(X,Y,V) : v(X,Y,V) } = givens.
#show given/3.
"""


def test_a_generator_ends_where_it_has_nothing_and_at_a_limit(tmp_path):
    folder(tmp_path, latin="{ a } :- given(_,_,_).", check="wrong(x) :- a.", generate=LATIN)
    done = run("generate", ".", "-c", "givens=5", "--size", "3", "--seed", "1", cwd=tmp_path)
    assert len(done.stdout.splitlines()) == 5
    done = run("generate", ".", "--givens", "17", "--time-limit", "30", cwd=tmp_path)
    assert (done.returncode, "has no instance for" in done.stderr) == (2, True)
    done = run("generate", ".", "--size", "60", "--time-limit", "1", cwd=tmp_path, timeout=60)
    assert (done.returncode, "no instance was found: time limit" in done.stderr) == (3, True)


def test_a_judges_words_stay_on_one_line(tmp_path):
    folder(tmp_path, go="{ a }. :- not a.", check='wrong("x: b\\nc") :- a. summary("d\\ne").')
    folder(tmp_path, instances__one="")
    done = call("solve", "instances/one.lp", cwd=tmp_path)
    assert "% INVALID: b c\n" in done.stdout
    folder(tmp_path, check='wrong("x") :- foo(X).')
    done = call("solve", "instances/one.lp", cwd=tmp_path)
    assert all(line[:1] in "%a" for line in done.stdout.splitlines()), done.stdout


def test_a_judge_that_includes_what_it_judges_is_told(tmp_path):
    folder(tmp_path, go="{ a }.", check='#include "go.lp".\nwrong(x) :- a, not a.')
    folder(tmp_path, instances__one="% nothing\n")
    told = call("solve", "instances/one.lp", cwd=tmp_path).stderr
    assert "go.lp is part of the encoding and of its judge check.lp" in told


def test_the_task_of_the_folders_name_is_the_default(tmp_path):
    made = folder(tmp_path / "zebra", fast="{ a }.", zebra="{ b }.", check="wrong(x) :- c, not c.")
    assert [each.name for each in registry.get(str(made)).tasks] == ["zebra", "fast"]


def test_a_folder_is_not_called_as_a_family(tmp_path):
    done = call("new", "folder", "theseus", cwd=tmp_path)
    assert (done.returncode, "there is a family theseus already" in done.stderr) == (2, True)


def test_a_shipped_name_is_not_of_the_folder_that_has_the_familys_name(tmp_path):
    folder(tmp_path / "ravensburger", check="wrong(x) :- push(_,e,_).")
    done = run("solve", "ravensburger/example-4x4.lp", cwd=tmp_path)
    assert "% valid, checked: 2 pushes" in done.stdout


def test_pages_have_the_program_that_is_named_whatever_is_beside_it(tmp_path):
    shape = "draw(label((1,1),X)) :- a(X)."
    folder(tmp_path, second="{ a(second) } = 1.", first="{ a(first) } = 1.", scene=shape)
    for name in ("first", "second"):
        run("watch", f"{name}.lp", "-o", "a.html", cwd=tmp_path)
        assert f">{name}<" in (tmp_path / "a.html").read_text("utf-8")
    run("lab", "first.lp", "-o", "first.html", cwd=tmp_path)
    run("lab", "second.lp", "-o", "second.html", cwd=tmp_path)
    assert (tmp_path / "first.html").read_bytes() != (tmp_path / "second.html").read_bytes()


def test_a_sweep_runs_the_program_that_is_named_whatever_is_beside_it(tmp_path):
    folder(tmp_path, first="{ a } = 1.", second="#const n=2.\n:- n=2.\nb.")
    for name, told in (("first", "1 found"), ("second", "1 none")):
        done = run(*f"bench run --instances {name}.lp -o {name} -j 1".split(), cwd=tmp_path)
        assert told in done.stdout
        record = json.loads((tmp_path / name / "results.jsonl").read_text("utf-8"))
        again = run("bench", "again", record["run"]["key"], name, cwd=tmp_path)
        assert "as recorded: " in again.stderr
        assert f" {name}: 1 instance\n" in run("bench", "report", name, cwd=tmp_path).stdout


def test_a_puzzle_has_the_values_of_its_programs_constants(tmp_path):
    (tmp_path / "own.lp").write_text(
        "#const n=3.\n{ a(X) } :- p(X).\ndraw(label((X,1),X)) :- p(X)."
    )
    (tmp_path / "puzzle.lp").write_text("p(1..n).\n")
    facts = run("facts", "own.lp", "puzzle.lp", cwd=tmp_path)
    assert (facts.stdout, facts.stderr) == ("p(1).\np(2).\np(3).\n", "")
    (tmp_path / "fewer.lp").write_text("#const m=2.\np(1..m).\n")
    assert run("facts", "own.lp", "fewer.lp", cwd=tmp_path).stdout == "p(1).\np(2).\n"


def test_a_header_holds_whatever_is_beside_its_program(tmp_path):
    head = "% Input predicates:\n%   node(X) - a node.\n"
    text = "#defined odd/1.\nkept(X) :- node(X), not odd(X).\n#show kept/1.\n"
    (tmp_path / "own.lp").write_text(head + text)
    (tmp_path / "other.lp").write_text(text)
    done = run("lint", "own.lp", cwd=tmp_path)
    assert "nothing gives odd/1: no rule defines it, and it is no input" in done.stdout
    assert run("lint", "other.lp", cwd=tmp_path).stdout == "no findings\n"


def test_lint_takes_several_files_and_folders(tmp_path):
    made = folder(
        tmp_path / "go", go="{ a(X) : n(X) }. #show a/1.", scene="draw(label((X,1),X)) :- a(X)."
    )
    folder(made, instances__one="n(1..3).")
    done = call("lint", "go/go.lp", "go/instances/one.lp", cwd=tmp_path)
    assert done.stdout == "no findings\n"
    assert call("lint", "go", cwd=tmp_path).stdout == "no findings\n"
    folder(made, scene="draw(label((X,1),X)) :- aa(X,1).")
    done = call("lint", "go", cwd=tmp_path)
    assert "scene.lp:1:25: aa/2 is used, but never defined" in done.stdout


def test_lint_of_a_folder_looks_at_its_overlays(tmp_path):
    """Overlays in `variants` were left out."""
    made = folder(
        tmp_path / "go", go="{ a(X) : n(X) }. #show a/1.", one="{ b(X) : n(X) }. #show b/1."
    )
    folder(made, instances__one="n(1..3).", variants__fits=":- b(1).")
    assert call("lint", "go", cwd=tmp_path).stdout == "no findings\n"
    folder(made, variants__odd=":- bb(1).", variants__bad=":- b(1")
    done = call("lint", "go", cwd=tmp_path)
    assert "go/variants/odd.lp:1:4: bb/1 is used, but never defined" in done.stdout
    assert "go/variants/bad.lp:2:1: syntax error" in done.stdout
    assert done.stdout.endswith("2 findings\n")
    done = call("test", "go", cwd=tmp_path)
    assert "wrong: lint: go/variants/odd.lp" in done.stdout + done.stderr


def test_lint_covers_changed_copies_where_no_generator_is(tmp_path):
    """Without generate.lp, no rule was covered by the 0 puzzles of --random."""
    made = folder(tmp_path / "go", go="{ a(X) : n(X) }. b :- a(1). :- n(9). #show a/1.")
    folder(made, instances__one="n(1..3).")
    done = call("lint", "go/go.lp", "--random", "3", cwd=tmp_path)
    assert done.returncode == 2
    assert "there is no generate.lp to make puzzles: name some with --on" in done.stderr
    words = "lint", "go/go.lp", "--on", "go/instances/one.lp"
    told = ":- n(9)", "its body holds in no candidate for this puzzle"
    assert all(each in call(*words, cwd=tmp_path).stdout for each in told)
    assert "in no candidate" not in call(*words, "--random", "3", cwd=tmp_path).stdout


def test_a_limit_ends_the_reading_of_facts(tmp_path):
    """clingo counts to thirty million in one call, which neither limit ended."""
    made = folder(tmp_path / "go", go="{ a }. #show a/0.", check="wrong(x) :- a, not a.")
    folder(made, instances__one="n(1..30000000).")
    done = run("solve", "go/instances/one.lp", "--time-limit", "1", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (3, "% unknown (time limit of 1 s)\n")
    done = run("solve", "go/instances/one.lp", "--memory-limit", "300", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (3, "% unknown (memory limit)\n")


def test_frames_that_begin_later_have_no_start(tmp_path):
    made = folder(tmp_path / "go", go="{ a(1;2;10) } = 3. #show a/1.", check="wrong(x) :- a(3).")
    folder(made, scene="draw(T,square((T,0),floor)) :- a(T).", instances__one="n(1).")
    done = call("draw", "go/instances/one.lp", "--steps", "-o", "a.svg", cwd=tmp_path)
    assert "drawing 3 of the frames 1 to 10, where something changes" in done.stderr
    folder(made, scene="draw(T,square((T,0),floor)) :- a(T). draw(foo(1)).")
    done = run("draw", "go/instances/one.lp", "--steps", "-o", "a.svg", cwd=tmp_path)
    assert done.stderr.count("draw(foo(1)): expected one of") == 1


def test_a_difference_without_any_fact_is_shrunk_to_none(tmp_path):
    """The last fact was kept, though the difference shows without it."""
    rules = "{ a; b }. c :- x(1). #show a/0. #show b/0.\n"
    folder(tmp_path, one=f"{rules}:- a, b.", two=rules, some="x(1..3).")
    words = ("compare", "--encoding", "one.lp", "--encoding", "two.lp", "some.lp")
    done = call(*words, "--random", "0", cwd=tmp_path)
    assert "on a minimal instance that shows it, 0 facts, from some.lp with 3" in done.stdout


def test_facts_keep_what_a_string_has(tmp_path):
    """A pipe got the string without its escape sequences."""
    text = 'a("\x1b[31mred\x1b[0m").\n'
    (tmp_path / "own.lp").write_text(text)
    assert run("facts", "own.lp", cwd=tmp_path).stdout == text


def test_answers_that_were_not_compared_are_not_called_the_same(tmp_path):
    """More than 500 answers on both sides were called the same."""
    folder(tmp_path, one="{ p(1..10) }.\n", two="{ p(X) : X = 1..10 }.\n:- p(1), p(99).\n")
    words = ("compare", "--encoding", "one.lp", "--encoding", "two.lp")
    done = call(*words, cwd=tmp_path)
    told = "undecided: on this instance, there are more answers than were enumerated"
    assert (done.returncode, told in done.stdout) == (3, True)
    folder(tmp_path, two="{ p(1..10) }.\n:- not p(1).\n")
    for more in ((), ("--answers", "1100")):
        done = call(*words, *more, cwd=tmp_path)
        assert (done.returncode, "DIFFERENT" in done.stdout) == (1, True)
    assert call(*words, "--same", "status", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("names", [("one", "two"), ("two", "one")])
def test_a_constant_of_one_program_alone_is_set_there(tmp_path, names):
    folder(tmp_path, one="#const n=2.\n{ p(1..n) }.\n", two="{ p(1..3) }.\n")
    words = [word for name in names for word in ("--encoding", f"{name}.lp")]
    done = call("compare", *words, "-c", "n=3", cwd=tmp_path)
    assert "the same on this instance" in done.stdout
    assert call("compare", *words, "-c", "n=4", cwd=tmp_path).returncode == 1
    folder(tmp_path, some="#const n=3.\nq(n).\n", two="{ p(1..3) } :- q(3).\n:- q(4).\n")
    done = call("compare", *words, "-c", "n=4", "some.lp", "--random", "0", cwd=tmp_path)
    assert "DIFFERENT" in done.stdout


def test_a_difference_of_programs_has_no_words_of_labyrinths(tmp_path):
    rules = "node(X) :- edge(X,_).\n{ in(X) } :- node(X).\n"
    folder(tmp_path, one=rules, two=f"{rules}edge(5,6).\n", chain="edge(1,2). edge(2,3).")
    words = ("compare", "--encoding", "one.lp", "--encoding", "two.lp", "chain.lp")
    done = call(*words, "--random", "0", cwd=tmp_path)
    assert "arrival" not in done.stdout
    assert "which nothing checks (" in done.stdout
    assert "\n  no facts\n" in done.stdout


@pytest.mark.parametrize("mode", ["", "#include <incmode>.\n"])
def test_parts_make_a_program_stepwise(tmp_path, mode):
    folder(tmp_path, walk=mode + WALK, one="start(1). goal(4).")
    done = call("solve", "walk.lp", "one.lp", cwd=tmp_path)
    assert done.stdout.startswith("go(1,1). go(1,2). go(1,3).\n")
    assert "nothing with fewer than 3 steps" in done.stdout


def test_the_mode_of_steps_may_come_as_a_second_file(tmp_path):
    folder(tmp_path, walk=WALK, one="start(1). goal(2).", mode="#include <incmode>.")
    assert call("solve", "walk.lp", "mode.lp", "one.lp", cwd=tmp_path).returncode == 0


def test_instances_may_have_rules_and_constants(tmp_path):
    instance = "#const size = 3.\nnode(1..size).\nedge(X,X+1) :- node(X), node(X+1).\n"
    rules = "{ c(X,1..2) } = 1 :- node(X).\n:- edge(X,Y), c(X,C), c(Y,C).\n#show c/2.\n"
    folder(tmp_path, color=rules, chain=instance)
    for size in (3, 5):
        done = call("solve", "color.lp", "chain.lp", "-c", f"size={size}", cwd=tmp_path)
        assert len(re.findall(r"c\(\d,\d\)", done.stdout)) == size
        assert call("solve", "color.lp", "chain.lp", "--count", cwd=tmp_path).stdout == "2\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty.lp: expected rules or facts, found nothing"),
        ("a.\nb :- a % c.\n\n", "expected a full stop, found the end of the text"),
        ("a(X) :- not b.", "empty.lp:1:3: unsafe variable X"),
        (
            "a.\n#script(python)\nprint(1)\n#end.\n",
            "empty.lp:2:1: expected no embedded script; if you trust the file, --allow-scripts",
        ),
        ('#include "nowhere.lp".\n{a}.', "file could not be opened"),
    ],
)
def test_bad_programs_are_errors_with_places(tmp_path, text, told):
    folder(tmp_path, empty=text)
    done = call("solve", "empty.lp", cwd=tmp_path)
    assert (done.returncode, told in done.stderr) == (2, True), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", ["solve", "draw", "facts", "lab", "compare --encoding"])
def test_commands_suggest_only_options_that_they_have(tmp_path, words):
    folder(tmp_path, code="a.\n#script(python)\nprint(1)\n#end.\n")
    done = call(*words.split(), "code.lp", cwd=tmp_path)
    assert (done.returncode, "expected no embedded script" in done.stderr) == (2, True), done.stderr
    has = "--allow-scripts" in call(words.split()[0], "--help-all", cwd=tmp_path).stdout
    assert ("; if you trust the file, --allow-scripts" in done.stderr) is has
    assert "allow_scripts" not in done.stderr


_BOUNDLESS = "and nothing in the body bounds it"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{ a(@mine(3)) }.", ["1:5: no script defines @mine, so clingo leaves out what uses it"]),
        (
            "{ a }.\n#script(lua)\n#end.\n",
            ["2:1: an embedded script, which is run with allow_scripts only"],
        ),
        (
            "n(0). n(X+1) :- n(X).",
            ["1:7: grounding may never end: n/1 grows, and nothing in the body bounds it"],
        ),
        (
            "p(a). p(f(X)) :- p(X).",
            ["1:7: grounding may never end: p/1 grows, and nothing in the body bounds it"],
        ),
        *(
            (rule, [f"1:7: grounding may never end: n/1 grows, {_BOUNDLESS}"])
            for rule in ("n(0). { n(X+1) } :- n(X).", "n(0). n(Y) :- n(X), X + 1 = Y.")
        ),
        ("n(0). n(Y) :- n(X), n(Y), Y = X+1.", []),
        ("n(0). n(Y) :- n(X), Y = X+1, d(Y). d(1..9).", []),
        ("n(0). n(Y) :- n(X), Y = 1..5.", []),
        ("n(0). n(X+1) :- n(X), X < 9.", []),
        ("e(1,2). n(0). n(X+1) :- n(X), e(X,_).", []),
        ("p(1,2). p(Y,X) :- p(X,Y). q((1,2)). q((Y,X)) :- q((X,Y)).", []),
        ("#include <incmode>. at(0,0). #program step(t). { at(X+1,t) } :- at(X,t-1).", []),
        ("#include <incmode>. p(1,0). #program step(t). p(X+1,t) :- p(X,t-1).", []),
        (
            "#include <incmode>. #program step(t). p(1,t). p(X+1,t) :- p(X,t).",
            ["1:47: grounding may never end: p/2 grows, and nothing in the body bounds it"],
        ),
    ],
)
def test_lint_names_scripts_and_what_may_have_no_end(tmp_path, text, told):
    folder(tmp_path, x=text)
    found = [(each.place, each.message) for each in pylab.lint(tmp_path / "x.lp")]
    assert [f"{at.line}:{at.column}: {message}" for at, message in found] == told


def test_files_that_include_one_another_are_read_once(tmp_path):
    folder(tmp_path, one='{ a }. #include "two.lp".', two='b. #include "one.lp".')
    done = call("solve", "one.lp", "--models", "0", cwd=tmp_path)
    assert (done.returncode, done.stdout.count("b."), done.stderr) == (0, 2, "")
    assert pylab.lint(tmp_path / "one.lp") == []


def test_a_file_that_changes_is_read_again_and_never_half(tmp_path):
    folder(tmp_path, x="{ a } = 1.")
    assert pylab.program(tmp_path / "x.lp").solve(models=0).count == 1
    program = pylab.program(tmp_path / "x.lp")
    folder(tmp_path, x="{ a; b; c } = 1. % longer")
    assert pylab.program(tmp_path / "x.lp").solve(models=0).count == 3
    assert program.solve(models=0).count == 3, "a notebook goes on with what is saved"


def test_what_is_no_text_is_refused(tmp_path):
    (tmp_path / "x.lp").write_bytes(bytes(range(256)) * 4)
    done = call("solve", "x.lp", cwd=tmp_path)
    assert (done.returncode, "x.lp:2:" in done.stderr) == (2, True)


def test_grounding_without_end_is_ended_by_the_limit(tmp_path):
    folder(tmp_path, x="p(0). p(X+1) :- p(X).")
    done = run("solve", "x.lp", "--time-limit", "1", cwd=tmp_path)
    assert (done.returncode, done.stdout.startswith("% unknown (time limit")) == (3, True)


def test_a_constant_that_no_program_has_is_refused(tmp_path):
    folder(tmp_path, queens=QUEENS)
    done = call("solve", "queens.lp", "-c", "m=4", cwd=tmp_path)
    assert (done.returncode, "has no '#const m'" in done.stderr) == (2, True)


def test_facts_for_nobody_are_told(tmp_path):
    rules = "{ c(X) } = 1 :- node(X), X = 1.\n#show c/1.\n"
    folder(tmp_path, x=rules, y="node(1). nodes(2).")
    done = call("solve", "x.lp", "y.lp", cwd=tmp_path)
    assert "facts nodes/1 mean nothing: no program uses them (did you mean node/1?)" in done.stderr
    folder(tmp_path, x="#program step(t).\na(t).\n#program check(t).\n:- query(t), not a(5).")
    (tmp_path / "y.lp").write_text("horizon(3). search_limit(4).")
    assert "mean nothing" not in call("solve", "x.lp", "y.lp", cwd=tmp_path).stderr


def test_the_reason_is_facts_of_one_predicate(tmp_path):
    rules = "{ c(X,1..2) } = 1 :- node(X).\n:- edge(X,Y), c(X,C), c(Y,C).\n"
    folder(tmp_path, x=rules, y="node(1..4). edge(1,2). edge(2,3). edge(1,3). edge(3,4).")
    done = call("solve", "x.lp", "y.lp", "--explain", cwd=tmp_path)
    assert done.returncode == 1
    told = re.findall(r"edge\(\d,\d\)", done.stdout)
    assert sorted(told) == ["edge(1,2)", "edge(1,3)", "edge(2,3)"]


def test_that_there_is_none_can_be_certified(tmp_path):
    folder(tmp_path, queens=QUEENS)
    done = call("solve", "queens.lp", "-c", "n=3", "--certify", cwd=tmp_path)
    assert done.stdout == "% none (proof of the ground program checked)\n"


def test_a_head_is_written_from_the_rules(tmp_path):
    folder(tmp_path, walk=WALK)
    done = call("lint", "--write-header", "walk.lp", cwd=tmp_path)
    assert "% Input predicates:\n%   goal(X)   - ?\n%   start(X)  - ?\n" in done.stdout
    folder(tmp_path, headed=done.stdout)
    assert call("lint", "headed.lp", cwd=tmp_path).stdout == "no findings\n"
    assert call("lint", "--write-header", "headed.lp", cwd=tmp_path).returncode == 2


@pytest.mark.parametrize(
    ("files", "family"),
    [
        ({"check": "", "instances__one": ""}, True),
        ({"scene": "", "encodings__go": "{a}."}, True),
        ({"go": "% Purpose:\n%   To go.\n\n{a}.", "instances__one": ""}, True),
        ({"go": "{a}.", "instances__one": ""}, True),
        ({"go": "{a}.", "one": ""}, False),
    ],
)
def test_which_folder_is_a_family(tmp_path, files, family):
    folder(tmp_path, **files)
    file = next(p for p in sorted(tmp_path.rglob("*.lp")))
    inner = next((p for p in tmp_path.glob("*/*.lp")), file)
    assert layout.family_of(inner) == (tmp_path if family else None)


def test_two_files_for_one_task_are_refused(tmp_path):
    folder(tmp_path, go="{a}.", encodings__go="{b}.", check="")
    with pytest.raises(PylabError, match="expected one file for task go"):
        registry.get(str(tmp_path))


def test_the_example_is_solved_judged_and_drawn():
    done = call("solve", str(SOKOBAN / "instances" / "one.lp"))
    assert "% valid by check.lp: 4 pushes" in done.stdout
    assert "nothing with fewer than 4 steps" in done.stdout
    svg = call("draw", str(SOKOBAN / "instances" / "one.lp"), "--format", "svg")
    assert svg.stdout.startswith("<svg")


def test_solvers_outputs_are_judged(tmp_path):
    (tmp_path / "out").write_text("Answer: 1\ngo(3,2,r,1) go(4,2,r,2) go(5,2,r,3)\nSATISFIABLE\n")
    done = call("validate", str(SOKOBAN / "instances" / "one.lp"), str(tmp_path / "out"))
    assert (done.returncode, "step 3: the crate can't move there" in done.stdout) == (1, True)


def test_breadth_first_finds_the_fewest_moves():
    game = moves.MovesGame(SOKOBAN / "moves.lp")
    puzzle = pylab.load(SOKOBAN / "instances" / "two.lp")
    found, _ = moves.fewest(game, puzzle.instance.whole(), Patience(60))
    assert found == pylab.solve(puzzle).cost == 5


@pytest.mark.parametrize("kind", ["--board", "--graph"])
def test_a_new_folder_works(tmp_path, kind):
    assert call("new", "folder", "hopscotch", kind, cwd=tmp_path).returncode == 0
    done = call("test", "hopscotch", "--junit", "out.xml", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert 'failures="0"' in (tmp_path / "out.xml").read_text()
    assert call("new", "folder", "hopscotch", cwd=tmp_path).returncode == 2
    done = call("new", "folder", "both", "--board", "--graph", cwd=tmp_path)
    assert done.returncode == 2
    assert "expected one of --board and --graph, found both" in done.stderr
    assert not (tmp_path / "both").exists()


def test_a_distribution_publishes_a_folder_without_python(tmp_path):
    site = tmp_path / "site"
    shutil.copytree(SOKOBAN, site / "sokoban_puzzles")
    about = site / "sokoban_puzzles-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: sokoban-puzzles\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[pylab.families]\nsokoban = sokoban_puzzles\n")
    env = os.environ | {"PYTHONPATH": str(site)}
    assert "sokoban: Sokoban." in run("families", env=env).stdout
    done = run("solve", "sokoban/one.lp", env=env, cwd=tmp_path)
    assert "% valid by check.lp: 4 pushes" in done.stdout


def test_a_program_is_asked_in_a_process_of_its_own_where_memory_is_limited(tmp_path):
    folder(tmp_path, pick='{ b(f(X,"u")) : X = 1..3 } = 1. #show b/1. #show -X : b(f(X,_)).')
    program = pylab.program(tmp_path / "pick.lp")
    found, wanted = (program.solve(models=0, memory_limit=m).witnesses for m in (2000, None))
    told = sorted((str(each.facts[0].symbol), *map(str, each.terms)) for each in found)
    assert told == [(f'b(f({n},"u"))', str(-n)) for n in (1, 2, 3)]
    assert {*found} == {*wanted}, "symbols are as if they were made in this process"


def test_a_sweep_runs_a_folders_puzzles(tmp_path):
    words = ("bench", "run", "--instances", str(SOKOBAN / "instances" / "o*.lp"), "-o", "out")
    assert "1 optimum" in call(*words, cwd=tmp_path).stdout


def test_what_decides_about_a_folders_answers_is_in_a_jobs_key(tmp_path):
    made = shutil.copytree(SOKOBAN, tmp_path / "sokoban")
    instance = made / "instances" / "one.lp"
    part = made / "instances" / "part.lp"
    part.write_text("pushes(4).\n")
    instance.write_text(f'#include "part.lp".\n{instance.read_text()}more(X) :- X = 1.\n')
    (tmp_path / "elsewhere").mkdir()
    words = ("bench", "run", "--instances", str(instance), "-o", "out")

    def new():
        done = call(*words, cwd=tmp_path / "elsewhere")
        return re.search(r"(\d) of them now: 1 optimum", done.stdout)[1]

    assert [new(), new()] == ["1", "0"]
    record = (tmp_path / "elsewhere" / "out" / "results.jsonl").read_text().splitlines()[0]
    key = json.loads(record)["run"]["key"]
    again = run("bench", "again", key, "out", cwd=tmp_path / "elsewhere")
    assert (again.returncode, "as recorded: optimum, cost 4" in again.stderr) == (0, True)
    judge = made / "check.lp"
    judge.write_text(f"{judge.read_text()}% a comment\n")
    assert new() == "0"
    judge.write_text(f'{judge.read_text()}wrong("far: too far") :- cell(99,99).\n')
    assert new() == "1"
    part.write_text("pushes(5).\n")
    assert new() == "1"
    assert run("bench", "again", key, "out", cwd=tmp_path / "elsewhere").returncode == 2


BOARD = """\
row(1..4).
1 { place(X,Y) : row(Y) } 1 :- row(X).
:- place(X,Y), place(Z,Y), X < Z.
:- place(X,Y), place(Z,V), X < Z, |Y-V| = Z-X.
q(X,Y) :- place(X,Y).
#show place/2.
"""


def test_two_programs_are_compared_by_the_atoms_of_a_predicate(tmp_path):
    spare = QUEENS.replace("8", "4") + "{ spare }.\n#show spare/0.\n"
    folder(tmp_path, one=spare, two=BOARD)
    words = ("compare", "--encoding", "one.lp", "--encoding", "two.lp", "--random", "0")
    done = call(*words, "--on", "q/2", cwd=tmp_path)
    assert (done.returncode, "without instance: 2 answers: same" in done.stdout) == (0, True)
    assert call(*words, cwd=tmp_path).returncode == 1
    other = BOARD.replace("X < Z.", "X < Z, X > 1.", 1)
    folder(tmp_path, two=other)
    done = call(*words, "--on", "q/2", cwd=tmp_path)
    assert (done.returncode, "DIFFERENT (extra)" in done.stdout) == (1, True)
    assert "smallest instance" not in done.stdout  # there is none
    missing = call(*words, "--on", "r/2", cwd=tmp_path)
    assert (missing.returncode, "derives no r/2" in missing.stderr) == (2, True)
    assert call(*words, "--on", "r", cwd=tmp_path).returncode == 2
    found = pylab.compare(tmp_path / "one.lp", tmp_path / "two.lp", on="q/2", random=0)
    assert found.same is False


def test_programs_that_take_no_facts_are_compared(tmp_path):
    rest = "node(1..3). edge((1,2)). edge((2,3)).\n:- edge((A,B)), col(A,C), col(B,C).\n"
    for name, bounds in (("a", "1 {} 1"), ("b", "{}")):
        choice = bounds.replace("{}", "{ col(N,(r;g)) }")
        (tmp_path / f"{name}.lp").write_text(f"{rest}{choice} :- node(N).\n")
    words = ("compare", "--encoding", "a.lp", "--encoding", "b.lp", "--same", "status")
    done = call(*words, cwd=tmp_path)
    assert done.returncode == 0, (done.stdout, done.stderr)
    assert "the same on this instance" in done.stdout


def test_without_a_generator_puzzles_are_mutated(tmp_path):
    rules = "{ c(X,1..2) } = 1 :- node(X).\n:- edge(X,Y), c(X,C), c(Y,C).\n#show c/2.\n"
    folder(tmp_path, one=rules, two=rules.replace("edge(X,Y),", "edge(X,Y), X < Y,"))
    folder(tmp_path, chain="node(1..4). edge(1,2). edge(2,3). edge(3,4).")
    words = ("compare", "--encoding", "one.lp", "--encoding", "two.lp", "chain.lp", "--random")
    assert "chain.lp: 2 answers: same" in call(*words, "0", cwd=tmp_path).stdout
    done = call(*words, "8", "--making-limit", "0.1", cwd=tmp_path)
    assert (done.returncode, len(re.findall("(?m)^random 1/", done.stdout))) == (1, 8), done.stdout
    assert "edge(X,Y), X < Y" in done.stdout


CUBES = "{ a }. cube(X,Y,Z) :- n(N), X = 1..N, Y = 1..N, Z = 1..N.\n"


def test_after_grounding_that_a_limit_ended_other_puzzles_are_compared(tmp_path):
    """Grounding can't be stopped, so that it ends with a process of its own."""
    folder(tmp_path, one=CUBES, two=f"{CUBES}c :- a.", big="n(1000).", small="n(2).")
    words = ("compare", "--encoding", "one.lp", "--encoding", "two.lp", "--on", "a/0")
    puzzles = ("big.lp", "small.lp", "big.lp", "--random", "0", "--time-limit", "0.5")
    done = run(*words, *puzzles, cwd=tmp_path)
    assert done.returncode == 3
    assert "small.lp: 2 answers: same" in done.stdout
    assert done.stdout.count("big.lp: time limit of 0.5 s: undecided") == 2
    assert "undecided on 2 of 3 instances; the same on all others" in done.stdout


def test_scenes_and_judges_without_end_are_told_by_the_test_of_a_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(folders, "SECONDS", 0.5)
    endless = "n(0). n(X+1) :- n(X).\n"
    folder(tmp_path, pick="{ a }. #show a/0.", instances__one="x.", instances__two="x.")
    folder(tmp_path, scene=f"{endless}draw(disc((X,1),red)) :- n(X).")
    found = [*folders.outcomes(registry.get(str(tmp_path)))]
    (told,) = (each for each in found if each.chapter == "scene")
    assert "time limit of 0.5 s, with the scene" in told.wrong
    folder(tmp_path, check=f'{endless}wrong("late") :- n(X), X < 0.')
    found = [each for each in folders.outcomes(registry.get(str(tmp_path))) if each.name]
    told = {each.wrong or each.skipped for each in found if each.chapter == "answers"}
    assert told
    assert all("0.5 s" in each for each in told), told


def test_a_game_is_watched_and_played_by_its_rules():
    family = registry.get(str(SOKOBAN))
    instance = pylab.load(SOKOBAN / "instances" / "one.lp").instance
    [answer] = pylab.solve(SOKOBAN / "instances" / "one.lp").witnesses
    script = family.script(instance, [answer])
    states = script.data["states"]
    assert script.playable
    assert len(states) == 45
    state = states[0]
    for move in script.ways[0].moves:
        state = states[state[2][int(move)][2]]
    assert state[3]
    assert not states[0][3]
    rules = script.lesson.lines  # the sentences of its README
    assert rules[0] == "A worker pushes crates onto targets, one at a time, and can't pull."
    assert len(rules) == 3
    assert all(hot.startswith("go(") for state in states for hot, *_ in state[2])  # is clicked
    game = script.game
    assert len(game.answers[0]) == 5
    assert game.won(game.answers[0][-1])
    assert [turn.words for turn in game.turns(game.start)] == [
        f"push {way} at (3,2)" for way in ("down", "left", "right", "up")
    ]


def test_an_accepted_answer_to_a_smaller_puzzle_is_the_example_of_the_rules(tmp_path):
    made = shutil.copytree(ROOT / "examples" / "hanoi", tmp_path / "hanoi")
    (made / "accepted" / "other.lp").write_text("move(1,2,1).")  # to no puzzle

    def lesson(name):
        loaded = pylab.load(made / "instances" / name)
        return loaded.family.script(loaded.instance, ()).lesson

    taught = lesson("four.lp")
    state = (states := taught.example().data["states"])[0]
    for move in taught.moves:
        assert not state[3]
        state = states[state[2][int(move)][2]]
    assert (len(taught.moves), state[3]) == (3, True)
    assert lesson("two.lp").example is None
    (made / "accepted" / "two.lp").write_text("move(1,3,1).")  # doesn't get there
    assert lesson("four.lp").example is None


def test_a_constant_of_a_generator_is_not_called_as_an_argument_of_pylab_s(tmp_path):
    made = shutil.copytree(ROOT / "examples" / "queens", tmp_path / "queens")
    (made / "generate.lp").write_text("#const seed=3.\nsize(seed).\n")
    done = run("generate", str(made), cwd=tmp_path)
    assert done.returncode == 2
    assert "expected another name than seed for a constant" in done.stderr
    assert run("solve", str(made / "instances" / "eight.lp"), cwd=tmp_path).returncode == 0


def test_a_game_without_end_ends_within_the_limit(tmp_path):
    made = shutil.copytree(SOKOBAN, tmp_path / "sokoban")
    (made / "moves.lp").write_text("can(0). can(X+1) :- can(X). won :- #false.")
    done = run("watch", str(made / "instances" / "one.lp"), "--time-limit", "3", cwd=tmp_path)
    assert done.returncode == 3
    assert "time limit of 3 s" in done.stderr


@pytest.mark.parametrize(
    ("name", "missing"), [("can", "can/1"), ("then", "then/2"), ("won", "won/0")]
)
def test_lint_says_what_is_missing_of_a_game(tmp_path, name, missing):
    made = shutil.copytree(SOKOBAN, tmp_path / "sokoban")
    whole = (made / "moves.lp").read_text()
    (made / "moves.lp").write_text(re.sub(rf"\b{name}\b", "other", whole))
    done = run("lint", str(made), cwd=tmp_path)
    assert done.returncode == 1
    assert f"no rule and no fact gives {missing}" in done.stdout


def test_an_unchecked_answer_is_played(tmp_path):
    made = shutil.copytree(SOKOBAN, tmp_path / "sokoban")
    (made / "check.lp").unlink(missing_ok=True)
    done = call("watch", made / "instances" / "one.lp", "-o", "x.html", cwd=tmp_path)
    assert (done.returncode, "not checked: there is no check.lp" in done.stderr) == (0, True)
    assert "no answer" not in done.stderr
    assert '"ways":[{' in (tmp_path / "x.html").read_text()


def test_a_puzzle_without_an_answer_and_a_game_is_only_seen(tmp_path):
    done = call("watch", ROOT / "examples/queens/instances/corner.lp", "-o", "x.html", cwd=tmp_path)
    assert "there is no answer; only the puzzle is shown" in done.stderr
    page = (tmp_path / "x.html").read_text()
    assert "<title>Queens" in page
    assert '["frame"' not in page


def test_a_scene_with_a_strip_shows_all_frames(tmp_path):
    (tmp_path / "walk.lp").write_text("at(0,0). at(T+1,X+1) :- at(T,X), T < 3.\n#show at/2.\n")
    (tmp_path / "scene.lp").write_text("draw(strip(2)). draw(T,square((X,0),hero)) :- at(T,X).\n")
    entry = str(tmp_path / "walk.lp")
    drawn = call("draw", entry, "--solve", "--format", "svg").stdout
    assert drawn.count("<svg ") == 1 + 4
    text = call("draw", entry, "--solve", "--format", "text").stdout
    assert text.split() == ["h"] * 4


def test_without_moves_the_frames_are_watched(tmp_path):
    made = shutil.copytree(SOKOBAN, tmp_path / "sokoban")
    (made / "moves.lp").unlink()
    done = call("watch", str(made / "instances" / "one.lp"), "-o", "page.html", cwd=tmp_path)
    assert done.returncode == 0
    assert '"frame 4"' in (tmp_path / "page.html").read_text()


def test_a_lab_has_the_folders_files_and_no_others(tmp_path):
    made = shutil.copytree(SOKOBAN, tmp_path / "sokoban")
    done = call(
        "lab", "--files", "out", str(made / "instances" / "one.lp"), cwd=tmp_path
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (tmp_path / "out").rglob("*.lp")}
    assert names == {
        "puzzle.lp",
        "pushes.lp",
        "steps.lp",
        "dead.lp",
        "check.lp",
        "scene.lp",
        "moves.lp",
        "generate.lp",
    }


def test_no_page_and_no_picture_is_written_over_a_folders_files(tmp_path):
    made = shutil.copytree(SOKOBAN, tmp_path / "sokoban")
    level, ends = str(made / "instances" / "one.lp"), {".lp", ".json", ".md"}
    files = [each for each in made.rglob("*") if each.suffix in ends]
    asked = [(["draw", level, "--format", "svg"], file) for file in files]
    asked += [(["watch", level], files[0]), (["lab", "--family", str(made)], files[0])]
    for words, file in asked:
        before = file.read_bytes()
        done = call(*words, "-o", str(file), cwd=tmp_path)
        assert done.returncode == 2, (words, file)
        told = "an output that ends in .html" if words[0] == "lab" else "found one that is read"
        assert told in done.stderr
        assert file.read_bytes() == before


def test_puzzles_of_a_collection_and_packed_ones_are_their_folders(tmp_path):
    made = shutil.copytree(SOKOBAN, tmp_path / "sokoban")
    level = (made / "instances" / "one.lp").read_text()
    (made / "instances" / "two.lp").write_text(f"=== A\n{level}\n=== B\n{level}")
    (made / "instances" / "packed.lp.gz").write_bytes(gzip.compress(level.encode()))
    for name in ("one.lp", "two.lp#2", "packed.lp.gz"):
        done = call("solve", str(made / "instances" / name))
        assert "% valid by check.lp: 4 pushes" in done.stdout, (name, done.stderr)
    done = call("compare", str(made), "--encoding", str(made / "pushes.lp"), "--random", "0")
    assert "two.lp#2: " in done.stdout
    assert "packed.lp: " in done.stdout


def test_a_packed_puzzle_is_found_wherever_a_folder_or_a_pattern_is_named(tmp_path):
    def pack(folder):
        for file in folder.glob("*.lp"):
            file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes()))
            file.unlink()

    assert call("new", "folder", "hop", cwd=tmp_path).returncode == 0
    assert call("exercise", "new", "west", cwd=tmp_path).returncode == 0
    pack(tmp_path / "hop/instances")
    pack(tmp_path / "west/boards")
    for command in (
        "compare hop --encoding hop/hops.lp --random 0",
        "lint hop/hops.lp --on hop",
        "lint hop/hops.lp --on hop/instances/*",
        "lint ravensburger/all.lp --on west/boards",
        "lab --family hop -o lab.html",
    ):
        done = call(*command.split(), cwd=tmp_path)
        assert done.returncode in (0, 1, 3), (command, done.stderr)
    shown = call("test", "hop", "--all", cwd=tmp_path).stdout
    assert re.search("^expected +1 *$", shown, re.MULTILINE), shown
    done = call("exercise", "check", "west", "west/hidden/reference.lp", cwd=tmp_path)
    assert "two.lp.gz: right (16 answers)" in done.stdout, done.stderr


def test_solvers_outputs_of_a_folder_are_scored(tmp_path):
    text = "Answer: 1\ngo(3,2,d,1) go(3,3,d,2) go(3,4,r,3) go(4,4,r,4)\nSATISFIABLE\n"
    for name, output in (("one", text), ("two", text), ("stuck", "UNSATISFIABLE\n")):
        (tmp_path / f"{name}.out").write_text(output)
    done = call("score", str(SOKOBAN / "instances"), ".", cwd=tmp_path)
    assert "score 1 of 5: 1 solved, 1 wrong, 1 unproven, 2 missing" in done.stdout


def test_validate_takes_a_program_of_several_files(tmp_path):
    folder(tmp_path, walk=WALK, one="start(1). goal(3).", answer="go(1,1). go(1,2).")
    done = call("validate", "walk.lp", "one.lp", "answer.lp", cwd=tmp_path)
    assert (done.returncode, "there is no check.lp" in done.stdout) == (3, True)


def test_a_folders_reasons_explain(tmp_path):
    folder(
        tmp_path,
        check="wrong(never) :- c(0,0).",
        color="{ c(X,1..2) } = 1 :- node(X).\n:- edge(X,Y), c(X,C), c(Y,C).\n#show c/2.\n",
        reasons='% Relaxes: edge/2\n\n#include "color.lp".\n',
        instances__one="node(1..3). edge(1,2). edge(2,3). edge(1,3).",
    )
    done = call("solve", "instances/one.lp", "--explain", cwd=tmp_path)
    assert done.returncode == 1
    assert len(re.findall(r"edge\(\d,\d\)", done.stdout)) >= 1, done.stdout + done.stderr


def test_an_overlay_of_a_folder_is_laid_over(tmp_path):
    made = shutil.copytree(SOKOBAN, tmp_path / "sokoban")
    rule = "% Purpose:\n%   The first push is one to the right.\n\n#program step(t).\n"
    folder(made, variants__right=f"{rule}:- t = 1, go(_,_,D,t), D != r.\n")
    folder(made, variants__idle=":- go(_,_,d,_).\n")
    words = ("solve", str(made / "instances" / "one.lp"), "--with")
    done = call(*words, "right", cwd=tmp_path)
    assert done.stdout.startswith("go(3,2,r,1)")
    assert "sokoban/variants/right.lp" in done.stdout
    assert "idle.lp:1:4: go(_,_,d,_) doesn't exist yet" in call(*words, "idle", cwd=tmp_path).stderr


def test_a_rule_after_an_include_of_a_step_is_told_that_it_ended_the_part(tmp_path):
    rules = '#include <incmode>.\n#program step(t).\n{ p(t) }.\n#include "b.lp".\n:- p(T), T > 1.\n'
    folder(tmp_path, a=rules, b="q(t).\n")
    told = call("lint", "a.lp", cwd=tmp_path).stdout
    assert "a.lp:5:4: p(T) doesn't exist yet when this rule is grounded" in told
    assert "as an #include ends its part, write that again" in told


def test_random_puzzles_follow_the_seed_and_the_constants():
    for name in ("seed", "report", "family"):  # names of pylab's own
        done = run("generate", str(SOKOBAN), "-c", f"{name}=9")
        assert f"{name} is no parameter of {SOKOBAN} (parameters: " in done.stderr
    words = ("generate", str(SOKOBAN), "--seed", "3", "--crates", "2")
    done = call(*words)
    assert done.stdout == call(*words).stdout
    assert len(re.findall(r"crate\(", done.stdout)) == 2


def test_a_variant_is_compared_on_puzzles_and_random_ones(tmp_path, monkeypatch):
    monkeypatch.setattr("pylab.analysis.comparison.SHRINK_SECONDS", 2.0)
    text = (SOKOBAN / "pushes.lp").read_text()
    changed = text.replace(":- go(X,Y,D,t), dir(D,I,J), not walk(X-I,Y-J,t).\n", "")
    (tmp_path / "mine.lp").write_text(changed)
    shutil.copy(SOKOBAN / "dead.lp", tmp_path)
    done = call(
        "compare", "--family", str(SOKOBAN), "--encoding", str(tmp_path / "mine.lp"),
        "--task", "pushes", "--random", "1", "--time-limit", "1",
        SOKOBAN / "instances" / "pillar.lp", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout
    assert "random 1/1: " in done.stdout
    assert "the worker can't come behind the crate" in done.stdout


@pytest.mark.skipif(not PROGRAMS.is_dir(), reason="needs the programs beside the repository")
@pytest.mark.parametrize(
    ("files", "steps"),
    [
        (("clingo/toh/tohE.lp", "clingo/toh/tohI.lp"), 15),
        (("clingo/unblock/unblock.lp", "clingo/unblock/inst1.lp"), 10),
        (("HanoiTower/encoding.asp", "HanoiTower/0022-hanoi_tower-60-0.asp"), 23),
    ],
)
def test_real_programs_take_as_many_steps_as_with_clingo(files, steps):
    found = pylab.program(*(PROGRAMS / each for each in files)).solve(time_limit=600)
    assert (found.status, found.cost) == (Status.FOUND, steps)


@pytest.mark.skipif(not PROGRAMS.is_dir(), reason="needs the programs beside the repository")
def test_real_programs_are_linted_without_false_findings():
    spare = "locatable/1 is defined, but neither used nor shown"
    for path in sorted(PROGRAMS.rglob("*.*")):
        if "encoding" in path.name or path.name in ("tohE.lp", "unblock.lp", "queens1.lp"):
            assert [f.message for f in pylab.lint(path) if f.message != spare] == [], path


HOLES = """
at(X,0) :- start(X).
at(X+D,T) :- at(X,T-1), go(D,T).
last(N) :- N = #max { 0; T : go(_,T) }.
wrong("hole: there is no field",T) :- at(X,T), hole(X).
wrong("goal: the walk doesn't end at the goal") :- goal(X), last(N), not at(X,N).
summary((N,steps)) :- last(N).
#defined go/2. #defined hole/1.
"""
RANDOM_HOLES = """
#const size = 7.
#const holes = 2.
start(1). goal(size).
{ hole(2..size-1) } = holes.
#show start/1. #show goal/1. #show hole/1.
"""


def test_a_judge_and_a_generator_fit_together(tmp_path):
    folder(tmp_path, check=HOLES, generate=RANDOM_HOLES, walk=WALK.replace("go(-1,t)", "go(2,t)"))
    folder(tmp_path, instances__one="start(1). goal(4). hole(2).")
    done = call("solve", "instances/one.lp", "--models", "0", cwd=tmp_path)
    assert "% valid by check.lp: 2 steps" in done.stdout
    assert "% INVALID: step 1: there is no field" in done.stdout
    done = call("generate", ".", "--size", "9", "--holes", "3", "--seed", "1", cwd=tmp_path)
    assert len(re.findall("hole", done.stdout)) == 3


CHOSEN = """\
#const k = 0.
ok(X) :- p(X).
{ in(X) : ok(X) } = k.
#show in/1.
"""


def test_a_constant_reaches_every_command_that_reads_a_puzzle(tmp_path):
    """An answer under `-c` is judged, drawn, scored and written under the same value."""
    folder(tmp_path / "f", pick=CHOSEN, check='wrong("no such p",X) :- in(X), not p(X).')
    folder(tmp_path / "f/instances", few="p(1..k+1).")
    program, puzzle = "f/pick.lp", "f/instances/few.lp"
    found = call("solve", program, puzzle, "-c", "k=2", "--format", "facts", cwd=tmp_path)
    folder(tmp_path / "out", few=found.stdout)
    given = ("-c", "k=2")
    assert call("facts", program, puzzle, *given, cwd=tmp_path).stdout.split() == [
        "p(1).", "p(2).", "p(3).",
    ]  # fmt: skip
    still = ("draw", program, puzzle, "--no-solve", "--format", "text")
    assert call(*still, *given, cwd=tmp_path).stdout.count("p(") == 3
    seen = ("draw", program, puzzle, "--witness", "out/few.lp", "--format", "text")
    assert call(*seen, *given, cwd=tmp_path).stdout.count("p(") == 3
    assert call("validate", program, puzzle, "out/few.lp", cwd=tmp_path).returncode == 1
    assert call("validate", program, puzzle, "out/few.lp", *given, cwd=tmp_path).returncode == 0
    assert call("score", "f", "out", cwd=tmp_path).returncode == 1
    assert call("score", "f", "out", *given, cwd=tmp_path).returncode == 0
    for command in (["facts"], ["validate", "out/few.lp"], ["draw", "--no-solve"]):
        done = call(command[0], program, puzzle, *command[1:], "-c", "z=1", cwd=tmp_path)
        assert "has no '#const z' to set (constants: k)" in done.stderr
    shipped = call("facts", "ravensburger/example-4x4.lp", "-c", "imax=3")
    assert (shipped.returncode, "-c is for programs" in shipped.stderr) == (2, True)


def test_outputs_without_a_puzzle_are_named(tmp_path):
    folder(tmp_path / "f", pick=CHOSEN, check='wrong("no such p",X) :- in(X), not p(X).')
    folder(tmp_path / "f/instances", few="p(1..k+1).")
    folder(tmp_path / "out", few="", other="in(1).")
    done = call("score", "f", "out", cwd=tmp_path)
    assert "not scored, as no instance has such a name: other.lp" in done.stderr
    assert done.stdout.startswith("few.lp")


def test_a_part_of_a_folder_is_no_family(tmp_path):
    mine = shutil.copytree(SOKOBAN, tmp_path / "mine")
    told = "is a part of mine: name that folder"
    for part in ("mine/steps.lp", "mine/instances", "mine/instances/one.lp"):
        for command in (["families", part], ["gallery", part, "site"], ["test", part]):
            if command[0] == "test" and (tmp_path / part).is_dir():
                continue
            done = call(*command, cwd=tmp_path)
            assert (done.returncode, f"{part} {told}" in done.stderr) == (2, True), command
    done = call("solve", "mine/instances/one.lp", "--family", "mine/steps.lp", cwd=tmp_path)
    assert told in done.stderr
    assert call("lint", "steps", "--family", "mine", cwd=tmp_path).stdout == "no findings\n"
    assert pylab.lint("steps", family=str(mine)) == []


def test_a_program_that_is_named_and_not_asked_is_reported(tmp_path):
    shutil.copytree(SOKOBAN, tmp_path / "mine")
    named = ("solve", "mine/steps.lp", "mine/instances/way.lp")
    asked = call(*named, "--task", "pushes", cwd=tmp_path)
    assert "the program steps was named, but --task pushes asks another one" in asked.stderr
    assert "go(" in asked.stdout
    assert "was named" not in call(*named, "--task", "steps", cwd=tmp_path).stderr


def test_a_task_is_found_where_only_the_puzzle_shows_the_folder(tmp_path):
    """Programs without headers make a family where there is `instances`."""
    folder(tmp_path / "f", a="a(X) :- p(X).", b="b(X) :- p(X).")
    folder(tmp_path / "f/instances", one="p(1).")
    done = call("solve", "f/a.lp", "f/instances/one.lp", "--task", "b", cwd=tmp_path)
    assert done.stdout.split()[0] == "b(1)."
    done = call("solve", "f/a.lp", "f/instances/one.lp", cwd=tmp_path)
    assert done.stdout.split()[0] == "a(1)."


def test_rules_are_blamed_for_all_steps(tmp_path):
    """A conflict in the base ends the search at step 0; the rules are to blame for the others."""
    done = call("solve", str(SOKOBAN / "instances/stuck.lp"), "--explain", cwd=tmp_path)
    assert "these 2 can't hold together within 6 steps" in done.stdout
    assert "dead(X+I,Y+J)" in done.stdout


def test_a_constant_of_a_generator_is_given_once():
    done = call("generate", str(SOKOBAN), "--size", "5", "-c", "size=6")
    assert (done.returncode, "leave out -c size=" in done.stderr) == (2, True)


def test_a_folder_without_headers_stands_for_its_puzzles(tmp_path):
    """The programs may be in `encodings`."""
    folder(tmp_path / "f/encodings", a="a(X) :- p(X).")
    folder(tmp_path / "f/instances", one="p(1).")
    folder(tmp_path / "out", one="a(1).")
    done = call("compare", "--encoding", "f/encodings/a.lp", "f", "--random", "0", cwd=tmp_path)
    assert "compared with f/encodings/a.lp\n" in done.stdout
    assert "the same on this instance" in done.stdout
    assert call("score", "f", "out", cwd=tmp_path).stdout.startswith("one.lp")


def test_a_puzzle_has_no_script(tmp_path):
    folder(tmp_path / "f", a="a(X) :- p(X).", check="wrong(X) :- a(X), not p(X).")
    folder(tmp_path / "f/instances", one="p(1). #script (python)\n#end.")
    done = call("solve", "f/instances/one.lp", "--allow-scripts", cwd=tmp_path)
    assert "f/instances/one.lp:1:7: expected no embedded script\n" in done.stderr


def test_arrowheads_are_for_graphs(tmp_path):
    told = "the picture is no graph: --directed has no effect"
    board = ("draw", str(SOKOBAN / "instances/one.lp"), "--directed", "-o", "board.svg")
    assert told in call(*board, cwd=tmp_path).stderr
    folder(tmp_path, graph="node(1..2). edge((1,2)).")
    done = call("draw", "graph.lp", "--directed", "-o", "graph.svg", cwd=tmp_path)
    assert (done.returncode, told in done.stderr) == (0, False)


def test_what_cannot_be_drawn_is_reported_beside_the_facts(tmp_path):
    folder(tmp_path, odd="draw(blob((0,0))).")
    done = call("draw", "odd.lp", "--format", "text", cwd=tmp_path)
    assert done.stdout == "draw(blob((0,0))).\n"
    assert "draw(blob((0,0))): expected" in done.stderr


def test_what_nothing_checks_speaks_against_a_claim_that_there_is_none(tmp_path):
    """`not proven: optimal, cost 5` was said of it."""
    (tmp_path / "one.lp").write_text("{ a } = 1.\n")
    (tmp_path / "none.txt").write_text("UNSATISFIABLE\n")
    done = call("validate", "one.lp", "none.txt", "--check-none", cwd=tmp_path)
    assert done.stdout == "not checked\n  clingo finds an answer, which nothing checks: a.\n"


def test_steps_are_for_stepwise_programs_in_comparisons_too(tmp_path):
    """`no '#const imax'` was said, which nobody had given."""
    for name in ("one.lp", "two.lp"):
        (tmp_path / name).write_text("#const n=1.\na(n).\n")
    words = ("--encoding", "one.lp", "--encoding", "two.lp", "--steps", "3")
    done = call("compare", *words, cwd=tmp_path)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        2,
        "pylab: --steps is for stepwise programs; one.lp is not one",
    )


def test_a_cause_in_the_rules_leaves_the_picture_of_the_puzzle(tmp_path):
    """It was an error, and nothing was drawn."""
    folder = tmp_path / "picks"
    (folder / "instances").mkdir(parents=True)
    (folder / "pick.lp").write_text("{ pick(X) : n(X) } = 1.\n:- pick(X), X < 9.\n")
    (folder / "scene.lp").write_text("draw(square((X,1),wall)) :- n(X).\n")
    (folder / "instances/three.lp").write_text("n(1..3).\n")
    words = ("draw", "picks/instances/three.lp", "--family", "picks", "--explain", "-o", "x.svg")
    done = call(*words, cwd=tmp_path)
    assert (done.returncode, (tmp_path / "x.svg").exists()) == (0, True)


def test_requirements_are_counted_without_the_words_beside_them(tmp_path):
    """`these 2 can't all be met` was said of one, with a remark on another predicate below it."""
    (tmp_path / "hop.lp").write_text(":- goal(X), not place(X).\n:- goal(X), not hole(X).\n")
    (tmp_path / "puzzle.lp").write_text("goal(2). hole(1). place(1).\n")
    told = call("solve", "hop.lp", "puzzle.lp", "--explain", cwd=tmp_path).stdout
    assert "% this can't be met, by hop.lp (a minimal set):\n%   goal(2).\n" in told


def test_a_collection_is_no_instance_to_score(tmp_path):
    for name in ("instances", "outputs"):
        (tmp_path / name).mkdir()
    (tmp_path / "instances/two.lp").write_text("=== a\nn(1).\n=== b\nn(2).\n")
    (tmp_path / "outputs/two.out").write_text("pick(1).\n")
    done = call("score", "instances", "outputs", "--family", "ravensburger", cwd=tmp_path)
    told = "pylab: instances/two.lp: expected one puzzle, found a collection of 2\n"
    assert (done.returncode, done.stderr) == (2, told)


HEADED = """\
% Purpose:
%   One of some.
%
% Input predicates:
%   n(X)  - a number.
%
% Output predicates:
%   pick(X)  - the chosen one.

{ pick(X) : n(X) } = 1.
#show pick/1.
"""


@pytest.mark.parametrize(
    "judge", ['wrong("x") :- pik(X).', "wrong(X) :- pick(X,X).", "wrong :- foo."]
)
def test_a_judge_beside_a_program_may_use_nothing_that_it_does_not_get(tmp_path, judge):
    """What such a judge used was taken for an input of the folder's programs."""
    for name, text in (("one.lp", HEADED), ("n.lp", "n(1..2).\n"), ("own.lp", f"{judge}\n")):
        (tmp_path / name).write_text(text)
    done = call("solve", "one.lp", "n.lp", "--judge", "own.lp", cwd=tmp_path)
    assert (done.returncode, "the judge can't see this" in done.stderr) == (2, True)
    assert call("lint", "one.lp", "--judge", "own.lp", cwd=tmp_path).returncode == 1


FOREIGN = [p for p in sorted((ROOT / "examples").rglob("check.lp")) if "exercises" not in p.parts]


@pytest.mark.parametrize("path", FOREIGN, ids=lambda path: path.parent.name)
def test_a_judge_alone_is_held_against_no_family_that_it_does_not_fit(path, tmp_path):
    shutil.copy(path, tmp_path / "mine.lp")
    found = call("lint", "mine.lp", cwd=tmp_path)
    assert (found.returncode, found.stdout) == (0, "no findings\n")
    assert "name the program before it, PROGRAM.lp --judge FILE.lp" in found.stderr


@pytest.mark.parametrize(
    "text", ["wrong(X,Y) :- edge(X,Y), -in(X), -in(Y).\n-in(X) :- edge(X,_), not in(X).",
             "wrong(x) :- in(a), not in(b)."]
)  # fmt: skip
def test_predicates_similar_to_a_familys_are_no_misspelt_ones(text, tmp_path):
    (tmp_path / "mine.lp").write_text(text)
    assert call("lint", "mine.lp", cwd=tmp_path).stdout == "no findings\n"
    (tmp_path / "mine.lp").write_text(f"{text}\nok :- qx.\n")  # with its family, it is held
    done = call("lint", "mine.lp", "--family", "alice", cwd=tmp_path)
    assert "qx/0" in done.stdout or "in/1" in done.stdout


def test_a_judge_of_a_family_alone_is_held_against_it(tmp_path):
    (tmp_path / "mine.lp").write_text("wrong(x,T) :- push(_,s,T), stands(_,_,T), rids(_,_,_,_,T).")
    done = call("lint", "mine.lp", cwd=tmp_path)
    assert "family ravensburger, a judge of answers" in done.stderr
    assert "rids/5 is used, but never defined; did you mean rides/5?" in done.stdout


LAID = "% Judge: {}.lp\n#program step(t).\n:- go(_,_,d,t).\n"


def test_a_judge_beside_a_folders_overlay_is_no_overlay(tmp_path):
    mine = shutil.copytree(SOKOBAN, tmp_path / "mine")
    folder(mine, variants__up=LAID.format("own"), variants__own="wrong(no,T) :- go(_,_,d,T).")
    assert call("lint", "mine", cwd=tmp_path).stdout == "no findings\n"
    done = call("test", "mine", cwd=tmp_path)
    assert not [each for each in done.stdout.splitlines() if each.startswith("wrong: lint")]
    folder(mine, variants__own="wrong(no,T) :- gone(_,_,d,T).")  # it is linted as a judge
    done = call("lint", "mine", cwd=tmp_path)
    assert "variants/own.lp:1:16: gone/4 is used, but never defined; did you" in done.stdout
    folder(mine, variants__up=LAID.format("none"))
    assert "there is no none.lp beside it\n" in call("lint", "mine", cwd=tmp_path).stdout


@pytest.mark.parametrize("bad", ["a", "check", "scene", "generate", "variants__o"])
def test_lint_of_a_folder_goes_on_after_a_bad_header(bad, tmp_path):
    good = {"a": "{ a }.", "b": "b. :- c(X).", "check": "wrong(x) :- a, not a.",
            "scene": "draw(disc,(1,1)).", "generate": "{ p(1) }.", "variants__o": ":- a.",
            "variants__p": ":- dd(Y), X > 1."}  # fmt: skip
    folder(tmp_path, **{**good, bad: f"% Theory: foo\n%\n% Purpose: x.\n{good[bad]}"})
    done = call("lint", ".", cwd=tmp_path)
    name = bad.replace("__", "/")
    told = f"{name}.lp, in its header: expected a theory, clingo-dl or clingcon; found 'foo'\n"
    assert (done.returncode, done.stdout.count(told)) == (1, 1)
    assert "variants/p.lp:1:11: unsafe variable X" in done.stdout


def test_an_overlay_that_is_named_twice_is_refused(tmp_path):
    (tmp_path / "o.lp").write_text(":- push(1,_,_).")
    (tmp_path / "link.lp").symlink_to("o.lp")
    plan, laid = "ravensburger/plan.lp", ("--with", "o.lp", "--with")
    puzzle = "ravensburger/example-4x4.lp"
    for words in (
        ("solve", puzzle, *laid, "o.lp"), ("solve", puzzle, *laid, "./link.lp"),
        ("lint", plan, *laid, "o.lp"), ("compare", puzzle, *laid, "o.lp"),
        ("solve", puzzle, "--with", "no-undo", "--with", "no-undo.lp"),
    ):  # fmt: skip
        done = call(*words, cwd=tmp_path)
        assert (done.returncode, "twice; leave out one" in done.stderr) == (2, True), done


def test_endless_rules_of_a_judge_are_found(tmp_path):
    (tmp_path / "one.lp").write_text(HEADED)
    (tmp_path / "check.lp").write_text("wrong(X) :- pick(X), X > 9.\nz(1).\nz(X+1) :- z(X).\n")
    for words in (("lint", "check.lp"), ("lint", "one.lp", "--judge", "check.lp")):
        done = call(*words, cwd=tmp_path)
        assert "check.lp:3:1: grounding may never end: z/1 grows" in done.stdout, words


def test_a_generator_without_an_instance_fails_its_row_alone(tmp_path):
    for name, text in (("one.lp", HEADED), ("generate.lp", "n(1..3).\n:- n(3).\n")):
        (tmp_path / name).write_text(text)
    done = call("test", ".", cwd=tmp_path)
    assert done.returncode == 1
    assert "generate.lp has no instance for its constants" in done.stdout
    assert re.search("^lint +2 *$", done.stdout, re.MULTILINE)


def test_puzzles_with_rules_are_scored_where_they_stand(tmp_path):
    for name in ("game/instances", "outs"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "game/one.lp").write_text(HEADED)
    (tmp_path / "game/check.lp").write_text("wrong(X) :- pick(X), not n(X).\n")
    (tmp_path / "game/instances/a.lp").write_text("n(X) :- X = 1..2.\n")
    (tmp_path / "outs/a.out").write_text("pick(2).\n")
    for words in (("game",), ("game/instances",), ("game/instances", "--family", "game")):
        done = call("score", words[0], "outs", *words[1:], cwd=tmp_path)
        assert (done.returncode, "score 1 of 1" in done.stdout) == (0, True), done.stderr


def test_the_facts_of_two_files_are_printed_together(tmp_path):
    for number in (1, 2):
        (tmp_path / f"{number}.lp").write_text(f"size({number}).\n")
    assert call("facts", "1.lp", "2.lp", cwd=tmp_path).stdout == "size(2).\nsize(1).\n"


def test_what_is_not_decided_about_other_answers_is_said(tmp_path):
    """With no time left, `--why-not` ended without a word on other answers."""
    from pylab.analysis.why import AtomExplanation

    for others, told in ((True, "another answer has it"), (False, "no answer has it"),
                         (None, "not decided in time whether another answer has it")):  # fmt: skip
        lines = str(AtomExplanation("p(1)", 1, False, (), others, sought=True)).splitlines()
        assert lines[-1] == told


def test_programs_that_include_one_another_are_solved(tmp_path):
    (tmp_path / "one.lp").write_text('#include "two.lp".\n{ a }.\n')
    (tmp_path / "two.lp").write_text('#include "one.lp".\n:- not a.\n')
    for name in ("one.lp", "two.lp"):
        assert call("solve", name, "--format", "facts", cwd=tmp_path).stdout == "a.\n"


def test_a_name_means_the_folder_of_the_working_directory(tmp_path, monkeypatch):
    for name, kept in (("one", 1), ("two", 2)):
        (tmp_path / name / "game").mkdir(parents=True)
        rules = f"{{ pick(X) : n(X) }} = 1.\n:- not pick({kept}).\n#show pick/1.\n"
        (tmp_path / name / "game/entry.lp").write_text(rules)
        (tmp_path / name / "n.lp").write_text("n(1..2).\n")
    for name, answer in (("one", "pick(1)."), ("two", "pick(2)."), ("one", "pick(1).")):
        monkeypatch.chdir(tmp_path / name)
        solution = pylab.solve("n.lp", family="game")
        assert [str(each) for each in solution.witness.facts] == [answer]


def test_a_program_is_no_puzzle_of_another_program_that_needs_what_it_gives(tmp_path):
    """Its facts were dropped: `compare` said that two programs were the same, without any facts."""
    texts = {
        "headed": "% Purpose: z.\nx :- y. { y }.\n",
        "one": "{ pick(X) : e(X) } = 1.\n#show pick/1.\n",
        "two": "{ pick(X) : e(X) } = 2.\n#show pick/1.\n",
        "data": "b(1..3).\ne(X) :- b(X).\n",
        "unlike": "c(1).\nd(X) :- c(X).\n",
    }
    folder(tmp_path, **texts)
    sweep = 'name = "s"\n[[instances]]\nfiles = ["data.lp"]\n[[variants]]\nname = "v"\n'
    (tmp_path / "s.toml").write_text(f'{sweep}encoding = "one.lp"\n')
    told = "data.lp is a program of its folder, and one.lp would lack its e/1; "
    told += "move it to instances/, or ask both: one.lp data.lp"
    for words in (
        ("solve", "data.lp", "--encoding", "one.lp"),
        ("solve", "data.lp", "--encoding", "one.lp", "--family", "."),
        ("draw", "data.lp", "--encoding", "one.lp", "--solve"),
        ("compare", "data.lp", "--encoding", "one.lp", "--encoding", "two.lp", "--random", "0"),
        ("compare", "unlike.lp", "data.lp", "--encoding", "one.lp", "--encoding", "two.lp"),
        ("bench", "run", "s.toml", "-o", "out"),
    ):
        done = call(*words, cwd=tmp_path)
        assert (done.returncode, told in done.stderr) == (2, True), (words, done.stderr)
    with pytest.raises(PylabError, match="would lack its e/1"):
        pylab.solve(tmp_path / "data.lp", encoding=tmp_path / "one.lp")
    with pytest.raises(PylabError, match="would lack its e/1"):
        pylab.compare(tmp_path / "one.lp", tmp_path / "two.lp", puzzles=tmp_path / "data.lp")
    assert call("solve", "one.lp", "data.lp", cwd=tmp_path).stdout.startswith("pick(")
    assert call("solve", "unlike.lp", "--encoding", "one.lp", cwd=tmp_path).returncode == 1
    (tmp_path / "instances").mkdir()
    (tmp_path / "data.lp").rename(tmp_path / "instances/data.lp")
    words = ("compare", "instances/data.lp", "--encoding", "one.lp", "--encoding", "two.lp")
    assert "instances/data.lp: 3 answers: DIFFERENT" in call(*words, cwd=tmp_path).stdout


def test_a_judge_beside_the_programs_is_no_task(tmp_path):
    """It was the first one by its name, and thus what was asked."""
    texts = {
        "pick": "{ pick(X) : n(X) } = 1.\n#show pick/1.\n",
        "a_judge": 'wrong("no",X) :- pick(X), X > 9.\n',
        "over": "% Judge: a_judge.lp\n",
        "instances/one": "n(1..3).\n",
    }
    folder(tmp_path, **texts)
    assert [each.name for each in registry.get(str(tmp_path)).tasks] == ["pick"]
    done = call("solve", "instances/one.lp", "--with", "over.lp", cwd=tmp_path)
    assert "% valid by your judge a_judge.lp" in done.stdout


def test_any_letters_may_stand_in_a_folder_and_its_overlays(tmp_path):
    texts = {
        "pick": "{ pick(X) : n(X) } = 1. % é\n#show pick/1.\n",
        "check": 'wrong("näht") :- pick(9).\n',
        "scene": 'draw(label((X,1),"→")) :- n(X).\ndraw(label((X,2),@after("a",""))) :- n(X).\n',
        "variants/few": "% Purpose: ü\n:- pick(1).\n",
        "instances/one": "n(1..2). % ø\n",
    }
    folder(tmp_path, **texts)
    words = ("solve", "instances/one.lp", "--with", "variants/few.lp", "--format", "facts")
    assert call(*words, cwd=tmp_path).stdout == "pick(2).\n"
    assert call("lint", ".", cwd=tmp_path).stdout == "no findings\n"
    done = call("draw", "instances/one.lp", "-o", "one.svg", cwd=tmp_path)
    assert (done.returncode, "→" in (tmp_path / "one.svg").read_text()) == (0, True), done.stderr


def test_an_answer_with_a_move_that_changes_nothing_is_watched_as_it_is(tmp_path):
    texts = {
        "moves": "can(go(Y)) :- at(X), n(Y), |X-Y| <= 1.\nthen(go(Y),at(Y;Y)) :- can(go(Y)).\n"
                 "won :- at(3).\n",
        "scene": "draw(square((X,1),floor)) :- n(X).\ndraw(token(me,disc((X,1),hero))) :- at(X).\n",
        "way": "{ go(X,T) : n(X) } = 1 :- T = 1..3.\n#show go/2.\n",
        "instances/one": "n(1..3). at(1).\n",
    }  # fmt: skip
    folder(tmp_path, **texts)
    for answer, played in (("go(1,1). go(2,2). go(3,3).", False), ("go(2,1). go(3,2).", True)):
        (tmp_path / "answer.txt").write_text(answer)
        puzzle = load_puzzle(tmp_path / "instances/one.lp")
        witness = puzzle.family.read_witness(Source("answer", answer))
        assert bool(puzzle.family.script(puzzle.instance, [witness]).ways) is played
        words = ("watch", "instances/one.lp", "answer.txt", "-o", "one.html")
        assert call(*words, cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("words", [("-c", "istop=unknown"), ("-c", "imin=9")])
def test_a_limit_of_steps_after_an_answer_leaves_later_answers_open(tmp_path, words):
    """It was said that there is one answer in all."""
    (tmp_path / "walk.lp").write_text(
        "#include <incmode>.\n#program base.\nat(0,0).\n#program step(t).\n"
        "1 { go(l,t); go(r,t) } 1.\nat(X+1,t) :- at(X,t-1), go(r,t).\n"
        "at(X-1,t) :- at(X,t-1), go(l,t).\n#program check(t).\n:- query(t), not at(3,t).\n"
    )
    for steps, count in ((4, 1), (5, 6)):
        more = ("--models", "0", "--steps", steps)
        done = call("solve", "walk.lp", *words, *map(str, more), cwd=tmp_path)
        assert done.returncode == 3
        assert done.stdout.count("% answer ") == count
        assert f"% stopped (searched up to {steps} steps); there may be more" in done.stdout
        assert "in all" not in done.stdout
        assert "at most" not in done.stdout


def test_a_program_with_a_missing_include_is_the_one_that_is_asked(tmp_path):
    """What it includes beside that was asked instead, without a word."""
    texts = {
        "pick": '#include "inc.lp".\n#include "nofile.lp".\n{ pick(X) : p(X) } = 1.\n',
        "inc": "a(1) :- p(_).\n", "check": "wrong :- a(2).\n", "instances/one": "p(1).\n",
    }  # fmt: skip
    folder(tmp_path, **texts)
    done = call("solve", "instances/one.lp", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "pick.lp:2:1: file could not be opened" in done.stderr


def test_a_written_header_names_all_atoms_of_a_program_without_show(tmp_path):
    (tmp_path / "some.lp").write_text("{ a(1..3) }.\nb(X) :- a(X), k(X).\n")
    told = call("lint", "some.lp", "--write-header", cwd=tmp_path).stdout
    assert re.findall(r"^%   (\w)\(X\)", told, re.MULTILINE) == ["k", "a", "b"]
    (tmp_path / "some.lp").write_text(told)
    assert call("lint", "some.lp", cwd=tmp_path).stdout == "no findings\n"
