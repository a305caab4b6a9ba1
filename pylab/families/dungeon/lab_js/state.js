// A state that plays begin at, instead of the start: {at, emptied, unlocked, turned}.
const plainRules = (puzzle) => {
  const world = worldOf({ ...puzzle, state: null });
  return { ...machine(world), prices: new Map(world.locks) };
};

const placeOf = (puzzle, atom) => {
  const term = atom.args[0];
  const bare = (name) => (isMission(puzzle) ? name : `"${name}"`);
  if (typeof term === "number") return bare(String(term));
  if (term.string !== undefined && isName(term.string)) return bare(term.string);
  if (term.name === undefined && term.args?.length === 3) {
    const [room, y, x] = term.args;
    if (room.string !== undefined && isName(room.string) && typeof y === "number" && typeof x === "number") {
      return isMission(puzzle) ? `tile ${tileName(room.string, y, x)}` : tileName(room.string, y, x);
    }
  }
  throw new Misfit(`expected a place as argument 1 of ${signature(atom)}, found ${written(term)}`, atom);
};

const lockFrom = ({ string, name, args }) => {
  if (string !== undefined) return string;
  if (name === "door" && args.length === 1) return args[0].string;
  if (name === undefined && args?.length === 3) return tileName(args[0].string, args[1], args[2]);
  const [one, other] = (args || []).map((end) => (typeof end === "number" ? String(end) : end.string));
  return one === undefined || other === undefined ? undefined : lockName(one, other);
};

const stateFrom = (puzzle, of) => {
  const [given, emptied, unlocked, turned] = ["standing/1", "emptied/1", "unlocked/1", "turned/0"].map(of);
  if (![given, emptied, unlocked, turned].some((atoms) => atoms.length)) return puzzle;
  const at = only(given, "standing(P)");
  const rules = plainRules(puzzle);
  const place = (atom) => {
    const name = placeOf(puzzle, atom);
    if (!rules.places.includes(name)) throw new Misfit(`expected a place where the hero can be, found ${name}`, atom);
    return name;
  };
  const lock = (atom) => {
    const name = lockFrom(atom.args[0]);
    if (!rules.prices.has(name)) throw new Misfit(`expected a lock, found ${written(atom.args[0])}`, atom);
    return name;
  };
  return fitted(puzzle, { at: place(at), emptied: emptied.map(place), unlocked: unlocked.map(lock), turned: turned.length > 0 }, at);
};

// the puzzle with that state in its normal form; a Misfit if nobody can be in it
const fitted = (puzzle, state, atom = null) => {
  const rules = plainRules(puzzle);
  const holds = (name) => rules.gains[rules.places.indexOf(name)]?.length > 0;
  const own = isMission(puzzle) ? null : marksOf(puzzle).get(state.at);
  const emptied = new Set([...state.emptied, ...(holds(state.at) ? [state.at] : [])]);
  const unlocked = new Set([...state.unlocked, ...(own && rules.prices.has(own.name) ? [own.name] : [])]);
  const bad = [state.at, ...emptied].find((name) => !rules.places.includes(name)) || [...emptied].find((name) => !holds(name))
    || [...unlocked].find((name) => !rules.prices.has(name));
  if (bad !== undefined) throw new Misfit(`expected a state of this puzzle, found ${bad}`, atom);
  if (own && stuckIn(tilesOf(puzzle)).has(state.at)) throw new Misfit(`expected a place where the hero can be, found ${state.at}, a block that no switch lowers`, atom);
  const found = { at: state.at, emptied: [...emptied].sort(before), unlocked: [...unlocked].sort(before), turned: state.turned };
  for (const price of ["key", "bomb"]) {
    const short = -rules.inHand(rules.bagOf(worldOf({ ...puzzle, state: found }).begun), price);
    if (short > 0) throw new Misfit(`expected ${counted(short, price)} more to have been collected for ${found.unlocked.join(", ")}`, atom);
  }
  if (found.turned && !rules.switches.size) throw new Misfit("expected a dungeon with a switch to be turned, found none", atom);
  return { ...puzzle, state: found };
};

// after a change of the puzzle: with its state, if that is still one of it
const kept = (puzzle) => {
  if (!puzzle.state) return puzzle;
  try {
    return fitted(puzzle, puzzle.state);
  } catch {
    const { state, ...rest } = puzzle;
    return rest;
  }
};
