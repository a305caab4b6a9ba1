"""What a dungeon has without effect: what it means to all parties, and what is said of it."""

from __future__ import annotations

import pytest
from projects import ROOT, call

import pylab
from pylab.base.errors import PylabError
from pylab.core.puzzle import load
from pylab.families.dungeon.family import FAMILY
from pylab.families.dungeon.watch import script
from pylab.testing import Subject, labs
from pylab.testing.pages import play
from pylab.text.facts import write_facts
from pylab.text.source import Source

STUCK = "dungeon t\nstart keys=0 bombs=0\nroom A at 0,0\n@.T\n..o\n"
WALLED = STUCK.replace("..o", "..#")


def read(text: str):
    return FAMILY.read(Source("t.dungeon", text))


@pytest.mark.parametrize("engine", ["clingo", "native"])
@pytest.mark.parametrize("task", ["abstract", "solve", "softlock", "statistics"])
def test_a_block_that_no_switch_lowers_is_a_wall_in_every_task(tmp_path, engine, task):
    told = []
    for text in (STUCK, WALLED):
        (tmp_path / "t.dungeon").write_text(text)
        done = call("solve", tmp_path / "t.dungeon", "--task", task, "--engine", engine)
        told.append((done.returncode, done.stdout))
        assert ("t.dungeon:5:3: there is no switch !, so o is a wall" in done.stderr) == (
            text is STUCK
        )
    assert told[0] == told[1]
    assert told[0][1].startswith("% ")


def test_nobody_walks_onto_it_on_a_page_or_stands_there(tmp_path):
    stuck, walled = map(read, (STUCK, WALLED))
    moves = [
        {move for game in told["games"] for seen in game["seen"] for move in seen["moves"]}
        for told in play([script(stuck, ()), script(walled, ())], games=9, length=9)
    ]
    assert moves[0] == moves[1] == {"0", "1", "2", "3", "4"}
    with pytest.raises(PylabError, match=r"found A\(1,2\), a block that no switch lowers"):
        FAMILY.adapt(stuck, at="A(1,2)")
    route = 'at(("A",0,0),0). at(("A",1,0),1). at(("A",1,1),2). at(("A",1,2),3). at(("A",0,2),4).'
    assert not FAMILY.check(stuck, FAMILY.read_witness(Source("w", route))).valid


def test_with_a_switch_it_is_none(tmp_path):
    text = STUCK.replace("..o", "!.o")
    assert FAMILY.remarks(read(text)) == ()
    assert FAMILY.adapt(read(text), at="A(1,2)").initial is not None


HEAD = "dungeon t\nstart keys=0 bombs=0\n"


@pytest.mark.parametrize(
    ("text", "remarks"),
    [
        ("room A at 0,0\n@xT\n", ["t.dungeon:4:2: there is no switch !, so x is floor"]),
        (
            "room A at 0,0\n@!T\n",
            ["t.dungeon:4:2: there are no blocks o or x, so the switch does nothing"],
        ),
        ("room A at 0,0\n@BT\n", ["t.dungeon:4:2: there is no boss key K, so B is a wall"]),
        ("room A at 0,0\n@KB\n..T\n", []),
        (
            "legend h = door item boat\nroom A at 0,0\n@hT\n",
            ["t.dungeon:3:1: there is no item boat, so h is a wall"],
        ),
        (
            "legend h = door boss gate\nroom A at 0,0\n@hT\n",
            ["t.dungeon:3:1: there is no boss key K, so h is a wall"],
        ),
        (
            "legend h = door key hall\nroom A at 0,0\n@.T\nitem q = raft\n",
            ["t.dungeon:3:1: there is no tile h", "t.dungeon:6:1: there is no tile q"],
        ),
        (
            "room A at 0,0\n@1T\n2.3\nwarp A.1 -> A.3\n",
            ["t.dungeon:5:1: no warp begins or ends here, so 2 is floor"],
        ),
        (
            "room A at 0,0\n@1T\nwarp A.1 <-> A.1\n",
            ["t.dungeon:5:1: this warp leads from a tile to itself"],
        ),
    ],
)
def test_what_has_no_effect_is_remarked_on_with_its_place(text, remarks):
    dungeon = read(HEAD + text)
    assert list(FAMILY.remarks(dungeon)) == remarks
    assert FAMILY.from_facts(FAMILY.facts(dungeon)) == dungeon
    if remarks:
        with pytest.raises(PylabError, match="expected a puzzle without mistakes"):
            FAMILY.adapt(dungeon, strict=True)


@pytest.mark.parametrize("path", sorted((ROOT / "instances/dungeon").glob("*.d*")), ids=str)
def test_shipped_dungeons_have_no_such_thing(path):
    puzzle = load(path)
    assert FAMILY.remarks(puzzle.instance) == ()


def test_assumptions_of_mission_graphs_have_their_places():
    text = 'digraph {\n  0 [label="s"];\n  1 [label="t,q"];\n  0 -> 1; 0 -> 1\n  1 -> 1 }\n'
    assert FAMILY.remarks(FAMILY.read(Source("m.dot", text))) == (
        "m.dot:4:11: 0 to 1 is there twice; kept once",
        "m.dot:5:3: 1 leads to itself; left out",
        "m.dot:3:3: room 1: the unknown mark 'q' is taken to mean nothing",
        "m.dot:4:3: 0 -> 1 has no way back; taken as one-way",
    )


def test_labs_have_the_same_walls():
    """They play routes that the checker accepts, and no others."""
    stuck = read(STUCK)
    over = 'at(("A",0,0),0). at(("A",1,0),1). at(("A",1,1),2). at(("A",1,2),3). at(("A",0,2),4).'
    along = 'at(("A",0,0),0). at(("A",0,1),1). at(("A",0,2),2).'
    job = {"facts": write_facts(FAMILY.facts(stuck)), "answers": [over, along]}
    (told,) = labs.run(Subject(FAMILY, None, 0), [job])
    assert told["ends"] == [None, True]


@pytest.mark.parametrize("file", ["mission.dot", "trap.dungeon"])
@pytest.mark.parametrize(
    ("overlay", "fact"),
    [("visit", 'visit("?")'), ("hours", 'shut("?",1)'), ("hours", 'closing("?",1)')],
)
def test_overlays_about_a_place_that_is_not_there_are_refused(overlay, fact, file):
    if overlay == "hours":
        pytest.importorskip("clingodl")
    with pytest.raises(PylabError, match="no place of the dungeon"):
        pylab.solve(f"dungeon/{file}", overlays=[overlay, f"{fact}.\n"])


@pytest.mark.parametrize(("kinds", "code"), [(15, 0), (16, 2)])
def test_the_limit_of_sets_counts_things_and_their_kinds(tmp_path, kinds, code):
    signs = "ACDEFGHJacdefghj"[:kinds]
    legend = "".join(f"item {sign} = thing-{sign}\n" for sign in signs)
    path = tmp_path / "kinds.dungeon"
    rim = "#" * (kinds + 4)
    path.write_text(f"dungeon kinds\n{legend}room A at 0,0\n{rim}\n#@{signs}T#\n{rim}\n")
    done = call("solve", path, "--engine", "clingo")
    assert (done.returncode, "30 things, locks and kinds of items" in done.stderr) == (
        code,
        code == 2,
    )
