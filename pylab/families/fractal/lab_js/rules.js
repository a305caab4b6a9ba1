// The rules that answers are judged by.
const said = (stack, where) => [...stack, ":", where].join(" ");

const rulesOf = (maze) => {
  const there = new Set(locations(maze));
  const boxes = new Set(boxesOf(maze));
  const corridors = new Map();
  maze.cliques.forEach((clique, i) => clique.forEach((name) => corridors.set(name, [...(corridors.get(name) || []), i])));
  const oneways = new Set(maze.oneways.map(([a, b]) => pair(a, b)));
  // a place: one with corridors, or any port of an outer location
  const isLocation = (name) => {
    let [each, box, inside] = [name, ...parted(name)];
    while (!there.has(each) && boxes.has(box) && inside !== null) [each, box, inside] = [inside, ...parted(inside)];
    return there.has(each);
  };
  return {
    maze,
    there,
    corridors,
    isLocation,
    joined: (a, b) => a !== b && (oneways.has(pair(a, b)) || (corridors.get(a) || []).some((i) => (corridors.get(b) || []).includes(i))),
    ports: [...there].filter((name) => boxOf(name) !== null).sort((a, b) => before(boxOf(a), boxOf(b)) || before(behind(a), behind(b))),
    onward: (name) => maze.oneways.filter(([a]) => a === name).map(([, b]) => b),
    targets: new Set(targetsOf(maze)),
    dive: maze.goal.kind === "reach",
  };
};

const within = (state) => `(state ${state})`;

// whether a goal's automaton accepts a configuration
const reaches = ({ names, reads }, stack, where) => [...stack].reverse()
  .reduce((states, top) => reads.filter(([state, each]) => each === top && states.includes(state)).map(([, , end]) => end), [where])
  .some((state) => names.includes(state));

// a labyrinth as the pushdown system of its moves, each with a box on top, or none
const systemOf = (maze) => {
  const { ports } = rulesOf(maze);
  const tops = [BOTTOM, ...boxesOf(maze)];
  const joined = [...maze.cliques.flatMap((clique) => clique.flatMap((a) => clique.map((b) => [a, b]))), ...maze.oneways].filter(([a, b]) => a !== b);
  const move = (kind, state, top, target, symbols) => ({ id: pair(kind, pair(state, pair(top, target))), state, symbol: top, target, written: symbols });
  return {
    rules: [
      ...joined.flatMap(([a, b]) => tops.map((top) => move("walk", a, top, b, [top]))),
      ...ports.flatMap((port) => tops.map((top) => move("enter", port, top, behind(port), [boxOf(port), top]))),
      ...ports.map((port) => move("leave", behind(port), boxOf(port), port, [])),
    ],
    state: maze.start, stack: [BOTTOM], goal: maze.goal,
  };
};

const wanted = ({ goal }) => (goal.kind === "accept" ? "to win it must end where the goal's automaton accepts"
  : goal.kind === "escape" ? "to win it must end on the outer face, in no box"
  : `to win it must end at ${goal.names.join(", ")}${goal.kind === "at" ? ", in no box" : ""}`);

// what leads from one configuration {stack, where} to the next, as watch.js names it; null if nothing does
const moveOf = (rules, from, to) => {
  const opens = (outer, inner) => inner.stack.length === outer.stack.length + 1
    && outer.stack.every((box, i) => inner.stack[i] === box)
    && outer.where === `${inner.stack.at(-1)}.${inner.where}` && rules.isLocation(outer.where);
  if (String(from.stack) === String(to.stack) && rules.joined(from.where, to.where)) return "walk";
  if (opens(from, to)) return "enter";
  return opens(to, from) ? "leave" : null;
};
