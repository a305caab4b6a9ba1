// Files: rooms drawn in characters, and mission graphs as digraphs.
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
