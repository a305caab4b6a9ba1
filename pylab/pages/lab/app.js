// What is seen; and the beginning, when all else is there.
const mode = (name) => {
  document.body.dataset.mode = name;
  find("drawing").hidden = name !== "draw";
  find("answers").hidden = name === "draw";
  for (const each of [find("choice"), find("atoms").parentElement]) each.hidden = name !== "answers";
  for (const each of ["draw", "play", "answers"]) {
    find(each === "answers" ? "listed" : each).setAttribute("aria-pressed", String(name === each));
  }
};

const side = (name) => {
  document.body.dataset.side = name;
  for (const button of find("sides").children) button.setAttribute("aria-pressed", String(button.dataset.side === name));
};

// ---- begin

const wide = matchMedia("(min-width: 52rem)").matches;
find("game").open = wide;

const puzzleChanged = later(refresh, 30);
const puzzleWritten = later(() => { if (reading !== editor.text(PUZZLE)) refresh(); }, 30);
const editor = new Editor(find("editor"), (name) => {
  if (name === PUZZLE) puzzleWritten();
  else {
    if (Object.values(told.program.roles).includes(name)) puzzleChanged();
    listFiles();
    ask();
  }
  sizes();
  check();
  entitle();
}, () => solve());

for (const each of tasks) find("task").append(new Option("", each.name));
setTask(told.program.task);
for (const [name, text] of Object.entries(SHIPPED)) editor.put(name, text);
editor.put(PUZZLE, told.puzzle);
find("constants").value = Object.entries(current.constants).map((pair) => pair.join("=")).join(" ");
find("shipped").append(new Option("Choose a puzzle …", ""));
listPuzzles(told.shipped);
listHacks();
find("play").hidden = lab.playable === false;

const on = (id, act) => find(id).addEventListener("click", act);
on("solve", solve);
on("stop", stop);
on("draw", () => mode("draw"));
on("play", play);
on("listed", () => {
  const again = document.body.dataset.mode === "play";
  mode("answers");
  if (again) watch(Number(find("answer").value));
});
on("undo", () => editor.step(PUZZLE, true));
on("redo", () => editor.step(PUZZLE, false));
on("new", () => inTurn(async () => {
  puzzle = await lab.blank();
  take(`${lab.facts(puzzle).join("\n")}\n`, "", "a new puzzle");
}));
on("random", random);
on("meaner", meaner);
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
  if (!find("codemirror")) say("said", "the saved page needs the file engine.js beside it, as this one does");
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
  find("player").contentWindow?.postMessage({ theme: root.dataset.theme }, "*");
  showIcons();
});
for (const button of find("sides").children) button.addEventListener("click", () => side(button.dataset.side));
find("task").addEventListener("change", () => {
  setTask(task().name);
  listFiles();
  check();
  ask();
});
find("answer").addEventListener("change", (event) => watch(Number(event.target.value)));
find("shipped").addEventListener("change", (event) => {
  const chosen = told.shipped.find(({ name }) => name === event.target.value);
  if (chosen) {
    take(chosen.text, chosen.name, chosen.title);
    mode("draw");
  }
  event.target.value = "";
});
find("constants").addEventListener("change", (event) => {
  const given = event.target.value.match(/(?:"(?:[^"\\]|\\.)*"|[^\s,"])+/g) || [];
  const pairs = given.map((each) => CONSTANT.exec(each));
  const known_ = constantsIn([...Object.values(textsOf()), editor.text(PUZZLE)]);
  const odd = given.find((_, i) => !pairs[i] || !known_.has(pairs[i][1]));
  const why_ = CONSTANT.test(odd) ? `no file has '#const ${odd.split("=")[0]}' to set` : `expected NAME=VALUE, found ${odd}`;
  event.target.classList.toggle("bad", odd !== undefined);
  say("said", odd === undefined ? "" : why_, "bad");
  if (odd !== undefined) return;
  current = { ...current, constants: Object.fromEntries(pairs.map(([, name, value]) => [name, value])) };
  check();
  refresh(); // the puzzle and its picture may have them, too
});
["columns", "rows"].forEach((id, axis) => {
  find(id).addEventListener("change", () => {
    const field = find(id);
    const wanted = Math.min(Number(field.max), Math.max(Number(field.min), Math.round(Number(field.value))));
    inTurn(async () => {
      const size = puzzle && lab.size(puzzle);
      if (size) become(await lab.resize(puzzle, size.map((each, i) => (i === axis ? wanted : each))));
      drawSheet();
    });
  });
});
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
addEventListener("unhandledrejection", (event) => { // a stopped run is no error
  if (!(event.reason instanceof Misfit)) return;
  event.preventDefault();
  if (!(event.reason instanceof Stopped)) say("said", event.reason.message, "bad");
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
choose(tool);
sheet.srcdoc = told.sheet;
await fromAddress();
if (trusted) {
  await refresh();
  check();
}
engine.ready().catch(() => {});
document.body.classList.add("ready");
