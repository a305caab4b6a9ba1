// Buttons and keys; and the beginning, when all else is there.
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
on("fly", () => {
  fly();
  if (flying) find("toggle").focus(); // so that Space pauses it
});
on("copy", () => share());
on("never", givenUp);
on("hard", showHardness);
find("spoken").addEventListener("toggle", inWords);
find("warned").addEventListener("change", () => { news(); warn(); });
on("theme", () => {
  const root = document.documentElement;
  const now = root.dataset.theme
    || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
});
addEventListener("message", ({ source, data }) => { // of the page around a frame
  if (source === parent && ["light", "dark"].includes(data?.theme)) document.documentElement.dataset.theme = data.theme;
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
  c: () => flies && fly(),
  "?": () => { find("keys").open = !find("keys").open; },
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

// closes what is open over the board; arrows count from whoever moves again
function leave() {
  choosing = false;
  say("");
  closeCard();
  if (held && !moving()) mark(false);
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (key === "Tab") choosing = true; // what it leads to is where arrows go on from
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
  else if (key === "Enter" && awaited) act = showNext;
  else if (hot && (key === "Enter" || key === " ")) act = () => press(hot);
  else if (key === "Enter" && hint !== null && !target.matches("button:not(#play), summary, a")) act = () => make(hint);
  else if (key === "Escape") act = leave;
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
find("play").hidden = find("playkeys").hidden = !script.playable;
find("fly").hidden = !flies;
find("modes").hidden = (!script.playable || !ways.length) && !flies;
find("watch").hidden = !ways.length;
find("never").hidden = typeof script.solvable !== "boolean" || puzzle > 0;
find("copy").hidden = location.protocol === "about:";
recall();
// whoever comes for the first time sees the rules first, where there is room beside the picture
find("rules").open = first && matchMedia("(min-width: 52rem) and (min-height: 40rem)").matches;
first = false;
document.body.classList.add("ready");
