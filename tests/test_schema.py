"""Facts that are declared once: what is written is read, and errors have their places."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from pylab.base.errors import InstanceError, SourceError, WitnessError
from pylab.base.listing import signatures
from pylab.family import registry
from pylab.family.schema import NATURAL, Depends, Row, RowError, Schema, distinct, within
from pylab.family.table import FamilyError
from pylab.family.witness_format import WitnessFormat
from pylab.text.fact_files import read_facts
from pylab.text.facts import ArgumentType, argument, by_signature, constant, fact, text, values
from pylab.text.source import Source
from pylab.text.words import Words, lines, read_signs


@dataclass(frozen=True)
class Room:
    name: str
    x: int


@dataclass(frozen=True)
class House:
    width: int
    height: int
    rooms: tuple[Room, ...]
    owner: str
    key: int | None
    path: tuple[int, ...]
    doors: frozenset[str]
    locked: bool = False


X = within("width")
OWNERS = Depends(lambda known: [room.name for room in known["rooms"]])


def rooms(found):
    names = [room.name for room in found]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise RowError("expected each room once", index)
    return tuple(sorted(found, key=lambda room: room.name))


HOUSE = Schema(
    House,
    width=Row("width", columns=range(1, 10)).one(),
    height=Row("height", rows=range(1, 10)).one(),
    rooms=Row("room", of=Room, name=str, x=X).many(into=rooms),
    owner=Row("figure", name=(), of_whom=OWNERS).at("owner").one(),
    key=Row("key", number=NATURAL).maybe(),
    path=Row("path", x=X, step=NATURAL).series(1, needed=False),
    doors=Row("door", name=text("a short name", lambda name: len(name) < 9)).many(
        False, frozenset, sorted
    ),
    shut=Row("shut").mark(),
)
SIZE = "width(3). height(2). shut. room(hall,0). room(attic,2). figure(owner,hall). "
FULL = House(3, 2, (Room("attic", 2), Room("hall", 0)), "hall", 7, (0, 2), frozenset({"a", "b"}))


def read(given, schema=HOUSE):
    vocabulary = [*schema.vocabulary, *signatures("other/1")]
    return schema.from_facts(read_facts(Source("x", given), vocabulary))


def test_what_is_written_is_read_in_any_order_and_other_facts_are_ignored():
    facts = HOUSE.facts(FULL)
    assert " ".join(map(str, facts)) == (
        "width(3). height(2). room(attic,2). room(hall,0). figure(owner,hall). key(7). "
        'path(0,1). path(2,2). door("a"). door("b"). shut.'
    )
    assert HOUSE.from_facts(facts[::-1]) == FULL
    assert read(SIZE + "other(1).") == House(3, 2, FULL.rooms, "hall", None, (), frozenset())
    assert {*HOUSE.vocabulary} == {each.signature for each in facts}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("shut. figure(owner,hall).", "expected one fact width/1, found none"),
        ("width(3). width(3).", "x:1:11: expected one fact width/1, found 2"),
        ("width(12).", "x:1:1: expected an integer from 1 to 9 as argument 1 of width/1"),
        ("width(3). height(2). shut.", "expected facts room/2, found none"),
        (
            SIZE + "room(shed,3).",
            "expected an integer from 0 to 2 as argument 2 of room/2",
        ),
        (SIZE + "room(hall,1).", "x:1:77: expected each room once"),
        (SIZE.replace("owner,hall", "owner,shed"), "expected one of attic, hall as argument 2"),
        (SIZE.replace("owner,hall", "dog,hall"), "expected owner as argument 1 of figure/2"),
        (SIZE.replace("figure(owner,hall).", ""), "expected one fact figure(owner,…), found none"),
        (SIZE + "key(1). key(2).", "x:1:85: expected one fact key/1, found 2"),
        (SIZE + "path(0,1). path(0,3).", "expected a fact path/2 for 2, found none"),
        (SIZE + "path(0,1). path(1,1).", "x:1:88: expected one fact path/2 for 1, found two"),
        (SIZE + 'door("a very long name").', "expected a short name as argument 1 of door/1"),
        (SIZE + "door(a).", "x:1:77: expected a short name as argument 1 of door/1, found a"),
        (SIZE.replace("shut. ", ""), "expected one fact shut/0, found none"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(given, told):
    with pytest.raises(InstanceError) as caught:
        read(given)
    assert told in str(caught.value)


@pytest.mark.parametrize("kind", [InstanceError, WitnessError])
def test_errors_are_of_the_wanted_kind_and_missing_facts_have_the_given_place(kind):
    end = Source("x", "abc").place(2)
    with pytest.raises(SourceError) as caught:
        HOUSE.read({}, kind, end)
    assert (type(caught.value), caught.value.place) == (kind, end)


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        (range(1, 8, 3), 3, "expected one of 1, 4, 7 as argument 1 of size/1, found 3"),
        (range(1, 8, 3), 9, "expected an integer from 1 to 7"),
        ("nesw", "es", "expected one of n, e, s, w as argument 1 of size/1, found es"),
    ],
)
def test_a_column_has_the_values_of_its_range_or_letters_alone(column, value, told):
    given = fact("size", value)
    for read in (Schema(dict, size=Row("size", n=column).one()).from_facts, lambda facts: (
        constant(facts[0], 0, column) if isinstance(column, str) else values(facts[0], column)
    )):  # fmt: skip
        with pytest.raises(InstanceError, match=told):
            read([given])


def test_constant_fields_tell_answers_of_one_class_apart():
    fields = {"width": 1, "height": 1, "rooms": (), "owner": "", "key": None, "doors": frozenset()}
    stops = Row("stop", x=NATURAL)
    kinds = [
        Schema(House, path=Row("go", x=NATURAL).many(into=distinct), locked=True, **fields),
        Schema(House, path=stops.many(into=distinct, abreast=True), locked=False, **fields),
    ]
    form = WitnessFormat(heading=lambda house: "", forms=kinds)
    for atom, locked in (("go", True), ("stop", False)):
        house = form.witness([fact(atom, 2), fact(atom, 1)])
        assert (house.path, house.locked) == ((1, 2), locked)
        assert {each.name for each in form.encode(house)} == {atom}
        assert form.read(Source("x", form.show(house))) == house
    assert form.show(house) == "stop(1). stop(2).\n"


def test_a_familys_schema_and_its_listing_name_the_same_predicates():
    family = registry.get("ravensburger")
    listing = replace(family.listing, vocabulary=family.vocabulary[1:])
    with pytest.raises(FamilyError, match=r"its schema has field/2 .*, its listing init_on/2"):
        replace(family, listing=listing)


def test_titles_and_words_stand_where_they_belong():
    @dataclass(frozen=True)
    class Visits:
        pairs: tuple[tuple[str, int], ...]

    kind = Schema(
        Visits,
        pairs=Row("visit", lambda pair: f"to {pair[1]}", day=str, room=int).many(
            title=lambda pair: f"on {pair[0]}:"
        ),
    )
    form = WitnessFormat(heading=lambda _: "", forms=[kind])
    assert form.show(Visits((("monday", 1), ("monday", 2), ("sunday", 1)))) == (
        "% on monday:\nvisit(monday,1).  % to 1\nvisit(monday,2).  % to 2\n"
        "% on sunday:\nvisit(sunday,1).  % to 1\n"
    )


def test_types_of_arguments_convert_both_ways_also_in_columns_of_many_facts():
    def half(symbol):
        return symbol.number / 2 if str(symbol).isdigit() else None

    row = Row("long", of=lambda name, by: (name, by), parts=lambda it: it, name=str,
              by=argument("halves", half, lambda value: int(2 * value)))  # fmt: skip
    facts = [row.fact(("a", 1.5)), row.fact(("b", 0.5))]
    assert list(map(str, facts)) == ["long(a,3).", "long(b,1)."]
    assert row.found(by_signature(facts)) == [("a", 1.5), ("b", 0.5)]
    with pytest.raises(WitnessError, match="expected halves as argument 2 of long/2, found x"):
        row.found(by_signature([*facts, fact("long", "c", "x")]))

    def strict(_):
        raise ValueError("something else")

    other = Row("long", name=str, by=ArgumentType("halves", strict, int))
    with pytest.raises(WitnessError, match="expected something else as argument 2"):
        other.found(by_signature(facts))


def test_lines_keep_their_numbers_and_words_their_columns():
    source = Source("x", "# a\n\n  door 3 y\n+-+\n", above=4)
    (door, frame) = lines(source, comment="#")
    assert (door.text, str(door.place(2)), str(frame.place(0))) == ("  door 3 y", "x:7:3", "x:8:1")
    words = Words(door)
    assert (words.take("a word"), words.take("a number", str.isdigit)) == ("door", "3")
    for error, told in (
        (words.error("expected less"), "x:7:8: expected less"),
        (words.unexpected("a number"), "x:7:10: expected a number, found 'y'"),
    ):
        assert told in str(error)
    with pytest.raises(InstanceError, match=r"x:7:10: expected a number, found 'y'"):
        words.take("a number", str.isdigit)
    with pytest.raises(InstanceError, match=r"x:7:10: expected the end of the line, found 'y'"):
        words.end()
    words.expect("y")
    words.end()
    with pytest.raises(InstanceError, match=r"x:7:11: expected more, found the end of the line"):
        words.take("more")


def test_a_class_refuses_fields_that_do_not_fit_together():
    def made(low, high):
        if low > high:
            raise ValueError(f"expected a range, found {low} to {high}")
        return low, high

    ends = Schema(made, low=Row("low", n=int).one(), high=Row("high", n=int).one())
    assert ends.from_facts([fact("low", 1), fact("high", 2)]) == (1, 2)
    with pytest.raises(InstanceError, match=r"^x:1:5: expected a range, found 3 to 2"):
        ends.from_facts([fact("low", 3), fact("high", 2)], Source("x", "here").place(4))


@pytest.mark.parametrize(
    ("grid", "told"),
    [("#.#\n#?#", "x:2:2: expected one of #., found '?'"), ("#.#\n#.", "x:2:3: expected 3 signs")],
)
def test_signs_of_a_grid_are_known_and_its_rows_equally_long(grid, told):
    with pytest.raises(InstanceError) as caught:
        read_signs(list(lines(Source("x", grid))), "#.")
    assert told in str(caught.value)
