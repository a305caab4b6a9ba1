// Answers: check.lp judges them; here are the moves that the page plays.
const START = "start";
const UNKNOWN = "unknown"; // to a state of words that the page's automaton doesn't have
const UNFOLDED = 2000; // moves of a run that is played

const has = (atoms, ...kinds) => atoms.some((atom) => kinds.includes(signature(atom)));
const refutes = (atoms) => has(atoms, "none/0", "reached/1", "reached/2", "class/2") && !has(atoms, "exits/0");
const general = (atoms) => refutes(atoms) || has(atoms, "exits/0", "automaton/0", "trans/3");

// the moves of a run that is folded up, in the names of watch.js; null for other answers, and for long runs
const moves = (maze, atoms) => {
  const ends = atoms.filter((atom) => signature(atom) === "end/1");
  if (ends.length !== 1 || has(atoms, "exits/0")) return null;
  const told = maze.spelling ? unspelled({ ...maze, spelling: certain(maze.spelling) }) : maze;
  const index = new Map(locations(told).map((name, i) => [name, i]));
  const word = ({ string, name, args }) => string ?? (args.length ? reading(args[0].string, args[1].string) : name);
  const way = (frame, name) => `${frame} ${name}`;
  const reasons = new Map(atoms.filter((atom) => signature(atom) === "reason/3")
    .map(({ args: [frame, name, why] }) => [way(word(frame), word(name)), { name: word(name), kind: why.name, origin: word(why.args.at(-1)), frame: word(frame) }]));
  const made = [];
  const pending = [{ way: way(START, word(ends[0].args[0])) }];
  while (pending.length) {
    const { move, way: each } = pending.pop();
    const reason = reasons.get(each);
    if (move === UNKNOWN) return null;
    if (move) made.push(move);
    if (made.length > UNFOLDED) return null;
    if (!reason) continue;
    const { frame, name, kind, origin } = reason;
    const tail = kind === "walk" ? [{ move: index.has(name) ? `walk ${index.get(name)}` : UNKNOWN }]
      : kind === "into" ? [{ move: "enter" }]
        : [{ move: "enter" }, { way: way(behind(origin), behind(name)) }, { move: "leave" }];
    pending.push(...[{ way: way(frame, origin) }, ...tail].reverse());
  }
  return made;
};
