// What can be clicked, and what comes of it.
const named = (label, value) => ({ field: { label, value }, anywhere: true });

const tools = [
  { id: "corridor", label: "join two locations, or part them", pair: true },
  { id: "oneway", label: "a corridor one way, or none", pair: true },
  { id: "start", label: "the start" },
  { id: "goal", label: "a goal, or none: then any way out wins" },
  { id: "outer", label: "a location on the outer face", ...named("name", "1") },
  { id: "inside", label: "a location inside", ...named("name", "room") },
  { id: "box", label: "a box, a copy of the whole", ...named("name", "A") },
  { id: "deep", label: "goals count in whatever boxes, or outside only", anywhere: true },
  { id: "remove", label: "take a location away, or a box with its last port" },
];

const spots = (maze, tool) => {
  if (isSystem(maze)) return [];
  if (tools.find(({ id }) => id === tool).anywhere) return [{ id: "", at: [0, 0], label: "here" }];
  if (locations(maze).length > MOST) return [];
  return [...planOf(maze).points].map(([name, point]) => ({ id: name, at: at(point), label: `location ${name}` }));
};

// the labyrinth with these locations, each by itself if nothing else names it
const withAlone = (maze, names) => {
  const there = new Set(locations(maze));
  const alone = names.filter((name) => !there.has(name));
  return { ...maze, cliques: [...maze.cliques, ...alone.map((name) => [name])] };
};

const changed = (maze, { tool, spot, other, text: given }) => {
  if (tool === "start") return withAlone({ ...maze, start: spot }, locations(maze));
  if (tool === "goal") {
    if (!isPlace(spot)) throw new Misfit(`expected an outer or inside location as goal, found ${spot}`);
    const { kind, names } = maze.goal.kind === "accept" ? ESCAPE : maze.goal;
    const left = names.includes(spot) ? names.filter((name) => name !== spot) : [...names, spot];
    const goal = left.length ? { ...ESCAPE, kind: kind === "escape" ? "at" : kind, names: ordered(left) } : ESCAPE;
    return withAlone({ ...maze, goal }, locations(maze));
  }
  if (tool === "deep") {
    if (!["at", "reach"].includes(maze.goal.kind)) throw new Misfit("expected a location as goal first, found none");
    return { ...maze, goal: { ...maze.goal, kind: maze.goal.kind === "at" ? "reach" : "at" } };
  }
  if (tool === "corridor" || tool === "oneway") {
    if (spot === other) throw new Misfit("expected two locations, found one");
    const names = locations(maze);
    if (tool === "oneway") {
      const left = maze.oneways.filter(([a, b]) => a !== spot || b !== other);
      const oneways = left.length < maze.oneways.length ? left : [...left, [spot, other]].sort(byLabel);
      return withAlone({ ...maze, oneways }, names);
    }
    const both = (clique) => clique.includes(spot) && clique.includes(other);
    const parted2 = maze.cliques.map((clique) => (both(clique) ? lessOf(clique, (name) => name !== other) : clique)).filter((clique) => clique.length > 1);
    if (maze.cliques.some(both)) return withAlone({ ...maze, cliques: parted2 }, names);
    const kept = maze.cliques.filter((clique) => clique.length > 1 || (clique[0] !== spot && clique[0] !== other));
    return withAlone({ ...maze, cliques: [...kept, cliqueOf([spot, other])] }, names);
  }
  if (tool === "remove") return removed(maze, spot);
  const added = tool === "inside" ? [`inner.${given}`]
    : tool === "outer" ? [given, ...boxesOf(maze).map((box) => `${box}.${given}`)]
      : outerOf(maze).map((name) => `${given}.${name}`);
  if (!given || given.includes(".") || INSIDE.includes(given)) throw new Misfit(`expected a name without dots, found '${given}'`);
  const problem = added.map(misnamed).find(Boolean);
  if (problem) throw new Misfit(problem);
  if (!added.length) throw new Misfit("expected an outer location first, found none");
  return withAlone(maze, added);
};

const removed = (maze, spot) => {
  const within = (name) => {
    for (let each = name; each !== null; each = behind(each)) if (each === spot) return true;
    return false;
  };
  if (within(maze.start)) throw new Misfit("expected another start first, found the location of the start");
  const names = locations(maze).filter((name) => !within(name));
  const goals = maze.goal.names.filter((name) => !within(name));
  if (maze.goal.kind === "accept") return lessRead(removed({ ...maze, goal: ESCAPE }, spot), maze.goal);
  return withAlone({
    ...maze,
    cliques: maze.cliques.map((clique) => lessOf(clique, (name) => !within(name))).filter((clique) => clique.length > 1),
    oneways: maze.oneways.filter((pairOf) => !pairOf.some(within)),
    goal: goals.length ? { ...maze.goal, names: goals } : ESCAPE,
  }, names);
};

// with an automaton as goal, without what it can't read any more
const lessRead = (maze, goal) => {
  const [tops, first] = [[BOTTOM, ...boxesOf(maze)], locations(maze)];
  const left = goal.reads.filter((each) => isRead(each, goal.reads, tops, first));
  return left.length === goal.reads.length ? { ...maze, goal } : lessRead(maze, { ...goal, reads: left });
};

const change = (maze, click) => {
  const made = changed(maze, click);
  if (locations(made).length > MOST) throw new Misfit(`expected at most ${MOST} locations, found more`);
  return made;
};

const blank = () => ({
  cliques: [["A.1", "inner.start"], ["1", "A.2"], ["2", "inner.room"]], oneways: [], start: "inner.start", goal: ESCAPE, spelling: null,
});
