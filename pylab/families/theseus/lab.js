// A labyrinth for the lab: from facts and back, its scene, routes replayed, clicks; see CONTRIBUTING.md.
// A puzzle is a plan {width, height, rooms, openings, start, goal, limits, leaving} or a bare graph
// {nodes, edges, start, goal, limits, leaving}. All lengths and weights are in thousandths of a unit.
// With n doors, state i is door i walked up or right, state i + n is door i walked down or left.
const lab = (() => {
  const PARTS = 1000;
  const UNIT = 56;
  const NODE = 13;
  const MOST = 200; // in larger graphs edges are not led around nodes
  const MARGIN = 46;
  const GAP = 0.3;
  const BESIDE = 0.085;
  const EXTENT = 10000; // units of a plan
  const MOST_NODES = 100000;
  const DRAWN = 20; // units of a plan that is made by hand
  const SIDES = { u: "d", r: "l", d: "u", l: "r" };
  const RIGHT_OF = { u: [1, 0], d: [-1, 0], r: [0, -1], l: [0, 1] };
  const TURNS = { u: 0, r: 90, d: 180, l: 270 };
  const WORDS = { u: "up", d: "down", l: "left", r: "right" };
  const LIMITS = ["door", "room", "passage", "edge", "point"];
  const MANNERS = { turn: [], "same-wall": ["same_wall"], back: ["same_wall", "back"] };
  const LEAVING = Object.keys(MANNERS);
  const HEADER = "node1,node2,weight,direction1,direction2";

  const isPlan = (puzzle) => Boolean(puzzle.rooms);
  const doorsOf = (puzzle) => (isPlan(puzzle) ? puzzle.openings.length : puzzle.nodes);
  const turned = (state, doors) => (state < doors ? state + doors : state - doors);
  const dec = (parts) => String(parts / PARTS);
  const upright = (side) => side === "u" || side === "d";
  const directionOf = (plan, state) => {
    const { forward } = plan.openings[state % doorsOf(plan)];
    return state < doorsOf(plan) ? forward : SIDES[forward];
  };
  const startOf = (puzzle) => {
    if (!isPlan(puzzle)) return puzzle.start;
    const inwards = puzzle.openings[puzzle.start].behind !== null;
    return inwards ? puzzle.start : puzzle.start + doorsOf(puzzle);
  };
  const goalOf = (puzzle) => {
    if (!isPlan(puzzle)) return puzzle.goal;
    const outwards = puzzle.openings[puzzle.goal].behind === null;
    return outwards ? puzzle.goal : puzzle.goal + doorsOf(puzzle);
  };

  // ---- plans, from rooms and the middles of openings

  const order = (...keys) => (a, b) => keys.map((key) => a[key] - b[key]).find(Boolean) || 0;

  // the opening with its middle there; null if that is a corner, or within a room
  const openingAt = (rooms, { x, y }) => {
    const found = (near) => {
      const index = rooms.findIndex(near);
      return index < 0 ? null : index;
    };
    const across = (room) => room.x < x && x < room.x + room.width;
    const along = (room) => room.y < y && y < room.y + room.height;
    const below = found((room) => across(room) && room.y + room.height === y);
    const above = found((room) => across(room) && room.y === y);
    const left = found((room) => along(room) && room.x + room.width === x);
    const right = found((room) => along(room) && room.x === x);
    // where both kinds of walls meet, or none is, there is no telling which way one walks
    const none = [below, above, left, right].map((each) => each === null);
    if (none.every((each) => each === none[0])) return null;
    return below !== null || above !== null
      ? { x, y, forward: "u", before: below, behind: above } : { x, y, forward: "r", before: left, behind: right };
  };

  const tiled = (width, height, rooms) => {
    const names = new Set();
    for (const { name, x, y, width: wide, height: high } of rooms) {
      if (names.has(name)) throw new Misfit(`expected a new name for a room, found ${name} again`);
      names.add(name);
      if (x < 0 || y < 0 || x + wide > width || y + high > height) {
        throw new Misfit(`expected room ${name} within ${dec(width)} by ${dec(height)}, found it beyond`);
      }
    }
    // by their lines from west to east: at each x the rooms fill the height without a gap
    const lines = [...new Set(rooms.flatMap((room) => [room.x, room.x + room.width]))].sort((a, b) => a - b);
    if (!rooms.length || lines[0] !== 0) throw new Misfit(`expected rooms that fill ${dec(width)} by ${dec(height)}, found a gap at 0 0`);
    for (const x of lines) {
      if (x === width) continue;
      const column = rooms.filter((room) => room.x <= x && x < room.x + room.width).sort(order("y"));
      let y = 0;
      for (const room of column) {
        if (room.y < y) throw new Misfit(`expected rooms that do not overlap, found ${room.name} over another`);
        if (room.y > y) break;
        y = room.y + room.height;
      }
      if (y !== height) throw new Misfit(`expected rooms that fill ${dec(width)} by ${dec(height)}, found a gap at ${dec(x)} ${dec(y)}`);
    }
  };

  const build = ({ width, height, rooms, doors, start, goal, limits, leaving }) => {
    const ordered = [...rooms].sort(order("y", "x"));
    tiled(width, height, ordered);
    const ends = [["start", start], ["goal", goal]].map(([kind, point]) => {
      const opening = openingAt(ordered, point);
      if (!opening || (opening.before === null) === (opening.behind === null)) {
        throw new Misfit(`expected the ${kind} in the outer wall of a room, found it at ${dec(point.x)} ${dec(point.y)}`);
      }
      return opening;
    });
    const inner = doors.map((point) => {
      const opening = openingAt(ordered, point);
      if (!opening || opening.before === null || opening.behind === null) {
        throw new Misfit(`expected a door in a wall that two rooms share, found one at ${dec(point.x)} ${dec(point.y)}`);
      }
      return opening;
    });
    const openings = [...inner, ...ends].sort(order("y", "x"));
    const twice = openings.find((each, i) => i && order("y", "x")(each, openings[i - 1]) === 0);
    if (twice) throw new Misfit(`expected a new place for an opening, found ${dec(twice.x)} ${dec(twice.y)} again`);
    return {
      width, height, rooms: ordered, openings, start: openings.indexOf(ends[0]), goal: openings.indexOf(ends[1]), limits, leaving,
    };
  };

  // what `build` takes, of a plan that there is
  const partsOf = (plan) => ({
    ...plan,
    doors: plan.openings.filter((_, i) => i !== plan.start && i !== plan.goal),
    start: plan.openings[plan.start],
    goal: plan.openings[plan.goal],
  });

  // ---- facts

  const read = (facts) => {
    const found = sorted(facts);
    const of = (kind) => found.get(kind);
    const one = (kind, what) => only(of(kind), what);
    const scale = integer(one("scale/1", "scale(N)"), 0, 1, PARTS);
    if (PARTS % scale) throw new Misfit(`expected a divisor of ${PARTS} as scale, found ${scale}`, of("scale/1")[0]);
    const size = (atom, i, low = 0, most = EXTENT) => (integer(atom, i, low, most * scale) * PARTS) / scale;
    const some = (kinds) => kinds.find((kind) => of(kind).length);
    const ofGraph = some(["nodes/1", "edge/4", "start/1", "goal/1"]);
    const ofPlan = some(["size/2", "room/5", "door/3", "entrance/1", "exit/1"]);
    if (ofGraph && ofPlan) throw new Misfit(`expected a plan or a graph, found ${ofPlan} and ${ofGraph}`, of(ofGraph)[0]);
    const limits = {};
    for (const each of of("limit/2")) {
      const kind = constant(each, 0, LIMITS);
      if (kind in limits) throw new Misfit("expected one limit of each kind, found a second one", each);
      limits[kind] = integer(each, 1, 1, 999999);
      if (["passage", "edge", "point"].includes(kind) && limits[kind] > 1) throw new Misfit(`expected 1 as limit of ${kind}, found more`, each);
    }
    const allowed = of("allowed/1").map((each) => constant(each, 0, ["same_wall", "back"]));
    if (allowed.includes("back") && allowed.length === 1) {
      throw new Misfit("expected allowed(same_wall) beside allowed(back), found none", of("allowed/1")[0]);
    }
    const rules = { limits, leaving: LEAVING.find((each) => MANNERS[each].length === allowed.length) };
    if (ofGraph) {
      const plans = ["room", "point"].find((kind) => kind in limits);
      if (plans) throw new Misfit(`expected a plan to limit a ${plans} of, found a graph`, of("limit/2")[0]);
      return graphFrom(of, one, size, rules);
    }
    const rooms = of("room/5").map((each) => {
      const name = string(each, 0);
      if (![...name].length || [...name].length > 60 || /\s/u.test(name)) throw new Misfit("expected a name of 60 characters without spaces", each);
      return { name, x: size(each, 1), y: size(each, 2), width: size(each, 3, 1), height: size(each, 4, 1) };
    });
    const doors = new Map();
    for (const each of of("door/3")) {
      const door = integer(each, 0, 0, MOST_NODES);
      if (doors.has(door)) throw new Misfit(`expected a new number as argument 1 of door/3, found ${door}`, each);
      doors.set(door, { x: size(each, 1), y: size(each, 2) });
    }
    const ends = ["entrance", "exit"].map((role) => {
      const end = one(`${role}/1`, `${role}(N)`);
      if (!doors.has(integer(end, 0))) throw new Misfit(`expected the number of a door as argument 1 of ${role}/1, found ${end.args[0]}`, end);
      return end.args[0];
    });
    const whole = one("size/2", "size(W,H)");
    const plan = build({
      width: size(whole, 0, 1), height: size(whole, 1, 1), rooms, ...rules, start: doors.get(ends[0]), goal: doors.get(ends[1]),
      doors: [...doors].filter(([door]) => !ends.includes(door)).map(([, point]) => point),
    });
    plan.openings.forEach(({ x, y }, door) => {
      const given = doors.get(door);
      if (!given || given.x !== x || given.y !== y) throw new Misfit("expected doors numbered from 0 by y, then x, found another order");
    });
    return plan;
  };

  const graphFrom = (of, one, size, rules) => {
    const nodes = integer(one("nodes/1", "nodes(N)"), 0, 1, MOST_NODES);
    const passages = new Map();
    for (const each of of("passage/4")) {
      const key = [0, 1, 2].map((i) => integer(each, i, 0)).join();
      const passage = integer(each, 3, 0);
      if (passages.has(key) && passages.get(key) !== passage) throw new Misfit(`expected the passage ${passages.get(key)} as before, found ${passage}`, each);
      passages.set(key, passage);
    }
    const edges = new Map();
    for (const each of of("edge/4")) {
      const [source, target] = [0, 1].map((i) => integer(each, i, 0, 2 * nodes - 1));
      const lane = integer(each, 2, 1);
      const weight = size(each, 3, 0, 1000000);
      const key = [source, target, lane].join();
      if (!passages.has(key)) throw new Misfit("expected a passage for each edge, found none", each);
      if (edges.has(key) && edges.get(key).weight !== weight) throw new Misfit("expected one weight for each edge, found two", each);
      edges.set(key, { source, target, lane, weight, passage: passages.get(key) });
    }
    const lost = of("passage/4").find((each) => !edges.has([0, 1, 2].map((i) => each.args[i]).join()));
    if (lost) throw new Misfit("expected an edge for each passage, found none", lost);
    const [start, goal] = ["start", "goal"].map((name) => integer(one(`${name}/1`, `${name}(S)`), 0, 0, 2 * nodes - 1));
    if (start === goal) throw new Misfit(`expected another state than the start's as argument 1 of goal/1, found ${goal}`, of("goal/1")[0]);
    return { nodes, edges: [...edges.values()].sort(order("source", "target", "lane")), start, goal, ...rules };
  };

  const gcd = (a, b) => (b ? gcd(b, a % b) : a);

  // the least number that makes all lengths, or all weights, whole
  const scaleOf = (puzzle) => {
    const all = isPlan(puzzle) ? [
      puzzle.width, puzzle.height, ...puzzle.rooms.flatMap(({ x, y, width, height }) => [x, y, width, height]),
      ...puzzle.openings.flatMap(({ x, y }) => [x, y]),
    ] : puzzle.edges.map(({ weight }) => weight);
    return PARTS / all.reduce(gcd, PARTS);
  };

  // facts in the order of clingo's symbols: by the number of arguments, names, and arguments
  const facts = (puzzle) => {
    const scale = scaleOf(puzzle);
    const whole = (...values) => values.map((value) => (value * scale) / PARTS);
    const found = [["scale", scale]];
    if (isPlan(puzzle)) {
      found.push(["size", ...whole(puzzle.width, puzzle.height)], ["entrance", puzzle.start], ["exit", puzzle.goal]);
      for (const { name, x, y, width, height } of puzzle.rooms) found.push(["room", { string: name }, ...whole(x, y, width, height)]);
      puzzle.openings.forEach(({ x, y }, door) => found.push(["door", door, ...whole(x, y)]));
    } else {
      found.push(["nodes", puzzle.nodes], ["start", puzzle.start], ["goal", puzzle.goal]);
      for (const { source, target, lane, weight, passage } of puzzle.edges) {
        found.push(["edge", source, target, lane, ...whole(weight)], ["passage", source, target, lane, passage]);
      }
    }
    for (const kind of LIMITS) if (puzzle.limits[kind]) found.push(["limit", { name: kind, args: [] }, puzzle.limits[kind]]);
    for (const manner of MANNERS[puzzle.leaving]) found.push(["allowed", { name: manner, args: [] }]);
    const atoms = found.map(([name, ...args]) => ({ name, args }));
    return atoms.sort(clingoOrder).map((atom) => `${written(atom)}.`);
  };

  // ---- the graph of turns: {source, target, lane, weight, rooms, passage}

  const edgesOf = (puzzle) => {
    if (!isPlan(puzzle)) return puzzle.edges.map((edge) => ({ ...edge, rooms: [] }));
    const doors = doorsOf(puzzle);
    const ways = puzzle.rooms.flatMap((_, room) => {
      const there = puzzle.openings.flatMap(({ before, behind, forward }, door) => [
        ...(before === room ? [[door, SIDES[forward]]] : []), ...(behind === room ? [[door, forward]] : []),
      ]);
      return there.flatMap(([door, inwards]) => there.flatMap(([other, back]) => {
        const outwards = SIDES[back];
        if (outwards === inwards) return [];
        const manner = outwards !== SIDES[inwards] ? 0 : door === other ? 2 : 1;
        if (manner > LEAVING.indexOf(puzzle.leaving)) return [];
        const [here, away] = [puzzle.openings[door], puzzle.openings[other]];
        const state = (number, side) => (side === "u" || side === "r" ? number : number + doors);
        return [{
          source: state(door, inwards),
          target: state(other, outwards),
          weight: Math.abs(here.x - away.x) + Math.abs(here.y - away.y),
          tag: `${room} ${Math.min(door, other)} ${Math.max(door, other)}`,
          rooms: [room],
        }];
      }));
    });
    return assembled(ways);
  };

  // parallel edges get lanes by weight, passages are numbered in the order of the edges
  const assembled = (ways) => {
    const passages = new Map();
    let last = null;
    return ways.sort(order("source", "target", "weight")).map(({ tag, ...way }) => {
      const lane = last && last.source === way.source && last.target === way.target ? last.lane + 1 : 1;
      if (!passages.has(tag)) passages.set(tag, passages.size);
      last = { ...way, lane, passage: passages.get(tag) };
      return last;
    });
  };

  // ---- the scene

  const at = (plan, x, y) => [MARGIN + x * UNIT, MARGIN + (plan.height / PARTS - y) * UNIT];

  const middle = (plan, state, aside = 0) => {
    const { x, y } = plan.openings[state % doorsOf(plan)];
    const [dx, dy] = RIGHT_OF[directionOf(plan, state)];
    return at(plan, x / PARTS + dx * aside, y / PARTS + dy * aside);
  };

  // doors of a bare graph in columns by distance from the start, in them near their neighbours
  const columns = (graph) => {
    const touched = [graph.start, graph.goal, ...graph.edges.flatMap(({ source, target }) => [source, target])];
    const nodes = [...new Set(touched.map((state) => state % graph.nodes))].sort((a, b) => a - b);
    const near = new Map(nodes.map((node) => [node, new Set()]));
    for (const { source, target } of graph.edges) {
      near.get(source % graph.nodes).add(target % graph.nodes);
      near.get(target % graph.nodes).add(source % graph.nodes);
    }
    const level = new Map([[graph.start % graph.nodes, 0]]);
    for (const [node, far] of level) for (const next of near.get(node)) if (!level.has(next)) level.set(next, far + 1);
    const beyond = Math.max(...level.values()) + 1;
    const lists = new Map();
    for (const node of nodes) {
      const far = level.has(node) ? level.get(node) : beyond;
      lists.set(far, [...(lists.get(far) || []), node]);
    }
    const rank = new Map();
    const mean = (node) => {
      const known = [...near.get(node)].filter((each) => rank.has(each)).map((each) => rank.get(each));
      return known.length ? known.reduce((a, b) => a + b, 0) / known.length : 0;
    };
    for (const far of [...lists.keys()].sort((a, b) => a - b)) {
      const means = new Map(lists.get(far).map((node) => [node, mean(node)]));
      lists.get(far).sort((a, b) => means.get(a) - means.get(b) || a - b);
      lists.get(far).forEach((node, i) => rank.set(node, i - lists.get(far).length / 2));
    }
    const tallest = Math.max(...[...lists.values()].map((list) => list.length));
    return new Map([...lists].flatMap(([far, list]) => list.map((node) => [
      node, [50 + 105 * far, 50 + 62 * (rank.get(node) + tallest / 2)],
    ])));
  };

  const drawPlan = (plan) => {
    const [width, height] = [(plan.width / PARTS) * UNIT, (plan.height / PARTS) * UNIT];
    const drawing = new Drawing(width + 2 * MARGIN, height + 2 * MARGIN, "The labyrinth of Theseus");
    drawing.rect(MARGIN, MARGIN, width, height, { fill: COLOURS.FLOOR });
    for (const room of plan.rooms) {
      const [x, y] = at(plan, room.x / PARTS, (room.y + room.height) / PARTS);
      const style = { fill: "none", stroke: COLOURS.INK, "stroke-width": 3.5 };
      drawing.rect(x, y, (room.width / PARTS) * UNIT, (room.height / PARTS) * UNIT, style);
    }
    plan.openings.forEach(({ forward }, door) => {
      const [x, y] = middle(plan, door);
      const across = (GAP * UNIT) / 2;
      const [dx, dy] = forward === "u" ? [across, 0] : [0, across];
      drawing.line(x - dx, y - dy, x + dx, y + dy, { stroke: COLOURS.FLOOR, "stroke-width": 5 });
    });
    for (const [door, word, fill] of [[plan.start, "start", COLOURS.HERO], [plan.goal, "goal", COLOURS.GOAL]]) {
      const { forward, before } = plan.openings[door];
      const [x, y] = middle(plan, door);
      const style = { fill, "font-weight": "bold" };
      if (forward === "u") {
        drawing.text(x, y + (before !== null ? -17 : 24), word, 15, style);
      } else {
        const beside = x + (before !== null ? 14 : -14);
        const transform = `rotate(${before !== null ? 90 : -90} ${beside.toFixed(1)} ${y.toFixed(1)})`;
        drawing.text(beside, y, word, 15, { ...style, transform });
      }
    }
    return drawing;
  };

  const drawGraph = (graph) => {
    const places = columns(graph);
    const width = Math.max(...[...places.values()].map(([x]) => x)) + 60;
    const height = Math.max(...[...places.values()].map(([, y]) => y)) + 80;
    const drawing = new Drawing(width, height, "The labyrinth of Theseus");
    for (const [one, other, number, heads] of waysOf(graph)) {
      const others = places.size > MOST ? [] : [...places].filter(([node]) => node !== one && node !== other).map(([, place]) => place);
      drawEdge(drawing, Curve.around(places.get(one), places.get(other), others, 21, 6 * number), heads);
    }
    for (const [node, [x, y]] of places) {
      const end = node === graph.start % graph.nodes || node === graph.goal % graph.nodes;
      const rim = node === graph.start % graph.nodes ? COLOURS.HERO : COLOURS.GOAL;
      if (end) drawing.circle(x, y, NODE + 4, { fill: "none", stroke: rim, "stroke-width": 2 });
      drawing.circle(x, y, NODE, { fill: end ? COLOURS.INK : COLOURS.CARD, stroke: COLOURS.INK, "stroke-width": 1.5 });
      drawing.text(x, y + 4.5, node, 12, { fill: end ? COLOURS.CARD : COLOURS.INK });
    }
    return drawing;
  };

  // what joins doors, once for both directions: the lower and the higher door, which of those between
  // them it is, and whether it has an arrow at each end
  const waysOf = (graph) => {
    const there = new Map();
    const often = (one, other) => there.get(`${one} ${other}`) || 0;
    const pairs = new Map();
    for (const { source, target } of graph.edges) {
      const [one, other] = [source % graph.nodes, target % graph.nodes];
      there.set(`${one} ${other}`, often(one, other) + 1);
      const pair = [Math.min(one, other), Math.max(one, other)];
      pairs.set(String(pair), pair);
    }
    return [...pairs.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]).flatMap(([one, other]) => {
      const loop = one === other;
      const [onward, back] = [often(one, other), loop ? 0 : often(other, one)];
      const both = loop ? Math.floor(onward / 2) : Math.min(onward, back);
      const kinds = [
        ...Array(both).fill([false, false]),
        ...Array(onward - (loop ? 2 : 1) * both).fill([true, false]),
        ...Array(loop ? 0 : back - both).fill([false, true]),
      ];
      return kinds.map((heads, i) => [one, other, i + 1, heads]);
    });
  };

  const drawEdge = (drawing, curve, heads) => {
    const style = { fill: "none", stroke: COLOURS.WAY, "stroke-width": 1 };
    if (curve.start === curve.end) {
      drawing.circle(curve.start[0], curve.start[1] - 16, 9, style);
      return;
    }
    drawing.path(curve.commands(), style);
    [curve, curve.turned()].forEach((each, i) => {
      if (heads[i]) drawing.polygon(each.head(NODE + 2, 6, 3), { fill: COLOURS.WAY });
    });
  };

  // where the walker is in each state: a door is passed on its right
  const placesOf = (puzzle) => {
    const doors = doorsOf(puzzle);
    if (isPlan(puzzle)) {
      return new Map(Array.from({ length: 2 * doors }, (_, state) => [state, middle(puzzle, state, BESIDE)]));
    }
    const found = columns(puzzle);
    const there = [...found.keys()].sort((a, b) => a - b);
    return new Map([...there, ...there.map((door) => door + doors)].map((state) => [state, found.get(state % doors)]));
  };

  const scene = (puzzle, places) => {
    const plan = isPlan(puzzle);
    const doors = doorsOf(puzzle);
    const drawing = plan ? drawPlan(puzzle) : drawGraph(puzzle);
    drawing.group({ id: "trail", "pointer-events": "none" });
    for (const [door, place] of places) {
      if (door >= doors) continue;
      const [x, y] = plan ? middle(puzzle, door) : place;
      drawing.group({ "data-actor": `d${door}` }, () => {
        drawing.circle(x, y, 13, { fill: "none", "pointer-events": "all" });
        if (door === goalOf(puzzle) % doors) drawing.circle(x, y, plan ? 11 : 16, { class: "goal" });
        drawing.circle(x, y, 12, { class: "mark" });
      });
    }
    const start = startOf(puzzle);
    const turn = plan ? TURNS[directionOf(puzzle, start)] : 0;
    const transform = `translate(${places.get(start).map(number).join(" ")}) rotate(${turn})`;
    drawing.group({ "data-actor": "hero", transform, "pointer-events": "none" }, () => {
      drawing.path("M0 -13L9 9L0 5L-9 9Z", { class: "hero", "stroke-linejoin": "round" });
    });
    return drawing;
  };

  const howto = ({ limits }) => {
    const often = (most) => ({ 1: "once", 2: "twice" }[most] || `${most} times`);
    let once = LIMITS.filter((kind) => limits[kind]).map((kind) => `no ${kind} more than ${often(limits[kind])}`).join(" and ");
    if (!limits.passage && !limits.edge) once = `no door twice in the same direction${once && `, ${once}`}`;
    return `Turn left or right in every room, never go straight on; ${once}. Click a door.`;
  };

  const script = (puzzle) => {
    const places = placesOf(puzzle);
    const corner = ({ source, target }) => {
      if (!isPlan(puzzle)) return null;
      const [here, there] = [places.get(source), places.get(target)];
      return upright(directionOf(puzzle, source)) ? [here[0], there[1]] : [there[0], here[1]];
    };
    const { limits } = puzzle;
    return {
      scene: scene(puzzle, places),
      data: {
        doors: doorsOf(puzzle),
        places: Object.fromEntries([...places].map(([state, place]) => [
          String(state), [...place, isPlan(puzzle) ? TURNS[directionOf(puzzle, state)] : null],
        ])),
        edges: edgesOf(puzzle).map((edge) => [
          edge.source, edge.target, edge.weight / PARTS, edge.rooms, edge.passage, corner(edge),
        ]),
        start: startOf(puzzle),
        goal: goalOf(puzzle),
        limits: { ...limits, state: Number(!limits.passage && !limits.edge) },
        cycles: false,
      },
      howto: howto(puzzle),
      trail: "hero",
      playable: !limits.point,
    };
  };

  // ---- routes, replayed by the rules: of a plan by its rectangles, of a graph by its list of edges

  // the room one is in after walking through a door in a direction
  const roomBehind = (plan, state, side) => {
    const { forward, before, behind } = plan.openings[state % doorsOf(plan)];
    return side === forward ? behind : before;
  };

  const said = (puzzle, state) => (!isPlan(puzzle) || state >= 2 * doorsOf(puzzle) ? `state ${state}`
    : `door ${state % doorsOf(puzzle)} walked ${WORDS[directionOf(puzzle, state)]}`);

  // what walking an edge means, {weight, room, passage, line}, or {wrong: [code, words]}
  const walked = (puzzle, [source, target, lane]) => {
    const doors = doorsOf(puzzle);
    const lost = [source, target].find((state) => state < 0 || state >= 2 * doors);
    if (lost !== undefined) return { wrong: ["no-state", `there is no state ${lost}`] };
    if (!isPlan(puzzle)) {
      const edge = puzzle.edges.find((each) => each.source === source && each.target === target && each.lane === lane);
      return edge || { wrong: ["no-way", `no edge ${lane} leads from ${said(puzzle, source)} to ${said(puzzle, target)}`] };
    }
    if (lane !== 1) return { wrong: ["no-way", `in a plan there is one way from door to door, not ${lane}`] };
    const [here, there] = [source, target].map((state) => directionOf(puzzle, state));
    const room = roomBehind(puzzle, source, here);
    if (room === null) return { wrong: ["outside", `${said(puzzle, source)} leads out of the labyrinth`] };
    if (roomBehind(puzzle, target, SIDES[there]) !== room) {
      return { wrong: ["other-room", `${said(puzzle, target)} does not lead out of room ${puzzle.rooms[room].name}`] };
    }
    const same = source % doors === target % doors;
    let manner = "";
    if (here === there) manner = "straight on instead of turning";
    else if (here === SIDES[there] && same && puzzle.leaving !== "back") manner = "back through the same door";
    else if (here === SIDES[there] && !same && puzzle.leaving === "turn") manner = "back through the same wall";
    if (manner) return { wrong: ["no-turn", `from ${said(puzzle, source)} to ${said(puzzle, target)} one walks ${manner}`] };
    const [a, b] = [puzzle.openings[source % doors], puzzle.openings[target % doors]];
    const corner = upright(here) ? [a.x, b.y] : [b.x, a.y];
    return {
      weight: Math.abs(a.x - b.x) + Math.abs(a.y - b.y),
      room,
      passage: `${room} ${Math.min(source % doors, target % doors)} ${Math.max(source % doors, target % doors)}`,
      line: [[a.x, a.y], corner, [b.x, b.y]],
    };
  };

  // whether two bent lines have a point in common: as boxes, their straight pieces overlap
  const meet = (one, other) => [0, 1].some((i) => [0, 1].some((j) => [0, 1].every((axis) => {
    const [a, b, c, d] = [one[i][axis], one[i + 1][axis], other[j][axis], other[j + 1][axis]];
    return Math.max(a, b) >= Math.min(c, d) && Math.max(c, d) >= Math.min(a, b);
  })));

  // the first thing that is wrong with a route {cycle, keys}, or null
  const problem = (puzzle, { cycle, keys }) => {
    const doors = doorsOf(puzzle);
    const ways = keys.map((key) => walked(puzzle, key));
    const odd = ways.findIndex(({ wrong }) => wrong);
    if (odd >= 0) return [ways[odd].wrong[0], `step ${odd + 1}: ${ways[odd].wrong[1]}`];
    const states = [...keys.map(([source]) => source), ...(cycle ? [] : [keys.at(-1)[1]])];
    if (!cycle) {
      const [start, goal] = [startOf(puzzle), goalOf(puzzle)];
      if (states[0] !== start) return ["start", `the path begins with ${said(puzzle, states[0])}, not with ${said(puzzle, start)}`];
      if (states.at(-1) !== goal) return ["goal", `the path ends with ${said(puzzle, states.at(-1))}, not with the goal, ${said(puzzle, goal)}`];
      if (states.slice(0, -1).includes(goal)) return ["goal-passed", "the path goes on after it has reached the goal"];
    }
    const { limits } = puzzle;
    const byStates = cycle || !(limits.passage || limits.edge);
    const entered = (state) => [
      ...(byStates ? [["state", state, 1]] : []),
      ...["door", "point"].filter((kind) => limits[kind]).map((kind) => [kind, state % doors, limits[kind]]),
    ];
    const used = new Map();
    const use = ([kind, thing]) => {
      const name = `${kind} ${thing}`;
      used.set(name, (used.get(name) || 0) + 1);
      return used.get(name);
    };
    if (!cycle) entered(states[0]).forEach(use);
    for (const [i, way] of ways.entries()) {
      const passed = { room: way.room, passage: way.passage, edge: keys[i].join() };
      const uses = [...entered(keys[i][1]), ...LIMITS.filter((kind) => limits[kind] && kind in passed)
        .map((kind) => [kind, passed[kind], limits[kind]])];
      for (const each of uses) {
        if (use(each) === each[2] + 1) return [`${each[0]}-too-often`, `step ${i + 1}: ${each[0]} ${each[1]} is used once too often`];
      }
    }
    for (const [i, way] of limits.point ? ways.entries() : []) {
      const before = ways.slice(0, i).findIndex((each) => each.room === way.room && meet(way.line, each.line));
      if (before >= 0) return ["point-too-often", `step ${i + 1}: a point is touched that step ${before + 1} has touched`];
    }
    return null;
  };

  // ---- answers

  const least = (keys) => keys.reduce((a, b) => (order(0, 1, 2)(a, b) <= 0 ? a : b));

  // the edges of use(U,V,K) and next(U,V,K,V',K') in the order in which they are walked
  const route = (atoms) => {
    const uses = [];
    const following = new Map();
    for (const atom of atoms) {
      const numbers = atom.args.map((_, i) => integer(atom, i));
      if (signature(atom) === "use/3") uses.push(numbers);
      else following.set(numbers.slice(0, 3).join(), [numbers[1], numbers[3], numbers[4]]);
    }
    const entered = new Set(atoms.map((atom) => atom.args[1]));
    const left = new Set(atoms.map((atom) => atom.args[0]));
    const cycle = !following.size && entered.size === left.size && [...left].every((each) => entered.has(each));
    const after = new Map(uses.map((key) => [key[0], key]));
    let first;
    if (following.size) {
      const later = new Set([...following.values()].map(String));
      first = uses.filter((key) => !later.has(String(key)));
    } else if (after.size !== uses.length) {
      throw new Misfit("expected one edge out of each state, found several");
    } else {
      first = cycle ? [least(uses)] : uses.filter((key) => !entered.has(key[0]));
    }
    if (first.length !== 1) throw new Misfit(`expected one first edge, found ${first.length || "none"}`);
    const keys = first;
    while (keys.length < uses.length) {
      const last = keys.at(-1);
      const next = following.size ? following.get(String(last)) : after.get(last[1]);
      if (!next) break;
      keys.push(next);
    }
    if (keys.length !== uses.length || (cycle && keys.at(-1)[1] !== keys[0][0])) {
      throw new Misfit("expected edges of one route, found them in several pieces");
    }
    return { cycle, keys };
  };

  // a walk past the doors of a route whose lanes nobody said, by the ways that there are
  const retraced = (puzzle, { cycle, keys }) => {
    const doors = doorsOf(puzzle);
    const passed = [...keys.map(([source]) => source), keys.at(-1)[1]];
    const leaving = new Map(Array.from({ length: 2 * doors }, (_, state) => [state, []]));
    for (const { source, target, lane } of edgesOf(puzzle)) leaving.get(source).push([source, target, lane]);
    const start = startOf(puzzle);
    let begun = [...leaving.keys()].filter((state) => state % doors === passed[0]);
    if (!cycle && begun.includes(start)) begun = [start];
    let walks = new Map(begun.map((state) => [`${state} ${state}`, { first: state, last: state, found: [] }]));
    for (const [i, door] of passed.slice(1).entries()) {
      const longer = new Map();
      for (const { first, last, found } of walks.values()) {
        for (const key of leaving.get(last)) {
          const name = `${first} ${key[1]}`;
          const again = key[1] === first || found.some(([, target]) => target === key[1]);
          if (key[1] % doors === door && !(longer.has(name) && again)) {
            longer.set(name, { first, last: key[1], found: [...found, key] });
          }
        }
      }
      if (!longer.size) return { wrong: ["no-way", `step ${i + 1}: no way leads on from door ${passed[i]} to door ${door}`] };
      walks = longer;
    }
    const all = [...walks.values()];
    if (!cycle) return { cycle, keys: (all.find(({ last }) => last === goalOf(puzzle)) || all[0]).found };
    const closed = all.find(({ first, last }) => first === last);
    if (closed) {
      const from = closed.found.indexOf(least(closed.found));
      return { cycle, keys: [...closed.found.slice(from), ...closed.found.slice(0, from)] };
    }
    const path = all.find(({ first, last }) => first === start && last === goalOf(puzzle));
    return path ? { cycle: false, keys: path.found }
      : { wrong: ["no-way", `the walk comes back to door ${passed[0]} in another direction`] };
  };

  const closedSet = (puzzle, atoms) => {
    const doors = atoms.filter((atom) => signature(atom) === "figure/2" && atom.args[0].name === "doors");
    if (!doors.length) throw new Misfit("expected a fact figure(doors,N), found none");
    const closed = new Set(atoms.filter((atom) => signature(atom) === "closed/1").map((atom) => integer(atom, 0, 0)));
    const claimed = integer(doors.at(-1), 1, 0);
    const [start, goal] = [startOf(puzzle), goalOf(puzzle)];
    if (claimed !== doorsOf(puzzle)) return refused("other-graph", `the graph has ${doorsOf(puzzle)} doors, not ${claimed}`);
    if (!closed.has(start)) return refused("start", "the start is not among the closed states");
    if (closed.has(goal)) return refused("goal", "the goal is among the closed states");
    const out = edgesOf(puzzle).find(({ source, target }) => closed.has(source) && !closed.has(target));
    if (out) return refused("open", `from ${said(puzzle, out.source)} one gets to ${said(puzzle, out.target)}, which is not among the closed states`);
    return accepted(`no way leaves ${counted(closed.size, "closed state")}`);
  };

  const OF_ROUTES = ["least/4", "greatest/4", "least_weight/4", "greatest_weight/4"];
  const FORMS = [
    ["route", ["use/3"], ["next/5"]],
    ["closed", ["closed/1", "figure/2"], []],
    ["count", ["figure/2"], ["amount/3", "factor/2"]],
    ["log", ["figure/2", "total/2", "average/3"], OF_ROUTES],
    ["statistics", ["figure/2", "door_use/2"], ["amount/3", "factor/2", "must_pass/2", "room_use/2", ...OF_ROUTES]],
  ];

  const replay = (puzzle, atoms) => {
    const kind = kindOf(atoms, FORMS);
    if (kind === "closed") return closedSet(puzzle, atoms);
    const figures = atoms.filter((atom) => signature(atom) === "figure/2").map((atom) => atom.args[0].name);
    if (kind === "count" && !["doors", "of_cycles"].every((each) => figures.includes(each))) {
      throw new Misfit("expected facts figure(doors,N) and figure(of_cycles,N), found one of them or none");
    }
    if (kind !== "route") return unjudged("figures, which are not counted again here");
    let found = route(atoms);
    if (found.keys.every(([, , lane]) => !lane)) found = retraced(puzzle, found);
    const wrong = found.wrong || problem(puzzle, found);
    if (wrong) return refused(...wrong);
    const weight = found.keys.reduce((sum, key) => sum + walked(puzzle, key).weight, 0);
    const index = new Map(edgesOf(puzzle).map(({ source, target, lane }, i) => [String([source, target, lane]), String(i)]));
    const words = `${found.cycle ? "cycle" : "path"} of ${counted(found.keys.length, "edge")}, weight ${dec(weight)}`;
    return accepted(words, found.cycle ? null : found.keys.map((key) => index.get(String(key))));
  };

  // ---- clicks

  const onLattice = (plan) => isPlan(plan)
    && [plan.width, plan.height, ...plan.rooms.flatMap(({ x, y, width, height }) => [x, y, width, height])].every((each) => each % PARTS === 0);

  const tools = [
    { id: "door", label: "put a door, or take it away" },
    { id: "wall", label: "put a wall through a room, or take one between two rooms away" },
    { id: "start", label: "the start" },
    { id: "goal", label: "the goal" },
    { id: "way", label: "put a way from door to door, or take it away", pair: true, field: { label: "weight", value: "1" } },
    { id: "room", label: "each room once, or more often", anywhere: true },
    { id: "passage", label: "each way once, or each state", anywhere: true },
    { id: "leaving", label: "how a room may be left: turn, same wall, back", anywhere: true },
  ];

  const spot = (plan, x, y, label) => ({ id: `${x} ${y}`, at: at(plan, x / PARTS, y / PARTS), label: `${label} at ${dec(x)} ${dec(y)}` });

  // middles of the unit squares' sides, within the plan and on its edge
  const sides = (plan) => {
    const found = [];
    for (let x = 0; x <= plan.width; x += PARTS / 2) {
      for (let y = 0; y <= plan.height; y += PARTS / 2) {
        if ((x % PARTS === 0) !== (y % PARTS === 0)) found.push({ x, y });
      }
    }
    return found;
  };

  const spots = (puzzle, tool) => {
    if (!isPlan(puzzle)) {
      const doors = puzzle.nodes;
      if (tool === "passage") return [{ id: "0", at: [0, 0], label: "here" }];
      if (!["start", "goal", "way"].includes(tool)) return [];
      return [...placesOf(puzzle)].map(([state, [x, y]]) => ({
        id: String(state), at: [x, y + (state < doors ? -8 : 8)], label: `door ${state % doors}${state < doors ? "" : ", walked back"}`,
      }));
    }
    if (tool === "way") return [];
    if (!["door", "wall", "start", "goal"].includes(tool)) return [{ id: "0 0", at: [0, 0], label: "here" }];
    if (tool === "wall") return onLattice(puzzle) ? sides(puzzle).filter(({ x, y }) => x > 0 && y > 0 && x < puzzle.width && y < puzzle.height).map(({ x, y }) => spot(puzzle, x, y, "wall")) : [];
    const outer = tool !== "door";
    const there = [...sides(puzzle), ...(outer ? [] : partsOf(puzzle).doors)].filter((point, i, all) => {
      const opening = openingAt(puzzle.rooms, point);
      if (!opening || (opening.before === null || opening.behind === null) !== outer) return false;
      return all.findIndex(({ x, y }) => x === point.x && y === point.y) === i;
    });
    return there.map(({ x, y }) => spot(puzzle, x, y, tool));
  };

  const fresh = (rooms) => {
    let n = rooms.length + 1;
    while (rooms.some(({ name }) => name === `r${n}`)) n += 1;
    return `r${n}`;
  };

  const walled = (plan, { x, y }) => {
    const opening = openingAt(plan.rooms, { x, y });
    const rest = (...gone) => plan.rooms.filter((_, i) => !gone.includes(i));
    let rooms;
    if (opening) { // two rooms that make a rectangle become one
      const [a, b] = [plan.rooms[opening.before], plan.rooms[opening.behind]];
      const fits = opening.forward === "u" ? a.x === b.x && a.width === b.width : a.y === b.y && a.height === b.height;
      if (!fits) throw new Misfit("expected two rooms that make a rectangle together; take other walls away first");
      const whole = opening.forward === "u" ? { ...a, height: a.height + b.height } : { ...a, width: a.width + b.width };
      rooms = [...rest(opening.before, opening.behind), whole];
    } else {
      const index = plan.rooms.findIndex((room) => room.x <= x && x <= room.x + room.width && room.y <= y && y <= room.y + room.height
        && (x % PARTS ? y > room.y && y < room.y + room.height : x > room.x && x < room.x + room.width));
      const room = plan.rooms[index];
      const parts = x % PARTS
        ? [{ ...room, height: y - room.y }, { ...room, y, height: room.y + room.height - y }]
        : [{ ...room, width: x - room.x }, { ...room, x, width: room.x + room.width - x }];
      rooms = [...rest(index), parts[0], { ...parts[1], name: fresh(plan.rooms) }];
    }
    return kept({ ...partsOf(plan), rooms });
  };

  // the plan of these parts, without doors that have no wall any more
  const kept = (parts) => build({
    ...parts,
    doors: parts.doors.filter((door) => {
      const opening = openingAt(parts.rooms, door);
      return opening && opening.before !== null && opening.behind !== null;
    }),
  });

  const changedGraph = (graph, tool, state, other, text) => {
    if (tool === "start" || tool === "goal") {
      if (state === graph[tool === "start" ? "goal" : "start"]) throw new Misfit("expected another state than the other end's");
      return { ...graph, [tool]: state };
    }
    if (tool !== "way") throw new Misfit("expected a plan to change walls and doors of, found a graph");
    const weight = Math.round(Number(text) * PARTS);
    if (!/^\d{1,6}(\.\d{1,3})?$/.test(text)) throw new Misfit(`expected a weight, found ${text}`);
    const [source, target] = [state, Number(other)];
    const back = [turned(target, graph.nodes), turned(source, graph.nodes)];
    const between = (edge, a, b) => edge.source === a && edge.target === b;
    const left = graph.edges.filter((edge) => !between(edge, source, target) && !between(edge, ...back));
    if (left.length < graph.edges.length) return { ...graph, edges: left };
    const passage = 1 + graph.edges.reduce((most, edge) => Math.max(most, edge.passage), -1);
    const there = { source, target, lane: 1, weight, passage };
    const again = { ...there, source: back[0], target: back[1] };
    const added = String(back) === String([source, target]) ? [there] : [there, again];
    return { ...graph, edges: [...graph.edges, ...added].sort(order("source", "target", "lane")) };
  };

  const change = (puzzle, { tool, spot: id, other, text }) => {
    if (tool === "passage") {
      const { passage, ...limits } = puzzle.limits;
      return { ...puzzle, limits: passage ? limits : { ...limits, passage: 1 } };
    }
    if (!isPlan(puzzle)) return changedGraph(puzzle, tool, Number(id), other, text);
    if (tool === "room") {
      const { room, ...limits } = puzzle.limits;
      return { ...puzzle, limits: room ? limits : { ...limits, room: 1 } };
    }
    if (tool === "leaving") return { ...puzzle, leaving: LEAVING[(LEAVING.indexOf(puzzle.leaving) + 1) % 3] };
    if (tool === "way") return null;
    const [x, y] = id.split(" ").map(Number);
    if (tool === "wall") return walled(puzzle, { x, y });
    const parts = partsOf(puzzle);
    if (tool !== "door") return build({ ...parts, [tool]: { x, y } });
    const doors = parts.doors.filter((door) => door.x !== x || door.y !== y);
    return build({ ...parts, doors: doors.length < parts.doors.length ? doors : [...doors, { x, y }] });
  };

  const size = (puzzle) => (onLattice(puzzle) ? [puzzle.width / PARTS, puzzle.height / PARTS] : null);

  const resize = (plan, [columnsWanted, rowsWanted]) => {
    if (!(columnsWanted >= 1 && rowsWanted >= 1 && columnsWanted <= DRAWN && rowsWanted <= DRAWN)) {
      throw new Misfit(`expected 1 to ${DRAWN} units, found ${columnsWanted} by ${rowsWanted}`);
    }
    const [width, height] = [columnsWanted * PARTS, rowsWanted * PARTS];
    const rooms = plan.rooms.filter(({ x, y }) => x < width && y < height).map((room) => ({
      ...room, width: Math.min(room.width, width - room.x), height: Math.min(room.height, height - room.y),
    }));
    for (let y = 0; y < height; y += PARTS) {
      for (let x = 0; x < width; x += PARTS) {
        if (x >= plan.width || y >= plan.height) rooms.push({ name: fresh(rooms), x, y, width: PARTS, height: PARTS });
      }
    }
    const parts = { ...partsOf(plan), width, height, rooms };
    // start and goal in the outer wall, as near to where they were as there is room
    const places = sides(parts).filter(({ x, y }) => x === 0 || y === 0 || x === width || y === height);
    const nearest = (point, taken) => places.filter((each) => each !== taken)
      .reduce((a, b) => (Math.hypot(a.x - point.x, a.y - point.y) <= Math.hypot(b.x - point.x, b.y - point.y) ? a : b));
    const start = nearest(parts.start, null);
    return kept({ ...parts, start, goal: nearest(parts.goal, start) });
  };

  const blank = () => {
    const [width, height] = [4, 4];
    const rooms = Array.from({ length: width * height }, (_, i) => ({
      name: `r${i + 1}`, x: (i % width) * PARTS, y: Math.floor(i / width) * PARTS, width: PARTS, height: PARTS,
    }));
    const parts = { width: width * PARTS, height: height * PARTS, rooms, limits: {}, leaving: "turn" };
    const doors = sides(parts).filter(({ x, y }) => x > 0 && y > 0 && x < parts.width && y < parts.height);
    return build({ ...parts, doors, start: { x: 1500, y: 0 }, goal: { x: 2500, y: 4000 } });
  };

  // ---- files: floor plans, drawn or listed, and lists of edges

  const [ACROSS, DOWN] = [4, 2]; // characters a unit of a drawing

  const wallsOf = ({ width, height, rooms }) => {
    const canvas = Array.from({ length: (height / PARTS) * DOWN + 1 }, () => Array((width / PARTS) * ACROSS + 1).fill(" "));
    const put = (row, across, bar) => {
      canvas[row][across] = [" ", bar].includes(canvas[row][across]) ? bar : "+";
    };
    for (const room of rooms) {
      const [left, right] = [room.x, room.x + room.width].map((x) => (x / PARTS) * ACROSS);
      const [bottom, top] = [room.y, room.y + room.height].map((y) => ((height - y) / PARTS) * DOWN);
      for (const row of [top, bottom]) for (let i = left; i <= right; i++) put(row, i, "-");
      for (const across of [left, right]) for (let i = top; i <= bottom; i++) put(i, across, "|");
    }
    return canvas;
  };

  const drawnText = (plan) => {
    if (!onLattice(plan) || plan.openings.some(({ x, y }) => x % (PARTS / 2) || y % (PARTS / 2))) return null;
    const canvas = wallsOf(plan);
    plan.openings.forEach(({ x, y }, door) => {
      canvas[((plan.height - y) / PARTS) * DOWN][(x / PARTS) * ACROSS] = { [plan.start]: "S", [plan.goal]: "G" }[door] || "o";
    });
    return canvas.map((line) => `${line.join("")}\n`).join("");
  };

  const listedText = (plan) => [
    `size ${dec(plan.width)} ${dec(plan.height)}`,
    ...plan.rooms.map(({ name, x, y, width, height }) => `room ${name} ${[x, y, width, height].map(dec).join(" ")}`),
    ...plan.openings.map(({ x, y }, door) => `${{ [plan.start]: "start", [plan.goal]: "goal" }[door] || "door"} ${dec(x)} ${dec(y)}`),
    "",
  ].join("\n");

  const RULES = { limits: {}, leaving: "turn" };

  const openDrawn = (lines) => {
    const indent = Math.min(...lines.map(({ text }) => text.search(/\S/)));
    const rows = lines.map(({ text }) => text.slice(indent));
    const wrong = (message, across, row) => {
      throw new Misfit(message, { line: lines[row].line, column: across + indent + 1 });
    };
    const wide = rows[0].length;
    if (wide < ACROSS + 1 || (wide - 1) % ACROSS) wrong(`expected a line of ${ACROSS} characters a unit and one more, found ${wide}`, wide - 1, 0);
    const uneven = rows.findIndex((each) => each.length !== wide);
    if (uneven >= 0) wrong(`expected ${wide} characters as in the first line, found ${rows[uneven].length}`, Math.min(rows[uneven].length, wide), uneven);
    if (rows.length < DOWN + 1 || (rows.length - 1) % DOWN) wrong(`expected ${DOWN} lines a unit and one more, found ${rows.length}`, 0, rows.length - 1);
    const [width, height] = [(wide - 1) / ACROSS, (rows.length - 1) / DOWN];
    const openEast = (x, y) => x + 1 < width && rows[(height - y) * DOWN - 1][(x + 1) * ACROSS] === " ";
    const openNorth = (x, y) => y + 1 < height && rows[(height - y - 1) * DOWN][x * ACROSS + ACROSS / 2] === " ";
    const taken = new Set();
    const rooms = [];
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        if (taken.has(`${x} ${y}`)) continue;
        let [across, up] = [1, 1];
        while (!taken.has(`${x + across} ${y}`) && openEast(x + across - 1, y)) across += 1;
        while (openNorth(x, y + up - 1)) up += 1;
        for (let i = 0; i < across; i++) for (let j = 0; j < up; j++) taken.add(`${x + i} ${y + j}`);
        rooms.push({ name: `r${rooms.length + 1}`, x: x * PARTS, y: y * PARTS, width: across * PARTS, height: up * PARTS });
      }
    }
    const found = { o: [], S: [], G: [] };
    rows.forEach((each, row) => [...each].forEach((sign, across) => {
      if (!(sign in found)) return;
      if (across % (ACROSS / 2)) wrong(`expected '${sign}' in the middle of a wall, found it beside`, across, row);
      found[sign].push({ x: (across * PARTS) / ACROSS, y: ((height * DOWN - row) * PARTS) / DOWN });
    }));
    for (const [sign, word] of [["S", "start"], ["G", "goal"]]) {
      if (found[sign].length !== 1) wrong(`expected one ${word}, found ${found[sign].length || "none"}`, 0, 0);
    }
    const plan = build({
      width: width * PARTS, height: height * PARTS, rooms, doors: found.o, start: found.S[0], goal: found.G[0], ...RULES,
    });
    wallsOf(plan).forEach((expected, row) => expected.forEach((wanted, across) => {
      const sign = rows[row][across];
      if ([wanted, "o", "S", "G"].includes(sign)) return;
      if (sign === "+" && "-|".includes(wanted) && across % ACROSS === 0 && row % DOWN === 0) return;
      wrong(`expected '${wanted}', found '${sign}'`, across, row);
    }));
    return plan;
  };

  const openListed = (lines) => {
    const found = { room: [], door: [], start: [], goal: [], size: [] };
    for (const { text, line } of lines) {
      const words = text.trim().split(/\s+/);
      const wrong = (message) => {
        throw new Misfit(message, { line, column: text.search(/\S/) + 1 });
      };
      const kind = words.shift();
      if (!(kind in found)) wrong(`expected one of size, room, door, start, goal, found '${kind}'`);
      const name = kind === "room" ? words.shift() : "";
      if (kind === "room" && !/^[^\s"\\]{1,60}$/u.test(name || "")) wrong("expected a room's name without quotes and backslashes");
      const wanted = kind === "room" ? 4 : 2;
      if (words.length !== wanted) wrong(`expected ${wanted} numbers, found ${words.length}`);
      const numbers = words.map((word) => {
        if (!/^\d{1,6}(\.\d{1,3}0*)?$/.test(word) || Number(word) > EXTENT) wrong(`expected a number up to ${EXTENT} with at most 3 decimals, found ${word}`);
        return Math.round(Number(word) * PARTS);
      });
      const sized = kind === "size" ? numbers : numbers.slice(2);
      if (sized.includes(0)) wrong("expected a width and a height above 0, found 0");
      const [x, y, width, height] = numbers;
      found[kind].push(kind === "room" ? { name, x, y, width, height } : { x, y });
    }
    for (const kind of ["size", "start", "goal"]) {
      if (found[kind].length !== 1) throw new Misfit(`expected one ${kind}, found ${found[kind].length || "none"}`, { line: lines[0].line, column: 1 });
    }
    const [whole] = found.size;
    return build({ width: whole.x, height: whole.y, rooms: found.room, doors: found.door, start: found.start[0], goal: found.goal[0], ...RULES });
  };

  const openEdges = (text) => {
    const rows = text.split("\n").map((row, i) => ({ row: row.replace(/\r$/, ""), line: i + 1 }));
    if (rows[0].row !== HEADER) throw new Misfit(`expected the header ${HEADER}, found ${rows[0].row}`, { line: 1, column: 1 });
    const parts = rows.slice(1).filter(({ row }) => row.trim()).map(({ row, line }) => {
      const found = /^(0|[1-9]\d{0,4}),(0|[1-9]\d{0,4}),(\d{1,7}(?:\.\d{1,3}0*)?),([urdl]),([urdl])$/.exec(row);
      if (!found || Number(found[3]) > 1000000) throw new Misfit(`expected a line as ${HEADER}, found ${row}`, { line, column: 1 });
      return [Number(found[1]), Number(found[2]), Math.round(Number(found[3]) * PARTS), found[4], found[5]];
    });
    const nodes = 1 + parts.reduce((most, [first, second]) => Math.max(most, first, second), 0);
    if (nodes < 2) throw new Misfit("expected edges between two nodes at least, found none", { line: rows.length, column: 1 });
    const forward = (side) => side === "u" || side === "r";
    const ways = parts.flatMap(([first, second, weight, out, back], tag) => {
      const ends = [forward(out) ? first : first + nodes, forward(back) ? second + nodes : second];
      const again = [forward(back) ? second : second + nodes, forward(out) ? first + nodes : first];
      return [ends, ...(String(ends) === String(again) ? [] : [again])].map(([source, target]) => ({ source, target, weight, tag }));
    });
    return { nodes, edges: assembled(ways), start: 0, goal: nodes - 1, ...RULES };
  };

  const open = (text) => {
    if (text.startsWith("node1")) return openEdges(text);
    const lines = text.split("\n").map((line, i) => ({ text: line.trimEnd(), line: i + 1 }))
      .filter((each) => each.text.trim() && !each.text.startsWith("#"));
    if (!lines.length) throw new Misfit("expected a floor plan, found nothing", { line: 1, column: 1 });
    return /^\s*[-+|]/.test(lines[0].text) ? openDrawn(lines) : openListed(lines);
  };

  const savedEdges = (graph) => {
    const passages = new Map();
    for (const edge of graph.edges) passages.set(edge.passage, [...(passages.get(edge.passage) || []), edge]);
    const rank = (edge) => Number(edge.source % graph.nodes > edge.target % graph.nodes);
    const lines = [...passages.values()].map((edges) => {
      const [first] = [...edges].sort((a, b) => rank(a) - rank(b) || order("source", "target", "lane")(a, b));
      const { source, target, weight } = first;
      const there = `${source} ${target} ${weight}`;
      const back = `${turned(target, graph.nodes)} ${turned(source, graph.nodes)} ${weight}`;
      const ways = edges.map((edge) => `${edge.source} ${edge.target} ${edge.weight}`).sort();
      if (String(ways) !== String([...new Set([there, back])].sort())) {
        throw new Misfit(`expected ways in both directions, found that from state ${source} to state ${target} without a reverse`);
      }
      return [source % graph.nodes, target % graph.nodes, weight, "rl"[Number(source >= graph.nodes)], "lr"[Number(target >= graph.nodes)]];
    });
    const last = lines.reduce((most, [first, second]) => Math.max(most, first, second), 0);
    if (graph.start !== 0 || graph.goal !== graph.nodes - 1 || last !== graph.nodes - 1) {
      throw new Misfit("expected a graph from state 0 to that of its last door, found other ends");
    }
    lines.sort((a, b) => order(0, 1, 2)(a, b) || a[3].localeCompare(b[3]) || a[4].localeCompare(b[4]));
    const weightOf = (weight) => (weight % PARTS ? dec(weight) : `${dec(weight)}.0`);
    return [HEADER, ...lines.map(([a, b, weight, c, d]) => `${a},${b},${weightOf(weight)},${c},${d}`), ""].join("\n");
  };

  const save = (puzzle) => {
    if (!isPlan(puzzle)) return savedEdges(puzzle);
    const drawn = drawnText(puzzle);
    const bare = JSON.stringify({ ...puzzle, ...RULES });
    return drawn && JSON.stringify(open(drawn)) === bare ? drawn : listedText(puzzle);
  };

  // under options that overlays set, as `adapt` in Python; others ask for another graph
  const adapt = (puzzle, options) => Object.entries(options).reduce((made, [option, value]) => {
    if (option === "leaving") {
      if (!LEAVING.includes(value)) throw new Misfit(`expected leaving as one of ${LEAVING.join(", ")}, found ${value}`);
      if (!isPlan(made) && value !== made.leaving) throw new Misfit("expected a plan to leave rooms of in another manner, found a graph");
      return { ...made, leaving: value };
    }
    if (!LIMITS.includes(option)) throw new Misfit(`expected leaving or a limit of ${LIMITS.join(", ")}, found ${option}`);
    const most = Number(value);
    if (!/^\d{1,6}$/.test(value) || !most) throw new Misfit(`expected a number above 0 for ${option}, found ${value}`);
    if (["passage", "edge", "point"].includes(option) && most > 1) throw new Misfit(`expected 1 as limit of ${option}, found ${value}`);
    if (["room", "point"].includes(option) && !isPlan(made)) throw new Misfit(`expected a plan to limit a ${option} of, found a graph`);
    return { ...made, limits: { ...made.limits, [option]: most } };
  }, puzzle);

  return { read, facts, adapt, script, replay, tools, spots, change, blank, resize, size, open, save };
})();
