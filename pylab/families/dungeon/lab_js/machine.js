// The machine that watch.js plays on: places, things and locks by their numbers.
const FREE = [];

const worldOf = (puzzle) => {
  const world = isMission(puzzle) ? missionWorld(puzzle) : dungeonWorld(puzzle);
  if (!puzzle.state) return world;
  const { at, emptied, unlocked, turned } = puzzle.state;
  const got = [...new Set(emptied.flatMap((name) => world.gains[world.places.indexOf(name)]))].sort((a, b) => a - b);
  const open = unlocked.map((name) => world.locks.findIndex(([other]) => other === name)).sort((a, b) => a - b);
  return { ...world, start: world.places.indexOf(at), begun: { got, open, on: Number(turned) } };
};

const missionWorld = (mission) => {
  const numbers = new Map(mission.rooms.map(({ name }, i) => [name, i]));
  const flags = [...new Set(mission.rooms.flatMap((room) => room.flags))].sort(before);
  const things = [...flags];
  const gains = mission.rooms.map((room) => {
    const found = room.flags.map((flag) => flags.indexOf(flag));
    for (let i = 0; i < room.keys; i++) found.push(things.push("key") - 1);
    return found.sort((a, b) => a - b);
  });
  const open = mission.passages.filter((each) => !each.sealed);
  const absent = [...new Set(mission.passages.flatMap((each) => each.flags))].filter((flag) => !flags.includes(flag)).sort(before);
  const bit = (flag) => (flags.includes(flag) ? flags.indexOf(flag) : things.length + absent.indexOf(flag));
  const locks = [...new Set(open.filter((each) => each.locked).map((each) => lockName(each.tail, each.head)))];
  const ways = mission.rooms.map(() => []);
  for (const each of open) {
    const lock = each.locked ? locks.indexOf(lockName(each.tail, each.head)) : -1;
    const gate = lock < 0 && !each.flags.length ? FREE : [lock, each.flags.map((flag) => [bit(flag)]), -1];
    ways[numbers.get(each.tail)].push([numbers.get(each.head), ...gate]);
  }
  return {
    places: mission.rooms.map(({ name }) => name), start: numbers.get(mission.start), ways, gains, switches: [], things,
    goals: mission.goals.map((name) => numbers.get(name)).sort((a, b) => a - b), keys: 0, bombs: 0,
    locks: locks.map((name) => [name, "key"]),
  };
};

const dungeonWorld = (dungeon) => {
  const marks = marksOf(dungeon);
  const places = [...marks.keys()];
  const numbers = new Map(places.map((place, i) => [place, i]));
  const endless = dungeon.bombs === null;
  const all = [...marks.values()];
  const turns = all.some(({ kind }) => kind === "switch");
  const [things, items, boss] = [[], new Map(), []];
  const gains = all.map(({ kind, name }) => {
    if (!["key", "bomb", "boss key", "item"].includes(kind) || (kind === "bomb" && endless)) return [];
    const bit = things.push(kind === "item" ? name : kind) - 1;
    if (kind === "boss key") boss.push(bit);
    if (kind === "item") items.set(name, [...(items.get(name) || []), bit]);
    return [bit];
  });
  const locks = [];
  const lock = (price, name) => {
    const found = locks.findIndex((each) => each[0] === name && each[1] === price);
    return found < 0 ? locks.push([name, price]) - 1 : found;
  };
  const gateOf = ({ kind, name }) => {
    if (kind === "lock") return [lock("key", name), [], -1];
    if (kind === "bombable wall") return endless ? FREE : [lock("bomb", name), [], -1];
    if (kind === "boss door") return [-1, [boss], -1];
    if (kind === "item door") return [-1, [items.get(name) || []], -1];
    if (kind === "water") return [-1, [CROSSING.flatMap((item) => items.get(item) || []).sort((a, b) => a - b)], -1];
    if (kind === "raised") return [-1, [], 1];
    return kind === "lowered" && turns ? [-1, [], 0] : FREE;
  };
  const gates = all.map(gateOf);
  const leads = (here, there, direction) => [here, there].every(({ kind, name }) => kind !== "one-way" || ARROWS[name] === direction);
  const ways = [...besideOf(dungeon)].map(([tile, list]) => list
    .filter(([direction, other]) => !direction || leads(marks.get(tile), marks.get(other), direction))
    .map(([, other]) => [numbers.get(other), ...gates[numbers.get(other)]]));
  const those = (kind) => range(all.length).filter((i) => all[i].kind === kind);
  return {
    places, start: those("start")[0], goals: those("goal"), ways, gains, switches: those("switch"), keys: dungeon.keys,
    bombs: dungeon.bombs, things, locks, kinds: all.map(({ kind }) => kind),
  };
};
