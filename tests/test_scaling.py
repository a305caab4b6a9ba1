"""Readers take twice as long for twice as much: counted by what they do, not by a clock."""

from __future__ import annotations

import sys
import threading

import pytest
from projects import few

from pylab.base.errors import InstanceError
from pylab.base.limits import Patience, aside, patience
from pylab.base.listing import Signature
from pylab.bench.sweepfile import SweepError, read_sweep
from pylab.text import solver_output
from pylab.text.fact_files import read_facts
from pylab.text.source import Source, decode_source

P = [Signature("p", 2)]
SIZES = (200, 400, 800)


class Counted(str):
    """A text that counts the characters that are copied out of it or looked through."""

    copied = 0

    def __getitem__(self, key):
        found = super().__getitem__(key)
        Counted.copied += len(found)
        return found

    def count(self, *arguments):
        Counted.copied += len(self)
        return super().count(*arguments)


def work(read, text):
    """How many lines of Python are run, and how many characters the results have."""
    lines = 0

    def trace(_frame, event, _argument):
        nonlocal lines
        lines += event == "line"
        return trace

    Counted.copied = 0
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        made = read(text)
    except (InstanceError, SweepError):
        made = 0
    finally:
        sys.settrace(before)
    return lines, Counted.copied + (made or 0)


READERS = {
    "plain facts": lambda n: ("p(1,a).\n" * n, facts),
    "strict facts": lambda n: ("p( 1 , a ) .\n" * n, facts),
    "facts on a line": lambda n: ("p(1,a). " * n, facts),
    "comments": lambda n: ("%* a %* b *% *%\n% c\n" * n, facts),
    "a mistake at the end": lambda n: ("p(1,a).\n" * n + "p(1,", facts),
    "answers": lambda n: (
        "".join(f"% answer {i}\np(1,{i}).\n" for i in range(n)), split,
    ),
    "answers of clingo": lambda n: (
        "clingo version 5\n" + "".join(f"Answer: {i}\np(1,{i})\n" for i in range(n)), split,
    ),
    "bytes": lambda n: ("ä" * n + "\n" * n, decoded),
    "a sweep": lambda n: (
        "\n" * n + '[[instances]]\nfiles = ["a.lp"]\n' * n + "\n" * n, sweep,
    ),
    "a wrong sweep": lambda n: (
        '[[instances]]\nfiles = ["a.lp"]\n' * n + "\n" * n + "tasks = 3\n", sweep,
    ),
}  # fmt: skip


def facts(text):
    return len(read_facts(Source("a", Counted(text)), P))


def split(text):
    """The length of all answers is what once was quadratic."""
    return sum(len(each.text) for each in solver_output.split(Source("a", text)))


def decoded(text):
    return len(decode_source(text.encode(), "a").text)


def sweep(text):
    return len(read_sweep(Source("a.toml", text)).puzzles)


@pytest.mark.parametrize("name", few(READERS, 5))
def test_twice_as_much_is_twice_the_work(name):
    one, two, four = (work(read, text) for text, read in (READERS[name](n)[::1] for n in SIZES)
                      for read, text in [(read, text)])  # fmt: skip
    for small, large in ((one, two), (two, four)):
        for before, after in zip(small, large, strict=True):
            assert after <= 2.2 * before + 200, (one, two, four)


def test_blank_lines_in_a_sweep_cost_no_more_than_once(monkeypatch):
    """What a regular expression does can't be counted; so against a clock, with room to spare."""
    text = '[[instances]]\nfiles = ["a.lp"]\n' + "\n" * 100_000 + "[[variants]]\nname = 3\n"
    done = threading.Event()
    failure = []

    def read():
        try:
            read_sweep(Source("a.toml", text))
        except SweepError as error:
            failure.append(error.place.line)
        done.set()

    threading.Thread(target=read, daemon=True).start()
    assert done.wait(15)
    assert failure == [100_004]


def test_places_in_an_answer_point_into_the_whole_text():
    text = "% answer 1\np(1,2).\n% answer 2\np(1,2).\n  p(1 2).\n% answer 3\np(3,3).\n"
    second = solver_output.split(Source("all.txt", text))[1]
    with pytest.raises(InstanceError, match=r"all\.txt:5:7: expected .,. or .\)., found .2"):
        read_facts(second, P)
    assert solver_output.split(Source("all.txt", text))[2].place(0).line == 6


def test_the_short_cut_reads_the_same_facts():
    vocabulary = [Signature("p", 1), Signature("p", 2), Signature("q", 1)]
    words = [
        "1",
        "-1",
        "0",
        "-0",
        "007",
        "a",
        "a'b_C",
        "_x",
        "_1",
        "A",
        "1a",
        "2147483647",
        "2147483648",
        "-2147483648",
        "999999999",
        "(1,2)",
        '"a"',
        "f(1)",
        "",
        " 1",
        "1..2",
    ]
    for word in words:
        for end in (").", ") .", ")", ")..", "). p(2).", ",b).", ",b,c)."):
            text = f"p({word}{end}"
            assert told(text, vocabulary) == told(text.replace("p(", "p( ", 1), vocabulary), text


def told(text, vocabulary):
    """What is read, or why not; without the column, which a space has moved."""
    try:
        return [str(each) for each in read_facts(Source("a", text), vocabulary)]
    except InstanceError as error:
        return error.message


def test_patience_ends_what_is_done_aside():
    stop = threading.Event()
    hang = threading.Event()
    threading.Timer(0.2, stop.set).start()
    with patience(None, 0.0, stop), pytest.raises(Exception, match="interrupted"):
        aside(lambda: hang.wait(30))
    hang.set()
    assert aside(lambda: 3) == 3
    with pytest.raises(KeyError):
        aside(lambda: {}["x"])
    Patience(5.0).check()
