// Swipes: a stroke over something that a move would move, in the direction in which it would go, makes
// that move. It asks the rules what moves where, and knows no game.
const STROKE = 22; // CSS pixels: shorter ones are taps
const WORK_OF_SWIPES = 200_000; // actors to be posed, beyond which there are no swipes
let stroke = null;
let lastStroke = -Infinity;

const swiped = () => performance.now() - lastStroke < 350;

// what each move moves: where that is, where it goes, in the window
function movers() {
  if (!playMode() || moving() || game.won(state())) return [];
  const moves = game.moves(state());
  const before = game.pose(state());
  if (moves.length * Object.keys(before).length > WORK_OF_SWIPES) return [];
  return moves.flatMap((move) => {
    const { state: next, how } = game.play(state(), move.id);
    if (how.camera) return [];
    const after = game.pose(next);
    return Object.entries(after).flatMap(([name, { at }]) => {
      const [from, to] = [before[name]?.at, how[name]?.to ?? at]; // it may have another name then
      if (name === "camera" || !to || !from || !actors.has(name)) return [];
      const [dx, dy] = how[name]?.wrap || [to[0] - from[0], to[1] - from[1]];
      return dx || dy ? [{ move, name, at: onWindow(from), towards: Math.atan2(dy, dx) }] : [];
    });
  });
}

// whether a point of the window lies on it, or on its square
function lies(name, at, [x, y]) {
  const actor = actors.get(name);
  const { width, height } = actor.element ? actor.element.getBoundingClientRect() : boxes([{ actor }])[0];
  const reach = (size) => Math.max(TIP, (size || 0) / 2 + 4);
  return Math.abs(x - at[0]) <= reach(width) && Math.abs(y - at[1]) <= reach(height);
}

find("view").addEventListener("pointerdown", (event) => {
  const one = event.isPrimary && !event.button && scene.contains(event.target);
  const from = [event.clientX, event.clientY];
  stroke = null;
  if (!one) return;
  const within = movers().filter(({ name, at }) => lies(name, at, from));
  // where one can look around by drags, only whoever moves is pulled
  const pulled = lens.near() ? within.filter(({ name }) => tracked && name === tracked.name) : within;
  if (pulled.length) stroke = { from, within: pulled, id: event.pointerId };
}, true);
find("view").addEventListener("pointermove", (event) => {
  if (stroke && event.pointerId === stroke.id) event.stopPropagation();
}, true);
find("view").addEventListener("touchmove", (event) => {
  if (stroke && event.touches.length === 1) event.preventDefault(); // the page stays where it is
  else stroke = null;
}, { passive: false });
addEventListener("pointercancel", () => { stroke = null; });
addEventListener("pointerup", (event) => {
  const done = stroke;
  stroke = null;
  if (!done || event.pointerId !== done.id) return;
  const [dx, dy] = [event.clientX - done.from[0], event.clientY - done.from[1]];
  if (Math.hypot(dx, dy) < STROKE) return;
  lastStroke = performance.now();
  const aside = ({ towards }) => Math.abs(Math.atan2(Math.sin(towards - Math.atan2(dy, dx)), Math.cos(towards - Math.atan2(dy, dx))));
  const best = done.within.filter((each) => aside(each) < Math.PI / 5)
    .sort((a, b) => aside(a) - aside(b) || apart(a.at, done.from) - apart(b.at, done.from))[0];
  if (best) make(best.move.id);
  else missed("Nothing moves that way.", [event.clientX, event.clientY]);
});
