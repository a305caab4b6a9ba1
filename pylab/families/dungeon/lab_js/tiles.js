// A dungeon for the lab, see CONTRIBUTING.md: what stands on its tiles, and what lies beside what.
// A puzzle is a dungeon of tiles {name, chambers, keys, bombs, legends, items, warps}, rooms as rows of
// characters, or a mission graph {rooms, passages, start, goals}, whose rooms are known by name.
const [WALL, VOID, START, GOAL] = ["#", "_", "@", "T"];
const KINDS = {
  ".": "floor", "~": "water", k: "key", L: "lock", K: "boss key", B: "boss door", b: "bomb", "%": "bombable wall",
  "!": "switch", o: "raised", x: "lowered", "@": "start", T: "goal", "^": "one-way", v: "one-way", "<": "one-way", ">": "one-way",
  ...Object.fromEntries([..."0123456789"].map((digit) => [digit, "stairs"])),
};
const ARROWS = { "^": "n", v: "s", "<": "w", ">": "e" };
const STEPS = { n: [-1, 0], s: [1, 0], w: [0, -1], e: [0, 1] };
const DOORS = { key: "lock", boss: "boss door", bomb: "bombable wall", item: "item door" };
const CROSSING = ["ladder", "raft"];
const [MOST_TILES, MOST_COUNT, MOST_KEYS] = [250000, 1000000, 1000];
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/;
const FLAG = /^(?:K|I|S\d{1,6})$/;
const ROOM_SIGNS = ["b", "e", "i", "m", "p"];
const PASSAGE_SIGNS = ["O", "b", "l"];
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\p{Zs}]/gu;

const isMission = (puzzle) => Boolean(puzzle.passages);
const isName = (name) => [...name].length > 0 && [...name].length <= 200 && !name.replace(/ /g, "").match(UNPRINTABLE);

// names of digits are sorted as numbers, before all others
const natural = (a, b) => {
  const key = (name) => {
    const digits = name.replace(/^0+/, "");
    return /^\d+$/.test(name) ? [0, digits.length, digits, name] : [1, 0, name, name];
  };
  return lexical(key(a), key(b));
};

const tileName = (room, y, x) => `${room}(${y},${x})`;

// all tiles but walls and voids: {room, y, x, glyph}, by their names
const tilesOf = (dungeon) => new Map(dungeon.chambers.flatMap(({ name, rows }) => rows.flatMap((row, y) => [...row]
  .map((glyph, x) => [tileName(name, y, x), { room: name, y, x, glyph }])
  .filter(([, { glyph }]) => glyph !== WALL && glyph !== VOID))));

// what the tiles are: {kind, name}
const marksOf = (dungeon) => {
  const legends = new Map(dungeon.legends.map((each) => [each.letter, each]));
  const items = new Map([["i", "item"], ...dungeon.items]);
  return new Map([...tilesOf(dungeon)].map(([tile, { glyph }]) => {
    const legend = legends.get(glyph);
    if (legend) return [tile, { kind: DOORS[legend.openedBy], name: legend.name }];
    if (items.has(glyph)) return [tile, { kind: "item", name: items.get(glyph) }];
    return [tile, { kind: KINDS[glyph], name: ["L", "B", "%"].includes(glyph) ? tile : glyph }];
  }));
};

const stuckIn = (tiles) => {
  const those = (sign) => [...tiles].filter(([, { glyph }]) => glyph === sign).map(([name]) => name);
  return new Set(those("!").length ? [] : those("o"));
};

// of each tile what lies beside it: [direction, tile]; warps lead on without a direction
// and neither to nor from a block that is up for good, as there is no switch: it is a wall
const besideOf = (dungeon) => {
  const tiles = tilesOf(dungeon);
  const stuck = stuckIn(tiles);
  const raster = new Map(dungeon.chambers.map((room) => [`${room.row} ${room.column}`, room]));
  const rooms = new Map(dungeon.chambers.map((room) => [room.name, room]));
  const towards = ({ room: name, y: fromY, x: fromX }, [down, right]) => {
    const room = rooms.get(name);
    let [y, x] = [fromY + down, fromX + right];
    if (y >= 0 && x >= 0 && y < room.rows.length && x < room.rows[0].length) return tileName(name, y, x);
    const other = raster.get(`${room.row + down} ${room.column + right}`);
    if (!other) return "";
    if (y < 0) y = other.rows.length - 1;
    else if (y >= room.rows.length) y = 0;
    if (x < 0) x = other.rows[0].length - 1;
    else if (x >= room.rows[0].length) x = 0;
    return tileName(other.name, y, x);
  };
  const found = new Map([...tiles].map(([name, tile]) => [name, stuck.has(name) ? [] : Object.entries(STEPS)
    .map(([direction, step]) => [direction, towards(tile, step)]).filter(([, other]) => tiles.has(other) && !stuck.has(other))]));
  const ends = new Map([...tiles].filter(([, { glyph }]) => KINDS[glyph] === "stairs").map(([name, { room, glyph }]) => [`${room} ${glyph}`, name]));
  for (const { room, digit, toRoom, toDigit, both } of dungeon.warps) {
    const [one, other] = [ends.get(`${room} ${digit}`), ends.get(`${toRoom} ${toDigit}`)];
    found.get(one).push(["", other]);
    if (both && one !== other) found.get(other).push(["", one]);
  }
  return found;
};

const lockName = (one, other) => [one, other].sort(natural)
  .map((end) => (end.includes("-") || end.startsWith('"') ? JSON.stringify(end) : end)).join("-");
