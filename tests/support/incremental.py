"""Small random incremental programs, and what clingo printed for one, call by call."""

from __future__ import annotations

import re


def program(rng):
    """Something that walks on a line, is asked for at each step, and seldom does what it should."""
    external = rng.choice(["#external query(t).", ""])
    top = rng.randint(2, 4)
    steps = rng.choice(
        [
            f"{{ at(X+1,t); at(X,t) }} = 1 :- at(X,t-1), X < {top}.",
            f"{{ at(X+(0;1),t) }} = 1 :- at(X,t-1), X < {top}.",
            "at(X+1,t) :- at(X,t-1).",
            "{ at(X+1,t) } :- at(X,t-1).",
        ]
    )
    goal = rng.choice(
        [
            f":- query(t), not at({rng.randint(0, top)},t).",
            f":- query(t), not seen({rng.randint(0, top)},t).",
            f":- not at({rng.randint(0, top)},t), query(t). :- query(t), t < {rng.randint(0, 3)}.",
            f":- query(t), t \\ 2 = {rng.randint(0, 1)}.",
            f":- at({top},t).",
            "done(t) :- at(2,t). :- query(t), not done(t).",
        ]
    )
    extra = rng.choice(
        [
            "early :- mark(0). #defined mark/1.",  # the base sees what check(0) defines
            "late :- mark(1). #defined mark/1.",  # and not what check(1) does
            "{ free }.",
            "seen(0,0).",
            f"#const imax = {rng.randint(1, 4)}.",
            f"#const imin = {rng.randint(1, 4)}.",
            ":- not at(0,0).",
        ]
    )
    show = rng.choice(["", "#show at/2. #show early/0. #show late/0.", "#show at/2."])
    parts = [
        f"#program step(t).\n{steps}\n#defined seen/2.\nseen(X,t) :- at(X,t).\n"
        "seen(X,t) :- seen(X,t-1).",
        f"#program check(t).\n{external}\n{goal}\nmark(t).",
        f"#program base.\nat(0,0).\n{extra}\n{show}",
    ]
    rng.shuffle(parts)
    return "#include <incmode>.\n" + "\n".join(parts) + "\n"


def means(rng):
    """Constants on the command line, never without an end."""
    given = [f"imax={rng.randint(0, 6)}"]
    if rng.random() < 0.4:
        given.append(f"imin={rng.randint(0, 6)}")
    if rng.random() < 0.5:
        given.append(f'istop="{rng.choice(["SAT", "UNSAT", "UNKNOWN"])}"')
    return given


def calls(printed):
    """For each call of the solver, the set of its answers, each a set of atoms."""
    found = []
    lines = iter(printed.splitlines())
    for line in lines:
        if line == "Solving...":
            found.append(set())
        elif re.match(r"Answer: \d+", line):
            found[-1].add(frozenset(next(lines).split()))
    return found
