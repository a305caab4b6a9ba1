// Walking and turning, for the player; see player/graph.js for members. A state of the labyrinth
// is a door with a direction: i below `doors`, the same door the other way is i + doors.
// An edge is known by its index: [source, target, weight, rooms, passage, lane].
const rules = ({ facts, unit, places: laid = null }) => {
  const given = (name) => facts[name] || [];
  const [plan, cycles] = [Boolean(facts.size), Boolean(facts.cycles)];
  if (!plan && !laid) return null; // a bare graph that nobody laid out
  const needed = plan ? ["door", "entrance", "exit", "scale"] : ["nodes", "start", "goal", "scale"];
  if (!needed.every((name) => facts[name])) return null; // in a lab, no puzzle yet
  const [[scale]] = facts.scale;
  const doors = plan ? facts.door.length : facts.nodes[0][0];
  const limits = Object.fromEntries(given("limit"));
  if (limits.point && !facts.page) return null; // a page shows answers, and a lab would play
  limits.state = Number(cycles || !(limits.passage || limits.edge));
  const allowed_ = given("allowed").flat();

  // a plan's doors: where they are, whether they are in a level wall, the rooms before and behind
  const door = new Map(given("door").map(([n, x, y]) => {
    const sides = given("room").map(([name, a, b, w, h]) => [
      name, a < x && x < a + w ? (y === b + h ? "before" : y === b ? "behind" : "") : "",
      b < y && y < b + h ? (x === a + w ? "before" : x === a ? "behind" : "") : ""]);
    const level = sides.some(([, one]) => one);
    const room = (side) => sides.find((each) => each[level ? 1 : 2] === side)?.[0];
    return [n, { x, y, level, before: room("before"), behind: room("behind") }];
  }));
  // the graph of turns, ordered and numbered as in Python
  const turns = () => given("room").flatMap(([room]) => {
    const ways = [...door].filter(([, { before, behind }]) => before === room || behind === room);
    const into = (n) => (door.get(n).behind === room ? n : n + doors);
    const out = (n) => (door.get(n).before === room ? n : n + doors);
    return ways.flatMap(([n, here]) => ways.filter(([m, there]) => here.level !== there.level
      || (n === m ? allowed_.includes("back") : (into(n) < doors) !== (out(m) < doors) && allowed_.includes("same_wall")))
      .map(([m, there]) => [into(n), out(m), Math.abs(here.x - there.x) + Math.abs(here.y - there.y), [room],
        `${room} ${Math.min(n, m)} ${Math.max(n, m)}`, 1]));
  });
  const passages = new Map(given("passage").map(([u, v, lane, passage]) => [`${[u, v, lane]}`, passage]));
  const edges = (plan ? turns() : given("edge").map(([u, v, lane, weight]) => [u, v, weight, [], passages.get(`${[u, v, lane]}`), lane]))
    .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[5] - b[5]);
  for (const each of edges) each[2] /= scale;
  const ends = (name, inwards) => given(name).map(([n]) => ((door.get(n).behind === undefined) === inwards ? n + doors : n))[0];
  const [start, goal] = plan ? [ends("entrance", true), ends("exit", false)] : [facts.start[0][0], facts.goal[0][0]];
  const turn = (state) => (plan ? (door.get(state % doors).level ? 0 : 90) + (state < doors ? 0 : 180) : null);
  // a door is passed on its right, as on a road
  const at = (state) => {
    if (!plan) return laid[state % doors];
    const { x, y } = door.get(state % doors);
    const [right, down] = { 0: [1, 0], 90: [0, 1], 180: [-1, 0], 270: [0, -1] }[turn(state)].map((n) => n * 0.085);
    return [(x / scale + right) * unit, (down - y / scale) * unit];
  };
  const places = Array.from({ length: 2 * doors }, (_, i) => i).filter((i) => plan || laid[i % doors]);
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

  // a door by its place in the picture, or by its number in a graph
  const placed = ({ x, y }) => `(${x / scale}, ${y / scale})`;
  const named = (state) => (plan ? `the door at ${placed(door.get(state % doors))}` : `door ${state % doors}`);
  const size = plan ? "length" : "weight";

  const label = (edge) => {
    const [source, target] = edges[edge];
    const words = { 90: "turn right", 270: "turn left", 180: "turn back", 0: "go" };
    return plan ? `${words[(turn(target) - turn(source) + 360) % 360]} to ${named(target)}` : `to ${named(target)}`;
  };

  const move = (edge) => ({
    id: String(edge), label: label(edge), hot: `door(${edges[edge][1] % doors})`,
  });

  const moves = (state) => {
    if (won(state)) return [];
    const begin = cycles && !state.edges.length
      ? places.map((i) => ({ id: `at ${i}`, label: `begin at ${named(i)}`, hot: "" }))
      : [];
    const onward = (from.get(here(state)) || []).filter((edge) => allowed(state, edge));
    return [...begin, ...onward.map(move)];
  };

  const play = (state, id) => {
    if (id.startsWith("at ")) return { state: { states: [Number(id.slice(3))], edges: [] }, how: {} };
    const [source, target] = edges[Number(id)];
    const [[x, y], [x1, y1]] = [at(source), at(target)];
    return {
      state: { states: [...state.states, target], edges: [...state.edges, Number(id)] },
      how: { hero: { via: plan ? [turn(source) % 180 ? [x1, y] : [x, y1]] : [] } },
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
        const words = `${size} ${exact(cost)}, ${steps(count)}`;
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
    pose: (state) => ({ hero: { at: at(here(state)), turn: turn(here(state)) ?? 0 } }),
    // the edges of a path that is an answer, in their order; null for a cycle
    track: (atoms) => {
      const of = (kind, count) => atoms.filter(([name, ...args]) => name === kind && args.length === count).map(([, ...args]) => args);
      const uses = of("use", 3);
      const after = new Map(of("next", 5).map(([u, v, k, w, l]) => [`${[u, v, k]}`, [v, w, l]]));
      const later = new Set([...after.values()].map(String));
      const entered = new Set(uses.map(([, v]) => v));
      let next = uses.find((key) => (after.size ? !later.has(`${key}`) : !entered.has(key[0])));
      const index = new Map(edges.map(([u, v, , , , lane], i) => [`${[u, v, lane]}`, String(i)]));
      const made = [];
      while (next && made.length < uses.length) {
        made.push(index.get(`${next}`));
        const [, v] = next;
        next = after.size ? after.get(`${next}`) : uses.find(([u]) => u === v);
      }
      return made.length && made.every(Boolean) ? made : null;
    },
    facts: (state) => [
      ["steps", String(state.edges.length)],
      [size, exact(weight(state))],
      ["at", named(here(state))],
    ],
    board: () => places.filter((each) => from.has(each)).map((each) => {
      const way = plan ? `Door at ${placed(door.get(each % doors))}, going ${["up", "right", "down", "left"][turn(each) / 90]}` : `Door ${each % doors}`;
      const onward = from.get(each).map((edge) => `${named(edges[edge][1])}${edges[edge][1] === goal ? ", the goal" : ""}`);
      return `${way}: on to ${onward.join("; ")}`;
    }),
    // why a door is none to be clicked
    why: (state, actor) => {
      const n = Number(/^door\((\d+)\)$/.exec(actor)?.[1] ?? doors);
      if (!(n < doors)) return null;
      const ways = (from.get(here(state)) || []).filter((edge) => edges[edge][1] % doors === n);
      if (n === here(state) % doors && !ways.length) return "You stand at this door.";
      if (!ways.length) return `No turn to the left or right leads from here to ${named(n)}.`;
      return `To ${named(n)} you have gone as often as you may: see the rules for what may not be passed twice.`;
    },
    spent: weight,
    count: (state) => `${size} ${exact(weight(state))}, ${steps(state.edges.length)}`,
  };
};
