"""What is read is read once, what is written is written whole, and limits hold on the way."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import select
import shutil
import signal
import stat
import subprocess
import sys
import termios
import threading
import time
from dataclasses import replace

import pytest
from click.testing import CliRunner
from projects import HAS_PROC, ROOT, call, few, run, start, until_searching

from pylab import load
from pylab.base.errors import LimitReached
from pylab.base.finding import Status
from pylab.base.verdict import Verdict
from pylab.bench.tables import TextTable
from pylab.cli import asking, certificates, interrupts
from pylab.core.answer import Answer
from pylab.core.question import Limits, Question
from pylab.engines import effects
from pylab.family.table import Certificates

EXAMPLE = ROOT / "instances/ravensburger/example-4x4.lp"
PLAN = "push(1,w,1).\npush(3,n,2).\n"
HARD = "{ in(P,1..14) } = 1 :- P = 1..15.\n:- in(P,H), in(Q,H), P < Q.\n"


def through(path, *words):
    """The command with a FIFO in place of a file, into which the file is written once."""
    fifo = path.with_suffix(".fifo" + path.suffix)
    os.mkfifo(fifo)

    def feed():
        with fifo.open("wb") as pipe:
            pipe.write(path.read_bytes())

    thread = threading.Thread(target=feed, daemon=True)
    thread.start()
    try:
        return call(*(fifo if word == path else word for word in words))
    finally:
        fifo.unlink()


@pytest.mark.parametrize("command", ["validate", "draw", "watch"])
def test_a_witness_in_a_pipe_is_read_from_its_first_byte(tmp_path, command):
    """Wrong in the first 4,096 bytes, which were once lost."""
    witness = tmp_path / "plan.lp"
    witness.write_text(f"push(9,w,1).\n{'% ' + 'x' * 5000}\n{PLAN}")
    words = {
        "validate": ["validate", EXAMPLE, witness],
        "draw": ["draw", EXAMPLE, "--witness", witness],
        "watch": ["watch", EXAMPLE, "--witness", witness, "--text"],
    }[command]
    plain, piped = call(*words), through(witness, *words)
    assert (piped.returncode, piped.stdout) == (plain.returncode, plain.stdout)
    assert piped.returncode == (1 if command == "validate" else plain.returncode)


@pytest.mark.parametrize("command", ["solve", "facts", "draw"])
def test_an_instance_may_come_in_a_pipe(tmp_path, command):
    board = tmp_path / "board.lp"
    board.write_bytes(EXAMPLE.read_bytes())
    done = through(board, command, board)
    assert (done.returncode, done.stdout) == (0, call(command, board).stdout)


def test_a_compressed_certificate_may_come_in_a_pipe(tmp_path):
    packed = tmp_path / "bound.gz"
    assert call("solve", EXAMPLE, "--task", "shortest", "--certificate", packed).returncode == 0
    plain = call("validate", EXAMPLE, packed)
    assert (plain.returncode, through(packed, "validate", EXAMPLE, packed).stdout) == (
        0, plain.stdout,
    )  # fmt: skip


@pytest.mark.parametrize("what", ["/dev/zero", "dev/zero", "fifo", ".", "none.lp", "a" * 5000])
def test_only_regular_files_are_included(tmp_path, what):
    os.mkfifo(tmp_path / "fifo")
    overlay = tmp_path / "over.lp"
    overlay.write_text(f'#include "{what}".\n')
    for words in (["solve", EXAMPLE, "--with", overlay, "--time-limit", "1"],
                  ["lint", overlay, "--family", "ravensburger"]):  # fmt: skip
        done = call(*words)
        told = done.stderr + done.stdout
        assert done.returncode == (2 if words[0] == "solve" else 1)
        assert "over.lp:1:1: file could not be opened: expected a regular file" in told
        assert len(told) < 3000


@pytest.mark.parametrize("words", [["solve", EXAMPLE, "--with"], ["solve", EXAMPLE, "--encoding"],
                                   ["lint"]])  # fmt: skip
def test_only_regular_files_are_encodings(tmp_path, words):
    os.mkfifo(tmp_path / "fifo.lp")
    for path in ("/dev/zero", tmp_path / "fifo.lp"):
        done = call(*words, path)
        assert done.returncode == 2
        assert "expected a regular file, found a pipe or a device" in done.stderr


def test_an_encoding_has_a_largest_size(tmp_path):
    large = tmp_path / "large.lp"
    large.write_text("a.\n" * 3_000_000)
    done = call("lint", large, "--family", "ravensburger")
    assert done.returncode == 2
    assert done.stderr.endswith(f"pylab: {large}: expected at most 8 MiB, found more\n")


def test_what_is_no_ascii_is_not_clingos_to_complain_about(tmp_path):
    path = tmp_path / "u.lp"
    path.write_bytes(b"a \xc3\xa9 b.\n")
    done = run("lint", path)
    assert (done.returncode, done.stderr.count("PANIC")) == (1, 0)
    assert "u.lp:1:3: expected ASCII only outside of strings and comments, found 'é'" in done.stdout
    done = call("lint", EXAMPLE, "--with", path, "--family", "ravensburger")
    assert done.returncode == 1
    assert "expected ASCII only" in done.stdout


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """An instance to read and an overlay to parse that take some times as long as the limits."""
    folder = tmp_path_factory.mktemp("large")
    facts, rules = folder / "facts.lp", folder / "rules.lp"
    facts.write_text("".join(f"field( {x} , {y} ).\n" for x in range(220) for y in range(220)))
    rules.write_text("".join(f"p({n}) :- q({n}).\n" for n in range(30_000)) + "#defined q/1.\n")
    return facts, rules


def test_a_time_limit_holds_while_a_users_rules_are_looked_through(tmp_path, monkeypatch):
    overlay = tmp_path / "more.lp"
    overlay.write_text("more.\n")
    monkeypatch.setattr(effects, "_by_syntax", lambda *_: time.sleep(60))
    asked = "solve", EXAMPLE, "--task", "plan", "--with", overlay, "--time-limit", "0.2"
    began = time.monotonic()
    done = call(*asked)
    assert time.monotonic() - began < 50
    assert done.returncode == 0
    assert "rules without effect were not looked for: time limit of 0.2 s" in done.stderr
    assert "% valid, checked" in done.stdout


@pytest.mark.parametrize("command", few(["solve", "draw", "watch"], 1))
@pytest.mark.parametrize("phase", ["reading", "parsing"])
def test_a_time_limit_holds_before_the_search(large, tmp_path, command, phase):
    facts, rules = large
    words = [facts] if phase == "reading" else [EXAMPLE, "--task", "plan", "--with", rules]
    done = run(command, *words, "--time-limit", "0.1", cwd=tmp_path)
    assert done.returncode == 3
    if phase == "reading" and command == "solve":
        assert (done.stdout, done.stderr) == ("% unknown (time limit of 0.1 s)\n", "")
    elif phase == "reading":
        assert done.stderr == "pylab: time limit of 0.1 s\n"
    else:
        told = done.stdout if command == "solve" else done.stderr
        assert "(time limit of 0.1 s)" in told
        assert "push(" not in told


def test_a_memory_limit_holds_before_the_search(tmp_path):
    board = tmp_path / "large.lp"
    board.write_text("".join(f'field({x},1,"{x:02000}").\n' for x in range(10_000)))
    done = run("solve", board, "--memory-limit", "120")
    assert done.returncode == 3
    assert "memory" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", few([["solve"], ["lint"]], 1))
def test_ctrl_c_while_parsing_is_heard(large, words):
    arguments = [str(EXAMPLE), "--task", "plan", "--with", str(large[1])]
    if words == ["lint"]:
        arguments = [str(large[1]), "--family", "ravensburger"]
    process = start(*words, *arguments)
    until_searching(process)
    process.send_signal(signal.SIGINT)
    shown, told = process.communicate(timeout=100)
    assert process.returncode == 130
    if words == ["lint"]:
        assert told.endswith("pylab: interrupted\n")
    else:
        assert (shown, told) == ("% unknown (interrupted)\n", "")


@pytest.mark.parametrize("value", few(["nan", "-1", "0", "inf", "-inf", "1e300"], 3))
@pytest.mark.parametrize(
    "words", [["solve", EXAMPLE], ["draw", EXAMPLE, "--solve"], ["watch", EXAMPLE],
              ["gallery", "site"], ["compare", "--encoding", "plan", "ravensburger"]],
)  # fmt: skip
def test_a_time_limit_is_a_number_of_seconds(tmp_path, words, value):
    done = call(*words, f"--time-limit={value}", cwd=tmp_path)
    assert done.returncode == 2
    assert "--time-limit" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_memory_limit_is_one_that_there_can_be():
    done = run("solve", EXAMPLE, "--memory-limit", "9" * 20)
    assert done.returncode == 2
    assert "is not in the range" in done.stderr


@pytest.mark.parametrize("way", ["limit", "ctrl-c"])
@pytest.mark.parametrize("phase", ["write", "check"])
def test_a_certificate_keeps_the_time_limit(tmp_path, way, phase):
    """Whatever the family does: it is ended from outside, and nothing is left of it."""

    def endless(*_):
        if way == "ctrl-c":
            threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
        while True:
            with contextlib.suppress(ValueError):
                sum(range(1000))

    members = {"write": lambda *_: 1, "check": lambda *_: Verdict(), phase: endless}
    board = load("ravensburger/example-4x4.lp")
    asked = Question(
        replace(board.family, certificates=Certificates(**members)),
        board.instance,
        board.family.task("shortest"),
        limits=Limits(seconds=None if way == "ctrl-c" else 0.2),
    )
    answer = Answer(Status.NONE, at_least=3, question=asked, engine="native")
    said = "interrupted" if way == "ctrl-c" else "time limit of 0.2"
    with pytest.raises(LimitReached, match=said):
        certificates.write(answer, str(tmp_path / "c.gz"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "alice/unsolvable.alice", "--explain"],
        ["solve", str(EXAMPLE), "--task", "shortest", "--certificate", "c.gz"],
        ["solve", str(EXAMPLE), "--task", "shortest", "--certify"],
    ],
)
def test_ctrl_c_at_the_end_of_a_search_ends_what_would_follow(tmp_path, monkeypatch, words):
    """It comes when the search has its answer, and does not look for it any more."""
    from pylab.cli import pylab

    put = asking.put

    def late(*arguments, **means):
        report = put(*arguments, **means)
        with interrupts.stopped_by_interrupt(threading.Event()):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.1)
        return report

    monkeypatch.setattr(asking, "put", late)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(pylab, words, standalone_mode=False)
    assert done.return_value == 130, done.output
    assert "can't all be met" not in done.output
    assert "% none" in done.output or "no certificate: interrupted" in done.output
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_while_a_proof_is_made_ends_with_130(tmp_path, monkeypatch):
    from pylab import proving
    from pylab.cli import pylab

    certify = proving.certify

    def late(*arguments):
        os.kill(os.getpid(), signal.SIGINT)
        return certify(*arguments)

    monkeypatch.setattr(proving, "certify", late)
    (tmp_path / "none.lp").write_text(":- push(_,_,1).\n")
    words = ["solve", str(EXAMPLE), "--with", str(tmp_path / "none.lp"), "--certify"]
    done = CliRunner().invoke(pylab, words, standalone_mode=False)
    assert "not certified: interrupted" in done.stderr
    assert done.return_value == 130, done.output


def test_a_crash_under_a_memory_limit_is_told_as_one(tmp_path):
    overlay = tmp_path / "crash.lp"
    overlay.write_text("#script (python)\nimport ctypes; ctypes.string_at(0)\n#end.\n")
    done = run("solve", EXAMPLE, "--with", overlay, "--allow-scripts", "--memory-limit", "2000")
    assert done.returncode == 70
    assert "crashed (SIGSEGV)" in done.stderr
    assert "memory" not in done.stderr


def test_there_are_no_more_answers_than_clingo_can_count():
    done = call("solve", EXAMPLE, "--models", "9" * 20)
    assert done.returncode == 2
    assert "is not in the range" in done.stderr


# ---- files that are written

WRITERS = {
    "draw": ["draw", EXAMPLE, "-o", "out.svg"],
    "watch": ["watch", EXAMPLE, "-o", "out.html"],
    "graph": ["encodings", "graph", "ravensburger", "plan", "-o", "out.svg"],
    "certificate": ["solve", EXAMPLE, "--task", "shortest", "--certificate", "out.svg"],
    "page": ["watch", "out.lp"],
}


@pytest.mark.parametrize("name", few(["certificate", "page", "draw", "watch", "graph"], 1))
def test_a_file_is_written_whole_or_not_at_all(tmp_path, name):
    """Files of this process may not grow, as on a full disk."""
    out = tmp_path / ("out.html" if name in ("page", "watch") else "out.svg")
    (tmp_path / "out.lp").write_bytes(EXAMPLE.read_bytes())
    out.write_text("good\n")
    out.chmod(0o640)
    words = " ".join(map(str, WRITERS[name]))
    line = f'trap "" XFSZ; ulimit -f 0; exec "{sys.executable}" -m pylab_asp {words}'
    done = subprocess.run(
        ["bash", "-c", line], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 2
    assert "File too large" in done.stderr
    assert (out.read_text(), sorted(p.name for p in tmp_path.iterdir())) == (
        "good\n", sorted(["out.lp", out.name]),
    )  # fmt: skip
    assert call(*WRITERS[name], cwd=tmp_path).returncode == 0
    assert out.read_bytes() != b"good\n"
    assert stat.S_IMODE(out.stat().st_mode) == 0o640


def test_a_link_stays_one_and_a_new_file_is_as_the_mask_says(tmp_path):
    (tmp_path / "link.svg").symlink_to("new.svg")
    assert call("draw", EXAMPLE, "-o", "link.svg", cwd=tmp_path).returncode == 0
    assert (tmp_path / "link.svg").is_symlink()
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new.svg").stat().st_mode) == 0o666 & ~mask


def test_pipes_and_devices_are_written_into(tmp_path):
    text = call("draw", EXAMPLE, "-o", "a.svg", cwd=tmp_path)
    assert text.returncode == 0
    for path in ("/dev/stdout", "/dev/fd/1", *["/proc/self/fd/1"][:HAS_PROC]):
        done = run("draw", EXAMPLE, "-o", path, "--format", "svg")
        assert (done.returncode, done.stdout) == (0, (tmp_path / "a.svg").read_text()), path
    os.mkfifo(tmp_path / "fifo.svg")
    reader = subprocess.Popen(["cat", tmp_path / "fifo.svg"], stdout=subprocess.PIPE)
    assert run("draw", EXAMPLE, "-o", tmp_path / "fifo.svg").returncode == 0
    assert reader.communicate(timeout=100)[0] == (tmp_path / "a.svg").read_bytes()
    assert stat.S_ISFIFO((tmp_path / "fifo.svg").stat().st_mode)


@pytest.mark.parametrize(
    "words",
    [
        ["draw", "m.dot", "--family", "ravensburger", "-o", "m.dot", "--format", "svg"],
        ["draw", "m.dot", "--family", "ravensburger", "-o", "other.dot", "--format", "svg"],
        ["watch", "m.dot", "--family", "ravensburger", "-o", "m.dot"],
        ["watch", "m.html", "--family", "ravensburger"],
        ["draw", EXAMPLE, "--witness", "p.svg", "-o", "p.svg"],
        ["solve", "m.dot", "--family", "ravensburger", "--task", "shortest", "--certificate",
         "m.dot"],
        ["solve", EXAMPLE, "--task", "shortest", "--with", "o.lp", "--certificate", "o.lp"],
        ["test", ".", "--junit", "o.lp"],
        ["lab", EXAMPLE, "--with", "over.lp", "--files", "."],
    ],
)  # fmt: skip
def test_nothing_is_written_over_what_is_read(tmp_path, words):
    for name in ("m.dot", "m.html"):
        (tmp_path / name).write_bytes(EXAMPLE.read_bytes())
    (tmp_path / "other.dot").hardlink_to(tmp_path / "m.dot")
    (tmp_path / "p.svg").write_text(PLAN)
    (tmp_path / "o.lp").write_text("% Purpose: none\n\nextra.\n")
    (tmp_path / "over.lp").write_text('#include "shortest.lp".\n')
    (tmp_path / "shortest.lp").write_text("extra.\n")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    done = call(*words, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert "expected another file to write, found one that is read" in done.stderr
    assert done.stdout == ""  # it is refused before the search
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


# ---- terminals


def in_terminal(*words, until=None, seconds=300, env=None, number=signal.SIGINT, columns=80):
    """What a terminal shows of a command; a signal comes once `until` is seen there."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    process = start(
        *words, stdin=theirs, stdout=theirs, stderr=theirs,
        env={"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "", **(env or {})},
    )  # fmt: skip
    os.close(theirs)
    shown, deadline = b"", time.monotonic() + seconds
    while time.monotonic() < deadline:
        if select.select([ours], [], [], 0.2)[0]:
            try:
                data = os.read(ours, 65536)
            except OSError:
                break
            if not data:
                break
            shown += data
        if until and re.search(until, shown):
            until = None
            process.send_signal(number)
    else:
        process.kill()
    code = process.wait(timeout=100)
    os.close(ours)
    return code, shown.decode()


def lines_of(shown):
    """The lines as they stand in the end, each cleared and rewritten as the terminal was told."""
    return [line.rsplit("\x1b[K", 1)[-1].rstrip("\r") for line in shown.split("\n")]


@pytest.mark.parametrize("end", ["ctrl-c", pytest.param("limit", marks=pytest.mark.slow)])
def test_the_live_line_is_cleared_before_answers_are_printed(tmp_path, end):
    overlay = tmp_path / "costs.lp"
    overlay.write_text(
        "{ dear(1..150) }. :- #sum { X*X : dear(X) } != 333333.\n"
        "#minimize { (X*7919) \\ 1009,X : dear(X) }.\n"
    )
    words = ["solve", EXAMPLE, "--task", "plan", "--with", overlay]
    if end == "limit":
        code, shown = in_terminal(*words, "--time-limit", "5")
    else:
        code, shown = in_terminal(*words, until=rb"solving.*solving.*solving")
    assert code == (3 if end == "limit" else 130)
    lines = lines_of(shown)
    assert "solving" in shown
    assert [line for line in lines if "push(" in line]
    assert all(line.startswith("push(") for line in lines if "push(" in line)
    assert not any("solving" in line for line in lines)


def test_what_is_known_is_told_when_the_search_is_ended():
    words = ("solve", "ravensburger/generated-12-5.lp", "--task", "shortest", "--engine", "clingo")
    code, shown = in_terminal(*words, until=rb"(step|at least) [2-9]")
    assert code == 130
    told = re.sub(r"\n%   ", " ", "\n".join(lines_of(shown)[:-1]))  # wrapped at words
    claim = r"no plan with fewer than .* \(clingo's claim\); not decided beyond"
    assert re.fullmatch(rf"% unknown \(interrupted\): {claim}", told.split("\n")[-1])


def test_tables_keep_to_the_width_of_a_terminal():
    """Wrapped where they are words, in blocks where they are columns; a pipe gets whole lines."""
    for columns, env in ((60, {}), (90, {}), (90, {"COLUMNS": "60"})):
        _, shown = in_terminal("families", columns=columns, env=env)
        lines = lines_of(shown)
        assert max(map(len, lines)) < int(env.get("COLUMNS", columns))
        assert max(map(len, lines)) > int(env.get("COLUMNS", columns)) - 20
        assert " ".join(" ".join(lines).split()) == " ".join(call("families").stdout.split())
    assert max(map(len, run("families", env={"COLUMNS": "60"}).stdout.splitlines())) > 90
    wide = TextTable("seconds", ("puzzle", *"abc"), (("x" * 20, *["1" * 12] * 3),))
    for most in (None, 200, 64, 50, 36, 5):
        text = wide.text(most)
        assert [text.count(each) for each in ("1" * 12, " a", " b", " c")] == [3, 1, 1, 1]
        assert max(map(len, text.splitlines())) <= max(most or 200, 34)
    assert wide.text() == wide.text(200)


@pytest.mark.parametrize(
    ("words", "colours"),
    few(
        [
            ((EXAMPLE, "--witness", "PLAN"), ("34m@", "35m*", "34m┃", "33m←")),
            (("dungeon/trap.dungeon", "--solve"), ("34m@", "35mT", "33m*")),
            (("alice/example.alice", "--solve"), ("34m@", "35m*", "33m")),
            (("theseus/hemme.plan", "--solve"), ("35mG", "34mS", "33m^")),
        ],
        1,
    ),
)
def test_pictures_are_coloured_on_a_terminal_unless_no_color_is_set(tmp_path, words, colours):
    plan = tmp_path / "plan.txt"
    plan.write_text("push(1,w,1).\npush(3,s,2).\n")
    words = [plan if word == "PLAN" else word for word in words]
    code, shown = in_terminal("draw", *words, env={"NO_COLOR": ""})
    assert code == 0
    assert [each for each in colours if each not in shown] == []
    _, plain = in_terminal("draw", *words)
    assert re.findall(r"\x1b\[[\d;]*m", plain) == []
    piped = run("draw", *words, env={"NO_COLOR": ""}).stdout
    assert "\x1b" not in piped
    for picture in (plain, re.sub(r"\x1b\[[\d;]*m", "", shown)):
        assert lines_of(picture)[-1 - len(piped.splitlines()) : -1] == piped.splitlines()


def test_a_colour_is_never_a_name_s(tmp_path):
    """What a room is called may look like a command to the terminal; it is shown, not obeyed."""
    dungeon = tmp_path / "x.dungeon"
    board = "dungeon x\nstart keys=0 bombs=0\nroom A\x1b[2J at 0,0\n#####\n#@.T#\n#####\n"
    dungeon.write_text(board)
    _, shown = in_terminal("draw", dungeon, env={"NO_COLOR": ""})
    assert "\x1b[2J" not in shown


def test_a_long_route_is_wrapped_between_doors():
    words = ["solve", "theseus/hemme.plan", "--task", "longest", "--models", "1"]
    lines = [each for each in lines_of(in_terminal(*words)[1]) if each.startswith("%")]
    assert max(map(len, lines)) < 80
    route = [each for each in lines if "]->" in each]
    assert len(route) > 3
    assert all(each.endswith("->") for each in route[:-1])
    whole = next(each for each in call(*words).stdout.splitlines() if "]->" in each)
    joined = "".join([route[0], *(each.removeprefix("%   ") for each in route[1:])])
    assert joined.replace(": ", ":") == whole.replace(": ", ":")


def test_names_cannot_steer_a_terminal_by_way_of_standard_output():
    code = "\x1b]0;owned\x07\x1b[2J\u202e\x9b"
    script = (
        "import click\nfrom pylab.cli.streams import open_streams\nopen_streams()\n"
        f"click.echo({code!r})"
    )
    command = [sys.executable, "-c", script]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    ours, theirs = pty.openpty()
    subprocess.run(command, stdout=theirs, check=True, env=env)
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    assert not set(shown) & set(code) & set("\x1b\x07\x9b\u202e")
    assert "\\x1b]0;owned\\x07\\x1b[2J\\u202e\\x9b" in shown
    piped = subprocess.run(command, capture_output=True, check=True, env=env)
    assert "owned" in piped.stdout.decode()


def test_messages_are_no_longer_than_people_read(tmp_path):
    board = tmp_path / "long.lp"
    board.write_text("field(1," + "x" * 100_000 + ").\n")
    done = call("solve", board)
    assert (done.returncode, len(done.stderr) < 3000) == (2, True)
    done = call("solve", "x" * 100_000)
    assert (done.returncode, len(done.stderr) < 3000) == (2, True)
    done = call("validate", EXAMPLE, "-", stdin="push(" + "9" * 9 + ",w," + "1" * 9 + ").\n" * 1)
    assert len(done.stderr + done.stdout) < 3000


@pytest.mark.parametrize("models", few([150, 3000], 1))
def test_all_answers_in_one_file_are_checked_one_by_one(tmp_path, models):
    """Once quadratic in time and memory."""
    done = call("solve", "theseus/hemme.plan", "--task", "paths", "--models", models)
    (tmp_path / "all.txt").write_text(done.stdout)
    number = done.stdout.count("% answer")
    checked = call("validate", "theseus/hemme.plan", tmp_path / "all.txt", "--format", "json")
    assert checked.returncode == 0
    assert len(json.loads(checked.stdout)["verdicts"]) == number > 100


def test_a_page_of_another_site_is_not_written_over(tmp_path):
    for name in ("index.html", "family-queens.html"):
        page = tmp_path / name
        page.write_text("mine")
        told = run("gallery", ROOT / "examples/queens", tmp_path, "--random", "0")
        assert (told.returncode, page.read_text()) == (2, "mine")
        assert f"{name}: expected a new folder, or a site that pylab made" in told.stderr
        page.unlink()
    for _ in range(2):
        assert run("gallery", ROOT / "examples/queens", tmp_path, "--random", "0").returncode == 0


def test_a_folder_without_a_generator_has_a_site_without_random_puzzles(tmp_path):
    rules, site = tmp_path / "queens", tmp_path / "site"
    leave_out = shutil.ignore_patterns("generate.lp")
    shutil.copytree(ROOT / "examples/queens", rules, ignore=leave_out)
    assert run("gallery", rules, site).returncode == 0
    told = (site / "queens-eight-lp.html").read_text(encoding="utf-8")
    assert re.findall("<dt>(kind|size|made by)</dt>", told) == ["kind"]
    assert run("gallery", rules, site, "--random", "2").returncode == 2


@pytest.mark.parametrize(
    "name",
    [
        "alice/example.alice",
        "dungeon/demo.dungeon",
        "dungeon/mission.dot",
        "fractal/infinite.lab",
        "theseus/hemme.plan",
    ],
)
def test_standard_input_and_files_without_ending_have_facts_or_the_familys_format(name, tmp_path):
    family = name.partition("/")[0]
    written = call("facts", name).stdout
    (tmp_path / "puzzle").write_text(written)
    for file, text in (("-", written), ("-", (ROOT / "instances" / name).read_text()),
                       (tmp_path / "puzzle", "")):  # fmt: skip
        assert call("facts", file, "--family", family, stdin=text).stdout == written


def test_an_answer_without_a_picture_is_said_to_have_none(tmp_path):
    for task, told in (("count", True), ("shortest", False)):
        done = call("draw", "alice/twins.alice", "--task", task, "-o", tmp_path / "x.svg")
        assert done.returncode == 0
        assert ("the picture shows only the puzzle: nothing of" in done.stderr) == told


def test_no_detour_leads_to_a_file_that_is_read(tmp_path):
    """A missing folder and `..` lead to the file itself, when it is written."""
    board = (ROOT / "instances/ravensburger/square-2x2.lp").read_text()
    (tmp_path / "board.svg").write_text(board)
    (tmp_path / "there").mkdir()
    for path in ("missing/../board.svg", "there/../board.svg", "./board.svg"):
        words = ("draw", "board.svg", "--family", "ravensburger", "-o", path)
        done = call(*words, cwd=tmp_path)
        assert (done.returncode, "one that is read" in done.stderr) == (2, True), path
    assert (tmp_path / "board.svg").read_text() == board
