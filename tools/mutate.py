"""Measures which small mistakes in the code and the encodings the tests find.

    python tools/mutate.py encodings/alice/maze.lp pylab/text/facts.py --sample 20 --seed 1
    python tools/mutate.py checkers --draw 60

Each mutant changes one place of one file: another comparison, a number off by one, `and` for `or`,
a `not` or a rule left out, a statement that does nothing. The tests of the file run on a copy of
the committed files with the mutant until one fails; `--tests` names other tests. A test that found
a mutant runs first for the next mutants of its file. Mutants are drawn at random, the same for the
same seed. `core`, `checkers` and `encodings` stand for files.
"""

from __future__ import annotations

import argparse
import ast
import itertools
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TURNED = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "=": "!=",
    "is": "is not", "is not": "is", "in": "not in", "not in": "in",
}  # fmt: skip
"""The opposite of each comparison; `=` is a comparison in encodings."""


@dataclass(frozen=True)
class Mutant:
    """A change of a file's text: `new` replaces the characters from `begin` to `end`."""

    file: str
    begin: int
    end: int
    new: str
    text: str

    @property
    def changed(self) -> str:
        """The whole text after the change."""
        return self.text[: self.begin] + self.new + self.text[self.end :]

    def __str__(self) -> str:
        line = self.text.count("\n", 0, self.begin) + 1
        old = " ".join(self.text[self.begin : self.end].split())
        return f"{self.file}:{line}: {old[:60]!r} -> {self.new!r}"


def mutants(file: str) -> list[Mutant]:
    """All mutants of a file of Python or of clingo's rules."""
    text = (ROOT / file).read_text(encoding="utf-8")
    changes = _of_rules(text) if file.endswith(".lp") else _of_python(text)
    return [Mutant(file, begin, end, new, text) for begin, end, new in sorted(set(changes))]


Change = tuple[int, int, str]


def _of_python(text: str) -> Iterator[Change]:
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def at(line: int, column: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    def span(node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)

    def between(one: ast.expr, other: ast.expr, turned: dict[str, str]) -> Iterator[Change]:
        begin, end = span(one)[1], span(other)[0]
        found = re.search(r"[<>=!]=?|\b(?:is not|not in|is|in|and|or)\b|[-+]", text[begin:end])
        if found and found[0] in turned:
            yield begin + found.start(), begin + found.end(), turned[found[0]]

    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Compare():
                terms = [node.left, *node.comparators]
                for one, other in pairwise(terms):
                    yield from between(one, other, TURNED)
            case ast.BoolOp():
                yield from between(node.values[0], node.values[1], {"and": "or", "or": "and"})
            case ast.BinOp(op=ast.Add() | ast.Sub()):
                yield from between(node.left, node.right, {"+": "-", "-": "+"})
            case ast.UnaryOp(op=ast.Not()):
                yield span(node)[0], span(node.operand)[0], ""
            case ast.Constant() if type(node.value) is int:
                yield (*span(node), str(node.value + 1))
            case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.Raise():
                yield (*span(node), "pass")
            case ast.Continue() | ast.AugAssign():
                yield (*span(node), "pass")


def _of_rules(text: str) -> Iterator[Change]:
    """Changes of rules, as clingo parses them, and of words within them."""
    from clingo import ast as clingo_ast

    from pylab.text import lexer

    rules: list[clingo_ast.AST] = []
    lines = text.splitlines(keepends=True)
    clingo_ast.parse_string(lexer.without_includes(text), rules.append)
    said = lexer.blanked(text, lexer.TokenKind.COMMENT, lexer.TokenKind.STRING)
    for rule in rules:
        if rule.ast_type is not clingo_ast.ASTType.Rule:
            continue
        first, last = rule.location.begin, rule.location.end
        begin = sum(map(len, lines[: first.line - 1])) + first.column - 1
        end = sum(map(len, lines[: last.line - 1])) + last.column - 1
        yield begin, end, ""
        for found in re.finditer(r":-|<=|>=|!=|[<>=]|\bnot\b|\b\d+\b", said[begin:end]):
            word, (start, stop) = found[0], found.span()
            if word in TURNED:
                yield begin + start, begin + stop, TURNED[word]
            elif word == "not":
                yield begin + start, begin + stop, ""
            elif word.isdigit():
                yield begin + start, begin + stop, str(int(word) + 1)


GROUPS = {
    "core": ("pylab/*.py", "pylab/engines/*.py", "pylab/analysis/*.py"),
    "checkers": (
        "pylab/families/*/check.py",
        "pylab/families/*/check/*.py",
        "pylab/families/*/certificate_c*.py",
    ),
    "encodings": ("encodings/*/*.lp", "encodings/*/variants/*.lp"),
}
"""Patterns of files by the names of groups."""


LIKELY = {
    "encodings": ("engines_agree", "brute_force_agrees", "encodings_say_what_they_are"),
    "checkers": ("forgeries_are_named", "brute_force_agrees", "mutations_are_judged"),
}
"""Requirements that run first, as they find many mutants quickly."""


def files_of(name: str) -> list[str]:
    """The files of a group, or the file of this name."""
    found = (path for pattern in GROUPS.get(name, ()) for path in ROOT.glob(pattern))
    return sorted(str(path.relative_to(ROOT)) for path in found) or [name]


def tests_of(file: str) -> list[str]:
    """The tests of a file: those of its family, or those that have its name or import it.

    Tests of the command, of variants and of puzzles come last.
    """
    parts = Path(file).with_suffix("").parts
    if "families" in parts or parts[0] == "encodings":
        family = parts[parts.index("families") + 1] if "families" in parts else parts[1]
        whole = f"tests/families/test_conformance.py::test_{family}"
        kind = "encodings" if parts[0] == "encodings" else "checkers"
        likely = [f"{whole}[{name}]" for name in LIKELY[kind]]
        beside = sorted((ROOT / "tests/variants").glob(f"test_*_{family}.py"))
        more = [str(path.relative_to(ROOT)) for path in beside]
        return [*likely, whole, *more, f"tests/families/{family}"]
    name = re.escape(".".join(parts)) + "|" + re.escape(".".join(parts[:-1]) + " import ")
    imported = re.compile(
        rf"from (?:{name})\(?[^)\n]*\b{parts[-1]}\b|(?:import|from) {name[: name.index('|')]}\b"
    )
    every = sorted((ROOT / "tests").rglob("test_*.py"))
    found = [path for path in every if parts[-1] in path.stem]
    found += [path for path in every if imported.search(path.read_text(encoding="utf-8"))]
    general = ["tests/test_puzzle.py", "tests/variants", "tests/cli"]
    return list(dict.fromkeys([*(str(path.relative_to(ROOT)) for path in found), *general]))


_moments = itertools.count(int(time.time()))


def _write(place: Path, text: str) -> None:
    """Write a file with a new modification time, so that Python compiles it again."""
    place.write_text(text, encoding="utf-8")
    moment = next(_moments)
    os.utime(place, (moment, moment))


def put_to(mutant: Mutant, copy: Path, tests: list[str], seconds: int) -> str:
    """The test that finds the mutant; `time` at the time limit; empty if the mutant survives."""
    place = copy / mutant.file
    _write(place, mutant.changed)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no"]
    process = subprocess.Popen(
        [*command, *tests],
        cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(copy)}, start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)),
    )  # fmt: skip
    try:
        told, _ = process.communicate(timeout=20 * seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        told, _ = process.communicate()
    finally:
        _write(place, mutant.text)
    if process.returncode < 0:
        return "time"
    if process.returncode == 0:
        return ""
    found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", told, re.MULTILINE)
    return found[1] if found else "while tests are collected"


def _extract(revision: str, folder: Path, *paths: str) -> None:
    packed = subprocess.run(
        ["git", "archive", revision, *paths], cwd=ROOT, capture_output=True, check=True
    )
    subprocess.run(["tar", "-x"], cwd=folder, input=packed.stdout, check=True)


def main() -> int:
    """Draw mutants, test them, and report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="+", help="paths from the project's root, or groups")
    parser.add_argument("--tests", nargs="+", help="arguments for pytest instead")
    parser.add_argument("--sample", type=int, default=20, help="the most mutants of each file")
    parser.add_argument("--draw", type=int, help="the number of mutants of all files instead")
    parser.add_argument("--revision", help="run the tests of this commit")
    parser.add_argument("--before", help="test survivors with this commit's tests, too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=300, help="of CPU time for each")
    asked = parser.parse_args()
    killers: Counter[str] = Counter()
    lived: list[Mutant] = []
    known: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
        copy, before = Path(folder), Path(other)
        _extract("HEAD", copy)
        if asked.revision:
            shutil.rmtree(copy / "tests")
            _extract(asked.revision, copy, "tests")
        if asked.before:
            _extract("HEAD", before)
            shutil.rmtree(before / "tests")
            _extract(asked.before, before, "tests")
        for mutant in _drawn(asked):
            began = time.monotonic()
            tests = asked.tests or tests_of(mutant.file)
            first = known.setdefault(tests[-1], [])
            killer = put_to(mutant, copy, [*first[:4], *tests], asked.seconds)
            if "::" in killer and killer not in first:
                first.insert(0, killer)
            killers[killer.partition("[")[0]] += 1
            told = killer or "LIVES"
            if not killer:
                lived.append(mutant)
                if asked.before:
                    then = put_to(mutant, before, tests, asked.seconds)
                    told += f"; before: {then or 'LIVES'}"
            print(f"{time.monotonic() - began:6.1f} s  {mutant}  {told}", flush=True)
    total = sum(killers.values())
    print(f"\n{total - len(lived)} of {total} mutants are found, seed {asked.seed}")
    for name, number in killers.most_common():
        print(f"{number:5} {name or 'by no test:'}")
    for mutant in lived:
        print(f"      {mutant}")
    return 0


def _drawn(asked: argparse.Namespace) -> Iterator[Mutant]:
    files = [file for name in asked.files for file in files_of(name)]
    if asked.draw is None:
        for file in files:
            every = mutants(file)
            number = min(asked.sample, len(every))
            yield from random.Random(f"{asked.seed} {file}").sample(every, number)
    else:
        every = [mutant for file in files for mutant in mutants(file)]
        yield from random.Random(asked.seed).sample(every, min(asked.draw, len(every)))


if __name__ == "__main__":
    sys.exit(main())
