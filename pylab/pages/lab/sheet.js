// The sheet on which the puzzle is drawn, and the tools for it.
const sheet = find("sheet");
let sheetReady = false;
const NO_TOOL = { id: "", label: "" };
const ASK = { id: "?", label: "what is here, and why" };
let tool = lab.tools[0] || NO_TOOL;
let first = null;

const toSheet = (message) => sheetReady && sheet.contentWindow.postMessage(message, "*");

// whether there is a puzzle whose picture is known
const isDrawn = () => puzzle && puzzle.scene !== null;

// a tool without an icon and with one place is a setting: its button stands for a click there; this place, else null
const settingOf = (each) => {
  const spots = each === ASK || each.pair || each.anywhere || !isDrawn() || drawnIcon(each.id) ? [] : lab.spots(puzzle, each.id);
  return spots.length === 1 ? spots[0].id : null;
};

// a setting that adds a fact is a box to check; it is checked where a click would take facts away
const showSettings = () => {
  for (const made of find("palette").querySelectorAll(".setting")) {
    const next = changed(puzzle, { tool: made.dataset.tool, spot: made.dataset.spot, other: null, text: "" });
    const more = next ? lab.facts(next).length - lab.facts(puzzle).length : 0;
    const box = more < 0 || more === 1;
    for (const [name, value] of [["role", "checkbox"], ["aria-checked", String(more < 0)]]) {
      if (box) made.setAttribute(name, value);
      else made.removeAttribute(name);
    }
  }
};

// the tools that this puzzle has a spot for: one of tiles has no passages between rooms
const usable = () => [...lab.tools.filter((each) => !isDrawn() || each.anywhere || lab.spots(puzzle, each.id).length), ASK];
let offered = "";

const drawSheet = () => {
  if (!isDrawn()) return;
  const there = usable();
  if (there.map(({ id }) => id).join() !== offered) {
    choose(there.includes(tool) ? tool : there[0]);
    return;
  }
  showSettings();
  const [scene, legend] = lab.script(puzzle).scene.split();
  const spots = tool === ASK ? everySpot(puzzle) : tool.anywhere ? [] : lab.spots(puzzle, tool.id);
  if (!spots.some((spot) => spot.id === first)) first = null;
  sheet.style.setProperty("--ratio", scene.view[3] / scene.view[2]);
  toSheet({
    shapes: scene.shapes(), legend, view: scene.view, title: scene.title, spots, first, pair: Boolean(tool.pair),
    radius: Math.max(scene.view[2], scene.view[3]) / 45,
  });
};

// what changes the puzzle is done one after the other, as a scene takes a while
let turns = Promise.resolve();
const inTurn = (work) => {
  turns = turns.then(work).catch((error) => {
    if (!(error instanceof Misfit)) throw error;
    say("state", error.message, "bad");
  });
};

// what a tool makes of a spot, or of two
const put = (spot, other = null, { id, field } = tool) => {
  first = null;
  const text = field ? find("field").value.trim() : "";
  inTurn(async () => {
    const next = puzzle && await lab.change(puzzle, { tool: id, spot, other, text });
    if (!next) return;
    lab.clicked?.();
    become(next);
  });
  inTurn(drawSheet);
};

const click = (spot) => {
  if (tool === ASK) tellHere(spot);
  else if (!tool.pair) put(spot);
  else if (first !== null && first !== spot) put(first, spot);
  else {
    first = first === spot ? null : spot;
    drawSheet();
  }
};

addEventListener("message", ({ source, data }) => {
  if (source !== sheet.contentWindow || !data) return;
  if (data.kind === "ready") {
    sheetReady = true;
    toSheet({ theme: document.documentElement.dataset.theme || "" });
    drawSheet();
  } else if (data.kind === "legend") sheet.style.setProperty("--legend", `${Number(data.high) || 0}px`);
  else if (data.kind === "spot") click(String(data.id));
  else if (data.kind === "pair" && tool.pair) put(String(data.id), String(data.other));
  else if (data.kind === "undo" || data.kind === "redo") editor.step(PUZZLE, data.kind === "undo");
  else if (data.kind === "solve") solve();
  else if (data.kind === "escape") {
    first = null;
    drawSheet();
  }
});

const FEW = 12; // tools that have words beside their icons
const groupOf = ({ id }) => /^\((\d+),/.exec(id)?.[1]; // of a tool in a scene that is named by a number and more

const choose = (next) => {
  const typed = next === tool ? document.getElementById("field")?.value : undefined; // kept when tools are drawn anew
  tool = next;
  first = null;
  const there = usable();
  offered = there.map(({ id }) => id).join();
  const owns = there.some((each) => drawnIcon(each.id));
  let group = groupOf(there[0]);
  const buttons = there.flatMap((each) => {
    const only = owns ? settingOf(each) : null;
    const made = button("", () => (only === null ? choose(each) : put(only, null, each)));
    const label = document.createElement("span");
    label.textContent = each.label;
    made.append(label);
    made.title = each.label;
    made.setAttribute("aria-label", each.label);
    made.dataset.tool = each.id;
    if (only !== null) made.dataset.spot = only;
    made.classList.toggle("setting", only !== null);
    made.classList.toggle("sole", there.length > FEW && Boolean(drawnIcon(each.id)));
    made.classList.toggle("anywhere", (each.anywhere || owns) && !drawnIcon(each.id));
    if (only === null) made.setAttribute("aria-pressed", String(each === tool));
    const [before, gap] = [group, document.createElement("i")];
    group = groupOf(each);
    gap.className = "group";
    return group === before ? [made] : [gap, made];
  });
  const icons_ = buttons.some((each) => each.classList.contains("sole"));
  if (icons_) {
    const chosen = document.createElement("b");
    Object.assign(chosen, { id: "chosen", textContent: tool.label });
    buttons.unshift(chosen);
  }
  if (tool.field) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { id: "field", value: typed ?? tool.field.value, size: 8, spellcheck: false, autocomplete: "off" });
    input.addEventListener("keydown", (event) => event.key === "Enter" && tool.anywhere && click(""));
    label.append(tool.field.label, input);
    buttons.push(label);
  }
  if (tool.anywhere) buttons.push(button("Set", () => click("")));
  refill("palette", buttons);
  find("palette").classList.toggle("many", there.length > FEW && !icons_);
  find("palette").classList.toggle("icons", icons_);
  find("here").replaceChildren();
  putIcons();
  drawSheet();
};

// ---- what a tool makes, as its icon: the picture around a spot after a click there

const icons = new Map(); // by tools: the picture, from its view on
const LARGEST_ICON = 90_000; // characters of a picture
const LOOKS_ = /:root \{[^]*?(?=\n\*)/.exec(document.querySelector("style").textContent) + /\/\* what scenes [^]*?(?=\/\* the gallery)/.exec(document.querySelector("style").textContent);
const apart = ([a, b], [c, d]) => Math.hypot(a - c, b - d);
const nearestTo = (spot, spots) => spots.reduce((best, each) => (each.id !== spot.id && (!best || apart(each.at, spot.at) < apart(best.at, spot.at)) ? each : best), null);

const iconOf = async (of, each, unit) => {
  const all = lab.spots(of, each.id);
  const from = Math.floor(all.length / 3); // not at a corner, where names may stand
  const spots = [...all.slice(from), ...all.slice(0, from)];
  const before = new Set(lab.facts(of));
  const made = spots.slice(0, 40).map((spot) => {
    const other = each.pair ? nearestTo(spot, spots) : null;
    return { spot, other, next: changed(of, { tool: each.id, spot: spot.id, other: other?.id ?? null, text: each.field?.value ?? "" }) };
  }).filter(({ next }) => next);
  const adding = made.filter(({ next }) => lab.facts(next).some((fact) => !before.has(fact)));
  for (const { spot, other, next } of [...adding, ...made].slice(0, 1)) {
    const shapes = (await lab.seen(next)).shapes();
    if (shapes.length > LARGEST_ICON) return "";
    const [x, y] = other ? spot.at.map((value, i) => (value + other.at[i]) / 2) : spot.at;
    const half = other ? Math.max(unit, 0.8 * apart(spot.at, other.at)) : unit;
    return `viewBox="${[x - half, y - half, 2 * half, 2 * half].map(number).join(" ")}"><style>${LOOKS_}</style>${shapes}</svg>`;
  }
  return "";
};

// the icon that the scene itself has; else what was made
const drawnIcon = (id) => {
  if (!icons.has(id) && isDrawn()) {
    const own = lab.icon?.(puzzle, id);
    if (own) icons.set(id, `viewBox="${own.view.map(number).join(" ")}"><style>${LOOKS_}</style>${own.shapes}</svg>`);
  }
  return icons.get(id);
};

// half of the usual distance between spots
const unitOf = (of, there, view) => {
  const distances = there.filter((each) => !each.anywhere).map((each) => {
    const spots = lab.spots(of, each.id).slice(0, 60);
    return Math.min(...spots.map((spot) => apart(spot.at, (nearestTo(spot, spots) || { at: [Infinity, 0] }).at)));
  }).filter((each) => each < Infinity);
  return Math.min(0.6 * Math.max(...distances, 1), view[2] / 6);
};

const showIcons = async () => {
  const of = puzzle;
  const all = usable();
  const missing = all.some((each) => drawnIcon(each.id)) ? [] : all.filter((each) => !icons.has(each.id) && each !== ASK && !each.anywhere);
  if (trusted && isDrawn() && missing.length) {
    try {
      const unit = unitOf(of, usable().filter((each) => each !== ASK), lab.script(of).scene.view);
      for (const each of missing) {
        if (of !== puzzle || running) return;
        icons.set(each.id, await iconOf(of, each, unit));
      }
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
    }
  }
  putIcons();
};

const putIcons = () => {
  const theme = document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  for (const made of find("palette").querySelectorAll("[data-tool]")) {
    const drawn = drawnIcon(made.dataset.tool);
    if (!drawn) continue;
    const image = made.querySelector("img") || document.createElement("img");
    image.alt = "";
    image.src = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" data-theme="${theme}" ${drawn}`)}`;
    made.prepend(image);
  }
};

const sizes = () => {
  const size = puzzle && lab.size(puzzle);
  find("sizes").hidden = !size;
  if (size) ["columns", "rows"].forEach((id, i) => { if (document.activeElement !== find(id)) find(id).value = size[i]; });
  find("undo").disabled = !editor.can(PUZZLE, true);
  find("redo").disabled = !editor.can(PUZZLE, false);
};
