// Key margins and guaranteed keys, judged: what is in reach with some doors open.
const SETS = 2000; // the most sets of doors that are tried

const meets = (places, region) => [...places].some((place) => region.has(place));

// what is collected in a region, and these locks open
const bagIn = (rules, region, doors = []) => ({ got: new Set([...region].flatMap((place) => rules.gains[place])), open: new Set(doors) });

// all places in reach with these doors open, flags taken where they lie
const openRegion = (rules, doors) => {
  for (let bag = bagIn(rules, [], doors); ;) {
    const region = new Set([rules.data.start]);
    for (const place of region) {
      for (const [target, lock, needs, switched] of rules.goals.has(place) ? [] : rules.ways[place]) {
        if (!rules.closed(bag, lock) && rules.fits(bag, 0, needs, switched)) region.add(target);
      }
    }
    const more = bagIn(rules, region, doors);
    if (more.got.size === bag.got.size) return region;
    bag = more;
  }
};

const locksAt = (rules, region) => {
  const bag = bagIn(rules, region);
  return new Set([...region].filter((place) => !rules.goals.has(place)).flatMap((place) => rules.ways[place])
    .filter(([, lock, needs]) => rules.closed(bag, lock) && rules.fits(bag, 0, needs)).map(([, lock]) => lock));
};

// keys, or bombs, that are left when these doors are open and all in reach is collected
const handWith = (rules, doors, region, price) => rules.inHand(bagIn(rules, region, doors), price);
const priceOf = (rules, lock) => rules.locks[lock][1];

// the sets of doors, of these, that can be opened one after the other, each with what is in reach; null if they are
// too many. `paid`: there must be a key or a bomb for each, and none opens after the goal
const doorSets = (rules, among, paid = false) => {
  const found = new Map([["[]", []]]);
  const sets = [];
  for (const doors of found.values()) {
    if (sets.length > SETS) return null;
    const region = openRegion(rules, doors);
    sets.push([doors, region]);
    if (paid && meets(rules.goals, region)) continue;
    for (const lock of [...locksAt(rules, region)].filter((each) => among.includes(each) && !doors.includes(each))) {
      if (paid && handWith(rules, doors, region, priceOf(rules, lock)) < 1) continue;
      const more = [...doors, lock].sort((one, other) => one - other);
      found.set(JSON.stringify(more), more);
    }
  }
  return sets.length > SETS ? null : sets;
};

const spends = (rules) => rules.locks.some(([, price]) => price === "bomb");
const allLocks = (rules) => [...rules.locks.keys()];

// keys that are left with these doors open; where bombs run out, keys and bombs that open another door in reach; null
// if the goal is in reach
const leftWith = (rules, doors, region = openRegion(rules, doors)) => {
  if (meets(rules.goals, region)) return null;
  const useful = [...locksAt(rules, region)].filter((lock) => !doors.includes(lock)).map((lock) => priceOf(rules, lock));
  const prices = spends(rules) ? [...new Set(useful)] : ["key"];
  return prices.reduce((sum, price) => sum + handWith(rules, doors, region, price), 0);
};

// why margins or, one way, guarantees say nothing about a puzzle; empty if they do
const silent = (puzzle, rules, twoWay) => {
  if (rules.switches.size) return "it has switches, and toggle blocks come and go";
  if (!twoWay) return spends(rules) ? "its bombs run out; with renewable ones it would do" : "";
  if (!meets(rules.goals, openRegion(rules, allLocks(rules)))) return "the goal is out of reach even with all doors open";
  for (const [place, ways] of rules.ways.entries()) {
    for (const [target, ...gate] of rules.goals.has(place) ? [] : ways) {
      if (rules.goals.has(target)) continue;
      const back = rules.ways[target].filter(([end]) => end === place);
      // a tile's own gate has let the hero in before; a mission's gates belong to directions
      if (isMission(puzzle) ? !back.some(([, ...other]) => JSON.stringify(other) === JSON.stringify(gate)) : !back.length) {
        return `the passage from ${rules.places[place]} to ${rules.places[target]} is one-way, or not the same both ways`;
      }
    }
  }
  return "";
};

// what is wrong with opening these doors and no other, while `outside` is out of reach
const wrongDoors = (rules, doors, outside, what, prices = ["key"]) => {
  const unknown = doors.find((door) => !prices.includes(rules.prices.get(door)));
  if (unknown !== undefined) return ["no-lock", `there is no locked door ${unknown}`];
  if (new Set(doors).size < doors.length) return ["repeated", "a door is opened twice"];
  const region = openRegion(rules, numbered(rules, doors));
  if (meets(outside, region)) return ["reached", `with ${doors.join(", ") || "no door"} open, ${what} is in reach`];
  const ajar = locksAt(rules, region);
  const far = doors.find((door) => !ajar.has(numbered(rules, [door])[0]));
  return far === undefined ? null : ["far-door", `the hero never gets to ${far} to open it`];
};

// the rules with a lock that is gone, a key of a place at the start, or more keys there
const eased = ({ data, locks, things }, { freed = "", gift = "", extra = 0 }) => onMachine({
  ...data,
  keys: data.keys + extra + Number(gift !== ""),
  ways: data.ways.map((ways) => ways.map(([target, lock, ...more]) => (lock >= 0 && locks[lock][0] === freed ? [target, -1, ...more] : [target, ...(lock === undefined ? [] : [lock, ...more])]))),
  gains: data.gains.map((gains, place) => (data.places[place] === gift ? gains.filter((thing) => thing !== gains.find((each) => things[each] === "key")) : gains)),
});

const claims = (name, claimed, found) => [name, `${name}: ${claimed} claimed, ${found} counted`];

const wrongRepair = (rules, { margin, extra, freed, moved }) => {
  const needed = margin === null ? 0 : Math.max(0, 1 - margin);
  const deadly = (how, code, words) => {
    const census = censusOf(eased(rules, how));
    if (!census) return ["", "too many states to be gone through here"];
    return census.dead ? [code, `with ${words} there are dead states`] : null;
  };
  if (extra !== needed) return claims("extra", extra, needed);
  const wrong = [() => deadly({ extra }, "extra", `${counted(extra, "key")} more`)];
  for (const door of freed) {
    wrong.push(() => (rules.prices.has(door) ? deadly({ freed: door }, "freed", `${door} free`) : ["no-lock", `there is no locked door ${door}`]));
  }
  for (const place of moved) {
    const isKey = (rules.gains[rules.places.indexOf(place)] || []).some((thing) => rules.things[thing] === "key");
    wrong.push(() => (isKey ? deadly({ gift: place }, "moved", `a key of ${place} at the start`) : ["no-key", `there is no key at ${place}`]));
  }
  return wrong.reduce((found, each) => found || each(), null);
};

// what is wrong with a margin's doors, and with what they leave
const wrongMargin = (rules, { margin, doors, extra, freed, moved }) => {
  const spent = spends(rules);
  if (spent && (extra !== null || freed.length || moved.length)) return ["extra", "where bombs run out nothing is said of what would make it safe"];
  if (margin === null) {
    return meets(rules.goals, openRegion(rules, [])) ? null : ["margin", "the goal is not in reach at once, so there is a margin"];
  }
  const wrong = wrongDoors(rules, doors, rules.goals, "the goal", spent ? ["key", "bomb"] : ["key"]);
  if (wrong) return wrong;
  const opened = numbered(rules, doors);
  const set = JSON.stringify([...opened].sort((one, other) => one - other));
  const paid = spent && doorSets(rules, opened, true);
  if (paid && !paid.some(([each]) => JSON.stringify(each) === set)) return ["unpaid", `no order pays for opening ${doors.join(", ") || "no door"} and no other`];
  const left = leftWith(rules, opened);
  return left === margin ? null : claims("margin", margin, left);
};

const judgeMargin = (puzzle, claim) => {
  const rules = rulesOf(puzzle);
  const { margin, extra } = claim;
  const reason = silent(puzzle, rules, true);
  if (reason) return refused("misfit", `a margin says nothing about this dungeon: ${reason}`);
  let wrong = wrongMargin(rules, claim);
  const sets = wrong ? null : doorSets(rules, allLocks(rules), spends(rules));
  if (sets) {
    const left = sets.map((each) => leftWith(rules, ...each)).filter((each) => each !== null);
    const least = left.length ? Math.min(...left) : null;
    if (least !== margin) wrong = claims("margin", margin, least);
  }
  if (!wrong && extra !== null) wrong = wrongRepair(rules, claim);
  if (wrong) return wrong[0] ? refused(...wrong) : unjudged(wrong[1]);
  if (margin === null) return accepted("nothing can keep the hero from the goal");
  const who = sets ? `tried against every ${spends(rules) ? "order" : "set"} of doors` : "that it is the least is not checked";
  return accepted(`margin ${margin}: ${margin >= 1 ? "nobody gets locked out" : "the hero can get locked out"} (${who})`);
};

// how many keys let one into each room, {room, keys, doors}, however they were spent before
const judgeGuaranteed = (puzzle, claimed) => {
  const rules = rulesOf(puzzle);
  const reason = silent(puzzle, rules, false);
  if (reason) return refused("misfit", `guarantees say nothing about this dungeon: ${reason}`);
  const tiles = isMission(puzzle) ? null : tilesOf(puzzle);
  const rooms = new Map();
  for (const [place, name] of rules.places.entries()) {
    const room = tiles ? tiles.get(name).room : name;
    rooms.set(room, [...(rooms.get(room) || []), place]);
  }
  const names = claimed.map(({ room }) => room);
  const unknown = names.find((name) => !rooms.has(name));
  if (unknown !== undefined) return refused("no-place", `there is no room ${unknown}`);
  const missing = [...rooms.keys()].find((name) => !names.includes(name));
  if (missing !== undefined) return refused("left-out", `room ${missing} is left out`);
  if (new Set(names).size < names.length) return refused("repeated", "a room is there twice");
  const everywhere = openRegion(rules, allLocks(rules));
  const wrongRoom = ({ room, keys, doors }) => {
    const inside = rooms.get(room);
    if (keys === null) return meets(inside, everywhere) ? ["reached", `room ${room} can be entered with all doors open`] : null;
    if (!meets(inside, everywhere)) return ["unreached", `room ${room} can't be entered at all`];
    if (keys === 0) return meets(inside, openRegion(rules, [])) ? null : ["keys", `room ${room} can't be entered without a key`];
    if (keys !== doors.length + 1) return ["keys", `${counted(doors.length + 1, "key")} for room ${room} by its doors, ${keys} claimed`];
    return wrongDoors(rules, doors, inside, `room ${room}`);
  };
  const wrong = claimed.map(wrongRoom).find(Boolean);
  if (wrong) return refused(...wrong);
  const sets = doorSets(rules, allLocks(rules));
  for (const { room, keys } of sets ? claimed : []) {
    const most = Math.max(0, ...sets.filter(([, region]) => !meets(rooms.get(room), region)).map(([doors]) => doors.length));
    if (keys && most >= keys) return refused("keys", `room ${room}: ${counted(most, "door")} can be open before it is in reach`);
  }
  const most = Math.max(0, ...claimed.map(({ keys }) => keys || 0));
  return accepted(`${counted(names.length, "room")}, ${counted(most, "key")} at most`);
};
