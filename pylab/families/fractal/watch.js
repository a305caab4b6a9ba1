// Walking, entering boxes and leaving them, for the player; see player/graph.js for members.
// Locations and boxes are numbers. Of each location: where one can walk to (and through which
// points of the picture), the box it is a port of with the location behind it, or null; and by
// box the port that one comes out at, or -1.
const rules = (data) => {
  const { names, boxes, points, walks, enter, leave, targets, dive, whole, views, reads, accept } = data;
  // where a word has to be spelled: of each pair of a location and a state, that location
  const { place = names.map((_, at) => at), plain = names } = data;
  const isTarget = new Set(targets);
  const words = (n, what) => `${n} ${n === 1 ? what : `${what}s`}`;
  const key = (state) => state.stack.map((box) => boxes[box]);
  // the automaton that says what wins: it begins at the location, and reads the boxes from the innermost on
  const [BELOW, WON] = ["(bottom)", "#won"];
  const ends = accept.length ? accept : [WON];
  const automaton = accept.length ? reads : [
    ...targets.flatMap((at) => [BELOW, ...(dive ? boxes : [])].map((top) => [names[at], top, WON])),
    ...(dive ? [BELOW, ...boxes].map((top) => [WON, top, WON]) : []),
  ];
  const readings = new Map(); // by state and top, where the automaton comes to
  for (const [state, top, end] of automaton) readings.set(`${state} ${top}`, [...(readings.get(`${state} ${top}`) || []), end]);
  const read = (states, top) => states.flatMap(([state, cost]) => (readings.get(`${state} ${top}`) || []).map((end) => [end, cost]));
  const won = ({ stack, at }) => [...stack.map((box) => boxes[box]).reverse(), BELOW]
    .reduce(read, [[names[at], 0]]).some(([state]) => ends.includes(state));

  const moves = (state) => {
    if (won(state)) return [];
    const found = walks[state.at].map(([target]) => ({
      id: `walk ${target}`, label: `walk to ${names[target]}`, hot: `l${place[target]}`,
    }));
    if (enter[state.at]) {
      const [box] = enter[state.at];
      found.push({ id: "enter", label: `enter box ${boxes[box]}`, hot: `b${box}` });
    }
    const out = state.stack.length ? leave[state.stack.at(-1)][state.at] : -1;
    if (out >= 0) found.push({ id: "leave", label: `leave, to ${names[out]}`, hot: "out" });
    return found;
  };

  const play = (state, id) => {
    const next = { ...state, moves: state.moves + 1 };
    if (id === "enter") {
      const [box, inside] = enter[state.at];
      return {
        state: { ...next, stack: [...state.stack, box], at: inside },
        how: { camera: { to: views[box] }, hero: { to: points[state.at] } },
      };
    }
    if (id === "leave") {
      const box = state.stack.at(-1);
      const out = leave[box][state.at];
      return {
        state: { ...next, stack: state.stack.slice(0, -1), at: out },
        how: { camera: { from: views[box] }, hero: { from: points[out] } },
      };
    }
    const target = Number(id.slice(5));
    const [, via] = walks[state.at].find(([each]) => each === target);
    return {
      state: { ...next, at: target, corridors: state.corridors + 1 },
      how: { hero: { via } },
    };
  };

  // How far it is, exactly, though the stack has no bound: cross[u] has the least numbers of moves
  // from u to outer locations of the same copy, whatever is walked through in boxes on the way; deep[u]
  // those to where one stays, in this copy or further in, by the state that the automaton comes to
  // when it has read the boxes within this copy. Both grow until nothing changes.
  const shorten = (map, end, cost) => cost < (map.get(end) ?? Infinity) && Boolean(map.set(end, cost));
  const summaries = () => {
    const outer = new Set(leave.flatMap((ports) => ports.flatMap((port, at) => (port >= 0 ? [at] : []))));
    const begins = new Set(automaton.map(([state]) => state));
    const cross = names.map((_, u) => new Map(outer.has(u) ? [[u, 0]] : []));
    const deep = names.map((name) => new Map(begins.has(name) ? [[name, 0]] : []));
    for (let changed = true; changed;) {
      changed = false;
      names.forEach((_, u) => {
        const onward = walks[u].map(([v]) => [v, 1]);
        if (enter[u]) {
          const [box, inside] = enter[u];
          for (const [end, cost] of cross[inside]) if (leave[box][end] >= 0) onward.push([leave[box][end], cost + 2]);
          for (const [state, cost] of read([...deep[inside]], boxes[box])) changed = shorten(deep[u], state, cost + 1) || changed;
        }
        for (const [v, cost] of onward) for (const each of [cross, deep]) {
          for (const [end, rest] of [...each[v]]) changed = shorten(each[u], end, cost + rest) || changed;
        }
      });
    }
    return { cross, deep };
  };

  let known = null;
  const distance = ({ stack, at }) => {
    known ??= summaries();
    let here = new Map([[at, 0]]); // in the copy that is left next
    let states = new Map(); // of the automaton, where one stays further in
    for (const box of [...stack].reverse().concat(-1)) {
      const outside = new Map();
      for (const [u, cost] of here) {
        for (const [state, rest] of known.deep[u]) shorten(states, state, cost + rest);
        for (const [end, rest] of box < 0 ? [] : known.cross[u]) {
          if (leave[box][end] >= 0) shorten(outside, leave[box][end], cost + rest + 1);
        }
      }
      here = outside;
      const after = new Map();
      for (const [state, cost] of read([...states], boxes[box] ?? BELOW)) shorten(after, state, cost);
      states = after;
    }
    return Math.min(...ends.map((end) => states.get(end) ?? Infinity));
  };

  return {
    start: { stack: [], at: data.start, moves: 0, corridors: 0 },
    moves, play, won,
    far: (state) => {
      const left = distance(state);
      if (left === Infinity) return { words: "the goal is out of reach", next: null, lost: true };
      const nearer = moves(state).find((move) => distance(play(state, move.id).state) === left - 1);
      return { words: words(left, "move"), next: nearer ? nearer.id : null, left };
    },
    board: () => names.map((name, at) => {
      const told = walks[at].map(([target]) => `a corridor to ${names[target]}`);
      if (enter[at]) told.push(`into box ${boxes[enter[at][0]]}, to ${names[enter[at][1]]}`);
      leave.forEach((ports, box) => {
        if (ports[at] >= 0) told.push(`out of a box ${boxes[box]}, to ${names[ports[at]]}`);
      });
      return `${name}${isTarget.has(at) ? ", the goal" : ""}: ${told.join("; ") || "nothing"}`;
    }),
    // why a location, a box or the surroundings are none to be clicked
    why: ({ stack, at }, actor) => {
      const number = Number(actor.slice(1));
      if (actor === "out") {
        return stack.length ? `${names[at]} is no port of the copy you are in: nothing leads out here.`
          : "You are in no copy: there is nothing to be left.";
      }
      if (actor[0] === "b") return `You stand at ${names[at]}, which is no port of box ${boxes[number]}.`;
      if (actor[0] !== "l") return null;
      if (number === place[at]) return "You stand here.";
      const spelled = place.length > plain.length ? ", or its label can't be read now" : "";
      return `No corridor joins ${names[at]} and ${plain[number]}${spelled}.`;
    },
    pose: (state) => ({
      camera: { view: whole },
      hero: { at: points[state.at] },
      // in a copy, a place that wins outside of all copies is no goal
      ...Object.fromEntries(targets.map((at) => [`l${place[at]}`, { cls: state.stack.length && !dive && !accept.length ? "inside" : "" }])),
      where: { text: key(state).slice(-12).join(" › ") },
    }),
    facts: (state) => [
      ["stack", key(state)],
      ["depth", String(state.stack.length)],
      ["location", names[state.at]],
      ["corridors", String(state.corridors)],
      ["moves", String(state.moves)],
    ],
    spent: (state) => state.moves,
    count: (state) =>
      `${words(state.moves, "move")}, ${words(state.corridors, "corridor")}`,
  };
};
