"""A moment of a play, for whoever draws it: the checker's state, and what is in hand in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pylab.base.words import counted
from pylab.families.dungeon.check import Played, State, doomed, played, rules_of
from pylab.families.dungeon.model import (
    GOAL,
    Abstract,
    Dungeon,
    Guaranteed,
    Instance,
    Margin,
    Mission,
    Place,
    Priced,
    Route,
    Statistics,
    Stuck,
    Thrift,
    Wasted,
    Witness,
)
from pylab.families.dungeon.obstacles import Obstacles


@dataclass(frozen=True, slots=True)
class Moment:
    """A play after one of its steps.

    Attributes:
        play: all of it.
        step: how many steps have been made.
        caption: the step, and what the hero carries.
    """

    play: Played
    step: int
    caption: str

    @property
    def state(self) -> State:
        return self.play.states[self.step]

    @property
    def since(self) -> int:
        """The last step before this one after which something had changed."""
        return max((step for step in changes(self.play) if step < self.step), default=0)


def moment(instance: Instance, play: Played, step: int) -> Moment:
    """The moment after a step of a play that is possible."""
    state, last = play.states[step], len(play.places) - 1
    rules = rules_of(instance)
    keys, bombs = (rules.in_hand(price, state.collected, state.opened) for price in ("key", "bomb"))
    endless = isinstance(instance, Dungeon) and instance.bombs is None
    hand = [counted(keys, "key")] * bool(keys)
    hand += [counted(bombs, "bomb")] * bool(bombs and not endless)
    hand += sorted({each.what for each in state.collected} - {"key", "bomb"})
    at = "start" if not step else f"step {step} of {last}"
    at += " to the goal" if state.place in rules.goals else ""
    return Moment(play, step, f"{at}, with {', '.join(hand) or 'nothing in hand'}")


def changes(play: Played) -> list[int]:
    """The steps at which something is collected, opened or switched, and the first and the last."""
    had = [(state.combination, state.switched) for state in play.states]
    return [
        step for step, each in enumerate(had) if step in (0, len(had) - 1) or each != had[step - 1]
    ]


def play_of(instance: Instance, witness: Witness | Obstacles | None) -> Played:
    """A play with all of its steps, an abstract plan's route, the dead region of statistics."""
    if isinstance(witness, Route | Thrift | Stuck | Wasted):
        return played(instance, witness)
    if isinstance(witness, Priced):
        return played(instance, witness.route)
    if isinstance(witness, Statistics):
        return doomed(instance)
    if isinstance(witness, Abstract) and witness.route:
        return played(instance, Route(witness.route))
    return Played()


def story(instance: Dungeon | Mission, witness: Witness | Obstacles | None, play: Played) -> str:
    """What a picture shows, in a line."""
    goals: Sequence[Place]
    if isinstance(instance, Dungeon):
        goals, rooms = instance.find(GOAL), len(instance.chambers)
    else:
        goals, rooms = instance.goals, len(instance.rooms)
    steps = counted(len(play.places) - 1, "step")
    match witness:
        case Stuck() | Wasted():
            return f"A play of {steps} after which the hero is stuck"
        case Route() | Thrift():
            if play.places and play.places[-1] in goals:
                return f"A play of {steps} to the goal"
            return f"The first steps of a play: {len(play.places) - 1}"
        case Priced(_, paid):
            return f"A play of {steps} to the goal that costs {paid[-1] if paid else 0}"
        case Margin(margin, doors):
            return f"Key margin {margin}; wrong doors: {', '.join(doors) or 'none'}"
        case Abstract(plan=()):
            return "No way to the goal, even with every door open"
        case Abstract():
            cost = f"needed: {len(witness.route) - 1}" if witness.route else "no play gets there"
            ours = counted(witness.ours or 0, "step")
            return f"Estimated: {ours}, by the formula sheet {witness.sheet}; {cost}"
        case Statistics():
            shaded = f"{witness.dead} dead, shaded where" if witness.dead else "none of them dead"
            return f"{counted(witness.states, 'state')}, {shaded}"
        case Guaranteed():
            return "Keys that let the hero into each room, however spent"
        case Obstacles():  # whose words stand below the picture
            return ""
    return f"Dungeon {instance.name}" if isinstance(instance, Dungeon) else counted(rooms, "room")
