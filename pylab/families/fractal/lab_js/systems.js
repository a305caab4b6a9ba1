// Answers about pushdown systems, judged.
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
