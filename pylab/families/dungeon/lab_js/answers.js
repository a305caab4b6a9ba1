// Answers, read from their atoms and handed to who judges them.
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

// a room's name; a lock's, which is a string or a term of the encodings
const roomAt = (atom, index = 0) => {
  const term = atom.args[index];
  if (typeof term === "number") return String(term);
  if (term.string !== undefined && isName(term.string)) return term.string;
  throw new Misfit(`expected a room as argument ${index + 1} of ${signature(atom)}, found ${written(term)}`, atom);
};

const lockAt = (atom) => {
  const [term] = atom.args;
  if (term.string !== undefined) return term.string;
  if (term.name === "door" && term.args.length === 1 && isName(term.args[0].string || "")) return term.args[0].string;
  if (term.name === undefined && term.args?.length === 3) {
    const [room, y, x] = term.args;
    if (isName(room.string || "") && typeof y === "number" && typeof x === "number") return tileName(room.string, y, x);
  }
  if (term.name === undefined && term.args?.length === 2) return lockName(roomAt(term, 0), roomAt(term, 1));
  throw new Misfit(`expected a lock as argument 1 of ${signature(atom)}, found ${written(term)}`, atom);
};

const amountAt = (atom, index) => (atom.args[index].name === "none" ? null : integer(atom, index));

const marginOf = (puzzle, of, locks) => {
  const doors = locks("opened/1");
  const claim = { margin: null, doors, extra: null, freed: [], moved: [] };
  if (of("unbounded/0").length) return claim;
  if (of("held/1").length) {
    const held = integer(only(of("held/1"), "held(N)"), 0, 0);
    return { ...claim, margin: held + of("found/1").length - doors.length };
  }
  const extra = of("extra/1");
  return {
    margin: amountAt(only(of("margin/1"), "margin(N)"), 0), doors,
    extra: extra.length ? integer(only(extra, "extra(N)"), 0, 0) : null,
    freed: locks("freed/1"), moved: of("moved/1").map((atom) => placeOf(puzzle, atom)),
  };
};

const guaranteesOf = (of) => {
  const pairs = of("opened/2").map((atom) => ({ room: roomAt(atom, 1), door: lockAt(atom) }));
  const doorsOf = (room) => pairs.filter((each) => each.room === room).map(({ door }) => door).sort(before);
  const known = of("known/1");
  if (!known.length) {
    return of("guarantee/2").map((atom) => ({ room: roomAt(atom), keys: amountAt(atom, 1), doors: doorsOf(roomAt(atom)) }));
  }
  const [barred, hidden] = ["barred/1", "hidden/1"].map((name) => new Set(of(name).map((atom) => roomAt(atom))));
  return [...new Set(known.map((atom) => roomAt(atom)))].sort(natural).map((room) => {
    const doors = barred.has(room) ? doorsOf(room) : [];
    return { room, keys: hidden.has(room) ? null : doors.length + Number(barred.has(room)), doors };
  });
};

const FORMS = [
  ["route", ["at/2"], []],
  ["priced", ["paid/2"], []],
  ["thrift", ["at/2", "thrift/0"], []],
  ["stuck", ["at/2", "stuck/0"], []],
  ["wasted", ["stuck/0"], ["opened/1"]],
  ["safe", ["safe/1"], []],
  ["hopeless", ["hopeless/1"], []],
  ["margin", ["margin/1"], ["opened/1", "extra/1", "freed/1", "moved/1"]],
  ["margin", ["held/1"], ["opened/1", "found/1"]],
  ["margin", ["unbounded/0"], []],
  ["guaranteed", ["guarantee/2"], ["opened/2"]],
  ["guaranteed", ["known/1"], ["opened/2", "barred/1", "hidden/1"]],
  ["abstract", ["point/2"], ["plan/2", "estimate/2", "at/2", "counter/4"]],
  ["statistics", ["states/1", "dead/1", "locks/1", "found/1"], ["moves/1"]],
];

const refutes = (atoms) => ["safe", "hopeless"].includes(kindOf(atoms, FORMS));
const general = (atoms) => ["safe", "hopeless", "thrift", "stuck", "wasted", "margin", "guaranteed", "statistics"].includes(kindOf(atoms, FORMS));

const replay = (puzzle, atoms) => {
  const of = (kind) => atoms.filter((atom) => signature(atom) === kind);
  const figure = (name) => integer(only(of(`${name}/1`), `${name}(N)`), 0, 0);
  const kind = kindOf(atoms, FORMS);
  if (kind === "abstract" || kind === "priced") return unjudged("an answer of this kind is not judged here");
  if (kind === "safe" || kind === "hopeless") return judgeCount(puzzle, { kind, figures: { configurations: figure(kind) } });
  if (kind === "statistics") {
    const figures = { states: figure("states"), dead: figure("dead"), moves: of("moves/1").length ? figure("moves") : null, locks: figure("locks"), keys: figure("found") };
    return judgeCount(puzzle, { kind, figures });
  }
  const locks = (name) => of(name).map((atom) => lockAt(atom)).sort(before);
  if (kind === "wasted") return judgeWasted(puzzle, locks("opened/1"));
  if (kind === "margin") return judgeMargin(puzzle, marginOf(puzzle, of, locks));
  if (kind === "guaranteed") return judgeGuaranteed(puzzle, guaranteesOf(of));
  const places = new Map();
  for (const atom of of("at/2")) {
    const step = integer(atom, 1, 0);
    if (places.has(step)) throw new Misfit(`expected one place at step ${step}, found two`, atom);
    places.set(step, placeOf(puzzle, atom));
  }
  const steps = [...places.keys()].sort((one, other) => one - other);
  const missing = kind === "route" ? steps.findIndex((step, i) => step !== i) : -1;
  if (missing >= 0) throw new Misfit(`expected a place at step ${missing}, found none`);
  return judgePlay(puzzle, kind, steps.map((step) => places.get(step)));
};
