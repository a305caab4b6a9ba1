// Puzzles from elsewhere, and what is sent to others.
const opening = { words: find("about").textContent, text: told.puzzle }; // whose own rules the page tells
let titled = opening;

// the page's title: what the puzzle is called, and whether it was changed since
const entitle = (words = "") => {
  if (words) {
    document.body.dataset.puzzle = words === opening.words ? "opening" : "other";
    titled = { words, text: editor.text(PUZZLE) };
  }
  const shown_ = `${titled.words}${editor.text(PUZZLE) === titled.text ? "" : ", changed"}`;
  find("about").textContent = shown_;
  document.title = `${shown_} · ${document.querySelector("h1").textContent}`;
};

const take = (text, name, title = name) => {
  if (title) lab.unlaid?.(); // another puzzle
  editor.whole(PUZZLE, text);
  if (title) entitle(title);
  say("said", name ? `opened ${name}` : "");
  mode("draw");
};

// a collection's puzzles, as `puzzles_in` of pylab/text/source.py reads them; `above` lines precede one
const HEADING = /^={3,}(?:[ \t]+(\S.*?))??(?:[ \t]+=+)?[ \t]*\r?$/gm;
const puzzlesIn = (name, text) => {
  const heads = [...text.matchAll(HEADING)];
  if (!heads.length) return [{ name, title: name, text, above: 0 }];
  const begins = heads.map((head) => [head.index + head[0].length + 1, head[1] ?? ""]);
  const before = text.slice(0, heads[0].index).split("\n");
  if (!before.every((line) => /^\s*(%|$)/.test(line))) begins.unshift([0, ""]);
  const ends = [...heads.map(({ index }) => index).filter((index) => index >= begins[0][0]), text.length];
  return begins.map(([begin, title], i) => ({
    name: `${name}#${i + 1}`, title: title || `${name}#${i + 1}`, text: text.slice(begin, ends[i]),
    above: text.slice(0, begin).split("\n").length - 1,
  }));
};

const listPuzzles = (puzzles) => find("shipped").append(...puzzles.map(({ name, title }) => new Option(title || name, name)));

const takeFile = async (file) => {
  if (!file) return;
  let above = 0;
  try {
    if (file.size > MOST_SHARED) throw new Misfit(`${file.name} has more than ${MOST_SHARED / 1e6} MB`);
    const text = await file.text();
    if (text.includes("\0") || text.includes("\uFFFD")) throw new Misfit(`${file.name} is no text`);
    const own = told.suffixes.some((suffix) => file.name.endsWith(suffix));
    if (own && !lab.open) throw new Misfit(`this lab opens facts: pylab facts ${file.name} writes them`);
    const found = puzzlesIn(file.name, text).map((each) => {
      above = each.above;
      return { ...each, text: own ? `${lab.facts(lab.open(each.text)).join("\n")}\n` : each.text };
    });
    if (found[1]) {
      told.shipped.push(...found);
      listPuzzles(found);
    }
    take(found[0].text, found[0].name, found[0].title);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const place = error.at?.line ? `${file.name}:${error.at.line + above}:${error.at.column ?? 1}: ` : "";
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
  setTask(state.task);
  find("constants").value = Object.entries(current.constants).map((pair) => pair.join("=")).join(" ");
  show(PUZZLE);
  listHacks();
  entitle("from a link");
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

// the facts of a text in one order, as comments and lines don't matter; the text of a program
const factsIn = (text) => readFacts(text)?.map(written).sort().join() ?? text;

const commandLine = async () => {
  const each = task();
  const constants = Object.entries(current.constants).flatMap((pair) => ["-c", pair.join("=")]);
  const kind = find("kind").value;
  const what = [...constants, ...(kind ? ["--consequences", kind] : ["--models", answersAsked()])];
  const facts = factsIn(editor.text(PUZZLE));
  const same = told.shipped.find(({ text, file }) => file && factsIn(text) === facts);
  const judges = ROLES.judge && isChanged(ROLES.judge) ? ["--judge", `lab/${ROLES.judge}`] : [];
  const plainly = [entryOf(each), ...Object.values(ROLES)].every((name) => /^own\/[^/]+$/.test(name));
  const whole = told.program.as_written && plainly; // the files that are written make the folder
  if (same && !isEdited() && !judges.length) {
    const laid = current.overlays.flatMap((name) => ["--with", name.replace(/^own\//, `${told.family}/`)]);
    return ["pylab", "solve", same.file, "--task", each.name, ...laid, ...what].map(quotedWord).join(" ");
  }
  const folder = "lab";
  const state = `#${await packed(stateNow())}`;
  const words_ = ["pylab", "solve", `${folder}/puzzle.lp`, "--family", whole ? `${folder}/own` : told.family, "--task", each.name];
  if (whole) judges.splice(0);
  else if (current.entry || inForce(programOf()).names.some(isChanged)) words_.push("--encoding", `${folder}/${entryOf(each)}`);
  for (const name of current.overlays) words_.push("--with", `${folder}/${name}`);
  return `${["pylab", "lab", "--from", state, "--files", folder].map(quotedWord).join(" ")}\n${[...words_, ...judges, ...what].map(quotedWord).join(" ")}`;
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
