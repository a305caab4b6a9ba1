"""The family as lists, help and completion show it; light, and loaded without the rest."""

from pylab.base.listing import Listing, Parameter, Steps, Task, signatures

_STEPS = Steps("step", "no route has fewer than {}", "routes of {}")

LISTING = Listing(
    name="dungeon",
    title="Dungeons",
    doc="a hero with keys, bombs and items: cheapest routes, and can she get locked out",
    suffixes=(".dungeon", ".dot"),
    vocabulary=signatures(
        "room/1 start/1 goal/1 sign/2 grants/2 passage/3 locked/1 needs/2 sealed/1 mark/2 "
        "dungeon/1 chamber/5 tile/4 legend/3 item/2 warp/5 bombs/1 void/3 "
        "standing/1 emptied/1 unlocked/1 turned/0 tariff/3 "
        "map/1 map_room/3 map_row/3 map_door/2 keys/1 keys/2"
    ),
    tasks=(
        Task("solve", "a cheapest route to the goal", "solve.lp", 1, True, _STEPS),
        Task(
            "softlock",
            "whether the hero can get stuck: a play, or a proof that she can't",
            "softlock.lp",
            native=True,
            decision=True,
        ),
        Task("margin", "the key margin, and the wrong doors", "margin.lp", native=True, best=True),
        Task(
            "guaranteed",
            "for each room, the number of keys that always lets the hero in",
            "guaranteed.lp",
            native=True,
            best=True,
        ),
        Task(
            "minimal-keys",
            "a play to the goal that spends the fewest keys",
            "minimal-keys.lp",
            native=True,
            steps=Steps("key", "no play spends fewer than {}"),
            best=True,
        ),
        Task("statistics", "figures of all plays", "statistics.lp", native=True, costs=False),
        Task(
            "priced",
            "a route of the least cost under --alpha, --beta and --delta",
            "priced.lp",
            native=True,
            steps=Steps("", "no route costs less than {}", "routes that cost {}"),
        ),
        Task(
            "abstract",
            "points of interest, the abstract plan, and what the estimates say",
            "abstract.lp",
            native=True,
            costs=False,
        ),
        Task("align", "which room of a map is which of a graph", "align.lp"),
    ),
    options=(
        Parameter(
            "heuristic",
            "",
            "the search's estimate; sheet is the formula sheet's max(base, plan), with which a "
            "route may cost more than the least",
            tasks=("solve",),
            native=True,
            choices=("none", "manhattan", "rooms", "landmarks", "sheet"),
        ),
        Parameter(
            "space",
            "",
            "what the search goes through: tiles, or points of interest (poi)",
            tasks=("solve",),
            native=True,
            choices=("tiles", "poi"),
        ),
        Parameter(
            "weight",
            0.0,
            "a route may cost up to this times the least (at least 1)",
            (0.0,),
            tasks=("solve",),
            native=True,
        ),
        Parameter("alpha", 1, "what a step from room to room costs", (1,), ("priced",)),
        Parameter("beta", 1, "what a step within a room costs", (1,), ("priced",)),
        Parameter(
            "delta",
            0,
            "what a step at risk of a dead state costs in addition",
            (0,),
            ("priced", "abstract"),
        ),
        Parameter(
            "prune", False, "the search leaves dead states out", (False,), ("solve",), native=True
        ),
        Parameter("at", "", "begin at a tile as in Hall(1,2), or in this room of a graph"),
        Parameter("carrying", "", "having collected this: places, items, '2 keys'"),
        Parameter("opened", "", "with these doors open, by their names"),
        Parameter("turned", False, "with the switch on", (False,)),
        Parameter("strict", False, "refuse a file if anything has to be assumed", (False,)),
        Parameter(
            "repair", False, "what would make the dungeon safe", (False,), ("margin",), native=True
        ),
    ),
    parameters=(
        Parameter(
            "kind",
            "tiles",
            "rooms of tiles, or a mission graph",
            ("tiles", "tiles", "graph"),
            choices=("tiles", "graph"),
            beside=("rows", "columns", "keys", "oneways", "boss", "strewn"),
        ),
        Parameter("rows", 3, "rooms from north to south", (1, 2)),
        Parameter("columns", 3, "rooms from west to east", (1, 2)),
        Parameter("size", 7, "rows and columns of tiles in a room, walls included", (5, 6)),
        Parameter("keys", 3, "small keys, and as many locked doors on average"),
        Parameter("bombs", 0, "bombs, and as many bombable walls"),
        Parameter("oneways", 0.0, "the share of doors that are one-way"),
        Parameter("warps", 0, "pairs of stairs"),
        Parameter("switches", 0, "switches; toggle blocks come with them"),
        Parameter("boss", False, "whether the goal is behind a boss door"),
        Parameter("water", False, "whether there is water, and a ladder"),
        Parameter("blocks", 0.1, "the share of floor tiles that are walls"),
        Parameter("held", 0, "small keys held at the start"),
        Parameter("charges", 0, "bombs held at the start; -1: they never run out", (0, 1, -1)),
        Parameter("strewn", 0.0, "the share of floor tiles (rooms, passages) with random things"),
    ),
    history="Keys that open any one door are as old as The Legend of Zelda. The Video Game Level "
    "Corpus has its levels as maps and as mission graphs, which are read here; the games "
    "are Nintendo's. The question whether somebody can get locked out is what their "
    "designers ask.",
)
