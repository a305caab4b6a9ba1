"""Answers as JSON, with the versions of all software that may have taken part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pylab import __version__, engines
from pylab.base import native, resources
from pylab.base.plain import plain
from pylab.core.answer import Answer, row
from pylab.core.data import SCHEMA, InstanceData, QuestionData
from pylab.core.question import Question


def data(answer: Answer, instance: InstanceData) -> dict[str, Any]:
    """The whole answer, ready for JSON."""
    answers = [row(answer.question, each) for each in answer.checked]
    return head(answer.question, instance) | {"answers": answers} | answer.tail()


def head(question: Question, instance: InstanceData) -> dict[str, Any]:
    """The first keys of `data`: the question about an instance."""
    names, asked = (question.family.name, question.task.name), (question.means, question.limits)
    told = QuestionData(*names, instance, *asked, versions(question))
    return {"schema": SCHEMA, "question": plain(told)}


def versions(question: Question) -> Mapping[str, str]:
    """The versions of the software that may be used to answer a question, by its role.

    Includes C++ if a search may run in it, and the theory if the means name one or the question's
    program is loaded.
    """
    family, engine = question.family.name, engines.named(question.means)
    theory = question.means.theory
    if not theory and "program" in vars(question):
        theory = question.program.theory
    searching = engine is None or engine.native
    found = {
        "pylab": __version__,
        "clingo": resources.installed("clingo"),
        "family": resources.version(resources.FAMILIES, family),
        "engine": resources.version(resources.ENGINES, engine.name if engine else ""),
        "theory": resources.installed(theory) if theory else "",
        "native": "C++" if searching and native.available() else "",
    }
    return {name: version for name, version in found.items() if version}
