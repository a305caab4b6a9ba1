// The game on the board, for the player: push a line, then walk; see player/graph.js for members.
// Fields are numbered row by row from the south-west; a field holds a tile, tiles are numbered by
// the field they lie on at first. Openings of a tile: 1 north, 2 east, 4 south, 8 west.
const rules = (data) => {
  const { size, open, goal, most, cell } = data;
  const fields = size * size;
  const BITS = { n: 1, e: 2, s: 4, w: 8 };
  const FACING = { 1: 4, 2: 8, 4: 1, 8: 2 };
  const STEP = { 1: size, 2: 1, 4: -size, 8: -1 };
  const WORDS = { n: "north", e: "east", s: "south", w: "west" };
  const WORK = 4_000_000; // fields looked at before a search is given up
  const pushWords = (n) => `${n} ${n === 1 ? "push" : "pushes"}`;

  const beside = (field, bit) => {
    const column = field % size;
    if ((bit === 2 && column === size - 1) || (bit === 8 && column === 0)) return -1;
    const next = field + STEP[bit];
    return next >= 0 && next < fields ? next : -1;
  };

  const line = (number, direction) => Array.from({ length: size }, (_, i) =>
    "ew".includes(direction) ? (number - 1) * size + i : i * size + number - 1);

  // where a push takes each field of its line
  const pushed = (number, direction) => {
    const along = line(number, direction);
    const ahead = "ne".includes(direction) ? 1 : size - 1;
    return new Map(along.map((field, i) => [field, along[(i + ahead) % size]]));
  };

  const turned = (tiles, way) => {
    const next = tiles.slice();
    for (const [from, to] of way) next[to] = tiles[from];
    return next;
  };

  // the fields that can be walked to from these, each with the field before it
  const reach = (tiles, starts) => {
    const before = new Map();
    for (const start of starts) before.set(start, -1);
    for (const field of before.keys()) {
      for (const bit of [1, 2, 4, 8]) {
        const next = open[tiles[field]] & bit ? beside(field, bit) : -1;
        if (next >= 0 && open[tiles[next]] & FACING[bit] && !before.has(next)) {
          before.set(next, field);
        }
      }
    }
    return before;
  };

  const walk = (before, field) => {
    const way = [];
    for (let at = field; at >= 0; at = before.get(at)) way.unshift(at);
    return way;
  };

  const standing = (state) => (state.pushes ? reach(state.tiles, [state.avatar])
    : new Map([[state.avatar, -1]]));
  const at = (field) => [
    (field % size + 0.5) * cell, (size - Math.floor(field / size) - 0.5) * cell,
  ];
  const name = (field) => `(${Math.floor(field / size) + 1},${field % size + 1})`;
  const won = (state) => state.tiles[state.avatar] === goal;
  const label = (number, direction) =>
    `${"ew".includes(direction) ? "row" : "column"} ${number} moves ${WORDS[direction]}`;

  const pushes = [];
  for (const direction of "nesw") {
    for (let number = 1; number <= size; number++) {
      pushes.push({
        id: `push ${number} ${direction}`, label: label(number, direction),
        hot: `${direction}${number}`, number, direction, way: pushed(number, direction),
      });
    }
  }

  const moves = (state) => {
    const walks = [...standing(state).keys()].filter((field) => field !== state.avatar)
      .map((field) => ({
        id: `walk ${field}`, label: `walk to ${name(field)}`, hot: `t${state.tiles[field]}`,
      }));
    return [...(state.pushes < most ? pushes : []), ...walks];
  };

  const play = (state, id) => {
    const [kind, first, direction] = id.split(" ");
    if (kind === "walk") {
      const way = walk(standing(state), Number(first));
      return {
        state: { ...state, avatar: Number(first) },
        how: { avatar: { via: way.slice(1, -1).map(at) } },
      };
    }
    const { way } = pushes.find((push) => push.id === id);
    const along = line(Number(first), direction);
    const last = "ne".includes(direction) ? along.at(-1) : along[0];
    const step = { n: [0, -cell], e: [cell, 0], s: [0, cell], w: [-cell, 0] }[direction];
    const how = { [`t${state.tiles[last]}`]: { wrap: step } };
    if (state.avatar === last) how.avatar = { wrap: step };
    return {
      state: {
        tiles: turned(state.tiles, way),
        avatar: way.get(state.avatar) ?? state.avatar,
        pushes: state.pushes + 1,
        last: `${direction}${first}`,
      },
      how,
    };
  };

  // breadth first by pushes, over boards with all fields where the avatar may stand
  const far = (state) => {
    const here = standing(state);
    let layer = [{ tiles: state.tiles, from: [...here.keys()], reached: here, path: [] }];
    let work = 0;
    const found = (node) => node.reached.has(node.tiles.indexOf(goal));
    for (let depth = 0; ; depth++) {
      const there = layer.find(found);
      if (there) return onward(state, there);
      if (depth === most - state.pushes) {
        return { words: "out of reach with the pushes that are left", next: null, lost: true };
      }
      const next = [];
      const seen = new Set();
      for (const node of layer) {
        for (const push of pushes) {
          work += 3 * fields;
          if (work > WORK) {
            return { words: `more than ${pushWords(depth)}`, next: null };
          }
          const tiles = turned(node.tiles, push.way);
          const from = [...node.reached.keys()].map((field) => push.way.get(field) ?? field);
          const reached = reach(tiles, from);
          const key = `${tiles.join()};${[...reached.keys()].sort((a, b) => a - b).join()}`;
          if (seen.has(key)) continue;
          seen.add(key);
          const child = { tiles, from, reached, path: [...node.path, { node, push }] };
          if (found(child)) return onward(state, child);
          next.push(child);
        }
      }
      layer = next;
    }
  };

  // back along a way that arrives: where the avatar must stand before its first push
  const onward = (state, node) => {
    let field = node.tiles.indexOf(goal);
    let after = node;
    for (const { node: before, push } of [...node.path].reverse()) {
      while (after.reached.get(field) >= 0) field = after.reached.get(field);
      for (const [from, to] of push.way) {
        if (to === field) { field = from; break; }
      }
      after = before;
    }
    const words = node.path.length ? pushWords(node.path.length) : "no push, just a walk";
    const next = field === state.avatar ? node.path[0].push.id : `walk ${field}`;
    return { words, next, left: node.path.length };
  };

  const pose = (state) => {
    const near = standing(state);
    const all = { avatar: { at: at(state.avatar) } };
    state.tiles.forEach((tile, field) => {
      all[`t${tile}`] = { at: at(field), cls: near.has(field) ? "near" : "" };
    });
    for (const push of pushes) all[push.hot] = { cls: push.hot === state.last ? "last" : "" };
    return all;
  };

  return {
    start: {
      tiles: open.map((_, field) => field), avatar: data.start, pushes: 0, last: "",
    },
    moves, play, pose, won, far,
    facts: (state) => [
      ["pushes", `${state.pushes} of at most ${most}`],
      ["avatar", name(state.avatar)],
      ["goal", name(state.tiles.indexOf(goal))],
    ],
    board: (state) => Array.from({ length: size }, (_, i) => size - i).map((row) => {
      const told = line(row, "e").map((field, column) => {
        const sides = "nesw".split("").filter((side) => open[state.tiles[field]] & BITS[side]).map((side) => WORDS[side]);
        const more = `${field === state.avatar ? ", the avatar" : ""}${state.tiles[field] === goal ? ", the goal" : ""}`;
        return `${column + 1} ${sides.join(" ") || "closed"}${more}`;
      });
      return `Row ${row}: ${told.join("; ")}`;
    }),
    // why a field or an arrow is none to be clicked
    why: (state, actor) => {
      if (pushes.some((push) => push.hot === actor)) return `All ${pushWords(most)} are made.`;
      const field = actor[0] === "t" ? state.tiles.indexOf(Number(actor.slice(1))) : -1;
      if (field === state.avatar || actor === "avatar") return "The avatar stands here.";
      if (field < 0) return null;
      if (!state.pushes) return "The avatar stands still before the first push: click an arrow.";
      return `No way is open from ${name(state.avatar)} to ${name(field)}: two fields are joined where both are open to one another.`;
    },
    count: (state) => pushWords(state.pushes),
    spent: (state) => state.pushes,
  };
};
