// Routes, replayed by the rules: of a plan by its rectangles, of a graph by its list of edges.

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
