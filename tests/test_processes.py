"""The supervisor of processes: what comes back, however they end, and that nothing is left."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from projects import children

pytest.importorskip("resource")

from pylab.base import processes
from pylab.base.errors import Ended, Fault, LimitReached, PylabError
from pylab.base.limits import Patience, held_megabytes
from pylab.base.processes import Child, asked_to_end, listen, ready
from pylab.base.programs import run
from pylab.base.watchdog import Watchdog

ROOT = Path(__file__).parent.parent
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc, and bounds that hold")
NO_LIMIT = Patience()


def opened():
    """The open descriptors of this process, of the first hundreds."""
    found = []
    for number in range(500):
        with contextlib.suppress(OSError):
            os.fstat(number)
            found.append(number)
    return found


@pytest.fixture(autouse=True)
def nothing_is_left():
    """No descriptor, no process, no zombie."""
    before = opened(), set(children(os.getpid()))
    yield
    assert (opened(), set(children(os.getpid()))) == before


def outcome(work, *given, seconds=None, **more):
    """What a child's work returns, and how it ended."""
    child = Child(work, "a test", *given, **more)
    try:
        return child.wait(Patience(seconds))
    finally:
        child.end()


def alive(pid):
    """Whether a process is there, and no zombie."""
    with contextlib.suppress(OSError):
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    return False


def gone(*pids, seconds=10):
    deadline = time.monotonic() + seconds
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(map(alive, pids))


class Held:
    """Something that both processes have."""


def test_results_and_reports_come_whole_and_refer_to_what_is_shared():
    shared, told = Held(), []

    def work(send, number):
        send((shared, number))
        send({"again": shared})
        return [shared, "x" * 200_000]

    result = outcome(work, 5, told=told.append, shared=(shared,))
    assert told == [(shared, 5), {"again": shared}]
    assert result == [shared, "x" * 200_000]


def test_reports_that_come_one_upon_the_other_go_together_and_none_stays_behind(monkeypatch):
    sent, more = [], threading.Condition()

    def note(_, kind, content):
        with more:
            sent.append((kind, content))
            more.notify()

    monkeypatch.setattr(processes._Sender, "_send", note)
    send = processes._Sender(0, ())
    for number in range(3000):
        send(number)
    with more:  # also what comes last, though nobody says anything more
        assert more.wait_for(lambda: sum(len(held) for _, held in sent) == 3000, 60)
    assert [each for _, held in sent for each in held] == list(range(3000))
    assert (len(sent[0][1]), len(sent) < 300) == (1, True)
    monkeypatch.setattr(processes, "_MOMENT", 3600.0)
    monkeypatch.setattr(threading.Timer, "start", lambda _: None)
    send(1)
    send(2)
    del sent[:]
    send.end("result", 3)
    assert sent == [("reports", [1, 2]), ("result", 3)]

    def no_thread(_):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Timer, "start", no_thread)
    send(4)
    assert sent[-1] == ("reports", [4])


class TwoWords(PylabError):
    """Can be pickled, and not made again."""

    def __init__(self, one, other):
        super().__init__(f"{one} {other}")


def raising(error):
    def work(_):
        raise error

    return work


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (PylabError("wrong"), PylabError, "^wrong$"),
        (LimitReached("too large", Ended.SIZE), LimitReached, "^too large$"),
        (MemoryError(), LimitReached, "^memory limit$"),
        (TwoWords("a", "b"), Fault, "TwoWords: a b"),
        (KeyError("stone"), Fault, "a bug in pylab: KeyError: 'stone'"),
        (SystemExit(3), Fault, "SystemExit: 3"),
    ],
)
def test_what_is_raised_there_is_raised_here(error, kind, words):
    with pytest.raises(kind, match=words) as caught:
        outcome(raising(error))
    assert type(caught.value) is kind
    if isinstance(error, KeyError):
        assert isinstance(caught.value.__cause__, KeyError)


def test_what_cannot_be_sent_is_a_fault():
    with pytest.raises(Fault, match="pickle"):
        outcome(lambda _: lambda: None)


def test_too_much_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(Child, "most", 10_000)
    with pytest.raises(PylabError, match="a test reports too much"):
        outcome(lambda _: "x" * 20_000)


def sleeping(send):
    send(os.getpid())
    time.sleep(600)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGVTALRM])
@pytest.mark.parametrize("megabytes", [None, 100_000])
def test_a_death_is_told_and_a_memory_limit_explains_it(number, megabytes):
    child = Child(sleeping, "a test", told=lambda pid: os.kill(pid, number), megabytes=megabytes)
    died = (PylabError, "^a test died$") if megabytes is None else (LimitReached, "^memory limit$")
    with pytest.raises(died[0], match=died[1]):
        child.wait(NO_LIMIT)
    assert child.died
    assert child.end().code == -number


def test_ctrl_c_is_the_parents_matter():
    def work(_):
        os.kill(os.getpid(), signal.SIGINT)
        return "still there"

    assert outcome(work) == "still there"


def test_a_process_that_is_asked_to_end_may_say_what_it_knows():
    def work(send):
        asked = asked_to_end()
        send("ready")
        asked.wait(600)
        return "so much"

    began = time.monotonic()
    assert outcome(work, seconds=0.3) == "so much"
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("deaf", [False, True])
def test_what_hangs_is_ended_in_time(deaf):
    def work(_):
        if deaf:
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGINT])
        time.sleep(600)

    began = time.monotonic()
    with pytest.raises(LimitReached, match=r"time limit of 0\.2 s"):
        outcome(work, seconds=0.2)
    assert time.monotonic() - began < 30


def test_one_that_has_enough_ends_all():
    def work(_, seconds):
        time.sleep(seconds)
        return seconds

    children = [Child(work, "a test", seconds) for seconds in (0, 600)]
    began = time.monotonic()
    assert listen(children, NO_LIMIT, lambda: any(each.result == 0 for each in children)) is None
    assert time.monotonic() - began < 30
    assert [child.end().code for child in children] == [0, -signal.SIGTERM]


def test_a_pipe_that_others_hold_is_not_waited_for():
    """What a child has started lives on with its end of the pipe; the child itself is dead."""

    def work(send):
        if os.fork() == 0:
            time.sleep(10)
            os._exit(0)
        send("gone")
        os._exit(1)

    began = time.monotonic()
    with pytest.raises(PylabError, match="died"):
        outcome(work)
    assert time.monotonic() - began < 8


@linux
def test_a_group_is_killed_as_a_whole_and_what_it_printed_is_kept():
    watchdog, heard = Watchdog(), []

    def work(send):
        send(subprocess.Popen(["sleep", "600"]).pid)
        os.write(1, b"words\n")
        os.write(2, b"more words\n")
        return run([["sh", "-c", "echo $$; ps -o pgid= $$"]], NO_LIMIT).printed.split()

    child = Child(work, "a test", told=heard.append, watchdog=watchdog)
    number, group = child.wait(NO_LIMIT)
    assert int(group) == child.pid != int(number)
    assert os.getpgid(heard[0]) == child.pid
    ending = child.end(1.0)
    watchdog.dismiss()
    assert (ending.code, ending.said) == (0, "words\nmore words")
    assert 0 < ending.wall < 60
    assert ending.memory > 1
    assert gone(*heard)


@linux
def test_limits_of_time_and_memory_hold():
    def spin(_):
        while True:
            pass

    child = Child(spin, "a test", cpu_seconds=0.5)
    with pytest.raises(PylabError, match="died"):
        child.wait(NO_LIMIT)
    assert child.end().code == -signal.SIGXCPU
    with pytest.raises(LimitReached, match="memory limit") as caught:
        outcome(lambda _: len(bytearray(2**30)), megabytes=held_megabytes() + 100)
    assert caught.value.ended is Ended.MEMORY


def fresh(code, **more):
    """A process that has no memory left from other tests."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=100, cwd=ROOT, **more
    )


@linux
def test_a_process_without_room_for_an_error_is_given_some():
    code = """
from pylab.base import processes
from pylab.base.limits import Patience, held_megabytes
from tests.support.stuck import fill

processes._RESERVE_SECONDS = 0.1
child = processes.Child(lambda _: fill(), "a test", megabytes=held_megabytes() + 10)
child.wait(Patience())
"""
    assert fresh(code).stderr.endswith("LimitReached: memory limit\n")


@linux
def test_a_bound_that_is_the_users_own_is_never_widened():
    """Twice as many looks as are needed, at a process at the bound of whoever started us."""
    code = """
import contextlib, resource, time
held = 200 * 1024**2
resource.setrlimit(resource.RLIMIT_AS, (held, resource.RLIM_INFINITY))
from pylab.base import processes

def wait(send):
    send("filling")
    keep = []
    with contextlib.suppress(MemoryError):
        while True:
            keep.append(bytearray(2**16))
    time.sleep(60)

processes._RESERVE_SECONDS = 0.1
child = processes.Child(wait, "a test", told=print)
for _ in range(8):
    time.sleep(0.15)
    for each in processes.ready([child], 0):
        each.hear()
print(resource.prlimit(child.pid, resource.RLIMIT_AS)[0] == held)
child.end()
"""
    done = fresh(code)
    assert done.stdout == "filling\nTrue\n", done.stderr


ORPHANS = """
import os, subprocess, sys, time
from pylab.base.limits import Patience
from pylab.base.processes import Child, listen
from pylab.base.programs import run
from pylab.base.watchdog import Watchdog

def job(send):
    send(os.getpid())
    send(subprocess.Popen(["sleep", "600"]).pid)
    time.sleep(600)

def inner(send):
    send(os.getpid())
    run([["sh", "-c", f"echo $$ > {sys.argv[1]}; exec sleep 600"]], Patience())

def nested(send):
    send(os.getpid())
    Child(inner, "inner", told=send).wait(Patience())

watchdog = Watchdog()
show = lambda pid: print(pid, flush=True)
jobs = [Child(job, "a job", told=show, watchdog=watchdog), Child(nested, "a child", told=show)]
listen(jobs, Patience())
"""


@linux
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_nothing_outlives_the_parent(tmp_path, number):
    """A job and what it has started, a child, its child, and the program that one has started."""
    process = subprocess.Popen(
        [sys.executable, "-c", ORPHANS, tmp_path / "pid"],
        stdout=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    with process:
        pids = [int(process.stdout.readline()) for _ in range(4)]
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
            time.sleep(0.02)
        pids.append(int((tmp_path / "pid").read_text()))
        assert all(map(alive, pids))
        process.send_signal(number)
    assert gone(*pids)


STANDING_IN = """
import os, signal, sys, time
from pylab.base.processes import Child

child = Child(None, "a test")
if child.pid == 0:
    signal.signal(signal.SIGINT, lambda *_: os._exit(7))
    print("ready", flush=True)
    if sys.argv[1:]:
        os.kill(os.getpid(), int(sys.argv[1]))
    time.sleep(600)
    os._exit(0)
ending = child.stand_in()
print(ending.code, ending.memory > 1)
"""


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 7), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP)],
)
def test_who_stands_in_hands_signals_on(number, code):
    process = subprocess.Popen(
        [sys.executable, "-c", STANDING_IN], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    with process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.2)
        process.send_signal(number)
        assert process.stdout.read() == f"{code} True\n"


def test_a_process_that_cannot_be_started_leaves_nothing_open(monkeypatch):
    def no_room():
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(os, "fork", no_room)
    with pytest.raises(OSError, match=os.strerror(errno.EAGAIN)):
        Child(sleeping, "a test")


def test_ready_leaves_out_what_is_over():
    child = Child(lambda _: 1, "a test")
    child.wait(NO_LIMIT)
    assert ready([child], 0) == []
    child.end()


def script(text):
    return [sys.executable, "-c", text]


def test_programs_read_what_the_one_before_prints():
    upper = script("import sys; sys.stdout.write(sys.stdin.read().upper())")
    failing = script("import sys; sys.stdout.write(sys.stdin.read()); sys.exit('an error')")
    ending = run([upper, failing], NO_LIMIT, "wörds")
    assert (ending.code, ending.printed.decode(), ending.said) == (1, "WÖRDS", "an error")
    early = run([script("while True: print(1)"), script("print(2)")], NO_LIMIT)
    assert (early.code, early.printed) == (0, b"2\n")
    assert run([script("import os; os.abort()")], NO_LIMIT).code == -signal.SIGABRT


@pytest.mark.parametrize("words", ["/no/such/program", "/", "a\0b"])
def test_a_program_that_cannot_be_started_is_named(words):
    with pytest.raises(PylabError, match=words.replace("\0", ".*")):
        run([[words]], NO_LIMIT)


@linux
def test_limits_end_programs_and_all_that_they_started(tmp_path):
    pids = tmp_path / "pids"
    many = ["sh", "-c", f"sleep 600 & echo $! > {pids}; echo $$ >> {pids}; sleep 600"]
    waited = []
    with pytest.raises(LimitReached, match="time limit"):
        run([many], Patience(0.5), waiting=lambda: waited.append(1))
    assert waited
    assert gone(*map(int, pids.read_text().split()))
    with pytest.raises(LimitReached, match="prints more than 1 MiB"):
        run([script("while True: print('x' * 10000)")], NO_LIMIT, most=1 << 20)
    ending = run([script("bytearray(2**30)")], NO_LIMIT, megabytes=200)
    assert (ending.code, "MemoryError" in ending.said) == (1, True)


INTERRUPTED = """
import os, signal
from pylab.base.limits import Patience
from pylab.base.processes import Child

fork = os.fork

def forked():
    pid = fork()
    if pid == 0:
        os.kill(os.getpid(), signal.SIGINT)
    return pid

os.fork = forked
child = Child(lambda _: "done", "a test")
print(child.wait(Patience()), flush=True)
child.end()
"""


def test_ctrl_c_while_a_child_begins_is_the_parents_matter_too():
    """The child must not go on as its parent, where that handles a KeyboardInterrupt."""
    done = fresh(INTERRUPTED)
    assert (done.stdout, done.stderr) == ("done\n", "")
