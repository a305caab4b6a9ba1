"""What can be set beside the file: how the native search works, and how strictly one reads."""

from __future__ import annotations

from dataclasses import replace

from pylab.base.errors import InstanceError, mistaken
from pylab.base.listing import Task
from pylab.base.words import counted
from pylab.families.dungeon.initial_state import beginning_at
from pylab.families.dungeon.model import (
    MAX_FEE,
    Dungeon,
    Fees,
    Instance,
    Survey,
)
from pylab.families.dungeon.world import world_of

CLINGO_LOCKS = 20
"""With more locks the native search for soft-locks, which goes through all states, is left out."""

CLINGO_STATES = 14
"""With more locks and things to collect clingo is slow where it goes through states."""

CLINGO_TILES = 400
"""With more tiles the states are too many for clingo."""

CLINGO_PRICE = 5
"""With a higher price of a step, clingo goes through too many costs."""

REPAIR_IS_NATIVE = "what would make the dungeon safe is for --engine native to find"


def adapt(
    instance: Instance,
    heuristic: str = "",
    space: str = "",
    weight: float = 0.0,
    strict: bool = False,
    repair: bool = False,
    alpha: int = 1,
    beta: int = 1,
    delta: int = 0,
    prune: bool = False,
    at: str = "",
    carrying: str = "",
    opened: str = "",
    turned: bool = False,
) -> Instance:
    """The instance under these options; empty ones leave things as they are.

    Raises InstanceError for numbers out of range, and, if strict, for assumptions.
    """
    settings = instance.settings
    if heuristic:
        settings = replace(settings, heuristic=heuristic)
    if space:
        settings = replace(settings, space=space)
    if weight:
        if not 1 <= weight <= 1000:
            raise InstanceError(f"expected a weight from 1 to 1000, found {weight:g}")
        settings = replace(settings, weight=float(weight))
    if strict and instance.assumptions:
        raise InstanceError(mistaken(instance.assumptions))
    fees = Fees(alpha, beta, delta)
    if not (1 <= alpha <= MAX_FEE and 1 <= beta <= MAX_FEE and 0 <= delta <= MAX_FEE):
        raise InstanceError(
            f"expected alpha and beta from 1 to {MAX_FEE} and delta from 0 to {MAX_FEE}, "
            f"found {alpha}, {beta} and {delta}"
        )
    if fees != Fees():
        settings = replace(settings, fees=fees)
    settings = replace(settings, prune=prune or settings.prune)
    chosen = settings.chosen or bool(heuristic or space or weight or prune)
    settings = replace(settings, repair=repair or settings.repair, chosen=chosen)
    said = (at, carrying, opened, turned)
    if not any(said) or said == settings.said:
        return replace(instance, settings=settings)
    instance = replace(instance, settings=replace(settings, said=said))
    if isinstance(instance, Survey):
        raise InstanceError("expected a dungeon or a mission graph to stand in, found a survey")
    return beginning_at(instance, at, carrying, opened, turned)


def unsupported(instance: Instance, task: Task) -> str:
    """Why the task is none for such an instance, or nothing."""
    if isinstance(instance, Survey) and task.name != "align":
        return (
            f"expected a dungeon or a mission graph for the task {task.name}, found a survey of "
            "a map and a graph, which can only be aligned"
        )
    if task.name == "align" and not isinstance(instance, Survey):
        found = "a dungeon of tiles" if isinstance(instance, Dungeon) else "a mission graph"
        return f"expected a survey of a map and a graph for the task align, found {found} alone"
    fees = instance.settings.fees
    asked = Fees(delta=fees.delta) if task.name == "abstract" else Fees()
    if task.name != "priced" and fees != asked:
        return f"expected the task priced with alpha, beta and delta, found {task.name}"
    if task.name in ("margin", "guaranteed") and getattr(instance, "initial", None) is not None:
        return f"expected the start of plays for the task {task.name}, found a state later on"
    if task.name == "margin" and _spending(instance) and instance.settings.repair:
        return "expected bombs that never run out with repair, as keys alone may not help"
    return ""


def _spending(instance: Instance) -> bool:
    """Whether there is something that bombs are spent on."""
    if isinstance(instance, Survey):
        return False
    return bool(world_of(instance).bomb_locks)


def remarks(instance: Instance) -> tuple[str, ...]:
    """What had to be assumed when the instance was read."""
    return instance.assumptions


def prefers_native(instance: Instance, task: Task) -> str:
    """Why clingo would be slow here, or prove less; empty otherwise."""
    if isinstance(instance, Survey) or not task.native:
        return ""
    world = world_of(instance)
    locks = len(world.locks)
    if task.name == "softlock" and locks <= CLINGO_LOCKS:
        return "clingo's 'none' can't be checked"
    if task.name == "margin" and instance.settings.repair:
        return "clingo can't look for a repair"
    large = isinstance(instance, Dungeon) and len(world.places) > CLINGO_TILES
    spent = world.bomb_locks != 0
    if task.name == "softlock" or (task.name == "margin" and not large and not spent):
        return ""
    if task.name == "solve" and instance.settings.chosen:
        return "clingo has no heuristic, space and weight"
    if large:
        return f"clingo is slow on more than {CLINGO_TILES} tiles"
    by_states = task.name in ("solve", "statistics", "minimal-keys", "abstract", "priced")
    by_states = by_states or (task.name == "margin" and spent)
    if task.name == "priced" and max(instance.settings.fees) > CLINGO_PRICE:
        return f"clingo is slow where a step may cost more than {CLINGO_PRICE}"
    if by_states and locks + len(world.things) > CLINGO_STATES:
        return f"clingo is slow with more than {CLINGO_STATES} locks and things to collect"
    if task.name == "guaranteed" and locks * len(world.places) > 400:
        places = counted(len(world.places), "place")
        return f"clingo is slow with {counted(locks, 'lock')} and {places}"
    return ""
