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
