// Beside the page, where there is no document, the same program only tells distances: first it gets
// what the rules are made from, then [number, state], and answers [number, far]; with `true` behind
// the state, how hard it is from there.
if (typeof document === "undefined") {
  let beside = null;
  onmessage = ({ data }) => {
    if (beside) {
      const [number, state, whole] = data;
      postMessage([number, whole ? hardness(beside, state) : beside.far(state)]);
    } else beside = completed(rules(data));
  };
  return;
}

// How hard a game is: along a shortest way, at how many places there is a choice, how many choices
// are wrong, and how many of these put the goal out of reach. null if that takes too long, or if
// distances are not exact.
function hardness(game, start) {
  const PATIENCE = 8000; // milliseconds
  const end = Date.now() + PATIENCE;
  const told = game.far(start);
  if (typeof told.left !== "number") return null;
  const found = { left: told.left, places: 0, choices: 0, wrong: 0, shut: 0 };
  for (let state = start, far = told; !game.won(state);) {
    if (!far.next) return null;
    found.places += 1;
    const moves = game.moves(state);
    let wrong = 0;
    for (const { id } of moves) {
      if (id === far.next) continue;
      if (Date.now() > end) return null;
      const { state: after } = game.play(state, id);
      const there = game.won(after) ? { left: 0 } : game.far(after);
      if (there.lost) found.shut += 1;
      else if (typeof there.left !== "number") return null;
      if (there.lost || there.left + game.spent(after) > far.left + game.spent(state) + 1e-9) wrong += 1;
    }
    found.wrong += wrong;
    found.choices += wrong > 0;
    state = game.play(state, far.next).state;
    far = game.won(state) ? far : game.far(state);
  }
  return found;
}
