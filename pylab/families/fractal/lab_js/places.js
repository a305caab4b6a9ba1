// A labyrinth for the lab, see CONTRIBUTING.md: its names, and where they are.
// A puzzle is a labyrinth {cliques, oneways, start, goal} or a pushdown system {rules, state, stack, goal},
// which has no picture. A goal: {kind, names, reads}. Names say where a location is: `3` on the outer face,
// `A.3` on that of box A, `inner.3` inside.
const INSIDE = ["inner", "internal"];
const KINDS = ["escape", "at", "reach", "accept"];
const BOTTOM = "(bottom)";
const BELOW = "\\bot";
const ESCAPE = { kind: "escape", names: [], reads: [] };
const MOST = 200; // locations that are drawn

const parted = (name) => {
  const dot = name.indexOf(".");
  const box = dot < 0 ? "" : name.slice(0, dot);
  return dot < 0 || INSIDE.includes(box) ? [null, null] : [box, name.slice(dot + 1)];
};
const boxOf = (name) => parted(name)[0];
const behind = (name) => parted(name)[1];
const isOuter = (name) => !name.includes(".");
const isPlace = (name) => boxOf(name) === null;
const isSystem = (puzzle) => Boolean(puzzle.rules);
const cliqueOf = (names) => [...new Set(names)].sort(before);

// numbers in names are sorted by value, and outer locations before boxes
const naturalKey = (name) => [
  [name.split(".").length - 1, 0, ""],
  ...name.split(/(\d+)/).filter(Boolean).map((part) => (/^\d{1,18}$/.test(part) ? [0, Number(part), part] : [1, 0, part])),
];
const natural = (a, b) => {
  const [one, other] = [naturalKey(a), naturalKey(b)];
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    const found = [0, 1, 2].map((j) => before(one[i][j], other[i][j])).find(Boolean);
    if (found) return found;
  }
  return one.length - other.length;
};
const ordered = (names) => [...new Set(names)].sort(natural);

// all locations, what lies behind ports too, in order of appearance
const locations = ({ cliques, oneways, start, goal }) => {
  const found = new Set([...cliques.flat(), ...oneways.flat(), start, ...(goal.kind === "accept" ? [] : goal.names)]);
  for (const name of [...found]) {
    let inside = behind(name);
    while (inside !== null && !found.has(inside)) {
      found.add(inside);
      inside = behind(inside);
    }
  }
  return [...found];
};
const outerOf = (maze) => locations(maze).filter(isOuter).sort(natural);
const boxesOf = (maze) => ordered(locations(maze).map(boxOf).filter((box) => box !== null));
const targetsOf = (maze) => ({
  escape: outerOf,
  accept: () => locations(maze).filter((name) => maze.goal.reads.some(([state]) => state === name)),
}[maze.goal.kind] || (() => maze.goal.names))(maze);
