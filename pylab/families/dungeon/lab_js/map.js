// The scene of a dungeon: pylab/families/dungeon/draw_map.py once more.
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
