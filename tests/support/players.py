"""The rules that pages play by, run in Node: random games and games played as far as they lead."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from projects import ROOT

NODE = shutil.which("node")

_HARNESS = """
const { source, jobs } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const make = new Function(`"use strict"; ${source}; return rules;`)();
let seed = 1;
const random = (n) => {
  seed = (seed * 48271) % 2147483647;
  return seed % n;
};
const report = (game, state) => ({
  moves: game.moves(state).map((move) => move.id),
  hots: game.moves(state).map((move) => move.hot),
  won: game.won(state),
  state,
  actors: Object.keys(game.pose(state)),
  facts: game.facts(state),
  count: game.count(state),
});
const steps = (game, choose, most) => {
  let state = game.start;
  const seen = [report(game, state)];
  const made = [];
  for (let i = 0; i < most; i++) {
    const id = choose(state, i);
    if (id === null || id === undefined) break;
    if (!game.moves(state).some((move) => move.id === id)) return { seen, made, refused: id };
    state = game.play(state, id).state;
    made.push(id);
    seen.push(report(game, state));
  }
  return { seen, made, refused: null };
};
const answers = jobs.map(({ data, games = 0, length = 0, ways = [], lead = false, before = 0 }) => {
  const game = make(data);
  const anyMove = (state) => {
    const moves = game.won(state) ? [] : game.moves(state);
    return moves.length ? moves[random(moves.length)].id : null;
  };
  const far = (state) => (game.won(state) ? null : game.far(state));
  return {
    games: Array.from({ length: games }, () => steps(game, anyMove, length)),
    ways: ways.map((ids) => steps(game, (_, i) => ids[i] ?? null, ids.length)),
    far: lead ? far(game.start) : null,
    led: lead ? steps(game, (state, i) =>
      (i < before ? anyMove(state) : far(state)?.next ?? null), 500) : null,
  };
});
process.stdout.write(JSON.stringify(answers));
"""


def run(scripts, **job):
    """What each script's rules do: random `games` of a `length`, its ways, and being led."""
    if NODE is None:
        pytest.skip("there is no node here to run the pages' rules")
    answers = []
    for script in scripts:
        ways = [list(way.moves) for way in script.ways]
        answers.append({"data": script.data, "ways": ways, **job})
    source = scripts[0].rules or Path(ROOT / "pylab/player/graph.js").read_text(encoding="utf-8")
    done = subprocess.run(
        [NODE, "-e", _HARNESS],
        input=json.dumps({"source": source, "jobs": answers}),
        capture_output=True, encoding="utf-8", check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
