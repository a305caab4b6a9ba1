"""Broken and harmless copies of the shipped encodings: each an edit that must still apply."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from pylab import registry
from pylab.variants import catalogue


@dataclass(frozen=True)
class Edit:
    """A copy of a task's encoding with a few lines changed.

    Attributes:
        name: what is wrong with it.
        family, task: whose encoding.
        file: the file that is changed.
        pattern, replacement: a regular expression, which must be found once, and what takes its
            place; spaces in it stand for any white space.
        kinds: how the difference may show.
        most: the number of facts that the smallest telling instance has at most.
    """

    name: str
    family: str
    task: str
    file: str
    pattern: str
    replacement: str
    kinds: tuple[str, ...] = ()
    most: int = 0

    def write(self, folder: Path) -> Path:
        """Copy and edit; the entry file. Fails if the edit does not apply (any more)."""
        puzzles = registry.get(self.family)
        task = puzzles.task(self.task)
        catalogue.copy(puzzles, task, folder, "x")
        path = folder / self.file
        pattern = re.sub(r"\s+", r"\\s+", self.pattern.strip())
        text, count = re.subn(pattern, lambda _: self.replacement, path.read_text())
        assert count == 1, f"{self.name}: {self.pattern!r} is found {count} times in {self.file}"
        path.write_text(text)
        return folder / task.encoding


def rule(text: str) -> str:
    """A rule, or a part of one, as a pattern."""
    return re.escape(text).replace(r"\ ", " ").replace("\\\n", " ")


BROKEN = [
    Edit(
        "no frame for openings: all tiles that are not pushed lose theirs",
        "ravensburger", "shortest", "dynamics.lp",
        rule("open(X,Y,D,T) :- time(t,T), open(X,Y,D,T-1), not moved(X,Y,T)."), "",
        ("none", "optimum", "missing"), 16,
    ),
    Edit(
        "one-directional corridors",
        "ravensburger", "shortest", "dynamics.lp",
        rule("opposite(D,D'), open(X',Y',D',T),"), "",
        ("refuted",), 10,
    ),
    Edit(
        "the horizon is one step short",
        "ravensburger", "shortest", "board.lp",
        rule("horizon(M) :- max_steps(M)."), "horizon(M-1) :- max_steps(M).",
        ("none",), 10,
    ),
    Edit(
        "walks wrap around the edge of the board",
        "ravensburger", "shortest", "board.lp",
        rule("neighbour(X,Y,D,X+DX,Y+DY) :- field(X,Y), delta(D,DX,DY), field(X+DX,Y+DY)."),
        "neighbour(X,Y,D,(X-1+DX+N)\\N+1,(Y-1+DY+N)\\N+1) :- field(X,Y), delta(D,DX,DY), size(N).",
        ("refuted",), 16,
    ),
    Edit(
        "the goal's tile is never pushed",
        "ravensburger", "plan", "dynamics.lp",
        rule("goal(X,Y,T) :- time(t,T), goal(X,Y,T-1), not moved(X,Y,T)."),
        "goal(X,Y,T) :- time(t,T), goal(X,Y,T-1).",
        ("refuted",), 10,
    ),
    Edit(
        "yellow squares change nothing",
        "alice", "shortest", "maze.lp",
        rule("effect(X,Y,-1) :- square(X,Y), colour(X,Y,yellow)."), "",
        ("none", "refuted", "optimum", "missing"), 30,
    ),
    Edit(
        "what lies in between must not be blank",
        "alice", "shortest", "leap.lp",
        rule("X' = X+DX*D, Y' = Y+DY*D, square(X',Y')."),
        "X' = X+DX*D, Y' = Y+DY*D, square(X',Y'), square(X+DX,Y+DY).",
        ("none", "refuted", "optimum", "missing"), 30,
    ),
    Edit(
        "leaving by the very door is allowed",
        "theseus", "paths", "leaving.lp",
        rule("way(N,N',R) :- wall(N,R,D), wall(N',R,D'), turn(D,D')."),
        "way(N,N',R) :- wall(N,R,D), wall(N',R,D'), turn(D,D').\nway(N,N,R) :- wall(N,R,_).",
        ("refuted",), 14,
    ),
    Edit(
        "paths may run straight on",
        "theseus", "paths", "leaving.lp",
        rule("turn((n;s),(e;w))."), "turn((n;s),(e;w)). turn(n,s). turn(s,n).",
        ("refuted",), 8,
    ),
    Edit(
        "one-way corridors lead both ways",
        "fractal", "escape", "labyrinth.lp",
        rule("joined(P,Q) :- oneway(P,Q)."), "joined(P,Q;Q,P) :- oneway(P,Q).",
        ("refuted",), 10,
    ),
    Edit(
        "boxes are left by the location they were entered by",
        "fractal", "shortest", "summary.lp",
        rule("through(P,Q) :- out(Y,Z), port(X,Y,P), port(X,Z,Q)."),
        "through(P,Q) :- out(Y,Z), port(X,Y,P), port(X,Z,Q), Y = Z.",
        ("none", "refuted", "missing"), 20,
    ),
    Edit(
        "keys are never used up",
        "dungeon", "solve", "states.lp",
        rule("-1,L : price(L,K), bit(L,B), C & B != 0 } > -N."),
        "0,L : price(L,K), bit(L,B), C & B != 0 } > -N.",
        ("refuted", "optimum", "missing"), 14,
    ),
    Edit(
        "a lock has to be opened from both sides",
        "dungeon", "solve", "mission.lp",
        rule("lock(E,(R',R)) :- way(E,R,R'), locked(E), R' < R."),
        "lock(E,(R,R')) :- way(E,R,R'), locked(E), R' < R.",
        ("none", "refuted", "optimum", "missing"), 12,
    ),
]  # fmt: skip


HARMLESS = [
    Edit(
        "pushes range over directions and lines that are derived otherwise",
        "ravensburger", "shortest", "dynamics.lp",
        rule("{ push(Z,D,T) : line(Z), delta(D,_,_) } = 1 :- time(t,T), ongoing(T)."),
        "way(Z,D) :- on_line(_,_,D,Z).\n"
        "1 { push(Z,D,T) : way(Z,D) } 1 :- ongoing(T), time(t,T).",
    ),
    Edit(
        "facing sides are joined first, walking follows",
        "ravensburger", "shortest", "dynamics.lp",
        rule(
            "avatar(X',Y',T) :- time(t,T), avatar(X,Y,T), open(X,Y,D,T), "
            "opposite(D,D'), open(X',Y',D',T), neighbour(X,Y,D,X',Y')."
        ),
        "joined(X,Y,X',Y',T) :- time(t,T), neighbour(X,Y,D,X',Y'), open(X,Y,D,T),\n"
        "                       open(X',Y',D',T), opposite(D,D').\n"
        "avatar(X',Y',T) :- time(t,T), avatar(X,Y,T), joined(X,Y,X',Y',T).",
    ),
]  # fmt: skip
