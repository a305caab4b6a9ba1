// The scene of a mission graph: pylab/families/dungeon/draw_graph.py once more.
const [ROUND, RADIUS] = [48, 19];
const CROWD = 200; // in larger graphs passages are not led around rooms

// how two rooms are joined: around all others, and the same in both directions
const curveOf = (spots, one, other) => {
  const [first, last] = [one, other].sort(before);
  const others = spots.size > CROWD ? [] : [...spots].filter(([name]) => name !== one && name !== other).map(([, spot]) => spot);
  const curve = Curve.around(spots.get(first), spots.get(last), others, 27, 0);
  return first === one ? curve : curve.turned();
};

// rooms in layers, from the start at the left
const laid = (mission) => {
  const beside = new Map(mission.rooms.map(({ name }) => [name, []]));
  for (const { tail, head, sealed } of mission.passages) {
    if (sealed || tail === head) continue;
    beside.get(tail).push(head);
    beside.get(head).push(tail);
  }
  const order = new Map();
  for (const name of [mission.start, ...beside.keys()]) {
    if (order.has(name)) continue;
    const found = new Set([name]);
    for (const here of found) beside.get(here).forEach((other) => found.add(other));
    for (const other of found) order.set(other, order.size);
  }
  const joined = [...beside].flatMap(([one, others]) => [...new Set(others)].map((other) => [order.get(one), order.get(other)]));
  const [spots] = layeredPlaces([...order].map(() => [44, 30]), joined.filter(([one, other]) => one < other).sort(([a, b], [c, d]) => a - c || b - d));
  const hundredths = (value) => Number((ROUND + value).toFixed(2));
  return new Map([...beside.keys()].map((name) => [name, [...spots[order.get(name)]].reverse().map(hundredths)]));
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
