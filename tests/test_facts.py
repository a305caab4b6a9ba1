"""The reader of ground facts, against clingo's own and against everything it must refuse."""

from __future__ import annotations

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pylab.errors import InstanceError
from pylab.facts import fact, read_facts, write_facts
from pylab.listing import Signature
from pylab.source import MAX_BYTES, Source, decode_source, read_source

P1, P2, Q = Signature("p", 1), Signature("p", 2), Signature("q", 0)


def read(text, vocabulary=(P1, P2, Q)):
    return read_facts(Source("x.lp", text), vocabulary)


def constants():
    return st.from_regex(r"_{0,2}[a-z][A-Za-z0-9_']{0,5}", fullmatch=True).filter(
        lambda name: name != "not"
    )


def symbols():
    numbers = st.integers(-(2**31), 2**31 - 1).map(clingo.Number)
    names = constants().map(clingo.Function)
    strings = st.text(max_size=8).filter(lambda s: "\0" not in s).map(clingo.String)
    return st.recursive(
        numbers | names | strings,
        lambda inner: st.builds(
            lambda name, arguments: clingo.Function(name, arguments),
            constants() | st.just(""),
            st.lists(inner, min_size=2, max_size=3),
        ),
        max_leaves=6,
    )


@given(st.lists(st.lists(symbols(), min_size=1, max_size=2), max_size=5))
def test_what_is_written_is_read(rows):
    facts = [fact("p", *row) for row in rows]
    assert read(write_facts(facts)) == facts


@given(symbols())
def test_terms_are_read_as_clingo_reads_them(symbol):
    (found,) = read(f"p({symbol}).")
    assert found.symbol == clingo.parse_term(f"p({symbol})")


def test_layout_and_comments_do_not_matter():
    text = "p( 1 ).p(2,\n3). % p(9).\n%* p(8). %* p(7). *% *% q.\n\np(4)\n."
    assert [str(f) for f in read(text)] == ["p(1).", "p(2,3).", "q.", "p(4)."]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("p(1).\n  r(1).", 2, 3, "found r/1"),
        ("p(1,2,3).", 1, 1, "expected p/1, p/2 or q/0, found p/3"),
        ("p(1)", 1, 5, "full stop after the fact, found the end"),
        ("p(1..3).", 1, 4, "found '..'"),
        ("p(1;2).", 1, 4, "found ';'"),
        ("p(X).", 1, 3, "found 'X'"),
        ("p(1+1).", 1, 4, "found '+'"),
        ("p(1) :- q.", 1, 6, "found ':-'"),
        ("{ p(1) }.", 1, 1, "found '{'"),
        (":- p(1).", 1, 1, "found ':-'"),
        ("-p(1).", 1, 1, "found '-'"),
        ("not p(1).", 1, 1, "found not/0"),
        ('#include "/etc/passwd".', 1, 1, "found '#'"),
        ("#script (python)\nprint(1)\n#end.", 1, 1, "found '#'"),
        ("p(2147483648).", 1, 3, "an integer of 32 bits"),
        ("p(-2147483649).", 1, 3, "an integer of 32 bits"),
        ("p(99999999999999999999999).", 1, 3, "an integer of 32 bits"),
        ("p(007).", 1, 4, "found '0'"),
        ('p("a).', 1, 3, "found '\"'"),
        ("p(ä).", 1, 3, "found 'ä'"),
        ("p(1). %* never ends", 1, 7, "to end the comment"),
        ("p((1)).", 1, 3, "found brackets around one"),
        ("p(" * 100_000, 1, 1 + 2 * 64 + 1, "nested at most 64 deep"),
    ],
)
def test_everything_else_is_an_error_with_its_place(text, line, column, message):
    with pytest.raises(InstanceError) as caught:
        read(text)
    place = caught.value.place
    assert (place.line, place.column) == (line, column)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"x.lp:{line}:{column}: expected ")


def test_a_misspelt_predicate_is_recognised():
    with pytest.raises(InstanceError, match=r"found conect/3 \(did you mean connect/3\?\)"):
        read("conect(1,2,n).", [Signature("connect", 3), Signature("field", 2)])


def test_the_extremes_of_integers_are_read():
    assert [str(f) for f in read("p(2147483647). p(-2147483648).")] == [
        "p(2147483647).",
        "p(-2147483648).",
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xef\xbb\xbfp(1).", "x:1:1: expected plain UTF-8 text, found a byte-order mark"),
        (b"\xff\xfep\x00", "x:1:1: expected plain UTF-8 text, found a byte-order mark"),
        (b"p(1).\n p\xe9", "x:2:3: expected UTF-8 text, found byte 0xe9"),
        (b"p(1).\0", "x:1:6: expected text, found a NUL byte"),
    ],
)
def test_text_is_strict(data, message):
    with pytest.raises(InstanceError, match=message.replace("(", r"\(")):
        decode_source(data, "x")


def test_files_are_refused_in_good_time(tmp_path):
    large = tmp_path / "large.lp"
    with large.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    for path, message in [
        (large, "at most 32 MiB"),
        (tmp_path, "found a directory"),
        (tmp_path / "none.lp", "No such file"),
        ("a\0b", "null byte"),
    ]:
        with pytest.raises(InstanceError, match=message):
            read_source(str(path))


def test_errors_cannot_steer_a_terminal():
    with pytest.raises(InstanceError) as caught:
        read("p(1). \x1b[2J")
    assert "\x1b" not in str(caught.value)


def test_long_lines_are_cut_around_the_place():
    with pytest.raises(InstanceError) as caught:
        read("p(1). " * 1000 + "§" + "p(1). " * 1000)
    _, excerpt, caret = str(caught.value).split("\n")
    assert excerpt[caret.index("^")] == "§"
    assert len(excerpt) < 130
