// Places for the nodes of a graph, as pylab/drawing/scenes/layout.py has them: the same places.

const { beside: BESIDE, below: BELOW, stop: STOP, clear: CLEAR, sweeps: SWEEPS } = SCENE.arranged;

const meanOf = (values) => values.reduce((sum, each) => sum + each, 0) / values.length;

const layeredPlaces = (sizes, edges) => {
  const places = sizes.map(() => [0, 0]);
  const stops = edges.map(() => []);
  const part = sizes.map((_, node) => new Set([node]));
  for (const [a, b] of edges) {
    if (part[a] === part[b]) continue;
    const [less, more] = part[b].size < part[a].size ? [part[b], part[a]] : [part[a], part[b]];
    for (const node of less) more.add(node);
    for (const node of less) part[node] = more;
  }
  const widest = 1.5 * Math.sqrt(sizes.reduce((sum, [w, h]) => sum + (w + BESIDE) * (h + BELOW), 0));
  let [x, y, deepest] = [0, 0, 0];
  const parts = new Map();
  part.forEach((nodes, node) => parts.set(nodes, parts.get(nodes) || { inner: [], own: [] }).get(nodes).inner.push(node));
  edges.forEach(([a], index) => parts.get(part[a]).own.push(index));
  for (const { inner, own } of parts.values()) {
    const at = new Map(inner.map((node, index) => [node, index]));
    const made = layeredPart(inner.map((node) => sizes[node]), own.map((index) => edges[index].map((node) => at.get(node))));
    if (x && x + made.width > widest) [x, y, deepest] = [0, y + deepest + BELOW, 0];
    const [left, top] = [x, y];
    inner.forEach((node, index) => { places[node] = [made.places[index][0] + left, made.places[index][1] + top]; });
    own.forEach((index, n) => { stops[index] = made.stops[n].map(([u, v]) => [u + left, v + top]); });
    [x, deepest] = [x + made.width + BESIDE, Math.max(deepest, made.height)];
  }
  return [places, stops];
};

const circlePlaces = (sizes) => {
  if (sizes.length < 2) return sizes.map(([w, h]) => [w / 2, h / 2]);
  const turn = (2 * Math.PI) / sizes.length;
  const radius = (Math.max(...sizes.flat()) + BESIDE) / (2 * Math.sin(turn / 2));
  return sizes.map((_, n) => [Math.floor(64 * radius * Math.sin(n * turn) + 0.5) / 64,
    Math.floor(-64 * radius * Math.cos(n * turn) + 0.5) / 64]);
};

const layeredPart = (sizes, edges) => {
  const downward = downwardEdges(sizes.length, edges);
  const layer = layersOf(sizes.length, downward);
  const [wide, high] = [sizes.map(([w]) => w), sizes.map(([, h]) => h)];
  if (downward.reduce((sum, [a, b]) => sum + Math.max(0, layer[b] - layer[a] - 1), 0) > SCENE.limits.stops) {
    const around = circlePlaces(sizes);
    const reach = Math.max(...around.map(([x]) => x)) + Math.max(...sizes.flat());
    return { places: around.map((each) => each.map((n) => n + reach)), stops: edges.map(() => []), width: 2 * reach, height: 2 * reach };
  }
  const [above, below] = [sizes.map(() => []), sizes.map(() => [])];
  const chains = downward.map(([a, b]) => {
    const chain = [a];
    for (let level = layer[a] + 1; level < (a !== b ? layer[b] : 0); level++) {
      chain.push(wide.length);
      layer.push(level);
      wide.push(STOP);
      high.push(0);
      above.push([]);
      below.push([]);
    }
    chain.push(b);
    chain.slice(1).forEach((lower, index) => {
      if (chain[index] === lower) return;
      below[chain[index]].push(lower);
      above[lower].push(chain[index]);
    });
    return chain;
  });
  let rows = Array.from({ length: Math.max(0, ...layer) + 1 }, () => []);
  layer.forEach((level, node) => rows[level].push(node));
  rows = orderedRows(rows, above, below);
  const middle = spreadRows(rows, above, below, wide);
  let y = 0;
  const tall = rows.map((row) => Math.max(...row.map((node) => high[node])));
  const tops = tall.map((height) => {
    const top = y;
    y += height + BELOW;
    return top + height / 2;
  });
  const left = Math.min(...middle.map((x, node) => x - wide[node] / 2));
  const right = Math.max(...middle.map((x, node) => x + wide[node] / 2));
  const at = middle.map((x, node) => [x - left, tops[layer[node]]]);
  const grazes = (node, other) => rows[layer[node]].some((beside) => {
    const [[x, y_], [u, v]] = [at[node], at[other]];
    const across = (u - x) * Math.min(1, (high[beside] / 2 + CLEAR) / Math.max(1, Math.abs(v - y_)));
    const near = wide[beside] / 2 + CLEAR;
    return beside !== node && beside < sizes.length && Math.min(x, x + across) < at[beside][0] + near
      && Math.max(x, x + across) > at[beside][0] - near;
  });
  const stops = chains.map((chain, index) => {
    const way = chain.flatMap((node, i) => {
      const [[x, y_], passed] = [at[node], node >= sizes.length];
      const near = [[chain[i - 1], -1], [chain[i + 1], 1]].filter(([each]) => each !== undefined && each !== node);
      if (passed && !near.some(([each]) => grazes(node, each))) return [[x, y_]];
      return near.filter(([each]) => passed || grazes(node, each) || (each < sizes.length && grazes(each, node)))
        .map(([, sign]) => [x, y_ + sign * (tall[layer[node]] / 2 + CLEAR)]);
    });
    return downward[index][0] === edges[index][0] ? way : way.reverse();
  });
  return { places: at.slice(0, sizes.length), stops, width: right - left, height: y - BELOW };
};

const downwardEdges = (count, edges) => {
  const onward = Array.from({ length: count }, () => []);
  const entered = new Array(count).fill(0);
  edges.forEach(([a, b], index) => {
    onward[a].push(index);
    entered[b] += Number(a !== b);
  });
  const found = [...edges];
  const state = new Array(count).fill(0);
  const roots = [...Array(count).keys()].sort((a, b) => Number(entered[a] > 0) - Number(entered[b] > 0));
  for (const root of roots) {
    const pending = state[root] ? [] : [[root, 0]];
    while (pending.length) {
      const [node, at] = pending.pop();
      state[node] = 1;
      if (at === onward[node].length) {
        state[node] = 2;
        continue;
      }
      pending.push([node, at + 1]);
      const [a, b] = edges[onward[node][at]];
      if (state[b] === 1) found[onward[node][at]] = [b, a];
      else if (!state[b]) pending.push([b, 0]);
    }
  }
  return found;
};

const layersOf = (count, edges) => {
  const [layer, waiting] = [new Array(count).fill(0), new Array(count).fill(0)];
  const below = Array.from({ length: count }, () => []);
  for (const [a, b] of edges) {
    if (a === b) continue;
    below[a].push(b);
    waiting[b] += 1;
  }
  const tops = [...waiting.keys()].filter((node) => !waiting[node]);
  const pending = [...tops];
  for (const node of pending) {
    for (const other of below[node]) {
      layer[other] = Math.max(layer[other], layer[node] + 1);
      waiting[other] -= 1;
      if (!waiting[other]) pending.push(other);
    }
  }
  for (const node of tops) if (below[node].length) layer[node] = Math.min(...below[node].map((other) => layer[other])) - 1;
  return layer;
};

const orderedRows = (given, above, below) => {
  let rows = given;
  let [best, fewest] = [rows, crossings(rows, below)];
  for (let sweep = 0; sweep < SWEEPS && fewest; sweep++) {
    const near = sweep % 2 ? below : above;
    const at = new Map();
    const swept = (sweep % 2 ? [...rows].reverse() : rows).map((row) => {
      const own = new Map(row.map((node, index) => [node, near[node].length ? meanOf(near[node].map((each) => at.get(each))) : index]));
      const sorted = [...row].sort((a, b) => own.get(a) - own.get(b));
      sorted.forEach((node, index) => at.set(node, index));
      return sorted;
    });
    rows = exchangedRows(sweep % 2 ? swept.reverse() : swept, above, below);
    const count = crossings(rows, below);
    if (count < fewest) [best, fewest] = [rows, count];
  }
  return best;
};

const exchangedRows = (rows, above, below) => {
  if (below.reduce((sum, each) => sum + each.length, 0) > SCENE.limits.exchanged) return rows;
  const at = new Map(rows.flatMap((row) => row.map((node, index) => [node, index])));
  const crossing = (one, other) => [above, below].reduce((sum, near) => sum
    + near[one].reduce((count, a) => count + near[other].filter((b) => at.get(a) > at.get(b)).length, 0), 0);
  let better = true;
  for (let sweep = 0; better && sweep < SWEEPS; sweep++) {
    better = false;
    for (const row of rows) {
      for (let index = 0; index + 1 < row.length; index++) {
        const [one, other] = [row[index], row[index + 1]];
        if (crossing(one, other) <= crossing(other, one)) continue;
        [row[index], row[index + 1]] = [other, one];
        at.set(one, index + 1).set(other, index);
        better = true;
      }
    }
  }
  return rows;
};

const crossings = (rows, below) => {
  let count = 0;
  rows.slice(1).forEach((after, index) => {
    const at = new Map(after.map((node, place) => [node, place]));
    const ends = rows[index].flatMap((node) => below[node].map((other) => at.get(other)).sort((a, b) => a - b));
    const tree = new Array(after.length + 1).fill(0);
    ends.forEach((end, seen) => {
      count += seen;
      for (let i = end + 1; i; i -= i & -i) count -= tree[i];
      for (let i = end + 1; i <= after.length; i += i & -i) tree[i] += 1;
    });
  });
  return count;
};

const spreadRows = (rows, above, below, wide) => {
  const middle = wide.map(() => 0);
  for (const row of rows) {
    let x = 0;
    for (const node of row) [middle[node], x] = [x + wide[node] / 2, x + wide[node] + BESIDE];
  }
  for (let sweep = 0; sweep < SWEEPS * 2; sweep++) {
    const last = sweep + 4 >= SWEEPS * 2;
    for (const row of sweep % 2 ? [...rows].reverse() : rows) {
      const wanted = row.map((node) => {
        const near = last ? [...above[node], ...below[node]] : sweep % 2 ? below[node] : above[node];
        return near.length ? meanOf(near.map((other) => middle[other])) : middle[node];
      });
      settleRow(row, wanted, wide, middle);
    }
  }
  return middle;
};

const settleRow = (row, wanted, wide, middle) => {
  let [x, before] = [0, 0];
  const shifts = row.map((node, index) => {
    x += index ? before + wide[node] / 2 + BESIDE : 0;
    before = wide[node] / 2;
    return x;
  });
  const groups = [];
  wanted.forEach((want, index) => {
    let [total, count] = [want - shifts[index], 1];
    while (groups.length && groups.at(-1)[0] / groups.at(-1)[1] > total / count) {
      const [other, more] = groups.pop();
      [total, count] = [total + other, count + more];
    }
    groups.push([total, count]);
  });
  let index = 0;
  for (const [total, count] of groups) {
    for (let n = 0; n < count; n++, index++) middle[row[index]] = total / count + shifts[index];
  }
};
