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
  // what an automaton accepts: it begins at the location, and reads the boxes from the innermost on
  const accepted = ({ stack, at }) => [...stack.map((box) => boxes[box]).reverse(), "(bottom)"].reduce((states, top) =>
    reads.filter(([state, each]) => each === top && states.includes(state)).map(([, , end]) => end), [names[at]])
    .some((state) => accept.includes(state));
  const won = (state) => (accept.length ? accepted(state) : isTarget.has(state.at) && (dive || !state.stack.length));

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

  // How far it is, exactly, though the stack has no bound: cross[u][q] is the least number of
  // moves from u to q within one copy, whatever is walked through in boxes on the way; grown until
  // nothing changes. `deep` is the same to a target in this copy or further in.
  const summaries = () => {
    const count = names.length;
    const ends = [...new Set([...leave.flatMap((ports) =>
      ports.flatMap((port, at) => (port >= 0 ? [at] : []))), ...targets])];
    const cross = names.map((_, u) => new Map(ends.includes(u) ? [[u, 0]] : []));
    const deep = names.map((_, u) => (isTarget.has(u) ? 0 : Infinity));
    const shorten = (map, end, cost) => {
      if (cost >= (map.get(end) ?? Infinity)) return false;
      map.set(end, cost);
      return true;
    };
    for (let changed = true; changed;) {
      changed = false;
      for (let u = 0; u < count; u++) {
        const onward = walks[u].map(([v]) => [v, 1]);
        if (enter[u]) {
          const [box, inside] = enter[u];
          for (const [end, cost] of cross[inside]) {
            if (leave[box][end] >= 0) onward.push([leave[box][end], cost + 2]);
          }
          if (deep[inside] + 1 < deep[u]) {
            deep[u] = deep[inside] + 1;
            changed = true;
          }
        }
        for (const [v, cost] of onward) {
          for (const [end, rest] of [...cross[v]]) {
            changed = shorten(cross[u], end, cost + rest) || changed;
          }
          if (deep[v] + cost < deep[u]) {
            deep[u] = deep[v] + cost;
            changed = true;
          }
        }
      }
    }
    return { cross, deep };
  };

  // The same where an automaton accepts: which moves lead from a place, with some box on top, to
  // where that is left, or read by the automaton. `#3` is a location, `=q` a state.
  const readings = () => {
    const found = new Map();
    let changed = false;
    const ends = (state, top) => found.get(`${state} ${top}`) || new Map();
    const shorten = (state, top, end, cost) => {
      if (cost >= (ends(state, top).get(end) ?? Infinity)) return;
      found.set(`${state} ${top}`, ends(state, top).set(end, cost));
      changed = true;
    };
    for (const [state, top, end] of reads) {
      shorten(`=${state}`, top, `=${end}`, 0);
      if (names.includes(state)) shorten(`#${names.indexOf(state)}`, top, `=${end}`, 0);
    }
    leave.forEach((ports, box) => ports.forEach((port, at) => {
      if (port >= 0) shorten(`#${at}`, boxes[box], `#${port}`, 1);
    }));
    do {
      changed = false;
      names.forEach((_, u) => [...boxes, "(bottom)"].forEach((top) => {
        for (const [v] of walks[u]) {
          for (const [end, cost] of ends(`#${v}`, top)) shorten(`#${u}`, top, end, cost + 1);
        }
        if (!enter[u]) return;
        const [box, inside] = enter[u];
        for (const [port, cost] of [...ends(`#${inside}`, boxes[box])]) {
          for (const [end, rest] of [...ends(port, top)]) shorten(`#${u}`, top, end, cost + rest + 1);
        }
      }));
    } while (changed);
    return ends;
  };

  const read = (state) => {
    known ??= readings();
    let here = new Map([[`#${state.at}`, 0]]);
    for (const top of [...state.stack.map((box) => boxes[box]).reverse(), "(bottom)"]) {
      const onward = new Map();
      for (const [at, cost] of here) {
        for (const [end, rest] of known(at, top)) {
          onward.set(end, Math.min(cost + rest, onward.get(end) ?? Infinity));
        }
      }
      here = onward;
    }
    return Math.min(...accept.map((end) => here.get(`=${end}`) ?? Infinity));
  };

  let known = null;
  const distance = (state) => {
    if (accept.length) return read(state);
    known ??= summaries();
    const { cross, deep } = known;
    let best = Infinity;
    let here = new Map([[state.at, 0]]);
    for (let level = state.stack.length; level >= 0; level--) {
      for (const [at, cost] of here) {
        if (dive) best = Math.min(best, cost + deep[at]);
        else if (!level) for (const end of targets) {
          best = Math.min(best, cost + (cross[at].get(end) ?? Infinity));
        }
      }
      if (!level) break;
      const outside = new Map();
      for (const [at, cost] of here) {
        for (const [end, rest] of cross[at]) {
          const port = leave[state.stack[level - 1]][end];
          const total = cost + rest + 1;
          if (port >= 0 && total < (outside.get(port) ?? Infinity)) outside.set(port, total);
        }
      }
      here = outside;
    }
    return best;
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
