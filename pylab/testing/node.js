// Runs harnesses, one a line: each has a standard input and output of its own, and says one thing.
const fs = require("fs");
const run = (harness, given) => {
  let answer = "";
  const files = { ...fs, readFileSync: (file, ...rest) => (file === 0 ? given : fs.readFileSync(file, ...rest)) };
  const needed = (name) => (name === "fs" ? files : require(name));
  const out = { stdout: { write: (text) => { answer += text; } } };
  new Function("require", "process", harness)(needed, out);
  return answer;
};
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { harness, given } = JSON.parse(line);
  let told;
  try {
    told = { answer: run(harness, given) };
  } catch (error) {
    told = { error: String(error?.stack ?? error) };
  }
  process.stdout.write(`${JSON.stringify(told)}\n`);
});
