// Abbott's rules; a state is [square, d].
const recoloured = (d, colour) => TINTS[COLOUR_NAMES[colour]].after(d);

// an arrow followed for d squares: {to: [x, y], d, square}, and what is in the way
const flown = (maze, [square, d], direction) => {
  const [dx, dy] = STEPS[direction] || [0, 0];
  const [x, y] = [column(maze, square) + d * dx, row(maze, square) + d * dy];
  if (x < 0 || y < 0 || x >= maze.width || y >= maze.height) return { to: [x, y], d, obstacle: "outside" };
  const landed = y * maze.width + x;
  if (isBlank(maze, landed)) return { to: [x, y], d, obstacle: "blank" };
  const coloured = maze.departure ? square : landed;
  return { to: [x, y], d: recoloured(d, maze.colours[coloured]), square: landed, obstacle: "" };
};

const directions = (maze, [square, d]) => {
  if (square === maze.goal || (d <= 0 && !maze.backwards)) return [];
  const arrows = arrowsOf(maze, square);
  return arrows.length && d === 0 ? ["stay"] : arrows;
};

// the moves from a state, each [direction, [square, d]]
const onward = (maze, state) => directions(maze, state).flatMap((direction) => {
  const { square, d, obstacle } = flown(maze, state, direction);
  return obstacle ? [] : [[direction, [square, d]]];
});

const key = ([square, d]) => `${square} ${d}`;

// all states by number, how far each is, and where moves lead; with `toGoal`, those that are as near
// as the nearest goal
const walked = (maze, toGoal) => {
  const numbers = new Map([[key(first(maze)), 0]]);
  const states = [first(maze)];
  const far = [0];
  const moves = [];
  const goals = [];
  let complete = maze.width * maze.height <= WALKED;
  for (let n = 0; complete && n < states.length; n++) {
    if (toGoal && goals.length && far[n] >= far[goals[0]]) break;
    if (states.length > WALKED) complete = false;
    moves[n] = onward(maze, states[n]).map(([, state]) => {
      if (!numbers.has(key(state))) {
        numbers.set(key(state), states.length);
        if (state[0] === maze.goal) goals.push(states.length);
        states.push(state);
        far.push(far[n] + 1);
      }
      return numbers.get(key(state));
    });
  }
  const length = goals.length ? far[goals[0]] : null;
  return { numbers, states, far, moves, goals, complete, length };
};

// of each state, on how many shortest routes from the first state it is, as far as it goes
const shortestWays = ({ states, far, moves }) => {
  const ways = states.map(() => 0n);
  ways[0] = 1n;
  moves.forEach((targets, n) => {
    for (const each of targets) if (far[each] === far[n] + 1) ways[each] += ways[n];
  });
  return ways;
};

const routes = (walk) => {
  const ways = shortestWays(walk);
  return walk.goals.filter((goal) => walk.far[goal] === walk.length).reduce((sum, goal) => sum + ways[goal], 0n);
};

// the states on shortest routes
const onShortest = ({ far, moves, goals, length }) => {
  const on = new Set(goals.filter((goal) => far[goal] === length));
  for (let n = moves.length - 1; n >= 0; n--) {
    if (moves[n].some((each) => on.has(each) && far[each] === far[n] + 1)) on.add(n);
  }
  return on;
};
