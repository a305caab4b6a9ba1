// How far it is from a state to the goal, asked of a worker, one after the other, so that the page
// never waits; where there can be no worker, the page looks itself, when nothing else is to be done.
const hints = (game, data) => {
  const known = new WeakMap();
  const waiting = [];
  const program = document.currentScript;
  let asked = null;
  let begun = false;
  let worker = null;
  let number = 0;

  const alone = () => {
    worker = null;
    const { state, tell, all } = asked;
    setTimeout(() => answered(all ? hardness(game, state) : game.far(state), tell), 0);
  };
  const answered = (far, tell) => {
    asked = null;
    tell(far);
    next();
  };
  const next = () => {
    if (asked || !waiting.length) return;
    asked = waiting.shift();
    if (!begun) started();
    if (!worker) return alone();
    try {
      worker.postMessage([++number, asked.state, asked.all]);
    } catch {
      alone();
    }
  };
  // made when something is asked for the first time: a page begins without it
  const started = () => {
    begun = true;
    try {
      const source = new Blob([program.textContent], { type: "text/javascript" });
      worker = new Worker(URL.createObjectURL(source));
      worker.postMessage(data);
      worker.onmessage = ({ data: [which, far] }) => {
        if (asked && which === number) answered(far, asked.tell);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        worker = null;
        if (asked) alone();
      };
    } catch {
      worker = null;
    }
  };

  const hard = (state) => new Promise((tell) => {
    waiting.push({ state, tell, all: true });
    next();
  });
  // what is asked for at once comes before what is only looked at afterwards
  const far = (state, soon = true) => {
    if (!known.has(state)) {
      known.set(state, new Promise((tell) => {
        waiting[soon ? "unshift" : "push"]({ state, tell });
        next();
      }));
    }
    return known.get(state);
  };
  return { far, hard };
};
