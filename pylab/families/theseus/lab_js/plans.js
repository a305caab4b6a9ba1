// A labyrinth for the lab, see CONTRIBUTING.md: plans, from rooms and the middles of openings.
// A puzzle is a plan {width, height, rooms, openings, start, goal, limits, leaving} or a bare graph
// {nodes, edges, start, goal, limits, leaving}. All lengths and weights are in thousandths of a unit.
// With n doors, state i is door i walked up or right, state i + n is door i walked down or left.
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
const WITH_ARROWS = `${HEADER},arrow`;

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
