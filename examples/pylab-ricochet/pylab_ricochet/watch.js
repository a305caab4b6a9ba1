// The game on the board, for the player; docs/maintainers/pages-and-labs.md has the members.
// Fields are numbered row by row from 0; a state has each robot's field, in order of data.robots.
const rules = ({ size, cell, beside, robots, target: [mover, goal], most }) => {
  const names = robots.map(([name]) => name);
  const hero = names.indexOf(mover);
  const at = (field) => [field % size, Math.floor(field / size)].map((n) => (n + 1.5) * cell);
  const slid = ({ fields, count }, i, way) => {
    const after = fields.slice();
    for (let n = beside[way][after[i]]; n >= 0 && !fields.includes(n); n = beside[way][n]) after[i] = n;
    return { fields: after, count: count + 1 };
  };
  return {
    most,
    start: { fields: robots.map(([, field]) => field), count: 0 },
    // all slides that move a robot
    moves: (state) => names.flatMap((name, i) => Object.keys(beside)
      .map((way) => ({ id: `${name} slides ${way}`, after: slid(state, i, way) }))
      .filter(({ after }) => after.fields[i] !== state.fields[i])),
    pose: ({ fields }) => Object.fromEntries(
      names.map((name, i) => [`robot ${name}`, { at: at(fields[i]) }])),
    won: ({ fields }) => fields[hero] === goal,
    // robots that are not the target's are interchangeable
    key: ({ fields }) => `${fields[hero]};${fields.filter((_, i) => i !== hero).sort()}`,
  };
};
