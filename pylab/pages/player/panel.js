// What is said beside the picture: moves, how the game went, the board in words, what was tried.
const MOST_LISTED = 12;
let helped = 0; // hints since the page was opened
let awaited = null; // the hint that is looked for; `made` if it is to be played at once

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
  const stuck = moving() || won || !playMode() ? ""
    : game.moves(state()).length ? game.stuck?.(state()) || "" : "No move is left. Take one back.";
  if (won && inPlay() && dare) dare.won = true;
  find("copy").textContent = won && at ? "Dare a friend: copy a link" : "Copy a link to this position";
  find("news").textContent = won
    ? `Solved: ${game.count(state())}.${inPlay() && dare ? ` Sent to you: ${dare.count}.` : ""}`
    : stuck;
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
  find("from").hidden = !script.playable || playMode() || !at;
  tries();
  inWords();
  remember();
  const begins = playMode() && !at && game.moves(state()).some(({ hot }) => actors.has(hot));
  find("far").textContent = begins ? `${touches() ? "Tap" : "Click"} what is marked.` : "";
  if (askedFar && playMode()) tellFar();
  find("watch").setAttribute("aria-pressed", String(!playMode() && !flying));
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

// the next move as a hint; asked for twice, it is made
function showNext() {
  if (hint !== null) return make(hint);
  if (awaited) {
    awaited.made = true;
    return;
  }
  const asked = { made: false };
  awaited = asked;
  say("");
  find("far").textContent = "Looking for the goal …";
  whenFar(({ words, next, lost }) => {
    if (awaited !== asked) return;
    awaited = null;
    hint = next;
    if (hint !== null) helped += 1;
    if (asked.made && hint !== null) return make(hint);
    mark(moving());
    const hot = hots.find((each) => each.move.id === hint);
    if (hot && (document.activeElement === document.body || find("stage").contains(document.activeElement))) focusOn(hot);
    const move = game.moves(state()).find((each) => each.id === hint);
    find("far").textContent = move ? `${words} Next: ${move.label}.`
      : lost ? `${words} Take moves back.` : game.won(state()) ? words : `${words} No move is known.`;
    if (lost) offerWayBack();
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
    offerWayBack();
  });
}

// offers to go back to the last place from which the goal is known to be within reach
async function offerWayBack() {
  const here = state();
  for (let index = at - 1; index >= 0; index--) {
    const told = await distance(track.states[index]);
    if (here !== state() || !inPlay()) return;
    if (!told || told.lost || told.next === null) continue; // a way on is not known
    const steps = at - index;
    find("far").append(" ", ...buttons([
      [`Back to where it was possible (${steps} ${steps === 1 ? "move" : "moves"})`, () => go(index)],
    ]));
    return;
  }
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
  // where there are too many states to count, the answer tells how long a shortest way is
  const counted = left[0] !== null;
  if (!counted && script.shortest) left[0] = game.spent(whole(wayTrack(0)).states.at(-1));
  if (left[0] === null || states.length < 2) return;
  rate(left, states, counted);
  if (!counted) return;
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
  const sum = game.spent(end) - game.spent(states[0]) - left[0];
  find("curved").textContent = sum > 1e-9
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
