// The scene, and what graph.js takes: all states that can be reached, breadth first.
const grid = (maze) => new Grid(maze.width, maze.height, CELL);
const centre = (maze, square) => grid(maze).centre(...place(maze, square));
const actor = (maze, square) => `s${place(maze, square).join(",")}`;

const arrow = ([x, y], direction) => {
  const [dx, dy] = STEPS[direction];
  const length = Math.hypot(dx, dy);
  const [right, down] = [dx / length, dy / length];
  const tip = length === 1 ? CELL * 0.43 : CELL * 0.54;
  const back = tip - 13;
  const side = [[0, 2.6], [back, 2.6], [back - 1, 7.5], [tip, 0]];
  const outline = [...side, ...side.slice(0, 3).reverse().map(([along, aside]) => [along, -aside])];
  return outline.map(([a, b]) => [x + a * right - b * down, y + a * down + b * right]);
};

const drawSquare = (drawing, maze, square) => {
  const [x, y] = centre(maze, square);
  const [at, down] = place(maze, square);
  const floor = (at + down) % 2 ? COLOURS.SHADE : COLOURS.FLOOR;
  grid(maze).square(drawing, at, down, 0, { fill: square === maze.start ? START : floor });
  if (square === maze.start) {
    grid(maze).square(drawing, at, down, 3.5, { fill: "none", stroke: COLOURS.CARD, "stroke-width": 3 });
  }
  if (square === maze.goal) {
    drawing.rect(x - 26, y - 12, 52, 24, { rx: 5, fill: COLOURS.GOAL });
    drawing.text(x, y + 6, "GOAL", 16, { fill: COLOURS.CARD, "font-weight": "bold" });
    return;
  }
  const [ink, rim, sign] = TINTS[COLOUR_NAMES[maze.colours[square]]].look;
  const stroke = square === maze.start && rim === "none" && sign ? COLOURS.CARD : rim;
  const style = { fill: ink, stroke };
  const arrows = arrowsOf(maze, square);
  for (const each of arrows) drawing.polygon(arrow([x, y], each), { ...style, "stroke-linejoin": "round" });
  if (arrows.length || sign) drawing.circle(x, y, sign ? 8 : 4.5, style);
  if (sign) {
    const strong = rim === "none" ? COLOURS.CARD : rim;
    drawing.text(x, y + 5, sign.replace("-", "−"), 15, { fill: strong, "font-weight": "bold" });
  }
};

const scene = (maze) => {
  const squares = grid(maze);
  const [width, height] = [squares.width + 2 * MARGIN, squares.height + 2 * MARGIN];
  const drawing = new Drawing(width, height, `Alice maze, ${maze.width} × ${maze.height}`, {
    left: -MARGIN, top: -MARGIN,
  });
  for (const square of all(maze)) {
    if (isBlank(maze, square)) continue;
    drawing.group({ "data-actor": actor(maze, square) }, () => {
      drawSquare(drawing, maze, square);
      squares.square(drawing, ...place(maze, square), 3, { rx: 5, class: "mark" });
    });
  }
  const frame = { fill: "none", stroke: COLOURS.INK, "stroke-width": 2, "pointer-events": "none" };
  drawing.rect(0, 0, squares.width, squares.height, frame);
  squares.nameColumns(drawing, Array.from({ length: maze.width }, (_, x) => x), -9);
  squares.nameRows(drawing, Array.from({ length: maze.height }, (_, y) => y), -13);
  drawing.group({ id: "trail", "pointer-events": "none" });
  const [square, d] = first(maze);
  const at = `translate(${centre(maze, square).map(number).join(" ")})`;
  drawing.group({ "data-actor": "token", transform: at, "pointer-events": "none" }, () => {
    drawing.circle(0, 0, 14, { class: "hero" });
    drawing.text(0, 5.5, d, 15, { class: "on-hero", "data-actor": "d", "font-weight": "bold" });
  });
  return drawing;
};

const listed = (maze) => {
  const states = [first(maze)];
  const numbers = new Map([[key(states[0]), 0]]);
  const moves = [];
  for (const state of states) {
    if (states.length > LISTED) {
      return { states: [states[0]], numbers: new Map([[key(states[0]), 0]]), moves: [[]], whole: false };
    }
    moves.push(onward(maze, state));
    for (const [, target] of moves.at(-1)) {
      if (!numbers.has(key(target))) {
        numbers.set(key(target), states.length);
        states.push(target);
      }
    }
  }
  return { states, numbers, moves, whole: true };
};

const script = (maze) => {
  const list = listed(maze);
  const number = (state) => list.numbers.get(key(state));
  const told = (direction, [square, d]) => `${direction} to ${name(maze, square)}, d = ${d}`;
  return {
    scene: scene(maze),
    data: {
      start: 0,
      states: list.states.map((state, n) => {
        const [square, d] = state;
        return [
          { token: { at: centre(maze, square) }, d: { text: String(d) } },
          [["square", name(maze, square)], ["d", String(d)], ["colour", COLOUR_NAMES[maze.colours[square]]]],
          list.moves[n].map(([direction, target]) => [
            actor(maze, target[0]), told(direction, target), number(target), { token: { hop: true } },
          ]),
          square === maze.goal,
        ];
      }),
    },
    howto: "Follow the arrows, d squares at a time; the signs on squares change d. Click the "
      + "square to land on.",
    trail: "token",
    playable: list.whole,
    board: Array.from({ length: maze.height }, (_, y) => rowInWords(maze, y)),
  };
};

// a row in words: of each square, what it is, its colour and its arrows
const rowInWords = (maze, y) => `Row ${y}: ${Array.from({ length: maze.width }, (_, x) => {
  const square = y * maze.width + x;
  const named = square === maze.start ? "the start" : square === maze.goal ? "the goal" : "";
  const arrows = arrowsOf(maze, square).join(" ") || "no arrow";
  return `${x} ${[named, COLOUR_NAMES[maze.colours[square]], arrows].filter(Boolean).join(", ")}`;
}).join("; ")}`;
