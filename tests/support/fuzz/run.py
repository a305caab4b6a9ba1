"""The job: a worker that looks at case after case, and a watch that it neither dies nor hangs."""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import mmap
import multiprocessing
import os
import resource
import signal
import struct
import sys
import time
from collections import Counter
from pathlib import Path

from projects import ROOT

from fuzz import Target, commands, failure, kind_of, questions, reading, shrunk

CORPUS = ROOT / "tests/data/fuzz"
"""What once failed, a folder for each target."""

HANGS = 30.0
"""Seconds of CPU time for one case in the worker, and the fourfold on the clock."""

MEMORY = 4 << 30
"""Bytes of address space, beyond which a case takes too much."""

TURN = 0.5
"""Seconds that a target has before it is the next one's turn."""


def all_targets() -> dict[str, Target]:
    """All targets by their names."""
    made = [*reading.targets(), *questions.targets(), *commands.targets()]
    return {each.name: each for each in made}


class Worker:
    """Looks at cases until the time is over; what it is at stands in shared memory."""

    def __init__(self, targets, seed, until, folder, shared, counts):
        self.targets, self.seed, self.until, self.folder = targets, seed, until, folder
        self.shared, self.counts = shared, counts
        self.used = Counter()

    def run(self):
        """A turn for whichever target had the least time for its share."""
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        while time.time() < self.until:
            target = min(self.targets, key=lambda each: self.used[each.name] / each.share)
            began = time.monotonic()
            while time.monotonic() - began < TURN and time.time() < self.until:
                self.once(target)
            self.used[target.name] += time.monotonic() - began

    def alive(self):
        """Tell the watch so, while one case takes long."""
        beats = struct.unpack_from("q", self.shared, 16)[0]
        struct.pack_into("q", self.shared, 16, beats + 1)

    def once(self, target):
        """The target's next case."""
        index = self.targets.index(target)
        number = self.counts.next(index)
        struct.pack_into("qq", self.shared, 0, index, number)
        case = target.case(self.seed, number)
        try:
            seen = target.look(case)
        except Exception as error:
            keep(self.folder, target, case, kind_of(error), error, self.alive)
            self.counts.add(index, "FAILED", 0)
        else:
            self.counts.add(index, seen.word, seen.compared)


class Counts:
    """For each target how many cases there were, how many comparisons, and what became of them."""

    def __init__(self, targets, file):
        self.targets, self.file, self.saved = targets, file, 0.0
        told = json.loads(file.read_text()) if file.exists() else {}
        self.words = {each.name: Counter(told.get(each.name, {})) for each in targets}
        self.began = {each.name: sum(self.words[each.name].values()) for each in targets}

    def next(self, index):
        """The number of the target's next case."""
        name = self.targets[index].name
        self.words[name]["cases"] += 1
        return self.words[name]["cases"]

    def add(self, index, word, compared):
        """What became of it; saved once a second."""
        words = self.words[self.targets[index].name]
        words[f"was {word}"] += 1
        words["compared"] += compared
        if time.monotonic() - self.saved > 1:
            self.save()

    def save(self):
        """Written for whoever goes on after a crash."""
        self.saved = time.monotonic()
        self.file.write_text(json.dumps(self.words))


def keep(folder, target, case, kind, error, tick):
    """Save a failure, shrunk, if it is the first of its kind; say how to see it again."""
    mark = hashlib.sha256(f"{target.name} {kind}".encode()).hexdigest()[:10]
    path = folder / target.name / mark
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(case)
    print(f"\n{target.name}: {kind}\n  {str(error)[:600]}", flush=True)
    path.write_bytes(shrunk(target, case, tick=tick))
    print(f"  python -m tests.fuzz --again {path}", flush=True)


def again(path: Path) -> int:
    """Look at a saved case, and let what it raises be seen."""
    target = all_targets()[path.parent.name]
    case = path.read_bytes()
    print(case.decode("utf-8", "backslashreplace")[:3000])
    seen = target.look(case)
    print(f"\n{target.name}: {seen.word}, {seen.compared} compared: nothing is wrong")
    return 0


def _works(*arguments):
    worker = Worker(*arguments)
    worker.run()
    worker.counts.save()


def watch(targets, seed, minutes, folder):
    """Start workers one after another until the time is over. Returns the counts' file."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "counts.json"
    file.unlink(missing_ok=True)
    shared = mmap.mmap(-1, 24)
    fork = multiprocessing.get_context("fork")
    for target in targets:  # so that no worker has to make its seeds again
        target.case(seed, 0)
    until = time.time() + minutes * 60
    while time.time() < until:
        counts = Counts(targets, file)
        process = fork.Process(
            target=_works, args=(targets, seed, until, folder, shared, counts), daemon=False
        )
        process.start()
        ended = _ended(process, shared)
        if not ended:
            break
        index, number = struct.unpack_from("qq", shared, 0)
        target = targets[index]
        case = target.case(seed, number)
        path = folder / target.name / f"{ended.replace(' ', '-')}-{number}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(case)
        print(f"\n{target.name}: {ended}\n  python -m tests.fuzz --again {path}", flush=True)
        told = json.loads(file.read_text()) if file.exists() else {}
        told.setdefault(target.name, {}).update({"cases": number, f"was {ended}": 1})
        file.write_text(json.dumps(told))
    return file


def _ended(process, shared):
    """How a worker ended that should not have: words; empty if all is well."""
    at, since, cpu = None, time.monotonic(), 0.0
    while process.is_alive():
        process.join(1.0)
        now = bytes(shared[:24])
        used = _cpu(process.pid)
        if now != at:
            at, since, cpu = now, time.monotonic(), used
        elif used - cpu > HANGS or time.monotonic() - since > 4 * HANGS:
            process.kill()
            process.join()
            return "hangs"
    code = process.exitcode or 0
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    return f"exit {code}" if code else ""


def _cpu(pid):
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(file):
    """A table of what was done. Returns how many failed."""
    told = json.loads(file.read_text())
    failed = 0
    print(f"\n{'':24}{'cases':>9}{'compared':>10}")
    for name, words in sorted(told.items()):
        if not words.get("cases"):
            continue
        became = ", ".join(
            f"{number} {word[4:]}"
            for word, number in sorted(words.items(), key=lambda each: -each[1])
            if word.startswith("was ")
        )
        failed += sum(words.get(f"was {word}", 0) for word in ("FAILED", "hangs"))
        print(f"{name:24}{words['cases']:9}{words.get('compared', 0):10}  {became}")
    for what in ("cases", "compared"):
        print(f"{sum(each.get(what, 0) for each in told.values())} {what}")
    return failed


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
    targets = [
        each
        for each in all_targets().values()
        if not asked.only or each.name.startswith(tuple(asked.only))
    ]
    if not targets:
        parser.error(f"expected one of {', '.join(all_targets())}")
    print(f"seed {asked.seed}, {asked.minutes:g} minutes: {', '.join(t.name for t in targets)}")
    failed = report(watch(targets, asked.seed, asked.minutes, asked.folder))
    return 1 if failed else 0


def cases_that_failed() -> list[Path]:
    """The corpus."""
    found = (sorted(each.iterdir()) for each in sorted(CORPUS.iterdir()))
    return list(itertools.chain.from_iterable(found))


__all__ = ["all_targets", "cases_that_failed", "failure", "main"]

if __name__ == "__main__":
    sys.exit(main())
