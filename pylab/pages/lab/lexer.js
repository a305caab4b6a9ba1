// Where clingo sees comments, strings, scripts and includes in a text; parses no rule. What
// pylab/text/lexer.py does, with the patterns CLINGO that stand there.

const LEXED = ["comment", "string", "script", "include"].map((kind) => `(?<${kind}>${CLINGO[kind]})`).join("|");
const AT = Object.fromEntries(Object.entries(CLINGO).map(([name, pattern]) => [name, new RegExp(pattern, "y")]));

// the end of what matches at an offset, or -1
const endOf = (name, text, at) => {
  AT[name].lastIndex = at;
  return AT[name].test(text) ? AT[name].lastIndex : -1;
};

// where the block comment that begins at an offset ends; -1 if it does not
const afterBlock = (text, start) => {
  let depth = 0;
  const search = new RegExp(CLINGO.nested, "g");
  search.lastIndex = start;
  for (let found = search.exec(text); found; found = search.exec(text)) {
    depth += (found[0] === "%*") - (found[0] === "*%");
    if (!depth) return search.lastIndex;
  }
  return -1;
};

const tokenOf = (kind, start, end, whole = true, name = null, shipped = null, parts = []) => (
  { kind, start, end, whole, name, shipped, parts });

const commentAt = (text, start) => {
  const end = text.startsWith("%*", start) ? afterBlock(text, start) : endOf("comment", text, start);
  return tokenOf("comment", start, end < 0 ? text.length : end, end >= 0);
};

const scriptAt = (text, start, at) => {
  const body = endOf("language", text, at);
  if (body < 0) return tokenOf("script", start, at, false);
  const end = text.indexOf("#end", body);
  return tokenOf("script", start, end < 0 ? text.length : end + 4, end >= 0);
};

// the spans of the words that come next as far as they are these, and the comments between them
const wordsAt = (text, at, names) => {
  const words = [];
  const comments = [];
  while (words.length < names.length) {
    const space = endOf("space", text, at);
    const word = endOf(names[words.length], text, at);
    if (space >= 0) at = space;
    else if (endOf("comment", text, at) >= 0) {
      comments.push(commentAt(text, at));
      at = comments.at(-1).end;
    } else if (word >= 0) {
      words.push([at, word]);
      at = word;
    } else break;
  }
  return { words, comments };
};

const unquoted = (string) => string.slice(1, -1).replace(/\\(.)/g, (_, c) => (c === "n" ? "\n" : c));

// an include, and behind it the comments in it; `#include` alone if no name follows
const includeAt = (text, start, at) => {
  for (const form of [["string"], ["open", "name", "close"]]) {
    const { words, comments } = wordsAt(text, at, [...form, "stop"]);
    if (words.length >= form.length) {
      const own = words.slice(0, form.length).map(([from, to]) => text.slice(from, to));
      const names = own.length > 1 ? [null, own[1]] : [unquoted(own[0]), null];
      const end = words.at(-1)[1];
      const parts = [[start, at], ...words.slice(0, form.length)];
      const token = tokenOf("include", start, end, words.length > form.length, ...names, parts);
      return [token, ...comments.filter((each) => each.start < end)];
    }
  }
  return [tokenOf("include", start, at, false, null, null, [[start, at]])];
};

// the tokens of a text by where they begin: {kind, start, end, whole, name, shipped, parts}
const tokensOf = (text) => {
  const all = [];
  const search = new RegExp(LEXED, "g");
  for (let found = search.exec(text); found; found = search.exec(text)) {
    const { index: start, groups } = found;
    const at = search.lastIndex;
    const made = groups.comment !== undefined ? [commentAt(text, start)]
      : groups.script !== undefined ? [scriptAt(text, start, at)]
        : groups.include !== undefined ? includeAt(text, start, at)
          : [tokenOf("string", start, at)];
    all.push(...made);
    search.lastIndex = made[0].end;
  }
  return all;
};

// the text with spaces for its tokens of some kinds; each line is as long as it was
const blanked = (text, ...kinds) => {
  let bare = "";
  let at = 0;
  for (const { kind, start, end } of tokensOf(text)) {
    if (!kinds.includes(kind)) continue;
    bare += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, " ");
    at = end;
  }
  return bare + text.slice(at);
};

// the line comments at the top of a text, one below the other
const headOf = (text) => text.slice(0, endOf("head", text, 0));

// the offset of what clingo would report by half a character, or -1
const unreadable = (text) => {
  const kinds = /#(?:script|theory)/.test(blanked(text, "comment")) ? ["comment"] : ["comment", "string"];
  return blanked(text, ...kinds).search(/[^\0-\x7f]/);
};
