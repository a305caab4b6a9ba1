// A labyrinth for the lab: from facts and back, its scene, answers replayed, clicks; see CONTRIBUTING.md.
// A puzzle is a labyrinth {cliques, oneways, start, goal} or a pushdown system {rules, state, stack, goal},
// which has no picture. A goal: {kind, names, reads}. Names say where a location is: `3` on the outer face,
// `A.3` on that of box A, `inner.3` inside.
const lab = (() => {
  const INSIDE = ["inner", "internal"];
  const KINDS = ["escape", "at", "reach", "accept"];
  const [START, BOTTOM, VICTORY] = ["(start)", "(bottom)", "(victory)"];
  const BELOW = "\\bot";
  const ESCAPE = { kind: "escape", names: [], reads: [] };
  const MOST = 200; // locations that are drawn
  const UNFOLDED = 2000; // moves of a run that is played

  const parted = (name) => {
    const dot = name.indexOf(".");
    const box = dot < 0 ? "" : name.slice(0, dot);
    return dot < 0 || INSIDE.includes(box) ? [null, null] : [box, name.slice(dot + 1)];
  };
  const boxOf = (name) => parted(name)[0];
  const behind = (name) => parted(name)[1];
  const isOuter = (name) => !name.includes(".");
  const isPlace = (name) => boxOf(name) === null;
  const isSystem = (puzzle) => Boolean(puzzle.rules);
  const cliqueOf = (names) => [...new Set(names)].sort(before);

  // numbers in names are sorted by value, and outer locations before boxes
  const naturalKey = (name) => [
    [name.split(".").length - 1, 0, ""],
    ...name.split(/(\d+)/).filter(Boolean).map((part) => (/^\d{1,18}$/.test(part) ? [0, Number(part), part] : [1, 0, part])),
  ];
  const natural = (a, b) => {
    const [one, other] = [naturalKey(a), naturalKey(b)];
    for (let i = 0; i < Math.min(one.length, other.length); i++) {
      const found = [0, 1, 2].map((j) => before(one[i][j], other[i][j])).find(Boolean);
      if (found) return found;
    }
    return one.length - other.length;
  };
  const ordered = (names) => [...new Set(names)].sort(natural);

  // all locations, what lies behind ports too, in order of appearance
  const locations = ({ cliques, oneways, start, goal }) => {
    const found = new Set([...cliques.flat(), ...oneways.flat(), start, ...(goal.kind === "accept" ? [] : goal.names)]);
    for (const name of [...found]) {
      let inside = behind(name);
      while (inside !== null && !found.has(inside)) {
        found.add(inside);
        inside = behind(inside);
      }
    }
    return [...found];
  };
  const outerOf = (maze) => locations(maze).filter(isOuter).sort(natural);
  const boxesOf = (maze) => ordered(locations(maze).map(boxOf).filter((box) => box !== null));
  const targetsOf = (maze) => ({
    escape: outerOf,
    accept: () => locations(maze).filter((name) => maze.goal.reads.some(([state]) => state === name)),
  }[maze.goal.kind] || (() => maze.goal.names))(maze);

  // ---- facts

  const ADDRESS = /^[^\s.#()<>:,;"'%\\]+(?:\.[^\s.#()<>:,;"'%\\]+)*$/u;
  const UNPRINTABLE = /[\p{C}\p{Z}]/u;

  const misnamed = (name) => {
    if ([...name].length > 200) return "expected a location of at most 200 characters";
    if (!ADDRESS.test(name) || UNPRINTABLE.test(name) || name.includes("->")) {
      return `expected a location like 3, A.3, A.B.3 or inner.3, found '${name}'`;
    }
    const parts = name.split(".");
    if (parts.length > 32) return `expected an address of at most 32 parts, found ${parts.length}`;
    if (parts.length > 1 && [...parts.slice(0, -2), parts.at(-1)].some((part) => INSIDE.includes(part))) {
      return `expected boxes, then 'inner' or 'internal' and one name, found '${name}'`;
    }
    return "";
  };

  const isWord = (text) => /^[^\s()<>#:%"]+$/u.test(text) && !UNPRINTABLE.test(text) && text !== "-->";

  const word = (atom, index, usable, what) => {
    const { string } = atom.args[index];
    if (string === undefined) throw new Misfit(`expected a name as a string, like "A.3", as argument ${index + 1}, found ${written(atom.args[index])}`, atom);
    const problem = usable(string);
    if (problem) throw new Misfit(problem === true ? `expected ${what} as argument ${index + 1}, found '${string}'` : problem, atom);
    return string;
  };
  const location = (atom, index) => word(atom, index, misnamed, "");
  const symbol = (atom, index) => word(atom, index, (text) => !isWord(text), "a word without blanks and brackets");

  // what is wrong with an automaton that begins at these places and reads such symbols
  const unread = ({ reads }, symbols, first) => reads.map(([state, top]) => {
    if (!symbols.includes(top)) return `expected a box or symbol of the puzzle to be read, found '${top}'`;
    const begun = first.includes(state) || reads.some(([, , end]) => end === state);
    return begun ? "" : `expected a location, or a state that the automaton comes to, found '${state}'`;
  }).find(Boolean);
  const wellRead = (goal, symbols, first, place) => {
    const problem = unread(goal, symbols, first);
    if (problem) throw new Misfit(problem, place);
  };

  const goalFrom = (atoms, readings, usable, what) => {
    const names = {};
    for (const each of atoms) {
      const { name, args } = each.args[0];
      const fits = KINDS.includes(name) && args.length === Number(name !== "escape") && args.every(({ string }) => string !== undefined);
      if (!fits) throw new Misfit('expected escape or at("NAME") or reach("NAME") or accept("STATE") as argument 1 of goal/1', each);
      if (!args.every(({ string }) => (name === "accept" ? isWord : usable)(string))) throw new Misfit(`expected a goal with ${what}`, each);
      names[name] = [...(names[name] || []), ...args.map(({ string }) => string)];
    }
    const kinds = Object.keys(names).sort();
    if (kinds.length > 1) throw new Misfit(`expected one kind of goal, found ${kinds.join(" and ")}`, atoms.at(-1));
    if (readings.length && kinds[0] !== "accept") throw new Misfit("expected a goal accept(S) beside an automaton, found none", readings[0]);
    const isBelow = ({ name, args }) => name === "bottom" && !args.length;
    const reads = readings.map((each) => [symbol(each, 0), isBelow(each.args[1]) ? BOTTOM : symbol(each, 1), symbol(each, 2)]);
    return kinds.length ? { kind: kinds[0], names: ordered(names[kinds[0]]), reads: distinct(reads).sort(lexical) } : ESCAPE;
  };

  const read = (facts) => {
    const found = sorted(facts);
    const of = (kind) => found.get(kind);
    if (of("initial/1").length || of("rule/4").length) return systemFrom(of);
    const spelled = ["first/1", "last/1", "spell/3", "label/2", "oneway/3"].flatMap(of)[0];
    if (spelled) throw new Misfit("expected corridors without labels and no words, which labs can't judge", spelled);
    const numbers = new Map();
    for (const each of of("corridor/2")) {
      const number = integer(each, 0);
      numbers.set(number, [...(numbers.get(number) || []), location(each, 1)]);
    }
    const pairs = new Map(of("oneway/2").map((each) => [location(each, 0), location(each, 1)]).map((pair) => [pair.join(" "), pair]));
    const maze = {
      cliques: [...numbers].sort(([a], [b]) => a - b).map(([, names]) => cliqueOf(names)),
      oneways: [...pairs.values()].sort((a, b) => before(a[0], b[0]) || before(a[1], b[1])),
      start: location(only(of("start/1"), "start(L)"), 0),
      goal: goalFrom(of("goal/1"), of("reads/3"), (name) => !misnamed(name) && isPlace(name), "an outer or inside location"),
    };
    const known = new Set(locations(maze));
    wellRead(maze.goal, [BOTTOM, ...boxesOf(maze)], [...known], of("reads/3")[0]);
    for (const each of of("port/3")) {
      const port = location(each, 2);
      const [box, inside] = [0, 1].map((i) => word(each, i, () => "", ""));
      if (!known.has(port) || boxOf(port) !== box || behind(port) !== inside) {
        throw new Misfit("expected a port that a corridor leads to, by its box, the name inside, and both joined by a dot", each);
      }
    }
    for (const each of of("outer/1")) {
      if (!known.has(location(each, 0)) || !isPlace(each.args[0].string)) throw new Misfit("expected an outer location that a corridor leads to", each);
    }
    return maze;
  };

  const symbolsOf = ({ stack, rules }) => [...stack, ...rules.flatMap((rule) => [rule.symbol, ...rule.written])];
  const statesOf = ({ state, rules }) => [state, ...rules.flatMap((rule) => [rule.state, rule.target])];

  const systemFrom = (of) => {
    const odd = ["corridor/2", "oneway/2", "port/3", "outer/1", "start/1"].flatMap(of)[0];
    if (odd) throw new Misfit(`expected only facts of a pushdown system beside rules, found ${written(odd)}`, odd);
    const series = (places, what) => Array.from({ length: places.size }, (_, i) => {
      if (!places.has(i + 1)) throw new Misfit(`expected a symbol at each place, found no ${what}${i + 1},…)`);
      return places.get(i + 1);
    });
    const put = (places, each, index) => {
      const at = integer(each, index, 1);
      if (places.has(at)) throw new Misfit("expected one symbol for each place, found two", each);
      return places.set(at, symbol(each, index + 1));
    };
    const rules = new Map();
    for (const each of of("rule/4")) {
      const number = integer(each, 0, 1);
      if (rules.has(number)) throw new Misfit("expected another number for each rule, found one twice", each);
      rules.set(number, [1, 2, 3].map((i) => symbol(each, i)));
    }
    const writes = new Map();
    for (const each of of("writes/3")) {
      const number = integer(each, 0, 1);
      if (!rules.has(number)) throw new Misfit("expected the number of a rule, found another one", each);
      writes.set(number, put(writes.get(number) || new Map(), each, 1));
    }
    const stack = of("stacked/2").reduce((places, each) => put(places, each, 0), new Map());
    const system = {
      rules: [...rules].sort(([a], [b]) => a - b).map(([number, [state, top, target]]) => ({
        state, symbol: top, target, written: series(writes.get(number) || new Map(), `writes(${number},`),
      })),
      state: symbol(only(of("initial/1"), "initial(P)"), 0),
      stack: series(stack, "stacked(").reverse(),
      goal: goalFrom(of("goal/1"), of("reads/3"), isWord, "a state"),
    };
    wellRead(system.goal, symbolsOf(system), statesOf(system), of("reads/3")[0]);
    return system;
  };

  const facts = (puzzle) => {
    const atoms = [];
    const add = (name, ...args) => atoms.push({ name, args });
    const { goal } = puzzle;
    if (isSystem(puzzle)) {
      puzzle.rules.forEach(({ state, symbol: top, target, written: symbols }, i) => {
        add("rule", i + 1, ...[state, top, target].map(text));
        symbols.forEach((each, place) => add("writes", i + 1, place + 1, text(each)));
      });
      [...puzzle.stack].reverse().forEach((each, i) => add("stacked", i + 1, text(each)));
      add("initial", text(puzzle.state));
    } else {
      puzzle.cliques.forEach((names, i) => names.forEach((name) => add("corridor", i + 1, text(name))));
      for (const pair of puzzle.oneways) add("oneway", ...pair.map(text));
      for (const name of locations(puzzle)) if (!isPlace(name)) add("port", ...[...parted(name), name].map(text));
      for (const name of outerOf(puzzle)) add("outer", text(name));
      add("start", text(puzzle.start));
    }
    if (!goal.names.length) add("goal", { name: goal.kind, args: [] });
    for (const name of goal.names) add("goal", { name: goal.kind, args: [text(name)] });
    for (const [state, top, end] of goal.reads) add("reads", text(state), top === BOTTOM ? { name: "bottom", args: [] } : text(top), text(end));
    return atoms.sort(clingoOrder).map((atom) => `${written(atom)}.`);
  };

  // ---- where things lie: pylab/families/fractal/layout.py and routes.py once more, to the last digit

  const SIDE = 100;
  const [TURN, SHARED, STEPS] = [0.7, 2.2, [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]]];

  // the product of two numbers in two parts: rounded, and what rounding took away
  const exactly = (a, b) => {
    const split = (value) => {
      const high = value * 134217729;
      const top = high - (high - value);
      return [top, value - top];
    };
    const product = a * b;
    const [[a1, a2], [b1, b2]] = [split(a), split(b)];
    return [product, a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2)];
  };

  // a distance as exact as Python's math.dist
  const dist = ([ax, ay], [bx, by]) => {
    const [dx, dy] = [ax - bx, ay - by];
    const [[x, x2], [y, y2]] = [exactly(dx, dx), exactly(dy, dy)];
    const sum = x + y;
    const lost = Math.abs(x) > Math.abs(y) ? (x - sum) + y : (y - sum) + x;
    const root = Math.sqrt(sum);
    if (!root) return 0;
    const [square, square2] = exactly(root, root);
    return root + ((sum - square) + (lost + x2 + y2 - square2)) / (2 * root);
  };

  const placed = (square, [x, y]) => [square.x + (x / SIDE) * square.side, square.y + (y / SIDE) * square.side];
  const isNear = (square, [x, y], margin) => {
    const [low, high] = [-margin, square.side + margin];
    return low < x - square.x && x - square.x < high && low < y - square.y && y - square.y < high;
  };
  const pairsOf = (list) => list.flatMap((a, i) => list.slice(i + 1).map((b) => [a, b]));
  const least = (list, value) => list.reduce((best, each) => {
    const found = value(each);
    return best === null || found < best[0] || (found === best[0] && before2(each, best[1]) < 0) ? [found, each] : best;
  }, null)[1];
  const before2 = (a, b) => a[0] - b[0] || a[1] - b[1];

  const around = (count) => Array.from({ length: count }, (_, i) => {
    const along = ((i + 0.5) / Math.max(1, count)) * 4;
    const side = Math.floor(along);
    const part = (along - side) * SIDE;
    return [[part, 0], [SIDE, part], [SIDE - part, SIDE], [0, SIDE - part]][side];
  });

  const cellsOf = (count) => {
    const columns = Math.ceil(Math.sqrt(count)) || 1;
    const rows = Math.ceil(count / columns) || 1;
    return Array.from({ length: count }, (_, i) => {
      const [row, column] = [Math.floor(i / columns), i % columns];
      const width = Math.min(row === rows - 1 ? count - row * columns : columns, columns);
      const side = (SIDE / Math.max(columns, rows)) * 0.46;
      return { x: (SIDE * (column + 0.5)) / width - side / 2, y: (SIDE * (row + 0.5)) / rows - side / 2, side };
    });
  };

  // slots and cells, swapped as long as that makes the corridors less bad, each of which has its badness
  // by `judge`; `touched(places, i)` are the corridors that lie elsewhere when place i is another
  const improve = (slots, cells, count, judge, touched, most) => {
    let tries = most;
    const swaps = [slots, cells].flatMap((places) => pairsOf(range(places.length)).map(([i, j]) => ({
      moved: [...new Set([...touched(places, i), ...touched(places, j)])],
      swap: () => {
        const kept = places[i];
        places[i] = places[j];
        places[j] = kept;
      },
    })));
    const bad = range(count).map(judge);
    const sum = () => bad.reduce((total, each) => total + each, 0);
    let best = sum();
    for (let better = true; better;) {
      better = false;
      for (const { moved, swap } of swaps) {
        if (tries <= 0) return;
        tries -= 1;
        const had = moved.map((edge) => bad[edge]);
        swap();
        for (const edge of moved) bad[edge] = judge(edge);
        const now = sum();
        if (now < best - 1e-9) {
          best = now;
          better = true;
        } else {
          swap();
          moved.forEach((edge, k) => { bad[edge] = had[k]; });
        }
      }
    }
  };

  const layout = (maze) => {
    const [names, outer, boxes] = [locations(maze), outerOf(maze), boxesOf(maze)];
    const edges = [...maze.cliques.flatMap((clique) => pairsOf(clique.slice(0, 8))), ...maze.oneways];
    const [slots, cells] = [around(outer.length), cellsOf(boxes.length)];
    // of each location the boxes that it is in, from the inmost one, and the slot there
    const nested = new Map(names.map((name) => {
      const within = [];
      let inside = name;
      for (let [box, rest] = parted(name); box !== null; [box, rest] = parted(rest)) {
        within.unshift(boxes.indexOf(box));
        inside = rest;
      }
      return [name, { within, slot: outer.indexOf(inside) }];
    }));
    const pointNow = (name) => {
      const { within, slot } = nested.get(name);
      return within.reduce((point, box) => placed(cells[box], point), slots[slot] || [SIDE / 2, SIDE / 2]);
    };
    const touched = (places, i) => range(edges.length).filter((edge) => edges[edge].some((name) => {
      const { within, slot } = nested.get(name);
      return places === slots ? slot === i : within.includes(i);
    }));
    const judge = (edge) => {
      const [p, q] = edges[edge].map(pointNow);
      let total = dist(p, q);
      for (const part of [0.2, 0.4, 0.6, 0.8]) {
        const point = [p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part];
        total += 14 * Number(cells.some((cell) => isNear(cell, point, 0)));
      }
      return total;
    };
    improve(slots, cells, edges.length, judge, touched, Math.max(1, Math.floor(100000 / Math.max(1, edges.length))));
    const points = new Map(names.map((name) => [name, pointNow(name)]));
    const squares = new Map(boxes.map((box, i) => [box, cells[i]]));
    const steps = Math.max(18, Math.min(80, 4 * Math.floor(Math.sqrt(names.length))));
    const lattice = Array.from({ length: steps }, (_, k) => (SIDE * (k + 0.5)) / steps);
    let free = lattice.flatMap((x) => lattice.map((y) => [x, y]))
      .filter((point) => Math.min(...point) > 7 && Math.max(...point) < SIDE - 7 && !cells.some((cell) => isNear(cell, point, 4)));
    const take = (wish) => {
      if (!free.length) return wish;
      const chosen = least(free, (point) => dist(point, wish));
      free = free.filter((point) => dist(point, chosen) > 5);
      return chosen;
    };
    const middle = (list) => (list.length ? [0, 1].map((i) => list.reduce((sum, point) => sum + point[i], 0) / list.length) : [SIDE / 2, SIDE / 2]);
    for (const name of names) {
      if (isOuter(name) || boxOf(name) !== null) continue;
      const beside = [...edges.filter(([p]) => p === name).map(([, q]) => q), ...edges.filter(([, q]) => q === name).map(([p]) => p)];
      points.set(name, take(middle(beside.map((each) => points.get(each)))));
    }
    for (const name of names) if (boxOf(name) !== null) points.set(name, placed(squares.get(boxOf(name)), points.get(behind(name))));
    const hubs = new Map();
    maze.cliques.forEach((clique, i) => {
      if (clique.length > 2) hubs.set(i, take(middle(clique.map((name) => points.get(name)))));
    });
    const plan = { points, squares, hubs, ways: new Map() };
    return { ...plan, ways: waysOf(maze, plan) };
  };

  // where a corridor leaves a location to: out of its box, or into the frame, or nowhere
  const normal = ({ points, squares }, name) => {
    const box = boxOf(name);
    if (box === null && !isOuter(name)) return [0, 0];
    const square = box === null ? { x: 0, y: 0, side: SIDE } : squares.get(box);
    const sign = box === null ? -1 : 1;
    const [x, y] = points.get(name);
    const [dx, dy] = [x - square.x - square.side / 2, y - square.y - square.side / 2];
    const toward = (value) => (value < 0 || Object.is(value, -0) ? -sign : sign);
    return Math.abs(dx) > Math.abs(dy) ? [toward(dx), 0] : [0, toward(dy)];
  };

  const hubName = (number) => `(${number})`;
  const pair = (a, b) => `${a} ${b}`;

  const waysOf = (maze, plan) => {
    const pairs = maze.cliques.flatMap((clique, i) => {
      if (plan.hubs.has(i)) return clique.map((name) => [name, hubName(i)]);
      return clique.length === 2 ? [[clique[0], clique[1]]] : [];
    }).concat(maze.oneways);
    const hubs = new Map([...plan.hubs].map(([i, point]) => [hubName(i), point]));
    const end = (name) => {
      if (hubs.has(name)) return [hubs.get(name), hubs.get(name)];
      const [[x, y], [dx, dy]] = [plan.points.get(name), normal(plan, name)];
      return [[x, y], [x + dx * 2.4, y + dy * 2.4]];
    };
    const ends = new Map(pairs.map(([a, b]) => [pair(a, b), { a, b, ends: [end(a), end(b)] }]));
    const lengths = new Map([...ends].map(([key, { ends: [[origin], [target]] }]) => [key, dist(origin, target)]));
    const order = [...ends.keys()].sort((one, other) => {
      const [p, q] = [ends.get(one), ends.get(other)];
      return lengths.get(one) - lengths.get(other) || before(p.a, q.a) || before(p.b, q.b);
    });
    const router = routes(60, (point) => Math.min(...point) < 2 || Math.max(...point) > SIDE - 2
      || [...plan.squares.values()].some((square) => isNear(square, point, 1.6)));
    return new Map(order.map((key) => {
      const { a, b, ends: [[origin, stub], [target, other]] } = ends.get(key);
      return [key, { a, b, points: [origin, ...router(stub, other), target] }];
    }));
  };

  // ways on a lattice, one after another, by Dijkstra's algorithm; the function finds the next one. Nodes are
  // numbers, by columns, with one more all around; states of the search are nodes with a heading, 0 for none
  const routes = (steps, blocked) => {
    const unit = SIDE / steps;
    const tall = steps + 3;
    const name = (i, j) => (i + 1) * tall + j + 1;
    const column = (node) => Math.floor(node / tall) - 1;
    const row = (node) => (node % tall) - 1;
    const point = (node) => [column(node) * unit, row(node) * unit];
    const free = new Uint8Array(tall * tall);
    for (let i = 0; i <= steps; i++) for (let j = 0; j <= steps; j++) if (!blocked([i * unit, j * unit])) free[name(i, j)] = 1;
    const used = new Int32Array(9 * tall * tall); // of a node's steps
    const visited = new Int32Array(tall * tall);
    const best = new Float64Array(9 * tall * tall);
    const back = new Int32Array(9 * tall * tall);
    const ahead = STEPS.map(([a, b]) => a * tall + b);
    const lengths = STEPS.map(([a, b]) => (a && b ? Math.SQRT2 : 1));
    const turns = STEPS.map((_, heading) => STEPS.map((__, direction) => Math.abs(((direction - heading + 12) % 8) - 4)));
    const nearest = (wish) => {
      const [i, j] = [rounded(wish[0] / unit), rounded(wish[1] / unit)];
      for (let reach = 0; reach <= steps; reach++) {
        const ring = [];
        for (let a = Math.max(0, i - reach); a <= Math.min(steps, i + reach); a++) {
          for (let b = Math.max(0, j - reach); b <= Math.min(steps, j + reach); b++) {
            if (Math.max(Math.abs(a - i), Math.abs(b - j)) === reach && free[name(a, b)]) ring.push([a, b]);
          }
        }
        if (ring.length) return name(...least(ring, ([a, b]) => dist([a * unit, b * unit], wish)));
      }
      return name(i, j);
    };
    const search = (first, last) => {
      const queue = heap();
      const [x, y] = [column(last), row(last)];
      best.fill(Infinity);
      best[9 * first] = 0;
      queue.push(0, 0, 9 * first);
      for (let each = queue.pop(); each !== undefined; each = queue.pop()) {
        const [cost, state] = [queue.cost(each), queue.state(each)];
        const node = Math.floor(state / 9);
        const heading = (state % 9) - 1;
        if (node === last) {
          const nodes = [node];
          for (let at = state; at % 9;) {
            at = back[at];
            nodes.push(Math.floor(at / 9));
          }
          return nodes.reverse();
        }
        if (cost > best[state]) continue;
        for (let direction = 0; direction < 8; direction++) {
          const there = node + ahead[direction];
          if (!free[there]) continue;
          const turn = heading < 0 ? 0 : turns[heading][direction];
          if (turn > 2) continue;
          let total = cost + lengths[direction] + TURN * turn * turn;
          total += SHARED * used[9 * node + direction];
          total += 0.3 * visited[there];
          const at = 9 * there + direction + 1;
          if (total < best[at]) {
            best[at] = total;
            back[at] = state;
            const [dx, dy] = [column(there) - x, row(there) - y];
            queue.push(total + Math.sqrt(dx * dx + dy * dy), total, at);
          }
        }
      }
      return [first, last];
    };
    return (origin, target) => {
      const nodes = search(nearest(origin), nearest(target));
      nodes.slice(1).forEach((there, i) => {
        const direction = ahead.indexOf(there - nodes[i]);
        visited[there] += 1;
        if (direction < 0) return; // there was no way
        used[9 * nodes[i] + direction] += 1;
        used[9 * there + ((direction + 4) % 8)] += 1;
      });
      const corners = nodes.slice(1, -1).filter((node, i) => node - nodes[i] !== nodes[i + 2] - node).map(point);
      return [origin, ...corners.filter((p) => Math.min(dist(p, origin), dist(p, target)) > unit), target];
    };
  };

  // a queue of states with their costs that gives the one with the least guess first, then the least cost
  const heap = () => {
    const [guesses, costs, states, list] = [[], [], [], []]; // `list` has numbers of what was pushed
    const lower = (one, other) => (guesses[one] - guesses[other] || costs[one] - costs[other] || states[one] - states[other]) < 0;
    return {
      cost: (one) => costs[one],
      state: (one) => states[one],
      push: (guess, cost, state) => {
        const one = guesses.push(guess) - 1;
        costs.push(cost);
        states.push(state);
        let i = list.push(one) - 1;
        for (let up = (i - 1) >> 1; i > 0 && lower(one, list[up]); up = (i - 1) >> 1) {
          list[i] = list[up];
          i = up;
        }
        list[i] = one;
      },
      pop: () => {
        const [top] = list;
        const one = list.pop();
        if (!list.length) return top;
        let i = 0;
        for (let down = 1; down < list.length; down = 2 * i + 1) {
          if (down + 1 < list.length && lower(list[down + 1], list[down])) down += 1;
          if (!lower(list[down], one)) break;
          list[i] = list[down];
          i = down;
        }
        list[i] = one;
        return top;
      },
    };
  };

  // a change is laid out once, though it is drawn as it is clicked and as it is read
  const planOf = remembered(layout, (maze) => JSON.stringify([locations(maze), maze.cliques, maze.oneways]));

  // ---- the scene

  const [SCALED, MARGIN, SMALL, LARGE, COLUMNS, ROW] = [8, 84, 11, 15, 3, 18];
  const WHOLE = SIDE * SCALED + 2 * MARGIN;

  const at = ([x, y]) => [MARGIN + x * SCALED, MARGIN + y * SCALED];

  const round = (value, digits) => Number(fixed(value, digits));

  const apart = (points) => points.filter((point, i) => i === 0 || dist(point, points[i - 1]) > 1e-6);

  // path commands along points, the corners rounded
  const smooth = (points, radius) => {
    const kept = apart(points);
    const shown = ([x, y]) => `${fixed(x, 2)} ${fixed(y, 2)}`;
    const toward = (here, there, distance) => {
      const part = distance / (dist(here, there) || 1);
      return [here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part];
    };
    const words = [`M${shown(kept[0])}`];
    kept.slice(1, -1).forEach((here, i) => {
      const [last, next] = [kept[i], kept[i + 2]];
      const cut = Math.min(radius, dist(last, here) / 2, dist(here, next) / 2);
      words.push(`L${shown(toward(here, last, cut))}`, `Q${shown(here)} ${shown(toward(here, next, cut))}`);
    });
    return [...words, `L${shown(kept.at(-1))}`].join(" ");
  };

  const drawArrow = (drawing, plan, origin, target) => {
    const [[x0, y0], [x1, y1]] = [at(plan.points.get(origin)), at(plan.points.get(target))];
    let [nx, ny] = normal(plan, target);
    if (!nx && !ny) {
      const length = dist([x0, y0], [x1, y1]) || 1;
      [nx, ny] = [(x0 - x1) / length, (y0 - y1) / length];
    }
    const [x, y] = [x1 + nx * 6, y1 + ny * 6];
    const wings = [5, -5].map((w) => [x + nx * 10 - w * ny, y + ny * 10 + w * nx]);
    drawing.polygon([[x, y], ...wings], { fill: COLOURS.WAY });
  };

  const drawMaze = (drawing, maze, plan) => {
    const side = SIDE * SCALED;
    drawing.rect(MARGIN, MARGIN, side, side, { rx: 14, fill: COLOURS.FLOOR, stroke: COLOURS.INK, "stroke-width": 2.5 });
    for (const square of plan.squares.values()) {
      const [x, y] = at([square.x, square.y]);
      const size = square.side * SCALED;
      drawing.rect(x, y, size, size, { rx: 8, fill: COLOURS.CARD, stroke: COLOURS.INK, "stroke-width": 1.8 });
    }
    const oneways = new Set(maze.oneways.map(([a, b]) => pair(a, b)));
    for (const [key, { a, b, points }] of plan.ways) {
      drawing.path(smooth(apart(points.map(at)), 14), { fill: "none", stroke: COLOURS.WAY, "stroke-width": 2.2 });
      if (oneways.has(key)) drawArrow(drawing, plan, a, b);
    }
    for (const hub of plan.hubs.values()) drawing.circle(...at(hub), 4, { fill: COLOURS.WAY });
    for (const [name, point] of plan.points) {
      if (boxOf(name) !== null) drawing.circle(...at(point), 3.6, { fill: COLOURS.CARD, stroke: COLOURS.INK, "stroke-width": 1.6 });
    }
  };

  const drawCopies = (drawing, plan, name) => {
    for (const square of plan.squares.values()) {
      const scale = square.side / SIDE;
      const [x, y] = at([square.x, square.y]).map((value) => value - MARGIN * scale);
      const transform = `translate(${number(x)} ${number(y)}) scale(${fixed(scale, 5)})`;
      drawing.use(name, { transform, "pointer-events": "none" });
    }
  };

  const shortened = (name, room, size) => {
    const letters = [...name];
    const most = Math.max(1, Math.floor(room / (0.6 * size)));
    if (letters.length <= most) return name;
    if (most < 3) return "…";
    const last = Math.floor((most - 1) / 2);
    return `${letters.slice(0, most - 1 - last).join("")}…${letters.slice(-last).join("")}`;
  };

  const drawLabel = (drawing, plan, name, [x, y], numbers) => {
    const [nx, ny] = normal(plan, name);
    const box = boxOf(name);
    if (!isOuter(name) && box === null) {
      drawing.text(x, y - 16, shortened(name.slice(name.indexOf(".") + 1), 120, LARGE), LARGE, { fill: COLOURS.INK });
      return;
    }
    // how far the nearest label on the same edge is away
    const room = () => {
      const far = [...plan.points].filter(([other]) => other !== name && boxOf(other) === box
        && String(normal(plan, other)) === String([nx, ny]) && (box !== null || isOuter(other)))
        .map(([, point]) => dist(plan.points.get(name), point));
      return SCALED * (far.length ? Math.min(...far) : SIDE);
    };
    const [size, away, bare] = box === null ? [LARGE, nx ? 17 : 20, name] : [SMALL, 10, behind(name)];
    const wide = nx ? (box === null ? MARGIN - 20 : (plan.squares.get(box).side * SCALED) / 2 - 14) : room();
    const anchor = ny ? "middle" : nx > 0 ? "end" : "start";
    const shown = numbers.get(bare) || shortened(bare, wide, size);
    drawing.text(x - nx * away, y - ny * away + size * 0.35, shown, size, { fill: COLOURS.INK, "text-anchor": anchor });
  };

  const scene = (maze, plan) => {
    const names = locations(maze);
    const numbers = new Map(outerOf(maze).filter((name) => [...name].length > 5).map((name, i) => [name, `#${i + 1}`]));
    const below = WHOLE + 8;
    const height = below + (numbers.size ? ROW * (Math.ceil(numbers.size / COLUMNS) + 1) : 0);
    const many = (list, one, more) => `${list.length} ${list.length === 1 ? one : more}`;
    const size = `${many(outerOf(maze), "outer location", "outer locations")} and ${many(boxesOf(maze), "box", "boxes")}`;
    const drawing = new Drawing(WHOLE, height, `A labyrinth of ${size}`);
    drawing.group({}, () => {
      drawing.group({ id: "inmost" }, () => drawMaze(drawing, maze, plan));
      drawing.group({ id: "inner" }, () => {
        drawMaze(drawing, maze, plan);
        drawCopies(drawing, plan, "inmost");
      });
    }, "defs");
    const frame = SIDE * SCALED;
    const ring = `M0 0h${number(WHOLE)}v${number(WHOLE)}h${number(-WHOLE)}z`
      + `M${number(MARGIN)} ${number(MARGIN)}v${number(frame)}h${number(frame)}v${number(-frame)}z`;
    drawing.group({ "data-actor": "out" }, () => {
      drawing.path(ring, { fill: "none", "pointer-events": "all" });
      drawing.rect(5, 5, WHOLE - 10, WHOLE - 10, { rx: 16, class: "mark" });
      drawing.rect(MARGIN - 8, MARGIN - 8, frame + 16, frame + 16, { rx: 18, class: "mark" });
    });
    drawMaze(drawing, maze, plan);
    drawing.group({ class: "copy" }, () => drawCopies(drawing, plan, "inner"));
    [...plan.squares].forEach(([box, square], i) => {
      const [x, y] = at([square.x, square.y]);
      const side = square.side * SCALED;
      const letters = Math.min(side / 4, (1.5 * side) / [...box].length);
      drawing.group({ "data-actor": `b${i}` }, () => {
        drawing.rect(x, y, side, side, { fill: "none", "pointer-events": "all" });
        drawing.text(x + side / 2, y + side / 2 + letters * 0.36, box, letters, { fill: COLOURS.WAY, class: "ghostly" });
        drawing.rect(x - 5, y - 5, side + 10, side + 10, { rx: 10, class: "mark" });
      });
    });
    drawing.text(MARGIN + 4, 38, "", 28, { fill: COLOURS.INK, "text-anchor": "start", "data-actor": "where" });
    drawing.group({ id: "trail", "pointer-events": "none" });
    const targets = new Set(targetsOf(maze));
    const joined = new Set([...maze.cliques, ...maze.oneways].flat());
    names.forEach((name, i) => {
      const [x, y] = at(plan.points.get(name));
      const port = boxOf(name) !== null;
      drawing.group({ "data-actor": `l${i}` }, () => {
        drawing.circle(x, y, 14, { fill: "none", "pointer-events": "all" });
        if (targets.has(name)) drawing.circle(x, y, 10, { fill: "none", stroke: COLOURS.GOAL, "stroke-width": 2.4 });
        if (port && !joined.has(name)) {
          drawing.circle(x, y, 2, { fill: COLOURS.SHADE });
        } else {
          const fill = name === maze.start ? COLOURS.HERO : COLOURS.CARD;
          drawing.circle(x, y, port ? 3.6 : 5.5, { fill, stroke: COLOURS.INK, "stroke-width": 1.6 });
          drawLabel(drawing, plan, name, [x, y], numbers);
        }
        drawing.circle(x, y, 15, { class: "mark" });
      });
    });
    const [x, y] = at(plan.points.get(maze.start)).map(number);
    drawing.group({ "data-actor": "hero", transform: `translate(${x} ${y})`, "pointer-events": "none" }, () => {
      drawing.circle(0, 0, 13, { fill: COLOURS.HERO, class: "hero" });
      drawing.circle(0, 0, 4, { fill: COLOURS.PAPER, class: "paper" });
    });
    [...numbers].forEach(([name, short], i) => {
      const words = `${short} ${shortened(name, (WHOLE - 40) / COLUMNS - 40, SMALL + 1)}`;
      const left = 20 + ((i % COLUMNS) * (WHOLE - 40)) / COLUMNS;
      drawing.text(left, below + ROW * (Math.floor(i / COLUMNS) + 1), words, SMALL + 1, { fill: COLOURS.INK, "text-anchor": "start" });
    });
    return drawing;
  };

  const script = (maze) => {
    if (isSystem(maze)) throw new Misfit("expected a labyrinth, found a pushdown system, which has no picture");
    const names = locations(maze);
    if (names.length > MOST) throw new Misfit(`expected at most ${MOST} locations to watch, found more`);
    const plan = planOf(maze);
    const drawing = scene(maze, plan);
    const index = new Map(names.map((name, i) => [name, i]));
    const boxes = [...plan.squares.keys()];
    const shown = (points) => points.map((point) => at(point).map((value) => round(value, 1)));
    const between = (i, a, b) => {
      const way = (from, to) => plan.ways.get(pair(from, to));
      if (plan.hubs.has(i)) return [...shown(way(a, hubName(i)).points).slice(1), ...shown(way(b, hubName(i)).points).reverse().slice(1, -1)];
      return way(a, b) ? shown(way(a, b).points).slice(1, -1) : shown(way(b, a).points).reverse().slice(1, -1);
    };
    const walksOf = (name) => {
      const seen = new Set([name]);
      const found = [];
      const add = (target, via) => {
        if (seen.has(target)) return;
        seen.add(target);
        found.push([index.get(target), via()]);
      };
      maze.cliques.forEach((clique, i) => {
        if (clique.includes(name)) clique.forEach((target) => add(target, () => between(i, name, target)));
      });
      for (const [a, b] of maze.oneways) if (a === name) add(b, () => shown(plan.ways.get(pair(a, b)).points).slice(1, -1));
      return found;
    };
    const [left, top, width, height] = drawing.view;
    const [x0, y0] = at([0, 0]);
    return {
      scene: drawing,
      data: {
        names,
        boxes,
        points: shown([...names.map((name) => plan.points.get(name))]),
        walks: names.map(walksOf),
        enter: names.map((name) => (boxOf(name) === null ? null : [boxes.indexOf(boxOf(name)), index.get(behind(name))])),
        leave: boxes.map((box) => names.map((name) => (index.has(`${box}.${name}`) ? index.get(`${box}.${name}`) : -1))),
        start: index.get(maze.start),
        targets: [...new Set(targetsOf(maze).map((name) => index.get(name)))].sort((a, b) => a - b),
        dive: maze.goal.kind === "reach",
        reads: maze.goal.reads,
        accept: maze.goal.kind === "accept" ? maze.goal.names : [],
        whole: drawing.view,
        views: [...plan.squares.values()].map((square) => {
          const [x, y] = at([square.x, square.y]);
          const share = square.side / SIDE;
          return [x + (left - x0) * share, y + (top - y0) * share, width * share, height * share].map((value) => round(value, 3));
        }),
      },
      howto: "Click a location to walk to it. At a port, click its box to enter the copy within; in a copy, "
        + "click outside the frame to leave it.",
      trail: "hero",
      playable: true,
    };
  };

  // ---- answers, judged by the rules

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

  // ---- the same for pushdown systems

  const accepts = ({ kind, names }, state) => kind === "escape" || names.includes(state) || (kind === "reach" && state === VICTORY)
    || (kind === "accept" && names.map(within).includes(state));

  const treasures = (system) => {
    if (system.goal.kind === "accept") {
      const { reads } = system.goal;
      const begun = reads.map(([state, top, end]) => [state, top, within(end)]);
      const inner = begun.filter(([state]) => reads.some(([, , end]) => end === state));
      return [...begun, ...inner.map(([state, top, end]) => [within(state), top, end])];
    }
    if (system.goal.kind !== "reach") return [];
    const tops = [...new Set([...system.stack, ...system.rules.flatMap((rule) => [rule.symbol, ...rule.written])])].sort(before);
    return [...system.goal.names, VICTORY].flatMap((state) => tops.map((top) => [state, top, VICTORY]));
  };

  const judgeHistory = (system, { visited }) => {
    const rules = new Set(system.rules.map((rule) => [rule.state, rule.symbol, rule.target, ...rule.written].join(" ")));
    const [first, last] = [visited[0], visited.at(-1)];
    if (said(first.stack, first.where) !== said(system.stack, system.state)) return refused("start", `the run begins at ${said(first.stack, first.where)}, the system at ${said(system.stack, system.state)}`);
    const odd = visited.slice(1).findIndex((to, i) => {
      const from = visited[i];
      const below = from.stack.length - 1;
      const same = below >= 0 && to.stack.length >= below && from.stack.slice(0, below).every((each, j) => each === to.stack[j]);
      return !same || !rules.has([from.where, from.stack.at(-1), to.where, ...to.stack.slice(below).reverse()].join(" "));
    });
    if (odd >= 0) return refused("move", `step ${odd + 1}: no rule leads to ${said(visited[odd + 1].stack, visited[odd + 1].where)}`);
    const { goal } = system;
    const won = goal.kind === "accept" ? reaches(goal, last.stack, last.where)
      : goal.kind === "reach" ? goal.names.includes(last.where) : !last.stack.length && accepts(goal, last.where);
    return won ? accepted(counted(visited.length - 1, "move")) : refused("goal", `the run ends at ${said(last.stack, last.where)}, which does not win`);
  };

  const judgeDerivation = (system, { states, nodes }) => {
    const key = (transition) => transition.join(" ");
    const found = new Map();
    const known = new Map(system.rules.map((rule, i) => [rule.id || i + 1, rule]));
    for (const node of nodes) {
      const name = key([node.state, node.symbol, node.target]);
      if (found.has(name)) return refused("two-reasons", `there are two ways for ${name}`);
      found.set(name, node);
      const rule = known.get(node.rule);
      const fits = rule && rule.state === node.state && rule.symbol === node.symbol
        && node.between.length === Math.max(0, rule.written.length - 1) && (rule.written.length || rule.target === node.target);
      if (!fits) return refused("reason", `${name}: rule ${node.rule} does not fit`);
    }
    if (states[0] !== system.state) return refused("start", `the system begins at ${system.state}`);
    if (states.length !== system.stack.length + 1) return refused("stack", `the first stack has ${counted(system.stack.length, "symbol")}, of which ${states.length - 1} popped`);
    if (!accepts(system.goal, states.at(-1))) return refused("goal", `the run ends at ${states.at(-1)}, which does not win`);
    const lengths = new Map(treasures(system).map((each) => [key(each), 0n]));
    const spare = [...found.keys()].find((each) => lengths.has(each));
    if (spare) return refused("reason", `${spare}: the goal is reached, no rule is needed`);
    const steps = (symbols, ends) => symbols.map((each, i) => key([ends[i], each, ends[i + 1]]));
    const parts = (name) => {
      const node = found.get(name);
      if (!node) return null;
      const rule = known.get(node.rule);
      return rule.written.length ? steps(rule.written, [rule.target, ...node.between, node.target]) : [];
    };
    const tops = steps([...system.stack].reverse(), states);
    for (const top of tops) {
      const fault = addUp(top, lengths, parts, (_, sums) => sums.reduce((a, b) => a + b, 1n), (each) => each);
      if (fault) return fault;
    }
    return accepted(counted(tops.reduce((sum, top) => sum + lengths.get(top), 0n), "move"));
  };

  const judgeClosed = (system, { transitions }) => {
    const given = new Set(transitions.map(String));
    const readFrom = (state, symbols) => symbols.reduce((states, top) => [...new Set(transitions
      .filter(([from, each]) => each === top && states.includes(from)).map(([, , to]) => to))], [state]);
    const missing = treasures(system).find((each) => !given.has(String(each)))
      || system.rules.flatMap((rule) => readFrom(rule.target, rule.written).map((end) => [rule.state, rule.symbol, end])).find((each) => !given.has(String(each)));
    if (missing) return refused("missing", `the transition ${missing[0]} <${missing[1]}> -> ${missing[2]} is missing`);
    const won = readFrom(system.state, [...system.stack].reverse()).find((state) => accepts(system.goal, state));
    return won ? refused("goal", `the first stack can be read up to ${won}, which wins`) : accepted("no run wins");
  };

  // whether the transitions are those that follow from the rules, all of them and no other
  const judgeAutomaton = (system, { transitions }) => {
    const rows = new Map();
    const grown = new Map();
    const add = (each) => {
      const [state, symbol, end] = each;
      const row = JSON.stringify([state, symbol]);
      rows.set(row, (rows.get(row) || new Set()).add(end));
      grown.set(JSON.stringify(each), each);
    };
    const readFrom = (state, symbols) => symbols.reduce((states, symbol) => new Set(
      [...states].flatMap((each) => [...rows.get(JSON.stringify([each, symbol])) || []]),
    ), new Set([state]));
    treasures(system).forEach(add);
    for (let before = -1; before < grown.size;) {
      before = grown.size;
      for (const { state, symbol, target, written: word } of system.rules) readFrom(target, word).forEach((end) => add([state, symbol, end]));
    }
    const given = new Set(transitions.map((each) => JSON.stringify(each)));
    const missing = [...grown].find(([each]) => !given.has(each));
    if (missing) return refused("missing", `the transition ${missing[1][0]} <${missing[1][1]}> -> ${missing[1][2]} is missing`);
    const other = transitions.find((each) => !grown.has(JSON.stringify(each)));
    if (other) return refused("unfounded", `the transition ${other[0]} <${other[1]}> -> ${other[2]} follows from no rule`);
    return accepted(`${counted(transitions.length, "transition")}; accepts exactly what wins`);
  };

  // ---- answers, read

  const NAMED = { start: START, bottom: BOTTOM, victory: VICTORY };

  const nameOf = (term, atom) => {
    if (term.string !== undefined && /^[^\s%]+$/u.test(term.string) && !UNPRINTABLE.test(term.string)) return term.string;
    if (term.name && !term.args.length && term.name in NAMED) return NAMED[term.name];
    if (term.name === "state" && term.args.length === 1) return within(nameOf(term.args[0], atom));
    throw new Misfit(`expected a name as a string, like "A.3", found ${written(term)}`, atom);
  };

  const distinct = (rows) => [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];

  // the number of a rule or, of a labyrinth, the move that it allows
  const ruleOf = (atom) => {
    const { name, args } = atom.args[3];
    if (!["walk", "enter", "leave"].includes(name) || args.length !== 3) return integer(atom, 3);
    const [state, top, target] = args.map((term) => nameOf(term, atom));
    return pair(name, pair(state, pair(top, target)));
  };

  const arrows = (of) => ({ transitions: distinct(of("trans/3").map((atom) => atom.args.map((term) => nameOf(term, atom)))) });

  const READERS = {
    run: (of) => ({
      visited: of("visit/3").sort((a, b) => integer(a, 0) - integer(b, 0)).map((atom, time) => {
        if (integer(atom, 0) !== time) throw new Misfit(`expected a visit ${time} next, found ${atom.args[0]}`, atom);
        const { name, args } = atom.args[1];
        if (name !== "stack") throw new Misfit('expected a stack like stack("A","B")', atom);
        return { stack: args.map((box) => nameOf(box, atom)), where: nameOf(atom.args[2], atom) };
      }),
    }),
    program: (of) => ({
      end: nameOf(only(of("end/1"), "end(P)").args[0], null),
      reasons: distinct(of("reason/3").map((atom) => {
        const { name, args = [] } = atom.args[2];
        if ({ walk: 1, through: 2, into: 2 }[name] !== args.length) throw new Misfit("expected walk(P), through(X,P) or into(X,P)", atom);
        const words = args.map((each) => nameOf(each, atom));
        return [nameOf(atom.args[0], atom), nameOf(atom.args[1], atom), name, words.at(-1), words.length > 1 ? words[0] : ""];
      })).sort(lexical).map(([frame, name, kind, origin, box]) => ({ frame, name, kind, origin, box })),
    }),
    partition: (of) => {
      const classes = new Map();
      for (const atom of of("class/2")) classes.set(integer(atom, 0), [...(classes.get(integer(atom, 0)) || []), nameOf(atom.args[1], atom)]);
      return {
        classes: [...classes.values()].map(ordered).sort((a, b) => lexical(a, [...b, ...a.slice(b.length).map(() => "")]) || a.length - b.length),
        reached: of("reached/1").map((atom) => nameOf(atom.args[0], atom)),
      };
    },
    table: (of) => ({ pairs: of("reached/2").map((atom) => atom.args.map((term) => nameOf(term, atom))).sort(lexical) }),
    derivation: (of) => {
      const states = new Map(of("popped/2").map((atom) => [integer(atom, 0, 0), nameOf(atom.args[1], atom)]));
      const popping = (atom) => [0, 1, 2].map((i) => nameOf(atom.args[i], atom));
      const between = new Map();
      for (const atom of of("between/5")) {
        const key = String(popping(atom));
        between.set(key, (between.get(key) || new Map()).set(integer(atom, 3, 0), nameOf(atom.args[4], atom)));
      }
      const nodes = distinct(of("by/4").map((atom) => {
        const places = between.get(String(popping(atom))) || new Map();
        const last = Math.max(...places.keys());
        const kept = [...places].filter(([i]) => i > 0 && i < last).sort(([a], [b]) => a - b).map(([, state]) => state);
        return [...popping(atom), ruleOf(atom), kept];
      }));
      return {
        states: [...states].sort(([a], [b]) => a - b).map(([, state]) => state),
        nodes: nodes.sort(lexical).map(([state, top, target, rule, kept]) => ({ state, symbol: top, target, rule, between: kept })),
      };
    },
    automaton: arrows,
    closed: arrows,
  };

  const FORMS = [
    ["run", ["visit/3"], []],
    ["exits", ["exits/0"], ["end/1", "reason/3", "none/0", "class/2", "reached/1", "reached/2"]],
    ["program", ["end/1"], ["reason/3"]],
    ["derivation", ["popped/2"], ["by/4", "between/5"]],
    ["table", ["reached/2"], ["none/0"]],
    ["partition", ["reached/1"], ["none/0", "class/2"]],
    ["partition", ["class/2"], ["none/0"]],
    ["automaton", ["automaton/0"], ["trans/3"]],
    ["automaton", ["trans/3"], []],
    ["closed", ["none/0"], ["trans/3"]],
  ];
  const OF_MAZES = { run: judgeRun, program: judgeProgram, partition: judgePartition, table: judgeTable };
  const OF_SYSTEMS = { run: judgeHistory, derivation: judgeDerivation, automaton: judgeAutomaton, closed: judgeClosed };
  // what a goal's automaton reads is the stack, so that the labyrinth is judged as its rules
  const asSystem = (judge) => (maze, answer) => judge(systemOf(maze), answer);
  const OF_READ = { run: judgeRun, derivation: asSystem(judgeDerivation), automaton: asSystem(judgeAutomaton), closed: asSystem(judgeClosed) };

  const replay = (puzzle, atoms) => {
    const kind = kindOf(atoms, FORMS);
    const answer = READERS[kind] ? READERS[kind]((each) => atoms.filter((atom) => signature(atom) === each)) : null;
    const [own, others] = isSystem(puzzle) ? [OF_SYSTEMS, OF_MAZES]
      : puzzle.goal.kind === "accept" ? [OF_READ, OF_MAZES] : [OF_MAZES, OF_SYSTEMS];
    if (own[kind]) return own[kind](puzzle, answer);
    const foreign = kind === "exits" ? isSystem(puzzle) : kind !== "automaton" && others[kind];
    if (foreign) return refused("foreign", `this is no answer about a ${isSystem(puzzle) ? "pushdown system" : "labyrinth"}`);
    return unjudged(`${kind === "exits" ? "exits" : "an automaton"}: not judged here`);
  };

  // ---- clicks

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
        const oneways = left.length < maze.oneways.length ? left : [...left, [spot, other]].sort((a, b) => before(a[0], b[0]) || before(a[1], b[1]));
        return withAlone({ ...maze, oneways }, names);
      }
      const both = (clique) => clique.includes(spot) && clique.includes(other);
      const parted2 = maze.cliques.map((clique) => (both(clique) ? clique.filter((name) => name !== other) : clique)).filter((clique) => clique.length > 1);
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
      cliques: maze.cliques.map((clique) => clique.filter((name) => !within(name))).filter((clique) => clique.length > 1),
      oneways: maze.oneways.filter((pairOf) => !pairOf.some(within)),
      goal: goals.length ? { ...maze.goal, names: goals } : ESCAPE,
    }, names);
  };

  // with an automaton as goal, without what it can't read any more
  const lessRead = (maze, goal) => {
    const [tops, first] = [[BOTTOM, ...boxesOf(maze)], locations(maze)];
    const left = goal.reads.filter((each) => !unread({ reads: [each] }, tops, [...first, ...goal.reads.map(([, , end]) => end)]));
    return left.length === goal.reads.length ? { ...maze, goal } : lessRead(maze, { ...goal, reads: left });
  };

  const change = (maze, click) => {
    const made = changed(maze, click);
    if (locations(made).length > MOST) throw new Misfit(`expected at most ${MOST} locations, found more`);
    return made;
  };

  const blank = () => ({
    cliques: [["A.1", "inner.start"], ["1", "A.2"], ["2", "inner.room"]], oneways: [], start: "inner.start", goal: ESCAPE,
  });

  // ---- files: .lab, a clique of locations a line, and .pds, a pushdown system's rules

  const READS = /^--([^\s()<>#:%"]+)-->$/u;

  const openLab = (given) => {
    const every = given.split("\n").map((line, i) => ({ words: line.split("#")[0].trim().split(/\s+/).filter(Boolean), line: i + 1, whole: line }))
      .filter(({ words }) => words.length);
    const readings = every.filter(({ words }) => words.some((each) => READS.test(each)));
    const lines = every.filter((line) => !readings.includes(line));
    const wrong = ({ line, whole, words }, index, message) => {
      const from = words.slice(0, index + 1).reduce((end, each) => whole.indexOf(each, end) + each.length, 0);
      throw new Misfit(message, { line, column: from - words[index].length + 1 });
    };
    const lastParts = (words) => new Set(words.filter((each) => !INSIDE.includes(each.split(".").at(-2))).map((each) => each.split(".").at(-1)));
    const likeStart = ({ words }) => words.length === 2 && words[0] === "start" && !isPlace(words[1]);
    const likeDirective = ({ words }) => (words[0] === "start" ? words.length === 2 && isPlace(words[1])
      : ["start:", "goal:"].includes(words[0]) || (words[0] === "goal" && KINDS.includes(words[1])));
    const maybe = lines.filter(({ words }) => ["start", "goal", "start:", "goal:"].includes(words[0]));
    const doubtful = maybe.filter(likeStart);
    if (doubtful.length === 1) {
      const [line] = doubtful;
      const others = lines.filter((each) => each !== line).flatMap(({ words }) => words);
      if (others.includes(line.words[1]) && !lastParts(others).has("start") && !misnamed(line.words[1])) {
        wrong(line, 0, `expected 'start: ${line.words[1]}' to start there, or the corridor '${line.words[1]} start'`);
      }
    }
    const names = lastParts(lines.filter((each) => !likeDirective(each)).flatMap(({ words }) => words));
    const directives = {};
    for (const line of maybe) {
      const [head, second] = line.words;
      const clear = head.endsWith(":") || (likeDirective(line) && (head === "start" ? !names.has("start") : !names.has("goal") && !names.has(second)));
      if (!clear) continue;
      const kind = head.replace(":", "");
      if (directives[kind]) wrong(line, 0, `expected one line '${kind} …', found another on line ${directives[kind].line}`);
      directives[kind] = line;
    }
    const corridors = lines.filter((line) => !Object.values(directives).includes(line));
    if (!corridors.length) throw new Misfit("expected locations, found none", { line: 1, column: 1 });
    const locationAt = (line, i) => {
      const problem = misnamed(line.words[i]);
      if (problem) wrong(line, i, problem);
      return line.words[i];
    };
    const maze = { cliques: [], oneways: [], start: locationAt(corridors[0], 0), goal: ESCAPE };
    for (const line of corridors) {
      if (!line.words.includes("->")) maze.cliques.push(cliqueOf(line.words.map((_, i) => locationAt(line, i))));
      else if (line.words.length === 3 && line.words[1] === "->") maze.oneways.push([locationAt(line, 0), locationAt(line, 2)]);
      else wrong(line, 0, "expected one location on each side of ->");
    }
    maze.oneways = distinct(maze.oneways).sort((a, b) => before(a[0], b[0]) || before(a[1], b[1]));
    const all = corridors.flatMap((line) => line.words.map((each, i) => ({ line, i, each })));
    const twice = all.find(({ each }) => each.startsWith("internal.") && all.some((other) => other.each === each.replace("internal.", "inner.")));
    if (twice) wrong(twice.line, twice.i, `expected one spelling of '${twice.each}', found another one too`);
    const there = new Set(locations(maze));
    const { start, goal } = directives;
    if (start) {
      if (start.words.length !== 2) wrong(start, Math.min(2, start.words.length - 1), "expected one location after 'start'");
      if (!there.has(locationAt(start, 1))) wrong(start, 1, `expected a location of the labyrinth, found '${start.words[1]}'`);
      [, maze.start] = start.words;
    }
    if (readings.length && (!goal || goal.words[1] !== "accept")) wrong(readings[0], 0, "expected a line 'goal accept STATE…' beside an automaton, found none");
    const reads = readings.map((line) => {
      const [state, by, end] = line.words;
      const top = READS.exec(by || "");
      if (line.words.length !== 3 || !top || !isWord(state) || !isWord(end)) wrong(line, 0, "expected a transition like 'p --A--> q'");
      return [state, top[1] === BELOW ? BOTTOM : top[1], end];
    });
    if (goal) {
      const [, kind, ...at2] = goal.words;
      if (!KINDS.includes(kind) || Boolean(at2.length) === (kind === "escape")) wrong(goal, Math.min(1, goal.words.length - 1), "expected a goal 'escape' or 'at NAME…' or 'reach NAME…' or 'accept NAME…'");
      const odd = at2.findIndex((name) => (kind === "accept" ? !isWord(name) : !there.has(name) || !isPlace(name)));
      if (odd >= 0) wrong(goal, odd + 2, `expected an outer or inside location of the labyrinth, found '${at2[odd]}'`);
      maze.goal = { kind, names: ordered(at2), reads: distinct(reads).sort(lexical) };
      readings.forEach((line, i) => {
        const problem = unread({ reads: [reads[i]] }, [BOTTOM, ...boxesOf(maze)], [...there, ...reads.map(([, , end]) => end)]);
        if (problem) wrong(line, 0, problem);
      });
    }
    return maze;
  };

  const openPds = (given) => {
    const tokens = [...given.matchAll(/#[^\n]*|-->|[()<>]|(?:(?!-->)[^\s()<>#])+/gu)].filter(([each]) => !each.startsWith("#"));
    let next = 0;
    const peek = () => tokens[next]?.[0] || "";
    const wrong = (what) => {
      const before2_ = given.slice(0, tokens[next]?.index ?? given.length);
      throw new Misfit(`expected ${what}, found ${peek() ? `'${peek()}'` : "the end of the text"}`, {
        line: before2_.split("\n").length, column: before2_.length - before2_.lastIndexOf("\n"),
      });
    };
    const expect = (mark) => {
      if (peek() !== mark) wrong(`'${mark}'`);
      next += 1;
    };
    const take = (what) => {
      if (!isWord(peek())) wrong(what);
      next += 1;
      return tokens[next - 1][0];
    };
    const stack = () => {
      expect("<");
      const found = [];
      while (peek() !== ">") found.push(take("a stack symbol"));
      expect(">");
      return found;
    };
    expect("(");
    const system = { rules: [], state: take("a state"), stack: stack().reverse(), goal: ESCAPE };
    const reads = [];
    expect(")");
    while (next < tokens.length) {
      const state = take("a state");
      if (peek().startsWith("--") && isWord(peek())) {
        const top = take("a symbol to be read").slice(2);
        expect("-->");
        reads.push([state, top, take("a state")]);
        continue;
      }
      if (state === "goal" && ["at", "reach", "accept"].includes(peek())) {
        system.goal = { ...ESCAPE, kind: take("a goal"), names: ordered(stack()) };
        continue;
      }
      const tops = stack();
      if (tops.length !== 1) wrong("one stack symbol before");
      expect("-->");
      system.rules.push({ state, symbol: tops[0], target: take("a state"), written: stack() });
    }
    const states = new Set(statesOf(system));
    if (reads.length || system.goal.kind === "accept") {
      if (system.goal.kind !== "accept" || !system.goal.names.length) throw new Misfit("expected a line 'goal accept <q>' beside an automaton, with a state at least", { line: 1, column: 1 });
      system.goal = { ...system.goal, reads: distinct(reads).sort(lexical) };
      wellRead(system.goal, symbolsOf(system), [...states], { line: 1, column: 1 });
      return system;
    }
    if (system.goal.kind !== "escape" && !(system.goal.names.length && system.goal.names.every((name) => states.has(name)))) {
      throw new Misfit(`expected a goal with states of the system, found '${system.goal.names.join(" ")}'`, { line: 1, column: 1 });
    }
    return system;
  };

  const open = (given) => (/^(?:\s|#[^\n]*\n)*\(/.test(given) ? openPds(given) : openLab(given));

  const arrow = ([state, top, end]) => `${state} --${top === BOTTOM ? BELOW : top}--> ${end}`;

  const save = (puzzle) => {
    const { goal } = puzzle;
    if (isSystem(puzzle)) {
      return [
        `(${puzzle.state} <${[...puzzle.stack].reverse().join(" ")}>)`,
        ...(goal.names.length ? [`goal ${goal.kind} <${goal.names.join(" ")}>`] : []),
        ...goal.reads.map(arrow),
        ...puzzle.rules.map((rule) => `${rule.state} <${rule.symbol}> --> ${rule.target} <${rule.written.join(" ")}>`), "",
      ].join("\n");
    }
    // `start A.1` may mean two things, `A.1 start` does not
    const lines = puzzle.cliques.map((clique) => (clique.length === 2 && clique[0] === "start" && !isPlace(clique[1]) ? [...clique].reverse() : clique).join(" "));
    lines.push(...puzzle.oneways.map((each) => each.join(" -> ")));
    const words = new Set(lines.flatMap((line) => line.split(" ")));
    lines.push(...ordered([puzzle.start, ...(goal.kind === "accept" ? [] : goal.names)].filter((name) => !words.has(name))));
    const all = lines.flatMap((line) => line.split(" "));
    const last = new Set(all.filter((each) => !INSIDE.includes(each.split(".").at(-2))).map((each) => each.split(".").at(-1)));
    const head = [];
    if (all[0] !== puzzle.start) head.push(`${!last.has("start") && isPlace(puzzle.start) ? "start" : "start:"} ${puzzle.start}`);
    if (goal.kind !== "escape") head.push(`${last.has("goal") || last.has(goal.kind) ? "goal:" : "goal"} ${[goal.kind, ...goal.names].join(" ")}`);
    return [...head, ...goal.reads.map(arrow), ...lines, ""].join("\n");
  };

  // under options that overlays set, as `adapt` in Python
  const adapt = (maze, options) => Object.entries(options).reduce((made, [rule, value]) => {
    if (!["anywhere", "two_way"].includes(rule) || isSystem(made)) throw new Misfit(`expected anywhere or two_way, found ${rule}`);
    if (value !== "true") return made;
    if (rule === "two_way") return { ...made, cliques: [...made.cliques, ...made.oneways.map(cliqueOf)], oneways: [] };
    return made.goal.kind === "at" ? { ...made, goal: { ...made.goal, kind: "reach" } } : made;
  }, maze);

  return { read, facts, adapt, script, replay, tools, spots, change, blank, size: () => null, resize: (maze) => maze, open, save };
})();
