"""The family as lists, help and completion show it; light, and loaded without the rest."""

from pylab.base.listing import Listing, Parameter, Steps, Task, signatures

_STEPS = Steps("move", "no plan with fewer than {}", "plans of {}")

LISTING = Listing(
    name="ricochet",
    title="Ricochet Robots",
    doc="robots slide until something stops them (Ricochet Robots, ASP Competition)",
    suffixes=(".ricochet",),
    vocabulary=signatures("dim/1 barrier/3 pos/3 target/3 length/1"),
    tasks=(
        Task("shortest", "a plan with the fewest moves", "shortest.lp", 1, True, _STEPS),
        Task("all", "all plans with the fewest moves", "shortest.lp", 0, True, _STEPS),
        Task("plan", "any plan of at most length moves", "plan.lp", 1, True, needs="length"),
        Task("exact", "length moves, as in the competition", "exact.lp", 1, True, needs="length"),
    ),
    options=(
        Parameter("length", 0, "another length than the file's; 0: as the file says", (0, 2, 3)),
    ),
    parameters=(
        Parameter("size", 16, "rows, and columns"),
        Parameter("robots", 4, "how many there are"),
        Parameter("barriers", 0.1, "the share of sides between fields that have one"),
        Parameter("moves", 8, "length: there is a plan of at most this many moves"),
    ),
)
