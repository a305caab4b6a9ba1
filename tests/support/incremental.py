"""Small random incremental programs, and what clingo says to one, call by call."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

_SERVER = """
const clingo = require("clingo-wasm");
console.info = () => {};
require("readline").createInterface({ input: process.stdin }).on("line", async (line) => {
  const { program, models, options } = JSON.parse(line);
  console.log(JSON.stringify(await clingo.run(program, models, options)));
});
"""
_CODES = {"UNSATISFIABLE": 20, "UNKNOWN": 0, "OPTIMUM FOUND": 30}


class Wasm:
    """clingo compiled for the web, npm's package `clingo-wasm`, in a Node of its own.

    It reads one text and knows no files, so that these are joined, with what they include.
    """

    def __init__(self):
        root = subprocess.run(
            ["npm", "root", "--global"], capture_output=True, text=True, timeout=60, check=False
        ).stdout.strip()
        folders = [root, os.environ.get("NODE_PATH", "")]
        self.node = subprocess.Popen(
            ["node", "-e", _SERVER],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "NODE_PATH": os.pathsep.join(filter(None, folders))},
        )  # fmt: skip

    def __call__(self, *words):
        files = [word for word in words if str(word).endswith(".lp")]
        program = "\n#program base.\n".join(map(_whole, files))
        numbers = [word for word in words if re.fullmatch(r"\d+", str(word))]
        options = [str(word) for word in words if word not in files and word not in numbers]
        asked = {"program": program, "models": int([*numbers, 1][0]), "options": options}
        self.node.stdin.write(json.dumps(asked) + "\n")
        self.node.stdin.flush()
        said = json.loads(self.node.stdout.readline())
        more = said.get("Models", {}).get("More") == "yes"
        code = _CODES.get(said["Result"], 10 if more else 30)
        # where nothing is solved, it tells of one call all the same
        solved = said.get("Call", ()) if code else ()
        found = [call.get("Witnesses", ()) for call in solved]
        return [{frozenset(each["Value"]) for each in call} for call in found], code

    def close(self):
        self.node.communicate(timeout=30)


def _whole(path):
    """A file's text, with those that it includes in their places."""
    text = Path(path).read_text(encoding="utf-8")
    return re.sub(
        r'^#include "([^"]*)"\.', lambda m: _whole(Path(path).parent / m[1]), text, flags=re.M
    )


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
