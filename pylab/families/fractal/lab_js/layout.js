// Where things lie: as Python laid them out (PLANS) or, after a change, where they were, with straight
// corridors where there were none.
const SIDE = 100;

const dist = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);
const placed = (square, [x, y]) => [square.x + (x / SIDE) * square.side, square.y + (y / SIDE) * square.side];
const isNear = (square, [x, y], margin) => {
  const [low, high] = [-margin, square.side + margin];
  return low < x - square.x && x - square.x < high && low < y - square.y && y - square.y < high;
};
const hubName = (number) => `(${number})`;
const pair = (a, b) => `${a} ${b}`;

// points around the frame, evenly, clockwise from the upper side's left
const around = (count) => Array.from({ length: count }, (_, i) => {
  const along = ((i + 0.5) / count) * 4;
  const part = (along % 1) * SIDE;
  return [[part, 0], [SIDE, part], [SIDE - part, SIDE], [0, SIDE - part]][Math.floor(along)];
});

// squares in rows, evenly within the frame
const cellsOf = (count) => {
  const columns = Math.ceil(Math.sqrt(count)) || 1;
  const side = (SIDE / columns) * 0.46;
  return Array.from({ length: count }, (_, i) => {
    const at = (k, of) => (SIDE * (k + 0.5)) / of - side / 2;
    const row = Math.floor(i / columns);
    return { x: at(i % columns, Math.min(columns, count - row * columns)), y: at(row, Math.ceil(count / columns)), side };
  });
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

// what is drawn of corridors: from end to end, or from each end to the hub of more than two
const stretches = ({ cliques, oneways }) => [...cliques.flatMap((clique, i) => (
  clique.length > 2 ? clique.map((name) => [name, hubName(i)]) : clique.length === 2 ? [clique] : [])), ...oneways];

// in the order in which they were, new ones last; all stay where they were unless there are new ones
const spread = (names, places, known, rank) => {
  const kept = names.filter((name) => known.has(name)).sort((a, b) => rank(known.get(a)) - rank(known.get(b)));
  const fresh = names.filter((name) => !known.has(name));
  return new Map([...kept, ...fresh].map((name, i) => [name, fresh.length ? places[i] : known.get(name)]));
};

const changedPlan = (maze, had) => {
  const [names, outer, boxes] = [locations(maze), outerOf(maze), boxesOf(maze)];
  const slots = spread(outer, around(outer.length), had.points, ([x, y]) => Math.atan2(y - SIDE / 2, x - SIDE / 2));
  const squares = spread(boxes, cellsOf(boxes.length), had.squares, ({ x, y }) => SIDE * y + x);
  const points = new Map();
  const steps = Math.max(18, Math.min(80, 4 * Math.floor(Math.sqrt(names.length))));
  const lattice = Array.from({ length: steps }, (_, k) => (SIDE * (k + 0.5)) / steps).filter((x) => x > 7 && x < SIDE - 7);
  let free = lattice.flatMap((x) => lattice.map((y) => [x, y])).filter((point) => ![...squares.values()].some((each) => isNear(each, point, 4)));
  // the free point nearest to the middle of others, of which none close to it is free any more
  const take = (others) => {
    const wish = [0, 1].map((i) => others.reduce((sum, point) => sum + point[i], 0) / others.length || SIDE / 2);
    const chosen = free.reduce((best, point) => (dist(point, wish) < dist(best, wish) ? point : best), free[0] || wish);
    free = free.filter((point) => dist(point, chosen) > 5);
    return chosen;
  };
  const put = (name) => {
    if (points.has(name)) return points.get(name);
    const box = boxOf(name);
    const beside = () => stretches(maze).filter((each) => each.includes(name)).flat().map((each) => points.get(each)).filter(Boolean);
    const known = isOuter(name) ? slots.get(name) : had.points.get(name);
    const kept = known && (isOuter(name) || ![...squares.values()].some((each) => isNear(each, known, 1)));
    const point = box !== null ? placed(squares.get(box), put(behind(name))) : kept ? known : take(beside());
    free = free.filter((each) => dist(each, point) > 5);
    points.set(name, point);
    return point;
  };
  names.filter(isOuter).forEach(put);
  names.forEach(put);
  const hubs = new Map(maze.cliques.flatMap((clique, i) => (clique.length > 2 ? [[i, take(clique.map((name) => points.get(name)))]] : [])));
  const at = (plan, name) => plan.points.get(name) || plan.hubs.get(Number(name.slice(1, -1)));
  const plan = { points, squares, hubs, ways: new Map() };
  for (const [a, b] of stretches(maze)) {
    const ends = [at(plan, a), at(plan, b)];
    const known = had.ways.get(pair(a, b));
    const still = known && String([known.points[0], known.points.at(-1)]) === String(ends);
    plan.ways.set(pair(a, b), still ? known : { a, b, points: ends });
  }
  return plan;
};

let latest = { points: new Map(), squares: new Map(), hubs: new Map(), ways: new Map() };

const layout = remembered((maze) => {
  const laid = PLANS.get(facts(maze).join("\n"));
  return laid ? {
    points: new Map(laid.points),
    squares: new Map(laid.boxes.map(([box, x, y, side]) => [box, { x, y, side }])),
    hubs: new Map(laid.hubs),
    ways: new Map(laid.ways.map(([a, b, points]) => [pair(a, b), { a, b, points }])),
  } : changedPlan(maze, latest);
}, (maze) => JSON.stringify([locations(maze), maze.cliques, maze.oneways]));

const planOf = (maze) => {
  latest = layout(maze);
  return latest;
};
