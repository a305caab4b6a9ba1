// What both scenes share, and the script of either.

// the trail, the hero, and on top of all what is clicked; a large mark where much is drawn
const drawActors = (drawing, world, spots, reach, busy, hero, lifted) => {
  drawing.group({ id: "trail", "pointer-events": "none" });
  const [x0, y0] = spots[world.start].map(number);
  drawing.group({ "pointer-events": "none", transform: `translate(0 ${number(-lifted)})` }, () => {
    drawing.group({ "data-actor": "hero", transform: `translate(${x0} ${y0})` }, () => {
      drawing.circle(0, 0, hero, { class: "hero" });
      drawing.circle(0, 0, hero / 3, { class: "paper" });
    });
  });
  spots.forEach(([x, y], place) => {
    drawing.group({ "data-actor": `p${place}`, class: lifted ? null : "step" }, () => {
      const whole = { fill: "none", "pointer-events": "all" };
      if (lifted) drawing.circle(x, y, reach, whole);
      else drawing.rect(x - reach, y - reach, 2 * reach, 2 * reach, whole);
      drawing.circle(x, y, busy.has(place) ? reach : 3.4, { class: "mark" });
    });
  });
};

const gatesOf = (puzzle, world) => {
  if (isMission(puzzle)) {
    return locksOf(puzzle).map(({ name, each }, i) => [
      `g${i}`, world.locks.findIndex(([other]) => other === name),
      each.flags.map((flag) => (world.things.includes(flag) ? [world.things.indexOf(flag)] : [])), -1,
    ]);
  }
  const gates = new Map(world.ways.flat().filter((way) => way.length > 1).map(([target, ...gate]) => [target, gate]));
  return [...gates].filter(([place]) => world.kinds[place] !== "water").sort(([a], [b]) => a - b)
    .map(([place, gate]) => [`g${place}`, ...gate]);
};

// where the places are, by their names
const whereOf = (puzzle) => {
  if (isMission(puzzle)) return spotsOf(puzzle);
  const grids = gridsOf(puzzle);
  return new Map([...tilesOf(puzzle)].map(([name, { room, y, x }]) => [name, grids.get(room).centre(x, y)]));
};

const script = (puzzle) => {
  const world = worldOf(puzzle);
  const mission = isMission(puzzle);
  const where = whereOf(puzzle);
  const spots = world.places.map((place) => where.get(place));
  const gates = gatesOf(puzzle, world);
  const drawing = mission ? drawMission(puzzle, where) : drawDungeon(puzzle, gridsOf(puzzle), (tile) => where.get(tile));
  const gained = range(world.places.length).filter((place) => world.gains[place].length);
  if (mission) drawActors(drawing, world, spots, RADIUS + 2, new Set(range(spots.length)), 8, RADIUS);
  else drawActors(drawing, world, spots, CELL / 2 - 1, new Set([...gates.map(([name]) => Number(name.slice(1))), ...world.goals, ...gained]), 6.5, 0);
  const tiles = mission ? null : tilesOf(puzzle);
  const said = { K: "boss key", I: "item" };
  return {
    scene: drawing,
    data: {
      unit: mission ? 0 : CELL,
      places: world.places.map((place, i) => [
        ...spots[i], place, mission ? place : tiles.get(place).room,
      ]),
      start: world.start,
      goals: world.goals,
      ways: world.ways,
      gains: Object.fromEntries(gained.map((place) => [String(place), world.gains[place]])),
      switches: world.switches,
      keys: world.keys,
      bombs: world.bombs,
      things: world.things.map((thing) => said[thing] || thing),
      locks: world.locks,
      gates,
      ...(world.begun ? { begun: world.begun } : {}),
    },
    howto: `Click a marked ${mission ? "room" : "tile"} to walk there. Things are collected `
      + "and doors opened by walking onto them; a key or a bomb opens one door.",
    trail: "hero",
    playable: true,
  };
};
