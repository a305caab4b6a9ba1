// What can be clicked, and what comes of it.
const TILES = {
  "#": "wall", ".": "floor", "@": "the start", T: "a goal", k: "a small key", L: "a locked door", K: "the boss key", B: "a boss door",
  b: "a bomb", "%": "a bombable wall", "~": "water", "!": "a switch", o: "a block, up at first", x: "a block, down at first",
  "^": "one-way to the north", v: "one-way to the south", "<": "one-way to the west", ">": "one-way to the east", i: "an item", _: "nothing at all",
};
const MISSION = [
  { id: "passage", label: "a passage, or none", pair: true },
  { id: "oneway", label: "a passage one way, or none", pair: true },
  { id: "locked", label: "lock a passage, or unlock it", pair: true },
  { id: "needs", label: "what a passage asks for: K, I, S1, …", pair: true, field: { label: "flag", value: "K" } },
  { id: "holds", label: "what a room holds: k, K, I, S1, …", field: { label: "thing", value: "k" } },
  { id: "begin", label: "the start" },
  { id: "end", label: "a goal, or none" },
  { id: "remove", label: "take a room away" },
  { id: "add", label: "a room", field: { label: "name", value: "10" }, anywhere: true },
];
const tools = [
  ...Object.entries(TILES).map(([glyph, label]) => ({ id: `tile ${glyph}`, label })),
  { id: "keys", label: "keys at the start", field: { label: "keys", value: "0" }, anywhere: true },
  { id: "bombs", label: "bombs at the start, or renewable", field: { label: "bombs", value: "renewable" }, anywhere: true },
  { id: "chamber", label: "a room to the east of all others", field: { label: "name", value: "east" }, anywhere: true },
  ...MISSION,
];

const spots = (puzzle, tool) => {
  const own = MISSION.some(({ id }) => id === tool);
  if (own !== isMission(puzzle)) return [];
  if (tools.find(({ id }) => id === tool).anywhere) return [{ id: "", at: [0, 0], label: "here" }];
  if (own) return [...spotsOf(puzzle)].map(([name, at]) => ({ id: name, at, label: `room ${name}` }));
  const grids = gridsOf(puzzle);
  return puzzle.chambers.flatMap(({ name, rows }) => rows.flatMap((row, y) => [...row].map((_, x) => ({
    id: `${name} ${y} ${x}`, at: grids.get(name).centre(x, y), label: tileName(name, y, x),
  }))));
};

const amount = (text2) => {
  if (!/^\d{1,6}$/.test(text2)) throw new Misfit(`expected a number, found '${text2}'`);
  return Number(text2);
};

const changedDungeon = (dungeon, { tool, spot, text: given }) => {
  if (tool === "keys") return { ...dungeon, keys: amount(given) };
  if (tool === "bombs") return { ...dungeon, bombs: given === "renewable" ? null : amount(given) };
  if (tool === "chamber") {
    const column = Math.max(...dungeon.chambers.map((room) => room.column)) + 1;
    const [first] = dungeon.chambers;
    const made = { name: given, row: first.row, column, rows: range(first.rows.length).map(() => ".".repeat(5)) };
    return verified({ ...dungeon, chambers: [...dungeon.chambers, made].sort((a, b) => a.row - b.row || a.column - b.column) });
  }
  const glyph = tool.slice(5);
  const [name, y, x] = spot.split(" ");
  const put = (row, at, sign) => [...row].map((each, i) => (i === at ? sign : each)).join("");
  const chambers = dungeon.chambers.map((room) => ({
    ...room,
    rows: room.rows.map((row, i) => {
      const moved = glyph === START ? row.replace(START, ".") : row;
      return room.name === name && i === Number(y) ? put(moved, Number(x), glyph) : moved;
    }),
  }));
  const ends = new Set([...tilesOf({ ...dungeon, chambers }).values()].map(({ room, glyph: sign }) => `${room} ${sign}`));
  const warps = dungeon.warps.filter(({ room, digit, toRoom, toDigit }) => ends.has(`${room} ${digit}`) && ends.has(`${toRoom} ${toDigit}`));
  return verified({ ...dungeon, chambers, warps });
};

const changedMission = (mission, { tool, spot, other, text: given }) => {
  const { passages } = mission;
  const joins = ({ tail, head }, a, b) => tail === a && head === b;
  const both = (each) => joins(each, spot, other) || joins(each, other, spot);
  const way = (tail, head) => ({ tail, head, locked: false, flags: [], sealed: false, signs: [] });
  if (["passage", "oneway", "locked", "needs"].includes(tool) && spot === other) throw new Misfit("expected two rooms, found one");
  if (tool === "passage") {
    return { ...mission, passages: passages.some(both) ? passages.filter((each) => !both(each)) : [...passages, way(spot, other), way(other, spot)] };
  }
  if (tool === "oneway") {
    const left = passages.filter((each) => !joins(each, spot, other));
    return { ...mission, passages: left.length < passages.length ? left : [...passages, way(spot, other)] };
  }
  if (tool === "locked" || tool === "needs") {
    if (!passages.some(both)) throw new Misfit("expected two rooms with a passage between them, found none");
    if (tool === "needs" && !FLAG.test(given)) throw new Misfit(`expected K, I or S with a number, found '${given}'`);
    const locked = !passages.find(both).locked;
    const toggled = (flags) => (flags.includes(given) ? flags.filter((flag) => flag !== given) : [...flags, given].sort(before));
    return { ...mission, passages: passages.map((each) => (!both(each) ? each : tool === "locked" ? { ...each, locked } : { ...each, flags: toggled(each.flags) })) };
  }
  if (tool === "add") {
    if (!isName(given) || given.includes(" ")) throw new Misfit(`expected a room's name, found '${given}'`);
    if (mission.rooms.some(({ name }) => name === given)) throw new Misfit(`expected a new name, found ${given} again`);
    return { ...mission, rooms: [...mission.rooms, { name: given, keys: 0, flags: [], signs: [] }].sort((a, b) => natural(a.name, b.name)) };
  }
  if (tool === "begin") return { ...mission, start: spot };
  if (tool === "end") {
    const goals = mission.goals.includes(spot) ? mission.goals.filter((name) => name !== spot) : [...mission.goals, spot].sort(natural);
    return { ...mission, goals };
  }
  if (tool === "remove") {
    if (spot === mission.start) throw new Misfit("expected another start first, found the room of the start");
    return {
      ...mission,
      rooms: mission.rooms.filter(({ name }) => name !== spot),
      passages: passages.filter(({ tail, head }) => tail !== spot && head !== spot),
      goals: mission.goals.filter((name) => name !== spot),
    };
  }
  if (given !== "k" && !FLAG.test(given)) throw new Misfit(`expected k, K, I or S with a number, found '${given}'`);
  const held = (room) => (given === "k" ? { ...room, keys: (room.keys + 1) % 4 }
    : { ...room, flags: room.flags.includes(given) ? room.flags.filter((flag) => flag !== given) : [...room.flags, given].sort(before) });
  return { ...mission, rooms: mission.rooms.map((room) => (room.name === spot ? held(room) : room)) };
};

const change = (puzzle, click) => kept((isMission(puzzle) ? changedMission : changedDungeon)(puzzle, click));

const size = (puzzle) => (!isMission(puzzle) && puzzle.chambers.length === 1
  ? [[...puzzle.chambers[0].rows[0]].length, puzzle.chambers[0].rows.length] : null);

const resize = (dungeon, [width, height]) => {
  if (!(width >= 1 && height >= 1 && width <= 60 && height <= 60)) throw new Misfit(`expected 1 to 60 columns and rows, found ${width} × ${height}`);
  const [room] = dungeon.chambers;
  const rows = range(height).map((y) => range(width).map((x) => [...(room.rows[y] || "")][x] || ".").join(""));
  return kept(verified({ ...dungeon, chambers: [{ ...room, rows }] }));
};

const blank = () => ({
  name: "new", keys: 0, bombs: 0, legends: [], items: [], warps: [],
  chambers: [{ name: "room", row: 0, column: 0, rows: ["#######", "#@...T#", "#.....#", "#.....#", "#######"] }],
});
