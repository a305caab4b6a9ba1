// All pages of a site: light or dark is kept in the browser or, where that can't be, by the addresses
// of the links, so that it works from a disk as well. In a frame of another page, a page shows the
// puzzle alone, tells how high it is, and becomes light or dark with the other one. Knows no puzzle.
(() => {
  "use strict";
  const root = document.documentElement;
  const told = /[?&]theme=(dark|light)(&|$)/.exec(location.search);
  const stored = (theme) => { // what is kept in this browser, for all pages of a server
    try {
      if (theme) localStorage.setItem("pylab theme", theme);
      return location.protocol === "file:" ? null : localStorage.getItem("pylab theme");
    } catch {
      return null;
    }
  };
  const kept = () => {
    const { theme } = root.dataset;
    for (const { contentWindow } of document.querySelectorAll("iframe")) contentWindow.postMessage({ theme }, "*");
    if (stored(theme) === theme) return;
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
  const chosen = told ? told[1] : stored();
  if (/^(dark|light)$/.test(chosen)) root.dataset.theme = chosen;
  if (parent !== window) {
    root.dataset.framed = "";
    document.head.append(Object.assign(document.createElement("base"), { target: "_top" }));
    addEventListener("message", ({ source, data }) => {
      if (source !== parent) return;
      if (/^(dark|light)$/.test(data.theme)) root.dataset.theme = data.theme;
      if (data.room) root.style.setProperty("--room", `${Number(data.room)}px`);
      if (data.press) document.body.dispatchEvent(new KeyboardEvent("keydown", data.press));
    });
    new ResizeObserver(() => parent.postMessage({ height: document.body.offsetHeight }, "*")).observe(document.body);
  }
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
  document.querySelector(".site").after(button);
})();
