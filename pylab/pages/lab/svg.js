// Shapes for a page, written as pylab/drawing/svg.py writes them, to the character; knows no puzzle. The
// palette's colours by their names are in COLOURS, their dark ones in DARK, both from palette.py.

// so many decimals, as Python writes them: what lies exactly between two numbers goes to the even one
const fixed = (value, digits) => {
  const low = Math.floor(Math.abs(value) * 10 ** digits);
  const between = Number.isInteger(value * 2 ** (digits + 1)) && (Math.abs(value) * 10 ** digits) % 1 === 0.5;
  if (!between || low % 2) return value.toFixed(digits);
  return `${value < 0 ? "-" : ""}${(low / 10 ** digits).toFixed(digits)}`;
};

// a coordinate in at most two decimals, without trailing zeros
const number = (value) => {
  const bare = fixed(value, 2).replace(/0+$/, "").replace(/\.$/, "");
  return bare === "-0" ? "0" : bare;
};

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

// text that XML takes: escaped, and without what nobody can read
const clean = (text) => String(text).replace(/[\p{C}\p{Z}]/gu, (c) => (c === " " ? c : " "))
  .replace(/[&<>"']/g, (c) => ESCAPES[c]);

// Python's round: halves go to the even number
const rounded = (value) => {
  const low = Math.floor(value);
  return value - low === 0.5 ? low + (low % 2) : Math.round(value);
};

const hls = (colour) => {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255);
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  const light = (high + low) / 2;
  if (high === low) return [0, light, 0];
  const span = high - low;
  const saturation = light <= 0.5 ? span / (high + low) : span / (2 - high - low);
  const [rc, gc, bc] = [r, g, b].map((part) => (high - part) / span);
  const hue = (r === high ? bc - gc : g === high ? 2 + rc - bc : 4 + gc - rc) / 6;
  return [hue - Math.floor(hue), light, saturation];
};

const hex = (hue, light, saturation) => {
  const top = light <= 0.5 ? light * (1 + saturation) : light + saturation - light * saturation;
  const bottom = 2 * light - top;
  const part = (turned) => {
    const at = turned - Math.floor(turned);
    if (at < 1 / 6) return bottom + (top - bottom) * at * 6;
    if (at < 0.5) return top;
    return at < 2 / 3 ? bottom + (top - bottom) * (2 / 3 - at) * 6 : bottom;
  };
  const parts = saturation ? [part(hue + 1 / 3), part(hue), part(hue - 1 / 3)] : [light, light, light];
  return `#${parts.map((each) => rounded(255 * each).toString(16).padStart(2, "0")).join("")}`;
};

const darkened = (colour) => {
  if (DARK[colour]) return DARK[colour];
  const [hue, light, saturation] = hls(colour);
  return hex(hue, 0.1 + 0.84 * (1 - light), saturation * (light < 0.86 ? 0.9 : 0.3));
};

const attribute = (name, value) => {
  if (typeof value === "number") return number(value);
  const colour = ["fill", "stroke", "stop-color"].includes(name) && String(value).startsWith("#");
  return colour ? `light-dark(${value},${darkened(value)})` : clean(value);
};

// Shapes on a plane. A style is an object of SVG's attributes, without those that are null; a shape
// with on: "picture" is left out, as a page has it.
class Drawing {
  constructor(width, height, title, { left = 0, top = 0 } = {}) {
    Object.assign(this, { width, height, title, left, top });
    this.root = { name: "svg", style: {}, parts: [] };
    this.open = [this.root];
  }

  get view() {
    return [this.left, this.top, this.width, this.height];
  }

  rect(x, y, width, height, style = {}) { this.add("rect", { x, y, width, height, ...style }); }

  line(x1, y1, x2, y2, style = {}) { this.add("line", { x1, y1, x2, y2, ...style }); }

  circle(cx, cy, r, style = {}) { this.add("circle", { cx, cy, r, ...style }); }

  polygon(points, style = {}) { this.add("polygon", { points: Drawing.points(points), ...style }); }

  polyline(points, style = {}) {
    this.add("polyline", { points: Drawing.points(points), fill: "none", ...style });
  }

  path(d, style = {}) { this.add("path", { d, ...style }); }

  text(x, y, words, size, style = {}) {
    this.add("text", { x, y, "font-size": size, "text-anchor": "middle", ...style })
      .parts.push(String(words));
  }

  use(name, style = {}) { this.add("use", { href: `#${name}`, ...style }); }

  // what is added within belongs to a group, or to another element that has parts
  group(style, within = () => {}, element = "g") {
    this.open.push(this.add(element, style));
    within();
    this.open.pop();
  }

  add(name, style) {
    const element = { name, style, parts: [] };
    this.open.at(-1).parts.push(element);
    return element;
  }

  shapes() {
    return Drawing.written(this.root.parts).map((line) => `${line}\n`).join("");
  }

  // what is left without the legend, and the legend as HTML, as player/legend.py has it
  split() {
    const { begin = Infinity, high = 0, wide = 0 } = this.legend || {};
    const end = this.end ?? null;
    const bare = new Drawing(this.width - wide, end === null ? this.height - high : end + 12 - this.top, this.title, { left: this.left + wide / 2, top: this.top });
    const placed = this.root.parts.slice(0, begin).map((each) => ({ each, at: Drawing.middle(each) }));
    const lower = placed.filter(({ at }) => end !== null && at && at[1] > end).sort(({ at: [x, y] }, { at: [u, v] }) => y - v || x - u);
    bare.root.parts = placed.filter((each) => !lower.includes(each)).map(({ each }) => each);
    const item = (words, samples, view, tall) => `<li>${samples.length ? `<svg viewBox="${view.map(number).join(" ")}" width="${number(tall * view[2] / view[3])}" height="${tall}" aria-hidden="true">${Drawing.written(samples).join("")}</svg>` : ""}${Drawing.written(words.parts).join("")}</li>`;
    const words = lower.filter(({ each }) => each.name === "text" && each.style["text-anchor"] === "start");
    const rows = words.map(({ each, at: [x, y] }) => { // each with what is between it and the words to its left
      const before = Math.max(-Infinity, ...words.filter(({ at: [u, v] }) => u < x && Math.abs(v - y) < 1).map(({ at: [u] }) => u));
      const near = lower.filter((one) => !words.includes(one) && one.at[0] > before && one.at[0] < x && Math.abs(one.at[1] - y) < x - one.at[0]);
      const [across, v] = [near.map(({ at: [u] }) => u), near.at(-1)?.at[1]];
      const reach = 0.67 * (x - (Math.min(...across) + Math.max(...across)) / 2);
      return item(each, near.map((one) => one.each), [x - reach / 0.67 - reach, v - reach, 2 * reach, 2 * reach], 24);
    });
    let samples = [];
    const items = this.root.parts.slice(begin).map((each) => {
      if (each.name !== "text") { samples.push(each); return ""; }
      const [shown, first, last] = [samples, samples[0]?.style, samples.at(-1)?.style];
      samples = [];
      return item(each, shown, first && [first.x - 1, first.y - 1, last.x + last.width - first.x + 2, first.height + 2], 14);
    });
    return [bare, [...rows, ...items].join("")];
  }

  // where a shape is; null if its attributes don't say
  static middle({ style = {} }) {
    const moved = /^translate\((-?[\d.]+) (-?[\d.]+)\)/.exec(style.transform);
    if (moved) return moved.slice(1).map(Number);
    if ("cx" in style) return [style.cx, style.cy];
    return "x" in style ? [style.x + (style.width || 0) / 2, style.y + (style.height || 0) / 2 - 0.35 * (style["font-size"] || 0)] : null;
  }

  static points(points) {
    return points.map(([x, y]) => `${number(x)},${number(y)}`).join(" ");
  }

  static written(parts) {
    return parts.flatMap((part) => {
      if (typeof part === "string") return [clean(part)];
      const { name, style } = part;
      if (style.on && style.on !== "page") return [];
      const attributes = Object.entries(style)
        .filter(([key, value]) => key !== "on" && value !== null && value !== undefined)
        .map(([key, value]) => ` ${key}="${attribute(key, value)}"`).join("");
      const inner = Drawing.written(part.parts);
      if (name === "text" || name === "title" || name === "desc") {
        return [`<${name}${attributes}>${inner.join("")}</${name}>`];
      }
      if (!inner.length && name !== "g" && name !== "svg") return [`<${name}${attributes}/>`];
      return [`<${name}${attributes}>`, ...inner, `</${name}>`];
    });
  }
}

// edges that go around the nodes, as pylab/drawing/curves.py has them
const CURVE_BENDS = [0, 14, -14, 28, -28, 42, -42, 63, -63, 90, -90, 130, -130, 180, -180];
const CURVE_SAMPLES = 16;
const squaredGap = (one, other) => {
  const [dx, dy] = [one[0] - other[0], one[1] - other[1]];
  return dx * dx + dy * dy;
};

class Curve {
  constructor(start, control, end) { Object.assign(this, { start, control, end }); }

  at(share) {
    const rest = 1 - share;
    const [a, b, c] = [rest * rest, 2 * rest * share, share * share];
    return [0, 1].map((i) => a * this.start[i] + b * this.control[i] + c * this.end[i]);
  }

  turned() { return new Curve(this.end, this.control, this.start); }

  commands() {
    const [a, b, c, d, e, f] = [...this.start, ...this.control, ...this.end].map(number);
    return `M${a} ${b}Q${c} ${d} ${e} ${f}`;
  }

  head(before, long = 10, wide = 5) {
    let share = 1;
    while (share > 0.5 && squaredGap(this.at(share), this.end) < before * before) share -= 1 / 128;
    const [tip, back] = [this.at(share), this.at(share - 1 / 16)];
    const length = Math.sqrt(squaredGap(tip, back)) || 1;
    const [dx, dy] = [(tip[0] - back[0]) / length, (tip[1] - back[1]) / length];
    const [x, y] = [tip[0] - dx * long, tip[1] - dy * long];
    return [tip, [x - dy * wide, y + dx * wide], [x + dy * wide, y - dx * wide]];
  }

  static around(start, end, others, clear, bend) {
    const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
    const length = Math.sqrt(dx * dx + dy * dy);
    if (!length) return new Curve(start, start, end);
    const [mx, my] = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
    let [best, widest] = [new Curve(start, [mx, my], end), -1];
    for (const more of CURVE_BENDS) {
      const aside = 2 * (bend + more);
      const curve = new Curve(start, [mx + (dy / length) * aside, my - (dx / length) * aside], end);
      const gap = curve.gap(others);
      if (gap >= clear * clear) return curve;
      if (gap > widest) [best, widest] = [curve, gap];
    }
    return best;
  }

  // the square of how near it comes to any of these points
  gap(others) {
    let least = 1e18;
    for (let n = 1; n < CURVE_SAMPLES; n++) {
      const point = this.at(n / CURVE_SAMPLES);
      for (const other of others) least = Math.min(least, squaredGap(point, other));
    }
    return least;
  }
}
