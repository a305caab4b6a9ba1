"""Words that a run has to spell: by both engines, the checker, and a walk over configurations."""

from __future__ import annotations

import heapq
import random
from itertools import product

import players
import pytest
from fractal_ask import ROOT, ask, load, read, small
from fractal_brute import names_of
from projects import few, many

from pylab.base.errors import InstanceError
from pylab.encoding import program
from pylab.engines import driver
from pylab.engines.driver import ClingoProgram
from pylab.families.fractal.family import FAMILY
from pylab.families.fractal.generate import generate
from pylab.families.fractal.membership import membership
from pylab.families.fractal.model import Configuration, Run, Spelling, spelling_of
from pylab.families.fractal.search import decide
from pylab.families.fractal.spelling import unspelled
from pylab.text.fact_files import read_facts
from pylab.text.source import Source, read_source

ENCODINGS = ROOT / "encodings" / "fractal"
DEPTH = 5
TASKS = {"shortest": (0, 1), "moves": (1, 0)}


def worded(rng):
    """A labyrinth small enough for brute force, with labels and words, as a file."""
    lines = FAMILY.write(small(rng)).splitlines()
    goal, rest = [line for line in lines if line.startswith("goal")], []
    rest = [
        f"{rng.choice(['a', 'b'])}: {line}"
        if rng.random() < 0.6 and not line.startswith(("start", "goal")) and " " in line
        else line
        for line in lines
        if line not in goal
    ]
    if rng.random() < 0.3:
        word = ["word: " + " ".join(rng.choices("ab", k=rng.randint(0, 4)))]
    else:
        steps = {(rng.choice("pq"), rng.choice("ab"), rng.choice("pq")) for _ in range(4)}
        word = [f"words: from p to {rng.choice(['p', 'q', 'q', 'p q'])}"]
        word += [f"{s} ={label}=> {t}" for s, label, t in sorted(steps)]
    return read("\n".join([*goal, *word, *rest]))


def moves(lab, names, stack, place, state):
    """What a walker can do: stack, place and state after it, and whether along a corridor."""
    for members, label in [*lab.corridors(), *((a[:2], a[2]) for a in lab.arrows())]:
        one_way = (members, label) not in [*lab.corridors()]
        if place not in members[: 1 if one_way else None]:
            continue
        for other in members:
            if other == place:
                continue
            if not label:
                yield stack, other, state, True
            for before, read_, after in lab.spelling.steps:
                if (before, read_) == (state, label):
                    yield stack, other, after, True
    head, dot, rest = place.partition(".")
    if dot and head != "inner":
        yield (*stack, head), rest, state, False
    if stack and f"{stack[-1]}.{place}" in names:
        yield stack[:-1], f"{stack[-1]}.{place}", state, False


def won(lab, stack, place, state):
    if state not in lab.spelling.last:
        return False
    if lab.goal.kind == "escape":
        return not stack and "." not in place
    return place in lab.goal.names and (lab.goal.kind == "reach" or not stack)


def best(lab, walk, toll, begin=None, depth=DEPTH):
    """The least cost of winning within so many boxes; None if that can't be."""
    names = names_of(lab)
    first = begin or ((), lab.start, lab.spelling.first)
    queue, done = [(0, first)], set()
    while queue:
        cost, here = heapq.heappop(queue)
        if here in done:
            continue
        done.add(here)
        if won(lab, *here):
            return cost
        for *there, corridor in moves(lab, names, *here):
            if len(there[0]) <= depth:
                heapq.heappush(queue, (cost + (walk if corridor else toll), tuple(there)))
    return None


def compare(seed, engines=("native", "clingo")):
    lab = worded(random.Random(seed))
    corridors, walked = best(lab, 1, 0), best(lab, 1, 1)
    assert decide(lab) == (corridors is not None), seed
    assert FAMILY.from_facts(FAMILY.facts(lab)) == lab
    for engine in engines:
        for task, cost in (("escape", None), ("shortest", corridors), ("moves", walked)):
            report, (found,) = ask(lab, task, engine)
            assert found.verdict.problems == (), (seed, task, engine)
            assert (report.status.value == "found") == (corridors is not None), (seed, task, engine)
            assert corridors is None or task == "escape" or report.cost == cost, (seed, engine)
    return lab, corridors


def test_native_agrees_with_brute_force():
    outcomes = [compare(seed, ["native"])[1] for seed in range(many(100))]
    assert outcomes.count(None) > 5
    assert sum(bool(each) for each in outcomes) > 5


@pytest.mark.parametrize("seed", few(range(100, 112), 4))
def test_clingo_agrees_with_brute_force(seed):
    compare(seed, ["clingo"])


@pytest.mark.slow
@pytest.mark.parametrize("block", range(5))
def test_all_agree_on_hundreds(block):
    for seed in range(1000 + 60 * block, 1060 + 60 * block):
        lab, _ = compare(seed)
        tasks_agree(lab)


def tasks_agree(lab):
    for task in ("shallowest", "exits", "winning"):
        (one, (native,)), (other, (clingo,)) = (ask(lab, task, e) for e in ("native", "clingo"))
        assert native.verdict.problems == clingo.verdict.problems == (), task
        assert (one.status, one.cost) == (other.status, other.cost), task
        if task == "winning":
            assert native.witness == clingo.witness
        if task == "exits":
            assert native.witness.ends == clingo.witness.ends


@pytest.mark.parametrize("seed", few(range(200, 206), 3))
def test_the_other_tasks_agree(seed):
    tasks_agree(worded(random.Random(seed)))


@pytest.mark.parametrize("seed", few(range(300, 304), 2))
def test_membership_is_the_word_from_there_on(seed):
    lab = worded(random.Random(seed))
    for stack in [(), *((box,) for box in lab.boxes())]:
        for place in lab.locations():
            truly = best(lab, 1, 0, (stack, place, lab.spelling.first)) is not None
            text = " ".join([*stack, ":", place])
            assert membership(lab, text).valid == truly, (seed, text)


@pytest.mark.parametrize("seed", few(range(4), 2))
def test_goals_of_automata_with_words(seed):
    """Both engines alike; runs are replayed, refutations checked by closure."""
    rng = random.Random(seed)
    lab = generate(rng, outer=3, boxes=2, letters=2, goal="accept", oneway=0.2)
    for task in ("escape", "winning"):
        (one, (native,)), (other, (clingo,)) = (ask(lab, task, e) for e in ("native", "clingo"))
        assert native.verdict.problems == clingo.verdict.problems == ()
        assert one.status == other.status
        assert task == "escape" or native.witness == clingo.witness


def test_long_runs_spell_too():
    """A run too long to be listed, folded up: the pairs are judged rule by rule."""
    lab = FAMILY.adapt(load("nested-5.lab"), word="from p to p")
    report, (found,) = ask(lab, "shortest", "native")
    assert report.cost == 125
    lab = generate(random.Random(1), nested=12)
    text = FAMILY.write(lab).replace("\nx0 y0", "\nflip: x0 y0")
    even = "words: from even to even\neven =flip=> odd\nodd =flip=> even\n"
    odd = even.replace("to even", "to odd")
    report, (found,) = ask(read(even + text), "shortest", "native")
    assert report.cost == 2**14 - 3
    assert "16381 corridors" in found.verdict.summary
    report, (found,) = ask(read(odd + text), "shortest", "native")
    assert report.status.value == "none"
    assert found.verdict.problems == ()


def toll():
    return FAMILY.read(read_source(str(ROOT / "examples/toll.lab")))


@pytest.mark.parametrize(
    ("task", "word", "cost"),
    [
        ("shortest", "", 29),
        ("moves", "", 47),
        ("shallowest", "", 4),
        ("shortest", "from free to free; free =coin=> free; free =gate=> free", 3),
        ("shortest", "coin gate coin gate", 44),
        ("shortest", "coin gate", None),
    ],
)
def test_known_answers_of_the_toll(task, word, cost):
    lab = FAMILY.adapt(toll(), word=word)
    report, (found,) = ask(lab, task, "native")
    assert found.verdict.problems == ()
    assert (report.cost, report.status.value) == (cost, "found" if cost else "none")
    assert task != "shortest" or best(lab, 1, 0) == cost


TOLL = """
words: from closed to open
closed =coin=> open
open =gate=> closed
goal: at out
1 A.2
coin: A.3 2
gate: 2 out
coin: 2 3
"""


def test_the_checker_reads_the_word_of_a_run():
    lab = read(TOLL)
    walked = ["1", "A.2", "2", "3", "A.3", "2", "out"]
    stacks = [(), (), ("A",), ("A",), (), (), ()]
    run = Run(
        tuple(Configuration(stack, place) for stack, place in zip(stacks, walked, strict=True))
    )
    verdict = FAMILY.check(lab, run)
    # coin coin gate: the second coin can't be read
    assert [problem.code for problem in verdict.problems] == ["word"]
    twice = FAMILY.adapt(lab, word="coin coin gate")
    verdict = FAMILY.check(twice, run)
    assert verdict.valid
    assert verdict.summary.endswith("spells coin coin gate")
    assert not FAMILY.check(FAMILY.adapt(lab, word="coin gate"), run).valid


def test_parallel_corridors_may_be_told_apart_by_their_labels_alone():
    lab = read("word: b\ngoal: at 2\na: 1 2\nb: 1 2\n")
    (found,) = ask(lab, "escape", "clingo")[1]
    assert found.verdict.summary.endswith("spells b")


def test_files_keep_labels_and_words():
    text = "word: a b\na: 1 A.2\nb: 2 -> A.1\n2 -> A.1\n1 3\n"
    lab = read(text)
    assert lab.spelling == spelling_of("ab")
    assert list(lab.corridors()) == [(("1", "A.2"), "a"), (("1", "3"), "")]
    assert list(lab.arrows()) == [("2", "A.1", ""), ("2", "A.1", "b")]
    assert read(FAMILY.write(lab)) == lab
    assert FAMILY.from_facts(FAMILY.facts(lab)) == lab
    automaton = "words: from s to t s\ns =a=> t\n1 A.2\na: 1 3\n"
    assert read(automaton).spelling == Spelling("s", ("s", "t"), (("s", "a", "t"),))
    assert read(FAMILY.write(read(automaton))) == read(automaton)


def test_labels_without_words_mean_nothing():
    lab = read("goal: at 3\na: 1 2\nb: 2 -> 3\n")
    for engine in ("native", "clingo"):
        assert ask(lab, "shortest", engine)[0].cost == 2


def test_generated_words_are_read_back():
    for seed in range(20):
        lab = generate(random.Random(seed), outer=3, boxes=2, letters=2, oneway=0.3)
        assert lab.spelling is not None
        again = read(FAMILY.write(lab))
        assert set(again.corridors()) == set(lab.corridors())
        assert (list(again.arrows()), again.spelling) == (list(lab.arrows()), lab.spelling)


def test_pairs_are_a_labyrinth():
    lab = read(TOLL)
    pairs = unspelled(lab)
    assert pairs.start == "1(closed)"
    assert pairs.goal.names == ("out(open)",)
    places = {f"{u}({s})" for u, s in product(lab.locations(), ("open", "closed"))}
    assert set(pairs.locations()) == places


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        ("a:\n1 2", "a label, a colon and locations", 1, 1),
        ("a.b: 1 2", "a label, a colon and locations", 1, 1),
        ("a: 1 A..2", "a location like", 1, 6),
        ("a: a A..2", "a location like", 1, 6),
        ("a: start:", "a location like", 1, 4),
        ("1 2\nword: a\nword: b", "one line 'word …'", 3, 1),
        ("1 2\nword: a\nwords: from s to t", "one of word: and words:", 3, 1),
        ("1 2\nword: a.b", "a label", 2, 1),
        ("1 2\nwords: s t", "words 'from STATE to STATE…'", 2, 1),
        ("1 2\nwords: from s to", "words 'from STATE to STATE…'", 2, 1),
        ("1 2\ns =a=> t", "a line 'words: from STATE to STATE…'", 2, 1),
        ("1 2\nwords: from s to t\ns =a=> t u", "a step like", 3, 1),
        ("1 2\nwords: from s to t\nb: s =a=> t", "a step without a label", 3, 4),
        ("1 2\nwords: from s to t\ns. =a=> t", "a state", 3, 1),
        ("1 A.2\ngoal accept q\na: 1 --A--> q", "a transition without a label", 3, 4),
    ],
)
def test_what_is_wrong_has_a_place(text, message, line, column):
    with pytest.raises(InstanceError) as error:
        read(text)
    assert message in error.value.message
    assert (error.value.place.line, error.value.place.column) == (line, column)


@pytest.mark.parametrize(
    "facts",
    [
        'start("1"). corridor(1,"1"). label(2,"a").',
        'start("1"). corridor(1,"1"). label(1,"a"). label(1,"b").',
        'start("1"). corridor(1,"1"). label(1,"a b").',
        'start("1"). corridor(1,"1"). last("s").',
        'start("1"). corridor(1,"1"). spell("s","a","t").',
        'start("1"). corridor(1,"1"). first("s"). first("t").',
        'rule(1,"p","a","q"). initial("p"). first("s").',
    ],
)
def test_facts_that_make_no_words_are_refused(facts):
    with pytest.raises(InstanceError):
        FAMILY.from_facts(read_facts(Source("x.lp", facts), FAMILY.listing.vocabulary))


def test_pictures_have_labels(tmp_path):
    lab = toll()
    (found,) = ask(lab, "shortest", "native")[1]
    assert "coin: B.1 - B.3" in FAMILY.picture(lab, found.witness)
    assert "owing =coin=> paid" in FAMILY.picture(lab, None)
    assert FAMILY.draw(lab, found.witness).render("light").count(">coin</text>") == 1
    assert '"B.1" -- "B.3" [label="coin"];' in FAMILY.answer_exports["dot"](lab, None)
    for task in ("exits", "winning"):
        (other,) = ask(lab, task, "native")[1]
        assert ">gate</text>" in FAMILY.draw(lab, other.witness).render("light")


def test_pages_walk_through_the_pairs():
    lab = toll()
    (found,) = ask(lab, "shortest", "native")[1]
    script = FAMILY.script(lab, [found.witness])
    (way,) = script.ways
    assert len(way.moves) == 47
    (told,) = players.run([script], lead=True)
    states = [seen["state"]["at"] for seen in told["ways"][0]["seen"]]
    assert (states[0], states[-1]) == ("inner.start(owing)", "inner.goal(paid)")


def test_where_one_knows_not_how_a_label_was_read_a_page_does():
    """Two ways to read a: the automaton of a page has one state for both."""
    text = "words: from p to r\np =a=> q\np =a=> r\nq =b=> r\ngoal: at 3\na: 1 2\nb: 2 3\n"
    (found,) = ask(read(text), "escape", "native")[1]
    script = FAMILY.script(read(text), [found.witness])
    assert "walk 2(q+r)" in script.ways[0].moves
    assert len(script.ways[0].moves) == 2


@pytest.mark.parametrize("seed", few(range(40), 8))
def test_two_way_means_the_same_for_clingo_alone(seed):
    """One-way corridors with labels and without: facts under the option, rules without it."""
    rng = random.Random(seed)
    lab = worded(rng)
    arrows = [f"{rng.choice(['', 'a: ', 'b: '])}{' -> '.join(rng.sample(sorted(names_of(lab)), 2))}"
              for _ in range(3)]  # fmt: skip
    lab = read("\n".join([FAMILY.write(lab), *arrows]))
    entry, overlay = ENCODINGS / "shortest.lp", ENCODINGS / "variants" / "two-way.lp"
    found = [
        driver.run(ClingoProgram(program.load(entry, laid), list(FAMILY.facts(each))), models=1)
        for laid, each in (([], FAMILY.adapt(lab, two_way=True)), ([overlay], lab))
    ]
    assert found[0].status is found[1].status
    assert found[0].statistics["solved"][-1]["step"] == found[1].statistics["solved"][-1]["step"]


def test_letting_go_of_a_word_is_no_requirement_but_corridors_are():
    """Explanations: an added corridor has no label, and the word is spelled as before."""
    lab = read("word: a\ngoal: at 3\na: 1 2\n3\n")
    assert FAMILY.adapt(lab, two_way=True) == lab
    assert ask(lab, "escape", "clingo")[0].status.value == "none"


def test_a_label_that_no_corridor_has_is_named():
    assert FAMILY.remarks(toll()) == ()
    lab = FAMILY.adapt(toll(), word="coin gold gate silver gold")
    told = [f"{label} is a label, though no corridor has it" for label in ("gold", "silver")]
    assert list(FAMILY.remarks(lab)) == told
