// The card beside the board, or below it on a phone: how a game ended and what to do next, or a dare that somebody sent.
const BARS = "▁▂▃▄▅▆▇█";
const MOST_BARS = 32;
let rating = null; // of the game that ended: its stars, its bars, and words

const titled = () => document.querySelector("header").firstElementChild.textContent;
const dailyDay = () => Date.parse(`${daily.slice(0, 4)}-${daily.slice(4, 6)}-${daily.slice(6)}`) / DAY;
const dailyDate = () => new Date(dailyDay() * DAY)
  .toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
let row = ""; // the days in a row, in words

const hintsUsed = () => (helped ? `${helped} ${helped === 1 ? "hint" : "hints"}` : "");
const withHints = () => (helped ? ` With ${hintsUsed()}.` : "");

function closeCard() {
  if (!find("card").hidden && find("card").contains(document.activeElement)) find("undo").focus();
  find("card").hidden = true;
  for (const bit of find("view").querySelectorAll(".bit")) bit.remove();
}

function openCard(head, words, tools) {
  find("cardhead").textContent = head;
  find("cardtext").textContent = words.trim();
  for (const id of ["stars", "detours"]) find(id).hidden = true;
  find("board").toggleAttribute("hidden", true);
  find("cardtools").replaceChildren(...buttons(tools.filter(Boolean)));
  const card = find("card");
  card.hidden = false;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: "nearest" });
}

// a button for each of these words with what it does, or a link for those with an address
const buttons = (tools) => tools.map(([told, act]) => {
  const link = typeof act === "string";
  const tool = document.createElement(link ? "a" : "button");
  tool.textContent = told;
  if (link) tool.href = act;
  else tool.type = "button";
  if (!link) tool.addEventListener("click", act);
  return tool;
});

// where the next puzzle is: on the next page, or among the others of this one
function nextPuzzle() {
  const link = find("onward");
  if (link) return [link.title, link.getAttribute("href")];
  return others.length ? ["Next puzzle", () => { location.hash = `#puzzle=${(puzzle + 1) % (others.length + 1)}`; }] : null;
}

function finished() {
  const than = dare ? ` Sent to you: ${dare.count}.` : "";
  rating = null;
  row = daily ? inRow(solvedOn(dailyDay())) : "";
  if (daily && parent !== window) parent.postMessage({ streak: streak() }, "*");
  openCard(`${daily ? `Daily ${numbered(dailyDay())}: solved` : "Solved"}: ${game.count(state())}`, `${withHints()}${than}${row && ` ${row}.`}`, [
    nextPuzzle(), ["Copy the result", shareResult],
  ]);
  if (calm.matches) return;
  // the way that was walked lights up, and paper flies
  [...(find("trail")?.children || [])].slice(-60).forEach((leg, i) => {
    leg.animate([{ stroke: "var(--offer)", strokeWidth: "9px" }, {}], { delay: 35 * i, duration: 700, fill: "none" });
  });
  const { width, height } = find("view").getBoundingClientRect();
  for (let i = 0; i < 36; i++) {
    const bit = document.createElement("i");
    bit.className = `bit bit${i % 4}`;
    find("view").append(bit);
    const [x, turn] = [width * (((i * 37) % 36) / 36), 200 + 40 * (i % 7)];
    const fall = bit.animate([
      { transform: `translate(${width / 2}px, ${height * 0.45}px) rotate(0)`, opacity: 1 },
      { transform: `translate(${x}px, ${height * (0.08 + 0.05 * (i % 5))}px) rotate(${turn}deg)`, opacity: 1, offset: 0.35 },
      { transform: `translate(${x + 30}px, ${height}px) rotate(${3 * turn}deg)`, opacity: 0 },
    ], { duration: 1500 + 90 * (i % 6), easing: "ease-out" });
    fall.onfinish = () => bit.remove();
  }
}

// somebody says that there is no way; only then the page tells whether there is one
function givenUp() {
  if (script.solvable) return say("There is a way. Keep looking.");
  const answer = find("answer");
  openCard("Right: there is no way", "Nobody can solve this one.", [
    nextPuzzle(), answer && ["Show me why", () => { closeCard(); answer.open = true; answer.scrollIntoView(); }],
  ]);
}

// a game that was won, by how far the goal was at each of its states: three stars for a shortest way
// without hints, one where half of the moves were hints; without bars where only the first of these distances is known
function rate(left, states, counted) {
  const spent = game.spent(states.at(-1));
  const more = Math.max(0, spent - left[0]);
  const best = !helped ? 3 : 2 * helped < states.length ? 2 : 1; // hints cost stars
  const stars = Math.min(best, more < 1e-9 ? 3 : more <= Math.max(1, left[0] / 4) ? 2 : 1);
  const most = Math.max(...left, 1e-9);
  const every = Math.max(1, left.length / MOST_BARS);
  const picked = Array.from({ length: Math.ceil(left.length / every) }, (_, i) => left[Math.floor(i * every)]);
  if (every > 1) picked[picked.length - 1] = left.at(-1);
  const bars = !counted ? "" : picked.map((each) => BARS[Math.round(((each ?? most) / most) * (BARS.length - 1))]).join("");
  const rounded = (cost) => String(Math.round(cost * 100) / 100);
  const words = more < 1e-9 ? "No way is shorter." : `The shortest way takes ${rounded(left[0])}, yours ${rounded(spent)}.`;
  rating = { stars: "★★★☆☆☆".slice(3 - stars, 6 - stars), bars, words };
  if (find("card").hidden || !playMode()) return;
  find("stars").textContent = rating.stars;
  find("stars").setAttribute("aria-label", `${stars} of 3 stars`);
  find("detours").textContent = bars;
  find("detours").style.setProperty("--bars", bars.length);
  find("detours").setAttribute("aria-label", "How far the goal was, move by move");
  find("stars").hidden = false;
  find("detours").hidden = !counted;
  find("cardtext").textContent = `${words}${withHints()}${dare ? ` Sent to you: ${dare.count}.` : ""}${row && ` ${row}.`}`;
}

// the result as text, with a link that dares whoever opens it
function shareResult() {
  const result = [
    `${daily ? `pylab daily ${numbered(dailyDay())} · ` : ""}${titled()}, ${game.count(state())} ${rating?.stars || ""}${helped ? `, ${hintsUsed()}` : ""}${row && ` · ${row}`}`.trim(),
    ...(rating?.bars ? [rating.bars] : []),
    dareLink(),
  ].join("\n");
  copied(result, "The result", location.protocol === "file:" ? "Its link works on this computer only." : "");
}

function showDare() {
  openCard("A dare", `Somebody solved ${titled()}: ${dare.count}. Can you do better?`, [
    ["I can", closeCard], ["Show me how they did it", () => watch(ways.findIndex(({ name }) => name === SENT))],
  ]);
  const board = find("board");
  if (scene.getElementsByTagName("*").length > 6000) return;
  miniature(scene, board);
  board.setAttribute("viewBox", script.view.join(" "));
  board.toggleAttribute("hidden", false);
}
