"""The command itself, in processes of their own: any words, files, limits and signals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from functools import cache
from pathlib import Path

import click
import projects

from fuzz import Defect, Seen, Target, taken_apart
from fuzz import bytes as mistakes
from fuzz.puzzles import FAMILIES, asked, subject, texts
from pylab import cli
from pylab.text.facts import write_facts

LONG = 20.0
"""Seconds after which a command is ended; if it was given a limit, it must have ended before."""

LIMIT = 2.0
"""The longest time limit that is given."""

KNOWN = {0, 1, 2, 3, 130}
OWN_RULES = ("--with", "--encoding", "--judge", "--engine-command")
"""Under rules of one's own an answer may be refuted, which is exit code 4."""

_HEAVY = {"gallery", "bench", "lab"}
"""What takes seconds is drawn rarely."""

_WORDS = (
    "", "-", "--", "0", "1", "-1", "3", "99999999999", "nan", "x", "é", "a b", "\x1b[2J",
    "out.svg", "all", "shortest", "plan", "alice", "fractal", "theseus", "dungeon", "ravensburger",
    "json", "facts", "native", "clingo", "both", "nosuch", "light", "dark", "puzzle", "answer.txt",
    "mine.lp", "nosuch.lp", ".", "/dev/null", "alice/example.alice", "ravensburger/example-4x4.lp",
    "fractal/turnstile.lab", "dungeon/mission.dot", "unsolvable.alice", "n=3", "length=2",
    "--configuration=trendy", "walk-first", "visit", "room-once", "sweep.toml", "0.5", "1e9", "2",
    "csv", "dot", "html", "true", "cat", "false",
)  # fmt: skip


@cache
def _commands():
    """Each command's words before its own, and its parameters."""
    found = []

    def collect(words, command):
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                below = command.get_command(context, name)
                if below is not None:
                    collect([*words, name], below)
        else:
            found.append((words, command.params))

    collect([], cli.pylab)
    return [each for each in found if each[0]]


def _make(rng):
    known = _commands()
    words, params = rng.choice(known)
    if words[0] in _HEAVY and rng.random() < 0.9:
        words, params = next(each for each in known if each[0] == ["solve"])
    name = rng.choice(FAMILIES)
    file, text = rng.choice(texts(name))
    if rng.random() < 0.4:
        text = mistakes.mutated(rng, text)
    short = rng.choice(sorted(asked(name)))
    instance, _, written = asked(name)[short]
    if rng.random() < 0.5:
        file, text = "x.lp", write_facts(subject(name).family.facts(instance)).encode()
    answer = rng.choice(written) if written else b""
    argv = [*words]
    for each in params:
        if isinstance(each, click.Argument):
            argv += _argument(rng, each, f"puzzle{Path(file).suffix}")
        elif rng.random() < 0.8 / len(params):
            argv += _option(rng, each)
    if any("--time-limit" in each.opts for each in params) and rng.random() < 0.7:
        argv += ["--time-limit", rng.choice(("0.01", "0.3", "1", "2"))]
    if any("--memory-limit" in each.opts for each in params) and rng.random() < 0.1:
        argv += ["--memory-limit", rng.choice(("1", "60", "200", "1000"))]
    if rng.random() < 0.05:
        argv.insert(rng.randrange(len(argv) + 1), rng.choice(_WORDS))
    if rng.random() < 0.05:
        argv.pop(rng.randrange(len(argv)))
    signalled = rng.choice((0.0, 0.1, 0.3)) if rng.random() < 0.03 else None
    told = {
        "argv": [each for each in argv if "\0" not in each],
        "files": {
            f"puzzle{Path(file).suffix}": text.decode("latin-1"),
            "answer.txt": (mistakes.mutated(rng, answer) if rng.random() < 0.5 else answer).decode(
                "latin-1"
            ),
            "mine.lp": rng.choice(("", "p(1).\n", "#program step(t).\n:- push(1,(e;w),t).\n", "{")),
        },
        "signal": signalled,
    }
    return json.dumps(told).encode()


def _argument(rng, param, puzzle):
    if not param.required and rng.random() < 0.3:
        return []
    name = param.name or ""
    if name in ("file", "files", "instance", "puzzles", "puzzle"):
        return [puzzle if rng.random() < 0.8 else rng.choice(_WORDS)]
    if name in ("witness", "outputs", "answer"):
        return ["answer.txt" if rng.random() < 0.8 else rng.choice(_WORDS)]
    return [rng.choice(_WORDS)]


def _option(rng, param):
    word = rng.choice(param.opts or ["--help"])
    if getattr(param, "is_flag", False):
        return [word]
    choices = getattr(param.type, "choices", None)
    if choices and rng.random() < 0.8:
        return [word, str(rng.choice(list(choices)))]
    return [word, rng.choice(_WORDS)]


def _look(case):
    with taken_apart():
        told = json.loads(case)
        argv = list(map(str, told["argv"]))
        interrupted = None if told["signal"] is None else float(told["signal"])
        files = {Path(k).name: text.encode("latin-1") for k, text in told["files"].items()}
    with tempfile.TemporaryDirectory(prefix="fuzz") as folder:
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        began = time.monotonic()
        try:
            done = _run(argv, folder, interrupted)
        except subprocess.TimeoutExpired:
            if _limited(argv):
                raise Defect(f"a limit is not kept: {argv}") from None
            return Seen("long")
    took = time.monotonic() - began
    shown = f"{argv}: exit code {done.returncode}\n{done.stderr[-2000:]}"
    known = KNOWN | ({4} if any(word.split("=")[0] in OWN_RULES for word in argv) else set())
    if done.returncode == 70 or "Traceback" in done.stderr:
        raise Defect(f"a bug: {shown}")
    if argv[:1] == ["clingo"]:
        known |= {10, 20, 30, 11, 33, 65, 128, 141}
    if done.returncode not in known and not (interrupted is not None and done.returncode < 0):
        raise Defect(f"an exit code that nobody knows: {shown}")
    if done.returncode == 2 and not done.stderr.strip():
        raise Defect(f"bad input without a word: {shown}")
    if len(done.stderr) > 20_000:
        raise Defect(f"a long error: {shown}")
    if "\x1b" in done.stderr:
        raise Defect(f"an error that steers the terminal: {shown!r}")
    if _limited(argv) and took > LIMIT + LONG / 2:
        raise Defect(f"a limit is not kept, {took:.1f} s: {shown}")
    return Seen(f"exit {done.returncode}")


def _limited(argv):
    """Whether a time limit for all of it was given, so that it is one."""
    if "--time-limit" not in argv[:-1] or argv[0] in _HEAVY:
        return False
    try:
        return 0 < float(argv[argv.index("--time-limit") + 1]) <= LIMIT
    except ValueError:
        return False


def _run(argv, folder, after):
    """The command's end; interrupted after so many seconds, if that is a number."""
    if after is None:
        return projects.run(*argv, cwd=folder, timeout=LONG)
    env = {**os.environ, "PYTHONPATH": str(projects.ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-m", "pylab_asp", *argv], cwd=folder, env=env,
        encoding="utf-8", errors="replace",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    timer = threading.Timer(0.25 + after, process.send_signal, [signal.SIGINT])
    timer.start()
    try:
        out, err = process.communicate(timeout=LONG)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise Defect(f"an interrupt does not end it: {argv}") from None
    finally:
        timer.cancel()
    if after < 0.3 and "KeyboardInterrupt" in err:  # it may come before there is a command
        return subprocess.CompletedProcess(argv, 130, out, "")
    return subprocess.CompletedProcess(argv, process.returncode, out, err)


def _smaller(case):
    told = json.loads(case)
    argv = told["argv"]
    for at in range(len(argv)):
        yield json.dumps({**told, "argv": argv[:at] + argv[at + 1 :]}).encode()
        yield json.dumps({**told, "argv": argv[:at] + argv[at + 2 :]}).encode()
    if told["signal"] is not None:
        yield json.dumps({**told, "signal": None}).encode()
    for name, text in told["files"].items():
        rest = {key: value for key, value in told["files"].items() if key != name}
        yield json.dumps({**told, "files": rest}).encode()
        for less in mistakes.smaller(text.encode("latin-1")):
            files = {**told["files"], name: less.decode("latin-1")}
            yield json.dumps({**told, "files": files}).encode()


def targets():
    """The command."""
    yield Target("command", _make, _look, _smaller, 6)
