// A maze for the lab, see CONTRIBUTING.md: its squares, and its facts and back.
// A puzzle: {width, height, start, goal, arrows, colours, departure, backwards, begin, depth}; squares
// are numbered row by row, `arrows` has each one's as bits in the order of STEPS, `colours` an index
// into COLOUR_NAMES. `begin` is [square, d], or null for the start with d = 1.
const CELL = 64;
const MARGIN = 30;
const LISTED = 1200; // the most states that a page is given
const MOST = 4096; // columns and rows that are read
const DRAWN = 40; // columns and rows of a maze that is made by hand
const STEPS = {
  n: [0, -1], ne: [1, -1], e: [1, 0], se: [1, 1], s: [0, 1], sw: [-1, 1], w: [-1, 0], nw: [-1, -1],
};
const NAMES = Object.keys(STEPS);
// of each colour: its letter in files, the ink and rim of its arrows, its sign, what it makes of d, its tool
const TINTS = {
  white: { letter: "", look: ["#6d675c", COLOURS.CARD, ""], after: (d) => d, label: "no colour" },
  black: { letter: "b", look: ["#1d1b18", "none", ""], after: (d) => d, label: "black: d stays" },
  red: { letter: "r", look: ["#c62318", "none", "+"], after: (d) => d + 1, label: "red: d grows by one" },
  yellow: { letter: "y", look: ["#f4c20d", "#6f5600", "-"], after: (d) => d - 1, label: "yellow: d shrinks by one" },
};
const COLOUR_NAMES = Object.keys(TINTS);
const LETTERS = Object.values(TINTS).map(({ letter }) => letter);
const START = "#e8574a";

const column = (maze, square) => square % maze.width;
const row = (maze, square) => Math.floor(square / maze.width);
const place = (maze, square) => [column(maze, square), row(maze, square)];
const name = (maze, square) => `(${place(maze, square).join(", ")})`;
const all = (maze) => maze.colours.map((_, square) => square);
const arrowsOf = (maze, square) => NAMES.filter((_, i) => (maze.arrows[square] >> i) & 1);
const first = (maze) => maze.begin || [maze.start, 1];
const isBlank = (maze, square) => !maze.arrows[square] && !maze.colours[square]
  && square !== maze.start && square !== maze.goal;

// ---- facts

// the maze without a beginning at which no token can stand; or the reason why it can't
const misplaced = (maze, [square, d]) => {
  const longest = Math.max(maze.width, maze.height);
  if (square === maze.goal) return "a square other than the goal";
  if (isBlank(maze, square)) return "a square that is not blank";
  if (d < 0 && !maze.backwards) return "d of at least 0";
  return Math.abs(d) > longest ? `d of at most ${longest}` : "";
};

const read = (facts) => {
  const found = sorted(facts);
  const of = (kind) => found.get(kind);
  const [width, height] = [0, 1].map((i) => integer(only(of("size/2"), "size(W,H)"), i, 1, MOST));
  const on = (each) => integer(each, 0, 0, width - 1) + integer(each, 1, 0, height - 1) * width;
  const arrows = Array(width * height).fill(0);
  const colours = Array(width * height).fill(0);
  for (const each of of("arrow/3")) arrows[on(each)] |= 1 << NAMES.indexOf(constant(each, 2, NAMES));
  for (const each of of("colour/3")) {
    const colour = COLOUR_NAMES.indexOf(constant(each, 2, COLOUR_NAMES.slice(1)));
    if (colours[on(each)] && colours[on(each)] !== colour) {
      throw new Misfit(`expected one colour a square, found ${written(each)} too`, each);
    }
    colours[on(each)] = colour;
  }
  const rules = of("rule/1").map((each) => constant(each, 0, ["departure", "backwards"]));
  const maze = {
    width,
    height,
    start: on(only(of("start/2"), "start(X,Y)")),
    goal: on(only(of("goal/2"), "goal(X,Y)")),
    arrows,
    colours,
    departure: rules.includes("departure"),
    backwards: rules.includes("backwards"),
    begin: null,
    depth: of("depth/1").length ? integer(only(of("depth/1"), "depth(N)"), 0, 0, 1000000) : 0,
  };
  const bare = of("square/2").find((each) => isBlank(maze, on(each)));
  if (bare) throw new Misfit(`expected an arrow, a colour or a role for ${written(bare)}, found none`, bare);
  if (maze.start === maze.goal) {
    throw new Misfit("expected start and goal on different squares, found both on the same", of("goal/2")[0]);
  }
  if (!of("begin/3").length) return maze;
  const begin = only(of("begin/3"), "begin(X,Y,D)");
  const state = [on(begin), integer(begin, 2)];
  const reason = misplaced(maze, state);
  if (reason) throw new Misfit(`expected to begin at ${reason}, found ${written(begin)}`, begin);
  return { ...maze, begin: state[0] === maze.start && state[1] === 1 ? null : state };
};

const facts = (maze) => {
  const at = (square) => place(maze, square);
  const [square, d] = first(maze);
  return [
    fact("size", maze.width, maze.height),
    ...all(maze).filter((each) => !isBlank(maze, each)).map((each) => fact("square", ...at(each))),
    fact("start", ...at(maze.start)),
    fact("goal", ...at(maze.goal)),
    fact("begin", ...at(square), d),
    ...all(maze).flatMap((each) => [
      ...(maze.colours[each] ? [fact("colour", ...at(each), COLOUR_NAMES[maze.colours[each]])] : []),
      ...arrowsOf(maze, each).map((arrow) => fact("arrow", ...at(each), arrow)),
    ]),
    ...["departure", "backwards"].filter((rule) => maze[rule]).map((rule) => fact("rule", rule)),
    ...(maze.depth ? [fact("depth", maze.depth)] : []),
  ];
};
