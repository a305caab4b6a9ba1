// The first page of a site: which cards are shown. Knows no puzzle.
(() => {
  "use strict";
  const find = (id) => document.getElementById(id);
  const [sought, kind, length] = ["sought", "kind", "length"].map(find);
  const cards = [...document.querySelectorAll(".kind .card")];
  const filter = () => {
    const words = sought.value.toLowerCase().split(/\s+/).filter(Boolean);
    const [least, most] = length.value.split(" ").map(Number);
    let count = 0;
    for (const card of cards) {
      const { words: told, kind: its, moves } = card.dataset;
      card.hidden = !words.every((word) => told.includes(word)) || (kind.value && its !== kind.value)
        || (length.value !== "" && !(moves && Number(moves) >= least && Number(moves) <= most));
      if (!card.hidden) count++;
    }
    for (const part of document.querySelectorAll(".kind")) part.hidden = !part.querySelector(".card:not([hidden])");
    find("matched").textContent = count === cards.length ? "" : `${count} of ${cards.length}`;
  };
  find("search").hidden = false;
  for (const each of [sought, kind, length]) each.addEventListener("input", filter);
})();
