// Rules of a game whose states are all listed. Any other rules have the same members.
//
// data: {start, states, unit: ["move", "moves"] or nothing}, each state a list of
//   pose   {actor: {at: [x, y], turn: degrees, cls: "classes", text: "…", view: [x, y, w, h]}}
//   facts  [[label, value or list of values], …] for the panel
//   moves  [[hot, label, target, how], …]: what is clicked, in words, the state it leads to
//   won    whether it is over
//
// how: {actor: {via: points passed, hop: true, from: start there instead, to: end there instead,
//   wrap: [dx, dy] for what leaves on one side and comes in on the other}}
const rules = (data) => {
  const of = (state) => data.states[state.node];
  return {
    start: { node: data.start, count: 0 },
    // the moves that can be made: {id, label, hot}
    moves: (state) => of(state)[2].map(([hot, label], i) => ({ id: String(i), label, hot })),
    // the state after a move that can be made, and how things get there
    play: (state, id) => {
      const [, , target, how] = of(state)[2][Number(id)];
      return { state: { node: target, count: state.count + 1 }, how: how || {} };
    },
    pose: (state) => of(state)[0],
    facts: (state) => of(state)[1],
    won: (state) => of(state)[3],
    key: (state) => state.node,
    unit: data.unit,
  };
};
