// What the page asks for, by its names.

// under options that overlays set, as `adapt` in Python: they say how to search, and change no rule
const adapt = (puzzle, options) => {
  const unknown = Object.keys(options).find((each) => !["heuristic", "space", "weight", "strict", "repair"].includes(each));
  if (unknown) throw new Misfit(`expected heuristic, space, weight, strict or repair, found ${unknown}`);
  return puzzle;
};

const lab = { read, facts, adapt, script, moves, refutes, general, tools, spots, change, blank, size, resize, open, save };
