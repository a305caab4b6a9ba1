// A labyrinth for the lab, see CONTRIBUTING.md: its names, and where they are.
// A puzzle is a labyrinth {cliques, oneways, start, goal, spelling} or a pushdown system {system}, its facts,
// which has no picture. A goal: {kind, names, reads}. Names say where a location is: `3` on the outer face,
// `A.3` on that of box A, `inner.3` inside. A corridor is an array of names, with a property `label` if it has
// one. A spelling {first, last, steps} is an automaton that reads the labels; null if no word has to be spelled.
const INSIDE = ["inner", "internal"];
const KINDS = ["escape", "at", "reach", "accept"];
const BOTTOM = "(bottom)";
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
const isSystem = (puzzle) => Boolean(puzzle.system);
const cliqueOf = (names) => [...new Set(names)].sort(before);
const labelled = (corridor, label) => (label ? Object.assign(corridor, { label }) : corridor);
const lessOf = (corridor, kept) => labelled(corridor.filter(kept), corridor.label);
const byLabel = (a, b) => lexical([...a, a.label || ""], [...b, b.label || ""]);

// numbers in names are sorted by value, and outer locations before boxes
const { compare } = new Intl.Collator("en", { numeric: true, caseFirst: "upper" });
const natural = (a, b) => a.split(".").length - b.split(".").length || compare(a, b) || before(a, b);
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

// a location together with the state that the automaton of the words is in there, as spelling.py has it
const reading = (name, state) => `${name}(${state})`;
const placeOf = (name) => name.replace(/(?<=.)\(.*$/, "");

// an automaton of the same words without a choice, unless it would have too many states
const certain = ({ first, last, steps }) => {
  const named = (states) => ordered(states).join("+");
  const letters = [...new Set(steps.map(([, letter]) => letter))];
  const known = new Map([[named([first]), [first]]]);
  const found = [];
  for (const [name, states] of known) {
    for (const letter of letters) {
      const ends = ordered(steps.filter(([state, read]) => read === letter && states.includes(state)).map(([, , end]) => end));
      if (ends.length) {
        found.push([name, letter, named(ends)]);
        known.set(named(ends), ends);
      }
    }
    if (known.size > 64) return { first, last, steps };
  }
  const ends = [...known].filter(([, states]) => states.some((state) => last.includes(state))).map(([name]) => name);
  return { first: named([first]), last: ordered(ends), steps: found.sort(lexical) };
};

// the labyrinth of the pairs; itself if no word has to be spelled
const unspelled = (maze) => {
  const { spelling, goal } = maze;
  if (!spelling) return maze;
  const { first, last, steps } = spelling;
  const states = ordered([first, ...last, ...steps.flatMap(([from, , end]) => [from, end])]);
  const cliques = locations(maze).flatMap((name) => states.map((state) => [reading(name, state)]));
  const oneways = [];
  for (const clique of maze.cliques) {
    const all = clique.label ? steps.filter(([, label]) => label === clique.label) : states.map((state) => [state, "", state]);
    for (const [from, , end] of all) {
      if (from === end) cliques.push(cliqueOf(clique.map((name) => reading(name, from))));
      else for (const a of clique) for (const b of clique) if (a !== b) oneways.push([reading(a, from), reading(b, end)]);
    }
  }
  for (const { 0: a, 1: b, label } of maze.oneways) {
    const all = label ? steps.filter(([, letter]) => letter === label) : states.map((state) => [state, "", state]);
    for (const [from, , end] of all) oneways.push([reading(a, from), reading(b, end)]);
  }
  const ends = goal.kind === "accept"
    ? { ...goal, reads: distinct([...goal.reads, ...last.flatMap((state) => goal.reads.map(([name, top, end]) => [reading(name, state), top, end]))]).sort(lexical) }
    : { ...ESCAPE, kind: goal.kind === "reach" ? "reach" : "at", names: ordered(targetsOf(maze).flatMap((name) => last.map((state) => reading(name, state)))) };
  return { cliques, oneways: distinct(oneways).sort(lexical), start: reading(maze.start, first), goal: ends, spelling: null };
};
