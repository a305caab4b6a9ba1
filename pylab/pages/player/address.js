// The address keeps the game, and what is watched: #play=moves&at=2&watch=0.5; #dare=moves is a
// game that somebody won.

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
  if (daily) parts.push(`daily=${daily}`);
  const next = parts.length ? `#${parts.join("&")}` : "";
  if (next === location.hash || next.length > LONGEST) return;
  if (location.protocol === "about:") return; // a frame without an address: Firefox would complain
  written.push(performance.now());
  try {
    history.replaceState(null, "", next || location.pathname + location.search);
  } catch { /* a frame without an address of its own */ }
}

const SENT = "the way that was sent";
let dare = null;
let daily = ""; // the day, as 20261231, whose labyrinth this is

// takes up what the address says
function recall() {
  const told = new Map(location.hash.slice(1).split("&").map((part) => part.split("=")));
  let [moves, sent, words] = [[], [], ""];
  daily = (/^\d{8}$/.exec(told.get("daily") || "") || [""])[0];
  if (!Number.isInteger(dailyDay())) daily = "";
  if (daily) document.querySelector("header p").textContent = `${numbered(dailyDay())}, the labyrinth of ${dailyDate()}`;
  try {
    moves = decoded(told.get("play") || "");
    sent = decoded(told.get("dare") || "");
  } catch {
    words = "The address is damaged: the game in it can't be read.";
  }
  const playing = script.playable && (told.has("play") || told.has("dare"));
  if (playing && sent.length) words = challenged(sent, told.get("dare"));
  const count = playing ? adopt(moves) : 0;
  if (count < moves.length) words = `The address has a game of ${moves.length} ${moves.length === 1 ? "move" : "moves"}; ${count} of them can be made here.`;
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
  if (dare && playMode() && !at) showDare();
}

function challenged(ids, words) {
  const way = { name: SENT, moves: ids, track: null };
  const { states, broken } = whole(wayTrackOf(way));
  if (broken || !game.won(states.at(-1))) return "The address dares you, but its moves don't solve this puzzle.";
  dare = { words, count: game.count(states.at(-1)), won: false };
  if (!ways.some((each) => each.name === way.name)) {
    find("way").append(new Option(way.name, String(ways.push(way) - 1)));
    find("modes").hidden = find("watch").hidden = false;
  }
  return "";
}

function link(kind) {
  const before = puzzle ? `puzzle=${puzzle}&` : "";
  return `${location.href.split(/[?#]/)[0]}#${before}${kind}=${coded(own.moves.slice(0, at))}`;
}

const dareLink = () => `${link("dare")}${daily ? `&daily=${daily}` : ""}`;

function share() {
  write();
  const won = at && game.won(state());
  find("link").value = won ? dareLink() : link("play");
  find("link").hidden = false;
  find("link").select();
  const words = won ? `It dares whoever opens it to do better than ${game.count(state())}.` : "It leads to this position.";
  copied(find("link").value, "The link", words);
}

// puts a text on the clipboard, if the browser allows it, and says so
function copied(text, what, words = "") {
  find("link").value = text.replaceAll("\n", " ");
  find("link").hidden = false;
  find("link").dataset.copied = text;
  say(`Copy it below. ${words}`.trim());
  if (!navigator.clipboard) return;
  navigator.clipboard.writeText(text).then(() => say(`${what} is copied. ${words}`.trim()), () => {});
}

addEventListener("hashchange", () => (chosenPuzzle() === puzzle ? recall() : location.reload()));
addEventListener("pagehide", write);
