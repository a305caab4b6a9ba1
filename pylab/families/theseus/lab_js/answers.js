// Answers, read from their atoms and judged.
const least = (keys) => keys.reduce((a, b) => (order(0, 1, 2)(a, b) <= 0 ? a : b));

// the edges of use(U,V,K) and next(U,V,K,V',K') in the order in which they are walked
const route = (atoms) => {
  const uses = [];
  const following = new Map();
  for (const atom of atoms) {
    const numbers = atom.args.map((_, i) => integer(atom, i));
    if (signature(atom) === "use/3") uses.push(numbers);
    else following.set(numbers.slice(0, 3).join(), [numbers[1], numbers[3], numbers[4]]);
  }
  const entered = new Set(atoms.map((atom) => atom.args[1]));
  const left = new Set(atoms.map((atom) => atom.args[0]));
  const cycle = !following.size && entered.size === left.size && [...left].every((each) => entered.has(each));
  const after = new Map(uses.map((key) => [key[0], key]));
  let first;
  if (following.size) {
    const later = new Set([...following.values()].map(String));
    first = uses.filter((key) => !later.has(String(key)));
  } else if (after.size !== uses.length) {
    throw new Misfit("expected one edge out of each state, found several");
  } else {
    first = cycle ? [least(uses)] : uses.filter((key) => !entered.has(key[0]));
  }
  if (first.length !== 1) throw new Misfit(`expected one first edge, found ${first.length || "none"}`);
  const keys = first;
  while (keys.length < uses.length) {
    const last = keys.at(-1);
    const next = following.size ? following.get(String(last)) : after.get(last[1]);
    if (!next) break;
    keys.push(next);
  }
  if (keys.length !== uses.length || (cycle && keys.at(-1)[1] !== keys[0][0])) {
    throw new Misfit("expected edges of one route, found them in several pieces");
  }
  return { cycle, keys };
};

// a walk past the doors of a route whose lanes nobody said, by the ways that there are
const retraced = (puzzle, { cycle, keys }) => {
  const doors = doorsOf(puzzle);
  const passed = [...keys.map(([source]) => source), keys.at(-1)[1]];
  const leaving = new Map(Array.from({ length: 2 * doors }, (_, state) => [state, []]));
  for (const { source, target, lane } of edgesOf(puzzle)) leaving.get(source).push([source, target, lane]);
  const start = startOf(puzzle);
  let begun = [...leaving.keys()].filter((state) => state % doors === passed[0]);
  if (!cycle && begun.includes(start)) begun = [start];
  let walks = new Map(begun.map((state) => [`${state} ${state}`, { first: state, last: state, found: [] }]));
  for (const [i, door] of passed.slice(1).entries()) {
    const longer = new Map();
    for (const { first, last, found } of walks.values()) {
      for (const key of leaving.get(last)) {
        const name = `${first} ${key[1]}`;
        const again = key[1] === first || found.some(([, target]) => target === key[1]);
        if (key[1] % doors === door && !(longer.has(name) && again)) {
          longer.set(name, { first, last: key[1], found: [...found, key] });
        }
      }
    }
    if (!longer.size) return { wrong: ["no-way", `step ${i + 1}: no way leads on from door ${passed[i]} to door ${door}`] };
    walks = longer;
  }
  const all = [...walks.values()];
  if (!cycle) return { cycle, keys: (all.find(({ last }) => last === goalOf(puzzle)) || all[0]).found };
  const closed = all.find(({ first, last }) => first === last);
  if (closed) {
    const from = closed.found.indexOf(least(closed.found));
    return { cycle, keys: [...closed.found.slice(from), ...closed.found.slice(0, from)] };
  }
  const path = all.find(({ first, last }) => first === start && last === goalOf(puzzle));
  return path ? { cycle: false, keys: path.found }
    : { wrong: ["no-way", `the walk comes back to door ${passed[0]} in another direction`] };
};

const closedSet = (puzzle, atoms) => {
  const doors = atoms.filter((atom) => signature(atom) === "figure/2" && atom.args[0].name === "doors");
  if (!doors.length) throw new Misfit("expected a fact figure(doors,N), found none");
  const closed = new Set(atoms.filter((atom) => signature(atom) === "closed/1").map((atom) => integer(atom, 0, 0)));
  const claimed = integer(doors.at(-1), 1, 0);
  const [start, goal] = [startOf(puzzle), goalOf(puzzle)];
  if (claimed !== doorsOf(puzzle)) return refused("other-graph", `the graph has ${doorsOf(puzzle)} doors, not ${claimed}`);
  if (!closed.has(start)) return refused("start", "the start is not among the closed states");
  if (closed.has(goal)) return refused("goal", "the goal is among the closed states");
  const out = edgesOf(puzzle).find(({ source, target }) => closed.has(source) && !closed.has(target));
  if (out) return refused("open", `from ${said(puzzle, out.source)} one gets to ${said(puzzle, out.target)}, which is not among the closed states`);
  return accepted(`no way leaves ${counted(closed.size, "closed state")}`);
};

const OF_ROUTES = ["least/4", "greatest/4", "least_weight/4", "greatest_weight/4"];
const FORMS = [
  ["route", ["use/3"], ["next/5"]],
  ["closed", ["closed/1", "figure/2"], []],
  ["count", ["figure/2"], ["amount/3", "factor/2"]],
  ["log", ["figure/2", "total/2", "average/3"], OF_ROUTES],
  ["statistics", ["figure/2", "door_use/2"], ["amount/3", "factor/2", "must_pass/2", "room_use/2", ...OF_ROUTES]],
];

const replay = (puzzle, atoms) => {
  const kind = kindOf(atoms, FORMS);
  if (kind === "closed") return closedSet(puzzle, atoms);
  const figures = atoms.filter((atom) => signature(atom) === "figure/2").map((atom) => atom.args[0].name);
  if (kind === "count" && !["doors", "of_cycles"].every((each) => figures.includes(each))) {
    throw new Misfit("expected facts figure(doors,N) and figure(of_cycles,N), found one of them or none");
  }
  if (kind !== "route") return unjudged("figures, which are not counted again here");
  let found = route(atoms);
  if (found.keys.every(([, , lane]) => !lane)) found = retraced(puzzle, found);
  const wrong = found.wrong || problem(puzzle, found);
  if (wrong) return refused(...wrong);
  const weight = found.keys.reduce((sum, key) => sum + walked(puzzle, key).weight, 0);
  const index = new Map(edgesOf(puzzle).map(({ source, target, lane }, i) => [String([source, target, lane]), String(i)]));
  const words = `${found.cycle ? "cycle" : "path"} of ${counted(found.keys.length, "edge")}, weight ${dec(weight)}`;
  return accepted(words, found.cycle ? null : found.keys.map((key) => index.get(String(key))));
};
