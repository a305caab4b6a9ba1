// The program as it is against the original.
const likeness = (result, each, count) => {
  const found = best(result);
  const costs = result.step !== "" ? counted(result.step, "step") : found[0]?.cost ? `cost ${found[0].cost}` : "";
  const outcome = result.status === "found" ? `found${costs && `, ${costs}`}` : result.status;
  const all = count !== 1 && result.exhausted && result.status === "found"
    ? found.map(({ atoms }) => [...atoms].sort().join(" ")).sort().join("\n") : null;
  return { outcome, all, count: found.length };
};

const differ = (one, other) => {
  if (one.outcome !== other.outcome) return `it says: ${other.outcome}; yours: ${one.outcome}`;
  if (one.all !== null && other.all !== null && one.all !== other.all) {
    return one.count === other.count ? "its answers are others" : `it has ${counted(other.count, "answer")}, yours ${one.count}`;
  }
  return "";
};

const against = async (result, each, count) => {
  if (!isEdited()) {
    say("compared", "this is the original");
    return;
  }
  const asked = engine.run(assembled(original(each), puzzleFile(), { models: count }, engine.driver));
  const other = await asked.result;
  if (other.status === "stopped") return;
  const told_ = differ(likeness(result, each, count), likeness(other, each, count));
  if (told_) {
    say("compared", `The original differs: ${told_}`, "bad");
    return;
  }
  // the first of the shipped puzzles on which they differ, small ones first
  const many = told.shipped.length;
  let late = 0;
  for (const [i, { name, text }] of [...told.shipped].sort((a, b) => a.text.length - b.text.length).entries()) {
    if (running.over) return;
    say("compared", `The original says the same here; trying shipped puzzles: ${i + 1} of ${many}`);
    const file = { name: PUZZLE, text };
    const asked_ = [[programOf(), underOptions(file)], [original(each), file]];
    const runs = asked_.map(([program, puzzle_]) => engine.run(
      assembled(program, puzzle_, { models: count }, engine.driver), () => {}, 5));
    const [mine, its] = await Promise.all(runs.map((run) => run.result));
    if (mine.status === "stopped" || its.status === "stopped") return;
    if (mine.status === "late" || its.status === "late") {
      late += 1;
      continue;
    }
    const apart = differ(likeness(mine, each, count), likeness(its, each, count));
    if (apart) {
      say("compared", `The original says the same here, and differs on ${name}: ${apart}. `, "bad");
      find("compared").append(button(`Open ${name}`, () => take(text, name)));
      return;
    }
  }
  const rest = late ? `; ${late} took too long` : "";
  say("compared", `The original says the same, here and on ${counted(many - late, "shipped puzzle")}${rest}`, "good");
};
