// Files of the family's own formats: rooms drawn in characters, and mission graphs as digraphs.
const DOORS = ["key", "boss", "bomb", "item"];
const MOST_COUNT = 1000000;
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/;
const FLAG = /^(?:K|I|S\d{1,6})$/;
const ROOM_SIGNS = ["b", "e", "i", "m", "p"];
const PASSAGE_SIGNS = ["O", "b", "l"];
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\p{Zs}]/gu;

const isName = (name) => [...name].length > 0 && [...name].length <= 200 && !name.replace(/ /g, "").match(UNPRINTABLE);

const openDungeon = (given) => {
  const lines = given.split("\n").map((line, i) => ({ text: line.trimEnd(), line: i + 1 })).filter((each) => each.text);
  const wrong = (wanted, { text: found, line }) => {
    throw new Misfit(`expected ${wanted}, found '${found}'`, { line, column: 1 });
  };
  if (!lines.length) throw new Misfit("expected 'dungeon NAME', found the end of the text", { line: 1, column: 1 });
  const [, name] = /^dungeon\s+(\S+)$/.exec(lines[0].text) || [];
  if (!name || !NAME.test(name)) wrong("'dungeon NAME'", lines[0]);
  const dungeon = { name, chambers: [], keys: 0, bombs: 0, legends: [], items: [], warps: [] };
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
      if (!DOORS.includes(openedBy)) wrong("'legend C = door KIND NAME' with a kind of key, boss, bomb, item", lines[i]);
      dungeon.legends.push({ letter, openedBy, name: door });
    } else if (kind === "item") {
      const [, letter, item] = /^item\s+(\S)\s*=\s*(\S+)$/u.exec(line) || [];
      if (!letter) wrong("'item C = NAME'", lines[i]);
      dungeon.items.push([letter, item]);
    } else if (kind === "warp") {
      const [, room, digit, arrow, toRoom, toDigit] = /^warp\s+(\S+)\.(\d)\s+(<->|->)\s+(\S+)\.(\d)$/.exec(line) || [];
      if (!room) wrong("'warp ROOM.DIGIT <-> ROOM.DIGIT' or ->", lines[i]);
      dungeon.warps.push({ room, digit, toRoom, toDigit, both: arrow === "<->" });
    } else if (kind === "room") {
      const [, room, row, column] = /^room\s+(\S+)\s+at\s+(-?\d{1,7})\s*,\s*(-?\d{1,7})$/.exec(line) || [];
      if (!room || Math.max(Math.abs(row), Math.abs(column)) > MOST_COUNT) wrong("'room NAME at ROW,COLUMN'", lines[i]);
      const rows = [];
      while (i + 1 < lines.length && !isKeyword(lines[i + 1].text)) {
        i += 1;
          rows.push(lines[i].text);
      }
      if (!rows.length) throw new Misfit(`expected rows of tiles below the heading of room ${room}, found none`, at);
      dungeon.chambers.push({ name: room, row: Number(row), column: Number(column), rows });
    } else wrong("start, legend, room, item or warp", lines[i]);
  }
  return dungeon;
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
  const flags = (list) => [...new Set(list.filter((mark) => FLAG.test(mark)))];
  const signs = (list, known) => [...new Set(list.filter((mark) => known.includes(mark)))];
  return {
    rooms: marks.map(([name, list]) => ({
      name, keys: list.filter((mark) => mark === "k").length, flags: flags(list), signs: signs(list, ROOM_SIGNS),
    })),
    passages: [...kept.values()].map(([tail, other, list]) => ({
      tail, head: other, locked: list.includes("k"), flags: flags(list), sealed: list.includes("s"), signs: signs(list, PASSAGE_SIGNS),
    })),
    start: starts[0],
    goals: marks.filter(([, list]) => list.includes("t")).map(([name]) => name),
  };
};

const word = (name) => ({ name, args: [] });
const symbolOf = (name) => (/^(?:0|[1-9]\d{0,8})$/.test(name) ? Number(name) : text(name));

// the facts of what was read, as Python has them
const factsOf = (puzzle) => {
  const atoms = [];
  const add = (name, ...args) => atoms.push({ name, args });
  if (puzzle.passages) {
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
        if (glyph === "_") add("void", text(name), y, x);
        else if (glyph !== "#") add("tile", text(name), y, x, text(glyph));
      }));
    }
    for (const { letter, openedBy, name } of puzzle.legends) add("legend", text(letter), word(openedBy), text(name));
    for (const pair of puzzle.items) add("item", ...pair.map(text));
    for (const { room, digit, toRoom, toDigit, both } of puzzle.warps) {
      add("warp", ...[room, digit, toRoom, toDigit].map(text), word(both ? "both" : "one"));
    }
  }
  return atoms.sort(clingoOrder).map(written);
};

lab.open = (given) => {
  const bare = given.slice(0, 5000).replace(/(\/\/|#(?!#))[^\n]*|\/\*[^]*?\*\//g, " ");
  const [, first = ""] = /^\s*(\w*)/.exec(bare) || [];
  const isGraph = ["digraph", "graph", "strict"].includes(first.toLowerCase());
  return { facts: factsOf((isGraph ? openMission : openDungeon)(given)), scene: null };
};

// what is written of facts; null where they aren't of a puzzle that the formats have
const puzzleOf = (all) => {
  const atoms = all.map((each) => readFacts(`${each}.`)[0]).sort(clingoOrder);
  const of = (name, count) => atoms.filter((each) => each.name === name && each.args.length === count)
    .map(({ args }) => args.map((each) => each.string ?? each.name ?? each));
  if (["standing/1", "map/1", "tariff/3"].some((each) => atoms.some((atom) => signature(atom) === each))) return null;
  const marks = (name, at) => of(name, 2).filter(([each]) => each === at).map(([, mark]) => mark);
  const count = (name) => of(name, 1)[0]?.[0];
  if (of("chamber", 5).length) {
    const chambers = of("chamber", 5).map(([name, row, column, height, width]) => {
      const rows = Array.from({ length: height }, () => Array(width).fill("#"));
      for (const [room, y, x, glyph] of [...of("tile", 4), ...of("void", 3).map((each) => [...each, "_"])]) if (room === name && rows[y]) rows[y][x] = glyph;
      return { name, row, column, rows: rows.map((each) => each.join("")) };
    });
    return {
      name: count("dungeon") || "dungeon", keys: count("keys") || 0, bombs: count("bombs") === "renewable" ? null : count("bombs") || 0,
      chambers: chambers.sort((a, b) => a.row - b.row || a.column - b.column), items: of("item", 2),
      legends: of("legend", 3).map(([letter, openedBy, name]) => ({ letter, openedBy, name })),
      warps: of("warp", 5).map(([room, digit, toRoom, toDigit, way]) => ({ room, digit, toRoom, toDigit, both: way === "both" })),
    };
  }
  if (of("start", 1).length !== 1) return null;
  const has = (name, number) => of(name, 1).some(([each]) => each === number);
  return {
    rooms: of("room", 1).map(([term]) => ({
      name: String(term), keys: of("keys", 2).find(([each]) => each === term)?.[1] || 0, flags: marks("grants", term), signs: marks("sign", term),
    })),
    passages: of("passage", 3).map(([number, tail, head]) => ({
      tail: String(tail), head: String(head), locked: has("locked", number), sealed: has("sealed", number), flags: marks("needs", number), signs: marks("mark", number),
    })),
    start: String(count("start")), goals: of("goal", 1).map(([term]) => String(term)),
  };
};

lab.save = ({ facts }) => {
  const puzzle = puzzleOf(facts);
  if (!puzzle) return null;
  if (puzzle.passages) {
    const string = (each) => `"${each.replace(/\\/g, "\\\\").replace(/"/g, '\\"')}"`;
    const reserved = ["strict", "graph", "digraph", "subgraph", "node", "edge"];
    const quoted = (name) => (/^[A-Za-z0-9_]+$/.test(name) && !reserved.includes(name.toLowerCase()) ? name : string(name));
    const rooms = [...puzzle.rooms].sort((a, b) => Number(a.name !== puzzle.start) - Number(b.name !== puzzle.start));
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

lab.refutes = (atoms) => atoms.some((atom) => ["safe/1", "hopeless/1"].includes(signature(atom)));
lab.general = (atoms) => atoms.some((atom) => signature(atom) !== "at/2");
