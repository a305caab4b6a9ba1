"""Mazes as text and as facts: what is read, what is refused and where."""

from __future__ import annotations

import contextlib
import random

import pytest
from alice_ask import EXAMPLE, maze, random_maze
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import SHARED, many

from pylab.base.errors import InstanceError
from pylab.families.alice import format
from pylab.families.alice.family import FAMILY
from pylab.families.alice.format import read, write
from pylab.families.alice.listing import LISTING
from pylab.families.alice.model import State
from pylab.family import registry
from pylab.text.fact_files import read_facts
from pylab.text.source import Source


def test_the_example_is_read() -> None:
    found = maze(EXAMPLE)
    assert (found.width, found.height, found.start, found.goal) == (3, 3, (0, 2), (1, 0))
    assert found.arrows_of((0, 0)) == ("e", "se", "s")
    assert found.colour_of((0, 0)) == "red"
    assert found.colour_of((2, 0)) == "yellow"
    assert found.first == State(0, 2, 1)


def test_markdown_is_undone() -> None:
    damaged = "3 3\n\n\\#,r,e_se_s  !„  \\#,y,sw\n\n\\#,b,n #,b,n #,b,sw\n?,b,n\\_e  #,b,e  #,b,n"
    assert maze(damaged) == maze(EXAMPLE)


def test_the_block_in_the_seed_is_read_as_it_stands() -> None:
    path = SHARED.parent / "seeds" / "alice-maze.txt"
    if not path.is_file():
        pytest.skip(f"needs {path}")
    text = path.read_text(encoding="utf-8")
    block = text[text.index("3 3\n") : text.index("## Implementation")]
    assert maze(block) == maze(EXAMPLE)


def test_bare_roles_and_any_white_space() -> None:
    bare = "2 2 ?,b,e\t!\r\n#\n\n#,r,"
    found = maze(bare)
    assert found.is_blank((0, 1))
    assert not found.is_blank((1, 1))
    assert maze(write(found)) == found


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "expected the width from 1 to 4096, found the end of the text"),
        ("3", 1, 2, "expected the height from 1 to 4096, found the end"),
        ("x 3 ?,b,e !,,", 1, 1, "expected the width from 1 to 4096, found 'x'"),
        ("2 0 ?,b,e !,,", 1, 3, "expected the height"),
        ("9999 2 ?,b,e !,,", 1, 1, "expected the width"),
        ("-2 1 ?,b,e !,,", 1, 1, "found '-2'"),
        ("2 ² ?,b,e !,,", 1, 3, "found '²'"),
        ("2 1\n?,b,e", 2, 6, "expected 2 squares (2 × 1), found 1"),
        ("2 1\n?,b,e !,, #,b,e", 2, 11, "expected 2 squares (2 × 1), found 3"),
        ("2 1\n?,b,e #,b,e", 2, 12, "expected one goal '!', found none"),
        ("2 1\n!,b,e #,b,e", 2, 12, "expected one start '?', found none"),
        ("3 1\n?,b,e !,,\n!,,", 3, 1, "expected one goal '!', found a second one on square (2, 0)"),
        ("2 1\n?,b,e\n?,b,w", 3, 1, "expected one start '?', found a second one"),
        ("2 1\n?,b,e x,,", 2, 7, "one of the roles '?', '!', '#', found 'x' on square (1, 0)"),
        ("2 1\n?,B,e !,,", 2, 3, "or none, found 'B'"),
        ("2 1\n?,g,e !,,", 2, 3, "found 'g' on square (0, 0)"),
        ("2 1\n\\?,b,n_up !,,", 2, 8, "found 'up'"),
        ("2 1\n#„n_up !,,", 2, 5, "found 'up'"),
        ("2 1\n?,b,up !,,", 2, 5, "one of the directions n, ne, e, se, s, sw, w, nw, found 'up'"),
        ("2 1\n?,b,e_ !,,", 2, 7, "found ''"),
        ("2 1\n?,b,e_e !,,", 2, 7, "expected each direction once, found e twice"),
        ("2 1\n?,b !,,", 2, 1, "expected role,colour,directions, found '?,b'"),
        ("2 1\n? !,,", 2, 1, "expected role,colour,directions, found '?'"),
    ],
)
def test_errors_say_what_and_where(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(InstanceError) as caught:
        maze(text)
    assert words in caught.value.message
    assert caught.value.place is not None
    assert (caught.value.place.line, caught.value.place.column) == (line, column)


@given(st.text(alphabet="?!#,bry_nesw 1234\n\\„\x1b\u00a0é", max_size=60))
@settings(max_examples=many(300), deadline=None)
def test_any_text_is_a_maze_or_an_error(text: str) -> None:
    for start in ("", "2 2 ", "1 2 ?,b,s "):
        with contextlib.suppress(InstanceError):
            found = maze(start + text)
            assert maze(write(found)) == found


def test_errors_steer_no_terminal() -> None:
    with pytest.raises(InstanceError) as caught:
        maze("2 1 ?,b,e \x1b[2J,,")
    assert "\x1b" not in str(caught.value)


def test_options_travel_with_the_facts() -> None:
    found = maze(EXAMPLE, departure=True, backwards=True, at="1, 1, -2", depth=3)
    assert found.first == State(1, 1, -2)
    assert FAMILY.from_facts(FAMILY.facts(found)) == found


def test_beginning_at_the_start_is_the_default() -> None:
    assert maze(EXAMPLE, at="0,2,1") == maze(EXAMPLE)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"at": "1,2"}, "expected a state X,Y,D, three integers"),
        ({"at": "3,0,1"}, "expected to begin at a square of the grid of 3 × 3"),
        ({"at": "1,0,1"}, "a square other than the goal"),
        ({"at": "0,0,-1"}, "d of at least 0"),
        ({"at": "0,0,9"}, "d of at most 3"),
        ({"depth": -1}, "expected a depth from 0 to 1000000, found -1"),
        ({"depth": 10**6 + 1}, "expected a depth from 0 to 1000000, found 1000001"),
        ({"depth": 99999999999}, "expected a depth from 0 to 1000000"),
    ],
)
def test_options_that_fit_nothing(options: dict[str, object], words: str) -> None:
    with pytest.raises(InstanceError, match=words):
        maze(EXAMPLE, **options)


def test_one_cannot_begin_on_a_blank_square() -> None:
    with pytest.raises(InstanceError, match="not blank"):
        maze("3 1 ?,b,e # !", at="1,0,1")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ("start(0,0). goal(1,0).", "expected one fact size/2, found none"),
        ("size(2,1). goal(1,0).", "expected one fact start/2, found none"),
        ("size(2,1). start(0,0). goal(0,0).", "expected start and goal on different squares"),
        ("size(2,1). start(0,0). goal(1,0). goal(1,0).", "found 2, this is the second"),
        ("size(2,1). start(0,0). goal(2,0).", "an integer from 0 to 1 as argument 1 of goal/2"),
        ("size(0,1). start(0,0). goal(1,0).", "an integer from 1 to 4096"),
        ("size(2,1). start(0,0). goal(1,0). arrow(0,0,up).", "one of n, ne, e"),
        ("size(2,1). start(0,0). goal(1,0). rule(free).", "one of departure, backwards"),
        ("size(2,1). start(0,0). goal(1,0). begin(0,0,-1).", "d of at least 0"),
        (
            "size(2,1). start(0,0). goal(1,0). colour(0,0,red). colour(0,0,black).",
            "expected one colour a square",
        ),
        ("size(3,1). start(0,0). goal(1,0). square(2,0).", "such a square is blank"),
    ],
)
def test_facts_that_make_no_maze(facts: str, words: str) -> None:
    with pytest.raises(InstanceError) as caught:
        FAMILY.from_facts(read_facts(Source("x.lp", facts), LISTING.vocabulary))
    assert words in str(caught.value)


def test_large_mazes_are_read_in_one_go() -> None:
    row = "#,b,e_s " * 299
    text = "300 300 ?,b,s " + row + "\n" + ("#,r,n " + row + "\n") * 298 + row + "!"
    assert read(Source("big", text)).goal == (299, 299)


@pytest.mark.parametrize("part", [0, 1, 7, 40])
def test_a_text_is_read_in_parts_to_the_same(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["1 1\n#,,", "2 1 ?,b,e\x85!,,", "", "3", "1 2 !,, ?,, #,,", "2 1 ?,b,e !,,n_x"]
    texts += [write(random_maze(random.Random(seed))) for seed in range(20)]
    texts += [text.replace("#", "\\#\n ").replace("!,,", "!") for text in texts]

    def outcome(text: str) -> object:
        try:
            return read(Source("x.alice", text))
        except InstanceError as error:
            return str(error)

    before = [outcome(text) for text in texts]
    monkeypatch.setattr(format, "_PART", part)
    assert [outcome(text) for text in texts] == before
    assert {isinstance(each, str) for each in before} == {True, False}


def test_mazes_may_be_larger_than_other_files() -> None:
    mib = 1024**2
    sizes = [registry.most_bytes(path) // mib for path in ("x.alice", "-", "x.alice.gz", "x.lp")]
    assert sizes == [128, 32, 128, 32]
    assert registry.most_bytes("-", "alice") == 128 * mib
    assert registry.most_bytes("x.lp", "alice") == registry.most_bytes("-", "theseus") == 32 * mib
