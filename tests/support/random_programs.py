"""Small random programs, as text and as ground instances that nothing of pylab's has made."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field

import clingo

NUMBERS = (1, 2, 3)
PREDICATES = {"p": 1, "q": 1, "r": 2, "s": 0}


@dataclass(frozen=True)
class Rule:
    """A rule of a random program, with variables X and Y; it stands in a line of its own."""

    head: tuple[str, ...] | None
    choice: bool
    positive: tuple[tuple[str, ...], ...]
    negative: tuple[tuple[str, ...], ...]
    less: bool

    def __str__(self):
        body = [_text(a) for a in self.positive] + [f"not {_text(a)}" for a in self.negative]
        body += ["X < Y"] * self.less
        head = "" if self.head is None else _text(self.head)
        head = f"{{ {head} }}" if self.choice else head
        return f"{head} :- {', '.join(body)}." if body else f"{head}."

    def ground(self):
        """Its instances: head, the atoms that have to hold, those that must not."""
        atoms = [a for a in (self.head, *self.positive, *self.negative) if a]
        names = sorted(
            {t for a in atoms for t in a[1:] if isinstance(t, str)} | {*("XY" * self.less)}
        )
        for values in itertools.product(NUMBERS, repeat=len(names)):
            told = dict(zip(names, values, strict=True))
            if not self.less or told["X"] < told["Y"]:
                yield (
                    self.head and _put(self.head, told),
                    frozenset(_put(a, told) for a in self.positive),
                    frozenset(_put(a, told) for a in self.negative),
                )


def _text(atom):
    name, *terms = atom
    return f"{name}({','.join(map(str, terms))})" if terms else name


def _put(atom, told):
    return _text([atom[0], *(told.get(term, term) for term in atom[1:])])


@dataclass(frozen=True)
class Program:
    """A random program; line 1 has the numbers, each rule one of the next lines."""

    rules: tuple[Rule, ...]
    minimise: bool = False
    answers: list = field(default_factory=list)

    @property
    def text(self):
        lines = [f"d({';'.join(map(str, NUMBERS))}).", *map(str, self.rules)]
        if self.minimise:
            lines.append("#minimize { 1,X : p(X) ; 2,X,Y : r(X,Y) }.")
        return "\n".join(lines) + "\n"

    def ground(self):
        """All instances with the line of their rule; line 1 has the facts d(1), d(2), d(3)."""
        for number in NUMBERS:
            yield 1, f"d({number})", frozenset(), frozenset()
        for line, rule in enumerate(self.rules, 2):
            for instance in rule.ground():
                yield line, *instance


def random_program(seed, minimise=False):
    """A program with choices, rules (recursive ones, too) and a few constraints."""
    rng = random.Random(seed)

    def atom(*names):
        name = rng.choice(names or [*PREDICATES])
        terms = rng.choice([("X",), ("X",), (rng.choice(NUMBERS),)])
        if PREDICATES.get(name, 1) == 2:
            terms = rng.choice([("X", "Y"), ("Y", "X"), ("X", "X")])
        return name, *(terms if PREDICATES.get(name, 1) else ())

    rules = []
    for _ in range(rng.randint(4, 8)):
        kind = rng.choice(["choice", "choice", "rule", "rule", "rule", "constraint"])
        head = None if kind == "constraint" else atom()
        positive = [atom() for _ in range(rng.randint(kind == "constraint", 2))]
        negative = [atom() for _ in range(rng.randint(0, 1 + (kind == "constraint")))]
        atoms = [a for a in (head, *positive, *negative) if a]
        used = {term for a in atoms for term in a[1:] if isinstance(term, str)}
        less = used == {"X", "Y"} and rng.random() < 0.4
        positive += [("d", name) for name in sorted(used)]
        rules.append(Rule(head, kind == "choice", tuple(positive), tuple(negative), less))
    return Program(tuple(rules), minimise)


SHOWS = ("#show p/1.", "#show -p/1.", "#show r/2.", "#show X+3 : p(X).", "#show f(X) : p(X).",
         "#show p(X+1) : -p(X).", '#show "none" : not s.', "#show X : -p(X).",
         "#show (X,Y) : r(X,Y).", "#show s/0.", "#show.")  # fmt: skip


def showing_program(seed):
    """A random program with classical negation that shows something; most show some terms."""
    rng = random.Random(seed)
    text = random_program(seed).text.replace("q(", "-p(")
    shows = rng.sample(SHOWS, rng.randint(1, 3))
    return "\n".join([text, "{ p(1) }. { -p(2) }. #defined s/0. #defined r/2.", *shows, ""])


def answers(text, *options):
    """All answers of a program, by clingo alone: sets of atoms as text, each with its costs."""
    control, found = clingo.Control(["--models=0", *options]), []
    control.add("base", [], text)
    control.ground([("base", [])])
    control.solve(
        on_model=lambda m: found.append((frozenset(map(str, m.symbols(atoms=True))), m.cost))
    )
    return found
