"""The family as lists, help and completion show it; light, and loaded without the rest."""

from pylab.base.listing import Listing, Parameter, Steps, Task, signatures

_STEPS = Steps("move", "no route has fewer than {}", "routes of {}")

LISTING = Listing(
    name="alice",
    title="Alice mazes",
    doc="follow arrows whose colours make the moves longer and shorter (Robert Abbott)",
    suffixes=(".alice",),
    largest=128,
    vocabulary=signatures("size/2 square/2 start/2 goal/2 begin/3 colour/3 arrow/3 rule/1 depth/1"),
    tasks=(
        Task("shortest", "a route with the fewest moves", "shortest.lp", 1, True, _STEPS),
        Task("all", "all routes with the fewest moves", "all.lp", 0, True, _STEPS),
        Task("count", "the number of routes with the fewest moves", "", 1, True, _STEPS),
        Task(
            "unique",
            "whether there is only one shortest route",
            "unique.lp",
            1,
            True,
            _STEPS,
            decision=True,
        ),
        Task(
            "statistics",
            "figures about all states that can be reached",
            "statistics.lp",
            native=True,
            costs=False,
        ),
        Task("hint", "the first moves of the shortest routes", "hint.lp", 1, True, _STEPS),
        Task("tree", "all routes as a tree, breadth first", "", native=True, costs=False),
        Task(
            "plan",
            "a route under side constraints, at most -c longest=100",
            "plan.lp",
            1,
            False,
            _STEPS,
        ),
        Task("design", "arrows for a shortest route of -c length=N", "design.lp", 1, False),
    ),
    options=(
        Parameter("departure", False, "the colour of the square that is left counts"),
        Parameter(
            "backwards", False, "d may fall to 0 and below; below 0, moves go against the arrows"
        ),
        Parameter("at", "", "begin at X,Y,D instead of the start with d = 1", ("0,0,2",)),
        Parameter("depth", 0, "the depth of the tree; 0 for no limit", tasks=("tree",)),
    ),
    parameters=(
        Parameter("width", 6, "columns", (2, 3, 4)),
        Parameter("height", 6, "rows", (1, 2, 3)),
        Parameter(
            "length", 0, "the number of moves of the shortest route; 0 for as many as possible"
        ),
        Parameter("arrows", 1.5, "arrows a square on average"),
        Parameter("most", 3, "the most arrows a square", (1, 3, 8)),
        Parameter("coloured", 0.25, "the largest share of squares that change d"),
        Parameter("blanks", 0.0, "the share of blank squares"),
        Parameter(
            "like",
            "",
            "whose mazes it resembles; abbott's have long false trails",
            choices=("abbott",),
        ),
        Parameter(
            "seconds",
            0.0,
            "how long to search, so that what is found depends on the machine; 0 for as long as "
            "the steps take, or 5 without steps",
            (1.0,),
        ),
        Parameter(
            "steps",
            0,
            "the most changes to try; 0 for no limit but the time",
            (1, 10, 100),
        ),
    ),
    history="Robert Abbott invented Alice mazes, after Lewis Carroll, and has them on "
    "logicmazes.com. Luke Ren and Steven Yuan wrote a program that solves them, and made the "
    "format of files that is read here.",
)
