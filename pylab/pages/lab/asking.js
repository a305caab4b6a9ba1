// What clingo says in the background: is there an answer, is it the only one, and findings while one types.
let asking = null;
let pending = false; // whether the last question still has no answer

// the task that is asked: the quick one, if the overlays are for it, else the one that is chosen
const quick = () => {
  const fits = ({ name }) => current.overlays.map((each) => namesIn(editor.text(each), "Tasks")).every((names) => !names.length || names.includes(name));
  const usual = (!told.program.as_written && tasks.find((each) => each.name === "shortest")) || task();
  return [usual, task(), ...tasks].find(fits) || usual;
};

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

// what is said of a puzzle without facts that each of its kind has; of several kinds, the one that it is most like
const lacking = () => {
  const has = new Set(known.atoms.map(({ name, args }) => `${name}/${args.length}`));
  const kinds = told.needed.map((needed) => {
    const lack = Object.keys(needed).filter((each) => !has.has(each));
    return { part: lack.length / Object.keys(needed).length, number: lack.length, words: needed[lack[0]] };
  });
  return kinds.some(({ words: none }) => !none) ? "" : kinds.sort((a, b) => a.part - b.part || a.number - b.number)[0]?.words ?? "";
};

// whether options tell the page all rules that are asked: else it has no word on all answers
const knowsRules = () => !isEdited() && known.ground && !Object.keys(current.constants).length
  && current.overlays.every((name) => ["Options", "Rules"].some((title) => section(editor.text(name), title).length));

const words = async (atoms, each, asked) => {
  if (!asked.fair) return unjudged("an answer by rules that this page does not know");
  try {
    const read = atomsOf(atoms);
    const refutes = Boolean(lab.refutes?.(read));
    if (!knowsRules() && lab.general?.(read)) return { ...unjudged("this page does not know the rules that were asked"), refutes };
    return { ...(await judged(asked.puzzle, read, knowsRules())), refutes };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return error instanceof Unjudged ? unsaid(`not judged: ${error.message}`) : refused("no answer", error.message);
  }
};

const best = (result) => {
  const proven = result.models.filter((each) => each.proven);
  const all = proven.length ? proven : result.models.some((each) => each.cost !== "") ? result.models.slice(-1) : result.models;
  const seen = new Map(all.map((each) => [[...each.atoms].sort().join(" "), each]));
  return [...seen.values()];
};

const ask = later(async () => {
  pending = true;
  asking?.stop();
  if (!trusted || !puzzle || running) return;
  const of = puzzle;
  if (lacking()) {
    say("state", lacking(), "bad");
    return;
  }
  const asked = asAsked(of);
  const each = quick();
  const made = assembled(programOf(textsOf(), each), underOptions(puzzleFile()), { models: 2 }, engine.driver);
  asking = engine.run(made, () => {}, 10);
  const result = await asking.result;
  if (of !== puzzle || result.status === "stopped") return;
  [awaited, pending] = [false, false];
  const answers = best(result);
  if (result.status === "found") {
    const verdict = await words(answers[0].atoms, each, asked);
    if (of !== puzzle || running) return;
    if (verdict.refutes && verdict.valid !== false) why(of);
    else if (verdict.valid === false) say("state", `an answer that the rules of the game refuse: ${verdict.words}`, "bad");
    else {
      say("state", `solvable in ${answers.length > 1 ? "several ways" : "one way"}: ${verdict.words || "an answer"}`, "good");
      await showIcons();
    }
  } else if (result.status === "none") why(of);
  else if (result.status === "late") say("state", "not known within 10 s");
  else if (result.status === "limit") say("state", `no answer of up to ${counted(result.step, "step")}`, "no");
  else say("state", result.findings.find((each) => each.severity === "error")?.message || "", "bad");
}, 350);

// why there is none: the least change that would do, by the family's rules for that, or one click
const why = async (of) => {
  const none = "there is no answer";
  say("state", none, "no");
  const known_ = SHIPPED["repair.lp"] && !current.overlays.length && !isEdited(); // it knows the task's own rules
  const told_ = (known_ && await mended(of)) || await clickThatDoes(of);
  const since = find("state").textContent !== none; // a tool has refused something
  if (of === puzzle && told_ && !since) say("state", `${none}; ${told_}`, "no");
  await showIcons();
};

const mended = async (of) => {
  const repair = { ...programOf(), entry: "repair.lp" };
  asking = engine.run(assembled(repair, puzzleFile(), { models: 1 }, engine.driver), () => {}, 10);
  const result = await asking.result;
  if (of !== puzzle || result.status !== "found") return "";
  const atoms = atomsOf(best(result).at(-1).atoms);
  const named = (name) => atoms.filter((atom) => atom.name === name && atom.args.length === 1).map((atom) => written(atom.args[0]));
  const [add, drop] = [named("add"), named("drop")];
  const parts = [add.length && `with ${add.join(", ")}`, drop.length && `without ${drop.join(", ")}`].filter(Boolean);
  return parts.length ? `there would be one ${parts.join(" and ")}` : "";
};

let checking = null;
let checked = [];
const tellAll = () => tell([...[...fileFindings.values()].flat(), ...checked]);
const check = later(async () => {
  checking?.stop();
  if (!trusted || running) return;
  const files = textsOf();
  const program = programOf(files);
  const { names } = inForce(program);
  const made = assembled(program, puzzleFile(), { mode: "check" }, engine.driver);
  const vocabulary = VOCABULARY.map((each) => each.split("/")[0]);
  const looked = strays({ ...Object.fromEntries(names.map((name) => [name, files[name]])), [PUZZLE]: editor.text(PUZZLE) }, [...vocabulary, "time", "query", "step", "check"]);
  checking = engine.run(made, () => {}, 10);
  const result = await checking.result;
  if (result.status === "stopped") return;
  const heard = result.findings.filter((each) => each.file || each.severity === "error");
  const texts = [...names.map((name) => rulesOf(files[name])), rulesOf(editor.text(PUZZLE))].join("\n");
  const quiet = heard.filter((each) => each.severity !== "warning" || !isElsewhere(each.message, texts));
  checked = [...made.findings, ...quiet.filter((each) => !made.findings.includes(each)), ...looked].sort((a, b) => (a.severity > b.severity) - (a.severity < b.severity));
  tellAll();
}, 450);

// nothing is grounded while one types, so that what a part defines seems to be undefined elsewhere
const isElsewhere = (message, texts) => {
  const name = /(?:rule head|in program): ([a-z_]\w*)/.exec(message)?.[1];
  return name !== undefined && (VOCABULARY.some((each) => each.startsWith(`${name}/`))
    || texts.split(new RegExp(`(?<![\\w'])${name}(?![\\w'])`)).length > 2);
};
