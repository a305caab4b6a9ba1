"""Every option of every command: what can't be used in a call is refused, and never passed over.

The options are those that click knows. To each call in `CALLS` each option of its command is added
with a value that is none, which has to be noticed: as the option has no use there, or as the value
is read. Flags have no such value, and click itself looks at numbers and choices: where these have
no use is said in `REFUSED`, and `FLAGS` lists all flags.
"""

from __future__ import annotations

import shlex
import shutil
from dataclasses import replace
from pathlib import Path

import click
import pytest
from inprocess import call
from projects import ROOT

from pylab import cli
from pylab.bench import records
from pylab.cli import family_options
from pylab.cli.options import EngineName
from pylab.core.data import InstanceData, QuestionData, text_digest
from pylab.core.puzzle import located
from pylab.family import registry

BOARD, MAZE, SEALED = "ravensburger/square-2x2.lp", "alice/twins.alice", "fractal/sealed.lab"
ODD, PROGRAM, PLAN = "ravensburger/example-4x4.lp", "ravensburger/plan.lp", "theseus/hemme.plan"

FLOOR = "F" * 7
ROWS = [2 * f"WW{FLOOR}WW", f"WW{FLOOR}DDDD{FLOOR}WW", "W" * 22]
MAP = "".join(f"{ROWS[each]}\n" for each in (2, 2, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 2, 2))
GRAPH = 'digraph { 0 [label="s"]; 1 [label="t"]; 0 -> 1 [label=""]; 1 -> 0 [label=""] }\n'

FOLDER = ROOT / "examples" / "sokoban"

BEST = f"solve {ODD} --task shortest"

CALLS = {
    "solve": [BEST, f"{BEST} --engine native", f"{BEST} --count", f"{BEST} --format json",
              f"{BEST} --count --format json", f"solve {SEALED}"],
    "validate": [f"validate {BOARD} plan.out", f"validate {BOARD} none.out",
                 f"validate {BOARD} none.out --check-none",
                 f"validate {SEALED} --configuration 'A : 1'", "validate small.cnf proof.drat"],
    "score": ["score boards outputs", "score boards outputs --check-none"],
    "draw": [f"draw {BOARD}", f"draw {BOARD} --solve", f"draw {BOARD} --witness plan.out",
             f"draw {BOARD} --solve -o x.svg"],
    "watch": [f"watch {BOARD} -o x.html", f"watch {BOARD} --text",
              f"watch {BOARD} --witness plan.out -o x.html"],
    "lab": [f"lab {BOARD} --files there"],
    "gallery": ["gallery site"],
    "facts": [f"facts {BOARD}"],
    "generate": ["generate ravensburger"],
    "import": ["import map.txt graph.dot"],
    "families": ["families"],
    "encodings": ["encodings --family alice", "encodings --path",
                  "encodings show ravensburger plan", "encodings graph ravensburger plan",
                  "encodings copy ravensburger plan there"],
    "exercise": ["exercise new west", "exercise check tiny empty.lp", "exercise pack tiny",
                 "exercise grade tiny handed-in -o graded"],
    "lint": [f"lint {PROGRAM}", f"lint {PROGRAM} --on {BOARD}"],
    "compare": [f"compare --encoding shortest+any {BOARD} --random 0"],
    "clingo": ["clingo small.cnf"],
    "bench run": [f"bench run --instances {BOARD} -o out", "bench run s.toml -o out",
                  f"bench run --instances {BOARD} --engine native -o out"],
    "bench plan": [f"bench plan --instances {BOARD}", "bench plan s.toml"],
    "bench prove": [f"bench prove {ODD} --bound 2 -o out -j 1"],
    "bench report": ["bench report records", "bench report records --format csv"],
    "bench compare": ["bench compare records records"],
    "bench again": ["bench again k records"],
    "bench cancel": ["bench cancel records"],
    "new family": ["new family hopscotch"],
    "new folder": ["new folder hops"],
    "test": [f"test {FOLDER}"],
}  # fmt: skip

FLAGS = {
    "solve": {
        "--strict",
        "--allow-scripts",
        "--count",
        "--explain",
        "--stats",
        "--certify",
        "--optima",
    },
    "validate": {"--strict", "--allow-scripts", "--check-none", "--trace"},
    "score": {"--allow-scripts", "--check-none", "--check-optimum"},
    "draw": {
        "--strict",
        "--solve",
        "--directed",
        "--explain",
        "--fly",
        "--steps",
        "--allow-scripts",
    },
    "watch": {"--strict", "--text", "--allow-scripts"},
    "lab": {"--strict"},
    "facts": {"--strict"},
    "import": {"--allow-scripts", "--strict"},
    "encodings": {"--path"},
    "encodings show": {"--predicates"},
    "lint": {"--write-header"},
    "test": {"--all"},
    "exercise grade": {"--pseudonyms"},
    "new folder": {"--board", "--graph"},
    "compare": {"--stats", "--allow-scripts"},
    "clingo": {"--allow-scripts"},
    "bench run": {"--allow-scripts", "--resume", "--detach", "--optima"},
    "bench plan": {"--allow-scripts", "--resume", "--all", "--optima"},
    "bench prove": {"--check", "--detach"},
    "bench report": {"--details"},
}
"""A flag that has no use in some calls is in `REFUSED`, too."""

REFUSED = {
    f"solve {ODD}": ["--proofs p", "--unfold 3 --format json", "--count --format csv",
                       "--count --unfold 3", "--count --format competition"],
    f"validate {BOARD} plan.out": ["--task shortest", "--engine clingo",
                                   "--engine-command clingo"],
    f"validate {SEALED} --configuration 'A : 1'": ["--judge judge.lp", "--allow-scripts",
                                             "--check-none", "--exit-code 20", "-j 2"],
    "validate small.cnf proof.drat": ["--with empty.lp", "--judge judge.lp", "--check-none",
                                      "--exit-code 20", "--strict", "--walk-first"],
    "score boards outputs": ["--engine clingo", "--engine-command clingo"],
    f"draw {BOARD}": ["--theme dark", "--solve --step 1 --steps", "--solve --witness plan.out"],
    f"draw {BOARD} --witness plan.out": [
        "--judge judge.lp", "--models 2", "--encoding plan", "-c n=1", "--engine native",
        "--engine-command clingo", "--clingo-option=--seed=1", "--theory clingcon",
        "--allow-scripts", "--task plan", "--time-limit 3", "--memory-limit 9000",
    ],
    f"watch {BOARD} --witness plan.out -o x.html": [
        "--models 2", "--encoding plan", "-c n=1", "--engine native", "--engine-command clingo",
        "--clingo-option=--seed=1", "--theory clingcon", "--task plan",
    ],
    f"watch {BOARD} --text": ["-o x.html", "--random 3"],
    f"lint {PROGRAM}": ["--seed 3", "-c n=1", "--time-limit 3"],
    f"lint {PROGRAM} --on {BOARD}": ["--seed 3"],
    "encodings --path": ["--family alice", "--format json"],
    "encodings --format json": ["show ravensburger plan"],
    f"bench run --instances {BOARD} -o out": ["--chunk 3", "--sbatch-option=-x", "--detach",
                                              "--executor slurm -j 3"],
    f"bench run --instances {BOARD} --engine native -o out": ["--configuration=--seed=1"],
    "bench run s.toml -o out": [
        "--family alice", f"--instances {BOARD}", "--task plan", "--encoding plan",
        "--engine clingo", "--engine-command clingo", "--configuration=--seed=1",
        "--with empty.lp", "--judge judge.lp", "-c n=1", "--models 1", "--allow-scripts",
    ],
    f"bench plan --instances {BOARD}": ["--chunk 3", "--sbatch-option=-x"],
    f"bench prove {ODD} --bound 2 -o out": ["--chunk 3", "--sbatch-option=-x", "--detach"],
    "bench report records": ["--details --format csv", "--details -o x.html",
                             "--details --into README.md"],
}  # fmt: skip

LONG = {"gallery site"}

LATE = {" --engine-command": "a sweep's jobs run elsewhere, perhaps, and say what is not there",
        " --output": "no file is written: `compare` finds no difference"}  # fmt: skip
"""What a call that is fine otherwise has no need of, and why."""

VALUES = {
    "constants": "nosuch=1",
    "clingo_options": "--no-such-option",
    "configurations": "--no-such-option",
    "sbatch_options": "--no-such-option",
    "output": "small.cnf/x.svg",
    "files": "small.cnf/there",
    "folder": "small.cnf/there",
    "plots": "small.cnf/there",
    "junit": "small.cnf/there.xml",
    "into": "small.cnf/there",
    "certificate": "small.cnf/there.gz",
}
"""What is none for the parameter of that name; for others, it is `no-such`."""


def commands(found=cli.pylab, context=None, words=()):
    """Every command with its words and its context, groups too."""
    name = words[-1] if words else "pylab"  # with settings: click makes a help option only once
    context = click.Context(found, parent=context, info_name=name, **found.context_settings)
    yield " ".join(words), found, context
    if isinstance(found, click.Group):
        for name in found.list_commands(context):
            yield from commands(found.get_command(context, name), context, (*words, name))


COMMANDS = {words: (found, context) for words, found, context in commands()}


def options(words):
    found, context = COMMANDS[words]
    own = [each for each in found.get_params(context) if isinstance(each, click.Option)]
    return [
        each
        for each in own
        if each.name not in ("help", "_click_default_help", "version", "verbose")
    ]


def is_familys(option):
    return isinstance(option, family_options.FamilyOption)


def flag(option):
    return max(option.opts, key=len)


def command_of(line):
    """The command's words at the beginning of a line."""
    words = line.split(" --")[0].split(" ")
    return max((" ".join(words[:n]) for n in (1, 2) if " ".join(words[:n]) in COMMANDS), key=len)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("boards").mkdir()
    Path("outputs").mkdir()
    Path("boards/board.lp").write_text("field(1,1). init_on(1,1). goal_on(1,1). max_steps(1).\n")
    Path("outputs/board.out").write_text("UNSATISFIABLE\n")
    Path("plan.out").write_text("push(1,e,1).\n")
    Path("none.out").write_text("UNSATISFIABLE\n")
    Path("small.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n")
    Path("proof.drat").write_text("0\n")
    Path("judge.lp").write_text("wrong(1) :- #count{ 1 } = 0.\n")
    Path("empty.lp").write_text("\n")
    for name in ("boards", "hidden"):
        Path("tiny", name).mkdir(parents=True)
    shutil.copy("boards/board.lp", "tiny/boards")
    Path("tiny/hidden/reference.lp").write_text("#program step(t).\n:- push(_,w,t).\n")
    Path("tiny/exercise.toml").write_text('family = "ravensburger"\nrandom = 0\n')
    Path("tiny/TASK.md").touch()
    Path("handed-in").mkdir()
    shutil.copy("tiny/hidden/reference.lp", "handed-in/ada.lp")
    Path("s.toml").write_text(f'[[instances]]\nfiles = ["{BOARD}"]\n')
    Path("map.txt").write_text(MAP)
    Path("graph.dot").write_text(GRAPH)
    Path("records").mkdir()
    text = Path(located(BOARD)).read_text(encoding="utf-8")
    record = records.Record(
        key="k", sweep="s", order=0, rank=0, repetition=0, variant="v", status="found",
        question=QuestionData("ravensburger", "plan", InstanceData(BOARD, text_digest(text))),
    )  # fmt: skip
    Path("records/results.jsonl").write_bytes(record.line())


def test_every_command_is_called():
    known = {words for words, (found, _) in COMMANDS.items() if not isinstance(found, click.Group)}
    said = {command_of(line) for lines in CALLS.values() for line in lines}
    assert {each for each in known if not each.startswith("generate ")} <= said
    assert {each for each in said if each not in known} <= {"encodings"}


def test_every_flag_is_in_the_list():
    for words in (each for each in COMMANDS if not each.startswith("generate ")):
        own = [each for each in options(words) if not is_familys(each)]
        assert {flag(each) for each in own if each.is_flag} == FLAGS.get(words, set()), words


def checked_by_click(option):
    """Numbers and choices: click refuses the others, whether they are used or not."""
    numbers = click.types.IntParamType | click.types.FloatParamType
    return isinstance(option.type, numbers | click.Choice | EngineName)


def impossible(line):
    """The line with each of its command's options, whose value is none."""
    for option in options(command_of(line)):
        if option.is_flag or checked_by_click(option) or is_familys(option):
            continue
        value = shlex.quote(VALUES.get(option.name, "no-such"))
        yield f"{line} {flag(option)}{' ' if len(flag(option)) == 2 else '='}{value}"


@pytest.mark.parametrize("line", [line for lines in CALLS.values() for line in lines])
def test_a_value_that_is_none_is_noticed(line):
    if line not in LONG:
        assert call(line).code != 2, "the call itself is fine"
    quiet = {each for each in impossible(line) if call(each).code != 2}
    assert {each for each in quiet if each.removeprefix(line).split("=")[0] not in LATE} == set()


@pytest.mark.parametrize("line", REFUSED)
def test_an_option_without_a_use_is_refused_by_its_name(line):
    for more in REFUSED[line]:
        done = call(f"{line} {more}")
        named = [word.split("=")[0] for word in f"{line} {more}".split() if word[0] == "-"]
        assert (done.code, any(name in done.err for name in named)) == (2, True), (more, done)


PUZZLES = {"alice": MAZE, "dungeon": "dungeon/demo.dungeon", "fractal": SEALED, "theseus": PLAN}


@pytest.mark.parametrize("family", PUZZLES)
def test_a_value_that_is_none_of_a_familys_option_is_noticed(family):
    known = registry.listing(family).options
    own = [each.name for each in known if not isinstance(each.default, bool)]
    for name in own:
        done = call(f"solve {PUZZLES[family]} --{name.replace('_', '-')}=no-such")
        assert done.code == 2 or "no-such" in done.err, name


@pytest.mark.parametrize("command", ["solve", "validate", "draw", "watch", "facts", "compare"])
def test_the_options_of_other_families_are_refused(command):
    words = next(line for line in CALLS[command] if "plan.out" not in line or command == "validate")
    done = call(f"{words} --room=2")
    assert (done.code, "--room is no option of ravensburger" in done.err) == (2, True)


@pytest.mark.parametrize("family", PUZZLES)
def test_a_value_is_refused_as_if_only_its_own_family_had_the_option(family):
    own = {each.name for each in registry.listing(family).options}
    others = {
        each.name: listing.name
        for listing in registry.listings()
        for each in listing.options
        if each.name not in own and not isinstance(each.default, bool)
    }
    for name, other in others.items():
        done = call(f"solve {PUZZLES[family]} --{name.replace('_', '-')}=7")
        owner = f"of {other}; for clingo's, use --clingo-option=" in done.err
        assert owner or f"is no option of {family}" in done.err, done.err


ONCE = [
    "solve", "solve --count", "draw", "draw --solve", "draw --witness plan.out", "watch --text",
    "watch --witness plan.out --text", "facts", "lab --files there", "validate - plan.out",
    "validate - none.out --check-none", "compare - --encoding shortest+any --random 0",
]  # fmt: skip


@pytest.mark.parametrize("words", ONCE)
def test_what_is_assumed_is_told_once_and_of_the_puzzle_under_its_options(words, monkeypatch):
    family = registry.get("ravensburger")
    told = replace(family, remarks=lambda board: tuple(sorted(board.rules)) or ("nothing",))
    monkeypatch.setattr(registry, "get", lambda _: told)
    command, *rest = words.replace(" - ", f" {BOARD} ").split(" ")
    rest = rest if BOARD in rest else [BOARD, *rest]
    done = call(command, *rest, "--fixed-lines")
    remarks = [line for line in done.err.splitlines() if "assumed: " in line or "using" in line]
    assert remarks == [
        f"pylab: using the shipped instance {BOARD}", "pylab: assumed: fixed_lines",
    ], done.err  # fmt: skip


def test_a_proof_is_asked_for_with_scripts_and_options_as_they_are_given():
    Path("script.lp").write_text("#script(python)\ndef f(): return 1\n#end.\n")
    call_ = f"validate {BOARD} none.out --check-none --task shortest --with script.lp"
    refused, allowed = call(call_), call(f"{call_} --allow-scripts")
    assert (refused.code, "--allow-scripts" in refused.err) == (2, True)
    assert (allowed.code, "there is an answer" in allowed.out) == (1, True)
    Path("late.lp").write_text("% Options: at=0,2,1\n")
    claim = f"validate {MAZE} none.out --check-none"
    over = call(f"{claim} --with late.lp --at=2,0,1").out  # the option holds over the overlay's
    assert over == call(f"{claim} --at=2,0,1").out != call(claim).out


@pytest.mark.parametrize("flags", ["", "--engine clingo", "--judge judge.lp"])
def test_what_chooses_how_to_solve_makes_draw_solve(flags):
    words = shlex.split(flags)
    drawn, solved = call(f"draw {ODD}").out, call(f"draw {ODD} --solve").out
    assert call("draw", ODD, *words).out == (solved if words else drawn)
