// Files: floor plans, drawn or listed, and lists of edges.
const [ACROSS, DOWN] = [4, 2]; // characters a unit of a drawing

const wallsOf = ({ width, height, rooms }) => {
  const canvas = Array.from({ length: (height / PARTS) * DOWN + 1 }, () => Array((width / PARTS) * ACROSS + 1).fill(" "));
  const put = (row, across, bar) => {
    canvas[row][across] = [" ", bar].includes(canvas[row][across]) ? bar : "+";
  };
  for (const room of rooms) {
    const [left, right] = [room.x, room.x + room.width].map((x) => (x / PARTS) * ACROSS);
    const [bottom, top] = [room.y, room.y + room.height].map((y) => ((height - y) / PARTS) * DOWN);
    for (const row of [top, bottom]) for (let i = left; i <= right; i++) put(row, i, "-");
    for (const across of [left, right]) for (let i = top; i <= bottom; i++) put(i, across, "|");
  }
  return canvas;
};

const drawnText = (plan) => {
  if (!onLattice(plan) || plan.openings.some(({ x, y }) => x % (PARTS / 2) || y % (PARTS / 2))) return null;
  const canvas = wallsOf(plan);
  plan.openings.forEach(({ x, y }, door) => {
    canvas[((plan.height - y) / PARTS) * DOWN][(x / PARTS) * ACROSS] = { [plan.start]: "S", [plan.goal]: "G" }[door] || "o";
  });
  return canvas.map((line) => `${line.join("")}\n`).join("");
};

const listedText = (plan) => [
  `size ${dec(plan.width)} ${dec(plan.height)}`,
  ...plan.rooms.map(({ name, x, y, width, height }) => `room ${name} ${[x, y, width, height].map(dec).join(" ")}`),
  ...plan.openings.map(({ x, y }, door) => `${{ [plan.start]: "start", [plan.goal]: "goal" }[door] || "door"} ${dec(x)} ${dec(y)}`),
  "",
].join("\n");

const RULES = { limits: {}, leaving: "turn" };

const openDrawn = (lines) => {
  const indent = Math.min(...lines.map(({ text }) => text.search(/\S/)));
  const rows = lines.map(({ text }) => text.slice(indent));
  const wrong = (message, across, row) => {
    throw new Misfit(message, { line: lines[row].line, column: across + indent + 1 });
  };
  const wide = rows[0].length;
  if (wide < ACROSS + 1 || (wide - 1) % ACROSS) wrong(`expected a line of ${ACROSS} characters a unit and one more, found ${wide}`, wide - 1, 0);
  const uneven = rows.findIndex((each) => each.length !== wide);
  if (uneven >= 0) wrong(`expected ${wide} characters as in the first line, found ${rows[uneven].length}`, Math.min(rows[uneven].length, wide), uneven);
  if (rows.length < DOWN + 1 || (rows.length - 1) % DOWN) wrong(`expected ${DOWN} lines a unit and one more, found ${rows.length}`, 0, rows.length - 1);
  const [width, height] = [(wide - 1) / ACROSS, (rows.length - 1) / DOWN];
  const openEast = (x, y) => x + 1 < width && rows[(height - y) * DOWN - 1][(x + 1) * ACROSS] === " ";
  const openNorth = (x, y) => y + 1 < height && rows[(height - y - 1) * DOWN][x * ACROSS + ACROSS / 2] === " ";
  const taken = new Set();
  const rooms = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (taken.has(`${x} ${y}`)) continue;
      let [across, up] = [1, 1];
      while (!taken.has(`${x + across} ${y}`) && openEast(x + across - 1, y)) across += 1;
      while (openNorth(x, y + up - 1)) up += 1;
      for (let i = 0; i < across; i++) for (let j = 0; j < up; j++) taken.add(`${x + i} ${y + j}`);
      rooms.push({ name: `r${rooms.length + 1}`, x: x * PARTS, y: y * PARTS, width: across * PARTS, height: up * PARTS });
    }
  }
  const found = { o: [], S: [], G: [] };
  rows.forEach((each, row) => [...each].forEach((sign, across) => {
    if (!(sign in found)) return;
    if (across % (ACROSS / 2)) wrong(`expected '${sign}' in the middle of a wall, found it beside`, across, row);
    found[sign].push({ x: (across * PARTS) / ACROSS, y: ((height * DOWN - row) * PARTS) / DOWN });
  }));
  for (const [sign, word] of [["S", "start"], ["G", "goal"]]) {
    if (found[sign].length !== 1) wrong(`expected one ${word}, found ${found[sign].length || "none"}`, 0, 0);
  }
  const plan = build({
    width: width * PARTS, height: height * PARTS, rooms, doors: found.o, start: found.S[0], goal: found.G[0], ...RULES,
  });
  wallsOf(plan).forEach((expected, row) => expected.forEach((wanted, across) => {
    const sign = rows[row][across];
    if ([wanted, "o", "S", "G"].includes(sign)) return;
    if (sign === "+" && "-|".includes(wanted) && across % ACROSS === 0 && row % DOWN === 0) return;
    wrong(`expected '${wanted}', found '${sign}'`, across, row);
  }));
  return plan;
};

const openListed = (lines) => {
  const found = { room: [], door: [], start: [], goal: [], size: [] };
  for (const { text, line } of lines) {
    const words = text.trim().split(/\s+/);
    const wrong = (message) => {
      throw new Misfit(message, { line, column: text.search(/\S/) + 1 });
    };
    const kind = words.shift();
    if (!(kind in found)) wrong(`expected one of size, room, door, start, goal, found '${kind}'`);
    const name = kind === "room" ? words.shift() : "";
    if (kind === "room" && !/^[^\s"\\]{1,60}$/u.test(name || "")) wrong("expected a room's name without quotes and backslashes");
    const wanted = kind === "room" ? 4 : 2;
    if (words.length !== wanted) wrong(`expected ${wanted} numbers, found ${words.length}`);
    const numbers = words.map((word) => {
      if (!/^\d{1,6}(\.\d{1,3}0*)?$/.test(word) || Number(word) > EXTENT) wrong(`expected a number up to ${EXTENT} with at most 3 decimals, found ${word}`);
      return Math.round(Number(word) * PARTS);
    });
    const sized = kind === "size" ? numbers : numbers.slice(2);
    if (sized.includes(0)) wrong("expected a width and a height above 0, found 0");
    const [x, y, width, height] = numbers;
    found[kind].push(kind === "room" ? { name, x, y, width, height } : { x, y });
  }
  for (const kind of ["size", "start", "goal"]) {
    if (found[kind].length !== 1) throw new Misfit(`expected one ${kind}, found ${found[kind].length || "none"}`, { line: lines[0].line, column: 1 });
  }
  const [whole] = found.size;
  return build({ width: whole.x, height: whole.y, rooms: found.room, doors: found.door, start: found.start[0], goal: found.goal[0], ...RULES });
};

const openEdges = (text) => {
  const rows = text.split("\n").map((row, i) => ({ row: row.replace(/\r$/, ""), line: i + 1 }));
  const header = rows[0].row;
  if (header !== HEADER && header !== WITH_ARROWS) throw new Misfit(`expected the header ${HEADER}, found ${header}`, { line: 1, column: 1 });
  const parts = rows.slice(1).filter(({ row }) => row.trim()).map(({ row, line }) => {
    const found = /^(0|[1-9]\d{0,4}),(0|[1-9]\d{0,4}),(\d{1,7}(?:\.\d{1,3}0*)?),([urdl]),([urdl])(?:,(<?->))?$/.exec(row);
    if (!found || Number(found[3]) > 1000000 || !found[6] === (header !== HEADER)) throw new Misfit(`expected a line as ${header}, found ${row}`, { line, column: 1 });
    return [Number(found[1]), Number(found[2]), Math.round(Number(found[3]) * PARTS), found[4], found[5], found[6] !== "->"];
  });
  const nodes = 1 + parts.reduce((most, [first, second]) => Math.max(most, first, second), 0);
  if (nodes < 2) throw new Misfit("expected edges between at least two nodes, found none", { line: rows.length, column: 1 });
  const forward = (side) => side === "u" || side === "r";
  const ways = parts.flatMap(([first, second, weight, out, back, both], tag) => {
    const ends = [forward(out) ? first : first + nodes, forward(back) ? second + nodes : second];
    const again = [forward(back) ? second : second + nodes, forward(out) ? first + nodes : first];
    return [ends, ...(!both || String(ends) === String(again) ? [] : [again])].map(([source, target]) => ({ source, target, weight, tag }));
  });
  return { nodes, edges: assembled(ways), start: 0, goal: nodes - 1, ...RULES };
};

const open = (text) => {
  if (text.startsWith("node1")) return openEdges(text);
  const lines = text.split("\n").map((line, i) => ({ text: line.trimEnd(), line: i + 1 }))
    .filter((each) => each.text.trim() && !each.text.startsWith("#"));
  if (!lines.length) throw new Misfit("expected a floor plan, found nothing", { line: 1, column: 1 });
  return /^\s*[-+|]/.test(lines[0].text) ? openDrawn(lines) : openListed(lines);
};

// null where a passage has other edges than one and its reverse, or paths begin and end elsewhere than a list of edges does
const savedEdges = (graph) => {
  const passages = new Map();
  for (const edge of graph.edges) passages.set(edge.passage, [...(passages.get(edge.passage) || []), edge]);
  const rank = (edge) => Number(edge.source % graph.nodes > edge.target % graph.nodes);
  const lines = [...passages.values()].map((edges) => {
    const [first] = [...edges].sort((a, b) => rank(a) - rank(b) || order("source", "target", "lane")(a, b));
    const { source, target, weight } = first;
    const there = `${source} ${target} ${weight}`;
    const back = `${turned(target, graph.nodes)} ${turned(source, graph.nodes)} ${weight}`;
    const ways = edges.map((edge) => `${edge.source} ${edge.target} ${edge.weight}`).sort();
    const both = String(ways) === String([...new Set([there, back])].sort());
    if (!both && edges.length > 1) return null;
    return [source % graph.nodes, target % graph.nodes, weight, "rl"[Number(source >= graph.nodes)], "lr"[Number(target >= graph.nodes)], both];
  });
  if (lines.includes(null)) return null;
  const last = lines.reduce((most, [first, second]) => Math.max(most, first, second), 0);
  if (graph.start !== 0 || graph.goal !== graph.nodes - 1 || last !== graph.nodes - 1) return null;
  lines.sort((a, b) => order(0, 1, 2)(a, b) || a[3].localeCompare(b[3]) || a[4].localeCompare(b[4]));
  const weightOf = (weight) => (weight % PARTS ? dec(weight) : `${dec(weight)}.0`);
  const [header, there, back] = lines.every((line) => line[5]) ? [HEADER, "", ""] : [WITH_ARROWS, ",->", ",<->"];
  return [header, ...lines.map(([a, b, weight, c, d, both]) => `${a},${b},${weightOf(weight)},${c},${d}${both ? back : there}`), ""].join("\n");
};

const save = (puzzle) => {
  if (!isPlan(puzzle)) return savedEdges(puzzle);
  const drawn = drawnText(puzzle);
  const bare = JSON.stringify({ ...puzzle, ...RULES });
  return drawn && JSON.stringify(open(drawn)) === bare ? drawn : listedText(puzzle);
};
