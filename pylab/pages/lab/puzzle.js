// The puzzle: its atoms, as they are written or as clingo evaluates them.
let puzzle = null; // as the family has it; null while there is none
let known = { text: null, atoms: [] };
let evaluating = null;
let refreshed = 0;
let awaited = true; // the first verdict on a puzzle
let reading = null; // the text that is being read

const atomsNow = async (text, wait = 10) => {
  const facts = readFacts(text);
  const written_ = told.program.as_written;
  const defined = written_ ? definitionsFor(text, inForce(programOf()).names.map((name) => editor.text(name))) : [];
  if (facts && !defined.length) return { atoms: facts, ground: true };
  if (!trusted) throw new Misfit("this puzzle is a program that came by a link: Solve evaluates it");
  evaluating?.stop();
  const program = { ...programOf({}), entry: "", overlays: [] };
  const whole = { name: PUZZLE, text: [text, ...defined].join("\n") };
  evaluating = engine.run(assembled(program, whole, { mode: written_ ? "facts" : "evaluate" }, engine.driver), () => {}, wait);
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
  refreshed += 1;
  const mine = refreshed;
  reading = text;
  const old = () => mine !== refreshed || text !== editor.text(PUZZLE);
  try {
    const found = await atomsNow(text);
    if (!found || old()) return;
    const next = lab.read(found.atoms);
    await lab.prepare?.(next);
    if (old()) return;
    puzzle = next;
    known = { text, ...found };
    say("state", found.several ? "the puzzle's rules have several answer sets: the first one is drawn" : awaited && trusted ? "asking clingo …" : "");
    drawSheet();
    const tidy = lab.tidied?.(puzzle);
    if (tidy) {
      const same = titled.text === text;
      become(tidy, true);
      if (same) entitle(titled.words);
    }
    ask();
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    if (old()) return;
    puzzle = null;
    say("state", error.message, "bad");
    if (error.at?.from !== undefined) pointOut(text, error.at);
  }
  reading = null;
  if (fileFindings.size) tellAll();
  sizes();
};

// the place of a fact that doesn't fit, among the findings
const pointOut = (text, atom) => {
  tell([{ file: PUZZLE, ...placeOf(text, atom.from), end: null, severity: "error", message: find("state").textContent }]);
};

// facts in lines, those of a predicate beside each other
const grouped = (each) => each.reduce((lines, one) => {
  const last = lines.at(-1);
  const same = last && last.slice(0, last.indexOf("(") + 1 || undefined) === one.slice(0, one.indexOf("(") + 1 || undefined)
    && last.length + one.length < 100;
  if (same) lines[lines.length - 1] = `${last} ${one}`;
  else lines.push(one);
  return lines;
}, []).join("\n");

const nameOf = (fact) => fact.split(/[(.]/)[0];

// the changes of a text that turn its facts into these; all of it is replaced where rules made them
const edits = (text, wanted) => {
  const facts = readFacts(text);
  if (!facts) return [{ from: 0, to: text.length, insert: `${grouped(wanted)}\n` }];
  const left = new Set(wanted);
  const statements = new Map();
  for (const each of facts) {
    if (!statements.has(each.from)) statements.set(each.from, { from: each.from, to: each.to, atoms: [] });
    statements.get(each.from).atoms.push(`${written(each)}.`);
  }
  for (const each of statements.values()) {
    const ours = told.program.as_written || VOCABULARY.includes(signature(readFacts(each.atoms[0])[0]));
    each.kept = each.atoms.filter((one) => !ours || left.has(one));
    each.kept.forEach((one) => left.delete(one));
  }
  const fresh = new Map();
  for (const each of left) fresh.set(nameOf(each), [...(fresh.get(nameOf(each)) || []), each]);
  const changes = [];
  const ends = new Map();
  let [gone, bare] = [-1, false]; // where the last removed statement ended, and whether it began its line
  for (const { from, to, atoms, kept } of statements.values()) {
    const name = nameOf(atoms[0]);
    ends.set(name, to);
    if (kept.length === atoms.length) continue;
    if (!kept.length && fresh.has(name)) { // new facts take the place of old ones with the same predicate
      changes.push({ from, to, insert: grouped(fresh.get(name)) });
      fresh.delete(name);
      continue;
    }
    let [begin, end] = [from, to];
    if (!kept.length) {
      bare = begin === gone ? bare : begin === 0 || text[begin - 1] === "\n";
      while (text[end] === " ") end += 1;
      if (bare && (text[end] ?? "\n") === "\n") end += 1;
      else if (text[end] === "\n") while (begin > gone && text[begin - 1] === " ") begin -= 1;
      gone = Math.min(end, text.length);
    }
    changes.push({ from: begin, to: Math.min(end, text.length), insert: kept.join(" ") });
  }
  for (const [name, each] of fresh) {
    const at = ends.get(name);
    if (at === undefined) changes.push({ from: text.length, insert: `${text && !text.endsWith("\n") ? "\n" : ""}${grouped(each)}\n` });
    else changes.push({ from: at, insert: `${each.length > 8 ? "\n" : " "}${grouped(each)}` });
  }
  return changes;
};

// `more`: this belongs to the change before
const become = (next, more = false) => {
  puzzle = next;
  const text = editor.text(PUZZLE);
  const wasProgram = !readFacts(text);
  const changes = edits(text, lab.facts(next));
  if (wasProgram) say("state", "the puzzle was a program; it is facts now, and Undo brings it back");
  if (changes.length) editor.replace(PUZZLE, changes, more);
};
