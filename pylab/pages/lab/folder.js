// A folder of rules in the lab: its scene draws, asked of clingo in the page.
let clicked = false;

const pictured = async (facts) => {
  const result = await asked(ROLES.scene, facts.map((each) => `${each}.`));
  return readScene(result.atoms || [], { name: TITLE });
};

// the frames one after another, as family/film.py has them
const film = (picture) => {
  const first = drawScene(picture, 0);
  if (picture.frames.length < 2) return { scene: drawScene(picture), data: states([{}], [""]), playable: false, ways: [] };
  const scene = new Drawing(first.width, first.height, TITLE, first);
  const names = picture.frames.map((_, i) => `frame ${i}`);
  names.forEach((name, i) => scene.group({ "data-actor": name }, () => {
    scene.open.at(-1).parts.push(...drawScene(picture, i).root.parts);
  }));
  const poses = names.map((name) => Object.fromEntries(names.map((other) => [other, { cls: other === name ? "" : "taken" }])));
  const ways = [{ name: "the answer", moves: names.slice(1).map(() => "0") }];
  return { scene, data: states(poses, picture.frames), playable: false, ways };
};

const states = (poses, names) => ({
  start: 0,
  unit: ["step", "steps"],
  states: poses.map((pose, i) => [
    pose, [["frame", names[i]]], i + 1 < poses.length ? [["", `frame ${names[i + 1]}`, i + 1, {}]] : [], i + 1 === poses.length,
  ]),
});

const tools = new Map();

const lab = {
  tools: [],
  read: (atoms) => ({ facts: [...new Set(atoms.map(written))], scene: null }),
  facts: (puzzle) => puzzle.facts.map((each) => `${each}.`),
  blank: () => ({ facts: [], scene: null }),
  size: () => null,
  // draws the puzzle before it is shown
  prepare: async (puzzle) => {
    puzzle.scene = await pictured(puzzle.facts);
    lab.tools = sceneTools(puzzle.scene).map((each) => {
      if (!tools.has(each.id)) tools.set(each.id, each);
      return Object.assign(tools.get(each.id), each);
    });
  },
  script: (puzzle, atoms) => (atoms ? pictured([...puzzle.facts, ...atoms]).then(film)
    : { scene: drawScene(puzzle.scene, 0) }),
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
