// A maze for the lab: from facts and back, its scene, answers replayed, clicks; see CONTRIBUTING.md.
// A puzzle: {width, height, start, goal, arrows, colours, departure, backwards, begin, depth}; squares
// are numbered row by row, `arrows` has each one's as bits in the order of STEPS, `colours` an index
// into COLOUR_NAMES. `begin` is [square, d], or null for the start with d = 1.
const lab = (() => {
  const CELL = 64;
  const MARGIN = 30;
  const LISTED = 1200; // the most states that a page is given
  const WALKED = 1000000; // the most states that a claim about all routes is checked in
  const MOST = 4096; // columns and rows that are read
  const DRAWN = 40; // columns and rows of a maze that is made by hand
  const STEPS = {
    n: [0, -1], ne: [1, -1], e: [1, 0], se: [1, 1], s: [0, 1], sw: [-1, 1], w: [-1, 0], nw: [-1, -1],
  };
  const NAMES = Object.keys(STEPS);
  const COLOUR_NAMES = ["white", "black", "red", "yellow"];
  const LETTERS = ["", "b", "r", "y"];
  const LOOKS = {
    white: ["#6d675c", COLOURS.CARD, ""],
    black: ["#1d1b18", "none", ""],
    red: ["#c62318", "none", "+"],
    yellow: ["#f4c20d", "#6f5600", "-"],
  };
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

  // ---- Abbott's rules; a state is [square, d]

  const recoloured = (d, colour) => d + { white: 0, black: 0, red: 1, yellow: -1 }[COLOUR_NAMES[colour]];

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

  // ---- the scene

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
    const [ink, rim, sign] = LOOKS[COLOUR_NAMES[maze.colours[square]]];
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

  // ---- what graph.js takes: all states that can be reached, breadth first

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

  // ---- answers: what is wrong with one, as [code, words], or what was measured

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
    const hopeful = new Set(goals);
    for (const n of hopeful) before[n].forEach((each) => hopeful.add(each));
    const lands = all(maze).filter((square) => square !== maze.goal && !isBlank(maze, square));
    const isArrowed = all(maze).filter((square) => square !== maze.goal);
    // hopeless states in layers, by how many moves they lie behind the nearest wrong one
    const lost = new Set();
    let late = 0;
    for (let layer = [...hopeful]; layer.length; late++) {
      layer = [...new Set(layer.flatMap((n) => moves[n]))].filter((each) => !hopeful.has(each) && !lost.has(each));
      layer.forEach((each) => lost.add(each));
      if (!layer.length) break;
    }
    return {
      states: states.length,
      goals: goals.length,
      moves: moves.reduce((sum, each) => sum + each.length, 0),
      dead: choices.filter((each) => each === 0).length,
      hopeless: states.length - hopeful.size,
      forks: choices.filter((each) => each > 1).length,
      largest: states.reduce((most, [, d]) => Math.max(most, d), -Infinity),
      squares: lands.length,
      arrows: isArrowed.reduce((sum, square) => sum + arrowsOf(maze, square).length, 0),
      wrong: moves.reduce((sum, each, n) => sum + (hopeful.has(n) ? each.filter((to) => !hopeful.has(to)).length : 0), 0),
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
    const marks = (kind, known) => of(kind)
      .map((atom) => [integer(atom, 0, 0), integer(atom, 1, 0), constant(atom, 2, known)]);
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
    return `${way}; none is shorter${kind === "unique" ? ", no other as short" : ""}`;
  };

  const replay = (maze, atoms) => {
    const found = answer(atoms);
    const wrong = JUDGES[found.kind](maze, found);
    if (wrong) return refused(...wrong);
    const way = ["route", "unique", "rivals"].includes(found.kind);
    return accepted(measured(maze, found), way ? played(maze, found.moves) : null);
  };

  // ---- clicks

  const tools = [
    { id: "arrow", label: "put an arrow, or take it away" },
    { id: "black", label: "black: d stays" },
    { id: "red", label: "red: d grows by one" },
    { id: "yellow", label: "yellow: d shrinks by one" },
    { id: "white", label: "no colour" },
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

  // ---- the file format of the seed: width and height, then role,colour,directions row by row

  const open = (text) => {
    const words = [...text.matchAll(/\S+/gu)];
    const at = (index, offset = 0) => {
      const before = text.slice(0, index < words.length ? words[index].index + offset : text.trimEnd().length);
      return { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
    };
    const [width, height] = ["width", "height"].map((side, i) => {
      const word = words[i]?.[0];
      if (word && /^0*[1-9]\d{0,3}$/.test(word) && Number(word) <= MOST) return Number(word);
      throw new Misfit(`expected the ${side} from 1 to ${MOST}, found ${word || "the end of the text"}`, at(i));
    });
    const squares = words.slice(2);
    if (squares.length !== width * height) {
      throw new Misfit(
        `expected ${counted(width * height, "square")} (${width} × ${height}), found ${squares.length}`,
        at(Math.min(words.length, width * height + 2)),
      );
    }
    const maze = { ...blank(), width, height, arrows: [], colours: [], start: null, goal: null };
    squares.forEach(([word], i) => {
      const plain = word.replace(/\\([#!?_])/g, "$1").replace(/„/g, ",,").replace(/^[!#]$/, "$&,,");
      const parts = plain.split(",");
      const wrong = (wanted, found) => {
        throw new Misfit(`expected ${wanted}, found ${found} on square (${i % width}, ${Math.floor(i / width)})`, at(i + 2));
      };
      if (parts.length !== 3) wrong("role,colour,directions", word);
      const [role, colour, names] = parts;
      if (!["?", "!", "#"].includes(role)) wrong("one of the roles '?', '!', '#'", role);
      if (!LETTERS.includes(colour)) wrong("one of the colours b, r, y or none", colour);
      let bits = 0;
      for (const each of names ? names.split("_") : []) {
        const bit = 1 << NAMES.indexOf(each);
        if (!NAMES.includes(each)) wrong(`one of the directions ${NAMES.join(", ")}`, each);
        if (bits & bit) wrong("each direction once", `${each} twice`);
        bits |= bit;
      }
      const kind = { "?": "start", "!": "goal" }[role];
      if (kind && maze[kind] !== null) wrong(`one ${kind}`, "a second one");
      if (kind) maze[kind] = i;
      maze.arrows.push(bits);
      maze.colours.push(LETTERS.indexOf(colour));
    });
    for (const kind of ["start", "goal"]) {
      if (maze[kind] === null) throw new Misfit(`expected one ${kind}, found none`, at(words.length));
    }
    return maze;
  };

  const save = (maze) => {
    const words = all(maze).map((square) => {
      const role = square === maze.start ? "?" : square === maze.goal ? "!" : "#";
      return `${role},${LETTERS[maze.colours[square]]},${arrowsOf(maze, square).join("_")}`;
    });
    const wide = words.reduce((most, word) => Math.max(most, word.length), 0);
    const rows = Array.from({ length: maze.height }, (_, y) => words.slice(y * maze.width, (y + 1) * maze.width));
    const lines = rows.map((each) => each.map((word) => word.padEnd(wide)).join(" ").trimEnd());
    return [`${maze.width} ${maze.height}`, ...lines, ""].join("\n");
  };

  // under options that overlays set, as `adapt` in Python
  const adapt = (maze, options) => Object.entries(options).reduce((made, [rule, value]) => {
    if (!["departure", "backwards"].includes(rule)) throw new Misfit(`expected departure or backwards, found ${rule}`);
    return { ...made, [rule]: value === "true" };
  }, maze);

  return {
    read, facts, adapt, script, replay, tools, spots, change, blank, resize, size: (maze) => [maze.width, maze.height],
    open, save,
  };
})();
