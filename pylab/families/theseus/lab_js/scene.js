// The scene: pylab/families/theseus/draw.py once more.
const at = (plan, x, y) => [MARGIN + x * UNIT, MARGIN + (plan.height / PARTS - y) * UNIT];

const middle = (plan, state, aside = 0) => {
  const { x, y } = plan.openings[state % doorsOf(plan)];
  const [dx, dy] = RIGHT_OF[directionOf(plan, state)];
  return at(plan, x / PARTS + dx * aside, y / PARTS + dy * aside);
};

// doors of a bare graph in columns by distance from the start, in them near their neighbours
const columns = (graph) => {
  const touched = [graph.start, graph.goal, ...graph.edges.flatMap(({ source, target }) => [source, target])];
  const nodes = [...new Set(touched.map((state) => state % graph.nodes))].sort((a, b) => a - b);
  const near = new Map(nodes.map((node) => [node, new Set()]));
  for (const { source, target } of graph.edges) {
    near.get(source % graph.nodes).add(target % graph.nodes);
    near.get(target % graph.nodes).add(source % graph.nodes);
  }
  const level = new Map([[graph.start % graph.nodes, 0]]);
  for (const [node, far] of level) for (const next of near.get(node)) if (!level.has(next)) level.set(next, far + 1);
  const beyond = Math.max(...level.values()) + 1;
  const lists = new Map();
  for (const node of nodes) {
    const far = level.has(node) ? level.get(node) : beyond;
    lists.set(far, [...(lists.get(far) || []), node]);
  }
  const rank = new Map();
  const mean = (node) => {
    const known = [...near.get(node)].filter((each) => rank.has(each)).map((each) => rank.get(each));
    return known.length ? known.reduce((a, b) => a + b, 0) / known.length : 0;
  };
  for (const far of [...lists.keys()].sort((a, b) => a - b)) {
    const means = new Map(lists.get(far).map((node) => [node, mean(node)]));
    lists.get(far).sort((a, b) => means.get(a) - means.get(b) || a - b);
    lists.get(far).forEach((node, i) => rank.set(node, i - lists.get(far).length / 2));
  }
  const tallest = Math.max(...[...lists.values()].map((list) => list.length));
  return new Map([...lists].flatMap(([far, list]) => list.map((node) => [
    node, [50 + 105 * far, 50 + 62 * (rank.get(node) + tallest / 2)],
  ])));
};

const drawPlan = (plan) => {
  const [width, height] = [(plan.width / PARTS) * UNIT, (plan.height / PARTS) * UNIT];
  const drawing = new Drawing(width + 2 * MARGIN, height + 2 * MARGIN, "The labyrinth of Theseus");
  drawing.rect(MARGIN, MARGIN, width, height, { fill: COLOURS.FLOOR });
  for (const room of plan.rooms) {
    const [x, y] = at(plan, room.x / PARTS, (room.y + room.height) / PARTS);
    const style = { fill: "none", stroke: COLOURS.INK, "stroke-width": 3.5 };
    drawing.rect(x, y, (room.width / PARTS) * UNIT, (room.height / PARTS) * UNIT, style);
  }
  plan.openings.forEach(({ forward }, door) => {
    const [x, y] = middle(plan, door);
    const across = (GAP * UNIT) / 2;
    const [dx, dy] = forward === "u" ? [across, 0] : [0, across];
    drawing.line(x - dx, y - dy, x + dx, y + dy, { stroke: COLOURS.FLOOR, "stroke-width": 5 });
  });
  for (const [door, word, fill] of [[plan.start, "start", COLOURS.HERO], [plan.goal, "goal", COLOURS.GOAL]]) {
    const { forward, before } = plan.openings[door];
    const [x, y] = middle(plan, door);
    const style = { fill, "font-weight": "bold" };
    if (forward === "u") {
      drawing.text(x, y + (before !== null ? -17 : 24), word, 15, style);
    } else {
      const beside = x + (before !== null ? 14 : -14);
      const transform = `rotate(${before !== null ? 90 : -90} ${beside.toFixed(1)} ${y.toFixed(1)})`;
      drawing.text(beside, y, word, 15, { ...style, transform });
    }
  }
  return drawing;
};

const drawGraph = (graph) => {
  const places = columns(graph);
  const width = Math.max(...[...places.values()].map(([x]) => x)) + 60;
  const height = Math.max(...[...places.values()].map(([, y]) => y)) + 80;
  const drawing = new Drawing(width, height, "The labyrinth of Theseus");
  for (const [one, other, number, heads] of waysOf(graph)) {
    const others = places.size > MOST ? [] : [...places].filter(([node]) => node !== one && node !== other).map(([, place]) => place);
    drawEdge(drawing, Curve.around(places.get(one), places.get(other), others, 21, 6 * number), heads);
  }
  for (const [node, [x, y]] of places) {
    const end = node === graph.start % graph.nodes || node === graph.goal % graph.nodes;
    const rim = node === graph.start % graph.nodes ? COLOURS.HERO : COLOURS.GOAL;
    if (end) drawing.circle(x, y, NODE + 4, { fill: "none", stroke: rim, "stroke-width": 2 });
    drawing.circle(x, y, NODE, { fill: end ? COLOURS.INK : COLOURS.CARD, stroke: COLOURS.INK, "stroke-width": 1.5 });
    drawing.text(x, y + 4.5, node, 12, { fill: end ? COLOURS.CARD : COLOURS.INK });
  }
  return drawing;
};

// what joins doors, once for both directions: the lower and the higher door, which of those between
// them it is, and whether it has an arrow at each end
const waysOf = (graph) => {
  const there = new Map();
  const often = (one, other) => there.get(`${one} ${other}`) || 0;
  const pairs = new Map();
  for (const { source, target } of graph.edges) {
    const [one, other] = [source % graph.nodes, target % graph.nodes];
    there.set(`${one} ${other}`, often(one, other) + 1);
    const pair = [Math.min(one, other), Math.max(one, other)];
    pairs.set(String(pair), pair);
  }
  return [...pairs.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]).flatMap(([one, other]) => {
    const loop = one === other;
    const [onward, back] = [often(one, other), loop ? 0 : often(other, one)];
    const both = loop ? Math.floor(onward / 2) : Math.min(onward, back);
    const kinds = [
      ...Array(both).fill([false, false]),
      ...Array(onward - (loop ? 2 : 1) * both).fill([true, false]),
      ...Array(loop ? 0 : back - both).fill([false, true]),
    ];
    return kinds.map((heads, i) => [one, other, i + 1, heads]);
  });
};

const drawEdge = (drawing, curve, heads) => {
  const style = { fill: "none", stroke: COLOURS.WAY, "stroke-width": 1 };
  if (curve.start === curve.end) {
    drawing.circle(curve.start[0], curve.start[1] - 16, 9, style);
    return;
  }
  drawing.path(curve.commands(), style);
  [curve, curve.turned()].forEach((each, i) => {
    if (heads[i]) drawing.polygon(each.head(NODE + 2, 6, 3), { fill: COLOURS.WAY });
  });
};

// where the walker is in each state: a door is passed on its right
const placesOf = (puzzle) => {
  const doors = doorsOf(puzzle);
  if (isPlan(puzzle)) {
    return new Map(Array.from({ length: 2 * doors }, (_, state) => [state, middle(puzzle, state, BESIDE)]));
  }
  const found = columns(puzzle);
  const there = [...found.keys()].sort((a, b) => a - b);
  return new Map([...there, ...there.map((door) => door + doors)].map((state) => [state, found.get(state % doors)]));
};

const scene = (puzzle, places) => {
  const plan = isPlan(puzzle);
  const doors = doorsOf(puzzle);
  const drawing = plan ? drawPlan(puzzle) : drawGraph(puzzle);
  drawing.group({ id: "trail", "pointer-events": "none" });
  for (const [door, place] of places) {
    if (door >= doors) continue;
    const [x, y] = plan ? middle(puzzle, door) : place;
    drawing.group({ "data-actor": `d${door}` }, () => {
      drawing.circle(x, y, 13, { fill: "none", "pointer-events": "all" });
      if (door === goalOf(puzzle) % doors) drawing.circle(x, y, plan ? 11 : 16, { class: "goal" });
      drawing.circle(x, y, 12, { class: "mark" });
    });
  }
  const start = startOf(puzzle);
  const turn = plan ? TURNS[directionOf(puzzle, start)] : 0;
  const transform = `translate(${places.get(start).map(number).join(" ")}) rotate(${turn})`;
  drawing.group({ "data-actor": "hero", transform, "pointer-events": "none" }, () => {
    drawing.path("M0 -13L9 9L0 5L-9 9Z", { class: "hero", "stroke-linejoin": "round" });
  });
  return drawing;
};

const howto = ({ limits }) => {
  const often = (most) => ({ 1: "once", 2: "twice" }[most] || `${most} times`);
  let once = LIMITS.filter((kind) => limits[kind]).map((kind) => `no ${kind} more than ${often(limits[kind])}`).join(" and ");
  if (!limits.passage && !limits.edge) once = `no door twice in the same direction${once && `, ${once}`}`;
  return `Turn left or right in every room, never go straight on; ${once}. Click a door.`;
};

const script = (puzzle) => {
  const places = placesOf(puzzle);
  const corner = ({ source, target }) => {
    if (!isPlan(puzzle)) return null;
    const [here, there] = [places.get(source), places.get(target)];
    return upright(directionOf(puzzle, source)) ? [here[0], there[1]] : [there[0], here[1]];
  };
  const { limits } = puzzle;
  return {
    scene: scene(puzzle, places),
    data: {
      doors: doorsOf(puzzle),
      places: Object.fromEntries([...places].map(([state, place]) => [
        String(state), [...place, isPlan(puzzle) ? TURNS[directionOf(puzzle, state)] : null],
      ])),
      edges: edgesOf(puzzle).map((edge) => [
        edge.source, edge.target, edge.weight / PARTS, edge.rooms, edge.passage, corner(edge),
      ]),
      start: startOf(puzzle),
      goal: goalOf(puzzle),
      limits: { ...limits, state: Number(!limits.passage && !limits.edge) },
      cycles: false,
    },
    howto: howto(puzzle),
    trail: "hero",
    playable: !limits.point,
  };
};
