// Answers, read from their atoms and handed to who judges them.
const NAMED = { start: START, bottom: BOTTOM, victory: VICTORY };

const nameOf = (term, atom) => {
  if (term.string !== undefined && /^[^\s%]+$/u.test(term.string) && !UNPRINTABLE.test(term.string)) return term.string;
  if (term.name && !term.args.length && term.name in NAMED) return NAMED[term.name];
  if (term.name === "state" && term.args.length === 1) return within(nameOf(term.args[0], atom));
  throw new Misfit(`expected a name as a string, like "A.3", found ${written(term)}`, atom);
};

// the number of a rule or, of a labyrinth, the move that it allows
const ruleOf = (atom) => {
  const { name, args } = atom.args[3];
  if (!["walk", "enter", "leave"].includes(name) || args.length !== 3) return integer(atom, 3);
  const [state, top, target] = args.map((term) => nameOf(term, atom));
  return pair(name, pair(state, pair(top, target)));
};

const arrows = (of) => ({ transitions: distinct(of("trans/3").map((atom) => atom.args.map((term) => nameOf(term, atom)))) });

const READERS = {
  run: (of) => ({
    visited: of("visit/3").sort((a, b) => integer(a, 0) - integer(b, 0)).map((atom, time) => {
      if (integer(atom, 0) !== time) throw new Misfit(`expected a visit ${time} next, found ${atom.args[0]}`, atom);
      const { name, args } = atom.args[1];
      if (name !== "stack") throw new Misfit('expected a stack like stack("A","B")', atom);
      return { stack: args.map((box) => nameOf(box, atom)), where: nameOf(atom.args[2], atom) };
    }),
  }),
  program: (of) => ({
    end: nameOf(only(of("end/1"), "end(P)").args[0], null),
    reasons: distinct(of("reason/3").map((atom) => {
      const { name, args = [] } = atom.args[2];
      if ({ walk: 1, through: 2, into: 2 }[name] !== args.length) throw new Misfit("expected walk(P), through(X,P) or into(X,P)", atom);
      const words = args.map((each) => nameOf(each, atom));
      return [nameOf(atom.args[0], atom), nameOf(atom.args[1], atom), name, words.at(-1), words.length > 1 ? words[0] : ""];
    })).sort(lexical).map(([frame, name, kind, origin, box]) => ({ frame, name, kind, origin, box })),
  }),
  partition: (of) => {
    const classes = new Map();
    for (const atom of of("class/2")) classes.set(integer(atom, 0), [...(classes.get(integer(atom, 0)) || []), nameOf(atom.args[1], atom)]);
    return {
      classes: [...classes.values()].map(ordered).sort((a, b) => lexical(a, [...b, ...a.slice(b.length).map(() => "")]) || a.length - b.length),
      reached: of("reached/1").map((atom) => nameOf(atom.args[0], atom)),
    };
  },
  table: (of) => ({ pairs: of("reached/2").map((atom) => atom.args.map((term) => nameOf(term, atom))).sort(lexical) }),
  derivation: (of) => {
    const states = new Map(of("popped/2").map((atom) => [integer(atom, 0, 0), nameOf(atom.args[1], atom)]));
    const popping = (atom) => [0, 1, 2].map((i) => nameOf(atom.args[i], atom));
    const between = new Map();
    for (const atom of of("between/5")) {
      const key = String(popping(atom));
      between.set(key, (between.get(key) || new Map()).set(integer(atom, 3, 0), nameOf(atom.args[4], atom)));
    }
    const nodes = distinct(of("by/4").map((atom) => {
      const places = between.get(String(popping(atom))) || new Map();
      const last = Math.max(...places.keys());
      const kept = [...places].filter(([i]) => i > 0 && i < last).sort(([a], [b]) => a - b).map(([, state]) => state);
      return [...popping(atom), ruleOf(atom), kept];
    }));
    return {
      states: [...states].sort(([a], [b]) => a - b).map(([, state]) => state),
      nodes: nodes.sort(lexical).map(([state, top, target, rule, kept]) => ({ state, symbol: top, target, rule, between: kept })),
    };
  },
  automaton: arrows,
  closed: arrows,
};

const FORMS = [
  ["run", ["visit/3"], []],
  ["exits", ["exits/0"], ["end/1", "reason/3", "none/0", "class/2", "reached/1", "reached/2"]],
  ["program", ["end/1"], ["reason/3"]],
  ["derivation", ["popped/2"], ["by/4", "between/5"]],
  ["table", ["reached/2"], ["none/0"]],
  ["partition", ["reached/1"], ["none/0", "class/2"]],
  ["partition", ["class/2"], ["none/0"]],
  ["automaton", ["automaton/0"], ["trans/3"]],
  ["automaton", ["trans/3"], []],
  ["closed", ["none/0"], ["trans/3"]],
];
const OF_MAZES = { run: judgeRun, program: judgeProgram, partition: judgePartition, table: judgeTable };
const OF_SYSTEMS = { run: judgeHistory, derivation: judgeDerivation, automaton: judgeAutomaton, closed: judgeClosed };
// what a goal's automaton reads is the stack, so that the labyrinth is judged as its rules
const asSystem = (judge) => (maze, answer) => judge(systemOf(maze), answer);
const OF_READ = { run: judgeRun, derivation: asSystem(judgeDerivation), automaton: asSystem(judgeAutomaton), closed: asSystem(judgeClosed) };

const refutes = (atoms) => ["table", "partition", "closed"].includes(kindOf(atoms, FORMS));
const general = (atoms) => ["table", "partition", "closed", "exits", "automaton"].includes(kindOf(atoms, FORMS));

const replay = (puzzle, atoms) => {
  const kind = kindOf(atoms, FORMS);
  const answer = READERS[kind] ? READERS[kind]((each) => atoms.filter((atom) => signature(atom) === each)) : null;
  const [own, others] = isSystem(puzzle) ? [OF_SYSTEMS, OF_MAZES]
    : puzzle.goal.kind === "accept" ? [OF_READ, OF_MAZES] : [OF_MAZES, OF_SYSTEMS];
  if (own[kind]) return own[kind](puzzle, answer);
  const foreign = kind === "exits" ? isSystem(puzzle) : kind !== "automaton" && others[kind];
  if (foreign) return refused("foreign", `this is no answer about a ${isSystem(puzzle) ? "pushdown system" : "labyrinth"}`);
  return unjudged(`${kind === "exits" ? "exits" : "an automaton"}: not judged here`);
};
