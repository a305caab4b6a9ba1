"""Reads what solvers print: answers, and claims about them; everything else is blanked.

It reads clingo's, clasp's and asprin's text, JSON, the ASP Competition's format, `v` lines,
smodels' stable models, one answer per line (`clingo -V0`) or in braces (dlv, wasp), and what pylab
prints. Lines and columns are kept, so that errors in an answer point into the original text.

An output may end anywhere, because its solver may have been killed; only whole answers count.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pylab.base.errors import Place, WitnessError
from pylab.text import solver_json
from pylab.text.solver_claims import AnswerText, Output
from pylab.text.solver_text import Printed
from pylab.text.source import Source

_JSON = re.compile(r'\s*\{\s*("|\}\s*\Z)')


def output(source: Source, typed: bool = False) -> Output:
    """The answers in a text, each with everything else blanked, and the claims about them.

    Args:
        source: the text; an `AnswerText` is its own only answer.
        typed: whether a person wrote it, so that its last line can't be cut off.

    Raises WitnessError for an empty text, for other JSON, for text that looks like an answer but is
    none, and for text whose answers can't be told apart.
    """
    if isinstance(source, AnswerText):
        return Output((source,))
    if _JSON.match(source.text):
        return solver_json.output(source)
    printed = Printed(source, typed)
    printed.refuse()
    told = printed.claims()
    found = list(printed.answers(told.claim))
    whole = tuple(each for each in found if isinstance(each, AnswerText))
    cut = next((each for each in found if isinstance(each, Place)), None)
    return replace(told, answers=whole, cut=cut)


def split(source: Source, typed: bool = False) -> list[AnswerText]:
    """The answers in a text, each with everything else blanked; the whole text if none is marked.

    Raises WitnessError where the text says that there is no answer, and what `output` raises.
    """
    found = output(source, typed)
    if not found.answers:
        place = found.cut or found.place or Place(source.name, 1, 1)
        raise WitnessError(f"expected an answer, found {found.words or found.silence}", place)
    return list(found.answers)


def single(source: Source, typed: bool = True) -> AnswerText:
    """The only answer in a text. Raises WitnessError if there are none or several."""
    found = split(source, typed)
    if len(found) > 1:
        raise WitnessError(f"expected one answer in {source.name}, found {len(found)}")
    return found[0]
