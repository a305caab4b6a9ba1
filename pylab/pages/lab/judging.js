// Judging answers: check.lp, the rules of the game, asked of clingo in the page.
const CONSTRAINTS = "own/accepted.lp";
const JUDGE = lab.replay ? "the game's rules" : "check.lp";

// what a file says of facts, each with its dot
const asked = async (file, facts, more = "") => {
  const files = { ...textsOf(), [CONSTRAINTS]: more };
  const program = { files, links, entry: file, overlays: more ? [CONSTRAINTS] : [], constants: {} };
  const made = assembled(program, { name: PUZZLE, text: facts.join("\n") }, { mode: "evaluate" }, engine.driver);
  const result = await engine.run(made, () => {}, 20).result;
  const refused_ = result.findings.find((each) => each.severity === "error");
  if (refused_) throw new Misfit(`${file}: ${refused_.message}`);
  if (result.status === "stopped" || result.status === "late") throw new Misfit(`${file}: no answer in time`);
  return result;
};

const plain = (term) => term.string ?? (term.args && !term.name ? term.args.map(plain).join(" ") : written(term));
const unsaid = (why) => ({ ...unjudged("not checked"), why });

// the verdict on an answer; where the rules that were asked are not those of the game, not on its claims
// about all answers
const judged = async (puzzle, atoms, known = true) => {
  if (!ROLES.judge) return unsaid("not checked: there is no check.lp");
  const heard = known ? atoms : atoms.filter((each) => !lab.claims?.includes(signature(each)));
  const odd = JUDGED && heard.find((each) => !JUDGED.includes(signature(each)));
  if (odd) return unsaid(`check.lp judges no answers with ${signature(odd)}`);
  const facts = [...lab.facts(puzzle), ...heard.map((each) => `${written(each)}.`)];
  let result = await asked(ROLES.judge, facts);
  const wrongs = (found) => atomsOf(found.atoms || []).filter(({ name, args }) => name === "wrong" && (args.length === 1 || args.length === 2));
  if (wrongs(result).length && result.count > 1) {
    const other = await asked(ROLES.judge, facts, ":- wrong(_).\n:- wrong(_,_).\n");
    if (other.status === "found") result = other;
  }
  if (result.status !== "found") return refused("none", "check.lp has no answer set");
  const step = ({ args }) => args[1] ?? 0;
  const problems = wrongs(result).sort((a, b) => step(a) - step(b)).map((each) => {
    const [, code = "wrong", words] = /^(?:([a-z][a-z0-9-]*): )?([^]*)$/.exec(plain(each.args[0]));
    return { code, words: `${each.args.length > 1 ? `step ${plain(each.args[1])}: ` : ""}${words}` };
  });
  const unchecked = problems.find(({ code }) => code === "unchecked");
  if (unchecked) return unsaid(unchecked.words);
  if (problems.length) return refused(problems[0].code, problems.map(({ words }) => words).join("; "));
  const measured = atomsOf(result.atoms).filter(({ name, args }) => name === "summary" && args.length === 1);
  return accepted(measured.map(({ args }) => plain(args[0])).join("; ") || "by check.lp", lab.moves?.(puzzle, atoms) || null);
};
