// Why an atom is in the answer that is shown: clingo derives the answer again, and says by which rules.
const MOST_STEPS = 2000;
let explaining = null;

// how atoms are derived, by their names: from clingo's words and the places of the rules
const stepsOf = ({ steps }, rules) => new Map(steps.map(([atom, number, level, needs, within]) => {
  const split = (text) => (text ? text.split("\x1e") : []);
  const rule = rules[Number(number) - 1] || null;
  const kind = rule?.plain && rule.file === PUZZLE ? "fact of the puzzle" : rule?.chosen ? "chosen" : "";
  return [atom, { kind, rule, level: Number(level), needs: [...new Set([...split(needs), ...split(within)])] }];
}));

const DEEP = 3; // levels that are open at first

const branch = (steps, atom, told, depth = 0) => {
  const item = document.createElement("li");
  const step = steps.get(atom);
  const name = document.createElement("code");
  name.textContent = atom;
  item.append(name);
  if (!step) return item;
  if (step.kind) item.append(` ${step.kind}`);
  const { rule } = step;
  if (rule && step.kind !== "fact of the puzzle") {
    const goTo = button(`${fileName(rule.file)}:${rule.line}`, () => goToPlace({ ...rule, column: 1 }));
    goTo.title = rule.text;
    item.append(" ", goTo);
  }
  if (told.has(atom) && step.needs.length) {
    item.append(" (see above)");
    return item;
  }
  told.add(atom);
  if (step.needs.length) {
    const list = document.createElement("ul");
    list.append(...step.needs.map((each) => branch(steps, each, told, depth + 1)));
    const below = document.createElement("details");
    below.open = depth < DEEP;
    const summary = document.createElement("summary");
    summary.append(...item.childNodes);
    below.append(summary, list);
    item.append(below);
  }
  return item;
};

const whyHolds = async (atom, { atoms, step }, made) => {
  forgetWhy();
  say("whysaid", "clingo is at work …");
  const program = made({ TARGET: atom, ANSWER: atoms, MOST: MOST_STEPS, STEP: step === "" ? -1 : Number(step) });
  explaining = engine.run(program, () => {}, 30);
  const result = await explaining.result;
  if (result.status === "stopped") return;
  const steps = stepsOf(result, program.rules);
  const odd = { late: "not known within 30 s", error: "clingo can't derive it again here" }[result.status];
  if (!steps.has(atom)) {
    say("whysaid", odd || `clingo says of no rule that it derives ${atom}`);
    return;
  }
  const rests = steps.size > 1 ? ` It rests on ${counted(steps.size - 1, "other atom")}.` : "";
  say("whysaid", `Why ${atom} is in the answer.${rests}`);
  refill("derivation", [branch(steps, atom, new Set())]);
};

const forgetWhy = () => {
  explaining?.stop();
  say("whysaid", "");
  refill("derivation", []);
};

// atoms as a list, a click on one says why it holds; `made` gives the program that says so
const listAtoms = (answer, made) => {
  forgetWhy();
  find("atoms").replaceChildren(...answer.atoms.flatMap((atom) => [button(atom, () => whyHolds(atom, answer, made)), "\n"]));
};
