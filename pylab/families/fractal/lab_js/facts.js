// From facts to a puzzle, and back.
const ADDRESS = /^[^\s.#()<>:,;"'%\\]+(?:\.[^\s.#()<>:,;"'%\\]+)*$/u;
const UNPRINTABLE = /[\p{C}\p{Z}]/u;

const misnamed = (name) => {
  if ([...name].length > 200) return "expected a location of at most 200 characters";
  if (!ADDRESS.test(name) || UNPRINTABLE.test(name) || name.includes("->")) {
    return `expected a location like 3, A.3, A.B.3 or inner.3, found '${name}'`;
  }
  const parts = name.split(".");
  if (parts.length > 32) return `expected an address of at most 32 parts, found ${parts.length}`;
  if (parts.length > 1 && [...parts.slice(0, -2), parts.at(-1)].some((part) => INSIDE.includes(part))) {
    return `expected boxes, then 'inner' or 'internal' and one name, found '${name}'`;
  }
  return "";
};

const location = (atom, index) => {
  const problem = misnamed(string(atom, index));
  if (problem) throw new Misfit(problem, atom);
  return string(atom, index);
};

// whether an automaton that begins at these places comes to a state and reads such a symbol there
const isRead = ([state, top], reads, symbols, first) => symbols.includes(top) && (first.includes(state) || reads.some(([, , end]) => end === state));

const goalFrom = (atoms, readings) => {
  const goals = atoms.map((each) => {
    const { name = "", args = [] } = each.args[0];
    const fits = KINDS.includes(name) && args.length === Number(name !== "escape") && args.every((arg) => arg.string !== undefined);
    if (!fits) throw new Misfit('expected escape or at("NAME") or reach("NAME") or accept("STATE") as argument 1 of goal/1', each);
    if (["at", "reach"].includes(name) && !isPlace(location({ ...each, ...each.args[0] }, 0))) throw new Misfit("expected a goal with an outer or inside location", each);
    return { name, names: args.map((arg) => arg.string) };
  });
  const [kind = "escape", other] = new Set(goals.map(({ name }) => name));
  if (other) throw new Misfit(`expected one kind of goal, found ${kind} and ${other}`, atoms.at(-1));
  if (readings.length && kind !== "accept") throw new Misfit("expected a goal accept(S) beside an automaton, found none", readings[0]);
  const reads = readings.map((each) => [string(each, 0), each.args[1].name === "bottom" ? BOTTOM : string(each, 1), string(each, 2)]);
  return { kind, names: ordered(goals.flatMap(({ names }) => names)), reads: distinct(reads).sort(lexical) };
};

// the automaton that reads the labels
const spellingFrom = (of) => {
  const [begins, ends, steps] = ["first/1", "last/1", "spell/3"].map(of);
  if (!(begins.length + ends.length + steps.length)) return null;
  if (!ends.length) throw new Misfit("expected a last(S) beside it, found none", begins[0] || steps[0]);
  return {
    first: string(only(begins, "first(S)"), 0),
    last: ordered(ends.map((each) => string(each, 0))),
    steps: distinct(steps.map((each) => [0, 1, 2].map((i) => string(each, i)))).sort(lexical),
  };
};

const read = (facts) => {
  const found = sorted(facts);
  const of = (kind) => found.get(kind);
  if (of("initial/1").length || of("rule/4").length) return { system: distinct([...found.values()].flat()) };
  const numbers = new Map();
  for (const each of of("corridor/2")) {
    const number = integer(each, 0);
    numbers.set(number, [...(numbers.get(number) || []), location(each, 1)]);
  }
  const labels = new Map();
  for (const each of of("label/2")) {
    const [number, label] = [integer(each, 0), string(each, 1)];
    if (!numbers.has(number) || (labels.get(number) ?? label) !== label) {
      throw new Misfit("expected the number of a corridor, with one label for each", each);
    }
    labels.set(number, label);
  }
  const pairs = new Map([...of("oneway/2"), ...of("oneway/3")].map((each) => (
    labelled([location(each, 0), location(each, 1)], each.args.length > 2 && string(each, 2))
  )).map((pair) => [`${pair.join(" ")} ${pair.label || ""}`, pair]));
  const maze = {
    cliques: [...numbers].sort(([a], [b]) => a - b).map(([number, names]) => labelled(cliqueOf(names), labels.get(number))),
    oneways: [...pairs.values()].sort(byLabel),
    spelling: spellingFrom(of),
    start: location(only(of("start/1"), "start(L)"), 0),
    goal: goalFrom(of("goal/1"), of("reads/3")),
  };
  const known = locations(maze);
  const { reads } = maze.goal;
  const unread = reads.findIndex((each) => !isRead(each, reads, [BOTTOM, ...boxesOf(maze)], known));
  if (unread >= 0) throw new Misfit("expected a location or a state that the automaton comes to, and a box of the puzzle or bottom", of("reads/3")[unread]);
  for (const each of [...of("port/3"), ...of("outer/1")]) {
    const name = location(each, each.args.length - 1);
    const fits = each.args.length === 1 ? isOuter(name) : boxOf(name) === string(each, 0) && behind(name) === string(each, 1);
    if (!fits || !known.includes(name)) throw new Misfit("expected an outer location, or a port by its box and the name inside, that a corridor leads to", each);
  }
  return maze;
};

const facts = (puzzle) => {
  const atoms = [];
  const add = (name, ...args) => atoms.push({ name, args });
  const { goal } = puzzle;
  if (isSystem(puzzle)) return [...puzzle.system].sort(clingoOrder).map((atom) => `${written(atom)}.`);
  puzzle.cliques.forEach((names, i) => {
    names.forEach((name) => add("corridor", i + 1, text(name)));
    if (names.label) add("label", i + 1, text(names.label));
  });
  for (const pair of puzzle.oneways) add("oneway", ...pair.map(text), ...(pair.label ? [text(pair.label)] : []));
  if (puzzle.spelling) {
    add("first", text(puzzle.spelling.first));
    for (const state of puzzle.spelling.last) add("last", text(state));
    for (const step of puzzle.spelling.steps) add("spell", ...step.map(text));
  }
  for (const name of locations(puzzle)) if (!isPlace(name)) add("port", ...[...parted(name), name].map(text));
  for (const name of outerOf(puzzle)) add("outer", text(name));
  add("start", text(puzzle.start));
  if (!goal.names.length) add("goal", { name: goal.kind, args: [] });
  for (const name of goal.names) add("goal", { name: goal.kind, args: [text(name)] });
  for (const [state, top, end] of goal.reads) add("reads", text(state), top === BOTTOM ? { name: "bottom", args: [] } : text(top), text(end));
  return atoms.sort(clingoOrder).map((atom) => `${written(atom)}.`);
};
