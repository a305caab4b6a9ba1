// Plays, and heroes who are stuck, judged.

// a play of the kinds route, thrift and stuck; a reading that is right will do
const judgePlay = (puzzle, kind, places) => {
  const rules = rulesOf(puzzle);
  const readings = kind === "route" ? [""] : ["gaps", "anywhere"];
  const words = readings.map((skips) => {
    const { wrong, found } = courses(rules, places, skips);
    if (wrong) return refused(...wrong);
    if (kind === "stuck") return judgeStuck(rules, found);
    const last = places.at(-1);
    const [best] = [...found].sort((one, other) => spentOf(rules, one) - spentOf(rules, other));
    if (!rules.goals.has(best.state.place)) return refused("goal", `the play ends at ${last}, which is no goal`);
    const fewer = kind === "thrift" ? withFewer(rules, spentOf(rules, best)) : false;
    if (fewer) return refused("spent", `${counted(spentOf(rules, best), "key")} spent, and some play to the goal spends fewer`);
    if (fewer === null) return unjudged("a play to the goal; too many states to know whether it spends the fewest keys");
    return accepted(`${told(rules, best)}, the goal at ${last} reached`, movesOf(best));
  });
  return words.find(({ valid }) => valid) || words[0];
};

// whether some play to the goal spends fewer keys; null if that takes too many states
const withFewer = (rules, spent) => {
  const found = new Map(spent ? [[stateKey(begun(rules)), begun(rules)]] : []);
  for (const state of found.values()) {
    if (rules.goals.has(state.place)) return true;
    if (found.size > COUNTED) return null;
    for (const way of onward(rules, state.place)) {
      if (hindrance(rules, way, state)) continue;
      const next = after(rules, way, state);
      if (spentOf(rules, { state: next }) < spent && !found.has(stateKey(next))) found.set(stateKey(next), next);
    }
  }
  return false;
};

// what a hero who is said to be stuck can still do, or nothing
const unfinished = (rules, course) => {
  for (const { state } of quiet(rules, course)) {
    if (rules.goals.has(state.place)) return `the goal at ${rules.places[state.place]} can still be reached`;
    const event = onward(rules, state.place).find((way) => !hindrance(rules, way, state) && !stays(after(rules, way, state), state));
    if (event) return `at ${rules.places[state.place]} the hero can go on to ${rules.places[event[0]]}, where something is left to collect or open`;
  }
  return "";
};

const judgeStuck = (rules, found) => {
  const course = found.find((each) => !unfinished(rules, each));
  if (!course) return refused("not-stuck", unfinished(rules, found.at(-1)));
  return { ...accepted(`${told(rules, course)}; then nothing is left to collect or open`, movesOf(course)), lost: true };
};

// stuck for good, whoever opens these doors and no other: all in reach is collected, and they are opened as there are keys
const judgeWasted = (puzzle, doors) => {
  const rules = rulesOf(puzzle);
  const unknown = doors.find((door) => !rules.prices.has(door));
  if (unknown !== undefined) return refused("no-lock", `there is no locked door ${unknown}`);
  const event = (course, allowed) => {
    for (const each of quiet(rules, course)) {
      for (const way of onward(rules, each.state.place)) {
        if (hindrance(rules, way, each.state)) continue;
        const state = after(rules, way, each.state);
        const opens = state.bag.open !== each.state.bag.open;
        if (!stays(state, each.state) && (!opens || allowed.includes(way[1]))) return { state, back: each };
      }
    }
    return null;
  };
  let last = { state: begun(rules), back: null };
  for (let next = last; next; next = event(last, []) || event(last, numbered(rules, doors))) last = next;
  return judgeStuck(rules, [last]);
};

// the steps of a course, as watch.js names them
const movesOf = (last) => {
  const moves = [];
  for (let { state, back } = last; back; { state, back } = back) {
    const opened = [...state.bag.open].find((lock) => !back.state.bag.open.has(lock));
    if (stateKey(state) !== stateKey(back.state)) moves.unshift(opened === undefined ? String(state.place) : `${state.place} opens ${opened}`);
  }
  return moves;
};
