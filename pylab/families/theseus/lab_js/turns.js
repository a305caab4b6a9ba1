// The graph of turns: {source, target, lane, weight, rooms, passage}.
const edgesOf = (puzzle) => {
  if (!isPlan(puzzle)) return puzzle.edges.map((edge) => ({ ...edge, rooms: [] }));
  const doors = doorsOf(puzzle);
  const ways = puzzle.rooms.flatMap((_, room) => {
    const there = puzzle.openings.flatMap(({ before, behind, forward }, door) => [
      ...(before === room ? [[door, SIDES[forward]]] : []), ...(behind === room ? [[door, forward]] : []),
    ]);
    return there.flatMap(([door, inwards]) => there.flatMap(([other, back]) => {
      const outwards = SIDES[back];
      if (outwards === inwards) return [];
      const manner = outwards !== SIDES[inwards] ? 0 : door === other ? 2 : 1;
      if (manner > LEAVING.indexOf(puzzle.leaving)) return [];
      const [here, away] = [puzzle.openings[door], puzzle.openings[other]];
      const state = (number, side) => (side === "u" || side === "r" ? number : number + doors);
      return [{
        source: state(door, inwards),
        target: state(other, outwards),
        weight: Math.abs(here.x - away.x) + Math.abs(here.y - away.y),
        tag: `${room} ${Math.min(door, other)} ${Math.max(door, other)}`,
        rooms: [room],
      }];
    }));
  });
  return assembled(ways);
};

// parallel edges get lanes by weight, passages are numbered in the order of the edges
const assembled = (ways) => {
  const passages = new Map();
  let last = null;
  return ways.sort(order("source", "target", "weight")).map(({ tag, ...way }) => {
    const lane = last && last.source === way.source && last.target === way.target ? last.lane + 1 : 1;
    if (!passages.has(tag)) passages.set(tag, passages.size);
    last = { ...way, lane, passage: passages.get(tag) };
    return last;
  });
};
