// The rules that answers are judged by: those of watch.js. A state is {place, bag, on}; a course, how it came about.
const onMachine = (world) => ({ ...machine(world), prices: new Map(world.locks) });
const rulesOf = (puzzle) => onMachine(worldOf(puzzle));
const plainRules = (puzzle) => rulesOf({ ...puzzle, state: null });

const begun = ({ start, bagOf }) => ({ place: start.path[0], bag: bagOf(start), on: start.on });

// the numbers of locks by their names
const numbered = (rules, doors) => doors.map((door) => rules.locks.findIndex(([name]) => name === door));

// why a way can't be taken, as [code, words]; null if it can
const hindrance = (rules, way, { bag, on }) => {
  if (rules.passes(bag, on, way)) return null;
  const [, lock, needs, switched] = way;
  const lacking = (needs || []).find((any) => !rules.fits(bag, on, [any]));
  if (lacking) return ["missing", `without ${[...new Set(lacking.map((thing) => rules.things[thing]))].sort(before).join(" or ") || "what it takes"}`];
  if (!rules.fits(bag, on, [], switched)) return ["block", "the block there is up"];
  const [name, price] = rules.locks[lock];
  return ["locked", `${name} is locked and there is no ${price} left`];
};

const after = (rules, way, { bag, on }) => ({ place: way[0], ...rules.after(bag, on, way) });

const combination = ({ bag, on }) => JSON.stringify([...[bag.got, bag.open].map((set) => [...set].sort((a, b) => a - b)), on]);
const stateKey = (state) => `${combination(state)} ${state.place}`;
const stays = (one, other) => one.bag === other.bag;

// the ways out of a place, those on which nothing ever happens first; a goal ends the play
const onward = (rules, place) => {
  if (rules.goals.has(place)) return [];
  const isPlain = (way) => way.length === 1 && !rules.gains[way[0]].length && !rules.switches.has(way[0]);
  const all = rules.ways[place];
  return [...all.filter(isPlain), ...all.filter((each) => !isPlain(each))];
};

// courses to where the hero can walk without anything being collected or opened, nearest first
const quiet = (rules, course) => {
  const found = new Map([[stateKey(course.state), course]]);
  for (const each of found.values()) {
    for (const way of onward(rules, each.state.place)) {
      if (hindrance(rules, way, each.state)) continue;
      const state = after(rules, way, each.state);
      if (stays(state, each.state) && !found.has(stateKey(state))) found.set(stateKey(state), { state, back: each });
    }
  }
  return [...found.values()];
};

// the courses that a play may have taken, or what is {wrong} with it. There are several where two passages
// join two places; walks may be left out nowhere, in "gaps" where there is no step, or "anywhere"
const courses = (rules, places, skips) => {
  const first = rules.places[rules.data.start];
  if (places[0] !== first) return { wrong: ["start", `the play begins at ${places[0]}, not at the start ${first}`] };
  let found = [{ state: begun(rules), back: null }];
  for (const [i, name] of places.slice(1).entries()) {
    const [here, there] = [rules.places.indexOf(places[i]), rules.places.indexOf(name)];
    const at = `step ${i + 1}: `;
    if (rules.goals.has(here)) return { wrong: ["after-goal", `${at}the play goes on after the goal at ${places[i]}`] };
    if (there < 0) return { wrong: ["no-place", `${at}${name} is no place to be`] };
    const following = new Map();
    const add = (course) => {
      if (!following.has(stateKey(course.state))) following.set(stateKey(course.state), course);
    };
    let wrong = null;
    for (const course of found) {
      for (const way of rules.ways[here].filter(([target]) => target === there)) {
        const hindered = hindrance(rules, way, course.state);
        wrong ||= hindered;
        if (!hindered) add({ state: after(rules, way, course.state), back: course });
      }
      if (skips === "anywhere" || (skips === "gaps" && !following.size)) {
        quiet(rules, course).filter(({ state }) => state.place === there).forEach(add);
      }
    }
    if (!following.size) {
      return { wrong: wrong ? [wrong[0], `${at}from ${places[i]} to ${name}: ${wrong[1]}`] : ["no-way", `${at}there is no way from ${places[i]} to ${name}`] };
    }
    found = [...following.values()];
  }
  return { found };
};

const spentOf = (rules, { state }, price = "key") => [...state.bag.open].filter((lock) => rules.locks[lock][1] === price && !rules.start.open.includes(lock)).length;
const lengthOf = (course) => (course.back ? 1 + lengthOf(course.back) : 0);
const told = (rules, course) => `${counted(lengthOf(course), "step")}, ${counted(spentOf(rules, course), "key")} spent${spentOf(rules, course, "bomb") ? `, ${counted(spentOf(rules, course, "bomb"), "bomb")} spent` : ""}`;
