// Answers about labyrinths, judged.
const judgeRun = (maze, { visited }) => {
  const rules = rulesOf(maze);
  const index = new Map(locations(maze).map((name, i) => [name, i]));
  if (visited[0].stack.length || visited[0].where !== maze.start) return refused("start", `the run begins at ${said(visited[0].stack, visited[0].where)}, the labyrinth at : ${maze.start}`);
  const moves = [];
  for (const [i, to] of visited.slice(1).entries()) {
    const kind = moveOf(rules, visited[i], to);
    if (!kind) return refused("move", `step ${i + 1}: no move leads from ${said(visited[i].stack, visited[i].where)} to ${said(to.stack, to.where)}`);
    moves.push(kind === "walk" ? `walk ${index.get(to.where)}` : kind);
  }
  const { stack, where } = visited.at(-1);
  const won = maze.goal.kind === "accept" ? reaches(maze.goal, [BOTTOM, ...stack], where)
    : rules.targets.has(where) && (!stack.length || rules.dive);
  if (!won) return refused("goal", `the run ends at ${said(stack, where)}; ${wanted(maze)}`);
  const corridors = moves.filter((move) => move.startsWith("walk")).length;
  const depth = Math.max(...visited.map((each) => each.stack.length));
  const playable = visited.every((each) => index.has(each.where));
  return accepted(`${counted(corridors, "corridor")}, ${counted(moves.length, "move")}, depth ${depth}`, playable ? moves : null);
};

// what a thing and all that it consists of add up to; the problem if that can't be
const addUp = (first, sums, parts, total, words) => {
  const pending = [first];
  const begun = new Set();
  while (pending.length) {
    const thing = pending.at(-1);
    if (sums.has(thing)) {
      pending.pop();
      continue;
    }
    const consists = parts(thing);
    if (consists === null) return refused("no-reason", `nothing is said of ${words(thing)}`);
    const left = consists.filter((part) => !sums.has(part));
    if (!left.length) {
      sums.set(thing, total(thing, consists.map((part) => sums.get(part))));
      pending.pop();
    } else if (begun.has(thing)) {
      return refused("circle", `${words(thing)} rests on itself`);
    } else {
      begun.add(thing);
      pending.push(...left);
    }
  }
  return null;
};

const place = (frame, name) => (frame === START ? name : `${name} within the copy entered at ${frame}`);

const wrongReason = (rules, { frame, name, kind, origin, box }) => {
  if (name === (frame === START ? rules.maze.start : frame)) return "that is where the way begins, so it needs no reason";
  if (kind === "walk") return rules.joined(origin, name) ? "" : `no corridor leads there from ${origin}`;
  if (kind === "through" && (boxOf(name) !== box || !rules.there.has(name))) return `that is no port of box ${box}`;
  if (kind === "into" && frame !== START) return "a box can be entered for good in the run itself only";
  if (kind === "into" && behind(origin) !== name) return `${origin} leads into box ${box} elsewhere`;
  return boxOf(origin) !== box || !rules.there.has(origin) ? `${origin} is no port of box ${box}` : "";
};

// a run as a straight-line program; corridors and moves are BigInts, as there may be very many
const judgeProgram = (maze, { end, reasons }) => {
  const rules = rulesOf(maze);
  const key = (frame, name) => `${frame} ${name}`;
  const ways = new Map();
  for (const reason of reasons) {
    const way = key(reason.frame, reason.name);
    if (ways.has(way)) return refused("two-reasons", `there are two ways to get to ${place(reason.frame, reason.name)}`);
    ways.set(way, reason);
    const wrong = wrongReason(rules, reason);
    if (wrong) return refused("reason", `${place(reason.frame, reason.name)}: ${wrong}`);
  }
  const costs = new Map();
  const parts = (way) => {
    const reason = ways.get(way);
    const [frame, name] = way.split(" ");
    if (!reason) return name === (frame === START ? maze.start : frame) ? [] : null;
    const first = key(frame, reason.origin);
    return reason.kind === "through" ? [first, key(behind(reason.origin), behind(name))] : [first];
  };
  const total = (way, [first, inner]) => {
    if (!first) return { corridors: 0n, moves: 0n, depth: 0, height: 0 };
    const { corridors, moves, depth, height } = first;
    const { kind } = ways.get(way);
    if (kind === "walk") return { corridors: corridors + 1n, moves: moves + 1n, depth, height };
    if (kind === "into") return { corridors, moves: moves + 1n, depth: Math.max(depth, height + 1), height: height + 1 };
    return {
      corridors: corridors + inner.corridors, moves: moves + inner.moves + 2n,
      depth: Math.max(depth, height + 1 + inner.depth), height,
    };
  };
  const summed = (way) => addUp(way, costs, parts, total, (each) => `the way to ${place(...each.split(" "))}`);
  for (const way of ways.keys()) {
    const fault = summed(way);
    if (fault) return fault;
  }
  if (!rules.targets.has(end)) return refused("goal", `the run ends at ${end}; ${wanted(maze)}`);
  const last = key(START, end);
  const fault = summed(last);
  if (fault) return fault;
  const cost = costs.get(last);
  if (cost.height && !rules.dive) return refused("goal", `the run ends in ${counted(cost.height, "box", "boxes")}; ${wanted(maze)}`);
  const words = `${counted(cost.corridors, "corridor")}, ${counted(cost.moves, "move")}, depth ${cost.depth}; ends at ${end}`;
  return accepted(words, cost.moves <= UNFOLDED ? unfolded(maze, ways, last) : null);
};

// the moves of a program, in the names of watch.js
const unfolded = (maze, ways, last) => {
  const index = new Map(locations(maze).map((name, i) => [name, i]));
  const moves = [];
  const pending = [last];
  while (pending.length) {
    const each = pending.pop();
    const reason = each.startsWith("!") ? null : ways.get(each);
    if (each.startsWith("!")) moves.push(each.slice(1));
    else if (reason) {
      const { frame, name, kind, origin } = reason;
      const tail = { walk: [`!walk ${index.get(name)}`], into: ["!enter"], through: ["!enter", `${behind(origin)} ${behind(name)}`, "!leave"] }[kind];
      pending.push(...[`${frame} ${origin}`, ...tail].reverse());
    }
  }
  return moves;
};

const judgePartition = (maze, { classes, reached }) => {
  const rules = rulesOf(maze);
  const numbers = new Map();
  for (const [i, members] of classes.entries()) {
    for (const name of members) {
      if (numbers.has(name) && numbers.get(name) !== i) return refused("overlap", `${name} is in two classes`);
      numbers.set(name, i);
    }
  }
  const classOf = (name) => (numbers.has(name) ? numbers.get(name) : name);
  for (const clique of maze.cliques) {
    const odd = clique.find((name) => classOf(name) !== classOf(clique[0]));
    if (odd) return refused("corridor", `a corridor joins ${clique[0]} and ${odd}, of two classes`);
  }
  const led = maze.oneways.find(([a, b]) => classOf(a) !== classOf(b));
  if (led) return refused("corridor", `a corridor leads from ${led[0]} to ${led[1]}, of another class`);
  const first = new Map();
  for (const port of rules.ports) {
    const key = JSON.stringify([boxOf(port), classOf(behind(port))]);
    if (!first.has(key)) first.set(key, port);
    const other = first.get(key);
    if (classOf(other) !== classOf(port)) return refused("box", `box ${boxOf(port)} leads from ${other} to ${port}, of two classes`);
  }
  const inside = new Set(reached.map(classOf));
  if (!inside.has(classOf(maze.start))) return refused("start", `the class of the start, ${maze.start}, is not reached`);
  const into = rules.dive && rules.ports.find((port) => inside.has(classOf(port)) && !inside.has(classOf(behind(port))));
  if (into) return refused("into", `${into} is reached, and leads to ${behind(into)}, which is not`);
  const won = [...rules.targets].find((name) => inside.has(classOf(name)));
  return won ? refused("goal", `${won} wins, and its class is reached`) : accepted("nothing that wins can be reached");
};

const judgeTable = (maze, { pairs }) => {
  const rules = rulesOf(maze);
  const rows = new Map();
  for (const [frame, name] of pairs) rows.set(frame, (rows.get(frame) || new Set()).add(name));
  const inRow = (frame, name) => Boolean(rows.get(frame)?.has(name));
  if (!inRow(START, maze.start)) return refused("start", `the start, ${maze.start}, is not reached`);
  const open = (frame, from, to) => refused("open", `one gets from ${place(frame, from)}, reached, to ${to}, which is not`);
  for (const [frame, row] of rows) {
    const won = frame === START && [...rules.targets].sort(before).find((name) => row.has(name));
    if (won) return refused("goal", `${won} wins, and is reached`);
    for (const name of [...row].sort(before)) {
      const walked = [...(rules.corridors.get(name) || []).flatMap((i) => maze.cliques[i]), ...rules.onward(name)].find((other) => !row.has(other));
      if (walked) return open(frame, name, walked);
      if (boxOf(name) === null || !rules.there.has(name)) continue;
      if (!inRow(behind(name), behind(name))) return refused("unlooked", `${place(frame, name)} is reached, but no way from there is listed`);
      const left = [...rows.get(behind(name))].map((each) => `${boxOf(name)}.${each}`).find((port) => rules.there.has(port) && !row.has(port));
      if (left) return open(frame, name, left);
      if (frame === START && rules.dive && !row.has(behind(name))) return open(frame, name, behind(name));
    }
  }
  return accepted("nothing that wins can be reached");
};
