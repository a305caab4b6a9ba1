// The page: a program in an editor, a puzzle that is drawn, clingo between them. It knows no puzzle;
// what puzzles are, the family's `lab` says, and the game's `rules` play answers in a frame.

const find = (id) => document.getElementById(id);
const whole = document.documentElement.outerHTML; // as it came, to be kept with another state
const told = JSON.parse(await (await unzipped(find("lab").textContent)).text());
const PUZZLE = "puzzle";
const SHOWN = 200; // so many answers are listed

const { files: SHIPPED, links, tasks } = told.program;
let current = { entry: told.program.entry, overlays: told.program.overlays, constants: told.program.constants };
const engine = new Engine(globalThis.pylabEngine || {
  wasm: find("wasm").textContent, glue: find("glue").textContent,
}, told.driver, told.worker);

const later = (work, wait) => {
  let timer = 0;
  return (...words) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...words), wait);
  };
};
const say = (id, words, mood = "") => {
  find(id).textContent = words;
  find(id).className = mood;
};
// puts others in the place of an element's children; who was at one by keys stays there, or goes to
// what is pressed now
const refill = (id, children) => {
  const host = find(id);
  const had = host.contains(document.activeElement) ? document.activeElement : null;
  host.replaceChildren(...children);
  if (!had) return;
  const same = [...host.querySelectorAll(had.localName)].find((each) => each.textContent === had.textContent);
  (same || host.querySelector("[aria-pressed=true]"))?.focus();
};

// ---- files

let shown = PUZZLE;
let findings = [];
// nothing that came by a link is run before somebody asks for it
let trusted = true;

const task = () => tasks.find((each) => each.name === find("task").value) || tasks[0];
const entryOf = (each) => current.entry || each.entry;
const textsOf = () => Object.fromEntries([...editor.states.keys()].filter((name) => name !== PUZZLE)
  .map((name) => [name, editor.text(name)]));
const programOf = (files = textsOf(), each = task()) => ({
  files, links, entry: entryOf(each), overlays: current.overlays, constants: current.constants, harmless: told.program.harmless,
});
const original = (each = task()) => ({
  files: SHIPPED, links, entry: each.entry, overlays: told.program.overlays.filter((name) => !name.startsWith("own/")),
  constants: current.constants, harmless: told.program.harmless,
});
const puzzleFile = () => ({ name: PUZZLE, text: editor.text(PUZZLE) });
const isChanged = (name) => name !== PUZZLE && editor.text(name) !== (SHIPPED[name] ?? "");
const isEdited = () => current.entry !== "" || current.overlays.some((name) => name.startsWith("own/"))
  || inForce(programOf()).names.some(isChanged);

const listFiles = () => {
  const names = [PUZZLE, ...inForce(programOf()).names];
  const strange = [...editor.states.keys()].filter((name) => !names.includes(name) && isChanged(name));
  if (!names.includes(shown) && !strange.includes(shown)) show(PUZZLE);
  refill("files", [...names, ...strange].map((name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name === PUZZLE ? "puzzle.lp" : name;
    button.setAttribute("aria-pressed", String(name === shown));
    button.classList.toggle("changed", isChanged(name));
    button.addEventListener("click", () => show(name));
    return button;
  }));
  find("revert").disabled = !isChanged(shown);
  listOverlays();
};

// the shipped variants, to be laid over the program or taken away
const listOverlays = () => {
  const isProgram = (name) => !section(editor.text(name), "Overlays").length; // not a list of options by names
  const names = [...editor.states.keys()]
    .filter((name) => (name.startsWith("variants/") && isProgram(name)) || current.overlays.includes(name));
  const options = names.sort().map((name) => new Option(`${current.overlays.includes(name) ? "✓ " : ""}${name}`, name));
  find("overlay").replaceChildren(new Option("Overlay …", ""), ...options);
  find("overlay").hidden = !names.length;
};

const show = (name) => {
  shown = name;
  editor.show(name);
  editor.mark(findings);
  listFiles();
};

const tell = (found) => {
  findings = found;
  editor.mark(found);
  refill("findings", found.slice(0, 60).map((each) => {
    const item = document.createElement("li");
    item.className = each.severity;
    const button = document.createElement("button");
    button.type = "button";
    const place = document.createElement("b");
    place.textContent = each.file ? `${each.file === PUZZLE ? "puzzle.lp" : each.file}:${each.line}:${each.column} ` : "";
    button.append(place, each.message);
    button.addEventListener("click", () => {
      if (!each.file) return;
      side("program");
      show(each.file);
      editor.go(each.line, each.column);
    });
    item.append(button);
    return item;
  }));
};

// ---- the puzzle: its atoms, as they are written or as clingo evaluates them

let puzzle = null; // as the family has it; null while there is none
let known = { text: null, atoms: [] };
let evaluating = null;

const atomsNow = async (text, wait = 10) => {
  const facts = readFacts(text);
  if (facts) return { atoms: facts, ground: true };
  if (!trusted) throw new Misfit("this puzzle is a program that came by a link: Solve evaluates it");
  evaluating?.stop();
  evaluating = engine.run(assembled({ files: {}, entry: "" }, { name: PUZZLE, text }, { mode: "evaluate" }, engine.driver), () => {}, wait);
  const found = await evaluating.result;
  if (found.status === "stopped") return null;
  if (found.status === "error") {
    tell(found.findings);
    throw new Misfit(found.findings[0]?.message || "clingo refuses it");
  }
  if (found.status !== "found") throw new Misfit(found.status === "late" ? `not evaluated within ${wait} s` : "the puzzle's rules have no answer set");
  return { atoms: atomsOf(found.atoms), ground: false, several: found.count > 1 };
};

const refresh = async () => {
  const text = editor.text(PUZZLE);
  try {
    const found = await atomsNow(text);
    if (!found || text !== editor.text(PUZZLE)) return;
    puzzle = lab.read(found.atoms);
    known = { text, ...found };
    say("state", found.several ? "the puzzle's rules have several answer sets: the first one is drawn" : "");
    drawSheet();
    ask();
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    puzzle = null;
    say("state", error.message, "bad");
    if (error.at?.from !== undefined) pointOut(text, error.at);
  }
  sizes();
};

// the place of a fact that doesn't fit, among the findings
const pointOut = (text, atom) => {
  tell([{ file: PUZZLE, ...placeOf(text, atom.from), end: null, severity: "error", message: find("state").textContent }]);
};

// the changes of a text that turn its facts into these; all of it is replaced where rules made them
const edits = (text, wanted) => {
  const facts = readFacts(text);
  const grouped = (each) => each.reduce((lines, one) => {
    const last = lines.at(-1);
    const same = last && last.slice(0, last.indexOf("(") + 1 || undefined) === one.slice(0, one.indexOf("(") + 1 || undefined)
      && last.length + one.length < 100;
    if (same) lines[lines.length - 1] = `${last} ${one}`;
    else lines.push(one);
    return lines;
  }, []).join("\n");
  if (!facts) return [{ from: 0, to: text.length, insert: `${grouped(wanted)}\n` }];
  const left = new Set(wanted);
  const statements = new Map();
  for (const each of facts) {
    if (!statements.has(each.from)) statements.set(each.from, { from: each.from, to: each.to, atoms: [] });
    statements.get(each.from).atoms.push(`${written(each)}.`);
  }
  const changes = [];
  const ends = new Map();
  for (const { from, to, atoms } of statements.values()) {
    const ours = VOCABULARY.includes(signature(readFacts(atoms[0])[0]));
    const kept = atoms.filter((each) => !ours || left.has(each));
    kept.forEach((each) => left.delete(each));
    const name = atoms[0].split(/[(.]/)[0];
    ends.set(name, to);
    if (kept.length === atoms.length) continue;
    let end = to;
    if (!kept.length) while (text[end] === " ") end += 1;
    let begin = from;
    if (!kept.length && (text[end] ?? "\n") === "\n" && (begin === 0 || text[begin - 1] === "\n")) end += 1;
    if (!kept.length && text[end] === "\n") while (text[begin - 1] === " ") begin -= 1;
    changes.push({ from: begin, to: Math.min(end, text.length), insert: kept.join(" ") });
  }
  const fresh = new Map();
  for (const each of left) {
    const name = each.split(/[(.]/)[0];
    fresh.set(name, [...(fresh.get(name) || []), each]);
  }
  for (const [name, each] of fresh) {
    const at = ends.get(name);
    if (at === undefined) changes.push({ from: text.length, insert: `${text && !text.endsWith("\n") ? "\n" : ""}${grouped(each)}\n` });
    else changes.push({ from: at, insert: `${each.length > 8 ? "\n" : " "}${grouped(each)}` });
  }
  return changes;
};

const become = (next) => {
  puzzle = next;
  const text = editor.text(PUZZLE);
  const wasProgram = !readFacts(text);
  const changes = edits(text, lab.facts(next));
  if (wasProgram) say("state", "the puzzle was a program; it is facts now, and Undo brings it back");
  if (changes.length) editor.replace(PUZZLE, changes);
};

// ---- the sheet on which it is drawn

const sheet = find("sheet");
let sheetReady = false;
let tool = lab.tools[0];
let first = null;

const toSheet = (message) => sheetReady && sheet.contentWindow.postMessage(message, "*");

// the tools that this puzzle has a spot for: one of tiles has no passages between rooms
const usable = () => lab.tools.filter((each) => !puzzle || lab.spots(puzzle, each.id).length);
let offered = "";

const drawSheet = () => {
  if (!puzzle) return;
  const there = usable();
  if (there.map(({ id }) => id).join() !== offered) {
    choose(there.includes(tool) ? tool : there[0]);
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

// what a tool makes of a spot, or of two
const put = (spot, other = null) => {
  if (!puzzle) return;
  first = null;
  const text = tool.field ? find("field").value.trim() : "";
  try {
    const next = lab.change(puzzle, { tool: tool.id, spot, other, text });
    if (next) become(next);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    say("state", error.message, "bad");
  }
  drawSheet();
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

// ---- what clingo says in the background: is there an answer, and is it the only one

let asking = null;
const quick = tasks.find((each) => each.name === "shortest") || tasks[0];

// the values that overlays' headers set for the checker
const optionsNow = () => Object.fromEntries(inForce(programOf()).names
  .flatMap((name) => section(editor.text(name), "Options")).map((pair) => pair.split("=")).filter((pair) => pair.length === 2));

// a puzzle under these, as it is when clingo is asked; `fair`: whether the page knows such rules
const asAsked = (of) => {
  const options = optionsNow();
  if (!Object.keys(options).length) return { puzzle: of, fair: true };
  try {
    return lab.adapt ? { puzzle: lab.adapt(of, options), fair: true } : { puzzle: of, fair: false };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return { puzzle: of, fair: false };
  }
};

// a puzzle's file with the facts that options add to it, as the terminal has it
const underOptions = (file) => {
  const atoms = Object.keys(optionsNow()).length ? readFacts(file.text) : null;
  if (!atoms) return file;
  try {
    const given = lab.read(atoms);
    const [before, after] = [given, asAsked(given).puzzle].map((each) => lab.facts(each));
    const more = after.filter((each) => !before.includes(each));
    const adds = more.length && before.every((each) => after.includes(each));
    return adds ? { ...file, text: `${file.text}\n${more.join(" ")}\n` } : file;
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return file;
  }
};

const words = (atoms, each, asked) => {
  if (!asked.fair) return unjudged("an answer by rules that this page does not know");
  try {
    return lab.replay(asked.puzzle, atomsOf(atoms), each.name);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return refused("no answer", error.message);
  }
};

const best = (result) => {
  const proven = result.models.filter((each) => each.proven);
  const all = proven.length ? proven : result.models.some((each) => each.cost !== "") ? result.models.slice(-1) : result.models;
  const seen = new Map(all.map((each) => [[...each.atoms].sort().join(" "), each]));
  return [...seen.values()];
};

const ask = later(async () => {
  asking?.stop();
  if (!trusted || !puzzle || running) return;
  const of = puzzle;
  const asked = asAsked(of);
  const made = assembled(programOf(textsOf(), quick), underOptions(puzzleFile()), { models: 2 }, engine.driver);
  asking = engine.run(made, () => {}, 10);
  const result = await asking.result;
  if (of !== puzzle || result.status === "stopped") return;
  const answers = best(result);
  if (result.status === "found") {
    const verdict = words(answers[0].atoms, quick, asked);
    if (verdict.valid === false) say("state", `an answer that the rules of the game refuse: ${verdict.words}`, "bad");
    else say("state", `${answers.length > 1 ? "several answers" : "unique"}, ${verdict.words || "an answer"}`);
  } else if (result.status === "none") why(of);
  else if (result.status === "late") say("state", "not known within 10 s");
  else if (result.status === "limit") say("state", `no answer of up to ${result.step} steps`);
  else say("state", result.findings.find((each) => each.severity === "error")?.message || "", "bad");
}, 350);

// why there is none: the least change that would do
const why = async (of) => {
  say("state", "there is no answer");
  if (!SHIPPED["repair.lp"] || current.overlays.length || isEdited()) return; // it knows the task's own rules
  const repair = { ...programOf(), entry: "repair.lp" };
  if (!repair.files["repair.lp"]) return;
  asking = engine.run(assembled(repair, puzzleFile(), { models: 1 }, engine.driver), () => {}, 10);
  const result = await asking.result;
  if (of !== puzzle || result.status !== "found") return;
  const atoms = atomsOf(best(result).at(-1).atoms);
  const named = (name) => atoms.filter((atom) => atom.name === name && atom.args.length === 1).map((atom) => written(atom.args[0]));
  const [add, drop] = [named("add"), named("drop")];
  const parts = [add.length && `with ${add.join(", ")}`, drop.length && `without ${drop.join(", ")}`].filter(Boolean);
  if (parts.length) say("state", `there is no answer; there would be one ${parts.join(" and ")}`);
};

// ---- findings while one types

let checking = null;
const check = later(async () => {
  checking?.stop();
  if (!trusted || running) return;
  const files = textsOf();
  const program = programOf(files);
  const { names } = inForce(program);
  const made = assembled(program, puzzleFile(), { mode: "check" }, engine.driver);
  const vocabulary = VOCABULARY.map((each) => each.split("/")[0]);
  const looked = strays({ ...Object.fromEntries(names.map((name) => [name, files[name]])), [PUZZLE]: editor.text(PUZZLE) }, [...vocabulary, "time", "query"]);
  checking = engine.run(made, () => {}, 10);
  const result = await checking.result;
  if (result.status === "stopped") return;
  const heard = result.findings.filter((each) => each.file || each.severity === "error");
  const texts = [...names.map((name) => rulesOf(files[name])), rulesOf(editor.text(PUZZLE))].join("\n");
  const quiet = heard.filter((each) => each.severity !== "warning" || !isElsewhere(each.message, texts));
  tell([...made.findings, ...quiet.filter((each) => !made.findings.includes(each)), ...looked].sort((a, b) => (a.severity > b.severity) - (a.severity < b.severity)));
}, 450);

// nothing is grounded while one types, so that what a part defines seems to be undefined elsewhere
const isElsewhere = (message, texts) => {
  const name = /rule head: ([a-z_]\w*)/.exec(message)?.[1];
  return name !== undefined && (VOCABULARY.some((each) => each.startsWith(`${name}/`))
    || texts.split(new RegExp(`(?<![\\w'])${name}(?![\\w'])`)).length > 2);
};

// ---- asking clingo

let running = null;
let answers = [];
let solvedFor = null;

const clock = { began: 0, timer: 0 };
const tick = () => { find("clock").textContent = `${((performance.now() - clock.began) / 1000).toFixed(1)} s`; };

const busy = (on) => {
  find("stop").disabled = !on;
  find("solve").disabled = on;
  clearInterval(clock.timer);
  if (on) {
    clock.began = performance.now();
    clock.timer = setInterval(tick, 100);
  } else tick();
};

const stop = () => {
  engine.runs.forEach((run) => run.stop());
};

const solve = async () => {
  if (running) return;
  trusted = true;
  stop();
  const each = task();
  const count = Math.max(0, Math.floor(Number(find("count").value) || 0));
  say("said", "clingo is at work …");
  say("compared", "");
  const marker = {};
  running = marker;
  busy(true);
  try {
    if (!puzzle || known.text !== editor.text(PUZZLE)) {
      await refresh();
      if (!puzzle) {
        say("said", `no puzzle: ${find("state").textContent}`, "bad");
        return;
      }
    }
    const asked = asAsked(puzzle);
    const made = assembled(programOf(), underOptions(puzzleFile()), { models: count }, engine.driver);
    const run = engine.run(made, ({ models }) => {
      if (models.length % 50 === 1) say("said", `${counted(models.length, "answer")} so far …`);
    });
    const result = await run.result;
    tell([...result.findings]);
    report(result, each, asked, count);
    if (find("original").checked && result.status !== "stopped" && result.status !== "error") {
      await against(result, each, count);
    }
  } finally {
    running = null;
    busy(false);
  }
};

const report = (result, each, asked, count) => {
  answers = best(result).slice(0, SHOWN).map((model) => ({ ...model, verdict: words(model.atoms, each, asked) }));
  solvedFor = asked;
  const many = best(result).length;
  const wrong = answers.filter((answer) => answer.verdict.valid === false);
  const unchecked = answers.filter((answer) => answer.verdict.valid === null);
  const step = result.step === "" ? "" : ` within ${counted(Number(result.step), "step")}`;
  const cost = answers[0]?.cost ? `; cost ${answers[0].cost}` : "";
  if (result.status === "stopped") say("said", `stopped${many ? `, with ${counted(many, "answer")}` : ""}`, "bad");
  else if (result.status === "error") say("said", "clingo refuses the program: see below the editor", "bad");
  else if (result.status === "none") say("said", "no answer: clingo's claim");
  else if (result.status === "limit") say("said", `no answer${step}; more steps were not looked for`);
  else if (wrong.length) {
    say("said", `${wrong.length} of ${counted(answers.length, "answer")} REFUSED by the game's rules: ${wrong[0].verdict.words}`, "bad");
  } else if (unchecked.length) say("said", `${counted(many, "answer")}${cost}: clingo's claim; this page does not judge answers of this kind`);
  else {
    const least = result.step !== "" ? "; none is shorter: clingo's claim" : cost ? "; none is better: clingo's claim" : "";
    const checked = many === 1 ? "checked by the game's rules" : "each checked by the game's rules";
    const all = result.exhausted && count !== 1 ? "these are all" : "";
    say("said", `${counted(many, "answer")}, ${checked}${least}${all && many > 1 ? `; ${all}: clingo's claim` : ""}`, "good");
  }
  listAnswers();
};

const listAnswers = () => {
  find("answer").replaceChildren(...answers.map(({ verdict }, i) => {
    const mark = verdict.valid === false ? "✗ " : verdict.valid ? "✓ " : "";
    return new Option(`${i + 1}: ${mark}${verdict.words || "an answer"}`, String(i));
  }));
  find("listed").disabled = !answers.length;
  mode(answers.length ? "answers" : "draw");
  const refused = answers.findIndex((answer) => answer.verdict.valid === false);
  if (answers.length) watch(Math.max(0, refused));
};

// ---- an answer, watched and played in a frame

const inHtml = (data) => JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

const watch = (index) => {
  const { atoms, verdict } = answers[index];
  find("answer").value = String(index);
  say("verdict", verdict.valid === false ? `refused: ${verdict.words}` : verdict.valid ? `valid: ${verdict.words}` : verdict.words || "", verdict.valid === false ? "bad" : "");
  find("atoms").textContent = atoms.join("\n");
  const made = lab.script(solvedFor.puzzle);
  const playable = solvedFor.fair && made.playable !== false;
  const { scene } = made;
  const ways = verdict.moves && playable ? [{ name: `answer ${index + 1}`, moves: verdict.moves }] : [];
  const data = {
    title: scene.title, view: scene.view, data: made.data, ways, howto: made.howto || "", trail: made.trail || "",
    playable, remark: ways.length ? "" : "This answer can't be replayed here.", board: made.board || [],
  };
  const marks = { title: clean(scene.title), about: "", view: scene.view.map(number).join(" "), scene: scene.shapes(), data: inHtml(data) };
  find("player").srcdoc = told.player.replace(/@@(title|about|view|scene|data)@@/g, (_, name) => marks[name]);
};

// ---- against the original

const likeness = (result, each, count) => {
  const found = best(result);
  const costs = result.step !== "" ? `${result.step} steps` : found[0]?.cost ? `cost ${found[0].cost}` : "";
  const outcome = result.status === "found" ? `found${costs && `, ${costs}`}` : result.status;
  const all = count !== 1 && result.exhausted && result.status === "found"
    ? found.map(({ atoms }) => [...atoms].sort().join(" ")).sort().join("\n") : null;
  return { outcome, all, count: found.length };
};

const differ = (one, other) => {
  if (one.outcome !== other.outcome) return `it says: ${other.outcome}; yours: ${one.outcome}`;
  if (one.all !== null && other.all !== null && one.all !== other.all) {
    return one.count === other.count ? "its answers are others" : `it has ${counted(other.count, "answer")}, yours ${one.count}`;
  }
  return "";
};

const against = async (result, each, count) => {
  if (!isEdited()) {
    say("compared", "this is the original");
    return;
  }
  const asked = engine.run(assembled(original(each), puzzleFile(), { models: count }, engine.driver));
  const other = await asked.result;
  if (other.status === "stopped") return;
  const told_ = differ(likeness(result, each, count), likeness(other, each, count));
  if (told_) {
    say("compared", `The original differs: ${told_}`, "bad");
    return;
  }
  // the first of the shipped puzzles on which they differ, small ones first
  const many = told.shipped.length;
  for (const [i, { name, text }] of [...told.shipped].sort((a, b) => a.text.length - b.text.length).entries()) {
    if (!running) return;
    say("compared", `The original says the same here; trying shipped puzzles: ${i + 1} of ${many}`);
    const file = { name: PUZZLE, text };
    const asked_ = [[programOf(), underOptions(file)], [original(each), file]];
    const runs = asked_.map(([program, puzzle_]) => engine.run(
      assembled(program, puzzle_, { models: count }, engine.driver), () => {}, 5));
    const [mine, its] = await Promise.all(runs.map((run) => run.result));
    if (mine.status === "stopped" || its.status === "stopped") return;
    if (mine.status === "late" || its.status === "late") continue;
    const apart = differ(likeness(mine, each, count), likeness(its, each, count));
    if (apart) {
      say("compared", `The original says the same here, and differs on ${name}: ${apart}. `, "bad");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `Open ${name}`;
      button.addEventListener("click", () => take(text, name));
      find("compared").append(button);
      return;
    }
  }
  say("compared", `The original says the same, here and on ${counted(many, "shipped puzzle")}`, "good");
};

// ---- puzzles from elsewhere

const take = (text, name) => {
  editor.whole(PUZZLE, text);
  say("said", name ? `opened ${name}` : "");
  mode("draw");
};

const takeFile = async (file) => {
  if (!file) return;
  try {
    if (file.size > MOST_SHARED) throw new Misfit(`${file.name} has more than ${MOST_SHARED / 1e6} MB`);
    const text = await file.text();
    if (text.includes("\0") || text.includes("\uFFFD")) throw new Misfit(`${file.name} is no text`);
    const own = lab.open && told.suffixes.some((suffix) => file.name.endsWith(suffix));
    take(own ? `${lab.facts(lab.open(text)).join("\n")}\n` : text, file.name);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const place = error.at?.line ? `${file.name}:${error.at.line}:${error.at.column ?? 1}: ` : "";
    say("said", `${place}${error.message}`, "bad");
  }
};

const download = (name, text, type = "text/plain") => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

// ---- sharing

const stateNow = () => {
  const names = [...editor.states.keys()].filter((name) => name !== PUZZLE && (isChanged(name) || name.startsWith("own/")));
  const base = (name) => (name.startsWith("own/") ? "" : SHIPPED[name] ?? "");
  return {
    v: 1, family: told.family, task: task().name, puzzle: editor.text(PUZZLE), entry: current.entry,
    overlays: current.overlays, constants: current.constants,
    files: Object.fromEntries(names.map((name) => [name, difference(base(name), editor.text(name))])),
  };
};

const link = async () => `${location.href.split("#")[0]}#${await packed(stateNow())}`;

const restore = (state) => {
  if (state.family !== told.family) throw new Misfit(`this link is of ${state.family}; this page knows ${told.family}`);
  if (!tasks.some((each) => each.name === state.task)) throw new Misfit(`there is no task ${state.task}`);
  const texts = Object.entries(state.files).map(([name, apart]) => [name, applied(name.startsWith("own/") ? "" : SHIPPED[name] ?? "", apart)]);
  const files = { ...SHIPPED, ...Object.fromEntries(texts) };
  for (const name of [state.entry, ...state.overlays]) {
    if (name && !Object.hasOwn(files, name)) throw new Misfit(`there is no file ${name}`);
  }
  trusted = false;
  stop();
  current = { entry: state.entry, overlays: state.overlays, constants: state.constants };
  for (const [name, text] of Object.entries(files)) if (editor.text(name) !== text) editor.put(name, text);
  editor.put(PUZZLE, state.puzzle);
  find("task").value = state.task;
  find("constants").value = Object.entries(current.constants).map((pair) => pair.join("=")).join(" ");
  show(PUZZLE);
  const changed = texts.map(([name]) => name).filter(isChanged);
  say("said", `this came by a link${changed.length ? `, with its own ${changed.join(", ")}` : ""}: nothing is run before you press Solve`);
  refresh();
};

const fromAddress = async () => {
  const fragment = location.hash.slice(1);
  const kept = JSON.parse(find("kept").textContent);
  try {
    if (fragment) restore(await unpacked(fragment));
    else if (kept) restore(checkedState(kept));
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    say("said", error.message, "bad");
  }
};

const quotedWord = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

const commandLine = async () => {
  const each = task();
  const constants = Object.entries(current.constants).flatMap((pair) => ["-c", pair.join("=")]);
  const same = told.shipped.find(({ text, file }) => file && text.trim() === editor.text(PUZZLE).trim());
  if (same && !isEdited()) {
    const laid = current.overlays.flatMap((name) => ["--with", name]);
    return ["pylab", "solve", same.file, "--task", each.name, ...laid, ...constants].map(quotedWord).join(" ");
  }
  const folder = "lab";
  const state = `#${await packed(stateNow())}`;
  const words_ = ["pylab", "solve", `${folder}/puzzle.lp`, "--family", told.family, "--task", each.name];
  if (current.entry || inForce(programOf()).names.some(isChanged)) words_.push("--encoding", `${folder}/${entryOf(each)}`);
  for (const name of current.overlays) words_.push("--with", `${folder}/${name}`);
  return `${["pylab", "lab", "--from", state, "--files", folder].map(quotedWord).join(" ")}\n${[...words_, ...constants].map(quotedWord).join(" ")}`;
};

const copy = async (text, done) => {
  try {
    await navigator.clipboard.writeText(text);
    say("said", done);
  } catch {
    find("telling").textContent = text;
    find("notice").showModal();
  }
};

// ---- what is seen

const mode = (name) => {
  document.body.dataset.mode = name;
  find("drawing").hidden = name !== "draw";
  find("answers").hidden = name !== "answers";
  find("draw").setAttribute("aria-pressed", String(name === "draw"));
  find("listed").setAttribute("aria-pressed", String(name === "answers"));
};

const side = (name) => {
  document.body.dataset.side = name;
  for (const button of find("sides").children) button.setAttribute("aria-pressed", String(button.dataset.side === name));
};

// ---- begin

const puzzleChanged = later(refresh, 30);
const editor = new Editor(find("editor"), (name) => {
  if (name === PUZZLE) puzzleChanged();
  else {
    listFiles();
    ask();
  }
  sizes();
  check();
}, () => solve());

for (const each of tasks) find("task").append(new Option(`${each.name}: ${each.doc}`, each.name));
find("task").value = told.program.task;
for (const [name, text] of Object.entries(SHIPPED)) editor.put(name, text);
editor.put(PUZZLE, told.puzzle);
find("constants").value = Object.entries(current.constants).map((pair) => pair.join("=")).join(" ");
find("shipped").append(new Option("Shipped puzzles …", ""), ...told.shipped.map(({ name }, i) => new Option(name, String(i))));
find("random").hidden = !told.seeds.length;

const on = (id, act) => find(id).addEventListener("click", act);
on("solve", solve);
on("stop", () => {
  running = null;
  stop();
});
on("draw", () => mode("draw"));
on("listed", () => mode("answers"));
on("undo", () => editor.step(PUZZLE, true));
on("redo", () => editor.step(PUZZLE, false));
on("new", () => {
  editor.whole(PUZZLE, `${lab.facts(lab.blank()).join("\n")}\n`);
});
on("random", () => {
  const next = told.seeds[Math.floor(Math.random() * told.seeds.length)];
  take(next.text, next.name);
});
on("open", () => find("file").click());
on("store", () => {
  const own = lab.save && puzzle && known.ground ? lab.save(puzzle) : null;
  download(`puzzle${own === null ? ".lp" : told.suffixes[0]}`, own ?? editor.text(PUZZLE));
});
on("revert", () => editor.whole(shown, SHIPPED[shown] ?? ""));
on("share", async () => {
  const address = await link();
  history.replaceState(null, "", address);
  copy(address, `the link is copied, ${address.split("#")[1].length} characters after #`);
});
on("command", async () => copy(await commandLine(), "the command line is copied"));
on("keep", () => {
  const state = inHtml(stateNow());
  download("lab.html", `<!doctype html>\n${whole.replace(/(<script type="application\/json" id="kept">)[^<]*/, (_, head) => head + state)}`, "text/html");
});
on("licences", () => {
  find("telling").textContent = told.licences;
  find("notice").showModal();
});
on("theme", () => {
  const root = document.documentElement;
  const now = root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  toSheet({ theme: root.dataset.theme });
});
for (const button of find("sides").children) button.addEventListener("click", () => side(button.dataset.side));
find("task").addEventListener("change", () => {
  listFiles();
  check();
});
find("answer").addEventListener("change", (event) => watch(Number(event.target.value)));
find("shipped").addEventListener("change", (event) => {
  const chosen = told.shipped[Number(event.target.value)];
  if (event.target.value !== "") take(chosen.text, chosen.name);
  event.target.value = "";
});
find("overlay").addEventListener("change", (event) => {
  const name = event.target.value;
  const laid = current.overlays.filter((each) => each !== name);
  current = { ...current, overlays: laid.length < current.overlays.length ? laid : [...laid, name] };
  listOverlays();
  listFiles();
  if (current.overlays.includes(name)) show(name);
  check();
  ask();
});
find("constants").addEventListener("change", (event) => {
  const pairs = event.target.value.split(/[\s,]+/).filter(Boolean).map((each) => CONSTANT.exec(each));
  event.target.classList.toggle("bad", pairs.includes(null));
  if (pairs.includes(null)) return;
  current = { ...current, constants: Object.fromEntries(pairs.map(([, name, value]) => [name, value])) };
  check();
  ask();
});
for (const id of ["columns", "rows"]) {
  find(id).addEventListener("change", () => {
    if (!puzzle) return;
    try {
      become(lab.resize(puzzle, [Number(find("columns").value), Number(find("rows").value)]));
      drawSheet();
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      say("state", error.message, "bad");
    }
  });
}
find("file").addEventListener("change", (event) => {
  takeFile(event.target.files[0]);
  event.target.value = "";
});
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  takeFile(event.dataTransfer.files[0]);
});
addEventListener("hashchange", fromAddress);
document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && !event.defaultPrevented) {
    event.preventDefault();
    solve();
  } else if (event.key === "Escape" && running) find("stop").click();
});

mode("draw");
show(PUZZLE);
choose(lab.tools[0]);
sheet.srcdoc = told.sheet;
await fromAddress();
if (trusted) {
  await refresh();
  check();
}
engine.ready().catch(() => {});
document.body.classList.add("ready");
