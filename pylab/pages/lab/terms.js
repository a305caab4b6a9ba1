// Ground facts: text and terms. A term is a number, {string}, {name, args}, or {args} for a tuple;
// knows no family and no rules. VOCABULARY has the signatures of the family's facts, from its Python.

// what doesn't fit: `at` is the fact it is about, or {line, column} in a text
class Misfit extends Error {
  constructor(message, at = null) {
    super(message);
    this.at = at;
  }
}

// what could not be asked or read, so that no answer is judged
class Unjudged extends Misfit {}

const TOKEN = /[ \t\r\n]+|(\d+)|(_*[a-z][A-Za-z0-9_']*|#(?:inf|sup)\b)|("(?:[^"\\\n]|\\[\\n"])*")|(\.\.|[-().,;])/uy;
const DEEPEST = 1000;
const KINDS = ["number", "name", "string", "mark"]; // of TOKEN's groups

// the facts of a text: ranges and pools stand for several; null for what only clingo can evaluate
const readFacts = (given) => {
  if (tokensOf(given).some((each) => each.kind === "comment" && !each.whole)) return null;
  const text = blanked(given, "comment");
  const tokens = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) return null;
    const kind = KINDS.findIndex((_, group) => found[group + 1] !== undefined);
    if (kind >= 0) tokens.push({ kind: KINDS[kind], value: found[0], from });
  }
  let at = 0;
  let count = 0;
  const is = (mark) => tokens[at]?.kind === "mark" && tokens[at].value === mark;
  const take = (mark) => {
    if (!is(mark)) throw new Misfit(`expected ${mark}`);
    at += 1;
  };
  // each of these gives the list of all terms that are meant
  const integer = () => {
    const sign = is("-") ? -1 : 1;
    if (sign < 0) at += 1;
    const token = tokens[at];
    if (token?.kind !== "number" || Number(token.value) > 2147483647 + Number(sign < 0)) throw new Misfit("a number");
    at += 1;
    return sign * Number(token.value) || 0;
  };
  const one = (depth) => {
    const token = tokens[at];
    if (!token || depth > DEEPEST) throw new Misfit("a term");
    if (token.kind === "number" || is("-")) {
      const low = integer();
      if (!is("..")) return [low];
      at += 1;
      const high = integer();
      if (high - low > 100000) throw new Misfit("so many");
      return Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => low + i);
    }
    at += 1;
    if (token.kind === "string") {
      return [{ string: unquoted(token.value) }];
    }
    if (token.kind === "name") {
      return is("(") ? rows(depth + 1).map((args) => ({ name: token.value, args })) : [{ name: token.value, args: [] }];
    }
    if (token.value === "(") {
      at -= 1;
      return rows(depth + 1).map((args) => (args.length === 1 && !args.tuple ? args[0] : { args: [...args] }));
    }
    throw new Misfit("a term");
  };
  const rows = (depth) => {
    take("(");
    const all = [];
    do {
      let found = [[]];
      let tuple = false;
      while (!is(")") && !is(";")) {
        const terms = one(depth);
        found = found.flatMap((args) => terms.map((term) => [...args, term]));
        count += found.length;
        if (count > 200000) throw new Misfit("so many");
        tuple = is(",");
        if (!tuple) break;
        at += 1;
      }
      for (const args of found) if (tuple) args.tuple = true;
      for (const args of found) all.push(args);
    } while (is(";") && ++at);
    take(")");
    return all;
  };
  const facts = [];
  try {
    while (at < tokens.length) {
      const { from } = tokens[at];
      const sign = is("-") ? "-" : "";
      if (sign) at += 1;
      if (tokens[at]?.kind !== "name" || tokens[at].value.startsWith("#")) return null;
      const atoms = one(0);
      const end = tokens[at]?.from + 1;
      take(".");
      for (const atom of atoms) facts.push({ name: sign + atom.name, args: atom.args, from, to: end });
    }
  } catch (error) {
    if (error instanceof Misfit) return null;
    throw error;
  }
  return facts;
};

// atoms that clingo printed, as facts; the name of -p(1) is -p
const atomsOf = (texts) => texts.flatMap((text) => {
  const read = readFacts(`${text}.`);
  if (!read && /^-?_*[a-z]/.test(text)) throw new Unjudged(`this page can't read ${text.slice(0, 40)} …`);
  return read || [];
});

const written = (term) => {
  if (typeof term === "number") return String(term);
  if (term.string !== undefined) {
    return `"${term.string.replace(/[\\"\n]/g, (c) => (c === "\n" ? "\\n" : `\\${c}`))}"`;
  }
  const args = (term.args || []).map(written).join(",");
  if (!term.name) return `(${args}${term.args.length === 1 ? "," : ""})`;
  return args ? `${term.name}(${args})` : term.name;
};

// a fact of numbers, names of constants and terms, as it is written
const fact = (name, ...args) => {
  const terms = args.map((each) => (typeof each === "string" ? { name: each, args: [] } : each));
  return `${written({ name, args: terms })}.`;
};

// a string as a term
const text = (words) => ({ string: words });

const signature = (atom) => `${atom.name}/${atom.args.length}`;

// the facts of each signature of the family's vocabulary, without repeated ones; others are left out
const sorted = (facts) => {
  const found = new Map(VOCABULARY.map((each) => [each, []]));
  const seen = new Set();
  for (const each of facts) {
    const text = written(each);
    if (found.has(signature(each)) && !seen.has(text)) found.get(signature(each)).push(each);
    seen.add(text);
  }
  return found;
};

// arguments, counted from 0, as what they have to be
const integer = (atom, index, low = -Infinity, high = Infinity) => {
  const value = atom.args[index];
  if (typeof value === "number" && low <= value && value <= high) return value;
  const range = low === -Infinity ? "an integer" : `an integer from ${low}${high === Infinity ? "" : ` to ${high}`}`;
  throw new Misfit(`expected ${range} as argument ${index + 1} of ${signature(atom)}, found ${written(value)}`, atom);
};

const string = (atom, index) => {
  const value = atom.args[index];
  if (value.string !== undefined) return value.string;
  throw new Misfit(`expected a string as argument ${index + 1} of ${signature(atom)}, found ${written(value)}`, atom);
};

const only = (facts, what) => {
  if (facts.length === 1) return facts[0];
  throw new Misfit(`expected one fact ${what}, found ${facts.length || "none"}`, facts[1] || null);
};

// what two names are sorted by, what two lists of names are, and the numbers below n
const before = (a, b) => (a < b ? -1 : Number(a > b));
const lexical = (a, b) => a.map((each, i) => before(each, b[i])).find(Boolean) || 0;
const range = (n) => Array.from({ length: n }, (_, i) => i);

// rows of plain data, each once
const distinct = (rows) => [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];

// terms in clingo's order: numbers, constants, strings, then functions by how many arguments, by name, by arguments
const clingoOrder = (a, b) => {
  const rank = (term) => (term.name === "#inf" ? -1 : term.name === "#sup" ? 4 : typeof term === "number" ? 0 : term.string !== undefined ? 2 : term.name && !term.args.length ? 1 : 3);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (rank(a) === 0) return a - b;
  if (rank(a) === 2) return before(a.string, b.string);
  return a.args.length - b.args.length || before(a.name || "", b.name || "")
    || a.args.map((each, i) => clingoOrder(each, b.args[i])).find(Boolean) || 0;
};

// a function that keeps its last few results: of what has the same key, it is the same
const remembered = (work, keyOf) => {
  const known = new Map();
  return (each) => {
    const key = keyOf(each);
    const found = known.has(key) ? known.get(key) : work(each);
    known.delete(key);
    known.set(key, found);
    if (known.size > 8) known.delete(known.keys().next().value);
    return found;
  };
};

// a value for a #const, as it is typed and as a link has it
const CONSTANT = /^([a-zA-Z_][\w']*)=(-?\d+|_*[a-z][\w']*|"(?:[ !#-[\]-~]|\\["\\n])*")$/;

// ---- answers

// a number of things in words
const counted = (n, noun, more = `${noun}s`) => `${n} ${String(n) === "1" ? noun : more}`;

// the words of a verdict: what was measured, with the moves of the game; what is wrong, by its code;
// or that it was not judged
const accepted = (words, moves = null) => ({ valid: true, code: "", words, moves });
const refused = (code, words) => ({ valid: false, code, words, moves: null });
const unjudged = (words) => ({ valid: null, code: "", words, moves: null });
