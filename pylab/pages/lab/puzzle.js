// The puzzle: its atoms, as they are written or as clingo evaluates them.
let puzzle = null; // as the family has it; null while there is none
let known = { text: null, atoms: [] };
let evaluating = null;
let refreshed = 0;

const atomsNow = async (text, wait = 10) => {
  const facts = readFacts(text);
  if (facts) return { atoms: facts, ground: true };
  if (!trusted) throw new Misfit("this puzzle is a program that came by a link: Solve evaluates it");
  evaluating?.stop();
  const program = { ...programOf({}), entry: "", overlays: [] };
  evaluating = engine.run(assembled(program, { name: PUZZLE, text }, { mode: "evaluate" }, engine.driver), () => {}, wait);
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
  const old = () => mine !== refreshed || text !== editor.text(PUZZLE);
  try {
    const found = await atomsNow(text);
    if (!found || old()) return;
    const next = lab.read(found.atoms);
    await lab.prepare?.(next);
    if (old()) return;
    puzzle = next;
    known = { text, ...found };
    say("state", found.several ? "the puzzle's rules have several answer sets: the first one is drawn" : "");
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

// `more`: this belongs to the change before
const become = (next, more = false) => {
  puzzle = next;
  const text = editor.text(PUZZLE);
  const wasProgram = !readFacts(text);
  const changes = edits(text, lab.facts(next));
  if (wasProgram) say("state", "the puzzle was a program; it is facts now, and Undo brings it back");
  if (changes.length) editor.replace(PUZZLE, changes, more);
};
