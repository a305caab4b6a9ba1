// Where things lie: pylab/families/fractal/layout.py and routes.py once more, to the last digit.
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
