// From facts to a puzzle, and back.
const read = (facts) => {
  const found = sorted(facts);
  const of = (kind) => found.get(kind);
  const one = (kind, what) => only(of(kind), what);
  const scale = integer(one("scale/1", "scale(N)"), 0, 1, 1000000);
  const common = gcd(PARTS, scale);
  const size = (atom, i, low = 0, most = EXTENT) => {
    const parts = integer(atom, i, low, most * scale);
    if (parts % (scale / common)) throw new Misfit(`expected a number with at most 3 decimals when divided by the scale ${scale}, found ${parts}`, atom);
    return (parts / (scale / common)) * (PARTS / common);
  };
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
    if (plans) throw new Misfit(`expected a plan for a limit on ${plans}s, found a graph`, of("limit/2")[0]);
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
