// The player: shows a scene, replays ways through it, and lets people play. It knows no puzzle;
// what can be done, and what that looks like, the rules say (their members: see graph.js), and
// common.js where they don't.

const find = (id) => document.getElementById(id);
const scene = find("scene");

// the page may have further puzzles, which wait in templates: #puzzle=2 is the second of them
const others = [...document.querySelectorAll("template.other")];
const chosenPuzzle = () => {
  const number = Number((/[#&]puzzle=(\d+)/.exec(location.hash) || [])[1] || 0);
  return number <= others.length ? number : 0;
};
const puzzle = chosenPuzzle();
const script = JSON.parse((puzzle ? laid(others[puzzle - 1]) : find("script")).textContent);
const game = completed(rules(script.data));

// puts a puzzle in the place of the page's own; what is told of it
function laid({ dataset, content }) {
  const [svg, told] = content.children;
  const { view, title, lines } = JSON.parse(told.textContent);
  scene.replaceChildren(...svg.cloneNode(true).children);
  scene.setAttribute("viewBox", view.join(" "));
  scene.setAttribute("aria-label", title);
  document.querySelector("header p").textContent = `${title} · ${dataset.name}`;
  document.querySelectorAll("#rules li").forEach((item, i) => { item.textContent = lines[i]; });
  return told;
}

const { far: distance, hard } = hints(game, script.data);
const lens = camera(find("view"), scene, find("map"), script.view, () => clearOfMap());
const { actors, tracked, settle, dress, animate, finish, wake, doze, under, moving } =
  stage(scene, script, lens.look, lens.follow);
const views = script.views || [];
let inRooms = false;
let approached = false;
const speed = () => Number(find("speed").value);

// ---- tracks: the ways of the script and the game of whoever plays

// `todo` are moves that were not played yet: a long way is played as far as it is looked at, and the
// rest when nothing else is to be done
const begun = (name, todo = []) => ({ name, states: [game.start], moves: [], hows: [], todo, broken: false });
const length = (track) => track.moves.length + track.todo.length;

function reach(track, index) {
  while (track.todo.length && track.moves.length < index) {
    const [id, ...rest] = track.todo;
    const fits = extend(track, id);
    track.todo = fits ? rest : [];
    track.broken = !fits;
  }
}

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

const whole = (track) => {
  reach(track, Infinity);
  return track;
};

const ways = script.ways.map((way) => ({ ...way, track: null }));

const wayTrack = (index) => wayTrackOf(ways[index]);

function wayTrackOf(way) {
  if (!way.track) {
    way.track = begun(way.name, way.moves);
    const onward = () => {
      reach(way.track, way.track.moves.length + 10);
      if (way.track.todo.length) setTimeout(onward, 0);
      else if (track === way.track) panel();
    };
    setTimeout(onward, 0);
  }
  return way.track;
}

// the game of whoever plays is a tree of all that was tried; its track is the try that is played
const root = { parent: null, move: null, how: null, state: game.start, children: [], latest: null };
const own = begun("your game");

// the try after a move; null if the rules refuse it
function tried(node, id) {
  const known = node.children.find(({ move }) => move.id === id);
  if (known) return known;
  const move = game.won(node.state) ? null : game.moves(node.state).find((each) => each.id === id);
  if (!move) return null;
  const child = { parent: node, move, ...game.play(node.state, id), children: [], latest: null };
  node.children.push(child);
  return child;
}

// makes the track lead through this try, and on as it was played last; how many moves it is from the start
function onto(node) {
  for (let each = node; each.parent; each = each.parent) each.parent.latest = each;
  own.nodes = [];
  for (let each = root; each; each = each.latest) own.nodes.push(each);
  const after = own.nodes.slice(1);
  own.states = own.nodes.map((each) => each.state);
  own.moves = after.map((each) => each.move);
  own.hows = after.map((each) => each.how);
  return own.nodes.indexOf(node);
}

// makes these moves of the start part of the tree; how many of them the rules take
function adopt(ids) {
  let node = root;
  let count = 0;
  for (const id of ids) {
    const next = tried(node, id);
    if (!next) break;
    node = next;
    count++;
  }
  onto(node);
  return count;
}

onto(root);
let track = own;
let chosen = 0;
let at = 0;
let kept = 0; // where the game is, while something else is watched
let playing = false;
let timer = 0;
let hint = null;
let askedFar = false;

const state = () => track.states[at];
const inPlay = () => track === own;

// ---- the trail

function drawTrail() {
  const box = find("trail");
  if (!box || !tracked) return;
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
  find("rules").open = false;
  reach(track, to);
  to = Math.max(0, Math.min(track.moves.length, to));
  const from = at;
  if (!from && to && !playMode()) approach();
  finish();
  hint = null;
  say("");
  at = to;
  const pose = game.pose(state());
  const before = game.pose(track.states[from]);
  if (Math.abs(to - from) === 1) {
    const how = to > from ? track.hows[from] : reversed(track.hows[to]);
    if (to < from) drawTrail();
    mark(true);
    animate(before, pose, how, speed(), arrived);
  } else {
    settle(pose);
    arrived();
  }
  panel();
}

function arrived() {
  drawTrail();
  mark(false);
  if (inRooms) lookAround();
  news();
  warn();
  curve();
  if (!playing) return;
  if (at >= length(track)) return play(false);
  timer = setTimeout(() => go(at + 1), 260 / speed());
}

function play(on) {
  clearTimeout(timer);
  playing = on;
  document.body.classList.toggle("playing", on);
  find("toggle").setAttribute("aria-label", on ? "Pause" : "Play");
  if (!on) return;
  if (at >= length(track)) show(track, 0);
  go(at + 1);
}

function show(next, index) {
  finish();
  clearTimeout(timer);
  track = next;
  reach(track, index);
  at = Math.max(0, Math.min(next.moves.length, index));
  hint = null;
  say("");
  settle(game.pose(state()));
  drawTrail();
  mark(false);
  panel();
  warn();
  curve();
}

function watch(index) {
  play(false);
  if (inPlay()) kept = at;
  chosen = index;
  document.body.dataset.mode = "watch";
  show(ways.length ? wayTrack(index) : own, 0);
}

// to the game as it was left; what is watched is only gone on with if there is none, or if asked for
function takeOver(fromHere = !root.children.length) {
  play(false);
  let index = inPlay() ? at : kept;
  if (!inPlay() && fromHere) index = adopt(track.moves.slice(0, at).map((move) => move.id));
  document.body.dataset.mode = "play";
  show(own, index);
  enter();
}

function make(id) {
  const next = tried(own.nodes[at], id);
  if (!next) return;
  onto(next);
  go(at + 1);
}

const playMode = () => document.body.dataset.mode === "play";

// ---- what can be clicked

const CROWD = 80; // of more, a listed actor is an element only where the focus is
let hots = [];
let held = null; // who had the focus when something began to move

// while something moves, nothing is offered: a click then would come too late or too early
function mark(moving) {
  const focused = focusedHot();
  const offered = moving || !playMode() || game.won(state()) ? [] : game.moves(state());
  for (const { actor } of hots) {
    actor.marks = "";
    if (!actor.element) continue;
    for (const name of ["tabindex", "role", "aria-label"]) actor.element.removeAttribute(name);
  }
  const changed = new Set(hots.map(({ actor }) => actor));
  const now = new Map();
  for (const move of offered) {
    const actor = actors.get(move.hot);
    if (!actor || now.has(actor)) continue;
    actor.marks = hint === move.id ? "legal hinted" : "legal";
    now.set(actor, { actor, move });
    changed.add(actor);
  }
  hots = [...now.values()];
  changed.forEach(dress);
  held = focused ? focused.actor : held;
  const first = now.get(held) || hots[0];
  if (!moving) {
    const stirred = hots.filter((hot) => hots.length <= CROWD || hot === first);
    doze(new Set(stirred.map(({ actor }) => actor)));
    for (const hot of stirred) stir(hot, hot === first);
    if (held && first) focusOn(first);
    else if (held) find("back").focus();
    held = null;
    clearOfMap();
  }
  offer(offered);
}

const focusedHot = () => hots.find((hot) => hot.actor.element && hot.actor.element === document.activeElement);

// makes it a button; Tab leads to the first one
function stir({ actor, move }, first) {
  wake(actor);
  actor.element.setAttribute("tabindex", first ? "0" : "-1");
  actor.element.setAttribute("role", "button");
  actor.element.setAttribute("aria-label", move.label);
}

function focusOn(hot) {
  for (const { actor } of hots) if (actor.element) actor.element.setAttribute("tabindex", "-1");
  stir(hot, true);
  hot.actor.element.focus({ preventScroll: lens.near() });
  lens.reveal(lens.at(...boxes([hot])[0].at));
}

// where in the window the actors of these are, and how large
function boxes(some = hots) {
  const { a, d, e, f } = (some.length && scene.getScreenCTM()) || {}; // null in a frame that is not shown
  return some.map((hot) => {
    const { element, frame, x: left, y: top } = hot.actor;
    const { x, y, width, height } = element ? element.getBoundingClientRect() : {
      x: a * (left + frame[0]) + e, y: d * (top + frame[1]) + f,
      width: a * (frame[2] - frame[0]), height: d * (frame[3] - frame[1]),
    };
    return { hot, small: Math.min(width, height) < TIP, at: [x + width / 2, y + height / 2] };
  });
}

const onWindow = ([x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(scene.getScreenCTM());
  return [at.x, at.y];
};

// the small map keeps to the corner under which the least can be clicked
function clearOfMap() {
  const map = find("map");
  if (map.hidden || !hots.length) return;
  const { left, right, top, bottom } = find("view").getBoundingClientRect();
  const { width, height } = map.getBoundingClientRect();
  const reach = TIP / 2 + 8; // it stands a little off the corner
  const hidden = (corner) => spots.filter(([x, y]) => y >= top && y <= bottom && x >= left && x <= right
    && (corner.includes("right") ? x > right - width - reach : x < left + width + reach)
    && (corner.includes("top") ? y < top + height + reach : y > bottom - height - reach)).length;
  const spots = boxes().map(({ at }) => at);
  const corners = [map.dataset.corner || "bottom left", "bottom left", "bottom right", "top right", "top left"];
  const counts = corners.map(hidden);
  map.dataset.corner = corners[counts.indexOf(Math.min(...counts))];
}

// where the one who moves is, in the scene: whose trail is drawn, or else nobody
const whereabouts = () => tracked && tracked.shown.at;

// the next thing to click in a direction, for the arrow keys; at first as seen from who moves
function towards(dx, dy) {
  const here = focusedHot();
  const spot = whereabouts();
  if (!here && !spot) return hots[0] && focusOn(hots[0]);
  const [x, y] = here ? boxes([here])[0].at : onWindow(spot);
  let best = null;
  let least = Infinity;
  for (const { hot, at: [hx, hy] } of boxes()) {
    if (hot === here) continue;
    const ahead = (hx - x) * dx + (hy - y) * dy;
    const aside = Math.abs((hx - x) * dy) + Math.abs((hy - y) * dx);
    if (ahead < 2 || aside > 1.01 * ahead) continue;
    if (ahead + 2.5 * aside < least) [best, least] = [hot, ahead + 2.5 * aside];
  }
  if (best) focusOn(best);
}

// ---- clicks: what is smaller than a finger's tip is hit from beside it, if nothing else is near

const TIP = 24; // CSS pixels

// how far apart the centres of small things that can be clicked are, at least
function gap(spots, from = spots) {
  const sorted = [...spots].sort((p, q) => p.at[0] - q.at[0]);
  const within = new Set(from);
  let least = Infinity;
  sorted.forEach((one, i) => {
    for (let j = i + 1; j < sorted.length && sorted[j].at[0] - one.at[0] < least; j++) {
      if (!within.has(one) && !within.has(sorted[j])) continue;
      least = Math.min(least, apart(one.at, sorted[j].at));
    }
  });
  return least;
}

const smallHots = () => boxes().filter(({ small }) => small);

// the actor at a point of the window; its element, or one that is only listed
const lying = ({ target, clientX, clientY }) => {
  const element = target.closest("[data-actor]");
  return (element && actors.get(element.dataset.actor)) || under(lens.at(clientX, clientY));
};

// the move that is meant by a click; null if there is none, `false` if it had to be zoomed in first
function meant(event) {
  const element = event.target.closest("[data-actor].legal");
  const actor = element ? actors.get(element.dataset.actor) : lying(event);
  const direct = hots.find((each) => each.actor === actor);
  if (direct && !boxes([direct])[0].small) return direct.move;
  const here = [event.clientX, event.clientY];
  const spots = smallHots();
  const nearest = spots.filter(({ at }) => apart(at, here) <= TIP / 2 + 1)
    .sort((a, b) => apart(a.at, here) - apart(b.at, here))[0];
  const chosen = direct ? spots.find(({ hot }) => hot === direct) : nearest;
  if (!chosen) return null;
  const between = gap(spots, [chosen]);
  if (between >= TIP - 0.5 || lens.inmost()) return chosen.hot.move;
  lens.zoomAt(...here, (TIP + 6) / between);
  return false;
}

find("view").addEventListener("click", (event) => {
  if (lens.dragged() || !scene.contains(event.target) || !playMode() || moving()) return;
  const move = meant(event);
  if (move) return make(move.id);
  say(move === false ? "Nearer now: click again." : why(lying(event)?.name));
});

// why a click does nothing
function why(actor) {
  if (game.won(state())) return "It is solved. Undo or restart to go on playing.";
  const reason = actor && game.why ? game.why(state(), actor) : null;
  if (reason) return reason;
  const labels = game.moves(state()).map((move) => move.label);
  if (!labels.length) return "No move is left. Take one back.";
  const some = labels.length <= 4 ? `; there is: ${labels.join("; ")}` : "; what is framed can be clicked";
  return `Nothing can be done there${some}.`;
}

const say = (words) => { find("why").textContent = words; };

// a game whose targets lie close together begins near whoever moves
function enter() {
  const at = whereabouts();
  if (!at || lens.near()) return;
  const between = gap(smallHots());
  if (between >= TIP) return;
  const factor = (TIP + 4) / between;
  const [x, y] = onWindow(at);
  const frame = find("view").getBoundingClientRect();
  const within = (spot) => Math.abs(spot[0] - x) * factor < frame.width / 2
    && Math.abs(spot[1] - y) * factor < frame.height / 2;
  if (boxes().some((spot) => within(spot.at))) lens.enter(at, factor);
}

// who walks through rooms and is too small to be seen is watched from near, the first time
function approach() {
  if (approached || !views.length || !tracked || lens.near()) return;
  approached = true;
  const { width } = tracked.element.getBoundingClientRect();
  if (width > 0 && width < TIP / 2) lens.enter(whereabouts(), TIP / width);
}

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
  const won = !moving() && game.won(state());
  const stuck = !moving() && !won && playMode() && !game.moves(state()).length;
  if (won && inPlay() && dare) dare.won = true;
  find("copy").textContent = won && at ? "Dare a friend: copy a link" : "Copy a link to this position";
  find("news").textContent = won
    ? `Solved: ${game.count(state())}.${inPlay() && dare ? ` Sent to you: ${dare.count}.` : ""}`
    : stuck ? "No move is left. Take one back." : "";
  find("news").className = won ? "won" : stuck ? "stuck" : "";
}

function panel() {
  find("link").hidden = true;
  const last = length(track);
  find("caption").textContent = at ? `${at}. ${track.moves[at - 1].label}` : "The start.";
  find("slider").max = String(last);
  find("slider").value = String(at);
  find("slider").setAttribute("aria-valuetext", `${at} of ${last}`);
  find("place").textContent = `${at} / ${last}`;
  for (const id of ["first", "back", "undo", "restart"]) find(id).disabled = at === 0;
  for (const id of ["forward", "last", "redo"]) find(id).disabled = at === last;
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
  find("from").hidden = !script.playable || playMode() || !root.children.length || !at;
  tries();
  inWords();
  remember();
  find("far").textContent = "";
  if (askedFar && playMode()) tellFar();
  find("watch").setAttribute("aria-pressed", String(!playMode()));
  find("play").setAttribute("aria-pressed", String(playMode()));
  if (ways.length) find("way").value = String(chosen);
}

// a way of the script that begins with all the moves made so far
function known() {
  const made = track.moves.slice(0, at).map((move) => move.id);
  return ways.find((way) => way.moves.length > at && made.every((id, i) => way.moves[i] === id));
}

async function far() {
  const here = state();
  if (game.won(here)) return { words: "You are there.", next: null };
  const told = (await distance(here)) || { words: "too far to be seen from here", next: null };
  const way = told.next === null && !told.lost && here === state() ? known() : null;
  const rest = way ? game.count(whole(wayTrack(ways.indexOf(way))).states.at(-1)) : "";
  return way
    ? { words: `To the goal: ${told.words}; ${way.name} takes ${rest} in all.`, next: way.moves[at] }
    : { words: `To the goal: ${told.words}.`, next: told.next };
}

// does this with how far it is, if one still is there when that is known
async function whenFar(act) {
  const here = state();
  const told = await far();
  if (here === state() && playMode()) act(told);
}

const tellFar = () => whenFar(({ words }) => { if (askedFar) find("far").textContent = words; });

function showNext() {
  askedFar = true;
  find("far").textContent = "Looking for the goal …";
  whenFar(({ words, next }) => {
    hint = next;
    mark(moving());
    const hot = hots.find((each) => each.move.id === hint);
    if (hot && find("stage").contains(document.activeElement)) focusOn(hot);
    find("far").textContent = hot ? `${words} Next: ${hot.move.label}.`
      : game.won(state()) ? words : `${words} No move is known.`;
  });
}

// says so when the goal has got out of reach, if one wants to be told
function warn() {
  const here = state();
  if (!find("warned").checked || !playMode() || game.won(here)) return;
  distance(here).then((told) => {
    if (!told || !told.lost || here !== state() || !playMode() || moving()) return;
    find("news").textContent = "From here the goal is out of reach: take moves back.";
    find("news").className = "stuck";
  });
}

// ---- after the game: how far the goal was, move by move, and where something was lost

let drawn = null; // the state whose game the curve shows

async function curve() {
  const figure = find("curve");
  const end = state();
  if (!inPlay() || !game.won(end)) {
    figure.hidden = true;
    drawn = null;
    return;
  }
  if (drawn === end || !game.spent) return;
  drawn = end;
  figure.hidden = true;
  const states = own.states.slice(0, at + 1);
  const moves = own.moves.slice(0, at);
  const left = [];
  for (const each of states) {
    const told = game.won(each) ? { left: 0 } : await distance(each, false);
    if (drawn !== end) return;
    left.push(told && typeof told.left === "number" ? told.left : null);
  }
  if (left[0] === null || states.length < 2) return;
  const most = Math.max(1, ...left);
  const [width, height] = [300, 90];
  const spot = (i) => [8 + (width - 16) * (i / moves.length), height - 8 - (height - 16) * ((left[i] ?? most) / most)];
  const svg = find("plot");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", `M${states.map((_, i) => spot(i).join(" ")).join("L")}`);
  line.setAttribute("class", "leg");
  svg.replaceChildren(line);
  const lost = [];
  for (let i = 1; i < states.length; i++) {
    if (left[i] === null || left[i - 1] === null) continue;
    const more = left[i] + game.spent(states[i]) - left[i - 1] - game.spent(states[i - 1]);
    if (!(more > 1e-9)) continue;
    lost.push({ i, more });
    const dot = document.createElementNS(SVG, "circle");
    const [x, y] = spot(i);
    for (const [name, value] of [["cx", x], ["cy", y], ["r", 4.5], ["class", "slip"]]) dot.setAttribute(name, value);
    svg.append(dot);
  }
  const rounded = (cost) => String(Math.round(cost * 100) / 100);
  const sum = lost.reduce((all, { more }) => all + more, 0);
  find("curved").textContent = sum
    ? `From the start the goal was ${rounded(left[0])} away; you took ${rounded(sum)} more than that.`
    : "No way is shorter than yours.";
  find("slips").replaceChildren(...lost.sort((a, b) => b.more - a.more).slice(0, 4).map(({ i, more }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `Here you lost ${rounded(more)}: ${i}. ${moves[i - 1].label}`;
    button.addEventListener("click", () => { play(false); show(own, i - 1); });
    return button;
  }));
  figure.hidden = false;
}

async function showHardness() {
  find("hardness").textContent = "Looking …";
  const told = await hard(game.start);
  const times = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
  find("hardness").textContent = told
    ? `A shortest way has ${times(told.places, "move")}. At ${told.choices} of these places something else can be done that is `
      + `worse: ${times(told.wrong, "wrong turn")} in all, of which ${told.shut} put the goal out of reach.`
    : "That can't be measured here in a moment.";
}

// ---- the board for who can't see it

function inWords() {
  const told = game.board ? () => game.board(state()) : () => script.board || [];
  find("spoken").hidden = !game.board && !told().length;
  if (!find("spoken").open) return;
  find("told").replaceChildren(...told().map((line) => {
    const item = document.createElement("li");
    item.textContent = line;
    return item;
  }));
}

// ---- what was tried

function tries() {
  const ends = [];
  const below = [root];
  while (below.length) {
    const node = below.pop();
    below.push(...[...node.children].reverse());
    if (!node.children.length && node !== root) ends.push(node);
  }
  find("tries").hidden = !playMode() || ends.length < 2;
  if (find("tries").hidden) return;
  find("tried").replaceChildren(...ends.slice(-40).map((end) => {
    const path = [];
    for (let each = end; each.parent; each = each.parent) path.unshift(each);
    const fork = path.findLastIndex(({ parent }) => parent.children.length > 1);
    const button = document.createElement("button");
    const ending = game.won(end.state) ? ", solved" : game.moves(end.state).length ? "" : ", stuck";
    button.type = "button";
    button.textContent = `${path.length} ${path.length === 1 ? "move" : "moves"}, ${
      fork ? `after ${fork}` : "from the start"}: ${path[fork].move.label}${ending}`;
    button.setAttribute("aria-current", String(own.nodes.includes(end)));
    button.addEventListener("click", () => { play(false); show(own, onto(end)); });
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
}

// ---- the address keeps the game, and what is watched: #play=moves&at=2&watch=0.5; #dare=moves is a
// game that somebody won

const LONGEST = 30_000;
const coded = (moves) => moves.map(({ id }) => encodeURIComponent(id).replaceAll("%20", "+")).join();
const decoded = (words) => words.split(",").filter(Boolean)
  .map((each) => decodeURIComponent(each.replaceAll("+", "%20")));
let first = !location.hash; // nothing was made yet in a page that was opened without a game
let writing = 0;
let written = []; // when, in the last half minute: browsers refuse a hundred changes in that time

function remember() {
  clearTimeout(writing);
  written = written.filter((when) => when > performance.now() - 30_000);
  if (playing || first || written.length > 60) writing = setTimeout(write, first ? 50 : 400);
  else write();
}

function write() {
  clearTimeout(writing);
  const parts = puzzle ? [`puzzle=${puzzle}`] : [];
  if (playMode() || root.children.length) parts.push(`play=${coded(own.moves)}`);
  const here = inPlay() ? at : kept;
  if (here < own.moves.length) parts.push(`at=${here}`);
  if (!playMode() && (chosen || at || parts.length)) parts.push(`watch=${chosen}.${at}`);
  if (dare && !dare.won) parts.push(`dare=${dare.words}`);
  const next = parts.length ? `#${parts.join("&")}` : "";
  if (next === location.hash || next.length > LONGEST) return;
  if (location.protocol === "about:") return; // a frame without an address: Firefox would complain
  written.push(performance.now());
  try {
    history.replaceState(null, "", next || location.pathname + location.search);
  } catch { /* a frame without an address of its own */ }
}

let dare = null;

// takes up what the address says
function recall() {
  const told = new Map(location.hash.slice(1).split("&").map((part) => part.split("=")));
  let [moves, sent, words] = [[], [], ""];
  try {
    moves = decoded(told.get("play") || "");
    sent = decoded(told.get("dare") || "");
  } catch {
    words = "The address is damaged: the game in it can't be read.";
  }
  const playing = script.playable && (told.has("play") || told.has("dare"));
  if (playing && sent.length) words = challenged(sent, told.get("dare"));
  const count = playing ? adopt(moves) : 0;
  if (count < moves.length) words = `The address has a game of ${moves.length} moves; ${count} of them can be made here.`;
  const left = told.has("at") ? Number(told.get("at")) || 0 : count;
  const resumed = Math.max(0, Math.min(own.moves.length, left));
  const [way, step] = (told.get("watch") || "").split(".").map(Number);
  if (told.has("watch") && ways[way]) {
    watch(way);
    kept = resumed;
    go(step || 0);
  } else if (playing || !ways.length || script.begin === "play") {
    document.body.dataset.mode = script.playable ? "play" : "watch";
    show(own, resumed);
    enter();
  } else watch(0);
  say(words);
}

function challenged(ids, words) {
  const way = { name: "the way that was sent", moves: ids, track: null };
  const { states, broken } = whole(wayTrackOf(way));
  if (broken || !game.won(states.at(-1))) return "The address dares you, but its moves don't solve this puzzle.";
  dare = { words, count: game.count(states.at(-1)), won: false };
  if (!ways.some((each) => each.name === way.name)) {
    find("way").append(new Option(way.name, String(ways.push(way) - 1)));
    find("modes").hidden = false;
  }
  return `Somebody did it: ${dare.count}. Can you?`;
}

function share() {
  write();
  const won = at && game.won(state());
  const address = location.href.split(/[?#]/)[0];
  const before = puzzle ? `puzzle=${puzzle}&` : "";
  find("link").value = `${address}#${before}${won ? "dare" : "play"}=${coded(own.moves.slice(0, at))}`;
  find("link").hidden = false;
  find("link").select();
  const words = won ? `It dares whoever opens it to do better than ${game.count(state())}.` : "It leads to this position.";
  say(`Copy this link. ${words}`);
  if (navigator.clipboard) {
    navigator.clipboard.writeText(find("link").value).then(() => say(`The link is copied. ${words}`), () => {});
  }
}

addEventListener("hashchange", () => (chosenPuzzle() === puzzle ? recall() : location.reload()));
addEventListener("pagehide", write);

// ---- buttons and keys

const on = (id, act) => find(id).addEventListener("click", act);
on("first", () => { play(false); go(0); });
on("back", () => { play(false); go(at - 1); });
on("toggle", () => play(!playing));
on("forward", () => { play(false); go(at + 1); });
on("last", () => { play(false); go(length(track)); });
on("undo", () => go(at - 1));
on("restart", () => go(0));
on("redo", () => go(at + 1));
on("nearer", () => lens.by(1.6));
on("farther", () => lens.by(1 / 1.6));
on("fit", () => rooms(false));
on("room", () => rooms());
on("follow", followed);
on("next", showNext);
on("distance", () => { askedFar = !askedFar; panel(); });
on("watch", () => watch(chosen));
on("play", () => takeOver());
on("from", () => takeOver(true));
on("copy", () => share());
on("hard", showHardness);
find("spoken").addEventListener("toggle", inWords);
find("warned").addEventListener("change", () => { news(); warn(); });
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
// whoever drags the slider does not mean it by the keys that follow
find("slider").addEventListener("pointerup", (event) => event.target.blur());
find("way").addEventListener("change", (event) => watch(Number(event.target.value)));

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const back = () => { play(false); go(at - 1); };
const onward = () => { play(false); go(at + 1); };
const KEYS = {
  Home: () => { play(false); go(0); },
  End: () => { play(false); go(length(track)); },
  PageUp: back,
  PageDown: onward,
  Backspace: back,
  u: back,
  r: () => { play(false); go(0); },
  n: () => playMode() && showNext(),
  d: () => { if (playMode()) { askedFar = !askedFar; panel(); } },
  p: () => script.playable && takeOver(),
  w: () => ways.length && watch(chosen),
  f: followed,
  "+": () => lens.by(1.6),
  "=": () => lens.by(1.6),
  "-": () => lens.by(1 / 1.6),
  0: () => rooms(false),
  v: () => views.length && rooms(),
};

// room by room: the camera shows the room of whoever moves; else all
function rooms(next = !inRooms) {
  inRooms = next;
  find("room").setAttribute("aria-pressed", String(inRooms));
  if (inRooms) lookAround();
  else lens.fit();
}

function lookAround() {
  const [x, y] = whereabouts() || [];
  const room = views.find(([left, top, w, h]) => x >= left && x <= left + w && y >= top && y <= top + h);
  if (room) lens.frame(room);
}

function followed() {
  const follows = lens.follows(!lens.follows());
  find("follow").setAttribute("aria-pressed", String(follows));
  if (follows && whereabouts()) lens.reveal(whereabouts());
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const command = (event.ctrlKey || event.metaKey) && !event.altKey;
  const sliding = target.matches("input") && (ARROWS[key] || ["Home", "End", "PageUp", "PageDown"].includes(key));
  if (target.matches("select, [type=text]") || sliding) return;
  const hot = hots.find((each) => each.actor.element === target);
  let act = null;
  const arrow = ARROWS[key];
  if (command && key.toLowerCase() === "z") act = event.shiftKey ? onward : back;
  else if (command && key.toLowerCase() === "y") act = onward;
  else if (command || event.altKey) return;
  else if (arrow && event.shiftKey) act = () => lens.pan(...arrow);
  else if (arrow && playMode()) act = () => towards(...arrow);
  else if (arrow) act = () => { play(false); go(at + (arrow[0] + arrow[1] > 0 ? 1 : -1)); };
  else if (hot && (key === "Enter" || key === " ")) act = () => make(hot.move.id);
  else if (key === " " && !target.matches("button, summary")) act = () => play(!playing);
  else act = KEYS[key];
  if (!act) return;
  event.preventDefault();
  act();
});

// ---- begin

for (const [index, way] of ways.entries()) {
  find("way").append(new Option(way.name, String(index)));
}
find("choice").hidden = ways.length < 2;
find("room").hidden = !views.length;
for (const [index, name] of ["as it was sent", ...others.map((each) => each.dataset.name)].entries()) {
  find("puzzle").append(new Option(name, String(index), false, index === puzzle));
}
find("puzzles").hidden = !others.length;
find("puzzle").addEventListener("change", (event) => {
  write();
  location.hash = `#puzzle=${event.target.value}`;
});
find("howto").textContent = script.howto;
find("remark").textContent = script.remark;
find("play").hidden = !script.playable;
find("modes").hidden = !script.playable || !ways.length;
find("copy").hidden = location.protocol === "about:";
recall();
// whoever comes for the first time sees the rules first, where there is room beside the picture
find("rules").open = first && matchMedia("(min-width: 52rem) and (min-height: 40rem)").matches;
first = false;
document.body.classList.add("ready");
