// What the page asks for, by its names.

// under options that overlays set, as `adapt` in Python; others ask for another graph
const adapt = (puzzle, options) => Object.entries(options).reduce((made, [option, value]) => {
  if (option === "leaving") {
    if (!LEAVING.includes(value)) throw new Misfit(`expected leaving as one of ${LEAVING.join(", ")}, found ${value}`);
    if (!isPlan(made) && value !== made.leaving) throw new Misfit("expected a plan for another way of leaving rooms, found a graph");
    return { ...made, leaving: value };
  }
  if (!LIMITS.includes(option)) throw new Misfit(`expected leaving or a limit of ${LIMITS.join(", ")}, found ${option}`);
  const most = Number(value);
  if (!/^\d{1,6}$/.test(value) || !most) throw new Misfit(`expected a number above 0 for ${option}, found ${value}`);
  if (["passage", "edge", "point"].includes(option) && most > 1) throw new Misfit(`expected 1 as limit of ${option}, found ${value}`);
  if (["room", "point"].includes(option) && !isPlan(made)) throw new Misfit(`expected a plan for a limit on ${option}s, found a graph`);
  return { ...made, limits: { ...made.limits, [option]: most } };
}, puzzle);

const lab = { read, facts, adapt, script, moves, tools, spots, change, blank, resize, size, open, save };
