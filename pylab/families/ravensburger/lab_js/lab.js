// A board for the lab: from facts and back, its scene, plans replayed, clicks; see CONTRIBUTING.md.
// A puzzle: {size, open, start, goal, most, rules}; fields are numbered row by row from the
// south-west, `open` has each one's openings as bits: 1 north, 2 east, 4 south, 8 west.
const CELL = 40;
const MARGIN = 44;
const BITS = { n: 1, e: 2, s: 4, w: 8 };
const STEPS = { n: [1, 0], e: [0, 1], s: [-1, 0], w: [0, -1] };
const WORDS = { n: "north", e: "east", s: "south", w: "west" };
const BACK = { n: "s", s: "n", e: "w", w: "e" };
const RULES = ["walk_first", "fixed_lines", "no_undo", "lost_tiles"];
const MOST = 30; // rows of a board that is made by hand

const row = (board, field) => Math.floor(field / board.size) + 1;
const column = (board, field) => (field % board.size) + 1;
const name = (board, field) => `(${row(board, field)},${column(board, field)})`;
const all = (board) => board.open.map((_, field) => field);

// ---- facts

const read = (facts) => {
  const found = sorted(facts);
  const of = (kind) => found.get(kind);
  const pairs = of("field/2").map((each) => [integer(each, 0, 1, 1000), integer(each, 1, 1, 1000)]);
  if (!pairs.length) throw new Misfit("expected facts field(X,Y), found none");
  const size = Math.max(...pairs.flat());
  const present = new Set(pairs.map(([x, y]) => (x - 1) * size + y - 1));
  for (let field = 0; field < size * size; field++) {
    if (!present.has(field)) {
      throw new Misfit(`expected a square of ${size} rows and columns, found no field${name({ size }, field)}`);
    }
  }
  const on = (each) => (integer(each, 0, 1, size) - 1) * size + integer(each, 1, 1, size) - 1;
  const open = Array(size * size).fill(0);
  for (const each of of("connect/3")) open[on(each)] |= BITS[constant(each, 2, ["n", "s", "e", "w"])];
  return {
    size,
    open,
    start: on(only(of("init_on/2"), "init_on(X,Y)")),
    goal: on(only(of("goal_on/2"), "goal_on(X,Y)")),
    most: integer(only(of("max_steps/1"), "max_steps(M)"), 0, 0),
    rules: RULES.filter((rule) => of("rule/1").map((each) => constant(each, 0, RULES)).includes(rule)),
  };
};

const facts = (board) => {
  const at = (field) => [row(board, field), column(board, field)];
  return [
    ...all(board).map((field) => fact("field", ...at(field))),
    fact("init_on", ...at(board.start)),
    fact("goal_on", ...at(board.goal)),
    ...all(board).flatMap((field) => ["e", "n", "s", "w"]
      .filter((side) => board.open[field] & BITS[side]).map((side) => fact("connect", ...at(field), side))),
    fact("max_steps", board.most),
    ...[...board.rules].sort().map((rule) => fact("rule", rule)),
  ];
};

// ---- the scene

const place = (board, field) => [
  (column(board, field) - 0.5) * CELL, (board.size - row(board, field) + 0.5) * CELL,
];
const put = (board, field) => `translate(${place(board, field).map(number).join(" ")})`;

const drawTile = (drawing, open, goal) => {
  const half = CELL / 2;
  const plate = { rx: 4, class: "floor", fill: COLOURS.FLOOR, stroke: COLOURS.LINE };
  drawing.rect(0.5 - half, 0.5 - half, CELL - 1, CELL - 1, plate);
  const ends = Object.keys(STEPS).filter((side) => open & BITS[side]).map((side) => STEPS[side]);
  if (ends.length) {
    const arms = ends.map(([up, right]) => `M0 0L${number(right * half)} ${number(-up * half)}`);
    drawing.path(arms.join(""), { class: "way", stroke: COLOURS.WAY, "stroke-width": 6.5 });
  }
  drawing.circle(0, 0, ends.length ? 3.25 : 2, { class: "knot", fill: COLOURS.WAY });
  if (goal) {
    drawing.circle(0, 0, 13, { fill: "none", stroke: COLOURS.GOAL, "stroke-width": 3 });
    drawing.circle(0, 0, 4.5, { fill: COLOURS.GOAL });
  }
  drawing.rect(3 - half, 3 - half, CELL - 6, CELL - 6, { rx: 3, class: "mark" });
};

const drawPush = (drawing, board, line, side) => {
  const [up, right] = STEPS[side];
  const middle = (board.size * CELL) / 2;
  const beyond = middle + 17;
  const [cx, cy] = place(board, (line - 1) * board.size + line - 1);
  const [x, y] = right ? [middle - right * beyond, cy] : [cx, middle + up * beyond];
  const turn = { n: 0, e: 90, s: 180, w: 270 }[side];
  drawing.group({ class: "arrow", "data-actor": `${side}${line}` }, () => {
    drawing.group({ class: "head", transform: `translate(${number(x)} ${number(y)}) rotate(${turn})` }, () => {
      drawing.rect(-14, -12, 28, 24, { fill: "none", "pointer-events": "all" });
      drawing.polygon([[0, -9], [10, 7], [-10, 7]], { "stroke-linejoin": "round" });
    });
    drawing.rect(x - 15, y - 15, 30, 30, { rx: 7, class: "mark" });
  });
};

const scene = (board) => {
  const side = board.size * CELL;
  const whole = side + 2 * MARGIN;
  const drawing = new Drawing(whole, whole, `Ravensburger labyrinth, ${board.size} × ${board.size}`, {
    left: -MARGIN, top: -MARGIN,
  });
  const grid = new Grid(board.size, board.size, CELL);
  const lines = Array.from({ length: board.size }, (_, i) => i + 1);
  drawing.group({ id: "board" }, () => drawing.rect(-1, -1, side + 2, side + 2, { rx: 5 }), "clipPath");
  drawing.rect(-3, -3, side + 6, side + 6, { rx: 7, fill: COLOURS.SHADE });
  grid.nameColumns(drawing, lines, side + MARGIN - 6);
  grid.nameRows(drawing, [...lines].reverse(), 9 - MARGIN);
  drawing.group({ "clip-path": "url(#board)" }, () => {
    for (const field of all(board)) {
      const style = { "data-actor": `t${field}`, transform: put(board, field), class: "tile" };
      drawing.group(style, () => drawTile(drawing, board.open[field], field === board.goal));
    }
  });
  for (const direction of "nesw") for (const line of lines) drawPush(drawing, board, line, direction);
  drawing.group({ "clip-path": "url(#board)" }, () => {
    drawing.group({ "data-actor": "avatar", transform: put(board, board.start) }, () => {
      drawing.circle(0, 0, 9.5, { class: "hero", fill: COLOURS.HERO, stroke: COLOURS.CARD, "stroke-width": 2 });
      drawing.circle(0, 0, 3, { fill: COLOURS.CARD });
    });
  });
  return drawing;
};

const script = (board) => ({
  scene: scene(board),
  data: {
    size: board.size, open: board.open, start: board.start, goal: board.goal, most: board.most, cell: CELL,
  },
  howto: "Click an arrow to push its row or column, then a shaded field to walk there. "
    + "The avatar stands still before the first push.",
  playable: !board.rules.length,
});

// ---- plans, replayed by the game's rules: where the avatar can stand is a set of fields

const onward = (board, field, side) => {
  const [up, right] = STEPS[side];
  const [x, y] = [row(board, field) + up, column(board, field) + right];
  return x < 1 || y < 1 || x > board.size || y > board.size ? null : (x - 1) * board.size + y - 1;
};

// the fields that can be walked to, each with how far it is
const walked = (board, open, starts) => {
  const far = new Map([...starts].map((field) => [field, 0]));
  for (const [field, steps] of far) {
    for (const side of "nesw") {
      const next = open[field] & BITS[side] ? onward(board, field, side) : null;
      if (next !== null && open[next] & BITS[BACK[side]] && !far.has(next)) far.set(next, steps + 1);
    }
  }
  return far;
};

// where a push takes the tile on a field
const taken = (board, field, { line, side }) => {
  if (line !== ("ew".includes(side) ? row(board, field) : column(board, field))) return field;
  const next = onward(board, field, side);
  if (next !== null) return next;
  const { size } = board;
  return field - (size - 1) * (STEPS[side][0] * size + STEPS[side][1]);
};

const replayed = (board, pushes) => {
  const situations = [{ open: board.open, goal: board.goal, reached: new Set([board.start]) }];
  for (const push of pushes) {
    const before = situations.at(-1);
    const open = before.open.map(() => 0);
    before.open.forEach((tile, field) => { open[taken(board, field, push)] = tile; });
    const moved = [...before.reached].map((field) => taken(board, field, push));
    situations.push({ open, goal: taken(board, before.goal, push), reached: new Set(walked(board, open, moved).keys()) });
  }
  return situations;
};

// the plan with walks that are as short as they can be, backwards from the goal
const played = (board, pushes, situations) => {
  const moves = [];
  let last = situations.at(-1).goal;
  for (let i = pushes.length; i > 0; i--) {
    const far = walked(board, situations[i].open, [last]);
    const landings = [...situations[i - 1].reached].map((field) => [taken(board, field, pushes[i - 1]), field])
      .filter(([there]) => far.has(there)).sort(([a], [b]) => far.get(a) - far.get(b) || a - b);
    const [landed, from] = landings[0];
    if (last !== landed) moves.unshift(`walk ${last}`);
    moves.unshift(`push ${pushes[i - 1].line} ${pushes[i - 1].side}`);
    last = from;
  }
  return moves;
};

// the moves that the page plays; null where its game has other rules
const moves = (board, atoms) => {
  const pushes = atoms.map(({ args: [line, side, step] }) => ({ line, side: written(side), step })).sort((a, b) => a.step - b.step);
  return board.rules.length ? null : played(board, pushes, replayed(board, pushes));
};

// ---- clicks

const tools = [
  { id: "open", label: "open or close a side" },
  { id: "turn", label: "turn a tile" },
  { id: "start", label: "the avatar's start" },
  { id: "goal", label: "the goal" },
  { id: "most", label: "at most so many pushes", field: { label: "pushes", value: "3" }, anywhere: true },
];

const spots = (board, tool) => all(board).flatMap((field) => {
  const [x, y] = place(board, field);
  const whole = { id: String(field), at: [x, y], label: `field ${name(board, field)}` };
  if (tool !== "open") return [whole];
  return Object.entries(STEPS).map(([side, [up, right]]) => ({
    id: `${field} ${side}`,
    at: [x + right * CELL * 0.32, y - up * CELL * 0.32],
    label: `field ${name(board, field)}, its ${WORDS[side]} side`,
  }));
});

const change = (board, { tool, spot, text }) => {
  const [field, side] = spot.split(" ");
  const at = Number(field);
  const tile = board.open[at];
  const laid = (bits) => ({ ...board, open: board.open.map((each, i) => (i === at ? bits : each)) });
  if (tool === "open") return laid(tile ^ BITS[side]);
  if (tool === "turn") return laid(((tile << 1) & 15) | (tile >> 3));
  if (tool === "start") return { ...board, start: at };
  if (tool === "goal") return { ...board, goal: at };
  const most = Number(text);
  if (!/^\d{1,9}$/.test(text)) throw new Misfit(`expected a number of pushes, found ${text}`);
  return { ...board, most };
};

const resize = (board, [columns, rows]) => {
  const size = columns !== board.size ? columns : rows;
  if (!(size >= 1 && size <= MOST)) throw new Misfit(`expected 1 to ${MOST} rows, found ${size}`);
  const kept = (field) => (Math.min(row(board, field), size) - 1) * size + Math.min(column(board, field), size) - 1;
  const open = Array(size * size).fill(0);
  for (const field of all(board)) {
    if (row(board, field) <= size && column(board, field) <= size) open[kept(field)] = board.open[field];
  }
  return { ...board, size, open, start: kept(board.start), goal: kept(board.goal) };
};

const blank = () => ({ size: 4, open: Array(16).fill(0), start: 0, goal: 15, most: 4, rules: [] });

// under options that overlays set, as `adapt` in Python
const adapt = (board, options) => {
  const wanted = Object.keys(options).filter((name) => options[name] === "true");
  return { ...board, rules: RULES.filter((rule) => (rule in options ? wanted.includes(rule) : board.rules.includes(rule))) };
};

const lab = {
  read, facts, adapt, script, moves, tools, spots, change, blank, resize, size: (board) => [board.size, board.size],
};
