// Plays by the rules of a page: random games, the ways shown, and games led by the page's own hints.
const { source, jobs } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const make = new Function(`"use strict"; ${source}; return (data) => completed(rules(data));`)();
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
  stuck: game.stuck ? game.stuck(state) : "",
  count: game.count(state),
  spent: game.spent(state),
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
const made = (data, name) => {
  try {
    return make(data);
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
};
const answers = jobs.map(({ name, data, games = 0, length = 0, ways = [], lead = false, before = 0 }) => {
  const game = made(data, name);
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
