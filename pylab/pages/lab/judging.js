// Judging answers: check.lp, the rules of the game, asked of clingo in the page.
const HEARD = "own/heard.lp"; // shows what is asked for
const SECONDS = 20;
const MOST_PROBLEMS = 20;

const fileFindings = new Map(); // what is wrong with scene, judge and moves, by their names

// a run of a file over facts, which clingo gets as they are, so that no #const of the file changes them
const runOf = (file, facts, how) => {
  const { text } = flatten({ ...programOf(), entry: file, overlays: [] });
  const rules = how.mode === "judge" ? shownBy(text, said(text)) : how.mode === "picture" ? shownBy(text, DRAWN) : "";
  const files = { ...textsOf(), [HEARD]: rules };
  const program = { ...programOf(files), entry: file, overlays: rules ? [HEARD] : [] };
  const more = { START: facts, ...how.more?.(program) };
  return engine.run(assembled(program, null, { ...how, more }, engine.driver), () => {}, SECONDS);
};

class Stopped extends Unjudged {}

const ended = (file, result) => {
  const errors = result.findings.filter((each) => each.severity === "error");
  fileFindings.set(file, errors.map((each) => ({ ...each, file: each.file || file, line: each.line || 1, column: each.column || 1 })));
  const called = fileName(file);
  if (errors.length) {
    const [{ line, column, message }] = errors;
    tellAll();
    throw new Unjudged(`${called}:${line ? `${line}:${column}:` : ""} ${message}`);
  }
  if (result.status === "stopped") throw new Stopped(`${called}: stopped`);
  if (result.status === "late") throw new Unjudged(`${called}: no end within ${SECONDS} s`);
  return result;
};

// what a file says of facts
const asked = async (...words) => ended(words[0], await runOf(...words).result);

// the predicates that may occur in rules
const used = (bare) => [...bare.matchAll(/(?<![\w'@#])(-?_*[a-z][\w']*)(\(|\/\d+)?/g)].flatMap(({ 0: all, 1: name, 2: more = "", index }) => (
  more === "(" ? argumentsFrom(bare, index + all.length).map(([first, ...others]) => `${name}/${others.length + Number(others.length > 0 || first.trim() !== "")}`)
    : `${name}${more || "/0"}`));

// what a judge asks for and nobody gives, of what clingo says about it
const missing = ({ findings }) => {
  const roles = Object.values(ROLES);
  const others = Object.entries(textsOf()).filter(([name]) => !roles.includes(name)).map(([, text]) => rulesOf(text)).join("\n");
  const known = new Set([...VOCABULARY, ...used(others)]);
  const asked_ = findings.flatMap(({ message }) => used(/rule head: ([^]*)/.exec(message)?.[1] ?? "").slice(0, 1));
  return asked_.find((each) => !known.has(each));
};

const withoutShow = (text) => rulesOf(text).replace(/#show\b[^]*?(?<!\.)\.(?!\.)/g, "");

// the predicates by which a judge speaks
const said = (text) => [...new Set(used(withoutShow(text)).filter((each) => /^(?:wrong|summary)\//.test(each)))];

// whether something in it may object
const mayObject = () => {
  const bare = withoutShow(flatten({ ...programOf(), entry: ROLES.judge, overlays: [] }).text);
  return /(?<![\w'-])wrong(?![\w'])/.test(bare) || /(?:^|\.)\s*:-/.test(bare);
};

const plain = (term) => term.string ?? (term.args?.length && !term.name ? term.args.map(plain).join(" ").replace(/\s+/g, " ") : written(term));
const unsaid = (why) => ({ ...unjudged("not checked"), why });

// the verdict on an answer; where the rules that were asked are not those of the game, not on its claims
// about all answers
const judged = async (puzzle, atoms, known = true) => {
  if (!ROLES.judge) return unsaid("not checked: there is no check.lp");
  const told_ = known ? atoms : atoms.filter((each) => !lab.claims?.includes(signature(each)));
  const odd = JUDGED && told_.find((each) => !JUDGED.includes(signature(each).replace(/^-/, "")));
  const played = (verdict) => ({ ...verdict, moves: lab.moves?.(puzzle, atoms) || null });
  if (odd) return played(unsaid(`check.lp judges no answers with ${signature(odd)}`));
  const facts = [...lab.facts(puzzle).map((each) => each.replace(/\.$/, "")), ...told_.map(written)];
  const [others] = current.overlays.flatMap(judgesOf);
  if (others) return played(unsaid(`not checked: a page does not ask the judge ${others}`));
  const { fault } = told.program;
  if (fault && !isEdited() && !isChanged(ROLES.judge)) return played(unsaid(`not checked: ${fault}`));
  if (!mayObject()) return played(unsaid("not checked: the judge never objects"));
  const result = await asked(ROLES.judge, facts, { mode: "judge" });
  if (result.findings.some(({ message }) => message.includes("operation undefined"))) {
    throw new Unjudged("check.lp: clingo leaves out instances of a rule, as a term has no value");
  }
  const unknown = !JUDGED && (isEdited() || isChanged(ROLES.judge)) && missing(result);
  if (unknown) return unsaid(`not checked: the judge can't say anything: nothing gives ${unknown}`);
  if (result.status !== "found") return refused("none", "check.lp has no answer set");
  const objections = atomsOf(result.atoms).filter(({ name }) => name === "wrong").map(({ args }) => {
    const step = args.length > 1 && typeof args.at(-1) === "number" ? args.at(-1) : null;
    return { step, text: args.slice(0, step === null ? undefined : -1).map(plain).join(", ") || "wrong" };
  });
  const problems = objections.sort((a, b) => (a.step ?? 0) - (b.step ?? 0) || before(a.text, b.text)).map(({ step, text }) => {
    const [, code = "wrong", words] = /^(?:([a-z][a-z0-9-]*): (?=[^]))?([^]*)$/.exec(text);
    return { code, words: `${step === null ? "" : `step ${step}: `}${words}` };
  });
  const unchecked = problems.find(({ code }) => code === "unchecked");
  if (unchecked) return played(unsaid(unchecked.words));
  const more = problems.length > MOST_PROBLEMS ? [`and ${problems.length - MOST_PROBLEMS} more`] : [];
  const words_ = [...problems.slice(0, MOST_PROBLEMS).map(({ words }) => words), ...more];
  if (problems.length) return refused(problems[0].code, words_.join("; "));
  const measured = atomsOf(result.atoms).filter(({ name }) => name === "summary");
  return played(accepted(measured.map(({ args }) => args.map(plain).join(", ")).sort().join("; ")));
};
