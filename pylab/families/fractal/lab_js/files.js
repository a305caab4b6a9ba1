// Files: .lab, a clique of locations a line, and .pds, a pushdown system's rules.
const READS = /^--([^\s()<>#:%"]+)-->$/u;

const STEP = /^=([^\s.#()<>:;,="'%\\]+)=>$/u;
const HEADS = ["start:", "goal:", "word:", "words:"];

// what has to be spelled: one word, or those of an automaton, with its steps
const wordsOf = ({ word: one, words: many }, steps, wrong) => {
  if (one && many) wrong(many, 0, `expected one of word: and words:, found both, line ${one.line}`);
  if (steps.length && !many) wrong(steps[0], 0, "expected a line 'words: from STATE to STATE…' beside an automaton, found none");
  const made = steps.map((line) => {
    const [from, by, end] = line.words;
    const letters = STEP.exec(by || "");
    if (line.label || line.words.length !== 3 || !letters || ![from, letters[1], end].every(isLetter)) wrong(line, 0, "expected a step like 's =red=> t'");
    return [from, letters[1], end];
  });
  if (one) {
    const letters = one.words.slice(1);
    if (!letters.every(isLetter)) wrong(one, 0, "expected a label");
    return { first: "0", last: [String(letters.length)], steps: letters.map((each, k) => [String(k), each, String(k + 1)]).sort(lexical) };
  }
  if (!many) return null;
  const [, from, first, to, ...last] = many.words;
  if (from !== "from" || to !== "to" || !last.length || ![first, ...last].every(isLetter)) wrong(many, 0, "expected words 'from STATE to STATE…'");
  return { first, last: ordered(last), steps: distinct(made).sort(lexical) };
};

const openLab = (given) => {
  const every = given.split("\n").map((line, i) => ({ words: line.split("#")[0].trim().split(/\s+/).filter(Boolean), line: i + 1, whole: line }))
    .filter(({ words }) => words.length).map((line) => {
      const [head, ...words] = line.words;
      if (!head.endsWith(":") || HEADS.includes(head)) return line;
      const [label, column] = [head.slice(0, -1), line.whole.indexOf(head) + 1];
      if (!isLetter(label) || !words.length) throw new Misfit(`expected a label, a colon and locations, found '${line.whole.trim()}'`, { ...line, column });
      return { ...line, words, label };
    });
  const steps = every.filter(({ words }) => words.some((each) => STEP.test(each)));
  const readings = every.filter(({ words }) => words.some((each) => READS.test(each)));
  const lines = every.filter((line) => !readings.includes(line) && !steps.includes(line));
  const wrong = ({ line, whole, words }, index, message) => {
    const from = words.slice(0, index + 1).reduce((end, each) => whole.indexOf(each, end) + each.length, 0);
    throw new Misfit(message, { line, column: from - words[index].length + 1 });
  };
  const lastParts = (words) => new Set(words.filter((each) => !INSIDE.includes(each.split(".").at(-2))).map((each) => each.split(".").at(-1)));
  const likeStart = ({ words }) => words.length === 2 && words[0] === "start" && !isPlace(words[1]);
  const likeDirective = ({ words }) => (words[0] === "start" ? words.length === 2 && isPlace(words[1])
    : HEADS.includes(words[0]) || (words[0] === "goal" && KINDS.includes(words[1])));
  const maybe = lines.filter(({ words, label }) => !label && ["start", "goal", ...HEADS].includes(words[0]));
  const doubtful = maybe.filter(likeStart);
  if (doubtful.length === 1) {
    const [line] = doubtful;
    const others = lines.filter((each) => each !== line).flatMap(({ words }) => words);
    if (others.includes(line.words[1]) && !lastParts(others).has("start") && !misnamed(line.words[1])) {
      wrong(line, 0, `expected 'start: ${line.words[1]}' to start there, or the corridor '${line.words[1]} start'`);
    }
  }
  const names = lastParts(lines.filter((each) => each.label || !likeDirective(each)).flatMap(({ words }) => words));
  const directives = {};
  for (const line of maybe) {
    const [head, second] = line.words;
    const clear = head.endsWith(":") || (likeDirective(line) && (head === "start" ? !names.has("start") : !names.has("goal") && !names.has(second)));
    if (!clear) continue;
    const kind = head.replace(":", "");
    if (directives[kind]) wrong(line, 0, `expected one line '${kind} …', found another on line ${directives[kind].line}`);
    directives[kind] = line;
  }
  const corridors = lines.filter((line) => !Object.values(directives).includes(line));
  if (!corridors.length) throw new Misfit("expected locations, found none", { line: 1, column: 1 });
  const locationAt = (line, i) => {
    const problem = misnamed(line.words[i]);
    if (problem) wrong(line, i, problem);
    return line.words[i];
  };
  const maze = { cliques: [], oneways: [], start: locationAt(corridors[0], 0), goal: ESCAPE, spelling: wordsOf(directives, steps, wrong) };
  for (const line of corridors) {
    if (!line.words.includes("->")) maze.cliques.push(labelled(cliqueOf(line.words.map((_, i) => locationAt(line, i))), line.label));
    else if (line.words.length === 3 && line.words[1] === "->") maze.oneways.push(labelled([locationAt(line, 0), locationAt(line, 2)], line.label));
    else wrong(line, 0, "expected one location on each side of ->");
  }
  maze.oneways = [...new Map(maze.oneways.map((each) => [JSON.stringify([...each, each.label]), each])).values()].sort(byLabel);
  const all = corridors.flatMap((line) => line.words.map((each, i) => ({ line, i, each })));
  const twice = all.find(({ each }) => each.startsWith("internal.") && all.some((other) => other.each === each.replace("internal.", "inner.")));
  if (twice) wrong(twice.line, twice.i, `expected one spelling of '${twice.each}', found another one too`);
  const there = new Set(locations(maze));
  const { start, goal } = directives;
  if (start) {
    if (start.words.length !== 2) wrong(start, Math.min(2, start.words.length - 1), "expected one location after 'start'");
    if (!there.has(locationAt(start, 1))) wrong(start, 1, `expected a location of the labyrinth, found '${start.words[1]}'`);
    [, maze.start] = start.words;
  }
  if (readings.length && (!goal || goal.words[1] !== "accept")) wrong(readings[0], 0, "expected a line 'goal accept STATE…' beside an automaton, found none");
  const reads = readings.map((line) => {
    const [state, by, end] = line.words;
    const top = READS.exec(by || "");
    if (line.words.length !== 3 || !top || !isWord(state) || !isWord(end)) wrong(line, 0, "expected a transition like 'p --A--> q'");
    return [state, top[1] === BELOW ? BOTTOM : top[1], end];
  });
  if (goal) {
    const [, kind, ...at2] = goal.words;
    if (!KINDS.includes(kind) || Boolean(at2.length) === (kind === "escape")) wrong(goal, Math.min(1, goal.words.length - 1), "expected a goal 'escape' or 'at NAME…' or 'reach NAME…' or 'accept NAME…'");
    const odd = at2.findIndex((name) => (kind === "accept" ? !isWord(name) : !there.has(name) || !isPlace(name)));
    if (odd >= 0) wrong(goal, odd + 2, `expected an outer or inside location of the labyrinth, found '${at2[odd]}'`);
    maze.goal = { kind, names: ordered(at2), reads: distinct(reads).sort(lexical) };
    readings.forEach((line, i) => {
      const problem = unread({ reads: [reads[i]] }, [BOTTOM, ...boxesOf(maze)], [...there, ...reads.map(([, , end]) => end)]);
      if (problem) wrong(line, 0, problem);
    });
  }
  return maze;
};

const openPds = (given) => {
  const tokens = [...given.matchAll(/#[^\n]*|-->|[()<>]|(?:(?!-->)[^\s()<>#])+/gu)].filter(([each]) => !each.startsWith("#"));
  let next = 0;
  const peek = () => tokens[next]?.[0] || "";
  const wrong = (what) => {
    const before2_ = given.slice(0, tokens[next]?.index ?? given.length);
    throw new Misfit(`expected ${what}, found ${peek() ? `'${peek()}'` : "the end of the text"}`, {
      line: before2_.split("\n").length, column: before2_.length - before2_.lastIndexOf("\n"),
    });
  };
  const expect = (mark) => {
    if (peek() !== mark) wrong(`'${mark}'`);
    next += 1;
  };
  const take = (what) => {
    if (!isWord(peek())) wrong(what);
    next += 1;
    return tokens[next - 1][0];
  };
  const stack = () => {
    expect("<");
    const found = [];
    while (peek() !== ">") found.push(take("a stack symbol"));
    expect(">");
    return found;
  };
  const system = { rules: [], state: "", stack: [], goal: ESCAPE };
  const reads = [];
  while (next < tokens.length || !system.state) {
    if (!system.state && ["(", ""].includes(peek())) {
      expect("(");
      Object.assign(system, { state: take("a state"), stack: stack().reverse() });
      expect(")");
      continue;
    }
    const state = take("a state");
    if (peek().startsWith("--") && isWord(peek())) {
      const top = take("a symbol to be read").slice(2);
      expect("-->");
      reads.push([state, top, take("a state")]);
      continue;
    }
    if (state === "goal" && ["at", "reach", "accept"].includes(peek())) {
      system.goal = { ...ESCAPE, kind: take("a goal"), names: ordered(stack()) };
      continue;
    }
    const tops = stack();
    if (tops.length !== 1) wrong("one stack symbol before");
    expect("-->");
    system.rules.push({ state, symbol: tops[0], target: take("a state"), written: stack() });
  }
  const states = new Set(statesOf(system));
  if (reads.length || system.goal.kind === "accept") {
    if (system.goal.kind !== "accept" || !system.goal.names.length) throw new Misfit("expected a line 'goal accept <q>' beside an automaton, with a state at least", { line: 1, column: 1 });
    system.goal = { ...system.goal, reads: distinct(reads).sort(lexical) };
    wellRead(system.goal, symbolsOf(system), [...states], { line: 1, column: 1 });
    return system;
  }
  if (system.goal.kind !== "escape" && !(system.goal.names.length && system.goal.names.every((name) => states.has(name)))) {
    throw new Misfit(`expected a goal with states of the system, found '${system.goal.names.join(" ")}'`, { line: 1, column: 1 });
  }
  return system;
};

const open = (given) => (/^(?:\s|#[^\n]*\n)*(?:\(|goal[ \t]+(?:at|reach|accept)[ \t]*<)/.test(given) ? openPds(given) : openLab(given));

const arrow = ([state, top, end]) => `${state} --${top === BOTTOM ? BELOW : top}--> ${end}`;

const save = (puzzle) => {
  const { goal } = puzzle;
  if (isSystem(puzzle)) {
    return [
      `(${puzzle.state} <${[...puzzle.stack].reverse().join(" ")}>)`,
      ...(goal.names.length ? [`goal ${goal.kind} <${goal.names.join(" ")}>`] : []),
      ...goal.reads.map(arrow),
      ...puzzle.rules.map((rule) => `${rule.state} <${rule.symbol}> --> ${rule.target} <${rule.written.join(" ")}>`), "",
    ].join("\n");
  }
  // `start A.1` may mean two things, `A.1 start` does not
  const lines = puzzle.cliques.map((clique) => (clique.length === 2 && clique[0] === "start" && !isPlace(clique[1]) ? [...clique].reverse() : clique).join(" "));
  lines.push(...puzzle.oneways.map((each) => each.join(" -> ")));
  const words = new Set(lines.flatMap((line) => line.split(" ")));
  lines.push(...ordered([puzzle.start, ...(goal.kind === "accept" ? [] : goal.names)].filter((name) => !words.has(name))));
  const all = lines.flatMap((line) => line.split(" "));
  const last = new Set(all.filter((each) => !INSIDE.includes(each.split(".").at(-2))).map((each) => each.split(".").at(-1)));
  const head = [];
  if (all[0] !== puzzle.start) head.push(`${!last.has("start") && isPlace(puzzle.start) ? "start" : "start:"} ${puzzle.start}`);
  if (goal.kind !== "escape") head.push(`${last.has("goal") || last.has(goal.kind) ? "goal:" : "goal"} ${[goal.kind, ...goal.names].join(" ")}`);
  const { first, last: ends, steps } = puzzle.spelling || { last: [], steps: [] };
  const words2 = puzzle.spelling ? [`words: from ${first} to ${ends.join(" ")}`, ...steps.map(([from, by, end]) => `${from} =${by}=> ${end}`)] : [];
  const labels = [...puzzle.cliques, ...puzzle.oneways].map(({ label }) => (label ? `${label}: ` : ""));
  return [...words2, ...head, ...goal.reads.map(arrow), ...lines.map((line, i) => `${labels[i] || ""}${line}`), ""].join("\n");
};
