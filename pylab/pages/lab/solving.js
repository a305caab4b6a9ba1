// Asking clingo, and its answers, watched and played in a frame.
let running = null;
let answers = [];
let solvedFor = null;
let explained = null; // makes of a question why an atom holds the program that says so

const clock = { began: 0, timer: 0 };
const tick = () => { find("clock").textContent = `${((performance.now() - clock.began) / 1000).toFixed(1)} s`; };

const busy = (on) => {
  find("stop").disabled = !on;
  for (const id of ["solve", "random", "meaner"]) find(id).disabled = on;
  clearInterval(clock.timer);
  if (on) {
    clock.began = performance.now();
    clock.timer = setInterval(tick, 100);
  } else tick();
};

const stop = () => {
  if (running) running.over = true;
  engine.runs.forEach((run) => run.stop());
};

// whether there is a puzzle, as it is written now
const isThere = async () => {
  if (!puzzle || known.text !== editor.text(PUZZLE)) await refresh();
  const odd = puzzle ? lacking() : find("state").textContent;
  if (odd || !puzzle) say("said", `no puzzle: ${odd}`, "bad");
  return Boolean(puzzle) && !odd;
};

// the number of answers that are asked for; 0 for all
const answersAsked = () => Math.max(0, Math.floor(Number(find("count").value) || 0));

const solve = async () => {
  if (running) return;
  trusted = true;
  stop();
  const each = task();
  const kind = find("kind").value;
  const count = kind ? 0 : answersAsked();
  say("said", "clingo is at work …");
  say("compared", "");
  const marker = {};
  running = marker;
  busy(true);
  try {
    if (!await isThere()) return;
    const asked = asAsked(puzzle);
    const [program, file] = [programOf(), underOptions(puzzleFile())];
    explained = (more) => assembled(program, file, { mode: "why", more }, engine.driver);
    const made = assembled(program, file, { models: count, more: { CONSEQUENCES: kind } }, engine.driver);
    const run = engine.run(made, ({ models }) => {
      if (!kind && models.length % 50 === 1) say("said", `${counted(models.length, "answer")} so far …`);
    });
    const result = await run.result;
    const texts = Object.values(textsOf()).map(rulesOf).join("\n");
    checked = result.findings.filter((each) => each.severity !== "warning" || !isElsewhere(each.message, texts));
    tellAll();
    if (kind) {
      reportConsequences(result, each, kind);
      return;
    }
    await report(result, each, asked, count);
    if (find("original").checked && result.status !== "stopped" && result.status !== "error") {
      await against(result, each, count);
    }
  } finally {
    running = null;
    busy(false);
    if (pending) ask();
  }
};

// what is said where clingo has no answer; null where it has one
const unanswered = (result, each) => {
  const step = result.step === "" ? "" : ` within ${counted(Number(result.step), "step")}`;
  if (result.status === "error") {
    const error = result.findings.find(({ severity }) => severity === "error");
    return [`clingo refuses the program${error ? `: ${error.file ? `${fileName(error.file)}:${error.line}: ` : ""}${error.message}` : ""}`, "bad"];
  }
  if (result.status === "none") return [`${each.decision ? "no" : "no answer"}: clingo's claim`, "no"];
  return result.status === "limit" ? [`no answer${step}; more steps were not looked for`, "no"] : null;
};

// the atoms that are in every answer, or in some one: of the best answers, where one is better than another
const reportConsequences = (result, each, kind) => {
  answers = [];
  listAnswers();
  const found = best(result).at(-1);
  const none = unanswered(result, each);
  if (none || !found) {
    say("said", ...(none || ["stopped", "bad"]));
    return;
  }
  const atoms = [...found.atoms].sort();
  const where = kind === "brave" ? "some" : "every";
  const whole = result.status === "found" && (result.exhausted || found.proven);
  const open = kind === "brave" ? "others may be, too" : "some of them may not be";
  const are = atoms.length ? `${counted(atoms.length, "atom")} in ${where} answer` : `no atom is in ${where} answer`;
  say("said", `${are}${whole ? `${atoms.length ? ", no others" : ""}: clingo's claim` : `; stopped: ${open}`}`, whole ? "" : "bad");
  say("verdict", "");
  forgetWhy();
  find("atoms").textContent = atoms.join("\n");
  find("atoms").parentElement.open = true;
  mode("answers");
  find("choice").hidden = true;
  find("player").hidden = true;
};

const report = async (result, each, asked, count) => {
  answers = [];
  const first = told.program.as_written ? [] : best(result).slice(0, 1);
  const without_ = first.flatMap(({ atoms }) => atomsOf(atoms)).filter((atom) => signature(atom) === "refused/1");
  if (without_.length) {
    listAnswers();
    say("said", `the task ${each.name} says nothing about this puzzle: ${without_.map(({ args: [why_] }) => plain(why_)).join("; ")}`, "no");
    return;
  }
  for (const model of best(result).slice(0, SHOWN)) answers.push({ ...model, verdict: await words(model.atoms, each, asked) });
  solvedFor = asked;
  const many = best(result).length;
  const wrong = answers.filter((answer) => answer.verdict.valid === false);
  const unchecked = answers.filter((answer) => answer.verdict.valid === null);
  const cost = answers[0]?.cost ? `; cost ${answers[0].cost}` : "";
  const none = unanswered(result, each);
  const no = each.decision ? "no" : "no answer";
  const refuted = answers.length > 0 && answers.every((answer) => answer.verdict.refutes);
  if (result.status === "stopped") say("said", `stopped${many ? `, with ${counted(many, "answer")}` : ""}`, "bad");
  else if (none) say("said", ...none);
  else if (wrong.length) {
    say("said", `${wrong.length} of ${many > answers.length ? "the first " : ""}${counted(answers.length, "answer")} INVALID by check.lp: ${wrong[0].verdict.words}`, "bad");
  } else if (refuted) {
    say("said", `${no}: ${unchecked.length ? `clingo's claim; ${unchecked[0].verdict.words}` : `checked by check.lp`}`, "no");
  } else if (unchecked.length) say("said", `${counted(many, "answer")}${cost}: clingo's claim; ${unchecked[0].verdict.why || "this page does not judge answers of this kind"}`);
  else {
    const best_ = result.step === "" ? cost && "none is better"
      : each.costs && result.fewest ? `none is shorter${cost && ", none of as many steps is better"}` : "";
    const which = many > answers.length ? `the first ${answers.length} ` : many === 1 ? "" : "each ";
    const checked = `${which}valid by check.lp`;
    const all = result.exhausted && count !== 1 && many > 1 ? "these are all" : "";
    const claims = [best_, all].filter(Boolean).join(" and ");
    say("said", `${counted(many, "answer")}, ${checked}${claims && `; ${claims} (clingo's claim)`}`, "good");
  }
  listAnswers();
  if (refuted) mode("draw"); // where it is said what would change that
};

const listAnswers = () => {
  find("answer").replaceChildren(...answers.map(({ verdict }, i) => {
    const mark = verdict.valid === false || verdict.refutes ? "✗ " : verdict.valid ? "✓ " : "";
    return new Option(`${i + 1}: ${mark}${verdict.words || (verdict.refutes ? "there is no answer" : "an answer")}`, String(i));
  }));
  find("listed").disabled = !answers.length;
  mode(answers.length ? "answers" : "draw");
  const refused = answers.findIndex((answer) => answer.verdict.valid === false);
  if (answers.length) watch(Math.max(0, refused));
};

// ---- an answer, watched and played in a frame

const inHtml = (data) => JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

const watch = async (index) => {
  find("player").hidden = false;
  const { atoms, verdict } = answers[index];
  find("answer").value = String(index);
  const alone = answers.length === 1; // the line above says whether a single answer is valid
  const told = verdict.valid === false && find("said").textContent.endsWith(verdict.words);
  const judged = verdict.valid === null || (alone && !verdict.refutes) ? "" : `${!verdict.valid ? "refused" : verdict.refutes ? "there is no answer, checked" : "valid"} by check.lp`;
  say("verdict", told ? "" : [judged, verdict.words].filter(Boolean).join(": "), verdict.valid === false ? "bad" : verdict.refutes ? "no" : "");
  listAtoms(answers[index], explained);
  await showPlayer(solvedFor, atoms, verdict.moves && { name: `answer ${index + 1}`, moves: verdict.moves });
};

// the puzzle, to be played from the beginning
const play = async () => {
  trusted = true;
  if (!await isThere()) return;
  mode("play");
  find("player").hidden = false;
  say("verdict", "");
  await showPlayer(asAsked(puzzle), null);
};

let showing = 0;
let loaded = Promise.resolve();
const showPlayer = async (asked, atoms, way = null) => {
  showing += 1;
  const mine = showing;
  find("waiting").hidden = false;
  const made = await Promise.resolve(lab.script(asked.puzzle, atoms || [])).catch((error) => {
    find("waiting").hidden = true;
    throw error;
  });
  if (mine !== showing) return;
  const playable = asked.fair && made.playable !== false;
  const [scene, legend] = made.scene.split();
  const ways = made.ways || (way && playable ? [way] : []);
  const data = {
    title: scene.title, view: scene.view, data: made.data, ways, howto: made.howto || "", hero: made.hero || "",
    playable, remark: made.remark || (!atoms || ways.length || made.ways ? "" : "This answer can't be replayed here."), board: made.board || [],
  };
  const marks = { title: clean(scene.title), about: "", view: scene.view.map(number).join(" "), scene: scene.shapes(), legend, data: inHtml(data) };
  const player = find("player");
  await loaded; // Chromium loses a document that comes while the frame still loads the one before
  if (mine !== showing) return;
  loaded = new Promise((resolve) => { player.addEventListener("load", resolve, { once: true }); });
  loaded.then(() => { find("waiting").hidden = mine === showing; });
  const { theme } = document.documentElement.dataset;
  player.srcdoc = told.player.replace("<html", theme ? `<html data-theme="${theme}"` : "<html").replace(/@@(title|about|view|scene|legend|data)@@/g, (_, name) => marks[name]);
};
