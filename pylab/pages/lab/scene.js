// Scenes: boards as pylab/drawing/scenes draws them, to the byte, and what a click on them does to the facts;
// knows no family. SCENE is that package's table, with the colours by their names.

const ASTRAL = /[\ud800-\udfff]/;

// texts in the order of their characters' numbers, as Python sorts them
const byText = (a, b) => {
  if (a === b) return 0;
  if (ASTRAL.test(a) || ASTRAL.test(b)) {
    const [x, y] = [a, b].map((each) => [...each].map((c) => c.codePointAt(0)));
    const at = x.findIndex((code, i) => code !== y[i]);
    return at < 0 ? x.length - y.length : x[at] - (y[at] ?? -1);
  }
  return a < b ? -1 : 1;
};

// ---- terms: numbers, names, strings after a quotation mark, [name, …arguments] (terms.py)

const sceneTerms = (atoms) => {
  const strings = [];
  const bare = atoms.join(",\n").replaceAll("\0", " ")
    .replace(/"((?:[^"\\]|\\.)*)"/g, (_, text) => {
      strings.push(text.replace(/[\0-\x1f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`));
      return "\0";
    })
    .replace(/(-?_*[a-z][\w']*)\(|-?_*[a-z][\w']*|#inf|#sup/g, (all, name) => (name === undefined ? `"${all}"` : `["${name}",`))
    .replaceAll("(", '["",').replaceAll(")", "]").replaceAll(",]", "]");
  let at = 0;
  return JSON.parse(`[${bare.replace(/\0/g, () => `"\\"${strings[at++]}"`)}]`);
};

const sceneText = (term) => {
  if (typeof term === "number") return String(term);
  if (typeof term === "string") {
    if (!term.startsWith('"')) return term;
    return `"${term.slice(1).replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`;
  }
  return `${term[0]}(${term.slice(1).map(sceneText).join(",")}${!term[0] && term.length === 2 ? "," : ""})`;
};

const sceneWords = (term) => {
  if (typeof term === "string") return term.startsWith('"') ? term.slice(1) : term;
  if (!Array.isArray(term) || term[0]) return sceneText(term);
  const touching = (left, right) => /([\p{L}\p{N}]|, -?\d+\))$/u.test(left) && /^(-?[\p{L}\p{N}]|\(-?\d+, )/u.test(right);
  const named = (left, right) => /^\p{L}$/u.test(left) && /^\d+$/.test(right); // as a4 is
  const isPlace = (part) => Array.isArray(part) && !part[0] && part.length > 2 && part.slice(1).every((each) => typeof each === "number");
  const parts = term.slice(1).map((part) => (isPlace(part) ? `(${part.slice(1).join(", ")})` : sceneWords(part))).filter(Boolean);
  return parts.map((part, i) => (i && touching(parts[i - 1], part) && !named(parts[i - 1], part) ? " " : "") + part).join("");
};

const byTerm = (a, b) => {
  const [one, other] = [a, b].map((t) => (typeof t === "number" ? 0 : Array.isArray(t) ? 3 : 1 + t.startsWith('"')));
  if (one !== other) return one - other;
  if (!one) return a - b;
  if (one < 3) return byText(a, b);
  return a.length - b.length || byText(a[0], b[0])
    || a.slice(1).map((each, i) => byTerm(each, b[i + 1])).find(Boolean) || 0;
};

const letters = (text) => [...text];
const shortened = (text, most = 60) => (letters(text).length <= most ? text : `${letters(text).slice(0, most - 1).join("")}…`);
const distinctRemarks = (remarks) => {
  const kinds = new Map();
  for (const each of new Set(remarks)) {
    const kind = each.slice(each.lastIndexOf(": ") + 1);
    kinds.set(kind, [...(kinds.get(kind) || []), each]);
  }
  const found = [...kinds.values()].map(([first, ...rest]) => (rest.length ? `${first} (and ${rest.length} more like it)` : first));
  return found.length > 20 ? [...found.slice(0, 19), `and ${found.length - 19} remarks more`] : found;
};

// ---- the vocabulary (schema.py)

const COMPASS = SCENE.compass;
const foundTerm = (term) => shortened(sceneText(term));

const placeOf = (term, plane) => {
  const { up = false, parts = 1 } = plane;
  const [name, ...given] = Array.isArray(term) ? term : [null];
  const numbers = given.every(Number.isInteger);
  let block = null;
  if (name === "" && numbers && (given.length === 2 || (given.length === 4 && given[2] > 0 && given[3] > 0))) {
    const [x, y, width = 1, height = 1] = given.map((n) => n / parts);
    block = { x, y, width, height };
  } else if (name === "" && given.length === 2 && Array.isArray(given[0]) && typeof given[1] === "string" && Object.hasOwn(COMPASS, given[1])) {
    const base = placeOf(given[0], plane);
    const [right, down] = COMPASS[given[1]];
    const [x, y] = centreOf(base);
    return { x: x + (right * base.width) / 2 - 0.25, y: y + (down * base.height) / 2 - 0.25, width: 0.5, height: 0.5, base, towards: [right, down] };
  } else {
    throw new Misfit(`expected a place (X,Y), a block (X,Y,W,H) or a compass point (P,ne), found ${foundTerm(term)}`);
  }
  const most = SCENE.limits.coordinate;
  if (Math.max(Math.abs(block.x), Math.abs(block.y), block.width, block.height) > most) {
    throw new Misfit(`expected numbers up to ${most} in a place, found ${foundTerm(term)}`);
  }
  return up ? { ...block, y: -block.y - block.height } : block;
};

const centreOf = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
const blockMoved = (block, x, y) => ({ ...block, x: block.x + x, y: block.y + y, base: block.base && blockMoved(block.base, x, y) });
const shapeMoved = (shape, x, y) => ({ ...shape,
  values: Object.fromEntries(Object.entries(shape.values).map(([name, each]) => [name, ["at", "from", "to"].includes(name) ? blockMoved(each, x, y) : each])) });
const anchorOf = ({ values }) => values.at || values.from;
const wholeOf = (block) => (block.base ? wholeOf(block.base) : block);

const colourOf = (term) => {
  if (typeof term === "number") {
    const count = SCENE.scale.length;
    return SCENE.scale[((term % count) + count) % count];
  }
  const name = typeof term === "string" ? sceneWords(term) : "";
  if (Object.hasOwn(SCENE.colours, name)) return SCENE.colours[name];
  if (name === "scale") return name;
  if (/^#[0-9a-fA-F]{6}$/.test(name)) return name.toLowerCase();
  throw new Misfit(`expected a colour or a style, found ${foundTerm(term)}`);
};

const lookOf = (term, preset) => {
  const parts = term === undefined ? [] : Array.isArray(term) && !term[0] ? term.slice(1) : [term];
  let colour = null;
  const styles = new Set();
  for (const each of parts) {
    if (typeof each === "string" && Object.hasOwn(SCENE.styles, each)) styles.add(each);
    else if (colour) throw new Misfit(`expected one colour and styles, found ${foundTerm(term)}`);
    else colour = colourOf(each);
  }
  return { colour: colour || SCENE.colours[preset], styles };
};

const SCENE_NOTHING = ["#inf", "#sup"];
const nothingIn = (term) => (Array.isArray(term) ? term.map(nothingIn).find(Boolean) : SCENE_NOTHING.find((each) => each === term));

const amongst = (known) => (term) => {
  if (typeof term === "string" && known.includes(term)) return term;
  throw new Misfit(`expected one of ${known.join(", ")}, found ${foundTerm(term)}`);
};

const SCENE_TYPES = {
  place: placeOf,
  look: (term, _, preset) => lookOf(term, preset),
  text: (term) => {
    if (nothingIn(term)) throw new Misfit(`expected a text, found ${nothingIn(term)}, as #max { } of nothing is`);
    const found = sceneWords(term);
    const count = letters(found).length;
    if (count > SCENE.limits.text) throw new Misfit(`expected a text of up to ${SCENE.limits.text} characters, found ${count}`);
    return found;
  },
  number: (term) => {
    if (typeof term !== "number") throw new Misfit(`expected a number, found ${foundTerm(term)}`);
    return term;
  },
  term: (term) => term,
  icon: amongst(Object.keys(SCENE.icons)),
  ...Object.fromEntries(Object.entries(SCENE.words).map(([name, known]) => [name, amongst(known)])),
  fact: (term) => {
    const name = typeof term === "string" ? term : Array.isArray(term) ? term[0] : "";
    if (!/^_*[a-z]/.test(name)) throw new Misfit(`expected a fact, found ${foundTerm(term)}`);
    return term;
  },
};

// the kinds of a section by the names of their terms, with their arguments and how many of these there have to be
const SCENE_KINDS = Object.fromEntries(["shapes", "around", "edits"].map((section) => {
  const found = new Map();
  for (const [kind, row] of Object.entries(SCENE[section])) {
    const types = Object.entries(row.arguments).map(([argument, type]) => [argument, type.replace("?", "")]);
    const least = Object.values(row.arguments).filter((each) => !each.includes("?")).length;
    const name = row.term || kind;
    found.set(name, [...(found.get(name) || []), { kind, types, least }]);
  }
  return [section, found];
}));

const SCENE_TOKENS = ["square", "wall", "line", "arrow", "disc", "icon", "label"];

const checkBoard = ({ what, value }) => {
  const [low, high] = SCENE.limits.size;
  const [fits, wanted] = {
    y: [value === "up", "up"],
    text: [value === "arrows", "arrows"],
    size: [low <= value && value <= high, `a size from ${low} to ${high}`],
    end: [typeof value === "number", "a number"],
  }[what];
  if (!fits) throw new Misfit(`expected ${wanted}, found ${foundTerm(value)}`);
};

const shapeOf = (term, section, plane = {}) => {
  const [name, ...given] = Array.isArray(term) ? term : [term];
  const rows = SCENE_KINDS[section].get(name);
  if (!rows) {
    if (typeof name === "string" && name.startsWith('"')) throw new Misfit("expected a shape, found a text");
    const names = [...SCENE_KINDS[section].keys(), ...(section === "shapes" ? Object.keys(SCENE.around) : [])];
    throw new Misfit(`expected one of ${names.join(", ")}, found ${foundTerm(name === "" ? term : name)}`);
  }
  const fitting = rows.find(({ types, least }) => least <= given.length && given.length <= types.length);
  if (!fitting) {
    throw new Misfit(`expected ${rows.map(({ types }) => `${name}(${types.map(([each]) => each).join(",")})`).join(" or ")}`);
  }
  const { kind, types } = fitting;
  if (kind === "token") {
    const inner = shapeOf(given[1], "shapes", plane);
    if (!SCENE_TOKENS.includes(inner.kind)) {
      throw new Misfit(`expected a ${SCENE_TOKENS.slice(0, -1).join(", ")} or ${SCENE_TOKENS.at(-1)} as a token`);
    }
    return { ...inner, token: given[0], worn: given.length > 2 ? SCENE_TYPES.worn(given[2]) : "" };
  }
  const values = {};
  types.forEach(([argument, type], index) => {
    if (index < given.length || type === "look") values[argument] = SCENE_TYPES[type](given[index], plane, SCENE.defaults[name] || "ink");
  });
  if (kind === "board") checkBoard(values);
  if (!["route_look", "legend"].includes(kind) && values.look?.colour === "scale") {
    throw new Misfit("the colour scale is for routes and legends");
  }
  return { kind, values, term, token: null };
};

// ---- marks (marks.py)

const breadth = (text, bold = false) => {
  let wide = 0;
  for (const c of text) wide += "fijlrtI .,:;!|'()[]".includes(c) ? 0.32 : c.toLowerCase() !== c ? 0.72 : 0.57;
  return wide * (bold ? 1.06 : 1);
};
const sized = (what, styles, sizes = SCENE.sizes[what]) => sizes[Object.keys(sizes).find((name) => styles.has(name)) || "usual"];
const strokeOf = (what, styles, unit) => Math.max(1, sized(what, styles, SCENE.pens[what]) * unit);
const seeThrough = (styles) => (styles.has("faded") ? 0.45 : null);
const dashesOf = (styles, unit) => (styles.has("dashed") ? `${number(unit * 0.12)} ${number(unit * 0.1)}` : null);
// how a line is drawn, and how a block or a disc is filled or edged
const penOf = (what, { colour, styles }, unit, cap) => ({
  stroke: colour, "stroke-width": strokeOf(what, styles, unit), "stroke-linecap": cap,
  "stroke-dasharray": dashesOf(styles, unit), opacity: seeThrough(styles),
});
const faceOf = (what, look, unit) => {
  if (look.styles.has("outline")) return { fill: "none", ...penOf(what, look, unit, "butt") };
  const halo = look.styles.has("halo") ? { stroke: COLOURS.CARD, "stroke-width": 0.06 * unit } : {};
  return { fill: look.colour, ...halo, ...rimOf(look, unit), opacity: seeThrough(look.styles) };
};
const rimOf = ({ styles }, unit) => (styles.has("rim") ? { stroke: COLOURS.INK, "stroke-width": 0.02 * unit } : {});
const distance = ([ax, ay], [bx, by]) => Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
const scaled = (point, unit) => point.map((n) => n * unit);
const pointed = ([x, y]) => `${number(x)} ${number(y)}`;

const fittedLabel = (text, block, styles, unit) => {
  const inside = Boolean(block.base);
  const { width, height } = block.base || block;
  const room = width * unit * (inside ? 0.6 : 0.88);
  let size = Math.min(sized(inside ? "corner" : "label", styles) * unit, 0.8 * height * unit);
  const bold = styles.has("bold");
  const wide = breadth(text, bold);
  if (wide * size <= room) return [text, size];
  size = Math.max(SCENE.limits.small * size, room / wide);
  const all = letters(text);
  let most = all.length;
  while (most > 1 && breadth(all.slice(0, most).join(""), bold) * size > room + 0.01) most -= 1;
  return [most === all.length ? text : `${all.slice(0, most - 1).join("")}…`, size];
};

// a block as part of a path
const unitPath = ({ x, y, width, height }, unit) => {
  const [l, t, r, b] = [x, y, x + width, y + height].map((n) => number(n * unit));
  return `M${l} ${t}H${r}V${b}H${l}Z`;
};

const linePen = (look, unit) => penOf("line", look, unit, look.styles.has("flat") ? "butt" : "round");

const MARKS = {
  square: (drawing, { at, look }, unit) => {
    const { styles } = look;
    let [x, y, width, height] = [at.x, at.y, at.width, at.height].map((n) => n * unit);
    const style = faceOf("square", look, unit);
    let inset = sized("inset", styles) * unit;
    if (styles.has("outline") && !styles.has("thin")) inset += style["stroke-width"] / 2;
    if (styles.has("flat")) {
      [x, width] = [x + 0.06 * unit, width - 0.12 * unit];
      [y, height] = [y + 0.29 * height, height * 0.42];
    }
    [x, y, width, height] = [x + inset, y + inset, width - 2 * inset, height - 2 * inset];
    if (styles.has("round")) style.rx = Math.min(0.14 * unit, width / 2, height / 2);
    drawing.rect(x, y, Math.max(0, width), Math.max(0, height), style);
    if (styles.has("checked")) {
      const [columns, rows] = [Math.round(at.width), Math.round(at.height)];
      let commands = ""; // a dashed line for each row
      for (let row = 0; row < rows; row += 1) {
        const skipped = Number((((at.x + at.y + row) % 2) + 2) % 2 < 1);
        if (skipped < columns) commands += `M${number((at.x + skipped) * unit)} ${number((at.y + row + 0.5) * unit)}H${number((at.x + columns) * unit)}`;
      }
      drawing.path(commands, { fill: "none", stroke: COLOURS.SHADE, "stroke-width": unit, "stroke-dasharray": number(unit) });
    }
  },
  disc: (drawing, { at, look }, unit) => {
    const radius = Math.min(at.width, at.height) * unit * sized("disc", look.styles);
    drawing.circle(...scaled(centreOf(at), unit), radius, faceOf("disc", look, unit));
  },
  icon: (drawing, { at, name, look: { colour, styles } }, unit) => {
    const scale = ((Math.min(at.width, at.height) * unit) / 24) * sized("icon", styles);
    const transform = `translate(${pointed(scaled(centreOf(at), unit))}) scale(${number(scale)})`;
    drawing.group({ transform, opacity: seeThrough(styles) }, () => {
      for (const [part, commands] of SCENE.icons[name].paths) {
        const fill = { dark: COLOURS.INK, light: COLOURS.CARD }[part] || colour;
        const halo = part === "main" && styles.has("halo")
          ? { stroke: COLOURS.CARD, "stroke-width": 2, "paint-order": "stroke" } : {};
        drawing.path(commands, { fill, "fill-rule": "evenodd", ...halo, opacity: part === "light" ? 0.85 : null });
      }
    });
  },
  label: (drawing, { at, text: given, look: { colour, styles } }, unit) => {
    const [fitting, size] = fittedLabel(given, at, styles, unit);
    const text = fitting === "-" ? "−" : fitting;
    let [width, height] = [breadth(text, styles.has("bold")) * size, 0.72 * size];
    if (styles.has("badge")) [width, height] = [width + 0.5 * size, 1.3 * size];
    let [x, y] = scaled(centreOf(at), unit);
    if (at.base) {
      [x, y] = scaled(centreOf(at.base), unit);
      x += at.towards[0] * ((at.base.width * unit) / 2 - 0.07 * unit - width / 2);
      y += at.towards[1] * ((at.base.height * unit) / 2 - 0.07 * unit - height / 2);
    }
    if (styles.has("badge")) {
      drawing.rect(x - width / 2, y - height / 2, width, height, { fill: COLOURS.CARD, rx: 0.3 * size, opacity: 0.9 });
    }
    const left = styles.has("left");
    if (left) x = (at.x + 0.12) * unit;
    drawing.text(x, y + 0.35 * size, text, size, {
      fill: colour, ...(left ? { "text-anchor": "start" } : {}), "font-weight": styles.has("bold") ? "bold" : null,
      opacity: seeThrough(styles),
    });
  },
  line: (drawing, { from, to, look }, unit) => {
    const [start, end] = [from, to].map((each) => scaled(centreOf(each), unit));
    const style = linePen(look, unit);
    if (look.styles.has("curved")) {
      drawing.path(Curve.around(start, end, [], 0, 0.12 * distance(start, end)).commands(), { fill: "none", ...style });
    } else {
      drawing.line(...start, ...end, style);
    }
  },
  arrow: (drawing, { from, to, look: { colour, styles } }, unit) => {
    let start = scaled(centreOf(from), unit);
    const end = scaled(centreOf(to), unit);
    let length = distance(start, end);
    if (!length) return;
    const [dx, dy] = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
    const before = Math.min((to.base ? 0.06 : 0.2) * unit, length / 4);
    if (!from.base && !to.base) {
      const after = Math.min(0.26 * unit, length / 4);
      [start, length] = [[start[0] + dx * after, start[1] + dy * after], length - after];
    }
    const wide = strokeOf("arrow", styles, unit);
    let long = 0.15 * unit + 1.1 * wide;
    const half = 0.065 * unit + 0.8 * wide;
    const opacity = seeThrough(styles);
    if (styles.has("curved")) {
      const curve = Curve.around(start, end, [], 0, 0.12 * length);
      let share = 1;
      while (share > 0.5 && distance(curve.at(share), end) < before + 0.6 * long) share -= 1 / 128;
      const control = [0, 1].map((i) => curve.start[i] * (1 - share) + curve.control[i] * share);
      const body = new Curve(curve.start, control, curve.at(share)).commands();
      drawing.path(body, { fill: "none", stroke: colour, "stroke-width": wide, opacity });
      drawing.polygon(curve.head(before, long, half), { fill: colour, opacity });
      return;
    }
    long = Math.min(long, (length - before) * 0.7);
    const base = length - before - long;
    const corners = [[0, wide / 2], [base, wide / 2], [base, half], [length - before, 0], [base, -half], [base, -wide / 2], [0, -wide / 2]];
    const turned = corners.map(([a, s]) => [start[0] + a * dx - s * dy, start[1] + a * dy + s * dx]);
    drawing.polygon(turned, { fill: colour, ...rimOf({ styles }, unit), opacity });
  },
  wall: (drawing, { at, side, look }, unit) => {
    const [right, down] = COMPASS[side];
    let [x, y] = centreOf(at);
    [x, y] = [x + (right * at.width) / 2, y + (down * at.height) / 2];
    let [across, along] = [(Math.abs(down) * at.width) / 2, (Math.abs(right) * at.height) / 2];
    if (look.styles.has("inset")) {
      [x, y] = [x - right * 0.1, y - down * 0.1];
      [across, along] = [Math.max(across - 0.15, 0), Math.max(along - 0.15, 0)];
    }
    const ends = scaled([x - across, y - along, x + across, y + along], unit);
    drawing.line(...ends, penOf("wall", look, unit, "square"));
  },
  sign: () => {},
  stretch: () => {},
};

// a shape of something that moves, with a bright edge
const drawPart = (drawing, { kind, values }, unit) => {
  const bright = { ...values.look, styles: new Set([...values.look.styles, "halo"]) };
  MARKS[kind](drawing, values.look.styles.has("plain") ? values : { ...values, look: bright }, unit);
};

// shapes in their order; straight lines of one look are one path
const drawParts = (drawing, parts, unit) => {
  for (const run of runsOf(parts, ({ kind, values: { look } }) => (kind === "line" ? lookKey(look) : ""))) {
    const [{ kind, values: { look } }] = run;
    if (kind !== "line" || look.styles.has("curved")) {
      for (const each of run) drawPart(drawing, each, unit);
      continue;
    }
    const [start, end] = ["from", "to"].map((name) => ({ values }) => pointed(scaled(centreOf(values[name]), unit)));
    drawing.path(run.map((each) => `M${start(each)}L${end(each)}`).join(""), { fill: "none", ...linePen(look, unit) });
  }
};

// the parts of a thing: what it wears, or all that it can wear, hidden by their class
const drawThing = (drawing, { parts, worn, said }, unit, actor) => {
  const speaking = parts.map((each) => (said !== null && each.kind === "label" ? { ...each, values: { ...each.values, text: said } } : each));
  for (const run of runsOf(speaking, (each) => each.worn)) {
    const word = run[0].worn;
    const shown = new Drawing(0, 0, "");
    if (actor || !word || worn.has(word)) drawParts(shown, run, unit);
    const dress = actor && word ? { class: `worn ${word}` } : {};
    drawing.open.at(-1).parts.push(...shown.root.parts.map((each) => {
      const speaks = actor && said !== null && each.name === "text" ? { "data-actor": `${actor} says` } : {};
      return { ...each, style: { ...each.style, ...dress, ...speaks } };
    }));
  }
};

const drawShape = (drawing, shape, unit, routes, actor = "") => {
  const { kind, values, token } = shape;
  if (kind === "route" || kind === "route_look") return drawRoute(drawing, routes, sceneText(values.name), unit);
  if (["move", "moves", "hero"].includes(kind)) return null;
  if (kind === "trail") return drawing.group({ id: "trail", "pointer-events": "none", on: "page" }, () => {});
  if (token === null && kind !== "thing") return MARKS[kind](drawing, values, unit);
  const [x, y] = centreOf(anchorOf(shape));
  const name = token === null ? null : actor || sceneText(token);
  return drawing.group({ transform: `translate(${pointed([x * unit, y * unit])})`, "data-actor": name },
    () => (kind === "thing" ? drawThing(drawing, values, unit, actor) : drawPart(drawing, shapeMoved(shape, -x, -y), unit)));
};

const offers = ({ kind }) => kind === "move" || kind === "moves";
// what is clicked, and for which move: a place, or each unit of a block
const targetsOf = ({ up, parts }, { kind, values: { move, at } }) => {
  if (kind === "move") return [[sceneText(move), at]];
  const numbers = (x, y) => [x, up ? -y - 1 : y].map((n) => Math.round(n * parts));
  const many = (count) => [...Array(Math.floor(count)).keys()];
  return many(at.height).flatMap((j) => many(at.width).map((i) => {
    const [x, y] = [at.x + i, at.y + j];
    const [name, ...given] = Array.isArray(move) ? move : [move];
    return [sceneText([name, ...given, ...numbers(x, y)]), { x, y, width: 1, height: 1 }];
  }));
};

// what is clicked to make a move: an icon, or a block; both are framed on a page
const drawTarget = (drawing, name, { at, icon }, unit) => {
  const [width, height] = [at.width * unit, at.height * unit];
  const style = { transform: `translate(${pointed(scaled(centreOf(at), unit))})`, class: icon ? "arrow" : null, "data-actor": name };
  drawing.group(style, () => {
    const inner = [3 - width / 2, 3 - height / 2, width - 6, height - 6];
    if (!icon) drawing.rect(...inner, { fill: "none", "pointer-events": "all" });
    drawing.rect(...inner, { rx: 3, class: "mark", "pointer-events": "all" });
    const transform = `scale(${number((Math.min(width, height) * 0.5) / 24)})`;
    if (icon) for (const [, commands] of SCENE.icons[icon].paths) drawing.path(commands, { class: "head", transform });
  });
};

// ---- routes (routes.py)

const sameAt = (a, b) => a[0] === b[0] && a[1] === b[1];

const routesOf = (shapes, looks, whole = new Map()) => {
  const [found, stretches] = [new Map(), new Map()];
  for (const { kind, values } of shapes) {
    if (kind === "stretch") stretches.set(sceneText(values.name), [values.first, values.last]);
    if (kind !== "route") continue;
    const name = sceneText(values.name);
    if (!found.has(name)) found.set(name, []);
    found.get(name).push([values.position, ...centreOf(values.at)]);
  }
  for (const those of found.values()) those.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  return { stops: found, stretches, looks, whole, drawn: new Set() };
};
const routeLooks = (shapes) => new Map(shapes.filter(({ kind }) => kind === "route_look")
  .map(({ values }) => [sceneText(values.name), values.look]));

const wayOf = (places, bent) => {
  const found = [];
  let before = null;
  let across = true;
  for (const place of places) {
    if (before && !sameAt(before, place)) {
      const [dx, dy] = [place[0] - before[0], place[1] - before[1]];
      if (bent && dx && dy) {
        found.push(across ? [place[0], before[1]] : [before[0], place[1]]);
        across = !across;
      } else {
        across = Math.abs(dx) >= Math.abs(dy);
      }
    }
    if (!before || !sameAt(before, place)) found.push(place);
    before = place;
  }
  return found;
};

const keptRight = (places, unit) => {
  const steps = places.slice(1).map((b, i) => [places[i], b]).filter(([a, b]) => !sameAt(a, b));
  const uses = new Map();
  const count = (map, key) => map.set(key, (map.get(key) || 0) + 1).get(key);
  for (const [a, b] of steps) count(uses, `${a} ${b}`);
  const seen = new Map();
  const sides = steps.map(([a, b]) => {
    const lane = count(seen, `${a} ${b}`);
    return uses.get(`${a} ${b}`) === 1 && !uses.has(`${b} ${a}`) ? 0 : (lane - 0.5) * 0.15 * unit;
  });
  const ways = steps.map(([a, b]) => [(b[0] - a[0]) / distance(a, b), (b[1] - a[1]) / distance(a, b)]);
  const corners = [];
  steps.forEach(([a, b], index) => {
    const [[ux, uy], side] = [ways[index], sides[index]];
    const [bx, by] = [b[0] * unit - uy * side, b[1] * unit + ux * side];
    if (!index) corners.push([a[0] * unit - uy * side, a[1] * unit + ux * side]);
    if (index + 1 === steps.length) {
      corners.push([bx, by]);
      return;
    }
    const [[vx, vy], other] = [ways[index + 1], sides[index + 1]];
    const cross = ux * vy - uy * vx;
    if (Math.abs(cross) > 0.001) {
      const [wx, wy] = [-vy * other + uy * side, vx * other - ux * side];
      const more = (wx * vy - wy * vx) / cross;
      corners.push([bx + more * ux, by + more * uy]);
    } else if (ux * vx + uy * vy < 0 || side !== other) {
      const slack = ux * vx + uy * vy > 0 ? 0.15 * unit : 0;
      const [cx, cy] = [b[0] * unit - vy * other, b[1] * unit + vx * other];
      corners.push([bx - slack * ux, by - slack * uy], [cx + slack * vx, cy + slack * vy]);
    }
  });
  return corners;
};

// where a route turns
const cornersOf = ({ stops, looks }, name, unit) => keptRight(wayOf(stops.get(name).map(([, x, y]) => [x, y]), looks.get(name)?.styles.has("bent")), unit);

// the colour between two others, as palette.py has it
const colourBetween = (first, last, share) => {
  const parts = (colour) => [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16));
  const even = (n) => (n % 1 === 0.5 ? 2 * Math.round(n / 2) : Math.round(n));
  const [from, to] = [parts(first), parts(last)];
  return `#${from.map((a, i) => even(a + (to[i] - a) * share).toString(16).padStart(2, "0")).join("")}`;
};

// a step of a route that swings to the right, with a head unless it is bare; a ring if it stays where it is
const drawLeg = (drawing, start, end, unit, colour, wide, strong, bare) => {
  const [[ax, ay], [bx, by]] = [scaled(start, unit), scaled(end, unit)];
  const length = distance([ax, ay], [bx, by]);
  const pen = { stroke: colour, "stroke-width": wide, "stroke-linecap": "round", opacity: strong ? 0.85 : 0.3 };
  if (!length) {
    drawing.circle(ax, ay, 0.19 * unit, { fill: "none", ...pen });
    return;
  }
  const bend = (0.08 * unit + 0.09 * length) / length;
  const [cx, cy] = [(ax + bx) / 2 - bend * (by - ay), (ay + by) / 2 + bend * (bx - ax)];
  const away = distance([cx, cy], [bx, by]);
  const [ux, uy] = [(bx - cx) / away, (by - cy) / away];
  const tip = [bx - 0.11 * unit * ux, by - 0.11 * unit * uy];
  const base = [tip[0] - 0.14 * unit * ux, tip[1] - 0.14 * unit * uy];
  drawing.path(`M${pointed([ax, ay])}Q${pointed([cx, cy])} ${pointed(bare ? [bx, by] : base)}`, { fill: "none", ...pen });
  if (bare) return;
  const half = 0.07 * unit;
  const wings = [1, -1].map((s) => [base[0] - half * uy * s, base[1] + half * ux * s]);
  drawing.polygon([tip, ...wings], { fill: colour, opacity: strong ? null : 0.3 });
};

// each step of a route as a curve of its own, so that steps there and back are side by side
const drawLegs = (drawing, stops, [least, most], look, unit) => {
  const { colour: own, styles } = look;
  const wide = strokeOf("route", styles, unit);
  const visits = new Map();
  for (let i = 0; i + 1 < stops.length && stops[i + 1][0] <= most; i++) {
    const [[, ...start], [position, ...end]] = [stops[i], stops[i + 1]];
    const share = 0.65 + 0.35 * (i / Math.max(1, stops.length - 2));
    const strong = position > least;
    const colour = own === "scale" ? SCENE.scale[Math.floor((i * SCENE.scale.length) / (stops.length - 1))] : own;
    drawLeg(drawing, start, end, unit, styles.has("rising") ? colourBetween(COLOURS.CARD, colour, share) : colour, strong ? wide : wide / 2, strong, styles.has("plain"));
    if (strong) visits.set(String(end), [...(visits.get(String(end)) || []), position]);
  }
  for (const [place, steps] of styles.has("numbered") ? visits : []) {
    const [x, y] = place.split(",").map(Number);
    const lines = Array.from({ length: Math.ceil(steps.length / 3) }, (_, i) => steps.slice(3 * i, 3 * i + 3).join(" ")).reverse();
    lines.forEach((line, i) => {
      const [width, high] = [(0.094 * line.length + 0.11) * unit, 0.2 * unit];
      const [left, top] = [(x + 0.45) * unit - width, (y + 0.45) * unit - high * (i + 1)];
      drawing.rect(left, top, width, high, { rx: 0.06 * unit, fill: COLOURS.CARD, opacity: 0.88 });
      drawing.text(left + width / 2, top + 0.155 * unit, line, 0.164 * unit, { fill: own === "scale" ? SCENE.scale.at(-1) : own, "font-weight": "bold" });
    });
  }
};

const drawRoute = (drawing, routes, name, unit) => {
  const stops = routes.stops.get(name);
  if (!stops || routes.drawn.has(name)) return;
  routes.drawn.add(name);
  const look = routes.looks.get(name) || { colour: COLOURS.MOVE, styles: new Set() };
  const { colour: own, styles } = look;
  if (styles.has("curved")) {
    drawLegs(drawing, stops, routes.stretches.get(name) || [stops[0][0], stops.at(-1)[0]], look, unit);
    return;
  }
  const corners = cornersOf(routes, name, unit);
  const style = penOf("route", look, unit, "round");
  const { "stroke-width": wide, opacity } = style;
  const runs = corners.length - 1;
  const pieces = [];
  const heads = [];
  let start = corners[0];
  for (let index = 0; index < runs; index++) {
    const [[ax, ay], [bx, by]] = [corners[index], corners[index + 1]];
    const all = Math.max(routes.whole.get(name) || 0, runs);
    const colour = own === "scale" ? SCENE.scale[Math.floor((index * SCENE.scale.length) / all)] : own;
    if (pieces.at(-1)?.colour !== colour) pieces.push({ colour, parts: [`M${pointed(start)}`] });
    const first = distance([ax, ay], [bx, by]);
    if (index + 1 === runs) {
      pieces.at(-1).parts.push(`L${pointed([bx, by])}`);
    } else {
      const [cx, cy] = corners[index + 2];
      const second = distance([bx, by], [cx, cy]);
      const turn = Math.min(0.2 * unit, first / 2, second / 2);
      const back = [bx - ((bx - ax) / (first || 1)) * turn, by - ((by - ay) / (first || 1)) * turn];
      start = [bx + ((cx - bx) / (second || 1)) * turn, by + ((cy - by) / (second || 1)) * turn];
      pieces.at(-1).parts.push(`L${pointed(back)}Q${pointed([bx, by])} ${pointed(start)}`);
    }
    if (first > 0.6 * unit) {
      const [dx, dy, x, y] = [(bx - ax) / first, (by - ay) / first, (ax + bx) / 2, (ay + by) / 2];
      const [long, half] = [0.08 * unit + wide / 2, 0.06 * unit + wide * 0.6];
      heads.push([colour, [[x + dx * long, y + dy * long], [x - dx * long - dy * half, y - dy * long + dx * half],
        [x - dx * long + dy * half, y - dy * long - dx * half]]]);
    }
  }
  for (const { colour, parts } of pieces) {
    drawing.path(parts.join(""), { fill: "none", ...style, stroke: colour, "stroke-linejoin": "round" });
  }
  if (!styles.has("plain")) for (const [colour, head] of heads) drawing.polygon(head, { fill: colour, opacity });
};

// ---- boards (board.py, surround.py)

// what atoms make, as clingo writes them: a board, or a graph
const readScene = (atoms, { name = "scene", directed = false, layout = "layered", prefix = "" } = {}) => {
  const given = [...new Set(atoms)].sort(atoms.some((each) => ASTRAL.test(each)) ? byText : undefined);
  const most = SCENE.limits.parentheses;
  const fits = (each) => each.length <= most || each.split("(").length - 1 <= most;
  const terms = sceneTerms(given.filter(fits));
  const board = terms.some((each) => Array.isArray(each) && (each[0] === "draw" || each[0] === "edit"));
  const scene = (board ? null : readGraph(terms, name, directed, layout, prefix)) || readBoard(board ? terms : [], name);
  const deep = given.filter((each) => !fits(each)).map((each) => `${shortened(each)}: the term is too large`);
  scene.remarks = distinctRemarks([...deep, ...scene.remarks]);
  return scene;
};

// a drawing of all frames, and how its actors are in each: shown, or taken away
const filmScene = (scene) => {
  const drawing = drawScene(scene, 0);
  if (scene.frames.length < 2) return { drawing: drawScene(scene), poses: [{}] };
  if (scene.film) return scene.film();
  const whole = new Drawing(drawing.width, drawing.height, scene.name, drawing);
  const names = scene.frames.map((_, i) => `frame ${i}`);
  names.forEach((name, i) => whole.group({ "data-actor": name }, () => {
    whole.open.at(-1).parts.push(...drawScene(scene, i).root.parts);
  }));
  return { drawing: whole, poses: names.map((name) => Object.fromEntries(names.map((other) => [other, { cls: other === name ? "" : "taken" }]))) };
};

// a frame by its index, by default the last one
const drawScene = (scene, frame = scene.frames.length - 1) => scene.draw(scene.frames[frame] ?? "");

const readBoard = (terms, name) => {
  const remarks = [];
  const frames = new Map();
  const [drawn, edits] = [[], []];
  const remark = (atom, words) => remarks.push(`${shortened(sceneText(atom), 100)}: ${words}`);
  for (const term of terms) {
    const [head, ...given] = Array.isArray(term) ? term : [term];
    if (head === "draw" && given.length === 1) drawn.push([term, "", given[0]]);
    else if (head === "draw" && given.length === 2) {
      frames.set(sceneText(given[0]), given[0]);
      drawn.push([term, sceneText(given[0]), given[1]]);
    } else if (head === "edit" && given.length === 1) edits.push(term);
    else if (head === "draw" || head === "edit") {
      if (Array.isArray(term)) remark(term, `expected ${head === "edit" ? "edit(Tool)" : "draw(Shape) or draw(T,Shape)"}`);
    }
  }
  let plane = {};
  const fitting = (atom, term, section) => {
    try {
      return shapeOf(term, section, plane);
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      remark(atom, error.message);
      return null;
    }
  };
  const read = (section) => drawn
    .filter(([, , term]) => Object.hasOwn(SCENE.around, Array.isArray(term) ? term[0] : term) === (section === "around"))
    .map(([atom, frame, term]) => ({ frame, shape: fitting(atom, term, section) })).filter(({ shape }) => shape);
  const stands = read("around").sort((a, b) => byTerm(["", ...a.shape.term.slice(1)], ["", ...b.shape.term.slice(1)]));
  const boards = stands.filter(({ shape }) => shape.kind === "board").map(({ shape }) => shape.values);
  const up = boards.some(({ value }) => value === "up");
  const counts = stands.filter(({ shape }) => shape.kind === "parts").map(({ shape }) => shape.values.count);
  plane = { up, parts: Math.max(1, ...counts) };
  const nameless = stands.find(({ shape }) => shape.kind === "name");
  const unit = boards.filter(({ what, value }) => what === "size" && typeof value === "number").reduce((most, { value }) => Math.max(most, value), 0) || 40;
  let shapes = read("shapes");
  if (shapes.length > SCENE.limits.shapes) {
    remarks.push(`${shapes.length} shapes: only ${SCENE.limits.shapes} are drawn`);
    shapes = shapes.slice(0, SCENE.limits.shapes);
  }
  const looks = routeLooks(shapes.map(({ shape }) => shape));
  const isCut = ({ shape: { kind, values } }) => {
    const look = kind === "stretch" ? looks.get(sceneText(values.name)) : null;
    return Boolean(look && !look.styles.has("curved"));
  };
  const cut = shapes.filter(isCut);
  shapes = withThings(shapes, looks, plane, remark);
  const items = shapes.filter((each) => each.shape.kind !== "wrap" && !isCut(each)).map((item) => ({ ...item, key: sceneKey(item, looks) }))
    .sort((a, b) => byKey(a.key, b.key));
  if (!items.length) remarks.push("the scene has no shape: it derives no draw(Shape) or node(Node) that can be drawn");
  for (const { shape: { kind, values, term } } of shapes) {
    if (kind === "label" && fittedLabel(values.text, values.at, values.look.styles, unit)[0] !== values.text) {
      remarks.push(`${letters(sceneText(term)).slice(0, 100).join("")}: the text is too long for its place`);
    }
  }
  const scene = { name: nameless ? nameless.shape.values.text : name, items, stands, unit, ...plane, looks, empty: !items.length, bounds: boundsOf(shapes) };
  scene.end = Math.min(scene.bounds[3], ...boards.filter(({ what }) => what === "end").map(({ value }) => value / plane.parts));
  scene.passed = new Map(cut.map(({ frame, shape: { values } }) => [`${frame}\n${sceneText(values.name)}`, values.last]));
  scene.cut = new Set(cut.map(({ shape }) => sceneText(shape.values.name)));
  const all = scene.cut.size ? routesOf(items.map(({ shape }) => shape), looks) : null;
  scene.whole = new Map([...scene.cut].filter((each) => all.stops.has(each)).map((each) => [each, cornersOf(all, each, unit).length - 1]));
  const heroes = shapes.filter(({ shape: { kind } }) => kind === "hero" || kind === "trail");
  scene.hero = heroes.length ? sceneText(heroes[0].shape.values.name) : "";
  scene.wraps = shapes.filter(({ shape }) => shape.kind === "wrap").map(({ shape }) => shape.values.at);
  scene.frames = [...frames.keys()].sort((a, b) => byTerm(frames.get(a), frames.get(b)));
  scene.edits = edits.map((atom) => ({ atom, ...fitting(atom, atom[1], "edits") })).filter(({ kind }) => kind);
  scene.plain = drawn.filter(([, frame, shape]) => !frame && ["board", "parts"].includes(shape[0])).map(([atom]) => sceneText(atom));
  const tools = scene.edits.filter(({ kind }) => kind === "tool").sort((a, b) => byTerm(a.values.name, b.values.name));
  scene.tools = [...new Map(tools.map(({ values }) => [sceneText(values.name), values.text]))];
  for (const { atom, values } of scene.edits) {
    const tool = values.tool === undefined ? "" : sceneText(values.tool);
    if (tool && !scene.tools.some(([each]) => each === tool)) remark(atom, `there is no tool ${tool}`);
  }
  scene.remarks = distinctRemarks(remarks);
  scene.draw = (frame) => drawBoard(scene, frame);
  scene.film = () => filmOfBoard(scene);
  return scene;
};

const GROUNDS = new Set(Object.entries(SCENE.signs).filter(([, sign]) => ".:".includes(sign)).map(([name]) => SCENE.colours[name]));

const lookKey = ({ colour, styles }) => [colour, ...[...styles].sort()].join(" ");
const byKey = (a, b) => a.map((each, i) => (typeof each === "string" ? byText(each, b[i]) : each - b[i])).find(Boolean) || 0;

// the shapes, with one for each place of a thing in the place of its tokens
const withThings = (shapes, looks, plane, remark) => {
  const named = ({ values }) => sceneText(values.name);
  const like = ({ values }) => sceneText(values.like ?? values.name);
  const known = new Set(shapes.filter(({ shape }) => shape.kind === "at").map(({ shape }) => like(shape)));
  const worn = new Map();
  const told = new Map();
  const parts = new Map();
  const acting = new Set(shapes.filter(({ frame, shape }) => frame && shape.kind === "at").map(({ shape }) => named(shape)));
  const [x, y] = centreOf(placeOf(["", 0, 0], plane));
  const found = shapes.filter(({ frame, shape }) => {
    const name = shape.token === null ? null : sceneText(shape.token);
    if (shape.kind === "wears") {
      const key = `${frame}\n${named(shape)}`;
      worn.set(key, [...(worn.get(key) || []), shape.values.worn]);
    } else if (shape.kind === "says") {
      told.set(`${frame}\n${named(shape)}`, shape.values.text);
    } else if (known.has(name) && !frame) {
      parts.set(name, [...(parts.get(name) || []), shapeMoved(shape, -x, -y)]);
    } else return shape.kind !== "at";
    return false;
  });
  for (const [name, those] of parts) {
    const keyed = those.map((shape) => ({ shape, key: [shape.worn, ...sceneKey({ frame: "", shape }, looks)] }));
    parts.set(name, keyed.sort((a, b) => byKey(a.key, b.key)).map(({ shape }) => shape));
  }
  for (const { frame, shape } of shapes) {
    if (shape.kind !== "at") continue;
    const token = like(shape);
    if (!parts.has(token)) remark(["draw", shape.term], `there is no token ${token} without a frame`);
    else {
      const key = `${frame}\n${named(shape)}`;
      const values = { at: shape.values.at, parts: parts.get(token), worn: new Set(worn.get(key)), said: told.get(key) ?? null };
      const moves = frame || acting.has(named(shape));
      found.push({ frame, shape: { kind: "thing", values, term: shape.term, token: moves ? shape.values.name : null } });
    }
  }
  return found;
};

const sceneKey = ({ frame, shape }, looks) => {
  if (shape.kind === "thing") return sceneKey({ frame, shape: { ...shape.values.parts[0], token: shape.token } }, looks);
  const route = ["route", "route_look"].includes(shape.kind);
  const look = route ? looks.get(sceneText(shape.values.name)) : shape.values.look;
  const styles = look ? look.styles : new Set();
  const at = route ? null : shape.values.at;
  return [
    (route ? 4 : SCENE.shapes[shape.kind].layer) + (shape.token === null ? 0 : 10) + (styles.has("over") ? 20 : 0), Number(styles.has("outline")),
    Number(frame !== ""), at ? -(at.width * at.height * sized("area", styles)) : 0,
    Number(!look || !GROUNDS.has(look.colour)),
    look ? lookKey(look) : "",
  ];
};

const placesOf = (shape) => ["at", "from", "to"].map((each) => shape.values[each]).filter(Boolean);

const boundsOf = (shapes) => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { shape } of shapes) {
    for (const { x, y, width, height } of placesOf(shape).map(wholeOf)) {
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + width), Math.max(bottom, y + height)];
    }
  }
  return left === Infinity ? [0, 0, 1, 1] : [left, top, right, bottom];
};

// what stands around a frame; null for all together
const aroundOf = ({ stands }, frame) => {
  const those = stands.filter((each) => frame === null || each.frame === "" || each.frame === frame).map(({ shape }) => shape);
  const of = (kind) => those.filter((each) => each.kind === kind).map(({ values }) => values);
  const names = (axis) => [...new Map(of("axis").filter((each) => each.axis === axis).map(({ position, text }) => [position, text]))]
    .sort((a, b) => a[0] - b[0]);
  const rank = ({ look: { colour, styles } }) => (colour === COLOURS.PAPER ? 2 : styles.has("outline") ? 0 : 1);
  const sorted = (those) => those.sort((a, b) => rank(a) - rank(b)); // outlines, colours, bare words
  return { title: of("title").map(({ text }) => text).filter(Boolean).join(", "), legend: sorted(of("legend")), x: names("x"), y: names("y") };
};

const drawBoard = (scene, frame) => boardAround(scene, frame, (drawing) => paintItems(scene, drawing, shownIn(scene, frame)));
const shownIn = (scene, frame) => scene.items.filter((item) => (!item.frame || item.frame === frame) && isPassed(scene, item, frame));
// whether a shape is no place of a route that comes later than this frame
const isPassed = ({ passed }, { shape: { kind, values } }, frame) => {
  const most = kind === "route" ? passed.get(`${frame}\n${sceneText(values.name)}`) : undefined;
  return most === undefined || values.position <= most;
};

// what stands around a frame, and the shapes that are painted in it
const boardAround = (scene, frame, paint) => {
  const { unit, up, bounds: [left, top, right, bottom] } = scene;
  const [around, every] = [aroundOf(scene, frame), aroundOf(scene, null)];
  const [width, height] = [(right - left) * unit, (bottom - top) * unit];
  const [pad, size] = [Math.max(12, 0.4 * unit), Math.min(24, Math.max(13, width / 60, height / 30))];
  const named = Math.max(9, Math.min(14, 0.32 * unit));
  const longest = Math.max(0, ...every.y.map(([, text]) => breadth(text)));
  const before = pad + (longest ? named * (longest + 0.6) : 0);
  const across = pad + (every.x.length ? 1.4 * named : 0);
  const [above, below] = up ? [pad, across] : [across, pad];
  const titles = (scene.frames.length ? scene.frames : [""]).map((each) => aroundOf(scene, each).title).filter(Boolean);
  const rows = [...titles.map((each) => breadth(each) * size), ...every.legend.map(({ look, text }) => (breadth(text) + (look.colour === "scale" ? 6 : 2)) * size)];
  const wide = (each) => each + 2 * pad;
  const alone = Math.max(before + width + pad, ...rows.slice(0, titles.length).map(wide));
  const whole = Math.max(alone, ...rows.map(wide));
  const margin = (whole - before - width - pad) / 2 + before;
  const lines = every.legend.length + (titles.length ? 1 : 0);
  const drawing = new Drawing(whole, above + height + below + 1.6 * size * lines, around.title || scene.name,
    { left: left * unit - margin, top: top * unit - above });
  drawing.end = scene.end < bottom ? scene.end * unit : null;
  drawing.rect(...drawing.view, { fill: COLOURS.PAPER, on: "picture" });
  paint(drawing);
  const level = up ? bottom * unit + 1.4 * named : top * unit - 0.7 * named;
  for (const [column, text] of around.x) drawing.text((column + 0.5) * unit, level, text, named, { fill: COLOURS.QUIET });
  for (const [row, text] of around.y) {
    const middle = (up ? -row - 0.5 : row + 0.5) * unit + 0.35 * named;
    drawing.text(left * unit - 0.7 * named, middle, text, named, { fill: COLOURS.QUIET, "text-anchor": "end" });
  }
  let y = bottom * unit + below + 0.5 * size;
  if (titles.length) {
    drawing.text(drawing.left + whole / 2, y, around.title, size, { fill: COLOURS.INK, "data-actor": "title" });
    y += 1.6 * size;
  }
  drawing.legend = { begin: drawing.root.parts.length, high: 1.6 * size * every.legend.length, wide: whole - alone };
  for (const { look, text } of around.legend) {
    const dashes = look.styles.has("dashed") ? { "stroke-dasharray": "3 2" } : {};
    const edge = { fill: "none", stroke: look.colour, "stroke-width": 2, ...dashes };
    const style = look.styles.has("outline") || look.styles.has("dashed") ? edge : { fill: look.colour };
    let x = drawing.left + pad;
    if (look.colour === "scale") {
      for (const fill of SCENE.scale) {
        drawing.rect(x, y - 0.85 * size, 0.6 * size, size, { fill });
        x += 0.6 * size;
      }
      x += 0.7 * size;
    } else if (look.colour !== COLOURS.PAPER) {
      drawing.rect(x, y - 0.85 * size, size, size, { rx: (look.styles.has("round") ? 0.5 : 0.15) * size, ...style });
      x += 1.7 * size;
    }
    drawing.text(x, y, text, size, { fill: COLOURS.QUIET, "text-anchor": "start" });
    y += 1.6 * size;
  }
  return drawing;
};

// neighbours in a list that have the same key
const runsOf = (items, key) => items.reduce((runs, item) => {
  if (runs.length && key(runs.at(-1)[0]) === key(item)) runs.at(-1).push(item);
  else runs.push([item]);
  return runs;
}, []);

const paintItems = ({ unit, looks, whole }, drawing, items) => {
  const routes = routesOf(items.map(({ shape }) => shape), looks, whole);
  for (const run of runsOf(items, bareOf)) {
    if (bareOf(run[0]) === null) {
      for (const { shape } of run) drawShape(drawing, shape, unit, routes);
      continue;
    }
    const parts = run.map(({ shape: { values: { at } } }) => unitPath(at, unit));
    drawing.path(parts.join(""), { fill: run[0].shape.values.look.colour });
  }
};

// a drawing of all frames, and how its actors are in each
const filmOfBoard = (scene) => {
  const { frames, unit, items } = scene;
  const titles = frames.map((each) => aroundOf(scene, each).title);
  const poses = titles.map((text) => (titles.some(Boolean) ? { title: { text } } : {}));
  const actors = new Set();
  const setIn = (frame, name, how) => {
    actors.add(name);
    poses.forEach((pose, i) => { if (["", frames[i]].includes(frame)) pose[name] = how; });
  };
  const act = (drawing, { frame, key, shape }) => {
    const { token, kind, values: { name, text, worn, said = null } } = shape;
    const actor = kind === "thing" ? sceneText(token) : [sceneText(token), kind, key.at(-1), name, text].filter(Boolean).join(" ");
    if (!actors.has(actor)) drawShape(drawing, shape, unit, null, actor);
    setIn(frame, actor, { at: scaled(centreOf(anchorOf(shape)), unit), cls: [...(worn || [])].sort().join(" ") });
    if (said !== null) setIn(frame, `${actor} says`, { text: said });
  };
  const offer = (drawing, { frame, shape }) => {
    for (const [name, at] of targetsOf(scene, shape)) {
      if (!actors.has(name)) drawTarget(drawing, name, { ...shape.values, at }, unit);
      setIn(frame, name, { at: scaled(centreOf(at), unit), cls: "" });
    }
  };
  let clips = false;
  // for things that leave a block on one side and come in on the other
  const clipped = (drawing, within) => {
    const [block] = scene.wraps;
    if (!block) return within();
    const { x, y, width, height } = block;
    if (!clips) drawing.group({ id: "wrap" }, () => drawing.rect(...[x, y, width, height].map((n) => n * unit)), "clipPath");
    clips = true;
    return drawing.group({ "clip-path": "url(#wrap)" }, within);
  };
  const paint = (drawing) => {
    const isCut = ({ shape: { kind, values } }) => kind.startsWith("route") && scene.cut.has(sceneText(values.name));
    const together = (item) => (item.shape.token !== null ? "moves" : isCut(item) ? "cut" : `${item.frame}\n${offers(item.shape)}`);
    const stage = (frame, those) => {
      if (those.every(({ shape }) => shape.kind === "sign")) return; // for text pictures
      const name = `frame ${frame} ${actors.size}`;
      drawing.group({ "data-actor": name }, () => paintItems(scene, drawing, those));
      setIn(frame, name, { cls: "" });
    };
    for (const run of runsOf(items, together)) {
      const [{ frame, shape }] = run;
      if (shape.token !== null) clipped(drawing, () => run.forEach((item) => act(drawing, item)));
      else if (isCut(run[0])) for (const each of frames) stage(each, run.filter((item) => isPassed(scene, item, each)));
      else if (offers(shape)) run.forEach((item) => offer(drawing, item));
      else if (frame) stage(frame, run);
      else paintItems(scene, drawing, run);
    }
  };
  const drawing = boardAround(scene, frames[0], paint);
  for (const pose of poses) for (const name of actors) pose[name] ??= { cls: "taken" };
  return { drawing, poses };
};

// how actors get from one frame to the next, where it isn't straight
const scenePassing = ({ wraps = [], unit }, before, after) => Object.fromEntries(Object.entries(wraps.length ? after : {}).flatMap(([name, to]) => {
  const { at: start } = before[name] || to;
  if (!start || !to.at) return [];
  const apart = to.at.map((n, i) => n - start[i]);
  const wrap = apart.map((far, i) => {
    const side = [wraps[0].width, wraps[0].height][i] * unit;
    return 2 * far > side ? far - side : 2 * far < -side ? far + side : far;
  });
  return wrap.some((n, i) => n !== apart[i]) ? [[name, { wrap }]] : [];
}));

// what squares have in common that can be drawn as one; null for all other shapes
const bareOf = ({ key, shape: { kind, token, values } }) => {
  if (kind !== "square" || token !== null) return null;
  return [...values.look.styles].every((each) => each === "over") ? `${values.look.colour} ${key[0]}` : null;
};

// ---- editing

const sceneTools = (scene) => scene.tools.map(([id, label]) => {
  const of = (wanted) => scene.edits.find(({ kind, values }) => kind === wanted && sceneText(values.tool) === id);
  const typed = of("number") || of("text");
  const field = typed && { anywhere: true, field: { label: typed.values.text, value: sceneWords(typed.values.fact.at(-1)) } };
  return { id, label, pair: Boolean(of("drag")), ...field };
});

// the drawing of a tool's icon; null if the scene has none
const sceneIcon = (scene, tool) => {
  const shapes = scene.edits.filter(({ kind, values }) => kind === "icon" && sceneText(values.tool) === tool).map(({ values }) => `draw(${sceneText(values.shape)})`);
  if (!shapes.length) return null;
  const drawing = drawScene(readScene([...scene.plain, ...shapes]));
  const { view: [x, y, width, height] } = drawing;
  const around = Math.max(12, 0.4 * scene.unit) - 2; // what a board has around it, but for a rim
  return { view: [x + around, y + around, width - 2 * around, height - 2 * around], shapes: drawing.shapes() };
};

// what a tool does, by the places where it can be used
const editsOf = (scene, tool) => {
  if (!scene.found) {
    scene.found = new Map();
    for (const edit of scene.edits) {
      if (edit.values.tool === undefined) continue;
      const name = sceneText(edit.values.tool);
      if (!scene.found.has(name)) scene.found.set(name, new Map());
      const spots = scene.found.get(name);
      for (const block of placesOf(edit)) {
        const [x, y] = centreOf(block);
        if (!spots.has(`${x},${y}`)) spots.set(`${x},${y}`, { at: [x, y], edits: [] });
        spots.get(`${x},${y}`).edits.push(edit);
      }
    }
  }
  return scene.found.get(tool) || new Map();
};

// where a tool can be used: the middles of its places, in the drawing's coordinates
const sceneSpots = (scene, tool) => {
  const told = (id, edits) => { // of a drag, the text says where it begins
    const { text, fact } = (edits.findLast(({ values: { from } }) => !from || String(centreOf(from)) === id) || edits.at(-1)).values;
    return text ?? sceneText(fact);
  };
  return [...editsOf(scene, tool)].map(([id, { at, edits }]) => ({ id, at: scaled(at, scene.unit), label: told(id, edits) }));
};

// the fact that a tool with a text adds, from which the scene derives changes; null for all other tools
const sceneRequest = (scene, { tool, text: given = "" }) => {
  const typed = scene.edits.find(({ kind, values }) => kind === "text" && sceneText(values.tool) === tool)?.values;
  if (typed && !/^[\p{L}\p{N}_]{1,60}$/u.test(given)) throw new Misfit(`expected a ${typed.text} of letters and digits, found '${given}'`);
  return typed ? sceneText([...typed.fact.slice(0, -1), `"${given}`]) : null;
};

// the facts after a click with a tool on a spot, or a drag from it to another; null if nothing changes
const sceneChange = (scene, facts, { tool, spot, other = null, text: given = "" }) => {
  const numbered = scene.edits.find(({ kind, values }) => kind === "number" && sceneText(values.tool) === tool);
  if (numbered) {
    const { fact, text: label } = numbered.values;
    if (!/^\d{1,9}$/.test(given)) throw new Misfit(`expected a number of ${label}, found ${given}`);
    return facts.map((each) => (each === sceneText(fact) ? sceneText([...fact.slice(0, -1), Number(given)]) : each));
  }
  const those = (editsOf(scene, tool).get(spot)?.edits || []).filter(({ kind, values }) => kind !== "drag"
    || (String(centreOf(values.from)) === spot && String(centreOf(values.to)) === other));
  if (!those.length) return null;
  let left = new Set(facts);
  const chosen = those.filter(({ kind }) => kind === "choose").sort((a, b) => byTerm(a.values.fact, b.values.fact));
  const turns = those.filter(({ kind, values }) => kind === "turn" && left.has(sceneText(values.fact)));
  for (const { values } of turns) left.delete(sceneText(values.fact));
  for (const { values } of turns) left.add(sceneText(values.other));
  for (const { values, kind } of those) {
    const text = sceneText(values.fact);
    if (["click", "drag"].includes(kind) && !left.delete(text)) left.add(text);
  }
  for (const group of new Set(chosen.map(({ values }) => sceneText(values.group)))) {
    const own = chosen.filter(({ values }) => sceneText(values.group) === group).map(({ values }) => sceneText(values.fact));
    const next = own[own.findIndex((each) => left.has(each)) + 1];
    const all = scene.edits.filter(({ kind, values }) => kind === "choose" && sceneText(values.group) === group);
    const gone = new Set(all.map(({ values }) => sceneText(values.fact)));
    left = new Set([...left].filter((each) => !gone.has(each)));
    if (next !== undefined) left.add(next);
  }
  return [...left];
};

// the facts that make no sense in the puzzle that the scene is of
const sceneDropped = (scene) => scene.edits.filter(({ kind }) => kind === "drop").map(({ values }) => sceneText(values.fact));
// those that are missing
const sceneAdded = (scene) => scene.edits.filter(({ kind }) => kind === "add").map(({ values }) => sceneText(values.fact));
// the middles of what is clicked to play, by the names of moves
const sceneTargets = (scene) => Object.fromEntries(scene.items.filter(({ shape }) => offers(shape))
  .flatMap(({ shape }) => targetsOf(scene, shape)).map(([name, at]) => [name, scaled(centreOf(at), scene.unit)]));
// columns and rows, null where they are fixed
const sceneSize = (scene) => scene.edits.filter(({ kind }) => kind === "size").map(({ values: { columns, rows } }) => [columns, rows])[0] || null;
