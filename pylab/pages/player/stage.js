// A scene whose actors are posed, and moved from one pose to the next. It knows no game; `look` is
// told what part of the scene the rules show, `follow` where the one who moves is.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const between = (a, b, t) => a + (b - a) * t;
const ease = (t) => (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t));
const apart = (p, q) => Math.hypot(q[0] - p[0], q[1] - p[1]);

// calls `step` with the part of the time that is over, from 0 to 1, once a frame; then `done`.
// `run.frame` is what has to be cancelled for it to end before.
function timed(run, milliseconds, step, done, pace = ease) {
  const begin = performance.now();
  const tick = (now) => {
    const t = milliseconds ? Math.min(1, Math.max(0, now - begin) / milliseconds) : 1;
    if (t === 1) return done();
    step(pace(t));
    run.frame = requestAnimationFrame(tick);
  };
  tick(begin);
}

function along(points, t) {
  const lengths = points.slice(1).map((point, i) => apart(points[i], point));
  let rest = t * lengths.reduce((a, b) => a + b, 0);
  for (let i = 0; i < lengths.length; i++) {
    if (rest <= lengths[i] && lengths[i] > 0) {
      const part = rest / lengths[i];
      return [between(points[i][0], points[i + 1][0], part),
        between(points[i][1], points[i + 1][1], part)];
    }
    rest -= lengths[i];
  }
  return points.at(-1);
}

function zoom(a, b, t) {
  const width = a[2] * (b[2] / a[2]) ** t;
  const part = a[2] === b[2] ? t : (width - a[2]) / (b[2] - a[2]);
  return [between(a[0], b[0], part), between(a[1], b[1], part), width, between(a[3], b[3], part)];
}

function reversed(how) {
  return Object.fromEntries(Object.entries(how).map(([name, each]) => [name, {
    ...each,
    via: each.via && [...each.via].reverse(),
    wrap: each.wrap && each.wrap.map((part) => -part),
    from: each.to,
    to: each.from,
  }]));
}

const stage = (svg, { view: whole, hero, folds = [] }, look, follow = () => {}) => {
  const { actors, wake, doze, turned, under } = unfolded(svg, folds, whole);
  for (const element of svg.querySelectorAll("[data-actor]")) {
    const base = element.getAttribute("class") || "";
    const placed = element.getAttribute("transform") || "";
    const name = element.getAttribute("data-actor");
    actors.set(name, { name, element, base, shown: {}, marks: "", placed, classes: base });
  }
  const tracked = hero && actors.has(hero) ? actors.get(hero) : null;
  let view = whole;
  let running = null;

  const place = (actor, x, y, turn, lift) => {
    if (actor.fold) {
      if (!turn && !lift && actor.x === x && actor.y === y && !actor.element) return;
      [actor.x, actor.y] = [x, y];
      if (turn || lift) wake(actor);
      if (!actor.element) return turned(actor);
    }
    const hop = lift ? ` translate(0 ${-lift})` : "";
    const scale = actor === tracked ? view[2] / whole[2] : 1;
    const small = scale === 1 ? "" : ` scale(${scale})`;
    const spin = turn ? ` rotate(${turn})` : "";
    const next = `translate(${x} ${y})${hop}${small}${spin}`;
    if (next === actor.placed) return; // of thousands of actors few move
    actor.placed = next;
    actor.element.setAttribute("transform", next);
  };

  const show = (next, part) => {
    view = next;
    look(next, part);
    const near = (1 - view[2] / whole[2]) / 0.75;
    svg.style.setProperty("--zoomed", Math.min(1, Math.max(0, near)).toFixed(2));
  };

  const dress = (actor) => {
    const worn = actor.shown.cls || "";
    if (actor.worn === worn && actor.marked === actor.marks) return; // of thousands few change
    [actor.worn, actor.marked] = [worn, actor.marks];
    const classes = `${actor.base} ${worn} ${actor.marks}`.trim();
    if (actor.classes === classes) return;
    actor.classes = classes;
    if (actor.element) actor.element.setAttribute("class", classes);
    else turned(actor);
  };

  const settle = (pose) => {
    for (const [name, to] of Object.entries(pose)) {
      if (name === "camera") {
        if (to.view.join() !== view.join()) show(to.view);
        continue;
      }
      const actor = actors.get(name);
      if (!actor) continue;
      actor.shown = to;
      if (to.at) place(actor, to.at[0], to.at[1], to.turn);
      if (to.at && actor === tracked) follow(to.at);
      if (to.text !== undefined && actor.element.textContent !== to.text) {
        actor.element.textContent = to.text;
      }
      dress(actor);
    }
  };

  // the view, shifted so that the point is well inside of it; it stays within the scene
  const holding = (part, point) => {
    const shifted = (i) => {
      const [from, at, size] = [part[i], point[i], part[i + 2]];
      const clear = Math.max(at - 0.8 * size, Math.min(at - 0.2 * size, from));
      return Math.max(whole[i], Math.min(whole[i] + whole[i + 2] - size, clear));
    };
    return [shifted(0), shifted(1), part[2], part[3]];
  };

  // one function of the time from 0 to 1 for each thing that moves, and what to clean up
  const motions = (before, after, how) => {
    const moves = [];
    const ghosts = [];
    const goers = new Map();
    let longest = 0;
    for (const [name, to] of Object.entries(after)) {
      const from = before[name] || to;
      const special = how[name] || {};
      if (name === "camera") {
        const [a, b] = [special.from || from.view, special.to || to.view];
        if (a.join() !== b.join()) {
          const seen = (t) => a[2] === b[2] && goers.has(tracked) ? holding(zoom(a, b, t), along(goers.get(tracked), t)) : zoom(a, b, t);
          moves.unshift((t) => show(seen(t), t));
          if (a[2] !== b[2]) longest = Math.max(longest, 1.3 * whole[2]);
        }
        continue;
      }
      const actor = actors.get(name);
      const ends = [special.from || from.at, special.to || to.at];
      if (!actor || !ends[0] || !ends[1]) continue;
      if (special.wrap) {
        const [dx, dy] = special.wrap;
        if (actor.fold) wake(actor);
        const ghost = actor.element.cloneNode(true);
        ghost.removeAttribute("data-actor");
        ghost.removeAttribute("tabindex");
        ghost.setAttribute("aria-hidden", "true");
        actor.element.parentNode.append(ghost);
        ghosts.push(ghost);
        moves.push((t) => {
          place(actor, to.at[0] - dx * (1 - t), to.at[1] - dy * (1 - t), to.turn);
          const [x, y] = [from.at[0] + dx * t, from.at[1] + dy * t];
          ghost.setAttribute("transform", `translate(${x} ${y})`);
        });
        longest = Math.max(longest, Math.hypot(dx, dy));
        continue;
      }
      const points = [ends[0], ...(special.via || []), ends[1]];
      const length = points.slice(1).reduce((sum, point, i) => sum + apart(points[i], point), 0);
      const [first, last] = [from.turn || 0, to.turn || 0];
      if (!length && first === last) {
        if (special.from) moves.push(() => place(actor, ...special.from, to.turn));
        continue;
      }
      longest = Math.max(longest, special.hop ? Math.min(length, whole[2] / 3) : length);
      const way = ((last - first + 540) % 360) - 180;
      if (actor.fold) wake(actor);
      if (length) goers.set(actor, points);
      moves.push((t) => {
        const [x, y] = along(points, t);
        const turning = special.via ? Math.min(1, Math.max(0, (t - 0.3) / 0.4)) : t;
        const lift = special.hop ? Math.sin(Math.PI * t) * (12 + 0.12 * length) : 0;
        place(actor, x, y, first + way * turning, lift);
      });
    }
    // the hero is followed, or whoever moves alone
    const goer = goers.get(tracked) || (goers.size === 1 ? [...goers.values()][0] : null);
    if (goer && !how.camera) moves.push((t) => follow(along(goer, t)));
    return { moves, ghosts, longest, goer };
  };

  const finish = () => {
    if (!running) return;
    cancelAnimationFrame(running.frame);
    running.ghosts.forEach((ghost) => ghost.remove());
    running = null;
  };

  const animate = (before, after, how, speed, done, pace = ease) => {
    const { moves, ghosts, longest, goer } = motions(before, after, how);
    const still = calm.matches || !moves.length;
    const lasts = still ? 0 : (280 + 900 * Math.min(1, longest / whole[2])) / speed;
    running = { ghosts, frame: 0 };
    timed(running, lasts, (t) => moves.forEach((move) => move(t)), () => {
      finish();
      if (how.camera && after.camera) show(after.camera.view);
      settle(after);
      if (goer && !how.camera) follow(goer.at(-1));
      done();
    }, pace);
  };

  return { actors, tracked, settle, dress, animate, finish, wake, doze, under, moving: () => running !== null };
};
