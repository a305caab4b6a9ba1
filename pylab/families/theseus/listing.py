"""The family as lists, help and completion show it; light, and loaded without the rest."""

from pylab.base.listing import Listing, Parameter, Task, signatures

_LIMITED = ("paths", "cycles", "shortest", "longest", "count", "count-cycles", "statistics")

LISTING = Listing(
    name="theseus",
    title="Theseus' labyrinth",
    doc="turn left or right in every room; all paths, all cycles, the shortest, the longest",
    suffixes=(".plan", ".csv", ".graphml"),
    vocabulary=signatures(
        "scale/1 size/2 room/5 door/3 entrance/1 exit/1 nodes/1 edge/4 passage/4 start/1 goal/1 "
        "limit/2 allowed/1"
    ),
    tasks=(
        Task("paths", "all acyclic paths from start to goal", "paths.lp", 0, native=True),
        Task("cycles", "all distinct cycles", "cycles.lp", 0, native=True),
        Task("shortest", "the lightest paths, all ties", "shortest.lp", 0, native=True),
        Task("longest", "the heaviest paths, all ties", "longest.lp", 0, native=True),
        Task("count", "the number of paths, by weight, without walking them", "", native=True),
        Task("count-cycles", "the number of cycles, by weight", "", native=True),
        Task("statistics", "all paths and all cycles in figures", "", native=True),
        Task("log", "the console log of the program in the puzzle's source", "", native=True),
    ),
    options=(
        Parameter(
            "door", "", "a door is passed at most this often, in either direction", ("1",), _LIMITED
        ),
        Parameter("room", "", "a room is crossed at most this often", ("1",), _LIMITED),
        Parameter(
            "passage",
            "",
            "1: no way from door to door twice, in either direction",
            ("1",),
            _LIMITED,
        ),
        Parameter(
            "edge", "", "1: no way from door to door twice in the same direction", ("1",), _LIMITED
        ),
        Parameter("point", "", "1: no point of the plane twice", ("1",), _LIMITED),
        Parameter(
            "leaving",
            "",
            "how a room may be left",
            ("same-wall", "back"),
            choices=("turn", "same-wall", "back"),
        ),
        Parameter(
            "graph",
            "",
            "full: the plan's; reduced: without states that offer no choice",
            ("reduced",),
            choices=("full", "reduced"),
            tasks=_LIMITED,
        ),
        Parameter(
            "start", "", "for a graph: the states to start from, as 43 or 5', several as 0,5'"
        ),
        Parameter("goal", "", "for a graph: the states to end in, likewise"),
    ),
    parameters=(
        Parameter(
            "open",
            "",
            "unit rooms, a door in every wall: WIDTHxHEIGHT, as in 10x10",
            ("", "", "", "2x2"),
            beside=(),
        ),
        Parameter("width", 5, "in units", (1, 2, 3)),
        Parameter("height", 6, "in units", (1, 2, 3)),
        Parameter("merge", 0.25, "how likely a room grows by a unit"),
        Parameter("doors", 0.8, "how likely two rooms side by side have a door"),
    ),
    history="David Wells invented the labyrinth; Heinrich Hemme republished it on spektrum.de in "
    "2018. Markus Götz of Maihingen counted its paths in 1998, and found 624; a program "
    "by DippingBird finds 8256, as does pylab; it is not known what 624 counts.",
)
