// Runs of clingo, each in a worker of its own, which is ended to stop it; compiled once.

const unzipped = async (text) => new Response(new Blob([bytesOf(text)]).stream()
  .pipeThrough(new DecompressionStream("gzip")));

class Engine {
  // parts: {wasm, glue}, both gzip in base64
  constructor(parts, driver, worker) {
    Object.assign(this, { parts, driver, worker });
    this.runs = new Set();
  }

  async ready() {
    this.loading ||= (async () => {
      const source = await (await unzipped(this.parts.glue)).text();
      this.address = URL.createObjectURL(new Blob([source, "\n", this.worker], { type: "text/javascript" }));
      return WebAssembly.compile(await (await unzipped(this.parts.wasm)).arrayBuffer());
    })();
    return this.loading;
  }

  // starts a run; `heard` gets each model as it comes. A run has `result`, a promise, and `stop()`
  run(made, heard = () => {}, seconds = Infinity) {
    const run = { worker: null, over: false };
    let settle;
    let timer = 0;
    const found = { status: "none", models: [], step: "", findings: [], refused: "", exhausted: false, unknown: [], states: [], steps: [], each: [] };
    run.result = new Promise((resolve) => { settle = resolve; });
    const end = (status) => {
      if (run.over) return;
      run.over = true;
      clearTimeout(timer);
      run.worker?.terminate();
      this.runs.delete(run);
      settle({ ...found, status });
    };
    run.stop = () => end("stopped");
    this.runs.add(run);
    if (made.findings.some((each) => each.severity === "error")) {
      found.findings = made.findings;
      end("error");
      return run;
    }
    let told = found; // or one of several candidates
    const line = (text) => {
      const [kind, ...words] = text.split("\x1f");
      if (kind === "candidate") {
        told = words[0] === "last" ? found : { models: [], step: "" };
        if (told !== found) found.each.push(told);
      } else if (kind === "model") {
        const [step, cost, proven, ...atoms] = words;
        told.models.push({ step, cost, proven: proven === "proven", atoms });
        heard(found);
      } else if (kind === "atoms") found.atoms = words;
      else if (kind === "why") found.steps.push(words);
      else if (kind === "unknown") found.unknown.push(words[0]);
      else if (kind === "state") found.states.push({ won: words[0] === "won", turns: words.slice(1), atoms: [] });
      else if (kind === "picture") found.states.at(-1).atoms = words;
      else if (kind === "refused") [told.refused] = words;
      else if (kind === "solving") [told.step] = words;
      else if (kind === "end") {
        [told.step] = words;
        told.exhausted = words[1] === "all";
        told.limit = words[1] === "limit";
        told.ended = true;
        told.count = Number(words[2]);
        told.fewest = words[3] === "fewest";
      }
    };
    this.ready().then((module) => {
      if (run.over) return;
      run.worker = new Worker(this.address);
      run.worker.onerror = (event) => {
        found.findings = [{ severity: "error", message: event.message || "the worker failed" }];
        end("error");
      };
      run.worker.onmessage = ({ data }) => {
        if (run.over) return;
        if (data.line !== undefined) {
          line(data.line);
          return;
        }
        found.findings = findingsOf(data.errors, made.map, made.text);
        if (found.refused) found.findings.push({ severity: "error", message: found.refused });
        const errors = found.findings.some((each) => each.severity === "error");
        if (!found.ended && !errors) {
          const words = data.errors.join(" ").replace(/\s+/g, " ").trim();
          const silent = !words || words.includes("unreachable");
          const why = "clingo gave up while it grounded or solved, and its build for pages does not say why: "
            + "an atom that several steps define, or no memory left; pylab solve says more";
          found.findings.push({ severity: "error", message: silent ? why : words });
        }
        if (!found.ended || errors) end("error");
        else if (found.count) end("found");
        else end(found.limit ? "limit" : "none");
      };
      run.worker.postMessage({ module, text: made.text, options: made.options });
    }, (error) => {
      found.findings = [{ severity: "error", message: `clingo can't be started here: ${error.message}` }];
      end("error");
    });
    if (seconds < Infinity) timer = setTimeout(() => end("late"), 1000 * seconds);
    return run;
  }
}
