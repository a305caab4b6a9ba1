"""Requirements on smaller puzzles, and on explanations why there is no answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

import clingo

from pylab.analysis import reasons
from pylab.analysis.explain import explain, why
from pylab.analysis.shrink import shrink
from pylab.base.errors import EncodingError, PylabError
from pylab.base.finding import Status
from pylab.base.listing import Task
from pylab.encoding import files
from pylab.encoding import program as encodings
from pylab.encoding.files import NotFound
from pylab.encoding.program import Encoding
from pylab.testing.pictures import well_formed
from pylab.testing.subject import SECONDS, Subject, Unmet, must, offers, requirement
from pylab.text.facts import Fact


@requirement(offers("smaller"))
def smaller_puzzles_are_legal(subject: Subject) -> None:
    """`smaller` gives other instances with no new predicates, and some of them are legal."""
    family = subject.family
    assert family.smaller is not None
    legal = 0
    for name, instance in subject.samples:
        before = {fact.signature.name for fact in family.facts(instance)}
        for each in family.smaller(instance):
            must(each != instance, f"{name}: one of the smaller instances is the instance itself")
            facts = family.facts(each)
            new = {fact.signature.name for fact in facts} - before
            must(not new, f"{name}: a smaller instance has facts of {', '.join(sorted(new))}")
            try:
                same = family.facts(family.from_facts(facts)) == facts
            except PylabError:
                continue  # shrinking leaves those out
            must(same, f"{name}: the facts of a smaller instance make another instance")
            legal += 1
    must(legal > 0, "no sample has a smaller instance that is legal")


@requirement()
def shrinking_ends_with_a_smallest_puzzle(subject: Subject) -> None:
    """Shrinking goes on until no smaller instance shows the same."""
    family = subject.family
    asked = (pair for pair in subject.drawn if subject.solvable(pair[1]))
    name, instance = next(asked, (None, None))
    must(name is not None, "no random instance has an answer")
    found = shrink(family, instance, subject.solvable, SECONDS)
    must(found.smallest, f"{name}: shrinking takes more than {SECONDS:g} s")
    must(subject.solvable(found.instance), f"{name}: the shrunk instance has no answer")
    grown = len(family.facts(found.instance)) > len(family.facts(instance))
    must(not grown, f"{name}: the shrunk instance has more facts")


def _file(subject: Subject, name: str) -> Path | None:
    try:
        return files.own(f"{subject.family.name}/{name}", subject.family.name)
    except NotFound:
        return None


def _task(subject: Subject, entry: Path) -> Task:
    """The first task that an encoding is for."""
    meant = files.header(entry).tasks
    return next(t for t in subject.family.tasks if not meant or t.name in meant)


def _laid(subject: Subject, entry: Path, instance: Any) -> Encoding | None:
    """`reasons.lp` with the overlays that the instance needs; None if these don't fit it."""
    names = subject.family.overlays(instance)
    found = [files.find(name, subject.family.name).absolute() for name in names]
    try:
        return encodings.load(entry, found)
    except EncodingError:
        return None


class Bare:
    """A `reasons.lp` with an instance, solved by clingo without assumptions."""

    def __init__(self, program: Encoding, facts: Collection[Fact]) -> None:
        self.program, self.facts = program, facts
        self.relaxes = {each.name for each in reasons.relaxes(program)}

    def control(self) -> clingo.Control:
        said: list[str] = []
        control = clingo.Control(["--warn=all"], logger=lambda _, text: said.append(text))
        encodings.add_to(control, self.program.statements)
        with control.backend() as backend:
            for each in self.facts:
                atom = backend.add_atom(each.symbol)
                free = each.name in self.relaxes
                backend.add_rule([atom], choice=free)
                if free:
                    relaxed = backend.add_atom(clingo.Function("relaxed", [each.symbol]))
                    backend.add_rule([relaxed], [-atom])
        control.ground([("base", [])])
        must(not said, f"{self.program.entry.name}: clingo says {''.join(said)}")
        return control

    def known(self) -> list[clingo.Symbol]:
        """All requirements."""
        control = self.control()
        found = control.symbolic_atoms.by_signature("relaxed", 1)
        return sorted(atom.symbol.arguments[0] for atom in found)

    def answer(self, insisted: Iterable[clingo.Symbol]) -> list[clingo.Symbol] | None:
        """The requirements that an answer violates although it meets these; None without one."""
        control = self.control()
        atoms = {a.symbol: a.literal for a in control.symbolic_atoms.by_signature("relaxed", 1)}
        with control.backend() as backend:
            for each in insisted:
                backend.add_rule([], [atoms[clingo.Function("relaxed", [each])]])
        with control.solve(yield_=True) as handle:
            for model in handle:
                shown = model.symbols(atoms=True)
                return [s.arguments[0] for s in shown if s.match("relaxed", 1)]
        return None


def unsolvable(subject: Subject, number: int) -> Any:
    """A small random instance without an answer."""
    rng = subject.rng("unsolvable", number)
    if subject.testkit.unsolvable is not None:
        return subject.testkit.unsolvable(rng)
    for _ in range(1000):
        instance = subject.sample(rng)
        if not subject.solvable(instance):
            return instance
    raise Unmet("1000 samples have answers: add `unsolvable` to testkit.py")


def _relaxed(subject: Subject, instance: Any, loose: Sequence[Fact]) -> bool | None:
    """Whether there is an answer without these requirements; None if the family can't tell."""
    if subject.testkit.relaxed is None:
        raise Unmet("testkit.py has no `relaxed`, which would drop requirements")
    found = subject.testkit.relaxed(instance, loose)
    return found if found is None or isinstance(found, bool) else subject.solvable(found)


def _reasons(subject: Subject) -> Path | None:
    return _file(subject, "reasons.lp")


@requirement(lambda subject: _reasons(subject) is not None)
def insisting_on_everything_is_the_puzzle_itself(subject: Subject) -> None:
    """All requirements of `reasons.lp` can be met if, and only if, the puzzle has an answer."""
    entry = _reasons(subject)
    assert entry is not None
    told = set()
    hard = [(f"unsolvable {n}", unsolvable(subject, n)) for n in range(2)]
    for name, instance in [*subject.drawn, *hard]:
        program = _laid(subject, entry, instance)
        if program is None or subject.family.unsupported(instance, _task(subject, entry)):
            continue
        bare = Bare(program, subject.family.facts(instance))
        if not (known := bare.known()):
            continue
        found = _relaxed(subject, instance, [])
        if found is not None:
            met = bare.answer(known) is not None
            must(met == found, f"{name}: solvable {found}, with all requirements {met}")
            told.add(found)
    must(told == {True, False}, f"expected samples with and without an answer, found {told}")


@requirement(lambda subject: _reasons(subject) is not None)
def reasons_are_refuted_minimal_and_hit(subject: Subject) -> None:
    """A set of reasons rules out answers and is minimal, and the least change resolves it."""
    entry = _reasons(subject)
    assert entry is not None
    for number in range(max(2, subject.rounds // 2)):
        instance = unsolvable(subject, number)
        if (program := _laid(subject, entry, instance)) is not None:
            _explained(subject, program, f"unsolvable {number}", instance)


def _explained(subject: Subject, program: Encoding, name: str, instance: Any) -> None:
    entry, facts = program.entry, subject.family.facts(instance)
    found = reasons.find(program, facts, 60)
    must(found.status is Status.FOUND and found.minimal, f"{name}: no minimal set: {found}")
    bare = Bare(program, facts)
    known = bare.known()
    core = [each.symbol for each in found.requirements]
    must(set(core) <= set(known), f"{name}: a reason isn't a requirement of {entry.name}")

    must(bare.answer(core) is None, f"{name}: there is an answer that meets all of {core}")
    rng = subject.rng("others", name)
    others = [each for each in known if each not in core]
    for share in (1.0, 0.6, 0.3):
        loose = [Fact(each) for each in others if rng.random() < share]
        rng.shuffle(loose)
        refuted = not _relaxed(subject, instance, loose)
        must(refuted, f"{name}: an answer meets all of {core}")

    for each in core:
        free = bare.answer([one for one in core if one != each])
        must(free is not None and each in free, f"{name}: {each} is not needed in {core}")
        good = _relaxed(subject, instance, [Fact(one) for one in free or ()]) is not False
        must(good, f"{name}: without {free} there is still no answer")
    _told(subject, entry, name, instance)


def _told(subject: Subject, entry: Path, name: str, instance: Any) -> None:
    """Check the words, the picture, and the least change."""
    family, task = subject.family, _task(subject, entry)
    answer = subject.ask(instance, task, "native" if task.native else "clingo")
    assert answer is not None, f"{name}: {task.name} is refused"
    told = why(answer, SECONDS)
    wanted: Sequence[Fact] = told.requirements
    must(bool(told.words) == bool(wanted), f"{name}: {len(wanted)} reasons, told: {told.words}")
    if told.obstacles is not None:
        well_formed(f"{name}, explained", family.draw(instance, told.obstacles), "light")
        must(bool(family.picture(instance, told.obstacles).strip()), f"{name}: nothing is drawn")
    lets_go = subject.testkit.lets_go
    if _file(subject, "repair.lp") is None:
        return
    must(lets_go is not None, "testkit.py has no `lets_go`, which tells what a change drops")
    assert lets_go is not None
    change = explain(answer, SECONDS)
    if change.status is Status.FOUND and change.changes:
        hit = any(lets_go(instance, change.instance, each) for each in wanted)
        must(hit or not wanted, f"{name}: {change.changes} resolves none of {wanted}")
        good = change.answer is not None and change.answer.verdict.valid
        must(good, f"{name}: after {change.changes} there is still no answer")
