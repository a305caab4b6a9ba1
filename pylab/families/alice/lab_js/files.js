// The file format of the seed, for the lab: width and height, then role,colour,directions row by row.
const ARROWS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
const LETTERS = KNOWN.letters;
const MOST = 4096; // columns and rows that are read

lab.open = (text) => {
  const words = [...text.matchAll(/\S+/gu)];
  const at = (index) => {
    const before = text.slice(0, index < words.length ? words[index].index : text.trimEnd().length);
    return { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
  };
  const [width, height] = ["width", "height"].map((side, i) => {
    const word = words[i]?.[0];
    if (word && /^0*[1-9]\d{0,3}$/.test(word) && Number(word) <= MOST) return Number(word);
    throw new Misfit(`expected the ${side} from 1 to ${MOST}, found ${word || "the end of the text"}`, at(i));
  });
  const count = words.length - 2;
  if (count !== width * height) {
    const wanted = `${counted(width * height, "square")} (${width} × ${height})`;
    throw new Misfit(`expected ${wanted}, found ${count}`, at(Math.min(words.length, width * height + 2)));
  }
  const roles = { "?": null, "!": null };
  const [squares, marks] = [[], []];
  words.slice(2).forEach(([word], i) => {
    const place = [i % width, Math.floor(i / width)];
    const wrong = (wanted, found) => {
      throw new Misfit(`expected ${wanted}, found ${found} on square (${place.join(", ")})`, at(i + 2));
    };
    const parts = word.replace(/\\([#!?_])/g, "$1").replace(/„/g, ",,").replace(/^[!#]$/, "$&,,").split(",");
    if (parts.length !== 3) wrong("role,colour,directions", word);
    const [role, letter, names] = parts;
    const colour = LETTERS[letter];
    const arrows = names ? names.split("_") : [];
    if (!["?", "!", "#"].includes(role)) wrong("one of the roles '?', '!', '#'", role);
    if (letter && !Object.hasOwn(LETTERS, letter)) wrong(`one of the colours ${Object.keys(LETTERS).join(", ")} or none`, letter);
    for (const each of arrows) {
      if (!ARROWS.includes(each)) wrong(`one of the directions ${ARROWS.join(", ")}`, each);
      if (arrows.filter((other) => other === each).length > 1) wrong("each direction once", `${each} twice`);
    }
    if (role !== "#" && roles[role]) wrong(`one ${role === "?" ? "start" : "goal"}`, "a second one");
    if (role !== "#") roles[role] = place;
    if (role !== "#" || letter || arrows.length) squares.push(`square(${place})`);
    if (letter) marks.push(`colour(${place},${colour})`);
    marks.push(...ARROWS.filter((each) => arrows.includes(each)).map((each) => `arrow(${place},${each})`));
  });
  for (const [role, kind] of [["?", "start"], ["!", "goal"]]) {
    if (!roles[role]) throw new Misfit(`expected one ${kind}, found none`, at(words.length));
  }
  const [start, goal] = [roles["?"], roles["!"]];
  const kinds = [`start(${start})`, `goal(${goal})`, `begin(${start},1)`];
  return { facts: [`size(${width},${height})`, ...squares, ...kinds, ...marks], scene: null };
};

lab.save = ({ facts }) => {
  const found = new Map();
  for (const [name, ...given] of sceneTerms(facts).map((each) => [].concat(each))) {
    const place = name === "size" ? name : `${name} ${given.slice(0, 2)}`;
    found.set(place, [...(found.get(place) || []), given]);
  }
  if (found.get("size")?.length !== 1) return null;
  const [[width, height]] = found.get("size");
  const at = (name, x, y) => (found.get(`${name} ${[x, y]}`) || []).map((each) => each[2]);
  const square = (x, y) => {
    const role = found.has(`start ${[x, y]}`) ? "?" : found.has(`goal ${[x, y]}`) ? "!" : "#";
    const letter = Object.keys(LETTERS).find((each) => LETTERS[each] === at("colour", x, y)[0]) || "";
    const arrows = at("arrow", x, y);
    return `${role},${letter},${ARROWS.filter((each) => arrows.includes(each)).join("_")}`;
  };
  const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (__, x) => square(x, y)));
  const wide = Math.max(...rows.flat().map((each) => each.length));
  const lines = rows.map((row) => row.map((each) => each.padEnd(wide)).join(" ").trimEnd());
  return [`${width} ${height}`, ...lines, ""].join("\n");
};
