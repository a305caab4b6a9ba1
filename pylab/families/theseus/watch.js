// Walking and turning, for the player; see player/graph.js for members. A state of the labyrinth
// is a door with a direction: i below `doors`, the same door the other way is i + doors.
// Places are known by their states. An edge: [source, target, weight, rooms, passage, corner or
// null]; it is known by its index.
const rules = (data) => {
  const { doors, places, edges, start, goal, limits, cycles } = data;
  const from = new Map();
  edges.forEach(([source], index) => {
    if (!from.has(source)) from.set(source, []);
    from.get(source).push(index);
  });
  const steps = (n) => `${n} ${n === 1 ? "step" : "steps"}`;
  const exact = (weight) => String(Math.round(weight * 1e6) / 1e6);
  const here = (state) => state.states.at(-1);
  const weight = (state) => state.edges.reduce((sum, edge) => sum + edges[edge][2], 0);
  const times = (list, item) => list.filter((each) => each === item).length;

  // whether an edge may be walked after these; nothing may happen more often than it is allowed
  const allowed = (state, edge) => {
    const [, target, , rooms, passage] = edges[edge];
    const closes = cycles && target === state.states[0];
    if (limits.state && !closes && state.states.includes(target)) return false;
    const used = state.edges;
    if (limits.door && !closes) {
      const passed = state.states.map((each) => each % doors);
      if (times(passed, target % doors) >= limits.door) return false;
    }
    if (limits.room) {
      const crossed = used.flatMap((each) => edges[each][3]);
      if (rooms.some((room) => times(crossed, room) >= limits.room)) return false;
    }
    if (limits.passage && used.some((each) => edges[each][4] === passage)) return false;
    return !(limits.edge && used.includes(edge));
  };

  const won = (state) => (cycles
    ? state.edges.length > 0 && here(state) === state.states[0]
    : here(state) === goal);

  const label = (edge) => {
    const [source, target] = edges[edge];
    const door = `door ${target % doors}`;
    if (places[source][2] === null) return `to ${door}`;
    const turn = (places[target][2] - places[source][2] + 360) % 360;
    const words = { 90: "turn right", 270: "turn left", 180: "turn back", 0: "go" };
    return `${words[turn]} to ${door}`;
  };

  const move = (edge) => ({
    id: String(edge), label: label(edge), hot: `d${edges[edge][1] % doors}`,
  });

  const moves = (state) => {
    if (won(state)) return [];
    const begin = cycles && !state.edges.length
      ? Object.keys(places).map((i) => ({ id: `at ${i}`, label: `begin at door ${i % doors}`, hot: "" }))
      : [];
    const onward = (from.get(here(state)) || []).filter((edge) => allowed(state, edge));
    return [...begin, ...onward.map(move)];
  };

  const play = (state, id) => {
    if (id.startsWith("at ")) return { state: { states: [Number(id.slice(3))], edges: [] }, how: {} };
    const [, target, , , , corner] = edges[Number(id)];
    return {
      state: { states: [...state.states, target], edges: [...state.edges, Number(id)] },
      how: { hero: { via: corner ? [corner] : [] } },
    };
  };

  // the lightest way on that comes into no state twice; a bound only where rooms or doors count
  const far = (state) => {
    const best = new Map([[here(state), { cost: 0, count: 0, first: null }]]);
    const done = new Set();
    while (true) {
      let near = null;
      for (const [at, { cost }] of best) {
        if (!done.has(at) && (near === null || cost < best.get(near).cost)) near = at;
      }
      if (near === null) {
        return { words: "out of reach, this way", next: null, lost: true };
      }
      const { cost, count, first } = best.get(near);
      if (near === goal) {
        const sure = !limits.door && !limits.room && !limits.passage;
        const words = `weight ${exact(cost)}, ${steps(count)}`;
        return sure ? { words, next: String(first), left: cost } : { words: `at least ${words}`, next: null };
      }
      done.add(near);
      for (const edge of from.get(near) || []) {
        const [, target, more] = edges[edge];
        const known = best.get(target);
        if (allowed(state, edge) && (!known || cost + more < known.cost)) {
          best.set(target, { cost: cost + more, count: count + 1, first: first ?? edge });
        }
      }
    }
  };

  return {
    start: { states: [start], edges: [] },
    moves, play, won, far,
    pose: (state) => {
      const [x, y, turn] = places[here(state)];
      return { hero: { at: [x, y], turn: turn ?? 0 } };
    },
    facts: (state) => [
      ["steps", String(state.edges.length)],
      ["weight", exact(weight(state))],
      ["door", String(here(state) % doors)],
    ],
    board: () => Object.keys(places).map(Number).filter((each) => from.has(each)).map((each) => {
      const way = places[each][2] === null ? `Door ${each % doors}`
        : `Door ${each % doors}, going ${["up", "right", "down", "left"][places[each][2] / 90]}`;
      const onward = from.get(each).map((edge) => `${edges[edge][1] % doors}${edges[edge][1] === goal ? ", the goal" : ""}`);
      return `${way}: on to door ${onward.join("; ")}`;
    }),
    // why a door is none to be clicked
    why: (state, actor) => {
      const door = Number(actor.slice(1));
      if (!actor.startsWith("d") || !(door < doors)) return null;
      const ways = (from.get(here(state)) || []).filter((edge) => edges[edge][1] % doors === door);
      if (door === here(state) % doors && !ways.length) return "You stand at this door.";
      if (!ways.length) return `No turn to the left or right leads from here to door ${door}.`;
      return `To door ${door} you have gone as often as you may: see the rules for what may not be passed twice.`;
    },
    spent: weight,
    count: (state) => `weight ${exact(weight(state))}, ${steps(state.edges.length)}`,
  };
};
