"""The source's own listing of a labyrinth, written and read back; Moped's configurations."""

from __future__ import annotations

import random

import pytest
from fractal_ask import load, read, small
from projects import call, many

from pylab.base.errors import InstanceError, PylabError
from pylab.families.fractal.membership import membership, parse_configuration
from pylab.families.fractal.model import Labyrinth, Pushdown
from pylab.families.fractal.moped import labyrinth_of, listing
from pylab.families.fractal.pds import export
from pylab.family import registry

FAMILY = registry.get("fractal")
INFINITE = "a X.a\nb X.b\n"


def pairs(labyrinth):
    """Who is joined to whom, in which direction."""
    found = {(p, q) for clique in labyrinth.cliques for p in clique for q in clique if p != q}
    return found | set(labyrinth.oneways)


def test_the_listing_has_nine_lines_and_the_names_as_they_are():
    text = listing(read(INFINITE))
    assert sorted(text.split("\n")) == sorted(
        [
            r"(a <\bot>)",
            r"a <\bot> --> X.a <\bot>",
            r"X.a <\bot> --> a <\bot>",
            r"b <\bot> --> X.b <\bot>",
            r"X.b <\bot> --> b <\bot>",
            r"X.a <\bot> --> a <X \bot>",
            r"a <X> --> X.a <\bot>",
            r"X.b <\bot> --> b <X \bot>",
            r"b <X> --> X.b <\bot>",
            "",
        ]
    )
    assert read(text, "x.pds") == read(INFINITE)


@pytest.mark.parametrize("name", ["alice.lab", "infinite.lab", "nested-5.lab", "treasure.lab"])
def test_shipped_labyrinths_come_back_from_their_listings(name):
    labyrinth = load(name)
    again = read(listing(labyrinth), "x.pds")
    assert isinstance(again, Labyrinth)
    assert pairs(again) == pairs(labyrinth)
    assert (again.start, again.goal) == (labyrinth.start, labyrinth.goal)


def test_rules_for_getting_out_stand_for_each_outer_location():
    text = listing(read(INFINITE), out=True)
    added = [r"a <\bot> --> a <>", r"b <\bot> --> b <>", ""]
    assert text == listing(read(INFINITE)) + "\n".join(added)
    assert read(text, "x.pds") == read(INFINITE)
    for other in (text.replace(added[0] + "\n", ""), f"{text}goal at <a>\n"):
        assert isinstance(read(other, "x.pds"), Pushdown)
    with pytest.raises(PylabError, match="expected the goal to escape"):
        listing(read(f"{INFINITE}goal at b\n"), out=True)


@pytest.mark.parametrize("out", [False, True])
def test_random_labyrinths_come_back_from_their_listings(out):
    rng, back = random.Random(8), 0
    for _ in range(many(500)):
        labyrinth = small(rng)
        if out and labyrinth.goal.kind != "escape":
            continue
        again = read(listing(labyrinth, out), "x.pds")
        if not labyrinth.boxes():
            assert isinstance(again, Pushdown)  # nothing tells it from a system without a stack
            continue
        assert pairs(again) == pairs(labyrinth)
        assert set(again.locations()) == set(labyrinth.locations())
        assert (again.start, again.goal) == (labyrinth.start, labyrinth.goal)
        back += 1
    assert back > (10 if out else 70)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"a <X> --> X.a <\bot>", ""),
        (r"a <X> --> X.a <\bot>", "a <X> --> X.a <>"),
        (r"a <X> --> X.a <\bot>", r"a <X> --> X.b <\bot>"),
        (r"X.b <\bot> --> b <X \bot>", r"X.b <\bot> --> b <Y \bot>"),
        (r"(a <\bot>)", r"(a <X \bot>)"),
    ],
)
def test_any_other_system_is_no_listing(old, new):
    text = listing(read(INFINITE)).replace(old, new, 1)
    assert isinstance(read(text, "x.pds"), Pushdown)


def test_a_system_in_full_stays_a_system():
    system = read(export(read(INFINITE)), "x.pds")
    assert isinstance(system, Pushdown)
    assert labyrinth_of(system) is None


def test_names_that_the_listing_cannot_have_are_refused():
    with pytest.raises(PylabError, match="use pds"):
        listing(Labyrinth((("X.a<b", "a<b"),), (), "a<b"))


@pytest.mark.parametrize("text", ["3 <B A>", r"(3 <B A \bot>)", "_n3 <B A _bottom>", " 3<B  A> "])
def test_configurations_in_mopeds_way(text):
    alice = load("alice.lab")
    assert parse_configuration(alice, text) == parse_configuration(alice, "A B : 3")
    assert membership(alice, text).valid


@pytest.mark.parametrize("text", ["3 <B A", "<B>", "3 4 <B>", "3 <Q>", "99 <A>", "", "3 <<A>>"])
def test_errors_in_configurations(text):
    with pytest.raises(InstanceError, match="expected"):
        parse_configuration(load("alice.lab"), text)


def test_configurations_of_pushdown_systems_keep_their_bottom():
    system = read("(p <a b>)\np <a> --> q <>\nq <b> --> p <>\n", "x.pds")
    where = parse_configuration(system, "p <a b>")
    assert (where.location, where.stack) == ("p", ("b", "a"))
    assert where == parse_configuration(system, "b a : p")
    assert membership(system, "p <a b>").valid
    assert not membership(system, "q <a>").valid


def test_the_command_writes_and_reads_listings():
    told = call("facts", "fractal/alice.lab", "--as", "moped").stdout
    again = call("solve", "-", "--family", "fractal", "--task", "shortest", stdin=told)
    assert "25 corridors" in again.stdout
