// The player: shows a scene, replays ways through it, and lets people play. It knows no puzzle;
// what can be done, and what that looks like, the rules say (their members: see graph.js), and
// common.js where they don't.

const find = (id) => document.getElementById(id);
const script = JSON.parse(find("script").textContent);
const game = completed(rules(script.data));
const scene = find("scene");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const actors = new Map();
for (const element of scene.querySelectorAll("[data-actor]")) {
  actors.set(element.dataset.actor, {
    element,
    base: element.getAttribute("class") || "",
    shown: {},
    marks: "",
  });
}

// ---- tracks: the ways of the script and the game of whoever plays

const begun = (name) => ({ name, states: [game.start], moves: [], hows: [], broken: false });

function extend(track, id) {
  const state = track.states.at(-1);
  const move = game.moves(state).find((each) => each.id === id);
  if (!move) return false;
  const { state: next, how } = game.play(state, id);
  track.states.push(next);
  track.moves.push(move);
  track.hows.push(how);
  return true;
}

const ways = script.ways.map((way) => ({ ...way, track: null }));

function wayTrack(index) {
  const way = ways[index];
  if (!way.track) {
    way.track = begun(way.name);
    way.track.broken = !way.moves.every((id) => extend(way.track, id));
  }
  return way.track;
}

const own = begun("your game");
let track = own;
let chosen = 0;
let at = 0;
let playing = false;
let timer = 0;
let hint = null;
let askedFar = false;

const state = () => track.states[at];
const inPlay = () => track === own;

// ---- what is seen

function place(actor, x, y, turn, lift) {
  const hop = lift ? ` translate(0 ${-lift})` : "";
  const scale = actor.element === tracked ? zoomed() : 1;
  const small = scale === 1 ? "" : ` scale(${scale})`;
  const turned = turn ? ` rotate(${turn})` : "";
  actor.element.setAttribute("transform", `translate(${x} ${y})${hop}${small}${turned}`);
}

let view = script.view;
const zoomed = () => view[2] / script.view[2];

function look(next) {
  view = next;
  scene.setAttribute("viewBox", next.join(" "));
  scene.style.setProperty("--zoomed", Math.min(1, Math.max(0, (1 - zoomed()) / 0.75)).toFixed(2));
}

function dress(actor) {
  const classes = `${actor.base} ${actor.shown.cls || ""} ${actor.marks}`.trim();
  if (actor.element.getAttribute("class") !== classes) {
    actor.element.setAttribute("class", classes);
  }
}

function settle(pose) {
  for (const [name, to] of Object.entries(pose)) {
    if (name === "camera") {
      look(to.view);
      continue;
    }
    const actor = actors.get(name);
    if (!actor) continue;
    actor.shown = to;
    if (to.at) place(actor, to.at[0], to.at[1], to.turn);
    if (to.text !== undefined && actor.element.textContent !== to.text) {
      actor.element.textContent = to.text;
    }
    dress(actor);
  }
}

// ---- how it gets from one state to the next

const tracked = script.trail && actors.has(script.trail) ? actors.get(script.trail).element : null;
const between = (a, b, t) => a + (b - a) * t;
const ease = (t) => (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t));
const apart = (p, q) => Math.hypot(q[0] - p[0], q[1] - p[1]);

function along(points, t) {
  const lengths = points.slice(1).map((point, i) => apart(points[i], point));
  let rest = t * lengths.reduce((a, b) => a + b, 0);
  for (let i = 0; i < lengths.length; i++) {
    if (rest <= lengths[i] && lengths[i] > 0) {
      const part = rest / lengths[i];
      return {
        at: [between(points[i][0], points[i + 1][0], part),
          between(points[i][1], points[i + 1][1], part)],
        leg: i,
      };
    }
    rest -= lengths[i];
  }
  return { at: points.at(-1), leg: Math.max(0, lengths.length - 1) };
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

// one function of the time from 0 to 1 for each thing that moves, and what to clean up
function motions(before, after, how) {
  const moves = [];
  const ghosts = [];
  let longest = 0;
  for (const [name, to] of Object.entries(after)) {
    const from = before[name] || to;
    const special = how[name] || {};
    if (name === "camera") {
      const [a, b] = [special.from || from.view, special.to || to.view];
      if (a.join() !== b.join()) {
        moves.unshift((t) => look(zoom(a, b, t)));
        longest = Math.max(longest, 1.3 * script.view[2]);
      }
      continue;
    }
    const actor = actors.get(name);
    if (!actor || !to.at) continue;
    if (special.wrap) {
      const [dx, dy] = special.wrap;
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
    const points = [special.from || from.at, ...(special.via || []), special.to || to.at];
    const length = points.slice(1).reduce((sum, point, i) => sum + apart(points[i], point), 0);
    const [first, last] = [from.turn || 0, to.turn || 0];
    if (!length && first === last) continue;
    longest = Math.max(longest, special.hop ? Math.min(length, script.view[2] / 3) : length);
    const way = ((last - first + 540) % 360) - 180;
    moves.push((t) => {
      const { at: [x, y] } = along(points, t);
      const turning = special.via ? Math.min(1, Math.max(0, (t - 0.3) / 0.4)) : t;
      const lift = special.hop ? Math.sin(Math.PI * t) * (12 + 0.12 * length) : 0;
      place(actor, x, y, first + way * turning, lift);
    });
  }
  return { moves, ghosts, longest };
}

let running = null;

function finish() {
  if (!running) return;
  cancelAnimationFrame(running.frame);
  running.ghosts.forEach((ghost) => ghost.remove());
  running = null;
}

const speed = () => Number(find("speed").value);

function animate(before, after, how, done) {
  const { moves, ghosts, longest } = motions(before, after, how);
  const share = longest / script.view[2];
  const lasts = calm.matches || !moves.length ? 0 : (280 + 900 * Math.min(1, share)) / speed();
  running = { ghosts, frame: 0 };
  const begin = performance.now();
  const step = (now) => {
    const t = lasts ? Math.min(1, Math.max(0, now - begin) / lasts) : 1;
    if (t < 1) {
      moves.forEach((move) => move(ease(t)));
      running.frame = requestAnimationFrame(step);
      return;
    }
    finish();
    settle(after);
    done();
  };
  step(begin);
}

// ---- the trail

const SVG = "http://www.w3.org/2000/svg";

function drawTrail() {
  const box = find("trail");
  if (!box || !script.trail) return;
  box.replaceChildren();
  let first = 0; // where the camera goes elsewhere, a new trail begins
  for (let i = 0; i < at; i++) if (track.hows[i].camera) first = i + 1;
  for (let i = first; i < at; i++) {
    const from = game.pose(track.states[i])[script.trail].at;
    const to = game.pose(track.states[i + 1])[script.trail].at;
    const { via = [] } = track.hows[i][script.trail] || {};
    const leg = document.createElementNS(SVG, "path");
    leg.setAttribute("d", legPath([from, ...via, to]));
    leg.setAttribute("class", i === at - 1 ? "leg latest" : "leg");
    leg.setAttribute("stroke-opacity", (0.25 + 0.6 * ((i - first + 1) / (at - first))).toFixed(2));
    box.append(leg);
  }
}

function legPath(points) {
  if (points.length > 2) return `M${points.map((point) => point.join(" ")).join("L")}`;
  const [[x1, y1], [x2, y2]] = points;
  const [bx, by] = [-0.09 * (y2 - y1), 0.09 * (x2 - x1)];
  return `M${x1} ${y1}Q${(x1 + x2) / 2 - bx} ${(y1 + y2) / 2 - by} ${x2} ${y2}`;
}

// ---- going back and forth

function go(to) {
  to = Math.max(0, Math.min(track.moves.length, to));
  const from = at;
  finish();
  hint = null;
  at = to;
  const pose = game.pose(state());
  const before = game.pose(track.states[from]);
  if (Math.abs(to - from) === 1) {
    const how = to > from ? track.hows[from] : reversed(track.hows[to]);
    if (to < from) drawTrail();
    mark(true);
    animate(before, pose, how, arrived);
  } else {
    settle(pose);
    arrived();
  }
  panel();
}

function arrived() {
  drawTrail();
  mark(false);
  news();
  if (!playing) return;
  if (at >= track.moves.length) return play(false);
  timer = setTimeout(() => go(at + 1), 260 / speed());
}

function play(on) {
  clearTimeout(timer);
  playing = on;
  document.body.classList.toggle("playing", on);
  find("toggle").setAttribute("aria-label", on ? "Pause" : "Play");
  if (!on) return;
  if (at >= track.moves.length) show(track, 0);
  go(at + 1);
}

function show(next, index) {
  finish();
  clearTimeout(timer);
  track = next;
  at = Math.max(0, Math.min(next.moves.length, index));
  hint = null;
  settle(game.pose(state()));
  drawTrail();
  mark(false);
  panel();
}

function watch(index) {
  play(false);
  chosen = index;
  document.body.dataset.mode = "watch";
  show(ways.length ? wayTrack(index) : own, 0);
}

function takeOver() {
  play(false);
  if (!inPlay()) {
    for (const kind of ["states", "moves", "hows"]) {
      own[kind] = track[kind].slice(0, kind === "states" ? at + 1 : at);
    }
  }
  document.body.dataset.mode = "play";
  show(own, at);
}

function make(id) {
  for (const kind of ["states", "moves", "hows"]) {
    own[kind] = own[kind].slice(0, kind === "states" ? at + 1 : at);
  }
  if (extend(own, id)) go(at + 1);
}

const playMode = () => document.body.dataset.mode === "play";

// ---- what can be clicked

let hots = [];

// while something moves, nothing is offered: a click then would come too late or too early
function mark(moving) {
  const focused = document.activeElement;
  const had = hots.find((hot) => hot.actor.element === focused);
  const offered = moving || !playMode() || game.won(state()) ? [] : game.moves(state());
  for (const { actor } of hots) {
    actor.marks = "";
    for (const name of ["tabindex", "role", "aria-label"]) actor.element.removeAttribute(name);
  }
  const before = hots;
  hots = [];
  for (const move of offered) {
    const actor = actors.get(move.hot);
    if (!actor || hots.some((hot) => hot.actor === actor)) continue;
    actor.marks = hint === move.id ? "legal hinted" : "legal";
    actor.element.setAttribute("tabindex", hots.length ? "-1" : "0");
    actor.element.setAttribute("role", "button");
    actor.element.setAttribute("aria-label", move.label);
    hots.push({ actor, move });
  }
  new Set([...before, ...hots].map((hot) => hot.actor)).forEach(dress);
  if (moving) wasFocused = had ? focused : wasFocused;
  else if (wasFocused || had) {
    const kept = hots.find((hot) => hot.actor.element === (wasFocused || focused)) || hots[0];
    if (kept) focusOn(kept);
    else if (wasFocused) find("back").focus();
    wasFocused = null;
  }
  offer(offered);
}

let wasFocused = null;

function focusOn(hot) {
  hots.forEach((each) => each.actor.element.setAttribute("tabindex", each === hot ? "0" : "-1"));
  hot.actor.element.focus();
}

const centre = (element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

// the next thing to click in a direction, for the arrow keys
function towards(dx, dy) {
  const here = hots.find((hot) => hot.actor.element === document.activeElement);
  if (!here) return hots[0] && focusOn(hots[0]);
  const [x, y] = centre(here.actor.element);
  let best = null;
  let least = Infinity;
  for (const hot of hots) {
    if (hot === here) continue;
    const [hx, hy] = centre(hot.actor.element);
    const ahead = (hx - x) * dx + (hy - y) * dy;
    const aside = Math.abs((hx - x) * dy) + Math.abs((hy - y) * dx);
    if (ahead > 2 && ahead + 2.5 * aside < least) [best, least] = [hot, ahead + 2.5 * aside];
  }
  if (best) focusOn(best);
}

scene.addEventListener("click", (event) => {
  const element = event.target.closest("[data-actor].legal");
  const hot = element && hots.find((each) => each.actor.element === element);
  if (hot) make(hot.move.id);
});

// ---- the panel

const MOST_LISTED = 12;

function offer(moves) {
  const list = find("moves");
  const listed = moves.length <= MOST_LISTED ? moves : [];
  list.replaceChildren(...listed.map((move) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move.label;
    button.classList.toggle("hinted", hint === move.id);
    button.addEventListener("click", () => make(move.id));
    return button;
  }));
}

// nothing is solved while the last step is still on its way
function news() {
  const won = !running && game.won(state());
  const stuck = !running && !won && playMode() && !game.moves(state()).length;
  find("news").textContent = won
    ? `Solved: ${game.count(state())}.`
    : stuck ? "No move is left. Take one back." : "";
  find("news").className = won ? "won" : stuck ? "stuck" : "";
}

function panel() {
  const last = track.moves.length;
  find("caption").textContent = at ? `${at}. ${track.moves[at - 1].label}` : "The start.";
  find("slider").max = String(last);
  find("slider").value = String(at);
  find("slider").setAttribute("aria-valuetext", `${at} of ${last}`);
  find("place").textContent = `${at} / ${last}`;
  for (const id of ["first", "back", "undo", "restart"]) find(id).disabled = at === 0;
  for (const id of ["forward", "last"]) find(id).disabled = at === last;
  find("toggle").disabled = last === 0;
  find("facts").replaceChildren(...game.facts(state()).flatMap(([label, value]) => {
    const [term, told] = [document.createElement("dt"), document.createElement("dd")];
    term.textContent = label;
    if (Array.isArray(value)) {
      told.append(...value.map((each) => {
        const chip = document.createElement("span");
        chip.className = "chip";
        chip.textContent = each;
        return chip;
      }));
      if (!value.length) told.textContent = "–";
    } else told.textContent = String(value);
    return [term, told];
  }));
  news();
  find("broken").hidden = !track.broken;
  find("far").textContent = askedFar && playMode() ? far().words : "";
  find("watch").setAttribute("aria-pressed", String(!playMode()));
  find("play").setAttribute("aria-pressed", String(playMode()));
  if (ways.length) find("way").value = String(chosen);
}

// a way of the script that begins with all the moves made so far
function known() {
  const made = track.moves.slice(0, at).map((move) => move.id);
  return ways.find((way) => way.moves.length > at && made.every((id, i) => way.moves[i] === id));
}

function far() {
  if (game.won(state())) return { words: "You are there.", next: null };
  const told = game.far(state()) || { words: "too far to be seen from here", next: null };
  const way = told.next === null && !told.lost ? known() : null;
  const rest = way ? game.count(wayTrack(ways.indexOf(way)).states.at(-1)) : "";
  return way
    ? { words: `To the goal: ${told.words}; ${way.name} takes ${rest} in all.`, next: way.moves[at] }
    : { words: `To the goal: ${told.words}.`, next: told.next };
}

function showNext() {
  const told = far();
  hint = told.next;
  askedFar = true;
  panel();
  mark(false);
  const hot = hots.find((each) => each.move.id === hint);
  if (hot) {
    find("far").textContent = `${told.words} Next: ${hot.move.label}.`;
    if (find("stage").contains(document.activeElement)) focusOn(hot);
  } else if (!game.won(state())) find("far").textContent = `${told.words} No move is known.`;
}

// ---- buttons and keys

const on = (id, act) => find(id).addEventListener("click", act);
on("first", () => { play(false); go(0); });
on("back", () => { play(false); go(at - 1); });
on("toggle", () => play(!playing));
on("forward", () => { play(false); go(at + 1); });
on("last", () => { play(false); go(track.moves.length); });
on("undo", () => go(at - 1));
on("restart", () => go(0));
on("next", showNext);
on("distance", () => { askedFar = !askedFar; panel(); });
on("watch", () => watch(chosen));
on("play", takeOver);
on("theme", () => {
  const root = document.documentElement;
  const now = root.dataset.theme
    || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
});
find("slider").addEventListener("input", (event) => {
  play(false);
  go(Number(event.target.value));
});
find("way").addEventListener("change", (event) => watch(Number(event.target.value)));

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const inField = event.target.matches("input, select");
  const onButton = event.target.matches("button");
  const hot = hots.find((each) => each.actor.element === event.target);
  const keys = {
    Home: () => { play(false); go(0); },
    End: () => { play(false); go(track.moves.length); },
    PageUp: () => { play(false); go(at - 1); },
    PageDown: () => { play(false); go(at + 1); },
    Backspace: () => { play(false); go(at - 1); },
    u: () => { play(false); go(at - 1); },
    r: () => { play(false); go(0); },
    n: () => playMode() && showNext(),
    d: () => { if (playMode()) { askedFar = !askedFar; panel(); } },
    p: () => script.playable && takeOver(),
    w: () => ways.length && watch(chosen),
  };
  let act = keys[event.key];
  const arrow = ARROWS[event.key];
  if (arrow && playMode()) act = () => towards(...arrow);
  else if (arrow) act = () => { play(false); go(at + (arrow[0] + arrow[1] > 0 ? 1 : -1)); };
  if (hot && (event.key === "Enter" || event.key === " ")) act = () => make(hot.move.id);
  else if (event.key === " " && !onButton) act = () => play(!playing);
  if (!act || inField) return;
  event.preventDefault();
  act();
});

// ---- begin

for (const [index, way] of ways.entries()) {
  find("way").append(new Option(way.name, String(index)));
}
find("choice").hidden = ways.length < 2;
find("howto").textContent = script.howto;
find("remark").textContent = script.remark;
find("play").hidden = !script.playable;
find("modes").hidden = !script.playable || !ways.length;
if (ways.length || !script.playable) watch(0);
else takeOver();
document.body.classList.add("ready");
