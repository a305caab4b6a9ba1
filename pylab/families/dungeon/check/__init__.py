"""Replays plays and recounts claims by the rules of dungeons; knows no encoding, search or format.

A state is (place, what was collected, which locks are open, whether the switch is on). Keys and
bombs in hand are what was collected, and had at the start, minus the locks opened. Collecting and
opening only ever add, so all plays can be gone through combination by combination, smaller ones
first.
"""

from __future__ import annotations

from typing import assert_never

from pylab.base.errors import InstanceError
from pylab.base.verdict import Verdict
from pylab.families.dungeon.check.abstracts import check_abstract
from pylab.families.dungeon.check.alignments import check_alignment, facing_doors
from pylab.families.dungeon.check.census import census, check_count
from pylab.families.dungeon.check.margins import check_guaranteed, check_margin, refusal
from pylab.families.dungeon.check.plays import (
    Played,
    check_play,
    doomed,
    played,
    replay,
    unfinished,
)
from pylab.families.dungeon.check.priced import check_priced
from pylab.families.dungeon.check.rules import Rules, State, rules_of
from pylab.families.dungeon.model import (
    Abstract,
    Alignment,
    Guaranteed,
    Instance,
    Margin,
    Priced,
    Route,
    Safe,
    Statistics,
    Stuck,
    Survey,
    Thrift,
    Unsolvable,
    Wasted,
    Witness,
)

__all__ = [
    "Played",
    "Rules",
    "State",
    "census",
    "check",
    "doomed",
    "facing_doors",
    "played",
    "refusal",
    "replay",
    "rules_of",
    "unfinished",
]


def check(instance: Instance, witness: Witness) -> Verdict:
    """Replay a play, or go through all plays to confirm a claim about them.

    Raises InstanceError for an answer to a question that can't be asked of the instance: only a
    survey can be aligned, and that is all that can be done with it.
    """
    if isinstance(witness, Alignment):
        if isinstance(instance, Survey):
            return check_alignment(instance, witness)
        raise InstanceError(
            "an alignment is for a survey of a map and a graph, found a dungeon or a graph alone"
        )
    rules = rules_of(instance)
    match witness:
        case Route() | Thrift() | Stuck() | Wasted():
            return check_play(rules, witness)
        case Margin():
            return check_margin(instance, rules, witness)
        case Guaranteed():
            return check_guaranteed(instance, rules, witness)
        case Abstract():
            return check_abstract(rules, witness)
        case Priced():
            return check_priced(rules, witness, instance.settings.fees)
        case Safe() | Unsolvable() | Statistics():
            return check_count(rules, witness)
        case _:
            assert_never(witness)
