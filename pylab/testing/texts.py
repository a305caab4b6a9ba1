"""Requirements on listings, random puzzles, and reading and writing files and facts."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from pylab.analysis.mutations import optioned
from pylab.base.errors import InstanceError, PylabError
from pylab.testing.subject import Subject, attempt, must, requirement
from pylab.text.facts import write_facts
from pylab.text.source import Source

NO_PUZZLES = (
    "",
    "\n",
    "%",
    "no puzzle",
    "\x00\x01\x02",
    "9" * 400,
    "-1 -1\n",
    "(" * 5000,
    "a" * 100_000,
    "\u202e\u00e9\U0001f40c",
)


@requirement()
def listings_are_described(subject: Subject) -> None:
    """The family, its tasks, options and parameters are described, each in one line."""
    listing = subject.family.listing
    told = {"the family": listing.doc}
    for kind in (listing.tasks, listing.options, listing.parameters):
        told |= {each.name: each.doc for each in kind}
    for name, words in told.items():
        plain = len(words.strip()) > 2 and words.isprintable() and words[-1] != "."
        must(plain, f"{name}: expected words in one line, without a full stop, found {words!r}")
    must(bool(listing.tasks), "there is no task")
    endings = bool(listing.suffixes) or subject.family.as_written is not None
    must(endings and bool(listing.vocabulary), "there are no endings, or no facts")
    for suffix in listing.suffixes:
        must(suffix.startswith("."), f"the ending {suffix!r} has no dot")
    names = [task.name for task in listing.tasks]
    must(len(set(names)) == len(names), f"two tasks have the same name: {names}")


@requirement(lambda subject: bool(subject.testkit.kinds))
def random_puzzles_have_everything(subject: Subject) -> None:
    """Random instances, small or generated, have every predicate and all `kinds` of facts."""
    family = subject.family
    left = dict(subject.kinds)
    predicates = {each.name for each in family.vocabulary} - {*subject.testkit.elsewhere}
    left |= {f"{each}(…)": re.compile(rf"{each}(\(.*)?") for each in sorted(predicates)}
    for _, instance in _random(subject, _MANY):
        found = [str(each.symbol) for each in family.facts(instance)]
        left = {kind: p for kind, p in left.items() if not any(map(p.fullmatch, found))}
        if not left:
            return
    must(not left, f"in {_MANY} random puzzles there is no {', '.join(left)}")


_MANY, _MORE = 1000, 30
"""The numbers of random puzzles to search for predicates, and to write and read."""


def _random(subject: Subject, number: int) -> Iterator[tuple[str, Any]]:
    """Random instances, small or generated, some of them under options."""
    rng = subject.rng("everything")
    for n in range(number):
        instance = subject.sample(rng) if n % 2 else optioned(subject.family, rng)
        if instance is not None:
            yield f"random puzzle {n}", instance


def _written(subject: Subject) -> Iterator[tuple[str, Any]]:
    """Random instances and all shipped ones."""
    yield from subject.drawn
    yield from _random(subject, _MORE)
    yield from ((path.name, instance) for path, instance in subject.shipped)


@requirement()
def puzzles_are_read_as_they_were_written(subject: Subject) -> None:
    """`read` is the inverse of `write`, for shipped and for random instances.

    A format need not have the options of a random instance.
    """
    family, whole = subject.family, 0
    for name, instance in _written(subject):
        text = family.write(instance)
        found = []
        for suffix in family.suffixes or (family.suffix,):
            with contextlib.suppress(PylabError):
                found.append(family.read(Source(f"puzzle{suffix}", text)))
        again = [family.write(each) for each in found]
        must(text in again, f"{name}: read and written again, the text differs:\n{text}")
        same = instance in found
        drawn = name.startswith(("sample ", "random ")) and bool(family.options)
        must(same or drawn, f"{name}: written and read again, the instance differs:\n{text}")
        whole += same
    must(whole > 0, "no instance is the same after it is written and read")


@requirement()
def facts_are_read_as_they_were_written(subject: Subject) -> None:
    """`from_facts` is the inverse of `facts`; facts are sorted, ground and in the vocabulary."""
    family = subject.family
    known = set(family.vocabulary)
    for name, instance in _written(subject):
        facts = family.facts(instance)
        must(bool(facts), f"{name}: there are no facts")
        strange = [str(each) for each in facts if each.signature not in known]
        must(not strange, f"{name}: {' '.join(strange[:3])} is not in the vocabulary")
        must(family.facts(instance) == facts, f"{name}: its facts differ the second time")
        must(len(set(facts)) == len(facts), f"{name}: it has a fact twice")
        must(family.from_facts(facts) == instance, f"{name}: its facts make another instance")
        shuffled = subject.rng("facts", name).sample(facts, len(facts))
        must(family.from_facts(shuffled) == instance, f"{name}: the order of its facts matters")
        text = Source("puzzle.lp", write_facts(facts))
        must(family.load(text) == instance, f"{name}: a file of its facts is another instance")


@requirement()
def what_is_no_puzzle_is_refused(subject: Subject) -> None:
    """Broken texts and facts raise InstanceError, or are puzzles with correct facts."""
    family, rng = subject.family, subject.rng("no puzzle")
    for suffix in (*family.suffixes, ".lp"):
        for text in [*NO_PUZZLES, *_broken(subject, rng)]:
            shown, source = f"{text[:60]!r} in a file {suffix}", Source(f"x{suffix}", text)
            instance = attempt(shown, InstanceError, partial(family.load, source))
            same = instance is None or family.from_facts(family.facts(instance)) == instance
            must(same, f"{shown} was read, and its facts are another instance")


def _broken(subject: Subject, rng: random.Random) -> Iterator[str]:
    """Texts and facts of samples, each with a mistake."""
    for _, instance in subject.drawn:
        facts = [str(each) for each in subject.family.facts(instance)]
        for text in (subject.family.write(instance), "\n".join(facts)):
            for _ in range(6):
                at, to = sorted(rng.randrange(len(text) + 1) for _ in range(2))
                put = rng.choice(("", "", "9", "-", "(", ")", '"', "x", "99999999999", " ", "\n"))
                yield text[:at] + put + text[rng.choice((at, min(at + 1, to), to)) :]
        kept = rng.sample(facts, max(1, len(facts) * 3 // 4))
        yield "\n".join(kept)
        other = [
            re.sub(r"\d+", lambda _: str(rng.choice((0, 1, 99, -1))), f, count=1) for f in kept
        ]
        yield "\n".join(facts + other)


@requirement()
def random_puzzles_are_the_same_for_the_same_seed(subject: Subject) -> None:
    """`sample` and `generate` take all randomness from their argument."""
    for make in filter(None, (subject.family.sample, subject.testkit.sample)):
        for number in range(4):
            one, two = make(random.Random(number)), make(random.Random(number))
            must(one == two, f"two random instances of the seed {number} differ")
    must(len({repr(each) for _, each in subject.drawn}) > 1, "all random instances are the same")
