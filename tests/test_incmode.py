"""Files are run as clingo's own command runs them: calls, answers, exit codes; `pylab clingo`."""

from __future__ import annotations

import itertools
import random
import shutil
import signal
import subprocess
import sys
import time

import bare
import pytest
from incremental import Wasm, calls, means, program
from projects import ROOT, SHARED, few, real, run

from pylab.base.finding import Status
from pylab.encoding import program as encoding
from pylab.engines import driver

EXAMPLE = ROOT / "instances" / "ravensburger" / "example-4x4.lp"
UNSOLVABLE = ROOT / "instances" / "ravensburger" / "unsolvable-3x3.lp"
SHORTEST = ROOT / "encodings" / "ravensburger" / "shortest.lp"


@pytest.fixture(scope="session")
def clingo(tmp_path_factory):
    """A clingo that knows `<incmode>`: its own command, or the one that is compiled for the web.

    Debian's package `gringo` has the one, npm's `clingo-wasm` the other. The command that comes
    with the Python package doesn't know it.
    """
    path = tmp_path_factory.mktemp("real") / "two.lp"
    path.write_text("#include <incmode>. :- query(0).\n")

    def asked(*words):
        done = subprocess.run(
            ["clingo", *map(str, words)], capture_output=True, text=True, timeout=120, check=False
        )
        return calls(done.stdout), done.returncode

    if shutil.which("clingo") and len(asked(path)[0]) == 2:
        yield asked
        return
    if not (shutil.which("node") and shutil.which("npm")):
        pytest.skip("neither a clingo (Debian: apt-get install gringo) nor Node with npm is here")
    web = Wasm()
    try:
        followed = len(web(path)[0]) == 2
    except (OSError, ValueError):
        followed = False
    try:
        if not followed:
            pytest.skip("neither a clingo (Debian: apt-get install gringo) nor clingo-wasm is here "
                        "(npm install --global clingo-wasm)")  # fmt: skip
        yield web
    finally:
        web.close()


def ours(folder, commands):
    """Calls and exit code of each command line, all run by one process and its children."""
    return ((calls(printed), code) for printed, code in bare.ours(folder, commands))


def generated(folder, count, seed):
    rng = random.Random(seed)
    for number in range(count):
        path = folder / f"{number}.lp"
        path.write_text(program(rng))
        yield path, means(rng)


@pytest.mark.parametrize(("seed", "number"), few([(1, 20), (1, 60), (2, 1000)], 1))
def test_generated_programs_are_run_as_clingo_does(clingo, tmp_path, seed, number):
    """By `pylab clingo`, call for call; by the driver up to where no rule to come can mend it."""
    cases = list(generated(tmp_path, number, seed))
    commands = [
        [path, "0", *itertools.chain(*(("-c", word) for word in given))] for path, given in cases
    ]
    outcomes = set()
    mine = ours(tmp_path, commands)
    for (path, given), words, told in zip(cases, commands, mine, strict=True):
        expected, code = clingo(*words)
        assert told == (expected, code), (path.read_text(), given)
        outcomes.add((code, len(expected)))
        found = []
        constants = dict(word.split("=") for word in given)
        finding = driver.run(
            driver.ClingoProgram(encoding.load(path), [], constants), models=0, take=found.append
        )
        steps = [row["step"] for row in finding.statistics["solved"]]
        assert steps == list(range(len(steps)))
        assert not any(expected[len(steps) :]), path.read_text()
        answers = set().union(*expected)
        assert {frozenset(map(str, model)) for model in found} == answers, path.read_text()
        assert (finding.status is Status.FOUND) == bool(answers)
    assert {code for code, _ in outcomes} == {0, 20, 30}
    assert len(outcomes) > 8


@pytest.mark.parametrize("name", few(["potassco-encoding-single", "potassco-encoding"], 1))
def test_potasscos_encodings_are_run_as_clingo_does(clingo, tmp_path, name):
    entry = real("ravensburger", f"encodings/{name}.lp")
    stepwise = tmp_path / "stepwise.lp"
    stepwise.write_text("#include <incmode>.\n" * (name == "potassco-encoding"))
    commands = [
        [entry, stepwise, SHARED / "ravensburger" / "example-4x4.lp", "0", *more]
        for more in (
            [],
            ["-c", "imax=2"],
            ["-c", "imin=4"],
            ["-c", "imax=4", "-c", 'istop="UNSAT"'],
        )
    ]
    for words, told in zip(commands, ours(tmp_path, commands), strict=True):
        assert told == clingo(*words), words


def test_shipped_stepwise_encodings_are_run_as_clingo_does(clingo, tmp_path):
    commands = [
        [SHORTEST, EXAMPLE, "0"],
        [SHORTEST, UNSOLVABLE, "-c", "imax=3"],
        [ROOT / "encodings/ravensburger/plan.lp", EXAMPLE, "0", "--configuration=jumpy"],
    ]
    for words, told in zip(commands, ours(tmp_path, commands), strict=True):
        assert told == clingo(*words), words


CODES = [
    ("a.", (), 30, "Models       : 1\n"),  # one answer, and no others
    ("a.", ("0",), 30, "SATISFIABLE"),
    ("{ a }.", (), 10, "SATISFIABLE"),
    ("{ a }. :- a. :- not a.", (), 20, "UNSATISFIABLE"),
    ("{ a }. #minimize { 1 : a }.", (), 30, "OPTIMUM FOUND"),
    ("a :- ", (), 65, "UNKNOWN"),
    ("a(X) :- not b(X).", (), 65, "UNKNOWN"),
    ('#include "nothing.lp".', (), 65, "UNKNOWN"),
    ("#script (python)\ndef main(prg): raise SystemExit\n#end.", (), 65, "UNKNOWN"),
    ("a.", ("--no-such-option",), 1, ""),
    ("a.", ("nothing.lp",), 128, ""),
    ("#include <incmode>. :- query(0). :- query(1).", (), 10, "Calls        : 2"),
    ("#include <incmode>. :- query(t). #program check(t). :- query(t).", ("-c", "imax=3"), 20,
     "UNSATISFIABLE"),
    ('#include "inner.lp". :- query(0).', (), 10, "Calls        : 2"),
    ("% #include <incmode>.\n%* #include <incmode>. *%\n{ a }.", (), 10, "Calls        : 1"),
    ("#include <incmode>.", ("-c", "imax=0"), 0, "UNKNOWN"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words", "code", "says"), CODES)
def test_exit_codes_are_clingos(tmp_path, text, words, code, says):
    (tmp_path / "inner.lp").write_text("#include <incmode>.\n")
    (tmp_path / "x.lp").write_text(text)
    done = run("clingo", "x.lp", *words, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert says in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "words", "code"), [row[:3] for row in CODES if "#script" not in row[0]]
)
def test_and_so_says_clingo_itself(clingo, tmp_path, text, words, code):
    """But for scripts: its own command may be built with Python."""
    if isinstance(clingo, Wasm):
        pytest.skip("clingo-wasm has no exit codes (Debian: apt-get install gringo)")
    (tmp_path / "inner.lp").write_text("#include <incmode>.\n")
    (tmp_path / "x.lp").write_text(text)
    found = [word if word != "nothing.lp" else tmp_path / word for word in words]
    assert clingo(tmp_path / "x.lp", *found)[1] == code


def test_an_unsolvable_board_is_unsatisfiable():
    done = run("clingo", SHORTEST, UNSOLVABLE, "-c", "imax=4")
    assert done.returncode == 20
    assert "UNSATISFIABLE" in done.stdout


def test_standard_input_is_read_for_incmode_too():
    text = "#include <incmode>. :- query(0).\n"
    for words in ((), ("-",)):
        done = run("clingo", *words, stdin=text)
        assert (done.returncode, len(calls(done.stdout))) == (10, 2)
    assert run("clingo", stdin="a :-").returncode == 65
    assert run("clingo", stdin="a.").returncode == 30


def test_a_script_that_is_not_run_names_the_option_that_runs_it(tmp_path):
    inner, outer = tmp_path / "inner.lp", tmp_path / "outer.lp"
    inner.write_text("#script (python)\ndef main(prg):\n    prg.solve()\n#end.\n")
    outer.write_text('#include "inner.lp".\n')
    for words in ((inner,), (outer,), ("--text", inner)):
        done = run("clingo", *words, anew=True)
        assert (done.returncode, "pylab clingo --allow-scripts" in done.stderr) == (65, True)
    inner.write_text("#script (lua)\nfunction main(prg) prg:solve() end\n#end.\n")
    for words in ((inner,), ("--allow-scripts", inner)):
        done = run("clingo", *words, anew=True)
        assert (done.returncode, "no scripts in Lua" in done.stderr) == (65, True)
    late = run("clingo", inner, "--allow-scripts", anew=True)
    assert (late.returncode, "--allow-scripts comes first" in late.stderr) == (2, True)


def test_scripts_are_run_only_if_allowed(tmp_path):
    path = tmp_path / "x.lp"
    path.write_text('#script (python)\ndef main(prg):\n    print("mine")\n#end.\na.\n')
    assert run("clingo", path).returncode == 65
    done = run("clingo", "--allow-scripts", path, anew=True)
    assert (done.returncode, "mine" in done.stdout) == (0, True)
    assert "error" not in done.stderr


def test_it_is_completed():
    words = {"_PYLAB_COMPLETE": "bash_complete", "COMP_CWORD": "2"}
    assert "file," in run(env={**words, "COMP_WORDS": "pylab clingo sh"}).stdout
    assert "--opt-mode=optN" in run(env={**words, "COMP_WORDS": "pylab clingo --o"}).stdout


def endless(folder, out):
    path = folder / "x.lp"
    path.write_text("#include <incmode>.\n#program check(t).\n:- query(t).\n{ a(t) }.\n")
    command = [sys.executable, "-m", "pylab_asp", "clingo", str(path)]
    return subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)


def ended(process):
    try:
        return process.wait(60)
    finally:
        process.kill()


@pytest.mark.parametrize(("solved", "times"), [(1, 1), (30, 1), (30, 2)])
def test_a_search_without_an_end_ends_with_ctrl_c(tmp_path, solved, times):
    """Also between two calls, where clingo's own command loses the signal now and then."""
    printed = tmp_path / "printed"
    with printed.open("wb") as out:
        process = endless(tmp_path, out)
        deadline = time.monotonic() + 60
        while printed.read_text().count("Solving") < solved and time.monotonic() < deadline:
            time.sleep(0.01)
        for _ in range(times):
            process.send_signal(signal.SIGINT)
        assert ended(process) in (1, 21)  # 20 for the calls that were answered, and 1


def test_and_with_its_reader(tmp_path):
    process = endless(tmp_path, subprocess.PIPE)
    with process.stdout:
        process.stdout.readline()
    assert ended(process) == -signal.SIGPIPE
