// A dungeon for the lab: from facts and back, its scene, plays replayed, clicks; see CONTRIBUTING.md.
// A puzzle is a dungeon of tiles {name, chambers, keys, bombs, legends, items, warps}, rooms as rows of
// characters, or a mission graph {rooms, passages, start, goals}, whose rooms are known by name.
const lab = (() => {
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

  // of each tile what lies beside it: [direction, tile]; warps lead on without a direction
  const besideOf = (dungeon) => {
    const tiles = tilesOf(dungeon);
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
    const found = new Map([...tiles].map(([name, tile]) => [name, Object.entries(STEPS)
      .map(([direction, step]) => [direction, towards(tile, step)]).filter(([, other]) => tiles.has(other))]));
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

  // ---- facts

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

  // ---- a state that plays begin at, instead of the start: {at, emptied, unlocked, turned}

  const lockFrom = ({ string, name, args }) => {
    if (string !== undefined) return string;
    if (name === "door" && args.length === 1) return args[0].string;
    if (name === undefined && args?.length === 3) return tileName(args[0].string, args[1], args[2]);
    const [one, other] = (args || []).map((end) => (typeof end === "number" ? String(end) : end.string));
    return one === undefined || other === undefined ? undefined : lockName(one, other);
  };

  const stateFrom = (puzzle, of) => {
    const [given, emptied, unlocked, turned] = ["standing/1", "emptied/1", "unlocked/1", "turned/0"].map(of);
    if (![given, emptied, unlocked, turned].some((atoms) => atoms.length)) return puzzle;
    const at = only(given, "standing(P)");
    const rules = plainRules(puzzle);
    const place = (atom) => {
      const name = placeOf(puzzle, atom);
      if (!rules.passages.has(name)) throw new Misfit(`expected a place where the hero can be, found ${name}`, atom);
      return name;
    };
    const lock = (atom) => {
      const name = lockFrom(atom.args[0]);
      if (!rules.prices.has(name)) throw new Misfit(`expected a lock, found ${written(atom.args[0])}`, atom);
      return name;
    };
    return fitted(puzzle, { at: place(at), emptied: emptied.map(place), unlocked: unlocked.map(lock), turned: turned.length > 0 }, at);
  };

  // the puzzle with that state in its normal form; a Misfit if nobody can be in it
  const fitted = (puzzle, state, atom = null) => {
    const rules = plainRules(puzzle);
    const holds = (name) => rules.things.get(name)?.length > 0;
    const own = isMission(puzzle) ? null : marksOf(puzzle).get(state.at);
    const emptied = new Set([...state.emptied, ...(holds(state.at) ? [state.at] : [])]);
    const unlocked = new Set([...state.unlocked, ...(own && rules.prices.has(own.name) ? [own.name] : [])]);
    const bad = [state.at, ...emptied].find((name) => !rules.passages.has(name)) || [...emptied].find((name) => !holds(name))
      || [...unlocked].find((name) => !rules.prices.has(name));
    if (bad !== undefined) throw new Misfit(`expected a state of this puzzle, found ${bad}`, atom);
    const found = { at: state.at, emptied: [...emptied].sort(before), unlocked: [...unlocked].sort(before), turned: state.turned };
    for (const price of ["key", "bomb"]) {
      const short = -inHand(rules, price, begunFrom(rules, found));
      if (short > 0) throw new Misfit(`expected ${counted(short, price)} more to have been collected for ${found.unlocked.join(", ")}`, atom);
    }
    if (found.turned && !rules.switches.size) throw new Misfit("expected a dungeon with a switch to be turned, found none", atom);
    return { ...puzzle, state: found };
  };

  const begunFrom = (rules, { at, emptied, unlocked, turned }) => ({
    place: at,
    got: [...new Map(emptied.flatMap((name) => rules.things.get(name)).map((thing) => [thing.id, thing])).values()].sort((a, b) => before(a.id, b.id)),
    open: [...unlocked].sort(before),
    on: turned,
  });

  // after a change of the puzzle: with its state, if that is still one of it
  const kept = (puzzle) => {
    if (!puzzle.state) return puzzle;
    try {
      return fitted(puzzle, puzzle.state);
    } catch {
      const { state, ...rest } = puzzle;
      return rest;
    }
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

  // ---- the machine that watch.js plays on: places, things and locks by their numbers

  const FREE = [];

  const worldOf = (puzzle) => {
    const world = isMission(puzzle) ? missionWorld(puzzle) : dungeonWorld(puzzle);
    if (!puzzle.state) return world;
    const { at, emptied, unlocked, turned } = puzzle.state;
    const got = [...new Set(emptied.flatMap((name) => world.gains[world.places.indexOf(name)]))].sort((a, b) => a - b);
    const open = unlocked.map((name) => world.locks.findIndex(([other]) => other === name)).sort((a, b) => a - b);
    return { ...world, start: world.places.indexOf(at), begun: { got, open, on: Number(turned) } };
  };

  const missionWorld = (mission) => {
    const numbers = new Map(mission.rooms.map(({ name }, i) => [name, i]));
    const flags = [...new Set(mission.rooms.flatMap((room) => room.flags))].sort(before);
    const things = [...flags];
    const gains = mission.rooms.map((room) => {
      const found = room.flags.map((flag) => flags.indexOf(flag));
      for (let i = 0; i < room.keys; i++) found.push(things.push("key") - 1);
      return found.sort((a, b) => a - b);
    });
    const open = mission.passages.filter((each) => !each.sealed);
    const absent = [...new Set(mission.passages.flatMap((each) => each.flags))].filter((flag) => !flags.includes(flag)).sort(before);
    const bit = (flag) => (flags.includes(flag) ? flags.indexOf(flag) : things.length + absent.indexOf(flag));
    const locks = [...new Set(open.filter((each) => each.locked).map((each) => lockName(each.tail, each.head)))];
    const ways = mission.rooms.map(() => []);
    for (const each of open) {
      const lock = each.locked ? locks.indexOf(lockName(each.tail, each.head)) : -1;
      const gate = lock < 0 && !each.flags.length ? FREE : [lock, each.flags.map((flag) => [bit(flag)]), -1];
      ways[numbers.get(each.tail)].push([numbers.get(each.head), ...gate]);
    }
    return {
      places: mission.rooms.map(({ name }) => name), start: numbers.get(mission.start), ways, gains, switches: [], things,
      goals: mission.goals.map((name) => numbers.get(name)).sort((a, b) => a - b), keys: 0, bombs: 0,
      locks: locks.map((name) => [name, "key"]),
    };
  };

  const dungeonWorld = (dungeon) => {
    const marks = marksOf(dungeon);
    const places = [...marks.keys()];
    const numbers = new Map(places.map((place, i) => [place, i]));
    const endless = dungeon.bombs === null;
    const all = [...marks.values()];
    const turns = all.some(({ kind }) => kind === "switch");
    const [things, items, boss] = [[], new Map(), []];
    const gains = all.map(({ kind, name }) => {
      if (!["key", "bomb", "boss key", "item"].includes(kind) || (kind === "bomb" && endless)) return [];
      const bit = things.push(kind === "item" ? name : kind) - 1;
      if (kind === "boss key") boss.push(bit);
      if (kind === "item") items.set(name, [...(items.get(name) || []), bit]);
      return [bit];
    });
    const locks = [];
    const lock = (price, name) => {
      const found = locks.findIndex((each) => each[0] === name && each[1] === price);
      return found < 0 ? locks.push([name, price]) - 1 : found;
    };
    const gateOf = ({ kind, name }) => {
      if (kind === "lock") return [lock("key", name), [], -1];
      if (kind === "bombable wall") return endless ? FREE : [lock("bomb", name), [], -1];
      if (kind === "boss door") return [-1, [boss], -1];
      if (kind === "item door") return [-1, [items.get(name) || []], -1];
      if (kind === "water") return [-1, [CROSSING.flatMap((item) => items.get(item) || []).sort((a, b) => a - b)], -1];
      if (kind === "raised") return turns ? [-1, [], 1] : [-1, [[]], -1];
      return kind === "lowered" && turns ? [-1, [], 0] : FREE;
    };
    const gates = all.map(gateOf);
    const leads = (here, there, direction) => [here, there].every(({ kind, name }) => kind !== "one-way" || ARROWS[name] === direction);
    const ways = [...besideOf(dungeon)].map(([tile, list]) => list
      .filter(([direction, other]) => !direction || leads(marks.get(tile), marks.get(other), direction))
      .map(([, other]) => [numbers.get(other), ...gates[numbers.get(other)]]));
    const those = (kind) => range(all.length).filter((i) => all[i].kind === kind);
    return {
      places, start: those("start")[0], goals: those("goal"), ways, gains, switches: those("switch"), keys: dungeon.keys,
      bombs: dungeon.bombs, things, locks, kinds: all.map(({ kind }) => kind),
    };
  };

  // ---- the scene of a dungeon

  const [CELL, GAP, MARGIN] = [20, 6, 28];
  const [UP, DOWN, BRASS, BOSS, CHEST, GREY] = ["#c4553b", "#3f7fb5", "#f2c14e", "#8c2f39", "#4fa37a", "#6d6879"];
  const PAINTS = ["#9a6b3f", "#5b7f3a", "#7a5c99", "#2f7f86", "#a8577e", "#8a7a2b", "#4f6fa8", "#b0603a"];
  const ACTORS = {
    key: ["t", "thing"], "boss key": ["t", "thing"], bomb: ["t", "thing"], item: ["t", "thing"],
    ...Object.fromEntries(["lock", "boss door", "bombable wall", "item door", "raised", "lowered"].map((kind) => [kind, ["g", "gate"]])),
  };

  // a number as Python writes one that may have a fraction
  const python = (value) => (Number.isInteger(value) ? `${value}.0` : String(value));

  const gridsOf = (dungeon) => {
    const offsets = (sizes) => {
      const found = new Map();
      let at = MARGIN;
      for (const index of [...new Set(sizes.map(([i]) => i))].sort((a, b) => a - b)) {
        if (found.size && !found.has(index - 1)) at += 3 * GAP;
        found.set(index, at);
        at += Math.max(...sizes.filter(([i]) => i === index).map(([, size]) => size)) * CELL + GAP;
      }
      return found;
    };
    const left = offsets(dungeon.chambers.map(({ column, rows }) => [column, [...rows[0]].length]));
    const top = offsets(dungeon.chambers.map(({ row, rows }) => [row, rows.length]));
    return new Map(dungeon.chambers.map(({ name, row, column, rows }) => [
      name, new Grid([...rows[0]].length, rows.length, CELL, left.get(column), top.get(row)),
    ]));
  };

  const drawThing = (drawing, x, y, { kind, name }, colours) => {
    const { INK, CARD } = COLOURS;
    const panel = (fill, what) => {
      drawing.rect(x - 9, y - 9, 18, 18, { rx: 2, fill, stroke: INK });
      if (what === "boss") drawing.rect(x - 6.5, y - 8, 13, 16, { fill: "none", stroke: BRASS });
      if (what === "item") {
        drawing.line(x - 6, y, x + 6, y, { stroke: CARD, "stroke-width": 2 });
        return;
      }
      const hole = { fill: what === "key" ? INK : BRASS };
      drawing.circle(x, y - 2, 3, hole);
      drawing.polygon([[x - 2.5, y + 6], [x + 2.5, y + 6], [x, y - 2]], hole);
    };
    const key = (stroke) => {
      drawing.circle(x - 4, y, 3.6, { fill: "none", stroke: INK, "stroke-width": 4 });
      drawing.line(x - 1, y, x + 8, y, { stroke: INK, "stroke-width": 4 });
      drawing.circle(x - 4, y, 3.6, { fill: "none", stroke, "stroke-width": 2.2 });
      drawing.line(x - 0.5, y, x + 7.5, y, { stroke, "stroke-width": 2.2 });
      drawing.line(x + 6.5, y, x + 6.5, y + 4, { stroke, "stroke-width": 2 });
      if (stroke === BOSS) drawing.polygon([[x - 8, y - 4], [x - 4, y - 9], [x, y - 4]], { fill: BOSS, stroke: INK });
    };
    const block = (fill, stroke) => drawing.rect(x - 7, y - 7, 14, 14, { rx: 2, fill, stroke, "stroke-width": 2 });
    if (kind === "lock") panel(colours.get(name) || "#9a6b3f", "key");
    else if (kind === "boss door") panel(BOSS, "boss");
    else if (kind === "item door") panel(CHEST, "item");
    else if (kind === "bombable wall") {
      drawing.rect(x - 10, y - 10, CELL, CELL, { fill: "#8b8794" });
      const crack = `M${python(x - 8)} ${python(y - 6)} l5 4 l-2 4 l6 2 l-1 5 M${python(x + 1)} ${python(y + 2)} l6 -5`;
      drawing.path(crack, { fill: "none", stroke: INK, "stroke-width": 1.3 });
    } else if (kind === "key" || kind === "boss key") key(kind === "key" ? BRASS : BOSS);
    else if (kind === "bomb") {
      drawing.circle(x - 1, y + 2, 5.5, { fill: INK });
      drawing.path(`M${python(x + 2)} ${python(y - 3)} q2 -5 5 -4`, { fill: "none", stroke: COLOURS.MOVE, "stroke-width": 1.6 });
    } else if (kind === "switch") {
      drawing.circle(x, y, 7, { fill: UP, stroke: INK });
      drawing.path(`M${python(x)} ${python(y - 7)} a7 7 0 0 1 0 14 z`, { fill: DOWN });
    } else if (kind === "raised") block(UP, UP);
    else if (kind === "lowered") {
      block("none", DOWN);
      drawing.rect(x - 7, y - 7, 14, 14, { rx: 2, fill: DOWN });
    } else if (kind === "one-way") {
      const [down, right] = STEPS[ARROWS[name]];
      const wings = [1, -1].map((s) => [x - 4 * right + 6 * down * s, y - 4 * down + 6 * right * s]);
      drawing.polygon([[x + 7 * right, y + 7 * down], ...wings], { fill: GREY, stroke: INK, "stroke-width": 0.8 });
    } else if (kind === "stairs") {
      for (const step of range(4)) {
        drawing.rect(x - 8 + 4 * step, y - 7 + 3.5 * step, 16 - 4 * step, 3.5, { fill: GREY, opacity: 0.35 + 0.15 * step });
      }
      drawing.text(x - 3, y + 7, name, 10, { fill: INK, "font-weight": "bold" });
    } else if (kind === "start") drawing.circle(x, y, 7, { class: "start" });
    else if (kind === "goal") {
      drawing.circle(x, y, 10.5, { fill: CARD, stroke: COLOURS.GOAL, "stroke-width": 2 });
      drawing.polygon([[x, y - 7], [x + 7, y + 5], [x - 7, y + 5]], { fill: BRASS, stroke: INK });
      drawing.polygon([[x - 3.5, y - 1], [x + 3.5, y - 1], [x, y + 5]], { fill: INK });
    } else if (kind === "item") {
      drawing.polygon([[x, y - 7], [x + 7, y], [x, y + 7], [x - 7, y]], { fill: CHEST, stroke: INK });
      drawing.text(x, y + 3.5, [...name][0].toUpperCase(), 9, { fill: CARD, "font-weight": "bold" });
    }
  };

  const drawDungeon = (dungeon, grids, centre) => {
    const marks = marksOf(dungeon);
    const far = (end) => Math.max(...[...grids.values()].map(end)) + MARGIN;
    const width = Math.max(far((grid) => grid.left + grid.width), 300);
    const height = far((grid) => grid.top + grid.height) + 34;
    const drawing = new Drawing(width, height, `Dungeon ${dungeon.name}`);
    const names = [...new Set(dungeon.legends.filter(({ openedBy }) => openedBy === "key").map(({ name }) => name))].sort(before);
    const colours = new Map(names.map((name, i) => [name, PAINTS[i % PAINTS.length]]));
    if (dungeon.chambers.some(({ rows }) => rows.join("").includes(VOID))) drawing.rect(0, 0, width, height, { fill: COLOURS.PAPER });
    for (const { name, rows } of dungeon.chambers) {
      const grid = grids.get(name);
      drawing.rect(grid.left, grid.top, grid.width, grid.height, { rx: 5, fill: COLOURS.STONE, stroke: COLOURS.STONE_EDGE });
      rows.forEach((row, y) => [...row].forEach((glyph, x) => {
        if (glyph === VOID) grid.square(drawing, x, y, 0, { fill: COLOURS.PAPER });
        else if (glyph !== WALL) {
          grid.square(drawing, x, y, 0, { fill: COLOURS.GROUND, stroke: COLOURS.LINE, "stroke-width": 0.8 });
          if (marks.get(tileName(name, y, x)).kind !== "water") return;
          grid.square(drawing, x, y, 0, { fill: "#7fb5dd" });
          const [left, top] = grid.corner(x, y);
          for (const dy of [7, 14]) {
            drawing.path(`M${left + 2} ${top + dy} q4 -4 8 0 t8 0`, { fill: "none", stroke: COLOURS.CARD, "stroke-width": 1.2, opacity: 0.8 });
          }
        }
      }));
      drawing.text(grid.left + 4, grid.top + 13, name, 12, { fill: COLOURS.CHALK, "text-anchor": "start" });
    }
    [...marks].forEach(([tile, mark], i) => {
      const draw = () => drawThing(drawing, ...centre(tile), mark, colours);
      const [letter, style] = ACTORS[mark.kind] || [];
      if (letter) drawing.group({ "data-actor": `${letter}${i}`, class: style }, draw);
      else draw();
    });
    drawing.height -= 34;
    return drawing;
  };

  // ---- the scene of a mission graph: pylab/families/dungeon/draw_graph.py once more

  const [EDGE, ROUND, RADIUS] = [78, 48, 19];
  const CROWD = 200; // in larger graphs rooms are not moved apart, and passages not led around them

  // how two rooms are joined: around all others, and the same in both directions
  const curveOf = (spots, one, other) => {
    const [first, last] = [one, other].sort(before);
    const others = spots.size > CROWD ? [] : [...spots].filter(([name]) => name !== one && name !== other).map(([, spot]) => spot);
    const curve = Curve.around(spots.get(first), spots.get(last), others, 27, 0);
    return first === one ? curve : curve.turned();
  };

  const laid = (mission) => {
    const names = mission.rooms.map(({ name }) => name);
    const beside = new Map(names.map((name) => [name, []]));
    for (const { tail, head, sealed } of mission.passages) {
      if (sealed) continue;
      beside.get(tail).push(head);
      beside.get(head).push(tail);
    }
    const distance = names.map((name) => {
      const found = new Map([[name, 0]]);
      for (const [here, steps] of found) for (const next of beside.get(here)) if (!found.has(next)) found.set(next, steps + 1);
      const far = Math.max(...found.values()) + 2;
      return names.map((other) => (found.has(other) ? found.get(other) : far));
    });
    const seen = new Set();
    const stack = [mission.start];
    while (stack.length) {
      const here = stack.pop();
      if (seen.has(here)) continue;
      seen.add(here);
      stack.push(...[...beside.get(here)].reverse());
    }
    const place = new Map([...seen, ...names.filter((name) => !seen.has(name))].map((name, i) => [name, i]));
    const count = names.length;
    const turn = (name) => (2 * Math.PI * place.get(name)) / count;
    let xs = names.map((name) => Math.cos(turn(name)) * Math.sqrt(count));
    let ys = names.map((name) => Math.sin(turn(name)) * Math.sqrt(count));
    const rounds = Math.min(120, Math.floor(400000 / (count * count + 1)) + 5);
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < count; i++) {
        let [weight, x, y] = [0, 0, 0];
        distance[i].forEach((wanted, j) => {
          if (i === j) return;
          const share = wanted ** -2;
          const [dx, dy] = [xs[i] - xs[j], ys[i] - ys[j]];
          const length = Math.hypot(dx, dy) || 1e-9;
          x += share * (xs[j] + (wanted * dx) / length);
          y += share * (ys[j] + (wanted * dy) / length);
          weight += share;
        });
        if (weight) [xs[i], ys[i]] = [x / weight, y / weight];
      }
    }
    const sum = (list) => list.reduce((a, b) => a + b, 0);
    const [mx, my] = [sum(xs) / count, sum(ys) / count];
    const sxx = sum(xs.map((x) => (x - mx) ** 2));
    const syy = sum(ys.map((y) => (y - my) ** 2));
    const sxy = sum(xs.map((x, i) => (x - mx) * (ys[i] - my)));
    const even = Math.hypot(2 * sxy, sxx - syy) <= 1e-9 * (sxx + syy);
    const angle = even ? 0 : -Math.atan2(2 * sxy, sxx - syy) / 2;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    [xs, ys] = [xs.map((x, i) => c * (x - mx) - s * (ys[i] - my)), ys.map((y, i) => s * (xs[i] - mx) + c * (y - my))];
    const loose = xs.map((x, i) => [x * EDGE, ys[i] * EDGE]);
    const spots = count > CROWD ? loose : parted(loose, 60);
    const [left, top] = [0, 1].map((i) => Math.min(...spots.map((spot) => spot[i])));
    const hundredths = (value) => Number(value.toFixed(2));
    return new Map(names.map((name, i) => [name, [ROUND + spots[i][0] - left, ROUND + spots[i][1] - top].map(hundredths)]));
  };

  const spotsOf = remembered(laid, ({ rooms, passages, start }) => JSON.stringify([
    rooms.map(({ name }) => name), passages.map(({ tail, head, sealed }) => [tail, head, sealed]), start,
  ]));

  // what passages ask for: the lock's name or nothing, the passage, and the mark
  const locksOf = (mission) => {
    const seen = new Set();
    return mission.passages.flatMap((each) => {
      const marks = [...(each.locked ? ["k"] : []), ...each.flags];
      const key = JSON.stringify([[each.tail, each.head].sort(before), marks]);
      if (!marks.length || each.sealed || seen.has(key)) return [];
      seen.add(key);
      return [{ name: each.locked ? lockName(each.tail, each.head) : "", each, mark: marks.join() }];
    });
  };

  // marks between commas in lines that are short enough to stand between two rooms
  const broken = (marks) => marks.split(",").reduce((lines, mark) => {
    const last = lines.at(-1);
    if (last === undefined) return [mark];
    if ([...last].length + [...mark].length > 4) return [...lines.slice(0, -1), `${last},`, mark];
    return [...lines.slice(0, -1), `${last},${mark}`];
  }, []);

  const drawMission = (mission, spots) => {
    const { INK, CARD, WAY } = COLOURS;
    const width = Math.max(Math.max(...[...spots.values()].map(([x]) => x)) + ROUND, 320);
    const drawing = new Drawing(width, Math.max(...[...spots.values()].map(([, y]) => y)) + ROUND + 40, "Mission graph");
    const ends = new Set(mission.passages.filter((each) => !each.sealed).map(({ tail, head }) => JSON.stringify([tail, head])));
    const paints = { k: "#d9a521", K: BOSS, I: "#3f8f6b" };
    const paint = (mark) => paints[mark] || DOWN;
    for (const { tail, head, sealed, signs } of mission.passages) {
      const [a, b] = [spots.get(tail), spots.get(head)];
      const dashes = sealed ? "2 4" : signs.includes("b") ? "6 4" : null;
      const style = { fill: "none", stroke: sealed ? COLOURS.LINE : WAY, "stroke-width": sealed ? 1 : 2 };
      if (String(a) === String(b)) {
        drawing.circle(a[0], a[1] - RADIUS, 9, style);
        continue;
      }
      const curve = curveOf(spots, tail, head);
      drawing.path(curve.commands(), { ...style, "stroke-dasharray": dashes });
      if (!sealed && !ends.has(JSON.stringify([head, tail]))) drawing.polygon(curve.head(RADIUS + 2), { fill: WAY });
    }
    locksOf(mission).forEach(({ each, mark }, i) => {
      const [x, y] = curveOf(spots, each.tail, each.head).at(0.5);
      drawing.group({ "data-actor": `g${i}`, class: "gate" }, () => {
        const lines = broken(mark);
        const wide = Math.max(9, 4 + 3.2 * Math.max(...lines.map((line) => [...line].length)));
        const top = y - 2 - 6 * lines.length;
        const style = { rx: 4, fill: paint(mark.split(",")[0]), stroke: INK };
        drawing.rect(x - wide, top, 2 * wide, 4 + 12 * lines.length, style);
        if (mark === "k") {
          drawing.circle(x, y - 2, 2.8, { fill: INK });
          drawing.polygon([[x - 2.5, y + 5], [x + 2.5, y + 5], [x, y - 2]], { fill: INK });
        } else {
          lines.forEach((line, n) => drawing.text(x, top + 12 + 12 * n, line, 10, { fill: CARD, "font-weight": "bold" }));
        }
      });
    });
    mission.rooms.forEach((room, i) => {
      const [x, y] = spots.get(room.name);
      const begins = room.name === (mission.state ? mission.state.at : mission.start);
      drawing.circle(x, y, RADIUS, { fill: COLOURS.FLOOR, stroke: begins ? COLOURS.HERO : WAY, "stroke-width": begins ? 4 : 1.5 });
      if (mission.goals.includes(room.name)) {
        drawing.circle(x, y, RADIUS + 5, { fill: "none", stroke: COLOURS.GOAL, "stroke-width": 2.5 });
        if (!room.keys && !room.flags.length) drawing.polygon([[x, y + 2], [x + 8, y + 15], [x - 8, y + 15]], { fill: BRASS, stroke: INK });
      }
      drawing.text(x, y - 1, room.name, 12, { fill: INK, "font-weight": "bold" });
      const held = [...Array(room.keys).fill("k"), ...room.flags];
      if (!held.length) return;
      const wide = Math.max(12, 3 + 5 * Math.max(...held.map((mark) => [...mark].length)));
      drawing.group({ "data-actor": `t${i}`, class: "thing" }, () => held.forEach((mark, j) => {
        const at = x + (j - (held.length - 1) / 2) * (wide + 1);
        drawing.rect(at - wide / 2, y + 3, wide, 11, { rx: 2.5, fill: paint(mark), stroke: INK, "stroke-width": 0.8 });
        drawing.text(at, y + 12, mark, 8, { fill: CARD, "font-weight": "bold" });
      }));
    });
    drawing.height -= 40;
    return drawing;
  };

  // ---- both

  // the trail, the hero, and on top of all what is clicked; a large mark where much is drawn
  const drawActors = (drawing, world, spots, reach, busy, hero, lifted) => {
    drawing.group({ id: "trail", "pointer-events": "none" });
    const [x0, y0] = spots[world.start].map(number);
    drawing.group({ "pointer-events": "none", transform: `translate(0 ${number(-lifted)})` }, () => {
      drawing.group({ "data-actor": "hero", transform: `translate(${x0} ${y0})` }, () => {
        drawing.circle(0, 0, hero, { class: "hero" });
        drawing.circle(0, 0, hero / 3, { class: "paper" });
      });
    });
    spots.forEach(([x, y], place) => {
      drawing.group({ "data-actor": `p${place}`, class: lifted ? null : "step" }, () => {
        const whole = { fill: "none", "pointer-events": "all" };
        if (lifted) drawing.circle(x, y, reach, whole);
        else drawing.rect(x - reach, y - reach, 2 * reach, 2 * reach, whole);
        drawing.circle(x, y, busy.has(place) ? reach : 3.4, { class: "mark" });
      });
    });
  };

  const gatesOf = (puzzle, world) => {
    if (isMission(puzzle)) {
      return locksOf(puzzle).map(({ name, each }, i) => [
        `g${i}`, world.locks.findIndex(([other]) => other === name),
        each.flags.map((flag) => (world.things.includes(flag) ? [world.things.indexOf(flag)] : [])), -1,
      ]);
    }
    const gates = new Map(world.ways.flat().filter((way) => way.length > 1).map(([target, ...gate]) => [target, gate]));
    return [...gates].filter(([place]) => world.kinds[place] !== "water").sort(([a], [b]) => a - b)
      .map(([place, gate]) => [`g${place}`, ...gate]);
  };

  // where the places are, by their names
  const whereOf = (puzzle) => {
    if (isMission(puzzle)) return spotsOf(puzzle);
    const grids = gridsOf(puzzle);
    return new Map([...tilesOf(puzzle)].map(([name, { room, y, x }]) => [name, grids.get(room).centre(x, y)]));
  };

  const script = (puzzle) => {
    const world = worldOf(puzzle);
    const mission = isMission(puzzle);
    const where = whereOf(puzzle);
    const spots = world.places.map((place) => where.get(place));
    const gates = gatesOf(puzzle, world);
    const drawing = mission ? drawMission(puzzle, where) : drawDungeon(puzzle, gridsOf(puzzle), (tile) => where.get(tile));
    const gained = range(world.places.length).filter((place) => world.gains[place].length);
    if (mission) drawActors(drawing, world, spots, RADIUS + 2, new Set(range(spots.length)), 8, RADIUS);
    else drawActors(drawing, world, spots, CELL / 2 - 1, new Set([...gates.map(([name]) => Number(name.slice(1))), ...world.goals, ...gained]), 6.5, 0);
    const tiles = mission ? null : tilesOf(puzzle);
    const said = { K: "boss key", I: "item" };
    return {
      scene: drawing,
      data: {
        unit: mission ? 0 : CELL,
        places: world.places.map((place, i) => [
          ...spots[i], place, mission ? place : tiles.get(place).room,
        ]),
        start: world.start,
        goals: world.goals,
        ways: world.ways,
        gains: Object.fromEntries(gained.map((place) => [String(place), world.gains[place]])),
        switches: world.switches,
        keys: world.keys,
        bombs: world.bombs,
        things: world.things.map((thing) => said[thing] || thing),
        locks: world.locks,
        gates,
        ...(world.begun ? { begun: world.begun } : {}),
      },
      howto: `Click a marked ${mission ? "room" : "tile"} to walk there. Things are collected `
        + "and doors opened by walking onto them; a key or a bomb opens one door.",
      trail: "hero",
      playable: true,
    };
  };

  // ---- answers, by rules of their own: a state is {place, got, open, on}

  // of each place the passages out of it, {target, lock, price, flags, on}; things, goals, prices
  const plainRules = (puzzle) => {
    const [passages, things, prices] = [new Map(), new Map(), new Map()];
    if (isMission(puzzle)) {
      for (const room of puzzle.rooms) {
        passages.set(room.name, []);
        things.set(room.name, [
          ...room.flags.map((what) => ({ id: `flag ${what}`, what, count: 1 })),
          ...(room.keys ? [{ id: `key ${room.name}`, what: "key", count: room.keys }] : []),
        ]);
      }
      for (const { tail, head, locked, flags, sealed } of puzzle.passages) {
        const lock = locked ? lockName(tail, head) : "";
        if (!sealed) passages.get(tail).push({ target: head, lock, price: "key", flags: flags.map((flag) => [flag]), on: null });
      }
    } else {
      const marks = marksOf(puzzle);
      const endless = puzzle.bombs === null;
      const entry = (target) => {
        const { kind, name } = marks.get(target);
        const passage = { target, lock: "", price: "key", flags: [], on: null };
        if (kind === "lock") return { ...passage, lock: name };
        if (kind === "bombable wall" && !endless) return { ...passage, lock: name, price: "bomb" };
        if (kind === "boss door") return { ...passage, flags: [["the boss key"]] };
        if (kind === "item door") return { ...passage, flags: [[`the ${name}`]] };
        if (kind === "water") return { ...passage, flags: [CROSSING.map((item) => `the ${item}`)] };
        return kind === "raised" || kind === "lowered" ? { ...passage, on: kind === "raised" } : passage;
      };
      const leads = (tile, direction) => marks.get(tile).kind !== "one-way" || ARROWS[marks.get(tile).name] === direction;
      for (const [tile, list] of besideOf(puzzle)) {
        const { kind, name } = marks.get(tile);
        passages.set(tile, list.filter(([direction, other]) => !direction || (leads(tile, direction) && leads(other, direction))).map(([, other]) => entry(other)));
        const what = { key: "key", bomb: endless ? "" : "bomb", "boss key": "the boss key", item: `the ${name}` }[kind];
        things.set(tile, what ? [{ id: `${what} ${tile}`, what, count: 1 }] : []);
        if (entry(tile).lock) prices.set(entry(tile).lock, entry(tile).price);
      }
      const those = (kind) => [...marks].filter(([, mark]) => mark.kind === kind).map(([tile]) => tile);
      return {
        passages, things, prices, start: those("start")[0], goals: new Set(those("goal")), switches: new Set(those("switch")),
        keys: puzzle.keys, bombs: puzzle.bombs || 0,
      };
    }
    for (const { lock, price } of [...passages.values()].flat()) if (lock) prices.set(lock, price);
    return { passages, things, prices, start: puzzle.start, goals: new Set(puzzle.goals), switches: new Set(), keys: 0, bombs: 0 };
  };

  const rulesOf = (puzzle) => {
    const rules = plainRules(puzzle);
    return puzzle.state ? { ...rules, start: puzzle.state.at, begun: begunFrom(rules, puzzle.state) } : rules;
  };

  const begun = (rules) => rules.begun || { place: rules.start, got: rules.things.get(rules.start), open: [], on: false };

  const inHand = (rules, price, { got, open }) => (price === "key" ? rules.keys : rules.bombs)
    + got.filter(({ what }) => what === price).reduce((sum, { count }) => sum + count, 0)
    - open.filter((lock) => rules.prices.get(lock) === price).length;

  // why a passage can't be taken, as [code, words]; null if it can
  const hindrance = (rules, passage, state) => {
    const lacking = passage.flags.find((group) => !group.some((flag) => state.got.some(({ what }) => what === flag)));
    if (lacking) return ["missing", `without ${[...lacking].sort(before).join(" or ") || "what it takes"}`];
    if (passage.on !== null && passage.on !== state.on) return ["block", "the block there is up"];
    const closed = passage.lock && !state.open.includes(passage.lock);
    return closed && inHand(rules, passage.price, state) < 1 ? ["locked", `${passage.lock} is locked and there is no ${passage.price} left`] : null;
  };

  const after = (rules, { target, lock }, { got, open, on }) => {
    const fresh = rules.things.get(target).filter(({ id }) => !got.some((each) => each.id === id));
    return {
      place: target,
      got: fresh.length ? [...got, ...fresh].sort((a, b) => before(a.id, b.id)) : got,
      open: lock && !open.includes(lock) ? [...open, lock].sort(before) : open,
      on: on !== rules.switches.has(target),
    };
  };

  const combination = ({ got, open, on }) => JSON.stringify([got.map(({ id }) => id), open, on]);
  const stateKey = (state) => `${combination(state)} ${state.place}`;

  // the passages that can be taken out of a place, those on which nothing ever happens first; a goal ends the play
  const onward = (rules, place) => {
    if (rules.goals.has(place)) return [];
    const isPlain = ({ target, lock, flags, on }) => !lock && !flags.length && on === null
      && !rules.things.get(target).length && !rules.switches.has(target);
    const all = rules.passages.get(place);
    return [...all.filter(isPlain), ...all.filter((each) => !isPlain(each))];
  };
  const stays = (one, other) => one.got === other.got && one.open === other.open;

  // courses to where the hero can walk without anything being collected or opened, nearest first
  const quiet = (rules, course) => {
    const found = new Map([[stateKey(course.state), course]]);
    for (const each of found.values()) {
      for (const passage of onward(rules, each.state.place)) {
        if (hindrance(rules, passage, each.state)) continue;
        const state = after(rules, passage, each.state);
        if (stays(state, each.state) && !found.has(stateKey(state))) found.set(stateKey(state), { state, back: each });
      }
    }
    return [...found.values()];
  };

  // the courses that a play may have taken, or what is {wrong} with it. There are several where two passages
  // join two places; walks may be left out nowhere, in "gaps" where there is no step, or "anywhere"
  const courses = (rules, places, skips) => {
    if (places[0] !== rules.start) return { wrong: ["start", `the play begins at ${places[0]}, not at the start ${rules.start}`] };
    let found = [{ state: begun(rules), back: null }];
    for (const [i, there] of places.slice(1).entries()) {
      const here = places[i];
      const at = `step ${i + 1}: `;
      if (rules.goals.has(here)) return { wrong: ["after-goal", `${at}the play goes on after the goal at ${here}`] };
      if (!rules.passages.has(there)) return { wrong: ["no-place", `${at}${there} is no place to be`] };
      const following = new Map();
      const add = (course) => {
        if (!following.has(stateKey(course.state))) following.set(stateKey(course.state), course);
      };
      let wrong = null;
      for (const course of found) {
        for (const passage of rules.passages.get(here).filter(({ target }) => target === there)) {
          const hindered = hindrance(rules, passage, course.state);
          wrong ||= hindered;
          if (!hindered) add({ state: after(rules, passage, course.state), back: course });
        }
        if (skips === "anywhere" || (skips === "gaps" && !following.size)) {
          quiet(rules, course).filter(({ state }) => state.place === there).forEach(add);
        }
      }
      if (!following.size) {
        return { wrong: wrong ? [wrong[0], `${at}from ${here} to ${there}: ${wrong[1]}`] : ["no-way", `${at}there is no way from ${here} to ${there}`] };
      }
      found = [...following.values()];
    }
    return { found };
  };

  const spentOf = (rules, { state }, price = "key") => state.open.filter((lock) => rules.prices.get(lock) === price && !begun(rules).open.includes(lock)).length;
  const lengthOf = (course) => (course.back ? 1 + lengthOf(course.back) : 0);
  const told = (rules, course) => `${counted(lengthOf(course), "step")}, ${counted(spentOf(rules, course), "key")} spent${spentOf(rules, course, "bomb") ? `, ${counted(spentOf(rules, course, "bomb"), "bomb")} spent` : ""}`;

  // a play of the kinds route, thrift and stuck; a reading that is right will do
  const judgePlay = (puzzle, kind, places) => {
    const rules = rulesOf(puzzle);
    const readings = kind === "route" ? [""] : ["gaps", "anywhere"];
    const words = readings.map((skips) => {
      const { wrong, found } = courses(rules, places, skips);
      if (wrong) return refused(...wrong);
      if (kind === "stuck") return judgeStuck(puzzle, rules, found);
      const last = places.at(-1);
      const [best] = [...found].sort((one, other) => spentOf(rules, one) - spentOf(rules, other));
      if (!rules.goals.has(last)) return refused("goal", `the play ends at ${last}, which is no goal`);
      const fewer = kind === "thrift" ? withFewer(rules, spentOf(rules, best)) : false;
      if (fewer) return refused("spent", `${counted(spentOf(rules, best), "key")} spent, and some play to the goal spends fewer`);
      if (fewer === null) return unjudged("a play to the goal; too many states to know whether it spends the fewest keys");
      return accepted(`${told(rules, best)}, the goal at ${last} reached`, movesOf(puzzle, best));
    });
    return words.find(({ valid }) => valid) || words[0];
  };

  // whether some play to the goal spends fewer keys; null if that takes too many states
  const withFewer = (rules, spent) => {
    const found = new Map(spent ? [[stateKey(begun(rules)), begun(rules)]] : []);
    for (const state of found.values()) {
      if (rules.goals.has(state.place)) return true;
      if (found.size > COUNTED) return null;
      for (const passage of onward(rules, state.place)) {
        if (hindrance(rules, passage, state)) continue;
        const next = after(rules, passage, state);
        if (spentOf(rules, { state: next }) < spent && !found.has(stateKey(next))) found.set(stateKey(next), next);
      }
    }
    return false;
  };

  // what a hero who is said to be stuck can still do, or nothing
  const unfinished = (rules, course) => {
    for (const { state } of quiet(rules, course)) {
      if (rules.goals.has(state.place)) return `the goal at ${state.place} can still be reached`;
      const event = onward(rules, state.place).find((passage) => !hindrance(rules, passage, state) && !stays(after(rules, passage, state), state));
      if (event) return `at ${state.place} the hero can go on to ${event.target}, where something is left to collect or open`;
    }
    return "";
  };

  const judgeStuck = (puzzle, rules, found) => {
    const course = found.find((each) => !unfinished(rules, each));
    if (!course) return refused("not-stuck", unfinished(rules, found.at(-1)));
    return { ...accepted(`${told(rules, course)}; then nothing is left to collect or open`, movesOf(puzzle, course)), lost: true };
  };

  // stuck for good, whoever opens these doors and no other: all in reach is collected, and they are opened as there are keys
  const judgeWasted = (puzzle, doors) => {
    const rules = rulesOf(puzzle);
    const unknown = doors.find((door) => !rules.prices.has(door));
    if (unknown !== undefined) return refused("no-lock", `there is no locked door ${unknown}`);
    const event = (course, allowed) => {
      for (const each of quiet(rules, course)) {
        for (const passage of onward(rules, each.state.place)) {
          if (hindrance(rules, passage, each.state)) continue;
          const state = after(rules, passage, each.state);
          const opens = state.open !== each.state.open;
          if (!stays(state, each.state) && (!opens || allowed.includes(passage.lock))) return { state, back: each };
        }
      }
      return null;
    };
    let last = { state: begun(rules), back: null };
    for (let next = last; next; next = event(last, []) || event(last, doors)) last = next;
    return judgeStuck(puzzle, rules, [last]);
  };

  // ---- key margins and guaranteed keys: what is in reach with some doors open

  const SETS = 2000; // the most sets of doors that are tried

  const meets = (places, region) => [...places].some((place) => region.has(place));

  // all places in reach with these doors open, flags taken where they lie
  const openRegion = (rules, doors) => {
    const opened = new Set(doors);
    const held = new Set();
    for (;;) {
      const region = new Set([rules.start]);
      for (const place of region) {
        for (const { target, lock, flags, on } of rules.goals.has(place) ? [] : rules.passages.get(place)) {
          if ((!lock || opened.has(lock)) && !on && flags.every((group) => group.some((flag) => held.has(flag)))) region.add(target);
        }
      }
      const more = [...region].flatMap((place) => rules.things.get(place)).filter(({ what }) => !held.has(what));
      if (!more.length) return region;
      more.forEach(({ what }) => held.add(what));
    }
  };

  const locksAt = (rules, region) => {
    const held = new Set([...region].flatMap((place) => rules.things.get(place)).map(({ what }) => what));
    return new Set([...region].filter((place) => !rules.goals.has(place)).flatMap((place) => rules.passages.get(place))
      .filter(({ lock, flags }) => lock && flags.every((group) => group.some((flag) => held.has(flag)))).map(({ lock }) => lock));
  };

  const marginWith = (rules, doors) => rules.keys - doors.length + [...openRegion(rules, doors)]
    .flatMap((place) => rules.things.get(place)).reduce((sum, { what, count }) => sum + (what === "key" ? count : 0), 0);

  // all sets of doors that can be opened one after the other, each with what is in reach; null if they are too many
  const doorSets = (rules) => {
    const found = new Map([["", []]]);
    const sets = [];
    for (const doors of found.values()) {
      if (sets.length > SETS) return null;
      const region = openRegion(rules, doors);
      sets.push([doors, region]);
      for (const lock of [...locksAt(rules, region)].filter((each) => !doors.includes(each))) {
        const more = [...doors, lock].sort(before);
        found.set(JSON.stringify(more), more);
      }
    }
    return sets.length > SETS ? null : sets;
  };

  const spends = (rules) => [...rules.prices.values()].includes("bomb");

  // keys, or bombs, that are left when these doors are open and all in reach is collected
  const handWith = (rules, doors, region, price) => (price === "key" ? rules.keys : rules.bombs)
    + [...region].flatMap((place) => rules.things.get(place)).reduce((sum, { what, count }) => sum + (what === price ? count : 0), 0)
    - doors.filter((door) => rules.prices.get(door) === price).length;

  // where bombs run out: keys and bombs that are left and open a door in reach
  const leftWith = (rules, doors) => {
    const region = openRegion(rules, doors);
    const prices = new Set([...locksAt(rules, region)].filter((lock) => !doors.includes(lock)).map((lock) => rules.prices.get(lock)));
    return [...prices].reduce((sum, price) => sum + handWith(rules, doors, region, price), 0);
  };

  // the sets of doors, of these, that plays open while the goal is out of reach; null if they are too many
  const paidSets = (rules, among) => {
    const found = new Map([["[]", []]]);
    const sets = [];
    for (const doors of found.values()) {
      const region = openRegion(rules, doors);
      if (meets(rules.goals, region)) continue;
      if (sets.length > SETS) return null;
      sets.push(doors);
      for (const lock of [...locksAt(rules, region)].filter((each) => among.includes(each) && !doors.includes(each))) {
        if (handWith(rules, doors, region, rules.prices.get(lock)) < 1) continue;
        const more = [...doors, lock].sort(before);
        found.set(JSON.stringify(more), more);
      }
    }
    return sets.length > SETS ? null : sets;
  };

  // why margins or, one way, guarantees say nothing about a puzzle; empty if they do
  const silent = (puzzle, rules, twoWay) => {
    if (rules.switches.size) return "it has switches, and toggle blocks come and go";
    if (!twoWay) return spends(rules) ? "its bombs run out; with renewable ones it would do" : "";
    if (!meets(rules.goals, openRegion(rules, rules.prices.keys()))) return "the goal is out of reach even with all doors open";
    const gate = ({ lock, flags }) => JSON.stringify([lock, flags]);
    for (const [place, passages] of rules.passages) {
      for (const passage of rules.goals.has(place) ? [] : passages) {
        if (rules.goals.has(passage.target)) continue;
        const back = rules.passages.get(passage.target).filter(({ target }) => target === place);
        // a tile's own gate has let the hero in before; a mission's gates belong to directions
        if (isMission(puzzle) ? !back.some((each) => gate(each) === gate(passage)) : !back.length) {
          return `the passage from ${place} to ${passage.target} is one-way, or not the same both ways`;
        }
      }
    }
    return "";
  };

  // what is wrong with opening these doors and no other, while `outside` is out of reach
  const wrongDoors = (rules, doors, outside, what, prices = ["key"]) => {
    const unknown = doors.find((door) => !prices.includes(rules.prices.get(door)));
    if (unknown !== undefined) return ["no-lock", `there is no locked door ${unknown}`];
    if (new Set(doors).size < doors.length) return ["repeated", "a door is opened twice"];
    const region = openRegion(rules, doors);
    if (meets(outside, region)) return ["reached", `with ${doors.join(", ") || "no door"} open, ${what} is in reach`];
    const ajar = locksAt(rules, region);
    const far = doors.find((door) => !ajar.has(door));
    return far === undefined ? null : ["far-door", `the hero never gets to ${far} to open it`];
  };

  // the rules with a lock that is gone, a key of a place at the start, or more keys there
  const eased = (rules, { freed = "", gift = null, extra = 0 }) => ({
    ...rules,
    keys: rules.keys + extra + Number(gift !== null),
    passages: new Map([...rules.passages].map(([place, list]) => [place, list.map((each) => (freed && each.lock === freed ? { ...each, lock: "" } : each))])),
    things: new Map([...rules.things].map(([place, list]) => [
      place, place === gift ? list.map((each) => (each.what === "key" ? { ...each, count: each.count - 1 } : each)) : list,
    ])),
  });

  const claims = (name, claimed, found) => [name, `${name}: ${claimed} claimed, ${found} counted`];

  const wrongRepair = (rules, { margin, extra, freed, moved }) => {
    const needed = margin === null ? 0 : Math.max(0, 1 - margin);
    const deadly = (how, code, words) => {
      const census = censusOf(eased(rules, how));
      if (!census) return ["", "too many states to be gone through here"];
      return census.dead ? [code, `with ${words} there are dead states`] : null;
    };
    if (extra !== needed) return claims("extra", extra, needed);
    const wrong = [() => deadly({ extra }, "extra", `${counted(extra, "key")} more`)];
    for (const door of freed) {
      wrong.push(() => (rules.prices.has(door) ? deadly({ freed: door }, "freed", `${door} free`) : ["no-lock", `there is no locked door ${door}`]));
    }
    for (const place of moved) {
      const isKey = (rules.things.get(place) || []).some(({ what }) => what === "key");
      wrong.push(() => (isKey ? deadly({ gift: place }, "moved", `a key of ${place} at the start`) : ["no-key", `there is no key at ${place}`]));
    }
    return wrong.reduce((found, each) => found || each(), null);
  };

  // a margin where bombs run out
  const judgeSpare = (rules, { margin, doors, extra, freed, moved }) => {
    const set = JSON.stringify([...doors].sort(before));
    let wrong = null;
    if (extra !== null || freed.length || moved.length) wrong = ["extra", "where bombs run out nothing is said of what would make it safe"];
    if (margin === null) {
      if (!wrong && !meets(rules.goals, openRegion(rules, []))) wrong = ["margin", "the goal is not in reach at once, so there is a margin"];
      return wrong ? refused(...wrong) : accepted("nothing can keep the hero from the goal");
    }
    wrong ||= wrongDoors(rules, doors, rules.goals, "the goal", ["key", "bomb"]);
    const paid = wrong ? null : paidSets(rules, doors);
    if (paid && !paid.some((each) => JSON.stringify(each) === set)) wrong = ["unpaid", `no order pays for opening ${doors.join(", ") || "no door"} and no other`];
    if (!wrong && leftWith(rules, doors) !== margin) wrong = claims("margin", margin, leftWith(rules, doors));
    const sets = wrong ? null : paidSets(rules, [...rules.prices.keys()]);
    const least = sets && sets.map((each) => leftWith(rules, each)).reduce((one, other) => (one === null ? other : Math.min(one, other)), null);
    if (sets && least !== margin) wrong = claims("margin", margin, least);
    if (wrong) return refused(...wrong);
    const who = sets ? "tried against every order of doors" : "that it is the least is not checked";
    return accepted(`margin ${margin}: ${margin ? "nobody gets locked out" : "the hero can get locked out"} (${who})`);
  };

  const judgeMargin = (puzzle, claim) => {
    const rules = rulesOf(puzzle);
    const { margin, doors, extra } = claim;
    const reason = silent(puzzle, rules, true);
    if (reason) return refused("misfit", `a margin says nothing about this dungeon: ${reason}`);
    if (spends(rules)) return judgeSpare(rules, claim);
    let wrong = null;
    if (margin !== null) {
      wrong = wrongDoors(rules, doors, rules.goals, "the goal")
        || (marginWith(rules, doors) === margin ? null : claims("margin", margin, marginWith(rules, doors)));
    } else if (!meets(rules.goals, openRegion(rules, []))) {
      wrong = ["margin", "the goal is not in reach at once, so there is a margin"];
    }
    const sets = doorSets(rules);
    if (!wrong && sets) {
      const least = sets.filter(([, region]) => !meets(rules.goals, region)).map(([each]) => marginWith(rules, each))
        .reduce((one, other) => (one === null ? other : Math.min(one, other)), null);
      if (least !== margin) wrong = claims("margin", margin, least);
    }
    if (!wrong && extra !== null) wrong = wrongRepair(rules, claim);
    if (wrong) return wrong[0] ? refused(...wrong) : unjudged(wrong[1]);
    if (margin === null) return accepted("nothing can keep the hero from the goal");
    const who = sets ? "tried against every set of doors" : "that it is the least is not checked";
    return accepted(`margin ${margin}: ${margin >= 1 ? "nobody gets locked out" : "the hero can get locked out"} (${who})`);
  };

  // how many keys let one into each room, {room, keys, doors}, however they were spent before
  const judgeGuaranteed = (puzzle, claimed) => {
    const rules = rulesOf(puzzle);
    const reason = silent(puzzle, rules, false);
    if (reason) return refused("misfit", `guarantees say nothing about this dungeon: ${reason}`);
    const tiles = isMission(puzzle) ? null : tilesOf(puzzle);
    const rooms = new Map();
    for (const place of rules.passages.keys()) {
      const room = tiles ? tiles.get(place).room : place;
      rooms.set(room, [...(rooms.get(room) || []), place]);
    }
    const names = claimed.map(({ room }) => room);
    const unknown = names.find((name) => !rooms.has(name));
    if (unknown !== undefined) return refused("no-place", `there is no room ${unknown}`);
    const missing = [...rooms.keys()].find((name) => !names.includes(name));
    if (missing !== undefined) return refused("left-out", `room ${missing} is left out`);
    if (new Set(names).size < names.length) return refused("repeated", "a room is there twice");
    const everywhere = openRegion(rules, rules.prices.keys());
    const wrongRoom = ({ room, keys, doors }) => {
      const inside = rooms.get(room);
      if (keys === null) return meets(inside, everywhere) ? ["reached", `room ${room} can be entered with all doors open`] : null;
      if (!meets(inside, everywhere)) return ["unreached", `room ${room} can't be entered at all`];
      if (keys === 0) return meets(inside, openRegion(rules, [])) ? null : ["keys", `room ${room} can't be entered without a key`];
      if (keys !== doors.length + 1) return ["keys", `${counted(doors.length + 1, "key")} for room ${room} by its doors, ${keys} claimed`];
      return wrongDoors(rules, doors, inside, `room ${room}`);
    };
    const wrong = claimed.map(wrongRoom).find(Boolean);
    if (wrong) return refused(...wrong);
    const sets = doorSets(rules);
    for (const { room, keys } of sets ? claimed : []) {
      const most = Math.max(0, ...sets.filter(([, region]) => !meets(rooms.get(room), region)).map(([doors]) => doors.length));
      if (keys && most >= keys) return refused("keys", `room ${room}: ${counted(most, "door")} can be open before it is in reach`);
    }
    const most = Math.max(0, ...claimed.map(({ keys }) => keys || 0));
    return accepted(`${counted(names.length, "room")}, ${counted(most, "key")} at most`);
  };

  // the steps of a course, as watch.js names them
  const movesOf = (puzzle, last) => {
    const world = worldOf(puzzle);
    const numbers = new Map(world.places.map((place, i) => [place, i]));
    const moves = [];
    for (let { state, back } = last; back; { state, back } = back) {
      const opened = state.open.find((lock) => !back.state.open.includes(lock));
      const place = numbers.get(state.place);
      const lock = world.locks.findIndex(([name]) => name === opened);
      if (stateKey(state) !== stateKey(back.state)) moves.unshift(opened ? `${place} opens ${lock}` : String(place));
    }
    return moves;
  };

  const COUNTED = 60000; // the most states that are gone through

  // all plays, gone through: figures of them, or null if they are too many
  const censusOf = (rules) => {
    const first = begun(rules);
    const numbers = new Map([[stateKey(first), 0]]);
    const states = [first];
    const far = [0];
    const back = [[]];
    for (let n = 0; n < states.length; n++) {
      if (states.length > COUNTED) return null;
      if (rules.goals.has(states[n].place)) continue;
      for (const passage of rules.passages.get(states[n].place)) {
        if (hindrance(rules, passage, states[n])) continue;
        const state = after(rules, passage, states[n]);
        const key = stateKey(state);
        if (!numbers.has(key)) {
          numbers.set(key, states.length);
          states.push(state);
          far.push(far[n] + 1);
          back.push([]);
        }
        back[numbers.get(key)].push(n);
      }
    }
    const goals = range(states.length).filter((n) => rules.goals.has(states[n].place));
    const live = new Set(goals);
    for (const n of live) back[n].forEach((each) => live.add(each));
    return {
      configurations: new Set(states.map(combination)).size,
      states: states.length,
      dead: states.length - live.size,
      moves: goals.length ? Math.min(...goals.map((n) => far[n])) : null,
      locks: [...rules.prices.values()].filter((price) => price === "key").length,
      keys: [...rules.things.values()].flat().filter(({ what }) => what === "key").reduce((sum, { count }) => sum + count, 0),
    };
  };

  const judgeCount = (puzzle, { kind, figures }) => {
    const census = censusOf(rulesOf(puzzle));
    if (!census) return unjudged("too many states to be counted again here");
    const wrong = Object.keys(figures).find((name) => figures[name] !== census[name]);
    if (wrong) return refused(wrong, `${wrong}: ${figures[wrong]} claimed, ${census[wrong]} counted`);
    if (kind === "safe" && census.dead) return refused("dead", `${census.dead} of ${counted(census.states, "state")} are dead`);
    if (kind === "hopeless" && census.dead < census.states) return refused("solvable", "some play reaches the goal");
    const words = { safe: "nobody gets locked out", hopeless: "the goal is out of reach", statistics: "recounted" }[kind];
    return accepted(`${words}: all plays gone through, ${counted(census.configurations, "combination")}, ${counted(census.states, "state")}`);
  };

  const placeOf = (puzzle, atom) => {
    const term = atom.args[0];
    const bare = (name) => (isMission(puzzle) ? name : `"${name}"`);
    if (typeof term === "number") return bare(String(term));
    if (term.string !== undefined && isName(term.string)) return bare(term.string);
    if (term.name === undefined && term.args?.length === 3) {
      const [room, y, x] = term.args;
      if (room.string !== undefined && isName(room.string) && typeof y === "number" && typeof x === "number") {
        return isMission(puzzle) ? `tile ${tileName(room.string, y, x)}` : tileName(room.string, y, x);
      }
    }
    throw new Misfit(`expected a place as argument 1 of ${signature(atom)}, found ${written(term)}`, atom);
  };

  // a room's name; a lock's, which is a string or a term of the encodings
  const roomAt = (atom, index = 0) => {
    const term = atom.args[index];
    if (typeof term === "number") return String(term);
    if (term.string !== undefined && isName(term.string)) return term.string;
    throw new Misfit(`expected a room as argument ${index + 1} of ${signature(atom)}, found ${written(term)}`, atom);
  };

  const lockAt = (atom) => {
    const [term] = atom.args;
    if (term.string !== undefined) return term.string;
    if (term.name === "door" && term.args.length === 1 && isName(term.args[0].string || "")) return term.args[0].string;
    if (term.name === undefined && term.args?.length === 3) {
      const [room, y, x] = term.args;
      if (isName(room.string || "") && typeof y === "number" && typeof x === "number") return tileName(room.string, y, x);
    }
    if (term.name === undefined && term.args?.length === 2) return lockName(roomAt(term, 0), roomAt(term, 1));
    throw new Misfit(`expected a lock as argument 1 of ${signature(atom)}, found ${written(term)}`, atom);
  };

  const amountAt = (atom, index) => (atom.args[index].name === "none" ? null : integer(atom, index));

  const marginOf = (puzzle, of, locks) => {
    const doors = locks("opened/1");
    const claim = { margin: null, doors, extra: null, freed: [], moved: [] };
    if (of("unbounded/0").length) return claim;
    if (of("held/1").length) {
      const held = integer(only(of("held/1"), "held(N)"), 0, 0);
      return { ...claim, margin: held + of("found/1").length - doors.length };
    }
    const extra = of("extra/1");
    return {
      margin: amountAt(only(of("margin/1"), "margin(N)"), 0), doors,
      extra: extra.length ? integer(only(extra, "extra(N)"), 0, 0) : null,
      freed: locks("freed/1"), moved: of("moved/1").map((atom) => placeOf(puzzle, atom)),
    };
  };

  const guaranteesOf = (of) => {
    const pairs = of("opened/2").map((atom) => ({ room: roomAt(atom, 1), door: lockAt(atom) }));
    const doorsOf = (room) => pairs.filter((each) => each.room === room).map(({ door }) => door).sort(before);
    const known = of("known/1");
    if (!known.length) {
      return of("guarantee/2").map((atom) => ({ room: roomAt(atom), keys: amountAt(atom, 1), doors: doorsOf(roomAt(atom)) }));
    }
    const [barred, hidden] = ["barred/1", "hidden/1"].map((name) => new Set(of(name).map((atom) => roomAt(atom))));
    return [...new Set(known.map((atom) => roomAt(atom)))].sort(natural).map((room) => {
      const doors = barred.has(room) ? doorsOf(room) : [];
      return { room, keys: hidden.has(room) ? null : doors.length + Number(barred.has(room)), doors };
    });
  };

  const FORMS = [
    ["route", ["at/2"], []],
    ["priced", ["paid/2"], []],
    ["thrift", ["at/2", "thrift/0"], []],
    ["stuck", ["at/2", "stuck/0"], []],
    ["wasted", ["stuck/0"], ["opened/1"]],
    ["safe", ["safe/1"], []],
    ["hopeless", ["hopeless/1"], []],
    ["margin", ["margin/1"], ["opened/1", "extra/1", "freed/1", "moved/1"]],
    ["margin", ["held/1"], ["opened/1", "found/1"]],
    ["margin", ["unbounded/0"], []],
    ["guaranteed", ["guarantee/2"], ["opened/2"]],
    ["guaranteed", ["known/1"], ["opened/2", "barred/1", "hidden/1"]],
    ["abstract", ["point/2"], ["plan/2", "estimate/2", "at/2", "counter/4"]],
    ["statistics", ["states/1", "dead/1", "locks/1", "found/1"], ["moves/1"]],
  ];

  const replay = (puzzle, atoms) => {
    const of = (kind) => atoms.filter((atom) => signature(atom) === kind);
    const figure = (name) => integer(only(of(`${name}/1`), `${name}(N)`), 0, 0);
    const kind = kindOf(atoms, FORMS);
    if (kind === "abstract" || kind === "priced") return unjudged("an answer of this kind is not judged here");
    if (kind === "safe" || kind === "hopeless") return judgeCount(puzzle, { kind, figures: { configurations: figure(kind) } });
    if (kind === "statistics") {
      const figures = { states: figure("states"), dead: figure("dead"), moves: of("moves/1").length ? figure("moves") : null, locks: figure("locks"), keys: figure("found") };
      return judgeCount(puzzle, { kind, figures });
    }
    const locks = (name) => of(name).map((atom) => lockAt(atom)).sort(before);
    if (kind === "wasted") return judgeWasted(puzzle, locks("opened/1"));
    if (kind === "margin") return judgeMargin(puzzle, marginOf(puzzle, of, locks));
    if (kind === "guaranteed") return judgeGuaranteed(puzzle, guaranteesOf(of));
    const places = new Map();
    for (const atom of of("at/2")) {
      const step = integer(atom, 1, 0);
      if (places.has(step)) throw new Misfit(`expected one place at step ${step}, found two`, atom);
      places.set(step, placeOf(puzzle, atom));
    }
    const steps = [...places.keys()].sort((one, other) => one - other);
    const missing = kind === "route" ? steps.findIndex((step, i) => step !== i) : -1;
    if (missing >= 0) throw new Misfit(`expected a place at step ${missing}, found none`);
    return judgePlay(puzzle, kind, steps.map((step) => places.get(step)));
  };

  // ---- clicks

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

  // ---- files: rooms drawn in characters, and mission graphs as digraphs

  const openDungeon = (given) => {
    const lines = given.split("\n").map((line, i) => ({ text: line.trimEnd(), line: i + 1 })).filter((each) => each.text);
    const wrong = (wanted, { text: found, line }) => {
      throw new Misfit(`expected ${wanted}, found '${found}'`, { line, column: 1 });
    };
    if (!lines.length) throw new Misfit("expected 'dungeon NAME', found the end of the text", { line: 1, column: 1 });
    const [, name] = /^dungeon\s+(\S+)$/.exec(lines[0].text) || [];
    if (!name || !NAME.test(name)) wrong("'dungeon NAME'", lines[0]);
    const dungeon = { name, chambers: [], keys: 0, bombs: 0, legends: [], items: [], warps: [] };
    const where = new Map([["start", { line: 1, column: 1 }]]);
    const isKeyword = (line) => /^(dungeon|start|legend|room|item|warp)\s+\S/.test(line);
    let started = false;
    for (let i = 1; i < lines.length; i++) {
      const { text: line } = lines[i];
      const at = { line: lines[i].line, column: 1 };
      const kind = line.split(/\s+/)[0];
      if (kind === "start") {
        if (started) wrong("one line 'start'", lines[i]);
        started = true;
        for (const part of line.split(/\s+/).slice(1)) {
          const [, key, value] = /^(keys|bombs)=(\w+)$/.exec(part) || [];
          if (part === "bombs=renewable") dungeon.bombs = null;
          else if (!key || !/^\d{1,7}$/.test(value) || Number(value) > MOST_COUNT) wrong("'start keys=N bombs=N' or bombs=renewable", lines[i]);
          else dungeon[key] = Number(value);
        }
      } else if (kind === "legend") {
        const [, letter, openedBy, door] = /^legend\s+(\S)\s*=\s*door\s+(\w+)\s+(\S+)$/u.exec(line) || [];
        if (!(openedBy in DOORS)) wrong("'legend C = door KIND NAME' with a kind of key, boss, bomb, item", lines[i]);
        dungeon.legends.push({ letter, openedBy, name: door });
        where.set(`letter ${letter}`, at);
      } else if (kind === "item") {
        const [, letter, item] = /^item\s+(\S)\s*=\s*(\S+)$/u.exec(line) || [];
        if (!letter) wrong("'item C = NAME'", lines[i]);
        dungeon.items.push([letter, item]);
        where.set(`letter ${letter}`, at);
      } else if (kind === "warp") {
        const [, room, digit, arrow, toRoom, toDigit] = /^warp\s+(\S+)\.(\d)\s+(<->|->)\s+(\S+)\.(\d)$/.exec(line) || [];
        if (!room) wrong("'warp ROOM.DIGIT <-> ROOM.DIGIT' or ->", lines[i]);
        dungeon.warps.push({ room, digit, toRoom, toDigit, both: arrow === "<->" });
        where.set(`warp ${room} ${digit}`, at);
      } else if (kind === "room") {
        const [, room, row, column] = /^room\s+(\S+)\s+at\s+(-?\d{1,7})\s*,\s*(-?\d{1,7})$/.exec(line) || [];
        if (!room || Math.max(Math.abs(row), Math.abs(column)) > MOST_COUNT) wrong("'room NAME at ROW,COLUMN'", lines[i]);
        const rows = [];
        while (i + 1 < lines.length && !isKeyword(lines[i + 1].text)) {
          i += 1;
          where.set(`tile ${room} ${rows.length}`, { line: lines[i].line, column: 1 });
          rows.push(lines[i].text);
        }
        if (!rows.length) throw new Misfit(`expected rows of tiles below the heading of room ${room}, found none`, at);
        dungeon.chambers.push({ name: room, row: Number(row), column: Number(column), rows });
        where.set(`room ${room}`, at);
      } else wrong("start, legend, room, item or warp", lines[i]);
    }
    dungeon.chambers.sort((a, b) => a.row - b.row || a.column - b.column);
    dungeon.legends.sort((a, b) => lexical(Object.values(a), Object.values(b)));
    dungeon.items.sort(lexical);
    dungeon.warps.sort((a, b) => lexical(Object.values(a), Object.values(b)));
    return verified(dungeon, (kind, name2, y, x) => {
      const found = where.get([kind, name2, ...(kind === "tile" || kind === "warp" ? [y] : [])].join(" ").trim());
      return found && { ...found, column: kind === "tile" ? x + 1 : 1 };
    });
  };

  const TOKENS = /(?<space>[\s;]+|\/\/[^\n]*|#[^\n]*|\/\*[^]*?\*\/)|(?<arrow>->|--)|(?<string>"(?:[^"\\]|\\[^])*")|(?<name>[A-Za-z0-9_.\u0080-\u{10ffff}]+|-?\.?\d[\d.]*)|(?<mark>[[\]{}=,:])/uy;

  const openMission = (given) => {
    const tokens = [];
    for (TOKENS.lastIndex = 0; TOKENS.lastIndex < given.length;) {
      const from = TOKENS.lastIndex;
      const found = TOKENS.exec(given);
      const before2 = given.slice(0, from);
      const at = { line: before2.split("\n").length, column: before2.length - before2.lastIndexOf("\n") };
      if (!found) throw new Misfit(`expected a digraph, found '${given[from]}'`, at);
      const [kind, value] = Object.entries(found.groups).find(([, each]) => each !== undefined);
      if (kind !== "space") tokens.push({ kind, value, at });
    }
    let next = 0;
    const peek = () => (["mark", "arrow"].includes(tokens[next]?.kind) ? tokens[next].value : "");
    const wrong = (wanted, token) => {
      throw new Misfit(`expected ${wanted}, found ${token ? `'${token.value}'` : "the end of the text"}`, token ? token.at : tokens.at(-1)?.at);
    };
    const take = (wanted) => tokens[next++] || wrong(wanted, null);
    const plain = ({ kind, value }) => (kind === "string" ? value.slice(1, -1).replace(/\\([^])/g, (_, c) => ('"\\'.includes(c) ? c : "\n")) : value);
    const isWord = ({ kind }) => kind === "name" || kind === "string";
    const head = take("digraph");
    const graph = head.value.toLowerCase() === "strict" ? take("digraph") : head;
    if (!["digraph", "graph"].includes(graph.value.toLowerCase())) wrong("digraph", graph);
    if (peek() !== "{") take("'{'");
    const brace = take("'{'");
    if (brace.value !== "{") wrong("'{'", brace);
    const [labels, edges] = [new Map(), []];
    while (peek() !== "}") {
      const token = take("a room, a passage or '}'");
      if (!isWord(token)) wrong("a room, a passage or '}'", token);
      if (peek() === "=") {
        take("=");
        take("a value");
        continue;
      }
      const names = [plain(token)];
      while (["->", "--"].includes(peek())) {
        take("->");
        const other = take("a room");
        if (!isWord(other)) wrong("a room", other);
        names.push(plain(other));
      }
      if (!names.every(isName)) wrong("a room's name of 1 to 200 printable characters", token);
      let label = "";
      while (peek() === "[") {
        take("[");
        while (peek() !== "]") {
          const name = take("an attribute or ']'");
          if (name.value === "," && name.kind === "mark") continue;
          if (!isWord(name)) wrong("an attribute or ']'", name);
          if (peek() !== "=") continue;
          take("=");
          const value = take("a value");
          if (!isWord(value)) wrong("a value", value);
          if (name.value === "label") label = plain(value);
        }
        take("]");
      }
      if (token.kind === "name" && ["node", "edge", "graph"].includes(names[0])) continue;
      if (names.length === 1) labels.set(names[0], [...(labels.get(names[0]) || []), label]);
      names.slice(1).forEach((other, i) => {
        edges.push([names[i], other, label]);
        if (graph.value.toLowerCase() === "graph") edges.push([other, names[i], label]);
      });
    }
    take("}");
    if (next < tokens.length) wrong("the end of the text", tokens[next]);
    const marked = (label) => label.split(",").map((mark) => mark.trim()).filter(Boolean);
    const kept = new Map();
    for (const [tail, other, label] of edges) {
      for (const name of [tail, other]) if (!labels.has(name)) labels.set(name, []);
      if (tail !== other) kept.set(JSON.stringify([tail, other, label]), [tail, other, marked(label)]);
    }
    const marks = [...labels].map(([name, list]) => [name, marked(list.join(","))]);
    const starts = marks.filter(([, list]) => list.includes("s")).map(([name]) => name);
    if (!starts.length) throw new Misfit("expected a room marked s, the start, found none", { line: 1, column: 1 });
    const flags = (list) => [...new Set(list.filter((mark) => FLAG.test(mark)))].sort(before);
    const signs = (list, known) => [...new Set(list.filter((mark) => known.includes(mark)))].sort(before);
    return {
      rooms: marks.sort(([a], [b]) => natural(a, b)).map(([name, list]) => ({
        name, keys: list.filter((mark) => mark === "k").length, flags: flags(list), signs: signs(list, ROOM_SIGNS),
      })),
      passages: [...kept.values()].map(([tail, other, list]) => ({
        tail, head: other, locked: list.includes("k"), flags: flags(list), sealed: list.includes("s"), signs: signs(list, PASSAGE_SIGNS),
      })),
      start: starts[0],
      goals: marks.filter(([, list]) => list.includes("t")).map(([name]) => name).sort(natural),
    };
  };

  const open = (given) => {
    const bare = given.slice(0, 5000).replace(/(\/\/|#(?!#))[^\n]*|\/\*[^]*?\*\//g, " ");
    const [, first = ""] = /^\s*(\w*)/.exec(bare) || [];
    return ["digraph", "graph", "strict"].includes(first.toLowerCase()) ? openMission(given) : openDungeon(given);
  };

  const save = (puzzle) => {
    if (puzzle.state) return null; // a state is in facts alone
    if (isMission(puzzle)) {
      const string = (each) => `"${each.replace(/\\/g, "\\\\").replace(/"/g, '\\"')}"`;
      const reserved = ["strict", "graph", "digraph", "subgraph", "node", "edge"];
      const quoted = (name) => (/^[A-Za-z0-9_]+$/.test(name) && !reserved.includes(name.toLowerCase()) ? name : string(name));
      const rooms = [...puzzle.rooms].sort((a, b) => Number(a.name !== puzzle.start) - Number(b.name !== puzzle.start) || natural(a.name, b.name));
      const label = (marks) => `[label=${string(marks.join())}]`;
      return [
        "digraph {",
        ...rooms.map(({ name, keys, flags, signs }) => `${quoted(name)} ${label([
          ...(name === puzzle.start ? ["s"] : []), ...(puzzle.goals.includes(name) ? ["t"] : []), ...signs, ...Array(keys).fill("k"), ...flags,
        ])}`),
        ...puzzle.passages.map(({ tail, head, locked, sealed, signs, flags }) => `${quoted(tail)} -> ${quoted(head)} ${label([
          ...(locked ? ["k"] : []), ...(sealed ? ["s"] : []), ...signs, ...flags,
        ])}`),
        "}", "",
      ].join("\n");
    }
    return [
      `dungeon ${puzzle.name}`,
      `start keys=${puzzle.keys} bombs=${puzzle.bombs === null ? "renewable" : puzzle.bombs}`,
      ...puzzle.legends.map(({ letter, openedBy, name }) => `legend ${letter} = door ${openedBy} ${name}`),
      ...puzzle.chambers.flatMap(({ name, row, column, rows }) => [`room ${name} at ${row},${column}`, ...rows]),
      ...puzzle.items.map(([letter, name]) => `item ${letter} = ${name}`),
      ...puzzle.warps.map(({ room, digit, toRoom, toDigit, both }) => `warp ${room}.${digit} ${both ? "<->" : "->"} ${toRoom}.${toDigit}`),
      "",
    ].join("\n");
  };

  // under options that overlays set, as `adapt` in Python: they say how to search, and change no rule
  const adapt = (puzzle, options) => {
    const unknown = Object.keys(options).find((each) => !["heuristic", "space", "weight", "strict", "repair"].includes(each));
    if (unknown) throw new Misfit(`expected heuristic, space, weight, strict or repair, found ${unknown}`);
    return puzzle;
  };

  return { read, facts, adapt, script, replay, tools, spots, change, blank, size, resize, open, save };
})();
