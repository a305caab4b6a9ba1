// A flight: the camera stays near who moves, and dives into a box and out of it without a cut, as the
// copy in the box looks like the whole around it. It needs rules whose poses have a camera.
const flies = Boolean(script.hero && game.pose(game.start).camera);
let flying = false;

// what is seen around a point of the scene
function around([x, y]) {
  const [left, top, width, height] = script.view;
  const [w, h] = [width * NEAR, height * NEAR];
  const within = (at, from, size, part) => Math.max(from, Math.min(from + size - part, at - part / 2));
  return [within(x, left, width, w), within(y, top, height, h), w, h];
}

// a part of the scene, as it is within a box that shows all of it
function within([bx, by, bw, bh], [x, y, w, h]) {
  const [left, top, width, height] = script.view;
  return [bx + (x - left) * bw / width, by + (y - top) * bh / height, w * bw / width, h * bh / height];
}

function posed(at) {
  const pose = game.pose(at);
  return flying ? { ...pose, camera: { view: around(pose[script.hero].at) } } : pose;
}

// how things move when the camera dives from near one place to near the other
function flown(how, before, after) {
  if (!flying || !how.camera) return how;
  const { to, from } = how.camera;
  return { ...how, camera: {
    ...(to && { to: within(to, after.camera.view) }), ...(from && { from: within(from, before.camera.view) }),
  } };
}

// begins a flight along what is watched or was played, or ends it
function fly(on = !flying) {
  play(false);
  finish();
  flying = flies && on;
  find("fly").setAttribute("aria-pressed", String(flying));
  find("watch").setAttribute("aria-pressed", String(!playMode() && !flying));
  if (flying && !length(track) && ways.length) watch(chosen);
  settle(posed(state()));
  mark(false);
  if (flying && length(track)) play(true);
}
