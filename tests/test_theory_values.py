"""The values of a theory's variables in answers, and what clingcon minimises: by brute force."""

from __future__ import annotations

import itertools
import json
import operator
import random

import clingo
import pytest
from projects import call, few

import pylab

pytest.importorskip("clingcon")
pytest.importorskip("clingodl")

OPERATORS = {
    "<=": operator.le, ">=": operator.ge, "=": operator.eq,
    "!=": operator.ne, "<": operator.lt, ">": operator.gt,
}  # fmt: skip
VARIABLES = ("x", "y", "f(a)")


class Sums:
    """A random program with linear constraints, kept as data, so that Python can evaluate it anew.

    Each constraint is a sum, an operator, a bound and a body; each definition gives an atom.
    """

    def __init__(self, seed):
        rng = random.Random(f"sums {seed}")
        self.widths = {name: rng.randint(0, 3) for name in VARIABLES}
        self.constraints = [
            (self._sum(rng), *self._bound(rng), rng.choice(("", "a", "not a", "b", "d")))
            for _ in range(rng.randint(1, 3))
        ]
        self.defined = self._sum(rng), *self._bound(rng)
        self.distinct = rng.random() < 0.3
        kinds = [rng.choice(("minimize", "maximize")) for _ in range(rng.choice((0, 1, 2)))]
        self.objectives = [(kind, self._sum(rng)) for kind in kinds]

    def _sum(self, rng):
        return [(rng.randint(-2, 3), name) for name in rng.sample(VARIABLES, rng.randint(1, 3))]

    def _bound(self, rng):
        return rng.choice([*OPERATORS]), rng.randint(-2, 5)

    @property
    def text(self):
        def said(terms):
            return "; ".join(f"{factor}*{name}" for factor, name in terms)

        lines = ["% Theory: clingcon", "{ a; b }."]
        lines += [f"&dom {{ 0..{most} }} = {name}." for name, most in self.widths.items()]
        for terms, sign, bound, body in self.constraints:
            lines.append(f"&sum {{ {said(terms)} }} {sign} {bound}{' :- ' * bool(body)}{body}.")
        terms, sign, bound = self.defined
        lines.append(f"d :- &sum {{ {said(terms)} }} {sign} {bound}.")
        lines += ["&distinct { x; y }."] * self.distinct
        lines += [f"&{kind} {{ {said(terms)} }}." for kind, terms in self.objectives]
        return "\n".join(lines) + "\n"

    def _holds(self, values, terms, sign, bound):
        return OPERATORS[sign](sum(factor * values[name] for factor, name in terms), bound)

    def cost(self, values):
        """What is minimised. The same objective twice counts once: it is the same atom."""
        signs = {"minimize": 1, "maximize": -1}
        return sum(
            signs[kind] * factor * values[name]
            for kind, terms in dict.fromkeys((k, tuple(t)) for k, t in self.objectives)
            for factor, name in terms
        )

    def answers(self):
        """Every answer: its atoms, and its values, by trying all of them."""
        found = []
        for numbers in itertools.product(*(range(most + 1) for most in self.widths.values())):
            values = dict(zip(VARIABLES, numbers, strict=True))
            for free in (set(), {"a"}, {"b"}, {"a", "b"}):
                atoms = free | ({"d"} if self._holds(values, *self.defined) else set())
                bodies = {"": True, "not a": "a" not in atoms}
                bodies |= {name: name in atoms for name in "abd"}
                fits = all(
                    self._holds(values, terms, sign, bound)
                    for terms, sign, bound, body in self.constraints
                    if bodies[body]
                )
                if fits and not (self.distinct and values["x"] == values["y"]):
                    found.append((frozenset(atoms), values))
        return found


def of(solution):
    """The answers of a solution as pairs of atoms and values."""
    found = []
    for row in solution.rows():
        atoms, values = set(), {}
        for each in clingo.parse_term(
            f"({row['facts'].replace('. ', ',').rstrip('.')},)"
        ).arguments:
            if each.name == "val":
                values[str(each.arguments[0])] = each.arguments[1].number
            else:
                atoms.add(str(each))
        found.append((frozenset(atoms), values))
    return found


def key(pair):
    return sorted(pair[0]), sorted(pair[1].items())


@pytest.mark.parametrize("seed", few(range(500), 15))
def test_answers_with_their_values_are_those_of_brute_force(seed):
    sums = Sums(seed)
    every = sums.answers()
    program = pylab.program(sums.text)
    plain = program.solve(models=0, **({"opt_mode": "ignore"} if sums.objectives else {}))
    assert sorted(map(key, of(plain))) == sorted(map(key, every)), sums.text
    assert plain.complete
    if not sums.objectives:
        return
    one, best = program.solve(), program.solve(optima=True)
    assert one.count == best.count == 0 or every
    if every:
        least = min(sums.cost(values) for _, values in every)
        meant = [pair for pair in every if sums.cost(pair[1]) == least]
        assert (one.cost, best.cost, one.optimal, best.optimal) == (least, least, True, True)
        assert key(of(one)[0]) in map(key, meant)
        assert sorted(map(key, of(best))) == sorted(map(key, meant)), sums.text
        brave = program.solve(consequences="brave").answer.consequences
        assert {*brave.atoms} == frozenset.union(*(atoms for atoms, _ in meant))


@pytest.mark.parametrize("seed", few(range(500), 8))
def test_earliest_starts_are_those_of_longest_paths(seed):
    """clingo-dl's values are the least ones: each order of tasks, one after the other."""
    rng = random.Random(f"tasks {seed}")
    lasts = [rng.randint(1, 4) for _ in range(rng.randint(2, 4))]
    most = sum(lasts) - rng.randint(0, 3)
    text = "% Theory: clingo-dl\n{ before(A,B); before(B,A) } = 1 :- task(A,_), task(B,_), A < B.\n"
    text += "".join(f"task({n},{last}). " for n, last in enumerate(lasts))
    text += "\n&diff { start(A) - start(B) } <= -D :- before(A,B), task(A,D).\n"
    text += "&diff { 0 - start(A) } <= 0 :- task(A,_).\n"
    text += f"&diff {{ start(A) - 0 }} <= {most}-D :- task(A,D).\n#show before/2.\n"
    meant = []
    for order in itertools.permutations(range(len(lasts))):
        begin = {task: sum(lasts[each] for each in order[:n]) for n, task in enumerate(order)}
        if sum(lasts) <= most:
            pairs = frozenset(f"before({a},{b})" for a, b in itertools.combinations(order, 2))
            meant.append((pairs, {f"start({task})": at for task, at in begin.items()}))
    found = pylab.program(text).solve(models=0)
    assert sorted(map(key, of(found))) == sorted(map(key, meant))


def test_values_are_written_read_judged_and_explained(tmp_path):
    (tmp_path / "plan.lp").write_text(
        "% Theory: clingcon\n&dom { 0..4 } = distance(a).\n{ far }.\n"
        "&sum { distance(a) } >= 3 :- far.\nlong :- &sum { distance(a) } > 3.\n"
        "&maximize { distance(a) }.\n#show far/0.\n"
    )
    (tmp_path / "check.lp").write_text(
        'wrong("too-near",X) :- far, val(X,N), N < 3.\nvalid :- not wrong(_,_).\n'
    )
    folder = tmp_path / "plan.lp"
    done = call("solve", folder, "--judge", tmp_path / "check.lp")
    assert "val(distance(a),4).  % distance(a)=4\n" in done.stdout
    assert "% optimal, cost -4 (clingo's claim)" in done.stdout
    told = json.loads(call("solve", folder, "--format", "json").stdout)["answers"][0]
    assert "val(distance(a),4)" in told["facts"]
    answer = tmp_path / "answer.lp"
    for number, code in ((3, 0), (2, 1)):
        answer.write_text(f"far. val(distance(a),{number}).\n")
        done = call("validate", folder, answer, "--judge", tmp_path / "check.lp")
        assert done.returncode == code, (done.stdout, done.stderr)
    done = call("solve", folder, "--opt-mode", "ignore", "--why", "long", "--why-not", "far")
    assert "fails: &sum { distance(a) } > 3" in done.stdout or "long  plan.lp:5" in done.stdout


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("% Theory: clingo-dl\n&minimize { x }.\n", "only clingcon has it"),
        (
            "% Theory: clingcon\n&minimize { x }.\n#minimize { 1 : a }.\n{ a }.\n",
            "without #minimize",
        ),
        (
            "% Theory: clingcon\n&minimize { x }.\n#program step(t).\n"
            "#program check(t).\n:- query(t), t < 2.\n",
            "without steps",
        ),
    ],
)
def test_objectives_that_cannot_be_optimised_are_refused_with_their_place(text, told, tmp_path):
    (tmp_path / "a.lp").write_text(text)
    for command in ("solve", "lint"):
        done = call(command, tmp_path / "a.lp")
        assert done.returncode in (1, 2)
        assert "a.lp:2:1: " in done.stdout + done.stderr
        assert told in done.stdout + done.stderr


def test_a_predicate_of_that_name_stays_the_programs_own(tmp_path):
    (tmp_path / "a.lp").write_text("% Theory: clingcon\n&dom { 1..1 } = x.\nval(u,7).\n")
    assert call("solve", tmp_path / "a.lp", "--format", "facts").stdout == "val(u,7).\n"


def test_a_predicate_of_that_name_is_not_explained_as_a_value_beside_other_programs(tmp_path):
    theory = "% Theory: clingcon\n&dom { 0..3 } = x.\n"
    (tmp_path / "one.lp").write_text(f"{theory}:- &sum {{ x }} > 0.\n")
    (tmp_path / "own.lp").write_text(f"{theory}{{ val(1,2) }} = 1.\n#show val/2.\n")
    (tmp_path / "two.lp").write_text(f"{theory}:- &sum {{ x }} < 3.\n")
    assert "val(1,2).\n" in call("solve", "own.lp", cwd=tmp_path).stdout
    (tmp_path / "own.lp").unlink()
    assert "val(x,0).  % x=0\n" in call("solve", "one.lp", cwd=tmp_path).stdout


def test_constraints_of_a_theory_are_among_the_rules_in_the_way(tmp_path):
    (tmp_path / "a.lp").write_text(
        "% Theory: clingcon\n&dom { 0..2 } = x.\n&dom { 0..3 } = y.\n&sum { x; y } >= 3.\n"
        "{ p(1..3) }.\n&sum { x } <= 1 :- p(X).\n&sum { y } <= 1 :- q.\nq :- p(3).\n:- not p(3).\n"
    )
    done = call("solve", tmp_path / "a.lp", "--explain")
    assert [line.split(":")[1] for line in done.stdout.splitlines() if line.startswith("%   ")] == (
        ["4", "6", "7", "9"]
    )


def test_consequences_say_that_they_leave_values_out(tmp_path):
    (tmp_path / "fix.lp").write_text("% Theory: clingcon\n&dom { 2..2 } = x.\n{ a }.\n")
    done = call("solve", "fix.lp", "--consequences", "cautious", cwd=tmp_path)
    assert "% no atom is in every answer" in done.stdout
    assert "--consequences leaves out the values of the theory's variables" in done.stderr
