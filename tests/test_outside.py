"""From outside: engines in a file each, a web service, and what is not imported on the way.

An engine is found by the entry point of a distribution, as pip leaves its `dist-info` folder.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import urllib.error
import urllib.request

import pytest
from projects import ROOT, few, run
from sweeping import lines

EXAMPLE = "ravensburger/example-4x4.lp"

CHILD = '''"""clingo's own command in a child process, for programs that are solved in one go."""

import json
import subprocess
import sys

import clingo

from pylab.engines import Engine
from pylab.engines.checker import AnswerChecker
from pylab.base.errors import LimitReached
from pylab.text.facts import write_facts
from pylab.base.finding import Finding, Status


class Child(Engine):
    """Asks `python -m clingo` and reads its JSON."""

    name = "child"
    program = True

    def unsupported(self, question):
        stepwise = question.given is not None and question.encoding.stepwise
        return "engine child knows no stepwise programs" if stepwise else ""

    def ask(self, question, watch):
        checker, patience = AnswerChecker(question, watch), watch.patience(question)
        words = ["--outf=2", f"--models={question.wanted}", str(question.encoding.entry), "-"]
        process = subprocess.Popen(
            [sys.executable, "-m", "clingo", *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        facts = write_facts(question.family.facts(question.instance))
        try:
            while True:
                try:
                    told, _ = process.communicate(facts, timeout=0.05)
                    break
                except subprocess.TimeoutExpired:
                    facts = None
                    patience.check()
        except LimitReached as limit:
            process.kill()
            process.communicate()
            finding = Finding(Status.UNKNOWN, ended=limit.ended, reason=str(limit))
            return checker.answer(finding, self.name)
        heard = json.loads(told)
        for row in heard["Call"][0].get("Witnesses", []):
            checker.decode([clingo.parse_term(atom) for atom in row["Value"]])
        status = Status.FOUND if checker.count else Status.NONE
        return checker.answer(Finding(status, complete=heard["Models"]["More"] == "no"), self.name)


ENGINE = Child()
'''

STUB = '''"""A stub of another solver: knows one plan by heart, and claims that it is the best."""

from pylab.engines import Engine
from pylab.engines.checker import AnswerChecker
from pylab.base.finding import Finding, Status
from pylab.text.source import Source


class Oracle(Engine):
    """Says what stands in its constant, whatever it is asked."""

    name = "oracle"
    plan = "push(1,w,1). push(3,s,2)."

    def unsupported(self, question):
        if question.family.name == "ravensburger":
            return ""
        return f"the oracle knows nothing of {question.family.name}"

    def ask(self, question, watch):
        checker = AnswerChecker(question, watch)
        checker.receive(question.family.read_witness(Source("oracle", self.plan)))
        return checker.answer(Finding(Status.FOUND, cost=2, at_least=2, optimal=True), self.name)


ENGINE = Oracle()
'''


@pytest.fixture
def env(tmp_path):
    """The environment in which both engines are installed."""
    site = tmp_path / "site"
    info = site / "others-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[pylab.engines]\nchild = child_engine:ENGINE\noracle = oracle_engine\n"
        "lost = nowhere:ENGINE\n"
    )
    (site / "child_engine.py").write_text(CHILD)
    (site / "oracle_engine.py").write_text(STUB)
    return {"PYTHONPATH": f"{site}:{ROOT}"}


@pytest.mark.parametrize("text", [CHILD, STUB])
def test_an_engine_is_a_file_of_at_most_60_lines(text):
    assert len(text.splitlines()) <= 60


def test_an_engine_that_asks_a_child_process(env, tmp_path):
    done = run("solve", EXAMPLE, "--task", "plan", "--engine", "child", "--models", "0",
               "--format", "json", env=env, cwd=tmp_path)  # fmt: skip
    told = json.loads(done.stdout)
    assert (done.returncode, told["engine"], told["complete"]) == (0, "child", True)
    ours = run("solve", EXAMPLE, "--task", "plan", "--models", "0", "--format", "json")
    assert sorted(each["facts"] for each in told["answers"]) == sorted(
        each["facts"] for each in json.loads(ours.stdout)["answers"]
    )
    none = run("solve", "ravensburger/unsolvable-3x3.lp", "--engine", "child", env=env)
    assert (none.returncode, none.stdout) == (1, "% none (child's claim)\n")


def test_its_time_limit_and_its_refusal(env, tmp_path):
    (tmp_path / "hard.lp").write_text(
        "{ in(P,1..14) } = 1 :- P = 1..15.\n:- in(P,H), in(Q,H), P < Q.\n"
    )
    done = run("solve", EXAMPLE, "--task", "plan", "--engine", "child", "--encoding", "hard.lp",
               "--time-limit", "0.2", env=env, cwd=tmp_path)  # fmt: skip
    assert (done.returncode, done.stdout) == (3, "% unknown (time limit of 0.2 s)\n")
    done = run("solve", EXAMPLE, "--task", "shortest", "--engine", "child", env=env)
    assert (done.returncode, "knows no stepwise programs" in done.stderr) == (2, True)


def test_a_stub_of_another_solver_is_checked_like_any_other(env):
    done = run("solve", EXAMPLE, "--engine", "oracle", "--task", "shortest", env=env)
    assert done.returncode == 0
    assert "% valid, checked: 2 pushes" in done.stdout
    assert "% no plan with fewer than 2 pushes (oracle's claim)" in done.stdout
    wrong = run("solve", "ravensburger/generated-10-4.lp", "--engine", "oracle", env=env)
    assert (wrong.returncode, "INVALID" in wrong.stdout) == (4, True)
    other = run("solve", "alice/example.alice", "--engine", "oracle", env=env)
    assert (other.returncode, "knows nothing of alice" in other.stderr) == (2, True)


def test_engines_from_outside_are_listed_and_a_lost_one_costs_only_itself(env):
    done = run("solve", EXAMPLE, "--engine", "abacus", env=env)
    assert done.returncode == 2
    assert "clingo, native, both, child, lost, oracle" in done.stderr
    assert "[clingo|native|both|child|lost|oracle]" in " ".join(
        run("solve", "--help", env=env).stdout.split()
    )
    done = run("solve", EXAMPLE, "--engine", "lost", env=env)
    assert done.returncode == 2
    assert "engine lost can't be loaded: ModuleNotFoundError" in done.stderr
    assert run("solve", EXAMPLE, env=env).returncode == 0


def test_a_sweep_asks_engines_from_outside(env, tmp_path):
    done = run("bench", "run", "--instances", EXAMPLE, "--task", "plan", "--engine", "child",
               "--engine", "oracle", "--engine", "clingo", "-o", "out",
               env=env, cwd=tmp_path)  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = {record["engine"]: record for record in lines(tmp_path / "out")}
    assert set(found) == {"child", "oracle", "clingo"}
    assert {record["run"]["status"] for record in found.values()} <= {"found", "optimum"}
    assert all(record["run"]["checked"] == 1 for record in found.values())


SERVICE = '''
import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

import pylab
from pylab.base.errors import PylabError


class Service(BaseHTTPRequestHandler):
    """POST {"puzzle": TEXT or NAME, "task": NAME, ...}; the answer is the JSON of `solve`."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        try:
            code, told = 200, pylab.solve(asked.pop("puzzle"), **asked).to_dict()
        except PylabError as error:
            code, told = 400, {"error": str(error)}
        body = json.dumps(told).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Service)
print(server.server_port, flush=True)
server.serve_forever()
'''


def test_a_web_service_is_40_lines(tmp_path):
    assert len(SERVICE.splitlines()) <= 40
    (tmp_path / "service.py").write_text(SERVICE)
    here = {"PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "service.py"],
        stdout=subprocess.PIPE, encoding="utf-8", cwd=tmp_path, env={**os.environ, **here},
    )  # fmt: skip
    alarm = threading.Timer(300, process.kill)
    alarm.start()
    try:
        port = int(process.stdout.readline())

        def post(**asked):
            data = json.dumps(asked).encode()
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", data, timeout=300) as reply:
                return json.loads(reply.read())

        told = post(puzzle=EXAMPLE, task="shortest")
        by_command = json.loads(
            run(
                "solve",
                EXAMPLE,
                "--task",
                "shortest",
                "--format",
                "json",
                cwd=tmp_path,
                env=here,
                anew=True,
            ).stdout
        )
        for each in (told, by_command):
            del each["statistics"], each["question"]["limits"]
            del each["question"]["means"]["detailed"]
        assert told == by_command
        found = post(puzzle="alice/example.alice", engine="native")
        asked = found["question"]
        assert (found["schema"], asked["family"], found["status"]) == (3, "alice", "found")
        with pytest.raises(urllib.error.HTTPError) as caught:
            post(puzzle=EXAMPLE, task="fly")
        with caught.value as reply:
            assert "ravensburger has no task 'fly'" in json.loads(reply.read())["error"]
    finally:
        alarm.cancel()
        process.kill()
        process.communicate()


@pytest.mark.parametrize("engine", few(["native", "clingo"], 1))
@pytest.mark.parametrize(
    ("file", "own"), [(EXAMPLE, "ravensburger"), ("alice/example.alice", "alice")]
)
def test_a_command_imports_one_family(file, own, engine):
    code = (
        "import sys, atexit\n"
        "def tell():\n"
        "    known = [m for m in sys.modules if m.startswith('pylab.families.')]\n"
        "    print(*known, file=sys.stderr)\n"
        "atexit.register(tell)\n"
        f"sys.argv = ['pylab', 'solve', {file!r}, '--engine', {engine!r}]\n"
        "import pylab_asp\npylab_asp.main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True, cwd=ROOT
    )
    told = done.stderr.splitlines()[-1].split()
    assert f"pylab.families.{own}.family" in told
    assert {each.split(".")[2] for each in told} == {own}
