// Numbers of states, judged: all plays, gone through.
const COUNTED = 60000; // the most states that are gone through

// all plays, gone through: figures of them, or null if they are too many
const censusOf = (rules) => {
  const first = begun(rules);
  const numbers = new Map([[stateKey(first), 0]]);
  const states = [first];
  const far = [0];
  const back = [[]];
  for (let n = 0; n < states.length; n++) {
    if (states.length > COUNTED) return null;
    if (rules.goals.has(states[n].place)) continue;
    for (const way of rules.ways[states[n].place]) {
      if (!rules.passes(states[n].bag, states[n].on, way)) continue;
      const state = after(rules, way, states[n]);
      const key = stateKey(state);
      if (!numbers.has(key)) {
        numbers.set(key, states.length);
        states.push(state);
        far.push(far[n] + 1);
        back.push([]);
      }
      back[numbers.get(key)].push(n);
    }
  }
  const goals = range(states.length).filter((n) => rules.goals.has(states[n].place));
  const live = new Set(goals);
  for (const n of live) back[n].forEach((each) => live.add(each));
  return {
    configurations: new Set(states.map(combination)).size,
    states: states.length,
    dead: states.length - live.size,
    moves: goals.length ? Math.min(...goals.map((n) => far[n])) : null,
    locks: rules.locks.filter(([, price]) => price === "key").length,
    keys: rules.things.filter((thing) => thing === "key").length,
  };
};

const judgeCount = (puzzle, { kind, figures }) => {
  const census = censusOf(rulesOf(puzzle));
  if (!census) return unjudged("too many states to be counted again here");
  const wrong = Object.keys(figures).find((name) => figures[name] !== census[name]);
  if (wrong) return refused(wrong, `${wrong}: ${figures[wrong]} claimed, ${census[wrong]} counted`);
  if (kind === "safe" && census.dead) return refused("dead", `${census.dead} of ${counted(census.states, "state")} are dead`);
  if (kind === "hopeless" && census.dead < census.states) return refused("solvable", "some play reaches the goal");
  const words = { safe: "nobody gets locked out", hopeless: "the goal is out of reach", statistics: "recounted" }[kind];
  return accepted(`${words}: all plays gone through, ${counted(census.configurations, "combination")}, ${counted(census.states, "state")}`);
};
