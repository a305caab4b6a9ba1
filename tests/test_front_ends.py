"""The same question through every front end: whatever two of them report agrees.

`QUESTIONS` has a line for each question, as the words behind `pylab solve`. `HAS` says which fields
each front end has: these are the same everywhere. The others are held against the terminal's JSON.
"""

from __future__ import annotations

import functools
import json
import re
import shlex
import shutil
import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import pytest
from inprocess import call
from projects import few

import pylab
from pylab.analysis import compare
from pylab.analysis.asked import asking
from pylab.base.errors import Ended, LimitReached, PylabError
from pylab.bench.jobs import expand
from pylab.bench.sweep import Puzzles, Sweep, SweepVariant
from pylab.bench.work import do
from pylab.cli import solve as solving
from pylab.core import options as table
from pylab.core.puzzle import load, located
from pylab.core.question import Limits, Means
from pylab.engines import report

QUESTIONS = """
ravensburger/square-2x2.lp
ravensburger/square-2x2.lp --task shortest
ravensburger/square-2x2.lp --task shortest --engine native
ravensburger/square-2x2.lp --task shortest --engine both
ravensburger/example-4x4.lp --task all
ravensburger/example-4x4.lp --task all --engine native
ravensburger/example-4x4.lp --task all --engine both --no-undo
ravensburger/example-4x4.lp --task shortest --walk-first
ravensburger/example-4x4.lp --task shortest --walk-first --engine native
ravensburger/example-4x4.lp --task shortest --fixed-lines --lost-tiles
ravensburger/example-4x4.lp --task shortest --with walk.lp
ravensburger/example-4x4.lp --task shortest --with walk.lp --engine native
ravensburger/example-4x4.lp --task shortest --with wide.lp
ravensburger/example-4x4.lp --task shortest --with north.lp
ravensburger/example-4x4.lp --task all --with north.lp --with any
ravensburger/example-4x4.lp --task shortest --with vain.lp
ravensburger/example-4x4.lp --task shortest --with vain.lp --engine both
ravensburger/example-4x4.lp --task shortest --with vain.lp --memory-limit 100000
ravensburger/example-4x4.lp --with never.lp
ravensburger/example-4x4.lp --with never.lp --memory-limit 100000
ravensburger/example-4x4.lp --with cheap.lp
ravensburger/example-4x4.lp --with leap.lp
ravensburger/example-4x4.lp --with judged.lp
ravensburger/example-4x4.lp --with replaced.lp --models 2
ravensburger/example-4x4.lp --task shortest --judge east.lp
ravensburger/example-4x4.lp --task shortest --judge west.lp
ravensburger/example-4x4.lp --task shortest --judge west.lp --engine native
ravensburger/example-4x4.lp --task all --judge west.lp --engine both
ravensburger/example-4x4.lp --task all --judge west.lp --judge east.lp
ravensburger/example-4x4.lp --judge shared.lp --with shared.lp
ravensburger/example-4x4.lp --encoding own.lp
ravensburger/example-4x4.lp --encoding own.lp -c rows=2
ravensburger/example-4x4.lp --encoding own.lp --engine native
ravensburger/example-4x4.lp --task all -c length=3
ravensburger/example-4x4.lp --task all --models 3
ravensburger/example-4x4.lp --models 5 --clingo-option=--seed=7
ravensburger/example-4x4.lp --clingo-option=--no-such
ravensburger/example-4x4.lp --engine-command 'clingo {models}'
ravensburger/example-4x4.lp --with script.lp
ravensburger/example-4x4.lp --with script.lp --allow-scripts
ravensburger/example-4x4.lp --with nowhere.lp
ravensburger/example-4x4.lp --judge nowhere.lp
ravensburger/unsolvable-3x3.lp
ravensburger/unsolvable-3x3.lp --judge nowhere.lp
ravensburger/unsolvable-3x3.lp --task shortest --engine native
ravensburger/unsolvable-3x3.lp --task shortest --engine both
ravensburger/generated-12-5.lp --task shortest --engine clingo --time-limit 0.1
alice/twins.alice
alice/twins.alice --task all
alice/twins.alice --task unique
alice/twins.alice --task count --engine native
alice/twins.alice --task statistics
alice/twins.alice --departure
alice/twins.alice --with visit --task plan
alice/mirror.alice
alice/mirror.alice --engine native
alice/example.alice --task hint --engine both
alice/example.alice --task design -c length=4
alice/example.alice --engine native --theory clingcon
dungeon/mission.dot
dungeon/mission.dot --engine native
dungeon/oneway.dungeon --task softlock
dungeon/oneway.dungeon --task guaranteed
dungeon/mission.dot --task margin
dungeon/mission.dot --task minimal-keys --engine both
dungeon/demo.dungeon --task margin
fractal/sealed.lab
fractal/sealed.lab --engine native
fractal/turnstile.lab --task shortest
fractal/turnstile.lab --task escape --engine both
fractal/sealed.lab --task shortest --two-way
fractal/infinite.lab --word 'nolabel'
fractal/infinite.lab --task winning
rooms.plan --task shortest --models 2
rooms.plan --task count
rooms.plan --task count --with room.lp
rooms.plan --task count --with room.lp --room 2
rooms.plan --task shortest --with room-once --engine both
rooms.plan --task count --engine clingo
queens.lp --models 1
queens.lp --models 0
queens.lp --models 0 --judge corner.lp
queens.lp --with corner-queen.lp --models 0
queens.lp -c n=3
queens.lp -c n=5 --models 3
queens.lp -c n=3 --with corner-queen.lp
three.lp --encoding sized.lp
four.lp --encoding sized.lp --models 0
four.lp --encoding sized.lp --models 0 --judge corner.lp
four.lp --encoding priced.lp --models 1
four.lp --encoding priced.lp --optima --models 0
four.lp --encoding priced.lp --with corner-queen.lp --optima --models 2
four.lp --encoding steps.lp --models 1
four.lp --encoding steps.lp --models 0 --clingo-option=--seed=3
"""

QUEENS = """\
{{ queen(X,1..{0}) }} = 1 :- X = 1..{0}, size(N).
:- queen(X,Y), queen(Z,Y), X < Z.
:- queen(X,Y), queen(Z,W), X < Z, |Y-W| = Z-X.
#show queen/2.
#show X-Y : queen(X,Y), X < Y.
#defined size/1.
"""

FILES = {
    "walk.lp": "% Options: walk_first=yes\n",
    "room.lp": "% Options: room=1\n",
    "wide.lp": "% Options: walk_first=yes\n\n#program step(t).\n:- push(_,n,t), push(_,n,t-1).\n",
    "north.lp": "#program step(t).\n:- push(_,n,t).\n",
    "vain.lp": "#program step(t).\nunused(Z) :- push(Z,e,t), Z > 99.\n",
    "never.lp": "#program step(t).\n:- push(_,_,t), t > 0.\n",
    "cheap.lp": ":~ push(Z,_,T). [Z@1,T]\n",
    "leap.lp": "#show push(9,e,1) : field(1,1).\n",
    "judged.lp": "% Judge: west.lp\n",
    "replaced.lp": "% Judge replaces: east.lp\n",
    "east.lp": 'wrong("east",T) :- push(_,e,T).\n',
    "west.lp": 'wrong("west",T) :- push(_,w,T).\n',
    "shared.lp": "wrong(1) :- #count{ 1 } = 0.\n",
    "own.lp": "#const rows = 1.\n{ push(1..rows,(e;w),1) } 1.\n#show push/3.\n",
    "rooms.plan": """\
+---+---+---+
|   o   o   |
+   +-o-+-o-+
|   o       |
+   +       +
|   o       S
+-G-+---+---+
""",
    "queens.lp": "#const n = 4.\nsize(n).\n" + QUEENS.format("N"),
    "sized.lp": QUEENS.format("N") + ":- not size(_).\n",
    "priced.lp": QUEENS.format("N") + ":~ queen(X,Y), X < 3. [Y,X]\n",
    "three.lp": "size(3).\n",
    "four.lp": "size(4).\n",
    "corner.lp": 'wrong("low") :- queen(1,Y), Y < 3.\n',
    "corner-queen.lp": ":- queen(1,1..2).\n",
    "steps.lp": """\
#program base.
on(0,0).
#program step(t).
{ on(X+1,t); on(X+2,t) } = 1 :- on(X,t-1).
#program check(t).
:- query(t), not on(N,t), size(N).
""",
    "script.lp": "#script(python)\ndef f(): return 1\n#end.\n",
}

UNCHECKED = ["there is no check.lp"]

ANSWER = ("status", "ended", "count", "complete", "optimal", "cost", "costs", "at_least",
          "invalid", "counts", "certified")  # fmt: skip
TOLD = (*ANSWER, "claims", "messages", "assumptions", "conclusions", "engine", "encoding")
SHOWN = ("answers", "valid", "problems")
HAS = {
    "terminal, --format json": {*TOLD, *SHOWN, "exit"},
    "terminal, text": {"conclusions", "messages", "assumptions", "valid", "exit"},
    "terminal, --count": {"count", "counts", "messages", "assumptions", "exit"},
    "terminal, --count --format json": {*TOLD, "exit"},
    "notebook, solve": {*TOLD, *SHOWN},
    "notebook, witnesses": {*TOLD, *SHOWN},
    "sweep": set(TOLD),
    "compare": {"status", "answers", "problems", "optimum"},
    "validate": {"judged"},
    "notebook, validate": {"judged"},
    "score": {"judged"},
}
"""The fields of each front end. Those of an answer are as its JSON has them; beside these

- `answers` are the facts, and `problems` the checker's word, of each that is found; `valid` is how
  many are valid;
- `optimum` is the cost, where it is proven to be the best one;
- `judged` is whether all answers are valid, when they come back as a solver's output.
"""


@dataclass
class Asked:
    """A question in the words of the terminal, and as objects."""

    line: str
    instance: str
    task: str | None
    means: Means
    limits: Limits

    def notebook(self):
        """For `pylab.solve`."""
        values = {**asdict(self.limits), **asdict(self.means)}
        shared = {e.name: values[e.field] for e in table.of(table.ASK, table.SOLVE)}
        return {**shared, **self.means.options}

    @functools.cached_property
    def solution(self):
        return pylab.solve(self.instance, self.task, **self.notebook())

    @functools.cached_property
    def json(self):
        return call(f"solve {self.line} --format json")

    @functools.cached_property
    def text(self):
        return call(f"solve {self.line}")


def asked(line):
    """A line of the table, read as the command reads it."""
    words = shlex.split(line)
    context = solving.command.make_context("solve", words)
    given = context.params
    options = {name.removeprefix("of_family_"): value for name, value in given.items()
               if name.startswith("of_family_") and value is not None}  # fmt: skip
    asked = {name: given[name] for name in table.TABLE if name in given}
    means, limits = table.chosen({**asked, "options": options})
    return Asked(line, given["files"][0], given["task"], means, limits)


def beside(answer):
    """What a program shows that is no fact, of an answer's JSON."""
    witness = answer["witness"]
    return witness.get("terms", ()) if isinstance(witness, dict) else ()


def picked(data, fields):
    return {name: data[name] for name in fields}


def shown(data):
    """Of an answer's JSON."""
    return {
        "answers": [
            " ".join(filter(None, [each["facts"], *beside(each)])) for each in data["answers"]
        ],
        "problems": [[p["message"] for p in each["problems"]] for each in data["answers"]],
        "valid": sum(each["valid"] is True for each in data["answers"]),
    }


def said(done):
    """The remarks on standard error, but for the one on the shipped instance."""
    lines = [line[7:] for line in done.err.splitlines() if line.startswith("pylab: ")]
    return [line for line in lines if not line.startswith("using the shipped instance")]


def remarks(done, reference):
    """Which messages and assumptions of the reference a terminal has said, each exactly once."""

    def once(message):
        return done.err.count(f"pylab: {message}\n") == 1

    return {
        "messages": [each for each in reference["messages"] if once(each)],
        "assumptions": [each for each in reference["assumptions"] if once(f"assumed: {each}")],
    }


def in_json(asked):
    done = asked.json
    if done.code == 2:
        return {"refused": said(done)[-1]}
    data = json.loads(done.out)
    assert remarks(done, data) == picked(data, ("messages", "assumptions"))
    return picked(data, TOLD) | shown(data) | {"exit": done.code}


def in_text(asked, reference):
    done = asked.text
    if done.code == 2:
        return {"refused": said(done)[-1]}
    lines = [line.removeprefix("% ") for line in done.out.splitlines() if line.startswith("% ")]
    found = [line for line in reference["conclusions"] if line in lines]
    valid = sum(line.startswith(("valid, checked", "valid by your judge")) for line in lines)
    return remarks(done, reference) | {"conclusions": found, "valid": valid, "exit": done.code}


def counted(asked, reference):
    done = call(f"solve {asked.line} --count")
    if done.code == 2:
        return {"refused": said(done)[-1]}
    counts = [line for line in said(done) if line.startswith("counted: ")]
    return remarks(done, reference) | {
        "count": int(done.out) if done.out.strip() else 0,
        "counts": re.sub(r"counted: (optimal answers(; |$))?", "", "".join(counts)),
        "exit": done.code,
    }


def counted_in_json(asked, _):
    done = call(f"solve {asked.line} --count --format json")
    if done.code == 2:
        return {"refused": said(done)[-1]}
    data = json.loads(done.out)
    assert "answers" not in data
    return picked(data, TOLD) | {"exit": done.code}


def in_notebook(asked, _):
    data = asked.solution.to_dict()
    return picked(data, TOLD) | shown(data)


def one_by_one(asked, _):
    stream = pylab.witnesses(asked.instance, asked.task, **asked.notebook())
    found = list(stream)
    answer = replace(stream.answer, checked=tuple(found))
    data = report.data(answer, load(asked.instance).data)
    return picked(data, TOLD) | shown(data)


def in_sweep(asked, reference):
    variant = SweepVariant("v", means=asked.means, models=asked.limits.models)
    if variant.means.command:
        variant = replace(variant, means=replace(variant.means, engine="command"))
    puzzles = Puzzles("", (located(asked.instance),))
    tasks = (asked.task,) if asked.task else ()
    limits = replace(asked.limits, models=None)
    (job,) = expand(Sweep("s", (puzzles,), (variant,), tasks, limits=limits), Path(), Path("made"))
    told = do(job)
    if told["status"] == "error":
        raise PylabError(told["reason"])
    if told["status"] == "optimum":
        assert told["answer"]["optimal"]
    return picked(told.get("answer", {}), HAS["sweep"])


def compared(asked, reference):
    puzzle = load(asked.instance)
    if owner := asking(puzzle.family, asked.means.encoding):
        puzzle = load(asked.instance, owner)
    task, models = puzzle.family.task(asked.task), asked.limits.models
    own = asked.means.encoding or (puzzle.name if puzzle.family.as_written else task.encoding)
    name = "+".join([own, *asked.means.overlays])
    task = task._replace(models=task.models if models is None else models)
    limits = Limits(60, asked.limits.megabytes, asked.limits.models)
    terms = compare.Settings(puzzle.family, task, asked.means, limits, compare.Level.STATUS)
    variant = compare.variant(puzzle.family, name, asked.means.scripts)
    result = compare.run(terms, variant, puzzle.instance)
    every = [*result.answers, *(compare.shown(terms, each) for each in result.invalid)]
    return {
        "status": result.status.value,
        "optimum": list(result.optimum) if result.optimum else None,
        "answers": sorted(every),
        "problems": sorted([p.message for p in e.verdict.problems] for e in result.invalid),
    }


def validated(asked, _):
    """What `solve` printed, judged by the command with the same files and options."""
    Path("output.json").write_text(asked.json.out)
    done = call(f"validate {kept(asked)}", "output.json")
    return {"judged": {0: True, 1: False, 3: None}[done.code]}


def kept(asked):
    """Of the question's words, those that say by which rules an answer is judged."""
    means = asked.means
    words = [asked.instance]
    if means.encoding and load(asked.instance).family.as_written:
        words.insert(0, means.encoding)  # the program that is meant
    words += [word for each in means.overlays for word in ("--with", each)]
    words += [word for each in means.judges for word in ("--judge", each)]
    words += ["--allow-scripts"] * means.scripts + options(asked)
    return shlex.join(words)


def options(asked):
    """The family's options as words."""
    names = {name: f"--{name.replace('_', '-')}" for name in asked.means.options}
    given = asked.means.options.items()
    return [names[name] if value is True else f"{names[name]}={value}" for name, value in given]


def validated_in_notebook(asked, reference):
    rules = {"overlays": asked.means.overlays, "judges": asked.means.judges}
    rules |= {"allow_scripts": asked.means.scripts, **asked.means.options}
    found = [e.witness for e in asked.solution.answer.checked if e.witness is not None]
    puzzle = asked.instance
    if asked.means.encoding and load(puzzle).family.as_written:
        puzzle = pylab.program(asked.means.encoding, puzzle)
    verdicts = [pylab.validate(puzzle, each, **rules).known for each in found]
    again = [pylab.validate(asked.solution, each).known for each in found]
    assert again == verdicts
    return {"judged": all(verdicts) if verdicts and None not in verdicts else None}


def scored(asked, _):
    name = Path(asked.instance)
    for folder in ("boards", "outputs"):
        shutil.rmtree(folder, ignore_errors=True)
        Path(folder).mkdir()
    shutil.copy(located(asked.instance), "boards")
    Path("outputs", f"{name.stem}.out").write_text(asked.text.out)
    done = call(f"score boards outputs --format json {shlex.join(options(asked))}")
    (entry,) = json.loads(done.out)["entries"]
    return {"judged": {"solved": True, "wrong": False}.get(entry["standing"])}


FRONT_ENDS = {
    "terminal, text": in_text,
    "terminal, --count": counted,
    "terminal, --count --format json": counted_in_json,
    "notebook, solve": in_notebook,
    "notebook, witnesses": one_by_one,
    "sweep": in_sweep,
    "compare": compared,
    "validate": validated,
    "notebook, validate": validated_in_notebook,
    "score": scored,
}


def can(front_end, asked, reference):
    """Whether a front end can ask this at all."""
    means = asked.means
    if "refused" in reference and "judged" in HAS[front_end]:
        return False
    if front_end == "score":
        return not (means.overlays or means.judges or means.encoding)
    if front_end == "compare":
        own = means.encoding or load(asked.instance).family.task(asked.task).encoding
        return own and means.engine in (None, "clingo") and not means.command and (
            asked.limits.seconds is None and reference.get("engine") == "clingo"
        )  # fmt: skip
    return True


def unsettled(asked):
    """The fields that depend on chance: which engine is first, how far one comes in the time."""
    if asked.means.engine == "both":
        return {"engine", "encoding", "claims", "conclusions", "costs", "complete", "at_least",
                "messages", "answers"}  # fmt: skip
    return {"at_least", "claims", "conclusions"} if asked.limits.seconds else set()


def expected(front_end, reference):
    """What the reference has of a front end's fields."""
    told = dict(reference)
    if front_end == "compare":
        told["optimum"] = None
        if told["optimal"] and told["status"] == "found":
            told["optimum"] = [c["value"] for c in told["costs"]] or [told["cost"]]
        every = told["answers"] if told["status"] != "none" else []  # certificates are none
        none = "an answer without facts"
        told["answers"] = sorted(" ".join(sorted(e.split(" "))) or none for e in every)
        told["problems"] = sorted(each for each in told["problems"] if each and each != UNCHECKED)
    if front_end == "sweep":  # it grounds no program a second time for each of its jobs
        told["messages"] = [each for each in told["messages"] if " instance" not in each]
    told["judged"] = None
    if told["answers"] and UNCHECKED not in reference["problems"]:
        told["judged"] = told["valid"] == len(told["answers"])
    return told


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text)


LINES = QUESTIONS.strip().splitlines()


def test_there_are_enough_questions():
    assert len(set(LINES)) == len(LINES) >= 60
    assert set(FRONT_ENDS) | {"terminal, --format json"} == set(HAS)


@pytest.mark.parametrize("line", few([*LINES[::2], *LINES[1::2]], len(LINES) // 2))
def test_every_front_end_says_the_same(line):
    question = asked(line)
    reference = in_json(question)
    for name, ask in FRONT_ENDS.items():
        if not can(name, question, reference):
            continue
        try:
            told = ask(question, reference)
        except PylabError as error:
            told = {"refused": str(error).split("\n")[0].removeprefix("variant 'v': ")}
        if "refused" in reference:
            said = reference["refused"]
            assert told["refused"] == (table.renamed(said) if "notebook" in name else said), name
            continue
        fields = HAS[name] - unsettled(question)
        assert picked(told, fields) == picked(expected(name, reference), fields), name


def test_an_option_holds_over_that_of_an_overlay_wherever_an_answer_is_judged():
    """A walk that crosses a room twice: an overlay allows that, and the option doesn't."""
    Path("twice.lp").write_text("% Options: room=2\n")
    walk = pylab.solve("rooms.plan", "longest", room="2", models=1).witness
    Path("walk.out").write_text(load("rooms.plan").family.show(walk))
    for room, right in (("2", True), ("1", False)):
        words = f"--with twice.lp --room {room}"
        done = call(f"validate rooms.plan walk.out {words}")
        verdict = pylab.validate("rooms.plan", walk, overlays="twice.lp", room=room)
        assert (done.code == 0, verdict.valid) == (right, right)
        shown = call(f"watch rooms.plan --witness walk.out -o walk.html {words}")
        assert shown.code == 1 - right
    once = pylab.solve("rooms.plan", "longest", room="1", models=1)
    assert not pylab.validate(once, walk).valid


def test_a_judge_of_a_solution_judges_it_again():
    solution = pylab.solve("ravensburger/example-4x4.lp", "shortest", judges="west.lp")
    assert solution.invalid
    (checked,) = solution.answer.checked
    verdict = pylab.validate(solution, checked.witness)
    assert [each.message for each in verdict.problems] == ["west"]


def test_a_limit_before_the_search_is_an_answer_everywhere(monkeypatch):
    """As where the encoding takes long to be parsed, or a judge to be read."""

    def slow(*_):
        raise LimitReached("time limit of 9 s", Ended.TIME)

    monkeypatch.setattr("pylab.engines.judges.remarks", slow)
    line = "ravensburger/square-2x2.lp --time-limit 9"
    question = asked(line)
    reference = in_json(question)
    assert (reference["status"], reference["ended"], reference["exit"]) == ("unknown", "time", 3)
    for name, ask in (("notebook, solve", in_notebook), ("sweep", in_sweep)):
        told = ask(question, reference)
        assert picked(told, HAS[name]) == picked(reference, HAS[name])


if __name__ == "__main__":  # the whole table, for people
    for each in LINES:
        sys.stdout.write(f"{each}\n    {in_json(asked(each))}\n")
