// The picture and the game: as Python made them (PLANS) or, after a change, drawn plainly.
const [SCALED, MARGIN, SMALL, LARGE, LARGER, FEW] = [8, 84, 11, 15, 5, 12];
const WHOLE = SIDE * SCALED + 2 * MARGIN;

const at = ([x, y]) => [MARGIN + x * SCALED, MARGIN + y * SCALED];

const round = (value, digits) => Number(fixed(value, digits));
const shortened = (name, most) => ([...name].length > most ? `${[...name].slice(0, most - 1).join("")}…` : name);

const drawArrow = (drawing, points) => {
  const [[x0, y0], [x1, y1]] = points.slice(-2);
  const length = dist([x0, y0], [x1, y1]) || 1;
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
  const [x, y] = [x1 - dx * 6, y1 - dy * 6];
  drawing.polygon([[x, y], ...[5, -5].map((w) => [x - dx * 10 - w * dy, y - dy * 10 + w * dx])], { fill: COLOURS.WAY });
};

const drawMaze = (drawing, maze, plan) => {
  const side = SIDE * SCALED;
  drawing.rect(MARGIN, MARGIN, side, side, { rx: 14, fill: COLOURS.FLOOR, stroke: COLOURS.INK, "stroke-width": 2.5 });
  for (const square of plan.squares.values()) {
    const size = square.side * SCALED;
    drawing.rect(...at([square.x, square.y]), size, size, { rx: 8, fill: COLOURS.CARD, stroke: COLOURS.INK, "stroke-width": 1.8 });
  }
  const oneways = new Set(maze.oneways.map(([a, b]) => pair(a, b)));
  for (const [key, { points }] of plan.ways) {
    const way = `M${points.map((point) => at(point).map(number).join(" ")).join("L")}`;
    drawing.path(way, { fill: "none", stroke: COLOURS.WAY, "stroke-width": 2.2, "stroke-linejoin": "round" });
    if (oneways.has(key)) drawArrow(drawing, points.map(at));
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

// where it covers none that is there already, if there is room
const drawLabel = (drawing, plan, name, [px, py], taken) => {
  const inside = isPlace(name) && !isOuter(name);
  const [nx, ny] = inside ? [0, 1] : normal(plan, name);
  const more = [...plan.points.keys()].filter(isOuter).length <= FEW ? LARGER : 0;
  const [size, away, bare, most] = inside ? [LARGE + more, 21, name.slice(name.indexOf(".") + 1), 14]
    : isOuter(name) ? [LARGE + more, 18, name, 7] : [SMALL + more, 10 + more / 2, behind(name), 5];
  const shown = shortened(bare, most);
  const wide = 0.6 * size * [...shown].length;
  const places = range(4).map((k) => [px - nx * (away + wide / 2 + size * k), py - ny * (away + size * k)]);
  const [x, y] = places.find(([a, b]) => taken.every(([c, d, w]) => Math.abs(a - c) >= (wide + w) / 2 || Math.abs(b - d) >= size)) || places[0];
  taken.push([x, y, wide]);
  const halo = inside ? { stroke: COLOURS.FLOOR, "stroke-width": 4, "paint-order": "stroke" } : {};
  drawing.text(x, y + size * 0.35, shown, size, { fill: COLOURS.INK, ...halo });
};

// the labels of corridors: at their hubs, or half way
const drawLabels = (drawing, maze, plan) => {
  const found = new Map();
  const put = ([a, b], label, hub) => {
    const { points } = hub ? { points: [hub] } : plan.ways.get(pair(a, b));
    const middle = Math.floor((points.length - 1) / 2);
    const point = [0, 1].map((i) => (points[middle][i] + (points[middle + 1] || points[middle])[i]) / 2);
    found.set(String(point), [point, [...(found.get(String(point))?.[1] || []), label]]);
  };
  maze.cliques.forEach((clique, i) => clique.label && clique.length > 1 && put(clique, clique.label, plan.hubs.get(i)));
  for (const each of maze.oneways) if (each.label) put(each, each.label);
  for (const [point, labels] of found.values()) {
    const [x, y] = at(point);
    const style = { fill: COLOURS.INK, stroke: COLOURS.PAPER, "stroke-width": 5, "paint-order": "stroke", "pointer-events": "none" };
    drawing.text(x, y + 4, shortened(labels.join(", "), 14), SMALL + 1, style);
  }
};

const scene = (maze, plan) => {
  const names = locations(maze);
  const size = `${counted(outerOf(maze).length, "outer location")} and ${counted(boxesOf(maze).length, "box", "boxes")}`;
  const drawing = new Drawing(WHOLE, WHOLE + 8, `A labyrinth of ${size}`);
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
        drawLabel(drawing, plan, name, [x, y], taken);
      }
      drawing.circle(x, y, 15, { class: "mark" });
    });
  });
  const [x, y] = at(plan.points.get(maze.start)).map(number);
  drawing.group({ "data-actor": "hero", transform: `translate(${x} ${y})`, "pointer-events": "none" }, () => {
    drawing.circle(0, 0, 13, { fill: COLOURS.HERO, class: "hero" });
    drawing.circle(0, 0, 4, { fill: COLOURS.PAPER, class: "paper" });
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
  const more = {
    howto: "Click a location to walk to it. At a port, click its box to enter the copy within; in a copy, "
      + "click outside the frame to leave it.",
    trail: "hero",
    playable: true,
  };
  const { made } = PLANS.get(facts(maze).join("\n")) || {};
  if (made) return { scene: { ...made, shapes: () => made.shapes }, data: made.data, ...more };
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
    ...more,
  };
};
