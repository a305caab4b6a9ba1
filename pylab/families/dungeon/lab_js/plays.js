// Plays, and heroes who are stuck, judged.

// a play of the kinds route, thrift and stuck; a reading that is right will do
const judgePlay = (puzzle, kind, places) => {
  const rules = rulesOf(puzzle);
  const readings = kind === "route" ? [""] : ["gaps", "anywhere"];
  const words = readings.map((skips) => {
    const { wrong, found } = courses(rules, places, skips);
    if (wrong) return refused(...wrong);
    if (kind === "stuck") return judgeStuck(puzzle, rules, found);
    const last = places.at(-1);
    const [best] = [...found].sort((one, other) => spentOf(rules, one) - spentOf(rules, other));
    if (!rules.goals.has(last)) return refused("goal", `the play ends at ${last}, which is no goal`);
    const fewer = kind === "thrift" ? withFewer(rules, spentOf(rules, best)) : false;
    if (fewer) return refused("spent", `${counted(spentOf(rules, best), "key")} spent, and some play to the goal spends fewer`);
    if (fewer === null) return unjudged("a play to the goal; too many states to know whether it spends the fewest keys");
    return accepted(`${told(rules, best)}, the goal at ${last} reached`, movesOf(puzzle, best));
  });
  return words.find(({ valid }) => valid) || words[0];
};

// whether some play to the goal spends fewer keys; null if that takes too many states
const withFewer = (rules, spent) => {
  const found = new Map(spent ? [[stateKey(begun(rules)), begun(rules)]] : []);
  for (const state of found.values()) {
    if (rules.goals.has(state.place)) return true;
    if (found.size > COUNTED) return null;
    for (const passage of onward(rules, state.place)) {
      if (hindrance(rules, passage, state)) continue;
      const next = after(rules, passage, state);
      if (spentOf(rules, { state: next }) < spent && !found.has(stateKey(next))) found.set(stateKey(next), next);
    }
  }
  return false;
};

// what a hero who is said to be stuck can still do, or nothing
const unfinished = (rules, course) => {
  for (const { state } of quiet(rules, course)) {
    if (rules.goals.has(state.place)) return `the goal at ${state.place} can still be reached`;
    const event = onward(rules, state.place).find((passage) => !hindrance(rules, passage, state) && !stays(after(rules, passage, state), state));
    if (event) return `at ${state.place} the hero can go on to ${event.target}, where something is left to collect or open`;
  }
  return "";
};

const judgeStuck = (puzzle, rules, found) => {
  const course = found.find((each) => !unfinished(rules, each));
  if (!course) return refused("not-stuck", unfinished(rules, found.at(-1)));
  return { ...accepted(`${told(rules, course)}; then nothing is left to collect or open`, movesOf(puzzle, course)), lost: true };
};

// stuck for good, whoever opens these doors and no other: all in reach is collected, and they are opened as there are keys
const judgeWasted = (puzzle, doors) => {
  const rules = rulesOf(puzzle);
  const unknown = doors.find((door) => !rules.prices.has(door));
  if (unknown !== undefined) return refused("no-lock", `there is no locked door ${unknown}`);
  const event = (course, allowed) => {
    for (const each of quiet(rules, course)) {
      for (const passage of onward(rules, each.state.place)) {
        if (hindrance(rules, passage, each.state)) continue;
        const state = after(rules, passage, each.state);
        const opens = state.open !== each.state.open;
        if (!stays(state, each.state) && (!opens || allowed.includes(passage.lock))) return { state, back: each };
      }
    }
    return null;
  };
  let last = { state: begun(rules), back: null };
  for (let next = last; next; next = event(last, []) || event(last, doors)) last = next;
  return judgeStuck(puzzle, rules, [last]);
};

// the steps of a course, as watch.js names them
const movesOf = (puzzle, last) => {
  const world = worldOf(puzzle);
  const numbers = new Map(world.places.map((place, i) => [place, i]));
  const moves = [];
  for (let { state, back } = last; back; { state, back } = back) {
    const opened = state.open.find((lock) => !back.state.open.includes(lock));
    const place = numbers.get(state.place);
    const lock = world.locks.findIndex(([name]) => name === opened);
    if (stateKey(state) !== stateKey(back.state)) moves.unshift(opened ? `${place} opens ${lock}` : String(place));
  }
  return moves;
};
