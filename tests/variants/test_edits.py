"""A table of edits, right and wrong, over all families: what lint, compare, solve, explain say.

Each row is an overlay, laid over a task's program or another entry, or a change of a line in a copy
of the task's program, and put to a shipped puzzle. More rows are welcome: one `Edit` each.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from projects import ROOT, call

from pylab import engines
from pylab.analysis import catalogue, compare, trials
from pylab.analysis.explain import explained
from pylab.analysis.explore import Exploration
from pylab.analysis.lint import lint
from pylab.base.errors import EncodingError
from pylab.core import puzzle
from pylab.core.question import Limits, Means, Question
from pylab.encoding import program as encoding
from pylab.encoding.ineffective import ineffective
from pylab.engines import effects, session


@dataclass(frozen=True)
class Edit:
    """An overlay, and what has to be said of it.

    Attributes:
        name: what it does.
        on: puzzle and task.
        text: the overlay.
        lint: codes of findings with their lines, all of them.
        solve: found or none, `invalid` where the checker says so, or `refused` where it must
            not be run.
        told: what solve's messages, or its refusal, say, each with the line it is about.
        entry: instead of the task's own.
        why: what an explanation names.
        change: instead of an overlay, a file of a copy of the task's program, a text that is in it
            once, and what takes its place.
        compare: `same`, `different`, or `undecided` where no puzzle shows it; none: not asked.
    """

    name: str
    on: tuple[str, str]
    text: str = ""
    lint: tuple[tuple[str, int], ...] = ()
    solve: str = "found"
    told: tuple[tuple[int, str], ...] = ()
    entry: str | None = None
    why: str = ""
    scripts: bool = False
    change: tuple[str, str, str] | None = None
    compare: str = ""

    @property
    def file(self):
        return f"my/{self.change[0]}" if self.change else "overlay.lp"


BOARD, ALICE = "ravensburger/example-4x4.lp", "alice/example.alice"
MAZE, PLAN, ROOMS = "fractal/treasure.lab", "theseus/hemme.plan", "dungeon/demo.dungeon"

EDITS = [
    Edit(
        "the third line is never pushed, rightly said",
        (BOARD, "shortest"),
        "#program step(t).\n:- push(3,_,t).\n",
    ),
    Edit(
        "the same in base, where there is no push yet",
        (BOARD, "shortest"),
        ":- push(3,_,T).\n",
        lint=(("step", 1),),
        told=((1, "comes with part step(t)"),),
    ),
    Edit(
        "the same in base of a program that has all steps at once",
        (BOARD, "plan"),
        ":- push(3,_,T).\n",
    ),
    Edit(
        "a negated atom of a later step, in base",
        (BOARD, "shortest"),
        "\n:- not arrived(2).\n",
        lint=(("step", 2),),
        solve="none",
        told=((2, "arrived(2) doesn't exist yet"),),
    ),
    Edit(
        "a rule in base over what grows with the steps",
        (BOARD, "shortest"),
        "#program base.\ncorner(T) :- avatar(1,_,T), T > 0.\n"
        "#program step(t).\n:- corner(t), t = 99.\n",
        told=((2, "sees only what exists before step 1"), (4, "no ground instance")),
    ),
    Edit(
        "two goals, asked for at each step of a stepwise program",
        (BOARD, "shortest"),
        "been(0) :- avatar(1,3,0).\n"
        "#program step(t).\nbeen(t) :- been(t-1).\nbeen(t) :- avatar(1,3,t).\n"
        "#program check(t).\n:- query(t), not been(t).\n",
        told=((1, "no ground instance"),),
    ),
    Edit(
        "the same laid over a one-shot program, where the second goal can't be reached",
        (BOARD, "plan"),
        "#program step(t).\nbeen(t) :- been(t-1).\nbeen(t) :- avatar(9,9,t).\n"
        "#program check(t).\n:- query(t), not been(t).\n",
        solve="none",
        told=((2, "no ground instance"), (3, "no ground instance")),
        why="the rule of overlay.lp:5",
    ),
    Edit(
        "a check at the end of one-shot plans: no fewer than two pushes",
        (BOARD, "plan"),
        "#program check(t).\nbeen_asked(t) :- query(t), t < 2.\n:- been_asked(t).\n",
    ),
    Edit(
        "nothing is ever good enough",
        (BOARD, "shortest"),
        "#program check(t).\n:- query(t).\n",
        solve="none",
        why="the rule of overlay.lp:2",
    ),
    Edit(
        "a tile that must not be come to",
        (BOARD, "shortest"),
        "#program step(t).\n:- avatar(4,2,t).\n",
        solve="none",
        why="the rule of overlay.lp:2",
    ),
    Edit(
        "lines that are frozen, by facts of one's own that are missing",
        (BOARD, "shortest"),
        "#program step(t).\n:- push(Z,_,t), frozen(Z).\n",
        lint=(("undefined", 2),),
        told=((2, "atom does not occur in any rule head"),),
    ),
    Edit(
        "a head without its step, defined again and again",
        (BOARD, "shortest"),
        "#program step(t).\nused(Z) :- push(Z,_,t).\n:- push(Z,_,t), used(Z+1).\n",
        solve="refused",
        told=((2, "add the step to the rule's head"),),
    ),
    Edit(
        "the same where all steps are there at once",
        (BOARD, "plan"),
        "#program step(t).\nused(Z) :- push(Z,_,t).\n:- push(Z,_,t), used(Z+1).\n",
    ),
    Edit(
        "theory atoms that nobody has said the look of",
        (BOARD, "plan"),
        "&diff { a - b } <= 3.\n",
        lint=(("error", 1),),
        solve="refused",
        told=((1, "--theory clingo-dl or clingcon"),),
    ),
    Edit(
        "an objective that sees only the base",
        (ALICE, "plan"),
        "#minimize { 1,X,Y : at(X,Y,_,_), colour(X,Y,red) }.\n",
        told=((1, "sees only what exists before step 1"),),
    ),
    Edit(
        "an objective over all that is chosen at once",
        (PLAN, "paths"),
        "#minimize { 1,U,V,K : use(U,V,K) }.\n",
    ),
    Edit(
        "a misspelt part",
        (BOARD, "shortest"),
        "#program stepp(t).\n:- push(_,e,t).\n",
        lint=(("part", 2),),
        solve="refused",
        told=((2, "part stepp/1 is never grounded"),),
    ),
    Edit(
        "a one-shot program that is to be stepwise",
        (BOARD, "plan"),
        "\n#include <incmode>.\n#program check(t).\n:- query(t), t > 2.\n",
        lint=(("error", 2),),
        solve="refused",
        told=((2, "is solved in one go, and can't be made stepwise"),),
    ),
    Edit(
        "steps laid over a program without a horizon",
        (ALICE, "shortest"),
        "#program step(t).\n:- move(n,_,_,_,t).\n",
        lint=(("part", 2), ("output", 0)),
        solve="refused",
        told=((2, "give a fact horizon(M)"),),
        entry="alice/oneshot.lp",
    ),
    Edit(
        "a teleport that nobody puts anywhere",
        (ALICE, "shortest"),
        "#defined teleport/4.\n#program step(t).\n"
        "new(X',Y',D,t) :- new(X,Y,D,t-1), teleport(X,Y,X',Y').\n",
        lint=(("given", 1),),
        told=((1, "nothing gives teleport/4"),),
    ),
    Edit(
        "a theory that nobody reads",
        (ALICE, "shortest"),
        "#theory d { t { - : 1, binary, left }; &diff/0 : t, {<=}, t, any }.\n\n"
        "&diff { a - b } <= 3.\n",
        lint=(("theory", 3),),
        told=((3, "no theory reads &diff"),),
    ),
    Edit(
        "an external that nobody sets",
        (ALICE, "all"),
        "#external closed_for_repair.\n:- closed_for_repair.\n",
        lint=(("external", 1),),
        told=((1, "stays false"),),
    ),
    Edit(
        "another name for a predicate",
        (ALICE, "all"),
        "#program check(t).\n:- moove(n,_,_,_,t).\n",
        lint=(("undefined", 2),),
        told=((2, "atom does not occur in any rule head"),),
    ),
    Edit(
        "something else is shown",
        (MAZE, "shortest"),
        "#show known/3.\n",
        solve="invalid",
        lint=(("shown", 1),),
        told=((1, "known/3 is shown, but answers are read from"),),
    ),
    Edit(
        "terms are shown that are no atoms",
        (BOARD, "shortest"),
        '#program step(t).\n#show (t,a) : push(1,w,t).\n#show "hello".\n#show t+1.\n',
        lint=(("shown", 2), ("shown", 3), ("shown", 4)),
        told=((2, "(t,a) is shown"), (3, '"hello" is shown'), (4, "(t+1) is shown")),
    ),
    Edit(
        "a heuristic without its option",
        (MAZE, "shortest"),
        "#program step(t).\n#heuristic known(F,P,t) : known(F,P,t-1). [1,true]\n",
        lint=(("heuristic", 2),),
        told=((2, "--heuristic=Domain"),),
    ),
    Edit(
        "a box that is not there is avoided",
        (MAZE, "shortest"),
        ':- port("no box",_,_).\n',
        told=((1, "no ground instance"),),
    ),
    Edit(
        "paths are told apart by something else",
        (PLAN, "shortest"),
        "#project use/3.\n",
        lint=(("project", 1),),
        told=((1, "#project is not followed"),),
    ),
    Edit(
        "a check laid over a program without steps",
        (PLAN, "shortest"),
        "#program check(t).\n:- query(t), use(_,_,_).\n",
        lint=(("part", 2),),
        solve="refused",
        told=((2, "the program is not stepwise"),),
    ),
    Edit(
        "a constraint on doors, rightly said",
        (PLAN, "shortest"),
        ":- #count { U,V,K : use(U,V,K) } < 2, use(_,_,_).\n",
    ),
    Edit(
        "a misspelt section in the head",
        (ROOMS, "solve"),
        "% Purpose: what the checker does not hear of\n% Option:\n%   strict=true\n"
        "#program check(t).\n:- query(t), arrived(t), not route(_,t,t).\n",
        lint=(("header", 2),),
        told=((2, "did you mean Options?"),),
    ),
    Edit(
        "an overlay with all its rules commented out",
        (ROOMS, "solve"),
        "% Purpose: nothing yet\n% :- at(_,3).\n",
        lint=(("empty", 1),),
        told=((1, "has no rule"),),
    ),
    Edit(
        "a script that wants to lead",
        (ROOMS, "solve"),
        "#script (python)\ndef main(prg):\n    pass\n#end.\n",
        lint=(("script", 1),),
        told=((1, "main is not called"),),
        scripts=True,
    ),
    Edit(
        "a script, and nobody has allowed it",
        (ROOMS, "solve"),
        "\n#script (python)\n#end.\n",
        lint=(("script", 2),),
        solve="refused",
        told=((2, "expected no embedded script"),),
    ),
    Edit(
        "one-way tiles may be left against their direction",
        (ROOMS, "solve"),
        change=("tiles.lp", "not against(P,D), ", ""),
        compare="different",
    ),
    Edit(
        "warps lead both ways, whatever they say",
        (ROOMS, "solve"),
        change=("tiles.lp", "warp(R,G,R',G',both).", "warp(R,G,R',G',_)."),
        compare="different",
    ),
    Edit(
        "a tile that there is none of",
        (ROOMS, "solve"),
        "require((P,P'),quicksand) :- way((P,P'),P,P'), shows(P',\"?\").\n",
        told=((1, "no ground instance"),),
        compare="undecided",
    ),
    Edit(
        "red squares lengthen by two",
        (ALICE, "all"),
        change=("maze.lp", "makes(red,D,D+1)", "makes(red,D,D+2)"),
        solve="none",
        compare="different",
    ),
    Edit(
        "the square landed on counts under departure, too",
        (ALICE, "all"),
        change=("transition.lp", ", not rule(departure).", "."),
        compare="different",
    ),
    Edit(
        "who may go backwards does not stay where d is 0",
        (ALICE, "all"),
        change=("transition.lp", "rule(backwards), arrow(X,Y,_)", "rule(backwards), arrow(X,Y,n)"),
    ),
    Edit(
        "the same moves, their literals in another order and with other names",
        (ALICE, "all"),
        change=(
            "transition.lp",
            "X' = X+DX*D, Y' = Y+DY*D, square(X',Y'), kind(X,Y,C)",
            "kind(X,Y,C), Y' = Y+DY*D, X' = X+DX*D, square(X',Y')",
        ),
        compare="same",
    ),
    Edit(
        "one walks through openings that do not face each other",
        (BOARD, "shortest"),
        change=("dynamics.lp", "opposite(D,D'), ", ""),
        solve="invalid",
        lint=(("unused", 30),),
        compare="different",
    ),
    Edit(
        "exactly one push, in other words",
        (BOARD, "shortest"),
        change=(
            "dynamics.lp",
            "{ push(Z,D,T) : line(Z), delta(D,_,_) } = 1",
            "1 { push(Z,D,T) : line(Z), delta(D,_,_) } 1",
        ),
        compare="same",
    ),
    Edit(
        "a step that no plan has",
        (BOARD, "shortest"),
        "#program step(t).\n:- push(_,_,t), t > 90.\n",
        told=((2, "no ground instance"),),
        compare="undecided",
    ),
    Edit(
        "who may go back may go anywhere",
        (PLAN, "shortest"),
        change=(
            "leaving.lp",
            "way(N,N,R)  :- allowed(back), wall(N,R,_).",
            "way(N,N',R) :- allowed(back), wall(N,R,_), wall(N',R,_).",
        ),
        compare="different",
    ),
    Edit(
        "a room is crossed less often than it may",
        (PLAN, "shortest"),
        change=("limits.lp", "crosses(U,V,K,R) } > N", "crosses(U,V,K,R) } >= N"),
        compare="different",
    ),
    Edit(
        "one-way corridors lead the other way",
        (MAZE, "shortest"),
        change=(
            "labyrinth.lp",
            "joined(P,Q) :- oneway(P,Q), not",
            "joined(Q,P) :- oneway(P,Q), not",
        ),
        compare="different",
    ),
    Edit(
        "a pushdown system wins in any state",
        (MAZE, "escape"),
        change=("pushdown.lp", "ahead(N,S), goal(at(S))", "ahead(N,S), goal(at(_))"),
        compare="different",
    ),
]


@pytest.fixture(autouse=True)
def _in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def question(edit):
    name, task = edit.on
    asked = puzzle.load(ROOT / "instances" / name)
    entry, overlays = edit.entry, ("overlay.lp",)
    if edit.change:
        entry, overlays = changed(asked.family, asked.family.task(task), *edit.change), ()
    else:
        Path("overlay.lp").write_text(edit.text, encoding="ascii")
    means = Means(engine="clingo", encoding=entry, overlays=overlays, scripts=edit.scripts)
    return Question(asked.family, asked.instance, asked.family.task(task), means, Limits(60))


def changed(family, task, file, old, new):
    """A copy of the task's program with a change; its entry."""
    catalogue.copy(family, task, Path("my"), "x")
    path = Path("my", file)
    text = path.read_text()
    assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in {file}"
    path.write_text(text.replace(old, new))
    return str(Path("my", task.encoding))


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.name)
def test_lint(edit):
    asked = question(edit)
    found = lint(Path(asked.entry), list(asked.overlays), asked.family, asked.task)
    told = {(each.code, each.place.line if each.place else 0) for each in found}
    assert told == set(edit.lint), [str(each) for each in found]
    for each in found:
        assert each.place is None or Path(each.place.source).parts[0] == Path(edit.file).parts[0]


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.name)
def test_solve(edit):
    """Nothing else is said of the overlay than what stands in the table, and each thing once."""
    if edit.solve == "refused":
        with pytest.raises(EncodingError) as caught:
            engines.ask(question(edit))
        assert (str(caught.value.place).rsplit(":", 2)[:2]) == ["overlay.lp", str(edit.told[0][0])]
        assert edit.told[0][1] in str(caught.value)
        return
    answer = engines.ask(question(edit))
    assert edit.solve in ("invalid" if answer.invalid else "", answer.status.value)
    assert bool(answer.invalid) == (edit.solve == "invalid")
    for line, word in edit.told:
        assert any(f"{edit.file}:{line}:" in m and word in m for m in answer.messages), (
            answer.messages
        )
    assert len(answer.messages) == len(edit.told), answer.messages


@pytest.mark.parametrize(
    "edit", [edit for edit in EDITS if edit.solve == "none"], ids=lambda edit: edit.name
)
def test_explain(edit):
    """The user's rule is among the reasons, where they can be told at all."""
    answer = engines.ask(question(edit))
    said = explained(answer)
    if edit.why:
        assert edit.why in getattr(said.why, "words", said.why)
    else:
        assert said.why


def compared(edit, random, more, seed=1, samples=None):
    """The outcome of a comparison on the row's puzzle and random ones, and the exploration."""
    asked = question(edit)
    family, entry = asked.family, asked.means.encoding
    own = f"{family.name}/{asked.task.encoding}"
    name = "+".join([entry or own, *asked.means.overlays])
    variants = [compare.variant(family, each) for each in (edit.entry or own, name)]
    if samples is None:
        samples = [compare.Sample(edit.on[0], asked.given)]
        samples += trials.generated(
            family, random, seed, lambda each: compare.fits(family, variants, each)
        )
    terms = compare.Settings(family, asked.task, limits=Limits(30), making_seconds=PATIENT)
    exploration = Exploration(terms, variants)
    rows = list(exploration.rows(trials.by_size(family, samples), more, seed))
    if any(row.differences[0] for row in rows):
        return "different", exploration
    return "undecided" if any(exploration.untried) else "same", exploration


PATIENT = 200.0
"""Seconds to make puzzles in, on a machine however slow; it ends sooner, by turns."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "edit", [edit for edit in EDITS if edit.compare], ids=lambda edit: edit.name
)
def test_compare(edit):
    """What is wrong is found; what no puzzle shows is never called the same."""
    assert compared(edit, 30, 20)[0] == edit.compare


def test_the_table_is_about_all_families():
    assert len(EDITS) >= 34
    assert {edit.on[0].split("/")[0] for edit in EDITS} == {
        "ravensburger", "fractal", "alice", "theseus", "dungeon",
    }  # fmt: skip


def test_probes_do_without_the_theory():
    """Which says itself what its atoms look like, and is only there where the program is solved."""
    Path("timed.lp").write_text("p(1). &sum { a } = X :- p(X).\n:- &sum { a } > 3, p(2).\n")
    program = session.ClingoProgram(encoding.load(Path("timed.lp")), [])
    ((_, told),) = effects.without_instance(program, [Path("timed.lp").absolute()], 0)
    assert (told.code, told.place.line) == ("uncovered", 2)


def test_the_step_may_have_any_name_where_something_is_defined_twice():
    Path("o.lp").write_text(
        "#program step(k).\npushed(Z,k) :- push(Z,_,k).\nused(Z) :- pushed(Z,k).\n"
        ":- push(Z,_,k), used(Z+1).\n"
    )
    done = call("solve", BOARD, "--task", "shortest", "--with", "o.lp", cwd=Path.cwd())
    assert "o.lp:3:1: a rule of a later step defines an atom" in done.stderr, done.stderr


def test_the_command_says_it_beside_the_answer():
    Path("overlay.lp").write_text(":- field(9,9).\n")
    done = call("solve", ROOT / "instances" / BOARD, "--with", "overlay.lp", cwd=Path.cwd())
    assert done.returncode == 0
    assert "overlay.lp:1:1: this rule has no ground instance here" in done.stderr
    assert "overlay" not in done.stdout.replace("claim with overlay.lp", "")


def test_what_comes_only_with_the_steps_is_not_said_to_be_nowhere():
    """Of `#show avatar/3.` clingo says so when it grounds the base."""
    Path("overlay.lp").write_text("#show avatar/3.\n")
    done = call("solve", BOARD, "--task", "shortest", "--with", "overlay.lp", cwd=Path.cwd())
    assert "avatar/3 is shown, but answers are read from push/3" in done.stderr
    assert "no atoms over signature" not in done.stderr
    Path("overlay.lp").write_text("#show avatr/3.\n")
    done = call("solve", BOARD, "--task", "shortest", "--with", "overlay.lp", cwd=Path.cwd())
    assert done.stderr.count("no atoms over signature") == 1
    assert "overlay.lp:1:1-15: info" in done.stderr


def test_a_page_says_that_it_knows_the_houses_rules_alone():
    Path("overlay.lp").write_text("#program step(t).\n:- push(3,_,t).\n")
    words = ("watch", BOARD, "--task", "shortest", "-o", "x.html")
    assert "not your own" not in call(*words, cwd=Path.cwd()).stderr
    done = call(*words, "--with", "overlay.lp", cwd=Path.cwd())
    assert "the page uses the rules of ravensburger, not your own" in done.stderr
    assert "not your own" in Path("x.html").read_text()


def test_an_encodings_own_head_tells_the_checker():
    """Also where it is no overlay: nothing that a head says is dropped."""
    call("encodings", "copy", "ravensburger", "shortest", "my", cwd=Path.cwd())
    path = Path("my/shortest.lp")
    text = path.read_text()
    path.write_text(
        text.replace("% Solver options:", "% Options:\n%   walk_first=true\n%\n% Solver options:")
    )
    asked = puzzle.load(ROOT / "instances" / BOARD)
    given = Question(
        asked.family, asked.instance, asked.family.task("shortest"), Means(encoding=str(path))
    )
    assert given.options == {"walk_first": True}


def test_options_for_clingo_of_included_files_are_told_of():
    Path("inner.lp").write_text("% Solver options:\n%   --loops=no\na.\n")
    Path("outer.lp").write_text('#include "inner.lp".\n')
    found = encoding.load(Path("outer.lp"))
    assert found.solver_options == ()
    (told,) = ineffective(found)
    assert (told.code, told.place.source, told.place.line) == ("header", "inner.lp", 1)
