// Judging answers: check.lp, the rules of the game, asked of clingo in the page.
const CONSTRAINTS = "own/accepted.lp";
const SECONDS = 20;
const ACCEPTED = Array.from({ length: 20 }, (_, n) => `:- wrong${n ? `(${Array(n).fill("_")})` : ""}.\n`).join("");

const fileFindings = new Map(); // what is wrong with scene, judge and moves, by their names

// a run of a file over facts, which clingo gets as they are, so that no #const of the file changes them
const runOf = (file, facts, how, rules = "") => {
  const files = { ...textsOf(), [CONSTRAINTS]: rules };
  const program = { ...programOf(files), entry: file, overlays: rules ? [CONSTRAINTS] : [] };
  const more = { START: facts, ...how.more?.(program) };
  return engine.run(assembled(program, null, { ...how, more }, engine.driver), () => {}, SECONDS);
};

// a run that gave no result: it was stopped, took too long, or met errors; then no answer is judged
class Unjudged extends Misfit {}
class Stopped extends Unjudged {}

const ended = (file, result) => {
  const errors = result.findings.filter((each) => each.severity === "error");
  fileFindings.set(file, errors.map((each) => ({ ...each, file: each.file || file, line: each.line || 1, column: each.column || 1 })));
  if (errors.length) throw new Unjudged(`${file}: ${errors[0].message}`);
  if (result.status === "stopped") throw new Stopped(`${file}: stopped`);
  if (result.status === "late") throw new Unjudged(`${file}: no end within ${SECONDS} s`);
  return result;
};

// what a file says of facts
const asked = async (...words) => ended(words[0], await runOf(...words).result);

// what a judge asks for and nobody gives, of what clingo says about it
const missing = ({ findings }) => {
  const others = Object.entries(textsOf()).filter(([name]) => name !== ROLES.judge).map(([, text]) => rulesOf(text)).join("\n");
  const known = (name) => VOCABULARY.some((each) => each.startsWith(`${name}/`)) || new RegExp(`(?<![\\w'])${name}(?![\\w'])`).test(others);
  return findings.map(({ message }) => /rule head: ([a-z_][\w']*)/.exec(message)?.[1]).find((name) => name && !known(name));
};

const plain = (term) => term.string ?? (term.args && !term.name ? term.args.map(plain).join(" ").replace(/\s+/g, " ") : written(term));
const unsaid = (why) => ({ ...unjudged("not checked"), why });

// the verdict on an answer; where the rules that were asked are not those of the game, not on its claims
// about all answers
const judged = async (puzzle, atoms, known = true) => {
  if (!ROLES.judge) return unsaid("not checked: there is no check.lp");
  const heard = known ? atoms : atoms.filter((each) => !lab.claims?.includes(signature(each)));
  const odd = JUDGED && heard.find((each) => !JUDGED.includes(signature(each).replace(/^-/, "")));
  const played = (verdict) => ({ ...verdict, moves: lab.moves?.(puzzle, atoms) || null });
  if (odd) return played(unsaid(`check.lp judges no answers with ${signature(odd)}`));
  const facts = [...lab.facts(puzzle).map((each) => each.replace(/\.$/, "")), ...heard.map(written)];
  let result = await asked(ROLES.judge, facts, { mode: "evaluate" });
  const unknown = !JUDGED && missing(result);
  if (unknown) return unsaid(`not checked: the judge can't say anything: nothing gives ${unknown}`);
  const wrongs = (found) => atomsOf(found.atoms || []).filter(({ name }) => name === "wrong");
  if (wrongs(result).length && result.count > 1) {
    const other = await asked(ROLES.judge, facts, { mode: "evaluate" }, ACCEPTED);
    if (other.status === "found") result = other;
  }
  if (result.status !== "found") return refused("none", "check.lp has no answer set");
  const said = wrongs(result).map(({ args }) => {
    const step = args.length > 1 && typeof args.at(-1) === "number" ? args.at(-1) : null;
    return { step, text: args.slice(0, step === null ? undefined : -1).map(plain).join(", ") || "wrong" };
  });
  const problems = said.sort((a, b) => (a.step ?? 0) - (b.step ?? 0)).map(({ step, text }) => {
    const [, code = "wrong", words] = /^(?:([a-z][a-z0-9-]*): )?([^]*)$/.exec(text);
    return { code, words: `${step === null ? "" : `step ${step}: `}${words}` };
  });
  const unchecked = problems.find(({ code }) => code === "unchecked");
  if (unchecked) return played(unsaid(unchecked.words));
  if (problems.length) return refused(problems[0].code, problems.map(({ words }) => words).join("; "));
  const measured = atomsOf(result.atoms).filter(({ name }) => name === "summary");
  return played(accepted(measured.map(({ args }) => args.map(plain).join(", ")).sort().join("; ")));
};
