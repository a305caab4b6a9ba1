// A small copy of a scene, without words and things to click.
function miniature(scene, picture) {
  const copy = [...scene.children].filter((each) => each.localName !== "defs")
    .map((each) => each.cloneNode(true));
  picture.replaceChildren(...copy);
  for (const each of picture.querySelectorAll("title, text, .mark, #trail")) each.remove();
  for (const each of picture.querySelectorAll("*")) {
    for (const name of ["id", "data-actor", "tabindex", "role", "aria-label"]) each.removeAttribute(name);
    each.classList.remove("legal", "hinted");
  }
}

// What part of a scene is seen: by wheel, fingers, drags and buttons; whoever moves is followed,
// and a small map says where one is. It knows no game. While the camera moves, the picture is only
// shifted and scaled as it is; it is drawn anew when the camera rests, for that takes longer.
const camera = (box, scene, map, whole, rested = () => {}) => {
  const REST = 120; // milliseconds without a change after which the picture is drawn anew,
  const STILL = 4; // and as many frames, for where a frame takes longer
  const MANY = 12_000; // shapes beyond which the map shows none of them
  const plane = scene.parentNode; // is moved instead of the scene, whose texts would be laid out anew
  const dot = map.querySelector(".dot");
  const frame = map.querySelector(".seen");
  let rules = whole; // what the rules show; the lens shows a part of it
  let lens = { x: 0, y: 0, k: 1 };
  let drawn = null; // the part of the scene that the picture was drawn for
  let rest = 0;
  let follows = true;
  let dragged = false;
  const gliding = { frame: 0 };

  let sized = null; // the box's size: to ask for it while things change is to lay out the page anew
  const size = () => { sized ||= { width: box.clientWidth, height: box.clientHeight }; return sized; };

  // what the rules show, in the shape of the box
  const base = () => {
    const [x, y, w, h] = rules;
    const shape = size().width / Math.max(1, size().height) || 1;
    const wide = Math.max(w, h * shape);
    const high = wide / shape;
    return [x - (wide - w) / 2, y - (high - h) / 2, wide, high];
  };
  const seen = () => {
    const [x, y, w, h] = base();
    return [x + lens.x * w, y + lens.y * h, w * lens.k, h * lens.k];
  };
  const least = () => Math.min(1 / 8, size().width / base()[2] / 3);

  let printed = false; // on paper is all that the rules show
  const draw = () => {
    cancelAnimationFrame(rest);
    drawn = printed ? rules : seen();
    scene.setAttribute("viewBox", drawn.join(" "));
    plane.style.transform = "";
  };

  for (const kind of ["beforeprint", "afterprint"]) {
    addEventListener(kind, () => { printed = kind === "beforeprint"; draw(); });
  }

  const apply = () => {
    if (printed) return;
    const [x, y, w, h] = seen();
    map.hidden = lens.k > 0.97;
    if (!map.hidden) {
      pictured();
      for (const [name, value] of [["x", x], ["y", y], ["width", w], ["height", h]]) {
        frame.setAttribute(name, value);
      }
    }
    box.classList.toggle("near", lens.k < 1);
    if (!drawn || [x, y, w, h].every((part, i) => Math.abs(part - drawn[i]) < 1e-6)) return;
    const per = size().width / w;
    const shift = [(drawn[0] - x) * per, (drawn[1] - y) * per].map((part) => `${part}px`);
    plane.style.transform = `translate(${shift.join()}) scale(${drawn[2] / w})`;
    cancelAnimationFrame(rest);
    rest = whenStill(performance.now() + REST, STILL);
  };
  const whenStill = (time, frames) => requestAnimationFrame((now) => {
    if (now < time || frames) rest = whenStill(time, Math.max(0, frames - 1));
    else {
      draw();
      rested();
    }
  });

  // no further out than all, no further in than makes sense, and never beside the picture
  const within = ({ x, y, k }) => {
    const [left, top, wide, high] = base();
    k = Math.min(1, Math.max(least(), k));
    const side = (at, from, share) => (k >= share - 1e-9 ? from + (share - k) / 2
      : Math.min(from + share - 0.9 * k, Math.max(from - 0.1 * k, at)));
    return {
      x: k === 1 ? 0 : side(x, (rules[0] - left) / wide, rules[2] / wide),
      y: k === 1 ? 0 : side(y, (rules[1] - top) / high, rules[3] / high),
      k,
    };
  };
  const set = (next) => {
    cancelAnimationFrame(gliding.frame);
    lens = within(next);
    apply();
  };
  const glide = (next) => {
    cancelAnimationFrame(gliding.frame);
    const [from, to] = [lens, within(next)];
    const there = () => { lens = to; apply(); };
    timed(gliding, calm.matches ? 0 : 260, (t) => {
      lens = { x: between(from.x, to.x, t), y: between(from.y, to.y, t), k: between(from.k, to.k, t) };
      apply();
    }, there);
  };

  // the lens after zooming at a point of the window, which stays where it is
  // with another point of the window in sight as well, if there is room for both
  const zoomed = (x, y, factor, other) => {
    const frame = box.getBoundingClientRect();
    const part = [(x - frame.x) / frame.width, (y - frame.y) / frame.height];
    const k = Math.min(1, Math.max(least(), lens.k / factor));
    const found = { x: lens.x + part[0] * (lens.k - k), y: lens.y + part[1] * (lens.k - k), k };
    if (!other) return found;
    const room = 0.1 * k; // from the edge
    for (const [name, from, size, i] of [["x", frame.x, frame.width, 0], ["y", frame.y, frame.height, 1]]) {
      const [one, two] = [lens[name] + part[i] * lens.k, lens[name] + ((other[i] - from) / size) * lens.k];
      const [low, high] = [Math.max(one, two) + room - k, Math.min(one, two) - room];
      if (low <= high) found[name] = Math.min(high, Math.max(low, found[name]));
    }
    return found;
  };
  const middle = () => {
    const { x, y, width, height } = box.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const panned = (dx, dy) => ({
    ...lens, x: lens.x - (dx / size().width) * lens.k, y: lens.y - (dy / size().height) * lens.k,
  });
  // the lens with a point of the scene in its middle, or at least within that share of it
  const around = ([px, py], k = lens.k, share = 0) => {
    const [x, y, w, h] = base();
    const near = (at, from) => Math.min(at - k * (0.5 - share / 2), Math.max(at - k * (0.5 + share / 2), from));
    return { x: near((px - x) / w, lens.x), y: near((py - y) / h, lens.y), k };
  };

  // ---- the small map: a copy of the picture that is drawn once

  let copied = false;
  const pictured = () => {
    if (copied) return;
    copied = true;
    const picture = map.querySelector(".picture");
    for (const svg of map.children) svg.setAttribute("viewBox", whole.join(" "));
    map.style.aspectRatio = Math.min(3, Math.max(1, whole[2] / whole[3]));
    dot.setAttribute("r", 0.025 * Math.max(whole[2], whole[3]));
    if (scene.getElementsByTagName("*").length <= MANY) miniature(scene, picture);
  };

  // ---- by hand

  const fingers = new Map();
  const inScene = (event) => scene.contains(event.target) || event.target === box;
  box.addEventListener("pointerdown", (event) => {
    if (event.button || !inScene(event)) return;
    dragged = fingers.size > 0;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  box.addEventListener("pointermove", (event) => {
    const was = fingers.get(event.pointerId);
    if (!was) return;
    const now = [event.clientX, event.clientY];
    if (fingers.size === 1) {
      if (lens.k === 1 || (!dragged && apart(was, now) < 6)) return;
      if (!dragged) box.setPointerCapture(event.pointerId);
      dragged = true;
      set(panned(now[0] - was[0], now[1] - was[1]));
    } else {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const factor = apart(now, other) / Math.max(1, apart(was, other));
      set(zoomed((now[0] + other[0]) / 2, (now[1] + other[1]) / 2, factor));
      set(panned((now[0] - was[0]) / 2, (now[1] - was[1]) / 2));
    }
    fingers.set(event.pointerId, now);
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    addEventListener(kind, (event) => fingers.delete(event.pointerId));
  }
  box.addEventListener("wheel", (event) => {
    const turn = event.deltaY * (event.deltaMode ? 16 : 1) * (event.ctrlKey ? 0.01 : 0.0015);
    if (!inScene(event) || (turn > 0 && lens.k === 1)) return; // then the page scrolls
    event.preventDefault();
    set(zoomed(event.clientX, event.clientY, Math.exp(-Math.max(-1, Math.min(1, turn)))));
  }, { passive: false });
  const mapped = (event) => {
    if (event.type === "pointermove" && !event.buttons) return;
    const [, svg] = map.children;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    set(around([at.x, at.y]));
  };
  for (const kind of ["pointerdown", "pointermove"]) map.addEventListener(kind, mapped);
  new ResizeObserver(() => {
    sized = null;
    bounded(scene, Math.min(size().width / whole[2], size().height / whole[3]));
    lens = within(lens);
    apply();
    draw();
    rested();
  }).observe(box);

  let left = null; // the lens when the rules' own camera began to move
  return {
    // the rules' camera: the lens is back at all of it when it arrives
    look: (view, part) => {
      if (part === 0) left = lens;
      rules = view;
      lens = left && part !== undefined
        ? { x: between(left.x, 0, part), y: between(left.y, 0, part), k: between(left.k, 1, part) }
        : { x: 0, y: 0, k: 1 };
      if (part === undefined) left = null;
      apply();
      draw();
    },
    follow: (at) => {
      dot.setAttribute("cx", at[0]);
      dot.setAttribute("cy", at[1]);
      if (follows && lens.k < 0.98 && !fingers.size) set(around(at, lens.k, 0.5));
    },
    // brings a point of the scene into what is seen
    reveal: (at) => { if (lens.k < 0.98) glide(around(at, lens.k, 0.8)); },
    // shows that part of the scene, as large as it fits
    frame: ([px, py, pw, ph]) => {
      const [x, y, w, h] = base();
      const k = Math.min(1, Math.max(pw / w, ph / h, least()));
      glide({ x: (px + pw / 2 - x) / w - k / 2, y: (py + ph / 2 - y) / h - k / 2, k });
    },
    enter: (at, factor) => glide(around(at, lens.k / factor)),
    zoomAt: (x, y, factor, other) => glide(zoomed(x, y, factor, other)),
    by: (factor) => glide(zoomed(...middle(), factor)),
    pan: (dx, dy) => glide(panned(-dx * size().width / 4, -dy * size().height / 4)),
    fit: () => glide({ x: 0, y: 0, k: 1 }),
    follows: (next = follows) => { follows = next; return follows; },
    dragged: () => dragged,
    near: () => lens.k < 0.98,
    inmost: () => lens.k <= least() * 1.001,
    at: (x, y) => { // the point of the scene at one of the window
      const frame = box.getBoundingClientRect();
      const [left, top, wide, high] = seen();
      return [left + (x - frame.x) / frame.width * wide, top + (y - frame.y) / frame.height * high];
    },
  };
};
