"""Rules other than the competition's that can be set beside the file; solves nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pylab.families.ravensburger.model import (
    FIXED_LINES,
    LOST_TILES,
    NO_UNDO,
    RULES,
    WALK_FIRST,
    Board,
)
from pylab.family import Parameter

OPTIONS = (
    Parameter(WALK_FIRST, False, "the avatar also walks before the first push"),
    Parameter(FIXED_LINES, False, "lines with odd numbers can't be pushed"),
    Parameter(NO_UNDO, False, "no push takes back the one before"),
    Parameter(LOST_TILES, False, "tiles that drop off are lost, blank ones enter"),
)


def adapt(instance: Board, **options: Any) -> Board:
    """The board under these rules; those not named stay as they are."""
    unknown = set(options) - set(RULES)
    if unknown:
        raise TypeError(f"unknown options: {', '.join(sorted(unknown))}")
    wanted = {name for name, value in options.items() if value}
    return replace(instance, rules=instance.rules - set(options) | wanted)


def overlays(board: Board) -> list[str]:
    """The overlays that have the rules in force; the encodings themselves know none of these."""
    return [f"variants/{name.replace('_', '-')}.lp" for name in sorted(board.rules)]
