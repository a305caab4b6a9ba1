"""Reads answers in any form: pylab's, clingo's, a competition solver's, JSON."""

from __future__ import annotations

from pylab.base.errors import WitnessError
from pylab.cli import bounds
from pylab.text import solver_output
from pylab.text.solver_claims import AnswerText
from pylab.text.source import read_source


def read_answers(path: str) -> list[AnswerText]:
    """Each answer in a file (`-` for standard input), as text that a family can read.

    Raises WitnessError if the file can't be read, or says that there is no answer.
    """
    with bounds.reading():
        source = read_source(path, WitnessError)
        if not source.text:
            raise WitnessError(f"expected an answer in {source.name}, found nothing at all")
        return solver_output.split(source)
