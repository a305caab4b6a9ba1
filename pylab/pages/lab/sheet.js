// The sheet on which the puzzle is drawn, and the tools for it.
const sheet = find("sheet");
let sheetReady = false;
const NO_TOOL = { id: "", label: "" };
let tool = lab.tools[0] || NO_TOOL;
let first = null;

const toSheet = (message) => sheetReady && sheet.contentWindow.postMessage(message, "*");

// the tools that this puzzle has a spot for: one of tiles has no passages between rooms
const usable = () => lab.tools.filter((each) => !puzzle || each.anywhere || lab.spots(puzzle, each.id).length);
let offered = "";

const drawSheet = () => {
  if (!puzzle) return;
  const there = usable();
  if (there.map(({ id }) => id).join() !== offered) {
    choose(there.includes(tool) ? tool : there[0] || NO_TOOL);
    return;
  }
  const { scene } = lab.script(puzzle);
  const spots = tool.anywhere ? [] : lab.spots(puzzle, tool.id);
  if (!spots.some((spot) => spot.id === first)) first = null;
  toSheet({
    shapes: scene.shapes(), view: scene.view, title: scene.title, spots, first, pair: Boolean(tool.pair),
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
const put = (spot, other = null) => {
  first = null;
  const text = tool.field ? find("field").value.trim() : "";
  const { id } = tool;
  inTurn(() => {
    const next = puzzle && lab.change(puzzle, { tool: id, spot, other, text });
    if (next) become(next);
  });
  inTurn(drawSheet);
};

const click = (spot) => {
  if (!tool.pair) put(spot);
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
  } else if (data.kind === "spot") click(String(data.id));
  else if (data.kind === "pair" && tool.pair) put(String(data.id), String(data.other));
  else if (data.kind === "undo" || data.kind === "redo") editor.step(PUZZLE, data.kind === "undo");
  else if (data.kind === "solve") solve();
  else if (data.kind === "escape") {
    first = null;
    drawSheet();
  }
});

const choose = (next) => {
  tool = next;
  first = null;
  const there = usable();
  offered = there.map(({ id }) => id).join();
  const buttons = there.map((each) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = each.label;
    button.setAttribute("aria-pressed", String(each === tool));
    button.addEventListener("click", () => choose(each));
    return button;
  });
  if (tool.field) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { id: "field", value: tool.field.value, size: 8, spellcheck: false, autocomplete: "off" });
    input.addEventListener("keydown", (event) => event.key === "Enter" && tool.anywhere && click(""));
    label.append(tool.field.label, input);
    buttons.push(label);
  }
  if (tool.anywhere) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Set";
    button.addEventListener("click", () => click(""));
    buttons.push(button);
  }
  refill("palette", buttons);
  drawSheet();
};

const sizes = () => {
  const size = puzzle && lab.size(puzzle);
  find("sizes").hidden = !size;
  if (size) ["columns", "rows"].forEach((id, i) => { if (document.activeElement !== find(id)) find(id).value = size[i]; });
  find("undo").disabled = !editor.can(PUZZLE, true);
  find("redo").disabled = !editor.can(PUZZLE, false);
};
