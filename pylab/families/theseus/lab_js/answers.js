// Answers: check.lp judges them; here are the edges that the page walks.

// those of a path in their order, as the page numbers them; null for a cycle
const moves = (puzzle, atoms) => {
  const keys = (kind, at) => atoms.filter((atom) => signature(atom) === kind).map(({ args }) => at.map((i) => args[i]));
  const uses = keys("use/3", [0, 1, 2]);
  const after = new Map(keys("next/5", [0, 1, 2, 3, 4]).map(([u, v, k, w, l]) => [`${[u, v, k]}`, [v, w, l]]));
  const follows = [...after.values()].map(String);
  const entered = new Set(uses.map(([, target]) => target));
  let here = uses.find((key) => (after.size ? !follows.includes(String(key)) : !entered.has(key[0])));
  const index = new Map(edgesOf(puzzle).map(({ source, target, lane }, i) => [String([source, target, lane]), String(i)]));
  const walked = [];
  while (here && walked.length < uses.length) {
    walked.push(index.get(String(here)));
    const [, target] = here;
    here = after.size ? after.get(String(here)) : uses.find(([source]) => source === target);
  }
  return walked.length && walked.every(Boolean) ? walked : null;
};
