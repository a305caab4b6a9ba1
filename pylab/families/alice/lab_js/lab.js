// What the page asks for, by its names.

// under options that overlays set, as `adapt` in Python
const adapt = (maze, options) => Object.entries(options).reduce((made, [rule, value]) => {
  if (!["departure", "backwards"].includes(rule)) throw new Misfit(`expected departure or backwards, found ${rule}`);
  return { ...made, [rule]: value === "true" };
}, maze);

const lab = {
  read, facts, adapt, script, moves, refutes, general, claims, tools, spots, change, blank, resize, size: (maze) => [maze.width, maze.height],
  open, save,
};
