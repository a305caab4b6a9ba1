// The game on the board, for the player; docs/maintainers/pages-and-labs.md has the members.
// A state has each robot's field, as in facts.pos, as text "X,Y".
const rules = ({ facts, unit }) => {
  const STEPS = { east: [1, 0], south: [0, 1], west: [-1, 0], north: [0, -1] };
  const [[mover, ...goal]] = facts.target;
  const names = facts.pos.map(([name]) => name);
  const hero = names.indexOf(mover);
  const beside = ([x, y], way, n = 1) => [x + n * STEPS[way][0], y + n * STEPS[way][1]];
  const shut = new Set((facts.barrier || []).flatMap(([x, y, way]) => [`${[x, y]},${beside([x, y], way)}`, `${beside([x, y], way)},${[x, y]}`]));
  const free = (from, to, fields) => to.every((n) => n > 0 && n <= facts.dim.length) && !shut.has(`${from},${to}`) && !fields.some((each) => `${each}` === `${to}`);
  const slid = ({ fields, count }, i, way) => {
    let here = fields[i];
    while (free(here, beside(here, way), fields)) here = beside(here, way);
    return { fields: fields.with(i, here), count: count + 1 };
  };
  const id = (name, way) => `${name} slides ${way}`;
  const at = (field) => field.map((n) => (n + 0.5) * unit);
  const start = { fields: facts.pos.map(([, ...field]) => field), count: 0 };
  return {
    start,
    most: facts.length ? facts.length[0][0] : null,
    // all slides that move a robot
    moves: (state) => names.flatMap((name, i) => Object.keys(STEPS)
      .map((way) => ({ id: id(name, way), label: id(name, way), hot: `slide(${name},${way})`, after: slid(state, i, way) }))
      .filter(({ after }) => `${after.fields[i]}` !== `${state.fields[i]}`)),
    pose: ({ fields }) => Object.fromEntries(names.flatMap((name, i) => [[`robot(${name})`, { at: at(fields[i]) }],
      ...Object.keys(STEPS).map((way) => [`slide(${name},${way})`, { at: at(beside(fields[i], way, 0.4)) }])])),
    won: ({ fields }) => `${fields[hero]}` === `${goal}`,
    // robots that are not the target's are interchangeable
    key: ({ fields }) => `${fields[hero]};${fields.filter((_, i) => i !== hero).sort()}`,
    // the moves of a plan, without those of nothing
    track: (atoms) => {
      const plan = atoms.filter(([name]) => name === "move" || name === "go").sort((a, b) => a[3] - b[3]);
      let state = start;
      return plan.filter(([, name, way]) => {
        const { fields } = state;
        state = slid(state, names.indexOf(name), way);
        return `${fields}` !== `${state.fields}`;
      }).map(([, name, way]) => id(name, way));
    },
  };
};
