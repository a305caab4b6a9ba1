"""Readers: linear by the work they do, no number too long, nothing that steers a terminal."""

from __future__ import annotations

import random
import re

import pytest
from fractal_ask import FAMILY, read
from projects import QUICK, few, many
from work_counted import lines_run

from pylab.base.errors import SourceError
from pylab.families.fractal import lab
from pylab.families.fractal.model import START, VICTORY, Partition, natural, ordered
from pylab.families.fractal.pds import export
from pylab.families.fractal.witness import CLASS, REACHED, WITNESS_FORMAT
from pylab.text.fact_files import read_facts
from pylab.text.facts import write_facts
from pylab.text.source import Source


def from_facts(text):
    return FAMILY.from_facts(read_facts(Source("x.lp", text), FAMILY.vocabulary))


def facts_of(text):
    return write_facts(FAMILY.facts(read(text, "x")))


def witness(text):
    """A witness in facts, without what all families' answers go through first."""
    facts = read_facts(Source("w", text), WITNESS_FORMAT.vocabulary, SourceError, full_stops=False)
    return WITNESS_FORMAT.witness(facts)


INSTANCES = {
    "cliques": lambda n: "".join(f"{i} A.{i + 1}\n" for i in range(n)),
    "a long clique": lambda n: " ".join(map(str, range(n))) + "\n",
    "one-ways": lambda n: "".join(f"{i} -> A.{i + 1}\n" for i in range(n)),
    "nested": lambda n: "".join(f"A.B.C.{i} {i}\n" for i in range(n)),
    "inside": lambda n: "".join(f"inner.{i} internal.x{i}\n" for i in range(n)),
    "comments": lambda n: "# nothing\n\n" * n + "1 2\n",
    "lines that may be a start": lambda n: "start A.1\n" * n + "1 A.1\n",
    "lines that may be goals": lambda n: "goal at\n" * n + "1 at\n",
    "goals": lambda n: (
        "".join(f"{i}\n" for i in range(n)) + f"goal at {' '.join(map(str, range(n)))}\n"
    ),
    "rules": lambda n: "(p <a>)\n" + "".join(f"p <a> --> p{i} <a b{i}>\n" for i in range(n)),
    "rules on a line": lambda n: "(p <a>)" + " p <a> --> p <>" * n,
    "a system's goals": lambda n: (
        "(p <a>)\n"
        + "".join(f"p <a> --> p{i} <>\n" for i in range(n))
        + f"goal at <{' '.join(f'p{i}' for i in range(min(n, 900)))}>"
    ),
    "a system's comments": lambda n: "(p <a>)\n" + "# p <a>\n  \n" * n,
}


def facts(line, n, *first):
    """The same fact with each number, behind others."""
    return "\n".join([*first, *(line.format(i, i + 1) for i in range(n))])


WITNESSES = {
    "run": lambda n: facts('visit({0},stack("A"),"1").', n),
    "a deep run": lambda n: 'visit(0,stack("A"' + ',"A"' * n + '),"1").',
    "program": lambda n: facts('reason(start,"{0}",walk("{1}")).', n, 'end("1").'),
    "exits": lambda n: facts('end("{0}").', n, "exits.", 'reached("1").'),
    "partition": lambda n: facts('class({0},"{0}"). class({0},"A.{0}").', n, 'reached("1").'),
    "a class": lambda n: facts('class(1,"{0}").', n, 'reached("1").'),
    "table": lambda n: facts('reached("1","{0}"). reached("1","A.{0}").', n, "none."),
    "automaton": lambda n: facts('trans("p{0}","a","q").', n, "automaton."),
    "closed": lambda n: facts('trans("p{0}","a","q").', n, "none."),
    "derivation": lambda n: facts(
        'by("p{0}","a","q",1). between("p{0}","a","q",1,"r"). between("p{0}","a","q",2,"s").'
        'between("p{0}","a","q",3,"q").', n, 'popped(0,"p"). popped(1,"q").',
    ),
}  # fmt: skip


SIZES = (40, 80, 160) if QUICK else (100, 200, 400)


def linear(work, make):
    """Twice the input, twice the work; four times, four times, and a little for a start."""
    counts = [lines_run(lambda n=n: work(make(n))) for n in SIZES]
    assert counts[1] <= 2.2 * counts[0] + 200, counts
    assert counts[2] <= 2.2 * counts[1] + 200, counts


@pytest.mark.parametrize("name", few(INSTANCES, 2))
def test_instances_are_read_in_linear_work(name):
    linear(lambda text: read(text, "x"), INSTANCES[name])


@pytest.mark.parametrize("name", few(INSTANCES, 2))
def test_facts_are_read_in_linear_work(name):
    texts = {n: facts_of(INSTANCES[name](n)) for n in SIZES}
    linear(from_facts, texts.__getitem__)


@pytest.mark.parametrize("name", few(WITNESSES, 2))
def test_witnesses_are_read_and_written_in_linear_work(name):
    linear(witness, WITNESSES[name])
    made = {n: witness(WITNESSES[name](n)) for n in SIZES}
    linear(FAMILY.show, made.__getitem__)
    encoded = {n: FAMILY.encode(each) for n, each in made.items()}
    linear(WITNESS_FORMAT.witness, encoded.__getitem__)


HUGE = "9" * 5000


@pytest.mark.parametrize(
    "text",
    [
        f"{HUGE} 2",
        f"1 A.{HUGE}",
        f"1 2\ngoal at {HUGE}",
        f"{HUGE}: 1",
        f"(p <a>)\ngoal at <{HUGE}>",
    ],
)
def test_huge_numbers_in_puzzles(text):
    with pytest.raises(SourceError, match="expected") as caught:
        read(text)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "text",
    [
        f"visit({HUGE},stack,1).",
        f'class({HUGE},"1"). reached("1").',
        f'by("p","a","q",{HUGE}). popped(0,"p").',
        f"corridor({HUGE},1).",
    ],
)
def test_huge_numbers_in_answers_and_facts(text):
    with pytest.raises(SourceError, match="expected") as caught:
        FAMILY.read_witness(Source("w", text))
    assert len(str(caught.value)) < 400
    with pytest.raises(SourceError, match="expected"):
        from_facts(text)


def test_a_system_may_have_any_number_as_a_name():
    system = read(f"({HUGE} <{HUGE}>)\n{HUGE} <{HUGE}> --> {HUGE} <>\ngoal at <{HUGE}>")
    assert from_facts(write_facts(FAMILY.facts(system))) == system
    assert FAMILY.picture(system, None)


STEERING = ("\x1b[2J", "\x07", "\x9b31m", "\u202e", "\u200b", "\x7f")


@pytest.mark.parametrize("mark", STEERING)
def test_no_name_steers_a_terminal(mark):
    name = f"a{mark}b"
    for text in (
        f"{name} 1", f"1 A.{name}", f"1 2\nstart: {name}", f"1 2\ngoal at {name}",
        f"({name} <a>)", f"(p <{name}>)", f"(p <a>)\np <{name}> --> p <>",
        f"(p <a>)\np <a> --> {name} <>", f"(p <a>)\ngoal at <{name}>",
    ):  # fmt: skip
        with pytest.raises(SourceError, match="expected") as caught:
            read(text)
        assert mark not in str(caught.value)
        assert caught.value.place is not None
    for text in (
        f'start("{name}").', f'start("1"). corridor(1,"{name}").',
        f'start("1"). oneway("1","A.{name}").', f'start("1"). goal(at("{name}")).',
        f'initial("{name}").', f'initial("p"). stacked(1,"{name}").',
        f'initial("p"). goal(reach("{name}")).', f'initial("p"). rule(1,"p","{name}","p").',
        f'initial("p"). rule(1,"p","a","p"). writes(1,1,"{name}").',
    ):  # fmt: skip
        with pytest.raises(SourceError, match="expected") as caught:
            from_facts(text)
        assert mark not in str(caught.value)
        assert caught.value.place is not None
    for text in (
        f'visit(0,stack("{name}"),"1").', f'end("{name}").', f'reached("{name}").',
        f'class(1,"{name}"). reached("1").', f'trans("{name}","a","q").', f'popped(0,"{name}").',
        f'end("1"). reason(start,"1",walk("{name}")).', f'none. reached(start,"{name}").',
    ):  # fmt: skip
        with pytest.raises(SourceError, match="expected") as caught:
            FAMILY.read_witness(Source("w", text))
        assert mark not in str(caught.value)
        assert caught.value.place is not None


@pytest.mark.parametrize("name", ["a b", "", "a%b", "a\\nb"])
def test_names_that_an_answer_could_not_be_written_with(name):
    with pytest.raises(SourceError, match="a name without blanks"):
        FAMILY.read_witness(Source("w", f'visit(0,stack,"{name}").'))


@pytest.mark.parametrize("goal", ["at <p>", "reach <p q>"])
def test_systems_keep_their_goal(goal):
    text = f"(p <a b>)\np <a> --> q <>\ngoal {goal}\n"
    system = read(text, "x.pds")
    assert str(system.goal) == goal.replace("<", "").replace(">", "")
    assert read(FAMILY.write(system), "x.pds") == system
    assert read(f"# first\ngoal {goal}\n(p <a b>)\np <a> --> q <>\n", "x.pds") == system
    assert from_facts(write_facts(FAMILY.facts(system))) == system
    # a state may be called goal, too
    assert read("(goal <at>)\ngoal <at> --> goal <>", "x.pds").goal.kind == "escape"


@pytest.mark.parametrize(
    ("goal", "column", "expected"),
    [
        ("goal at <r>", 1, "states of the system"),
        ("goal at <>", 1, "states of the system"),
        ("goal at p", 9, "expected '<'"),
        ("goal at <p> goal at <q>", 13, "expected one goal"),
        ("goal escape", 6, "expected '<'"),
    ],
)
def test_goals_that_a_system_lacks(goal, column, expected):
    with pytest.raises(SourceError, match=expected) as caught:
        read(f"(p <a>)\np <a> --> q <>\n{goal}", "x.pds")
    assert (caught.value.place.line, caught.value.place.column) == (3, column)


@pytest.mark.parametrize(
    ("text", "cliques"),
    [
        ("start A.1\n1 2", 2),  # A.1 is no place to start
        ("start A.1\nA.1 1\nA.start 2", 3),
        ("start A.1\nA.1 start", 2),
        ("A.1 start\n1 A.1", 2),
        ("start a.1\nstart a.1\n1 a.1", 3),
    ],
)
def test_a_corridor_from_a_location_called_start(text, cliques):
    labyrinth = read(text)
    assert len(labyrinth.cliques) == cliques
    assert read(FAMILY.write(labyrinth)) == labyrinth


def test_a_goal_on_a_box_is_none():
    system = read(export(read("1 A.1")), "x.pds")
    assert random.Random(0).choice(system.rules)
    with pytest.raises(SourceError, match="outer or inside"):
        from_facts('start("1"). corridor(1,"A.1"). goal(reach("A.1")).')


PIECES = (
    "start", "goal", "goal at", "goal reach", "goal escape", "start:", "goal accept", "inner.",
    "internal.", "A.", ".", "3", "A.3", "inner.start", "inner.goal", "internal.goal", "A.start",
    "A.B.1", "inner", "# x", "red:", "->", "-", "at", "A.goal", "é", "\n", "\n\n", " ", "\t",
    "\r\n", "\x0b", "\u00a0", "\u2028", '"', "x" * 61,
)  # fmt: skip


def mutated(rng: random.Random) -> str:
    """A plain text with some changes, many of which leave it one."""
    rows = ["start inner.start", "goal at inner.goal", "inner.start A.1", "B.2 inner.goal 1"]
    rows += [
        " ".join(rng.choices(("1", "2", "A.1", "B.3", "3"), k=rng.randint(1, 3))) for _ in "ab"
    ]
    text = "".join(f"{row}\n" for row in rng.sample(rows, rng.randint(1, len(rows))))
    for _ in range(rng.randint(0, 2)):
        at, piece = rng.randint(0, len(text)), rng.choice(PIECES)
        text = text[:at] + rng.choice(("", " ", "\n")) + piece + text[at + rng.randint(0, 2) :]
    return text


def read_alike(seeds: range) -> int:
    """How many texts are plain; of these the strict reader reads the same."""
    plain = 0
    for seed in seeds:
        text = mutated(random.Random(seed))
        found = lab._plain(Source("x.lab", text))
        if found is not None:
            plain += 1
            strict = lab._strict(Source("x.lab", text))
            assert (found, found.assumed) == (strict, strict.assumed), text
            assert (found.numbers, found.ends) == (strict.numbers, strict.ends), text
    return plain


def test_plain_texts_are_read_as_the_strict_reader_reads_them():
    assert read_alike(range(1500)) > 300


@pytest.mark.slow
def test_many_plain_texts_are_read_as_the_strict_reader_reads_them():
    assert read_alike(range(10_000, 210_000)) > 40_000


def test_classes_are_written_as_their_facts_are():
    rng = random.Random(43)
    names = ("1", "A.B.2", "inner.s", START, VICTORY, "A.1(even)", 'odd"', "b\\", "c\nd", "é")
    for _ in range(many(2000)):
        some = rng.sample(names, 4) if rng.random() < 0.5 else [str(k) for k in range(40)]
        partition = Partition((tuple(some), tuple(rng.sample(names[:3], 2))), (rng.choice(some),))
        facts = [CLASS.fact((n, each)) for n, c in enumerate(partition.classes, 1) for each in c]
        written = " ".join(WITNESS_FORMAT.show(partition).split("\n")[1:])
        expected = ["none.", str(REACHED.row.fact(partition.reached[0])), *map(str, facts)]
        assert written == " ".join([*expected, ""])
        assert list(map(str, FAMILY.encode(partition))) == expected


def test_names_are_sorted_as_their_keys_are():
    """Whether many of them differ in a last number only, or few."""

    def key(name):
        parts = re.split(r"(\d+)", name)
        numbers = [
            (0, int(p), p) if p.isdecimal() and len(p) < 19 else (1, 0, p) for p in parts if p
        ]
        return [(name.count("."), 0, ""), *numbers]

    rng = random.Random(24)
    heads = ("", "A.", "B.", "A.B.", "inner.", "x", "a1b", "\u0663", "A.x")
    for _ in range(many(1000)):
        some = rng.sample(heads, rng.randint(1, 3))
        ends = [rng.choice(("", "0", "007", "7", "9" * rng.randint(1, 20))) for _ in range(3)]
        ends += [str(rng.randrange(10 ** rng.randint(1, 4))) for _ in range(60)]
        names = [rng.choice(some) + rng.choice(ends) for _ in range(rng.randint(1, 120))]
        assert ordered(names) == tuple(sorted(set(names), key=key))
        assert sorted(names, key=natural) == sorted(names, key=key)
