"""Classes of students for exercises: mutants of references, and whether they mean the same."""

from __future__ import annotations

import random
import re
import shutil

from projects import ROOT

from pylab.analysis import trials
from pylab.base.errors import EncodingError, PylabError
from pylab.base.limits import Patience
from pylab.base.processes import Child
from pylab.exercises import boards, exercise

MEGABYTES, CPU_SECONDS = 4000, 60
"""Limits for a mutant on all boards; the reference takes half of the time."""

EXERCISES = ROOT / "examples/exercises"

_TOKEN = re.compile(r"[A-Z][A-Za-z']*|[a-z_][A-Za-z0-9_]*|\d+|[<>!]?=|[-+*](?![0-9>])")
_KEPT = ("program", "step", "defined", "not", "minimize", "show")
_OPERATORS = {"+": "-", "-": "+", "*": "+", "=": "!=", "!=": "=", "<": ">", ">": "<"}


def mutants(text, number, seed):
    """Different texts, each one or two random changes away from a program's."""
    head, rules = text.split("\n\n", 1)
    rng, found = random.Random(seed), {}
    while len(found) < number:
        changed = _changed(rng, rules)
        changed = f"{head}\n\n{changed if rng.random() < 0.7 else _changed(rng, changed)}"
        if changed != text:
            found.setdefault(changed)
    return list(found)


def _changed(rng, rules):
    """The rules with a token replaced, two swapped, a literal or a rule left out, or put first."""
    way = rng.choice(("token", "token", "token", "swap", "literal", "rule", "first"))
    places = [m for m in _TOKEN.finditer(rules) if m[0] not in _KEPT]
    if not places:
        return rules
    one = rng.choice(places)
    if way == "token":
        kin = [m[0] for m in places if _kind(m[0]) == _kind(one[0]) and m[0] != one[0]]
        by = _OPERATORS.get(one[0]) or (str(int(one[0]) + 1) if one[0].isdigit() else None)
        by = by or (rng.choice(kin) if kin else one[0])
        return rules[: one.start()] + by + rules[one.end() :]
    if way == "swap":
        lines = rules.split("\n")
        at = rng.randrange(len(lines))
        names = sorted(set(re.findall(r"\b[A-Z]\b", lines[at])))
        if len(names) > 1:
            a, b = rng.sample(names, 2)
            lines[at] = re.sub(rf"\b[{a}{b}]\b", lambda m: b if m[0] == a else a, lines[at])
        return "\n".join(lines)
    whole = [line for line in rules.split("\n") if line.endswith(".") and ":-" in line]
    if not whole:
        return rules
    line = rng.choice(whole)
    head, body = line[:-1].split(":-")
    literals = re.split(r",\s*(?![^()]*\))", body.strip())
    at = rng.randrange(len(literals))
    if way == "rule" or (way == "literal" and len(literals) == 1):
        return rules.replace(f"{line}\n", "")
    rest = literals[:at] + literals[at + 1 :]
    body = ", ".join(rest if way == "literal" else [literals[at], *rest])
    return rules.replace(line, f"{head}:- {body}.")


def _kind(token):
    return "upper" if token[0].isupper() else "lower" if token[0].isalpha() else token[0].isdigit()


def colouring(folder):
    """An exercise that asks for a whole encoding: colours of a graph's nodes, as few as can be."""
    from_there = ROOT / "examples/colouring"
    others = shutil.ignore_patterns("[ar]*ed", "README*", "*.json")
    shutil.copytree(from_there, folder / "given", ignore=others)
    (folder / "hidden").mkdir()
    shutil.copy(from_there / "colours.lp", folder / "hidden/reference.lp")
    (folder / "boards").mkdir()
    for name in ("wheel.lp", "crossing.lp"):
        shutil.copy(from_there / "instances" / name, folder / "boards")
    (folder / "exercise.toml").write_text(
        'family = "given"\ntask = "colours"\nhand_in = "encoding"\nfile = "colours.lp"\n'
        'on = ["colour/2"]\nrandom = 12\nseconds = 4\n'
    )
    return folder


class Truth:
    """The answers of an exercise's reference to many boards, against which programs are held."""

    def __init__(self, folder, number, seed):
        self.of = exercise.load(folder)
        self.terms = boards.settings(self.of)
        family, self.known = self.of.of, []
        reference = boards.program(self.of, "", self.of.reference)
        for sample in trials.generated(family, 2 * number, seed):
            if not family.unsupported(sample.instance, self.of.asked):
                result = self._result(reference, sample.instance)
                if result.complete or not result.answers:
                    self.known.append((sample.instance, self._said(result)))
            if len(self.known) == number:
                break

    def _result(self, program, instance):
        return boards.result_of(self.terms, program, boards.ExerciseBoard("", "", instance))

    def _said(self, result):
        return result.status, result.optimum, frozenset(result.answers), bool(result.invalid)

    def same(self, file):
        """Whether a program answers all boards as the reference does; None if it can't be said.

        It is run in a process of its own, as its grounding may have no end.
        """
        child = Child(
            lambda _send: self._same(file),
            "a mutant", megabytes=MEGABYTES, cpu_seconds=CPU_SECONDS,
        )  # fmt: skip
        try:
            return child.wait(Patience(10 * CPU_SECONDS))
        except PylabError:  # a limit, or the process was killed at one
            return None
        finally:
            child.end()

    def _same(self, file):
        try:
            own = boards.program(self.of, "", file)
            for instance, said in self.known:
                if self._said(self._result(own, instance)) != said:
                    return False
        except EncodingError:  # it can't be run
            return False
        except PylabError:
            return None
        return True
