// The scene: pylab/families/fractal/draw.py once more.
const [SCALED, MARGIN, SMALL, LARGE, COLUMNS, ROW] = [8, 84, 11, 15, 3, 18];
const WHOLE = SIDE * SCALED + 2 * MARGIN;

const at = ([x, y]) => [MARGIN + x * SCALED, MARGIN + y * SCALED];

const round = (value, digits) => Number(fixed(value, digits));

const apart = (points) => points.filter((point, i) => i === 0 || dist(point, points[i - 1]) > 1e-6);

// path commands along points, the corners rounded
const smooth = (points, radius) => {
  const kept = apart(points);
  const shown = ([x, y]) => `${fixed(x, 2)} ${fixed(y, 2)}`;
  const toward = (here, there, distance) => {
    const part = distance / (dist(here, there) || 1);
    return [here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part];
  };
  const words = [`M${shown(kept[0])}`];
  kept.slice(1, -1).forEach((here, i) => {
    const [last, next] = [kept[i], kept[i + 2]];
    const cut = Math.min(radius, dist(last, here) / 2, dist(here, next) / 2);
    words.push(`L${shown(toward(here, last, cut))}`, `Q${shown(here)} ${shown(toward(here, next, cut))}`);
  });
  return [...words, `L${shown(kept.at(-1))}`].join(" ");
};

const drawArrow = (drawing, plan, origin, target) => {
  const [[x0, y0], [x1, y1]] = [at(plan.points.get(origin)), at(plan.points.get(target))];
  let [nx, ny] = normal(plan, target);
  if (!nx && !ny) {
    const length = dist([x0, y0], [x1, y1]) || 1;
    [nx, ny] = [(x0 - x1) / length, (y0 - y1) / length];
  }
  const [x, y] = [x1 + nx * 6, y1 + ny * 6];
  const wings = [5, -5].map((w) => [x + nx * 10 - w * ny, y + ny * 10 + w * nx]);
  drawing.polygon([[x, y], ...wings], { fill: COLOURS.WAY });
};

const drawMaze = (drawing, maze, plan) => {
  const side = SIDE * SCALED;
  drawing.rect(MARGIN, MARGIN, side, side, { rx: 14, fill: COLOURS.FLOOR, stroke: COLOURS.INK, "stroke-width": 2.5 });
  for (const square of plan.squares.values()) {
    const [x, y] = at([square.x, square.y]);
    const size = square.side * SCALED;
    drawing.rect(x, y, size, size, { rx: 8, fill: COLOURS.CARD, stroke: COLOURS.INK, "stroke-width": 1.8 });
  }
  const oneways = new Set(maze.oneways.map(([a, b]) => pair(a, b)));
  for (const [key, { a, b, points }] of plan.ways) {
    drawing.path(smooth(apart(points.map(at)), 14), { fill: "none", stroke: COLOURS.WAY, "stroke-width": 2.2 });
    if (oneways.has(key)) drawArrow(drawing, plan, a, b);
  }
  for (const hub of plan.hubs.values()) drawing.circle(...at(hub), 4, { fill: COLOURS.WAY });
  for (const [name, point] of plan.points) {
    if (boxOf(name) !== null) drawing.circle(...at(point), 3.6, { fill: COLOURS.CARD, stroke: COLOURS.INK, "stroke-width": 1.6 });
  }
};

const drawCopies = (drawing, plan, name) => {
  for (const square of plan.squares.values()) {
    const scale = square.side / SIDE;
    const [x, y] = at([square.x, square.y]).map((value) => value - MARGIN * scale);
    const transform = `translate(${number(x)} ${number(y)}) scale(${fixed(scale, 5)})`;
    drawing.use(name, { transform, "pointer-events": "none" });
  }
};

const shortened = (name, room, size) => {
  const letters = [...name];
  const most = Math.max(1, Math.floor(room / (0.6 * size)));
  if (letters.length <= most) return name;
  if (most < 3) return "…";
  const last = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - last).join("")}…${letters.slice(-last).join("")}`;
};

// beside the labels that are there already
const drawLabel = (drawing, plan, name, [px, py], numbers, taken) => {
  const box = boxOf(name);
  const inside = !isOuter(name) && box === null;
  const [nx, ny] = inside ? [0, 1] : normal(plan, name);
  // how far the nearest label on the same edge is away
  const room = () => {
    const far = [...plan.points].filter(([other]) => other !== name && boxOf(other) === box
      && String(normal(plan, other)) === String([nx, ny]) && (box !== null || isOuter(other)))
      .map(([, point]) => dist(plan.points.get(name), point));
    return SCALED * (far.length ? Math.min(...far) : SIDE);
  };
  const [size, away, bare] = inside ? [LARGE, 21, name.slice(name.indexOf(".") + 1)]
    : box === null ? [LARGE, nx ? 17 : 20, name] : [SMALL, 10, behind(name)];
  const square = plan.squares.get(box);
  const most = inside ? 120 : nx ? (box === null ? MARGIN - 20 : (square.side * SCALED) / 2 - 14) : room();
  const shown = numbers.get(bare) || shortened(bare, most, size);
  const wide = 0.6 * size * [...shown].length;
  const [low, high] = square ? [0, square.side].map((more) => at([square.x + more, square.y + more])) : [[0, 0], [WHOLE, WHOLE]];
  const x = Math.min(Math.max(px - nx * (away + wide / 2), low[0] + wide / 2 + 3), high[0] - wide / 2 - 3);
  const y = Math.min(Math.max(py - ny * away, low[1] + size / 2), high[1] - size / 2);
  const along = (ny ? (low[0] + high[0]) / 2 - x : (low[1] + high[1]) / 2 - y) < 0 ? -0.6 * size : 0.6 * size;
  const places = range(4).flatMap((k) => range(4).map((m) => [x - nx * size * k + (ny ? along * m : 0), y - ny * size * k + (nx ? along * m : 0)]));
  const free = ([a, b]) => taken.every(([c, d, w, h]) => Math.abs(a - c) >= (wide + w) / 2 || Math.abs(b - d) >= (size + h) / 2);
  const [left, top] = places.find(free) || places[0];
  taken.push([left, top, wide, size]);
  const halo = inside ? { stroke: COLOURS.FLOOR, "stroke-width": 4, "paint-order": "stroke" } : {};
  drawing.text(left, top + size * 0.35, shown, size, { fill: COLOURS.INK, ...halo });
};

const halfway = (points) => {
  const pieces = points.slice(1).map((point, i) => [points[i], point]);
  let left = pieces.reduce((sum, piece) => sum + dist(...piece), 0) / 2;
  for (const [[x0, y0], [x1, y1]] of pieces) {
    const piece = dist([x0, y0], [x1, y1]);
    if (left <= piece && piece) return [x0 + ((x1 - x0) * left) / piece, y0 + ((y1 - y0) * left) / piece];
    left -= piece;
  }
  return points[0];
};

// the labels of corridors: at their hubs, or half way
const drawLabels = (drawing, maze, plan) => {
  const labels = new Map();
  const put = (point, label) => labels.set(String(point), [point, [...(labels.get(String(point))?.[1] || []), label]]);
  const half = (a, b) => halfway(plan.ways.get(pair(a, b)).points);
  maze.cliques.forEach((clique, i) => {
    if (clique.label && plan.hubs.has(i)) put(plan.hubs.get(i), clique.label);
    else if (clique.label && clique.length === 2) put(half(...clique), clique.label);
  });
  for (const each of maze.oneways) if (each.label && each[0] !== each[1]) put(half(...each), each.label);
  for (const [point, found] of labels.values()) {
    const [x, y] = at(point);
    const words = shortened(found.join(", "), 90, SMALL + 1);
    const width = 8 + 0.6 * (SMALL + 1) * [...words].length;
    const quiet = { "stroke-width": 1, "pointer-events": "none" };
    drawing.rect(x - width / 2, y - 9, width, 18, { rx: 9, fill: COLOURS.PAPER, stroke: COLOURS.LINE, ...quiet });
    drawing.text(x, y + 4, words, SMALL + 1, { fill: COLOURS.INK, "pointer-events": "none" });
  }
};

const scene = (maze, plan) => {
  const names = locations(maze);
  const numbers = new Map(outerOf(maze).filter((name) => [...name].length > 5).map((name, i) => [name, `#${i + 1}`]));
  const below = WHOLE + 8;
  const height = below + (numbers.size ? ROW * (Math.ceil(numbers.size / COLUMNS) + 1) : 0);
  const many = (list, one, more) => `${list.length} ${list.length === 1 ? one : more}`;
  const size = `${many(outerOf(maze), "outer location", "outer locations")} and ${many(boxesOf(maze), "box", "boxes")}`;
  const drawing = new Drawing(WHOLE, height, `A labyrinth of ${size}`);
  drawing.group({}, () => {
    drawing.group({ id: "inmost" }, () => drawMaze(drawing, maze, plan));
    drawing.group({ id: "inner" }, () => {
      drawMaze(drawing, maze, plan);
      drawCopies(drawing, plan, "inmost");
    });
  }, "defs");
  const frame = SIDE * SCALED;
  const ring = `M0 0h${number(WHOLE)}v${number(WHOLE)}h${number(-WHOLE)}z`
    + `M${number(MARGIN)} ${number(MARGIN)}v${number(frame)}h${number(frame)}v${number(-frame)}z`;
  drawing.group({ "data-actor": "out" }, () => {
    drawing.path(ring, { fill: "none", "pointer-events": "all" });
    drawing.rect(5, 5, WHOLE - 10, WHOLE - 10, { rx: 16, class: "mark" });
    drawing.rect(MARGIN - 8, MARGIN - 8, frame + 16, frame + 16, { rx: 18, class: "mark" });
  });
  drawMaze(drawing, maze, plan);
  drawing.group({ class: "copy" }, () => drawCopies(drawing, plan, "inner"));
  [...plan.squares].forEach(([box, square], i) => {
    const [x, y] = at([square.x, square.y]);
    const side = square.side * SCALED;
    const letters = Math.min(side / 4, (1.5 * side) / [...box].length);
    drawing.group({ "data-actor": `b${i}` }, () => {
      drawing.rect(x, y, side, side, { fill: "none", "pointer-events": "all" });
      drawing.text(x + side / 2, y + side / 2 + letters * 0.36, box, letters, { fill: COLOURS.WAY, class: "ghostly" });
      drawing.rect(x - 5, y - 5, side + 10, side + 10, { rx: 10, class: "mark" });
    });
  });
  drawLabels(drawing, maze, plan);
  drawing.text(MARGIN + 4, 38, "", 28, { fill: COLOURS.INK, "text-anchor": "start", "data-actor": "where" });
  drawing.group({ id: "trail", "pointer-events": "none" });
  const targets = new Set(targetsOf(maze));
  const joined = new Set([...maze.cliques, ...maze.oneways].flat());
  const taken = [];
  names.forEach((name, i) => {
    const [x, y] = at(plan.points.get(name));
    const port = boxOf(name) !== null;
    drawing.group({ "data-actor": `l${i}` }, () => {
      drawing.circle(x, y, 14, { fill: "none", "pointer-events": "all" });
      if (targets.has(name)) drawing.circle(x, y, 10, { fill: "none", stroke: COLOURS.GOAL, "stroke-width": 2.4, class: "ring" });
      if (port && !joined.has(name)) {
        drawing.circle(x, y, 2, { fill: COLOURS.SHADE });
      } else {
        const fill = name === maze.start ? COLOURS.HERO : COLOURS.CARD;
        drawing.circle(x, y, port ? 3.6 : 5.5, { fill, stroke: COLOURS.INK, "stroke-width": 1.6 });
        drawLabel(drawing, plan, name, [x, y], numbers, taken);
      }
      drawing.circle(x, y, 15, { class: "mark" });
    });
  });
  const [x, y] = at(plan.points.get(maze.start)).map(number);
  drawing.group({ "data-actor": "hero", transform: `translate(${x} ${y})`, "pointer-events": "none" }, () => {
    drawing.circle(0, 0, 13, { fill: COLOURS.HERO, class: "hero" });
    drawing.circle(0, 0, 4, { fill: COLOURS.PAPER, class: "paper" });
  });
  [...numbers].forEach(([name, short], i) => {
    const words = `${short} ${shortened(name, (WHOLE - 40) / COLUMNS - 40, SMALL + 1)}`;
    const left = 20 + ((i % COLUMNS) * (WHOLE - 40)) / COLUMNS;
    drawing.text(left, below + ROW * (Math.floor(i / COLUMNS) + 1), words, SMALL + 1, { fill: COLOURS.INK, "text-anchor": "start" });
  });
  return drawing;
};

const script = (maze) => {
  if (isSystem(maze)) throw new Misfit("expected a labyrinth, found a pushdown system, which has no picture");
  const plain = locations(maze);
  if (plain.length > MOST) throw new Misfit(`expected at most ${MOST} locations to watch, found more`);
  const pairs = maze.spelling ? unspelled({ ...maze, spelling: certain(maze.spelling) }) : maze;
  const names = locations(pairs);
  const plan = planOf(maze);
  const drawing = scene(maze, plan);
  const index = new Map(names.map((name, i) => [name, i]));
  const boxes = [...plan.squares.keys()];
  const shown = (points) => points.map((point) => at(point).map((value) => round(value, 1)));
  const way = (a, b) => plan.ways.get(pair(a, b)) && shown(plan.ways.get(pair(a, b)).points);
  const between = (a, b) => {
    const hub = hubName([...plan.hubs.keys()].find((i) => [a, b].every((name) => maze.cliques[i].includes(name))));
    const whole = way(a, b) || way(b, a)?.reverse() || [...way(a, hub), ...way(b, hub).reverse().slice(1)];
    return whole.slice(1, -1);
  };
  const walksOf = (name) => {
    const ends = [...pairs.cliques.filter((clique) => clique.includes(name)).flat(), ...pairs.oneways.filter(([a]) => a === name).map(([, b]) => b)];
    return [...new Set(ends)].filter((end) => end !== name).map((end) => [index.get(end), between(placeOf(name), placeOf(end))]);
  };
  const [left, top, width, height] = drawing.view;
  const [x0, y0] = at([0, 0]);
  return {
    scene: drawing,
    data: {
      names,
      boxes,
      points: shown([...names.map((name) => plan.points.get(placeOf(name)))]),
      walks: names.map(walksOf),
      enter: names.map((name) => (boxOf(name) === null ? null : [boxes.indexOf(boxOf(name)), index.get(behind(name))])),
      leave: boxes.map((box) => names.map((name) => (index.has(`${box}.${name}`) ? index.get(`${box}.${name}`) : -1))),
      start: index.get(pairs.start),
      targets: [...new Set(targetsOf(pairs).map((name) => index.get(name)))].sort((a, b) => a - b),
      dive: pairs.goal.kind === "reach",
      reads: pairs.goal.reads,
      accept: maze.goal.kind === "accept" ? maze.goal.names : [],
      ...(maze.spelling ? { plain, place: names.map((name) => plain.indexOf(placeOf(name))) } : {}),
      whole: drawing.view,
      views: [...plan.squares.values()].map((square) => {
        const [x, y] = at([square.x, square.y]);
        const share = square.side / SIDE;
        return [x + (left - x0) * share, y + (top - y0) * share, width * share, height * share].map((value) => round(value, 3));
      }),
    },
    howto: "Click a location to walk to it. At a port, click its box to enter the copy within; in a copy, "
      + "click outside the frame to leave it.",
    trail: "hero",
    playable: true,
  };
};
