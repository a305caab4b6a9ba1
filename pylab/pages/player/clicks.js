// What can be clicked, and what a click means.
const CROWD = 80; // of more, a listed actor is an element only where the focus is
let hots = [];
let offers = []; // the moves that can be made now
let held = null; // who had the focus when something began to move
let choosing = false; // whether arrows go on from what has the focus

// while something moves, nothing is offered: a click then would come too late or too early
function mark(moving) {
  const focused = focusedHot();
  offers = moving || !playMode() || game.won(state()) ? [] : game.moves(state());
  for (const { actor } of hots) {
    actor.marks = "";
    if (!actor.element) continue;
    for (const name of ["tabindex", "role", "aria-label"]) actor.element.removeAttribute(name);
  }
  const changed = new Set(hots.map(({ actor }) => actor));
  const now = new Map();
  for (const move of offers) {
    const actor = actors.get(move.hot);
    if (!actor || (now.has(actor) && hint !== move.id)) continue;
    actor.marks = hint === move.id ? "legal hinted" : "legal";
    now.set(actor, { actor, move });
    changed.add(actor);
  }
  hots = [...now.values()];
  changed.forEach(dress);
  held = focused ? focused.actor : held;
  const first = hots.find(({ move }) => move.id === hint) || now.get(held) || hots[0];
  if (!moving) {
    const stirred = hots.filter((hot) => hots.length <= CROWD || hot === first);
    doze(new Set(stirred.map(({ actor }) => actor)));
    for (const hot of stirred) stir(hot, hot === first);
    if (held && first) focusOn(first);
    else if (held) find("back").focus();
    held = null;
    clearOfMap();
  }
  offer(offers);
  find("next").textContent = hint === null ? "Hint" : "Play it";
  find("next").disabled = !moving && !offers.length;
  pointToGoal();
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
    const size = Math.min(width, height);
    return { hot, size, small: size < TIP, at: [x + width / 2, y + height / 2] };
  });
}

const onWindow = ([x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(scene.getScreenCTM());
  return [at.x, at.y];
};

// on a narrow page, the small map is beside what is said, and covers nothing
const narrow = matchMedia("(max-width: 30rem)");
const dock = () => find(narrow.matches ? "status" : "view").append(find("map"));
narrow.onchange = dock;
dock();

// elsewhere it keeps to the corner under which the least can be clicked and then read
function clearOfMap() {
  const map = find("map");
  if (map.hidden || narrow.matches || !hots.length) return;
  const { left, right, top, bottom } = find("view").getBoundingClientRect();
  const { width, height } = map.getBoundingClientRect();
  const reach = TIP / 2 + 8; // it stands a little off the corner
  const over = (corner, span) => [
    ...corner.includes("right") ? [right - width - span, right] : [left, left + width + span],
    ...corner.includes("top") ? [top, top + height + span] : [bottom - height - span, bottom],
  ];
  const hidden = (corner) => {
    const [x0, x1, y0, y1] = over(corner, reach);
    return spots.filter(([x, y]) => x >= x0 && x <= x1 && y >= y0 && y <= y1).length;
  };
  const covered = (corner) => { // as an area of words, and of the signs before those of a legend
    const [x0, x1, y0, y1] = over(corner, 8);
    return words.reduce((sum, { x, y, width: wide, height: high }) => sum
      + Math.max(0, Math.min(x1, x + wide) - Math.max(x0, x - 1.6 * high)) * Math.max(0, Math.min(y1, y + high) - Math.max(y0, y)), 0);
  };
  const spots = boxes().map(({ at }) => at);
  const least = (some, of) => {
    const found = some.map(of);
    return some.filter((_, i) => found[i] === Math.min(...found));
  };
  const free = least([map.dataset.corner || "bottom left", "bottom left", "bottom right", "top right", "top left"], hidden);
  const texts = free.length > 1 ? scene.getElementsByTagName("text") : [];
  const words = texts.length > 500 ? [] : [...texts].map((each) => each.getBoundingClientRect());
  [map.dataset.corner] = least(free, covered);
}

// where the hero is, in the scene
const whereabouts = () => tracked && tracked.shown.at;

// where the hero is after a move, and from there to the move's mark, to which something is pushed
function pushed({ id, hot }) {
  const [i, j] = game.pose(game.play(state(), id).state)[tracked.name].at;
  const [u, v] = actors.get(hot)?.shown.at || [i, j];
  return { at: [i, j], by: [u - i, v - j] };
}

// the moves that push something that way: those to which the hero goes straight, else all
function pushes(dx, dy) {
  const [x, y] = whereabouts();
  const ahead = ([u, v]) => u * dx + v * dy > 0 && Math.abs(u * dy) + Math.abs(v * dx) < 1e-6;
  const found = game.moves(state()).map((move) => ({ ...move, ...pushed(move) })).filter(({ by }) => ahead(by));
  const straight = found.filter(({ at: [i, j] }) => ahead([i - x, j - y]));
  return straight.length ? straight : found;
}

// an arrow key makes the one move in its direction: straight, or else within 45 degrees. If there are
// several, it chooses one, which Enter makes, and the next arrow continues from there
function towards(dx, dy) {
  if (moving()) landed();
  const here = choosing ? focusedHot() : null;
  const spot = whereabouts();
  const pushing = here || !spot || !script.data.states ? [] : pushes(dx, dy);
  if (pushing.length === 1) return make(pushing[0].id);
  if (pushing.length) return ask(pushing, onWindow(spot));
  const [x, y] = here ? boxes([here])[0].at : spot ? onWindow(spot) : [-Infinity, 0];
  const seen = boxes().map(({ hot, at: [u, v] }) => ({
    hot, ahead: (u - x) * dx + (v - y) * dy, aside: Math.abs((u - x) * dy) + Math.abs((v - y) * dx),
  })).filter(({ hot, ahead, aside }) => hot !== here && ahead >= 2 && aside <= 1.01 * ahead);
  const straight = seen.filter(({ aside }) => aside < 2);
  const [only] = [seen, straight].find((each) => each.length === 1) || [];
  if (only && !here && spot && choices(only.hot).length === 1 && leads(only.hot.move, dx, dy)) return make(only.hot.move.id);
  const chosen = (!here && hots.find(({ move }) => move.id === hint)) // what the hint says
    || seen.sort((a, b) => a.ahead + 2.5 * a.aside - b.ahead - 2.5 * b.aside)[0]?.hot || (!spot && !here && hots[0]);
  if (!chosen) return;
  choosing = true;
  focusOn(chosen);
}

// whether a move takes the one who moves that way, or into another copy
function leads(move, dx, dy) {
  if (script.data.states && pushed(move).by.some((each) => Math.abs(each) > 1e-6)) return false;
  const { state: next, how } = game.play(state(), move.id);
  const [x, y] = whereabouts();
  const [u, v] = game.pose(next)[tracked.name].at;
  const ahead = (u - x) * dx + (v - y) * dy;
  return Boolean(how.camera) || (ahead > 0 && Math.abs((u - x) * dy) + Math.abs((v - y) * dx) <= 1.01 * ahead);
}

// the moves that are clicked at the same place as this one
function choices(hot) {
  const [{ at }] = boxes([hot]);
  return offers.filter(({ hot: name }) => {
    const actor = actors.get(name);
    return actor && apart(boxes([{ actor }])[0].at, at) < 2;
  });
}

// makes the move; where a place stands for several moves, asks for one of them
function press(hot) {
  const found = choices(hot);
  const [only] = found.length > 1 ? found.filter(({ id }) => id === hint) : [hot.move];
  if (only) return make(only.id);
  held = hot.actor; // which has the focus again afterwards
  ask(found, boxes([hot])[0].at);
}

function ask(found, at) {
  say("Which one?", at, found.map(({ id, label }) => [label, () => make(id)]));
  find("why").querySelector("button").focus({ preventScroll: true });
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

// what is meant by a click; null if nothing is, `false` if it had to be zoomed in first
function meant(event) {
  const element = event.target.closest("[data-actor].legal");
  const actor = element ? actors.get(element.dataset.actor) : lying(event);
  const direct = hots.find((each) => each.actor === actor);
  if (direct && !boxes([direct])[0].small) return direct;
  const here = [event.clientX, event.clientY];
  const spots = smallHots();
  const nearest = spots.filter(({ at }) => apart(at, here) <= TIP / 2 + 1)
    .sort((a, b) => apart(a.at, here) - apart(b.at, here))[0];
  const chosen = direct ? spots.find(({ hot }) => hot === direct) : nearest;
  if (!chosen) return null;
  const between = gap(spots, [chosen]);
  if (between >= TIP - 0.5 || lens.inmost()) return chosen.hot;
  lens.zoomAt(...here, (TIP + 6) / between, goalAt());
  return false;
}

const touches = () => matchMedia("(pointer: coarse)").matches;

find("view").addEventListener("click", (event) => {
  if (lens.dragged() || swiped() || !scene.contains(event.target) || !playMode() || moving()) return;
  const hot = meant(event);
  if (hot) return press(hot);
  const here = [event.clientX, event.clientY];
  const touched = event.pointerType ? event.pointerType === "touch" : touches();
  if (hot === false) say(`Nearer now: ${touched ? "tap" : "click"} again.`);
  else missed(why(lying(event)?.name, touched), here);
});

// why a click does nothing
function why(actor, touched) {
  if (game.won(state())) return "It is solved. Undo or restart to go on playing.";
  const reason = actor && game.why ? game.why(state(), actor) : null;
  if (reason) return reason;
  const labels = game.moves(state()).map((move) => move.label);
  if (!labels.length) return "No move is left. Take one back.";
  const some = labels.length <= 4 ? `; there is: ${labels.join("; ")}` : `; what is framed can be ${touched ? "tapped" : "clicked"}`;
  return `Nothing can be done there${some}.`;
}

// says something on the board, beside that point of the window or at the top, with buttons
function say(words, spot = null, tools = []) {
  const bubble = find("why");
  bubble.replaceChildren(words, ...buttons(tools));
  find("miss").setAttribute("hidden", "");
  if (!words) return;
  const { x, y, width, height } = find("view").getBoundingClientRect();
  const [left, top] = spot ? [spot[0] - x, spot[1] - y] : [width / 2, 0];
  const half = bubble.offsetWidth / 2 + 6;
  const down = top < height / 2;
  bubble.style.left = `${Math.max(half, Math.min(width - half, left))}px`;
  bubble.style.top = down ? `${top + (spot ? 18 : 8)}px` : "";
  bubble.style.bottom = down ? "" : `${height - top + 18}px`;
}

// a click that does nothing is crossed out where it was, and answered there
function missed(words, spot) {
  say(words, spot);
  const [cross, { x, y }] = [find("miss"), find("view").getBoundingClientRect()];
  cross.style.left = `${spot[0] - x}px`;
  cross.style.top = `${spot[1] - y}px`;
  cross.removeAttribute("hidden");
  if (!calm.matches) {
    const shaken = [-4, 4, -3, 3, 0].map((dx) => ({ transform: `translate(-50%, -50%) translateX(${dx}px)` }));
    cross.animate(shaken, 260);
  }
}

// ---- the goal: where it is in the window, and the way to it where it is out of sight

const GOALS = '[fill="var(--goal)"], [stroke="var(--goal)"], .goal, .goal-fill';

// the middle of the goal that is nearest to the middle of what is seen; null if none is drawn
function goalAt() {
  const frame = find("view").getBoundingClientRect();
  const middle = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  const found = [...scene.querySelectorAll(GOALS)].filter((each) => !each.closest("defs, use, .worn"))
    .map((each) => each.getBoundingClientRect()).filter(({ width }) => width)
    .map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
  return found.sort((p, q) => apart(p, middle) - apart(q, middle))[0] || null;
}

function pointToGoal() {
  const beacon = find("beacon");
  const goal = playMode() && lens.near() ? goalAt() : null;
  const { x, y, width, height } = find("view").getBoundingClientRect();
  const [dx, dy] = goal ? [goal[0] - x - width / 2, goal[1] - y - height / 2] : [0, 0];
  const reach = Math.min((width / 2 - 26) / Math.abs(dx || 1e-9), (height / 2 - 26) / Math.abs(dy || 1e-9));
  beacon.hidden = !goal || (Math.abs(dx) < width / 2 && Math.abs(dy) < height / 2);
  if (beacon.hidden) return;
  // at the edge on the way to the goal, or a little further along the edge if less is covered there
  const upright = Math.abs(dx) * height > Math.abs(dy) * width;
  const things = actors.size > 500 ? [] : [...scene.querySelectorAll("[data-actor]")].map((each) => each.getBoundingClientRect());
  const covered = ([i, j]) => things.filter((each) => Math.abs(each.x + each.width / 2 - x - i) < 24 + each.width / 2
    && Math.abs(each.y + each.height / 2 - y - j) < 24 + each.height / 2).length;
  const [i, j] = [0, 1, -1, 2, -2, 3, -3, 4, -4].map((n) => [width / 2 + dx * reach + (upright ? 0 : 40 * n), height / 2 + dy * reach + (upright ? 40 * n : 0)])
    .filter(([u, v]) => u > 25 && u < width - 25 && v > 25 && v < height - 25).sort((p, q) => covered(p) - covered(q))[0];
  beacon.style.left = `${i}px`;
  beacon.style.top = `${j}px`;
  beacon.style.rotate = `${Math.atan2(goal[1] - y - j, goal[0] - x - i)}rad`;
}

find("beacon").addEventListener("click", () => lens.reveal(lens.at(...goalAt())));

// a game whose targets lie close together begins near whoever moves
function enter() {
  const at = whereabouts();
  if (!at || lens.near()) return;
  const small = smallHots();
  // on a narrow page a room fills the width, and a board of small parts is enlarged
  const between = Math.min(gap(small), ...(narrow.matches ? small.map(({ size }) => size) : []));
  if (between >= TIP) return;
  if (narrow.matches && views.length) return rooms(true);
  const factor = (TIP + 4) / between;
  const [x, y] = onWindow(at);
  const frame = find("view").getBoundingClientRect();
  const within = (spot) => Math.abs(spot[0] - x) * factor < frame.width / 2
    && Math.abs(spot[1] - y) * factor < frame.height / 2;
  if (boxes().some((spot) => within(spot.at))) lens.enter(at, factor);
}

// who walks through rooms and is too small to be seen is watched from near, the first time; on a narrow page, room by room
function approach() {
  if (approached || !views.length || !tracked || lens.near()) return;
  approached = true;
  if (narrow.matches) return rooms(true);
  const { width } = tracked.element.getBoundingClientRect();
  if (width > 0 && width < TIP / 2) lens.enter(whereabouts(), TIP / width);
}
