// The labyrinth of the day: which of the site's puzzles it is follows from the date alone (UTC), so
// all who open this site get the same. Knows no puzzle; needs `streak.js`.
(() => {
  "use strict";
  const cards = [...document.querySelectorAll("#days > li")];
  const WEEK = 7;
  const common = (a, b) => (b ? common(b, a % b) : a);
  // steps through all puzzles before one comes again, and from one family to another
  let stride = Math.max(1, Math.round(cards.length * 0.618));
  while (common(stride, cards.length) > 1) stride++;
  const shown = Array.from({ length: Math.min(WEEK, cards.length) }, (_, i) => TODAY - i);
  const list = document.getElementById("days");
  for (const number of shown) {
    const item = cards[(number * stride) % cards.length];
    const date = new Date(number * DAY);
    const told = date.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
    const code = date.toISOString().slice(0, 10).replaceAll("-", "");
    for (const link of item.querySelectorAll("a")) link.setAttribute("href", `${link.getAttribute("href")}#daily=${code}`);
    const today = number === TODAY; // its heading is the page's
    const heading = today ? document.querySelector("h1") : document.createElement("h2");
    const title = item.querySelector("h3");
    heading.textContent = today ? `Labyrinth of the day: ${title.textContent}` : `${numbered(number)} · ${told}`;
    if (today) {
      document.querySelector("h1 + p").prepend(`${numbered(number)}, ${told}. `);
      title.setAttribute("aria-level", "2");
    } else item.prepend(heading);
    item.classList.toggle("today", today);
    item.hidden = false;
    list.append(item);
  }
  // today's is played here, in a frame as high as what is in it
  const frame = document.createElement("iframe");
  const link = list.querySelector(".today .card > a");
  const [file, mark] = link.getAttribute("href").split("#");
  frame.src = `${file}${location.search}#${mark}`;
  frame.title = "The labyrinth of today";
  link.replaceWith(frame);
  // in the part of the window that is left for it, and with keys before anything was clicked
  const room = () => frame.contentWindow.postMessage({ room: innerHeight - frame.getBoundingClientRect().top - scrollY }, "*");
  frame.addEventListener("load", room);
  addEventListener("resize", room);
  addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    if (target !== document.body || key === "Tab") return;
    frame.contentWindow.postMessage({ press: { key, ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true } }, "*");
    if (/^( |Arrow.*)$/.test(key) && !ctrlKey && !metaKey) event.preventDefault();
  });
  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data.height) frame.style.height = `${data.height}px`;
    if (data.streak) tell(data.streak);
  });
  const tell = ({ last, days }) => {
    const solved = last === TODAY ? "Today's is solved" : "";
    document.getElementById("streak").textContent = [solved, inRow(days)].filter(Boolean).join(", ");
  };
  tell(streak());
})();
