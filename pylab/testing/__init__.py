"""What a family of puzzles is tried by, in the project's tests and in anybody's; knows none.

    from pylab.testing import conformance
    from pylab_hopscotch.family import FAMILY

    test_hopscotch = conformance(FAMILY)

pytest then has a case for each requirement, `test_hopscotch[engines_agree]`, so that a failure
names it. `docs/maintainers/testing.md` sums them up, and says what a family brings in its
`testkit.py`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import Any

from pylab.base import resources
from pylab.family.table import Family
from pylab.family.testkit import FamilyTestkit
from pylab.testing import (
    answers,
    changes,
    judging,
    labs,
    options,
    pages,
    pictures,
    programs,
    texts,
    witnesses,
)
from pylab.testing.subject import ROUNDS, Requirement, Subject, Unmet

__all__ = ["Requirement", "Subject", "Unmet", "conformance", "family_testkit", "requirements"]


def requirements() -> Iterator[Requirement]:
    """All that is demanded, in the order in which it is best read."""
    chapters = (
        texts, programs, answers, witnesses, judging, pictures, pages, labs, options, changes,
    )  # fmt: skip
    for chapter in chapters:
        yield from (each for each in vars(chapter).values() if isinstance(each, Requirement))


def family_testkit(family: Family[Any, Any]) -> FamilyTestkit[Any, Any]:
    """What a family brings: `TESTKIT` in the `testkit.py` of its package. Raises Unmet without."""
    package = resources.packages().get(family.name)
    if package is None:
        group = resources.FAMILIES
        raise Unmet(f"{family.name} is not installed: expected an entry point in {group}")
    try:
        testkit = getattr(importlib.import_module(f"{package}.testkit"), "TESTKIT", None)
    except ModuleNotFoundError as error:
        if error.name != f"{package}.testkit":
            raise
        raise Unmet(
            f"{family.name} brings no {package}.testkit; docs/maintainers/testing.md says how"
        ) from None
    if not isinstance(testkit, FamilyTestkit):
        raise Unmet(f"{package}.testkit: TESTKIT is no FamilyTestkit but {testkit!r:.60}")
    return testkit


def conformance(
    family: Family[Any, Any], testkit: FamilyTestkit[Any, Any] | None = None, rounds: int = ROUNDS
) -> Callable[[Requirement], None]:
    """A test for pytest, with a case for each requirement on what the family offers.

    By default the testkit is the one that `family_testkit` finds. `rounds` is the number of random
    instances.
    """
    import pytest

    subject = Subject(family, testkit or family_testkit(family), rounds)
    cases = [pytest.param(each, id=each.name) for each in requirements() if each.applies(subject)]

    @pytest.mark.parametrize("requirement", cases)
    def test(requirement: Requirement) -> None:
        requirement.check(subject)

    test.__doc__ = f"What is demanded of every family, of {family.name}."
    return test
