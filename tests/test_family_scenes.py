"""The scenes of the shipped families: what they derive stays as it is, and every rule is covered.

`tests/golden/family-scenes.txt` has lines for puzzles and pictures that together cover all rules:
how many atoms `scene.lp` derives, and a digest of them. `PYLAB_GOLDEN=write pytest FILE` with this
file writes new digests, and with `-m slow` chooses the lines anew; look at the pictures of lines
that changed.
"""

from __future__ import annotations

import functools
import hashlib
import os
from contextlib import suppress
from unittest import mock

import pytest
from asking import ask
from projects import ROOT

from pylab import testing
from pylab.analysis import coverage
from pylab.base.errors import InstanceError, PylabError
from pylab.base.limits import Patience
from pylab.encoding import program
from pylab.engines import scenes
from pylab.engines.driver import ClingoProgram
from pylab.family import registry
from pylab.testing.subject import Subject
from pylab.text.fact_files import read_facts
from pylab.text.source import Source

GOLDEN = ROOT / "tests/golden/family-scenes.txt"
SHIPPED = [each.name for each in registry.families() if each.scene]
PUZZLES = {
    "fractal": [(ROOT / "examples/toll.lab").read_text()],
    "theseus": [
        "node1,node2,weight,direction1,direction2\n0,1,2.5,u,r\n1,2,0.25,r,u\n0,2,3.125,u,u\n",
        "a,b,2.5,->\nb,c,0.25,<->\na,c,3.125,->\nc,d,4,->\n",
        "a,b,->\nc,d,->\n",
    ],
}
"""Puzzles of formats in which none is shipped."""
RELAXED = {
    "alice": "relaxed(arrow(0,0,e)). relaxed(colour(1,1,red)).",
    "dungeon": 'relaxed(lock(door("pantry"))). relaxed(tile("cellar",0,0,"#")).',
    "fractal": 'relaxed(corridor("3","1")).',
    "ravensburger": "relaxed(connect(1,1,n)).",
    "theseus": "relaxed(door(1,2)).",
}
"""What is in the way, as facts of the scene."""
_PAIR = "size(2,2). square(0,0). square(1,0). start(0,0). goal(1,0). "
_YARD = 'standing(("West",3,7)). standing(("Nowhere",0,0)). turned. emptied(("East",2,8)). '
_ROOMS = "room(0). room(1). room(2). room(3). start(0). goal(2). "
MORE = {
    "alice": [
        ("example.alice", "window(0,0,2,2)."),
        ("example.alice", "points(0,0,e). painted(0,0,red)."),
        ("example.alice", "begin(2,0,1). begin(9,9,1). begin(1,1,-1)."),
        ("example.alice", "move(0,2,0,1,100)."),
        ("", f"{_PAIR}resized(1,2)."),
        ("", f"{_PAIR}begin(0,0,-1)."),
        ("", "size(3,3). square(2,2). square(2,1). start(2,2). goal(2,1). resized(2,2)."),
    ],
    "dungeon": [
        ("switchyard.dungeon", f'{_YARD}unlocked(("East",4,5)).'),
        ("trap.dungeon", 'unlocked(door("pantry")). void("pantry",9,9).'),
        ("mission.dot", 'spot(0,0,0). spot(1,90,0). stop(0,1,1,45,20). unlocked((0,2)).'),
        ("", f'{_ROOMS}passage(0,0,1). passage(1,1,2). passage(2,0,1). locked(0). locked(2). '
             'grants(1,"S"). grants(1,"T"). keys(1,2). needs(1,"S"). passage(3,3,3).'),
        ("", f"{_ROOMS}passage(0,0,1). passage(1,1,2). sealed(1). sealed(7). locked(0)."),
        ("trap.dungeon", 'void("cellar",3,0). void("cellar",0,3). resized(2,2).'),
        ("mission.dot", "missing(0,6)."),
        ("", f"{_ROOMS}passage(0,0,1). passage(1,1,2). spot(0,0,0). spot(1,90,0)."),
        ("oneway.dungeon 1", "since(2)."),
    ],
    "fractal": [
        ("", 'initial("p").'),
        ("", 'outer("1"). outer("2"). spot("1",0,20). spot("2",20,0). start("1"). '
             'port("A","1","A.1"). port("A","2","A.2"). cell("A",300,300,300). '
             'corridor(1,"A.1"). corridor(1,"A.2").'),
        ("treasure.lab", 'cell("A",0,0,1000). now("1"). caption("here"). short("1","a").'),
        ("treasure.lab", 'named(outer,"9"). missing("1","2").'),
        ("treasure.lab", 'named(inside,"room"). label(99,toll).'),
        ("treasure.lab", 'named(box,"Z").'),
        ("treasure.lab", 'corridor(98,"1"). oneway("1","2",toll). bend("1","2",1,500,500).'),
        ("treasure.lab", 'oneway("1","2",toll).'),
        ("treasure.lab", 'corridor(1,"2"). label(1,toll). hub(1,500,500).'),
    ],
    "ravensburger": [
        ("square-2x2.lp", "".join(f"walk(1,1,{k},0). " for k in range(23))),
    ],
    "theseus": [
        ("", "nodes(3). start(0). goal(2). kind(path). use(0,1,1). use(1,2,1). use(2,0,1). "
             "next(0,1,1,2,1). next(1,2,1,0,1). edge(0,1,1,250). edge(1,2,1,5). edge(2,0,1,100)."),
        ("hemme.plan", "door(90,1,1). door(92,1,2). door(91,9,9)."),
        ("hemme.plan", "end(0,x,y). door(0,0,3). door(0,14,3)."),
        ("", "nodes(2). scale(1). start(0). goal(1). use(0,1,1). edge(0,1,1,2)."),
    ],
}  # fmt: skip
"""A puzzle and further facts: those of pages and labs, and puzzles that nobody would ship."""
SIZES = ("2,2", "5,4", "1,2", "3,6")


@functools.cache
def cases(name):
    """The facts that the scene sees, by a line that says of which puzzle and in which picture."""
    subject = Subject(registry.get(name), testing.family_testkit(registry.get(name)), 12)
    family, found = subject.family, {}
    seen = {}
    shapes = scenes.shapes

    def recorded(files, facts, *more, **options):
        facts = [*facts]
        if [*files] == [family.scene]:
            seen.setdefault(tuple(sorted(str(each.symbol) for each in facts)), facts)
        return shapes(files, facts, *more, **options)

    with mock.patch.object(scenes, "shapes", recorded):
        for where, instance in (
            *((path.name, each) for path, each in subject.shipped), *subject.samples[:12],
            *((each, subject.instance(each)) for each in subject.brought),
            *((f"puzzle {n}", subject.read(text)) for n, text in enumerate(PUZZLES.get(name, ()))),
        ):  # fmt: skip
            family.draw(instance, None)
            for task in family.tasks:
                witness = answer(family, instance, task)
                if witness is not None:
                    family.draw(instance, witness)
                    if task == family.tasks[0] and family.script:
                        with suppress(InstanceError):
                            family.script(instance, [witness])
            for number, facts in enumerate(seen.values()):
                found[f"{where} {number}"] = facts
            lab = [*family.facts(instance)]  # which pictures may get in another form
            if not any({str(each.symbol) for each in lab} <= {*key} for key in seen):
                found[f"{where} in a lab 0"] = lab
            seen.clear()
    smallest = {}
    for where, facts in sorted(found.items(), key=lambda each: (len(each[1]), each[0])):
        if where.endswith(" 0"):
            smallest.setdefault(frozenset(fact.signature for fact in facts), (where, facts))
    for kinds, (where, facts) in smallest.items():
        more = [RELAXED[name], *(f"resized({size})." for size in SIZES)]
        changed = {each: [*facts, *read(each)] for each in more}
        for each in sorted(kinds):
            left = [fact for fact in facts if fact.signature != each]
            changed[f"without {each}"] = left
            changed[f"without {each}, resized"] = [*left, *read("resized(3,3).")]
        found |= {f"{where} {how}": facts for how, facts in changed.items()}
    for number, (where, more) in enumerate(MORE.get(name, ())):
        given = read(more)
        found[f"more {number} {where or more[:30]}"] = [
            *found.get(where, found.get(f"{where} 0", ())),
            *given,
        ]
    for number, (_, instance, facts) in enumerate(subject.forgeries()):
        found[f"forgery {number}"] = [*family.facts(instance), *facts]
    return found


def read(text):
    """The facts of a text."""
    return read_facts(Source("more", text), None)


def answer(family, instance, task):
    """The first answer of the native search; None if there is none."""
    means = {"engine": "native", "models": 1, "seconds": 20}
    try:
        found = ask(family.name, instance, task.name, **means)[1]
    except PylabError:
        return None
    return found[-1].witness if found else None


def covering(name):
    """Cases that together cover all rules of the scene, and the rules that none covers."""
    scene = registry.get(name).scene
    encoding = program.load(scene, ascii_only=False)
    account, chosen = coverage.Account(encoding), []
    for where, facts in sorted(cases(name).items()):
        before = len(account.covered)
        given = ClingoProgram(encoding, facts, {}, functions=scenes.Functions())
        account.take(account.look(given, Patience(60)))
        chosen += [where] if len(account.covered) > before else []
    return chosen, [each for each in account.uncovered if each.path == str(scene)]


def kept():
    """The golden lines."""
    return GOLDEN.read_text().splitlines() if GOLDEN.exists() else []


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_every_rule_of_a_scene_is_covered(name):
    chosen, uncovered = covering(name)
    assert [coverage.told(each, "these").message for each in uncovered] == []
    written(name, chosen)
    assert sorted(chosen) == sorted(wheres(name))


@pytest.mark.parametrize("name", SHIPPED)
def test_scenes_stay_as_they_are(name):
    written(name, wheres(name))
    mine = [each for each in kept() if each.startswith(f"{name} ")]
    assert [line(name, each) for each in wheres(name)] == mine


def written(name, chosen):
    """Write the golden lines of a family, if that is asked for."""
    if os.environ.get("PYLAB_GOLDEN") == "write":
        lines = {line(name, where) for where in chosen}
        lines |= {each for each in kept() if not each.startswith(f"{name} ")}
        GOLDEN.write_text("\n".join(sorted(lines)) + "\n")


def wheres(name):
    """The cases of a family's golden lines."""
    mine = (each for each in kept() if each.startswith(f"{name} "))
    return [each.removeprefix(f"{name} ").rpartition(": ")[0] for each in mine]


def line(name, where):
    """A golden line: what the scene derives in a case."""
    atoms, _ = scenes.shapes([registry.get(name).scene], cases(name)[where])
    digest = hashlib.sha256("\n".join(sorted(atoms)).encode()).hexdigest()[:12]
    return f"{name} {where}: {len(atoms)} {digest}"
