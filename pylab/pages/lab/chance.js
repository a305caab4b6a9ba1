// Random puzzles and meaner ones. A puzzle is changed by its own tools, and by exchanging what stands at two
// places, so that it keeps its size and its kinds of things; clingo says what each change is worth.
const AT_ONCE = 12; // puzzles in a run of clingo
const TRIES = 60; // changes that a random puzzle may take until it is as wished
const MEAN_SECONDS = 12;
const WORTHY = 3; // steps that a random puzzle has, if there is one with so many

// numbers at random, the same for the same seed (mulberry32)
const dice = (seed) => {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
};

// the box around the places of all facts: the least and greatest numbers across and down
const extentOf = (facts) => {
  const places = facts.flatMap((each) => readFacts(each)).map(placeIn).filter(Boolean).map((each) => each.split(",").slice(-2).map(Number));
  return [0, 1].flatMap((axis) => [Math.min(...places.map((each) => each[axis])), Math.max(...places.map((each) => each[axis]))]);
};

// how many facts there are of each kind: of a predicate, with the same last word unless that is a name of its own
const kindsOf = (facts, named = new Set()) => facts.reduce((found, each) => {
  const [name] = /^[^(]*/.exec(each);
  const word = named.has(name) ? "" : /,([a-z_]\w*|"[^"]*")\)+\.$/.exec(each)?.[1] ?? "";
  return found.set(`${name} ${word}`, (found.get(`${name} ${word}`) || 0) + 1);
}, new Map());

const alike = (one, other) => {
  const all = [...kindsOf(one)].map(([kind, many]) => [kind.split(" ")[0], many]);
  const named = new Set(all.filter(([name, many]) => many === 1 && all.filter((each) => each[0] === name).length > 2
    && all.every((each) => each[0] !== name || each[1] === 1)).map(([name]) => name));
  const [a, b] = [kindsOf(one, named), kindsOf(other, named)];
  return [...new Set([...a.keys(), ...b.keys()])].every((kind) => {
    const had = a.get(kind) || 0;
    return Math.abs(had - (b.get(kind) || 0)) <= (had > 2 ? Math.max(1, had / 6) : 0);
  });
};

// predicates whose facts begin with numbers in a row that are names, as those of doors
const numberedIn = (atoms) => {
  const found = new Map();
  for (const { name, args } of atoms) if (args?.length > 2) (found.get(name) ?? found.set(name, []).get(name)).push(args[0]);
  return new Set([...found.keys()].filter((name) => {
    const [those, names] = [found.get(name), new Set(found.get(name))];
    return those.length > 2 && [0, 1].some((first_) => those.every((_, i) => names.has(first_ + i)));
  }));
};

// whether no two of these facts are of one number
const apartIn = (facts, numbered) => {
  const atoms = facts.flatMap((each) => readFacts(each)).filter(({ name }) => numbered.has(name));
  return new Set(atoms.map(({ name, args }) => `${name} ${args[0]}`)).size === atoms.length;
};

const isWithin = (facts, [left, right, top, bottom]) => {
  const [l, r, t, b] = extentOf(facts);
  return left <= l && r <= right && top <= t && b <= bottom;
};

// whether a fact has a size, as that of a room: such facts cover a board together
const sized = ({ args = [] }) => args.filter((each) => typeof each === "number").length > 3;

// the puzzle as its rules tidy it after clicks, ready to be changed
const settled = async (of) => {
  await lab.prepare?.(of);
  lab.clicked?.();
  const tidy = lab.tidied?.(of) ?? of;
  if (tidy !== of) await lab.prepare?.(tidy);
  return tidy;
};

// what can be done to a puzzle by clicks, and what can be exchanged: facts of a place, not those with a size
const movesOf = (of) => {
  const clicks = lab.tools.filter((each) => !each.anywhere).flatMap((each) => lab.spots(of, each.id).map(({ id }) => ({ tool: each.id, spot: id, other: null, text: each.field?.value ?? "", pair: each.pair, label: each.label })));
  const before = new Set(lab.facts(of));
  const named = new Set();
  for (const each of clicks.filter((_, i) => i % Math.ceil(clicks.length / 80) === 0 && !clicks[i].pair)) {
    const next = changed(of, each);
    const after = next ? lab.facts(next) : [...before];
    for (const fact of [...after.filter((one) => !before.has(one)), ...[...before].filter((one) => !after.includes(one))]) named.add(/^[^(.]*/.exec(fact)[0]);
  }
  const atoms = before.size ? [...before].flatMap((each) => readFacts(each)) : [];
  const numbered = numberedIn(atoms);
  for (const each of atoms) if (numbered.has(each.name) || sized(each)) named.delete(each.name);
  return { of, clicks, named, numbered, extent: extentOf([...before]) };
};

// a puzzle after a click on the one that moves are of; null if it has become too different for it
const clicked_ = (made, of, how) => {
  const next = changed(of, how);
  if (!next || made === of) return next;
  const [had, has, now] = [of, next, made].map((each) => new Set(lab.facts(each)));
  const [gone, come] = [[...had].filter((each) => !has.has(each)), [...has].filter((each) => !had.has(each))];
  if (!gone.every((each) => now.has(each)) || come.some((each) => now.has(each))) return null;
  return fitting([...now, ...come].filter((each) => !gone.includes(each)), made);
};

// the puzzle with what stands at two places exchanged; null if that makes none
const exchanged = (of, named, roll) => {
  const atoms = lab.facts(of).flatMap((each) => readFacts(each));
  const places = [...new Set(atoms.filter(({ name }) => named.has(name)).map(placeIn).filter(Boolean))];
  if (places.length < 2) return null;
  const [one, other] = [places[roll(places.length)], places[roll(places.length)]];
  const made = atoms.map((atom) => {
    const place = named.has(atom.name) ? placeIn(atom) : "";
    const there = place === one ? other : place === other ? one : place;
    return there === place ? `${written(atom)}.` : `${written(atom)}.`.replace(place, there);
  });
  return one === other ? null : fitting(made, of);
};

// the puzzle of these facts; null if they make none
const fitting = (facts, of) => {
  try {
    const made = lab.read(readFacts(facts.join("\n")));
    return of.scene ? { ...made, scene: of.scene } : made;
  } catch (error) {
    if (error instanceof Misfit) return null;
    throw error;
  }
};

// a puzzle like this one after so many changes; null if none was found soon
const varied = (of, moves, many, roll) => {
  const before = lab.facts(of);
  let [made, done] = [of, 0];
  for (let tries = 0; done < many && tries < 40 * many; tries += 1) {
    const { clicks, named, numbered, extent } = moves;
    const click_ = clicks.length && clicks[roll(clicks.length)];
    const own = click_?.pair ? clicks.filter((each) => each.tool === click_.tool) : null;
    const next = roll(2) || !click_ ? exchanged(made, named, roll) : clicked_(made, moves.of, own ? { ...click_, other: own[roll(own.length)].spot } : click_);
    if (next && lab.facts(next).join() !== lab.facts(made).join() && alike(before, lab.facts(next)) && apartIn(lab.facts(next), numbered) && isWithin(lab.facts(next), extent) && fitting(lab.facts(next), of)) [made, done] = [next, done + 1];
  }
  return done ? made : null;
};

// what the quick task says of puzzles: {ended, found, unique, worth, idle}, worth being the steps or the cost, else how few answers
// there are; idle: nothing has to be done
const worthsOf = async (these) => {
  const task_ = quick();
  const factsOf = (of) => readFacts(underOptions({ name: PUZZLE, text: lab.facts(of).join("\n") }).text).map(written);
  const asked_ = (models) => assembled(programOf(textsOf(), task_), null, { mode: "each", models, more: { CANDIDATES: these.map(factsOf) } }, engine.driver);
  const first_ = asked_(2);
  const counts = task_.costs && (!told.program.as_written || first_.stepwise || first_.optimising);
  const made = counts ? first_ : asked_(20);
  const result = await engine.run(made, () => {}, 10).result;
  return these.map((_, i) => {
    const told_ = result.each[i];
    const all = told_?.ended && told_.count ? best(told_) : [];
    const found = all.length > 0 && !lab.refutes?.(atomsOf(all[0].atoms));
    const steps = all[0]?.cost ? Number(all[0].cost.split(" ")[0]) : Number(told_?.step);
    return { ended: Boolean(told_?.ended), found, unique: found && all.length === 1, worth: counts ? steps : -all.length, idle: made.stepwise && steps === 0, counts, atoms: all[0]?.atoms, stepwise: made.stepwise };
  });
};
const worthOf = async (of) => (await worthsOf([of]))[0];

// whether one list of scores is greater than another, the first scores first
const compared = (one, other) => one.map((each, i) => each - other[i]).find(Boolean) || 0;
const inWords = async (of, { found, unique, worth, counts, atoms, stepwise }) => {
  if (!found) return "no answer";
  const cost = stepwise ? counted(worth, "step") : `cost ${worth}`;
  const told_ = counts ? (await words(atoms, quick(), asAsked(of))).words || cost : counted(-worth, "answer");
  return `${told_}${unique && counts ? ", one answer" : ""}`;
};

// runs a search for a puzzle; Stop ends it, and what was best is kept, unless the puzzle is another one by then
const searching = async (work) => {
  if (running || !await isThere() || running) return;
  trusted = true;
  stop();
  const marker = { over: false };
  running = marker;
  busy(true);
  say("said", "clingo is at work …");
  find("top").scrollIntoView({ block: "nearest" });
  say("compared", "");
  const text = editor.text(PUZZLE);
  const same = () => editor.text(PUZZLE) === text;
  try {
    await work(() => marker.over || !same(), same);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    say("said", error instanceof Stopped ? "stopped" : error.message, "bad");
  } finally {
    running = null;
    busy(false);
    ask();
  }
};

// leaves out added facts that do not change a puzzle's score
const pruned = async (at, start, value) => {
  const had = new Set(lab.facts(start));
  const same = (each) => each.found === value.found && each.unique === value.unique && each.worth === value.worth;
  let now = at;
  const added = lab.facts(at).filter((each) => !had.has(each) && !readFacts(each).some(sized));
  while (added.length) {
    const [facts, some] = [lab.facts(now), added.splice(0, AT_ONCE)];
    const less = (gone) => {
      const left = facts.filter((each) => !gone.includes(each));
      const many = kindsOf(left);
      const enough = [...kindsOf([...had])].every(([kind, count]) => (many.get(kind) || 0) >= count);
      return enough || alike([...had], left) ? fitting(left, now) : null;
    };
    const made = some.map((each) => [each, less([each])]).filter(([, each]) => each);
    const worths = made.length ? await worthsOf(made.map(([, each]) => each)) : [];
    const idle = made.filter((_, i) => same(worths[i])).map(([each]) => each);
    const next = idle.length ? less(idle) : null;
    if (next && same(await worthOf(next))) now = next;
  }
  return now === at ? at : settled(now);
};

// takes the best of some variations, again and again until it is enough: the one with the best scores, then with the fewest facts
const climbing = async (start, roll, enough, scores) => {
  let [at, value, tried, moves, has, having] = [start, await worthOf(start), 1, movesOf(start), "", null];
  const room = lab.facts(start).length;
  const all = (each, of) => [...scores(each), Math.min(0, room - lab.facts(of).length)];
  while (!enough(value, tried)) {
    const made = Array.from({ length: AT_ONCE }, () => varied(at, moves, 1 + roll(3), roll)).filter(Boolean);
    if (!made.length) break;
    const worths = await worthsOf(made);
    const best_ = worths.reduce((one, worth, i) => (compared(all(worth, made[i]), all(worths[one], made[one])) >= 0 ? i : one), 0);
    if (compared(all(worths[best_], made[best_]), all(value, at)) >= 0) {
      const next = await settled(made[best_]);
      const worth = next === made[best_] ? worths[best_] : await worthOf(next);
      if (compared(all(worth, next), all(value, at)) >= 0) [at, value, moves] = [next, worth, movesOf(next)];
    }
    tried += made.length;
    if (having !== at) [has, having] = [await inWords(at, value), at];
    say("said", `${tried} puzzles tried, the best so far has ${has} …`);
  }
  return { at, value, tried };
};

// the puzzles that came with the page, those of the size that is nearest to a wished one, shuffled
let drawnSizes = null;
const drawnNear = async (size, roll) => {
  if (!drawnSizes) {
    drawnSizes = [];
    for (const texts of told.drawn) {
      const puzzles = texts.map((text) => lab.read(readFacts(text)));
      if (size) await lab.prepare?.(puzzles[0]);
      drawnSizes.push({ puzzles, size: size && lab.size(puzzles[0]) });
    }
  }
  const far = (each) => (size && each ? each.reduce((sum, n, i) => sum + Math.abs(n - size[i]), 0) : 0);
  const least = Math.min(...drawnSizes.map((each) => far(each.size)));
  return drawnSizes.filter((each) => far(each.size) === least).flatMap(({ puzzles }) => puzzles)
    .map((each) => [roll(1e6), each]).sort(([a], [b]) => a - b).map(([, each]) => each);
};

// a puzzle to begin with: one that came with the page, what the generator makes, or the first puzzle with most of it moved
const begun = async (seed, size, roll, over, fits) => {
  const near = told.drawn.length ? await drawnNear(size, roll) : [];
  let first_ = null;
  while (near.length && !over()) {
    const some = near.splice(0, 2);
    const worths = await worthsOf(some);
    const fit = worths.findIndex((each) => fits(each) && (!each.counts || each.worth >= WORTHY));
    if (fit >= 0) return some[fit];
    worths.forEach((each, i) => { if (each.found && (!first_ || each.worth > first_.worth)) first_ = { of: some[i], worth: each.worth }; });
  }
  if (first_ || over() || told.drawn.length) return first_?.of ?? (over() ? null : puzzle);
  if (ROLES.generator) {
    const constants = size && /#const\s+size\s*=/.test(editor.text(ROLES.generator)) ? { size: size[0] } : {};
    for (let i = 0; i < TRIES && !over(); i += 1) {
      const program = { ...programOf(), entry: ROLES.generator, overlays: [], constants: { ...constants, ...current.constants } };
      const made = await engine.run(assembled(program, null, { mode: "picture", options: ["--rand-freq=1", "--sign-def=rnd", `--seed=${seed + 1000 * i}`] }, engine.driver), () => {}, 10).result;
      const fault = made.findings.find(({ severity }) => severity === "error");
      if (fault) throw new Misfit(`${fileName(ROLES.generator)}:${fault.line ?? 1}:${fault.column ?? 1}: ${fault.message}`);
      if (made.status === "none") throw new Misfit(`${fileName(ROLES.generator)} makes no puzzle: it has no answer set`);
      const next = made.atoms && lab.read(atomsOf(made.atoms));
      if (!next) continue;
      await lab.prepare?.(next);
      const value = await worthOf(next);
      if (fits(value) && (!value.counts || value.worth >= WORTHY)) return next;
      if (value.found && !(first_?.worth >= value.worth)) first_ = { of: next, worth: value.worth };
    }
  }
  if (first_) return first_.of;
  const given = lab.read((await atomsNow(told.puzzle)).atoms);
  await lab.prepare?.(given);
  let at = given;
  if (size && lab.size(given)?.join() !== size.join()) {
    at = await lab.resize(given, size);
    await lab.prepare?.(at);
  }
  const moves = movesOf(at);
  const wanted = Math.max(4, Math.ceil(lab.facts(at).length / 5));
  const value = await worthOf(at);
  const enough = value.counts ? value.worth / 2 : -Infinity; // else the first ones that come are the easiest
  for (let [done, many, tries] = [0, Math.ceil(wanted / 4), 0]; done < wanted && tries < TRIES / 2 && !over(); tries += 1) {
    const made = Array.from({ length: AT_ONCE }, () => varied(at, moves, many, roll)).filter(Boolean);
    const worths = await worthsOf(made);
    const first_ = worths.findIndex(({ found, worth }) => found && (worth >= enough || !value.found));
    say("said", `a puzzle is being changed: ${done} of ${wanted} changes …`);
    if (first_ >= 0) [at, done] = [made[first_], done + many];
    else many = Math.max(1, Math.floor(many / 2));
  }
  return at;
};

const shown_ = async (of, words) => {
  lab.clicked?.();
  take(`${grouped(lab.facts(of))}\n`, "");
  await refresh();
  mode("draw");
  entitle(words);
};

const drawnNow = { text: "", size: null }; // the random puzzle that is shown, and the size that was wished
const random = () => searching(async (over, same) => {
  const wished = Number(find("seed").value);
  let seed = wished;
  const [least, unique] = [Number(find("least").value) || 0, find("unique").checked];
  const fits = (value) => value.found && (value.unique || !unique) && (!value.counts || value.worth >= least);
  if (editor.text(PUZZLE) !== drawnNow.text) drawnNow.size = lab.size(puzzle);
  if (told.drawn.length) lab.unlaid?.();
  const shown = lab.facts(puzzle).join();
  let [roll, start] = [null, null];
  do { // without a wish, it is another puzzle than the one that is shown
    seed = wished || 1 + Math.floor(Math.random() * 99999);
    roll = dice(seed);
    start = await begun(seed, drawnNow.size, roll, over, fits);
  } while (!wished && !over() && lab.facts(start).join() === shown && told.drawn.length);
  if (!start) {
    say("said", "stopped before there was a puzzle with an answer", "bad");
    return;
  }
  await lab.prepare?.(start);
  const { at, value, tried } = await climbing(start, roll, (value_, tried_) => over() || fits(value_) || tried_ >= 20 * TRIES,
    (each) => [each.found, Math.min(each.worth, least), each.unique >= unique, each.worth]);
  if (!same()) {
    say("said", "");
    return;
  }
  if (!value.found) {
    say("said", over() ? "stopped before there was a puzzle with an answer" : `no puzzle with an answer was found among ${tried}`, "no");
    return;
  }
  await shown_(at, `random, seed ${seed}`);
  drawnNow.text = editor.text(PUZZLE);
  if (fits(value)) say("said", ""); // what it has is said beside the board
  else say("said", `seed ${seed}: none of ${counted(tried, "puzzle")} meets your wishes; the best has ${await inWords(at, value)}`, "bad");
});

const meaner = () => searching(async (over, same) => {
  const began = performance.now();
  const [start, name] = [puzzle, titled.words];
  const first_ = await worthOf(start);
  const spent = () => (performance.now() - began) / 1000;
  const { at: best_, value, tried } = await climbing(start, dice(Date.now()), () => over() || spent() > MEAN_SECONDS,
    (each) => [each.found, each.worth >= first_.worth, each.unique, each.worth]);
  const at = best_ === start || !value.found ? best_ : await pruned(best_, start, value);
  const how = `${counted(tried, "puzzle")} tried in ${Math.round(spent())} s`;
  const had = await inWords(start, first_);
  if (!same()) return;
  if (at === start || (first_.found && value.unique === first_.unique && value.worth <= first_.worth)) {
    say("said", `none is meaner: this one has ${had}; ${how}`);
    return;
  }
  const has = await inWords(at, value);
  await shown_(at, `a meaner ${name.replace(/^a meaner /, "")}`);
  say("said", `meaner: ${has} instead of ${had}; ${how}`, "good");
});

// one click after which there is an answer, the first tools first, in words; empty if none was found soon
const clickThatDoes = async (of) => {
  const roll = dice(1);
  const began = performance.now();
  const had = lab.facts(of);
  const spots = lab.tools.filter((each) => !each.anywhere).flatMap((each, i) => lab.spots(of, each.id).map(({ id }) => ({ each, id, rank: i + roll(1000) / 1000 })));
  const clicks = spots.sort((a, b) => a.rank - b.rank).flatMap(({ each, id }) => {
    const how = { tool: each.id, spot: id, other: null, text: each.field?.value ?? "" };
    return each.pair ? lab.spots(of, each.id).map((other) => ({ ...how, other: other.id })) : [how];
  });
  if (!clicks.length) return "";
  let none = true;
  while (clicks.length && of === puzzle && !running && performance.now() - began < 1000 * MEAN_SECONDS / 2) {
    const some = clicks.splice(0, AT_ONCE).map((how) => changed(of, how)).filter((next) => next && fitting(lab.facts(next), of));
    const worths = some.length ? await worthsOf(some) : [];
    const next = some[worths.findIndex(({ found, idle }) => found && !idle)];
    none &&= worths.every(({ ended, found }) => ended && !found);
    if (next) {
      const has = lab.facts(next);
      const parts = [["with", has.filter((one) => !had.includes(one))], ["without", had.filter((one) => !has.includes(one))]];
      return `there would be one ${parts.filter(([, facts]) => facts.length)
        .map(([word, facts]) => `${word} ${facts.map((one) => one.replace(/\.$/, "")).join(", ")}`).join(" and ")}`;
    }
  }
  return clicks.length || !none ? "" : "no single click on the picture gives one";
};
