// The game on the board, for the player; see CONTRIBUTING.md, "A page", for the members.
// Fields are numbered row by row from 0; a state has each robot's field, in order of data.robots.
const rules = (data) => {
  const { size, cell, beside, robots, mover, goal, most } = data;
  const WORK = 40_000; // states looked at before a search is given up
  const words = (n) => `${n} ${n === 1 ? "move" : "moves"}`;
  const name = (field) => `(${field % size + 1},${Math.floor(field / size) + 1})`;
  const at = (field) => [(field % size + 0.5) * cell, (Math.floor(field / size) + 0.5) * cell];
  const won = (state) => state.at[mover] === goal;

  const stop = (places, robot, way) => {
    let here = places[robot];
    for (let there = way[here]; there >= 0 && !places.includes(there); there = way[here]) here = there;
    return here;
  };

  const after = (places) => robots.flatMap((robot, i) => Object.keys(beside).map((direction) => {
    const next = places.slice();
    next[i] = stop(places, i, beside[direction]);
    return { id: `${robot} ${direction}`, label: `${robot} slides ${direction}`, next, moved: i };
  }).filter(({ next }) => next[i] !== places[i]));

  const left = (state) => (most === null ? Infinity : most - state.count);

  // breadth first; robots that are not the target's are interchangeable
  const far = (state) => {
    const key = (places) => `${places[mover]};${places.filter((_, i) => i !== mover)
      .sort((a, b) => a - b).join()}`;
    const seen = new Set([key(state.at)]);
    let layer = [{ places: state.at, first: null }];
    for (let depth = 1; layer.length && depth <= left(state); depth++) {
      const further = [];
      for (const { places, first } of layer) {
        for (const { id, next } of after(places)) {
          if (next[mover] === goal) return { words: words(depth), next: first || id };
          if (seen.has(key(next))) continue;
          if (seen.size > WORK) return { words: `at least ${words(depth)}`, next: null };
          seen.add(key(next));
          further.push({ places: next, first: first || id });
        }
      }
      layer = further;
    }
    return { words: "out of reach with the moves that are left", next: null, lost: true };
  };

  return {
    start: { at: data.start, count: 0 },
    moves: (state) => (left(state) > 0 ? after(state.at) : [])
      .map(({ id, label }) => ({ id, label, hot: id })),
    play: (state, id) => {
      const move = after(state.at).find((each) => each.id === id);
      return { state: { at: move.next, count: state.count + 1 }, how: {} };
    },
    pose: (state) => Object.fromEntries(robots.flatMap((robot, i) => [
      [robot, { at: at(state.at[i]) }],
      ...Object.keys(beside).map((direction, n) =>
        [`${robot} ${direction}`, { at: at(state.at[i]), turn: 90 * n }]),
    ])),
    facts: (state) => [
      ["moves", most === null ? state.count : `${state.count} of at most ${most}`],
      [robots[mover], name(state.at[mover])], ["target", name(goal)],
    ],
    won, far, count: (state) => words(state.count),
  };
};
