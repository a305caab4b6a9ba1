"""The requirements that every family of puzzles must meet, as test cases; knows no family.

    from pylab.testing import conformance
    from pylab_hopscotch.family import FAMILY

    test_hopscotch = conformance(FAMILY)

pytest then runs a case for each requirement, such as `test_hopscotch[engines_agree]`.
`docs/maintainers/testing.md` sums the requirements up, and describes a family's `testkit.py`.
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
    """All requirements, by chapter."""
    chapters = (
        texts, programs, answers, witnesses, judging, pictures, pages, labs, options, changes,
    )  # fmt: skip
    for chapter in chapters:
        yield from (each for each in vars(chapter).values() if isinstance(each, Requirement))


def family_testkit(family: Family[Any, Any]) -> FamilyTestkit[Any, Any]:
    """The family's `TESTKIT`, from `testkit.py` in its package. Raises Unmet if there is none."""
    package = resources.packages().get(family.name)
    if package is None and family.as_written is not None:
        raise Unmet(f"{family.name} is a folder of rules, without a testkit")
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
    """A test for pytest, with a case for each requirement that applies to the family.

    Args:
        family: the family.
        testkit: by default, the one that `family_testkit` finds.
        rounds: the number of random instances.
    """
    import pytest

    subject = Subject(family, testkit or family_testkit(family), rounds)
    cases = [pytest.param(each, id=each.name) for each in requirements() if each.applies(subject)]

    @pytest.mark.parametrize("requirement", cases)
    def test(requirement: Requirement) -> None:
        requirement.check(subject)

    test.__doc__ = f"The requirements on every family, for {family.name}."
    return test
