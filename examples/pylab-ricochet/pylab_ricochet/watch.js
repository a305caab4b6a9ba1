// The game on the board, for the player; see CONTRIBUTING.md, "A page", for the members.
// Fields are numbered row by row from 0; a state has each robot's field, in order of data.robots.
const rules = (data) => {
  const { size, cell, beside, robots, mover, goal, most } = data;
  const WORK = 40_000; // states looked at before a search is given up
  const words = (n) => `${n} ${n === 1 ? "move" : "moves"}`;
  const place = (field) => [field % size, Math.floor(field / size)];
  const name = (field) => `(${place(field).map((n) => n + 1).join()})`;
  const at = (field) => place(field).map((n) => (n + 0.5) * cell);
  const left = ({ count }) => (most === null ? Infinity : most - count);

  // all moves of a robot that move it, each with the fields of all robots after it
  const slides = (places) => robots.flatMap((robot, i) => Object.keys(beside).flatMap((way) => {
    const after = places.slice();
    for (let n = beside[way][after[i]]; n >= 0 && !places.includes(n); n = beside[way][n]) after[i] = n;
    const id = `${robot} ${way}`;
    return after[i] === places[i] ? [] : [{ id, label: `${robot} slides ${way}`, hot: id, after }];
  }));

  // breadth first; robots that are not the target's are interchangeable
  const far = (state) => {
    const key = (places) => `${places[mover]};${places.filter((_, i) => i !== mover).sort()}`;
    const seen = new Set();
    let layer = [{ after: state.at }];
    for (let depth = 1; layer.length && depth <= left(state); depth++) {
      const next = [];
      for (const { after: places, first } of layer) {
        for (const { id, after } of slides(places)) {
          if (after[mover] === goal) return { words: words(depth), next: first || id };
          if (!seen.has(key(after))) next.push({ after, first: first || id });
          if (seen.add(key(after)).size > WORK) return { words: `at least ${words(depth)}`, next: null };
        }
      }
      layer = next;
    }
    return { words: "out of reach with the moves that are left", next: null, lost: true };
  };

  return {
    start: { at: data.start, count: 0 },
    moves: (state) => (left(state) > 0 ? slides(state.at) : []),
    play: (state, id) => {
      const { after } = slides(state.at).find((each) => each.id === id);
      return { state: { at: after, count: state.count + 1 }, how: {} };
    },
    pose: (state) => Object.fromEntries(robots.flatMap((robot, i) => [
      [`robot ${robot}`, { at: at(state.at[i]) }],
      ...Object.keys(beside).map((way, n) => [`${robot} ${way}`, { at: at(state.at[i]), turn: 90 * n }]),
    ])),
    facts: (state) => [
      ["moves", most === null ? state.count : `${state.count} of at most ${most}`],
      [robots[mover], name(state.at[mover])], ["target", name(goal)],
    ],
    won: (state) => state.at[mover] === goal,
    count: (state) => words(state.count),
    far,
  };
};
