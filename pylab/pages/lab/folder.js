// A folder of rules in the lab: its scene draws, its check.lp judges, both asked of clingo in the page.
const { scene: SCENE_FILE, judge: JUDGE_FILE } = ROLES;
const CONSTRAINTS = "own/accepted.lp";
let clicked = false;

// what a file says of facts
const asked = async (file, facts, more = "") => {
  const files = { ...textsOf(), [CONSTRAINTS]: more };
  const text = facts.map((each) => `${each}.`).join("\n");
  const program = { files, links, entry: file, overlays: more ? [CONSTRAINTS] : [], constants: {} };
  const made = assembled(program, { name: PUZZLE, text }, { mode: "evaluate" }, engine.driver);
  const result = await engine.run(made, () => {}, 20).result;
  const refused_ = result.findings.find((each) => each.severity === "error");
  if (refused_) throw new Misfit(`${file}: ${refused_.message}`);
  if (result.status === "stopped" || result.status === "late") throw new Misfit(`${file}: no answer in time`);
  return result;
};

const pictured = async (facts) => {
  const result = await asked(SCENE_FILE, facts);
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

const plain = (term) => term.string ?? (term.args && !term.name ? term.args.map(plain).join(" ") : written(term));
const tools = new Map();

const lab = {
  judge: JUDGE_FILE && "check.lp",
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
  replay: async (puzzle, atoms) => {
    if (!JUDGE_FILE) return { ...unjudged("not checked"), why: "not checked: there is no check.lp" };
    const facts = [...puzzle.facts, ...atoms.map(written)];
    let result = await asked(JUDGE_FILE, facts);
    const wrongs = (found) => atomsOf(found.atoms || []).filter(({ name, args }) => name === "wrong" && (args.length === 1 || args.length === 2));
    if (wrongs(result).length && result.count > 1) {
      const other = await asked(JUDGE_FILE, facts, ":- wrong(_).\n:- wrong(_,_).\n");
      if (other.status === "found") result = other;
    }
    if (result.status !== "found") return refused("none", "check.lp has no answer set");
    const told_ = wrongs(result).map(({ args }) => `${args.length > 1 ? `step ${plain(args[1])}: ` : ""}${plain(args[0])}`);
    if (told_.length) return refused(/^([a-z][a-z0-9-]*): /.exec(told_[0])?.[1] || "wrong", told_.sort().join("; "));
    const measured = atomsOf(result.atoms).filter(({ name, args }) => name === "summary" && args.length === 1);
    return accepted(measured.map(({ args }) => plain(args[0])).join("; ") || "by check.lp", []);
  },
};
