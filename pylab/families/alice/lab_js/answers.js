// Answers: check.lp judges them; here are the moves that the page plays, and what speaks of all routes.
const having = (...names) => (atoms) => atoms.some((atom) => names.includes(signature(atom)));
const refutes = having("rival/5", "closed/3");
const general = having("rival/5", "closed/3", "routes/2", "hint/4", "figure/2", "root/3");
const claims = ["length/1", "unique/0"];

// the moves' indices, as graph.js numbers them; null if there is no route
const moves = (maze, atoms) => {
  const route = atoms.filter((atom) => signature(atom) === "move/5").sort((a, b) => a.args[4] - b.args[4]);
  let state = first(maze);
  return route.length ? route.map(({ args: [direction] }) => {
    const there = onward(maze, state);
    const index = there.findIndex(([each]) => each === written(direction));
    [, state] = there[index];
    return String(index);
  }) : null;
};
