// Walking, collecting and opening, for the player; see player/graph.js for members. Places, things
// and locks are numbers. A way out of a place: [target] or [target, lock, needs, switched]; lock -1:
// none; of each list in needs one thing must have been collected; switched -1: as it may be.
//
// A move is a walk on which nothing happens before its last step: "place", or "place opens lock".

// What they are in a puzzle's facts; `places` has the middles of what is clicked, by name.
const worldOf = ({ facts, unit, places: spots }) => {
  const of = (name, count) => (facts[name] || []).filter((each) => each.length === count);
  const bare = (term) => (String(term)[0] === '"' ? JSON.parse(term) : String(term));
  const before = (a, b) => (a < b ? -1 : Number(a > b));
  const lexical = (a, b) => a.map((each, i) => before(each, b[i])).find(Boolean) || 0;
  // names of digits are sorted as numbers, before all others
  const key = (name) => (/^\d+$/.test(name) ? [0, name.replace(/^0+/, "").length, name.replace(/^0+/, ""), name] : [1, 0, name, name]);
  const natural = (a, b) => lexical(key(a), key(b));
  const [things, locks, terms] = [[], [], new Map()]; // terms: of places and locks, their numbers
  const lock = (price, name, ...also) => {
    const known = locks.findIndex((each) => each[0] === name && each[1] === price);
    const number = known < 0 ? locks.push([name, price]) - 1 : known;
    for (const each of also) terms.set(`lock ${each}`, number);
    return number;
  };

  const mission = () => {
    const rooms = of("room", 1).map(([term]) => [bare(term), term]).sort(([a], [b]) => natural(a, b));
    const numbers = new Map(rooms.map(([, term], i) => [term, i]));
    rooms.forEach(([, term], i) => terms.set(String(term), i));
    const marks = (name, at) => of(name, 2).filter(([each]) => each === at).map(([, mark]) => bare(mark)).sort(before);
    things.push(...[...new Set(of("grants", 2).map(([, flag]) => bare(flag)))].sort(before));
    const flags = [...things];
    const gains = rooms.map(([, term]) => [
      ...marks("grants", term).map((flag) => flags.indexOf(flag)),
      ...of("keys", 2).filter(([each]) => each === term).flatMap(([, n]) => Array.from({ length: n }, () => things.push("key") - 1)),
    ]);
    const absent = of("needs", 2).map(([, flag]) => bare(flag)).filter((flag) => !flags.includes(flag));
    const bit = (flag) => (flags.includes(flag) ? flags.indexOf(flag) : things.length + absent.indexOf(flag));
    const [locked, sealed] = ["locked", "sealed"].map((name) => new Set(of(name, 1).flat()));
    const ways = rooms.map(() => []);
    const [seen, gates] = [new Set(), []];
    for (const [number, tail, head] of of("passage", 3).sort(([a], [b]) => a - b)) {
      if (sealed.has(number) || !numbers.has(tail) || !numbers.has(head)) continue;
      const names = [tail, head].map(bare).sort(natural);
      const quoted = names.map((end) => (end.includes("-") || end.startsWith('"') ? JSON.stringify(end) : end));
      const own = locked.has(number) ? lock("key", quoted.join("-"), `(${tail},${head})`, `(${head},${tail})`) : -1;
      const needs = marks("needs", number);
      ways[numbers.get(tail)].push([numbers.get(head), ...(own < 0 && !needs.length ? [] : [own, needs.map((flag) => [bit(flag)]), -1])]);
      const kind = JSON.stringify([names, own < 0, needs]);
      if ((own >= 0 || needs.length) && !seen.has(kind)) {
        gates.push([`g(${number})`, own, needs.map((flag) => (flags.includes(flag) ? [bit(flag)] : [])), -1]);
      }
      seen.add(kind);
    }
    things.splice(0, things.length, ...things.map((thing) => ({ K: "boss key", I: "item" })[thing] || thing));
    const goals = of("goal", 1).map(([term]) => numbers.get(term)).filter((each) => each >= 0).sort((a, b) => a - b);
    return { named: rooms.map(([name, term]) => [name, name, term]), start: numbers.get(of("start", 1)[0]?.[0]), goals, ways, gains, switches: [], gates, keys: 0, bombs: 0 };
  };

  const dungeon = () => {
    const rooms = new Map(of("chamber", 5).map(([name, ...room]) => [name, room]));
    const tiles = of("tile", 4).filter(([room]) => rooms.has(room)).map(([room, y, x, glyph]) => ({ room, y, x, glyph: bare(glyph) }))
      .sort((a, b) => lexical([...rooms.get(a.room), a.y, a.x], [...rooms.get(b.room), b.y, b.x]));
    const term = (room, y, x) => `(${room},${y},${x})`;
    const named = tiles.map(({ room, y, x }) => [`${bare(room)}(${y},${x})`, bare(room), term(room, y, x)]);
    named.forEach(([, , each], i) => terms.set(each, i));
    const those = (glyph) => tiles.flatMap((each, i) => (each.glyph === glyph ? [i] : []));
    const bombs = of("bombs", 1)[0]?.[0] === "renewable" ? null : of("bombs", 1)[0]?.[0] ?? 0;
    const doors = new Map(of("legend", 3).map(([glyph, kind, name]) => [bare(glyph), [kind, bare(name), `door(${name})`]]));
    const items = new Map([["i", "item"], ...of("item", 2).map((each) => each.map(bare))]);
    const found = new Map(); // things by their names
    const gains = tiles.map(({ glyph }) => {
      const what = doors.has(glyph) ? null : items.get(glyph) || { k: "key", K: "boss key", b: bombs === null ? null : "bomb" }[glyph];
      if (!what) return [];
      const bit = things.push(what) - 1;
      const name = items.has(glyph) ? `item ${what}` : what;
      found.set(name, [...(found.get(name) || []), bit]);
      return [bit];
    });
    const ofItems = (...names) => names.flatMap((name) => found.get(`item ${name}`) || []).sort((a, b) => a - b);
    const gatesOf = tiles.map(({ glyph }, i) => {
      const [kind, name, own] = doors.get(glyph) || [{ L: "key", B: "boss", "%": "bomb" }[glyph], named[i][0], named[i][2]];
      if (kind === "key") return [lock("key", name, own), [], -1];
      if (kind === "bomb") return bombs === null ? [] : [lock("bomb", name, own), [], -1];
      if (kind === "boss") return [-1, [found.get("boss key") || []], -1];
      if (kind === "item") return [-1, [ofItems(name)], -1];
      if (glyph === "~") return [-1, [ofItems("ladder", "raft")], -1];
      return glyph === "o" ? [-1, [], 1] : glyph === "x" && those("!").length ? [-1, [], 0] : [];
    });
    // what lies beside what; without a switch a block that is up is a wall
    const steps = { "^": [-1, 0], v: [1, 0], "<": [0, -1], ">": [0, 1] };
    const walls = new Set(those("!").length ? [] : those("o"));
    const raster = new Map([...rooms].map(([name, [row, column]]) => [`${row} ${column}`, name]));
    const towards = ({ room, y, x }, [down, right]) => {
      const [row, column, height, width] = rooms.get(room);
      if (y + down >= 0 && x + right >= 0 && y + down < height && x + right < width) return term(room, y + down, x + right);
      const other = raster.get(`${row + down} ${column + right}`);
      if (!other) return "";
      const [, , tall, wide] = rooms.get(other);
      return term(other, down ? (down < 0 ? tall - 1 : 0) : y, right ? (right < 0 ? wide - 1 : 0) : x);
    };
    const ways = tiles.map((tile, i) => (walls.has(i) ? [] : Object.entries(steps).flatMap(([arrow, step]) => {
      const other = terms.get(towards(tile, step));
      const against = ({ glyph }) => glyph in steps && glyph !== arrow && !doors.has(glyph);
      return other === undefined || walls.has(other) || against(tile) || against(tiles[other]) ? [] : [[other, ...gatesOf[other]]];
    })));
    for (const [room, digit, toRoom, toDigit, both] of of("warp", 5).sort(lexical)) {
      const end = (name, glyph) => tiles.findIndex((each) => each.room === name && each.glyph === bare(glyph));
      const [one, other] = [end(room, digit), end(toRoom, toDigit)];
      if (one < 0 || other < 0) continue;
      ways[one].push([other, ...gatesOf[other]]);
      if (both === "both" && one !== other) ways[other].push([one, ...gatesOf[one]]);
    }
    const entered = new Set(ways.flat().map(([target]) => target));
    const gates = gatesOf.flatMap((gate, i) => (gate.length && tiles[i].glyph !== "~" && entered.has(i) ? [[`g(${named[i][2]})`, ...gate]] : []));
    return { named, start: those("@")[0], goals: those("T"), ways, gains, switches: those("!"), gates, keys: of("keys", 1)[0]?.[0] ?? 0, bombs };
  };

  const { named, start, ...world } = facts.chamber ? dungeon() : mission();
  if (start === undefined) return null;
  const actors = named.map(([, , term]) => `(${term})`);
  const [standing] = of("standing", 1);
  const numbers = (name, prefix) => [...new Set(of(name, 1).map(([term]) => terms.get(`${prefix}${term}`)))];
  const got = () => numbers("emptied", "").flatMap((place) => world.gains[place]).sort((a, b) => a - b);
  return {
    ...world, unit: facts.chamber ? unit : 0, things, locks, actors, terms,
    places: named.map(([name, room], i) => [...(spots[`p${actors[i]}`] || [0, 0]), name, room]),
    start: standing ? terms.get(String(standing[0])) : start,
    ...(standing ? { begun: { got: got(), open: numbers("unlocked", "lock ").sort((a, b) => a - b), on: Number(Boolean(facts.turned)) } } : {}),
  };
};

const rules = (given) => {
  const data = worldOf({ places: {}, ...given });
  if (!data) return null; // nowhere to begin
  // what a step asks for and what it changes; a bag: what was collected, which locks are open
  const { places, ways, things, locks } = data;
  const goals = new Set(data.goals);
  const switches = new Set(data.switches);
  const { gains, actors } = data;

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
      id, hot: `p${actors[parsed(id).place]}`, get label() { return label(bag, here(state), last, id); },
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

  const stuck = (state) => (search(state, (node) => node.bag > 0 || goals.has(node.place)).end < 0
    ? "Stuck: nothing is left to collect or open. Take moves back." : "");

  // what has to be collected before a way that needs it can be taken, in words; empty if nothing
  const missing = (bag, needs) => (needs || []).filter((any) => !any.some((thing) => bag.got.has(thing)))
    .map((any) => any.filter((thing) => things[thing]).map((thing) => `the ${things[thing]}`).join(" or ")
      || "a thing that this dungeon lacks").join(" and ");

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
      const asked = missing(bag, needs);
      if (asked) return `In the way, at ${places[target][2]}: it takes ${asked}.`;
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
        else if (!fits(bag, state.on, needs, switched)) tell(target, `something closed, which takes ${missing(bag, needs) || "the switch"},`);
      }
    });
    return [...rooms].map(([room, told]) => `Room ${room}: ${[...told].join("; ")}`);
  };

  const why = (state, actor) => {
    const place = actor[0] === "p" ? actors.indexOf(actor.slice(1)) : -1;
    if (place === here(state)) return "You stand here.";
    return place >= 0 ? obstacle(state, place) : null;
  };

  const pose = (state) => {
    const bag = bagOf(state);
    const all = { hero: { at: at(here(state)) } };
    for (const [place, gain] of gains.entries()) {
      if (gain.length) all[`t${actors[place]}`] = { cls: news(bag, place).length ? "" : "taken" };
    }
    for (const [name, lock, needs, switched] of data.gates) {
      const open = !closed(bag, lock) && fits(bag, state.on, needs, switched);
      all[name] = { cls: open ? "gate open" : "" };
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
    return told;
  };

  // The moves of a play. The play may leave out walks on which nothing but the turning of switches happens. If it only
  // names the locks that a stuck hero has opened, these are the fewest moves; null if there are none.
  const onward = ({ state, made }) => moves(state).map(({ id }) => ({ state: play(state, id).state, made: [...made, id] }));
  const had = ({ state: { got, open } }) => got.length + open.length;
  const follow = (targets, skips) => {
    const distinct = (courses) => new Map(courses.map((each) => [JSON.stringify({ ...each.state, path: here(each.state) }), each]));
    let found = [{ state: start, made: [] }];
    for (const target of targets) {
      const passed = distinct(found);
      const next = [];
      for (const course of passed.values()) {
        const later = onward(course);
        next.push(...later.filter(({ state }) => here(state) === target));
        const turned = later.filter((each) => switches.has(here(each.state)) && had(each) === had(course));
        if (skips) distinct(turned).forEach((each, key) => passed.has(key) || passed.set(key, each));
      }
      found = [...distinct(next.reverse()).values()].reverse();
    }
    return found[0]?.made || null;
  };
  const squander = (doors) => {
    let last = { state: start, made: [] };
    const next = (others) => others.find((each) => had(each) > had(last) && each.state.open.length === last.state.open.length)
      || others.find(({ state }) => state.open.length > last.state.open.length && doors.includes(state.open.at(-1)));
    for (let found = last; found; found = next(onward(last))) last = found;
    return last.made;
  };
  const track = (atoms) => {
    const of = (name, count) => atoms.filter((each) => each[0] === name && each.length === count + 1);
    const steps = of("at", 2).sort((a, b) => a[2] - b[2]);
    if (steps.length) return follow(steps.slice(1).map(([, term]) => data.terms.get(String(term))), atoms.length > steps.length);
    return of("stuck", 0).length ? squander(of("opened", 1).map(([, term]) => data.terms.get(`lock ${term}`))) : null;
  };

  return {
    start,
    moves, play, pose, won, far, facts, why, board, track, stuck,
    count: (state) => steps(length(state)),
    spent: length,
  };
};
