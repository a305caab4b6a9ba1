// Walking, entering boxes and leaving them, for the player; see player/graph.js for members.
// Where a word has to be spelled, a location is one of the labyrinth together with a state of the word.
const rules = ({ facts, unit, places = {}, corner = [0, 0], view: whole = [] }) => {
  if (!facts.start) return null; // a pushdown system
  const bare = (term) => (String(term)[0] === '"' ? JSON.parse(term) : term);
  const of = (name, count) => (facts[name] || []).filter((each) => each.length === count).map((each) => each.map(bare));
  const words = (n, what) => `${n} ${n === 1 ? what : `${what}s`}`;
  const [[first = null] = []] = of("first", 1);
  const [spell, last] = [of("spell", 3), of("last", 1).flat()];
  const states = first === null ? [""] : [...new Set([first, ...last, ...spell.flatMap(([state, , end]) => [state, end])])];
  const read_ = (name, state) => (first === null ? name : `${name}(${state})`);
  const steps = (label) => (first === null || label === undefined ? states.map((each) => [each, each])
    : spell.filter(([, each]) => each === label).map(([state, , end]) => [state, end]));

  const cliques = new Map();
  for (const [number, name] of of("corridor", 2)) cliques.set(number, [...(cliques.get(number) || []), name]);
  const labels = new Map(of("label", 2));
  const oneways = [...of("oneway", 2), ...of("oneway", 3)];
  const goals = of("goal", 1).map(([term]) => /^(\w+)(?:\((.*)\))?$/.exec(term)).map(([, kind, name = ""]) => [kind, bare(name)]);
  const [[[start]], ports] = [of("start", 1), of("port", 3)];
  const kinds = new Set(goals.map(([kind]) => kind));
  const outer = of("outer", 1).flat();
  const named = ["accept", "escape"].some((kind) => kinds.has(kind)) ? [] : goals.map(([, name]) => name);
  const plain = [...new Set([
    ...[...cliques.values()].flat(), ...oneways.flatMap(([a, b]) => [a, b]), start, ...outer, ...named,
    ...ports.flatMap(([, inside, port]) => [port, inside]),
  ])];
  const place = new Map(plain.flatMap((name) => states.map((state) => [read_(name, state), name])));
  const names = [...place.keys()];
  const walks = new Map(names.map((name) => [name, new Set()]));
  const link = (a, b, label) => steps(label).forEach(([state, end]) => a !== b && walks.get(read_(a, state)).add(read_(b, end)));
  for (const [number, clique] of cliques) for (const a of clique) for (const b of clique) link(a, b, labels.get(number));
  for (const [a, b, label] of oneways) link(a, b, label);
  const boxes = [...new Set(ports.map(([box]) => box))];
  const [enter, leave] = [new Map(), new Map()];
  for (const [box, inside, port] of ports) {
    for (const state of states) {
      enter.set(read_(port, state), [box, read_(inside, state)]);
      leave.set(`${box} ${read_(inside, state)}`, read_(port, state));
    }
  }

  // the automaton that says what wins: it begins at the location, and reads the boxes from the innermost on
  const [BELOW, WON] = ["(bottom)", "#won"];
  const reads = (facts.reads || []).map(([state, top, end]) => [bare(state), top === "bottom" ? BELOW : bare(top), bare(end)]);
  const accept = kinds.has("accept") ? goals.map(([, name]) => name) : [];
  const dive = kinds.has("reach");
  const begins = (name) => reads.some(([state]) => state === name);
  const aims = kinds.has("escape") ? outer : accept.length ? plain.filter(begins) : named;
  const targets = new Set(aims.flatMap((name) => (first === null ? [name] : last.map((state) => read_(name, state)))));
  const ends = accept.length ? accept : [WON];
  const after = (at) => reads.map(([state, top, end]) => [read_(state, at), top, end]);
  const automaton = accept.length ? [...reads, ...(first === null ? [] : last.flatMap(after))] : [
    ...[...targets].flatMap((name) => [BELOW, ...(dive ? boxes : [])].map((top) => [name, top, WON])),
    ...(dive ? [BELOW, ...boxes].map((top) => [WON, top, WON]) : []),
  ];
  const readings = new Map(); // by state and top, where the automaton comes to
  const readsOf = (state, top) => readings.get(`${state} ${top}`) || [];
  for (const [state, top, end] of automaton) readings.set(`${state} ${top}`, [...readsOf(state, top), end]);
  const read = (from, top) => from.flatMap(([state, cost]) => readsOf(state, top).map((end) => [end, cost]));
  const won = ({ stack, at }) => [...[...stack].reverse(), BELOW]
    .reduce(read, [[at, 0]]).some(([state]) => ends.includes(state));

  // where things are: a corridor leads by its bends, if it is where it was laid out
  const actor = (kind, name) => `${kind}(${JSON.stringify(name)})`;
  const point = (name) => places[actor("l", place.get(name))] || corner;
  const shown = (x, y) => [corner[0] + (x * unit) / 50, corner[1] + (y * unit) / 50];
  const apart = ([a, b], [x, y]) => Math.hypot(a - x, b - y);
  const spotOf = (name) => point(read_(name, states[0]));
  const hubs = new Map(of("hub", 3).map(([number, x, y]) => [number, shown(x, y)]));
  const bends = new Map();
  for (const [a, b, , x, y] of of("bend", 5).sort((one, other) => one[2] - other[2])) {
    bends.set(`${a} ${b}`, [...(bends.get(`${a} ${b}`) || []), shown(x, y)]);
  }
  const spots = of("spot", 3).filter(([name]) => plain.includes(name));
  const still = new Set(spots.filter(([name, x, y]) => apart(shown(x, y), spotOf(name)) < 4).map(([name]) => name));
  const along = (from, to) => {
    const [a, b] = [place.get(from), place.get(to)];
    const way = (one, other) => bends.get(`${one} ${other}`) || [];
    if (!still.has(a) || !still.has(b)) return [];
    const [number] = [...cliques].find(([each, clique]) => hubs.has(each) && clique.includes(a) && clique.includes(b)) || [];
    if (number === undefined || oneways.some(([one, other]) => one === a && other === b)) {
      return bends.has(`${a} ${b}`) ? way(a, b) : [...way(b, a)].reverse();
    }
    return [...way(a, number), hubs.get(number), ...[...way(b, number)].reverse()];
  };
  // the part of the picture that a box takes where all of it is the view
  const views = new Map(boxes.map((box) => {
    const [middle, frame] = [places[actor("b", box)], places.here];
    const [, inside, port] = ports.find(([each, name]) => each === box && !name.includes(".")) || [];
    if (!middle || !frame || !port) return [box, whole];
    const share = apart(spotOf(port), middle) / apart(spotOf(inside), frame);
    return [box, [...[0, 1].map((i) => middle[i] + (whole[i] - frame[i]) * share), whole[2] * share, whole[3] * share]];
  }));

  const moves = ({ stack, at, ...state }) => {
    if (won({ stack, at, ...state })) return [];
    const found = [...walks.get(at)].map((target) => (
      { id: `walk ${target}`, label: `walk to ${target}`, hot: actor("l", place.get(target)) }));
    if (enter.has(at)) found.push({ id: "enter", label: `enter box ${enter.get(at)[0]}`, hot: actor("b", enter.get(at)[0]) });
    const out = leave.get(`${stack.at(-1)} ${at}`);
    if (stack.length && out) found.push({ id: "leave", label: `leave, to ${out}`, hot: "out" });
    return found;
  };

  const play = (state, id) => {
    const next = { ...state, moves: state.moves + 1 };
    if (id === "enter") {
      const [box, inside] = enter.get(state.at);
      return {
        state: { ...next, stack: [...state.stack, box], at: inside },
        how: { camera: { to: views.get(box) }, hero: { to: point(state.at) } },
      };
    }
    if (id === "leave") {
      const box = state.stack.at(-1);
      const out = leave.get(`${box} ${state.at}`);
      return {
        state: { ...next, stack: state.stack.slice(0, -1), at: out },
        how: { camera: { from: views.get(box) }, hero: { from: point(out) } },
      };
    }
    const target = id.slice(5);
    return { state: { ...next, at: target, corridors: state.corridors + 1 }, how: { hero: { via: along(state.at, target) } } };
  };

  // How far it is, exactly, though the stack has no bound: cross[u] has the least numbers of moves
  // from u to outer locations of the same copy, whatever is walked through in boxes on the way; deep[u]
  // those to where one stays, in this copy or further in, by the state that the automaton comes to
  // when it has read the boxes within this copy. Both grow until nothing changes.
  const shorten = (map, end, cost) => cost < (map.get(end) ?? Infinity) && Boolean(map.set(end, cost));
  const summaries = () => {
    const [cross, deep] = [[...enter.values()].map(([, inside]) => inside), automaton.map(([state]) => state)]
      .map((zero) => new Map(names.map((name) => [name, new Map(zero.includes(name) ? [[name, 0]] : [])])));
    for (let changed = true; changed;) {
      changed = false;
      for (const u of names) {
        const onward = [...walks.get(u)].map((v) => [v, 1]);
        if (enter.has(u)) {
          const [box, inside] = enter.get(u);
          for (const [end, cost] of cross.get(inside)) {
            if (leave.has(`${box} ${end}`)) onward.push([leave.get(`${box} ${end}`), cost + 2]);
          }
          for (const [state, cost] of read([...deep.get(inside)], box)) {
            changed = shorten(deep.get(u), state, cost + 1) || changed;
          }
        }
        for (const [v, cost] of onward) for (const each of [cross, deep]) {
          for (const [end, rest] of [...each.get(v)]) changed = shorten(each.get(u), end, cost + rest) || changed;
        }
      }
    }
    return { cross, deep };
  };

  let known = null;
  const distance = ({ stack, at }) => {
    known ??= summaries();
    let here = new Map([[at, 0]]); // in the copy that is left next
    let found = new Map(); // states of the automaton, where one stays further in
    for (const box of [...[...stack].reverse(), null]) {
      const outside = new Map();
      for (const [u, cost] of here) {
        for (const [state, rest] of known.deep.get(u)) shorten(found, state, cost + rest);
        for (const [end, rest] of box === null ? [] : known.cross.get(u)) {
          if (leave.has(`${box} ${end}`)) shorten(outside, leave.get(`${box} ${end}`), cost + rest + 1);
        }
      }
      here = outside;
      const after = new Map();
      for (const [state, cost] of read([...found], box ?? BELOW)) shorten(after, state, cost);
      found = after;
    }
    return Math.min(...ends.map((end) => found.get(end) ?? Infinity));
  };

  // the moves of a run that is folded up; null for other answers, and for long runs
  const track = (atoms) => {
    const given = (name, count) => atoms.filter((each) => each[0] === name && each.length === count + 1)
      .map(([, ...args]) => args);
    const word = (term) => (String(term).startsWith("at(") ? read_(...JSON.parse(`[${term.slice(3, -1)}]`)) : bare(term));
    const key = (frame, name) => `${frame} ${name}`;
    const [end, ...more] = given("end", 1);
    if (!end || more.length || given("exits", 0).length) return null;
    const reasons = new Map(given("reason", 3).map(([frame, name, why]) => {
      const [, kind, origin] = /^(\w+)\((?:"[^"]*",)?(.*)\)$/.exec(why);
      return [key(word(frame), word(name)), { frame: word(frame), name: word(name), kind, origin: word(origin) }];
    }));
    const made = [];
    const pending = [{ way: key("start", word(end[0])) }];
    while (pending.length && made.length <= 2000) {
      const { move, way } = pending.pop();
      if (move) made.push(move);
      const { frame, name, kind, origin } = reasons.get(way) || {};
      if (!kind) continue;
      if (!walks.has(name) || !walks.has(origin)) return null; // in a state of the word that isn't the page's
      const through = () => [{ move: "enter" }, { way: key(enter.get(origin)?.[1], enter.get(name)?.[1]) }, { move: "leave" }];
      const tail = kind === "walk" ? [{ move: `walk ${name}` }] : kind === "into" ? [{ move: "enter" }] : through();
      pending.push(...[{ way: key(frame, origin) }, ...tail].reverse());
    }
    return pending.length ? null : made;
  };

  return {
    start: { stack: [], at: read_(start, first), moves: 0, corridors: 0 },
    moves, play, won, track,
    far: (state) => {
      const left = distance(state);
      if (left === Infinity) return { words: "out of reach", next: null, lost: true };
      const nearer = moves(state).find((move) => distance(play(state, move.id).state) === left - 1);
      return { words: words(left, "move"), next: nearer ? nearer.id : null, left };
    },
    board: () => names.map((name) => {
      const told = [...walks.get(name)].map((target) => `a corridor to ${target}`);
      if (enter.has(name)) told.push(`into box ${enter.get(name)[0]}, to ${enter.get(name)[1]}`);
      for (const box of boxes) {
        const out = leave.get(`${box} ${name}`);
        if (out) told.push(`out of a box ${box}, to ${out}`);
      }
      return `${name}${targets.has(name) ? ", the goal" : ""}: ${told.join("; ") || "nothing"}`;
    }),
    // why a location, a box or the surroundings are none to be clicked
    why: ({ stack, at }, clicked) => {
      if (clicked === "out") {
        return stack.length ? `${at} is no port of the copy you are in: nothing leads out here.`
          : "You are in no copy: there is nothing to be left.";
      }
      const [, kind, name] = /^([lb])\((".*")\)$/.exec(clicked) || [];
      if (!kind) return null;
      if (kind === "b") return `You stand at ${at}, which is no port of box ${bare(name)}.`;
      if (bare(name) === place.get(at)) return "You stand here.";
      return `No corridor joins ${at} and ${bare(name)}${first === null ? "" : ", or its label can't be read now"}.`;
    },
    pose: (state) => ({
      camera: { view: whole },
      hero: { at: point(state.at) },
      // in a copy, a place that wins outside of all copies is no goal
      ...Object.fromEntries(aims.map((name) => [
        actor("ring", name), { cls: state.stack.length && !dive && !accept.length ? "taken" : "" },
      ])),
      "where says": { text: state.stack.slice(-12).join(" › ") },
    }),
    facts: (state) => [
      ["stack", state.stack],
      ["depth", String(state.stack.length)],
      ["location", state.at],
      ["corridors", String(state.corridors)],
      ["moves", String(state.moves)],
    ],
    spent: (state) => state.moves,
    count: (state) => `${words(state.moves, "move")}, ${words(state.corridors, "corridor")}`,
  };
};
