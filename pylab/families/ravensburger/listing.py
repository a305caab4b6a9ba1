"""The family as lists, help and completion show it; light, and loaded without the rest."""

from pylab.base.listing import Listing, Parameter, Steps, Task, signatures

_STEPS = Steps("push", "no plan with fewer than {}", "plans of {}", "pushes")

LISTING = Listing(
    name="ravensburger",
    title="The moving labyrinth",
    doc="push rows and columns of the board, then walk to the goal (ASP Competition)",
    suffixes=(".lp", ".asp"),
    vocabulary=signatures("field/2 init_on/2 goal_on/2 connect/3 max_steps/1 rule/1"),
    tasks=(
        Task(
            "plan",
            "any plan of at most max_steps pushes",
            "plan.lp",
            native=True,
            steps=_STEPS,
        ),
        Task(
            "shortest",
            "a plan with the fewest pushes",
            "shortest.lp",
            native=True,
            steps=_STEPS,
        ),
        Task(
            "all",
            "all plans with the fewest pushes (or -c length=K)",
            "all.lp",
            models=0,
            native=True,
            steps=_STEPS,
        ),
    ),
    options=(
        Parameter("walk_first", False, "the avatar also walks before the first push"),
        Parameter("fixed_lines", False, "lines with odd numbers can't be pushed"),
        Parameter("no_undo", False, "no push takes back the one before"),
        Parameter("lost_tiles", False, "tiles that drop off are lost, blank ones enter"),
        Parameter("exact", False, "plans of exactly max_steps pushes, which go on after arrival"),
    ),
    parameters=(
        Parameter("size", 6, "rows, and columns", (1, 2, 3)),
        Parameter("density", 0.43, "the share of sides that are open"),
        Parameter("bound", 0, "the bound max_steps; 0 for the board's size, as in the competition"),
        # hardness and work are searched for: a board that comes by itself does for small ones
        Parameter("hardness", 0, "the pushes of a shortest plan, proven; 0 for any", (0,)),
        Parameter(
            "nodes",
            20_000,
            "with hardness: the most search nodes for a board",
            (20_000,),
            needs="hardness",
        ),
    ),
    history="Das verrückte Labyrinth (The aMAZEing Labyrinth) is a board game of Ravensburger's. "
    "Carmine Dodaro and Giovambattista Ianni of the University of Calabria made it a "
    "problem of the ASP Competition 2013; its original author is Martin Gebser, "
    "University of Potsdam.",
)
