// The rules that answers are judged by: a state is {place, got, open, on}.

// of each place the passages out of it, {target, lock, price, flags, on}; things, goals, prices
const plainRules = (puzzle) => {
  const [passages, things, prices] = [new Map(), new Map(), new Map()];
  if (isMission(puzzle)) {
    for (const room of puzzle.rooms) {
      passages.set(room.name, []);
      things.set(room.name, [
        ...room.flags.map((what) => ({ id: `flag ${what}`, what, count: 1 })),
        ...(room.keys ? [{ id: `key ${room.name}`, what: "key", count: room.keys }] : []),
      ]);
    }
    for (const { tail, head, locked, flags, sealed } of puzzle.passages) {
      const lock = locked ? lockName(tail, head) : "";
      if (!sealed) passages.get(tail).push({ target: head, lock, price: "key", flags: flags.map((flag) => [flag]), on: null });
    }
  } else {
    const marks = marksOf(puzzle);
    const endless = puzzle.bombs === null;
    const entry = (target) => {
      const { kind, name } = marks.get(target);
      const passage = { target, lock: "", price: "key", flags: [], on: null };
      if (kind === "lock") return { ...passage, lock: name };
      if (kind === "bombable wall" && !endless) return { ...passage, lock: name, price: "bomb" };
      if (kind === "boss door") return { ...passage, flags: [["the boss key"]] };
      if (kind === "item door") return { ...passage, flags: [[`the ${name}`]] };
      if (kind === "water") return { ...passage, flags: [CROSSING.map((item) => `the ${item}`)] };
      return kind === "raised" || kind === "lowered" ? { ...passage, on: kind === "raised" } : passage;
    };
    const leads = (tile, direction) => marks.get(tile).kind !== "one-way" || ARROWS[marks.get(tile).name] === direction;
    for (const [tile, list] of besideOf(puzzle)) {
      const { kind, name } = marks.get(tile);
      passages.set(tile, list.filter(([direction, other]) => !direction || (leads(tile, direction) && leads(other, direction))).map(([, other]) => entry(other)));
      const what = { key: "key", bomb: endless ? "" : "bomb", "boss key": "the boss key", item: `the ${name}` }[kind];
      things.set(tile, what ? [{ id: `${what} ${tile}`, what, count: 1 }] : []);
      if (entry(tile).lock) prices.set(entry(tile).lock, entry(tile).price);
    }
    const those = (kind) => [...marks].filter(([, mark]) => mark.kind === kind).map(([tile]) => tile);
    return {
      passages, things, prices, start: those("start")[0], goals: new Set(those("goal")), switches: new Set(those("switch")),
      keys: puzzle.keys, bombs: puzzle.bombs || 0,
    };
  }
  for (const { lock, price } of [...passages.values()].flat()) if (lock) prices.set(lock, price);
  return { passages, things, prices, start: puzzle.start, goals: new Set(puzzle.goals), switches: new Set(), keys: 0, bombs: 0 };
};

const rulesOf = (puzzle) => {
  const rules = plainRules(puzzle);
  return puzzle.state ? { ...rules, start: puzzle.state.at, begun: begunFrom(rules, puzzle.state) } : rules;
};

const begun = (rules) => rules.begun || { place: rules.start, got: rules.things.get(rules.start), open: [], on: false };

const inHand = (rules, price, { got, open }) => (price === "key" ? rules.keys : rules.bombs)
  + got.filter(({ what }) => what === price).reduce((sum, { count }) => sum + count, 0)
  - open.filter((lock) => rules.prices.get(lock) === price).length;

// why a passage can't be taken, as [code, words]; null if it can
const hindrance = (rules, passage, state) => {
  const lacking = passage.flags.find((group) => !group.some((flag) => state.got.some(({ what }) => what === flag)));
  if (lacking) return ["missing", `without ${[...lacking].sort(before).join(" or ") || "what it takes"}`];
  if (passage.on !== null && passage.on !== state.on) return ["block", "the block there is up"];
  const closed = passage.lock && !state.open.includes(passage.lock);
  return closed && inHand(rules, passage.price, state) < 1 ? ["locked", `${passage.lock} is locked and there is no ${passage.price} left`] : null;
};

const after = (rules, { target, lock }, { got, open, on }) => {
  const fresh = rules.things.get(target).filter(({ id }) => !got.some((each) => each.id === id));
  return {
    place: target,
    got: fresh.length ? [...got, ...fresh].sort((a, b) => before(a.id, b.id)) : got,
    open: lock && !open.includes(lock) ? [...open, lock].sort(before) : open,
    on: on !== rules.switches.has(target),
  };
};

const combination = ({ got, open, on }) => JSON.stringify([got.map(({ id }) => id), open, on]);
const stateKey = (state) => `${combination(state)} ${state.place}`;

// the passages that can be taken out of a place, those on which nothing ever happens first; a goal ends the play
const onward = (rules, place) => {
  if (rules.goals.has(place)) return [];
  const isPlain = ({ target, lock, flags, on }) => !lock && !flags.length && on === null
    && !rules.things.get(target).length && !rules.switches.has(target);
  const all = rules.passages.get(place);
  return [...all.filter(isPlain), ...all.filter((each) => !isPlain(each))];
};
const stays = (one, other) => one.got === other.got && one.open === other.open;

// courses to where the hero can walk without anything being collected or opened, nearest first
const quiet = (rules, course) => {
  const found = new Map([[stateKey(course.state), course]]);
  for (const each of found.values()) {
    for (const passage of onward(rules, each.state.place)) {
      if (hindrance(rules, passage, each.state)) continue;
      const state = after(rules, passage, each.state);
      if (stays(state, each.state) && !found.has(stateKey(state))) found.set(stateKey(state), { state, back: each });
    }
  }
  return [...found.values()];
};

// the courses that a play may have taken, or what is {wrong} with it. There are several where two passages
// join two places; walks may be left out nowhere, in "gaps" where there is no step, or "anywhere"
const courses = (rules, places, skips) => {
  if (places[0] !== rules.start) return { wrong: ["start", `the play begins at ${places[0]}, not at the start ${rules.start}`] };
  let found = [{ state: begun(rules), back: null }];
  for (const [i, there] of places.slice(1).entries()) {
    const here = places[i];
    const at = `step ${i + 1}: `;
    if (rules.goals.has(here)) return { wrong: ["after-goal", `${at}the play goes on after the goal at ${here}`] };
    if (!rules.passages.has(there)) return { wrong: ["no-place", `${at}${there} is no place to be`] };
    const following = new Map();
    const add = (course) => {
      if (!following.has(stateKey(course.state))) following.set(stateKey(course.state), course);
    };
    let wrong = null;
    for (const course of found) {
      for (const passage of rules.passages.get(here).filter(({ target }) => target === there)) {
        const hindered = hindrance(rules, passage, course.state);
        wrong ||= hindered;
        if (!hindered) add({ state: after(rules, passage, course.state), back: course });
      }
      if (skips === "anywhere" || (skips === "gaps" && !following.size)) {
        quiet(rules, course).filter(({ state }) => state.place === there).forEach(add);
      }
    }
    if (!following.size) {
      return { wrong: wrong ? [wrong[0], `${at}from ${here} to ${there}: ${wrong[1]}`] : ["no-way", `${at}there is no way from ${here} to ${there}`] };
    }
    found = [...following.values()];
  }
  return { found };
};

const spentOf = (rules, { state }, price = "key") => state.open.filter((lock) => rules.prices.get(lock) === price && !begun(rules).open.includes(lock)).length;
const lengthOf = (course) => (course.back ? 1 + lengthOf(course.back) : 0);
const told = (rules, course) => `${counted(lengthOf(course), "step")}, ${counted(spentOf(rules, course), "key")} spent${spentOf(rules, course, "bomb") ? `, ${counted(spentOf(rules, course, "bomb"), "bomb")} spent` : ""}`;
