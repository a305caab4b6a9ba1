"""Rules of one's own under which there is no answer: which of them, with their lines."""

from __future__ import annotations

import itertools
import json
import shutil
import time
from pathlib import Path

import pytest
from json_page import JSON
from projects import ROOT, few, run

from pylab import engines
from pylab.analysis import explain as explaining
from pylab.analysis import rules
from pylab.analysis.explain import explained
from pylab.base import resources
from pylab.base.finding import Status
from pylab.base.plain import plain
from pylab.core import puzzle
from pylab.core.answer import Answer
from pylab.core.question import Limits, Means, Question
from pylab.encoding import program as encoding
from pylab.engines import driver

BOARD = "ravensburger/example-4x4.lp"


@pytest.fixture(autouse=True)
def _in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def copy(family, task):
    shutil.copytree(resources.encodings(family), "my")
    return Path("my") / f"{task}.lp"


def answer(name, task, seconds=60, **means):
    asked = puzzle.load(ROOT / "instances" / name)
    question = Question(
        asked.family, asked.instance, asked.family.task(task), Means(**means), Limits(seconds)
    )
    return engines.ask(question)


def named(found):
    return [
        (change.kind, Path(each.file).name, each.line)
        for change in found.changes
        for each in [change.new or change.old]
    ]


def test_of_several_rules_one_is_named_in_a_stepwise_encoding():
    copy("ravensburger", "shortest")
    Path("mine.lp").write_text(
        '#include "my/shortest.lp".\n#program step(t).\n'
        ":- push(_,n,t).\n:- push(_,w,t). :- push(1,e,t).\n"
    )
    asked = answer(BOARD, "shortest", encoding="mine.lp")
    found = explained(asked).rules
    # all plans of two pushes begin with one to the west
    assert named(found) == [("added", "mine.lp", 4)]
    assert (found.minimal, found.known, found.own) == (True, 3, Status.FOUND)


def test_only_rules_are_counted_as_rules():
    rules = "#const n = 1.\n#program base.\np(n).\n:- p(1).\n:- p(n+1).\n#show p/1.\n#defined q/0."
    Path("mine.lp").write_text(rules)
    done = run("solve", "mine.lp", "--explain")
    assert "% of 3 rules, this rule leaves no answer" in done.stdout, done.stdout


def test_what_was_changed_and_dropped_is_named():
    entry = copy("ravensburger", "shortest")
    text = Path("my/dynamics.lp").read_text()
    old = next(line for line in text.splitlines(True) if line.startswith("arrived(T)"))
    Path("my/dynamics.lp").write_text(text.replace(old, ""))
    dropped = explained(answer(BOARD, "shortest", encoding=str(entry))).rules
    line = text[: text.index(old)].count("\n") + 1
    assert named(dropped) == [("dropped", "dynamics.lp", line)]
    Path("my/dynamics.lp").write_text(
        text.replace(old, old.replace("avatar(X,Y,T)", "avatar(Y,9,T)"))
    )
    changed = explained(answer(BOARD, "shortest", encoding=str(entry))).rules
    assert named(changed) == [("changed", "dynamics.lp", line)]
    assert changed.changes[0].old.line == line


def test_rules_that_only_together_leave_nothing():
    copy("theseus", "shortest")
    text = (
        '#include "my/shortest.lp".\n:- use(_,_,_), not odd.\n'
        "odd :- #count { U : use(U,_,_) } = 1.\n"
        ":- use(U,V,_), use(V,_,_).\n:- #count { U : use(U,_,_) } > 900.\n:- odd.\n"
    )
    Path("mine.lp").write_text(text)
    found = explained(answer("theseus/hemme.plan", "shortest", encoding="mine.lp")).rules
    lines = {line for _, _, line in named(found)}
    assert found.minimal
    assert 5 not in lines
    assert lines
    # by hand: the named ones leave nothing, and each one is needed
    kept = text.split("\n")
    asked = puzzle.load(ROOT / "instances/theseus/hemme.plan")
    for number in range(1, len(lines) + 1):
        for some in itertools.combinations(sorted(lines), number):
            constraints = [n for n in range(2, 7) if kept[n - 1].startswith(":-") and n not in some]
            Path("part.lp").write_text(
                "\n".join("" if n in constraints else line for n, line in enumerate(kept, 1))
            )
            question = Question(
                asked.family,
                asked.instance,
                asked.family.task("shortest"),
                Means(encoding="part.lp"),
                Limits(60),
            )
            program = encoding.load(Path("part.lp"))
            facts = asked.family.facts(question.instance)
            status = driver.run(driver.ClingoProgram(program, facts)).status
            assert (status is Status.NONE) == (len(some) == len(lines))


def test_a_constant_that_leaves_nothing_is_found_by_trying():
    entry = copy("alice", "shortest")
    base = Path("my/maze.lp")
    base.write_text(base.read_text() + "\n#const least = 99.\n")
    Path("my/shortest.lp").write_text(
        entry.read_text() + "\n#program base.\n:- least > 90, goal(_,_).\n"
    )
    found = explained(answer("alice/example.alice", "shortest", encoding=str(entry))).rules
    assert named(found) == [("added", "shortest.lp", found.changes[0].new.line)]
    assert "least > 90" in found.changes[0].new.text


@pytest.mark.slow
def test_where_it_does_not_lie_in_the_rules():
    copy("ravensburger", "shortest")
    Path("mine.lp").write_text('#include "my/shortest.lp".\n:- field(9,9).\n')
    found = explained(answer("ravensburger/unsolvable-3x3.lp", "shortest", encoding="mine.lp"))
    assert found.rules.status is Status.NONE
    assert found.rules.own is Status.NONE
    assert any("is closed" in line for line in found.why.words)
    told = list(rules.lines(found.rules))
    assert told == [
        "the rule beside the task's own is not the cause, so none is named",
        "by the task's own rules there is none, either",
    ]


def test_an_encoding_of_ones_own_from_scratch():
    Path("mine.lp").write_text(
        "1 { push(Z,D,1) : field(Z,_), D = (n;s) } 1.\n\n:- push(Z,_,1), Z > 0.\n:- field(0,0).\n"
        "#show push/3.\n"
    )
    found = explained(answer(BOARD, "plan", encoding="mine.lp")).rules
    assert [line for _, _, line in named(found)] == [1, 3]
    assert found.minimal


@pytest.mark.parametrize(
    ("name", "task"),
    few(
        [
            (BOARD, "plan"),
            ("alice/example.alice", "unique"),
            ("theseus/two.plan", "shortest"),
            (BOARD, "all"),
            ("fractal/treasure.lab", "escape"),
            ("fractal/treasure.lab", "shortest"),
            ("alice/example.alice", "shortest"),
            ("dungeon/demo.dungeon", "solve"),
            ("dungeon/demo.dungeon", "minimal-keys"),
        ],
        3,
    ),
)
def test_in_all_families_a_rule_that_leaves_nothing_is_named(name, task):
    family = name.split("/")[0]
    shutil.copytree(resources.encodings(family), "my")
    Path("mine.lp").write_text(
        f'#include "my/{task}.lp".\nspare(1..2).\n:- not never.\n:- spare(3).\n#defined never/0.\n'
    )
    if family == "theseus":
        Path("theseus").mkdir()
        Path(name).write_text("+-G-+---+\n|   o   |\n+---+-o-+\n|   o   |\n+-S-+---+\n")
        name = Path(name).absolute()
    asked = answer(name, task, encoding="mine.lp")
    assert asked.status is Status.NONE
    found = explained(asked).rules
    assert named(found) == [("added", "mine.lp", 3)]
    assert (found.minimal, found.known) == (True, 3)


@pytest.mark.parametrize(
    ("name", "task", "rule"),
    [
        ("alice/example.alice", "plan", ":- move(_,_,_,_,t)."),
        ("dungeon/trap.dungeon", "solve", ":- leg(_,_,_,t)."),
    ],
)
def test_an_overlay_with_steps_is_no_trouble_for_requirements_without(name, task, rule):
    Path("mine.lp").write_text(f"#program step(t).\n{rule}\n")
    asked = answer(name, task, overlays=("mine.lp",))
    told = "\n".join(explaining.lines(asked, explained(asked)))
    assert "can be met, so the cause is something else that was asked" in told
    assert f"  added: mine.lp:2: {rule}" in told
    assert "never grounded" not in told


def test_each_search_gets_a_share_of_what_is_left(monkeypatch):
    given = []

    def fake(result):
        def search(_answer, seconds, _stop):
            given.append(seconds)
            return result

        return search

    nothing = rules.RuleConflict(Status.NONE)
    for module, name, result in (
        (explaining, "why", "no word"), (rules, "find", nothing), (explaining, "explain", "none"),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, fake(result))
    asked = puzzle.load(ROOT / "instances" / BOARD)
    for seconds, ago, most in ((40, 0, 40), (40, 35, 5), (40, 50, 0.1), (None, 50, 10)):
        question = Question(
            asked.family,
            asked.instance,
            asked.family.task("plan"),
            Means(encoding="mine.lp"),
            Limits(seconds),
            time.monotonic() - ago,
        )
        given.clear()
        for status in (Status.NONE, Status.UNKNOWN):
            explained(Answer(status=status, question=question, engine="clingo"))
        assert len(given) == 4
        assert max(given) <= most
        if seconds:
            assert given[0] <= max(most / 2, 0.1)  # the others get something, too


def test_a_limit_bounds_all_of_it():
    """A stepwise encoding without an end: nothing is known, and the reasons within the limit."""
    copy("fractal", "shortest")
    Path("endless.lp").write_text('#include "my/shortest.lp".\n#program check(t).\n:- query(t).\n')
    words = ("--task", "shortest", "--encoding", "endless.lp", "--explain", "--time-limit", 1)
    done = run("solve", "fractal/alice.lab", *words, "--format", "json", cwd=Path.cwd(), timeout=60)
    assert done.returncode == 3, done.stderr
    row = json.loads(done.stdout)
    assert row["status"] == "unknown"
    told = row["explanation"]["rules"]
    if told["status"] == "found":  # else this machine is slow
        assert [each["variant"]["line"] for each in told["changes"]] == [3]
        assert told["own"] == "found"
    else:
        assert told["reason"]
    assert row["explanation"]["reasons"]["reason"] == "it is not known that there is none"


def test_the_page_on_json_names_all_of_it():
    row = plain(rules.RuleConflict(Status.UNKNOWN))
    for key in ("rules", *row):
        assert f"`{key}`" in JSON, key
