// A click that asks: the facts about a place, and what the answer says of it, each with its reason.

// the spots of all tools, one for each place
const everySpot = (of) => {
  const found = new Map();
  for (const each of lab.tools.filter((one) => !one.anywhere)) {
    for (const spot of lab.spots(of, each.id)) {
      const key = spot.at.map(Math.round).join();
      if (!found.has(key)) found.set(key, { ...spot, id: key });
    }
  }
  return [...found.values()];
};

// the facts that clicks at a place take away or add
const changedAt = (of, key) => {
  const facts = lab.facts(of);
  const found = new Set();
  for (const each of lab.tools.filter((one) => !one.anywhere && !one.pair)) {
    for (const spot of lab.spots(of, each.id).filter(({ at }) => at.map(Math.round).join() === key)) {
      const next = changed(of, { tool: each.id, spot: spot.id, other: null, text: each.field?.value ?? "" });
      if (next) lab.facts(next).concat(facts).filter((one) => lab.facts(next).includes(one) !== facts.includes(one)).forEach((one) => found.add(one));
    }
  }
  return [...found].flatMap((each) => readFacts(each));
};

// a puzzle after a click; null where that is impossible
const changed = (of, how) => {
  try {
    return lab.change(of, how);
  } catch (error) {
    if (error instanceof Misfit) return null;
    throw error;
  }
};

// where a fact is: the first two numbers in a row among its arguments, with the name before them; as text
const placeIn = (atom) => {
  const args = atom.args || [];
  const first = args.findIndex((each, i) => typeof each === "number" && typeof args[i + 1] === "number");
  const named = args[first - 1]?.string !== undefined;
  if (first >= 0) return args.slice(named ? first - 1 : first, first + 2).map(written).join(",");
  return "";
};

const tellHere = (key) => {
  forgetWhy();
  const local = changedAt(puzzle, key);
  const places = [...new Set(local.map(placeIn).filter(Boolean))];
  const own = local.map((each) => `${written(each)}.`);
  const about = (atom) => own.includes(`${atom}.`) || places.some((place) => `${atom.replace(/^\w+/, "")},`.split(/[()]/).join(",").includes(`,${place},`));
  const facts = lab.facts(puzzle).map((each) => each.replace(/\.$/, "")).filter(about);
  const answer = solvedFor && lab.facts(solvedFor.puzzle).join() === lab.facts(asAsked(puzzle).puzzle).join() ? answers[Number(find("answer").value) || 0] : null;
  const atoms = answer ? answer.atoms.filter((each) => about(each) && !facts.includes(each)) : [];
  const written_ = readFacts(editor.text(PUZZLE)) || [];
  const items = facts.map((each) => {
    const at = written_.find((atom) => written(atom) === each);
    return button(each, () => at && goToPlace({ file: PUZZLE, ...placeOf(editor.text(PUZZLE), at.from) }));
  });
  const reasons = atoms.map((each) => button(each, () => whyHolds(each, answer, explained)));
  const label = (words) => Object.assign(document.createElement("b"), { textContent: words });
  find("here").replaceChildren(
    label(facts.length ? "Facts:" : "No fact is about this place."), ...items,
    ...(answer ? [label(atoms.length ? "In the answer, each with its reason:" : "The answer says nothing of it.")] : [label("Solve, and the answer's atoms are here, too.")]), ...reasons,
  );
};
