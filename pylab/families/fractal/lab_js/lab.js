// What the page asks for, by its names.

// under options that overlays set, as `adapt` in Python
const adapt = (maze, options) => Object.entries(options).reduce((made, [rule, value]) => {
  if (!["anywhere", "two_way"].includes(rule) || isSystem(made)) throw new Misfit(`expected anywhere or two_way, found ${rule}`);
  if (value !== "true") return made;
  if (rule === "two_way") return { ...made, cliques: [...made.cliques, ...made.oneways.map((pairOf) => labelled(cliqueOf(pairOf), pairOf.label))], oneways: [] };
  return made.goal.kind === "at" ? { ...made, goal: { ...made.goal, kind: "reach" } } : made;
}, maze);

const lab = { read, facts, adapt, script, moves, refutes, general, tools, spots, change, blank, size: () => null, resize: (maze) => maze };
