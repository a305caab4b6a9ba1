"""The family as lists, help and completion show it; light, and loaded without the rest."""

from pylab.base.listing import Listing, Parameter, Steps, Task, signatures

LISTING = Listing(
    name="fractal",
    title="Fractal labyrinths",
    doc="walk out of a maze that contains copies of itself (a pushdown system)",
    suffixes=(".lab", ".pds"),
    vocabulary=signatures(
        "corridor/2 oneway/2 port/3 outer/1 start/1 goal/1 reads/3 "
        "label/2 oneway/3 first/1 last/1 spell/3 "
        "rule/4 writes/3 initial/1 stacked/2"
    ),
    tasks=(
        Task(
            "escape",
            "whether the goal can be reached: a run, or a proof that it can't",
            "escape.lp",
            native=True,
            decision=True,
            costs=False,
        ),
        Task(
            "shortest",
            "a run with the fewest corridors, then the fewest moves",
            "shortest.lp",
            native=True,
            steps=Steps("corridor", "no run has fewer than {}", "runs of {}"),
        ),
        Task(
            "moves",
            "a run with the fewest moves: corridors, and entering and leaving boxes",
            "moves.lp",
            native=True,
            steps=Steps("move", "no run has fewer than {}", "runs of {}"),
        ),
        Task(
            "shallowest",
            "a run with the least depth: fewest boxes inside one another",
            "shallowest.lp",
            native=True,
            steps=Steps("", "no run has a depth below {}", "runs of depth {}"),
        ),
        Task(
            "exits", "the outer locations that can be reached", "exits.lp", native=True, costs=False
        ),
        Task(
            "winning",
            "the automaton of all configurations that win",
            "winning.lp",
            native=True,
            costs=False,
        ),
    ),
    options=(
        Parameter(
            "goal",
            "",
            "escape, 'at NAME…', 'reach NAME…', or 'accept STATE…; p --A--> q; …' with the "
            "transitions of an automaton, instead of the file's goal",
            ("escape",),
            tasks=("escape", "shortest", "moves", "shallowest", "winning"),
        ),
        Parameter(
            "start",
            "",
            "another location to start from",
            tasks=("escape", "shortest", "moves", "shallowest", "exits"),
        ),
        Parameter(
            "word",
            "",
            "labels that a run has to spell, one after the other, 'red blue' (' ' for none), or an "
            "automaton that reads them, 'from s to t; s =red=> t; t =blue=> s'",
        ),
        Parameter(
            "anywhere",
            False,
            "a goal 'at NAME' may be reached in whatever boxes",
            tasks=("escape", "shortest", "moves", "shallowest", "winning"),
        ),
        Parameter("two_way", False, "one-way corridors may be walked in both directions"),
    ),
    parameters=(
        Parameter("outer", 12, "locations on the outer face", (1, 2, 4)),
        Parameter("boxes", 4, "copies of the labyrinth in it", (1, 2)),
        Parameter("density", 0.55, "corridors for each location; runs get deep around 0.55"),
        Parameter("oneway", 0.0, "the share of corridors that are one-way"),
        Parameter("hubs", 0.0, "the share of corridors with 3 or 4 ends"),
        Parameter("deep", 0.0, "the share that end two copies further in"),
        Parameter(
            "goal",
            "at",
            "the kind of goal; at is an inside location, escape a way out, reach an outer "
            "location in any boxes, accept what a random automaton accepts",
            ("at", "escape", "reach", "accept"),
            choices=("at", "escape", "reach", "accept"),
        ),
        Parameter(
            "letters",
            0,
            "the number of labels a, b, …; half of the corridors have one, and a run has to spell "
            "a word of a set",
            (0, 2),
        ),
        Parameter(
            "nested",
            0,
            "the labyrinth of depth N, which needs 2^(N+2) - 3 corridors, instead of a "
            "random one; 0 for none",
            (0, 0, 0, 1, 2),
            beside=(),
        ),
        Parameter(
            "pushdown",
            0,
            "a pushdown system of N rules instead of a labyrinth; 0 for none",
            (0, 0, 4, 8),
            beside=("goal",),
        ),
    ),
    history="A labyrinth that contains itself is a pushdown system in disguise. What can be "
    "reached in one was shown to be regular, and to be found by saturation, by A. "
    "Bouajjani, J. Esparza and O. Maler, and by A. Finkel, B. Willems and P. Wolper, in "
    "1997; Arnaud Carayol and Matthew Hague wrote a survey. The text that Alice's "
    "labyrinth is from gives no author.",
)
