"""What a notebook meets: every function of the package, texts, limits, names; and its page."""

from __future__ import annotations

import ast
import copy
import functools
import importlib.util
import json
import multiprocessing
import os
import pickle
import re
import resource
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import click
import pytest
from projects import ROOT, few

import pylab
from pylab.base import resources
from pylab.base.errors import EncodingError, Ended, InstanceError, PylabError
from pylab.base.finding import Status
from pylab.cli import solve as solving
from pylab.core.answer import conclusions
from pylab.family import registry

EXAMPLE = "ravensburger/example-4x4.lp"
TEXT = (ROOT / "instances" / EXAMPLE).read_text()
HARD = "ravensburger/generated-12-5.lp"


@pytest.mark.parametrize("mazes", few([1, 10], 1))
def test_the_page_runs(tmp_path, monkeypatch, mazes):
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs/notebook.md").read_text()
    for text, number in (("in range(10):", 10), ("len(rows) == 50", 50), ("random=2", 2)):
        assert text in page
        less = max(1, number * mazes // 10)
        page = page.replace(text, text.replace(str(number), str(less)))
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) >= 8
    names = {}
    monkeypatch.setattr(pylab, "compare", functools.partial(pylab.compare, making_limit=0.1))
    for block in blocks:
        exec(compile(block, "docs/notebook.md", "exec"), names)
    assert (tmp_path / "longest.html").read_text().startswith("<!doctype html>")


# puzzles


def test_a_puzzle_by_path_by_name_as_text_and_as_it_is():
    by_name = pylab.load(EXAMPLE)
    by_path = pylab.load(ROOT / "instances" / EXAMPLE)
    assert by_name.instance == by_path.instance == pylab.load(TEXT).instance
    assert pylab.load(by_name) is by_name
    for wrong in (lambda: pylab.load(3), lambda: pylab.load(""), lambda: pylab.load(EXAMPLE, 3),
                  lambda: pylab.compare("shortest", puzzles=3), lambda: pylab.validate(3, "a."),
                  lambda: pylab.solve(EXAMPLE, task=3)):  # fmt: skip
        with pytest.raises(PylabError, match=r"expected a|has no task"):
            wrong()
    assert by_name.name == EXAMPLE
    assert pylab.load(TEXT).name == "text"


def test_a_text_in_a_familys_own_format():
    text = (ROOT / "instances/alice/example.alice").read_text()
    assert pylab.load(text, "alice").instance == pylab.load("alice/example.alice").instance
    facts = pylab.facts("alice/example.alice")
    assert pylab.load(facts).instance == pylab.load(facts, "alice").instance
    with pytest.raises(PylabError, match=r'say family="…", one of alice'):
        pylab.load(text)


def test_a_text_on_one_line_ends_like_a_fact_or_comes_with_its_family():
    line = " ".join(pylab.facts(EXAMPLE).split())
    for each in (pylab.load(line, "ravensburger"), pylab.load(line), pylab.load(f"{line} ")):
        assert each.instance == pylab.load(EXAMPLE).instance
    for name in (".", "..", "board.lp"):
        with pytest.raises(InstanceError):
            pylab.load(name)


@pytest.mark.parametrize("name", ["none.lp", "a\0b.lp", "x" * 5000 + ".lp"])
@pytest.mark.parametrize("family", [None, "ravensburger"])
def test_a_file_that_is_not_there(name, family):
    with pytest.raises(PylabError):
        pylab.load(name, family)


def test_a_puzzle_of_another_family():
    with pytest.raises(PylabError, match="expected a puzzle of alice, found one of ravensburger"):
        pylab.load(pylab.load(EXAMPLE), "alice")


def test_generated_puzzles_are_the_same_for_the_same_seed():
    one, two = (pylab.generate("ravensburger", 7, size=4) for _ in range(2))
    assert one == two
    assert one.name == "ravensburger --seed 7 --size 4"
    made = pylab.generate("ravensburger")
    seed = int(made.name.split()[2])
    assert pylab.generate("ravensburger", seed).instance == made.instance


def test_generators_tell_how_far_they_are():
    heard = []
    pylab.generate(
        "alice", 1, width=4, height=3, steps=20, seconds=60, report=lambda *told: heard.append(told)
    )
    assert heard[-1][0] == 1.0


@pytest.mark.parametrize(
    ("family", "parameters", "message"),
    [
        ("chess", {}, "expected one of the families"),
        ("ravensburger", {"length": 3}, "length is no parameter of ravensburger"),
        ("ravensburger", {"size": "three"}, "expected an integer for size, found 'three'"),
        ("ravensburger", {"size": -1}, "expected a size from 1 to 1000"),
        ("theseus", {"open": "3x3", "width": 4}, "width has no effect beside open 3x3"),
        ("fractal", {"nested": 2, "goal": "accept"}, "goal has no effect beside nested 2"),
        ("fractal", {"pushdown": 3, "boxes": 2}, "boxes has no effect beside pushdown 3"),
        ("dungeon", {"kind": "graph", "size": 9}, "size has no effect beside kind graph"),
        ("ravensburger", {"nodes": 5}, "nodes has no effect without hardness"),
    ],
)
def test_what_cannot_be_generated(family, parameters, message):
    with pytest.raises(PylabError, match=message):
        pylab.generate(family, 1, **parameters)


# questions


def test_overlays_and_encodings_as_text():
    free = pylab.solve(EXAMPLE, "all")
    bound = pylab.solve(EXAMPLE, "plan", overlays=":- push(1,(e;w),T).")
    assert (free.cost, len(free.witnesses)) == (2, 2)
    assert bound.status is Status.NONE
    own = pylab.solve(TEXT, encoding="push(1,w,1).\npush(2,n,2).\n#show push/3.")
    assert (own.status, own.invalid) == (Status.FOUND, ())
    assert own.answer.encoding == ("your encoding",)


def test_what_came_as_text_is_called_so_and_not_by_a_file():
    rules = "#program step(t).\n:~ push(3,_,t). [5,t]\n"
    told = pylab.solve(EXAMPLE, "plan", overlays=rules, judges="wrong(far,T) :- push(9,_,T).")
    assert str([*conclusions(told.answer)]).count("(clingo's claim with your overlay)") == 1
    assert told.answer.checked[0].verdict.summary.endswith("; right by your judge")
    two = ["wrong(far,T) :- push(9,_,T).", "wrong(west,T) :- push(_,w,T)."]
    told = pylab.solve(EXAMPLE, "shortest", overlays=[rules, "extra(1)."], judges=two)
    assert "clingo's claim with overlay 1, overlay 2" in str([*conclusions(told.answer)])
    problems = [each for one in told.invalid for each in one.verdict.problems]
    assert {each.by for each in problems} <= {"judge 2"}
    with pytest.raises(
        PylabError, match=r"^your judge found an answer invalid: your judge: step \d: any"
    ):
        pylab.solve(EXAMPLE, judges="wrong(any,T) :- push(_,_,T).", raise_invalid=True)


def test_what_came_as_text_is_shown_without_a_path():
    rules = pylab.program("{a}.", "b.\n")
    shown = r"<Puzzle your program your program, of your program(-\d+)?>"  # numbered if taken
    assert re.fullmatch(shown, repr(rules))
    told = pylab.compare("{a}.\n", "a.\n")
    assert repr(told) == "<Comparison of variant 1 and variant 2 on 1 puzzle: different>"
    assert "cost of variant 2, on one instance" in str(told)
    assert "pylab-texts" not in str(told)
    with pytest.raises(PylabError, match=r"^your variant is named after no task of alice; task "):
        pylab.compare("a.\n", family="alice")


def test_an_error_in_a_text_has_its_line():
    with pytest.raises(EncodingError, match=r"^your overlay:2:"):
        pylab.solve(EXAMPLE, "shortest", overlays=["a.\nb :- ,.\n"])


def test_an_encoding_in_a_text_can_be_explained_later():
    nothing = pylab.solve(EXAMPLE, "plan", overlays=[":- push(_,_,_)."])
    assert nothing.status is Status.NONE
    assert "the rule of your overlay:1" in pylab.explain(nothing).reasons


def test_an_invalid_answer_is_data_unless_asked():
    wrong = {"encoding": "push(1,e,1). #show push/3."}
    found = pylab.solve(EXAMPLE, **wrong)
    assert (found.witness, len(found.invalid)) == (None, 1)
    assert found.rows()[0]["valid"] is False
    assert "goal" in found.rows()[0]["problems"]
    assert "1 INVALID" in repr(found)
    with pytest.raises(PylabError, match="the checker found an answer invalid: the goal"):
        pylab.solve(EXAMPLE, **wrong, raise_invalid=True)


def test_clingos_options():
    assert pylab.solve(EXAMPLE, "shortest", clingo_options=["--configuration=trendy"]).cost == 2
    with pytest.raises(EncodingError):
        pylab.solve(EXAMPLE, "shortest", clingo_options=["--nonsense=1"])


@pytest.mark.parametrize("ask", [pylab.solve, lambda *words, **means: _last(*words, **means)])
def test_any_solver_answers_and_is_not_believed(ask, tmp_path):
    """A command is an engine here, too; a text of one is refused: no shell takes part."""
    liar = tmp_path / "liar"
    for plan, invalid in (("push(1,w,1). push(2,n,2).", 0), ("push(1,e,1).", 1)):
        liar.write_text(f"echo ANSWER\necho '{plan}'\nexit 10\n")
        answer = ask(EXAMPLE, command=["sh", str(liar)])
        answer = getattr(answer, "answer", answer)
        assert (answer.engine, answer.status, answer.count) == ("command", Status.FOUND, 1)
        assert len(answer.invalid) == invalid
    with pytest.raises(PylabError, match=r"a list of strings, such as .*, for command, found 'cli"):
        ask(EXAMPLE, command="clingo")
    with pytest.raises(PylabError, match=r"nowhere: No such file"):
        ask(EXAMPLE, command=["nowhere"])


def _last(*words, **means):
    """The answer in which `witnesses` ends, with what it gave."""
    found = pylab.witnesses(*words, **means)
    invalid = tuple(each for each in found if each.invalid)
    return replace(found.answer, checked=invalid)


def test_a_name_that_is_nearly_an_argument_is_told_as_it_was_given():
    for name, meant in (("clingo_option", "clingo_options"), ("modls", "models"), ("att", "at")):
        with pytest.raises(
            PylabError, match=f"^{name} is no option of alice .did you mean {meant}"
        ):
            pylab.solve("alice/example.alice", **{name: "--seed=3"})


def test_scripts_only_if_allowed():
    script = "import clingo\ndef two(): return clingo.Number(2)"
    scripted = f"#script (python)\n{script}\n#end.\n:- not push(@two(),n,2).\n"
    with pytest.raises(EncodingError, match="expected no embedded script"):
        pylab.solve(EXAMPLE, overlays=scripted)
    found = pylab.solve(EXAMPLE, overlays=scripted, allow_scripts=True)
    assert "push(2,n,2)" in str(found)


def test_a_theory_is_one_of_those_that_there_are():
    with pytest.raises(PylabError, match="clingcon for theory, found 'dl'"):
        pylab.solve(EXAMPLE, theory="dl")
    if importlib.util.find_spec("clingodl") is None:
        pytest.skip("clingo-dl is not installed")
    late = "&diff { 0 - a } <= -3. &diff { a - 0 } <= 2.\n"
    assert pylab.solve(EXAMPLE, overlays=late, theory="clingo-dl").status is Status.NONE
    early = late.replace("3", "1")
    assert pylab.solve(EXAMPLE, overlays=early, theory="clingo-dl").status is Status.FOUND


def test_progress_and_stop():
    stop, heard = threading.Event(), []

    def hear(progress):
        heard.append(progress)
        stop.set()

    found = pylab.solve(HARD, "shortest", engine="clingo", on_progress=hear, stop=stop)
    assert heard
    assert (found.status, found.answer.ended) == (Status.UNKNOWN, Ended.INTERRUPTED)


@pytest.mark.parametrize("engine", ["clingo", "native"])
def test_a_memory_limit_binds_the_search_and_not_the_asker(engine):
    before = resource.getrlimit(resource.RLIMIT_AS)
    found = pylab.solve(EXAMPLE, "shortest", engine=engine, memory_limit=1000)
    assert (found.cost, found.optimal, found.answer.engine) == (2, True, engine)
    assert found.rows()[0]["valid"]
    assert pylab.validate(found, found.witness).valid
    assert resource.getrlimit(resource.RLIMIT_AS) == before


LARGE = (
    "#script (python)\nx = b'x' * (8 * 1024**3)\n#end.\na.",
    "{ big(1..400,1..400,1..400) }. :- push(_,_,_). #show push/3.",
)


@pytest.mark.parametrize("grown", few(LARGE, 1), ids=len)
def test_a_memory_limit_ends_the_search(grown):
    found = pylab.solve(EXAMPLE, encoding=grown, allow_scripts=True, memory_limit=30, time_limit=60)
    assert (found.status, found.answer.ended) == (Status.UNKNOWN, Ended.MEMORY)
    assert found.answer.reason == "memory limit"


def test_errors_from_another_process_keep_their_place():
    with pytest.raises(EncodingError) as raised:
        pylab.solve(EXAMPLE, encoding="a.\nb(X).\n", memory_limit=1000)
    assert raised.value.place.line == 2


def test_a_limit_of_time_with_one_of_memory():
    found = pylab.solve(HARD, "shortest", engine="clingo", time_limit=0.1, memory_limit=4000)
    assert (found.status, found.answer.ended) == (Status.UNKNOWN, Ended.TIME)


def test_both_engines_within_a_memory_limit():
    found = pylab.solve(EXAMPLE, "shortest", engine="both", memory_limit=1000)
    assert (found.cost, found.optimal) == (2, True)
    assert found.answer.question.limits.megabytes == 1000


# witnesses


@pytest.mark.parametrize(
    "means", [{"engine": "clingo"}, {"engine": "native"}, {"memory_limit": 1000}]
)
def test_witnesses_as_they_come(means):
    found = pylab.witnesses("theseus/hemme.plan", "paths", models=3, **means)
    assert found.answer is None
    checked = list(found)
    assert [each.verdict.valid for each in checked] == [True] * 3
    assert found.answer.count == 3
    assert list(found) == []


@pytest.mark.parametrize("means", [{}, {"memory_limit": 2000}])
def test_closing_ends_the_search(means):
    def at_work():
        return [t for t in threading.enumerate() if t.name == "witnesses"]

    asked = {"models": 0, "engine": "native"} | means
    with pylab.witnesses("theseus/hemme.plan", "paths", **asked) as found:
        assert next(found).verdict.valid
        assert at_work()
    end = time.monotonic() + 30
    while at_work() and time.monotonic() < end:  # a process may take some time to be ended
        time.sleep(0.05)
    assert not at_work()
    assert list(found) == []


def test_a_search_that_nobody_has_any_more_ends():
    next(pylab.witnesses("theseus/hemme.plan", "paths", models=0, engine="native"))
    assert not [t for t in threading.enumerate() if t.name == "witnesses"]


def test_the_askers_stop_ends_it_and_closing_does_not_set_it():
    stop = threading.Event()
    found = pylab.witnesses("theseus/hemme.plan", "paths", models=0, engine="native", stop=stop)
    next(found)
    found.close()
    assert not stop.is_set()
    heard = []
    again = pylab.witnesses(
        HARD, "shortest", engine="clingo", stop=stop,
        on_progress=lambda told: (heard.append(threading.current_thread()), stop.set()),
    )  # fmt: skip
    assert list(again) == []
    assert heard[0] is threading.current_thread()
    assert again.answer.ended is Ended.INTERRUPTED


def test_a_limit_is_told_at_the_end():
    found = pylab.witnesses(HARD, "shortest", engine="clingo", time_limit=0.1)
    assert list(found) == []
    assert (found.answer.status, found.answer.ended) == (Status.UNKNOWN, Ended.TIME)


def test_what_is_wrong_is_raised_at_once_or_when_it_is_met():
    with pytest.raises(PylabError, match="has no task 'walk'"):
        pylab.witnesses(EXAMPLE, "walk")
    with pytest.raises(PylabError, match="found 'abacus'"):
        pylab.witnesses(EXAMPLE, engine="abacus")
    with pytest.raises(EncodingError):
        next(pylab.witnesses(EXAMPLE, encoding="b(X)."))


# other functions


def test_explaining_a_puzzle_and_what_cannot_be_explained():
    why = pylab.explain("alice/unsolvable.alice")
    assert why.reasons
    assert why.changed is not None
    assert pylab.solve(why.changed).status is Status.FOUND
    assert set(why.to_dict()) == {"reasons", "change", "rules"}
    assert why._repr_svg_().startswith("<svg")
    with pytest.raises(PylabError, match="found: there is an answer"):
        pylab.explain(EXAMPLE)


def test_comparing_tells_the_difference():
    own = pylab.compare("push(1,e,1). #show push/3.", family="ravensburger",
                        task="plan", puzzles=[EXAMPLE, "ravensburger/square-2x2.lp"], random=0,
                        same="status")  # fmt: skip
    assert own.same is False
    assert len(own.rows()) == 4
    assert own.differences[0].difference.words in str(own)
    assert own._repr_svg_().startswith("<svg")
    assert repr(own).endswith("on 2 puzzles: different>")


def test_linting():
    assert pylab.lint("ravensburger/shortest.lp") == []
    found = pylab.lint("a(X) :- feild(X,Y).\n", family="ravensburger", task="plan")
    assert "feild/2 is used, but never defined; did you mean field/2?" in [f.message for f in found]


def test_findings_name_arguments():
    text = "#script(python)\n#end.\na. #heuristic a. [1,true]\n"
    script, heuristic = (each.message for each in pylab.lint(text))
    assert script.endswith(" with allow_scripts only")
    assert heuristic.endswith(' with clingo_options=["--heuristic=Domain"]')


def test_drawing():
    found = pylab.solve(EXAMPLE, "shortest")
    plain, solved = pylab.draw(EXAMPLE), pylab.draw(found)
    assert plain._repr_svg_().startswith("<svg")
    assert plain != solved == pylab.draw(EXAMPLE, found.witness) == pylab.draw(EXAMPLE, str(found))
    assert pylab.draw(found, theme="dark") != solved != pylab.draw(found, step=1)
    assert re.fullmatch(r"<Picture, \d+ kB>", repr(plain))
    with pytest.raises(PylabError, match="expected one of light, dark, print for theme"):
        pylab.draw(EXAMPLE, theme="pink")
    with pytest.raises(PylabError):
        pylab.draw(EXAMPLE, step=1)
    with pytest.raises(PylabError):
        pylab.draw(found, step=99)


def test_a_page_in_a_frame(tmp_path):
    page = pylab.watch(EXAMPLE, "shortest")
    assert page.startswith("<!doctype html>")
    frame = page._repr_html_()
    assert frame.startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    assert 'sandbox="allow-scripts"' in frame
    assert page.save(tmp_path / "board.html").read_text() == page
    assert pylab.watch(pylab.solve(EXAMPLE, "shortest")) == page
    with pytest.raises(PylabError):
        page.save(tmp_path / "none" / "board.html")


@pytest.mark.parametrize(
    ("made", "name", "endings"),
    [
        (lambda: pylab.draw(EXAMPLE), "board.pdf", ".svg or .png"),
        (lambda: pylab.draw(EXAMPLE), "board", ".svg or .png"),
        (lambda: pylab.watch(EXAMPLE, "shortest"), "board.svg", ".html or .htm"),
    ],
)
def test_a_document_is_saved_under_an_ending_of_its_own(made, name, endings, tmp_path):
    """A PNG's name got the text of an SVG."""
    with pytest.raises(PylabError, match=rf"^expected a name that ends in {endings}, found"):
        made().save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_picture_saved_as_png(tmp_path):
    pytest.importorskip("resvg_py")
    saved = pylab.draw(EXAMPLE).save(tmp_path / "board.png").read_bytes()
    assert saved.startswith(b"\x89PNG")


def test_validating_under_options():
    plan = "push(1,w,1). push(2,n,2)."
    assert pylab.validate(EXAMPLE, plan).valid
    assert not pylab.validate(EXAMPLE, plan, fixed_lines=True).valid
    found = pylab.solve(EXAMPLE, "shortest")
    assert pylab.validate(found, found.answer.checked[0]).valid


def test_facts_and_other_formats():
    assert pylab.load(pylab.facts(EXAMPLE)).instance == pylab.load(EXAMPLE).instance
    with pytest.raises(PylabError, match="has the formats facts"):
        pylab.facts(EXAMPLE, "braille")


def test_data_and_short_words():
    found = pylab.solve(EXAMPLE, "shortest")
    told = json.loads(json.dumps(found.to_dict()))
    name = told["question"]["instance"]["name"]
    assert (told["schema"], told["cost"], name) == (3, 2, EXAMPLE)
    (row,) = found.rows()
    assert (row["number"], row["cost"], row["valid"]) == (1, 2, True)
    for each in (found, found.puzzle, found.answer, found.answer.question, found.answer.checked[0]):
        assert len(repr(each)) < 120


# names


def python(code, **env):
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False,
        cwd="/", env={**os.environ, "PYTHONPATH": str(ROOT), **env},
    )  # fmt: skip


def test_importing_is_light_and_names_are_all_there():
    done = python(
        "import sys, pylab\n"
        "heavy = {'clingo', 'pylab.notebook', 'pylab.core.puzzle', 'dataclasses', 'json'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
        "assert set(pylab.__all__) <= set(dir(pylab))\n"
        "assert all(getattr(pylab, name) is not None for name in pylab.__all__)\n"
        "print(callable(pylab.facts))"
    )
    tree = ast.parse(Path(pylab.__file__).read_text(encoding="utf-8"))
    (told,) = (
        ast.literal_eval(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    )
    assert sorted(told) == sorted(pylab.__all__)  # as type checkers and as programs have it
    assert (done.stdout, done.stderr) == ("[]\nTrue\n", "")


def test_whose_pylab_it_is():
    with pytest.raises(AttributeError, match="matplotlib has another one"):
        _ = pylab.plot
    assert not hasattr(pylab, "__wrapped__")


def test_all_names_at_once_are_ours_and_that_is_said_beside_matplotlib(tmp_path):
    asked = "from pylab import *; print(solve.__module__, __version__ != '')"
    alone = python(asked)
    (tmp_path / "matplotlib").mkdir()
    (tmp_path / "matplotlib/__init__.py").write_text("")
    beside = python(asked, PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
    assert alone.stdout == beside.stdout == "pylab.notebook.asking True\n"
    assert (alone.stderr, beside.stderr.count("matplotlib's are in matplotlib.pylab")) == ("", 1)
    assert "<string>:1: UserWarning" in beside.stderr
    named = asked.replace("pylab import", "pylab_asp import")
    plain = python(named, PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
    assert (plain.stdout, plain.stderr) == (alone.stdout, "")


def test_the_same_under_its_own_name():
    done = python(
        "import pylab_asp, pylab\n"
        "assert pylab_asp.solve is pylab.solve\n"
        "assert set(pylab.__all__) <= set(dir(pylab_asp))\n"
        "from pylab_asp import load, __version__"
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_its_own_name_where_another_pylab_comes_first(tmp_path):
    (tmp_path / "pylab.py").write_text("plot = 1\n")
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    asked = f"print(pylab_asp.load({EXAMPLE!r}).name)"
    done = python(f"import pylab_asp; {asked}", PYTHONPATH=path)
    assert (done.stdout, done.stderr) == (f"{EXAMPLE}\n", "")
    done = python(f"import pylab_asp, pylab; {asked}; pylab.solve", PYTHONPATH=path)
    assert (done.stdout, done.stderr) == (f"{EXAMPLE}\n", "")
    done = python(f"import pylab, pylab_asp; {asked}", PYTHONPATH=path)
    assert "another module named pylab is imported already" in done.stderr
    assert "from matplotlib import" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pylab", "pylab_asp"])
def test_a_users_file_sees_the_types(tmp_path, name):
    (tmp_path / "mine.py").write_text(
        f"import {name} as lab\n"
        "found: lab.Solution = lab.solve('x', 'y', models=3)\n"
        "reveal_type(found.witnesses)\n"
        "lab.solve(models='many', puzzle=1)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-incremental", "--follow-imports=silent", "mine.py"],
        capture_output=True, encoding="utf-8", check=False, cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(ROOT)},
    )  # fmt: skip
    assert 'tuple[Any, ...]"' in done.stdout, done.stdout
    assert '"solve" has incompatible type "str"' in done.stdout, done.stdout
    assert (ROOT / name / "py.typed").is_file()


def test_pictures_fit_a_cell_and_are_saved_as_they_are(tmp_path):
    answer = pylab.solve(EXAMPLE, "shortest")
    for shown in (
        answer.puzzle,
        answer,
        pylab.draw(answer),
        pylab.explain("alice/unsolvable.alice"),
    ):
        svg = shown._repr_svg_()
        assert svg.startswith('<svg style="max-width:100%;height:auto;')
        assert 'viewBox="' in svg.partition(">")[0]
    saved = pylab.draw(answer).save(tmp_path / "plan.svg").read_text()
    assert "style=" not in saved
    assert saved == str(pylab.draw(answer))


@pytest.mark.parametrize(
    "rules",
    ["{ in(1..2) } = 1.", "node(1..2). edge(1,2). { in(X) : node(X) } = 1.",
     "graph(1). node(1..2). { in(X) : node(X) } = 1. #show in/1."],
)  # fmt: skip
def test_a_program_without_a_picture_is_shown_as_text(rules, tmp_path):
    """Its facts and its answer; a cell had the traceback of an error."""
    (tmp_path / "p.lp").write_text(rules)
    (tmp_path / "none.lp").write_text(f"{rules}\n:- in(_).\n")
    answer = pylab.solve(tmp_path / "p.lp")
    verdict = pylab.validate(tmp_path / "p.lp", str(answer))
    none = pylab.explain(tmp_path / "none.lp")
    for shown in (answer.puzzle, answer, verdict, none, none.solution):
        assert "<pre>" in shown._repr_html_()
        if hasattr(shown, "_repr_svg_"):
            assert shown._repr_svg_() is None
    compared = pylab.compare(tmp_path / "p.lp", tmp_path / "none.lp", random=0)
    assert (len(compared.differences), compared._repr_svg_()) == (1, None)
    (told,) = re.findall("<pre>([^<]*)</pre>.*<details>", answer._repr_html_(), re.DOTALL)
    assert "in(" in told


def test_a_cell_shows_the_answer_with_what_is_known_and_a_page_to_play():
    shown = pylab.solve(EXAMPLE, "shortest")._repr_html_()
    assert "<strong>✓ example-4x4.lp, shortest: 1 answer, cost 2, none is better<" in shown
    assert "<p>valid: 2 pushes, then the goal on (1,3) is reached</p>" in shown
    assert "no plan with fewer than 2 pushes (clingo&#x27;s claim)" in shown
    assert "push(1,w,1)." in shown
    assert shown.count("<svg style=") == shown.count("<iframe srcdoc=") == 1
    many = pylab.solve("theseus/hemme.plan", "paths", models=21)._repr_html_()
    assert "<iframe" not in many
    none = pylab.solve("ravensburger/unsolvable-3x3.lp", overlays="% <b>\n")._repr_html_()
    assert "<strong>✗ unsolvable-3x3.lp, plan: no answer<" in none
    assert "<b>" not in none
    proven = pylab.solve("alice/unsolvable.alice", "shortest")._repr_html_()
    assert "<strong>✗ unsolvable.alice, shortest: no answer, proven<" in proven
    assert "<p>the proof is valid: no route: " in proven


def test_a_cell_shows_what_is_wrong_with_an_answer():
    right = pylab.validate(EXAMPLE, "push(1,w,1). push(2,n,2).")._repr_html_()
    assert "<strong>✓ valid: 2 pushes, then the goal on (1,3) is reached<" in right
    wrong = pylab.validate(EXAMPLE, "push(1,w,1). push(3,n,2).")
    shown = wrong._repr_html_()
    assert f"<strong>✗ INVALID: {wrong.problems[0].message}<" in shown
    assert shown.count("<svg style=") == 1
    assert f"<pre>{wrong.trace[0]}" in shown
    step = pylab.validate("alice/lawn.alice", "move(n,3,0,1,1).")
    assert step.problems[0].step == 1
    assert "<strong>✗ INVALID: step 1: " in step._repr_html_()


@pytest.mark.parametrize("engine", ["clingo", "native"])
@pytest.mark.parametrize("family", registry.names())
def test_all_that_a_notebook_has_can_be_pickled_and_copied(family, engine):
    found = resources.instances(family).glob(f"*{registry.listing(family).suffixes[0]}")
    path = min(found, key=lambda each: (each.stat().st_size, each))
    puzzle = pylab.load(str(path))
    solution = pylab.solve(puzzle, engine=engine, models=2)
    verdict = pylab.validate(puzzle, solution.witness)
    for each in (puzzle, puzzle.instance, solution, solution.answer, solution.witness, verdict):
        assert pickle.loads(pickle.dumps(each)) == each
        assert copy.copy(each) == each
        assert copy.deepcopy(each) == each
    assert pickle.loads(pickle.dumps(puzzle)).family is puzzle.family


def test_puzzles_and_solutions_go_to_processes_that_are_started_anew_and_back():
    puzzle = pylab.load(EXAMPLE)
    asked = functools.partial(pylab.solve, models=0, time_limit=60)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        (solution,) = pool.map_async(asked, [puzzle]).get(60)
    assert solution.puzzle == puzzle
    assert [each.witness for each in solution.answer.checked] == [
        each.witness for each in asked(puzzle).answer.checked
    ]


# what the command line refuses

REFUSED = [
    ("memory_limit", -1), ("memory_limit", 0), ("memory_limit", 10**9 + 5), ("memory_limit", 0.1),
    ("time_limit", -1), ("time_limit", 0), ("time_limit", float("nan")), ("time_limit", "x"),
    ("models", -1), ("models", "x"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), REFUSED)
def test_numbers_are_refused_in_the_words_of_the_command_line(name, value):
    with pytest.raises(PylabError) as raised:
        pylab.solve(EXAMPLE, **{name: value})
    with pytest.raises(click.BadParameter) as refused:
        solving.command.make_context("solve", [EXAMPLE, f"--{name.replace('_', '-')}", str(value)])
    words = refused.value.message.replace("a valid float range", "a number of seconds")
    assert str(raised.value) == f"{name}: {words}"


def test_predicates_may_be_one_text():
    found = pylab.solve(EXAMPLE, consequences="brave", on="push/3 size/1")
    assert found.answer.consequences.on == ("push/3", "size/1")


WRONG = {
    "witness": (lambda: pylab.validate(EXAMPLE, 5), "expected a witness of ravensburger, or its"),
    "no witness": (lambda: pylab.validate(EXAMPLE, None), "or its text, found None"),
    "drawn": (lambda: pylab.draw(EXAMPLE, 5), "or its text, found 5"),
    "option": (lambda: pylab.solve(EXAMPLE, no_way=1), "^no_way is no option of ravensburger"),
    "option, of a puzzle": (
        lambda: pylab.load(EXAMPLE).under(no_way=1),
        "^no_way is no option of ravensburger",
    ),
    "drawn under": (lambda: pylab.draw(EXAMPLE, no_way=1), "^no_way is no option"),
    "on": (lambda: pylab.compare("shortest", family="ravensburger", on="push"), "such as push/3"),
    "random": (lambda: pylab.compare("shortest", puzzles=EXAMPLE, random=-1), "^random: -1 is not"),
    "seed": (lambda: pylab.generate("alice", 1.5), "^seed: '1.5' is not a valid integer"),
    "other seed": (lambda: pylab.compare("plan", puzzles=EXAMPLE, seed="x"), "^seed: 'x' is not"),
    "program": (pylab.program, "expected a file or a text, found none"),
    "two families": (
        lambda: pylab.compare("plan", puzzles=[EXAMPLE, "alice/example.alice"], task="plan"),
        "expected a puzzle of ravensburger, found one of alice",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_can_not_be_meant_is_an_error_in_the_words_of_the_call(name):
    call, told = WRONG[name]
    with pytest.raises(PylabError, match=told):
        call()


def test_help_names_arguments_and_no_flags():
    for function in (pylab.solve, pylab.compare):
        flags = re.findall(r"--[a-z-]+", function.__doc__)
        assert set(flags) <= {"--configuration"}
        assert "beyond what this process has" in " ".join(function.__doc__.split())


@pytest.mark.parametrize("asked", [{"constants": ["a=1"]}, {"clingo_options": "--stats"}])
def test_what_is_no_mapping_or_list_is_refused(asked):
    with pytest.raises(PylabError, match="found"):
        pylab.solve(EXAMPLE, **asked)


def test_other_calls_refuse_such_a_time_too():
    with pytest.raises(PylabError, match="time_limit: -1"):
        pylab.validate(EXAMPLE, "", time_limit=-1)
    with pytest.raises(PylabError, match="time_limit: -1"):
        pylab.explain(EXAMPLE, time_limit=-1)
    with pytest.raises(PylabError, match="time_limit: -1"):
        pylab.compare("shortest", family="ravensburger", time_limit=-1)


def test_a_solution_has_the_messages():
    found = pylab.solve(EXAMPLE, overlays=[":- psh(1).\n"])
    assert "psh(1)" in found.messages[0]
    assert found.messages == tuple(found.to_dict()["messages"])


@pytest.mark.parametrize("name", [EXAMPLE, "alice/example.alice"])
def test_equal_puzzles_have_one_hash(name):
    one, other = pylab.load(name), pylab.load(name)
    assert one == other
    assert len({one, other}) == 1


def test_a_refused_value_names_its_option():
    with pytest.raises(InstanceError, match=r"^at: expected a state X,Y,D"):
        pylab.load("alice/example.alice").under(at="x", depth=1)
    with pytest.raises(InstanceError, match=r"^expected a depth"):
        pylab.load("alice/example.alice").under(depth=-1)


def test_a_real_notebook_shows_an_answer_and_the_progress_of_a_search(tmp_path):
    """Run by Jupyter's own client, and made a page by nbconvert."""
    nbconvert = pytest.importorskip("nbconvert")
    pytest.importorskip("ipykernel")
    import nbformat
    from nbconvert.preprocessors import ExecutePreprocessor

    cells = [
        f"import pylab\npylab.solve({EXAMPLE!r}, 'shortest')",
        f"from pylab.notebook import live\nlive.SECONDS = 0.2\n"
        f"pylab.solve({HARD!r}, 'shortest', engine='clingo', time_limit=2)",
    ]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(each) for each in cells])
    ExecutePreprocessor(timeout=120, kernel_name="python3").preprocess(book)
    answer, slow = [cell["outputs"] for cell in book.cells]
    assert [each["output_type"] for each in answer] == ["execute_result"]
    assert "found 1, cost 2, optimal" in answer[0]["data"]["text/html"]
    shown = [each for each in slow if each["output_type"] == "display_data"]
    assert [each["data"]["text/html"] for each in shown] == [""]  # it was there, and is gone
    assert "unknown" in slow[-1]["data"]["text/html"]
    page = nbconvert.HTMLExporter().from_notebook_node(book)[0]
    assert "the answer as facts" in page
    assert "srcdoc=" in page


@pytest.mark.browser
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_cell_has_the_theme_of_its_notebook(browser, tmp_path, dark):
    """So has the player below it; a picture in a theme of one's own keeps that."""
    found = pylab.solve(EXAMPLE, "shortest")
    cells = [
        found,
        pylab.draw(found),
        pylab.load(EXAMPLE),
        pylab.explain("ravensburger/unsolvable-3x3.lp"),
    ]
    shown = "".join(each._repr_html_() for each in cells)
    body = f'<body data-jp-theme-light="{str(not dark).lower()}">{shown}</body>'
    (tmp_path / "cells.html").write_text(f"<!DOCTYPE html>{body}", encoding="utf-8")
    tab = browser.new_page(color_scheme="null")  # the system's
    tab.goto((tmp_path / "cells.html").as_uri())
    paper = "all => all.map((svg) => getComputedStyle(svg.querySelector('rect')).fill)"
    fills = tab.locator(".pylab-cell > svg").evaluate_all(paper)
    assert len(fills) == len(cells)
    for fill in fills:
        assert (sum(map(int, re.findall(r"\d+", fill))) < 200) == dark
    tab.locator("summary", has_text="play").first.click()
    player = tab.frame_locator("iframe").first.locator("body")
    ink = player.evaluate("(body) => getComputedStyle(body).color")
    assert (sum(map(int, re.findall(r"\d+", ink))) > 450) == dark
    tab.close()
    own = pylab.draw(found, theme="dark")
    assert own._repr_html_() is None
    assert "light-dark" not in own._repr_svg_()


def test_a_program_is_asked_about_a_shipped_puzzle():
    found = pylab.program("{ on(X,Y) } :- goal_on(X,Y).", "ravensburger/example-4x4.lp")
    assert found.solve(models=0).count == 2
