"""What solvers print around their answers."""

from __future__ import annotations

import pytest

from pylab import answers
from pylab.errors import WitnessError
from pylab.source import Source

CLINGO = """clingo version 5.8.0
Reading from plan.lp ...
Solving...
Answer: 1 (Time: 0.002s)
push(1,w,1) push(3,s,2)
Answer: 2
push(1,w,1) push(2,n,2)
SATISFIABLE

Models       : 2
Calls        : 1
Time         : 0.008s (Solving: 0.00s 1st Model: 0.00s Unsat: 0.00s)
CPU Time     : 0.008s
"""


def texts(text):
    return [source.text.split() for source in answers.split(Source("a", text))]


def test_clingo_with_two_answers():
    assert texts(CLINGO) == [["push(1,w,1)", "push(3,s,2)"], ["push(1,w,1)", "push(2,n,2)"]]


def test_lines_keep_their_numbers():
    second = answers.split(Source("a", CLINGO))[1]
    assert second.place(second.text.index("push")).line == 7


@pytest.mark.parametrize(
    "text",
    [
        "push(1,w,1). push(3,s,2).",
        "ANSWER\npush(1,w,1). push(3,s,2).\n",
        "ANSWER\npush(1,w,1).\npush(3,s,2).\nCOST 2@1\nOPTIMUM\n",
        "Answer: 1\npush(1,w,1). push(3,s,2).\nOPTIMUM FOUND\n",
    ],
)
def test_one_answer_in_several_guises(text):
    assert texts(text) == [["push(1,w,1).", "push(3,s,2)."]]


@pytest.mark.parametrize("word", ["UNSATISFIABLE", "INCONSISTENT", "UNKNOWN"])
def test_no_answer_is_an_error(word):
    with pytest.raises(WitnessError, match=f"a:2:1: expected an answer, found {word}"):
        answers.split(Source("a", f"Solving...\n{word}\n"))


def test_an_empty_text_is_an_empty_answer():
    assert texts("") == texts("\n") == [[]]


@pytest.mark.parametrize("told", ["none (clingo's claim): no plan", "unknown (time limit of 1 s)"])
def test_our_own_refusal_is_no_answer(told):
    with pytest.raises(WitnessError, match=r"a:2:1: expected an answer, found % (none|unknown)"):
        answers.split(Source("a", f"% comment\n% {told}\n"))
    (certificate,) = answers.split(Source("a", f"closed(1).\n% {told}\n"))
    assert "closed(1)." in certificate.text


def test_clingos_statistics_are_no_answer():
    text = (
        "clingo version 5.8.0\nSolving...\nAnswer: 1\np(1)\nSATISFIABLE\n\nModels       : 1\n"
        "Choices      : 3        (Domain: 0)\nModel-Level  : 4.0\nRules        : 12\n"
        "Lemmas       : 0        (Deleted: 0)\n  Binary     : 0        (Ratio:   0.00%)\n"
        "Tight        : Yes\nVariables    : 12       (Eliminated:    0 Frozen:    0)\n"
    )
    assert texts(text) == [["p(1)"]]


def test_several_answers_are_no_single_one():
    with pytest.raises(WitnessError, match="found 2"):
        answers.single(Source("a", CLINGO))
