// All pages of a site: light or dark is kept from page to page, by the addresses of the links, so
// that it works from a disk as well. Knows no puzzle.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.toggle("framed", self !== top); // another page has its own way around, and its own light
  const told = /[?&]theme=(dark|light)(&|$)/.exec(location.search);
  const kept = () => {
    const { theme } = root.dataset;
    for (const link of document.querySelectorAll("a[href]")) {
      const address = link.getAttribute("href");
      if (/^([a-z]+:|#|\/\/)/i.test(address)) continue;
      const [file, ...mark] = address.split("#");
      link.setAttribute("href", [`${file.split("?")[0]}?theme=${theme}`, ...mark].join("#"));
    }
    try {
      history.replaceState(null, "", `?theme=${theme}${location.hash}`);
    } catch { /* a frame without an address of its own */ }
  };
  new MutationObserver(kept).observe(root, { attributeFilter: ["data-theme"] });
  if (told) root.dataset.theme = told[1];
  if (document.getElementById("theme")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.id = "theme";
  button.textContent = "◐";
  button.title = "Light or dark";
  button.setAttribute("aria-label", "Light or dark");
  button.addEventListener("click", () => {
    const now = root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
  });
  document.querySelector(".site").append(button);
})();
