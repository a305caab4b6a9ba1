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
// what the legend calls the numbers of a place, as (column, row); null where it doesn't; in labs it is in the scene
const axes = /\(([a-z]+), ([a-z]+)\), from \d/.exec(find("legend").textContent || scene.textContent);
const gameOf = (data) => (axes ? placed(completed(rules(data))) : completed(rules(data)));
const game = gameOf(script.data);

// the game, with places in words: column 0, row 1 instead of (0, 1)
function placed(from) {
  const told = (words) => (typeof words !== "string" ? words : words.replace(/(\w?)\((-?[\d.]+), ?(-?[\d.]+)\)/g,
    (_, room, one, two) => `${room}${room && ", "}${axes[1]} ${one}, ${axes[2]} ${two}`));
  return {
    ...from,
    moves: (state) => from.moves(state).map((move) => ({ ...move, label: told(move.label) })),
    facts: (state) => from.facts(state).map(([label, value]) => [label, Array.isArray(value) ? value.map(told) : told(value)]),
    board: from.board && ((state) => from.board(state).map(told)),
    why: from.why && ((state, actor) => told(from.why(state, actor))),
  };
}

// puts a puzzle in the place of the page's own; what is told of it
function laid({ dataset, content }) {
  const [svg, told, legend] = content.children;
  const { view, title, lines } = JSON.parse(told.textContent);
  scene.replaceChildren(...svg.cloneNode(true).children);
  scene.setAttribute("viewBox", view.join(" "));
  scene.setAttribute("aria-label", title);
  find("legend").innerHTML = legend.innerHTML;
  document.querySelector("header p").textContent = `${title} · ${dataset.name}`;
  document.querySelectorAll("#rules li").forEach((item, i) => { item.textContent = lines[i]; });
  return told;
}

const { far: distance, hard } = hints(game, script.data);
const lens = camera(find("view"), scene, find("map"), script.view, () => { clearOfMap(); pointToGoal(); });
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
let made = false; // whether the last step was a move, so that the game may end with it

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
    const from = game.pose(track.states[i])[script.hero].at;
    const to = game.pose(track.states[i + 1])[script.hero].at;
    const { via = [] } = track.hows[i][script.hero] || {};
    const leg = document.createElementNS(SVG, "path");
    leg.setAttribute("d", legPath([from, ...via, to]));
    leg.setAttribute("class", i === at - 1 ? "leg latest" : "leg");
    leg.setAttribute("stroke-opacity", at - i <= 3 ? "0.85" : "0.25"); // the last moves stand out
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
  if (!from && to === 1 && !playMode()) approach();
  finish();
  hint = awaited = null;
  say("");
  closeCard();
  at = to;
  const pose = posed(state());
  const before = posed(track.states[from]);
  if (Math.abs(to - from) === 1) {
    const how = flown(to > from ? track.hows[from] : reversed(track.hows[to]), before, pose);
    if (to < from) drawTrail();
    mark(true);
    animate(before, pose, how, speed(), arrived, flying ? (t) => t : ease);
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
  if (made && inPlay() && game.won(state())) finished();
  made = false;
  curve();
  if (!playing) return;
  if (at >= length(track)) return play(false);
  timer = setTimeout(() => go(at + 1), (flying && !calm.matches ? 0 : 260) / speed());
}

// ends what is moving at once
function landed() {
  finish();
  settle(posed(state()));
  arrived();
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
  hint = awaited = null;
  made = false;
  say("");
  closeCard();
  settle(posed(state()));
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
  if (narrow.matches) approach();
}

// to the game as it was left, or its start; what is watched is only gone on with if asked for
function takeOver(fromHere = false) {
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
  made = true;
  choosing = false;
  go(at + 1);
}

const playMode = () => document.body.dataset.mode === "play";
