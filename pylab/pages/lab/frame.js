// The sheet on which a puzzle is drawn: shows a scene, and says which spot was meant. It is told what
// to show, and tells its parent; it knows no puzzle, and can reach nothing else.
const find = (id) => document.getElementById(id);
const scene = find("scene");
const SVG = "http://www.w3.org/2000/svg";
let spots = [];
let at = 0;
let pressed = null; // the spot at which a pointer went down
let pair = false;

let held = false; // a finger that is down and has not drawn yet: a second one may come
let whole = null; // the view of all
const fingers = new Map();
let pinch = null;

const say = (message) => parent.postMessage(message, "*");

const show = ({ view, shapes, title, legend }) => {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${shapes}</svg>`, "image/svg+xml");
  if (String(view) !== String(whole)) {
    whole = view;
    scene.setAttribute("viewBox", view.join(" "));
  }
  scene.setAttribute("aria-label", title);
  find("shapes").replaceChildren(...[...parsed.documentElement.childNodes].map((each) => document.importNode(each, true)));
  find("legend").innerHTML = legend;
  bound();
};

const bound = () => {
  bounded(scene, scene.getScreenCTM()?.a || 1);
  say({ kind: "legend", high: find("legend").offsetHeight });
};
addEventListener("resize", bound);

const offer = (told) => {
  const had = document.activeElement?.closest?.("#spots") ? spots[at]?.id : null;
  spots = told.spots;
  pair = told.pair;
  if (pressed && !spots.some((spot) => spot.id === pressed.id)) release();
  const radius = told.radius;
  find("spots").replaceChildren(...spots.map((spot, index) => {
    const circle = document.createElementNS(SVG, "circle");
    const set = (name, value) => circle.setAttribute(name, value);
    set("cx", spot.at[0]);
    set("cy", spot.at[1]);
    set("r", radius);
    set("class", spot.id === told.first ? "spot first" : "spot");
    set("role", "button");
    set("tabindex", index ? "-1" : "0");
    set("aria-label", spot.label);
    return circle;
  }));
  at = Math.max(0, spots.findIndex((spot) => spot.id === (had ?? spots[at]?.id)));
  if (had !== null && spots.length) focusOn(at);
};

const focusOn = (index) => {
  const circles = [...find("spots").children];
  circles.forEach((circle, i) => circle.setAttribute("tabindex", i === index ? "0" : "-1"));
  at = index;
  circles[index]?.focus();
};

// the spot that is nearest to where the pointer is
const nearest = (event) => {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(scene.getScreenCTM().inverse());
  let best = -1;
  let least = Infinity;
  spots.forEach(({ at: [x, y] }, index) => {
    const far = Math.hypot(x - point.x, y - point.y);
    if (far < least) [best, least] = [index, far];
  });
  return least < whole[2] / 5 ? best : -1;
};

// a line from the spot that is pressed to the one that it would be joined with
const pull = (to) => {
  const line = find("pulled");
  line.toggleAttribute("hidden", !to);
  if (!to) return;
  Object.entries({ x1: pressed.at[0], y1: pressed.at[1], x2: to.at[0], y2: to.at[1] })
    .forEach(([name, value]) => line.setAttribute(name, value));
};

const release = () => {
  pressed = null;
  held = false;
  pull(null);
};

// two fingers zoom, and what was between them stays there
const spread = () => {
  const [[x, y], [z, v]] = [...fingers.values()];
  return { far: Math.hypot(x - z, y - v), middle: [(x + z) / 2, (y + v) / 2] };
};
const onScene = ([x, y]) => new DOMPoint(x, y).matrixTransform(scene.getScreenCTM().inverse());
const zoomed = () => {
  const { far, middle } = spread();
  const { width, height } = scene.viewBox.baseVal;
  const part = Math.min(1, Math.max(1 / 8, (pinch.width / whole[2]) * (pinch.far / Math.max(1, far)))) * whole[2] / width;
  const now = onScene(middle);
  const [w, h] = [width * part, height * part];
  const { x, y } = scene.viewBox.baseVal;
  const within = (at, low, size, all) => Math.min(low + all - size, Math.max(low, at));
  scene.setAttribute("viewBox", [
    within(pinch.at.x - (now.x - x) * part, whole[0], w, whole[2]), within(pinch.at.y - (now.y - y) * part, whole[1], h, whole[3]), w, h,
  ].join(" "));
};
const leave = (event) => {
  fingers.delete(event.pointerId);
  if (fingers.size < 2) pinch = null;
};
for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, leave);

scene.addEventListener("pointerdown", (event) => {
  if (event.pointerType === "touch") fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.size === 2) {
    release();
    const { far, middle } = spread();
    pinch = { far, at: onScene(middle), width: scene.viewBox.baseVal.width };
    return;
  }
  if (event.button || !event.isPrimary) return;
  const index = nearest(event);
  if (index < 0) return;
  event.preventDefault();
  try { scene.setPointerCapture(event.pointerId); } catch { /* it is gone already */ }
  focusOn(index);
  pressed = spots[index];
  held = !pair && event.pointerType === "touch";
  if (!pair && !held) say({ kind: "spot", id: pressed.id });
});
scene.addEventListener("pointermove", (event) => {
  if (fingers.has(event.pointerId)) fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (pinch) zoomed();
  if (pressed === null || !event.isPrimary) return;
  const there = spots[nearest(event)];
  if (pair) pull(there && there.id !== pressed.id ? there : null);
  else if (there && there.id !== pressed.id) {
    if (held) say({ kind: "spot", id: pressed.id });
    held = false;
    pressed = there;
    say({ kind: "spot", id: there.id });
  }
});
scene.addEventListener("pointerup", (event) => {
  if (pressed === null || !event.isPrimary) return;
  const from = pressed.id;
  if (held) say({ kind: "spot", id: from });
  const to = spots[nearest(event)]?.id;
  release();
  if (!pair) return;
  if (to === from) say({ kind: "spot", id: from });
  else if (to !== undefined) say({ kind: "pair", id: from, other: to });
});
scene.addEventListener("pointercancel", release);

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey) {
    const known = { z: event.shiftKey ? "redo" : "undo", y: "redo", Enter: "solve" }[event.key];
    if (known) {
      event.preventDefault();
      say({ kind: known });
    }
    return;
  }
  const arrow = ARROWS[event.key];
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (spots[at]) say({ kind: "spot", id: spots[at].id });
  } else if (event.key === "Escape") {
    release();
    say({ kind: "escape" });
  }
  if (arrow && spots[at]) {
    event.preventDefault();
    const [x, y] = spots[at].at;
    let best = -1;
    let least = Infinity;
    spots.forEach(({ at: [sx, sy] }, index) => {
      const ahead = (sx - x) * arrow[0] + (sy - y) * arrow[1];
      const aside = Math.abs((sx - x) * arrow[1]) + Math.abs((sy - y) * arrow[0]);
      if (ahead > 0.5 && ahead + 2.5 * aside < least) [best, least] = [index, ahead + 2.5 * aside];
    });
    if (best >= 0) focusOn(best);
  }
});

addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  if (data.theme) document.documentElement.dataset.theme = data.theme;
  if (data.shapes !== undefined) show(data);
  if (data.spots) offer(data);
});
say({ kind: "ready" });
