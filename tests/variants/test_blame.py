"""The edit that makes a variant differ: random edits are found again, and noise is not named."""

from __future__ import annotations

import itertools
import json
import random
import shutil
from pathlib import Path

import pytest
import random_edits
from clingo import ast
from json_page import JSON
from projects import ROOT, apart, call, few
from random_programs import answers, random_program

from pylab.analysis import blame, compare, differences, syntax, trials
from pylab.analysis.blame import Blame, smallest
from pylab.base import resources
from pylab.base.errors import PylabError
from pylab.base.plain import plain
from pylab.core import puzzle
from pylab.core.options import Limits
from pylab.encoding import program
from pylab.encoding.places import statements_of
from pylab.encoding.predicates import placed
from pylab.family import registry

ACROSS = "opposite(D,D'), open(X',Y',D',T),"
"""What makes corridors of ravensburger/dynamics.lp lead both ways."""

FAMILIES = ["ravensburger", "alice", "theseus", "dungeon", "fractal"]

FOLDERS = [str(ROOT / "examples" / name) for name in ("sokoban", "colouring", "sudoku", "hanoi")]


@pytest.fixture(autouse=True)
def _in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def statement(text):
    kinds = (ast.ASTType.Comment,)
    return next(each for each in placed(statements_of(text)) if each.kind not in kinds)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("a(X) :- b(X), c(Y).", "a(Z) :- c(B), b(Z). % and a word", True),
        ("a(X) :- b(X), c(Y).", "a(X) :- b(Y), c(X).", False),
        ("a(X) :- b(X,Y).", "a(X) :- b(X,X).", False),
        ("a(X) :- b(X,_).", "a(X) :- b(X,Y).", False),
        (":- a(X), X < 3.", ":- a(X), X > 3.", False),
        (":- a(X), not b(X).", ":- not b(A), a(A).", True),
        (":- #count { X : a(X,Y) } > 1, b(Y).", ":- b(Z), #count { X : a(X,Z) } > 1.", True),
        (":- #count { X : a(X,Y) } > 1, b(Y).", ":- b(Z), #count { X : a(Z,X) } > 1.", False),
        ("{ a(X) : b(X) } = 1 :- c.", "{ a(Y) : b(Y) } = 1 :- c.", True),
        ("{ a(X) : b(X) } = 1 :- c.", "{ a(X) : b(X) } = 2 :- c.", False),
        ("a(1..3).", "a(1..4).", False),
        ("#show a/1.", "#show a/2.", False),
    ],
)
def test_what_counts_as_the_same_statement(one, other, same):
    assert (syntax.key(statement(one)) == syntax.key(statement(other))) is same


def edits(one, other):
    for name, text in (("one.lp", one), ("other.lp", other)):
        Path(name).write_text(text)
    pair = [program.load(Path(name)) for name in ("one.lp", "other.lp")]
    return syntax.edits(*pair)


def test_statements_are_paired_with_what_they_became():
    found = edits(
        "a(1).\nb(X) :- a(X), X > 0.\n#program step(t).\nc(t) :- b(t).\n:- c(t), t > 3.\nd.\n",
        "d.\nb(Y) :- a(Y), Y > 1. % later\n\n:- c(t), t > 3.\na(1). e.\n"
        "#program step(k).\nc(k) :- b(k).\n",
    )
    told = [(each.kind, each.old and each.old.line, each.new and each.new.line)
            for each in found.changes]  # fmt: skip
    assert told == [
        ("changed", 2, 2), ("moved", 5, 4), ("moved", 6, 1), ("added", None, 5),
    ]  # fmt: skip
    assert len(found.common) == 2


def test_what_shares_its_body_is_paired_before_what_looks_alike():
    found = edits(
        "win(Y) :- goal(escape), outer(Y).\nwin(P) :- goal(at(P)).\n",
        "win(Y) :- outer(Y).\nwin(P) :- goal(at(P)), 1 < 2, 2 > 1.\n",
    )
    told = [(each.old and each.old.line, each.new and each.new.line) for each in found.changes]
    assert told == [(1, 1), (2, 2)]


def test_two_that_are_alike_are_paired_so_that_both_fit():
    one = "l(X,Y,C) :- t(Y,C), not r.\nl(X,Y,C) :- t(X,C), r.\n"
    found = edits(one, "l(X,Y,C) :- t(Y,C), r.\nl(X,Y,C) :- t(X,C), r, 1 < 2, 2 > 1.\n")
    told = [(each.old and each.old.line, each.new and each.new.line) for each in found.changes]
    assert told == [(1, 1), (2, 2)]


def test_helpers_by_another_name_are_no_edit():
    one = "aid(X) :- f(X), X > 1.\nother(X) :- aid(X), not aid(3).\n:- other(1).\n#show g/0.\ng.\n"
    found = edits(one, one.replace("aid", "help").replace("other", "another"))
    assert found.changes == ()
    assert len(edits(one, one.replace("aid", "help").replace("> 1", "> 2")).changes) == 1
    assert edits(one, one.replace("g", "h")).changes  # what is shown is called as it is


@pytest.mark.parametrize("seed", few(range(40), 6))
def test_the_smallest_set_by_trying_all(seed):
    """A random family of sets, closed upwards or not, in which the whole is."""
    rng = random.Random(seed)
    count = rng.randint(1, 6)
    everything = range(count)
    seeds = [frozenset(rng.sample(everything, rng.randint(1, count))) for _ in range(3)]

    def shows(some):
        if seed % 2:
            return any(each <= some for each in seeds)
        return len(some) == count or hash((seed, tuple(sorted(some)))) % 5 == 0

    found = smallest(count, shows)
    sets = [
        frozenset(some)
        for size in range(count + 1)
        for some in itertools.combinations(everything, size)
        if shows(frozenset(some))
    ]
    needed = [each for each in sets if not shows(frozenset(everything) - each)]
    assert found.members in sets
    assert not any(less < found.members for less in sets)
    if found.cures:
        assert found.members in needed
    else:
        assert len(found.members) == len(sets[0])
    assert found.proven == (len(found.members) == len(sets[0]))


def test_many_changes_are_left_out_by_halves():
    wanted = frozenset({3, 77, 140, 155})
    asked = []

    def shows(some):
        asked.append(some)
        return wanted <= some

    found = smallest(160, shows)
    assert (found.members, found.cures) == (wanted, True)
    assert len(asked) < 600
    asked.clear()
    ended = smallest(160, shows, lambda: "interrupted" if len(asked) > 200 else "")
    assert wanted <= ended.members
    assert (ended.proven, ended.reason) == (False, "interrupted")


def blamed(family, task, variant, instance, level=compare.Level.ANSWERS):
    """What is blamed where the variant differs from the task's own encoding."""
    asked = compare.Settings(family, task, limits=Limits(10, models=100), level=level)
    pair = (
        compare.variant(family, f"{family.name}/{task.encoding}"),
        compare.variant(family, variant),
    )
    difference = differences.difference_on(asked, *pair, instance)
    assert difference is not None
    return blame.blame(asked, *pair, instance, difference.kind, 60)


def found_again(name, seed):
    """How many statements differ, an edit among them that is found; None if it does not show."""
    family = registry.get(name)
    rng = random.Random(f"{family.name} {seed}")
    task = rng.choice([each for each in family.tasks if each.encoding])
    made = random_edits.make(rng, family, task, Path(f"my-{seed}").absolute())
    if made is None:
        return None
    means = compare.Settings(family, task, limits=Limits(5, models=100))
    pair = [
        compare.variant(family, str(random_edits.root_of(family) / task.encoding)),
        compare.variant(family, str(made.entry)),
    ]
    fits = lambda instance: compare.fits(family, pair, instance)  # noqa: E731
    samples = [*trials.generated(family, 8, seed, fits), *trials.shipped(family)[0][:2]]
    try:
        rows = differences.compare(means, pair, trials.by_size(family, samples))
        row = next((row for row in rows if row.differences[0]), None)
    except PylabError:  # clingo refuses what was made
        return None
    if row is None:
        return None
    kind = row.differences[0].kind
    found = blame.blame(means, *pair, row.sample.instance, kind, 60)
    if found.reason:  # a limit
        return None
    (change,) = found.changes
    assert Path(change.old.file).name == made.file, made
    assert change.old.line == made.line, made
    assert (change.kind == "dropped") == made.what.startswith("dropped"), made
    if change.new is not None:
        assert change.new.line == made.line
    assert found.cures, made
    return found.among


@pytest.mark.parametrize("name", [*few(FAMILIES, 1), *few(FOLDERS, 1)])
def test_a_random_edit_is_found_again(name):
    first = 5 if name == "dungeon" else 0  # which shows on a puzzle that is tried
    assert any(apart(found_again, name, seed) for seed in range(first, first + 12))


@pytest.mark.slow
@pytest.mark.parametrize("seed", few(range(60), 10))
@pytest.mark.parametrize("name", [*FAMILIES, *FOLDERS])
def test_random_edits_are_found_again(name, seed):
    if apart(found_again, name, 1000 + seed) is None:
        pytest.skip("it changes nothing on the puzzles that are tried, or is no program")


def test_the_edit_of_a_program_of_ones_own_is_the_one_that_does_it():
    """Programs without a family were read anew from their files, with all edits made."""
    steps = "1 { go(1..2,t) } 1.\n#program check(t).\n:- query(t), t < 2.\n#show go/2.\n"
    head = "#include <incmode>.\n#program step(t).\n"
    Path("one.lp").write_text(f"{head}cost(X,t) :- go(X,t).\n:~ cost(X,t). [X,t]\n{steps}")
    Path("two.lp").write_text(f"{head}pos(t).\npos(X,t) :- go(X,t), pos(t).\n{steps}")
    words = ("--encoding", "one.lp", "--encoding", "two.lp", "--random", "0")
    Path("none.lp").write_text("")
    done = call("compare", *words, "none.lp")
    assert (
        "these 2 of 4 edits do it together:\n  dropped (beside two.lp:5): one.lp:3" in done.stdout
    )
    assert "one.lp:4: :~ cost(X,t). [X@0,t]" in done.stdout
    assert "the two still differ without" not in done.stdout


def test_the_edit_of_a_program_whose_puzzle_has_rules_is_the_one_that_does_it():
    """With rules in the puzzle, programs were read anew from their files, too."""
    shows = "#show c/1. #show b/1.\n"
    Path("one.lp").write_text(f"c(X) :- n(X), X > 1.\n:- c(3), b(3).\n{shows}")
    Path("two.lp").write_text(f"c(X) :- n(X), X > 1.\nd(4).\n:- c(3), b(2).\n{shows}")
    Path("rules.lp").write_text("n(1..3).\n{ b(X) } :- n(X).\n")
    words = ("--encoding", "one.lp", "--encoding", "two.lp", "--random", "0", "rules.lp")
    (told,) = json.loads(call("compare", *words, "--format", "json").stdout)["differences"]
    assert [each["kind"] for each in told["blame"]["changes"]] == ["changed"]
    assert (told["blame"]["among"], told["blame"]["cures"]) == (2, True)


@pytest.mark.parametrize("seed", few(range(400), 25))
def test_edits_of_random_programs_do_what_is_said_of_them(seed):
    """The edits alone make a difference; without them there is none, unless another cause is told.

    A difference of another kind that was left was taken for none.
    """
    rng = random.Random(seed)
    old = random_program(seed, minimise=seed % 3 == 0).text.splitlines()
    new, spare = list(old), random_program(seed + 10_000).text.splitlines()[1:]
    for _ in range(2):
        at = rng.randrange(1, len(new) - 1)
        new[at : at + rng.randint(0, 1)] = rng.sample(spare, rng.randint(0, 1))
    Path("old.lp").write_text("\n".join(old))
    Path("new.lp").write_text("\n".join(new))
    Path("none.lp").write_text("")
    words = ("--encoding", "old.lp", "--encoding", "new.lp", "--random", "0", "none.lp")
    told = json.loads(call("compare", *words, "--format", "json").stdout)["differences"]
    before, after = best(old), best(new)
    several = len({*old}) < len(old) or len({*new}) < len(new)  # which are one statement
    if several or max(len(before), len(after)) > 400:
        return
    if not told:
        assert before == after
        return
    assert before != after
    changes = told[0]["blame"]["changes"]
    gone = [each["reference"]["line"] - 1 for each in changes if each["reference"]]
    come = [each["variant"]["line"] - 1 for each in changes if each["variant"]]
    made = [line for n, line in enumerate(old) if n not in gone] + [new[n] for n in come]
    undone = [line for n, line in enumerate(new) if n not in come] + [old[n] for n in gone]
    assert best(made) != before
    assert told[0]["blame"]["cures"] == (best(undone) == before)


def best(lines):
    """The optimal answers of a random program, by clingo alone."""
    found = [frozenset(each) for each, _ in answers("\n".join(lines), "--opt-mode=ignore")]
    if "#minimize" not in "".join(lines):
        return {*found}
    costs = [sum({"p": 1, "r": 2}.get(atom[0], 0) for atom in each) for each in found]
    return {each for each, cost in zip(found, costs, strict=True) if cost == min(costs)}


def shortest(name, family="ravensburger"):
    family = registry.get(family)
    asked = puzzle.load(ROOT / "instances" / name)
    return family, family.task("shortest"), asked.instance


def test_half_of_a_harmless_edit_is_not_blamed():
    """A rule split in two is harmful by half; the edit that is to blame is another one."""
    shutil.copytree(resources.encodings("ravensburger"), "my")
    path = Path("my/dynamics.lp")
    text = path.read_text()
    old = next(line for line in text.split("\n") if line.startswith("avatar(X,Y,T)"))
    split = f"{old[:-1]}, X > 1.\n{old[:-1]}, X <= 1."
    path.write_text(text.replace(old, split).replace(ACROSS, ""))
    family, task, instance = shortest("ravensburger/example-4x4.lp")
    found = blamed(family, task, "my/shortest.lp", instance)
    assert (found.among, found.smallest, found.cures) == (3, True, True)
    (change,) = found.changes
    assert "opposite" in change.old.text
    assert "opposite" not in change.new.text


def test_of_several_overlays_those_that_it_takes():
    family, task, instance = shortest("ravensburger/example-4x4.lp")
    for name, text in (
        ("north.lp", ":- push(_,n,t).\n"),
        ("nothing.lp", ":- push(9,_,t).\n"),
        ("south.lp", ":- push(_,s,t).\n"),
    ):
        Path(name).write_text(f"#program step(t).\n{text}")
    overlaid = "ravensburger/shortest.lp+north.lp+nothing.lp+south.lp"
    found = blamed(family, task, overlaid, instance, level=compare.Level.STATUS)
    assert found.overlays == ("north.lp", "south.lp")
    assert found.spare == ("nothing.lp",)
    assert [each.new.file for each in found.changes] == ["north.lp", "south.lp"]
    assert next(iter(blame.lines(found))) == (
        "of the overlays it takes north.lp and south.lp; not nothing.lp"
    )


def test_what_the_heads_say_is_no_statement():
    """What only sets an option: the checker then refuses what is answered."""
    family, task, instance = shortest("ravensburger/example-4x4.lp")
    Path("fixed.lp").write_text("% Options:\n%   fixed_lines=true\n")
    found = blamed(family, task, "ravensburger/shortest.lp+fixed.lp", instance)
    assert found.changes == ()
    shutil.copytree(resources.encodings("ravensburger"), "my")
    entry = Path("my/shortest.lp")
    entry.write_text(
        "% Options:\n%   fixed_lines=true\n% Purpose: x\n" + entry.read_text() + "n(1)."
    )
    found = blamed(family, task, "my/shortest.lp", instance)
    assert (found.changes, found.among) == ((), 1)
    assert "no statement causes the difference" in "".join(blame.lines(found))


@pytest.mark.parametrize("title", ["Judge", "Judge replaces"])
def test_what_a_judge_refutes_is_no_edit(title):
    """Neither where the variant has the judge, nor where the reference has it."""
    family, task, instance = shortest("ravensburger/example-4x4.lp")
    Path("j1.lp").write_text("wrong(row,T) :- push(2,n,T).\n")
    Path("ov.lp").write_text(f"% {title}: j1.lp\n\n#program step(t).\n:- push(3,_,t).\n")
    means = compare.Settings(family, task)
    names = ("ravensburger/shortest.lp", "ravensburger/shortest.lp+ov.lp")
    plain, judged = (compare.variant(family, name) for name in names)
    for one, two, kind in ((plain, judged, "invalid"), (judged, plain, "reference-invalid")):
        found = blame.blame(means, one, two, instance, kind)
        (line,) = blame.lines(found)
        assert (
            line == f"no edit is named: your judge j1.lp found an answer of {names[0]} invalid, too"
        )


def test_programs_that_share_little_are_not_blamed_on_edits():
    family, task, instance = shortest("ravensburger/example-4x4.lp")
    Path("mine.lp").write_text(
        "{ push(Z,D,1) : field(Z,_), D = (n;s) } = 1.\n#minimize { Z : push(Z,_,_) }.\n"
        "#show push/3.\n"
    )
    found = blamed(family, task, "mine.lp", instance)
    assert found.changes == ()
    first, second, third = blame.lines(found)
    assert first == "mine.lp minimises something, ravensburger/shortest.lp does not"
    assert second == "ravensburger/shortest.lp goes step by step, mine.lp does not"
    assert third.startswith("no edit is named: they share")


def test_the_reference_may_be_what_is_wrong():
    shutil.copytree(resources.encodings("ravensburger"), "my")
    path = Path("my/dynamics.lp")
    path.write_text(path.read_text().replace(ACROSS, ""))
    family, task, instance = shortest("ravensburger/example-4x4.lp")
    means = compare.Settings(family, task)
    pair = (compare.variant(family, "my/shortest.lp"), compare.variant(family, "shortest"))
    difference = differences.difference_on(means, *pair, instance)
    assert difference.kind == "reference-invalid"
    found = blame.blame(means, *pair, instance, difference.kind)
    (change,) = found.changes
    assert "opposite" not in change.old.text
    assert "opposite" in change.new.text


def test_the_command_names_it():
    shutil.copytree(resources.encodings("theseus"), "my")
    path = Path("my/leaving.lp")
    text = path.read_text()
    old = next(line for line in text.split("\n") if "turn(D,D')" in line)
    line = text[: text.index(old)].count("\n") + 1
    path.write_text(text.replace(old, old.replace(", turn(D,D')", "")))
    Path("two.plan").write_text("+-G-+\n|   |\n+-S-+\n")
    words = ("compare", "--encoding", "my/shortest.lp", "--random", 0, "two.plan")
    row = json.loads(call(*words, "--format", "json", cwd=Path.cwd()).stdout)["differences"][0]
    (change,) = row["blame"]["changes"]
    shipped = resources.named(resources.encodings("theseus") / "leaving.lp")
    assert change["reference"] == {"file": shipped, "line": line, "text": old}
    assert (change["kind"], change["variant"]["line"]) == ("changed", line)
    # the problem in the puzzle's words
    assert "from door 0 walked up to door 1 walked up one walks straight on" in row["words"]
    for key in ("blame", *row["blame"], *change):
        assert f"`{key}`" in JSON, key
    assert set(row["blame"]) == set(plain(Blame()))
