// Actors that a scene only lists, see fold.py: what they look like is one path for each look in a
// part of the scene. An actor is awake, an element of its own, while it moves or is pointed at.
const SVG = "http://www.w3.org/2000/svg";
// actors in columns and rows, all alike
const gridOf = ([x, y, step, columns, rows, head, [column, row], [right, down]]) => Array.from(
  { length: columns * rows },
  (_, n) => [n % columns, Math.floor(n / columns)],
).map(([i, j]) => [x + i * step, y + j * step, 0, `${head}${column + i * right},${row + j * down})`]);

const unfolded = (svg, folds, [left, top, wide, high]) => {
  const actors = new Map();
  const listed = [];
  const awake = new Set();
  const stale = new Set(); // parts of folds that have to be drawn again
  const BANDS = 8; // from top to bottom, and from left to right: where they cross is a part
  const band = (share) => Math.max(0, Math.min(BANDS - 1, Math.floor(share * BANDS)));

  const changed = (part) => {
    if (!stale.size) queueMicrotask(draw);
    stale.add(part);
  };

  const draw = () => {
    for (const part of stale) {
      const looks = new Map();
      for (const actor of part.actors) {
        if (actor.element) continue;
        const look = looks.get(actor.classes) || part.fold.patterns.map(() => []);
        looks.set(actor.classes, look);
        for (const [style, commands] of actor.shapes) {
          if (part.fold.marks[style] && !actor.marks) continue;
          look[style].push(`M${actor.x} ${actor.y}${commands}`);
        }
      }
      for (const classes of [...part.looks.keys()]) {
        if (looks.has(classes)) continue;
        part.looks.get(classes)[0].parentNode.remove();
        part.looks.delete(classes);
      }
      for (const [classes, look] of looks) {
        if (!part.looks.has(classes)) part.looks.set(classes, looked(part, classes));
        const paths = part.looks.get(classes);
        look.map((each) => each.join("")).forEach((commands, style) => {
          if ((paths[style].getAttribute("d") || "") === commands) return;
          paths[style].setAttribute("d", commands);
        });
      }
    }
    stale.clear();
  };

  // a group for actors of these classes, with a path for each style
  const looked = (part, classes) => {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", `${classes} asleep`);
    const paths = part.fold.patterns.map((pattern) => pattern.cloneNode());
    group.append(...paths);
    part.element.append(group);
    return paths;
  };

  const wake = (actor) => {
    if (actor.element) return;
    const { fold, shapes, part } = actor;
    actor.element = document.createElementNS(SVG, "g");
    actor.element.setAttribute("data-actor", actor.name);
    actor.element.setAttribute("class", actor.classes);
    actor.placed = `translate(${actor.x} ${actor.y})`;
    actor.element.setAttribute("transform", actor.placed);
    for (const [style, commands] of shapes) {
      const shape = fold.patterns[style].cloneNode();
      shape.setAttribute("d", `M0 0${commands}`);
      actor.element.append(shape);
    }
    fold.element.append(actor.element);
    awake.add(actor);
    changed(part);
  };

  // all go to sleep again but these
  const doze = (kept) => {
    for (const actor of awake) {
      if (kept.has(actor)) continue;
      actor.element.remove();
      actor.element = null;
      awake.delete(actor);
      partOf(actor);
      changed(actor.part);
    }
  };

  const partOf = (actor) => {
    const { fold } = actor;
    const part = fold.parts[BANDS * band((actor.y - top) / high) + band((actor.x - left) / wide)];
    if (part === actor.part) return;
    if (actor.part) {
      actor.part.actors.delete(actor);
      changed(actor.part);
    }
    actor.part = part;
    part.actors.add(actor);
    changed(part);
  };

  // what has become of an actor that sleeps
  const turned = (actor) => {
    partOf(actor);
    changed(actor.part);
  };

  for (const [index, { kinds, grid, actors: told = gridOf(grid) }] of folds.entries()) {
    const element = svg.querySelector(`[data-fold="${index}"]`);
    const patterns = [...element.children];
    element.replaceChildren();
    const marks = patterns.map((each) => each.classList.contains("mark"));
    const fold = { element, patterns, marks, parts: [] };
    for (let i = 0; i < BANDS * BANDS; i++) {
      const group = document.createElementNS(SVG, "g");
      element.append(group);
      fold.parts.push({ fold, element: group, actors: new Set(), looks: new Map() });
    }
    for (const [x, y, kind, name] of told) {
      const [base, frame, shapes] = kinds[kind];
      const actor = {
        name, x, y, base, frame, shapes, fold, part: null, element: null,
        shown: {}, marks: "", placed: "", classes: base,
      };
      partOf(actor);
      if (name === undefined) continue; // its shapes never change
      actors.set(name, actor);
      listed.push(actor);
    }
  }

  // the one that lies at a point of the scene
  const under = ([x, y]) => {
    const within = ({ frame: [west, north, east, south], x: ax, y: ay }) => x >= ax + west
      && x <= ax + east && y >= ay + north && y <= ay + south;
    return listed.findLast(within);
  };

  return { actors, wake, doze, turned, under };
};
