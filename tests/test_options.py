"""The table of options: every front end has what stands there, and says what it is."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import click
import pytest
from inprocess import call
from projects import ROOT

import pylab
from pylab.base.errors import PylabError
from pylab.bench.identity import digest, identity
from pylab.bench.jobs import expand
from pylab.bench.sweep import Puzzles, Sweep, SweepVariant
from pylab.bench.sweepfile import SweepError, read_sweep
from pylab.cli.bench.plan import command as plan
from pylab.cli.solve import command as solve
from pylab.core import options
from pylab.core.options import ASK, SOLVE, SWEEP, TABLE, VARIANT, Key, Kind, Limits, Means, Need
from pylab.core.puzzle import load, located
from pylab.core.question import Question, typed
from pylab.encoding.clingo_options import threads
from pylab.family import registry
from pylab.text.source import Source

BOARD = "ravensburger/square-2x2.lp"
WRONG = {Kind.SECONDS: "x", Kind.WHOLE: "x", Kind.PAIRS: ["a=1"], Kind.FLAG: 1}
VALUES = {
    "consequences": "brave",
    "opt_mode": "ignore",
    "engine": "clingo",
    "theory": "clingcon",
    "models": 3,
    "seconds": 2.5,
    "megabytes": 900,
}
BY_KIND = {
    Kind.WORD: "x", Kind.FILE: "plan", Kind.FILES: ("x.lp",), Kind.WORDS: ("--seed=1",),
    Kind.PREDICATES: ("push/3",),
    Kind.COMMAND: ("true",), Kind.PAIRS: {"length": "3"}, Kind.FLAG: True, Kind.WHOLE: 2,
}  # fmt: skip


def value(option):
    """One that isn't the default."""
    return VALUES.get(option.field, BY_KIND.get(option.kind))


def test_all_fields_are_options_but_for_those_that_no_one_names():
    every = {each.name for each in (*fields(Means), *fields(Limits))}
    assert every - set(TABLE) == {"options", "detailed"}
    for names in ("name", "flag", "entry"):
        told = [getattr(each, names) for each in TABLE.values()]
        assert len({*told}) == len(told)


def test_a_notebooks_arguments_are_those_of_the_table():
    typed = inspect.signature(options.arguments).parameters
    own = {"puzzle", "task", "family", "on_progress", "stop", "raise_invalid", "options"}
    assert set(typed) - own == {each.name for each in options.of(ASK, SOLVE)}
    for ask in (pylab.solve, pylab.witnesses):
        assert inspect.signature(ask).parameters == typed
    for each in options.of(ASK, SOLVE):
        default = getattr(Means() if hasattr(Means, each.field) else Limits(), each.field)
        assert (typed[each.name].default or None) == (default or None)
        assert f"        {each.name}" in pylab.solve.__doc__


def test_a_command_has_the_flags_of_the_table_with_its_help():
    known = {each.name: each for each in solve.params}
    for each in options.of(ASK, SOLVE):
        assert each.flag in known[each.field].opts
        assert known[each.field].help.startswith(each.help[:-1])
        assert known[each.field].shell_complete(click.Context(solve), "x") is not None
    sweep = {flag for each in plan.params for flag in each.opts}
    own = {"--clingo-option"}  # a sweep has --configuration
    assert {each.flag for each in options.of(VARIANT)} - own <= sweep
    assert {each.flag for each in options.of(SWEEP)} <= sweep


def test_the_same_value_is_the_same_wherever_it_is_given():
    for each in options.of(VARIANT):
        text = json.dumps(value(each)).replace(": ", " = ")
        head = '[[instances]]\nfiles = ["x.lp"]\n[[variants]]\nname = "v"\n'
        (variant,) = read_sweep(Source("s.toml", f"{head}{each.entry} = {text}\n")).variants
        means, limits = options.read({each.name: value(each)})
        if each.field == "command":
            means = replace(means, engine="command")
        assert (variant.means, variant.models) == (means, limits.models)


@pytest.mark.parametrize("name", TABLE)
def test_a_wrong_value_is_an_error_with_the_line(name):
    option, wrong = TABLE[name], WRONG.get(TABLE[name].kind, 5)
    where = "name = 's'\n" if SWEEP in option.users else ""
    head = '[[instances]]\nfiles = ["x.lp"]\n[[variants]]\nname = "v"\n' if not where else ""
    with pytest.raises(SweepError) as raised:
        read_sweep(Source("s.toml", f"{where}{head}{option.entry} = {json.dumps(wrong)}\n"))
    assert str(raised.value).startswith(f"s.toml:{2 if where else 5}:1: expected ")
    if {ASK, SOLVE} & {*option.users}:
        with pytest.raises(PylabError, match=option.name):
            pylab.solve(BOARD, **{option.name: wrong})


@pytest.mark.parametrize("engine", ["native", "both", "command"])
def test_an_engine_refuses_what_it_can_not_use_by_its_name(engine):
    useless = {"native": (Need.ENCODING, Need.CLINGO), "command": (Need.CLINGO,)}
    asked = {"command": ["true"]} if engine == "command" else {"engine": engine}
    for each in options.of(ASK, SOLVE):
        if each.need in useless.get(engine, useless["native"]):
            with pytest.raises(PylabError, match=f'^{each.name} is for engine="clingo"'):
                pylab.solve(BOARD, **asked, **{each.name: value(each)})


def test_what_can_change_an_answer_is_in_the_key():
    puzzle = load(BOARD)
    plain = digest(identity(Question.of(puzzle, "all")))
    for each in options.of(VARIANT):
        if each.key is Key.CONTENT or each.field == "theory":  # by files and versions
            continue
        other = digest(identity(Question.of(puzzle, "all", **{each.name: value(each)})))
        assert (other != plain) is (each.key is Key.VALUE), each.name


def test_the_json_says_with_what_was_asked(tmp_path):
    judge = tmp_path / "judge.lp"
    judge.write_text("wrong(1) :- #count{ 1 } = 0.\n")
    told = json.loads(
        call(f"solve {BOARD} --format json --judge {judge} --task all -c length=3").out
    )
    means = told["question"]["means"]
    assert (means["judges"], means["constants"]) == ([str(judge)], {"length": "3"})
    assert {*TABLE} <= {*means, *told["question"]["limits"]}
    assert {*means} == {each.name for each in fields(Means)}


def test_the_page_on_commands_has_the_names_that_differ():
    page = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    for each in TABLE.values():
        plain = each.flag.strip("-").replace("-", "_")
        assert (each.name == plain) != bool(
            re.search(rf"`{each.flag}`\s+is\s+`{each.name}`", page)
        ), each.flag


IDLE = [
    ("alice/twins.alice --depth 2", "--depth has no effect on the task shortest: it is for tree"),
    ("dungeon/trap.dungeon --alpha 1", "--alpha has no effect on the task solve: it is for priced"),
    ("dungeon/trap.dungeon --task priced --weight 2", "--weight has no effect on the task priced"),
    ("dungeon/trap.dungeon --weight 2 --engine clingo", "--weight is for --engine native"),
    (
        "dungeon/trap.dungeon --task margin --repair --engine clingo",
        "--repair is for --engine native",
    ),
    ("fractal/sealed.lab --task exits --anywhere", "--anywhere has no effect on the task exits"),
    ("fractal/sealed.lab --task exits --with anywhere", "--anywhere has no effect on the task"),
    ("fractal/sealed.lab --task winning --start 1", "--start has no effect on the task winning"),
    ("theseus/hemme.plan --task log --room 1", "--room has no effect on the task log"),
]


@pytest.mark.parametrize(("words", "told"), IDLE)
def test_a_familys_option_without_effect_is_refused_everywhere(words, told):
    file = words.split()[0]
    given = solve.make_context("solve", words.split()).params
    values = {name: given[name] for name in TABLE if name in given}
    own = {n.removeprefix("of_family_"): v for n, v in given.items() if n.startswith("of_family_")}
    means, _ = options.chosen(values | {"options": {n: v for n, v in own.items() if v is not None}})
    done = call(f"solve {words}")
    assert (done.code, told in done.err) == (2, True)
    with pytest.raises(PylabError, match=options.renamed(told)):
        pylab.solve(
            file, given["task"], engine=means.engine, overlays=means.overlays, **means.options
        )
    files = Puzzles("", (str(located(file)),))
    tasks = filter(None, [given["task"]])
    with pytest.raises(PylabError, match=f"variant 'v': {told}"):
        expand(
            Sweep("s", (files,), (SweepVariant("v", means=means),), (*tasks,)), Path(), Path("made")
        )


@pytest.mark.parametrize(
    ("command", "more"),
    [("facts", ""), ("draw", ""), ("draw", "--witness x.out"), ("watch", "--witness x.out"),
     ("validate", "x.out")],
)  # fmt: skip
def test_an_option_of_the_search_is_refused_where_there_is_none(command, more):
    done = call(f"{command} dungeon/trap.dungeon {more} --weight 2")
    assert (done.code, "--weight is for a search" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("dungeon/trap.dungeon --alpha 2", "--alpha has no effect on the task solve"),
        ("alice/example.alice --depth 3", "--depth has no effect on the task"),
        (f"{BOARD} --time-limit 3", "--time-limit is for a search: use --solve"),
        (f"{BOARD} --memory-limit 3000", "--memory-limit is for a search: use --solve"),
        (f"{BOARD} --no-solve --task all", "--task is for a search: leave out --no-solve"),
    ],
)
def test_a_picture_of_the_puzzle_alone_takes_nothing_that_is_for_answers(words, told):
    done = call(f"draw {words}")
    assert (done.code, told in done.err) == (2, True)


def test_threads_are_clingos_and_count_for_the_limit_of_cpu_time():
    found = json.loads(call(f"solve {BOARD} --task shortest --threads 2 --format json").out)
    assert (found["question"]["means"]["threads"], found["cost"], found["engine"]) == (
        2,
        1,
        "clingo",
    )
    both = call(f"solve {BOARD} --threads 2 --clingo-option=--parallel-mode=3")
    assert (both.code, "parallel-mode" in both.err) == (2, True)
    assert call(f"solve {BOARD} --threads 65").code == 2
    means, _ = options.read({"threads": 3, "clingo_options": ["--seed=1"]})
    assert means.clingo_arguments == ("--seed=1", "--parallel-mode=3")
    assert threads(means.clingo_arguments) == 3


@pytest.mark.parametrize("words", ["alice/twins.alice --help", "--help --family alice"])
def test_help_lists_the_options_of_the_family_at_hand(words):
    told, plain = call(f"solve {words}").out, call("solve --help-all").out
    assert "Options for alice:" in told
    assert "--backwards" in told
    assert "--two-way" not in told
    assert "--backwards" not in plain
    assert "--help --family NAME" in " ".join(plain.split())


def test_help_and_completion_load_no_clingo():
    code = "import sys, pylab.cli.solve, pylab.core.options; print('clingo' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "False\n"


def test_a_small_puzzle_is_solved_without_slow_modules():
    """Each of them takes milliseconds to import."""
    words = [sys.executable, "-X", "importtime", "-m", "pylab_asp", "solve", BOARD]
    done = subprocess.run(words, capture_output=True, check=True, text=True)
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "pylab.engines.driver" in loaded
    slow = {"hashlib", "importlib.metadata", "json", "pkgutil", "shlex", "subprocess", "tempfile"}
    assert not loaded & slow


def test_words_for_yes_and_no_count_and_no_others(tmp_path):
    for word, meant in (("YES", True), ("on", True), (1, True), ("Off", False), (0, False)):
        assert pylab.solve(BOARD, no_undo=word).answer.question.options == {"no_undo": meant}
        (tmp_path / "head.lp").write_text(f"% Options: no_undo={word}\n")
        asked = Question.of(load(BOARD), overlays=[str(tmp_path / "head.lp")])
        assert asked.options == {"no_undo": meant}
    for wrong in ("maybe", 2, [1]):
        with pytest.raises(PylabError, match="expected true or false for no_undo, found"):
            pylab.solve(BOARD, no_undo=wrong)
    text = "[[instances]]\nfiles = ['x.lp']\n[[variants]]\nname = 'v'\noptions = {{ {} = {} }}\n"
    for name, told in (("no_undo", "true or false"), ("weight", "a number"), ("alpha", "an int")):
        with pytest.raises(SweepError, match=rf"(?s)s.toml:5:13.*expected {told}.* for {name}"):
            read_sweep(Source("s.toml", text.format(name, "'heavy'")))


def test_an_empty_text_is_no_value_of_a_familys_option():
    for family in registry.families():
        for option in family.options:
            if isinstance(option.default, str):
                with pytest.raises(PylabError, match=f"^expected some text for {option.name}, "):
                    typed(family, {option.name: ""})


def test_a_wrong_option_in_a_head_is_told_with_its_place(tmp_path):
    head = tmp_path / "head.lp"
    for line, told in (
        ("no_undo=maybe", "expected true or false for no_undo, found 'maybe'"),
        ("nosuch=yes", "--nosuch is no option of ravensburger"),
    ):
        head.write_text(f"% Purpose: nothing.\n% Options: {line}\n")
        done = call(f"solve {BOARD} --task shortest --with {head}")
        assert (done.code, "head.lp:2:12" in done.err, told in done.err) == (2, True, True)
