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

const isWord = (text) => /^[^\s()<>#:%"]+$/u.test(text) && !UNPRINTABLE.test(text) && text !== "-->";

const word = (atom, index, usable, what) => {
  const { string } = atom.args[index];
  if (string === undefined) throw new Misfit(`expected a name as a string, like "A.3", as argument ${index + 1}, found ${written(atom.args[index])}`, atom);
  const problem = usable(string);
  if (problem) throw new Misfit(problem === true ? `expected ${what} as argument ${index + 1}, found '${string}'` : problem, atom);
  return string;
};
const location = (atom, index) => word(atom, index, misnamed, "");
const symbol = (atom, index) => word(atom, index, (text) => !isWord(text), "a word without blanks and brackets");

// what is wrong with an automaton that begins at these places and reads such symbols
const unread = ({ reads }, symbols, first) => reads.map(([state, top]) => {
  if (!symbols.includes(top)) return `expected a box or symbol of the puzzle to be read, found '${top}'`;
  const begun = first.includes(state) || reads.some(([, , end]) => end === state);
  return begun ? "" : `expected a location, or a state that the automaton comes to, found '${state}'`;
}).find(Boolean);
const wellRead = (goal, symbols, first, place) => {
  const problem = unread(goal, symbols, first);
  if (problem) throw new Misfit(problem, place);
};

const goalFrom = (atoms, readings, usable, what) => {
  const names = {};
  for (const each of atoms) {
    const { name, args } = each.args[0];
    const fits = KINDS.includes(name) && args.length === Number(name !== "escape") && args.every(({ string }) => string !== undefined);
    if (!fits) throw new Misfit('expected escape or at("NAME") or reach("NAME") or accept("STATE") as argument 1 of goal/1', each);
    if (!args.every(({ string }) => (name === "accept" ? isWord : usable)(string))) throw new Misfit(`expected a goal with ${what}`, each);
    names[name] = [...(names[name] || []), ...args.map(({ string }) => string)];
  }
  const kinds = Object.keys(names).sort();
  if (kinds.length > 1) throw new Misfit(`expected one kind of goal, found ${kinds.join(" and ")}`, atoms.at(-1));
  if (readings.length && kinds[0] !== "accept") throw new Misfit("expected a goal accept(S) beside an automaton, found none", readings[0]);
  const isBelow = ({ name, args }) => name === "bottom" && !args.length;
  const reads = readings.map((each) => [symbol(each, 0), isBelow(each.args[1]) ? BOTTOM : symbol(each, 1), symbol(each, 2)]);
  return kinds.length ? { kind: kinds[0], names: ordered(names[kinds[0]]), reads: distinct(reads).sort(lexical) } : ESCAPE;
};

// what labels are made of, and the names of the states of the automaton that reads them
const isLetter = (text) => /^[^\s.#()<>:;,="'%\\]{1,60}$/u.test(text) && !UNPRINTABLE.test(text);
const letter = (atom, index) => word(atom, index, (text) => !isLetter(text), "a label or state as a string, without brackets, dots and colons,");

const spellingFrom = (of) => {
  const alone = [["last/1", "first"], ["spell/3", "first"], ["first/1", "last"]]
    .flatMap(([kind, other]) => (of(`${other}/1`).length ? [] : of(kind).map((each) => [each, other])))[0];
  if (alone) throw new Misfit(`expected a ${alone[1]}(S) beside it, found ${written(alone[0])}`, alone[0]);
  if (!of("first/1").length) return null;
  return {
    first: letter(only(of("first/1"), "first(S)"), 0),
    last: ordered(of("last/1").map((each) => letter(each, 0))),
    steps: distinct(of("spell/3").map((each) => [0, 1, 2].map((i) => letter(each, i)))).sort(lexical),
  };
};

const read = (facts) => {
  const found = sorted(facts);
  const of = (kind) => found.get(kind);
  if (of("initial/1").length || of("rule/4").length) return systemFrom(of);
  const numbers = new Map();
  for (const each of of("corridor/2")) {
    const number = integer(each, 0);
    numbers.set(number, [...(numbers.get(number) || []), location(each, 1)]);
  }
  const labels = new Map();
  for (const each of of("label/2")) {
    const [number, label] = [integer(each, 0), letter(each, 1)];
    if (!numbers.has(number) || (labels.get(number) ?? label) !== label) {
      throw new Misfit("expected the number of a corridor, with one label for each", each);
    }
    labels.set(number, label);
  }
  const pairs = new Map([...of("oneway/2"), ...of("oneway/3")].map((each) => (
    labelled([location(each, 0), location(each, 1)], each.args.length > 2 && letter(each, 2))
  )).map((pair) => [`${pair.join(" ")} ${pair.label || ""}`, pair]));
  const maze = {
    cliques: [...numbers].sort(([a], [b]) => a - b).map(([number, names]) => labelled(cliqueOf(names), labels.get(number))),
    oneways: [...pairs.values()].sort(byLabel),
    spelling: spellingFrom(of),
    start: location(only(of("start/1"), "start(L)"), 0),
    goal: goalFrom(of("goal/1"), of("reads/3"), (name) => !misnamed(name) && isPlace(name), "an outer or inside location"),
  };
  const known = new Set(locations(maze));
  wellRead(maze.goal, [BOTTOM, ...boxesOf(maze)], [...known], of("reads/3")[0]);
  for (const each of of("port/3")) {
    const port = location(each, 2);
    const [box, inside] = [0, 1].map((i) => word(each, i, () => "", ""));
    if (!known.has(port) || boxOf(port) !== box || behind(port) !== inside) {
      throw new Misfit("expected a port that a corridor leads to, by its box, the name inside, and both joined by a dot", each);
    }
  }
  for (const each of of("outer/1")) {
    if (!known.has(location(each, 0)) || !isPlace(each.args[0].string)) throw new Misfit("expected an outer location that a corridor leads to", each);
  }
  return maze;
};

const symbolsOf = ({ stack, rules }) => [...stack, ...rules.flatMap((rule) => [rule.symbol, ...rule.written])];
const statesOf = ({ state, rules }) => [state, ...rules.flatMap((rule) => [rule.state, rule.target])];

const systemFrom = (of) => {
  const odd = ["corridor/2", "oneway/2", "port/3", "outer/1", "start/1", "label/2", "oneway/3", "first/1", "last/1", "spell/3"].flatMap(of)[0];
  if (odd) throw new Misfit(`expected only facts of a pushdown system beside rules, found ${written(odd)}`, odd);
  const series = (places, what) => Array.from({ length: places.size }, (_, i) => {
    if (!places.has(i + 1)) throw new Misfit(`expected a symbol at each place, found no ${what}${i + 1},…)`);
    return places.get(i + 1);
  });
  const put = (places, each, index) => {
    const at = integer(each, index, 1);
    if (places.has(at)) throw new Misfit("expected one symbol for each place, found two", each);
    return places.set(at, symbol(each, index + 1));
  };
  const rules = new Map();
  for (const each of of("rule/4")) {
    const number = integer(each, 0, 1);
    if (rules.has(number)) throw new Misfit("expected another number for each rule, found one twice", each);
    rules.set(number, [1, 2, 3].map((i) => symbol(each, i)));
  }
  const writes = new Map();
  for (const each of of("writes/3")) {
    const number = integer(each, 0, 1);
    if (!rules.has(number)) throw new Misfit("expected the number of a rule, found another one", each);
    writes.set(number, put(writes.get(number) || new Map(), each, 1));
  }
  const stack = of("stacked/2").reduce((places, each) => put(places, each, 0), new Map());
  const system = {
    rules: [...rules].sort(([a], [b]) => a - b).map(([number, [state, top, target]]) => ({
      state, symbol: top, target, written: series(writes.get(number) || new Map(), `writes(${number},`),
    })),
    state: symbol(only(of("initial/1"), "initial(P)"), 0),
    stack: series(stack, "stacked(").reverse(),
    goal: goalFrom(of("goal/1"), of("reads/3"), isWord, "a state"),
  };
  wellRead(system.goal, symbolsOf(system), statesOf(system), of("reads/3")[0]);
  return system;
};

const facts = (puzzle) => {
  const atoms = [];
  const add = (name, ...args) => atoms.push({ name, args });
  const { goal } = puzzle;
  if (isSystem(puzzle)) {
    puzzle.rules.forEach(({ state, symbol: top, target, written: symbols }, i) => {
      add("rule", i + 1, ...[state, top, target].map(text));
      symbols.forEach((each, place) => add("writes", i + 1, place + 1, text(each)));
    });
    [...puzzle.stack].reverse().forEach((each, i) => add("stacked", i + 1, text(each)));
    add("initial", text(puzzle.state));
  } else {
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
  }
  if (!goal.names.length) add("goal", { name: goal.kind, args: [] });
  for (const name of goal.names) add("goal", { name: goal.kind, args: [text(name)] });
  for (const [state, top, end] of goal.reads) add("reads", text(state), top === BOTTOM ? { name: "bottom", args: [] } : text(top), text(end));
  return atoms.sort(clingoOrder).map((atom) => `${written(atom)}.`);
};
