// Answers: what is wrong with one, as [code, words], or what was measured.
const shown = (maze, { to, d }) => `(${to.join(", ")}) with d = ${d}`;
const said = (maze, [square, d]) => shown(maze, { to: place(maze, square), d });

// moves {step, direction, to: [x, y], d}, up to the first that can't be made
const replayed = (maze, moves) => {
  let state = first(maze);
  for (const [i, move] of moves.entries()) {
    const { direction, step } = move;
    if (step !== i + 1) return ["step-number", `expected step ${i + 1}, found step ${step}`];
    const at = `step ${step}: at ${said(maze, state)}`;
    if (state[0] === maze.goal) return ["over", `step ${step}: the goal has been landed on, which ends the route`];
    if (state[1] <= 0 && !maze.backwards) return ["zero", `${at} there are no moves any more`];
    const there = directions(maze, state);
    if (!there.includes(direction)) {
      return ["no-arrow", `${at} there is no arrow ${direction}, only ${there.join(", ") || "none"}`];
    }
    const flight = flown(maze, state, direction);
    const leads = `step ${step}: ${direction} from ${said(maze, state)} leads to (${flight.to.join(", ")})`;
    if (flight.obstacle === "outside") return ["outside", `${leads}, off the grid`];
    if (flight.obstacle) return ["blank", `${leads}, a blank square`];
    if (String(move.to) !== String(flight.to)) return ["landing", `${leads}, not to (${move.to.join(", ")})`];
    if (move.d !== flight.d) return ["d", `step ${step}: after ${direction} from ${said(maze, state)}, d is ${flight.d}, not ${move.d}`];
    state = [flight.square, flight.d];
  }
  return state[0] === maze.goal ? null : ["goal", `the route ends at ${said(maze, state)}, not on the goal ${name(maze, maze.goal)}`];
};

const wrongLength = (moves, length) => (moves.length === length ? null
  : ["length", `the route has ${counted(moves.length, "move")}, not ${length}`]);

const shorter = (maze, length, walk) => {
  if (walk.length !== null && walk.length < length) {
    return ["not-shortest", `there is a route of ${counted(walk.length, "move")}, which is shorter`];
  }
  return walk.length === null && walk.complete ? ["unreachable", `the goal ${name(maze, maze.goal)} can't be reached`] : null;
};

const unlike = (actual, claimed) => (actual === null ? ["unreachable", "the goal can't be reached at all"]
  : ["length", `the shortest routes have ${counted(actual, "move")}, not ${claimed}`]);

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// by kind: what is wrong, or null
const JUDGES = {
  route: (maze, { moves, length }) => replayed(maze, moves) || (length === null ? null
    : wrongLength(moves, length) || shorter(maze, length, walked(maze, true))),
  unique: (maze, { moves, length }) => {
    const wrong = replayed(maze, moves) || wrongLength(moves, length);
    if (wrong) return wrong;
    const walk = walked(maze, true);
    const many = walk.complete && !shorter(maze, length, walk) ? routes(walk) : 1n;
    return shorter(maze, length, walk) || (many === 1n ? null : ["not-unique", `there are ${many} routes of this length`]);
  },
  rivals: (maze, { moves, others, length }) => {
    const wrong = [moves, others].flatMap((each) => [replayed(maze, each), wrongLength(each, length)]).find(Boolean);
    if (wrong) return wrong;
    if (same(moves, others)) return ["same", "the two routes are the same"];
    return shorter(maze, length, walked(maze, true));
  },
  closed: (maze, { states }) => {
    const inside = new Set(states.map(String));
    const [begun, d] = first(maze);
    if (!inside.has(String([...place(maze, begun), d]))) return ["first-missing", `${said(maze, first(maze))}, where routes begin, is missing`];
    for (const [x, y, d] of states) {
      const state = [y * maze.width + x, d];
      const words = `(${x}, ${y}) with d = ${d}`;
      if (x < 0 || y < 0 || x >= maze.width || y >= maze.height) return ["off-board", `${words} is off the grid`];
      if (state[0] === maze.goal) return ["goal", `${words} is on the goal`];
      const out = onward(maze, state).find(([, [to, after]]) => !inside.has(String([...place(maze, to), after])));
      if (out) return ["open", `${out[0]} leads from ${words} to ${said(maze, out[1])}, which is not listed`];
    }
    return null;
  },
  statistics: (maze, { figures }) => {
    const walk = walked(maze, false);
    if (!walk.complete) return ["unchecked", `more than ${WALKED} states: the figures can't be confirmed`];
    const actual = figuresOf(maze, walk);
    const wrong = FIGURES.find((each) => actual[each] !== figures[each]);
    return wrong ? [wrong, `${wrong} is ${actual[wrong]}, not ${figures[wrong]}`] : null;
  },
  count: (maze, { length, routes: claimed }) => {
    const walk = walked(maze, true);
    const wrong = shorter(maze, length, walk);
    if (wrong) return wrong;
    if (walk.complete && walk.length !== null && walk.length > length) return unlike(walk.length, length);
    if (!walk.complete) return ["unchecked", `more than ${WALKED} states: the number of routes can't be confirmed`];
    const actual = routes(walk);
    return actual === claimed ? null : ["count", `the number of such routes is ${actual}, not ${claimed}`];
  },
  hint: (maze, { moves, length }) => {
    const actual = onward(maze, first(maze));
    const named = (direction, to, d) => `${direction} to (${to.join(", ")}) with d = ${d}`;
    const there = new Map(actual.map(([direction, state]) => [named(direction, place(maze, state[0]), state[1]), state]));
    const given = new Set(moves.map(({ direction, to, d }) => named(direction, to, d)));
    const none = [...given].find((each) => !there.has(each));
    if (none) return ["no-move", `${none} is no move from ${said(maze, first(maze))}`];
    const walk = walked(maze, true);
    if (!walk.complete) return null;
    const wrong = shorter(maze, length, walk) || (walk.length === length ? null : unlike(walk.length, length));
    if (wrong) return wrong;
    const on = onShortest(walk);
    const best = [...there].filter(([, state]) => {
      const n = walk.numbers.get(key(state));
      return on.has(n) && walk.far[n] === 1;
    }).map(([each]) => each);
    const detour = [...given].find((each) => !best.includes(each));
    if (detour) return ["detour", `no shortest route begins with ${detour}`];
    const missing = best.find((each) => !given.has(each));
    return missing ? ["missing", `a shortest route begins with ${missing}, which is missing`] : null;
  },
  tree: (maze, { root, branches }) => {
    const [square, d] = first(maze);
    if (String(root) !== String([...place(maze, square), d])) {
      return ["root", `the root is ${said(maze, first(maze))}, not (${root[0]}, ${root[1]}) with d = ${root[2]}`];
    }
    const actual = new Set(grown(maze));
    const given = new Set(branches);
    const odd = [...given].find((each) => !actual.has(each));
    if (odd) return ["branch", `${odd} is no branch of the tree`];
    const missing = [...actual].find((each) => !given.has(each));
    return missing ? ["missing", `the branch ${missing} is missing`] : null;
  },
  design: (maze, { arrows, colours, length }) => {
    const off = [...arrows, ...colours].find(([x, y]) => x >= maze.width || y >= maze.height);
    if (off) return ["design", `${off[2]} on (${off[0]}, ${off[1]}), which is off the grid`];
    if (new Set(colours.map(([x, y]) => `${x} ${y}`)).size < colours.length) return ["design", "a square has two colours"];
    if (colours.some(([x, y]) => y * maze.width + x === maze.start)) {
      return ["start", `the start ${name(maze, maze.start)} is painted; it has no colour in a design`];
    }
    const made = laidOut(maze, arrows, colours);
    const walk = walked(made, true);
    if (!walk.complete && walk.length === null) return ["unchecked", `more than ${WALKED} states: the length of its routes can't be confirmed`];
    return walk.length === length ? null : unlike(walk.length, length);
  },
};

const laidOut = (maze, arrows, colours) => {
  const made = { ...maze, arrows: maze.arrows.map(() => 0), colours: maze.colours.map(() => 1) };
  for (const [x, y, each] of arrows) made.arrows[y * maze.width + x] |= 1 << NAMES.indexOf(each);
  for (const [x, y, each] of colours) made.colours[y * maze.width + x] = COLOUR_NAMES.indexOf(each);
  return made;
};

// the tree that the rules grow: states in layers, each one's arrows clockwise
const grown = (maze) => {
  const seen = new Set([key(first(maze))]);
  const branches = [];
  let layer = [first(maze)];
  for (let level = 0; layer.length && (!maze.depth || level < maze.depth); level++) {
    const following = [];
    for (const state of layer) {
      for (const direction of directions(maze, state)) {
        const flight = flown(maze, state, direction);
        const to = [flight.square, flight.d];
        let outcome = flight.obstacle;
        if (!outcome && flight.square === maze.goal) outcome = seen.has(key(to)) ? "seen" : "goal";
        if (!outcome && flight.d === 0 && !maze.backwards) outcome = "zero";
        if (!outcome) outcome = seen.has(key(to)) ? "seen" : "new";
        if (outcome === "new") following.push(to);
        if (!flight.obstacle) seen.add(key(to));
        branches.push(String([...place(maze, state[0]), state[1], direction, ...flight.to, flight.d, outcome]));
      }
    }
    layer = following;
  }
  return branches;
};

const FIGURES = ["states", "goals", "moves", "dead", "hopeless", "forks", "largest", "squares", "arrows", "wrong", "late"];

// what there is to count of all states
const figuresOf = (maze, { states, moves, goals }) => {
  const onGoal = new Set(goals);
  const choices = moves.filter((_, n) => !onGoal.has(n)).map((each) => each.length);
  const before = states.map(() => []);
  moves.forEach((targets, n) => targets.forEach((each) => before[each].push(n)));
  const live = new Set(goals);
  for (const n of live) before[n].forEach((each) => live.add(each));
  const lands = all(maze).filter((square) => square !== maze.goal && !isBlank(maze, square));
  const isArrowed = all(maze).filter((square) => square !== maze.goal);
  // hopeless states in layers, by how many moves they lie behind the nearest wrong one
  const lost = new Set();
  let late = 0;
  for (let layer = [...live]; layer.length; late++) {
    layer = [...new Set(layer.flatMap((n) => moves[n]))].filter((each) => !live.has(each) && !lost.has(each));
    layer.forEach((each) => lost.add(each));
    if (!layer.length) break;
  }
  return {
    states: states.length,
    goals: goals.length,
    moves: moves.reduce((sum, each) => sum + each.length, 0),
    dead: choices.filter((each) => each === 0).length,
    hopeless: states.length - live.size,
    forks: choices.filter((each) => each > 1).length,
    largest: states.reduce((most, [, d]) => Math.max(most, d), -Infinity),
    squares: lands.length,
    arrows: isArrowed.reduce((sum, square) => sum + arrowsOf(maze, square).length, 0),
    wrong: moves.reduce((sum, each, n) => sum + (live.has(n) ? each.filter((to) => !live.has(to)).length : 0), 0),
    late,
  };
};

const OUTCOMES = ["new", "goal", "seen", "blank", "outside", "zero"];

// which predicates an answer of each kind has; those in brackets it may have
const FORMS = [
  ["route", ["move/5"], ["length/1"]],
  ["unique", ["length/1", "move/5", "unique/0"], []],
  ["rivals", ["length/1", "move/5", "rival/5"], []],
  ["closed", ["closed/3"], []],
  ["statistics", ["figure/2"], []],
  ["count", ["length/1", "routes/2"], []],
  ["hint", ["hint/4", "length/1"], []],
  ["tree", ["root/3"], ["branch/8"]],
  ["design", ["length/1", "points/3"], ["painted/3"]],
];

const answer = (atoms) => {
  const of = (kind) => atoms.filter((atom) => signature(atom) === kind);
  const kind = kindOf(atoms, FORMS);
  const ways = [...NAMES, "stay"];
  const state = (atom, at) => [0, 1, 2].map((i) => integer(atom, at + i));
  const moves = (kind) => of(kind).map((atom) => {
    const [x, y, d] = state(atom, 1);
    return { step: integer(atom, 4), direction: constant(atom, 0, ways), to: [x, y], d };
  }).sort((a, b) => a.step - b.step || (a.direction < b.direction ? -1 : Number(a.direction > b.direction))
    || a.to[0] - b.to[0] || a.to[1] - b.to[1] || a.d - b.d);
  const length = of("length/1").length ? integer(only(of("length/1"), "length(N)"), 0, 0) : null;
  const marks = (kind, known) => distinct(of(kind)
    .map((atom) => [integer(atom, 0, 0), integer(atom, 1, 0), constant(atom, 2, known)]));
  const many = () => {
    const digits = new Map(of("routes/2").map((atom) => [integer(atom, 0, 0, 10000), atom]));
    if (digits.size < of("routes/2").length) throw new Misfit("expected one digit a place, found several");
    return [...digits].reduce((sum, [at, atom]) => sum + BigInt(integer(atom, 1, 0, 999999)) * 1000000n ** BigInt(at), 0n);
  };
  const figures = () => {
    const named = new Map(of("figure/2").map((atom) => [constant(atom, 0, FIGURES), atom]));
    if (named.size < of("figure/2").length) throw new Misfit("expected one figure of each name, found a second one");
    const missing = FIGURES.find((each) => !named.has(each));
    if (missing) throw new Misfit(`expected figure(${missing},N), found none`);
    return Object.fromEntries(FIGURES.map((each) => [each, integer(named.get(each), 1, each === "largest" ? -Infinity : 0)]));
  };
  const kinds = {
    route: () => ({ moves: moves("move/5"), length }),
    unique: () => ({ moves: moves("move/5"), length }),
    rivals: () => ({ moves: moves("move/5"), others: moves("rival/5"), length }),
    closed: () => ({
      states: of("closed/3").map((atom) => state(atom, 0)).sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]),
    }),
    statistics: () => ({ figures: figures() }),
    count: () => ({ length, routes: many() }),
    hint: () => ({
      length,
      moves: of("hint/4").map((atom) => {
        const [x, y, d] = state(atom, 1);
        return { step: 1, direction: constant(atom, 0, ways), to: [x, y], d };
      }),
    }),
    tree: () => ({
      root: state(only(of("root/3"), "root(X,Y,D)"), 0),
      branches: of("branch/8").map((atom) => String([
        ...state(atom, 0), constant(atom, 3, ways), ...state(atom, 4), constant(atom, 7, OUTCOMES),
      ])),
    }),
    design: () => ({ arrows: marks("points/3", NAMES), colours: marks("painted/3", COLOUR_NAMES.slice(1)), length }),
  };
  return { kind, ...(kinds[kind] || Object)() };
};

// the moves' indices, as graph.js numbers them
const played = (maze, moves) => {
  let state = first(maze);
  return moves.map(({ direction }) => {
    const there = onward(maze, state);
    const index = there.findIndex(([each]) => each === direction);
    [, state] = there[index];
    return String(index);
  });
};

const measured = (maze, { kind, moves, length, states, routes: many, branches, figures }) => {
  if (kind === "closed") return `no route: no move leaves ${counted(states.length, "state")}`;
  if (kind === "tree") return `a tree of ${branches.length === 1 ? "1 branch" : `${branches.length} branches`}`;
  if (kind === "count") return `${counted(many, "shortest route")} of ${counted(length, "move")}`;
  if (kind === "statistics") return `counted again over ${counted(figures.states, "state")}`;
  if (kind === "hint") return `the goal is ${counted(length, "move")} away`;
  if (kind === "design") return `a maze whose shortest routes have ${counted(length, "move")}`;
  const way = counted(moves.length, "move");
  if (kind === "route" && length === null) return way;
  if (kind === "rivals") return `at least two routes of ${way}; none is shorter`;
  return `${way}; none is shorter${kind === "unique" ? ", no other as short" : ""}`;
};

const refutes = (atoms) => ["rivals", "closed"].includes(kindOf(atoms, FORMS));
const general = (atoms) => ["rivals", "closed", "count", "hint", "statistics", "tree"].includes(kindOf(atoms, FORMS));

// without what it says of all routes, where the rules are not known
const replay = (maze, atoms, _task, known = true) => {
  const given = answer(atoms);
  const found = !known && given.kind === "unique" ? { ...given, kind: "route" } : given;
  if (!known && found.kind === "route") found.length = null;
  const wrong = JUDGES[found.kind](maze, found);
  if (wrong) return refused(...wrong);
  const way = ["route", "unique", "rivals"].includes(found.kind);
  return accepted(measured(maze, found), way ? played(maze, found.moves) : null);
};
