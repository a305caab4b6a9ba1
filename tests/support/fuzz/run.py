"""Tries random inputs in a worker, and watches that it neither dies nor hangs."""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import itertools
import multiprocessing
import os
import resource
import shlex
import signal
import sys
import tempfile
import time
from pathlib import Path
from unittest import mock

from projects import ROOT

from fuzz import NoCase, Target, commands, failure, kind_of, questions, reading, shrunk
from fuzz.shared import AnswerChecker, Counts

CORPUS = ROOT / "tests/data/fuzz"
"""What once failed, a folder for each target."""

HANGS = 30.0
"""Seconds of CPU time for one case in the worker."""

CLOCK = 4
"""How many times as long it may take on the clock."""

MEMORY = 4 << 30
"""Bytes of address space, beyond which a case takes too much."""

TURN = 0.5
"""Seconds that a target has before it is the next one's turn."""

DEATHS = {"tries": 300, "seconds": 15.0}
"""What shrinking a case that kills its process may take: each try needs another process."""

LOOK = 0.2
"""How often the watch looks at a worker, in seconds."""

INTERRUPTED = 130
_DONE = 86
"""The exit code of a process that looked at all it had to."""


def all_targets() -> dict[str, Target]:
    """All targets by their names."""
    made = [*reading.targets(), *questions.targets(), *commands.targets()]
    return {each.name: each for each in made}


def _settle():
    """A process of one's own: Ctrl-C is for the watch, and all that is started here ends with it.

    Interrupts are not ignored, as whatever is started here would ignore them, too.
    """
    os.setpgid(0, 0)
    signal.signal(signal.SIGINT, lambda *_: None)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Worker:
    """Looks at cases until the time is over; what it is at and has done is in shared memory."""

    def __init__(self, targets, seed, until, folder, checker, counts):
        self.targets, self.seed, self.until, self.folder = targets, seed, until, folder
        self.checker, self.counts, self.watch = checker, counts, os.getpid()

    def run(self):
        """A turn for whichever target had the least time for its share."""
        _settle()
        while time.time() < self.until and os.getppid() == self.watch:
            target = min(self.targets, key=self._had)
            began = time.monotonic()
            while time.monotonic() - began < TURN and time.time() < self.until:
                self.once(target)
        sys.exit(_DONE)

    def _had(self, target):
        return self.counts.words[target.name]["seconds"] / target.share

    def once(self, target):
        """The target's next case."""
        began, number = time.monotonic(), self.counts.words[target.name]["cases"] + 1
        self.checker.begin(self.targets.index(target), number)
        case = target.case(self.seed, number)
        self.checker.put(case)
        try:
            seen = target.look(case)
        except Exception as error:
            self.counts.add(target.name, "bad FAILED")
            self._failed(target, case, error)
        else:
            self.counts.add(target.name, f"was {seen.word}", seen.compared)
        self.counts.spend(target.name, time.monotonic() - began)

    def _failed(self, target, case, error):
        kind = kind_of(error)
        mark = hashlib.sha256(f"{target.name} {kind}".encode()).hexdigest()[:10]
        first = self.counts.first(target.name, kind)
        told = f"{kind}\n  {str(error)[:600]}"
        keep(self.folder / target.name / mark, target, case, kind, told, first, self._becomes)

    def _becomes(self, target, case):
        self.checker.put(case)
        return failure(target, case)


def keep(path, target, case, kind, told, first, becomes, **bounds):
    """Save a failure. The first of its kind in a run is told and shrunk.

    What is in the file already stays if it fails in the same way and is no larger.
    """
    old = path.read_bytes() if path.is_file() else None
    if not first:
        if old is None or (len(case) < len(old) and becomes(target, case) == kind):
            _put(path, case)
        return
    known = old is not None and becomes(target, old) == kind
    if not known or (len(case) < len(old) and becomes(target, case) == kind):
        _put(path, case)
    print(f"\n{target.name}: {'known already: ' if known else ''}{told}")
    print(f"  python -m tests.fuzz --again {shlex.quote(str(path))}", flush=True)
    if known or bounds.get("tries") == 0:
        return
    if becomes(target, case) != kind:
        print("  When it is tried again, it does not happen: it is saved as it is.", flush=True)
        return
    _put(path, shrunk(target, case, becomes, **bounds))


def _put(path, case):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(case)


def _try(target, case):
    """Look at a case in a process of its own, without a word."""
    _settle()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    failure(target, case)
    os._exit(_DONE)


@contextlib.contextmanager
def _scratch():
    """A folder for temporary files, as those of a worker that dies would stay."""
    with (
        tempfile.TemporaryDirectory(prefix="fuzz", ignore_cleanup_errors=True) as folder,
        mock.patch.dict(os.environ, TMPDIR=folder),
        mock.patch.object(tempfile, "tempdir", None),
    ):
        yield


class Watch:
    """Starts workers one after another until the time is over, or Ctrl-C comes."""

    def __init__(self, targets, seed, folder):
        self.targets, self.seed, self.folder = targets, seed, folder
        self.checker, self.counts = AnswerChecker(), Counts(targets)
        self.interrupted = False

    def run(self, minutes):
        """Let workers work. Returns what they counted."""
        for target in self.targets:  # so that no worker has to make its seeds again
            target.case(self.seed, 0)
        until = time.time() + minutes * 60
        with _scratch(), self._listening(), contextlib.suppress(KeyboardInterrupt):
            while time.time() < until:
                worker = Worker(
                    self.targets, self.seed, until, self.folder, self.checker, self.counts
                )
                self._works(worker)
        return self.counts

    @contextlib.contextmanager
    def _listening(self):
        """Ctrl-C is heard where the watch looks at a process, and nowhere between."""
        before = signal.getsignal(signal.SIGINT)
        if before is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _interrupt(self, *_):
        self.interrupted = True

    def _works(self, worker):
        try:
            ended = self._ended(worker.run, (), HANGS)
        finally:
            self.counts.load()
        if ended:
            self._died(ended)

    def _died(self, ended):
        """Count a worker's death, and save what it was at."""
        place = self.checker.place()
        target = self.targets[place.index]
        if place.looks <= 1:  # else it is counted already as what was shrunk
            self.counts.add(target.name, f"bad {ended}")
        self.counts.spend(target.name, TURN)
        first = self.counts.first(target.name, ended)
        if place.looks:
            path = self.folder / target.name / ended.replace(" ", "-")
            hangs = HANGS if ended == "hangs" else HANGS / 6
            bounds = {"tries": 0} if ended == "hangs" else DEATHS

            def becomes(target, case):
                return self._ended(_try, (target, case), hangs)

            keep(path, target, place.case, ended, ended, first, becomes, **bounds)
        elif first:
            print(
                f"\n{target.name}: {ended}, while case {place.number} of this seed is made",
                flush=True,
            )

    def _ended(self, function, arguments, hangs):
        """How a process ended that should not have: words; empty if all is well."""
        process = multiprocessing.get_context("fork").Process(
            target=function, args=arguments, daemon=False
        )
        process.start()
        mark, since, cpu = b"", time.monotonic(), 0.0
        while process.is_alive():
            process.join(LOOK)
            if self.interrupted:
                _kill(process)
                raise KeyboardInterrupt
            now, used = self.checker.mark(), _cpu(process.pid)
            if now != mark:
                mark, since, cpu = now, time.monotonic(), used
            elif used - cpu > hangs or time.monotonic() - since > CLOCK * hangs:
                _kill(process)
                return "hangs"
        if process.exitcode != _DONE:
            _kill(process)
        return _words(process.exitcode)


def _kill(process):
    """End a process, and what it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()


def _words(code):
    if code == _DONE:
        return ""
    if code >= 0:
        return f"ends with exit code {code}"
    known = {each.value: each.name for each in signal.Signals}
    return f"killed by {known.get(-code, f'signal {-code}')}"


def _cpu(pid):
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(counts):
    """A table of what was done."""
    print(f"\n{'':24}{'cases':>9}{'compared':>10}")
    for name, words in sorted(counts.words.items()):
        if not words["cases"]:
            continue
        became = ", ".join(
            f"{number} {word[4:]}"
            for word, number in words.most_common()
            if word.startswith(("was ", "bad "))
        )
        print(f"{name:24}{words['cases']:9}{words['compared']:10}  {became}")
    for what in ("cases", "compared"):
        print(f"{sum(each[what] for each in counts.words.values())} {what}")


def again(path: Path) -> int:
    """Look at a saved case, and let what it raises be seen."""
    try:
        case = path.read_bytes()
    except OSError as error:
        return _refuse(f"{path}: {error.strerror}")
    name = path.absolute().parent.name
    target = all_targets().get(name)
    if target is None:
        return _refuse(
            f"{path}: expected a file in a folder with the name of an input, as facts, found {name}"
        )
    print(case.decode("utf-8", "backslashreplace")[:3000])
    try:
        seen = target.look(case)
    except NoCase as error:
        return _refuse(f"{path}: expected a case of {name}, found something else ({error})")
    print(f"\n{target.name}: {seen.word}, {seen.compared} compared: nothing is wrong")
    return 0


def _refuse(told):
    print(f"python -m tests.fuzz: {told}", file=sys.stderr)
    return 2


def main(words=None) -> int:
    """Run it."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", metavar="TARGET", help="names, or how they begin")
    parser.add_argument("--folder", type=Path, default=Path("fuzz-failures"))
    parser.add_argument("--again", type=Path, metavar="FILE", help="look at a saved case")
    asked = parser.parse_args(words)
    if asked.again is not None:
        return again(asked.again)
    if not asked.minutes > 0:
        return _refuse(f"--minutes: expected more than 0, found {asked.minutes:g}")
    targets = [
        each
        for each in all_targets().values()
        if not asked.only or each.name.startswith(tuple(asked.only))
    ]
    if not targets:
        parser.error(f"expected one of {', '.join(all_targets())}")
    try:
        asked.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return _refuse(f"{asked.folder}: {error.strerror}")
    return _job(targets, asked.seed, asked.minutes, asked.folder)


def _job(targets, seed, minutes, folder):
    print(f"seed {seed}, {minutes:g} minutes: {', '.join(t.name for t in targets)}", flush=True)
    watch = Watch(targets, seed, folder)
    counts = watch.run(minutes)
    report(counts)
    if counts.failed():
        return 1
    return INTERRUPTED if watch.interrupted else 0


def cases_that_failed() -> list[Path]:
    """The corpus."""
    found = (sorted(each.iterdir()) for each in sorted(CORPUS.iterdir()))
    return list(itertools.chain.from_iterable(found))


__all__ = ["all_targets", "cases_that_failed", "failure", "main"]

if __name__ == "__main__":
    sys.exit(main())
