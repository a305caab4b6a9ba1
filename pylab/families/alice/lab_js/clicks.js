// What can be clicked, and what comes of it.
const tools = [
  { id: "arrow", label: "put an arrow, or take it away" },
  ...[...COLOUR_NAMES.slice(1), "white"].map((id) => ({ id, label: TINTS[id].label })),
  { id: "clear", label: "clear a square" },
  { id: "start", label: "the start" },
  { id: "goal", label: "the goal" },
  { id: "departure", label: "the square that is left changes d, or the one landed on", anywhere: true },
  { id: "backwards", label: "d may fall below 0, or not", anywhere: true },
];

const spots = (maze, tool) => all(maze).flatMap((square) => {
  const [x, y] = centre(maze, square);
  const whole = { id: String(square), at: [x, y], label: `square ${name(maze, square)}` };
  if (tool !== "arrow") return [whole];
  return NAMES.map((each) => ({
    id: `${square} ${each}`,
    at: [x + STEPS[each][0] * CELL * 0.32, y + STEPS[each][1] * CELL * 0.32],
    label: `square ${name(maze, square)}, towards ${each}`,
  }));
});

// the maze after a change; a beginning at which no token can stand any more is the start again
const settled = (maze) => (maze.begin && misplaced(maze, maze.begin) ? { ...maze, begin: null } : maze);

const change = (maze, { tool, spot }) => {
  const [id, direction] = spot.split(" ");
  const square = Number(id);
  const put = (kind, value) => settled({ ...maze, [kind]: maze[kind].map((each, i) => (i === square ? value : each)) });
  if (tool === "arrow") return put("arrows", maze.arrows[square] ^ (1 << NAMES.indexOf(direction)));
  if (tool === "clear") {
    const bare = maze.arrows.map((each, i) => (i === square ? 0 : each));
    return settled({ ...put("colours", 0), arrows: bare });
  }
  if (tool === "departure" || tool === "backwards") return settled({ ...maze, [tool]: !maze[tool] });
  if (tool === "start" || tool === "goal") {
    const other = tool === "start" ? "goal" : "start";
    if (square === maze[other]) throw new Misfit(`expected another square than the ${other}'s`);
    const moved = settled({ ...maze, [tool]: square });
    return moved.begin && moved.begin[0] === moved.start && moved.begin[1] === 1 ? { ...moved, begin: null } : moved;
  }
  return put("colours", COLOUR_NAMES.indexOf(tool));
};

const resize = (maze, [width, height]) => {
  if (!(width >= 1 && height >= 1 && width <= DRAWN && height <= DRAWN && width * height > 1)) {
    throw new Misfit(`expected 1 to ${DRAWN} columns and rows, with room for start and goal, found ${width} × ${height}`);
  }
  const kept = (square) => Math.min(row(maze, square), height - 1) * width + Math.min(column(maze, square), width - 1);
  const there = (square) => column(maze, square) < width && row(maze, square) < height;
  const made = { ...maze, width, height, arrows: Array(width * height).fill(0), colours: Array(width * height).fill(0) };
  for (const square of all(maze).filter(there)) {
    made.arrows[kept(square)] = maze.arrows[square];
    made.colours[kept(square)] = maze.colours[square];
  }
  made.start = kept(maze.start);
  made.goal = kept(maze.goal) === made.start ? Number(made.start === 0) : kept(maze.goal);
  made.begin = maze.begin && there(maze.begin[0]) ? [kept(maze.begin[0]), maze.begin[1]] : null;
  if (made.begin && made.begin[0] === made.start && made.begin[1] === 1) made.begin = null;
  return settled(made);
};

const blank = () => ({
  width: 4, height: 4, start: 12, goal: 3, arrows: Array(16).fill(0), colours: Array(16).fill(0),
  departure: false, backwards: false, begin: null, depth: 0,
});
