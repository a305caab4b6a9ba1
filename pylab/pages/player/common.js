// What the rules of a game may leave out, for all games; docs/maintainers/pages-and-labs.md has the members.
// Beside these a game may have `unit`, ["move", "moves"] by default; `most`, how many there may be,
// if a state has their `count`; and `key(state)`: what sets a state apart from all others, however it
// was come by; by default all of it. Moves may have the state `after` them instead of `play`.
const completed = (game) => {
  const WORK = 40_000; // states looked at before a search is given up
  const [one, many] = game.unit || ["move", "moves"];
  const words = (n) => `${n} ${n === 1 ? one : many}`;
  const key = game.key || JSON.stringify;
  const bounded = (game.most ?? null) !== null;
  const moves = (state) => (bounded && state.count >= game.most ? [] : game.moves(state))
    .map((move) => ("label" in move && "hot" in move ? move : { label: move.id, hot: move.id, ...move }));
  const after = (state, id) => moves(state).find((move) => move.id === id).after;
  return {
    facts: ({ count }) => [[many, bounded ? `${count} of at most ${game.most}` : count]],
    play: (state, id) => ({ state: after(state, id), how: {} }),
    count: (state) => words(state.count),
    spent: (state) => state.count,
    // breadth first
    far: (start) => {
      const seen = new Set([key(start)]);
      let layer = [{ state: start, first: null }];
      for (let depth = 1; layer.length; depth++) {
        const next = [];
        for (const { state, first } of layer) {
          for (const { id, after = game.play(state, id).state } of moves(state)) {
            if (game.won(after)) return { words: words(depth), next: first || id, left: depth };
            const known = key(after);
            if (seen.has(known)) continue;
            if (seen.add(known).size > WORK) return { words: `at least ${words(depth)}`, next: null };
            next.push({ state: after, first: first || id });
          }
        }
        layer = next;
      }
      return { words: "out of reach", next: null, lost: true };
    },
    ...game,
    moves,
  };
};
