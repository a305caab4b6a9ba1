"""Room maps laid over mission graphs."""

from __future__ import annotations

from pylab.base.verdict import Problem, Verdict
from pylab.families.dungeon.model import DIRECTIONS, Alignment, Survey


def check_alignment(survey: Survey, witness: Alignment) -> Verdict:
    """Whether no door of the map contradicts the graph; how many rooms and doors agree."""
    rooms = {room.name: room for room in survey.map.chambers}
    known = {room.name for room in survey.mission.rooms}
    problems = []
    images: dict[str, str] = {}
    for one, other in witness.rooms:
        if one not in rooms or other not in known:
            problems.append(Problem("no-place", f"there is no room {one} or no {other}"))
        elif one in images or other in images.values():
            problems.append(Problem("repeated", f"{one} or {other} is matched twice"))
        else:
            images[one] = other
    passages = {frozenset((p.tail, p.head)) for p in survey.mission.passages}
    doors = facing_doors(survey)
    agreed = 0
    for one, other in doors:
        if one in images and other in images:
            if frozenset((images[one], images[other])) in passages:
                agreed += 1
            else:
                text = f"the door between {one} and {other} is none between "
                problems.append(Problem("door", f"{text}{images[one]} and {images[other]}"))
    summary = f"{len(images)}/{len(rooms)} rooms, {agreed}/{len(doors)} doors"
    return Verdict(tuple(problems), summary)


def facing_doors(survey: Survey) -> list[tuple[str, str]]:
    """The pairs of neighbouring rooms of the map that have doors towards each other."""
    at = {(room.row, room.column): i for i, room in enumerate(survey.map.chambers)}
    found = []
    for i, room in enumerate(survey.map.chambers):
        for direction, opposite in (("s", "n"), ("e", "w")):
            down, right = DIRECTIONS[direction]
            j = at.get((room.row + down, room.column + right))
            if j is None or direction not in survey.map.doors[i]:
                continue
            if opposite in survey.map.doors[j]:
                found.append((room.name, survey.map.chambers[j].name))
    return found
