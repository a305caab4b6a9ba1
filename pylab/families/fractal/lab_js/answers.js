// Answers that say that there is none, that speak of all runs; and options, which change facts.
const having = (atoms, ...kinds) => atoms.some((atom) => kinds.includes(signature(atom)));
lab.refutes = (atoms) => having(atoms, "none/0", "reached/1", "reached/2", "class/2") && !having(atoms, "exits/0");
lab.general = (atoms) => lab.refutes(atoms) || having(atoms, "exits/0", "automaton/0", "trans/3");

// under options that overlays set, as `adapt` in Python
lab.adapt = (puzzle, options) => Object.entries(options).reduce(({ facts, scene }, [rule, value]) => {
  if (!["anywhere", "two_way"].includes(rule) || facts.some((each) => each.startsWith("initial("))) {
    throw new Misfit(`expected anywhere or two_way, found ${rule}`);
  }
  if (value !== "true") return { facts, scene };
  if (rule === "anywhere") return { scene, facts: facts.map((each) => each.replace(/^goal\(at\(/, "goal(reach(")) };
  const last = Math.max(0, ...facts.map((each) => Number(/^corridor\((\d+),/.exec(each)?.[1] ?? 0)));
  const both = (atom, i) => {
    const [, from, end, label] = /^oneway\(("[^"]*"),("[^"]*")(?:,("[^"]*"))?\)$/.exec(atom) || [];
    const number_ = last + 1 + i;
    if (!from) return [atom];
    const named = label ? [`label(${number_},${label})`] : [];
    return [`corridor(${number_},${from})`, `corridor(${number_},${end})`, ...named];
  };
  return { scene, facts: facts.flatMap(both) };
}, puzzle);
