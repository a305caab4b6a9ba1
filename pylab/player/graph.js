// Rules of a game whose states are all listed. Any other rules have the same members.
//
// data: {start, states, unit: ["move", "moves"]}, each state a list of
//   pose   {actor: {at: [x, y], turn: degrees, cls: "classes", text: "…", view: [x, y, w, h]}}
//   facts  [[label, value or list of values], …] for the panel
//   moves  [[hot, label, target, how], …]: what is clicked, in words, the state it leads to
//   left   how many moves the goal is away; 0: won; null: out of reach
//
// how: {actor: {via: points passed, hop: true, from: start there instead, to: end there instead,
//   wrap: [dx, dy] for what leaves on one side and comes in on the other}}
const rules = (data) => {
  const words = (n) => `${n} ${data.unit[n === 1 ? 0 : 1]}`;
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
    won: (state) => of(state)[3] === 0,
    count: (state) => words(state.count),
    // how far the goal is in words, and a move that leads nearer; null if that is not known
    far: (state) => {
      const left = of(state)[3];
      if (left === null) return { words: "the goal is out of reach", next: null };
      const nearer = (move) => data.states[move[2]][3] === left - 1;
      const next = left ? of(state)[2].findIndex(nearer) : -1;
      return { words: words(left), next: next < 0 ? null : String(next) };
    },
  };
};
