"""A table of edits, right and wrong, over all families: what lint, solve and explain say of each.

Each row is an overlay, laid over a task's program or another entry, and put to a shipped puzzle.
More rows are welcome: one `Edit` each.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from projects import ROOT, run

from pylab import encoding, engines, puzzle
from pylab.dropped import dropped
from pylab.engines import firing, session
from pylab.errors import EncodingError
from pylab.question import Limits, Means, Question
from pylab.variants.explain import explained
from pylab.variants.lint import lint


@dataclass(frozen=True)
class Edit:
    """An overlay, and what has to be said of it.

    Attributes:
        name: what it does.
        on: puzzle and task.
        text: the overlay.
        lint: codes of findings with their lines, all of them.
        solve: found or none, or `refused` where it must not be run.
        told: what solve's messages, or its refusal, say, each with the line it is about.
        entry: instead of the task's own.
        why: what an explanation names.
    """

    name: str
    on: tuple[str, str]
    text: str
    lint: tuple[tuple[str, int], ...] = ()
    solve: str = "found"
    told: tuple[tuple[int, str], ...] = ()
    entry: str | None = None
    why: str = ""
    scripts: bool = False


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
        told=((1, "comes with part step(t)"), (1, "sees only what is there before step 1")),
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
        told=((2, "arrived(2) is not there yet"),),
    ),
    Edit(
        "a rule in base over what grows with the steps",
        (BOARD, "shortest"),
        "#program base.\ncorner(T) :- avatar(1,_,T), T > 0.\n"
        "#program step(t).\n:- corner(t), t = 99.\n",
        told=((2, "sees only what is there before step 1"), (4, "no ground instance")),
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
        told=((2, "no fact says horizon(M)"),),
        entry="alice/oneshot.lp",
    ),
    Edit(
        "a teleport that nobody puts anywhere",
        (ALICE, "shortest"),
        "#defined teleport/4.\n#program step(t).\n"
        "new(X',Y',D,t) :- new(X,Y,D,t-1), teleport(X,Y,X',Y').\n",
        lint=(("given", 1),),
        told=((1, "nothing gives teleport/4"), (3, "no ground instance")),
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
        told=((2, "atom does not occur in any rule head"), (2, "no ground instance")),
    ),
    Edit(
        "something else is shown",
        (MAZE, "shortest"),
        "#show known/3.\n",
        lint=(("shown", 1),),
        told=((1, "known/3 is shown, but answers are read from"),),
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
        told=((2, "this is solved in one go"),),
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
        "#program check(t).\n:- query(t), arrived(t), not on(_,t).\n",
        lint=(("header", 2),),
        told=((2, "did you mean Options?"),),
    ),
    Edit(
        "an overlay with all its rules commented out",
        (ROOMS, "solve"),
        "% Purpose: nothing yet\n% :- on(_,3).\n",
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
        solve="refused",
        told=((2, "expected no embedded script"),),
    ),
]


@pytest.fixture(autouse=True)
def _in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def question(edit):
    Path("overlay.lp").write_text(edit.text, encoding="ascii")
    name, task = edit.on
    asked = puzzle.load(ROOT / "instances" / name)
    means = Means(
        engine="clingo", encoding=edit.entry, overlays=("overlay.lp",), scripts=edit.scripts
    )
    return Question(asked.family, asked.instance, asked.family.task(task), means, Limits(60))


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.name)
def test_lint(edit):
    asked = question(edit)
    found = lint(asked.entry, [Path("overlay.lp")], asked.family, asked.task)
    told = {(each.code, each.place.line if each.place else 0) for each in found}
    assert told == set(edit.lint), [str(each) for each in found]
    for each in found:
        assert each.place is None or each.place.source == "overlay.lp"


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.name)
def test_solve(edit):
    """Nothing else is said of the overlay than what stands in the table."""
    if edit.solve == "refused":
        with pytest.raises(EncodingError) as caught:
            engines.ask(question(edit))
        assert (str(caught.value.place).rsplit(":", 2)[:2]) == ["overlay.lp", str(edit.told[0][0])]
        assert edit.told[0][1] in str(caught.value)
        return
    answer = firing.noted(engines.ask(question(edit)))
    assert answer.status.value == edit.solve
    for line, word in edit.told:
        assert any(f"overlay.lp:{line}:" in m and word in m for m in answer.messages), (
            answer.messages
        )
    for message in answer.messages:
        assert any(f"overlay.lp:{line}:" in message for line, _ in edit.told), message


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


def test_the_table_is_about_all_families():
    assert len(EDITS) >= 15
    assert {edit.on[0].split("/")[0] for edit in EDITS} == {
        "ravensburger", "fractal", "alice", "theseus", "dungeon",
    }  # fmt: skip


def test_probes_do_without_the_theory():
    """Which says itself what its atoms look like, and is only there where the program is solved."""
    Path("timed.lp").write_text("p(1). &sum { a } = X :- p(X).\n:- &sum { a } > 3, p(2).\n")
    program = session.Program(encoding.load(Path("timed.lp")), [])
    (told,) = firing.unfired(program, [Path("timed.lp").absolute()], 0)
    assert (told.code, told.place.line) == ("unfired", 2)


def test_the_command_says_it_beside_the_answer():
    Path("overlay.lp").write_text(":- field(9,9).\n")
    done = run("solve", ROOT / "instances" / BOARD, "--with", "overlay.lp", cwd=Path.cwd())
    assert done.returncode == 0
    assert "overlay.lp:1:1: this rule has no ground instance here" in done.stderr
    assert "overlay" not in done.stdout.replace("claim with overlay.lp", "")


def test_an_encodings_own_head_tells_the_checker():
    """Also where it is no overlay: nothing that a head says is dropped."""
    run("encodings", "copy", "ravensburger", "shortest", "my", cwd=Path.cwd())
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


def test_propagators_of_included_files_hold_and_their_options_for_clingo_are_told_of():
    Path("inner.lp").write_text("% Propagator:\n%   lazy\n% Solver options:\n%   --loops=no\na.\n")
    Path("outer.lp").write_text('#include "inner.lp".\n')
    found = encoding.load(Path("outer.lp"))
    assert (found.propagators, found.solver_options) == (("lazy",), ())
    (told,) = dropped(found)
    assert (told.code, told.place.source, told.place.line) == ("header", "inner.lp", 3)
