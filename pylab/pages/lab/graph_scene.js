// Graphs by clingraph's predicates, as pylab/drawing/scenes/graph.py has them: the same places.

const INCH = 72;

const readGraph = (terms, name, directed, layout, prefix) => {
  const names = new Set(terms.filter(Array.isArray).map(([each]) => each));
  const has = (begins) => names.has(`${begins}node`) || names.has(`${begins}edge`);
  const begins = prefix || ["viz_", "v"].find(has) || "";
  if (!has(begins)) return null;
  const own = terms.filter((each) => Array.isArray(each) && each[0].startsWith(begins))
    .map(([head, ...given]) => [head.slice(begins.length), ...given]).sort(byTerm);
  return new GraphScene(own, name, directed, layout);
};

const [BOX_SIDE, BOX_TOP, DEEPEST] = [10, 24, 20];

const shiftGraph = (made, nodes, edges, dx, dy) => {
  for (const each of nodes) made.nodes.get(each).at = [made.nodes.get(each).at[0] + dx, made.nodes.get(each).at[1] + dy];
  for (const n of edges) made.stops[n] = made.stops[n].map(([x, y]) => [x + dx, y + dy]);
};

const nestedGraphs = (parents) => {
  const found = new Map();
  for (const graph of parents.keys()) {
    const chain = new Set();
    let at = graph;
    for (; parents.has(at) && !found.has(at) && !chain.has(at); at = parents.get(at)) chain.add(at);
    for (const each of [...chain].reverse()) found.set(each, [...(found.get(parents.get(each)) || []), each].slice(0, DEEPEST));
  }
  return found;
};

class GraphScene {
  constructor(terms, name, directed, layout) {
    Object.assign(this, { name, directed, layout, tools: [], edits: [], attributes: new Map(), parents: new Map() });
    this.told = [];
    this.leftOut = new Set();
    const graphs = new Map();
    let [nodes, edges] = [new Map(), new Map()];
    const declared = new Set(terms.filter(([head, graph]) => head === "graph" && graph !== undefined).map(([, graph]) => sceneText(graph)));
    const isTuple = (term, least) => Array.isArray(term) && !term[0] && term.length > least;
    const isEdge = ([head, pair, graph, ...more]) => head === "edge" && isTuple(pair, 2) && !more.length
      && (!isTuple(graph, 0) || declared.has(sceneText(graph)));
    const ends = new Set(terms.filter(isEdge).map(([, [, a, b]]) => `${sceneText(a)}\n${sceneText(b)}`));
    for (const term of terms) {
      const [head, ...given] = term;
      const graph = given[1] === undefined ? "" : sceneText(given[1]);
      const plain = head === "edge" && given.length === 2 ? given.map(sceneText) : [];
      if (head === "graph" && given.length === 1) graphs.set(sceneText(given[0]), given[0]);
      else if (head === "graph" && given.length === 2) this.parents.set(sceneText(given[0]), graph);
      else if (head === "node" && given.length < 3 && given.length) nodes.set(`${sceneText(given[0])}\n${graph}`, given[0]);
      else if (isEdge(term)) edges.set(`${sceneText(given[0])}\n${graph}`, given[0]);
      else if (head === "attr" && given.length === 4) this.attribute(term, ...given);
      else if (ends.has(plain.join("\n")) || ends.has(plain.reverse().join("\n"))) continue; // the facts of what is drawn
      else if (["node", "edge", "attr"].includes(head)) {
        this.told.push(`${shortened(sceneText(term), 100)}: expected node(N), edge((A,B)) or attr(Type,Of,Name,Value)`);
      }
    }
    this.around = nestedGraphs(this.parents);
    const tops = [...graphs.keys()].sort((a, b) => byTerm(graphs.get(a), graphs.get(b))).filter((each) => !this.parents.has(each));
    this.frames = tops.length > 1 ? tops : [];
    this.only = tops.length === 1 ? tops[0] : "default";
    this.directed ||= this.ofGraph("", "type") === "digraph";
    if (["circle", "circo"].includes(this.ofGraph("", "layout"))) this.layout = "circle";
    if (nodes.size + edges.size > SCENE.limits.shapes) {
      this.told.push(`more than ${SCENE.limits.shapes} nodes and edges: none are drawn`);
      [nodes, edges] = [new Map(), new Map()];
    }
    this.made = new Map((this.frames.length ? this.frames : [""]).map((each) => [each, this.frame(each, nodes, edges)]));
    this.drawings = new Map([...this.made.keys()].map((each) => [each, this.drawn(each)]));
    this.empty = [...this.made.values()].every((each) => !each.nodes.size);
    if (this.leftOut.size) this.told.push(`attributes that are not drawn: ${[...this.leftOut].sort(byText).join(", ")}`);
    this.remarks = distinctRemarks(this.told);
  }

  attribute(term, kind, of, attribute, value) {
    const [name, ...parts] = Array.isArray(attribute) && attribute.length > 1 ? attribute.slice(1) : [attribute];
    const where = { graph_nodes: "node", graph_edges: "edge" }[kind] || String(kind);
    if (!["graph", "graph_nodes", "graph_edges", "node", "edge"].includes(kind)) {
      this.told.push(`${shortened(sceneText(term), 100)}: expected one of graph, graph_nodes, graph_edges, node, edge`);
    } else if (!SCENE.graph[where].includes(sceneWords(name))) {
      this.leftOut.add(`${where}'s ${shortened(sceneWords(name))}`);
    } else {
      const key = `${kind}\n${sceneText(of)}\n${sceneWords(name)}`;
      if (!this.attributes.has(key)) this.attributes.set(key, new Map());
      const [values, part] = [this.attributes.get(key), parts.map(sceneWords).join("\n")];
      if (values.has(part)) {
        const before = sceneText(["attr", kind, of, attribute, values.get(part)]);
        this.told.push(`${shortened(before, 100)}: expected one value of an attribute; the last of several is drawn`);
      }
      values.set(part, value);
    }
  }

  root(graph) { return this.around.has(graph) ? this.parents.get(this.around.get(graph)[0]) : graph; }

  frame(frame, nodes, edges) {
    const made = { nodes: new Map(), edges: [], clusters: new Map(), boxes: new Map(), stops: [], within: new Map() };
    const before = new Map();
    for (const [key, term] of nodes) {
      const [node, graph] = key.split("\n");
      if (frame && graph && this.root(graph) !== frame) continue;
      made.nodes.set(node, this.node(node, term, graph));
      const around = this.around.get(graph) || [];
      for (const each of around) if (!made.clusters.has(each)) made.clusters.set(each, []);
      if (around.length) made.clusters.get(around.at(-1)).push(node);
    }
    for (const [key, term] of edges) {
      const [name, graph] = key.split("\n");
      const [a, b] = term.slice(1, 3).map(sceneText);
      if (frame && graph && this.root(graph) !== frame) continue;
      if (frame && !graph && !(made.nodes.has(a) && made.nodes.has(b))) continue;
      [a, b].forEach((each, end) => {
        if (!made.nodes.has(each)) made.nodes.set(each, this.node(each, term[end + 1], graph));
      });
      const ends = `${a}\n${b}`;
      made.edges.push([a, b, graph, name, before.get(ends) || 0]);
      before.set(ends, (before.get(ends) || 0) + 1);
    }
    this.place(made);
    return made;
  }

  said(kind, of, graph, name) {
    const several = { node: "graph_nodes", edge: "graph_edges" }[kind];
    const places = [[kind, of], ...(several ? [graph, this.only, "default"].map((each) => [several, each]) : [])];
    for (const place of places) {
      const parts = this.attributes.get(`${place.join("\n")}\n${name}`);
      if (parts) return this.composed(parts);
    }
    return null;
  }

  ofGraph(graph, name) {
    return this.said("graph", graph || this.only, "", name) || this.said("graph", "default", "", name);
  }

  composed(parts) {
    if (!parts.has("")) return [...parts.values()].map(sceneWords).join("");
    let text = sceneWords(parts.get(""));
    if (text.includes("{%")) {
      this.leftOut.add("templates with {% %}");
      text = text.replace(/\{%.*?%\}/g, "");
    }
    return text.replace(/\{\{\s*([^\s{}[\]]+)\s*(?:\[\s*([^[\]{}]*?)\s*\])?\s*\}\}/g, (_, one, other) => {
      const key = other === undefined ? one : `${one}\n${other.replace(/^['"]+|['"]+$/g, "")}`;
      return parts.has(key) ? sceneWords(parts.get(key)) : "";
    });
  }

  colour(given, scheme, otherwise) {
    if (!given) return otherwise;
    const text = given.split(/[:;]/)[0].trim().toLowerCase();
    const bare = text.split("/").at(-1);
    const grey = /^gr[ae]y(\d{1,2}|100)$/.exec(text);
    if (grey) return `#${rounded(Number(grey[1]) * 2.55).toString(16).padStart(2, "0").repeat(3)}`;
    if (/^#[0-9a-f]{6}([0-9a-f]{2})?$/.test(text)) return text.slice(0, 7);
    const count = SCENE.scale.length;
    if (/^\d+$/.test(bare) && (scheme || text.includes("/"))) return SCENE.scale[(Number(bare.slice(0, 6)) + count - 1) % count];
    if (bare === "black") return COLOURS.INK;
    const named = [SCENE.graph.colours, SCENE.colours];
    for (const each of [bare, bare.replace(/[1-4]$/, "")]) for (const known of named) if (Object.hasOwn(known, each)) return known[each];
    if (text !== "transparent" && text !== "none") this.told.push(`there is no colour ${shortened(text)}`);
    return otherwise;
  }

  number(text, otherwise, most) {
    const found = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*$/.exec(text || "");
    if (text && !found) this.told.push(`expected a number, found ${shortened(text)}`);
    return found ? Math.min(most, Number(found[1])) : otherwise;
  }

  node(name, term, graph) {
    const { boxes, bare: bareShapes, round } = SCENE.graph;
    const said = (attribute) => this.said("node", name, graph, attribute);
    const label = said("label");
    let shape = (said("shape") || "ellipse").toLowerCase();
    if (![...boxes, ...bareShapes, ...round, "diamond"].includes(shape)) {
      this.leftOut.add(`shape ${shortened(shape)}`);
      shape = "box";
    }
    const styles = new Set((said("style") || "").replaceAll(" ", "").split(","));
    const scheme = said("colorscheme");
    const edge = this.colour(said("color"), scheme, COLOURS.INK);
    const filled = styles.has("filled");
    const fill = filled ? this.colour(said("fillcolor") || said("color"), scheme, COLOURS.LINE) : "none";
    const font = this.colour(said("fontcolor"), scheme, isDeep(fill) ? COLOURS.CARD : COLOURS.INK);
    const size = this.number(said("fontsize"), 14, 200);
    const own = typeof term === "string" && term.startsWith('"') ? term.slice(1) : sceneText(term);
    const point = shape === "point";
    const image = (said("image") || "").replace(/.*[\\/]|\.\w+$/g, "");
    const lines = point ? [] : [...linesOf(label === null ? own : label), ...linesOf(image)];
    const wide = Math.max(0, ...lines.map((each) => breadth(each))) * size;
    const high = 1.25 * size * lines.length;
    const bare = bareShapes.includes(shape);
    const grown = round.includes(shape) ? 1.3 : shape === "diamond" ? 1.9 : 1;
    let width = Math.max(wide * grown + (bare ? 4 : 14), point ? 8 : 0);
    let height = Math.max(high * (grown > 1 ? 1.15 : 1) + (bare ? 2 : 10), point ? 8 : 0);
    width = Math.max(width, this.number(said("width"), bare || point ? 0 : 0.6, 50) * INCH);
    height = Math.max(height, this.number(said("height"), bare || point ? 0 : 0.45, 50) * INCH);
    if (["square", "circle", "doublecircle", "point"].includes(shape)) {
      width = Math.max(said("width") || wide ? width : height, height);
      height = width;
    }
    const pen = this.number(said("penwidth"), 1.4, 20);
    const node = { lines, shape, styles, size, fill, edge, font, pen, half: [width / 2, height / 2], at: [0, 0], placed: false };
    const at = said("pos");
    const place = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*!?\s*$/.exec(at || "");
    const limit = SCENE.limits.coordinate;
    if (place) {
      const [x, y] = place.slice(1).map((each) => Math.max(-limit, Math.min(limit, Number(each))));
      Object.assign(node, { at: [x * INCH, -y * INCH], placed: true });
    } else if (at) {
      this.told.push(`expected a pos of the form 1,2 (inches), found ${shortened(at)}`);
    }
    return node;
  }

  place(made) {
    const fixed = [...made.nodes.values()].filter(({ placed }) => placed);
    const free = [...made.nodes.keys()].filter((each) => !made.nodes.get(each).placed);
    made.placed = !free.length;
    made.stops = made.edges.map(() => []);
    made.pairs = new Set(made.edges.map(([a, b]) => `${a}\n${b}`));
    for (const [graph, nodes] of made.clusters) for (const node of nodes) made.within.set(node, this.around.get(graph));
    const loose = new Set(free);
    const edges = [...made.edges.keys()].filter((n) => loose.has(made.edges[n][0]) && loose.has(made.edges[n][1]));
    if (free.length) this.arrange(made, free, edges, 0);
    if (fixed.length && free.length) shiftGraph(made, free, edges, 0, Math.max(...fixed.map(({ at, half }) => at[1] + half[1])) + BELOW);
    const boxes = [...made.clusters.keys()].sort((a, b) => this.around.get(b).length - this.around.get(a).length);
    const inner = new Map([...made.clusters.keys()].map((graph) => [graph, []]));
    for (const graph of boxes) {
      made.boxes.set(graph, this.box(made, graph, inner.get(graph)));
      inner.get(this.around.get(graph).at(-2))?.push(made.boxes.get(graph));
    }
    this.route(made);
  }

  route(made) {
    const twins = new Map();
    made.edges.forEach(([a, b], n) => {
      const key = twins.has(`${b}\n${a}`) ? `${b}\n${a}` : `${a}\n${b}`;
      twins.set(key, [...(twins.get(key) || []), n]);
    });
    made.ways = made.edges.map(([a, b, , , before], n) => edgeWay(made, a, b, made.stops[n], before));
    made.labels = new Map();
    for (const [ends, those] of twins) {
      those.forEach((n, rank) => {
        const [a, b, graph, name] = made.edges[n];
        const label = this.said("edge", name, graph, "label");
        if (!label) return;
        const share = (rank + 1) / (those.length + 1);
        const spot = spotOn(made.ways[n], ends === `${a}\n${b}` ? share : 1 - share);
        made.labels.set(n, [linesOf(label).join(" "), this.number(this.said("edge", name, graph, "fontsize"), 12, 200), spot]);
      });
    }
  }

  arrange(made, nodes, edges, depth) {
    const key = new Map(nodes.map((node) => {
      const graph = (made.within.get(node) || [])[depth];
      return [node, graph === undefined ? `\n${node}` : graph];
    }));
    const items = new Map();
    for (const node of nodes) {
      if (items.has(key.get(node))) items.get(key.get(node)).push(node);
      else items.set(key.get(node), [node]);
    }
    const [inside, across] = [new Map([...items.keys()].map((each) => [each, []])), []];
    for (const n of edges) {
      const [a, b] = made.edges[n].map((each) => key.get(each));
      (a === b && !a.startsWith("\n") ? inside.get(a) : across).push(n);
    }
    const sizes = [...items].map(([graph, those]) => {
      if (graph.startsWith("\n")) return made.nodes.get(those[0]).half.map((each) => 2 * each);
      const [least, high] = this.arrange(made, those, inside.get(graph), depth + 1);
      const wide = Math.max(least + 2 * BOX_SIDE, this.title(graph)[1]);
      shiftGraph(made, those, inside.get(graph), (wide - least) / 2, BOX_TOP);
      return [wide, high + BOX_TOP + BOX_SIDE];
    });
    const index = new Map([...items.keys()].map((each, number) => [each, number]));
    const ends = across.map((n) => made.edges[n].slice(0, 2).map((each) => index.get(key.get(each))));
    const [places, stops] = this.layout === "circle" ? [circlePlaces(sizes), across.map(() => [])] : layeredPlaces(sizes, ends);
    [...items].forEach(([graph, those], at) => {
      const [[x, y], [wide, high]] = [places[at], sizes[at]];
      if (graph.startsWith("\n")) made.nodes.get(those[0]).at = [x, y];
      else shiftGraph(made, those, inside.get(graph), x - wide / 2, y - high / 2);
    });
    across.forEach((n, at) => { made.stops[n] = stops[at]; });
    const reach = [...places.map(([x, y], at) => [x + sizes[at][0] / 2, y + sizes[at][1] / 2]), ...stops.flat()];
    return [0, 1].map((axis) => reach.reduce((most, each) => Math.max(most, each[axis]), -Infinity));
  }

  title(graph) {
    const text = linesOf(this.said("graph", graph, "", "label") ?? graph).join(" ");
    return [text, 12 * breadth(text) + 14];
  }

  box(made, graph, inner) {
    const spots = [...inner, ...made.clusters.get(graph).map((each) => made.nodes.get(each))
      .map(({ at: [x, y], half: [a, b] }) => [x - a, y - b, x + a, y + b])];
    const [left, top] = [0, 1].map((i) => spots.reduce((least, each) => Math.min(least, each[i]), Infinity));
    const [right, bottom] = [2, 3].map((i) => spots.reduce((most, each) => Math.max(most, each[i]), -Infinity));
    const aside = Math.max(BOX_SIDE, (this.title(graph)[1] - (right - left)) / 2);
    return [left - aside, top - BOX_TOP, right + aside, bottom + BOX_SIDE];
  }

  draw(name) { return this.drawings.get(name); }

  drawn(name) {
    const made = this.made.get(name);
    const [left, top, right, bottom] = this.bounds();
    const title = linesOf(this.ofGraph(name, "label") || "").join(" ");
    const size = Math.min(24, Math.max(13, (right - left) / 60));
    const below = [...this.made.keys()].some((each) => this.ofGraph(each, "label")) ? 1.6 * size : 0;
    const wide = Math.max(right - left + 36, breadth(title) * size + 36);
    const extra = (wide - (right - left)) / 2;
    const drawing = new Drawing(wide, bottom - top + 36 + below, title || this.name, { left: left - extra, top: top - 18 });
    const paper = this.ofGraph(name, "bgcolor");
    if ((paper || "white").toLowerCase() === "white") // as the page that it stands on
      drawing.rect(...drawing.view, { fill: COLOURS.PAPER, on: "picture" });
    else drawing.rect(...drawing.view, { fill: this.colour(paper, null, COLOURS.PAPER) });
    const outside = [...made.boxes.keys()].sort((a, b) => this.around.get(a).length - this.around.get(b).length);
    for (const graph of outside) this.cluster(drawing, graph, made.boxes.get(graph));
    made.edges.forEach((_, n) => this.edge(drawing, made, n));
    for (const node of made.nodes.values()) drawNode(drawing, node);
    if (title) drawing.text(drawing.left + wide / 2, bottom + 18 + 0.4 * size, title, size, { fill: COLOURS.INK });
    return drawing;
  }

  bounds() {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    const grow = (x, y) => {
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    };
    for (const { nodes, stops, boxes, ways, labels } of this.made.values()) {
      ways.forEach((way, n) => (stops[n].length ? stops[n] : flatPath(way).slice(1, -1)).forEach((spot) => grow(...spot)));
      for (const [text, size, [x, y]] of labels.values()) {
        const wide = (breadth(text) * size) / 2 + 4;
        grow(x - wide, y - size / 2);
        grow(x + wide, y + size / 2);
      }
      for (const [a, b, c, d] of boxes.values()) {
        grow(a, b);
        grow(c, d);
      }
      for (const { at: [x, y], half: [a, b] } of nodes.values()) {
        grow(x - a, y - b);
        grow(x + a, y + b);
      }
    }
    if (left === Infinity) [left, top, right, bottom] = [0, 0, 40, 40];
    return [left, top, right, bottom];
  }

  cluster(drawing, graph, [left, top, right, bottom]) {
    drawing.rect(left, top, right - left, bottom - top, { fill: "none", stroke: COLOURS.QUIET, "stroke-width": 1, rx: 6 });
    drawing.text(left + 7, top + 15, this.title(graph)[0], 12, { fill: COLOURS.QUIET, "text-anchor": "start" });
  }

  edge(drawing, made, n) {
    const [[, , graph, name], points] = [made.edges[n], made.ways[n]];
    const said = (attribute) => this.said("edge", name, graph, attribute);
    const styles = (said("style") || "").replaceAll(" ", "").split(",");
    if (styles.includes("invis")) return;
    const colour = this.colour(said("color"), said("colorscheme"), COLOURS.WAY);
    const pen = this.number(said("penwidth"), styles.includes("bold") ? 3 : 1.6, 20);
    const dash = styles.map((each) => ({ dashed: "6 4", dotted: "1.5 3" })[each]).find(Boolean) ?? null;
    const path = { fill: "none", stroke: colour, "stroke-width": pen, "stroke-dasharray": dash };
    if (this.directed && said("arrowhead") !== "none") {
      const [before, tip] = points.slice(-2);
      const length = distance(before, tip) || 1;
      const [dx, dy] = [(tip[0] - before[0]) / length, (tip[1] - before[1]) / length];
      const [long, half] = [7 + 2 * pen, 3 + 1.2 * pen];
      const last = [tip[0] - dx * long, tip[1] - dy * long];
      drawing.path(smoothPath([...points.slice(0, -1), last]), path);
      drawing.polygon([tip, [last[0] - dy * half, last[1] + dx * half], [last[0] + dy * half, last[1] - dx * half]], { fill: colour });
    } else {
      drawing.path(smoothPath(points), path);
    }
    if (!made.labels.has(n)) return;
    const [text, size, [x, y]] = made.labels.get(n);
    const font = this.colour(said("fontcolor"), said("colorscheme"), COLOURS.INK);
    drawing.text(x, y + 0.35 * size, text, size, { fill: font, stroke: COLOURS.PAPER, "stroke-width": 4, "paint-order": "stroke" });
  }
}

const isDeep = (colour) => {
  if (!colour.startsWith("#")) return false;
  const [red, green, blue] = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
  return red * 299 + green * 587 + blue * 114 < 128000;
};

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };
const linesOf = (given) => {
  let text = given;
  if (text.startsWith("<") && text.endsWith(">")) {
    text = text.slice(1, -1).replace(/<br\s*\/?>|<\/tr\s*>/gi, "\n").replace(/<\/td\s*>/gi, " ").replace(/<[^<>]*>/g, "")
      .replace(/&(?:#(\d{1,6})|(\w+));/g, (all, code, name) => (code ? String.fromCodePoint(Number(code)) : ENTITIES[name] ?? all));
  }
  const lines = text.split(/\n|\\[nlr]/).map((each) => each.trim());
  return lines.map((each) => letters(each).slice(0, SCENE.limits.text).join("")).filter(Boolean).slice(0, 40);
};

const drawNode = (drawing, { at: [x, y], half: [a, b], styles, pen, shape, fill, edge, lines, size, font }) => {
  if (styles.has("invis")) return;
  const { bare, round } = SCENE.graph;
  const dash = styles.has("dashed") ? "6 4" : styles.has("dotted") ? "1.5 3" : null;
  const style = bare.includes(shape) ? { fill, stroke: "none" }
    : { fill: shape === "point" ? edge : fill, stroke: edge, "stroke-width": styles.has("bold") ? Math.max(pen, 3) : pen, "stroke-dasharray": dash };
  if (shape === "diamond") drawing.polygon([[x, y - b], [x + a, y], [x, y + b], [x - a, y]], style);
  else if (!round.includes(shape)) {
    if (!bare.includes(shape) || fill !== "none") {
      drawing.rect(x - a, y - b, 2 * a, 2 * b, { ...(styles.has("rounded") ? { rx: 7 } : {}), ...style });
    }
  } else {
    drawing.add("ellipse", { cx: x, cy: y, rx: a, ry: b, ...style });
    if (shape === "doublecircle") drawing.add("ellipse", { cx: x, cy: y, rx: a - 3, ry: b - 3, ...style, fill: "none" });
  }
  const first = y + size * (0.35 - 0.625 * (lines.length - 1));
  lines.forEach((line, index) => drawing.text(x, first + 1.25 * size * index, line, size, { fill: font }));
};

const borderOf = ({ at: [x, y], half: [a, b], shape }, towards) => {
  const [dx, dy] = [towards[0] - x, towards[1] - y];
  let length = Math.max(Math.abs(dx) / a, Math.abs(dy) / b);
  if (SCENE.graph.round.includes(shape)) length = distance([0, 0], [dx / a, dy / b]);
  else if (shape === "diamond") length = Math.abs(dx) / a + Math.abs(dy) / b;
  const share = length > 1 ? 1 / length : 1;
  return [x + dx * share, y + dy * share];
};

const edgeWay = ({ nodes, pairs, placed, within }, a, b, stops, before) => {
  const [start, end] = [nodes.get(a), nodes.get(b)];
  if (a === b) {
    const [[x, y], [wide, high]] = [start.at, start.half];
    const out = 20 + SCENE.arranged.parallel * before;
    const tall = high + out - 12;
    return [[x + wide * 0.7, y - high * 0.7], [x + wide + out, y - tall], [x + wide + out, y + tall], [x + wide * 0.7, y + high * 0.7]];
  }
  if (stops.length) return [borderOf(start, stops[0]), ...stops, borderOf(end, stops.at(-1))];
  const bend = (pairs.has(`${b}\n${a}`) ? 12 : 0) + SCENE.arranged.parallel * before;
  const leaves = String(within.get(a)) !== String(within.get(b));
  const others = (placed || leaves) && nodes.size <= 150 ? [...nodes].filter(([name]) => name !== a && name !== b).map(([, { at }]) => at) : [];
  const near = Math.min(distance(start.at, end.at), ...[start, end].map(({ half }) => Math.max(...half, leaves ? 28 : 0)));
  const { control } = Curve.around(start.at, end.at, others, 0.7 * near, bend);
  const straight = [0, 1].map((i) => (start.at[i] + end.at[i]) / 2);
  if (distance(control, straight) < 0.01) return [borderOf(start, end.at), borderOf(end, start.at)];
  return [borderOf(start, control), control, borderOf(end, control)];
};

const flatPath = (points) => {
  const found = [points[0]];
  for (let index = 1; index < points.length - 1; index += 1) {
    const [[x, y], [u, v]] = [points[index], points[index + 1]];
    const end = index + 2 === points.length ? [u, v] : [(x + u) / 2, (y + v) / 2];
    const curve = new Curve(found.at(-1), [x, y], end);
    for (let n = 1; n < 9; n += 1) found.push(curve.at(n / 8));
  }
  return [...found, points.at(-1)];
};

const spotOn = (given, share) => {
  const points = flatPath(given);
  const lengths = points.slice(1).map((each, i) => distance(points[i], each));
  let left = share * lengths.reduce((sum, each) => sum + each, 0);
  for (const [i, length] of lengths.entries()) {
    const [a, b] = [points[i], points[i + 1]];
    if (left <= length && length) return [0, 1].map((axis) => a[axis] + ((b[axis] - a[axis]) * left) / length);
    left -= length;
  }
  return points.at(-1);
};

const smoothPath = (points) => {
  const told = points.map(pointed);
  if (points.length === 2) return `M${told[0]}L${told[1]}`;
  const parts = points.slice(1, -1).map(([x, y], at) => {
    const [u, v] = points[at + 2];
    const end = at + 3 === points.length ? [u, v] : [(x + u) / 2, (y + v) / 2];
    return `Q${told[at + 1]} ${pointed(end)}`;
  });
  return `M${told[0]}${parts.join("")}`;
};
