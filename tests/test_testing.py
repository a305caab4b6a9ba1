"""The suite for families: it can fail, each requirement of it; its page lists it."""

from __future__ import annotations

import contextlib
import inspect
import os
import random
import re
import shutil
import subprocess
import sys
from dataclasses import fields, replace
from itertools import islice

import pytest
from projects import ROOT, few
from sixth import CONFORMING, write

from pylab.base import resources
from pylab.base.errors import InstanceError, LimitReached, WitnessError
from pylab.base.finding import Finding, Status
from pylab.base.verdict import Problem, Verdict
from pylab.drawing.svg import Drawing
from pylab.family import registry
from pylab.family.parts import Costs, NativeSearch
from pylab.family.schema import ByHand
from pylab.family.script import Way
from pylab.family.testkit import FamilyTestkit, Mutant, Truth
from pylab.testing import Subject, Unmet, expected, family_testkit, node, requirements
from pylab.text.facts import fact

FAMILY = registry.get("alice")
TESTKIT = family_testkit(FAMILY)
PLAIN = FAMILY.script(
    replace(FAMILY.sample(random.Random(1)), departure=False, backwards=False), ()
)
"""The page of a maze under the rules of its inventor."""
RIGHT, WRONG = Verdict((), "fine"), Verdict((Problem("wrong", "wrong"),))


def test_all_that_a_family_brings_is_described():
    section = inspect.getdoc(FamilyTestkit).split("Attributes:\n")[1]
    named = re.findall(r"^    (\w+): ", section, re.MULTILINE)
    assert named == [each.name for each in fields(FamilyTestkit)]


# ---- every requirement, and a family that does not meet it


def hasty(source):
    try:
        return FAMILY.read(source)
    except InstanceError as error:
        raise ValueError(str(error)) from error


def nothing(instance, task, watch, models):
    return Finding(Status.NONE, complete=True)


def deaf(instance, task, watch, models):
    for _ in range(3):
        with contextlib.suppress(LimitReached):
            watch.progress(states=1)
    return Finding(Status.NONE, complete=True)


def odd(instance, task, symbols):
    try:
        return FAMILY.decode(instance, task, symbols)
    except WitnessError as error:
        raise KeyError(str(error)) from error


def without_scene(instance, witnesses):
    return replace(FAMILY.script(instance, witnesses), scene=Drawing(9, 9, "nothing"))


def without_last_move(maze, answers):
    """In labs, where an answer is read as moves."""
    script = FAMILY.script(maze, answers)
    return replace(script, rules=script.rules.replace("? ids : null", "? ids.slice(1) : null"))


def without_way(instance, witnesses):
    found = FAMILY.script(instance, witnesses)
    return replace(found, ways=tuple(Way(way.name, ("nonsense",)) for way in found.ways))


def unread(source):
    return FAMILY.from_facts(FAMILY.facts(FAMILY.sample(random.Random(1))))


def unfinished(instance, game):
    found = TESTKIT.played(instance, game)
    return replace(found, moves=found.moves[:-1])


def another(instance, task, symbols):
    found = FAMILY.decode(instance, task, symbols)
    return replace(found, length=99) if hasattr(found, "length") else found


def numbered(facts):
    """A reader that takes the first argument of each fact for a number."""
    assert all(each.arguments[0].number >= 0 for each in facts)
    return FAMILY.from_facts(facts)


NORTH = Mutant("north is south", "shortest", "maze.lp", "delta(n,0,-1).", "delta(n,0,1).", ("odd",))

LAB = "lab_js"

BREAKS = {
    "listings_are_described": {"listing": replace(FAMILY.listing, doc="")},
    "random_puzzles_have_everything": {"kinds": ("nothing(_)",)},
    "puzzles_are_read_as_they_were_written": {"read": unread},
    "facts_are_read_as_they_were_written": {"schema": ByHand(FAMILY.facts, unread)},
    "what_is_no_puzzle_is_refused": {"read": hasty},
    "random_puzzles_are_the_same_for_the_same_seed": {
        "sample": lambda rng: FAMILY.sample(random.Random())
    },
    "encodings_say_what_they_are": ("hint.lp", "% Output predicates:", "% Gives:"),
    "overlays_load_and_run": ("variants/avoid.lp", "#const avoid_x", "#const avoid_z"),
    "overlays_run_together": ("variants/avoid.lp", "\n#const", "\n#const visit_x = 0.\n#const"),
    "overlays_change_what_they_say": {"overlay_cases": ()},
    "broken_encodings_are_told_apart": {"mutants": (NORTH,)},
    "harmless_edits_pass": {"mutants": (replace(NORTH, kinds=()),)},
    "answers_are_accepted_by_the_checker": {"check": lambda instance, witness: WRONG},
    "engines_agree": {"native": NativeSearch(nothing)},
    "costs_are_measured": {"costs": Costs(lambda instance, task, witness: 99)},
    "brute_force_agrees": {"truth": lambda instance, task: Truth(False)},
    "shipped_puzzles_have_the_answers_beside_them": {"native": NativeSearch(nothing)},
    "native_searches_stop_when_they_are_told_to": {"native": NativeSearch(deaf)},
    "witnesses_are_read_as_they_were_written": {
        "witness_format": replace(
            FAMILY.witness_format, lines=lambda _: [(fact("move", "n", 1, 1, 1, 1), "")]
        )
    },
    "any_atoms_are_decoded_or_refused": {"decode": odd},
    "decoding_is_the_inverse_of_encoding": {
        "witness_format": replace(
            FAMILY.witness_format, lines=lambda w: islice(FAMILY.witness_format.lines(w), 1)
        )
    },
    "forgeries_are_named": {"check": lambda instance, witness: RIGHT},
    "what_the_checker_saw_is_declared": {
        "trace": FAMILY.trace._replace(facts=lambda instance, witness: [fact("elsewhere", 1)])
    },
    "mutations_are_judged": {"check": lambda instance, witness: Verdict()},
    "answers_to_other_puzzles_are_refused": {"check": lambda instance, witness: RIGHT},
    "facts_with_any_value_are_read_or_refused": {"schema": ByHand(FAMILY.facts, numbered)},
    "answers_with_any_value_are_judged_and_drawn": {
        "pictures": FAMILY.pictures._replace(text=lambda instance, witness: 1 // 0)
    },
    "the_judge_in_rules_says_what_the_checker_says": ("check.lp", "yellow,-1).", "yellow,-2)."),
    "the_judge_in_rules_stands_alone": ("check.lp", "towards(n", '#include "maze.lp".\ntowards(n'),
    "pictures_are_well_formed_in_all_themes": {
        "pictures": FAMILY.pictures._replace(draw=lambda instance, witness: Drawing(9, 9, ""))
    },
    "pictures_for_terminals_are_plain": {
        "pictures": FAMILY.pictures._replace(text=lambda instance, witness: "\x1b[2J\n")
    },
    "steps_are_drawn_one_by_one": {
        "pictures": FAMILY.pictures._replace(
            step=lambda instance, witness, step: FAMILY.draw(instance, witness)
        )
    },
    "scenes_draw_and_edit_all_kinds_of_facts": ("scene.lp", "paint(4,yellow,", "paint(4,white,"),
    "pictures_tell_kinds_of_facts_apart": {
        "pictures": FAMILY.pictures._replace(
            draw=lambda maze, _: FAMILY.draw(
                replace(maze, colours=maze.colours.replace(b"\3", b"\2")), None
            )
        )
    },
    "pages_have_all_that_their_rules_name": {"script": without_scene},
    "ways_are_played_to_the_goal": {"script": without_way},
    "games_are_won_where_the_checker_says_so": {"played": unfinished},
    "labs_play_answers": {"script": without_last_move},
    "labs_adapt_puzzles_to_options": (LAB, 'value !== "true"', "value !== 1"),
    "labs_open_and_save_files": (LAB, "[`${width} ${height}`, ...lines", "[...lines"),
    "options_make_a_difference": {"adapt": lambda maze, **_: maze},
    "engines_and_checker_know_all_options": {
        "native": NativeSearch(
            lambda maze, *more: FAMILY.native.search(replace(maze, departure=False), *more)
        )
    },
    "pages_know_all_options": {
        "script": lambda maze, answers: FAMILY.script(replace(maze, departure=False), answers)
    },
    "players_are_told_of_options": {
        "script": lambda maze, answers: replace(FAMILY.script(maze, answers), lesson=PLAIN.lesson)
    },
    "labs_know_all_options": (LAB, "return [`corridor(${number_},${from})`, ", "return ["),
    "the_judge_in_rules_knows_all_options": ("check.lp", "rule(departure)", "rule(nothing)"),
    "smaller_puzzles_are_legal": {"smaller": lambda instance: [instance]},
    "shrinking_ends_with_a_smallest_puzzle": {"truth": lambda instance, task: Truth(False)},
    "insisting_on_everything_is_the_puzzle_itself": {"relaxed": lambda instance, loose: True},
    "reasons_are_refuted_minimal_and_hit": {"relaxed": lambda instance, loose: True},
}
"""Members, or a file with a change to it: of Alice's encodings, or of a lab."""


def with_lab(folder, old, new):
    """Fractal or Alice, with a change in its lab."""
    (family, changed), *_ = (
        (family, file)
        for family in map(registry.get, ("fractal", "alice"))
        for file in family.lab
        if old in file.read_text()
    )
    shutil.copytree(changed.parents[1], folder, dirs_exist_ok=True)
    (folder / "lab_js" / changed.name).write_text(changed.read_text().replace(old, new))
    return replace(family, lab=tuple(folder / "lab_js" / file.name for file in family.lab))


def test_each_requirement_is_broken_below():
    assert list(BREAKS) == [each.name for each in requirements()]


SLOW = "broken_encodings_are_told_apart"
ONCE = (SLOW, *(name for name in BREAKS if name.startswith(("labs_", "pages_", "ways_", "games_"))))
"""Of these, one random puzzle is enough to see it."""


@pytest.mark.parametrize("name", few(sorted(BREAKS, key=SLOW.__eq__), len(BREAKS) - 1))
def test_a_family_that_does_not_meet_a_requirement_fails_it_by_name(name, tmp_path, monkeypatch):
    (demanded,) = (each for each in requirements() if each.name == name)
    family, trial, broken = FAMILY, TESTKIT, BREAKS[name]
    if isinstance(broken, tuple) and broken[0] == LAB:
        family = with_lab(tmp_path, *broken[1:])
        trial = family_testkit(family)
    elif isinstance(broken, tuple):
        file, old, new = broken
        shutil.copytree(ROOT / "encodings/alice", tmp_path / "encodings/alice")
        path = tmp_path / "encodings/alice" / file
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))
        folder = resources._folder

        def found(kind, name):
            return tmp_path / kind / name if kind == "encodings" else folder(kind, name)

        monkeypatch.setattr(resources, "_folder", found)
    elif set(broken) <= {each.name for each in fields(FamilyTestkit)} - {"sample"}:
        trial = replace(TESTKIT, **broken)
    else:
        family = replace(FAMILY, **broken)
    monkeypatch.setattr("pylab.testing.texts._MANY", 50)
    monkeypatch.setattr("pylab.testing.labs._FACTS", 60)
    subject = Subject(family, trial, 1 if name in ONCE else 3)
    assert demanded.applies(subject)
    with pytest.raises(AssertionError) as caught:
        demanded.check(subject)
    assert isinstance(caught.value, Unmet)
    assert str(caught.value)


# ---- what a family from elsewhere does


@pytest.mark.slow
def test_another_projects_family_is_put_to_it(tmp_path):
    for name in ("pylab", "pylab_asp", "encodings"):
        skipped = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=skipped)
    package = tmp_path / "pylab/families/hopscotch"
    write(package, "hopscotch", "pylab.families.hopscotch")
    for name, text in CONFORMING.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    test = "from pylab.family import registry\nfrom pylab.testing import conformance\n"
    (tmp_path / "test_it.py").write_text(
        f"{test}\ntest_hopscotch = conformance(registry.get('hopscotch'))\n"
    )

    def put():
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"],
            capture_output=True, encoding="utf-8", check=False, cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
        )  # fmt: skip

    done = put()
    assert done.returncode == 0, done.stdout
    assert re.search(r"^1[5-9] passed", done.stdout, re.MULTILINE), done.stdout
    rules = tmp_path / "encodings/hopscotch/hops.lp"
    rules.write_text(rules.read_text().replace("#const longest = 3.", "#const longest = 4."))
    done = put()
    assert done.returncode == 1
    assert "test_hopscotch[answers_are_accepted_by_the_checker]" in done.stdout
    (package / "testkit.py").unlink()
    done = put()
    assert done.returncode == 2
    assert "hopscotch brings no pylab.families.hopscotch.testkit" in done.stdout


# ---- expected answers

GOOD = '{"source": "counted by hand", "answers": [{"task": "hops", "cost": 3}]}'


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"source"', '"sauce"', "unknown key sauce"),
        ('"source": "counted by hand", ', "", 'expected a key "source"'),
        (', "answers": [{"task": "hops", "cost": 3}]', "", 'expected a key "answers"'),
        ('"task": "hops", ', "", 'expected a key "task"'),
        ('"counted by hand"', '""', "expected more than 10 characters"),
        ('[{"task": "hops", "cost": 3}]', "[]", "expected at least one"),
        ('"task"', '"question"', "unknown key question"),
        (', "cost": 3', "", "nothing is expected"),
        ('"cost"', '"costs"', "unknown key costs"),
        ('"cost": 3', '"cost": "3"', "for cost"),
        ('"cost": 3', '"status": "maybe"', "no status"),
        ("}]", "}", "Expecting"),
    ],
)
def test_expected_answers_have_one_schema(tmp_path, old, new, told):
    path = tmp_path / "x.expected.json"
    path.write_text(GOOD)
    assert expected.read(path).answers[0].wanted == {"cost": 3}
    assert old in GOOD
    path.write_text(GOOD.replace(old, new))
    with pytest.raises(ValueError, match=re.escape(told)):
        expected.read(path)


def test_a_source_has_more_than_ten_characters():
    text = GOOD.replace("counted by hand", "x" * 11)
    assert expected.parse(text.encode(), "x").answers[0].models is None
    with pytest.raises(ValueError, match="more than 10"):
        expected.parse(text.replace("x" * 11, "x" * 10).encode(), "x")


def test_all_answers_are_searched_if_their_number_is_known():
    text = GOOD.replace('"cost": 3', '"count": 3').encode()
    (claim,) = expected.parse(text, "x").answers
    assert (claim.models, claim.wanted) == (0, {"count": 3})


@pytest.mark.parametrize(
    ("found", "wanted", "agree"),
    [
        ({"a": 1, "b": 2}, {"a": 1}, True),
        ({"a": 1}, {"a": 2}, False),
        ({"a": 1}, {"b": 1}, False),
        (None, {"a": 1}, False),
        ((1, 2), [1, 2], True),
        ([1, 2], [1, 3], False),
        ([1], [1, 2], False),
        (None, [1], False),
        (3, 3, True),
        (3, 4, False),
    ],
)
def test_found_values_agree_with_the_wanted_ones(found, wanted, agree):
    assert expected.agrees(found, wanted) is agree


def test_a_labs_names_are_its_own(tmp_path):
    (demanded,) = (each for each in requirements() if each.name == "labs_adapt_puzzles_to_options")
    for number, (names, told) in enumerate(
        [
            ("const later = 0, readFacts = 0;", None),  # as the page and the kit have them
            ("const tools = 0;", "'tools' has already been declared"),
        ]
    ):
        family = with_lab(tmp_path / str(number), "const having =", f"{names}\nconst having =")
        subject = Subject(family, family_testkit(family), 1)
        if told is None:
            demanded.check(subject)
        else:
            with pytest.raises(Unmet, match=told):
                demanded.check(subject)


@pytest.mark.skipif(node.NODE is None, reason="there is no node here")
def test_a_script_that_fails_or_ends_node_is_told_and_the_next_one_runs(tmp_path):
    harness = tmp_path / "harness.js"
    twice = 'process.stdout.write(JSON.stringify(2 * JSON.parse(require("fs").readFileSync(0))))'
    for text, message in (
        ("throw new Error('no way')", "broken: Error: no way"),
        ("return (", "broken: SyntaxError"),
        ("require('process').exit(3)", "broken: it has no answer"),
    ):
        harness.write_text(text)
        with pytest.raises(Unmet, match=message):
            node.told(harness, 1, "broken")
        harness.write_text(twice)
        assert node.told(harness, 21, "broken") == 42


def test_samples_show_what_each_colour_and_rule_changes():
    """More samples are drawn if none of the first has another answer without such facts."""
    family = registry.get("alice")
    subject = Subject(family, family_testkit(family), 1)
    texts = [[str(each) for each in family.facts(maze)] for _, maze in subject.samples]
    for kind in (",red).", ",yellow).", "rule(departure).", "rule(backwards)."):
        assert any(each.endswith(kind) for facts in texts for each in facts)
    assert len(subject.samples) > len(subject.drawn) + 2


def test_an_option_that_is_not_listed_is_named():
    family = registry.get("dungeon")
    options = tuple(each for each in family.listing.options if each.name != "prune")
    family = replace(family, listing=replace(family.listing, options=options))
    (demanded,) = (each for each in requirements() if each.name == "listings_are_described")
    with pytest.raises(Unmet, match="adapt takes prune, which is no option of the listing"):
        demanded.check(Subject(family, family_testkit(family), 1))
