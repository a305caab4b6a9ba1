// The game on the board, for the player: push a line, then walk; the members are in
// docs/maintainers/pages-and-labs.md.
// Fields are numbered row by row from the south-west; a field holds a tile, tiles are numbered by
// the field they lie on at first. Moves are named as scene.lp names what is clicked for them.
const rules = ({ facts, unit }) => {
  if (facts.rule) return null; // other rules than the competition's
  const size = Math.sqrt(facts.field.length);
  const of = ([x, y]) => (x - 1) * size + y - 1;
  const placed = (field) => [Math.floor(field / size) + 1, (field % size) + 1];
  const name = (field) => `(${placed(field).join()})`;
  const at = (field) => (([x, y]) => [(y + 0.5) * unit, -(x + 0.5) * unit])(placed(field));
  const SIDES = { n: [1, 0, "s", "north"], e: [0, 1, "w", "east"], s: [-1, 0, "n", "south"], w: [0, -1, "e", "west"] };
  const WORK = 4_000_000; // fields looked at before a search is given up
  const goal = of(facts.goal_on[0]);
  const [[most]] = facts.max_steps;
  const open = facts.field.map(() => "");
  for (const [x, y, side] of facts.connect || []) open[of([x, y])] += side;
  const pushWords = (n) => `${n} ${n === 1 ? "push" : "pushes"}`;

  // one step from a field, around the edge for a push; -1 for a walk that would leave the board
  const onward = (field, side, around) => {
    const [up, right] = SIDES[side];
    const [x, y] = placed(field).map((n, i) => n + [up, right][i]);
    const inside = Math.min(x, y) >= 1 && Math.max(x, y) <= size;
    return inside ? of([x, y]) : around ? of([(x + size - 1) % size + 1, (y + size - 1) % size + 1]) : -1;
  };
  const neighbours = open.map((_, field) => Object.keys(SIDES).map((side) => [side, onward(field, side), SIDES[side][2]])
    .filter(([, next]) => next >= 0));

  const pushes = Object.entries(SIDES).flatMap(([side, [up, right, , word]]) => Array.from({ length: size }, (_, i) => {
    const along = open.map((_, field) => field).filter((field) => placed(field)[up ? 1 : 0] === i + 1);
    return {
      id: `push(${i + 1},${side})`, label: `${up ? "column" : "row"} ${i + 1} moves ${word}`,
      way: new Map(along.map((field) => [field, onward(field, side, true)])),
      last: along.find((field) => onward(field, side) < 0), step: [right * unit, -up * unit],
    };
  }));

  const turned = (tiles, way) => {
    const next = tiles.slice();
    for (const [from, to] of way) next[to] = tiles[from];
    return next;
  };
  // the fields that can be walked to from these, each with the field before it
  const reach = (tiles, starts) => {
    const before = new Map(starts.map((start) => [start, -1]));
    for (const field of before.keys()) {
      for (const [side, next, back] of neighbours[field]) {
        if (open[tiles[field]].includes(side) && open[tiles[next]].includes(back) && !before.has(next)) before.set(next, field);
      }
    }
    return before;
  };
  const standing = (state) => (state.pushes ? reach(state.tiles, [state.avatar]) : new Map([[state.avatar, -1]]));
  const won = (state) => state.tiles[state.avatar] === goal;

  const moves = (state) => {
    const walks = [...standing(state).keys()].filter((field) => field !== state.avatar)
      .map((field) => ({ id: `walk${name(field)}`, label: `walk to ${name(field)}` }));
    return [...(state.pushes < most ? pushes : []), ...walks];
  };

  const play = (state, id) => {
    if (id.startsWith("walk")) {
      const avatar = of(id.slice(5, -1).split(",").map(Number));
      const before = standing(state);
      const via = [];
      for (let field = before.get(avatar); before.get(field) >= 0; field = before.get(field)) via.unshift(at(field));
      return { state: { ...state, avatar }, how: { avatar: { via } } };
    }
    const { way, last, step } = pushes.find((push) => push.id === id);
    const tile = state.tiles[last];
    const wrapped = [`tile${name(tile)}`, ...(tile === goal ? ["goal"] : []), ...(state.avatar === last ? ["avatar"] : [])];
    return {
      state: { tiles: turned(state.tiles, way), avatar: way.get(state.avatar) ?? state.avatar, pushes: state.pushes + 1, last: id },
      how: Object.fromEntries(wrapped.map((actor) => [actor, { wrap: step }])),
    };
  };

  // ---- boards with all fields where the avatar may stand, and the pushes that led there
  const begun = (state) => ({ tiles: state.tiles, reached: standing(state), path: [] });
  const after = (node, push) => {
    const tiles = turned(node.tiles, push.way);
    const reached = reach(tiles, [...node.reached.keys()].map((field) => push.way.get(field) ?? field));
    return { tiles, reached, path: [...node.path, { node, push }] };
  };
  const arrived = (node) => node.reached.has(node.tiles.indexOf(goal));
  // back along a way that arrives: where the avatar stands before each push, and at the end
  const stops = (node) => node.path.reduceRight(([field, ...later], { node: before, push }, i) => {
    const { reached } = node.path[i + 1]?.node || node;
    let landed = field;
    while (reached.get(landed) >= 0) landed = reached.get(landed);
    const [from] = [...push.way].find(([, to]) => to === landed) || [landed];
    return [from, field, ...later];
  }, [node.tiles.indexOf(goal)]);

  // breadth first by pushes
  const far = (state) => {
    const told = (node) => {
      const [field] = stops(node);
      const next = field === state.avatar ? node.path[0].push.id : `walk${name(field)}`;
      return { words: node.path.length ? pushWords(node.path.length) : "no push, just a walk", next, left: node.path.length };
    };
    let layer = [begun(state)];
    if (arrived(layer[0])) return told(layer[0]);
    for (let depth = 0, work = 0; depth < most - state.pushes; depth++) {
      const next = [];
      const seen = new Set();
      for (const node of layer) {
        for (const push of pushes) {
          work += 3 * open.length;
          if (work > WORK) return { words: `more than ${pushWords(depth)}`, next: null };
          const there = after(node, push);
          if (arrived(there)) return told(there);
          const key = `${there.tiles.join()};${[...there.reached.keys()].sort((a, b) => a - b).join()}`;
          if (!seen.has(key)) next.push(there);
          seen.add(key);
        }
      }
      layer = next;
    }
    return { words: "out of reach with the pushes that are left", next: null, lost: true };
  };

  const start = { tiles: open.map((_, field) => field), avatar: of(facts.init_on[0]), pushes: 0, last: "" };
  return {
    start, moves, play, won, far,
    // the moves of a plan, with its walks; null if it doesn't arrive
    track: (atoms) => {
      const made = atoms.filter(([kind]) => kind === "push").sort((a, b) => a[3] - b[3])
        .map(([, line, side]) => pushes.find(({ id }) => id === `push(${line},${side})`));
      const end = made.every(Boolean) ? made.reduce(after, begun(start)) : null;
      if (!end || !arrived(end)) return null;
      const fields = stops(end);
      return made.flatMap(({ id, way }, i) => {
        const landed = way.get(fields[i]) ?? fields[i];
        return [id, ...(landed === fields[i + 1] ? [] : [`walk${name(fields[i + 1])}`])];
      });
    },
    pose: (state) => {
      const near = standing(state);
      const tiles = state.tiles.map((tile, field) => [`tile${name(tile)}`, { at: at(field), cls: near.has(field) ? "near" : "" }]);
      return Object.fromEntries([
        ...tiles, ["goal", { at: at(state.tiles.indexOf(goal)) }], ["avatar", { at: at(state.avatar) }],
        ...pushes.map(({ id }) => [id, { cls: id === state.last ? "last" : "" }]),
      ]);
    },
    facts: (state) => [
      ["pushes", `${state.pushes} of at most ${most}`], ["avatar", name(state.avatar)], ["goal", name(state.tiles.indexOf(goal))],
    ],
    board: (state) => Array.from({ length: size }, (_, i) => size - i).map((x) => `Row ${x}: ${
      Array.from({ length: size }, (_, i) => {
        const field = of([x, i + 1]);
        const sides = Object.keys(SIDES).filter((side) => open[state.tiles[field]].includes(side)).map((side) => SIDES[side][3]);
        const more = `${field === state.avatar ? ", the avatar" : ""}${state.tiles[field] === goal ? ", the goal" : ""}`;
        return `${i + 1} ${sides.join(" ") || "closed"}${more}`;
      }).join("; ")}`),
    // why a field or an arrow is none to be clicked
    why: (state, actor) => {
      if (actor.startsWith("push")) return `All ${pushWords(most)} are made.`;
      const [kind, x, y] = actor.split(/[(),]/);
      const field = of([Number(x), Number(y)]);
      const lies = { walk: field, tile: state.tiles.indexOf(field), avatar: state.avatar, goal: state.tiles.indexOf(goal) }[kind];
      if (lies === undefined) return null;
      if (lies === state.avatar) return "The avatar stands here.";
      if (!state.pushes) return "The avatar stands still before the first push: click an arrow.";
      return `No way is open from ${name(state.avatar)} to ${name(lies)}: two fields are joined where both are open to one another.`;
    },
    count: (state) => pushWords(state.pushes),
    spent: (state) => state.pushes,
  };
};
