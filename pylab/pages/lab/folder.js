// A folder of rules in the lab: its scene draws, its moves.lp is the game; clingo runs both in the page.
const { scene: SCENE_FILE, moves: MOVES_FILE } = ROLES;
let clicked = false;
let drawing = null;
let game = { key: "", states: null };

const pictured = async (facts, run = runOf(SCENE_FILE, facts, { mode: "picture" })) => {
  const result = ended(SCENE_FILE, await run.result);
  const scene = readScene(result.atoms || [], { name: TITLE });
  const none = result.status === "found" ? [] : ["there is no answer set with these facts"];
  const text = editor.text(SCENE_FILE);
  const unknown = result.unknown.map((name) => ({
    ...placeOf(text, Math.max(0, rulesOf(text).search(new RegExp(`@${name}\\b`)))), message: `@${name} is not one of pylab's functions`,
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
    pose, last ? [["frame", scene.frames[i]]] : [], i < last ? [["", `frame ${scene.frames[i + 1]}`, i + 1, {}]] : [], last > 0 && i === last,
  ]);
  const ways = last ? [{ name: "the answer", moves: new Array(last).fill("0") }] : [];
  return { scene: whole, data: { start: 0, unit: ["step", "steps"], states }, playable: false, ways, remark };
};

// the states of the game from these facts on, by moves.lp and the scene as they are now; kept while nothing changes
const statesFrom = async (facts) => {
  const key = JSON.stringify([facts, textsOf(), current.constants]);
  if (game.key !== key) {
    const more = (program) => gameOf(program, MOVES_FILE, SCENE_FILE, MOST);
    const { states } = await asked(MOVES_FILE, facts, { mode: "game", more });
    game = { key, states };
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

// an answer as moves of the game, by their places; null if it isn't one
const trackOf = (states, atoms) => {
  const terms = sceneTerms(atoms);
  const is = (atom, [name, ...given], step) => atom[0] === name && atom.length === given.length + 2
    && [[atom.at(-1), atom.slice(1, -1)], [atom[1], atom.slice(2)]].some(([at, rest]) => at === step && !byTerm(["", ...rest], ["", ...given]));
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
  if (!scene || scene.empty) return `The game has ${scene ? "no picture" : `too many positions to be played (${MOST})`}.`;
  const states = told_.map(({ won, turns }) => ({
    won, moves: turns.flatMap((words, i) => (i % 2 ? [] : [{ words, term: [].concat(sceneTerms([words])[0]), after: Number(turns[i + 1]) }])),
  }));
  const { drawing: whole, poses } = filmScene(scene);
  const data = states.map(({ won, moves }, i) => [poses[i], [], moves.map(({ words, after }) => ["", words, after, {}]), won]);
  const track = atoms.length ? trackOf(states, atoms) : null;
  const ways = track ? [{ name: "the answer", moves: track }] : [];
  return { scene: whole, data: { start: 0, unit: ["move", "moves"], states: data }, howto: "Choose a move.", ways };
};

const tools = new Map();

const lab = {
  tools: [],
  playable: Boolean(MOVES_FILE),
  read: (atoms) => ({ facts: [...new Set(atoms.map(written))], scene: null }),
  facts: (puzzle) => puzzle.facts.map((each) => `${each}.`),
  blank: () => ({ facts: [], scene: null }),
  size: () => null,
  // draws the puzzle before it is shown
  prepare: async (puzzle) => {
    drawing?.stop();
    drawing = runOf(SCENE_FILE, puzzle.facts, { mode: "picture" });
    puzzle.scene = await pictured(puzzle.facts, drawing);
    lab.tools = sceneTools(puzzle.scene).map((each) => {
      if (!tools.has(each.id)) tools.set(each.id, each);
      return Object.assign(tools.get(each.id), each);
    });
  },
  script: (puzzle, atoms = null) => (atoms ? lab.watched(puzzle, atoms) : { scene: drawScene(puzzle.scene, 0) }),
  // the game, and an answer as a way through it; else the frames of the answer
  watched: async (puzzle, atoms) => {
    let remark = "";
    try {
      const told_ = MOVES_FILE ? await played(puzzle, atoms) : "";
      if (typeof told_ !== "string") return told_;
      remark = told_;
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      remark = error.message;
    }
    return film(await pictured([...puzzle.facts, ...atoms]), remark);
  },
  spots: (puzzle, tool) => sceneSpots(puzzle.scene, tool),
  change: (puzzle, click) => {
    const facts = sceneChange(puzzle.scene, puzzle.facts, click);
    clicked = facts !== null;
    return facts && { ...puzzle, facts };
  },
  // without the facts that a click made senseless
  tidied: (puzzle) => {
    const left = clicked ? new Set(sceneDropped(puzzle.scene)) : new Set();
    clicked = false;
    const facts = puzzle.facts.filter((each) => !left.has(each));
    return facts.length < puzzle.facts.length ? { ...puzzle, facts } : null;
  },
};
