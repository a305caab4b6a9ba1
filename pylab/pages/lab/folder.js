// Puzzles that a scene draws: clingo runs it in the page, and a folder's moves.lp, which is the game. A family
// in Python may have the game in watch.js instead, which gets the facts (GAME).
const { scene: SCENE_FILE, moves: MOVES_FILE } = ROLES;
let clicked = false;
let drawing = null;
let game = { key: "", states: null };

// what the scene makes of facts; unless `told`, nothing is said of what it can't draw
const pictured = async (facts, run = runOf(SCENE_FILE, facts, { mode: "picture" }), told_ = true) => {
  const result = ended(SCENE_FILE, await run.result);
  const scene = readScene(result.atoms || [], { name: TITLE });
  if (!told_) return scene;
  const none = result.status === "found" ? [] : ["there is no answer set with these facts"];
  const text = editor.text(SCENE_FILE);
  const unknown = result.unknown.map((name) => ({
    ...placeOf(text, Math.max(0, rulesOf(text).search(new RegExp(`@${name.split("/")[0]}\\b`)))), message: `@${name} is not one of pylab's functions`,
  }));
  const remarks = [...none, ...scene.remarks].map((message) => ({ line: 1, column: 1, message }));
  fileFindings.set(SCENE_FILE, [...unknown, ...remarks].map((each) => ({ file: SCENE_FILE, end: null, severity: "warning", ...each })));
  return scene;
};

// the frames one after another, as family/film.py has them
const film = (scene, remark = "") => {
  const { drawing: whole, poses } = filmScene(scene);
  const last = poses.length - 1;
  const states = poses.map((pose, i) => [
    pose, last ? [["frame", scene.frames[i]]] : [],
    i < last ? [["", `frame ${scene.frames[i + 1]}`, i + 1, scenePassing(scene, pose, poses[i + 1])]] : [], last > 0 && i === last,
  ]);
  const ways = last ? [{ name: "the answer", moves: new Array(last).fill("0") }] : [];
  return { scene: whole, data: { start: 0, unit: ["step", "steps"], states }, playable: false, ways, remark };
};

// the states of the game from these facts on, by moves.lp and the scene as they are now; kept while nothing changes
const statesFrom = (facts) => {
  const key = JSON.stringify([facts, textsOf(), current.constants]);
  if (game.key !== key) {
    const more = (program) => gameOf(program, MOVES_FILE, SCENE_FILE, MOST);
    const states = asked(MOVES_FILE, facts, { mode: "game", more }).then((result) => result.states);
    game = { key, states }; // who asks meanwhile waits for the same run
    states.catch(() => { if (game.states === states) game = { key: "", states: null }; });
  }
  return game.states;
};

// the pictures of all states as the frames of one scene, as folders/watching.py makes it
const framesOf = (states) => {
  const made = states.map(({ atoms }) => {
    const shapes = sceneTerms(atoms).map(([, ...given]) => given);
    const first = shapes.filter((each) => each.length > 1).reduce((least, [at]) => (least === null || byTerm(at, least) < 0 ? at : least), null);
    return new Set(shapes.filter((each) => each.length === 1 || !byTerm(each[0], first)).map((each) => sceneText(each.at(-1))));
  });
  const still = new Set([...made[0]].filter((each) => made.every((shapes) => shapes.has(each))));
  const own = made.flatMap((shapes, i) => {
    const name = `"${String(i).padStart(4, "0")}"`;
    return [`draw(${name},title(""))`, ...[...shapes].filter((each) => !still.has(each)).map((each) => `draw(${name},${each})`)];
  });
  return readScene([...[...still].map((each) => `draw(${each})`), ...own], { name: TITLE });
};

// an answer as moves of the game, by their places; null if it isn't one: the step is the last argument of each, or the first
const trackOf = (states, atoms) => along(states, atoms, true) || along(states, atoms, false);
const along = (states, atoms, last) => {
  const terms = sceneTerms(atoms).filter(Array.isArray);
  const is = ([own, ...all], [name, ...given], step) => {
    const [at] = all.splice(last ? -1 : 0, 1);
    return own === name && at === step && all.length === given.length && !byTerm(["", ...all], ["", ...given]);
  };
  const moves = [];
  for (let at = 0; !states[at].won; at = states[at].moves[moves.at(-1)].after) {
    const next = states[at].moves.findIndex(({ term }) => terms.some((atom) => is(atom, term, moves.length + 1)));
    if (next < 0) return null;
    moves.push(next);
  }
  return moves.map(String);
};

const played = async (puzzle, atoms) => {
  const told_ = await statesFrom(puzzle.facts);
  const scene = told_.length ? framesOf(told_) : null;
  if (!scene || scene.empty) return `The game has ${scene ? "no picture" : `more than ${MOST} positions, too many to be played`}.`;
  const states = told_.map(({ won, turns }) => ({
    won, moves: turns.flatMap((move, i) => (i % 3 ? [] : [{
      move, term: [].concat(sceneTerms([move])[0]), after: Number(turns[i + 1]), words: sceneWords(sceneTerms([`words(${turns[i + 2]})`])[0][1]),
    }])),
  }));
  const { drawing: whole, poses } = filmScene(scene);
  const data = states.map(({ won, moves }, i) => [poses[i], [], moves.map(({ move, words, after }) => [
    poses[i][move]?.cls === "" ? move : "", words, after, scenePassing(scene, poses[i], poses[after])]), won]);
  const track = atoms.length ? trackOf(states, atoms) : null;
  const ways = track ? [{ name: "the answer", moves: track }] : [];
  return { scene: whole, data: { start: 0, unit: ["move", "moves"], states: data, marks: Object.keys(sceneTargets(scene)) }, howto: "Choose a move.", hero: scene.hero, ways };
};

// the game of watch.js on these facts; null where it doesn't know their rules
const gameOn = (facts) => {
  const data = { facts: {}, unit: 1, known: KNOWN };
  for (const [name, ...given] of sceneTerms(facts).map((each) => [].concat(each))) {
    (data.facts[name] ??= []).push(given.map((each) => (typeof each === "number" ? each : sceneText(each))));
  }
  const own = GAME && rules(data);
  return own ? { data, own } : null;
};

// that game on the scene; null where an answer is none of its ways
const onScene = async (puzzle, atoms) => {
  const game = gameOn(laid(puzzle.facts));
  if (!game || (atoms.length && !lab.moves(puzzle, atomsOf(atoms)))) return null;
  const scene = await pictured([...laid(puzzle.facts), "page"]);
  const { drawing: whole } = scene.film();
  return { ...GAME, scene: whole, data: { ...game.data, unit: scene.unit, places: sceneTargets(scene), view: whole.view } };
};

const without = (facts, scene, more = []) => {
  const left = new Set(sceneDropped(scene));
  return [...new Set([...facts.filter((each) => !left.has(each)), ...more])];
};

// facts, with the positions of things: those that Python found (PLANS), else those of the puzzle before
let plan = [];
const laid = (facts) => {
  plan = PLANS.get(facts.map((each) => `${each}.`).join("\n")) || plan;
  return [...facts, ...plan];
};

const unlaid = () => { plan = []; }; // a new puzzle has no positions yet

// the puzzle after the changes that the scene derives from one more fact
const requested = async (facts, request) => {
  const all = [...facts, request];
  const scene = await pictured(all, undefined, false);
  const made = without(facts, scene, sceneAdded(scene));
  return { facts: made, scene: await pictured(laid(made), undefined, false) };
};

const tools = new Map();

const lab = {
  tools: [],
  playable: Boolean(MOVES_FILE || GAME),
  read: (atoms) => ({ facts: [...new Set(atoms.map(written))], scene: null }),
  facts: (puzzle) => puzzle.facts.map((each) => `${each}.`),
  blank: () => lab.resize({ facts: [] }, [4, 4]),
  size: ({ scene }) => scene && sceneSize(scene),
  resize: ({ facts }, [columns, rows]) => requested(facts, `resized(${columns},${rows})`),
  // under options that overlays set
  adapt: ADAPTED && (({ facts, scene }, options) => ({ scene,
    facts: Object.entries(options).reduce((made, each) => {
      const { add, drop } = ADAPTED[each.join("=")] || {};
      if (!add) throw new Misfit(`expected one of ${Object.keys(ADAPTED).join(", ")}, found ${each.join("=")}`);
      return [...new Set([...made.filter((one) => !drop.includes(one)), ...add])];
    }, facts) })),
  game: gameOn,
  moves: (puzzle, atoms) => gameOn(puzzle.facts)?.own
    .track(atoms.map(({ name, args }) => [name, ...args.map((each) => (typeof each === "number" ? each : written(each)))])) || null,
  // draws the puzzle before it is shown
  prepare: async (puzzle) => {
    const ran = inForce({ ...programOf(), entry: SCENE_FILE, overlays: [] }).names;
    if (!trusted && ran.some(isChanged)) throw new Misfit("the rules of the picture came by a link: Solve runs them");
    drawing?.stop();
    drawing = runOf(SCENE_FILE, laid(puzzle.facts), { mode: "picture" });
    puzzle.scene = await pictured(puzzle.facts, drawing);
    lab.tools = sceneTools(puzzle.scene).map((each) => {
      if (!tools.has(each.id)) tools.set(each.id, each);
      return Object.assign(tools.get(each.id), each);
    });
  },
  // a puzzle that is not shown otherwise
  seen: async ({ facts }) => drawScene(await pictured(laid(facts), undefined, false), 0),
  script: (puzzle, atoms = null) => (atoms ? lab.watched(puzzle, atoms) : { scene: drawScene(puzzle.scene, 0) }),
  // the game, and an answer as a way through it; else the frames of the answer
  watched: async (puzzle, atoms) => {
    let remark = "";
    try {
      const game = GAME && await onScene(puzzle, atoms);
      if (game) return game;
      const told_ = MOVES_FILE ? await played(puzzle, atoms) : "";
      if (typeof told_ !== "string") return told_;
      remark = told_;
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      remark = error.message;
    }
    return film(await pictured([...laid(puzzle.facts), ...atoms]), remark);
  },
  icon: ({ scene }, tool) => sceneIcon(scene, tool),
  spots: (puzzle, tool) => sceneSpots(puzzle.scene, tool),
  change: (puzzle, click) => {
    const request = sceneRequest(puzzle.scene, click);
    if (request) return requested(puzzle.facts, request);
    const facts = sceneChange(puzzle.scene, puzzle.facts, click);
    return facts && { ...puzzle, facts };
  },
  clicked: () => { clicked = true; },
  unlaid,
  // without the facts that a click made senseless
  tidied: (puzzle) => {
    const facts = clicked ? without(puzzle.facts, puzzle.scene, sceneAdded(puzzle.scene)) : puzzle.facts;
    clicked = false;
    return facts.join() === puzzle.facts.join() ? null : { ...puzzle, facts };
  },
};
