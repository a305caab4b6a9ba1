// Rules of a game whose states are all listed. Any other rules have the same members.
//
// data: {start, states, unit: ["move", "moves"] or nothing, marks: the actors that are moves, if there are some},
// each state a list of
//   pose   {actor: {at: [x, y], turn: degrees, cls: "classes", text: "…", view: [x, y, w, h]}}; an actor
//          that is missing here and not in other states is taken away
//   facts  [[label, value or list of values], …] for the panel
//   moves  [[hot, label, target, how], …]: what is clicked, in words, the state it leads to
//   won    whether it is over
//
// how: {actor: {via: points passed, hop: true, from: start there instead, to: end there instead,
//   wrap: [dx, dy] for what leaves on one side and comes in on the other}}
const rules = (data) => {
  const of = (state) => data.states[state.node];
  const all = Object.fromEntries(data.states.flatMap(([pose]) => Object.keys(pose).map((name) => [name, { cls: "taken" }])));
  const poses = new Map();
  const pose = ({ node }) => {
    if (!poses.has(node)) poses.set(node, { ...all, ...data.states[node][0] });
    return poses.get(node);
  };

  const things = Object.keys(all).filter((name) => !data.marks?.includes(name));
  const like = (name) => { // the kind of a token and what it shows, or else its colour
    const [, kind, colour, shown] = / (square|wall|line|arrow|disc|icon|label) (#\w+)(.*)$/.exec(name) || [];
    return kind && kind + (shown || colour);
  };

  // a thing that has another name after a move slides to where it is then, if it is the only one
  const slid = (before, after) => {
    const only = (one, other) => {
      const seen = (state, name) => { const { at, cls } = pose(state)[name]; return at && cls !== "taken"; };
      const found = things.filter((name) => seen(one, name) && !seen(other, name));
      return found.length === 1 ? found[0] : null;
    };
    const [gone, come] = [only(before, after), only(after, before)];
    if (gone === null || come === null || !like(gone) || like(gone) !== like(come)) return {};
    return { [gone]: { to: pose(after)[come].at }, [come]: { from: pose(before)[gone].at } };
  };

  return {
    start: { node: data.start, count: 0 },
    // the moves that can be made: {id, label, hot}
    moves: (state) => of(state)[2].map(([hot, label], i) => ({ id: String(i), label, hot })),
    // the state after a move that can be made, and how things get there
    play: (state, id) => {
      const [, , target, how] = of(state)[2][Number(id)];
      const after = { node: target, count: state.count + 1 };
      return { state: after, how: { ...slid(state, after), ...how } };
    },
    pose,
    facts: (state) => of(state)[1],
    won: (state) => of(state)[3],
    key: (state) => state.node,
    unit: data.unit,
  };
};
