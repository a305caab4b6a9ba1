"""The reader of ground facts, against clingo's own and against everything it must refuse."""

from __future__ import annotations

import contextlib
import importlib
import random
import re

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import many
from work_counted import lines_run

from pylab.base.errors import InstanceError, WitnessError
from pylab.base.listing import Signature
from pylab.base.memo import Memo
from pylab.text.fact_files import further, read_facts
from pylab.text.facts import Fact, Quoted, fact, keys_of, shown_in, write_facts
from pylab.text.source import MAX_BYTES, Source, decode_source, read_source

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


@given(st.lists(st.lists(symbols(), min_size=1, max_size=2), max_size=3))
def test_what_is_written_is_read(rows):
    facts = [fact("p", *row) for row in rows]
    assert read(write_facts(facts)) == facts


@given(symbols())
def test_terms_are_read_as_clingo_reads_them(symbol):
    (found,) = read(f"p({symbol}).")
    assert found.symbol == clingo.parse_term(f"p({symbol})")


@given(symbols(), symbols())
def test_symbols_have_the_same_key_if_they_are_the_same_wherever_they_come_from(one, other):
    shown = []
    control = clingo.Control()
    with control.backend() as backend:
        for each in (one, other):
            backend.add_rule([backend.add_atom(clingo.Function("p", [each]))])
    control.solve(on_model=lambda model: shown.extend(a.arguments[0] for a in model.symbols(True)))
    assert sorted(keys_of(shown)) == sorted(set(keys_of([one, other])))
    assert (one == other) == (len({*keys_of([one, other])}) == 1)
    assert keys_of([one]) == keys_of([clingo.parse_term(str(one))])


def test_layout_and_comments_do_not_matter():
    text = "p( 1 ).p(2,\n3). % p(9).\n%* p(8). %* p(7). *% *% q.\n\np(4)\n."
    assert [str(f) for f in read(text)] == ["p(1).", "p(2,3).", "q.", "p(4)."]


@pytest.mark.parametrize(
    "text",
    [
        "%*% *%\n*% p(1).",
        "%* % %* *%\n*% p(1).",
        "%* a %* b *% c *% p(1).",
        "%**% p(1). %*%\n*%",
        "#! %*\np(1). #!/usr/bin/clingo",
        "p(1).#!q.\n%* #! *%",
    ],
)
def test_comments_end_where_clingo_ends_them(text):
    control = clingo.Control()
    control.add("base", [], text)
    control.ground([("base", [])])
    theirs = [f"{atom.symbol}." for atom in control.symbolic_atoms]
    assert [str(each) for each in read(text)] == theirs == ["p(1)."]


@pytest.mark.parametrize(
    "text", ["%*% *%", "p(1). %* 50% *% q.", "p(not).", "q. not.", "p(f(not,1))."]
)
def test_what_clingo_can_not_read_is_no_fact(text):
    with pytest.raises(RuntimeError):
        clingo.Control(logger=lambda *_: None).add("base", [], text)
    with pytest.raises(InstanceError):
        read(text)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("p(1).\n  r(1).", 2, 3, "found r/1"),
        ("p(1,2,3).", 1, 1, "expected p/1, p/2 or q/0, found p/3"),
        ("p(1)", 1, 5, "full stop after the fact, found the end"),
        ("p(a..3).", 1, 3, "an integer before '..'"),
        ("p(1..a).", 1, 6, "expected an integer, found 'a'"),
        ("p(1..2..3).", 1, 7, "found '..'"),
        ("p((1;2)..3).", 1, 3, "an integer before '..'"),
        ("p(1;).", 1, 5, "an integer, a constant or a string, found ')'"),
        ("p(1,).", 1, 5, "an integer, a constant or a string, found ')'"),
        ("p(;1).", 1, 3, "an integer, a constant or a string, found ';'"),
        ("p(1;2,3,4).", 1, 1, "found p/3"),
        ("p(1);p(2).", 1, 5, "found ';'"),
        ("p(X).", 1, 3, "found the variable X"),
        ("p(1+1).", 1, 4, "found '+'"),
        ("p(1) :- q.", 1, 6, "expected a fact, found a rule"),
        ("{ p(1) }.", 1, 1, "found '{'"),
        (":- p(1).", 1, 1, "expected a fact, found a rule"),
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
        ("p((1).", 1, 6, "found '.'"),
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


def numbers():
    return st.integers(-3, 3).map(str)


def terms():
    """Settings as people write them: ranges, pools, tuples and functions, nested."""
    leaves = numbers() | st.sampled_from(["a", "n", '"s"', "()", "(1,)"])
    leaves |= st.builds("{}..{}".format, numbers(), numbers())
    return st.recursive(
        leaves,
        lambda inner: st.builds(
            lambda name, rows: f"{name}({';'.join(map(','.join, rows))})",
            st.sampled_from(["", "f"]),
            st.lists(st.lists(inner, min_size=1, max_size=2), min_size=1, max_size=3),
        ),
        max_leaves=5,
    )


@settings(max_examples=many(300), deadline=None)
@given(st.lists(terms(), min_size=1, max_size=2), st.sampled_from([",", ";"]))
def test_ranges_and_pools_stand_for_what_clingo_takes_them_for(arguments, between):
    text = f"p({between.join(arguments)})."
    control = clingo.Control(logger=lambda _, __: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    theirs = {atom.symbol for atom in control.symbolic_atoms}
    assert {each.symbol for each in read(text)} == theirs


@pytest.mark.parametrize("text", ["p(1..2)", "p(1;2)", "p((1;2))", "p(f(1..2))"])
def test_an_answer_has_no_ranges_and_pools(text):
    with pytest.raises(WitnessError, match=r"found '(\.\.|;)'"):
        read_facts(Source("x", text), (P1,), WitnessError, full_stops=False)


def test_ranges_and_pools_keep_their_order_and_place():
    found = read("q.\np(1..2,(5;3)).")
    assert [str(f) for f in found] == ["q.", "p(1,5).", "p(1,3).", "p(2,5).", "p(2,3)."]
    assert {f.place.line for f in found[1:]} == {2}


@pytest.mark.parametrize(
    "text",
    [
        "p(1..2000000000).",
        "p(-2147483648..2147483647).",
        f"p(f({','.join(['1..10'] * 1000)})).",
        "p(" + "f((0;1)," * 40 + "0" + ")" * 41 + ".",
        "p(" + "(" * 60 + "1..9" + ")" * 61 + ".p(1..90000000).",
        "p(1..9).\n" * 300 + "p(1..3500000).",
        f"p(({'(1..9;' * 30}1{')' * 30},1..9999999)).",
    ],
)
def test_what_would_fill_the_memory_is_refused_before_it_is_built(text):
    def refused():
        told = r"x.lp:\d+:\d+: expected ranges and pools .* 32 MiB"
        with pytest.raises(InstanceError, match=told):
            read(text)

    refused()  # once, as patterns are compiled when they are first used
    assert lines_run(refused) < 1000 + 100 * len(text)


def test_nothing_is_built_of_what_comes_to_nothing():
    assert read("p(f(1..2000000000,2..1)). p(1..2000000000,3..2). p(3..1).") == []


def test_facts_that_nobody_knows_are_told_of_once():
    told = []
    with further(lambda name, error: told.append((name, str(error.place), error.message))):
        found = read("p(1). r(2). r(3). p(f(4)). s(1..3,5). p(1..2,1,1).\nqq.")
    assert [str(f) for f in found] == ["p(1).", "p(f(4))."]
    assert [name for name, _, _ in told] == ["r/1", "s/2", "p/3", "qq/0 (did you mean q/0?)"]
    assert [where for _, where, _ in told] == ["x.lp:1:7", "x.lp:1:28", "x.lp:1:39", "x.lp:2:1"]
    assert told[0][2] == "expected p/1, p/2 or q/0, found r/1"


def test_what_a_solver_shows_beside_an_answer_is_passed_over():
    text = '-p(1) p(2) #sup aux(#inf,-f(1)) "p(3)" (1,2) -5 p(3) q r(f(a),"b c") ()'
    with further(lambda _, __: None):
        found = read_facts(Source("x", text), (P1, Q), WitnessError, full_stops=False)
        with pytest.raises(InstanceError):
            read("-p(1).")
        with pytest.raises(InstanceError):
            read("p(#sup).")
    assert [str(f) for f in found] == ["p(2).", "p(3).", "q."]


LINES = (
    "connect(1,2,n).",
    "connect(3, -4, e). connect(5,6,s).",
    'room("r1", 0, 12, f(1,b)). % a remark',
    'f(a(1,"x"),-0,999999999,_b\'c).',
    "p. q(1..3). r(1;2). s((1,2),g(h(1))).",
    'text("a, (b)\\n\\"c"). big(2147483647).',
    "%* a block *% connect(1,1,w). %% x",
    "far(  1 ,\t2 ) .",
    "",
)
PIECES = [
    *"()[],.;:-%*\"'\\ \t\n\r0123 9aAzZ_#\x00\x1f\u00e9",
    "..",
    "%*",
    "*%",
    "-1",
    "00",
    "f(",
    "1234567890",
]


def mutated(rng: random.Random) -> str:
    """Facts, with mistakes as a rule."""
    text = rng.choice("\n ").join(rng.choices(LINES, k=rng.randrange(1, 5)))
    for _ in range(rng.choice((0, 1, 1, 2, 4))):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(PIECES) + text[at + rng.randrange(3) :]
    return text


def outcome(text: str, vocabulary, full_stops: bool, loose: bool):
    """What is read, where it stood and what was told; or the error."""
    told = []
    within = further(lambda *heard: told.append(str(heard))) if loose else contextlib.nullcontext()
    try:
        with within:
            found = read_facts(Source("x", text), vocabulary, full_stops=full_stops)
    except InstanceError as error:
        return str(error), told
    parts = [(f.name, f.terms, Fact(f.symbol).terms, f.signature) for f in found]
    assert all(terms == again for _, terms, again, _ in parts)
    return [(str(f), f.place) for f in found], parts, told


def both_ways(cases: int, seed: int) -> None:
    rng, known = random.Random(seed), [Signature("connect", 3), Signature("f", 4)]
    never, reader = re.compile("(?!)"), importlib.import_module("pylab.text.fact_files")
    for _ in range(cases):
        text = mutated(rng)
        asked = text, rng.choice((None, known)), rng.random() < 0.7, rng.random() < 0.3
        quickly = outcome(*asked)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(reader, "_PLAIN", never)
            patch.setattr(reader, "_SHOWN", never)
            assert outcome(*asked) == quickly, asked


def test_the_short_cut_reads_what_the_strict_reader_reads():
    both_ways(300, 1)


@pytest.mark.slow
def test_the_short_cut_reads_what_the_strict_reader_reads_of_thousands():
    both_ways(5_000, 2)


def test_a_fact_is_the_same_however_it_was_made():
    x = clingo.Function("x")
    read = read_facts(Source("x", 'f(1,x,"s").'), None)[0]
    made = fact("f", 1, "x", clingo.String("s"))
    found = Fact(clingo.Function("f", [clingo.Number(1), x, clingo.String("s")]))
    assert read == made == found
    assert len({read, made, found}) == 1
    assert read.terms == made.terms == found.terms == (1, "x", clingo.String("s"))
    assert {str(each) for each in (read, made, found)} == {'f(1,x,"s").'}
    assert read != fact("f", 1, "x", "s")
    negative = Fact(clingo.Function("f", [clingo.Function("x", [], False)]))
    assert negative.terms == tuple(negative.arguments)


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


@given(st.text(max_size=12).filter(lambda text: "\0" not in text))
def test_strings_that_are_no_symbols_yet_are_written_as_clingo_writes_them(text):
    made = fact("p", 1, Quoted(text), "a")
    ready = fact("p", 1, clingo.String(text), "a")
    assert str(made) == str(ready)
    assert (made, made.terms, made.signature) == (ready, ready.terms, ready.signature)
    assert str(made) == str(ready)


def test_what_models_show_is_read_as_clingo_reads_it():
    control, known, models = clingo.Control(["0"]), Memo(clingo.Symbol), []
    control.add(
        '{ p(1..2,"a") ; -q ; r }. #show p/2. #show -q/0. #show (X,-3) : p(X,_). #show "t" : r.'
    )
    control.ground()

    def take(model):
        models.append(shown_in(model, known))
        assert models[-1] == list(model.symbols(shown=True))

    control.solve(on_model=take)
    assert len(models) == 16
    assert len(set(map(id, (each for model in models for each in model)))) == len(known) == 6
    assert sorted(map(str, known.values())) == [
        '"t"',
        "(1,-3)",
        "(2,-3)",
        "-q",
        'p(1,"a")',
        'p(2,"a")',
    ]
