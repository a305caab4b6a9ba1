// From facts to a puzzle, and back.
const nameAt = (atom, index) => {
  const term = atom.args[index];
  if (typeof term === "number" && term >= 0) return String(term);
  if (term.string !== undefined && isName(term.string)) return term.string;
  throw new Misfit(`expected a room: a number from 0 or 1 to 200 printable characters, found ${written(term)}`, atom);
};

const read = (facts) => {
  const found = sorted(facts);
  const of = (kind) => found.get(kind);
  if (of("map/1").length || of("map_room/3").length) throw new Misfit("expected a dungeon or a mission graph, found a survey of a map and a graph");
  const puzzle = stateFrom(of("dungeon/1").length || of("chamber/5").length ? dungeonFrom(of) : missionFrom(of), of);
  if (!of("tariff/3").length) return puzzle;
  const tariff = only(of("tariff/3"), "tariff(A,B,D)");
  const fees = range(3).map((i) => integer(tariff, i, Number(i < 2), 1000));
  return fees.join() === "1,1,0" ? puzzle : { ...puzzle, fees };
};

const missionFrom = (of) => {
  const names = [...new Set(of("room/1").map((each) => nameAt(each, 0)))].sort(natural);
  if (!names.length) throw new Misfit("expected facts room(R) or chamber(R,I,J,H,W), found none");
  const room = (each, index) => {
    const name = nameAt(each, index);
    if (!names.includes(name)) throw new Misfit(`expected a room as argument ${index + 1} of ${signature(each)}, found ${name}`, each);
    return name;
  };
  const keys = new Map();
  for (const each of of("keys/2")) {
    const [name, number] = [room(each, 0), integer(each, 1, 0, MOST_KEYS)];
    if (keys.has(name) && keys.get(name) !== number) throw new Misfit(`expected one number of keys in ${name}, found two`, each);
    keys.set(name, number);
  }
  const grouped = (atoms, key, known) => {
    const groups = new Map();
    for (const each of atoms) {
      if (!known(string(each, 1))) throw new Misfit("expected a mark that mission graphs have, found another one", each);
      const name = key(each, 0);
      groups.set(name, [...new Set([...(groups.get(name) || []), string(each, 1)])].sort(before));
    }
    return (name) => groups.get(name) || [];
  };
  const isFlag = (mark) => FLAG.test(mark);
  const signs = grouped(of("sign/2"), room, (mark) => ROOM_SIGNS.includes(mark));
  const grants = grouped(of("grants/2"), room, isFlag);
  const ends = new Map();
  for (const each of of("passage/3")) {
    const number = integer(each, 0, 0);
    const pair = [room(each, 1), room(each, 2)];
    if (ends.has(number) && String(ends.get(number)) !== String(pair)) throw new Misfit(`expected one passage ${number}, found a second one`, each);
    if (pair[0] === pair[1]) throw new Misfit("expected a passage between two rooms, found one", each);
    ends.set(number, pair);
  }
  const passage = (each) => {
    const number = integer(each, 0, 0);
    if (!ends.has(number)) throw new Misfit(`expected a passage as argument 1 of ${signature(each)}, found ${number}`, each);
    return number;
  };
  const [locked, sealed] = ["locked/1", "sealed/1"].map((kind) => new Set(of(kind).map(passage)));
  const needs = grouped(of("needs/2"), passage, isFlag);
  const marks = grouped(of("mark/2"), passage, (mark) => PASSAGE_SIGNS.includes(mark));
  return {
    rooms: names.map((name) => ({ name, keys: keys.get(name) || 0, flags: grants(name), signs: signs(name) })),
    passages: [...ends].sort(([a], [b]) => a - b).map(([number, [tail, head]]) => ({
      tail, head, locked: locked.has(number), flags: needs(number), sealed: sealed.has(number), signs: marks(number),
    })),
    start: room(only(of("start/1"), "start(R)"), 0),
    goals: [...new Set(of("goal/1").map((each) => room(each, 0)))].sort(natural),
  };
};

const dungeonFrom = (of) => {
  const rooms = new Map();
  let total = 0;
  for (const each of of("chamber/5")) {
    const name = string(each, 0);
    const [row, column] = [1, 2].map((i) => integer(each, i, -MOST_COUNT, MOST_COUNT));
    const [height, width] = [3, 4].map((i) => integer(each, i, 1, MOST_TILES));
    total += height * width;
    if (total > MOST_TILES) throw new Misfit(`expected at most ${MOST_TILES} tiles, found more`, each);
    if (rooms.has(name)) throw new Misfit("expected a room once, found it again", each);
    rooms.set(name, { name, row, column, grid: Array.from({ length: height }, () => Array(width).fill(WALL)) });
  }
  for (const each of [...of("tile/4"), ...of("void/3")]) {
    const room = rooms.get(string(each, 0));
    if (!room) throw new Misfit("expected a room with a fact chamber, found another one", each);
    const glyph = each.name === "tile" ? string(each, 3) : VOID;
    const y = integer(each, 1, 0, room.grid.length - 1);
    const x = integer(each, 2, 0, room.grid[0].length - 1);
    if ([...glyph].length !== 1) throw new Misfit("expected one character as argument 4 of tile/4", each);
    if (![WALL, glyph].includes(room.grid[y][x])) throw new Misfit("expected one tile there, found a second one", each);
    room.grid[y][x] = glyph;
  }
  const character = (each) => {
    if ([...string(each, 0)].length !== 1) throw new Misfit(`expected one character as argument 1 of ${signature(each)}`, each);
    return string(each, 0);
  };
  const bombs = only(of("bombs/1"), "bombs(N)");
  return verified({
    name: string(only(of("dungeon/1"), "dungeon(N)"), 0),
    chambers: [...rooms.values()].sort((a, b) => a.row - b.row || a.column - b.column)
      .map(({ name, row, column, grid }) => ({ name, row, column, rows: grid.map((line) => line.join("")) })),
    keys: integer(only(of("keys/1"), "keys(N)"), 0, 0, MOST_COUNT),
    bombs: bombs.args[0].name === "renewable" ? null : integer(bombs, 0, 0, MOST_COUNT),
    legends: of("legend/3").map((each) => ({ letter: character(each), openedBy: constant(each, 1, Object.keys(DOORS)), name: string(each, 2) }))
      .sort((a, b) => lexical([a.letter, a.openedBy, a.name], [b.letter, b.openedBy, b.name])),
    items: of("item/2").map((each) => [character(each), string(each, 1)]).sort(lexical),
    warps: of("warp/5").map((each) => {
      const [room, digit, toRoom, toDigit] = [0, 1, 2, 3].map((i) => string(each, i));
      return { room, digit, toRoom, toDigit, both: constant(each, 4, ["both", "one"]) === "both" };
    }).sort((a, b) => lexical(Object.values(a), Object.values(b))),
  });
};

// the dungeon; a Misfit if its parts don't fit together. Of a file, `at` says where something stands
const verified = (dungeon, at = () => null) => {
  const { chambers, legends, items, warps } = dungeon;
  if (!chambers.length) throw new Misfit("expected a room, found none", at("start"));
  const [names, cells] = [new Set(), new Map()];
  const named = (name, what, where) => {
    if (!NAME.test(name)) throw new Misfit(`expected a ${what}'s name of 1 to 64 letters, digits, _ and -, found '${name}'`, where);
  };
  for (const { name, row, column } of chambers) {
    named(name, "room", at("room", name));
    if (names.has(name)) throw new Misfit(`expected a new name, found a second room ${name}`, at("room", name));
    const cell = `${row},${column}`;
    if (cells.has(cell)) throw new Misfit(`expected a place of its own at ${cell}, found room ${cells.get(cell)} and room ${name}`, at("room", name));
    names.add(name);
    cells.set(cell, name);
  }
  named(dungeon.name, "dungeon", at("start"));
  const kinds = new Map();
  for (const [letter, name] of items) named(name, "item", at("letter", letter));
  for (const { letter, name, openedBy } of legends) {
    named(name, "door", at("letter", letter));
    if (openedBy !== "item" && kinds.has(name) && kinds.get(name) !== openedBy) throw new Misfit(`expected another name, found ${name} for doors of two kinds`, at("letter", letter));
    if (openedBy !== "item") kinds.set(name, openedBy);
  }
  const letters = [...legends.map(({ letter }) => letter), ...items.map(([letter]) => letter)];
  for (const letter of letters) {
    const meant = letter in KINDS || [WALL, VOID].includes(letter) || (letter === "i" && legends.some((each) => each.letter === "i"));
    if (meant || letters.filter((each) => each === letter).length > 1) throw new Misfit(`expected a character without a meaning, found '${letter}'`, at("letter", letter));
    if (/[\s\p{C}\p{Z}]/u.test(letter)) throw new Misfit(`expected a printable character, found '${letter}'`, at("letter", letter));
  }
  const known = new Set([...Object.keys(KINDS), WALL, VOID, "i", ...letters]);
  for (const { name, rows } of chambers) {
    rows.forEach((row, y) => {
      if ([...row].length !== [...rows[0]].length) throw new Misfit(`expected ${[...rows[0]].length} tiles as in the first row of room ${name}, found ${[...row].length}`, at("tile", name, y, 0));
      const x = [...row].findIndex((glyph) => !known.has(glyph));
      if (x >= 0) throw new Misfit(`expected one of the tiles or a letter with a legend, found '${[...row][x]}'`, at("tile", name, y, x));
    });
  }
  const tiles = [...tilesOf(dungeon).values()];
  const starts = tiles.filter(({ glyph }) => glyph === START);
  if (starts.length !== 1) throw new Misfit(`expected one start ${START}, found ${starts.length}`, starts[1] ? at("tile", starts[1].room, starts[1].y, starts[1].x) : at("start"));
  if (!tiles.some(({ glyph }) => glyph === GOAL)) throw new Misfit(`expected a goal ${GOAL}, found none`, at("start"));
  for (const { room, digit, toRoom, toDigit } of warps) {
    for (const [where, glyph] of [[room, digit], [toRoom, toDigit]]) {
      const count = tiles.filter((tile) => tile.room === where && tile.glyph === glyph && KINDS[glyph] === "stairs").length;
      if (count !== 1) throw new Misfit(`expected a tile ${glyph} in a room ${where} for this warp, found ${count || "none"}`, at("warp", room, digit));
    }
  }
  return dungeon;
};

const word = (name) => ({ name, args: [] });
const symbolOf = (name) => (/^(?:0|[1-9]\d{0,8})$/.test(name) ? Number(name) : text(name));

const lockTerm = (puzzle, name, place) => {
  if (!isMission(puzzle)) return puzzle.legends.some((each) => each.name === name) ? { name: "door", args: [text(name)] } : place(name);
  const { tail, head } = puzzle.passages.find((each) => each.locked && lockName(each.tail, each.head) === name);
  return { args: [tail, head].map(symbolOf).sort(clingoOrder) };
};

const facts = (puzzle) => {
  const atoms = [];
  const add = (name, ...args) => atoms.push({ name, args });
  if (isMission(puzzle)) {
    add("start", symbolOf(puzzle.start));
    for (const goal of puzzle.goals) add("goal", symbolOf(goal));
    for (const { name, keys, flags, signs } of puzzle.rooms) {
      add("room", symbolOf(name));
      if (keys) add("keys", symbolOf(name), keys);
      for (const flag of flags) add("grants", symbolOf(name), text(flag));
      for (const sign of signs) add("sign", symbolOf(name), text(sign));
    }
    puzzle.passages.forEach(({ tail, head, locked, sealed, flags, signs }, i) => {
      add("passage", i, symbolOf(tail), symbolOf(head));
      if (locked) add("locked", i);
      if (sealed) add("sealed", i);
      for (const flag of flags) add("needs", i, text(flag));
      for (const sign of signs) add("mark", i, text(sign));
    });
  } else {
    add("dungeon", text(puzzle.name));
    add("keys", puzzle.keys);
    add("bombs", puzzle.bombs === null ? word("renewable") : puzzle.bombs);
    for (const { name, row, column, rows } of puzzle.chambers) {
      add("chamber", text(name), row, column, rows.length, [...rows[0]].length);
      rows.forEach((line, y) => [...line].forEach((glyph, x) => {
        if (glyph === VOID) add("void", text(name), y, x);
        else if (glyph !== WALL) add("tile", text(name), y, x, text(glyph));
      }));
    }
    for (const { letter, openedBy, name } of puzzle.legends) add("legend", text(letter), word(openedBy), text(name));
    for (const pair of puzzle.items) add("item", ...pair.map(text));
    for (const { room, digit, toRoom, toDigit, both } of puzzle.warps) {
      add("warp", ...[room, digit, toRoom, toDigit].map(text), word(both ? "both" : "one"));
    }
  }
  if (puzzle.fees) add("tariff", ...puzzle.fees);
  if (puzzle.state) {
    const { at, emptied, unlocked, turned } = puzzle.state;
    const tiles = isMission(puzzle) ? null : tilesOf(puzzle);
    const place = (name) => {
      const { room, y, x } = tiles ? tiles.get(name) : {};
      return tiles ? { args: [text(room), y, x] } : symbolOf(name);
    };
    add("standing", place(at));
    for (const name of emptied) add("emptied", place(name));
    for (const name of unlocked) add("unlocked", lockTerm(puzzle, name, place));
    if (turned) add("turned");
  }
  return atoms.sort(clingoOrder).map((atom) => `${written(atom)}.`);
};
