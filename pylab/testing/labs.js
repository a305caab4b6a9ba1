// What a family's lab does with puzzles: options, moves of answers, and files.
require("v8").setFlagsFromString("--interrupt-budget=1000000"); // to optimise takes longer than what is run
const { page, source, jobs } = JSON.parse(require("fs").readFileSync(0, "utf8"));
// the whole page shares one scope: a name that is declared twice is found by reading it
new (require("vm").Script)(page);
const { lab, completed, rules, readFacts, Misfit } = new Function(
  `"use strict"; ${source}; return { lab, completed, rules, readFacts, Misfit };`,
)();
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
// whether a way is one that the game's rules allow, and wins; some answers go on after a win, games don't
const won = (puzzle, moves) => {
  const game = completed(lab.game(puzzle.facts).own);
  let state = game.start;
  for (const id of moves) {
    if (game.won(state)) break;
    if (!game.moves(state).some((move) => move.id === id)) return `refused: ${id}`;
    ({ state } = game.play(state, id));
  }
  return game.won(state);
};
// null for an answer without moves, or of moves that show what can happen
const ended = (puzzle, answer) => {
  const atoms = readFacts(answer);
  const moves = lab.moves(puzzle, atoms);
  const end = moves && won(puzzle, moves);
  return end === false && lab.general?.(atoms) ? null : end;
};
const answers = jobs.map(({ facts, answers: given = [], file = null, options = null }) => {
  const puzzle = read(facts);
  return {
    adapted: options && lab.adapt ? tried(() => lab.facts(frozen(lab.adapt(puzzle, options)))) : null,
    ends: given.map((answer) => ended(puzzle, answer)),
    opened: file !== null && lab.open ? tried(() => lab.facts(frozen(lab.open(file)))) : null,
    saved: lab.save && file !== null ? lab.save(puzzle) : null,
  };
});
process.stdout.write(JSON.stringify(answers));
