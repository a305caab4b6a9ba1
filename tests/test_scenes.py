"""Pictures written in rules: what they show, in Python and in pages, and what is refused.

`PYLAB_GOLDEN=write pytest tests/test_scenes.py` makes the pictures anew that are compared; look at
them before they are committed.
"""

from __future__ import annotations

import html
import itertools
import math
import os
import random
import re
import time
import xml.etree.ElementTree as ET
from types import ModuleType

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import ROOT, run

from pylab.base.errors import EncodingError, LimitReached
from pylab.base.limits import Patience
from pylab.drawing import scenes
from pylab.drawing.curves import Curve
from pylab.drawing.palette import THEMES
from pylab.drawing.scenes import layout, schema, terms
from pylab.drawing.scenes.nodes import flat
from pylab.drawing.strip import strip
from pylab.drawing.svg import number
from pylab.engines import scenes as engine
from pylab.family.film import film
from pylab.pages.lab import kit
from pylab.testing import node
from pylab.text.facts import Fact

DATA = ROOT / "tests/data/scenes"
GOLDEN = ROOT / "tests/golden"
BOARDS = ("sokoban", "queens", "schedule", "sudoku", "rooms", "tiles")
GRAPHS = ("project", "lift", "teams")
DIRECTED = {"project": True}


def atoms(text):
    """What a program derives, as clingo writes it."""
    control = clingo.Control(["--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    found = []
    control.solve(on_model=lambda model: found.extend(map(str, model.symbols(shown=True))))
    return found


def sample(name):
    return atoms((DATA / f"{name}.lp").read_text(encoding="utf-8"))


def options(name):
    return {"name": name, "directed": DIRECTED.get(name, False)}


def drawings(picture):
    return [picture.draw(index) for index in range(len(picture.frames))] or [picture.draw()]


def in_pages(jobs):
    """What the pages' renderer makes of scenes."""
    given = {"source": kit.kit() + kit.scene_kit(), "jobs": jobs}
    return node.told(ROOT / "tests/support/scenes.js", given, "scenes can't be drawn in a page")


def alike(picture, told):
    """Whether a page draws and says the same, but for hints to what was meant."""
    bare = [re.sub(r" \(did you mean [^)]*\?\)", "", each) for each in picture.remarks]
    drawn = [[each.title, *map(number, each.view), each.shapes()] for each in drawings(picture)]
    assert [told["frames"], told["remarks"]] == [[*picture.frames], bare]
    assert told["drawings"] == drawn
    assert told["tools"] == [list(each) for each in picture.tools]
    if len(picture.frames) > 1:
        whole, poses = picture.film()
        assert told["film"][0] == whole.shapes()
        assert [list(map(rounded, each.values())) for each in told["film"][1]] == [
            [rounded(pose[name]) for name in each]
            for each, pose in zip(told["film"][1], poses, strict=True)
        ]


def rounded(pose):
    return {key: [*map(number, each)] if key == "at" else each for key, each in pose.items()}


@pytest.fixture(scope="module")
def pages():
    names = [*BOARDS, *GRAPHS]
    jobs = [{"atoms": sample(name), "options": options(name)} for name in names]
    return dict(zip(names, in_pages(jobs), strict=True))


@pytest.mark.parametrize("name", [*BOARDS, *GRAPHS])
def test_pages_draw_the_same(name, pages):
    alike(scenes.read(sample(name), **options(name)), pages[name])


@pytest.mark.parametrize(("last", "label", "name"), [(39, "b", "2"), (19, "br", "12")])
def test_a_wide_text_picture_fits_a_terminal(last, label, name):
    """Labels of units are cut; of the names of columns, the last digits are shown."""
    found = atoms(
        f"""draw(square((0..{last},0),floor)). draw(label((3,0),"bread")).
        draw(axis(x,X,X)) :- X = 0..{last}."""
    )
    names, units = scenes.read(found, "wide").text().splitlines()
    assert max(len(names), len(units)) < 80
    assert (units.split()[3], names.split()[12]) == (label, name)


def test_edges_between_the_same_nodes_are_told_apart():
    """A third and further arguments name an edge, as in clingraph."""
    found = atoms(
        """node(a;b). edge(((a,b,1); (a,b,2); (b,a,1); (a,a,1); (a,a,"x y",2))). edge((b,)).
        attr(edge,(a,b,N),label,N) :- N = 1..2. attr(edge,(a,a,1),color,red). edge(a,(1..3)).
        attr(node,(a;b),style,filled). attr(node,a,fillcolor,"gray90:gray80").
        attr(node,b,fillcolor,blue4). attr(node,b,image,"/x.y/a b.png"). attr(node,a,image,mino)."""
    )
    picture = scenes.read(found, "twins", directed=True)
    drawn = ET.fromstring(picture.draw().render())
    paths = [each.get("d") for each in drawn.iter("{http://www.w3.org/2000/svg}path")]
    labels = [
        (each.get("x"), each.get("y"))
        for each in drawn.iter("{http://www.w3.org/2000/svg}text")
        if each.text in ("1", "2")
    ]
    assert len(paths) == len(set(paths)) == 5
    assert len(set(labels)) == 2
    expected = "expected node(N), edge((A,B)) or attr(Type,Of,Name,Value)"
    assert picture.remarks == (f"edge((b,)): {expected} (and 3 more like it)",)
    below = "* an edge with a look of its own"
    assert picture.text() == f"a mino -> a mino*, b a b\nb a b [blue4] -> a mino\n{below}"
    bare = scenes.read(found, "twins").text()
    assert bare == f"a mino -- a mino*, b a b\nb a b [blue4] -- a mino\n{below}"
    (told,) = in_pages([{"atoms": found, "options": {"name": "twins", "directed": True}}])
    alike(picture, told)


def nested(rng):
    """A graph with subgraphs in subgraphs, edges between any nodes, some with places."""
    graphs = rng.randrange(1, 6)
    facts = ["graph(g0)", *(f"graph(g{n},g{rng.randrange(n)})" for n in range(1, graphs))]
    nodes = range(rng.randrange(1, 12))
    facts += [f"node({n},g{rng.randrange(graphs)})" for n in nodes]
    facts += [
        f"edge(({rng.choice(nodes)},{rng.choice(nodes)},{n}))" for n in range(rng.randrange(14))
    ]
    facts += [
        f'attr(edge,({a},{b},{n}),label,"edge {n}")' for a in nodes for b in nodes for n in (1, 2)
    ]
    facts += [f'attr(graph,g{n},label,"a rather long name")' for n in range(0, graphs, 2)]
    if rng.random() < 0.3:
        facts.append('attr(node,0,pos,"1,2")')
    return facts


def boxes_in(picture):
    """The boxes of subgraphs and nodes in a picture, as left, top, right, bottom."""
    (made,) = picture._made.values()
    nodes = {
        name: (x - a, y - b, x + a, y + b)
        for name, each in made.nodes.items()
        for (x, y), (a, b) in [(each.at, each.half)]
    }
    return made, nodes


def apart(one, other):
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def inside(one, other):
    return other[0] <= one[0] and other[1] <= one[1] and one[2] <= other[2] and one[3] <= other[3]


@pytest.mark.parametrize("seed", range(60))
def test_subgraphs_hold_their_nodes_and_no_others(seed):
    told = nested(random.Random(f"nested {seed}"))
    picture = scenes.read(told, "nested", directed=True)
    assert picture.remarks == ()
    made, nodes = boxes_in(picture)
    if any(each.placed for each in made.nodes.values()):
        return
    parents = dict(re.findall(r"graph\((g\d),(g\d)\)", " ".join(told)))
    homes = dict(re.findall(r"node\((\d+),(g\d)\)", " ".join(told)))

    def around(graph):
        return [graph, *around(parents[graph])] if graph in parents else [graph]

    for name, box in nodes.items():
        for graph, other in made.boxes.items():
            assert (inside if graph in around(homes[name]) else apart)(box, other)
    for (one, box), (other, second) in itertools.combinations(made.boxes.items(), 2):
        if one in around(other):
            assert inside(second, box)
        else:
            assert (inside if other in around(one) else apart)(box, second)


CIRCLES = (
    ["graph(a,b)", "graph(b,a)", "node(x,a)"],
    ["graph(a,a)", "node(x,a)", "node(y,b)", "edge((x,y))"],
    ["graph(a,b)", "graph(b,c)", "graph(c,a)", "node(x,a)", "node(y,c)", "edge((x,y))"],
    ["graph(g)", *(f"graph(g{n + 1},g{n})" for n in range(40)), "graph(g0,g)", "node(x,g39)",
     "node(y,g25)", "node(z,g10)", "edge((x,z))"],
    ["graph(g)", "graph(a,g)", "graph(b,g)", "node(x,a)", "node(x,b)"],
)  # fmt: skip
"""Subgraphs in a circle, too deep, or with a node in two of them."""


def test_pages_draw_odd_subgraphs_the_same():
    drawn = in_pages([{"atoms": each, "options": {"name": "odd"}} for each in CIRCLES])
    for each, told in zip(CIRCLES, drawn, strict=True):
        picture = scenes.read(each, "odd")
        alike(picture, told)
        assert picture.draw().render().count("<ellipse") == len(
            {re.findall(r"\w+", atom)[1] for atom in each if atom.startswith("node")}
        )


def test_pages_draw_nested_graphs_the_same():
    made = [nested(random.Random(f"nested {seed}")) for seed in range(40)]
    options = {"name": "nested", "directed": True}
    drawn = in_pages([{"atoms": each, "options": options} for each in made])
    for each, told in zip(made, drawn, strict=True):
        alike(scenes.read(each, **options), told)


@pytest.mark.parametrize("name", [*BOARDS, *GRAPHS])
def test_scenes_stay_as_they_are(name):
    picture = scenes.read(sample(name), **options(name))
    last = picture.draw(0 if picture.frames else None)
    for ending, made in (
        ("svg", last.render()),
        ("txt", picture.text(0 if picture.frames else None) + "\n"),
    ):
        file = GOLDEN / f"scene-{name}.{ending}"
        if os.environ.get("PYLAB_GOLDEN") == "write":
            file.write_text(made, encoding="utf-8")
        assert made == file.read_text(encoding="utf-8")
    for theme in THEMES:
        for drawing in drawings(picture):
            ET.fromstring(drawing.render(theme))


def test_the_text_shows_what_the_drawing_shows():
    lines = (GOLDEN / "scene-queens.txt").read_text().splitlines()
    rows = [re.findall(r"[.:Q]", line.split("|", 1)[-1]) for line in lines if "|" in line]
    assert [[*row].index("Q") for row in rows if row.count("Q") == 1] == [2, 1, 0, 3]


ODD = [
    "3",
    "-7",
    *re.findall(r"\S+", "hero goal over outline round scale n ne x y up #inf key f()"),
    '"a"',
    '"#ff0000"',
    '"url(#x)"',
    r'"\"<b>\\"',
    '"é𝒜"',
]
LOOKS = [
    "hero",
    "(goal,outline)",
    "(way,inset,round)",
    "3",
    "(warn,over,faded)",
    '"#A0b1C2"',
    "(move,dashed,curved)",
    "(ink,small,bold,badge)",
    "(near,flat,big)",
    "(red,thin,left)",
    "(scale,curved,numbered,rising)",
    "(way,curved,plain)",
]


def any_term(rng, depth=0):
    """A term of any form."""
    if depth > 3 or rng.random() < 0.5:
        return rng.choice(ODD)
    name = rng.choice(["", "", *schema.TABLE["shapes"], *schema.TABLE["around"], "attr"])
    return f"{name}({','.join(any_term(rng, depth + 1) for _ in range(rng.randint(2, 4)))})"


def any_shape(rng):
    """A shape, which mostly fits the table."""

    def place():
        at = f"{rng.randint(-3, 3)},{rng.randint(-3, 3)}"
        return rng.choice(
            [f"({at})", f"({at})", f"(({at}),{rng.choice(['ne', 's', 'c'])})", f"({at},2,3)"]
        )

    kind, row = rng.choice([*schema.TABLE["shapes"].items(), *schema.TABLE["around"].items()])
    ready = {
        "icon": "lock",
        "side": "e",
        "number": str(rng.randint(-3, 9)),
        "axis": "y",
        "worn": rng.choice(["near", "used"]),
        "board": "y",
        "term": rng.choice("ab"),
        "fact": rng.choice(["go", "go(a)"]),
        "text": rng.choice(['"Ab i"', "12", '("x",3)']),
        "value": "up",
    }
    types = [each.rstrip("?") for each in row["arguments"].values()]
    given = [
        rng.choice(LOOKS)
        if each == "look"
        else place()
        if each == "place"
        else f"disc({place()},{rng.choice(LOOKS)})"
        if each == "shape"
        else ready[each]
        for each in types
    ]
    if rng.random() < 0.1:
        given[rng.randrange(len(given))] = any_term(rng)
    return f"{row.get('term', kind)}({','.join(given)})"


def any_graph(rng):
    """Facts of a graph, some with attributes that are not drawn."""
    count = rng.randint(1, 9)
    said = [
        "shape,box",
        "width,2",
        'label,"two\\nlines"',
        'pos,"1,2"',
        "color,teal",
        "x,y",
        "style,filled",
    ]
    kinds = [
        lambda n: f"node({n})",
        lambda n: f"edge(({n},{rng.randrange(count)}))",
        lambda n: f"attr(node,{n},{rng.choice(said)})",
        lambda n: f"edge(({n},{rng.randrange(count)}))",
    ]
    return [rng.choice(kinds)(rng.randrange(count)) for _ in range(rng.randint(1, 25))]


@pytest.mark.parametrize("form", ["board", "frames", "odd", "graph"])
def test_any_scene_is_drawn_alike(form):
    """What is no shape is a remark, never an exception."""
    rng, jobs = random.Random(form), []
    for index in range(150):
        shapes = [
            any_term(rng) if form == "odd" else any_shape(rng) for _ in range(rng.randint(1, 12))
        ]
        frame = [
            f"{rng.randint(0, 2)}," if form == "frames" and rng.random() < 0.5 else ""
            for _ in shapes
        ]
        told = (
            any_graph(rng)
            if form == "graph"
            else [f"draw({at}{shape})" for at, shape in zip(frame, shapes, strict=True)]
        )
        how = {"directed": rng.random() < 0.5, "layout": rng.choice(["layered", "circle"])}
        jobs.append({"atoms": told, "options": {"name": f"{form} {index}", **how}})
    drawn = 0
    for job, told in zip(jobs, in_pages(jobs), strict=True):
        picture = scenes.read(job["atoms"], **job["options"])
        alike(picture, told)
        strip(drawings(picture), range(9), "")
        drawn += bool(picture.text())
    assert drawn > 100 or form == "odd"


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 30), st.integers(0, 60), st.randoms(use_true_random=False))
def test_no_two_nodes_overlap(count, many, rng):
    sizes = [(rng.randint(10, 150), rng.randint(10, 60)) for _ in range(count)]
    edges = [(rng.randrange(count), rng.randrange(count)) for _ in range(many)]
    for places in (layout.layered(sizes, edges)[0], layout.circle(sizes)):
        for a, b in itertools.combinations(range(count), 2):
            across = abs(places[a][0] - places[b][0]) - (sizes[a][0] + sizes[b][0]) / 2
            down = abs(places[a][1] - places[b][1]) - (sizes[a][1] + sizes[b][1]) / 2
            assert max(across, down) > -0.01


def test_hardly_an_edge_of_a_layered_graph_grazes_a_node():
    """Of some 1,200 edges of random graphs, 178 came closer than 4 pixels to a node before."""
    close = 0
    for seed in range(50):
        rng = random.Random(seed)
        count = rng.randint(8, 16)
        edges = sorted({tuple(sorted(rng.sample(range(count), 2))) for _ in range(2 * count)})
        sizes = [(rng.choice((54, 54, 90, 130)), rng.choice((36, 36, 70))) for _ in range(count)]
        places, stops = layout.layered(sizes, edges)
        for ends, way in zip(edges, stops, strict=True):
            ways = [places[ends[0]], *way, places[ends[1]]]
            line = Curve(ways[0], ways[0], ways[-1])
            points = flat(ways) if way else [line.at(n / 32) for n in range(33)]
            for other in {*range(count)} - {*ends}:
                (x, y), (wide, high) = places[other], sizes[other]
                apart = [
                    math.hypot(max(0, abs(u - x) - wide / 2), max(0, abs(v - y) - high / 2))
                    for u, v in points
                ]
                close += min(apart) < 4
    assert close <= 12


@given(
    st.recursive(
        st.integers(-(2**31), 2**31 - 1) | st.sampled_from(["a", "_b'", '"text', '"a\\"b\n', '"']),
        lambda inner: (
            st.lists(inner, min_size=1, max_size=3).map(lambda each: ["f", *each])
            | st.lists(inner, max_size=3).map(lambda each: ["", *each])
        ),
        max_leaves=8,
    )
)
def test_terms_are_written_as_clingo_writes_them(term):
    told = terms.written(["p", term])
    assert str(clingo.parse_term(told)) == told
    assert terms.parsed([told]) == [["p", term]]


WRONG = {
    "draw(squar((0,0)))": "board, found squar (did you mean square?)",
    "draw(square(0,0,red))": "expected square(at,look)",
    "draw(square((0,#inf)))": "or a compass point (P,ne), found (0,#inf)",
    "draw(square((0,0,0,1)))": "expected a place",
    "draw(disc((0,99999)))": "expected numbers up to 10000 in a place",
    "draw(disc((0,0),heroo))": "expected a colour or a style, found heroo (did you mean hero?)",
    "draw(disc((0,0),(hero,goal)))": "expected one colour and styles",
    "draw(disc((0,0),scale))": "the colour scale is for routes and legends",
    "draw(icon((0,0),lok))": "(did you mean lock?)",
    "draw(wall((0,0),up))": "expected one of n, e, s, w, found up",
    "draw(token(a,route(a,1,(0,0))))": "expected a square, wall, line, arrow, disc",
    "draw(board(size,1000))": "expected a size from 4 to 400, found 1000",
    "draw(board(size,up))": "expected a size from 4 to 400, found up",
    "draw(board(y,7))": "expected up, found 7",
    "draw(board(end,up))": "expected a number, found up",
    "draw(board(end,1000))": "",
    'draw("square")': "expected a shape, found a text",
    "draw(title((#inf,1)))": "expected a text, found #inf, as #max { } of nothing is",
    "draw(1,2,3)": "expected draw(Shape) or draw(T,Shape)",
    "edit(click(nil,(0,0),fact))": "there is no tool nil",
    'draw(label((0,0),"a text that does not fit into it"))': "the text is too long for its place",
    "node(1)": "",
}


@pytest.mark.parametrize("atom", WRONG)
def test_what_is_wrong_is_remarked_with_its_text(atom):
    picture = scenes.read(["draw(square((0,0)))", atom])
    told = [each for each in picture.remarks if atom[5:40] in each]
    assert len(told) == bool(WRONG[atom])
    assert all(WRONG[atom] in each for each in told)
    assert not picture.empty


def test_a_scene_without_shapes_says_so():
    picture = scenes.read(["queen(1,2)"])
    assert picture.empty
    assert "no shape" in picture.remarks[0]
    ET.fromstring(picture.draw().render())


def test_a_program_is_drawn_with_arrowheads(tmp_path):
    (tmp_path / "p.lp").write_text("node(1..2). edge((1,2)). a(X) :- node(X).")
    told = [
        run("draw", "p.lp", *more, "-o", "-", "--format", "svg", cwd=tmp_path)
        for more in ([], ["--directed"])
    ]
    assert [each.stdout.count("<polygon") for each in told] == [0, 1]


USUAL = {
    "a graph": "node(1..3). edge(1,2). edge(2,3). k(3). { in(X) : node(X) } = 1.",
    "weights": "node(1..2). edge(1,2,7). { in(X,Y) : edge(X,Y,_) } = 1.",
    "a grid": "node((1..2,1)). edge((1,1),(2,1)). { in(X) : node(X) } = 1.",
    "names of its own": "node(a;b). link(a,b). { in(X) : node(X) } = 1.",
    "a node's weight": "node(1,7). node(2,4). { in(X) : node(X,_) } = 1.",
    "nodes with weights alone": "node(1,7). node(2,4).",
    "attributes of its own": "node(1). attr(1,is,very,big). edge(1,1).",
}


@pytest.mark.parametrize("program", USUAL.values(), ids=USUAL)
def test_the_usual_facts_of_a_graph_are_no_picture_by_themselves(program, tmp_path):
    """They are printed with the answer, as those of a program with other names are."""
    called = {"node": "nodd", "edge": "edgf"}
    (tmp_path / "p.lp").write_text(program)
    (tmp_path / "q.lp").write_text(re.sub("node|edge", lambda name: called[name[0]], program))
    own, other = (run("draw", f"{each}.lp", cwd=tmp_path) for each in "pq")
    assert re.sub("node|edge", lambda name: called[name[0]], own.stdout) == other.stdout
    assert own.stderr == other.stderr
    assert own.stdout.count(".\n") > 1
    done = run("draw", "p.lp", "-o", "p.svg", cwd=tmp_path)
    assert (done.returncode, "no pictures; there is no scene.lp" in done.stderr) == (2, True)


def test_a_graph_that_is_drawn_without_the_answer_says_so(tmp_path):
    program = "node(1..2). edge((1,2)). { in(X) : node(X) } = 1."
    told = "the graph is drawn without in/1; attr(Type,Of,Name,Value) or a scene.lp shows more\n"
    for more, remarks in (("", 1), (" attr(node,X,color,red) :- in(X).", 0)):
        (tmp_path / "p.lp").write_text(program + more)
        assert run("draw", "p.lp", cwd=tmp_path).stderr.count(told) == remarks


@pytest.mark.parametrize("ends", [("a", "b"), ("(1,1)", "(1,2)"), ("f(x)", "f(y)")])
def test_a_scene_draws_the_usual_facts_of_a_graph(ends):
    """Those from which it derives an edge, in either direction, are no mistakes; others are."""
    one, other = ends
    facts = [f"edge({one},{other})", f"edge({other},{one})", f"node({one})", f"node({other})"]
    wrong = ["edge(x,y)", "edge((1,1),(7,7))"]
    picture = scenes.read([*facts, f"edge(({one},{other}))", *wrong])
    assert (picture.text().count("--"), len(picture.remarks)) == (2, 1)
    assert "edge((A,B))" in picture.remarks[0]
    assert picture.remarks[0].endswith("(and 1 more like it)")
    assert scenes.read([*facts, f"edge(({one},{other}))"]).remarks == ()
    alike(picture, *in_pages([{"atoms": [*facts, f"edge(({one},{other}))", *wrong],
                               "options": options("scene")}]))  # fmt: skip


def test_the_facts_say_how_a_graph_is_laid_out():
    graph = ["edge((1,2))", "edge((2,3))", "edge((3,1))"]
    told = [*graph, "attr(graph,default,type,digraph)", "attr(graph,default,layout,circo)"]
    wanted = scenes.read(graph, directed=True, layout="circle")
    assert scenes.read(told).draw().render() == wanted.draw().render()
    alike(scenes.read(told), in_pages([{"atoms": told, "options": {}}])[0])
    assert wanted.draw().render() != scenes.read(graph, directed=True).draw().render()


@pytest.mark.parametrize("place", ["node,1", "edge,(1,2)", "graph,default", "graph_nodes,g"])
@pytest.mark.parametrize("name", ["label", "(label,part)", "color"])
def test_an_attribute_with_two_values_is_remarked(place, name):
    """Whatever it is said of; one remark for each value that isn't drawn."""
    name = "bgcolor" if (place, name) == ("graph,default", "color") else name
    values = "blue", "green", '"red"'
    told = [f"attr({place},{name},{value})" for value in values]
    graph = ["edge((1,2))", "graph(g)", "node(1,g)", "node(2,g)"]
    picture = scenes.read([*graph, *told])
    expected = "expected one value of an attribute; the last of several is drawn"
    assert picture.remarks == (f"{told[0]}: {expected} (and 1 more like it)",)
    assert scenes.read([*graph, told[2]]).draw().render() == picture.draw().render()
    alike(picture, *in_pages([{"atoms": [*graph, *told], "options": options("scene")}]))


def test_the_text_of_a_graph_shows_which_edges_have_arrowheads():
    """Held against the drawing, where each edge is a path, with a polygon if it has a head."""
    rng = random.Random(3)
    for directed in (False, True, True, True, True):
        pairs = {(rng.randrange(6), rng.randrange(6)) for _ in range(9)}
        bare = {pair for pair in sorted(pairs) if rng.random() < 0.5}
        facts = [f"edge(({a},{b}))" for a, b in pairs]
        facts += [f"attr(edge,({a},{b}),arrowhead,none)" for a, b in bare]
        facts += ["attr(graph,default,type,digraph)"] * directed
        picture = scenes.read(facts)
        heads = pairs - bare if directed else set()
        assert picture.draw().render().count("<polygon") == len(heads)
        found = set()
        for line in picture.text().splitlines():
            name, *told = re.split(" (?=--|->)", line)
            assert len({each[:2] for each in told}) == len(told)
            for joint, near in (each.rstrip(";").split(" ", 1) for each in told):
                found |= {(joint, int(name), int(each)) for each in near.split(", ")}
        wanted = {("->", *pair) for pair in heads}
        wanted |= {("--", *ends) for a, b in pairs - heads for ends in ((a, b), (b, a))}
        assert found == wanted


def test_colours_that_are_not_known_are_remarked_of_edges_too():
    graph = ["edge((1,2))", "attr(edge,(1,2),color,bleu)", "attr(edge,(1,2),(),x)", "attr(node,1)"]
    assert scenes.read(graph).remarks == (
        "attr(node,1): expected node(N), edge((A,B)) or attr(Type,Of,Name,Value)",
        "there is no colour bleu",
        "attributes that are not drawn: edge's ",
    )


def test_a_place_in_a_text_is_written_as_one_word():
    given = ['draw(label((0,0,20,1),("to",(4,-5),"from",(a,4),(1,2,3),5)))']
    picture = scenes.read(given, "words")
    assert picture.text().strip() == "to (4, -5) from a4 (1, 2, 3) 5"
    alike(picture, *in_pages([{"atoms": given, "options": options("words")}]))


def test_texts_are_as_the_page_says():
    page = (ROOT / "docs/scenes.md").read_text(encoding="utf-8").replace("\n", " ")
    examples = re.findall(r'`(\([^`]+\))` is "([^"]+)"', page)
    assert len(examples) > 3
    for term, text in examples:
        assert terms.words(terms.parsed([term])[0]) == text


def test_remarks_are_not_repeated_for_ever():
    picture = scenes.read([f"draw(squar(({n},0)))" for n in range(50)])
    assert picture.remarks[0].endswith(" (and 49 more like it)")
    picture = scenes.read([f"draw(shape{n}((0,0)))" for n in range(50)])
    assert len(picture.remarks) == 20


def test_terms_without_end_and_boards_without_bounds():
    """Deep terms, wide boards and graphs with long edges take no time and no memory."""
    deep = f"draw(label((0,0),{'f(' * 2000}1{')' * 2000}))"
    picture = scenes.read([deep, "draw(square((0,0)))"])
    assert picture.remarks[0].endswith("the term is too large")
    wide = scenes.read(["draw(square((-9000,-9000,10000,10000)))"])
    assert "too many for a text picture" in wide.text()
    chain = [f"edge(({n},{n + 1}))" for n in range(600)] + [f"edge((0,{n}))" for n in range(600)]
    lone = [f"node({n})" for n in range(1000, 5000)]
    began = time.process_time()
    scenes.read([*chain, *lone], layout="layered").draw()
    assert time.process_time() - began < 10


def test_more_shapes_than_the_limit(monkeypatch):
    monkeypatch.setitem(schema.LIMITS, "shapes", 10)
    picture = scenes.read([f"draw(square(({n},0)))" for n in range(11)])
    assert picture.remarks == ("11 shapes: only 10 are drawn",)
    graph = scenes.read([f"node({n})" for n in range(11)])
    assert graph.remarks[0] == "more than 10 nodes and edges: none are drawn"


HOSTILE = [
    '"url(#a)"',
    '"url(javascript:alert(1))"',
    '"red\\" onload=\\"alert(1)"',
    '"#ff0000;x"',
    '"#ff00000"',
    '"#FFF"',
    '"</svg><script>alert(1)</script>"',
    "'",
    '"&#x22;"',
    '"expression(alert(1))"',
    '"\\\\\\"x=\\\\"',
]


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_gets_out_of_its_attribute(text):
    """Texts are escaped, and a colour is a name or #rrggbb."""
    shapes = [
        f"square((0,0),{text})",
        f"label((1,0),{text})",
        f"token({text},disc((2,0)))",
        f"title({text})",
        f"axis(x,1,{text})",
        f"icon((0,0),{text})",
        f"legend(red,{text})",
    ]
    text = '"a"' if text == "'" else text
    board = [f"draw({each})" for each in shapes if "'" not in each] + [f"draw({text},disc((0,0)))"]
    names = (
        "label",
        "fillcolor",
        "color",
        "fontcolor",
        "shape",
        "style",
        "pos",
        "width",
        "colorscheme",
    )
    graph = [
        f"node({text})",
        f"edge(({text},{text}))",
        *(f"attr(node,{text},{n},{text})" for n in names),
        f"attr(graph,default,bgcolor,{text})",
        f"attr(edge,({text},{text}),color,{text})",
    ]
    for told in (board, graph):
        picture = scenes.read(told, text)
        page = in_pages([{"atoms": told, "options": {"name": text}}])[0]
        alike(picture, page)
        for shown in [*map(picture.draw().render, THEMES), f"<svg>{page['drawings'][0][-1]}</svg>"]:
            for element in ET.fromstring(shown).iter():
                assert element.tag.split("}")[-1] in (
                    "svg",
                    "title",
                    "rect",
                    "path",
                    "text",
                    "circle",
                    "ellipse",
                    "g",
                    "line",
                    "polygon",
                )
                for name, value in element.attrib.items():
                    assert not name.startswith("on")
                    if name in ("fill", "stroke"):
                        assert re.fullmatch(r"none|#[0-9a-f]{6}|light-dark\(#\w{6},#\w{6}\)", value)


def test_tokens_keep_their_names_and_move():
    picture = scenes.read(sample("sokoban"))
    assert picture.frames == ("0", "1", "2", "3", "4")
    moves = [
        re.findall(r'<g transform="(translate\([^"]*\))" data-actor="keeper">', each.shapes())
        for each in drawings(picture)
    ]
    assert [len(each) for each in moves] == [1] * 5
    assert len({each[0] for each in moves}) == 5
    assert picture.step(3) == 3
    with pytest.raises(ValueError, match="expected a step from 0 to 4, found 5"):
        picture.step(5)
    later = scenes.read([f"draw({n},disc(({n},0)))" for n in (7, 10, 8)])
    assert [later.step(n) for n in (7, 8, 10)] == [0, 1, 2]


def test_an_arrow_between_units_leaves_their_labels_free():
    corners = re.search(
        r'points="([^"]*)"', scenes.read(["draw(arrow((0,0),(2,0)))"]).draw().render()
    )
    across = [float(each.split(",")[0]) for each in corners[1].split()]
    assert 20 + 8 <= min(across) < max(across) <= 100 - 8


def test_a_label_is_never_too_small_to_be_read():
    """It is cut, rather than written in letters of less than half their size."""
    picture = scenes.read([f'draw(label((0,0),"{"abc" * 9}"))', "draw(square((0,0)))"])
    assert re.search(r'font-size="8.4"[^>]*>abcabc…<', picture.draw().render())
    assert "the text is too long for its place" in picture.remarks[0]


@pytest.mark.parametrize("name", ["sokoban", "lift"])
def test_a_scene_with_frames_can_be_watched(name):
    """Each frame says of every actor where it is, or that it isn't there."""
    picture = scenes.read(sample(name), name)
    script = film(picture)
    last = len(picture.frames) - 1
    assert [len(way.moves) for way in script.ways] == [last]
    assert [*script.ways[0].frames] == [*map(picture.text, range(last + 1))]
    actors = re.findall(r'data-actor="([^"]*)"', script.scene.shapes())
    states = script.data["states"]
    assert len(set(actors)) == len(actors)
    for index, (pose, _, moves, won) in enumerate(states):
        assert {html.escape(each) for each in pose} == set(actors)
        assert [move[2] for move in moves] == ([] if won else [index + 1])
        shown = sum(each.get("cls") == "" for each in pose.values())
        assert shown == (3 + (index < last) if name == "sokoban" else 1)
    if name == "sokoban":
        keeper = next(each for each in states[0][0] if each.startswith("keeper"))
        assert [state[0][keeper]["at"] for state in states[:3]] == [
            [60, 100],
            [140, 100],
            [180, 100],
        ]


@pytest.mark.parametrize("frames", [1, 3])
@pytest.mark.parametrize("board", ["", "draw(board(y,up)).", "draw(parts(2))."])
@pytest.mark.parametrize("move", ["go", "go(a)"])
def test_a_block_of_moves_is_a_move_for_each_of_its_units(frames, board, move):
    head = move.removesuffix(")").replace("go", "go(" if move == "go" else "go")
    comma = "" if move == "go" else ","
    step = 2 if "parts" in board else 1
    low, wide, high = (-step, 3 * step, 2 * step)
    places = [(x, y) for y in range(low, low + high, step) for x in range(low, low + wide, step)]
    many = f"draw(moves({move},({low},{low},{wide},{high})))."
    single = "".join(f"draw(move({head}{comma}{x},{y}),{place((x, y), step)}))." for x, y in places)
    for at in range(frames - 1):
        board += f"draw({at},square(({at},0)))."
        many += f"draw({at},moves(go,(3,3,{step},{step})))."
        single += f"draw({at},move(go(3,3),{place((3, 3), step)}))."
    found, wanted = (scenes.read(atoms(board + each)) for each in (many, single))
    assert found.remarks == wanted.remarks
    assert found.targets() == wanted.targets()
    assert len(found.targets()) == len(places) + (frames > 1)
    (drawn, poses), (wished, wishes) = found.film(), wanted.film()
    assert sorted(drawn.shapes().split("</g>\n")) == sorted(wished.shapes().split("</g>\n"))
    assert poses == wishes


def place(at, step):
    """A unit of a board."""
    return f"({at[0]},{at[1]})" if step == 1 else f"({at[0]},{at[1]},{step},{step})"


def test_a_scene_without_frames_is_watched_as_it_is():
    script = film(scenes.read(sample("queens")), "nothing moves")
    assert (script.ways, script.playable, script.remark) == ((), False, "nothing moves")


def test_what_is_still_is_written_once_in_a_strip():
    many = [f"draw(disc(({x},{y}),(hero,small)))" for x in range(30) for y in range(30)]
    picture = scenes.read([*many, *(f"draw({t},disc(({t},0),goal))" for t in range(8))])
    several, alone = strip(drawings(picture), picture.frames, "").render(), picture.draw(0).render()
    assert len(several) < 1.2 * len(alone)
    assert several.count("<use ") >= 7
    assert several.count("<circle ") == 900 + 8
    ET.fromstring(several)


def test_a_route_keeps_right_of_itself():
    """There and back are two lines, to the right of each other."""
    way = ["draw(route(a,1,(0,0)))", "draw(route(a,2,(4,0)))", "draw(route(a,3,(0,0)))"]
    path = re.search(r'<path d="([^"]*)" fill="none"', scenes.read(way).draw().render())[1]
    rows = {float(y) for y in re.findall(r"[\d.]+ ([\d.]+)", path)}
    assert max(rows) - min(rows) == pytest.approx(6)
    assert path.startswith("M20 23")  # who goes east has the south on the right


def test_curved_routes_have_the_looks_of_straight_ones():
    """The colour scale gives each step a real colour, and a plain route has no heads."""
    way = [f"draw(route(a,{i},({i},{i % 2})))" for i in range(4)]
    for shape in ("", "curved,", "curved,rising,numbered,"):
        shapes = [
            scenes.read([*way, f"draw(route(a,({shape}{look})))"]).draw().render()
            for look in ("scale", "way,plain", "way")
        ]
        coloured, plain, usual = shapes
        assert '"scale"' not in coloured
        assert len(set(re.findall(r'<path[^>]* stroke="([^"]*)"', coloured))) == 3
        assert plain.count("<polygon") == 0 < usual.count("<polygon")


WALK = """
draw(parts(10)). draw(board(y,up)). draw(board(size,56)). draw(square((0,0,40,20),(floor,plain))).
draw(route(a,scale)). draw(route(a,0,(4,-1,2,2))). draw(route(a,1,(4,9,2,2))).
draw(route(a,2,(24,9,2,2))). draw(route(a,3,(4,9,2,2))). draw(T,stretch(a,0,T)) :- T = 0..3.
draw(token(me,disc(((0,0),c),hero))). draw(T,at(me,(10*T,10))) :- T = 0..3.
"""


def test_of_a_straight_route_each_frame_shows_the_steps_so_far():
    drawn = atoms(WALK)
    picture = scenes.read(drawn)
    shapes = [each.shapes() for each in drawings(picture)]
    assert len({*shapes}) == 4
    strokes = [set(re.findall(r'<path[^>]* stroke="([^"]*)"', each)) for each in shapes]
    assert strokes[0] < strokes[1] <= strokes[2] <= strokes[3], "a step keeps its colour"
    (told,) = in_pages([{"atoms": drawn, "options": {}}])
    alike(picture, told)
    assert picture.film()[0].shapes().count("data-actor") == 5  # a route for each frame, and me


def clicked(clicks):
    name = (
        "sokoban"
        if isinstance(clicks[0][1]["tool"], str) and clicks[0][1]["tool"] != "1"
        else "sudoku"
    )
    return in_pages([{"atoms": sample(name), "options": {}, "clicks": clicks}])[0]


def test_clicks_change_the_facts():
    """A click toggles, one of a group replaces the others, quotes stay."""
    facts = ["free(1,1)", "keeper(1,2)", 'name("a b")']
    told = clicked(
        [
            [facts, {"tool": "free", "spot": "1.5,1.5"}],
            [facts, {"tool": "box", "spot": "2.5,1.5"}],
            [facts, {"tool": "keeper", "spot": "4.5,1.5"}],
            [facts, {"tool": "keeper", "spot": "1.5,2.5"}],
            [facts, {"tool": "box", "spot": "99.5,1.5"}],
        ]
    )
    assert told["clicks"] == [
        ["keeper(1,2)", 'name("a b")'],
        [*facts, "box(2,1)"],
        ["free(1,1)", 'name("a b")', "keeper(4,1)"],
        ["free(1,1)", 'name("a b")'],
        None,
    ]


def test_one_of_several_is_chosen_in_the_order_of_numbers():
    atoms = ["edit(tool(v,v))", *(f"edit(choose(v,(0,0),cell,at({n})))" for n in (2, 10, 1))]
    spot = {"tool": "v", "spot": "0.5,0.5"}
    facts = [[], ["at(1)"], ["at(2)"], ["at(10)"]]
    job = {"atoms": ["draw(square((0,0)))", *atoms], "clicks": [[each, spot] for each in facts]}
    assert in_pages([job])[0]["clicks"] == [["at(1)"], ["at(2)"], ["at(10)"], []]


def test_a_drag_goes_between_two_places_and_what_makes_no_sense_is_dropped():
    job = {
        "atoms": [
            "draw(square((0,0,2,1)))",
            "draw(board(y,up))",
            "edit(tool(w,way))",
            "edit(drag(w,(0,0),(1,0),way(0,1)))",
            "edit(drop(old(1)))",
        ],
        "clicks": [
            [[], {"tool": "w", "spot": "0.5,-0.5", "other": "1.5,-0.5"}],
            [[], {"tool": "w", "spot": "1.5,-0.5", "other": "0.5,-0.5"}],
        ],
    }
    told = in_pages([job])[0]
    assert told["clicks"] == [["way(0,1)"], None]
    assert told["dropped"] == ["old(1)"]


def rules(tmp_path, text):
    file = tmp_path / "scene.lp"
    file.write_text(text, encoding="utf-8")
    return [file]


def facts(*texts):
    return [Fact(clingo.parse_term(each)) for each in texts]


def test_rules_are_run_over_facts(tmp_path):
    scene = rules(tmp_path, 'draw(label((X,0),@format("♕{}",X))) :- queen(X).')
    picture = engine.scene(scene, facts("queen(1)", "queen(3)"))
    assert (picture.text(), picture.remarks, picture.name) == ("♕1    ♕3", (), "scene")


def test_functions_of_others_are_named_and_the_rest_is_drawn(tmp_path):
    text = """node(X) :- p(X). attr(node,X,pos,@pos(X,0)) :- p(X). attr(graph,g,fontname,@font).
    attr(node,X,label,@svg_color()) :- p(X).
    attr(node,X,label,@concat("<",X,">")) :- p(X), X > 1."""
    picture = engine.scene(rules(tmp_path, text), facts("p(1)", "p(2)"))
    for remark, at, name in zip(
        picture.remarks, ("1:76", "2:23"), ("font", "svg_color"), strict=True
    ):
        assert remark.endswith(f"scene.lp:{at}: @{name} is not one of pylab's functions")
    assert picture.draw().render().count("<ellipse") == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [("draw(.", "scene.lp:1:6"), ("draw(X).", "unsafe"), ("#script(python) #end.", "script")],
)
def test_rules_that_clingo_refuses(tmp_path, text, told):
    with pytest.raises(EncodingError, match=re.escape(told)):
        engine.scene(rules(tmp_path, text), [])


def test_a_scene_ends_within_the_time_limit(tmp_path):
    pigeons = "1 { in(X,Y) : Y = 1..12 } 1 :- X = 1..13. :- in(X,Y), in(Z,Y), X < Z."
    scene = rules(tmp_path, pigeons + " draw(disc((X,Y))) :- in(X,Y).")
    began = time.monotonic()
    with pytest.raises(LimitReached):
        engine.scene(scene, [], Patience(0.3))
    assert time.monotonic() - began < 5


def test_a_scene_without_end_ends_within_the_commands_limit(tmp_path):
    (tmp_path / "p.lp").write_text("{ p }. p.")
    (tmp_path / "s.lp").write_text("n(0). n(X+1) :- n(X). draw(disc((X,1))) :- n(X).")
    for more in ([], ["--no-solve"]):
        began = time.monotonic()
        told = run("draw", "p.lp", "--scene", "s.lp", "--time-limit", "1", *more, cwd=tmp_path)
        assert time.monotonic() - began < 20
        assert told.returncode == 3
        assert told.stderr.count("time limit of 1 s, with the scene s.lp at work") == 1


def test_a_scene_without_an_answer_set_says_so(tmp_path):
    picture = engine.scene(rules(tmp_path, "draw(disc((0,0))). :- not p. #defined p/0."), [])
    assert picture.remarks[0].endswith("scene.lp: there is no answer set with these facts")


def test_rows_of_the_table_are_whole():
    """Each term has words, fitting arguments and, if it is drawn, an example that draws it."""
    for section in ("shapes", "around", "edits"):
        for row in schema.TABLE[section].values():
            assert row["says"]
            assert {each.rstrip("?") for each in row["arguments"].values()} <= {
                *schema._TYPES,
                "shape",
            }
            if section != "edits":
                picture = scenes.read(atoms(row["example"]))
                assert not picture.remarks, picture.remarks


def test_the_page_on_scenes_is_of_today():
    """`python tools/scenes.py` writes it."""
    tool = ModuleType("tool")
    source = (ROOT / "tools/scenes.py").read_text(encoding="utf-8")
    tool.__file__ = str(ROOT / "tools/scenes.py")
    exec(compile(source, tool.__file__, "exec"), vars(tool))
    assert tool.page() == tool.PAGE.read_text(encoding="utf-8")
    folder = ROOT / "docs/pictures/scenes"
    for name, program in tool.programs().items():
        assert tool.drawn(program, name) == (folder / f"{name}.svg").read_text(encoding="utf-8")
    assert {each.stem for each in folder.glob("*.svg")} == set(tool.programs())


def test_a_large_checked_block_is_a_line_for_each_row(tmp_path):
    (tmp_path / "large.lp").write_text("draw(square((0,0,2000,2000),checked)).")
    (tmp_path / "small.lp").write_text("draw(square((0,1,3,2),checked)).")
    large = run("draw", "large.lp", "--format", "svg", cwd=tmp_path).stdout
    small = run("draw", "small.lp", "--format", "svg", cwd=tmp_path).stdout
    assert len(large) < 100_000
    lines = re.search(r'd="([^"]*)"[^>]*stroke-width="40" stroke-dasharray="40"', small)
    assert lines is not None
    assert lines[1] == "M0 60H120M40 100H120"


def test_large_scenes_are_read_and_drawn():
    """Editing isn't counted as shapes; a path holds all squares of a colour."""
    rng = random.Random(1)
    side = 60
    given = [
        f"draw(square(({x},{y}),{rng.choice(['floor', 'wall'])}))"
        for x in range(side)
        for y in range(side)
    ]
    given += [f"edit(tool({t},{t}))" for t in "abcd"]
    given += [
        f"edit(click({t},({x},{y}),f({x},{y})))"
        for t in "abcd"
        for x in range(side)
        for y in range(side)
    ]
    began = time.process_time()
    picture = scenes.read(given)
    drawn = picture.draw().render()
    assert time.process_time() - began < 5  # half a second where nothing else runs
    assert not picture.remarks
    assert len(drawn) < 150_000
