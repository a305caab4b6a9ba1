// What can be clicked, and what comes of it.
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
  if (tool !== "way") throw new Misfit("expected a plan for changes of walls and doors, found a graph");
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
