"""Edits to shipped encodings, drawn at random, written as text: one that may matter, and noise."""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from pathlib import Path

from clingo import ast

from pylab.base import resources
from pylab.encoding import files as encoding_files
from pylab.encoding import program as encodings

_KINDS = ast.ASTType
_FLIPPED = {"<=": ">", ">=": "<", "!=": "=", "<": ">=", ">": "<="}
_COMPARISON = re.compile(r"(?<![<>=!:])(<=|>=|!=|<|>)(?![<>=])")


@dataclass(frozen=True)
class Made:
    """A copy of a task's encoding, edited.

    Attributes:
        entry: its entry file.
        what: what was done.
        file, line: the name of the file, and where the edited statement begins in the shipped one.
        noise: how many other statements differ.
    """

    entry: Path
    what: str
    file: str
    line: int
    noise: int


def root_of(family):
    """The folder of a family's encodings."""
    rules = family.as_written
    return resources.encodings(family.name) if rules is None else rules.folder.path


def make(rng, family, task, folder):
    """A copy of the encoding with an edit drawn by rng; None for one that is no program."""
    root = root_of(family)
    files = [
        f
        for f in encoding_files.with_includes(root / task.encoding)
        if root in f.parents and f.is_file()
    ]
    rules = {file: _rules(file) for file in files}
    file = rng.choice([file for file in files if rules[file]])
    rule = rng.choice(rules[file])
    text = _text(file, rule)
    what, edited = rng.choice(list(_edits(rng, text)))
    others = [r for r in rules[file] if r is not rule]
    replaced = {file: [(rule, edited)]}
    noise = rng.sample(others, min(len(others), rng.randint(0, 2)))
    for other in noise:
        replaced[file].append((other, _harmless(rng, _text(file, other))))
    for each in files:
        target = folder / each.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        content = _replaced(each, replaced.get(each, []))
        if each == file:
            content += "\n" + rng.choice(["spare(1).\n", "spare(X) :- X = 1..2.\n", "% nothing\n"])
        target.write_text(content, encoding="ascii")
    entry = folder / task.encoding
    with contextlib.suppress(Exception):
        encodings.load(entry)
        return Made(entry, f"{what}: {text}", file.name, rule.location.begin.line, len(noise) + 1)
    return None


def _rules(file):
    found = []
    ast.parse_files([str(file)], found.append)
    lines = file.read_text().split("\n")

    def alone(each):
        """Whether it is a rule in this file that begins its line and ends it."""
        begin, end = each.location.begin, each.location.end
        return (
            each.ast_type is _KINDS.Rule
            and begin.filename == str(file)
            and begin.column == 1
            and not lines[end.line - 1][end.column - 1 :].split("%")[0].strip()
        )

    return [each for each in found if alone(each)]


def _text(file, rule):
    begin, end = rule.location.begin, rule.location.end
    lines = file.read_text().split("\n")[begin.line - 1 : end.line]
    lines[-1] = lines[-1][: end.column - 1]
    return "\n".join(lines)


def _edits(rng, text):
    yield "dropped", ""
    found = list(_COMPARISON.finditer(text))
    if found:
        one = rng.choice(found)
        flipped = _FLIPPED[one.group()]
        yield "flipped", text[: one.start()] + flipped + text[one.end() :]
    if " not " in text:
        yield "unnegated", text.replace(" not ", " ", 1)
    whole = re.fullmatch(r"(?P<head>.*?):-(?P<body>.*)\.", text, re.DOTALL)
    if whole and not re.search(r"[{#;]", whole["body"]):
        literals = re.split(r",(?![^(]*\))", whole["body"])
        if len(literals) > 1:
            literals.pop(rng.randrange(len(literals)))
            yield "a literal dropped", f"{whole['head']}:-{','.join(literals)}."


def _harmless(rng, text):
    """The rule again, with a condition that always holds, or with what it says said twice."""
    if ":-" not in text:
        return f"{text[:-1]} :- 1 = 1."
    return rng.choice([f"{text[:-1]}, 1 < 2.", f"{text[:-1]}, 1 < 2, 2 > 1."])


def _replaced(file, changes):
    """The file with other texts for some rules, its lines where they were."""
    lines = file.read_text().split("\n")
    for rule, text in changes:
        begin, end = rule.location.begin.line - 1, rule.location.end.line
        tail = lines[end - 1][rule.location.end.column - 1 :]
        new = (text + tail).split("\n")
        lines[begin:end] = [*new, *[""] * (end - begin - len(new))]
    return "\n".join(lines)
