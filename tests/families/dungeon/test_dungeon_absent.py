"""Things that lie nowhere: passages that need them are never walked, and yet not all the same."""

from __future__ import annotations

import pytest
from dungeon_ask import ask

from pylab.families.dungeon.model import Mission, Passage, Room


@pytest.mark.parametrize("engine", ["native", "clingo"])
@pytest.mark.parametrize(("back", "refused"), [(("K",), False), (("S9",), True)])
def test_a_margin_tells_one_thing_that_lies_nowhere_from_another(engine, back, refused) -> None:
    rooms = tuple(Room(name) for name in "abt")
    ways = (("a", "b", ("K",)), ("b", "a", back), ("a", "t", ()), ("t", "a", ()))
    passages = tuple(Passage(tail, head, flags=flags) for tail, head, flags in ways)
    told = ask(Mission(rooms, passages, "a", ("t",)), "margin", engine)
    assert not told.problems
    assert bool(told.refused) == refused, told
