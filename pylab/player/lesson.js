// The rules in brief, and an example that plays itself while somebody looks at it; without motion, by
// clicks.
(() => {
  const taught = JSON.parse(find("taught").content.textContent);
  const [box, svg] = [find("rules"), find("example")];
  find("hard").hidden = !script.playable;
  box.hidden = !box.querySelector("li") && !script.playable;
  if (!taught || !svg) return;
  const example = completed(rules(taught.data));
  const { settle, animate, finish } = stage(svg, taught, (view) => svg.setAttribute("viewBox", view.join(" ")));
  let states = [example.start];
  let waiting = 0;
  const begin = () => {
    finish();
    states = [example.start];
    settle(example.pose(example.start));
    find("shown").textContent = calm.matches ? "Click the picture for the next move." : "";
  };
  const step = () => {
    const state = states.at(-1);
    const id = taught.moves[states.length - 1];
    if (id === undefined) return begin();
    const { label } = example.moves(state).find((move) => move.id === id);
    const { state: next, how } = example.play(state, id);
    states.push(next);
    find("shown").textContent = label;
    animate(example.pose(state), example.pose(next), how, 0.7, () => {});
  };
  const onward = () => {
    clearTimeout(waiting);
    if (!box.open || calm.matches) return;
    if (!document.hidden) step();
    const end = states.length > taught.moves.length;
    waiting = setTimeout(onward, end ? 3500 : 1900);
  };
  box.addEventListener("toggle", onward);
  svg.addEventListener("click", () => { clearTimeout(waiting); step(); });
  begin();
})();
