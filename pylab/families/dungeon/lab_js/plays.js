// Answers: check.lp judges them; here are the moves that the page plays.
const has = (atoms, ...kinds) => atoms.some((atom) => kinds.includes(signature(atom)));
const refutes = (atoms) => has(atoms, "safe/1", "hopeless/1");
const general = (atoms) => atoms.some((atom) => signature(atom) !== "at/2");

// the moves of a play; of a hero who gets stuck by opening these doors and no other, the nearest ones; null if there are none
const moves = (puzzle, atoms) => {
  const game = rules(worldOf(puzzle));
  const onward = ({ state, made }) => game.moves(state).map(({ id }) => ({ state: game.play(state, id).state, made: [...made, id] }));
  const first = { state: game.start, made: [] };
  if (has(atoms, "at/2")) return played(puzzle, atoms, first, onward);
  if (!has(atoms, "stuck/0")) return null;
  const locks = worldOf(puzzle).locks.map(([name]) => name);
  const doors = new Set(atoms.filter((atom) => signature(atom) === "opened/1").map((atom) => locks.indexOf(lockFrom(atom.args[0]))));
  const next = ({ state: { got, open } }, others) => others.find(({ state }) => state.got.length > got.length && state.open.length === open.length)
    || others.find(({ state }) => state.open.length > open.length && doors.has(state.open.at(-1)));
  let last = first;
  for (let found = first; found; found = next(last, onward(last))) last = found;
  return last.made;
};

// a play may leave out walks on which nothing happens, but that a switch is turned; two passages may lead to its next place
const played = (puzzle, atoms, first, onward) => {
  const steps = atoms.filter((atom) => signature(atom) === "at/2").sort((one, other) => one.args[1] - other.args[1]);
  const { places, switches } = worldOf(puzzle);
  const here = ({ state }) => state.path.at(-1);
  const distinct = (courses) => new Map(courses.map((each) => [JSON.stringify({ ...each.state, path: here(each) }), each]));
  let found = [first];
  for (const name of steps.slice(1).map((atom) => placeOf(puzzle, atom))) {
    const passed = distinct(found);
    const next = [];
    for (const course of passed.values()) {
      const after = onward(course);
      next.push(...after.filter((each) => places[here(each)] === name));
      const turned = after.filter((each) => switches.includes(here(each)) && each.state.got.length + each.state.open.length === course.state.got.length + course.state.open.length);
      if (general(atoms)) distinct(turned).forEach((each, key) => passed.has(key) || passed.set(key, each));
    }
    found = [...distinct(next.reverse()).values()].reverse();
  }
  return found[0]?.made || null;
};
