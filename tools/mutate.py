"""Small mistakes put into the code and the encodings: which tests notice?

    python tools/mutate.py encodings/alice/maze.lp pylab/facts.py --sample 20 --seed 1

Each mutant is one change of one file: a comparison turned, a number off by one, `and` for `or`, a
`not` or a rule left out, a statement that does nothing. It is made in a copy of the committed files
and put to the tests that matter to its file, until one fails; those of the default suite, unless
`--tests` says otherwise. Mutants are drawn at random, the same for the same seed.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
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
"""What a comparison becomes; `=` is one in encodings."""


@dataclass(frozen=True)
class Mutant:
    """A change: these characters of a file's text become others."""

    file: str
    begin: int
    end: int
    new: str
    text: str

    @property
    def changed(self) -> str:
        """The whole text with the change in it."""
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
    """By clingo's own grammar which rules there are; within them by their characters."""
    from clingo import ast as clingo_ast

    rules: list[clingo_ast.AST] = []
    lines = text.splitlines(keepends=True)
    plain = re.sub(r"#(include|script)[^.]*\.", lambda m: re.sub(r"[^\n]", " ", m[0]), text)
    clingo_ast.parse_string(plain, rules.append)
    for rule in rules:
        if rule.ast_type is not clingo_ast.ASTType.Rule:
            continue
        first, last = rule.location.begin, rule.location.end
        begin = sum(map(len, lines[: first.line - 1])) + first.column - 1
        end = sum(map(len, lines[: last.line - 1])) + last.column - 1
        yield begin, end, ""
        for found in re.finditer(r'"[^"]*"|%.*|:-|<=|>=|!=|[<>=]|\bnot\b|\b\d+\b', text[begin:end]):
            word, (start, stop) = found[0], found.span()
            if word in TURNED:
                yield begin + start, begin + stop, TURNED[word]
            elif word == "not":
                yield begin + start, begin + stop, ""
            elif word.isdigit():
                yield begin + start, begin + stop, str(int(word) + 1)


def tests_of(file: str) -> list[str]:
    """The tests that matter to a file: its family's, or those that are named after it."""
    parts = Path(file).with_suffix("").parts
    if "families" in parts or parts[0] == "encodings":
        family = parts[parts.index("families") + 1] if "families" in parts else parts[1]
        whole = f"tests/families/test_conformance.py::test_{family}"
        return [f"tests/families/{family}", whole]
    names = [part for part in parts[1:] if (ROOT / "tests" / part).is_dir()]
    named = sorted((ROOT / "tests").rglob(f"test_{parts[-1]}*.py"))
    found = [f"tests/{name}" for name in names] + [str(path.relative_to(ROOT)) for path in named]
    return found or ["tests"]


def put_to(mutant: Mutant, copy: Path, tests: list[str], seconds: float) -> str:
    """The test that notices, `time` if it ran too long; empty if it lives."""
    place = copy / mutant.file
    place.write_text(mutant.changed, encoding="utf-8")
    try:
        done = subprocess.run(
            [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider",
             "--tb=no", *tests],
            cwd=copy, capture_output=True, encoding="utf-8", timeout=seconds, check=False,
            env={**os.environ, "PYTHONPATH": str(copy)},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "time"
    finally:
        place.write_text(mutant.text, encoding="utf-8")
    if done.returncode == 0:
        return ""
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return found[1] if found else "while tests are collected"


def _extract(revision: str, folder: Path, *paths: str) -> None:
    packed = subprocess.run(
        ["git", "archive", revision, *paths], cwd=ROOT, capture_output=True, check=True
    )
    subprocess.run(["tar", "-x"], cwd=folder, input=packed.stdout, check=True)


def main() -> int:
    """Draw, try, report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="+", help="files below the project's root")
    parser.add_argument("--tests", nargs="+", help="what is put to pytest instead")
    parser.add_argument("--sample", type=int, default=20, help="mutants of each file at most")
    parser.add_argument("--revision", help="take the tests from this commit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600, help="for each mutant")
    asked = parser.parse_args()
    killers: Counter[str] = Counter()
    lived: list[Mutant] = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        _extract("HEAD", copy)
        if asked.revision:
            shutil.rmtree(copy / "tests")
            _extract(asked.revision, copy, "tests")
        for file in asked.files:
            every = mutants(file)
            number = min(asked.sample, len(every))
            for mutant in random.Random(f"{asked.seed} {file}").sample(every, number):
                began = time.monotonic()
                killer = put_to(mutant, copy, asked.tests or tests_of(file), asked.seconds)
                killers[killer.partition("[")[0]] += 1
                if not killer:
                    lived.append(mutant)
                took = time.monotonic() - began
                print(f"{took:6.1f} s  {mutant}  {killer or 'LIVES'}", flush=True)
    total = sum(killers.values())
    print(f"\n{total - len(lived)} of {total} mutants are noticed, seed {asked.seed}")
    for name, number in killers.most_common():
        print(f"{number:5} {name or 'by no test:'}")
    for mutant in lived:
        print(f"      {mutant}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
