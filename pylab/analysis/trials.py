"""Provides instances for comparisons: shipped ones and small random ones; solves nothing."""

from __future__ import annotations

import contextlib
import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pylab.analysis.catalogue import shipped_instances
from pylab.analysis.compare import Sample
from pylab.analysis.mutations import Kinds, Mutations
from pylab.base.errors import InstanceError, PylabError
from pylab.core.question import adapted, typed
from pylab.encoding.program import Encoding
from pylab.family.table import Family
from pylab.text.source import read_source

DRAWN = "random "
"""The prefix of the names of random instances."""

LARGE = 150
"""The most facts of a shipped instance that is used unless it is named."""


def shipped(family: Family[Any, Any]) -> tuple[list[Sample], int]:
    """The family's small shipped instances, and how many larger ones were left out."""
    samples = [
        Sample(f"{family.name}/{path.name}", family.load(read_source(str(path))))
        for path in shipped_instances(family)
    ]
    small = [each for each in samples if len(family.facts(each.instance)) <= LARGE]
    return small, len(samples) - len(small)


_TRIES = 20
"""The most random instances that are drawn for one that fits."""


def generated(
    family: Family[Any, Any], number: int, seed: int, fits: Callable[[Any], bool] = lambda _: True
) -> Iterator[Sample]:
    """Random instances, the same for the same seed; small ones if the family has a `sample`."""
    rng = random.Random(seed)
    make = family.sample or family.generate
    for index in range(number):
        with contextlib.suppress(ValueError, PylabError):  # one that searches may find nothing
            drawn = (make(rng) for _ in range(_TRIES))
            for instance in itertools.islice(filter(fits, drawn), 1):
                yield Sample(f"{DRAWN}{seed}/{index + 1}", instance, drawn=True)


def drawn(
    family: Family[Any, Any],
    programs: Sequence[Encoding],
    given: Iterable[Any],
    number: int,
    seed: int,
    fits: Callable[[Any], bool] = lambda _: True,
) -> list[Sample]:
    """Random instances; of a folder of rules without a generator, changed copies of given ones."""
    made = list(generated(family, number, seed, fits))
    if made or not family.as_written:
        return made
    return list(mutated(family, programs, list(given), number, seed))


def mutated(
    family: Family[Any, Any],
    programs: Sequence[Encoding],
    instances: Sequence[Any],
    number: int,
    seed: int,
) -> Iterator[Sample]:
    """Instances that are a few random changes away from others, each once, small ones first."""
    rng = random.Random(seed)
    facts = [family.facts(each) for each in instances]
    near = {each.signature: 0 for one in facts for each in one} if not family.vocabulary else {}
    change = Mutations(family, Kinds(programs, facts), near)
    pool = sorted(instances, key=lambda each: len(family.facts(each)))
    seen = {tuple(each) for each in facts}
    for turn in range(_TRIES * number if pool and change.near else 0):
        found = change.mutated(rng, pool[turn % len(pool)])
        if found is None or (key := tuple(family.facts(found))) in seen:
            continue
        seen.add(key)
        yield Sample(f"{DRAWN}{seed}/{len(seen) - len(facts)}", found, drawn=True)
        if len(seen) - len(facts) >= number:
            return


def under(
    family: Family[Any, Any], samples: Iterable[Sample], options: Mapping[str, Any]
) -> Iterator[Sample]:
    """The samples under options, without random ones that can't have these options.

    Raises InstanceError for any other one, and PylabError for options that the family doesn't have.
    """
    values = typed(family, options)
    for each in samples:
        try:
            instance = adapted(family, each.instance, values)
        except InstanceError:
            if not each.drawn:
                raise
        else:
            yield replace(each, instance=instance)


def by_size(family: Family[Any, Any], samples: Sequence[Sample]) -> list[Sample]:
    """The smallest first, so that the first difference is a small one."""
    return sorted(samples, key=lambda each: len(family.facts(each.instance)))
