// Files as one program: includes put in, with a map back to file, line and column; headers; what
// clingo says about it. Knows no family, no page and no worker.

// a text with all in comments, strings and scripts blanked out, as long as it was
const rulesOf = (text) => blanked(text, "comment", "string", "script");

const NAMING = ["Tasks", "Replaces", "Options", "Solver options", "Relaxes", "Judge", "Judge replaces", "Overlays", "Theory"];

// the words of a section of the comment at the head of a file: `% Title:` and the lines after it
const section = (text, title) => {
  const found = [];
  let inside = false;
  let inline = false; // what names something beside its title goes on in indented lines and after a comma only
  for (const line of headOf(text).split("\n")) {
    const head = /^%\s?([A-Z][A-Za-z ]*):\s*(.*)/.exec(line);
    if (head) [inside, inline] = [head[1] === title, NAMING.includes(title) && head[2].trim() !== ""];
    else if (inline && !/^%\s(?:\s+\S|\t)|^%\t/.test(line) && !found.at(-1)?.trimEnd().endsWith(",")) inside = false;
    if (inside && line.startsWith("%")) found.push(head ? head[2] : line.slice(1));
  }
  return found.join(" ").split(/\s+/).filter(Boolean);
};
const namesIn = (text, title) => section(text, title).join(" ").split(/[\s,]+/).filter(Boolean);

const placeOf = (text, offset) => {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: before.at(-1).length + 1 };
};

const joined = (folder, name) => {
  const parts = [];
  for (const part of [...folder.split("/"), ...name.split("/")]) {
    if (part === "..") parts.pop();
    else if (part && part !== ".") parts.push(part);
  }
  return parts.join("/");
};

// the file that another one includes by this name; `links` says so for those that lie elsewhere
const included = (program, file, name) => program.links?.[file]?.[name]
  ?? joined(file.split("/").slice(0, -1).join("/"), name);

// the files that take part, included ones too, in the order in which clingo sees them
const inForce = (program) => {
  const { files, entry, overlays = [] } = program;
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name) || files[name] === undefined) return;
    seen.add(name);
    for (const each of tokensOf(files[name])) {
      if (each.name !== null) visit(included(program, name, each.name));
    }
  };
  visit(entry);
  const replaced = new Set(overlays.flatMap((overlay) => namesIn(files[overlay] ?? "", "Replaces"))
    .map((bare) => bare.replace(/\.$/, "")).flatMap((bare) => [...seen].filter((name) => name !== entry && name.split("/").at(-1) === bare)));
  overlays.forEach(visit);
  return { names: [...seen].filter((name) => !replaced.has(name)), replaced };
};

// what a text has that clingo must not be given, as [offset, message]; strings of puzzles and of people's own programs
// have any character
const refusalsOf = (text, isOwn) => {
  const found = [];
  const odd = isOwn ? unreadable(text) : text.search(/[^\0-\x7f]/);
  const where = isOwn ? "outside of strings and comments" : "in an encoding";
  if (odd >= 0) found.push([odd, `expected ASCII only ${where}, found '${shownCharacter(text, odd)}'`]);
  if (text.includes("\0")) found.push([text.indexOf("\0"), "expected text, found a NUL byte"]);
  if (/^asp [0-9]/.test(text)) found.push([0, "expected rules, found a ground program (aspif)"]);
  const open = tokensOf(text).find((each) => each.kind === "comment" && !each.whole);
  if (open) found.push([open.start, "expected '*%' to end the comment, found the end of the text"]);
  return found;
};

const shownCharacter = (text, at) => {
  const c = String.fromCodePoint(text.codePointAt(at));
  return /[\p{C}\p{Z}]/u.test(c) ? `\\u${c.codePointAt(0).toString(16).padStart(4, "0")}` : c;
};

// what clingo sees of an include: only where a statement may begin, it takes that
const INSTEAD = "#defined included_here/0.";

// a program whose constants have the texts that are their values; clingo's options here can't have blanks in them
const withTexts = (text, { constants = {} }) => Object.entries(constants).filter(([, value]) => String(value).startsWith('"')).reduce((made, [name, value]) => (
  made.replace(new RegExp(`(#const\\s+${name}\\s*=\\s*)(?:"(?:[^"\\\\]|\\\\.)*"|[^".])+(?=\\.)`, "g"), (_, head) => head + value)), text);

// the program as one text: {text, map, findings, stepwise}; map: for each line where it stands
const flatten = (program, puzzle = null) => {
  const { files, entry, overlays = [] } = program;
  const { replaced } = inForce(program);
  const lines = [];
  const map = [];
  const findings = [];
  const seen = new Set();
  let stepwise = false;
  const add = (text, file, from) => {
    const place = placeOf(files[file] ?? puzzle?.text ?? "", from);
    text.split("\n").forEach((line, i) => {
      lines.push(line);
      map.push({ file, line: place.line + i, shift: i ? 0 : place.column - 1 });
    });
  };
  // a part after a text; what is wrong there is wrong at the text's end
  const part = () => {
    const before = map.at(-1);
    lines.push("#program base.");
    map.push({ file: entry, line: 1, ...before, shift: before ? before.shift + lines.at(-2).length : 0, ends: true });
  };
  // an overlay without parts stands in the part of the file that it replaces, if its rules mention the part's parameter
  const standsFor = (overlay, target) => {
    const bare = blanked(files[overlay] ?? "", "comment");
    const parameter = /^[^]*#program\s+\w+\s*\(\s*(\w+)\s*\)/.exec(lines.slice(lines.findLastIndex((line) => line.includes("#program"))).join("\n"))?.[1];
    return !seen.has(overlay) && namesIn(files[overlay] ?? "", "Replaces").includes(target.split("/").at(-1))
      && !bare.includes("#program") && parameter !== undefined && new RegExp(`\\b${parameter}\\b`).test(bare);
  };
  const whole = (file, text) => {
    if (seen.has(file)) return;
    seen.add(file);
    const refuse = (at, message) => findings.push({ file, ...placeOf(text, at), severity: "error", message });
    refusalsOf(text, program.asClingo || file === puzzle?.name).forEach((each) => refuse(...each));
    const bare = blanked(text, "comment"); // clingo sees no comment, and so takes none for rules
    let at = 0;
    for (const each of tokensOf(text)) {
      if (each.kind === "script") refuse(each.start, "expected no embedded script: a page runs none");
      if (each.kind !== "include") continue;
      add(bare.slice(at, each.start), file, at);
      add(INSTEAD, file, each.start);
      at = each.end;
      const target = each.name === null ? "" : included(program, file, each.name);
      if (each.name === null && each.shipped === null) refuse(each.start, 'expected "FILE.lp" right after #include');
      else if (!each.whole) refuse(each.start, "expected a full stop after #include");
      else if (each.shipped === "incmode") stepwise = true;
      else if (each.name === null) refuse(each.start, `expected <incmode>, found <${each.shipped}>`);
      else if (files[target] === undefined) refuse(each.start, `there is no file ${each.name} in this page`);
      else if (!seen.has(target)) {
        const there = replaced.has(target) ? overlays.filter((overlay) => standsFor(overlay, target)) : [target];
        for (const other of there) {
          whole(other, files[other]);
          part();
        }
      }
    }
    add(bare.slice(at), file, at);
  };
  if (puzzle) whole(puzzle.name, puzzle.text);
  for (const file of [entry, ...overlays]) {
    if (files[file] === undefined) continue;
    part();
    whole(file, files[file]);
  }
  part();
  return { text: withTexts(lines.join("\n"), program), map, findings, stepwise };
};

// a value as Lua writes it, which knows JSON's texts and numbers
const inLua = (value) => {
  if (Array.isArray(value)) return `{ ${value.map(inLua).join(", ")} }`;
  if (typeof value === "string") return JSON.stringify(value.replace(/[\0-\x08\x0b-\x1f]/g, " ")).replaceAll("#end", "\\x23end");
  if (typeof value !== "object") return String(value);
  return `{ ${Object.entries(value).map(([key, each]) => `[${inLua(key)}] = ${inLua(each)}`).join(", ")} }`;
};

// the constants that texts have by #const, and those that end a stepwise program
const constantsIn = (texts) => new Set(["imin", "imax", "istop", ...texts.flatMap((text) =>
  [...rulesOf(text).matchAll(/#const\s+([a-zA-Z_][\w']*)\s*=/g)].map(([, name]) => name))]);

// the definitions of constants that a text names and does not define, as other texts have them
const definitionsFor = (text, others) => {
  const own = constantsIn([text]);
  const names = new Set(rulesOf(text).match(/(?<![\w'])_*[a-z][\w']*/g));
  const found = others.flatMap((each) => [...rulesOf(each).matchAll(/#const\s+([a-z_][\w']*)\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^".])+\./g)]);
  return [...new Map(found.reverse().map(([all, name]) => [name, all]))].filter(([name]) => names.has(name) && !own.has(name)).map(([, all]) => all);
};

// clingo's options for constants; for a text's rules, of those that it has by #const
const constantsOf = ({ constants = {} }, bare = null) => Object.entries(constants)
  .filter((pair) => CONSTANT.test(pair.join("=")) && !String(pair[1]).startsWith('"'))
  .filter(([name]) => bare === null || new RegExp(`#const\\s+${name}\\s*=`).test(bare)).flatMap((pair) => ["-c", pair.join("=")]);

// what a program has to show beside what its own #show says; what it derives where it has none
const DRAWN = ["draw/1", "draw/2", "edit/1", "viz_node/1", "viz_node/2", "viz_edge/1", "viz_edge/2", "viz_graph/1", "viz_attr/4"];
const shownBy = (text, wanted) => (/#show\s*(?:\.|-?_*[a-z][\w']*\s*\/)/.test(rulesOf(text)) ? wanted.map((each) => `#show ${each}.\n`).join("") : "");

// what the game of one file with the scene of another needs beside facts
const gameOf = (program, moves, scene, most) => {
  const rules = (entry) => {
    const { text } = flatten({ ...program, entry, overlays: [] });
    return { text, arguments: ["--warn=none", ...constantsOf(program, rulesOf(text))] };
  };
  const RULES = rules(moves);
  const PICTURE = rules(scene);
  PICTURE.text += `\n#program base.\n${shownBy(PICTURE.text, DRAWN)}`;
  return { RULES, PICTURE, MOST: most, CHANGING: changedBy(RULES.text) };
};

// the predicates of facts in heads `then(Move,Fact)`, as folders/moves.py finds them
const changedBy = (text) => {
  const bare = rulesOf(text);
  const found = {};
  for (const statement of bare.split(/\.(?!\.)(?<!\.\.)/)) {
    for (const each of statement.split(":-")[0].matchAll(/(?<![\w'])then\(/g)) {
      for (const pooled of argumentsFrom(statement, each.index + each[0].length)) {
        const [, name] = /^\s*(_*[a-z][\w']*)/.exec(pooled[1] ?? "") || [];
        if (!name || pooled.length !== 2) continue;
        const open = pooled[1].indexOf("(");
        for (const { length } of open < 0 ? [[]] : argumentsFrom(pooled[1], open + 1)) found[`${name}/${length}`] = true;
      }
    }
  }
  return found;
};

// the arguments of a term from after its parenthesis on, as texts; a list for each of a pool
const argumentsFrom = (text, start) => {
  const pools = [[""]];
  for (let at = start, depth = 1; at < text.length; at++) {
    if ("([{".includes(text[at])) depth += 1;
    else if (")]}".includes(text[at]) && --depth === 0) break;
    if (depth === 1 && text[at] === ";") pools.push([""]);
    else if (depth === 1 && text[at] === ",") pools.at(-1).push("");
    else pools.at(-1)[pools.at(-1).length - 1] += text[at];
  }
  return pools;
};

// the pieces of a text between separators outside of brackets, as [from, to]
const piecesOf = (bare, from, to, separators) => {
  const found = [];
  let depth = 0;
  let begin = from;
  for (let at = from; at < to; at += 1) {
    if ("([{".includes(bare[at])) depth += 1;
    else if (")]}".includes(bare[at])) depth -= 1;
    else if (!depth && separators.test(bare[at]) && !(bare[at] === ":" && bare[at + 1] === "-")) {
      found.push([begin, at]);
      begin = at + 1;
    }
  }
  return [...found, [begin, to]].filter(([a, b]) => bare.slice(a, b).trim());
};

// the literals of a body, as {from, to, kind}: atom, other (negated, compared), conditional, aggregate
const literalsIn = (bare, from, to) => piecesOf(bare, from, to, /;/).flatMap(([begin, end]) => {
  const pieces = piecesOf(bare, begin, end, /,/);
  const conditional = pieces.findIndex(([a, b]) => piecesOf(bare, a, b, /:/).length > 1);
  const single = (conditional < 0 ? pieces : pieces.slice(0, conditional)).map(([a, b]) => {
    const own = bare.slice(a, b).trim();
    const named = /^-?_*[a-z][\w']*\s*(\(|$)/.exec(own);
    const whole = named && !/^not\b/.test(own) && (!named[1] || piecesOf(own, own.indexOf("("), own.length, /[=<>!+*/&^?-]/).length === 1);
    return { from: a, to: b, kind: own.includes("{") ? "aggregate" : whole ? "atom" : "other" };
  });
  return conditional < 0 ? single : [...single, { from: pieces[conditional][0], to: end, kind: "conditional" }];
});

const VARIABLE = /"(?:[^"\\]|\\.)*"|(?<![\w'])_*[A-Z][\w']*/g;
const variablesOf = (text) => (text.match(VARIABLE) || []).filter((each) => !each.startsWith('"'));

const [TRACED, TRACED_WITHIN] = ["pylab_traced", "pylab_within"];

// rules that say which rules have bodies that hold, and the places of the rules by their numbers: an atom
// pylab_traced(number,head,(atoms of the body)), and pylab_within(number,head,(atoms of the body),(atoms)) for those
// that aggregates and conditions are about
const traced = (flat) => {
  const bare = rulesOf(flat.text);
  const rules = [];
  const made = [];
  let fresh = 0;
  let start = 0;
  // a piece of the text, each `_` in it a variable of its own
  const named = (from, to) => {
    const part = flat.text.slice(from, to);
    return [...bare.slice(from, to).matchAll(/(?<![\w'])_(?![\w'])/g)].reverse().reduce((text, { index }) => {
      fresh += 1;
      return `${text.slice(0, index)}PylabAny${fresh}${text.slice(index + 1)}`;
    }, part).trim();
  };
  const tuple = (each) => (each.length ? `(${each.join(",")},)` : "()");
  const atomsIn = (literals) => literals.filter(({ kind }) => kind === "atom").map(({ text }) => text);
  const read = (from, to) => literalsIn(bare, from, to)
    .map((each) => ({ ...each, text: each.kind === "atom" ? named(each.from, each.to) : flat.text.slice(each.from, each.to).trim() }));
  // what a literal is about: [literals, …] for each element of an aggregate, or each condition
  const elementsOf = ({ from, to, kind }) => {
    if (kind === "conditional") {
      const [[a, b], [c]] = piecesOf(bare, from, to, /:/);
      return [[...read(a, b), ...read(c, to)]];
    }
    const open = bare.indexOf("{", from);
    const literals = !bare.slice(from, open).includes("#"); // what is counted in { a : b } are literals
    return piecesOf(bare, open + 1, bare.lastIndexOf("}", to - 1), /;/).map(([a, b]) => {
      const [[c, d], condition] = piecesOf(bare, a, b, /:/);
      return [...(literals ? read(c, d) : []), ...(condition ? read(condition[0], b) : [])];
    });
  };
  const add = (from, to, head, literals, plain, shown = false) => {
    if (rules.at(-1)?.from !== from) {
      const [whole] = bare.slice(from, to).split(":-");
      const chosen = !shown && (/^[^#]*\{/.test(whole) || piecesOf(whole, 0, whole.length, /[;|]/).length > 1);
      rules.push({ ...flat.map[placeOf(bare, from).line - 1], from, text: flat.text.slice(from, to).trim(), plain, chosen });
    }
    const body = [...(shown ? [] : [head]), ...literals.map(({ text }) => text)].join("; ");
    const start_ = `(${rules.length},${head},${tuple(atomsIn(literals))}`;
    const after = body && ` :- ${body}`;
    made.push(`${TRACED}${start_})${after}.`);
    // an element's own variables get other names, as they would be the rule's beside the aggregate
    const inside = ({ from: a, to: b, kind }) => (kind === "aggregate" ? flat.text.slice(a, bare.indexOf("{", a)) + flat.text.slice(bare.lastIndexOf("}", b - 1), b)
      : kind === "conditional" ? "" : flat.text.slice(a, b));
    const global = new Set(variablesOf([head, ...literals.map(inside)].join(" ")));
    const local = (text) => text.replace(VARIABLE, (name) => (name.startsWith('"') || global.has(name) ? name : `${name}Pylab`));
    for (const each of literals.filter(({ kind }) => ["conditional", "aggregate"].includes(kind)).flatMap(elementsOf)) {
      const about = atomsIn(each).map(local);
      if (about.length) made.push(`${TRACED_WITHIN}${start_},${tuple(about)})${after}${after ? "; " : " :- "}${each.map(({ text }) => local(text)).join("; ")}.`);
    }
  };
  for (const stop of bare.matchAll(/(?<!\.)\.(?!\.)/g)) {
    const end = stop.index;
    const from = start + /^(?:\s*\[[^\]]*\])?\s*/.exec(bare.slice(start, end))[0].length;
    const own = bare.slice(from, end);
    start = end + 1;
    if (/^#(?:program|const)\b/.test(own)) made.push(`${flat.text.slice(from, end)}.`);
    const show = /^#show\s+(?=[^:]*?:)/.exec(own);
    if (show) {
      const [[a, b], [c] = [end]] = piecesOf(bare, from + show[0].length, end, /:/);
      add(from, end, flat.text.slice(a, b).trim(), read(c, end), false, true);
    }
    if (!own || /^(?:#|:-|:~|&)/.test(own)) continue;
    const cut = own.indexOf(":-");
    const [headEnd, bodyFrom] = cut < 0 ? [end, end] : [from + cut, from + cut + 2];
    const body = read(bodyFrom, end);
    const open = bare.slice(from, headEnd).indexOf("{");
    const [first, last] = open < 0 ? [from, headEnd] : [from + open + 1, bare.lastIndexOf("}", headEnd - 1)];
    if (open >= 0 && /#/.test(bare.slice(from, first))) continue;
    for (const [a, b] of piecesOf(bare, first, last, /[;|]/)) {
      const [[c, d], [condition] = [b]] = piecesOf(bare, a, b, /:/);
      add(from, end, flat.text.slice(c, d).trim(), [...read(condition, b), ...body], cut < 0 && open < 0);
    }
  }
  return { rules, text: made.join("\n") };
};

// a text without its #project, by which clingo would list few consequences
const unprojected = (text, bare) => [...bare.matchAll(/#project\b[^]*?(?<!\.)\.(?!\.)/g)]
  .reduce((made, { 0: all, index }) => made.slice(0, index) + all.replace(/[^\n]/g, " ") + made.slice(index + all.length), text);

// what clingo is given: the program, led by the driver, and its options
const assembled = (program, puzzle, { mode = "solve", models = 1, more = {}, options: given = [] } = {}, driver = "") => {
  const flat = flatten(program, puzzle);
  const bare = rulesOf(flat.text);
  const all = more.CONSEQUENCES ? unprojected(flat.text, bare) : flat.text;
  const { rules, text: trace } = mode === "why" ? traced(flat) : {};
  const parts = new Set([...bare.matchAll(/#program\s+(step|check)\s*\(/g)].map((found) => found[1]));
  const base = bare.replace(/#program\s+(?!base\b)[^]*?(?=#program\s+base\b|$)/g, "");
  const checks = [...bare.matchAll(/#program\s+check\s*\([^]*?(?=#program\b|$)/g)].join(" ");
  const stepwise = flat.stepwise || (program.asClingo && /(?<![\w'])query\s*\(/.test(checks));
  const settings = {
    MODE: mode,
    MODELS: models,
    STEPWISE: stepwise,
    IN_PARTS: parts.size > 0 && (stepwise || !program.asClingo),
    REFUSES: !program.asClingo,
    ASKS_ITSELF: /(?:^|[.}])\s*query\s*\(/m.test(base),
    OPTIMISING: /#(minimi[sz]e|maximi[sz]e)\b|:~/.test(bare),
    LENGTH: /#const\s+length\s*=\s*("(?:[^"\\]|\\.)*"|_*[a-z][\w']*)/.exec(bare)?.[1] ?? "",
    START: [],
    CONSEQUENCES: "",
    ...(mode === "why" ? { TRACED, TRACED_WITHIN, TRACE: { text: trace, arguments: ["--warn=none", ...constantsOf(program, bare)] } } : {}),
    ...more,
  };
  const closing = ["solve", "check", "why", "each"].includes(mode) && (stepwise || parts.has("check"))
    ? "\n#program check(t). #external query(t).\n#program base.\n" : "\n#program base.\n";
  const heads = [program.entry, ...(program.overlays || [])].map((name) => program.files[name] ?? "");
  const solves = ["solve", "why", "each"].includes(mode);
  const named = (word) => [word.split("=")[0], word]; // an overlay's options replace the entry's
  const whole = (words) => words.reduce((all, word) => ( // a value may be a word of its own
    all.length && !word.startsWith("-") && !all.at(-1).includes("=") ? [...all.slice(0, -1), `${all.at(-1)}=${word}`] : [...all, word]), []);
  const wanted = [...new Map(heads.flatMap((text) => whole(section(text, "Solver options"))).map(named)).values()];
  const options = !solves ? [] : wanted.filter((word) => (program.harmless || []).some((name) => word === `--${name}` || word.startsWith(`--${name}=`)));
  const each = mode === "each"; // what is asked of candidates is in controls of their own
  const constants = solves ? constantsOf(program) : program.asClingo ? constantsOf(program, bare) : [];
  const findings = !solves && mode !== "check" ? [] : wanted.filter((word) => !(program.harmless || []).includes(/^--([^=]*)/.exec(word)?.[1]))
    .map((word) => ({ file: program.entry, line: 1, column: 1, end: null, severity: "warning", message: `a page does not take the option ${word}` }));
  if (each) settings.RULES = { text: `${flat.text}${closing}`, arguments: ["--warn=none", ...options, ...constants] };
  const lua = Object.entries(settings).map(([name, value]) => `${name} = ${inLua(value)}`).join("\n");
  return {
    ...flat,
    stepwise,
    optimising: settings.OPTIMISING,
    rules,
    text: `${each ? "" : `${all}${closing}`}#script (lua)\n${lua}\n${driver}\n#end.\n`,
    options: each ? given : [...options, ...constants, ...given],
    findings: [...flat.findings, ...findings],
  };
};

// what clingo says, with what is written in the file where clingo has names of its own
const OWN_NAMES = /^([^\n]*\n  )[^\n]*#(?:Anon|Arith|Chain|Inc|Range|P|X|p_)\d*\b[^]*$/;
const asWritten = (words, within) => words.replace(OWN_NAMES, (all, head) => head + (within || "what stands there"));

// what clingo says about a text, at its own place in the files; what is about the driver is left out
const findingsOf = (messages, map, text) => {
  const found = [];
  const seen = new Set();
  const lines = text.split("\n");
  const texts = messages.join("\n").split(/\n(?=[^\n]*?:\d+:\d+[-\d:]*: (?:error|info|warning|note):)/);
  for (const each of texts) {
    const parts = /^(.*?):(\d+):(\d+)(?:-(?:(\d+):)?(\d+))?: (error|info|warning|note): ([^]*)$/.exec(each.trim());
    if (!parts) continue;
    const [, , row, column, lastRow, last, kind, words] = parts;
    const place = map[Number(row) - 1];
    if (!place || (kind === "note" && found.length === 0)) continue;
    const at = { line: place.line, column: Number(column) + place.shift, end: last && !lastRow && !place.ends ? Number(last) + place.shift : null };
    const within = last ? writtenIn(lines, Number(row), Number(column), Number(lastRow || row), Number(last)) : "";
    const variable = kind === "note" && found.at(-1).unsafe && /^'([^]*)' is unsafe/.exec(words);
    if (variable) {
      addUnsafe(found.at(-1), { name: variable[1].startsWith("#") ? within || "_" : variable[1], ...at });
      continue;
    }
    let message = asWritten(words.replace(/\s*\*\*\* [^]*$/, ""), within).replace(/\s+/g, " ").trim();
    if (kind === "note") {
      found.at(-1).message += `; ${message}`;
      continue;
    }
    const unsafe = message.startsWith("unsafe variables in:");
    if (unsafe) message = within.replace(/\.$/, "");
    if (place.ends) message = message.replace("unexpected #program", "unexpected EOF");
    if (lines[Number(row) - 1] === INSTEAD) message = message.replace("unexpected #defined", "unexpected #include");
    const key = `${place.file} ${place.line} ${column} ${message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    found.push({ file: place.file, ...at, severity: kind === "error" ? "error" : "warning", message, ...(unsafe ? { unsafe: [] } : {}) });
  }
  return found.map(({ unsafe, rule, ...each }) => each);
};

// what is written from one place to another, on one line
const writtenIn = (lines, row, column, lastRow, last) => {
  const part = lines.slice(row - 1, lastRow);
  if (!part.length) return "";
  part.push(part.pop().slice(0, last - 1));
  part.unshift(part.shift().slice(column - 1));
  return part.join(" ").replace(/\s+/g, " ").trim();
};

// one more variable of a rule that gives it no value; the finding stands at the first
const addUnsafe = (finding, variable) => {
  finding.rule ??= finding.message;
  finding.unsafe.push(variable);
  finding.unsafe.sort((a, b) => a.line - b.line || a.column - b.column);
  const own = finding.unsafe.filter(({ name }) => /^_*[A-Z][\w']*$|^_$/.test(name)); // not the ranges with them
  const names = [...new Set((own.length ? own : finding.unsafe).map(({ name }) => name))];
  const [{ line, column, end }] = finding.unsafe;
  Object.assign(finding, { line, column, end, message: `unsafe variable${names.length > 1 ? "s" : ""} ${names.join(", ")} in ${finding.rule}` });
};

// predicates that stand in one place of all files only: used and never defined, or the reverse
const strays = (texts, known) => {
  const places = new Map();
  for (const [file, text] of Object.entries(texts)) {
    const bare = rulesOf(text);
    for (const found of bare.matchAll(/(?<![A-Za-z0-9_'#@.])(_*[a-z][A-Za-z0-9_']*)\(/g)) {
      const pools = argumentsFrom(bare, found.index + found[0].length);
      if (pools.length > 1) continue;
      const arity = pools[0].length;
      const key = found[1];
      if (!places.has(key)) places.set(key, []);
      places.get(key).push({ file, from: found.index, length: key.length, arity });
    }
    for (const found of bare.matchAll(/(?<![A-Za-z0-9_'])(_*[a-z][A-Za-z0-9_']*)\/\d+/g)) {
      places.set(found[1], [...(places.get(found[1]) || []), null, null]);
    }
  }
  const near = (word) => [...places.keys(), ...known].find((other) => other !== word && likened(word, other));
  const findings = [];
  for (const [name, all] of places) {
    if (all.length !== 1 || known.includes(name) || !all[0]) continue;
    const { file, from, length, arity } = all[0];
    const close = near(name);
    if (!close) continue;
    const place = placeOf(texts[file], from);
    findings.push({
      file, ...place, end: place.column + length, severity: "warning",
      message: `${name}/${arity} occurs only here (did you mean ${close}?)`,
    });
  }
  return findings;
};

// whether two names differ by one letter that is there, missing or another one
const likened = (one, other) => {
  if (Math.min(one.length, other.length) < 4 || Math.abs(one.length - other.length) > 1) return false;
  let from = 0;
  while (from < one.length && one[from] === other[from]) from += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - from && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return Math.max(one.length, other.length) - from - end <= 1
    || (one.length === other.length && one.length - from - end === 2 && one[from] === other[from + 1] && one[from + 1] === other[from]);
};
