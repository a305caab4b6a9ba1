// The game in a maze, for the player; the members are in
// docs/maintainers/pages-and-labs.md. A state is {x, y, d, count}; a
// move's id is the direction of its arrow.
const rules = ({ facts, unit, known: { changes } }) => {
  const STEPS = { n: [0, -1], ne: [1, -1], e: [1, 0], se: [1, 1], s: [0, 1], sw: [-1, 1], w: [-1, 0], nw: [-1, -1] };
  const NAMES = { n: "north", e: "east", s: "south", w: "west" };
  const words = (id) => (STEPS[id] ? [...id].map((each) => NAMES[each]).join("-") : id);
  if (!facts.size || !facts.goal || !facts.start) return null; // in a lab, no maze yet
  const [[width, height]] = facts.size;
  const [goal] = facts.goal;
  const [start] = facts.start;
  const [x, y, d] = facts.begin ? facts.begin[0] : [...start, 1];
  const obeys = (rule) => (facts.rule || []).some(([each]) => each === rule);
  const [departure, backwards] = [obeys("departure"), obeys("backwards")];
  // a page has a fact looks(X,Y,K,C) for each square, a lab those of the puzzle
  const { square = [], colour: colours = [], arrow: marks = [], looks = [] } = facts;
  const squares = new Map([goal, start, ...[...square, ...colours, ...marks, ...looks].map((each) => each.slice(0, 2))]
    .map((at) => [String(at), { colour: "white", arrows: new Set() }]));
  const on = (at) => squares.get(String(at));
  for (const [i, j, colour] of colours) on([i, j]).colour = colour;
  for (const [i, j, arrow] of marks) on([i, j]).arrows.add(arrow);
  for (const [i, j, bits, colour] of looks) {
    on([i, j]).colour = colour;
    Object.keys(STEPS).forEach((arrow, bit) => { if ((bits >> bit) & 1) on([i, j]).arrows.add(arrow); });
  }
  const is = (at, [i, j]) => at.x === i && at.y === j;
  const won = (state) => is(state, goal);

  const moves = (state) => {
    const { arrows, colour } = on([state.x, state.y]);
    if (won(state) || (state.d <= 0 && !backwards)) return [];
    const ids = Object.keys(STEPS).filter((each) => arrows.has(each));
    return (state.d || !ids.length ? ids : ["stay"]).flatMap((id) => {
      const [i, j] = (STEPS[id] || [0, 0]).map((step, axis) => [state.x, state.y][axis] + step * state.d);
      const landed = on([i, j]);
      if (!landed) return [];
      const after = { x: i, y: j, d: state.d + (changes[departure ? colour : landed.colour] || 0), count: state.count + 1 };
      return [{ id, label: `${words(id)} to (${i}, ${j}), d = ${after.d}`, hot: `land(${i},${j})`, after }];
    });
  };

  const play = (state, id) => ({ state: moves(state).find((each) => each.id === id).after, how: { token: { hop: true }, d: { hop: true } } });
  const middle = ({ x: i, y: j }) => [(i + 0.5) * unit, (j + 0.5) * unit];
  // where d is told: a corner or a side of the square to which no arrow points, else the middle
  const beside = (state) => {
    const { arrows } = on([state.x, state.y]);
    const free = ["ne", "nw", "se", "sw", "n", "s", "e", "w"].find((each) => !arrows.has(each));
    return middle(state).map((at, axis) => at + 0.3 * unit * (STEPS[free] || [0, 0])[axis]);
  };
  return {
    start: { x, y, d, count: 0 }, moves, play, won,
    key: (state) => `${state.x},${state.y},${state.d}`,
    pose: (state) => ({ token: { at: middle(state) }, d: { at: beside(state) }, "d says": { text: String(state.d) } }),
    facts: (state) => [["square", `(${state.x}, ${state.y})`], ["d", String(state.d)], ["colour", on([state.x, state.y]).colour]],
    // a row in words: of each square, what it is, its colour and its arrows
    board: (state) => Array.from({ length: height }, (_, j) => `Row ${j}: ${Array.from({ length: width }, (_, i) => {
      const { colour, arrows } = on([i, j]) || { colour: "white", arrows: [] };
      const names = [[goal, "the goal"], [start, "the start"], [[state.x, state.y], "the token"]].filter(([at]) => is({ x: i, y: j }, at));
      return `${i} ${[...names.map(([, name]) => name), colour, [...arrows].join(" ") || "no arrow"].join(", ")}`;
    }).join("; ")}`),
    // the moves of a route; null if it isn't one
    track: (atoms) => {
      const ids = atoms.filter(([name]) => name === "move").sort((a, b) => a[5] - b[5]).map(([, id]) => id);
      let state = { x, y, d, count: 0 };
      for (const id of ids) {
        const move = moves(state).find((each) => each.id === id);
        if (!move) return null;
        state = move.after;
      }
      return won(state) ? ids : null;
    },
  };
};
