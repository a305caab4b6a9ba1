// In a worker of its own: one run of clingo, whose lines go out as they are printed.
onmessage = async ({ data: { module, text, options } }) => {
  let status = -1;
  const errors = [];
  try {
    const clingo = await Module({
      print: (line) => postMessage({ line }),
      printErr: (line) => { if (errors.length < 2000) errors.push(line); },
      instantiateWasm: (imports, done) => {
        WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
        return {};
      },
    });
    status = clingo.ccall("run", "number", ["string", "string"], [text, ["--outf=3", "--warn=all", ...options, "0"].join(" ")]);
  } catch (error) {
    errors.push(errors.length ? "" : `*** ERROR: ${error}`);
  }
  postMessage({ status, errors });
};
