// The file format of the seed: width and height, then role,colour,directions row by row.
const open = (text) => {
  const words = [...text.matchAll(/\S+/gu)];
  const at = (index, offset = 0) => {
    const before = text.slice(0, index < words.length ? words[index].index + offset : text.trimEnd().length);
    return { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
  };
  const [width, height] = ["width", "height"].map((side, i) => {
    const word = words[i]?.[0];
    if (word && /^0*[1-9]\d{0,3}$/.test(word) && Number(word) <= MOST) return Number(word);
    throw new Misfit(`expected the ${side} from 1 to ${MOST}, found ${word || "the end of the text"}`, at(i));
  });
  const squares = words.slice(2);
  if (squares.length !== width * height) {
    throw new Misfit(
      `expected ${counted(width * height, "square")} (${width} × ${height}), found ${squares.length}`,
      at(Math.min(words.length, width * height + 2)),
    );
  }
  const maze = { ...blank(), width, height, arrows: [], colours: [], start: null, goal: null };
  squares.forEach(([word], i) => {
    const plain = word.replace(/\\([#!?_])/g, "$1").replace(/„/g, ",,").replace(/^[!#]$/, "$&,,");
    const parts = plain.split(",");
    const wrong = (wanted, found) => {
      throw new Misfit(`expected ${wanted}, found ${found} on square (${i % width}, ${Math.floor(i / width)})`, at(i + 2));
    };
    if (parts.length !== 3) wrong("role,colour,directions", word);
    const [role, colour, names] = parts;
    if (!["?", "!", "#"].includes(role)) wrong("one of the roles '?', '!', '#'", role);
    if (!LETTERS.includes(colour)) wrong(`one of the colours ${LETTERS.filter(Boolean).join(", ")} or none`, colour);
    let bits = 0;
    for (const each of names ? names.split("_") : []) {
      const bit = 1 << NAMES.indexOf(each);
      if (!NAMES.includes(each)) wrong(`one of the directions ${NAMES.join(", ")}`, each);
      if (bits & bit) wrong("each direction once", `${each} twice`);
      bits |= bit;
    }
    const kind = { "?": "start", "!": "goal" }[role];
    if (kind && maze[kind] !== null) wrong(`one ${kind}`, "a second one");
    if (kind) maze[kind] = i;
    maze.arrows.push(bits);
    maze.colours.push(LETTERS.indexOf(colour));
  });
  for (const kind of ["start", "goal"]) {
    if (maze[kind] === null) throw new Misfit(`expected one ${kind}, found none`, at(words.length));
  }
  return maze;
};

const save = (maze) => {
  const words = all(maze).map((square) => {
    const role = square === maze.start ? "?" : square === maze.goal ? "!" : "#";
    return `${role},${LETTERS[maze.colours[square]]},${arrowsOf(maze, square).join("_")}`;
  });
  const wide = words.reduce((most, word) => Math.max(most, word.length), 0);
  const rows = Array.from({ length: maze.height }, (_, y) => words.slice(y * maze.width, (y + 1) * maze.width));
  const lines = rows.map((each) => each.map((word) => word.padEnd(wide)).join(" ").trimEnd());
  return [`${maze.width} ${maze.height}`, ...lines, ""].join("\n");
};
