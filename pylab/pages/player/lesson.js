// The rules in brief, and an example that plays itself while somebody looks at it; without motion, by
// clicks. It is made when the rules are opened for the first time, after the page has begun.
(() => {
  const [box, svg] = [find("rules"), find("example")];
  find("hard").hidden = !script.playable;
  box.hidden = !box.querySelector("li") && !script.playable;
  if (!svg) return;
  let lesson = null;
  let states = [];
  let waiting = 0;
  const made = () => {
    const taught = JSON.parse(find("taught").content.textContent);
    const look = (view) => svg.setAttribute("viewBox", view.join(" "));
    return { game: gameOf(taught.data), moves: taught.moves, ...stage(svg, taught, look) };
  };
  const begin = () => {
    lesson ||= made();
    lesson.finish();
    states = [lesson.game.start];
    lesson.settle(lesson.game.pose(lesson.game.start));
    find("shown").textContent = calm.matches ? "Click the picture for the next move." : "";
  };
  const step = () => {
    const { game, moves, animate } = lesson;
    const state = states.at(-1);
    const id = moves[states.length - 1];
    if (id === undefined) return begin();
    const { label } = game.moves(state).find((move) => move.id === id);
    const { state: next, how } = game.play(state, id);
    states.push(next);
    find("shown").textContent = label;
    animate(game.pose(state), game.pose(next), how, 0.7, () => {});
  };
  const onward = () => {
    clearTimeout(waiting);
    if (!box.open || calm.matches) return;
    if (!document.hidden) step();
    const end = states.length > lesson.moves.length;
    waiting = setTimeout(onward, end ? 3500 : 1900);
  };
  box.addEventListener("toggle", () => {
    clearTimeout(waiting);
    if (box.open) waiting = setTimeout(lesson ? onward : () => { begin(); onward(); }, 400);
  });
  svg.addEventListener("click", () => {
    clearTimeout(waiting);
    if (!lesson) begin();
    step();
  });
})();
