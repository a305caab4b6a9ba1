"""Texts and facts, there and back; hostile input; what is ambiguous."""

from __future__ import annotations

import contextlib
import random

import pytest
from fractal_ask import INSTANCES, ask, load, read, small
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import QUICK, few, many

from pylab.base.errors import InstanceError, SourceError, WitnessError
from pylab.families.fractal.family import FAMILY
from pylab.families.fractal.model import Goal, Pushdown, Rule, Run, natural
from pylab.families.fractal.pds import export, mangled, plain, system_of
from pylab.text.fact_files import read_facts
from pylab.text.source import Source

SEEDS = range(700, 715)

FACTS = (
    'visit(0,stack,"1").', 'visit(1,stack("A"),"b").', 'end("1").', 'end("a").', "exits.", "none.",
    'reason(start,"a",walk("1")).', 'reason("1","A.b",through("A","A.1")).', 'class(1,"a").',
    'reason(start,"b",into("A","A.b")).', 'class(2,"b").', 'reached("a").', 'reached(start,"a").',
    'reached("a","b").', "automaton.", 'trans("a",bottom,victory).', 'popped(0,"a").',
    'popped(1,"b").', 'by("a","b","a",1).', 'between("a","b","a",1,"b").',
)  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_labyrinths_there_and_back(seed):
    labyrinth = small(random.Random(seed))
    assert read(FAMILY.write(labyrinth)) == labyrinth
    assert FAMILY.from_facts(FAMILY.facts(labyrinth)) == labyrinth
    assert FAMILY.facts(labyrinth) == sorted(FAMILY.facts(labyrinth), key=lambda f: f.symbol)
    system = system_of(labyrinth)
    exported = read(export(labyrinth), "x.pds")
    assert FAMILY.from_facts(FAMILY.facts(exported)) == exported
    assert [(plain(r.state), plain(r.symbol)) for r in exported.rules] == [
        (r.state, r.symbol) for r in system.rules
    ]
    assert read(FAMILY.write(exported), "x.pds") == exported


@pytest.mark.parametrize("seed", few(SEEDS, 6))
def test_witnesses_there_and_back(seed):
    labyrinth = small(random.Random(seed))
    for instance, tasks in (
        (labyrinth, ("escape", "shallowest", "exits", "winning")),
        (read(export(labyrinth), "x.pds"), ("escape", "winning")),
    ):
        for task in tasks:
            witness = ask(instance, task, "native")[1][0].witness
            assert FAMILY.read_witness(Source("w", FAMILY.show(witness))) == witness
            facts = "\n".join(map(str, FAMILY.encode(witness)))
            assert FAMILY.read_witness(Source("w", facts)) == witness


def test_long_programs_there_and_back():
    for nested in (12,) if QUICK else (12, 40):
        instance = FAMILY.generate(None, nested=nested)
        for puzzle in (instance, read(export(instance), "x.pds")):
            witness = ask(puzzle, "escape", "native")[1][0].witness
            assert FAMILY.read_witness(Source("w", FAMILY.show(witness))) == witness
            facts = "\n".join(map(str, FAMILY.encode(witness)))
            assert FAMILY.read_witness(Source("w", facts)) == witness
            beginning = FAMILY.read_witness(Source("w", FAMILY.unfold(puzzle, witness, 30)))
            assert len(beginning.configurations) == 31


@pytest.mark.slow
def test_unfolding_is_the_run_that_the_program_stands_for():
    instance = FAMILY.generate(None, nested=9)
    witness = ask(instance, "shortest", "native")[1][0].witness
    whole = FAMILY.read_witness(Source("w", FAMILY.unfold(instance, witness, 10**6)))
    assert isinstance(whole, Run)
    verdict = FAMILY.check(instance, whole)
    assert verdict.valid
    assert verdict.summary.startswith("2045 corridors")
    moves = len(whole.configurations) - 1
    assert FAMILY.unfold(instance, witness, moves).startswith(f"% a run of {moves} moves\n")
    for run in (whole, witness):
        told = FAMILY.unfold(instance, run, moves - 1)
        assert told.startswith(f"% the first {moves - 1} moves of a run\n")


def test_the_plain_kind_of_file():
    alice = load("alice.lab")
    assert alice.start == "inner.start"
    assert alice.goal == Goal()
    assert alice.outer() == [str(n) for n in range(1, 13)]
    assert alice.boxes() == list("ABCD")


@pytest.mark.parametrize(
    ("text", "start", "goal", "cliques"),
    [
        ("start A.3\n1 A.1", "start", "escape", 2),
        ("start 2\n1 2", "2", "escape", 1),
        ("start 2\n1 2\nA.start 1", "start", "escape", 3),
        ("start: A.1\n1 A.1", "A.1", "escape", 1),
        ("goal A.1\n1 A.2", "goal", "escape", 2),
        ("goal at 2\n1 2", "1", "at 2", 1),
        ("1 2\ngoal at goal\ngoal 1", "1", "at goal", 2),
        ("1 goal\ngoal at 1", "1", "at 1", 1),
        ("1 goal\nat 2\ngoal at 1", "1", "escape", 3),
        ("1 at\ngoal at 1", "1", "at 1", 1),
        ("1 start\nx 2", "1", "escape", 2),
        ("1 2\nx start", "1", "escape", 2),
        ("2 x reach goal\n1", "2", "escape", 2),
        ("1 2\ngoal: at goal\ngoal 1", "1", "at goal", 2),
        ("1 2 # goal at 2", "1", "escape", 1),
        ("goal reach inner.x 2\n1 2\n2 inner.x", "1", "reach 2 inner.x", 2),
        ("a -> b", "a", "escape", 0),
    ],
)
def test_words_that_may_be_locations(text, start, goal, cliques):
    labyrinth = read(text)
    assert labyrinth.start == start
    assert str(labyrinth.goal) == goal
    assert len(labyrinth.cliques) == cliques
    assert read(FAMILY.write(labyrinth)) == labyrinth


def test_what_is_written_is_read_as_the_same_whatever_locations_are_called():
    rng, words = random.Random(1), ("start", "goal", "at", "reach", "accept", "1", "2")
    seen = 0
    for _ in range(300 if QUICK else 3000):
        rows = [
            " ".join(
                rng.choice(("", "", "A.")) + rng.choice(words) for _ in range(rng.randint(1, 4))
            )
            for _ in range(rng.randint(1, 4))
        ]
        with contextlib.suppress(SourceError):
            labyrinth = read("\n".join(rows))
            seen += 1
            assert read(FAMILY.write(labyrinth)) == labyrinth, rows
    assert seen > 200


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, "expected locations"),
        ("# nothing\n", 2, 1, "expected locations"),
        ("1 A.", 1, 3, "expected a location"),
        ("1 .y", 1, 3, "expected a location"),
        ("1 A..y", 1, 3, "expected a location"),
        ("1 inner.A.y", 1, 3, "one name"),
        ("1 A.inner", 1, 3, "one name"),
        ("1 a(b)", 1, 3, "expected a location"),
        ("1 2\n3 ->", 2, 1, "one location on each side"),
        ("1 2\n3 -> 4 5", 2, 1, "one location on each side"),
        ("1 2\ngoal at 9", 2, 9, "of the labyrinth"),
        ("1 2\ngoal at", 2, 6, "expected a goal"),
        ("1 2\ngoal: nowhere 2", 2, 7, "expected a goal"),
        ("1 A.2\ngoal at A.2", 2, 9, "outer or inside"),
        ("start 1\n1 2\nstart 2", 3, 1, "expected one line"),
        ("start 7\n1 2", 1, 7, "of the labyrinth"),
        ("inner.a 1\ninternal.a 2", 2, 1, "one spelling"),
        ("1 " + ".".join("A" * 40), 1, 3, "at most 32 parts"),
        ("1 " + "x" * 500, 1, 3, "at most 200 characters"),
        ("(p", 1, 3, "expected '<'"),
        ("(p <a>) p <a> --> q", 1, 20, "expected '<'"),
        ("(p <a>) p <a b> --> q <>", 1, 14, "expected '>' after at most 1 symbol, found 'b'"),
        (f"(p <{'a ' * 1001}>)", 1, 2005, "expected '>' after at most 1000 symbols"),
        ("(p <a>) p <> --> q <>", 1, 12, "a stack symbol"),
        ("(p <a>) p <a> -> q <>", 1, 15, "expected '-->'"),
        ("(p <a>)) ", 1, 8, "a state"),
    ],
)
def test_errors_have_their_place(text, line, column, expected):
    with pytest.raises(InstanceError, match=expected) as caught:
        read(text)
    assert caught.value.place is not None
    assert (caught.value.place.line, caught.value.place.column) == (line, column)
    assert "found" in caught.value.message


@settings(max_examples=many(60), deadline=None)
@given(st.text(alphabet='ab1.# \n->():<>startgoal\\"%,\t', max_size=60))
def test_any_text_is_read_or_refused(text):
    for name in ("x.lab", "x.pds"):
        try:
            instance = read(text, name)
        except InstanceError:
            pass
        else:
            assert FAMILY.from_facts(FAMILY.facts(instance)) == instance
            assert read(FAMILY.write(instance), name) == instance


@settings(max_examples=many(120), deadline=None)
@given(
    st.lists(st.sampled_from(FACTS), max_size=5),
    st.text(alphabet='ab1.: <->by\nendclasstatesreached%(),"', max_size=20),
)
def test_any_witness_is_read_or_refused(facts, text):
    try:
        witness = FAMILY.read_witness(Source("w", "\n".join([*facts, text])))
    except WitnessError:
        return
    instance = load("alice.lab")
    assert FAMILY.read_witness(Source("w", FAMILY.show(witness))) == witness
    FAMILY.check(instance, witness)
    FAMILY.check(system_of(instance), witness)
    assert FAMILY.draw(instance, witness).render().startswith("<svg")
    FAMILY.picture(instance, witness)


@given(st.text(min_size=1, max_size=12))
def test_mangled_names_come_back(name):
    identifier = mangled(name)
    assert plain(identifier) == name
    assert identifier.replace("_", "a").isalnum()
    assert not identifier[0].isdigit()


@pytest.mark.parametrize(
    "facts",
    [
        'corridor(1,"1").',
        'start("1"). start("2").',
        "start(1).",
        'start("1"). goal(at(1)).',
        'start("1"). goal(escape). goal(at("1")).',
        'start("1"). goal(nowhere).',
        'start("1"). port("A","2","A.3").',
        'start("1"). outer("7").',
        'start("A..3").',
        'rule(1,"p","a","q").',
        'initial("p"). rule(1,"p","a","q"). writes(1,2,"b").',
        'initial("p"). rule(1,"p","a","q"). rule(1,"p","b","q").',
        'initial("p"). writes(1,1,"b").',
        'initial("p"). stacked(2,"b").',
        'initial("p"). start("1").',
        'initial("p q").',
        'initial("p"). goal(reach("p q")).',
        'start("1"). goal(at("A.1")).',
        'start("1"). goal(at("\x1b[2J")).',
    ],
)
def test_facts_that_make_no_puzzle(facts):
    from pylab.text.fact_files import read_facts

    with pytest.raises(SourceError, match="expected"):
        FAMILY.from_facts(read_facts(Source("x.lp", facts), FAMILY.vocabulary))


def test_options():
    alice = load("alice.lab")
    assert FAMILY.adapt(alice, goal="reach 3 4").goal == Goal("reach", ("3", "4"))
    assert FAMILY.adapt(alice, start="A.5").start == "A.5"
    for options in ({"goal": "at 99"}, {"goal": "at A.3"}, {"goal": "x"}, {"start": "99"}):
        with pytest.raises(InstanceError, match="expected"):
            FAMILY.adapt(alice, **options)
    system = read("(p <a>)\np <a> --> q <b>\nr <b> --> r <>", "x.pds")
    assert ask(system, "escape", "native")[0].status.value == "none"
    for engine in ("native", "clingo"):
        assert ask(system, "escape", engine, goal="reach q")[0].status.value == "found"
        assert ask(system, "escape", engine, goal="reach r")[0].status.value == "none"
        assert ask(system, "escape", engine, goal="at q")[0].status.value == "none"


def test_pushdown_systems_in_general():
    """Any number of symbols written, a stack of several, a goal state."""
    system = Pushdown(
        (
            Rule("p", "a", "q", ("b", "b", "c")),
            Rule("q", "b", "q", ()),
            Rule("q", "c", "r", ("d",)),
            Rule("r", "d", "s", ()),
            Rule("s", "z", "t", ()),
        ),
        "p",
        ("z", "a"),
    )
    for goal, status in (("escape", "found"), ("at t", "found"), ("at q", "none")):
        for engine in ("native", "clingo"):
            report, (found,) = ask(system, "escape", engine, goal=goal)
            assert report.status.value == status
            assert found.verdict.problems == ()
            assert status == "none" or found.verdict.summary == "6 moves, highest stack 4"


def test_tasks_that_pushdown_systems_lack():
    system = read("(p <a>)\np <a> --> q <>", "x.pds")
    for engine in ("native", "clingo"):
        for task in ("shortest", "moves", "shallowest", "exits"):
            with pytest.raises(InstanceError, match="expected a labyrinth"):
                ask(system, task, engine)


def test_natural_order():
    names = ["A.10", "10", "inner.b", "A.2", "2", "x", "A.B.1"]
    assert sorted(names, key=natural) == ["2", "10", "x", "A.2", "A.10", "inner.b", "A.B.1"]


def test_going_native():
    task = FAMILY.task("escape")
    assert not FAMILY.native.preferred(load("alice.lab"), task)
    assert "locations" in FAMILY.native.preferred(FAMILY.generate(None, nested=1000), task)


def test_every_instance_says_what_it_is():
    for path in INSTANCES.glob("*.lab"):
        assert path.read_text().startswith("# ")


def test_a_goal_on_no_corridor_is_written_where_it_is_read():
    made = FAMILY.from_facts(
        read_facts(
            Source("x.lp", 'corridor(1,"2"). corridor(1,"A.1"). oneway("2","A.1"). '
                   'port("A","1","A.1"). outer("1"). outer("2"). start("2"). goal(reach("1")).'),
            FAMILY.vocabulary,
        )
    )  # fmt: skip
    text = FAMILY.write(made)
    assert text.splitlines()[-2:] == ["2 A.1", "2 -> A.1"]  # 1 is in the copy A
    assert read(text) == made
    assert FAMILY.write(read(text)) == text
