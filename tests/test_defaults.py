"""What a family need not write: what the house makes of the rest of its table."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from pylab.analysis.shrink import shrink
from pylab.base.errors import InstanceError, PylabError, WitnessError
from pylab.base.finding import Ended, Status, handed_over
from pylab.base.listing import Listing, Parameter, Task, signatures
from pylab.base.verdict import Verdict
from pylab.drawing.svg import Drawing
from pylab.family import film
from pylab.family.parts import Explaining, Pictures
from pylab.family.schema import ByHand
from pylab.family.table import Family
from pylab.family.witness_format import WitnessFormat, WitnessKind
from pylab.text.facts import by_signature, fact, integer, only, values
from pylab.text.source import Source

FROG, LENGTH, HOP, FLY = signatures("frog/1 length/1 hop/1 fly/1")
HOPS = Task("hops", "", "hops.lp")
FLIGHTS = Task("flights", "", "flights.lp", needs="length")


@dataclass(frozen=True)
class Pond:
    """Where a frog is, and how far it may get."""

    frog: int
    length: int | None = None


def from_facts(facts):
    found = by_signature(facts)
    (frog,) = values(only(found, FROG), range(1, 10))
    length = integer(only(found, LENGTH), 0, 0) if LENGTH in found else None
    return Pond(frog, length)


def facts(pond):
    bound = [] if pond.length is None else [fact("length", pond.length)]
    return [fact("frog", pond.frog), *bound]


def read(found):
    names = [name.name for name in found]
    each = [each for those in found.values() for each in those]
    return (*names, *(integer(one, 0, kind=WitnessError) for one in each))


def picture(pond):
    drawing = Drawing(9, 9, "a pond")
    drawing.circle(pond.frog, 1, 1)
    return drawing


FAMILY = Family(
    listing=Listing(
        name="pond", doc="", suffixes=(".pond",), vocabulary=(FROG, LENGTH), tasks=(HOPS, FLIGHTS),
        options=(Parameter("length", 0, ""),),
    ),
    schema=ByHand(facts, from_facts),
    witness_format=WitnessFormat(str, [WitnessKind({FLY}, set(), read, ["flights"]),
                                       WitnessKind(set(), {HOP}, read)], lambda _: []),
    check=lambda pond, way: Verdict(),
    pictures=Pictures(lambda pond, way: picture(pond), lambda pond, way: ""),
    generate=lambda rng: Pond(1),
    stages=lambda pond, way: [("start", pond), ("hop", replace(pond, frog=pond.frog + 1))],
    explaining=Explaining({"length": "it gets no further than {}"}),
)  # fmt: skip


def symbols(text):
    return [
        fact(*each.split()).symbol
        if " " not in each
        else fact(each.split()[0], int(each.split()[1])).symbol
        for each in text.split(",")
    ]


@pytest.mark.parametrize("name", ["x.pond", "x.lp"])
def test_facts_are_the_format_and_what_is_missing_is_missed_at_the_end(name):
    assert FAMILY.load(Source(name, "frog(3).")) == Pond(3)
    assert FAMILY.write(Pond(3, 4)) == "frog(3).\nlength(4).\n"
    with pytest.raises(InstanceError, match=r"x\.\w+:2:11: expected one fact frog/1, found none"):
        FAMILY.load(Source(name, "\nlength(4).\n"))
    with pytest.raises(InstanceError, match=r"x\.\w+:1:1: expected an integer from 1 to 9"):
        FAMILY.load(Source(name, "frog(10)."))


def test_options_are_attributes_that_the_facts_allow():
    assert FAMILY.adapt(Pond(3, 4)) == Pond(3, 4)
    assert FAMILY.adapt(Pond(3, 4), length=0) == Pond(3, 4)
    assert FAMILY.adapt(Pond(3), length=6) == Pond(3, 6)
    with pytest.raises(InstanceError, match="expected an integer from 0 as argument 1 of length"):
        FAMILY.adapt(Pond(3), length=-1)


def test_atoms_that_do_not_answer_the_task_mean_nothing():
    shown = symbols("hop 2,fly 7,wet 3")
    assert FAMILY.decode(Pond(1), HOPS, shown) == ("hop", 2)
    assert FAMILY.decode(Pond(1), FLIGHTS, shown) == ("fly", 7)
    with pytest.raises(WitnessError):
        FAMILY.decode(Pond(1), FLIGHTS, symbols("hop 2"))


def test_a_task_may_need_a_fact():
    told = "flights needs a fact length, and there is none; say --length"
    assert [FAMILY.unsupported(Pond(1), task) for task in (HOPS, FLIGHTS)] == ["", told]
    assert FAMILY.unsupported(Pond(1, 2), FLIGHTS) == ""


def test_stages_are_drawn_one_by_one_and_seen_by_judges():
    assert FAMILY.pictures.steps(Pond(1), ("hop", 1)) == 1
    assert 'cx="2"' in FAMILY.pictures.step(Pond(1), ("hop", 1), 1).render()
    for step, witness in ((2, ("hop", 1)), (-1, ("hop", 1)), (0, None)):
        with pytest.raises(ValueError, match="expected"):
            FAMILY.pictures.step(Pond(1), witness, step)
    assert list(map(str, FAMILY.trace.facts(Pond(1), ()))) == ["frog(1,0).", "frog(2,1)."]


def test_a_game_of_instances_needs_a_scene():
    with pytest.raises(PylabError, match=r"pond: expected a scene\.lp beside its encodings, found"):
        film.on_stages(FAMILY, Pond(1), [], lambda pond: [], lambda pond: False)
    with pytest.raises(PylabError, match=r"pond: expected draw, or a scene\.lp; found neither"):
        replace(FAMILY, pictures=Pictures()).draw(Pond(1), None)


def test_shrinking_counts_down_and_keeps_what_a_task_needs():
    assert shrink(FAMILY, Pond(5, 4), lambda _: True).instance == Pond(1, 0)
    assert shrink(FAMILY, Pond(5, 4), lambda pond: pond.frog > 2).instance == Pond(3, 0)
    assert shrink(FAMILY, Pond(5), lambda _: True).instance == Pond(1)


def test_requirements_have_words():
    words = FAMILY.explaining.obstacles(Pond(1), [fact("length", 4), fact("wet", 1)]).words
    assert words == ["it gets no further than 4", "wet(1)"]


def test_a_changed_family_goes_by_what_it_says_then():
    schema = ByHand(facts, lambda _: Pond(9))
    changed = replace(FAMILY, schema=schema, stages=None, explaining=Explaining())
    assert changed.read(Source("x", "frog(1).")) == Pond(9)
    assert (changed.pictures.steps, changed.pictures.step) == (None, None)
    assert changed.explaining.obstacles is None
    assert changed.trace.facts(Pond(1), ("hop", 1)) == []
    own = replace(FAMILY, read=lambda _: Pond(5))
    assert replace(own, generate=lambda rng: Pond(2)).read(Source("x", "")) == Pond(5)


class Watch:
    """A watch that keeps what it hears."""

    def __init__(self):
        self.found = [].append


@pytest.mark.parametrize(
    ("count", "models", "cost", "status", "complete", "optimal"),
    [
        (0, 1, 4, Status.NONE, True, False),
        (3, 0, 4, Status.FOUND, True, True),
        (3, 2, 4, Status.FOUND, False, True),
        (3, 2, None, Status.FOUND, False, False),
        (1, 0, None, Status.FOUND, True, False),
    ],
)
def test_as_many_are_handed_over_as_are_wanted(count, models, cost, status, complete, optimal):
    finding = handed_over(range(count), Watch(), models, cost)
    assert (finding.status, finding.complete, finding.optimal) == (status, complete, optimal)
    assert finding.count == min(count, models or count)
    assert finding.at_least == cost
    rest = handed_over(range(count), Watch(), 0, others="too many")
    assert (rest.complete, rest.ended, rest.reason) == (False, Ended.SIZE, "too many")
