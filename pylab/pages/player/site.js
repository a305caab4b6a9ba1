// The first page of a site: which cards are shown. Knows no puzzle.
(() => {
  "use strict";
  const find = (id) => document.getElementById(id);
  const [sought, kind, length] = ["sought", "kind", "length"].map(find);
  const cards = [...document.querySelectorAll(".kind .card")];
  // 8x8, 8 x 8, 8 by 8 and 8 × 8 are the same
  const plain = (words) => words.toLowerCase().replace(/(\d)\s*(?:by|[x×*])\s*(?=\d)/g, "$1×");
  const texts = new Map(cards.map((card) =>
    [card, plain(`${card.dataset.words} ${card.closest(".kind").dataset.words}`).split(/[^\p{L}\p{N}×]+/u)]));
  const filter = () => {
    const words = plain(sought.value).split(/[^\p{L}\p{N}×]+/u).filter(Boolean);
    const [least, most] = length.value.split(" ").map(Number);
    let count = 0;
    for (const card of cards) {
      const { kind: its, moves } = card.dataset;
      card.hidden = !words.every((word) => texts.get(card).some((each) => each.startsWith(word))) || (kind.value && its !== kind.value)
        || (length.value !== "" && !(moves && Number(moves) >= least && Number(moves) <= most));
      if (!card.hidden) count++;
    }
    for (const part of document.querySelectorAll(".kind")) part.hidden = !part.querySelector(".card:not([hidden])");
    find("matched").textContent = count === cards.length ? "" : count ? `${count} of ${cards.length}` : "No puzzle is like that.";
    find("unsought").hidden = count > 0;
  };
  find("search").hidden = false;
  for (const each of [sought, kind, length]) each.addEventListener("input", filter);
  find("unsought").addEventListener("click", () => {
    for (const each of [sought, kind, length]) each.value = "";
    filter();
    sought.focus();
  });
})();
