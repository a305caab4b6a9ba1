"""What cases are made of: puzzles, their texts, answers to them; made when first asked for."""

from __future__ import annotations

import contextlib
import json
import random
from functools import cache

import clingo
from projects import ROOT, SHARED

from pylab.analysis.mutations import Kinds, Mutations
from pylab.base.errors import PylabError
from pylab.engines import report
from pylab.family import registry
from pylab.testing import Subject, family_testkit
from pylab.text.facts import write_facts
from pylab.text.source import decode_source

LARGEST = 6000
"""Bytes of a seed."""

FAMILIES = ("alice", "dungeon", "fractal", "ravensburger", "theseus")


@cache
def subject(name):
    """A family with its trial."""
    family = registry.get(name)
    return Subject(family, family_testkit(family), 0)


def drawn(name, rng):
    """A small random instance: of the family's own, under options, or with facts changed.

    Now and then with an option that names something in it: where it begins, what it is about.
    """
    from pylab.analysis.mutations import optioned

    it = subject(name)
    how = rng.random()
    made = optioned(it.family, rng) if how < 0.25 else None
    if made is None:
        made = it.sample(rng)
        if how > 0.7:
            made = mutations(name).mutated(rng, made) or made
    return _elsewhere(it.family, made, rng) if rng.random() < 0.25 else made


_FORMS = {
    "at": ("{}", "{}({},{})", "{},{},{}"),
    "carrying": ("{}", "{}({},{})", "{} key", "key, bomb", "{}, {}"),
    "opened": ("{}", "{}-{}", "{}({},{})", "{}, {}"),
    "goal": ("escape", "at {}", "reach {}", "at {} {}", "accept {}; {} --{}--> {}"),
    "word": ("{}", "{} {}", "from s to t; s ={}=> t; t ={}=> s"),
}
"""What values of options look like, with names in their places."""


def _elsewhere(family, instance, rng):
    """The instance under an option whose value is made of names and numbers in its facts."""
    words = [each.name for each in family.options if isinstance(each.default, str)]
    known = sorted({w for f in family.facts(instance) for a in f.arguments for w in _names(a)})
    if not words or not known:
        return instance
    for _ in range(12):
        option = rng.choice(words)
        form = rng.choice(_FORMS.get(option, ("{}",)))
        value = form.format(*rng.choices(known, k=form.count("{}")))
        with contextlib.suppress(PylabError):
            return family.adapt(instance, **{option: value})
    return instance


def _names(symbol):
    match symbol.type:
        case clingo.SymbolType.String:
            yield symbol.string
        case clingo.SymbolType.Number:
            yield str(symbol.number)
        case clingo.SymbolType.Function:
            if symbol.name:
                yield symbol.name
            for each in symbol.arguments:
                yield from _names(each)


@cache
def mutations(name):
    """Changes of a family's instances by their facts."""
    it = subject(name)
    rng = random.Random(name)
    facts = [it.family.facts(it.sample(rng)) for _ in range(30)]
    return Mutations(it.family, Kinds([], facts), {})


@cache
def texts(name):
    """Pairs of a file's name and its bytes, small ones, in all formats of a family."""
    it = subject(name)
    family = it.family
    found = []
    folders = [ROOT / "instances" / name, ROOT / "tests/data/differences", SHARED / name]
    for folder in folders:
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            known = path.suffix in (*family.suffixes, ".lp") and path.is_file()
            if known and path.stat().st_size <= LARGEST:
                found.append((f"x{path.suffix}", path.read_bytes()))
    for forgery in it.testkit.forgeries:
        if "\n" in forgery.puzzle:
            found += [(f"x{suffix}", forgery.puzzle.encode()) for suffix in family.suffixes]
    rng = random.Random(name)
    for _ in range(30):
        instance = drawn(name, rng)
        found.append(("x.lp", write_facts(family.facts(instance)).encode()))
        for export in (family.write, *family.exports.values()):
            with contextlib.suppress(PylabError):  # no format has a place for everything
                found += [(f"x{s}", export(instance).encode()) for s in family.suffixes]
    found = [
        each for each in dict.fromkeys(found) if len(each[1]) <= LARGEST and _taken(family, each)
    ]
    assert found
    return found


def _taken(family, each):
    with contextlib.suppress(PylabError):
        family.load(decode_source(each[1], each[0], PylabError))
        return True
    return False


@cache
def small(name):
    """Small puzzles by short names."""
    it = subject(name)
    rng = random.Random(f"asked {name}")
    puzzles = [(path.name, instance) for path, instance in it.shipped]
    puzzles = [(n, i) for n, i in puzzles if len(it.family.facts(i)) <= 150][:4]
    return dict(puzzles) | {f"sample-{n}": it.sample(rng) for n in range(6)}


@cache
def asked(name):
    """The same with answers to each of their tasks, written in all ways."""
    it = subject(name)
    found = {}
    kinds = tasks_by_kind(name)
    for short, instance in small(name).items():
        written, status = [], {}
        for task in it.family.tasks:
            for engine in ("native", "clingo"):
                answer = it.ask(instance, task, engine, models=2, seconds=2)
                if answer is None or not answer.settled:
                    continue
                status[task.name] = answer.status.value
                for each in answer.checked:
                    kinds.setdefault(type(each.witness), set()).add(task.name)
                written += list(_written(it.family, answer))
                break
        found[short] = (instance, status, sorted(set(written)))
    return found


@cache
def tasks_by_kind(_name):
    """The tasks that a kind of witness answers; known once `asked` was called."""
    return {}


def _written(family, answer):
    for each in answer.checked:
        facts = [str(fact)[:-1] for fact in family.encode(each.witness)]
        yield family.show(each.witness).encode()
        yield "".join(f"{fact}.\n" for fact in facts).encode()
        head = "clingo version 5.8.0\nReading from x\nSolving...\nAnswer: 1\n"
        yield f"{head}{' '.join(facts)}\nSATISFIABLE\n".encode()
        yield f"v {' '.join(f'{fact}.' for fact in facts)}\ns SATISFIABLE\n".encode()
        yield f"{{{', '.join(facts)}}}\n".encode()
    yield json.dumps(report.data(answer, "x"), default=str).encode()
