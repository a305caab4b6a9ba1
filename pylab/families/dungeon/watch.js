// Walking, collecting and opening, for the player; see player/graph.js for members. Places, things
// and locks are numbers. A way out of a place: [target] or [target, lock, needs, switched]; lock -1:
// none; of each list in needs one thing must have been collected; switched -1: as it may be.
//
// A move is a walk on which nothing happens before its last step: "place", or "place opens lock".

// What a step asks for and what it changes. A bag: what was collected, which locks are open.
const machine = (data) => {
  const { places, ways, things, locks } = data;
  const goals = new Set(data.goals);
  const switches = new Set(data.switches);
  const gains = places.map((_, place) => data.gains[place] || []);

  const bagOf = (state) => ({ got: new Set(state.got), open: new Set(state.open) });
  const inHand = (bag, kind) => {
    const start = (kind === "key" ? data.keys : data.bombs) ?? 0;
    const found = [...bag.got].filter((thing) => things[thing] === kind).length;
    return start + found - [...bag.open].filter((lock) => locks[lock][1] === kind).length;
  };
  const closed = (bag, lock) => lock !== undefined && lock >= 0 && !bag.open.has(lock);
  const fits = (bag, on, needs, switched) => (switched === undefined || switched < 0 || switched === on)
    && (needs || []).every((any) => any.some((thing) => bag.got.has(thing)));
  const passes = (bag, on, [, lock, needs, switched]) => fits(bag, on, needs, switched)
    && (!closed(bag, lock) || inHand(bag, locks[lock][1]) > 0);
  const news = (bag, place) => gains[place].filter((thing) => !bag.got.has(thing));

  // after a step on a way that is passable: the bag, which stays the same if nothing is collected or opened, and the switch
  const after = (bag, on, [place, lock]) => {
    const [fresh, opens] = [news(bag, place), closed(bag, lock)];
    const got = fresh.length ? new Set([...bag.got, ...fresh]) : bag.got;
    const open = opens ? new Set([...bag.open, lock]) : bag.open;
    return { bag: fresh.length || opens ? { got, open } : bag, on: switches.has(place) ? 1 - on : on };
  };
  const start = { path: [data.start], got: gains[data.start], open: [], on: 0, ...data.begun };
  return { data, places, ways, things, locks, goals, switches, gains, start, bagOf, inHand, closed, fits, passes, news, after };
};

const rules = (data) => {
  const { places, ways, things, locks, goals, switches, start, bagOf, inHand, closed, fits, passes, news, after } = machine(data);
  const { unit } = data;
  const WORK = 400_000; // states looked at before a search is given up
  const steps = (n) => `${n} ${n === 1 ? "step" : "steps"}`;

  const here = (state) => state.path.at(-1);
  const won = (state) => goals.has(here(state));
  const length = (state) => state.path.length - 1;

  const quiet = (bag, [target, lock]) => !closed(bag, lock) && !switches.has(target)
    && !goals.has(target) && !news(bag, target).length;

  // all walks on which nothing happens before the last step, by the moves' ids: the place before
  // the last one, and how to get there; looked for once for a state
  const known = new WeakMap();
  const walks = (state) => {
    if (!known.has(state)) known.set(state, walksFrom(state));
    return known.get(state);
  };
  const walksFrom = (state) => {
    const bag = bagOf(state);
    const start = here(state);
    const before = new Map([[start, -1]]);
    const found = new Map();
    if (won(state)) return { before, found };
    for (const place of before.keys()) {
      for (const way of ways[place]) {
        if (!passes(bag, state.on, way)) continue;
        const [target, lock] = way;
        const id = closed(bag, lock) ? `${target} opens ${lock}` : String(target);
        if (quiet(bag, way)) {
          if (before.has(target)) continue;
          before.set(target, place);
          found.set(id, place);
        } else if (!found.has(id)) found.set(id, place);
      }
    }
    return { before, found };
  };
  const pathOf = (state, id) => {
    const { before, found } = walks(state);
    const path = [parsed(id).place];
    for (let at = found.get(id); at !== here(state); at = before.get(at)) path.unshift(at);
    return path;
  };

  const parsed = (id) => {
    const [place, lock] = id.split(" opens ");
    return { place: Number(place), lock: lock && Number(lock) };
  };

  const label = (bag, from, last, id) => {
    const { place, lock } = parsed(id);
    const [x, y, name] = places[place];
    const [dx, dy] = [x - places[from][0], y - places[from][1]];
    const beside = unit && last === from && Math.abs(dx) + Math.abs(dy) < 2 * unit;
    const side = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "east" : "west") : (dy > 0 ? "south" : "north");
    const words = [beside ? `step ${side} to ${name}` : `walk to ${name}`];
    if (lock !== undefined) words.push(`open ${locks[lock][0]} with a ${locks[lock][1]}`);
    for (const thing of news(bag, place)) words.push(`take the ${things[thing]}`);
    if (switches.has(place)) words.push("turn the switch");
    return words.join(", ");
  };

  const moves = (state) => {
    const bag = bagOf(state);
    return [...walks(state).found].map(([id, last]) => ({
      id, hot: `p${parsed(id).place}`, get label() { return label(bag, here(state), last, id); },
    }));
  };

  const at = (place) => [places[place][0], places[place][1]];

  const play = (state, id) => {
    const path = pathOf(state, id);
    const { place, lock } = parsed(id);
    const { bag, on } = after(bagOf(state), state.on, [place, lock]);
    const next = {
      path: [...state.path, ...path],
      got: [...bag.got],
      open: [...bag.open],
      on,
    };
    return { state: next, how: { hero: { via: path.slice(0, -1).map(at) } } };
  };

  // breadth first over single steps; each bag that comes about has a table of the states seen
  const search = (state, stop) => {
    const bags = [];
    const known = new Map();
    const numbered = (bag) => {
      const sorted = (set) => [...set].sort((a, b) => a - b).join();
      const key = `${sorted(bag.got)};${sorted(bag.open)}`;
      if (!known.has(key)) {
        known.set(key, bags.length);
        bags.push({ ...bag, seen: new Uint8Array(2 * places.length) });
      }
      return known.get(key);
    };
    const nodes = [{ place: here(state), bag: numbered(bagOf(state)), on: state.on, from: -1, far: 0 }];
    bags[0].seen[2 * nodes[0].place + state.on] = 1;
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes[index];
      if (stop(node)) return { nodes, end: index };
      if (goals.has(node.place)) continue;
      if (nodes.length > WORK) return { nodes, end: -1, far: node.far };
      const bag = bags[node.bag];
      for (const way of ways[node.place]) {
        if (!passes(bag, node.on, way)) continue;
        const [place, lock] = way;
        const { bag: made, on } = after(bag, node.on, way);
        const number = made === bag ? node.bag : numbered(made);
        const { seen } = bags[number];
        if (seen[2 * place + on]) continue;
        seen[2 * place + on] = 1;
        const event = !quiet(bag, way);
        const id = closed(bag, lock) ? `${place} opens ${lock}` : String(place);
        nodes.push({ place, bag: number, on, from: index, far: node.far + 1, event, id });
      }
    }
    return { nodes, end: -1, far: null };
  };

  const far = (state) => {
    const { nodes, end, far: depth } = search(state, (node) => goals.has(node.place));
    if (end < 0 && depth === null) return { words: "out of reach, this way", next: null, lost: true };
    if (end < 0) return { words: `at least ${steps(depth)}`, next: null };
    let next = null;
    for (let node = nodes[end]; node.from >= 0; node = nodes[node.from]) {
      if (node.event || next === null) next = node.id;
    }
    return { words: steps(nodes[end].far), next, left: nodes[end].far };
  };

  // whether nothing is left to collect or open
  const stuck = (state) => search(state, (node) => node.bag > 0 || goals.has(node.place)).end < 0;

  // what is in the way of a walk to a place: the first thing on a way that asks for nothing
  const obstacle = (state, goal) => {
    const bag = bagOf(state);
    const before = new Map([[here(state), null]]);
    for (const place of before.keys()) {
      for (const way of ways[place]) if (!before.has(way[0])) before.set(way[0], [place, way]);
    }
    if (!before.has(goal)) return `Nothing leads from here to ${places[goal][2]}.`;
    const path = [];
    for (let at = goal; before.get(at); at = before.get(at)[0]) path.unshift(before.get(at)[1]);
    for (const way of path) {
      const [target, lock, needs, switched] = way;
      const missing = (needs || []).filter((any) => !any.some((thing) => bag.got.has(thing)));
      if (missing.length) {
        const asked = missing.map((any) => any.map((thing) => things[thing]).join(" or ")).join(" and ");
        return `In the way, at ${places[target][2]}: it takes ${asked}.`;
      }
      if (!fits(bag, state.on, needs, switched)) {
        return `In the way, at ${places[target][2]}: the switch would have to be turned.`;
      }
      if (closed(bag, lock)) {
        const [name, kind] = locks[lock];
        return `In the way, at ${places[target][2]}: ${name} is closed, ${inHand(bag, kind)
          ? `go there and open it with a ${kind} first` : `and you have no ${kind}`}.`;
      }
      if (!quiet(bag, way)) return `On the way something happens at ${places[target][2]}: go there first.`;
    }
    return null;
  };

  // room by room: what lies there, what is closed on the way in, the goal
  const board = (state) => {
    const bag = bagOf(state);
    const rooms = new Map();
    const tell = (place, words) => {
      const room = places[place][3];
      rooms.set(room, (rooms.get(room) || new Set()).add(`${words} at ${places[place][2]}`));
    };
    places.forEach((_, place) => {
      if (place === here(state)) tell(place, "you");
      if (goals.has(place)) tell(place, "the goal");
      if (switches.has(place)) tell(place, "a switch");
      for (const thing of news(bag, place)) tell(place, things[thing]);
      for (const [target, lock, needs, switched] of ways[place]) {
        if (closed(bag, lock)) tell(target, `${locks[lock][0]}, closed, which takes a ${locks[lock][1]},`);
        else if (!fits(bag, state.on, needs, switched)) tell(target, "something closed, which takes an item or a switch,");
      }
    });
    return [...rooms].map(([room, told]) => `Room ${room}: ${[...told].join("; ")}`);
  };

  const why = (state, actor) => {
    const place = actor[0] === "p" ? Number(actor.slice(1)) : -1;
    if (place === here(state)) return "You stand here.";
    return place >= 0 ? obstacle(state, place) : null;
  };

  const pose = (state) => {
    const bag = bagOf(state);
    const all = { hero: { at: at(here(state)) } };
    for (const place of Object.keys(data.gains)) {
      all[`t${place}`] = { cls: news(bag, place).length ? "" : "taken" };
    }
    for (const [name, lock, needs, switched] of data.gates) {
      const open = !closed(bag, lock) && fits(bag, state.on, needs, switched);
      all[name] = { cls: open ? "open" : "" };
    }
    return all;
  };

  const facts = (state) => {
    const bag = bagOf(state);
    const items = [...bag.got].map((thing) => things[thing]).filter((kind) => !["key", "bomb"].includes(kind));
    const told = [["steps", String(length(state))], ["keys", String(inHand(bag, "key"))]];
    const bombs = data.bombs > 0 || things.includes("bomb") || locks.some(([, kind]) => kind === "bomb");
    if (data.bombs === null) told.push(["bombs", "without end"]);
    else if (bombs) told.push(["bombs", String(inHand(bag, "bomb"))]);
    if (items.length || things.some((kind) => !["key", "bomb"].includes(kind))) told.push(["items", items]);
    if (switches.size) told.push(["switch", state.on ? "on" : "off"]);
    told.push(["room", places[here(state)][3]]);
    if (!won(state) && stuck(state)) told.push(["hero", "stuck: nothing is left to collect or open"]);
    return told;
  };

  return {
    start,
    moves, play, pose, won, far, facts, why, board,
    count: (state) => steps(length(state)),
    spent: length,
  };
};
