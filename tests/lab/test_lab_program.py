"""What a page makes of its files, run in Node by the very clingo that is in the pages."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from dataclasses import asdict, replace

import clingo
import pytest
from projects import ROOT, run
from stepping_cases import CASES, ERRORS

from pylab import engines
from pylab.analysis import derivation, showing
from pylab.base.limits import Patience
from pylab.core import puzzle
from pylab.core.question import Limits, Means, Question
from pylab.engines import scenes
from pylab.family import registry
from pylab.folders.moves import MovesGame
from pylab.pages.lab import engine
from pylab.pages.lab.kit import part, texts
from pylab.pages.lab.program import grouped, program
from pylab.text.facts import Fact

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here")

RUN = """
const fs = require("fs");
require("v8").setFlagsFromString("--liftoff-only"); // a job is done before its code is optimized
const { source, driver, clingo } = JSON.parse(process.argv[1]);
const kit = new Function(`"use strict"; ${source};
  return { assembled, findingsOf, strays, flatten, inForce, gameOf };`)();
const done = async ({ program, puzzle, how }, Module, instantiateWasm) => {
  if (how.game) Object.assign(how.more, kit.gameOf(program, ...how.game));
  const made = kit.assembled(program, puzzle, how, driver);
  const [out, err] = [[], []];
  if (!made.findings.length) {
    const print = (line) => out.push(line.split("\\x1f"));
    const it = await Module({ print, printErr: (line) => err.push(line), instantiateWasm });
    const options = ["--outf=3", "--warn=all", ...made.options, "0"].join(" ");
    try { it.ccall("run", "number", ["string", "string"], [made.text, options]); } catch { }
  }
  return {
    models: out.filter(([kind]) => kind === "model")
      .map(([, step, cost, , ...atoms]) => ({ step, cost, atoms })),
    atoms: out.filter(([kind]) => kind === "atoms").flatMap(([, ...atoms]) => atoms),
    end: out.find(([kind]) => kind === "end"),
    states: out.filter(([kind]) => kind === "state").map(([, ...told]) => told),
    pictures: out.filter(([kind]) => kind === "picture").map(([, ...shapes]) => shapes),
    changing: Object.keys(how.more?.CHANGING ?? {}),
    unknown: out.filter(([kind]) => kind === "unknown").flatMap(([, ...names]) => names),
    steps: out.filter(([kind]) => kind === "solving").map(([, step]) => Number(step)),
    why: out.filter(([kind]) => kind === "why").map(([, ...told]) => told),
    rules: made.rules,
    err,
    refused: out.find(([kind]) => kind === "refused"),
    findings: [...made.findings, ...kit.findingsOf(err, made.map, made.text)],
    strays: kit.strays(program.files, []),
    lines: made.text.split("\\n"),
    map: made.map,
  };
};
(async () => {
  const { default: Module } = await import(`${clingo}.mjs`);
  const compiled = await WebAssembly.compile(fs.readFileSync(`${clingo}.wasm`));
  const instantiateWasm = (imports, ready) => {
    WebAssembly.instantiate(compiled, imports).then((instance) => ready(instance, compiled));
    return {};
  };
  for await (const line of require("readline").createInterface({ input: process.stdin })) {
    const answer = await done(JSON.parse(line), Module, instantiateWasm);
    process.stdout.write(`${JSON.stringify(answer)}\\n`);
  }
})();
"""


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """Runs jobs as a page does, all in one process, for which clingo is compiled once."""
    folder = tmp_path_factory.mktemp("clingo")
    vendor = engine.find().folder / "clingo"
    shutil.copy(vendor / "clingo.js", folder / "clingo.mjs")
    shutil.copy(vendor / "clingo.wasm", folder)
    kit = {
        "source": texts() + part("program.js"),
        "driver": part("driver.lua"),
        "clingo": str(folder / "clingo"),
    }
    with subprocess.Popen(
        [NODE, "-e", RUN, "--", json.dumps(kit)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
    ) as process:  # fmt: skip

        def asked(jobs):
            late = threading.Timer(300, process.kill)
            late.start()
            try:
                return [answered(each) for each in jobs]
            finally:
                late.cancel()

        def answered(job):
            process.stdin.write(f"{json.dumps(job)}\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield asked


def job(question, mode="solve", models=1):
    made = asdict(program(question))
    entry = next(each["entry"] for each in made["tasks"] if each["name"] == made["task"])
    return {
        "program": made | {"entry": made["entry"] or entry},
        "puzzle": {"name": "puzzle", "text": grouped(question.family.facts(question.instance))},
        "how": {"mode": mode, "models": models},
    }


def question(name, task, **means):
    found = puzzle.load(name)
    means = Means(engine="clingo", **means)
    return Question(found.family, found.instance, found.family.task(task), means, Limits(20))


@pytest.mark.parametrize("kind", ["brave", "cautious"])
def test_consequences_are_those_that_pylab_finds(ask, kind):
    """In all answers of a task; of shortest plans and of the lightest paths, the best ones only."""
    asked = [
        ("ravensburger/example-4x4.lp", "all"),
        ("ravensburger/example-4x4.lp", "shortest"),
        ("ravensburger/unsolvable-3x3.lp", "shortest"),
        ("alice/example.alice", "all"),
        ("alice/unsolvable.alice", "shortest"),
        ("theseus/hemme.plan", "longest"),
        ("fractal/treasure.lab", "shortest"),
        ("dungeon/trap.dungeon", "solve"),
    ]
    jobs = [job(question(*each), models=0) for each in asked]
    for each in jobs:
        each["how"]["more"] = {"CONSEQUENCES": kind}
    for (name, task), told in zip(asked, ask(jobs), strict=True):
        answer = engines.ask(question(name, task, consequences=kind))
        meant = answer.consequences.atoms if answer.consequences else None
        found = sorted(told["models"][-1]["atoms"]) if told["models"] else None
        assert found == (None if meant is None else sorted(meant)), (name, task)


WHY = [
    ("ravensburger/example-4x4.lp", "shortest"),
    ("ravensburger/example-4x4.lp", "all"),
    ("alice/example.alice", "shortest"),
    ("alice/croquet.alice", "plan"),
    ("theseus/hemme.plan", "shortest"),
    ("fractal/treasure.lab", "moves"),
    ("fractal/infinite.lab", "exits"),
    ("dungeon/demo.dungeon", "solve"),
    ("dungeon/trap.dungeon", "margin"),
]


def why(asked, name, task, atoms=2):
    """In the page, of some atoms of the first answer: each atom's rule and what it needs."""
    [solved] = asked([job(question(name, task))])
    model = solved["models"][-1]
    step = int(model["step"]) if model["step"] else -1
    more = {"ANSWER": model["atoms"], "STEP": step, "MOST": 5000}
    targets = model["atoms"][-atoms:]
    jobs = [job(question(name, task), "why", 0) for _ in targets]
    for each, target in zip(jobs, targets, strict=True):
        each["how"]["more"] = more | {"TARGET": target}
    return model["atoms"], dict(zip(targets, asked(jobs), strict=True))


@pytest.mark.parametrize(("name", "task"), WHY)
def test_why_names_the_rules_that_pylab_names(ask, name, task):
    atoms, told = why(ask, name, task)
    asked = question(name, task)
    facts = [Fact(clingo.parse_term(each)) for each in atoms]
    model = showing.completed(asked, facts, Patience(30))
    for target, page in told.items():
        instances = derivation.RuleInstances(asked, model, Patience(30))
        steps = instances.derivation(clingo.parse_term(target))
        meant = {step.atom: step for step in steps if step.rule is not None}
        found = {atom: page["rules"][int(rule) - 1] for atom, rule, *_ in page["why"]}
        assert target in found, page["err"]
        assert not [each for each in page["err"] if "error" in each]
        shared = found.keys() & meant.keys()
        assert len(shared) >= min(len(meant), 5), (target, found.keys(), meant.keys())
        for atom in shared:
            place = found[atom]["file"].split("/")[-1], found[atom]["line"]
            assert place == (meant[atom].rule.file.split("/")[-1], meant[atom].rule.line), atom


TRICKY = """\
p(1..3). q(a;b). r("a. b, {c} :- d", x'). -n(1).
s(X) :- p(X), not p(X+1).
t(X,Y) :- p(X), p(Y), X < Y.
u(N) :- N = #count { X,Y : t(X,Y), X != 2 }.
v :- q(A) : q(A), A != c; p(_).
x(M) :- M = #sum { X,p : p(X); 10,Z : q(Z) }, M > 0, 0 < M < 99.
{ y(X) : p(X), X > 1; z } = 1 :- v, r(_,_). :- not y(2).
k(S) :- r(S,_), not not v.
a(X) | b(X) :- s(X), -n(1). :- b(_).
c((X,Y),f(Y)) :- t(X,Y), u(N), N = 1..9.
d(X*2) :- p(X), x(_). e :- d(2). e :- d(4).
deep(X) :- d(X). deep(X) :- e, X = 7. deep(X+1) :- deep(X), X < 9.
g :- not h. h :- not g. :- h.
#const size = 2.
i(size). j(X) :- i(X), p(X), X = size; not h; y(X).
"""


def test_why_reads_rules_of_all_kinds_as_pylab_does(ask, tmp_path):
    """The program has one answer set; of each atom that is no fact, the same rule derives it."""
    (tmp_path / "x.lp").write_text(TRICKY, encoding="utf-8")
    files = {"files": {"x.lp": TRICKY}, "entry": "x.lp", "overlays": []}
    job = {"program": files, "puzzle": {"name": "puzzle", "text": ""}}
    [solved] = ask([job | {"how": {"mode": "solve", "models": 0}}])
    (model,) = solved["models"]
    more = {"ANSWER": model["atoms"], "STEP": -1, "MOST": 5000}
    told = ask(
        [
            job | {"how": {"mode": "why", "models": 0, "more": more | {"TARGET": atom}}}
            for atom in model["atoms"]
        ]
    )
    asked = [word for atom in model["atoms"] for word in ("--why", atom)]
    done = run("solve", tmp_path / "x.lp", *asked, "--format", "json")
    meant = {each["atom"]: each["steps"] for each in json.loads(done.stdout)["why"]}
    for target, page in zip(model["atoms"], told, strict=True):
        assert not [each for each in page["err"] if "error" in each], target
        rules = {atom: page["rules"][int(rule) - 1]["line"] for atom, rule, *_ in page["why"]}
        steps = {step["atom"]: step["rule"]["line"] for step in meant[target] if step["rule"]}
        assert rules[target] == steps[target], target
        assert rules.keys() == steps.keys(), target
        assert rules == steps, target


EXAMPLE = "ravensburger/example-4x4.lp"
MISTAKES = [
    ("dynamics.lp", "arrived(T) :- time(t,T)", "arrived(T) : - time(t,T)", ""),
    ("dynamics.lp", "{ push(Z,D,T) : line(Z)", "{ push(Z,D,T) : line(Q)", "unsafe"),
    ("dynamics.lp", "not moved(X,Y,T).", "not moved(X,Y,T,.", "syntax error"),
    ("board.lp", "horizon(M) :- max_steps(M).", "horizon(N) :- max_steps(M).", "unsafe"),
    ("board.lp", "line(1..N) :- size(N).", "line(1..N) :- sise(N).", "does not occur"),
    ("board.lp", '#include "shift.lp".', '#include "shaft.lp".', "there is no file shaft.lp"),
    ("board.lp", '#include "shift.lp".', "#include shift.", "right after #include"),
    ("shift.lp", "size(N).", "size(N), Q < N.", "unsafe"),
    ("arrival.lp", ":- time(t,T), ongoing(T)", ":- time(t,T)) ongoing(T)", "syntax error"),
    ("board.lp", "#show push/3.", "#shoe push/3.", "syntax error"),
    ("stepwise.lp", "ongoing(t).", "ongoing(t). #script (lua) x #end.", "no embedded script"),
    ("stepwise.lp", "time(t,t) :-", "time(t,t+a) :-", "operation undefined"),
    ("all.lp", "#include <incmode>.", "#include <incmode>. \u00e9(X).", "ASCII only"),
    ("shift.lp", None, "p(1,2", "unexpected EOF, expecting"),
    ("arrival.lp", None, "p(1)", "unexpected EOF"),
    ("all.lp", None, "p(1)", "unexpected EOF"),
]


def mistaken(file, old, new):
    asked = job(question(EXAMPLE, "all" if file == "all.lp" else "shortest"))
    files = asked["program"]["files"]
    if old is None:  # at the end, where the file's last line is found at fault
        files[file] += new
        return asked, files[file].count("\n") + 1
    assert old in files[file]
    line = files[file][: files[file].index(old)].count("\n") + 1
    files[file] = files[file].replace(old, new, 1)
    return asked, line


def test_each_mistake_is_found_at_its_own_line(ask):
    cases = [(*mistaken(file, old, new), file, words) for file, old, new, words in MISTAKES]
    for (_, line, file, words), told in zip(cases, ask([case[0] for case in cases]), strict=True):
        found = [
            (each["file"], each["line"]) for each in told["findings"] if words in each["message"]
        ]
        assert found[:1] == [(file, line)], (file, line, words, told["findings"][:3])


HIDDEN = ROOT / "tests/data/differences"
REFUSED = {
    "shebang-script": "expected no embedded script: a page runs none",
    "shebang-passwd": "there is no file /etc/passwd in this page",
    "shebang-panic": "there is no file lab-panic.lp in this page",
    "lab-panic": "expected ASCII only in an encoding, found '\\u200b'",
}
TEXTS = {
    "a.\n%* b.": "expected '*%' to end the comment, found the end of the text",
    "a :-\n#include <incmode>.": "syntax error, unexpected #include",
    '#include %* x *%\n "all.lp" b.': "expected a full stop after #include",
    "#include <else>.": "expected <incmode>, found <else>",
    "a.\0": "expected text, found a NUL byte",
    "asp 1 0 0\n0": "expected rules, found a ground program (aspif)",
    "foo(X,_) :- % no X\n  not bar(Y).": "unsafe variables X, _, Y in foo(X,_) :- not bar(Y)",
    "{ p(X) : q(Y) }.": "unsafe variable X in ",
}


def laid(text):
    asked = job(question(EXAMPLE, "shortest"))
    asked["program"]["files"]["own/laid.lp"] = text
    asked["program"]["overlays"] = ["own/laid.lp"]
    return asked


def test_a_puzzle_that_breaks_off_is_wrong_at_its_end(ask):
    asked = job(question(EXAMPLE, "shortest"))
    program = asked["program"] | {"entry": "", "overlays": []}
    puzzle = {"name": "puzzle", "text": "size(4).\npos(1,2"}
    alone = {"program": program, "puzzle": puzzle, "how": {"mode": "evaluate"}}
    for told in ask([asked | {"puzzle": puzzle}, alone]):
        found = told["findings"][0]
        assert (found["file"], found["line"], found["column"]) == ("puzzle", 2, 8)
        assert found["message"] == "syntax error, unexpected EOF, expecting ) or ;"


def test_nothing_is_hidden_behind_a_line_comment(ask):
    said = {(HIDDEN / f"{name}.lp").read_text(): words for name, words in REFUSED.items()} | TEXTS
    for (text, words), told in zip(said.items(), ask([laid(text) for text in said]), strict=True):
        errors = [each for each in told["findings"] if each["severity"] == "error"]
        assert errors
        assert errors[0]["message"].startswith(words), text
        assert {each["file"] for each in errors} == {"own/laid.lp"}
        assert not told["models"]


UNKNOWN_ATOMS = {
    "#program step(t).\n:- psh(1,_,t).": "psh(1,_,t)",
    ":- psh(1..2, X+1), X = 1.": "psh(1..2, X+1)",
    ":- psh(\n _, % any\n 1).": "psh( _, 1)",
}


def test_an_atom_is_told_of_as_it_is_written(ask):
    texts = list(UNKNOWN_ATOMS)
    for text, told in zip(texts, ask([laid(text) for text in texts]), strict=True):
        said = [each["message"] for each in told["findings"]]
        assert said == [f"atom does not occur in any rule head: {UNKNOWN_ATOMS[text]}"]


def test_a_hidden_include_is_part_of_the_program(ask):
    """Also where it is no overlay's first words, and comments stand in it."""
    asked = laid('#! %* \n#include %* " *% "inner.lp" %.\n. #! *%')
    asked["program"]["files"]["own/inner.lp"] = (HIDDEN / "shebang-inner.lp").read_text()
    (told,) = ask([asked])
    assert told["findings"] == []
    (model,) = told["models"]
    assert not {"push(2,n", "push(2,s"} & {atom[:8] for atom in model["atoms"]}


def test_a_puzzle_may_have_any_character_in_strings_and_comments(ask):
    def asked(text):
        program = {"files": {}, "entry": ""}
        puzzle = {"name": "puzzle", "text": text}
        return {"program": program, "puzzle": puzzle, "how": {"mode": "evaluate"}}

    good, bad = ask([asked('a("\u00e9"). % \u00e9'), asked("a.\nb(\u200b).")])
    assert good["atoms"] == ['a("\u00e9")']
    (finding,) = bad["findings"]
    assert (finding["line"], finding["column"]) == (2, 3)
    assert finding["message"].startswith("expected ASCII only outside of strings and comments")


def test_every_line_of_a_program_is_known_by_its_file(ask):
    asked = [job(question(EXAMPLE, task), mode="check") for task in ("plan", "shortest", "all")]
    for each, told in zip(asked, ask(asked), strict=True):
        texts = each["program"]["files"] | {"puzzle": each["puzzle"]["text"]}
        assert told["findings"] == []
        for line, place in zip(told["lines"], told["map"], strict=False):
            if line not in ("#program base.", "#defined included_here/0."):
                there = texts[place["file"]].split("\n")[place["line"] - 1][place["shift"] :]
                assert len(line) <= len(there)  # of which comments are blanked out
                assert all(one in (" ", other) for one, other in zip(line, there, strict=False))


def test_a_page_is_led_as_all_backends_are(ask):
    def asked(case, **constants):
        program = {"files": {"x.lp": case.text}, "entry": "x.lp", "overlays": []}
        program["constants"] = {n: v.strip('"') for n, v in (case.constants | constants).items()}
        program["constants"] = {n: v.lower() for n, v in program["constants"].items()}
        return {"program": program, "puzzle": None, "how": {"models": case.models}}

    for case, told in zip(CASES.values(), ask(map(asked, CASES.values())), strict=True):
        assert tuple(told["steps"]) == case.steps, case
        _, step, reach, count, fewest = told["end"]
        if case.status == "found":
            proven = "fewest" if "length" not in case.constants or case.cost == 3 else ""
            assert (int(step), fewest, int(count) > 0) == (case.cost, proven, True), case
            assert (reach == "all") == case.complete or case.models == 1, case
        else:
            assert (reach, count) == ("limit" if case.status == "unknown" else "all", "0"), case
    bad = [asked(CASES["no horizon"], **{name: value}) for name, (value, _) in ERRORS.items()]
    for (_, words), told in zip(ERRORS.values(), ask(bad), strict=True):
        assert told["refused"] == ["refused", words]


FEW = [(EXAMPLE, "all"), ("alice/croquet.alice", "shortest"), ("theseus/hemme.plan", "shortest"),
       ("fractal/alice.lab", "shortest"), ("dungeon/trap.dungeon", "solve")]  # fmt: skip


@pytest.mark.slow
def test_pages_and_pylab_have_the_same_answers(ask):
    questions = [question(name, task) for name, task in FEW]
    for asked, told in zip(
        questions, ask([job(each, models=0) for each in questions]), strict=True
    ):
        answer = engines.ask(asked)
        last = told["models"][-1]
        family, task = asked.family, asked.task
        assert told["findings"] == []
        cost = int(last["step"] or last["cost"])
        assert answer.cost == (
            cost if last["step"] else family.costs.unit(asked.instance, task, cost)
        )
        if task.name == "all":
            found = {frozenset(f"{atom}." for atom in model["atoms"]) for model in told["models"]}
            expected = {frozenset(map(str, family.encode(c.witness))) for c in answer.checked}
            assert found == expected


def test_overlays_and_own_encodings_are_part_of_the_program(ask, tmp_path):
    (tmp_path / "mine.lp").write_text('#include "more.lp".\n#include "sub/deep.lp".\n')
    (tmp_path / "more.lp").write_text("push(1,e,1).\n")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/deep.lp").write_text('#include "../more.lp".\n#show push/3.\n')
    own = question(EXAMPLE, "plan", encoding=str(tmp_path / "mine.lp"))
    laid = question(EXAMPLE, "all", overlays=("variants/lost-tiles.lp",))
    one, other = ask([job(own), job(laid, models=0)])
    assert [model["atoms"] for model in one["models"]] == [["push(1,e,1)"]]
    assert one["findings"] == []
    assert len(other["models"]) == len(engines.ask(laid).checked)


def test_an_option_of_several_headers_reaches_clingo_once(ask):
    laid = question(EXAMPLE, "plan", overlays=("variants/fewest.lp",))
    (told,) = ask([job(laid)])
    assert told["models"]
    assert told["findings"] == []


def test_an_overlay_s_option_replaces_the_entry_s(ask, tmp_path):
    overlay = tmp_path / "other.lp"
    overlay.write_text("% Purpose: o\n% Solver options: --heuristic=Vsids\n", encoding="utf-8")
    (told,) = ask([job(question(EXAMPLE, "plan", overlays=(str(overlay),)))])
    assert told["models"]
    assert told["findings"] == []


def test_an_overlay_stands_in_a_page_where_the_file_stands_that_it_replaces(ask, tmp_path):
    rules = "% Replaces: transition.lp\n\n#defined arrow/3.\n#defined seen/3.\n"
    rules += "transition(X,Y,D,A,X',Y',D') :- ready(X,Y,D,t), moving(D), arrow(X,Y,A), "
    rules += (
        "delta(A,DX,DY), X' = X+DX, Y' = Y+DY, kind(X',Y',C), makes(C,D,D'), not seen(X',Y',D').\n"
    )
    (tmp_path / "one.lp").write_text(rules)
    overlays = (str(tmp_path / "one.lp"),)
    asked = [question("alice/twins.alice", task, overlays=overlays) for task in ("all", "plan")]
    for each, told in zip(asked, ask([job(each, models=0) for each in asked]), strict=True):
        answer = engines.ask(replace(each, limits=Limits(20, models=0)))
        assert told["findings"] == []
        assert len(told["models"]) == answer.count > 0
        if each.task.name == "all":
            assert {int(model["step"]) for model in told["models"]} == {answer.cost}


def test_a_puzzle_of_rules_is_evaluated(ask):
    rules = "field(1..2,1..2). connect(X,Y,n) :- field(X,Y), X < Y."
    asked = {"program": {"files": {}, "entry": ""}, "puzzle": {"name": "puzzle", "text": rules}}
    (told,) = ask([asked | {"how": {"mode": "evaluate"}}])
    assert sorted(told["atoms"]) == [
        "connect(1,2,n)", "field(1,1)", "field(1,2)", "field(2,1)", "field(2,2)"
    ]  # fmt: skip


FROG = ROOT / "tests/data/folders/frog"


def of_the_frog(entry, constants, facts, mode, **how):
    files = {each.name: each.read_text() for each in FROG.glob("*.lp")}
    program = {"files": files, "entry": entry, "constants": constants, "asClingo": True}
    return {"program": program, "how": {"mode": mode, "more": {"START": facts}, **how}}


@pytest.mark.parametrize("far", ["2", "4"])
def test_a_game_in_a_page_has_the_states_that_it_has_in_python(ask, far):
    """The constant is one of moves.lp and scene.lp, too."""
    made = puzzle.load(str(FROG / "instances/one.lp"))
    instance = made.instance.under({"far": far})
    facts = [str(each.symbol) for each in instance.whole()]
    game = {"game": ["moves.lp", "scene.lp", 600]}
    (told,) = ask([of_the_frog("moves.lp", {"far": far}, facts, "game", **game)])
    states = made.family.script(instance, []).data["states"]
    assert [told_ for _, *told_ in told["states"]] == [
        [text for _, words, after, _ in moves for text in (words, str(after), words)]
        for _, _, moves, _ in states
    ]
    assert [won == "won" for won, *_ in told["states"]] == [won for *_, won in states]
    assert all(f'draw(title(("hops of ",{far})))' in shapes for shapes in told["pictures"])
    game = {"game": ["moves.lp", "scene.lp", 3]}
    (told,) = ask([of_the_frog("moves.lp", {"far": far}, facts, "game", **game)])
    assert (told["states"], told["end"][-1]) == ([], "0")
    asked = of_the_frog("moves.lp", {"far": far}, facts, "game", game=["moves.lp", "scene.lp", 600])
    asked["program"]["files"]["moves.lp"] += 'words(M,("hop: ",M)) :- can(M).'
    (told,) = ask([asked])
    first = states[0][2]
    assert told["states"][0][3::3] == [f'("hop: ",{words})' for _, words, *_ in first] != []


@pytest.mark.parametrize(
    "rules",
    [
        "then(m,p(1..2)) :- can(m). then(M,q(f(X,Y),Z)) :- can(M), r(X,Y,Z).",
        "then(M,on) :- can(M), then(M,off). % then(a,comment)",
        'then(M,say("then(a,b)")):-can(M).then(M,_x\'(1)).',
        "{ then(M,p(X)) : r(X) } :- can(M). then(M,A) :- has(M,A). sthen(M,q). then(a,b,c).",
        "then(M,p(X)); then(M,q(X,X)) :- can(M), X = 1..3, not then(M,r).",
    ],
)
def test_pages_and_pylab_agree_on_what_a_move_changes(ask, tmp_path, rules):
    (tmp_path / "moves.lp").write_text(rules)
    asked = of_the_frog("moves.lp", {}, [], "game", game=["moves.lp", "scene.lp", 600])
    asked["program"]["files"]["moves.lp"] = rules
    (told,) = ask([asked])
    assert sorted(told["changing"]) == sorted(map(str, MovesGame(tmp_path / "moves.lp").changing))


def test_a_picture_in_a_page_has_pylabs_functions_and_facts_as_they_are(ask, tmp_path):
    """A constant reaches only files that have it by #const, and no fact."""
    facts = ["field(1)", "field(far)", "flag(n)", 'p("a{}")']
    files = {
        "s.lp": """#const far = 2. a(@pos(X,1)) :- field(X). d(@other(1)). d(@other(2)).
        b(@format("{}{1}{7}{}",X,"é")) :- flag(X). c(@concat(X,far)) :- flag(X). e(n,far).
        f(X) :- p(X). #show a/1. #show b/1. #show c/1. #show d/1. #show e/2.
        a(@pos(3,X,"0.5")) :- field(X). a(@pos(1,2,3,4)). a(@stringify(a_b_c)).
        a(@stringify("é_b",true)). a(@stringify(dark_room,true))."""
    }
    asked = of_the_frog("s.lp", {"far": "3", "n": "9"}, facts, "picture")
    asked["program"]["files"] = files
    (told,) = ask([asked])
    wanted = ['a("1,1!")', 'a("1.5000,0.5000!")', 'a("3,far!")', 'a("Dark room")', 'a("a b c")']
    wanted += ['a("far,1!")', 'a("é b")', 'b("né{7}é")', 'c("n3")', "e(n,3)"]
    assert sorted(told["atoms"]) == wanted
    assert sorted(told["unknown"]) == ["other", "pos/4"]
    (tmp_path / "s.lp").write_text(files["s.lp"])
    given = [Fact(clingo.parse_term(each)) for each in facts]
    drawn, remarks = scenes.shapes([tmp_path / "s.lp"], given, constants={"far": "3"})
    assert sorted(drawn) == sorted(told["atoms"])
    assert len(remarks) == 2
    assert remarks[1].endswith("s.lp:4:43: @pos/4 is not one of pylab's functions")


@pytest.mark.slow
@pytest.mark.parametrize("name", [each.name for each in registry.families()])
def test_every_task_of_every_family_runs_in_a_page(ask, name):
    family = registry.get(name)
    file = dict(each.split("/", 1) for each, _ in FEW)[name]
    asked = [question(f"{name}/{file}", task.name) for task in family.tasks if task.encoding]
    for each, told in zip(asked, ask([job(each) for each in asked]), strict=True):
        assert told["models"], (each, told["findings"])
        assert not [found for found in told["findings"] if found["severity"] == "error"]
