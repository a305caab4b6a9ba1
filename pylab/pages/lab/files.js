// The page: a program in an editor, a puzzle that is drawn, clingo between them. It knows no puzzle;
// what puzzles are, the family's `lab` says, and the game's `rules` play answers in a frame.

const find = (id) => document.getElementById(id);
const whole = document.documentElement.outerHTML; // as it came, to be kept with another state
const told = JSON.parse(await (await unzipped(find("lab").textContent)).text());
told.plans.forEach(([facts, plan]) => PLANS.set(facts, plan));
const PUZZLE = "puzzle";
const SHOWN = 200; // so many answers are listed

const { files: SHIPPED, links, tasks } = told.program;
let current = { entry: told.program.entry, overlays: told.program.overlays, constants: told.program.constants };
const engine = new Engine(globalThis.pylabEngine || {
  wasm: find("wasm").textContent, glue: find("glue").textContent,
}, told.driver, told.worker);

const button = (words, act) => {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
};
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
// chooses a task: it is shown by its name, with what it asks beside it; the others are listed with that
const setTask = (name) => {
  find("task").value = name;
  for (const [i, each] of tasks.entries()) find("task").options[i].text = each === task() ? name : `${each.name}: ${each.doc}`;
  find("asks").textContent = task().doc;
};
const entryOf = (each) => current.entry || each.entry;
const textsOf = () => Object.fromEntries([...editor.states.keys()].filter((name) => name !== PUZZLE)
  .map((name) => [name, editor.text(name)]));
const programOf = (files = textsOf(), each = task()) => ({
  files, links, entry: entryOf(each), overlays: current.overlays, constants: current.constants, harmless: told.program.harmless,
  asClingo: told.program.as_written,
});
// a variant that comes with the family, or is in the folder
const isVariant = (name) => /^(?:own\/(?:up\/)*)?variants\//.test(name) && name in SHIPPED;
const isOwn = (name) => name.startsWith("own/") && !isVariant(name);
const original = (each = task()) => ({
  files: SHIPPED, links, entry: each.entry, overlays: told.program.overlays.filter((name) => !isOwn(name)),
  constants: current.constants, harmless: told.program.harmless,
  asClingo: told.program.as_written,
});
const puzzleFile = () => ({ name: PUZZLE, text: editor.text(PUZZLE) });
const isChanged = (name) => name !== PUZZLE && editor.text(name) !== (SHIPPED[name] ?? "");
const isEdited = () => current.entry !== "" || current.overlays.some(isOwn)
  || inForce(programOf()).names.some(isChanged);

// what a file is called: without the folder of all that is not shipped, if that is clear
const fileName = (name) => {
  const bare = name.replace(/^own\//, "");
  return name === PUZZLE || bare in SHIPPED ? (name === PUZZLE ? "puzzle.lp" : name) : bare;
};

const listFiles = () => {
  const names = [PUZZLE, ...new Set([...inForce(programOf()).names, ...Object.values(told.program.roles)])];
  const strange = [...editor.states.keys()].filter((name) => !names.includes(name) && isChanged(name));
  if (!names.includes(shown) && !strange.includes(shown)) show(PUZZLE);
  refill("files", [...names, ...strange].map((name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = fileName(name);
    button.setAttribute("aria-pressed", String(name === shown));
    button.classList.toggle("changed", isChanged(name));
    button.addEventListener("click", () => show(name));
    return button;
  }));
  find("revert").disabled = !isChanged(shown);
};

// ---- other rules: the variants that a page can run, each with what it does
// the purpose of a file, without the words on what it is laid over and how it runs bare
const purposeOf = (name) => {
  const words = section(editor.text(name), "Purpose").join(" ").replace(/^Laid over [^:]*: /, "").replace(/\s*Runs bare\b.*/, "");
  return words && `${words[0].toUpperCase()}${words.slice(1)}${words.endsWith(".") ? "" : "."}`;
};
const judgesOf = (name) => ["Judge", "Judge replaces"].flatMap((title) => namesIn(editor.text(name), title));
const hacks = () => [...editor.states.keys()].filter((name) => current.overlays.includes(name) || (isVariant(name)
  && !["Overlays", "Theory"].some((title) => section(editor.text(name), title).length))).sort();

const listHacks = () => {
  const judges = [...editor.states.keys()].filter(isVariant).flatMap(judgesOf);
  const names = hacks().filter((name) => !judges.includes(name.split("/").at(-1)));
  const called = (name) => name.split("/").at(-1).replace(/\.lp$/, "").replaceAll("-", " ");
  const laid = names.filter((name) => current.overlays.includes(name)).map((name) => {
    const made = button(called(name), () => lay(name));
    made.title = `${purposeOf(name)} Click to take it away.`;
    made.setAttribute("aria-pressed", "true");
    return made;
  });
  const choice = document.createElement("select");
  choice.setAttribute("aria-label", "Other rules");
  choice.append(new Option("Other rules …", ""), ...names.filter((name) => !current.overlays.includes(name))
    .map((name) => new Option(`${called(name)}: ${purposeOf(name).split(/(?<=\w\.)\s/)[0]}`, name)));
  choice.addEventListener("change", () => lay(choice.value));
  refill("hacks", names.length ? [choice, ...laid] : []);
};

// lays a variant over the program, or takes it away
const lay = (name) => {
  const on = !current.overlays.includes(name);
  current = { ...current, overlays: on ? [...current.overlays, name] : current.overlays.filter((each) => each !== name) };
  const fit = namesIn(editor.text(name), "Tasks");
  const other = on && fit.length && !fit.includes(task().name) && tasks.find((each) => fit.includes(each.name));
  if (other) setTask(other.name);
  say("said", other ? `the task is ${other.name} now: ${other.doc}` : "");
  say("compared", "");
  say("hack", on ? purposeOf(name).split(/(?<=\w\.)\s/)[0] : "");
  mode("draw");
  listHacks();
  listFiles();
  if (on) show(name);
  check();
  ask();
};

const show = (name) => {
  shown = name;
  editor.show(name);
  editor.mark(findings);
  listFiles();
};

const goToPlace = ({ file, line, column }) => {
  side("program");
  show(file);
  editor.go(line, column);
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
    place.textContent = each.file ? `${fileName(each.file)}:${each.line}:${each.column} ` : "";
    button.append(place, each.message);
    button.addEventListener("click", () => {
      if (each.file) goToPlace(each);
    });
    item.append(button);
    return item;
  }));
};
