// Files as one program: includes put in, with a map back to file, line and column; headers; what
// clingo says about it. Knows no family, no page and no worker.

const DIRECTIVE = /(?<block>%\*)|%[^\n]*|(?<script>#script\b[^]*?(?:#end\b|$))|(?<include>#include\b(?:\s*"(?<name>[^"\\\n]*)"|\s*<(?<shipped>[^>\n]*)>)?)|"(?:[^"\\\n]|\\.)*"/g;

const afterBlock = (text, start) => {
  const end = /%\*|\*%|%[^\n]*/g; // a line comment in a block hides what would end it
  end.lastIndex = start;
  let depth = 0;
  for (let found = end.exec(text); found; found = end.exec(text)) {
    depth += (found[0] === "%*") - (found[0] === "*%");
    if (!depth) return end.lastIndex;
  }
  return text.length;
};

// where a text includes files or has scripts, but for comments and strings
const directives = (text) => {
  const all = [];
  const search = new RegExp(DIRECTIVE);
  for (let found = search.exec(text); found; found = search.exec(text)) {
    const { block, script, include } = found.groups;
    if (block) search.lastIndex = afterBlock(text, found.index);
    else if (script || include) {
      all.push({ ...found.groups, from: found.index, to: search.lastIndex });
    }
  }
  return all;
};

// a text with all in comments, strings and scripts blanked out, as long as it was
const rulesOf = (text) => {
  let bare = "";
  let at = 0;
  const search = new RegExp(DIRECTIVE);
  const blank = (part) => part.replace(/[^\n]/g, " ");
  for (let found = search.exec(text); found; found = search.exec(text)) {
    if (found.groups.block) search.lastIndex = afterBlock(text, found.index);
    if (found.groups.include) continue;
    bare += text.slice(at, found.index) + blank(text.slice(found.index, search.lastIndex));
    at = search.lastIndex;
  }
  return bare + text.slice(at);
};

// the words of a section of the comment at the head of a file: `% Title:` and the lines after it
const section = (text, title) => {
  const found = [];
  let inside = false;
  for (const line of text.split("\n")) {
    if (!line.startsWith("%")) break;
    const head = /^%\s?([A-Z][A-Za-z ]*):\s*(.*)/.exec(line);
    if (head) inside = head[1] === title;
    if (inside) found.push(head ? head[2] : line.slice(1));
  }
  return found.join(" ").split(/\s+/).filter(Boolean);
};

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
    for (const each of directives(files[name])) {
      if (each.name !== undefined) visit(included(program, name, each.name));
    }
  };
  visit(entry);
  const replaced = new Set(overlays.flatMap((overlay) => section(files[overlay] ?? "", "Replaces"))
    .flatMap((bare) => [...seen].filter((name) => name !== entry && name.split("/").at(-1) === bare)));
  overlays.forEach(visit);
  return { names: [...seen].filter((name) => !replaced.has(name)), replaced };
};

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
  const whole = (file, text) => {
    if (seen.has(file)) return;
    seen.add(file);
    const odd = /[^\n\r\t -~]/.exec(text);
    if (odd && file !== puzzle?.name) {
      findings.push({ file, ...placeOf(text, odd.index), severity: "error", message: `expected ASCII only in an encoding, found ${JSON.stringify(odd[0])}` });
    }
    let at = 0;
    for (const each of directives(text)) {
      add(text.slice(at, each.from), file, at);
      const stop = /^\s*\./.exec(text.slice(each.to));
      at = each.to + (stop && each.include !== undefined ? stop[0].length : 0);
      const place = placeOf(text, each.from);
      const refuse = (message) => findings.push({ file, ...place, severity: "error", message });
      if (each.script !== undefined) refuse("expected no embedded script: a page runs none");
      else if (each.shipped !== undefined) {
        if (each.shipped === "incmode") stepwise = true;
        else refuse(`expected <incmode>, found <${each.shipped}>`);
      } else if (each.name === undefined) refuse('expected "FILE.lp" right after #include');
      else if (!stop) refuse("expected a full stop after #include");
      else {
        const target = included(program, file, each.name);
        if (files[target] === undefined) refuse(`there is no file ${each.name} in this page`);
        else if (!replaced.has(target) && !seen.has(target)) {
          whole(target, files[target]);
          add("#program base.", file, each.from);
        }
      }
    }
    add(text.slice(at), file, at);
  };
  if (puzzle) whole(puzzle.name, puzzle.text);
  for (const file of [entry, ...overlays]) {
    if (files[file] === undefined) continue;
    add("#program base.", file, 0);
    whole(file, files[file]);
  }
  return { text: lines.join("\n"), map, findings, stepwise };
};

const quoted = (value) => (typeof value === "boolean" || typeof value === "number" ? String(value) : JSON.stringify(value));

// what clingo is given: the program, led by the driver, and its options
const assembled = (program, puzzle, { mode = "solve", models = 1 } = {}, driver = "") => {
  const flat = flatten(program, puzzle);
  const bare = rulesOf(flat.text);
  const parts = new Set([...bare.matchAll(/#program\s+(step|check)\s*\(/g)].map((found) => found[1]));
  const base = bare.replace(/#program\s+(?!base\b)[^]*?(?=#program\s+base\b|$)/g, "");
  const settings = {
    MODE: mode,
    MODELS: models,
    STEPWISE: flat.stepwise,
    IN_PARTS: parts.size > 0,
    ASKS_ITSELF: /(?:^|[.}])\s*query\s*\(/m.test(base),
    OPTIMISING: /#(minimi[sz]e|maximi[sz]e)\b|:~/.test(bare),
    LENGTH: /#const\s+length\s*=\s*[a-z]/.test(bare),
  };
  const lua = Object.entries(settings).map(([name, value]) => `${name} = ${quoted(value)}`).join("\n");
  const closing = mode !== "evaluate" && (flat.stepwise || parts.has("check"))
    ? "\n#program check(t). #external query(t).\n#program base.\n" : "\n#program base.\n";
  const heads = [program.entry, ...(program.overlays || [])].map((name) => program.files[name] ?? "");
  const wanted = mode === "solve" ? heads.flatMap((text) => section(text, "Solver options")) : [];
  const options = wanted.filter((word) => (program.harmless || []).some((name) => word === `--${name}` || word.startsWith(`--${name}=`)));
  const pairs = Object.entries(program.constants || {}).map((pair) => pair.join("="));
  const constants = mode === "solve" ? pairs.filter((pair) => CONSTANT.test(pair)).flatMap((pair) => ["-c", pair]) : [];
  const findings = wanted.filter((word) => !options.includes(word))
    .map((word) => ({ file: program.entry, line: 1, column: 1, end: null, severity: "warning", message: `a page does not take the option ${word}` }));
  return {
    ...flat,
    text: `${flat.text}${closing}#script (lua)\n${lua}\n${driver}\n#end.\n`,
    options: [...options, ...constants],
    findings: [...flat.findings, ...findings],
  };
};

// what clingo says, at its own place in the files; what is about the driver is left out
const findingsOf = (messages, map) => {
  const found = [];
  const seen = new Set();
  const texts = messages.join("\n").split(/\n(?=[^\n]*?:\d+:\d+[-\d:]*: (?:error|info|warning|note):)/);
  for (const text of texts) {
    const parts = /^(.*?):(\d+):(\d+)(?:-(?:(\d+):)?(\d+))?: (error|info|warning|note): ([^]*)$/.exec(text.trim());
    if (!parts) continue;
    const [, , row, column, lastRow, last, kind, words] = parts;
    const place = map[Number(row) - 1];
    if (!place || (kind === "note" && found.length === 0)) continue;
    const message = words.replace(/\s*\*\*\* [^]*$/, "").replace(/#(inc|Inc|Arith|Anon|Range|P|Chain)_?\w*/g, (word) => (word.startsWith("#inc") ? "" : word))
      .replace(/\[\]?;?|\(\)\]?;?/g, (mark) => (mark === "()" ? mark : "")).replace(/#[XP]\d+/g, "_").replace(/\s+/g, " ").trim();
    if (kind === "note") {
      found.at(-1).message += `; ${message}`;
      continue;
    }
    const key = `${place.file} ${place.line} ${column} ${message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    found.push({
      file: place.file,
      line: place.line,
      column: Number(column) + place.shift,
      end: last && !lastRow ? Number(last) + place.shift : null,
      severity: kind === "error" ? "error" : "warning",
      message,
    });
  }
  return found;
};

// predicates that stand in one place of all files only: used and never defined, or the reverse
const strays = (texts, known) => {
  const places = new Map();
  for (const [file, text] of Object.entries(texts)) {
    const bare = rulesOf(text);
    for (const found of bare.matchAll(/(?<![A-Za-z0-9_'#@.])(_*[a-z][A-Za-z0-9_']*)\(/g)) {
      let depth = 0;
      let arity = 1;
      let at = found.index + found[0].length;
      for (depth = 1; at < bare.length && depth; at++) {
        if ("([{".includes(bare[at])) depth += 1;
        else if (")]}".includes(bare[at])) depth -= 1;
        else if (bare[at] === "," && depth === 1) arity += 1;
        else if (bare[at] === ";" && depth === 1) arity = NaN;
      }
      if (Number.isNaN(arity)) continue;
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
      message: `${name}/${arity} stands here only (did you mean ${close}?)`,
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
