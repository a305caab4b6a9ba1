// Answers that say that there is none, that speak of all routes, and what does so beside a route.
const having = (...names) => (atoms) => atoms.some((atom) => names.includes(signature(atom)));
lab.refutes = having("rival/5", "closed/3");
lab.general = having("rival/5", "closed/3", "routes/2", "hint/4", "figure/2", "root/3");
lab.claims = ["length/1", "unique/0"];
