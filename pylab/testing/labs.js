// What a family's lab does with puzzles: facts, scenes, verdicts, files, and clicks at random.
require("v8").setFlagsFromString("--interrupt-budget=1000000"); // to optimise takes longer than what is run
const { page, source, jobs } = JSON.parse(require("fs").readFileSync(0, "utf8"));
// the whole page shares one scope: a name that is declared twice is found by reading it
new (require("vm").Script)(page);
const { lab, completed, rules, readFacts, Misfit, PLANS } = new Function(
  `"use strict"; ${source}; return { lab, completed, rules, readFacts, Misfit, PLANS };`,
)();
let seed = 1;
const random = (n) => {
  seed = (seed * 48271) % 2147483647;
  return seed % n;
};
const frozen = (value) => {
  if (value && typeof value === "object" && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
};
// what a function gives, or the words of the Misfit that it throws
const tried = (work) => {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof Misfit) return { misfit: error.message };
    throw error;
  }
};
const read = (text) => frozen(lab.read(readFacts(text)));
const scripts = new Map(); // of puzzles by their facts: many answers are to the same one
const scripted = (puzzle) => {
  const key = lab.facts(puzzle).join("\n");
  if (!scripts.has(key)) scripts.set(key, lab.script(puzzle));
  return scripts.get(key);
};
const shown = (puzzle) => {
  const { scene, data, howto = "", trail = "", playable = true, board = [] } = scripted(puzzle);
  return { shapes: scene.shapes(), view: scene.view, title: scene.title, data, howto, trail, playable, board };
};
// whether a way is one that the game's rules allow, and wins; some answers go on after a win, games don't
const won = (puzzle, moves) => {
  const { data } = lab.game?.(puzzle.facts) || scripted(puzzle);
  const game = completed(rules(data));
  let state = game.start;
  for (const id of moves) {
    if (game.won(state)) break;
    if (!game.moves(state).some((move) => move.id === id)) return `refused: ${id}`;
    ({ state } = game.play(state, id));
  }
  return game.won(state);
};
const judged = (puzzle, { atoms, task, right }) => tried(() => {
  if (!lab.replay) { // check.lp judges: only the moves of right answers are the lab's, which win unless they show what can happen
    const read = readFacts(atoms);
    const moves = right && lab.moves ? lab.moves(puzzle, read) : null;
    const end = moves && (lab.game || scripted(puzzle).playable) ? won(puzzle, moves) : null;
    return { byRules: true, won: end === false && lab.general?.(read) ? null : end };
  }
  const { valid, code, words, moves, lost = false } = lab.replay(puzzle, readFacts(atoms), task);
  return { valid, code, words, lost, won: valid && moves && scripted(puzzle).playable ? won(puzzle, moves) : null };
});
const clicked = (start, clicks) => {
  let puzzle = start;
  const found = [];
  for (let i = 0; i < clicks; i++) {
    const tool = lab.tools[random(lab.tools.length)];
    const spots = lab.spots(puzzle, tool.id);
    if (!spots.length) continue;
    const spot = spots[random(spots.length)].id;
    const other = tool.pair ? spots[random(spots.length)].id : null;
    const texts = tool.field ? [tool.field.value, "", "7", "x", "-1"] : [""];
    const text = texts[random(texts.length)];
    const done = tried(() => lab.change(puzzle, { tool: tool.id, spot, other, text }));
    if (done.misfit || !done.value) continue;
    puzzle = frozen(done.value);
    const facts = lab.facts(puzzle);
    if (found.length % 3 === 0) shown(puzzle); // which takes longer than all else
    const again = lab.facts(read(facts.join("\n")));
    found.push({ click: `${tool.id} ${spot} ${other} ${text}`, facts, again });
  }
  return found;
};
const sized = (puzzle) => {
  const size = lab.size(puzzle);
  if (!size) return [];
  return [[1, 1], [0, 1], [1, 0], [-1, -1]].flatMap(([x, y]) => {
    const done = tried(() => lab.resize(puzzle, [size[0] + x, size[1] + y]));
    return done.value ? [lab.facts(frozen(done.value))] : [];
  });
};
const answers = jobs.map(({ facts, answers: given = [], clicks = 0, file = null, options = null, plan = null, drawn = true }) => {
  if (plan) PLANS.set(facts.trim(), plan);
  const puzzle = read(facts);
  const more = given.length || options || clicks; // then that is all that is asked
  return {
    facts: lab.facts(puzzle),
    adapted: options && lab.adapt ? tried(() => lab.facts(frozen(lab.adapt(puzzle, options)))) : null,
    script: more || !drawn ? null : tried(() => shown(puzzle)),
    verdicts: given.map((answer) => judged(puzzle, answer)),
    clicks: clicked(clicks % 2 ? frozen(lab.blank()) : puzzle, clicks),
    sizes: clicks ? sized(puzzle) : [],
    opened: file !== null && lab.open ? tried(() => lab.facts(frozen(lab.open(file)))) : null,
    saved: lab.save && !more ? lab.save(puzzle) : null,
  };
});
process.stdout.write(JSON.stringify(answers));
