// What the pages' renderer makes of scenes: drawings of all frames, remarks, and facts after clicks.
const { source, jobs } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const scene = new Function(`"use strict"; ${source};
  return { number, readScene, drawScene, filmScene, sceneTools, sceneSpots, sceneChange, sceneDropped };`)();
const answers = jobs.map(({ atoms, options, clicks = [] }) => {
  const read = scene.readScene(atoms, options);
  const { frames, remarks } = read;
  const drawn = frames.length ? frames.map((_, index) => scene.drawScene(read, index)) : [scene.drawScene(read)];
  const tools = scene.sceneTools(read);
  return {
    frames, remarks, tools: tools.map(({ id, label }) => [id, label]),
    drawings: drawn.map((each) => [each.title, ...each.view.map(scene.number), each.shapes()]),
    film: (({ drawing, poses }) => [drawing.shapes(), poses])(scene.filmScene(read)),
    spots: tools.map(({ id }) => [id, scene.sceneSpots(read, id).length]),
    clicks: clicks.map(([facts, click]) => scene.sceneChange(read, facts, click)),
    dropped: scene.sceneDropped(read),
  };
});
process.stdout.write(JSON.stringify(answers));
